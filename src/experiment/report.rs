//! From what was counted to tables and to the screen.

use super::sums::{PolicySums, Sums};
use super::{Prepared, Setup};
use crate::error::Result;
use crate::experiment::games::{About, game_tables, games_heading};
use crate::experiment::ranking::counted;
use crate::experiment::speed::{self, Case};
use crate::experiment::{Analyst, BenchSpec, Block, Results, Warning};
use crate::game::contract::Silent;
use crate::game::publish::{Counted, Figure, Publish};
use crate::report::schema::{
    BUST_PROBABILITIES, EXPECTED_SCORES, GAME_LENGTHS, KEY_COLUMNS, RULE_USE, WIN_RATES,
    estimate_cells,
};
use crate::report::{Cell, Key, Table};
use crate::sim::runner::Outcome;
use crate::stats::{Estimate, Level, Ratio};

/// What was chosen.
const ACTIONS: (&str, &str) =
    ("actions", "How often each kind of action was chosen among several.");

/// The tables beside the common ones, as (name, what it holds).
pub(super) fn own<G: Counted>() -> Vec<(&'static str, &'static str)> {
    G::TABLES.iter().map(|table| (table.name, table.about)).chain([ACTIONS]).collect()
}

/// The names of the tables of a run, in the order in which it gives them.
pub(super) fn names<G: Counted>() -> Vec<&'static str> {
    let common = [WIN_RATES, EXPECTED_SCORES, BUST_PROBABILITIES, GAME_LENGTHS, RULE_USE];
    let common = common.iter().map(|schema| schema.name);
    common.chain(own::<G>().into_iter().map(|(name, _)| name)).collect()
}

/// The tables of a run.
pub(super) fn tables<S: Setup>(run: &Prepared<S>, outcome: Outcome<Sums>) -> Results {
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
        fixed_seats: run.job.fixed_seats,
        level: run.spec.level,
        score: <S::Game as Counted>::SCORE,
        length: <S::Game as Counted>::LENGTH,
        first: <S::Game as Counted>::FIRST,
        events: &situations,
    };
    let level = about.level;
    let Sums { games, policies } = outcome.tally;
    let heading = games_heading(&run.what(), outcome.units_done, &run.job.lineups);
    let standard = game_tables(&about, &games, heading);
    let mut rule_use = Table::new(&RULE_USE);
    let mut actions = of_actions();
    let mut own: Vec<Table> = of_figures::<S::Game>();
    for (policy, tally) in policies.iter().enumerate() {
        let key = about.key(policy, "all".to_owned(), None);
        tally.rules.rows(&mut rule_use, &key, vocabulary, &run.policies[policy]);
        action_rows::<S::Game>(&mut actions, &key, tally);
        for (figure, ratio) in run.job.figures.iter().zip(&tally.figures) {
            own[figure.table].push(key.row(figure_cells(figure, ratio, level)));
        }
    }
    let mut screen = standard.screen;
    let proposed = S::proposed(&run.rules);
    if proposed > 0 {
        let tables = counted(proposed as u64, "table");
        screen.push(Block::Note(format!(
            "These figures rest on {tables} of the edition that are only proposed (PROPOSED), as \
             `pushluck list edition {}` shows.",
            vocabulary.game
        )));
    }
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
    Results { tables, screen, warnings, units_done: outcome.units_done, stopped: outcome.stopped }
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

fn of_figures<G: Counted>() -> Vec<Table> {
    let estimate =
        ["figure", "n", "value", "std_error", "ci_low", "ci_high", "confidence", "method"];
    let table = |table: &crate::game::publish::FigureTable| {
        let columns: Vec<&str> = table.columns.iter().chain(&estimate).copied().collect();
        Table::free(table.name, table.about, &with_key(&columns))
    };
    G::TABLES.iter().map(table).collect()
}

fn figure_cells(figure: &Figure, ratio: &Ratio, level: Level) -> Vec<Cell> {
    let estimate: Option<Estimate> =
        if figure.share { ratio.proportion(1, level) } else { ratio.mean(level) };
    let row = figure.row.iter().cloned().map(Cell::from);
    let head = [Cell::from(figure.name), (ratio.n() as u64).into()];
    row.chain(head).chain(estimate_cells(estimate.as_ref())).collect()
}

/// The first games as raw rows.
pub(super) fn samples<S: Setup>(run: &Prepared<S>, games: u64) -> Table {
    let columns = ["game", "table", "seat", "policy", "score", "length", "won"];
    let mut table = Table::free("samples", "The first games of the run, one by one.", &columns);
    let seating = run.job.seating();
    let mut actions = Vec::new();
    for game in 0..games {
        let end = run.job.play(game, &mut Silent, &mut actions, |_, _, _| (), || false);
        let lineup = seating.placement(game).lineup;
        for (seat, policy) in seating.policies(game).enumerate() {
            table.push(vec![
                (game + 1).into(),
                (lineup + 1).into(),
                (seat + 1).into(),
                run.policies[policy].label.as_str().into(),
                end.ranking.scores[seat].into(),
                run.job.game.length(&end.state).into(),
                u8::from(end.won(seat)).into(),
            ]);
        }
    }
    table
}

/// Measures games of two players, of `random` and of the policy file `file`.
pub(super) fn bench(
    game: &dyn Analyst,
    file: &'static str,
    spec: &BenchSpec<'_>,
) -> Result<Vec<Block>> {
    let what = "games of 2 players";
    let cases = [super::RANDOM.name, file].map(|policy| Case {
        what,
        policy,
        rules: &[],
        players: Some(2),
    });
    speed::bench(game, game.name(), &cases, spec)
}
