//! From what was counted to tables and to the screen.
//!
//! Which error stands beside which figure: a win of one seat at one matchup is an independent yes or
//! no of its game (`wilson`). What hangs together within a game (its turns, busts and their points,
//! several seats of one policy) is a ratio of per-game sums (`wilson-cluster`, `t`), and what is
//! pooled over matchups and seats is stratified by them. The fate of one roll is independent of everything before it,
//! its chance depending on the number of dice alone, so `dice=…` rows are `wilson` wherever the
//! rolls come from: stopping a sequence of independent trials by what has been seen does not bias
//! the sum of their deviations.

use super::samples::ending_name;
use super::{Engine, Prepared};
use crate::experiment::games::{
    About, Beside, GameTables, GameTally, Rows, SeatGames, WIN, games_heading, strata,
    tables_beside, win_rate,
};
use crate::experiment::ranking::{Column, Ranked, counted, interval_note, ranking};
use crate::experiment::{Block, NamedPolicy, PolicyKind, Results, Run};
use crate::game::schema::{Begins, Column as Described, ERRORS, Schema};
use crate::game::settings::values;
use crate::games::el_ocho::matches::{GroupTally, MatchTally};
use crate::games::el_ocho::rules::{Rules, SETTINGS};
use crate::games::el_ocho::stressed::{Outcome as RoundOutcome, RoundTally, StressedTally};
use crate::games::el_ocho::tally::{
    Clusters, ENDINGS, EndingSums, Endings, PerTurn, SeatTally, TurnTally, WholeTally,
};
use crate::games::el_ocho::turn::{Ending, TurnEnd};
use crate::games::el_ocho::turns::TurnsTally;
use crate::games::el_ocho::vocabulary::{VOCABULARY, point};
use crate::report::schema::{
    self, BUST_PROBABILITIES, EXPECTED_SCORES, GAME_LENGTHS, RULE_USE, SITUATION, WIN_RATES,
    estimate_cells,
};
use crate::report::{Cell, Key, Label, Scope, Table, Unit, count};
use crate::sim::runner::Outcome;
use crate::sim::seating::groups;
use crate::stats::{Estimate, Histogram, Level, Ratio, RatioSums, Strata, wilson};

/// How often each policy bust.
pub(super) const BUSTS: Schema = Schema {
    columns: &[
        &[SITUATION, Described::integer("dice", "dice", "the dice of the roll")],
        &schema::BUSTS,
        &ERRORS,
    ],
    about: "How often each policy bust: a `turn` that loses its points, a `roll` of so many `dice` \
            that loses the turn, Jokers followed to their end; and how often such a roll was a \
            `joker`.",
    ..BUST_PROBABILITIES
};

const OF_TURNS: &[Described] = &[
    Described::integer("turns", "turns", "turns that ended so"),
    Described::number("share", "share", "their share of all turns"),
];
const ENDING: Described = Described::text("ending", "`banked`, `bust`, or `instant win`");

/// How turns end.
pub(super) const TURN_ENDINGS: Schema = Schema {
    name: "turn_endings",
    about: "How turns end.",
    begins: Begins::Run,
    columns: &[&[ENDING], OF_TURNS, &ERRORS],
};

/// How turns end, and with how much.
pub(super) const TURN_POINTS: Schema = Schema {
    name: "turn_points",
    about: "How turns end, by the points that the turn held.",
    begins: Begins::Run,
    columns: &[
        &[ENDING, Described::integer("turn_points", "points", "what the turn held")],
        OF_TURNS,
        &ERRORS,
    ],
};

/// What became of announcements.
pub(super) const ANNOUNCEMENTS: Schema = Schema {
    name: "announcements",
    about: "Stressed variant: what became of each player's announcement in a round.",
    begins: Begins::Run,
    columns: &[
        &[
            Described::text("outcome", "what became of it; `set back`: the total went to 0"),
            Described::integer("rounds", "rounds", "rounds of the policy"),
            Described::integer("count", "rounds", "those in which that came of it"),
            Described::number("share", "share", "their share"),
        ],
        &ERRORS,
    ],
};

/// What is played, as rows begin.
pub(super) fn key(rules: &Rules, players: usize) -> Key {
    Key {
        game: VOCABULARY.game.to_owned(),
        edition: rules.edition.name.clone(),
        rules: Label::of_rules(&rules.changed(), values(SETTINGS, rules)),
        players: players as u32,
        ..Key::default()
    }
}

/// What was counted by units, in points.
fn histogram(cells: &[u64], unit: i64) -> Histogram {
    let mut histogram = Histogram::default();
    for (value, &count) in cells.iter().enumerate().filter(|(_, count)| **count > 0) {
        histogram.add(value as i64 * unit, count);
    }
    histogram
}

/// The tables of turns under construction.
struct Tables<'a> {
    run: &'a Prepared,
    about: About<'a>,
    unit: i64,
    rules: Table,
    endings: Table,
    points: Table,
}

impl<'a> Tables<'a> {
    /// `key` says what is played.
    fn new(run: &'a Prepared, key: &'a Key) -> Self {
        let (score, length) = headings(run);
        let about = About {
            key,
            policies: &run.policies,
            lineups: &run.lineups,
            fixed_seats: run.spec.fixed_seats,
            level: run.spec.level,
            score,
            length: (length, "turns"),
            first: Some("which takes the first turn"),
            busts: &BUSTS,
            events: &[("turn", Some("turns lost"))],
        };
        let [rules, endings, points] = [&RULE_USE, &TURN_ENDINGS, &TURN_POINTS].map(Table::new);
        Self { run, about, unit: i64::from(run.game.scoring.unit), rules, endings, points }
    }

    /// What turns brought, in points.
    fn gains(&self, endings: &Endings) -> Histogram {
        let mut gains = histogram(&endings.banked, self.unit);
        gains += &histogram(&endings.wins, self.unit);
        if endings.lost() > 0 {
            gains.add(0, endings.lost());
        }
        gains
    }

    /// A mean counted in units, in points.
    fn scaled(&self, estimate: Option<Estimate>) -> Option<Estimate> {
        estimate.map(|estimate| estimate.times(self.unit))
    }

    /// The rows of one policy's turns, but for the figures that depend on how they were grouped.
    /// Endings are told by points only where `in_detail`: once for each policy.
    fn turn_rows(
        &mut self,
        (scores, busts): (&mut Table, &mut Table),
        (key, policy): (&Key, usize),
        turns: &TurnTally,
        (points, in_detail): (Option<Estimate>, bool),
        share: impl Fn(Ending, Option<usize>, u64) -> Option<Estimate>,
    ) {
        let level = self.about.level;
        let gains = self.gains(&turns.endings);
        scores.score(key, "turn", &gains, points.as_ref());
        let jokers = turns.dice.iter().any(|dice| dice.jokers > 0);
        for (dice, tally) in turns.dice.iter().enumerate().filter(|(_, tally)| tally.rolls() > 0) {
            let rate = wilson(tally.busts, tally.decisions, level);
            let counts = (tally.decisions, tally.busts);
            busts.bust(key, ("roll", &[dice.into()]), counts, rate.as_ref());
            if jokers {
                let rate = wilson(tally.jokers, tally.rolls(), level);
                let counts = (tally.rolls(), tally.jokers);
                busts.bust(key, ("joker", &[dice.into()]), counts, rate.as_ref());
            }
        }
        turns.rules.rows(&mut self.rules, key, &VOCABULARY, &self.run.policies[policy]);
        for ending in ENDINGS {
            let cells = turns.endings.of(ending);
            let whole = cells.iter().sum();
            let name = ending_name(ending);
            let of_all = share(ending, None, whole);
            let head = [Cell::from(name), whole.into()];
            self.endings.row(key, head.into_iter().chain(estimate_cells(of_all.as_ref())));
            if !in_detail {
                continue;
            }
            for (units, &turns) in cells.iter().enumerate().filter(|(_, turns)| **turns > 0) {
                let points = units as i64 * self.unit;
                let share = share(ending, Some(units), turns);
                let head = [Cell::from(name), points.into(), turns.into()];
                self.points.row(key, head.into_iter().chain(estimate_cells(share.as_ref())));
            }
        }
    }
}

/// What the turns of one policy did at some matchups and seats.
#[derive(Default)]
struct Pool<'a> {
    turns: TurnTally,
    /// By matchup and seat, or the first of the seats that the policy fills.
    strata: Vec<Stratum<'a>>,
}

/// One matchup and seat.
#[derive(Clone, Copy)]
struct Stratum<'a> {
    games: &'a SeatGames,
    per_turn: &'a PerTurn,
    clusters: Option<&'a Clusters>,
}

impl<'a> Pool<'a> {
    /// What a policy did at a table, at one seat or at all.
    fn add(&mut self, group: &'a GroupTally, seat: Option<usize>) {
        let Some(seat) = seat else {
            group.seats.iter().for_each(|seat| self.turns.merge(&seat.turns));
            let whole = |whole: &'a WholeTally| {
                let WholeTally { games, per_turn, clusters } = whole;
                Stratum { games, per_turn, clusters: Some(clusters) }
            };
            self.strata.extend(group.wholes.iter().map(whole));
            return;
        };
        let SeatTally { turns, games, per_turn } = &group.seats[seat];
        self.turns.merge(turns);
        self.strata.push(Stratum { games, per_turn, clusters: None });
    }

    fn over(&self, figure: impl Fn(&Stratum<'_>) -> Ratio) -> Strata {
        self.strata.iter().map(|one| (one.games.wins.units(), figure(one))).collect()
    }

    /// Units a turn.
    fn points(&self, level: Level) -> Option<Estimate> {
        self.over(|one| one.per_turn.points).mean(level)
    }

    /// Turns that ended in one way, against all turns.
    fn ending(&self, end: TurnEnd) -> Strata {
        self.over(|one| {
            let ended = one.clusters.map_or_else(EndingSums::default, |all| all.of(end));
            let EndingSums { count, squares, by_turns } = ended;
            let turns = one.games.events[0].sums();
            Ratio::of_sums(RatioSums {
                y: count.into(),
                yy: squares,
                ny: by_turns as i128,
                ..*turns
            })
        })
    }
}

/// The tables of whole games beside the common ones.
struct OfGames<'a, 't> {
    tables: Tables<'a>,
    tally: &'t MatchTally,
}

impl<'t> OfGames<'_, 't> {
    /// What a policy did at some tables, at one seat or at all.
    fn pool(&self, policy: usize, tables: &[usize], seat: Option<usize>) -> Pool<'t> {
        let mut pool = Pool::default();
        for &lineup in tables {
            let (policies, _) = groups(&self.tables.run.lineups[lineup]);
            let known = policies.iter().position(|known| *known == policy);
            if let Some(group) = known {
                pool.add(&self.tally.tables[lineup][group], seat);
            }
        }
        pool
    }
}

impl Beside for OfGames<'_, '_> {
    fn unit(&self) -> i64 {
        self.tables.unit
    }

    fn rows(&mut self, into: &mut GameTables, rows: &Rows<'_>) {
        let Rows { key, policy, tables, seat } = *rows;
        let level = self.tables.about.level;
        let pool = self.pool(policy, tables, seat);
        let points = self.tables.scaled(pool.points(level));
        let share = |ending: Ending, units: Option<usize>, _: u64| {
            let share = match (units, ending) {
                (Some(units), _) => pool.ending(TurnEnd { ending, points: units as u32 }),
                (None, Ending::Banked) => pool.over(|one| one.per_turn.banked),
                (None, Ending::Bust) => pool.over(|one| one.games.events[0]),
                (None, Ending::Win) => pool.over(|one| one.per_turn.instant),
            };
            share.proportion(1, level)
        };
        // Once for each policy.
        let in_detail = key.scope == Scope::Overall;
        let (scores, busts) = (&mut into.scores, &mut into.busts);
        let figures = (points, in_detail);
        self.tables.turn_rows((scores, busts), (key, policy), &pool.turns, figures, share);
    }

    fn score(&self, policy: usize) -> Option<Option<Estimate>> {
        let all: Vec<usize> = (0..self.tables.run.lineups.len()).collect();
        let points = self.pool(policy, &all, None).points(self.tables.about.level);
        Some(self.tables.scaled(points))
    }
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
            &TURN_POINTS,
        ],
        Engine::Turns(_) => {
            &[&EXPECTED_SCORES, &BUST_PROBABILITIES, &RULE_USE, &TURN_ENDINGS, &TURN_POINTS]
        }
        Engine::Stressed(stressed) if stressed.rounds_alone => &[&EXPECTED_SCORES, &ANNOUNCEMENTS],
        Engine::Stressed(_) => &[&WIN_RATES, &EXPECTED_SCORES, &GAME_LENGTHS, &ANNOUNCEMENTS],
    };
    schemas.iter().map(|schema| schema.name).collect()
}

/// The tables of whole games.
pub(super) fn matches(run: &Prepared, outcome: Outcome<MatchTally>) -> Results {
    let tally = outcome.tally;
    let games = |group: &GroupTally| {
        let seats = group.seats.iter().map(|seat| seat.games.clone());
        let wholes = group.wholes.iter().map(|whole| whole.games.clone());
        (seats.collect(), wholes.collect())
    };
    let games = tally.tables.iter().map(|table| table.iter().map(games).collect());
    let games = GameTally::of(games.collect());
    let key = run.key();
    let tables = Tables::new(run, &key);
    let about = tables.about;
    let mut beside = OfGames { tables, tally: &tally };
    let heading = games_heading(&run.game.rules.title(), outcome.units_done, &run.lineups);
    let common = tables_beside(&about, &games, heading, &mut beside);
    let mut warnings = unasked(run);
    if common.unfinished > 0 {
        warnings.push(unfinished_warning(run, common.unfinished));
    }
    let GameTables { win_rates, scores, busts, lengths, screen, .. } = common;
    let Tables { rules, endings, points, .. } = beside.tables;
    Results {
        tables: vec![win_rates, scores, busts, lengths, rules, endings, points],
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

/// Turns alone, in one line.
fn alone_heading(run: &Prepared, units: u64) -> String {
    let turns = counted(units, &format!("single {}", turn_name(run)));
    format!("{}: {turns} of each policy", run.game.rules.title())
}

/// What one player does between two others.
fn turn_name(run: &Prepared) -> &'static str {
    if matches!(run.engine, Engine::Stressed(_)) { "round" } else { "turn" }
}

/// What scores and lengths are called on the screen.
fn headings(run: &Prepared) -> (&'static str, &'static str) {
    match run.engine {
        Engine::Stressed(_) => ("points a round", "rounds a game"),
        _ => ("points a turn", "turns a game"),
    }
}

/// The figures that are compared.
fn columns(run: &Prepared) -> [Column; 4] {
    let (score, length) = headings(run);
    [
        Column::new("win rate", Unit::Percent),
        Column::new(score, Unit::Plain),
        Column::new("turns lost", Unit::Percent),
        Column::new(length, Unit::Plain),
    ]
}

/// The tables of single turns.
pub(super) fn turns(run: &Prepared, outcome: Outcome<TurnsTally>) -> Results {
    let key = run.key();
    let mut tables = Tables::new(run, &key);
    let mut common = GameTables::new(&BUSTS);
    let level = tables.about.level;
    let mut standings = Vec::new();
    for (policy, tally) in outcome.tally.players.iter().enumerate() {
        let key = tables.about.key(policy, None, None);
        let all = tally.endings.turns();
        let points = tables.gains(&tally.endings).moments().mean(level);
        let bust = wilson(tally.endings.lost(), all, level);
        let share = |_, _, count| wilson(count, all, level);
        common.busts.bust(&key, ("turn", &[]), (all, tally.endings.lost()), bust.as_ref());
        let into = (&mut common.scores, &mut common.busts);
        tables.turn_rows(into, (&key, policy), tally, (points, true), share);
        let label = run.label(policy).to_owned();
        standings.push(Ranked { label, figures: vec![None, points, bust, None], wins: None });
    }
    let mut notes = Vec::new();
    let mut screen = vec![Block::Title(alone_heading(run, outcome.units_done))];
    let grid = ranking(&columns(run), standings, level, WIN as u64, run.fixed_seats(), &mut notes);
    screen.push(Block::Grid(grid));
    notes.push(interval_note(level, "turns"));
    screen.extend(notes.into_iter().map(Block::Note));
    let GameTables { scores, busts, .. } = common;
    let Tables { rules, endings, points, .. } = tables;
    Results {
        tables: vec![scores, busts, rules, endings, points],
        screen,
        warnings: unasked(run),
        units_done: outcome.units_done,
        stopped: outcome.stopped,
    }
}

/// The tables of the stressed variant.
pub(super) fn stressed(run: &Prepared, outcome: Outcome<StressedTally>) -> Results {
    let key = run.key();
    let mut tables = Rounds::new(run, &key);
    let level = tables.about.level;
    let seats = run.lineups[0].len();
    let games = !run.turns();
    let alone = groups(&run.lineups[0]).0.len() == seats;
    let mut pooled: Vec<Vec<&Vec<RoundTally>>> = vec![Vec::new(); run.policies.len()];
    let mut wins = vec![vec![Ratio::default(); run.lineups.len()]; run.policies.len()];
    for (lineup, tallies) in outcome.tally.tables.iter().enumerate() {
        for (policy, group) in groups(&run.lineups[lineup]).0.into_iter().zip(tallies) {
            pooled[policy].push(group);
            let tallies = round_strata(&[group], None, alone);
            let games = tallies.iter().map(|tally| (tally.games.wins.units(), tally.games.wins));
            wins[policy][lineup] = games.collect::<Strata>().pooled();
        }
    }
    for (policy, pool) in pooled.iter().enumerate().filter(|(_, pool)| !pool.is_empty()) {
        tables.round_rows((policy, None), pool, alone, games);
    }
    for (lineup, tallies) in outcome.tally.tables.iter().enumerate().filter(|_| games) {
        for (policy, group) in groups(&run.lineups[lineup]).0.into_iter().zip(tallies) {
            tables.round_rows((policy, Some(lineup)), &[group], alone, games);
        }
    }
    let standings: Vec<Ranked> = pooled
        .iter()
        .enumerate()
        .filter(|(_, pool)| !pool.is_empty())
        .map(|(policy, pool)| {
            let tallies = round_strata(pool, None, alone);
            let of_games: Vec<&SeatGames> = tallies.iter().map(|tally| &tally.games).collect();
            let wins_of = strata(&of_games, |games| games.wins);
            let rate = || win_rate(&wins_of, WIN as u64, seats as u64, level);
            let marks = over_rounds(&tallies, games, |tally| tally.marks).mean(level);
            let figures = vec![
                (games && seats > 1).then(rate).flatten(),
                marks.map(|mean| mean.times(tables.unit)),
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
    let heading = match games {
        true => games_heading(&run.game.rules.title(), outcome.units_done, &run.lineups),
        false => alone_heading(run, outcome.units_done),
    };
    let mut screen = vec![Block::Title(heading)];
    screen.push(Block::Grid(ranking(
        &columns(run),
        standings,
        level,
        WIN as u64,
        run.fixed_seats(),
        &mut notes,
    )));
    notes.push(interval_note(level, run.unit_name()));
    screen.extend(notes.into_iter().map(Block::Note));
    let mut warnings = unasked(run);
    if unfinished > 0 && games {
        warnings.push(unfinished_warning(run, unfinished));
    }
    let GameTables { win_rates, scores, lengths, .. } = tables.common;
    let announcements = tables.announcements;
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

/// The tables of the stressed variant under construction.
struct Rounds<'a> {
    about: About<'a>,
    unit: i64,
    common: GameTables,
    announcements: Table,
}

impl<'a> Rounds<'a> {
    fn new(run: &'a Prepared, key: &'a Key) -> Self {
        let Tables { about, unit, .. } = Tables::new(run, key);
        let announcements = Table::new(&ANNOUNCEMENTS);
        Self { about, unit, common: GameTables::new(&BUSTS), announcements }
    }

    fn round_rows(
        &mut self,
        (policy, matchup): (usize, Option<usize>),
        groups: &[&Vec<RoundTally>],
        alone: bool,
        games: bool,
    ) {
        let level = self.about.level;
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
            let key = self.about.key(policy, matchup, seat);
            let marks = histogram(&counts.mark_cells, self.unit);
            let over = |figure: &dyn Fn(&RoundTally) -> Ratio| over_rounds(&tallies, games, figure);
            let mean = over(&|tally| tally.marks).mean(level).map(|mean| mean.times(self.unit));
            self.common.scores.score(&key, "turn", &marks, mean.as_ref());
            if games {
                let of_games: Vec<&SeatGames> = tallies.iter().map(|tally| &tally.games).collect();
                self.common.rows(&self.about, &key, (&counts.games, &of_games), self.unit);
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
        let share = share.proportion(1, self.about.level);
        self.announcements.row(key, head.into_iter().chain(estimate_cells(share.as_ref())));
    }
}
