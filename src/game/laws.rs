//! Laws that every game must obey, checked on random games, and `perft`, a reference count of
//! paths.

use std::collections::{BTreeMap, HashSet};

use super::contract::{Game, Menu, Next, RandomSource, Silent};
use super::decision::{ActionList, Decision, OwnRandom};
use super::describe::Describe;
use super::position;
use super::publish::{self, ActionFeature, Publish, StateFeature};
use super::{Argument, Function, Kind};
use crate::diagnostic::Source;
use crate::sim::random::{Domain, UnitKey};

/// Plays random games and checks the laws in every position.
///
/// * There is at least one legal action; actions are sorted and distinct, listed or not, and can be
///   taken. Each step changes the position; an action has the same effect on a copy of the
///   position.
/// * [`Game::check`] holds.
/// * The texts of a decision, if there are any, read back to it.
/// * A seat sees nothing that it cannot know: [`Game::hide`] keeps the next mover, the legal
///   actions of the seat, and everything that the game publishes to the seat. The same holds if the
///   result is hidden once more.
/// * Features and functions stay within their declared ranges and are whole if declared so; kinds
///   of action exist; a keyed feature depends only on its key; the default is a legal action.
/// * If several actions look the same to a seat, the next mover after each of them is the same.
/// * [`Game::draw`] has the probabilities of [`Game::outcomes`]: exactly if the weights total at
///   most 2¹⁵, otherwise within sampling error.
/// * No stream is opened again after another stream of its purpose.
/// * The game ends, scores are 0 beyond the seats, and there is a winner.
///
/// Returns the number of positions.
///
/// # Panics
///
/// Panics with the position that violates a law.
pub fn laws<G: Describe>(game: &G, games: u64) -> u64 {
    (1..=games).map(|number| one_game(game, number)).sum()
}

/// The number of steps after which a random game counts as endless.
const ENDLESS: u64 = 10_000_000;

fn one_game<G: Describe>(game: &G, number: u64) -> u64 {
    let mut rng = UnitKey::new(1, Domain::Game, number).stream(0, 0);
    let mut state = game.start(&mut Silent);
    let (mut open, mut left) = (BTreeMap::new(), HashSet::new());
    let mut actions = Vec::new();
    for steps in 1..=ENDLESS {
        let before = state;
        game.check(&state).unwrap_or_else(|fault| panic!("{fault}: {state:?}"));
        match game.next(&state) {
            Next::Over { .. } => {
                let ranking = game.ranking(&state);
                let seats = usize::from(game.seats());
                assert!(ranking.winners != 0, "there is no winner: {state:?}");
                assert!(u32::from(ranking.winners) < 1 << seats, "a win beyond the seats");
                assert!(ranking.scores[seats..].iter().all(|score| *score == 0));
                let shares: f64 = (0..game.seats()).map(|seat| ranking.share(seat)).sum();
                assert!((shares - 1.0).abs() < 1e-12, "the shares add up to {shares}");
                return steps;
            }
            Next::Decide { seat, .. } => {
                legal(game, &state, &mut actions);
                hidden(game, &state, seat, &actions, &mut rng);
                alike(game, &state, seat, &actions);
                texts(game, &state, seat, &mut rng);
                let action = actions[rng.below(actions.len() as u32) as usize];
                game.act(&mut state, action, &mut Silent);
                let mut again = before;
                game.act(&mut again, action, &mut Silent);
                assert_eq!(state, again, "an action has different effects on equal positions");
            }
            Next::Chance(name) => {
                let last = open.insert(name.purpose, name.index);
                if last != Some(name.index) {
                    assert!(left.insert(name), "{name:?} is opened again");
                }
                if number <= 3 {
                    exact(game, &state);
                }
                let outcome = game.draw(&state, &mut rng);
                game.happen(&mut state, outcome, &mut Silent);
            }
        }
        assert_ne!(before, state, "nothing happened");
    }
    panic!("a game without end");
}

/// Fills `actions` with the legal actions, and checks that the menu counts and picks them in
/// agreement.
fn legal<G: Game>(game: &G, state: &G::State, actions: &mut Vec<G::Action>) {
    actions.clear();
    Menu::list(game, state, actions);
    assert!(!actions.is_empty(), "no action in {state:?}");
    assert!(actions.is_sorted_by(|a, b| a < b), "unsorted: {actions:?}");
    for (place, action) in actions.iter().enumerate() {
        let found = Menu::nth(game, state, place);
        assert_eq!(found, (actions.len(), Some(*action)), "action {place} of {actions:?}");
    }
}

/// Checks that the texts of a position read back: the full one to the same state, the one of `seat` to
/// a position with the same text, which shows nothing that is hidden from the seat.
fn texts<G: Describe>(game: &G, state: &G::State, seat: u8, random: &mut impl RandomSource) {
    let read = |text: &str| {
        position::read(game, &Source::new("text", text)).unwrap_or_else(|faults| {
            panic!("{text}: {}: {state:?}", faults[0].title);
        })
    };
    let Some(full) = position::write(game, state, None) else { return };
    assert_eq!(read(&full).state, *state, "{full}");
    let seen = |state: &G::State| position::write(game, state, Some(seat));
    let text = seen(state).expect("a text, as above");
    assert_eq!(
        seen(&game.hide(state, seat, random)).as_ref(),
        Some(&text),
        "a text reveals {state:?}"
    );
    let placed = read(&text);
    assert_eq!(placed.seen_by, Some(seat));
    let dealt = game.hide(&placed.state, seat, random);
    game.check(&dealt).unwrap_or_else(|fault| panic!("{fault}, read from {text}: {dealt:?}"));
    assert_eq!(seen(&dealt).as_ref(), Some(&text), "dealt otherwise: {dealt:?}");
}

/// Checks that no seat sees what is hidden from it.
fn hidden<G: Publish>(
    game: &G,
    state: &G::State,
    mover: u8,
    actions: &[G::Action],
    random: &mut impl RandomSource,
) {
    let mut there = Vec::new();
    for seat in 0..game.seats() {
        let asked = if seat == mover { actions } else { &[] };
        let shown = published(game, state, seat, asked);
        let mut world = *state;
        for _ in 0..2 {
            world = game.hide(&world, seat, random);
            game.check(&world).unwrap_or_else(|fault| panic!("{fault} after hiding: {world:?}"));
            assert_eq!(game.next(state), game.next(&world), "hiding changes the next mover");
            legal(game, &world, &mut there);
            if seat == mover {
                assert_eq!(actions, there, "the legal actions reveal hidden information");
            }
            for (before, after) in shown.iter().zip(published(game, &world, seat, asked)) {
                assert_eq!(*before, after, "seat {seat} sees hidden information in {state:?}");
            }
        }
    }
}

/// Returns everything that a game publishes to a seat in a position, by name: the features of the
/// state at every decision point and, at a decision of this seat, also the functions, the features
/// and kinds of `actions`, and the default.
fn published<G: Publish>(
    game: &G,
    state: &G::State,
    seat: u8,
    actions: &[G::Action],
) -> Vec<(&'static str, f64)> {
    let (mut all, mut room) = (Vec::new(), ActionList::default());
    let within = |kind: Kind, value: f64| match kind {
        Kind::Integer { min, max } => {
            value.fract() == 0.0 && (min as f64..=max as f64).contains(&value)
        }
        Kind::Real { min, max } => (min..=max).contains(&value),
        Kind::Truth => value == 0.0 || value == 1.0,
    };
    for (index, point) in G::POINTS.iter().enumerate() {
        let own = OwnRandom::unused();
        let decision = Decision::new(game, state, (seat, index as u8), own, &mut room);
        let sight = G::Sight::default();
        for StateFeature { words, value } in point.state {
            let value = value(&decision, &sight);
            assert!(within(words.kind, value), "{} is {value} in {state:?}", words.name);
            all.push((words.name, value));
        }
        if game.next(state) != (Next::Decide { seat, point: index as u8 }) {
            continue;
        }
        for publish::Function { words, value } in G::FUNCTIONS {
            for arguments in calls(words) {
                let value = value(&decision, &sight, &arguments);
                let valid = within(words.kind, value);
                assert!(valid, "{} of {arguments:?} is {value} in {state:?}", words.name);
                all.push((words.name, value));
            }
        }
        let mut by_key = BTreeMap::new();
        for action in actions {
            let kind = game.kind(index as u8, *action);
            assert!(kind < point.actions.len(), "{action:?} has no kind");
            all.push(("kind", kind as f64));
            for ActionFeature { words, value } in point.action {
                let value = value(&decision, &sight, *action);
                let valid = within(words.kind, value);
                assert!(valid, "{} of {action:?} is {value} in {state:?}", words.name);
                all.push((words.name, value));
                if let Some(key) = words.key {
                    let of = point.action.iter().find(|feature| feature.words.name == key);
                    let number = (of.expect("a feature").value)(&decision, &sight, *action) as i64;
                    let first = *by_key.entry((words.name, number)).or_insert(value);
                    assert_eq!(value, first, "{} where {key} is {number}", words.name);
                }
            }
        }
        let default = decision.default_action();
        let default = actions.iter().position(|action| *action == default);
        all.push(("default", default.expect("a default that is a legal action") as f64));
    }
    all
}

/// Returns the arguments with which a function is called: all whole numbers of a short range, or
/// the ends and the middle of a range.
fn calls(function: &Function) -> Vec<Vec<f64>> {
    let values = |argument: &Argument| match argument.kind {
        Kind::Truth => vec![0.0, 1.0],
        Kind::Integer { min, max } if max - min < 16 => {
            (min..=max).map(|value| value as f64).collect()
        }
        Kind::Integer { min, max } => vec![min as f64, ((min + max) / 2) as f64, max as f64],
        Kind::Real { min, max } => vec![min, min / 2.0 + max / 2.0, max],
    };
    function.parameters.iter().fold(vec![Vec::new()], |calls, argument| {
        let longer = |call: &Vec<f64>, value| [&call[..], &[value]].concat();
        let all = calls
            .iter()
            .flat_map(|call| values(argument).into_iter().map(move |value| longer(call, value)));
        all.collect()
    })
}

/// Checks that actions that look the same to a seat lead to the same next mover.
fn alike<G: Game>(game: &G, state: &G::State, mover: u8, actions: &[G::Action]) {
    for seat in (0..game.seats()).filter(|seat| *seat != mover) {
        let mut then = BTreeMap::new();
        for action in actions {
            let mut next = *state;
            game.act(&mut next, *action, &mut Silent);
            let next = game.next(&next);
            let first = *then.entry(game.seen(state, *action, seat)).or_insert(next);
            assert_eq!(first, next, "seat {seat} learns a secret choice from the next mover");
        }
    }
}

/// A source of random numbers that enumerates all sequences of draws, with their probabilities.
#[derive(Default)]
struct Every {
    path: Vec<(u32, u32)>,
    at: usize,
}

impl RandomSource for Every {
    fn below(&mut self, bound: u32) -> u32 {
        if self.at == self.path.len() {
            self.path.push((0, bound));
        }
        self.at += 1;
        self.path[self.at - 1].0
    }
}

impl Every {
    /// Returns the probability of the current sequence.
    fn share(&self) -> f64 {
        self.path.iter().map(|(_, bound)| f64::from(*bound)).product::<f64>().recip()
    }

    /// Moves to the next sequence, if there is one.
    fn turn(&mut self) -> bool {
        self.at = 0;
        while let Some((value, bound)) = self.path.pop() {
            if value + 1 < bound {
                self.path.push((value + 1, bound));
                return true;
            }
        }
        false
    }
}

/// The maximum total weight of the outcomes for which all draws are enumerated.
const DRAWS: u64 = 1 << 15;

/// Checks that the probabilities of the drawn outcomes equal their stated probabilities.
fn exact<G: Game>(game: &G, state: &G::State) {
    let (mut total, mut listed) = (0, BTreeMap::new());
    game.outcomes(state, &mut |outcome, weight| {
        total += weight;
        let first = listed.insert(outcome, weight).is_none();
        assert!(weight > 0 && first, "{outcome:?} is listed twice or has weight 0");
    });
    if total > DRAWS {
        return sampled(game, state, total, &listed);
    }
    let (mut every, mut drawn) = (Every::default(), BTreeMap::new());
    loop {
        let outcome = game.draw(state, &mut every);
        *drawn.entry(outcome).or_insert(0.0) += every.share();
        if !every.turn() {
            break;
        }
    }
    assert!(drawn.keys().eq(listed.keys()), "{drawn:?} is drawn, {listed:?} listed");
    for ((outcome, share), weight) in drawn.iter().zip(listed.values()) {
        let expected = *weight as f64 / total as f64;
        assert!((share - expected).abs() < 1e-9, "{outcome:?}: {share} drawn, {expected} expected");
    }
}

/// The number of sampled draws, and the minimum expected number per bin.
const SAMPLE: u32 = 1 << 15;
const BIN: f64 = 256.0;

/// Checks that sampled outcomes are listed, and that their frequencies agree with the weights: chi
/// square, over bins of consecutive outcomes, is within five standard deviations of its mean.
fn sampled<G: Game>(game: &G, state: &G::State, total: u64, listed: &BTreeMap<G::Outcome, u64>) {
    let mut drawn = BTreeMap::new();
    for number in 0..u64::from(SAMPLE) {
        let mut random = UnitKey::new(2, Domain::Game, number).stream(0, 0);
        *drawn.entry(game.draw(state, &mut random)).or_insert(0.0) += 1.0;
    }
    if let Some(outcome) = drawn.keys().find(|outcome| !listed.contains_key(*outcome)) {
        panic!("{outcome:?} is drawn and not listed");
    }
    let (mut chi_square, mut bins, mut bin) = (0.0, 0.0, (0.0, 0.0));
    for (outcome, weight) in listed {
        bin.0 += drawn.get(outcome).unwrap_or(&0.0);
        bin.1 += *weight as f64 / total as f64 * f64::from(SAMPLE);
        if bin.1 >= BIN {
            chi_square += (bin.0 - bin.1).powi(2) / bin.1;
            bins += 1.0;
            bin = (0.0, 0.0);
        }
    }
    let freedom: f64 = bins;
    let limit = freedom + 5.0 * (2.0 * freedom).sqrt();
    assert!(chi_square < limit, "chi square {chi_square} of {bins} bins in {state:?}");
}

/// Counts the paths of `depth` decisions and outcomes from a position, and the sum of their
/// weights; a finished game is one path.
///
/// This is perft of computer chess: two implementations of the rules that agree on it agree on all
/// legal actions and outcomes up to this depth.
///
/// # Panics
///
/// Panics if the sum of weights exceeds a `u128`.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> (u64, u128) {
    if depth == 0 {
        return (1, 1);
    }
    let (mut paths, mut weights) = (0, 0u128);
    let mut count = |next: &G::State, weight: u64| {
        let (below, sum) = perft(game, next, depth - 1);
        paths += below;
        weights = u128::from(weight)
            .checked_mul(sum)
            .and_then(|product| weights.checked_add(product))
            .expect("a shallower count");
    };
    match game.next(state) {
        Next::Over { .. } => return (1, 1),
        Next::Decide { .. } => {
            let mut actions = Vec::new();
            Menu::list(game, state, &mut actions);
            for action in actions {
                let mut next = *state;
                game.act(&mut next, action, &mut Silent);
                count(&next, 1);
            }
        }
        Next::Chance(_) => game.outcomes(state, &mut |outcome, weight| {
            let mut next = *state;
            game.happen(&mut next, outcome, &mut Silent);
            count(&next, weight);
        }),
    }
    (paths, weights)
}
