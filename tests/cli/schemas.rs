//! The JSON Schemas for editors: all that comes with the program is sound by them, and slips that an
//! editor should show are not.

use jsonschema::Validator;
use pushluck::games::GAMES;
use pushluck::policy;
use pushluck::run::AnyGame;

fn policies(game: &dyn AnyGame) -> Validator {
    jsonschema::validator_for(&policy::schema(game.vocabulary())).expect("a schema")
}

fn editions(game: &dyn AnyGame) -> Validator {
    jsonschema::validator_for(&game.edition_schema().expect("a shipped edition")).expect("a schema")
}

/// What is wrong with a file in TOML.
fn faults(schema: &Validator, text: &str) -> Vec<String> {
    let table: toml::Table = text.parse().expect("TOML");
    let json = serde_json::to_value(table).expect("JSON");
    schema.iter_errors(&json).map(|fault| format!("{} {fault}", fault.instance_path())).collect()
}

#[test]
fn what_comes_with_the_program_is_sound() {
    for &game in GAMES {
        assert_eq!(
            faults(&editions(game), game.edition().expect("editions")),
            [""; 0],
            "{}",
            game.name()
        );
        let schema = policies(game);
        for policy in game.shipped().iter().filter(|policy| !policy.text.is_empty()) {
            assert_eq!(faults(&schema, policy.text), [""; 0], "{}", policy.name);
        }
    }
}

#[test]
fn a_slip_in_a_policy_is_shown() {
    let el_ocho = GAMES.iter().find(|game| game.name() == "el-ocho").expect("a game");
    let schema = policies(*el_ocho);
    let policy = "game = 'el-ocho'\nlanguage = 2\n[parameters]\nhold = { value = 600, min = 400 }\n\
                  [[roll]]\nwhen = 'turn_points >= hold'\nchoose = 'stop'\n";
    assert_eq!(faults(&schema, policy), [""; 0]);
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
        assert_ne!(faults(&schema, &policy.replace(right, wrong)), [""; 0], "{wrong}");
    }
}

#[test]
fn a_slip_in_an_edition_is_shown() {
    for &game in GAMES {
        let (schema, text) = (editions(game), game.edition().expect("editions"));
        // An edition may be that of a game it is a variant of.
        let game_is = text.lines().find(|line| line.starts_with("game = ")).expect("a game");
        for (right, wrong) in [
            ("from = \"RULEBOOK\"", "from = \"RULE\""),
            ("from = \"RULEBOOK\"", "origin = \"RULEBOOK\""),
            ("name = \"", "nam = \""),
            (game_is, "game = \"no-game\""),
        ] {
            let slip = text.replacen(right, wrong, 1);
            assert_ne!(slip, text, "{}: {right}", game.name());
            assert_ne!(faults(&schema, &slip), [""; 0], "{}: {wrong}", game.name());
        }
    }
}
