//! Where a game stands.

/// The most players at a table (LS-1).
pub const MAX_PLAYERS: usize = 8;
