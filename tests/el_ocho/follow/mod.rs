//! El Ocho by its plain engine on the same luck, and every fast path by the general engine.

mod games;
mod runs;
mod turns;
