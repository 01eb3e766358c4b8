//! Whole games on folded policies, many under way at once.
//!
//! A roll is a chain of look-ups, each of which waits for the one before. So [`LANES`] games take
//! turns, roll by roll: while one waits, the others go on.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::contexts::{Contexts, GENERAL};
use super::lanes::{resume, roll, set_up, step};
use super::machine::{Arrival, ENDS, IDLE, Machine, Node, Start, StopRules};
use crate::game::contract::{Game as _, Silent, Stream};
use crate::game::decision::ActionList;
use crate::game::play::Streams;
use crate::games::el_ocho::engine::Action;
use crate::games::el_ocho::matches::{Final, Matches, Table, until_turn_ends};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::tally::{
    ClusterSums, NO_RULE, SeatResult, Sums, TurnEnds, class, count_rule, counters, seat_result,
};
use crate::games::el_ocho::turn::{Ending, MAX_PLAYERS, TurnEnd, TurnState};
use crate::games::el_ocho::vocabulary::point;
use crate::sim::interrupt::StopFlag;
use crate::sim::runner::Simulation;
use crate::sim::seating::{MAX_SEATS, Placement, groups};

/// How many games are under way at once: enough to hide the latency of look-ups.
const LANES: usize = 32;

/// Rolls of all lanes after which it is looked at whether to stop.
const STEPS: u32 = 1 << 12;

/// The dice of one lane.
#[derive(Clone, Copy, Debug)]
struct Dice {
    state: u64,
    increment: u64,
    node: u32,
}

impl Dice {
    /// Of a lane without a game.
    const IDLE: Self = Self { state: 0, increment: 1, node: IDLE };
}

/// One thread's machine and lanes.
#[allow(missing_debug_implementations)]
pub struct MatchWorker {
    machine: Machine,
    contexts: Vec<Contexts>,
    dice: [Dice; LANES],
    /// Where the turn of each lane began.
    starts: [Start; LANES],
    tables: Vec<Table>,
    /// Scratch of the loop.
    actions: ActionList<Action>,
    /// Lanes with a game.
    busy: usize,
    /// Arrivals by node.
    counts: Vec<u32>,
    /// The nodes arrived at in this batch.
    arrived: Vec<u32>,
    /// Which rules stop turns.
    stop_rules: StopRules,
    /// How often each rule stopped a turn in one batch, by policy.
    stops: Vec<[u32; 256]>,
    /// By group and the first seat it fills in a game, one batch: how turns ended.
    ends: Vec<TurnEnds>,
    clusters: Vec<ClusterSums>,
    /// How the turns of the game in each lane have ended so far.
    logs: Vec<Log>,
}

/// How the turns of a game have ended, from the last of which were noted in `counts`.
#[derive(Debug, Default)]
struct Log {
    /// The [`class`] of each turn; the first of them belongs to seat 1.
    turns: Vec<u32>,
    /// Of games longer than [`Log::LONG`]: by group and class, turns no longer in the list.
    counts: FxHashMap<(u32, u32), u64>,
}

impl Log {
    /// The turns that are listed; a multiple of every number of seats.
    const LONG: usize = 840 * 8;

    /// Notes how a turn ended.
    #[inline]
    fn push(&mut self, class: u32, batch: &Batch<'_>, placement: Placement) {
        self.turns.push(class);
        if self.turns.len() == Self::LONG {
            self.pack(&batch.seats(placement)[..batch.matches.seats()]);
        }
    }

    #[cold]
    fn pack(&mut self, seated: &[Seated]) {
        for (class, seat) in self.turns.drain(..).zip(seated.iter().cycle()) {
            *self.counts.entry((seat.group, class)).or_default() += 1;
        }
    }

    /// Adds the game of one group, which took `turns` turns, to `into`.
    fn add(&self, group: u32, turns: u64, seated: &[Seated], into: &mut ClusterSums) {
        if self.counts.is_empty() {
            let own = (0..seated.len()).filter(|seat| seated[*seat].group == group);
            let of_seat = |seat: usize| self.turns.iter().skip(seat).step_by(seated.len());
            into.add(turns, own.flat_map(of_seat).copied());
        } else {
            let counts = self.counts.iter().filter(|((of, _), _)| *of == group);
            counts.for_each(|((_, class), times)| into.add_times(turns, *class, *times));
        }
    }

    fn clear(&mut self) {
        self.turns.clear();
        self.counts.clear();
    }
}

/// The games at one table that a batch plays.
struct Batch<'a> {
    matches: &'a Matches,
    stop: &'a StopFlag,
    lineup: usize,
    /// By place in the lineup.
    seated: [Seated; MAX_SEATS],
    tally: &'a mut Sums,
    next: u64,
    end: u64,
}

/// A policy and its group in the tallies of a table.
#[derive(Clone, Copy, Debug, Default)]
struct Seated {
    policy: u32,
    group: u32,
}

/// The policies of a lineup, by place.
fn seated(lineup: &[usize]) -> [Seated; MAX_SEATS] {
    let mut seated = [Seated::default(); MAX_SEATS];
    for ((seated, policy), group) in seated.iter_mut().zip(lineup).zip(groups(lineup).1) {
        *seated = Seated { policy: *policy as u32, group: group as u32 };
    }
    seated
}

impl Batch<'_> {
    /// Who is to move.
    #[inline]
    fn seated(&self, table: &Table) -> Seated {
        self.seated[table.placement.slot(usize::from(table.at.seat))]
    }

    /// Who sits where, by seat.
    fn seats(&self, placement: Placement) -> [Seated; MAX_SEATS] {
        std::array::from_fn(|seat| self.seated[placement.slot(seat)])
    }
}

impl Simulation for Matches {
    type Tally = Sums;
    type Worker = MatchWorker;

    fn worker(&self) -> MatchWorker {
        MatchWorker {
            machine: Machine::new(),
            contexts: (0..self.players.len()).map(|policy| Contexts::new(self, policy)).collect(),
            dice: [Dice::IDLE; LANES],
            starts: [Start::IDLE; LANES],
            tables: Vec::with_capacity(LANES),
            actions: ActionList::default(),
            busy: 0,
            counts: Vec::new(),
            arrived: Vec::new(),
            stop_rules: StopRules::new(self.game.rules.dice()),
            stops: vec![[0; 256]; self.players.len()],
            ends: (0..MAX_PLAYERS * MAX_PLAYERS).map(|_| TurnEnds::default()).collect(),
            clusters: (0..MAX_PLAYERS * MAX_PLAYERS).map(|_| ClusterSums::default()).collect(),
            logs: (0..LANES).map(|_| Log::default()).collect(),
        }
    }

    fn empty(&self) -> Sums {
        Sums::of(&self.game, &self.lineups, self.players.len())
    }

    /// Small at first, so that short runs are shared out as well, then larger.
    fn batch_len(&self, first_unit: u64) -> u64 {
        let tables = self.lineups.len() as u64;
        let chance = |player: &Arc<Player>| player.sight().roll.chance;
        let games = match first_unit / tables {
            // Who decides by chance may search, and one game takes long.
            _ if self.players.iter().any(chance) => 1,
            0..1024 => 16,
            1024..8192 => 64,
            8192..65_536 => 512,
            _ => 2048,
        };
        // Endless games are long: the counts of a batch must stay within 32 bits.
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
        for lineup in 0..self.lineups.len() {
            let first = units.start + (lineup as u64 + tables - units.start % tables) % tables;
            let seated = seated(&self.lineups[lineup]);
            let (next, end) = (first, units.end);
            let tally = &mut *tally;
            let batch = Batch { matches: self, stop, lineup, seated, tally, next, end };
            if !worker.play(batch) {
                return false;
            }
        }
        true
    }
}

impl MatchWorker {
    /// Plays the games of one batch at one table; false if it was stopped.
    fn play(&mut self, mut batch: Batch<'_>) -> bool {
        let matches = batch.matches;
        self.tables.clear();
        self.tables.resize(LANES, Table::new(matches, batch.next));
        self.busy = LANES;
        for lane in 0..LANES {
            self.begin_game(&mut batch, lane);
        }
        let mut ended = [0; LANES];
        let mut steps = 0_u32;
        while self.busy > 0 {
            steps += 1;
            if steps == STEPS {
                steps = 0;
                if batch.stop.raised().is_some() {
                    return false;
                }
            }
            let count = self.roll(&mut ended);
            self.end_turns(&mut batch, &mut ended[..count]);
        }
        if batch.stop.raised().is_some() {
            return false;
        }
        self.flush(&mut batch);
        true
    }

    /// Rolls the dice of every lane once; lists the lanes whose turn ended and gives their number.
    fn roll(&mut self, ended: &mut [u8; LANES]) -> usize {
        self.counts.resize(self.machine.nodes.len(), 0);
        let mut count = 0;
        for (lane, dice) in self.dice.iter_mut().enumerate() {
            let (state, word) = step(dice.state, dice.increment);
            let to = roll(&self.machine, dice.node, word);
            (dice.state, dice.node) = (state, to);
            let arrivals = &mut self.counts[(to & !ENDS) as usize];
            if *arrivals == 0 {
                self.arrived.push(to & !ENDS);
            }
            *arrivals += 1;
            // At most `lane` lanes have ended before this one.
            ended[count] = lane as u8;
            count += usize::from(to & ENDS != 0);
        }
        count
    }

    /// Starts the next game of the batch in a lane, or leaves the lane idle.
    fn begin_game(&mut self, batch: &mut Batch<'_>, lane: usize) {
        let matches = batch.matches;
        while batch.next < batch.end && batch.stop.raised().is_none() {
            let number = batch.next;
            batch.next += matches.lineups.len() as u64;
            self.tables[lane] = Table::new(matches, number);
            self.logs[lane].clear();
            if self.begin_turn(batch, lane) {
                return;
            }
        }
        self.dice[lane] = Dice::IDLE;
        self.busy -= 1;
    }

    /// Starts the turn under way in a lane. Turns that have no machine are played at once; false
    /// if that ended the game.
    #[inline]
    fn begin_turn(&mut self, batch: &mut Batch<'_>, lane: usize) -> bool {
        loop {
            let table = &self.tables[lane];
            let policy = batch.seated(table).policy;
            let contexts = &mut self.contexts[policy as usize];
            let tables = (&mut self.machine, &mut self.stop_rules);
            let chain = contexts.chain((batch.matches, policy, table), tables, batch.stop);
            if chain < GENERAL {
                let start = contexts.starts[usize::from(chain)];
                let increment = table.luck.increment();
                self.dice[lane] = Dice {
                    state: set_up(
                        table.luck.place(0, batch.matches.game.turn(&table.at).into()),
                        increment,
                    ),
                    increment,
                    node: start.node,
                };
                self.starts[lane] = start;
                return true;
            }
            if batch.stop.raised().is_some() {
                return false;
            }
            let mut streams = Streams::new(table.luck);
            if self.play_turn(batch, lane, &mut streams) {
                return false;
            }
        }
    }

    /// The turns of some lanes are over: books them and starts what comes next.
    ///
    /// Two short loops rather than one long: the look-ups of many lanes are then under way at the
    /// same time.
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

    /// The turn of a lane is over (or leaves the machine); true if that ended the game.
    #[inline]
    fn end_turn(&mut self, batch: &mut Batch<'_>, lane: usize) -> bool {
        let node = self.machine.nodes[(self.dice[lane].node & !ENDS) as usize];
        let Arrival::Ends(ending) = node.arrival else {
            return self.play_on(batch, lane, node);
        };
        let end = TurnEnd { ending, points: node.points };
        let table = &self.tables[lane];
        let start = self.starts[lane];
        let rule = if end.gained() < start.shared_below {
            self.stop_rules.rule(start.shared_rules, end, node.dice)
        } else {
            self.own_rule(batch, lane, node)
        };
        let policy = batch.seated(table).policy as usize;
        self.stops[policy][usize::from(rule)] += 1;
        self.tables[lane].end_turn(batch.matches, end);
        self.book(batch, lane, end)
    }

    /// The rule that stopped a turn, where the contexts of its chain do not agree on it.
    #[cold]
    fn own_rule(&self, batch: &Batch<'_>, lane: usize, node: Node) -> u8 {
        let Node { points, dice, rolls, .. } = node;
        let (matches, table) = (batch.matches, &self.tables[lane]);
        if node.arrival != Arrival::Ends(Ending::Banked) || points < StopRules::UNITS {
            let Arrival::Ends(ending) = node.arrival else { return NO_RULE };
            return self.stop_rules.rule(self.starts[lane].rules, TurnEnd { ending, points }, dice);
        }
        let player = &matches.players[batch.seated(table).policy as usize];
        let state = TurnState { points, dice, rolls };
        player.roll(&table.standing(matches), state).rule
    }

    /// Plays what is left of the turn of a lane by the loop; true if that ended the game.
    #[cold]
    fn play_on(&mut self, batch: &mut Batch<'_>, lane: usize, from: Node) -> bool {
        let (table, Dice { state, increment, .. }) = (&mut self.tables[lane], self.dice[lane]);
        let turn = TurnState { points: from.points, dice: from.dice, rolls: from.rolls };
        table.at = table.at.rolling(turn);
        let name = Stream { purpose: 0, index: batch.matches.game.turn(&table.at) };
        let mut streams = Streams::resumed(table.luck, name, resume(state, increment));
        self.play_turn(batch, lane, &mut streams)
    }

    /// Plays the turn of a lane by the loop; true if that ended the game.
    fn play_turn(&mut self, batch: &mut Batch<'_>, lane: usize, streams: &mut Streams) -> bool {
        let table = &mut self.tables[lane];
        let seat = usize::from(table.at.seat);
        let policy = batch.seated(table).policy as usize;
        let tally = &mut batch.tally.policies[policy];
        let (mut log, taken) = counters(tally, &batch.matches.game.rules);
        let done = until_turn_ends(&table.at, batch.stop);
        table.play_on(batch.matches, streams, (&mut log, taken), &mut self.actions, done);
        // What was broken off is dropped with its batch.
        let Some(end) = log.end else { return false };
        table.busts[seat] += u32::from(end.ending == Ending::Bust);
        self.book(batch, lane, end)
    }

    /// Books the end of the turn of a lane; true if that ended the game.
    #[inline]
    fn book(&mut self, batch: &mut Batch<'_>, lane: usize, end: TurnEnd) -> bool {
        let table = &self.tables[lane];
        self.logs[lane].push(class(end), batch, table.placement);
        if table.at.over().is_none() {
            return false;
        }
        let (placement, over) = (table.placement, table.over(batch.matches));
        self.record(batch, lane, placement, &over, end.ending == Ending::Win);
        true
    }

    /// Hands in what the batch has counted.
    fn flush(&mut self, batch: &mut Batch<'_>) {
        let matches = batch.matches;
        self.counts.resize(self.machine.nodes.len(), 0);
        let policies = groups(&matches.lineups[batch.lineup]).0;
        for node in self.arrived.drain(..).map(|node| node as usize) {
            let count = u64::from(std::mem::take(&mut self.counts[node]));
            // Each chain belongs to one policy; lanes that idled to none.
            if let Some(policy) = policies.iter().find(|policy| self.contexts[**policy].has(node)) {
                let tally = &mut batch.tally.policies[*policy];
                self.machine.count(node, count, &matches.game.rules, tally);
            }
        }
        for (group, policy) in policies.into_iter().enumerate() {
            let tally = &mut batch.tally.policies[policy];
            let stops = self.stops[policy].iter_mut().enumerate().filter(|(_, count)| **count > 0);
            for (rule, count) in stops {
                let count = std::mem::take(count).into();
                count_rule(&mut tally.rules, point::ROLL, rule as u8, count);
            }
            let places = group * MAX_PLAYERS..(group + 1) * MAX_PLAYERS;
            let ends = self.ends[places.clone()].iter_mut().zip(&mut self.clusters[places]);
            for (first, (ends, clusters)) in ends.enumerate() {
                let mut ends = std::mem::take(ends);
                clusters.flush(&mut ends);
                if ends != TurnEnds::default() {
                    *tally.endings.part((batch.lineup, first)) += ends;
                }
            }
        }
    }

    /// Counts a finished game; `instant` where its last turn won it at once.
    #[cold]
    fn record(
        &mut self,
        batch: &mut Batch<'_>,
        lane: usize,
        placement: Placement,
        over: &Final,
        instant: bool,
    ) {
        let seats = batch.matches.seats();
        let seated = batch.seats(placement);
        let seated = &seated[..seats];
        let start = batch.matches.game.start(&mut Silent).totals;
        let mut results = [(0, SeatResult::default()); MAX_PLAYERS];
        let mut ends = [OfGame::default(); MAX_PLAYERS];
        for (seat, (result, seated)) in results.iter_mut().zip(seated).enumerate() {
            let group = seated.group as usize;
            *result = (group, seat_result(over, seat));
            let OfGame { first, turns, lost, won, gained } = &mut ends[group];
            first.get_or_insert(seat);
            *turns += over.turns[seat];
            *lost += over.busts[seat];
            *won += u32::from(instant && over.winner == Some(seat));
            *gained += i64::from(over.totals[seat]) - i64::from(start[seat]);
        }
        batch.tally.games.add(batch.lineup, &results[..seats]);
        let log = &mut self.logs[lane];
        if !log.counts.is_empty() {
            log.pack(seated);
        }
        for (group, of_game) in ends.into_iter().enumerate() {
            let OfGame { first: Some(first), turns, lost, won, gained } = of_game else { continue };
            let place = group * MAX_PLAYERS + first;
            let ways = [turns - lost - won, lost, won];
            self.ends[place].add_game(turns.into(), gained, &ways);
            log.add(group as u32, turns.into(), seated, &mut self.clusters[place]);
        }
    }
}

/// What the turns of a policy at the table came to in one game.
#[derive(Clone, Copy, Debug, Default)]
struct OfGame {
    /// The first seat that it fills.
    first: Option<usize>,
    turns: u32,
    lost: u32,
    won: u32,
    gained: i64,
}
