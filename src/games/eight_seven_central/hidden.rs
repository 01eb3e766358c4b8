//! What a seat cannot know, and what must hold whatever anybody knows.

use super::cards::{CARDS, Card, Cards, NONE, Program, each, one_of};
use super::engine::EightSevenCentral;
use super::rules::DAYS;
use super::state::{Phase, SLOTS, State};
use crate::game::contract::Luck;

/// A card that lies face down, on which Program, and the [bound](State) of those that it is among.
type Laid = (Card, Program, u8);

impl State {
    /// Some of the cards that lie face down.
    fn laid(&self, cards: Cards) -> impl Iterator<Item = Laid> {
        each(cards).map(|card| {
            let at = usize::from(card);
            (card, self.on[at], self.bounds[at])
        })
    }
}

/// Lays some of a seat's cards face down where those of `open` lie, in a way that may have come about;
/// the first is what is left in the hand.
fn lay(dealt: Cards, open: &[Laid], held: Cards, luck: &mut impl Luck) -> (Cards, Vec<Laid>) {
    loop {
        let mut hand = dealt;
        let laid = open.iter().map(|(_, on, bound)| (take(&mut hand, luck), *on, *bound));
        let laid: Vec<Laid> = laid.collect();
        if within_bounds(&laid, held) {
            return (hand, laid);
        }
    }
}

/// Whether cards that a seat has face down may lie there.
fn within_bounds(laid: &[Laid], held: Cards) -> bool {
    laid.iter().all(|(_, _, bound)| {
        let new = laid.iter().filter(|(card, _, other)| other <= bound && held >> card & 1 == 0);
        new.count() <= usize::from(*bound)
    })
}

/// Draws one of `cards` and takes it out.
fn take(cards: &mut Cards, luck: &mut impl Luck) -> Card {
    let card = one_of(*cards, luck);
    *cards &= !(1 << card);
    card
}

impl EightSevenCentral {
    /// The position with the hands of others and what lies face down before them dealt anew.
    ///
    /// Cards that were in hands or face down at the last shuffle are not in the deck: of each seat it is
    /// known how many of its cards these are. Which of the cards of a seat lie face down is unknown, but
    /// a seat cannot have laid down what it drew later.
    pub(super) fn hidden(&self, state: &State, seat: u8, luck: &mut impl Luck) -> State {
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
            laid.extend(sealed.iter().map(|(_, on, _)| (take(&mut old, luck), *on, 0)));
            let mut dealt = 0;
            for card in each(open.iter().fold(state.hand(other), |all, (card, ..)| all | 1 << card))
            {
                let from = if state.held >> card & 1 == 1 { &mut old } else { &mut new };
                dealt |= 1 << take(from, luck);
            }
            let (hand, own) = lay(dealt, &open, state.held, luck);
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

    /// Cards and chips are neither made nor lost.
    pub(super) fn conserved(&self, state: &State) -> Result<(), String> {
        let once = |name: &str, all: u64, piles: &[u64]| {
            let union = piles.iter().fold(0, |union, pile| union | pile);
            let count: u32 = piles.iter().map(|pile| pile.count_ones()).sum();
            if union == all && count == all.count_ones() {
                return Ok(());
            }
            Err(format!("{count} {name} lie about, {} of them different", union.count_ones()))
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
        let chips = state.chips.iter().flatten().chain(&state.money).map(|chips| i64::from(*chips));
        let dollars = chips.sum::<i64>() + i64::from(state.bank);
        let all = i64::from(self.rules.money) * i64::from(self.seats);
        if dollars != all {
            return Err(format!("there are ${dollars}, not ${all}"));
        }
        (0..self.seats).try_for_each(|seat| self.line_up(state, seat))?;
        let in_hands = state.hands.iter().fold(state.covered, |all, hand| all | hand);
        if state.held & !in_hands != 0 {
            return Err("cards count as held that are not".to_owned());
        }
        for seat in 0..self.seats {
            let laid: Vec<Laid> = state.laid(state.covered_by(seat)).collect();
            if !within_bounds(&laid, state.held) {
                return Err(format!(
                    "seat {seat} has cards face down that it cannot have: {laid:?}"
                ));
            }
        }
        self.attachments(state)
    }

    /// Slots, days and Genre Totals of a seat tell the same.
    fn line_up(&self, state: &State, seat: u8) -> Result<(), String> {
        let days = 0..DAYS;
        let of_days = days.clone().fold(0, |all, day| all | state.on_day(seat, day));
        let of_day = |day: u8| {
            let slots = [2 * day, 2 * day + 1].map(|slot| state.in_slot(seat, slot));
            slots.into_iter().flatten().fold(0, |all, program| all | 1 << program)
        };
        let placed = days.clone().all(|day| of_day(day) == state.on_day(seat, day));
        let open = (0..SLOTS as u8).filter(|slot| state.in_slot(seat, *slot).is_none());
        let open = open.fold(0, |all, slot| all | 1 << slot) == state.open[usize::from(seat)];
        if of_days != state.on_air(seat) || !placed || !open {
            return Err(format!("the slots of seat {seat} are not what is on the air"));
        }
        let total = |day: u8| state.totals(day)[usize::from(seat)];
        if days.clone().any(|day| total(day) != self.totals(state, seat, day)) {
            return Err(format!("the Genre Totals of seat {seat} are others: {:?}", state.totals));
        }
        Ok(())
    }

    /// Each Ad and Modifier in play lies on a Program, and no Program has more Ads than slots for them.
    fn attachments(&self, state: &State) -> Result<(), String> {
        let pending = match state.phase {
            Phase::Target { card } | Phase::Detail { card, .. } => 1 << card,
            _ => 0,
        };
        let lies = state.table & (!self.cards.events | state.covered) & !pending;
        for card in 0..CARDS as Card {
            let on = state.on(card);
            let under = on.is_none_or(|on| state.cards_on(on, 1 << card) != 0);
            if on.is_some() != (lies >> card & 1 == 1) || !under {
                return Err(format!("card {card} lies on {on:?}"));
            }
        }
        for program in each(self.cards.all_programs()) {
            let cards = state.cards_on(program, Cards::MAX);
            if cards & !lies != 0 || !each(cards).all(|card| state.on(card) == Some(program)) {
                return Err(format!("Program {program} has cards {cards:b} that lie elsewhere"));
            }
            let ads = cards & (self.cards.ads | state.covered);
            if ads.count_ones() > self.ad_slots(program) {
                return Err(format!("Program {program} has cards {cards:b}"));
            }
        }
        Ok(())
    }
}
