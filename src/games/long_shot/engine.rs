//! Implements the contract of all games: next mover, legal actions, effects and chance outcomes.

use super::agenda::Due;
use super::compiled::{Effects, Game};
use super::edition::{HORSES, MOVEMENT_SIDES};
use super::event::Event;
use super::legal_actions::Action;
use super::state::{Field, Phase, State};
use crate::game::bits::each;
use crate::game::contract::{self, Log, MAX_SEATS, Menu, Next, RandomSource, Ranking, Stream};

/// The outcome of a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A Horse Card, by its index in the edition.
    Horse(u8),
    /// A Starting Card, by its index in the edition.
    Starting(u8),
    /// The sides of the horse die and of the movement die, from 0.
    Roll(u8, u8),
    /// The side of the horse die, rolled for Roland.
    RollAgain(u8),
}

/// The purposes of random streams. Each has its own stream, so the dice of the race depend neither on
/// the players nor on the draw of the Market.
mod purpose {
    pub(super) const ROLL: u8 = 0;
    pub(super) const ROLL_AGAIN: u8 = 1;
    pub(super) const STARTING: u8 = 2;
    pub(super) const HORSES: u8 = 3;
}

/// The random stream of the dice of the race.
pub(super) const RACE: Stream = Stream { purpose: purpose::ROLL, index: 0 };

/// The number of equally likely rolls of both dice.
pub const ROLLS: u32 = (HORSES * MOVEMENT_SIDES) as u32;

/// Rolls both dice (LS-11) and returns their sides, from 0.
pub(super) fn roll(random: &mut impl RandomSource) -> (u8, u8) {
    let roll = random.below(ROLLS) as u8;
    (roll % HORSES as u8, roll / HORSES as u8)
}

impl contract::Game for Game {
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self, log: &mut impl Log<Self>) -> State {
        let mut state = State { phase: Phase::Horse(0), ..self.at_the_gate() };
        Effects::new(self, &mut state, log).settle();
        state
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        // Decisions occur only in turns and at scoring.
        if let Some(asked) = &state.asked {
            return Next::Decide { seat: asked.seat, point: asked.point };
        }
        let chance = |purpose| Next::Chance(Stream { purpose, index: 0 });
        match state.phase {
            Phase::Turn | Phase::Scoring => Next::Over { finished: false },
            Phase::Horse(_) => chance(purpose::HORSES),
            Phase::Starting { .. } => chance(purpose::STARTING),
            Phase::Roll => chance(purpose::ROLL),
            Phase::RollAgain => chance(purpose::ROLL_AGAIN),
            Phase::Over { finished } => Next::Over { finished },
        }
    }

    #[inline(always)]
    fn actions(&self, state: &State, menu: &mut Menu<'_, Action>) {
        let Some(asked) = &state.asked else { return };
        menu.all(asked.legal.0, Action);
    }

    #[inline]
    fn kind(&self, point: u8, action: Action) -> usize {
        action.kind(point.into()).into()
    }

    #[inline]
    fn act(&self, state: &mut State, action: Action, log: &mut impl Log<Self>) {
        let forced = state.asked.as_ref().is_some_and(|asked| asked.legal.len() == 1);
        state.asked = None;
        let mut effects = Effects::new(self, state, log);
        if let Some(due) = effects.state.due.pop() {
            if due == Due::Act {
                let seat = effects.state.seat;
                effects.record(Event::Acts { seat, action, forced });
            }
            effects.resolve(due, Some(action));
        }
        effects.settle();
    }

    fn draw(&self, state: &State, random: &mut impl RandomSource) -> Outcome {
        let mut one_of = |cards: u32| {
            let drawn = random.below(cards.count_ones().max(1)) as usize;
            each(cards).nth(drawn).unwrap_or(0)
        };
        match state.phase {
            Phase::Horse(number) => Outcome::Horse(one_of(self.rules.horses[usize::from(number)])),
            Phase::Starting { left, .. } => Outcome::Starting(one_of(left)),
            Phase::RollAgain => Outcome::RollAgain(random.below(HORSES as u32) as u8),
            _ => {
                let (side, movement) = roll(random);
                Outcome::Roll(side, movement)
            }
        }
    }

    fn outcomes(&self, state: &State, each_of: &mut dyn FnMut(Outcome, u64)) {
        let sides = 0..HORSES as u8;
        match state.phase {
            Phase::Horse(number) => each(self.rules.horses[usize::from(number)])
                .for_each(|horse| each_of(Outcome::Horse(horse), 1)),
            Phase::Starting { left, .. } => {
                each(left).for_each(|card| each_of(Outcome::Starting(card), 1));
            }
            Phase::RollAgain => sides.for_each(|side| each_of(Outcome::RollAgain(side), 1)),
            _ => {
                for side in sides {
                    let movements = 0..MOVEMENT_SIDES as u8;
                    movements.for_each(|movement| each_of(Outcome::Roll(side, movement), 1));
                }
            }
        }
    }

    fn happen(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Self>) {
        let mut effects = Effects::new(self, state, log);
        effects.state.phase = match (effects.state.phase, outcome) {
            (Phase::Horse(number), Outcome::Horse(horse)) => {
                let mut cards = effects.state.field.cards;
                cards[usize::from(number)] = horse;
                effects.state.field = Field::new(&self.rules.edition, cards);
                Phase::Horse(number + 1)
            }
            (Phase::Starting { seat, left }, Outcome::Starting(card)) => {
                if seat == 0 {
                    effects.record(Event::Begins);
                }
                effects.deal_starting_card(seat, card);
                Phase::Starting { seat: seat + 1, left: left & !(1 << card) }
            }
            (Phase::Roll, Outcome::Roll(side, movement)) => {
                effects.begin_round((side.into(), movement.into()));
                effects.begin_seat(effects.state.active)
            }
            (Phase::RollAgain, Outcome::RollAgain(side)) => {
                effects.roland_acts(Some(side.into()));
                Phase::Turn
            }
            (phase, _) => phase,
        };
        effects.settle();
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.possible(state)
    }

    fn ranking(&self, state: &State) -> Ranking {
        let (all, winners) = self.final_scores(state);
        let mut scores = [0; MAX_SEATS];
        for (score, own) in scores.iter_mut().zip(&all[..usize::from(state.players)]) {
            *score = own.total() as i32;
        }
        Ranking { scores, winners }
    }
}
