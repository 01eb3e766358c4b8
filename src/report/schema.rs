//! The columns of tables, each declared once: what the table holds, what a column means, its unit and
//! its type.

use strum::IntoStaticStr;

/// The values of a column; a cell of any of them may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Type {
    /// Names and labels.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
}

impl Type {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What stands in it.
    pub kind: Type,
    /// The unit of a number; empty where it has none.
    pub unit: &'static str,
    /// What it means, in one sentence without a full stop.
    pub about: &'static str,
}

impl Column {
    /// Names and labels.
    pub const fn text(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: Type::Text, unit: "", about }
    }

    /// Whole numbers.
    pub const fn integer(name: &'static str, unit: &'static str, about: &'static str) -> Self {
        Self { name, kind: Type::Integer, unit, about }
    }

    /// Numbers.
    pub const fn number(name: &'static str, unit: &'static str, about: &'static str) -> Self {
        Self { name, kind: Type::Number, unit, about }
    }
}

/// The common columns that a table begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// None: raw rows.
    Nothing,
    /// Those of the rules: what holds whoever plays.
    Rules,
    /// Those of a run: what was observed.
    Run,
}

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The stem of the file's name.
    pub name: &'static str,
    /// What the table holds, in one sentence.
    pub about: &'static str,
    /// The columns it begins with.
    pub begins: Begins,
    /// The columns behind them, in groups.
    pub columns: &'static [&'static [Column]],
}

/// The columns of an estimate behind its value.
pub const ERRORS: [Column; 5] = [
    Column::number("std_error", "", "the standard error, in the unit of the estimate"),
    Column::number("ci_low", "", "the lower end of the confidence interval"),
    Column::number("ci_high", "", "the upper end of the confidence interval"),
    Column::number("confidence", "", "the level of the interval"),
    Column::text("method", "how the interval was made; `exact` where there is none to make"),
];

/// The columns of one of several figures, in rows of their own.
pub const FIGURE: [Column; 3] = [
    Column::text("figure", "what was estimated, with its unit"),
    Column::integer("n", "", "the occasions behind it, or the games that had one"),
    Column::number("value", "", "the estimate"),
];
