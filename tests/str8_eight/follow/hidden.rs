//! What a seat cannot know is dealt anew: every world that may be, each as often as any other.

use pushluck::game::contract::Game;
use pushluck::games::str8_eight::cards::Card;
use pushluck::games::str8_eight::engine::Rules;
use pushluck::sim::random::UnitKey;

use super::RULES;
use super::pair::{Temper, cards, follow};
use crate::follow::{Seen, excess, placements, sorted};
use crate::str8_eight::plain::{Kit, Table};

type Hands = Vec<Vec<Card>>;

/// More worlds than these take too long to be met often enough.
const MOST: usize = 400;

/// Every world that `viewer` holds possible: how the cards it cannot place may lie in the draw pile
/// and in hands. A card that everybody counts into hands lies in one, and since it is seen which cards
/// leave a hand, so is how many of those a hand still holds. `None` where there are too many.
fn worlds(table: &Table, viewer: usize) -> Option<Vec<Hands>> {
    let mut known: Hands = vec![Vec::new(); table.seats()];
    // The places of a seat's other cards and of its counted ones, and the draw pile.
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
fn every_world_comes_as_often_as_any_other() {
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
            // Few of one hand, so that they differ.
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
