//! The plain account of El Ocho: exact figures against enumeration, and the plain engines against the
//! exact figures. Turn by turn and round by round it is held to the engine on the same luck.

use rand_pcg::rand_core::SeedableRng;
use rand_pcg::{Pcg32, Pcg64Dxsm};
use std::collections::BTreeMap;

use crate::el_ocho::plain::engine::{
    BenchEngine, BenchGame, CatchUp, DiceAware, HoldAt, HoldAtOrWin, KeepFewest, PlainPolicy,
    PlainTurn, RollView, Scores, Words32, Words64, play_game, play_turn, roll_faces,
};
use crate::el_ocho::plain::exact::{ExactTurns, for_each_counts, hold_at_turn, roll_table};
use crate::el_ocho::plain::rules::{Joker, Keep, PlainRules, Verdict};

const LEVEL_1: PlainRules = PlainRules::LEVEL_1;
const LEVEL_2: PlainRules = PlainRules::LEVEL_2;
const BOTH: [PlainRules; 2] = [LEVEL_1, LEVEL_2];

/// The faces of a roll written as digits; spaces are for the reader.
fn roll(digits: &str) -> Vec<u8> {
    digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

/// One turn on the given rolls, which must be just enough.
fn turn_on(rules: PlainRules, mut policy: impl PlainPolicy, rolls: &[&str]) -> PlainTurn {
    let mut left = rolls.iter();
    let turn = play_turn(&rules, &Scores::default(), &mut policy, &mut |_, faces| {
        faces.extend(roll(left.next().expect("the turn goes on beyond the rolls given")));
    });
    assert_eq!(left.len(), 0, "the turn ended early: {turn:?}");
    turn
}

fn hold(points: u32) -> HoldAt {
    HoldAt { hold: points }
}

/// Asserts that a count out of `trials` fits a probability within four standard errors.
fn assert_fits(what: &str, count: u64, trials: u64, probability: f64) {
    let trials = trials as f64;
    let off = count as f64 / trials - probability;
    let std_error = (probability * (1.0 - probability) / trials).sqrt();
    assert!(off.abs() <= 4.0 * std_error, "{what}: off by {:.2} standard errors", off / std_error);
}

#[test]
fn policies_decide_as_they_say() {
    let turn = turn_on(LEVEL_2, KeepFewest { hold: 400 }, &["1 1 5 2 2 3 4 6", "4 4 4 2 2 6 8"]);
    assert_eq!(turn.rolls[0].kept, Some(Keep { points: 100, dice: 1 }));
    assert_eq!(turn.points, 500);

    let few = ["1 1 1 2 2 2 3 4"];
    assert_eq!(
        turn_on(LEVEL_2, DiceAware { hold: 2000, ..DiceAware::default() }, &few).points,
        1200
    );

    let own_total = 7500;
    let scores = Scores { own_total, opponents: vec![0] };
    let view = RollView { turn_points: 500, dice: 5, scores: &scores };
    assert!(HoldAtOrWin { hold: 1000, target: 8000 }.stop(&view));
    assert!(!HoldAtOrWin { hold: 1000, target: 8050 }.stop(&view));

    let catch_up = CatchUp::default();
    assert!(catch_up.stops(0, 1950, 500));
    assert!(!catch_up.stops(0, 2000, 950));
    assert!(catch_up.stops(0, 2000, 1000));
    assert!(catch_up.stops(7600, 7900, 400));
}

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

/// The weights of level 2 without keeps, from the rulebook's exact figures: bust and Joker.
const LEVEL_2_WEIGHTS: [(u64, u64); 8] = [
    (5, 1),
    (19, 9),
    (114, 84),
    (540, 630),
    (2220, 3900),
    (8100, 21_420),
    (25_200, 103_320),
    (63_000, 428_400),
];

/// The weights of a bust at level 1.
const LEVEL_1_BUSTS: [u64; 8] = [6, 36, 210, 1170, 6120, 29_520, 128_520, 491_400];

#[test]
fn eo_9_exact_bust_weights() {
    for (index, &bust) in LEVEL_1_BUSTS.iter().enumerate() {
        let table = roll_table(&LEVEL_1, index + 1);
        assert_eq!((table.bust, table.joker, table.win), (bust, 0, 0));
    }
}

#[test]
fn eo_17_exact_bust_and_joker_weights() {
    for (index, &weights) in LEVEL_2_WEIGHTS.iter().enumerate() {
        let table = roll_table(&LEVEL_2, index + 1);
        assert_eq!((table.bust, table.joker), weights);
        assert_eq!(table.win, if index == 7 { 8 } else { 0 });
        let without = roll_table(&LEVEL_2.with_joker(Joker::Off), index + 1);
        assert_eq!((without.bust, without.joker), (weights.0 + weights.1, 0));
    }
}

#[test]
fn roll_tables_agree_with_all_ordered_rolls() {
    let literal = LEVEL_2.with_joker(Joker::Literal);
    for rules in [LEVEL_1, LEVEL_2, literal] {
        for dice in 1..=5 {
            let table = roll_table(&rules, dice);
            let (mut bust, mut joker, mut keeps) = (0, 0, BTreeMap::new());
            for number in 0..8_u32.pow(dice as u32) {
                let faces: Vec<u8> =
                    (0..dice).map(|die| (number >> (3 * die) & 7) as u8 + 1).collect();
                match rules.verdict(&faces) {
                    Verdict::Bust => bust += 1,
                    Verdict::Joker => joker += 1,
                    Verdict::InstantWin { .. } => panic!("eight alike on {dice} dice"),
                    Verdict::Keeps(all) => {
                        *keeps.entry((all[0].points, all[0].dice)).or_insert(0) += 1;
                    }
                }
            }
            assert_eq!((table.bust, table.joker, &table.keeps), (bust, joker, &keeps));
        }
    }
}

#[test]
fn weights_sum_to_all_rolls() {
    for dice in 1..=8 {
        let mut sum = 0;
        for_each_counts(dice, &mut |_, weight| sum += weight);
        assert_eq!(sum, 8_u64.pow(dice as u32));
        for rules in BOTH {
            let table = roll_table(&rules, dice);
            let all = table.bust + table.joker + table.win + table.keeps.values().sum::<u64>();
            assert_eq!(all, table.total);
        }
    }
}

#[test]
fn backward_and_forward_solutions_agree() {
    for rules in [LEVEL_1, LEVEL_2, LEVEL_2.with_joker(Joker::Literal)] {
        let exact = ExactTurns::new(rules);
        for hold in [0, 400, 450, 1000, 3000] {
            let value = exact.hold_at(hold);
            let ways = exact.hold_at_distribution(hold);
            let scored = || ways.banked.iter().chain(&ways.won);
            let mean: f64 = scored().map(|(&points, chance)| f64::from(points) * chance).sum();
            let square: f64 =
                scored().map(|(&points, chance)| f64::from(points).powi(2) * chance).sum();
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * b.abs().max(1.0);
            assert!(close(ways.bust + scored().map(|(_, chance)| chance).sum::<f64>(), 1.0));
            assert!(close(value.bust, ways.bust) && close(value.mean, mean));
            assert!(close(value.variance, square - mean * mean));
            assert!(close(value.win, ways.won.values().sum()));
            assert!(close(ways.busts.iter().sum(), ways.bust));
        }
    }
}

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
fn the_plain_engine_is_within_four_standard_errors_of_the_exact_turn() {
    const TURNS: u64 = 300_000;
    for (seed, rules) in BOTH.into_iter().enumerate() {
        let turns = ExactTurns::new(rules);
        for hold in [500, 1500] {
            let rng = Pcg64Dxsm::seed_from_u64(seed as u64 + u64::from(hold));
            let mut engine = BenchEngine::new(rules, Words64(rng));
            let mut sum = 0.0;
            for _ in 0..TURNS {
                sum += f64::from(engine.hold_at(hold).1);
            }
            let exact = turns.hold_at(hold);
            let std_error = (exact.variance / TURNS as f64).sqrt();
            let off = (sum / TURNS as f64 - exact.mean) / std_error;
            assert!(off.abs() <= 4.0, "mean at hold {hold}: off by {off:.2} standard errors");

            let tally = &engine.tally;
            assert_fits("busts", tally.endings[0], TURNS, exact.bust);
            let ways = turns.hold_at_distribution(hold);
            for (&points, &chance) in ways.banked.iter().filter(|&(_, &chance)| chance > 1e-3) {
                let count = tally.endings[points as usize / 50];
                assert_fits(&format!("{points} points"), count, TURNS, chance);
            }
            for dice in 1..=8 {
                let table = &turns.tables()[dice - 1];
                let bust = table.bust as f64 / table.total as f64;
                assert_fits(&format!("bust {dice}"), tally.busts[dice], tally.rolls[dice], bust);
                let joker = table.joker as f64 / table.total as f64;
                assert_fits(&format!("Joker {dice}"), tally.jokers[dice], tally.rolls[dice], joker);
            }
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
            let turn = play_turn(&rules, &Scores::default(), &mut hold(800), &mut |n, faces| {
                roll_faces(&mut dice, n, faces);
            });
            assert_eq!(engine.hold_at(800), (turn.ending, turn.points));
        }
    }
}

#[test]
fn the_benchmark_engine_plays_the_same_games() {
    let bold = CatchUp { hold: 700, hold_behind: 1500, gap: 1000, target: 8000 };
    let mut dice = Words64(Pcg64Dxsm::seed_from_u64(88));
    let mut engine = BenchEngine::new(LEVEL_2, dice.clone());
    for _ in 0..200 {
        let mut policies: Vec<Box<dyn PlainPolicy>> =
            vec![Box::new(CatchUp::default()), Box::new(bold)];
        let game = play_game(&LEVEL_2, &mut policies, 1000, &mut |throw, faces| {
            roll_faces(&mut dice, throw.dice, faces);
        });
        let expected = BenchGame {
            winner: game.winner,
            totals: [game.totals[0], game.totals[1]],
            turns: [game.turns[0].len() as u32, game.turns[1].len() as u32],
        };
        assert_eq!(engine.game(&[CatchUp::default(), bold], 1000), expected);
    }
}
