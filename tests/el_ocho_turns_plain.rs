//! The plain account of El Ocho: turns, games and the stressed variant against the rulebook, exact
//! figures against enumeration, and the plain engines against the exact figures.

mod plain;

use plain::engine::{
    BenchEngine, BenchGame, CatchUp, DiceAware, Ending, HoldAt, HoldAtOrWin, KeepFewest, KeepView,
    PlainGame, PlainPolicy, PlainRoll, PlainTurn, RollView, Scores, Throw, Words32, Words64,
    play_game, play_turn, roll_faces,
};
use plain::exact::{ExactTurns, for_each_counts, hold_at_turn, roll_table};
use plain::rules::{Joker, Keep, PlainRules, Verdict};
use plain::stressed::{
    Answer, RoundResult, StressedPolicy, play_stressed, resolve_round, roll_score, settle,
};
use rand_pcg::rand_core::SeedableRng;
use rand_pcg::{Pcg32, Pcg64Dxsm};
use std::collections::BTreeMap;

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

/// One game on the given turns, each a list of rolls, dealt out as the seats ask for them.
fn game_on(
    rules: PlainRules,
    policies: &mut [Box<dyn PlainPolicy>],
    max_turns: u32,
    turns: &[((usize, u32), &[&str])],
) -> PlainGame {
    let mut left: BTreeMap<(usize, u32), std::slice::Iter<'_, &str>> =
        turns.iter().map(|&(key, rolls)| (key, rolls.iter())).collect();
    play_game(&rules, policies, max_turns, &mut |throw: Throw, faces: &mut Vec<u8>| {
        let rolls = left.get_mut(&(throw.seat, throw.turn));
        let next = rolls.and_then(Iterator::next);
        faces.extend(roll(next.unwrap_or_else(|| panic!("no roll for {throw:?}"))));
    })
}

fn hold(points: u32) -> HoldAt {
    HoldAt { hold: points }
}

fn seated(policy: impl PlainPolicy + Clone + 'static, seats: usize) -> Vec<Box<dyn PlainPolicy>> {
    (0..seats).map(|_| Box::new(policy.clone()) as Box<dyn PlainPolicy>).collect()
}

/// Asserts that a count out of `trials` fits a probability within four standard errors.
fn assert_fits(what: &str, count: u64, trials: u64, probability: f64) {
    let trials = trials as f64;
    let off = count as f64 / trials - probability;
    let std_error = (probability * (1.0 - probability) / trials).sqrt();
    assert!(off.abs() <= 4.0 * std_error, "{what}: off by {:.2} standard errors", off / std_error);
}

#[test]
fn eo_3_a_turn_starts_with_all_eight_dice() {
    let turn = turn_on(LEVEL_2, hold(400), &["1 1 1 2 2 3 4 6"]);
    assert_eq!(turn.rolls[0].dice, 8);
}

#[test]
fn eo_8_points_accumulate_and_the_rest_is_rolled() {
    let turn = turn_on(LEVEL_2, hold(700), &["1 5 2 2 3 3 4 6", "4 4 4 2 6 7", "5 2 6", "1 3"]);
    assert_eq!((turn.ending, turn.points), (Ending::Banked, 150 + 400 + 50 + 100));
    assert_eq!(turn.rolls.iter().map(|roll| roll.dice).collect::<Vec<_>>(), [8, 6, 3, 2]);
    assert_eq!(
        turn.rolls[1],
        PlainRoll {
            dice: 6,
            faces: roll("4 4 4 2 6 7"),
            joker: false,
            kept: Some(Keep { points: 400, dice: 3 }),
            stopped: false
        }
    );
    assert!(turn.rolls[3].stopped);
}

#[test]
fn eo_9_a_bust_loses_all_points_of_the_turn() {
    let turn = turn_on(LEVEL_1, hold(1000), &["1 1 1 5 2 3 4 6"]);
    assert_eq!(turn.ending, Ending::Banked);
    let turn = turn_on(LEVEL_1, hold(1500), &["1 1 1 5 2 3 4 6", "2 3 4 8"]);
    assert_eq!((turn.ending, turn.points, turn.lost), (Ending::Bust, 0, 1050));
}

#[test]
fn eo_10_big_8_rolls_all_eight_again() {
    // Over several rolls, and in one.
    let rolls = ["1 1 1 5 5 5 2 3", "1 5", "1 2 2 3 3 4 6 7"];
    let turn = turn_on(LEVEL_1, hold(1700), &rolls);
    assert_eq!((turn.ending, turn.points), (Ending::Banked, 1000 + 500 + 150 + 100));
    assert_eq!(turn.rolls[2].dice, 8);
    let turn = turn_on(LEVEL_1, hold(1700), &["1 1 1 5 5 5 5 1", "5 2 2 3 3 4 6 7"]);
    assert_eq!(turn.points, 1000 + 500 + 150 + 50);
}

#[test]
fn eo_11_after_the_great_run_all_eight_roll_again() {
    for rules in BOTH {
        let turn = turn_on(rules, hold(4050), &["1 2 3 4 5 6 7 8", "1 2 2 3 3 4 6 6"]);
        assert_eq!((turn.points, turn.rolls[1].dice), (4100, 8));
    }
}

#[test]
fn eo_12_banking_needs_400_points() {
    /// Stops as soon as it is asked.
    struct Timid;
    impl PlainPolicy for Timid {
        fn stop(&mut self, view: &RollView<'_>) -> bool {
            assert!(view.turn_points >= 400, "asked below the least that can be banked");
            true
        }
    }
    let turn = turn_on(LEVEL_2, Timid, &["1 1 5 5 2 3 4 6", "5 2 6 7", "1 2 4"]);
    assert_eq!((turn.ending, turn.points), (Ending::Banked, 450));
    // Exactly 400 are enough.
    let turn = turn_on(LEVEL_2, Timid, &["4 4 4 2 3 6 7 8"]);
    assert_eq!((turn.ending, turn.points), (Ending::Banked, 400));
}

#[test]
fn eo_13_banked_points_are_safe() {
    let game = game_on(
        LEVEL_1,
        &mut seated(hold(400), 1),
        2,
        &[((0, 0), &["4 4 4 2 3 6 7 8"]), ((0, 1), &["2 2 3 3 4 6 7 8"])],
    );
    assert_eq!((game.winner, game.totals), (None, vec![400]));
}

#[test]
fn eo_14_the_first_to_bank_the_target_wins_at_once() {
    let rules = PlainRules { target: 1000, ..LEVEL_1 };
    let game = game_on(
        rules,
        &mut seated(hold(400), 3),
        9,
        &[((0, 0), &["4 4 4 2 3 6 7 8"]), ((1, 0), &["1 1 1 2 3 4 6 7"])],
    );
    assert_eq!((game.winner, game.totals), (Some(1), vec![400, 1000, 0]));
    assert_eq!(game.turns.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 0]);
}

#[test]
fn eo_16_eight_of_a_kind_wins_the_game() {
    // A target out of reach shows that the roll wins and not the points.
    let rules = PlainRules { target: 50_000, ..LEVEL_2 };
    let turns: [((usize, u32), &[&str]); 2] =
        [((0, 0), &["2 2 3 3 4 6 7 7"]), ((1, 0), &["1 1 1 5 5 5 1 1", "3 3 3 3 3 3 3 3"])];
    let game = game_on(rules, &mut seated(hold(9000), 2), 9, &turns);
    assert_eq!((game.winner, game.totals), (Some(1), vec![0, 4500 + 8000]));
    assert_eq!(game.turns[1][0].ending, Ending::InstantWin);
}

#[test]
fn eo_17_joker_keeps_the_points_and_repeats() {
    let rolls = ["1 1 1 2 2 4 6 7", "2 2 4 6 8", "8 8 7 7 2", "5 2 4 7 8"];
    let turn = turn_on(LEVEL_2, hold(1050), &rolls);
    assert_eq!((turn.ending, turn.points), (Ending::Banked, 1050));
    assert_eq!(turn.rolls.iter().map(|roll| roll.dice).collect::<Vec<_>>(), [8, 5, 5, 5]);
    assert_eq!(
        turn.rolls.iter().map(|roll| roll.joker).collect::<Vec<_>>(),
        [false, true, true, false]
    );
    let turn = turn_on(LEVEL_2.with_joker(Joker::Off), hold(1050), &rolls[..2]);
    assert_eq!((turn.ending, turn.lost), (Ending::Bust, 1000));
}

#[test]
fn eo_q3_a_series_never_grows_over_several_rolls() {
    // The publisher's example: 777 are kept, and 7 7 in a later roll add nothing.
    let turn = turn_on(LEVEL_2, hold(800), &["7 7 7 2 2 3 4 6", "7 7 1 2 3"]);
    assert_eq!((turn.ending, turn.points), (Ending::Banked, 800));
    assert_eq!(turn.rolls[1].kept, Some(Keep { points: 100, dice: 1 }));
}

#[test]
fn eo_q5_a_run_of_the_dice_left_is_a_big_8() {
    let turn = turn_on(LEVEL_2, hold(1550), &["1 1 1 2 2 4 6 7", "2 3 4 5 6", "1 2 2 3 3 4 6 6"]);
    assert_eq!((turn.points, turn.rolls[2].dice), (1600, 8));
}

#[test]
fn eo_q7_the_great_run_counts_after_a_big_8() {
    let turn = turn_on(LEVEL_1, hold(5000), &["1 1 1 5 5 5 1 1", "8 7 6 5 4 3 2 1"]);
    assert_eq!((turn.ending, turn.points), (Ending::Banked, 1000 + 200 + 500 + 4000));
}

#[test]
fn eo_q8_after_a_big_8_the_player_may_stop() {
    // The least that eight scored dice bring: single 5s.
    let rolls = ["5 5 2 2 3 3 4 6", "5 5 2 2 3 4", "5 5 2 4", "5 5"];
    let turn = turn_on(LEVEL_2, hold(400), &rolls);
    assert_eq!((turn.ending, turn.points), (Ending::Banked, 400));
    assert_eq!(turn.rolls[3].kept, Some(Keep { points: 100, dice: 2 }));
}

#[test]
fn eo_q8_the_choice_after_a_big_8_is_about_eight_dice() {
    /// Stops when all eight dice would be rolled.
    struct StopsAtEight;
    impl PlainPolicy for StopsAtEight {
        fn stop(&mut self, view: &RollView<'_>) -> bool {
            view.dice == 8
        }
    }
    let turn = turn_on(LEVEL_2, StopsAtEight, &["1 1 1 2 2 4 6 7", "8 8 7 7 2", "2 3 4 5 6"]);
    assert_eq!((turn.ending, turn.points, turn.rolls.len()), (Ending::Banked, 1500, 3));
}

#[test]
fn eo_q9_below_400_the_player_rolls_on_even_when_fewer_points_would_win() {
    let rules = PlainRules { target: 100, ..LEVEL_1 };
    let policy = HoldAtOrWin { hold: 400, target: 100 };
    let game = game_on(
        rules,
        &mut seated(policy, 1),
        1,
        &[((0, 0), &["1 2 2 3 3 4 6 7", "2 2 3 3 4 6 7"])],
    );
    assert_eq!((game.winner, game.totals), (None, vec![0]));
}

#[test]
fn eo_q10_unbanked_points_win_nothing() {
    let rolls: &[&str] = &["1 2 3 4 5 6 7 8", "8 7 6 5 4 3 2 1", "2 2 3 3 4 6 7 8"];
    let game = game_on(LEVEL_1, &mut seated(hold(9000), 1), 1, &[((0, 0), rolls)]);
    assert_eq!((game.winner, game.turns[0][0].lost), (None, 8000));
}

#[test]
fn eo_q14_the_turn_passes_clockwise() {
    let bust: &[&str] = &["2 2 3 3 4 6 7 7"];
    let bank: &[&str] = &["4 4 4 2 3 6 7 8"];
    let mut order = Vec::new();
    let mut policies = seated(hold(400), 3);
    let game = play_game(&LEVEL_1, &mut policies, 2, &mut |throw, faces| {
        order.push((throw.turn, throw.seat));
        faces.extend(roll(if throw.seat == 1 { bust[0] } else { bank[0] }));
    });
    assert_eq!(order, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
    assert_eq!((game.winner, game.totals), (None, vec![800, 0, 800]));
}

#[test]
fn an_instant_win_adds_to_the_points_of_the_turn() {
    let turn = turn_on(LEVEL_2, hold(9000), &["1 1 1 1 1 5 5 5", "3 3 3 3 3 3 3 3"]);
    assert_eq!((turn.ending, turn.points, turn.lost), (Ending::InstantWin, 4500 + 8000, 0));
}

#[test]
fn opponents_are_seen_in_the_order_they_play() {
    /// Notes what it sees and holds at 400.
    struct Watcher(std::rc::Rc<std::cell::RefCell<Vec<Vec<u32>>>>);
    impl PlainPolicy for Watcher {
        fn keep(&mut self, view: &KeepView<'_>) -> usize {
            self.0.borrow_mut().push(view.scores.opponents.clone());
            0
        }
        fn stop(&mut self, _: &RollView<'_>) -> bool {
            true
        }
    }
    let seen = std::rc::Rc::default();
    let mut policies: Vec<Box<dyn PlainPolicy>> =
        (0..3).map(|_| Box::new(Watcher(std::rc::Rc::clone(&seen))) as _).collect();
    let bank = [["4 4 4 2 3 6 7 8"], ["6 6 6 2 3 4 7 8"], ["7 7 7 2 3 4 6 8"]];
    let turns: Vec<((usize, u32), &[&str])> = (0..2)
        .flat_map(|turn| (0..3).map(move |seat| (seat, turn)))
        .map(|(seat, turn)| ((seat, turn), &bank[seat][..]))
        .collect();
    game_on(LEVEL_1, &mut policies, 2, &turns);
    assert_eq!(
        *seen.borrow(),
        [[0, 0], [0, 400], [400, 600], [600, 700], [700, 800], [800, 1200],]
    );
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
    let view = RollView { turn_points: 500, dice: 5, rolls: 1, scores: &scores };
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

fn says(time: u32, said: u32) -> Option<Answer> {
    Some(Answer { time, order: 0, said })
}

#[test]
fn eo_20_the_first_correct_announcement_marks() {
    let answers = [says(9, 550), says(7, 550), None];
    let expected = RoundResult { marks: Some((1, 550)), ..RoundResult::default() };
    assert_eq!(resolve_round(550, &answers), expected);
}

#[test]
fn eo_20_of_two_at_the_same_time_the_lower_order_is_heard_first() {
    let answers = [
        Some(Answer { time: 7, order: 2, said: 550 }),
        Some(Answer { time: 7, order: 1, said: 550 }),
    ];
    assert_eq!(resolve_round(550, &answers).marks, Some((1, 550)));
    // The order decides ties only: who speaks earlier is heard first.
    let answers = [
        Some(Answer { time: 6, order: 2, said: 550 }),
        Some(Answer { time: 7, order: 1, said: 550 }),
    ];
    assert_eq!(resolve_round(550, &answers).marks, Some((0, 550)));
}

#[test]
fn eo_21_nobody_correct_nobody_marks() {
    assert_eq!(resolve_round(550, &[says(3, 500), None, says(4, 450)]), RoundResult::default());
    assert_eq!(resolve_round(550, &[None, None]), RoundResult::default());
    assert_eq!(resolve_round(0, &[None, says(1, 50)]), RoundResult::default());
}

#[test]
fn eo_22_the_first_correct_0_sets_a_player_of_choice_back() {
    let result = resolve_round(0, &[says(5, 0), says(3, 100), says(4, 0)]);
    assert_eq!(result, RoundResult { may_reset: Some(2), ..RoundResult::default() });
    let mut totals = [700, 900, 400];
    let winner = settle(8000, &result, &mut totals, |chooser, totals| {
        assert_eq!((chooser, totals), (2, &[700, 900, 400][..]));
        1
    });
    assert_eq!((winner, totals), (None, [700, 0, 400]));
}

#[test]
fn eo_22_a_wrong_0_sets_the_announcer_back() {
    let result = resolve_round(550, &[says(2, 0), says(3, 550), says(4, 0)]);
    // The last comes after the right answer, so it is not said.
    assert_eq!(result, RoundResult { marks: Some((1, 550)), may_reset: None, set_back: vec![0] });
    let mut totals = [700, 900, 400];
    let winner = settle(8000, &result, &mut totals, |_, _| panic!("nobody may choose"));
    assert_eq!((winner, totals), (None, [0, 1450, 400]));
}

/// Announces what it is told at a fixed time and sets the leader back.
struct Clockwork {
    time: u32,
    right: bool,
}

impl StressedPolicy for Clockwork {
    fn announce(&mut self, _: &[u8], score: u32, _: u32) -> Option<Answer> {
        says(self.time, if self.right { score } else { score + 50 })
    }

    fn victim(&mut self, own_seat: usize, totals: &[u32]) -> usize {
        let others = (0..totals.len()).filter(|&seat| seat != own_seat);
        others.max_by_key(|&seat| totals[seat]).unwrap_or(own_seat)
    }
}

fn stressed_game(rules: PlainRules, rolls: &[&str]) -> (Option<usize>, Vec<u32>, u32) {
    let mut policies: Vec<Box<dyn StressedPolicy>> = vec![
        Box::new(Clockwork { time: 2, right: false }),
        Box::new(Clockwork { time: 5, right: true }),
    ];
    let mut left = rolls.iter();
    let game = play_stressed(&rules, &mut policies, rolls.len() as u32, &mut |faces| {
        faces.extend(roll(left.next().expect("a roll for each round")));
    });
    (game.winner, game.totals, game.rounds)
}

#[test]
fn eo_23_first_to_8000_wins() {
    let great_run = "1 2 3 4 5 6 7 8";
    let played = stressed_game(LEVEL_1, &[great_run, "2 2 3 3 4 6 7 8", great_run]);
    assert_eq!(played, (Some(1), vec![0, 8000], 3));
    assert_eq!(stressed_game(LEVEL_1, &[great_run]), (None, vec![0, 4000], 1));
}

#[test]
fn eo_23_the_score_is_the_maximum_with_all_scoring_dice() {
    // The rulebook's example.
    assert_eq!(roll_score(&LEVEL_1, &roll("4 1 5 8 7 4 4 2")), 550);
    assert_eq!(roll_score(&LEVEL_2, &roll("4 1 5 8 7 4 4 2")), 550);
    assert_eq!(roll_score(&LEVEL_1, &roll("3 3 3 3 1 1 1 1")), 300 + 1100);
    assert_eq!(roll_score(&LEVEL_2, &roll("3 3 3 3 1 1 1 1")), 600 + 2000);
}

#[test]
fn eo_q16_a_wrong_score_costs_only_the_announcement() {
    let result = resolve_round(550, &[says(1, 500), says(8, 550)]);
    assert_eq!(result, RoundResult { marks: Some((1, 550)), ..RoundResult::default() });
}

#[test]
fn eo_q17_level_2_of_the_stressed() {
    assert_eq!(roll_score(&LEVEL_2, &roll("2 2 3 3 4 6 7 8")), 0);
    assert_eq!(roll_score(&LEVEL_2.with_joker(Joker::Literal), &roll("2 2 3 3 4 6 7 8")), 0);
    assert_eq!(roll_score(&LEVEL_2, &roll("8 7 6 5 4 3 2 1")), 4000);
    assert_eq!(roll_score(&LEVEL_2, &roll("6 6 6 6 6 6 6 6")), 8000);
    assert_eq!(roll_score(&LEVEL_1, &roll("6 6 6 6 6 6 6 6")), 1200);
    assert_eq!(stressed_game(LEVEL_2, &["6 6 6 6 6 6 6 6"]), (Some(1), vec![0, 8000], 1));
}

#[test]
fn eo_q18_points_below_400_count_at_once() {
    assert_eq!(stressed_game(LEVEL_1, &["1 2 2 3 3 4 6 7"]), (None, vec![0, 100], 1));
}
