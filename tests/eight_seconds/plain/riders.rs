//! The Riders' abilities that affect the dice or the line-up (ES-49 to ES-61, ES-89).

use pushluck::games::eight_seconds::decision::Action;
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::Ability;
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use super::state::{Deck, Figures, Referee, Set, Table, action};

/// Declines the offer.
pub(crate) const PASS: Action = Action::new(kind::PASS, 0);

impl<T: Table> Referee<T> {
    /// Deals two Riders to each player, of which one is kept (ES-49).
    pub(crate) fn deal_riders(&mut self) {
        for seat in 0..if self.rules.riders { self.players } else { 0 } {
            let dealt = [self.draw(Deck::Riders), self.draw(Deck::Riders)];
            let named = |rider: usize| {
                let ability = self.edition.riders[rider].ability;
                let place = Ability::ALL.iter().position(|known| *known == ability);
                action(place.expect("an ability") as u8, rider)
            };
            let kept = self.ask(seat, point::KEEP_RIDER, dealt.map(named).into());
            let rider = usize::from(kept.argument());
            self.state.seats[seat].rider = Some(rider);
            self.state.seats[seat].uses_left = self.edition.riders[rider].uses.into();
        }
    }

    /// Cooter: discards a Bull before the roll of an opponent's turn (ES-54).
    pub(crate) fn discard_their_bull(&mut self) {
        for seat in self.others() {
            let able = self.able(seat, Ability::DiscardTheirBull);
            let Some(Figures { tokens, .. }) = able else { continue };
            if self.tokens(seat) < tokens || self.state.line_up.len() < 2 {
                continue;
            }
            let mut legal = vec![PASS];
            legal.extend(self.state.line_up.iter().map(|bull| action(kind::DISCARD, *bull)));
            let chosen = self.ask(seat, point::DISCARD_BULL, legal);
            if chosen != PASS {
                self.pay_tokens(seat, tokens);
                self.discard(chosen.argument().into());
            }
        }
    }

    /// Dawson: rides the lowest Bull without a roll (ES-59); returns whether he did.
    pub(crate) fn ride_unrolled(&mut self) -> bool {
        let me = self.me();
        if self.able(me, Ability::RideUnrolled).is_none() || !self.may_ride_another() {
            return false;
        }
        let bulls = self.state.line_up.iter().copied();
        let lowest = bulls.clone().map(|bull| self.points_of(bull)).min();
        let bulls = bulls.filter(|bull| Some(self.points_of(*bull)) == lowest);
        let bulls = bulls.map(|bull| action(kind::RIDE_UNROLLED, bull));
        let legal = std::iter::once(PASS).chain(bulls).collect();
        let chosen = self.ask(me, point::RIDE_UNROLLED, legal);
        if chosen != PASS {
            self.spend_use(me);
            self.take_bull(chosen.argument().into());
        }
        chosen != PASS
    }

    /// Jorge: rolls any dice again, also Clowns, before any other rule applies (ES-57).
    pub(crate) fn free_first_reroll(&mut self) {
        let me = self.me();
        if self.able(me, Ability::FreeFirstReroll).is_none() {
            return;
        }
        let legal = vec![PASS, Action::new(kind::AGAIN, 0)];
        if self.ask(me, point::FREE_REROLL, legal) != PASS {
            self.table.aimed_at();
            let dice = self.dice_to_roll(&Set::new(), &(0..8).collect());
            self.roll(&dice);
        }
    }

    /// Jennie and Brock: change one die of an opponent after the roll, before the opponent decides
    /// (ES-52, ES-56).
    pub(crate) fn change_their_die(&mut self) {
        for seat in self.others() {
            let doc = self.able(seat, Ability::ChangeTheirDie);
            let Some(Figures { tokens, .. }) = doc.or(self.able(seat, Ability::ChangeAnyDie))
            else {
                continue;
            };
            // Brock changes one die per turn; Jennie one per roll, while her uses last.
            let had_his_die = doc.is_some() && self.state.ride.changed_by.contains(&seat);
            if self.tokens(seat) < tokens || had_his_die {
                continue;
            }
            if self.change_die(seat, self.changes(kind::CHANGE, &Face::ALL)) {
                self.state.ride.changed_by.insert(seat);
            }
        }
    }

    /// Changes dice by the Rider's own ability after a roll, as often as allowed.
    pub(crate) fn change_own_die(&mut self) {
        loop {
            let (me, ride) = (self.me(), &self.state.ride);
            let may = |ability| {
                let able = self.able(me, ability);
                able.is_some_and(|able| self.tokens(me) >= able.tokens && !ride.changed)
            };
            let changes = if self.able(me, Ability::ChangeAnyDie).is_some() {
                self.changes(kind::CHANGE, &Face::ALL)
            } else if may(Ability::ChangeOwnDie) {
                self.changes(kind::CHANGE, &Face::MOVES)
            } else if may(Ability::LockDie) && ride.rolls == 1 {
                self.changes(kind::LOCK, &Face::MOVES)
            } else {
                return;
            };
            if !self.change_die(me, changes) {
                return;
            }
            self.state.ride.changed = true;
            self.note_clown_out();
        }
    }

    /// Every change of a die to one of `faces` that it has and does not show; of equal dice the
    /// first; a Clown only if it may become any face. A lock may be on the face shown. Locked dice
    /// (ES-60) and dice used on a Bull (ES-55) cannot change.
    fn changes(&self, how: u8, faces: &[Face]) -> Vec<Action> {
        let dice = &self.state.ride.dice;
        let mut changes = vec![PASS];
        let free = |die: &usize| {
            let clown = dice[*die].face == Face::Clown && faces.len() < Face::ALL.len();
            !dice[*die].locked && !dice[*die].used && !clown
        };
        for die in (0..dice.len()).filter(free) {
            let equal = |other: &usize| {
                let lie = |die: usize| (dice[die].face, dice[die].retrieved);
                self.alike(die, *other) && lie(die) == lie(*other)
            };
            if (0..die).filter(free).any(|other| equal(&other)) {
                continue;
            }
            for face in faces {
                let has = self.edition.dice[die].faces.contains(face);
                if has && (how == kind::LOCK || *face != dice[die].face) {
                    changes.push(action(how, 8 * die + *face as usize));
                }
            }
        }
        changes
    }

    /// Lets a seat change a die for a use or for tokens; returns whether it did.
    fn change_die(&mut self, seat: usize, changes: Vec<Action>) -> bool {
        let chosen = self.ask(seat, point::CHANGE_DIE, changes);
        if chosen == PASS {
            return false;
        }
        let rider = &self.edition.riders[self.state.seats[seat].rider.expect("a Rider")];
        let (limited, tokens) = (rider.uses > 0, rider.tokens.into());
        self.pay_tokens(seat, tokens);
        if limited {
            self.spend_use(seat);
        }
        let (die, face) = (chosen.argument() / 8, chosen.argument() % 8);
        let lying = &mut self.state.ride.dice[usize::from(die)];
        lying.face = Face::ALL[usize::from(face)];
        lying.retrieved = false;
        lying.locked = chosen.kind() == kind::LOCK;
        true
    }

    /// Whether two dice have the same faces.
    pub(crate) fn alike(&self, die: usize, other: usize) -> bool {
        let [die, other] = [die, other].map(|die| {
            let mut faces = self.edition.dice[die].faces;
            faces.sort_unstable();
            faces
        });
        die == other
    }

    /// The number of Clowns that one token retrieves (Hank: two).
    pub(crate) fn clowns_per_token(&self) -> usize {
        let hank = self.able(self.me(), Ability::RetrieveMore);
        hank.map_or(1, |able| able.number as usize)
    }
}
