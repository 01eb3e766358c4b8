//! What turns and games of El Ocho add up to: integers, merged by addition.

use super::game::{Event, Position, Seated};
use super::matches::Final;
use super::turn::{Choice, DEFAULT_RULE, Ending, TurnEnd};
use super::vocabulary::VOCABULARY;
use crate::experiment::games::{Occasions, RuleTally, SeatGames, SeatResult, WIN};
use crate::game::contract::Log;
use crate::game::decision::Decision;
use crate::stats::Ratio;
use std::ops::AddAssign;

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

/// What became of the rolls of a number of dice.
fn dice(tallies: &mut Vec<DiceTally>, dice: u8) -> &mut DiceTally {
    let index = usize::from(dice);
    if tallies.len() <= index {
        tallies.resize(index + 1, DiceTally::default());
    }
    &mut tallies[index]
}

/// The turns of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnTally {
    /// How they ended.
    pub endings: Endings,
    /// What became of rolls, by number of dice (index 0 is unused).
    pub dice: Vec<DiceTally>,
    /// Which rules decided.
    pub rules: RuleTally,
}

impl Default for TurnTally {
    fn default() -> Self {
        let rules = RuleTally::new(VOCABULARY.points.len());
        Self { endings: Endings::default(), dice: Vec::new(), rules }
    }
}

impl TurnTally {
    /// Counts decisions at `point` that a rule made.
    pub(super) fn count_rule(&mut self, point: usize, rule: u8, by: u64) {
        match rule {
            NO_RULE => {}
            DEFAULT_RULE => self.rules.count_times(point, None, by),
            rule => self.rules.count_times(point, Some(rule.into()), by),
        }
    }

    pub(super) fn dice(&mut self, number: u8) -> &mut DiceTally {
        dice(&mut self.dice, number)
    }

    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { endings, dice, rules } = other;
        self.endings.merge(endings);
        for (index, from) in dice.iter().enumerate() {
            let DiceTally { decisions, busts, jokers } = *from;
            let into = self.dice(index as u8);
            into.decisions += decisions;
            into.busts += busts;
            into.jokers += jokers;
        }
        self.rules.merge(rules);
    }

    /// Forgets everything, keeping the larger buffers.
    pub(super) fn clear(&mut self) {
        let Self { endings, dice, rules } = self;
        endings.clear();
        dice.clear();
        *rules = RuleTally::new(VOCABULARY.points.len());
    }
}

/// Counts what happens in turns, and not what is decided.
#[derive(Debug)]
pub(super) struct OfTurns<'a> {
    endings: &'a mut Endings,
    dice: &'a mut Vec<DiceTally>,
    /// How the last turn ended, if one did.
    pub(super) end: Option<TurnEnd>,
}

impl Log<Seated> for OfTurns<'_> {
    #[inline]
    fn tell(&mut self, at: &Position, event: Event) {
        let dice = dice(self.dice, at.turn.dice);
        match event {
            Event::Rolled(_) => dice.decisions += 1,
            Event::Joker => {
                dice.decisions -= 1;
                dice.jokers += 1;
            }
            Event::Ended(end) => {
                dice.busts += u64::from(end.ending == Ending::Bust);
                self.endings.count(end, 1);
                self.end = Some(end);
            }
        }
    }
}

impl TurnTally {
    /// What counts what happens, and what counts what is decided.
    pub(super) fn counters(&mut self) -> (OfTurns<'_>, impl FnMut(&Decision<'_, Seated>, Choice)) {
        let Self { endings, dice, rules } = self;
        let taken = |decision: &Decision<'_, Seated>, choice: Choice| {
            let rule = (choice.rule != DEFAULT_RULE).then_some(usize::from(choice.rule));
            rules.count(decision.point.into(), rule);
        };
        (OfTurns { endings, dice, end: None }, taken)
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

/// What the turns of games brought, game by game, beside how many of them were lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerTurn {
    /// Units banked against turns taken.
    pub points: Ratio,
    /// Turns that won at once against turns taken; sums for shares only.
    pub instant: Ratio,
    /// Turns that banked against turns taken; sums for shares only.
    pub banked: Ratio,
}

impl AddAssign for PerTurn {
    fn add_assign(&mut self, other: Self) {
        let Self { points, instant, banked } = other;
        self.points += points;
        self.instant += instant;
        self.banked += banked;
    }
}

impl PerTurn {
    /// Adds one game.
    pub(super) fn add(&mut self, record: &GameRecord) {
        let GameRecord { games, points, instant } = record;
        let (turns, busts) = (games.turns.into(), i64::from(games.events[0].happened));
        self.points.add((*points).into(), turns);
        self.instant.add((*instant).into(), turns);
        self.banked.add(i64::from(games.turns) - busts - i64::from(*instant), turns);
    }
}

/// One game as one policy saw it, summed over the seats it filled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameRecord {
    /// What every game counts; busts are the first of its events.
    pub(super) games: SeatResult,
    /// Units banked in this game.
    pub(super) points: u32,
    /// Turns that won the game at once: at most one.
    pub(super) instant: u32,
}

impl GameRecord {
    /// A game that began at `start`, as `seat` saw it; `instant` where the last turn won at once.
    pub(super) fn new(over: &Final, seat: usize, start: u32, instant: bool) -> Self {
        let won = u32::from(over.winner == Some(seat));
        let busts = Occasions { happened: over.busts[seat], among: over.turns[seat] };
        let games = SeatResult {
            seats: 1,
            win: i64::from(won) * WIN,
            sole: won,
            score: over.totals[seat].into(),
            turns: over.turns[seat],
            events: [busts, Occasions::default()],
            unfinished: over.winner.is_none(),
            ..SeatResult::default()
        };
        Self { games, points: over.totals[seat] - start, instant: u32::from(instant) * won }
    }

    /// Adds another seat of the same game.
    pub(super) fn add(&mut self, other: Self) {
        let Self { games, points, instant } = other;
        self.games.add(games);
        self.points += points;
        self.instant += instant;
    }
}

/// Everything counted of one policy at one seat in whole games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatTally {
    /// Its turns.
    pub turns: TurnTally,
    /// Its games.
    pub games: SeatGames,
    /// What its turns brought, game by game.
    pub per_turn: PerTurn,
}

impl SeatTally {
    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { turns, games, per_turn } = other;
        self.turns.merge(turns);
        self.games.merge(games);
        self.per_turn += *per_turn;
    }
}

/// What is counted of one policy over all its seats in a game at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeTally {
    /// Its games.
    pub games: SeatGames,
    /// What its turns brought, game by game.
    pub per_turn: PerTurn,
    /// How its turns ended.
    pub clusters: Clusters,
}

impl WholeTally {
    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { games, per_turn, clusters } = other;
        self.games.merge(games);
        self.per_turn += *per_turn;
        self.clusters.merge(clusters);
    }
}
