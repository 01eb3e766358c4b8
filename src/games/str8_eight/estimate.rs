//! How long it takes to complete a sequence: an estimate for one player alone.

use std::cell::RefCell;

use super::cards::{Card, Cards, Deck, NUMBERS, Numbers, each};
use super::engine::EIGHT;

/// The most turns that are told apart: a sequence that cannot be completed takes as many.
pub(super) const NEVER: f64 = 1000.0;

/// The chance of a discarded card against that of one not seen: it comes back when the piles are
/// shuffled.
const DISCARDED: f64 = 0.5;

/// By number, at the place of its first card.
type Table = [f64; NUMBERS];

/// What is known of where the cards are, to whoever goes on from a sequence, and the turns to go that
/// follow from it.
///
/// The estimate takes each turn to bring one card: any of those not seen, or in the discard pile at
/// half the chance. A card that may follow is laid at once or waited for, whatever is sooner; one of
/// the hand is there when it is wanted. Cards drawn on the way are not kept.
#[derive(Debug)]
pub(super) struct ToGo {
    /// The cards still to be laid.
    left: usize,
    /// The numbers that may come with each further card, and all of them, one card for each number.
    reached: [Numbers; EIGHT as usize],
    all: Numbers,
    /// The chance that the next card drawn is of a number.
    drawn: Table,
    /// What was found already, by the numbers in the hand.
    found: RefCell<Vec<Found>>,
}

/// For a hand with some numbers: the turns that all further cards take after each of the next numbers,
/// and after each of the numbers that may follow those.
#[derive(Debug)]
struct Found {
    held: Numbers,
    after_next: Table,
    after_second: Table,
}

impl ToGo {
    /// From `sequence` on; cards that are in neither place come no more.
    pub(super) fn new(deck: &Deck, sequence: Numbers, unseen: Cards, discarded: Cards) -> Self {
        let left = EIGHT.saturating_sub(sequence.count_ones()) as usize;
        let mut reached = [0; EIGHT as usize];
        let mut next = deck.next(sequence) & deck.firsts();
        for reached in &mut reached[..left] {
            *reached = next;
            let after = each(next).fold(0, |all, card| all | deck.next(1 << card));
            next = after & deck.firsts();
        }
        let all = reached.iter().fold(0, |all, cards| all | cards);
        let cards = f64::from(unseen.len()) + DISCARDED * f64::from(discarded.len());
        let chance = if cards > 0.0 { 1.0 / cards } else { 0.0 };
        let mut drawn = [0.0; NUMBERS];
        for card in each(all) {
            let copies =
                |among: Cards| f64::from((among.numbers() & deck.twins(card)).count_ones());
            drawn[usize::from(card)] = (copies(unseen) + DISCARDED * copies(discarded)) * chance;
        }
        Self { left, reached, all, drawn, found: RefCell::default() }
    }

    /// The turns until the sequence is complete, for who holds `hand`, and with `laid` laid now where
    /// that is a card.
    pub(super) fn turns(&self, deck: &Deck, laid: Option<Card>, hand: Cards) -> f64 {
        let left = self.left.saturating_sub(laid.iter().len());
        if left == 0 {
            return 0.0;
        }
        let next = match laid {
            Some(card) => deck.next(1 << card) & deck.firsts(),
            None => self.reached[0],
        };
        let first = |card: Card| deck.twins(card) & deck.firsts();
        let held = each(hand.numbers()).fold(0, |held, card| held | first(card)) & self.all;
        let mut found = self.found.borrow_mut();
        let known = found.iter().position(|found| found.held == held);
        let known = known.unwrap_or_else(|| {
            found.push(self.find(deck, held));
            found.len() - 1
        });
        let Found { after_next, after_second, .. } = &found[known];
        let after = if laid.is_some() { after_second } else { after_next };
        wait(next, held, &self.drawn, after)
    }

    fn find(&self, deck: &Deck, held: Numbers) -> Found {
        // Only what was reached is looked up, so what an earlier step has left there does not matter.
        let (mut here, mut then) = ([0.0; NUMBERS], [0.0; NUMBERS]);
        for reached in self.reached[..self.left - 1].iter().rev() {
            std::mem::swap(&mut here, &mut then);
            for card in each(*reached) {
                let next = deck.next(1 << card) & deck.firsts();
                here[usize::from(card)] = wait(next, held, &self.drawn, &then);
            }
        }
        Found { held, after_next: here, after_second: then }
    }
}

/// The turns until a card of one of the numbers `next` was laid and the sequence completed, which takes
/// as many as `then` says; those of `held` are in the hand.
fn wait(mut next: Numbers, held: Numbers, drawn: &Table, then: &Table) -> f64 {
    let (mut chance, mut turns_if_drawn, mut turns) = (0.0, 1.0, NEVER);
    while next != 0 {
        let (mut card, mut after) = (0, f64::INFINITY);
        for other in each(next).map(usize::from) {
            if then[other] < after {
                (card, after) = (other, then[other]);
            }
        }
        if after >= turns {
            break;
        }
        next &= !(1 << card);
        if held >> card & 1 == 1 {
            return turns_if_drawn + (1.0 - chance) * after;
        }
        chance += drawn[card];
        turns_if_drawn += drawn[card] * after;
        if chance > 0.0 {
            turns = (turns_if_drawn / chance).min(NEVER);
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::super::edition::Edition;
    use super::*;

    #[test]
    fn the_last_card_is_waited_for_or_there() {
        let deck = Edition::shipped().deck;
        let of = |value: u8, colour: u8| {
            let mut cards = deck.all().numbers();
            cards &= deck.colours()[usize::from(colour) - 1];
            let card = Cards::from(cards).each().find(|card| deck.value(*card) == Some(value));
            Cards::one(card.expect("a card"))
        };
        let seven = (1..8).fold(Cards::NONE, |all, times| all | of(3 * times, 3));
        let rest = deck.all() & !seven;
        let turns = |hand: Cards, unseen: Cards, discarded: Cards| {
            ToGo::new(&deck, seven.numbers(), unseen, discarded).turns(&deck, None, hand)
        };
        // After the 21 come four 24s and two 28s, among 63 cards not seen.
        assert!((turns(Cards::NONE, rest, Cards::NONE) - 63.0 / 6.0).abs() < 1e-12);
        assert_eq!(turns(of(28, 4), rest & !of(28, 4), Cards::NONE), 1.0);
        // A discarded one counts half.
        let seen = of(24, 4);
        assert!((turns(Cards::NONE, rest & !seen, seen) - 62.5 / 5.5).abs() < 1e-12);
        assert_eq!(turns(Cards::NONE, of(64, 8), Cards::NONE), NEVER);
        let eighth = of(24, 3).each().next();
        let to_go = ToGo::new(&deck, seven.numbers(), rest, Cards::NONE);
        assert_eq!(to_go.turns(&deck, eighth, Cards::NONE), 0.0);
    }
}
