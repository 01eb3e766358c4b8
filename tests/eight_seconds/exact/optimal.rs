//! The solved turn of 8 Seconds against a plain implementation of the rules, and against the
//! engine.
//!
//! The plain implementation shares nothing with the solver: it keeps the two dice of each colour
//! apart from the others, enumerates the outcomes of every roll and reroll, and takes the best of
//! all choices.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use pushluck::game::bits::each;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::{Dice, Face};
use pushluck::games::eight_seconds::optimal::{Desk, Hand, Optimal, Pay, Pool, Spot};

use crate::eight_seconds::common::{bull, bulls, dice, game, six_bulls};
use crate::program::{done, number, rows};

const CLOWN: usize = 3;
const BLANK: usize = 4;

/// The ordered pairs of faces that two dice of one colour can show; a pair is known by its position
/// in this list of fifteen.
fn pairs() -> Vec<[usize; 2]> {
    (0..5).flat_map(|a| (a..5).map(move |b| [a, b])).collect()
}

fn place(a: usize, b: usize) -> usize {
    let pair = [a.min(b), a.max(b)];
    pairs().iter().position(|known| *known == pair).expect("two faces")
}

/// The number of states; a state encodes the pair of each colour.
const STATES: usize = 15_usize.pow(4);

const COLOURS: [&str; 4] = ["yellow", "green", "blue", "red"];

/// The position of a colour's pair in the list of pairs.
fn pair_of(state: usize, colour: usize) -> usize {
    state / 15_usize.pow(colour as u32) % 15
}

/// The state with another pair for a colour.
fn with(state: usize, colour: usize, pair: usize) -> usize {
    let one = 15_usize.pow(colour as u32);
    state - pair_of(state, colour) * one + pair * one
}

fn all_blank() -> usize {
    (0..4).fold(0, |state, colour| with(state, colour, place(BLANK, BLANK)))
}

/// The value of each state after the pair of each colour in turn is transformed, given the values
/// after the transformation.
fn by_colour(
    mut worth: Vec<f64>,
    of: impl Fn(usize, usize, &dyn Fn(usize) -> f64) -> f64,
) -> Vec<f64> {
    for colour in 0..4 {
        let of =
            |state| of(colour, pair_of(state, colour), &|pair| worth[with(state, colour, pair)]);
        worth = (0..STATES).map(of).collect();
    }
    worth
}

type Known = HashMap<(u32, u8, u8), Rc<Vec<f64>>>;

/// The turn under the rules, for line-ups of Bulls as (moves, points).
struct Plain {
    bulls: Vec<([u8; 3], f64)>,
    token: f64,
    /// The number of dice of each face in each state.
    faces: Vec<[u8; 5]>,
    /// For each colour and pair, the outcomes of rolling its Blanks.
    rolls: Vec<Vec<Vec<(usize, f64)>>>,
    /// For each pair, the pairs that a reroll may keep, with rolled dice as Blanks.
    keeps: Vec<Vec<usize>>,
    /// For each pair, the pair with a Clown turned Blank, if any.
    retrieved: Vec<Option<usize>>,
    later: Known,
    /// The value of the best reroll from each state before its cost.
    rerolls: Known,
}

impl Plain {
    fn new(game: &Game, token: f64) -> Self {
        let pairs = pairs();
        let rolls = COLOURS.iter().map(|colour| {
            let die = game.dice.iter().find(|die| die.colour == *colour).expect("a die");
            let sides = |face: usize| match face {
                BLANK => die.faces.map(|face| face as usize).to_vec(),
                face => vec![face],
            };
            let outcomes = |[a, b]: &[usize; 2]| {
                let (first, second) = (sides(*a), sides(*b));
                let chance = 1.0 / (first.len() * second.len()) as f64;
                let both = first.iter().flat_map(|a| second.iter().map(move |b| (*a, *b)));
                both.map(|(a, b)| (place(a, b), chance)).collect()
            };
            pairs.iter().map(outcomes).collect()
        });
        let keeps = pairs.iter().map(|[a, b]| {
            let ways = |face: &usize| if *face < CLOWN { vec![*face, BLANK] } else { vec![*face] };
            let (first, second) = (ways(a), ways(b));
            first.iter().flat_map(|a| second.iter().map(|b| place(*a, *b))).collect()
        });
        let retrieved = pairs.iter().map(|[a, b]| match (*a, *b) {
            (CLOWN, b) => Some(place(BLANK, b)),
            (a, CLOWN) => Some(place(a, BLANK)),
            _ => None,
        });
        let faces = |state: usize| {
            let mut faces = [0; 5];
            let shown = (0..4).flat_map(|colour| pairs[pair_of(state, colour)]);
            shown.for_each(|face| faces[face] += 1);
            faces
        };
        Self {
            bulls: game.bulls.iter().map(|bull| (bull.moves, f64::from(bull.points))).collect(),
            token,
            faces: (0..STATES).map(faces).collect(),
            rolls: rolls.collect(),
            keeps: keeps.collect(),
            retrieved: retrieved.collect(),
            later: Known::new(),
            rerolls: Known::new(),
        }
    }

    /// The value of stopping (ES-14 to ES-16, ES-20, ES-Q15, ES-Q18).
    fn stop(&self, line_up: u32, pile: u8, faces: [u8; 5]) -> f64 {
        let moves: u8 = faces[..3].iter().sum();
        let mut best = self.token * f64::from((moves / 2).min(pile));
        for bull in each(line_up) {
            let (needs, points) = self.bulls[usize::from(bull)];
            if (0..3).all(|face| faces[face] >= needs[face]) {
                let extra = moves - needs.iter().sum::<u8>();
                best = best.max(points + self.token * f64::from(extra.min(pile)));
            }
        }
        best
    }

    /// The value of each state after a later roll (ES-13, ES-18, ES-22 to ES-28).
    fn later(&mut self, line_up: u32, tokens: u8, pile: u8) -> Rc<Vec<f64>> {
        let pile = pile.min(8);
        if let Some(known) = self.later.get(&(line_up, tokens, pile)) {
            return Rc::clone(known);
        }
        let mut paid: Vec<(Rc<Vec<f64>>, f64)> = Vec::new();
        if line_up.count_ones() > 1 {
            for bull in each(line_up) {
                paid.push((self.reroll(line_up & !(1 << bull), tokens, pile), 0.0));
            }
        }
        let below = (tokens > 0).then(|| {
            paid.push((self.reroll(line_up, tokens - 1, pile + 1), self.token));
            self.later(line_up, tokens - 1, pile + 1)
        });
        let of = |state: usize| {
            let faces = self.faces[state];
            let mut best = 0.0_f64;
            if faces[CLOWN] <= 2 {
                let rerolled = paid.iter().map(|(rerolled, cost)| rerolled[state] - cost);
                best = rerolled.fold(self.stop(line_up, pile, faces), f64::max);
            }
            let Some(below) = &below else { return best };
            let retrieved = (0..4).filter_map(|colour| {
                let pair = self.retrieved[pair_of(state, colour)]?;
                Some(below[with(state, colour, pair)] - self.token)
            });
            retrieved.fold(best, f64::max)
        };
        let worth = Rc::new((0..STATES).map(of).collect());
        self.later.insert((line_up, tokens, pile), Rc::clone(&worth));
        worth
    }

    /// The value of the best reroll from each state with the resources left, over all dice that may
    /// be kept (ES-24, ES-Q17).
    fn reroll(&mut self, line_up: u32, tokens: u8, pile: u8) -> Rc<Vec<f64>> {
        let pile = pile.min(8);
        if let Some(known) = self.rerolls.get(&(line_up, tokens, pile)) {
            return Rc::clone(known);
        }
        let later = self.later(line_up, tokens, pile);
        let mut rolled = self.expect(later.to_vec());
        for (worth, faces) in rolled.iter_mut().zip(&self.faces) {
            if faces[CLOWN] > 2 || faces[BLANK] == 0 {
                *worth = f64::NEG_INFINITY;
            }
        }
        let best = by_colour(rolled, |_, pair, worth| {
            self.keeps[pair].iter().map(|pair| worth(*pair)).fold(f64::NEG_INFINITY, f64::max)
        });
        let best = Rc::new(best);
        self.rerolls.insert((line_up, tokens, pile), Rc::clone(&best));
        best
    }

    /// The value of each state after its Blanks are rolled.
    fn expect(&self, worth: Vec<f64>) -> Vec<f64> {
        by_colour(worth, |colour, pair, worth| {
            self.rolls[colour][pair].iter().map(|(pair, chance)| chance * worth(*pair)).sum()
        })
    }

    /// The value of the roll after a Clown Out (ES-34).
    fn again(&mut self, line_up: u32, tokens: u8, pile: u8) -> f64 {
        let later = self.later(line_up, tokens, pile);
        self.expect(later.to_vec())[all_blank()]
    }

    /// The value of the first roll (ES-31 to ES-35, ES-Q5, ES-Q7, ES-Q8).
    fn first(&mut self, line_up: u32, tokens: u8, pile: u8) -> f64 {
        let mut out = self.token * f64::from(pile.min(2));
        if line_up.count_ones() > 1 {
            let points = |bull: &u8| self.bulls[usize::from(*bull)].1;
            let top = each(line_up).map(|bull| points(&bull)).fold(0.0, f64::max);
            let highest: Vec<u8> = each(line_up).filter(|bull| points(bull) == top).collect();
            for bull in highest {
                out = out.max(self.again(line_up & !(1 << bull), tokens, pile));
            }
        }
        let later = self.later(line_up, tokens, pile);
        let worth = later
            .iter()
            .zip(&self.faces)
            .map(|(worth, faces)| if faces[CLOWN] >= 3 { worth.max(out) } else { *worth });
        self.expect(worth.collect())[all_blank()]
    }

    /// The value before the first roll, with any number of Bulls bought from `pool` (ES-11, ES-30).
    fn start(&mut self, line_up: u32, tokens: u8, pile: u8, pool: u32) -> f64 {
        let rolling = self.first(line_up, tokens, pile);
        if tokens == 0 || pool == 0 {
            return rolling;
        }
        let bought = each(pool)
            .map(|bull| self.start(line_up | 1 << bull, tokens - 1, pile + 1, pool & !(1 << bull)));
        rolling.max(bought.sum::<f64>() / f64::from(pool.count_ones()) - self.token)
    }
}

fn solved(token: f64) -> Arc<Optimal> {
    Arc::new(Optimal::new(Arc::new(game("", 1)), token))
}

/// Compares the values of every first roll and every roll after a Clown Out, and the values of
/// given dice for the player.
#[test]
fn the_solution_equals_a_plain_implementation_of_the_rules() {
    for (token, line_up, tokens, pile) in [
        (1.0, &["3-2-2"][..], 2, 8),
        (1.0, &["2-1-0", "3-2-2"], 2, 8),
        (1.0, &["2-1-1", "2-2-2", "0-1-2"], 1, 8),
        (0.0, &["2-2-1", "1-1-3"], 2, 8),
        (1.5, &["3-1-0", "2-2-0"], 1, 2),
        (1.0, &["1-0-2", "2-3-2"], 2, 0),
    ] {
        let optimal = solved(token);
        let mut plain = Plain::new(optimal.game(), token);
        let line_up = bulls(optimal.game(), line_up);
        for tokens in 0..=tokens {
            let found = optimal.rolling(Hand::new(line_up, tokens, pile));
            let first = plain.first(line_up, tokens, pile);
            let again = plain.again(line_up, tokens, pile);
            assert!((found.first - first).abs() < 1e-9, "{line_up:b} {tokens}: {first} {found:?}");
            assert!((found.again - again).abs() < 1e-9, "{line_up:b} {tokens}: {again} {found:?}");
            let later = plain.later(line_up, tokens, pile);
            let desk = Desk::new(&optimal);
            for (state, worth) in later.iter().enumerate().step_by(97) {
                let row = (0..4).flat_map(|colour| pairs()[pair_of(state, colour)]);
                let row: Vec<Face> = row.map(Face::new).collect();
                let dice = Dice::new(row.try_into().expect("eight dice"));
                let spot = Spot { dice, line_up, tokens: tokens.into(), pile };
                assert!((desk.settled(&spot) - worth).abs() < 1e-5, "{spot:?}: {worth}");
            }
        }
    }
}

#[test]
fn buying_is_exact_over_every_number_of_bulls() {
    let easy = &["2-0-1", "1-0-2", "0-1-2"][..];
    for (token, line_up, tokens, pool) in [
        (0.0, easy, 2, &["3-2-2", "2-2-2", "2-1-2", "1-1-2", "3-1-0", "0-2-1"][..]),
        (0.0, easy, 3, &["3-2-2", "2-1-2", "1-1-2", "2-2-0"]),
        (0.3, easy, 2, &["3-2-2", "2-3-2", "2-1-2", "1-1-2"]),
        (1.0, easy, 2, &["3-2-2", "2-3-2", "1-1-2"]),
        (0.0, &["2-1-0"], 2, &["3-2-2", "2-1-1", "2-2-1"]),
        (0.3, &["0-1-2", "1-0-2"], 2, &["2-2-2", "1-2-1"]),
    ] {
        let optimal = solved(token);
        let mut plain = Plain::new(optimal.game(), token);
        let (line_up, pool) = (bulls(optimal.game(), line_up), bulls(optimal.game(), pool));
        for tokens in 0..=tokens {
            let best = plain.start(line_up, tokens, 8, pool);
            let hand = Hand::new(line_up, tokens, 8);
            let found = optimal.turn(hand, Pool::of(pool));
            assert!(optimal.exact(hand, Pool::of(pool)));
            assert!((found - best).abs() < 1e-9, "{token} {line_up:b} {tokens}: {found} {best}");
        }
    }
}

/// With more Bulls and tokens than are solved, the value of buying is a lower bound: above the
/// value without a purchase, and below the value of both Bulls without a token spent.
#[test]
fn inexact_values_are_lower_bounds() {
    let optimal = solved(0.0);
    let line_up = bulls(optimal.game(), &["2-0-1", "1-0-2", "0-1-2", "2-1-1", "2-2-0"]);
    let pool = bulls(optimal.game(), &["3-2-2", "2-3-2"]);
    let hand = Hand::new(line_up, 2, 8);
    assert!(!optimal.exact(hand, Pool::of(pool)));
    let bound = optimal.turn(hand, Pool::of(pool));
    assert!(bound >= optimal.rolling(hand).first);
    assert!(bound <= optimal.rolling(Hand::new(line_up | pool, 2, 8)).first);
}

/// Buys from the deck first, then from the discards (ES-Q12).
#[test]
fn bulls_are_bought_from_the_discards_once_the_deck_is_empty() {
    let optimal = solved(0.0);
    let line_up = bulls(optimal.game(), &["2-0-1"]);
    let (deck, discards) = (bulls(optimal.game(), &["2-1-0"]), bulls(optimal.game(), &["3-0-2"]));
    let hand = Hand::new(line_up, 2, 8);
    let both = Hand::new(line_up | deck | discards, 0, 8);
    let one = Hand::new(line_up | deck, 1, 8);
    let best = optimal.rolling(both).first.max(optimal.rolling(one).first);
    let found = optimal.buying(hand, Pool { deck, discards }).unwrap();
    assert!((found - best).abs() < 1e-9, "{found} {best}");
}

/// A position checked by hand. The dice ride the Bull of 15 points with one spare Blank and no
/// Clown. Rolling only the Blank, a red die, cannot end the turn, and 5 of its 6 faces gain a
/// token. This gain exceeds the value of the other Bull, and the ride of 15 points remains
/// possible.
#[test]
fn a_spare_blank_is_rolled_for_a_token() {
    let optimal = solved(1.0);
    let game = optimal.game();
    assert_eq!(game.dice[7].colour, "red");
    let spot = Spot {
        dice: dice("TTTBBKK_"),
        line_up: bulls(game, &["3-2-2", "2-1-0"]),
        tokens: 0,
        pile: 8,
    };
    let desk = Desk::new(&optimal);
    let high = bull(game, "3-2-2");
    assert_eq!(desk.ride(&spot, high), Some(15.0));
    assert!((desk.settled(&spot) - (15.0 + 5.0 / 6.0)).abs() < 1e-5);
    let reroll = desk.reroll(&spot).unwrap();
    assert_eq!(reroll.pay, Pay::Bull(bull(game, "2-1-0")));
    assert_eq!(desk.dice(&spot, &reroll), 0b1000_0000);
}

/// With any number of tokens, the value of a policy plus its regret equals the optimum, and the
/// policy of the solution has no regret.
#[test]
fn value_and_regret_sum_to_the_optimum_with_any_number_of_tokens() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("six.toml"), six_bulls()).expect("a file");
    for (tokens, token) in [(1, 0.0), (2, 0.0), (3, 0.0), (3, 0.5)] {
        let line = format!(
            "solve eight-seconds --edition six.toml --turns 2k --start tokens={tokens} --token {token} \
             --policy optimal-turn:token={token} --policy token-spender --policy look-ahead --quiet \
             --format csv --table policy_losses"
        );
        let losses = done(folder.path(), &line);
        let losses = rows(&losses);
        assert_eq!(losses.len(), 6);
        for pair in losses.chunks(2) {
            let [loss, gain] = [0, 1].map(|row| number(&pair[row], "value"));
            let optimum = number(&pair[0], "optimum");
            let is_optimal = pair[0]["policy"].starts_with("optimal-turn");
            let loss_error = if is_optimal { 0.0 } else { number(&pair[0], "std_error") };
            let error = loss_error.hypot(number(&pair[1], "std_error"));
            assert!((optimum - loss - gain).abs() < 4.0 * error, "{pair:?}");
            assert!(if is_optimal { loss == 0.0 } else { loss > 0.1 }, "{pair:?}");
            assert_eq!(pair[0]["tokens"], tokens.to_string());
        }
    }
}
