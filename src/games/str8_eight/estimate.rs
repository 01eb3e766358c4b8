//! How long it takes to complete a sequence: an estimate for one player alone.

use super::cards::{Card, Cards, Deck, NUMBERS, Numbers, above, each};
use super::engine::{EIGHT, HAND, PLAYS};

/// The most turns that are told apart: a sequence that cannot be completed takes as many.
pub(super) const NEVER: f64 = 1000.0;

/// The chance of a discarded card against that of one not seen: it comes back when the piles are
/// shuffled.
const DISCARDED: f64 = 0.5;

/// The most sets of numbers in the hands that they leave: each card gone, and each pass card played.
const HANDS: usize = HAND as usize + 2;

/// By number, at the place of its first card.
type Table = [f64; NUMBERS];

/// What a player may do now.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Play {
    /// The card that is laid, if one is.
    pub(super) laid: Option<Card>,
    /// The hand after that.
    pub(super) kept: Cards,
}

/// What is known of where the cards are, to whoever goes on from a sequence.
///
/// The estimate takes each turn to bring one card: any of those not seen, or in the discard pile at
/// half the chance. A card that may follow is laid at once or waited for, whatever is sooner; one of
/// the hand is there when it is wanted. Cards drawn on the way are not kept.
#[derive(Debug)]
pub(super) struct ToGo<'a> {
    deck: &'a Deck,
    /// The cards still to be laid.
    left: usize,
    /// The numbers that may come with each further card, one card for each number.
    ahead: &'a [Numbers; EIGHT as usize],
    /// The chance that the next card drawn is of a number.
    drawn: Table,
}

/// The numbers of a hand, and what follows from them.
#[derive(Clone, Copy, Debug)]
struct Held {
    numbers: Numbers,
    /// The turns that all further cards take after each number.
    turns: Table,
    /// The numbers after which they are not those of the first hand.
    differ: Numbers,
}

impl<'a> ToGo<'a> {
    /// From `sequence` on; cards that are in neither place come no more.
    pub(super) fn new(deck: &'a Deck, sequence: Numbers, unseen: Cards, discarded: Cards) -> Self {
        let cards = f64::from(unseen.len()) + DISCARDED * f64::from(discarded.len());
        let chance = if cards > 0.0 { 1.0 / cards } else { 0.0 };
        let (ahead, mut drawn) = (deck.ahead(sequence), [0.0; NUMBERS]);
        for (among, weight) in [(unseen, 1.0), (discarded, DISCARDED)] {
            for card in each(among.numbers() & above(sequence)) {
                drawn[usize::from(deck.first(card))] += weight;
            }
        }
        drawn.iter_mut().for_each(|drawn| *drawn *= chance);
        let left = EIGHT.saturating_sub(sequence.count_ones()) as usize;
        Self { deck, left, ahead, drawn }
    }

    /// The turns until the sequence is complete after each of some plays.
    pub(super) fn turns(&self, plays: &[Play]) -> [f64; PLAYS] {
        let (mut turns, mut of_hand) = ([0.0; PLAYS], [0; PLAYS]);
        let mut hands = [Held { numbers: 0, turns: [0.0; NUMBERS], differ: 0 }; HANDS];
        let mut count = 0;
        for (play, of_hand) in plays.iter().zip(&mut of_hand) {
            let first = |card: Card| 1 << self.deck.first(card);
            let numbers = each(play.kept.numbers()).fold(0, |all, card| all | first(card));
            *of_hand =
                hands[..count].iter().position(|hand| hand.numbers == numbers).unwrap_or(count);
            hands[*of_hand].numbers = numbers;
            count = count.max(*of_hand + 1);
        }
        let hands = &mut hands[..count];
        for step in (1..self.left.saturating_sub(1)).rev() {
            self.step_back(self.ahead[step], hands);
        }
        let mut wait = |hands: &[Held], lays: bool| {
            for ((play, turns), of_hand) in plays.iter().zip(&mut turns).zip(of_hand) {
                if play.laid.is_some() == lays {
                    let next =
                        play.laid.map_or(self.ahead[0], |card| self.deck.numbers_after(card));
                    *turns = self.wait(next, &hands[of_hand]);
                }
            }
        };
        if self.left > 1 {
            wait(hands, true);
            self.step_back(self.ahead[0], hands);
        }
        if self.left > 0 {
            wait(hands, false);
        }
        turns
    }

    /// From the turns of the numbers that follow to those of `numbers`. The numbers that follow are
    /// greater, so each is looked up before it is replaced; what else stands there is not looked up.
    fn step_back(&self, numbers: Numbers, hands: &mut [Held]) {
        let Some((first, others)) = hands.split_first_mut() else { return };
        for number in each(numbers) {
            let next = self.deck.numbers_after(number);
            let turns = self.wait(next, first);
            first.turns[usize::from(number)] = turns;
            for hand in &mut *others {
                let differs = next & (hand.differ | hand.numbers ^ first.numbers) != 0;
                let own = if differs { self.wait(next, hand) } else { turns };
                hand.turns[usize::from(number)] = own;
                hand.differ = hand.differ & !(1 << number) | Numbers::from(own != turns) << number;
            }
        }
    }

    /// The turns until a card of one of the numbers `next` was laid and the sequence completed.
    fn wait(&self, mut next: Numbers, hand: &Held) -> f64 {
        let (mut chance, mut turns_if_drawn, mut turns) = (0.0, 1.0, NEVER);
        while next != 0 {
            // The one with the fewest turns after it, of equals the least.
            let (mut number, mut others) = (next.trailing_zeros() as usize, next & (next - 1));
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                number = if hand.turns[other] < hand.turns[number] { other } else { number };
                others &= others - 1;
            }
            let after = hand.turns[number];
            if after >= turns {
                break;
            }
            next &= !(1 << number);
            if hand.numbers >> number & 1 == 1 {
                return turns_if_drawn + (1.0 - chance) * after;
            }
            chance += self.drawn[number];
            turns_if_drawn += self.drawn[number] * after;
            if chance > 0.0 {
                turns = (turns_if_drawn / chance).min(NEVER);
            }
        }
        turns
    }
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
            let to_go = ToGo::new(&deck, seven.numbers(), unseen, discarded);
            to_go.turns(&[Play { laid: None, kept: hand }])[0]
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
        assert_eq!(to_go.turns(&[Play { laid: eighth, kept: Cards::NONE }])[0], 0.0);
    }
}
