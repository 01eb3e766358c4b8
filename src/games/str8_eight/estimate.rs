//! How long it takes to complete a sequence: an estimate for one player alone.

use super::cards::{Card, Cards, Deck, NUMBERS, Numbers, each};
use super::engine::EIGHT;

/// The most turns that are told apart: a sequence that cannot be completed takes as many.
pub(super) const NEVER: f32 = 1000.0;

/// The most numbers of a hand that are looked at, from the lowest up.
const HELD: usize = 3;

/// The most numbers that are looked at of those that may follow, from the lowest up; in the shipped
/// edition they are no more.
const NEXT: usize = 8;

/// Where the cards are that may still come: not seen, or discarded, which counts half, since those come
/// back when the piles are shuffled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coming {
    unseen: Numbers,
    discarded: Numbers,
    /// The chance that one of the discarded cards is drawn next.
    half: f32,
}

impl Coming {
    pub(super) fn new(unseen: Cards, discarded: Cards) -> Self {
        let halves = 2 * unseen.len() + discarded.len();
        let half = if halves > 0 { 1.0 / halves as f32 } else { 0.0 };
        Self { unseen: unseen.numbers(), discarded: discarded.numbers(), half }
    }

    /// The chance that the next card drawn is one of these.
    fn chance(&self, cards: Numbers) -> f32 {
        let [unseen, discarded] =
            [self.unseen, self.discarded].map(|all| (all & cards).count_ones());
        (2 * unseen + discarded) as f32 * self.half
    }
}

/// What may come next of a sequence, by number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    /// The cards still to be laid.
    left: usize,
    count: usize,
    numbers: [Card; NEXT],
    /// Where the turns after each begin in the table.
    rows: [u32; NEXT],
    /// The chance to draw it.
    chances: [f32; NEXT],
}

/// The turns to go after each number while all cards of the deck may come.
///
/// The estimate takes each turn to bring one card. A card that may follow is laid at once or waited
/// for, whatever is sooner; one of the hand is there when it is wanted. Cards drawn on the way are not
/// kept.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// By the cards still to be laid, the last number from the greatest down, and what of the hand is
    /// beyond it: as a set of numbers, the greatest the lowest bit, the sets in their order as words.
    turns: Vec<f32>,
    /// The turns for each count of cards still to be laid.
    layer: usize,
    /// By number: where its turns begin among those.
    rows: [u32; NUMBERS],
    /// By number: how many sets of up to one, two, three of the numbers beyond it there are; last 0 for
    /// no number.
    sets: [[u32; HELD]; NUMBERS + 1],
}

impl Table {
    pub(super) fn new(deck: &Deck) -> Self {
        let mut numbers: Vec<Card> = each(deck.one_each(deck.all().numbers())).collect();
        numbers.reverse();
        let (mut sets, mut hands) = ([[0; HELD]; NUMBERS + 1], vec![0]);
        let (mut rows, mut layer) = ([0; NUMBERS], 0);
        for number in &numbers {
            let up_to =
                |most| hands.iter().filter(move |hand: &&Numbers| hand.count_ones() <= most);
            sets[usize::from(*number)] = [1, 2, 3].map(|most| up_to(most).count() as u32);
            rows[usize::from(*number)] = layer as u32;
            layer += hands.len();
            let more: Vec<Numbers> =
                up_to(HELD as u32 - 1).map(|hand| hand | 1 << number).collect();
            hands.extend(more);
        }
        let turns = Vec::with_capacity(layer * (EIGHT as usize - 1));
        let mut table = Self { turns, layer, rows, sets };
        let whole = Coming::new(deck.all(), Cards::NONE);
        for left in 1..EIGHT as usize {
            for number in &numbers {
                let steps = table.steps_of(deck, &whole, left, deck.numbers_after(*number));
                for hand in &hands[..table.sets[usize::from(*number)][HELD - 1] as usize] {
                    let turns = table.turns(&steps, *hand);
                    table.turns.push(turns);
                }
            }
        }
        table
    }

    /// What may come next of `sequence`.
    pub(super) fn steps(&self, deck: &Deck, coming: &Coming, sequence: Numbers) -> Steps {
        let left = EIGHT.saturating_sub(sequence.count_ones()) as usize;
        self.steps_of(deck, coming, left, deck.ahead(sequence)[0])
    }

    fn steps_of(&self, deck: &Deck, coming: &Coming, left: usize, next: Numbers) -> Steps {
        let mut steps = Steps { left, ..Steps::default() };
        let layer = (left.saturating_sub(2) * self.layer) as u32;
        for (at, number) in (0..NEXT).zip(each(next)) {
            steps.numbers[at] = number;
            steps.rows[at] = layer + self.rows[usize::from(number)];
            steps.chances[at] = coming.chance(deck.twins(number));
            steps.count = at + 1;
        }
        steps
    }

    /// The turns until the sequence is complete with a hand, one card of each number.
    pub(super) fn turns(&self, steps: &Steps, hand: Numbers) -> f32 {
        if steps.left == 0 {
            return 0.0;
        }
        let mut rest = hand;
        let [a, b, c] = [(); HELD].map(|()| {
            let number = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            number
        });
        let set = |number: usize, up_to: usize| self.sets[number][up_to - 1];
        let beyond = [0, set(c, 3), set(b, 3) + set(c, 2), set(a, 3) + set(b, 2) + set(c, 1)];
        let (mut after, mut held) = ([0.0; NEXT], NEVER);
        for (at, after) in after.iter_mut().enumerate().take(steps.count) {
            let number = usize::from(steps.numbers[at]);
            if steps.left > 1 {
                let count: usize = [a, b, c].map(|other| usize::from(number < other)).iter().sum();
                *after = self.turns[(steps.rows[at] + beyond[count]) as usize];
            }
            let here = if hand >> number & 1 == 1 { *after } else { NEVER };
            held = if here < held { here } else { held };
        }
        wait(&steps.chances[..steps.count], &after[..steps.count], held)
    }
}

/// The turns until one of some numbers was laid and all `after` it; `held` are the fewest after one of
/// the hand.
///
/// Who waits for whatever takes less than some number of turns saves on average the sum of `chance *
/// (turns - after)` over that. The turn itself must be saved, so the number is the one where it is.
#[inline]
fn wait(chances: &[f32], after: &[f32], held: f32) -> f32 {
    let options = || chances.iter().zip(after);
    if held < NEVER {
        let saved: f32 = options().map(|(chance, after)| chance * (held - after).max(0.0)).sum();
        if saved <= 1.0 {
            return (held + 1.0 - saved).min(NEVER);
        }
    }
    let mut turns = held;
    loop {
        let (mut any, mut sum, mut most) = (0.0, 1.0, 0.0);
        for (chance, after) in options() {
            if *after < turns {
                any += chance;
                sum += chance * after;
                most = after.max(most);
            }
        }
        turns = sum / any;
        if most <= turns {
            return turns.min(NEVER);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cards::Printed;
    use super::super::edition::Edition;
    use super::*;

    /// The card of a value and a colour group.
    fn card(deck: &Deck, value: u8, colour: u8) -> Cards {
        let group = Cards::from(deck.colours()[usize::from(colour) - 1]);
        let found = group.each().find(|card| deck.value(*card) == Some(value));
        Cards::one(found.expect("a card"))
    }

    fn multiples(deck: &Deck, of: u8, count: u8) -> Cards {
        (1..=count).fold(Cards::NONE, |all, times| all | card(deck, of * times, of))
    }

    /// The turns with cards not seen and discarded ones.
    fn turns(deck: &Deck, own: Cards, hand: Cards, unseen: Cards, discarded: Cards) -> f32 {
        let table = Table::new(deck);
        let steps = table.steps(deck, &Coming::new(unseen, discarded), own.numbers());
        table.turns(&steps, deck.one_each(hand.numbers()))
    }

    #[test]
    fn the_next_card_is_waited_for_or_there() {
        let deck = Edition::shipped().deck;
        let close = |found: f32, expected: f32| {
            assert!((found / expected - 1.0).abs() < 1e-5, "{found} for {expected}");
        };
        let (seven, none) = (multiples(&deck, 3, 7), Cards::NONE);
        let rest = deck.all() & !seven;
        // After the 21 come four 24s and two 28s, among 63 cards not seen.
        close(turns(&deck, seven, none, rest, none), 63.0 / 6.0);
        let held = card(&deck, 28, 4);
        assert_eq!(turns(&deck, seven, held, rest & !held, none), 1.0);
        // A discarded one counts half.
        let seen = card(&deck, 24, 4);
        close(turns(&deck, seven, none, rest & !seen, seen), 62.5 / 5.5);
        assert_eq!(turns(&deck, seven, none, card(&deck, 64, 8), none), NEVER);
        assert_eq!(turns(&deck, seven, none, none, none), NEVER);
        assert_eq!(turns(&deck, multiples(&deck, 3, 8), none, rest, none), 0.0);
        // A 21 comes at once, and then one of six cards among all seventy.
        let six = multiples(&deck, 3, 6);
        close(turns(&deck, six, none, card(&deck, 21, 7), none), 1.0 + 70.0 / 6.0);
    }

    /// The turns after `last` with the whole deck, of all ways to take some of the numbers when they
    /// come, and to lay one of the hand otherwise or none.
    fn plain(left: u32, last: u32, hand: &[u32]) -> f64 {
        let multiple =
            |value: u32, of: u32| value.is_multiple_of(of) && (1..=8).contains(&(value / of));
        let next: Vec<u32> =
            (1..=8).filter(|k| multiple(last, *k) && last / k < 8).map(|k| last + k).collect();
        let after = |value: u32| if left == 1 { 0.0 } else { plain(left - 1, value, hand) };
        let options: Vec<(f64, f64)> = next
            .iter()
            .map(|value| {
                let copies = (1..=8).filter(|k| multiple(*value, *k)).count();
                (copies as f64 / 70.0, after(*value))
            })
            .collect();
        let held = next.iter().zip(&options).filter(|(value, _)| hand.contains(value));
        let held = held.map(|(_, (_, after))| *after).fold(f64::INFINITY, f64::min);
        (0..1 << next.len()).fold(NEVER.into(), |best: f64, taken: u32| {
            let taken = options.iter().enumerate().filter(|(at, _)| taken >> at & 1 == 1);
            let (chance, sum) = taken.fold((0.0, 1.0), |(all, sum), (_, (chance, after))| {
                (all + chance, sum + chance * after)
            });
            let waited = if chance > 0.0 { sum / chance } else { f64::INFINITY };
            best.min(waited).min(sum + (1.0 - chance) * held)
        })
    }

    #[test]
    fn the_table_holds_the_best_of_all_ways() {
        let deck = Edition::shipped().deck;
        let table = Table::new(&deck);
        let whole = Coming::new(deck.all(), Cards::NONE);
        let hands: [&[u32]; 7] =
            [&[], &[12], &[64], &[10, 15], &[24, 56], &[14, 21, 28], &[4, 30, 48]];
        for (hand, left) in hands.iter().flat_map(|hand| (1..=5).map(move |left| (hand, left))) {
            let value = |card: Card| u32::from(deck.value(card).expect("a number"));
            let numbers = each(deck.one_each(deck.all().numbers()));
            let numbers: Vec<Card> = numbers.collect();
            let held = numbers.iter().filter(|number| hand.contains(&value(**number)));
            let held = held.fold(0, |all, number| all | 1 << number);
            for number in &numbers {
                let steps = table.steps_of(&deck, &whole, left, deck.numbers_after(*number));
                let found = f64::from(table.turns(&steps, held));
                let expected = plain(left as u32, value(*number), hand);
                let near = (found / expected - 1.0).abs() < 1e-4;
                assert!(near, "{left} after {} with {hand:?}: {found}, {expected}", value(*number));
            }
        }
    }

    #[test]
    fn sixty_four_numbers_that_all_follow_take_19_megabytes() {
        let numbers = (1..=64).map(|value| Printed { value, colour: 0 }).collect();
        let deck = Deck::new(numbers, Vec::new(), |value| (value + 1..=64).collect(), 64);
        let table = Table::new(&deck);
        assert_eq!(table.turns.len(), 4_753_840);
        let steps = table.steps(&deck, &Coming::new(deck.all(), Cards::NONE), 0);
        // The eight lowest are looked at: eight turns for each of eight cards.
        assert!((table.turns(&steps, 0) / 64.0 - 1.0).abs() < 1e-4);
        assert_eq!(table.turns(&steps, 0xff), table.turns(&steps, 0b111));
    }
}
