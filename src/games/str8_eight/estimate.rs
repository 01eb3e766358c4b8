//! How long it takes to complete a sequence: an estimate for one player alone.

use super::cards::{Card, Cards, Deck, NUMBERS, Numbers, each, last};
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
    #[inline]
    pub(super) fn new(unseen: Cards, discarded: Cards) -> Self {
        let mut coming =
            Self { unseen: unseen.numbers(), discarded: discarded.numbers(), half: 0.0 };
        let halves = coming.halves(Numbers::MAX) + 2 * unseen.passes() + discarded.passes();
        coming.half = 1.0 / halves.max(1) as f32;
        coming
    }

    /// The chance that the next card drawn is one of these.
    #[inline]
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

/// The plans for sequences of one length with one last number: one for each hand, by the useful
/// numbers in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
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
pub(super) struct Table {
    /// By the cards laid and by the last of them, or 0 for none.
    rows: Vec<[Row; NUMBERS]>,
    /// What the lowest, the second and the third useful card of a hand add to the place of its plan in a
    /// row; last 0 for no card.
    places: Vec<[[u16; NUMBERS + 1]; HELD]>,
    plans: Vec<Plan>,
    whole: Coming,
}

impl Table {
    pub(super) fn new(deck: &Deck) -> Self {
        let rows = vec![[Row::default(); NUMBERS]; EIGHT as usize + 1];
        let whole = Coming::new(deck.all(), Cards::NONE);
        let places = vec![[[0; NUMBERS + 1]; HELD]];
        let mut table = Self { rows, places, plans: vec![Plan::DONE], whole };
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
        let numbers: Vec<Card> = each(deck.one_each(row.useful)).collect();
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
                    self.plans.push(self.plan(deck, &self.whole, &row, first | more | last));
                }
            }
        }
        let twins = last(sequence).map_or(1, |last| deck.twins(last));
        each(twins).for_each(|card| self.rows[usize::from(laid)][usize::from(card)] = row);
    }

    /// The best plan while the next card is one of `coming`: takes what leaves the fewest turns first,
    /// as long as that is sooner.
    fn plan(&self, deck: &Deck, coming: &Coming, row: &Row, hand: Numbers) -> Plan {
        let mut options = [(NEVER, 0); NEXT];
        for (option, number) in options.iter_mut().zip(each(row.next)) {
            let after = self.found(self.then(row, number), hand).turns(&self.whole);
            *option = (after, deck.twins(number));
        }
        options.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let held = options.iter().find(|(_, cards)| hand & cards != 0);
        let held = held.map_or(NEVER, |(after, _)| *after);
        let (mut plan, mut chance) = (Plan { cards: 0, after: 0.0, held }, 0.0);
        for (after, cards) in options {
            let likely = coming.chance(cards);
            if likely > 0.0 && after < held.min(plan.turns(coming)) {
                chance += likely;
                plan.after += (after - plan.after) * likely / chance;
                plan.cards |= cards;
            }
        }
        plan
    }

    /// The plans for a sequence.
    #[inline]
    pub(super) fn row(&self, sequence: Numbers) -> &Row {
        let laid = sequence.count_ones().min(EIGHT) as usize;
        &self.rows[laid][usize::from(last(sequence).unwrap_or(0))]
    }

    /// The plans once a card is laid.
    #[inline]
    pub(super) fn then(&self, row: &Row, card: Card) -> &Row {
        &self.rows[usize::from(row.laid) + 1][usize::from(card)]
    }

    #[inline]
    fn found(&self, row: &Row, hand: Numbers) -> &Plan {
        let (mut rest, mut place) = (hand & row.useful, row.start);
        for places in &self.places[usize::from(row.places)] {
            place += u32::from(places[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
        }
        &self.plans[place as usize]
    }

    /// The turns until a sequence is complete with a hand: the next card by what may really come, all
    /// later ones as if the whole deck did.
    #[inline]
    pub(super) fn turns(&self, deck: &Deck, coming: &Coming, row: &Row, hand: Numbers) -> f32 {
        let turns = self.found(row, hand).turns(coming);
        if turns < NEVER { turns } else { self.anew(deck, coming, row, hand) }
    }

    /// The turns where none of the cards that would be best may come.
    #[cold]
    fn anew(&self, deck: &Deck, coming: &Coming, row: &Row, hand: Numbers) -> f32 {
        self.plan(deck, coming, row, hand).turns(coming)
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
        let coming = Coming::new(unseen, discarded);
        table.turns(deck, &coming, table.row(own.numbers()), hand.numbers())
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
            let held = numbers.filter(|card| hand.contains(&value(*card)));
            let held = held.fold(0, |all, card| all | 1 << card);
            for last in each(deck.ahead(0)[7 - left]) {
                let row = &table.rows[8 - left][usize::from(last)];
                let found = f64::from(table.turns(&deck, &whole, row, held));
                let expected = plain(left as u32, value(last), hand);
                let near = (found / expected - 1.0).abs() < 1e-4;
                assert!(near, "{left} after {} with {hand:?}: {found}, {expected}", value(last));
            }
        }
    }

    #[test]
    fn sixty_four_numbers_that_all_follow_take_34_megabytes() {
        let numbers = (1..=64).map(|value| Printed { value, colour: 0 }).collect();
        let deck = Deck::new(numbers, Vec::new(), |value| (value + 1..=64).collect(), 64);
        let table = Table::new(&deck);
        assert_eq!(table.plans.len(), 2_139_429);
        let whole = Coming::new(deck.all(), Cards::NONE);
        let turns = |hand| table.turns(&deck, &whole, table.row(0), hand);
        // The eight lowest are looked at: eight turns for each of eight cards.
        assert!((turns(0) / 64.0 - 1.0).abs() < 1e-4);
        assert_eq!(turns(0xff), turns(0b111));
    }
}
