//! Standard counts of whole games: wins and scores of each policy, and their tables.
//!
//! Wins may be shared: a win shared by *k* counts 1/*k*. All counts are integers, so that sums
//! merge by addition.

use serde::{Deserialize, Serialize};

use super::leaderboard::{Column, Ranked, counted, interval_note, ranking};
use super::pairs::Pairs;
use super::policy_factory::Strength;
use super::{Block, NamedPolicy};
pub use crate::game::contract::WIN;
use crate::game::count::MAX_BUSTS;
use crate::report::schemas::{EXPECTED_SCORES, GAME_LENGTHS, RULE_USE, STRENGTHS, WIN_RATES};
use crate::report::{Cell, Key, Label, Schema, Scope, Table, Unit, count, estimate};
use crate::sim::seating::{Lineup, groups};
use crate::sim::tally::{Tally, tallies};
use crate::stats::{Estimate, Histogram, Level, Ratio, Strata};

/// Events and occasions of one game: for example busts and turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Occasions {
    /// Occasions with the event.
    pub(crate) happened: u32,
    /// All occasions.
    pub(crate) among: u32,
}

/// One game of one policy, summed over its seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeatResult {
    /// Seats of the policy.
    pub(crate) seats: u32,
    /// Its share of the win, in [`WIN`] parts.
    pub(crate) win: i64,
    /// Wins alone.
    pub(crate) sole: u32,
    /// Wins shared with other seats.
    pub(crate) shared: u32,
    /// Final scores.
    pub(crate) score: i64,
    /// Turns, or another measure of the length of the game.
    pub(crate) turns: u32,
    /// Busts, in the order of [`About::busts`].
    pub(crate) busts: [Occasions; MAX_BUSTS],
    /// Whether the game is unfinished.
    pub(crate) unfinished: bool,
}

impl SeatResult {
    /// Adds another seat of the same game.
    pub(crate) fn add(&mut self, other: Self) {
        self.seats += other.seats;
        self.win += other.win;
        self.sole += other.sole;
        self.shared += other.shared;
        self.score += other.score;
        self.turns += other.turns;
        for (into, from) in self.busts.iter_mut().zip(other.busts) {
            into.happened += from.happened;
            into.among += from.among;
        }
        self.unfinished |= other.unfinished;
    }
}

/// The games of one policy, at one seat or over all seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatGames {
    /// Shares of wins against seats, per game.
    pub wins: Ratio,
    /// Wins alone.
    pub sole: u64,
    /// Wins shared with other seats.
    pub shared: u64,
    /// Seats in unfinished games.
    pub unfinished: u64,
    /// Final scores against seats, per finished game.
    pub scores: Ratio,
    /// Turns against seats, per finished game.
    pub lengths: Ratio,
    /// Busts against occasions, per game.
    pub busts: [Ratio; MAX_BUSTS],
    /// Individual final scores of finished games.
    pub score_cells: Histogram,
    /// Individual lengths of finished games.
    pub length_cells: Histogram,
}

impl SeatGames {
    pub(crate) fn add(&mut self, game: SeatResult) {
        let seats = u64::from(game.seats);
        self.wins.add(game.win, seats);
        self.sole += u64::from(game.sole);
        self.shared += u64::from(game.shared);
        if game.unfinished {
            self.unfinished += seats;
        } else {
            self.scores.add(game.score, seats);
            self.lengths.add(i64::from(game.turns), seats);
        }
        for (into, bust) in self.busts.iter_mut().zip(game.busts) {
            into.add(i64::from(bust.happened), u64::from(bust.among));
        }
    }

    pub(crate) fn add_cells(&mut self, seat: SeatResult) {
        if !seat.unfinished {
            self.score_cells.add(seat.score, 1);
            self.length_cells.add(i64::from(seat.turns), 1);
        }
    }
}

/// One policy in one matchup: by seat, and summed over all its seats of a game, by the first of
/// these seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupGames {
    /// By seat.
    pub seats: Vec<SeatGames>,
    wholes: Vec<SeatGames>,
}

/// The standard counts of whole games, by matchup and distinct policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTally {
    /// By matchup and distinct policy.
    pub tables: Vec<Vec<GroupGames>>,
}

impl GameTally {
    /// Returns empty counts.
    pub(crate) fn new(lineups: &[Lineup]) -> Self {
        let group = |seats: usize| GroupGames {
            seats: vec![SeatGames::default(); seats],
            wholes: vec![SeatGames::default(); seats],
        };
        let table = |lineup: &Lineup| vec![group(lineup.len()); groups(lineup).0.len()];
        Self { tables: lineups.iter().map(table).collect() }
    }

    /// Returns whether both count the same matchups, policies and seats.
    pub(crate) fn fits(&self, other: &Self) -> bool {
        let shape = |tally: &Self| -> Vec<Vec<[usize; 2]>> {
            let group = |group: &GroupGames| [group.seats.len(), group.wholes.len()];
            tally.tables.iter().map(|groups| groups.iter().map(group).collect()).collect()
        };
        shape(self) == shape(other)
    }

    /// Adds a game of matchup `lineup`: `seats` has for each seat the index of its policy among the
    /// distinct policies of the matchup, and its result.
    pub(crate) fn add(&mut self, lineup: usize, seats: &[(usize, SeatResult)]) {
        let table = &mut self.tables[lineup];
        for (group, into) in table.iter_mut().enumerate() {
            let mut whole = SeatResult::default();
            let own = || seats.iter().enumerate().filter(|(_, (of, _))| *of == group);
            for (seat, (_, result)) in own() {
                into.seats[seat].add(*result);
                into.seats[seat].add_cells(*result);
                whole.add(*result);
            }
            if let Some((first, _)) = own().next() {
                into.wholes[first].add(whole);
            }
        }
    }

    /// Returns the games of a policy over all its matchups, by matchup and first seat, and its wins
    /// by matchup.
    pub(crate) fn of_policy(
        &self,
        lineups: &[Lineup],
        policy: usize,
    ) -> (Vec<&SeatGames>, Vec<Ratio>) {
        let (mut all, mut wins) = (Vec::new(), vec![Ratio::default(); lineups.len()]);
        for ((lineup, tallies), wins) in lineups.iter().zip(&self.tables).zip(&mut wins) {
            let place = groups(lineup).0.iter().position(|own| *own == policy);
            let games = place.map_or(&[][..], |place| &tallies[place].wholes);
            games.iter().for_each(|games| *wins += games.wins);
            all.extend(games);
        }
        (all, wins)
    }

    /// Returns the lengths of the games of each matchup.
    pub(crate) fn lengths(&self) -> Vec<Histogram> {
        let at_table = |groups: &Vec<GroupGames>| {
            let mut lengths = Histogram::default();
            // Every game has a policy in seat 1.
            groups.iter().for_each(|group| lengths += &group.seats[0].length_cells);
            lengths
        };
        self.tables.iter().map(at_table).collect()
    }
}

tallies! {
    SeatGames {
        wins,
        sole,
        shared,
        unfinished,
        scores,
        lengths,
        busts,
        score_cells,
        length_cells
    }
    GroupGames { seats, wholes }
    GameTally { tables }
    RuleTally { points, defaults }
}

/// The columns of exact strength on the screen.
const STRENGTH: [&str; 2] = ["against optimal play", "best response gains"];

/// The facts that tables of whole games need in addition to counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    /// The key of the run.
    pub(crate) key: &'a Key,
    pub(crate) policies: &'a [NamedPolicy],
    pub(crate) lineups: &'a [Lineup],
    /// Whether policies keep their seats.
    pub(crate) fixed_seats: bool,
    pub(crate) level: Level,
    /// The name of a score on the screen, and the unit of counted scores.
    pub(crate) score: &'a str,
    pub(crate) unit: i64,
    /// The name of the length of a game on the screen, and its unit in tables.
    pub(crate) length: (&'a str, &'a str),
    /// The length of every game, if fixed by the rules.
    pub(crate) fixed_length: Option<u32>,
    /// The distinction of seat 1, if any.
    pub(crate) first: Option<&'a str>,
    /// The table of busts.
    pub(crate) bust_table: &'a Schema,
    /// Busts: their names in that table, their headings on the screen if shown, and their indices
    /// among all figures.
    pub(crate) busts: &'a [(&'static str, Option<&'static str>, usize)],
    /// The exact strength of each policy, if asked for.
    pub(crate) strengths: &'a [Option<Strength>],
}

impl About<'_> {
    /// Returns the key of a row about a policy: of one or all matchups, of one or all seats.
    pub(crate) fn key(&self, policy: usize, matchup: Option<usize>, seat: Option<usize>) -> Key {
        let scope = match (matchup, seat) {
            (None, None) => Scope::Overall,
            (None, Some(_)) => Scope::Position,
            (Some(_), None) => Scope::Matchup,
            (Some(_), Some(_)) => Scope::Seat,
        };
        let opponents = matchup.map(|matchup| self.opponents(matchup, policy)).unwrap_or_default();
        let seat = seat.map(|seat| seat as u32 + 1);
        Key { scope, opponents, seat, ..self.policies[policy].key(self.key) }
    }

    /// Returns the opponents of a policy in a matchup.
    fn opponents(&self, lineup: usize, policy: usize) -> Label {
        let mut others = self.lineups[lineup].clone();
        if let Some(own) = others.iter().position(|other| *other == policy) {
            others.remove(own);
        }
        Label::of_list(others.into_iter().map(|other| self.policies[other].label.as_str()))
    }

    /// Returns the busts on the screen: their indices, and the names of their columns.
    fn shown(&self) -> impl Iterator<Item = (usize, &str)> {
        let shown = self.busts.iter().enumerate();
        shown.filter_map(|(bust, (_, name, _))| Some((bust, (*name)?)))
    }

    /// Returns the columns of the screen.
    fn columns(&self) -> Vec<Column> {
        [Column::new("win rate", Unit::Percent), Column::new(self.score, Unit::Plain)]
            .into_iter()
            .chain(self.shown().map(|(_, name)| Column::new(name, Unit::Percent)))
            .chain([Column::new(self.length.0, Unit::Plain)])
            .chain(STRENGTH.map(|name| Column::new(name, Unit::Percent)))
            .collect()
    }

    /// Returns the table of exact strengths.
    pub(super) fn strengths(&self) -> Table {
        let mut table = Table::new(&STRENGTHS);
        let even = 1.0 / self.lineups[0].len() as f64;
        for (policy, strength) in self.strengths.iter().enumerate() {
            let Some(Strength { wins, response }) = *strength else { continue };
            let cells = [wins, even, even - wins, response, response - even];
            table.row(&self.key(policy, None, None), cells.map(Cell::from));
        }
        table
    }

    /// Returns the figures of a policy on the screen, with `score` instead of the final score.
    fn ranked(&self, tally: &GameTally, policy: usize, score: Option<Option<Estimate>>) -> Ranked {
        let (seats, level) = (self.lineups[0].len(), self.level);
        let (all, wins) = tally.of_policy(self.lineups, policy);
        let rate = win_rate(&strata(&all, |games| games.wins), WIN as u64, seats as u64, level);
        let last = || strata(&all, |games| games.scores).mean(level);
        let last = || last().map(|mean| mean.scaled(self.unit as f64));
        let busts = self
            .shown()
            .map(|(bust, _)| strata(&all, |games| games.busts[bust]).proportion(1, level));
        let figures = [rate.filter(|_| seats > 1), score.unwrap_or_else(last)]
            .into_iter()
            .chain(busts)
            .chain([self.mean_length(&all)])
            .chain(self.strength(policy))
            .collect();
        let wins = (seats > 1).then_some(wins);
        Ranked { label: self.policies[policy].label.clone(), figures, wins, worst: None }
    }

    /// Returns the figures of [`STRENGTH`].
    fn strength(&self, policy: usize) -> [Option<Estimate>; 2] {
        let strength = self.strengths.get(policy).copied().flatten();
        let exact = |value| Estimate::exact(value, self.level);
        let seats = self.lineups[0].len() as f64;
        let gain = strength.map(|strength| exact(strength.response - 1.0 / seats));
        [strength.map(|strength| exact(strength.wins)), gain]
    }

    /// Returns the mean length of these games.
    fn mean_length(&self, games: &[&SeatGames]) -> Option<Estimate> {
        let mean = strata(games, |games| games.lengths).mean(self.level)?;
        // Unfinished games may be shorter.
        let fixed = self.fixed_length.filter(|length| mean.value == f64::from(*length));
        Some(fixed.map_or(mean, |_| Estimate::exact(mean.value, self.level)))
    }

    /// Returns a sentence on the win rate of seat 1; `None` if a policy was never in seat 1, because
    /// the rate would be that of the others.
    fn first_seat(&self, games: &[&SeatGames]) -> Option<String> {
        if games.iter().any(|games| games.wins.units == 0) {
            return None;
        }
        let seats = self.lineups[0].len() as u64;
        let wins = strata(games, |games| games.wins);
        let rate = win_rate(&wins, WIN as u64, seats, self.level).filter(|_| seats > 1)?;
        let first = self.first.map_or_else(String::new, |first| format!(", {first},"));
        let rate = estimate(&rate, Unit::Percent);
        Some(format!("Seat 1{first} wins {rate} of the games."))
    }
}

/// The tables of whole games, and the first part of the screen.
#[derive(Debug)]
pub(crate) struct GameTables {
    pub(crate) win_rates: Table,
    pub(crate) scores: Table,
    pub(crate) busts: Table,
    pub(crate) lengths: Table,
    pub(crate) screen: Vec<Block>,
    /// Unfinished games.
    pub(crate) unfinished: u64,
}

/// Returns a line with the numbers of games, players and matchups of `what`.
pub(super) fn games_heading(what: &str, games: u64, lineups: &[Lineup]) -> String {
    let players = counted(lineups[0].len() as u64, "player");
    let mut text = format!("{what}: {} of {players}", counted(games, "game"));
    if lineups.len() > 1 {
        text += &format!(" in {} matchups", count(lineups.len() as u64));
    }
    text
}

/// Fills the tables. `heading` is the heading of the screen; `score` replaces the final score of a
/// policy on the screen, if given.
pub(crate) fn game_tables(
    about: &About<'_>,
    tally: &GameTally,
    heading: String,
    score: &dyn Fn(usize) -> Option<Option<Estimate>>,
) -> GameTables {
    let mut into = GameTables::new(about.bust_table);
    let seats = about.lineups[0].len();
    let mut pooled: Vec<Vec<&GroupGames>> = vec![Vec::new(); about.policies.len()];
    let mut first_seat = Vec::new();
    for (lineup, tallies) in tally.tables.iter().enumerate() {
        for (policy, group) in groups(&about.lineups[lineup]).0.into_iter().zip(tallies) {
            first_seat.push(&group.seats[0]);
            pooled[policy].push(group);
        }
    }
    for (policy, pool) in pooled.iter().enumerate().filter(|(_, pool)| !pool.is_empty()) {
        into.group(about, (policy, None), pool);
    }
    for (lineup, tallies) in tally.tables.iter().enumerate() {
        for (policy, group) in groups(&about.lineups[lineup]).0.into_iter().zip(tallies) {
            into.group(about, (policy, Some(lineup)), &[group]);
        }
    }
    let played = (0..pooled.len()).filter(|policy| !pooled[*policy].is_empty());
    let wins: Vec<Vec<Ratio>> =
        (0..pooled.len()).map(|policy| tally.of_policy(about.lineups, policy).1).collect();
    let pairs = Pairs::new(about, &wins);
    let rows: Vec<Ranked> = played
        .map(|policy| {
            let worst = pairs.as_ref().map(|pairs| pairs.worst_opponent(policy));
            Ranked { worst, ..about.ranked(tally, policy, score(policy)) }
        })
        .collect();
    let won = tally.tables.iter().flatten().flat_map(|group| &group.seats);
    let won = won.map(|games| games.wins.y).sum::<i128>() > 0;
    let first_seat = if won { about.first_seat(&first_seat) } else { None };
    let mut notes: Vec<String> = first_seat.into_iter().collect();
    let fixed_seats = about.fixed_seats && seats > 1;
    let columns = about.columns();
    let grid = ranking(&columns, rows, about.level, WIN as u64, fixed_seats, &mut notes);
    // After the sentence about the win rates.
    let at = notes.len().min(1);
    notes.splice(at..at, pairs.iter().flat_map(Pairs::notes));
    notes.push(interval_note(about.level));
    into.screen = vec![Block::Title(heading), Block::Grid(grid)];
    into.screen.extend(notes.into_iter().map(Block::Note));
    into.screen.extend(pairs.iter().filter_map(Pairs::who_beats_whom).flatten());
    let of_games = tally.tables.iter().flatten().flat_map(|group| &group.wholes);
    into.unfinished = of_games.map(|games| games.unfinished).sum::<u64>() / seats as u64;
    into
}

/// A figure of games, stratified by matchup and seat.
pub(crate) fn strata(games: &[&SeatGames], figure: impl Fn(&SeatGames) -> Ratio) -> Strata {
    games.iter().map(|games| (games.wins.units, figure(games))).collect()
}

/// Returns the win rate; wins count in parts of 1/`scale`. A policy with all of `seats` wins every
/// game with a winner.
pub(crate) fn win_rate(wins: &Strata, scale: u64, seats: u64, level: Level) -> Option<Estimate> {
    let sums = wins.pooled();
    let everywhere = seats > 1 && sums.n == u128::from(sums.units * seats);
    match everywhere && sums.y.unsigned_abs() == u128::from(sums.units * scale) {
        true if sums.units > 0 => Some(Estimate::exact(1.0 / seats as f64, level)),
        _ => wins.proportion(scale, level),
    }
}

impl GameTables {
    pub(crate) fn new(busts: &Schema) -> Self {
        Self {
            win_rates: Table::new(&WIN_RATES),
            scores: Table::new(&EXPECTED_SCORES),
            busts: Table::new(busts),
            lengths: Table::new(&GAME_LENGTHS),
            screen: Vec::new(),
            unfinished: 0,
        }
    }

    /// Returns the rows of one policy, of one or all matchups.
    fn group(
        &mut self,
        about: &About<'_>,
        (policy, matchup): (usize, Option<usize>),
        groups: &[&GroupGames],
    ) {
        let level = about.level;
        let players = about.lineups[0].len();
        let by_seat = (0..players).filter(|_| players > 1).map(Some);
        for seat in [None].into_iter().chain(by_seat) {
            let mut all = SeatGames::default();
            let seats = groups.iter().flat_map(|group| match seat {
                None => &group.seats[..],
                Some(seat) => &group.seats[seat..=seat],
            });
            let seats: Vec<&SeatGames> = seats.collect();
            seats.iter().for_each(|seat| all.merge((*seat).clone()));
            let games = all.wins.n as u64;
            if games == 0 {
                continue;
            }
            let parts = match seat {
                None => groups.iter().flat_map(|group| &group.wholes).collect(),
                Some(_) => seats,
            };
            let key = about.key(policy, matchup, seat);
            self.rows(about, &key, (&all, &parts));
            for (bust, (situation, ..)) in about.busts.iter().enumerate() {
                let busts = all.busts[bust];
                let (among, happened) = (busts.n as u64, busts.y as u64);
                let share = strata(&parts, |games| games.busts[bust]).proportion(1, level);
                self.busts.bust(&key, (situation, &[]), (among, happened), share.as_ref());
            }
        }
    }

    /// Adds the rows of wins, scores and lengths: of `all` games, with the strata `parts`.
    fn rows(&mut self, about: &About<'_>, key: &Key, (all, parts): (&SeatGames, &[&SeatGames])) {
        let About { level, unit, .. } = *about;
        let seats = about.lineups[0].len() as u64;
        let games = all.wins.n as u64;
        let rate = win_rate(&strata(parts, |games| games.wins), WIN as u64, seats, level);
        let counts = [games, all.sole, all.shared, all.unfinished];
        self.win_rates.win_rate(key, counts, rate.as_ref());
        let mean =
            strata(parts, |games| games.scores).mean(level).map(|mean| mean.scaled(unit as f64));
        let scores = all.score_cells.times(unit);
        self.scores.score(key, "game", &scores, mean.as_ref());
        let mean = strata(parts, |games| games.lengths).mean(level);
        self.lengths.score(key, about.length.1, &all.length_cells, mean.as_ref());
    }
}

/// The number of decisions of each rule, by decision point and rule, with the default last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleTally {
    points: Vec<Vec<u64>>,
    defaults: Vec<u64>,
}

impl RuleTally {
    /// Returns empty counts for a number of decision points.
    pub(crate) fn new(points: usize) -> Self {
        Self { points: vec![Vec::new(); points], defaults: vec![0; points] }
    }

    /// Counts a decision at `point`: by a rule, or by default.
    #[inline]
    pub(crate) fn count(&mut self, point: usize, rule: Option<usize>) {
        self.count_times(point, rule, 1);
    }

    /// Counts `times` equal decisions.
    #[inline]
    pub(crate) fn count_times(&mut self, point: usize, rule: Option<usize>, times: u64) {
        match rule {
            None => self.defaults[point] += times,
            Some(rule) => {
                let rules = &mut self.points[point];
                if rules.len() <= rule {
                    rules.resize(rule + 1, 0);
                }
                rules[rule] += times;
            }
        }
    }

    /// Returns whether both count the same decision points.
    pub(crate) fn fits(&self, other: &Self) -> bool {
        [self.points.len(), self.defaults.len()] == [other.points.len(), other.defaults.len()]
    }

    /// Returns the number of decisions at `point`.
    pub fn decisions(&self, point: usize) -> u64 {
        self.points[point].iter().sum::<u64>() + self.defaults[point]
    }

    /// Returns the rows of decision points with decisions.
    pub(crate) fn rows(
        &self,
        table: &mut Table,
        key: &Key,
        game: &crate::game::Vocabulary,
        policy: &NamedPolicy,
    ) {
        debug_assert_eq!(table.name(), RULE_USE.name);
        for (index, point) in game.points.iter().enumerate() {
            let (rules, default) = (&self.points[index], self.defaults[index]);
            let decisions = self.decisions(index);
            if decisions == 0 {
                continue;
            }
            if let super::PolicyKind::File(file) = &policy.kind {
                for (number, rule) in file.points[index].iter().enumerate() {
                    let decided = rules.get(number).copied().unwrap_or(0);
                    let rule = ("rule", Some(number + 1), rule.when_text.as_deref());
                    table.rule_use(key, point.name, rule, (decisions, decided));
                }
            }
            table.rule_use(
                key,
                point.name,
                (policy.otherwise().0, None, None),
                (decisions, default),
            );
        }
    }
}
