//! Tests of seating: all policies take all seats equally often.

use std::collections::BTreeMap;

use pushluck::sim::seating::{Lineup, MAX_SEATS, Seating};

fn one_lineup(seats: usize) -> Vec<Lineup> {
    vec![(0..seats).collect()]
}

/// The policies of a game of balanced seats.
fn seated(lineups: &[Lineup], seed: u64, game: u64) -> Vec<usize> {
    Seating { lineups, fixed: false, seed }.policies(game).collect()
}

fn sorted(mut policies: Vec<usize>) -> Vec<usize> {
    policies.sort_unstable();
    policies
}

#[test]
fn up_to_four_seats_a_block_holds_every_order_once() {
    for (seats, block) in [(1, 1), (2, 2), (3, 6), (4, 24)] {
        let lineups = one_lineup(seats);
        for first in [0, block, 1_000_000 * block] {
            let mut orders: Vec<_> =
                (first..first + block).map(|game| seated(&lineups, first, game)).collect();
            orders.sort();
            orders.dedup();
            assert_eq!(orders.len() as u64, block, "{seats} seats: every order");
        }
    }
}

#[test]
fn each_policy_takes_each_seat_once_per_rotation() {
    for seats in 1..=MAX_SEATS {
        let lineups = one_lineup(seats);
        for round in 0..30 {
            let games = (0..seats).map(|game| (round * seats + game) as u64);
            let games: Vec<_> = games.map(|game| seated(&lineups, 5, game)).collect();
            for seat in 0..seats {
                let here = games.iter().map(|game| game[seat]).collect();
                assert_eq!(sorted(here), lineups[0], "{seats} seats, seat {seat}");
            }
        }
    }
}

/// After a circular order and its mirror image, the counts of "acts right after" are nearly equal
/// for all pairs of policies; after a whole block they are equal.
#[test]
fn a_run_that_ends_within_a_block_is_nearly_even() {
    for seats in [3, 4] {
        let lineups = one_lineup(seats);
        let mut follows = BTreeMap::new();
        for game in 0..24 {
            let order = seated(&lineups, 1, game);
            for (seat, policy) in order.iter().enumerate() {
                *follows.entry((*policy, order[(seat + 1) % seats])).or_insert(0) += 1;
            }
            let played = game as usize + 1;
            if played.is_multiple_of(2 * seats) {
                let counts = || follows.values().copied();
                let apart = match follows.len() == seats * (seats - 1) {
                    true => counts().max().unwrap_or(0) - counts().min().unwrap_or(0),
                    false => counts().max().unwrap_or(0),
                };
                let most = if played == 24 { 0 } else { seats };
                assert!(apart <= most, "{seats} seats, {played} games: {follows:?}");
            }
        }
    }
}

#[test]
fn with_more_seats_circular_orders_are_uniform() {
    const ROUNDS: u64 = 12_000;
    let lineups = one_lineup(5);
    let mut orders = BTreeMap::<_, u64>::new();
    // The first game of a rotation has the order that was drawn.
    for round in 0..ROUNDS {
        *orders.entry(seated(&lineups, 3, round * 5)).or_default() += 1;
    }
    assert_eq!(orders.len(), 120);
    let expected = ROUNDS as f64 / 120.0;
    let statistic: f64 = orders.values().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    // Exceeded by chance once in 100,000 with 119 degrees of freedom.
    assert!(statistic < 194.0, "{statistic}");
}

/// Expected values were computed by a second, independent program: two lineups, games of one
/// circular order and of several.
#[test]
fn the_drawn_circular_orders_are_pinned() {
    let lineups = [one_lineup(8), one_lineup(8)].concat();
    for (game, order) in [
        (0, [7, 4, 3, 1, 0, 5, 6, 2]),
        (1, [3, 6, 4, 1, 2, 7, 0, 5]),
        (2, [4, 3, 1, 0, 5, 6, 2, 7]),
        (16, [3, 7, 1, 4, 5, 6, 0, 2]),
        (1_999_999, [5, 3, 7, 0, 4, 1, 6, 2]),
    ] {
        assert_eq!(seated(&lineups, 1, game), order, "game {game}");
    }
    assert_ne!(seated(&lineups, 2, 0), seated(&lineups, 1, 0), "another seed");
}

#[test]
fn fixed_seats_keep_the_given_order() {
    let lineups = vec![vec![4, 2, 9, 2, 1], vec![1, 2, 3, 4, 5]];
    let seating = Seating { lineups: &lineups, fixed: true, seed: 1 };
    for game in 0..50 {
        assert!(seating.policies(game).eq(lineups[game as usize % 2].iter().copied()));
    }
}
