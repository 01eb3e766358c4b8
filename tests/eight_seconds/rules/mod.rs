//! Every rule of 8 Seconds by its id, in turns laid down by hand which the engine plays and the plain
//! engine follows, so that what is expected is expected of both.
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
