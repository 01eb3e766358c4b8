//! The estimate of turns to go, compared with enumeration of all plans.

use pushluck::games::str8_eight::cards::{Card, Cards, each, numbers};
use pushluck::games::str8_eight::edition::Edition;
use pushluck::games::str8_eight::estimate::{Coming, NEVER, Table};

use crate::str8_eight::scene::{Scene, rules};

#[test]
fn the_next_card_is_drawn_or_in_hand() {
    let scene = Scene::new(2, rules(1));
    let deck = &scene.game.deck;
    let table = Table::new(deck);
    let turns = |own: Cards, hand: Cards, unseen, discarded| {
        let coming = Coming::new(unseen, discarded);
        table.turns(deck, &coming, table.row(numbers(own)), numbers(hand))
    };
    let close = |found: f32, expected: f32| {
        assert!((found / expected - 1.0).abs() < 1e-5, "{found} for {expected}");
    };
    let six = scene.cards("3.3 6.3 9.3 12.3 15.3 18.3");
    let seven = six | scene.cards("21.3");
    let rest = deck.all & !seven;
    // Four 24s and two 28s may follow the 21, among 63 unseen cards.
    close(turns(seven, 0, rest, 0), 63.0 / 6.0);
    let held = scene.cards("28.4");
    assert_eq!(turns(seven, held, rest & !held, 0), 1.0);
    // A discarded card counts half.
    let seen = scene.cards("24.4");
    close(turns(seven, 0, rest & !seen, seen), 62.5 / 5.5);
    assert_eq!(turns(seven, 0, scene.cards("64.8"), 0), NEVER);
    assert_eq!(turns(seven, 0, 0, 0), NEVER);
    assert_eq!(turns(seven | scene.cards("24.3"), 0, rest, 0), 0.0);
    // A 21 is drawn at once, then one of six cards among all seventy.
    close(turns(six, 0, scene.cards("21.7"), 0), 1.0 + 70.0 / 6.0);
}

/// The minimum expected turns after `last` with the whole deck, over all plans: each plan lays the
/// drawn numbers of a set, and otherwise a card of the hand or none.
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
fn the_table_has_the_best_of_all_plans() {
    let deck = Edition::shipped().deck;
    let (table, whole) = (Table::new(&deck), Coming::new(deck.all, 0));
    let value = |card: Card| u32::from(deck.value(card).expect("a number"));
    let hands: [&[u32]; 7] = [&[], &[12], &[64], &[10, 15], &[24, 56], &[14, 21, 28], &[4, 30, 48]];
    for (hand, left) in hands.iter().flat_map(|hand| (1..=5).map(move |left| (hand, left))) {
        let held = each(deck.firsts).filter(|card| hand.contains(&value(*card)));
        let held = held.fold(0, |all, card| all | 1 << card);
        for last in each(deck.ahead(0)[7 - left]) {
            let expected = plain(left as u32, value(last), hand);
            // Only the length and the last card of a sequence matter.
            let sequence = ((1 << (7 - left)) - 1) | (1 << last);
            let found = f64::from(table.turns(&deck, &whole, table.row(sequence), held));
            let near = (found / expected - 1.0).abs() < 1e-4;
            assert!(near, "{left} after {} with {hand:?}: {found}, {expected}", value(last));
        }
    }
}
