//! What a game is to everything that is not a game.
//!
//! A game publishes a [`Vocabulary`]: its decision points, and at each of them the features a
//! policy may look at and the kinds of action it may name. Nothing here draws a random number,
//! reads a file or knows of threads; nothing in a game knows of policy files, statistics or CSV.
//!
//! At run time a decision is a slice of integers (`slots`, see [`DecisionPoint::slots`]) filled by
//! the game, and a list of legal actions in one documented order.

use std::ops::Range;

/// The values a feature or an expression can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in `min..=max`.
    Integer {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A truth value; in a slot 0 is false and 1 is true.
    Truth,
}

/// One thing a policy can look at.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name used in expressions, in snake case.
    pub name: &'static str,
    /// Its type and range.
    pub kind: Kind,
    /// The unit of the value (`points`, `dice`, …); `yes/no` for truth values.
    pub unit: &'static str,
    /// What it means at the moment of the decision, as one sentence.
    pub about: &'static str,
}

/// A function of integers that a game publishes to expressions; its value is an integer.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name used in expressions.
    pub name: &'static str,
    /// The names of its parameters, all integers.
    pub parameters: &'static [&'static str],
    /// The unit of the value.
    pub unit: &'static str,
    /// What it gives, as one sentence.
    pub about: &'static str,
}

/// A name that `choose` can give to one or several actions.
#[derive(Clone, Copy, Debug)]
pub struct ActionKind {
    /// The name used in policy files.
    pub name: &'static str,
    /// Which actions bear it, as one sentence.
    pub about: &'static str,
    /// Whether such an action is legal at every decision of the point.
    pub always: bool,
}

/// One kind of decision in a game.
#[derive(Clone, Copy, Debug)]
pub struct DecisionPoint {
    /// The name of the rule tables in policy files (`[[keep]]`).
    pub name: &'static str,
    /// What is decided, as one sentence.
    pub about: &'static str,
    /// The names `choose` may use; an action's kind is an index into this list.
    pub actions: &'static [ActionKind],
    /// The documented order of the legal actions.
    pub order: &'static str,
    /// What the game does when no rule of a policy decides.
    pub default: &'static str,
    /// The features of the state: feature `i` is slot `i`.
    pub state: &'static [Feature],
    /// The features of an action, for `prefer`: feature `j` is slot `state.len() + j`.
    pub action: &'static [Feature],
    /// Slots behind the named ones, which only the game's functions read.
    pub hidden: usize,
}

impl DecisionPoint {
    /// The number of slots a decision of this kind needs: the state features, the action features,
    /// then the hidden ones.
    #[must_use]
    pub const fn slots(&self) -> usize {
        self.state.len() + self.action.len() + self.hidden
    }
}

/// A parameter that the game itself reads from a policy file, beside those that the file's own
/// expressions use (a model of the player, say).
#[derive(Clone, Copy, Debug)]
pub struct ModelParameter {
    /// The name in `[parameters]`.
    pub name: &'static str,
    /// The value when the file does not set it.
    pub default: i64,
    /// The smallest value allowed.
    pub min: i64,
    /// The largest value allowed.
    pub max: i64,
    /// The unit of the value.
    pub unit: &'static str,
    /// What it means, as one sentence.
    pub about: &'static str,
}

/// A rule that `--rules` can set.
#[derive(Clone, Copy, Debug)]
pub struct RuleKey {
    /// The name before the `=`.
    pub name: &'static str,
    /// The values it takes, as they are documented (`1|2`).
    pub values: &'static str,
    /// What it changes, as one sentence, with the default.
    pub about: &'static str,
}

/// One `key` or `key=value` of `--rules`; a bare key has no value and means on.
pub type RuleSetting = (String, Option<String>);

/// Everything a policy for one game may name.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// The game's name on the command line and in policy files (`el-ocho`).
    pub game: &'static str,
    /// The decision points.
    pub points: &'static [DecisionPoint],
    /// The functions expressions may call at any decision point.
    pub functions: &'static [Function],
    /// Parameters with a meaning to the game itself.
    pub model: &'static [ModelParameter],
}

/// The game's side of the functions in its [`Vocabulary`].
pub trait Functions {
    /// The value of function `function` (an index into [`Vocabulary::functions`]) for `args`, at a
    /// decision whose slots are `slots`. Must not panic, whatever the arguments.
    fn call(&self, function: usize, args: &[i64], slots: &[i64]) -> i64;
}

/// The legal actions of one decision, in the documented order. There is always at least one.
///
/// A game whose actions are many should keep them [sorted by kind](Actions::sorted_by_kind) and say
/// where each kind lies without listing the others; then a rule that names a kind looks at no other.
pub trait Actions {
    /// How many there are.
    fn len(&self) -> usize;
    /// Whether there is none (never, at a decision).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The kind of action `index`: an index into [`DecisionPoint::actions`].
    fn kind(&self, index: usize) -> usize;
    /// Writes the action features of action `index` to `features`
    /// (as long as [`DecisionPoint::action`]).
    fn describe(&self, index: usize, features: &mut [i64]);

    /// Whether the kinds of the actions never fall in the documented order, so that the actions of
    /// a kind are one range. Always the same for a type.
    #[inline]
    fn sorted_by_kind(&self) -> bool {
        false
    }

    /// The kinds that are there: bit k for kind k, which is below 64.
    #[inline]
    fn kinds(&self) -> u64 {
        (0..self.len()).fold(0, |kinds, index| kinds | 1 << (self.kind(index) & 63))
    }

    /// The actions of a kind, by their indices; meant only for actions that are sorted by kind.
    #[inline]
    fn of_kind(&self, kind: usize) -> Range<usize> {
        let below =
            |bound: usize| (0..self.len()).filter(|&index| self.kind(index) < bound).count();
        below(kind)..below(kind + 1)
    }
}
