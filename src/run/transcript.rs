//! A readable transcript of one game of a run.

use std::cell::{Cell, RefCell};
use std::fmt::{Display, Write as _};
use std::sync::Arc;

use super::policies::{NamedPolicy, named_policies};
use super::prepared::Prepared;
use super::registered::Registered;
use super::registry::Conditions;
use super::simulate::Taken;
use super::worlds::{Answer, Question, Race, world_seed};
use super::{Definition, PolicyKind, policy_factory};
use crate::error::{Error, Result};
use crate::game::contract::{Game, Log};
use crate::game::decision::{ActionList, Choice, DEFAULT_RULE, Decision, Policy};
use crate::game::describe::{Closing, Describe, seat_name};
use crate::game::position;
use crate::policy::evaluate::{Exact, Playouts};
use crate::policy::parse_spec;

/// What a transcript shows of each decision in addition to the choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Details {
    /// The position as text, as the deciding seat knows it.
    pub positions: bool,
    /// The three best actions by at most this number of playouts, or exact where solved.
    pub values: Option<u64>,
}

/// The worlds of the first look at the actions of a decision, and the number of actions after it.
const RACE: Race = (&[64], 3);

/// Values the actions of decisions.
struct Judge<'a, S: Definition> {
    base: Arc<dyn Policy<S>>,
    exact: Option<Arc<dyn Exact<S>>>,
    playouts: u64,
    conditions: Conditions<'a>,
}

impl<'a, S: Definition> Judge<'a, S> {
    fn new(run: &Prepared<S>, playouts: u64, conditions: Conditions<'a>) -> Result<Self> {
        let specs = [parse_spec(S::OPTIONS.playing())?];
        let base = named_policies(&Registered::<S>::new(), &specs)?.swap_remove(0);
        let (mut own, game) = ((S::OPTIONS.built_in)(), &run.job.game);
        let base = policy_factory::ready(&base, &mut *own, game, conditions)?;
        let exact = own.exact(game, conditions)?;
        // Progress would hide the transcript.
        Ok(Self { base, exact, playouts, conditions: Conditions { watch: None, ..conditions } })
    }

    /// Returns the best actions of a decision with their values.
    fn best(
        &self,
        run: &Prepared<S>,
        (number, decision): (u64, u64),
        taken: &Taken<'_, S>,
    ) -> Result<Vec<String>> {
        let &Decision { game, state, seat, .. } = taken.decision;
        let (actions, level) = (taken.decision.actions(), run.spec.level);
        let solved = self.exact.as_ref().and_then(|exact| exact.values(taken.decision));
        let Answer { values, .. } = match solved {
            Some(values) => Answer::solved(&values, level),
            None => {
                let players = vec![&*self.base; game.seats().into()];
                let seed = world_seed(run.spec.seed, number, decision);
                let playouts = Playouts { game, from: state, seat, players: &players, seed };
                let chosen = actions.iter().position(|action| *action == taken.choice.action);
                let (chosen, race, most) = (chosen.unwrap_or(0), RACE, self.playouts);
                Question { playouts, actions, chosen, race, most, level }.answer(self.conditions)?
            }
        };
        let shown = values.iter().filter(|value| value.loss.is_some()).take(RACE.1);
        Ok(shown
            .map(|value| format!("{} {}", game.action(state, actions[value.action]), value.text()))
            .collect())
    }
}

/// Returns the transcript of game `number` of the run (of single turn `number` of each policy).
pub(super) fn transcript<S: Definition>(
    run: &Prepared<S>,
    number: u64,
    details: Details,
    conditions: Conditions<'_>,
) -> Result<String> {
    let judge = details.values.map(|playouts| Judge::new(run, playouts, conditions)).transpose()?;
    let text = RefCell::new(format!("{}, seed {}\n\n", run.what(), run.spec.seed));
    let narrator = Narrator {
        run,
        details,
        judge,
        text: &text,
        decisions: Cell::new(0),
        fault: RefCell::default(),
    };
    match run.alone {
        true => narrator.turns(number),
        false => narrator.game(number),
    }
    match narrator.fault.into_inner() {
        Some(error) => Err(error),
        None => Ok(text.into_inner()),
    }
}

/// Writes a transcript. Events and decisions both go to the text.
struct Narrator<'a, S: Definition> {
    run: &'a Prepared<S>,
    details: Details,
    judge: Option<Judge<'a, S>>,
    text: &'a RefCell<String>,
    /// The number of decisions so far.
    decisions: Cell<u64>,
    /// The first error of the judge.
    fault: RefCell<Option<Error>>,
}

impl<S: Definition> Narrator<'_, S> {
    fn line(&self, line: impl Display) {
        let _ = writeln!(self.text.borrow_mut(), "{line}");
    }

    /// Writes game `number`.
    fn game(&self, number: u64) {
        let (run, game) = (self.run, &*self.run.job.game);
        let seating = run.job.seating();
        let table = seating.placement(number).lineup + 1;
        self.line(format_args!("Game {} of matchup {table}", number + 1));
        for (seat, policy) in seating.policies(number).enumerate() {
            let label = &run.policies[policy].label;
            self.line(format_args!("  {}: {label}", seat_name(seat as u8)));
        }
        let mut scribe = Scribe { game, text: self.text };
        let taken = |taken: Taken<'_, S>| self.decided(number, &taken);
        let stop = || self.fault.borrow().is_some();
        let end = run.job.play(number, &mut scribe, &mut ActionList::default(), taken, stop);
        self.line("");
        let Closing { above, below } = game.ending(&end.state);
        above.iter().for_each(|line| self.line(line));
        for seat in 0..seating.seats() {
            let mut won = if end.won(seat) { ", wins" } else { "" };
            for line in game.account(&end.state, seat as u8) {
                self.line(format_args!("  {line}{}", std::mem::take(&mut won)));
            }
        }
        below.iter().for_each(|line| self.line(format_args!("  {line}")));
    }

    /// Writes single turn `number` of each policy.
    fn turns(&self, number: u64) {
        let (run, game) = (self.run, &*self.run.job.game);
        for (policy, named) in run.policies.iter().enumerate() {
            self.line(format_args!("Turn {} of {}", number + 1, named.label));
            let mut scribe = Scribe { game, text: self.text };
            let taken = |taken: Taken<'_, S>| self.decided(number, &taken);
            let turn = (policy, number);
            let stop = || self.fault.borrow().is_some();
            let end =
                run.job.play_alone(turn, &mut scribe, &mut ActionList::default(), taken, stop);
            if let Some(end) = end {
                self.line(format_args!("  {}\n", game.turn_ending(&end)));
            }
        }
    }

    /// Writes a decision. Those of a game are numbered.
    fn decided(&self, number: u64, taken: &Taken<'_, S>) {
        let Taken { decision, policy, choice: Choice { action, rule } } = *taken;
        let &Decision { game, state, seat, point, .. } = decision;
        let by = decided_by(&self.run.policies[policy], point.into(), rule);
        let choices = match decision.count() {
            1 => "the only choice".to_owned(),
            count => format!("one of {count} choices"),
        };
        let how = [Some(choices), by].into_iter().flatten().collect::<Vec<_>>().join("; ");
        let name = S::POINTS[usize::from(point)].name;
        let (decider, chosen) = (game.decider(state, seat), game.action(state, action));
        self.decisions.set(self.decisions.get() + 1);
        let mark =
            if self.run.alone { String::new() } else { format!("#{} ", self.decisions.get()) };
        self.line(format_args!("    {mark}{decider}{name}: {chosen} ({how})"));
        if self.details.positions
            && let Some(position) = position::write(game, state, Some(seat))
        {
            self.line(format_args!("      position: {position}"));
        }
        let judge = self.judge.as_ref().filter(|_| decision.count() > 1);
        match judge.map(|judge| judge.best(self.run, (number, self.decisions.get()), taken)) {
            Some(Ok(values)) => {
                values.iter().for_each(|value| self.line(format_args!("      {value}")));
            }
            Some(Err(error)) => drop(self.fault.borrow_mut().get_or_insert(error)),
            None => {}
        }
    }
}

/// Writes events.
struct Scribe<'a, G> {
    game: &'a G,
    text: &'a RefCell<String>,
}

impl<G: Describe> Log<G> for Scribe<'_, G> {
    fn record(&mut self, state: &<G as Game>::State, event: G::Event) {
        let mut text = self.text.borrow_mut();
        if let Some(heading) = self.game.heading(state, event) {
            let _ = writeln!(text, "\n{heading}");
        }
        if let Some(sentence) = self.game.sentence(state, event) {
            let _ = writeln!(text, "  {sentence}");
        }
    }
}

/// Returns the rule of a policy file that decided, with its line in the file, or what else did.
pub(super) fn decided_by(policy: &NamedPolicy, point: usize, rule: u8) -> Option<String> {
    match &policy.kind {
        PolicyKind::BuiltIn(_) | PolicyKind::Bot(_) => None,
        PolicyKind::File(_) if rule == DEFAULT_RULE => Some(policy.otherwise().1.to_owned()),
        PolicyKind::File(file) => {
            let rules = &file.points[point];
            let line = rules.get(usize::from(rule)).map_or(0, |rule| rule.line);
            Some(format!("rule {}, line {line}", u32::from(rule) + 1))
        }
    }
}
