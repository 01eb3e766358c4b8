//! Estimates and intervals, held to published values and to plain accounts.
