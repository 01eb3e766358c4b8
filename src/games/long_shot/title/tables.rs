//! From what was counted to tables and to the screen.

use super::Prepared;
use super::count::{BetTally, GamesTally, HorseTally, PolicySums, PolicyTally, RaceTally, Source};
use crate::experiment::games::{About, game_tables, games_heading};
use crate::experiment::ranking::{Column, Ranked, counted, shares};
use crate::experiment::{Block, Results, Warning};
use crate::games::long_shot::edition::HORSES;
use crate::games::long_shot::vocabulary::VOCABULARY;
use crate::report::schema::{
    BUST_PROBABILITIES, EXPECTED_SCORES, GAME_LENGTHS, RULE_USE, WIN_RATES, estimate_cells,
};
use crate::report::{Cell, Key, Schema, Table, Unit, count};
use crate::sim::runner::Outcome;
use crate::stats::{Estimate, Histogram, Level, Ratio, Strata};

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

/// Games with a stake on a horse from which on they tell the error of what a dollar returns. Bets on
/// outsiders return nothing most of the time and many times the stake now and then: intervals from
/// 20 games of three players hold in 72 to 82 % of the cases.
const LEAST_STAKED: u64 = 50;

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
        // In the solo race the seats are the rules' own.
        fixed_seats: run.spec.fixed_seats && !run.games.game.rules.solo,
        level: run.spec.level,
        score: "dollars a game",
        length: ("rounds a game", "rounds"),
        first: Some("which takes the first turn"),
        events: &[("bet", Some("bets lost")), ("below start", None)],
    };
    let level = about.level;
    let GamesTally { games, policies, races } = outcome.tally;
    let races: Vec<RaceTally> = races.into_values().collect();
    let names = [run.games.game.rules.edition.title()].into_iter();
    let what = names.chain(run.games.game.rules.changed()).collect::<Vec<_>>().join(", ");
    let heading = games_heading(&what, outcome.units_done, &run.games.lineups);
    let standard = game_tables(&about, &games, heading);
    let mut bets = Table::new(&BETS);
    let mut income = Table::new(&INCOME);
    let mut actions = Table::new(&ACTIONS);
    let mut rule_use = Table::new(&RULE_USE);
    for (policy, tally) in policies.iter().enumerate() {
        let key = about.key(policy, "all".to_owned(), None);
        bet_rows(&mut bets, &key, tally, level);
        income_rows(&mut income, &key, tally, level);
        action_rows(&mut actions, &key, tally);
        tally.rules.rows(&mut rule_use, &key, &VOCABULARY, &run.policies[policy]);
    }
    let all = Key { policy: "all".to_owned(), ..about.key(0, "all".to_owned(), None) };
    let mut of_horses = Table::new(&OF_HORSES);
    for number in 0..HORSES {
        let horse: Vec<_> = races.iter().map(|races| &races.horses[number]).collect();
        horse_rows(&mut of_horses, &all, number, &horse_name(run, number), &horse, level);
    }
    let mut of_rounds = Table::new(&ROUNDS);
    round_rows(&mut of_rounds, &all, &races, level);

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

/// A figure of one policy, by table and seat.
fn strata(tally: &PolicyTally, figure: impl Fn(&PolicySums) -> Ratio) -> Strata {
    tally.strata.values().map(|sums| (sums.games, figure(sums))).collect()
}

fn bet_rows(table: &mut Table, key: &Key, tally: &PolicyTally, level: Level) {
    for horse in 0..=HORSES {
        let over = |figure: fn(&BetTally) -> Ratio| strata(tally, |sums| figure(&sums.bets[horse]));
        let (nothing, on_stake) = (over(|bet| bet.nothing), over(|bet| bet.on_stake));
        let dollars = |of: fn(&BetTally) -> u64| -> Cell {
            tally.strata.values().map(|sums| of(&sums.bets[horse])).sum::<u64>().into()
        };
        let number = (horse < HORSES).then_some(horse + 1);
        let head: [Cell; 6] = [
            number.into(),
            (nothing.pooled().n() as u64).into(),
            (on_stake.pooled().n() as u64).into(),
            dollars(|bet| bet.face),
            dollars(|bet| bet.returned),
            (on_stake.pooled().total() as u64).into(),
        ];
        let [share, error, low, high, ..] = estimate_cells(nothing.proportion(1, level).as_ref());
        let cells = head
            .into_iter()
            .chain(estimate_cells(on_stake.mean_of(LEAST_STAKED, level).as_ref()))
            .chain([(nothing.pooled().total() as u64).into(), share, error, low, high]);
        table.push(key.row(cells));
    }
}

fn income_rows(table: &mut Table, key: &Key, tally: &PolicyTally, level: Level) {
    for (source, account, name) in Source::ALL {
        let dollars = strata(tally, |sums| sums.income[source as usize]);
        let nothing = dollars.pooled().total() == 0;
        if dollars.is_empty() || source == Source::SoloSheet && nothing {
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
    tables: &[&HorseTally],
    level: Level,
) {
    const ENDS: [&str; 5] = ["1st", "2nd", "3rd", "past the No Bet line", "before the No Bet line"];
    let mut push = |figure: &str, n: u64, estimate: Option<Estimate>| {
        let head: [Cell; 4] = [(number + 1).into(), name.clone().into(), figure.into(), n.into()];
        table.push(key.row(head.into_iter().chain(estimate_cells(estimate.as_ref()))));
    };
    let games_at = |tally: &HorseTally| tally.ends.iter().sum::<u64>();
    let games: u64 = tables.iter().map(|tally| games_at(tally)).sum();
    let over = |figure: &dyn Fn(&HorseTally) -> Ratio| -> Strata {
        tables.iter().map(|tally| (games_at(tally), figure(tally))).collect()
    };
    let share = |count: &dyn Fn(&HorseTally) -> u64| {
        over(&|tally| Ratio::of_counts(count(tally), games_at(tally))).proportion(1, level)
    };
    for (end, name) in ENDS.iter().enumerate() {
        push(name, games, share(&|tally| tally.ends[end]));
    }
    let rounds = over(&|tally| tally.rounds.moments().ratio());
    push("rounds to finish", rounds.pooled().units(), rounds.mean(level));
    push("owned", games, share(&|tally| tally.owned));
    let bought = tables.iter().map(|tally| tally.bought).sum();
    push("return on price", bought, over(&|tally| tally.purses).mean(level));
}

fn round_rows(table: &mut Table, key: &Key, races: &[RaceTally], level: Level) {
    let mut rounds = Histogram::default();
    races.iter().for_each(|races| rounds += &races.rounds);
    for (value, count) in rounds.iter() {
        let head: [Cell; 3] = [value.into(), rounds.n().into(), count.into()];
        let of = |races: &RaceTally| {
            let games = races.rounds.n();
            (games, Ratio::of_counts(races.rounds.count(value), games))
        };
        let share = races.iter().map(of).collect::<Strata>().proportion(1, level);
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
    let mean = |tally: &PolicyTally, source: Source| {
        strata(tally, |sums| sums.income[source as usize]).mean(level)
    };
    let shown: Vec<(&str, Source)> = SHOWN
        .into_iter()
        .filter(|(_, source)| {
            let means = policies.iter().filter_map(|tally| mean(tally, *source));
            means.map(|mean| mean.value.abs()).fold(0.0, f64::max) >= LEAST
        })
        .collect();
    let rows = policies.iter().enumerate().map(|(policy, tally)| Ranked {
        label: run.policies[policy].label.clone(),
        figures: (shown.iter().map(|(_, source)| mean(tally, *source)))
            .chain([strata(tally, |sums| sums.bets[HORSES].on_stake).mean(level)])
            .collect(),
        wins: None,
    });
    let columns = shown.iter().map(|(name, _)| *name).chain(["return on stake"]);
    let columns: Vec<Column> = columns.map(|name| Column::new(name, Unit::Plain)).collect();
    let grid = shares("policy", &columns, rows.collect());
    let title = "What they scored with, in dollars a game, and what a dollar staked brought back";
    vec![Block::Title(title.to_owned()), Block::Grid(grid)]
}
