//! Heat maps as SVG.

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::bars::short;
use super::canvas::{
    Area, Drawn, Heading, Hints, LINE, SMALL, Ticks, anchored, clean, letters, sheet, width,
};
use super::heat::{Axis, DIVERGING, HeatMap, Sides};
use super::outline::{boundary, regions, room};
use super::palette::{BANDS, Colour};

/// The maximum width of the map, in pixels.
const WIDEST: usize = 560;
/// The maximum height of the map, in pixels.
const HIGHEST: usize = 500;
/// Larger numbers of columns or rows are thinned.
const MOST: usize = 560;
/// The gap between the map and the colour strip.
const GAP: i32 = 18;
/// The width of the colour strip.
const STRIP: i32 = 20;
/// The space right of the strip for ticks and the axis title, without tick labels.
const LEGEND: i32 = 46;
/// The radius of the ring around the marked cell.
const HERE: i32 = 10;
/// The maximum number of cells with a text under the pointer.
const HINTS: usize = 1500;
/// The margin of the picture.
const MARGIN: i32 = 16;
/// The font size of the names of the sides.
const NAME: i32 = 16;

/// Draws a map.
pub(super) fn draw(map: &HeatMap) -> String {
    let strides = (map.x.stride(MOST), map.y.stride(MOST));
    if strides != (1, 1) {
        return draw(&map.thinned(strides));
    }
    let layout = Layout::new(map);
    sheet(layout.size, (&map.title, &map.notes), |root, hints| layout.draw(root, hints))
}

/// A map with its axes.
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Ticks, Ticks>>;

/// The layout, in pixels.
struct Layout<'a> {
    map: &'a HeatMap,
    heading: Heading,
    size: (u32, u32),
    /// The size of a cell.
    cell: (i32, i32),
    /// The width and height of the map itself.
    extent: (i32, i32),
    x: Ticks,
    y: Ticks,
    colours: Ticks,
    /// Space left of the map for row labels.
    left: i32,
}

impl<'a> Layout<'a> {
    fn new(map: &'a HeatMap) -> Self {
        let (columns, rows) = (map.columns().max(1), map.rows().max(1));
        // A map with few columns has wide cells, so that the names of the sides fit.
        let mut across = (WIDEST / columns).clamp(1, 64.max(240 / columns));
        let up = (HIGHEST / rows).clamp(1, 40);
        let widest = map.x.cells.iter().map(|text| width(text, SMALL)).max().unwrap_or(0);
        // The cells of a coloured table fit every text.
        if let Some(text) = map.texts.iter().map(|text| width(text, SMALL)).max() {
            let room = widest.max(text) + 8;
            across = across.max(usize::try_from(room).unwrap_or(0));
        }
        let x = ticks(&map.x, across, widest + 8);
        let y = ticks(&map.y, up, LINE);
        let tick = |(value, text): &(f64, String)| Some((map.scale.share(*value)?, text.clone()));
        let colours = map.scale.ticks.iter().filter_map(tick).collect();
        // A scale that begins at its centre has only one side.
        let low = if map.scale.centre == Some(map.scale.low) { 0.5 } else { 0.0 };
        let colours = Ticks { range: low..1.0, at: colours };
        let left = y.width() + LINE + 20;
        // An axis of n pixels has its last value on pixel n - 1.
        let (wide, high) = ((columns * across) as i32 + 1, (rows * up) as i32 + 1);
        let total = MARGIN + left + wide + GAP + STRIP + LEGEND + colours.width() + MARGIN;
        let heading = Heading::new(&map.title, &map.notes, total - 2 * MARGIN);
        let legend = if map.meaning_of_blank().is_some() { LINE + 10 } else { 0 };
        let height = heading.height() + high + 2 * LINE + 16 + legend + MARGIN;
        let size = (total.unsigned_abs(), height.unsigned_abs());
        let (cell, extent) = ((across as i32, up as i32), (wide, high));
        Self { map, heading, size, cell, extent, x, y, colours, left }
    }

    fn draw(&self, root: &Area<'_>, hints: &Hints) -> Drawn {
        self.heading.draw(root, MARGIN)?;
        let (_, below) = root.split_vertically(self.heading.height());
        let (wide, high) = self.extent;
        let (body, foot) = below.split_vertically(high + 2 * LINE + 16);
        let (main, legend) = body.split_horizontally(MARGIN + self.left + wide);
        self.cells(&main, hints)?;
        self.legend(&legend, high)?;
        self.blank(&foot)
    }

    /// The cells with their axes, the boundary and the names of the sides.
    fn cells(&self, area: &Area<'_>, hints: &Hints) -> Drawn {
        let map = self.map;
        let mut chart = ChartBuilder::on(area)
            .margin_left(MARGIN)
            .y_label_area_size(self.left)
            .x_label_area_size(2 * LINE + 16)
            .build_cartesian_2d(self.x.clone(), self.y.clone())?;
        if map.texts.is_empty() {
            self.bands(&mut chart)?;
        } else {
            self.numbers(&mut chart)?;
        }
        self.hints(&chart, hints);
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(BLACK)
            .x_desc(clean(&map.x.label))
            .y_desc(clean(&map.y.label))
            .label_style(letters(SMALL))
            .axis_desc_style(letters(SMALL))
            .draw()?;
        map.sides.as_ref().map_or(Ok(()), |sides| self.sides(sides, &mut chart))?;
        let Some((column, row, name)) = &map.here else { return Ok(()) };
        let at = (*column as f64 + 0.5, *row as f64 + 0.5);
        for (colour, heavy) in [(WHITE, 6), (BLACK, 3)] {
            chart.draw_series([Circle::new(at, HERE, colour.stroke_width(heavy))])?;
        }
        // The name is to the right of the ring.
        let place = |(right, up): (i32, i32)| {
            let of = |pixels: i32, cell: i32| f64::from(pixels) / f64::from(cell);
            (at.0 + of(right, self.cell.0), at.1 + of(up, self.cell.1))
        };
        let (left, wide) = (HERE + 6, width(name, SMALL));
        let frame = [place((left, LINE / 2)), place((left + wide + 8, -LINE / 2))];
        chart.draw_series([Rectangle::new(frame, WHITE.filled())])?;
        let style = anchored(letters(SMALL), HPos::Left, VPos::Center);
        chart.draw_series([Text::new(clean(name), place((left + 4, 0)), style)])?;
        Ok(())
    }

    /// The texts of the cells under the pointer, unless there are too many.
    fn hints(&self, chart: &Chart<'_, '_>, hints: &Hints) {
        let map = self.map;
        if map.columns() * map.rows() > HINTS {
            return;
        }
        for (row, name) in map.y.cells.iter().enumerate() {
            for (column, across) in map.x.cells.iter().enumerate() {
                let cell = map.cell(column, row);
                let side =
                    cell.side.zip(map.sides.as_ref()).map(|(yes, sides)| &sides.of(yes).name);
                let value = cell.value.map_or_else(String::new, short);
                let side = side.map_or_else(String::new, |side| format!(", {side}"));
                let text =
                    format!("{} {across}, {} {name}: {value}{side}", map.x.label, map.y.label);
                let (left, low) = (column as f64, row as f64);
                let corners = [(left, low + 1.0), (left + 1.0, low)];
                let [from, to] = corners.map(|corner| chart.backend_coord(&corner));
                hints.add(from, to, &text);
            }
        }
    }

    /// The cells as runs of one colour.
    fn bands(&self, chart: &mut Chart<'_, '_>) -> Drawn {
        let map = self.map;
        let (columns, rows) = (map.columns(), map.rows());
        // From top to bottom and left to right, each rectangle extends one pixel too far to the
        // right and down, and the following ones cover it. This avoids hairlines between neighbours
        // at any zoom.
        let (right, down) = (1.0 / f64::from(self.cell.0), 1.0 / f64::from(self.cell.1));
        for row in (0..rows).rev() {
            let colour =
                |column: usize| map.cell(column, row).value.and_then(|v| map.scale.colour(v));
            let starts: Vec<usize> =
                (0..columns).filter(|&c| c == 0 || colour(c) != colour(c - 1)).collect();
            let ends = starts.iter().skip(1).copied().chain([columns]);
            chart.draw_series(starts.iter().zip(ends).map(|(&start, end)| {
                let fill = colour(start).map_or(WHITE, RGBColor::from);
                let far = (end as f64 + right).min(columns as f64);
                let corners =
                    [(start as f64, row as f64 + 1.0), (far, (row as f64 - down).max(0.0))];
                Rectangle::new(corners, fill.filled())
            }))?;
            let blank = (0..columns).filter(|column| colour(*column).is_none());
            chart.draw_series(blank.map(|column| {
                let (column, row) = (column as f64, row as f64);
                PathElement::new([(column, row), (column + 1.0, row + 1.0)], BLACK.mix(0.35))
            }))?;
        }
        Ok(())
    }

    /// Coloured cells, each with its text.
    fn numbers(&self, chart: &mut Chart<'_, '_>) -> Drawn {
        let map = self.map;
        let (columns, rows) = (map.columns(), map.rows());
        for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |c| (c, row))) {
            let (left, low) = (column as f64, row as f64);
            let corners = [(left, low + 1.0), (left + 1.0, low)];
            let Some(colour) = map.cell(column, row).value.and_then(|v| map.scale.colour(v)) else {
                let across = vec![(left, low), (left + 1.0, low + 1.0)];
                chart.draw_series([PathElement::new(across, BLACK.mix(0.35))])?;
                continue;
            };
            chart.draw_series([Rectangle::new(corners, RGBColor::from(colour).filled())])?;
            chart.draw_series([Rectangle::new(corners, BLACK.mix(0.25).stroke_width(1))])?;
            let ink = if colour.is_light() { &BLACK } else { &WHITE };
            let style = anchored(letters(SMALL).color(ink), HPos::Center, VPos::Center);
            let text = clean(map.text(column, row).unwrap_or_default());
            chart.draw_series([Text::new(text, (left + 0.5, low + 0.5), style)])?;
        }
        Ok(())
    }

    /// The boundary between the two sides, and their names.
    fn sides(&self, sides: &Sides, chart: &mut Chart<'_, '_>) -> Drawn {
        let map = self.map;
        let (columns, rows) = (map.columns(), map.rows());
        let lines = boundary(columns, rows, |column, row| map.cell(column, row).side);
        for (colour, wide) in [(WHITE, 6), (BLACK, 3)] {
            for line in &lines {
                let line: Vec<_> = line.iter().map(|c| (c.0 as f64, c.1 as f64)).collect();
                chart.draw_series([PathElement::new(line, colour.stroke_width(wide))])?;
            }
        }
        // Every region of a side has its name, so that islands are not overlooked.
        for (yes, region) in regions(columns, rows, |column, row| map.cell(column, row).side) {
            let name = clean(&sides.of(yes).name);
            let (wide, high) = (width(&name, NAME) + 12, NAME + 10);
            let need = (
                f64::from(wide) / f64::from(self.cell.0),
                f64::from(high) / f64::from(self.cell.1),
            );
            let inside = |column, row| region.contains(&(column, row));
            let Some((x, y)) = room(columns, rows, need, inside) else { continue };
            let (right, up) = (need.0 / 2.0, need.1 / 2.0);
            let frame = [(x - right, y + up), (x + right, y - up)];
            let style = anchored(letters(NAME), HPos::Center, VPos::Center);
            chart.draw_series([Rectangle::new(frame, WHITE.filled())])?;
            chart.draw_series([Rectangle::new(frame, BLACK.stroke_width(1))])?;
            chart.draw_series([Text::new(name, (x, y), style)])?;
        }
        Ok(())
    }

    /// The colour strip with the labels of the scale.
    fn legend(&self, area: &Area<'_>, high: i32) -> Drawn {
        let (strip, _) = area.split_vertically(high);
        let mut chart = ChartBuilder::on(&strip)
            .margin_left(GAP)
            .margin_right(MARGIN)
            .right_y_label_area_size(self.colours.width() + LEGEND)
            .build_cartesian_2d(RangedCoordf64::from(0.0..1.0), self.colours.clone())?;
        let diverges = self.map.scale.centre.is_some();
        let (bands, low) = (if diverges { DIVERGING } else { BANDS }, self.colours.range.start);
        let colours = (0..bands).map(|band| match diverges {
            true => Colour::diverging((band as f64 + 0.5) / bands as f64),
            false => Colour::of(band),
        });
        let tops = colours.zip((1..=bands).map(|band| band as f64 / bands as f64));
        chart.draw_series(
            tops.filter(|(_, top)| *top > low).collect::<Vec<_>>().into_iter().rev().map(
                |(colour, top)| {
                    Rectangle::new([(0.0, top), (1.0, low)], RGBColor::from(colour).filled())
                },
            ),
        )?;
        chart
            .configure_mesh()
            .disable_mesh()
            .disable_x_axis()
            .axis_style(BLACK)
            .set_tick_mark_size(LabelAreaPosition::Right, 6)
            .y_desc(clean(&self.map.scale.label))
            .label_style(letters(SMALL))
            .axis_desc_style(letters(SMALL))
            .draw()
    }

    /// The meaning of blank cells.
    fn blank(&self, area: &Area<'_>) -> Drawn {
        let Some(meaning) = self.map.meaning_of_blank() else { return Ok(()) };
        let (left, top) = (MARGIN + self.left, 4);
        let frame = [(left, top), (left + 24, top + 14)];
        area.draw(&Rectangle::new(frame, BLACK.mix(0.35).stroke_width(1)))?;
        let across = [(left, top + 14), (left + 24, top)];
        area.draw(&PathElement::new(across, BLACK.mix(0.35)))?;
        area.draw(&Text::new(clean(meaning), (left + 32, top + 1), letters(SMALL)))
    }
}

/// The labels of an axis with cells of `size` pixels and labels of `room` pixels.
fn ticks(axis: &Axis, size: usize, room: i32) -> Ticks {
    let cells = axis.labelled(size, usize::try_from(room).unwrap_or(1));
    let at = cells.into_iter().map(|cell| (cell as f64 + 0.5, axis.cells[cell].clone()));
    Ticks { range: 0.0..axis.cells.len() as f64, at: at.collect() }
}
