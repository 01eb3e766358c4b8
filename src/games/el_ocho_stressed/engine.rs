//! The variant as a [`contract::Game`].

use std::ops::Range;
use std::sync::Arc;

use super::rules::{MILLION, Model, Rules};
use super::state::{
    Action, Answer, Call, Chance, Event, Fate, MAX_DELAY, Phase, SEATS, Said, State,
};
use super::vocabulary::point;
use crate::error::{Error, Result};
use crate::game::contract::{
    self, Log, MAX_SEATS, Menu, Next, RandomSource, Ranking, Silent, Stream,
};
use crate::games::el_ocho::edition::Joker;
use crate::games::el_ocho::engine::Roll;
use crate::games::el_ocho::rules::Rules as Dice;
use crate::games::el_ocho::scoring::Verdict;
use crate::games::el_ocho::turn::Game;

/// The score of a roll class with all its scoring dice (EO-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Points, in units.
    pub points: u32,
    /// The number of scoring dice.
    pub dice: u8,
    /// Whether the player who calls it wins (EO-Q17).
    pub wins: bool,
}

impl Score {
    fn of(verdict: &Verdict, dice: u8) -> Self {
        match verdict {
            Verdict::Bust | Verdict::Joker => Self { points: 0, dice: 0, wins: false },
            Verdict::Win { points } => Self { points: *points, dice, wins: true },
            Verdict::Keep(keeps) => {
                let best = keeps.iter().map(|keep| (keep.points, keep.dice)).max();
                let (points, dice) = best.unwrap_or_default();
                Self { points, dice, wins: false }
            }
        }
    }
}

/// The game for a number of seats.
#[derive(Clone, Debug)]
pub struct Stressed {
    /// The dice, without Jokers (EO-Q17).
    pub dice: Arc<Game>,
    /// The model of the players, equal for all seats.
    pub model: Model,
    /// By roll class.
    scores: Vec<Score>,
    seats: u8,
    start: [u32; SEATS],
}

/// Purposes of random streams.
mod purpose {
    pub(super) const ROLL: u8 = 0;
    pub(super) const ANSWER: u8 = 1;
    pub(super) const ORDER: u8 = 2;
}

impl Stressed {
    /// The game for one to eight seats.
    ///
    /// # Errors
    ///
    /// See [`Game::new`].
    pub fn new(rules: &Rules, seats: u8) -> Result<Self> {
        // There are no turns, so there are neither re-rolls nor a minimum bank (EO-Q17, EO-Q18).
        let dice = Dice { joker: Joker::Off, min_bank: 0, ..rules.dice.clone() };
        let dice = Arc::new(Game::new(dice)?);
        if !dice.is_plain {
            return Err(Error::input_help(
                "the stressed game has neither an entry nor a penalty, last turns or a limit of the totals",
                "play this edition with `el-ocho`",
            ));
        }
        let classes = dice.table(dice.dice()).classes().iter();
        let scores = classes.map(|class| Score::of(&class.verdict, dice.dice())).collect();
        Ok(Self { dice, model: rules.model, scores, seats, start: [0; SEATS] })
    }

    /// Returns the game with these initial totals, by seat, in units.
    pub fn starting(self, start: [u32; SEATS]) -> Self {
        Self { start, ..self }
    }

    /// The score of the last roll.
    pub fn score(&self, at: &State) -> Score {
        self.scores[usize::from(at.class)]
    }

    pub(super) fn all(&self) -> Range<u8> {
        0..self.seats
    }

    /// The seat `places` seats after `seat`.
    pub(super) fn after(&self, seat: u8, places: u8) -> u8 {
        (seat + places) % self.seats
    }

    /// The weights of the possible answers after a wait; they sum to 10^12.
    fn weights(&self, at: &State, delay: u8) -> [(Said, u64); 3] {
        let score = self.score(at);
        let million = u64::from(MILLION);
        let error = u64::from(self.model.error(score.dice, delay));
        let zero = if score.points == 0 { 0 } else { u64::from(self.model.wrong_zero) };
        [
            (Said::Right, (million - error) * million),
            (Said::Wrong, error * (million - zero)),
            (Said::WrongZero, error * zero),
        ]
    }

    /// Processes the pending answers in order, up to the first correct one or to several in one
    /// tenth of a second (EO-20, EO-21).
    fn process_answers(&self, at: &mut State, log: &mut impl Log<Self>) {
        at.phase = Phase::Order;
        while at.phase == Phase::Order {
            match at.next_answers() {
                0 => self.end_round(at, None),
                one if one.is_power_of_two() => {
                    self.give_answer(at, one.trailing_zeros() as u8, log)
                }
                _ => return,
            }
        }
    }

    /// A seat gives its pending answer. A wrong score has no effect on totals, a wrong "0" sets the
    /// total to 0, and a correct answer cancels all later ones (EO-20, EO-22, EO-Q16).
    fn give_answer(&self, at: &mut State, seat: u8, log: &mut impl Log<Self>) {
        let own = usize::from(seat);
        let Answer::Comes(Call { time, said }) = std::mem::take(&mut at.answers[own]) else {
            return;
        };
        let score = self.score(at);
        let fate = match said {
            Said::Right if score.points == 0 => Fate::Zero,
            Said::Right => Fate::Marked,
            Said::Wrong => Fate::Wrong,
            Said::WrongZero => Fate::WrongZero,
        };
        match fate {
            Fate::Marked => at.totals[own] += score.points,
            Fate::WrongZero => at.totals[own] = 0,
            _ => {}
        }
        log.record(at, Event::Became { seat, fate, time });
        if said != Said::Right {
            return;
        }
        for seat in self.all() {
            if let Answer::Comes(Call { time, .. }) = at.answers[usize::from(seat)] {
                log.record(at, Event::Became { seat, fate: Fate::Late, time });
            }
        }
        at.answers = [Answer::Silent; SEATS];
        match fate {
            Fate::Zero => at.phase = Phase::Reset(seat),
            _ => {
                let wins = score.wins || at.totals[own] >= self.dice.target;
                self.end_round(at, wins.then_some(seat));
            }
        }
    }

    /// Starts the next round, or ends the game (EO-23).
    fn end_round(&self, at: &mut State, winner: Option<u8>) {
        at.round += 1;
        let over = winner.is_some() || at.alone || at.round == self.dice.rules.max_turns;
        at.phase = if over { Phase::Over { winner } } else { Phase::Roll };
    }
}

impl contract::Game for Stressed {
    type State = State;
    type Action = Action;
    type Outcome = Chance;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self, _: &mut impl Log<Self>) -> State {
        State {
            totals: self.start,
            answers: [Answer::Silent; SEATS],
            round: 0,
            class: 0,
            phase: Phase::Roll,
            alone: false,
        }
    }

    fn alone(&self, _: &mut impl Log<Self>) -> Option<State> {
        Some(State { alone: true, ..self.start(&mut Silent) })
    }

    fn next(&self, at: &State) -> Next {
        let chance = |purpose, index| Next::Chance(Stream { purpose, index });
        match at.phase {
            Phase::Roll => chance(purpose::ROLL, at.round),
            Phase::Announce(seat) => Next::Decide { seat, point: point::ANNOUNCE },
            Phase::Answer(seat) => {
                chance(purpose::ANSWER, at.round * SEATS as u32 + u32::from(seat))
            }
            Phase::Order => chance(purpose::ORDER, at.round),
            Phase::Reset(seat) => Next::Decide { seat, point: point::RESET },
            Phase::Over { winner } => Next::Over { finished: winner.is_some() },
        }
    }

    fn actions(&self, at: &State, into: &mut Menu<'_, Action>) {
        match at.phase {
            Phase::Reset(_) => {
                into.extend((1..self.seats).map(Action::Opponent));
                into.push(Action::Own);
            }
            _ => {
                into.push(Action::Silent);
                into.extend((0..=MAX_DELAY).map(Action::Answer));
            }
        }
    }

    fn act(&self, at: &mut State, action: Action, log: &mut impl Log<Self>) {
        match (at.phase, action) {
            (Phase::Announce(seat), _) => {
                if let Action::Answer(delay) = action {
                    at.answers[usize::from(seat)] = Answer::After(delay);
                }
                let last = seat + 1 == self.seats;
                at.phase = if last { Phase::Answer(0) } else { Phase::Announce(seat + 1) };
            }
            (Phase::Reset(own), _) => {
                let places = if let Action::Opponent(places) = action { places } else { 0 };
                let victim = self.after(own, places);
                at.totals[usize::from(victim)] = 0;
                log.record(at, Event::SetBack(victim));
                self.end_round(at, None);
            }
            _ => {}
        }
    }

    fn draw(&self, at: &State, random: &mut impl RandomSource) -> Chance {
        let Phase::Answer(seat) = at.phase else {
            if at.phase == Phase::Roll {
                return Chance::Roll(Roll::draw(&self.dice, self.dice.dice(), random));
            }
            let seats = at.next_answers();
            let place = random.below(seats.count_ones());
            let mut among = self.all().filter(|seat| seats >> seat & 1 == 1);
            return Chance::First(among.nth(place as usize).unwrap_or(0));
        };
        let Answer::After(delay) = at.answers[usize::from(seat)] else {
            return Chance::Answer(None);
        };
        let score = self.score(at);
        let wrong = random.below(MILLION) < self.model.error(score.dice, delay);
        let zero = random.below(MILLION) < self.model.wrong_zero && score.points > 0;
        let said = match (wrong, zero) {
            (false, _) => Said::Right,
            (true, false) => Said::Wrong,
            (true, true) => Said::WrongZero,
        };
        let time = delay + random.below(self.model.jitter.max(1).into()) as u8;
        Chance::Answer(Some(Call { time, said }))
    }

    fn kind(&self, _: u8, action: Action) -> usize {
        match action {
            Action::Silent | Action::Opponent(_) => 0,
            Action::Answer(_) | Action::Own => 1,
        }
    }

    fn outcomes(&self, at: &State, each: &mut dyn FnMut(Chance, u64)) {
        match at.phase {
            Phase::Roll => {
                let classes = (0..).zip(self.dice.table(self.dice.dice()).classes());
                let roll = |class| Chance::Roll(Roll { class, rank: 0 });
                classes.for_each(|(class, of)| each(roll(class), of.weight));
            }
            Phase::Answer(seat) => {
                let Answer::After(delay) = at.answers[usize::from(seat)] else {
                    return each(Chance::Answer(None), 1);
                };
                for (said, weight) in self.weights(at, delay) {
                    for time in (delay..delay + self.model.jitter.max(1)).filter(|_| weight > 0) {
                        each(Chance::Answer(Some(Call { time, said })), weight);
                    }
                }
            }
            _ => {
                let seats = at.next_answers();
                let among = self.all().filter(|seat| seats >> seat & 1 == 1);
                among.for_each(|seat| each(Chance::First(seat), 1));
            }
        }
    }

    fn happen(&self, at: &mut State, outcome: Chance, log: &mut impl Log<Self>) {
        match (outcome, at.phase) {
            (Chance::Roll(roll), _) => {
                at.class = roll.class;
                at.phase = Phase::Announce(0);
                log.record(at, Event::Rolled(roll));
            }
            (Chance::Answer(call), Phase::Answer(seat)) => {
                at.answers[usize::from(seat)] = call.map_or(Answer::Silent, Answer::Comes);
                if call.is_none() {
                    log.record(at, Event::Became { seat, fate: Fate::Silent, time: 0 });
                }
                match seat + 1 == self.seats {
                    true => self.process_answers(at, log),
                    false => at.phase = Phase::Answer(seat + 1),
                }
            }
            (Chance::First(seat), _) => {
                self.give_answer(at, seat, log);
                if at.phase == Phase::Order {
                    self.process_answers(at, log);
                }
            }
            _ => {}
        }
    }

    fn ranking(&self, at: &State) -> Ranking {
        let mut scores = [0; MAX_SEATS];
        for seat in self.all() {
            scores[usize::from(seat)] = self.dice.points(at.total(seat)) as i32;
        }
        let best = self.all().map(|seat| at.total(seat)).max();
        let leads = |seat: &u8| Some(at.total(*seat)) == best;
        let winners = match at.over() {
            Some(Some(winner)) => 1 << winner,
            _ => self.all().filter(leads).fold(0, |all, seat| all | 1 << seat),
        };
        Ranking { scores, winners }
    }

    /// A player's decision when to answer is visible to others only after all have decided.
    fn seen(&self, at: &State, action: Action, seat: u8) -> Option<Action> {
        match at.phase {
            Phase::Announce(mover) if mover != seat => None,
            _ => Some(action),
        }
    }

    fn hide(&self, at: &State, seat: u8, random: &mut impl RandomSource) -> State {
        let mut world = *at;
        let Phase::Announce(mover) = at.phase else { return world };
        for other in (0..mover).filter(|other| *other != seat) {
            let choice = random.below(u32::from(MAX_DELAY) + 2) as u8;
            let answer = choice.checked_sub(1).map_or(Answer::Silent, Answer::After);
            world.answers[usize::from(other)] = answer;
        }
        world
    }

    fn check(&self, at: &State) -> Result<(), String> {
        let over = at.over().is_some();
        let seats = usize::from(self.seats);
        let answers = !matches!(at.phase, Phase::Roll | Phase::Reset(_) | Phase::Over { .. });
        let checks = [
            (
                "a total has reached the target",
                over || at.totals.iter().all(|all| *all < self.dice.target),
            ),
            ("a total beyond the seats", at.totals[seats..].iter().all(|all| *all == 0)),
            ("an answer outside a round", answers || at.answers == [Answer::Silent; SEATS]),
            ("a round beyond the limit", over || at.round < self.dice.rules.max_turns),
        ];
        match checks.iter().find(|(_, holds)| !holds) {
            Some((fault, _)) => Err((*fault).to_owned()),
            None => Ok(()),
        }
    }
}
