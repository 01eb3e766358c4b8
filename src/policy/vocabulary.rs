//! What the policy language asks of a game's vocabulary.

use std::collections::HashSet;

use super::lexer::{RESERVED, is_name};
use crate::game::{Kind, Vocabulary};

/// The most arguments a function of a game may take: they are passed on the stack.
pub const MAX_ARGUMENTS: usize = 8;

/// The most features, action kinds and functions of one list, since sets of them are 64-bit masks.
pub const MAX_LIST: usize = 64;

/// What is wrong with a vocabulary: for the tests of a game, which assert that there is nothing.
///
/// Names must be identifiers and unique among what an expression can see together; no name may be a
/// word of the language; a model parameter bears no name of anything else; ranges are not empty;
/// lists have at most [`MAX_LIST`] entries and functions at most [`MAX_ARGUMENTS`] parameters.
#[must_use]
pub fn faults(vocabulary: &Vocabulary) -> Vec<String> {
    let mut found = Vec::new();
    let mut names = HashSet::new();
    let functions = vocabulary.functions.iter().map(|function| function.name);
    let model = vocabulary.model.iter().map(|model| model.name);
    for name in functions.chain(model) {
        if !is_name(name) || RESERVED.contains(&name) || !names.insert(name) {
            found.push(format!("`{name}` is no fit or unique name"));
        }
    }
    for function in vocabulary.functions {
        if function.parameters.len() > MAX_ARGUMENTS {
            found.push(format!("function `{}` has too many parameters", function.name));
        }
    }
    for model in vocabulary.model {
        if !(model.min..=model.max).contains(&model.default) {
            found.push(format!("model parameter `{}` has a default out of range", model.name));
        }
    }
    let mut points = HashSet::from(["game", "description", "parameters"]);
    for point in vocabulary.points {
        if !points.insert(point.name) {
            found.push(format!("decision point `{}` is there twice or is a key", point.name));
        }
        let mut here = names.clone();
        for feature in point.state.iter().chain(point.action) {
            let name = feature.name;
            if !is_name(name) || RESERVED.contains(&name) || !here.insert(name) {
                found.push(format!("`{name}` at `{}` is no fit or unique name", point.name));
            }
            if matches!(feature.kind, Kind::Integer { min, max } if min > max) {
                found.push(format!("`{name}` at `{}` has an empty range", point.name));
            }
        }
        let lists = [point.state.len(), point.action.len(), point.actions.len()];
        if lists.into_iter().any(|length| length > MAX_LIST) {
            found.push(format!("decision point `{}` lists too much", point.name));
        }
        let mut kinds = HashSet::new();
        if point.actions.is_empty() || !point.actions.iter().all(|kind| kinds.insert(kind.name)) {
            found.push(format!("decision point `{}` has no or equal action kinds", point.name));
        }
    }
    if vocabulary.functions.len() > MAX_LIST {
        found.push("there are too many functions".to_owned());
    }
    found
}
