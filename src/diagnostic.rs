//! Faults in the user's text files, with their position.
//!
//! A [`Diagnostic`] is plain data; [`Diagnostic::render`] formats it with the faulty text underlined.
//! Policy files and edition files use it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::{Deserialize, Serialize};

pub(crate) mod toml_file;

/// A text with its display name (a path, or `built-in NAME`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The display name in messages.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// The severity of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but part of it has no effect or an unexpected one.
    Warning,
}

/// One fault of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The fault, in one line without a full stop.
    pub title: String,
    /// The faulty text.
    pub source: Arc<Source>,
    /// The underlined range of the text, in bytes.
    pub span: Range<usize>,
    /// The label next to the underline; may be empty.
    pub label: String,
    /// A suggested fix, if any.
    pub help: Option<String>,
}

impl Source {
    /// A text with its display name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }

    /// The title of the edition with this text: its name, followed by the file name unless the text
    /// equals the `shipped` one.
    pub(crate) fn edition_title(&self, name: &str, shipped: &str) -> String {
        if self.text == shipped {
            return name.to_owned();
        }
        let file = Path::new(&self.name).file_name().map(|file| file.to_string_lossy());
        format!("{name} ({})", file.unwrap_or_default())
    }

    /// The line (from 1) of byte `offset`; an offset past the end is on the last line.
    pub fn line(&self, offset: usize) -> usize {
        let end = offset.min(self.text.len());
        1 + self.text.as_bytes()[..end].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The column (from 1, in characters) of byte `offset`; an offset past the end is after the last
    /// character.
    pub fn column(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        1 + String::from_utf8_lossy(line).chars().count()
    }
}

impl Diagnostic {
    /// Returns an error at `span`, without label and help.
    pub fn error(source: &Arc<Source>, span: Range<usize>, title: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            title: title.into(),
            source: Arc::clone(source),
            span,
            label: String::new(),
            help: None,
        }
    }

    /// Returns a warning at `span`, without label and help.
    pub fn warning(source: &Arc<Source>, span: Range<usize>, title: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(source, span, title) }
    }

    /// Sets the label next to the underline.
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Sets the suggested fix.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether this is an error rather than a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The diagnostic in several lines in the style of rustc, without a final line break. `colour` adds
    /// ANSI escapes.
    ///
    /// A span outside the text or inside a character is adjusted to whole characters, so the method
    /// never panics.
    pub fn render(&self, colour: bool) -> String {
        let text = printable(&self.source.text);
        let span = clamp(&self.source.text, &self.span);
        let title = printable(&self.title);
        let label = printable(&self.label);
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut annotation = AnnotationKind::Primary.span(span);
        if !label.is_empty() {
            annotation = annotation.label(label.as_ref());
        }
        let mut group: Group<'_> = level.primary_title(title.as_ref()).element(
            Snippet::source(text.as_ref())
                .path(printable(&self.source.name))
                .annotation(annotation),
        );
        let help = self.help.as_deref().map(printable);
        if let Some(help) = &help {
            group = group.element(Level::HELP.message(help.as_ref()));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

impl fmt::Display for Diagnostic {
    /// Renders without colour.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// Replaces characters that a terminal interprets: control characters, which move the cursor or change
/// colours, and characters that change the direction of writing. Line breaks and tabs stay. All text
/// from files passes this function before it is shown or written to tables.
///
/// The replacement has the same length in bytes, so spans stay valid.
pub fn printable(text: &str) -> Cow<'_, str> {
    let harmful = |c: char| match c {
        '\n' | '\r' | '\t' => false,
        '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    };
    if !text.contains(harmful) {
        return Cow::Borrowed(text);
    }
    text.chars()
        .map(|c| match c.len_utf8() {
            _ if !harmful(c) => c,
            1 => '?',
            2 => '\u{b7}',
            _ => '\u{fffd}',
        })
        .collect::<String>()
        .into()
}

/// Like [`printable`], with spaces for line breaks and tabs.
pub fn printable_line(text: &str) -> String {
    printable(text).replace(['\n', '\r', '\t'], " ")
}

/// The smallest span of whole characters of `text` that covers `span`, cut at its end.
fn clamp(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    start..end
}

/// `name` in backticks, escaped and shortened for one line.
pub fn quoted(name: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown: String = name.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if name.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
