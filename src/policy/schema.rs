//! The JSON Schema of the policy files of a game, for editors.

use serde_json::{Map, Value as Json, json};

use super::file::LANGUAGE;
use crate::game::{DecisionPoint, Vocabulary};

/// Returns the schema: keys, decision points and kinds of action. Expressions are texts in the
/// schema; only `pushluck check` checks them.
pub fn schema(vocabulary: &Vocabulary) -> Json {
    let number = json!({ "type": "number" });
    let range = json!({
        "type": "object",
        "properties": { "value": number, "min": number, "max": number, "step": number },
        "required": ["value"],
        "additionalProperties": false,
    });
    let mut properties = Map::from_iter([
        ("game".to_owned(), json!({ "const": vocabulary.game })),
        ("language".to_owned(), json!({ "const": LANGUAGE as u32 })),
        ("description".to_owned(), json!({ "type": "string" })),
        ("base".to_owned(), expression("SPEC of the policy that decides where no rule does")),
        (
            "parameters".to_owned(),
            json!({ "type": "object", "additionalProperties": { "anyOf": [number, range] } }),
        ),
        (
            "define".to_owned(),
            json!({ "type": "object", "additionalProperties": expression("named expression") }),
        ),
    ]);
    properties
        .extend(vocabulary.points.iter().map(|point| (point.name.to_owned(), section(point))));
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("a policy for {}", vocabulary.game),
        "type": "object",
        "properties": properties,
        "required": ["game", "language"],
        "additionalProperties": false,
    })
}

/// The rules of a decision point.
fn section(point: &DecisionPoint) -> Json {
    let kinds: Vec<Json> = point
        .actions
        .iter()
        .map(|kind| json!({ "const": kind.name, "description": kind.about }))
        .collect();
    let kind = json!({ "oneOf": kinds });
    let choose = json!({
        "description": "kinds of action to which the rule is limited",
        "anyOf": [kind, { "type": "array", "items": kind, "minItems": 1 }],
    });
    json!({
        "description": point.about,
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "when": expression("condition on the state; the rule applies only if it is true"),
                "choose": choose,
                "only": expression("condition on the state and an action; actions for which it is false are excluded"),
                "prefer": expression("number for each action; the rule takes the action with the highest number"),
            },
            "anyOf": [
                { "required": ["choose"] },
                { "required": ["only"] },
                { "required": ["prefer"] },
            ],
            "additionalProperties": false,
        },
    })
}

fn expression(about: &str) -> Json {
    json!({ "type": "string", "description": about })
}
