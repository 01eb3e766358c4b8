//! From a request to tables: stopping, checkpoints, policies by name.
