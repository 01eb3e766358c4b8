//! Whole games with folded policies, many games in parallel on one thread.
//!
//! Each roll is a chain of dependent look-ups. [`LANES`] games alternate roll by roll, so that the
//! look-ups of one game overlap with those of others.

use std::ops::Range;
use std::sync::Arc;

use super::contexts::{Alike, Contexts, GENERAL};
use super::lanes::{resume, set_up, step};
use super::machine::{Arrival, ENDS, IDLE, Machine, Node, Start, StopRules};
use super::tally::{ClusterSums, STEPS, class, count_rule, play_turn};
use crate::game::contract::{Game as _, MAX_SEATS, Silent, Stream};
use crate::game::decision::ActionList;
use crate::game::play::Streams;
use crate::games::el_ocho::engine::{Action, Position, Seated};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{Ending, MAX_PLAYERS, NO_RULE, Standing, TurnEnd, TurnState};
use crate::games::el_ocho::vocabulary::point;
use crate::run::Sums;
use crate::run::standard_tables::{Occasions, SeatResult, WIN};
use crate::run::turn_endings::TurnEnds;
use crate::sim::interrupt::StopFlag;
use crate::sim::random::UnitKey;
use crate::sim::runner::Simulation;
use crate::sim::seating::{Lineup, Placement, Seating, groups};
use crate::sim::tally::Tally as _;

/// A run of whole games.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct Matches {
    /// The game.
    pub game: Seated,
    /// The policies.
    pub players: Vec<Arc<Player>>,
    /// The matchups; games are assigned to them in rotation.
    pub lineups: Vec<Lineup>,
    /// Whether policies keep their seats.
    pub fixed_seats: bool,
    /// The seed of the run.
    pub seed: u64,
    /// The number of games per matchup, which decides which policies are folded. `None` plays
    /// every turn in the game loop.
    pub fold_for: Option<u64>,
    /// Contexts with equal decisions, shared by threads.
    pub alike: Alike,
}

impl Matches {
    /// The maximum turn limit of games simulated here: a game's turns are stored until it ends.
    pub const MAX_TURNS: u32 = 10_000;

    /// The assignment of policies to seats.
    pub fn seating(&self) -> Seating<'_> {
        Seating { lineups: &self.lineups, fixed: self.fixed_seats, seed: self.seed }
    }
}

/// The number of games in progress at once: enough to hide the latency of look-ups.
const LANES: usize = 32;

/// The random states and nodes of the lanes.
#[derive(Clone, Debug)]
struct Dice {
    states: [u64; LANES],
    increments: [u64; LANES],
    nodes: [u32; LANES],
}

impl Dice {
    /// Lanes without a game.
    const IDLE: Self = Self { states: [0; LANES], increments: [1; LANES], nodes: [IDLE; LANES] };

    /// Rolls the dice of every lane once.
    #[inline(always)]
    fn roll(&mut self, machine: &Machine) {
        let mut draws = [0; LANES];
        for ((draw, state), increment) in
            draws.iter_mut().zip(&mut self.states).zip(&self.increments)
        {
            (*state, *draw) = step(*state, *increment);
        }
        machine.roll(&mut self.nodes, &draws);
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct Table {
    random: UnitKey,
    /// The number of decisions of each seat so far.
    asked: [u32; MAX_SEATS],
    placement: Placement,
    pub(super) at: Position,
    busts: [u32; MAX_PLAYERS],
    /// The [`class`] of each turn, in the order of play from seat 1 on.
    turns: Vec<u32>,
}

impl Table {
    fn new(matches: &Matches, number: u64) -> Self {
        Self {
            random: UnitKey::of_game(matches.seed, number),
            asked: [0; MAX_SEATS],
            placement: matches.seating().placement(number),
            at: matches.game.start(&mut Silent),
            busts: [0; MAX_PLAYERS],
            turns: Vec::new(),
        }
    }

    /// The highest total of the other seats.
    #[inline]
    pub(super) fn best_other(&self, seats: usize) -> u32 {
        let (seat, totals) = (usize::from(self.at.seat), &self.at.totals);
        if seats == 2 {
            return totals[seat ^ 1];
        }
        let others = totals[..seats].iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, total)| *total).max().unwrap_or(0)
    }

    pub(super) fn standing(&self, matches: &Matches) -> Standing {
        self.at.standing(matches.game.seats(), self.at.seat)
    }
}

/// The machine and lanes of one thread.
#[allow(missing_debug_implementations)]
pub struct MatchWorker {
    machine: Machine,
    contexts: Vec<Contexts>,
    dice: Dice,
    /// The start of the current turn of each lane.
    starts: [Start; LANES],
    tables: Vec<Table>,
    /// Buffer of the game loop.
    actions: ActionList<Action>,
    busy: usize,
    /// Arrivals by node.
    counts: Vec<u32>,
    /// The nodes with arrivals in this batch.
    arrived: Vec<u32>,
    stop_rules: StopRules,
    /// The number of turns that each rule stopped in one batch, by policy.
    stops: Vec<[u32; 256]>,
    /// Turn endings of one batch, by group and the group's first seat in a game.
    ends: Vec<(TurnEnds, ClusterSums)>,
}

struct Batch<'a> {
    matches: &'a Matches,
    stop: &'a StopFlag,
    lineup: &'a Lineup,
    /// The policies of the matchup, and by place of the lineup the index of its policy.
    groups: (Vec<usize>, Vec<usize>),
    tally: &'a mut Sums,
    next: u64,
    end: u64,
}

impl Batch<'_> {
    /// The policy to move.
    #[inline]
    fn policy(&self, table: &Table) -> usize {
        self.lineup[table.placement.slot(usize::from(table.at.seat))]
    }
}

impl Simulation for Matches {
    type Tally = Sums;
    type Worker = MatchWorker;

    fn worker(&self) -> MatchWorker {
        MatchWorker {
            machine: Machine::new(),
            contexts: (0..self.players.len()).map(|policy| Contexts::new(self, policy)).collect(),
            dice: Dice::IDLE,
            starts: [Start::IDLE; LANES],
            tables: vec![Table::new(self, 0); LANES],
            actions: ActionList::default(),
            busy: 0,
            counts: Vec::new(),
            arrived: Vec::new(),
            stop_rules: StopRules::new(self.game.rules.dice()),
            stops: vec![[0; 256]; self.players.len()],
            ends: (0..MAX_PLAYERS * MAX_PLAYERS).map(|_| Default::default()).collect(),
        }
    }

    fn empty(&self) -> Sums {
        Sums::of(&self.game, &self.lineups, self.players.len())
    }

    /// Small at first, so that short runs are also spread over threads, then larger.
    fn batch_len(&self, first_unit: u64) -> u64 {
        let tables = self.lineups.len() as u64;
        let chance = |player: &Arc<Player>| player.sight().roll.chance;
        let games = match first_unit / tables {
            // A policy that uses random numbers may search, and one game then takes long.
            _ if self.players.iter().any(chance) => 1,
            0..1024 => 16,
            1024..8192 => 64,
            8192..65_536 => 512,
            _ => 2048,
        };
        // Endless games are long, and the counts of a batch must fit 32 bits.
        let rules = &self.game.rules;
        let rolls =
            f64::from(rules.rules.max_turns) * rules.most_rolls() * f64::from(self.game.seats());
        let most = (f64::from(1 << 29) / rolls) as u64;
        games.min(most.max(4)) * tables
    }

    fn run_batch(
        &self,
        worker: &mut MatchWorker,
        units: Range<u64>,
        tally: &mut Sums,
        stop: &StopFlag,
    ) -> bool {
        let tables = self.lineups.len() as u64;
        (0..tables).zip(&self.lineups).all(|(table, lineup)| {
            let next = units.start + (table + tables - units.start % tables) % tables;
            let (groups, tally, end) = (groups(lineup), &mut *tally, units.end);
            worker.play(Batch { matches: self, stop, lineup, groups, tally, next, end }, table)
        })
    }
}

impl MatchWorker {
    /// Plays the games of one batch in one matchup; returns false if stopped.
    fn play(&mut self, mut batch: Batch<'_>, lineup: u64) -> bool {
        self.busy = LANES;
        for lane in 0..LANES {
            self.begin_game(&mut batch, lane);
        }
        let mut ended = [0; LANES];
        let mut steps = 0_u32;
        while self.busy > 0 {
            steps += 1;
            if steps.is_multiple_of(STEPS) && batch.stop.raised().is_some() {
                return false;
            }
            let count = self.roll(&mut ended);
            self.end_turns(&mut batch, &mut ended[..count]);
        }
        if batch.stop.raised().is_some() {
            return false;
        }
        self.flush(&mut batch, lineup as usize);
        true
    }

    /// Rolls the dice of every lane once; lists the lanes whose turn ended and returns their
    /// number.
    fn roll(&mut self, ended: &mut [u8; LANES]) -> usize {
        self.counts.resize(self.machine.nodes.len(), 0);
        self.dice.roll(&self.machine);
        let mut count = 0;
        for (lane, to) in self.dice.nodes.iter().enumerate() {
            let arrivals = &mut self.counts[(to & !ENDS) as usize];
            if *arrivals == 0 {
                self.arrived.push(to & !ENDS);
            }
            *arrivals += 1;
            // At most `lane` lanes before this one have ended.
            ended[count] = lane as u8;
            count += usize::from(to & ENDS != 0);
        }
        count
    }

    /// Starts the next game of the batch in a lane, or leaves the lane idle.
    fn begin_game(&mut self, batch: &mut Batch<'_>, lane: usize) {
        let matches = batch.matches;
        while batch.next < batch.end && batch.stop.raised().is_none() {
            let table = &mut self.tables[lane];
            let mut turns = std::mem::take(&mut table.turns);
            turns.clear();
            *table = Table { turns, ..Table::new(matches, batch.next) };
            batch.next += matches.lineups.len() as u64;
            if self.begin_turn(batch, lane) {
                return;
            }
        }
        self.dice.nodes[lane] = IDLE;
        self.busy -= 1;
    }

    /// Starts the current turn of a lane. Turns without a machine are played at once; returns false
    /// if that ended the game.
    #[inline]
    fn begin_turn(&mut self, batch: &mut Batch<'_>, lane: usize) -> bool {
        loop {
            let table = &self.tables[lane];
            let policy = batch.policy(table);
            let contexts = &mut self.contexts[policy];
            let tables = (&mut self.machine, &mut self.stop_rules);
            let chain = contexts.chain((batch.matches, policy, table), tables, batch.stop);
            if chain < GENERAL {
                let start = contexts.starts[usize::from(chain)];
                let increment = table.random.increment();
                let key = table.random.place(0, batch.matches.game.turn(&table.at).into());
                self.dice.states[lane] = set_up(key, increment);
                self.dice.increments[lane] = increment;
                self.dice.nodes[lane] = start.node;
                self.starts[lane] = start;
                return true;
            }
            if batch.stop.raised().is_some() {
                return false;
            }
            let streams = Streams::new(table.random);
            if self.play_turn(batch, lane, streams) {
                return false;
            }
        }
    }

    /// Counts the ended turns of some lanes and starts the next turns.
    ///
    /// Two short loops instead of one long loop, so that the look-ups of many lanes overlap.
    fn end_turns(&mut self, batch: &mut Batch<'_>, ended: &mut [u8]) {
        let mut going = 0;
        for place in 0..ended.len() {
            let lane = ended[place];
            if self.end_turn(batch, lane.into()) {
                self.begin_game(batch, lane.into());
            } else {
                ended[going] = lane;
                going += 1;
            }
        }
        for &lane in &ended[..going] {
            if !self.begin_turn(batch, lane.into()) {
                self.begin_game(batch, lane.into());
            }
        }
    }

    /// Ends the turn of a lane, or continues it outside the machine; returns true if the game
    /// ended.
    #[inline]
    fn end_turn(&mut self, batch: &mut Batch<'_>, lane: usize) -> bool {
        let node = self.machine.nodes[(self.dice.nodes[lane] & !ENDS) as usize];
        let Arrival::Ends(ending) = node.arrival else {
            return self.play_on(batch, lane, node);
        };
        let end = TurnEnd { ending, points: node.points };
        let (table, start) = (&self.tables[lane], self.starts[lane]);
        let policy = batch.policy(table);
        let rule = if end.gained() < start.rules_below {
            self.stop_rules.rule(start.rules, end, node.dice)
        } else {
            Self::own_rule(&batch.matches.players[policy], table.standing(batch.matches), node)
        };
        self.stops[policy][usize::from(rule)] += 1;
        let table = &mut self.tables[lane];
        let seat = table.at.seat;
        batch.matches.game.end_turn(&mut table.at, end, &mut Silent);
        self.book(batch, lane, seat, end)
    }

    /// The rule that stopped a turn, where the contexts of its chain disagree.
    #[cold]
    fn own_rule(player: &Player, standing: Standing, node: Node) -> u8 {
        let Node { arrival, points, dice, rolls, .. } = node;
        match arrival {
            Arrival::Ends(Ending::Banked) => {
                player.roll(&standing, TurnState { points, dice, rolls }).rule
            }
            _ => NO_RULE,
        }
    }

    /// Plays the rest of the turn of a lane in the game loop; returns true if the game ended.
    #[cold]
    fn play_on(&mut self, batch: &mut Batch<'_>, lane: usize, from: Node) -> bool {
        let (state, increment) = (self.dice.states[lane], self.dice.increments[lane]);
        let table = &mut self.tables[lane];
        let turn = TurnState { points: from.points, dice: from.dice, rolls: from.rolls };
        table.at = table.at.deciding(turn);
        let name = Stream { purpose: 0, index: batch.matches.game.turn(&table.at) };
        let streams = Streams::resumed(table.random, name, resume(state, increment));
        self.play_turn(batch, lane, streams)
    }

    /// Plays the turn of a lane in the game loop; returns true if the game ended.
    fn play_turn(&mut self, batch: &mut Batch<'_>, lane: usize, mut streams: Streams) -> bool {
        let table = &mut self.tables[lane];
        let policy = batch.policy(table);
        let (seat, who) = (table.at.seat, (&batch.matches.game, &*batch.matches.players[policy]));
        let sums = &mut batch.tally.policies[policy];
        streams.asked = table.asked;
        let actions = &mut self.actions;
        let end = play_turn(who, &mut table.at, &mut streams, sums, actions, batch.stop);
        table.asked = streams.asked;
        end.is_some_and(|end| self.book(batch, lane, seat, end))
    }

    /// Counts the end of a turn of `seat` in a lane; returns true if the game ended.
    #[inline]
    fn book(&mut self, batch: &mut Batch<'_>, lane: usize, seat: u8, end: TurnEnd) -> bool {
        let table = &mut self.tables[lane];
        table.busts[usize::from(seat) % MAX_PLAYERS] += u32::from(end.ending == Ending::Bust);
        table.turns.push(class(end));
        let over = table.at.over().is_some();
        if over {
            self.record(batch, lane);
        }
        over
    }

    /// Adds the counts of the batch to the tally.
    fn flush(&mut self, batch: &mut Batch<'_>, lineup: usize) {
        self.counts.resize(self.machine.nodes.len(), 0);
        let policies = &batch.groups.0;
        for node in self.arrived.drain(..).map(|node| node as usize) {
            let count = u64::from(std::mem::take(&mut self.counts[node]));
            // Each chain belongs to one policy; the idle node belongs to none.
            if let Some(policy) = policies.iter().find(|policy| self.contexts[**policy].has(node)) {
                let tally = &mut batch.tally.policies[*policy];
                self.machine.count(node, count, &batch.matches.game.rules, tally);
            }
        }
        for (group, policy) in policies.iter().enumerate() {
            let tally = &mut batch.tally.policies[*policy];
            for (rule, count) in self.stops[*policy].iter_mut().enumerate() {
                let count = std::mem::take(count).into();
                if count > 0 {
                    count_rule(&mut tally.rules, point::ROLL, rule as u8, count);
                }
            }
            let ends = &mut self.ends[group * MAX_PLAYERS..(group + 1) * MAX_PLAYERS];
            for (first, (ends, clusters)) in ends.iter_mut().enumerate() {
                clusters.flush(ends);
                let ends = std::mem::take(ends);
                if ends != TurnEnds::default() {
                    tally.endings.part((lineup, first)).merge(ends);
                }
            }
        }
    }

    /// Counts the finished game of a lane.
    #[cold]
    fn record(&mut self, batch: &mut Batch<'_>, lane: usize) {
        let Table { placement, at, busts, turns, .. } = &self.tables[lane];
        let seats = batch.lineup.len();
        let winner = at.over().flatten().map(usize::from);
        let start = batch.matches.game.start(&mut Silent).totals;
        let mut results = [(0, SeatResult::default()); MAX_PLAYERS];
        for (seat, result) in results[..seats].iter_mut().enumerate() {
            let won = u32::from(winner == Some(seat));
            let length = at.turns_taken(seat as u8);
            let lost = Occasions { happened: busts[seat], among: length };
            let counted = SeatResult {
                seats: 1,
                win: i64::from(won) * WIN,
                sole: won,
                score: at.totals[seat].into(),
                turns: length,
                busts: [lost, Occasions::default()],
                unfinished: winner.is_none(),
                ..SeatResult::default()
            };
            *result = (batch.groups.1[placement.slot(seat)], counted);
        }
        let results = &results[..seats];
        batch.tally.games.add(placement.lineup, results);
        // Whether a winning roll ended the game.
        let instant = turns.last().is_some_and(|turn| turn & 3 == Ending::Win as u32);
        for group in 0..batch.groups.0.len() {
            let own = (0..seats).filter(|seat| results[*seat].0 == group);
            let Some(first) = own.clone().next() else { continue };
            let (mut all, mut lost, mut won, mut gained) = (0, 0, 0, 0);
            for seat in own.clone() {
                all += results[seat].1.turns;
                lost += busts[seat];
                won += u32::from(instant && winner == Some(seat));
                gained += i64::from(at.totals[seat]) - i64::from(start[seat]);
            }
            let (ends, clusters) = &mut self.ends[group * MAX_PLAYERS + first];
            ends.add_game(all.into(), gained, &[all - lost - won, lost, won]);
            let of_seat = |seat| turns.get(seat..).unwrap_or_default().iter().step_by(seats);
            clusters.add(all.into(), own.map(of_seat));
        }
    }
}
