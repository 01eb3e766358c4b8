//! `verify`: compares the simulator with every exact value of El Ocho.
//!
//! Rolls are compared with the weights of their classes; turns, races and games of whole policies
//! with values from [`crate::games::el_ocho::exact`]. The estimates are read from the finished
//! tables of a run, the ones a user reads.

use std::sync::Arc;

use super::definition::{EL_OCHO, by_default, compile};
use super::exact::Solver;
use super::rules::Rules;
use super::solved_policies::{OPTIMAL_RACE, OPTIMAL_TURN, OPTIMAL_WIN, Solutions, played_out};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::games::el_ocho::edition::Edition;
use crate::games::el_ocho::exact::Side;
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{Game, Standing};
use crate::policy::specs;
use crate::report::Table;
use crate::run::goodness_of_fit::{LEAST_VARIANCE, chi_squared};
use crate::run::{
    AnyGame, Conditions, Figure, NamedPolicy, RunSpec, Verified, VerifySpec, Work, named_policies,
    shipped_specs,
};
use crate::sim::random::UnitKey;
use rand::Rng as _;

/// The opponent of all policies in compared games.
const OPPONENT: &str = "hold-at";

const RANDOM: &str = "random";

/// The fewest turns or games of which a mean is close enough to normal for a z score.
const LEAST_UNITS: f64 = 100.0;

/// Compares every rule set of the edition, or the rules of the request.
pub(crate) fn verify(
    _: &Rules,
    _: &str,
    spec: &VerifySpec,
    conditions: Conditions<'_>,
) -> Result<Verified> {
    let mut verified = Verified::default();
    let mut edition = String::new();
    for settings in rule_sets(spec)? {
        let game = compile(spec.edition.as_ref(), &settings)?;
        game.rules.edition.name.clone_into(&mut edition);
        let check = Check { spec, settings, game: &game, conditions };
        let mut found = Found::default();
        check.rolls(&mut found);
        check.policies(&mut found)?;
        verified.figures.append(&mut found.figures);
        verified.left_out.extend(found.left_out.into_iter().map(|(reason, figures)| {
            format!("Not compared under {}: {}: {reason}.", check.rules(), figures.join(", "))
        }));
    }
    Ok(verified.of_edition(&edition))
}

/// The settings of `--rules`, once for each level of the edition unless they name a level.
fn rule_sets(spec: &VerifySpec) -> Result<Vec<Vec<RuleSetting>>> {
    if spec.settings.iter().any(|(key, _)| key == "level") {
        return Ok(vec![spec.settings.clone()]);
    }
    let edition = match &spec.edition {
        Some(source) => Edition::parse(Arc::clone(source)).map_err(Error::Texts)?,
        None => Edition::shipped(),
    };
    let with = |level: &str| {
        let level = ("level".to_owned(), Some(level.to_owned()));
        [level].into_iter().chain(spec.settings.iter().cloned()).collect()
    };
    Ok(edition.levels.iter().map(|level| with(&level.name)).collect())
}

/// The comparisons under one rule set.
#[derive(Default)]
struct Found {
    figures: Vec<Figure>,
    /// Figures without an exact value, by reason.
    left_out: Vec<(String, Vec<String>)>,
}

impl Found {
    /// Unwraps `result`. If it is an input error, records `what` as left out and returns `None`.
    fn unless_refused<T>(&mut self, what: String, result: Result<T>) -> Result<Option<T>> {
        let message = match result {
            Err(Error::Input { message, .. }) => message,
            result => return result.map(Some),
        };
        match self.left_out.iter_mut().find(|(reason, _)| *reason == message) {
            Some((_, figures)) => figures.push(what),
            None => self.left_out.push((message, vec![what])),
        }
        Ok(None)
    }
}

/// The policies with exact values, in the form the engine plays and in the form the solver
/// evaluates.
struct Played<'a> {
    policies: Vec<(NamedPolicy, Arc<Player>)>,
    solutions: &'a Solutions<'a>,
    solver: &'a Solver,
}

/// One rule set under comparison.
struct Check<'a> {
    spec: &'a VerifySpec,
    settings: Vec<RuleSetting>,
    game: &'a Arc<Game>,
    conditions: Conditions<'a>,
}

impl Check<'_> {
    fn rules(&self) -> String {
        let rules = format!("level={}", self.game.rules.level().name);
        let others = self.game.rules.changed().into_iter();
        let others = others.filter(|setting| !setting.starts_with("level="));
        [rules].into_iter().chain(others).collect::<Vec<_>>().join(";")
    }

    fn figure(&self, what: String, n: u64, estimate: f64, exact: f64, std_error: f64) -> Figure {
        Figure::new(EL_OCHO.name(), &self.rules(), what, n, (estimate, exact, std_error))
    }

    /// A share of `n` independent trials; `None` if the trials are too few for a z score.
    fn share(&self, what: String, n: u64, hits: f64, exact: f64) -> Option<Figure> {
        let variance = n as f64 * exact * (1.0 - exact);
        let std_error = variance.sqrt() / n as f64;
        (variance >= LEAST_VARIANCE)
            .then(|| self.figure(what, n, hits / n as f64, exact, std_error))
    }

    /// Rolls drawn from the engine's tables: Pearson's chi-squared statistic over the classes.
    fn rolls(&self, found: &mut Found) {
        for dice in 1..=self.game.dice() {
            let table = self.game.table(dice);
            let mut counts = vec![0_u64; table.classes().len()];
            let mut rng = UnitKey::of_turn(self.spec.seed, 0).stream(0, u64::from(dice));
            for _ in 0..self.spec.turns {
                counts[table.draw(|| rng.next_u32()).0] += 1;
            }
            let classes = table.classes().iter().zip(&counts);
            let cells = classes.map(|(class, count)| {
                let share = class.weight as f64 / table.total() as f64;
                (*count, share * self.spec.turns as f64)
            });
            let Some((statistic, freedom, z)) = chi_squared(cells) else { continue };
            let what = format!("rolls of {dice}: chi-squared over {} kinds", freedom + 1.0);
            let mut figure = self.figure(what, self.spec.turns, statistic, freedom, 1.0);
            figure.std_error = (2.0 * freedom).sqrt();
            figure.z = z;
            found.figures.push(figure);
        }
    }

    fn run(
        &self,
        policies: &[&NamedPolicy],
        players: Option<usize>,
        work: Work,
    ) -> Result<Vec<Table>> {
        let spec = RunSpec {
            settings: self.settings.clone(),
            edition: self.spec.edition.clone(),
            policies: specs(&policies.iter().map(|policy| &policy.label).collect::<Vec<_>>())?,
            players,
            seed: self.spec.seed,
            work,
            ..RunSpec::default()
        };
        let results = EL_OCHO.prepare(&spec, self.conditions)?.run(self.conditions)?;
        match results.stopped {
            None => Ok(results.tables),
            Some(_) => Err(Error::Interrupted),
        }
    }

    /// Compares turns, races and games of the policies with exact values.
    fn policies(&self, found: &mut Found) -> Result<()> {
        let solutions = Solutions::new(self.game, self.conditions);
        let solver = solutions.solver();
        let standard = Rules::of(Arc::new(Edition::shipped()));
        let mut asked =
            shipped_specs(&EL_OCHO, |policy, decides| by_default(&standard, policy, decides))?;
        asked.extend(specs(&[OPTIMAL_TURN, OPTIMAL_RACE, OPTIMAL_WIN])?);
        let mut policies = Vec::new();
        for policy in named_policies(&EL_OCHO, &asked)? {
            let player = solutions.player(&policy, 2);
            if let Some(player) = found.unless_refused(policy.label.clone(), player)? {
                policies.push((policy, player));
            }
        }
        let played = Played { policies, solutions: &solutions, solver };
        self.turns(&played, found)?;
        self.races(&played, found)?;
        self.games_of(&played, found)
    }

    /// Turns: all policies use common random numbers, so their figures are correlated.
    fn turns(&self, played: &Played<'_>, found: &mut Found) -> Result<()> {
        let standing = Standing::start(1);
        let random = named_policies(&EL_OCHO, &specs(&[RANDOM])?)?;
        let compared: Vec<&NamedPolicy> = {
            let valued = played.policies.iter().map(|(policy, _)| policy);
            valued.chain(&random).collect()
        };
        let tables = self.run(&compared, None, Work::Turns(self.spec.turns))?;
        for (policy, player) in &played.policies {
            let what = format!("turns of {}", policy.label);
            let value = found.unless_refused(what, played.solver.turn_value(player, &standing))?;
            let Some(value) = value else { continue };
            let of = [("policy", policy.label.as_str()), ("situation", "turn")];
            let n = number(&tables, "expected_scores", &of[..1], "n")?;
            let mean = number(&tables, "expected_scores", &of[..1], "mean")?;
            let lost = number(&tables, "bust_probabilities", &of, "busts")?;
            let std_error = (value.variance / n).sqrt();
            if n >= LEAST_UNITS {
                let what = format!("points per turn, {}", policy.label);
                found.figures.push(self.figure(what, n as u64, mean, value.points, std_error));
            }
            let what = format!("bust rate, {}", policy.label);
            found.figures.extend(self.share(what, n as u64, lost, value.bust));
        }
        for dice in 1..=self.game.dice() {
            let rolled = dice.to_string();
            let of = [("policy", RANDOM), ("situation", "roll"), ("dice", rolled.as_str())];
            // A number of dice that never occurs in this game has no row.
            let Ok(trials) = number(&tables, "bust_probabilities", &of, "trials") else { continue };
            let busts = number(&tables, "bust_probabilities", &of, "busts")?;
            let (bust, among) = played.solver.bust_odds(dice).unwrap_or((0, 1));
            let what = format!("rolling {dice} busts");
            found.figures.extend(self.share(
                what,
                trials as u64,
                busts,
                bust as f64 / among as f64,
            ));
        }
        Ok(())
    }

    /// Races: the same policies in games of one player.
    fn races(&self, played: &Played<'_>, found: &mut Found) -> Result<()> {
        for (policy, player) in &played.policies {
            let what = format!("races of {}", policy.label);
            let value = played.solver.race_value(player).and_then(|value| {
                played_out(self.game, value.given_up)?;
                Ok(value)
            });
            let Some(value) = found.unless_refused(what, value)? else { continue };
            if value.turns[0].is_infinite() || (self.spec.games as f64) < LEAST_UNITS {
                continue;
            }
            let tables = self.run(&[policy], Some(1), self.games())?;
            let of = [("policy", policy.label.as_str())];
            let mean = number(&tables, "game_lengths", &of, "mean")?;
            // If almost all games have the same length, there is no standard error.
            let Ok(error) = number(&tables, "game_lengths", &of, "std_error") else { continue };
            let what = format!("turns to the target alone, {}", policy.label);
            found.figures.push(self.figure(what, self.spec.games, mean, value.turns[0], error));
        }
        Ok(())
    }

    /// Games: each policy against [`OPPONENT`], and optimal play against itself.
    fn games_of(&self, played: &Played<'_>, found: &mut Found) -> Result<()> {
        let Played { policies, solutions, solver } = played;
        let opponent =
            policies.iter().position(|(policy, _)| policy.label == OPPONENT).unwrap_or(0);
        let solved = solutions.win();
        let Some(win) = found.unless_refused("games".to_owned(), solved)? else {
            return Ok(());
        };
        let side = |index: usize| match policies[index].0.is_built_in(OPTIMAL_WIN) {
            true => Side::Optimal(win),
            false => Side::Player(&policies[index].1),
        };
        let control = solutions.control();
        for (index, (policy, _)) in policies.iter().enumerate() {
            let (one, other) = (side(index), side(opponent));
            let value = solutions.on_threads(|| solver.match_value(one, other, control));
            let value = value.and_then(|value| {
                played_out(self.game, value.given_up)?;
                Ok(value)
            });
            let what = format!("games of {}", policy.label);
            let Some(value) = found.unless_refused(what, value)? else { continue };
            if value.endless {
                continue;
            }
            if index == opponent {
                found.figures.extend(self.first_player(policy, value.first)?);
                continue;
            }
            let tables = self.run(&[policy, &policies[opponent].0], None, self.games())?;
            for (seat, exact) in [("1", value.first), ("2", value.second)] {
                let what = format!("wins in seat {seat}, {} against {OPPONENT}", policy.label);
                found.figures.extend(self.wins(what, &tables, policy, seat, exact)?);
            }
        }
        if let Some((best, _)) = policies.iter().find(|(policy, _)| policy.is_built_in(OPTIMAL_WIN))
        {
            let what = format!("games of {} against itself", best.label);
            let ends = found.unless_refused(what, played_out(self.game, win.given_up))?;
            if ends.is_some() {
                found.figures.extend(self.first_player(best, win.win(0, 0))?);
            }
        }
        Ok(())
    }

    fn games(&self) -> Work {
        Work::Games(Some(self.spec.games))
    }

    /// The win rate of seat 1 if both seats play `policy`.
    fn first_player(&self, policy: &NamedPolicy, exact: f64) -> Result<Option<Figure>> {
        let tables = self.run(&[policy], Some(2), self.games())?;
        let what = format!("wins in seat 1, {} against itself", policy.label);
        self.wins(what, &tables, policy, "1", exact)
    }

    fn wins(
        &self,
        what: String,
        tables: &[Table],
        policy: &NamedPolicy,
        seat: &str,
        exact: f64,
    ) -> Result<Option<Figure>> {
        let of = [("policy", policy.label.as_str()), ("seat", seat)];
        // No game was played in this seat.
        let Ok(n) = number(tables, "win_rates", &of, "games") else { return Ok(None) };
        let wins = number(tables, "win_rates", &of, "wins")?;
        Ok(self.share(what, n as u64, wins, exact))
    }
}

/// A number of a table: see [`Table::number`].
fn number(tables: &[Table], name: &str, of: &[(&str, &str)], column: &str) -> Result<f64> {
    let table = tables.iter().find(|table| table.name() == name);
    table
        .and_then(|table| table.number(of, column))
        .ok_or_else(|| Error::Failed(format!("the run gives no `{column}` for {of:?} in `{name}`")))
}
