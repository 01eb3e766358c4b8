//! Curves with confidence bands, as SVG.

use plotters::prelude::*;

use super::canvas::{Area, Drawn, Heading, LINE, SMALL, Ticks, clean, letters, sheet, width};
use super::palette::{BANDS, Colour};

/// The size of the plot area, in pixels.
const HIGH: i32 = 360;
const WIDE: i32 = 640;
/// The margin of the picture.
const MARGIN: i32 = 16;
/// The radius of a point.
const DOT: i32 = 4;

/// A point of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    /// The position along the curve.
    pub at: f64,
    /// The label on the axis, if it is not the number.
    pub name: Option<String>,
    /// Its value.
    pub value: f64,
    /// The lower and upper limits of its interval, if any.
    pub interval: Option<(f64, f64)>,
    /// Whether the dot is filled.
    pub marked: bool,
}

/// Values along an axis, with their intervals as a band.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The title.
    pub title: String,
    /// Notes below the title.
    pub notes: Vec<String>,
    /// The quantity on the horizontal axis.
    pub across: String,
    /// The quantity on the value axis, with its unit.
    pub unit: String,
    /// The points, from the left.
    pub points: Vec<CurvePoint>,
}

impl Curve {
    /// The curve as a complete SVG document.
    pub fn svg(&self) -> String {
        let values = self.values();
        let left = values.width() + LINE + 20;
        let total = MARGIN + left + WIDE + MARGIN;
        let heading = Heading::new(&self.title, &self.notes, total - 2 * MARGIN);
        let below = 2 * LINE + 12;
        let height = heading.height() + HIGH + below + MARGIN;
        sheet((total.unsigned_abs(), height.unsigned_abs()), |root| {
            heading.draw(root, MARGIN)?;
            let (_, body) = root.split_vertically(heading.height());
            self.draw(&body, values.clone(), (left, below))
        })
    }

    /// The value axis: round values that enclose all values and intervals.
    fn values(&self) -> Ticks {
        let ends = |point: &CurvePoint| {
            let (low, high) = point.interval.unwrap_or((point.value, point.value));
            [low, point.value, high]
        };
        let all = || self.points.iter().flat_map(ends).filter(|end| end.is_finite());
        let (low, high) = (all().reduce(f64::min), all().reduce(f64::max));
        Ticks::round(low.unwrap_or(0.0), high.unwrap_or(1.0))
    }

    /// The horizontal axis: round numbers, or the names of the points.
    fn places(&self) -> Ticks {
        let ends = || self.points.iter().map(|point| point.at);
        let low = ends().reduce(f64::min).unwrap_or(0.0);
        let high = ends().reduce(f64::max).unwrap_or(1.0);
        let named = |point: &CurvePoint| Some((point.at, point.name.clone()?));
        let at: Vec<(f64, String)> = self.points.iter().filter_map(named).collect();
        let room = if high > low { (high - low) / 20.0 } else { 0.5 };
        if at.is_empty() && high > low {
            let round = Ticks::round(low, high);
            let inside = |(at, _): &(f64, String)| (low - room..=high + room).contains(at);
            let at = round.at.into_iter().filter(inside).collect();
            return Ticks { range: low - room..high + room, at };
        }
        // Every n-th name, so that names do not overlap.
        let widest = at.iter().map(|(_, name)| width(name, SMALL)).max().unwrap_or(0) + 12;
        let every = (at.len() as i32 * widest).div_euclid(WIDE).max(0) as usize + 1;
        let at = at.into_iter().step_by(every).collect();
        Ticks { range: low - room..high + room, at }
    }

    fn draw(&self, area: &Area<'_>, values: Ticks, (left, below): (i32, i32)) -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .margin_left(MARGIN)
            .margin_right(MARGIN)
            .margin_bottom(MARGIN)
            .y_label_area_size(left)
            .x_label_area_size(below)
            .build_cartesian_2d(self.places(), values)?;
        chart
            .configure_mesh()
            .bold_line_style(BLACK.mix(0.2))
            .light_line_style(TRANSPARENT)
            .axis_style(BLACK)
            .x_desc(clean(&self.across))
            .y_desc(clean(&self.unit))
            .label_style(letters(SMALL))
            .axis_desc_style(letters(SMALL))
            .draw()?;
        let dark = RGBColor::from(Colour::of(BANDS / 4));
        let drawable = || self.points.iter().filter(|point| point.value.is_finite());
        let band = |point: &CurvePoint| Some((point.at, point.interval?));
        let band: Vec<_> = drawable().filter_map(band).collect();
        let there = band.iter().map(|(at, (low, _))| (*at, *low));
        let back = band.iter().rev().map(|(at, (_, high))| (*at, *high));
        let outline: Vec<(f64, f64)> = there.chain(back).collect();
        if !outline.is_empty() {
            chart.draw_series([Polygon::new(outline, dark.mix(0.2).filled())])?;
        }
        let line: Vec<(f64, f64)> = drawable().map(|point| (point.at, point.value)).collect();
        chart.draw_series([PathElement::new(line, dark.stroke_width(2))])?;
        for point in drawable() {
            let at = (point.at, point.value);
            let fill = if point.marked { dark } else { WHITE };
            chart.draw_series([Circle::new(at, DOT, fill.filled())])?;
            chart.draw_series([Circle::new(at, DOT, dark.stroke_width(1))])?;
        }
        Ok(())
    }
}
