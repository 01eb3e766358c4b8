//! The compiled rules, and the order of play: set-up, rounds, turns, the end.

use std::sync::OnceLock;

use super::agenda::Due;
use super::chances::Chances;
use super::concession_grid::cells_of;
use super::edition::{CELLS, HORSES, Horse, PLACES};
use super::event::{Cause, Event};
use super::legal_actions::Meanings;
use super::rules::Rules;
use super::sheet::Sheet;
use super::state::{Field, MAX_PLAYERS, Phase, State};
use super::track::{Course, Track};
use crate::game::bits::each;
use crate::game::contract::{self, Agenda, Log};

/// Rules compiled once per run and shared by all threads.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules in their original form.
    pub rules: Rules,
    /// The length and the lines of the track.
    pub course: Course,
    /// The numbers of the Concession Grid, by cell.
    pub(super) grid: [u8; CELLS],
    pub(super) meanings: Meanings,
    /// The maximum dollars of a Bet Action.
    pub(super) most_bet: u32,
    /// The cells of the Concession Grid by number.
    pub(super) cells: [u16; HORSES],
    /// The tiles by kind of bonus.
    pub(super) tiles: [u16; 9],
    /// The dollars or spaces by kind of bonus.
    pub(super) bonus_numbers: [u8; 9],
    /// The number of faces of the horse die by horse, one byte each.
    pub(super) faces: u64,
    /// The sum of the faces of the movement die.
    pub(super) movement_sum: i64,
    pub(super) players: u8,
    chances: OnceLock<Chances>,
}

impl Game {
    /// Compiles `rules` for a number of players, including Roland, that they [allow](Rules::seats).
    pub fn new(rules: Rules, players: u8) -> Self {
        let edition = &rules.edition;
        let (mut tiles, mut bonus_numbers, mut first) = ([0; 9], [0; 9], 0);
        for bonus in &edition.bonuses {
            let kind = bonus.kind as usize;
            tiles[kind] = (((1_u32 << bonus.tiles) - 1) << first) as u16;
            bonus_numbers[kind] = bonus.number;
            first += bonus.tiles;
        }
        let mut faces = [0; HORSES];
        for horse in edition.horse_die {
            faces[usize::from(horse)] += 1;
        }
        Self {
            course: Course::new(edition.spaces, edition.no_bet),
            grid: edition.grid,
            meanings: Meanings::new(&edition.grid),
            most_bet: edition.most_bet.into(),
            cells: cells_of(&edition.grid),
            tiles,
            bonus_numbers,
            faces: u64::from_le_bytes(faces),
            movement_sum: edition.movement_die.iter().map(|face| i64::from(*face)).sum(),
            players,
            chances: OnceLock::new(),
            rules,
        }
    }

    /// The tables for the feature `place_chance`, built at first use.
    pub fn chances(&self) -> &Chances {
        self.chances.get_or_init(|| Chances::new(&self.rules.edition))
    }

    /// The Horse Card of a number, with the parameters of its ability.
    pub(super) fn card(&self, state: &State, number: u8) -> &Horse {
        &self.rules.edition.horses[usize::from(state.field.cards[usize::from(number & 7)])]
    }

    /// The position before set-up: players have only their money. A number whose Horse Card is drawn holds
    /// its first candidate.
    pub fn at_the_gate(&self) -> State {
        let cards = self.rules.horses.map(|horses| horses.trailing_zeros() as u8);
        let edition = &self.rules.edition;
        let mut sheets = [Sheet::default(); MAX_PLAYERS];
        for (seat, sheet) in sheets.iter_mut().enumerate().take(self.players.into()) {
            let roland = self.rules.solo && seat == 1;
            let money = if roland { edition.roland_money } else { self.rules.money };
            *sheet = Sheet::new(money as u32, 0, [0; HORSES]);
        }
        State {
            sheets,
            track: Track::new(edition.numbers.map(|number| number.bar)),
            field: Field::new(edition, cards),
            market: 0xff,
            players: self.players,
            active: 0,
            seat: 0,
            rolled: 0,
            movement: 0,
            declined: 0,
            round: 0,
            due: Agenda::default(),
            phase: Phase::Roll,
            asked: None,
        }
    }
}

/// A position to which effects are applied.
pub(super) type Effects<'a, L> = contract::Effects<'a, Game, L>;

impl<L: Log<Game>> Effects<'_, L> {
    /// Advances to the next decision or chance event.
    pub(super) fn settle(&mut self) {
        loop {
            let phase = self.state.phase;
            self.state.phase = if matches!(phase, Phase::Turn | Phase::Scoring) {
                match self.state.due.last() {
                    Some(due) => {
                        self.state.asked = self.game.asked(self.state, due);
                        if self.state.asked.is_some() {
                            return;
                        }
                        self.state.due.pop();
                        self.resolve(due, None);
                        phase
                    }
                    None if phase == Phase::Scoring => self.over(true),
                    None => self.after_turn(),
                }
            } else {
                match self.between_turns(phase) {
                    Some(next) => next,
                    None => return,
                }
            };
        }
    }

    /// The next phase between turns; `None` before a roll or a draw.
    #[inline]
    fn between_turns(&mut self, phase: Phase) -> Option<Phase> {
        let rules = &self.game.rules;
        Some(match phase {
            Phase::Horse(number) if usize::from(number) == HORSES => {
                let cards = rules.edition.starting_cards.len();
                Phase::Starting { seat: 0, left: (1_u64 << cards).wrapping_sub(1) as u32 }
            }
            Phase::Horse(number) if rules.horses[usize::from(number)].count_ones() == 1 => {
                Phase::Horse(number + 1)
            }
            Phase::Starting { seat, .. } if seat == self.state.players => Phase::Roll,
            Phase::Roll if usize::from(self.state.track.finishers()) == PLACES => {
                let cards = self.game.pays_all(self.state);
                if cards != 0 {
                    self.due(Due::AtScoring { cards });
                }
                Phase::Scoring
            }
            Phase::Roll if self.state.round >= rules.max_turns => self.over(false),
            _ => return None,
        })
    }

    /// The phase after a turn.
    fn after_turn(&mut self) -> Phase {
        let state = &mut *self.state;
        let next = if state.seat + 1 < state.players { state.seat + 1 } else { 0 };
        if next != state.active {
            return self.begin_seat(next);
        }
        self.pass_the_dice();
        Phase::Roll
    }

    /// Begins the turn of a seat.
    pub(super) fn begin_seat(&mut self, seat: u8) -> Phase {
        self.state.seat = seat;
        self.record(Event::TurnBegins { seat });
        match self.game.is_roland(seat) {
            false => self.begin_turn(seat),
            true if self.game.roland_rolls(self.state) => return Phase::RollAgain,
            true => self.roland_acts(None),
        }
        Phase::Turn
    }

    fn over(&mut self, finished: bool) -> Phase {
        self.record(Event::Ends { finished });
        Phase::Over { finished }
    }

    /// Begins a round: the dice show these sides and move the horses (LS-11 to LS-13).
    pub(super) fn begin_round(&mut self, (side, movement): (usize, usize)) {
        self.state.round += 1;
        self.record(Event::RoundBegins { active: self.state.active });
        let edition = &self.game.rules.edition;
        let horse = edition.horse_die[side % edition.horse_die.len()];
        let spaces = edition.movement_die[movement % edition.movement_die.len()];
        self.state.rolled = horse;
        self.state.movement = spaces;
        self.record(Event::Rolled { horse, spaces });
        let before = self.state.track;
        self.state.track.run(horse, spaces, &self.game.course);
        if L::ON {
            self.record_run(&before, 1 << horse, Cause::Dice);
        }
        let before = self.state.track;
        self.state.track.run_marked(horse, &self.game.course);
        if L::ON {
            self.record_run(&before, before.bar(horse), Cause::Secondary);
        }
    }

    /// Logs the moves and finishes of a set of horses, lowest number first.
    fn record_run(&mut self, before: &Track, horses: u8, cause: Cause) {
        for horse in each(u32::from(horses & !before.finished)) {
            let (from, to) = (before.position(horse), self.state.track.position(horse));
            self.record(Event::Moved { horse, from, to, seat: None, cause });
            if let Some(place) = self.state.track.place(horse) {
                self.record(Event::Finished { horse, place: place as u8 });
            }
        }
    }

    /// Makes the next player the Active Player, unless the race is over.
    pub(super) fn pass_the_dice(&mut self) {
        if usize::from(self.state.track.finishers()) < PLACES {
            // Roland never becomes the Active Player (LS-48, LS-A24).
            let next = self.state.active + 1;
            let next = if next < self.state.players { next } else { 0 };
            self.state.active = if self.game.rules.solo { 0 } else { next };
        }
    }

    /// Deals a Starting Card to a seat (LS-5, LS-47).
    pub(super) fn deal_starting_card(&mut self, seat: u8, drawn: u8) {
        let card = &self.game.rules.edition.starting_cards[usize::from(drawn)];
        let cells = if self.game.is_roland(seat) { 0 } else { card.cells };
        let sheet = self.state.sheet_mut(seat);
        *sheet = Sheet::new(sheet.money, cells, card.bets);
        self.record(Event::StartingCard { seat, card: drawn });
        if L::ON {
            for (horse, dollars) in (0..).zip(card.bets).filter(|(_, dollars)| *dollars > 0) {
                let cause = Cause::Start;
                self.record(Event::BetPlaced { seat, horse, dollars, paid: 0, cause });
            }
        }
    }

    /// Puts a step before all pending steps.
    pub(super) fn due(&mut self, due: Due) {
        self.state.due.push(due);
    }
}
