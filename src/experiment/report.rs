//! From what was counted to tables and to the screen.

use super::sums::{PolicySums, Sums};
use super::{Prepared, Setup};
use crate::error::Result;
use crate::experiment::games::{About, game_tables, games_heading};
use crate::experiment::ranking::{Column, Ranked, counted, shares};
use crate::experiment::speed::{self, Case};
use crate::experiment::{Analyst, BenchSpec, Block, Results, Warning};
use crate::game::contract::Silent;
use crate::game::publish::{
    Cells, Column as Show, Counted, Figure, FigureTable, Label, Of, Publish, Without,
};
use crate::report::schema::{
    BUST_PROBABILITIES, ERROR_COLUMNS, EXPECTED_SCORES, GAME_LENGTHS, KEY_COLUMNS, RULE_USE,
    WIN_RATES, estimate_cells,
};
use crate::report::{Cell, Key, Table, Unit};
use crate::sim::interrupt::Why;
use crate::stats::{Histogram, Level, Ratio, Strata};

/// What was chosen.
const ACTIONS: (&str, &str) =
    ("actions", "How often each kind of action was chosen among several.");

/// The tables beside the common ones, as (name, what it holds).
pub(super) fn own<G: Counted>() -> Vec<(&'static str, &'static str)> {
    let figures = G::TABLES.iter().map(|table| (table.name, table.about));
    figures.chain([ACTIONS]).chain(G::LENGTHS).collect()
}

/// The names of the tables of a run, in the order in which it gives them.
pub(super) fn names<G: Counted>() -> Vec<&'static str> {
    let common = [WIN_RATES, EXPECTED_SCORES, BUST_PROBABILITIES, GAME_LENGTHS, RULE_USE];
    let common = common.iter().map(|schema| schema.name);
    common.chain(own::<G>().into_iter().map(|(name, _)| name)).collect()
}

/// The tables of a run.
pub(super) fn tables<S: Setup>(
    run: &Prepared<S>,
    sums: Sums,
    (units_done, stopped): (u64, Option<Why>),
) -> Results {
    let vocabulary = <S::Game as Publish>::vocabulary();
    let rules = run.changed.join(";");
    let situations: Vec<(&str, Option<&str>)> = <S::Game as Counted>::SITUATIONS
        .iter()
        .map(|situation| (situation.name, situation.heading))
        .collect();
    let about = About {
        game: vocabulary.game,
        rules: &rules,
        policies: &run.policies,
        lineups: &run.job.lineups,
        // An opponent's seat is the rules' own.
        fixed_seats: run.job.fixed_seats && !run.opponent,
        level: run.spec.level,
        score: <S::Game as Counted>::SCORE,
        length: <S::Game as Counted>::LENGTH,
        first: <S::Game as Counted>::FIRST,
        events: &situations,
    };
    let level = about.level;
    let Sums { games, policies, of_games } = sums;
    let heading = games_heading(&run.what(), units_done, &run.job.lineups);
    let standard = game_tables(&about, &games, heading);
    let mut rule_use = Table::new(&RULE_USE);
    let mut actions = of_actions();
    let mut own: Vec<Table> = of_figures::<S::Game>();
    let mut rows = |key: &Key, of: Of, strata: &dyn Fn(usize) -> Strata| {
        figure_rows::<S::Game>(&mut own, key, (of, &run.job.figures), strata, level);
    };
    for (policy, tally) in policies.iter().enumerate() {
        let key = about.key(policy, "all".to_owned(), None);
        tally.rules.rows(&mut rule_use, &key, vocabulary, &run.policies[policy]);
        action_rows::<S::Game>(&mut actions, &key, tally);
        rows(&key, Of::Policies, &|figure| tally.figures.strata(figure));
    }
    let all = Key { policy: "all".to_owned(), ..about.key(0, "all".to_owned(), None) };
    rows(&all, Of::Games, &|figure| of_games.strata(figure));
    let mut screen = standard.screen;
    screen.extend(shown(run, &policies));
    screen.extend(proposed(run));
    let mut warnings: Vec<Warning> = Vec::new();
    if standard.unfinished > 0 {
        let given_up = counted(standard.unfinished, "game");
        let help = format!("`pushluck list rules {}` names the limits", vocabulary.game);
        warnings.push((format!("{given_up} given up at a limit; nobody wins them"), Some(help)));
    }
    let mut tables =
        vec![standard.win_rates, standard.scores, standard.busts, standard.lengths, rule_use];
    tables.append(&mut own);
    tables.push(actions);
    tables.extend(of_lengths::<S::Game>(&all, &games.lengths(), level));
    Results { tables, screen, warnings, units_done, stopped }
}

/// That the figures rest on invented values, where they do.
fn proposed<S: Setup>(run: &Prepared<S>) -> Option<Block> {
    let proposed = S::proposed(&run.rules).filter(|tables| *tables > 0)?;
    let tables = counted(proposed as u64, "table");
    Some(Block::Note(format!(
        "These figures rest on {tables} of the edition that are only proposed (PROPOSED), as \
         `pushluck list edition {}` shows.",
        <S::Game as Publish>::vocabulary().game
    )))
}

/// The figures that stand on the screen too.
fn shown<S: Setup>(run: &Prepared<S>, policies: &[PolicySums]) -> Vec<Block> {
    let Some(shown) = run.job.game.shown() else { return Vec::new() };
    let mean = |tally: &PolicySums, figure: usize| {
        let place = run.job.of_policies.iter().position(|of| *of == figure)?;
        strata_of::<S::Game>(tally.figures.strata(place)).mean(run.spec.level)
    };
    let far = |(_, figure, least): &(&str, usize, f64)| {
        let means = policies.iter().filter_map(|tally| mean(tally, *figure));
        means.map(|mean| mean.value.abs()).fold(0.0, f64::max) >= *least
    };
    let columns: Vec<_> = shown.columns.into_iter().filter(far).collect();
    let rows = run.policies.iter().zip(policies).map(|(policy, tally)| Ranked {
        label: policy.label.clone(),
        figures: columns.iter().map(|(_, figure, _)| mean(tally, *figure)).collect(),
        wins: None,
    });
    let heads = columns.iter().map(|(heading, ..)| Column::new(*heading, Unit::Plain));
    let grid = shares("policy", &heads.collect::<Vec<_>>(), rows.collect());
    vec![Block::Title(shown.title.to_owned()), Block::Grid(grid)]
}

fn with_key(columns: &[&'static str]) -> Vec<&'static str> {
    KEY_COLUMNS.iter().chain(columns).copied().collect()
}

fn of_actions() -> Table {
    let columns = with_key(&["decision", "action", "decisions", "chosen", "share"]);
    Table::free(ACTIONS.0, ACTIONS.1, &columns)
}

fn action_rows<G: Publish>(table: &mut Table, key: &Key, tally: &PolicySums) {
    for (point, kinds) in G::vocabulary().points.iter().zip(&tally.actions) {
        let decisions: u64 = kinds.iter().sum();
        for (kind, chosen) in point.actions.iter().zip(kinds).filter(|_| decisions > 0) {
            let share = *chosen as f64 / decisions as f64;
            let counts = [Cell::from(decisions), (*chosen).into(), share.into()];
            let head = [Cell::from(point.name), kind.name.into()];
            table.push(key.row(head.into_iter().chain(counts)));
        }
    }
}

/// How often each length of a game came, where the game has a table of that.
fn of_lengths<G: Counted>(key: &Key, lengths: &[Histogram], level: Level) -> Option<Table> {
    let (name, about) = G::LENGTHS?;
    let columns = with_key(&[G::LENGTH.1, "games", "count", "share"]);
    let mut table = Table::free(name, about, &[&columns[..], &ERROR_COLUMNS].concat());
    let mut all = Histogram::default();
    lengths.iter().for_each(|lengths| all += lengths);
    for (length, count) in all.iter() {
        let of = |lengths: &Histogram| {
            (lengths.n(), Ratio::of_counts(lengths.count(length), lengths.n()))
        };
        let share = lengths.iter().map(of).collect::<Strata>().proportion(1, level);
        let head: [Cell; 3] = [length.into(), all.n().into(), count.into()];
        table.push(key.row(head.into_iter().chain(estimate_cells(share.as_ref()))));
    }
    Some(table)
}

fn of_figures<G: Counted>() -> Vec<Table> {
    let table = |table: &FigureTable| {
        let one = || ["figure", "n", "value"].into_iter().chain(ERROR_COLUMNS).collect();
        let cells: Vec<&str> = match table.cells {
            Cells::One => one(),
            Cells::Several(_, columns) => columns.iter().flat_map(Show::names).copied().collect(),
        };
        Table::free(table.name, table.about, &with_key(&[table.columns, &cells].concat()))
    };
    G::TABLES.iter().map(table).collect()
}

/// The rows of the figures that are about `of`, of which figure i has the parts `strata(i)`.
fn figure_rows<G: Counted>(
    tables: &mut [Table],
    key: &Key,
    (of, figures): (Of, &[Figure]),
    strata: &dyn Fn(usize) -> Strata,
    level: Level,
) {
    let mut figures = figures.iter().filter(|figure| G::TABLES[figure.table].of == of).enumerate();
    while let Some((place, figure)) = figures.next() {
        let table = &G::TABLES[figure.table];
        let more = if let Cells::Several(all, _) = table.cells { all - 1 } else { 0 };
        let row: Vec<(&Figure, Strata)> = [(place, figure)]
            .into_iter()
            .chain(figures.by_ref().take(more))
            .map(|(place, figure)| (figure, strata_of::<G>(strata(place))))
            .collect();
        let first = row[0].1.pooled();
        let left_out = match figure.without {
            Without::Never => false,
            Without::Occasions => first.n() == 0,
            Without::Amount => first.total() == 0,
        };
        if !left_out {
            let head = figure.row.iter().map(label);
            tables[figure.table].push(key.row(head.chain(figure_cells(table, &row, level))));
        }
    }
}

fn label(label: &Label) -> Cell {
    match label {
        Label::Text(text) => text.as_str().into(),
        Label::Number(number) => (*number).into(),
        Label::Nothing => Cell::Empty,
    }
}

/// The parts of a figure as its game has them told.
fn strata_of<G: Counted>(strata: Strata) -> Strata {
    if G::STRATIFIED { strata } else { strata.pooled().into() }
}

/// The cells of a row behind what it is about.
fn figure_cells(table: &FigureTable, row: &[(&Figure, Strata)], level: Level) -> Vec<Cell> {
    let cells = |place: usize| {
        let (figure, strata) = &row[place];
        let estimate = match figure.share {
            true => strata.proportion(1, level),
            false => strata.mean_of(figure.least, level),
        };
        estimate_cells(estimate.as_ref())
    };
    let pooled = |place: usize| row[place].1.pooled();
    let Cells::Several(_, columns) = table.cells else {
        let n = match table.of {
            Of::Policies => pooled(0).n() as u64,
            Of::Games => pooled(0).units(),
        };
        let head = [Cell::from(row[0].0.name), n.into()];
        return head.into_iter().chain(cells(0)).collect();
    };
    let of = |column: &Show| match *column {
        Show::Occasions(place, _) => vec![(pooled(place).n() as u64).into()],
        Show::Sum(place, _) => vec![(pooled(place).total() as i64).into()],
        Show::Estimate(place, names) => cells(place).into_iter().take(names.len()).collect(),
    };
    columns.iter().flat_map(of).collect()
}

/// The first games as raw rows.
pub(super) fn samples<S: Setup>(run: &Prepared<S>, games: u64) -> Table {
    let of_seat = <S::Game as Counted>::SAMPLE;
    let columns = [&["game", "table", "seat", "policy"], of_seat, &["won"]].concat();
    let mut table = Table::free("samples", "The first games of the run, one by one.", &columns);
    let seating = run.job.seating();
    let mut actions = Vec::new();
    for game in 0..games {
        let end = run.job.play(game, &mut Silent, &mut actions, |_| (), || false);
        let lineup = seating.placement(game).lineup;
        for (seat, policy) in seating.policies(game).enumerate() {
            let label = run.policies[policy].label.as_str();
            let head = [(game + 1).into(), (lineup + 1).into(), (seat + 1).into(), label.into()];
            let sample = run.job.game.sample(&end.state, seat as u8).into_iter().map(Cell::from);
            let won = u8::from(end.won(seat)).into();
            table.push(head.into_iter().chain(sample).chain([won]).collect());
        }
    }
    table
}

/// Measures games of each policy with so many players.
pub(super) fn bench(
    game: &dyn Analyst,
    cases: &[(&'static str, usize)],
    spec: &BenchSpec<'_>,
) -> Result<Vec<Block>> {
    let what = |(_, players): &(&str, usize)| format!("games of {players} players");
    let whats: Vec<String> = cases.iter().map(what).collect();
    let cases = cases.iter().zip(&whats);
    let case = cases.map(|(&(policy, players), what)| Case {
        what,
        policy,
        rules: &[],
        players: Some(players),
    });
    speed::bench(game, game.name(), &case.collect::<Vec<_>>(), spec)
}
