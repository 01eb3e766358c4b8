//! Exact solutions of El Ocho as heat maps: when to stop, and win probabilities.
//!
//! A map of decisions shows the gain of rolling over stopping, by number of dice to roll and points
//! of the turn; the boundary marks where stopping becomes optimal. Totals and points are in units
//! ([`Game::points`]).

use super::stop_ranges::{Stop, Stretch, stop_condition, stretches};
use crate::games::el_ocho::exact::{
    Objective, Position, RaceSolution, Solver, TurnSolution, WinSolution,
};
use crate::games::el_ocho::turn::Game;
use crate::report::plot::{Axis, HeatCell, HeatMap, Scale, Sides};
use crate::report::{count, plain};

/// A map of decisions extends to the highest threshold that is at most this multiple of the median
/// one. With all dice to roll, the threshold may be so high that the others would shrink to a
/// strip.
const REACH: u32 = 6;

/// The minimum number of rows of a map of decisions.
const LEAST_ROWS: u32 = 20;

/// The approximate number of labels on an axis of points.
const TEXTS: i64 = 8;

/// The decisions of a position, with the decision of `units` turn points and `dice` dice to roll marked.
pub(super) fn advice_map(
    solver: &Solver,
    position: &Position,
    (what, units, dice): (&str, u32, u8),
) -> HeatMap {
    let map = decisions(solver, position, what);
    let (column, row) = (usize::from(dice).saturating_sub(1), units as usize);
    let here = (column < map.columns() && row < map.rows())
        .then(|| (column, row, "you are here".to_owned()));
    HeatMap { here, ..map }
}

/// Stop or roll for the most expected points of a turn.
pub(super) fn turn_map(solver: &Solver, turn: &TurnSolution) -> HeatMap {
    decisions(solver, &turn.position, "when to stop, for the most points per turn")
}

/// Stop or roll with total `own` for the fewest expected turns to the target, for one player.
pub(super) fn race_map(solver: &Solver, race: &RaceSolution, own: u32) -> HeatMap {
    let has = points(solver.game(), own);
    let what = format!("when to stop at {has}, for the fewest turns to the target");
    decisions(solver, &race.position(own), &what)
}

/// Stop or roll with total `own` against `opponent` for the highest win probability.
pub(super) fn duel_map(solver: &Solver, win: &WinSolution, own: u32, opponent: u32) -> HeatMap {
    let [own_points, other] = [own, opponent].map(|total| points(solver.game(), total));
    let what =
        format!("when to stop at {own_points} against {other}, for the highest win probability");
    decisions(solver, &win.position(own, opponent), &what)
}

/// The win probability `chance` by own total and opponent's total at the start of a turn, below `target`
/// units, with the contour of 50 %. `who` says who plays how.
pub(super) fn win_map(
    solver: &Solver,
    target: u32,
    who: &str,
    chance: impl Fn(u32, u32) -> f64,
) -> HeatMap {
    let game = solver.game();
    let axis = |label: &str| axis_of_points(game, label, target);
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0];
    let scale = Scale {
        label: "win probability".to_owned(),
        low: 0.0,
        high: 1.0,
        centre: None,
        ticks: ticks.map(|share: f64| (share, format!("{} %", 100.0 * share))).to_vec(),
    };
    let title = format!("{}: win probability, {who}", game.rules.title());
    let cell = |opponent: usize, own: usize| {
        let chance = chance(own as u32, opponent as u32);
        HeatCell { value: Some(chance), side: Some(chance >= 0.5) }
    };
    let first = 100.0 * chance(0, 0);
    let note = format!("At 0 to 0 points, the player to roll wins {first:.1} % of all games.");
    let (x, y) = (axis("opponent's total"), axis("your total (you roll next)"));
    HeatMap {
        sides: Some(Sides::new(("more likely to win", '+'), ("more likely to lose", '-'))),
        notes: vec![note],
        ..HeatMap::new(title, x, y, scale, cell)
    }
}

/// A map of the decisions of a turn.
pub(super) fn decisions(solver: &Solver, position: &Position, what: &str) -> HeatMap {
    let game = solver.game();
    let rows = rows(solver, position);
    let states = solver.turn_states(rows);
    let cell = |column: usize, row: usize| {
        let (units, dice) = (row as u32, column as u8 + 1);
        if !states.contains(units, dice) {
            return HeatCell::default();
        }
        let stop = position.stop(units).zip(position.roll(units, dice));
        HeatCell {
            value: stop.map(|(stop, roll)| gain(position.objective, stop, roll)),
            side: Some(position.stops(units, dice)),
        }
    };
    let dice = Axis::new("dice to roll", (1..=game.dice()).map(|dice| dice.to_string()));
    let values = || {
        (0..rows as usize)
            .flat_map(|row| (0..usize::from(game.dice())).map(move |column| (column, row)))
    };
    let values = values().filter_map(|(column, row)| cell(column, row).value);
    let scale = gain_scale(position.objective, values);
    let title = format!("{}: {what}", game.rules.title());
    HeatMap {
        sides: Some(Sides::new(("stop", 'S'), ("roll", '·'))),
        blank: Some("no choice, or not reachable".to_owned()),
        notes: beyond(game, position, rows).into_iter().collect(),
        ..HeatMap::new(title, dice, axis_of_points(game, "turn points", rows), scale, cell)
    }
}

/// The gain of rolling over stopping, in the unit of its scale.
fn gain(objective: Objective, stop: f64, roll: f64) -> f64 {
    match objective {
        Objective::Turn => roll - stop,
        // Fewer turns are better.
        Objective::Race => stop - roll,
        Objective::Win => 100.0 * (roll - stop),
    }
}

/// The scale of gains: symmetric, with 0 in the middle. It ends at the 80th percentile of their
/// sizes, since a few extreme values would leave the others grey.
fn gain_scale(objective: Objective, values: impl Iterator<Item = f64>) -> Scale {
    let mut sizes: Vec<f64> = values.map(f64::abs).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    let most = sizes.get(sizes.len() * 4 / 5).or(sizes.last()).copied().unwrap_or(0.0);
    let end = rounded_up(most);
    let label = match objective {
        Objective::Turn => "gain from rolling (points)",
        Objective::Race => "gain from rolling (turns saved)",
        Objective::Win => "gain from rolling (win probability, percentage points)",
    };
    let beyond = sizes.last().is_some_and(|last| *last > end);
    let last = |value: f64, sign: &str| match beyond {
        true => format!("{sign} {}", signed(value)),
        false => signed(value),
    };
    let inner = [-end / 2.0, 0.0, end / 2.0].map(|value| (value, signed(value)));
    let mut ticks = vec![(-end, last(-end, "≤"))];
    ticks.extend(inner);
    ticks.push((end, last(end, "≥")));
    Scale { label: label.to_owned(), low: -end, high: end, centre: Some(0.0), ticks }
}

/// Rounds a non-negative value up to 1, 2, 4, 6 or 8 times a power of ten; half of each is a short
/// number too.
fn rounded_up(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 0.0;
    }
    let power = 10_f64.powf(value.log10().floor());
    let digits = [1.0, 2.0, 4.0, 6.0, 8.0, 10.0];
    digits.into_iter().map(|digit| digit * power).find(|round| *round >= value).unwrap_or(value)
}

fn signed(value: f64) -> String {
    format!("{}{}", if value > 0.0 { "+" } else { "" }, plain(value))
}

/// The number of rows of a map of decisions.
fn rows(solver: &Solver, position: &Position) -> u32 {
    let below = position.rows;
    let states = solver.turn_states(below);
    let simple = |dice| {
        matches!(stretches(position, &states, below, dice)[..], [] | [Stretch { open: true, .. }])
    };
    if !(1..=position.dice).all(simple) {
        // A single threshold is not the whole answer, so the map shows all rows.
        return position.rows + 2;
    }
    let mut thresholds: Vec<u32> =
        (1..=position.dice).filter_map(|dice| position.threshold(dice)).collect();
    thresholds.sort_unstable();
    let middle = thresholds.get(thresholds.len().saturating_sub(1) / 2).copied().unwrap_or(0);
    let most = middle.saturating_mul(REACH);
    let highest = thresholds.into_iter().rev().find(|units| *units <= most).unwrap_or(0);
    let rows = highest + highest / 4 + 1;
    let rows = rows.max(position.min_bank + LEAST_ROWS / 2).max(LEAST_ROWS);
    match position.objective {
        Objective::Turn => rows,
        // Points above the target change nothing.
        Objective::Race | Objective::Win => rows.min(position.rows + 2),
    }
}

fn beyond(game: &Game, position: &Position, rows: u32) -> Option<String> {
    let (mut above, mut never) = (Vec::new(), Vec::new());
    for dice in 1..=position.dice {
        let threshold = position.threshold(dice);
        if threshold.is_some_and(|units| units < rows) {
            continue;
        }
        match threshold.and_then(|from| stop_condition(game, position, from)) {
            Some(Stop::From(units)) => {
                above.push(format!("with {} stop from {}", dice_words(dice), points(game, units)));
            }
            _ => never.push(dice),
        }
    }
    if let Some((last, others)) = never.split_last() {
        let others: Vec<String> = others.iter().map(u8::to_string).collect();
        let or = if others.is_empty() { "" } else { " or " };
        let dice = format!("{}{or}{}", others.join(", "), dice_words(*last));
        above.push(format!("with {dice} roll until the turn wins"));
    }
    (!above.is_empty()).then(|| format!("Above the map: {}.", above.join(", ")))
}

fn axis_of_points(game: &Game, label: &str, units: u32) -> Axis {
    let texts = (0..units).map(|units| points(game, units));
    let unit = game.points(1).max(1);
    let wanted = (game.points(units) / TEXTS).max(1) as f64;
    let power = 10_f64.powf(wanted.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| (digit * power) as i64);
    // A round step of whole units, or else a number of units.
    let step = round.filter(|step| *step as f64 >= wanted && step % unit == 0).min();
    let step = step.map_or((units / TEXTS as u32).max(1), |step| (step / unit) as u32);
    Axis { step: (step as usize).max(1), ..Axis::new(label, texts) }
}

pub(super) fn dice_words(dice: u8) -> String {
    format!("{dice} {}", if dice == 1 { "die" } else { "dice" })
}

/// Units as points with thousands separators.
pub(super) fn points(game: &Game, units: u32) -> String {
    count(game.points(units).unsigned_abs())
}
