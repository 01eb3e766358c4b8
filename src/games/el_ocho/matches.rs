//! Whole games: who sits where, whose turn it is, who wins.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::lanes::{GameLanes, Isa, LANES};
use super::machine::{Folder, IDLE, LEAVES, Machine, Node, Start, StopRules};
use super::tally::{ClusterSums, GameRecord, GameSums, SeatTally, TurnTally, WholeTally, class};
use super::turn::{
    Ending, Game, MAX_PLAYERS, OwnLuck, Player, Seen, Standing, TurnEnd, TurnState, Watch,
    play_until,
};
use crate::sim::interrupt::StopFlag;
use crate::sim::luck::{Domain, UnitLuck};
use crate::sim::runner::{Simulation, Tally};
use crate::sim::seating::{Lineup, MAX_SEATS, Placement, Seating, groups};

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
    /// The instructions to use; `None` plays every turn on the general engine.
    pub isa: Option<Isa>,
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

    /// The luck of the dice in turn `round` (from 0) of `seat` in a game.
    #[must_use]
    pub fn dice_luck(&self, game: u64) -> UnitLuck {
        UnitLuck::new(self.seed, Domain::Game, game)
    }

    fn own_luck(&self, game: u64, turn: u64) -> OwnLuck {
        OwnLuck::new(UnitLuck::new(self.seed, Domain::PolicyInGame, game).turn(turn))
    }

    fn seated(&self, lineup: usize) -> [Seated; MAX_SEATS] {
        let mut seated = [Seated::default(); MAX_SEATS];
        let of_slot = groups(&self.lineups[lineup]).1;
        for ((seated, policy), group) in seated.iter_mut().zip(&self.lineups[lineup]).zip(of_slot) {
            *seated = Seated { policy: *policy as u32, group: group as u32 };
        }
        seated
    }

    /// Plays one game on the general engine. `watch` is told of each turn as it begins, with the
    /// seat and the standing, and gives the [`Watch`] of the turn.
    pub fn replay(&self, game: u64, watch: &mut impl WatchGame) -> Final {
        let placement = self.placement(game);
        let lineup = &self.lineups[placement.lineup];
        let luck = self.dice_luck(game);
        let mut table = Table::new(self, game, luck);
        let never = StopFlag::new();
        loop {
            let seat = usize::from(table.seat);
            let policy = lineup[placement.slot(seat)];
            let standing = table.standing(self.seats());
            watch.turn(seat, policy, &standing);
            let end = table.play(self, policy, (self.game.start(), None), watch.watch(), &never);
            watch.ended(seat, end, table.totals[seat] + end.gained());
            if let Some(over) = table.end_turn(self, end.gained(), end.ending as u32) {
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
struct Table {
    number: u64,
    luck: UnitLuck,
    placement: Placement,
    seat: u8,
    round: u32,
    /// Where the turn under way began.
    start: Start,
    totals: [u32; MAX_PLAYERS],
    busts: [u32; MAX_PLAYERS],
}

impl Table {
    fn new(matches: &Matches, number: u64, luck: UnitLuck) -> Self {
        Self {
            number,
            luck,
            placement: matches.placement(number),
            seat: 0,
            round: 0,
            start: Start::IDLE,
            totals: matches.start,
            busts: [0; MAX_PLAYERS],
        }
    }

    /// The number of the turn within the game: the key of its luck.
    #[inline]
    fn turn(&self) -> u64 {
        u64::from(self.round) * MAX_PLAYERS as u64 + u64::from(self.seat)
    }

    /// The highest total of the others.
    #[inline]
    fn best_other(&self, seats: usize) -> u32 {
        let seat = usize::from(self.seat);
        if seats == 2 {
            return self.totals[seat ^ 1];
        }
        let others = self.totals[..seats].iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, total)| *total).max().unwrap_or(0)
    }

    fn standing(&self, seats: usize) -> Standing {
        let seat = usize::from(self.seat);
        let mut others = [0; MAX_PLAYERS - 1];
        for (ahead, other) in others[..seats - 1].iter_mut().enumerate() {
            *other = self.totals[(seat + 1 + ahead) % seats];
        }
        Standing { own: self.totals[seat], others, players: seats as u8, turns_taken: self.round }
    }

    /// Plays the turn under way, or what is left of it, on the general engine: from `state`, and
    /// with the generator at `at` where it has been used already.
    fn play(
        &self,
        matches: &Matches,
        policy: usize,
        (state, at): (TurnState, Option<(u64, u64)>),
        watch: &mut impl Watch,
        stop: &StopFlag,
    ) -> TurnEnd {
        let standing = self.standing(matches.seats());
        let mut own_luck = matches.own_luck(self.number, self.turn());
        let player = &*matches.players[policy];
        match at {
            None => {
                let mut rng = self.luck.turn(self.turn()).rng();
                let word = || rand::Rng::next_u32(&mut rng);
                let game = &matches.game;
                play_until(game, player, &standing, state, word, &mut own_luck, watch, stop)
            }
            Some((mut at, increment)) => {
                let word = || {
                    let (next, word) = super::lanes::step(at, increment);
                    at = next;
                    word
                };
                let game = &matches.game;
                play_until(game, player, &standing, state, word, &mut own_luck, watch, stop)
            }
        }
    }

    /// Books the end of the turn under way and passes on; gives the result where that ends the
    /// game.
    fn end_turn(&mut self, matches: &Matches, gained: u32, ending: u32) -> Option<Final> {
        let seat = usize::from(self.seat) % MAX_PLAYERS;
        let total = self.totals[seat] + gained;
        self.totals[seat] = total;
        self.busts[seat] += u32::from(ending == Ending::Bust as u32);
        // A bust gains nothing, so it never gets here from below the target.
        if (ending == Ending::Win as u32) | (total >= matches.game.target) {
            return Some(self.over(matches, Some(seat)));
        }
        self.seat += 1;
        if usize::from(self.seat) == matches.seats() {
            self.seat = 0;
            self.round += 1;
            if self.round == matches.game.rules.max_turns {
                return Some(self.over(matches, None));
            }
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

/// The chains of a policy by how the table stands.
#[derive(Debug)]
struct Contexts {
    /// Which chain, by own total times its stride and best other total times its stride; a total
    /// that is not seen has stride 0.
    chains: Vec<u16>,
    own_stride: usize,
    best_stride: usize,
    /// The first node of each chain, and its table of rules.
    starts: Vec<Start>,
    /// The nodes of the chains.
    nodes: Vec<Range<usize>>,
    seen: Seen,
    /// `None` where the policy cannot be folded.
    folder: Option<Folder>,
}

/// Steps of all lanes after which it is looked at whether to stop.
const STEPS: u32 = 1 << 12;

/// Not looked up so far.
const UNKNOWN: u16 = u16::MAX;
/// To be played by the general engine.
const GENERAL: u16 = u16::MAX - 1;
/// The most contexts a policy is folded for.
const MAX_CONTEXTS: usize = 1 << 18;
/// The same where what to keep depends on the context as well. Asking about every roll once more is
/// worth some thousands of turns by the general engine, and few contexts see so many.
const MAX_KEEP_CONTEXTS: usize = 1 << 10;

impl Contexts {
    fn new(matches: &Matches, policy: usize) -> Self {
        let sight = matches.players[policy].sight();
        let mut seen = sight.keep.or(sight.roll);
        if seen.others && matches.seats() <= 2 {
            // With one opponent, the best other is the other.
            seen = Seen { others: false, best_other: true, ..seen };
        }
        let target = matches.game.target as usize;
        let contexts = |seen: Seen| {
            let looks = [seen.own, seen.best_other || seen.others];
            let looks = looks.into_iter().filter(|look| *look);
            looks.fold(1_usize, |size, _| size.saturating_mul(target))
        };
        let size = Some(contexts(seen))
            .filter(|size| *size <= MAX_CONTEXTS && contexts(sight.keep) <= MAX_KEEP_CONTEXTS);
        let foldable = !seen.others && !seen.turns_taken && !seen.chance && matches.isa.is_some();
        let folder = size
            .filter(|_| foldable)
            .map(|_| Folder::new(sight, sight.roll.standing() && !sight.roll.rolls));
        let (own_stride, best_stride, size) = match (&folder, size) {
            (Some(_), Some(size)) => {
                let own = usize::from(seen.own);
                let best = usize::from(seen.best_other);
                (own * if seen.best_other { target } else { 1 }, best, size)
            }
            _ => (0, 0, 1),
        };
        let chains = vec![if folder.is_some() { UNKNOWN } else { GENERAL }; size];
        Self {
            chains,
            own_stride,
            best_stride,
            starts: Vec::new(),
            nodes: Vec::new(),
            seen,
            folder,
        }
    }

    /// The cell of [`Contexts::chains`] for the way the table stands.
    #[inline]
    fn index(&self, table: &Table, seats: usize) -> usize {
        let own = table.totals[usize::from(table.seat) % MAX_PLAYERS];
        let mut index = own as usize * self.own_stride;
        if self.best_stride > 0 {
            index += table.best_other(seats) as usize * self.best_stride;
        }
        index
    }

    /// Folds the turn of the policy for the way the table stands.
    #[cold]
    fn fold(
        &mut self,
        matches: &Matches,
        policy: usize,
        (machine, rules): (&mut Machine, &mut StopRules),
        standing: &Standing,
        stop: &StopFlag,
    ) -> u16 {
        let Some(folder) = &mut self.folder else { return GENERAL };
        let mut blank = Standing::start(standing.players);
        if self.seen.own {
            blank.own = standing.own;
        }
        if self.seen.best_other {
            blank.others[0] = standing.best_other();
        }
        let luck = matches.own_luck(0, 0);
        let player = &*matches.players[policy];
        let before = machine.nodes.len();
        let start = folder.start(machine, rules, &matches.game, player, &blank, &luck, stop);
        let Some(start) = start else { return GENERAL };
        let added = before..machine.nodes.len();
        match self.nodes.last_mut() {
            Some(last) if last.end == added.start => last.end = added.end,
            _ if added.is_empty() => {}
            _ => self.nodes.push(added),
        }
        let known = self.starts.iter().position(|known| *known == start);
        let chain = known.unwrap_or(self.starts.len());
        if chain >= usize::from(GENERAL) {
            return GENERAL;
        }
        if known.is_none() {
            self.starts.push(start);
        }
        chain as u16
    }
}

/// One thread's machine and lanes.
#[allow(missing_debug_implementations)]
pub struct MatchWorker {
    machine: Machine,
    contexts: Vec<Contexts>,
    lanes: GameLanes,
    tables: Vec<Table>,
    /// Lanes with a game.
    busy: usize,
    /// Arrivals at `node * seats + seat`.
    counts: Vec<u32>,
    /// Which rules stop turns.
    stop_rules: StopRules,
    /// How often each rule stopped a turn in one batch, by group and seat.
    stops: Vec<[u32; 256]>,
    /// By group and seat, one batch.
    batch: Vec<Vec<TurnTally>>,
    /// By group and the first seat it fills in a game, one batch.
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
    tally: &'a mut Vec<GroupTally>,
    /// The games of this batch, by group and seat.
    games: [[GameSums; MAX_PLAYERS]; MAX_PLAYERS],
    next: u64,
    end: u64,
}

/// A policy and its group in the tallies of a table.
#[derive(Clone, Copy, Debug, Default)]
struct Seated {
    policy: u32,
    group: u32,
}

impl Batch<'_> {
    /// Who is to move.
    #[inline]
    fn seated(&self, table: &Table) -> Seated {
        self.seated[table.placement.slot(usize::from(table.seat))]
    }

    /// Who sits where, by seat.
    fn seats(&self, placement: Placement) -> [Seated; MAX_SEATS] {
        std::array::from_fn(|seat| self.seated[placement.slot(seat)])
    }
}

impl Simulation for Matches {
    type Tally = MatchTally;
    type Worker = MatchWorker;

    fn worker(&self) -> MatchWorker {
        MatchWorker {
            machine: Machine::new(),
            contexts: (0..self.players.len()).map(|policy| Contexts::new(self, policy)).collect(),
            lanes: GameLanes::new(),
            tables: Vec::with_capacity(LANES),
            busy: 0,
            counts: Vec::new(),
            stop_rules: StopRules::new(self.game.dice()),
            stops: vec![[0; 256]; MAX_PLAYERS * MAX_PLAYERS],
            batch: Vec::new(),
            clusters: Vec::new(),
            logs: (0..LANES).map(|_| Log::default()).collect(),
        }
    }

    fn empty(&self) -> MatchTally {
        let group = || GroupTally {
            seats: vec![SeatTally::default(); self.seats()],
            wholes: vec![WholeTally::default(); self.seats()],
        };
        let tables = (0..self.lineups.len())
            .map(|lineup| groups(&self.lineups[lineup]).0.iter().map(|_| group()).collect())
            .collect();
        MatchTally { tables }
    }

    /// Small at first, so that short runs are shared out as well, then larger.
    fn batch_len(&self, first_unit: u64) -> u64 {
        let tables = self.lineups.len() as u64;
        let games = match first_unit / tables {
            0..1024 => 16,
            1024..8192 => 64,
            8192..65_536 => 512,
            _ => 2048,
        };
        // Endless games are long: the counts of a batch must stay within 32 bits.
        let rolls = f64::from(self.game.rules.max_turns) * self.game.most_rolls();
        let most = (f64::from(1 << 26) / rolls) as u64;
        games.min(most.max(16)) * tables
    }

    /// The errors of shares of endings know them.
    fn whole_pieces(&self) -> bool {
        true
    }

    fn run_batch(&self, worker: &mut MatchWorker, units: Range<u64>, tally: &mut MatchTally) {
        self.run_until(worker, units, tally, &StopFlag::new());
    }

    fn run_until(
        &self,
        worker: &mut MatchWorker,
        units: Range<u64>,
        tally: &mut MatchTally,
        stop: &StopFlag,
    ) -> bool {
        let tables = self.lineups.len() as u64;
        for (lineup, tally) in tally.tables.iter_mut().enumerate() {
            let first = units.start + (lineup as u64 + tables - units.start % tables) % tables;
            let seated = self.seated(lineup);
            let games = Default::default();
            let (next, end) = (first, units.end);
            let batch = Batch { matches: self, stop, lineup, seated, tally, games, next, end };
            if !worker.play(batch) {
                return false;
            }
        }
        true
    }

    fn headline(&self, so_far: &MatchTally, _units: u64) -> String {
        let mut rates = vec![(0, 0); self.players.len()];
        for (lineup, tallies) in self.lineups.iter().zip(&so_far.tables) {
            for (policy, group) in groups(lineup).0.into_iter().zip(tallies) {
                for seat in &group.seats {
                    rates[policy].0 += seat.games.wins.total();
                    rates[policy].1 += seat.games.wins.n();
                }
            }
        }
        let best = rates
            .iter()
            .enumerate()
            .filter(|(_, rate)| rate.1 > 0)
            .map(|(policy, rate)| (rate.0 as f64 / rate.1 as f64, policy))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((rate, policy)) => format!("policy {} wins {:.1} %", policy + 1, rate * 100.0),
            None => String::new(),
        }
    }
}

impl MatchWorker {
    /// Plays the games of one batch at one table; false if it was stopped.
    fn play(&mut self, mut batch: Batch<'_>) -> bool {
        let matches = batch.matches;
        let seats = matches.seats();
        self.batch.resize_with(batch.tally.len(), Vec::new);
        for group in &mut self.batch {
            group.resize_with(seats, TurnTally::default);
            group.iter_mut().for_each(TurnTally::clear);
        }
        self.clusters.resize_with(batch.tally.len() * MAX_PLAYERS, ClusterSums::default);
        self.tables.clear();
        self.tables.resize(LANES, Table::new(matches, batch.next, matches.dice_luck(batch.next)));
        self.busy = LANES;
        for lane in 0..LANES {
            self.begin_game(&mut batch, lane);
        }
        let isa = matches.isa.unwrap_or(Isa::Scalar);
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
            self.counts.resize(self.machine.nodes.len() * seats, 0);
            let count = self.lanes.step(isa, &self.machine, seats, &mut self.counts, &mut ended);
            self.end_turns(&mut batch, &ended[..count]);
        }
        if batch.stop.raised().is_some() {
            return false;
        }
        self.flush(&mut batch);
        true
    }

    /// Starts the next game of the batch in a lane, or leaves the lane idle.
    fn begin_game(&mut self, batch: &mut Batch<'_>, lane: usize) {
        let matches = batch.matches;
        while batch.next < batch.end && batch.stop.raised().is_none() {
            let number = batch.next;
            batch.next += matches.lineups.len() as u64;
            self.tables[lane] = Table::new(matches, number, matches.dice_luck(number));
            self.logs[lane].clear();
            if self.begin_turn(batch, lane) {
                return;
            }
        }
        self.lanes.set(lane, IDLE, 0, 1, 0);
        self.busy -= 1;
    }

    /// Starts the turn under way in a lane. Turns that have no machine are played at once; false
    /// if that ended the game.
    #[inline]
    fn begin_turn(&mut self, batch: &mut Batch<'_>, lane: usize) -> bool {
        let seats = batch.matches.seats();
        loop {
            let table = &self.tables[lane];
            let seat = usize::from(table.seat);
            let seated = batch.seated(table);
            let contexts = &mut self.contexts[seated.policy as usize];
            let index = contexts.index(table, seats);
            let mut chain = contexts.chains[index];
            if chain >= GENERAL {
                if chain == UNKNOWN {
                    let policy = seated.policy as usize;
                    let standing = table.standing(seats);
                    let tables = (&mut self.machine, &mut self.stop_rules);
                    chain = contexts.fold(batch.matches, policy, tables, &standing, batch.stop);
                    contexts.chains[index] = chain;
                }
                if chain == GENERAL {
                    if batch.stop.raised().is_some() {
                        return false;
                    }
                    let state = batch.matches.game.start();
                    if self.play_on(batch, lane, state, None) {
                        return false;
                    }
                    continue;
                }
            }
            let start = contexts.starts[usize::from(chain)];
            let key = table.luck.turn(table.turn());
            self.lanes.set(lane, start.node, key.state, table.luck.increment(), seat);
            self.tables[lane].start = start;
            return true;
        }
    }

    /// Plays the turn of a lane, or what is left of it, on the general engine; true if that ended
    /// the game.
    #[cold]
    fn play_on(
        &mut self,
        batch: &mut Batch<'_>,
        lane: usize,
        state: TurnState,
        at: Option<(u64, u64)>,
    ) -> bool {
        let table = &mut self.tables[lane];
        let seat = usize::from(table.seat);
        let seated = batch.seated(table);
        let watch = &mut self.batch[seated.group as usize][seat];
        let policy = seated.policy as usize;
        let end = table.play(batch.matches, policy, (state, at), watch, batch.stop);
        let placement = table.placement;
        self.logs[lane].push(class(end), batch, placement);
        let over = table.end_turn(batch.matches, end.gained(), end.ending as u32);
        if let Some(over) = &over {
            self.record(batch, lane, placement, over, end.ending == Ending::Win);
        }
        over.is_some()
    }

    /// The turns of some lanes are over: books them and starts what comes next.
    ///
    /// Two short loops rather than one long: the look-ups of many lanes are then under way at the
    /// same time, and what is rare is out of the way.
    fn end_turns(&mut self, batch: &mut Batch<'_>, ended: &[u8]) {
        let target = batch.matches.game.target;
        let seats = batch.matches.seats() as u8;
        let last_round = batch.matches.game.rules.max_turns - 1;
        let mut going = [0; LANES];
        let mut count = 0;
        for &lane in ended {
            let node = self.lanes.node(usize::from(lane));
            let end = self.machine.end(node);
            let table = &mut self.tables[usize::from(lane)];
            let seat = usize::from(table.seat) % MAX_PLAYERS;
            let total = table.totals[seat] + end.gained();
            // Without a branch: whose turn comes next is as good as random from lane to lane.
            let wraps = table.seat + 1 == seats;
            let rare = (end.kind() >= Ending::Win as u32)
                | (total >= target)
                | (end.gained() >= table.start.shared_below)
                | (wraps & (table.round == last_round));
            if rare {
                self.end_turn(batch, usize::from(lane));
                continue;
            }
            let class = self.machine.class(node);
            self.logs[usize::from(lane)].push(class, batch, table.placement);
            let group = batch.seated(table).group as usize;
            let rule = self.stop_rules.rule(table.start.shared_rules, end);
            self.stops[group * MAX_PLAYERS + seat][usize::from(rule)] += 1;
            table.totals[seat] = total;
            table.busts[seat] += u32::from(end.kind() == Ending::Bust as u32);
            table.seat = if wraps { 0 } else { table.seat + 1 };
            table.round += u32::from(wraps);
            going[count] = lane;
            count += 1;
        }
        let mut chains = [0; LANES];
        for (&lane, chain) in going[..count].iter().zip(&mut chains) {
            let table = &self.tables[usize::from(lane)];
            let seated = batch.seated(table);
            let contexts = &self.contexts[seated.policy as usize];
            *chain = contexts.chains[contexts.index(table, usize::from(seats))];
        }
        for (&lane, &chain) in going[..count].iter().zip(&chains) {
            let lane = usize::from(lane);
            let table = &self.tables[lane];
            if chain < GENERAL {
                let policy = batch.seated(table).policy as usize;
                let start = self.contexts[policy].starts[usize::from(chain)];
                let (key, increment) = (table.luck.turn(table.turn()), table.luck.increment());
                self.lanes.set(lane, start.node, key.state, increment, usize::from(table.seat));
                self.tables[lane].start = start;
            } else if !self.begin_turn(batch, lane) {
                self.begin_game(batch, lane);
            }
        }
    }

    /// The turn of a lane is over (or leaves the machine): books it and starts what comes next.
    #[cold]
    fn end_turn(&mut self, batch: &mut Batch<'_>, lane: usize) {
        let node = self.lanes.node(lane);
        let end = self.machine.end(node);
        let over = if end.kind() == LEAVES {
            let Node { points, dice, rolls, .. } = self.machine.nodes[node];
            let at = (self.lanes.state(lane), self.tables[lane].luck.increment());
            self.play_on(batch, lane, TurnState { points, dice, rolls }, Some(at))
        } else {
            let matches = batch.matches;
            let table = &mut self.tables[lane];
            let seated = batch.seated(table);
            let seat = usize::from(table.seat);
            let rules = table.start.rules;
            let known = end.gained() < StopRules::UNITS || rules == StopRules::NONE;
            let rule = if known || end.kind() != Ending::Banked as u32 {
                self.stop_rules.rule(rules, end)
            } else {
                let Node { points, dice, rolls, .. } = self.machine.nodes[node];
                let state = TurnState { points, dice, rolls };
                let standing = table.standing(matches.seats());
                let luck = matches.own_luck(table.number, table.turn());
                let player = &matches.players[seated.policy as usize];
                player.roll(&matches.game, &standing, state, true, &luck).rule
            };
            self.stops[seated.group as usize * MAX_PLAYERS + seat][usize::from(rule)] += 1;
            let placement = table.placement;
            self.logs[lane].push(self.machine.class(node), batch, placement);
            let over = table.end_turn(matches, end.gained(), end.kind());
            if let Some(over) = &over {
                let instant = end.kind() == Ending::Win as u32;
                self.record(batch, lane, placement, over, instant);
            }
            over.is_some()
        };
        if over || !self.begin_turn(batch, lane) {
            self.begin_game(batch, lane);
        }
    }

    /// Hands in what the batch has counted.
    fn flush(&mut self, batch: &mut Batch<'_>) {
        let matches = batch.matches;
        let seats = matches.seats();
        self.counts.resize(self.machine.nodes.len() * seats, 0);
        // Each chain belongs to one policy, so a node and a seat name a group.
        let policies = groups(&matches.lineups[batch.lineup]).0;
        for (policy, tallies) in policies.into_iter().zip(&mut self.batch) {
            for nodes in &self.contexts[policy].nodes {
                let first = nodes.start;
                let cells = &mut self.counts[nodes.start * seats..nodes.end * seats];
                for (node, cells) in cells.chunks_exact_mut(seats).enumerate() {
                    if cells.iter().all(|count| *count == 0) {
                        continue;
                    }
                    for (tally, count) in tallies.iter_mut().zip(cells) {
                        let count = u64::from(std::mem::take(count));
                        if count > 0 {
                            tally.add_arrivals(&self.machine, first + node, count, &matches.game);
                        }
                    }
                }
            }
        }
        self.counts[..seats].fill(0); // lanes that idled
        for (group, tallies) in self.batch.iter_mut().enumerate() {
            for (seat, tally) in tallies.iter_mut().enumerate() {
                let stops = &mut self.stops[group * MAX_PLAYERS + seat];
                for (rule, count) in stops.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
                    tally.count_roll_rule(rule as u8, u64::from(std::mem::take(count)));
                }
            }
        }
        let clusters = self.clusters.chunks_mut(MAX_PLAYERS);
        for (((tallies, games), clusters), into) in
            self.batch.iter().zip(&batch.games).zip(clusters).zip(batch.tally.iter_mut())
        {
            for ((tally, games), into) in tallies.iter().zip(games).zip(&mut into.seats) {
                into.games.add_sums(games);
                into.turns.merge(tally);
            }
            for (clusters, into) in clusters.iter_mut().zip(&mut into.wholes) {
                clusters.flush(&mut into.clusters);
            }
        }
    }

    /// Books a finished game; `instant` where its last turn won it at once.
    fn record(
        &mut self,
        batch: &mut Batch<'_>,
        lane: usize,
        placement: Placement,
        over: &Final,
        instant: bool,
    ) {
        let seats = batch.matches.seats();
        let several = batch.tally.len() < seats;
        let seated = batch.seats(placement);
        let seated = &seated[..seats];
        let mut all = [GameRecord::default(); MAX_PLAYERS];
        for (seat, seated) in seated.iter().enumerate() {
            let group = seated.group as usize;
            let record = GameRecord {
                seats: 1,
                wins: u32::from(over.winner == Some(seat)),
                points: over.totals[seat] - batch.matches.start[seat],
                total: over.totals[seat],
                turns: over.turns[seat],
                busts: over.busts[seat],
                instant: u32::from(instant && over.winner == Some(seat)),
                unfinished: over.winner.is_none(),
            };
            let games = &mut batch.tally[group].seats[seat].games;
            batch.games[group][seat].add(record);
            games.add_cells(over.totals[seat], over.turns[seat]);
            all[group].add(record);
        }
        let log = &mut self.logs[lane];
        if !log.counts.is_empty() {
            log.pack(seated);
        }
        for (index, (group, record)) in batch.tally.iter_mut().zip(all).enumerate() {
            let own = |seat: &Seated| seat.group as usize == index;
            let Some(first) = seated.iter().position(own) else { continue };
            let clusters = &mut self.clusters[index * MAX_PLAYERS + first];
            log.add(index as u32, u64::from(record.turns), seated, clusters);
            if several {
                group.wholes[first].games.add(record);
            }
        }
    }
}
