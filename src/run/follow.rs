//! A live game, followed step by step, with advice for one seat.
//!
//! A seat does not see everything. The options are what may happen in some deals of what is hidden from it.
//! Outcomes and actions that leave the same text of the position for the seat are one option: which of them
//! happened does not matter, because playouts deal it again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use rand_pcg::Pcg32;

use super::advice::Advice;
use super::definition::Definition;
use super::registry::{Block, Conditions};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::game::contract::{Game, Log, Menu, Next, Silent};
use crate::game::describe::{Closing, Describe, seat_name};
use crate::game::position::{self, Placed};
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

/// The number of deals of hidden cards in which options are looked up. A given one of 60 unknown cards is in
/// no hand of three in all of them with a probability of 10⁻⁹.
const DEALS: usize = 400;

/// The number of first deals that show whether anything is hidden.
const FIRST_DEALS: usize = 8;

pub(super) struct Followed<S: Definition> {
    advice: Advice<S>,
    seat: u8,
    state: S::State,
    /// The positions of the previous prompts.
    past: Vec<S::State>,
    /// The options of the last prompt.
    options: Vec<Choice<S::State>>,
    /// Whether the last answer shows the seat cards that the program does not know.
    shown: bool,
    /// What is hidden from the seat.
    random: Pcg32,
}

/// An option.
struct Choice<S> {
    label: String,
    /// The position after it.
    after: S,
    /// Whether it shows the seat cards that the program does not know.
    shows: bool,
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
        let state = match advice.opening() {
            Some(from) => known_to(seat, from)?,
            None => game.start(&mut Silent),
        };
        let random = UnitKey::new(advice.seed(), Domain::Review, 0).stream(WORLD, 0);
        let (past, options) = (Vec::new(), Vec::new());
        Ok(Self { advice, seat, state, past, options, shown: false, random })
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

    /// Sets the options, one for each text. Returns their labels: the given ones or, where these are not
    /// clear, what changes.
    fn offer(&mut self, next: Vec<Choice<S::State>>) -> Vec<String> {
        let before = self.text(&self.state);
        let mut seen = BTreeSet::new();
        let mut labels = Vec::new();
        self.options.clear();
        for choice in next {
            let text = self.text(&choice.after);
            // Cards that an action shows are corrected: one option for any.
            let key = if choice.shows { choice.label.clone() } else { text.clone() };
            if !seen.contains(&key) {
                labels.push((choice.label.clone(), Self::changes(&before, &text)));
                seen.insert(key);
                self.options.push(choice);
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
        for (label, choice) in shown.iter_mut().zip(&self.options) {
            if label.is_empty() || counts[&**label] > 1 {
                *label = Self::changed(&before, &self.text(&choice.after));
            }
        }
        shown
    }

    /// Returns the position with some deals of what is hidden from the seat; only one if nothing is.
    fn deals(&mut self) -> Vec<S::State> {
        let (game, next) = (self.advice.game(), self.advice.game().next(&self.state));
        let mut deals = vec![self.state];
        for _ in 1..DEALS {
            let state = game.hide(&self.state, self.seat, &mut self.random);
            if game.next(&state) == next {
                deals.push(state);
            }
            if deals.len() == FIRST_DEALS && deals.iter().all(|deal| *deal == self.state) {
                return vec![self.state];
            }
        }
        deals
    }

    /// Returns what `list` finds in some deals, in its order, each with some positions before it.
    fn found<K: Ord>(
        &mut self,
        list: impl Fn(&S, &S::State, &mut dyn FnMut(K)),
    ) -> BTreeMap<K, Vec<S::State>> {
        let mut found = BTreeMap::<_, Vec<_>>::new();
        for state in self.deals() {
            list(self.game(), &state, &mut |one| {
                let positions = found.entry(one).or_default();
                if positions.len() < FIRST_DEALS {
                    positions.push(state);
                }
            });
        }
        found
    }

    /// Returns an option, given the positions after it in some deals.
    fn choice(&self, mut label: String, afters: &[S::State]) -> Choice<S::State> {
        let text = |after: &S::State| without_numbers(&self.text(after));
        let first = text(&afters[0]);
        let shows = afters[1..].iter().any(|after| text(after) != first);
        if shows {
            label += ", which shows cards";
        }
        Choice { label, after: afters[0], shows }
    }

    fn decision_of(&mut self, seat: u8, point: u8) -> Prompt {
        let actions = self.found(|game, state, each| {
            let mut actions = Vec::new();
            Menu::list(game, state, &mut actions);
            actions.into_iter().for_each(each);
        });
        let game = self.game();
        let choice = |(action, mut positions): (S::Action, Vec<S::State>)| {
            let seen = game.seen(&positions[0], action, self.seat).is_some();
            let label = if seen { game.action(&positions[0], action) } else { String::new() };
            positions.iter_mut().for_each(|state| game.act(state, action, &mut Silent));
            self.choice(label, &positions)
        };
        let next = actions.into_iter().map(choice).collect();
        let options = self.offer(next);
        let (name, point) = (seat_name(seat), S::POINTS[usize::from(point)].name);
        let question = format!("{name} decides, `{point}`");
        Prompt { question, options, own: seat == self.seat, ..Prompt::default() }
    }

    /// Returns the prompt for an outcome of chance, or the position after one that the seat does not
    /// see.
    fn chance(&mut self) -> Result<Prompt, S::State> {
        let outcomes = self.found(|game, state, each| {
            game.outcomes(state, &mut |outcome, _| each(outcome));
        });
        let game = self.game();
        let happens = |(outcome, mut positions): (S::Outcome, Vec<S::State>)| {
            let mut log = Sentences(game, Vec::new());
            let [first, others @ ..] = &mut positions[..] else { unreachable!("a position") };
            game.happen(first, outcome, &mut log);
            others.iter_mut().for_each(|state| game.happen(state, outcome, &mut Silent));
            (log.1, positions)
        };
        let next: Vec<(Vec<String>, Vec<S::State>)> = outcomes.into_iter().map(happens).collect();
        let mut common = next.first().map(|(sentences, _)| sentences.clone()).unwrap_or_default();
        common.retain(|one| next.iter().all(|(sentences, _)| sentences.contains(one)));
        let choice = |(mut sentences, afters): (Vec<String>, Vec<S::State>)| {
            sentences.retain(|sentence| !common.contains(sentence));
            self.choice(sentences.join("; "), &afters)
        };
        let next = next.into_iter().map(choice).collect();
        let options = self.offer(next);
        if options.len() > 1 {
            let question = "What happens?".to_owned();
            return Ok(Prompt { question, options, chance: true, ..Prompt::default() });
        }
        let mut after = self.state;
        let outcome = self.advice.game().draw(&after, &mut self.random);
        self.game().happen(&mut after, outcome, &mut Silent);
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
        let from = self.advice.opening().map(|from| format!(" from {}", self.text(&from.state)));
        let from = from.unwrap_or_default();
        format!("{what}, {seats} players{from}, advice for {}", seat_name(self.seat))
    }

    fn prompt(&mut self) -> Prompt {
        let unit = UnitKey::new(self.advice.seed(), Domain::Review, 0);
        self.random = unit.stream(WORLD, self.past.len() as u64);
        let mut happened = Vec::new();
        if std::mem::take(&mut self.shown) {
            happened.push(format!(
                "The cards that {} now sees are made up: correct them in the text of `position`, and type \
                 `position TEXT`.",
                seat_name(self.seat)
            ));
        }
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
                happened.push(match &**only {
                    "" => format!("{} acts unseen", seat_name(seat)),
                    only => format!("{}: {only} (the only choice)", seat_name(seat)),
                });
                self.state = self.options[0].after;
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
        self.options.iter().position(|option| self.text(&option.after) == text)
    }

    fn take(&mut self, option: usize) {
        if let Some(choice) = self.options.get(option) {
            self.past.push(self.state);
            (self.state, self.shown) = (choice.after, choice.shows);
        }
    }

    fn undo(&mut self) -> bool {
        let before = self.past.pop();
        self.shown = false;
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
        let state = known_to(self.seat, read.map_err(Error::Texts)?)?;
        self.past.push(self.state);
        self.state = state;
        Ok(())
    }
}

/// Returns a text without the numbers of equal cards: `soda-2` is `soda`.
fn without_numbers(text: &str) -> String {
    let number = |word: &str| {
        let (name, number) = word.rsplit_once('-')?;
        let digits = number.bytes().all(|byte| byte.is_ascii_digit());
        (digits && name.ends_with(char::is_alphabetic)).then(|| name.to_owned())
    };
    let separates = |letter: char| " =/+,:".contains(letter);
    let words = text.split_inclusive(separates).map(|word| {
        let name = word.trim_end_matches(separates);
        number(name).map_or_else(|| word.to_owned(), |plain| plain + &word[name.len()..])
    });
    words.collect()
}

/// Returns the position, unless its text shows what another seat knows.
fn known_to<S>(seat: u8, from: Placed<S>) -> Result<S> {
    match from.seen_by.filter(|viewer| *viewer != seat) {
        None => Ok(from.state),
        Some(viewer) => Err(Error::input_help(
            format!("the position shows what {} knows", seat_name(viewer)),
            format!("describe what {} knows: `seen_by={}`", seat_name(seat), seat + 1),
        )),
    }
}
