//! The optimal policies and `turn_value` as used in policy files and on the command line.

use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::games::el_ocho::definition::EL_OCHO;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::exact::Solver;
use pushluck::games::el_ocho::player::Player;
use pushluck::games::el_ocho::policies::file;
use pushluck::games::el_ocho::turn::{Game, Standing};
use pushluck::policy::CheckedPolicy;
use pushluck::run::{AnyGame as _, RunSpec};

use crate::el_ocho::common::game;
use crate::library::{results, spec, unhurried};

const BEST_TURN: &str = include_str!("../../challengers/el-ocho/best-turn.toml");

pub(super) fn file_player(text: &str, game: &Arc<Game>) -> Player {
    let source = Source::new("test.toml", text);
    let checked = CheckedPolicy::from_source(source, EL_OCHO.vocabulary()).unwrap();
    file(&checked, &Seated::new(game, 1)).unwrap()
}

#[test]
fn a_file_that_follows_turn_value_plays_the_best_turn() {
    for settings in ["level=1", "level=2", "min_bank=750"] {
        // A target so high that no turn ends at it.
        let game = game(&format!("{settings},target=1000000"));
        let solver = Solver::new(Arc::clone(&game));
        let best = solver.turn().unwrap();
        let value = solver.turn_value(&file_player(BEST_TURN, &game), &Standing::start(1)).unwrap();
        // Rounding of a value may cost half a thousandth of a point per decision.
        assert!(best.value - value.points < 0.002, "{settings}: {value:?}, best {}", best.value);
        assert!(value.points <= best.value + 1e-9);
    }
}

#[test]
fn turn_value_takes_any_arguments() {
    let game = game("");
    let odd = "game = \"el-ocho\"\nlanguage = 2\n[[keep]]\nprefer = 'turn_value(-5, 3) + turn_value(99, 8) \
               + turn_value(9223372036854775807, 1) + turn_value(400, 0) + turn_value(400, -1) \
               + turn_value(400, 9) + turn_value(400, 264)'\n";
    let solver = Solver::new(Arc::clone(&game));
    let value = solver.turn_value(&file_player(odd, &game), &Standing::start(1)).unwrap();
    assert!(value.points > 0.0);
}

#[test]
fn optimal_win_warns_where_it_is_not_exact() {
    let small = [("target", "1000")];
    let warned = |players| {
        let results = results(&EL_OCHO, &spec(&small, &["optimal-win"], Some(players), 50), 1);
        results.warnings.iter().any(|(warning, _)| warning.contains("is exact for two players"))
    };
    assert!(!warned(2));
    assert!(warned(3));
}

/// The exact strength in a report against the games of the same run.
#[test]
fn the_strength_of_a_policy_is_what_games_against_optimal_play_show() {
    let settings = [("level", "2"), ("target", "1200")];
    let spec = spec(&settings, &["hold-at", "optimal-win"], Some(2), 40_000);
    let spec = RunSpec { strength: true, ..spec };
    let tables = unhurried(2, |conditions| {
        let run = EL_OCHO.prepare(&spec, conditions).expect("a run");
        run.run(conditions).expect("results").tables
    });
    let number = |table: &str, of: &[(&str, &str)], column: &str| {
        let table = tables.iter().find(|one| one.name() == table).expect("a table");
        table.number(of, column).expect("a number")
    };
    let hold = [("policy", "hold-at")];
    let against = [hold[0], ("opponents", "optimal-win"), ("scope", "matchup")];
    let exact = number("strengths", &hold, "win_probability");
    let (rate, error) =
        (number("win_rates", &against, "win_rate"), number("win_rates", &against, "std_error"));
    assert!((rate - exact).abs() < 4.5 * error, "{rate} ± {error}: {exact}");
    let best = [("policy", "optimal-win")];
    assert!((number("strengths", &best, "win_probability") - 0.5).abs() < 1e-9);
    assert!(number("strengths", &best, "exploitability").abs() < 1e-9);
    // The best response wins at least as often as the best answer to everyone.
    let response = number("strengths", &hold, "response");
    assert!(response >= 1.0 - exact && response < 1.0, "{response}");
}
