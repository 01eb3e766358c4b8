//! Declarations of tables and columns (name, meaning, unit and type), and of the pictures of tables.

use strum::IntoStaticStr;

/// The type of the cells of a column; any cell may be empty.
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
    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The type of its cells.
    pub kind: Type,
    /// The unit of a number; empty if there is none.
    pub unit: &'static str,
    /// The meaning: a noun phrase without a full stop.
    pub about: &'static str,
}

impl Column {
    /// A column of names or labels.
    pub const fn text(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: Type::Text, unit: "", about }
    }

    /// A column of integers.
    pub const fn integer(name: &'static str, unit: &'static str, about: &'static str) -> Self {
        Self { name, kind: Type::Integer, unit, about }
    }

    /// A column of numbers.
    pub const fn number(name: &'static str, unit: &'static str, about: &'static str) -> Self {
        Self { name, kind: Type::Number, unit, about }
    }
}

/// The common columns at the beginning of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// No common columns, as in raw rows.
    Nothing,
    /// The columns of the rules, for values that do not depend on the players.
    Rules,
    /// The columns of a run, for observations.
    Run,
}

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The file name without extension.
    pub name: &'static str,
    /// The contents of the table, in one sentence.
    pub about: &'static str,
    /// The common columns at the beginning.
    pub begins: Begins,
    /// The columns after the common ones, in groups.
    pub columns: &'static [&'static [Column]],
}

/// A picture of one table.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The name of the file without extension.
    pub name: &'static str,
    /// The name of the table.
    pub table: &'static str,
    /// The kind of picture.
    pub kind: Kind,
    /// The drawn rows: the text of each of these columns.
    pub rows: &'static [(&'static str, &'static str)],
    /// The columns whose texts label the values.
    pub labels: &'static [&'static str],
    /// Further columns of labels.
    pub conditions: &'static [Column],
    /// The column of the drawn values; their interval is in `ci_low` and `ci_high`.
    pub value: &'static str,
    /// The factor between the column and the picture: 100 for shares.
    pub scale: f64,
    /// The quantity, with its unit.
    pub quantity: &'static str,
    /// The title, in which `{label}`, `{policy}` and `{value}` are those of the highest value.
    pub title: &'static str,
}

/// The kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Values with their intervals in rows, the highest first.
    Rows,
    /// The distributions of `p5`, `p25`, `p50`, `p75` and `p95` in rows, with the mean.
    Spread,
    /// A coloured table: policies by labels.
    Cells,
    /// As [`Kind::Cells`], for shares in percent with white at 50.
    Shares,
    /// Curves over the label, which is a number, one for each policy; equal labels are added.
    Lines,
    /// The value of the figure `.1` over that of the figure `.0`, one point for each label.
    Pairs(&'static str, &'static str),
}

impl View {
    /// A view with defaults: rows over all games, labelled by the policy alone.
    pub const fn new(name: &'static str, table: &'static str, kind: Kind) -> Self {
        Self {
            name,
            table,
            kind,
            rows: &[("scope", "overall")],
            labels: &[],
            conditions: &[],
            value: "value",
            scale: 1.0,
            quantity: "",
            title: "",
        }
    }
}

/// The columns after the value of an estimate.
pub const ERRORS: [Column; 5] = [
    Column::number("std_error", "", "the standard error, in the unit of the estimate"),
    Column::number("ci_low", "", "the lower limit of the confidence interval"),
    Column::number("ci_high", "", "the upper limit of the confidence interval"),
    Column::number("confidence", "", "the confidence level of the interval, such as 0.95"),
    Column::text(
        "method",
        "the method of the interval; `exact` for a value without sampling error",
    ),
];

/// The columns of tables with one row per figure.
pub const FIGURE: [Column; 3] = [
    Column::text("figure", "the estimated quantity, with its unit"),
    Column::integer("n", "", "the number of occasions, or of games with at least one"),
    Column::number("value", "", "the estimate"),
];
