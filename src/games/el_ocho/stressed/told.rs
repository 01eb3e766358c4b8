//! What the stressed variant tells of its games one by one: samples and transcripts.

use std::fmt::Write as _;

use super::{Answer, NoWatch, Resolved, Roll, Said, StressedRun, WatchRounds};
use crate::games::el_ocho::tally::Engine;
use crate::games::el_ocho::turn::Choice;
use crate::games::el_ocho::vocabulary::point;
use crate::report::Table;
use crate::report::schema::{Begins, Column, Schema};
use crate::run::NamedPolicy;
use crate::run::transcript::decided_by;

const POLICY: Column = Column::text("policy", "the label of the policy");

const GAMES: Schema = Schema {
    name: "samples",
    about: "The first games of a run of the stressed variant (`--samples N`), one row for each seat.",
    begins: Begins::Nothing,
    columns: &[&[
        Column::integer("game", "", "the number of the game, from 1"),
        Column::integer("matchup", "", "the number of the matchup, from 1"),
        Column::integer("seat", "", "the seat"),
        POLICY,
        Column::integer("total", "points", "the final total"),
        Column::integer("turns", "rounds", "the rounds it took"),
        Column::integer("won", "", "1 for the winner, else 0"),
    ]],
};

const ROUNDS: Schema = Schema {
    name: "samples",
    about: "The first rounds of a run of single rounds of the stressed variant (`--samples N`).",
    begins: Begins::Nothing,
    columns: &[&[
        Column::integer("round", "", "the number of the round, from 1"),
        POLICY,
        Column::text("outcome", "what became of the announcement"),
        Column::integer("roll_points", "points", "what the roll scored"),
    ]],
};

/// The raw rows of games and of single rounds.
pub(crate) const SAMPLES: [Schema; 2] = [GAMES, ROUNDS];

impl Engine for StressedRun {
    fn samples(&self, labels: &[&str], units: u64) -> Option<Table> {
        if self.rounds_alone {
            let mut table = Table::new(&ROUNDS);
            for (round, policy) in
                (0..units).flat_map(|round| (0..labels.len()).map(move |policy| (round, policy)))
            {
                self.play(round, &[policy], &mut NoWatch, |resolved, roll, _| {
                    table.push(vec![
                        (round + 1).into(),
                        labels[policy].into(),
                        resolved.outcomes[0].name().into(),
                        self.game.points(roll.points).into(),
                    ]);
                });
            }
            return Some(table);
        }
        let mut table = Table::new(&GAMES);
        for game in 0..units {
            let placement = self.placement(game);
            let seated = &self.seated(placement)[..self.seats()];
            let finish = self.play(game, seated, &mut NoWatch, |_, _, _| {});
            for (seat, policy) in seated.iter().enumerate() {
                table.push(vec![
                    (game + 1).into(),
                    (placement.lineup + 1).into(),
                    (seat + 1).into(),
                    labels[*policy].into(),
                    self.game.points(finish.totals[seat]).into(),
                    finish.rounds.into(),
                    u32::from(finish.winner == Some(seat)).into(),
                ]);
            }
        }
        Some(table)
    }

    fn transcript(&self, policies: &[NamedPolicy], unit: u64) -> Option<String> {
        let mut text = String::new();
        if self.rounds_alone {
            for (policy, named) in policies.iter().enumerate() {
                let _ = writeln!(text, "{}", named.label);
                let mut rounds =
                    Rounds { run: self, policies, seated: &[policy], first: unit, text };
                self.play(unit, &[policy], &mut rounds, |_, _, _| {});
                text = rounds.text;
            }
            return Some(text);
        }
        let seated = &self.seated(self.placement(unit))[..self.seats()];
        let _ = writeln!(text, "Game {}", unit + 1);
        for (seat, policy) in seated.iter().enumerate() {
            let _ = writeln!(text, "  seat {}: {}", seat + 1, policies[*policy].label);
        }
        text.push('\n');
        let mut rounds = Rounds { run: self, policies, seated, first: 0, text };
        let finish = self.play(unit, seated, &mut rounds, |_, _, _| {});
        let mut text = rounds.text;
        let _ = match finish.winner {
            Some(seat) => writeln!(text, "Seat {} wins.", seat + 1),
            None => writeln!(text, "The game is given up: nobody wins."),
        };
        for (seat, total) in finish.totals[..self.seats()].iter().enumerate() {
            let _ = writeln!(text, "  seat {}: {} points", seat + 1, self.game.points(*total));
        }
        Some(text)
    }
}

/// Writes down the rounds of the stressed variant.
struct Rounds<'a> {
    run: &'a StressedRun,
    policies: &'a [NamedPolicy],
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
        let policy = &self.policies[self.seated[seat]];
        let by = decided_by(&policy.kind, point::ANNOUNCE, choice.rule);
        let by = by.map_or_else(String::new, |by| format!(" ({by})"));
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
