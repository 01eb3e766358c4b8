//! Who did how well: the table a person looks at first, the same for every game.

use crate::report::{Align, Grid, GridCell, Unit, count, significant};
use crate::stats::{Estimate, Level, Ratio, most_wins, winner};

/// One figure that is compared.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// What stands above it.
    pub(crate) name: String,
    /// How it is written.
    pub(crate) unit: Unit,
}

impl Column {
    pub(crate) fn new(name: impl Into<String>, unit: Unit) -> Self {
        Self { name: name.into(), unit }
    }
}

/// What is compared of one policy.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    /// The policy.
    pub(crate) label: String,
    /// Its figures, one for each column.
    pub(crate) figures: Vec<Option<Estimate>>,
    /// Its wins by table, where they are what tells it from the others.
    pub(crate) wins: Option<Vec<Ratio>>,
}

/// The policies, best first by the first column that has figures, the one that is significantly
/// better than all others marked, which a note says (wins count in parts of 1/`scale`): with `fixed_seats` none, as nobody can tell a
/// seat from the policy that sits there. A column without any figure is left out.
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
                "No policy is marked as the best: where everybody keeps a seat, what \
                                 the seat is worth cannot be told from what the policy is worth."
                    .to_owned()
            }
            Some(_) => format!("* significantly better than every other policy {how}."),
            None => format!("No policy is significantly better than every other {how}."),
        };
        notes.insert(0, note);
    }
    grid("policy", columns, &shown, &rows, ahead)
}

/// The figures of `what` in the same order, nobody marked: where none is the best.
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
    let heads: Vec<(&str, Align)> = [(what, Align::Left)].into_iter().chain(numbers).collect();
    let mut grid = Grid::new(&heads);
    for (rank, row) in rows.iter().enumerate() {
        let show = |index: &usize| GridCell::Estimate(row.figures[*index], columns[*index].unit);
        let label = GridCell::from(row.label.as_str());
        let cells = [label].into_iter().chain(shown.iter().map(show));
        grid.push_marked(ahead == Some(rank), cells);
    }
    grid
}

/// What ± means.
pub(crate) fn interval_note(level: Level) -> String {
    let percent = percent(level);
    match level.looks() {
        1 => format!("± is the half-width of the {percent} % confidence interval."),
        looks => format!(
            "± is the half-width of a {percent} % confidence sequence: it holds at all of {looks} looks \
             together, one of which ended the run."
        ),
    }
}

/// A level in percent.
pub(crate) fn percent(level: Level) -> String {
    significant(level.confidence() * 100.0).unwrap_or_default()
}

/// A number of things, by the name of one.
pub(crate) fn counted(number: u64, name: &str) -> String {
    format!("{} {name}{}", count(number), if number == 1 { "" } else { "s" })
}
