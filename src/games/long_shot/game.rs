//! Long Shot on the contract of all games: who moves next, what may be done, what chance may bring.
//!
//! The engine is the same that [`play`](super::play) drives; here it is driven from outside, one
//! decision or throw at a time, so that any position can be played on by anyone.

use std::cell::RefCell;
use std::convert::Infallible;

use super::actions::Action;
use super::chances::Outlook;
use super::decision;
use super::due::{Asked, Due};
use super::edition::{HORSES, MOVEMENT_SIDES, PLACES};
use super::event::NoWatch;
use super::luck::ROLLS;
use super::play::{Effects, Game};
use super::state::{Field, State};
use super::vocabulary::{ACTION_FEATURES, SLOTS, VOCABULARY};
use crate::game::contract::{self, Log, Luck, MAX_SEATS, Next, Ranking, Stream};
use crate::game::decision::Decision;
use crate::game::publish::Publish;
use crate::game::sets::each;
use crate::game::{Functions as _, Vocabulary};

/// Where a game stands between its decisions and throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The table.
    pub state: State,
    phase: Phase,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The Horse Card of a number is drawn, where it is not certain.
    Horse(u8),
    /// A Starting Card is drawn for a seat, of those left.
    Starting {
        seat: u8,
        left: u32,
    },
    /// The dice are rolled.
    Roll,
    /// Roland rolls the horse die once more.
    RollAgain,
    /// A seat takes its turn.
    Turn,
    /// Abilities that pay others at scoring are used or left.
    Scoring,
    Over {
        finished: bool,
    },
}

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A Horse Card, by its place in the edition.
    Horse(u8),
    /// A Starting Card, by its place in the edition.
    Starting(u8),
    /// The sides of the horse die and of the movement die, from 0.
    Roll(u8, u8),
    /// The side of the horse die, rolled for Roland.
    RollAgain(u8),
}

/// The purposes of streams.
mod purpose {
    pub(super) const ROLL: u8 = 0;
    pub(super) const ROLL_AGAIN: u8 = 1;
    pub(super) const STARTING: u8 = 2;
    pub(super) const HORSES: u8 = 3;
}

impl Position {
    /// The position of a decision in a game that is played elsewhere.
    #[must_use]
    pub fn at(decision: &decision::Decision<'_>) -> Self {
        let state = *decision.state();
        let phase = match state.due.last() {
            Some(Due::AtScoring { .. }) => Phase::Scoring,
            _ => Phase::Turn,
        };
        Self { state, phase }
    }
}

impl Game {
    /// What is asked at a position.
    fn asked_at(&self, at: &Position) -> Option<Asked> {
        match at.phase {
            Phase::Turn | Phase::Scoring => self.asked(&at.state, at.state.due.last()?),
            _ => None,
        }
    }

    /// Goes on to the next decision or throw.
    fn settle(&self, at: &mut Position) {
        loop {
            at.phase = match at.phase {
                phase @ (Phase::Turn | Phase::Scoring) => match at.state.due.last() {
                    Some(due) if self.asked(&at.state, due).is_some() => return,
                    Some(due) => {
                        at.state.due.pop();
                        Effects::new(self, &mut at.state, &mut NoWatch).resolve(due, None);
                        phase
                    }
                    None if phase == Phase::Scoring => Phase::Over { finished: true },
                    None => self.after_turn(&mut at.state),
                },
                Phase::Horse(number) if number as usize == HORSES => {
                    let cards = self.rules.edition.starting_cards.len();
                    let left = (1_u64 << cards).wrapping_sub(1) as u32;
                    Phase::Starting { seat: 0, left }
                }
                Phase::Horse(number)
                    if self.rules.horses[usize::from(number)].count_ones() == 1 =>
                {
                    Phase::Horse(number + 1)
                }
                Phase::Starting { seat, .. } if seat == at.state.players => Phase::Roll,
                Phase::Roll if at.state.round >= self.rules.max_turns => {
                    Phase::Over { finished: false }
                }
                _ => return,
            };
        }
    }

    /// What comes after a turn.
    fn after_turn(&self, state: &mut State) -> Phase {
        let next = if state.seat + 1 < state.players { state.seat + 1 } else { 0 };
        if next != state.active {
            return self.begin_turn(state, next);
        }
        let mut watch = NoWatch;
        let mut effects = Effects::new(self, state, &mut watch);
        effects.pass_the_dice();
        if usize::from(effects.state.track.finishers()) < PLACES {
            return Phase::Roll;
        }
        let cards = self.pays_all(effects.state);
        if cards != 0 {
            effects.due(Due::AtScoring { cards });
        }
        Phase::Scoring
    }

    fn begin_turn(&self, state: &mut State, seat: u8) -> Phase {
        state.seat = seat;
        let mut watch = NoWatch;
        let mut effects = Effects::new(self, state, &mut watch);
        match self.is_roland(seat) {
            false => effects.begin_turn(seat),
            true if self.roland_rolls(effects.state) => return Phase::RollAgain,
            true => effects.roland_acts(None),
        }
        Phase::Turn
    }
}

impl contract::Game for Game {
    type State = Position;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Infallible;

    fn seats(&self) -> u8 {
        self.players()
    }

    fn start(&self) -> Position {
        let cards = self.rules.horses.map(|horses| horses.trailing_zeros() as u8);
        let state = self.before_cards(Field::new(&self.rules.edition, cards));
        let mut at = Position { state, phase: Phase::Horse(0) };
        self.settle(&mut at);
        at
    }

    fn next(&self, at: &Position) -> Next {
        let chance = |purpose| Next::Chance(Stream { purpose, turn: 0 });
        match at.phase {
            Phase::Horse(_) => chance(purpose::HORSES),
            Phase::Starting { .. } => chance(purpose::STARTING),
            Phase::Roll => chance(purpose::ROLL),
            Phase::RollAgain => chance(purpose::ROLL_AGAIN),
            Phase::Over { finished } => Next::Over { finished },
            Phase::Turn | Phase::Scoring => match self.asked_at(at) {
                Some(asked) => Next::Decide { seat: asked.seat, point: asked.point as u8 },
                None => Next::Over { finished: false },
            },
        }
    }

    fn actions(&self, at: &Position, into: &mut Vec<Action>) {
        into.extend(self.asked_at(at).iter().flat_map(|asked| asked.legal.iter()));
    }

    fn act(&self, at: &mut Position, action: Action, _: &mut impl Log<Self>) {
        if let Some(due) = at.state.due.pop() {
            Effects::new(self, &mut at.state, &mut NoWatch).resolve(due, Some(action));
        }
        self.settle(at);
    }

    fn draw(&self, at: &Position, luck: &mut impl Luck) -> Outcome {
        let mut one_of = |cards: u32| {
            let drawn = luck.below(cards.count_ones().max(1)) as usize;
            each(cards).nth(drawn).unwrap_or(0)
        };
        match at.phase {
            Phase::Horse(number) => Outcome::Horse(one_of(self.rules.horses[usize::from(number)])),
            Phase::Starting { left, .. } => Outcome::Starting(one_of(left)),
            Phase::RollAgain => Outcome::RollAgain(luck.below(HORSES as u32) as u8),
            _ => {
                let roll = luck.below(ROLLS) as u8;
                Outcome::Roll(roll % HORSES as u8, roll / HORSES as u8)
            }
        }
    }

    fn outcomes(&self, at: &Position, each_of: &mut dyn FnMut(Outcome, u64)) {
        let sides = 0..HORSES as u8;
        match at.phase {
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

    fn happen(&self, at: &mut Position, outcome: Outcome, _: &mut impl Log<Self>) {
        let (state, mut watch) = (&mut at.state, NoWatch);
        at.phase = match (at.phase, outcome) {
            (Phase::Horse(number), Outcome::Horse(horse)) => {
                let mut cards = state.field.cards;
                cards[usize::from(number)] = horse;
                state.field = Field::new(&self.rules.edition, cards);
                Phase::Horse(number + 1)
            }
            (Phase::Starting { seat, left }, Outcome::Starting(card)) => {
                Effects::new(self, state, &mut watch).deal_starting_card(seat, card);
                Phase::Starting { seat: seat + 1, left: left & !(1 << card) }
            }
            (Phase::Roll, Outcome::Roll(side, movement)) => {
                let sides = (usize::from(side), usize::from(movement));
                Effects::new(self, state, &mut watch).begin_round(sides);
                self.begin_turn(state, state.active)
            }
            (Phase::RollAgain, Outcome::RollAgain(side)) => {
                Effects::new(self, state, &mut watch).roland_acts(Some(side.into()));
                Phase::Turn
            }
            (phase, _) => phase,
        };
        self.settle(at);
    }

    fn ranking(&self, at: &Position) -> Ranking {
        let (all, winners) = self.final_scores(&at.state);
        let mut scores = [0; MAX_SEATS];
        for (score, own) in scores.iter_mut().zip(&all[..usize::from(at.state.players)]) {
            *score = own.total() as i32;
        }
        Ranking { scores, winners }
    }
}

/// A decision as policies of this game look at it.
#[derive(Debug)]
pub struct Sight(Option<(Asked, RefCell<Outlook>)>);

impl Sight {
    fn look<T>(
        &self,
        at: &Decision<'_, Game>,
        look: impl FnOnce(&decision::Decision<'_>) -> T,
    ) -> Option<T> {
        let (Asked { seat, point, legal, context }, outlook) = self.0.as_ref()?;
        Some(look(&decision::Decision {
            game: at.game,
            state: &at.state.state,
            seat: *seat,
            point: *point,
            legal: *legal,
            context,
            outlook,
        }))
    }
}

impl Publish for Game {
    const SORTED_BY_KIND: bool = true;
    type Sight = Sight;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn kind(&self, point: u8, action: Action) -> usize {
        action.kind(point.into()).into()
    }

    fn sight(&self, decision: &Decision<'_, Self>) -> Sight {
        Sight(self.asked_at(decision.state).map(|asked| (asked, RefCell::default())))
    }

    fn see(&self, decision: &Decision<'_, Self>, sight: &Sight, slot: usize) -> f64 {
        let mut slots = [0.0; SLOTS];
        sight.look(decision, |decision| decision.fill(1 << slot, &mut slots));
        slots[slot]
    }

    fn show(
        &self,
        decision: &Decision<'_, Self>,
        sight: &Sight,
        action: Action,
        place: usize,
    ) -> f64 {
        let mut features = [0.0; ACTION_FEATURES];
        sight.look(decision, |decision| {
            decision.describe_action(action, 1 << place, &mut features);
        });
        features[place]
    }

    fn call(
        &self,
        decision: &Decision<'_, Self>,
        sight: &Sight,
        function: usize,
        args: &[f64],
    ) -> f64 {
        sight.look(decision, |decision| decision.call(function, args, &[])).unwrap_or(0.0)
    }

    fn default(&self, decision: &Decision<'_, Self>) -> usize {
        let sight = self.sight(decision);
        sight.look(decision, |decision| decision.default_action()).unwrap_or(0)
    }
}
