//! The turn of the base game, solved: what each choice is worth to a Rider who plays on best.
//!
//! Worth is Bull points and `token` points for each Foul Token gained, less as many for each spent.
//! Every reroll gives up a Bull or a token and every retrieved Clown costs one, so from few Bulls
//! and tokens up each table follows from smaller ones, and one pass is exact: for each set of Bulls,
//! number of tokens and lie of the dice (`shape`) the best of riding, dismounting, retrieving and
//! rolling on, over all dice that may be kept. The pile of tokens is part of the position where it
//! is so small that it can run dry (ES-Q18).
//!
//! Not valued is what a turn does to others and to later turns: the Bulls that a Clown Out leaves,
//! the Bull that ends the game, money and bets, and tokens in hand beyond `token` points. Riders'
//! abilities and Golden Buckles are not known here.
//!
//! Buying is exact where every number of Bulls that can be bought is considered
//! ([`Optimal::exact`]): from a fresh deck and a line-up of three Bulls with up to two tokens, and
//! with three where the solution is [`Optimal::deep`], which takes some ten times as long. Other
//! values are lower bounds, and the policy gains at least as much:
//!
//! - the value of buying is then the better of two plans: one Bull with all tokens, or as many Bulls
//!   as are considered with no more tokens than that. The policy decides anew after each Bull;
//! - of more than [`MOST_BULLS`] Bulls the highest are considered, and the others pay for rerolls;
//! - of more than [`MOST_TOKENS`] tokens that many are considered, anew at every decision.
//!
//! Whether to keep the Bulls that a Clown Out left (ES-33) is decided by the worth of rolling at
//! once, without buying.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub mod cache;
pub mod dice_index;
mod player;
mod value;

use super::cards::{Bulls, each};
use super::compiled::Game;
use super::dice::DICE;
use cache::Store;
use dice_index::{MOVES, Shape, all_moves};

pub use player::OptimalTurn;
pub use value::{Desk, Pay, Reroll, Spot, for_each_set};

/// The most Bulls that are told apart in one line-up.
pub const MOST_BULLS: u32 = 6;

/// The most tokens that are looked at.
pub const MOST_TOKENS: u8 = 10;

/// The most sets of bought Bulls that are considered: those of two Bulls from a fresh deck.
const PLANS: u64 = 400;

/// The same where the solution is deep: those of three Bulls.
const DEEP_PLANS: u64 = 3000;

/// The same while the pile of tokens may run dry: those of one Bull. Hands with each number of tokens
/// in the pile are solved apart.
const SCARCE_PLANS: u64 = 30;

/// Bulls of a line-up (ES-9).
const LINE_UP: u32 = 3;

/// What is written down for a line-up that was not met.
const UNKNOWN: f64 = -1.0;

/// What a Clown Out pays (ES-33).
const CLOWN_OUT_TOKENS: u8 = 2;

/// Bytes that tables may take: those of hands with tokens, and those of hands without.
const TABLE_BYTES: usize = 256 << 20;

/// Pairs of values that may be kept; some 50 bytes each.
const ROLLS: usize = 1 << 20;

/// What a turn can still be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The line-up.
    pub bulls: Bulls,
    /// The Rider's tokens.
    pub tokens: u8,
    /// The tokens in the pile, as far as they matter: at most [`DICE`].
    pub pile: u8,
}

impl Hand {
    /// A hand; what is beyond the bounds is left out.
    pub fn new(bulls: Bulls, tokens: u8, pile: u8) -> Self {
        Self { bulls, tokens: tokens.min(MOST_TOKENS), pile: pile.min(DICE as u8) }
    }

    fn without(self, bull: u8) -> Self {
        Self { bulls: self.bulls & !(1 << bull), ..self }
    }

    /// After so many tokens were spent.
    fn spent(self, tokens: u8) -> Self {
        Self::new(self.bulls, self.tokens - tokens, self.pile + tokens)
    }
}

/// Where bought Bulls come from: the deck, and the discards once it is empty (ES-Q12).
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

    /// The Bulls of which the next one is drawn.
    fn next(self) -> Bulls {
        if self.deck == 0 { self.discards } else { self.deck }
    }

    /// After the next one was drawn.
    fn without(self, bull: u8) -> Self {
        let rest = self.next() & !(1 << bull);
        if self.deck == 0 { Self::of(rest) } else { Self { deck: rest, ..self } }
    }
}

/// What rolling all dice is worth with a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling {
    /// The first roll of the turn.
    pub first: f64,
    /// The roll after a Clown Out (ES-34).
    pub again: f64,
}

/// For each lie of the dice what the best reroll is worth that has been paid for.
type Table = Arc<[f64]>;

/// The solution of the turn; what is asked for is solved then.
#[derive(Debug)]
pub struct Optimal {
    game: Arc<Game>,
    token: f64,
    /// The most sets of bought Bulls that are considered.
    plans: u64,
    shape: Shape,
    tables: Store<Hand, Table>,
    /// The same without tokens, for the lies of [`Shape::plain`] alone.
    plain: Store<Hand, Table>,
    rollings: Store<Hand, Rolling>,
    /// Room for the worths of all lies, used again and again.
    room: Mutex<Vec<Vec<f64>>>,
    /// Whether a rolling was found that [`Optimal::known`] tells and that was not learnt.
    news: AtomicBool,
}

impl Optimal {
    /// The solution for a game where a token counts `token` points.
    pub fn new(game: Arc<Game>, token: f64) -> Self {
        let shape = Shape::new(&game.dice, &game.kinds);
        let tables = Store::new(TABLE_BYTES / (size_of::<f64>() * shape.lies()));
        let plain = Store::new(TABLE_BYTES / (size_of::<f64>() * shape.plain().len().max(1)));
        let rollings = Store::new(ROLLS);
        let (room, news) = (Mutex::default(), AtomicBool::new(false));
        Self { game, token, plans: PLANS, shape, tables, plain, rollings, room, news }
    }

    /// The same, exact for one more Bull to be bought.
    pub fn deep(self) -> Self {
        Self { plans: DEEP_PLANS, ..self }
    }

    /// What a token counts.
    pub fn token(&self) -> f64 {
        self.token
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What taking so many tokens is worth, as far as the pile goes.
    fn gain(&self, due: u8, pile: u8) -> f64 {
        self.token * f64::from(due.min(pile))
    }

    /// What riding `bull` on dice that show `moves` is worth; nothing where they do not.
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

    /// What the better of riding and dismounting is worth for each set of moves, and nothing for
    /// three Clowns.
    fn stopping(&self, hand: Hand) -> [f64; MOVES + 1] {
        let mut worth = [0.0; MOVES + 1];
        for (worth, moves) in worth.iter_mut().zip(all_moves()) {
            let rides = each(hand.bulls).filter_map(|bull| self.ride(moves, bull, hand.pile));
            *worth = rides.fold(self.dismount(moves, hand.pile), f64::max);
        }
        worth
    }

    /// Room for the worths of all lies, with anything in it.
    fn take_room(&self) -> Vec<f64> {
        let kept = self.room.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| vec![0.0; self.shape.lies()])
    }

    fn give_back(&self, room: Vec<f64>) {
        self.room.lock().unwrap_or_else(PoisonError::into_inner).push(room);
    }

    /// What each lie is worth after a later roll; to be given back.
    fn settled(&self, of: Hand) -> Vec<f64> {
        let (mut worth, mut below) = (self.take_room(), self.take_room());
        for tokens in 0..=of.tokens {
            let hand = of.spent(of.tokens - tokens);
            std::mem::swap(&mut worth, &mut below);
            let stopping = self.stopping(hand);
            for (lie, worth) in worth.iter_mut().enumerate() {
                *worth = stopping[self.shape.moves(lie)];
            }
            if hand.bulls.count_ones() > 1 {
                for bull in each(hand.bulls) {
                    dice_index::raise(&mut worth, &self.table(hand.without(bull)), 0.0);
                }
            }
            if tokens > 0 {
                self.raise_by_token(hand.spent(1), &below, &mut worth);
                self.shape.retrieve(&mut worth, &below, self.token);
            }
            // What is found on the way need not be found again.
            if 0 < tokens && tokens < of.tokens && self.rollings.get(&hand).is_none() {
                self.note(hand, self.roll(hand, &worth));
            }
        }
        self.give_back(below);
        worth
    }

    /// Raises `worth` to what a reroll for a token is worth, where `settled` is what lies are worth
    /// with a token less.
    fn raise_by_token(&self, fewer: Hand, settled: &[f64], worth: &mut [f64]) {
        if let Some(table) = self.tables.get(&fewer) {
            dice_index::raise(worth, &table, self.token);
        } else if fewer.bulls.count_ones() <= LINE_UP {
            dice_index::raise(worth, &self.keep(fewer, settled), self.token);
        } else {
            // Tables of large line-ups are many and seldom asked for again: they would drive out
            // the others.
            let (mut rerolled, mut room) = (self.take_room(), self.take_room());
            rerolled.copy_from_slice(settled);
            self.shape.reroll(&mut rerolled, &mut room);
            dice_index::raise(worth, &rerolled, self.token);
            self.give_back(rerolled);
            self.give_back(room);
        }
    }

    /// Makes the table of a hand and keeps it.
    fn keep(&self, hand: Hand, settled: &[f64]) -> Table {
        let (mut worth, mut room) = (self.take_room(), self.take_room());
        worth.copy_from_slice(settled);
        self.shape.reroll(&mut worth, &mut room);
        let table: Table = worth.as_slice().into();
        self.tables.insert(hand, Arc::clone(&table));
        self.give_back(worth);
        self.give_back(room);
        table
    }

    /// What the best reroll from each lie is worth once it is paid for: with what is left.
    fn table(&self, hand: Hand) -> Table {
        self.tables.get(&hand).unwrap_or_else(|| {
            let settled = self.settled(hand);
            let table = self.keep(hand, &settled);
            if hand.tokens > 0 {
                self.note(hand, self.roll(hand, &settled));
            }
            self.give_back(settled);
            table
        })
    }

    /// What each lie of [`Shape::plain`] is worth after a later roll without tokens: without
    /// retrieved Clowns no other lie with at most two Clowns comes up.
    fn settled_plain(&self, hand: Hand) -> Vec<f64> {
        let stopping = self.stopping(hand);
        let plain = self.shape.plain().iter();
        let mut worth: Vec<f64> = plain.map(|(lie, _)| stopping[self.shape.moves(*lie)]).collect();
        if hand.bulls.count_ones() > 1 {
            for bull in each(hand.bulls) {
                dice_index::raise(&mut worth, &self.table_plain(hand.without(bull)), 0.0);
            }
        }
        worth
    }

    /// [`Optimal::table`] of a hand without tokens for the lies of [`Shape::plain`].
    fn table_plain(&self, hand: Hand) -> Table {
        self.plain.get(&hand).unwrap_or_else(|| {
            let settled = self.settled_plain(hand);
            let (mut worth, mut room) = (self.take_room(), self.take_room());
            worth.fill(0.0);
            let plain = || self.shape.plain().iter().map(|(lie, _)| *lie);
            for (lie, settled) in plain().zip(&settled) {
                worth[lie] = *settled;
            }
            self.shape.reroll(&mut worth, &mut room);
            let table: Table = plain().map(|lie| worth[lie]).collect();
            self.plain.insert(hand, Arc::clone(&table));
            self.give_back(worth);
            self.give_back(room);
            self.note(hand, self.roll_plain(hand, &settled));
            table
        })
    }

    /// What rolling all dice is worth.
    pub fn rolling(&self, hand: Hand) -> Rolling {
        self.rollings.get(&hand).unwrap_or_else(|| {
            let rolling = if hand.tokens == 0 {
                self.roll_plain(hand, &self.settled_plain(hand))
            } else {
                let settled = self.settled(hand);
                let rolling = self.roll(hand, &settled);
                self.give_back(settled);
                rolling
            };
            self.note(hand, rolling);
            rolling
        })
    }

    fn note(&self, hand: Hand, rolling: Rolling) {
        if known(hand) {
            self.news.store(true, Ordering::Relaxed);
        }
        self.rollings.insert(hand, rolling);
    }

    /// The rollings that buying is decided by: of line-ups and tokens that together are at most
    /// [`MOST_BULLS`], and at most `LINE_UP` tokens. They take longest to find. Each rolling is two
    /// numbers, both `UNKNOWN` where it was not met.
    ///
    /// Nothing where everything of it was learnt.
    pub fn known(&self) -> Option<Vec<f64>> {
        let told = |hand| {
            let rolling = self.rollings.get(&hand);
            rolling.map_or([UNKNOWN; 2], |rolling| [rolling.first, rolling.again])
        };
        let news = self.news.load(Ordering::Relaxed);
        news.then(|| self.known_hands().into_iter().flat_map(told).collect())
    }

    /// Takes over what [`Optimal::known`] told.
    pub fn learn(&self, known: &[f64]) {
        for (hand, rolling) in self.known_hands().into_iter().zip(known.as_chunks().0) {
            let [first, again] = *rolling;
            if first != UNKNOWN {
                self.rollings.insert(hand, Rolling { first, again });
            }
        }
    }

    /// How many numbers [`Optimal::known`] tells.
    pub fn known_len(&self) -> usize {
        2 * self.known_hands().len()
    }

    fn known_hands(&self) -> Vec<Hand> {
        let all = (0..self.game.bulls.len()).fold(0, |mask: Bulls, bull| mask | 1 << bull);
        let mut hands = Vec::new();
        for count in 1..=MOST_BULLS.min(all.count_ones()) {
            let most = (MOST_BULLS - count).min(LINE_UP) as u8;
            value::for_each_set(all, count, &mut |bulls| {
                hands.extend((0..=most).map(|tokens| Hand::new(bulls, tokens, u8::MAX)));
            });
        }
        hands
    }

    fn roll(&self, hand: Hand, settled: &[f64]) -> Rolling {
        let clown_out = self.clown_out(hand);
        let mut rolling = Rolling { first: 0.0, again: 0.0 };
        for &(lie, chance) in self.shape.rolled() {
            let worth = settled[lie];
            let three = self.shape.moves(lie) == MOVES;
            rolling.again += chance * worth;
            rolling.first += chance * if three { worth.max(clown_out) } else { worth };
        }
        rolling
    }

    /// [`Optimal::roll`] without tokens, from the worths of the lies of [`Shape::plain`].
    fn roll_plain(&self, hand: Hand, settled: &[f64]) -> Rolling {
        let (mut again, mut stands) = (0.0, 0.0);
        for (worth, (_, chance)) in settled.iter().zip(self.shape.plain()) {
            again += chance * worth;
            stands += chance;
        }
        Rolling { first: again + (1.0 - stands) * self.clown_out(hand), again }
    }

    /// What a Clown Out is worth whose Clowns are not retrieved.
    fn clown_out(&self, hand: Hand) -> f64 {
        let tokens = self.gain(CLOWN_OUT_TOKENS, hand.pile);
        self.start_over(hand).map(|(_, worth)| worth).fold(tokens, f64::max)
    }

    /// The Bulls of which one is discarded to roll all dice again, and what that is worth (ES-34).
    fn start_over(&self, hand: Hand) -> impl Iterator<Item = (u8, f64)> {
        let several = hand.bulls.count_ones() > 1;
        let top = self.game.highest(hand.bulls).filter(|_| several);
        top.into_iter().flat_map(move |top| {
            let bulls = self.game.equal_in_points(hand.bulls, top);
            bulls.map(move |bull| (bull, self.rolling(hand.without(bull)).again))
        })
    }

    /// How many Bulls to be bought are considered.
    fn depth(&self, hand: Hand, pool: Pool, plans: u64) -> u32 {
        let scarce = usize::from(hand.pile) < DICE;
        let plans = if scarce { SCARCE_PLANS } else { plans };
        let room = MOST_BULLS.saturating_sub(hand.bulls.count_ones()).min(pool.count());
        let sets = |bulls: u32| {
            (0..bulls).fold(1, |sets, n| sets * u64::from(pool.count() - n) / u64::from(n + 1))
        };
        (1..=room).rev().find(|bulls| sets(*bulls) <= plans).unwrap_or(room.min(1))
    }

    /// Whether the worth of a turn that begins with this hand is exact, not a lower bound, where
    /// Bulls are bought from `pool`.
    pub fn exact(&self, hand: Hand, pool: Pool) -> bool {
        u32::from(hand.tokens).min(pool.count()) <= self.depth(hand, pool, self.plans)
    }

    /// Whether [`OptimalTurn`], which is not deep, considers every number of Bulls, too.
    pub fn played(&self, hand: Hand, pool: Pool) -> bool {
        u32::from(hand.tokens).min(pool.count()) <= self.depth(hand, pool, PLANS)
    }

    /// What buying a Bull of `pool` and going on best is worth; nothing where none can be bought.
    pub fn buying(&self, hand: Hand, pool: Pool) -> Option<f64> {
        self.buying_within(hand, pool, self.depth(hand, pool, self.plans))
    }

    fn buying_within(&self, hand: Hand, pool: Pool, depth: u32) -> Option<f64> {
        let next = pool.next();
        if depth == 0 || hand.tokens == 0 || next == 0 {
            return None;
        }
        let bought = each(next).map(|bull| {
            let hand = Hand { bulls: hand.bulls | 1 << bull, ..hand }.spent(1);
            let (pool, depth) = (pool.without(bull), depth - 1);
            let all = u32::from(hand.tokens).min(pool.count()) <= depth;
            let fewer = if all { hand } else { Hand { tokens: depth as u8, ..hand } };
            let worth = self.turn_within(fewer, pool, depth);
            if all { worth } else { worth.max(self.rolling(hand).first) }
        });
        Some(bought.sum::<f64>() / f64::from(next.count_ones()) - self.token)
    }

    /// What a turn is worth before its first roll, where any number of Bulls may be bought from
    /// `pool`; a lower bound where it is not [`Optimal::exact`].
    pub fn turn(&self, hand: Hand, pool: Pool) -> f64 {
        self.turn_within(hand, pool, self.depth(hand, pool, self.plans))
    }

    fn turn_within(&self, hand: Hand, pool: Pool, depth: u32) -> f64 {
        let rolling = self.rolling(hand).first;
        let buying = self.buying_within(hand, pool, depth);
        buying.map_or(rolling, |buying| buying.max(rolling))
    }
}

/// Whether [`Optimal::known`] tells of a hand.
fn known(hand: Hand) -> bool {
    hand.bulls.count_ones() + u32::from(hand.tokens) <= MOST_BULLS
        && u32::from(hand.tokens) <= LINE_UP
        && usize::from(hand.pile) == DICE
}
