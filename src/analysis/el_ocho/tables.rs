//! From what was counted to tables and to the screen.
//!
//! Which error stands beside which figure: a win of one seat is an independent yes or no of its
//! game (`wilson`). What hangs together within a game (its turns and busts, several seats of one
//! policy) is a ratio of per-game sums (`wilson-cluster`, `t`); the shares of turn endings take
//! batches of games as the clusters. The fate of one roll is independent of everything before it,
//! its chance depending on the number of dice alone, so `dice=…` rows are `wilson` wherever the
//! rolls come from: stopping a sequence of independent trials by what has been seen does not bias
//! the sum of their deviations.

use super::{Engine, Prepared};
use crate::analysis::ranking::{Column, Ranked, counted, interval_note, ranking};
use crate::analysis::{Block, NamedPolicy, PolicyKind, Results, Run};
use crate::games::el_ocho::matches::{GroupTally, MatchTally};
use crate::games::el_ocho::stressed::{Outcome as RoundOutcome, RoundTally, StressedTally};
use crate::games::el_ocho::tally::{
    Clusters, ENDINGS, Endings, GameTally, RuleTally, SeatTally, TurnTally,
};
use crate::games::el_ocho::turn::Ending;
use crate::games::el_ocho::turns::TurnsTally;
use crate::games::el_ocho::vocabulary::{VOCABULARY, point};
use crate::report::schema::{
    BUST_PROBABILITIES, EXPECTED_SCORES, GAME_LENGTHS, RULE_USE, WIN_RATES, bust_row,
    estimate_cells, rule_use_row, score_row, win_rate_row,
};
use crate::report::{Cell, Key, Schema, Table, Unit, count, estimate};
use crate::sim::runner::Outcome;
use crate::sim::seating::groups;
use crate::stats::{Estimate, Histogram, Level, Ratio, RatioSums, wilson};

/// How turns end.
pub(super) const TURN_ENDINGS: Schema = Schema {
    name: "turn_endings",
    about: "How turns end (banked, bust, instant win), and for each policy over all its tables and \
            seats, by the points the turn held.",
    columns: &[
        "ending",
        "turn_points",
        "turns",
        "share",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// What became of announcements.
pub(super) const ANNOUNCEMENTS: Schema = Schema {
    name: "announcements",
    about: "Stressed variant: what became of each player's announcement in a round.",
    columns: &[
        "outcome",
        "rounds",
        "count",
        "share",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// The tables under construction.
struct Tables<'a> {
    run: &'a Prepared,
    /// Whether the rows are over all tables.
    pooled: bool,
    level: Level,
    unit: i64,
    win_rates: Table,
    scores: Table,
    busts: Table,
    lengths: Table,
    rules: Table,
    endings: Table,
    announcements: Table,
}

impl<'a> Tables<'a> {
    fn new(run: &'a Prepared) -> Self {
        Self {
            run,
            pooled: false,
            level: run.spec.level,
            unit: i64::from(run.game.scoring.unit),
            win_rates: Table::new(&WIN_RATES),
            scores: Table::new(&EXPECTED_SCORES),
            busts: Table::new(&BUST_PROBABILITIES),
            lengths: Table::new(&GAME_LENGTHS),
            rules: Table::new(&RULE_USE),
            endings: Table::new(&TURN_ENDINGS),
            announcements: Table::new(&ANNOUNCEMENTS),
        }
    }

    fn key(&self, policy: usize, opponents: String, seat: Option<usize>) -> Key {
        Key {
            game: VOCABULARY.game.to_owned(),
            rules: self.run.game.rules.changed().join(";"),
            players: self.run.lineups[0].len() as u32,
            policy: self.run.label(policy).to_owned(),
            opponents,
            seat: seat.map(|seat| seat as u32 + 1),
        }
    }

    fn cells(&self, cells: &[u64], unit: i64) -> Histogram {
        let mut histogram = Histogram::default();
        for (value, &count) in cells.iter().enumerate().filter(|(_, count)| **count > 0) {
            histogram.add(value as i64 * unit, count);
        }
        histogram
    }

    /// What turns brought, in points.
    fn gains(&self, endings: &Endings) -> Histogram {
        let mut gains = self.cells(&endings.banked, self.unit);
        gains += &self.cells(&endings.wins, self.unit);
        if endings.lost() > 0 {
            gains.add(0, endings.lost());
        }
        gains
    }

    /// A mean counted in units, in points.
    fn scaled(&self, estimate: Option<Estimate>) -> Option<Estimate> {
        let unit = self.unit as f64;
        estimate.map(|estimate| Estimate {
            value: estimate.value * unit,
            std_error: estimate.std_error.map(|error| error * unit),
            low: estimate.low.map(|low| low * unit),
            high: estimate.high.map(|high| high * unit),
            ..estimate
        })
    }

    /// The rows of one policy's turns, but for the figures that depend on how they were grouped.
    /// Endings are told by points only where `in_detail`: once for each policy.
    fn turn_rows(
        &mut self,
        key: &Key,
        policy: usize,
        turns: &TurnTally,
        figures: &TurnFigures,
        share: impl Fn(Ending, Option<usize>, u64) -> Option<Estimate>,
    ) {
        let level = self.level;
        let TurnFigures { points, bust, in_detail } = figures;
        let gains = self.gains(&turns.endings);
        self.scores.push(score_row(key, "turn", &gains, points.as_ref()));
        let all = turns.endings.turns();
        self.busts.push(bust_row(key, "turn", all, turns.endings.lost(), bust.as_ref()));
        let jokers = turns.dice.iter().any(|dice| dice.jokers > 0);
        for (dice, tally) in turns.dice.iter().enumerate().filter(|(_, tally)| tally.rolls() > 0) {
            let rate = wilson(tally.busts, tally.decisions, level);
            let situation = format!("dice={dice}");
            let row = bust_row(key, &situation, tally.decisions, tally.busts, rate.as_ref());
            self.busts.push(row);
            if jokers {
                let rate = wilson(tally.jokers, tally.rolls(), level);
                let situation = format!("dice={dice} joker");
                let row = bust_row(key, &situation, tally.rolls(), tally.jokers, rate.as_ref());
                self.busts.push(row);
            }
        }
        self.rule_rows(key, policy, point::KEEP, &turns.keep_rules);
        self.rule_rows(key, policy, point::ROLL, &turns.roll_rules);
        for ending in ENDINGS {
            let cells = turns.endings.of(ending);
            let whole = cells.iter().sum();
            let name = match ending {
                Ending::Banked => "banked",
                Ending::Bust => "bust",
                Ending::Win => "instant win",
            };
            let mut row = |points: Cell, turns: u64, share: Option<Estimate>| {
                let head = [name.into(), points, turns.into()];
                let cells = head.into_iter().chain(estimate_cells(share.as_ref()));
                self.endings.push(key.row(cells));
            };
            row(Cell::Empty, whole, share(ending, None, whole));
            if !*in_detail {
                continue;
            }
            for (units, &turns) in cells.iter().enumerate().filter(|(_, turns)| **turns > 0) {
                let points = units as i64 * self.unit;
                row(points.into(), turns, share(ending, Some(units), turns));
            }
        }
    }

    fn rule_rows(&mut self, key: &Key, policy: usize, point: usize, tally: &RuleTally) {
        let decisions = tally.rules.iter().sum::<u64>() + tally.default;
        let name = VOCABULARY.points[point].name;
        if let PolicyKind::File(file) = &self.run.policies[policy].kind {
            for (index, rule) in file.points[point].iter().enumerate() {
                let decided = tally.rules.get(index).copied().unwrap_or(0);
                let when = rule.when_text.as_deref().unwrap_or("");
                let number = Some(index + 1);
                self.rules.push(rule_use_row(key, name, number, when, decisions, decided));
            }
        }
        self.rules.push(rule_use_row(key, name, None, "", decisions, tally.default));
    }

    /// The rows of one policy at one seat or over all.
    fn seat_rows(&mut self, key: &Key, policy: usize, tally: &SeatTally, alone: bool) {
        let in_detail = key.seat.is_none() && (self.pooled || self.run.lineups.len() == 1);
        let level = self.level;
        let SeatTally { turns, clusters, games } = tally;
        self.game_rows(key, games, alone);
        let points = self.scaled(games.points.mean(level));
        let bust = games.busts.proportion(1, level);
        let all = turns.endings.turns();
        let share = |ending: Ending, units: Option<usize>, count: u64| match units {
            Some(units) => cell_share(clusters, all, ending, units, count, level),
            None => whole_share(clusters, all, ending, count, level),
        };
        let figures = TurnFigures { points, bust, in_detail };
        self.turn_rows(key, policy, turns, &figures, share);
    }

    /// The rows about whole games.
    fn game_rows(&mut self, key: &Key, games: &GameTally, alone: bool) {
        let level = self.level;
        let (seats, wins) = (games.wins.n() as u64, games.wins.total() as u64);
        let rate = win_rate(games, alone, level);
        let row = win_rate_row(key, seats, wins, 0, rate.as_ref(), games.unfinished);
        self.win_rates.push(row);
        let totals = self.cells(&games.total_cells, self.unit);
        let mean = self.scaled(games.totals.mean(level));
        self.scores.push(score_row(key, "game", &totals, mean.as_ref()));
        let lengths = self.cells(&games.length_cells, 1);
        let mean = games.lengths.mean(level);
        self.lengths.push(score_row(key, "turns", &lengths, mean.as_ref()));
    }
}

/// The share of turns of one ending and number of points, with batches of games as clusters.
fn cell_share(
    clusters: &Clusters,
    turns: u64,
    ending: Ending,
    units: usize,
    count: u64,
    level: Level,
) -> Option<Estimate> {
    let (yy, ny) = clusters.endings[ending as usize].get(units).copied().unwrap_or_default();
    cluster_share(clusters, turns, count, yy, ny, level)
}

/// The share of turns of one ending.
fn whole_share(
    clusters: &Clusters,
    turns: u64,
    ending: Ending,
    count: u64,
    level: Level,
) -> Option<Estimate> {
    let (yy, ny) = clusters.wholes[ending as usize];
    cluster_share(clusters, turns, count, yy, ny, level)
}

fn cluster_share(
    clusters: &Clusters,
    turns: u64,
    count: u64,
    yy: u128,
    ny: u128,
    level: Level,
) -> Option<Estimate> {
    let ratio = Ratio::of_sums(RatioSums {
        units: clusters.batches,
        n: turns.into(),
        y: count.into(),
        nn: clusters.turns_squared,
        yy,
        ny: ny as i128,
        ..RatioSums::default()
    });
    ratio.proportion(1, level)
}

/// The share of wins: independent games where the policy has one seat in each.
fn win_rate(games: &GameTally, alone: bool, level: Level) -> Option<Estimate> {
    if alone {
        wilson(games.wins.total() as u64, games.wins.n() as u64, level)
    } else {
        games.wins.proportion(1, level)
    }
}

/// A policy at a table over all its seats.
fn over_seats(group: &GroupTally, alone: bool) -> SeatTally {
    let mut all = SeatTally::default();
    for seat in &group.seats {
        all.turns.merge(&seat.turns);
        all.games.merge(&seat.games);
    }
    all.clusters = group.all.clusters.clone();
    if !alone {
        let cells = (all.games.total_cells, all.games.length_cells);
        all.games = group.all.games.clone();
        (all.games.total_cells, all.games.length_cells) = cells;
    }
    all
}

/// What the turns of one policy come to, but for what follows from their counts alone.
struct TurnFigures {
    points: Option<Estimate>,
    bust: Option<Estimate>,
    /// Whether endings are told by points.
    in_detail: bool,
}

/// The names of the tables of a run, in the order in which it gives them.
pub(super) fn names(engine: &Engine) -> Vec<&'static str> {
    let schemas: &[&Schema] = match engine {
        Engine::Matches(_) => &[
            &WIN_RATES,
            &EXPECTED_SCORES,
            &BUST_PROBABILITIES,
            &GAME_LENGTHS,
            &RULE_USE,
            &TURN_ENDINGS,
        ],
        Engine::Turns(_) => &[&EXPECTED_SCORES, &BUST_PROBABILITIES, &RULE_USE, &TURN_ENDINGS],
        Engine::Stressed(stressed) if stressed.rounds_alone => &[&EXPECTED_SCORES, &ANNOUNCEMENTS],
        Engine::Stressed(_) => &[&WIN_RATES, &EXPECTED_SCORES, &GAME_LENGTHS, &ANNOUNCEMENTS],
    };
    schemas.iter().map(|schema| schema.name).collect()
}

/// The tables of whole games.
pub(super) fn matches(run: &Prepared, outcome: Outcome<MatchTally>) -> Results {
    let mut tables = Tables::new(run);
    let seats = run.lineups[0].len();
    let mut pooled: Vec<Option<(SeatTally, Vec<SeatTally>)>> = vec![None; run.policies.len()];
    let mut first_seat = (0, 0);
    let alone = groups(&run.lineups[0]).0.len() == seats;
    for (lineup, tallies) in outcome.tally.tables.iter().enumerate() {
        for (policy, group) in groups(&run.lineups[lineup]).0.into_iter().zip(tallies) {
            let opponents = run.opponents(lineup, policy);
            let all = over_seats(group, alone);
            tables.seat_rows(&tables.key(policy, opponents.clone(), None), policy, &all, alone);
            let first = &group.seats[0].games.wins;
            first_seat.0 += first.total() as u64;
            first_seat.1 += first.n() as u64;
            if seats > 1 {
                for (seat, tally) in group.seats.iter().enumerate() {
                    let key = tables.key(policy, opponents.clone(), Some(seat));
                    if tally.games.wins.n() > 0 {
                        tables.seat_rows(&key, policy, tally, true);
                    }
                }
            }
            let (total, by_seat) = pooled[policy]
                .get_or_insert_with(|| (SeatTally::default(), vec![SeatTally::default(); seats]));
            total.merge(&all);
            for (into, from) in by_seat.iter_mut().zip(&group.seats) {
                into.merge(from);
            }
        }
    }
    if run.lineups.len() > 1 {
        tables.pooled = true;
        for (policy, pool) in pooled.iter().enumerate() {
            let Some((total, by_seat)) = pool else { continue };
            let key = tables.key(policy, "all".to_owned(), None);
            tables.seat_rows(&key, policy, total, alone);
            for (seat, tally) in by_seat.iter().enumerate() {
                if tally.games.wins.n() > 0 {
                    let key = tables.key(policy, "all".to_owned(), Some(seat));
                    tables.seat_rows(&key, policy, tally, true);
                }
            }
        }
    }

    let level = tables.level;
    let standings: Vec<Ranked> = pooled
        .iter()
        .enumerate()
        .filter_map(|(policy, pool)| {
            let (total, _) = pool.as_ref()?;
            let figures = vec![
                (seats > 1).then(|| win_rate(&total.games, alone, level)).flatten(),
                tables.scaled(total.games.points.mean(level)),
                total.games.busts.proportion(1, level),
                total.games.lengths.mean(level),
            ];
            Some(Ranked { label: run.label(policy).to_owned(), figures })
        })
        .collect();
    let unfinished: u64 =
        pooled.iter().flatten().map(|(total, _)| total.games.unfinished).sum::<u64>()
            / seats as u64;
    let mut screen = vec![Block::Title(heading(run, outcome.units_done, seats))];
    let mut notes = Vec::new();
    if seats > 1
        && let Some(rate) = wilson(first_seat.0, first_seat.1, level)
    {
        notes.push(format!(
            "Seat 1, which takes the first turn, wins {} of the games.",
            estimate(&rate, Unit::Percent)
        ));
    }
    screen.push(Block::Grid(ranking(&columns(run), standings, level, &mut notes)));
    notes.push(interval_note(level, "games"));
    screen.extend(notes.into_iter().map(Block::Note));
    let mut warnings = unasked(run);
    if unfinished > 0 {
        warnings.push(unfinished_warning(run, unfinished));
    }
    let Tables { win_rates, scores, busts, lengths, rules, endings, .. } = tables;
    Results {
        tables: vec![win_rates, scores, busts, lengths, rules, endings],
        screen,
        warnings,
        units_done: outcome.units_done,
        stopped: outcome.stopped,
    }
}

/// Warns of policies that say nothing about the decisions of the variant that is played.
fn unasked(run: &Prepared) -> Vec<(String, Option<String>)> {
    let (asked, what, written_for) = match run.engine {
        Engine::Stressed(_) => (&[point::ANNOUNCE][..], "announcements", "stressed"),
        _ => (&[point::KEEP, point::ROLL][..], "keeping and stopping", "standard"),
    };
    let silent = |policy: &&NamedPolicy| match &policy.kind {
        PolicyKind::BuiltIn(_) => false,
        PolicyKind::File(file) => asked.iter().all(|point| file.points[*point].is_empty()),
    };
    let warn = |policy: &NamedPolicy| {
        let label = &policy.label;
        let help = format!("it is not written for `variant={written_for}`");
        (format!("{label} has no rules for {what}: the game's defaults play for it"), Some(help))
    };
    run.policies.iter().filter(silent).map(warn).collect()
}

fn unfinished_warning(run: &Prepared, unfinished: u64) -> (String, Option<String>) {
    let max_turns = run.game.rules.max_turns;
    (
        format!(
            "{} given up after {} of each player; nobody wins them",
            match unfinished {
                1 => "1 game was".to_owned(),
                more => format!("{} games were", count(more)),
            },
            counted(u64::from(max_turns), turn_name(run))
        ),
        Some("`--rules max_turns=N` bounds games; does every policy ever bank?".to_owned()),
    )
}

/// What is played, in one line.
fn heading(run: &Prepared, units: u64, seats: usize) -> String {
    let mut text = run.game.rules.title();
    match &run.engine {
        _ if run.turns() => {
            text += &format!(
                ": {} of each policy",
                counted(units, &format!("single {}", turn_name(run)))
            );
        }
        Engine::Matches(_) | Engine::Stressed(_) | Engine::Turns(_) => {
            let tables = run.lineups.len();
            let (games, players) = (counted(units, "game"), counted(seats as u64, "player"));
            text += &format!(": {games} of {players}");
            if tables > 1 {
                text += &format!(" at {} tables", count(tables as u64));
            }
        }
    }
    text
}

/// What one player does between two others.
fn turn_name(run: &Prepared) -> &'static str {
    if matches!(run.engine, Engine::Stressed(_)) { "round" } else { "turn" }
}

/// The figures that are compared.
fn columns(run: &Prepared) -> [Column; 4] {
    let turn = turn_name(run);
    [
        Column::new("win rate", Unit::Percent),
        Column::new(format!("points a {turn}"), Unit::Plain),
        Column::new("turns lost", Unit::Percent),
        Column::new(format!("{turn}s a game"), Unit::Plain),
    ]
}

/// The tables of single turns.
pub(super) fn turns(run: &Prepared, outcome: Outcome<TurnsTally>) -> Results {
    let mut tables = Tables::new(run);
    let level = tables.level;
    let mut standings = Vec::new();
    for (policy, tally) in outcome.tally.players.iter().enumerate() {
        let key = tables.key(policy, String::new(), None);
        let all = tally.endings.turns();
        let points = tables.gains(&tally.endings).moments().mean(level);
        let bust = wilson(tally.endings.lost(), all, level);
        let share = |_, _, count| wilson(count, all, level);
        let figures = TurnFigures { points, bust, in_detail: true };
        tables.turn_rows(&key, policy, tally, &figures, share);
        let label = run.label(policy).to_owned();
        standings.push(Ranked { label, figures: vec![None, points, bust, None] });
    }
    let mut notes = Vec::new();
    let mut screen = vec![Block::Title(heading(run, outcome.units_done, 1))];
    let grid = ranking(&columns(run), standings, level, &mut notes);
    screen.push(Block::Grid(grid));
    notes.push(interval_note(level, "turns"));
    screen.extend(notes.into_iter().map(Block::Note));
    let Tables { scores, busts, rules, endings, .. } = tables;
    Results {
        tables: vec![scores, busts, rules, endings],
        screen,
        warnings: unasked(run),
        units_done: outcome.units_done,
        stopped: outcome.stopped,
    }
}

/// The tables of the stressed variant.
pub(super) fn stressed(run: &Prepared, outcome: Outcome<StressedTally>) -> Results {
    let mut tables = Tables::new(run);
    let level = tables.level;
    let seats = run.lineups[0].len();
    let games = !run.turns();
    let alone = groups(&run.lineups[0]).0.len() == seats;
    let mut pooled: Vec<Option<Vec<RoundTally>>> = vec![None; run.policies.len()];
    for (lineup, tallies) in outcome.tally.tables.iter().enumerate() {
        for (policy, group) in groups(&run.lineups[lineup]).0.into_iter().zip(tallies) {
            let opponents = run.opponents(lineup, policy);
            tables.round_rows(policy, &opponents, group, alone, games);
            let pool = pooled[policy].get_or_insert_with(|| vec![RoundTally::default(); seats + 1]);
            for (into, from) in pool.iter_mut().zip(group) {
                into.merge(from);
            }
        }
    }
    if run.lineups.len() > 1 && games {
        for (policy, pool) in pooled.iter().enumerate() {
            if let Some(pool) = pool {
                tables.round_rows(policy, "all", pool, alone, games);
            }
        }
    }
    let standings: Vec<Ranked> = pooled
        .iter()
        .enumerate()
        .filter_map(|(policy, pool)| {
            let total = pool.as_ref()?.last()?;
            let figures = vec![
                (games && seats > 1).then(|| win_rate(&total.games, alone, level)).flatten(),
                tables.scaled(total.marks.mean(level)),
                None,
                total.games.lengths.mean(level),
            ];
            Some(Ranked { label: run.label(policy).to_owned(), figures })
        })
        .collect();
    let unfinished = pooled
        .iter()
        .flatten()
        .filter_map(|pool| pool.last())
        .map(|total| total.games.unfinished)
        .sum::<u64>()
        / seats as u64;
    let mut notes = Vec::new();
    let mut screen = vec![Block::Title(heading(run, outcome.units_done, seats))];
    screen.push(Block::Grid(ranking(&columns(run), standings, level, &mut notes)));
    notes.push(interval_note(level, run.unit_name()));
    screen.extend(notes.into_iter().map(Block::Note));
    let mut warnings = unasked(run);
    if unfinished > 0 && games {
        warnings.push(unfinished_warning(run, unfinished));
    }
    let Tables { win_rates, scores, lengths, announcements, .. } = tables;
    let all = if games {
        vec![win_rates, scores, lengths, announcements]
    } else {
        vec![scores, announcements]
    };
    Results {
        tables: all,
        screen,
        warnings,
        units_done: outcome.units_done,
        stopped: outcome.stopped,
    }
}

impl Tables<'_> {
    fn round_rows(
        &mut self,
        policy: usize,
        opponents: &str,
        group: &[RoundTally],
        alone: bool,
        games: bool,
    ) {
        let level = self.level;
        let seats = group.len() - 1;
        let by_seat = if seats > 1 { 0..seats } else { 0..0 };
        for seat in [None].into_iter().chain(by_seat.map(Some)) {
            let tally = &group[seat.unwrap_or(seats)];
            if tally.marks.n() == 0 {
                continue;
            }
            let key = self.key(policy, opponents.to_owned(), seat);
            let marks = self.cells(&tally.mark_cells, self.unit);
            let mean = self.scaled(tally.marks.mean(level));
            self.scores.push(score_row(&key, "turn", &marks, mean.as_ref()));
            if games {
                self.game_rows(&key, &tally.games, alone || seat.is_some());
            }
            let rounds = tally.marks.n() as u64;
            let outcomes = RoundOutcome::ALL.iter().map(|outcome| outcome.name());
            let ratios = tally.outcomes.iter().chain([&tally.set_back]);
            for (name, ratio) in outcomes.chain(["set back"]).zip(ratios) {
                let share = ratio.proportion(1, level);
                let head = [name.into(), rounds.into(), (ratio.total() as u64).into()];
                let cells = head.into_iter().chain(estimate_cells(share.as_ref()));
                self.announcements.push(key.row(cells));
            }
        }
    }
}
