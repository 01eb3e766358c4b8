//! How far a run is, for people who wait for it.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, OnceLock, PoisonError};
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

/// The pace is that of so long a while: a run that begins slowly, or has a first phase of another
/// kind, does not tell its pace wrongly for the rest of it.
const WINDOW: Duration = Duration::from_secs(10);

/// The columns of the bar itself.
const BAR: usize = 16;

/// A progress bar on stderr that appears once a run has taken a second and is gone when it ends.
#[derive(Debug)]
pub struct Bar {
    units: &'static str,
    drawn: OnceLock<ProgressBar>,
    pace: Mutex<Pace>,
}

/// How many units were done when, in the last while.
#[derive(Debug, Default)]
struct Pace(VecDeque<(Duration, u64)>);

impl Pace {
    /// Units a second in the last while, up to `now`; over a longer one where nothing was done in it.
    fn rate(&mut self, now: Duration, done: u64) -> f64 {
        let Self(seen) = self;
        // Another run has begun.
        if seen.back().is_some_and(|&(then, had)| now < then || done < had) {
            seen.clear();
        }
        seen.push_back((now, done));
        while seen.get(1).is_some_and(|&(then, had)| now - then >= WINDOW && had < done) {
            seen.pop_front();
        }
        // Before two looks differ, the pace is that since the beginning.
        let first = seen[0];
        let (then, had) = if first.1 < done { first } else { (Duration::ZERO, 0) };
        let seconds = (now.saturating_sub(then)).as_secs_f64().max(1e-9);
        done.saturating_sub(had) as f64 / seconds
    }
}

impl Bar {
    /// The bar of a run of `units` ("games", say), where it makes sense: stderr is a terminal.
    pub fn on_terminal(units: &'static str) -> Option<Self> {
        io::stderr().is_terminal().then(|| Self {
            units,
            drawn: OnceLock::new(),
            pace: Mutex::default(),
        })
    }
}

impl Watch for Bar {
    fn show(&self, progress: &Progress<'_>) {
        let rate = {
            let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
            pace.rate(progress.elapsed, progress.done)
        };
        if progress.elapsed < Duration::from_secs(1) && self.drawn.get().is_none() {
            return;
        }
        let bar = self.drawn.get_or_init(|| {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let style = ProgressStyle::with_template(&format!("{{bar:{BAR}}} {{wide_msg}}"))
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(progress.total), target).with_style(style)
        });
        bar.set_length(progress.total);
        let width = terminal_size::terminal_size_of(io::stderr());
        let room = width.map_or(usize::MAX, |(terminal_size::Width(width), _)| {
            usize::from(width).saturating_sub(BAR + 2)
        });
        bar.set_message(describe(progress, rate, self.units, room));
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
/// 12 s each, 3 min 24 s left`, and before the first of them `0 of 20 games, 8 s so far`. Where that
/// is longer than `room`, the pace goes first, then the estimate.
fn describe(progress: &Progress<'_>, rate: f64, units: &str, room: usize) -> String {
    let &Progress { done, total, elapsed, headline, stopping } = progress;
    let pace = match done {
        0 => format!(", {} so far", duration(elapsed.as_secs_f64())),
        _ if rate < 0.5 => format!(", {} each", duration(1.0 / rate)),
        _ => format!(", {}/s", short(rate)),
    };
    let left = match done {
        _ if stopping => ", stopping".to_owned(),
        0 => String::new(),
        _ => format!(", {} left", duration(total.saturating_sub(done) as f64 / rate)),
    };
    // Nothing is estimated before the first unit.
    let estimate = match headline {
        "" => String::new(),
        _ if done == 0 => String::new(),
        headline => format!(": {headline}"),
    };
    let of = format!("{} of {} {units}", short(done as f64), short(total as f64));
    let forms = [format!("{of}{pace}{left}{estimate}"), format!("{of}{left}{estimate}")];
    let fits = |form: &String| form.chars().count() <= room;
    forms.into_iter().find(fits).unwrap_or_else(|| format!("{of}{pace}{left}"))
}

/// A number in three digits or so, as counts are typed: `950`, `1.25k`, `12.3M`, `100G`.
pub(crate) fn short(number: f64) -> String {
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
pub(crate) fn duration(seconds: f64) -> String {
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
    fn a_run_after_another_has_a_pace_of_its_own() {
        let mut pace = Pace::default();
        pace.rate(Duration::from_secs(60), 6000);
        assert_eq!(pace.rate(Duration::from_secs(2), 10), 5.0);
    }

    #[test]
    fn the_pace_is_that_of_the_last_while() {
        let mut pace = Pace::default();
        let mut at = |second: u64, done: u64| pace.rate(Duration::from_secs(second), done);
        assert_eq!(at(2, 20), 10.0);
        assert_eq!(at(4, 20), 5.0);
        // Ten times as fast from the fourth second on; the slow start is forgotten.
        for second in 5..20 {
            at(second, 20 + 100 * (second - 4));
        }
        assert_eq!(at(20, 1620), 100.0);
        // Nothing for a long while: the last that happened counts.
        assert_eq!(at(50, 1620), 100.0 / 31.0);
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
            describe(&progress, 4.1e6, "games", 55),
            "12.3M of 100M games, 4.10M/s, 21 s left: hold-at 53.1 %"
        );
        for room in [54, 46] {
            let short = "12.3M of 100M games, 21 s left: hold-at 53.1 %";
            assert_eq!(describe(&progress, 4.1e6, "games", room), short);
        }
        let shortest = "12.3M of 100M games, 4.10M/s, 21 s left";
        assert_eq!(describe(&progress, 4.1e6, "games", 45), shortest);
        progress.stopping = true;
        progress.headline = "";
        let all = usize::MAX;
        let stopping = describe(&progress, 4.1e6, "games", all);
        assert_eq!(stopping, "12.3M of 100M games, 4.10M/s, stopping");
        let slow = Progress { done: 3, total: 20, elapsed: Duration::from_secs(36), ..progress };
        let slow = Progress { stopping: false, ..slow };
        assert_eq!(
            describe(&slow, 1.0 / 12.0, "games", all),
            "3 of 20 games, 12 s each, 3 min 24 s left"
        );
        let first = Progress { done: 0, headline: "hold-at 0.0 %", ..slow };
        assert_eq!(describe(&first, 0.0, "games", all), "0 of 20 games, 36 s so far");
    }
}
