//! 8 Seconds.

pub(crate) mod common;
mod editions;
mod exact;
mod follow;
mod laws;
mod plain;
mod rules;
#[cfg(target_os = "linux")]
mod runs;
