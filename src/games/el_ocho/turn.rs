//! The rules compiled, where a turn stands, and what a player may see of it.

use super::edition::MAX_POINTS;
use super::roll_table::RollTable;
use super::rules::Rules;
use super::scoring::{Keep, Scoring, Verdict};
use crate::error::{Error, Result};
pub use crate::game::decision::DEFAULT_RULE;

/// The mark of a choice that no rule was asked about.
pub(super) const NO_RULE: u8 = 254;

/// A choice by its place: of the ways to keep dice, or [`STOP`] or [`ROLL`].
pub type Choice = crate::game::decision::Choice<usize>;

/// The most players at a table (PROPOSED: the rulebook gives no number).
pub const MAX_PLAYERS: usize = 8;

/// The number of rolls that a policy sees saturates here.
pub const MAX_ROLLS_SEEN: u8 = 15;

/// Rules and roll tables, compiled once a run and shared by everything that plays.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules it was made from.
    pub rules: Rules,
    /// The scoring, with its unit of points.
    pub scoring: Scoring,
    /// Roll tables by number of dice; index 0 is a table of no dice and is never rolled.
    tables: Vec<RollTable>,
    /// The banked total that wins, in units.
    pub target: u32,
    /// The least a turn must hold to be banked, in units.
    pub min_bank: u32,
    /// From so many units on a turn is banked whatever the player says: no target is higher, and
    /// where a roll cannot bust a policy that never stops would play for ever.
    pub most: u32,
}

/// The most rolls that the turns of one player may take in a game, if each decided once: a game
/// then lasts some seconds at most.
const MAX_GAME_ROLLS: f64 = 1e8;

impl Game {
    /// Compiles `rules`.
    ///
    /// # Errors
    ///
    /// Scoring that can never reach the target, or points beyond the range of the engine.
    pub fn new(rules: Rules) -> Result<Self> {
        let scoring = Scoring::new(&rules);
        let edition = &rules.edition;
        let tables = (0..=edition.dice)
            .map(|dice| RollTable::new(&scoring, dice, edition.sides))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| {
                Error::input_help(
                    "this edition has too many different rolls",
                    "let fewer faces score, or roll fewer dice",
                )
            })?;
        let target = rules.target.div_ceil(scoring.unit);
        let min_bank = rules.min_bank.div_ceil(scoring.unit);
        let most = MAX_POINTS.div_ceil(scoring.unit);
        let game = Self { rules, scoring, tables, target, min_bank, most };
        game.check_reach()?;
        game.check_jokers()?;
        Ok(game)
    }

    /// The rolls that a decision to roll `dice` dice takes on average, Jokers followed to their end.
    fn rolls(&self, dice: u8) -> f64 {
        let table = self.table(dice);
        let jokers = table.classes().iter().filter(|class| class.verdict == Verdict::Joker);
        let jokers: u64 = jokers.map(|class| class.weight).sum();
        table.total() as f64 / (table.total() - jokers) as f64
    }

    /// The most of [`Self::rolls`] of any number of dice.
    pub(super) fn most_rolls(&self) -> f64 {
        (1..=self.dice()).map(|dice| self.rolls(dice)).fold(1.0, f64::max)
    }

    /// Refuses Jokers that are so seldom followed by another roll that a game would take ages.
    fn check_jokers(&self) -> Result<()> {
        let (turns, rolls) = (f64::from(self.rules.max_turns), self.most_rolls());
        if turns * rolls <= MAX_GAME_ROLLS {
            return Ok(());
        }
        Err(Error::input_help(
            format!(
                "a game may take too long: a Joker is followed by Jokers so often that a decision \
                 can take {rolls:.0} rolls on average, and max_turns allows {turns} turns",
            ),
            format!(
                "lower max_turns to {:.0}, or let more rolls score",
                (MAX_GAME_ROLLS / rolls).floor()
            ),
        ))
    }

    /// Refuses scoring with which no turn can ever be banked or won.
    fn check_reach(&self) -> Result<()> {
        let dice = usize::from(self.dice());
        // best[d]: the most units a turn can hold with d dice to roll; None: cannot get there.
        let mut best: Vec<Option<u32>> = vec![None; dice + 1];
        best[dice] = Some(0);
        let (mut endless, mut wins, mut most) = (false, false, 0);
        for d in (1..=dice).rev() {
            let Some(before) = best[d] else { continue };
            for class in self.tables[d].classes() {
                wins |= matches!(class.verdict, Verdict::Win { .. });
                for keep in class.keeps() {
                    let points = before + keep.points;
                    if points > 1 << 20 {
                        return Err(Error::input_help(
                            "one turn of this edition scores too much",
                            format!(
                                "points come in steps of {}, of which a turn may hold a million",
                                self.scoring.unit
                            ),
                        ));
                    }
                    most = most.max(points);
                    let left = d - usize::from(keep.dice);
                    endless |= left == 0;
                    best[left] = best[left].max(Some(points));
                }
            }
        }
        let highest = u64::from(most) * u64::from(self.scoring.unit);
        if !wins && most == 0 {
            return Err(Error::input_help(
                "this scoring can never reach the target: no roll scores",
                "give `singles`, `sets` or `runs` some points",
            ));
        }
        if !wins && !endless && most < self.min_bank {
            return Err(Error::input_help(
                format!(
                    "this scoring can never reach the target: a turn holds at most {highest} \
                     points and {} are needed to bank it",
                    self.rules.min_bank
                ),
                "lower min_bank, or let more dice score",
            ));
        }
        Ok(())
    }

    /// The number of dice a turn starts with.
    pub fn dice(&self) -> u8 {
        self.rules.edition.dice
    }

    /// The rolls of `dice` dice.
    pub fn table(&self, dice: u8) -> &RollTable {
        &self.tables[usize::from(dice)]
    }

    /// Units as points.
    pub fn points(&self, units: u32) -> i64 {
        i64::from(units) * i64::from(self.scoring.unit)
    }

    /// The state at the start of a turn (EO-3).
    pub fn start(&self) -> TurnState {
        TurnState { points: 0, dice: self.dice(), rolls: 0 }
    }

    /// Where keeping dice leads: once all dice have scored, all may be rolled again (EO-10).
    pub fn after_keep(&self, state: TurnState, keep: Keep) -> TurnState {
        let left = state.dice - keep.dice;
        TurnState {
            points: state.points + keep.points,
            dice: if left == 0 { self.dice() } else { left },
            rolls: state.rolls,
        }
    }
}

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// Units set aside in this turn and not banked.
    pub points: u32,
    /// The dice to roll, or just rolled.
    pub dice: u8,
    /// Rolls made in this turn, Joker re-rolls not counted; stops at [`MAX_ROLLS_SEEN`].
    pub rolls: u8,
}

/// What does not change during a turn: how the table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The banked total of the player, in units.
    pub own: u32,
    /// The others' totals in the order of play, the next to play first; 0 beyond the table.
    pub others: [u32; MAX_PLAYERS - 1],
    /// How many sit at the table.
    pub players: u8,
    /// Turns this player has ended before this one.
    pub turns_taken: u32,
}

impl Standing {
    /// The start of a game for `players` players.
    pub fn start(players: u8) -> Self {
        Self { own: 0, others: [0; MAX_PLAYERS - 1], players, turns_taken: 0 }
    }

    /// For `seat` of those with these totals, all of whom have ended so many turns.
    pub fn of(totals: &[u32], seat: usize, turns_taken: u32) -> Self {
        let (before, after) = totals.split_at(seat);
        let mut others = [0; MAX_PLAYERS - 1];
        for (other, total) in others.iter_mut().zip(after[1..].iter().chain(before)) {
            *other = *total;
        }
        Self { own: after[0], others, players: totals.len() as u8, turns_taken }
    }

    /// The highest total of the others; 0 when alone.
    #[inline]
    pub fn best_other(&self) -> u32 {
        self.others.iter().fold(0, |best, total| best.max(*total))
    }
}

/// The actions at the decision to roll on, in their documented order.
pub const STOP: usize = 0;
/// See [`STOP`].
pub const ROLL: usize = 1;

/// What one of a player's decisions may depend on, besides the dice and the actions themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The points of the turn.
    pub points: bool,
    /// The number of rolls made.
    pub rolls: bool,
    /// The player's own banked total.
    pub own: bool,
    /// The best of the others' totals.
    pub best_other: bool,
    /// The others' totals one by one.
    pub others: bool,
    /// The number of turns the player has ended.
    pub turns_taken: bool,
    /// Chance.
    pub chance: bool,
}

impl Seen {
    /// Nothing.
    pub const NOTHING: Self = Self {
        points: false,
        rolls: false,
        own: false,
        best_other: false,
        others: false,
        turns_taken: false,
        chance: false,
    };
    /// Everything there is.
    pub const ALL: Self = Self {
        points: true,
        rolls: true,
        own: true,
        best_other: true,
        others: true,
        turns_taken: true,
        chance: true,
    };

    /// What either sees.
    pub fn or(self, other: Self) -> Self {
        Self {
            points: self.points | other.points,
            rolls: self.rolls | other.rolls,
            own: self.own | other.own,
            best_other: self.best_other | other.best_other,
            others: self.others | other.others,
            turns_taken: self.turns_taken | other.turns_taken,
            chance: self.chance | other.chance,
        }
    }

    /// How the table stands as far as it is seen; the rest is blank.
    pub fn of(self, standing: &Standing) -> Standing {
        let mut seen = Standing::start(standing.players);
        seen.own = if self.own { standing.own } else { 0 };
        seen.turns_taken = if self.turns_taken { standing.turns_taken } else { 0 };
        if self.others {
            seen.others = standing.others;
        } else if self.best_other {
            seen.others[0] = standing.best_other();
        }
        seen
    }

    /// All that is seen of a position, the rest blank: what a decision without chance hangs on.
    pub fn key(self, standing: &Standing, state: TurnState) -> (TurnState, Standing) {
        let points = if self.points { state.points } else { 0 };
        let rolls = if self.rolls { state.rolls } else { 0 };
        (TurnState { points, rolls, ..state }, self.of(standing))
    }

    /// Whether how the table stands matters.
    pub fn standing(self) -> bool {
        self.own || self.best_other || self.others || self.turns_taken
    }
}

/// What the two decisions of a turn may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// What to keep.
    pub keep: Seen,
    /// Whether to roll on.
    pub roll: Seen,
}

impl Sight {
    /// Everything there is.
    pub const ALL: Self = Self::of(Seen::ALL);

    /// The same for both.
    pub const fn of(seen: Seen) -> Self {
        Self { keep: seen, roll: seen }
    }
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The points were banked (EO-12).
    Banked = 0,
    /// The points were lost (EO-9).
    Bust = 1,
    /// All dice alike won the game (EO-16).
    Win = 2,
}

/// The end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnEnd {
    /// How.
    pub ending: Ending,
    /// Units the turn held when it ended: banked, lost, or (winning roll included) won with.
    pub points: u32,
}

impl TurnEnd {
    /// Units that the player's total grows by.
    pub fn gained(self) -> u32 {
        match self.ending {
            Ending::Bust => 0,
            Ending::Banked | Ending::Win => self.points,
        }
    }
}
