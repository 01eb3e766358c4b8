//! Redealing of hidden information: all possible worlds are equally frequent.

use pushluck::game::contract::Game;
use pushluck::games::str8_eight::cards::Card;
use pushluck::games::str8_eight::engine::Rules;
use pushluck::sim::random::UnitKey;

use super::RULES;
use super::pair::{Temper, cards, follow};
use crate::follow::{Seen, excess, placements, sorted};
use crate::str8_eight::plain::{Kit, Table};

type Hands = Vec<Vec<Card>>;

/// The maximum number of worlds per position; more would need too many samples.
const MOST: usize = 400;

/// All worlds that are possible for `viewer`: distributions of the cards with unknown holders over
/// the draw pile and the hands. Counted cards are in hands, and the number of counted cards in each
/// hand is known, because cards leave hands face up. `None` if there are too many worlds.
fn worlds(table: &Table, viewer: usize) -> Option<Vec<Hands>> {
    let mut known: Hands = vec![Vec::new(); table.seats()];
    // Per seat: room for its uncounted and its counted cards; then for the draw pile.
    let pile = 2 * table.seats();
    let mut room = vec![0; pile + 1];
    room[pile] = table.draw_pile.len();
    let mut unplaced: Vec<(Card, bool)> = Vec::new();
    for (seat, held) in
        (0..).zip(&table.hands).flat_map(|(seat, hand)| hand.iter().map(move |it| (seat, it)))
    {
        if held.known_to[viewer] {
            known[seat].push(held.card);
        } else {
            room[2 * seat + usize::from(held.counted)] += 1;
            unplaced.push((held.card, held.counted));
        }
    }
    unplaced.extend(table.draw_pile.iter().map(|card| (*card, false)));
    let fits = |(_, counted), place| usize::from(counted) == place % 2;
    let world = |way: Vec<usize>| {
        let mut hands = known.clone();
        for ((card, _), place) in unplaced.iter().zip(way).filter(|(_, place)| *place < pile) {
            hands[place / 2].push(*card);
        }
        hands.into_iter().map(sorted).collect()
    };
    let ways = placements(&unplaced, room, fits)?;
    (ways.len() <= MOST).then(|| ways.into_iter().map(world).collect())
}

#[test]
fn all_possible_worlds_are_equally_frequent() {
    const WANTED: u32 = 12;
    const KINDS: [&str; 3] = ["before the piles are shuffled", "after that", "something known"];
    let rules = Rules { max_turns: 200, max_hands: 5, ..RULES };
    let kit = Kit::multiplication_table([2; 3], rules);
    let game = kit.game(3);
    let temper = Temper { takes: 3, lays: 1, passes: 4, low: false };
    let mut found = [0; KINDS.len()];
    for number in 0..60 {
        let mut last = 0;
        let viewer = (number % 3) as usize;
        follow(&game, &kit, temper, number, &mut Seen::default(), |state, table| {
            let shuffled = table.hands.iter().flatten().any(|held| held.counted);
            let known = state.known(viewer as u8) != 0;
            let kinds = [!shuffled, shuffled, known];
            let wanted = kinds.iter().zip(&found).any(|(is, found)| *is && *found < WANTED);
            // At most one position per 20 turns, so the positions differ.
            let now = table.hands_begun * rules.max_turns + table.turns;
            if !wanted || now < last + 20 {
                return;
            }
            let Some(worlds) = worlds(table, viewer).filter(|worlds| worlds.len() >= 10) else {
                return;
            };
            last = now;
            found.iter_mut().zip(kinds).for_each(|(found, is)| *found += u32::from(is));
            let mut random = UnitKey::of_game(8, table.turns.into()).stream(0, 0);
            let excess = excess(&worlds, || {
                let world = game.hide(state, viewer as u8, &mut random);
                (0..3).map(|seat| cards(world.hand(seat))).collect::<Hands>()
            });
            assert!(excess < 4.5, "{excess} for {} worlds: {table:?}", worlds.len());
        });
    }
    assert!(found.iter().all(|found| *found >= WANTED), "{KINDS:?}: {found:?}");
}
