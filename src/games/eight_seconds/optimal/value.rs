//! Values of single choices in a position.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::super::cards::{Bulls, each};
use super::super::dice::{Counts, DICE, Dice, DiceMask, Face};
use super::super::state::State;
use super::dice_index::Arrangement;
use super::{CLOWN_OUT_TOKENS, Hand, LINE_UP, MOST_BULLS, Optimal, Pool, Table};

/// The position of a turn after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The dice.
    pub dice: Dice,
    /// The line-up.
    pub line_up: Bulls,
    /// The Rider's tokens.
    pub tokens: u16,
    /// The tokens in the pile, at most [`DICE`].
    pub pile: u8,
}

impl Spot {
    /// Returns the position of the turn of `state`.
    pub fn of(limited: bool, state: &State) -> Self {
        let pile = if limited { state.supply.clamp(0, DICE as i64) as u8 } else { DICE as u8 };
        let tokens = state.riding().tokens;
        Self { dice: state.turn.dice, line_up: state.line_up, tokens, pile }
    }

    /// Returns the part of the position that the solution considers.
    pub fn hand(&self) -> Hand {
        let beyond = self.line_up.count_ones().saturating_sub(MOST_BULLS);
        let bulls = (0..beyond).fold(self.line_up, |bulls, _| bulls & (bulls - 1));
        Hand::new(bulls, u8::try_from(self.tokens).unwrap_or(u8::MAX), self.pile)
    }

    /// The lowest Bull that the solution ignores, if any.
    fn spare(&self) -> Option<u8> {
        let spare = self.line_up & !self.hand().bulls;
        (spare != 0).then(|| spare.trailing_zeros() as u8)
    }

    /// Returns the position with another line-up.
    pub fn with(self, line_up: Bulls) -> Self {
        Self { line_up, ..self }
    }

    /// Returns the position after this many of its tokens are spent.
    pub fn spent(self, tokens: u8) -> Self {
        Self {
            tokens: self.tokens - u16::from(tokens),
            pile: self.pile.saturating_add(tokens).min(DICE as u8),
            ..self
        }
    }

    /// Returns the number of Clowns.
    pub fn clowns(&self) -> u8 {
        self.dice.showing(Face::Clown).count_ones() as u8
    }

    /// Returns the numbers of Turns, Bucks and Kicks.
    pub fn moves(&self) -> [u8; 3] {
        let counts = self.dice.counts();
        Face::MOVES.map(|face| counts.of(face))
    }
}

/// The payment for a reroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pay {
    /// A Bull of the line-up.
    Bull(u8),
    /// A Foul Token.
    Token,
}

/// A reroll with its payment, kept dice and value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reroll {
    /// The payment.
    pub pay: Pay,
    /// The arrangement in which the dice to roll are Blanks.
    pub(super) kept: Arrangement,
    /// The value minus the cost.
    pub worth: f64,
}

/// Answers queries about positions of one turn; keeps the tables in use.
#[derive(Debug)]
pub struct Desk<'a> {
    /// The solution.
    pub optimal: &'a Optimal,
    tables: RefCell<FxHashMap<Hand, Table>>,
}

impl<'a> Desk<'a> {
    /// Returns a desk without tables.
    pub fn new(optimal: &'a Optimal) -> Self {
        Self { optimal, tables: RefCell::default() }
    }

    fn rerolled(&self, hand: Hand, arrangement: Arrangement) -> f64 {
        let place = self.optimal.shape.place(arrangement);
        if let Some(table) = self.tables.borrow().get(&hand) {
            return rounded(table[place]);
        }
        let table = self.optimal.table(hand);
        let worth = rounded(table[place]);
        self.tables.borrow_mut().insert(hand, table);
        worth
    }

    /// Returns the value of riding a Bull of the line-up, if the dice show its moves.
    pub fn ride(&self, spot: &Spot, bull: u8) -> Option<f64> {
        self.optimal.ride(spot.moves(), bull, spot.pile)
    }

    /// Returns the value of a Dismount.
    pub fn dismount(&self, spot: &Spot) -> f64 {
        self.optimal.dismount(spot.moves(), spot.pile)
    }

    /// Returns the value of taking the tokens of a Clown Out.
    pub fn take_tokens(&self, spot: &Spot) -> f64 {
        self.optimal.gain(CLOWN_OUT_TOKENS, spot.pile)
    }

    /// Returns the value of discarding a Bull and rolling all dice after a Clown Out.
    pub fn start_over(&self, spot: &Spot, bull: u8) -> f64 {
        self.optimal.rolling(spot.with(spot.line_up & !(1 << bull)).hand()).again
    }

    /// Returns the value of a turn before its first roll, without buying.
    pub fn first_roll(&self, spot: &Spot) -> f64 {
        self.optimal.rolling(spot.hand()).first
    }

    /// Returns the value of buying a Bull of `pool` and then playing optimally.
    pub fn buying(&self, spot: &Spot, pool: Pool) -> Option<f64> {
        let small = spot.line_up.count_ones() < MOST_BULLS;
        self.optimal.buying(spot.hand(), pool).filter(|_| small)
    }

    /// Returns the mean value before the first roll, without buying, of a fresh line-up from
    /// `deck`, and from `discards` once the deck is empty.
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

    /// Returns the value of the position after a later roll under optimal play; with three Clowns
    /// the choice is between retrieving and being Bucked Off.
    pub fn settled(&self, spot: &Spot) -> f64 {
        self.settled_arrangement(spot, spot.hand(), self.optimal.shape.arrangement(spot.dice))
    }

    fn settled_arrangement(&self, spot: &Spot, hand: Hand, arrangement: Arrangement) -> f64 {
        let optimal = self.optimal;
        let [turns, bucks, kicks, clowns, _] = optimal.shape.faces(arrangement);
        let mut best = 0.0_f64;
        if clowns <= 2 {
            let moves = [turns, bucks, kicks];
            best = optimal.dismount(moves, hand.pile);
            let rides = each(hand.bulls).filter_map(|bull| optimal.ride(moves, bull, hand.pile));
            best = rides.fold(best, f64::max);
            let rerolls = self.payments(spot, hand);
            best = rerolls
                .map(|(_, left, cost)| self.rerolled(left, arrangement) - cost)
                .fold(best, f64::max);
        }
        if clowns > 0 && hand.tokens > 0 {
            for (arrangement, _) in optimal.shape.retrievals(arrangement) {
                best = best.max(
                    self.settled_arrangement(spot, hand.spent(1), arrangement) - optimal.token,
                );
            }
        }
        best
    }

    /// Every payment for a reroll, with the hand left and the cost.
    fn payments(&self, spot: &Spot, hand: Hand) -> impl Iterator<Item = (Pay, Hand, f64)> {
        let spare = spot.spare();
        let several = spare.is_none() && hand.bulls.count_ones() > 1;
        let bulls = each(if several { hand.bulls } else { 0 });
        let bulls = bulls.map(move |bull| (Pay::Bull(bull), hand.without(bull), 0.0));
        let spare = spare.map(|bull| (Pay::Bull(bull), hand, 0.0));
        let token = (hand.tokens > 0).then(|| (Pay::Token, hand.spent(1), self.optimal.token));
        spare.into_iter().chain(bulls).chain(token)
    }

    /// Returns the best reroll, if any. The dice show at most two Clowns.
    pub fn reroll(&self, spot: &Spot) -> Option<Reroll> {
        self.rerolls(spot).into_iter().reduce(
            |best, next| {
                if next.worth > best.worth { next } else { best }
            },
        )
    }

    /// Returns the best reroll for each payment.
    pub fn rerolls(&self, spot: &Spot) -> Vec<Reroll> {
        let shape = &self.optimal.shape;
        let arrangement = shape.arrangement(spot.dice);
        let payments = self.payments(spot, spot.hand());
        let reroll = |(pay, left, cost)| {
            let worth = self.rerolled(left, arrangement);
            let mut kept = arrangement;
            // Of rerolls of equal value, the one with most dice is taken.
            while let Some(next) =
                shape.one_more(kept).find(|next| self.rerolled(left, *next) == worth)
            {
                kept = next;
            }
            Reroll { pay, kept, worth: worth - cost }
        };
        payments.map(reroll).filter(|reroll| reroll.worth > f64::NEG_INFINITY).collect()
    }

    /// Returns the value of rolling the dice of `rolled` after the payment, with the resources left
    /// in `spot`.
    pub fn rolling(&self, spot: &Spot, rolled: DiceMask) -> f64 {
        let shape = &self.optimal.shape;
        let (hand, arrangement) =
            (spot.hand(), shape.arrangement(spot.dice.set(rolled, Face::Blank)));
        let mut sum = 0.0;
        shape.outcomes(arrangement, |arrangement, chance| {
            sum += chance * self.settled_arrangement(spot, hand, arrangement)
        });
        sum
    }

    /// Calls `found` with each outcome of rolling the dice of `rolled`, and its probability.
    pub fn outcomes(&self, spot: &Spot, rolled: DiceMask, mut found: impl FnMut(Counts, f64)) {
        let shape = &self.optimal.shape;
        let arrangement = shape.arrangement(spot.dice.set(rolled, Face::Blank));
        shape.outcomes(arrangement, |arrangement, chance| {
            found(Counts::new(shape.faces(arrangement)), chance)
        });
    }

    /// Returns the value of rolling the dice of `rolled` minus the cost, for each payment.
    pub fn rolling_by_payment(&self, spot: &Spot, rolled: DiceMask) -> Vec<(Pay, f64)> {
        let payments = self.payments(spot, spot.hand());
        let worth = |(pay, _, cost)| match pay {
            Pay::Bull(bull) => (pay, self.rolling(&spot.with(spot.line_up & !(1 << bull)), rolled)),
            Pay::Token => (pay, self.rolling(&spot.spent(1), rolled) - cost),
        };
        payments.map(worth).collect()
    }

    /// Returns the dice that a reroll of this position rolls.
    pub fn dice(&self, spot: &Spot, reroll: &Reroll) -> DiceMask {
        !(self.optimal.shape.kept(spot.dice, reroll.kept) | spot.dice.showing(Face::Clown))
    }

    /// Returns the value of retrieving this many Clowns, chosen optimally; the tokens suffice.
    pub fn retrieve(&self, spot: &Spot, count: u8) -> f64 {
        let cost = self.optimal.token * f64::from(count);
        let paid = spot.spent(count);
        self.retrieved(&paid, self.optimal.shape.arrangement(spot.dice), count) - cost
    }

    fn retrieved(&self, paid: &Spot, arrangement: Arrangement, count: u8) -> f64 {
        let Some(fewer) = count.checked_sub(1) else {
            return self.settled_arrangement(paid, paid.hand(), arrangement);
        };
        let retrievals = self.optimal.shape.retrievals(arrangement);
        retrievals
            .map(|(arrangement, _)| self.retrieved(paid, arrangement, fewer))
            .fold(0.0, f64::max)
    }

    /// Returns the value of turning the Clown `die` Blank and then retrieving `more` Clowns; all of
    /// these retrievals are paid for.
    pub fn retrieve_die(&self, paid: &Spot, die: u8, more: u8) -> f64 {
        let arrangement = self.optimal.shape.arrangement(paid.dice.set(1 << die, Face::Blank));
        self.retrieved(paid, arrangement, more)
    }

    /// Whether rolling these dice keeps the same faces as `reroll`.
    pub(super) fn same_dice(&self, spot: &Spot, reroll: &Reroll, rolled: DiceMask) -> bool {
        self.optimal.shape.arrangement(spot.dice.set(rolled, Face::Blank)) == reroll.kept
    }
}

/// Rounds to 24 bits, so that equal values compare equal whatever the order of summation.
fn rounded(worth: f64) -> f64 {
    (worth as f32).into()
}

/// Calls `found` with every set of `count` Bulls of `pool`, or with the whole pool if it has fewer.
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
