//! Vegas Showdown: laying cards and settling them (ES-64 to ES-87).

use pushluck::games::eight_seconds::edition::Payoff;
use pushluck::games::eight_seconds::state::{Bet, Laid};

use super::state::Referee;
use super::table::{Action, Point, Table};
use super::turn::Ending;

/// A bet that is turned up with its stakes: two for a Double Down.
#[derive(Clone, Copy, Debug)]
struct Revealed {
    outcome: Bet,
    stakes: i64,
}

/// The payoff of a right plain bet and of a Double Down, which pays `more`.
fn payoffs(payoff: Payoff, more: i64) -> [i64; 2] {
    [payoff.single, payoff.double + more]
}

impl Referee {
    fn stake(&self) -> i64 {
        self.edition.vegas.stake
    }

    /// Lays a card with its stake, if there is money for it. A stake that is still due for the
    /// card before it comes first (ES-Q31, ES-Q40).
    fn lay(&mut self, seat: usize, bet: Bet) {
        self.state.bets[seat].push(Laid { bet, paid: false });
        self.pay_stakes_due(seat);
    }

    /// Pays the stakes that a gambler's cards still lack, the first card's first (ES-71, ES-Q31).
    fn pay_stakes_due(&mut self, seat: usize) {
        for card in 0..self.state.bets[seat].len() {
            if !self.state.bets[seat][card].paid {
                let paid = self.pay_stake(seat);
                self.state.bets[seat][card].paid = paid;
            }
        }
    }

    /// Takes a stake from a gambler who has it (ES-71).
    fn pay_stake(&mut self, seat: usize) -> bool {
        let stake = self.stake();
        let enough = self.state.seats[seat].money >= stake;
        if enough {
            self.state.seats[seat].money -= stake;
        }
        enough
    }

    /// Outcomes a gambler holds the card of: not on the table, not set aside.
    fn cards_in_hand(&self, seat: usize) -> Vec<Bet> {
        let laid = |outcome: &Bet| self.state.bets[seat].iter().any(|laid| laid.bet == *outcome);
        let set_aside = &self.state.seats[seat].set_aside;
        let hand = Bet::OUTCOMES.into_iter();
        hand.filter(|outcome| !laid(outcome) && !set_aside.contains(outcome)).collect()
    }

    fn plain_bets(&self, seat: usize) -> Vec<Action> {
        let bets = self.cards_in_hand(seat).into_iter().map(Action::Bet);
        std::iter::once(Action::Pass).chain(bets).collect()
    }

    fn take_bet(&mut self, seat: usize, action: &Action) {
        match action {
            Action::Pass => {}
            Action::Bet(bet) => self.lay(seat, *bet),
            other => panic!("{other:?} is no bet"),
        }
    }

    /// Bet phase 1 (ES-66).
    pub(crate) fn first_bets(&mut self, table: &mut dyn Table) {
        if self.rules.vegas.is_none() {
            return;
        }
        for seat in self.others(self.me()) {
            let action = self.ask(table, seat, Point::FirstBet, |r| r.plain_bets(seat));
            self.take_bet(seat, &action);
        }
    }

    /// What comes before the next roll of the turn: bet phase 2, which a Clown Out delays by one
    /// roll; then the gamblers it has paid may bet again meanwhile (ES-68, ES-79).
    pub(crate) fn bets_before_roll(&mut self, table: &mut dyn Table) {
        if self.rules.vegas.is_none() {
            return;
        }
        let next = self.state.ride.rolls + 1;
        let second = if self.state.ride.clowned_out { 3 } else { 2 };
        for seat in self.others(self.me()) {
            let action = if next == second {
                self.ask(table, seat, Point::SecondBet, |r| {
                    let mut legal = r.plain_bets(seat);
                    // ES-Q29: a Double Down needs a bet to double.
                    if r.state.bets[seat].len() == 1 {
                        legal.push(Action::Bet(Bet::DoubleDown));
                    }
                    legal
                })
            } else if next < second && next > 1 && self.state.paid_early.contains(&seat) {
                self.ask(table, seat, Point::FirstBet, |r| r.plain_bets(seat))
            } else {
                continue;
            };
            self.take_bet(seat, &action);
        }
    }

    /// A first-roll Clown Out pays the bets on Bucked Off at once, averted or not (ES-78, ES-Q28).
    pub(crate) fn pay_clown_out(&mut self, table: &mut dyn Table) {
        let bet_on_it = |r: &Referee, seat: &usize| {
            r.state.bets[*seat].iter().any(|laid| laid.bet == Bet::BuckedOff)
        };
        let mut gamblers = self.others(self.me());
        gamblers.retain(|seat| bet_on_it(self, seat));
        self.collect(table, &gamblers);
        let payoffs = payoffs(self.edition.vegas.bucked_off, 0);
        self.state.paid_early = self.settle_outcome(&gamblers, Bet::BuckedOff, payoffs);
    }

    /// Settles every bet when the turn is over (ES-85).
    pub(crate) fn settle_bets(&mut self, table: &mut dyn Table, ending: &Ending) {
        let gamblers = self.others(self.me());
        self.collect(table, &gamblers);
        let vegas = &self.edition.vegas;
        let (outcome, payoffs) = match *ending {
            // ES-75: $6, or $20 less the points of the highest Bull left.
            Ending::BuckedOff { highest_left } => {
                (Bet::BuckedOff, payoffs(vegas.bucked_off, -i64::from(highest_left)))
            }
            // ES-76: $5, or $8 and $2 for each token earned.
            Ending::Dismounted { tokens } => {
                let more = vegas.dismount.slope * i64::from(tokens);
                (Bet::Dismount, payoffs(vegas.dismount, more))
            }
            // ES-77 and ES-Q33: $4, or $5 and the points of the (higher) Bull.
            Ending::Rode { highest } => (Bet::Ride, payoffs(vegas.ride, highest.into())),
            Ending::ClownedOut => return self.push_bets(),
            Ending::Buckled => return self.lose_bets_to_bank(),
        };
        self.settle_outcome(&gamblers, outcome, payoffs);
    }

    /// The reveal: whoever owes a stake may sell tokens for it, and pays if able (ES-Q40). Stakes
    /// are collected before anything is paid out.
    fn collect(&mut self, table: &mut dyn Table, gamblers: &[usize]) {
        for seat in gamblers {
            self.trades_now(table);
            self.pay_stakes_due(*seat);
        }
    }

    /// ES-80: stakes go back, cards return to the hand.
    fn push_bets(&mut self) {
        for seat in 0..self.players {
            for laid in std::mem::take(&mut self.state.bets[seat]) {
                if laid.paid {
                    self.state.seats[seat].money += self.stake();
                }
            }
        }
    }

    /// ES-81 and ES-Q44: a Golden Buckle fulfils no outcome.
    fn lose_bets_to_bank(&mut self) {
        for seat in self.others(self.me()) {
            let bets = self.reveal(seat);
            for bet in &bets {
                self.state.bank += self.stake() * bet.stakes;
            }
            self.cards_failed(seat, &bets);
        }
    }

    /// Turns a gambler's cards up: what was bet on and paid for. A card without its stake is void
    /// (ES-71), and without that of the Double Down the first bet stands alone (ES-Q31).
    fn reveal(&mut self, seat: usize) -> Vec<Revealed> {
        let mut bets: Vec<Revealed> = Vec::new();
        for laid in std::mem::take(&mut self.state.bets[seat]) {
            match laid {
                Laid { paid: false, .. } => {}
                Laid { bet: Bet::DoubleDown, .. } => {
                    bets.first_mut().expect("a bet to double, paid first").stakes = 2;
                }
                Laid { bet: outcome, .. } => bets.push(Revealed { outcome, stakes: 1 }),
            }
        }
        bets
    }

    /// Limited options: lost cards are set aside, and all come back when no card is left (ES-84).
    fn cards_failed(&mut self, seat: usize, lost: &[Revealed]) {
        if self.variants().limited {
            let set_aside = &mut self.state.seats[seat].set_aside;
            set_aside.extend(lost.iter().map(|bet| bet.outcome));
            if set_aside.len() == Bet::OUTCOMES.len() {
                set_aside.clear();
            }
        }
    }

    /// Settles the bets of some gamblers, with `outcome` being the right one; returns who has won.
    /// What is lost is collected before anything is paid out.
    fn settle_outcome(
        &mut self,
        gamblers: &[usize],
        outcome: Bet,
        payoffs: [i64; 2],
    ) -> Vec<usize> {
        let mut won: Vec<(usize, bool)> = Vec::new();
        for seat in gamblers {
            let (right, wrong): (Vec<_>, Vec<_>) =
                self.reveal(*seat).into_iter().partition(|bet| bet.outcome == outcome);
            for bet in &wrong {
                let stakes = self.stake() * bet.stakes;
                // ES-72, ES-84
                match self.variants().pots {
                    true => self.state.pots[bet.outcome as usize - 1] += stakes,
                    false => self.state.bank += stakes,
                }
            }
            self.cards_failed(*seat, &wrong);
            won.extend(right.iter().map(|bet| (*seat, bet.stakes == 2)));
        }
        self.pay_winners(outcome, payoffs, &won);
        won.into_iter().map(|(seat, _)| seat).collect()
    }

    fn pay_winners(&mut self, outcome: Bet, payoffs: [i64; 2], won: &[(usize, bool)]) {
        let doubles = won.iter().filter(|(_, doubled)| *doubled).count() as i64;
        let singles = won.len() as i64 - doubles;
        let share = match self.variants().pots && !won.is_empty() {
            true => self.state.pots[outcome as usize - 1] / won.len() as i64,
            false => 0,
        };
        for (seat, doubled) in won {
            let stakes = self.stake() * if *doubled { 2 } else { 1 };
            // ES-73 and ES-74: a right Ride bet's stake goes to the Rider, any other comes back.
            let to = if outcome == Bet::Ride { self.me() } else { *seat };
            self.state.seats[to].money += stakes;

            let (payoff, sharers) = match doubled {
                true => (payoffs[1], doubles),
                false => (payoffs[0], singles),
            };
            let payoff = match self.variants().diminishing {
                // ES-84: $1 more per player, shared and rounded up.
                true => {
                    let all = payoff + self.players as i64;
                    all / sharers + i64::from(all % sharers > 0)
                }
                false => payoff,
            };
            self.bank_pays(*seat, payoff);
            self.state.pots[outcome as usize - 1] -= share;
            self.state.seats[*seat].money += share;
            // ES-84: a success brings every card back.
            self.state.seats[*seat].set_aside.clear();
        }
    }
}
