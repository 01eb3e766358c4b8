//! One game or turn of a run, written out for people.

use std::cell::RefCell;
use std::fmt::Write as _;

use super::samples::ending_name;
use super::{Engine, Prepared};
use crate::experiment::files::decided_by;
use crate::game::contract::Log;
use crate::game::decision::Decision;
use crate::games::el_ocho::game::{Action, Event, Position, Roll, Seated};
use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::stressed::{self, Answer, Resolved, Said, WatchRounds};
use crate::games::el_ocho::turn::{Choice, Ending, Game, TurnEnd, TurnState};
use crate::games::el_ocho::vocabulary::point;

/// Writes out unit `unit` of the run.
pub(super) fn transcript(run: &Prepared, unit: u64) -> String {
    let mut text = head(run);
    match &run.engine {
        Engine::Turns(turns) => {
            for policy in 0..run.policies.len() {
                let text = RefCell::new(&mut text);
                let _ = writeln!(text.borrow_mut(), "Turn {} of {}", unit + 1, run.label(policy));
                let mut scribe = Scribe { run, text: &text, seated: None };
                let taken = |decision: &Decision<'_, Seated>, choice| {
                    decided(run, policy, decision, choice, *text.borrow_mut());
                };
                turns.replay(policy, unit, &mut scribe, taken);
            }
        }
        Engine::Matches(matches) => {
            let placement = matches.placement(unit);
            let _ = writeln!(text, "Game {} at table {}", unit + 1, placement.lineup + 1);
            let policy = |seat: usize| matches.lineups[placement.lineup][placement.slot(seat)];
            let policies: Vec<usize> = (0..matches.seats()).map(policy).collect();
            for (seat, policy) in policies.iter().enumerate() {
                let total = run.game.points(run.start[seat]);
                let _ =
                    writeln!(text, "  seat {}: {}, {total} points", seat + 1, run.label(*policy));
            }
            text.push('\n');
            let over = {
                let text = RefCell::new(&mut text);
                let mut scribe = Scribe { run, text: &text, seated: Some(&policies) };
                let taken = |decision: &Decision<'_, Seated>, choice| {
                    let policy = policies[usize::from(decision.seat)];
                    decided(run, policy, decision, choice, *text.borrow_mut());
                };
                matches.replay(unit, &mut scribe, taken)
            };
            let _ = match over.winner {
                Some(seat) => writeln!(text, "Seat {} wins.", seat + 1),
                None => writeln!(text, "The game is given up: nobody wins."),
            };
            totals(run, &mut text, &over.totals[..matches.seats()]);
        }
        Engine::Stressed(stressed) => {
            let placement = stressed.placement(unit);
            let alone: Vec<Vec<usize>> = if stressed.rounds_alone {
                run.lineups.clone()
            } else {
                let seats = 0..stressed.seats();
                let policy = |seat| stressed.lineups[placement.lineup][placement.slot(seat)];
                vec![seats.map(policy).collect()]
            };
            for seated in alone {
                let first = if stressed.rounds_alone {
                    let _ = writeln!(text, "{}", run.label(seated[0]));
                    unit
                } else {
                    let _ = writeln!(text, "Game {}", unit + 1);
                    for (seat, &policy) in seated.iter().enumerate() {
                        let _ = writeln!(text, "  seat {}: {}", seat + 1, run.label(policy));
                    }
                    text.push('\n');
                    0
                };
                let mut rounds = Rounds { run, seated: &seated, first, text: String::new() };
                let finish = stressed.play(unit, &seated, &mut rounds, |_, _, _| {});
                text += &rounds.text;
                if !stressed.rounds_alone {
                    let _ = match finish.winner {
                        Some(seat) => writeln!(text, "Seat {} wins.", seat + 1),
                        None => writeln!(text, "The game is given up: nobody wins."),
                    };
                    totals(run, &mut text, &finish.totals[..seated.len()]);
                }
            }
        }
    }
    text
}

fn head(run: &Prepared) -> String {
    format!("{}, seed {}\n\n", run.game.rules.title(), run.spec.seed)
}

fn totals(run: &Prepared, text: &mut String, totals: &[u32]) {
    for (seat, total) in totals.iter().enumerate() {
        let _ = writeln!(text, "  seat {}: {} points", seat + 1, run.game.points(*total));
    }
}

fn outcome(game: &Game, end: TurnEnd) -> String {
    let points = game.points(end.points);
    match end.ending {
        Ending::Banked => format!("banked: {points} points"),
        Ending::Bust => format!("bust: {points} points lost"),
        Ending::Win => format!("{}: {points} points", ending_name(end.ending)),
    }
}

/// Writes down the rolls of turns.
struct Scribe<'a, 't> {
    run: &'a Prepared,
    text: &'a RefCell<&'t mut String>,
    /// Who sits at the table, unless a turn is played alone.
    seated: Option<&'a [usize]>,
}

/// A way to keep dice.
fn kept(game: &Game, keep: Keep) -> String {
    let dice = if keep.dice == 1 { "die" } else { "dice" };
    format!("{} with {} {dice}", game.points(keep.points), keep.dice)
}

impl Scribe<'_, '_> {
    fn rolled(&self, at: &Position, roll: Roll, text: &mut String) {
        let Position { turn, seat, round, .. } = *at;
        if let Some(seated) = self.seated.filter(|_| at.begins()) {
            let total = self.run.game.points(at.totals[usize::from(seat)]);
            let label = self.run.label(seated[usize::from(seat)]);
            let (turn, seat) = (round + 1, seat + 1);
            let _ = writeln!(text, "Turn {turn} of seat {seat} ({label}), {total} points");
        }
        let table = self.run.game.table(turn.dice);
        let class = usize::from(roll.class);
        let dice = if turn.dice == 1 { "die: " } else { "dice:" };
        let _ = write!(text, "  roll {:>2} {dice}", turn.dice);
        for face in table.decode(class, roll.rank) {
            let _ = write!(text, " {face}");
        }
        match &table.classes()[class].verdict {
            Verdict::Bust => *text += "   nothing scores\n",
            Verdict::Joker => {}
            Verdict::Win { points } => {
                let points = self.run.game.points(*points);
                let _ = writeln!(text, "   all alike: {points}, and the game");
            }
            Verdict::Keep(_) => text.push('\n'),
        }
    }
}

impl Log<Seated> for Scribe<'_, '_> {
    fn tell(&mut self, at: &Position, event: Event) {
        let text = &mut **self.text.borrow_mut();
        match event {
            Event::Rolled(roll) => self.rolled(at, roll, text),
            Event::Joker => *text += "   a Joker: the same dice again\n",
            Event::Ended(end) => {
                *text += &format!("  {}", outcome(&self.run.game, end));
                if self.seated.is_some() {
                    let total = self.run.game.points(at.totals[usize::from(at.seat)]);
                    *text += &format!("; seat {} has {total}", at.seat + 1);
                }
                *text += "\n\n";
            }
        }
    }
}

/// Writes down what a policy decided.
fn decided(
    run: &Prepared,
    policy: usize,
    decision: &Decision<'_, Seated>,
    choice: Choice,
    text: &mut String,
) {
    let Decision { game, state, actions, .. } = *decision;
    let by = decided_by(&run.policies[policy].kind, decision.point.into(), choice.rule);
    let keeps = game.keeps(state);
    if !keeps.is_empty() {
        let options: Vec<String> = keeps.iter().map(|keep| kept(&run.game, *keep)).collect();
        let _ = writeln!(text, "    may keep {}", options.join(", "));
        let _ = writeln!(text, "    keeps {}{by}", options[choice.action]);
        return;
    }
    let TurnState { points, dice, .. } = state.turn;
    let big = if dice == run.game.dice() { ", a Big 8" } else { "" };
    let must = if points >= run.game.min_bank { "" } else { ", too few to stop" };
    let does = if actions[choice.action] == Action::Stop { "stops" } else { "rolls on" };
    let points = run.game.points(points);
    let _ = writeln!(text, "    holds {points}, {dice} to roll{big}{must}: {does}{by}");
}

/// Writes down the rounds of the stressed variant.
struct Rounds<'a> {
    run: &'a Prepared,
    seated: &'a [usize],
    /// What the first round is called, from 0.
    first: u64,
    text: String,
}

impl WatchRounds for Rounds<'_> {
    fn rolled(&mut self, round: u32, class: usize, rank: u64, roll: stressed::Roll) {
        let game = &self.run.game;
        let faces = game.table(game.dice()).decode(class, rank);
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        let _ = writeln!(
            self.text,
            "Round {}: {}   {} points, {} scoring dice",
            self.first + u64::from(round) + 1,
            faces.join(" "),
            game.points(roll.points),
            roll.scoring_dice
        );
    }

    fn announces(&mut self, seat: usize, choice: Choice, answer: Option<Answer>) {
        let policy = &self.run.policies[self.seated[seat]];
        let by = decided_by(&policy.kind, point::ANNOUNCE, choice.rule);
        let _ = match answer {
            None => writeln!(self.text, "  seat {} stays silent{by}", seat + 1),
            Some(Answer { time, said, .. }) => {
                let tenths = f64::from(time) / 65_536.0;
                let what = match said {
                    Said::Right => "the right score",
                    Said::Wrong => "a wrong score",
                    Said::WrongZero => "a wrong \"0\"",
                };
                let seat = seat + 1;
                writeln!(self.text, "  seat {seat} would call {what} after {tenths:.2} tenths{by}")
            }
        };
    }

    fn resolved(&mut self, resolved: &Resolved, set_back: Option<usize>, totals: &[u32]) {
        for (seat, outcome) in resolved.outcomes[..totals.len()].iter().enumerate() {
            let total = self.run.game.points(totals[seat]);
            let victim = if set_back == Some(seat) { ", set back" } else { "" };
            let name = outcome.name();
            let _ = writeln!(self.text, "    seat {}: {name}{victim}; has {total}", seat + 1);
        }
        self.text.push('\n');
    }
}
