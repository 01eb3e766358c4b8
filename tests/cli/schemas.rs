//! The JSON Schemas for editors: they accept all shipped policies and editions, and reject typical
//! mistakes.

use pushluck::games::GAMES;
use pushluck::policy;
use pushluck::run::AnyGame;
use serde_json::{Value, json};

fn policies(game: &dyn AnyGame) -> Value {
    policy::schema(game.vocabulary())
}

fn editions(game: &dyn AnyGame) -> Value {
    game.edition_schema().expect("a shipped edition")
}

/// Checks a file in TOML against the schema. The error is the first violation.
fn check(schema: &Value, text: &str) -> Result<(), String> {
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    let table: toml::Table = text.parse().expect("TOML");
    holds(schema, &serde_json::to_value(table).expect("JSON"), "")
}

/// Checks a value against a JSON Schema of draft 7, limited to the keywords that our schemas use.
fn holds(schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    if let Some(any) = schema.as_bool() {
        return any.then_some(()).ok_or_else(|| format!("{place} is not known"));
    }
    let words = schema.as_object().expect("a schema");
    // Every table states whether it has other keys.
    assert_eq!(
        words.contains_key("type") && schema["type"] == "object",
        words.contains_key("additionalProperties")
    );
    for (word, says) in words {
        let of = |schema: &&Value| holds(schema, value, place).is_ok();
        let count = |length: usize| says.as_u64().map(|count| (length as u64).cmp(&count));
        let array = value.as_array();
        let valid = match word.as_str() {
            "$schema" | "title" | "description" => says.is_string(),
            "type" => match says.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("boolean") => value.is_boolean(),
                Some("integer") => value.is_i64(),
                Some("number") => value.is_number(),
                _ => panic!("no type: {says}"),
            },
            "const" => value == says,
            "enum" => says.as_array().expect("values").contains(value),
            "anyOf" => says.as_array().expect("schemas").iter().any(|one| of(&one)),
            "oneOf" => says.as_array().expect("schemas").iter().filter(of).count() == 1,
            "minimum" => value.as_f64() >= Some(says.as_f64().expect("a number")),
            "minItems" => array.is_none_or(|array| count(array.len()).expect("a count").is_ge()),
            "maxItems" => array.is_none_or(|array| count(array.len()).expect("a count").is_le()),
            "required" => says.as_array().expect("keys").iter().all(|key| {
                let key = key.as_str().expect("a key");
                value.as_object().is_none_or(|object| object.contains_key(key))
            }),
            "items" => {
                for (at, item) in array.into_iter().flatten().enumerate() {
                    // A list of schemas applies to the items in order.
                    let item_is = if says.is_array() { says.get(at) } else { Some(says) };
                    holds(item_is.unwrap_or(&json!(true)), item, &format!("{place}/{at}"))?;
                }
                true
            }
            "properties" => says.is_object(),
            "additionalProperties" => {
                for (key, item) in value.as_object().into_iter().flatten() {
                    let own = words.get("properties").and_then(|properties| properties.get(key));
                    holds(own.unwrap_or(says), item, &format!("{place}/{key}"))?;
                }
                true
            }
            _ => panic!("no word: {word}"),
        };
        if !valid {
            return Err(format!("{place} is not {word} {says}"));
        }
    }
    Ok(())
}

#[test]
fn shipped_policies_and_editions_are_valid() {
    for &game in GAMES {
        for (name, text) in game.editions() {
            assert_eq!(check(&editions(game), text), Ok(()), "{name}");
        }
        let schema = policies(game);
        for policy in game.shipped().iter().filter(|policy| !policy.text.is_empty()) {
            assert_eq!(check(&schema, policy.text), Ok(()), "{}", policy.name);
        }
    }
}

#[test]
fn a_mistake_in_a_policy_is_rejected() {
    let el_ocho = GAMES.iter().find(|game| game.name() == "el-ocho").expect("a game");
    let schema = policies(*el_ocho);
    let policy = "game = 'el-ocho'\nlanguage = 2\n[parameters]\nhold = { value = 600, min = 400 }\n\
                  [[roll]]\nwhen = 'turn_points >= hold'\nchoose = 'stop'\n";
    assert_eq!(check(&schema, policy), Ok(()));
    for (right, wrong) in [
        ("'el-ocho'", "'long-shot'"),
        ("language = 2", "language = 1"),
        ("language = 2\n", ""),
        ("[[roll]]", "[[rol]]"),
        ("[[roll]]", "[roll]"),
        ("'stop'", "'halt'"),
        ("'stop'", "[]"),
        ("when", "wen"),
        ("choose = 'stop'", ""),
        ("value = 600, ", ""),
        ("min = 400", "min = '400'"),
    ] {
        assert!(check(&schema, &policy.replace(right, wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn a_mistake_in_an_edition_is_rejected() {
    for &game in GAMES {
        let (schema, text) = (editions(game), game.editions()[0].1);
        // The edition of a variant names the original game.
        let game_is = text.lines().find(|line| line.starts_with("game = ")).expect("a game");
        for (right, wrong) in [
            ("from = \"RULEBOOK\"", "from = \"RULE\""),
            ("from = \"RULEBOOK\"", "origin = \"RULEBOOK\""),
            ("name = \"", "nam = \""),
            (game_is, "game = \"no-game\""),
        ] {
            let slip = text.replacen(right, wrong, 1);
            assert_ne!(slip, text, "{}: {right}", game.name());
            assert!(check(&schema, &slip).is_err(), "{}: {wrong}", game.name());
        }
    }
}
