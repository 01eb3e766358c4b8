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

mod told;

pub(crate) use told::SAMPLES;

use super::engine::Seated;
use super::figures::TURN_ENDINGS;
use super::matches::Final;
use super::scoring::Verdict;
use super::tally::{SeatResult, Sums, seat_result};
use super::turn::{Choice, DEFAULT_RULE, Ending, Game, MAX_PLAYERS, OwnLuck};
use super::vocabulary::{MAX_DELAY, point};
use crate::sim::interrupt::StopFlag;
use crate::sim::random::{Domain, StreamKey, UnitKey, below};
use crate::sim::runner::Simulation;
use crate::sim::seating::{Placement, Seating, groups};

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

/// What tables call it that somebody was set back to 0 by a right "0".
pub(super) const SET_BACK: &str = "set back";

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
    /// A player who rightly said "0" decided whom to set back.
    fn resets(&mut self, _seat: usize, _choice: Choice) {}
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
    fn luck(&self, unit: u64) -> (UnitKey, UnitKey) {
        let (dice, own) = if self.rounds_alone {
            (Domain::Turns, Domain::PolicyInTurns)
        } else {
            (Domain::Game, Domain::PolicyInGame)
        };
        (UnitKey::new(self.seed, dice, unit), UnitKey::new(self.seed, own, unit))
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
        let luck = self.luck(unit);
        let mut totals = self.start;
        let rounds = if self.rounds_alone { 1 } else { game.rules.max_turns };
        for round in 0..rounds {
            if round % 1024 == 1023 && watch.gives_up() {
                break;
            }
            let at = At { run: self, seated, totals, round, luck };
            let mut rng = luck.0.turn(at.keys()).rng();
            let table = game.table(game.dice());
            let (class, rank) = table.draw(|| rand::Rng::next_u32(&mut rng));
            let roll = worth(game, class);
            watch.rolled(round, class, rank, roll);
            let resolved = resolve(roll.points, &at.answers(roll, watch)[..seats]);
            for (total, outcome) in totals.iter_mut().zip(&resolved.outcomes[..seats]) {
                if *outcome == Outcome::WrongZero {
                    *total = 0;
                }
            }
            let mut set_back = None;
            match resolved.first {
                Some(first) if roll.points > 0 => totals[first] += roll.points,
                Some(first) => {
                    let victim = At { totals, ..at }.victim(first, watch);
                    totals[victim] = 0;
                    set_back = Some(victim);
                }
                None => {}
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

/// Where a unit stands in a round.
#[derive(Clone, Copy)]
struct At<'a> {
    run: &'a StressedRun,
    /// The policy of each seat.
    seated: &'a [usize],
    totals: [u32; MAX_PLAYERS],
    round: u32,
    /// Of the dice and of the players' answers, and of their own chance.
    luck: (UnitKey, UnitKey),
}

impl At<'_> {
    /// Turn keys of the round: the common roll first, then each seat's answer.
    fn keys(&self) -> u64 {
        u64::from(self.round) * (MAX_PLAYERS as u64 + 1)
    }

    fn key(&self, seat: usize) -> u64 {
        self.keys() + 1 + seat as u64
    }

    /// Asks a player, who sees the round, with the luck of the seat.
    fn ask(
        &self,
        seat: usize,
        ask: impl FnOnce(&dyn Announcer, &Round<'_>, OwnLuck) -> Choice,
    ) -> Choice {
        let others = others(&self.totals, seat, self.seated.len());
        let others = &others[..self.seated.len() - 1];
        let view = Round { own: self.totals[seat], others, rounds: self.round };
        let luck = OwnLuck::new(self.luck.1.turn(self.key(seat)));
        ask(&*self.run.players[self.seated[seat]], &view, luck)
    }

    /// What each seat says to the roll, if anything.
    fn answers(&self, roll: Roll, watch: &mut impl WatchRounds) -> [Option<Answer>; MAX_PLAYERS] {
        let mut answers = [None; MAX_PLAYERS];
        for (seat, &policy) in self.seated.iter().enumerate() {
            let choice = self
                .ask(seat, |player, view, luck| player.announce(&self.run.game, view, roll, &luck));
            let model = self.run.players[policy].model();
            answers[seat] = choice
                .action
                .checked_sub(1)
                .map(|delay| answer(model, roll, delay as u32, self.luck.0.turn(self.key(seat))));
            watch.announces(seat, choice, answers[seat]);
        }
        answers
    }

    /// Whom the seat that said "0" first, and rightly, sends back to 0.
    fn victim(&self, first: usize, watch: &mut impl WatchRounds) -> usize {
        let choice = self.ask(first, |player, view, mut luck| {
            luck.next_decision();
            player.reset(&self.run.game, view, &luck)
        });
        watch.resets(first, choice);
        match choice.action + 1 {
            ahead if ahead < self.seated.len() => (first + ahead) % self.seated.len(),
            _ => first,
        }
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
fn answer(model: Model, roll: Roll, delay: u32, key: StreamKey) -> Answer {
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

/// What one unit came to for one policy, over the seats it fills.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    outcomes: [u32; Outcome::ALL.len()],
    set_back: u32,
    rounds: u32,
}

/// The way in which turns end here: marks are banked.
const BANKED: usize = Ending::Banked as usize;

impl Simulation for StressedRun {
    type Tally = Sums;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> Sums {
        Sums::of(&Seated::new(&self.game, 1), &self.lineups, self.players.len())
    }

    fn batch_len(&self, _first_unit: u64) -> u64 {
        if self.rounds_alone { 4096 } else { 64 }
    }

    fn run_batch(&self, (): &mut (), units: Range<u64>, tally: &mut Sums) {
        self.run_until(&mut (), units, tally, &StopFlag::new());
    }

    fn run_until(&self, (): &mut (), units: Range<u64>, tally: &mut Sums, stop: &StopFlag) -> bool {
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

    fn headline(&self, _: &Sums, _: u64) -> String {
        String::new()
    }
}

impl StressedRun {
    /// Who sits where.
    fn seated(&self, placement: Placement) -> [usize; MAX_PLAYERS] {
        let mut seated = [0; MAX_PLAYERS];
        for (seat, policy) in seated[..self.seats()].iter_mut().enumerate() {
            *policy = self.lineups[placement.lineup][placement.slot(seat)];
        }
        seated
    }

    fn count_unit(&self, unit: u64, placement: Placement, tally: &mut Sums, stop: &StopFlag) {
        let seats = self.seats();
        let seated = &self.seated(placement)[..seats];
        let policies = &self.lineups[placement.lineup];
        let (known, of_slot) = groups(policies);
        let mut records = [Record::default(); MAX_PLAYERS];
        let first = |group: usize| {
            (0..seats).find(|seat| of_slot[placement.slot(*seat)] == group).unwrap_or(0)
        };
        let mut watch = Counting { stop, seated, tally: &mut *tally };
        let mut marks = Vec::new();
        let finish = self.play(unit, seated, &mut watch, |resolved, roll, victim| {
            for seat in 0..seats {
                let (outcome, group) = (resolved.outcomes[seat], of_slot[placement.slot(seat)]);
                let marked = if outcome == Outcome::Marked { roll.points } else { 0 };
                let record = &mut records[group];
                record.outcomes[outcome as usize] += 1;
                record.set_back += u32::from(victim == Some(seat));
                record.rounds += 1;
                marks.push((group, marked));
            }
        });
        if !self.rounds_alone {
            let mut results = [(0, SeatResult::default()); MAX_PLAYERS];
            for (seat, result) in results[..seats].iter_mut().enumerate() {
                let (turns, totals) = ([finish.rounds; MAX_PLAYERS], finish.totals);
                let over = Final { winner: finish.winner, totals, turns, busts: [0; MAX_PLAYERS] };
                // Nothing busts.
                let result_of_seat =
                    SeatResult { events: Default::default(), ..seat_result(&over, seat) };
                *result = (of_slot[placement.slot(seat)], result_of_seat);
            }
            tally.games.add(placement.lineup, &results[..seats]);
        }
        for (group, policy) in known.into_iter().enumerate() {
            let Record { outcomes, set_back, rounds } = records[group];
            let part = (placement.lineup, first(group));
            let figures = outcomes.into_iter().chain([set_back]);
            let figures: Vec<(i64, u64)> =
                figures.map(|times| (times.into(), rounds.into())).collect();
            let sums = &mut tally.policies[policy];
            sums.count_figures(part, figures.into_iter());
            let ends = sums.endings.part(part);
            let own = || marks.iter().filter(|(of, _)| *of == group).map(|(_, marked)| *marked);
            if self.rounds_alone {
                own().for_each(|marked| ends.add_alone(BANKED, marked, 1));
                own().for_each(|marked| tally.turns[policy].gains.add(marked.into(), 1));
            } else {
                let mut turns: Vec<(u8, u32)> =
                    own().map(|marked| (BANKED as u8, marked)).collect();
                ends.add(&TURN_ENDINGS, &mut turns);
            }
        }
    }
}

/// Counts which rules decide, and watches whether the run is to stop.
struct Counting<'a> {
    stop: &'a StopFlag,
    seated: &'a [usize],
    tally: &'a mut Sums,
}

impl WatchRounds for Counting<'_> {
    fn announces(&mut self, seat: usize, choice: Choice, _: Option<Answer>) {
        let rule = (choice.rule != DEFAULT_RULE).then_some(usize::from(choice.rule));
        let tally = &mut self.tally.policies[self.seated[seat]];
        tally.rules.count(point::ANNOUNCE, rule);
        tally.chose(point::ANNOUNCE, (choice.action > 0).into(), 1);
    }

    fn resets(&mut self, seat: usize, choice: Choice) {
        let rule = (choice.rule != DEFAULT_RULE).then_some(usize::from(choice.rule));
        let tally = &mut self.tally.policies[self.seated[seat]];
        tally.rules.count(point::RESET, rule);
        let others = self.seated.len() - 1;
        if others > 0 {
            tally.chose(point::RESET, (choice.action == others).into(), 1);
        }
    }

    fn gives_up(&self) -> bool {
        self.stop.raised().is_some()
    }
}
