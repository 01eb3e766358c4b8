//! The first units of a run as raw rows.

use super::{Engine, Prepared};
use crate::game::contract::{Log, Silent};
use crate::game::schema::{Begins, Column, Schema};
use crate::games::el_ocho::game::{Event, Position, Seated};
use crate::games::el_ocho::matches::Final;
use crate::games::el_ocho::stressed::NoWatch;
use crate::games::el_ocho::turn::{Ending, MAX_PLAYERS, TurnEnd};
use crate::report::{Cell, Table};
use crate::sim::seating::{Lineup, Placement};

const POLICY: Column = Column::text("policy", "the label of the policy");

const GAMES: Schema = Schema {
    name: "samples",
    about: "The first games of a run (`--samples N`), one row for each seat.",
    begins: Begins::Nothing,
    columns: &[&[
        Column::integer("game", "", "the number of the game, from 1"),
        Column::integer("matchup", "", "the number of the matchup, from 1"),
        Column::integer("seat", "", "the seat, 1 moves first"),
        POLICY,
        Column::integer("total", "points", "the final total"),
        Column::integer("turns", "turns", "the turns it took"),
        Column::integer("busts", "turns", "those that bust"),
        Column::integer("won", "", "1 for the winner, else 0"),
    ]],
};

const TURNS: Schema = Schema {
    name: "samples",
    about: "The first turns of a run of single turns (`--samples N`).",
    begins: Begins::Nothing,
    columns: &[&[
        Column::integer("turn", "", "the number of the turn, from 1"),
        POLICY,
        Column::text("ending", "how it ended"),
        Column::integer("turn_points", "points", "what the turn held"),
        Column::integer("points", "points", "what it gained"),
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

/// All forms of the raw rows.
pub(super) const TABLES: [Schema; 3] = [GAMES, TURNS, ROUNDS];

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
            let mut table = Table::new(&TURNS);
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
            let mut table = Table::new(&ROUNDS);
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
    let mut table = Table::new(&GAMES);
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
