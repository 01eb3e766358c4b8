//! The requirements of the policy language on a game's vocabulary.

use std::borrow::Cow;
use std::collections::HashSet;

use super::lexer::{RESERVED, is_name};
use crate::game::{Feature, Kind, Vocabulary};

/// The maximum number of arguments of a function of a game; they are passed on the stack.
pub(crate) const MAX_ARGUMENTS: usize = 8;

/// The maximum number of kinds of action of a decision point; sets of kinds are 64-bit masks.
pub(crate) const MAX_KINDS: usize = 64;

/// The maximum number of state features of a decision point.
const MAX_STATE: usize = 64;

/// The maximum number of values of a key feature; a policy keeps one number per value.
const MAX_KEYS: i64 = 64;

/// The prefix of the feature that is true for one kind of action.
pub(crate) const KIND_PREFIX: &str = "is_";

/// Returns whether a range is not empty and its ends are finite.
fn valid(kind: Kind) -> bool {
    match kind {
        Kind::Integer { min, max } => min <= max,
        Kind::Real { min, max } => min <= max && min.is_finite() && max.is_finite(),
        Kind::Truth => true,
    }
}

/// Returns the faults of a vocabulary. The tests of each game assert that there are none.
///
/// Names must be identifiers, must not be words of the language, and must be unique among the names
/// that an expression can use. Ranges must not be empty. A decision point has at most [`MAX_STATE`]
/// features of the state and [`MAX_KINDS`] kinds of action, and a function at most
/// [`MAX_ARGUMENTS`] parameters.
pub fn faults(vocabulary: &Vocabulary) -> Vec<String> {
    let mut found = Vec::new();
    let mut names: HashSet<Cow<'static, str>> = HashSet::new();
    for name in vocabulary.functions.iter().map(|function| function.name) {
        if !is_name(name) || RESERVED.contains(&name) || !names.insert(name.into()) {
            found.push(format!("`{name}` is not a valid and unique name"));
        }
    }
    for function in vocabulary.functions {
        if function.parameters.len() > MAX_ARGUMENTS {
            found.push(format!("function `{}` has too many parameters", function.name));
        }
        let kinds = function.parameters.iter().map(|parameter| parameter.kind);
        if kinds.clone().any(|kind| kind == Kind::Truth) || !kinds.chain([function.kind]).all(valid)
        {
            found.push(format!("function `{}` has an invalid range", function.name));
        }
    }
    let mut points = HashSet::from(super::file::KEYS);
    for point in vocabulary.points {
        if !points.insert(point.name) {
            found.push(format!(
                "decision point `{}` is declared twice or is a reserved key",
                point.name
            ));
        }
        let mut here = names.clone();
        let kinds = point.actions.iter().map(|kind| format!("{KIND_PREFIX}{}", kind.name));
        let features = point.state.iter().chain(point.action);
        for name in features.clone().map(|feature| feature.name.to_owned()).chain(kinds) {
            if !is_name(&name) || RESERVED.contains(&&*name) || here.contains(&*name) {
                found.push(format!("`{name}` at `{}` is not a valid and unique name", point.name));
            }
            here.insert(Cow::Owned(name));
        }
        for feature in features.filter(|feature| !valid(feature.kind)) {
            found.push(format!("`{}` at `{}` has an invalid range", feature.name, point.name));
        }
        for feature in point.action {
            let key = |name| point.action.iter().find(|feature| feature.name == name);
            let few = |of: &Feature| matches!(of.kind, Kind::Integer { min, max } if max - min < MAX_KEYS);
            if feature.key.is_some_and(|name| !key(name).is_some_and(few)) {
                let fault = "has a key that is no action feature with few values";
                found.push(format!("`{}` at `{}` {fault}", feature.name, point.name));
            }
        }
        if point.state.len() > MAX_STATE {
            found.push(format!(
                "decision point `{}` has too many features of the state",
                point.name
            ));
        }
        if point.actions.len() > MAX_KINDS {
            found.push(format!("decision point `{}` has too many kinds of action", point.name));
        }
        let mut kinds = HashSet::new();
        if point.actions.is_empty() || !point.actions.iter().all(|kind| kinds.insert(kind.name)) {
            found.push(format!(
                "decision point `{}` has no action kinds or two of the same name",
                point.name
            ));
        }
    }
    found
}
