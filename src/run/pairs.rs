//! Policies one by one: who beats whom, the worst opponent of each, and copies in a field.

use super::Block;
use super::leaderboard::percent;
use super::standard_tables::{About, WIN};
use crate::report::{Align, Grid};
use crate::stats::{Ratio, beats_each};

/// The difference of win rates up to which two policies count as copies of each other.
const ALIKE: f64 = 0.01;

/// The win rates of each policy in its matchups with each other one.
pub(super) struct Pairs<'a> {
    about: &'a About<'a>,
    wins: &'a [Vec<Ratio>],
    /// By policy and opponent; those on the diagonal have no meaning.
    rates: Vec<Vec<f64>>,
}

impl<'a> Pairs<'a> {
    /// Returns the pairs of at least three policies in several matchups, if every two of them meet.
    /// `wins` are those of each policy by matchup.
    pub(super) fn new(about: &'a About<'a>, wins: &'a [Vec<Ratio>]) -> Option<Self> {
        let rate = |a: usize, b: usize| {
            let both = about.lineups.iter().zip(&wins[a]).zip(&wins[b]);
            let both = both.filter(|((lineup, _), _)| lineup.contains(&a) && lineup.contains(&b));
            let won: Ratio = both.map(|((_, won), _)| *won).sum();
            (won.n > 0).then(|| won.y as f64 / WIN as f64 / won.n as f64)
        };
        let of = wins.len();
        let row = |a: usize| (0..of).map(|b| if a == b { Some(0.0) } else { rate(a, b) }).collect();
        let rates = (0..of).map(row).collect::<Option<Vec<Vec<f64>>>>()?;
        (of > 2 && about.lineups.len() > 1).then_some(Self { about, wins, rates })
    }

    fn seats(&self) -> usize {
        self.about.lineups[0].len()
    }

    fn label(&self, policy: usize) -> &str {
        &self.about.policies[policy].label
    }

    fn others(&self, policy: usize) -> impl Iterator<Item = usize> {
        (0..self.rates.len()).filter(move |other| *other != policy)
    }

    /// Returns the opponent against which a policy wins least, with the win rate.
    pub(super) fn worst_opponent(&self, policy: usize) -> String {
        let rates = &self.rates[policy];
        let worst = self.others(policy).min_by(|a, b| rates[*a].total_cmp(&rates[*b]));
        worst.map_or_else(String::new, |worst| {
            format!("{:.0} % {}", 100.0 * rates[worst], self.label(worst))
        })
    }

    /// Returns the sentences about the policy that beats every other one, and about copies that move
    /// the leader.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        let level = self.about.level;
        let fixed = self.about.fixed_seats;
        let best = beats_each(self.wins, WIN as u64, level).filter(|_| !fixed);
        let beats = best.map(|best| {
            let among = if self.seats() == 2 { "" } else { " where both play" };
            let (label, percent) = (self.label(best), percent(level));
            format!("{label} beats every other{among}, one by one ({percent} %, adjusted for multiple comparisons).")
        });
        beats.into_iter().chain(self.copies())
    }

    /// Returns the groups of policies that win alike, in the order of their first ones.
    fn groups(&self) -> Vec<Vec<usize>> {
        let close = |a: f64, b: f64| (a - b).abs() <= ALIKE;
        let alike = |a: usize, b: usize| {
            let mut thirds = self.others(a).filter(|third| *third != b);
            close(self.rates[a][b], self.rates[b][a])
                && thirds.all(|third| close(self.rates[a][third], self.rates[b][third]))
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for policy in 0..self.rates.len() {
            let known = groups.iter_mut().find(|group| group.iter().all(|one| alike(*one, policy)));
            match known {
                Some(group) => group.push(policy),
                None => groups.push(vec![policy]),
            }
        }
        groups
    }

    /// Returns a note if another policy leads when copies count as one opponent.
    fn copies(&self) -> Option<String> {
        let groups = self.groups();
        let leader = |groups: &[Vec<usize>]| {
            let mean = |policy: usize, group: &[usize]| {
                let others = group.iter().filter(|other| **other != policy);
                let rates: Vec<f64> = others.map(|other| self.rates[policy][*other]).collect();
                (!rates.is_empty()).then(|| rates.iter().sum::<f64>() / rates.len() as f64)
            };
            let value = |policy: usize| {
                let means: Vec<f64> =
                    groups.iter().filter_map(|group| mean(policy, group)).collect();
                means.iter().sum::<f64>() / means.len() as f64
            };
            (0..self.rates.len()).max_by(|a, b| value(*a).total_cmp(&value(*b)))
        };
        let each: Vec<Vec<usize>> = (0..self.rates.len()).map(|policy| vec![policy]).collect();
        let (with, without) = (leader(&each)?, leader(&groups)?);
        let same = groups.iter().any(|group| group.contains(&with) && group.contains(&without));
        let copies: Vec<String> = (groups.iter().filter(|group| group.len() > 1))
            .map(|group| group.iter().map(|one| self.label(*one)).collect::<Vec<_>>().join(" = "))
            .collect();
        (!same && self.seats() == 2).then(|| {
            format!(
                "Copies move the leader: counted as one opponent where policies win alike within {} point \
                 ({}), {} has the highest win rate.",
                100.0 * ALIKE,
                copies.join("; "),
                self.label(without)
            )
        })
    }

    /// Returns the win rates of each pair at two seats.
    pub(super) fn who_beats_whom(&self) -> Option<[Block; 2]> {
        let mean = |a: usize| self.others(a).map(|b| self.rates[a][b]).sum::<f64>();
        let of = self.rates.len();
        let mut order: Vec<usize> = (0..of).collect();
        order.sort_by(|a, b| mean(*b).total_cmp(&mean(*a)));
        let numbers: Vec<String> = (1..=of).map(|number| number.to_string()).collect();
        let heads = numbers.iter().map(|number| (number.as_str(), Align::Right));
        let mut grid =
            Grid::new(&[("policy", Align::Left)].into_iter().chain(heads).collect::<Vec<_>>());
        for (place, a) in order.iter().enumerate() {
            let label = format!("{} {}", place + 1, self.label(*a));
            let cells = order.iter().map(|b| match a == b {
                true => String::new(),
                false => format!("{:.0}", 100.0 * self.rates[*a][*b]),
            });
            grid.push([label].into_iter().chain(cells));
        }
        let title = "Who beats whom: wins of the row against the column, in %";
        (self.seats() == 2).then(|| [Block::Title(title.to_owned()), Block::Grid(grid)])
    }
}
