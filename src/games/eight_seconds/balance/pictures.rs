//! Pictures of `balance`: a heat map of every bet under every riding policy, bars of each bet over
//! the mix, and payouts next to those at which bettors and the bank break even.

use super::bets::{Phase, bet_words};
use super::fair::{Fair, FairFor};
use super::money::{Account, Kind};
use super::screen::{self, Verdict, extremes};
use super::{Balance, Found, Measured};
use crate::games::eight_seconds::rules::Rules;
use crate::games::eight_seconds::state::Bet;
use crate::report::plot::{Axis, Bar, BarChart, HeatCell, HeatMap, Scale};

/// All pictures with the names of their files.
pub(super) fn pictures(balance: &Balance, found: &Found<'_>) -> Vec<(String, Vec<u8>)> {
    let pictures = found.hypothetical.iter().flat_map(|measured| {
        files(balance, measured.rules).into_iter().zip([
            heat(measured).svg(),
            bars(measured).svg(),
            payouts(measured).svg(),
        ])
    });
    pictures.map(|(name, svg)| (name, svg.into_bytes())).collect()
}

/// The names of the pictures of one set of dice.
pub(super) fn files(balance: &Balance, rules: &Rules) -> [String; 3] {
    let set = match rules.dice == balance.rules[0].dice {
        true => String::new(),
        false => format!("_{}", rules.edition.dice_sets[rules.dice].name),
    };
    ["bets_by_policy", "payout_balance", "fair_payouts"].map(|name| format!("{name}{set}.svg"))
}

/// Heat map of bets by riding policies: the bettor's gain per dollar staked, with white at zero.
fn heat(measured: &Measured<'_>) -> HeatMap {
    let balance = measured.balance;
    // Rows are numbered from the bottom.
    let mut rows: Vec<Kind> = screen::kinds(balance).collect();
    rows.reverse();
    let name = |kind: &Kind| format!("{}, {}", bet_words(kind.bet), kind.phase.words());
    let x = Axis::new("riding policy", balance.policies.iter().map(|policy| policy.label.clone()));
    let y = Axis::new("bet", rows.iter().map(name));
    let value = |column: usize, row: usize| {
        let counted = &measured.tally.policies[column];
        measured.gain(counted, 0, rows[row], Account::Bettor).map(|value| value.value)
    };
    let ticks = [-100, -50, 0, 50, 100];
    let scale = Scale {
        label: "gain per dollar staked".to_owned(),
        low: -1.0,
        high: 1.0,
        centre: Some(0.0),
        ticks: ticks.map(|tick| (f64::from(tick) / 100.0, format!("{tick} %"))).to_vec(),
    };
    let title = match balance.several() {
        true => {
            "The value of a bet depends on the Rider's policy: the bettor's gain per dollar staked, \
             in percent"
        }
        false => "The bettor's gain per dollar staked, in percent",
    };
    let (columns, lines) = (balance.policies.len(), rows.len());
    let places = (0..lines).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let texts = places.map(|(column, row)| {
        let text = value(column, row).map(|value| format!("{:.0}", 100.0 * value));
        text.map_or_else(String::new, |text| if text == "-0" { "0".to_owned() } else { text })
    });
    let notes = [screen::heading(measured)].into_iter();
    let cell = |column, row| HeatCell { value: value(column, row), side: None };
    HeatMap {
        texts: texts.collect(),
        blank: Some("never placed".to_owned()),
        notes: notes.chain(screen::proposals(measured.rules)).collect(),
        ..HeatMap::new(title.to_owned(), x, y, scale, cell)
    }
}

/// Title of the bars: the number of bets on which bettors gain or lose under every riding policy,
/// and the number that depends on the policy.
fn title(bets: usize, [gain, lose, depend]: [usize; 3]) -> String {
    let number = |count: usize| match count {
        0 => "none".to_owned(),
        some => some.to_string(),
    };
    let s = |count: usize| if count > 1 { "" } else { "s" };
    let [gains, loses] = [(gain, "gain"), (lose, "lose")]
        .map(|(count, word)| format!("{} {word}{}", number(count), s(count)));
    format!(
        "{} of {bets} bets gain{} under some riding policies and lose{} under others; {gains} and \
         {loses} under every policy",
        number(depend),
        s(depend),
        s(depend)
    )
}

/// Bars of the bettors' gain from each bet over the mix, with the range over the policies.
fn bars(measured: &Measured<'_>) -> BarChart {
    let balance = measured.balance;
    let bar = |kind: &Kind| {
        let mix = measured.mix(*kind, Account::Bettor)?;
        let interval = match extremes(measured.values(0, *kind)) {
            Some([(_, low), (_, high)]) if balance.several() => Some((low.value, high.value)),
            _ => mix.low.zip(mix.high),
        };
        let interval = interval.map(|(low, high)| (100.0 * low, 100.0 * high));
        Some(Bar { value: 100.0 * mix.value, interval })
    };
    let kinds: Vec<Kind> = screen::kinds(balance).collect();
    let [gain, lose, depend] = [Verdict::Gains, Verdict::Loses, Verdict::Depends].map(|verdict| {
        let verdicts = kinds.iter().map(|kind| Verdict::of(measured.values(0, *kind)));
        verdicts.filter(|found| *found == verdict).count()
    });
    let all = kinds.iter().filter(|kind| measured.mixed(**kind).settled.bets > 0).count();
    let (title, whiskers) = match balance.several() {
        true => (
            title(all, [gain, lose, depend]),
            "Bars: the mix of the riding policies. Lines: from the lowest to the highest policy.",
        ),
        false => (
            format!("Bettors gain on {gain} and lose on {lose} of {all} bets"),
            "Lines: confidence intervals.",
        ),
    };
    let mut notes = vec![screen::heading(measured), whiskers.to_owned()];
    notes.extend(screen::proposals(measured.rules));
    let group = |phase: Phase| {
        let bars = kinds.iter().filter(|kind| kind.phase == phase).map(bar);
        (phase.words().to_owned(), bars.collect())
    };
    BarChart {
        title,
        notes,
        unit: "bettor's gain per dollar staked, %".to_owned(),
        labels: Bet::OUTCOMES.map(|bet| bet_words(bet).to_owned()).to_vec(),
        groups: screen::SHOWN.map(group).to_vec(),
    }
}

/// Bars of the edition's payouts next to those at which bettors and the bank break even.
fn payouts(measured: &Measured<'_>) -> BarChart {
    let (mix, fair) = (&measured.tally.mix, Fair::all(measured));
    let even = |of: FairFor| fair.iter().map(|one| one.break_even(mix, of)).collect();
    let now = |one: &Fair<'_>| Some(Bar { value: one.now as f64, interval: None });
    let (bettor, bank): (Vec<_>, Vec<_>) = (even(FairFor::Bettor), even(FairFor::Bank));
    let over = |even: &[Option<Bar>]| {
        let over = |(one, even): &(&Fair<'_>, &Option<Bar>)| {
            even.is_some_and(|even| one.now as f64 > even.value)
        };
        fair.iter().zip(even).filter(over).count()
    };
    let title = format!(
        "Of {} payouts, bettors gain on average at {} and the bank at {}",
        fair.len(),
        over(&bettor),
        fair.len() - over(&bank)
    );
    let about = "Bars: the payout of the edition, and the payouts at which bettors and the bank break \
                 even over the mix of the riding policies. Lines: confidence intervals.";
    let label = |one: &Fair<'_>| format!("{}, {}", bet_words(one.kind.bet), one.payoff());
    BarChart {
        title,
        notes: [screen::heading(measured), about.to_owned()]
            .into_iter()
            .chain(screen::proposals(measured.rules))
            .collect(),
        unit: "payout of a right bet, dollars".to_owned(),
        labels: fair.iter().map(label).collect(),
        groups: vec![
            ("edition".to_owned(), fair.iter().map(now).collect()),
            ("bettors break even".to_owned(), bettor),
            ("bank breaks even".to_owned(), bank),
        ],
    }
}
