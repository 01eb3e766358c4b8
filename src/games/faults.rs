//! What is wrong with an edition file: all faults of a text, each with its place.

use std::ops::RangeInclusive;
use std::sync::Arc;

use toml::Spanned;

use crate::diagnostic::{Diagnostic, Source, quoted};
use crate::error::nearest;

/// Where the values of a table may come from.
const SOURCES: [&str; 6] = ["RULEBOOK", "FOUND", "INFERRED", "COMPUTED", PROPOSED, "BOX"];

/// The source of values that were invented because the rules are silent.
pub(super) const PROPOSED: &str = "PROPOSED";

/// Collects the faults of one file.
pub(super) struct Faults {
    source: Arc<Source>,
    /// Those found so far.
    pub(super) found: Vec<Diagnostic>,
}

impl Faults {
    /// None yet, of this text.
    pub(super) fn new(source: &Arc<Source>) -> Self {
        Self { source: Arc::clone(source), found: Vec::new() }
    }

    /// Notes a fault; `label` stands beside the underlined text.
    pub(super) fn add<T>(
        &mut self,
        at: &Spanned<T>,
        title: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.found.push(Diagnostic::error(&self.source, at.span(), title).with_label(label));
    }

    /// Notes a fault; `help` is the way out.
    pub(super) fn add_help<T>(
        &mut self,
        at: &Spanned<T>,
        title: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found.push(Diagnostic::error(&self.source, at.span(), title).with_help(help));
    }

    /// `value` as a number in `range`, or the lowest one with a fault noted.
    pub(super) fn number(
        &mut self,
        value: &Spanned<i64>,
        what: &str,
        range: RangeInclusive<i64>,
    ) -> i64 {
        let (low, high) = (*range.start(), *range.end());
        match Some(*value.get_ref()).filter(|number| range.contains(number)) {
            Some(number) => number,
            None => {
                let label = format!("not {}", value.get_ref());
                self.add(value, format!("{what} must be from {low} to {high}"), label);
                low
            }
        }
    }

    /// The same for small numbers.
    pub(super) fn small(
        &mut self,
        value: &Spanned<i64>,
        what: &str,
        range: RangeInclusive<u8>,
    ) -> u8 {
        // The range is within u8, so the value is too.
        self.number(value, what, i64::from(*range.start())..=i64::from(*range.end())) as u8
    }

    /// The place of `value` among `known`, or nothing with a fault noted.
    pub(super) fn choice(
        &mut self,
        value: &Spanned<String>,
        what: &str,
        known: &[&str],
    ) -> Option<usize> {
        let name = value.get_ref();
        let found = known.iter().position(|known| known == name);
        if found.is_none() {
            let help = match nearest(name, known.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("one of: {}", known.join(", ")),
            };
            self.add_help(value, format!("unknown {what} {}", quoted(name)), help);
        }
        found
    }

    /// Where a value comes from, checked.
    pub(super) fn from(&mut self, from: &Spanned<String>) -> String {
        self.choice(from, "source of a value", &SOURCES);
        from.get_ref().clone()
    }
}
