//! Vegas Showdown: money for tokens, laying cards and settling them (ES-64 to ES-87).

use pushluck::games::eight_seconds::decision::Action;
use pushluck::games::eight_seconds::event::Outcome;
use pushluck::games::eight_seconds::state::{Bet, Laid};
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use super::riders::PASS;
use super::state::{Referee, Table, action};
use super::turn::Ending;

/// The largest number of tokens sold at once.
const MOST_SOLD: u32 = 8;

impl<T: Table> Referee<T> {
    fn stake(&self) -> i64 {
        self.edition.vegas.stake
    }

    /// Lets the Rider buy tokens, once per turn (ES-82).
    pub(crate) fn buy_tokens(&mut self) {
        let me = self.me();
        if self.rules.vegas.is_none() || self.state.ride.bought {
            return;
        }
        let prices = [self.edition.vegas.buy_one, self.edition.vegas.buy_two];
        let mut legal = vec![PASS];
        for (tokens, price) in (1..).zip(prices) {
            let there = !self.rules.limited_supply || self.state.supply >= tokens;
            if there && self.state.seats[me].money >= price {
                legal.push(action(kind::TRADE, tokens as usize));
            }
        }
        let chosen = self.ask(me, point::BUY_TOKENS, legal);
        if chosen != PASS {
            let tokens = chosen.argument();
            self.bank_pays(me, -prices[usize::from(tokens) - 1]);
            self.give_tokens(me, tokens.into());
            self.state.ride.bought = true;
        }
    }

    /// Lets a player sell tokens (ES-82): at the start of the turn, before a bet, and for an unpaid
    /// stake.
    pub(crate) fn sell_tokens(&mut self, seat: usize) {
        if self.rules.vegas.is_none() {
            return;
        }
        let most = self.tokens(seat).min(MOST_SOLD) as usize;
        let sales = (1..=most).map(|tokens| action(kind::TRADE, tokens));
        let legal = std::iter::once(PASS).chain(sales).collect();
        let chosen = self.ask(seat, point::SELL_TOKENS, legal);
        if chosen != PASS {
            let tokens = chosen.argument().into();
            self.pay_tokens(seat, tokens);
            self.bank_pays(seat, self.edition.vegas.sell * i64::from(tokens));
        }
    }

    /// Lets a gambler lay a card, with its stake if the money suffices. An unpaid stake of the
    /// first card is paid before (ES-66, ES-68, ES-Q31, ES-Q40).
    fn bet(&mut self, seat: usize, point: usize) {
        self.sell_tokens(seat);
        let has = &self.state.seats[seat];
        let mut legal = vec![PASS];
        legal.extend(has.hand.iter().map(|bet| Action::new(*bet as u8, 0)));
        // ES-Q29: a Double Down requires a first bet.
        if point == point::SECOND_BET && has.bets.len() == 1 {
            legal.push(Action::new(Bet::DoubleDown as u8, 0));
        }
        let chosen = self.ask(seat, point, legal);
        if let Some(bet) = Bet::new(chosen.kind()) {
            let has = &mut self.state.seats[seat];
            has.hand.remove(&bet);
            has.bets.push(Laid { bet, paid: false });
            self.pay_stakes_due(seat);
        }
    }

    /// Pays the unpaid stakes of a gambler's cards, the first card's first (ES-71, ES-Q31).
    fn pay_stakes_due(&mut self, seat: usize) {
        let stake = self.stake();
        let has = &mut self.state.seats[seat];
        for laid in has.bets.iter_mut().filter(|laid| !laid.paid) {
            laid.paid = has.money >= stake;
            has.money -= if laid.paid { stake } else { 0 };
        }
    }

    /// Bet phase 1 (ES-66).
    pub(crate) fn first_bets(&mut self) {
        if self.rules.vegas.is_some() {
            self.others().into_iter().for_each(|seat| self.bet(seat, point::FIRST_BET));
        }
    }

    /// The bets before the next roll of the turn: bet phase 2, which a Clown Out delays by one
    /// roll; gamblers paid by the Clown Out may bet again before (ES-68, ES-79).
    pub(crate) fn bets_before_roll(&mut self) {
        if self.rules.vegas.is_none() {
            return;
        }
        let next = self.state.ride.rolls + 1;
        let second = if self.state.ride.clowned_out { 3 } else { 2 };
        for seat in self.others() {
            if next == second {
                self.bet(seat, point::SECOND_BET);
            } else if next < second && self.state.ride.paid_early.contains(&seat) {
                self.bet(seat, point::FIRST_BET);
            }
        }
    }

    /// Pays the bets on Bucked Off at a Clown Out on the first roll, averted or not (ES-78,
    /// ES-Q28).
    pub(crate) fn pay_clown_out(&mut self) {
        let mut gamblers = self.others();
        gamblers.retain(|seat| {
            self.state.seats[*seat].bets.iter().any(|laid| laid.bet == Bet::BuckedOff)
        });
        let payoff = self.edition.vegas.bucked_off;
        let won = self.settle(&gamblers, Outcome::BuckedOff, [payoff.single, payoff.double]);
        self.state.ride.paid_early = won.into_iter().collect();
    }

    /// Settles every bet at the end of the turn (ES-85).
    pub(crate) fn settle_bets(&mut self, Ending { outcome, figure }: Ending) {
        let vegas = &self.edition.vegas;
        let payoffs = match outcome {
            // ES-75: $6, or $20 minus the points of the highest Bull left.
            Outcome::BuckedOff => [vegas.bucked_off.single, vegas.bucked_off.double - figure],
            // ES-76: $5, or $8 plus $2 for each token earned.
            Outcome::Dismount => {
                let more = vegas.dismount.slope * figure;
                [vegas.dismount.single, vegas.dismount.double + more]
            }
            // ES-77 and ES-Q33: $4, or $5 plus the points of the higher Bull.
            _ => [vegas.ride.single, vegas.ride.double + figure],
        };
        self.settle(&self.others(), outcome, payoffs);
        self.state.ride.paid_early.clear();
    }

    /// Settles the bets of some gamblers with the payoffs of a single bet and of a Double Down;
    /// returns the winners. Stakes are collected before any payment: a gambler who owes one may
    /// sell tokens for it, and pays if able (ES-Q40).
    fn settle(&mut self, gamblers: &[usize], outcome: Outcome, payoffs: [i64; 2]) -> Vec<usize> {
        for seat in gamblers {
            let has = &self.state.seats[*seat];
            if has.bets.iter().any(|laid| !laid.paid) && has.money < self.stake() {
                self.sell_tokens(*seat);
            }
            self.pay_stakes_due(*seat);
        }
        let right = match outcome {
            Outcome::BuckedOff => Some(Bet::BuckedOff),
            Outcome::Dismount => Some(Bet::Dismount),
            Outcome::Ride => Some(Bet::Ride),
            Outcome::ClownOut | Outcome::Buckle => None,
        };
        let mut winners: Vec<(usize, bool)> = Vec::new();
        for seat in gamblers {
            let bets = self.reveal(*seat);
            for (bet, doubled) in &bets {
                if Some(*bet) == right {
                    winners.push((*seat, *doubled));
                } else {
                    self.wrong(*seat, *bet, *doubled, outcome);
                }
            }
            // ES-84: a success returns every card, and so does an empty hand.
            let won = bets.iter().any(|(bet, _)| Some(*bet) == right);
            let hand = &mut self.state.seats[*seat].hand;
            if won || hand.is_empty() {
                *hand = Bet::OUTCOMES.into();
            }
        }
        if let Some(right) = right {
            self.pay_winners(right, payoffs, &winners);
        }
        winners.into_iter().map(|(seat, _)| seat).collect()
    }

    /// Reveals a gambler's cards: the paid bets, and whether they are doubled. A card without its
    /// stake is void (ES-71); an unpaid Double Down leaves the first bet undoubled (ES-Q31).
    fn reveal(&mut self, seat: usize) -> Vec<(Bet, bool)> {
        let has = &mut self.state.seats[seat];
        let mut bets: Vec<(Bet, bool)> = Vec::new();
        for Laid { bet, paid } in std::mem::take(&mut has.bets) {
            match bet {
                Bet::DoubleDown if paid => bets[0].1 = true,
                Bet::DoubleDown => {}
                bet if paid => bets.push((bet, false)),
                bet => drop(has.hand.insert(bet)),
            }
        }
        bets
    }

    /// Settles a wrong bet. A Clown Out returns stake and card (ES-80). Otherwise the stake goes to
    /// the bank, or to a pot unless a Golden Buckle was taken, and the card is set aside under
    /// limited options (ES-72, ES-81, ES-84, ES-Q44).
    fn wrong(&mut self, seat: usize, bet: Bet, doubled: bool, outcome: Outcome) {
        let dollars = self.stake() * if doubled { 2 } else { 1 };
        let pots = self.variants().pots && outcome != Outcome::Buckle;
        let pushed = outcome == Outcome::ClownOut;
        let to = match (pushed, pots) {
            (true, _) => &mut self.state.seats[seat].money,
            (_, true) => &mut self.state.pots[bet as usize - 1],
            _ => &mut self.state.bank,
        };
        *to += dollars;
        if pushed || !self.variants().limited {
            self.state.seats[seat].hand.insert(bet);
        }
    }

    fn pay_winners(&mut self, outcome: Bet, payoffs: [i64; 2], winners: &[(usize, bool)]) {
        let share = match self.variants().pots && !winners.is_empty() {
            true => self.state.pots[outcome as usize - 1] / winners.len() as i64,
            false => 0,
        };
        for (seat, doubled) in winners {
            let stakes = self.stake() * if *doubled { 2 } else { 1 };
            // ES-73 and ES-74: the stake of a right Ride bet goes to the Rider; any other is
            // returned.
            let to = if outcome == Bet::Ride { self.me() } else { *seat };
            self.state.seats[to].money += stakes;
            let mut payoff = payoffs[usize::from(*doubled)];
            if self.variants().diminishing {
                // ES-84: $1 more per player, shared among equal bets and rounded up.
                let sharers = winners.iter().filter(|(_, other)| other == doubled).count() as i64;
                let all = payoff + self.players as i64;
                payoff = all / sharers + i64::from(all % sharers > 0);
            }
            self.bank_pays(*seat, payoff);
            self.state.pots[outcome as usize - 1] -= share;
            self.state.seats[*seat].money += share;
        }
    }
}
