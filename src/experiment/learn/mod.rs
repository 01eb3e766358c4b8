//! Learning: puts rules in front of a policy, one at a time, as long as each wins more games.
//!
//! Each round samples decisions of the policy in play, values their actions by playouts, and looks for
//! rules that would gain most there ([`candidates`]). The best of them race in games at every number of
//! players; the winner is kept if it also wins more in new games. At last the thresholds of the learnt
//! rules are tuned, and the result is estimated with new random numbers.

use std::rc::Rc;
use std::time::{Duration, Instant};

use super::blocks::{BlockSums, Onward, Part, difference, difference_text};
use super::compare::{Compare, Estimated, MET, Mode, PICTURE, estimates};
use super::contest::Contest;
use super::tune::{self, Settled};
use super::{finished, unfinished};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::policy::{CheckedPolicy, parse_spec, with_values};
use crate::report::schemas::{COMPARISONS, LEARNT_RULES, RANKINGS, estimate_cells};
use crate::report::{Align, Grid, RunRecord, Table, Unit, count, estimate};
use crate::run::journal::{self, measured};
use crate::run::leaderboard::{counted, interval_note};
use crate::run::parts::OPEN;
use crate::run::{
    AnyGame as _, Arena, Block, Conditions, Definition, LearnSpec, NamedPolicy, Parts, Played,
    PolicyKind, Registered, Results, Run, moved_base, named_policies,
};
use crate::sim::progress::Watch;
use crate::sim::random::{Domain, UnitKey};
use crate::sim::runner::{Beside, Keep, RunOptions, Simulation as _, pool, run_on};
use crate::sim::seating::Lineup;
use crate::stats::{Estimate, Moments};

mod candidates;
mod sample;
mod text;

use candidates::{Candidate, Rule, candidates, rounded};
use sample::{DECISIONS, Sampler, Samples};
use text::{Worded, on_built_in};

/// The default number of games of a round, in multiples of a matchup's default.
const GAMES: u64 = 50;

/// The playouts of a round in multiples of its games, and the maximum number of sampled decisions.
const PLAYOUTS: u64 = 6;
const SAMPLED: u64 = 100_000;

/// The smallest number of games of a round.
const LEAST: u64 = 400;

/// The number of rules that race, and of those that are compared in new games.
const RACERS: usize = 24;
const FINALISTS: usize = 2;

/// The games of a round in multiples of those of the last estimates.
const ESTIMATED: u64 = 2;

/// The number of standard errors by which a rule must win more.
const KEPT: f64 = 2.5;

/// The games that measure the number of playouts of a game.
const PILOT: u64 = 16;

/// The least time that measures the speed of games.
const MEASURED: Duration = Duration::from_millis(500);

/// The number of rounds that fit into a limited time, and what a round and the tuning and estimates
/// after the last one take, in the time of its games: playouts begin within a game.
const ROUNDS_IN_TIME: f64 = 12.0;
const ROUND_TIME: f64 = 5.0;
const LAST_TIME: f64 = 2.5;

/// The purpose of the seeds of rounds.
const ROUNDS: u64 = 1;

/// The parts of a round, each with its own seed.
#[derive(Clone, Copy)]
enum Stage {
    Sample = 0,
    Race = 1,
    Final = 2,
}

/// A learnt rule.
#[derive(Clone)]
struct Learnt {
    rule: Rule,
    point: &'static str,
    number: usize,
    sentence: String,
    parameters: Vec<String>,
    /// What it gained in new games, by contest.
    gains: Vec<Estimate>,
    /// The number of games of the policy with the rule, by contest.
    games: Vec<u64>,
}

impl Learnt {
    /// Returns the rule with other thresholds.
    fn tuned(&self, values: &[(String, f64)], file: &CheckedPolicy) -> Self {
        let mut learnt = self.clone();
        learnt.rule = Worded::numbered(&self.rule, file, self.number).tuned(values);
        learnt.sentence = Worded::numbered(&learnt.rule, file, self.number).sentence();
        learnt
    }
}

/// A policy file while rules are learnt.
struct Progressing {
    file: CheckedPolicy,
    rules: Vec<Learnt>,
    /// The number of games of a round.
    games: u64,
    /// The number of rounds, and the games and playouts in them.
    rounds: u64,
    spent: u64,
}

/// A prepared search of rules.
struct Learn<S: Definition> {
    /// One contest for each number of players.
    contests: Vec<Rc<Contest<S>>>,
    /// The contest in which the base and the learnt policy meet, unless the base is the opponent anyway.
    duel: Option<Rc<Contest<S>>>,
    base: NamedPolicy,
    /// The base that the file names.
    behind: Option<Box<NamedPolicy>>,
    file: CheckedPolicy,
    name: String,
    /// The number of games of a round; without one, a limited time decides.
    games: Option<u64>,
    /// The maximum number of rules.
    most: usize,
    limit: Option<Duration>,
}

/// Prepares a search of rules.
pub(super) fn prepare<S: Definition>(
    entry: &Registered<S>,
    spec: &LearnSpec,
) -> Result<Box<dyn Run>> {
    let wanted = match &spec.base {
        Some(base) => base.clone(),
        None => parse_spec(S::OPTIONS.playing())?,
    };
    let base = named_policies(entry, std::slice::from_ref(&wanted))?.swap_remove(0);
    if base.searches() {
        return Err(Error::input_help(
            format!("`{}` searches: its playouts would take too long to learn from", base.label),
            "name a policy that does not search",
        ));
    }
    let (source, behind) = match &base.kind {
        PolicyKind::File(file) => {
            let values = file.parameters.iter().map(|one| (one.name.to_string(), one.value));
            let text = with_values(&file.source, &values.collect::<Vec<_>>());
            (Source::new(&file.source.name, finished(&text)), base.base.clone())
        }
        PolicyKind::Bot(_) => {
            let message =
                format!("`{}` is a bot, and no file can be learnt in front of it", base.label);
            return Err(Error::input_help(message, "name a policy file, or a built-in policy"));
        }
        PolicyKind::BuiltIn(name) => {
            let text = on_built_in(S::NAME, &base.label);
            (Source::new(format!("{name}.toml"), text), Some(Box::new(base.clone())))
        }
    };
    let file = CheckedPolicy::from_source(source, entry.vocabulary())?;
    let players = match &spec.players[..] {
        [] => vec![None],
        some => some.iter().map(|players| Some(*players)).collect(),
    };
    let contest = |players: &Option<usize>| {
        let mut arena = Arena { players: *players, ..spec.arena.clone() };
        if arena.field.is_empty() && *players != Some(1) {
            arena.field.push(wanted.clone());
        }
        Ok(Rc::new(Contest::new(entry, &arena, &[Vec::new()], false)?))
    };
    let contests: Vec<Rc<Contest<S>>> = players.iter().map(contest).collect::<Result<_>>()?;
    let duel = match spec.arena.field.is_empty() {
        true => None,
        false => contests[0].duel(entry, &spec.arena)?,
    };
    let games = match spec.limit {
        None => spec.arena.games.or(Some(GAMES * S::OPTIONS.default_games)),
        Some(_) => spec.arena.games,
    };
    if let Some(games) = games.filter(|games| *games < LEAST) {
        return Err(Error::input_help(
            format!("{} games a round are too few to learn from", count(games)),
            format!("give `--games {LEAST}` or, better, a hundred times that"),
        ));
    }
    let (name, most) = (wanted.name().to_owned(), spec.rules.unwrap_or(usize::MAX));
    Ok(Box::new(Learn { contests, duel, base, behind, file, name, games, most, limit: spec.limit }))
}

/// Returns another text of a policy as a checked file.
fn reread(name: &str, text: String, of: &CheckedPolicy) -> Result<CheckedPolicy> {
    CheckedPolicy::from_source(Source::new(name, text), of.vocabulary)
}

/// Returns a policy file with one more rule, and with a sentence about what it gained.
fn with(file: &CheckedPolicy, candidate: &Candidate, gain: &str) -> Result<CheckedPolicy> {
    let worded = Worded::new(&candidate.rule, file);
    reread(&file.source.name, worded.added(&file.source, &candidate.ranges, gain), file)
}

/// Returns a mean less its standard error.
fn bound(sum: &Moments) -> f64 {
    let n = sum.n().max(1) as f64;
    sum.sum() as f64 / n - sum.std_dev().unwrap_or(0.0) / n.sqrt()
}

impl<S: Definition> Learn<S> {
    fn seed(&self, round: u64, stage: Stage) -> u64 {
        UnitKey::new(self.contests[0].seed, Domain::Tuning, round).place(ROUNDS, stage as u64)
    }

    /// Returns the policy of a file.
    fn policy(&self, file: &CheckedPolicy, label: String) -> NamedPolicy {
        NamedPolicy::of_file(label, file.clone(), self.behind.clone())
    }

    /// Samples decisions of a policy until about `playouts` playouts are made.
    fn sample(
        &self,
        contest: &Contest<S>,
        so_far: &Progressing,
        playouts: u64,
        (since, conditions): (Instant, Conditions<'_>),
    ) -> Result<Samples> {
        let policy = self.policy(&so_far.file, self.name.clone());
        let players = contest.players(&[policy], conditions)?.swap_remove(0);
        let fellows = contest.fellows().map(|fellow| 1 + fellow);
        let lineup: Lineup = [0].into_iter().chain(fellows).collect();
        let sampler = Sampler {
            game: &*contest.games[0],
            players: &players,
            lineup: [lineup],
            from: contest.from(),
            seed: self.seed(so_far.rounds, Stage::Sample),
            fixed_seats: contest.fixed_seats,
            scores: contest.seats < 2,
        };
        let Conditions { threads, stop, watch, .. } = conditions;
        let play = |samples: Samples, from: u64, units: u64, each: u64| {
            let headline = &*self.headline(so_far, "sampling decisions");
            let total = units * each;
            let part = Part { done: 0, total, each, since, headline };
            let onward = watch.map(|watch| Onward { watch, part });
            let watch = onward.as_ref().map(|watch| watch as &dyn Watch);
            let options = RunOptions { units, threads, stop, watch };
            run_on(&sampler, options, (samples, from), Beside::NOTHING)?.whole()
        };
        let pilot = play(sampler.empty(), 0, PILOT, 1)?;
        let each = (pilot.playouts / PILOT).max(1);
        let most = SAMPLED / u64::from(DECISIONS) / self.contests.len() as u64;
        play(pilot, PILOT, (playouts / each).min(most).max(PILOT + 1), each)
    }

    fn headline(&self, so_far: &Progressing, doing: &str) -> String {
        let learnt = counted(so_far.rules.len() as u64, "rule");
        format!("round {}: {doing}; {learnt} learnt", so_far.rounds + 1)
    }

    /// Plays blocks of some policies against the field at each number of players.
    fn compared(
        &self,
        policies: &[NamedPolicy],
        so_far: &Progressing,
        (seed, first, games): (u64, u64, u64),
        (since, conditions): (Instant, Conditions<'_>),
    ) -> Result<Vec<(BlockSums, u64)>> {
        let headline = &*self.headline(so_far, "racing rules");
        let mut played = Vec::new();
        for contest in &self.contests {
            let each = contest.rotations() * policies.len() as u64;
            let blocks = (games / self.contests.len() as u64 / each).max(2);
            let part = Part { done: 0, total: blocks * each, each, since, headline };
            let sums = contest.race(policies, (seed, first..first + blocks), part, conditions)?;
            played.push((sums, blocks));
        }
        Ok(played)
    }

    /// Races rules against the policy without them; returns the finalists.
    fn race(
        &self,
        mut racers: Vec<(Candidate, NamedPolicy)>,
        so_far: &mut Progressing,
        games: u64,
        ahead: (Instant, Conditions<'_>),
    ) -> Result<Vec<(Candidate, NamedPolicy)>> {
        let current = self.policy(&so_far.file, self.name.clone());
        let rounds = u64::from((racers.len() / FINALISTS).max(1).next_power_of_two().ilog2());
        let mut sums = vec![vec![Moments::default(); self.contests.len()]; racers.len()];
        let mut first = 0;
        while racers.len() > FINALISTS {
            let policies: Vec<NamedPolicy> = [&current]
                .into_iter()
                .chain(racers.iter().map(|(_, policy)| policy))
                .cloned()
                .collect();
            let random = self.seed(so_far.rounds, Stage::Race);
            let part = (random, first, games / rounds.max(1));
            let played = self.compared(&policies, so_far, part, ahead)?;
            for (at, (played, _)) in played.iter().enumerate() {
                let of = self.contests[at].deciding();
                let differences = played.differences[1..].iter();
                differences.zip(&mut sums).for_each(|(one, sum)| sum[at] += *one[of].moments());
            }
            first += played.iter().map(|(_, blocks)| *blocks).max().unwrap_or(0);
            so_far.spent += games / rounds.max(1);
            let total = |sum: &Vec<Moments>| sum.iter().map(bound).sum::<f64>();
            let mut all: Vec<_> = racers.into_iter().zip(sums).collect();
            all.sort_by(|(_, a), (_, b)| total(b).total_cmp(&total(a)));
            all.truncate(all.len().div_ceil(2).max(FINALISTS));
            // A rule that changes nothing, or is worse so far, cannot win.
            all.retain(|(_, sum)| sum.iter().map(Moments::in_errors).sum::<f64>() > 0.0);
            (racers, sums) = all.into_iter().unzip();
        }
        Ok(racers)
    }

    /// Samples decisions for a round of `games` games, and returns the rules that would gain most there and
    /// the number of playouts.
    fn candidates(
        &self,
        so_far: &Progressing,
        games: u64,
        ahead: (Instant, Conditions<'_>),
    ) -> Result<(Vec<Candidate>, u64)> {
        let (mut sampled, mut playouts) = (Vec::new(), 0);
        for contest in &self.contests {
            let wanted = PLAYOUTS * games / self.contests.len() as u64;
            let samples = self.sample(contest, so_far, wanted, ahead)?;
            playouts += samples.playouts;
            sampled.extend(samples.decisions);
        }
        let workers = pool(ahead.1.threads, sampled.len() as u64)?;
        let points = so_far.file.vocabulary.points;
        Ok((workers.install(|| candidates(points, &sampled, RACERS)), playouts))
    }

    /// Looks for one more rule; returns whether there is one.
    fn round(
        &self,
        so_far: &mut Progressing,
        effort: u64,
        ahead: (Instant, Conditions<'_>),
    ) -> Result<bool> {
        let games = so_far.games * effort;
        let (found, playouts) = measured(ahead.1.journal, || {
            let found = self.candidates(so_far, games, ahead)?;
            let playouts = found.1;
            Ok((found, playouts))
        })?;
        so_far.spent += playouts;
        let racers = found.into_iter().map(|one| {
            let file = with(&so_far.file, &one, "")?;
            Ok((one, self.policy(&file, self.name.clone())))
        });
        let racers = racers.collect::<Result<Vec<_>>>()?;
        let finalists = self.race(racers, so_far, games / 2, ahead)?;
        if finalists.is_empty() {
            so_far.rounds += 1;
            return Ok(false);
        }
        let current = self.policy(&so_far.file, self.name.clone());
        let others = finalists.iter().map(|(_, policy)| policy);
        let policies: Vec<NamedPolicy> = [&current].into_iter().chain(others).cloned().collect();
        let random = self.seed(so_far.rounds, Stage::Final);
        let played = self.compared(&policies, so_far, (random, 0, games / 2), ahead)?;
        so_far.spent += games / 2;
        let gain = |place: usize| -> Vec<Moments> {
            let each = played.iter().zip(&self.contests);
            each.map(|((sums, _), contest)| {
                *sums.differences[1 + place][contest.deciding()].moments()
            })
            .collect()
        };
        let wins = |gain: &[Moments]| {
            let all: Vec<f64> = gain.iter().map(Moments::in_errors).collect();
            let total = all.iter().sum::<f64>() / (all.len() as f64).sqrt();
            total >= KEPT && all.iter().all(|one| *one > 0.0)
        };
        let best = (0..finalists.len())
            .map(|place| (place, gain(place)))
            .filter(|(_, gain)| wins(gain))
            .map(|(place, gain)| (place, gain.iter().map(bound).sum::<f64>()))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((place, _)) = best else {
            so_far.rounds += 1;
            return Ok(false);
        };
        let (candidate, _) = &finalists[place];
        let gains: Vec<Estimate> = (self.contests.iter().zip(&played))
            .filter_map(|(contest, (sums, _))| {
                let (of, rotations) = (contest.deciding(), contest.rotations());
                let differences = &sums.differences[1 + place];
                Some(difference(differences, of, rotations, contest.level)?.estimate)
            })
            .collect();
        let blocks = self.contests.iter().zip(&played);
        let games: Vec<u64> =
            blocks.map(|(contest, (_, blocks))| blocks * contest.rotations()).collect();
        let worded = Worded::new(&candidate.rule, &so_far.file);
        let gain = self.gain(&gains, &games);
        let learnt = Learnt {
            rule: candidate.rule.clone(),
            point: so_far.file.vocabulary.points[candidate.rule.point].name,
            number: worded.number,
            sentence: worded.sentence(),
            parameters: worded.parameters(),
            gains,
            games,
        };
        so_far.file = with(&so_far.file, candidate, &gain)?;
        so_far.rules.push(learnt);
        so_far.rounds += 1;
        Ok(true)
    }

    /// Returns what a rule gained, as a sentence for its comment.
    fn gain(&self, gains: &[Estimate], games: &[u64]) -> String {
        let of = |((contest, gain), games): ((&Rc<Contest<S>>, &Estimate), &u64)| {
            let what = if self.unit() == Unit::Plain { " in score" } else { "" };
            format!(
                "{}{what} with {}{} ({})",
                difference_text(gain, self.unit()),
                counted(contest.seats as u64, "player"),
                contest.against(),
                counted(*games, "game")
            )
        };
        let each = self.contests.iter().zip(gains).zip(games).map(of);
        format!("It gained {}.", each.collect::<Vec<_>>().join("; "))
    }

    /// Returns the unit of gains.
    fn unit(&self) -> Unit {
        Contest::<S>::figures()[self.contests[0].deciding()].unit
    }

    /// Tunes the thresholds of the learnt rules; returns the number of blocks that this took.
    fn tune(&self, so_far: &mut Progressing, ahead: (Instant, Conditions<'_>)) -> Result<u64> {
        let names: Vec<&String> = so_far.rules.iter().flat_map(|rule| &rule.parameters).collect();
        let contest = &self.contests[0];
        let of = (&so_far.file, self.policy(&so_far.file, self.name.clone()));
        let Settled { values, blocks, games } =
            tune::settled(contest, of, &names, so_far.games, ahead)?;
        so_far.spent += games;
        if values.is_empty() {
            return Ok(blocks);
        }
        let rules: Vec<Learnt> =
            so_far.rules.iter().map(|rule| rule.tuned(&values, &so_far.file)).collect();
        let mut text = with_values(&so_far.file.source, &values);
        for (before, after) in so_far.rules.iter().zip(&rules) {
            text = text.replacen(&before.sentence, &after.sentence, 1);
        }
        let file = reread(&so_far.file.source.name, text, &so_far.file)?;
        let policies = [&so_far.file, &file].map(|file| self.policy(file, self.name.clone()));
        let random = self.seed(u64::MAX, Stage::Final);
        let played = self.compared(&policies, so_far, (random, 0, so_far.games / 2), ahead)?;
        so_far.spent += so_far.games / 2;
        let gains = self.contests.iter().zip(&played).map(|(contest, (sums, _))| {
            sums.differences[1][contest.deciding()].moments().in_errors()
        });
        let gains: Vec<f64> = gains.collect();
        if gains.iter().all(|gain| *gain > -1.0) && gains.iter().sum::<f64>() > 0.0 {
            (so_far.file, so_far.rules) = (file, rules);
        }
        Ok(blocks)
    }

    /// Returns the number of games per second, measured in games of the policy.
    fn speed(&self, so_far: &Progressing, ahead: (Instant, Conditions<'_>)) -> Result<f64> {
        let current = [self.policy(&so_far.file, self.name.clone())];
        let ahead = (ahead.0, Conditions { journal: None, ..ahead.1 });
        let mut games = LEAST;
        loop {
            let begun = Instant::now();
            self.compared(&current, so_far, (self.seed(u64::MAX, Stage::Sample), 0, games), ahead)?;
            if begun.elapsed() >= MEASURED {
                return Ok(games as f64 / begun.elapsed().as_secs_f64());
            }
            games *= 2;
        }
    }

    /// Learns rules until none wins more games, or the time is up.
    fn learn(&self, so_far: &mut Progressing, ahead: (Instant, Conditions<'_>)) -> Result<()> {
        let speed;
        (speed, so_far.games) = measured(ahead.1.journal, || {
            let speed = match self.limit {
                Some(_) => self.speed(so_far, ahead)?,
                None => f64::INFINITY,
            };
            let in_time = |limit: Duration| {
                let games = limit.as_secs_f64() * speed / (ROUNDS_IN_TIME * ROUND_TIME);
                LEAST.max(rounded(games) as u64)
            };
            let games = self.games.or(self.limit.map(in_time)).unwrap_or(LEAST);
            Ok(((speed, games), 0))
        })?;
        let last = Duration::from_secs_f64(LAST_TIME * so_far.games as f64 / speed);
        let mut round = last.mul_f64(ROUND_TIME / LAST_TIME);
        let mut effort: u32 = 1;
        while so_far.rules.len() < self.most {
            let over = measured(ahead.1.journal, || {
                let enough = ahead.0.elapsed() + round * effort + last;
                let over = self.limit.is_some_and(|limit| enough > limit && so_far.rounds > 0);
                Ok((over, 0))
            })?;
            if over {
                break;
            }
            let begun = Instant::now();
            let found = self.round(so_far, effort.into(), ahead)?;
            round = measured(ahead.1.journal, || Ok((begun.elapsed() / effort, 0)))?;
            match found {
                true => effort = 1,
                // A second look takes twice the games, and a third while there is time.
                false if effort == 1 || self.limit.is_some() => effort *= 2,
                false => break,
            }
        }
        Ok(())
    }

    fn table(&self, rules: &[Learnt]) -> Table {
        let mut table = Table::new(&LEARNT_RULES);
        for rule in rules {
            for ((contest, gain), games) in self.contests.iter().zip(&rule.gains).zip(&rule.games) {
                let key = contest.key(0, &self.base);
                let own = [
                    (rule.number as u64).into(),
                    rule.point.into(),
                    (*games).into(),
                    gain.value.into(),
                ];
                let errors = estimate_cells(Some(gain)).into_iter().skip(1);
                table
                    .row(&key, own.into_iter().chain(errors).chain([rule.sentence.clone().into()]));
            }
        }
        table
    }

    /// Returns what each rule gained, and the sentences that explain the rules.
    fn shown(&self, rules: &[Learnt]) -> Vec<Block> {
        let gained = self.contests.iter().map(|contest| match self.contests.len() {
            1 => "gained".to_owned(),
            _ => format!("with {}", contest.seats),
        });
        let gained: Vec<String> = gained.collect();
        let gained = gained.iter().map(|name| (&**name, Align::Right));
        let mut grid =
            Grid::new(&[("rule", Align::Right)].into_iter().chain(gained).collect::<Vec<_>>());
        for rule in rules {
            let gains = rule.gains.iter().map(|gain| estimate(gain, self.unit()));
            grid.push([rule.number.to_string()].into_iter().chain(gains));
        }
        let sentence = |rule: &Learnt| Block::Note(format!("{}. {}", rule.number, rule.sentence));
        [Block::Grid(grid)].into_iter().chain(rules.iter().map(sentence)).collect()
    }

    /// The name of the learnt policy.
    fn learnt_name(&self) -> String {
        format!("{}-learnt", self.name.strip_suffix("-learnt").unwrap_or(&self.name))
    }

    /// The name of the learnt file.
    fn file_name(&self) -> String {
        format!("{}.toml", self.learnt_name())
    }
}

impl<S: Definition> Parts for Learn<S> {
    fn units(&self) -> (u64, &'static str) {
        (OPEN, "games and playouts")
    }

    fn looks(&self) -> Option<String> {
        None
    }

    fn nothing(&self, first: u64) -> Played {
        journal::nothing(first)
    }

    fn play(
        &self,
        so_far: &Played,
        end: u64,
        keep: Keep<'_, Played>,
        conditions: Conditions<'_>,
    ) -> Result<Played> {
        let search = |conditions: Conditions<'_>| Ok(self.run(conditions)?.stopped);
        journal::resumed(so_far, end, keep, conditions, search)
    }

    fn results(&self, parts: &[&Played], conditions: Conditions<'_>) -> Result<Results> {
        journal::results(parts, conditions, |conditions| self.run(conditions))
    }
}

impl<S: Definition> Run for Learn<S> {
    fn record(&self) -> RunRecord {
        let mut record = self.contests[0].record(self.games.unwrap_or_default(), None);
        if self.games.is_none() {
            record.define("games", "as the time allows");
        }
        let seats = self.contests.iter().map(|contest| (contest.seats as i64).into());
        record.define("all_players", seats.collect::<Vec<toml::Value>>());
        if self.most < usize::MAX {
            record.define("most_rules", self.most as i64);
        }
        self.contests[0].record_texts(&mut record, std::slice::from_ref(&self.base));
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        vec![LEARNT_RULES.name, COMPARISONS.name, RANKINGS.name]
    }

    fn files(&self) -> Vec<String> {
        vec![self.file_name(), PICTURE.to_owned()]
    }

    fn unit_name(&self) -> &'static str {
        "games"
    }

    fn parts(&self) -> Option<&dyn Parts> {
        Some(self)
    }

    fn hint(&self) -> Option<&'static str> {
        Some("`--out DIR` writes the learnt file, and all tables as CSV files")
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let ahead = (Instant::now(), conditions);
        let mut so_far = Progressing {
            file: self.file.clone(),
            rules: Vec::new(),
            games: self.games.unwrap_or(LEAST),
            rounds: 0,
            spent: 0,
        };
        let mut interrupted = match self.learn(&mut so_far, ahead) {
            Err(Error::Interrupted) => true,
            done => done.map(|()| false)?,
        };
        // Tuning uses the random numbers of the first blocks.
        let mut first = 0;
        if !interrupted && !so_far.rules.is_empty() {
            match self.tune(&mut so_far, ahead) {
                Err(Error::Interrupted) => interrupted = true,
                blocks => first = blocks?,
            }
        }
        let Progressing { file, rules, games, rounds, spent } = &so_far;
        let label = &self.base.label;
        let alone = |answer: String, stopped: bool| Results {
            tables: vec![Table::new(&COMPARISONS), Table::new(&RANKINGS)],
            screen: vec![Block::Title(answer)],
            units_done: *spent,
            stopped: stopped.then(|| conditions.why()),
            ..Results::default()
        };
        let learnt = self.learnt_name();
        let partial = format!(
            "{} learnt for {label} so far; the strength is not yet estimated. `--base` with the file, and \
             `--against {label}`, learns more.",
            counted(rules.len() as u64, "rule")
        );
        let mut found = match (rules.is_empty(), interrupted) {
            (true, false) => {
                alone(format!("No rule was found that wins more games than {label}."), false)
            }
            (true, true) => alone(format!("No rule was learnt for {label} so far."), true),
            (false, true) => alone(partial, true),
            (false, false) => {
                let policies = [self.policy(file, learnt), self.base.clone()];
                let way = |(at, contest): (usize, &Rc<Contest<S>>)| -> Estimated<S> {
                    let title = format!("With {} players:", contest.seats);
                    let compare = Compare::of_two(contest, &policies, Mode::Field);
                    let games = games / ESTIMATED / self.contests.len() as u64;
                    (compare, first, games, (at > 0).then_some(title))
                };
                let exact = self.contests.iter().map(|one| one.exact_note(&policies, conditions));
                let exact: Result<Vec<Option<Block>>> = exact.collect();
                let met = self.duel.iter().map(|duel| {
                    let compare = Compare::of_two(duel, &policies, Mode::HeadToHead);
                    (compare, first, games / ESTIMATED, Some(MET.to_owned()))
                });
                let ways = self.contests.iter().enumerate().map(way).chain(met).collect();
                match exact.and_then(|notes| Ok((notes, estimates(ways, conditions)?))) {
                    Err(Error::Interrupted) => alone(partial, true),
                    found => {
                        let (notes, mut found) = found?;
                        found.screen.extend(notes.into_iter().flatten());
                        found
                    }
                }
            }
        };
        conditions.watch.inspect(|watch| watch.end());
        let estimated = !found.tables[0].rows().is_empty();
        found.tables.insert(0, self.table(rules));
        if !rules.is_empty() {
            found.screen.splice(1..1, self.shown(rules));
            let text = match found.stopped {
                Some(_) => unfinished("further rules", &file.source.text),
                None => file.source.text.to_string(),
            };
            found.files.insert(0, (self.file_name(), text.into_bytes()));
            found.warnings.extend(moved_base(file));
        }
        let validated = match estimated {
            true => {
                " The estimates above come from new games with random numbers that the search did not use."
            }
            false => "",
        };
        found.screen.push(Block::Note(format!(
            "Learnt in {} of sampled decisions, playouts and races: {} games and playouts.{validated}",
            counted(*rounds, "round"),
            count(*spent)
        )));
        if self.limit.is_some() {
            found.screen.push(Block::Note(format!(
                "`--games {games} --max-rules {}` in place of `--for` repeats it.",
                rules.len()
            )));
        }
        found.screen.extend(estimated.then(|| Block::Note(interval_note(self.contests[0].level))));
        found.screen.extend(self.contests[0].proposed());
        found.concluded.push(("learnt_rules", (rules.len() as i64).into()));
        found.concluded.push(("rounds", RunRecord::count(*rounds)));
        found.concluded.push(("games_of_a_round", RunRecord::count(*games)));
        Ok(found)
    }
}
