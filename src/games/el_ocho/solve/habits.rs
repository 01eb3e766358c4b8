//! The regret of the decisions of a policy: all in a table, the most costly on the screen.

use super::percent;
use crate::games::el_ocho::exact::{Habit, Objective, Regret, RegretRow};
use crate::games::el_ocho::pictures::dice_words;
use crate::games::el_ocho::scoring::Keep;
use crate::games::el_ocho::turn::Game;
use crate::report::{Align, Cell, Grid};

/// The maximum number of decisions on the screen.
const HABITS: usize = 12;

pub(super) fn rows(game: &Game, regret: &Regret) -> impl Iterator<Item = Vec<Cell>> {
    let total = regret.total();
    regret.rows.iter().map(move |row| {
        let kept = |keep: Keep| -> [Cell; 3] {
            ["keep".into(), game.points(keep.points).into(), keep.dice.into()]
        };
        let done = |stops| [stop_or_roll(stops).into(), Cell::Empty, Cell::Empty];
        let choices = match row.habit {
            Habit::Keep { chosen, best, .. } => [chosen, best].map(kept),
            Habit::Roll { stops, should_stop } => [stops, should_stop].map(done),
        };
        let head = [
            regret.objective.name().into(),
            decision(row).into(),
            row.dice.into(),
            game.points(row.points).into(),
            faces(game, row).into(),
        ];
        let share = (total > 0.0).then(|| row.loss / total);
        let tail = [row.visits.into(), row.loss.into(), share.into()];
        head.into_iter().chain(choices.into_iter().flatten()).chain(tail).collect()
    })
}

/// The most costly decisions, and a note on their total; `None` if no decision has a regret.
pub(super) fn costliest(game: &Game, regret: &Regret) -> Option<(Grid, String)> {
    let mut costly: Vec<_> = regret.rows.iter().filter(|row| row.loss > 0.0).collect();
    if costly.is_empty() {
        return None;
    }
    costly.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    costly.truncate(HABITS);
    let total = regret.total();
    let unit = match regret.objective {
        Objective::Turn => format!("{total:.3} points per turn"),
        Objective::Race => format!("{total:.4} turns"),
        Objective::Win => format!("{:.4} percentage points of win probability", 100.0 * total),
    };
    let note = format!(
        "All decisions together lose {unit}. A roll represents all rolls with the same choices and points."
    );
    Some((grid(game, regret, &costly), note))
}

/// The decisions with their regret.
fn grid(game: &Game, regret: &Regret, habits: &[&RegretRow]) -> Grid {
    let met = match regret.objective {
        Objective::Turn => "times per turn",
        Objective::Race => "times per race",
        Objective::Win => "times per game",
    };
    let mut grid = Grid::new(&[
        ("decision", Align::Left),
        ("dice", Align::Right),
        ("turn points", Align::Right),
        ("roll", Align::Left),
        ("choice", Align::Left),
        ("best", Align::Left),
        ("share of regret", Align::Right),
        (met, Align::Right),
    ]);
    for row in habits {
        let kept =
            |keep: Keep| format!("{} with {}", game.points(keep.points), dice_words(keep.dice));
        let [choice, best] = match row.habit {
            Habit::Keep { chosen, best, .. } => [chosen, best].map(kept),
            Habit::Roll { stops, should_stop } => {
                [stops, should_stop].map(|stops| stop_or_roll(stops).to_owned())
            }
        };
        grid.push([
            decision(row).to_owned(),
            row.dice.to_string(),
            game.points(row.points).to_string(),
            faces(game, row).unwrap_or_default(),
            choice,
            best,
            percent(row.loss / regret.total()),
            format!("{:.4}", row.visits),
        ]);
    }
    grid
}

fn decision(row: &RegretRow) -> &'static str {
    match row.habit {
        Habit::Keep { .. } => "keep",
        Habit::Roll { .. } => "roll",
    }
}

fn stop_or_roll(stops: bool) -> &'static str {
    if stops { "stop" } else { "roll" }
}

fn faces(game: &Game, row: &RegretRow) -> Option<String> {
    let Habit::Keep { class, .. } = row.habit else { return None };
    let mut faces = game.table(row.dice).decode(class, 0);
    faces.sort_unstable();
    Some(faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
}
