//! Bar charts with error bars, as SVG.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{
    Area, Drawn, Heading, Hints, LINE, SMALL, Ticks, anchored, clean, letters, sheet, width,
};
use super::palette::{BANDS, Colour};
use crate::report::number::plain;
use crate::report::screen::wrap;

/// The height of the plot area, in pixels.
const HIGH: i32 = 360;
/// The width of a bar.
const BAR: i32 = 26;
/// The gap between two labels or two sets of bars.
const GAP: i32 = 18;
/// The margin of the picture.
const MARGIN: i32 = 16;
/// The maximum number of characters per line of a label.
const LETTERS: usize = 14;
/// The minimum width of the plot area.
const NARROWEST: i32 = 640;

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The value.
    pub value: f64,
    /// The lower and upper limits of its interval, if any.
    pub interval: Option<(f64, f64)>,
}

/// Grouped bar chart: bars side by side for each label, with intervals and a line at zero.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// Notes below the title.
    pub notes: Vec<String>,
    /// The quantity on the value axis, with its unit.
    pub unit: String,
    /// The labels below the sets of bars.
    pub labels: Vec<String>,
    /// Groups by name: one bar per label, from the left; `None`, or a missing entry at the end, for
    /// no value. A single group needs no name.
    pub groups: Vec<(String, Vec<Option<Bar>>)>,
}

impl BarChart {
    /// The chart as a complete SVG document. A value that is not finite, or beyond 10^300, has no
    /// bar.
    pub fn svg(&self) -> String {
        let labels: Vec<Vec<String>> =
            self.labels.iter().map(|label| wrap(&clean(label), LETTERS)).collect();
        let widest = labels.iter().flatten().map(|line| width(line, SMALL)).max().unwrap_or(0);
        let [groups, slots] = [self.groups.len(), labels.len()].map(|count| count.min(1000) as i32);
        let slot = (groups * BAR).max(widest) + GAP;
        let wide = (slot * slots).max(NARROWEST);
        let values = self.values();
        let left = values.width() + LINE + 20;
        let below = labels.iter().map(Vec::len).max().unwrap_or(0) as i32 * LINE + 12;
        let total = MARGIN + left + wide + MARGIN;
        let heading = Heading::new(&self.title, &self.notes, total - 2 * MARGIN);
        // A single group needs no legend.
        let legend = if groups > 1 { groups * LINE + 8 } else { 0 };
        let height = heading.height() + HIGH + below + legend + MARGIN;
        let size = (total.unsigned_abs(), height.unsigned_abs());
        sheet(size, (&self.title, &self.notes), |root, hints| {
            heading.draw(root, MARGIN)?;
            let (_, under) = root.split_vertically(heading.height());
            let (body, foot) = under.split_vertically(HIGH + below);
            self.draw_bars(&body, hints, values, (left, below, wide))?;
            let middle = |label: usize| {
                let slot = f64::from(wide) / labels.len() as f64;
                MARGIN + left + ((label as f64 + 0.5) * slot).round() as i32
            };
            for (label, lines) in labels.iter().enumerate() {
                for (line, top) in lines.iter().zip((HIGH + 8..).step_by(LINE as usize)) {
                    let style = anchored(letters(SMALL), HPos::Center, VPos::Top);
                    body.draw(&Text::new(line.clone(), (middle(label), top), style))?;
                }
            }
            if groups > 1 { self.draw_legend(&foot, MARGIN + left) } else { Ok(()) }
        })
    }

    /// The drawable bars as (label, group, bar).
    fn bars(&self) -> impl Iterator<Item = (usize, usize, Bar)> {
        let groups = self.groups.iter().enumerate();
        groups.flat_map(move |(group, (_, bars))| {
            let bars = bars.iter().take(self.labels.len()).enumerate();
            bars.filter_map(move |(label, bar)| Some((label, group, drawable_bar((*bar)?)?)))
        })
    }

    /// The value axis, with round values that enclose all intervals and zero.
    fn values(&self) -> Ticks {
        let ends = self.bars().flat_map(|(_, _, bar)| {
            let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
            [bar.value, low, high]
        });
        let (low, high) =
            ends.fold((0.0, 0.0), |(low, high): (f64, f64), end| (low.min(end), high.max(end)));
        Ticks::round(low, high)
    }

    /// The bars with their axis and the line at zero; `left` and `below` are the space for texts,
    /// `wide` is the width of the plot area, in pixels.
    fn draw_bars(
        &self,
        area: &Area<'_>,
        hints: &Hints,
        values: Ticks,
        (left, below, wide): (i32, i32, i32),
    ) -> Drawn {
        let labels = self.labels.len().max(1) as f64;
        let x = Ticks { range: 0.0..labels, at: Vec::new() };
        let range = values.range.clone();
        let mut chart = ChartBuilder::on(area)
            .margin_left(MARGIN)
            .margin_right(MARGIN)
            .y_label_area_size(left)
            .x_label_area_size(below)
            .build_cartesian_2d(x, values)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .bold_line_style(BLACK.mix(0.2))
            .light_line_style(TRANSPARENT)
            .axis_style(BLACK)
            .y_desc(clean(&self.unit))
            .label_style(letters(SMALL))
            .axis_desc_style(letters(SMALL))
            .draw()?;
        // The part of a slot that its bars occupy.
        let share = 1.0 - f64::from(GAP) * labels / f64::from(wide);
        let one = share / self.groups.len().max(1) as f64;
        for (label, group, bar) in self.bars() {
            let start = label as f64 + 0.5 * (1.0 - share) + one * group as f64;
            let corners = [(start, bar.value.max(0.0)), (start + one, bar.value.min(0.0))];
            chart.draw_series([Rectangle::new(corners, self.fill(group).filled())])?;
            chart.draw_series([Rectangle::new(corners, BLACK.stroke_width(1))])?;
            let [from, to] = [(start, range.end), (start + one, range.start)];
            let name = [&self.groups[group].0, &self.labels[label]].map(String::as_str);
            hints.add(chart.backend_coord(&from), chart.backend_coord(&to), &hint(&name, bar));
            let Some((low, high)) = bar.interval else { continue };
            let (middle, cap) = (start + 0.5 * one, 0.2 * one);
            let across = |at: f64| [(middle - cap, at), (middle + cap, at)];
            let lines = [[(middle, low), (middle, high)], across(low), across(high)];
            for (colour, heavy) in [(WHITE, 4), (BLACK, 2)] {
                let style = colour.stroke_width(heavy);
                chart.draw_series(lines.iter().map(|line| PathElement::new(*line, style)))?;
            }
        }
        let zero = [(0.0, 0.0), (labels, 0.0)];
        chart.draw_series([PathElement::new(zero, BLACK.stroke_width(2))])?;
        Ok(())
    }

    /// The legend with the names of the groups.
    fn draw_legend(&self, area: &Area<'_>, left: i32) -> Drawn {
        for (group, (name, _)) in self.groups.iter().enumerate() {
            let top = 4 + group as i32 * LINE;
            let frame = [(left, top), (left + 24, top + 14)];
            area.draw(&Rectangle::new(frame, self.fill(group).filled()))?;
            area.draw(&Rectangle::new(frame, BLACK.stroke_width(1)))?;
            area.draw(&Text::new(clean(name), (left + 32, top), letters(SMALL)))?;
        }
        Ok(())
    }

    /// The colour of a group, spaced evenly in the palette.
    fn fill(&self, group: usize) -> RGBColor {
        let band = match self.groups.len() {
            0 | 1 => BANDS * 3 / 4,
            groups => group * (BANDS - 1) / (groups - 1),
        };
        Colour::of(band.min(BANDS - 1)).into()
    }
}

/// The text of a value: its names, the value, and its interval.
pub(super) fn hint(names: &[&str], Bar { value, interval }: Bar) -> String {
    let names: Vec<&str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
    let interval = interval.map(|(low, high)| format!(" ({} to {})", short(low), short(high)));
    format!("{}: {}{}", names.join(", "), short(value), interval.unwrap_or_default())
}

/// A number with at most four significant digits.
pub(in crate::report) fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return plain(value);
    }
    let digits = 3 - value.abs().log10().floor() as i32;
    let scale = 10_f64.powi(digits.clamp(0, 15));
    plain((value * scale).round() / scale)
}

/// The bar if its value can be drawn, without an interval that cannot be drawn.
fn drawable_bar(bar: Bar) -> Option<Bar> {
    // Below this the span of an axis is finite too.
    let drawable = |value: f64| value.abs() < 1e300;
    let interval = bar.interval.filter(|(low, high)| drawable(*low) && drawable(*high));
    drawable(bar.value).then_some(Bar { interval, ..bar })
}
