//! Reader of TOML files, shared by edition and policy files, with the wording of their faults.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Diagnostic, Source};

/// The maximum size of a file, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// The maximum number of faults shown per file.
pub(crate) const MAX_FAULTS: usize = 50;

/// A value with its span in the text.
pub(crate) type Value<'a> = Spanned<DeValue<'a>>;

/// The readable entries of a file, and its syntax faults.
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

/// The message that `what` has another type than `wanted`.
pub(crate) fn mistyped(what: &str, value: &Value<'_>, wanted: &str) -> String {
    let kind = value.get_ref().type_str();
    let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{what} is {article} {kind}, not {wanted}")
}
