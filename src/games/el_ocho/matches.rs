//! Whole games: who sits where, whose turn it is, who wins.

use std::sync::Arc;

use super::tally::{SeatTally, WholeTally};
use super::turn::{
    Ending, Game, MAX_PLAYERS, OwnLuck, Player, Standing, TurnEnd, TurnState, Watch, play_until,
};
use crate::sim::interrupt::StopFlag;
use crate::sim::luck::{Domain, UnitLuck};
use crate::sim::runner::Tally;
use crate::sim::seating::{Lineup, Placement, Seating};

/// Where games begin: every player's banked total by seat, in units.
pub type StartTotals = [u32; MAX_PLAYERS];

/// A run of whole games.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct Matches {
    /// The rules.
    pub game: Arc<Game>,
    /// The policies.
    pub players: Vec<Arc<dyn Player>>,
    /// The tables; games are dealt to them in turn.
    pub lineups: Vec<Lineup>,
    /// Whether policies keep their seats.
    pub fixed_seats: bool,
    /// The seed of the run.
    pub seed: u64,
    /// Where games begin.
    pub start: StartTotals,
    /// Whether policies are folded where they can be; else every turn is played by the loop.
    pub folded: bool,
}

impl Matches {
    /// Who sits where.
    #[must_use]
    pub fn seating(&self) -> Seating<'_> {
        Seating { lineups: &self.lineups, fixed: self.fixed_seats, seed: self.seed }
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seating().seats()
    }

    /// Where game `game` (from 0) is played.
    #[must_use]
    pub fn placement(&self, game: u64) -> Placement {
        self.seating().placement(game)
    }

    /// The luck of the dice of a game; each turn of it has its own.
    #[must_use]
    pub fn dice_luck(&self, game: u64) -> UnitLuck {
        UnitLuck::new(self.seed, Domain::Game, game)
    }

    pub(super) fn own_luck(&self, game: u64, turn: u64) -> OwnLuck {
        OwnLuck::new(UnitLuck::new(self.seed, Domain::PolicyInGame, game).turn(turn))
    }

    /// Plays one game on the general engine. `watch` is told of each turn as it begins, with the
    /// seat and the standing, and gives the [`Watch`] of the turn.
    pub fn replay(&self, game: u64, watch: &mut impl WatchGame) -> Final {
        let placement = self.placement(game);
        let lineup = &self.lineups[placement.lineup];
        let mut table = Table::new(self, game);
        let never = StopFlag::new();
        loop {
            let seat = usize::from(table.seat);
            let policy = lineup[placement.slot(seat)];
            let standing = table.standing(self.seats());
            watch.turn(seat, policy, &standing);
            let end = table.play(self, policy, watch.watch(), &never);
            watch.ended(seat, end, table.totals[seat] + end.gained());
            if let Some(over) = table.end_turn(self, end) {
                return over;
            }
        }
    }
}

/// Told of the turns of a game.
pub trait WatchGame {
    /// What watches the turns.
    type Turn: Watch;
    /// A turn begins.
    fn turn(&mut self, seat: usize, policy: usize, standing: &Standing);
    /// The watch of the turn that has begun.
    fn watch(&mut self) -> &mut Self::Turn;
    /// The turn has ended and left the player at `total`.
    fn ended(&mut self, seat: usize, end: TurnEnd, total: u32);
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
    pub(super) number: u64,
    pub(super) luck: UnitLuck,
    pub(super) placement: Placement,
    pub(super) seat: u8,
    pub(super) round: u32,
    pub(super) totals: [u32; MAX_PLAYERS],
    busts: [u32; MAX_PLAYERS],
}

impl Table {
    pub(super) fn new(matches: &Matches, number: u64) -> Self {
        Self {
            number,
            luck: matches.dice_luck(number),
            placement: matches.placement(number),
            seat: 0,
            round: 0,
            totals: matches.start,
            busts: [0; MAX_PLAYERS],
        }
    }

    /// The number of the turn within the game: the key of its luck.
    #[inline]
    pub(super) fn turn(&self) -> u64 {
        u64::from(self.round) * MAX_PLAYERS as u64 + u64::from(self.seat)
    }

    /// The highest total of the others.
    #[inline]
    pub(super) fn best_other(&self, seats: usize) -> u32 {
        let seat = usize::from(self.seat);
        if seats == 2 {
            return self.totals[seat ^ 1];
        }
        let others = self.totals[..seats].iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, total)| *total).max().unwrap_or(0)
    }

    pub(super) fn standing(&self, seats: usize) -> Standing {
        Standing::of(&self.totals[..seats], self.seat.into(), self.round)
    }

    /// Plays the turn under way.
    pub(super) fn play(
        &self,
        matches: &Matches,
        policy: usize,
        watch: &mut impl Watch,
        stop: &StopFlag,
    ) -> TurnEnd {
        let mut rng = self.luck.turn(self.turn()).rng();
        let word = || rand::Rng::next_u32(&mut rng);
        self.play_on(matches, policy, matches.game.start(), word, watch, stop)
    }

    /// Plays what is left of the turn under way, from `state` and with the words to come.
    pub(super) fn play_on(
        &self,
        matches: &Matches,
        policy: usize,
        state: TurnState,
        word: impl FnMut() -> u32,
        watch: &mut impl Watch,
        stop: &StopFlag,
    ) -> TurnEnd {
        let standing = self.standing(matches.seats());
        let mut own = matches.own_luck(self.number, self.turn());
        let (game, player) = (&*matches.game, &*matches.players[policy]);
        play_until(game, player, &standing, state, word, &mut own, watch, stop)
    }

    /// Books the end of the turn under way and passes on; gives the result where that ends the
    /// game.
    #[inline]
    pub(super) fn end_turn(&mut self, matches: &Matches, end: TurnEnd) -> Option<Final> {
        let seat = usize::from(self.seat) % MAX_PLAYERS;
        let total = self.totals[seat] + end.gained();
        self.totals[seat] = total;
        self.busts[seat] += u32::from(end.ending == Ending::Bust);
        // A bust gains nothing, so it never gets here from below the target.
        if (end.ending == Ending::Win) | (total >= matches.game.target) {
            return Some(self.over(matches, Some(seat)));
        }
        // Without a branch: whose turn comes next is as good as random from game to game.
        let wraps = usize::from(self.seat) + 1 == matches.seats();
        self.seat = if wraps { 0 } else { self.seat + 1 };
        self.round += u32::from(wraps);
        if wraps & (self.round == matches.game.rules.max_turns) {
            return Some(self.over(matches, None));
        }
        None
    }

    #[cold]
    fn over(&self, matches: &Matches, winner: Option<usize>) -> Final {
        let mut turns = [0; MAX_PLAYERS];
        for (seat, turns) in turns[..matches.seats()].iter_mut().enumerate() {
            *turns = self.round + u32::from(winner.is_some_and(|winner| seat <= winner));
        }
        Final { winner, totals: self.totals, turns, busts: self.busts }
    }
}

/// What a run of whole games counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchTally {
    /// By table and group (distinct policy at the table).
    pub tables: Vec<Vec<GroupTally>>,
}

/// One policy at one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupTally {
    /// By seat.
    pub seats: Vec<SeatTally>,
    /// Over all seats the policy fills in a game at once, by the first of them.
    pub wholes: Vec<WholeTally>,
}

impl Tally for MatchTally {
    fn merge(&mut self, other: Self) {
        for (into, from) in self.tables.iter_mut().flatten().zip(other.tables.iter().flatten()) {
            for (into, from) in into.seats.iter_mut().zip(&from.seats) {
                into.merge(from);
            }
            for (into, from) in into.wholes.iter_mut().zip(&from.wholes) {
                into.merge(from);
            }
        }
    }
}
