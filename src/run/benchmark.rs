//! Measures the speed of whole games and single turns on this machine.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::registered::MAX_GAMES;
use super::{AnyGame, Block, Conditions, RunSpec, Work};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::policy::parse_spec;
use crate::report::schemas::SPEED;
use crate::report::{Align, Cell, Grid, Key, Table};
use crate::sim::interrupt::{StopFlag, Why};
use crate::sim::progress::{Progress, Watch, short};

/// The approximate duration of a round: some batches of every thread.
const ROUND: Duration = Duration::from_millis(500);
/// The rounds of a measurement.
pub const ROUNDS: usize = 5;
/// The maximum number of rounds until the speed is steady.
const MOST: usize = 40;
/// The speed is steady when the last two rounds are faster than earlier ones by at most this
/// factor.
const STEADY: f64 = 1.1;

/// A case to be measured.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The policies.
    policy: &'static str,
    /// The rules that differ from the edition, as `key` or `key=value`.
    rules: &'static [&'static str],
    /// The number of players; `None` for single turns.
    players: Option<usize>,
}

impl Case {
    /// Returns the case of games of one policy with this number of players.
    pub const fn games(policy: &'static str, players: usize) -> Self {
        Self { policy, rules: &[], players: Some(players) }
    }

    /// Returns the case of single turns of a policy.
    pub const fn turns(policy: &'static str) -> Self {
        Self { policy, rules: &[], players: None }
    }

    /// Returns the case with these rules.
    pub const fn with(self, rules: &'static [&'static str]) -> Self {
        Self { rules, ..self }
    }

    /// Returns the rules as settings.
    pub fn settings(&self) -> Vec<RuleSetting> {
        let setting = |rule: &&str| match rule.split_once('=') {
            Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
            None => ((*rule).to_owned(), None),
        };
        self.rules.iter().map(setting).collect()
    }

    /// Returns the number of players; 1 for single turns.
    pub(super) fn players(&self) -> usize {
        self.players.unwrap_or(1)
    }

    /// Returns the label of the case in the table.
    pub fn what(&self) -> String {
        let played = match self.players {
            None => "single turns".to_owned(),
            Some(players) => format!("games of {players} players"),
        };
        let rules = self.rules.iter().map(|rule| (*rule).to_owned());
        [played].into_iter().chain(rules).collect::<Vec<_>>().join(", ")
    }
}

/// A measurement.
#[derive(Clone, Debug)]
pub struct Speed {
    /// The key columns of its row.
    pub key: Key,
    pub case: Case,
    pub threads: usize,
    /// Games or turns per second of each round, in ascending order.
    pub rates: Vec<f64>,
    /// Set-up seconds: preparation of policies, and the excess time of the games before the rounds
    /// over the median rate.
    pub setup: f64,
    /// Decisions per game or turn.
    pub decisions: f64,
}

/// Returns the minimum, the median and the maximum.
pub type Spread = [f64; 3];

impl Speed {
    /// Returns games or turns per second.
    pub fn rate(&self) -> Spread {
        let last = self.rates.len() - 1;
        [self.rates[0], self.rates[last / 2], self.rates[last]]
    }

    /// Returns nanoseconds of one thread per decision; `None` without decisions.
    pub fn of_decision(&self) -> Option<Spread> {
        let [low, median, high] = self.rate();
        let time = |rate: f64| 1e9 * self.threads as f64 / (rate * self.decisions);
        (self.decisions > 0.0).then(|| [high, median, low].map(time))
    }
}

/// Watches one run and ends it when the last [`ROUNDS`] rounds are steady.
///
/// A run also sets up during play: every thread folds policies into tables as positions occur. One
/// run is watched, and its rounds start when the set-up is over.
pub struct Meter<'a> {
    /// Elapsed time and units at the end of each round.
    pub rounds: Mutex<Vec<(Duration, u64)>>,
    /// The flag that ends the run.
    pub stop: &'a StopFlag,
    /// The flag of the user.
    pub outer: &'a StopFlag,
    /// Called with the number of rounds.
    pub show: &'a (dyn Fn(usize) + Sync),
}

impl Watch for Meter<'_> {
    fn show(&self, progress: &Progress<'_>) {
        if let Some(why) = self.outer.raised() {
            self.stop.raise(why);
        }
        let mut rounds = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        let (then, had) = rounds.last().copied().unwrap_or_default();
        // A round ends with a batch, so that no batch counts in two rounds.
        if progress.elapsed < then + ROUND || progress.done <= had {
            return;
        }
        rounds.push((progress.elapsed, progress.done));
        (self.show)(rounds.len());
        if rounds.len() >= MOST || is_steady(&rates(&rounds)) {
            self.stop.raise(Why::Settled);
        }
    }

    fn interval(&self) -> Duration {
        Duration::from_millis(10)
    }
}

/// Returns units per second of each round.
fn rates(rounds: &[(Duration, u64)]) -> Vec<f64> {
    let mut before = (Duration::ZERO, 0);
    let rate = |&(end, done): &(Duration, u64)| {
        let (then, had) = std::mem::replace(&mut before, (end, done));
        (done - had) as f64 / (end - then).as_secs_f64()
    };
    rounds.iter().map(rate).collect()
}

/// Returns whether the last rounds, not including the first, have about the same speed.
fn is_steady(rates: &[f64]) -> bool {
    let Some(last) = rates.len().checked_sub(ROUNDS).filter(|first| *first > 0) else {
        return false;
    };
    let (early, late) = rates[last..].split_at(ROUNDS - 2);
    let mean = |rates: &[f64]| rates.iter().sum::<f64>() / rates.len() as f64;
    mean(late) <= STEADY * mean(early)
}

/// Returns the rates of the last rounds in ascending order, and the excess seconds of everything
/// before them over the median rate.
pub fn settled(rounds: &[(Duration, u64)]) -> (Vec<f64>, f64) {
    let first = rounds.len().saturating_sub(ROUNDS);
    let mut rates = rates(rounds).split_off(first);
    rates.sort_unstable_by(f64::total_cmp);
    let before = first.checked_sub(1).map(|last| rounds[last]);
    let slow = before.zip(rates.get(rates.len() / 2));
    let slow = slow.map(|((taken, units), rate)| taken.as_secs_f64() - units as f64 / rate);
    (rates, slow.unwrap_or(0.0).max(0.0))
}

/// Measures case `number` of `of` of a game.
pub(super) fn measure(
    game: &dyn AnyGame,
    (case, key): (&Case, Key),
    (number, of): (usize, usize),
    (begun, conditions): (Instant, Conditions<'_>),
) -> Result<Speed> {
    let show = |round: usize| {
        let Some(watch) = conditions.watch else { return };
        let round = round.min(ROUNDS);
        watch.show(&Progress {
            done: (number * ROUNDS + round) as u64,
            total: (of * ROUNDS) as u64,
            elapsed: begun.elapsed(),
            headline: &format!("{}, {}, {}", game.name(), case.what(), case.policy),
            stopping: conditions.stop.raised().is_some(),
        });
    };
    show(0);
    let stop = StopFlag::new();
    let rounds = Mutex::default();
    let meter = Meter { rounds, stop: &stop, outer: conditions.stop, show: &show };
    let begin = Instant::now();
    let quiet = Conditions { watch: None, cache: None, ..conditions };
    let run = game.prepare(&spec(case, MAX_GAMES)?, quiet)?;
    let prepared = begin.elapsed().as_secs_f64();
    let results = run.run(Conditions { stop: &stop, watch: Some(&meter), ..quiet })?;
    if conditions.stop.raised().is_some() {
        return Err(Error::Interrupted);
    }
    let rounds = meter.rounds.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (rates, slow) = settled(&rounds);
    let decisions = decisions(&results.tables) / results.units_done as f64;
    let offered = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = conditions.threads.unwrap_or_else(offered);
    Ok(Speed { key, case: *case, threads, rates, setup: prepared + slow, decisions })
}

fn spec(case: &Case, units: u64) -> Result<RunSpec> {
    let work = case.players.map_or(Work::Turns(units), |_| Work::Games(Some(units)));
    let (settings, policies) = (case.settings(), vec![parse_spec(case.policy)?]);
    Ok(RunSpec { settings, policies, players: case.players, seed: 1, work, ..RunSpec::default() })
}

/// Returns the decisions of a run.
fn decisions(tables: &[Table]) -> f64 {
    let Some(table) = tables.iter().find(|table| table.name() == "rule_use") else { return 0.0 };
    let decided = table.columns().iter().position(|column| column.name == "decided");
    let cell = |row: &Vec<Cell>| match decided.map(|column| &row[column]) {
        Some(Cell::Integer(number)) => *number as f64,
        _ => 0.0,
    };
    table.rows().iter().map(cell).sum()
}

/// Returns the measurements as a table.
pub fn table(speeds: &[Speed]) -> Table {
    let mut table = Table::new(&SPEED);
    for speed in speeds {
        let unit = if speed.case.players.is_some() { "game" } else { "turn" };
        let decided = (speed.decisions > 0.0).then(|| speed.rate().map(|r| r * speed.decisions));
        for (figure, spread) in [
            ("units_per_second", Some(speed.rate())),
            ("decisions_per_second", decided),
            ("ns_per_decision", speed.of_decision()),
        ] {
            let Some([low, median, high]) = spread else { continue };
            let head: [Cell; 7] = [
                speed.case.policy.into(),
                unit.into(),
                speed.case.players().into(),
                speed.threads.into(),
                speed.rates.len().into(),
                speed.setup.into(),
                figure.into(),
            ];
            table.row(&speed.key, head.into_iter().chain([low, median, high].map(Cell::from)));
        }
    }
    table
}

/// Returns the measurements for the screen: one grid per game.
pub(crate) fn screen(speeds: &[Speed]) -> Vec<Block> {
    let mut screen = Vec::new();
    for of_one in speeds.chunk_by(|a, b| a.key.game == b.key.game) {
        let mut grid = Grid::new(&[
            ("played", Align::Left),
            ("policy", Align::Left),
            ("per second", Align::Right),
            ("slowest to fastest", Align::Right),
            ("decisions per s", Align::Right),
            ("ns each", Align::Right),
            ("set-up s", Align::Right),
        ]);
        for speed in of_one {
            let [low, median, high] = speed.rate();
            let of_decision = speed.of_decision();
            grid.push([
                speed.case.what(),
                speed.case.policy.to_owned(),
                short(median),
                format!("{} to {}", short(low), short(high)),
                of_decision.map_or_else(String::new, |_| short(median * speed.decisions)),
                of_decision.map_or_else(String::new, |[_, median, _]| format!("{median:.0}")),
                format!("{:.2}", speed.setup),
            ]);
        }
        let threads = match of_one[0].threads {
            1 => "one thread".to_owned(),
            more => format!("{more} threads"),
        };
        screen.push(Block::Title(format!("{}, {threads}", of_one[0].key.game)));
        screen.push(Block::Grid(grid));
    }
    screen.push(Block::Note(format!(
        "Medians of {ROUNDS} rounds of about {} s, once the speed is steady. Decisions: all decisions of policies; ns each: nanoseconds of one thread \
                 per decision, including dice, cards and counting; set-up: the time to prepare the policies, \
                 and the excess time of the first games over the steady speed.",
        ROUND.as_secs_f64()
    )));
    screen
}
