//! The leaderboard: the first table on the screen, the same for every game.

use crate::report::{Align, Grid, GridCell, Unit, count, significant};
use crate::stats::{Estimate, Level, Ratio, most_wins, winner};

/// A compared figure.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// The title of its column.
    pub(crate) name: String,
    /// The unit of its values.
    pub(crate) unit: Unit,
}

impl Column {
    pub(crate) fn new(name: impl Into<String>, unit: Unit) -> Self {
        Self { name: name.into(), unit }
    }
}

/// The row of one policy.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    /// The policy.
    pub(crate) label: String,
    /// Its figures, one per column.
    pub(crate) figures: Vec<Option<Estimate>>,
    /// Its wins by matchup, if policies are compared by wins.
    pub(crate) wins: Option<Vec<Ratio>>,
    /// The opponent against which it wins least, and how often.
    pub(crate) worst: Option<String>,
}

/// Returns the policies in descending order of the first column with figures. The policy that is
/// significantly better than all others is marked, with a note (wins count in parts of 1/`scale`).
/// With `fixed_seats` no policy is marked, because the effects of seat and policy cannot be
/// separated. Columns without figures are omitted. The last column names the worst opponents, if known.
pub(crate) fn ranking(
    columns: &[Column],
    mut rows: Vec<Ranked>,
    level: Level,
    scale: u64,
    fixed_seats: bool,
    notes: &mut Vec<String>,
) -> Grid {
    let any = |index: &usize| rows.iter().any(|row| row.figures[*index].is_some());
    let shown: Vec<usize> = (0..columns.len()).filter(any).collect();
    let first = shown.first().copied();
    let by = |row: &Ranked| first.and_then(|index| row.figures[index]);
    let value = |row: &Ranked| by(row).map_or(f64::NEG_INFINITY, |estimate| estimate.value);
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let ranked: Vec<Estimate> = rows.iter().filter_map(by).collect();
    let mut ahead = None;
    if ranked.len() == rows.len() && ranked.len() > 1 {
        let wins: Option<Vec<_>> = rows.iter().map(|row| row.wins.clone()).collect();
        ahead = match wins {
            _ if fixed_seats => None,
            Some(wins) => most_wins(&wins, scale, level),
            None => winner(&ranked, level),
        };
        let how = format!("({} %, adjusted for multiple comparisons)", percent(level));
        let note = match ahead {
            _ if fixed_seats => {
                "No policy is marked as the best: with fixed seats, the effects of seat and policy cannot \
                                 be separated."
                    .to_owned()
            }
            Some(_) => format!("* significantly better than every other policy {how}."),
            None => format!("No policy is significantly better than every other {how}."),
        };
        notes.insert(0, note);
    }
    grid("policy", columns, &shown, &rows, ahead)
}

/// Returns the figures of `what` in the same order, without a mark.
pub(crate) fn shares(what: &str, columns: &[Column], mut rows: Vec<Ranked>) -> Grid {
    let value = |row: &Ranked| row.figures.first().copied().flatten().map_or(0.0, |one| one.value);
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let all: Vec<usize> = (0..columns.len()).collect();
    grid(what, columns, &all, &rows, None)
}

fn grid(
    what: &str,
    columns: &[Column],
    shown: &[usize],
    rows: &[Ranked],
    ahead: Option<usize>,
) -> Grid {
    let numbers = shown.iter().map(|index| (columns[*index].name.as_str(), Align::Right));
    let worst = rows.iter().any(|row| row.worst.is_some());
    let worst = worst.then_some(("worst opponent", Align::Left));
    let heads: Vec<(&str, Align)> =
        [(what, Align::Left)].into_iter().chain(numbers).chain(worst).collect();
    let mut grid = Grid::new(&heads);
    for (rank, row) in rows.iter().enumerate() {
        let show = |index: &usize| GridCell::Estimate(row.figures[*index], columns[*index].unit);
        let label = GridCell::from(row.label.as_str());
        let worst = worst.map(|_| GridCell::from(row.worst.as_deref().unwrap_or_default()));
        let cells = [label].into_iter().chain(shown.iter().map(show)).chain(worst);
        grid.push_marked(ahead == Some(rank), cells);
    }
    grid
}

/// Returns the note that explains ±.
pub(crate) fn interval_note(level: Level) -> String {
    let percent = percent(level);
    match level.looks() {
        1 => format!("± is the half-width of the {percent} % confidence interval."),
        looks => format!(
            "± is the half-width of a {percent} % confidence sequence: it is valid at all {looks} checks of the stop condition."
        ),
    }
}

/// Returns a level in percent.
pub(crate) fn percent(level: Level) -> String {
    significant(level.confidence() * 100.0).unwrap_or_default()
}

/// Returns a number with a noun, in the plural unless 1.
pub(crate) fn counted(number: u64, name: &str) -> String {
    format!("{} {name}{}", count(number), if number == 1 { "" } else { "s" })
}
