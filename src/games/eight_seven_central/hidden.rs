//! Hidden information: redeals what a seat cannot know, and checks the invariants of positions.

use super::cards::{Card, Cards, NONE, Program, each, one_of};
use super::engine::EightSevenCentral;
use super::rules::DAYS;
use super::state::State;
use crate::game::contract::RandomSource;

/// A card face down, its Program, and its [bound](State).
type Laid = (Card, Program, u8);

impl State {
    fn laid(&self, cards: Cards) -> impl Iterator<Item = Laid> {
        each(cards).map(|card| {
            let at = usize::from(card);
            (card, self.on[at], self.bounds[at])
        })
    }
}

/// Distributes the cards `dealt` to a seat: some replace its face-down cards `open`, the others are
/// its hand, which is returned first. Rejection sampling yields a distribution consistent with the
/// bounds.
fn lay(
    dealt: Cards,
    open: &[Laid],
    held: Cards,
    random: &mut impl RandomSource,
) -> (Cards, Vec<Laid>) {
    loop {
        let mut hand = dealt;
        let laid = open.iter().map(|(_, on, bound)| (take(&mut hand, random), *on, *bound));
        let laid: Vec<Laid> = laid.collect();
        if within_bounds(&laid, held) {
            return (hand, laid);
        }
    }
}

/// Whether the face-down cards of a seat satisfy their bounds.
fn within_bounds(laid: &[Laid], held: Cards) -> bool {
    laid.iter().all(|(_, _, bound)| {
        let new = laid.iter().filter(|(card, _, other)| other <= bound && held >> card & 1 == 0);
        new.count() <= usize::from(*bound)
    })
}

/// Draws a random card of `cards` and removes it.
fn take(cards: &mut Cards, random: &mut impl RandomSource) -> Card {
    let card = one_of(*cards, random);
    *cards &= !(1 << card);
    card
}

impl EightSevenCentral {
    /// Returns the position with the hands and face-down cards of other seats dealt again.
    ///
    /// Cards that were in hands or face down at the last shuffle (`held`) are not in the deck; the
    /// number of such cards of each seat is public. It is unknown which cards of a seat are face
    /// down, but a seat cannot have laid down a card before drawing it.
    pub(super) fn hidden(&self, state: &State, seat: u8, random: &mut impl RandomSource) -> State {
        let mut world = *state;
        let mut old = 0;
        let mut new = state.deck;
        for other in self.others(seat) {
            let unknown = state.hand(other) | state.covered_by(other);
            old |= unknown & state.held;
            new |= unknown & !state.held;
        }
        let mut laid: Vec<Laid> = Vec::new();
        for other in self.others(seat) {
            let covered = state.covered_by(other);
            let (sealed, open): (Vec<Laid>, Vec<Laid>) =
                state.laid(covered).partition(|(_, _, bound)| *bound == 0);
            laid.extend(sealed.iter().map(|(_, on, _)| (take(&mut old, random), *on, 0)));
            let mut dealt = 0;
            for card in each(open.iter().fold(state.hand(other), |all, (card, ..)| all | 1 << card))
            {
                let from = if state.held >> card & 1 == 1 { &mut old } else { &mut new };
                dealt |= 1 << take(from, random);
            }
            let (hand, own) = lay(dealt, &open, state.held, random);
            laid.extend(own);
            world.hands[usize::from(other)] = hand;
            world.table &= !covered;
            world.covered &= !covered;
            for card in each(covered) {
                world.lift(card);
                world.bounds[usize::from(card)] = 0;
            }
        }
        for (card, program, bound) in laid {
            let one = 1 << card;
            (world.table, world.covered) = (world.table | one, world.covered | one);
            world.bounds[usize::from(card)] = bound;
            world.lay(card, program);
        }
        world.deck = new;
        world
    }

    /// Checks that cards and chips are conserved, and that bounds and Genre Totals are consistent.
    pub(super) fn conserved(&self, state: &State) -> Result<(), String> {
        let once = |name: &str, all: u64, piles: &[u64]| {
            let union = piles.iter().fold(0, |union, pile| union | pile);
            let count: u32 = piles.iter().map(|pile| pile.count_ones()).sum();
            if union == all && count == all.count_ones() {
                return Ok(());
            }
            Err(format!(
                "the position has {count} {name}, {} of them different",
                union.count_ones()
            ))
        };
        let [a, b, c, d] = state.hands;
        once(
            "Play cards",
            self.play_cards(),
            &[a, b, c, d, state.deck, state.discards, state.table],
        )?;
        let offered = state.offer.iter().filter(|program| **program != NONE);
        let mut programs: Vec<u64> = offered.map(|program| 1 << program).collect();
        programs.extend([state.programs, state.dropped]);
        programs.extend(state.waiting.iter().chain(&state.on_air));
        once("Programs", self.cards.all_programs(), &programs)?;
        let chips = state.chips.iter().flatten().chain(&state.money);
        let dollars = chips.map(|chips| i64::from(*chips)).sum::<i64>() + i64::from(state.bank);
        let all = i64::from(self.rules.money) * i64::from(self.seats);
        if dollars != all {
            return Err(format!("there are ${dollars}, not ${all}"));
        }
        let in_hands = state.hands.iter().fold(state.covered, |all, hand| all | hand);
        if state.held & !in_hands != 0 {
            return Err("`held` has cards that are neither in a hand nor face down".to_owned());
        }
        for seat in 0..self.seats {
            let laid: Vec<Laid> = state.laid(state.covered_by(seat)).collect();
            if !within_bounds(&laid, state.held) {
                return Err(format!("seat {seat} cannot have face down: {laid:?}"));
            }
            let count = |day: u8| self.totals(state, seat, day);
            if (0..DAYS).any(|day| state.totals(day)[usize::from(seat)] != count(day)) {
                return Err(format!(
                    "the Genre Totals of seat {seat} are wrong: {:?}",
                    state.totals
                ));
            }
        }
        Ok(())
    }
}
