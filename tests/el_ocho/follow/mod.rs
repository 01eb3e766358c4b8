//! El Ocho against its plain engine with common random numbers, and every fast path against the
//! game loop.

mod games;
mod runs;
mod turns;
