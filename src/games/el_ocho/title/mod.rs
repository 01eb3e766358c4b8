//! El Ocho for the analyst: who plays, what is counted, which tables it fills.

use std::sync::{Arc, LazyLock};

use crate::diagnostic::{Diagnostic, Source};
use crate::error::{Error, Result, nearest};
use crate::experiment::lineups::lineups;
use crate::experiment::players;
use crate::experiment::{
    Analyst, Ask, BenchSpec, Block, Conditions, Extra, NamedPolicy, OwnParameter, PolicyKind,
    Results, Run, RunSpec, Shipped, Verified, VerifySpec, Warning, Work, named_policies,
    record_texts,
};
use crate::game::schema::Schema;
use crate::game::{RuleKey, RuleSetting, Vocabulary};
use crate::games::el_ocho::edition::{Edition, Level, SHIPPED, Variant};
use crate::games::el_ocho::fast::Isa;
use crate::games::el_ocho::matches::Matches;
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::rules::{Rules, SETTINGS};
use crate::games::el_ocho::stressed::{Announcer, StressedRun};
use crate::games::el_ocho::turn::{Game, MAX_PLAYERS, Standing};
use crate::games::el_ocho::turns::Turns;
use crate::games::el_ocho::vocabulary::{VOCABULARY, point};
use crate::policy::parse_spec;
use crate::report::schema::COMMON;
use crate::report::{Key, RunRecord, Table};
use crate::sim::luck::SCHEME;
use crate::sim::runner::{Outcome, RunOptions, Simulation, run};

mod advise;
pub mod bench;
pub mod card;
mod keeping;
pub mod pictures;
pub mod player;
mod samples;
mod solutions;
mod solve;
mod stretches;
mod tables;
mod transcript;
mod verify;

use advise::{Advice, AdviseArgs};
use player::{AnyAnnouncer, FileAnnouncer};
use solutions::{OPTIMAL_RACE, OPTIMAL_TURN, OPTIMAL_WIN, RANDOM, Solutions};
use solve::{PreparedSolve, SolveArgs};

/// Games for each table when no number is given: some ten seconds for the default tables on two
/// cores of a small server.
const DEFAULT_GAMES: u64 = 200_000;

/// The policy file that rollouts play on with when none is named.
const BASE: &str = "weigh-the-risk";

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct ElOcho;

impl Analyst for ElOcho {
    fn name(&self) -> &'static str {
        VOCABULARY.game
    }

    fn about(&self) -> &'static str {
        "eight eight-sided dice: which to keep, and when to stop rolling"
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn rules(&self) -> &'static [RuleKey] {
        static KEYS: LazyLock<Vec<RuleKey>> =
            LazyLock::new(|| SETTINGS.iter().map(|setting| setting.key).collect());
        &KEYS
    }

    fn defaults(&self, edition: Arc<Source>) -> Result<Vec<(&'static str, String)>> {
        let rules = Rules::of(Arc::new(Edition::parse(edition).map_err(Error::Texts)?));
        Ok(SETTINGS.iter().map(|setting| (setting.key.name, (setting.get)(&rules))).collect())
    }

    fn starts(&self) -> &'static [RuleKey] {
        STARTS
    }

    fn edition(&self) -> &'static str {
        SHIPPED
    }

    fn rule_sets(&self, edition: Arc<Source>) -> Result<Vec<(String, String)>> {
        let edition = Arc::new(Edition::parse(edition).map_err(Error::Texts)?);
        let faults = check_levels(&edition);
        if !faults.is_empty() {
            return Err(Error::Texts(faults));
        }
        let describe = |(index, level): (usize, &Level)| {
            let default = if index == edition.default_level { " (default)" } else { "" };
            (format!("level={}{default}", level.name), level.about.clone())
        };
        Ok(edition.levels.iter().enumerate().map(describe).collect())
    }

    fn shipped(&self) -> &'static [Shipped] {
        crate::experiment::shipped_policies![
            "el-ocho":
            "bank-at-once",
            "catch-up",
            "cautious-leader",
            "daredevil",
            "dice-aware",
            "end-game",
            "hold-at",
            "keep-few",
            "quick-tongue",
            "steady-hand",
            "weigh-the-risk";
            OPTIMAL_RACE => "Takes the fewest turns to the target that are possible on average, \
                        whatever the others do.",
            OPTIMAL_TURN => "Plays each turn for the most points on average, whatever the totals are.",
            OPTIMAL_WIN => "Wins as often as is possible against one opponent who does the same; with \
                        more at the table it watches the best of their totals.",
            RANDOM => "Every legal action is equally likely.",
            players::SEARCHES[0].name => players::SEARCHES[0].about,
            players::SEARCHES[1].name => players::SEARCHES[1].about,
        ]
    }

    fn parameters(&self, policy: &str) -> &'static [OwnParameter] {
        players::parameters(policy)
    }

    fn base(&self, policy: &str) -> Option<&'static str> {
        players::base(policy, BASE)
    }

    fn tables(&self) -> Vec<Schema> {
        let theirs = |schema: &Schema| !["actions", "bust_probabilities"].contains(&schema.name);
        let own = [tables::BUSTS, tables::TURN_ENDINGS, tables::TURN_POINTS, tables::ANNOUNCEMENTS];
        let mut all: Vec<Schema> = COMMON.into_iter().filter(theirs).chain(own).collect();
        all.extend(solve::TABLES.into_iter().chain([advise::TABLE]).chain(samples::TABLES));
        all
    }

    fn check_edition(&self, source: Arc<Source>) -> Vec<Diagnostic> {
        let edition = match Edition::parse(source) {
            Ok(edition) => Arc::new(edition),
            Err(faults) => return faults,
        };
        check_levels(&edition)
    }

    fn edition_schema(&self) -> Result<serde_json::Value> {
        Ok(Edition::shipped().shape.schema(self.name()))
    }

    fn prepare(&self, spec: &RunSpec, conditions: Conditions<'_>) -> Result<Box<dyn Run>> {
        Ok(Box::new(Prepared::new(spec, conditions)?))
    }

    fn extras(&self) -> &'static [&'static dyn Extra] {
        const SOLVE: Ask<SolveArgs> =
            Ask { command: "solve", prepare: |args| Ok(Box::new(PreparedSolve::new(args)?)) };
        const ADVISE: Ask<AdviseArgs> =
            Ask { command: "advise", prepare: |args| Ok(Box::new(Advice::new(&args)?)) };
        &[&SOLVE, &ADVISE]
    }

    fn verify(&self, spec: &VerifySpec, conditions: Conditions<'_>) -> Result<Option<Verified>> {
        verify::verify(spec, conditions).map(Some)
    }

    fn bench(&self, spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
        bench::bench(spec)
    }
}

/// What is wrong with the rule sets of an edition that can be read.
fn check_levels(edition: &Arc<Edition>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for level in 0..edition.levels.len() {
        let mut rules = Rules::of(Arc::clone(edition));
        rules.level = level;
        rules.joker = rules.level().joker;
        if let Err(Error::Input { message, help }) = Game::new(rules) {
            let name = &edition.levels[level].name;
            let head = format!("[level.{name}]");
            let at = edition.source.text.find(&head).unwrap_or(0);
            let span = at..(at + head.len()).min(edition.source.text.len());
            let mut fault = Diagnostic::error(&edition.source, span, message)
                .with_label(format!("in level {name}"));
            fault.help = help;
            faults.push(fault);
        }
    }
    faults
}

const STARTS: &[RuleKey] = &[
    RuleKey {
        name: "opponent",
        values: "points, or a list like 5400+3000",
        about: "The banked totals of the other seats from seat 2 on; one number is for all of \
                them (default 0).",
    },
    RuleKey {
        name: "own",
        values: "points",
        about: "The banked total of seat 1, which takes the first turn; with --turns, of the \
                player (default 0).",
    },
];

/// A run of El Ocho made ready.
struct Prepared {
    spec: RunSpec,
    game: Arc<Game>,
    policies: Vec<NamedPolicy>,
    lineups: Vec<Vec<usize>>,
    /// Totals by seat, in units.
    start: [u32; MAX_PLAYERS],
    /// Games for each table, or turns.
    count: u64,
    engine: Engine,
    /// What came up while it was made ready.
    warnings: Vec<Warning>,
}

/// What plays.
enum Engine {
    Matches(Matches),
    Turns(Turns),
    Stressed(StressedRun),
}

/// The fastest instructions there are.
fn best_isa() -> Isa {
    let available = Isa::ALL.into_iter().filter(|isa| isa.available());
    available.max().unwrap_or(Isa::Scalar)
}

impl Prepared {
    fn new(spec: &RunSpec, conditions: Conditions<'_>) -> Result<Self> {
        let game = compile(spec.edition.as_ref(), &spec.settings)?;
        let variant = game.rules.variant;
        let mut specs = spec.policies.clone();
        if specs.is_empty() {
            specs = default_policies(variant)?;
        }
        let policies = named_policies(&ElOcho, &specs)?;
        let turns = matches!(spec.work, Work::Turns(_));
        if turns && spec.players.is_some_and(|players| players != 1) {
            return Err(Error::input_help(
                "`--turns` plays each policy alone, so there are no other players",
                "leave `--players` out, or play whole games with `--games`",
            ));
        }
        if turns && let Some(policy) = policies.iter().find(|policy| policy.base.is_some()) {
            return Err(Error::input_help(
                format!("`{}` plays whole games on, and `--turns` plays turns alone", policy.label),
                "play whole games with `--games`, or name another policy",
            ));
        }
        let lineups = if turns {
            (0..policies.len()).map(|policy| vec![policy]).collect()
        } else {
            lineups(policies.len(), spec, MAX_PLAYERS)?
        };
        let seats = lineups[0].len();
        let start = start_totals(&game, &spec.start, if turns { 2 } else { seats })?;
        let count = match spec.work {
            Work::Turns(turns) => turns,
            Work::Games(games) => games.unwrap_or_else(|| players::games(&policies, DEFAULT_GAMES)),
            Work::Until(_) => {
                return Err(Error::input_help(
                    "el-ocho cannot be stopped by a precision or a time yet",
                    "give `--games N` or `--turns N`",
                ));
            }
        };
        let solutions = Solutions::new(&game, conditions);
        let engine = Self::engine(spec, &solutions, &game, &policies, &lineups, start)?;
        let mut warnings = solutions.warnings();
        if seats > 2
            && let Some(best) = policies.iter().find(|policy| policy.is_built_in(OPTIMAL_WIN))
        {
            warnings.push((
                format!(
                    "`{}` is exact for two players: with {seats} it watches the best of the \
                     others' totals",
                    best.label
                ),
                None,
            ));
        }
        let spec = spec.clone();
        let prepared = Self { spec, game, policies, lineups, start, count, engine, warnings };
        if prepared.count.checked_mul(prepared.table_count()).is_none_or(|units| units > MAX_UNITS)
        {
            return Err(Error::input("so many games in all cannot be counted"));
        }
        Ok(prepared)
    }

    fn engine(
        spec: &RunSpec,
        solutions: &Solutions<'_>,
        game: &Arc<Game>,
        policies: &[NamedPolicy],
        lineups: &[Vec<usize>],
        start: [u32; MAX_PLAYERS],
    ) -> Result<Engine> {
        let turns = matches!(spec.work, Work::Turns(_));
        if game.rules.variant == Variant::Stressed {
            let players: Vec<Arc<dyn Announcer>> = policies
                .iter()
                .map(|policy| -> Result<Arc<dyn Announcer>> {
                    Ok(match &policy.kind {
                        PolicyKind::BuiltIn(RANDOM) => Arc::new(AnyAnnouncer),
                        PolicyKind::BuiltIn(name) => {
                            return Err(Error::input_help(
                                format!("`{name}` plays turns, and the stressed variant has none"),
                                "leave `variant=stressed` out, or name another policy",
                            ));
                        }
                        PolicyKind::File(file) => Arc::new(FileAnnouncer::new(file, game)),
                    })
                })
                .collect::<Result<_>>()?;
            return Ok(Engine::Stressed(StressedRun {
                game: Arc::clone(game),
                players,
                lineups: lineups.to_vec(),
                fixed_seats: spec.fixed_seats,
                seed: spec.seed,
                start: if turns { [start[0]; MAX_PLAYERS] } else { start },
                rounds_alone: turns,
            }));
        }
        let players: Vec<Arc<Player>> =
            policies.iter().map(|policy| solutions.player(policy)).collect::<Result<_>>()?;
        let game =
            solutions.seated(if turns && !spec.start.is_empty() { 2 } else { lineups[0].len() });
        let seed = spec.seed;
        Ok(if turns {
            let mut standing = Standing::start(1);
            standing.own = start[0];
            if !spec.start.is_empty() {
                standing.players = 2;
                standing.others[0] = start[1];
            }
            let isa = Some(best_isa());
            Engine::Turns(Turns { game, players, standing, seed, isa })
        } else {
            let (lineups, fixed_seats) = (lineups.to_vec(), spec.fixed_seats);
            let folded = true;
            Engine::Matches(Matches { game, players, lineups, fixed_seats, seed, start, folded })
        })
    }

    /// Tables at which games are played; turns of all policies are played at once.
    fn table_count(&self) -> u64 {
        if self.turns() { 1 } else { self.lineups.len() as u64 }
    }

    fn turns(&self) -> bool {
        matches!(self.spec.work, Work::Turns(_))
    }

    /// Whether the user keeps every policy on its seat.
    fn fixed_seats(&self) -> bool {
        self.spec.fixed_seats && self.lineups[0].len() > 1
    }

    fn label(&self, policy: usize) -> &str {
        &self.policies[policy].label
    }

    /// What is played, as rows of tables begin.
    fn key(&self) -> Key {
        tables::key(&self.game.rules, self.lineups[0].len())
    }

    fn simulate<S: Simulation>(
        &self,
        simulation: &S,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<S::Tally>> {
        let Conditions { threads, stop, watch, .. } = conditions;
        run(simulation, RunOptions { units: self.units(), threads, stop, watch })
    }
}

/// Compiles the game that `--edition` and `--rules` ask for.
fn compile(edition: Option<&Arc<Source>>, settings: &[RuleSetting]) -> Result<Arc<Game>> {
    let edition = match edition {
        Some(source) => Edition::parse(Arc::clone(source)).map_err(Error::Texts)?,
        None => Edition::shipped(),
    };
    let edition = Arc::new(edition);
    let rules = Rules::resolve(Arc::clone(&edition), settings)?;
    let game = Game::new(rules).map_err(|error| {
        let faults = check_levels(&edition);
        if faults.is_empty() { error } else { Error::Texts(faults) }
    })?;
    Ok(Arc::new(game))
}

/// The most units of a run.
const MAX_UNITS: u64 = 1 << 52;

/// The policies of a run that names none: those shipped for the variant.
fn default_policies(variant: Variant) -> Result<Vec<crate::policy::PolicySpec>> {
    let asked = match variant {
        Variant::Standard => point::ROLL,
        Variant::Stressed => point::ANNOUNCE,
    };
    let mut specs = Vec::new();
    for shipped in ElOcho.shipped() {
        let fits = if shipped.text.is_empty() {
            shipped.name == RANDOM && variant == Variant::Stressed
        } else {
            let source = crate::experiment::shipped_source(&ElOcho, shipped);
            let checked = crate::policy::CheckedPolicy::from_source(source, &VOCABULARY)?;
            !checked.points[asked].is_empty()
        };
        if fits {
            specs.push(parse_spec(shipped.name)?);
        }
    }
    Ok(specs)
}

/// The totals games begin with, in units.
fn start_totals(game: &Game, start: &[RuleSetting], seats: usize) -> Result<[u32; MAX_PLAYERS]> {
    let mut totals = [0; MAX_PLAYERS];
    let total = |key: &str, text: &str| -> Result<u32> {
        let unit = game.scoring.unit;
        let points: u32 = text
            .replace('_', "")
            .parse()
            .map_err(|_| Error::input(format!("`{key}={text}` is not a number of points")))?;
        if !points.is_multiple_of(unit) {
            return Err(Error::input(format!(
                "no total can be {points}: points come in steps of {unit}"
            )));
        }
        if points >= game.rules.target {
            return Err(Error::input(format!(
                "`{key}={text}` has won already: the target is {}",
                game.rules.target
            )));
        }
        Ok(points / unit)
    };
    for (key, value) in start {
        let value = value.as_deref().ok_or_else(|| {
            Error::input_help(format!("`{key}` needs a value"), format!("write `{key}=3000`"))
        })?;
        match key.as_str() {
            "own" => totals[0] = total(key, value)?,
            "opponent" => {
                let given: Vec<u32> =
                    value.split('+').map(|one| total(key, one)).collect::<Result<_>>()?;
                if given.len() != 1 && given.len() + 1 != seats {
                    return Err(Error::input_help(
                        format!("{} totals do not fit {} opponents", given.len(), seats - 1),
                        "give one for all of them, or one for each, joined by `+`",
                    ));
                }
                for seat in 1..seats {
                    totals[seat] = given[(seat - 1).min(given.len() - 1)];
                }
            }
            _ => {
                let known = STARTS.iter().map(|key| key.name);
                return Err(Error::input_help(
                    format!("el-ocho cannot start with `{key}`"),
                    match nearest(key, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "it takes `own` and `opponent`".to_owned(),
                    },
                ));
            }
        }
    }
    Ok(totals)
}

impl Run for Prepared {
    fn record(&self) -> RunRecord {
        let mut record = RunRecord::default();
        let rules = &self.game.rules;
        record.define("game", VOCABULARY.game);
        let changed: Vec<toml::Value> = rules.changed().into_iter().map(Into::into).collect();
        record.define("rules", changed);
        record.define("seed", RunRecord::count(self.spec.seed));
        record.define("randomness", i64::from(SCHEME));
        let count = RunRecord::count(self.count);
        if self.turns() {
            record.define("turns", count);
        } else {
            record.define("games", count);
            record.define("players", self.lineups[0].len() as i64);
            record.define("fixed_seats", self.spec.fixed_seats);
        }
        if !self.spec.start.is_empty() {
            let points: Vec<toml::Value> =
                self.start.iter().map(|units| self.game.points(*units).into()).collect();
            record.define("start", points);
        }
        record.define("confidence", self.spec.level.confidence());
        let edition = &rules.edition;
        record.add_text("editions", &edition.name, &[], &edition.source.text);
        record_texts(&mut record, "policies", &self.policies);
        record
    }

    fn units(&self) -> u64 {
        self.count * self.table_count()
    }

    fn unit_name(&self) -> &'static str {
        match (&self.engine, self.turns()) {
            (_, false) => "games",
            (Engine::Stressed(_), true) => "rounds",
            (_, true) => "turns",
        }
    }

    fn tables(&self) -> Vec<&'static str> {
        tables::names(&self.engine)
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let mut results = match &self.engine {
            Engine::Matches(matches) => tables::matches(self, self.simulate(matches, conditions)?),
            Engine::Turns(turns) => tables::turns(self, self.simulate(turns, conditions)?),
            Engine::Stressed(stressed) => {
                tables::stressed(self, self.simulate(stressed, conditions)?)
            }
        };
        results.warnings.extend(self.warnings.iter().cloned());
        Ok(results)
    }

    fn samples(&self, units: u64) -> Table {
        samples::samples(self, units.min(self.units()))
    }

    fn is_slow(&self) -> bool {
        players::search(&self.policies)
    }

    fn transcript(&self, unit: u64) -> String {
        transcript::transcript(self, unit)
    }
}
