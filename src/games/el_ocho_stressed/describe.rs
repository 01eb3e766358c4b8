//! Transcripts of the variant in words.

use super::engine::Stressed;
use super::state::{Action, Event, Fate, State};
use crate::game::contract::Game as _;
use crate::game::describe::{Closing, Describe, numbered, seat_name};

fn tenths(time: u8) -> String {
    format!("{} of a second", numbered(time.into(), "tenth"))
}

impl Describe for Stressed {
    fn heading(&self, at: &State, event: Event) -> Option<String> {
        matches!(event, Event::Rolled(_)).then(|| format!("Round {}", at.rounds() + 1))
    }

    fn sentence(&self, at: &State, event: Event) -> Option<String> {
        let points = self.dice.points(self.score(at).points);
        let has = |seat: u8| format!("has {}", self.dice.points(at.total(seat)));
        Some(match event {
            Event::Rolled(roll) => {
                let faces = roll.faces(&self.dice, self.dice.dice());
                format!("the dice show {faces}: {points} points")
            }
            Event::Became { seat, fate, time } => {
                let what = match fate {
                    Fate::Silent => return None,
                    Fate::Marked => format!("calls {points}, marks it and {}", has(seat)),
                    Fate::Zero => "rightly calls \"0\"".to_owned(),
                    Fate::Late => "is too late".to_owned(),
                    Fate::Wrong => "calls a wrong score".to_owned(),
                    Fate::WrongZero => "wrongly calls \"0\" and loses all points".to_owned(),
                };
                format!("after {} {} {what}", tenths(time), seat_name(seat))
            }
            Event::SetBack(seat) => format!("{} goes back to 0", seat_name(seat)),
        })
    }

    fn action(&self, _: &State, action: Action) -> String {
        match action {
            Action::Silent => "stays silent".to_owned(),
            Action::Answer(delay) => format!("answers after {}", tenths(delay)),
            Action::Opponent(1) => "sets the next seat back".to_owned(),
            Action::Opponent(places) => format!("sets back the seat {places} places on"),
            Action::Own => "sets itself back".to_owned(),
        }
    }

    fn ending(&self, at: &State) -> Closing {
        Closing::from(match at.over().flatten() {
            Some(seat) => format!("The game ends with the call of {}.", seat_name(seat)),
            None => "The game ends at the round limit without a winner.".to_owned(),
        })
    }

    fn account(&self, at: &State, seat: u8) -> Vec<String> {
        let points = self.ranking(at).scores[usize::from(seat)];
        vec![format!("{}: {points} points", seat_name(seat))]
    }

    fn turn_ending(&self, at: &State) -> String {
        format!("{} points in all", self.dice.points(at.total(0)))
    }
}
