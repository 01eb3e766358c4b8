//! What single choices are worth.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::super::cards::{Bulls, each};
use super::super::dice::{Counts, DICE, Dice, DiceMask, Face};
use super::super::state::State;
use super::dice_index::Lie;
use super::{CLOWN_OUT_TOKENS, Hand, LINE_UP, MOST_BULLS, Optimal, Pool, Table};

/// Where a turn stands after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// How the dice lie.
    pub dice: Dice,
    /// The line-up.
    pub line_up: Bulls,
    /// The Rider's tokens.
    pub tokens: u16,
    /// The tokens in the pile, as far as they matter.
    pub pile: u8,
}

impl Spot {
    /// Where the turn of `state` stands.
    pub fn of(limited: bool, state: &State) -> Self {
        let pile = if limited { state.supply.clamp(0, DICE as i64) as u8 } else { DICE as u8 };
        let tokens = state.riding().tokens;
        Self { dice: state.turn.dice, line_up: state.line_up, tokens, pile }
    }

    /// What is looked at of it.
    pub fn hand(&self) -> Hand {
        let beyond = self.line_up.count_ones().saturating_sub(MOST_BULLS);
        let bulls = (0..beyond).fold(self.line_up, |bulls, _| bulls & (bulls - 1));
        Hand::new(bulls, u8::try_from(self.tokens).unwrap_or(u8::MAX), self.pile)
    }

    /// The lowest of the Bulls that are not looked at.
    fn spare(&self) -> Option<u8> {
        let spare = self.line_up & !self.hand().bulls;
        (spare != 0).then(|| spare.trailing_zeros() as u8)
    }

    /// The same with another line-up.
    pub fn with(self, line_up: Bulls) -> Self {
        Self { line_up, ..self }
    }

    /// The same after so many tokens, which are there, were spent.
    pub fn spent(self, tokens: u8) -> Self {
        Self {
            tokens: self.tokens - u16::from(tokens),
            pile: self.pile.saturating_add(tokens).min(DICE as u8),
            ..self
        }
    }

    /// Clowns on the table.
    pub fn clowns(&self) -> u8 {
        self.dice.showing(Face::Clown).count_ones() as u8
    }

    /// Turns, Bucks and Kicks.
    pub fn moves(&self) -> [u8; 3] {
        let counts = self.dice.counts();
        Face::MOVES.map(|face| counts.of(face))
    }
}

/// What a reroll costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pay {
    /// A Bull of the line-up.
    Bull(u8),
    /// A Foul Token.
    Token,
}

/// A reroll: what it costs, what it keeps, what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reroll {
    /// What it costs.
    pub pay: Pay,
    /// What it keeps: the lie with the dice to roll as Blanks.
    pub(super) kept: Lie,
    /// What it is worth, its cost taken off.
    pub worth: f64,
}

/// Looks up what is asked about one position again and again.
#[derive(Debug)]
pub struct Desk<'a> {
    /// The solution.
    pub optimal: &'a Optimal,
    tables: RefCell<FxHashMap<Hand, Table>>,
}

impl<'a> Desk<'a> {
    /// A desk with nothing on it.
    pub fn new(optimal: &'a Optimal) -> Self {
        Self { optimal, tables: RefCell::default() }
    }

    fn rerolled(&self, hand: Hand, lie: Lie) -> f64 {
        let place = self.optimal.shape.place(lie);
        if let Some(table) = self.tables.borrow().get(&hand) {
            return rounded(table[place]);
        }
        let table = self.optimal.table(hand);
        let worth = rounded(table[place]);
        self.tables.borrow_mut().insert(hand, table);
        worth
    }

    /// What riding a Bull of the line-up is worth, if the dice show its moves.
    pub fn ride(&self, spot: &Spot, bull: u8) -> Option<f64> {
        self.optimal.ride(spot.moves(), bull, spot.pile)
    }

    /// What a Dismount is worth.
    pub fn dismount(&self, spot: &Spot) -> f64 {
        self.optimal.dismount(spot.moves(), spot.pile)
    }

    /// What taking the tokens of a Clown Out is worth.
    pub fn take_tokens(&self, spot: &Spot) -> f64 {
        self.optimal.gain(CLOWN_OUT_TOKENS, spot.pile)
    }

    /// What discarding a Bull and rolling all dice after a Clown Out is worth.
    pub fn start_over(&self, spot: &Spot, bull: u8) -> f64 {
        self.optimal.rolling(spot.with(spot.line_up & !(1 << bull)).hand()).again
    }

    /// What a turn is worth before its first roll, without buying.
    pub fn first_roll(&self, spot: &Spot) -> f64 {
        self.optimal.rolling(spot.hand()).first
    }

    /// What buying a Bull of `pool` and going on best is worth.
    pub fn buying(&self, spot: &Spot, pool: Pool) -> Option<f64> {
        let small = spot.line_up.count_ones() < MOST_BULLS;
        self.optimal.buying(spot.hand(), pool).filter(|_| small)
    }

    /// What a fresh line-up from `deck`, and from `discards` once it is empty, is worth on average
    /// before the first roll, without buying.
    pub fn fresh(&self, spot: &Spot, deck: Bulls, discards: Bulls) -> f64 {
        let (certain, pool) = match deck.count_ones() < LINE_UP {
            true => (deck, discards),
            false => (0, deck),
        };
        let (mut sum, mut count) = (0.0, 0_u32);
        for_each_set(pool, LINE_UP - certain.count_ones(), &mut |bulls| {
            sum += self.first_roll(&spot.with(certain | bulls));
            count += 1;
        });
        if count == 0 { 0.0 } else { sum / f64::from(count) }
    }

    /// What the position is worth to somebody who plays on best after a later roll; for three
    /// Clowns that is retrieving some or being Bucked Off.
    pub fn settled(&self, spot: &Spot) -> f64 {
        self.settled_lie(spot, spot.hand(), self.optimal.shape.lie(spot.dice))
    }

    fn settled_lie(&self, spot: &Spot, hand: Hand, lie: Lie) -> f64 {
        let optimal = self.optimal;
        let [turns, bucks, kicks, clowns, _] = optimal.shape.faces(lie);
        let mut best = 0.0_f64;
        if clowns <= 2 {
            let moves = [turns, bucks, kicks];
            best = optimal.dismount(moves, hand.pile);
            let rides = each(hand.bulls).filter_map(|bull| optimal.ride(moves, bull, hand.pile));
            best = rides.fold(best, f64::max);
            let rerolls = self.payments(spot, hand);
            best =
                rerolls.map(|(_, left, cost)| self.rerolled(left, lie) - cost).fold(best, f64::max);
        }
        if clowns > 0 && hand.tokens > 0 {
            for (lie, _) in optimal.shape.retrievals(lie) {
                best = best.max(self.settled_lie(spot, hand.spent(1), lie) - optimal.token);
            }
        }
        best
    }

    /// Every way to pay for a reroll: what is left then, and what that costs.
    fn payments(&self, spot: &Spot, hand: Hand) -> impl Iterator<Item = (Pay, Hand, f64)> {
        let spare = spot.spare();
        let several = spare.is_none() && hand.bulls.count_ones() > 1;
        let bulls = each(if several { hand.bulls } else { 0 });
        let bulls = bulls.map(move |bull| (Pay::Bull(bull), hand.without(bull), 0.0));
        let spare = spare.map(|bull| (Pay::Bull(bull), hand, 0.0));
        let token = (hand.tokens > 0).then(|| (Pay::Token, hand.spent(1), self.optimal.token));
        spare.into_iter().chain(bulls).chain(token)
    }

    /// The best reroll; nothing where there is none. At most two Clowns lie there.
    pub fn reroll(&self, spot: &Spot) -> Option<Reroll> {
        self.rerolls(spot).into_iter().reduce(
            |best, next| {
                if next.worth > best.worth { next } else { best }
            },
        )
    }

    /// The best reroll for each way to pay.
    pub fn rerolls(&self, spot: &Spot) -> Vec<Reroll> {
        let shape = &self.optimal.shape;
        let lie = shape.lie(spot.dice);
        let payments = self.payments(spot, spot.hand());
        let reroll = |(pay, left, cost)| {
            let worth = self.rerolled(left, lie);
            let mut kept = lie;
            // Where more is rolled for the same worth, less is not better.
            while let Some(next) =
                shape.one_more(kept).find(|next| self.rerolled(left, *next) == worth)
            {
                kept = next;
            }
            Reroll { pay, kept, worth: worth - cost }
        };
        payments.map(reroll).filter(|reroll| reroll.worth > f64::NEG_INFINITY).collect()
    }

    /// What rolling the dice of `rolled` is worth once it is paid for, with what is left in `spot`.
    pub fn rolling(&self, spot: &Spot, rolled: DiceMask) -> f64 {
        let shape = &self.optimal.shape;
        let (hand, lie) = (spot.hand(), shape.lie(spot.dice.set(rolled, Face::Blank)));
        let mut sum = 0.0;
        shape.outcomes(lie, |lie, chance| sum += chance * self.settled_lie(spot, hand, lie));
        sum
    }

    /// What lies on the table after rolling the dice of `rolled`, with its chances.
    pub fn outcomes(&self, spot: &Spot, rolled: DiceMask, mut found: impl FnMut(Counts, f64)) {
        let shape = &self.optimal.shape;
        let lie = shape.lie(spot.dice.set(rolled, Face::Blank));
        shape.outcomes(lie, |lie, chance| found(Counts::new(shape.faces(lie)), chance));
    }

    /// What rolling the dice of `rolled` is worth for each way to pay for it, its cost taken off.
    pub fn rolling_by_payment(&self, spot: &Spot, rolled: DiceMask) -> Vec<(Pay, f64)> {
        let payments = self.payments(spot, spot.hand());
        let worth = |(pay, _, cost)| match pay {
            Pay::Bull(bull) => (pay, self.rolling(&spot.with(spot.line_up & !(1 << bull)), rolled)),
            Pay::Token => (pay, self.rolling(&spot.spent(1), rolled) - cost),
        };
        payments.map(worth).collect()
    }

    /// The dice that a reroll of this position rolls.
    pub fn dice(&self, spot: &Spot, reroll: &Reroll) -> DiceMask {
        !(self.optimal.shape.kept(spot.dice, reroll.kept) | spot.dice.showing(Face::Clown))
    }

    /// What retrieving so many Clowns is worth, each of those best retrieved; the tokens are there.
    pub fn retrieve(&self, spot: &Spot, count: u8) -> f64 {
        let cost = self.optimal.token * f64::from(count);
        let paid = spot.spent(count);
        self.retrieved(&paid, self.optimal.shape.lie(spot.dice), count) - cost
    }

    fn retrieved(&self, paid: &Spot, lie: Lie, count: u8) -> f64 {
        let Some(fewer) = count.checked_sub(1) else {
            return self.settled_lie(paid, paid.hand(), lie);
        };
        let retrievals = self.optimal.shape.retrievals(lie);
        retrievals.map(|(lie, _)| self.retrieved(paid, lie, fewer)).fold(0.0, f64::max)
    }

    /// What turning the Clown `die` Blank is worth where it is paid for already, and so many more
    /// after it.
    pub fn retrieve_die(&self, paid: &Spot, die: u8, more: u8) -> f64 {
        let lie = self.optimal.shape.lie(paid.dice.set(1 << die, Face::Blank));
        self.retrieved(paid, lie, more)
    }

    /// Whether rolling these dice keeps what `reroll` keeps.
    pub(super) fn same_dice(&self, spot: &Spot, reroll: &Reroll, rolled: DiceMask) -> bool {
        self.optimal.shape.lie(spot.dice.set(rolled, Face::Blank)) == reroll.kept
    }
}

/// To 24 bits: choices that are worth the same are equal, in whatever order they were summed.
fn rounded(worth: f64) -> f64 {
    (worth as f32).into()
}

/// Calls `found` with every set of `count` of `pool`; with all of it where there are fewer.
pub fn for_each_set(pool: Bulls, count: u32, found: &mut impl FnMut(Bulls)) {
    fn go(pool: Bulls, count: u32, chosen: Bulls, found: &mut impl FnMut(Bulls)) {
        if count == 0 {
            return found(chosen);
        }
        let mut left = pool;
        while left.count_ones() >= count {
            let bull = left & left.wrapping_neg();
            left &= left - 1;
            go(left, count - 1, chosen | bull, found);
        }
    }
    go(pool, count.min(pool.count_ones()), 0, found);
}
