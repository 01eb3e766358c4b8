//! What turns and games of El Ocho add up to: integers, merged by addition.

use super::scoring::Keep;
use super::turn::{Choice, DEFAULT_RULE, Ending, TurnEnd, TurnState, Watch};
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

/// No rule was asked.
pub(super) const NO_RULE: u8 = 254;

/// How often each rule decided at one decision point: by rule, the default last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTally {
    /// By rule of the policy, in the order of the file.
    pub rules: Vec<u64>,
    /// Where no rule decided.
    pub default: u64,
}

impl RuleTally {
    pub(super) fn count(&mut self, rule: u8, by: u64) {
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
    pub(super) fn dice(&mut self, dice: u8) -> &mut DiceTally {
        let index = usize::from(dice);
        if self.dice.len() <= index {
            self.dice.resize(index + 1, DiceTally::default());
        }
        &mut self.dice[index]
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

/// The kinds of ending in the order of their numbers.
pub const ENDINGS: [Ending; 3] = [Ending::Banked, Ending::Bust, Ending::Win];

/// How often turns ended in one way (and with one number of units), game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndingSums {
    /// Turns that ended so.
    pub count: u64,
    /// The square of their number in a game, summed over the games.
    pub squares: u128,
    /// Their number in a game times all turns of that game, summed over the games.
    pub by_turns: u128,
}

/// The turn endings of games by units, with what the errors of their shares need: the turns of one
/// game hang together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    /// By [`class`].
    cells: Vec<EndingSums>,
}

/// The number of a way to end a turn: the kind of ending, and the units the turn held.
#[inline]
pub(super) fn class(end: TurnEnd) -> u32 {
    end.points << 2 | end.ending as u32
}

impl Clusters {
    /// What was counted of turns that ended so.
    #[must_use]
    pub fn of(&self, end: TurnEnd) -> EndingSums {
        self.cells.get(class(end) as usize).copied().unwrap_or_default()
    }

    fn merge(&mut self, other: &Self) {
        if self.cells.len() < other.cells.len() {
            self.cells.resize(other.cells.len(), EndingSums::default());
        }
        for (into, from) in self.cells.iter_mut().zip(&other.cells) {
            let EndingSums { count, squares, by_turns } = *from;
            into.count += count;
            into.squares += squares;
            into.by_turns += by_turns;
        }
    }
}

/// [`Clusters`] of one batch in the making.
#[derive(Debug, Default)]
pub(super) struct ClusterSums {
    cells: Vec<ClusterCell>,
}

/// A game takes at most 2^23 turns and a batch has few games, if they are that long.
#[derive(Clone, Copy, Debug, Default)]
struct ClusterCell {
    count: u64,
    squares: u64,
    by_turns: u64,
    /// Turns of the game that is being added.
    now: u64,
}

impl ClusterSums {
    /// Adds the turns of one game: `turns` of them, by [`class`].
    #[inline]
    pub(super) fn add(&mut self, turns: u64, classes: impl Iterator<Item = u32> + Clone) {
        for class in classes.clone() {
            let class = class as usize;
            if class >= self.cells.len() {
                self.cells.resize((class + 1).next_power_of_two(), ClusterCell::default());
            }
            let cell = &mut self.cells[class];
            cell.count += 1;
            cell.squares += 2 * cell.now + 1;
            cell.by_turns += turns;
            cell.now += 1;
        }
        for class in classes {
            self.cells[class as usize].now = 0;
        }
    }

    /// Adds what turns of one game ended `times` times in the same way.
    pub(super) fn add_times(&mut self, turns: u64, class: u32, times: u64) {
        let class = class as usize;
        if class >= self.cells.len() {
            self.cells.resize((class + 1).next_power_of_two(), ClusterCell::default());
        }
        let cell = &mut self.cells[class];
        cell.count += times;
        cell.squares += times * times;
        cell.by_turns += times * turns;
    }

    /// Hands in what was counted, and forgets it.
    pub(super) fn flush(&mut self, into: &mut Clusters) {
        for (class, cell) in self.cells.iter_mut().enumerate().filter(|(_, cell)| cell.count > 0) {
            if into.cells.len() <= class {
                into.cells.resize(class + 1, EndingSums::default());
            }
            let sums = &mut into.cells[class];
            sums.count += cell.count;
            sums.squares += u128::from(cell.squares);
            sums.by_turns += u128::from(cell.by_turns);
            *cell = ClusterCell::default();
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
    /// Turns that won at once against turns taken, game by game; sums for shares only.
    pub instant: Ratio,
    /// Turns that banked against turns taken, game by game; sums for shares only.
    pub banked: Ratio,
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
    /// Turns that won the game at once: at most one.
    pub(super) instant: u32,
    pub(super) unfinished: bool,
}

impl GameRecord {
    /// Adds another seat of the same game.
    pub(super) fn add(&mut self, other: Self) {
        let Self { seats, wins, points, total, turns, busts, instant, unfinished } = other;
        self.seats += seats;
        self.wins += wins;
        self.points += points;
        self.total += total;
        self.turns += turns;
        self.busts += busts;
        self.instant += instant;
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
    instant: u64,
    squares: Squares,
    cubes: Cubes,
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
    instant_turns: u64,
    instant_busts: u64,
}

/// Sums of third powers over games.
#[derive(Clone, Copy, Debug, Default)]
struct Cubes {
    points: u128,
    points_points_turns: u128,
    points_turns_turns: u128,
    turns: u128,
    totals: u128,
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
        if record.instant > 0 {
            self.instant += 1;
            self.squares.instant_turns += turns;
            self.squares.instant_busts += busts;
        }
        let wide = |a: u64, b: u64| u128::from(a) * u128::from(b);
        self.cubes.points += wide(points * points, points);
        self.cubes.points_points_turns += wide(points * points, turns);
        self.cubes.points_turns_turns += wide(turns * turns, points);
        self.cubes.turns += wide(turns * turns, turns);
        self.cubes.totals += wide(total * total, total);
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
        self.instant.add(i64::from(record.instant), turns);
        let lost = i64::from(record.busts) + i64::from(record.instant);
        self.banked.add(i64::from(record.turns) - lost, turns);
        self.totals.add(i64::from(record.total), seats);
        self.lengths.add(i64::from(record.turns), seats);
    }

    /// Adds a batch of games.
    pub(super) fn add_sums(&mut self, sums: &GameSums) {
        let GameSums { games, taking_part, unfinished, wins, points, totals, turns, busts, .. } =
            *sums;
        let GameSums { instant, squares, cubes, .. } = *sums;
        let Squares { points: pp, turns: tt, busts: bb, points_turns: pt, busts_turns: bt, .. } =
            squares;
        let Squares { instant_turns: it, instant_busts: ib, .. } = squares;
        let shares = |units: u64, n: u64, y: u64, nn: u64, yy: u64, ny: u64| RatioSums {
            units,
            n: n.into(),
            y: y.into(),
            nn: nn.into(),
            yy: yy.into(),
            ny: ny.into(),
            ..RatioSums::default()
        };
        // Of one occasion a game.
        let means = |y: u64, yy: u64, yyy: u128| RatioSums {
            yyy: yyy as i128,
            nyy: yy.into(),
            nny: y.into(),
            nnn: games.into(),
            ..shares(games, games, y, games, yy, y)
        };
        self.unfinished += unfinished;
        self.wins += Ratio::of_sums(means(wins, wins, wins.into()));
        self.points += Ratio::of_sums(RatioSums {
            yyy: cubes.points as i128,
            nyy: cubes.points_points_turns as i128,
            nny: cubes.points_turns_turns as i128,
            nnn: cubes.turns as i128,
            ..shares(taking_part, turns, points, tt, pp, pt)
        });
        let share = |y, yy, ny| Ratio::of_sums(shares(taking_part, turns, y, tt, yy, ny));
        self.busts += share(busts, bb, bt);
        self.instant += share(instant, instant, it);
        // The square of turns less busts less what won at once.
        let squares_banked = tt + bb + instant + 2 * ib - 2 * bt - 2 * it;
        self.banked += share(turns - busts - instant, squares_banked, tt - bt - it);
        self.totals += Ratio::of_sums(means(totals, squares.totals, cubes.totals));
        self.lengths += Ratio::of_sums(means(turns, tt, cubes.turns));
    }

    /// Counts the final total and the turns of one seat.
    pub(super) fn add_cells(&mut self, total: u32, turns: u32) {
        count(&mut self.total_cells, total as usize, 1);
        count(&mut self.length_cells, turns as usize, 1);
    }

    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { wins, unfinished, points, busts, instant, banked, totals, lengths, .. } = other;
        let Self { total_cells, length_cells, .. } = other;
        self.wins += *wins;
        self.unfinished += unfinished;
        self.points += *points;
        self.busts += *busts;
        self.instant += *instant;
        self.banked += *banked;
        self.totals += *totals;
        self.lengths += *lengths;
        add_cells(&mut self.total_cells, total_cells);
        add_cells(&mut self.length_cells, length_cells);
    }
}

/// Everything counted of one policy at one seat in whole games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatTally {
    /// Its turns.
    pub turns: TurnTally,
    /// Its games.
    pub games: GameTally,
}

impl SeatTally {
    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { turns, games } = other;
        self.turns.merge(turns);
        self.games.merge(games);
    }
}

/// What is counted of one policy over all its seats in a game at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeTally {
    /// Its games, where some policy fills several seats of the table; elsewhere those of the seat.
    pub games: GameTally,
    /// How its turns ended.
    pub clusters: Clusters,
}

impl WholeTally {
    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { games, clusters } = other;
        self.games.merge(games);
        self.clusters.merge(clusters);
    }
}
