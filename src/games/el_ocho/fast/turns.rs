//! Single turns on folded policies, and on vectors where the processor has them.

use std::ops::Range;

use super::lanes;
use super::machine::{Folder, Machine, StopRules};
use crate::games::el_ocho::game::Position;
use crate::games::el_ocho::tally::TurnTally;
use crate::games::el_ocho::turn::TurnState;
use crate::games::el_ocho::turns::{BLOCK, Turns, TurnsTally};
use crate::sim::interrupt::StopFlag;
use crate::sim::runner::Simulation;

/// One policy folded, and its arrivals.
#[derive(Debug)]
struct Chain {
    machine: Machine,
    start: u32,
    counts: Vec<u32>,
    /// The nodes at which turns leave the machine.
    exits: Vec<usize>,
}

/// One thread's machines.
#[derive(Debug)]
pub struct TurnsWorker {
    /// By policy; `None` where it cannot be folded. Empty before the first batch.
    chains: Vec<Option<Chain>>,
    seeds: Vec<u64>,
}

impl Simulation for Turns {
    type Tally = TurnsTally;
    type Worker = TurnsWorker;

    fn worker(&self) -> TurnsWorker {
        TurnsWorker { chains: Vec::new(), seeds: vec![0; BLOCK as usize] }
    }

    fn empty(&self) -> TurnsTally {
        TurnsTally { players: vec![TurnTally::default(); self.players.len()] }
    }

    fn batch_len(&self, first_unit: u64) -> u64 {
        BLOCK - first_unit % BLOCK
    }

    fn run_batch(&self, worker: &mut TurnsWorker, units: Range<u64>, tally: &mut TurnsTally) {
        self.run_until(worker, units, tally, &StopFlag::new());
    }

    fn run_until(
        &self,
        worker: &mut TurnsWorker,
        units: Range<u64>,
        tally: &mut TurnsTally,
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

    fn headline(&self, so_far: &TurnsTally, _units: u64) -> String {
        let Some(tally) = so_far.players.first() else { return String::new() };
        let turns = tally.endings.turns().max(1) as f64;
        let banked = tally.endings.banked.iter().enumerate();
        let points: u64 = banked.map(|(units, count)| units as u64 * count).sum();
        let mean = points as f64 * f64::from(self.game.rules.scoring.unit) / turns;
        format!("policy 1: {mean:.1} points a turn")
    }
}

impl Turns {
    fn fold(&self, policy: usize, stop: &StopFlag) -> Option<Chain> {
        let player = &*self.players[policy];
        let sight = player.sight();
        if self.isa.is_none() || sight.keep.chance || sight.roll.chance {
            return None;
        }
        let mut machine = Machine::new();
        let mut rules = StopRules::new(self.game.rules.dice());
        let start = Folder::new(sight, false)
            .start(&mut machine, &mut rules, &self.game.rules, player, &self.standing, stop)?
            .node;
        let counts = vec![0; machine.nodes.len()];
        let exits = machine.exits();
        Some(Chain { machine, start, counts, exits })
    }

    /// Plays turns of one block; breaks off once `stop` is raised.
    fn play_block(
        &self,
        worker: &mut TurnsWorker,
        turns: Range<u64>,
        tally: &mut TurnsTally,
        stop: &StopFlag,
    ) {
        let luck = self.luck(turns.start);
        let seeds = &mut worker.seeds[..(turns.end - turns.start) as usize];
        if let Some(isa) = self.isa {
            lanes::seed_with(isa, luck, turns.start % BLOCK, seeds);
        }
        for (policy, (chain, tally)) in worker.chains.iter_mut().zip(&mut tally.players).enumerate()
        {
            if stop.raised().is_some() {
                return;
            }
            let (Some(chain), Some(isa)) = (chain, self.isa) else {
                let at = Position::of_turn(&self.standing, self.game.rules.start());
                let (mut log, mut taken) = tally.counters();
                for turn in turns.clone().take_while(|_| stop.raised().is_none()) {
                    let rng = luck.turn(turn % BLOCK).rng();
                    self.play_on(policy, turn, (at, rng), (&mut log, &mut taken), stop);
                }
                continue;
            };
            let Chain { machine, start, counts, exits } = chain;
            let increment = luck.increment();
            lanes::turns(isa, machine, *start, increment, seeds, counts);
            if exits.iter().any(|node| counts[*node] > 0) {
                lanes::leavers(machine, *start, increment, seeds, |turn, node, at| {
                    let node = &machine.nodes[node as usize];
                    let state =
                        TurnState { points: node.points, dice: node.dice, rolls: node.rolls };
                    let turn = turns.start + turn as u64;
                    if stop.raised().is_none() {
                        let from = Position::of_turn(&self.standing, state);
                        let (mut log, taken) = tally.counters();
                        let rng = lanes::resume(at, increment);
                        self.play_on(policy, turn, (from, rng), (&mut log, taken), stop);
                    }
                });
            }
            for (node, count) in counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
                machine.count(node, u64::from(std::mem::take(count)), &self.game.rules, tally);
            }
        }
    }
}
