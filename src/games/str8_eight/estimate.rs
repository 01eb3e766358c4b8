//! How long it takes to complete a sequence: an estimate for one player alone.

use super::cards::{Card, Cards, Deck, NUMBERS, Numbers, each, last, numbers, passes};
use super::engine::EIGHT;

/// The most turns that are told apart: a sequence that cannot be completed takes as many.
pub const NEVER: f32 = 1000.0;

/// The most numbers of a hand that are looked at, from the lowest up.
const HELD: usize = 3;

/// The most following numbers that are looked at; the shipped edition has no more.
const NEXT: usize = 8;

/// Where the cards are that may still come: not seen, or discarded, which counts half, since those come
/// back when the piles are shuffled.
#[derive(Clone, Copy, Debug)]
pub struct Coming {
    unseen: Numbers,
    discarded: Numbers,
    /// The chance that one of the discarded cards is drawn next.
    half: f32,
}

impl Coming {
    /// The cards not seen, and those discarded.
    #[inline]
    pub fn new(unseen: Cards, discarded: Cards) -> Self {
        let mut coming = Self { unseen: numbers(unseen), discarded: numbers(discarded), half: 0.0 };
        let passes = 2 * passes(unseen).count_ones() + passes(discarded).count_ones();
        let halves = coming.halves(Numbers::MAX) + passes;
        coming.half = 1.0 / halves.max(1) as f32;
        coming
    }

    /// The chance that the next card drawn is one of these.
    fn chance(&self, cards: Numbers) -> f32 {
        self.halves(cards) as f32 * self.half
    }

    /// Those of the cards that were discarded, and twice those not seen: both counted at once.
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

/// What to do about the next card of a sequence.
///
/// | part | bytes | what |
/// |---|---|---|
/// | `cards` | 8 | the cards that are worth taking when they come |
/// | `after` | 4 | the turns once one of them is laid, on average |
/// | `held` | 4 | the turns once the best card of the hand is laid; [`NEVER`] if none may be |
#[derive(Clone, Copy, Debug)]
struct Plan {
    cards: Numbers,
    after: f32,
    held: f32,
}

impl Plan {
    /// A complete sequence takes no turn.
    const DONE: Self = Self { cards: 0, after: 0.0, held: -1.0 };

    /// The turns until the sequence is complete: the card of the hand is laid when none of `cards`
    /// comes, or they are waited for, whatever is sooner.
    #[inline]
    fn turns(&self, coming: &Coming) -> f32 {
        let chance = coming.chance(self.cards);
        let saved = chance * (self.held - self.after);
        let turns = if saved <= 1.0 { self.held + 1.0 - saved } else { self.after + 1.0 / chance };
        turns.min(NEVER)
    }
}

/// The plans for sequences of one length with one last number, by the useful numbers of a hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// Where they begin.
    start: u32,
    /// The cards laid.
    laid: u8,
    /// Which [`Table::places`] are its own.
    places: u16,
    /// The numbers that may follow, one card for each.
    next: Numbers,
    /// The cards that may still be laid before the sequence is complete.
    pub(super) useful: Numbers,
}

/// What is best next of every sequence while all cards of the deck may come.
///
/// The estimate takes each turn to bring one card. A card that may follow is laid at once or waited
/// for, whatever is sooner; one of the hand is there when it is wanted. Cards drawn on the way are not
/// kept.
#[derive(Clone, Debug)]
pub struct Table {
    /// By the cards laid and by the last of them, or 0 for none.
    rows: Vec<[Row; NUMBERS]>,
    /// What the lowest, the second and the third useful card of a hand add to the place of its plan in a
    /// row; last 0 for no card.
    places: Vec<[[u16; NUMBERS + 1]; HELD]>,
    plans: Vec<Plan>,
    /// The turns by each plan while all cards of the deck may come.
    turns: Vec<f32>,
    whole: Coming,
}

impl Table {
    /// The plans for a deck.
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

    /// Adds the plans for sequences of so many cards that end like `sequence`.
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
                // So many hands of up to three, two, one card have greater numbers alone.
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

    /// The best plan while the next card is one of `coming`: takes what leaves the fewest turns first,
    /// as long as that is sooner. Hardly ever called but when the table is made.
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
            // Nor is any other sooner.
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

    /// The plans for a sequence.
    pub fn row(&self, sequence: Numbers) -> &Row {
        let laid = sequence.count_ones().min(EIGHT) as usize;
        &self.rows[laid][usize::from(last(sequence).unwrap_or(0))]
    }

    /// The plans once a card is laid.
    pub(super) fn then(&self, row: &Row, card: Card) -> &Row {
        &self.rows[usize::from(row.laid) + 1][usize::from(card)]
    }

    /// Where the plan for a hand is.
    #[inline]
    fn place(&self, row: &Row, hand: Numbers) -> usize {
        let (mut rest, mut place) = (hand & row.useful, row.start);
        for places in &self.places[usize::from(row.places)] {
            place += u32::from(places[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
        }
        place as usize
    }

    /// The turns until a sequence is complete: later cards as though the whole deck could come.
    #[inline]
    pub fn turns(&self, deck: &Deck, coming: &Coming, row: &Row, hand: Numbers) -> f32 {
        let turns = self.plans[self.place(row, hand)].turns(coming);
        if turns < NEVER {
            return turns;
        }
        // None of the cards that would be best may come.
        self.plan(deck, coming, row, hand).turns(coming)
    }
}
