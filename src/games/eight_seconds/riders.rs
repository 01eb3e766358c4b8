//! The abilities of Riders that are used at moments of their own (ES-49 to ES-63).
//!
//! Abilities that change a figure of the game stand where the figure is: purchases, retrieval, ride
//! and Dismount in [`super::turn`], bonuses in [`super::score`].

use super::dice::{DiceMask, Face};
use super::edition::Ability;
use super::event::{Event, Outcome, Watch, Why};
use super::luck::Dealer;
use super::play::Play;
use super::vocabulary::{kind, point};

/// Which dice a change may be made to, and to what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Any die, to any of its faces.
    Any,
    /// A die that shows no Clown, to a move.
    NoClownToMove,
}

impl<W: Watch, D: Dealer> Play<'_, W, D> {
    /// Opponents discard Bulls before the roll, each at most one and never the last (ES-54).
    pub(super) fn others_discard(&mut self) {
        for seat in self.state.others() {
            let Some(rider) = self.game.rider(&self.state.seats[usize::from(seat)]) else {
                continue;
            };
            let able = rider.ability == Ability::DiscardTheirBull
                && self.tokens(seat) >= rider.tokens.into()
                && self.state.line_up.count_ones() > 1;
            if !able {
                continue;
            }
            self.list.clear();
            self.list.add(kind::PASS, 0);
            for bull in super::cards::each(self.state.line_up) {
                self.list.add(kind::DISCARD, bull);
            }
            let action = self.ask(seat, point::DISCARD_BULL);
            if action.kind() == kind::DISCARD {
                self.spend(seat, rider.tokens.into(), Why::Ability);
                self.discard(1 << action.argument(), Why::Ability);
            }
        }
    }

    /// Before the roll the Rider may ride a lowest-point Bull (ES-59, ES-Q43).
    pub(super) fn ride_unrolled(&mut self) -> Option<Outcome> {
        let seat = self.state.rider;
        if self.state.riding().uses == 0
            || !self.state.rider_has(self.game, Ability::RideUnrolled)
            || !self.may_ride()
        {
            return None;
        }
        let lowest = super::cards::each(self.state.line_up).next()?;
        self.list.clear();
        self.list.add(kind::PASS, 0);
        for bull in self.game.equal_in_points(self.state.line_up, lowest) {
            self.list.add(kind::RIDE_UNROLLED, bull);
        }
        let action = self.ask(seat, point::RIDE_UNROLLED);
        if action.kind() == kind::PASS {
            return None;
        }
        self.state.seats[usize::from(seat)].uses -= 1;
        self.collect(action.argument());
        Some(Outcome::Ride)
    }

    /// The free reroll after the first roll, before any other rule (ES-57).
    pub(super) fn free_first_reroll(&mut self) {
        let seat = self.state.rider;
        if !self.state.rider_has(self.game, Ability::FreeFirstReroll)
            || !self.ask_whether(seat, point::FREE_REROLL)
        {
            return;
        }
        self.state.turn.before_rules = true;
        self.choose_dice();
        self.state.turn.before_rules = false;
        self.roll(self.state.turn.reroll, true);
    }

    /// Opponents change a die right after the roll, before the Rider decides (ES-52, ES-56).
    pub(super) fn others_change(&mut self) {
        for seat in self.state.others() {
            let has = &self.state.seats[usize::from(seat)];
            let Some(rider) = self.game.rider(has) else { continue };
            let able = match rider.ability {
                Ability::ChangeAnyDie => has.uses > 0,
                Ability::ChangeTheirDie => {
                    has.tokens >= rider.tokens.into() && self.state.turn.changed_by >> seat & 1 == 0
                }
                _ => false,
            };
            if able && self.change_die(seat, Reach::Any, kind::CHANGE) {
                self.state.turn.changed_by |= 1 << seat;
                self.pay_for_change(seat);
            }
        }
    }

    /// The Rider changes one of the own dice; whether it was done.
    pub(super) fn change_own_die(&mut self) -> bool {
        let seat = self.state.rider;
        let has = self.state.riding();
        let Some(rider) = self.game.rider(has) else { return false };
        let affordable = has.tokens >= rider.tokens.into() && !self.state.turn.change_used;
        let done = match rider.ability {
            Ability::ChangeAnyDie if has.uses > 0 => {
                self.change_die(seat, Reach::Any, kind::CHANGE)
            }
            Ability::ChangeOwnDie if affordable => {
                self.change_die(seat, Reach::NoClownToMove, kind::CHANGE)
            }
            Ability::LockDie if affordable && self.state.turn.rolls == 1 => {
                self.change_die(seat, Reach::NoClownToMove, kind::LOCK)
            }
            _ => false,
        };
        if done {
            self.state.turn.change_used = true;
            self.pay_for_change(seat);
        }
        done
    }

    /// A use, or tokens: whatever the ability costs.
    fn pay_for_change(&mut self, seat: u8) {
        let Some(rider) = self.game.rider(&self.state.seats[usize::from(seat)]) else { return };
        if rider.uses > 0 {
            let has = &mut self.state.seats[usize::from(seat)];
            has.uses = has.uses.saturating_sub(1);
        }
        self.spend(seat, rider.tokens.into(), Why::Ability);
    }

    /// Asks `seat` which die to change, if any, and changes it. A die takes only faces it has; one
    /// that is locked or used on a Bull stays as it is.
    fn change_die(&mut self, seat: u8, reach: Reach, how: u8) -> bool {
        let turn = self.state.turn;
        let fast = turn.locked | turn.used;
        self.list.clear();
        self.list.add(kind::PASS, 0);
        let mut listed: [(u8, Face, bool); 8] = [(u8::MAX, Face::Blank, false); 8];
        for die in 0..8_u8 {
            let shows = turn.dice.face(die.into());
            let alike = (self.game.kinds[usize::from(die)], shows, turn.retrieved >> die & 1 == 1);
            let fits = reach == Reach::Any || shows != Face::Clown;
            if fast >> die & 1 == 1 || !fits || listed.contains(&alike) {
                continue;
            }
            listed[usize::from(die)] = alike;
            for face in Face::ALL {
                let has = self.game.faces[usize::from(die)] >> face as u8 & 1 == 1;
                // A lock on what the die shows is no change, but a lock (ES-60).
                let new = face != shows || how == kind::LOCK;
                if has && new && (reach == Reach::Any || face.is_move()) {
                    self.list.add(how, die * 8 + face as u8);
                }
            }
        }
        let action = self.ask(seat, point::CHANGE_DIE);
        if action.kind() == kind::PASS {
            return false;
        }
        let (die, face) = (action.argument() / 8, Face::new(usize::from(action.argument() % 8)));
        let which: DiceMask = 1 << die;
        let locked = action.kind() == kind::LOCK;
        let turn = &mut self.state.turn;
        turn.dice = turn.dice.set(which, face);
        turn.retrieved &= !which;
        turn.locked |= if locked { which } else { 0 };
        self.tell(Event::DieChanged { seat, die, face, locked });
        true
    }

    /// Opponents who are paid for a Clown Out.
    pub(super) fn others_paid_for_clown_out(&mut self) {
        if !self.game.rules.riders {
            return;
        }
        for seat in self.state.others() {
            if let Some(rider) = self.game.rider(&self.state.seats[usize::from(seat)])
                && rider.ability == Ability::ClownOutPays
            {
                self.take(seat, rider.number.into(), Why::Ability);
            }
        }
    }

    /// Opponents who share in a Dismount that brought so many tokens.
    pub(super) fn others_share_dismount(&mut self, taken: u16) {
        let from = self.state.rider;
        for to in self.state.others() {
            let Some(rider) = self.game.rider(&self.state.seats[usize::from(to)]) else { continue };
            if rider.ability != Ability::DismountShare || taken < rider.limit.into() {
                continue;
            }
            let tokens = u16::from(rider.number).min(self.tokens(from));
            self.state.seats[usize::from(from)].tokens -= tokens;
            self.state.seats[usize::from(to)].tokens += tokens;
            self.tell(Event::TokensPassed { from, to, tokens });
        }
    }
}
