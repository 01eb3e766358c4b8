//! How fast whole games and turns are played on this machine.

use std::time::{Duration, Instant};

use super::{Analyst, Block, Conditions, RunSpec, Work};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::policy::parse_spec;
use crate::report::schema::SPEED;
use crate::report::{Align, Cell, Grid, Key, Table};
use crate::sim::progress::{Progress, short};
use crate::stats::Level;

/// A round takes about so long.
const ROUND: Duration = Duration::from_millis(400);
/// The rounds of a measurement.
const ROUNDS: usize = 5;

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Who plays.
    policy: &'static str,
    /// The rules that differ from the edition's, as `key` or `key=value`.
    rules: &'static [&'static str],
    /// The players; none: turns alone.
    players: Option<usize>,
}

impl Case {
    /// Games of one policy with so many players.
    #[must_use]
    pub const fn games(policy: &'static str, players: usize) -> Self {
        Self { policy, rules: &[], players: Some(players) }
    }

    /// Turns of a policy alone.
    #[must_use]
    pub const fn turns(policy: &'static str) -> Self {
        Self { policy, rules: &[], players: None }
    }

    /// The same by these rules.
    #[must_use]
    pub const fn with(self, rules: &'static [&'static str]) -> Self {
        Self { rules, ..self }
    }

    /// The rules as settings.
    pub(super) fn settings(&self) -> Vec<RuleSetting> {
        let setting = |rule: &&str| match rule.split_once('=') {
            Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
            None => ((*rule).to_owned(), None),
        };
        self.rules.iter().map(setting).collect()
    }

    /// The number of players.
    pub(super) fn players(&self) -> usize {
        self.players.unwrap_or(1)
    }

    /// What stands in the table.
    fn what(&self) -> String {
        let played = match self.players {
            None => "turns alone".to_owned(),
            Some(players) => format!("games of {players} players"),
        };
        let rules = self.rules.iter().map(|rule| (*rule).to_owned());
        [played].into_iter().chain(rules).collect::<Vec<_>>().join(", ")
    }
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Speed {
    /// What was played, as rows of tables begin.
    key: Key,
    case: Case,
    threads: usize,
    /// Games or turns per second, round by round, from the slowest to the fastest.
    rates: Vec<f64>,
    /// Decisions of a game or turn.
    decisions: f64,
}

/// The least, the median and the largest.
type Spread = [f64; 3];

impl Speed {
    /// Games or turns per second.
    fn rate(&self) -> Spread {
        let last = self.rates.len() - 1;
        [self.rates[0], self.rates[last / 2], self.rates[last]]
    }

    /// Nanoseconds of one thread's time for a decision; none where nothing is decided.
    fn of_decision(&self) -> Option<Spread> {
        let [low, median, high] = self.rate();
        let time = |rate: f64| 1e9 * self.threads as f64 / (rate * self.decisions);
        (self.decisions > 0.0).then(|| [high, median, low].map(time))
    }
}

/// Measures case `number` of `of` of a game.
///
/// # Errors
///
/// [`Error::Interrupted`], and a case that cannot be played.
pub(super) fn measure(
    game: &dyn Analyst,
    (case, key): (&Case, Key),
    (number, of): (usize, usize),
    (begun, conditions): (Instant, Conditions<'_>),
) -> Result<Speed> {
    let show = |round: usize| {
        let Some(watch) = conditions.watch else { return };
        watch.show(&Progress {
            done: (number * ROUNDS + round) as u64,
            total: (of * ROUNDS) as u64,
            elapsed: begun.elapsed(),
            headline: &format!("{}, {}, {}", game.name(), case.what(), case.policy),
            stopping: conditions.stop.raised().is_some(),
        });
    };
    let quiet = Conditions { watch: None, cache: None, ..conditions };
    let play = |units: u64| {
        let run = game.prepare(&spec(case, units)?, quiet)?;
        let begin = Instant::now();
        let results = run.run(quiet)?;
        let taken = begin.elapsed();
        match conditions.stop.raised() {
            None => Ok((taken.as_secs_f64().max(1e-6), results)),
            Some(_) => Err(Error::Interrupted),
        }
    };
    let (mut units, round) = (500, ROUND.as_secs_f64());
    let decisions = loop {
        let (taken, results) = play(units)?;
        if taken >= round {
            break decisions(&results.tables) / units as f64;
        }
        units = (units as f64 * (round * 1.2 / taken).clamp(2.0, 50.0)) as u64;
    };
    let mut rates = Vec::new();
    for done in 0..ROUNDS {
        show(done);
        rates.push(units as f64 / play(units)?.0);
    }
    show(ROUNDS);
    rates.sort_unstable_by(f64::total_cmp);
    let offered = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = conditions.threads.unwrap_or_else(offered);
    Ok(Speed { key, case: *case, threads, rates, decisions })
}

fn spec(case: &Case, units: u64) -> Result<RunSpec> {
    Ok(RunSpec {
        settings: case.settings(),
        edition: None,
        policies: vec![parse_spec(case.policy)?],
        players: case.players,
        fixed_seats: false,
        start: Vec::new(),
        seed: 1,
        work: match case.players {
            None => Work::Turns(units),
            Some(_) => Work::Games(Some(units)),
        },
        level: Level::DEFAULT,
    })
}

/// The decisions of a run.
fn decisions(tables: &[Table]) -> f64 {
    let Some(table) = tables.iter().find(|table| table.name() == "rule_use") else { return 0.0 };
    let decided = table.columns().iter().position(|column| column.name == "decided");
    let cell = |row: &Vec<Cell>| match decided.map(|column| &row[column]) {
        Some(Cell::Integer(number)) => *number as f64,
        _ => 0.0,
    };
    table.rows().iter().map(cell).sum()
}

/// What was measured, for programs.
pub(crate) fn table(speeds: &[Speed]) -> Table {
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
            let head: [Cell; 6] = [
                speed.case.policy.into(),
                unit.into(),
                speed.case.players().into(),
                speed.threads.into(),
                speed.rates.len().into(),
                figure.into(),
            ];
            table.row(&speed.key, head.into_iter().chain([low, median, high].map(Cell::from)));
        }
    }
    table
}

/// What was measured, for people: a grid for each game.
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
        "Medians of {ROUNDS} rounds of about {} s. Decisions are those among several legal actions; ns \
         each: nanoseconds of one thread's time for one of them, with dice, cards and counting.",
        ROUND.as_secs_f64()
    )));
    screen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_from_the_slowest_to_the_fastest() {
        let case = Case::games("random", 4).with(&["level=2", "joker"]);
        assert_eq!(case.what(), "games of 4 players, level=2, joker");
        let settings = [("level".to_owned(), Some("2".to_owned())), ("joker".to_owned(), None)];
        assert_eq!(case.settings(), settings);
        let rates = vec![10.0, 20.0, 25.0, 40.0, 50.0];
        let speed = Speed { key: Key::default(), case, threads: 2, rates, decisions: 4.0 };
        assert_eq!(speed.rate(), [10.0, 25.0, 50.0]);
        assert_eq!(speed.of_decision(), Some([1e7, 2e7, 5e7]));
        let table = table(&[speed.clone(), Speed { decisions: 0.0, ..speed }]);
        let decisions = table.number(&[("figure", "decisions_per_second")], "median");
        assert_eq!((table.rows().len(), decisions), (4, Some(100.0)));
    }
}
