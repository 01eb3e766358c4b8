//! Boxes that nobody has printed.

use pushluck::game::contract::Luck;

use crate::eight_seven_central::plain::kit::{
    AdRule, Change, Effect, Kit, Print, Show, Source, Stay, Text,
};

/// Cards of all kinds in random numbers and with random values, under random rules.
pub(crate) fn random(luck: &mut impl Luck) -> Kit {
    let shows: Vec<Show> = (0..32 + luck.below(33)).map(|number| show(number, luck)).collect();
    let prints = prints(luck);
    let mut below = |bound: u32| luck.below(bound) as usize;
    let rows = [below(5), below(5)];
    let dealt = 1 + below(6);
    let prices = |places: usize, from: usize| (from..from + places).map(|price| price as u32);
    Kit {
        rows: [prices(rows[0], below(4)).collect(), prices(rows[1], below(4)).collect()],
        shows,
        prints,
        weeks: 1 + below(5),
        money: below(40) as u32,
        fundraising: below(4) as u32,
        discard: below(3) as u32,
        bump: 1 + below(3) as u32,
        source: [Source::Auctions, Source::Display, Source::Random][below(3)],
        rounds: 1 + below(8),
        dealt,
        kept: 1 + below(dealt as u32),
        ads: [AdRule::Cards, AdRule::AnyCard, AdRule::FlatCard][below(3)],
        at_once: below(4) as u32,
        on_hit: below(4) as u32,
        loses_all: below(2) == 1,
    }
}

/// Different numbers that may be rolled.
fn numbers(least: usize, luck: &mut impl Luck) -> Vec<u8> {
    let count = least + luck.below(4) as usize;
    let mut found = Vec::new();
    while found.len() < count {
        let number = 2 + luck.below(11) as u8;
        if !found.contains(&number) {
            found.push(number);
        }
    }
    found
}

fn symbols(luck: &mut impl Luck) -> Vec<char> {
    let set = 1 + luck.below(7);
    let all = ['N', 'C', 'L'].into_iter().enumerate();
    all.filter(|(at, _)| set >> at & 1 == 1).map(|(_, symbol)| symbol).collect()
}

fn show(number: u32, luck: &mut impl Luck) -> Show {
    let genres = 1 + luck.below(15);
    let level = |genre: usize, level: u32| (genres >> genre & 1 == 1).then_some(level);
    Show {
        title: format!("Program {number}"),
        hour: luck.below(3) == 0,
        levels: std::array::from_fn(|genre| level(genre, 1 + luck.below(5))),
        hits: numbers(1, luck),
        symbols: symbols(luck),
    }
}

fn prints(luck: &mut impl Luck) -> Vec<Print> {
    let mut found = Vec::new();
    let mut card = |copies: u32, cost, text, stay| {
        let title = format!("Card {}", found.len());
        found.push(Print { title, copies: copies as usize, cost, text, stay });
    };
    for _ in 0..4 {
        let (symbols, dollars, cards) = (symbols(luck), 1 + luck.below(5), luck.below(3));
        card(1 + luck.below(3), 0, Text::Ad { symbols, dollars, cards }, Stay::Game);
    }
    let stays = [Stay::Day, Stay::Week, Stay::Game];
    let changes = [
        Change::Raise(1 + luck.below(9)),
        Change::Add(1 + luck.below(9)),
        Change::Block,
        Change::NoHits,
        Change::Lower(1 + luck.below(4)),
        Change::NoScoring,
        Change::NoShark,
        Change::Pay(1 + luck.below(9)),
    ];
    for change in changes {
        let change = (luck.below(8) > 0).then_some(change);
        let least = usize::from(change.is_none());
        let hits = if luck.below(3) == 0 || least == 1 { numbers(least, luck) } else { Vec::new() };
        let stay = stays[luck.below(3) as usize];
        card(1 + luck.below(3), luck.below(4), Text::Modifier { hits, change }, stay);
    }
    let effects = [
        Effect::CountersPerHit(1 + luck.below(3)),
        Effect::NoModifiers,
        Effect::GenreWorth(luck.below(4) as usize, luck.below(4)),
        Effect::AdsTimes(2 + luck.below(3)),
        Effect::AdsPayNothing,
        Effect::NoCounters,
        Effect::AddCounters(1 + luck.below(3)),
        Effect::RemoveCounters(1 + luck.below(3)),
        Effect::Fine(1 + luck.below(9)),
        Effect::Draw(1 + luck.below(9)),
    ];
    for effect in effects {
        let lasting = !matches!(
            effect,
            Effect::AddCounters(_) | Effect::RemoveCounters(_) | Effect::Fine(_) | Effect::Draw(_)
        );
        let stay = if lasting { stays[luck.below(3) as usize] } else { Stay::Immediate };
        card(1 + luck.below(2), luck.below(4), Text::Event(effect), stay);
    }
    // Enough for four hands without Ads.
    card(3, 1, Text::Event(Effect::AddCounters(1)), Stay::Immediate);
    found
}
