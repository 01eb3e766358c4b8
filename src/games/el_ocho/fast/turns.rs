//! Single turns with folded policies, vectorized if the processor supports it.

use std::ops::Range;
use std::sync::Arc;

use rand_pcg::Pcg32;

use super::lanes::{self, Isa};
use super::machine::{Flat, Folder, Machine, StopRules};
use super::tally::play_turn;
use crate::game::contract::Stream;
use crate::game::decision::ActionList;
use crate::game::play::Streams;
use crate::games::el_ocho::engine::{Position, Seated};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{Ending, Standing, TurnEnd, TurnState};
use crate::run::Sums;
use crate::sim::interrupt::StopFlag;
use crate::sim::random::{BLOCK, Domain, UnitKey};
use crate::sim::runner::Simulation;
use crate::stats::Ratio;

/// A run of single turns, with common random numbers for all policies.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct Turns {
    /// The game.
    pub game: Seated,
    /// The policies.
    pub players: Vec<Arc<Player>>,
    /// The standing at the beginning of each turn.
    pub standing: Standing,
    /// The seed of the run.
    pub seed: u64,
    /// The instruction set to use; `None` plays every turn in the game loop.
    pub isa: Option<Isa>,
}

/// One folded policy and its arrivals.
#[derive(Debug)]
struct Chain {
    machine: Machine,
    flat: Flat,
    start: u32,
    counts: Vec<u32>,
    exits: Vec<usize>,
}

/// Counts turns of a policy by their ends, each with a multiplicity.
fn book(tally: &mut Sums, policy: usize, ended: impl Iterator<Item = (TurnEnd, u64)>) {
    let ends = tally.policies[policy].endings.part((policy, 0));
    let turns = &mut tally.turns[policy];
    let (mut lost, mut all) = (0, 0);
    for (end, by) in ended {
        ends.add_alone(end.ending as usize, end.points, by);
        turns.gains.add(end.gained().into(), by);
        lost += if end.ending == Ending::Bust { by } else { 0 };
        all += by;
    }
    turns.busts[0] += Ratio::of_counts(lost, all);
}

/// The machines of one thread.
#[derive(Debug)]
pub struct TurnsWorker {
    /// By policy; `None` if it cannot be folded. Empty before the first batch.
    chains: Vec<Option<Chain>>,
    seeds: Vec<u64>,
}

impl Simulation for Turns {
    type Tally = Sums;
    type Worker = TurnsWorker;

    fn worker(&self) -> TurnsWorker {
        TurnsWorker { chains: Vec::new(), seeds: vec![0; BLOCK as usize] }
    }

    fn empty(&self) -> Sums {
        let alone: Vec<Vec<usize>> = (0..self.players.len()).map(|policy| vec![policy]).collect();
        Sums::of(&self.game, &alone, self.players.len())
    }

    fn batch_len(&self, first_unit: u64) -> u64 {
        BLOCK - first_unit % BLOCK
    }

    fn run_batch(
        &self,
        worker: &mut TurnsWorker,
        units: Range<u64>,
        tally: &mut Sums,
        stop: &StopFlag,
    ) -> bool {
        if worker.chains.is_empty() {
            worker.chains = (0..self.players.len()).map(|policy| self.fold(policy, stop)).collect();
        }
        let mut from = units.start;
        while from < units.end && stop.raised().is_none() {
            let to = units.end.min(from + self.batch_len(from));
            self.play_block(worker, from..to, tally, stop);
            from = to;
        }
        stop.raised().is_none()
    }
}

impl Turns {
    fn fold(&self, policy: usize, stop: &StopFlag) -> Option<Chain> {
        self.isa?;
        let (player, game) = (&*self.players[policy], &*self.game.rules);
        let mut machine = Machine::new();
        let mut rules = StopRules::new(game.dice());
        let start = Folder::new(game, player.sight(), false)?
            .start(&mut machine, &mut rules, game, player, &self.standing, stop)
            .start?
            .node;
        let counts = vec![0; machine.nodes.len()];
        let exits = machine.exits();
        Some(Chain { flat: machine.flat()?, machine, start, counts, exits })
    }

    /// Plays turns of one block; returns early once `stop` is raised.
    fn play_block(
        &self,
        worker: &mut TurnsWorker,
        turns: Range<u64>,
        tally: &mut Sums,
        stop: &StopFlag,
    ) {
        let random = UnitKey::new(self.seed, Domain::Turns, turns.start / BLOCK);
        let seeds = &mut worker.seeds[..(turns.end - turns.start) as usize];
        if let Some(isa) = self.isa {
            lanes::seed_with(isa, random, turns.start % BLOCK, seeds);
        }
        let game = &*self.game.rules;
        let mut ended = Vec::new();
        for (policy, chain) in worker.chains.iter_mut().enumerate() {
            if stop.raised().is_some() {
                return;
            }
            let (Some(chain), Some(isa)) = (chain, self.isa) else {
                for turn in turns.clone().take_while(|_| stop.raised().is_none()) {
                    let rng = UnitKey::of_turn(self.seed, turn).stream(0, 0);
                    let start = Position::of_turn(&self.standing, game.start());
                    self.play_by_loop(policy, turn, (start, rng), tally, stop);
                }
                continue;
            };
            let Chain { machine, flat, start, counts, exits } = chain;
            let increment = random.increment();
            lanes::turns(isa, flat, *start, increment, seeds, counts);
            if exits.iter().any(|node| counts[*node] > 0) {
                let chain = (&*flat, &*machine.nodes);
                lanes::leavers(chain, *start, increment, seeds, |turn, node, at| {
                    let node = &machine.nodes[node as usize];
                    let state =
                        TurnState { points: node.points, dice: node.dice, rolls: node.rolls };
                    let turn = turns.start + turn as u64;
                    if stop.raised().is_none() {
                        let rng = lanes::resume(at, increment);
                        let kept = Position::at_roll(&self.standing, state);
                        self.play_by_loop(policy, turn, (kept, rng), tally, stop);
                    }
                });
            }
            for (node, count) in counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
                let by = u64::from(std::mem::take(count));
                let sums = &mut tally.policies[policy];
                ended.extend(machine.count(node, by, game, sums).map(|end| (end, by)));
            }
            book(tally, policy, ended.drain(..));
        }
    }

    /// Plays a turn in the game loop from a position on, and counts it.
    fn play_by_loop(
        &self,
        policy: usize,
        turn: u64,
        (mut at, rng): (Position, Pcg32),
        tally: &mut Sums,
        stop: &StopFlag,
    ) {
        let name = Stream { purpose: 0, index: self.game.turn(&at) };
        let mut streams = Streams::resumed(UnitKey::of_turn(self.seed, turn), name, rng);
        let who = (&self.game, &*self.players[policy]);
        let (sums, actions) = (&mut tally.policies[policy], &mut ActionList::default());
        if let Some(end) = play_turn(who, &mut at, &mut streams, sums, actions, stop) {
            book(tally, policy, [(end, 1)].into_iter());
        }
    }
}
