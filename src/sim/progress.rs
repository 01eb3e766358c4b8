//! How far a run is, for people who wait for it.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is known of a run under way.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Units counted so far.
    pub done: u64,
    /// Units asked for.
    pub total: u64,
    /// Time since the run began.
    pub elapsed: Duration,
    /// The running estimate, in one short line.
    pub headline: &'a str,
    /// Whether the run has been asked to stop.
    pub stopping: bool,
}

/// Somebody who wants to see how far a run is.
pub trait Watch: Sync {
    /// Called now and then, by one thread at a time.
    fn show(&self, progress: &Progress<'_>);

    /// Called once when the run is over.
    fn end(&self) {}

    /// The time between two calls of [`Self::show`], at least.
    fn interval(&self) -> Duration {
        Duration::from_millis(200)
    }
}

/// A progress bar on stderr that appears once a run has taken a second and is gone when it ends.
#[derive(Debug)]
pub struct Bar {
    units: &'static str,
    drawn: OnceLock<ProgressBar>,
}

impl Bar {
    /// The bar of a run of `units` ("games", say), where it makes sense: stderr is a terminal.
    #[must_use]
    pub fn on_terminal(units: &'static str) -> Option<Self> {
        io::stderr().is_terminal().then(|| Self { units, drawn: OnceLock::new() })
    }
}

impl Watch for Bar {
    fn show(&self, progress: &Progress<'_>) {
        if progress.elapsed < Duration::from_secs(1) && self.drawn.get().is_none() {
            return;
        }
        let bar = self.drawn.get_or_init(|| {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let style = ProgressStyle::with_template("{bar:16} {wide_msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(progress.total), target).with_style(style)
        });
        bar.set_message(describe(progress, self.units));
        bar.set_position(progress.done);
    }

    fn end(&self) {
        if let Some(bar) = self.drawn.get() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.end();
    }
}

/// `12.3M of 100M games, 4.10M/s, 22 s left: bank-300 53.1 %`; where they take long, `3 of 20 games,
/// 12 s each, 3 min 24 s left`, and before the first of them `0 of 20 games, for 8 s`.
fn describe(progress: &Progress<'_>, units: &str) -> String {
    let &Progress { done, total, elapsed, headline, stopping } = progress;
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let rate = done as f64 / seconds;
    let pace = match done {
        0 => format!("for {}", duration(seconds)),
        _ if rate < 0.5 => format!("{} each", duration(1.0 / rate)),
        _ => format!("{}/s", short(rate)),
    };
    let left = match done {
        _ if stopping => ", stopping".to_owned(),
        0 => String::new(),
        _ => format!(", {} left", duration(total.saturating_sub(done) as f64 / rate)),
    };
    let colon = if headline.is_empty() { "" } else { ": " };
    let of = format!("{} of {} {units}", short(done as f64), short(total as f64));
    format!("{of}, {pace}{left}{colon}{headline}")
}

/// A number in three digits or so, as counts are typed: `950`, `1.25k`, `12.3M`, `100G`.
#[must_use]
pub fn short(number: f64) -> String {
    const SUFFIXES: [&str; 5] = ["", "k", "M", "G", "T"];
    let (mut scaled, mut power) = (number, 0);
    // 999.5 would round to a fourth digit.
    while scaled >= 999.5 && power + 1 < SUFFIXES.len() {
        scaled /= 1000.0;
        power += 1;
    }
    let digits = match scaled {
        _ if scaled.fract() == 0.0 || scaled >= 99.95 => 0,
        _ if scaled >= 9.995 => 1,
        _ => 2,
    };
    format!("{scaled:.digits$}{}", SUFFIXES[power])
}

/// A time in seconds as people say it: `8 s`, `2 min 5 s`, `3 h 20 min`, `4 days`.
#[must_use]
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() {
        return "ages".to_owned();
    }
    let whole = seconds.round();
    let part = |unit: f64| (whole / unit).floor();
    match whole {
        _ if whole < 60.0 => format!("{whole} s"),
        _ if whole < 3600.0 => format!("{} min {} s", part(60.0), whole % 60.0),
        _ if whole < 172_800.0 => format!("{} h {} min", part(3600.0), part(60.0) % 60.0),
        _ => format!("{} days", part(86_400.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
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
    }

    #[test]
    fn times_are_said_as_people_say_them() {
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
    fn a_line_of_progress_names_everything() {
        let mut progress = Progress {
            done: 12_300_000,
            total: 100_000_000,
            elapsed: Duration::from_secs(3),
            headline: "hold-at 53.1 %",
            stopping: false,
        };
        assert_eq!(
            describe(&progress, "games"),
            "12.3M of 100M games, 4.10M/s, 21 s left: hold-at 53.1 %"
        );
        progress.stopping = true;
        progress.headline = "";
        assert_eq!(describe(&progress, "games"), "12.3M of 100M games, 4.10M/s, stopping");
        let slow = Progress { done: 3, total: 20, elapsed: Duration::from_secs(36), ..progress };
        let slow = Progress { stopping: false, ..slow };
        assert_eq!(describe(&slow, "games"), "3 of 20 games, 12 s each, 3 min 24 s left");
        let first = Progress { done: 0, ..slow };
        assert_eq!(describe(&first, "games"), "0 of 20 games, for 36 s");
    }
}
