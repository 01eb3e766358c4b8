//! The pictures of a measurement: every bet under every riding policy, and the range of each bet.

use super::screen::{self, Verdict, bet_words, extremes, phase_words, values};
use super::{Balance, Measured};
use crate::games::eight_seconds::rules::Rules;
use crate::report::plot::{Axis, Bar, BarChart, HeatCell, HeatMap, Scale};

/// All pictures, by the names of their files.
pub(super) fn pictures(balance: &Balance, measured: &Measured<'_>) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for (rules, tally) in &measured.beside {
        let [heat_map, bar_chart] = files(balance, rules);
        found.push((heat_map, heat(balance, rules, tally).svg().into_bytes()));
        found.push((bar_chart, bars(balance, rules, tally).svg().into_bytes()));
    }
    found
}

/// The names of the pictures of one set of dice.
pub(super) fn files(balance: &Balance, rules: &Rules) -> [String; 2] {
    let set = match rules.dice == balance.rules[0].dice {
        true => String::new(),
        false => format!("_{}", rules.edition.dice_sets[rules.dice].name),
    };
    ["bets_by_policy", "payout_balance"].map(|name| format!("{name}{set}.svg"))
}

/// Bets by riding policies: what the bettor gains for a dollar staked, zero in white.
fn heat(balance: &Balance, rules: &Rules, tally: &super::BalanceTally) -> HeatMap {
    let kinds: Vec<_> = screen::kinds(balance).collect();
    // Rows are counted from the bottom.
    let rows: Vec<_> = kinds.iter().rev().collect();
    let name =
        |kind: &super::count::Kind| format!("{}, {}", bet_words(kind.bet), phase_words(kind.phase));
    let x = Axis::new("riding policy", balance.policies.iter().map(|policy| policy.label.clone()));
    let y = Axis::new("bet", rows.iter().map(|kind| name(kind)));
    let value = |column: usize, row: usize| {
        let label = &balance.policies[column].label;
        values(balance, tally, 0, *rows[row]).find(|(of, _)| of == label).map(|(_, value)| value)
    };
    let texts: Vec<(f64, String)> = [-100, -50, 0, 50, 100]
        .map(|value| (f64::from(value) / 100.0, format!("{value} %")))
        .to_vec();
    let scale = Scale {
        label: "gained for a dollar staked".to_owned(),
        low: -1.0,
        high: 1.0,
        centre: Some(0.0),
        ticks: texts,
    };
    let message = "What a bet is worth depends on who rides: the bettor's gain for a dollar staked, \
                   in percent";
    let title = if balance.policies.len() > 1 {
        message.to_owned()
    } else {
        "The bettor's gain for a dollar staked, in percent".to_owned()
    };
    let (columns, lines) = (x.cells.len(), rows.len());
    let map = HeatMap::new(title, x, y, scale, |column, row| HeatCell {
        value: value(column, row).map(|value| value.value),
        side: None,
    });
    let places = (0..lines).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let texts = places.map(|(column, row)| {
        let text = value(column, row).map(|value| format!("{:.0}", 100.0 * value.value));
        text.map_or_else(String::new, |text| if text == "-0" { "0".to_owned() } else { text })
    });
    HeatMap {
        texts: texts.collect(),
        blank: Some("never placed".to_owned()),
        notes: [screen::heading(balance, rules)]
            .into_iter()
            .chain(screen::proposals(rules))
            .collect(),
        ..map
    }
}

/// What the picture says, of so many bets by which bettors gain or lose under every riding policy, and
/// of which it depends.
fn counts(all: usize, [gain, lose, depend]: [usize; 3]) -> String {
    let number = |count: usize| match count {
        0 => "none".to_owned(),
        some => some.to_string(),
    };
    let s = |count: usize| if count > 1 { "" } else { "s" };
    let [gains, loses] = [(gain, "gain"), (lose, "lose")]
        .map(|(count, word)| format!("{} {word}{}", number(count), s(count)));
    format!(
        "{} of {all} bets gain{} under some riding policies and lose{} under others; {gains} and \
         {loses} under every one",
        number(depend),
        s(depend),
        s(depend)
    )
}

/// What bettors gain by each bet over the mix, with the range over the policies.
fn bars(balance: &Balance, rules: &Rules, tally: &super::BalanceTally) -> BarChart {
    let several = balance.policies.len() > 1;
    let level = balance.level;
    let bar = |kind: super::count::Kind| {
        let money = kind.of(&tally.mix.bets[0]);
        let mix = kind.account(money, super::count::Account::Bettor, level)?;
        let range = extremes(values(balance, tally, 0, kind));
        let interval = match range {
            Some([(_, low), (_, high)]) if several => Some((low.value, high.value)),
            _ => mix.low.zip(mix.high),
        };
        let interval = interval.map(|(low, high)| (100.0 * low, 100.0 * high));
        Some(Bar { value: 100.0 * mix.value, interval })
    };
    let kinds: Vec<_> = screen::kinds(balance).collect();
    let of = |verdict: Verdict| {
        let those =
            kinds.iter().filter(|kind| Verdict::of(values(balance, tally, 0, **kind)) == verdict);
        those.count()
    };
    let all = kinds.iter().filter(|kind| kind.of(&tally.mix.bets[0]).bets > 0).count();
    let [gain, lose, depend] = [Verdict::Gains, Verdict::Loses, Verdict::Depends].map(of);
    let title = match several {
        true => counts(all, [gain, lose, depend]),
        false => format!("Of {all} bets, bettors gain by {gain} and lose by {lose}"),
    };
    let whiskers = match several {
        true => {
            "Bars: the mix of the riding policies. Lines: from the lowest to the highest policy."
        }
        false => "Lines: intervals.",
    };
    let mut notes = vec![screen::heading(balance, rules), whiskers.to_owned()];
    notes.extend(screen::proposals(rules));
    let group = |phase| {
        let bars = kinds.iter().filter(|kind| kind.phase == phase).map(|kind| bar(*kind));
        (phase_words(phase).to_owned(), bars.collect())
    };
    BarChart {
        title,
        notes,
        unit: "bettor's gain for a dollar staked, %".to_owned(),
        labels: crate::games::eight_seconds::state::Bet::OUTCOMES
            .map(|bet| bet_words(bet).to_owned())
            .to_vec(),
        groups: screen::SHOWN.map(group).to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn the_title_counts_bets_in_the_singular_and_the_plural() {
        assert_eq!(
            counts(15, [1, 0, 14]),
            "14 of 15 bets gain under some riding policies and lose under others; 1 gains and none \
             loses under every one"
        );
        assert_eq!(
            counts(15, [12, 2, 1]),
            "1 of 15 bets gains under some riding policies and loses under others; 12 gain and 2 lose \
             under every one"
        );
    }
}
