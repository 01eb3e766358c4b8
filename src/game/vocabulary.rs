//! What policies may name: decision points, features, kinds of action, functions and rules.
//!
//! At run time a decision has a value for each feature, and a list of legal actions in one documented
//! order.
//!
//! All numbers are 64-bit floats in natural units: whole where they count, probabilities from 0 to
//! 1, points and dollars as they are. A game computes them with `+ - * /` and `sqrt` only, so that
//! a decision is the same on every machine, and none is infinite, NaN or −0.

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
    /// Whether a value is one of these.
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

/// The whole part of a number, as far as an `i64` holds it: what a function takes of an argument
/// that counts or numbers something.
#[inline]
pub const fn whole(number: f64) -> i64 {
    number as i64
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
    /// The feature of the action on which alone this one depends, beside the position, if there is one: an
    /// integer with few values. Policies then compute once for each of its values what depends on it alone.
    pub key: Option<&'static str>,
}

/// What a function takes: a number.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// What it is called in documentation.
    pub name: &'static str,
    /// The values that mean something; never [`Kind::Truth`]. For others the function gives 0.
    pub kind: Kind,
}

/// A function of numbers that a game publishes to expressions.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name used in expressions.
    pub name: &'static str,
    /// What it takes.
    pub parameters: &'static [Argument],
    /// The type and range of its value; 0 (false) is always possible.
    pub kind: Kind,
    /// The unit of the value.
    pub unit: &'static str,
    /// What it gives, as one sentence.
    pub about: &'static str,
}

impl Function {
    /// How it is called: `place_chance(horse, place)`.
    pub fn usage(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        format!("{}({})", self.name, names.join(", "))
    }
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
    /// The features of the state.
    pub state: &'static [Feature],
    /// The features of an action, for `only` and `prefer`. Beside them every kind of action is one, a truth
    /// value called `is_` and its name.
    pub action: &'static [Feature],
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
}

/// Truth values.
pub const TRUTH: Kind = Kind::Truth;

/// Whole numbers from 0 to `max`.
pub const fn to(max: i64) -> Kind {
    Kind::Integer { min: 0, max }
}

/// Numbers from 0 to `max`.
pub const fn up_to(max: f64) -> Kind {
    Kind::Real { min: 0.0, max }
}

/// Probabilities.
pub const CHANCE: Kind = up_to(1.0);

/// A kind of action that is not always legal.
pub const fn one_of(name: &'static str, about: &'static str) -> ActionKind {
    ActionKind { name, about, always: false }
}

/// A kind of action that is legal at every decision of its point.
pub const fn always(name: &'static str, about: &'static str) -> ActionKind {
    ActionKind { name, about, always: true }
}
