//! Which of several is better, and by how much: candidates, or rules, on the same luck.

use std::time::Instant;

use super::blocks::{BlockSums, Blocks, FIGURES, Onward, Players, Table, WINS, difference};
use super::contest::{Contest, MAX_TABLES};
use super::games::WIN;
use super::ranking::interval_note;
use super::{Conditions, Entry, Findings, NamedPolicy, Setup, Study};
use crate::error::{Error, Result};
use crate::experiment::{Block, CompareSpec};
use crate::report::RunRecord;
use crate::sim::interrupt::Why;
use crate::sim::progress::Watch;
use crate::sim::runner::Simulation as _;
use crate::stats::{Estimate, Pentanomial, Sprt, Verdict, holm, variance_ratio};

mod answer;
mod tables;

/// The most candidates: every pair of them is compared.
const MAX_CANDIDATES: usize = 100;

/// A sequential test looks after so many pairs of games at first, and then whenever a sixteenth more
/// were played, so that looks cost nothing.
const FIRST_LOOK: u64 = 128;

/// The most games of a sequential test where no number is given: some hundred times what a
/// difference of 5 Elo takes.
const MAX_PAIRS: u64 = 10_000_000;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Candidates who take the same seat against the same field.
    Field,
    /// Candidates who meet each other.
    HeadToHead,
    /// Two rule sets, for each candidate.
    Rules,
}

/// A comparison made ready.
struct Asked<S: Setup> {
    contest: Contest<S>,
    policies: Vec<NamedPolicy>,
    mode: Mode,
    sprt: Option<Sprt>,
    blocks: u64,
}

/// A comparison.
pub(super) struct Compare<'a, S: Setup> {
    contest: &'a Contest<S>,
    policies: &'a [NamedPolicy],
    mode: Mode,
    sprt: Option<Sprt>,
    /// The candidates of each comparison, or one and the same under both rule sets.
    pairs: Vec<(usize, usize)>,
    /// The block it begins with.
    first: u64,
}

/// What is known of two, the first less the second.
struct Judged {
    pair: (usize, usize),
    /// By figure: the difference.
    differences: [Option<Estimate>; FIGURES],
    p_values: [Option<f64>; FIGURES],
    /// Adjusted over all pairs.
    adjusted: [Option<f64>; FIGURES],
    /// How many times the games it would have taken on luck of their own.
    saved: [Option<f64>; FIGURES],
    elo: Option<Estimate>,
}

/// Makes a comparison ready.
pub(super) fn prepare<S: Setup>(entry: &Entry<S>, spec: &CompareSpec) -> Result<Box<dyn Study>> {
    let mode = match (&spec.versus, spec.head_to_head) {
        (None, false) => Mode::Field,
        (None, true) => Mode::HeadToHead,
        (Some(_), false) => Mode::Rules,
        (Some(_), true) => {
            return Err(Error::input_help(
                "`--vs-rules` compares rules, `--head-to-head` candidates",
                "leave one of the two out",
            ));
        }
    };
    if spec.sprt.is_some() && mode != Mode::HeadToHead {
        return Err(Error::input_help(
            "`--sprt` tests two candidates who meet each other",
            "add `--head-to-head`",
        ));
    }
    // Settings of one's own in place of those of the arena.
    let mut arena = spec.arena.clone();
    let more = match &spec.versus {
        None => vec![Vec::new()],
        Some(versus) => vec![std::mem::take(&mut arena.settings), versus.clone()],
    };
    let contest = Contest::new(entry, &arena, &more, mode == Mode::HeadToHead)?;
    let policies = contest.candidates(entry, &spec.policies)?;
    check(&policies, mode, spec.sprt, &contest)?;
    let mut asked = Asked { contest, policies, mode, sprt: spec.sprt, blocks: MAX_PAIRS };
    if spec.sprt.is_none() || spec.arena.games.is_some() {
        let tables = asked.compare().plan(Vec::new()).tables.len();
        asked.blocks = asked.contest.blocks(&asked.policies, tables)?;
    }
    Ok(Box::new(asked))
}

/// Refuses what cannot be compared.
fn check<S: Setup>(
    policies: &[NamedPolicy],
    mode: Mode,
    sprt: Option<Sprt>,
    contest: &Contest<S>,
) -> Result<()> {
    let of = policies.len();
    if mode == Mode::Rules && contest.sets[0].changed == contest.sets[1].changed {
        return Err(Error::input_help(
            "`--rules` and `--vs-rules` are the same rules",
            "change one of them; rules that are not named are the edition's",
        ));
    }
    if mode != Mode::Rules && of < 2 {
        let label = policies.first().map_or("nobody", |policy| policy.label.as_str());
        return Err(Error::input_help(
            format!("`{label}` alone cannot be compared"),
            "name another candidate with a second `--policy`, or other rules with `--vs-rules`",
        ));
    }
    if of > MAX_CANDIDATES {
        return Err(Error::input_help(
            format!("{of} candidates are too many: at most {MAX_CANDIDATES} are compared"),
            "name fewer of them",
        ));
    }
    if sprt.is_some() && of != 2 {
        return Err(Error::input_help(
            format!("`--sprt` tests two candidates, not {of}"),
            "name two, or leave `--sprt` out",
        ));
    }
    debug_assert!(MAX_CANDIDATES.pow(2) <= MAX_TABLES);
    Ok(())
}

impl<S: Setup> Asked<S> {
    fn compare(&self) -> Compare<'_, S> {
        let of = self.policies.len();
        let pairs = match self.mode {
            Mode::Rules => (0..of).map(|one| (one, one)).collect(),
            _ => (0..of).flat_map(|a| (a + 1..of).map(move |b| (a, b))).collect(),
        };
        let Self { contest, policies, mode, sprt, .. } = self;
        Compare { contest, policies, mode: *mode, sprt: *sprt, pairs, first: 0 }
    }
}

impl<'a, S: Setup> Compare<'a, S> {
    /// Of two, on luck that begins with a block.
    pub(super) fn of_two(
        contest: &'a Contest<S>,
        policies: &'a [NamedPolicy],
        mode: Mode,
        first: u64,
    ) -> Self {
        Self { contest, policies, mode, sprt: None, pairs: vec![(0, 1)], first }
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    /// The games of all tables in a block.
    pub(super) fn games_a_block(&self) -> u64 {
        self.plan(Vec::new()).games_a_block()
    }

    /// What is played, by whom.
    fn plan(&self, players: Vec<Players<S::Game>>) -> Blocks<'_, S::Game> {
        let of = self.policies.len();
        let table = |game| move |candidate| self.contest.table(game, candidate, of);
        let tables: Vec<Table> = match self.mode {
            Mode::Field => (0..of).map(table(0)).collect(),
            Mode::Rules => (0..of).map(table(0)).chain((0..of).map(table(1))).collect(),
            Mode::HeadToHead => {
                let meet = |(a, b): &(usize, usize)| Table { game: 0, players: vec![*a, *b] };
                self.pairs.iter().map(meet).collect()
            }
        };
        let (watched, pairs): (Vec<_>, Vec<_>) = match self.mode {
            Mode::Field => ((0..of).map(|at| (at, 0)).collect(), self.pairs.clone()),
            Mode::Rules => {
                ((0..2 * of).map(|at| (at, 0)).collect(), (0..of).map(|a| (a, of + a)).collect())
            }
            Mode::HeadToHead => (
                (0..self.pairs.len()).flat_map(|at| [(at, 0), (at, 1)]).collect(),
                (0..self.pairs.len()).map(|at| (2 * at, 2 * at + 1)).collect(),
            ),
        };
        let measured = match self.mode {
            Mode::HeadToHead => {
                let own = |who: usize| {
                    let at = |(at, (a, b)): (usize, &(usize, usize))| {
                        (*a == who).then_some(2 * at).or((*b == who).then_some(2 * at + 1))
                    };
                    self.pairs.iter().enumerate().filter_map(at).collect()
                };
                (0..of).map(own).collect()
            }
            _ => (0..watched.len()).map(|place| vec![place]).collect(),
        };
        Blocks {
            games: &self.contest.games,
            players,
            tables,
            watched,
            measured,
            pairs,
            head_to_head: self.mode == Mode::HeadToHead,
            parts: None,
            fixed_seats: self.contest.fixed_seats,
            seed: self.contest.seed,
            first: self.first,
        }
    }

    /// Plays so many blocks, or until a sequential test has decided: it looks now and then.
    fn play(
        &self,
        blocks: u64,
        conditions: Conditions<'_>,
    ) -> Result<(BlockSums, Option<Why>, Option<Verdict>)> {
        let mut plan = self.plan(self.contest.players(self.policies, conditions)?);
        let mut sums = plan.empty();
        let (each, since, end) = (plan.games_a_block(), Instant::now(), self.first + blocks);
        loop {
            let onward = conditions.watch.map(|watch| Onward {
                watch,
                done: sums.blocks * each,
                total: blocks * each,
                each,
                since,
            });
            let watch = onward.as_ref().map(|onward| onward as &dyn Watch);
            let look = match self.sprt {
                None => end,
                Some(_) => end.min(next_look(plan.first)),
            };
            let stopped = plan.play_to(look, &mut sums, Conditions { watch, ..conditions })?;
            let verdict = self.sprt.and_then(|sprt| {
                // An interrupted run has no look where it ended.
                sprt.verdict(&sums.matches[0]).filter(|_| stopped.is_none())
            });
            if stopped.is_some() || verdict.is_some() || plan.first >= end {
                return Ok((sums, stopped, verdict));
            }
        }
    }

    /// The games that each of a pair has in a block, and those of each candidate.
    fn games(&self) -> (u64, u64) {
        let rotations = self.contest.rotations();
        match self.mode {
            Mode::HeadToHead => (rotations, rotations * (self.policies.len() as u64 - 1)),
            _ => (rotations, rotations),
        }
    }

    /// What is known of each pair.
    fn judged(&self, sums: &BlockSums) -> Vec<Judged> {
        let (games, level) = (self.games().0, self.contest.level);
        let judge = |(at, pair): (usize, &(usize, usize))| {
            let of = &sums.differences[at];
            let second = if self.mode == Mode::Rules { self.policies.len() } else { 0 };
            let saved = |figure: usize| {
                let [a, b] = [pair.0, pair.1 + second].map(|who| &sums.values[who][figure]);
                let met = self.mode == Mode::HeadToHead;
                variance_ratio(a, b, &of[figure]).filter(|_| !met)
            };
            Judged {
                pair: *pair,
                differences: std::array::from_fn(|figure| difference(of, figure, games, level)),
                // Wins are counted one by one.
                p_values: std::array::from_fn(|figure| {
                    of[figure].p_value(if figure == WINS { WIN as u64 } else { 0 })
                }),
                adjusted: [None; FIGURES],
                saved: std::array::from_fn(saved),
                elo: sums.matches.get(at).and_then(|pairs: &Pentanomial| pairs.elo(level)),
            }
        };
        let mut judged: Vec<Judged> = self.pairs.iter().enumerate().map(judge).collect();
        for figure in 0..FIGURES {
            let known = |of: &Judged| of.p_values[figure].unwrap_or(1.0);
            let adjusted = holm(&judged.iter().map(known).collect::<Vec<_>>());
            for (of, adjusted) in judged.iter_mut().zip(adjusted) {
                of.adjusted[figure] = of.p_values[figure].map(|_| adjusted);
            }
        }
        judged
    }
}

/// The number of pairs after which a sequential test looks next.
fn next_look(played: u64) -> u64 {
    played + FIRST_LOOK.max(played / 16)
}

impl<S: Setup> Compare<'_, S> {
    /// Plays so many blocks and tells what came of them.
    pub(super) fn found(&self, blocks: u64, conditions: Conditions<'_>) -> Result<Findings> {
        let (sums, stopped, verdict) = self.play(blocks, conditions)?;
        if sums.blocks == 0 {
            return Err(Error::Interrupted);
        }
        let judged = self.judged(&sums);
        let games = sums.blocks * self.games_a_block();
        let mut concluded = vec![("games", RunRecord::count(games))];
        if let Some(sprt) = self.sprt {
            let reason = match verdict {
                Some(Verdict::Null) => "sprt: elo0 accepted",
                Some(Verdict::Alternative) => "sprt: elo1 accepted",
                None if stopped.is_some() => "sprt: interrupted before a decision",
                None => "sprt: no decision within the games allowed",
            };
            concluded.push(("reason", reason.into()));
            concluded.push(("log_likelihood_ratio", sprt.ratio(&sums.matches[0]).into()));
        }
        Ok(Findings {
            tables: self.written(&sums, &judged),
            screen: self.screen(&sums, &judged, verdict),
            warnings: self.contest.warnings(sums.unfinished, conditions),
            stopped: stopped.map(|why| (why, games)),
            concluded,
            ..Findings::default()
        })
    }
}

impl<S: Setup> Study for Asked<S> {
    fn record(&self) -> RunRecord {
        let (games, _) = self.compare().games();
        let mut record = self.contest.record(self.blocks * games);
        match self.mode {
            Mode::Field => {}
            Mode::HeadToHead => record.define("head_to_head", true),
            Mode::Rules => {
                let versus = self.contest.sets[1].changed.iter().cloned();
                record.define("versus_rules", versus.map(Into::into).collect::<Vec<toml::Value>>());
            }
        }
        if let Some(Sprt { elo0, elo1, alpha, beta }) = self.sprt {
            record.define("sprt", vec![elo0, elo1]);
            record.define("alpha", alpha);
            record.define("beta", beta);
        }
        self.contest.record_texts(&mut record, &self.policies);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        tables::names(self.mode)
    }

    fn unit_name(&self) -> &'static str {
        "games"
    }

    fn in_parts(&self) -> bool {
        true
    }

    fn hint(&self) -> Option<&'static str> {
        Some("`--out DIR` writes all tables as CSV files, with their errors")
    }

    fn study(&self, conditions: Conditions<'_>) -> Result<Findings> {
        let mut found = self.compare().found(self.blocks, conditions)?;
        conditions.watch.inspect(|watch| watch.end());
        found.screen.push(Block::Note(interval_note(self.contest.level)));
        found.screen.extend(self.contest.proposed());
        Ok(found)
    }
}
