//! Values in rows, one below the other, with intervals or distributions, as SVG.

use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::bars::{Bar, hint};
use super::canvas::{
    Area, Drawn, Heading, Hints, LINE, SMALL, Ticks, anchored, clean, letters, sheet, width,
};
use super::palette::{BANDS, Colour};

/// The width of the plot area, in pixels.
const WIDE: i32 = 460;
/// The height of a row.
const ROW: i32 = 28;
/// The margin of the picture.
const MARGIN: i32 = 16;
/// The radius of a dot.
const DOT: i32 = 5;
/// The maximum number of rows; a note states the number of omitted rows.
const MOST: usize = 60;

/// A value in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its label.
    pub label: String,
    /// The value with its interval.
    pub bar: Bar,
    /// The 5th, 25th, 50th, 75th and 95th percentiles of its distribution, if shown.
    pub spread: Option<[f64; 5]>,
    /// The text at the end of the row.
    pub text: String,
    /// Whether the dot is filled.
    pub marked: bool,
}

/// Values below each other along one axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowChart {
    /// The title.
    pub title: String,
    /// Notes below the title.
    pub notes: Vec<String>,
    /// The quantity on the value axis, with its unit.
    pub unit: String,
    /// The rows from the top.
    pub rows: Vec<Row>,
    /// Values with a vertical line, each with its name.
    pub lines: Vec<(f64, String)>,
    /// A shaded range of values.
    pub band: Option<(f64, f64)>,
}

impl RowChart {
    /// The chart as a complete SVG document. Values that are not finite are not drawn; of more than
    /// 60 rows the first are.
    pub fn svg(&self) -> String {
        let rows = &self.rows[..self.rows.len().min(MOST)];
        let widest = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| width(text, SMALL)).max().unwrap_or(0).min(600)
        };
        let left = widest(&mut rows.iter().map(|row| &row.label)) + 12;
        let right = widest(&mut rows.iter().map(|row| &row.text)) + 12;
        let total = MARGIN + left + WIDE + right + MARGIN;
        let mut notes = self.notes.clone();
        if self.rows.len() > MOST {
            notes.push(format!("{} more rows are not shown.", self.rows.len() - MOST));
        }
        let heading = Heading::new(&self.title, &notes, total - 2 * MARGIN);
        let named = self.lines.iter().any(|(_, name)| !name.is_empty());
        let above = if named { LINE } else { 0 };
        let high = ROW * rows.len().max(1) as i32;
        let height = heading.height() + above + high + 2 * LINE + 12 + MARGIN;
        let size = (total.unsigned_abs(), height.unsigned_abs());
        sheet(size, (&self.title, &notes), |root, hints| {
            heading.draw(root, MARGIN)?;
            let (_, body) = root.split_vertically(heading.height() + above);
            self.draw(&body, hints, rows, (left, right))
        })
    }

    /// The value axis: round values that enclose everything drawn.
    fn values(&self, rows: &[Row]) -> Ticks {
        let of_row = |row: &Row| {
            let (low, high) = row.bar.interval.unwrap_or((row.bar.value, row.bar.value));
            let spread = row.spread.map_or([low, high], |spread| [spread[0], spread[4]]);
            [row.bar.value, low, high, spread[0], spread[1]]
        };
        let lines = self.lines.iter().map(|(at, _)| *at);
        let band = self.band.into_iter().flat_map(|(low, high)| [low, high]);
        let all = rows.iter().flat_map(of_row).chain(lines).chain(band);
        let all: Vec<f64> = all.filter(|value| value.abs() < 1e300).collect();
        let (low, high) =
            (all.iter().copied().reduce(f64::min), all.iter().copied().reduce(f64::max));
        Ticks::round(low.unwrap_or(0.0), high.unwrap_or(1.0))
    }

    fn draw(
        &self,
        area: &Area<'_>,
        hints: &Hints,
        rows: &[Row],
        (left, right): (i32, i32),
    ) -> Drawn {
        let of = rows.len().max(1) as f64;
        let middle = |row: usize| of - row as f64 - 0.5;
        let names = rows.iter().enumerate().map(|(at, row)| (middle(at), row.label.clone()));
        let y = Ticks { range: 0.0..of, at: names.collect() };
        let values = self.values(rows);
        let (start, end) = (values.range.start, values.range.end);
        let mut chart = ChartBuilder::on(area)
            .margin_left(MARGIN)
            .margin_right(MARGIN + right)
            .margin_bottom(MARGIN)
            .y_label_area_size(left)
            .x_label_area_size(2 * LINE + 12)
            .build_cartesian_2d(values, y)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .bold_line_style(BLACK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .axis_style(BLACK)
            .x_desc(clean(&self.unit))
            .label_style(letters(SMALL))
            .axis_desc_style(letters(SMALL))
            .draw()?;
        if let Some((low, high)) = self.band {
            let shade = Rectangle::new([(low, 0.0), (high, of)], BLACK.mix(0.1).filled());
            chart.draw_series([shade])?;
        }
        for (at, name) in &self.lines {
            let line = vec![(*at, 0.0), (*at, of)];
            chart.draw_series([DashedPathElement::new(line, 4, 4, BLACK.stroke_width(1))])?;
            let style = anchored(letters(SMALL), HPos::Center, VPos::Bottom);
            chart.draw_series([Text::new(clean(name), (*at, of), style)])?;
        }
        let dark = RGBColor::from(Colour::of(BANDS / 4));
        for (at, row) in rows.iter().enumerate() {
            let (y, value) = (middle(at), row.bar.value);
            let hint_text = format!("{} {}", hint(&[&row.label], row.bar), self.unit);
            let corners = [(start, y + 0.5), (end, y - 0.5)];
            let [from, to] = corners.map(|corner| chart.backend_coord(&corner));
            hints.add(from, to, &hint_text);
            let text = anchored(letters(SMALL), HPos::Left, VPos::Center);
            let place = (to.0 + 12, (from.1 + to.1) / 2);
            area.draw(&Text::new(clean(&row.text), area_place(area, place), text))?;
            if !value.is_finite() {
                continue;
            }
            if let Some([p5, p25, p50, p75, p95]) = row.spread {
                let line = |from, to| PathElement::new([(from, y), (to, y)], dark.stroke_width(1));
                chart.draw_series([line(p5, p25), line(p75, p95)])?;
                let corners = [(p25, y + 0.3), (p75, y - 0.3)];
                chart.draw_series([Rectangle::new(corners, dark.mix(0.2).filled())])?;
                chart.draw_series([Rectangle::new(corners, dark.stroke_width(1))])?;
                let median = [(p50, y + 0.3), (p50, y - 0.3)];
                chart.draw_series([PathElement::new(median, dark.stroke_width(3))])?;
            } else if let Some((low, high)) = row.bar.interval {
                let line = [(low, y), (high, y)];
                chart.draw_series([PathElement::new(line, dark.stroke_width(3))])?;
            }
            let fill = if row.marked { dark } else { WHITE };
            chart.draw_series([Circle::new((value, y), DOT, fill.filled())])?;
            chart.draw_series([Circle::new((value, y), DOT, dark.stroke_width(2))])?;
        }
        Ok(())
    }
}

/// A place of the whole picture, in pixels of a part of it.
fn area_place(area: &Area<'_>, (x, y): (i32, i32)) -> (i32, i32) {
    let (left, top) = area.get_base_pixel();
    (x - left, y - top)
}
