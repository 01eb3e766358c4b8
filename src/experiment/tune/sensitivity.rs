//! Sensitivity: how a policy changes if one parameter alone takes another value.

use super::super::blocks::{Part, difference};
use super::search::Setting;
use super::{Searched, Tune};
use crate::error::Result;
use crate::report::plot::{Curve, CurvePoint, Series};
use crate::report::schemas::{SENSITIVITY, estimate_cells};
use crate::report::{Align, Grid, Table, Unit, estimate, plain};
use crate::run::leaderboard::counted;
use crate::run::{Conditions, Definition, Warning};
use crate::stats::Estimate;

/// The name of the picture.
pub(super) const PICTURE: &str = "sensitivity.svg";

/// The positions in the range of a parameter at which it is measured, in quarters.
const QUARTERS: i64 = 4;

/// The number of parameters in the picture: those with the largest effects.
const DRAWN: usize = 6;

/// A setting that differs in one parameter.
struct Change {
    /// The index of the parameter.
    parameter: usize,
    steps: i64,
    /// How much better it is, and the same at the level of all changes together.
    gain: Option<Estimate>,
    strict: Option<Estimate>,
}

/// The effects of the parameters of a policy, one at a time.
pub(super) struct Sensitivity {
    /// The setting that is changed.
    of: Setting,
    changes: Vec<Change>,
    blocks: u64,
}

/// Returns the steps to measure, in ascending order, without those of the setting itself.
fn steps(searched: &Searched, own: i64) -> Vec<i64> {
    let (least, most) = searched.reach;
    let mut steps: Vec<i64> =
        (0..=QUARTERS).map(|quarter| least + (most - least) * quarter / QUARTERS).collect();
    steps.dedup();
    steps.retain(|steps| *steps != own);
    steps
}

impl Sensitivity {
    /// Measures the changes of a setting in games with the random numbers of the blocks from `first` on.
    pub(super) fn measure<S: Definition>(
        tune: &Tune<S>,
        of: Setting,
        (first, games): (u64, u64),
        part: Part<'_>,
        conditions: Conditions<'_>,
    ) -> Result<Self> {
        let contest = &tune.contest;
        let mut changes = Vec::new();
        let mut policies = vec![tune.policy(&of)?];
        for (parameter, searched) in tune.searched.iter().enumerate() {
            for steps in steps(searched, of[parameter]) {
                let mut setting = of.clone();
                setting[parameter] = steps;
                policies.push(tune.policy(&setting)?);
                changes.push(Change { parameter, steps, gain: None, strict: None });
            }
        }
        let rotations = contest.rotations();
        let each = rotations * policies.len() as u64;
        let blocks = (games / each).max(1);
        let random = (contest.seed, first..first + blocks);
        let sums = contest.race(&policies, random, Part { each, ..part }, conditions)?;
        let (level, figure) = (contest.level, contest.deciding());
        let strict = level.bonferroni(changes.len() as u64);
        for (change, differences) in changes.iter_mut().zip(&sums.differences[1..]) {
            let at = |level| Some(difference(differences, figure, rotations, level)?.estimate);
            (change.gain, change.strict) = (at(level), at(strict));
        }
        Ok(Self { of, changes, blocks })
    }

    pub(super) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns the number of games.
    pub(super) fn games(&self, rotations: u64) -> u64 {
        self.blocks * rotations * (self.changes.len() as u64 + 1)
    }

    /// Returns what the changes exclude, as a clause: the largest gain that the games do not exclude.
    pub(super) fn excluded<S: Definition>(&self, tune: &Tune<S>) -> Option<String> {
        let highs = self.changes.iter().map(|change| change.strict?.high);
        let highs: Option<Vec<f64>> = highs.collect();
        let gain = highs?.into_iter().reduce(f64::max)?.max(0.0);
        let gain = match tune.unit() {
            Unit::Percent => format!("{:.1} points of win rate", gain * 100.0),
            Unit::Plain => format!("{} points", plain((gain * 100.0).round() / 100.0)),
        };
        let of = counted(self.changes.len() as u64, "change");
        let level = plain(tune.contest.level.confidence() * 100.0);
        Some(format!(
            "none of {of} of one parameter alone gains more than {gain} ({level} %, adjusted for all of them)"
        ))
    }

    /// Returns the best change if the interval of its gain excludes 0 even at the level of all changes
    /// together.
    fn best(&self) -> Option<&Change> {
        let sure =
            |one: &&Change| one.strict.and_then(|strict| strict.low).is_some_and(|low| low > 0.0);
        let gain = |one: &Change| one.gain.map_or(0.0, |gain| gain.value);
        self.changes.iter().filter(sure).max_by(|a, b| gain(a).total_cmp(&gain(b)))
    }

    /// Returns the setting with the best change, if that is better for certain.
    pub(super) fn better(&self) -> Option<Setting> {
        let best = self.best()?;
        let mut setting = self.of.clone();
        setting[best.parameter] = best.steps;
        Some(setting)
    }

    /// Returns a warning if a change is better for certain.
    pub(super) fn unreached<S: Definition>(&self, tune: &Tune<S>) -> Option<Warning> {
        let Change { parameter, steps, gain, .. } = self.best()?;
        let warning = format!(
            "the search has not reached the best setting: {}={} gains {} more",
            tune.name_of(*parameter),
            plain(tune.searched[*parameter].value(*steps)),
            estimate(gain.as_ref()?, tune.unit())
        );
        Some((warning, Some("tune the tuned file again, or give more games".to_owned())))
    }

    /// Returns the changes of each parameter.
    fn by_parameter(&self) -> impl Iterator<Item = (usize, Vec<&Change>)> {
        (0..self.of.len()).map(|parameter| {
            let own = self.changes.iter().filter(move |change| change.parameter == parameter);
            (parameter, own.collect())
        })
    }

    pub(super) fn table<S: Definition>(&self, tune: &Tune<S>) -> Table {
        let mut table = Table::new(&SENSITIVITY);
        let Ok(policy) = tune.policy(&self.of) else { return table };
        let key = tune.contest.key(0, &policy);
        for Change { parameter, steps, gain, .. } in &self.changes {
            let searched = &tune.searched[*parameter];
            let edge = *steps == searched.reach.0 || *steps == searched.reach.1;
            let head = [
                tune.name_of(*parameter).into(),
                searched.value(*steps).into(),
                u8::from(edge).into(),
                self.blocks.into(),
                gain.map(|gain| gain.value).into(),
            ];
            let errors = estimate_cells(gain.as_ref()).into_iter().skip(1);
            table.row(&key, head.into_iter().chain(errors));
        }
        table
    }

    /// The screen: the best and the worst change of each parameter.
    pub(super) fn grid<S: Definition>(&self, tune: &Tune<S>) -> Grid {
        let heads = ["parameter", "value", "best change", "worst change"];
        let aligned = |(at, head)| (head, if at == 0 { Align::Left } else { Align::Right });
        let mut grid = Grid::new(&heads.into_iter().enumerate().map(aligned).collect::<Vec<_>>());
        let unit = tune.unit();
        for (parameter, changes) in self.by_parameter() {
            let searched = &tune.searched[parameter];
            let shown = |change: Option<&&Change>| {
                let Some((change, gain)) = change.and_then(|one| Some((one, one.gain?))) else {
                    return String::new();
                };
                let edge = match change.steps {
                    at if at == searched.reach.0 => " (min)",
                    at if at == searched.reach.1 => " (max)",
                    _ => "",
                };
                let sign = if gain.value > 0.0 { "+" } else { "" };
                let value = plain(searched.value(change.steps));
                format!("{value}{edge}: {sign}{}", estimate(&gain, unit))
            };
            let value = |change: &&&Change| change.gain.map_or(0.0, |gain| gain.value);
            let best = changes.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
            let worst = changes.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
            let own = plain(searched.value(self.of[parameter]));
            grid.push([tune.name_of(parameter), own, shown(best), shown(worst)]);
        }
        grid
    }

    /// The picture: the change by the place of the value in its range.
    pub(super) fn picture<S: Definition>(&self, tune: &Tune<S>) -> String {
        let unit = tune.unit();
        let scale = if unit == Unit::Percent { 100.0 } else { 1.0 };
        let effect = |changes: &[&Change]| {
            let sizes = changes.iter().filter_map(|change| Some(change.gain?.value.abs()));
            sizes.fold(0.0, f64::max)
        };
        let mut all: Vec<(usize, Vec<&Change>)> = self.by_parameter().collect();
        all.sort_by(|a, b| effect(&b.1).total_cmp(&effect(&a.1)));
        let left_out = all.len().saturating_sub(DRAWN);
        let series = all.into_iter().take(DRAWN).map(|(parameter, changes)| {
            let searched = &tune.searched[parameter];
            let (low, high) = searched.range;
            let place = |steps: i64| 100.0 * (searched.value(steps) - low) / (high - low);
            let own = CurvePoint {
                at: place(self.of[parameter]),
                label: plain(searched.value(self.of[parameter])),
                ..CurvePoint::default()
            };
            let point = |change: &&Change| {
                let gain = change.gain?;
                Some(CurvePoint {
                    at: place(change.steps),
                    value: scale * gain.value,
                    interval: gain
                        .low
                        .zip(gain.high)
                        .map(|(low, high)| (scale * low, scale * high)),
                    marked: true,
                    ..CurvePoint::default()
                })
            };
            let mut points: Vec<CurvePoint> =
                changes.iter().filter_map(point).chain([own]).collect();
            points.sort_by(|a, b| a.at.total_cmp(&b.at));
            Series { name: tune.name_of(parameter), joined: true, points }
        });
        let series = series.collect();
        let games = self.blocks * tune.contest.rotations();
        let mut notes = vec![format!(
            "{}: {} of each setting with {}{}. Seed {}.",
            tune.contest.what(0),
            counted(games, "game"),
            counted(tune.contest.seats as u64, "player"),
            tune.contest.against(),
            tune.contest.seed
        )];
        let about = "Hollow dots: the value of the policy. Bands: confidence intervals; all settings have common random numbers.";
        notes.push(about.to_owned());
        if left_out > 0 {
            notes
                .push(format!("The {left_out} parameters with the smallest effects are left out."));
        }
        let unit = match unit {
            Unit::Percent => "difference in win rate, points of percent",
            Unit::Plain => "difference in score",
        };
        Curve {
            title: format!("{}: one parameter at a time", tune.name),
            notes,
            across: "value in percent of the range".to_owned(),
            unit: unit.to_owned(),
            series,
            lines: Vec::new(),
        }
        .svg()
    }
}
