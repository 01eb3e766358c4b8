//! Reviews: where a policy loses, by decision point, rule and situation, and what would have been
//! better.
//!
//! The reviewed policy plays games against its opponents. At each of its decisions, another action is
//! valued against the chosen one, exactly or by playouts in which a strong policy (the base) continues in
//! its seat. If the base itself chooses the other action, the sum of the differences over a game is the
//! difference in win rate between the base and the policy (Kakade and Langford, "Approximately optimal
//! approximate reinforcement learning", 2002, lemma 6.1). A review measures this difference in play too,
//! as a check.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::blocks::{WINS, difference};
use super::compare::{Compare, Mode};
use super::contest::Contest;
use crate::error::{Error, Result};
use crate::game::contract::{MAX_SEATS, Silent};
use crate::game::decision::{ActionList, DEFAULT_RULE, Decision, Policy};
use crate::game::position::Placed;
use crate::policy::play::FilePolicy;
use crate::policy::{CheckedPolicy, PolicySpec, parse_spec};
use crate::report::RunRecord;
use crate::run::parts::{Additive, play_all};
use crate::run::prepared::IN_TABLES;
use crate::run::simulate::{Deal, Taken};
use crate::run::stop_rule::Stops;
use crate::run::{
    Arena, Conditions, Definition, NamedPolicy, Parts, Played, PolicyKind, Registered, Results,
    ReviewSpec, Run, named_policies,
};
use crate::sim::interrupt::StopFlag;
use crate::sim::runner::{Beside, Keep, Outcome, RunOptions, Simulation, run_on};
use crate::sim::seating::{Lineup, Seating};
use crate::sim::tally::Tally as _;
use crate::stats::Estimate;

mod answer;
mod judge;
mod sums;

use judge::{Judge, Judged};
use sums::{Costliest, Costly, Group, ReviewSums, To};

/// The maximum number of games; the moments of losses are exact up to there.
const MAX_GAMES: u64 = 1 << 32;

/// A prepared review.
struct Review<S: Definition> {
    contest: Rc<Contest<S>>,
    policy: NamedPolicy,
    base: NamedPolicy,
    /// Whether exact values are used where there are any.
    exact: bool,
    games: u64,
}

/// Prepares a review.
pub(super) fn prepare<S: Definition>(
    entry: &Registered<S>,
    spec: &ReviewSpec,
) -> Result<Box<dyn Run>> {
    let ReviewSpec { arena, policy, base } = spec;
    let mut arena = arena.clone();
    let exact = solved::<S>(&arena, base.as_ref());
    if let Some(solved) = exact.filter(|_| arena.field.is_empty()) {
        arena.field.push(parse_spec(solved)?);
    }
    let contest = Contest::new(entry, &arena, &[Vec::new()], false)?;
    if contest.seats < 2 || contest.fixed_seats {
        return Err(Error::input_help(
            "a review measures lost win rate, so it needs at least one opponent in rotated seats",
            "give `--players 2` or `--against SPEC`",
        ));
    }
    let default = exact.map_or_else(|| parse_spec(S::OPTIONS.playing()), parse_spec);
    let base = base.clone().map_or(default, Ok)?;
    let policy = contest.candidates(entry, std::slice::from_ref(policy))?.swap_remove(0);
    let base = named_policies(entry, std::slice::from_ref(&base))?.swap_remove(0);
    let default =
        if exact.is_some() { S::OPTIONS.default_games / 100 } else { S::OPTIONS.review_games };
    let games = contest.count.unwrap_or(default);
    if games > MAX_GAMES {
        return Err(Error::input_help(
            format!("{games} games are too many to review"),
            format!("give at most {MAX_GAMES}"),
        ));
    }
    let contest = Rc::new(contest);
    Ok(Box::new(Review { contest, policy, base, exact: exact.is_some(), games }))
}

/// Returns the policy of the solution, if decisions have exact values: for two players, all others of
/// whom play it.
fn solved<S: Definition>(arena: &Arena, base: Option<&PolicySpec>) -> Option<&'static str> {
    let solved = S::OPTIONS.solved?;
    let own = |spec: &PolicySpec| !spec.is_file && spec.name() == solved;
    let two = arena.players.is_none_or(|players| players == 2) && arena.field.len() < 2;
    (two && base.is_none() && arena.field.iter().all(own)).then_some(solved)
}

impl<S: Definition> Review<S> {
    /// The reviewed policy, the base and the field, ready to play.
    fn players(&self, conditions: Conditions<'_>) -> Result<Vec<Arc<dyn Policy<S>>>> {
        let candidates = [self.policy.clone(), self.base.clone()];
        Ok(self.contest.players(&candidates, conditions)?.swap_remove(0))
    }

    /// The matchup: the reviewed policy, and its opponents, as indices into the players.
    fn lineup(&self) -> Lineup {
        [0].into_iter().chain(self.contest.fellows().map(|fellow| 2 + fellow)).collect()
    }

    /// The games with everything that judges them.
    fn table<'a>(
        &'a self,
        players: &'a [Arc<dyn Policy<S>>],
        game: &'a S,
        conditions: Conditions<'_>,
    ) -> Result<Reviewed<'a, S>> {
        let exact = if self.exact { self.contest.exact(conditions)? } else { None };
        if self.exact && exact.is_none() {
            return Err(Error::input_help(
                format!("`{}` has no exact values with these rules", self.base.label),
                "name another policy for the playouts with `--base`",
            ));
        }
        let seed = self.contest.seed;
        Ok(Reviewed {
            judge: Judge { game, base: &*players[1], exact, seed },
            players,
            from: self.contest.from(),
            lineups: [self.lineup()],
            alone: match &self.policy.kind {
                PolicyKind::File(file) => rules_alone(file),
                PolicyKind::BuiltIn(_) | PolicyKind::Bot(_) => Vec::new(),
            },
        })
    }

    /// How much the base wins more than the policy, in play.
    fn in_play(&self, reviewed: u64, conditions: Conditions<'_>) -> Result<Option<Estimate>> {
        // Exact losses have a check without sampling error: the regret of `solve`.
        if self.exact || self.policy.plays_as(&self.base) {
            return Ok(None);
        }
        let two = [self.base.clone(), self.policy.clone()];
        let compare = Compare::of_two(&self.contest, &two, Mode::Field);
        let rotations = self.contest.rotations();
        let games = S::OPTIONS.default_games.min(reviewed.saturating_mul(IN_PLAY));
        let blocks = (games / rotations).max(1);
        let sums = compare.sums(0..blocks, conditions)?;
        let found = difference(&sums.differences[0], WINS, rotations, self.contest.level);
        Ok(found.map(|found| found.estimate))
    }
}

/// The maximum number of games that check a review, for each reviewed game.
const IN_PLAY: u64 = 100;

/// Returns policies of one rule each without its condition, by decision point.
fn rules_alone(file: &CheckedPolicy) -> Vec<Vec<FilePolicy>> {
    let alone = |point: usize, rule: usize| {
        let mut one = file.clone();
        one.points.iter_mut().enumerate().filter(|(at, _)| *at != point).for_each(|(_, rules)| {
            rules.clear();
        });
        one.points[point] = vec![file.points[point][rule].clone()];
        one.points[point][0].when = None;
        FilePolicy::new(&one)
    };
    let of = |(point, rules): (usize, &Vec<_>)| {
        (0..rules.len()).map(|rule| alone(point, rule)).collect()
    };
    file.points.iter().enumerate().map(of).collect()
}

/// A reviewed decision of a game, until the game ends.
struct Noted {
    point: u8,
    rule: u8,
    /// The kinds of the chosen and of the better action.
    kinds: (u8, u8),
    missed: Vec<u8>,
    standing: u8,
    /// The length of the game so far.
    length: u32,
    decision: u64,
    judged: Judged,
    better: bool,
}

/// Games to review.
struct Reviewed<'a, S: Definition> {
    judge: Judge<'a, S>,
    players: &'a [Arc<dyn Policy<S>>],
    from: Option<&'a Placed<S::State>>,
    lineups: [Lineup; 1],
    alone: Vec<Vec<FilePolicy>>,
}

/// The buffers of a thread.
struct Worker<S: Definition> {
    actions: ActionList<S::Action>,
    playouts: ActionList<S::Action>,
}

impl<S: Definition> Reviewed<'_, S> {
    fn seating(&self) -> Seating<'_> {
        Seating { lineups: &self.lineups, fixed: false, seed: self.judge.seed }
    }

    /// Returns the game to play, and the seat of the reviewed policy.
    fn deal(&self, number: u64) -> (Deal<'_, S>, usize) {
        let mut policies = [0; MAX_SEATS];
        let mut own = 0;
        for (seat, policy) in self.seating().policies(number).enumerate() {
            policies[seat] = policy;
            own = if policy == 0 { seat } else { own };
        }
        let random = (self.judge.seed, number);
        let (game, players) = (self.judge.game, self.players);
        (Deal { game, players, from: self.from, policies, random }, own)
    }

    /// Reviews a game and adds it; returns `false` if a stop was requested before its end.
    fn game(
        &self,
        number: u64,
        worker: &mut Worker<S>,
        sums: &mut ReviewSums,
        stop: &StopFlag,
    ) -> bool {
        let (deal, own) = self.deal(number);
        let mut others: [&dyn Policy<S>; MAX_SEATS] = [self.judge.base; MAX_SEATS];
        for (seat, policy) in others.iter_mut().zip(deal.policies) {
            *seat = &*self.players[policy];
        }
        let game = self.judge.game;
        let (mut count, mut noted) = (0, Vec::new());
        let Worker { actions, playouts } = worker;
        let taken = |taken: Taken<'_, S>| {
            count += 1;
            let decision = taken.decision;
            if taken.policy != 0 || stop.raised().is_some() || decision.count() < 2 {
                return;
            }
            let chosen = decision.actions().iter().position(|one| *one == taken.choice.action);
            let chosen = chosen.unwrap_or(0);
            let judged = self.judge.judge(decision, chosen, (number, count), others, playouts);
            noted.push(self.noted(&taken, chosen, count, judged));
        };
        let end = deal.play(&mut Silent, actions, taken, || stop.raised().is_some());
        if stop.raised().is_some() {
            return false;
        }
        let length = game.length(&end.state, own as u8);
        sums.games += 1;
        let mut groups: BTreeMap<Group, (u64, u64, [i64; 2])> = BTreeMap::new();
        let mut costly = Vec::new();
        for one in noted {
            let third = (3 * u64::from(one.length) / u64::from(length).max(1)).min(2) as u8;
            let own = [
                Group::All,
                Group::Point(one.point),
                Group::Rule(one.point, one.rule),
                Group::Third(third),
                Group::Standing(one.standing),
            ];
            let change = Group::Change(one.point, one.kinds.0, one.kinds.1);
            let missed = one.missed.iter().map(|rule| Group::Missed(one.point, *rule));
            let more = missed.chain(one.better.then_some(change));
            for group in own.into_iter().chain(more) {
                let into = groups.entry(group).or_default();
                into.0 += 1;
                into.1 += u64::from(one.better);
                into.2[To::Base as usize] += one.judged.of_base;
                into.2[To::Found as usize] += one.judged.loss;
            }
            if one.judged.loss > 0 {
                let (gain, better) = (-one.judged.loss, one.judged.better as u32);
                costly.push(Costly { gain, game: number, decision: one.decision, better });
            }
        }
        sums.costliest.merge(Costliest(costly));
        for (group, (decisions, better, lost)) in groups {
            let into = sums.groups.entry(group).or_default();
            into.decisions += decisions;
            into.better += better;
            into.losses.iter_mut().zip(lost).for_each(|(into, lost)| into.add(lost));
        }
        true
    }

    /// Returns what a review notes of a decision.
    fn noted(&self, taken: &Taken<'_, S>, chosen: usize, decision: u64, judged: Judged) -> Noted {
        let &Decision { game, state, seat, point, .. } = taken.decision;
        let actions = taken.decision.actions();
        let better = judged.better != chosen;
        let kind = |action: usize| game.kind(point, actions[action]) as u8;
        let rules = self.alone.get(usize::from(point)).map_or(&[][..], Vec::as_slice);
        let would = |(rule, alone): (usize, &FilePolicy)| {
            let choice = Policy::<S>::choose(alone, taken.decision);
            let meant = choice.rule != DEFAULT_RULE && choice.action == actions[judged.better];
            (meant && rule as u8 != taken.choice.rule).then_some(rule as u8)
        };
        let missed = rules.iter().enumerate().filter(|_| better).filter_map(would).collect();
        let scores = game.ranking(state).scores;
        let of = |seat: u8| scores[usize::from(seat)];
        let best = (0..game.seats()).filter(|other| *other != seat).map(of).max();
        let standing = best.map_or(1, |best| 1 + of(seat).cmp(&best) as i8) as u8;
        let kinds = (kind(chosen), kind(judged.better));
        let length = game.length(state, seat);
        Noted {
            point,
            rule: taken.choice.rule,
            kinds,
            missed,
            standing,
            length,
            decision,
            judged,
            better,
        }
    }
}

impl<S: Definition> Simulation for Reviewed<'_, S> {
    type Tally = ReviewSums;
    type Worker = Worker<S>;

    fn worker(&self) -> Worker<S> {
        Worker { actions: ActionList::default(), playouts: ActionList::default() }
    }

    fn empty(&self) -> ReviewSums {
        ReviewSums::default()
    }

    fn batch_len(&self, _: u64) -> u64 {
        1
    }

    fn run_batch(
        &self,
        worker: &mut Worker<S>,
        mut units: Range<u64>,
        tally: &mut ReviewSums,
        stop: &StopFlag,
    ) -> bool {
        units.all(|game| self.game(game, worker, tally, stop))
    }

    fn headline(&self, so_far: &ReviewSums, _: u64) -> String {
        let all = so_far.losses(Group::All, To::Base);
        let lost = all.sum() as f64 / (all.n() as f64).max(1.0) * self.judge.unit() * 100.0;
        if all.n() == 0 { String::new() } else { format!("{lost:.1} % lost to the base") }
    }
}

impl<S: Definition> Additive for Review<S> {
    type Sums = ReviewSums;

    fn all_units(&self) -> (u64, &'static str) {
        (self.games, "games")
    }

    fn looks(&self) -> Option<String> {
        None
    }

    fn empty(&self) -> ReviewSums {
        ReviewSums::default()
    }

    fn fits(&self, sums: &ReviewSums) -> bool {
        sums.groups.values().all(|group| group.losses[0].n() <= sums.games)
    }

    fn play_on(
        &self,
        so_far: ReviewSums,
        units: Range<u64>,
        keep: Option<Keep<'_, ReviewSums>>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<ReviewSums>> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let players = self.players(conditions)?;
        let games = self.table(&players, &self.contest.games[0], conditions)?;
        let options = RunOptions { units: units.end, threads, stop, watch };
        run_on(&games, options, (so_far, units.start), Beside { keep, look: None })
    }

    fn results_of(
        &self,
        played: Played<ReviewSums>,
        conditions: Conditions<'_>,
    ) -> Result<Results> {
        if played.sums.games == 0 {
            return Err(Error::Interrupted);
        }
        self.answer(&played, conditions)
    }
}

impl<S: Definition> Run for Review<S> {
    fn record(&self) -> RunRecord {
        let stops = Stops { until: None, most: self.games, bound: None };
        let mut record = self.contest.record(self.games, Some(stops));
        match self.exact {
            true => record.define("values", "exact"),
            false => record.define("worlds", i64::from(judge::WORLDS)),
        }
        record.define("base", &*self.base.label);
        let both = [self.policy.clone(), self.base.clone()];
        self.contest.record_texts(&mut record, &both);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        answer::TABLES.to_vec()
    }

    fn files(&self) -> Vec<String> {
        answer::files()
    }

    fn units(&self) -> Option<u64> {
        Some(self.games)
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
