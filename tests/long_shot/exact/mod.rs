//! Long Shot by its exact values: the race that nobody pushes, and the chances of places.

mod chances;
mod unpushed;
