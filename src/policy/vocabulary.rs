//! What the policy language asks of a game's vocabulary.

use std::borrow::Cow;
use std::collections::HashSet;

use super::lexer::{RESERVED, is_name};
use crate::game::{Feature, Kind, Vocabulary};

/// The most arguments a function of a game may take: they are passed on the stack.
pub(crate) const MAX_ARGUMENTS: usize = 8;

/// The most kinds of action of a decision point, since sets of them are 64-bit masks.
pub(crate) const MAX_KINDS: usize = 64;

/// The most features of the state of a decision point, since sets of them are 64-bit masks.
const MAX_STATE: usize = 64;

/// The most values of a feature on which others depend, since a policy keeps a number for each.
const MAX_KEYS: i64 = 64;

/// What the name of a kind of action begins with where it is a feature.
pub(crate) const KIND_PREFIX: &str = "is_";

/// Whether a range is not empty and has ends that are numbers of the language.
fn sound(kind: Kind) -> bool {
    match kind {
        Kind::Integer { min, max } => min <= max,
        Kind::Real { min, max } => min <= max && min.is_finite() && max.is_finite(),
        Kind::Truth => true,
    }
}

/// What is wrong with a vocabulary: for the tests of a game, which assert that there is nothing.
///
/// Names must be identifiers and unique among what an expression can see together; no name may be a
/// word of the language; ranges are not empty;
/// decision points have at most [`MAX_STATE`] features of the state and [`MAX_KINDS`] kinds of action, functions at most [`MAX_ARGUMENTS`]
/// parameters.
pub fn faults(vocabulary: &Vocabulary) -> Vec<String> {
    let mut found = Vec::new();
    let mut names: HashSet<Cow<'static, str>> = HashSet::new();
    for name in vocabulary.functions.iter().map(|function| function.name) {
        if !is_name(name) || RESERVED.contains(&name) || !names.insert(name.into()) {
            found.push(format!("`{name}` is no fit or unique name"));
        }
    }
    for function in vocabulary.functions {
        if function.parameters.len() > MAX_ARGUMENTS {
            found.push(format!("function `{}` has too many parameters", function.name));
        }
        let kinds = function.parameters.iter().map(|parameter| parameter.kind);
        if kinds.clone().any(|kind| kind == Kind::Truth) || !kinds.chain([function.kind]).all(sound)
        {
            found.push(format!("function `{}` has a wrong range", function.name));
        }
    }
    let mut points = HashSet::from(super::file::KEYS);
    for point in vocabulary.points {
        if !points.insert(point.name) {
            found.push(format!("decision point `{}` is there twice or is a key", point.name));
        }
        let mut here = names.clone();
        let kinds = point.actions.iter().map(|kind| format!("{KIND_PREFIX}{}", kind.name));
        let features = point.state.iter().chain(point.action);
        for name in features.clone().map(|feature| feature.name.to_owned()).chain(kinds) {
            if !is_name(&name) || RESERVED.contains(&&*name) || here.contains(&*name) {
                found.push(format!("`{name}` at `{}` is no fit or unique name", point.name));
            }
            here.insert(Cow::Owned(name));
        }
        for feature in features.filter(|feature| !sound(feature.kind)) {
            found.push(format!("`{}` at `{}` has a wrong range", feature.name, point.name));
        }
        for feature in point.action {
            let key = |name| point.action.iter().find(|feature| feature.name == name);
            let few = |of: &Feature| matches!(of.kind, Kind::Integer { min, max } if max - min < MAX_KEYS);
            if feature.key.is_some_and(|name| !key(name).is_some_and(few)) {
                let fault = "depends on no feature of an action with few values";
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
            found.push(format!("decision point `{}` has no or equal action kinds", point.name));
        }
    }
    found
}
