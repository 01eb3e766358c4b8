//! The rules compiled for a number of players; set-up, order of turns and end of the game.

use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

use super::agenda::Due;
use super::cards::{Buckles, Bulls, Riders, each};
use super::chances::{Chances, MILLION};
use super::dice::{Counts, DICE, Dice, Face, ROLLS, Roller, SIDES};
use super::edition::{Ability, Bull, Die, Effect, Rider};
use super::event::{Event, Why};
use super::reroll_targets::{Prospects, Spares};
use super::rules::{Length, Rules};
use super::state::{MAX_PLAYERS, NONE, Seat, State, Turn};
use crate::error::Result;
use crate::game::contract::{self, Agenda, Log};

/// Rules compiled once per run and shared by all threads and policies.
#[derive(Clone, Debug)]
pub struct Game {
    /// The source rules.
    pub rules: Rules,
    /// The dice in the order of [`Dice`], from best to keep (most Clowns, then fewest moves among
    /// their faces) to best to roll again.
    pub dice: Vec<Die>,
    /// The Bulls in the order of the bits of `Bulls`: by points, then by dice, then as in the
    /// edition.
    pub bulls: Vec<Bull>,
    /// The probabilities of one roll.
    pub chances: Chances,
    /// For each die the number of its kind; dice with equal faces have equal numbers.
    pub kinds: [u8; DICE],
    /// The faces of each die as a mask with bits [`Face`].
    pub(super) faces: [u8; DICE],
    pub(super) spares: Spares,
    pub(super) prospects: Arc<OnceLock<Prospects>>,
    pub(super) roller: Roller,
    /// The moves of each Bull, its points, and its probability on the first roll in parts per
    /// million; 0 beyond the last Bull.
    pub needs: [Counts; 32],
    pub(super) points: [u8; 32],
    first_chances: [u32; 32],
    /// The faces that each Golden Buckle needs.
    pub(super) buckle_needs: [Counts; 16],
    /// The Buckles that need only Clowns.
    pub(super) clown_buckles: Buckles,
    pub(super) all_bulls: Bulls,
    pub(super) all_riders: Riders,
    pub(super) players: u8,
    /// Tokens of seat 1 at the start of a turn played alone, if they differ from the rules.
    pub(super) tokens_alone: Option<u16>,
}

/// The mask of the first `count` bits.
fn first(count: usize) -> u32 {
    (0..count).fold(0, |mask, index| mask | 1 << index)
}

impl Game {
    /// Compiles `rules` for `players` players.
    ///
    /// # Errors
    /// # Errors
    ///
    /// If this number of players cannot play by these rules (see [`Rules::check_players`]).
    pub fn new(rules: Rules, players: usize) -> Result<Self> {
        rules.check_players(players)?;
        let edition = &rules.edition;
        let mut dice = edition.dice.clone();
        dice.sort_by_key(|die| (Reverse(die.clowns()), die.moves()));
        let sides: [[Face; SIDES]; DICE] = std::array::from_fn(|die| dice[die].faces);
        let sorted = sides.map(|mut faces| {
            faces.sort_unstable();
            faces
        });
        let first_like = |die: usize| sorted.iter().position(|faces| *faces == sorted[die]);
        let kinds = std::array::from_fn(|die| first_like(die).unwrap_or(die) as u8);
        let chances = Chances::new(&sides);
        let mut bulls = edition.bulls.clone();
        bulls.sort_by_key(|bull| (bull.points, bull.dice()));
        let (mut needs, mut points, mut first_chances) =
            ([Counts::default(); 32], [0; 32], [0; 32]);
        for (index, bull) in bulls.iter().enumerate() {
            let [turns, bucks, kicks] = bull.moves;
            needs[index] = Counts::new([turns, bucks, kicks, 0, 0]);
            points[index] = bull.points;
            let rides = u64::from(chances.first_rides(needs[index]));
            first_chances[index] =
                ((rides * 2 * MILLION + u64::from(ROLLS)) / (2 * u64::from(ROLLS))) as u32;
        }
        let (mut buckle_needs, mut clown_buckles) = ([Counts::default(); 16], 0);
        for (index, buckle) in edition.buckles.iter().enumerate() {
            let [turns, bucks, kicks, clowns] = buckle.needs;
            buckle_needs[index] = Counts::new([turns, bucks, kicks, clowns, 0]);
            clown_buckles |= u16::from(buckle.is_clowns()) << index;
        }
        Ok(Self {
            spares: Spares::new(
                &kinds,
                std::array::from_fn(|die| dice[die].clowns()),
                std::array::from_fn(|die| dice[die].moves()),
            ),
            prospects: Arc::default(),
            kinds,
            faces: sides.map(|faces| faces.iter().fold(0, |mask, face| mask | 1 << *face as u8)),
            roller: Roller::new(&sides),
            all_bulls: first(bulls.len()),
            all_riders: rules.dealt_riders().fold(0, |mask, index| mask | 1 << index),
            players: players as u8,
            tokens_alone: None,
            needs,
            points,
            first_chances,
            buckle_needs,
            clown_buckles,
            chances,
            dice,
            bulls,
            rules,
        })
    }

    /// Returns the sides of each die, in the order of [`Dice`].
    pub fn sides(&self) -> [[Face; SIDES]; DICE] {
        std::array::from_fn(|die| self.dice[die].faces)
    }

    /// Returns the roll with this number, from 0 to [`ROLLS`] − 1.
    pub fn roll_number(&self, number: u32) -> Dice {
        self.roller.roll_number(number)
    }

    /// Returns the highest Bull of a line-up, if any.
    #[inline]
    pub fn highest(&self, bulls: Bulls) -> Option<u8> {
        (bulls != 0).then(|| (31 - bulls.leading_zeros()) as u8)
    }

    #[inline]
    pub fn points_of(&self, bull: u8) -> i64 {
        self.points[usize::from(bull)].into()
    }

    /// The Bulls of a line-up with the same points as `like`.
    pub(super) fn equal_in_points(&self, bulls: Bulls, like: u8) -> impl Iterator<Item = u8> {
        each(bulls).filter(move |bull| self.points_of(*bull) == self.points_of(like))
    }

    /// The highest Bull of a line-up whose moves the dice show, if any.
    #[inline]
    pub(super) fn highest_rideable(&self, counts: Counts, line_up: Bulls) -> Option<u8> {
        each(line_up).filter(|bull| counts.contains(self.needs[usize::from(*bull)])).last()
    }

    /// Returns the probability (parts per million) and the points times probability (thousandths of
    /// a point) of the Bull with the highest product on a first roll.
    pub(super) fn best_first(&self, line_up: Bulls) -> (u32, u32) {
        each(line_up).fold((0, 0), |(chance, value), bull| {
            let first = self.first_chances[usize::from(bull)];
            let worth = u32::from(self.points[usize::from(bull)]) * first / 1000;
            if worth > value { (first, worth) } else { (chance, value) }
        })
    }

    /// Returns the number of Clowns among the faces of a die.
    pub fn clown_faces(&self, die: u8) -> u8 {
        self.dice[usize::from(die)].clowns()
    }

    /// Returns the number of Turns, Bucks and Kicks among the faces of a die.
    pub fn move_faces(&self, die: u8) -> u8 {
        self.dice[usize::from(die)].moves()
    }

    /// The Rider of a seat, if any.
    #[inline]
    pub(super) fn rider(&self, seat: &Seat) -> Option<&Rider> {
        self.rules.edition.riders.get(usize::from(seat.rider))
    }

    /// The Rider of a seat, if it has this ability.
    #[inline]
    pub(super) fn able(&self, seat: &Seat, ability: Ability) -> Option<&Rider> {
        self.rider(seat).filter(|rider| rider.ability == ability)
    }

    /// The values of the effects of a player's Buckles that `of` selects.
    pub(super) fn effects<T>(
        &self,
        seat: &Seat,
        of: impl Fn(Effect) -> Option<T>,
    ) -> impl Iterator<Item = T> {
        let buckles = &self.rules.edition.buckles;
        each(seat.buckles).filter_map(move |buckle| of(buckles[usize::from(buckle)].effect))
    }

    /// Returns the state before set-up: only money is handed out, and nothing is due.
    pub fn table(&self) -> State {
        let edition = &self.rules.edition;
        let mut state = State {
            seats: [Seat::EMPTY; MAX_PLAYERS],
            players: self.players,
            rider: 0,
            turns: 0,
            turns_left: None,
            deck: self.all_bulls,
            discards: 0,
            line_up: 0,
            open_buckles: 0,
            closed_buckles: if self.rules.buckles {
                first(edition.buckles.len()) as u16
            } else {
                0
            },
            supply: edition.tokens.into(),
            bank: 0,
            pots: [0; 3],
            turn: Turn::START,
            due: Agenda::default(),
        };
        for seat in &mut state.seats[..usize::from(self.players)] {
            seat.money = if self.rules.vegas.is_some() { edition.vegas.money } else { 0 };
        }
        state
    }
}

/// A position with the log of its changes.
pub(super) type Effects<'a, L> = contract::Effects<'a, Game, L>;

impl<L: Log<Game>> Effects<'_, L> {
    /// Hands out tokens, and puts Riders and Buckles on the agenda (ES-5, ES-42, ES-49).
    pub(super) fn set_up(&mut self) {
        self.record(Event::Begins);
        let (rules, players) = (&self.game.rules, self.state.players);
        for seat in 0..players {
            self.take(seat, rules.tokens.into(), Why::Start);
        }
        if rules.buckles {
            let left = rules.buckles_laid_out(players.into()) as u8;
            self.due(Due::LayOutBuckles { left, laid: 0 });
        }
        if rules.riders {
            self.due(Due::DealRider { seat: 0, first: NONE });
        }
    }

    /// Advances to the next player's turn, unless the game ends or the limit of turns is reached.
    pub(super) fn next_turn(&mut self) {
        self.state.turns += 1;
        let seat = self.state.rider;
        match self.state.turns_left {
            Some(left) => self.state.turns_left = Some(left.saturating_sub(1)),
            None if self.game.triggers_end(self.state, seat) => {
                let last = self.state.players - 1;
                let left = match self.game.rules.length {
                    Length::Standard | Length::Buckle => last,
                    Length::Equal => last - seat,
                };
                self.state.turns_left = Some(left);
            }
            None => {}
        }
        if self.state.turns_left == Some(0) {
            return self.record(Event::GameEnds);
        }
        self.state.rider = self.state.after_rider(1);
        if self.game.out_of_turns(self.state) {
            return self.record(Event::GameEnds);
        }
        self.due(Due::NextTurn);
        self.begin_turn();
    }

    /// Moves Bulls of the line-up to the discard pile.
    pub(super) fn discard(&mut self, bulls: Bulls, why: Why) {
        self.state.line_up &= !bulls;
        self.state.discards |= bulls;
        if bulls != 0 {
            self.record(Event::BullsDiscarded { bulls, why });
        }
    }

    /// Gives a seat up to `due` tokens from the pile, and returns the number taken (ES-Q18).
    pub(super) fn take(&mut self, seat: u8, due: u16, why: Why) -> u16 {
        if due == 0 {
            return 0;
        }
        let pile = u16::try_from(self.state.supply).unwrap_or(0);
        let has = &mut self.state.seats[usize::from(seat)];
        let room = u16::MAX - has.tokens;
        let taken = if self.game.rules.limited_supply { due.min(pile) } else { due }.min(room);
        has.tokens += taken;
        self.state.supply -= i64::from(taken);
        self.record(Event::TokensTaken { seat, due, taken, why });
        taken
    }

    /// Returns tokens of a seat to the pile.
    pub(super) fn spend(&mut self, seat: u8, tokens: u16, why: Why) {
        if tokens == 0 {
            return;
        }
        let has = &mut self.state.seats[usize::from(seat)];
        debug_assert!(has.tokens >= tokens);
        has.tokens = has.tokens.saturating_sub(tokens);
        self.state.supply += i64::from(tokens);
        self.record(Event::TokensSpent { seat, tokens, why });
    }
}

impl Game {
    /// Whether the cards of a seat trigger the end of the game; never in solitaire (ES-36, ES-Q13).
    fn triggers_end(&self, state: &State, seat: u8) -> bool {
        let has = &state.seats[usize::from(seat)];
        let rules = &self.rules;
        state.players > 1
            && has.bulls.count_ones() >= u32::from(rules.bulls)
            && (rules.length != Length::Buckle || has.buckles != 0)
    }

    /// Whether the limit of turns is reached.
    fn out_of_turns(&self, state: &State) -> bool {
        u64::from(state.turns) >= u64::from(self.rules.max_turns) * u64::from(state.players)
    }

    /// Whether a game that is over ended before the limit of turns.
    pub(super) fn finished(&self, state: &State) -> bool {
        state.turns_left == Some(0) || !self.out_of_turns(state)
    }
}
