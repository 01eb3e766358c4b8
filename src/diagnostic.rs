//! What is wrong with a text that the user wrote, and where.
//!
//! A [`Diagnostic`] is plain data; [`Diagnostic::render`] draws it with the offending text
//! underlined. Policy files and edition files share it.

use std::ops::Range;
use std::sync::Arc;

/// A text with the name it is shown under (a path, or `built-in NAME`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path or name shown in messages.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but part of it cannot do what it seems to say.
    Warning,
}

/// One fault of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line without a full stop.
    pub title: String,
    /// The text it was found in.
    pub source: Arc<Source>,
    /// The bytes of the text that are underlined.
    pub span: Range<usize>,
    /// What stands beside the underline; may be empty.
    pub label: String,
    /// The way out, if one can be named.
    pub help: Option<String>,
}
