//! The Riders' abilities that act on the dice or the line-up (ES-49 to ES-61, ES-89).

use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::Ability;

use super::state::{Figures, Referee};
use super::table::{Action, Deck, Point, Table};

impl Referee {
    /// Two Riders each, one is kept (ES-49).
    pub(crate) fn deal_riders(&mut self, table: &mut dyn Table) {
        if !self.rules.riders {
            return;
        }
        let mut dealt = Vec::new();
        for _ in 0..self.players {
            dealt.push([self.draw(table, Deck::Riders), self.draw(table, Deck::Riders)]);
        }
        for (seat, riders) in dealt.into_iter().enumerate() {
            let legal = |_: &Referee| riders.map(Action::KeepRider).to_vec();
            let kept = self.ask(table, seat, Point::KeepRider, legal);
            let Action::KeepRider(rider) = kept else { unreachable!("{kept:?}") };
            self.state.seats[seat].rider = Some(rider);
            self.state.seats[seat].uses_left = self.edition.riders[rider].uses.into();
        }
    }

    /// Cooter: before the roll of an opponent's turn (ES-54).
    pub(crate) fn discard_their_bull(&mut self, table: &mut dyn Table) {
        for seat in self.others(self.me()) {
            let able = self.able(seat, Ability::DiscardTheirBull);
            let Some(Figures { tokens, .. }) = able else { continue };
            if self.tokens(seat) < tokens || self.state.line_up.len() < 2 {
                continue;
            }
            let action = self.ask(table, seat, Point::DiscardTheirBull, |r| {
                let bulls = r.state.line_up.iter().map(|bull| Action::DiscardTheirBull(*bull));
                std::iter::once(Action::Pass).chain(bulls).collect()
            });
            if let Action::DiscardTheirBull(bull) = action {
                self.pay_tokens(seat, tokens);
                self.discard(bull);
            }
        }
    }

    /// Dawson: rides the lowest Bull without a roll (ES-59). Returns the Bull.
    pub(crate) fn ride_unrolled(&mut self, table: &mut dyn Table) -> Option<usize> {
        let me = self.me();
        if self.able(me, Ability::RideUnrolled).is_none() || !self.may_ride_another() {
            return None;
        }
        let action = self.ask(table, me, Point::RideUnrolled, |r| {
            let points = |bull: &usize| r.points_of(*bull);
            let lowest = r.state.line_up.iter().map(points).min().expect("a Bull");
            let bulls = r.state.line_up.iter().filter(|bull| points(bull) == lowest);
            let bulls = bulls.map(|bull| Action::RideUnrolled(*bull));
            std::iter::once(Action::Pass).chain(bulls).collect()
        });
        let Action::RideUnrolled(bull) = action else { return None };
        self.spend_use(me);
        self.take_bull(bull);
        Some(bull)
    }

    /// Jorge: any dice again, Clowns too, before any other rule (ES-57).
    pub(crate) fn free_first_reroll(&mut self, table: &mut dyn Table) {
        let me = self.me();
        if self.able(me, Ability::FreeFirstReroll).is_none() {
            return;
        }
        let action = self.ask(table, me, Point::FreeFirstReroll, |r| {
            let all: Vec<usize> = (0..r.state.ride.dice.len()).collect();
            let sets = subsets(&all).into_iter().filter(|dice| !dice.is_empty());
            std::iter::once(Action::Pass).chain(sets.map(Action::Roll)).collect()
        });
        if let Action::Roll(dice) = action {
            self.roll(table, &dice);
        }
    }

    /// Jennie and Brock: one die of an opponent, directly after the roll and before the opponent
    /// decides (ES-52, ES-56).
    pub(crate) fn change_their_die(&mut self, table: &mut dyn Table) {
        for seat in self.others(self.me()) {
            let doc = self.able(seat, Ability::ChangeTheirDie);
            let Some(Figures { tokens, .. }) = doc.or(self.able(seat, Ability::ChangeAnyDie))
            else {
                continue;
            };
            // Brock has one die of the whole turn; Jennie one of each roll, while her uses last.
            let had_his_die = tokens > 0 && self.state.ride.changed_by.contains(&seat);
            if self.tokens(seat) < tokens || had_his_die {
                continue;
            }
            let action = self.ask(table, seat, Point::ChangeTheirDie, |r| {
                let changes = r.changes(&Face::ALL, |_| true);
                std::iter::once(Action::Pass).chain(changes).collect()
            });
            if let Action::Change { die, face } = action {
                self.pay_tokens(seat, tokens);
                if tokens == 0 {
                    self.spend_use(seat);
                }
                self.state.ride.changed_by.push(seat);
                self.change(die, face);
            }
        }
    }

    /// Every change of a die, among those that may change, to one of `faces` that it has and does
    /// not show. A locked die is what it is (ES-60), and so is one that lies on a Bull (ES-55).
    fn changes(&self, faces: &[Face], may: impl Fn(usize) -> bool) -> Vec<Action> {
        let mut changes = Vec::new();
        for (die, lying) in self.state.ride.dice.iter().enumerate() {
            for face in faces {
                let has = self.edition.dice[die].faces.contains(face);
                // A retrieved die is a Blank already; a real Blank would be no change.
                let free = !lying.locked && !lying.used;
                if has && *face != lying.face && free && may(die) {
                    changes.push(Action::Change { die, face: *face });
                }
            }
        }
        changes
    }

    /// What the Rider's own ability may do to the dice after a roll.
    pub(crate) fn own_changes(&self) -> Vec<Action> {
        let (me, ride) = (self.me(), &self.state.ride);
        let affordable = |able: &Figures| self.tokens(me) >= able.tokens;
        let clown = |die: usize| ride.dice[die].face == Face::Clown;
        if self.able(me, Ability::ChangeAnyDie).is_some() {
            return self.changes(&Face::ALL, |_| true);
        }
        if self.able(me, Ability::ChangeOwnDie).filter(affordable).is_some() && !ride.changed {
            return self.changes(&Face::MOVES, |die| !clown(die));
        }
        let locks = self.able(me, Ability::LockDie).filter(affordable);
        if locks.is_none() || ride.rolls != 1 || ride.locked {
            return Vec::new();
        }
        let has = |die: usize, face| self.edition.dice[die].faces.contains(&face);
        let dice = (0..ride.dice.len()).filter(|die| !clown(*die));
        let locks = dice.flat_map(|die| Face::MOVES.map(|face| (die, face)));
        let locks = locks.filter(|(die, face)| has(*die, *face));
        locks.map(|(die, face)| Action::Lock { die, face }).collect()
    }

    /// Carries out one of [`Referee::own_changes`].
    pub(crate) fn change_own(&mut self, action: &Action) {
        let me = self.me();
        let able = [Ability::ChangeAnyDie, Ability::ChangeOwnDie, Ability::LockDie]
            .map(|ability| self.able(me, ability));
        match (able, action) {
            ([Some(_), _, _], Action::Change { die, face }) => {
                self.spend_use(me);
                self.change(*die, *face);
            }
            ([_, Some(able), _], Action::Change { die, face }) => {
                self.pay_tokens(me, able.tokens);
                self.state.ride.changed = true;
                self.change(*die, *face);
            }
            ([_, _, Some(able)], Action::Lock { die, face }) => {
                self.pay_tokens(me, able.tokens);
                self.state.ride.locked = true;
                self.change(*die, *face);
                self.state.ride.dice[*die].locked = true;
            }
            other => panic!("{other:?} is no ability of the Rider"),
        }
    }

    fn change(&mut self, die: usize, face: Face) {
        let lying = &mut self.state.ride.dice[die];
        lying.face = face;
        lying.retrieved = false;
    }

    /// Clowns that one token retrieves (Hank: two).
    pub(crate) fn clowns_per_token(&self) -> usize {
        let hank = self.able(self.me(), Ability::RetrieveMore);
        hank.map_or(1, |able| able.number as usize)
    }
}

/// All subsets of a list, the empty one among them.
pub(crate) fn subsets(items: &[usize]) -> Vec<Vec<usize>> {
    (0..1_usize << items.len())
        .map(|bits| {
            let places = (0..items.len()).filter(|place| bits >> place & 1 == 1);
            places.map(|place| items[place]).collect()
        })
        .collect()
}
