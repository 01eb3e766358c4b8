//! Advice at one decision: the value of each legal action, exact or by playouts in common worlds.
//! The decision is one of a replayed game, or a position as text.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::definition::Definition;
use super::leaderboard::{counted, interval_note, percent};
use super::policies::{NamedPolicy, named_policies, record_texts};
use super::policy_factory;
use super::prepared::{Prepared, begun, record_edition};
use super::registered::Registered;
use super::registry::{Block, Conditions, Results, Run, Warning};
use super::report::proposal;
use super::request::{AdviceSpec, At, RunSpec};
use super::simulate::Taken;
use super::transcript::decided_by;
use super::worlds::{Answer, Question, Race, Value, world_seed};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::game::contract::{Game, Menu, Next, Silent};
use crate::game::decision::{ActionList, Decision, OwnRandom, Policy};
use crate::game::describe::seat_name;
use crate::game::position;
use crate::policy::evaluate::{Exact, Playouts};
use crate::policy::{PolicySpec, parse_spec};
use crate::report::schema::{Kind, View};
use crate::report::schemas::{ACTION_VALUES, estimate_cells};
use crate::report::{Align, Grid, GridCell, Key, RunRecord, Scope, Table, Unit, estimate};
use crate::sim::interrupt::Why;
use crate::sim::random::UnitKey;

/// The default maximum number of worlds.
const WORLDS: u64 = 20_000;

/// The worlds of each round of the race, and the maximum number of actions after it.
const RACE: Race = (&[64, 128, 256], 10);

/// The maximum number of actions on the screen, which shows the choice of the policy as well.
const SHOWN: usize = 15;

const PICTURE: View = View {
    labels: &["action"],
    rows: &[("figure", "win_rate")],
    scale: 100.0,
    quantity: "win rate, %",
    title: "The best action: {label}, which wins {value} %",
    ..View::new("action_values", ACTION_VALUES.name, Kind::Rows)
};

/// A decision of a game.
struct Moment<G: Game> {
    state: G::State,
    seat: u8,
    point: u8,
    actions: Vec<G::Action>,
    /// The policy that was asked: its choice and rule.
    chosen: (usize, u8),
    /// The policy, as an index into those of the run.
    policy: usize,
}

/// Advice at one decision.
pub(super) struct Advice<S: Definition> {
    prepared: Prepared<S>,
    moment: Moment<S>,
    base: NamedPolicy,
    player: Arc<dyn Policy<S>>,
    exact: Option<Arc<dyn Exact<S>>>,
    at: At,
    most: u64,
}

/// Prepares advice.
pub(super) fn prepare<S: Definition>(
    entry: &Registered<S>,
    spec: &AdviceSpec,
    conditions: Conditions<'_>,
) -> Result<Advice<S>> {
    let (prepared, moment) = match &spec.at {
        At::Game { number, decision } => {
            let prepared = entry.prepare_run(&spec.run, conditions)?;
            let moment = replayed(&prepared, *number, *decision)?;
            (prepared, moment)
        }
        At::Position(source) => {
            if spec.run.policies.len() > 1 {
                return Err(Error::input_help(
                    "a position has one seat that decides, so one policy is asked for its choice",
                    "give one `--policy`",
                ));
            }
            let mut run = spec.run.clone();
            if run.policies.is_empty() {
                run.policies.push(base(spec, S::OPTIONS.playing())?);
            }
            placed(entry, run, source, conditions)?
        }
    };
    advice(entry, spec, prepared, moment, conditions)
}

/// Prepares advice at the decisions of a game that is followed.
pub(super) fn follow<S: Definition>(
    entry: &Registered<S>,
    spec: &AdviceSpec,
    conditions: Conditions<'_>,
) -> Result<Advice<S>> {
    let mut run = spec.run.clone();
    if run.policies.is_empty() {
        run.policies.push(base(spec, S::OPTIONS.playing())?);
    }
    let prepared = entry.prepare_run(&run, conditions)?;
    let state = prepared.job.game.start(&mut Silent);
    let none = Moment { state, seat: 0, point: 0, actions: Vec::new(), chosen: (0, 0), policy: 0 };
    advice(entry, spec, prepared, none, conditions)
}

/// Returns the policy of the playouts.
fn base(spec: &AdviceSpec, default: &str) -> Result<PolicySpec> {
    spec.base.clone().map_or_else(|| parse_spec(default), Ok)
}

fn advice<S: Definition>(
    entry: &Registered<S>,
    spec: &AdviceSpec,
    mut prepared: Prepared<S>,
    moment: Moment<S>,
    conditions: Conditions<'_>,
) -> Result<Advice<S>> {
    let base = [base(spec, S::OPTIONS.playing())?];
    let base = named_policies(entry, &base)?.swap_remove(0);
    let game = Arc::clone(&prepared.job.game);
    let player = policy_factory::ready(&base, &mut *prepared.own, &game, conditions)?;
    let exact = match spec.base {
        None => prepared.own.exact(&game, conditions)?,
        Some(_) => None,
    };
    let (at, most) = (spec.at.clone(), spec.playouts.unwrap_or(WORLDS));
    Ok(Advice { prepared, moment, base, player, exact, at, most })
}

/// Returns decision number `wanted` of a game of the run; both count from 1.
fn replayed<S: Definition>(run: &Prepared<S>, number: u64, wanted: u64) -> Result<Moment<S>> {
    let (count, found) = (Cell::new(0), RefCell::new(None));
    let taken = |taken: Taken<'_, S>| {
        count.set(count.get() + 1);
        if count.get() == wanted {
            let Taken { decision, policy, choice } = taken;
            let &Decision { state, seat, point, .. } = decision;
            let actions = decision.actions().to_vec();
            let chosen = actions.iter().position(|action| *action == choice.action);
            let chosen = (chosen.unwrap_or(0), choice.rule);
            *found.borrow_mut() =
                Some(Moment { state: *state, seat, point, actions, chosen, policy });
        }
    };
    let enough = || count.get() >= wanted;
    run.job.play(number - 1, &mut Silent, &mut ActionList::default(), taken, enough);
    found.into_inner().ok_or_else(|| {
        Error::input_help(
            format!("game {number} has {}, not {wanted}", counted(count.get(), "decision")),
            "`pushluck trace` with the same options numbers the decisions",
        )
    })
}

/// Returns the run and the decision of a position; without a number of players, of the first
/// number that fits the text.
fn placed<S: Definition>(
    entry: &Registered<S>,
    run: RunSpec,
    source: &Arc<Source>,
    conditions: Conditions<'_>,
) -> Result<(Prepared<S>, Moment<S>)> {
    let seats = run.players.map_or_else(
        || {
            let others = S::SEATS.filter(|seats| *seats != 2).map(Some);
            [None].into_iter().chain(others).collect()
        },
        |seats| vec![Some(seats)],
    );
    let mut first = None;
    for players in seats {
        let of = RunSpec { players, ..run.clone() };
        let read = entry.prepare_run(&of, conditions).and_then(|prepared| {
            let read = position::read(&*prepared.job.game, source).map_err(Error::Texts)?;
            Ok((prepared, read))
        });
        match read {
            Ok((prepared, read)) => {
                let moment = decision(&prepared, read)?;
                return Ok((prepared, moment));
            }
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    Err(first.unwrap_or_else(|| Error::input("the game has no players")))
}

/// Returns the decision in a position, and what the policy of the run does there.
fn decision<S: Definition>(
    run: &Prepared<S>,
    read: position::Placed<S::State>,
) -> Result<Moment<S>> {
    let (game, state) = (&*run.job.game, read.state);
    let undecided = |what: &str| {
        let help =
            "describe a position in which a seat chooses; `pushluck trace --positions` shows some";
        Err(Error::input_help(format!("no seat decides in this position: {what}"), help))
    };
    let (seat, point) = match game.next(&state) {
        Next::Decide { seat, point } => (seat, point),
        Next::Chance(_) => return undecided("chance comes next"),
        Next::Over { .. } => return undecided("the game is over"),
    };
    if let Some(viewer) = read.seen_by.filter(|viewer| *viewer != seat) {
        return Err(Error::input_help(
            format!(
                "{} decides, but the text shows what {} knows",
                seat_name(seat),
                seat_name(viewer)
            ),
            format!("describe what {} knows: `seen_by={}`", seat_name(seat), seat + 1),
        ));
    }
    let mut actions = Vec::new();
    Menu::list(game, &state, &mut actions);
    let own = OwnRandom::new(UnitKey::of_game(run.spec.seed, 0), seat, 0);
    let choice =
        run.job.players[0].choose(&Decision::among(game, &state, (seat, point), own, &actions));
    let chosen = actions.iter().position(|action| *action == choice.action).unwrap_or(0);
    Ok(Moment { state, seat, point, chosen: (chosen, choice.rule), policy: 0, actions })
}

impl<S: Definition> Advice<S> {
    fn decision(&self) -> Decision<'_, S> {
        let Moment { state, seat, point, actions, .. } = &self.moment;
        let game = &*self.prepared.job.game;
        Decision::among(game, state, (*seat, *point), OwnRandom::unused(), actions)
    }

    /// Returns the exact values, if the position is solved.
    fn solved(&self) -> Option<Answer> {
        let values = self.exact.as_ref()?.values(&self.decision())?;
        Some(Answer::solved(&values, self.prepared.spec.level))
    }

    /// Measures the actions by playouts.
    fn played(&self, conditions: Conditions<'_>) -> Result<Answer> {
        let Moment { state, seat, actions, chosen: (chosen, _), .. } = &self.moment;
        let game = &*self.prepared.job.game;
        let players = vec![&*self.player; game.seats().into()];
        let (game_number, decision) = match self.at {
            At::Game { number, decision } => (number - 1, decision),
            At::Position(_) => (0, 0),
        };
        let seed = world_seed(self.prepared.spec.seed, game_number, decision);
        Question {
            playouts: Playouts { game, from: state, seat: *seat, players: &players, seed },
            actions,
            chosen: *chosen,
            race: RACE,
            most: self.most,
            level: self.prepared.spec.level,
        }
        .answer(conditions)
    }

    fn label(&self) -> &str {
        &self.prepared.policies[self.moment.policy].label
    }

    fn action(&self, action: usize) -> String {
        let Moment { state, actions, .. } = &self.moment;
        self.prepared.job.game.action(state, actions[action])
    }

    fn table(&self, answer: &Answer) -> Table {
        let mut table = Table::new(&ACTION_VALUES);
        let key = Key {
            scope: Scope::Overall,
            seat: Some(u32::from(self.moment.seat) + 1),
            ..self.base.key(&self.prepared.key())
        };
        let (point, chosen) =
            (S::POINTS[usize::from(self.moment.point)].name, self.moment.chosen.0);
        for (rank, value) in answer.values.iter().enumerate() {
            let figures =
                [("win_rate", &value.win), ("score", &value.score), ("loss", &value.loss)];
            for (name, figure) in figures.into_iter().filter(|(_, figure)| figure.is_some()) {
                let head = [
                    point.into(),
                    (rank + 1).into(),
                    self.action(value.action).into(),
                    u8::from(value.action == chosen).into(),
                    name.into(),
                    value.worlds.into(),
                ];
                table.row(&key, head.into_iter().chain(estimate_cells(figure.as_ref())));
            }
        }
        table
    }

    fn grid(&self, answer: &Answer) -> Grid {
        let scores = answer.values.iter().any(|value| value.score.is_some());
        let wins = answer.values.iter().any(|value| value.win.is_some());
        let unit = if wins { Unit::Percent } else { Unit::Plain };
        let shown = [("win rate", wins), (S::COUNTED.score, scores), ("costs", true)];
        let numbers = shown.into_iter().filter(|(_, shown)| *shown);
        let heads = [("action", Align::Text)].into_iter();
        let heads = heads.chain(numbers.map(|(name, _)| (name, Align::Right)));
        let mut grid = Grid::new(&heads.chain([("chosen by", Align::Left)]).collect::<Vec<_>>());
        // Until the race over the first worlds is over, no action is dropped.
        let raced = answer.values.first().is_some_and(|best| best.loss.is_some());
        for (rank, value) in answer.values.iter().enumerate() {
            if rank >= SHOWN && value.action != self.moment.chosen.0 {
                continue;
            }
            let mut row: Vec<GridCell> = vec![self.action(value.action).into()];
            if wins {
                row.push(GridCell::Estimate(value.win, Unit::Percent));
            }
            if scores {
                row.push(GridCell::Estimate(value.score, Unit::Plain));
            }
            row.push(match value.loss {
                None if raced => format!("dropped after {}", value.worlds).into(),
                None => "not measured".into(),
                Some(loss) if loss.value == 0.0 => "".into(),
                loss => GridCell::Estimate(loss, unit),
            });
            let by = if value.action == self.moment.chosen.0 { self.label() } else { "" };
            row.push(by.into());
            grid.push(row);
        }
        grid
    }

    /// Returns the sentences under the table.
    fn notes(&self, answer: &Answer) -> Vec<String> {
        let Moment { actions, chosen: (chosen, rule), point, policy, .. } = &self.moment;
        let [best, others @ ..] = &answer.values[..] else { return Vec::new() };
        let name = self.action(best.action);
        let unit = if best.win.is_some() { Unit::Percent } else { Unit::Plain };
        let mut notes = Vec::new();
        let all = answer.values.len();
        if all > SHOWN {
            notes.push(format!(
                "The first {SHOWN} of {all} actions are shown; `--out` and `--format` write all of them."
            ));
        }
        let measured = others.iter().filter(|value| value.loss.is_some());
        let open = measured.filter(|value| {
            value.loss.and_then(|loss| loss.low).is_none_or(|low| low < -answer.margin)
        });
        let open: Vec<String> = open.map(|value| self.action(value.action)).collect();
        let worlds = counted(answer.worlds, "world");
        let confidence = percent(self.prepared.spec.level);
        notes.push(match (answer.worlds, answer.settled) {
            _ if actions.len() == 1 => format!("There is only one legal action: {name}."),
            (0, true) => format!("Best: {name}. The values are exact: everyone plays optimally from here on."),
            (_, true) => format!(
                "Best: {name}. It is settled, at {confidence} % confidence and after {worlds}, that no other \
                 action is better by more than {}.",
                match unit {
                    Unit::Percent => "0.2 % of the games",
                    Unit::Plain => "nothing",
                }
            ),
            (_, false) if open.is_empty() => format!("Best so far: {name}, after {worlds}; more playouts may change it."),
            (_, false) => format!(
                "Best so far: {name}. After {worlds} this is not settled; these may be better: {}. Give more \
                 time with `--for 30s`.",
                open.join("; ")
            ),
        });
        let of_choice = answer.values.iter().find(|value| value.action == *chosen);
        if actions.len() > 1
            && let Some(Value { loss: Some(loss), .. }) = of_choice
        {
            let by = decided_by(&self.prepared.policies[*policy], (*point).into(), *rule);
            let by = by.map_or_else(String::new, |by| format!(" ({by})"));
            let (label, action) = (self.label(), self.action(*chosen));
            notes.push(match best.action == *chosen || loss.value == 0.0 {
                true => format!("`{label}`{by} chooses the best action."),
                false => {
                    format!("`{label}`{by} chooses: {action}. It costs {}.", estimate(loss, unit))
                }
            });
        }
        notes
    }

    /// Returns the sentences on playouts under the table.
    fn method(&self, answer: &Answer) -> Vec<String> {
        if answer.worlds == 0 {
            return Vec::new();
        }
        let mut notes = vec![
            format!(
                "A world is a deal of what {} cannot know, with all later random events; `{}` then plays every seat to \
                 the end of the game.",
                seat_name(self.moment.seat),
                self.base.label
            ),
            interval_note(answer.level),
        ];
        let legal = self.moment.actions.len();
        if answer.values.len() < legal {
            notes.push(format!(
                "{} of {legal} legal actions are measured, spread over the list.",
                answer.values.len()
            ));
        }
        notes
    }

    pub(super) fn game(&self) -> &S {
        &self.prepared.job.game
    }

    pub(super) fn what(&self) -> String {
        self.prepared.what()
    }

    pub(super) fn seed(&self) -> u64 {
        self.prepared.spec.seed
    }

    /// Returns the position with which games start, if it is not the usual one.
    pub(super) fn opening(&self) -> Option<position::Placed<S::State>> {
        self.prepared.job.from
    }

    /// Turns to the decision of a seat in a position.
    pub(super) fn turn_to(&mut self, state: S::State, seat: u8) -> Result<()> {
        let seen_by = Some(seat);
        self.moment = decision(&self.prepared, position::Placed { state, seen_by })?;
        Ok(())
    }

    /// Returns the values of the decision with their verdict.
    pub(super) fn verdict(&self, conditions: Conditions<'_>) -> Result<Vec<Block>> {
        let answer = self.answer(conditions)?;
        let notes = self.notes(&answer).into_iter().map(Block::Note);
        Ok([Block::Grid(self.grid(&answer))].into_iter().chain(notes).collect())
    }

    /// Values the actions, exactly or by playouts; at least one of them.
    fn answer(&self, conditions: Conditions<'_>) -> Result<Answer> {
        let answer = self.solved().map_or_else(|| self.played(conditions), Ok)?;
        match answer.stopped {
            _ if !answer.values.is_empty() => Ok(answer),
            Some(Why::OutOfTime) => Err(Error::input_help(
                "the time was over before the first playout of each action",
                "give a longer `--for`",
            )),
            _ => Err(Error::Interrupted),
        }
    }

    /// Returns the position of the decision as text, as its seat knows it.
    fn text(&self) -> Option<String> {
        let Moment { state, seat, .. } = &self.moment;
        position::write(&*self.prepared.job.game, state, Some(*seat))
    }
}

impl<S: Definition> Run for Advice<S> {
    fn record(&self) -> RunRecord {
        let run = &self.prepared;
        let mut record = begun::<S>(&run.changed, run.spec.seed);
        match &self.at {
            At::Game { number, decision } => {
                record.define("game_number", RunRecord::count(*number));
                record.define("decision", RunRecord::count(*decision));
            }
            At::Position(source) => record.define("position", source.text.trim()),
        }
        record.define("players", i64::from(run.job.game.seats()));
        if self.exact.is_none() {
            record.define("base", &*self.base.label);
            record.define("playouts", RunRecord::count(self.most));
        }
        record.define("confidence", run.spec.level.confidence());
        record_edition::<S>(&mut record, &run.rules);
        record_texts(&mut record, "policies", &run.policies);
        record_texts(&mut record, "bases", std::slice::from_ref(&self.base));
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        vec![ACTION_VALUES.name]
    }

    fn files(&self) -> Vec<String> {
        vec![PICTURE.file()]
    }

    fn units(&self) -> Option<u64> {
        Some(self.most)
    }

    fn unit_name(&self) -> &'static str {
        "worlds"
    }

    fn keeps(&self) -> bool {
        true
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let answer = self.answer(conditions)?;
        let (run, moment) = (&self.prepared, &self.moment);
        let point = &S::POINTS[usize::from(moment.point)];
        let mut screen = vec![Block::Title(format!("{}, seed {}", run.what(), run.spec.seed))];
        let of = match &self.at {
            At::Game { number, decision } => format!("Game {number}, decision {decision}: "),
            At::Position(_) => String::new(),
        };
        screen.push(Block::Note(format!(
            "{of}{} decides, `{}`.",
            seat_name(moment.seat),
            point.name
        )));
        screen.extend(self.text().map(|text| Block::Note(format!("Position: {text}"))));
        screen.push(Block::Grid(self.grid(&answer)));
        let notes = self.notes(&answer).into_iter().chain(self.method(&answer));
        screen.extend(notes.map(Block::Note));
        if answer.stopped == Some(Why::OutOfTime) {
            let again = format!("The time is over; `--playouts {}` repeats this.", answer.worlds);
            screen.push(Block::Note(again));
        }
        screen.extend(super::report::proposed::<S>(&run.rules));
        let table = self.table(&answer);
        let notes: Vec<String> = [format!("{}. Seed {}.", run.what(), run.spec.seed)]
            .into_iter()
            .chain(proposal::<S>(&run.rules))
            .collect();
        let picture = PICTURE.svg(&table, &notes).map(|svg| (PICTURE.file(), svg.into_bytes()));
        let warnings: Vec<Warning> = run.own.finish(conditions);
        let mut concluded = vec![("settled", answer.settled.into())];
        if answer.worlds > 0 {
            concluded.push(("worlds", RunRecord::count(answer.worlds)));
        }
        if let Some(why) = answer.stopped {
            concluded.push(("stopped", why.name().into()));
        }
        Ok(Results {
            tables: vec![table],
            files: picture.into_iter().collect(),
            screen,
            warnings,
            units_done: answer.worlds,
            stopped: answer.stopped,
            concluded,
        })
    }
}
