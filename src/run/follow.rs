//! A live game, followed step by step, with advice for one seat.
//!
//! A seat does not see everything. Outcomes and actions that leave the same text of the position for the
//! seat are one option; which of them happened is drawn at random, as in a playout.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use super::advice::Advice;
use super::definition::Definition;
use super::registry::{Block, Conditions};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::game::contract::{Game, Log, Menu, Next, Silent};
use crate::game::describe::{Closing, Describe, seat_name};
use crate::game::position;
use crate::sim::random::{Domain, UnitKey, WORLD};

/// What comes next in a live game.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// What happened without a choice or a visible outcome since the last prompt.
    pub happened: Vec<String>,
    /// The question.
    pub question: String,
    /// The possible answers; none if the game is over.
    pub options: Vec<String>,
    /// Whether the advised seat decides.
    pub own: bool,
    /// Whether the options are outcomes of chance.
    pub chance: bool,
}

/// A live game that is followed.
pub trait Follow {
    /// Returns the edition, the rules and the seat in one line.
    fn what(&self) -> String;
    /// Returns what comes next.
    fn prompt(&mut self) -> Prompt;
    /// Returns the option of the last prompt with an outcome that a text
    /// [names](crate::game::describe::Describe::outcome), if any.
    fn named(&self, text: &str) -> Option<usize>;
    /// Continues with an option of the last prompt, by its index.
    fn take(&mut self, option: usize);
    /// Returns to the prompt before the last answer; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Returns the values of the actions of the advised seat, which decides.
    ///
    /// # Errors
    ///
    /// If the run is interrupted or the time ends before the first result.
    fn advice(&mut self, conditions: Conditions<'_>) -> Result<Vec<Block>>;
    /// Returns the position as the advised seat knows it.
    fn position(&self) -> String;
    /// Continues from another position.
    ///
    /// # Errors
    ///
    /// If the position is impossible.
    fn place(&mut self, text: &str) -> Result<()>;
}

/// The number of deals of hidden cards in which the actions of another seat are looked up.
const DEALS: u64 = 400;

/// The most outcomes of chance that become options.
const OUTCOMES: usize = 20_000;

pub(super) struct Followed<S: Definition> {
    advice: Advice<S>,
    seat: u8,
    state: S::State,
    /// The positions of the previous prompts.
    past: Vec<S::State>,
    /// The positions after the options of the last prompt.
    options: Vec<S::State>,
}

/// Sentences of events.
struct Sentences<'a, G>(&'a G, Vec<String>);

impl<G: Describe> Log<G> for Sentences<'_, G> {
    fn record(&mut self, state: &<G as Game>::State, event: G::Event) {
        self.1.extend(self.0.sentence(state, event));
    }
}

impl<S: Definition> Followed<S>
where
    S::State: Debug,
{
    /// # Errors
    ///
    /// If the game has no texts of positions, or not this seat.
    pub(super) fn new(advice: Advice<S>, seat: u8) -> Result<Self> {
        let game = advice.game();
        if position::fields(game).is_empty() {
            let reason = format!("{} has no positions as text to follow a game by", S::NAME);
            return Err(Error::input(reason));
        }
        if seat >= game.seats() {
            let (name, seats) = (seat_name(seat), game.seats());
            return Err(Error::input_help(
                format!("there is no {name} in a game of {seats}"),
                format!("give a `--seat` from 1 to {seats}"),
            ));
        }
        let state = advice.opening().unwrap_or_else(|| game.start(&mut Silent));
        Ok(Self { advice, seat, state, past: Vec::new(), options: Vec::new() })
    }

    fn game(&self) -> &S {
        self.advice.game()
    }

    /// Returns a position as the seat knows it.
    fn text(&self, state: &S::State) -> String {
        position::write(self.game(), state, Some(self.seat)).unwrap_or_default()
    }

    /// Returns what is new in the fields of a text: `hands 3-ones`.
    fn changes(before: &str, after: &str) -> Vec<String> {
        fn parts(value: &str) -> Vec<&str> {
            value.split(['/', '+', ',']).collect()
        }
        let of = |name: &str| {
            let fields = before.split(' ').filter_map(|field| field.split_once('='));
            fields.filter(|field| field.0 == name).map(|field| field.1).next().unwrap_or_default()
        };
        let changed = |field: &str| {
            let (name, value) = field.split_once('=')?;
            let old = of(name);
            let mut left = parts(old);
            let mut new = parts(value);
            new.retain(|part| {
                let kept = left.iter().position(|old| old == part);
                kept.map(|at| left.swap_remove(at)).is_none()
            });
            let new = if new.is_empty() { value.to_owned() } else { new.join(" ") };
            (old != value).then(|| format!("{name} {new}"))
        };
        after.split(' ').filter_map(changed).collect()
    }

    /// Returns the fields of a text that are new.
    fn changed(before: &str, after: &str) -> String {
        let before: Vec<&str> = before.split(' ').collect();
        after.split(' ').filter(|field| !before.contains(field)).collect::<Vec<_>>().join(" ")
    }

    /// Adds continuations as options, one for each text. Returns their labels: the given ones or, where
    /// these are not clear, what changes.
    fn offer(&mut self, next: impl IntoIterator<Item = (String, S::State)>) -> Vec<String> {
        let before = self.text(&self.state);
        let mut seen = BTreeSet::new();
        let mut labels = Vec::new();
        self.options.clear();
        for (label, state) in next {
            let text = self.text(&state);
            if !seen.contains(&text) {
                labels.push((label, Self::changes(&before, &text)));
                seen.insert(text);
                self.options.push(state);
            }
        }
        let mut shared = labels.first().map_or_else(Vec::new, |(_, changes)| changes.clone());
        shared.retain(|change| labels.iter().all(|(_, changes)| changes.contains(change)));
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        labels.iter().for_each(|(label, _)| *counts.entry(label).or_default() += 1);
        let clear = |label: &String| !label.is_empty() && counts[&**label] == 1;
        let shown = |(label, changes): &(String, Vec<String>)| {
            if clear(label) {
                return label.clone();
            }
            let changes: Vec<&str> = changes
                .iter()
                .filter(|change| !shared.contains(change))
                .map(String::as_str)
                .collect();
            [&**label, &*changes.join(", ")].join(" ").trim().to_owned()
        };
        let mut shown: Vec<String> = labels.iter().map(shown).collect();
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        shown.iter().for_each(|label| *counts.entry(label.clone()).or_default() += 1);
        for (label, state) in shown.iter_mut().zip(&self.options) {
            if label.is_empty() || counts[&**label] > 1 {
                *label = Self::changed(&before, &self.text(state));
            }
        }
        shown
    }

    /// Returns the actions of another seat in some deals of what is hidden, in their order, each with
    /// the position before it.
    fn actions_of(&self, other: u8) -> Vec<(S::Action, S::State)> {
        let (game, unit) = (self.game(), UnitKey::new(self.advice.seed(), Domain::Review, 0));
        let (mut found, mut listed) = (BTreeMap::new(), Vec::new());
        for deal in 0..DEALS {
            let mut random = unit.stream(WORLD, deal);
            let state =
                if deal == 0 { self.state } else { game.hide(&self.state, self.seat, &mut random) };
            if game.next(&state) != game.next(&self.state) {
                continue;
            }
            debug_assert!(matches!(game.next(&state), Next::Decide { seat, .. } if seat == other));
            listed.clear();
            Menu::list(game, &state, &mut listed);
            for action in &listed {
                found.entry(*action).or_insert(state);
            }
        }
        found.into_iter().collect()
    }

    fn decision_of(&mut self, seat: u8, point: u8) -> Prompt {
        let actions = if seat == self.seat {
            let mut actions = Vec::new();
            Menu::list(self.game(), &self.state, &mut actions);
            actions.into_iter().map(|action| (action, self.state)).collect()
        } else {
            self.actions_of(seat)
        };
        let game = self.game();
        let next = actions.into_iter().map(|(action, state)| {
            let seen = game.seen(&state, action, self.seat).is_some();
            let label = if seen { game.action(&state, action) } else { String::new() };
            let mut after = state;
            game.act(&mut after, action, &mut Silent);
            (label, after)
        });
        let next: Vec<_> = next.collect();
        let options = self.offer(next);
        let (name, point) = (seat_name(seat), S::POINTS[usize::from(point)].name);
        let question = format!("{name} decides, `{point}`");
        Prompt { question, options, own: seat == self.seat, ..Prompt::default() }
    }

    /// Returns the prompt for an outcome of chance, or the position after one that the seat does not
    /// see.
    fn chance(&mut self) -> Result<Prompt, S::State> {
        let (game, before) = (self.game(), self.state);
        let mut outcomes = Vec::new();
        game.outcomes(&before, &mut |outcome, _| outcomes.push(outcome));
        let step = self.past.len() as u64;
        let unit = UnitKey::new(self.advice.seed(), Domain::Review, 1);
        if outcomes.len() > OUTCOMES || outcomes.is_empty() {
            let mut random = unit.stream(WORLD, step);
            outcomes = vec![game.draw(&before, &mut random)];
        }
        let next = outcomes.iter().map(|outcome| {
            let (mut after, mut log) = (before, Sentences(game, Vec::new()));
            game.happen(&mut after, *outcome, &mut log);
            (log.1, after)
        });
        let next: Vec<(Vec<String>, S::State)> = next.collect();
        let all = next.first().map(|(sentences, _)| sentences.clone()).unwrap_or_default();
        let common = |one: &String| next.iter().all(|(sentences, _)| sentences.contains(one));
        let common: Vec<String> = all.into_iter().filter(common).collect();
        let next: Vec<_> = next
            .into_iter()
            .map(|(mut sentences, after)| {
                sentences.retain(|sentence| !common.contains(sentence));
                (sentences.join("; "), after)
            })
            .collect();
        let options = self.offer(next);
        if options.len() > 1 {
            let question = "What happens?".to_owned();
            return Ok(Prompt { question, options, chance: true, ..Prompt::default() });
        }
        let (game, mut after) = (self.game(), before);
        let mut random = unit.stream(WORLD, step);
        let outcome = game.draw(&before, &mut random);
        game.happen(&mut after, outcome, &mut Silent);
        Err(after)
    }

    fn over(&self) -> Prompt {
        let (game, state) = (self.game(), &self.state);
        let winners = game.ranking(state).winners;
        let Closing { above, below } = game.ending(state);
        let mut lines: Vec<String> = above.into_iter().collect();
        for seat in 0..game.seats() {
            let mut won = if winners >> seat & 1 == 1 { ", wins" } else { "" };
            let account = game.account(state, seat).into_iter();
            lines.extend(account.map(|line| format!("{line}{}", std::mem::take(&mut won))));
        }
        lines.extend(below);
        Prompt { question: lines.join("\n"), ..Prompt::default() }
    }
}

impl<S: Definition> Follow for Followed<S>
where
    S::State: Debug,
{
    fn what(&self) -> String {
        let (what, seats) = (self.advice.what(), self.game().seats());
        format!("{what}, {seats} players, advice for {}", seat_name(self.seat))
    }

    fn prompt(&mut self) -> Prompt {
        let mut happened = Vec::new();
        loop {
            let mut prompt = match self.game().next(&self.state) {
                Next::Over { .. } => self.over(),
                Next::Decide { seat, point } => self.decision_of(seat, point),
                Next::Chance(_) => match self.chance() {
                    Ok(prompt) => prompt,
                    Err(after) => {
                        self.state = after;
                        continue;
                    }
                },
            };
            if let ([only], Next::Decide { seat, .. }) =
                (&prompt.options[..], self.game().next(&self.state))
            {
                happened.push(format!("{}: {only} (the only choice)", seat_name(seat)));
                self.state = self.options[0];
                continue;
            }
            prompt.happened = happened;
            return prompt;
        }
    }

    fn named(&self, text: &str) -> Option<usize> {
        let game = self.game();
        let Next::Chance(_) = game.next(&self.state) else { return None };
        let (outcome, mut after) = (game.outcome(&self.state, text)?, self.state);
        game.happen(&mut after, outcome, &mut Silent);
        let text = self.text(&after);
        self.options.iter().position(|option| self.text(option) == text)
    }

    fn take(&mut self, option: usize) {
        if let Some(after) = self.options.get(option) {
            self.past.push(self.state);
            self.state = *after;
        }
    }

    fn undo(&mut self) -> bool {
        let before = self.past.pop();
        self.state = before.unwrap_or(self.state);
        before.is_some()
    }

    fn advice(&mut self, conditions: Conditions<'_>) -> Result<Vec<Block>> {
        self.advice.turn_to(self.state, self.seat)?;
        self.advice.verdict(conditions)
    }

    fn position(&self) -> String {
        self.text(&self.state)
    }

    fn place(&mut self, text: &str) -> Result<()> {
        let read = position::read(self.game(), &Source::new("position", text));
        let read = read.map_err(Error::Texts)?;
        self.past.push(self.state);
        self.state = read.state;
        Ok(())
    }
}
