//! The agenda: a stack of the steps still due in a game, with the acting seat and the effects of
//! each.
//!
//! The agenda is part of the state, so that a copied state can be continued from any decision.

use super::cards::{Buckles, Riders, each};
use super::compiled::{Effects, Game};
use super::decision::Action;
use super::dice::{Dice, DiceMask, Face};
use super::riders::Reach;
use super::state::{NONE, State};
use super::vegas::{list_bets, list_sales};
use super::vocabulary::{kind, point};
use crate::game::contract::{Log, Menu};

/// The largest number of steps due at once: the stages of a turn that has just begun.
pub(super) const MOST_DUE: usize = 9;

/// When bets are laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Round {
    /// Before the first roll (ES-66).
    First,
    /// Before the second roll, by bettors whom a Clown Out paid (ES-79).
    Again,
    /// Before a later roll, on another outcome (ES-68).
    Second,
}

/// A step still due.
///
/// Steps that go round the table count seats from the Rider's: `ahead` is the offset of the seat
/// that is asked, or 0 before the first. `left` is the number of cards or dice still to be dealt or
/// chosen.
/// | bits | meaning                              |
/// |------|--------------------------------------|
/// | 0–7  | the variant                          |
/// | 8–31 | its fields, a byte each, two a set   |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(4))]
pub enum Due {
    // A Rider is dealt to a seat; `first` is the first of its two Riders if dealt, else NONE.
    DealRider { seat: u8, first: u8 },
    // A seat keeps one of two Riders, in the order in which they were dealt.
    KeepRider { seat: u8, riders: [u8; 2] },
    LayOutBuckles { left: u8, laid: Buckles },
    BeginTurn,
    // The Bulls of the previous turn may be taken over (ES-33).
    TakeOver,
    Deal { left: u8, bought: bool },
    // Other players may discard one of the Rider's Bulls (ES-54).
    DiscardTheirBull { ahead: u8 },
    // A player may sell tokens, and the Rider may buy some (ES-82).
    SellTokens { seat: u8 },
    BuyTokens,
    // The Rider may buy one more Bull; repeated after each (ES-11).
    BuyBull,
    // The other players bet in turn; each lays a card or passes.
    Bets { ahead: u8, round: Round },
    Bet { seat: u8, second: bool },
    // The Rider may ride without a roll (ES-59).
    RideUnrolled,
    // The dice of `Turn::reroll` are rolled at once or in parts: `done` are rolled already. A free
    // reroll precedes all rules.
    Roll { done: DiceMask, free: bool },
    // The Rider may roll without cost before any rule applies (ES-57).
    FreeReroll,
    // Other players may change a die (ES-52, ES-56), and so may the Rider; the Rider's step repeats
    // after each change.
    ChangeTheirDie { ahead: u8 },
    ChangeOwnDie,
    // The Rider decides on the dice (ES-13).
    Decide,
    // The Rider chooses the Clowns to retrieve, one at a time.
    RetrieveDie { left: u8, chosen: DiceMask },
    // The aim of a reroll, the dice it keeps, and its payment (ES-22).
    Aim,
    KeepDice,
    Pay,
    // Unpaid stakes are collected (ES-Q40), at a Clown Out only those on Bucked Off.
    Collect { ahead: u8, at_clown_out: bool },
    // Bets on Bucked Off are paid at a Clown Out (ES-78).
    PayClownOut,
    // All bets are settled (ES-85).
    Settle,
    EndTurn,
    // The next turn, or the end of the game. Absent if a turn is played alone.
    NextTurn,
}

/// Fills the unused places of an agenda.
impl Default for Due {
    fn default() -> Self {
        Self::Deal { left: 0, bought: false }
    }
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Ask { seat: u8, point: usize },
    Chance,
}

/// An outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// A Rider, by its place in the edition.
    Rider(u8),
    /// A Golden Buckle, by its place in the edition.
    Buckle(u8),
    /// A Bull, by its number in the game.
    Bull(u8),
    /// Some of the dice to roll.
    Dice(Dice),
}

impl Game {
    /// Whether a step waits for chance or for a choice; other steps are done at once.
    #[inline(always)]
    pub(super) fn waits(&self, state: &State, due: Due) -> bool {
        match due {
            Due::Deal { left, .. } => left > 0 && state.pool() != 0,
            Due::LayOutBuckles { left, .. } => left > 0 && state.closed_buckles != 0,
            Due::BuyBull => self.may_buy_bull(state),
            Due::BuyTokens => self.buyable_tokens(state).contains(&true),
            Due::SellTokens { seat } => state.tokens(seat) > 0,
            Due::RideUnrolled => self.may_ride_unrolled(state),
            Due::ChangeOwnDie => self.own_change(state).is_some(),
            Due::DiscardTheirBull { ahead } | Due::Collect { ahead, .. } => ahead > 0,
            Due::BeginTurn
            | Due::Bets { .. }
            | Due::PayClownOut
            | Due::Settle
            | Due::EndTurn
            | Due::NextTurn => false,
            _ => true,
        }
    }

    /// Who acts on a step that waits.
    #[inline(always)]
    pub(super) fn step(&self, state: &State, due: Due) -> Step {
        let rider = state.rider;
        let (seat, point) = match due {
            Due::Decide => (rider, self.point_of_dice(state)),
            Due::Aim => (rider, point::AIM),
            Due::KeepDice => (rider, point::KEEP_DICE),
            Due::Pay => (rider, point::PAY),
            Due::TakeOver => (rider, point::INHERITED),
            Due::BuyBull => (rider, point::BUY_BULL),
            Due::BuyTokens => (rider, point::BUY_TOKENS),
            Due::SellTokens { seat } => (seat, point::SELL_TOKENS),
            Due::Bet { seat, second: false } => (seat, point::FIRST_BET),
            Due::Bet { seat, second: true } => (seat, point::SECOND_BET),
            Due::RideUnrolled => (rider, point::RIDE_UNROLLED),
            Due::FreeReroll => (rider, point::FREE_REROLL),
            Due::ChangeOwnDie => (rider, point::CHANGE_DIE),
            Due::RetrieveDie { .. } => (rider, point::RETRIEVE_DIE),
            Due::KeepRider { seat, .. } => (seat, point::KEEP_RIDER),
            Due::DiscardTheirBull { ahead } => (state.after_rider(ahead), point::DISCARD_BULL),
            Due::ChangeTheirDie { ahead } => (state.after_rider(ahead), point::CHANGE_DIE),
            Due::Collect { ahead, .. } => (state.after_rider(ahead), point::SELL_TOKENS),
            _ => return Step::Chance,
        };
        Step::Ask { seat, point }
    }

    /// Lists the legal actions of a step that waits for a choice; there is at least one.
    #[inline]
    pub(super) fn list(&self, state: &State, due: Due, into: &mut Menu<'_, Action>) {
        let pass = Action::new(kind::PASS, 0);
        match due {
            Due::Decide => self.list_decide(state, into),
            Due::Aim => self.list_aims(state, into),
            Due::KeepDice => self.list_kept(state, into),
            Due::Pay => self.list_payments(state, into),
            Due::TakeOver => into.extend([kind::USE, kind::DRAW].map(|kind| Action::new(kind, 0))),
            Due::BuyBull => into.extend([kind::ROLL, kind::BUY].map(|kind| Action::new(kind, 0))),
            Due::FreeReroll => into.extend([pass, Action::new(kind::AGAIN, 0)]),
            Due::BuyTokens => {
                into.push(pass);
                for (tokens, may) in (1..).zip(self.buyable_tokens(state)) {
                    if may {
                        into.push(Action::new(kind::TRADE, tokens));
                    }
                }
            }
            Due::SellTokens { seat } => list_sales(state, seat, into),
            Due::Collect { ahead, .. } => list_sales(state, state.after_rider(ahead), into),
            Due::Bet { seat, second } => list_bets(state, seat, second, into),
            Due::RideUnrolled => self.list_unrolled(state, into),
            Due::ChangeOwnDie => {
                let Some((reach, how)) = self.own_change(state) else { return };
                self.list_changes(state, reach, how, into);
            }
            Due::ChangeTheirDie { .. } => self.list_changes(state, Reach::Any, kind::CHANGE, into),
            Due::DiscardTheirBull { .. } => {
                into.push(pass);
                for bull in each(state.line_up) {
                    into.push(Action::new(kind::DISCARD, bull));
                }
            }
            Due::RetrieveDie { .. } => self.list_clowns(state, into),
            Due::KeepRider { riders, .. } => {
                let known = &self.rules.edition.riders;
                let kind = |rider: u8| known[usize::from(rider)].ability as u8 - 1;
                let mut actions = riders.map(|rider| Action::new(kind(rider), rider));
                actions.sort_unstable();
                into.extend(actions);
            }
            _ => {}
        }
    }

    /// The default action, for steps that know it without the list of actions.
    #[inline]
    pub(super) fn by_default(&self, state: &State, due: Due) -> Option<Action> {
        match due {
            Due::KeepDice => Some(Action::new(0, self.movable(state) & !state.turn.reroll)),
            Due::RetrieveDie { .. } => {
                // The last die that shows a Clown has the best faces for a reroll.
                let clowns = state.turn.dice.showing(Face::Clown);
                Some(Action::new(0, clowns.leading_zeros() as u8))
            }
            _ => None,
        }
    }

    /// The Riders that are not dealt.
    pub(super) fn undealt(&self, state: &State) -> Riders {
        let mut left = self.all_riders;
        let mut without = |rider: u8| {
            if rider != NONE {
                left &= !(1 << rider);
            }
        };
        for seat in state.seated() {
            without(seat.rider);
            without(seat.unkept);
        }
        match state.due.last() {
            Some(Due::DealRider { first, .. }) => without(first),
            Some(Due::KeepRider { riders, .. }) => riders.into_iter().for_each(without),
            _ => {}
        }
        left
    }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// Puts a step on top of the agenda.
    #[inline]
    pub(super) fn due(&mut self, due: Due) {
        self.state.due.push(due);
    }

    /// Does a step without a choice that was taken off the agenda.
    #[inline]
    pub(super) fn resume(&mut self, due: Due) {
        match due {
            Due::LayOutBuckles { laid, .. } => self.laid_out(laid),
            Due::BeginTurn => self.begin_turn(),
            Due::Deal { .. } => self.none_to_deal(),
            Due::DiscardTheirBull { ahead } => self.ask_for_discard(ahead),
            Due::Bets { ahead, round } => self.ask_for_bet(ahead, round),
            Due::Collect { ahead, at_clown_out } => self.collect_stakes(ahead, at_clown_out),
            Due::PayClownOut => self.pay_clown_out(),
            Due::Settle => self.settle(),
            Due::EndTurn => self.finish_turn(),
            Due::NextTurn => self.next_turn(),
            _ => {}
        }
    }

    /// Applies an action to a step that was taken off the agenda.
    #[inline]
    pub(super) fn act(&mut self, due: Due, action: Action) {
        match due {
            Due::Decide => self.decide(action),
            Due::Aim => self.aim(action),
            Due::KeepDice => {
                let movable = self.game.movable(self.state);
                let forced = self.game.forced(self.state);
                self.state.turn.reroll = forced | movable & !action.argument();
            }
            Due::Pay => self.pay_reroll(action),
            Due::TakeOver => self.take_over(action),
            Due::BuyBull => self.buy_bull(action),
            Due::FreeReroll => self.free_reroll(action),
            Due::BuyTokens => self.buy_tokens(action.argument()),
            Due::SellTokens { seat } => self.sell_tokens(seat, action.argument()),
            Due::Collect { ahead, at_clown_out } => {
                let seat = self.state.after_rider(ahead);
                self.sell_tokens(seat, action.argument());
                self.pay_stakes(seat);
                self.collect_stakes(ahead, at_clown_out);
            }
            Due::Bet { seat, second } => self.bet(seat, action, second),
            Due::RideUnrolled => self.ride_unrolled(action),
            Due::ChangeOwnDie => self.change_own_die(action),
            Due::ChangeTheirDie { ahead } => self.change_their_die(ahead, action),
            Due::DiscardTheirBull { ahead } => {
                self.discard_their_bull(ahead, action);
                self.ask_for_discard(ahead);
            }
            Due::RetrieveDie { left, chosen } => self.retrieve_die(left, chosen, action),
            Due::KeepRider { seat, riders } => self.keep_rider(seat, riders, action.argument()),
            _ => {}
        }
    }

    /// Applies an outcome of chance to a step that was taken off the agenda.
    #[inline(always)]
    pub(super) fn happen(&mut self, due: Due, chance: Chance) {
        match (due, chance) {
            (Due::Roll { done, free }, Chance::Dice(rolled)) => self.roll(done, free, rolled),
            (Due::Deal { left, bought }, Chance::Bull(bull)) => self.deal(left, bought, bull),
            (Due::LayOutBuckles { left, laid }, Chance::Buckle(buckle)) => {
                self.state.closed_buckles &= !(1 << buckle);
                self.due(Due::LayOutBuckles { left: left - 1, laid: laid | 1 << buckle });
            }
            (Due::DealRider { seat, first: NONE }, Chance::Rider(first)) => {
                self.due(Due::DealRider { seat, first });
            }
            (Due::DealRider { seat, first }, Chance::Rider(second)) => {
                self.deal_riders(seat, [first, second]);
            }
            _ => {}
        }
    }
}
