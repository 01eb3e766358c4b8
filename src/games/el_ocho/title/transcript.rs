//! One game or turn of a run, written out for people.

use std::fmt::Write as _;

use super::samples::ending_name;
use super::{Engine, Prepared};
use crate::experiment::PolicyKind;
use crate::games::el_ocho::matches::WatchGame;
use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::stressed::{Answer, Resolved, Roll, Said, WatchRounds};
use crate::games::el_ocho::turn::{
    Choice, DEFAULT_RULE, Ending, Game, STOP, Standing, TurnEnd, TurnState, Watch,
};
use crate::games::el_ocho::vocabulary::point;

/// Writes out unit `unit` of the run.
pub(super) fn transcript(run: &Prepared, unit: u64) -> String {
    let mut text = head(run);
    match &run.engine {
        Engine::Turns(turns) => {
            for policy in 0..run.policies.len() {
                let mut scribe = Scribe::new(run, policy);
                let _ = writeln!(text, "Turn {} of {}", unit + 1, run.label(policy));
                let end = turns.replay(policy, unit, &mut scribe);
                text += &scribe.text;
                let _ = writeln!(text, "  {}\n", outcome(&run.game, end));
            }
        }
        Engine::Matches(matches) => {
            let placement = matches.placement(unit);
            let mut book = Book { run, scribe: Scribe::new(run, 0), text: String::new() };
            let _ = writeln!(text, "Game {} at table {}", unit + 1, placement.lineup + 1);
            for seat in 0..matches.seats() {
                let policy = matches.lineups[placement.lineup][placement.slot(seat)];
                let total = run.game.points(run.start[seat]);
                let _ =
                    writeln!(text, "  seat {}: {}, {total} points", seat + 1, run.label(policy));
            }
            text.push('\n');
            let over = matches.replay(unit, &mut book);
            text += &book.text;
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

/// Writes down the rolls of a turn.
struct Scribe<'a> {
    run: &'a Prepared,
    policy: usize,
    text: String,
}

impl<'a> Scribe<'a> {
    fn new(run: &'a Prepared, policy: usize) -> Self {
        Self { run, policy, text: String::new() }
    }

    fn keep(&self, keep: Keep) -> String {
        let dice = if keep.dice == 1 { "die" } else { "dice" };
        format!("{} with {} {dice}", self.run.game.points(keep.points), keep.dice)
    }

    fn by(&self, point: usize, rule: u8) -> String {
        by(self.run, self.policy, point, rule)
    }
}

/// Which rule decided, with its line in the file.
fn by(run: &Prepared, policy: usize, point: usize, rule: u8) -> String {
    match &run.policies[policy].kind {
        PolicyKind::BuiltIn(_) => String::new(),
        PolicyKind::File(_) if rule == DEFAULT_RULE => " (by default)".to_owned(),
        PolicyKind::File(file) => {
            let line = file.points[point].get(usize::from(rule)).map_or(0, |rule| rule.line);
            format!(" (rule {}, line {line})", u32::from(rule) + 1)
        }
    }
}

impl Watch for Scribe<'_> {
    fn rolled(&mut self, state: TurnState, class: usize, rank: u64) {
        let table = self.run.game.table(state.dice);
        let faces = table.decode(class, rank);
        let dice = if state.dice == 1 { "die: " } else { "dice:" };
        let _ = write!(self.text, "  roll {:>2} {dice}", state.dice);
        for face in faces {
            let _ = write!(self.text, " {face}");
        }
        match &table.classes()[class].verdict {
            Verdict::Bust => self.text += "   nothing scores\n",
            Verdict::Joker => {}
            Verdict::Win { points } => {
                let points = self.run.game.points(*points);
                let _ = writeln!(self.text, "   all alike: {points}, and the game");
            }
            Verdict::Keep(_) => self.text.push('\n'),
        }
    }

    fn joker(&mut self, _state: TurnState) {
        self.text += "   a Joker: the same dice again\n";
    }

    fn kept(&mut self, _state: TurnState, keeps: &[Keep], choice: Choice) {
        let options: Vec<String> = keeps.iter().map(|keep| self.keep(*keep)).collect();
        let _ = writeln!(self.text, "    may keep {}", options.join(", "));
        let kept = self.keep(keeps[choice.action]);
        let _ = writeln!(self.text, "    keeps {kept}{}", self.by(point::KEEP, choice.rule));
    }

    fn decided(&mut self, state: TurnState, may_stop: bool, choice: Choice) {
        let points = self.run.game.points(state.points);
        let big = if state.dice == self.run.game.dice() { ", a Big 8" } else { "" };
        let must = if may_stop { "" } else { ", too few to stop" };
        let does = if choice.action == STOP { "stops" } else { "rolls on" };
        let _ = writeln!(
            self.text,
            "    holds {points}, {} to roll{big}{must}: {does}{}",
            state.dice,
            self.by(point::ROLL, choice.rule)
        );
    }
}

/// Writes down the turns of a game.
struct Book<'a> {
    run: &'a Prepared,
    scribe: Scribe<'a>,
    text: String,
}

impl<'a> WatchGame for Book<'a> {
    type Turn = Scribe<'a>;

    fn turn(&mut self, seat: usize, policy: usize, standing: &Standing) {
        self.scribe.policy = policy;
        let total = self.run.game.points(standing.own);
        let _ = writeln!(
            self.text,
            "Turn {} of seat {} ({}), {total} points",
            standing.turns_taken + 1,
            seat + 1,
            self.run.label(policy)
        );
    }

    fn watch(&mut self) -> &mut Scribe<'a> {
        &mut self.scribe
    }

    fn ended(&mut self, seat: usize, end: TurnEnd, total: u32) {
        self.text += &std::mem::take(&mut self.scribe.text);
        let (seat, total) = (seat + 1, self.run.game.points(total));
        let _ =
            writeln!(self.text, "  {}; seat {seat} has {total}\n", outcome(&self.run.game, end));
    }
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
    fn rolled(&mut self, round: u32, class: usize, rank: u64, roll: Roll) {
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
        let by = by(self.run, self.seated[seat], point::ANNOUNCE, choice.rule);
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
