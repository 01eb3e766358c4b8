//! A readable transcript of one game of a run.

use std::cell::RefCell;
use std::fmt::Write as _;

use super::prepared::Prepared;
use super::simulate::Taken;
use super::{Definition, PolicyKind};
use crate::game::contract::{Game, Log};
use crate::game::decision::{ActionList, Choice, DEFAULT_RULE, Decision};
use crate::game::describe::{Closing, Describe, seat_name};

/// Returns the transcript of game `number` of the run.
pub(super) fn transcript<S: Definition>(run: &Prepared<S>, number: u64) -> String {
    let game = &*run.job.game;
    let mut text = format!("{}, seed {}\n\n", run.what(), run.spec.seed);
    if run.alone {
        return text + &turns(run, number);
    }
    let seating = run.job.seating();
    let table = seating.placement(number).lineup + 1;
    let _ = writeln!(text, "Game {} of matchup {table}", number + 1);
    for (seat, policy) in seating.policies(number).enumerate() {
        let _ = writeln!(text, "  {}: {}", seat_name(seat as u8), run.policies[policy].label);
    }
    // Events and decisions both go to the text.
    let text = RefCell::new(text);
    let mut scribe = Scribe { game, text: &text };
    let taken = |taken: Taken<'_, S>| decided(run, &text, taken);
    let end = run.job.play(number, &mut scribe, &mut ActionList::default(), taken, || false);
    let mut text = text.into_inner();
    text.push('\n');
    let Closing { above, below } = game.ending(&end.state);
    for line in above {
        let _ = writeln!(text, "{line}");
    }
    for seat in 0..seating.seats() {
        let mut won = if end.won(seat) { ", wins" } else { "" };
        for line in game.account(&end.state, seat as u8) {
            let _ = writeln!(text, "  {line}{}", std::mem::take(&mut won));
        }
    }
    for line in below {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Returns the transcript of single turn `number` of each policy.
fn turns<S: Definition>(run: &Prepared<S>, number: u64) -> String {
    let game = &*run.job.game;
    let mut text = String::new();
    for (policy, named) in run.policies.iter().enumerate() {
        let _ = writeln!(text, "Turn {} of {}", number + 1, named.label);
        let shared = RefCell::new(std::mem::take(&mut text));
        let mut scribe = Scribe { game, text: &shared };
        let taken = |taken: Taken<'_, S>| decided(run, &shared, taken);
        let turn = (policy, number);
        let end =
            run.job.play_alone(turn, &mut scribe, &mut ActionList::default(), taken, || false);
        text = shared.into_inner();
        if let Some(end) = end {
            let _ = writeln!(text, "  {}\n", game.turn_ending(&end));
        }
    }
    text
}

/// Writes a decision.
fn decided<S: Definition>(run: &Prepared<S>, text: &RefCell<String>, taken: Taken<'_, S>) {
    let Taken { decision, policy, choice: Choice { action, rule } } = taken;
    let &Decision { state, seat, point, .. } = decision;
    let game = &*run.job.game;
    let by = decided_by(&run.policies[policy].kind, point.into(), rule);
    let choices = match decision.count() {
        1 => "the only choice".to_owned(),
        count => format!("one of {count} choices"),
    };
    let how = [Some(choices), by].into_iter().flatten().collect::<Vec<_>>().join("; ");
    let name = S::POINTS[usize::from(point)].name;
    let (seat, chosen) = (game.decider(state, seat), game.action(state, action));
    let _ = writeln!(text.borrow_mut(), "    {seat}{name}: {chosen} ({how})");
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

/// Returns the rule of a policy file that decided, with its line in the file.
fn decided_by(policy: &PolicyKind, point: usize, rule: u8) -> Option<String> {
    match policy {
        PolicyKind::BuiltIn(_) => None,
        PolicyKind::File(_) if rule == DEFAULT_RULE => Some("by default".to_owned()),
        PolicyKind::File(file) => {
            let rules = &file.points[point];
            let line = rules.get(usize::from(rule)).map_or(0, |rule| rule.line);
            Some(format!("rule {}, line {line}", u32::from(rule) + 1))
        }
    }
}
