//! Heat maps as data.

use super::palette::{BANDS, Colour};
use super::{heat_screen, heat_svg};

/// One axis of a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity, with its unit.
    pub label: String,
    /// The labels of the columns (from the left) or rows (from the bottom).
    pub cells: Vec<String>,
    /// If there is no space for all labels, every `step`-th cell is labelled, counted from the
    /// first; at least 1.
    pub step: usize,
}

impl Axis {
    /// An axis with `step` 1.
    pub fn new(label: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Self {
        Self { label: label.into(), cells: cells.into_iter().collect(), step: 1 }
    }

    /// The stride at which at most `most` cells remain; if possible, one that keeps the labelled
    /// cells.
    pub(super) fn stride(&self, most: usize) -> usize {
        let needed = self.cells.len().div_ceil(most.max(1)).max(1);
        (needed..=needed + needed / 2)
            .find(|stride| self.step.is_multiple_of(*stride))
            .unwrap_or(needed)
    }

    /// The labelled cells, for cells of width `size` and labels of width `room`.
    pub(super) fn labelled(&self, size: usize, room: usize) -> Vec<usize> {
        let size = size.max(1);
        let step = if room <= size { 1 } else { self.step };
        (0..self.cells.len()).step_by(step * room.div_ceil(size * step).max(1)).collect()
    }

    /// Every `stride`-th cell.
    fn thinned(&self, stride: usize) -> Self {
        Self {
            label: self.label.clone(),
            cells: self.cells.iter().step_by(stride).cloned().collect(),
            step: self.step.div_ceil(stride),
        }
    }
}

/// The mapping from values to colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// The quantity, with its unit.
    pub label: String,
    /// The value of the darkest colour, also used for lower values.
    pub low: f64,
    /// The value of the lightest colour, also used for higher values.
    pub high: f64,
    /// The value of the middle of the palette, such as 0 between gains and losses; colours are
    /// linear from it to both ends. Without it they are linear from end to end.
    pub centre: Option<f64>,
    /// Values with their labels, next to the colours.
    pub ticks: Vec<(f64, String)>,
}

impl Scale {
    /// The position of a value on the palette, from 0 to 1; `None` for a NaN.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        let part = |from: f64, to: f64| if to > from { (value - from) / (to - from) } else { 0.5 };
        let share = match self.centre {
            Some(centre) if value < centre => 0.5 * part(self.low, centre),
            Some(centre) => 0.5 + 0.5 * part(centre, self.high),
            None => part(self.low, self.high),
        };
        (!share.is_nan()).then(|| share.clamp(0.0, 1.0))
    }

    /// The colour of a value: on a scale with a centre diverging from white, else sequential.
    pub(super) fn colour(&self, value: f64) -> Option<Colour> {
        let share = self.share(value)?;
        Some(match self.centre {
            Some(_) => Colour::diverging(middle(share, DIVERGING)),
            None => Colour::of(((share * BANDS as f64) as usize).min(BANDS - 1)),
        })
    }

    /// The step of the palette for a value.
    pub(super) fn band(&self, value: f64) -> Option<usize> {
        self.share(value).map(|share| ((share * BANDS as f64) as usize).min(BANDS - 1))
    }
}

/// The number of steps of a diverging scale; odd, so that the centre is white.
pub(super) const DIVERGING: usize = 2 * BANDS + 1;

/// The middle of the step, of `steps` between 0 and 1, that contains `share`.
fn middle(share: f64, steps: usize) -> f64 {
    (((share * steps as f64) as usize).min(steps - 1) as f64 + 0.5) / steps as f64
}

/// One of the two regions separated by a boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The name shown in the region.
    pub name: String,
    /// The character for the region on the terminal, one column wide.
    pub mark: char,
}

impl Sides {
    /// The sides of `true` and `false` cells, each with a name and a mark.
    pub fn new(yes: (&str, char), no: (&str, char)) -> Self {
        let [yes, no] = [yes, no].map(|(name, mark)| Side { name: name.to_owned(), mark });
        Self { yes, no }
    }

    /// The side of a cell.
    pub(super) fn of(&self, yes: bool) -> &Side {
        if yes { &self.yes } else { &self.no }
    }
}

/// The two sides of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The side of `true` cells.
    pub yes: Side,
    /// The side of `false` cells.
    pub no: Side,
}

/// One cell of a heat map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeatCell {
    /// The value, which determines the colour; `None` for a blank cell.
    pub value: Option<f64>,
    /// The side in [`Sides`]; `None` for neither.
    pub side: Option<bool>,
}

/// Values over two axes, as colours.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// Notes below the title.
    pub notes: Vec<String>,
    /// The columns.
    pub x: Axis,
    /// The rows.
    pub y: Axis,
    /// The colours of values.
    pub scale: Scale,
    /// The names of the two sides; if set, the boundary is drawn.
    pub sides: Option<Sides>,
    /// The meaning of a blank cell.
    pub blank: Option<String>,
    /// One text per cell in the order of `cells`, or empty. A map with texts is a coloured table.
    pub texts: Vec<String>,
    /// A marked cell, by column and row, with its name.
    pub here: Option<(usize, usize, String)>,
    /// The cells by row from the bottom, then by column.
    pub cells: Vec<HeatCell>,
}

impl HeatMap {
    /// A map of `cell(column, row)`; columns count from the left, rows from the bottom.
    pub fn new(
        title: impl Into<String>,
        x: Axis,
        y: Axis,
        scale: Scale,
        cell: impl Fn(usize, usize) -> HeatCell,
    ) -> Self {
        let (columns, rows) = (x.cells.len(), y.cells.len());
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let cells = places.map(|(column, row)| cell(column, row)).collect();
        let (notes, sides, blank, texts, here) = Default::default();
        Self { title: title.into(), notes, x, y, scale, sides, blank, texts, here, cells }
    }

    /// The text in a cell; `None` if the map has no texts.
    pub(super) fn text(&self, column: usize, row: usize) -> Option<&str> {
        self.texts.get(row * self.columns() + column).map(String::as_str)
    }

    /// The cell at a column and a row; a blank cell outside the map.
    pub fn cell(&self, column: usize, row: usize) -> HeatCell {
        let inside = column < self.columns() && row < self.rows();
        if inside { self.cells[row * self.columns() + column] } else { HeatCell::default() }
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.x.cells.len()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.y.cells.len()
    }

    /// The map as a complete SVG document. Maps of more than 560 columns or rows are thinned as on
    /// the terminal.
    pub fn svg(&self) -> String {
        heat_svg::draw(self)
    }

    /// The map for a terminal of `width` columns, as complete lines. Values are background colours
    /// with `colour`, else four shades (`░▒▓█`). Cells along the boundary show the marks of their
    /// sides.
    ///
    /// A map that is too large is thinned to every second, third … column and row. It shows values
    /// of single cells, never means.
    pub fn screen_lines(&self, width: usize, colour: bool) -> String {
        heat_screen::draw(self, width, colour)
    }

    /// The map reduced to every `across`-th column and `up`-th row.
    pub(super) fn thinned(&self, (across, up): (usize, usize)) -> Self {
        let (title, x, y) = (&*self.title, self.x.thinned(across), self.y.thinned(up));
        let cell = |column, row| self.cell(column * across, row * up);
        let map = Self::new(title, x, y, self.scale.clone(), cell);
        let (notes, sides, blank) = (self.notes.clone(), self.sides.clone(), self.blank.clone());
        Self { notes, sides, blank, ..map }
    }

    /// Whether a neighbour of the cell is on the other side.
    pub(super) fn at_boundary(&self, column: usize, row: usize) -> bool {
        let Some(side) = self.cell(column, row).side else { return false };
        let next = [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)];
        next.into_iter().any(|(across, up)| {
            let cell = self.cell(column.wrapping_add(across), row.wrapping_add(up));
            self.sides.is_some() && cell.side == Some(!side)
        })
    }

    /// The meaning of blank cells, if there are any.
    pub(super) fn meaning_of_blank(&self) -> Option<&str> {
        let blank = self.cells.iter().any(|cell| cell.value.is_none());
        self.blank.as_deref().filter(|_| blank)
    }
}
