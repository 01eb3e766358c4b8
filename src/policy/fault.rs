//! A fault of one expression, before the place of the expression in its file is known.

use std::ops::Range;

use crate::diagnostic::Severity;

/// A fault at a span of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) severity: Severity,
    /// The span in bytes of the expression's own text.
    pub(crate) span: Range<usize>,
    pub(crate) title: String,
    pub(crate) label: String,
    pub(crate) help: Option<String>,
    /// Whether the fault depends on where the expression is used: elsewhere the expression may be
    /// valid.
    pub(crate) local: bool,
}

impl Fault {
    pub(crate) fn error(span: Range<usize>, title: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            span,
            title: title.into(),
            label: String::new(),
            help: None,
            local: false,
        }
    }

    pub(crate) fn warning(span: Range<usize>, title: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(span, title) }
    }

    pub(crate) fn local(self) -> Self {
        Self { local: true, ..self }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }
}
