//! Abilities of Riders that are used at their own decision points (ES-49 to ES-63).
//!
//! Abilities that modify a value of the game are implemented with that value: purchases, retrieval,
//! ride and Dismount in [`super::turn`], bonuses in [`super::score`].

use super::agenda::Due;
use super::compiled::{Effects, Game};
use super::decision::Action;
use super::dice::{DiceMask, Face};
use super::edition::{Ability, Rider};
use super::event::{Event, Outcome, Why};
use super::state::{NONE, State};
use super::vocabulary::kind;
use crate::game::contract::{Log, Menu};

/// The dice that may be changed, and the faces they may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Any die, to any of its faces.
    Any,
    /// A die that does not show a Clown, to a move.
    NoClownToMove,
}

impl Game {
    /// The Rider of a seat, if it can discard a Bull of the current Rider's line-up; the last Bull
    /// is exempt (ES-54).
    pub(super) fn discarder(&self, state: &State, seat: u8) -> Option<&Rider> {
        let has = &state.seats[usize::from(seat)];
        self.able(has, Ability::DiscardTheirBull)
            .filter(|rider| has.tokens >= rider.tokens.into() && state.line_up.count_ones() > 1)
    }

    /// Whether the Rider may ride without a roll (ES-59, ES-Q43).
    pub(super) fn may_ride_unrolled(&self, state: &State) -> bool {
        state.line_up != 0 && self.has_use(state, Ability::RideUnrolled) && self.may_ride(state)
    }

    /// Lists the Bulls that may be ridden without a roll: those with the lowest points.
    pub(super) fn list_unrolled(&self, state: &State, into: &mut Menu<'_, Action>) {
        into.push(Action::new(kind::PASS, 0));
        let lowest = state.line_up.trailing_zeros() as u8;
        let bulls = self.equal_in_points(state.line_up, lowest);
        into.extend(bulls.map(|bull| Action::new(kind::RIDE_UNROLLED, bull)));
    }

    /// Whether a seat may change one of the Rider's dice (ES-52, ES-56).
    pub(super) fn may_change(&self, state: &State, seat: u8) -> bool {
        let has = &state.seats[usize::from(seat)];
        self.rider(has).is_some_and(|rider| match rider.ability {
            Ability::ChangeAnyDie => has.uses > 0,
            Ability::ChangeTheirDie => {
                has.tokens >= rider.tokens.into() && state.turn.changed_by >> seat & 1 == 0
            }
            _ => false,
        })
    }

    /// The changes that the Rider may make to an own die, and their kind of action.
    pub(super) fn own_change(&self, state: &State) -> Option<(Reach, u8)> {
        let has = state.riding();
        let rider = self.rider(has)?;
        let affordable = has.tokens >= rider.tokens.into() && !state.turn.change_used;
        match rider.ability {
            Ability::ChangeAnyDie if has.uses > 0 => Some((Reach::Any, kind::CHANGE)),
            Ability::ChangeOwnDie if affordable => Some((Reach::NoClownToMove, kind::CHANGE)),
            Ability::LockDie if affordable && state.turn.rolls == 1 => {
                Some((Reach::NoClownToMove, kind::LOCK))
            }
            _ => None,
        }
    }

    /// Lists pass and all changes of a die. A die takes only faces it has; a die that is locked or
    /// used on a Bull cannot change.
    pub(super) fn list_changes(
        &self,
        state: &State,
        reach: Reach,
        how: u8,
        into: &mut Menu<'_, Action>,
    ) {
        into.push(Action::new(kind::PASS, 0));
        let turn = &state.turn;
        let fast = turn.locked | turn.used;
        let mut listed: [(u8, Face, bool); 8] = [(u8::MAX, Face::Blank, false); 8];
        for die in 0..8_u8 {
            let shows = turn.dice.face(die.into());
            let alike = (self.kinds[usize::from(die)], shows, turn.retrieved >> die & 1 == 1);
            let fits = reach == Reach::Any || shows != Face::Clown;
            if fast >> die & 1 == 1 || !fits || listed.contains(&alike) {
                continue;
            }
            listed[usize::from(die)] = alike;
            for face in Face::ALL {
                let has = self.faces[usize::from(die)] >> face as u8 & 1 == 1;
                // A lock on the face shown is a legal action, though not a change (ES-60).
                let new = face != shows || how == kind::LOCK;
                if has && new && (reach == Reach::Any || face.is_move()) {
                    into.push(Action::new(how, die * 8 + face as u8));
                }
            }
        }
    }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// Deals a seat two Riders, of which it keeps one (ES-49).
    pub(super) fn deal_riders(&mut self, seat: u8, riders: [u8; 2]) {
        self.record(Event::RidersDealt { seat, riders });
        self.due(Due::KeepRider { seat, riders });
    }

    /// Keeps one of two Riders; other seats do not see the other one.
    pub(super) fn keep_rider(&mut self, seat: u8, riders: [u8; 2], rider: u8) {
        let has = &mut self.state.seats[usize::from(seat)];
        has.rider = rider;
        has.uses = self.game.rules.edition.riders[usize::from(rider)].uses;
        has.unkept = if rider == riders[0] { riders[1] } else { riders[0] };
        self.record(Event::RiderKept { seat, rider });
        if seat + 1 < self.state.players {
            self.due(Due::DealRider { seat: seat + 1, first: NONE });
        } else {
            self.state.seats.iter_mut().for_each(|seat| seat.unkept = NONE);
        }
    }

    /// Asks the next opponent who can discard a Bull before the roll; each discards at most one.
    pub(super) fn ask_for_discard(&mut self, ahead: u8) {
        let able = |seat| self.game.discarder(self.state, seat).is_some();
        if let Some(ahead) = self.state.next_ahead(ahead, able) {
            self.due(Due::DiscardTheirBull { ahead });
        }
    }

    pub(super) fn discard_their_bull(&mut self, ahead: u8, action: Action) {
        let seat = self.state.after_rider(ahead);
        if action.kind() == kind::DISCARD
            && let Some(rider) = self.game.discarder(self.state, seat)
        {
            self.spend(seat, rider.tokens.into(), Why::Ability);
            self.discard(1 << action.argument(), Why::Ability);
        }
    }

    /// Rides a lowest-point Bull before the roll, if the Rider chooses so.
    pub(super) fn ride_unrolled(&mut self, action: Action) {
        if action.kind() != kind::PASS {
            self.state.seats[usize::from(self.state.rider)].uses -= 1;
            self.collect(action.argument());
            self.end_turn(Outcome::Ride);
        }
    }

    /// Puts the free reroll after the first roll on the agenda, if chosen (ES-57).
    pub(super) fn free_reroll(&mut self, action: Action) {
        if action.kind() == kind::PASS {
            self.after_roll();
            return;
        }
        self.state.turn.before_rules = true;
        self.due(Due::Roll { done: 0, free: true });
        self.due(Due::KeepDice);
        self.due(Due::Aim);
    }

    /// Asks the next opponent who can change a die after the roll, before the Rider decides.
    pub(super) fn ask_for_change(&mut self, ahead: u8) {
        let able = |seat| self.game.may_change(self.state, seat);
        let next = if self.game.rules.riders { self.state.next_ahead(ahead, able) } else { None };
        match next {
            Some(ahead) => self.due(Due::ChangeTheirDie { ahead }),
            None => self.note_clown_out(),
        }
    }

    /// Changes a die for an opponent, if any, and asks the next opponent.
    pub(super) fn change_their_die(&mut self, ahead: u8, action: Action) {
        let seat = self.state.after_rider(ahead);
        if self.change_die(seat, action) {
            self.state.turn.changed_by |= 1 << seat;
        }
        self.ask_for_change(ahead);
    }

    /// Changes an own die of the Rider, if any; after a change another may follow.
    pub(super) fn change_own_die(&mut self, action: Action) {
        if self.change_die(self.state.rider, action) {
            self.state.turn.change_used = true;
            self.due(Due::ChangeOwnDie);
            self.note_clown_out();
        }
    }

    /// Changes a die for a seat, which pays by a use or tokens; returns whether a die was changed.
    fn change_die(&mut self, seat: u8, action: Action) -> bool {
        let Some((die, face)) = action.change() else { return false };
        let which: DiceMask = 1 << die;
        let locked = action.kind() == kind::LOCK;
        let turn = &mut self.state.turn;
        turn.dice = turn.dice.set(which, face);
        turn.retrieved &= !which;
        turn.locked |= if locked { which } else { 0 };
        self.record(Event::DieChanged { seat, die, face, locked });
        let has = &mut self.state.seats[usize::from(seat)];
        // Uses are 0 if the ability has no limit.
        has.uses = has.uses.saturating_sub(1);
        if let Some(rider) = self.game.rider(has) {
            self.spend(seat, rider.tokens.into(), Why::Ability);
        }
        true
    }

    /// Pays opponents whose ability pays for a Clown Out.
    pub(super) fn others_paid_for_clown_out(&mut self) {
        for seat in self.state.others() {
            let has = &self.state.seats[usize::from(seat)];
            if let Some(rider) = self.game.able(has, Ability::ClownOutPays) {
                self.take(seat, rider.number.into(), Why::Ability);
            }
        }
    }

    /// Moves tokens of a Dismount for `taken` tokens to opponents with a share in it.
    pub(super) fn others_share_dismount(&mut self, taken: u16) {
        let from = self.state.rider;
        for to in self.state.others() {
            let has = &self.state.seats[usize::from(to)];
            let shares = self.game.able(has, Ability::DismountShare);
            let Some(rider) = shares.filter(|rider| taken >= rider.limit.into()) else { continue };
            let tokens = u16::from(rider.number).min(self.state.tokens(from));
            self.state.seats[usize::from(from)].tokens -= tokens;
            self.state.seats[usize::from(to)].tokens += tokens;
            self.record(Event::TokensPassed { from, to, tokens });
        }
    }
}
