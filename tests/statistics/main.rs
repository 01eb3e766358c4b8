//! Long statistics, at reduced size; `PUSHLUCK_STATISTICS=full` takes the full size.

mod calibration;
mod coverage;
mod false_alarms;
mod paired;
mod strength;
mod worth;
