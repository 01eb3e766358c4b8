//! Estimates the number of turns that a player needs to complete a sequence, without interference
//! by opponents. Dynamic programming over the last card and the hand, for an undealt deck.

use super::cards::{Card, Cards, Deck, NUMBERS, Numbers, each, last, numbers, passes};
use super::engine::EIGHT;

/// The maximum estimate; also the value for a sequence that cannot be completed.
pub const NEVER: f32 = 1000.0;

/// The maximum number of different numbers of a hand that the estimate uses, from the lowest up.
const HELD: usize = 3;

/// The maximum number of following numbers that the estimate uses; the shipped edition has no more.
const NEXT: usize = 8;

/// The cards that may still be drawn: unseen cards, and discarded cards with half the weight,
/// because they return only when the piles are shuffled.
#[derive(Clone, Copy, Debug)]
pub struct Coming {
    unseen: Numbers,
    discarded: Numbers,
    /// The probability that one given discarded card is drawn next.
    half: f32,
}

impl Coming {
    /// Creates the weights from the unseen and the discarded cards.
    #[inline]
    pub fn new(unseen: Cards, discarded: Cards) -> Self {
        let mut coming = Self { unseen: numbers(unseen), discarded: numbers(discarded), half: 0.0 };
        let passes = 2 * passes(unseen).count_ones() + passes(discarded).count_ones();
        let halves = coming.halves(Numbers::MAX) + passes;
        coming.half = 1.0 / halves.max(1) as f32;
        coming
    }

    /// The probability that the next card drawn is in `cards`.
    fn chance(&self, cards: Numbers) -> f32 {
        self.halves(cards) as f32 * self.half
    }

    /// The number of discarded cards plus twice the number of unseen cards in `cards`: two
    /// population counts in one computation.
    #[inline]
    fn halves(&self, cards: Numbers) -> u32 {
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const FOURS: u64 = 0x3333_3333_3333_3333;
        const EIGHTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let fours = |all: Numbers| {
            let ones = all & cards;
            let twos = ones - (ones >> 1 & PAIRS);
            (twos & FOURS) + (twos >> 2 & FOURS)
        };
        let fours = 2 * fours(self.unseen) + fours(self.discarded);
        let eights = (fours & EIGHTS) + (fours >> 4 & EIGHTS);
        (eights.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }
}

/// The plan for the next card of a sequence.
///
/// | field | bytes | content |
/// |---|---|---|
/// | `cards` | 8 | cards to lay if drawn |
/// | `after` | 4 | mean number of turns after a card of `cards` is laid |
/// | `held` | 4 | turns after the best card of the hand is laid; [`NEVER`] if no card fits |
#[derive(Clone, Copy, Debug)]
struct Plan {
    cards: Numbers,
    after: f32,
    held: f32,
}

impl Plan {
    /// The plan for a complete sequence: [`Plan::turns`] is 0.
    const DONE: Self = Self { cards: 0, after: 0.0, held: -1.0 };

    /// The expected number of turns until the sequence is complete: the minimum of laying the card
    /// of the hand if no card of `cards` is drawn, and of waiting for a card of `cards`.
    #[inline]
    fn turns(&self, coming: &Coming) -> f32 {
        let chance = coming.chance(self.cards);
        let saved = chance * (self.held - self.after);
        let turns = if saved <= 1.0 { self.held + 1.0 - saved } else { self.after + 1.0 / chance };
        turns.min(NEVER)
    }
}

/// The plans for sequences with the same length and last number, indexed by the useful numbers of a
/// hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// The index of the first plan.
    start: u32,
    /// The number of cards laid.
    laid: u8,
    /// The index into [`Table::places`].
    places: u16,
    /// The numbers that may follow, each represented by its first card.
    next: Numbers,
    /// The cards that may still be laid before the sequence is complete.
    pub(super) useful: Numbers,
}

/// The best plan for every sequence and hand if all cards of the deck may be drawn.
///
/// Model: a player draws one card per turn. A drawn card that fits is laid if that is sooner than
/// waiting for a better one. Cards of the hand are available at any time; cards drawn on the way
/// are not kept.
#[derive(Clone, Debug)]
pub struct Table {
    /// By number of cards laid and by last card; 0 for an empty sequence.
    rows: Vec<[Row; NUMBERS]>,
    /// The offsets that the lowest, second and third useful card of a hand add to the index of its
    /// plan in a row (combinatorial number system); the last entry, 0, is for no card.
    places: Vec<[[u16; NUMBERS + 1]; HELD]>,
    plans: Vec<Plan>,
    /// By plan: the expected number of turns if all cards of the deck may be drawn.
    turns: Vec<f32>,
    whole: Coming,
}

impl Table {
    /// Computes the plans for a deck.
    pub fn new(deck: &Deck) -> Self {
        let rows = vec![[Row::default(); NUMBERS]; EIGHT as usize + 1];
        let whole = Coming::new(deck.all, 0);
        let places = vec![[[0; NUMBERS + 1]; HELD]];
        let mut table = Self { rows, places, plans: vec![Plan::DONE], turns: vec![0.0], whole };
        for laid in (1..EIGHT as u8).rev() {
            for last in each(deck.ahead(0)[usize::from(laid) - 1]) {
                table.add(deck, laid, 1 << last);
            }
        }
        table.add(deck, 0, 0);
        table
    }

    /// Adds the plans for sequences of `laid` cards with the last number of `sequence`.
    fn add(&mut self, deck: &Deck, laid: u8, sequence: Numbers) {
        let (next, start) = (deck.ahead(sequence)[0], self.plans.len() as u32);
        let mut row = Row { start, laid, places: self.places.len() as u16, next, useful: 0 };
        for number in each(next).take(NEXT) {
            row.useful |= deck.twins(number) | self.then(&row, number).useful;
        }
        let (mut places, mut sets) = ([[0; NUMBERS + 1]; HELD], vec![0]);
        let numbers: Vec<Card> = each(row.useful & deck.firsts).collect();
        for (rank, number) in (1_u32..).zip(numbers.into_iter().rev()) {
            for twin in each(deck.twins(number)).map(usize::from) {
                // The number of hands with up to three, two or one useful numbers, all of them
                // greater.
                places[0][twin] = (rank * (rank + 1) * (rank + 2) / 6) as u16;
                places[1][twin] = (rank * (rank + 1) / 2) as u16;
                places[2][twin] = rank as u16;
            }
            sets.push(1 << number);
        }
        self.places.push(places);
        for (lowest, first) in sets.iter().enumerate() {
            for (second, more) in sets[..=lowest].iter().enumerate() {
                for last in &sets[..=second] {
                    let plan = self.plan(deck, &self.whole, &row, first | more | last);
                    self.turns.push(plan.turns(&self.whole));
                    self.plans.push(plan);
                }
            }
        }
        let twins = last(sequence).map_or(1, |last| deck.twins(last));
        each(twins).for_each(|card| self.rows[usize::from(laid)][usize::from(card)] = row);
    }

    /// Computes the best plan if the next card is drawn from `coming`: adds the options in
    /// increasing order of remaining turns while that makes the plan sooner. Rarely called after
    /// the table is built.
    #[cold]
    fn plan(&self, deck: &Deck, coming: &Coming, row: &Row, hand: Numbers) -> Plan {
        let (mut options, mut count) = ([(NEVER, 0); NEXT], 0);
        for (option, number) in options.iter_mut().zip(each(row.next)) {
            *option = (self.turns[self.place(self.then(row, number), hand)], deck.twins(number));
            count += 1;
        }
        let options = &mut options[..count];
        options.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let held = options.iter().find(|(_, cards)| hand & cards != 0);
        let held = held.map_or(NEVER, |(after, _)| *after);
        let (mut plan, mut chance) = (Plan { cards: 0, after: 0.0, held }, 0.0);
        let mut turns = plan.turns(coming);
        for (after, cards) in options.iter().copied() {
            // All further options are later as well.
            if after >= held.min(turns) {
                break;
            }
            let likely = coming.chance(cards);
            if likely > 0.0 {
                chance += likely;
                plan.after += (after - plan.after) * likely / chance;
                plan.cards |= cards;
                turns = plan.turns(coming);
            }
        }
        plan
    }

    /// Returns the plans for a sequence.
    pub fn row(&self, sequence: Numbers) -> &Row {
        let laid = sequence.count_ones().min(EIGHT) as usize;
        &self.rows[laid][usize::from(last(sequence).unwrap_or(0))]
    }

    /// Returns the plans after `card` is laid.
    pub(super) fn then(&self, row: &Row, card: Card) -> &Row {
        &self.rows[usize::from(row.laid) + 1][usize::from(card)]
    }

    /// The index of the plan for a hand.
    #[inline]
    fn place(&self, row: &Row, hand: Numbers) -> usize {
        let (mut rest, mut place) = (hand & row.useful, row.start);
        for places in &self.places[usize::from(row.places)] {
            place += u32::from(places[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
        }
        place as usize
    }

    /// The expected number of turns until a sequence is complete. `coming` applies to the next card
    /// only; for later cards the whole deck may be drawn.
    #[inline]
    pub fn turns(&self, deck: &Deck, coming: &Coming, row: &Row, hand: Numbers) -> f32 {
        let turns = self.plans[self.place(row, hand)].turns(coming);
        if turns < NEVER {
            return turns;
        }
        // No card of the best plan for the whole deck may be drawn: compute the plan for `coming`.
        self.plan(deck, coming, row, hand).turns(coming)
    }
}
