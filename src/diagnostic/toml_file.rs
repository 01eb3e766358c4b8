//! Text files in TOML: what edition and policy files are read with, and how their faults are worded.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Diagnostic, Source};

/// The largest file, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// The most faults of one file that are shown.
pub(crate) const MAX_FAULTS: usize = 50;

/// A value and its place.
pub(crate) type Value<'a> = Spanned<DeValue<'a>>;

/// The table of a file, without what cannot be read, and the faults of its form.
pub(crate) fn parse(source: &Arc<Source>) -> (DeTable<'_>, Vec<Diagnostic>) {
    if source.text.len() > MAX_BYTES {
        let title = format!("the file is larger than {MAX_BYTES} bytes");
        return (DeTable::new(), vec![Diagnostic::error(source, 0..0, title)]);
    }
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let fault = |error: toml::de::Error| {
        Diagnostic::error(source, error.span().unwrap_or(0..0), error.message())
    };
    (table.into_inner(), errors.into_iter().take(MAX_FAULTS).map(fault).collect())
}

/// That `what` is of another type than the one `wanted`.
pub(crate) fn mistyped(what: &str, value: &Value<'_>, wanted: &str) -> String {
    let kind = value.get_ref().type_str();
    let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{what} is {article} {kind}, not {wanted}")
}
