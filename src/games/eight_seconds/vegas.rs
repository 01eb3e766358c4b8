//! Vegas Showdown: bets on the Rider, and money for tokens (ES-64 to ES-85).

use super::agenda::{Due, Round};
use super::compiled::{Effects, Game};
use super::decision::Action;
use super::edition::Payoff;
use super::event::{Event, Outcome, Verdict, Why};
use super::state::{ALL_CARDS, Bet, Laid, NONE, Seat, State};
use super::vocabulary::kind;
use crate::game::contract::{Log, Menu};

/// The most tokens sold in one decision.
const MOST_SOLD: u16 = 8;

/// The bets of one gambler as they are settled.
#[derive(Clone, Copy, Default)]
struct Hand {
    first: Option<Laid>,
    second: Option<Laid>,
}

impl Hand {
    fn of(seat: &Seat) -> Self {
        Self { first: seat.first_bet, second: seat.second_bet }
    }

    /// The first bet if its stake lies on it.
    fn base(&self) -> Option<Bet> {
        self.first.filter(|laid| laid.paid).map(|laid| laid.bet)
    }

    /// Whether the first bet is doubled: an unpaid Double Down leaves it as it is (ES-Q31).
    fn doubles(&self) -> bool {
        let paid = self.second.is_some_and(|laid| laid.bet == Bet::DoubleDown && laid.paid);
        paid && self.base().is_some()
    }

    /// A second bet on an outcome of its own, paid.
    fn extra(&self) -> Option<Bet> {
        self.second.filter(|laid| laid.bet != Bet::DoubleDown && laid.paid).map(|laid| laid.bet)
    }
}

/// A bet as it is settled.
#[derive(Clone, Copy)]
struct Staked {
    seat: u8,
    bet: Bet,
    /// Whether it is the second bet of its gambler.
    second: bool,
    double: bool,
}

/// What winners get.
#[derive(Clone, Copy, Default)]
struct Payout {
    single: i64,
    double: i64,
    pot: i64,
}

impl Game {
    /// The payoffs of the outcome that came, shared where winners share them (ES-84), for so many
    /// plain and doubled bets.
    fn payout(
        &self,
        payoff: Payoff,
        figure: i64,
        singles: i64,
        doubles: i64,
        players: i64,
    ) -> Payout {
        let diminishing = self.rules.vegas.is_some_and(|variants| variants.diminishing);
        let share = |payoff: i64, winners: i64| match (diminishing, winners) {
            (true, 1..) => (payoff + players + winners - 1) / winners,
            _ => payoff,
        };
        Payout {
            single: share(self.payoff(payoff, figure, false), singles),
            double: share(self.payoff(payoff, figure, true), doubles),
            pot: 0,
        }
    }

    /// Whether the Rider can buy one token, and two: once on the own turn, for money (ES-82).
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

/// Lists the cards that a seat can lay: a first on any outcome, a second on another or to double the
/// first (ES-66, ES-68, ES-Q29).
pub(super) fn list_bets(state: &State, seat: u8, second: bool, into: &mut Menu<'_, Action>) {
    let has = &state.seats[usize::from(seat)];
    into.push(Action::new(kind::PASS, 0));
    // The card of the first bet is on the table.
    for bet in Bet::OUTCOMES {
        if has.holds(bet) {
            into.push(Action::new(bet as u8, 0));
        }
    }
    if second && has.first_bet.is_some() {
        into.push(Action::new(Bet::DoubleDown as u8, 0));
    }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// The bank pays a seat; a negative sum is paid to the bank.
    fn pay(&mut self, seat: u8, dollars: i64) {
        self.state.seats[usize::from(seat)].money += dollars;
        self.state.bank -= dollars;
    }

    /// The Rider buys tokens, if any.
    pub(super) fn buy_tokens(&mut self, tokens: u8) {
        let vegas = &self.game.rules.edition.vegas;
        let seat = self.state.rider;
        if tokens > 0 {
            let dollars = if tokens == 1 { vegas.buy_one } else { vegas.buy_two };
            self.state.turn.bought_tokens = true;
            self.pay(seat, -dollars);
            self.tell(Event::MoneyForTokens { seat, dollars });
            self.take(seat, tokens.into(), Why::Money);
        }
    }

    /// A player sells tokens, if any.
    pub(super) fn sell_tokens(&mut self, seat: u8, tokens: u8) {
        if tokens > 0 {
            let dollars = i64::from(tokens) * self.game.rules.edition.vegas.sell;
            self.spend(seat, tokens.into(), Why::Money);
            self.pay(seat, dollars);
            self.tell(Event::MoneyForTokens { seat, dollars: -dollars });
        }
    }

    /// Asks the next who may bet: everyone but the Rider, or those whom a Clown Out paid.
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

    /// The bets that come before a roll which is not the first.
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

    /// A gambler bets or does not.
    pub(super) fn bet(&mut self, seat: u8, action: Action, second: bool) {
        if let Some(bet) = Bet::new(action.kind()) {
            self.lay(seat, bet, second);
        }
    }

    /// Lays a card, with its stake if there is money for it (ES-67, ES-Q40).
    fn lay(&mut self, seat: u8, bet: Bet, second: bool) {
        if second {
            // Money goes to the first bet first (ES-Q31).
            self.pay_stakes(seat);
        }
        let stake = self.game.rules.edition.vegas.stake;
        let has = &mut self.state.seats[usize::from(seat)];
        has.cards &= !bet.card();
        let before = !second || has.first_bet.is_none_or(|laid| laid.paid);
        let paid = before && has.money >= stake;
        has.money -= if paid { stake } else { 0 };
        let laid = Some(Laid { bet, paid });
        if second {
            has.second_bet = laid;
        } else {
            has.first_bet = laid;
        }
        self.tell(Event::BetLaid { seat, bet, second, paid });
    }

    /// Pays stakes that are still due, the first bet's first, as far as the money goes.
    pub(super) fn pay_stakes(&mut self, seat: u8) {
        let stake = self.game.rules.edition.vegas.stake;
        for second in [false, true] {
            let has = &mut self.state.seats[usize::from(seat)];
            let laid = if second { &mut has.second_bet } else { &mut has.first_bet };
            let Some(laid) = laid.as_mut().filter(|laid| !laid.paid) else { continue };
            if has.money < stake {
                return;
            }
            laid.paid = true;
            has.money -= stake;
            self.tell(Event::StakePaid { seat, second });
        }
    }

    /// At the reveal: whoever owes a stake may sell tokens for it, and pays if able (ES-Q40). Those
    /// pay who need sell nothing, up to the next who is asked.
    pub(super) fn collect_stakes(&mut self, mut ahead: u8, at_clown_out: bool) {
        let owes = |seat: &Seat| {
            let mut laid = [seat.first_bet, seat.second_bet].into_iter().flatten();
            laid.any(|laid| !laid.paid) && (!at_clown_out || seat.bets_on_falling())
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

    /// The card of a settled bet goes back to its hand, or is set aside (ES-84).
    fn return_card(&mut self, seat: u8, bet: Bet, verdict: Verdict) {
        let limited = self.game.rules.vegas.is_some_and(|variants| variants.limited);
        let has = &mut self.state.seats[usize::from(seat)];
        match verdict {
            Verdict::Lost if limited => {}
            _ => has.cards |= bet.card(),
        }
    }

    /// With limited options a right bet brings all cards back, and so does an empty hand.
    fn refill_hand(&mut self, seat: u8, won: bool) {
        let has = &mut self.state.seats[usize::from(seat)];
        let laid = [has.first_bet, has.second_bet].into_iter().flatten();
        let on_table = laid.fold(0, |cards, laid| cards | laid.bet.card()) & ALL_CARDS;
        if won || (has.cards == 0 && on_table == 0) {
            has.cards = ALL_CARDS & !on_table;
        }
    }

    /// What each of `winners` gets from the pot of an outcome; the remainder stays (ES-84).
    fn pot_share(&self, bet: Bet, winners: i64) -> i64 {
        if winners > 0 { self.state.pots[bet as usize - 1] / winners } else { 0 }
    }

    /// A stake that was lost: to the pot of its outcome, or to the bank (ES-72, ES-84).
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
        let wins =
            |seat: &&Seat| seat.bets_on_falling() && seat.first_bet.is_some_and(|laid| laid.paid);
        let winners = self.state.seated().iter().filter(wins).count() as i64;
        let vegas = &self.game.rules.edition.vegas;
        let players = i64::from(self.state.players);
        let mut payout = self.game.payout(vegas.bucked_off, 0, winners, 0, players);
        payout.pot = self.pot_share(Bet::BuckedOff, winners);
        for seat in self.state.others() {
            let has = &mut self.state.seats[usize::from(seat)];
            if !has.bets_on_falling() {
                continue;
            }
            let hand = Hand::of(has);
            has.first_bet = None;
            let won = hand.base().is_some();
            has.paid_clown_out = won;
            let bet = Staked { seat, bet: Bet::BuckedOff, second: false, double: false };
            self.settle_bet(bet, won, payout, true);
            self.refill_hand(seat, won);
        }
    }

    /// Settles one bet that is right, or void where it was not paid.
    fn settle_bet(&mut self, of: Staked, paid: bool, payout: Payout, at_clown_out: bool) {
        let Staked { seat, bet, double, .. } = of;
        let payoff = if double { payout.double } else { payout.single };
        let (verdict, stake, payoff, pot) = match paid {
            true => (Verdict::Won, self.stake(double), payoff, payout.pot),
            false => (Verdict::Void, 0, 0, 0),
        };
        // The stake of a Ride goes to the Rider (ES-73).
        let to = if bet == Bet::Ride { self.state.rider } else { seat };
        self.state.seats[usize::from(to)].money += stake;
        self.pay(seat, payoff);
        self.state.pots[bet as usize - 1] -= pot;
        self.state.seats[usize::from(seat)].money += pot;
        self.settled(of, verdict, [stake, payoff, pot], at_clown_out);
    }

    /// The dollars that lie on a bet.
    fn stake(&self, double: bool) -> i64 {
        self.game.rules.edition.vegas.stake * if double { 2 } else { 1 }
    }

    /// Gives back the card of a bet whose money has gone its ways.
    fn settled(
        &mut self,
        of: Staked,
        verdict: Verdict,
        [stake, payoff, pot]: [i64; 3],
        at_clown_out: bool,
    ) {
        let Staked { seat, bet, second, double } = of;
        self.return_card(seat, bet, verdict);
        self.tell(Event::BetSettled {
            seat,
            bet,
            second,
            double,
            verdict,
            stake,
            payoff,
            pot,
            at_clown_out,
        });
    }

    /// Settles all bets when the turn is over (ES-85).
    pub(super) fn settle(&mut self) {
        let Some(outcome) = self.state.turn.outcome else { return };
        let right = outcome.bet();
        let (mut singles, mut doubles) = (0, 0);
        for seat in self.state.others() {
            let hand = Hand::of(&self.state.seats[usize::from(seat)]);
            if right.is_some() && hand.base() == right {
                if hand.doubles() { doubles += 1 } else { singles += 1 }
            }
            singles += i64::from(right.is_some() && hand.extra() == right);
        }
        let mut payout = Payout::default();
        if let Some(bet) = right {
            let vegas = &self.game.rules.edition.vegas;
            let (payoff, figure) = match outcome {
                Outcome::BuckedOff => (vegas.bucked_off, -self.highest_left()),
                Outcome::Dismount => (vegas.dismount, i64::from(self.state.turn.earned)),
                _ => (vegas.ride, self.highest_ridden()),
            };
            let players = i64::from(self.state.players);
            payout = self.game.payout(payoff, figure, singles, doubles, players);
            payout.pot = self.pot_share(bet, singles + doubles);
        }
        for seat in self.state.others() {
            self.settle_hand(seat, outcome, payout);
        }
    }

    /// Settles the bets of one gambler.
    fn settle_hand(&mut self, seat: u8, outcome: Outcome, payout: Payout) {
        let has = &mut self.state.seats[usize::from(seat)];
        let hand = Hand::of(has);
        has.paid_clown_out = false;
        let mut won = false;
        let bets = [
            hand.first.map(|laid| (laid.bet, laid.paid, false, hand.doubles())),
            hand.second
                .filter(|laid| laid.bet != Bet::DoubleDown)
                .map(|laid| (laid.bet, laid.paid, true, false)),
        ];
        for (bet, paid, second, double) in bets.into_iter().flatten() {
            // The cards go with their stakes, so that every dollar is somewhere at any time.
            let has = &mut self.state.seats[usize::from(seat)];
            if second {
                has.second_bet = None;
            } else {
                has.first_bet = None;
                has.second_bet = has.second_bet.filter(|laid| laid.bet != Bet::DoubleDown);
            }
            let of = Staked { seat, bet, second, double };
            if !paid || outcome.bet() == Some(bet) {
                won |= paid;
                self.settle_bet(of, paid, payout, false);
                continue;
            }
            let stake = self.stake(double);
            let verdict = if outcome == Outcome::ClownOut { Verdict::Push } else { Verdict::Lost };
            match verdict {
                Verdict::Push => self.state.seats[usize::from(seat)].money += stake,
                // A Buckle sends every stake to the bank, pots or not (ES-81, ES-Q44).
                _ => self.lose(bet, stake, outcome == Outcome::Buckle),
            }
            self.settled(of, verdict, [stake, 0, 0], false);
        }
        self.refill_hand(seat, won);
    }

    /// Points of the highest Bull still in the line-up (ES-Q32).
    fn highest_left(&self) -> i64 {
        let points = |bull: u8| i64::from(self.game.points[usize::from(bull)]);
        self.game.highest(self.state.line_up).map_or(0, points)
    }

    /// Points of the Bull ridden, of the higher one where there are two (ES-Q33).
    fn highest_ridden(&self) -> i64 {
        let turn = &self.state.turn;
        let points = |bull: u8| match bull {
            NONE => 0,
            bull => i64::from(self.game.points[usize::from(bull)]),
        };
        points(turn.first_bull).max(points(turn.last_bull))
    }
}
