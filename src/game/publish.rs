//! What a game publishes to policies: names with their meanings and values, declared in one place.

use std::any::TypeId;
use std::sync::{PoisonError, RwLock};

use super::contract::Game;
use super::decision::Decision;
use super::vocabulary::{self, ActionKind, Argument, DecisionPoint, Feature, Kind, Vocabulary};

/// The decision points of a game with their features, and its functions.
///
/// ```
/// use pushluck::contract::{StateFeature, to};
/// use pushluck::games::str8_eight::engine::Str8Eight;
///
/// // A single feature,
/// const DISCARDS: StateFeature<Str8Eight> =
///     StateFeature::new("discards", to(80), "cards", "Cards in the discard pile.", |it, _| {
///         it.state.discards().len() as f64
///     });
///
/// // or a list of features.
/// pushluck::features! {
///     STATE: StateFeature<Str8Eight>;
///     "discards" to(80), "cards", "Cards in the discard pile." => |it| it.state.discards().len();
///     "turns" to(100_000), "turns", "Turns before this one." => |it| it.state.turn;
/// }
/// assert_eq!(STATE[0].words.name, DISCARDS.words.name);
/// ```
pub trait Publish: Game {
    /// The game's name on the command line and in policy files (`el-ocho`).
    const NAME: &'static str;

    /// The decision points; [`Next::Decide`](super::contract::Next::Decide) gives an index into
    /// this list.
    const POINTS: &'static [Point<Self>];

    /// A cache for values that several features of a decision share, filled on first use (for
    /// example, in a `OnceCell`); `()` if there are none.
    type Sight: Default;

    /// The functions that expressions may call at any decision point.
    const FUNCTIONS: &'static [Function<Self>] = &[];
}

/// Declares a type that pairs documentation with a function for the value.
macro_rules! declared {
    ($(#[$attr:meta])* $name:ident: $words:ty, ($($of:ty),*)) => {
        $(#[$attr])*
        #[allow(missing_debug_implementations)] // the shared part may have none
        pub struct $name<G: Publish> {
            /// The documentation: name, kind, unit and meaning.
            pub words: $words,
            /// Returns the value for the seat that decides.
            pub value: fn(&Decision<'_, G>, &G::Sight $(, $of)*) -> f64,
        }

        impl<G: Publish> Clone for $name<G> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<G: Publish> Copy for $name<G> {}
    };
}

declared! {
    /// A feature of the state.
    StateFeature: Feature, ()
}

declared! {
    /// A feature of an action.
    ActionFeature: Feature, (G::Action)
}

declared! {
    /// A function of numbers. It must not panic for any arguments.
    Function: vocabulary::Function, (&[f64])
}

impl<G: Publish> StateFeature<G> {
    /// Returns a feature with its name in snake case, its values, their unit (`yes/no` for truth
    /// values), its meaning at the moment of the decision as one sentence, and its value.
    pub const fn new(
        name: &'static str,
        kind: Kind,
        unit: &'static str,
        about: &'static str,
        value: fn(&Decision<'_, G>, &G::Sight) -> f64,
    ) -> Self {
        Self { words: Feature { name, kind, unit, about, key: None }, value }
    }
}

impl<G: Publish> ActionFeature<G> {
    /// Returns a feature of an action, as [`StateFeature::new`] does of the state.
    pub const fn new(
        name: &'static str,
        kind: Kind,
        unit: &'static str,
        about: &'static str,
        value: fn(&Decision<'_, G>, &G::Sight, G::Action) -> f64,
    ) -> Self {
        Self { words: Feature { name, kind, unit, about, key: None }, value }
    }

    /// Declares that this feature depends only on the feature `key` of the action: see
    /// [`Feature::key`].
    #[must_use]
    pub const fn keyed(mut self, key: &'static str) -> Self {
        self.words.key = Some(key);
        self
    }
}

impl<G: Publish> Function<G> {
    /// Returns a function with its parameters; the rest is as in [`StateFeature::new`].
    pub const fn new(
        name: &'static str,
        parameters: &'static [Argument],
        kind: Kind,
        unit: &'static str,
        about: &'static str,
        value: fn(&Decision<'_, G>, &G::Sight, &[f64]) -> f64,
    ) -> Self {
        Self { words: vocabulary::Function { name, parameters, kind, unit, about }, value }
    }
}

/// A kind of decision in a game.
#[allow(missing_debug_implementations)] // features have none
pub struct Point<G: Publish> {
    /// The name of the rule tables in policy files (`[[keep]]`).
    pub name: &'static str,
    /// The choice to be made, as one sentence.
    pub about: &'static str,
    /// The names that `choose` may use; [`Game::kind`] returns an index into this list.
    pub actions: &'static [ActionKind],
    /// The documented order of the legal actions.
    pub order: &'static str,
    /// A description of [`default`](Self::default) for readers.
    pub default_about: &'static str,
    /// Returns the action if no rule of a policy decides.
    pub default: fn(&Decision<'_, G>) -> G::Action,
    /// The features of the state.
    pub state: &'static [StateFeature<G>],
    /// The features of an action.
    pub action: &'static [ActionFeature<G>],
}

/// Joins several lists; `N` is the sum of their lengths.
///
/// # Panics
///
/// Panics if `N` is another number or the first list is empty.
#[must_use]
pub const fn join<T: Copy, const N: usize>(lists: &[&[T]]) -> [T; N] {
    let mut joined = [lists[0][0]; N];
    let (mut count, mut list) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            joined[count] = lists[list][place];
            (count, place) = (count + 1, place + 1);
        }
        list += 1;
    }
    assert!(count == N, "the sum of the lengths");
    joined
}

/// Returns the documentation of everything that a game publishes, for code that is not generic over
/// the game.
#[must_use]
pub fn vocabulary<G: Publish>() -> &'static Vocabulary {
    static KNOWN: RwLock<Vec<(TypeId, &'static Vocabulary)>> = RwLock::new(Vec::new());
    let of = TypeId::of::<G>();
    let known = |all: &[(TypeId, &'static Vocabulary)]| {
        all.iter().find(|(game, _)| *game == of).map(|(_, vocabulary)| *vocabulary)
    };
    if let Some(vocabulary) = known(&KNOWN.read().unwrap_or_else(PoisonError::into_inner)) {
        return vocabulary;
    }
    let mut all = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known(&all).unwrap_or_else(|| {
        let made: &Vocabulary = Box::leak(Box::new(words_of::<G>()));
        all.push((of, made));
        made
    })
}

fn words_of<G: Publish>() -> Vocabulary {
    let points = G::POINTS.iter().map(|point| {
        let &Point { name, about, actions, order, default_about, .. } = point;
        let state = point.state.iter().map(|feature| feature.words).collect::<Vec<_>>().leak();
        let action = point.action.iter().map(|feature| feature.words).collect::<Vec<_>>().leak();
        DecisionPoint { name, about, actions, order, default: default_about, state, action }
    });
    let functions = G::FUNCTIONS.iter().map(|function| function.words);
    Vocabulary {
        game: G::NAME,
        points: points.collect::<Vec<_>>().leak(),
        functions: functions.collect::<Vec<_>>().leak(),
    }
}

impl<G: Publish> Decision<'_, G> {
    /// Returns the decision point.
    #[inline]
    pub(crate) fn published(&self) -> &'static Point<G> {
        &G::POINTS[usize::from(self.point)]
    }

    /// Returns the default action, taken if no rule of a policy decides.
    #[inline]
    #[must_use]
    pub fn default_action(&self) -> G::Action {
        (self.published().default)(self)
    }

    /// Returns the value of a feature of the state by its name.
    ///
    /// # Panics
    ///
    /// Panics if the decision point has no such feature.
    #[must_use]
    pub fn feature(&self, name: &str) -> f64 {
        let known = self.published().state.iter().find(|feature| feature.words.name == name);
        (known.expect(name).value)(self, &G::Sight::default())
    }

    /// Returns the value of a feature of an action by its name.
    ///
    /// # Panics
    ///
    /// Panics if the decision point has no such feature.
    #[must_use]
    pub fn action_feature(&self, action: G::Action, name: &str) -> f64 {
        let known = self.published().action.iter().find(|feature| feature.words.name == name);
        (known.expect(name).value)(self, &G::Sight::default(), action)
    }

    /// Returns the value of a function by its name.
    ///
    /// # Panics
    ///
    /// Panics if the game has no such function.
    #[must_use]
    pub fn function(&self, name: &str, args: &[f64]) -> f64 {
        let known = G::FUNCTIONS.iter().find(|function| function.words.name == name);
        (known.expect(name).value)(self, &G::Sight::default(), args)
    }
}

/// A type of values for [`features!`](crate::features).
pub trait Number {
    /// Returns the value as a number: 1 or 0 for a truth value, 0 for `None`.
    fn number(self) -> f64;
}

macro_rules! numbers {
    ($($type:ty)*) => {
        $(impl Number for $type {
            #[inline(always)]
            fn number(self) -> f64 {
                self as f64
            }
        })*
    };
}

numbers!(i8 i16 i32 i64 u8 u16 u32 u64 usize f32 f64);

impl Number for bool {
    #[inline(always)]
    fn number(self) -> f64 {
        self.into()
    }
}

impl<N: Number> Number for Option<N> {
    #[inline(always)]
    fn number(self) -> f64 {
        self.map_or(0.0, Number::number)
    }
}

#[doc(hidden)]
#[inline(always)]
pub fn value_of<V, N: Number>(view: V, value: impl FnOnce(&V) -> N) -> f64 {
    value(&view).number()
}

/// Declares a list of features or functions, each with its documentation and its value.
///
/// `NAME: StateFeature<Game>;` begins a list of
/// [`StateFeature`](crate::game::publish::StateFeature)s. A value is a closure of one argument: the
/// decision; for an [`ActionFeature`](crate::game::publish::ActionFeature) the pair of decision and
/// action; for a [`Function`](crate::game::publish::Function) the pair of decision and arguments.
/// It returns a [`Number`](crate::game::publish::Number). An `Option` is a number too, so `?` may
/// end the closure with `None`, which is 0. `by` names a function that maps the decision and the
/// [`Sight`](crate::game::publish::Publish::Sight) (and the action or arguments) to another
/// argument for the closures. `key` names the feature of the action that determines all features of
/// the list: see [`Feature::key`](crate::game::Feature::key). Without a name before `:` each
/// feature becomes a constant.
///
/// ```text
/// STATE: StateFeature<Game>;
/// "name" kind, "unit", "Its meaning." => |it| value;
///
/// OF_ACTION: ActionFeature<Game> by view, key "horse";
/// "name" kind, "unit", "Its meaning." => |view| value;
///
/// FUNCTIONS: Function<Game>;
/// "name"(PARAMETER, PARAMETER) kind, "unit", "Its meaning." => |(it, args)| value;
///
/// ActionFeature<Game>;
/// NAME: "name" kind, "unit", "Its meaning." => |(it, action)| value;
/// ```
#[macro_export]
macro_rules! features {
    (@StateFeature () $it:pat_param, $value:expr) => {
        |decision, _| $crate::contract::value_of(decision, |$it| $value)
    };
    (@StateFeature ($view:path) $it:pat_param, $value:expr) => {
        |decision, sight| $crate::contract::value_of($view(decision, sight), |$it| $value)
    };
    (@$of:ident () $it:pat_param, $value:expr) => {
        |decision, _, of| $crate::contract::value_of((decision, of), |$it| $value)
    };
    (@$of:ident ($view:path) $it:pat_param, $value:expr) => {
        |decision, sight, of| $crate::contract::value_of($view(decision, sight, of), |$it| $value)
    };
    (@list $($attr:meta)*, $vis:vis $list:ident: $of:ident<$game:ty> $view:tt;
     $($name:literal ($($of_it:expr),*) $kind:expr, $unit:literal, $about:literal =>
        |$it:pat_param| $value:expr;)*) => {
        $(#[$attr])*
        $vis const $list: &[$crate::contract::$of<$game>] = &[$(
            $crate::contract::$of::<$game>::new(
                $name, $($of_it,)* $kind, $unit, $about, $crate::contract::features!(@$of $view $it, $value),
            ),
        )*];
    };
    (@each $of:ident<$game:ty> $view:tt; $($vis:vis $id:ident: $name:literal $kind:expr, $unit:literal,
        $about:literal => |$it:pat_param| $value:expr;)*) => {
        $($vis const $id: $crate::contract::$of<$game> = $crate::contract::$of::<$game>::new(
            $name, $kind, $unit, $about, $crate::contract::features!(@$of $view $it, $value),
        );)*
    };
    ($(#[$attr:meta])* $vis:vis $list:ident: ActionFeature<$game:ty> by $view:path, key $key:literal;
     $($name:literal $kind:expr, $unit:literal, $about:literal => |$it:pat_param| $value:expr;)*) => {
        $(#[$attr])*
        $vis const $list: &[$crate::contract::ActionFeature<$game>] = &[$(
            $crate::contract::ActionFeature::<$game>::new(
                $name, $kind, $unit, $about,
                $crate::contract::features!(@ActionFeature ($view) $it, $value),
            ).keyed($key),
        )*];
    };
    ($of:ident<$game:ty> $(by $view:path)?; $($rest:tt)*) => {
        $crate::contract::features! { @each $of<$game> ($($view)?); $($rest)* }
    };
    ($(#[$attr:meta])* $vis:vis $list:ident: Function<$game:ty> $(by $view:path)?;
     $($name:literal($($parameter:expr),*) $kind:expr, $unit:literal, $about:literal =>
        |$it:pat_param| $value:expr;)*) => {
        $crate::contract::features! {
            @list $($attr)*, $vis $list: Function<$game> ($($view)?);
            $($name (&[$($parameter),*]) $kind, $unit, $about => |$it| $value;)*
        }
    };
    ($(#[$attr:meta])* $vis:vis $list:ident: $of:ident<$game:ty> $(by $view:path)?;
     $($name:literal $kind:expr, $unit:literal, $about:literal =>
        |$it:pat_param| $value:expr;)*) => {
        $crate::contract::features! {
            @list $($attr)*, $vis $list: $of<$game> ($($view)?);
            $($name () $kind, $unit, $about => |$it| $value;)*
        }
    };
}

pub use features;
