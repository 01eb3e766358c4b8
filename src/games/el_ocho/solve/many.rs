//! Games of four players or more, of whom the best of the others' totals counts.

use std::sync::Arc;

use super::super::pictures::{duel_map, win_map};
use super::super::solved_policies::{Solutions, played_out};
use super::writer::{Writer, percent};
use super::{PreparedSolve, STOP_MAP, WIN_MAP};
use crate::error::Result;
use crate::games::el_ocho::exact::Side;
use crate::games::el_ocho::player::Player;
use crate::report::{Unit, count, estimate};
use crate::run::leaderboard::counted;
use crate::run::{NamedPolicy, about};
use crate::stats::{Level, wilson};

impl PreparedSolve {
    pub(super) fn many(&self, solutions: &Solutions<'_>, writer: &mut Writer<'_>) -> Result<()> {
        let (players, [own, best, _]) = (self.seats() as u8, self.start);
        let (solver, control) = (solutions.solver(), solutions.control());
        let found = if self.against.is_empty() {
            Arc::clone(solutions.many(players)?)
        } else {
            let mut known: Vec<Arc<Player>> = Vec::new();
            for (place, policy) in self.against.iter().enumerate() {
                let same = |other: &NamedPolicy| other.label == policy.label;
                known.push(match self.against[..place].iter().position(same) {
                    Some(same) => Arc::clone(&known[same]),
                    None => solutions.player(policy, players)?,
                });
            }
            let sides: Vec<Side<'_>> = (self.against.iter().zip(&known))
                .map(|(policy, player)| solutions.side(policy, player, players))
                .collect::<Result<_>>()?;
            for (policy, side) in self.against.iter().zip(&sides) {
                let covered = solver.covers_in_many(*side, players);
                covered.map_err(|error| about(&policy.label, error))?;
            }
            Arc::new(solutions.on_threads(|| solver.respond_to_many(&sides, players, control))?)
        };
        let response = &found.solution;
        played_out(&self.game, response.given_up)?;
        let here = response.position(own, best);
        writer.position(&here, [Some(own), Some(best), None]);
        self.win_tables(response, solutions, writer)?;
        writer.show_thresholds(&here, &[]);
        writer.picture(STOP_MAP, duel_map(solver, response, own, best), true);
        let who = match self.against.first() {
            None => format!("{players} players who respond to each other"),
            Some(policy) => format!("best response to {}", policy.label),
        };
        let chance = |own: u32, best: u32| response.win(own, best);
        writer.picture(WIN_MAP, win_map(solver, response.target(), &who, chance), false);
        writer.note(format!(
            "With {} points, and {} for the best of {}, this play wins an estimated {} of all games if it \
             has the next turn and {} after a turn without points.",
            self.game.points(own),
            self.game.points(best),
            counted(u64::from(players) - 1, "opponent"),
            percent(response.win(own, best)),
            percent(response.wait(own, best)),
        ));
        let share = wilson(found.won, found.games, Level::DEFAULT);
        let share = share.map(|share| estimate(&share, Unit::Percent)).unwrap_or_default();
        let (games, each) = (count(found.games), "in which each player began equally often");
        writer.note(match self.against.is_empty() {
            true => format!(
                "Against {} who all play like this, a response that looks at the same totals won {share} of \
                 {games} simulated games from 0 points, {each}: equal play wins {}.",
                counted(u64::from(players) - 1, "opponent"),
                percent(1.0 / f64::from(players)),
            ),
            false => format!("It won {share} of {games} simulated games from 0 points, {each}."),
        });
        Ok(())
    }
}
