//! The sums that the balance of bets is made from, and the title of its picture.

use proptest::prelude::*;
use pushluck::games::eight_seconds::balance::bets::Settled;
use pushluck::games::eight_seconds::balance::money::{Money, Stake};
use pushluck::games::eight_seconds::balance::pictures::title;
use pushluck::sim::tally::Tally as _;
use pushluck::stats::{Level, Ratio};

proptest! {
    /// Any account under any payout is the ratio that would have been counted for it alone.
    #[test]
    fn sums_of_powers_give_every_combination(
        games in prop::collection::vec((0_i64..9, 0_i64..9, 0_i64..9, 0_i64..90), 1..30),
        to_rider in 0_i64..5,
        (a, b) in (-3_i64..4, -9_i64..10),
    ) {
        let (first, rest) = games.split_at(games.len() / 2);
        let (mut money, mut alone) = (Money::default(), Ratio::default());
        for part in [first, rest] {
            let mut sums = Money::default();
            for (won, lost, pushed, paid) in part.iter().copied() {
                let bets = won + lost + pushed;
                let paid = if won > 0 { paid } else { 0 };
                sums.add(&Settled { bets, won, pushed, paid }, Stake { dollars: 2, to_rider });
                let gain = paid - 2 * lost - to_rider * won;
                alone.add(a * gain + b * won, (2 * bets).unsigned_abs());
            }
            money.merge(sums);
        }
        let level = Level::DEFAULT;
        prop_assert_eq!(money.per_dollar(a, b, level), alone.mean(level));
    }
}

#[test]
fn the_title_counts_bets_in_the_singular_and_the_plural() {
    for (counts, expected) in [
        (
            [1, 0, 14],
            "14 of 15 bets gain under some riding policies and lose under others; 1 gains and none \
             loses under every one",
        ),
        (
            [12, 2, 1],
            "1 of 15 bets gains under some riding policies and loses under others; 12 gain and 2 lose \
             under every one",
        ),
    ] {
        assert_eq!(title(15, counts), expected);
    }
}
