//! Turns and games in which nobody is asked: policies folded into tables, and many turns rolled at
//! once. Tests compare it with the loop that asks at each decision.

mod contexts;
mod games;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_avx512;
mod machine;
mod tally;
mod turns;

pub use contexts::Alike;
pub use games::Matches;
pub use lanes::Isa;
pub use turns::Turns;
