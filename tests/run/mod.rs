//! From a request to tables: stopping, checkpoints, policies by name.

mod benchmark;
mod stop_rule;
