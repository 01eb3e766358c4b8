//! How fast whole games and turns are played on this machine, for games without vector engines.

use std::time::{Duration, Instant};

use super::{Analyst, BenchSpec, Block, Conditions, RunSpec, Work};
use crate::error::{Error, Result};
use crate::policy::parse_spec;
use crate::report::{Align, Cell, Grid, count};
use crate::sim::interrupt::StopFlag;
use crate::stats::Level;

/// A measurement takes at least this long.
const WINDOW: Duration = Duration::from_millis(800);

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Who plays.
    policy: &'static str,
    /// The rules that are on.
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

    /// The same with these rules on.
    #[must_use]
    pub const fn with(self, rules: &'static [&'static str]) -> Self {
        Self { rules, ..self }
    }

    /// What stands in the table.
    fn what(&self) -> String {
        let played = self.players.map_or_else(
            || "turns alone".to_owned(),
            |players| format!("games of {players} players"),
        );
        let rules = self.rules.iter().map(|rule| (*rule).to_owned());
        [played].into_iter().chain(rules).collect::<Vec<_>>().join(", ")
    }
}

/// Measures `cases` of a game, on the threads asked for.
pub(crate) fn bench(
    game: &dyn Analyst,
    cases: &[Case],
    spec: &BenchSpec<'_>,
) -> Result<Vec<Block>> {
    let title = game.name();
    if let Some(isa) = spec.isa.filter(|isa| *isa != "scalar") {
        return Err(Error::input_help(
            format!("{title} is played without {isa}"),
            format!("leave `--isa` out, or name the game: `pushluck bench el-ocho --isa {isa}`"),
        ));
    }
    let mut grid = Grid::new(&[
        ("what", Align::Left),
        ("policy", Align::Left),
        ("units a second", Align::Right),
        ("ns a decision", Align::Right),
    ]);
    for case in cases {
        let speed = measure(game, case, spec.threads)?;
        grid.push([
            case.what(),
            case.policy.to_owned(),
            count(speed.units as u64),
            format!("{:.0}", speed.nanoseconds),
        ]);
    }
    let threads = match spec.threads {
        None => "as many threads as there are".to_owned(),
        Some(1) => "one thread".to_owned(),
        Some(more) => format!("{more} threads"),
    };
    let note = "Decisions among several legal actions, those that a default takes among them; \
                nanoseconds of one thread's time, with dice, cards and counting.";
    Ok(vec![
        Block::Title(format!("{title}, {threads}")),
        Block::Grid(grid),
        Block::Note(note.to_owned()),
    ])
}

struct Speed {
    units: f64,
    nanoseconds: f64,
}

fn measure(game: &dyn Analyst, case: &Case, threads: Option<usize>) -> Result<Speed> {
    let spec = |units: u64| -> Result<RunSpec> {
        Ok(RunSpec {
            settings: case.rules.iter().map(|rule| ((*rule).to_owned(), None)).collect(),
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
    };
    let stop = StopFlag::new();
    let conditions = Conditions { threads, stop: &stop, watch: None, cache: None };
    let mut units = 2_000;
    let (taken, results) = loop {
        let run = game.prepare(&spec(units)?, conditions)?;
        let begin = Instant::now();
        let results = run.run(conditions)?;
        let taken = begin.elapsed();
        if taken >= WINDOW {
            break (taken, results);
        }
        let factor = WINDOW.as_secs_f64() * 1.3 / taken.as_secs_f64().max(1e-6);
        units = (units as f64 * factor.clamp(2.0, 100.0)) as u64;
    };
    let rule_use = results.tables.iter().find(|table| table.name() == "rule_use");
    let decisions: f64 = rule_use.map_or(0.0, |table| {
        let decided = table.columns().iter().position(|column| column.name == "decided");
        let Some(decided) = decided else { return 0.0 };
        let cell = |row: &Vec<Cell>| match row[decided] {
            Cell::Integer(number) => number as f64,
            _ => 0.0,
        };
        table.rows().iter().map(cell).sum()
    });
    let offered = || std::thread::available_parallelism().map_or(1, usize::from);
    let workers = threads.unwrap_or_else(offered);
    let seconds = taken.as_secs_f64();
    Ok(Speed {
        units: units as f64 / seconds,
        nanoseconds: seconds * 1e9 * workers as f64 / decisions.max(1.0),
    })
}
