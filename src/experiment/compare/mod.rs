//! Comparisons: which of several candidates or rule sets is better, and by how much, with common random
//! numbers.

use std::ops::Range;
use std::rc::Rc;
use std::time::Instant;

use super::blocks::{
    BlockSums, Blocks, FIGURES, LENGTHS, Part, Players, SCORES, Table, WINS, difference,
};
use super::contest::{Contest, MAX_TABLES};
use crate::error::{Error, Result};
use crate::report::schemas::{COMPARISONS, RANKINGS, WHY};
use crate::report::{RunRecord, Table as ResultTable};
use crate::run::journal::measured;
use crate::run::leaderboard::{counted, interval_note};
use crate::run::parts::{Additive, play_all};
use crate::run::prepared::IN_TABLES;
use crate::run::stop_rule::{self, AT_MOST, Stops};
use crate::run::{
    Block, CompareSpec, Conditions, Definition, Margin, NamedPolicy, Parts, Played, Registered,
    Results, Run, Stopping, Until, Width,
};
use crate::sim::interrupt::Why;
use crate::sim::runner::{Beside, Keep, Look, Outcome, Simulation as _};
use crate::stats::{
    Difference, Differences, Estimate, Judgement, Level, Pentanomial, Sprt, Verdict, holm,
    variance_ratio,
};

mod answer;
mod tables;
mod why;

/// The name of the picture.
pub(super) const PICTURE: &str = "differences.svg";

/// The title of a comparison of two policies that meet.
pub(super) const MET: &str = "The two against each other:";

/// The maximum number of candidates; every pair of them is compared.
const MAX_CANDIDATES: usize = 100;

/// The number of pairs of games before the first look of a sequential test. The next looks follow after
/// 1/16 more pairs each, at least as many as before the first, so that their cost is negligible.
const FIRST_LOOK: u64 = 128;

/// The default maximum number of pairs in a sequential test: about a hundred times the number needed
/// for a difference of 5 Elo.
const MAX_PAIRS: u64 = 10_000_000;
const ALL: Stops = Stops { until: None, most: MAX_PAIRS, bound: None };

/// The kind of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Candidates that take the same seat against the same field.
    Field,
    /// Candidates that play against each other.
    HeadToHead,
    /// Two rule sets, for each candidate.
    Rules,
}

/// A prepared comparison.
pub(super) struct Compare<S: Definition> {
    contest: Rc<Contest<S>>,
    policies: Vec<NamedPolicy>,
    pub(super) mode: Mode,
    sprt: Option<Sprt>,
    /// The maximum number of blocks, and the condition that stops earlier.
    stops: Stops,
    /// The difference that is too small to matter.
    margin: Option<Margin>,
    /// Whether it shows what differs between its two candidates.
    why: bool,
    level: Level,
    /// The two candidates of each comparison; for rules, the same candidate twice.
    pairs: Vec<(usize, usize)>,
}

/// The results for a pair; differences are the first less the second.
struct Judged {
    pair: (usize, usize),
    /// The difference, by figure.
    differences: [Option<Estimate>; FIGURES],
    p_values: [Option<f64>; FIGURES],
    /// P values adjusted over all pairs (Holm).
    adjusted: [Option<f64>; FIGURES],
    /// The variance ratio: games needed with independent random numbers, relative to common random numbers.
    saved: [Option<f64>; FIGURES],
    elo: Option<Estimate>,
    /// The verdict, by figure; only for figures of which more is better.
    verdicts: [Option<Judgement>; FIGURES],
    /// Whether the two took the same actions and had the same results in every game.
    alike: bool,
}

/// Prepares a comparison.
pub(super) fn prepare<S: Definition>(
    entry: &Registered<S>,
    spec: &CompareSpec,
) -> Result<Box<dyn Run>> {
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
            "`--sprt` tests two candidates that play against each other",
            "add `--head-to-head`",
        ));
    }
    // Each rule set has its own settings instead of shared ones in the arena.
    let mut arena = spec.arena.clone();
    let more = match &spec.versus {
        None => vec![Vec::new()],
        Some(versus) => vec![std::mem::take(&mut arena.settings), versus.clone()],
    };
    let mut contest = Contest::new(entry, &arena, &more, mode == Mode::HeadToHead)?;
    let policies = contest.candidates(entry, &spec.policies)?;
    check(&policies, mode, spec.sprt, &contest)?;
    if contest.seats == 1 && matches!(spec.margin, Some(Margin(Width::Win, _))) {
        return Err(Error::input_help(
            "a game of one player has no winner, so `--margin` in percent has no meaning",
            "give `--margin` in points",
        ));
    }
    let pairs = pairs(mode, policies.len());
    let tables = match mode {
        Mode::Field => policies.len(),
        Mode::Rules => 2 * policies.len(),
        Mode::HeadToHead => pairs.len(),
    };
    let mut stops = ALL;
    if let Some(Stopping { until, at_most, .. }) = spec.stopping {
        check_until(until, spec.sprt, mode, contest.seats)?;
        let default = contest.default_games(&policies, tables);
        contest.count = Some(at_most.unwrap_or(default.saturating_mul(AT_MOST)));
        stops = Stops { until, bound: Some("--max-games"), ..stops };
    }
    if spec.sprt.is_none() || contest.count.is_some() {
        stops.most = contest.blocks(&policies, tables)?;
    }
    let (level, contest) = (stops.level(contest.level), Rc::new(contest));
    let &CompareSpec { sprt, margin, why, .. } = spec;
    if why && policies.len() != 2 {
        return Err(Error::input_help(
            format!("`--why` shows what differs between two candidates, not {}", policies.len()),
            "name two with `--policy`",
        ));
    }
    Ok(Box::new(Compare { contest, policies, mode, sprt, stops, margin, why, level, pairs }))
}

/// The candidates of each comparison.
fn pairs(mode: Mode, of: usize) -> Vec<(usize, usize)> {
    match mode {
        Mode::Rules => (0..of).map(|one| (one, one)).collect(),
        _ => (0..of).flat_map(|a| (a + 1..of).map(move |b| (a, b))).collect(),
    }
}

/// Rejects stop conditions that this comparison can never meet.
fn check_until(until: Option<Until>, sprt: Option<Sprt>, mode: Mode, seats: usize) -> Result<()> {
    if sprt.is_some() {
        return Err(Error::input_help(
            "`--sprt` already decides when the match ends",
            "leave `--until` and `--max-games` out; `--games N` is the maximum number of games",
        ));
    }
    // Rule sets are not ranked; even one policy suffices to compare them.
    if mode == Mode::Rules && until == Some(Until::Ranked) {
        return Err(Error::input_help(
            "`--until 'rank settled'` needs candidates to rank, but `--vs-rules` compares rules",
            "use `--until 'ci(win) < 0.1%'` or `--until 'ci(mean) < 5'`",
        ));
    }
    stop_rule::check(until, 2, (Some(seats), false))
}

/// Rejects candidates and rules that cannot be compared.
fn check<S: Definition>(
    policies: &[NamedPolicy],
    mode: Mode,
    sprt: Option<Sprt>,
    contest: &Contest<S>,
) -> Result<()> {
    let of = policies.len();
    if mode == Mode::Rules && contest.sets[0].changed == contest.sets[1].changed {
        return Err(Error::input_help(
            "`--rules` and `--vs-rules` are the same rules",
            "change one of them; rules that are not given have the values of the edition",
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

impl<S: Definition> Compare<S> {
    /// A comparison of two policies without options.
    pub(super) fn of_two(contest: &Rc<Contest<S>>, policies: &[NamedPolicy], mode: Mode) -> Self {
        Self {
            contest: Rc::clone(contest),
            policies: policies.to_vec(),
            mode,
            sprt: None,
            stops: ALL,
            margin: None,
            why: false,
            level: contest.level,
            pairs: vec![(0, 1)],
        }
    }

    /// Returns the comparison with intervals of this level.
    fn at(&self, level: Level) -> Self {
        let (contest, policies) = (Rc::clone(&self.contest), self.policies.clone());
        Self { contest, policies, level, pairs: self.pairs.clone(), ..*self }
    }

    /// The number of games of all tables in a block.
    pub(super) fn games_a_block(&self) -> u64 {
        self.plan(Vec::new()).games_a_block()
    }

    /// The tables of a block and their players.
    fn plan(&self, players: Vec<Players<S>>) -> Blocks<'_, S> {
        let of = self.policies.len();
        let table = |game| move |candidate| self.contest.table(game, candidate, of);
        match self.mode {
            Mode::Field => {
                let tables = (0..of).map(table(0)).collect();
                Blocks { pairs: self.pairs.clone(), ..self.contest.each(players, tables) }
            }
            Mode::Rules => {
                let tables = (0..of).map(table(0)).chain((0..of).map(table(1))).collect();
                let pairs = (0..of).map(|one| (one, of + one)).collect();
                Blocks { pairs, ..self.contest.each(players, tables) }
            }
            Mode::HeadToHead => {
                let meet = |(a, b): &(usize, usize)| Table { game: 0, players: vec![*a, *b] };
                let met = self.pairs.iter().map(meet).collect();
                let tables = 0..self.pairs.len();
                let seat_of = |who: usize| {
                    move |(at, (a, b)): (usize, &(usize, usize))| {
                        (*a == who).then_some(2 * at).or((*b == who).then_some(2 * at + 1))
                    }
                };
                let own = |who| self.pairs.iter().enumerate().filter_map(seat_of(who)).collect();
                Blocks {
                    watched: tables.clone().flat_map(|at| [(at, 0), (at, 1)]).collect(),
                    measured: (0..of).map(own).collect(),
                    pairs: tables.map(|at| (2 * at, 2 * at + 1)).collect(),
                    head_to_head: true,
                    ..self.contest.each(players, met)
                }
            }
        }
    }

    /// Plays blocks and adds them to `so_far`, until the stop condition holds.
    fn play(
        &self,
        so_far: BlockSums,
        blocks: Range<u64>,
        keep: Option<Keep<'_, BlockSums>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<BlockSums>> {
        let plan = self.plan(self.contest.players(&self.policies, conditions)?);
        let each = plan.games_a_block();
        let total = (blocks.end - blocks.start) * each;
        let after = |blocks: u64| match self.sprt {
            Some(_) => next_look(blocks),
            None => self.stops.looks().after(blocks),
        };
        let enough = |sums: &BlockSums, _| self.is_enough(sums);
        let looks = self.sprt.is_some() || self.stops.until.is_some();
        let far = |sums: &BlockSums| self.stops.far(|of| self.widest(sums, of));
        let look = looks.then_some(Look { after: &after, enough: &enough, far: &far });
        let part = Part { done: 0, total, each, since: Instant::now(), headline: "" };
        plan.play(so_far, blocks, Beside { keep, look }, part, conditions)
    }

    /// Whether the stop condition holds.
    fn is_enough(&self, sums: &BlockSums) -> bool {
        if let Some(sprt) = self.sprt {
            return sprt.verdict(&sums.matches[0]).is_some();
        }
        match self.stops.until {
            None => false,
            Some(Until::Width(of, below)) => {
                self.widest(sums, of).is_some_and(|widest| widest < below)
            }
            Some(Until::Ranked) => self.judged(sums).iter().all(|one| {
                one.verdicts[self.deciding()].is_some_and(|one| one != Judgement::Undecided)
            }),
        }
    }

    /// The half-width of the widest interval of a difference.
    fn widest(&self, sums: &BlockSums, of: Width) -> Option<f64> {
        let figure = if of == Width::Win { WINS } else { SCORES };
        let games = self.games().0;
        let differences = sums.differences.iter();
        let estimate = |found: Difference| found.estimate;
        let found = differences.map(|of| difference(of, figure, games, self.level).map(estimate));
        stop_rule::widest(found)
    }

    /// The numbers of games in a block: of each policy of a pair, and of each candidate.
    fn games(&self) -> (u64, u64) {
        let rotations = self.contest.rotations();
        match self.mode {
            Mode::HeadToHead => (rotations, rotations * (self.policies.len() as u64 - 1)),
            _ => (rotations, rotations),
        }
    }

    /// The results for each pair.
    fn judged(&self, sums: &BlockSums) -> Vec<Judged> {
        let (games, level) = (self.games().0, self.level);
        let judge = |(at, pair): (usize, &(usize, usize))| {
            let of = &sums.differences[at];
            let second = if self.mode == Mode::Rules { self.policies.len() } else { 0 };
            let saved = |figure: usize| {
                let [a, b] = [pair.0, pair.1 + second].map(|who| &sums.values[who][figure]);
                let met = self.mode == Mode::HeadToHead;
                variance_ratio(a, b, of[figure].moments()).filter(|_| !met)
            };
            let fixed =
                self.fixed_length(sums, pair.0).zip(self.fixed_length(sums, pair.1 + second));
            let fixed = fixed.map(|(a, b)| Difference {
                estimate: Estimate::exact(a - b, level),
                p_value: Some(if a == b { 1.0 } else { 0.0 }),
            });
            let found: [_; FIGURES] = std::array::from_fn(|figure| {
                let found = difference(of, figure, games, level);
                fixed.filter(|_| figure == LENGTHS).or(found)
            });
            Judged {
                pair: *pair,
                differences: found.map(|one| one.map(|one| one.estimate)),
                p_values: found.map(|one| one?.p_value),
                adjusted: [None; FIGURES],
                saved: std::array::from_fn(saved),
                verdicts: [None; FIGURES],
                elo: sums.matches.get(at).and_then(|pairs: &Pentanomial| pairs.elo(level)),
                alike: sums.apart[at] == 0 && of.iter().all(Differences::all_zero),
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
        for (at, one) in judged.iter_mut().enumerate() {
            for of in [WINS, SCORES].into_iter().filter(|of| *of != WINS || self.contest.seats > 1)
            {
                one.verdicts[of] = Some(self.verdict(&sums.differences[at], one, of));
            }
        }
        judged
    }

    /// Whether the first of a pair is better by a figure. If the margin is of this figure, its interval,
    /// adjusted for all pairs, is compared with the margin, otherwise with 0.
    fn verdict(&self, of: &[Differences; FIGURES], judged: &Judged, figure: usize) -> Judgement {
        if let Some(Margin(_, margin)) = self.margin.filter(|_| self.deciding() == figure) {
            let level = self.level.bonferroni(self.pairs.len() as u64);
            let games = self.games().0;
            let found = difference(of, figure, games, level).map(|found| found.estimate);
            let limits = found.and_then(|one| one.low.zip(one.high));
            return limits.map_or(Judgement::Undecided, |one| Judgement::with_margin(one, margin));
        }
        match judged.differences[figure].filter(|_| self.parts(judged, figure)) {
            Some(difference) if difference.value > 0.0 => Judgement::Better,
            Some(_) => Judgement::Worse,
            None => Judgement::Undecided,
        }
    }

    /// The length of a candidate's games, if the rules fix it.
    fn fixed_length(&self, sums: &BlockSums, who: usize) -> Option<f64> {
        let game = &self.contest.games[who / self.policies.len()];
        let length = (S::COUNTED.fixed_length)(game);
        length.filter(|_| sums.unfinished == 0).map(f64::from)
    }

    /// The figure that decides who is better.
    fn deciding(&self) -> usize {
        match self.margin {
            Some(Margin(Width::Win, _)) => WINS,
            Some(Margin(Width::Mean, _)) => SCORES,
            None => self.contest.deciding(),
        }
    }
}

/// The number of pairs at the next look of a sequential test.
fn next_look(played: u64) -> u64 {
    let mut look = FIRST_LOOK;
    while look <= played {
        look += FIRST_LOOK.max(look / 16);
    }
    look
}

impl<S: Definition> Compare<S> {
    /// Plays blocks and returns their sums.
    pub(super) fn sums(&self, blocks: Range<u64>, conditions: Conditions<'_>) -> Result<BlockSums> {
        self.play(Additive::empty(self), blocks, None, conditions)?.whole()
    }

    /// Plays blocks and returns their results; a resumed search may know them.
    pub(super) fn found(&self, blocks: Range<u64>, conditions: Conditions<'_>) -> Result<Results> {
        if conditions.journal.is_none() {
            let outcome = self.play(Additive::empty(self), blocks, None, conditions)?;
            return self.results(&outcome.tally, outcome.stopped, conditions);
        }
        let sums = measured(conditions.journal, || {
            let games = (blocks.end - blocks.start) * self.games_a_block();
            Ok((self.sums(blocks, conditions)?, games))
        })?;
        self.results(&sums, None, conditions)
    }

    /// The results of blocks, with the reason why they stopped.
    fn results(
        &self,
        sums: &BlockSums,
        stopped: Option<Why>,
        conditions: Conditions<'_>,
    ) -> Result<Results> {
        if sums.blocks == 0 {
            return Err(Error::Interrupted);
        }
        let judged = self.judged(sums);
        // A run that was cut off did not end at a look, so it has no verdict.
        let settled = stopped.is_none() || stopped == Some(Why::Settled);
        let verdict = self.sprt.filter(|_| settled);
        let verdict = verdict.and_then(|sprt| sprt.verdict(&sums.matches[0]));
        let games = sums.blocks * self.games_a_block();
        let each = sums.blocks * self.games().0;
        let mut concluded = vec![("games", RunRecord::count(games))];
        let interrupted = stopped.filter(|why| *why == Why::Interrupted);
        let reason = self.stops.reason(stopped.filter(|_| self.sprt.is_none()));
        if let Some(reason) = reason.filter(|_| interrupted.is_none()) {
            concluded.push(("games_each", RunRecord::count(each)));
            concluded.push(("stopped", reason.into()));
        }
        if let Some(sprt) = self.sprt {
            let reason = match verdict {
                Some(Verdict::Null) => "sprt: elo0 accepted",
                Some(Verdict::Alternative) => "sprt: elo1 accepted",
                None if interrupted.is_some() => "sprt: interrupted before a decision",
                None if stopped.is_some() => "sprt: out of time before a decision",
                None => "sprt: no decision within the games allowed",
            };
            concluded.push(("reason", reason.into()));
            concluded.push(("log_likelihood_ratio", sprt.ratio(&sums.matches[0]).into()));
        }
        let mut screen = self.screen(sums, &judged, verdict);
        let each = counted(each, "game");
        let note =
            self.stops.told(stopped.filter(|_| self.sprt.is_none()), &format!("{each} of each"));
        screen.extend(note.map(Block::Note));
        let mut tables = self.written(sums, &judged);
        if self.why {
            // After an interruption the results must come soon.
            let blocks = if interrupted.is_some() { 0 } else { sums.blocks };
            let found = if blocks > 0 { self.reasons(blocks, conditions)? } else { Vec::new() };
            screen.push(Block::Grid(self.why_grid(&found)));
            tables.push(self.why_table(&found));
        }
        let picture = self.picture(sums, &judged, &screen);
        Ok(Results {
            tables,
            files: vec![(PICTURE.to_owned(), picture.into_bytes())],
            screen,
            warnings: self.contest.warnings([sums.unfinished, sums.capped], conditions),
            units_done: games,
            stopped,
            concluded,
        })
    }
}

/// A comparison of two policies in blocks from this one on, with about this number of games of each; the
/// screen has a title.
pub(super) type Estimated<S> = (Compare<S>, u64, u64, Option<String>);

/// Compares two policies in several ways. If the run is interrupted, the comparisons so far are kept.
pub(super) fn estimates<S: Definition>(
    ways: Vec<Estimated<S>>,
    conditions: Conditions<'_>,
) -> Result<Results> {
    let mut findings = Results::default();
    let mut comparisons = ResultTable::new(&COMPARISONS);
    let mut rankings = ResultTable::new(&RANKINGS);
    for (compare, first, games, title) in ways {
        if findings.stopped.is_some() {
            break;
        }
        let blocks = (games / compare.games_a_block()).max(1);
        let found = match compare.found(first..first + blocks, conditions) {
            Err(Error::Interrupted) if !findings.screen.is_empty() => {
                findings.stopped = Some(conditions.why());
                findings.units_done = 0;
                break;
            }
            found => found?,
        };
        let Ok([differences, ranks]) = <[ResultTable; 2]>::try_from(found.tables) else { continue };
        comparisons.append(differences);
        if compare.mode == Mode::Field {
            rankings.append(ranks);
            if findings.files.is_empty() {
                findings.files = found.files;
            }
        }
        findings.screen.extend(title.map(Block::Title));
        findings.screen.extend(found.screen);
        findings.warnings.extend(found.warnings);
        (findings.units_done, findings.stopped) = (found.units_done, found.stopped);
    }
    findings.tables = vec![comparisons, rankings];
    Ok(findings)
}

impl<S: Definition> Additive for Compare<S> {
    type Sums = BlockSums;

    fn all_units(&self) -> (u64, &'static str) {
        (self.stops.most, "blocks")
    }

    fn looks(&self) -> Option<String> {
        let sprt = self.sprt.map(|sprt| format!("--sprt {},{}", sprt.elo0, sprt.elo1));
        sprt.or_else(|| self.stops.until.map(|until| format!("--until '{until}'")))
    }

    fn empty(&self) -> BlockSums {
        self.plan(Vec::new()).empty()
    }

    fn fits(&self, sums: &BlockSums) -> bool {
        self.empty().fits(sums)
    }

    fn play_on(
        &self,
        so_far: BlockSums,
        blocks: Range<u64>,
        keep: Option<Keep<'_, BlockSums>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<BlockSums>> {
        let outcome = self.play(so_far, blocks, keep, conditions)?;
        conditions.watch.inspect(|watch| watch.end());
        Ok(outcome)
    }

    fn results_of(&self, played: Played<BlockSums>, conditions: Conditions<'_>) -> Result<Results> {
        let level = self.stops.level_of(self.level, &played);
        let mut results = self.at(level).results(&played.sums, played.stopped, conditions)?;
        results.screen.push(Block::Note(interval_note(level)));
        results.screen.extend(self.contest.proposed());
        Ok(results)
    }
}

impl<S: Definition> Run for Compare<S> {
    fn record(&self) -> RunRecord {
        let mut record = self.contest.record(self.stops.most * self.games().0, Some(self.stops));
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
        if let Some(margin) = self.margin {
            record.define("margin", margin.to_string());
        }
        if self.why {
            record.define("why", true);
        }
        self.contest.record_texts(&mut record, &self.policies);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        let why = self.why.then_some(WHY.name);
        tables::names(self.mode).into_iter().chain(why).collect()
    }

    fn files(&self) -> Vec<String> {
        vec![PICTURE.to_owned()]
    }

    fn unit_name(&self) -> &'static str {
        "games"
    }

    fn parts(&self) -> Option<&dyn Parts> {
        Some(self)
    }

    fn hint(&self) -> Option<&'static str> {
        Some(IN_TABLES)
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        play_all(self, conditions)
    }
}
