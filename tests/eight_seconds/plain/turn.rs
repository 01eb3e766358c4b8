//! A turn from the deal to its end, and the game around it (ES-9 to ES-41).

use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::{Ability, Effect};
use pushluck::games::eight_seconds::rules::Length;

use super::riders::subsets;
use super::state::{Die, Referee, Ride, take};
use super::table::{Action, Deck, Payment, Point, Table};

/// Clowns that end a turn (ES-18).
const TOO_MANY: usize = 3;
/// Bulls dealt to a turn (ES-9).
const LINE_UP: usize = 3;
/// Tokens of a Clown Out (ES-33).
const CLOWN_OUT_TOKENS: u32 = 2;

/// How a turn ended, with what its bets are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The points of the higher Bull, where two were ridden (ES-Q33).
    Rode { highest: u32 },
    /// The points of the highest Bull left (ES-Q32).
    BuckedOff { highest_left: u32 },
    /// The tokens earned.
    Dismounted { tokens: u32 },
    /// Took the tokens of a Clown Out.
    ClownedOut,
    /// Took a Golden Buckle.
    Buckled,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameOver {
    /// By its rules.
    Finished,
    /// There was no Bull to ride any more (ES-Q12, ES-Q13).
    NoBulls,
    /// Every player had the most turns allowed (ES-Q41).
    TooLong,
}

impl Referee {
    /// A whole game, the first player being seat 0.
    pub(crate) fn play(&mut self, table: &mut dyn Table) -> GameOver {
        self.deal_riders(table);
        self.lay_out_buckles(table);
        let mut turns_left: Option<usize> = None;
        for turn in 0.. {
            let seat = turn % self.players;
            if turn / self.players >= self.rules.max_turns as usize {
                return GameOver::TooLong;
            }
            if self.turn(table, seat).is_none() {
                return GameOver::NoBulls;
            }
            self.check_conserved();
            turns_left = match turns_left {
                Some(turns) => Some(turns - 1),
                None if !self.triggers_end(seat) => None,
                // ES-Q41: the round is played to its end.
                None if self.rules.length == Length::Equal => Some(self.players - 1 - seat),
                // ES-36, ES-Q19
                None => Some(self.players - 1),
            };
            if turns_left == Some(0) {
                return GameOver::Finished;
            }
        }
        unreachable!("turns are counted without end")
    }

    /// Whether a player has what brings the end; never alone (ES-Q13).
    fn triggers_end(&self, seat: usize) -> bool {
        let held = &self.state.seats[seat];
        self.players > 1
            && held.bulls.len() >= self.rules.bulls.into()
            && (self.rules.length != Length::Buckle || !held.buckles.is_empty())
    }

    /// Three Bulls and a Buckle: no fourth Bull (ES-Q41).
    pub(crate) fn may_ride_another(&self) -> bool {
        let ridden = self.state.seats[self.me()].bulls.len();
        !(self.rules.length == Length::Buckle && ridden >= self.rules.bulls.into())
    }

    /// One turn; `None` if there is no Bull to ride.
    pub(crate) fn turn(&mut self, table: &mut dyn Table, seat: usize) -> Option<Ending> {
        self.state.ride = Ride { rider: seat, ..Ride::default() };
        self.line_up(table);
        if self.state.line_up.is_empty() {
            return None;
        }
        self.discard_their_bull(table);
        self.buy_bulls(table);
        self.first_bets(table);
        let ending = match self.ride_unrolled(table) {
            Some(bull) => Ending::Rode { highest: self.points_of(bull) },
            None => self.play_dice(table),
        };
        if self.rules.vegas.is_some() {
            self.settle_bets(table, &ending);
        }
        self.state.paid_early.clear();
        if ending == Ending::ClownedOut {
            self.state.left_over = true;
        } else {
            // ES-Q11
            let left = std::mem::take(&mut self.state.line_up);
            self.state.discards.extend(left);
        }
        self.check_conserved();
        table.turn_over(self, &ending);
        Some(ending)
    }

    /// Deals the line-up, or takes over what a Clown Out left (ES-9, ES-33, ES-Q10).
    fn line_up(&mut self, table: &mut dyn Table) {
        if self.state.left_over {
            self.state.left_over = false;
            let legal = |_: &Referee| vec![Action::UseLineUp, Action::DrawAnew];
            let choice = self.ask(table, self.me(), Point::Inherited, legal);
            if choice == Action::UseLineUp {
                return;
            }
            let left = std::mem::take(&mut self.state.line_up);
            self.state.discards.extend(left);
        }
        let more = |effect: &Effect| match effect {
            Effect::MoreBulls(bulls) => Some(usize::from(*bulls)),
            _ => None,
        };
        let wanted = self.effects(self.me()).iter().filter_map(more).max().unwrap_or(LINE_UP);
        for _ in 0..wanted {
            self.add_bull(table);
        }
    }

    /// Whether a Bull can still be dealt.
    fn bulls_to_deal(&self) -> bool {
        let again = self.players > 1 && !self.state.discards.is_empty();
        !self.state.deck.is_empty() || again
    }

    /// Deals one Bull; the discards become the new deck when it is empty, though not alone
    /// (ES-10, ES-Q12).
    fn add_bull(&mut self, table: &mut dyn Table) {
        if !self.bulls_to_deal() {
            return;
        }
        if self.state.deck.is_empty() {
            self.state.deck = std::mem::take(&mut self.state.discards);
            self.state.deck.sort_unstable();
        }
        let bull = self.draw(table, Deck::Bulls);
        self.state.line_up.push(bull);
    }

    /// Tokens for more Bulls, before the first roll only (ES-11, ES-58).
    fn buy_bulls(&mut self, table: &mut dyn Table) {
        let me = self.me();
        let bulls = self.able(me, Ability::MoreBulls).map_or(1, |able| able.number);
        loop {
            let action = self.ask(table, me, Point::BuyBulls, |r| {
                let mut legal = vec![Action::Pass];
                if r.tokens(me) > 0 && r.bulls_to_deal() {
                    legal.push(Action::BuyBulls);
                }
                legal
            });
            if action == Action::Pass {
                return;
            }
            self.pay_tokens(me, 1);
            for _ in 0..bulls {
                self.add_bull(table);
            }
        }
    }

    /// Throws some of the dice, whose faces the table vouches for; the others lie as they are.
    pub(crate) fn roll(&mut self, table: &mut dyn Table, dice: &[usize]) {
        self.trades_now(table);
        for die in dice {
            let face = table.face(*die);
            let lying = &mut self.state.ride.dice[*die];
            assert!(!lying.locked && !lying.used, "a locked or used die is not rolled");
            lying.face = face;
            lying.retrieved = false;
        }
        self.state.ride.changed = false;
        self.state.ride.averting = false;
    }

    pub(crate) fn clowns(&self) -> usize {
        self.state.ride.dice.iter().filter(|die| die.face == Face::Clown).count()
    }

    fn count(&self, face: Face) -> usize {
        self.state.ride.dice.iter().filter(|die| die.face == face).count()
    }

    fn moves_lying(&self) -> u32 {
        self.state.ride.dice.iter().filter(|die| die.face.is_move()).count() as u32
    }

    fn play_dice(&mut self, table: &mut dyn Table) -> Ending {
        let all: Vec<usize> = (0..self.edition.dice.len()).collect();
        let blank = Die { face: Face::Blank, retrieved: false, locked: false, used: false };
        self.state.ride.dice = vec![blank; all.len()];
        self.roll(table, &all);
        self.state.ride.rolls = 1;
        self.free_first_reroll(table);
        loop {
            self.change_their_die(table);
            // Decisions on this roll, until it is rolled again or the turn ends.
            loop {
                self.note_clown_out(table);
                if let Some(next) = self.decide(table) {
                    match next {
                        Next::End(ending) => return ending,
                        Next::Rolled => break,
                    }
                }
            }
        }
    }

    /// Three Clowns on the first roll, whoever brought them there and whatever becomes of them, are
    /// a Clown Out that pays (ES-31, ES-Q28).
    fn note_clown_out(&mut self, table: &mut dyn Table) {
        let ride = &self.state.ride;
        if ride.rolls == 1 && !ride.clowned_out && self.clowns() >= TOO_MANY {
            self.state.ride.clowned_out = true;
            if self.rules.vegas.is_some() {
                self.pay_clown_out(table);
            }
        }
    }

    /// One decision on the roll that lies there: what it leads to, or `None` to decide on.
    fn decide(&mut self, table: &mut dyn Table) -> Option<Next> {
        let me = self.me();
        let too_many = self.clowns() >= TOO_MANY && !self.state.ride.declared;
        let point = match (too_many, self.state.ride.rolls, self.state.ride.ridden.is_empty()) {
            (true, 1, true) => Point::ClownOut,
            (true, ..) => Point::BuckedOff,
            (false, _, true) => Point::AfterRoll,
            (false, _, false) => Point::AfterRide,
        };
        let action = self.ask(table, me, point, |r| match point {
            Point::ClownOut => r.clown_out_actions(),
            Point::BuckedOff => r.bucked_off_actions(),
            _ => r.roll_actions(),
        });
        match action {
            Action::TakeTokens => {
                let ending = self.take_clown_out_tokens();
                self.clown_out_stands();
                return Some(Next::End(ending));
            }
            Action::DiscardHighest(bull) => {
                self.clown_out_stands();
                self.state.ride.started_over = true;
                self.discard(bull);
                self.bets_before_roll(table);
                // ES-34: all dice, Clowns too; only a locked one stays what it is (ES-60).
                let dice = self.state.ride.dice.iter().enumerate();
                let dice: Vec<_> = dice.filter(|(_, die)| !die.locked).map(|(n, _)| n).collect();
                return Some(self.next_roll(table, &dice));
            }
            Action::GetBuckedOff => return Some(Next::End(self.get_bucked_off())),
            Action::Comeback => {
                self.spend_use(me);
                self.bets_before_roll(table);
                let dice = self.state.ride.dice.iter().enumerate();
                let clowns = dice.filter(|(_, die)| die.face == Face::Clown);
                let dice: Vec<_> = clowns.map(|(place, _)| place).collect();
                return Some(self.next_roll(table, &dice));
            }
            Action::Retrieve(dice) => {
                self.pay_tokens(me, 1);
                for die in dice {
                    let lying = &mut self.state.ride.dice[die];
                    assert_eq!(lying.face, Face::Clown);
                    lying.face = Face::Blank;
                    lying.retrieved = true;
                }
                self.state.ride.averting = self.clowns() >= TOO_MANY;
            }
            Action::Declare => self.state.ride.declared = true,
            Action::Change { .. } | Action::Lock { .. } => self.change_own(&action),
            Action::Ride(bull) => {
                self.ride_bull(table, bull);
                if !self.may_ride_on() {
                    return Some(Next::End(self.finish_ride()));
                }
            }
            Action::Stop => return Some(Next::End(self.finish_ride())),
            Action::TakeBuckle { buckle, wild } => {
                self.take_buckle(table, buckle, wild);
                return Some(Next::End(Ending::Buckled));
            }
            Action::Dismount => return Some(Next::End(self.dismount())),
            Action::Reroll => {
                let dice = self.pay_for_reroll(table);
                return Some(self.next_roll(table, &dice));
            }
            other => panic!("{other:?} after a roll"),
        }
        None
    }

    fn next_roll(&mut self, table: &mut dyn Table, dice: &[usize]) -> Next {
        self.roll(table, dice);
        self.state.ride.rolls += 1;
        Next::Rolled
    }

    /// What may be done about a first-roll Clown Out (ES-31 to ES-34, ES-Q5, ES-Q7, ES-Q8,
    /// ES-Q24).
    fn clown_out_actions(&self) -> Vec<Action> {
        if self.state.ride.averting {
            return self.retrievals();
        }
        let mut legal = vec![Action::TakeTokens];
        if self.state.line_up.len() > 1 {
            let highest = self.state.line_up.iter().map(|bull| self.points_of(*bull)).max();
            let bulls = self.state.line_up.iter();
            let bulls = bulls.filter(|bull| Some(self.points_of(**bull)) == highest);
            legal.extend(bulls.map(|bull| Action::DiscardHighest(*bull)));
        }
        legal.extend(self.retrievals());
        if self.may_declare() {
            legal.push(Action::Declare);
        }
        legal.extend(self.own_changes());
        legal
    }

    /// What may be done about three Clowns on a later roll (ES-18, ES-35, ES-Q2, ES-Q4).
    fn bucked_off_actions(&self) -> Vec<Action> {
        if self.state.ride.averting {
            return self.retrievals();
        }
        let mut legal = vec![Action::GetBuckedOff];
        legal.extend(self.retrievals());
        if self.able(self.me(), Ability::Comeback).is_some() {
            legal.push(Action::Comeback);
        }
        if self.may_declare() {
            legal.push(Action::Declare);
        }
        legal.extend(self.own_changes());
        legal
    }

    /// What may be done with a roll of at most two Clowns, and with any roll once the Clown Buckle
    /// is declared (ES-13, ES-26, ES-48, ES-55, ES-Q25, ES-Q45).
    fn roll_actions(&self) -> Vec<Action> {
        if self.state.ride.averting {
            return self.retrievals();
        }
        let mut legal = Vec::new();
        let riding = !self.state.ride.ridden.is_empty();
        if !self.state.ride.declared && self.may_ride_another() {
            let bulls = self.state.line_up.iter().filter(|bull| self.rideable(**bull));
            legal.extend(bulls.map(|bull| Action::Ride(*bull)));
        }
        // ES-45: a Buckle ends the turn as a ride does; after a ride it is too late.
        if !riding {
            legal.extend(self.buckles_in_reach());
        }
        if riding {
            legal.push(Action::Stop);
        } else if self.clowns() < TOO_MANY {
            legal.push(Action::Dismount);
        } else {
            legal.push(Action::GetBuckedOff);
        }
        if self.may_reroll() {
            legal.push(Action::Reroll);
        }
        legal.extend(self.retrievals());
        if self.may_declare() {
            legal.push(Action::Declare);
        }
        legal.extend(self.own_changes());
        legal
    }

    /// The Clowns that one token may retrieve now (ES-27, ES-Q3). With three or more, only where
    /// the tokens last until two are left (ES-Q2).
    fn retrievals(&self) -> Vec<Action> {
        let (tokens, each) = (self.tokens(self.me()) as usize, self.clowns_per_token());
        let needed = (self.clowns().saturating_sub(TOO_MANY - 1)).div_ceil(each).max(1);
        if tokens < needed {
            return Vec::new();
        }
        let dice = self.state.ride.dice.iter().enumerate();
        let clowns = dice.filter(|(_, die)| die.face == Face::Clown).map(|(place, _)| place);
        let sets = subsets(&clowns.collect::<Vec<_>>()).into_iter();
        sets.filter(|set| (1..=each).contains(&set.len())).map(Action::Retrieve).collect()
    }

    /// Whether the dice show the moves of a Bull (ES-8, ES-14).
    fn rideable(&self, bull: usize) -> bool {
        let moves = self.edition.bulls[bull].moves.map(usize::from);
        Face::MOVES.iter().zip(moves).all(|(face, needed)| self.count(*face) >= needed)
    }

    /// Dice that a reroll may take up: no Clown, no locked die, none used on a first Bull (ES-24,
    /// ES-55, ES-60).
    fn free_dice(&self) -> Vec<usize> {
        let dice = self.state.ride.dice.iter().enumerate();
        let free = dice.filter(|(_, die)| die.face != Face::Clown && !die.locked && !die.used);
        free.map(|(place, _)| place).collect()
    }

    /// Every set of dice that a reroll may take up: at least one die and every Blank (ES-24,
    /// ES-Q17).
    pub(crate) fn rerolls(&self) -> Vec<Vec<usize>> {
        let blank = |die: &usize| self.state.ride.dice[*die].face == Face::Blank;
        let (blanks, others): (Vec<usize>, Vec<usize>) =
            self.free_dice().into_iter().partition(|die| blank(die));
        let mut sets = Vec::new();
        for set in subsets(&others) {
            let mut dice = [&blanks[..], &set].concat();
            dice.sort_unstable();
            if !dice.is_empty() {
                sets.push(dice);
            }
        }
        sets
    }

    /// What a reroll may be paid with (ES-22, ES-23, ES-48, ES-61).
    pub(crate) fn payments(&self) -> Vec<Payment> {
        let me = self.me();
        let mut payments = Vec::new();
        let free = self.effects(me).contains(&Effect::FreeReroll);
        if free && !self.state.ride.buckle_reroll_spent {
            payments.push(Payment::Buckle);
        }
        if self.state.line_up.len() > 1 {
            payments.extend(self.state.line_up.iter().map(|bull| Payment::GiveUp(*bull)));
        }
        if self.tokens(me) > 0 && !self.state.ride.declared {
            payments.push(Payment::Token);
        }
        if self.able(me, Ability::FreeReroll).is_some() {
            payments.push(Payment::Ability);
        }
        payments
    }

    fn may_reroll(&self) -> bool {
        let too_late =
            self.state.ride.declared && self.state.ride.rolls >= super::buckles::LAST_CLOWN_ROLL;
        !too_late && !self.free_dice().is_empty() && !self.payments().is_empty()
    }

    /// Asks how a reroll is paid for and which dice it takes up, and takes the second bets.
    fn pay_for_reroll(&mut self, table: &mut dyn Table) -> Vec<usize> {
        let me = self.me();
        let sets = |r: &Referee| r.rerolls().into_iter().map(Action::Roll).collect();
        let dice = self.ask(table, me, Point::Dice, sets);
        let payments = |r: &Referee| r.payments().into_iter().map(Action::Pay).collect();
        let payment = self.ask(table, me, Point::Payment, payments);
        match payment {
            Action::Pay(Payment::GiveUp(bull)) => self.discard(bull),
            Action::Pay(Payment::Token) => self.pay_tokens(me, 1),
            Action::Pay(Payment::Ability) => self.spend_use(me),
            Action::Pay(Payment::Buckle) => self.state.ride.buckle_reroll_spent = true,
            other => panic!("{other:?} is no payment"),
        }
        self.bets_before_roll(table);
        let Action::Roll(dice) = dice else { unreachable!("{dice:?}") };
        dice
    }

    /// A Bull of the line-up goes to the discards.
    pub(crate) fn discard(&mut self, bull: usize) {
        let bull = take(&mut self.state.line_up, &bull);
        self.state.discards.push(bull);
    }

    /// A Bull of the line-up goes to the Rider.
    pub(crate) fn take_bull(&mut self, bull: usize) {
        let bull = take(&mut self.state.line_up, &bull);
        let me = self.me();
        self.state.seats[me].bulls.push(bull);
        self.state.ride.ridden.push(bull);
    }

    /// Rides a Bull. Whoever may ride a second one lays the dice of the first aside (ES-55).
    fn ride_bull(&mut self, table: &mut dyn Table, bull: usize) {
        self.take_bull(bull);
        if !self.may_ride_on() {
            return;
        }
        let moves = self.edition.bulls[bull].moves.map(usize::from);
        let used = self.ask(table, self.me(), Point::UsedDice, |r| {
            let all: Vec<usize> = (0..r.state.ride.dice.len()).collect();
            let exact = |dice: &Vec<usize>| {
                let row = &r.state.ride.dice;
                let shown = |face| dice.iter().filter(move |die| row[**die].face == face);
                dice.len() == moves.iter().sum::<usize>()
                    && (0..3).all(|n| shown(Face::MOVES[n]).count() == moves[n])
            };
            subsets(&all).into_iter().filter(exact).map(Action::Use).collect()
        });
        let Action::Use(dice) = used else { unreachable!("{used:?}") };
        for die in dice {
            self.state.ride.dice[die].used = true;
        }
    }

    /// Whether a second Bull may follow the one just ridden. With no Bull left to ride the turn is
    /// over for whoever may ride two as well.
    fn may_ride_on(&self) -> bool {
        self.able(self.me(), Ability::TwoBulls).is_some()
            && self.state.ride.ridden.len() == 1
            && !self.state.line_up.is_empty()
            && self.may_ride_another()
    }

    /// The bonus of a ride: a token for each move that no Bull of the turn needs (ES-15, ES-55,
    /// ES-Q14). A second Bull is ridden with the dice of the first as far as they go.
    fn finish_ride(&mut self) -> Ending {
        let ridden = self.state.ride.ridden.clone();
        let bull = |bull: usize| self.edition.bulls[bull].moves.map(usize::from);
        let used = self.state.ride.dice.iter().any(|die| die.used);
        let mut needed = 0;
        for (place, face) in Face::MOVES.into_iter().enumerate() {
            let dice = self.state.ride.dice.iter();
            let laid_aside = dice.filter(|die| die.used && die.face == face).count();
            let last = bull(*ridden.last().expect("a Bull"))[place];
            needed += match (used, ridden.len()) {
                (false, _) => last,
                (true, 1) => laid_aside,
                (true, _) => laid_aside + last.saturating_sub(laid_aside),
            };
        }
        let me = self.me();
        self.give_tokens(me, self.moves_lying() - needed as u32);
        Ending::Rode { highest: self.highest(&ridden) }
    }

    fn highest(&self, bulls: &[usize]) -> u32 {
        bulls.iter().map(|bull| self.points_of(*bull)).max().unwrap_or(0)
    }

    /// A token for every two moves, and what abilities and Buckles add (ES-20, ES-53).
    fn dismount(&mut self) -> Ending {
        let me = self.me();
        let mut tokens = self.moves_lying() / 2;
        if let Some(able) = self.able(me, Ability::ClownsPay) {
            let retrieved = self.state.ride.dice.iter().filter(|die| die.retrieved).count();
            tokens += able.number * (self.clowns() + retrieved) as u32;
        }
        for effect in self.effects(me) {
            if let Effect::Dismount(more) = effect {
                tokens += u32::from(more);
            }
        }
        let earned = self.give_tokens(me, tokens);
        for seat in self.others(me) {
            let gus = self.able(seat, Ability::DismountShare);
            if let Some(able) = gus.filter(|able| earned >= able.limit) {
                let passed = able.number.min(self.tokens(me));
                self.state.seats[me].tokens -= passed;
                self.state.seats[seat].tokens += passed;
            }
        }
        Ending::Dismounted { tokens: earned }
    }

    /// The turn ends without points (ES-18). A first Bull of two stays ridden: it was taken when it
    /// was ridden (ES-14).
    fn get_bucked_off(&mut self) -> Ending {
        let me = self.me();
        // ES-35 calls it a second Clown Out.
        if self.state.ride.started_over && self.state.ride.rolls == 2 {
            self.clown_out_stands();
        }
        if let Some(able) = self.able(me, Ability::BuckedOffPays) {
            self.give_tokens(me, able.number);
        }
        match self.state.ride.ridden.is_empty() {
            true => Ending::BuckedOff { highest_left: self.highest(&self.state.line_up) },
            false => Ending::Rode { highest: self.highest(&self.state.ride.ridden) },
        }
    }

    /// Ruth: a Clown Out that was not averted (ES-Q5).
    fn clown_out_stands(&mut self) {
        for seat in self.others(self.me()) {
            if let Some(able) = self.able(seat, Ability::ClownOutPays) {
                self.give_tokens(seat, able.number);
            }
        }
    }

    /// Two tokens, and the Bulls stay for the next player (ES-33).
    fn take_clown_out_tokens(&mut self) -> Ending {
        let me = self.me();
        let pay = |effect: &Effect| match effect {
            Effect::ClownOut(tokens) => Some(u32::from(*tokens)),
            _ => None,
        };
        let tokens = self.effects(me).iter().filter_map(pay).max().unwrap_or(CLOWN_OUT_TOKENS);
        self.give_tokens(me, tokens);
        Ending::ClownedOut
    }
}

enum Next {
    End(Ending),
    Rolled,
}
