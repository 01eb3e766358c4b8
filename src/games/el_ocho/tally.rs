//! What turns and games of El Ocho add up to: integers, merged by addition.

use super::machine::{Arrival, Machine, NO_RULE};
use super::scoring::Keep;
use super::turn::{Choice, DEFAULT_RULE, Ending, Game, TurnEnd, TurnState, Watch};
use crate::stats::{Ratio, RatioSums};

/// Adds `from` to `into`, cell by cell; the longer length stays.
pub(super) fn add_cells(into: &mut Vec<u64>, from: &[u64]) {
    if into.len() < from.len() {
        into.resize(from.len(), 0);
    }
    for (into, from) in into.iter_mut().zip(from) {
        *into += from;
    }
}

pub(super) fn count(cells: &mut Vec<u64>, index: usize, by: u64) {
    if cells.len() <= index {
        cells.resize(index + 1, 0);
    }
    cells[index] += by;
}

/// What became of the rolls of one number of dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiceTally {
    /// Decisions to roll so many dice, the first roll of each turn among them.
    pub decisions: u64,
    /// Of these, decisions that lost the turn, Jokers followed to their end.
    pub busts: u64,
    /// Rolls that were Jokers; each leads to one more roll.
    pub jokers: u64,
}

impl DiceTally {
    /// The rolls made: decisions and Joker re-rolls.
    #[must_use]
    pub fn rolls(&self) -> u64 {
        self.decisions + self.jokers
    }
}

/// How often each rule decided at one decision point: by rule, the default last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTally {
    /// By rule of the policy, in the order of the file.
    pub rules: Vec<u64>,
    /// Where no rule decided.
    pub default: u64,
}

impl RuleTally {
    fn count(&mut self, rule: u8, by: u64) {
        match rule {
            NO_RULE => {}
            DEFAULT_RULE => self.default += by,
            rule => count(&mut self.rules, usize::from(rule), by),
        }
    }

    fn merge(&mut self, other: &Self) {
        let Self { rules, default } = other;
        add_cells(&mut self.rules, rules);
        self.default += default;
    }
}

/// Turns by their ending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// By units banked.
    pub banked: Vec<u64>,
    /// By units lost.
    pub busts: Vec<u64>,
    /// By units won with.
    pub wins: Vec<u64>,
}

impl Endings {
    /// Counts `by` turns.
    pub fn count(&mut self, end: TurnEnd, by: u64) {
        let cells = match end.ending {
            Ending::Banked => &mut self.banked,
            Ending::Bust => &mut self.busts,
            Ending::Win => &mut self.wins,
        };
        count(cells, end.points as usize, by);
    }

    /// The cells of one kind of ending.
    #[must_use]
    pub fn of(&self, ending: Ending) -> &[u64] {
        match ending {
            Ending::Banked => &self.banked,
            Ending::Bust => &self.busts,
            Ending::Win => &self.wins,
        }
    }

    /// All turns.
    #[must_use]
    pub fn turns(&self) -> u64 {
        [&self.banked, &self.busts, &self.wins].into_iter().flatten().sum()
    }

    /// Turns that lost their points.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.busts.iter().sum()
    }

    fn merge(&mut self, other: &Self) {
        let Self { banked, busts, wins } = other;
        add_cells(&mut self.banked, banked);
        add_cells(&mut self.busts, busts);
        add_cells(&mut self.wins, wins);
    }

    fn clear(&mut self) {
        for cells in [&mut self.banked, &mut self.busts, &mut self.wins] {
            cells.clear();
        }
    }
}

/// The turns of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnTally {
    /// How they ended.
    pub endings: Endings,
    /// What became of rolls, by number of dice (index 0 is unused).
    pub dice: Vec<DiceTally>,
    /// Which rules decided what to keep.
    pub keep_rules: RuleTally,
    /// Which rules decided to stop or roll.
    pub roll_rules: RuleTally,
}

impl TurnTally {
    fn dice(&mut self, dice: u8) -> &mut DiceTally {
        let index = usize::from(dice);
        if self.dice.len() <= index {
            self.dice.resize(index + 1, DiceTally::default());
        }
        &mut self.dice[index]
    }

    /// Counts decisions to stop or roll that a rule made.
    pub(super) fn count_roll_rule(&mut self, rule: u8, by: u64) {
        self.roll_rules.count(rule, by);
    }

    /// Adds turns played on a machine: that many arrivals at a node. Turns that left the machine
    /// are counted by the engine that played them on, but for the decision that made them leave.
    pub(super) fn add_arrivals(&mut self, machine: &Machine, node: usize, by: u64, game: &Game) {
        let node = &machine.nodes[node];
        self.keep_rules.count(node.keep_rule, by);
        self.roll_rules.count(node.roll_rule, by);
        match node.arrival {
            Arrival::Start => {}
            Arrival::Rolls => self.dice(node.dice).decisions += by,
            Arrival::Joker => self.dice(node.dice).jokers += by,
            // A turn that ends has begun, with a decision to roll all the dice.
            Arrival::Leaves => self.dice(game.dice()).decisions += by,
            Arrival::Ends(ending) => {
                self.dice(game.dice()).decisions += by;
                self.endings.count(TurnEnd { ending, points: node.points }, by);
                if ending == Ending::Bust {
                    self.dice(node.dice).busts += by;
                }
            }
        }
    }

    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { endings, dice, keep_rules, roll_rules } = other;
        self.endings.merge(endings);
        for (index, from) in dice.iter().enumerate() {
            let DiceTally { decisions, busts, jokers } = *from;
            let into = self.dice(index as u8);
            into.decisions += decisions;
            into.busts += busts;
            into.jokers += jokers;
        }
        self.keep_rules.merge(keep_rules);
        self.roll_rules.merge(roll_rules);
    }

    /// Forgets everything, keeping the buffers.
    pub(super) fn clear(&mut self) {
        let Self { endings, dice, keep_rules, roll_rules } = self;
        endings.clear();
        dice.clear();
        for rules in [keep_rules, roll_rules] {
            rules.rules.clear();
            rules.default = 0;
        }
    }
}

/// The general engine counts what it sees.
impl Watch for TurnTally {
    fn rolls(&mut self, state: TurnState) {
        self.dice(state.dice).decisions += 1;
    }

    fn joker(&mut self, state: TurnState) {
        self.dice(state.dice).jokers += 1;
    }

    fn kept(&mut self, _state: TurnState, _keeps: &[Keep], choice: Choice) {
        self.keep_rules.count(choice.rule, 1);
    }

    fn decided(&mut self, _state: TurnState, _may_stop: bool, choice: Choice) {
        self.roll_rules.count(choice.rule, 1);
    }

    fn ended(&mut self, state: TurnState, end: TurnEnd) {
        if end.ending == Ending::Bust {
            self.dice(state.dice).busts += 1;
        }
        self.endings.count(end, 1);
    }
}

/// Sums over batches of games for shares whose trials hang together within a game: the squares and
/// products that a cluster-robust standard error needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    /// Batches of games.
    pub batches: u64,
    /// Turns in a batch, squared, summed.
    pub turns_squared: u128,
    /// For each ending (banked, bust, win) and number of units: the turns of a batch that ended
    /// so, squared and times the turns of the batch, each summed.
    pub endings: [Vec<(u128, u128)>; 3],
    /// The same for each ending as a whole.
    pub wholes: [(u128, u128); 3],
}

/// The kinds of ending in the order of [`Clusters::endings`].
pub const ENDINGS: [Ending; 3] = [Ending::Banked, Ending::Bust, Ending::Win];

impl Clusters {
    /// Adds one batch.
    pub fn add(&mut self, endings: &Endings) {
        let turns = u128::from(endings.turns());
        if turns == 0 {
            return;
        }
        self.batches += 1;
        self.turns_squared += turns * turns;
        for ((sums, whole), kind) in self.endings.iter_mut().zip(&mut self.wholes).zip(ENDINGS) {
            let cells = endings.of(kind);
            let count = u128::from(cells.iter().sum::<u64>());
            whole.0 += count * count;
            whole.1 += count * turns;
            if sums.len() < cells.len() {
                sums.resize(cells.len(), (0, 0));
            }
            for (sum, &count) in sums.iter_mut().zip(cells) {
                let count = u128::from(count);
                sum.0 += count * count;
                sum.1 += count * turns;
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        let Self { batches, turns_squared, endings, wholes } = other;
        self.batches += batches;
        self.turns_squared += turns_squared;
        for (into, from) in self.wholes.iter_mut().zip(wholes) {
            into.0 += from.0;
            into.1 += from.1;
        }
        for (into, from) in self.endings.iter_mut().zip(endings) {
            if into.len() < from.len() {
                into.resize(from.len(), (0, 0));
            }
            for (into, from) in into.iter_mut().zip(from) {
                into.0 += from.0;
                into.1 += from.1;
            }
        }
    }
}

/// The games of one player (or of all seats that one policy fills).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTally {
    /// Seats in games: wins a game against seats filled.
    pub wins: Ratio,
    /// Seats in games that were given up.
    pub unfinished: u64,
    /// Units banked against turns taken, game by game.
    pub points: Ratio,
    /// Busts against turns taken, game by game.
    pub busts: Ratio,
    /// Final totals against seats filled, game by game.
    pub totals: Ratio,
    /// Turns against seats filled, game by game.
    pub lengths: Ratio,
    /// Final totals, by units.
    pub total_cells: Vec<u64>,
    /// Turns taken in a game.
    pub length_cells: Vec<u64>,
}

/// One game as one policy saw it, summed over the seats it filled.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameRecord {
    pub(super) seats: u32,
    pub(super) wins: u32,
    /// Units banked in this game.
    pub(super) points: u32,
    /// The final total: the start of the game and what was banked.
    pub(super) total: u32,
    pub(super) turns: u32,
    pub(super) busts: u32,
    pub(super) unfinished: bool,
}

impl GameRecord {
    /// Adds another seat of the same game.
    pub(super) fn add(&mut self, other: Self) {
        let Self { seats, wins, points, total, turns, busts, unfinished } = other;
        self.seats += seats;
        self.wins += wins;
        self.points += points;
        self.total += total;
        self.turns += turns;
        self.busts += busts;
        self.unfinished |= unfinished;
    }
}

/// The games of one seat in one batch: few enough for small integers. A game holds at most 2^32
/// units and 2^20 turns, so the sums of a batch stay far below 2^64.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameSums {
    games: u64,
    /// Games in which the seat had a turn at all.
    taking_part: u64,
    unfinished: u64,
    wins: u64,
    points: u64,
    totals: u64,
    turns: u64,
    busts: u64,
    squares: Squares,
}

/// Sums of squares and products over games.
#[derive(Clone, Copy, Debug, Default)]
struct Squares {
    points: u64,
    totals: u64,
    turns: u64,
    busts: u64,
    points_turns: u64,
    busts_turns: u64,
}

impl GameSums {
    /// Adds a game in which the policy sat here alone.
    #[inline]
    pub(super) fn add(&mut self, record: GameRecord) {
        let [points, turns, busts] = [record.points, record.turns, record.busts].map(u64::from);
        let total = u64::from(record.total);
        self.games += 1;
        self.taking_part += u64::from(record.turns > 0);
        self.unfinished += u64::from(record.unfinished);
        self.wins += u64::from(record.wins);
        self.points += points;
        self.totals += total;
        self.turns += turns;
        self.busts += busts;
        self.squares.points += points * points;
        self.squares.totals += total * total;
        self.squares.turns += turns * turns;
        self.squares.busts += busts * busts;
        self.squares.points_turns += points * turns;
        self.squares.busts_turns += busts * turns;
    }
}

impl GameTally {
    /// Adds one game.
    pub(super) fn add(&mut self, record: GameRecord) {
        let seats = u64::from(record.seats);
        let turns = u64::from(record.turns);
        let points = i64::from(record.points);
        self.wins.add(i64::from(record.wins), seats);
        self.unfinished += if record.unfinished { seats } else { 0 };
        self.points.add(points, turns);
        self.busts.add(i64::from(record.busts), turns);
        self.totals.add(i64::from(record.total), seats);
        self.lengths.add(i64::from(record.turns), seats);
    }

    /// Adds a batch of games.
    pub(super) fn add_sums(&mut self, sums: &GameSums) {
        let GameSums { games, taking_part, unfinished, wins, points, totals, turns, busts, .. } =
            *sums;
        let Squares { points: pp, turns: tt, busts: bb, points_turns: pt, busts_turns: bt, .. } =
            sums.squares;
        let ratio = |units: u64, n: u64, y: u64, nn: u64, yy: u64, ny: u64| {
            Ratio::of_sums(RatioSums {
                units,
                n: n.into(),
                y: y.into(),
                nn: nn.into(),
                yy: yy.into(),
                ny: ny.into(),
                ..RatioSums::default()
            })
        };
        self.unfinished += unfinished;
        self.wins += ratio(games, games, wins, games, wins, wins);
        self.points += ratio(taking_part, turns, points, tt, pp, pt);
        self.busts += ratio(taking_part, turns, busts, tt, bb, bt);
        self.totals += ratio(games, games, totals, games, sums.squares.totals, totals);
        self.lengths += ratio(games, games, turns, games, tt, turns);
    }

    /// Counts the final total and the turns of one seat.
    pub(super) fn add_cells(&mut self, total: u32, turns: u32) {
        count(&mut self.total_cells, total as usize, 1);
        count(&mut self.length_cells, turns as usize, 1);
    }

    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { wins, unfinished, points, busts, totals, lengths, total_cells, length_cells } =
            other;
        self.wins += *wins;
        self.unfinished += unfinished;
        self.points += *points;
        self.busts += *busts;
        self.totals += *totals;
        self.lengths += *lengths;
        add_cells(&mut self.total_cells, total_cells);
        add_cells(&mut self.length_cells, length_cells);
    }
}

/// Everything counted of one policy in whole games, at one seat or over all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatTally {
    /// Its turns.
    pub turns: TurnTally,
    /// What the shares of endings need.
    pub clusters: Clusters,
    /// Its games.
    pub games: GameTally,
}

impl SeatTally {
    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { turns, clusters, games } = other;
        self.turns.merge(turns);
        self.clusters.merge(clusters);
        self.games.merge(games);
    }
}
