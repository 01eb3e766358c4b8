//! Policies from files, as transcripts tell of them.

use super::PolicyKind;
use crate::game::decision::{DEFAULT_RULE, OwnLuck};
use crate::policy::Chance;

/// `chance(p)` from a player's own stream.
pub(crate) struct PolicyLuck<'a>(pub(crate) &'a OwnLuck);

impl Chance for PolicyLuck<'_> {
    #[inline]
    fn word(&self, site: usize) -> u64 {
        self.0.word(site)
    }
}

/// Which rule of a policy decided, with its line in the file, as transcripts put it.
pub(crate) fn decided_by(policy: &PolicyKind, point: usize, rule: u8) -> String {
    match policy {
        PolicyKind::BuiltIn(_) => String::new(),
        PolicyKind::File(_) if rule == DEFAULT_RULE => " (by default)".to_owned(),
        PolicyKind::File(file) => {
            let rules = &file.points[point];
            let line = rules.get(usize::from(rule)).map_or(0, |rule| rule.line);
            format!(" (rule {}, line {line})", u32::from(rule) + 1)
        }
    }
}
