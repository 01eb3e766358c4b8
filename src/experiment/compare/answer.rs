//! The screen of a comparison: the answer first, then tables and notes.

use super::tables::{Ranking, letter};
use super::{BlockSums, Compare, Definition, Judged, Mode};
use crate::experiment::blocks::{FIGURES, LENGTHS, WINS, difference_text};
use crate::experiment::contest::Contest;
use crate::report::plot::{Bar, Row, RowChart};
use crate::report::{Align, Grid, GridCell, Unit, count, estimate, significant};
use crate::run::Block;
use crate::run::leaderboard::counted;
use crate::stats::{Estimate, Judgement, Pentanomial, Sprt, Verdict};

/// With more pairs than this, the screen shows only those with the best candidate;
/// `comparisons.csv` has all.
const SHOWN: usize = 15;

impl<S: Definition> Compare<S> {
    /// The blocks of the screen.
    pub(super) fn screen(
        &self,
        sums: &BlockSums,
        judged: &[Judged],
        verdict: Option<Verdict>,
    ) -> Vec<Block> {
        let ranking = self.ranking(sums, judged);
        let answer = match (self.sprt, self.mode) {
            (Some(sprt), _) => self.tested(sprt, verdict, (&sums.matches[0], judged[0].elo)),
            (None, Mode::Rules) => self.rules_answer(judged),
            (None, _) => self.answer(sums, judged, &ranking),
        };
        let mut blocks = vec![Block::Title(answer), Block::Title(self.heading(sums))];
        if self.mode != Mode::Rules {
            blocks.push(Block::Grid(self.ranked(sums, &ranking)));
        }
        blocks.extend(match self.mode {
            Mode::Rules => self.by_rules(sums, judged).map(Block::Grid).to_vec(),
            _ => vec![Block::Grid(self.differences(judged, &ranking))],
        });
        blocks.extend(self.notes(sums, judged).into_iter().map(Block::Note));
        blocks
    }

    fn label(&self, who: usize) -> &str {
        &self.policies[who].label
    }

    /// A sentence on which candidate is better.
    fn answer(
        &self,
        sums: &BlockSums,
        judged: &[Judged],
        Ranking { order, groups }: &Ranking,
    ) -> String {
        let better = self.better();
        if let [only] = judged {
            if only.alike {
                let games = counted(sums.blocks * self.games().0, "game");
                return format!("{} ({games}).", self.play_alike(only));
            }
            return self.answer_of_two(only);
        }
        let best: Vec<&str> = (0..order.len())
            .filter(|place| groups[*place].contains(&0))
            .map(|place| self.label(order[place]))
            .collect();
        match &best[..] {
            [one] => format!("{one} {better} every other candidate."),
            [first, rest @ ..] => format!(
                "{first} ranks first, but is not significantly better than {}.",
                match rest {
                    [one] => (*one).to_owned(),
                    [one, other] => format!("{one} or {other}"),
                    more => format!("{} others", more.len()),
                }
            ),
            [] => String::new(),
        }
    }

    /// A clause for two candidates that took the same actions in all games.
    fn play_alike(&self, two: &Judged) -> String {
        let (a, b) = two.pair;
        format!(
            "{} and {} take the same actions in these games: the difference is 0",
            self.label(a),
            self.label(b)
        )
    }

    /// A sentence on which of two is better.
    fn answer_of_two(&self, only: &Judged) -> String {
        let better = self.better();
        let difference = only.differences[self.deciding()];
        let turned = difference.is_some_and(|difference| difference.value < 0.0);
        let (a, b) = if turned { (only.pair.1, only.pair.0) } else { only.pair };
        let (a, b) = (self.label(a), self.label(b));
        let by = self.shown(difference, turned);
        let p = p_text(only.p_values[self.deciding()]);
        let margin = self.margin.map(|margin| margin.to_string().replace('%', " %"));
        match (only.verdicts[self.deciding()], margin) {
            (Some(Judgement::Better | Judgement::Worse), Some(margin)) => {
                format!("{a} {better} {b}, by more than {margin}: by {by}, p {p}.")
            }
            (Some(Judgement::Equivalent), Some(margin)) => {
                format!("{a} and {b} are equivalent within {margin}: {by}, p {p}.")
            }
            (_, Some(margin)) if self.differ(only) => format!(
                "{a} {better} {b}: by {by}, p {p}; whether by more than {margin} is undecided."
            ),
            (_, None) if self.differ(only) => format!("{a} {better} {b}: by {by}, p {p}."),
            _ if only.p_values[self.deciding()].is_none() => {
                format!("{a} and {b} are not significantly different: {by}.")
            }
            _ => format!("{a} and {b} are not significantly different: {by}, p {p}."),
        }
    }

    /// The verb phrase for a better candidate.
    fn better(&self) -> &'static str {
        if self.deciding() == WINS { "wins more often than" } else { "scores more than" }
    }

    /// A difference as text, negated if `turned`.
    fn shown(&self, difference: Option<Estimate>, turned: bool) -> String {
        let unit = Contest::<S>::figures()[self.deciding()].unit;
        let difference = difference.map(|one| if turned { one.negated() } else { one });
        difference.map_or_else(String::new, |one| difference_text(&one, unit))
    }

    /// A sentence on the Elo difference, and the verdict of the sequential test.
    fn tested(
        &self,
        sprt: Sprt,
        verdict: Option<Verdict>,
        (pairs, elo): (&Pentanomial, Option<Estimate>),
    ) -> String {
        let los = pairs.superiority().unwrap_or(0.5);
        let turned = los < 0.5;
        let (first, second) = if turned { (1, 0) } else { (0, 1) };
        let (first, second) = (self.label(first), self.label(second));
        let ahead = match elo.map(|elo| if turned { elo.negated() } else { elo }) {
            Some(elo) => {
                let sure = elo.low.is_some_and(|low| low > 0.0);
                let is = if sure { "is stronger than" } else { "is ahead of" };
                format!("{first} {is} {second} by {} Elo", estimate(&elo, Unit::Plain))
            }
            None => format!("{first} wins every game against {second}"),
        };
        let los = match los.max(1.0 - los) {
            los if los > 0.9999 => "> 99.99 %".to_owned(),
            los => format!("{:.2} %", los * 100.0),
        };
        let number = |elo: f64| significant(elo).unwrap_or_default();
        let (a, elo0, elo1) = (self.label(0), number(sprt.elo0), number(sprt.elo1));
        let tested = match verdict {
            Some(Verdict::Alternative) => {
                format!("the SPRT accepts that {a} is {elo1} Elo stronger, and rejects {elo0} Elo")
            }
            Some(Verdict::Null) => {
                format!("the SPRT rejects that {a} is {elo1} Elo stronger, and accepts {elo0} Elo")
            }
            None => format!("the SPRT has not decided between {elo0} and {elo1} Elo for {a}"),
        };
        format!("{ahead} (likelihood of superiority {los}); {tested}.")
    }

    /// A sentence on the figures that the rules change: direction and size.
    fn rules_answer(&self, judged: &[Judged]) -> String {
        let error = 1.0 - self.level.confidence();
        let figures = Contest::<S>::figures();
        let changed = |of: usize| {
            let name = &figures[of].name;
            let moved = judged.iter().filter(|one| one.adjusted[of].is_some_and(|p| p < error));
            let moved: Vec<(&str, Estimate)> = moved
                .filter_map(|one| Some((self.label(one.pair.0), one.differences[of]?)))
                .collect();
            let size = |(_, by): &&(&str, Estimate)| by.value.abs();
            let (most, by) = *moved.iter().max_by(|a, b| size(a).total_cmp(&size(b)))?;
            let by = match by.value > 0.0 {
                true => format!("{} higher", estimate(&by, figures[of].unit)),
                false => format!("{} lower", estimate(&by.negated(), figures[of].unit)),
            };
            let higher = moved.iter().filter(|(_, by)| by.value > 0.0).count();
            let ways = match (higher, moved.len() - higher) {
                (higher, 0) => format!("higher for {higher}"),
                (0, lower) => format!("lower for {lower}"),
                (higher, lower) => format!("higher for {higher} and lower for {lower}"),
            };
            Some(match judged.len() {
                1 => format!("{name} {by}"),
                all => format!("{name} {ways} of {all} policies (most for {most}: {by})"),
            })
        };
        let changed: Vec<String> = (0..FIGURES).filter_map(changed).collect();
        let [own, other] = self.rules();
        match &changed[..] {
            [] => format!("{own} and {other} are not significantly different."),
            some => format!("{own} against {other}: {}.", some.join(", ")),
        }
    }

    /// The names of the two rule sets: their changed rules.
    fn rules(&self) -> [String; 2] {
        [0, 1].map(|set| match &*self.contest.sets[set].changed {
            [] => "default rules".to_owned(),
            changed => changed.join(", "),
        })
    }

    fn heading(&self, sums: &BlockSums) -> String {
        let (games, own) = self.games();
        let what = match self.mode {
            Mode::Rules => format!("{}: {}", self.contest.edition(), self.rules().join(" and ")),
            _ => self.contest.what(0),
        };
        let number = |each: u64| counted(sums.blocks * each, "game");
        match self.mode {
            Mode::HeadToHead => {
                let games = number(games);
                format!(
                    "{what}: {games} of 2 players for each pair, both seat orders with the same random numbers"
                )
            }
            _ => format!(
                "{what}: {} of {} {}, in the same seats with common random numbers{}",
                number(own),
                counted(self.contest.seats as u64, "player"),
                match (&self.policies[..], self.mode) {
                    ([only], _) => format!("for {}", only.label),
                    (_, Mode::Rules) => "for each policy and rule set".to_owned(),
                    _ => "for each candidate".to_owned(),
                },
                self.contest.against()
            ),
        }
    }

    /// The candidates, best first.
    fn ranked(&self, sums: &BlockSums, Ranking { order, groups }: &Ranking) -> Grid {
        // Lengths are only in the table.
        let figures = &Contest::<S>::figures()[..LENGTHS];
        let numbers = figures.iter().map(|column| (column.name.as_str(), Align::Right));
        let heads = [("policy", Align::Left), ("group", Align::Left)];
        let heads: Vec<_> = heads.into_iter().chain(numbers).collect();
        let mut grid = Grid::new(&heads);
        for (place, who) in order.iter().enumerate() {
            let letters = groups[place].iter().map(|group| letter(*group)).collect();
            let own = figures.iter().enumerate();
            let own =
                own.map(|(of, column)| GridCell::Estimate(self.own(sums, *who, of), column.unit));
            grid.push([self.label(*who).into(), GridCell::Text(letters)].into_iter().chain(own));
        }
        grid
    }

    /// The differences of pairs, the better first: all pairs, or only pairs with the best candidate if there
    /// are more than [`SHOWN`].
    fn differences(&self, judged: &[Judged], Ranking { order, .. }: &Ranking) -> Grid {
        let deciding = self.deciding();
        let figures = Contest::<S>::figures();
        let meet = self.mode == Mode::HeadToHead;
        let last = match meet {
            _ if self.margin.is_some() => "verdict",
            true => "Elo",
            false => "saved",
        };
        let names = [figures[deciding].name.as_str(), "p", last];
        let numbers = names.map(|name| (name, Align::Right));
        let heads: Vec<_> = [("difference", Align::Left)].into_iter().chain(numbers).collect();
        let mut grid = Grid::new(&heads);
        for (one, turned) in self.pairs(judged, order) {
            let (a, b) = if turned { (one.pair.1, one.pair.0) } else { one.pair };
            let elo = one.elo.map(|elo| if turned { elo.negated() } else { elo });
            let verdict = one.verdicts[deciding].filter(|_| self.margin.is_some());
            let verdict = verdict.map(|one| if turned { one.turned() } else { one });
            let last = match verdict {
                Some(verdict) => verdict.name().into(),
                None if one.alike => "same actions".into(),
                None if meet => GridCell::Estimate(elo, Unit::Plain),
                None => one.saved[deciding].map_or_else(String::new, times).into(),
            };
            let difference = one.differences[deciding];
            let difference = if turned { difference.map(Estimate::negated) } else { difference };
            let shown = match one.alike {
                true => "0".into(),
                false => GridCell::Estimate(difference, figures[deciding].unit),
            };
            let p = if one.alike { Some(1.0) } else { one.adjusted[deciding] };
            grid.push([
                format!("{} − {}", self.label(a), self.label(b)).into(),
                shown,
                p_text(p).trim_start_matches("= ").into(),
                last,
            ]);
        }
        grid
    }

    /// The pairs in the order of the screen, each with whether its second candidate is the better: all
    /// pairs, or only pairs with the best candidate if there are more than [`SHOWN`].
    fn pairs<'a>(&self, judged: &'a [Judged], order: &[usize]) -> Vec<(&'a Judged, bool)> {
        let rank = |who: usize| order.iter().position(|one| *one == who).unwrap_or(0);
        let ranks = |one: &Judged| {
            let (a, b) = (rank(one.pair.0), rank(one.pair.1));
            (a.min(b), a.max(b))
        };
        let mut pairs: Vec<&Judged> = judged.iter().collect();
        pairs.sort_by_key(|one| ranks(one));
        if pairs.len() > SHOWN && self.mode != Mode::Rules {
            pairs.retain(|one| ranks(one).0 == 0);
        }
        let turned = |one: &Judged| rank(one.pair.0) > rank(one.pair.1);
        pairs.into_iter().map(|one| (one, self.mode != Mode::Rules && turned(one))).collect()
    }

    /// The picture of the differences with their intervals, a line at 0 and the margin as a band.
    pub(super) fn picture(&self, sums: &BlockSums, judged: &[Judged], screen: &[Block]) -> String {
        let column = &Contest::<S>::figures()[self.deciding()];
        let (scale, unit) = match column.unit {
            Unit::Percent => (100.0, format!("difference of {}, percentage points", column.name)),
            Unit::Plain => (1.0, format!("difference of {}", column.name)),
        };
        let row = |(one, turned): (&Judged, bool)| {
            let difference = one.differences[self.deciding()]?;
            let difference = if turned { difference.negated() } else { difference };
            let (a, b) = if turned { (one.pair.1, one.pair.0) } else { one.pair };
            let label = match self.mode {
                Mode::Rules => self.label(a).to_owned(),
                _ => format!("{} − {}", self.label(a), self.label(b)),
            };
            let interval = difference.low.zip(difference.high);
            Some(Row {
                label,
                bar: Bar {
                    value: scale * difference.value,
                    interval: interval.map(|(low, high)| (scale * low, scale * high)),
                },
                spread: None,
                text: estimate(&difference, column.unit),
                marked: interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0),
            })
        };
        let mut titles = screen.iter().filter_map(|block| match block {
            Block::Title(title) => Some(title.clone()),
            _ => None,
        });
        let order = self.ranking(sums, judged).order;
        let title = titles.next().unwrap_or_default();
        let heading =
            titles.next().map(|heading| format!("{heading}. Seed {}.", self.contest.seed));
        let filled = "Filled dots: the interval excludes 0.".to_owned();
        let proposed = self.contest.proposed().and_then(|block| match block {
            Block::Note(note) => Some(note),
            _ => None,
        });
        let chart = RowChart {
            title,
            notes: heading.into_iter().chain([filled]).chain(proposed).collect(),
            unit,
            rows: self.pairs(judged, &order).into_iter().filter_map(row).collect(),
            lines: vec![(0.0, String::new())],
            band: self.margin.map(|margin| {
                let margin = margin.1 * scale;
                (-margin, margin)
            }),
        };
        chart.svg()
    }

    /// Each policy and figure by both rule sets, and the differences.
    fn by_rules(&self, sums: &BlockSums, judged: &[Judged]) -> [Grid; 2] {
        let rules = self.rules();
        // The heading names a single policy.
        let several = judged.len() > 1;
        let begun = |numbers: &[&str]| {
            let mut heads = vec![("policy", Align::Left); usize::from(several)];
            heads.push(("figure", Align::Left));
            heads.extend(numbers.iter().map(|name| (*name, Align::Right)));
            Grid::new(&heads)
        };
        let mut grids = [begun(&[&rules[0], &rules[1]]), begun(&["difference", "p"])];
        for one in judged {
            for (of, column) in Contest::<S>::figures().into_iter().enumerate() {
                let show = |one: Option<Estimate>| {
                    one.map_or_else(String::new, |one| estimate(&one, column.unit))
                };
                let who = one.pair.0;
                let [first, second] =
                    [who, self.policies.len() + who].map(|who| show(self.own(sums, who, of)));
                let p = p_text(one.adjusted[of]).trim_start_matches("= ").to_owned();
                let cells = [[first, second], [show(one.differences[of]), p]];
                for (grid, cells) in grids.iter_mut().zip(cells) {
                    let label = several.then(|| self.label(who).to_owned());
                    grid.push(label.into_iter().chain([column.name.clone()]).chain(cells));
                }
            }
        }
        grids
    }

    fn notes(&self, sums: &BlockSums, judged: &[Judged]) -> Vec<String> {
        let level = self.level;
        let percent = significant(level.confidence() * 100.0).unwrap_or_default();
        let mut notes = Vec::new();
        if self.mode != Mode::Rules {
            notes.push(format!(
                "Policies that share a group are not significantly different ({percent} %, Holm adjustment for {}).",
                counted(judged.len() as u64, "comparison")
            ));
            if judged.len() > 1 {
                notes.push(
                    "Each interval is for one comparison; p is adjusted for all of them."
                        .to_owned(),
                );
                let alike = judged.iter().filter(|one| one.alike).take(SHOWN);
                notes.extend(alike.map(|one| self.play_alike(one) + "."));
            }
            if judged.len() > SHOWN {
                notes.push(
                    "Differences from the first candidate; comparisons.csv has every pair."
                        .to_owned(),
                );
            }
        }
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.limits();
            notes.push(format!(
                "Log-likelihood ratio {:.2} after {} pairs of games (limits {low:.2} and {high:.2}; \
                 generalised SPRT over pairs of games, Van den Bergh). If the test ends the match, \
                 the difference is biased away from 0.",
                sprt.ratio(&sums.matches[0]),
                count(sums.blocks)
            ));
        }
        if let Some(margin) = &self.margin {
            let margin = margin.to_string().replace('%', " %");
            notes.push(format!(
                "Verdicts: better or worse by more than {margin}, equivalent within it, or undecided \
                 ({percent} %, adjusted for all comparisons)."
            ));
        } else if self.mode == Mode::Field {
            let note = "saved: with independent random numbers, the same precision needs this many times the games.";
            notes.push(note.to_owned());
        }
        notes
    }
}

/// A p value to follow "p": `= 0.0120`, `< 0.0001`, or `unknown` with too few games.
fn p_text(p: Option<f64>) -> String {
    match p {
        None => "unknown".to_owned(),
        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
        Some(p) if p < 0.1 => format!("= {p:.4}"),
        Some(p) => format!("= {p:.2}"),
    }
}

/// A ratio as text.
fn times(ratio: f64) -> String {
    if ratio < 100.0 {
        format!("{ratio:.1} times")
    } else {
        format!("{} times", count(ratio as u64))
    }
}
