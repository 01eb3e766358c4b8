//! Cards as sets: a deck is a mask, and drawing from it is choosing one of its bits.
//!
//! A shuffled deck whose order nobody has seen and a set from which each draw is uniform are the
//! same thing, so no order is ever stored and none can leak.

pub(crate) use crate::game::bits::each;

/// A set of Bulls: bit i is Bull i, in the order of their points.
pub(crate) type Bulls = u32;

/// A set of Golden Buckles: bit i is Buckle i of the edition.
pub(crate) type Buckles = u16;

/// A set of Riders: bit i is Rider i of the edition.
pub(crate) type Riders = u32;
