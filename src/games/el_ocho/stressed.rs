//! El Ocho for stressed people (EO-20 … EO-23): one roll for everybody, and who calls its score
//! first.
//!
//! A simulation needs a model of people (PROPOSED in the rules file). A player decides to stay
//! silent or to answer after so many tenths of a second. The answer comes a little later, by a
//! uniform jitter, and is wrong with a chance that grows with the number of scoring dice and
//! shrinks with the wait. The five numbers of that model are parameters of the policy file, see
//! [`Model`].

use std::ops::Range;
use std::sync::Arc;

use super::scoring::Verdict;
use super::tally::count;
use super::turn::{Choice, Game, MAX_PLAYERS, OwnLuck};
use super::vocabulary::MAX_DELAY;
use crate::experiment::games::{SeatGames, SeatResult, WIN};
use crate::sim::interrupt::StopFlag;
use crate::sim::luck::{Domain, TurnKey, UnitLuck, below};
use crate::sim::runner::{Simulation, Tally};
use crate::sim::seating::{Placement, Seating, groups};
use crate::stats::Ratio;

/// One in a million is the unit of chances.
pub(crate) const MILLION: i64 = 1_000_000;

/// How well a player adds up, in parts per million and tenths of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// The chance of a wrong answer at once, without dice.
    pub error_base: i64,
    /// What each scoring die adds.
    pub error_per_die: i64,
    /// What each tenth of a second takes away.
    pub error_per_tenth: i64,
    /// How much later than intended an answer may come.
    pub jitter: u32,
    /// The share of wrong answers that are "0" where the roll scores.
    pub wrong_zero: i64,
}

impl Model {
    /// The chance in parts per million that an answer after `delay` tenths is wrong.
    #[must_use]
    pub fn error(&self, scoring_dice: u8, delay: u32) -> i64 {
        let at_once = self.error_base + self.error_per_die * i64::from(scoring_dice);
        (at_once - self.error_per_tenth * i64::from(delay)).clamp(0, MILLION)
    }
}

/// What everybody sees before announcing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What the roll is worth with all its scoring dice, in units (EO-23).
    pub points: u32,
    /// How many dice score.
    pub scoring_dice: u8,
}

/// How the table stands for one player: totals in units, the next to play first.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// The player's total.
    pub own: u32,
    /// The others' totals.
    pub others: &'a [u32],
    /// Rounds played before this one.
    pub rounds: u32,
}

/// Someone who announces. Implemented by policy files and by policies written in Rust.
pub trait Announcer: Send + Sync {
    /// How well the player adds up.
    fn model(&self) -> Model;
    /// 0 to stay silent, or 1 more than the tenths of a second to wait, at most [`MAX_DELAY`].
    fn announce(&self, game: &Game, round: &Round<'_>, roll: Roll, luck: &OwnLuck) -> Choice;
    /// After a correct "0": an opponent by their place in the order of play, or the number of
    /// opponents for oneself.
    fn reset(&self, game: &Game, round: &Round<'_>, luck: &OwnLuck) -> Choice;
}

/// What a player says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// The right score.
    Right,
    /// A wrong score that is not "0".
    Wrong,
    /// "0" for a roll that scores.
    WrongZero,
}

/// An announcement on its way. The first to come counts; the order breaks ties without favour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// When it comes, in 2^-16 tenths of a second.
    pub time: u32,
    /// A random number that breaks ties.
    pub order: u32,
    /// What is said.
    pub said: Said,
}

/// What became of one player in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Stayed silent.
    Silent,
    /// Called the score first and marked it.
    Marked,
    /// Called "0" first, rightly, and set somebody back.
    Zero,
    /// Would have answered, but somebody had been right before.
    Late,
    /// Called a wrong score.
    Wrong,
    /// Called "0" for a roll that scores, and went back to 0.
    WrongZero,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 6] =
        [Self::Silent, Self::Marked, Self::Zero, Self::Late, Self::Wrong, Self::WrongZero];

    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Silent => "silent",
            Self::Marked => "marked",
            Self::Zero => "zero",
            Self::Late => "late",
            Self::Wrong => "wrong",
            Self::WrongZero => "wrong zero",
        }
    }
}

/// What an announcement round comes to, before anybody is set back by choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// What became of each seat.
    pub outcomes: [Outcome; MAX_PLAYERS],
    /// The seat that was right first.
    pub first: Option<usize>,
}

/// Goes through the answers as they come (EO-20 … EO-22, EO-Q16): a wrong score costs the
/// announcement, a wrong "0" the total, and the first right answer ends the round, so later ones
/// are not spoken.
#[must_use]
pub fn resolve(score: u32, answers: &[Option<Answer>]) -> Resolved {
    let mut outcomes = [Outcome::Silent; MAX_PLAYERS];
    let mut coming: [(u32, u32, usize, Said); MAX_PLAYERS] = [(0, 0, 0, Said::Right); MAX_PLAYERS];
    let mut count = 0;
    for (seat, answer) in answers.iter().enumerate() {
        if let Some(Answer { time, order, said }) = *answer {
            coming[count] = (time, order, seat, said);
            count += 1;
        }
    }
    coming[..count].sort_unstable_by_key(|(time, order, seat, _)| (*time, *order, *seat));
    let mut first = None;
    for &(_, _, seat, said) in &coming[..count] {
        outcomes[seat] = match (first, said) {
            (Some(_), _) => Outcome::Late,
            (None, Said::Wrong) => Outcome::Wrong,
            (None, Said::WrongZero) => Outcome::WrongZero,
            (None, Said::Right) => {
                first = Some(seat);
                if score == 0 { Outcome::Zero } else { Outcome::Marked }
            }
        };
    }
    Resolved { outcomes, first }
}

/// Told of everything that happens in a game. All methods do nothing unless overridden.
pub trait WatchRounds {
    /// The roll of a round: its class and rank.
    fn rolled(&mut self, _round: u32, _class: usize, _rank: u64, _roll: Roll) {}
    /// A player decided to announce or not.
    fn announces(&mut self, _seat: usize, _choice: Choice, _answer: Option<Answer>) {}
    /// Whether to break the unit off, since nobody wants it any more.
    fn gives_up(&self) -> bool {
        false
    }
    /// The round was resolved; `set_back` is who was sent back to 0 by a right "0".
    fn resolved(&mut self, _resolved: &Resolved, _set_back: Option<usize>, _totals: &[u32]) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoWatch;
impl WatchRounds for NoWatch {}

/// Watches whether the run is to stop.
struct Stoppable<'a>(&'a StopFlag);
impl WatchRounds for Stoppable<'_> {
    fn gives_up(&self) -> bool {
        self.0.raised().is_some()
    }
}

/// Rounds alone or whole games, of one lineup after the other.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct StressedRun {
    /// The rules.
    pub game: Arc<Game>,
    /// The policies.
    pub players: Vec<Arc<dyn Announcer>>,
    /// The tables; games are dealt to them in turn. For single rounds, one seat each, all on the
    /// same luck.
    pub lineups: Vec<Vec<usize>>,
    /// Whether policies keep their seats.
    pub fixed_seats: bool,
    /// The seed of the run.
    pub seed: u64,
    /// Where games begin: totals by seat, in units.
    pub start: [u32; MAX_PLAYERS],
    /// Whether a unit is a single round (`--turns`) and not a game.
    pub rounds_alone: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The seat that won.
    pub winner: Option<usize>,
    /// Totals by seat, in units.
    pub totals: [u32; MAX_PLAYERS],
    /// Rounds played.
    pub rounds: u32,
}

/// What a class of rolls is worth.
fn worth(game: &Game, class: usize) -> Roll {
    let table = game.table(game.dice());
    match &table.classes()[class].verdict {
        Verdict::Bust | Verdict::Joker => Roll { points: 0, scoring_dice: 0 },
        Verdict::Win { points } => Roll { points: *points, scoring_dice: game.dice() },
        Verdict::Keep(keeps) => {
            let best = keeps.iter().map(|keep| keep.points).max().unwrap_or(0);
            let dice = keeps.iter().filter(|keep| keep.points == best).map(|keep| keep.dice);
            Roll { points: best, scoring_dice: dice.max().unwrap_or(0) }
        }
    }
}

impl StressedRun {
    /// The number of seats at each table.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.lineups[0].len()
    }

    fn seating(&self) -> Seating<'_> {
        Seating { lineups: &self.lineups, fixed: self.fixed_seats, seed: self.seed }
    }

    /// Where game `game` (from 0) is played.
    #[must_use]
    pub fn placement(&self, game: u64) -> Placement {
        self.seating().placement(game)
    }

    /// The luck of the dice and of the players' answers, and of their own chance.
    fn luck(&self, unit: u64) -> (UnitLuck, UnitLuck) {
        let (dice, own) = if self.rounds_alone {
            (Domain::Turns, Domain::PolicyInTurns)
        } else {
            (Domain::Game, Domain::PolicyInGame)
        };
        (UnitLuck::new(self.seed, dice, unit), UnitLuck::new(self.seed, own, unit))
    }

    /// Plays a unit at a table. `seated` gives the policy of each seat.
    pub fn play(
        &self,
        unit: u64,
        seated: &[usize],
        watch: &mut impl WatchRounds,
        mut count: impl FnMut(&Resolved, Roll, Option<usize>),
    ) -> Finish {
        let game = &*self.game;
        let seats = seated.len();
        let (dice, own) = self.luck(unit);
        let mut totals = self.start;
        let rounds = if self.rounds_alone { 1 } else { game.rules.max_turns };
        for round in 0..rounds {
            if round % 1024 == 1023 && watch.gives_up() {
                break;
            }
            // Turn keys of a round: the common roll first, then each seat's answer.
            let keys = u64::from(round) * (MAX_PLAYERS as u64 + 1);
            let mut rng = dice.turn(keys).rng();
            let table = game.table(game.dice());
            let (class, rank) = table.draw(|| rand::Rng::next_u32(&mut rng));
            let roll = worth(game, class);
            watch.rolled(round, class, rank, roll);
            let mut answers = [None; MAX_PLAYERS];
            for (seat, &policy) in seated.iter().enumerate() {
                let others = others(&totals, seat, seats);
                let view = Round { own: totals[seat], others: &others[..seats - 1], rounds: round };
                let player = &*self.players[policy];
                let key = keys + 1 + seat as u64;
                let luck = OwnLuck::new(own.turn(key));
                let choice = player.announce(game, &view, roll, &luck);
                answers[seat] = choice
                    .action
                    .checked_sub(1)
                    .map(|delay| answer(player.model(), roll, delay as u32, dice.turn(key)));
                watch.announces(seat, choice, answers[seat]);
            }
            let resolved = resolve(roll.points, &answers[..seats]);
            for (seat, outcome) in resolved.outcomes[..seats].iter().enumerate() {
                if *outcome == Outcome::WrongZero {
                    totals[seat] = 0;
                }
            }
            let mut set_back = None;
            if let Some(first) = resolved.first {
                if roll.points > 0 {
                    totals[first] += roll.points;
                } else {
                    let others = others(&totals, first, seats);
                    let view =
                        Round { own: totals[first], others: &others[..seats - 1], rounds: round };
                    let mut luck = OwnLuck::new(own.turn(keys + 1 + first as u64));
                    luck.next_decision();
                    let choice = self.players[seated[first]].reset(game, &view, &luck);
                    let victim = match choice.action + 1 {
                        ahead if ahead < seats => (first + ahead) % seats,
                        _ => first,
                    };
                    totals[victim] = 0;
                    set_back = Some(victim);
                }
            }
            count(&resolved, roll, set_back);
            watch.resolved(&resolved, set_back, &totals[..seats]);
            let wins = matches!(table.classes()[class].verdict, Verdict::Win { .. });
            if let Some(first) = resolved.first
                && roll.points > 0
                && (wins || totals[first] >= game.target)
                && !self.rounds_alone
            {
                return Finish { winner: Some(first), totals, rounds: round + 1 };
            }
        }
        Finish { winner: None, totals, rounds }
    }
}

fn others(totals: &[u32; MAX_PLAYERS], seat: usize, seats: usize) -> [u32; MAX_PLAYERS] {
    let mut others = [0; MAX_PLAYERS];
    for (ahead, other) in others[..seats - 1].iter_mut().enumerate() {
        *other = totals[(seat + 1 + ahead) % seats];
    }
    others
}

/// What a player of that model says after a wait, and when.
fn answer(model: Model, roll: Roll, delay: u32, key: TurnKey) -> Answer {
    let mut rng = key.rng();
    let wrong = i64::from(below(&mut rng, MILLION as u32)) < model.error(roll.scoring_dice, delay);
    let zero = i64::from(below(&mut rng, MILLION as u32)) < model.wrong_zero;
    let jitter = if model.jitter > 0 { below(&mut rng, model.jitter << 16) } else { 0 };
    let said = match (wrong, zero && roll.points > 0) {
        (false, _) => Said::Right,
        (true, false) => Said::Wrong,
        (true, true) => Said::WrongZero,
    };
    let order = rand::Rng::next_u32(&mut rng);
    Answer { time: (delay.min(MAX_DELAY) << 16) + jitter, order, said }
}

/// What a run counts of one policy at one seat (or over all its seats).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundTally {
    /// By outcome, in the order of [`Outcome::ALL`]: how often, against rounds, unit by unit.
    pub outcomes: [Ratio; 6],
    /// Units marked against rounds, unit by unit.
    pub marks: Ratio,
    /// Units marked in a round.
    pub mark_cells: Vec<u64>,
    /// How often the player was set back to 0 by a right "0", against rounds, unit by unit.
    pub set_back: Ratio,
    /// The games; empty for single rounds.
    pub games: SeatGames,
}

impl RoundTally {
    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        let Self { outcomes, marks, mark_cells, set_back, games } = other;
        for (into, from) in self.outcomes.iter_mut().zip(outcomes) {
            *into += *from;
        }
        self.marks += *marks;
        super::tally::add_cells(&mut self.mark_cells, mark_cells);
        self.set_back += *set_back;
        self.games.merge(games);
    }
}

/// What one unit came to for one seat.
#[derive(Clone, Copy, Debug, Default)]
struct SeatRecord {
    outcomes: [u32; 6],
    marked: u64,
    set_back: u32,
}

/// What a run in the stressed variant counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StressedTally {
    /// By table and group (distinct policy at the table), then by seat; the last is over all
    /// seats.
    pub tables: Vec<Vec<Vec<RoundTally>>>,
}

impl Tally for StressedTally {
    fn merge(&mut self, other: Self) {
        let into = self.tables.iter_mut().flatten().flatten();
        for (into, from) in into.zip(other.tables.iter().flatten().flatten()) {
            into.merge(from);
        }
    }
}

impl Simulation for StressedRun {
    type Tally = StressedTally;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> StressedTally {
        let tables = self
            .lineups
            .iter()
            .map(|lineup| {
                let groups = groups(lineup).0.len();
                vec![vec![RoundTally::default(); self.seats() + 1]; groups]
            })
            .collect();
        StressedTally { tables }
    }

    fn batch_len(&self, _first_unit: u64) -> u64 {
        if self.rounds_alone { 4096 } else { 64 }
    }

    fn run_batch(&self, (): &mut (), units: Range<u64>, tally: &mut StressedTally) {
        self.run_until(&mut (), units, tally, &StopFlag::new());
    }

    fn run_until(
        &self,
        (): &mut (),
        units: Range<u64>,
        tally: &mut StressedTally,
        stop: &StopFlag,
    ) -> bool {
        for unit in units.take_while(|_| stop.raised().is_none()) {
            if self.rounds_alone {
                for lineup in 0..self.lineups.len() {
                    self.count_unit(unit, Placement::in_order(lineup), tally, stop);
                }
            } else {
                self.count_unit(unit, self.placement(unit), tally, stop);
            }
        }
        stop.raised().is_none()
    }

    fn headline(&self, so_far: &StressedTally, _units: u64) -> String {
        let Some(tally) = so_far.tables.first().and_then(|groups| groups.first()?.last()) else {
            return String::new();
        };
        let rounds = tally.marks.n().max(1) as f64;
        let mean = tally.marks.total() as f64 * f64::from(self.game.scoring.unit) / rounds;
        format!("policy 1 marks {mean:.1} points a round")
    }
}

impl StressedRun {
    fn count_unit(
        &self,
        unit: u64,
        placement: Placement,
        tally: &mut StressedTally,
        stop: &StopFlag,
    ) {
        let seats = self.seats();
        let policies = &self.lineups[placement.lineup];
        let (_, of_slot) = groups(policies);
        let mut seated = [0; MAX_PLAYERS];
        for (seat, policy) in seated[..seats].iter_mut().enumerate() {
            *policy = policies[placement.slot(seat)];
        }
        let mut records = [SeatRecord::default(); MAX_PLAYERS];
        let groups = &mut tally.tables[placement.lineup];
        let mut watch = Stoppable(stop);
        let finish = self.play(unit, &seated[..seats], &mut watch, |resolved, roll, victim| {
            for (seat, record) in records[..seats].iter_mut().enumerate() {
                let outcome = resolved.outcomes[seat];
                record.outcomes[outcome as usize] += 1;
                let marks = if outcome == Outcome::Marked { roll.points } else { 0 };
                record.marked += u64::from(marks);
                record.set_back += u32::from(victim == Some(seat));
                let group = &mut groups[of_slot[placement.slot(seat)]];
                count(&mut group[seat].mark_cells, marks as usize, 1);
                count(&mut group[seats].mark_cells, marks as usize, 1);
            }
        });
        let rounds = u64::from(finish.rounds);
        let mut all = [(SeatRecord::default(), SeatResult::default()); MAX_PLAYERS];
        for seat in 0..seats {
            let group = of_slot[placement.slot(seat)];
            let record = records[seat];
            let won = u32::from(finish.winner == Some(seat));
            let game = SeatResult {
                seats: 1,
                win: i64::from(won) * WIN,
                sole: won,
                score: finish.totals[seat].into(),
                turns: finish.rounds,
                unfinished: finish.winner.is_none(),
                ..SeatResult::default()
            };
            let into = &mut groups[group][seat];
            into.add(&record, rounds);
            if !self.rounds_alone {
                into.games.add(game);
                into.games.add_cells(game);
                groups[group][seats].games.add_cells(game);
            }
            let (sum, games) = &mut all[group];
            for (into, from) in sum.outcomes.iter_mut().zip(record.outcomes) {
                *into += from;
            }
            sum.marked += record.marked;
            sum.set_back += record.set_back;
            games.add(game);
        }
        for (group, (record, game)) in groups.iter_mut().zip(all) {
            group[seats].add(&record, rounds * u64::from(game.seats));
            if !self.rounds_alone {
                group[seats].games.add(game);
            }
        }
    }
}

impl RoundTally {
    fn add(&mut self, record: &SeatRecord, rounds: u64) {
        for (ratio, &times) in self.outcomes.iter_mut().zip(&record.outcomes) {
            ratio.add(i64::from(times), rounds);
        }
        self.marks.add(record.marked as i64, rounds);
        self.set_back.add(i64::from(record.set_back), rounds);
    }
}
