//! Bar charts with error bars, as SVG.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{
    Area, Drawn, Heading, LINE, SMALL, Ticks, anchored, clean, letters, sheet, width,
};
use super::palette::{BANDS, Colour};
use crate::report::screen::wrap;

/// The height of the chart itself, in pixels.
const HIGH: i32 = 360;
/// The width of a bar.
const BAR: i32 = 26;
/// The space between two labels or two sets of bars.
const GAP: i32 = 18;
/// The space around everything.
const MARGIN: i32 = 16;
/// Labels are broken into lines of at most so many letters.
const LETTERS: usize = 14;
/// The least width of the chart itself.
const NARROWEST: i32 = 640;

/// A value with the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The value.
    pub value: f64,
    /// The lower and the upper end of its interval, where it has one.
    pub interval: Option<(f64, f64)>,
}

/// Values side by side for each of some labels, with their intervals and a line at zero.
///
/// ```
/// use pushluck::report::plot::{Bar, BarChart};
///
/// let bar = |value: f64| Some(Bar { value, interval: Some((value - 0.1, value + 0.1)) });
/// let chart = BarChart {
///     title: "Payout balance".to_owned(),
///     notes: Vec::new(),
///     unit: "money returned for 1 staked".to_owned(),
///     labels: vec!["horse 2".to_owned(), "horse 3".to_owned()],
///     groups: vec![("win".to_owned(), vec![bar(0.9), bar(1.2)])],
/// };
/// assert!(chart.svg().contains("horse 3"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// What it shows.
    pub title: String,
    /// Remarks under the title.
    pub notes: Vec<String>,
    /// What the values are, with the unit.
    pub unit: String,
    /// What stands under each set of bars.
    pub labels: Vec<String>,
    /// By name: a bar for each label, from the left; `None`, or none at the end, where there is no
    /// value. A single group needs no name.
    pub groups: Vec<(String, Vec<Option<Bar>>)>,
}

impl BarChart {
    /// The chart as a whole SVG document. A value that is no number, or beyond 10^300, has no bar.
    pub fn svg(&self) -> String {
        let layout = Layout::new(self);
        sheet(layout.size, |root| layout.draw(root))
    }

    /// The bars there are: label, group and value.
    fn bars(&self) -> impl Iterator<Item = (usize, usize, Bar)> {
        let groups = self.groups.iter().enumerate();
        groups.flat_map(move |(group, (_, bars))| {
            let bars = bars.iter().take(self.labels.len()).enumerate();
            bars.filter_map(move |(label, bar)| Some((label, group, sound((*bar)?)?)))
        })
    }

    /// Whether the groups need a legend.
    fn is_grouped(&self) -> bool {
        self.groups.len() > 1
    }
}

/// A bar that can be drawn: with a value that can, and without an interval that cannot.
fn sound(bar: Bar) -> Option<Bar> {
    // Below this also the span of an axis is finite.
    let drawable = |value: f64| value.abs() < 1e300;
    let interval = bar.interval.filter(|(low, high)| drawable(*low) && drawable(*high));
    drawable(bar.value).then_some(Bar { interval, ..bar })
}

/// Where everything is, in pixels.
struct Layout<'a> {
    chart: &'a BarChart,
    heading: Heading,
    size: (u32, u32),
    /// The labels in lines.
    labels: Vec<Vec<String>>,
    values: Ticks,
    /// Room left of the chart for the texts of the values.
    left: i32,
    /// Room under the chart for the labels.
    below: i32,
    wide: i32,
}

impl<'a> Layout<'a> {
    fn new(chart: &'a BarChart) -> Self {
        let labels: Vec<Vec<String>> =
            chart.labels.iter().map(|label| wrap(&clean(label), LETTERS)).collect();
        let widest = labels.iter().flatten().map(|line| width(line, SMALL)).max().unwrap_or(0);
        let groups = i32::try_from(chart.groups.len()).unwrap_or(i32::MAX).min(1000);
        let slot = (groups * BAR).max(widest) + GAP;
        let slots = i32::try_from(labels.len()).unwrap_or(i32::MAX).min(1000);
        let wide = (slot * slots).max(NARROWEST);
        let values = value_ticks(chart);
        let left = values.width() + LINE + 20;
        let lines = labels.iter().map(Vec::len).max().unwrap_or(0) as i32;
        let below = lines * LINE + 12;
        let total = MARGIN + left + wide + MARGIN;
        let heading = Heading::new(&chart.title, &chart.notes, total - 2 * MARGIN);
        let legend = if chart.is_grouped() { groups * LINE + 8 } else { 0 };
        let height = heading.height() + HIGH + below + legend + MARGIN;
        let size = (total.unsigned_abs(), height.unsigned_abs());
        Self { chart, heading, size, labels, values, left, below, wide }
    }

    fn draw(&self, root: &Area<'_>) -> Drawn {
        self.heading.draw(root, MARGIN)?;
        let (_, under) = root.split_vertically(self.heading.height());
        let (body, foot) = under.split_vertically(HIGH + self.below);
        self.bars(&body)?;
        self.legend(&foot)
    }

    /// The bars with their axis, the line at zero and the labels.
    fn bars(&self, area: &Area<'_>) -> Drawn {
        let labels = self.labels.len().max(1) as f64;
        let x = Ticks { range: 0.0..labels, at: Vec::new() };
        let mut chart = ChartBuilder::on(area)
            .margin_left(MARGIN)
            .margin_right(MARGIN)
            .y_label_area_size(self.left)
            .x_label_area_size(self.below)
            .build_cartesian_2d(x, self.values.clone())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .bold_line_style(BLACK.mix(0.2))
            .light_line_style(TRANSPARENT)
            .axis_style(BLACK)
            .y_desc(clean(&self.chart.unit))
            .label_style(letters(SMALL))
            .axis_desc_style(letters(SMALL))
            .draw()?;
        let groups = self.chart.groups.len().max(1) as f64;
        // The share of a slot that its bars take.
        let share = 1.0 - f64::from(GAP) * labels / f64::from(self.wide);
        for (label, group, bar) in self.chart.bars() {
            let wide = share / groups;
            let start = label as f64 + 0.5 * (1.0 - share) + wide * group as f64;
            let corners = [(start, bar.value.max(0.0)), (start + wide, bar.value.min(0.0))];
            let fill = fill(group, self.chart.groups.len());
            chart.draw_series([Rectangle::new(corners, fill.filled())])?;
            chart.draw_series([Rectangle::new(corners, BLACK.stroke_width(1))])?;
            let Some((low, high)) = bar.interval else { continue };
            let (middle, cap) = (start + 0.5 * wide, 0.2 * wide);
            let across = |at: f64| [(middle - cap, at), (middle + cap, at)];
            let lines = [[(middle, low), (middle, high)], across(low), across(high)];
            for (colour, heavy) in [(WHITE, 4), (BLACK, 2)] {
                let style = colour.stroke_width(heavy);
                chart.draw_series(lines.iter().map(|line| PathElement::new(*line, style)))?;
            }
        }
        let zero = [(0.0, 0.0), (labels, 0.0)];
        chart.draw_series([PathElement::new(zero, BLACK.stroke_width(2))])?;
        for (label, lines) in self.labels.iter().enumerate() {
            let slot = f64::from(self.wide) / labels;
            let middle = MARGIN + self.left + ((label as f64 + 0.5) * slot).round() as i32;
            for (line, top) in lines.iter().zip((HIGH + 8..).step_by(LINE as usize)) {
                let style = anchored(letters(SMALL), HPos::Center, VPos::Top);
                area.draw(&Text::new(line.clone(), (middle, top), style))?;
            }
        }
        Ok(())
    }

    /// The names of the groups.
    fn legend(&self, area: &Area<'_>) -> Drawn {
        if !self.chart.is_grouped() {
            return Ok(());
        }
        let left = MARGIN + self.left;
        for (group, (name, _)) in self.chart.groups.iter().enumerate() {
            let top = 4 + group as i32 * LINE;
            let frame = [(left, top), (left + 24, top + 14)];
            let fill = fill(group, self.chart.groups.len());
            area.draw(&Rectangle::new(frame, fill.filled()))?;
            area.draw(&Rectangle::new(frame, BLACK.stroke_width(1)))?;
            area.draw(&Text::new(clean(name), (left + 32, top), letters(SMALL)))?;
        }
        Ok(())
    }
}

/// The colour of a group: as far from the others in luminance as can be.
fn fill(group: usize, groups: usize) -> RGBColor {
    let last = groups.saturating_sub(1).max(1);
    let Colour(r, g, b) = Colour::of(match groups {
        0 | 1 => BANDS * 3 / 4,
        _ => (group * (BANDS - 1)).div_euclid(last).min(BANDS - 1),
    });
    RGBColor(r, g, b)
}

/// The axis of values: round, and with all intervals and zero on it.
fn value_ticks(chart: &BarChart) -> Ticks {
    let ends = chart.bars().flat_map(|(_, _, bar)| {
        let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
        [bar.value, low, high]
    });
    let (low, high) =
        ends.fold((0.0, 0.0), |(low, high): (f64, f64), end| (low.min(end), high.max(end)));
    Ticks::round(low, high)
}
