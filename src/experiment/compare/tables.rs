//! The tables of a comparison.

use super::{BlockSums, Compare, Definition, Judged, Mode};
use crate::experiment::blocks::{FIGURES, LENGTHS, NAMES, WINS, figure};
use crate::report::schemas::{COMPARISONS, RANKINGS, RULES_COMPARE, estimate_cells};
use crate::report::{Cell, Key, Label, Scope, Table};
use crate::stats::{Estimate, groups};

/// The names of the differences of the figures.
const DIFFERENCES: [&str; FIGURES] =
    ["win_rate_difference", "score_difference", "length_difference"];

/// Empty cells for the columns that only differences have.
const NO_DIFFERENCE: [Cell; 4] = [const { Cell::Empty }; 4];

/// The names of the tables.
pub(super) fn names(mode: Mode) -> Vec<&'static str> {
    match mode {
        Mode::Rules => vec![RULES_COMPARE.name],
        _ => vec![COMPARISONS.name, RANKINGS.name],
    }
}

/// The candidates, best first, and the groups of candidates that are not significantly different.
pub(super) struct Ranking {
    pub(super) order: Vec<usize>,
    /// The groups of each candidate, in the order of `order`.
    pub(super) groups: Vec<Vec<usize>>,
}

/// A group as a letter: a, b, … z, aa.
pub(super) fn letter(group: usize) -> String {
    let last = char::from(b'a' + (group % 26) as u8);
    if group < 26 { last.to_string() } else { letter(group / 26 - 1) + &last.to_string() }
}

impl<S: Definition> Compare<S> {
    /// The estimate of a figure of candidate `who` over all its games.
    pub(super) fn own(&self, sums: &BlockSums, who: usize, of: usize) -> Option<Estimate> {
        let candidate = &self.policies[who % self.policies.len()];
        let meet = self.mode == Mode::HeadToHead;
        if of == LENGTHS
            && let Some(length) = self.fixed_length(sums, who)
        {
            return Some(Estimate::exact(length, self.level));
        }
        // A candidate that acted like another one in all games must get the same estimate and error, so
        // its share is not replaced by the exact one.
        let is_mirror = |who: usize| self.contest.is_mirror(&self.policies[who]);
        let same_actions = |((a, b), apart): (&(usize, usize), &u64)| {
            let other = if *a == who { *b } else { *a };
            *apart == 0 && (*a == who || *b == who) && !is_mirror(other)
        };
        let alike =
            self.mode == Mode::Field && self.pairs.iter().zip(&sums.apart).any(same_actions);
        let mirror = !alike && sums.unfinished == 0 && !meet;
        if of == WINS && mirror && self.contest.is_mirror(candidate) {
            let even = 1.0 / self.contest.seats as f64;
            return Some(Estimate::exact(even, self.level));
        }
        figure(&sums.values[who], of, self.games().1, self.level)
    }

    /// Whether two differ significantly in the deciding figure.
    pub(super) fn differ(&self, judged: &Judged) -> bool {
        self.parts(judged, self.deciding())
    }

    /// Whether two differ significantly in a figure.
    pub(super) fn parts(&self, judged: &Judged, of: usize) -> bool {
        let error = 1.0 - self.level.confidence();
        judged.adjusted[of].is_some_and(|p| p < error)
    }

    pub(super) fn ranking(&self, sums: &BlockSums, judged: &[Judged]) -> Ranking {
        let of = self.policies.len();
        let value = |who: usize| {
            self.own(sums, who, self.deciding()).map_or(f64::NEG_INFINITY, |own| own.value)
        };
        let mut order: Vec<usize> = (0..of).collect();
        order.sort_by(|a, b| value(*b).total_cmp(&value(*a)));
        let different = |a: usize, b: usize| {
            let pair = (order[a].min(order[b]), order[a].max(order[b]));
            judged.iter().any(|judged| judged.pair == pair && self.differ(judged))
        };
        Ranking { groups: groups(of, different), order }
    }

    fn key(&self, who: usize) -> Key {
        self.contest.key(0, &self.policies[who])
    }

    /// The tables.
    pub(super) fn written(&self, sums: &BlockSums, judged: &[Judged]) -> Vec<Table> {
        match self.mode {
            Mode::Rules => vec![self.rules_compare(sums, judged)],
            _ => vec![self.comparisons(sums, judged), self.rankings(sums, judged)],
        }
    }

    fn comparisons(&self, sums: &BlockSums, judged: &[Judged]) -> Table {
        let mut table = Table::new(&COMPARISONS);
        for judged in judged {
            let (a, b) = judged.pair;
            let mut key = self.key(a);
            let versus = self.policies[b].label.as_str();
            if self.mode == Mode::HeadToHead {
                (key.scope, key.opponents) = (Scope::Matchup, Label::of_list([versus]));
            }
            differences(&mut table, &key, versus, sums.blocks, judged);
            if self.mode == Mode::HeadToHead {
                let head = [versus.into(), "elo_difference".into(), sums.blocks.into()];
                let cells = head.into_iter().chain(estimate_cells(judged.elo.as_ref()));
                table.row(&key, cells.chain(NO_DIFFERENCE));
            }
        }
        table
    }

    fn rankings(&self, sums: &BlockSums, judged: &[Judged]) -> Table {
        let mut table = Table::new(&RANKINGS);
        let Ranking { order, groups } = self.ranking(sums, judged);
        for (place, (who, groups)) in order.iter().zip(&groups).enumerate() {
            let letters: String = groups.iter().map(|group| letter(*group)).collect();
            for (of, name) in NAMES.into_iter().enumerate() {
                let own = self.own(sums, *who, of);
                let head = [(place + 1).into(), letters.as_str().into(), name.into()];
                let head = head.into_iter().chain([sums.blocks.into()]);
                table.row(&self.key(*who), head.chain(estimate_cells(own.as_ref())));
            }
        }
        table
    }

    fn rules_compare(&self, sums: &BlockSums, judged: &[Judged]) -> Table {
        let mut table = Table::new(&RULES_COMPARE);
        for judged in judged {
            let who = judged.pair.0;
            let [first, second] = [0, 1].map(|set| self.contest.key(set, &self.policies[who]));
            for (key, value) in [(&first, who), (&second, self.policies.len() + who)] {
                for (of, name) in NAMES.into_iter().enumerate() {
                    let own = self.own(sums, value, of);
                    let head = [Cell::Empty, name.into(), sums.blocks.into()];
                    let cells = head.into_iter().chain(estimate_cells(own.as_ref()));
                    table.row(key, cells.chain(NO_DIFFERENCE));
                }
            }
            differences(&mut table, &first, &second.rules.text, sums.blocks, judged);
        }
        table
    }
}

/// Adds the rows of a pair: the first less the second.
fn differences(table: &mut Table, key: &Key, versus: &str, blocks: u64, judged: &Judged) {
    for (of, name) in DIFFERENCES.into_iter().enumerate() {
        let head = [versus.into(), name.into(), blocks.into()];
        let estimate = estimate_cells(judged.differences[of].as_ref());
        let tail = [judged.saved[of], judged.p_values[of], judged.adjusted[of]].map(Cell::from);
        let verdict = judged.verdicts[of].map_or(Cell::Empty, |verdict| verdict.name().into());
        table.row(key, head.into_iter().chain(estimate).chain(tail).chain([verdict]));
    }
}
