//! The pictures of a simulation: views of its tables.

use super::prepared::Prepared;
use super::{Block, Definition, report};
use crate::report::Table;
use crate::report::schema::{Kind, View};
use crate::report::schemas::{BUST_PROBABILITIES, EXPECTED_SCORES, GAME_LENGTHS, WIN_RATES};

const WINS: View = View {
    value: "win_rate",
    scale: 100.0,
    quantity: "win rate, %",
    title: "{policy} wins most: {value} % of its games",
    ..View::new("win_rates", WIN_RATES.name, Kind::Rows)
};

const WHO_BEATS_WHOM: View = View {
    rows: &[("scope", "matchup"), ("players", "2")],
    labels: &["opponents"],
    title: "Who beats whom: {policy} against {label} is the clearest, with {value} % of the games",
    ..View { name: "who_beats_whom", kind: Kind::Shares, ..WINS }
};

const SCORES: View = View {
    value: "mean",
    title: "{policy} scores most: {value} on average",
    ..View::new("scores", EXPECTED_SCORES.name, Kind::Spread)
};

const BUSTS: View = View {
    labels: &["situation"],
    value: "bust_probability",
    scale: 100.0,
    quantity: "bust rate, %",
    title: "The highest bust rate is {value} %: {policy}, {label}",
    ..View::new("bust_rates", BUST_PROBABILITIES.name, Kind::Cells)
};

const LENGTHS: View = View {
    value: "mean",
    title: "The longest games are those of {policy}: {value} on average",
    ..View::new("game_lengths", GAME_LENGTHS.name, Kind::Spread)
};

/// Returns the pictures that a run may have, in order.
fn views<S: Definition>(run: &Prepared<S>) -> Vec<View> {
    let counted = S::COUNTED;
    let by_turns = counted.endings.is_some() || run.alone;
    let scores = View {
        rows: if by_turns {
            &[("scope", "overall"), ("unit", "turn")]
        } else {
            &[("scope", "overall"), ("unit", "game")]
        },
        quantity: if by_turns { counted.turn_score } else { counted.score },
        ..SCORES
    };
    let busts = View { conditions: counted.conditions, ..BUSTS };
    let lengths = View { quantity: counted.length.0, ..LENGTHS };
    let tables = report::names(run);
    let fixed = (counted.fixed_length)(&run.job.game).is_some();
    let lengths = Some(lengths).filter(|_| !fixed);
    let standard = [WINS, WHO_BEATS_WHOM, scores, busts].into_iter().chain(lengths);
    let all = standard.chain(counted.views.iter().copied());
    all.filter(|view| tables.contains(&view.table)).collect()
}

/// Returns the names of the files of the pictures that a run may have.
pub(super) fn files<S: Definition>(run: &Prepared<S>) -> Vec<String> {
    views(run).iter().map(View::file).collect()
}

/// Returns the pictures of `tables`. Their notes are the heading of `screen`, the seed, and its
/// note on PROPOSED values.
pub(super) fn pictures<S: Definition>(
    run: &Prepared<S>,
    tables: &[Table],
    screen: &[Block],
) -> Vec<(String, Vec<u8>)> {
    let heading = screen.iter().find_map(|block| match block {
        Block::Title(title) => Some(format!("{title}. Seed {}.", run.spec.seed)),
        _ => None,
    });
    let notes: Vec<String> = heading.into_iter().chain(report::proposal::<S>(&run.rules)).collect();
    let picture = |view: View| {
        let table = tables.iter().find(|table| table.name() == view.table)?;
        Some((view.file(), view.svg(table, &notes)?.into_bytes()))
    };
    views(run).into_iter().filter_map(picture).collect()
}
