//! From what was counted to tables and to the screen.

use super::count::{BuckleTally, GamesTally, Holders, PolicySums, PolicyTally, Run, TurnsTally};
use super::{Engine, Prepared};
use crate::experiment::games::{About, WIN, game_tables, games_heading};
use crate::experiment::ranking::{Column, Ranked, counted, interval_note, ranking, shares};
use crate::experiment::{Block, Results, Warning};
use crate::games::eight_seconds::edition::Buckle;
use crate::games::eight_seconds::event::Outcome;
use crate::games::eight_seconds::vocabulary::VOCABULARY;
use crate::report::schema::{
    BUST_PROBABILITIES, EXPECTED_SCORES, GAME_LENGTHS, RULE_USE, WIN_RATES, bust_row,
    estimate_cells, score_row,
};
use crate::report::{Cell, Key, Schema, Table, Unit, count};
use crate::sim::runner;
use crate::stats::{Estimate, Level, Ratio, Strata, wilson};

/// How turns end.
const OUTCOMES: Schema = Schema {
    name: "outcomes",
    about: "How turns end: Bucked Off, Dismount, Ride, Clown Out, Buckle.",
    columns: &[
        "outcome",
        "turns",
        "count",
        "share",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// What a card on the table did for those who had it.
const RIDERS: Schema = Schema {
    name: "riders",
    about: "How often seats with each Rider won, and what they scored.",
    columns: &[
        "rider",
        "colour",
        "games",
        "win_rate",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
        "score",
        "score_std_error",
        "score_ci_low",
        "score_ci_high",
    ],
};

/// What became of each Golden Buckle.
const BUCKLES: Schema = Schema {
    name: "buckles",
    about: "How often each Golden Buckle was taken, and how those who took it fared.",
    columns: &[
        "buckle",
        "points",
        "games",
        "taken",
        "with_wild",
        "share",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
        "win_rate",
        "win_rate_std_error",
        "score",
        "score_std_error",
    ],
};

/// Final scores by the rulebook's table.
const RATINGS: Schema = Schema {
    name: "ratings",
    about: "The share of final scores in each rating of the rulebook's table.",
    columns: &[
        "rating",
        "from_score",
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

/// The game tables, as (name, what it holds).
pub(super) const TABLES: [(&str, &str); 4] = [
    (OUTCOMES.name, OUTCOMES.about),
    (RIDERS.name, RIDERS.about),
    (BUCKLES.name, BUCKLES.about),
    (RATINGS.name, RATINGS.about),
];

/// The situation of a first roll with three Clowns or more.
const CLOWN_OUT: &str = "clown out";

/// The names of the tables of a run, in the order in which it gives them.
pub(super) fn names(run: &Prepared) -> Vec<&'static str> {
    let rules = &run.run().game.rules;
    let mut names = match run.engine {
        Engine::Games(_) => vec![
            WIN_RATES.name,
            EXPECTED_SCORES.name,
            BUST_PROBABILITIES.name,
            GAME_LENGTHS.name,
            RULE_USE.name,
            OUTCOMES.name,
            RATINGS.name,
        ],
        Engine::Turns(_) => {
            vec![EXPECTED_SCORES.name, BUST_PROBABILITIES.name, RULE_USE.name, OUTCOMES.name]
        }
    };
    if matches!(run.engine, Engine::Games(_)) {
        names.extend(rules.riders.then_some(RIDERS.name));
        names.extend(rules.buckles.then_some(BUCKLES.name));
    }
    names
}

fn about<'a>(run: &'a Prepared, rules: &'a str) -> About<'a> {
    About {
        game: VOCABULARY.game,
        rules,
        policies: &run.policies,
        lineups: &run.run().lineups,
        fixed_seats: run.spec.fixed_seats,
        level: run.spec.level,
        score: "points a game",
        length: ("turns a game", "turns"),
        first: Some("which takes the first turn"),
        events: &[("turn", Some("turns Bucked Off")), (CLOWN_OUT, None)],
    }
}

/// What is played, in one line.
fn heading(run: &Prepared, units: u64) -> String {
    let rules = &run.run().game.rules;
    let names = [rules.edition.title()].into_iter().chain(rules.changed());
    let what = names.collect::<Vec<_>>().join(", ");
    match &run.engine {
        Engine::Turns(_) => format!("{what}: {} of each policy", counted(units, "single turn")),
        Engine::Games(_) => games_heading(&what, units, &run.run().lineups),
    }
}

/// The rows of the outcomes of one policy.
fn outcome_rows(table: &mut Table, key: &Key, turns: u64, shares: &[(u64, Option<Estimate>)]) {
    for (outcome, (number, share)) in Outcome::ALL.iter().zip(shares) {
        let head = [outcome.name().into(), turns.into(), (*number).into()];
        table.push(key.row(head.into_iter().chain(estimate_cells(share.as_ref()))));
    }
}

/// The tables of whole games.
pub(super) fn games(run: &Prepared, outcome: runner::Outcome<GamesTally>) -> Results {
    let rules = run.changed();
    let about = about(run, &rules);
    let level = about.level;
    let GamesTally { games, policies, buckles } = outcome.tally;
    let standard = game_tables(&about, &games, heading(run, outcome.units_done));
    let mut outcomes = Table::new(&OUTCOMES);
    let mut ratings = Table::new(&RATINGS);
    let mut rule_use = Table::new(&RULE_USE);
    let mut riders = Table::new(&RIDERS);
    for (policy, tally) in policies.iter().enumerate() {
        let key = about.key(policy, "all".to_owned(), None);
        let ends = Outcome::ALL.map(|outcome| ending(tally, outcome));
        let turns = ends[0].pooled().n() as u64;
        if turns == 0 {
            continue;
        }
        let shares: Vec<_> = ends
            .iter()
            .map(|end| (end.pooled().total() as u64, end.proportion(1, level)))
            .collect();
        outcome_rows(&mut outcomes, &key, turns, &shares);
        tally.rules.rows(&mut rule_use, &key, &VOCABULARY, &run.policies[policy]);
        rating_rows(&mut ratings, &key, run.run(), tally, level);
        rider_rows(&mut riders, &key, run.run(), &[tally], level);
    }
    // The Riders over all policies, which is what tells whether they are balanced.
    let everybody: Vec<&PolicyTally> = policies.iter().collect();
    if policies.len() > 1 {
        let key = Key { policy: "all".to_owned(), ..about.key(0, "all".to_owned(), None) };
        rider_rows(&mut riders, &key, run.run(), &everybody, level);
    }
    let mut of_buckles = Table::new(&BUCKLES);
    let key = Key { policy: "all".to_owned(), ..about.key(0, "all".to_owned(), None) };
    for (place, buckle) in run.run().game.rules.edition.buckles.iter().enumerate() {
        let over = |figure: &dyn Fn(&BuckleTally) -> Ratio| -> Strata {
            buckles.values().map(|(games, of)| (*games, figure(&of[place]))).collect()
        };
        let wins = over(&|tally| tally.holders.wins);
        let taken = wins.pooled().n() as u64;
        let share = over(&|tally| Ratio::of_counts(tally.holders.wins.n() as u64, tally.open));
        let open = share.pooled().units();
        let wild: u64 = buckles.values().map(|(_, of)| of[place].wild).sum();
        let share = share.proportion(1, level);
        let win = wins.proportion(WIN as u64, level);
        let score = over(&|tally| tally.holders.scores).mean(level);
        let figures = |figure: &Option<Estimate>| -> [Cell; 2] {
            [figure.map(|one| one.value).into(), figure.and_then(|one| one.std_error).into()]
        };
        let cells: Vec<Cell> = [
            buckle_name(buckle).into(),
            buckle.points.into(),
            open.into(),
            taken.into(),
            wild.into(),
        ]
        .into_iter()
        .chain(estimate_cells(share.as_ref()))
        .chain(figures(&win))
        .chain(figures(&score))
        .collect();
        of_buckles.push(key.row(cells));
    }

    let mut screen = standard.screen;
    screen.extend(outcome_blocks(run, &policies, level));
    if run.run().game.rules.riders {
        screen.extend(rider_blocks(run.run(), &everybody, level));
    }
    let mut warnings: Vec<Warning> = Vec::new();
    if standard.unfinished > 0 {
        let max = run.run().game.rules.max_turns;
        warnings.push((
            format!(
                "{} given up after {} turns of each player; nobody wins them",
                counted(standard.unfinished, "game"),
                count(u64::from(max))
            ),
            Some("`--rules max_turns=N` bounds games; does every policy ever ride?".to_owned()),
        ));
    }
    let made = [
        standard.win_rates,
        standard.scores,
        standard.busts,
        standard.lengths,
        rule_use,
        outcomes,
        ratings,
        riders,
        of_buckles,
    ];
    let wanted = names(run);
    Results {
        tables: made.into_iter().filter(|table| wanted.contains(&table.name())).collect(),
        screen,
        warnings,
        units_done: outcome.units_done,
        stopped: outcome.stopped,
    }
}

/// A Golden Buckle by what it asks for: `4 Turn 2 Buck 2 Kick`.
pub(super) fn buckle_name(buckle: &Buckle) -> String {
    let faces = ["Turn", "Buck", "Kick", "Clown"];
    let asked = buckle.needs.iter().zip(faces).filter(|(count, _)| **count > 0);
    asked.map(|(count, face)| format!("{count} {face}")).collect::<Vec<_>>().join(" ")
}

/// How the turns of each policy ended, for the eye.
fn outcome_blocks(run: &Prepared, policies: &[PolicyTally], level: Level) -> Vec<Block> {
    let rank = |(policy, tally): (usize, &PolicyTally)| {
        let share = |outcome: Outcome| ending(tally, outcome).proportion(1, level);
        Ranked {
            label: run.policies[policy].label.clone(),
            figures: outcome_columns(run).map(|(_, outcome)| share(outcome)).collect(),
            wins: None,
        }
    };
    let rows = policies.iter().enumerate().map(rank).collect();
    let columns: Vec<Column> =
        outcome_columns(run).map(|(name, _)| Column::new(name, Unit::Percent)).collect();
    // The notes of the first ranking stand for this one too, but for who is ahead: here nobody is.
    let grid = shares("policy", &columns, rows);
    vec![Block::Title("How their turns ended".to_owned()), Block::Grid(grid)]
}

/// How often the turns of one policy ended in one way, by table and seat.
fn ending(tally: &PolicyTally, outcome: Outcome) -> Strata {
    strata(&[tally], |sums| sums.endings.outcomes[outcome as usize])
}

/// A figure of some policies, by table and seat.
fn strata(tallies: &[&PolicyTally], figure: impl Fn(&PolicySums) -> Ratio) -> Strata {
    let sums = tallies.iter().flat_map(|tally| tally.strata.values());
    sums.map(|sums| (sums.games, figure(sums))).collect()
}

/// A figure of those who have a Rider.
fn of_rider(tallies: &[&PolicyTally], rider: usize, figure: impl Fn(&Holders) -> Ratio) -> Strata {
    strata(tallies, |sums| sums.riders.get(rider).map_or_else(Ratio::default, &figure))
}

/// How seats with each Rider fared, for the eye.
fn rider_blocks(run: &Run, tallies: &[&PolicyTally], level: Level) -> Vec<Block> {
    let rows = run.game.rules.edition.riders.iter().enumerate().filter_map(|(place, rider)| {
        let wins = of_rider(tallies, place, |has| has.wins);
        let scores = of_rider(tallies, place, |has| has.scores);
        let figures = vec![Some(wins.proportion(WIN as u64, level)?), scores.mean(level)];
        Some(Ranked { label: rider.name.clone(), figures, wins: None })
    });
    let columns =
        [Column::new("win rate", Unit::Percent), Column::new("points a game", Unit::Plain)];
    let grid = shares("Rider", &columns, rows.collect());
    vec![Block::Title("How the Riders fared".to_owned()), Block::Grid(grid)]
}

/// The outcomes that are shown, the most wanted first.
fn outcome_columns(run: &Prepared) -> impl Iterator<Item = (&'static str, Outcome)> {
    let buckles = run.run().game.rules.buckles;
    [
        ("Ride", Outcome::Ride),
        ("Dismount", Outcome::Dismount),
        ("Bucked Off", Outcome::BuckedOff),
        ("Clown Out", Outcome::ClownOut),
        ("Buckle", Outcome::Buckle),
    ]
    .into_iter()
    .filter(move |(_, outcome)| buckles || *outcome != Outcome::Buckle)
}

fn rating_rows(table: &mut Table, key: &Key, run: &Run, tally: &PolicyTally, level: Level) {
    let edition = &run.game.rules.edition;
    let alone = run.lineups[0].len() == 1;
    let least = if alone { &edition.solitaire_ratings } else { &edition.ratings };
    for (rating, from) in least.iter().enumerate() {
        let count = strata(&[tally], |sums| sums.ratings[rating]);
        let share = count.proportion(1, level);
        let count = count.pooled();
        let (games, number) = (count.n() as u64, count.total() as u64);
        let head = [(rating + 1).into(), (*from).into(), games.into(), number.into()];
        table.push(key.row(head.into_iter().chain(estimate_cells(share.as_ref()))));
    }
}

fn rider_rows(table: &mut Table, key: &Key, run: &Run, tallies: &[&PolicyTally], level: Level) {
    for (place, rider) in run.game.rules.edition.riders.iter().enumerate() {
        let wins = of_rider(tallies, place, |has| has.wins);
        let games = wins.pooled().n() as u64;
        let win = wins.proportion(WIN as u64, level);
        let score = of_rider(tallies, place, |has| has.scores).mean(level);
        let head = [rider.name.clone().into(), rider.colour.name().into(), games.into()];
        let [value, error, low, high, ..] = estimate_cells(score.as_ref());
        let cells =
            head.into_iter().chain(estimate_cells(win.as_ref())).chain([value, error, low, high]);
        table.push(key.row(cells));
    }
}

/// The tables of single turns.
pub(super) fn turns(run: &Prepared, outcome: runner::Outcome<TurnsTally>) -> Results {
    let rules = run.changed();
    let about = about(run, &rules);
    let level = about.level;
    let mut scores = Table::new(&EXPECTED_SCORES);
    let mut busts = Table::new(&BUST_PROBABILITIES);
    let mut rule_use = Table::new(&RULE_USE);
    let mut outcomes = Table::new(&OUTCOMES);
    let mut rows = Vec::new();
    for (policy, tally) in outcome.tally.0.iter().enumerate() {
        let key = about.key(policy, String::new(), None);
        let turns: u64 = tally.outcomes.iter().sum();
        let points = tally.gains.moments().mean(level);
        scores.push(score_row(&key, "turn", &tally.gains, points.as_ref()));
        let share = |number: u64| wilson(number, turns, level);
        let bucked = tally.outcomes[Outcome::BuckedOff as usize];
        for (situation, number) in [("turn", bucked), (CLOWN_OUT, tally.clown_outs)] {
            busts.push(bust_row(&key, situation, turns, number, share(number).as_ref()));
        }
        tally.rules.rows(&mut rule_use, &key, &VOCABULARY, &run.policies[policy]);
        let shares: Vec<_> =
            tally.outcomes.iter().map(|number| (*number, share(*number))).collect();
        outcome_rows(&mut outcomes, &key, turns, &shares);
        let ends = outcome_columns(run).map(|(_, outcome)| shares[outcome as usize].1);
        rows.push(Ranked {
            label: run.policies[policy].label.clone(),
            figures: [points].into_iter().chain(ends).collect(),
            wins: None,
        });
    }
    let mut notes = Vec::new();
    let columns: Vec<Column> = [Column::new("points a turn", Unit::Plain)]
        .into_iter()
        .chain(outcome_columns(run).map(|(name, _)| Column::new(name, Unit::Percent)))
        .collect();
    let grid = ranking(&columns, rows, level, WIN as u64, false, &mut notes);
    notes.push(interval_note(level, "turns"));
    let title = Block::Title(heading(run, outcome.units_done));
    let screen = [title, Block::Grid(grid)].into_iter().chain(notes.into_iter().map(Block::Note));
    Results {
        tables: vec![scores, busts, rule_use, outcomes],
        screen: screen.collect(),
        warnings: Vec::new(),
        units_done: outcome.units_done,
        stopped: outcome.stopped,
    }
}
