//! Random editions for tests.

use pushluck::game::contract::RandomSource;
use pushluck::games::eight_seven_central::cards::{HitNumbers, Totals};

use crate::eight_seven_central::plain::kit::{
    AdRule, Change, Effect, Kit, Lasts, Moved, Print, Rules, Show, Source, What,
};

/// Draws an edition: cards of all kinds with random numbers and values, and random rules.
pub(crate) fn random(random: &mut impl RandomSource) -> Kit {
    let shows = (0..32 + random.below(33)).map(|_| show(random)).collect();
    let prints = prints(random);
    let mut below = |bound: u32| random.below(bound);
    let dealt = 1 + below(6) as u8;
    let mut prices = || {
        let (places, from) = (below(5), below(4));
        (from..from + places).collect()
    };
    let rules = Rules {
        rows: [prices(), prices()],
        weeks: [1; 3],
        money: below(40),
        fundraising: below(4),
        discard: below(3),
        bump: 1 + below(3),
        acquisition: [Source::Auctions, Source::Display, Source::Random][below(3) as usize],
        rounds: 1 + below(8) as u8,
        dealt,
        kept: 1 + below(dealt.into()) as u8,
        ads: [AdRule::Cards, AdRule::AnyCard, AdRule::FlatCard][below(3) as usize],
        at_once: below(4),
        on_hit: below(4),
        moved: [Moved::LosesOne, Moved::LosesAll][below(2) as usize],
    };
    Kit { shows, prints, rules, weeks: 1 + below(5) as usize }
}

/// Draws `least` to `least + 3` different sums of two dice.
fn numbers(least: u32, random: &mut impl RandomSource) -> HitNumbers {
    let count = least + random.below(4);
    let mut found: HitNumbers = 0;
    while found.count_ones() < count {
        found |= 1 << (2 + random.below(11));
    }
    found
}

fn show(random: &mut impl RandomSource) -> Show {
    let genres = 1 + random.below(15);
    let there = (0..4).filter(|genre| genres >> genre & 1 == 1);
    Show {
        title: String::new(),
        hour: random.below(3) == 0,
        levels: there.fold(Totals::default(), |all, genre| {
            all.with(Totals::one(genre, 1 + random.below(5)))
        }),
        hits: numbers(1, random),
        symbols: 1 + random.below(7) as u8,
    }
}

fn prints(random: &mut impl RandomSource) -> Vec<Print> {
    let mut found = Vec::new();
    let mut card = |copies: u32, cost: u32, what, lasts| {
        let (copies, cost) = (copies as u8, cost as u8);
        found.push(Print { title: String::new(), copies, cost, what, lasts });
    };
    let mut below = |bound: u32| random.below(bound) as u8;
    for _ in 0..4 {
        let (symbols, dollars, cards) = (1 + below(7), 1 + below(5), below(3));
        card(1 + u32::from(below(3)), 0, What::Ad { symbols, dollars, cards }, Lasts::Game);
    }
    let changes = [
        Change::RaiseGenre(1 + below(9)),
        Change::AddGenre(1 + below(9)),
        Change::BlockNumber,
        Change::NoHits,
        Change::LowerGenres(1 + below(4)),
        Change::NoScoring,
        Change::NoShark,
        Change::PayOnHit(1 + below(9)),
    ];
    let effects = [
        Effect::CountersPerHit(1 + below(3)),
        Effect::NoModifiers,
        Effect::GenreWorth(below(4), below(4)),
        Effect::AdsTimes(2 + below(3)),
        Effect::AdsPayNothing,
        Effect::NoCounters,
        Effect::AddCounters(1 + below(3)),
        Effect::RemoveCounters(1 + below(3)),
        Effect::Fine(1 + below(9)),
        Effect::DrawCards(1 + below(9)),
    ];
    let stays = [Lasts::Day, Lasts::Week, Lasts::Game];
    for change in changes {
        let change = (random.below(8) > 0).then_some(change);
        let least = u32::from(change.is_none());
        let hits = if random.below(3) == 0 || least == 1 { numbers(least, random) } else { 0 };
        let stay = stays[random.below(3) as usize];
        card(1 + random.below(3), random.below(4), What::Modifier { hits, change }, stay);
    }
    for effect in effects {
        let stay = stays[random.below(3) as usize];
        let stay = if effect.immediate() { Lasts::Immediate } else { stay };
        card(1 + random.below(2), random.below(4), What::Event(effect), stay);
    }
    // Three more cards, for four hands without Ads.
    card(3, 1, What::Event(Effect::AddCounters(1)), Lasts::Immediate);
    found
}
