//! `solve`: optimal play, the exact values of policies, and the regret of their decisions.

mod habits;
mod many;
mod tables;
mod three;
mod writer;

use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::definition::{EL_OCHO, compile, start_totals};
use super::pictures::{duel_map, race_map, turn_map, win_map};
use super::rules::Rules;
use super::solved_policies::{OPTIMAL_WIN, Solutions, played_out};
pub(crate) use tables::TABLES;
pub(super) use tables::TURN;
use tables::{RACE_VALUES, WIN_VALUES};
use writer::{Writer, difference, percent};

use crate::cli::arguments::{RulesArgs, StartArgs};
use crate::error::{Error, Result};
use crate::game::publish::Publish as _;
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::exact::{
    Objective, Side, Solver, TurnSolution, TurnStates, WinSolution,
};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{Game, Standing};
use crate::policy::specs;
use crate::report::schema::Schema;
use crate::report::{Key, Label, RunRecord};
use crate::run::leaderboard::counted;
use crate::run::{
    self, Ask, Conditions, NamedPolicy, Results, Run, about, named_policies, record_texts,
};

pub(crate) const COMMAND: Ask<SolveArgs> =
    Ask { command: "solve", prepare: |args| Ok(Box::new(PreparedSolve::new(args)?)) };

pub(super) fn key(rules: &Rules, players: usize) -> Key {
    run::key::<Seated>(rules, &rules.changed(), players)
}

/// The maximum number of totals per player in a table of thresholds of one objective.
const TOTALS: u32 = 32;

/// The same for three players.
const TOTALS_OF_THREE: u32 = 16;

/// Name of the map of stop decisions.
const STOP_MAP: &str = "stop_map";
const WIN_MAP: &str = "win_map";
/// Name of the picture of stop points by the third player's total.
const THIRD: &str = "stop_by_third";

/// The arguments of `pushluck solve el-ocho`.
#[derive(Args, Clone, Debug)]
#[command(
    about = "Compute when to stop and what to keep in turns, races and games",
    after_help = "\
Examples:
  pushluck solve el-ocho --rules level=2
      when to stop, for the most points per turn
  pushluck solve el-ocho --objective win --start own=7000,opponent=7600
      when to stop to win, with these totals at the start of the turn
  pushluck solve el-ocho --policy my/policy.toml --regret
      the value of your own policy, and its most costly decisions
  pushluck solve el-ocho --objective win --against hold-at --out results
      the best response to a known opponent, all tables in results/
  pushluck solve el-ocho --objective win --players 3 --start own=7000,opponent=7600+5000
      three players, each for the own win; solved once, in some 20 minutes on two cores
  pushluck solve el-ocho --objective win --players 5 --start own=7000,opponent=7600
      five players, the best of the others with 7600 points; from simulated games"
)]
pub(crate) struct SolveArgs {
    /// Objective: the expected points per turn, the expected number of turns to the target alone,
    /// or the win probability against opponents who also play optimally.
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = PossibleValuesParser::new(Objective::NAMES)
            .map(|name| Objective::from_name(&name).unwrap_or_default()),
        default_value = Objective::Turn.name(),
    )]
    objective: Objective,

    /// With `--objective win`: the number of players. Up to three are solved exactly; from four on, how the
    /// best of the others' totals rises is estimated from simulated games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    players: Option<u8>,

    /// With `--objective win`: the best response to an opponent who plays by this policy. With more players
    /// all opponents do, or give it once for each, in the order of their turns.
    #[arg(long, value_name = "SPEC")]
    against: Vec<String>,

    /// A policy to evaluate exactly, named as in `simulate`; may be given more than once.
    #[arg(long = "policy", value_name = "SPEC")]
    policies: Vec<String>,

    /// Show which decisions cause the regret of the policies.
    #[arg(long)]
    regret: bool,

    /// The rules and the edition.
    #[command(flatten)]
    rules: RulesArgs,

    /// The totals at the start of the displayed turn.
    #[command(flatten)]
    start: StartArgs,
}

/// A prepared `solve` command.
pub(super) struct PreparedSolve {
    args: SolveArgs,
    game: Arc<Game>,
    policies: Vec<NamedPolicy>,
    /// The opponents whose policies are known: none, or all.
    against: Vec<NamedPolicy>,
    /// Own total and opponents' totals, in units; 0 for absent players.
    start: [u32; 3],
}

/// The totals of a row: own, of the next player, of the third one.
type Totals = [Option<u32>; 3];

impl PreparedSolve {
    pub(super) fn new(args: SolveArgs) -> Result<Self> {
        let game = compile(args.rules.edition()?.as_ref(), &args.rules.settings())?;
        let policies = named_policies(&EL_OCHO, &specs(&args.policies)?)?;
        let mut against = named_policies(&EL_OCHO, &specs(&args.against)?)?;
        let settings = args.start.settings();
        let named = |key| settings.iter().any(|(name, _)| name == key);
        let objective = args.objective;
        for (flag, given) in
            [("--against", !against.is_empty()), ("--players", args.players.is_some())]
        {
            if given && objective != Objective::Win {
                return Err(Error::input_help(
                    format!(
                        "`{flag}` has no effect with objective `{}`, which has no opponent",
                        objective.name()
                    ),
                    "add `--objective win`",
                ));
            }
        }
        let seats = usize::from(args.players.unwrap_or(2));
        if let [one] = &*against {
            against = vec![one.clone(); seats - 1];
        }
        if !(against.is_empty() || against.len() == seats - 1) {
            return Err(Error::input_help(
                format!(
                    "`--against` is given {} times for {}",
                    against.len(),
                    counted(seats as u64 - 1, "opponent")
                ),
                "give one policy for all opponents, or one for each",
            ));
        }
        if seats > 3 && !policies.is_empty() {
            return Err(Error::input_help(
                "`solve` evaluates policies only in games of up to three players",
                format!("use `compare --players {seats}`, with `{OPTIMAL_WIN}` as an opponent"),
            ));
        }
        if seats == 3 && args.regret {
            return Err(Error::input_help(
                "`--regret` splits the regret by decision only for up to two players",
                "without it, the regret of the whole policy is shown",
            ));
        }
        let by_total = objective != Objective::Turn || game.turns_differ();
        for (key, has) in [("own", by_total), ("opponent", objective == Objective::Win)] {
            if named(key) && !has {
                return Err(Error::input_help(
                    format!(
                        "`--start {key}=…` has no effect with objective `{}`",
                        objective.name()
                    ),
                    "remove it, or choose another `--objective`",
                ));
            }
        }
        if args.regret && objective == Objective::Turn && game.penalty > 0 {
            return Err(Error::input_help(
                "`--regret` splits the regret by decision only without a penalty for lost turns",
                "without it, the regret of the whole policy is shown",
            ));
        }
        if args.regret && policies.is_empty() {
            return Err(Error::input_help("`--regret` needs a policy", "add `--policy SPEC`"));
        }
        EL_OCHO.check_start(&settings)?;
        let totals = start_totals(&game, &settings, seats)?;
        let mut start = std::array::from_fn(|seat| if seat < seats { totals[seat] } else { 0 });
        if seats > 3 {
            // Only the best total counts.
            start = [totals[0], totals[1..seats].iter().copied().max().unwrap_or(0), 0];
        }
        Ok(Self { args, game, policies, against, start })
    }
}

impl Run for PreparedSolve {
    fn record(&self) -> RunRecord {
        let rules = &self.game.rules;
        let mut record = RunRecord::begun(Seated::NAME, rules.changed());
        record.define("objective", self.args.objective.name());
        if self.args.start.start.is_some() {
            let totals = &self.start[..if self.seats() == 3 { 3 } else { 2 }];
            let points = totals.iter().map(|units| toml::Value::from(self.game.points(*units)));
            record.define("start", points.collect::<Vec<_>>());
        }
        if self.seats() > 2 {
            record.define("players", self.seats() as i64);
        }
        record.define("regret", self.args.regret);
        let edition = &rules.edition;
        record.add_text("editions", &edition.name, &[], &edition.source.text);
        record_texts(&mut record, "policies", &self.policies);
        record_texts(&mut record, "against", &self.against);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        self.schemas().map(|schema| schema.name).collect()
    }

    fn files(&self) -> Vec<String> {
        if !self.shows_turns() {
            return Vec::new();
        }
        let mut files = vec![format!("{STOP_MAP}.svg")];
        if self.args.objective == Objective::Win {
            files.push(format!("{WIN_MAP}.svg"));
        }
        if self.seats() == 3 {
            files.push(format!("{THIRD}.svg"));
        }
        files
    }

    fn unit_name(&self) -> &'static str {
        "positions"
    }

    fn hint(&self) -> Option<&'static str> {
        Some("`--out DIR` writes all tables as CSV; `pushluck card` creates a page to print")
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let solutions = Solutions::new(&self.game, conditions);
        let mut writer = Writer::new(self, solutions.solver());
        match self.args.objective {
            Objective::Turn => self.turn(&solutions, &mut writer)?,
            Objective::Race => self.race(&solutions, &mut writer)?,
            Objective::Win if self.seats() == 3 => self.three(&solutions, &mut writer)?,
            Objective::Win => self.win(&solutions, &mut writer)?,
        }
        Ok(writer.finish(self, solutions.warnings()))
    }
}

impl PreparedSolve {
    /// The schemas of the tables with rows.
    fn schemas(&self) -> impl Iterator<Item = &'static Schema> {
        let objective = self.args.objective;
        let positions = self.shows_turns();
        let filled = [
            positions,
            positions,
            positions,
            objective == Objective::Turn && self.game.penalty > 0,
            objective == Objective::Race,
            objective == Objective::Win && self.seats() != 3,
            self.seats() == 3 && positions,
            !self.policies.is_empty(),
            self.args.regret,
        ];
        TABLES.iter().zip(filled).filter_map(|(schema, filled)| filled.then_some(schema))
    }

    fn seats(&self) -> usize {
        usize::from(self.args.players.unwrap_or(2))
    }

    /// Whether turns are shown: best responses to two given players only have values.
    fn shows_turns(&self) -> bool {
        self.seats() != 3 || self.against.is_empty()
    }

    fn players(&self, solutions: &Solutions<'_>) -> Result<Vec<Arc<Player>>> {
        self.policies.iter().map(|policy| solutions.player(policy, 2)).collect()
    }

    fn turn(&self, solutions: &Solutions<'_>, writer: &mut Writer<'_>) -> Result<()> {
        let (solver, own) = (solutions.solver(), self.start[0]);
        let best = solutions.turn_from(own)?;
        let TurnSolution { value, bust, .. } = *best;
        let totals = [self.game.turns_differ().then_some(own), None, None];
        writer.position(&best.position, totals);
        let states = solver.turn_states(best.position.rows + 1);
        writer.thresholds(&best.position, &states, totals);
        writer.after_lost(&best);
        writer.show_thresholds(&best.position, &best.after_lost);
        writer.picture(STOP_MAP, turn_map(solver, &best), true);
        writer.note(format!(
            "Optimal play averages {value:.1} points per turn and busts in {} of all turns.",
            percent(bust)
        ));
        let standing = Standing { own, ..Standing::start(1) };
        for (index, player) in self.players(solutions)?.iter().enumerate() {
            let given = self.named(index, solver.average_value(player, &standing))?;
            let regret = (self.args.regret)
                .then(|| self.named(index, solver.turn_regret(player, &standing, &best)))
                .transpose()?;
            let key = writer.key(index, 1);
            writer.figure(
                &key,
                "turn_points",
                given.points,
                Some(value),
                Some(value - given.points),
            );
            writer.figure(&key, "bust_probability", given.bust, Some(bust), None);
            writer.figure(&key, "instant_win_probability", given.win, None, None);
            writer.compare([
                format!("{:.3}", given.points),
                format!("{:.3}", difference(value, given.points)),
                percent(given.bust),
            ]);
            if let Some(regret) = regret {
                writer.regret(&key, &regret);
            }
        }
        Ok(())
    }

    fn race(&self, solutions: &Solutions<'_>, writer: &mut Writer<'_>) -> Result<()> {
        let (solver, best) = (solutions.solver(), solutions.race()?);
        played_out(&self.game, best.given_up(self.game.rules.max_turns))?;
        let own = self.start[0];
        let here = best.position(own);
        writer.position(&here, [Some(own), None, None]);
        let step = self.step(TOTALS);
        let totals =
            (0..best.turns.len() as u32).filter(|total| total % step == 0 || *total == own);
        let states = self.states(solver);
        for total in totals {
            writer.thresholds(&best.position(total), &states, [Some(total), None, None]);
        }
        for (own, turns) in best.turns.iter().enumerate() {
            let head = writer.turn_cells([Some(own as u32), None, None]);
            writer.turn_row(&RACE_VALUES, &head, [(*turns).into()]);
        }
        writer.show_thresholds(&here, &[]);
        let turns = best.turns[own as usize];
        writer.picture(STOP_MAP, race_map(solver, best, own), true);
        writer.note(format!(
            "Optimal play takes {turns:.2} turns on average from {} points to {}.",
            self.game.points(own),
            self.game.rules.target
        ));
        for (index, player) in self.players(solutions)?.iter().enumerate() {
            let given = self.named(index, solver.race_value(player))?;
            // An infinite value is reported without a check of the turn limit.
            if given.turns[own as usize].is_finite() {
                self.named(index, played_out(&self.game, given.given_up))?;
            }
            let given = given.turns;
            let (turns, optimum) = (given[own as usize], best.turns[own as usize]);
            let key = writer.key(index, 1);
            let finite = turns.is_finite();
            let regret = finite.then(|| difference(turns, optimum));
            writer.figure(&key, "turns_to_target", turns, Some(optimum), regret);
            writer.compare(match regret {
                Some(regret) => [format!("{turns:.4}"), format!("{regret:.4}"), String::new()],
                None => ["never".to_owned(), String::new(), String::new()],
            });
            if self.args.regret {
                let regret = self.named(index, solver.race_regret(player, best, own))?;
                writer.regret(&key, &regret);
            }
        }
        Ok(())
    }

    fn win(&self, solutions: &Solutions<'_>, writer: &mut Writer<'_>) -> Result<()> {
        let [own, other, _] = self.start;
        if self.seats() > 3 {
            return self.many(solutions, writer);
        }
        let known = match self.against.first() {
            Some(policy) if !self.plays_equal() => Some(solutions.player(policy, 2)?),
            _ => None,
        };
        let response = self.response(solutions, known.as_deref())?;
        played_out(&self.game, response.given_up)?;
        let here = response.position(own, other);
        writer.position(&here, [Some(own), Some(other), None]);
        self.win_tables(&response, solutions, writer)?;
        writer.show_thresholds(&here, &[]);
        let label = self.against.first().map_or(OPTIMAL_WIN, |policy| policy.label.as_str());
        let known_label = known.as_ref().map(|_| label);
        let solver = solutions.solver();
        writer.picture(STOP_MAP, duel_map(solver, &response, own, other), true);
        let who = known_label.map_or_else(
            || "both players optimal".to_owned(),
            |opponent| format!("best response to {opponent}"),
        );
        let chance = |own: u32, other: u32| response.win(own, other);
        writer.picture(WIN_MAP, win_map(solver, response.target(), &who, chance), false);
        writer.note(format!(
            "With {} points against {}, optimal play wins {} of all games if it has the next turn and \
             {} if {} has.",
            self.game.points(own),
            self.game.points(other),
            percent(response.win(own, other)),
            percent(response.wait(own, other)),
            known_label.unwrap_or("the opponent"),
        ));
        let opponent = known.as_deref().map_or(Side::Optimal(&response), Side::Player);
        for index in 0..self.policies.len() {
            self.win_of(index, (opponent, label, &response), solutions, writer)?;
        }
        Ok(())
    }

    /// Optimal play against the opponent.
    fn response(
        &self,
        solutions: &Solutions<'_>,
        known: Option<&Player>,
    ) -> Result<Arc<WinSolution>> {
        let Some(player) = known else { return Ok(Arc::clone(solutions.win()?)) };
        let (solver, control) = (solutions.solver(), solutions.control());
        let found = solutions.on_threads(|| solver.respond(Side::Player(player), control));
        let label = self.against.first().map_or("", |policy| &policy.label);
        Ok(Arc::new(found.map_err(|error| about(label, error))?))
    }

    /// Thresholds and win probabilities for all pairs of totals.
    fn win_tables(
        &self,
        response: &WinSolution,
        solutions: &Solutions<'_>,
        writer: &mut Writer<'_>,
    ) -> Result<()> {
        let [own, other, _] = self.start;
        let (step, target) = (self.step(TOTALS), response.target());
        let states = self.states(solutions.solver());
        let totals: Vec<u32> = (0..target).step_by(step as usize).collect();
        for &own in &totals {
            let positions = solutions.on_threads(|| Ok(Some(response.positions(own, &totals))))?;
            for (position, other) in positions.iter().zip(&totals) {
                writer.thresholds(position, &states, [Some(own), Some(*other), None]);
            }
        }
        if own % step != 0 || other % step != 0 {
            let totals = [Some(own), Some(other), None];
            writer.thresholds(&response.position(own, other), &states, totals);
        }
        for (cell, value) in response.values().iter().enumerate() {
            let (own, other) = (cell as u32 / target, cell as u32 % target);
            let head = writer.turn_cells([Some(own), Some(other), None]);
            writer.turn_row(&WIN_VALUES, &head, [(*value).into()]);
        }
        Ok(())
    }

    /// The win probability of a policy against the opponent with this label, and its regret.
    fn win_of(
        &self,
        index: usize,
        (opponent, label, response): (Side<'_>, &str, &WinSolution),
        solutions: &Solutions<'_>,
        writer: &mut Writer<'_>,
    ) -> Result<()> {
        let (solver, control) = (solutions.solver(), solutions.control());
        let policy = &self.policies[index];
        let player = solutions.player(policy, 2)?;
        let side = solutions.side(policy, &player, 2)?;
        let given = solutions.on_threads(|| solver.match_value(side, opponent, control));
        let given = self.named(index, given)?;
        self.named(index, played_out(&self.game, given.given_up))?;
        if given.endless {
            let warning = format!(
                "`{}` can play games that never end; such games have no winner",
                policy.label
            );
            writer.warnings.push((warning, None));
        }
        let [own, other, _] = self.start;
        let cell = (own * response.target() + other) as usize;
        let (begins, waits) = (given.win[cell], given.wait[cell]);
        let (first, second) = (response.win(own, other), response.wait(own, other));
        let (mean, best) = ((begins + waits) / 2.0, (first + second) / 2.0);
        let overall = Key { opponents: Label::of_list([label]), ..writer.key(index, 2) };
        writer.wins(&overall, &[(begins, first), (waits, second)]);
        writer.compare([percent(mean), percent(difference(best, mean)), percent(begins)]);
        if self.args.regret {
            let regret = solutions.on_threads(|| {
                solver.win_regret(&player, opponent, response, (own, other), control)
            });
            writer.regret(&overall, &self.named(index, regret)?);
        }
        Ok(())
    }

    fn plays_equal(&self) -> bool {
        self.against.first().is_none_or(|policy| policy.is_built_in(OPTIMAL_WIN))
    }

    /// The states of turns from any totals below the target.
    fn states(&self, solver: &Solver) -> TurnStates {
        solver.turn_states(self.game.target.max(self.game.min_bank) + 1)
    }

    /// The step, in units, between at most `totals` totals in a table.
    fn step(&self, totals: u32) -> u32 {
        self.game.target.div_ceil(totals).max(1)
    }

    /// Adds the name of policy `index` to an error.
    fn named<T>(&self, index: usize, result: Result<T>) -> Result<T> {
        result.map_err(|error| about(&self.policies[index].label, error))
    }
}
