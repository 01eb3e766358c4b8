//! Vegas Showdown: bets on the Rider, and money for tokens (ES-64 to ES-85).

use super::agenda::{Due, Round};
use super::compiled::{Effects, Game};
use super::decision::Action;
use super::edition::Payoff;
use super::event::{Event, Outcome, Settled, Verdict, Why};
use super::state::{ALL_CARDS, Bet, Laid, NONE, Seat, State};
use super::vocabulary::kind;
use crate::game::contract::{Log, Menu};

/// The largest number of tokens sold in one decision.
const MOST_SOLD: u16 = 8;

/// Dollars for each winner.
#[derive(Clone, Copy, Default)]
struct Payout {
    single: i64,
    double: i64,
    pot: i64,
}

impl Seat {
    /// The first bet, if its stake is paid.
    fn base(&self) -> Option<Bet> {
        self.bets[0].filter(|laid| laid.paid).map(|laid| laid.bet)
    }

    /// Whether the first bet is doubled; an unpaid Double Down does not double it (ES-Q31).
    fn doubles(&self) -> bool {
        let paid = self.bets[1].is_some_and(|laid| laid.bet == Bet::DoubleDown && laid.paid);
        paid && self.base().is_some()
    }

    /// The second bet, if it is on another outcome.
    fn extra(&self) -> Option<Laid> {
        self.bets[1].filter(|laid| laid.bet != Bet::DoubleDown)
    }
}

impl Game {
    /// The payoffs of the right outcome, given the numbers of single and doubled bets on it;
    /// winners may share them (ES-84).
    fn payout(&self, payoff: Payoff, figure: i64, singles: i64, doubles: i64) -> Payout {
        let diminishing = self.rules.vegas.is_some_and(|variants| variants.diminishing);
        let share = |payoff: i64, winners: i64| match (diminishing, winners) {
            (true, 1..) => (payoff + i64::from(self.players) + winners - 1) / winners,
            _ => payoff,
        };
        Payout {
            single: share(self.payoff(payoff, figure, false), singles),
            double: share(self.payoff(payoff, figure, true), doubles),
            pot: 0,
        }
    }

    /// Whether the Rider can buy one token, and two: once per turn, for money (ES-82).
    pub(super) fn buyable_tokens(&self, state: &State) -> [bool; 2] {
        let vegas = &self.rules.edition.vegas;
        let money = state.riding().money;
        let there = |tokens: i64| !self.rules.limited_supply || state.supply >= tokens;
        let may = |tokens, price| !state.turn.bought_tokens && money >= price && there(tokens);
        [may(1, vegas.buy_one), may(2, vegas.buy_two)]
    }
}

/// Lists the sales of tokens that a seat can make.
pub(super) fn list_sales(state: &State, seat: u8, into: &mut Menu<'_, Action>) {
    let most = state.tokens(seat).min(MOST_SOLD) as u8;
    into.push(Action::new(kind::PASS, 0));
    for tokens in 1..=most {
        into.push(Action::new(kind::TRADE, tokens));
    }
}

/// Lists the cards that a seat can lay: a first bet on any outcome; a second bet on another
/// outcome, or a Double Down of the first (ES-66, ES-68, ES-Q29).
pub(super) fn list_bets(state: &State, seat: u8, second: bool, into: &mut Menu<'_, Action>) {
    let has = &state.seats[usize::from(seat)];
    into.push(Action::new(kind::PASS, 0));
    // The card of the first bet is not in the hand.
    for bet in Bet::OUTCOMES {
        if has.holds(bet) {
            into.push(Action::new(bet as u8, 0));
        }
    }
    if second && has.bets[0].is_some() {
        into.push(Action::new(Bet::DoubleDown as u8, 0));
    }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// Pays a seat from the bank; a negative sum is paid to the bank.
    fn pay(&mut self, seat: u8, dollars: i64) {
        self.state.seats[usize::from(seat)].money += dollars;
        self.state.bank -= dollars;
    }

    /// Buys tokens for the Rider, if any.
    pub(super) fn buy_tokens(&mut self, tokens: u8) {
        let vegas = &self.game.rules.edition.vegas;
        let seat = self.state.rider;
        if tokens > 0 {
            let dollars = if tokens == 1 { vegas.buy_one } else { vegas.buy_two };
            self.state.turn.bought_tokens = true;
            self.pay(seat, -dollars);
            self.record(Event::MoneyForTokens { seat, dollars });
            self.take(seat, tokens.into(), Why::Money);
        }
    }

    /// Sells tokens of a player, if any.
    pub(super) fn sell_tokens(&mut self, seat: u8, tokens: u8) {
        if tokens > 0 {
            let dollars = i64::from(tokens) * self.game.rules.edition.vegas.sell;
            self.spend(seat, tokens.into(), Why::Money);
            self.pay(seat, dollars);
            self.record(Event::MoneyForTokens { seat, dollars: -dollars });
        }
    }

    /// Asks the next seat that may bet: any except the Rider, or any that a Clown Out paid.
    pub(super) fn ask_for_bet(&mut self, ahead: u8, round: Round) {
        let may =
            |seat| round != Round::Again || self.state.seats[usize::from(seat)].paid_clown_out;
        if let Some(ahead) = self.state.next_ahead(ahead, may) {
            let seat = self.state.after_rider(ahead);
            self.due(Due::Bets { ahead, round });
            self.due(Due::Bet { seat, second: round == Round::Second });
            if self.state.tokens(seat) > 0 {
                self.due(Due::SellTokens { seat });
            }
        }
    }

    /// Puts the bets before a roll other than the first on the agenda.
    pub(super) fn bets_before_roll(&mut self) {
        if self.game.rules.vegas.is_none() {
            return;
        }
        let round = match (self.state.turn.rolls, self.state.turn.clowned_out) {
            (1, false) | (2, true) => Round::Second,
            (1, true) => Round::Again,
            _ => return,
        };
        self.due(Due::Bets { ahead: 0, round });
    }

    /// Lays a gambler's bet, if any.
    pub(super) fn bet(&mut self, seat: u8, action: Action, second: bool) {
        if let Some(bet) = Bet::new(action.kind()) {
            self.lay(seat, bet, second);
        }
    }

    /// Lays a card, with its stake if there is money for it (ES-67, ES-Q40).
    fn lay(&mut self, seat: u8, bet: Bet, second: bool) {
        if second {
            // Money pays for the first bet first (ES-Q31).
            self.pay_stakes(seat);
        }
        let stake = self.game.rules.edition.vegas.stake;
        let has = &mut self.state.seats[usize::from(seat)];
        has.cards &= !bet.card();
        let before = !second || has.bets[0].is_none_or(|laid| laid.paid);
        let paid = before && has.money >= stake;
        has.money -= if paid { stake } else { 0 };
        has.bets[usize::from(second)] = Some(Laid { bet, paid });
        self.record(Event::BetLaid { seat, bet, second, paid });
    }

    /// Pays the unpaid stakes of a seat while its money lasts, the first bet first.
    pub(super) fn pay_stakes(&mut self, seat: u8) {
        let stake = self.game.rules.edition.vegas.stake;
        for second in [false, true] {
            let has = &mut self.state.seats[usize::from(seat)];
            let laid = has.bets[usize::from(second)].as_mut();
            let Some(laid) = laid.filter(|laid| !laid.paid) else { continue };
            if has.money < stake {
                return;
            }
            laid.paid = true;
            has.money -= stake;
            self.record(Event::StakePaid { seat, second });
        }
    }

    /// At the reveal, a seat that owes a stake may sell tokens for it, and pays if it can (ES-Q40).
    /// Pays for all seats that need not sell, up to the next seat that is asked.
    pub(super) fn collect_stakes(&mut self, mut ahead: u8, at_clown_out: bool) {
        let owes = |seat: &Seat| {
            seat.laid().any(|laid| !laid.paid) && (!at_clown_out || seat.bets_on_falling())
        };
        let stake = self.game.rules.edition.vegas.stake;
        loop {
            let due = |seat| owes(&self.state.seats[usize::from(seat)]);
            let Some(next) = self.state.next_ahead(ahead, due) else { return };
            ahead = next;
            let seat = self.state.after_rider(ahead);
            let has = &self.state.seats[usize::from(seat)];
            if has.money < stake && has.tokens > 0 {
                self.due(Due::Collect { ahead, at_clown_out });
                return;
            }
            self.pay_stakes(seat);
        }
    }

    /// Returns the card of a settled bet to the hand, or sets it aside (ES-84).
    fn return_card(&mut self, seat: u8, bet: Bet, verdict: Verdict) {
        let limited = self.game.rules.vegas.is_some_and(|variants| variants.limited);
        let has = &mut self.state.seats[usize::from(seat)];
        match verdict {
            Verdict::Lost if limited => {}
            _ => has.cards |= bet.card(),
        }
    }

    /// With limited options, a right bet returns all cards to the hand, and so does an empty hand.
    fn refill_hand(&mut self, seat: u8, won: bool) {
        let has = &mut self.state.seats[usize::from(seat)];
        let on_table = has.laid().fold(0, |cards, laid| cards | laid.bet.card()) & ALL_CARDS;
        if won || (has.cards == 0 && on_table == 0) {
            has.cards = ALL_CARDS & !on_table;
        }
    }

    /// The share of each of `winners` in the pot of an outcome; the remainder stays (ES-84).
    fn pot_share(&self, bet: Bet, winners: i64) -> i64 {
        if winners > 0 { self.state.pots[bet as usize - 1] / winners } else { 0 }
    }

    /// Moves a lost stake to the pot of its outcome, or to the bank (ES-72, ES-84).
    fn lose(&mut self, bet: Bet, stake: i64, to_bank: bool) {
        let pots = self.game.rules.vegas.is_some_and(|variants| variants.pots);
        if pots && !to_bank {
            self.state.pots[bet as usize - 1] += stake;
        } else {
            self.state.bank += stake;
        }
    }

    /// Pays the bets on Bucked Off at a Clown Out on the first roll (ES-78, ES-Q28).
    pub(super) fn pay_clown_out(&mut self) {
        let wins = |seat: &&Seat| seat.base() == Some(Bet::BuckedOff);
        let winners = self.state.seated().iter().filter(wins).count() as i64;
        let vegas = &self.game.rules.edition.vegas;
        let mut payout = self.game.payout(vegas.bucked_off, 0, winners, 0);
        payout.pot = self.pot_share(Bet::BuckedOff, winners);
        for seat in self.state.others() {
            let has = &mut self.state.seats[usize::from(seat)];
            if !has.bets_on_falling() {
                continue;
            }
            let won = has.base().is_some();
            has.bets[0] = None;
            has.paid_clown_out = won;
            let bet = Settled { at_clown_out: true, ..self.settling(seat, Bet::BuckedOff) };
            self.settle_right(bet, won, payout);
            self.refill_hand(seat, won);
        }
    }

    /// The record of a first bet with the verdict void and all sums 0, to be completed by its settlement.
    fn settling(&self, seat: u8, bet: Bet) -> Settled {
        let verdict = Verdict::Void;
        let (second, double, at_clown_out) = (false, false, false);
        Settled { seat, bet, second, double, verdict, stake: 0, payoff: 0, pot: 0, at_clown_out }
    }

    /// Settles a right bet, or voids a bet whose stake is unpaid.
    fn settle_right(&mut self, mut of: Settled, paid: bool, payout: Payout) {
        if paid {
            of.verdict = Verdict::Won;
            of.stake = self.stake(of.double);
            of.payoff = if of.double { payout.double } else { payout.single };
            of.pot = payout.pot;
        }
        // The stake of a Ride goes to the Rider (ES-73).
        let to = if of.bet == Bet::Ride { self.state.rider } else { of.seat };
        self.state.seats[usize::from(to)].money += of.stake;
        self.pay(of.seat, of.payoff);
        self.state.pots[of.bet as usize - 1] -= of.pot;
        self.state.seats[usize::from(of.seat)].money += of.pot;
        self.settled(of);
    }

    /// The dollars staked on a bet.
    fn stake(&self, double: bool) -> i64 {
        self.game.rules.edition.vegas.stake * if double { 2 } else { 1 }
    }

    /// Returns the card of a bet and logs the bet, after its money is moved.
    fn settled(&mut self, of: Settled) {
        self.return_card(of.seat, of.bet, of.verdict);
        self.record(Event::BetSettled(of));
    }

    /// Settles all bets at the end of the turn (ES-85).
    pub(super) fn settle(&mut self) {
        let Some(outcome) = self.state.turn.outcome else { return };
        let mut payout = Payout::default();
        if let Some(bet) = outcome.bet() {
            let (mut singles, mut doubles) = (0, 0);
            for seat in self.state.others() {
                let has = &self.state.seats[usize::from(seat)];
                if has.base() == Some(bet) {
                    if has.doubles() { doubles += 1 } else { singles += 1 }
                }
                singles += i64::from(has.extra() == Some(Laid { bet, paid: true }));
            }
            let vegas = &self.game.rules.edition.vegas;
            let (payoff, figure) = match outcome {
                Outcome::BuckedOff => (vegas.bucked_off, -self.highest_left()),
                Outcome::Dismount => (vegas.dismount, i64::from(self.state.turn.earned)),
                _ => (vegas.ride, self.highest_ridden()),
            };
            payout = self.game.payout(payoff, figure, singles, doubles);
            payout.pot = self.pot_share(bet, singles + doubles);
        }
        for seat in self.state.others() {
            self.settle_hand(seat, outcome, payout);
        }
    }

    /// Settles the bets of one gambler.
    fn settle_hand(&mut self, seat: u8, outcome: Outcome, payout: Payout) {
        self.state.seats[usize::from(seat)].paid_clown_out = false;
        let had = self.state.seats[usize::from(seat)];
        let mut won = false;
        for (second, laid) in [(false, had.bets[0]), (true, had.extra())] {
            let Some(Laid { bet, paid }) = laid else { continue };
            // Cards and stakes are removed together, so that money is conserved at any time.
            let has = &mut self.state.seats[usize::from(seat)];
            has.bets[usize::from(second)] = None;
            has.bets[1] = has.extra();
            let double = !second && had.doubles();
            let of = Settled { second, double, ..self.settling(seat, bet) };
            if !paid || outcome.bet() == Some(bet) {
                won |= paid;
                self.settle_right(of, paid, payout);
                continue;
            }
            let stake = self.stake(double);
            let verdict = if outcome == Outcome::ClownOut {
                self.state.seats[usize::from(seat)].money += stake;
                Verdict::Push
            } else {
                // With a Buckle every stake goes to the bank, even with pots (ES-81, ES-Q44).
                self.lose(bet, stake, outcome == Outcome::Buckle);
                Verdict::Lost
            };
            self.settled(Settled { verdict, stake, ..of });
        }
        self.refill_hand(seat, won);
    }

    /// Points of the highest Bull still in the line-up (ES-Q32).
    fn highest_left(&self) -> i64 {
        self.game.highest(self.state.line_up).map_or(0, |bull| self.game.points_of(bull))
    }

    /// Points of the Bull ridden; with two, of the higher one (ES-Q33).
    fn highest_ridden(&self) -> i64 {
        let ridden = [self.state.turn.first_bull, self.state.turn.last_bull].into_iter();
        let points = ridden.filter(|bull| *bull != NONE).map(|bull| self.game.points_of(bull));
        points.max().unwrap_or(0)
    }
}
