//! A turn from the deal to its end, and the order of turns in a game (ES-9 to ES-41).

use pushluck::games::eight_seconds::decision::Action;
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::{Ability, Effect};
use pushluck::games::eight_seconds::event::Outcome;
use pushluck::games::eight_seconds::rules::Length;
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use super::buckles::LAST_CLOWN_ROLL;
use super::state::{Deck, Die, Referee, Ride, Set, Table, action, take};

/// Number of Clowns that end a turn (ES-18).
const TOO_MANY: usize = 3;
/// Number of Bulls dealt at the start of a turn (ES-9).
const LINE_UP: u8 = 3;
/// Tokens of a Clown Out (ES-33).
const CLOWN_OUT_TOKENS: u8 = 2;

/// The end of a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    pub(crate) outcome: Outcome,
    /// The figure in the payoff of a Double Down: points of the higher Bull ridden (ES-Q33) or of
    /// the highest Bull left (ES-Q32), or tokens of the Dismount.
    pub(crate) figure: i64,
}

/// The step after a decision on a roll.
enum Next {
    End(Outcome, i64),
    Rolled,
    /// Another decision on the same roll.
    Again,
}

impl<T: Table> Referee<T> {
    /// Plays a whole game; seat 0 is the first player. Returns whether the game ended before every
    /// player had the maximum number of turns (ES-Q41).
    pub(crate) fn play(&mut self) -> bool {
        self.deal_riders();
        self.lay_out_buckles();
        let mut turns_left: Option<usize> = None;
        for turn in 0.. {
            let seat = turn % self.players;
            if turn / self.players >= self.rules.max_turns as usize {
                return false;
            }
            // No Bull is left to ride (ES-Q12, ES-Q13).
            if self.turn(seat).is_none() {
                return true;
            }
            turns_left = match turns_left {
                Some(turns) => Some(turns - 1),
                None if !self.triggers_end(seat) => None,
                // ES-Q41: the round is completed.
                None if self.rules.length == Length::Equal => Some(self.players - 1 - seat),
                // ES-36, ES-Q19
                None => Some(self.players - 1),
            };
            if turns_left == Some(0) {
                return true;
            }
        }
        unreachable!("the number of turns is limited")
    }

    /// Whether a player triggers the end of the game; never in solitaire (ES-Q13).
    fn triggers_end(&self, seat: usize) -> bool {
        let held = &self.state.seats[seat];
        self.players > 1
            && held.bulls.len() >= self.rules.bulls.into()
            && (self.rules.length != Length::Buckle || !held.buckles.is_empty())
    }

    /// Whether the Rider may take another Bull: not a fourth while a Buckle is missing (ES-Q41).
    pub(crate) fn may_ride_another(&self) -> bool {
        let ridden = self.state.seats[self.me()].bulls.len();
        !(self.rules.length == Length::Buckle && ridden >= self.rules.bulls.into())
    }

    /// Plays one turn; returns `None` if there is no Bull to ride.
    pub(crate) fn turn(&mut self, seat: usize) -> Option<Ending> {
        self.state.ride = Ride::new(seat);
        self.line_up();
        if self.state.line_up.is_empty() {
            return None;
        }
        self.discard_their_bull();
        self.sell_tokens(seat);
        self.buy_tokens();
        self.buy_bulls();
        self.first_bets();
        let (outcome, figure) = match self.ride_unrolled() {
            true => (Outcome::Ride, self.highest(&self.state.ride.ridden)),
            false => self.play_dice(),
        };
        let ending = Ending { outcome, figure };
        self.settle_bets(ending);
        if outcome != Outcome::ClownOut {
            self.discard_line_up();
        }
        self.table.turn_over(&self.state, ending);
        Some(ending)
    }

    /// Discards the remaining Bulls (ES-Q11).
    fn discard_line_up(&mut self) {
        self.state.discards.append(&mut self.state.line_up);
    }

    /// Deals the line-up, or takes over the Bulls of a Clown Out (ES-9, ES-33, ES-Q10).
    fn line_up(&mut self) {
        if !self.state.line_up.is_empty() {
            let legal = vec![Action::new(kind::USE, 0), Action::new(kind::DRAW, 0)];
            if self.ask(self.me(), point::INHERITED, legal).kind() == kind::USE {
                return;
            }
            self.discard_line_up();
        }
        let more = self.effects().into_iter().filter_map(|effect| match effect {
            Effect::MoreBulls(bulls) => Some(bulls),
            _ => None,
        });
        for _ in 0..more.max().unwrap_or(LINE_UP) {
            self.add_bull();
        }
    }

    /// Whether a Bull can still be dealt.
    fn bulls_to_deal(&self) -> bool {
        let reshuffled = self.players > 1 && !self.state.discards.is_empty();
        !self.state.deck.is_empty() || reshuffled
    }

    /// Deals one Bull; if the deck is empty, the discards become the new deck, except in solitaire
    /// (ES-10, ES-Q12).
    fn add_bull(&mut self) {
        if !self.bulls_to_deal() {
            return;
        }
        if self.state.deck.is_empty() {
            self.state.deck = std::mem::take(&mut self.state.discards);
        }
        let bull = self.draw(Deck::Bulls);
        self.state.line_up.insert(bull);
    }

    /// Buys Bulls with tokens, only before the first roll (ES-11, ES-58).
    fn buy_bulls(&mut self) {
        let me = self.me();
        let able = self.able(me, Ability::MoreBulls);
        let (price, bulls) = able.map_or((1, 1), |able| (able.tokens, able.number));
        while self.tokens(me) >= price && self.bulls_to_deal() {
            let legal = vec![Action::new(kind::ROLL, 0), Action::new(kind::BUY, 0)];
            if self.ask(me, point::BUY_BULL, legal).kind() == kind::ROLL {
                return;
            }
            self.pay_tokens(me, price);
            for _ in 0..bulls {
                self.add_bull();
            }
        }
    }

    /// Rolls some of the dice; the others keep their faces.
    pub(crate) fn roll(&mut self, dice: &Set) {
        let faces = self.table.roll(dice);
        for die in dice {
            let lying = &mut self.state.ride.dice[*die];
            assert!(!lying.locked && !lying.used, "a locked or used die is not rolled");
            lying.face = faces[*die];
            lying.retrieved = false;
        }
        self.state.ride.changed = false;
    }

    /// The dice that are `wanted`.
    fn dice(&self, wanted: impl Fn(&Die) -> bool) -> Set {
        let dice = self.state.ride.dice.iter().enumerate();
        dice.filter(|(_, die)| wanted(die)).map(|(place, _)| place).collect()
    }

    pub(crate) fn showing(&self, face: Face) -> Set {
        self.dice(|die| die.face == face)
    }

    pub(crate) fn clowns(&self) -> usize {
        self.showing(Face::Clown).len()
    }

    fn moves_lying(&self) -> u32 {
        self.dice(|die| die.face.is_move()).len() as u32
    }

    fn play_dice(&mut self) -> (Outcome, i64) {
        self.roll(&self.dice(|_| true));
        self.state.ride.rolls = 1;
        self.free_first_reroll();
        loop {
            self.change_their_die();
            self.note_clown_out();
            self.buy_tokens();
            // Repeats decisions on this roll until the next roll or the end of the turn.
            loop {
                self.change_own_die();
                match self.decide() {
                    Next::End(outcome, figure) => return (outcome, figure),
                    Next::Rolled => break,
                    Next::Again => {}
                }
            }
        }
    }

    /// Three Clowns on the first roll, whatever caused them and whatever follows, are a Clown Out
    /// that pays (ES-31, ES-Q28).
    pub(crate) fn note_clown_out(&mut self) {
        let ride = &self.state.ride;
        if ride.rolls == 1 && !ride.clowned_out && self.clowns() >= TOO_MANY {
            self.state.ride.clowned_out = true;
            self.pay_clown_out();
        }
    }

    /// Makes one decision on the current roll.
    fn decide(&mut self) -> Next {
        if self.clowns() < TOO_MANY || self.state.ride.declared.is_some() {
            return self.act();
        }
        if self.state.ride.rolls == 1 { self.clown_out() } else { self.bucked_off() }
    }

    /// Decides on a Clown Out on the first roll (ES-31 to ES-34, ES-Q5, ES-Q7, ES-Q8, ES-Q24).
    fn clown_out(&mut self) -> Next {
        let mut legal = vec![Action::new(kind::TAKE_TOKENS, 0)];
        if self.state.line_up.len() > 1 {
            let highest = self.highest(&self.state.line_up);
            let bulls = self.state.line_up.iter().copied();
            let bulls = bulls.filter(|bull| self.points_of(*bull) == highest);
            legal.extend(bulls.map(|bull| action(kind::REROLL_ALL, bull)));
        }
        legal.extend(self.retrievals(kind::CLOWN_OUT_RETRIEVE));
        legal.extend(self.declarations(kind::CLOWN_OUT_DECLARE));
        let chosen = self.ask(self.me(), point::CLOWN_OUT, legal);
        let argument = usize::from(chosen.argument());
        match chosen.kind() {
            kind::CLOWN_OUT_RETRIEVE => self.retrieve(argument),
            kind::CLOWN_OUT_DECLARE => self.declare(argument),
            kind::REROLL_ALL => {
                self.pay_for_clown_out();
                self.state.ride.started_over = true;
                self.discard(argument);
                // ES-34: rolls all dice, also Clowns, except a locked die (ES-60).
                self.roll_again(&self.dice(|die| !die.locked))
            }
            _ => {
                // Takes two tokens, and leaves the Bulls to the next player (ES-33).
                let pays = self.effects().into_iter().filter_map(|effect| match effect {
                    Effect::ClownOut(tokens) => Some(tokens),
                    _ => None,
                });
                let tokens = pays.max().unwrap_or(CLOWN_OUT_TOKENS);
                self.give_tokens(self.me(), tokens.into());
                self.pay_for_clown_out();
                Next::End(Outcome::ClownOut, 0)
            }
        }
    }

    /// Decides on three Clowns on a later roll (ES-18, ES-35, ES-Q2, ES-Q4).
    fn bucked_off(&mut self) -> Next {
        let me = self.me();
        let mut legal = vec![Action::new(kind::FALL, 0)];
        legal.extend(self.retrievals(kind::BUCKED_OFF_RETRIEVE));
        if self.able(me, Ability::Comeback).is_some() {
            legal.push(Action::new(kind::COMEBACK, 0));
        }
        legal.extend(self.declarations(kind::BUCKED_OFF_DECLARE));
        let chosen = self.ask(me, point::BUCKED_OFF, legal);
        let argument = usize::from(chosen.argument());
        match chosen.kind() {
            kind::BUCKED_OFF_RETRIEVE => self.retrieve(argument),
            kind::BUCKED_OFF_DECLARE => self.declare(argument),
            kind::COMEBACK => {
                self.spend_use(me);
                self.roll_again(&self.showing(Face::Clown))
            }
            _ => self.fall(),
        }
    }

    /// Decides on a roll of at most two Clowns, or on any roll once the Clown Buckle is declared
    /// (ES-13, ES-26, ES-45, ES-48, ES-55, ES-Q25, ES-Q45).
    fn act(&mut self) -> Next {
        let ride = &self.state.ride;
        let mut legal = Vec::new();
        if ride.declared.is_none() && self.may_ride_another() {
            let bulls = self.state.line_up.iter().filter(|bull| self.rideable(**bull));
            legal.extend(bulls.map(|bull| action(kind::RIDE, *bull)));
        }
        if ride.ridden.is_empty() {
            let buckles = self.state.open_buckles.iter().filter(|buckle| self.in_reach(**buckle));
            legal.extend(buckles.map(|buckle| action(kind::BUCKLE, *buckle)));
        }
        let stop = match (ride.ridden.is_empty(), self.clowns() < TOO_MANY) {
            (false, _) => kind::FINISH,
            (true, true) => kind::DISMOUNT,
            (true, false) => kind::GIVE_UP,
        };
        legal.push(Action::new(stop, 0));
        if self.may_reroll() {
            legal.push(Action::new(kind::REROLL, 0));
        }
        legal.extend(self.retrievals(kind::RETRIEVE));
        legal.extend(self.declarations(kind::DECLARE));
        let chosen = self.ask(self.me(), point::ACT, legal);
        let argument = usize::from(chosen.argument());
        match chosen.kind() {
            kind::RIDE => self.ride_bull(argument),
            kind::BUCKLE => {
                self.take_buckle(argument);
                Next::End(Outcome::Buckle, 0)
            }
            kind::FINISH => self.finish_ride(),
            kind::DISMOUNT => self.dismount(),
            kind::REROLL => self.reroll(),
            kind::RETRIEVE => self.retrieve(argument),
            kind::DECLARE => self.declare(argument),
            _ => self.fall(),
        }
    }

    fn declare(&mut self, buckle: usize) -> Next {
        self.state.ride.declared = Some(buckle);
        Next::Again
    }

    /// The numbers of Clowns that may be retrieved (ES-27, ES-Q3); of three or more, at least all
    /// but two (ES-Q2, ES-Q5).
    fn retrievals(&self, kind: u8) -> Vec<Action> {
        let (clowns, each) = (self.clowns(), self.clowns_per_token());
        let paid = |count: &usize| count.div_ceil(each) <= self.tokens(self.me()) as usize;
        let least = clowns.max(TOO_MANY) - (TOO_MANY - 1);
        (least..=clowns).filter(paid).map(|count| action(kind, count)).collect()
    }

    /// Retrieves Clowns one at a time; of equal dice the last is offered.
    fn retrieve(&mut self, count: usize) -> Next {
        let me = self.me();
        self.pay_tokens(me, count.div_ceil(self.clowns_per_token()) as u32);
        let mut retrieved = Set::new();
        for _ in 0..count {
            let clowns = self.showing(Face::Clown);
            let last =
                |die: &&usize| !clowns.range(**die + 1..).any(|other| self.alike(**die, *other));
            // The arguments of this choice count from the last die.
            let legal = clowns.iter().filter(last).map(|die| action(0, 7 - die)).collect();
            let die = 7 - usize::from(self.ask(me, point::RETRIEVE_DIE, legal).argument());
            self.state.ride.dice[die].face = Face::Blank;
            retrieved.insert(die);
        }
        for die in retrieved {
            self.state.ride.dice[die].retrieved = true;
        }
        Next::Again
    }

    /// Whether the dice show the moves of a Bull (ES-8, ES-14).
    fn rideable(&self, bull: usize) -> bool {
        let moves = self.edition.bulls[bull].moves.map(usize::from);
        Face::MOVES.iter().zip(moves).all(|(face, needed)| self.showing(*face).len() >= needed)
    }

    /// The dice that a reroll must roll, and those that it may roll: no Clowns, no locked dice, and
    /// no dice used on a first Bull (ES-24, ES-55, ES-60).
    fn free_dice(&self) -> [Set; 2] {
        let free = |die: &Die| !die.locked && !die.used;
        let blanks = self.dice(|die| free(die) && die.face == Face::Blank);
        [blanks, self.dice(|die| free(die) && die.face.is_move())]
    }

    /// Chooses the dice of a reroll: all `forced` ones and those of `free` that are not kept, at
    /// least one in total (ES-Q17).
    pub(crate) fn dice_to_roll(&mut self, forced: &Set, free: &Set) -> Set {
        let mask = |dice: &Set| dice.iter().fold(0_u8, |mask, die| mask | 1 << die);
        let (forced, free) = (mask(forced), mask(free));
        let rolled = |kept: u8| forced | free & !kept;
        let kept = (0..=u8::MAX).filter(|kept| kept & !free == 0 && rolled(*kept) != 0);
        let legal = kept.map(|kept| Action::new(0, kept)).collect();
        let rolled = rolled(self.ask(self.me(), point::KEEP_DICE, legal).argument());
        (0..8).filter(|die| rolled >> die & 1 == 1).collect()
    }

    /// The payments for a reroll (ES-22, ES-23, ES-48, ES-61).
    fn payments(&self) -> Vec<Action> {
        let me = self.me();
        let mut payments = Vec::new();
        let free = self.effects().contains(&Effect::FreeReroll);
        if free && !self.state.ride.buckle_reroll_spent {
            payments.push(Action::new(kind::PAY_FREE, 0));
        }
        if self.state.line_up.len() > 1 {
            payments.extend(self.state.line_up.iter().map(|bull| action(kind::PAY_BULL, *bull)));
        }
        if self.tokens(me) > 0 && self.state.ride.declared.is_none() {
            payments.push(Action::new(kind::PAY_TOKEN, 0));
        }
        if self.able(me, Ability::FreeReroll).is_some() {
            payments.push(Action::new(kind::PAY_ABILITY, 0));
        }
        payments
    }

    fn may_reroll(&self) -> bool {
        let ride = &self.state.ride;
        let too_late = ride.declared.is_some() && ride.rolls >= LAST_CLOWN_ROLL;
        let something = self.free_dice().iter().any(|dice| !dice.is_empty());
        !too_late && something && !self.payments().is_empty()
    }

    /// Chooses the dice of a reroll and its payment.
    fn reroll(&mut self) -> Next {
        let me = self.me();
        let aimed_at = self.table.aimed_at().map(|bull| action(kind::PAY_BULL, bull));
        let [forced, free] = self.free_dice();
        let dice = self.dice_to_roll(&forced, &free);
        let mut payments = self.payments();
        payments.retain(|payment| Some(*payment) != aimed_at);
        let payment = self.ask(me, point::PAY, payments);
        match payment.kind() {
            kind::PAY_FREE => self.state.ride.buckle_reroll_spent = true,
            kind::PAY_BULL => self.discard(payment.argument().into()),
            kind::PAY_TOKEN => self.pay_tokens(me, 1),
            _ => self.spend_use(me),
        }
        self.roll_again(&dice)
    }

    /// Makes the next roll of the turn, after the bets that precede it.
    fn roll_again(&mut self, dice: &Set) -> Next {
        self.bets_before_roll();
        self.roll(dice);
        self.state.ride.rolls += 1;
        Next::Rolled
    }

    /// Moves a Bull of the line-up to the discards.
    pub(crate) fn discard(&mut self, bull: usize) {
        take(&mut self.state.line_up, bull);
        self.state.discards.insert(bull);
    }

    /// Moves a Bull of the line-up to the Rider.
    pub(crate) fn take_bull(&mut self, bull: usize) {
        let me = self.me();
        take(&mut self.state.line_up, bull);
        self.state.seats[me].bulls.insert(bull);
        self.state.ride.ridden.push(bull);
    }

    /// Rides a Bull. A Rider who may ride a second one, if a Bull is left, sets aside the dice of
    /// the first Bull; of equal dice the first (ES-55).
    fn ride_bull(&mut self, bull: usize) -> Next {
        self.take_bull(bull);
        let two = self.able(self.me(), Ability::TwoBulls).is_some()
            && self.state.ride.ridden.len() == 1
            && !self.state.line_up.is_empty()
            && self.may_ride_another();
        if !two {
            return self.finish_ride();
        }
        for (place, face) in Face::MOVES.into_iter().enumerate() {
            let needed = usize::from(self.edition.bulls[bull].moves[place]);
            for die in self.showing(face).into_iter().take(needed) {
                self.state.ride.dice[die].used = true;
            }
        }
        Next::Again
    }

    /// Pays the bonus of a ride: a token for each move that no Bull of the turn needs (ES-15,
    /// ES-55, ES-Q14). A second Bull reuses the dice of the first as far as possible.
    fn finish_ride(&mut self) -> Next {
        let ridden = &self.state.ride.ridden;
        let needed = |place: usize| {
            let moves = ridden.iter().map(|bull| self.edition.bulls[*bull].moves[place]);
            moves.max().map_or(0, u32::from)
        };
        let needed: u32 = (0..3).map(needed).sum();
        let highest = self.highest(ridden);
        self.give_tokens(self.me(), self.moves_lying() - needed);
        Next::End(Outcome::Ride, highest)
    }

    /// Pays a token for every two moves, plus tokens by abilities and Buckles (ES-20, ES-53).
    fn dismount(&mut self) -> Next {
        let me = self.me();
        let mut tokens = self.moves_lying() / 2;
        if let Some(able) = self.able(me, Ability::ClownsPay) {
            let clowns = self.dice(|die| die.retrieved || die.face == Face::Clown);
            tokens += able.number * clowns.len() as u32;
        }
        for effect in self.effects() {
            if let Effect::Dismount(more) = effect {
                tokens += u32::from(more);
            }
        }
        let earned = self.give_tokens(me, tokens);
        for seat in self.others() {
            let gus = self.able(seat, Ability::DismountShare);
            if let Some(able) = gus.filter(|able| earned >= able.limit) {
                let passed = able.number.min(self.tokens(me));
                self.state.seats[me].tokens -= passed;
                self.state.seats[seat].tokens += passed;
            }
        }
        Next::End(Outcome::Dismount, earned.into())
    }

    /// Ends the turn without points (ES-18). The first of two Bulls is kept, because it was taken
    /// when ridden (ES-14).
    fn fall(&mut self) -> Next {
        // ES-35 calls this a second Clown Out.
        if self.state.ride.started_over && self.state.ride.rolls == 2 {
            self.pay_for_clown_out();
        }
        if let Some(able) = self.able(self.me(), Ability::BuckedOffPays) {
            self.give_tokens(self.me(), able.number);
        }
        match self.state.ride.ridden.is_empty() {
            true => Next::End(Outcome::BuckedOff, self.highest(&self.state.line_up)),
            false => Next::End(Outcome::Ride, self.highest(&self.state.ride.ridden)),
        }
    }

    /// Ruth: is paid for a Clown Out that was not averted (ES-Q5).
    fn pay_for_clown_out(&mut self) {
        for seat in self.others() {
            if let Some(able) = self.able(seat, Ability::ClownOutPays) {
                self.give_tokens(seat, able.number);
            }
        }
    }
}
