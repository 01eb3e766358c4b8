//! The first games or turns as raw rows.

use super::{Engine, Prepared};
use crate::games::eight_seconds::event::{Event, NoWatch, Outcome, Watch};
use crate::games::eight_seconds::play::play_turn;
use crate::games::eight_seconds::state::{MAX_PLAYERS, State};
use crate::report::Table;

const NAME: &str = "samples";
const ABOUT: &str = "The first games or turns of the run, one by one.";

/// Counts the turns of each seat.
#[derive(Default)]
struct Turns([u32; MAX_PLAYERS]);

impl Watch for Turns {
    fn told(&mut self, _: &State, event: &Event<'_>) {
        if let Event::TurnEnds { seat, .. } = event {
            self.0[usize::from(*seat) % MAX_PLAYERS] += 1;
        }
    }
}

/// The first units of a run.
pub(super) fn samples(run: &Prepared, units: u64) -> Table {
    let label = |policy: usize| run.policies[policy].label.as_str();
    match &run.engine {
        Engine::Games(games) => {
            let columns = [
                "game",
                "table",
                "seat",
                "policy",
                "score",
                "bull_points",
                "tokens",
                "buckle_points",
                "bonus",
                "money_points",
                "turns",
                "won",
            ];
            let mut table = Table::free(NAME, ABOUT, &columns);
            for unit in 0..units {
                let mut turns = Turns::default();
                let end = games.0.play(unit, &mut turns);
                let lineup = games.0.seating().placement(unit).lineup;
                for (seat, policy) in games.0.seating().policies(unit).enumerate() {
                    let score = end.scores[seat];
                    let won = end.finished && end.winners >> seat & 1 == 1;
                    table.push(vec![
                        (unit + 1).into(),
                        (lineup + 1).into(),
                        (seat + 1).into(),
                        label(policy).into(),
                        score.total().into(),
                        score.bulls.into(),
                        score.tokens.into(),
                        score.buckles.into(),
                        score.bonus.into(),
                        score.money.into(),
                        turns.0[seat].into(),
                        u8::from(won).into(),
                    ]);
                }
            }
            table
        }
        Engine::Turns(turns) => {
            let columns = ["turn", "policy", "outcome", "points", "tokens"];
            let mut table = Table::free(NAME, ABOUT, &columns);
            for unit in 0..units {
                for (policy, player) in turns.0.players.iter().enumerate() {
                    let luck = turns.0.turn_luck(unit);
                    let end = play_turn(&turns.0.game, &[&**player], luck, &mut NoWatch);
                    table.push(vec![
                        (unit + 1).into(),
                        label(policy).into(),
                        end.outcome.map(Outcome::name).into(),
                        end.points.into(),
                        end.tokens.into(),
                    ]);
                }
            }
            table
        }
    }
}
