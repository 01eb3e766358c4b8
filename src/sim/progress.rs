//! Progress of a run: the interface for observers, and the progress bar on stderr.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A snapshot of a running simulation.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The number of units counted so far.
    pub done: u64,
    /// The number of units requested.
    pub total: u64,
    /// Time since the run began.
    pub elapsed: Duration,
    /// The running estimate, in one short line.
    pub headline: &'a str,
    /// Whether the run has been asked to stop.
    pub stopping: bool,
}

/// An observer of the progress of a run.
pub trait Watch: Sync {
    /// Called at intervals, by one thread at a time.
    fn show(&self, progress: &Progress<'_>);

    /// Called once when the run is over.
    fn end(&self) {}

    /// The minimum time between two calls of [`Self::show`].
    fn interval(&self) -> Duration {
        Duration::from_millis(200)
    }
}

/// The window over which the rate is measured. A slow start or a different first phase then affects
/// the rate for this time only.
const WINDOW: Duration = Duration::from_secs(10);

/// The width of the bar, in columns.
const BAR: usize = 16;

/// A progress bar on stderr; it appears after one second and is cleared when the run ends.
#[derive(Debug)]
pub struct Bar {
    units: &'static str,
    drawn: OnceLock<ProgressBar>,
    pace: Mutex<Pace>,
}

/// The times and unit counts of the updates within `WINDOW`.
#[derive(Debug, Default)]
pub struct Pace(VecDeque<(Duration, u64)>);

impl Pace {
    /// Returns the rate in units per second over the last `WINDOW`, or over a longer time if no
    /// unit was completed in it.
    pub fn rate(&mut self, now: Duration, done: u64) -> f64 {
        let Self(seen) = self;
        // A new run has begun.
        if seen.back().is_some_and(|&(then, had)| now < then || done < had) {
            seen.clear();
        }
        seen.push_back((now, done));
        while seen.get(1).is_some_and(|&(then, had)| now - then >= WINDOW && had < done) {
            seen.pop_front();
        }
        // Without two different counts, the rate is the mean since the start.
        let first = seen[0];
        let (then, had) = if first.1 < done { first } else { (Duration::ZERO, 0) };
        let seconds = (now.saturating_sub(then)).as_secs_f64().max(1e-9);
        done.saturating_sub(had) as f64 / seconds
    }
}

impl Bar {
    /// Creates a bar for a run of `units` (such as "games"); `None` unless stderr is a terminal.
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

/// Formats a line of progress: `12.3M of 100M games, 4.10M/s, 22 s left: bank-300 53.1 %`; for slow
/// units `3 of 20 games, 12 s each, 3 min 24 s left`; before the first unit `0 of 20 games, 8 s so
/// far`. If the line is longer than `room` columns, the rate is left out; if that is not enough,
/// the estimate instead.
pub fn describe(progress: &Progress<'_>, rate: f64, units: &str, room: usize) -> String {
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
    // There is no estimate before the first unit.
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

/// Formats a number with about three digits and a suffix: `950`, `1.25k`, `12.3M`, `100G`.
pub fn short(number: f64) -> String {
    const SUFFIXES: [&str; 5] = ["", "k", "M", "G", "T"];
    let (mut scaled, mut power) = (number, 0);
    // 999.5 would round to four digits.
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

/// Formats a time given in seconds: `8 s`, `2 min 5 s`, `3 h 20 min`, `4 days`.
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
