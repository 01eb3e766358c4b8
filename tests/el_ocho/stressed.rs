//! The variant for stressed players: the laws of all games, rounds and games against the plain
//! engine, and each rule and reading of the variant.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::el_ocho::common::anyone::stir;
use crate::el_ocho::common::{LEVELS, class};
use crate::el_ocho::plain::rules::PlainRules;
use crate::el_ocho::plain::stressed::{Answer, resolve_round, roll_score, settle};
use pushluck::game::contract::{Game as _, Log, Menu, Next, Silent};
use pushluck::game::laws::laws;
use pushluck::game::play::Streams;
use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::engine::Roll;
use pushluck::games::el_ocho::rules::Rules as Dice;
use pushluck::games::el_ocho_stressed::engine::Stressed;
use pushluck::games::el_ocho_stressed::rules::{Model, Rules};
use pushluck::games::el_ocho_stressed::state::{Action, Call, Chance, Event, Fate, Said, State};
use pushluck::sim::random::UnitKey;

const SURE: Model =
    Model { error_base: 0, error_per_die: 0, error_per_tenth: 0, jitter: 0, wrong_zero: 0 };
const HUMAN: Model = Model { wrong_zero: 200_000, ..Model::DEFAULT };

fn game(settings: &str, model: Model, seats: u8) -> Stressed {
    let settings = crate::library::settings(settings);
    let dice = Dice::resolve(Arc::new(Edition::shipped()), &settings).expect("known settings");
    Stressed::new(&Rules { dice, model }, seats).expect("a valid game")
}

/// The result of each seat, and the seat set back, if any.
#[derive(Default)]
struct Fates {
    of: BTreeMap<u8, Fate>,
    set_back: Option<u8>,
}

impl Log<Stressed> for Fates {
    fn record(&mut self, _: &State, event: Event) {
        match event {
            Event::Rolled(_) => {}
            Event::Became { seat, fate, .. } => {
                assert_eq!(self.of.insert(seat, fate), None, "one announcement per round (EO-20)");
            }
            Event::SetBack(seat) => self.set_back = Some(seat),
        }
    }
}

/// A round of a game, played step by step.
struct Scene {
    game: Stressed,
    at: State,
    fates: Fates,
}

impl Scene {
    /// A round with this roll; the seats begin with these totals, in points.
    fn new(settings: &str, totals: &[u32], roll: &str) -> Self {
        let game = game(settings, SURE, totals.len() as u8);
        let mut start = [0; 8];
        start.iter_mut().zip(totals).for_each(|(units, points)| *units = points / 50);
        let game = game.starting(start);
        let mut at = game.start(&mut Silent);
        let roll = Roll { class: class(&game.dice, roll), rank: 0 };
        game.happen(&mut at, Chance::Roll(roll), &mut Silent);
        Self { game, at, fates: Fates::default() }
    }

    /// All seats answer in the given tenth of a second, or not at all.
    fn answers(mut self, answers: &[Option<(u8, Said)>]) -> Self {
        for answer in answers {
            let action = answer.map_or(Action::Silent, |(time, _)| Action::Answer(time));
            self.game.act(&mut self.at, action, &mut self.fates);
        }
        for answer in answers {
            let call = answer.map(|(time, said)| Call { time, said });
            self.game.happen(&mut self.at, Chance::Answer(call), &mut self.fates);
        }
        self
    }

    fn resets(mut self, action: Action) -> Self {
        self.game.act(&mut self.at, action, &mut self.fates);
        self
    }

    fn totals(&self) -> Vec<u32> {
        totals(&self.game, &self.at)
    }

    fn fates(&self) -> Vec<Fate> {
        self.fates.of.values().copied().collect()
    }
}

const RIGHT: Said = Said::Right;
const WRONG: Said = Said::Wrong;

/// Totals of three seats.
const START: [u32; 3] = [1000, 1500, 2000];
/// 550 points.
const ROLL: &str = "41587442";
/// Nothing scores.
const NOTHING: &str = "22334467";

#[test]
fn random_games_keep_the_laws() {
    for (settings, model, seats) in [
        ("level=1,max_turns=40", HUMAN, 3),
        ("level=2,target=2000", Model { jitter: 0, ..HUMAN }, 2),
        ("level=2,target=500", Model { jitter: 100, ..HUMAN }, 8),
        ("level=1,target=1000", HUMAN, 1),
    ] {
        let positions = laws(&game(settings, model, seats), 4);
        assert!(positions > 30, "{positions}");
    }
}

/// Decides by a hash of all visible values.
fn wild(game: &Stressed, at: &State, seat: u8, actions: &[Action]) -> Action {
    let totals = (0..game.seats()).map(|seat| at.total(seat).into());
    let facts = [seat.into(), at.rounds().into(), game.score(at).points.into()];
    let answers = actions.len().min(26) as u64;
    actions[(stir(facts.into_iter().chain(totals)) % answers) as usize]
}

#[test]
fn the_engine_plays_the_plain_rounds_and_games() {
    let (mut fates, mut set_back, mut ties) = (BTreeMap::new(), 0, 0);
    for (case, plain) in LEVELS.map(|case| (case.settings, case.plain)) {
        for number in 0..60 {
            let seats = [1, 2, 3, 5, 8][number as usize % 5];
            let game = game(&format!("{case},max_turns=300"), HUMAN, seats);
            let (mut at, mut streams) =
                (game.start(&mut Silent), Streams::new(UnitKey::of_game(7, number)));
            let (mut round, mut fated) = (Round::default(), Fates::default());
            let (mut totals, mut winner) = (vec![0; seats.into()], None);
            loop {
                let before = at.rounds();
                match game.next(&at) {
                    Next::Over { finished } => {
                        assert_eq!(at.over(), Some(winner.map(|seat: usize| seat as u8)));
                        assert!(finished == winner.is_some() && (finished || at.rounds() == 300));
                        break;
                    }
                    Next::Decide { seat, .. } => {
                        let mut actions = Vec::new();
                        Menu::list(&game, &at, &mut actions);
                        let action = wild(&game, &at, seat, &actions);
                        game.act(&mut at, action, &mut fated);
                    }
                    Next::Chance(name) => {
                        let random = streams.open(name);
                        let outcome = game.draw(&at, random);
                        match outcome {
                            Chance::Roll(roll) => {
                                let class = usize::from(roll.class);
                                round.faces = game.dice.table(8).decode(class, roll.rank);
                            }
                            Chance::Answer(call) => round.calls.push(call),
                            Chance::First(seat) => round.first.push(seat),
                        }
                        ties += u32::from(matches!(outcome, Chance::First(_)));
                        game.happen(&mut at, outcome, &mut fated);
                    }
                }
                if at.rounds() == before {
                    continue;
                }
                assert_eq!(winner, None, "nothing is played after a win");
                winner = round.settle(&plain, fated.set_back, &mut totals);
                assert_eq!(self::totals(&game, &at), totals, "{case}, game {number}");
                assert_eq!(fated.of.len(), usize::from(seats), "every seat has a result");
                fated.of.values().for_each(|fate| *fates.entry(*fate as u8).or_insert(0) += 1);
                set_back += u32::from(fated.set_back.is_some());
                (round, fated) = Default::default();
            }
        }
    }
    assert!(fates.len() == 6 && fates.values().all(|times| *times > 20), "{fates:?}");
    assert!(set_back > 20 && ties > 20, "{set_back} {ties}");
}

/// A round in the form of the plain engine.
#[derive(Default)]
struct Round {
    faces: Vec<u8>,
    calls: Vec<Option<Call>>,
    /// The first seat among answers in the same tenth of a second, for each such group.
    first: Vec<u8>,
}

impl Round {
    fn settle(
        &self,
        rules: &PlainRules,
        set_back: Option<u8>,
        totals: &mut [u32],
    ) -> Option<usize> {
        let (score, _) = roll_score(rules, &self.faces);
        let order = |seat: usize| {
            let place = self.first.iter().position(|first| usize::from(*first) == seat);
            place.unwrap_or(self.first.len()) as u32
        };
        let calls = self.calls.iter().enumerate();
        let answers: Vec<_> = calls
            .map(|(seat, call)| call.map(|call| plain_answer(call, order(seat), score)))
            .collect();
        let result = resolve_round(score, &answers);
        assert_eq!(set_back.is_some(), result.may_reset.is_some());
        settle(8000, &result, totals, |_, _| set_back.expect("a victim").into())
    }
}

fn plain_answer(Call { time, said }: Call, order: u32, score: u32) -> Answer {
    let said = match said {
        Said::Right => score,
        Said::Wrong => score + 50,
        Said::WrongZero => 0,
    };
    Answer { time: time.into(), order, said }
}

/// The totals of all seats, in points.
fn totals(game: &Stressed, at: &State) -> Vec<u32> {
    (0..game.seats()).map(|seat| at.total(seat) * 50).collect()
}

/// Without delay, the error probability of a human is 30 % plus 8 % per scoring die, minus 3 % per
/// tenth of a second; a fifth of the wrong answers are "0".
#[test]
fn answers_have_the_delays_and_errors_of_the_model() {
    for (roll, weights) in [
        (ROLL, &[(RIGHT, 360_000), (WRONG, 512_000), (Said::WrongZero, 128_000)][..]),
        (NOTHING, &[(RIGHT, 760_000), (WRONG, 240_000)]),
    ] {
        let Scene { mut game, mut at, .. } = Scene::new("level=1", &[0], roll);
        game.model = HUMAN;
        game.act(&mut at, Action::Answer(2), &mut Silent);
        let mut found = Vec::new();
        game.outcomes(&at, &mut |outcome, weight| found.push((outcome, weight)));
        let each = |&(said, millionths): &(Said, u64)| {
            let call = move |time| Chance::Answer(Some(Call { time, said }));
            (2..2 + HUMAN.jitter).map(move |time| (call(time), 1_000_000 * millionths))
        };
        assert_eq!(found, weights.iter().flat_map(each).collect::<Vec<_>>());
    }
}

#[test]
fn every_roll_scores_as_in_the_plain_engine() {
    for case in LEVELS {
        let game = game(case.settings, SURE, 1);
        for (index, of) in game.dice.table(8).classes().iter().enumerate() {
            let mut at = game.start(&mut Silent);
            let roll = Roll { class: index as u16, rank: 0 };
            game.happen(&mut at, Chance::Roll(roll), &mut Silent);
            let faces = game.dice.table(8).decode(index, of.weight / 2);
            let score = game.score(&at);
            let score = (score.points * 50, score.dice.into());
            assert_eq!(score, roll_score(&case.plain, &faces), "{faces:?}");
        }
    }
}

#[test]
fn the_probability_of_an_error_is_between_0_and_1() {
    assert_eq!(HUMAN.error(5, 10), 400_000);
    let steep = Model { error_base: 900_000, error_per_die: 500_000, ..HUMAN };
    assert_eq!((steep.error(8, 0), HUMAN.error(0, 100)), (1_000_000, 0));
}

#[test]
fn eo_20_the_first_correct_announcement_marks() {
    let answers = [Some((30, RIGHT)), Some((20, RIGHT)), Some((10, WRONG)), None];
    let scene = Scene::new("level=1", &[0; 4], ROLL).answers(&answers);
    assert_eq!(scene.fates(), [Fate::Late, Fate::Marked, Fate::Wrong, Fate::Silent]);
    assert_eq!(scene.totals(), [0, 550, 0, 0]);
    // Answers in the same tenth of a second have a uniformly random order.
    let mut scene = Scene::new("level=1", &[0; 3], ROLL).answers(&[Some((5, RIGHT)); 3]);
    let mut first = Vec::new();
    scene.game.outcomes(&scene.at, &mut |outcome, weight| first.push((outcome, weight)));
    assert_eq!(first, [0, 1, 2].map(|seat| (Chance::First(seat), 1)));
    scene.game.happen(&mut scene.at, Chance::First(2), &mut scene.fates);
    assert_eq!(scene.totals(), [0, 0, 550]);
    assert_eq!(scene.fates(), [Fate::Late, Fate::Late, Fate::Marked]);
}

#[test]
fn eo_21_without_a_correct_answer_no_player_marks() {
    for answers in [[Some((1, WRONG)), None, Some((2, WRONG))], [None; 3]] {
        let scene = Scene::new("level=1", &START, ROLL).answers(&answers);
        assert_eq!((scene.totals(), scene.at.rounds()), (START.to_vec(), 1));
    }
}

#[test]
fn eo_22_the_first_correct_0_sets_a_player_of_choice_back() {
    for (action, expected) in [
        (Action::Opponent(1), [1000, 1500, 0]),
        (Action::Opponent(2), [0, 1500, 2000]),
        (Action::Own, [1000, 0, 2000]),
    ] {
        let answers = [Some((9, RIGHT)), Some((1, RIGHT)), Some((2, RIGHT))];
        let scene = Scene::new("level=1", &START, NOTHING).answers(&answers);
        assert_eq!(scene.fates(), [Fate::Late, Fate::Zero, Fate::Late]);
        let mut actions = Vec::new();
        Menu::list(&scene.game, &scene.at, &mut actions);
        assert_eq!(actions, [Action::Opponent(1), Action::Opponent(2), Action::Own]);
        assert_eq!(scene.resets(action).totals(), expected, "nothing is marked");
    }
}

#[test]
fn eo_22_a_wrong_0_sets_the_announcer_back() {
    let zero = |time| Some((time, Said::WrongZero));
    let answers = [zero(1), Some((2, RIGHT)), zero(3)];
    let scene = Scene::new("level=1", &START, ROLL).answers(&answers);
    // A "0" after the correct answer is not spoken.
    assert_eq!(scene.fates(), [Fate::WrongZero, Fate::Marked, Fate::Late]);
    assert_eq!(scene.totals(), [0, 2050, 2000]);
}

#[test]
fn eo_23_the_first_to_8000_wins() {
    let late = Some((9, RIGHT));
    for case in LEVELS {
        for (answers, over) in [
            ([Some((1, RIGHT)), late, late], Some(Some(0))),
            ([late, Some((1, RIGHT)), late], None),
        ] {
            let scene = Scene::new(case.settings, &[7450, 7400, 7950], ROLL).answers(&answers);
            assert_eq!(scene.at.over(), over, "{:?}", scene.totals());
        }
    }
}

#[test]
fn eo_23_the_score_is_the_maximum_with_all_scoring_dice() {
    // Level 1 values for four alike, unless level 2 is chosen.
    for (settings, roll, expected) in
        [("level=1", ROLL, (550, 5)), ("", "44442367", (400, 3)), ("level=2", "44442367", (800, 4))]
    {
        let scene = Scene::new(settings, &[0], roll);
        let score = scene.game.score(&scene.at);
        assert_eq!((score.points * 50, score.dice), expected);
    }
}

#[test]
fn eo_q16_a_wrong_score_costs_only_the_announcement() {
    let answers = [Some((1, WRONG)), Some((2, RIGHT))];
    assert_eq!(Scene::new("level=1", &[1000, 1500], ROLL).answers(&answers).totals(), [1000, 2050]);
}

#[test]
fn eo_q17_level_2_of_the_stressed() {
    // A roll that would be a Joker scores 0 and is not rolled again.
    for settings in ["level=2", "level=2,joker=literal"] {
        let scene = Scene::new(settings, &[1000, 0], "22334468");
        let scene = scene.answers(&[Some((2, RIGHT)), Some((1, RIGHT))]);
        assert_eq!(scene.fates(), [Fate::Late, Fate::Zero]);
        assert_eq!(scene.resets(Action::Opponent(1)).totals(), [0, 0]);
    }
    // The only possible run is the great run. Eight alike score 8000 for the player who announces
    // it; this wins whatever the target, and at level 2 only.
    for (settings, roll, points, wins) in [
        ("level=2", "12345678", 4000, false),
        ("level=2", "22345678", 50, false),
        ("level=2,target=50000", "77777777", 8000, true),
        ("level=1,target=50000", "77777777", 1400, false),
    ] {
        let answers = [Some((1, WRONG)), Some((2, RIGHT)), Some((3, RIGHT))];
        let scene = Scene::new(settings, &[0, 0, 0], roll).answers(&answers);
        assert_eq!(scene.totals(), [0, points, 0], "{roll}");
        assert_eq!(scene.at.over(), wins.then_some(Some(1)));
    }
    let missed = Scene::new("level=2", &[0, 0], "77777777").answers(&[Some((1, WRONG)); 2]);
    assert!(matches!(missed.game.next(&missed.at), Next::Chance(_)), "no player announces it");
}

#[test]
fn eo_q18_points_below_400_count_at_once() {
    for case in LEVELS {
        for (roll, points) in [("52234467", 50), ("12234467", 100), ("15234467", 150)] {
            let scene = Scene::new(case.settings, &[50, 0], roll);
            let scene = scene.answers(&[Some((1, RIGHT)), Some((2, RIGHT))]);
            assert_eq!(scene.totals(), [50 + points, 0], "{roll}");
        }
        let scene = Scene::new(case.settings, &[7950, 0], "52234467");
        let scene = scene.answers(&[Some((1, RIGHT)), Some((2, RIGHT))]);
        assert_eq!(scene.at.over(), Some(Some(0)), "50 points win");
    }
}
