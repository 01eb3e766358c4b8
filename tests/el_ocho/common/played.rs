//! Replays of turns and whole games, with their rolls and decisions, and tallies as figures.

use std::collections::BTreeMap;

use pushluck::game::contract::{Game as _, Log, Next, Silent, Stream};
use pushluck::game::decision::{ActionList, Decision, OwnRandom, Policy as _};
use pushluck::game::play::Streams;
use pushluck::games::el_ocho::engine::{Action, Event, Position, Roll};
use pushluck::games::el_ocho::turn::{Ending, MAX_PLAYERS, TurnEnd, TurnState};
use pushluck::run::{PolicySums, Sums};
use pushluck::sim::interrupt::StopFlag;
use pushluck::sim::random::UnitKey;
use pushluck::sim::runner::{RunOptions, Simulation, run};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use super::*;
use crate::el_ocho::plain::engine::{PlainRoll, PlainTurn, Throw};

#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) seat: usize,
    /// The standing before the turn.
    pub(crate) standing: Standing,
    /// The state before each decision to roll.
    pub(crate) states: Vec<TurnState>,
    pub(crate) end: TurnEnd,
    /// The player's total after the turn, in units.
    pub(crate) total: u32,
    /// The turn in the form of the plain engine.
    pub(crate) plain: PlainTurn,
}

#[derive(Default)]
struct TurnLog {
    joker: bool,
    end: Option<(TurnEnd, u32)>,
}

impl Log<Seated> for TurnLog {
    fn record(&mut self, at: &Position, event: Event) {
        match event {
            Event::Rolled(_) => {}
            Event::Joker => self.joker = true,
            Event::Ended(end) => {
                let total = at.totals[usize::from(at.seat)];
                assert_eq!(self.end.replace((end, total)), None, "a turn ends once");
            }
        }
    }
}

/// Plays up to `most` turns, or to the end of the game, by the contract of all games, and records
/// them.
fn play<'a>(
    game: &Seated,
    at: &mut Position,
    mut roll: impl FnMut(&Position, Stream) -> Roll,
    player: impl Fn(u8) -> &'a Player,
    most: usize,
) -> Vec<Played> {
    let random = OwnRandom::new(UnitKey::of_turn(0, 0), 0, 0);
    let list = &mut ActionList::default();
    let (mut turns, mut states, mut rolls) = (Vec::new(), Vec::new(), Vec::<PlainRoll>::new());
    while turns.len() < most {
        let (before, mut log) = (*at, TurnLog::default());
        match game.next(at) {
            Next::Over { .. } => break,
            Next::Chance(stream) => {
                let roll = roll(at, stream);
                if !rolls.last().is_some_and(|last| last.joker) {
                    states.push(at.turn);
                }
                let dice = at.turn.dice;
                let faces = game.table(dice).decode(roll.class.into(), roll.rank);
                game.happen(at, roll, &mut log);
                let (dice, joker) = (dice.into(), log.joker);
                rolls.push(PlainRoll { dice, faces, joker, kept: None, stopped: false });
            }
            Next::Decide { seat, point } => {
                let decision = Decision::new(game, at, (seat, point), random, list);
                let action = player(seat).choose(&decision).action;
                assert!(decision.actions().contains(&action), "{action:?} is not legal");
                let last = rolls.last_mut().expect("a roll");
                match action {
                    Action::BigEight(keep) | Action::Keep(keep) => {
                        last.kept = Some(plain_keep(game, keep));
                    }
                    Action::Stop => last.stopped = true,
                    Action::Roll => {}
                }
                game.act(at, action, &mut log);
            }
        }
        if let Some((end, total)) = log.end {
            turns.push(Played {
                seat: before.seat.into(),
                standing: before.standing(game.seats(), before.seat),
                states: std::mem::take(&mut states),
                end,
                total,
                plain: in_plain_turn(game, end, std::mem::take(&mut rolls)),
            });
        }
    }
    turns
}

fn in_plain_turn(game: &Game, end: TurnEnd, rolls: Vec<PlainRoll>) -> PlainTurn {
    let points = end.points * game.scoring.unit;
    let (ending, points, lost) = match end.ending {
        Ending::Banked => (plain::engine::Ending::Banked, points, 0),
        Ending::Bust => (plain::engine::Ending::Bust, 0, points),
        Ending::Win => (plain::engine::Ending::InstantWin, points, 0),
    };
    PlainTurn { ending, points, lost, rolls }
}

pub(crate) fn replay_turn(turns: &Turns, policy: usize, turn: u64) -> Played {
    let mut streams = Streams::new(UnitKey::of_turn(turns.seed, turn));
    let mut at = Position::of_turn(&turns.standing, turns.game.rules.start());
    let roll = |at: &Position, stream| turns.game.draw(at, streams.open(stream));
    let played = play(&turns.game, &mut at, roll, |_| &turns.players[policy], 1);
    played.into_iter().next().expect("a turn")
}

/// One game: the final position, and its turns in playing order.
pub(crate) fn replay(matches: &Matches, number: u64) -> (Position, Vec<Played>) {
    let policies: Vec<usize> = matches.seating().policies(number).collect();
    let mut streams = Streams::new(UnitKey::of_game(matches.seed, number));
    let mut at = matches.game.start(&mut Silent);
    let roll = |at: &Position, stream| matches.game.draw(at, streams.open(stream));
    let player = |seat: u8| &*matches.players[policies[usize::from(seat)]];
    let turns = play(&matches.game, &mut at, roll, player, usize::MAX);
    (at, turns)
}

/// The seat that won; `None` if the game ended at the turn limit.
pub(crate) fn winner(at: &Position) -> Option<usize> {
    at.over().flatten().map(usize::from)
}

/// One turn on the given rolls. The turn must use all of them.
pub(crate) fn turn_at(
    game: &Arc<Game>,
    player: &Anyone,
    standing: &Standing,
    rolls: &[&str],
) -> PlainTurn {
    let mut rolls = rolls.iter();
    let roll = |at: &Position, _| {
        let digits = rolls.next().expect("the turn needs more rolls than given");
        assert_eq!(faces(digits).len(), usize::from(at.turn.dice), "{digits}");
        Roll { class: class(game, digits), rank: 0 }
    };
    let mut at = Position::of_turn(standing, game.start());
    let player = sit(game, player);
    let played = play(&Seated::new(game, standing.players), &mut at, roll, |_| &player, 1);
    assert_eq!(rolls.len(), 0, "the turn ended early: {played:?}");
    played.into_iter().next().expect("a turn").plain
}

/// One turn, at the start of a game, of a player who holds at a number of points.
pub(crate) fn turn_on(game: &Arc<Game>, hold: u32, rolls: &[&str]) -> PlainTurn {
    turn_at(game, &anyone::hold_at(hold), &Standing::start(1), rolls)
}

/// Rolls for the plain engine from the random streams of the engine.
#[derive(Debug)]
pub(crate) struct SameRandom<'a> {
    game: &'a Game,
    unit: UnitKey,
    turns: BTreeMap<u64, Pcg32>,
}

impl<'a> SameRandom<'a> {
    /// The rolls of a game, or of a single turn.
    pub(crate) fn of(game: &'a Game, unit: UnitKey) -> Self {
        Self { game, unit, turns: BTreeMap::new() }
    }

    /// Rolls the dice of a turn of the unit.
    pub(crate) fn roll(&mut self, turn: u64, dice: usize, faces: &mut Vec<u8>) {
        let rng = self.turns.entry(turn).or_insert_with(|| self.unit.stream(0, turn));
        let table = self.game.table(dice as u8);
        let (class, rank) = table.draw(|| rng.next_u32());
        faces.extend(table.decode(class, rank));
    }

    /// Rolls the dice of a turn of a seat in a game.
    pub(crate) fn throw(&mut self, throw: Throw, faces: &mut Vec<u8>) {
        let turn = u64::from(throw.turn) * MAX_PLAYERS as u64 + throw.seat as u64;
        self.roll(turn, throw.dice, faces);
    }
}

/// The tally of units `0..units`, on this number of threads.
pub(crate) fn tally<S: Simulation>(simulation: &S, units: u64, threads: usize) -> S::Tally {
    let stop = StopFlag::new();
    let options = RunOptions { units, threads: Some(threads), stop: &stop, watch: None };
    let outcome = run(simulation, options).expect("a run");
    assert_eq!((outcome.units_done, outcome.stopped), (units, None));
    outcome.tally
}

/// The tally of a single worker that plays units in batches of these lengths.
pub(crate) fn tally_in_pieces<S: Simulation>(simulation: &S, pieces: &[u64]) -> S::Tally {
    let (mut worker, mut tally, mut from) = (simulation.worker(), simulation.empty(), 0);
    for piece in pieces {
        simulation.run_batch(&mut worker, from..from + piece, &mut tally, &StopFlag::new());
        from += piece;
    }
    tally
}

/// The tally of each engine.
pub(crate) fn by_engine(run: &mut Turns, pieces: &[u64]) -> Vec<Sums> {
    let each = engines().into_iter().map(|isa| {
        run.isa = isa;
        tally_in_pieces(run, pieces)
    });
    each.collect()
}

/// The number of turns of a policy by ending and units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Endings {
    pub(crate) banked: Vec<u64>,
    pub(crate) busts: Vec<u64>,
    pub(crate) wins: Vec<u64>,
}

impl Endings {
    pub(crate) fn turns(&self) -> u64 {
        [&self.banked, &self.busts, &self.wins].into_iter().flatten().sum()
    }

    pub(crate) fn lost(&self) -> u64 {
        self.busts.iter().sum()
    }
}

/// The turn endings of each policy.
pub(crate) fn of_turns(sums: &Sums) -> Vec<Endings> {
    let of = |sums: &PolicySums| {
        let mut endings = Endings::default();
        let Endings { banked, busts, wins } = &mut endings;
        for (way, cells) in [banked, busts, wins].into_iter().enumerate() {
            for (held, times) in sums.endings.parts().flat_map(|(_, turns)| turns.of(way)) {
                cells.resize(cells.len().max(held as usize + 1), 0);
                cells[held as usize] += times;
            }
        }
        endings
    };
    sums.policies.iter().map(of).collect()
}
