//! Redealing of hidden information: all possible worlds are equally frequent, and known cards do
//! not change.

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
use crate::follow::{Seen, excess, placements, sorted};

/// The maximum number of worlds per position; more would need too many samples.
const MOST: usize = 400;

/// A place of hidden cards: a player's hand, or a card face down, given by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Hand(usize),
    FaceDown { player: usize, show: usize, number: usize },
}

/// A world: the hand of each player, and the cards face down on each Program.
type World = (Vec<Vec<usize>>, BTreeMap<usize, Vec<usize>>);

/// The places hidden from a viewer with their numbers of cards, and the cards that may be there or
/// in the deck.
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

/// All worlds that are possible for `viewer`, from what all players have seen since the last
/// shuffle of the deck. `None` if there are too many worlds.
fn worlds(table: &Table, viewer: usize) -> Option<Vec<World>> {
    let (places, unknown) = hidden(table, viewer);
    let deck = [table.deck.len()];
    let room = places.iter().map(|(_, room)| *room).chain(deck).collect();
    // Counted cards are not in the deck; cards face down since before the shuffle are counted
    // cards.
    let fits = |card, at: usize| match (places.get(at), table.memory.counted.contains(&card)) {
        (None, counted) => !counted,
        (Some((Place::FaceDown { number, .. }, _)), false) => !table.memory.is_older(*number),
        _ => true,
    };
    let filled = placements(&unknown, room, fits)?.into_iter().map(|way| {
        let mut filled = vec![Vec::new(); places.len() + 1];
        unknown.iter().zip(way).for_each(|(card, at)| filled[at].push(*card));
        filled
    });
    let filled = filled.filter(|filled| may_be(table, &places, filled));
    let found: Vec<World> = filled.map(|filled| world(table, viewer, &places, filled)).collect();
    (found.len() <= MOST).then_some(found)
}

/// Whether each hand has the known number of counted cards, and every card laid down was in hand
/// then.
fn may_be(table: &Table, places: &[(Place, usize)], filled: &[Vec<usize>]) -> bool {
    let memory = &table.memory;
    let face_down = |wanted: usize| {
        places.iter().zip(filled).find_map(|((place, _), cards)| match place {
            Place::FaceDown { number, .. } if *number == wanted => Some(cards[0]),
            _ => None,
        })
    };
    places.iter().zip(filled).all(|((place, _), hand)| {
        let Place::Hand(player) = place else { return true };
        let old = hand.iter().filter(|card| memory.counted.contains(card)).count() as i32;
        memory.hand_of(*player, face_down) == Some([old, hand.len() as i32 - old])
    })
}

fn world(
    table: &Table,
    viewer: usize,
    places: &[(Place, usize)],
    filled: Vec<Vec<usize>>,
) -> World {
    let mut hands = vec![Vec::new(); table.players()];
    let mut face_down: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    hands[viewer] = sorted(table.networks[viewer].hand.iter().copied());
    for ((place, _), cards) in places.iter().zip(filled) {
        match place {
            Place::Hand(player) => hands[*player] = sorted(cards),
            Place::FaceDown { show, .. } => face_down.entry(*show).or_default().extend(cards),
        }
    }
    face_down.values_mut().for_each(|cards| cards.sort_unstable());
    (hands, face_down)
}

/// The world of an engine state, after checking that its known cards are unchanged.
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
    (hands, face_down)
}

#[test]
fn all_possible_worlds_are_equally_frequent() {
    const WANTED: u32 = 10;
    const KINDS: [&str; 4] = [
        "before the deck is shuffled",
        "after that",
        "something face down",
        "something face down since before the shuffle",
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
            let older = |(place, _): &(Place, usize)| match place {
                Place::FaceDown { number, .. } => Some(table.memory.is_older(*number)),
                Place::Hand(_) => None,
            };
            let down: Vec<bool> = hidden(table, viewer).0.iter().filter_map(older).collect();
            let shuffled = !table.memory.counted.is_empty();
            let kinds = [!shuffled, shuffled, !down.is_empty(), down.contains(&true)];
            // Few positions per game, so the positions differ.
            let wanted = kinds.iter().zip(&found).any(|(is, found)| *is && *found < WANTED);
            if !wanted || looked < next {
                return;
            }
            next = looked + 4;
            let Some(worlds) = worlds(table, viewer).filter(|all| all.len() >= 6) else { return };
            next = looked + 40;
            found.iter_mut().zip(kinds).for_each(|(found, is)| *found += u32::from(is));
            let mut random = UnitKey::of_game(8, table.deck.len() as u64).stream(0, 0);
            let excess = excess(&worlds, || {
                let hidden = game.hide(state, viewer as u8, &mut random);
                assert_eq!(game.next(&hidden), game.next(state));
                seen_in(&game, table, viewer, &hidden)
            });
            assert!(excess < 4.5, "{excess} for {} worlds: {table:?}", worlds.len());
        });
    }
    assert!(found.iter().all(|found| *found >= WANTED), "{KINDS:?}: {found:?}");
}
