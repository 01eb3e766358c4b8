//! The definition of 8/7 Central for the program: its edition, the settings of `--rules`, the
//! shipped policies and default options.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::edition::{Edition, MAX_MONEY, MAX_ROUNDS, MAX_WEEKS, SHIPPED};
use super::engine::EightSevenCentral;
use super::rules::{Acquisition, Ads, Moved};
use super::state::SEATS;
use crate::error::Result;
use crate::game::settings::{Setting, number, one_of, whole_setting};
use crate::run::{Definition, EditionFacts, Editions, Options, Shipped, shipped_policies};

const SETTINGS: &[Setting<Edition>] = &[
    one_of!(
        "ads",
        "Which cards serve as Ads: Ad cards; any card face down, which pays at once for each Ratings \
                    Counter, and on each hit; or any card face down, which pays a flat amount at once, and \
                    on each hit.",
        rules.ads,
        "cards" => Ads::Cards,
        "any-card" => Ads::AnyCard,
        "flat-card" => Ads::FlatCard,
    ),
    whole_setting!(
        "auction_rounds",
        "N",
        "Number of rounds of the starting line-up.",
        1..=MAX_ROUNDS,
        rules.rounds: u8,
    ),
    one_of!(
        "auctions",
        "How players get Programs: by auctions; dealt, and bought from a display; or one random \
                    Program for each day, dealt at the start, and no more. The last variant's source \
                    charges the $30 for them but names no price; here they are free, and `money` sets the \
                    dollars that players have left.",
        rules.acquisition,
        "on" => Acquisition::Auctions,
        "display" => Acquisition::Display,
        "random" => Acquisition::Random,
    ),
    whole_setting!(
        "money",
        "DOLLARS",
        "Dollars of each player at the start.",
        0..=MAX_MONEY,
        rules.money: u32,
    ),
    one_of!(
        "moved",
        "Number of Ratings Counters that a Program loses when it changes its slot.",
        rules.moved,
        "one" => Moved::LosesOne,
        "all" => Moved::LosesAll,
    ),
    Setting::new(
        "weeks",
        "N",
        "Number of weeks of a game, for any number of players.",
        |edition, value| {
            let weeks = number("weeks", value, 1, MAX_WEEKS);
            weeks.map(|weeks| edition.rules.weeks = [weeks as u8; 3])
        },
        |edition| match edition.rules.weeks {
            [two, three, four] if two == three && three == four => two.to_string(),
            [two, three, four] => format!("{two} (two players), {three} (three), {four} (four)"),
        },
    ),
];

impl Definition for EightSevenCentral {
    type Rules = Edition;

    const ABOUT: &'static str = "television networks bid for Programs and fight for viewers";
    const SEATS: RangeInclusive<usize> = 2..=SEATS;

    fn game(edition: &Edition, seats: u8) -> Result<EightSevenCentral> {
        let cards = Arc::clone(&edition.cards);
        Ok(EightSevenCentral::new(cards, edition.rules.clone(), seats))
    }

    const SETTINGS: &'static [Setting<Edition>] = SETTINGS;
    const POLICIES: &'static [Shipped] = shipped_policies![
        "eight-seven-central":
        "ad-seller",
        "all-round",
        "balanced-network",
        "bargain-bidder",
        "big-spender",
        "counter-programmer",
        "genre-specialist",
        "rescheduler",
        "shark-averse";
    ];
    const EDITIONS: Option<Editions<Edition>> =
        Some(Editions::new(SHIPPED, Edition::parse, |edition| EditionFacts {
            name: &edition.name,
            source: &edition.source,
            shape: &edition.shape,
            proposed: edition.proposed,
        }));
    const OPTIONS: Options<Self> = Options {
        default_games: 5_000,
        review_games: 200,
        base: "all-round",
        strongest: Some("rescheduler"),
        no_turns: Some((
            "single turns of 8/7 Central have no result: a turn depends on the week",
            "play whole games with `--games N`, or short games with `--rules weeks=1`",
        )),
        ..Options::DEFAULT
    };
}
