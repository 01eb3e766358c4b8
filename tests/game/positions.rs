//! Texts of positions: faults, and damaged texts of every game.
