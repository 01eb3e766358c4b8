//! Fast simulation of turns and games: policies are folded into tables, and many turns run in
//! lockstep. Tests compare it with the game loop, which evaluates the policy at each decision.

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
