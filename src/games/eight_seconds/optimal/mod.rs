//! Exact solution of a turn of the base game: the value of each choice for a Rider who then plays
//! optimally.
//!
//! The value is Bull points plus `token` points for each Foul Token gained less each token spent.
//! Every reroll costs a Bull or a token and every retrieval of a Clown costs a token, so one pass
//! of backward induction from few Bulls and tokens upwards is exact. For each set of Bulls, number
//! of tokens and arrangement of the dice (`dice_index`), it takes the best of riding, dismounting,
//! retrieving and rolling, over all dice that may be kept. A position includes the tokens in the
//! pile while the pile is so small that it can run out (ES-Q18).
//!
//! The value excludes effects on other players and later turns: the Bulls that a Clown Out leaves,
//! the end of the game by the last Bull, money and bets, and any value of tokens other than `token`
//! points each. Abilities of Riders and Golden Buckles are not covered.
//!
//! The value of buying is exact if every number of Bulls that can be bought is considered
//! ([`Optimal::exact`]): from a fresh deck and a line-up of three Bulls with up to two tokens, or
//! with three if the solution is [`Optimal::deep`], which takes about ten times as long. Other
//! values are lower bounds, and the policy gains at least as much:
//!
//! - the value of buying is then the better of two plans: one Bull with all tokens, or as many
//!   Bulls as are considered with that number of tokens. The policy decides again after each Bull;
//! - of more than [`MOST_BULLS`] Bulls the highest are considered, and the others pay for rerolls;
//! - of more than [`MOST_TOKENS`] tokens that many are considered at every decision.
//!
//! Whether to keep the Bulls that a Clown Out left (ES-33) is decided by the value of rolling at
//! once, without buying.

use std::sync::{Arc, Mutex, PoisonError};

pub mod cache;
pub mod dice_index;
mod known;
mod player;
mod value;

use super::cards::{Bulls, each};
use super::compiled::Game;
use super::dice::DICE;
use crate::sim::interrupt;
use cache::Store;
use dice_index::{MOVES, Shape, Token, moves_number};

pub use known::{Known, UNKNOWN};
pub use player::OptimalTurn;
pub use value::{Desk, Pay, Reroll, Spot, for_each_set};

/// The largest number of Bulls that are distinguished in a line-up.
pub const MOST_BULLS: u32 = 6;

/// The largest number of tokens considered.
pub const MOST_TOKENS: u8 = 10;

/// The largest number of sets of bought Bulls considered: all pairs from a fresh deck.
const PLANS: u64 = 400;

/// As [`PLANS`], for a deep solution: all triples.
const DEEP_PLANS: u64 = 3000;

/// As [`PLANS`], while the pile of tokens may run out: all single Bulls. Each number of tokens in
/// the pile makes a separate hand.
const SCARCE_PLANS: u64 = 30;

/// Bulls of a line-up (ES-9).
const LINE_UP: u32 = 3;

/// Tokens that a Clown Out pays (ES-33).
const CLOWN_OUT_TOKENS: u8 = 2;

/// The largest number of Bulls of hands whose tables are never evicted: about 2,000 hands.
const SMALL: u32 = 2;

/// Bytes for all other tables.
const TABLE_BYTES: usize = 256 << 20;

/// Number of cached [`Rolling`]s, about 50 bytes each.
const ROLLS: usize = 1 << 20;

/// The resources left in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The line-up.
    pub bulls: Bulls,
    /// The Rider's tokens.
    pub tokens: u8,
    /// The tokens in the pile, at most [`DICE`]: a larger pile cannot run out.
    pub pile: u8,
}

impl Hand {
    /// Returns a hand with tokens and pile clamped to their bounds.
    pub fn new(bulls: Bulls, tokens: u8, pile: u8) -> Self {
        Self { bulls, tokens: tokens.min(MOST_TOKENS), pile: pile.min(DICE as u8) }
    }

    fn without(self, bull: u8) -> Self {
        Self { bulls: self.bulls & !(1 << bull), ..self }
    }

    /// The hand after this many tokens are spent.
    fn spent(self, tokens: u8) -> Self {
        Self::new(self.bulls, self.tokens - tokens, self.pile + tokens)
    }
}

/// The source of bought Bulls: the deck, then the discards once the deck is empty (ES-Q12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The draw deck.
    pub deck: Bulls,
    /// The discards that become the next deck.
    pub discards: Bulls,
}

impl Pool {
    /// A deck without discards.
    pub fn of(deck: Bulls) -> Self {
        Self { deck, discards: 0 }
    }

    fn count(self) -> u32 {
        self.deck.count_ones() + self.discards.count_ones()
    }

    /// The Bulls from which the next one is drawn.
    fn next(self) -> Bulls {
        if self.deck == 0 { self.discards } else { self.deck }
    }

    /// The pool after `bull` is drawn.
    fn without(self, bull: u8) -> Self {
        let rest = self.next() & !(1 << bull);
        if self.deck == 0 { Self::of(rest) } else { Self { deck: rest, ..self } }
    }
}

/// The value of rolling all dice with a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling {
    /// The first roll of the turn.
    pub first: f64,
    /// The roll after a Clown Out (ES-34).
    pub again: f64,
}

/// For each arrangement with at most two Clowns, the value of the best reroll before its cost.
type Table = Arc<[f64]>;

/// The solution of the turn, computed on demand.
#[derive(Debug)]
pub struct Optimal {
    game: Arc<Game>,
    token: f64,
    /// The largest number of sets of bought Bulls considered.
    plans: u64,
    shape: Shape,
    /// The largest number of tokens paid out at once: a pile of at least this many does not run
    /// out.
    most_due: u8,
    /// Tables of persistent hands with at most two Bulls: all other tables derive from them.
    small: Store<Hand, Table>,
    tables: Store<Hand, Table>,
    known: Known,
    /// Rollings of hands that are not in `known`.
    rollings: Store<Hand, Rolling>,
    /// Reusable buffers for the values of all arrangements.
    room: Mutex<Vec<Vec<f64>>>,
}

impl Optimal {
    /// Returns the solution of a game in which a token counts `token` points.
    pub fn new(game: Arc<Game>, token: f64) -> Self {
        let shape = Shape::new(&game.dice, &game.kinds);
        let least = game.needs[..game.bulls.len()].iter().map(|needs| needs.moves()).min();
        let extra = DICE as u8 - least.unwrap_or_default();
        let tables = TABLE_BYTES / (size_of::<f64>() * shape.table_len());
        Self {
            token,
            plans: PLANS,
            most_due: extra.max(DICE as u8 / 2).max(CLOWN_OUT_TOKENS),
            small: Store::new(usize::MAX),
            tables: Store::new(tables),
            known: Known::new(game.bulls.len(), false),
            rollings: Store::new(ROLLS),
            room: Mutex::default(),
            shape,
            game,
        }
    }

    /// Makes buying one more Bull exact.
    pub fn deep(self) -> Self {
        Self { plans: DEEP_PLANS, known: Known::new(self.game.bulls.len(), true), ..self }
    }

    /// Returns the points that a token counts.
    pub fn token(&self) -> f64 {
        self.token
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the persistent part of the solution.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The value of taking `due` tokens, or as many as the pile holds.
    fn gain(&self, due: u8, pile: u8) -> f64 {
        self.token * f64::from(due.min(pile))
    }

    /// The value of riding `bull` on dice that show `moves`; `None` if they do not suffice.
    fn ride(&self, moves: [u8; 3], bull: u8, pile: u8) -> Option<f64> {
        let needs = self.game.bulls[usize::from(bull)].moves;
        let has = moves.iter().zip(needs).all(|(has, needs)| *has >= needs);
        let extra = |moves: [u8; 3]| moves.iter().sum::<u8>();
        has.then(|| {
            let points = f64::from(self.game.points[usize::from(bull)]);
            points + self.gain(extra(moves) - extra(needs), pile)
        })
    }

    fn dismount(&self, moves: [u8; 3], pile: u8) -> f64 {
        self.gain(moves.iter().sum::<u8>() / 2, pile)
    }

    /// For each set of moves, the value of the better of riding and dismounting.
    fn stopping(&self, hand: Hand) -> [f64; MOVES] {
        let mut worth = [0.0; MOVES];
        for moves in all_moves() {
            let rides = each(hand.bulls).filter_map(|bull| self.ride(moves, bull, hand.pile));
            worth[moves_number(moves)] = rides.fold(self.dismount(moves, hand.pile), f64::max);
        }
        worth
    }

    /// Returns a buffer for the values of all arrangements, with arbitrary contents.
    fn take_room(&self) -> Vec<f64> {
        let kept = self.room.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| vec![0.0; self.shape.room()])
    }

    fn give_back(&self, room: Vec<f64>) {
        self.room.lock().unwrap_or_else(PoisonError::into_inner).push(room);
    }

    /// The canonical hand with the same values: a full pile if the pile cannot run out.
    fn canonical(&self, hand: Hand) -> Hand {
        if hand.pile < self.most_due { hand } else { Hand { pile: DICE as u8, ..hand } }
    }

    fn store(&self, hand: Hand) -> &Store<Hand, Table> {
        let small = hand.bulls.count_ones() <= SMALL && self.known.has(hand);
        if small { &self.small } else { &self.tables }
    }

    /// Returns the value of each arrangement after a later roll, in a buffer to be given back.
    /// Stores the tables of hands with fewer tokens, which are computed on the way, if `keep` is
    /// set.
    fn settled(&self, of: Hand, keep: bool) -> Vec<f64> {
        let (mut worth, mut below) = (self.take_room(), self.take_room());
        let with = |tokens: u8| self.canonical(of.spent(of.tokens - tokens));
        let several = of.bulls.count_ones() > 1;
        let smaller = each(if several { of.bulls } else { 0 }).map(|bull| {
            // Computing the table with most tokens also yields those with fewer tokens.
            let tables = (0..=of.tokens).rev().map(|tokens| self.table(with(tokens).without(bull)));
            tables.collect::<Vec<Table>>()
        });
        let smaller: Vec<_> = smaller.collect();
        let mut stops = (of.pile, self.stopping(of));
        let mut table: Option<Table> = None;
        for tokens in 0..=of.tokens {
            let hand = with(tokens);
            std::mem::swap(&mut worth, &mut below);
            if stops.0 != hand.pile {
                stops = (hand.pile, self.stopping(hand));
            }
            let fewer = usize::from(of.tokens - tokens);
            let tables: Vec<&[f64]> = smaller.iter().map(|tables| &*tables[fewer]).collect();
            let (cost, settled) = (self.token, &below[..]);
            let token = table.as_deref().map(|table| Token { cost, table, settled });
            self.shape.settle(tokens, &stops.1, &tables, token, &mut worth);
            if tokens < of.tokens {
                self.note(hand, &worth);
                let store = self.store(hand);
                let made = store.get(&hand).unwrap_or_else(|| self.make(hand, &worth));
                if keep {
                    store.insert(hand, Arc::clone(&made));
                }
                table = Some(made);
            }
        }
        self.give_back(below);
        worth
    }

    /// Computes the table of a hand.
    fn make(&self, hand: Hand, settled: &[f64]) -> Table {
        let [mut table, one, other] = [(); 3].map(|()| self.take_room());
        let mut rooms = [one, other];
        self.shape.reroll(hand.tokens, settled, &mut rooms, &mut table);
        let made = table[..self.shape.table_len()].into();
        rooms.into_iter().chain([table]).for_each(|room| self.give_back(room));
        made
    }

    /// The value of the best reroll from each arrangement before its cost, with the hand left after
    /// payment.
    fn table(&self, hand: Hand) -> Table {
        let hand = self.canonical(hand);
        let store = self.store(hand);
        store.get(&hand).unwrap_or_else(|| {
            let settled = self.settled(hand, true);
            self.note(hand, &settled);
            let table = self.make(hand, &settled);
            store.insert(hand, Arc::clone(&table));
            self.give_back(settled);
            table
        })
    }

    /// Returns the value of rolling all dice.
    pub fn rolling(&self, hand: Hand) -> Rolling {
        let hand = self.canonical(hand);
        if let Some(rolling) = self.found(hand) {
            return rolling;
        }
        self.known.solve_block(hand, |hand| {
            let tokens = (0..=hand.tokens).rev();
            for hand in tokens.map(|tokens| Hand { tokens, ..hand }) {
                // The other hands serve later decisions only, which an interrupted run does not
                // reach.
                if self.found(hand).is_none() && !interrupt::in_vain() {
                    self.solve(hand);
                }
            }
        });
        self.found(hand).unwrap_or_else(|| self.solve(hand))
    }

    fn found(&self, hand: Hand) -> Option<Rolling> {
        self.known.get(hand).or_else(|| self.rollings.get(&hand))
    }

    fn solve(&self, hand: Hand) -> Rolling {
        // Tables of larger line-ups are many and rarely reused: they would evict the others.
        let settled = self.settled(hand, hand.bulls.count_ones() <= LINE_UP);
        let rolling = self.note(hand, &settled);
        self.give_back(settled);
        rolling
    }

    /// Stores the value of rolling all dice, given the values of arrangements after the roll.
    fn note(&self, hand: Hand, settled: &[f64]) -> Rolling {
        self.found(hand).unwrap_or_else(|| {
            let (first, again) = self.shape.roll(hand.tokens, settled, self.clown_out(hand));
            let rolling = Rolling { first, again };
            if !self.known.note(hand, rolling) {
                self.rollings.insert(hand, rolling);
            }
            rolling
        })
    }

    /// The value of a Clown Out without retrievals.
    fn clown_out(&self, hand: Hand) -> f64 {
        let tokens = self.gain(CLOWN_OUT_TOKENS, hand.pile);
        self.start_over(hand).map(|(_, worth)| worth).fold(tokens, f64::max)
    }

    /// The Bulls that can be discarded to roll all dice again, with the value of doing so (ES-34).
    fn start_over(&self, hand: Hand) -> impl Iterator<Item = (u8, f64)> {
        let several = hand.bulls.count_ones() > 1;
        let top = self.game.highest(hand.bulls).filter(|_| several);
        top.into_iter().flat_map(move |top| {
            let bulls = self.game.equal_in_points(hand.bulls, top);
            bulls.map(move |bull| (bull, self.rolling(hand.without(bull)).again))
        })
    }

    /// The number of bought Bulls to consider.
    fn depth(&self, hand: Hand, pool: Pool, plans: u64) -> u32 {
        let scarce = usize::from(hand.pile) < DICE;
        let plans = if scarce { SCARCE_PLANS } else { plans };
        let room = MOST_BULLS.saturating_sub(hand.bulls.count_ones()).min(pool.count());
        let sets = |bulls: u32| {
            (0..bulls).fold(1, |sets, n| sets * u64::from(pool.count() - n) / u64::from(n + 1))
        };
        (1..=room).rev().find(|bulls| sets(*bulls) <= plans).unwrap_or(room.min(1))
    }

    /// Whether the value of a turn that begins with this hand is exact rather than a lower bound,
    /// if Bulls are bought from `pool`.
    pub fn exact(&self, hand: Hand, pool: Pool) -> bool {
        u32::from(hand.tokens).min(pool.count()) <= self.depth(hand, pool, self.plans)
    }

    /// Whether [`OptimalTurn`], which is not deep, also considers every number of Bulls.
    pub fn played(&self, hand: Hand, pool: Pool) -> bool {
        u32::from(hand.tokens).min(pool.count()) <= self.depth(hand, pool, PLANS)
    }

    /// Returns the value of buying a Bull of `pool` and then playing optimally; `None` if no Bull
    /// can be bought.
    pub fn buying(&self, hand: Hand, pool: Pool) -> Option<f64> {
        self.buying_within(hand, pool, self.depth(hand, pool, self.plans))
    }

    fn buying_within(&self, hand: Hand, pool: Pool, depth: u32) -> Option<f64> {
        let next = pool.next();
        if depth == 0 || hand.tokens == 0 || next == 0 {
            return None;
        }
        // An interrupted run does not use the value, and nothing stores it.
        let bulls = each(next).take_while(|_| !interrupt::in_vain());
        let bought = bulls.map(|bull| {
            let hand = Hand { bulls: hand.bulls | 1 << bull, ..hand }.spent(1);
            let (pool, depth) = (pool.without(bull), depth - 1);
            let all = u32::from(hand.tokens).min(pool.count()) <= depth;
            let fewer = if all { hand } else { Hand { tokens: depth as u8, ..hand } };
            let worth = self.turn_within(fewer, pool, depth);
            if all { worth } else { worth.max(self.rolling(hand).first) }
        });
        Some(bought.sum::<f64>() / f64::from(next.count_ones()) - self.token)
    }

    /// Returns the value of a turn before its first roll, with any number of Bulls bought from
    /// `pool`; a lower bound unless it is [`Optimal::exact`].
    pub fn turn(&self, hand: Hand, pool: Pool) -> f64 {
        self.turn_within(hand, pool, self.depth(hand, pool, self.plans))
    }

    fn turn_within(&self, hand: Hand, pool: Pool, depth: u32) -> f64 {
        let rolling = self.rolling(hand).first;
        let buying = self.buying_within(hand, pool, depth);
        buying.map_or(rolling, |buying| buying.max(rolling))
    }
}

/// All numbers of Turns, Bucks and Kicks that the dice can show.
fn all_moves() -> impl Iterator<Item = [u8; 3]> {
    let most = DICE as u8;
    (0..=most).flat_map(move |t| {
        (0..=most - t).flat_map(move |b| (0..=most - t - b).map(move |k| [t, b, k]))
    })
}
