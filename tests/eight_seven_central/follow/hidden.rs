//! What a seat cannot know is dealt anew: every world that may be, each as often as any other, and
//! nothing that it knows is another.

use std::collections::BTreeMap;

use pushluck::game::contract::Game;
use pushluck::games::eight_seven_central::cards::Program;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::state::State;
use pushluck::sim::random::UnitKey;

use super::TEMPERS;
use super::pair::{follow, prints};
use crate::eight_seven_central::plain::Table;
use crate::eight_seven_central::plain::kit::{AdRule, Kit, Source};
use crate::follow::{Seen, excess, sorted};

/// More worlds than these take too long to be met often enough.
const MOST: usize = 400;

/// Where cards may be hidden: in a player's hand, or face down, one by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Hand(usize),
    FaceDown { player: usize, show: usize, number: usize },
}

/// A world: by player the hand, and by Program what lies face down on it.
type World = (Vec<Vec<usize>>, BTreeMap<usize, Vec<usize>>);

/// The places that a viewer cannot look into, each with how many cards are there, and what may be there
/// or in the deck.
fn hidden(table: &Table, viewer: usize) -> (Vec<(Place, usize)>, Vec<usize>) {
    let mut places = Vec::new();
    let mut unknown = table.deck.clone();
    for (player, network) in table.networks.iter().enumerate().filter(|(at, _)| *at != viewer) {
        places.push((Place::Hand(player), network.hand.len()));
        unknown.extend(&network.hand);
        for show in network.on_air() {
            for card in table.runs[show].cards.iter().filter(|card| card.face_down) {
                places.push((Place::FaceDown { player, show, number: card.number }, 1));
                unknown.push(card.print);
            }
        }
    }
    (places, sorted(unknown))
}

/// Every world that `viewer` holds possible, from what everybody has seen since the deck was last
/// shuffled, and whether there are others but for the order in which that happened. `None` where there
/// are too many.
fn worlds(table: &Table, viewer: usize) -> Option<(Vec<World>, bool)> {
    let (places, unknown) = hidden(table, viewer);
    let found = Vec::new();
    let mut search = Search { table, viewer, places, steps: 0, found, untimely: false };
    let mut filled = vec![Vec::new(); search.places.len()];
    search.fill(0, &unknown, &mut filled).then_some((search.found, search.untimely))
}

struct Search<'a> {
    table: &'a Table,
    viewer: usize,
    places: Vec<(Place, usize)>,
    steps: usize,
    found: Vec<World>,
    untimely: bool,
}

impl Search<'_> {
    /// Fills the places from `at` on with what is left, in every way; false where that takes too long.
    fn fill(&mut self, at: usize, left: &[usize], filled: &mut [Vec<usize>]) -> bool {
        self.steps += 1;
        let Some(&(place, room)) = self.places.get(at) else {
            if self.may_be(left, filled) {
                self.found.push(self.world(filled));
            }
            return self.found.len() <= MOST;
        };
        if filled[at].len() == room {
            return self.fill(at + 1, left, filled);
        }
        // Cards of one place in rising order, so that each set of them comes once.
        let least = filled[at].last().copied();
        for (index, card) in left.iter().enumerate() {
            let counted = self.table.memory.counted.contains(card);
            let barred = matches!(place, Place::FaceDown { number, .. }
                if self.table.memory.is_older(number) && !counted);
            if barred || least.is_some_and(|least| *card < least) {
                continue;
            }
            let mut rest = left.to_vec();
            rest.remove(index);
            filled[at].push(*card);
            let all = self.fill(at, &rest, filled);
            filled[at].pop();
            if !all || self.steps > 100_000 {
                return false;
            }
        }
        true
    }

    /// Whether it may have come to this: what everybody counts is in no deck, and nobody has laid down
    /// what was not in hand.
    fn may_be(&mut self, deck: &[usize], filled: &[Vec<usize>]) -> bool {
        let memory = &self.table.memory;
        let counted = |card: &&usize| memory.counted.contains(card);
        let lies = |wanted: usize| {
            self.places.iter().zip(filled).find_map(|((place, _), cards)| match place {
                Place::FaceDown { number, .. } if *number == wanted => Some(cards[0]),
                _ => None,
            })
        };
        let (mut counts, mut timely) = (!deck.iter().any(|card| counted(&card)), true);
        for player in (0..self.table.players()).filter(|player| *player != self.viewer) {
            let at = self.places.iter().position(|(place, _)| *place == Place::Hand(player));
            let hand = &filled[at.expect("each has a hand")];
            let old = hand.iter().filter(counted).count() as i32;
            let (left, least) = memory.hand_of(player, lies);
            counts &= left == [old, hand.len() as i32 - old];
            timely &= least >= 0;
        }
        self.untimely |= counts && !timely;
        counts && timely
    }

    fn world(&self, filled: &[Vec<usize>]) -> World {
        let mut hands = vec![Vec::new(); self.table.players()];
        let mut face_down: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        hands[self.viewer] = sorted(self.table.networks[self.viewer].hand.iter().copied());
        for ((place, _), cards) in self.places.iter().zip(filled) {
            match place {
                Place::Hand(player) => hands[*player] = sorted(cards.iter().copied()),
                Place::FaceDown { show, .. } => face_down.entry(*show).or_default().extend(cards),
            }
        }
        face_down.values_mut().for_each(|cards| cards.sort_unstable());
        (hands, face_down)
    }
}

/// A world of the engine, after what is known of it was found unchanged.
fn seen_in(game: &EightSevenCentral, table: &Table, viewer: usize, state: &State) -> World {
    let (places, _) = hidden(table, viewer);
    let hands = (0..game.seats()).map(|seat| prints(game, state.hand(seat))).collect();
    let mut face_down = BTreeMap::new();
    for (show, run) in table.runs.iter().enumerate() {
        let mut there = prints(game, state.cards_on(show as Program, u64::MAX));
        let unknown = places.iter().filter(|(place, _)| match place {
            Place::FaceDown { show: on, .. } => *on == show,
            Place::Hand(_) => false,
        });
        let unknown = unknown.count();
        let known = run.cards.iter().filter(|card| unknown == 0 || !card.face_down);
        for card in known {
            let at = there.iter().position(|print| *print == card.print);
            there.swap_remove(at.unwrap_or_else(|| panic!("{card:?} is gone from {show}")));
        }
        assert_eq!(there.len(), unknown, "on {show}: {table:?}");
        if unknown > 0 {
            face_down.insert(show, sorted(there));
        }
    }
    assert_eq!(prints(game, state.discards), sorted(table.discards.iter().copied()));
    assert_eq!(state.deck.count_ones() as usize, table.deck.len());
    for (seat, network) in table.networks.iter().enumerate() {
        let at = seat as u8;
        let numbers = (state.money(at), state.points(at), state.hand(at).count_ones() as usize);
        assert_eq!(numbers, (network.money, network.points, network.hand.len()));
        let slots: Vec<Option<usize>> =
            (0..10).map(|slot| state.in_slot(at, slot).map(usize::from)).collect();
        assert_eq!(slots, network.slots);
    }
    (hands, face_down)
}

#[test]
fn every_world_comes_as_often_as_any_other() {
    /// Positions wanted of each kind.
    const WANTED: u32 = 10;
    const KINDS: [&str; 5] = [
        "before the deck is shuffled",
        "after that",
        "something face down",
        "something face down since before the shuffle",
        "something face down that cannot be what was drawn later",
    ];
    let mut found = [0; KINDS.len()];
    for number in 0..240 {
        let seats = 2 + (number % 2) as u8;
        let ads = if number % 5 == 0 { AdRule::Cards } else { AdRule::AnyCard };
        let mut kit = Kit { weeks: 5, ..Kit::shipped(seats.into(), Source::Auctions, ads) };
        kit.rules.money = 60;
        kit.prints.iter_mut().for_each(|print| print.copies = 1);
        let game = kit.game(seats);
        let temper = TEMPERS[number as usize % TEMPERS.len()];
        let (mut looked, mut next) = (0, 0);
        follow(&game, &kit, temper, number, &mut Seen::default(), |state, table, _| {
            looked += 1;
            let viewer = looked % usize::from(seats);
            let (places, _) = hidden(table, viewer);
            let memory = &table.memory;
            let down = places.iter().filter_map(|(place, _)| match place {
                Place::FaceDown { number, .. } => Some(*number),
                Place::Hand(_) => None,
            });
            let down: Vec<usize> = down.collect();
            let shuffled = !memory.counted.is_empty();
            let older = down.iter().any(|number| memory.is_older(*number));
            let may_be_late =
                shuffled && down.iter().filter(|it| !memory.is_older(**it)).count() > 1;
            let wanted = |kinds: [bool; 5], found: &[u32; 5]| {
                kinds.iter().zip(found).any(|(is, found)| *is && *found < WANTED)
            };
            let kinds = |late| [!shuffled, shuffled, !down.is_empty(), older, late];
            // Few of one game, so that they differ.
            if !wanted(kinds(may_be_late), &found) || looked < next && !may_be_late {
                return;
            }
            let Some((worlds, late)) = worlds(table, viewer).filter(|(all, _)| all.len() >= 6)
            else {
                return;
            };
            let kinds = kinds(late);
            if !wanted(kinds, &found) {
                return;
            }
            next = looked + 40;
            found.iter_mut().zip(kinds).for_each(|(found, is)| *found += u32::from(is));
            let mut luck = UnitKey::of_game(8, table.deck.len() as u64).stream(0, 0);
            let excess = excess(&worlds, || {
                let hidden = game.hide(state, viewer as u8, &mut luck);
                assert_eq!(game.next(&hidden), game.next(state));
                seen_in(&game, table, viewer, &hidden)
            });
            assert!(excess < 4.5, "{excess} for {} worlds: {table:?}", worlds.len());
        });
    }
    assert!(found.iter().all(|found| *found >= WANTED), "{KINDS:?}: {found:?}");
}
