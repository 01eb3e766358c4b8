//! How long it takes to complete a sequence: an estimate for one player alone.

use super::cards::{Card, Cards, Deck, NUMBERS, Numbers, each};
use super::engine::EIGHT;

/// The most turns that are told apart: a sequence that cannot be completed takes as many.
pub(super) const NEVER: f64 = 1000.0;

/// The chance of a discarded card against that of one not seen: it comes back when the piles are
/// shuffled.
const DISCARDED: f64 = 0.5;

/// What is known of where the cards are.
///
/// The estimate takes each turn to bring one card: any of those not seen, or in the discard pile at
/// half the chance. A card that may follow is laid at once or waited for, whatever is sooner; one of
/// the hand is there when it is wanted. Cards drawn on the way are not kept.
#[derive(Debug)]
pub(super) struct Estimate<'a> {
    deck: &'a Deck,
    hand: Numbers,
    unseen: Numbers,
    discarded: Numbers,
    /// The chance of a card not seen to be drawn.
    chance: f64,
}

/// What is to be known of a number: its chance to be drawn, and the turns after it was laid.
type Table = [f64; NUMBERS];

impl<'a> Estimate<'a> {
    /// The estimate for who holds `hand`; cards that are in none of the places come no more.
    pub(super) fn new(deck: &'a Deck, hand: Cards, unseen: Cards, discarded: Cards) -> Self {
        let cards = f64::from(unseen.len()) + DISCARDED * f64::from(discarded.len());
        let (unseen, discarded) = (unseen.numbers(), discarded.numbers());
        let chance = if cards > 0.0 { 1.0 / cards } else { 0.0 };
        Self { deck, hand: hand.numbers(), unseen, discarded, chance }
    }

    /// The chance that the next card drawn is of the number of `card`.
    fn drawn(&self, card: Card) -> f64 {
        let copies = self.deck.twins(card);
        let unseen = f64::from((self.unseen & copies).count_ones());
        let discarded = f64::from((self.discarded & copies).count_ones());
        (unseen + DISCARDED * discarded) * self.chance
    }

    /// The turns until `sequence` is complete.
    pub(super) fn turns(&self, sequence: Numbers) -> f64 {
        // The numbers that may be reached with each further card, one card for each number.
        let mut reached = [0; EIGHT as usize];
        let left = EIGHT.saturating_sub(sequence.count_ones()) as usize;
        let Some(first) = reached[..left].first_mut() else { return 0.0 };
        *first = self.deck.next(sequence) & self.deck.firsts();
        for step in 1..left {
            let next = |all, card: Card| all | self.deck.next(1 << card);
            let after = each(reached[step - 1]).fold(0, next);
            reached[step] = after & self.deck.firsts();
        }
        // Only what was reached is looked up, so what an earlier step has left there does not matter.
        let (mut drawn, mut tables) = ([0.0; NUMBERS], [[0.0; NUMBERS]; 2]);
        let [then, turns] = &mut tables;
        let (mut then, mut turns) = (then, turns);
        let (mut held, mut all) = (0, 0);
        reached[..left].iter().for_each(|cards| all |= cards);
        for card in each(all) {
            drawn[usize::from(card)] = self.drawn(card);
            held |= Numbers::from(self.hand & self.deck.twins(card) != 0) << card;
        }
        for step in (1..left).rev() {
            for card in each(reached[step - 1]) {
                let next = self.deck.next(1 << card) & self.deck.firsts();
                turns[usize::from(card)] = wait(next, held, &drawn, then);
            }
            std::mem::swap(&mut then, &mut turns);
        }
        wait(reached[0], held, &drawn, then)
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
            Estimate::new(&deck, hand, unseen, discarded).turns(seven.numbers())
        };
        // After the 21 come four 24s and two 28s, among 63 cards not seen.
        assert!((turns(Cards::NONE, rest, Cards::NONE) - 63.0 / 6.0).abs() < 1e-12);
        assert_eq!(turns(of(28, 4), rest & !of(28, 4), Cards::NONE), 1.0);
        // A discarded one counts half.
        let seen = of(24, 4);
        assert!((turns(Cards::NONE, rest & !seen, seen) - 62.5 / 5.5).abs() < 1e-12);
        assert_eq!(turns(Cards::NONE, of(64, 8), Cards::NONE), NEVER);
        let eight = (seven | of(24, 3)).numbers();
        assert_eq!(Estimate::new(&deck, Cards::NONE, rest, Cards::NONE).turns(eight), 0.0);
    }
}
