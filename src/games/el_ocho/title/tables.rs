//! From what was counted to tables and to the screen.
//!
//! Which error stands beside which figure: a win of one seat at one matchup is an independent yes or
//! no of its game (`wilson`). What hangs together within a game (its turns, busts and their points,
//! several seats of one policy) is a ratio of per-game sums (`wilson-cluster`, `t`), and what is
//! pooled over matchups and seats is stratified by them. The fate of one roll is independent of everything before it,
//! its chance depending on the number of dice alone, so `dice=…` rows are `wilson` wherever the
//! rolls come from: stopping a sequence of independent trials by what has been seen does not bias
//! the sum of their deviations.

use super::{Engine, Prepared};
use crate::experiment::games::win_rate;
use crate::experiment::ranking::{Column, Ranked, counted, interval_note, ranking};
use crate::experiment::{Block, NamedPolicy, PolicyKind, Results, Run};
use crate::games::el_ocho::matches::{GroupTally, MatchTally};
use crate::games::el_ocho::stressed::{Outcome as RoundOutcome, RoundTally, StressedTally};
use crate::games::el_ocho::tally::{
    Clusters, ENDINGS, EndingSums, Endings, GameTally, RuleTally, SeatTally, TurnTally,
};
use crate::games::el_ocho::turn::{Ending, TurnEnd};
use crate::games::el_ocho::turns::TurnsTally;
use crate::games::el_ocho::vocabulary::{VOCABULARY, point};
use crate::report::schema::{
    BUST_PROBABILITIES, EXPECTED_SCORES, GAME_LENGTHS, RULE_USE, WIN_RATES, bust_row,
    estimate_cells, rule_use_row, score_row, win_rate_row,
};
use crate::report::{Cell, Key, Schema, Table, Unit, count, estimate};
use crate::sim::runner::Outcome;
use crate::sim::seating::groups;
use crate::stats::{Estimate, Histogram, Level, Ratio, RatioSums, Strata, wilson};

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

    /// The rows of one policy at one seat or over several.
    fn seat_rows(&mut self, key: &Key, policy: usize, pool: &Pool<'_>) {
        let in_detail = key.seat.is_none() && (self.pooled || self.run.lineups.len() == 1);
        let level = self.level;
        self.game_rows(key, &pool.games(), &pool.counts);
        let points = self.scaled(pool.over(|games| games.points).mean(level));
        let bust = pool.over(|games| games.busts).proportion(1, level);
        let share = |ending: Ending, units: Option<usize>| match (units, ending) {
            (Some(units), _) => {
                pool.ending(TurnEnd { ending, points: units as u32 }).proportion(1, level)
            }
            (None, Ending::Banked) => pool.over(|games| games.banked).proportion(1, level),
            (None, Ending::Bust) => bust,
            (None, Ending::Win) => pool.over(|games| games.instant).proportion(1, level),
        };
        let figures = TurnFigures { points, bust, in_detail };
        self.turn_rows(key, policy, &pool.turns, &figures, |ending, units, _| share(ending, units));
    }

    /// The rows about whole games.
    fn game_rows(&mut self, key: &Key, games: &[&GameTally], counts: &GameTally) {
        let level = self.level;
        let over = |figure: fn(&GameTally) -> Ratio| strata(games, figure);
        let wins = over(|games| games.wins).pooled();
        let (seats, wins) = (wins.n() as u64, wins.total() as u64);
        let rate = self.win_rate(games);
        let row = win_rate_row(key, seats, wins, 0, rate.as_ref(), counts.unfinished);
        self.win_rates.push(row);
        let totals = self.cells(&counts.total_cells, self.unit);
        let mean = self.scaled(over(|games| games.totals).mean(level));
        self.scores.push(score_row(key, "game", &totals, mean.as_ref()));
        let lengths = self.cells(&counts.length_cells, 1);
        let mean = over(|games| games.lengths).mean(level);
        self.lengths.push(score_row(key, "turns", &lengths, mean.as_ref()));
    }

    /// The share of wins. A policy that fills all seats wins every game that is won.
    fn win_rate(&self, games: &[&GameTally]) -> Option<Estimate> {
        let players = self.run.lineups[0].len() as u64;
        let wins = strata(games, |games| games.wins);
        win_rate(&wins, 1, players, self.level)
    }
}

/// A figure of games, by the matchups and seats they were played at.
fn strata(games: &[&GameTally], figure: impl Fn(&GameTally) -> Ratio) -> Strata {
    games.iter().map(|games| (games.wins.units(), figure(games))).collect()
}

/// What one policy did at some matchups and seats.
struct Pool<'a> {
    turns: TurnTally,
    /// What is no estimate: totals, lengths, games given up.
    counts: GameTally,
    /// By matchup and seat, or the first of the seats that the policy fills.
    strata: Vec<(&'a GameTally, Option<&'a Clusters>)>,
}

impl<'a> Pool<'a> {
    fn new() -> Self {
        Self { turns: TurnTally::default(), counts: GameTally::default(), strata: Vec::new() }
    }

    fn count(&mut self, seat: &SeatTally) {
        self.turns.merge(&seat.turns);
        let GameTally { unfinished, total_cells, length_cells, .. } = &seat.games;
        let (total_cells, length_cells) = (total_cells.clone(), length_cells.clone());
        let cells =
            GameTally { unfinished: *unfinished, total_cells, length_cells, ..Default::default() };
        self.counts.merge(&cells);
    }

    /// One seat of a table.
    fn add_seat(&mut self, seat: &'a SeatTally) {
        self.count(seat);
        self.strata.push((&seat.games, None));
    }

    /// All seats of a table; at each the policy sits `alone`, or with others of its kind.
    fn add_table(&mut self, group: &'a GroupTally, alone: bool) {
        group.seats.iter().for_each(|seat| self.count(seat));
        for (seat, whole) in group.seats.iter().zip(&group.wholes) {
            let games = if alone { &seat.games } else { &whole.games };
            self.strata.push((games, Some(&whole.clusters)));
        }
    }

    fn games(&self) -> Vec<&'a GameTally> {
        self.strata.iter().map(|(games, _)| *games).collect()
    }

    fn over(&self, figure: impl Fn(&GameTally) -> Ratio) -> Strata {
        strata(&self.games(), figure)
    }

    /// Turns that ended in one way, against all turns.
    fn ending(&self, end: TurnEnd) -> Strata {
        let of = |(games, clusters): &(&GameTally, Option<&Clusters>)| {
            let EndingSums { count, squares, by_turns } =
                clusters.map_or_else(EndingSums::default, |clusters| clusters.of(end));
            let turns = games.busts.sums();
            let sums = RatioSums { y: count.into(), yy: squares, ny: by_turns as i128, ..*turns };
            (games.wins.units(), Ratio::of_sums(sums))
        };
        self.strata.iter().map(of).collect()
    }
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
    let mut pooled: Vec<Option<(Pool<'_>, Vec<Pool<'_>>)>> =
        run.policies.iter().map(|_| None).collect();
    let mut first_seat = Vec::new();
    let mut wins = vec![vec![Ratio::default(); run.lineups.len()]; run.policies.len()];
    let alone = groups(&run.lineups[0]).0.len() == seats;
    for (lineup, tallies) in outcome.tally.tables.iter().enumerate() {
        for (policy, group) in groups(&run.lineups[lineup]).0.into_iter().zip(tallies) {
            let opponents = run.opponents(lineup, policy);
            let mut all = Pool::new();
            all.add_table(group, alone);
            tables.seat_rows(&tables.key(policy, opponents.clone(), None), policy, &all);
            first_seat.push(&group.seats[0].games);
            wins[policy][lineup] = all.over(|games| games.wins).pooled();
            let (total, by_seat) = pooled[policy]
                .get_or_insert_with(|| (Pool::new(), (0..seats).map(|_| Pool::new()).collect()));
            total.add_table(group, alone);
            for ((seat, tally), into) in group.seats.iter().enumerate().zip(by_seat) {
                into.add_seat(tally);
                if seats > 1 && tally.games.wins.n() > 0 {
                    let key = tables.key(policy, opponents.clone(), Some(seat));
                    let mut alone = Pool::new();
                    alone.add_seat(tally);
                    tables.seat_rows(&key, policy, &alone);
                }
            }
        }
    }
    if run.lineups.len() > 1 {
        tables.pooled = true;
        for (policy, pool) in pooled.iter().enumerate() {
            let Some((total, by_seat)) = pool else { continue };
            let key = tables.key(policy, "all".to_owned(), None);
            tables.seat_rows(&key, policy, total);
            for (seat, pool) in by_seat.iter().enumerate() {
                if pool.over(|games| games.wins).pooled().n() > 0 {
                    let key = tables.key(policy, "all".to_owned(), Some(seat));
                    tables.seat_rows(&key, policy, pool);
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
                (seats > 1).then(|| tables.win_rate(&total.games())).flatten(),
                tables.scaled(total.over(|games| games.points).mean(level)),
                total.over(|games| games.busts).proportion(1, level),
                total.over(|games| games.lengths).mean(level),
            ];
            let wins = (seats > 1).then(|| wins[policy].clone());
            Some(Ranked { label: run.label(policy).to_owned(), figures, wins })
        })
        .collect();
    let unfinished: u64 =
        pooled.iter().flatten().map(|(total, _)| total.counts.unfinished).sum::<u64>()
            / seats as u64;
    let mut screen = vec![Block::Title(heading(run, outcome.units_done, seats))];
    let mut notes = Vec::new();
    if seats > 1
        && let Some(rate) = tables.win_rate(&first_seat)
    {
        notes.push(format!(
            "Seat 1, which takes the first turn, wins {} of the games.",
            estimate(&rate, Unit::Percent)
        ));
    }
    screen.push(Block::Grid(ranking(
        &columns(run),
        standings,
        level,
        1,
        run.fixed_seats(),
        &mut notes,
    )));
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
        standings.push(Ranked { label, figures: vec![None, points, bust, None], wins: None });
    }
    let mut notes = Vec::new();
    let mut screen = vec![Block::Title(heading(run, outcome.units_done, 1))];
    let grid = ranking(&columns(run), standings, level, 1, run.fixed_seats(), &mut notes);
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
    let mut pooled: Vec<Vec<&Vec<RoundTally>>> = vec![Vec::new(); run.policies.len()];
    let mut wins = vec![vec![Ratio::default(); run.lineups.len()]; run.policies.len()];
    for (lineup, tallies) in outcome.tally.tables.iter().enumerate() {
        for (policy, group) in groups(&run.lineups[lineup]).0.into_iter().zip(tallies) {
            let opponents = run.opponents(lineup, policy);
            tables.round_rows(policy, &opponents, &[group], alone, games);
            pooled[policy].push(group);
            let tallies = round_strata(&[group], None, alone);
            let games = tallies.iter().map(|tally| (tally.games.wins.units(), tally.games.wins));
            wins[policy][lineup] = games.collect::<Strata>().pooled();
        }
    }
    if run.lineups.len() > 1 && games {
        for (policy, pool) in pooled.iter().enumerate().filter(|(_, pool)| !pool.is_empty()) {
            tables.round_rows(policy, "all", pool, alone, games);
        }
    }
    let standings: Vec<Ranked> = pooled
        .iter()
        .enumerate()
        .filter(|(_, pool)| !pool.is_empty())
        .map(|(policy, pool)| {
            let tallies = round_strata(pool, None, alone);
            let of_games: Vec<&GameTally> = tallies.iter().map(|tally| &tally.games).collect();
            let figures = vec![
                (games && seats > 1).then(|| tables.win_rate(&of_games)).flatten(),
                tables.scaled(over_rounds(&tallies, games, |tally| tally.marks).mean(level)),
                None,
                strata(&of_games, |games| games.lengths).mean(level),
            ];
            let wins = (games && seats > 1).then(|| wins[policy].clone());
            Ranked { label: run.label(policy).to_owned(), figures, wins }
        })
        .collect();
    let unfinished = pooled
        .iter()
        .flatten()
        .filter_map(|group| group.last())
        .map(|total| total.games.unfinished)
        .sum::<u64>()
        / seats as u64;
    let mut notes = Vec::new();
    let mut screen = vec![Block::Title(heading(run, outcome.units_done, seats))];
    screen.push(Block::Grid(ranking(
        &columns(run),
        standings,
        level,
        1,
        run.fixed_seats(),
        &mut notes,
    )));
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

/// What is counted of rounds at one seat, or over all by matchup and, where each policy sits
/// `alone`, by seat.
fn round_strata<'a>(
    groups: &[&'a Vec<RoundTally>],
    seat: Option<usize>,
    alone: bool,
) -> Vec<&'a RoundTally> {
    let of = |group: &&'a Vec<RoundTally>| {
        let (all, seats) = group.split_last().expect("the last is over all seats");
        match seat {
            Some(seat) => &seats[seat..=seat],
            None if alone && seats.len() > 1 => seats,
            None => std::slice::from_ref(all),
        }
    };
    groups.iter().flat_map(of).collect()
}

/// A figure of rounds, by the matchups and seats they were played at.
fn over_rounds(
    tallies: &[&RoundTally],
    games: bool,
    figure: impl Fn(&RoundTally) -> Ratio,
) -> Strata {
    let dealt = |tally: &RoundTally| match games {
        true => tally.games.wins.units(),
        false => tally.marks.units(),
    };
    tallies.iter().map(|tally| (dealt(tally), figure(tally))).collect()
}

impl Tables<'_> {
    fn round_rows(
        &mut self,
        policy: usize,
        opponents: &str,
        groups: &[&Vec<RoundTally>],
        alone: bool,
        games: bool,
    ) {
        let level = self.level;
        let seats = groups[0].len() - 1;
        let by_seat = if seats > 1 { 0..seats } else { 0..0 };
        for seat in [None].into_iter().chain(by_seat.map(Some)) {
            let tallies = round_strata(groups, seat, alone);
            let mut counts = RoundTally::default();
            // Over all seats, what a policy did at several of them in one game.
            for tally in round_strata(groups, seat, false) {
                counts.merge(tally);
            }
            if counts.marks.n() == 0 {
                continue;
            }
            let key = self.key(policy, opponents.to_owned(), seat);
            let marks = self.cells(&counts.mark_cells, self.unit);
            let over = |figure: &dyn Fn(&RoundTally) -> Ratio| over_rounds(&tallies, games, figure);
            let mean = self.scaled(over(&|tally| tally.marks).mean(level));
            self.scores.push(score_row(&key, "turn", &marks, mean.as_ref()));
            if games {
                let of_games: Vec<&GameTally> = tallies.iter().map(|tally| &tally.games).collect();
                self.game_rows(&key, &of_games, &counts.games);
            }
            let rounds = counts.marks.n() as u64;
            for (index, outcome) in RoundOutcome::ALL.iter().enumerate() {
                let share = over(&|tally| tally.outcomes[index]);
                self.announcement(&key, outcome.name(), rounds, &share);
            }
            self.announcement(&key, "set back", rounds, &over(&|tally| tally.set_back));
        }
    }

    fn announcement(&mut self, key: &Key, name: &str, rounds: u64, share: &Strata) {
        let number = share.pooled().total() as u64;
        let head = [name.into(), rounds.into(), number.into()];
        let share = share.proportion(1, self.level);
        self.announcements.push(key.row(head.into_iter().chain(estimate_cells(share.as_ref()))));
    }
}
