//! Tuning: searches the best values of a policy's parameters, then estimates them from new random numbers,
//! so that the estimate has no selection bias.

use std::ops::Range;
use std::rc::Rc;
use std::time::Instant;

use super::blocks::{FIGURES, Part, WINS, figure};
use super::compare::{Compare, MET, Mode, PICTURE, estimates};
use super::contest::Contest;
use super::sweep::RULES;
use super::{finished, unfinished};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::policy::{CheckedPolicy, Parameter, with_range, with_values};
use crate::report::plot::{Curve, CurvePoint, Series};
use crate::report::schemas::{
    COMPARISONS, RANKINGS, SENSITIVITY as CHANGES, TUNED_PARAMETERS, TUNING_PATH,
};
use crate::report::{
    Align, Cell, Grid, RunRecord, Table, Unit, count, estimate, plain, significant,
};
use crate::run::checkpoint::Shard;
use crate::run::journal;
use crate::run::leaderboard::{counted, interval_note};
use crate::run::policies::toml_number;
use crate::run::{
    Block, Conditions, Definition, NamedPolicy, Parts, Played, PolicyKind, Registered, Results,
    Run, TuneSpec, Varied, Vary, Warning, moved_base, named_policies,
};
use crate::sim::interrupt::Why;
use crate::sim::runner::Keep;
use crate::stats::{Estimate, Moments};

mod pattern;
pub mod search;
mod sensitivity;
mod spsa;

use search::{Found, Plan, Play, Setting};
use sensitivity::Sensitivity;

/// The minimum number of games of a setting in a round, if the budget allows it.
const ROUND: u64 = 50;

/// The smallest budget, in blocks of one setting, that allows a search.
const LEAST: u64 = 60;

/// The shares of the search and of a measurement of the sensitivity, in twentieths of the games; the rest
/// is for the estimates.
const SEARCH: u64 = 12;
const SENSITIVITY: u64 = 3;
const SHARES: u64 = 20;

/// The maximum number of measurements of the sensitivity. After each one except the last, the search moves
/// to the best change that is better for certain.
const MEASUREMENTS: u64 = 2;

/// The default number of games of a search, in multiples of a matchup's default, and at most: one or two
/// minutes. Searches do not use the fast engines of some games.
const GAMES: u64 = 200;
const MOST_GAMES: u64 = 10_000_000;

/// The name of the picture of the search.
const PATH: &str = "search.svg";

/// The number of steps across the range of a parameter without a step.
const STEPS: f64 = 100.0;

/// A parameter of the search.
struct Searched {
    /// Its index in the file.
    place: usize,
    start: f64,
    range: (f64, f64),
    step: f64,
    /// The minimum and maximum number of steps from the start.
    reach: (i64, i64),
}

/// What a search found and played.
struct Searching<T = Found> {
    found: T,
    /// The games played.
    games: u64,
    /// Whether all settings had equal wins, scores and lengths in every round.
    alike: bool,
    /// The deciding figure of the first setting of each round.
    level: Option<Estimate>,
}

/// A prepared search.
struct Tune<S: Definition> {
    contest: Rc<Contest<S>>,
    /// The contest in which the start and the tuned policy meet, if two players are allowed.
    duel: Option<Rc<Contest<S>>>,
    start: NamedPolicy,
    file: CheckedPolicy,
    name: String,
    searched: Vec<Searched>,
    /// The number of independent searches.
    searches: u64,
    /// The minimum number of blocks in a round.
    round: u64,
    /// The number of games in all.
    games: u64,
    /// Whether it only measures the sensitivity of the start.
    sensitivity: bool,
    /// Whether the request names the parameters.
    restricted: bool,
}

/// Prepares a search.
pub(super) fn prepare<S: Definition>(
    entry: &Registered<S>,
    spec: &TuneSpec,
) -> Result<Box<dyn Run>> {
    let contest = Rc::new(Contest::new(entry, &spec.arena, &[Vec::new()], false)?);
    let start = named_policies(entry, std::slice::from_ref(&spec.policy))?.swap_remove(0);
    let PolicyKind::File(file) = &start.kind else {
        return Err(Error::input_help(
            format!("`{}` is built in: only policy files are tuned", start.label),
            "name a file; `pushluck list policies` marks those that are shipped",
        ));
    };
    let file = varied(file, spec)?;
    let asked = |(_, one): &(usize, &Parameter)| {
        spec.vary.is_empty() || spec.vary.iter().any(|vary| vary.key == *one.name)
    };
    let all = file.parameters.iter().enumerate().filter(asked);
    let searched: Vec<Searched> = all.filter_map(searched).collect();
    if searched.is_empty() {
        return Err(Error::input_help(
            format!("`{}` has no parameter with a range to search", start.label),
            "write `NAME = { value = …, min = …, max = …, step = … }` under [parameters], or give `--vary`",
        ));
    }
    let duel = contest.duel(entry, &spec.arena)?;
    let default = (GAMES * S::OPTIONS.default_games).min(MOST_GAMES);
    let games = spec.arena.games.unwrap_or(default);
    let searches = spec.searches;
    let of_search = games / SHARES * SEARCH / contest.rotations() / searches;
    if of_search < LEAST {
        let least = (LEAST * searches * contest.rotations()).div_ceil(SEARCH) * SHARES;
        let what = match searches {
            1 => "a search".to_owned(),
            several => format!("{} searches", count(several)),
        };
        return Err(Error::input_help(
            format!("{} games are too few for {what}", count(games)),
            format!("give `--games {}` or, better, a thousand times that", count(least)),
        ));
    }
    let round = round(of_search, contest.rotations());
    let name = spec.policy.name().to_owned();
    let sensitivity = spec.sensitivity;
    Ok(Box::new(Tune {
        contest,
        duel,
        start,
        file,
        name,
        searched,
        searches,
        round,
        games,
        sensitivity,
        restricted: !spec.vary.is_empty(),
    }))
}

/// The file with the ranges of the request. A definition of a number in it becomes a parameter.
fn varied(file: &CheckedPolicy, spec: &TuneSpec) -> Result<CheckedPolicy> {
    let mut text = file.source.text.to_string();
    for (at, Vary { key, values }) in spec.vary.iter().enumerate() {
        if spec.vary[..at].iter().any(|other| other.key == *key) {
            return Err(Error::input(format!("`--vary {key}=…` is given twice")));
        }
        if key.starts_with(RULES) {
            return Err(Error::input_help(
                format!("`{key}` is a rule of the game: a policy has no best rules"),
                format!("measure it with `pushluck sweep … --vary {key}=…`"),
            ));
        }
        let Varied::Range(min, max, step) = *values else {
            return Err(Error::input_help(
                format!("`--vary {key}=…` lists values, but a search needs a range"),
                format!("write `--vary {key}=FROM..TO`, or `--vary {key}=FROM..TO:STEP`"),
            ));
        };
        let known = file.parameters.iter().find(|one| *one.name == **key);
        let step = step.or(known.and_then(|one| one.step));
        let source = Source::new(&file.source.name, &text);
        let own = known.map(|one| one.value);
        let Some((changed, value)) = with_range(&source, key, own, (min, max, step)) else {
            let name = &file.source.name;
            return Err(Error::input_help(
                format!("{name} has no parameter and no number `{key}` on a line of its own"),
                "name a line `KEY = 5` or `KEY = { value = 5, … }` of [parameters], or `KEY = '5'` of [define]",
            ));
        };
        if !(min..=max).contains(&value) {
            return Err(Error::input_help(
                format!("the range of `--vary {key}=…` does not include its value, {value}"),
                "a search starts from the values of the policy",
            ));
        }
        text = changed;
    }
    if spec.vary.is_empty() {
        return Ok(file.clone());
    }
    let source = Source::new(&file.source.name, text);
    let values: Vec<(String, f64)> =
        file.parameters.iter().map(|one| (one.name.to_string(), one.value)).collect();
    CheckedPolicy::from_source(source, file.vocabulary)?.with_parameters(&values)
}

/// The minimum number of blocks in a round.
fn round(of_search: u64, rotations: u64) -> u64 {
    ROUND.div_ceil(rotations).min(of_search / LEAST).max(1)
}

/// The values of parameters that a search found, none if the start is the best, and the numbers of its
/// blocks and games.
#[derive(Default)]
pub(super) struct Settled {
    pub(super) values: Vec<(String, f64)>,
    pub(super) blocks: u64,
    pub(super) games: u64,
}

/// Searches the best values of some parameters of a policy file, which `start` plays.
pub(super) fn settled<S: Definition>(
    contest: &Rc<Contest<S>>,
    (file, start): (&CheckedPolicy, NamedPolicy),
    names: &[&String],
    games: u64,
    (since, conditions): (Instant, Conditions<'_>),
) -> Result<Settled> {
    let asked = |(_, one): &(usize, &Parameter)| names.iter().any(|name| **name == *one.name);
    let all = file.parameters.iter().enumerate().filter(asked);
    let searched: Vec<Searched> = all.filter_map(searched).collect();
    if searched.is_empty() {
        return Ok(Settled::default());
    }
    let (contest, file, name) = (Rc::clone(contest), file.clone(), start.label.clone());
    let round = round(games / SHARES * SEARCH / contest.rotations(), contest.rotations());
    let tune = Tune {
        contest,
        duel: None,
        start,
        file,
        name,
        searched,
        searches: 1,
        round,
        games,
        sensitivity: false,
        restricted: false,
    };
    let Searching { found, games, .. } =
        tune.search(conditions, since, |plan, play| plan.search(play, &mut |_| Ok(None)))?;
    if found.interrupted {
        return Err(Error::Interrupted);
    }
    let best = found.best.filter(|best| best.iter().any(|steps| *steps != 0));
    let values = best.map_or_else(Vec::new, |best| tune.values(&best).collect());
    Ok(Settled { values, blocks: tune.budget(), games })
}

/// The search range of a parameter, if it has one.
fn searched((place, parameter): (usize, &Parameter)) -> Option<Searched> {
    let (min, max) = parameter.min.zip(parameter.max)?;
    let step = parameter.step.filter(|step| *step > 0.0).unwrap_or((max - min) / STEPS);
    let start = parameter.value;
    let steps = |span: f64| ((span / step + 1e-9).floor() as i64).min(i64::from(u16::MAX));
    let reach = (-steps(start - min), steps(max - start));
    (reach.0 < reach.1).then_some(Searched { place, start, range: (min, max), step, reach })
}

impl Searched {
    /// The value at `steps` steps from the start.
    fn value(&self, steps: i64) -> f64 {
        let value = self.start + steps as f64 * self.step;
        // Removes rounding errors such as that of 0.1 + 0.2.
        let value: f64 = significant(value).and_then(|text| text.parse().ok()).unwrap_or(value);
        value.clamp(self.range.0, self.range.1)
    }
}

impl<S: Definition> Tune<S> {
    /// The policy with a setting of its parameters.
    fn policy(&self, setting: &Setting) -> Result<NamedPolicy> {
        let values: Vec<(String, f64)> = self.values(setting).collect();
        let file = self.file.with_parameters(&values)?;
        Ok(NamedPolicy::of_file(file.label(&self.name), file, self.start.base.clone()))
    }

    /// The name of a parameter of the search.
    fn name_of(&self, parameter: usize) -> String {
        self.file.parameters[self.searched[parameter].place].name.to_string()
    }

    /// The unit of the deciding figure.
    fn unit(&self) -> Unit {
        Contest::<S>::figures()[self.contest.deciding()].unit
    }

    /// The names and values of the parameters in a setting.
    fn values(&self, setting: &Setting) -> impl Iterator<Item = (String, f64)> {
        let each = self.searched.iter().zip(setting).enumerate();
        each.map(|(at, (searched, steps))| (self.name_of(at), searched.value(*steps)))
    }

    /// The best setting so far, as one line.
    fn headline(&self, best: &Setting) -> String {
        let changed = self.values(best).zip(best).filter(|(_, steps)| **steps != 0);
        let changed = changed.map(|((name, value), _)| format!("{name}={}", plain(value)));
        match changed.collect::<Vec<_>>() {
            none if none.is_empty() => "best so far: the start".to_owned(),
            some => format!("best so far: {}", some.join(", ")),
        }
    }

    /// The plays of all searches, one setting in one block each, which are at least their blocks.
    fn budget(&self) -> u64 {
        self.games / SHARES * SEARCH / self.contest.rotations()
    }

    /// Runs the search, or a part of it.
    fn search<T>(
        &self,
        conditions: Conditions<'_>,
        since: Instant,
        run: impl FnOnce(Plan<'_>, &mut Play<'_>) -> Result<T>,
    ) -> Result<Searching<T>> {
        let space: Vec<(i64, i64)> = self.searched.iter().map(|searched| searched.reach).collect();
        let rotations = self.contest.rotations();
        let (mut games, mut alike) = (0, true);
        let mut firsts = [Moments::default(); FIGURES];
        let mut play = |settings: &[Setting], blocks: Range<u64>, best: &Setting| {
            let policies: Vec<NamedPolicy> =
                settings.iter().map(|setting| self.policy(setting)).collect::<Result<_>>()?;
            let each = rotations * policies.len() as u64;
            let headline = &*self.headline(best);
            let part = Part { done: games, total: self.games, each, since, headline };
            let played = (blocks.end - blocks.start) * each;
            let tally =
                self.contest.race(&policies, (self.contest.seed, blocks), part, conditions)?;
            games += played;
            let sums = |of: &[Moments; FIGURES]| of.each_ref().map(Moments::sum);
            alike &= tally.values.iter().all(|one| sums(one) == sums(&tally.values[0]));
            firsts.iter_mut().zip(tally.values[0]).for_each(|(into, from)| *into += from);
            let of = self.contest.deciding();
            Ok(tally.differences.iter().map(|of_pair| *of_pair[of].moments()).collect())
        };
        let plan = Plan {
            space: &space,
            budget: self.budget(),
            searches: self.searches,
            least: self.round,
            seed: self.contest.seed,
        };
        let found = run(plan, &mut play)?;
        let level = figure(&firsts, self.contest.deciding(), rotations, self.contest.level);
        Ok(Searching { found, games, alike, level })
    }

    /// The reason why no setting was found better, and a way out.
    fn undecided(&self, of: &Searching) -> (String, String) {
        let (label, games) = (&self.start.label, count(of.games));
        let figure = &Contest::<S>::figures()[self.contest.deciding()];
        let level = of.level.map_or_else(String::new, |level| {
            format!(" ({} {})", figure.name, estimate(&level, figure.unit))
        });
        let answer = match of.alike {
            true => format!(
                "Every setting of {label} in the search had the same wins, scores and lengths in \
                 {games} games: its parameters have no effect under these rules, or the games are too few."
            ),
            false => {
                format!("{games} games are too few to distinguish the settings of {label}{level}.")
            }
        };
        let weaker = match self.contest.deciding() {
            WINS => ", or weaker opponents (`--against`) where the win rate is near 0 %",
            _ => "",
        };
        (answer, format!("Give more games (`--games`){weaker}."))
    }

    /// A warning for each tuned value at the end of its range.
    fn at_the_end(&self, best: &Setting) -> Vec<Warning> {
        let values = self.searched.iter().zip(best).zip(self.values(best));
        let on = |((searched, steps), (name, value)): ((&Searched, &i64), (String, f64))| {
            let (size, limit) = match *steps {
                at if at == searched.reach.1 => ("largest", "max"),
                at if at == searched.reach.0 => ("smallest", "min"),
                _ => return None,
            };
            let warning = format!(
                "the best value is at the edge of the range: {name}={} is the {size} value that the \
                 file allows",
                plain(value)
            );
            let help = format!("values beyond it may be better: change `{limit}` in the file");
            Some((warning, Some(help)))
        };
        values.filter_map(on).collect()
    }

    fn parameters(&self, best: &Setting) -> Table {
        let mut table = Table::new(&TUNED_PARAMETERS);
        let key = self.contest.key(0, &self.start);
        for (searched, (name, tuned)) in self.searched.iter().zip(self.values(best)) {
            let Parameter { min, max, .. } = self.file.parameters[searched.place];
            let numbers = [Some(searched.start), Some(tuned), min, max, Some(searched.step)];
            table.row(&key, [name.into()].into_iter().chain(numbers.map(Cell::from)));
        }
        table
    }

    fn parameter_grid(&self, best: &Setting) -> Grid {
        let numbers = ["start", "tuned", "from", "to"].map(|name| (name, Align::Right));
        let heads: Vec<_> = [("parameter", Align::Left)].into_iter().chain(numbers).collect();
        let mut grid = Grid::new(&heads);
        for (searched, (name, tuned)) in self.searched.iter().zip(self.values(best)) {
            let (least, most) = searched.reach;
            let numbers = [searched.start, tuned, searched.value(least), searched.value(most)];
            grid.push([name].into_iter().chain(numbers.map(plain)));
        }
        grid
    }

    /// The best settings in the order of the search.
    fn path(&self, of: &Searching) -> Table {
        let mut table = Table::new(&TUNING_PATH);
        let key = self.contest.key(0, &self.start);
        for (stage, (plays, setting)) in of.found.path.iter().enumerate() {
            let games = plays * self.contest.rotations();
            for (name, value) in self.values(setting) {
                let head = [(stage as u64).into(), games.into(), name.into()];
                table.row(&key, head.into_iter().chain([value.into()]));
            }
        }
        table
    }

    /// The picture of [`Tune::path`]: each parameter over the games of the search.
    fn path_picture(&self, of: &Searching, best: &Setting) -> String {
        let series = self.searched.iter().enumerate().map(|(place, searched)| {
            let (low, high) = searched.range;
            let point = |(plays, setting): &(u64, Setting)| CurvePoint {
                at: (plays * self.contest.rotations()) as f64,
                value: 100.0 * (searched.value(setting[place]) - low) / (high - low),
                marked: true,
                ..CurvePoint::default()
            };
            let name = self.name_of(place);
            Series { name, joined: true, points: of.found.path.iter().map(point).collect() }
        });
        let changed = best.iter().filter(|steps| **steps != 0).count();
        let title = match changed {
            0 => format!("The search ended at the start: no setting of {} was better", self.name),
            some => {
                format!("The search changed {some} of {} parameters of {}", best.len(), self.name)
            }
        };
        let heading = format!(
            "{}: {} of {}{}. Seed {}.",
            self.contest.what(0),
            counted(of.games, "game"),
            counted(self.contest.seats as u64, "player"),
            self.contest.against(),
            self.contest.seed
        );
        let about = "The best setting at the start and after each improvement of the search. The strength of the \
                     last one is estimated by new games.";
        Curve {
            title,
            notes: [heading, about.to_owned()].to_vec(),
            across: "games of the search".to_owned(),
            unit: "value in percent of the range".to_owned(),
            series: series.collect(),
            lines: Vec::new(),
        }
        .svg()
    }

    /// The name of the tuned file.
    fn file_name(&self) -> String {
        format!("{}-tuned.toml", self.name)
    }

    /// The text of the policy file with the values of a setting.
    fn tuned_text(&self, best: &Setting) -> String {
        let values: Vec<(String, f64)> = self.values(best).collect();
        with_values(&self.file.source, &values)
    }

    /// Estimates the tuned policy and the start from new random numbers: blocks from `first` on, which the
    /// search and the `measured` measurements of the sensitivity did not use.
    fn estimate(
        &self,
        policies: &[NamedPolicy],
        (first, measured): (u64, u64),
        conditions: Conditions<'_>,
    ) -> Result<Results> {
        let games = self.games / SHARES * (SHARES - SEARCH - SENSITIVITY * measured) / 2;
        let in_field = Compare::of_two(&self.contest, policies, Mode::Field);
        // The better policy against the field may be worse in this match.
        let met = self.duel.iter().map(|duel| {
            let compare = Compare::of_two(duel, policies, Mode::HeadToHead);
            (compare, first, games, Some(MET.to_owned()))
        });
        estimates([(in_field, first, games, None)].into_iter().chain(met).collect(), conditions)
    }

    /// Measures the changes of a setting after `first` blocks and `done` games.
    fn changes(
        &self,
        of: Setting,
        (first, done): (u64, u64),
        since: Instant,
        conditions: Conditions<'_>,
    ) -> Result<Sensitivity> {
        let share = if self.sensitivity { SHARES } else { SENSITIVITY };
        let headline = "measuring each parameter alone";
        let part = Part { done, total: self.games, each: 0, since, headline };
        Sensitivity::measure(self, of, (first, self.games / SHARES * share), part, conditions)
    }

    /// Measures the sensitivity of the start.
    fn only_sensitivity(&self, since: Instant, conditions: Conditions<'_>) -> Result<Results> {
        let start = vec![0; self.searched.len()];
        let measured = self.changes(start, (0, 0), since, conditions)?;
        conditions.watch.inspect(|watch| watch.end());
        let excluded = measured.excluded(self);
        let screen = [
            Block::Title(format!("{}: each parameter alone", self.start.label)),
            Block::Grid(measured.grid(self)),
        ];
        let notes = excluded.map(|clause| {
            let mut letters = clause.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string());
            format!("{}{}.", first.unwrap_or_default(), letters.as_str())
        });
        let note = Block::Note(interval_note(self.contest.level));
        let notes = notes.map(Block::Note).into_iter().chain([note]);
        Ok(Results {
            tables: vec![measured.table(self)],
            files: vec![(sensitivity::PICTURE.to_owned(), measured.picture(self).into_bytes())],
            screen: screen.into_iter().chain(notes).chain(self.contest.proposed()).collect(),
            units_done: measured.games(self.contest.rotations()),
            ..Results::default()
        })
    }
}

/// A shard is one of the searches; the last race and all later games are played with the results.
impl<S: Definition> Parts for Tune<S> {
    fn units(&self) -> (u64, &'static str) {
        (self.games, "games of the budget")
    }

    fn looks(&self) -> Option<String> {
        self.sensitivity.then(|| "--sensitivity".to_owned())
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
        let is = |number: &u64| {
            let shard = Shard { number: number + 1, of: self.searches };
            shard.units(self.games) == (so_far.units.start..end)
        };
        let shard = (0..self.searches).find(is).filter(|_| self.searches > 1);
        journal::resumed(so_far, end, keep, conditions, |conditions| match shard {
            None => Ok(self.run(conditions)?.stopped),
            Some(number) => {
                let one = |plan: Plan<'_>, play: &mut Play<'_>| plan.one(number, play);
                self.search(conditions, Instant::now(), one)?;
                Ok(None)
            }
        })
    }

    fn results(&self, parts: &[&Played], conditions: Conditions<'_>) -> Result<Results> {
        journal::results(parts, conditions, |conditions| self.run(conditions))
    }
}

impl<S: Definition> Run for Tune<S> {
    fn record(&self) -> RunRecord {
        let mut record = self.contest.record(self.games, None);
        if self.sensitivity {
            record.define("sensitivity", true);
        } else if self.searches > 1 {
            record.define("searches", RunRecord::count(self.searches));
        }
        if self.restricted {
            let range = |one: &Searched| {
                let (name, (min, max)) = (&self.file.parameters[one.place].name, one.range);
                format!("{name}={min}..{max}:{}", one.step).into()
            };
            record.define("vary", self.searched.iter().map(range).collect::<Vec<toml::Value>>());
        }
        self.contest.record_texts(&mut record, std::slice::from_ref(&self.start));
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        if self.sensitivity {
            return vec![CHANGES.name];
        }
        let search = [TUNED_PARAMETERS, TUNING_PATH, CHANGES, COMPARISONS, RANKINGS];
        search.iter().map(|schema| schema.name).collect()
    }

    fn files(&self) -> Vec<String> {
        let changes = sensitivity::PICTURE.to_owned();
        if self.sensitivity {
            return vec![changes];
        }
        vec![self.file_name(), PICTURE.to_owned(), PATH.to_owned(), changes]
    }

    fn unit_name(&self) -> &'static str {
        "games"
    }

    fn parts(&self) -> Option<&dyn Parts> {
        Some(self)
    }

    fn hint(&self) -> Option<&'static str> {
        Some("`--out DIR` writes the tuned file, and all tables as CSV files")
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let since = Instant::now();
        if self.sensitivity {
            return self.only_sensitivity(since, conditions);
        }
        let mut exactly = |settings: &[Setting]| {
            let policies = settings.iter().map(|setting| self.policy(setting));
            self.contest.exact_wins(&policies.collect::<Result<Vec<_>>>()?, conditions)
        };
        let mut searching =
            self.search(conditions, since, |plan, play| plan.search(play, &mut exactly))?;
        let Searching { found: Found { best, interrupted, .. }, games, alike, .. } = &searching;
        let (mut first, mut games, mut interrupted) = (self.budget(), *games, *interrupted);
        let (label, alike, rotations) = (&self.start.label, *alike, self.contest.rotations());
        let way_out = best.is_none().then(|| self.undecided(&searching));
        let mut best = best.clone().unwrap_or_else(|| vec![0; self.searched.len()]);
        let mut measured: Option<Sensitivity> = None;
        let mut measurements = 0;
        while !(interrupted || alike) && measurements < MEASUREMENTS {
            if let Some(measured) = &measured {
                let Some(better) = measured.better() else { break };
                best = better;
                searching.found.path.push((games / rotations, best.clone()));
            }
            match self.changes(best.clone(), (first, games), since, conditions) {
                Err(Error::Interrupted) => (measured, interrupted) = (None, true),
                done => {
                    let done = done?;
                    first += done.blocks();
                    games += done.games(rotations);
                    measured = Some(done);
                }
            }
            measurements += 1;
        }
        let changed = best.iter().any(|steps| *steps != 0);
        let alone = |answer: String, stopped: bool| Results {
            tables: vec![Table::new(&COMPARISONS), Table::new(&RANKINGS)],
            screen: vec![Block::Title(answer)],
            units_done: games,
            stopped: stopped.then(|| conditions.why()),
            ..Results::default()
        };
        let so_far = || {
            let answer =
                format!("The best setting of {label} so far; its strength is not yet estimated.");
            alone(answer, true)
        };
        let nothing = || match &way_out {
            Some((answer, _)) => answer.clone(),
            None => match measured.as_ref().and_then(|one| one.excluded(self)) {
                Some(excluded) => format!("Nothing better than {label} was found: {excluded}."),
                None => format!("Nothing better than {label} was found."),
            },
        };
        let (start, tuned) = (self.start.clone(), self.policy(&best)?);
        let parameters = self.parameters(&best);
        let mut found = match changed {
            false => alone(nothing(), interrupted),
            true if interrupted => so_far(),
            true => {
                let both = [tuned, start];
                let exact = self.contest.exact_note(&both, conditions);
                match exact.and_then(|note| {
                    Ok((note, self.estimate(&both, (first, measurements), conditions)?))
                }) {
                    Err(Error::Interrupted) => so_far(),
                    found => {
                        let (note, mut found) = found?;
                        found.screen.extend(note);
                        found
                    }
                }
            }
        };
        conditions.watch.inspect(|watch| watch.end());
        // There are no estimates if the search was interrupted.
        let estimated = !found.tables[0].rows().is_empty();
        let changes = measured.as_ref().map(|measured| measured.table(self));
        let changes = changes.unwrap_or_else(|| Table::new(&CHANGES));
        found.tables.splice(0..0, [parameters, self.path(&searching), changes]);
        found.files.push((PATH.to_owned(), self.path_picture(&searching, &best).into_bytes()));
        // The answer stays first.
        found.screen.insert(1, Block::Grid(self.parameter_grid(&best)));
        found.screen.extend(way_out.map(|(_, way_out)| Block::Note(way_out)));
        if let Some(measured) = &measured {
            let picture = measured.picture(self).into_bytes();
            found.files.push((sensitivity::PICTURE.to_owned(), picture));
            found.screen.push(Block::Title("Each parameter alone:".to_owned()));
            found.screen.push(Block::Grid(measured.grid(self)));
            found.warnings.extend(measured.unreached(self));
        }
        let validated = match estimated {
            true => {
                " The estimates above come from new games with random numbers that the search did not \
                 use. Estimates from the search itself are biased upwards and are not shown."
            }
            false => "",
        };
        found.screen.push(Block::Note(format!(
            "Searched {}by a coordinate pattern and stochastic approximation (SPSA: Spall, 1998) over {} games.{validated}",
            if self.searches == 1 { String::new() } else { format!("{} times ", self.searches) },
            count(searching.games)
        )));
        let shown = estimated || measured.is_some();
        found.screen.extend(shown.then(|| Block::Note(interval_note(self.contest.level))));
        if changed {
            found.warnings.extend(self.at_the_end(&best));
            found.warnings.extend(moved_base(&self.file));
            let text = match found.stopped {
                Some(_) => unfinished("other values", finished(&self.tuned_text(&best))),
                None => finished(&self.tuned_text(&best)).to_owned(),
            };
            found.files.insert(0, (self.file_name(), text.into_bytes()));
        }
        found.screen.extend(self.contest.proposed());
        if found.stopped == Some(Why::OutOfTime) {
            found.concluded.push(("complete", false.into()));
            found.concluded.push(("stopped", Why::OutOfTime.name().into()));
        }
        let values = self.values(&best).map(|(name, value)| (name, toml_number(value)));
        found.concluded.push(("tuned", values.collect::<toml::Table>().into()));
        found.concluded.push(("searched_games", RunRecord::count(searching.games)));
        Ok(found)
    }
}
