//! The compiled rules, the state of a turn, and the parts of a position that a decision may depend
//! on.

use super::edition::MAX_POINTS;
use super::roll_table::RollTable;
use super::rules::Rules;
use super::scoring::{Keep, Scoring, Verdict};
use crate::error::{Error, Result};
pub use crate::game::decision::DEFAULT_RULE;

/// Rule index of a choice that no rule decided.
pub(super) const NO_RULE: u8 = 254;

/// A choice as an index: into the legal keeps, or [`STOP`] or [`ROLL`].
pub type Choice = crate::game::decision::Choice<usize>;

/// The maximum number of players (PROPOSED: the rulebook gives no number).
pub const MAX_PLAYERS: usize = 8;

/// The number of rolls shown to policies saturates at this value.
pub const MAX_ROLLS_SEEN: u8 = 15;

/// The compiled rules and roll tables, built once per run and shared by all threads.
#[derive(Clone, Debug)]
pub struct Game {
    /// The source rules.
    pub rules: Rules,
    /// The scoring, with its unit of points.
    pub scoring: Scoring,
    /// Roll tables by number of dice. Index 0 is never rolled.
    tables: Vec<RollTable>,
    /// The banked total that wins, in units.
    pub target: u32,
    /// The fewest units of a turn that can be banked.
    pub min_bank: u32,
    /// The fewest units that a player without points can bank, at least [`Self::min_bank`].
    pub entry: u32,
    /// The units lost after some turns without points in a row; 0 for none.
    pub penalty: u32,
    /// Whether turns and games end as in El Ocho: no entry, last turns, penalty or limit of totals. Fast
    /// engines and pages assume it.
    pub is_plain: bool,
    /// A turn with this many units is banked whatever the policy decides. No target is higher. The
    /// limit ends the turns of a policy that never stops in a game without busts.
    pub most: u32,
}

/// Maximum expected rolls of one player in a game with one decision to roll per turn. Limits a game
/// to a few seconds.
const MAX_GAME_ROLLS: f64 = 1e8;

impl Game {
    /// Compiles `rules`.
    ///
    /// # Errors
    ///
    /// Returns an error if scoring can never reach the target, or if points exceed the engine's
    /// range.
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
        let entry = rules.entry.div_ceil(scoring.unit).max(min_bank);
        let penalty = rules.penalty.div_ceil(scoring.unit);
        let most = MAX_POINTS.div_ceil(scoring.unit);
        if rules.entry > rules.target {
            return Err(Error::input_help(
                format!(
                    "an entry of {} points is above the target of {}",
                    rules.entry, rules.target
                ),
                "lower `entry`, or raise `target`",
            ));
        }
        let is_plain =
            entry == min_bank && penalty == 0 && !rules.last_turns && rules.beyond_target;
        let game =
            Self { rules, scoring, tables, target, min_bank, entry, penalty, is_plain, most };
        game.check_reach()?;
        game.check_jokers()?;
        Ok(game)
    }

    /// The expected number of rolls after a decision to roll `dice` dice, including Joker re-rolls.
    fn rolls(&self, dice: u8) -> f64 {
        let table = self.table(dice);
        let jokers = table.classes().iter().filter(|class| class.verdict == Verdict::Joker);
        let jokers: u64 = jokers.map(|class| class.weight).sum();
        table.total() as f64 / (table.total() - jokers) as f64
    }

    /// The maximum of [`Self::rolls`] over the numbers of dice.
    pub(super) fn most_rolls(&self) -> f64 {
        (1..=self.dice()).map(|dice| self.rolls(dice)).fold(1.0, f64::max)
    }

    /// Rejects rules under which a game takes too long because of repeated Jokers.
    fn check_jokers(&self) -> Result<()> {
        let (turns, rolls) = (f64::from(self.rules.max_turns), self.most_rolls());
        if turns * rolls <= MAX_GAME_ROLLS {
            return Ok(());
        }
        Err(Error::input_help(
            format!(
                "a game may take too long: with repeated Jokers, the expected number of rolls per decision \
                 may be {rolls:.0}, and max_turns allows {turns} turns",
            ),
            format!(
                "lower max_turns to {:.0}, or give points to more faces",
                (MAX_GAME_ROLLS / rolls).floor()
            ),
        ))
    }

    /// Rejects scoring with which no turn can be banked or won.
    fn check_reach(&self) -> Result<()> {
        let dice = usize::from(self.dice());
        // best[d]: the most units of a turn with d dice to roll; None: unreachable.
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
                                "use points in larger steps: a turn has at most a million steps of {} \
                                 points",
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
        if !wins && !endless && most < self.entry {
            return Err(Error::input_help(
                format!(
                    "this scoring can never reach the target: a turn holds at most {highest} \
                     points and {} are needed to bank it",
                    self.rules.entry.max(self.rules.min_bank)
                ),
                "lower `min_bank` or `entry` (`minimum_bank` in an edition), or give points to more faces",
            ));
        }
        Ok(())
    }

    /// The fewest units of a turn that a player with `own` units can bank.
    #[inline]
    pub fn least(&self, own: u32) -> u32 {
        if own == 0 { self.entry } else { self.min_bank }
    }

    /// The most units of a turn that count for a player with `own` units.
    #[inline]
    pub fn room(&self, own: u32) -> u32 {
        if self.rules.beyond_target { u32::MAX } else { self.target.saturating_sub(own) }
    }

    /// Whether the decisions of a turn for the most points depend on the total.
    pub(super) fn turns_differ(&self) -> bool {
        self.entry > self.min_bank || !self.rules.beyond_target
    }

    /// Whether exact solutions of games of two players cover the rules.
    pub(super) fn has_solved_games(&self) -> bool {
        self.penalty == 0 && !self.rules.last_turns
    }

    /// The number of dice at the start of a turn.
    pub fn dice(&self) -> u8 {
        self.rules.edition.dice
    }

    /// The roll table of `dice` dice.
    pub fn table(&self, dice: u8) -> &RollTable {
        &self.tables[usize::from(dice)]
    }

    /// Converts units to points.
    pub fn points(&self, units: u32) -> i64 {
        i64::from(units) * i64::from(self.scoring.unit)
    }

    /// The state at the start of a turn (EO-3).
    pub fn start(&self) -> TurnState {
        TurnState { points: 0, dice: self.dice(), rolls: 0 }
    }

    /// The state after keeping dice. Once all dice have scored, all may be rolled again (EO-10).
    pub fn after_keep(&self, state: TurnState, keep: Keep) -> TurnState {
        let left = state.dice - keep.dice;
        TurnState {
            points: state.points + keep.points,
            dice: if left == 0 { self.dice() } else { left },
            rolls: state.rolls,
        }
    }
}

/// The state of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// Units set aside in this turn and not yet banked.
    pub points: u32,
    /// The number of dice to roll or just rolled.
    pub dice: u8,
    /// Rolls in this turn without Joker re-rolls, saturating at [`MAX_ROLLS_SEEN`].
    pub rolls: u8,
}

/// The part of a position that is constant during a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The banked total of the player, in units.
    pub own: u32,
    /// The others' totals in playing order, next player first; 0 for absent players.
    pub others: [u32; MAX_PLAYERS - 1],
    /// The number of players.
    pub players: u8,
    /// Completed turns of this player before this turn.
    pub turns_taken: u32,
    /// Turns of this player without points in a row before this turn; 0 without a penalty for them.
    pub lost: u8,
}

impl Standing {
    /// The start of a game for `players` players.
    pub fn start(players: u8) -> Self {
        Self { own: 0, others: [0; MAX_PLAYERS - 1], players, turns_taken: 0, lost: 0 }
    }

    /// For `seat` in a game with these totals, in which every player has completed `turns_taken`
    /// turns, and this one has banked points in the last one.
    pub fn of(totals: &[u32], seat: usize, turns_taken: u32) -> Self {
        let (before, after) = totals.split_at(seat);
        let mut others = [0; MAX_PLAYERS - 1];
        for (other, total) in others.iter_mut().zip(after[1..].iter().chain(before)) {
            *other = *total;
        }
        Self { own: after[0], others, players: totals.len() as u8, turns_taken, lost: 0 }
    }

    /// The highest total of the others; 0 for a single player.
    #[inline]
    pub fn best_other(&self) -> u32 {
        self.others.iter().fold(0, |best, total| best.max(*total))
    }
}

/// The actions at the decision to roll again, in their documented order.
pub const STOP: usize = 0;
/// See [`STOP`].
pub const ROLL: usize = 1;

/// The inputs, apart from the dice and the legal actions, that a decision may depend on.
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
    /// The number of turns the player has completed.
    pub turns_taken: bool,
    /// The player's turns without points in a row.
    pub lost: bool,
    /// Random numbers.
    pub chance: bool,
}

impl Seen {
    /// No input.
    pub const NOTHING: Self = Self {
        points: false,
        rolls: false,
        own: false,
        best_other: false,
        others: false,
        turns_taken: false,
        lost: false,
        chance: false,
    };
    /// All inputs.
    pub const ALL: Self = Self {
        points: true,
        rolls: true,
        own: true,
        best_other: true,
        others: true,
        turns_taken: true,
        lost: true,
        chance: true,
    };

    /// The union of the inputs of `self` and `other`.
    pub fn or(self, other: Self) -> Self {
        Self {
            points: self.points | other.points,
            rolls: self.rolls | other.rolls,
            own: self.own | other.own,
            best_other: self.best_other | other.best_other,
            others: self.others | other.others,
            turns_taken: self.turns_taken | other.turns_taken,
            lost: self.lost | other.lost,
            chance: self.chance | other.chance,
        }
    }

    /// `standing` with all values that are not inputs set to 0.
    pub fn of(self, standing: &Standing) -> Standing {
        let mut seen = Standing::start(standing.players);
        seen.own = if self.own { standing.own } else { 0 };
        seen.turns_taken = if self.turns_taken { standing.turns_taken } else { 0 };
        seen.lost = if self.lost { standing.lost } else { 0 };
        if self.others {
            seen.others = standing.others;
        } else if self.best_other {
            seen.others[0] = standing.best_other();
        }
        seen
    }

    /// The inputs from a position, with all other values set to 0. The key determines a decision
    /// that uses no random numbers.
    pub fn key(self, standing: &Standing, state: TurnState) -> (TurnState, Standing) {
        let points = if self.points { state.points } else { 0 };
        let rolls = if self.rolls { state.rolls } else { 0 };
        (TurnState { points, rolls, ..state }, self.of(standing))
    }

    /// Whether any total or a number of turns is an input.
    pub fn standing(self) -> bool {
        self.own || self.best_other || self.others || self.turns_taken || self.lost
    }
}

/// The inputs of the two decisions of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Inputs of the decision which dice to keep.
    pub keep: Seen,
    /// Inputs of the decision whether to roll again.
    pub roll: Seen,
}

impl Sight {
    /// All inputs.
    pub const ALL: Self = Self::of(Seen::ALL);

    /// The given inputs for both decisions.
    pub const fn of(seen: Seen) -> Self {
        Self { keep: seen, roll: seen }
    }
}

/// How a turn ends.
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
    /// The kind of ending.
    pub ending: Ending,
    /// Units the turn held at its end: banked, lost, or won with (including the winning roll).
    pub points: u32,
}

impl TurnEnd {
    /// The increase of the player's total, in units.
    pub fn gained(self) -> u32 {
        match self.ending {
            Ending::Bust => 0,
            Ending::Banked | Ending::Win => self.points,
        }
    }
}
