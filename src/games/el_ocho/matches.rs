//! Whole games: who sits where, whose turn it is, who wins.

use std::sync::Arc;

use super::engine::{Action, Position, Seated};
use super::player::Player;
use super::turn::{Ending, MAX_PLAYERS, Standing, TurnEnd};
use crate::game::contract::{Game as _, Log, MAX_SEATS, Silent};
use crate::game::decision::{ActionList, Choice, Decision, Policy as _};
use crate::game::play::{Streams, play_until};
use crate::sim::interrupt::StopFlag;
use crate::sim::random::UnitKey;
use crate::sim::seating::{Lineup, Placement, Seating};

/// A run of whole games.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct Matches {
    /// The game.
    pub game: Seated,
    /// The policies.
    pub players: Vec<Arc<Player>>,
    /// The tables; games are dealt to them in turn.
    pub lineups: Vec<Lineup>,
    /// Whether policies keep their seats.
    pub fixed_seats: bool,
    /// The seed of the run.
    pub seed: u64,
    /// The games of each matchup for which policies are folded, where that saves more time than it
    /// takes; without a number every turn is played by the loop.
    pub fold_for: Option<u64>,
}

impl Matches {
    /// Who sits where.
    pub fn seating(&self) -> Seating<'_> {
        Seating { lineups: &self.lineups, fixed: self.fixed_seats, seed: self.seed }
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seating().seats()
    }

    /// Where game `game` (from 0) is played.
    pub fn placement(&self, game: u64) -> Placement {
        self.seating().placement(game)
    }

    /// The key of a game's random streams.
    pub fn dice_luck(&self, game: u64) -> UnitKey {
        UnitKey::of_game(self.seed, game)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Final {
    /// The seat that won; `None` where the game was given up.
    pub winner: Option<usize>,
    /// The banked totals by seat.
    pub totals: [u32; MAX_PLAYERS],
    /// The turns taken by seat.
    pub turns: [u32; MAX_PLAYERS],
    /// The turns lost by seat.
    pub busts: [u32; MAX_PLAYERS],
}

/// A game under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) luck: UnitKey,
    /// The decisions of each seat so far.
    pub(super) asked: [u32; MAX_SEATS],
    pub(super) placement: Placement,
    pub(super) at: Position,
    pub(super) busts: [u32; MAX_PLAYERS],
}

impl Table {
    pub(super) fn new(matches: &Matches, number: u64) -> Self {
        let luck = matches.dice_luck(number);
        Self {
            luck,
            asked: [0; MAX_SEATS],
            placement: matches.placement(number),
            at: matches.game.start(&mut Silent),
            busts: [0; MAX_PLAYERS],
        }
    }

    /// The highest total of the others.
    #[inline]
    pub(super) fn best_other(&self, seats: usize) -> u32 {
        let (seat, totals) = (usize::from(self.at.seat), &self.at.totals);
        if seats == 2 {
            return totals[seat ^ 1];
        }
        let others = totals[..seats].iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, total)| *total).max().unwrap_or(0)
    }

    /// How the table stands for the seat whose turn it is.
    pub(super) fn standing(&self, matches: &Matches) -> Standing {
        self.at.standing(matches.game.seats(), self.at.seat)
    }

    /// Plays on by the loop until `stop` says so.
    pub(super) fn play_on(
        &mut self,
        matches: &Matches,
        streams: &mut Streams,
        (log, mut taken): (
            &mut impl Log<Seated>,
            impl FnMut(&Decision<'_, Seated>, Choice<Action>),
        ),
        actions: &mut ActionList<Action>,
        stop: impl FnMut(&Position) -> bool,
    ) {
        let lineup = &matches.lineups[self.placement.lineup];
        let placement = self.placement;
        let decide = |decision: &Decision<'_, Seated>| {
            let seat = placement.slot(decision.seat.into());
            let choice = matches.players[lineup[seat]].choose(decision);
            taken(decision, choice);
            choice.action
        };
        streams.asked = self.asked;
        play_until(&matches.game, &mut self.at, streams, decide, log, actions, stop);
        self.asked = streams.asked;
    }

    /// Books the end of the turn under way and passes on; whether that ends the game.
    #[inline]
    pub(super) fn end_turn(&mut self, matches: &Matches, end: TurnEnd) -> bool {
        self.busts[usize::from(self.at.seat) % MAX_PLAYERS] +=
            u32::from(end.ending == Ending::Bust);
        matches.game.end_turn(&mut self.at, end, &mut Silent);
        self.at.over().is_some()
    }

    /// How the game ended, which is over.
    pub(super) fn over(&self, matches: &Matches) -> Final {
        let winner = self.at.over().flatten().map(usize::from);
        let mut turns = [0; MAX_PLAYERS];
        for (seat, turns) in turns[..matches.seats()].iter_mut().enumerate() {
            *turns = self.at.round + u32::from(winner.is_some_and(|winner| seat <= winner));
        }
        Final { winner, totals: self.at.totals, turns, busts: self.busts }
    }
}

/// Steps after which it is looked at whether to stop.
const STEPS: u32 = 1 << 12;

/// Tells when the turn under way is over, or `stop` was raised some time ago.
pub(super) fn until_turn_ends<'s>(
    at: &Position,
    stop: &'s StopFlag,
) -> impl FnMut(&Position) -> bool + use<'s> {
    let (round, seat) = (at.round, at.seat);
    let mut steps = 0;
    move |at| {
        steps += 1;
        at.round != round || at.seat != seat || steps % STEPS == 0 && stop.raised().is_some()
    }
}
