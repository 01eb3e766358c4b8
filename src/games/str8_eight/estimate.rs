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
        let halves = 2 * (self.unseen & cards).count_ones() + (self.discarded & cards).count_ones();
        halves as f32 * self.half
    }
}

/// A number that may come next.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    number: Card,
    /// Where its turns begin in the table.
    row: u32,
    /// The chance to draw it.
    chance: f32,
    /// How much longer what comes after it takes than with the whole deck.
    slower: f32,
}

/// What may come next of a sequence.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    /// The cards still to be laid.
    left: usize,
    steps: [Step; NEXT],
    count: usize,
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
    /// By number: how many sets of up to one, two, three of the numbers beyond it there are.
    sets: [[u32; HELD]; NUMBERS],
    /// By the cards still to be laid and the last number: all cards that may be among them, and the
    /// chance to draw one of these from the whole deck.
    ahead: [[(Numbers, f32); NUMBERS]; EIGHT as usize],
}

impl Table {
    pub(super) fn new(deck: &Deck) -> Self {
        let whole = Coming::new(deck.all(), Cards::NONE);
        let mut numbers: Vec<Card> = each(deck.one_each(deck.all().numbers())).collect();
        numbers.reverse();
        let (mut sets, mut hands) = ([[0; HELD]; NUMBERS], vec![0]);
        let (mut rows, mut layer) = ([0; NUMBERS], 0);
        let mut ahead = [[(0, 0.0); NUMBERS]; EIGHT as usize];
        for number in &numbers {
            let place = usize::from(*number);
            let up_to =
                |most| hands.iter().filter(move |hand: &&Numbers| hand.count_ones() <= most);
            sets[place] = [1, 2, 3].map(|most| up_to(most).count() as u32);
            rows[place] = layer as u32;
            layer += hands.len();
            let more: Vec<Numbers> =
                up_to(HELD as u32 - 1).map(|hand| hand | 1 << number).collect();
            hands.extend(more);
            let mut cards = 0;
            for (next, ahead) in deck.ahead(1 << number).iter().zip(&mut ahead[1..]) {
                cards = each(*next).fold(cards, |all, number| all | deck.twins(number));
                ahead[place] = (cards, whole.chance(cards));
            }
        }
        let turns = Vec::with_capacity(layer * (EIGHT as usize - 1));
        let mut table = Self { turns, layer, rows, sets, ahead };
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
        if left == 0 {
            return steps;
        }
        for (number, step) in each(next).zip(&mut steps.steps) {
            let place = usize::from(number);
            let (cards, chance) = self.ahead[left - 1][place];
            let row = (left.saturating_sub(2) * self.layer) as u32 + self.rows[place];
            let slower = if cards == 0 { 1.0 } else { (chance / coming.chance(cards)).min(NEVER) };
            *step = Step { number, row, chance: coming.chance(deck.twins(number)), slower };
            steps.count += 1;
        }
        steps
    }

    /// The turns until the sequence is complete with a hand, one card of each number.
    ///
    /// Who lays nothing but what comes within so many turns, and what is drawn before that, saves on
    /// average the sum of `chance * (turns - after)` over what is sooner; it is the fewest turns where
    /// that makes up for the turn that it takes.
    pub(super) fn turns(&self, steps: &Steps, hand: Numbers) -> f32 {
        if steps.left == 0 {
            return 0.0;
        }
        let (mut after, mut held) = ([0.0; NEXT], NEVER);
        let steps_left = steps.left - 1;
        let steps = &steps.steps[..steps.count];
        for (step, after) in steps.iter().zip(&mut after) {
            if steps_left > 0 {
                *after = self.after(step, hand, steps_left as f32);
            }
            if hand >> step.number & 1 == 1 {
                held = held.min(*after);
            }
        }
        let saved =
            steps.iter().zip(after).map(|(step, after)| step.chance * (held - after).max(0.0));
        let saved: f32 = saved.sum();
        if saved <= 1.0 {
            return (held + 1.0 - saved).min(NEVER);
        }
        let mut turns = held;
        loop {
            let sooner = steps.iter().zip(after).filter(|(_, after)| *after < turns);
            let (chance, sum) = sooner.fold((0.0, 1.0), |(chance, sum), (step, after)| {
                (chance + step.chance, sum + step.chance * after)
            });
            if sum / chance >= turns {
                return turns;
            }
            turns = sum / chance;
        }
    }

    /// The turns after a number that was laid, `left` more cards to come.
    fn after(&self, step: &Step, hand: Numbers, left: f32) -> f32 {
        let mut beyond = hand & (Numbers::MAX << step.number << 1);
        let mut place = step.row;
        for up_to in (0..HELD).rev() {
            if beyond == 0 {
                break;
            }
            place += self.sets[beyond.trailing_zeros() as usize][up_to];
            beyond &= beyond - 1;
        }
        let turns = self.turns[place as usize];
        (left + (turns - left) * step.slower).min(NEVER)
    }
}
