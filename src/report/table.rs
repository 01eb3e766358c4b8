//! Tables as data.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::key::{Key, Label};
use super::number::five_digits;
use super::schemas::SETTINGS;
use super::screen::{Align, Grid};
use crate::diagnostic::printable;
use crate::report::schema::{Column, Schema, Type};

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A name or a label.
    Text(String),
    /// A count.
    Integer(i128),
    /// An estimate, or a part of one. A value that is not finite is written like [`Cell::Empty`].
    Real(f64),
    /// Not applicable.
    Empty,
}

impl Cell {
    /// Whether a column of type `kind` may hold the cell.
    const fn fits(&self, kind: Type) -> bool {
        matches!(
            (self, kind),
            (Self::Text(_), Type::Text)
                | (Self::Integer(_), Type::Integer | Type::Number)
                | (Self::Real(_), Type::Number)
                | (Self::Empty, _)
        )
    }
}

impl Cell {
    /// The number in the cell.
    pub(super) fn number(&self) -> Option<f64> {
        match *self {
            Self::Integer(number) => Some(number as f64),
            Self::Real(number) => Some(number),
            Self::Text(_) | Self::Empty => None,
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

macro_rules! integer_cells {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Cell {
            fn from(value: $integer) -> Self {
                Self::Integer(value as i128)
            }
        }
    )*};
}

integer_cells!(u8 u16 u32 u64 usize i8 i16 i32 i64 i128);

/// `None` is an empty cell.
impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// The settings of each label, by game, edition, column and text of the label.
type Labels = BTreeMap<[String; 4], Vec<(String, String)>>;

/// Named columns and rows of cells: the source of all formats.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    schema: Schema,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    labels: Labels,
}

impl Table {
    /// An empty table with the columns of `schema`.
    pub fn new(schema: &Schema) -> Self {
        let columns = schema.all_columns().collect();
        Self { schema: *schema, columns, rows: Vec::new(), labels: Labels::new() }
    }

    /// Adds a row: the common columns from `key`, then `cells`.
    ///
    /// # Panics
    ///
    /// As [`Table::push`].
    pub fn row(&mut self, key: &Key, cells: impl IntoIterator<Item = Cell>) {
        let common = self.schema.begins.columns().len();
        key.labels(common).for_each(|(column, label)| self.explain(key, column, label));
        self.push(key.cells().into_iter().take(common).chain(cells).collect());
    }

    /// Records the settings of a label in a column of a row with this key.
    pub fn explain(&mut self, key: &Key, column: &str, label: &Label) {
        if !label.text.is_empty() {
            let name = [&key.game, &key.edition, column, &label.text].map(str::to_owned);
            self.labels.entry(name).or_insert_with(|| label.settings.clone());
        }
    }

    /// Adds a row; control characters in texts are replaced.
    ///
    /// # Panics
    ///
    /// If the number of cells differs from the number of columns. With debug assertions, if a cell
    /// does not fit the type of its column.
    pub fn push(&mut self, mut row: Vec<Cell>) {
        assert_eq!(row.len(), self.columns.len(), "cells in a row of {}", self.name());
        for (cell, column) in row.iter_mut().zip(&self.columns) {
            debug_assert!(cell.fits(column.kind), "{}: {} is {cell:?}", self.name(), column.name);
            if let Cell::Text(text) = cell
                && let Cow::Owned(clean) = printable(text)
            {
                *text = clean;
            }
        }
        self.rows.push(row);
    }

    /// Adds the rows of another table with the same columns.
    pub fn append(&mut self, other: Self) {
        debug_assert_eq!(self.schema, other.schema);
        self.rows.extend(other.rows);
        self.labels.extend(other.labels);
    }

    /// The table of the settings behind the labels of `tables`, and of some of the run.
    pub fn settings(tables: &[Self], run: Vec<(String, String)>) -> Self {
        let mut labels: Labels = tables.iter().flat_map(|table| table.labels.clone()).collect();
        if let Some([game, edition, ..]) = labels.keys().next().cloned() {
            labels.insert([game, edition, String::new(), String::new()], run);
        }
        let mut all = Self::new(&SETTINGS);
        for (name, settings) in labels {
            for (key, value) in settings {
                let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
                let of = name.clone().map(Cell::from);
                all.push(of.into_iter().chain([key.into(), value.into(), number.into()]).collect());
            }
        }
        all
    }

    /// The name: the file name without extension.
    pub const fn name(&self) -> &'static str {
        self.schema.name
    }

    /// Returns the columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The rows, each with one cell per column.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// The cell of a row in the column `name`.
    pub(super) fn cell<'a>(&self, row: &'a [Cell], name: &str) -> Option<&'a Cell> {
        self.columns.iter().position(|column| column.name == name).map(|at| &row[at])
    }

    /// The number in `column` of the first row that matches all (column, text) pairs of `of`;
    /// integers match by value, an empty text matches an empty cell. `None` without such a row or
    /// number.
    pub fn number(&self, of: &[(&str, &str)], column: &str) -> Option<f64> {
        let index = |name: &str| self.columns.iter().position(|column| column.name == name);
        let reads = |cell: &Cell, as_text: &str| match cell {
            Cell::Text(text) => text == as_text,
            Cell::Integer(number) => as_text.parse() == Ok(*number),
            Cell::Real(_) => false,
            Cell::Empty => as_text.is_empty(),
        };
        let fits = |row: &&Vec<Cell>| {
            of.iter().all(|(name, text)| index(name).is_some_and(|at| reads(&row[at], text)))
        };
        self.rows.iter().find(fits)?[index(column)?].number()
    }

    /// Returns the table for the screen, without columns that have no values and without those of the
    /// key that are the same in all rows.
    pub fn grid(&self) -> Grid {
        let key = self.schema.begins.columns().len();
        let filled = |at: usize| self.rows.iter().any(|row| row[at] != Cell::Empty);
        let differs = |at: usize| self.rows.iter().any(|row| row[at] != self.rows[0][at]);
        let shown = |at: &usize| if *at < key { differs(*at) } else { filled(*at) };
        let shown: Vec<usize> = (0..self.columns.len()).filter(shown).collect();
        let text = |at: usize| self.rows.iter().any(|row| matches!(row[at], Cell::Text(_)));
        let heads = shown
            .iter()
            .map(|at| (self.columns[*at].name, if text(*at) { Align::Text } else { Align::Right }));
        let mut grid = Grid::new(&heads.collect::<Vec<_>>());
        for row in &self.rows {
            grid.push(shown.iter().map(|at| match &row[*at] {
                Cell::Text(text) => text.clone(),
                Cell::Integer(number) => number.to_string(),
                Cell::Real(number) => five_digits(*number),
                Cell::Empty => String::new(),
            }));
        }
        grid
    }

    /// The name of the CSV file.
    pub fn file_name(&self) -> String {
        format!("{}.csv", self.name())
    }
}
