//! Sets of cards as bit masks; a draw chooses a bit.
//!
//! A shuffled deck in unknown order has the same distribution as uniform draws from a set. So no
//! order is stored, and none can leak.

pub(crate) use crate::game::bits::each;

/// A set of Bulls: bit i is Bull i, in the order of their points.
pub(crate) type Bulls = u32;

/// A set of Golden Buckles: bit i is Buckle i of the edition.
pub(crate) type Buckles = u16;

/// A set of Riders: bit i is Rider i of the edition.
pub(crate) type Riders = u32;
