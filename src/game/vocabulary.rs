//! The names that policies may use: decision points, features, kinds of action, functions and
//! rules.
//!
//! At run time a decision has a value for each feature, and a list of legal actions in one
//! documented order.
//!
//! All numbers are 64-bit floats in natural units: counts are whole, probabilities are from 0 to 1,
//! points and dollars are unscaled. A game computes them with `+ - * /` and `sqrt` only, so that a
//! decision is the same on every machine. No value is infinite, NaN or −0.

/// The values that a feature, an argument or a function can take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in `min..=max`.
    Integer {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// Any number in `min..=max`.
    Real {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// A truth value; 0 is false and 1 is true.
    Truth,
}

impl Kind {
    /// Returns whether a value is of this kind.
    pub fn contains(self, value: f64) -> bool {
        match self {
            Self::Integer { min, max } => {
                (min as f64..=max as f64).contains(&value) && value.trunc() == value
            }
            Self::Real { min, max } => (min..=max).contains(&value),
            Self::Truth => value == 0.0 || value == 1.0,
        }
    }
}

/// Truncates a number to a whole number within the range of `i64`. Functions use it for arguments
/// that are counts or indices.
#[inline]
pub const fn whole(number: f64) -> i64 {
    number as i64
}

/// A value that a policy can read.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name used in expressions, in snake case.
    pub name: &'static str,
    /// Its type and range.
    pub kind: Kind,
    /// The unit of the value (`points`, `dice`, …); `yes/no` for truth values.
    pub unit: &'static str,
    /// Its meaning at the moment of the decision, as one sentence.
    pub about: &'static str,
    /// The feature of the action, if any, that determines this one in a given position: an integer
    /// with few values. Policies evaluate an expression that depends only on the key once per value
    /// of the key.
    pub key: Option<&'static str>,
}

/// A numeric parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name in documentation.
    pub name: &'static str,
    /// The values for which the function is defined; never [`Kind::Truth`]. For other values the
    /// function returns 0.
    pub kind: Kind,
}

/// A function of numbers that a game publishes to expressions.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name used in expressions.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [Argument],
    /// The type and range of its value; 0 (false) is always possible.
    pub kind: Kind,
    /// The unit of the value.
    pub unit: &'static str,
    /// The meaning of its value, as one sentence.
    pub about: &'static str,
}

impl Function {
    /// Returns the form of a call: `place_chance(horse, place)`.
    pub fn usage(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        format!("{}({})", self.name, names.join(", "))
    }
}

/// A name that `choose` can use for one or several actions.
#[derive(Clone, Copy, Debug)]
pub struct ActionKind {
    /// The name used in policy files.
    pub name: &'static str,
    /// The actions of this name, as one sentence.
    pub about: &'static str,
    /// Whether an action of this kind is legal at every decision of the point.
    pub always: bool,
}

/// A kind of decision in a game.
#[derive(Clone, Copy, Debug)]
pub struct DecisionPoint {
    /// The name of the rule tables in policy files (`[[keep]]`).
    pub name: &'static str,
    /// The choice to be made, as one sentence.
    pub about: &'static str,
    /// The names that `choose` may use; the kind of an action is an index into this list.
    pub actions: &'static [ActionKind],
    /// The documented order of the legal actions.
    pub order: &'static str,
    /// The action of the game if no rule of a policy decides.
    pub default: &'static str,
    /// The features of the state.
    pub state: &'static [Feature],
    /// The features of an action, for `only` and `prefer`. In addition, every kind of action is a
    /// truth value named `is_` and the name of the kind.
    pub action: &'static [Feature],
}

/// A rule that `--rules` can set.
#[derive(Clone, Copy, Debug)]
pub struct RuleKey {
    /// The name before the `=`.
    pub name: &'static str,
    /// Its values, as they are documented (`1|2`).
    pub values: &'static str,
    /// Its effect, as one sentence, with the default.
    pub about: &'static str,
}

/// One `key` or `key=value` of `--rules`; a bare key has no value and means on.
pub type RuleSetting = (String, Option<String>);

/// All names that a policy of one game may use.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// The game's name on the command line and in policy files (`el-ocho`).
    pub game: &'static str,
    /// The decision points.
    pub points: &'static [DecisionPoint],
    /// The functions that expressions may call at any decision point.
    pub functions: &'static [Function],
}

/// The kind of truth values.
pub const TRUTH: Kind = Kind::Truth;

/// Returns the kind of whole numbers from 0 to `max`.
pub const fn to(max: i64) -> Kind {
    Kind::Integer { min: 0, max }
}

/// Returns the kind of numbers from 0 to `max`.
pub const fn up_to(max: f64) -> Kind {
    Kind::Real { min: 0.0, max }
}

/// The kind of probabilities.
pub const CHANCE: Kind = up_to(1.0);

/// Returns a kind of action that is not always legal.
pub const fn one_of(name: &'static str, about: &'static str) -> ActionKind {
    ActionKind { name, about, always: false }
}

/// Returns a kind of action that is legal at every decision of its point.
pub const fn always(name: &'static str, about: &'static str) -> ActionKind {
    ActionKind { name, about, always: true }
}
