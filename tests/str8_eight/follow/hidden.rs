//! What a seat cannot know is dealt anew: every world that may be, each as often as any other.

use pushluck::game::contract::Game;
use pushluck::games::str8_eight::cards::Card;
use pushluck::games::str8_eight::engine::Rules;
use pushluck::sim::random::UnitKey;

use super::RULES;
use super::pair::{Temper, cards, follow};
use crate::follow::{Seen, excess, sorted};
use crate::str8_eight::plain::{Kit, Table};

/// The hands of a world, by seat.
type Hands = Vec<Vec<Card>>;

/// More worlds than these take too long to be met often enough.
const MOST: usize = 400;

/// Every world that `viewer` holds possible: how the cards it cannot place may lie in the draw pile
/// and in hands. A card that everybody counts into hands lies in one, and since it is seen which cards
/// leave a hand, so is how many of those a hand still holds. `None` where there are too many.
fn worlds(table: &Table, viewer: usize) -> Option<Vec<Hands>> {
    let mut start: Hands = vec![Vec::new(); table.seats()];
    // The counted ones first, so that what cannot be is found soon.
    let (mut counted, mut others) = (Vec::new(), Vec::new());
    // By seat: how many counted and how many other cards it has room for.
    let mut room = vec![[0, 0]; table.seats()];
    for (seat, hand) in table.hands.iter().enumerate() {
        for held in hand {
            if held.known_to[viewer] {
                start[seat].push(held.card);
            } else if held.counted {
                counted.push(held.card);
                room[seat][0] += 1;
            } else {
                others.push(held.card);
                room[seat][1] += 1;
            }
        }
    }
    others.extend(&table.draw_pile);
    let unplaced: Vec<(Card, usize)> = counted
        .into_iter()
        .map(|card| (card, 0))
        .chain(others.into_iter().map(|card| (card, 1)))
        .collect();
    let mut found = Vec::new();
    let all = place(&unplaced, &mut start, &mut room, table.draw_pile.len(), &mut found);
    all.then_some(found)
}

/// Places the first of the cards wherever it may lie, and then the rest; false at too many worlds.
fn place(
    cards: &[(Card, usize)],
    hands: &mut Hands,
    room: &mut [[usize; 2]],
    pile: usize,
    found: &mut Vec<Hands>,
) -> bool {
    let Some(((card, class), rest)) = cards.split_first() else {
        found.push(hands.iter().map(|hand| sorted(hand.iter().copied())).collect());
        return found.len() <= MOST;
    };
    for seat in 0..hands.len() {
        if room[seat][*class] > 0 {
            room[seat][*class] -= 1;
            hands[seat].push(*card);
            let all = place(rest, hands, room, pile, found);
            hands[seat].pop();
            room[seat][*class] += 1;
            if !all {
                return false;
            }
        }
    }
    *class == 0 || pile == 0 || place(rest, hands, room, pile - 1, found)
}

#[test]
fn every_world_comes_as_often_as_any_other() {
    /// Positions wanted of each kind.
    const WANTED: u32 = 12;
    const KINDS: [&str; 3] = ["before the piles are shuffled", "after that", "something known"];
    let rules = Rules { max_turns: 200, max_hands: 5, ..RULES };
    let kit = Kit::multiplication_table([2; 3], rules);
    let game = kit.game(3);
    let temper = Temper { takes: 3, lays: 1, passes: 4, low: false };
    let mut found = [0; KINDS.len()];
    let full = |found: &[u32]| found.iter().all(|found| *found >= WANTED);
    for number in 0..60 {
        if full(&found) {
            break;
        }
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
            let mut luck = UnitKey::of_game(8, table.turns.into()).stream(0, 0);
            let excess = excess(&worlds, || {
                let world = game.hide(state, viewer as u8, &mut luck);
                (0..3).map(|seat| cards(world.hand(seat))).collect::<Hands>()
            });
            assert!(excess < 4.5, "{excess} for {} worlds: {table:?}", worlds.len());
        });
    }
    assert!(full(&found), "{KINDS:?}: {found:?}");
}
