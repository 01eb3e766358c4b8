//! The plain account of El Ocho: its exact turns are pinned, and the engine that benchmarks measure
//! plays the games of the plain one.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::el_ocho::plain;
use crate::el_ocho::plain::engine::{CatchUp, HoldAt, PlainPolicy, Scores, play_game, play_turn};
use crate::el_ocho::plain::exact::hold_at_turn;
use crate::el_ocho::plain::rules::{Joker, PlainRules};

#[path = "../../../benches/plain_engine.rs"]
mod plain_engine;

use plain_engine::{BenchEngine, BenchGame, Dice, Words32};

const LEVEL_1: PlainRules = PlainRules::LEVEL_1;
const LEVEL_2: PlainRules = PlainRules::LEVEL_2;
/// Keep everything and hold at level 1: hold, expected points, bust probability.
const HOLD_AT_LEVEL_1: [(u32, f64, f64); 6] = [
    (400, 539.441_740_131, 0.215_440_081_552),
    (500, 500.670_189_033, 0.345_968_575_424),
    (700, 432.785_202_512, 0.538_079_389_334),
    (1000, 315.261_851_214, 0.735_691_507_557),
    (1500, 155.736_766_594, 0.914_107_729_814),
    (2000, 83.844_492_075, 0.964_550_729_267),
];

/// The same at level 2.
const HOLD_AT_LEVEL_2: [(u32, f64, f64); 6] = [
    (400, 676.164_624_851, 0.101_743_926_882),
    (500, 664.816_270_286, 0.197_638_739_998),
    (700, 661.082_382_563, 0.354_659_689_468),
    (1000, 657.610_866_562, 0.501_378_406_648),
    (1500, 565.453_120_773, 0.698_559_323_894),
    (2000, 452.199_225_049, 0.809_838_254_416),
];

/// Pins the figures, so that a change of the solver is seen.
#[test]
fn exact_turns_of_hold_at() {
    for (rules, pinned) in [(LEVEL_1, HOLD_AT_LEVEL_1), (LEVEL_2, HOLD_AT_LEVEL_2)] {
        for (hold, mean, bust) in pinned {
            let value = hold_at_turn(&rules, hold);
            assert!((value.mean - mean).abs() < 1e-6, "hold {hold}: {value:?}");
            assert!((value.bust - bust).abs() < 1e-9, "hold {hold}: {value:?}");
        }
    }
}

#[test]
fn the_benchmark_engine_plays_the_same_turns() {
    let literal = LEVEL_2.with_joker(Joker::Literal);
    for rules in [LEVEL_1, LEVEL_2, LEVEL_2.with_joker(Joker::Off), literal] {
        let mut dice = Words32(Pcg32::seed_from_u64(8));
        let mut engine = BenchEngine::new(rules, dice.clone());
        for _ in 0..2000 {
            let turn = play_turn(
                &rules,
                &Scores::default(),
                &mut HoldAt { hold: 800 },
                &mut |n, faces| {
                    faces.extend((0..n).map(|_| dice.next_index() as u8 + 1));
                },
            );
            assert_eq!(engine.hold_at(800), (turn.ending, turn.points));
        }
    }
}

#[test]
fn the_benchmark_engine_plays_the_same_games() {
    let bold = CatchUp { hold: 700, hold_behind: 1500, gap: 1000, target: 8000 };
    let mut dice = Words32(Pcg32::seed_from_u64(88));
    let mut engine = BenchEngine::new(LEVEL_2, dice.clone());
    for _ in 0..200 {
        let mut policies: Vec<Box<dyn PlainPolicy>> =
            vec![Box::new(CatchUp::default()), Box::new(bold)];
        let game = play_game(&LEVEL_2, &mut policies, 1000, &mut |throw, faces| {
            faces.extend((0..throw.dice).map(|_| dice.next_index() as u8 + 1));
        });
        let expected = BenchGame {
            winner: game.winner,
            totals: [game.totals[0], game.totals[1]],
            turns: [game.turns[0].len() as u32, game.turns[1].len() as u32],
        };
        assert_eq!(engine.game(&[CatchUp::default(), bold], 1000), expected);
    }
}
