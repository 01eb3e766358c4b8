//! Transcripts of El Ocho in words.

use super::engine::{Action, Event, Phase, Position, Roll, Seated};
use super::pictures::dice_words;
use super::positions::read_faces;
use super::scoring::{Keep, Verdict};
use super::turn::{Ending, Game};
use crate::game::contract::Game as _;
use crate::game::describe::{Closing, Describe, seat_name};
use crate::game::position::Fields;

fn kept(game: &Game, keep: Keep) -> String {
    format!("{} with {}", game.points(keep.points), dice_words(keep.dice))
}

impl Seated {
    fn rolled(&self, at: &Position, roll: Roll) -> String {
        let table = self.rules.table(at.turn.dice);
        let class = usize::from(roll.class);
        let faces = roll.faces(&self.rules, at.turn.dice);
        let verdict = match &table.classes()[class].verdict {
            Verdict::Bust => ", nothing scores".to_owned(),
            Verdict::Win { points } => {
                format!(", all alike: {} points, wins the game", self.rules.points(*points))
            }
            Verdict::Joker | Verdict::Keep(_) => String::new(),
        };
        format!("rolls {}: {faces}{verdict}", dice_words(at.turn.dice))
    }
}

impl Describe for Seated {
    /// Reads the faces of all dice: `1 4 4 7`, with any signs between them.
    fn outcome(&self, at: &Position, text: &str) -> Option<Roll> {
        let faces: Vec<&str> = text.split(|letter: char| !letter.is_ascii_digit()).collect();
        let faces: Vec<&str> = faces.into_iter().filter(|face| !face.is_empty()).collect();
        let class = read_faces(self.rules.table(at.turn.dice), &faces.join("+")).ok()?;
        Some(Roll { class: class as u16, rank: 0 })
    }

    fn heading(&self, at: &Position, event: Event) -> Option<String> {
        let Event::Rolled(_) = event else { return None };
        let total = self.rules.points(at.totals[usize::from(at.seat)]);
        let turn = || format!("Turn {} of {}, {total} points", at.round + 1, seat_name(at.seat));
        at.begins().then(turn)
    }

    fn sentence(&self, at: &Position, event: Event) -> Option<String> {
        Some(match event {
            Event::Rolled(roll) => self.rolled(at, roll),
            Event::Joker => "Joker: rolls the same dice again".to_owned(),
            Event::Ended(end) => {
                let points = self.rules.points(end.points);
                let seat = usize::from(at.seat);
                let penalty = self.rules.points(self.rules.penalty);
                let what = match end.ending {
                    Ending::Banked => format!("banks {points}"),
                    // The penalty begins the count of lost turns again.
                    Ending::Bust if penalty > 0 && at.lost[seat] == 0 => {
                        format!("busts, loses {points} and a penalty of {penalty}")
                    }
                    Ending::Bust => format!("busts and loses {points}"),
                    Ending::Win => format!("wins at once with {points}"),
                };
                let total = self.rules.points(at.totals[usize::from(at.seat)]);
                format!("{what}: {} has {total}", seat_name(at.seat))
            }
        })
    }

    fn action(&self, at: &Position, action: Action) -> String {
        let points = self.rules.points(at.turn.points);
        match action {
            Action::BigEight(keep) => format!("{}, a Big 8", kept(&self.rules, keep)),
            Action::Keep(keep) => kept(&self.rules, keep),
            Action::Stop => format!("stops at {points}"),
            Action::Roll => format!("continues at {points} with {}", dice_words(at.turn.dice)),
        }
    }

    fn decider(&self, _: &Position, _: u8) -> String {
        String::new()
    }

    fn ending(&self, at: &Position) -> Closing {
        Closing::from(match (at.phase, at.over().flatten()) {
            (Phase::Compared, _) => "The game ends after the last turns.".to_owned(),
            (_, Some(seat)) => format!("The game ends with a turn of {}.", seat_name(seat)),
            (_, None) => "The game ends at the turn limit without a winner.".to_owned(),
        })
    }

    fn account(&self, at: &Position, seat: u8) -> Vec<String> {
        let points = self.ranking(at).scores[usize::from(seat)];
        vec![format!("{}: {points} points", seat_name(seat))]
    }

    fn position(&self, at: &mut Position, fields: &mut Fields) -> bool {
        self.fields(at, fields);
        true
    }

    fn turn_ending(&self, at: &Position) -> String {
        format!("{} points in all", self.rules.points(at.totals[0]))
    }
}
