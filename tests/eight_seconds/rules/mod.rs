//! Every rule of 8 Seconds by its id, in hand-written turns that the engine plays and the plain
//! engine checks, so that expectations hold for both.
//!
//! Dice are written as letters in the order of the game's dice: yellow, yellow, green, green, blue,
//! blue, red, red.

mod buckles;
mod clown_out;
mod ends;
mod riders;
mod scene;
mod turn;
mod vegas;
