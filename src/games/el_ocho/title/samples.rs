//! The first units of a run as raw rows.

use super::{Engine, Prepared};
use crate::game::contract::{Log, Silent};
use crate::games::el_ocho::game::{Event, Position, Seated};
use crate::games::el_ocho::matches::Final;
use crate::games::el_ocho::stressed::NoWatch;
use crate::games::el_ocho::turn::{Ending, MAX_PLAYERS, TurnEnd};
use crate::report::{Cell, Table};
use crate::sim::seating::{Lineup, Placement};

const ABOUT: &str = "The first units of the run, one row for each seat of a game or each turn.";

/// The word for an ending in tables and transcripts.
pub(super) fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Banked => "banked",
        Ending::Bust => "bust",
        Ending::Win => "instant win",
    }
}

/// Keeps how the last turn ended.
struct Last(Option<TurnEnd>);

impl Log<Seated> for Last {
    fn tell(&mut self, _: &Position, event: Event) {
        if let Event::Ended(end) = event {
            self.0 = Some(end);
        }
    }
}

/// Plays the first `units` units again and writes them down.
pub(super) fn samples(run: &Prepared, units: u64) -> Table {
    match &run.engine {
        Engine::Turns(turns) => {
            let columns = ["turn", "policy", "ending", "turn_points", "points"];
            let mut table = Table::free("samples", ABOUT, &columns);
            for turn in 0..units {
                for policy in 0..run.policies.len() {
                    let mut last = Last(None);
                    turns.replay(policy, turn, &mut last, |_, _| ());
                    let Some(end) = last.0 else { continue };
                    table.push(vec![
                        (turn + 1).into(),
                        run.label(policy).into(),
                        ending_name(end.ending).into(),
                        run.game.points(end.points).into(),
                        run.game.points(end.gained()).into(),
                    ]);
                }
            }
            table
        }
        Engine::Matches(matches) => games(run, units, |game| {
            let Final { winner, totals, turns, busts } =
                matches.replay(game, &mut Silent, |_, _| ());
            let placement = matches.placement(game);
            let seated = seated(&matches.lineups, placement);
            GameRow { lineup: placement.lineup, seated, winner, totals, turns, busts: Some(busts) }
        }),
        Engine::Stressed(stressed) if !stressed.rounds_alone => games(run, units, |game| {
            let placement = stressed.placement(game);
            let seated = seated(&stressed.lineups, placement);
            let players = &seated[..stressed.seats()];
            let finish = stressed.play(game, players, &mut NoWatch, |_, _, _| {});
            let turns = [finish.rounds; MAX_PLAYERS];
            let (winner, totals) = (finish.winner, finish.totals);
            GameRow { lineup: placement.lineup, seated, winner, totals, turns, busts: None }
        }),
        Engine::Stressed(stressed) => {
            let columns = ["round", "policy", "outcome", "roll_points"];
            let mut table = Table::free("samples", ABOUT, &columns);
            for round in 0..units {
                for policy in 0..run.policies.len() {
                    let mut row = None;
                    stressed.play(round, &[policy], &mut NoWatch, |resolved, roll, _| {
                        row = Some((resolved.outcomes[0], roll.points));
                    });
                    let Some((outcome, points)) = row else { continue };
                    table.push(vec![
                        (round + 1).into(),
                        run.label(policy).into(),
                        outcome.name().into(),
                        run.game.points(points).into(),
                    ]);
                }
            }
            table
        }
    }
}

/// One game as rows show it.
struct GameRow {
    lineup: usize,
    seated: [usize; MAX_PLAYERS],
    winner: Option<usize>,
    totals: [u32; MAX_PLAYERS],
    turns: [u32; MAX_PLAYERS],
    busts: Option<[u32; MAX_PLAYERS]>,
}

fn seated(lineups: &[Lineup], placement: Placement) -> [usize; MAX_PLAYERS] {
    let lineup = &lineups[placement.lineup];
    let mut seated = [0; MAX_PLAYERS];
    for (seat, policy) in seated[..lineup.len()].iter_mut().enumerate() {
        *policy = lineup[placement.slot(seat)];
    }
    seated
}

fn games(run: &Prepared, units: u64, play: impl Fn(u64) -> GameRow) -> Table {
    let columns = ["game", "table", "seat", "policy", "total", "turns", "busts", "won"];
    let mut table = Table::free("samples", ABOUT, &columns);
    for game in 0..units {
        let row = play(game);
        for seat in 0..run.lineups[0].len() {
            table.push(vec![
                (game + 1).into(),
                (row.lineup + 1).into(),
                (seat + 1).into(),
                run.label(row.seated[seat]).into(),
                run.game.points(row.totals[seat]).into(),
                row.turns[seat].into(),
                row.busts.map_or(Cell::Empty, |busts| busts[seat].into()),
                u32::from(row.winner == Some(seat)).into(),
            ]);
        }
    }
    table
}
