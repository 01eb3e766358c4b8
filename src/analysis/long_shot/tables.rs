//! From what was counted to tables and to the screen.

use super::Prepared;
use super::count::{BetTally, GamesTally, HorseTally, PolicyTally, Source};
use crate::analysis::games::{About, game_tables, games_heading};
use crate::analysis::ranking::{Column, Ranked, counted, shares};
use crate::analysis::{Block, Results, Warning};
use crate::games::long_shot::edition::HORSES;
use crate::games::long_shot::vocabulary::VOCABULARY;
use crate::report::schema::{
    BUST_PROBABILITIES, EXPECTED_SCORES, GAME_LENGTHS, RULE_USE, WIN_RATES, estimate_cells,
};
use crate::report::{Cell, Key, Schema, Table, Unit, count};
use crate::sim::runner::Outcome;
use crate::stats::{Estimate, Histogram, Level, Ratio, wilson};

/// What bets came to.
const BETS: Schema = Schema {
    name: "bets",
    about: "What each policy bet on each horse, and on all (`horse` is empty), and what came back.",
    columns: &[
        "horse",
        "bets",
        "staked",
        "face",
        "returned",
        "returned_on_stake",
        "return_on_stake",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
        "returned_nothing",
        "nothing_share",
        "nothing_std_error",
        "nothing_ci_low",
        "nothing_ci_high",
    ],
};

/// What horses came to.
const OF_HORSES: Schema = Schema {
    name: "horses",
    about: "Where each horse ended, how fast it was, and what it earned on its price.",
    columns: &[
        "horse",
        "name",
        "figure",
        "n",
        "value",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// Where dollars came from.
const INCOME: Schema = Schema {
    name: "income",
    about: "What each kind of income brought, and what was paid, in dollars a game.",
    columns: &[
        "account",
        "source",
        "dollars",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// What was chosen.
const ACTIONS: Schema = Schema {
    name: "actions",
    about: "How often each action was chosen among several.",
    columns: &["decision", "action", "decisions", "chosen", "share"],
};

/// How long races took.
const ROUNDS: Schema = Schema {
    name: "rounds",
    about: "How many rounds the games took.",
    columns: &[
        "rounds",
        "games",
        "count",
        "share",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// The game's own tables, as (name, what it holds).
pub(super) const TABLES: [(&str, &str); 5] = [
    (BETS.name, BETS.about),
    (OF_HORSES.name, OF_HORSES.about),
    (INCOME.name, INCOME.about),
    (ACTIONS.name, ACTIONS.about),
    (ROUNDS.name, ROUNDS.about),
];

/// The names of the tables of a run, in the order in which it gives them.
pub(super) fn names() -> Vec<&'static str> {
    let standard = [&WIN_RATES, &EXPECTED_SCORES, &BUST_PROBABILITIES, &GAME_LENGTHS, &RULE_USE];
    standard.into_iter().map(|schema| schema.name).chain(TABLES.map(|(name, _)| name)).collect()
}

/// The tables of a run.
pub(super) fn tables(run: &Prepared, outcome: Outcome<GamesTally>) -> Results {
    let rules = run.changed();
    let about = About {
        game: VOCABULARY.game,
        rules: &rules,
        policies: &run.policies,
        lineups: &run.games.lineups,
        level: run.spec.level,
        score: "dollars a game",
        length: ("rounds a game", "rounds"),
        events: &[("bet", Some("bets lost")), ("below start", None)],
    };
    let level = about.level;
    let GamesTally { games, policies, horses, rounds } = outcome.tally;
    let names = [run.games.game.rules.edition.name.clone()].into_iter();
    let what = names.chain(run.games.game.rules.changed()).collect::<Vec<_>>().join(", ");
    let heading = games_heading(&what, outcome.units_done, &run.games.lineups);
    let standard = game_tables(&about, &games, heading);
    let mut bets = Table::new(&BETS);
    let mut income = Table::new(&INCOME);
    let mut actions = Table::new(&ACTIONS);
    let mut rule_use = Table::new(&RULE_USE);
    for (policy, tally) in policies.iter().enumerate() {
        let key = about.key(policy, "all".to_owned(), None);
        bet_rows(&mut bets, &key, &tally.bets, level);
        income_rows(&mut income, &key, tally, level);
        action_rows(&mut actions, &key, tally);
        tally.rules.rows(&mut rule_use, &key, &VOCABULARY, &run.policies[policy]);
    }
    let all = Key { policy: "all".to_owned(), ..about.key(0, "all".to_owned(), None) };
    let mut of_horses = Table::new(&OF_HORSES);
    for (number, tally) in horses.iter().enumerate() {
        horse_rows(&mut of_horses, &all, number, &horse_name(run, number), tally, level);
    }
    let mut of_rounds = Table::new(&ROUNDS);
    round_rows(&mut of_rounds, &all, &rounds, level);

    let mut screen = standard.screen;
    screen.extend(income_blocks(run, &policies, level));
    let mut warnings: Vec<Warning> = Vec::new();
    if standard.unfinished > 0 {
        let max = run.games.game.rules.max_turns;
        warnings.push((
            format!(
                "{} given up after {} rounds; nobody wins them",
                counted(standard.unfinished, "game"),
                count(max.into())
            ),
            Some("`--rules max_turns=N` bounds games".to_owned()),
        ));
    }
    Results {
        tables: vec![
            standard.win_rates,
            standard.scores,
            standard.busts,
            standard.lengths,
            rule_use,
            bets,
            of_horses,
            income,
            actions,
            of_rounds,
        ],
        screen,
        warnings,
        units_done: outcome.units_done,
        stopped: outcome.stopped,
    }
}

fn bet_rows(table: &mut Table, key: &Key, bets: &[BetTally; HORSES + 1], level: Level) {
    for (number, tally) in bets.iter().enumerate() {
        let laid = tally.nothing.n() as u64;
        let paid = tally.on_stake.n() as u64;
        let horse = (number < HORSES).then_some(number + 1);
        let head: [Cell; 6] = [
            horse.into(),
            laid.into(),
            paid.into(),
            tally.face.into(),
            tally.returned.into(),
            (tally.on_stake.total() as u64).into(),
        ];
        let [share, error, low, high, ..] =
            estimate_cells(tally.nothing.proportion(1, level).as_ref());
        let cells = head
            .into_iter()
            .chain(estimate_cells(tally.on_stake.mean(level).as_ref()))
            .chain([(tally.nothing.total() as u64).into(), share, error, low, high]);
        table.push(key.row(cells));
    }
}

fn income_rows(table: &mut Table, key: &Key, tally: &PolicyTally, level: Level) {
    for (source, account, name) in Source::ALL {
        let dollars = &tally.income[source as usize];
        if dollars.n() == 0 || source == Source::SoloSheet && dollars.total() == 0 {
            continue;
        }
        let head: [Cell; 2] = [account.into(), name.into()];
        table.push(key.row(head.into_iter().chain(estimate_cells(dollars.mean(level).as_ref()))));
    }
}

fn action_rows(table: &mut Table, key: &Key, tally: &PolicyTally) {
    for (point, kinds) in VOCABULARY.points.iter().zip(&tally.actions) {
        let decisions: u64 = kinds.iter().sum();
        if decisions == 0 {
            continue;
        }
        for (kind, chosen) in point.actions.iter().zip(kinds) {
            table.push(key.row([
                point.name.into(),
                kind.name.into(),
                decisions.into(),
                (*chosen).into(),
                (*chosen as f64 / decisions as f64).into(),
            ]));
        }
    }
}

/// The name of the Horse Card of a number; nothing where it is drawn for each game.
fn horse_name(run: &Prepared, number: usize) -> Option<String> {
    let rules = &run.games.game.rules;
    let horses = rules.horses[number];
    let certain = horses.count_ones() == 1;
    certain.then(|| rules.edition.horses[horses.trailing_zeros() as usize].name.clone())
}

fn horse_rows(
    table: &mut Table,
    key: &Key,
    number: usize,
    name: &Option<String>,
    tally: &HorseTally,
    level: Level,
) {
    const ENDS: [&str; 5] = ["1st", "2nd", "3rd", "past the No Bet line", "before the No Bet line"];
    let mut push = |figure: &str, n: u64, estimate: Option<Estimate>| {
        let head: [Cell; 4] = [(number + 1).into(), name.clone().into(), figure.into(), n.into()];
        table.push(key.row(head.into_iter().chain(estimate_cells(estimate.as_ref()))));
    };
    let games: u64 = tally.ends.iter().sum();
    for (end, count) in ENDS.iter().zip(tally.ends) {
        push(end, games, wilson(count, games, level));
    }
    let finished: u64 = tally.rounds.iter().map(|(_, count)| count).sum();
    push("rounds to finish", finished, tally.rounds.moments().mean(level));
    push("owned", games, wilson(tally.owned, games, level));
    push("return on price", tally.bought, tally.purses.mean(level));
}

fn round_rows(table: &mut Table, key: &Key, rounds: &Histogram, level: Level) {
    let games: u64 = rounds.iter().map(|(_, count)| count).sum();
    for (value, count) in rounds.iter() {
        let head: [Cell; 3] = [value.into(), games.into(), count.into()];
        let share = wilson(count, games, level);
        table.push(key.row(head.into_iter().chain(estimate_cells(share.as_ref()))));
    }
}

/// Where the dollars of each policy came from, for the eye.
fn income_blocks(run: &Prepared, policies: &[PolicyTally], level: Level) -> Vec<Block> {
    const SHOWN: [(&str, Source); 5] = [
        ("bets", Source::Bets),
        ("purses", Source::Purses),
        ("jockey sets", Source::JockeySets),
        ("abilities", Source::AtScoring),
        ("money left", Source::MoneyLeft),
    ];
    /// A source that brings nobody so much is left to the table.
    const LEAST: f64 = 0.5;
    let mean = |dollars: &Ratio| dollars.mean(level);
    let shown: Vec<(&str, Source)> = SHOWN
        .into_iter()
        .filter(|(_, source)| {
            let means = policies.iter().filter_map(|tally| mean(&tally.income[*source as usize]));
            means.map(|mean| mean.value.abs()).fold(0.0, f64::max) >= LEAST
        })
        .collect();
    let rows = policies.iter().enumerate().map(|(policy, tally)| Ranked {
        label: run.policies[policy].label.clone(),
        figures: (shown.iter().map(|(_, source)| mean(&tally.income[*source as usize])))
            .chain([mean(&tally.bets[HORSES].on_stake)])
            .collect(),
    });
    let columns = shown.iter().map(|(name, _)| *name).chain(["return on stake"]);
    let columns: Vec<Column> = columns.map(|name| Column::new(name, Unit::Plain)).collect();
    let grid = shares("policy", &columns, rows.collect());
    let title = "What they scored with, in dollars a game, and what a dollar staked brought back";
    vec![Block::Title(title.to_owned()), Block::Grid(grid)]
}
