//! What a decision shows: its features, and the functions of the game.

use std::cell::OnceCell;

use super::abilities::Ability;
use super::compiled::Game;
use super::concession_grid;
use super::edition::{HORSES, PLACES};
use super::legal_actions::{Action, Meaning};
use super::seat_view::View;
use super::sheet::Sheet;
use super::state::State;
use super::track::{EACH, Horses};
use super::vocabulary::{
    MAX_DOLLARS, MAX_ROUNDS_TO_GO, MAX_SPEED, MIN_SCORE, SHOWN_AT, See, Show, function, kind, point,
};
use crate::game::bits::each;
use crate::game::whole;

/// The faces of the dice as one number: a speed is so many of them in a thousandth of a space.
const FACES: i64 = 8 * 6;

impl Game {
    /// The spaces that a horse is expected to move in a round, in thousandths, rounded down: by the
    /// horse die and the movement die, and by the cards on which its box is marked. The end of the
    /// race is left out of account; a finished horse has none.
    #[must_use]
    pub fn speed(&self, state: &State, horse: u8) -> i64 {
        if state.track.finished() >> horse & 1 == 1 {
            return 0;
        }
        // The faces of the cards that mark it, summed over the bytes; there are but eight.
        let marking = state.track.cards_marking(horse) * 0xff;
        let marks = ((self.faces & marking).wrapping_mul(EACH) >> 56) as i64;
        let own = (self.faces >> (8 * (horse & 7)) & 0xff) as i64;
        ((own * self.movement_sum + 6 * marks) * 1000 / FACES).min(MAX_SPEED)
    }

    /// The spaces to go until a horse has crossed the finish line.
    #[must_use]
    pub fn to_go(&self, state: &State, horse: u8) -> u8 {
        (self.course.spaces + 1).saturating_sub(state.track.position(horse))
    }

    /// Its spaces to go divided by its speed, in thousandths of a round.
    #[must_use]
    pub fn rounds_to_go(&self, state: &State, horse: u8) -> i64 {
        match (self.to_go(state, horse), self.speed(state, horse)) {
            (0, _) => 0,
            (_, 0) => MAX_ROUNDS_TO_GO,
            (to_go, speed) => (i64::from(to_go) * 1_000_000 / speed).min(MAX_ROUNDS_TO_GO),
        }
    }

    /// The place of a horse in the field, from 1; equals share the better one. The horses in the
    /// Winner's Circle have their places there.
    #[must_use]
    pub fn standing(&self, state: &State, horse: u8) -> i64 {
        if let Some(place) = state.track.place(horse) {
            return place as i64 + 1;
        }
        let position = state.track.position(horse);
        1 + state.track.positions().iter().filter(|other| **other > position).count() as i64
    }
}

/// What the actions of a decision have in common.
#[derive(Debug, Default)]
pub struct Sight {
    /// By horse, what a dollar bet on it is expected to return.
    returns: [OnceCell<f64>; HORSES],
}

impl View<'_> {
    fn sheet(&self) -> &Sheet {
        self.state.sheet(self.seat)
    }

    /// The sheets of the others.
    fn others(&self) -> impl Iterator<Item = (u8, &Sheet)> {
        (0..).zip(self.state.seated()).filter(|(seat, _)| *seat != self.seat)
    }

    /// The highest value among the others; 0 without any.
    fn over_others(&self, value: impl Fn(u8, &Sheet) -> i64) -> i64 {
        self.others().map(|(seat, sheet)| value(seat, sheet)).max().unwrap_or(0)
    }

    pub(super) fn others_bets(&self, horse: u8) -> i64 {
        self.others().map(|(_, sheet)| i64::from(sheet.bet(horse))).sum()
    }

    fn score_of(&self, seat: u8) -> i64 {
        self.game.score(self.state, seat).total().clamp(MIN_SCORE, MAX_DOLLARS)
    }

    /// Who owns a card, as `horse_owner` tells it.
    fn owner(&self, horse: u8) -> i64 {
        match self.state.owner(horse) {
            Some(owner) => i64::from(self.state.ahead(self.seat, owner)) + 1,
            None => 0,
        }
    }

    /// The first horse of a set, by number from 1; 0 without one.
    fn first(horses: Horses) -> i64 {
        if horses == 0 { 0 } else { i64::from(horses.trailing_zeros()) + 1 }
    }

    fn to_go_of(self, horses: Horses) -> i64 {
        match horses {
            0 => 0,
            _ => self.game.to_go(self.state, horses.trailing_zeros() as u8).into(),
        }
    }

    /// The feature of the state in a slot.
    pub(super) fn see(&self, slot: usize) -> f64 {
        let Some(see) = See::ALL.get(slot) else { return 0.0 };
        let (game, state, sheet) = (self.game, self.state, self.sheet());
        let context = &self.asked.context;
        let track = &state.track;
        let count = |horses: Horses| i64::from(horses.count_ones());
        let number = |horse: Option<u8>| horse.map_or(0, |horse| i64::from(horse) + 1);
        let money = |sheet: &Sheet| i64::from(sheet.money).min(MAX_DOLLARS);
        let whole: i64 = match *see {
            See::OwnScore => self.score_of(self.seat),
            See::OwnMoney => money(sheet),
            See::OwnBets => sheet.bets().iter().map(|bet| i64::from(*bet)).sum(),
            See::OwnBetHorses => count(!sheet.without_bet()),
            See::OwnHorses => count(sheet.owned),
            See::OwnWilds => game.rules.wilds.saturating_sub(sheet.wilds).into(),
            See::OwnHelmets => count(sheet.helmets),
            See::OwnJerseys => count(sheet.jerseys),
            See::OwnSets => count(sheet.sets()),
            See::OwnCells => sheet.grid.count_ones().into(),
            See::OwnLines => sheet.lines().count_ones().into(),
            See::LineMissing => concession_grid::least_missing(sheet.grid).into(),
            See::OwnBonuses => sheet.tiles.count_ones().into(),
            See::OwnLead => Self::first(track.extreme(sheet.owned & !track.finished(), true)),
            See::OwnTopBet => number(sheet.top_bet(!track.finished())),
            See::BestOpponentScore => self.over_others(|seat, _| self.score_of(seat)),
            See::MostOpponentMoney => self.over_others(|_, sheet| money(sheet)),
            See::MostOpponentHorses => self.over_others(|_, sheet| count(sheet.owned)),
            See::Players => state.players.into(),
            See::TurnsToCome => {
                let taken = state.ahead(state.active, state.seat);
                state.players.saturating_sub(taken + 1).into()
            }
            See::Active => (state.active == self.seat).into(),
            See::Round => state.round.max(1).into(),
            See::Finishers => track.finishers().into(),
            See::LastRound => (usize::from(track.finishers()) >= PLACES).into(),
            See::Rolled => i64::from(state.rolled) + 1,
            See::Movement => state.movement.into(),
            See::Lead => Self::first(track.lead()),
            See::LeadToGo => self.to_go_of(track.lead()),
            See::Last => Self::first(track.last()),
            See::LastToGo => self.to_go_of(track.last()),
            See::Market => count(game.for_sale(state)),
            See::Cheapest => {
                let costs = each(game.for_sale(state)).map(|card| state.field.cost(card));
                costs.min().unwrap_or(0).into()
            }
            See::Stuck => context.stuck.into(),
            See::Card => number(context.card),
            See::Spaces => context.spaces.into(),
            See::Left => context.left.into(),
            See::Dollars => context.dollars.into(),
            See::Ability => context.ability.map_or(0, |card| state.field.ability(card) as i64),
            See::Subject => number(context.subject),
        };
        whole as f64
    }

    /// Writes the features of an action at some places of the decision point.
    pub(super) fn describe(
        &self,
        sight: &Sight,
        action: Action,
        wanted: &[usize],
        features: &mut [f64],
    ) {
        let (meaning, shown) = (self.meaning(action), SHOWN_AT[self.point]);
        for place in wanted {
            if let (Some(show), Some(into)) = (shown.get(*place), features.get_mut(*place)) {
                *into = self.show(sight, *show, action, &meaning);
            }
        }
    }

    fn show(&self, sight: &Sight, show: Show, action: Action, meaning: &Meaning) -> f64 {
        match (show, meaning.horse) {
            (Show::Speed | Show::Rounds | Show::ExpectedReturn, None) => 0.0,
            (Show::Speed, Some(horse)) => thousandths(self.game.speed(self.state, horse)),
            (Show::Rounds, Some(horse)) => thousandths(self.game.rounds_to_go(self.state, horse)),
            // For other actions there is no need to work the chances out.
            (Show::ExpectedReturn, Some(_)) if !self.bets(meaning) => 0.0,
            (Show::ExpectedReturn, Some(horse)) => {
                let known = &sight.returns[usize::from(horse)];
                *known.get_or_init(|| self.expected_return(horse))
            }
            _ => self.show_whole(show, action, meaning) as f64,
        }
    }

    /// Whether an action is a bet.
    fn bets(&self, meaning: &Meaning) -> bool {
        match self.point {
            point::ACTION => matches!(meaning.kind % kind::WILD, kind::BET | kind::BET_AND_MOVE),
            _ => self.point == point::FREE_BET,
        }
    }

    /// What a dollar bet on a horse is expected to return, by `place_chance` and `odds`.
    fn expected_return(&self, horse: u8) -> f64 {
        let places = (0..=PLACES).map(|place| {
            let chance = i64::from(self.place_chance(horse, place));
            chance * self.game.odds(self.state, self.seat, horse, place)
        });
        places.sum::<i64>() as f64 / MILLION
    }

    /// The chance of a place from 0, in parts per million.
    fn place_chance(&self, horse: u8, place: usize) -> u32 {
        self.game.place_chance(self.state, horse, place)
    }

    fn show_whole(&self, show: Show, action: Action, meaning: &Meaning) -> i64 {
        let (game, state, sheet) = (self.game, self.state, self.sheet());
        match show {
            Show::Cell => return meaning.cell.map_or(0, |cell| i64::from(cell) + 1),
            Show::Cost => return self.cost(meaning),
            Show::Stake => return meaning.dollars.into(),
            Show::Wild => return meaning.wild.into(),
            Show::Lines | Show::RowMissing | Show::ColumnMissing | Show::NumberLeft => {
                return self.cell_feature(show, meaning);
            }
            Show::Number => {
                return game.bonus_numbers.get(usize::from(action.0)).copied().unwrap_or(0).into();
            }
            _ => {}
        }
        let Some(horse) = meaning.horse else { return 0 };
        let track = &state.track;
        let has = |horses: Horses| i64::from(horses >> horse & 1);
        match show {
            Show::Horse => i64::from(horse) + 1,
            Show::Position => track.position(horse).into(),
            Show::ToGo => game.to_go(state, horse).into(),
            Show::Standing => game.standing(state, horse),
            Show::Odds => game.odds(state, self.seat, horse, 0),
            Show::PastLine => has(track.past_line(&game.course)),
            Show::Finished => has(track.finished()),
            Show::Owner => self.owner(horse),
            Show::HorseCost => state.field.cost(horse).into(),
            Show::OwnBet => sheet.bet(horse).into(),
            Show::OthersBets => self.others_bets(horse),
            Show::Marks => track.marks(horse).into(),
            Show::CardMarks => track.bar(horse).count_ones().into(),
            Show::Helmet => has(sheet.helmets),
            Show::Jersey => has(sheet.jerseys),
            Show::CompletesSet => self.completes_set(meaning, horse).into(),
            Show::Moved => {
                let to = track.pushed(horse, self.asked.context.spaces, &game.course);
                i64::from(to) - i64::from(track.position(horse))
            }
            _ => 0,
        }
    }

    /// What a player pays for an action.
    fn cost(&self, meaning: &Meaning) -> i64 {
        let Some(horse) = meaning.horse else { return 0 };
        let price = self.state.field.cost(horse);
        match (self.point, meaning.kind % kind::WILD) {
            (point::HALF_PRICE, kind::BUY_HALF_PRICE) => price.div_ceil(2).into(),
            (point::ACTION, kind::BUY) => price.into(),
            (point::ACTION, kind::BET | kind::BET_AND_MOVE) => {
                let free = self.game.free_bets(self.state, self.seat) >> horse & 1 == 1;
                if free { 0 } else { meaning.dollars.into() }
            }
            _ => 0,
        }
    }

    fn completes_set(&self, meaning: &Meaning, horse: u8) -> bool {
        let sheet = self.sheet();
        let other = match (self.point, meaning.kind) {
            (point::HELMET, _)
            | (point::ACTION, kind::HELMET | kind::WILD_HELMET)
            | (point::EXTRA_MARK, kind::EXTRA_HELMET) => sheet.jerseys,
            (point::JERSEY, _)
            | (point::ACTION, kind::JERSEY | kind::WILD_JERSEY)
            | (point::EXTRA_MARK, kind::EXTRA_JERSEY) => sheet.helmets,
            _ => 0,
        };
        other >> horse & 1 == 1
    }

    fn cell_feature(&self, show: Show, meaning: &Meaning) -> i64 {
        let Some(cell) = meaning.cell else {
            return if matches!(show, Show::RowMissing | Show::ColumnMissing) { 4 } else { 0 };
        };
        let after = self.sheet().grid | 1 << cell;
        let (row, column) = concession_grid::missing(after, cell);
        match show {
            Show::Lines => i64::from(row == 0) + i64::from(column == 0),
            Show::RowMissing => row.into(),
            Show::ColumnMissing => column.into(),
            _ => meaning.horse.map_or(0, |number| {
                (self.game.cells[usize::from(number)] & !after).count_ones().into()
            }),
        }
    }
}

/// Thousandths as a number.
fn thousandths(number: i64) -> f64 {
    number as f64 / 1000.0
}

const MILLION: f64 = 1_000_000.0;

impl View<'_> {
    /// The value of a function.
    pub(super) fn call(&self, function: usize, args: &[f64]) -> f64 {
        let at = |index: usize| args.get(index).map_or(0, |number| whole(*number));
        let horse = |index: usize| {
            let number = at(index).checked_sub(1)?;
            (0..HORSES as i64).contains(&number).then_some(number as u8)
        };
        let place = |index: usize| {
            usize::try_from(at(index).checked_sub(1)?).ok().filter(|place| *place <= PLACES)
        };
        let (game, state) = (self.game, self.state);
        let value = || {
            Some(match function {
                function::SPEED => thousandths(game.speed(state, horse(0)?)),
                function::ROUNDS_TO_GO => thousandths(game.rounds_to_go(state, horse(0)?)),
                function::PLACE_CHANCE => {
                    let (horse, place) = (horse(0)?, place(1)?);
                    f64::from(self.place_chance(horse, place)) / MILLION
                }
                function::RETURN_OF => self.expected_return(horse(0)?),
                function::ODDS => game.odds(state, self.seat, horse(0)?, place(1)?) as f64,
                _ => self.whole_function(function, at, horse)? as f64,
            })
        };
        value().unwrap_or(0.0)
    }
}

impl View<'_> {
    /// A function whose values are whole, by what its arguments and the horses they name are.
    fn whole_function(
        &self,
        function: usize,
        at: impl Fn(usize) -> i64,
        horse: impl Fn(usize) -> Option<u8>,
    ) -> Option<i64> {
        // The sheet of a player, counted from 1 for the player who decides.
        let sheet = |index: usize| {
            let ahead = at(index).checked_sub(1)?;
            let players = i64::from(self.state.players);
            let seat =
                (0..players).contains(&ahead).then(|| (ahead + i64::from(self.seat)) % players);
            seat.map(|seat| self.state.sheet(seat as u8))
        };
        let (game, state) = (self.game, self.state);
        match function {
            function::MONEY_OF => return Some(i64::from(sheet(0)?.money).min(MAX_DOLLARS)),
            function::BET_OF => return Some(sheet(0)?.bet(horse(1)?).into()),
            _ => {}
        }
        let own = self.sheet();
        let first = horse(0)?;
        let has = |horses: Horses| i64::from(horses >> first & 1);
        Some(match function {
            function::POSITION => state.track.position(first).into(),
            function::TO_GO => game.to_go(state, first).into(),
            function::STANDING => game.standing(state, first),
            function::PRICE => state.field.cost(first).into(),
            function::OWNER => self.owner(first),
            function::OWN_BET => own.bet(first).into(),
            function::OTHERS_BETS => self.others_bets(first),
            function::MARKS => state.track.marks(first).into(),
            function::MARKED => i64::from(state.track.bar(first) >> horse(1)? & 1),
            function::HAS_HELMET => has(own.helmets),
            function::HAS_JERSEY => has(own.jerseys),
            function::CELLS_LEFT => {
                (game.cells[usize::from(first)] & !own.grid).count_ones().into()
            }
            _ => 0,
        })
    }
}

/// Abilities are numbered in features as in their list, from 1 to 32.
const _: () = assert!(Ability::PlacedPays as usize == Ability::ALL.len());
