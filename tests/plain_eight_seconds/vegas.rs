//! Vegas Showdown: laying cards and settling them (ES-64 to ES-87).

use super::components::Components;
use super::state::Referee;
use super::table::{Action, Point, Table};
use super::turn::Ending;

/// What a plain bet is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    BuckedOff,
    Dismount,
    Ride,
}

pub const OUTCOMES: [Outcome; 3] = [Outcome::BuckedOff, Outcome::Dismount, Outcome::Ride];

/// A betting card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    On(Outcome),
    DoubleDown,
}

/// A betting card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    pub card: Card,
    /// Whether the stake lies on it (ES-Q40).
    pub paid: bool,
}

/// A plain bet, and whether its stake lies there.
type Plain = (Outcome, bool);

/// What a bet that is right pays: the single payoff and the Double Down payoff, before shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payoffs {
    pub single: i64,
    pub double: i64,
}

/// ES-75: $6, or $20 less the points of the highest Bull left.
pub fn bucked_off_payoffs(box_: &Components, highest_left: u32) -> Payoffs {
    let (single, double) = box_.vegas.bucked_off;
    Payoffs { single, double: double - i64::from(highest_left) }
}

/// ES-76: $5, or $8 and $2 for each token earned.
pub fn dismount_payoffs(box_: &Components, tokens: u32) -> Payoffs {
    let (single, double) = box_.vegas.dismount;
    Payoffs { single, double: double + box_.vegas.per_token * i64::from(tokens) }
}

/// ES-77 and ES-Q33: $4, or $5 and the points of the (higher) Bull.
pub fn ride_payoffs(box_: &Components, highest_ridden: u32) -> Payoffs {
    let (single, double) = box_.vegas.ride;
    Payoffs { single, double: double + i64::from(highest_ridden) }
}

impl Referee {
    fn stake(&self) -> i64 {
        self.config.components.vegas.stake
    }

    fn lay(&mut self, seat: usize, card: Card) {
        let paid = self.pay_stake(seat);
        self.state.bets[seat].push(Laid { card, paid });
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
    fn cards_in_hand(&self, seat: usize) -> Vec<Outcome> {
        let laid = |outcome: &Outcome| {
            self.state.bets[seat].iter().any(|laid| laid.card == Card::On(*outcome))
        };
        let set_aside = &self.state.seats[seat].set_aside;
        let hand = OUTCOMES.into_iter();
        hand.filter(|outcome| !laid(outcome) && !set_aside.contains(outcome)).collect()
    }

    fn plain_bets(&self, seat: usize) -> Vec<Action> {
        let bets = self.cards_in_hand(seat).into_iter().map(Action::Bet);
        std::iter::once(Action::Pass).chain(bets).collect()
    }

    fn take_bet(&mut self, seat: usize, action: &Action) {
        match action {
            Action::Pass => {}
            Action::Bet(outcome) => self.lay(seat, Card::On(*outcome)),
            Action::DoubleDown => self.lay(seat, Card::DoubleDown),
            other => panic!("{other:?} is no bet"),
        }
    }

    /// Bet phase 1 (ES-66).
    pub fn first_bets(&mut self, table: &mut dyn Table) {
        if !self.config.rules.vegas {
            return;
        }
        for seat in self.others(self.me()) {
            let action = self.ask(table, seat, Point::FirstBet, |r| r.plain_bets(seat));
            self.take_bet(seat, &action);
        }
    }

    /// What comes before the next roll of the turn: bet phase 2, which a Clown Out delays by one
    /// roll; then the gamblers it has paid may bet again meanwhile (ES-68, ES-79).
    pub fn bets_before_roll(&mut self, table: &mut dyn Table) {
        if !self.config.rules.vegas {
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
                        legal.push(Action::DoubleDown);
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
    pub fn pay_clown_out(&mut self) {
        let highest = self.state.line_up.iter().map(|bull| self.points_of(*bull)).max();
        let payoffs = bucked_off_payoffs(&self.config.components, highest.unwrap_or(0));
        self.settle_outcome(Outcome::BuckedOff, payoffs, true);
    }

    /// Settles every bet when the turn is over (ES-85).
    pub fn settle_bets(&mut self, ending: &Ending) {
        let box_ = &self.config.components;
        match ending {
            Ending::BuckedOff { highest_left } => {
                let payoffs = bucked_off_payoffs(box_, *highest_left);
                self.settle_outcome(Outcome::BuckedOff, payoffs, false);
            }
            Ending::Dismounted { tokens } => {
                let payoffs = dismount_payoffs(box_, *tokens);
                self.settle_outcome(Outcome::Dismount, payoffs, false);
            }
            Ending::Rode { highest } => {
                let payoffs = ride_payoffs(box_, *highest);
                self.settle_outcome(Outcome::Ride, payoffs, false);
            }
            Ending::ClownedOut => self.push_bets(),
            Ending::Buckled => self.lose_bets_to_bank(),
        }
        self.state.paid_early.clear();
    }

    /// ES-80: stakes go back, cards return to the hand.
    fn push_bets(&mut self) {
        for seat in 0..self.players() {
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
            let (first, second, doubled) = self.reveal(seat);
            for (outcome, paid) in [first, second].into_iter().flatten() {
                if self.test(seat, paid) {
                    self.state.bank += self.stake();
                    if doubled.is_some_and(|paid| self.test(seat, paid)) {
                        self.state.bank += self.stake();
                    }
                    self.card_failed(seat, outcome);
                }
            }
        }
    }

    /// Turns a gambler's cards up: the first bet, a second one on its own outcome, and whether the
    /// first was doubled, each with whether its stake lies there.
    fn reveal(&mut self, seat: usize) -> (Option<Plain>, Option<Plain>, Option<bool>) {
        let (mut plain, mut doubled) = (Vec::new(), None);
        for laid in std::mem::take(&mut self.state.bets[seat]) {
            match laid.card {
                Card::On(outcome) => plain.push((outcome, laid.paid)),
                Card::DoubleDown => doubled = Some(laid.paid),
            }
        }
        (plain.first().copied(), plain.get(1).copied(), doubled)
    }

    /// Whether a stake lies there, or the gambler can lay it now (ES-Q40).
    fn test(&mut self, seat: usize, paid: bool) -> bool {
        paid || self.pay_stake(seat)
    }

    /// Limited options: a lost card is set aside, and all come back when no card is left (ES-84).
    fn card_failed(&mut self, seat: usize, outcome: Outcome) {
        if self.config.rules.limited {
            let set_aside = &mut self.state.seats[seat].set_aside;
            set_aside.push(outcome);
            if set_aside.len() == OUTCOMES.len() {
                set_aside.clear();
            }
        }
    }

    /// A stake that is lost goes to the bank, or to the pot of what was bet on (ES-72, ES-84).
    fn lose(&mut self, outcome: Outcome, stakes: i64) {
        match self.config.rules.pots {
            true => self.state.pots[outcome as usize] += stakes,
            false => self.state.bank += stakes,
        }
    }

    /// Pays the bets on `outcome`; unless `only_it`, the others lose. Each gambler's first bet is
    /// resolved first, and an unpaid Double Down leaves it standing (ES-Q31).
    fn settle_outcome(&mut self, outcome: Outcome, payoffs: Payoffs, only_it: bool) {
        let gamblers = self.others(self.me());
        // First who has won, with how many stakes: what each one gets may depend on their number.
        let mut won: Vec<(usize, bool)> = Vec::new();
        let mut late: Vec<(usize, Outcome, bool)> = Vec::new();
        for seat in gamblers {
            if only_it && !self.state.bets[seat].iter().any(|bet| bet.card == Card::On(outcome)) {
                continue;
            }
            let (first, second, doubled) = self.reveal(seat);
            let Some((bet, paid)) = first else { continue };
            let stands = self.test(seat, paid);
            let doubled = match doubled {
                Some(paid) if stands => self.test(seat, paid),
                // The bet to double is void, so there is nothing to double.
                Some(paid) => {
                    if paid {
                        self.state.seats[seat].money += self.stake();
                    }
                    false
                }
                None => false,
            };
            if stands && bet == outcome {
                won.push((seat, doubled));
            } else if stands {
                self.lose(bet, self.stake() * if doubled { 2 } else { 1 });
                self.card_failed(seat, bet);
            }
            let Some((bet, paid)) = second else { continue };
            if bet != outcome {
                // It is tested after the first bet has been paid out.
                late.push((seat, bet, paid));
            } else if self.test(seat, paid) {
                won.push((seat, false));
            }
        }
        self.pay_winners(outcome, payoffs, &won);
        for (seat, bet, paid) in late {
            if self.test(seat, paid) {
                self.lose(bet, self.stake());
                self.card_failed(seat, bet);
            }
        }
        if only_it {
            self.state.paid_early = won.iter().map(|(seat, ..)| *seat).collect();
        }
    }

    fn pay_winners(&mut self, outcome: Outcome, payoffs: Payoffs, won: &[(usize, bool)]) {
        let doubles = won.iter().filter(|(_, doubled)| *doubled).count() as i64;
        let singles = won.len() as i64 - doubles;
        let share = match self.config.rules.pots && !won.is_empty() {
            true => self.state.pots[outcome as usize] / won.len() as i64,
            false => 0,
        };
        for (seat, doubled) in won {
            let stakes = self.stake() * if *doubled { 2 } else { 1 };
            // ES-73 and ES-74: a right Ride bet's stake goes to the Rider, any other comes back.
            let to = if outcome == Outcome::Ride { self.me() } else { *seat };
            self.state.seats[to].money += stakes;

            let (payoff, sharers) = match doubled {
                true => (payoffs.double, doubles),
                false => (payoffs.single, singles),
            };
            let payoff = match self.config.rules.diminishing {
                // ES-84: $1 more per player, shared and rounded up.
                true => {
                    let all = payoff + self.players() as i64;
                    all / sharers + i64::from(all % sharers > 0)
                }
                false => payoff,
            };
            self.bank_pays(*seat, payoff);
            self.state.pots[outcome as usize] -= share;
            self.state.seats[*seat].money += share;
            // ES-84: a success brings every card back.
            self.state.seats[*seat].set_aside.clear();
        }
    }
}
