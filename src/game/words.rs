//! How games write their features and kinds of action down.

use super::{ActionKind, Feature, Kind};

/// Truth values of features.
pub(crate) const TRUTH: Kind = Kind::Truth;

/// Whole numbers from 0 to `max`.
pub(crate) const fn to(max: i64) -> Kind {
    Kind::Integer { min: 0, max }
}

/// Numbers from 0 to `max`.
pub(crate) const fn up_to(max: f64) -> Kind {
    Kind::Real { min: 0.0, max }
}

/// Probabilities.
pub(crate) const CHANCE: Kind = up_to(1.0);

/// A feature.
pub(crate) const fn feature(
    name: &'static str,
    kind: Kind,
    unit: &'static str,
    about: &'static str,
) -> Feature {
    Feature { name, kind, unit, about }
}

/// A kind of action that is not always legal.
pub(crate) const fn one_of(name: &'static str, about: &'static str) -> ActionKind {
    ActionKind { name, about, always: false }
}

/// A kind of action that is legal at every decision of its point.
pub(crate) const fn always(name: &'static str, about: &'static str) -> ActionKind {
    ActionKind { name, about, always: true }
}

/// Writes down a list of features once: as an enum whose numbers are their places, and as the
/// list that a vocabulary publishes.
macro_rules! features {
    ($(#[$attr:meta])* $enum:ident, $list:ident:
     $($id:ident $name:literal $kind:expr, $unit:literal, $about:literal;)*) => {
        $(#[$attr])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum $enum {
            $(#[doc = $about] $id,)*
        }

        impl $enum {
            /// All of them, in the order of their places.
            pub const ALL: &[Self] = &[$(Self::$id,)*];
        }

        const $list: &[crate::game::Feature] = &[$(crate::game::Feature {
            name: $name, kind: $kind, unit: $unit, about: $about,
        },)*];
    };
}

pub(crate) use features;
