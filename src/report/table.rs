//! Tables as data.

use std::borrow::Cow;

use super::schema::Schema;
use crate::diagnostic::printable;

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A name or a label.
    Text(String),
    /// A count.
    Integer(i128),
    /// An estimate, or part of one. What is no number is written like [`Cell::Empty`].
    Real(f64),
    /// Not applicable.
    Empty,
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

impl From<usize> for Cell {
    fn from(value: usize) -> Self {
        Self::Integer(value as i128)
    }
}

macro_rules! integer_cells {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Cell {
            fn from(value: $integer) -> Self {
                Self::Integer(value.into())
            }
        }
    )*};
}

integer_cells!(u8 u16 u32 u64 i8 i16 i32 i64 i128);

/// Nothing is an empty cell.
impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// Named columns and rows of cells: what all formats are made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    name: &'static str,
    about: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty table with the shared first columns and those of `schema`.
    #[must_use]
    pub fn new(schema: &Schema) -> Self {
        let columns = schema.all_columns().collect();
        Self { name: schema.name, about: schema.about, columns, rows: Vec::new() }
    }

    /// An empty table with columns of its own, for rows that are no observation of a policy.
    #[must_use]
    pub fn free(name: &'static str, about: &'static str, columns: &[&'static str]) -> Self {
        Self { name, about, columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row; texts lose what a terminal would act upon.
    ///
    /// # Panics
    ///
    /// If the row has not one cell for each column.
    pub fn push(&mut self, mut row: Vec<Cell>) {
        assert_eq!(row.len(), self.columns.len(), "cells in a row of {}", self.name);
        for cell in &mut row {
            if let Cell::Text(text) = cell
                && let Cow::Owned(clean) = printable(text)
            {
                *text = clean;
            }
        }
        self.rows.push(row);
    }

    /// The name, which is the stem of its file's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the table holds, in one sentence.
    #[must_use]
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[&'static str] {
        &self.columns
    }

    /// The rows, each with one cell for each column.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// The number in `column` of the first row that reads as `of` says, as (column, text or whole
    /// number); none where there is no such row or no number.
    #[must_use]
    pub fn number(&self, of: &[(&str, &str)], column: &str) -> Option<f64> {
        let index = |name: &str| self.columns.iter().position(|column| *column == name);
        let reads = |cell: &Cell, as_text: &str| match cell {
            Cell::Text(text) => text == as_text,
            Cell::Integer(number) => as_text.parse() == Ok(*number),
            Cell::Real(_) | Cell::Empty => false,
        };
        let fits = |row: &&Vec<Cell>| {
            of.iter().all(|(name, text)| index(name).is_some_and(|at| reads(&row[at], text)))
        };
        match self.rows.iter().find(fits)?[index(column)?] {
            Cell::Integer(number) => Some(number as f64),
            Cell::Real(number) => Some(number),
            Cell::Text(_) | Cell::Empty => None,
        }
    }

    /// The name of its CSV file.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.csv", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_from_what_is_counted() {
        assert_eq!(Cell::from(3u64), Cell::Integer(3));
        assert_eq!(Cell::from(-3i64), Cell::Integer(-3));
        assert_eq!(Cell::from(None::<f64>), Cell::Empty);
        assert_eq!(Cell::from(Some("x")), Cell::Text("x".into()));
    }

    #[test]
    fn a_number_is_found_by_what_its_row_is_about() {
        let mut table = Table::free("t", "", &["policy", "seat", "wins", "rate"]);
        table.push(vec!["a".into(), "all".into(), 5.into(), 0.5.into()]);
        table.push(vec!["a".into(), 1.into(), 3.into(), Cell::Empty]);
        assert_eq!(table.number(&[("policy", "a")], "rate"), Some(0.5));
        assert_eq!(table.number(&[("policy", "a"), ("seat", "1")], "wins"), Some(3.0));
        assert_eq!(table.number(&[("policy", "a"), ("seat", "1")], "rate"), None);
        assert_eq!(table.number(&[("policy", "b")], "rate"), None);
        assert_eq!(table.number(&[("player", "a")], "rate"), None);
        assert_eq!(table.number(&[], "lead"), None);
    }

    #[test]
    #[should_panic = "cells in a row of t"]
    fn a_row_of_the_wrong_width_is_refused() {
        Table::free("t", "", &["a", "b"]).push(vec![Cell::Empty]);
    }
}
