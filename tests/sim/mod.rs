//! Tests of random streams, the runner, seating, and the line of progress.

mod random;
mod runner;
mod seating;

use std::time::Duration;

use pushluck::sim::progress::{Pace, Progress, describe, duration, short};

#[test]
fn numbers_and_times_are_short() {
    for (number, text) in [
        (0.0, "0"),
        (7.0, "7"),
        (999.0, "999"),
        (999.7, "1.00k"),
        (1000.0, "1k"),
        (1250.0, "1.25k"),
        (12_345.0, "12.3k"),
        (99_990.0, "100k"),
        (1e6, "1M"),
        (4_104_000.0, "4.10M"),
        (1e15, "1000T"),
    ] {
        assert_eq!(short(number), text);
    }
    for (seconds, text) in [
        (0.2, "0 s"),
        (59.4, "59 s"),
        (59.9, "1 min 0 s"),
        (125.0, "2 min 5 s"),
        (12_000.0, "3 h 20 min"),
        (345_600.0, "4 days"),
        (f64::INFINITY, "ages"),
    ] {
        assert_eq!(duration(seconds), text);
    }
}

#[test]
fn the_rate_is_measured_over_the_last_window() {
    let mut pace = Pace::default();
    let mut at = |second: u64, done: u64| pace.rate(Duration::from_secs(second), done);
    assert_eq!(at(2, 20), 10.0);
    assert_eq!(at(4, 20), 5.0);
    // Ten times as fast from the fourth second on; the slow start leaves the window.
    for second in 5..20 {
        at(second, 20 + 100 * (second - 4));
    }
    assert_eq!(at(20, 1620), 100.0);
    // No unit for longer than the window: the window extends to the last completed unit.
    assert_eq!(at(50, 1620), 100.0 / 31.0);
    // A new run resets the rate.
    assert_eq!(at(2, 10), 5.0);
}

#[test]
fn a_line_of_progress_shows_as_much_as_fits() {
    let progress = Progress {
        done: 12_300_000,
        total: 100_000_000,
        elapsed: Duration::from_secs(3),
        headline: "hold-at 53.1 %",
        stopping: false,
    };
    for (room, line) in [
        (55, "12.3M of 100M games, 4.10M/s, 21 s left: hold-at 53.1 %"),
        (54, "12.3M of 100M games, 21 s left: hold-at 53.1 %"),
        (46, "12.3M of 100M games, 21 s left: hold-at 53.1 %"),
        (45, "12.3M of 100M games, 4.10M/s, 21 s left"),
    ] {
        assert_eq!(describe(&progress, 4.1e6, "games", room), line);
    }
    let stopping = Progress { stopping: true, headline: "", ..progress };
    let slow = Progress { done: 3, total: 20, elapsed: Duration::from_secs(36), ..progress };
    let slow = Progress { headline: "", ..slow };
    let first = Progress { done: 0, headline: "hold-at 0.0 %", ..slow };
    for (progress, rate, line) in [
        (stopping, 4.1e6, "12.3M of 100M games, 4.10M/s, stopping"),
        (slow, 1.0 / 12.0, "3 of 20 games, 12 s each, 3 min 24 s left"),
        (first, 0.0, "0 of 20 games, 36 s so far"),
    ] {
        assert_eq!(describe(&progress, rate, "games", usize::MAX), line);
    }
}
