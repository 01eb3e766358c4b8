//! Random streams, the runner, seating.
