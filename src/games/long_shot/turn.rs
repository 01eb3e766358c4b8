//! A player's turn: the legal Actions, and the effects of the Action taken (LS-24 to LS-37).

use super::abilities::Ability;
use super::agenda::Due;
use super::compiled::{Effects, Game};
use super::edition::{HORSES, Horse, MAX_BET, MAX_FIGURE};
use super::event::{Cause, Event};
use super::legal_actions::{Action, Legal, Meaning, at, bets};
use super::sheet::Sheet;
use super::state::State;
use super::track::Horses;
use super::vocabulary::{kind, point};
use crate::game::bits::each;
use crate::game::contract::Log;

/// The Actions that do not yet depend on the horse named.
struct May {
    /// The cells that the horse die allows.
    by_die: u16,
    /// The bets on all horses, with the bits of [`bets`].
    bets: u64,
    /// The horses open to a bet_and_move.
    moved: Horses,
}

impl Game {
    /// The horses a seat can bet on: unfinished, before the No Bet line unless the Helmet is marked
    /// (LS-34), and with a Bet space that is not full.
    pub(super) fn open_to_bets(&self, state: &State, sheet: &Sheet) -> Horses {
        let past = state.track.past_line(&self.course);
        !state.track.finished & (!past | sheet.helmets) & !sheet.full()
    }

    /// The horses in the Market that can be taken (LS-36, LS-A12).
    pub(super) fn for_sale(&self, state: &State) -> Horses {
        state.market & !state.track.finished
    }

    /// The dollars and the spaces of a seat's bet_and_move, by its first card that allows it; 0 if none
    /// does.
    #[inline]
    pub(super) fn bet_and_move(&self, state: &State, seat: u8) -> (u8, u8) {
        let cards = state.has(seat, Ability::BetAndMove);
        if cards == 0 {
            return (0, 0);
        }
        let figures = self.card(state, cards.trailing_zeros() as u8);
        (figures.dollars, figures.spaces)
    }

    /// The horses on which the next bet of a seat is free by an ability: those without its bet.
    #[inline]
    pub(super) fn free_bets(&self, state: &State, seat: u8) -> Horses {
        match state.has(seat, Ability::FirstBetFree) {
            0 => 0,
            _ => state.sheet(seat).without_bet(),
        }
    }

    /// The legal Actions of a seat, and whether it is stuck: the number rolled allows no Action (LS-37,
    /// LS-A5).
    ///
    /// A Wild Number for the number rolled is not legal: it has the effect of the die.
    #[inline]
    pub fn legal_actions(&self, state: &State, seat: u8) -> (Legal, bool) {
        let sheet = state.sheet(seat);
        let rolled = state.rolled & 7;
        let open = self.open_to_bets(state, sheet);
        let may = if sheet.owned & state.field.changing == 0 {
            May {
                by_die: self.cells[usize::from(rolled)],
                bets: bets(open, sheet.money.min(self.most_bet)),
                moved: 0,
            }
        } else {
            self.may_by_abilities(state, seat, open)
        };
        let bought = self.for_sale(state) & state.field.affordable(sheet.money);
        // One byte of horses each: Helmets, Jerseys, bets that move, cards.
        let marks = u32::from_le_bytes([!sheet.helmets, !sheet.jerseys, may.moved, bought]);
        let shift = 3 * u32::from(rolled);
        let by_die = u64::from(may.by_die & !sheet.grid) << at(kind::CONCESSION)
            | u64::from(marks >> rolled & 0x0101_0101) << at(kind::HELMET)
            | (may.bets >> shift & 7) << at(kind::BET);
        let stuck = by_die == 0;
        // A mask instead of a branch: whether a Wild Number is left is hard to predict.
        let wild = if sheet.wilds < self.rules.wilds { u64::MAX } else { 0 };
        let cells = !self.cells[usize::from(rolled)] & !sheet.grid;
        let marks = u64::from(marks & !(0x0101_0101 << rolled));
        let by_wild = [
            u64::from(cells) << at(kind::WILD_CONCESSION),
            marks & 0xffff
                | (may.bets & !(7 << shift)) << (at(kind::WILD_BET) - 64)
                | marks >> 16 << (at(kind::WILD_BET_AND_MOVE) - 64),
        ];
        let erase = u64::from(stuck && sheet.wilds > 0) << (at(kind::ERASE) - 64);
        (Legal([by_die | by_wild[0] & wild, by_wild[1] & wild | erase]), stuck)
    }

    /// The Actions of a seat with abilities that change which are legal.
    #[cold]
    #[inline(never)]
    fn may_by_abilities(&self, state: &State, seat: u8, open: Horses) -> May {
        let sheet = state.sheet(seat);
        let free = self.free_bets(state, seat) & open;
        let (stake, _) = self.bet_and_move(state, seat);
        let moved = match stake {
            0 => 0,
            _ if sheet.money >= stake.into() => open,
            _ => free,
        };
        let cells = self.cells[usize::from(state.rolled & 7)];
        let by_die = match state.has(seat, Ability::NeighbourNumbers) {
            0 => cells,
            _ => cells | self.neighbours(u32::from(state.rolled)),
        };
        let paid = bets(open & !free, sheet.money.min(self.most_bet));
        May { by_die, bets: paid | bets(free, self.most_bet), moved }
    }

    /// Decodes an action of a seat at a decision point.
    pub fn meaning(&self, state: &State, seat: u8, point: usize, action: Action) -> Meaning {
        let meaning = self.meanings.of(point, state.rolled, action);
        Meaning { dollars: self.stake(state, seat, point, meaning), ..*meaning }
    }

    /// The dollars that a decoded action writes in a Bet space.
    #[inline]
    pub(super) fn stake(&self, state: &State, seat: u8, point: usize, meaning: &Meaning) -> u8 {
        match (point, meaning.kind % kind::WILD) {
            (point::ACTION, kind::BET_AND_MOVE) => self.bet_and_move(state, seat).0,
            (point::FREE_BET, _) => state.asked.map_or(0, |asked| asked.context.dollars),
            _ => meaning.dollars,
        }
    }

    /// The cells of the numbers one lower and one higher.
    fn neighbours(&self, number: u32) -> u16 {
        let cells = |number: Option<u32>| {
            number.and_then(|number| self.cells.get(number as usize)).copied().unwrap_or(0)
        };
        cells(number.checked_sub(1)) | cells(number.checked_add(1))
    }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// Begins the turn of a player.
    pub(super) fn begin_turn(&mut self, seat: u8) {
        self.due(Due::Act);
        if self.state.sheet(seat).owned >> self.state.rolled & 1 == 1 {
            self.rolled_own(seat);
        }
    }

    /// Takes an Action.
    #[inline]
    pub(super) fn act(&mut self, seat: u8, action: Action) {
        let meaning = self.game.meanings.of(point::ACTION, self.state.rolled, action);
        let (Some(horse), cause) = (meaning.horse, Cause::Action) else {
            return self.erase_wilds(seat, 1, Cause::Action);
        };
        if meaning.wild {
            // A Wild Number names a horse (LS-26).
            self.state.sheet_mut(seat).wilds += 1;
            self.record(Event::WildMarked { seat, horse });
        }
        match meaning.kind % kind::WILD {
            kind::CONCESSION => {
                self.mark_concession(seat, meaning.cell.unwrap_or_default(), cause);
            }
            kind::HELMET => self.mark_helmet(seat, horse, cause),
            kind::JERSEY => self.take_jersey(seat, horse, cause),
            kind::BET => {
                self.pay_bet(seat, horse, meaning.dollars);
                self.move_space(seat, horse, meaning.dollars);
            }
            kind::BET_AND_MOVE => self.bet_and_move(seat, horse),
            _ => self.take_horse(seat, horse, self.state.field.cost(horse), cause),
        }
    }

    /// Takes the Bet Action of an ability that also moves the horse.
    fn bet_and_move(&mut self, seat: u8, horse: u8) {
        let (dollars, spaces) = self.game.bet_and_move(self.state, seat);
        let card = self.state.has(seat, Ability::BetAndMove).trailing_zeros() as u8;
        self.pay_bet(seat, horse, dollars);
        self.record(Event::AbilityUsed { seat, card });
        let spaces = self.spaces(spaces.into());
        self.push_horses(seat, 1 << horse, spaces, Cause::Ability(card));
        self.move_space(seat, horse, dollars);
    }

    /// Places the bet of a Bet Action: paid, unless an ability makes it free (LS-33).
    fn pay_bet(&mut self, seat: u8, horse: u8, dollars: u8) {
        let free = self.game.free_bets(self.state, seat) >> horse & 1 == 1;
        let paid = if free { 0 } else { dollars };
        if free && L::ON {
            let card = self.state.has(seat, Ability::FirstBetFree).trailing_zeros() as u8;
            self.record(Event::AbilityUsed { seat, card });
        }
        let sheet = self.state.sheet_mut(seat);
        sheet.money = sheet.money.saturating_sub(paid.into());
        self.place_bet(seat, horse, dollars, paid, Cause::Action);
    }

    /// Writes a legal bet in the Bet space (LS-33, LS-35).
    pub(super) fn place_bet(&mut self, seat: u8, horse: u8, dollars: u8, paid: u8, cause: Cause) {
        let sheet = self.state.sheet_mut(seat);
        sheet.add_bet(horse, dollars);
        let helmet = sheet.helmets >> horse & 1 == 1;
        self.record(Event::BetPlaced { seat, horse, dollars, paid, cause });
        if helmet {
            for card in each(self.state.has(seat, Ability::HelmetBetPays)) {
                self.ability_pays(seat, card, 1);
            }
        }
    }

    /// After a Bet Action of the dollars of an ability: offers to move all horses on the space.
    fn move_space(&mut self, seat: u8, horse: u8, dollars: u8) {
        let cards = self.state.has(seat, Ability::BetMovesSpace);
        if cards != 0 {
            let fits = |card: u8| self.game.card(self.state, card).dollars == dollars;
            let cards = each(cards).filter(|card| fits(*card));
            match cards.fold(0, |cards, card| cards | 1 << card) {
                0 => {}
                cards => self.due(Due::SpaceMoves { cards, horse }),
            }
        }
    }

    /// Logs the use of an ability and returns its card (LS-39).
    pub(super) fn use_ability(&mut self, seat: u8, card: u8) -> &Horse {
        self.record(Event::AbilityUsed { seat, card });
        self.game.card(self.state, card)
    }

    /// Marks a Helmet (LS-31).
    pub(super) fn mark_helmet(&mut self, seat: u8, horse: u8, cause: Cause) {
        self.state.sheet_mut(seat).helmets |= 1 << horse;
        self.record(Event::HelmetMarked { seat, horse, cause });
        self.set_completed(seat, horse);
    }

    /// Takes the Jersey Action: marks a Jersey and a box on the card of the horse, with the additions of
    /// abilities (LS-32, LS-A10, LS-A17).
    pub(super) fn take_jersey(&mut self, seat: u8, horse: u8, cause: Cause) {
        self.state.sheet_mut(seat).jerseys |= 1 << horse;
        self.record(Event::JerseyMarked { seat, horse, cause });
        self.set_completed(seat, horse);
        let takers = self.state.has(seat, Ability::JerseyTakes);
        if takers != 0 {
            self.due(Due::JerseyTakes { horse });
        }
        let markers = self.state.has(seat, Ability::JerseyMarks);
        let left = if markers == 0 { 1 } else { self.boxes_by_abilities(horse, markers) };
        self.due(Due::Box { horse, by: cause, left, rest: 0 });
    }

    /// Adds the boxes of abilities to the first box; returns the number of all boxes.
    #[cold]
    fn boxes_by_abilities(&mut self, horse: u8, markers: Horses) -> u8 {
        let more: [u8; HORSES] = std::array::from_fn(|card| match markers >> card & 1 {
            0 => 0,
            _ => self.game.card(self.state, card as u8).count.saturating_sub(1),
        });
        let all = |left: u8, more: &u8| left.saturating_add(*more).min(MAX_FIGURE);
        let left = more.iter().fold(1, all);
        // The agenda is a stack: the step added last is done first.
        for card in (0..HORSES).rev() {
            let left = more[..card].iter().fold(left, |left, more| left.saturating_sub(*more));
            if let Some(rest) = more[card].checked_sub(1) {
                let (by, left) = (Cause::Ability(card as u8), left.saturating_sub(1));
                self.due(Due::Box { horse, by, left, rest });
            }
        }
        left
    }

    /// Takes money for a Jersey from the owner of its horse, for each card that does so.
    pub(super) fn jersey_takes(&mut self, seat: u8, horse: u8) {
        if let Some(owner) = self.state.owner(horse).filter(|owner| *owner != seat) {
            for card in each(self.state.has(seat, Ability::JerseyTakes)) {
                self.take_money(owner, card, Some(seat));
            }
        }
    }

    /// Moves horses by a player's choice, lowest number first (LS-17 to LS-20).
    pub(super) fn push_horses(&mut self, seat: u8, horses: Horses, spaces: i8, cause: Cause) {
        for horse in each(horses) {
            let from = self.state.track.position(horse);
            self.state.track.push(horse, spaces, &self.game.course);
            let to = self.state.track.position(horse);
            self.record(Event::Moved { horse, from, to, seat: Some(seat), cause });
        }
    }

    /// Erases up to `count` marks of Wild Numbers.
    pub(super) fn erase_wilds(&mut self, seat: u8, count: u8, cause: Cause) {
        let sheet = self.state.sheet_mut(seat);
        let count = count.min(sheet.wilds);
        sheet.wilds -= count;
        if count > 0 {
            self.record(Event::WildErased { seat, count, cause });
        }
    }

    /// Gives a seat dollars from the bank.
    pub(super) fn gain(&mut self, seat: u8, dollars: u32, cause: Cause) {
        let sheet = self.state.sheet_mut(seat);
        sheet.money = sheet.money.saturating_add(dollars);
        self.record(Event::MoneyGained { seat, dollars, cause });
    }

    /// Pays the dollars of a card's ability to its owner, `times` times.
    pub(super) fn ability_pays(&mut self, seat: u8, card: u8, times: u32) {
        self.record(Event::AbilityUsed { seat, card });
        let dollars = u32::from(self.game.card(self.state, card).dollars) * times;
        self.gain(seat, dollars, Cause::Ability(card));
    }

    /// Takes the dollars of a card's ability from a seat, at most its money, for the bank or for
    /// another seat.
    pub(super) fn take_money(&mut self, seat: u8, card: u8, to: Option<u8>) {
        let sheet = self.state.sheet(seat);
        let dollars = sheet.money.min(self.game.card(self.state, card).dollars.into());
        if dollars == 0 {
            return;
        }
        self.state.sheet_mut(seat).money -= dollars;
        if let Some(to) = to {
            let sheet = self.state.sheet_mut(to);
            sheet.money = sheet.money.saturating_add(dollars);
        }
        self.record(Event::MoneyLost { seat, dollars, to, cause: Cause::Ability(card) });
    }
}

/// The layout of indices that [`Game::legal_actions`] relies on: three bets for each horse, and Helmets,
/// Jerseys, bets that move and cards one byte apart.
const _: () = assert!(
    MAX_BET == 3
        && HORSES == 8
        && at(kind::JERSEY) == at(kind::HELMET) + 8
        && at(kind::BET_AND_MOVE) == at(kind::HELMET) + 16
        && at(kind::BUY) == at(kind::HELMET) + 24
        && at(kind::WILD_HELMET) == 64
        && at(kind::WILD_JERSEY) == 72
        && at(kind::WILD_BUY) == at(kind::WILD_BET_AND_MOVE) + 8
);
