//! Heat maps as data.

use super::palette::BANDS;
use super::{heat_screen, heat_svg};

/// One edge of a heat map: what its columns or rows stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is counted along it, with the unit.
    pub label: String,
    /// What each column (from the left) or row (from the bottom) stands for.
    pub cells: Vec<String>,
    /// Where there is no room for all texts, every `step`-th cell has one, counted from the first; at
    /// least 1.
    pub step: usize,
}

impl Axis {
    /// An axis whose cells all have their text where there is room.
    pub fn new(label: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Self {
        Self { label: label.into(), cells: cells.into_iter().collect(), step: 1 }
    }

    /// The stride at which at most `most` cells are shown, if possible with the cells that have a text
    /// among them.
    pub(super) fn stride(&self, most: usize) -> usize {
        let needed = self.cells.len().div_ceil(most.max(1)).max(1);
        (needed..=needed + needed / 2)
            .find(|stride| self.step.is_multiple_of(*stride))
            .unwrap_or(needed)
    }

    /// The cells that have a text, where a cell is `size` wide and a text needs `room`.
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

/// How values become colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// What the values are, with the unit.
    pub label: String,
    /// The value of the darkest end; lower values have its colour too.
    pub low: f64,
    /// The value of the lightest end; higher values have its colour too.
    pub high: f64,
    /// The value in the middle of the palette, such as 0 where gains and losses meet; colours run
    /// evenly from it to both ends. Without it they run evenly from end to end.
    pub centre: Option<f64>,
    /// Values with their texts, beside the colours.
    pub ticks: Vec<(f64, String)>,
}

impl Scale {
    /// Where a value lies on the palette, from 0 to 1; `None` for a NaN.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        let part = |from: f64, to: f64| if to > from { (value - from) / (to - from) } else { 0.5 };
        let share = match self.centre {
            Some(centre) if value < centre => 0.5 * part(self.low, centre),
            Some(centre) => 0.5 + 0.5 * part(centre, self.high),
            None => part(self.low, self.high),
        };
        (!share.is_nan()).then(|| share.clamp(0.0, 1.0))
    }

    /// The step of the palette a value falls in.
    pub(super) fn band(&self, value: f64) -> Option<usize> {
        self.share(value).map(|share| ((share * BANDS as f64) as usize).min(BANDS - 1))
    }
}

/// One of the two parts a boundary separates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What it is called in place.
    pub name: String,
    /// One column wide: what stands for it on the terminal.
    pub mark: char,
}

impl Sides {
    /// The sides of cells that are `true` and `false`, each with its name and its mark.
    pub fn new(yes: (&str, char), no: (&str, char)) -> Self {
        let [yes, no] = [yes, no].map(|(name, mark)| Side { name: name.to_owned(), mark });
        Self { yes, no }
    }

    /// The side a cell is on.
    pub(super) fn of(&self, yes: bool) -> &Side {
        if yes { &self.yes } else { &self.no }
    }
}

/// The two parts of a map: the sides of cells that are `true` and `false`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The side of cells that are `true`.
    pub yes: Side,
    /// The side of cells that are `false`.
    pub no: Side,
}

/// One cell of a heat map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeatCell {
    /// Its value; such a cell has a colour.
    pub value: Option<f64>,
    /// Which of the two [`Sides`] it is on; `None`: on neither.
    pub side: Option<bool>,
}

/// Values over two axes, in colours.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What it is a map of.
    pub title: String,
    /// Remarks under the title.
    pub notes: Vec<String>,
    /// The columns.
    pub x: Axis,
    /// The rows.
    pub y: Axis,
    /// The colours of values.
    pub scale: Scale,
    /// The names of the two sides; with them the boundary is drawn.
    pub sides: Option<Sides>,
    /// What it means that a cell has no value.
    pub blank: Option<String>,
    /// A text for each cell in the order of the cells, or none. A map with texts is a table in
    /// colours: its picture runs from orange by white, in the middle of the scale, to blue.
    pub texts: Vec<String>,
    /// By row from the bottom, then by column.
    pub cells: Vec<HeatCell>,
}

impl HeatMap {
    /// A map of `cell(column, row)`, columns counted from the left and rows from the bottom.
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
        let (notes, sides, blank, texts) = Default::default();
        Self { title: title.into(), notes, x, y, scale, sides, blank, texts, cells }
    }

    /// The text in a cell; none where cells have no texts.
    pub(super) fn text(&self, column: usize, row: usize) -> Option<&str> {
        self.texts.get(row * self.columns() + column).map(String::as_str)
    }

    /// The cell of a column and a row; one without anything where there is none.
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

    /// The map as a whole SVG document. Maps of more than 560 columns or rows are thinned like those
    /// on the terminal.
    pub fn svg(&self) -> String {
        heat_svg::draw(self)
    }

    /// The map for a terminal of `width` columns, as whole lines; with `colour` the values are
    /// background colours, without it they are four shades (`░▒▓█`). Cells along the boundary have
    /// the marks of their sides.
    ///
    /// A map that is too large is thinned: every second, third … column and row is shown, and what
    /// is shown are values of single cells, never means.
    pub fn screen_lines(&self, width: usize, colour: bool) -> String {
        heat_screen::draw(self, width, colour)
    }

    /// The map with every so many columns and rows only.
    pub(super) fn thinned(&self, (across, up): (usize, usize)) -> Self {
        let (title, x, y) = (&*self.title, self.x.thinned(across), self.y.thinned(up));
        let cell = |column, row| self.cell(column * across, row * up);
        let map = Self::new(title, x, y, self.scale.clone(), cell);
        let (notes, sides, blank) = (self.notes.clone(), self.sides.clone(), self.blank.clone());
        Self { notes, sides, blank, ..map }
    }

    /// Whether a cell borders on one of the other side.
    pub(super) fn at_boundary(&self, column: usize, row: usize) -> bool {
        let Some(side) = self.cell(column, row).side else { return false };
        let next = [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)];
        next.into_iter().any(|(across, up)| {
            let cell = self.cell(column.wrapping_add(across), row.wrapping_add(up));
            self.sides.is_some() && cell.side == Some(!side)
        })
    }

    /// What it means that a cell has no value, where one has none.
    pub(super) fn meaning_of_blank(&self) -> Option<&str> {
        let blank = self.cells.iter().any(|cell| cell.value.is_none());
        self.blank.as_deref().filter(|_| blank)
    }
}
