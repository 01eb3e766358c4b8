//! El Ocho for stressed people: the engine's rounds and games against the plain account, the model
//! of the players against its formula, and each rule and reading of the variant.

use std::sync::Arc;

use pushluck::games::el_ocho::scoring::Verdict;
use pushluck::games::el_ocho::stressed::{
    Announcer, Answer, Finish, Model, Outcome, Resolved, Roll, Round, Said, StressedRun,
    WatchRounds, resolve,
};
use pushluck::games::el_ocho::turn::{Choice, Game, MAX_PLAYERS, OwnLuck};
use pushluck::games::el_ocho::vocabulary::point;
use pushluck::run::standard_tables::SeatGames;
use pushluck::sim::random::{Domain, UnitKey};

use crate::el_ocho::common;
use crate::el_ocho::common::{
    CASES, LEVELS, assert_fits, faces, game, game_that_begins_with_all_alike, of_turns, stir, tally,
};
use crate::el_ocho::plain;
use crate::el_ocho::plain::stressed::{resolve_round, roll_score, settle};

/// Who is set back after a right "0".
#[derive(Clone, Copy, Debug)]
enum SetsBack {
    /// The opponent so many places after.
    Opponent(usize),
    /// Themselves.
    Themselves,
    /// Anybody.
    Wild(u64),
}

/// Somebody who announces.
#[derive(Clone, Copy, Debug)]
struct Caller {
    model: Model,
    /// Waits so many tenths; `None` decides by a hash of all there is to see.
    delay: Option<usize>,
    sets_back: SetsBack,
}

const SURE: Model =
    Model { error_base: 0, error_per_die: 0, error_per_tenth: 0, jitter: 0, wrong_zero: 0 };
const HUMAN: Model = Model {
    error_base: 300_000,
    error_per_die: 80_000,
    error_per_tenth: 30_000,
    jitter: 5,
    wrong_zero: 200_000,
};

const fn caller(model: Model, delay: usize) -> Caller {
    Caller { model, delay: Some(delay), sets_back: SetsBack::Opponent(0) }
}

impl Announcer for Caller {
    fn model(&self) -> Model {
        self.model
    }

    fn announce(&self, _game: &Game, round: &Round<'_>, roll: Roll, _luck: &OwnLuck) -> Choice {
        let others = round.others.iter().map(|total| u64::from(*total));
        let facts = [roll.points.into(), roll.scoring_dice.into(), round.own.into()];
        let facts = facts.into_iter().chain(others).chain([round.rounds.into()]);
        let action = match self.delay {
            Some(delay) => delay + 1,
            None => (stir(facts) % 26) as usize,
        };
        Choice { action, rule: 0 }
    }

    fn reset(&self, _game: &Game, round: &Round<'_>, _luck: &OwnLuck) -> Choice {
        let action = match self.sets_back {
            SetsBack::Opponent(ahead) => ahead,
            SetsBack::Themselves => round.others.len(),
            SetsBack::Wild(seed) => {
                let others = round.others.iter().map(|total| u64::from(*total));
                let facts = [seed, round.own.into()].into_iter().chain(others);
                (stir(facts) % (round.others.len() as u64 + 1)) as usize
            }
        };
        Choice { action, rule: 0 }
    }
}

/// One round as the engine played it.
#[derive(Clone, Debug)]
struct Seen {
    faces: Vec<u8>,
    roll: Roll,
    choices: Vec<Choice>,
    answers: Vec<Option<Answer>>,
    resolved: Resolved,
    set_back: Option<usize>,
    totals: Vec<u32>,
}

struct Recorder<'a> {
    game: &'a Game,
    rounds: Vec<Seen>,
}

impl WatchRounds for Recorder<'_> {
    fn rolled(&mut self, round: u32, class: usize, rank: u64, roll: Roll) {
        assert_eq!(round as usize, self.rounds.len());
        let resolved = Resolved { outcomes: [Outcome::Silent; MAX_PLAYERS], first: None };
        self.rounds.push(Seen {
            faces: self.game.table(self.game.dice()).decode(class, rank),
            roll,
            choices: Vec::new(),
            answers: Vec::new(),
            resolved,
            set_back: None,
            totals: Vec::new(),
        });
    }

    fn announces(&mut self, seat: usize, choice: Choice, answer: Option<Answer>) {
        let round = self.rounds.last_mut().expect("a roll before what is said of it");
        assert_eq!(seat, round.answers.len());
        round.choices.push(choice);
        round.answers.push(answer);
    }

    fn resolved(&mut self, resolved: &Resolved, set_back: Option<usize>, totals: &[u32]) {
        let round = self.rounds.last_mut().expect("a round");
        (round.resolved, round.set_back, round.totals) = (*resolved, set_back, totals.to_vec());
    }
}

fn run_of(settings: &str, players: &[Caller], lineups: &[&[usize]], seed: u64) -> StressedRun {
    StressedRun {
        game: game(settings),
        players: players.iter().map(|p| Arc::new(*p) as Arc<dyn Announcer>).collect(),
        lineups: lineups.iter().map(|lineup| lineup.to_vec()).collect(),
        fixed_seats: false,
        seed,
        start: [0; MAX_PLAYERS],
        rounds_alone: false,
    }
}

fn play(run: &StressedRun, unit: u64, seated: &[usize]) -> (Finish, Vec<Seen>) {
    let mut watch = Recorder { game: &run.game, rounds: Vec::new() };
    let finish = run.play(unit, seated, &mut watch, |_, _, _| ());
    (finish, watch.rounds)
}

/// What the engine's players said, in points.
fn in_points(answer: Option<Answer>, score: u32) -> Option<plain::stressed::Answer> {
    answer.map(|Answer { time, order, said }| {
        let said = match said {
            Said::Right => score,
            Said::Wrong => score + 50,
            Said::WrongZero => 0,
        };
        plain::stressed::Answer { time, order, said }
    })
}

#[test]
fn the_engine_plays_the_plain_rounds_and_games() {
    let wild = |seed| Caller { model: HUMAN, delay: None, sets_back: SetsBack::Wild(seed) };
    let players = [wild(1), caller(HUMAN, 12), wild(2), caller(SURE, 30)];
    let seatings: [&[usize]; 5] =
        [&[0], &[0, 1], &[2, 0, 1], &[0, 1, 2, 3], &[0, 1, 2, 0, 1, 2, 0, 2]];
    let (mut outcomes, mut by_choice) = ([0_u32; 6], 0);
    for (seed, case) in (1..).zip(CASES) {
        let game = game(case.settings);
        let run = run_of(&format!("{},max_turns=300", case.settings), &players, &[&[0]], seed);
        for seated in seatings {
            for unit in 0..12 {
                let (finish, rounds) = play(&run, unit, seated);
                let mut totals = vec![0; seated.len()];
                let mut winner = None;
                for seen in &rounds {
                    assert_eq!(winner, None, "nothing is played after a win");
                    let score = roll_score(&case.plain, &seen.faces);
                    assert_eq!(seen.roll.points * 50, score);
                    let answers: Vec<_> =
                        seen.answers.iter().map(|answer| in_points(*answer, score)).collect();
                    let expected = resolve_round(score, &answers);
                    let of = |outcome| {
                        let outcomes = seen.resolved.outcomes[..seated.len()].iter();
                        outcomes.enumerate().filter(move |o| *o.1 == outcome).map(|(seat, _)| seat)
                    };
                    assert_eq!(
                        of(Outcome::Marked).next().map(|seat| (seat, score)),
                        expected.marks
                    );
                    assert_eq!(of(Outcome::Zero).next(), expected.may_reset);
                    let mut back = expected.set_back.clone();
                    back.sort_unstable();
                    assert!(of(Outcome::WrongZero).eq(back));
                    let victim = |_, _: &[u32]| seen.set_back.expect("somebody set back");
                    winner = settle(8000, &expected, &mut totals, victim);
                    let engine: Vec<u32> = seen.totals.iter().map(|total| total * 50).collect();
                    assert_eq!(engine, totals, "{}, game {unit}", case.settings);
                    assert_eq!(seen.set_back.is_some(), expected.may_reset.is_some());
                    by_choice += u32::from(seen.set_back.is_some());
                    for outcome in &seen.resolved.outcomes[..seated.len()] {
                        outcomes[*outcome as usize] += 1;
                    }
                    // How hard the roll is: the dice that make its score.
                    let plain = case.plain.with_joker(plain::rules::Joker::Off);
                    let dice = match plain.verdict(&seen.faces) {
                        plain::rules::Verdict::InstantWin { .. } => 8,
                        plain::rules::Verdict::Keeps(keeps) => keeps[0].dice,
                        _ => 0,
                    };
                    assert_eq!(usize::from(seen.roll.scoring_dice), dice);
                }
                assert_eq!(finish.winner, winner);
                assert_eq!(finish.rounds as usize, rounds.len());
                assert!(finish.winner.is_some() || finish.rounds == 300);
                let totals: Vec<u32> =
                    totals.iter().map(|total| total / game.scoring.unit).collect();
                assert_eq!(finish.totals[..seated.len()], totals);
            }
        }
    }
    assert!(outcomes.iter().all(|times| *times > 20), "everything happens: {outcomes:?}");
    assert!(by_choice > 20);
}

#[test]
fn answers_are_wrong_as_often_as_the_model_says() {
    const ROUNDS: u64 = 60_000;
    for (delay, case) in [3, 14].into_iter().zip(LEVELS) {
        let mut run = run_of(case.settings, &[caller(HUMAN, delay)], &[&[0]], 5);
        run.rounds_alone = true;
        // By the number of scoring dice: answers, wrong ones, wrong zeros.
        let mut counted = [[0_u64; 3]; 9];
        let (mut jitter, mut ranges) = (0_u64, [0_u64; 5]);
        for unit in 0..ROUNDS {
            let (_, rounds) = play(&run, unit, &[0]);
            let [round] = rounds.as_slice() else { panic!("one round") };
            let answer = round.answers[0].expect("an answer");
            let late = answer.time - ((delay as u32) << 16);
            jitter += u64::from(late);
            ranges[(late >> 16) as usize] += 1;
            let cell = &mut counted[usize::from(round.roll.scoring_dice)];
            cell[0] += 1;
            cell[1] += u64::from(answer.said != Said::Right);
            cell[2] += u64::from(answer.said == Said::WrongZero);
        }
        for (dice, [answers, wrong, zeros]) in counted.into_iter().enumerate() {
            let exact = 0.3 + 0.08 * dice as f64 - 0.03 * delay as f64;
            let exact = exact.clamp(0.0, 1.0);
            let model = HUMAN.error(dice as u8, delay as u32) as f64 / 1e6;
            assert!((model - exact).abs() < 1e-9);
            if exact == 0.0 || exact == 1.0 {
                assert_eq!(wrong, if exact == 0.0 { 0 } else { answers });
            } else if answers > 0 {
                assert_fits(&format!("delay {delay}, {dice} dice"), wrong, answers, exact);
            }
            if dice == 0 {
                assert_eq!(zeros, 0, "\"0\" is right there");
            } else if wrong > 50 {
                assert_fits(&format!("delay {delay}, {dice} dice, zeros"), zeros, wrong, 0.2);
            }
        }
        for (tenth, times) in ranges.into_iter().enumerate() {
            assert_fits(&format!("jitter of {tenth}"), times, ROUNDS, 0.2);
        }
        // Uniform over five tenths: a deviation of 5 / √12.
        let mean = jitter as f64 / 65_536.0 / ROUNDS as f64;
        assert!((mean - 2.5).abs() < 4.0 * 5.0 / 12_f64.sqrt() / (ROUNDS as f64).sqrt());
    }
    // The chance stays between none and all.
    let steep = Model { error_base: 900_000, error_per_die: 500_000, ..HUMAN };
    assert_eq!((steep.error(8, 0), HUMAN.error(0, 100)), (1_000_000, 0));
}

#[test]
fn equally_fast_answers_are_heard_in_fair_order() {
    const ROUNDS: u64 = 20_000;
    let mut run = run_of("level=1", &[caller(SURE, 4)], &[&[0]], 2);
    run.rounds_alone = true;
    let mut first = [0; 3];
    for unit in 0..ROUNDS {
        let rounds = play(&run, unit, &[0, 0, 0]).1;
        first[rounds[0].resolved.first.expect("all are right")] += 1;
    }
    for (seat, times) in first.into_iter().enumerate() {
        assert_fits(&format!("seat {seat} first"), times, ROUNDS, 1.0 / 3.0);
    }
}

#[test]
fn the_number_of_threads_does_not_show_and_all_adds_up() {
    let wild = Caller { model: HUMAN, delay: None, sets_back: SetsBack::Wild(1) };
    let players = [wild, caller(HUMAN, 10), caller(HUMAN, 20)];
    for rounds_alone in [false, true] {
        let lineups: &[&[usize]] =
            if rounds_alone { &[&[0], &[1], &[2]] } else { &[&[0, 1, 2], &[1, 1, 0]] };
        let mut run = run_of("level=2,max_turns=60", &players, lineups, 3);
        run.rounds_alone = rounds_alone;
        let units = if rounds_alone { 10_001 } else { 501 };
        let one = tally(&run, units, 1);
        assert_eq!(tally(&run, units, 2), one);
        assert_eq!(tally(&run, units, 7), one);
        let (mut won, mut unfinished, mut seats_filled) = (0, 0, 0);
        for games in one.games.tables.iter().flatten().flat_map(|group| &group.seats) {
            won += i128::from(games.sole);
            unfinished += games.unfinished;
            seats_filled += games.wins.n();
        }
        let mut filled = 0;
        for (sums, turns) in one.policies.iter().zip(of_turns(&one)) {
            let rounds = u128::from(turns.endings.turns());
            let happened = (0..Outcome::ALL.len()).map(|outcome| sums.figure(outcome).total());
            assert_eq!(happened.sum::<i128>() as u128, rounds, "one outcome a round");
            assert_eq!(u128::from(sums.rules.decisions(point::ANNOUNCE)), rounds);
            let marked = sums.figure(Outcome::Marked as usize).total() as u64;
            assert_eq!(turns.endings.banked[1..].iter().sum::<u64>(), marked);
            filled += rounds;
        }
        let lengths = one.games.tables.iter().flatten().flat_map(|group| &group.seats);
        // A game that is given up has all its 60 rounds, and counts in no mean.
        let rounds = |games: &SeatGames| games.lengths.total() + 60 * i128::from(games.unfinished);
        let rounds: i128 = lengths.map(rounds).sum();
        let alone = if rounds_alone { u128::from(units) * 3 } else { 0 };
        assert_eq!(filled, rounds as u128 + alone);
        if rounds_alone {
            assert_eq!((won, unfinished, seats_filled), (0, 0, 0));
        } else {
            assert_eq!(seats_filled, u128::from(units) * 3);
            assert_eq!(won as u64 + unfinished / 3, units);
        }
    }
}

#[test]
fn policies_rotate_over_the_seats() {
    let players = [caller(HUMAN, 10), caller(HUMAN, 20)];
    let run = run_of("level=1", &players, &[&[0, 1], &[1, 1]], 3);
    let mut sat = [[0; 2]; 2];
    for unit in (0..8).step_by(2) {
        let placement = run.placement(unit);
        assert_eq!(placement.lineup, 0);
        (0..2).for_each(|seat| sat[placement.slot(seat)][seat] += 1);
    }
    assert_eq!(sat, [[2, 2], [2, 2]]);
    let fixed = StressedRun { fixed_seats: true, ..run };
    assert!((0..8).all(|unit| fixed.placement(unit).slot(0) == 0));
}

fn says(time: u32, said: Said) -> Option<Answer> {
    Some(Answer { time, order: 0, said })
}

/// The first single round from `from` on whose roll is wanted.
fn round_with(run: &StressedRun, wanted: impl Fn(&Seen) -> bool) -> u64 {
    (0..200_000)
        .find(|unit| wanted(&play(run, *unit, &[0]).1[0]))
        .expect("such a roll among 200,000")
}

fn sorted(mut faces: Vec<u8>) -> Vec<u8> {
    faces.sort_unstable();
    faces
}

/// Rounds at which `count` players who are always right sit, the first being the fastest.
fn sure_run(settings: &str, seed: u64) -> StressedRun {
    let mut run =
        run_of(settings, &[caller(SURE, 1), caller(SURE, 2), caller(SURE, 3)], &[&[0]], seed);
    run.rounds_alone = true;
    run
}

#[test]
fn eo_20_the_first_correct_announcement_marks() {
    let answers = [says(30, Said::Right), says(20, Said::Right), says(10, Said::Wrong), None];
    let resolved = resolve(11, &answers);
    assert_eq!(resolved.first, Some(1));
    use Outcome::{Late, Marked, Silent, Wrong};
    assert_eq!(resolved.outcomes[..4], [Late, Marked, Wrong, Silent]);
    let tie = |order, said| Some(Answer { time: 5, order, said });
    assert_eq!(resolve(11, &[tie(2, Said::Right), tie(1, Said::Right)]).first, Some(1));
    let run = sure_run("level=1", 1);
    for unit in 0..200 {
        let (_, rounds) = play(&run, unit, &[2, 0, 1]);
        let round = &rounds[0];
        assert_eq!(round.faces.len(), 8, "eight dice are rolled");
        assert_eq!(round.answers.len(), 3, "one announcement a player");
        assert_eq!(round.resolved.first, Some(1), "the fastest");
        if round.roll.points > 0 {
            assert_eq!(round.totals, [0, round.roll.points, 0]);
        }
    }
    // With waits, slips and silence: the first right answer in time marks what the roll is worth,
    // and nobody else marks anything.
    let wild = Caller { model: HUMAN, delay: None, sets_back: SetsBack::Opponent(0) };
    let mut run = run_of("level=1", &[caller(HUMAN, 10), caller(HUMAN, 12), wild], &[&[0]], 4);
    run.rounds_alone = true;
    let (mut marked, mut not_the_first) = ([0; 4], 0);
    for unit in 0..400 {
        let round = &play(&run, unit, &[1, 0, 2, 0]).1[0];
        let answers = (0..).zip(&round.answers);
        let spoken = answers.filter_map(|(seat, answer)| answer.map(|answer| (seat, answer)));
        let right = spoken.clone().filter(|(_, answer)| answer.said == Said::Right);
        let first = right.min_by_key(|(_, answer)| (answer.time, answer.order));
        assert_eq!(round.resolved.first, first.map(|(seat, _)| seat));
        let mut totals = [0; 4];
        if let Some((seat, answer)) = first
            && round.roll.points > 0
        {
            totals[seat] = roll_score(&LEVELS[0].plain, &round.faces) / 50;
            marked[seat] += 1;
            not_the_first += u32::from(spoken.clone().any(|(_, other)| other.time < answer.time));
        }
        assert_eq!(round.totals, totals);
    }
    assert!(marked.iter().all(|times| *times > 10), "{marked:?}");
    assert!(not_the_first > 20, "wrong answers come before right ones");
}

#[test]
fn eo_21_nobody_correct_nobody_marks() {
    let resolved = resolve(11, &[says(1, Said::Wrong), None, says(2, Said::Wrong)]);
    assert_eq!(resolved.first, None);
    let wrong = Model { error_base: 1_000_000, ..SURE };
    let mut run = run_of("level=1,max_turns=50", &[caller(wrong, 1)], &[&[0, 0]], 1);
    run.start[..2].copy_from_slice(&[20, 30]);
    let (finish, rounds) = play(&run, 0, &[0, 0]);
    assert_eq!((finish.winner, finish.rounds), (None, 50));
    assert!(rounds.iter().all(|round| round.totals == [20, 30]));
}

#[test]
fn eo_22_the_first_correct_0_sets_a_player_of_choice_back() {
    for (sets_back, expected) in [
        (SetsBack::Opponent(0), [20, 0, 40]),
        (SetsBack::Opponent(1), [20, 30, 0]),
        (SetsBack::Themselves, [0, 30, 40]),
    ] {
        let fast = Caller { sets_back, ..caller(SURE, 1) };
        let mut run = run_of("level=1", &[fast, caller(SURE, 2)], &[&[0]], 1);
        run.rounds_alone = true;
        run.start[..3].copy_from_slice(&[20, 30, 40]);
        let unit = round_with(&run, |round| round.roll.points == 0);
        let round = &play(&run, unit, &[0, 1, 1]).1[0];
        assert_eq!(round.resolved.outcomes[..3], [Outcome::Zero, Outcome::Late, Outcome::Late]);
        assert_eq!(round.totals, expected, "nothing is marked");
        // From another seat the order of play goes round the table.
        if let SetsBack::Opponent(0) = sets_back {
            assert_eq!(play(&run, unit, &[1, 1, 0]).1[0].totals, [0, 30, 40]);
        }
    }
}

#[test]
fn eo_22_a_wrong_0_sets_the_announcer_back() {
    let wrong_zero = Model { error_base: 1_000_000, wrong_zero: 1_000_000, ..SURE };
    let mut run = run_of("level=1", &[caller(wrong_zero, 1), caller(SURE, 2)], &[&[0]], 1);
    run.rounds_alone = true;
    run.start[..3].copy_from_slice(&[20, 30, 40]);
    let unit = round_with(&run, |round| round.roll.points > 0);
    let round = &play(&run, unit, &[0, 1, 0]).1[0];
    use Outcome::{Marked, WrongZero};
    assert_eq!(round.resolved.outcomes[..3], [WrongZero, Marked, WrongZero]);
    assert_eq!(round.totals, [0, 30 + round.roll.points, 0]);
    // Who would have said it after the right answer has not said it.
    let round = &play(&run, unit, &[1, 1, 1]).1[0];
    assert!(round.totals[..].iter().all(|total| *total > 0));
    let late = resolve(11, &[says(1, Said::Right), says(2, Said::WrongZero)]);
    assert_eq!(late.outcomes[1], Outcome::Late);
}

#[test]
fn eo_23_the_first_to_8000_wins() {
    for case in LEVELS {
        let players = [caller(HUMAN, 10), caller(HUMAN, 15)];
        let run = run_of(case.settings, &players, &[&[0, 1]], 1);
        for unit in 0..40 {
            let (finish, rounds) = play(&run, unit, &[0, 1]);
            let winner = finish.winner.expect("a winner");
            let (last, before) = rounds.split_last().expect("rounds");
            assert!(last.totals[winner] * 50 >= 8000);
            assert!(before.iter().all(|round| round.totals.iter().all(|t| t * 50 < 8000)));
        }
    }
}

#[test]
fn eo_23_the_score_is_the_maximum_with_all_scoring_dice() {
    let run = sure_run("level=1", 1);
    let wanted = sorted(faces("41587442"));
    let unit = round_with(&run, |round| sorted(round.faces.clone()) == wanted);
    let roll = play(&run, unit, &[0]).1[0].roll;
    assert_eq!((roll.points * 50, roll.scoring_dice), (550, 5));
    // Level 1 values unless level 2 is chosen: four alike.
    let four_alike = |round: &Seen| {
        let mut counts = [0; 9];
        round.faces.iter().for_each(|face| counts[usize::from(*face)] += 1);
        counts[4] == 4
            && counts[1] + counts[5] == 0
            && counts.iter().all(|n| [0, 1, 2, 4].contains(n))
    };
    let unit = round_with(&run, four_alike);
    assert_eq!(play(&run, unit, &[0]).1[0].roll.points * 50, 400);
    let level_2 = sure_run("level=2", 1);
    let unit = round_with(&level_2, four_alike);
    assert_eq!(play(&level_2, unit, &[0]).1[0].roll.points * 50, 800);
}

#[test]
fn eo_q16_a_wrong_score_costs_only_the_announcement() {
    let resolved = resolve(11, &[says(1, Said::Wrong), says(2, Said::Right), says(3, Said::Right)]);
    assert_eq!(resolved.first, Some(1));
    let wrong = Model { error_base: 1_000_000, ..SURE };
    let mut run = run_of("level=1", &[caller(wrong, 1), caller(SURE, 2)], &[&[0]], 1);
    run.rounds_alone = true;
    run.start[..2].copy_from_slice(&[20, 30]);
    let unit = round_with(&run, |round| round.roll.points > 0);
    let round = &play(&run, unit, &[0, 1]).1[0];
    assert_eq!(round.totals, [20, 30 + round.roll.points]);
}

#[test]
fn eo_q17_level_2_of_the_stressed() {
    // A roll that would be a Joker scores 0 and is not rolled again.
    for settings in ["level=2", "level=2,joker=literal"] {
        let run = sure_run(settings, 1);
        let joker = |round: &Seen| {
            let game = &run.game;
            game.scoring.verdict(&common::counts(&round.faces, 8)) == Verdict::Joker
        };
        let unit = round_with(&run, joker);
        let rounds = play(&run, unit, &[0, 1]).1;
        assert_eq!((rounds.len(), rounds[0].roll), (1, Roll { points: 0, scoring_dice: 0 }));
        assert_eq!(rounds[0].resolved.outcomes[0], Outcome::Zero);
    }
    // Of the runs only the great run can occur.
    let run = sure_run("level=2", 1);
    let great = faces("12345678");
    let unit = round_with(&run, |round| sorted(round.faces.clone()) == great);
    let roll = play(&run, unit, &[0]).1[0].roll;
    assert_eq!((roll.points * 50, roll.scoring_dice), (4000, 8));
    let almost = faces("22345678");
    let unit = round_with(&run, |round| sorted(round.faces.clone()) == almost);
    assert_eq!(play(&run, unit, &[0]).1[0].roll.points * 50, 50);
    // Eight alike score 8000 for whoever announces it, which wins.
    let run = run_of("level=2", &[caller(SURE, 1), caller(SURE, 2)], &[&[0]], 1);
    let unit = game_that_begins_with_all_alike(&run.game, 1, 0);
    let (finish, rounds) = play(&run, unit, &[1, 0]);
    assert_eq!((finish.winner, finish.rounds), (Some(1), 1));
    assert_eq!(rounds[0].totals, [0, 160]);
    // However many points a win takes otherwise, and for nobody but who is right first.
    let wrong = Model { error_base: 1_000_000, ..SURE };
    let players = [caller(SURE, 2), caller(SURE, 3), caller(wrong, 1)];
    let run = run_of("level=2,target=50000", &players, &[&[0]], 1);
    let (finish, rounds) = play(&run, unit, &[2, 1, 0]);
    assert_eq!((finish.winner, finish.rounds), (Some(2), 1));
    assert_eq!(rounds[0].totals, [0, 0, 160]);
    let level_1 = run_of("level=1,target=50000,max_turns=1", &players, &[&[0]], 1);
    assert_eq!(play(&level_1, unit, &[2, 1, 0]).0.winner, None, "level 2 only");
    // Nobody announces it, nobody wins.
    let run = run_of("level=2,max_turns=1", &[caller(wrong, 1)], &[&[0]], 1);
    let (finish, rounds) = play(&run, unit, &[0, 0]);
    assert_eq!((finish.winner, &rounds[0].totals[..]), (None, &[0, 0][..]));
    // In a game as well, a roll that would be a Joker is a round of its own that scores 0.
    let mut run = run_of("level=2,target=500000,max_turns=400", &[caller(SURE, 1)], &[&[0]], 1);
    run.start[0] = 10;
    let mut jokers = 0;
    for (number, round) in (0_u64..).zip(play(&run, 0, &[0, 0]).1) {
        // The roll of a round is the first of its stream.
        let mut rng = UnitKey::new(1, Domain::Game, 0).turn(number * 9).rng();
        let table = run.game.table(8);
        let (class, rank) = table.draw(|| rand::Rng::next_u32(&mut rng));
        assert_eq!(round.faces, table.decode(class, rank));
        if run.game.scoring.verdict(&common::counts(&round.faces, 8)) == Verdict::Joker {
            jokers += 1;
            assert_eq!(round.roll, Roll { points: 0, scoring_dice: 0 });
            assert!(round.set_back.is_some(), "somebody says 0 rightly");
        }
    }
    assert!(jokers > 3, "{jokers}");
}

#[test]
fn eo_q18_points_below_400_count_at_once() {
    for case in LEVELS {
        let run = sure_run(case.settings, 1);
        for points in [1, 2, 3] {
            let unit = round_with(&run, |round| round.roll.points == points);
            let round = &play(&run, unit, &[0, 1]).1[0];
            assert_eq!(round.totals, [points, 0]);
        }
        // Marks add up round by round.
        let games = run_of(case.settings, &[caller(SURE, 1)], &[&[0]], 1);
        let (_, rounds) = play(&games, 0, &[0]);
        let mut total = 0;
        for round in rounds.iter().take_while(|round| round.set_back.is_none()) {
            total += round.roll.points;
            assert_eq!(round.totals, [total]);
        }
    }
}
