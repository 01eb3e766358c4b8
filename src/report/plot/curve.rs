//! Values along an axis, as SVG: curves with confidence bands, and labelled points.

use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::bars::{Bar, hint, short};
use super::canvas::{
    Area, Drawn, Heading, Hints, LINE, SMALL, Ticks, anchored, clean, letters, sheet, width,
};
use super::palette::SERIES;

/// The size of the plot area, in pixels.
const HIGH: i32 = 360;
const WIDE: i32 = 640;
/// The margin of the picture.
const MARGIN: i32 = 16;
/// The radius of a point.
const DOT: i32 = 4;

/// A point of a curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// The position along the horizontal axis.
    pub at: f64,
    /// The label on the axis, if it is not the number.
    pub name: Option<String>,
    /// Its value.
    pub value: f64,
    /// The lower and upper limits of its interval, if any.
    pub interval: Option<(f64, f64)>,
    /// Whether the dot is filled.
    pub marked: bool,
    /// The text next to the point; may be empty.
    pub label: String,
}

/// Points with one colour and one shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend; a single series needs none.
    pub name: String,
    /// Whether lines join the points, and the intervals are a band.
    pub joined: bool,
    /// The points, from the left.
    pub points: Vec<CurvePoint>,
}

/// Values along an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The title.
    pub title: String,
    /// Notes below the title.
    pub notes: Vec<String>,
    /// The quantity on the horizontal axis.
    pub across: String,
    /// The quantity on the value axis, with its unit.
    pub unit: String,
    /// The series; more than six repeat the colours with other shapes.
    pub series: Vec<Series>,
    /// Positions with a vertical line, each with its name.
    pub lines: Vec<(f64, String)>,
}

impl Curve {
    /// The curve as a complete SVG document.
    pub fn svg(&self) -> String {
        let values = self.values();
        let left = values.width() + LINE + 20;
        let total = MARGIN + left + WIDE + MARGIN;
        let heading = Heading::new(&self.title, &self.notes, total - 2 * MARGIN);
        let below = 2 * LINE + 12;
        let above = if self.lines.is_empty() { 0 } else { LINE };
        let legend = if self.series.len() > 1 { LINE * self.series.len() as i32 + 8 } else { 0 };
        let plot = above + HIGH + below + MARGIN;
        let height = heading.height() + plot + legend;
        let size = (total.unsigned_abs(), height.unsigned_abs());
        sheet(size, (&self.title, &self.notes), |root, hints| {
            heading.draw(root, MARGIN)?;
            let (_, body) = root.split_vertically(heading.height() + above);
            let (body, foot) = body.split_vertically(plot - above);
            self.draw(&body, hints, values.clone(), (left, below))?;
            if self.series.len() > 1 { self.legend(&foot, MARGIN + left) } else { Ok(()) }
        })
    }

    fn points(&self) -> impl Iterator<Item = &CurvePoint> {
        self.series.iter().flat_map(|series| &series.points)
    }

    /// The value axis: round values that enclose all values and intervals.
    fn values(&self) -> Ticks {
        let ends = |point: &CurvePoint| {
            let (low, high) = point.interval.unwrap_or((point.value, point.value));
            [low, point.value, high]
        };
        let all = || self.points().flat_map(ends).filter(|end| end.is_finite());
        let (low, high) = (all().reduce(f64::min), all().reduce(f64::max));
        Ticks::round(low.unwrap_or(0.0), high.unwrap_or(1.0))
    }

    /// The horizontal axis: round numbers, or the names of the points.
    fn places(&self) -> Ticks {
        let lines = || self.lines.iter().map(|(at, _)| *at);
        let ends = || self.points().map(|point| point.at).chain(lines());
        let low = ends().reduce(f64::min).unwrap_or(0.0);
        let high = ends().reduce(f64::max).unwrap_or(1.0);
        let named = |point: &CurvePoint| Some((point.at, point.name.clone()?));
        let mut at: Vec<(f64, String)> = self.points().filter_map(named).collect();
        at.sort_by(|a, b| a.0.total_cmp(&b.0));
        at.dedup();
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

    fn draw(
        &self,
        area: &Area<'_>,
        hints: &Hints,
        values: Ticks,
        (left, below): (i32, i32),
    ) -> Drawn {
        let top = values.range.end;
        let bottom = values.range.start;
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
        for (at, name) in &self.lines {
            let line = vec![(*at, bottom), (*at, top)];
            chart.draw_series([DashedPathElement::new(line, 4, 4, BLACK.stroke_width(1))])?;
            let style = anchored(letters(SMALL), HPos::Center, VPos::Bottom);
            chart.draw_series([Text::new(clean(name), (*at, top), style)])?;
        }
        for (number, series) in self.series.iter().enumerate() {
            let colour = RGBColor::from(SERIES[number % SERIES.len()]);
            let drawable = || series.points.iter().filter(|point| point.value.is_finite());
            let band = |point: &CurvePoint| Some((point.at, point.interval?));
            let band: Vec<_> = drawable().filter_map(band).collect();
            if series.joined {
                let there = band.iter().map(|(at, (low, _))| (*at, *low));
                let back = band.iter().rev().map(|(at, (_, high))| (*at, *high));
                let outline: Vec<(f64, f64)> = there.chain(back).collect();
                if !outline.is_empty() {
                    chart.draw_series([Polygon::new(outline, colour.mix(0.2).filled())])?;
                }
                let line: Vec<_> = drawable().map(|point| (point.at, point.value)).collect();
                chart.draw_series([PathElement::new(line, colour.stroke_width(2))])?;
            } else {
                chart.draw_series(band.iter().map(|(at, (low, high))| {
                    PathElement::new([(*at, *low), (*at, *high)], colour.stroke_width(2))
                }))?;
            }
            for point in drawable() {
                let place = chart.backend_coord(&(point.at, point.value));
                let (x, y) = area.get_base_pixel();
                draw_point(area, (place.0 - x, place.1 - y), number, point.marked)?;
                let place_name = point.name.clone().unwrap_or_else(|| short(point.at));
                let at = format!("{} {place_name}", self.across);
                let bar = Bar { value: point.value, interval: point.interval };
                let names = [&series.name, &point.label, &at].map(String::as_str);
                hints.point(place, &hint(&names, bar));
                if !point.label.is_empty() {
                    let style = anchored(letters(SMALL), HPos::Left, VPos::Bottom);
                    let at = (place.0 - x + DOT + 3, place.1 - y - 2);
                    area.draw(&Text::new(clean(&point.label), at, style))?;
                }
            }
        }
        Ok(())
    }

    /// The legend with the names of the series.
    fn legend(&self, area: &Area<'_>, left: i32) -> Drawn {
        for (number, series) in self.series.iter().enumerate() {
            let top = 4 + number as i32 * LINE;
            draw_point(area, (left + 8, top + 8), number, true)?;
            area.draw(&Text::new(clean(&series.name), (left + 24, top), letters(SMALL)))?;
        }
        Ok(())
    }
}

/// Draws a point of a series: a circle, a square, a triangle or a diamond, filled if `marked`.
fn draw_point(area: &Area<'_>, (x, y): (i32, i32), series: usize, marked: bool) -> Drawn {
    let colour = RGBColor::from(SERIES[series % SERIES.len()]);
    let fill = if marked { colour } else { WHITE };
    let corners: &[(i32, i32)] = match series % 4 {
        0 => {
            area.draw(&Circle::new((x, y), DOT, fill.filled()))?;
            return area.draw(&Circle::new((x, y), DOT, colour.stroke_width(2)));
        }
        1 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        2 => &[(0, -5), (5, 4), (-5, 4)],
        _ => &[(0, -6), (6, 0), (0, 6), (-6, 0)],
    };
    let mut outline: Vec<(i32, i32)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    area.draw(&Polygon::new(outline.clone(), fill.filled()))?;
    outline.extend(outline.first().copied());
    area.draw(&PathElement::new(outline, colour.stroke_width(2)))
}
