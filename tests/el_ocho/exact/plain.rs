//! The plain account of El Ocho: its exact turns are those of the solver, and the engine that benchmarks
//! measure plays its games.

use std::sync::Arc;

use pushluck::games::el_ocho::exact::Solver;
use pushluck::games::el_ocho::turn::Standing;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::el_ocho::common::anyone::hold_at;
use crate::el_ocho::common::{CASES, game, sit};
use crate::el_ocho::plain;
use crate::el_ocho::plain::engine::{PlainPolicy, Scores, View, play_game, play_turn};
use crate::el_ocho::plain::exact;
use crate::el_ocho::plain::rules::PlainRules;

#[path = "../../../benches/plain_engine.rs"]
mod plain_engine;

use plain_engine::{BenchEngine, BenchGame, CatchUp, Dice, Words32};

const LEVEL_1: PlainRules = PlainRules::LEVEL_1;
const LEVEL_2: PlainRules = PlainRules::LEVEL_2;
#[test]
fn the_solver_values_turns_as_the_plain_account_does() {
    for case in CASES {
        let game = game(case.settings);
        let (solver, tables) = (Solver::new(Arc::clone(&game)), exact::roll_tables(&case.plain));
        for hold in [400, 500, 700, 1000, 1500, 2000] {
            let turn = exact::hold_at(&case.plain, &tables, hold);
            let player = sit(&game, &hold_at(hold));
            let value = solver.turn_value(&player, &Standing::start(1)).unwrap();
            assert!((turn.mean(1) - value.points).abs() < 1e-6, "hold {hold}: {value:?}");
            assert!((turn.bust - value.bust).abs() < 1e-9, "hold {hold}: {value:?}");
        }
    }
    // As ever: hold at 700, level 1.
    let turn = exact::hold_at(&LEVEL_1, &exact::roll_tables(&LEVEL_1), 700);
    assert!((turn.mean(1) - 432.785_202_512).abs() < 1e-6);
    assert!((turn.bust - 0.538_079_389_334).abs() < 1e-9);
}

impl PlainPolicy for CatchUp {
    fn stop(&self, view: &View<'_>) -> bool {
        self.stops(view.scores.own_total, view.scores.opponents[0], view.turn_points)
    }
}

#[test]
fn the_benchmark_engine_plays_the_same_turns() {
    for rules in CASES.map(|case| case.plain) {
        let mut dice = Words32(Pcg32::seed_from_u64(8));
        let mut engine = BenchEngine::new(rules, dice.clone());
        for _ in 0..2000 {
            let mut roll = |n, faces: &mut Vec<u8>| {
                faces.extend((0..n).map(|_| dice.next_index() as u8 + 1));
            };
            let turn = play_turn(&rules, &Scores::default(), &hold_at(800), &mut roll);
            assert_eq!(engine.hold_at(800), (turn.ending, turn.points));
        }
    }
}

#[test]
fn the_benchmark_engine_plays_the_same_games() {
    let players =
        [CatchUp::default(), CatchUp { hold: 700, hold_behind: 1500, gap: 1000, target: 8000 }];
    let mut dice = Words32(Pcg32::seed_from_u64(88));
    let mut engine = BenchEngine::new(LEVEL_2, dice.clone());
    for _ in 0..200 {
        let seated = [&players[0] as &dyn PlainPolicy, &players[1]];
        let game = play_game(&LEVEL_2, &seated, 1000, &mut |throw, faces| {
            faces.extend((0..throw.dice).map(|_| dice.next_index() as u8 + 1));
        });
        let expected = BenchGame {
            winner: game.winner,
            totals: [game.totals[0], game.totals[1]],
            turns: [game.turns[0].len() as u32, game.turns[1].len() as u32],
        };
        assert_eq!(engine.game(&players, 1000), expected);
    }
}
