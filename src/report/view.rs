//! Pictures of tables: which rows and columns of a table are drawn, and how.
//!
//! A [`View`] is data, declared next to the schema of its table. In: a [`Table`] and the facts
//! below the title. Out: an SVG document, or nothing if the table has no rows to draw.

use super::plot::{
    Axis, Bar, Curve, CurvePoint, HeatCell, HeatMap, Row, RowChart, Scale, Series, short,
};
use super::schema::{Kind, View};
use super::{Cell, Table, plain};

/// A value of a table with its labels.
#[derive(Clone, Debug)]
struct Datum {
    policy: String,
    label: String,
    at: Option<f64>,
    bar: Bar,
    spread: Option<[f64; 5]>,
    figure: String,
}

/// The columns of the percentiles of a distribution.
const SPREAD: [&str; 5] = ["p5", "p25", "p50", "p75", "p95"];

impl View {
    /// The picture of `table` with `notes` below the title; `None` without values.
    pub fn svg(&self, table: &Table, notes: &[String]) -> Option<String> {
        let mut data = self.data(table);
        let value = |datum: &Datum| datum.bar.value;
        let drawn = |datum: &&Datum| match self.kind {
            Kind::Pairs(_, figure) => datum.figure == figure,
            _ => true,
        };
        let values = || data.iter().filter(drawn);
        let best = values().max_by(|a, b| value(a).total_cmp(&value(b)))?.clone();
        let equal = values().all(|datum| value(datum) == value(&best));
        let title = match equal && data.len() > 1 {
            true => format!("All values are equal: {} {}", self.quantity, rounded(value(&best))),
            false => self.titled(&best, data.len()),
        };
        let notes = notes.to_vec();
        Some(match self.kind {
            Kind::Rows | Kind::Spread => {
                data.sort_by(|a, b| value(b).total_cmp(&value(a)));
                let row = |(place, datum): (usize, &Datum)| Row {
                    label: joined(&[&datum.policy, &datum.label]),
                    bar: datum.bar,
                    spread: datum.spread,
                    text: text(datum.bar),
                    marked: place == 0,
                };
                let rows = data.iter().enumerate().map(row).collect();
                let unit = self.quantity.to_owned();
                let spread = "Box: 25th to 75th percentile, with the median. Lines: 5th to 95th \
                              percentile. Dot: mean.";
                let more = (self.kind == Kind::Spread).then(|| spread.to_owned());
                let notes = notes.into_iter().chain(more).collect();
                RowChart { title, notes, unit, rows, lines: Vec::new(), band: None }.svg()
            }
            Kind::Cells | Kind::Shares => self.cells(&data, title, notes).svg(),
            Kind::Lines | Kind::Pairs(..) => {
                let (across, series) = self.series(&data);
                let unit = self.quantity.to_owned();
                Curve { title, notes, across, unit, series, lines: Vec::new() }.svg()
            }
        })
    }

    /// The name of the file.
    pub fn file(&self) -> String {
        format!("{}.svg", self.name)
    }

    fn titled(&self, best: &Datum, of: usize) -> String {
        if of == 1 {
            let label = joined(&[&best.policy, &best.label]);
            return format!("{label}: {} {}", self.quantity, rounded(best.bar.value));
        }
        let title = self.title.replace("{label}", &best.label).replace("{policy}", &best.policy);
        title.replace("{value}", &rounded(best.bar.value))
    }

    /// The values that are drawn, in the order of the table.
    fn data(&self, table: &Table) -> Vec<Datum> {
        let mut data: Vec<Datum> = Vec::new();
        for row in table.rows() {
            let cell = |name: &str| table.cell(row, name);
            let read = |name: &str| cell(name).map(cell_text).unwrap_or_default();
            let number = |name: &str| cell(name).and_then(Cell::number);
            if self.rows.iter().any(|(column, text)| read(column) != *text) {
                continue;
            }
            let Some(value) = number(self.value) else { continue };
            let scaled = |value: f64| value * self.scale;
            let interval = number("ci_low").zip(number("ci_high"));
            let interval = interval.map(|(low, high)| (scaled(low), scaled(high)));
            let conditions = self.conditions.iter().map(|column| &column.name);
            let labels: Vec<String> =
                self.labels.iter().chain(conditions).map(|name| read(name)).collect();
            let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
            let spread = SPREAD.map(|name| number(name).map(scaled));
            let spread = match spread {
                [Some(a), Some(b), Some(c), Some(d), Some(e)] if self.kind == Kind::Spread => {
                    Some([a, b, c, d, e])
                }
                _ => None,
            };
            let datum = Datum {
                policy: read("policy"),
                label: match &labels[..] {
                    [] => String::new(),
                    _ if labels.iter().all(|text| text.is_empty()) => "all".to_owned(),
                    _ => labels.join(" ").trim().to_owned(),
                },
                at: self.labels.first().and_then(|name| number(name)),
                bar: Bar { value: scaled(value), interval },
                spread,
                figure: read("figure"),
            };
            let like = |one: &&mut Datum| one.policy == datum.policy && one.at == datum.at;
            match data.iter_mut().find(like).filter(|_| self.kind == Kind::Lines) {
                Some(sum) => {
                    sum.bar = Bar { value: sum.bar.value + datum.bar.value, interval: None };
                }
                None => data.push(datum),
            }
        }
        if self.kind == Kind::Lines {
            data.retain(|datum| datum.at.is_some());
        }
        data
    }

    /// A coloured table of policies by labels.
    fn cells(&self, data: &[Datum], title: String, notes: Vec<String>) -> HeatMap {
        let (mut labels, mut policies) = (distinct(data, label), distinct(data, policy));
        if self.kind == Kind::Shares {
            // The policy with the highest mean first, in rows and columns.
            let mean = |of: &String| {
                let own = data.iter().filter(|one| one.policy == *of).map(|one| one.bar.value);
                own.clone().sum::<f64>() / own.count().max(1) as f64
            };
            policies.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
            labels.sort_by_key(|label| policies.iter().position(|policy| policy == label));
        }
        // Rows are numbered from the bottom.
        policies.reverse();
        let value = |column: usize, row: usize| {
            let fits = |one: &&Datum| one.label == labels[column] && one.policy == policies[row];
            data.iter().find(fits).map(|one| one.bar.value)
        };
        let highest = data.iter().map(|one| one.bar.value).fold(0.0, f64::max);
        let lowest = data.iter().map(|one| one.bar.value).fold(0.0, f64::min);
        let centre = (self.kind == Kind::Shares).then_some(50.0);
        let (low, high) = if centre.is_some() { (0.0, 100.0) } else { (lowest, highest) };
        let ticks =
            if centre.is_some() { [0.0, 50.0, 100.0] } else { [0.0, highest / 2.0, highest] };
        let scale = Scale {
            label: self.quantity.to_owned(),
            low,
            high,
            centre: centre.or(Some(0.0)),
            ticks: ticks.map(|tick| (tick, short(tick))).to_vec(),
        };
        let places = (0..policies.len()).flat_map(|row| (0..labels.len()).map(move |at| (at, row)));
        let texts = places.map(|(column, row)| value(column, row).map(whole).unwrap_or_default());
        let texts = texts.collect();
        let across = if self.kind == Kind::Shares { "opponent" } else { self.labels[0] };
        let x = Axis::new(across, labels.iter().cloned());
        let y = Axis::new("policy", policies.iter().cloned());
        let cell = |column, row| HeatCell { value: value(column, row), side: None };
        let blank = Some("no value".to_owned());
        HeatMap { texts, notes, blank, ..HeatMap::new(title, x, y, scale, cell) }
    }

    /// The horizontal axis and the series, one for each policy.
    fn series(&self, data: &[Datum]) -> (String, Vec<Series>) {
        let of = |name: String| {
            let own = || data.iter().filter(|datum| datum.policy == name);
            let points = match self.kind {
                Kind::Pairs(x, y) => own()
                    .filter(|datum| datum.figure == y)
                    .filter_map(|datum| {
                        let same = |one: &&Datum| one.figure == x && one.label == datum.label;
                        let across = own().find(same)?;
                        Some(CurvePoint {
                            at: across.bar.value / self.scale,
                            value: datum.bar.value,
                            interval: datum.bar.interval,
                            label: datum.label.clone(),
                            marked: true,
                            ..CurvePoint::default()
                        })
                    })
                    .collect(),
                _ => own()
                    .filter_map(|datum| {
                        let (value, interval) = (datum.bar.value, datum.bar.interval);
                        let at = datum.at?;
                        let name = Some(short(at));
                        Some(CurvePoint {
                            at,
                            name,
                            value,
                            interval,
                            marked: true,
                            label: String::new(),
                        })
                    })
                    .collect(),
            };
            Series { name, joined: self.kind == Kind::Lines, points }
        };
        let across = match self.kind {
            Kind::Pairs(x, _) => x,
            _ => self.labels[0],
        };
        (across.to_owned(), distinct(data, policy).into_iter().map(of).collect())
    }
}

fn label(datum: &Datum) -> &String {
    &datum.label
}

fn policy(datum: &Datum) -> &String {
    &datum.policy
}

/// The different texts in the order of their first occurrence.
fn distinct(data: &[Datum], text: impl Fn(&Datum) -> &String) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in data.iter().map(text) {
        if !found.contains(text) {
            found.push(text.clone());
        }
    }
    found
}

fn joined(texts: &[&str]) -> String {
    let texts: Vec<&str> = texts.iter().copied().filter(|text| !text.is_empty()).collect();
    texts.join(", ")
}

fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Integer(number) => number.to_string(),
        Cell::Real(number) => short(*number),
        Cell::Empty => String::new(),
    }
}

/// A value with its interval at the end of a row.
fn text(Bar { value, interval }: Bar) -> String {
    match interval {
        Some((low, high)) => format!("{} ({} to {})", short(value), short(low), short(high)),
        None => short(value),
    }
}

/// A value in a title, with about three significant digits.
fn rounded(value: f64) -> String {
    let places = if value.abs() < 100.0 { 10.0 } else { 1.0 };
    if value.abs() < 10.0 { short(value) } else { plain((value * places).round() / places) }
}

/// A value in a cell: without decimals from 10.
fn whole(value: f64) -> String {
    if value.abs() >= 10.0 { format!("{value:.0}") } else { short((value * 10.0).round() / 10.0) }
}
