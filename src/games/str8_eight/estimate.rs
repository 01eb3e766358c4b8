//! How long it takes to complete a sequence: an estimate for one player alone.

use std::ops::Add as _;

use super::cards::{Card, Cards, Deck, NUMBERS, Numbers, above, each};
use super::engine::{EIGHT, HAND, PLAYS};

/// The most turns that are told apart: a sequence that cannot be completed takes as many.
pub(super) const NEVER: f64 = 1000.0;

/// The chance of a discarded card against that of one not seen: it comes back when the piles are
/// shuffled.
const DISCARDED: f64 = 0.5;

/// The most sets of numbers in the hands that they leave: each card gone, and each pass card played.
const HANDS: usize = HAND as usize + 2;

/// What is certainly less than 1, whatever was rounded before.
const NEARLY: f64 = 1.0 - 1e-9;

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
    /// In halves: the weight of each number that may come, and of all cards.
    halves: ([u8; NUMBERS], u32),
    /// The chance that the next card drawn is of a number.
    drawn: Table,
}

impl<'a> ToGo<'a> {
    /// From `sequence` on; cards that are in neither place come no more.
    pub(super) fn new(deck: &'a Deck, sequence: Numbers, unseen: Cards, discarded: Cards) -> Self {
        let mut weights = [0; NUMBERS];
        for (among, halves) in [(unseen, 2), (discarded, 1)] {
            for card in each(among.numbers() & above(sequence)) {
                weights[usize::from(deck.first(card))] += halves;
            }
        }
        let left = EIGHT.saturating_sub(sequence.count_ones()) as usize;
        let halves = (weights, 2 * unseen.len() + discarded.len());
        Self { deck, left, ahead: deck.ahead(sequence), halves, drawn: drawn(halves) }
    }

    /// The same once a card is gone from the discard pile.
    pub(super) fn without(mut self, discarded: Card) -> Self {
        let (weights, all) = &mut self.halves;
        if usize::from(discarded) < NUMBERS {
            let weight = &mut weights[usize::from(self.deck.first(discarded))];
            // What may follow no more is not looked up, whatever its weight.
            *weight = weight.saturating_sub(1);
        }
        *all -= 1;
        self.drawn = drawn(self.halves);
        self
    }

    /// The turns until the sequence is complete after each of some plays.
    pub(super) fn turns(&self, plays: &[Play]) -> [f64; PLAYS] {
        let (mut hands, mut of_hand, mut count) = ([0; HANDS], [0; PLAYS], 0);
        // Cards that cannot follow any more make no difference.
        let ahead = self.ahead[..self.left].iter().fold(0, |all, numbers| all | numbers);
        for (play, of_hand) in plays.iter().zip(&mut of_hand) {
            let first = |card: Card| 1 << self.deck.first(card);
            let numbers = each(play.kept.numbers()).fold(0, |all, card| all | first(card)) & ahead;
            *of_hand = hands[..count].iter().position(|hand| *hand == numbers).unwrap_or(count);
            hands[*of_hand] = numbers;
            count = count.max(*of_hand + 1);
        }
        let of_hand = &of_hand[..plays.len()];
        match hands {
            [a, ..] if count < 2 => self.turns_of([a], of_hand, plays),
            [a, b, ..] if count == 2 => self.turns_of([a, b], of_hand, plays),
            [a, b, c, ..] if count == 3 => self.turns_of([a, b, c], of_hand, plays),
            all => self.turns_of(all, of_hand, plays),
        }
    }

    /// The same for plays that leave one of `hands`, each which.
    fn turns_of<const N: usize>(
        &self,
        hands: [Numbers; N],
        of_hand: &[usize],
        plays: &[Play],
    ) -> [f64; PLAYS] {
        let (mut then, mut differ) = ([[0.0; NUMBERS]; N], [0; N]);
        let mut turns = [0.0; PLAYS];
        if self.left == 0 {
            return turns;
        }
        for step in (1..self.left - 1).rev() {
            self.step_back(step, &hands, &mut then, &mut differ);
        }
        for ((play, turns), hand) in plays.iter().zip(&mut turns).zip(of_hand) {
            if let Some(card) = play.laid.filter(|_| self.left > 1) {
                let next = self.deck.numbers_after(card);
                *turns = self.wait(self.left - 1, next, hands[*hand], &then[*hand]);
            }
        }
        if self.left > 1 {
            self.step_back(0, &hands, &mut then, &mut differ);
        }
        let waits: [f64; N] = std::array::from_fn(|hand| {
            self.wait(self.left, self.ahead[0], hands[hand], &then[hand])
        });
        for ((play, turns), hand) in plays.iter().zip(&mut turns).zip(of_hand) {
            if play.laid.is_none() {
                *turns = waits[*hand];
            }
        }
        turns
    }

    /// From the turns of the numbers that follow to those of the numbers after `step` further cards, by
    /// hand; `differ` are the numbers where they are not those of the first hand. The numbers that follow
    /// are greater, so each is looked up before it is replaced; what else stands there is not looked up.
    fn step_back<const N: usize>(
        &self,
        step: usize,
        hands: &[Numbers; N],
        then: &mut [Table; N],
        differ: &mut [Numbers; N],
    ) {
        let Some((first, others)) = then.split_first_mut() else { return };
        let (left, differed) = (self.left - 1 - step, *differ);
        *differ = [0; N];
        for number in each(self.ahead[step]) {
            let next = self.deck.numbers_after(number);
            let turns = self.wait(left, next, hands[0], first);
            first[usize::from(number)] = turns;
            for (hand, other) in (1..N).zip(&mut *others) {
                let differs = next & (differed[hand] | hands[hand] ^ hands[0]) != 0;
                let own = if differs { self.wait(left, next, hands[hand], other) } else { turns };
                other[usize::from(number)] = own;
                differ[hand] |= Numbers::from(own != turns) << number;
            }
        }
    }

    /// The turns until a card of one of the numbers `next` was laid and the sequence completed, `left`
    /// cards, with these numbers in the hand and so many turns after each.
    #[inline]
    fn wait(&self, left: usize, mut next: Numbers, hand: Numbers, turns: &Table) -> f64 {
        let waited = |chance: f64, turns_if_drawn: f64| {
            if chance > 0.0 { (turns_if_drawn / chance).min(NEVER) } else { NEVER }
        };
        if left == 1 {
            let drawn = || each(next).map(|number| self.drawn[usize::from(number)]);
            return if next & hand == 0 { waited(drawn().fold(0.0, f64::add), 1.0) } else { 1.0 };
        }
        let (mut chance, mut turns_if_drawn) = (0.0, 1.0);
        while next != 0 {
            // The one with the fewest turns after it, of equals the least.
            let (mut number, mut others) = (next.trailing_zeros() as usize, next & (next - 1));
            let mut after = turns[number];
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                (number, after) =
                    if turns[other] < after { (other, turns[other]) } else { (number, after) };
                others &= others - 1;
            }
            // Only where it is close has it to be divided.
            let close = after * chance >= turns_if_drawn * NEARLY;
            if after >= NEVER || close && after >= waited(chance, turns_if_drawn) {
                break;
            }
            if hand >> number & 1 == 1 {
                return turns_if_drawn + (1.0 - chance) * after;
            }
            next &= !(1 << number);
            chance += self.drawn[number];
            turns_if_drawn += self.drawn[number] * after;
        }
        waited(chance, turns_if_drawn)
    }
}

/// The chance of each number, by its weight and that of all cards.
fn drawn((weights, all): ([u8; NUMBERS], u32)) -> Table {
    let cards = DISCARDED * f64::from(all);
    let chance = if cards > 0.0 { 1.0 / cards } else { 0.0 };
    weights.map(|weight| DISCARDED * f64::from(weight) * chance)
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
