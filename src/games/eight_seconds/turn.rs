//! One turn: the line-up, the first roll, and what the Rider does with it (ES-9 to ES-35).

use super::cards::each;
use super::decision::Action;
use super::dice::{Counts, DiceMask, Face, highest, lowest};
use super::edition::{Ability, Effect};
use super::event::{Event, Outcome, Watch, Why};
use super::luck::Dealer;
use super::play::{Game, Play};
use super::rules::Length;
use super::state::{NONE, State, Turn};
use super::vocabulary::{kind, point};

/// What a Clown Out pays (ES-33).
const CLOWN_OUT_TOKENS: u8 = 2;

/// Bulls in a line-up (ES-9).
const LINE_UP: u8 = 3;

/// The last roll that can still bring the Buckle of Clowns (ES-47).
const LAST_CLOWN_ROLL: u8 = 3;

impl Game {
    /// The dice that a Bull is ridden with as they lie: of equal ones those best kept.
    #[must_use]
    pub fn dice_for(&self, turn: &Turn, bull: u8) -> DiceMask {
        used_dice(turn, self.needs[usize::from(bull)])
    }

    /// The extra tokens of riding a Bull with the dice as they lie: one for each die that shows a
    /// move and is not used, on either of two Bulls (ES-15, ES-55).
    #[inline]
    pub(super) fn ride_due(&self, state: &State, bull: u8) -> u16 {
        let needs = self.needs[usize::from(bull)];
        let used = if state.turn.rode() { needs.max(state.turn.used_moves) } else { needs };
        u16::from(state.turn.dice.counts().moves().saturating_sub(used.moves()))
    }

    /// The extra tokens of ending the turn after the first of two Bulls.
    pub(super) fn finish_due(&self, state: &State) -> u16 {
        let moves = state.turn.dice.counts().moves();
        moves.saturating_sub(state.turn.used_moves.moves()).into()
    }

    /// The tokens of a Dismount: one for every two moves (ES-20), those of a Rider who is paid for
    /// Clowns (ES-53) and of Buckles.
    pub(super) fn dismount_due(&self, state: &State) -> u16 {
        let seat = state.riding();
        let turn = &state.turn;
        let mut due = u16::from(turn.dice.counts().moves() / 2);
        if let Some(rider) = self.rider(seat)
            && rider.ability == Ability::ClownsPay
        {
            let clowns = turn.dice.showing(Face::Clown) | turn.retrieved;
            due += u16::from(rider.number) * clowns.count_ones() as u16;
        }
        if seat.buckles != 0 {
            for effect in self.effects(seat) {
                if let Effect::Dismount(tokens) = effect {
                    due += u16::from(tokens);
                }
            }
        }
        due
    }

    /// What retrieving so many Clowns costs the Rider (ES-27).
    pub(super) fn retrieve_cost(&self, state: &State, clowns: u8) -> u8 {
        match self.rider(state.riding()) {
            Some(rider) if rider.ability == Ability::RetrieveMore => {
                clowns.div_ceil(rider.number.max(1))
            }
            _ => clowns,
        }
    }

    /// Whether the Rider could roll once more: a die to roll and a way to pay (ES-22 to ES-26).
    pub(super) fn may_reroll(&self, state: &State) -> bool {
        let turn = &state.turn;
        let something = self.forced(state) | self.movable(state) != 0;
        let in_time = !turn.is_declared() || turn.rolls < LAST_CLOWN_ROLL;
        something
            && in_time
            && (state.line_up.count_ones() > 1
                || (state.riding().tokens > 0 && !turn.is_declared())
                || self.rerolls_free(state))
    }

    /// Whether a reroll could cost the Rider nothing.
    pub(super) fn rerolls_free(&self, state: &State) -> bool {
        self.free_by_buckle(state) || self.free_by_ability(state)
    }

    fn free_by_buckle(&self, state: &State) -> bool {
        let seat = state.riding();
        seat.buckles != 0
            && !state.turn.free_used
            && self.effects(seat).any(|effect| effect == Effect::FreeReroll)
    }

    fn free_by_ability(&self, state: &State) -> bool {
        state.riding().uses > 0 && state.rider_has(self, Ability::FreeReroll)
    }
}

/// Where a roll leads.
enum Step {
    /// More dice were rolled.
    Rolled,
    /// Something changed, and the dice still lie there.
    Again,
    /// The turn is over.
    Ends(Outcome),
}

impl<W: Watch, D: Dealer> Play<'_, W, D> {
    /// Plays the turn of the seat whose turn it is; nothing where no Bull can be laid out, which
    /// ends the game (ES-Q12).
    pub(super) fn turn(&mut self) -> Option<Outcome> {
        let seat = self.state.rider;
        self.state.turn = Turn::START;
        self.tell(Event::TurnBegins { seat });
        if !self.lay_out() {
            return None;
        }
        let vegas = self.game.rules.vegas.is_some();
        if self.game.rules.riders {
            self.others_discard();
        }
        if vegas {
            self.sell_tokens(seat);
            self.buy_tokens();
        }
        self.buy_bulls();
        if vegas {
            self.first_bets(false);
        }
        let outcome = match self.ride_unrolled() {
            Some(outcome) => outcome,
            None => self.ride(),
        };
        if vegas {
            self.settle(outcome);
        }
        // The Bulls of a Clown Out stay for the next player (ES-33).
        if outcome != Outcome::ClownOut {
            self.discard(self.state.line_up, Why::TurnOver);
        }
        self.tell(Event::TurnEnds { seat, outcome });
        Some(outcome)
    }

    /// Lays the Bulls out; false where there is none (ES-9, ES-33).
    fn lay_out(&mut self) -> bool {
        let seat = self.state.rider;
        let left = self.state.line_up;
        if left != 0 {
            if !self.ask_whether(seat, point::INHERITED) {
                self.tell(Event::Inherited { bulls: left });
                return true;
            }
            self.discard(left, Why::NotInherited);
        }
        let mut count = LINE_UP;
        let has = &self.state.seats[usize::from(seat)];
        if has.buckles != 0 {
            for effect in self.game.effects(has) {
                if let Effect::MoreBulls(bulls) = effect {
                    count = count.max(bulls);
                }
            }
        }
        for _ in 0..count {
            if !self.deal(false) {
                break;
            }
        }
        self.state.line_up != 0
    }

    /// Before the first roll tokens buy Bulls, one purchase after another (ES-11, ES-58).
    fn buy_bulls(&mut self) {
        let seat = self.state.rider;
        let (cost, bulls) = match self.game.rider(self.state.riding()) {
            Some(rider) if rider.ability == Ability::MoreBulls => (rider.tokens, rider.number),
            _ => (1, 1),
        };
        while self.tokens(seat) >= cost.into()
            && self.can_deal()
            && self.ask_whether(seat, point::BUY_BULL)
        {
            self.spend(seat, cost.into(), Why::BuyBull);
            for _ in 0..bulls {
                self.deal(true);
            }
        }
    }

    /// Rolls and decides until the turn is over.
    fn ride(&mut self) -> Outcome {
        self.take_up_dice();
        self.roll(u8::MAX, false);
        if self.game.rules.riders {
            self.free_first_reroll();
        }
        loop {
            if self.game.rules.riders {
                self.others_change();
            }
            if self.game.rules.vegas.is_some() {
                self.note_clown_out();
                self.buy_tokens();
            }
            loop {
                self.note_clown_out();
                if self.game.rules.riders && self.change_own_die() {
                    continue;
                }
                match self.decide() {
                    Step::Again => {}
                    Step::Rolled => break,
                    Step::Ends(outcome) => return outcome,
                }
            }
        }
    }

    /// Three Clowns on the first roll are a Clown Out, whatever the Rider does about it (ES-31,
    /// ES-78, ES-Q28).
    #[inline]
    fn note_clown_out(&mut self) {
        let turn = &mut self.state.turn;
        if turn.rolls == 1 && !turn.clowned_out && turn.dice.showing(Face::Clown).count_ones() >= 3
        {
            turn.clowned_out = true;
            self.tell(Event::ClownOut);
            if self.game.rules.vegas.is_some() {
                self.pay_clown_out();
            }
        }
    }

    fn decide(&mut self) -> Step {
        let turn = &self.state.turn;
        let clowns = turn.dice.showing(Face::Clown).count_ones() as u8;
        self.list.clear();
        match (clowns >= 3 && !turn.is_declared(), turn.rolls) {
            (true, 1) => self.clown_out(clowns),
            (true, _) => self.bucked_off(clowns),
            (false, _) => self.act(clowns),
        }
    }

    /// Lists the numbers of Clowns that can be retrieved: with three or more at least so many
    /// that two are left (ES-Q2, ES-Q5).
    fn list_retrieves(&mut self, kind: u8, clowns: u8) {
        let tokens = self.tokens(self.state.rider);
        if tokens == 0 {
            return;
        }
        for count in clowns.saturating_sub(2).max(1)..=clowns {
            if u16::from(self.game.retrieve_cost(&self.state, count)) <= tokens {
                self.list.add(kind, count);
            }
        }
    }

    /// Lists the Buckles of Clowns that can be declared (ES-47).
    fn list_declares(&mut self, kind: u8, clowns: u8) {
        let turn = &self.state.turn;
        let open = self.state.open_buckles & self.game.clown_buckles;
        if open == 0 || turn.is_declared() || turn.rode() || turn.rolls > LAST_CLOWN_ROLL {
            return;
        }
        let tokens = self.tokens(self.state.rider);
        let now = clowns == 8 || (clowns == 7 && tokens >= 2);
        if turn.rolls < LAST_CLOWN_ROLL || now {
            for buckle in each(u32::from(open)) {
                self.list.add(kind, buckle);
            }
        }
    }

    /// Three Clowns or more on the first roll (ES-31 to ES-34).
    fn clown_out(&mut self, clowns: u8) -> Step {
        let seat = self.state.rider;
        self.list.add(kind::TAKE_TOKENS, 0);
        if self.state.line_up.count_ones() > 1
            && let Some(top) = self.game.highest(self.state.line_up)
        {
            for bull in self.game.equal_in_points(self.state.line_up, top) {
                self.list.add(kind::REROLL_ALL, bull);
            }
        }
        self.list_retrieves(kind::CLOWN_OUT_RETRIEVE, clowns);
        self.list_declares(kind::CLOWN_OUT_DECLARE, clowns);
        let action = self.ask(seat, point::CLOWN_OUT);
        match action.kind() {
            kind::REROLL_ALL => {
                self.discard(1 << action.argument(), Why::ClownOut);
                self.others_paid_for_clown_out();
                self.state.turn.started_over = true;
                self.bets_before_roll();
                self.roll(!self.state.turn.locked, false);
                Step::Rolled
            }
            kind::CLOWN_OUT_RETRIEVE => self.retrieve(action.argument()),
            kind::CLOWN_OUT_DECLARE => self.declare(action.argument()),
            _ => {
                let has = &self.state.seats[usize::from(seat)];
                let mut due = CLOWN_OUT_TOKENS;
                if has.buckles != 0 {
                    for effect in self.game.effects(has) {
                        if let Effect::ClownOut(tokens) = effect {
                            due = due.max(tokens);
                        }
                    }
                }
                self.take(seat, due.into(), Why::ClownOut);
                self.others_paid_for_clown_out();
                Step::Ends(Outcome::ClownOut)
            }
        }
    }

    /// Three Clowns or more on a later roll (ES-18, ES-35, ES-Q4).
    fn bucked_off(&mut self, clowns: u8) -> Step {
        let seat = self.state.rider;
        self.list.add(kind::FALL, 0);
        self.list_retrieves(kind::BUCKED_OFF_RETRIEVE, clowns);
        if self.state.riding().uses > 0 && self.state.rider_has(self.game, Ability::Comeback) {
            self.list.add(kind::COMEBACK, 0);
        }
        self.list_declares(kind::BUCKED_OFF_DECLARE, clowns);
        let action = self.ask(seat, point::BUCKED_OFF);
        match action.kind() {
            kind::BUCKED_OFF_RETRIEVE => self.retrieve(action.argument()),
            kind::BUCKED_OFF_DECLARE => self.declare(action.argument()),
            kind::COMEBACK => {
                self.state.seats[usize::from(seat)].uses -= 1;
                self.bets_before_roll();
                self.roll(self.state.turn.dice.showing(Face::Clown), false);
                Step::Rolled
            }
            _ => self.fall(),
        }
    }

    /// The turn ends with three Clowns.
    fn fall(&mut self) -> Step {
        let seat = self.state.rider;
        let turn = &self.state.turn;
        if turn.started_over && turn.rolls == 2 {
            self.others_paid_for_clown_out();
        }
        if self.state.turn.rode() {
            // A first Bull was collected before this roll and stays; nothing else is earned.
            return Step::Ends(Outcome::Ride);
        }
        if let Some(rider) = self.game.rider(self.state.riding())
            && rider.ability == Ability::BuckedOffPays
        {
            self.take(seat, rider.number.into(), Why::BuckedOff);
        }
        Step::Ends(Outcome::BuckedOff)
    }

    /// At most two Clowns, or a Buckle of Clowns declared (ES-13).
    fn act(&mut self, clowns: u8) -> Step {
        let seat = self.state.rider;
        let game = self.game;
        let turn = &self.state.turn;
        let (declared, rode) = (turn.is_declared(), turn.rode());
        if !declared && self.may_ride() {
            let counts = turn.dice.counts();
            for bull in each(self.state.line_up) {
                if counts.contains(game.needs[usize::from(bull)]) {
                    self.list.add(kind::RIDE, bull);
                }
            }
        }
        if self.state.open_buckles != 0 {
            for buckle in each(self.state.open_buckles.into()) {
                if game.attains(&self.state, buckle).is_some() {
                    self.list.add(kind::BUCKLE, buckle);
                }
            }
        }
        if rode {
            self.list.add(kind::FINISH, 0);
        } else if clowns <= 2 {
            self.list.add(kind::DISMOUNT, 0);
        }
        if game.may_reroll(&self.state) {
            self.list.add(kind::REROLL, 0);
        }
        self.list_retrieves(kind::RETRIEVE, clowns);
        self.list_declares(kind::DECLARE, clowns);
        if clowns >= 3 {
            self.list.add(kind::GIVE_UP, 0);
        }
        let action = self.ask(seat, point::ACT);
        match action.kind() {
            kind::RIDE => self.ride_bull(action.argument()),
            kind::BUCKLE => {
                self.take_buckle(action.argument());
                Step::Ends(Outcome::Buckle)
            }
            kind::FINISH => {
                let due = game.finish_due(&self.state);
                self.take(seat, due, Why::Ride);
                Step::Ends(Outcome::Ride)
            }
            kind::REROLL => {
                self.choose_dice();
                self.pay_reroll();
                self.bets_before_roll();
                self.roll(self.state.turn.reroll, false);
                Step::Rolled
            }
            kind::RETRIEVE => self.retrieve(action.argument()),
            kind::DECLARE => self.declare(action.argument()),
            kind::GIVE_UP => self.fall(),
            _ => self.dismount(),
        }
    }

    /// Whether the Rider may take another Bull: not a fourth where exactly three and a Buckle end
    /// the game (ES-Q41).
    pub(super) fn may_ride(&self) -> bool {
        let rules = &self.game.rules;
        rules.length != Length::Buckle
            || self.state.riding().bulls.count_ones() < u32::from(rules.bulls)
    }

    /// The Rider collects a Bull.
    pub(super) fn collect(&mut self, bull: u8) {
        self.state.line_up &= !(1 << bull);
        self.state.turn.last_bull = bull;
        let has = &mut self.state.seats[usize::from(self.state.rider)];
        has.bulls |= 1 << bull;
        has.bull_points += u16::from(self.game.points[usize::from(bull)]);
        self.tell(Event::Rode { bull });
    }

    fn ride_bull(&mut self, bull: u8) -> Step {
        let due = self.game.ride_due(&self.state, bull);
        let first = !self.state.turn.rode();
        self.collect(bull);
        let two = first && self.state.rider_has(self.game, Ability::TwoBulls);
        if two && self.state.line_up != 0 && self.may_ride() {
            let needs = self.game.needs[usize::from(bull)];
            let turn = &mut self.state.turn;
            turn.first_bull = bull;
            turn.used_moves = needs;
            turn.used = used_dice(turn, needs);
            return Step::Again;
        }
        self.take(self.state.rider, due, Why::Ride);
        Step::Ends(Outcome::Ride)
    }

    /// The turn ends by a Dismount (ES-20, ES-86).
    fn dismount(&mut self) -> Step {
        let due = self.game.dismount_due(&self.state);
        let taken = self.take(self.state.rider, due, Why::Dismount);
        self.state.turn.earned = taken;
        if self.game.rules.riders {
            self.others_share_dismount(taken);
        }
        Step::Ends(Outcome::Dismount)
    }

    /// Turns Clowns into Blanks (ES-27, ES-28).
    fn retrieve(&mut self, count: u8) -> Step {
        let seat = self.state.rider;
        let cost = self.game.retrieve_cost(&self.state, count);
        self.spend(seat, cost.into(), Why::Retrieve);
        let asked = self.has_rules(seat, point::RETRIEVE_DIE);
        let dice = match asked {
            true => self.choose_clowns(count),
            false => highest(self.state.turn.dice.showing(Face::Clown), count),
        };
        let turn = &mut self.state.turn;
        turn.dice = turn.dice.set(dice, Face::Blank);
        turn.retrieved |= dice;
        self.tell(Event::Retrieved { dice });
        Step::Again
    }

    /// Which Clowns are retrieved, one after another: each is a Blank when the next is chosen.
    fn choose_clowns(&mut self, count: u8) -> DiceMask {
        let mut chosen = 0;
        for _ in 0..count {
            let left = self.state.turn.dice.showing(Face::Clown);
            self.list.clear();
            let mut kinds = 0_u8;
            for die in (0..8_u8).rev().filter(|die| left >> die & 1 == 1) {
                let kind = 1 << self.game.kinds[usize::from(die)];
                if kinds & kind == 0 {
                    kinds |= kind;
                    // In the documented order the die best rolled again comes first.
                    self.list.add(0, 7 - die);
                }
            }
            let die = 7 - self.ask(self.state.rider, point::RETRIEVE_DIE).argument();
            let turn = &mut self.state.turn;
            turn.dice = turn.dice.set(1 << die, Face::Blank);
            chosen |= 1 << die;
        }
        chosen
    }

    fn declare(&mut self, buckle: u8) -> Step {
        self.state.turn.declared = buckle;
        self.tell(Event::Declared { buckle });
        Step::Again
    }

    /// Chooses the dice of a reroll: the aim, then the dice kept (ES-24, ES-Q17).
    pub(super) fn choose_dice(&mut self) {
        let seat = self.state.rider;
        let game = self.game;
        let state = &self.state;
        let (declared, rode) = (state.turn.declared, state.turn.rode());
        self.list.clear();
        if declared == NONE {
            // Without Blanks and moves to spare there is nothing to roll for a Bull.
            for bull in each(state.line_up) {
                if game.forced(state) != 0 || game.aim_bull(state, bull).reroll != 0 {
                    self.list.add(kind::AIM_BULL, bull);
                }
            }
        }
        if state.open_buckles != 0 && !rode {
            let buckles = match declared {
                NONE => u32::from(state.open_buckles & !game.clown_buckles),
                buckle => 1 << buckle,
            };
            for buckle in each(buckles) {
                if game.aim_buckle(state, buckle).reroll != 0 {
                    self.list.add(kind::AIM_BUCKLE, buckle);
                }
            }
        }
        let everything = Action::new(kind::AIM_EVERYTHING, 0);
        let moves = Action::new(kind::AIM_MOVES, 0);
        if game.aim(state, moves).reroll != 0 {
            self.list.add(kind::AIM_MOVES, 0);
        }
        self.list.add(everything.kind(), 0);
        let aim = self.ask(seat, point::AIM);
        self.state.turn.aim = aim.0;
        self.state.turn.reroll = game.aim(&self.state, aim).reroll;
        if self.has_rules(seat, point::KEEP_DICE) {
            self.keep_dice();
        }
    }

    /// Asks which dice to keep, over all sets.
    fn keep_dice(&mut self) {
        let movable = self.game.movable(&self.state);
        let forced = self.game.forced(&self.state);
        self.list.clear();
        let mut kept: DiceMask = 0;
        loop {
            if forced | movable & !kept != 0 {
                self.list.add(0, kept);
            }
            if kept == movable {
                break;
            }
            // The next subset of `movable` in the order of numbers.
            kept = kept.wrapping_sub(movable) & movable;
        }
        let kept = self.ask(self.state.rider, point::KEEP_DICE).argument();
        self.state.turn.reroll = forced | movable & !kept;
    }

    /// Pays for a reroll (ES-22, ES-23).
    fn pay_reroll(&mut self) {
        let seat = self.state.rider;
        let state = &self.state;
        self.list.clear();
        if self.game.free_by_buckle(state) {
            self.list.add(kind::PAY_FREE, 0);
        }
        if state.line_up.count_ones() > 1 {
            let aim = Action(state.turn.aim);
            let aimed = if aim.kind() == kind::AIM_BULL { 1 << aim.argument() } else { 0 };
            for bull in each(state.line_up & !aimed) {
                self.list.add(kind::PAY_BULL, bull);
            }
        }
        if self.tokens(seat) > 0 && !state.turn.is_declared() {
            self.list.add(kind::PAY_TOKEN, 0);
        }
        if self.game.free_by_ability(state) {
            self.list.add(kind::PAY_ABILITY, 0);
        }
        let action = self.ask(seat, point::PAY);
        match action.kind() {
            kind::PAY_FREE => self.state.turn.free_used = true,
            kind::PAY_BULL => self.discard(1 << action.argument(), Why::Reroll),
            kind::PAY_TOKEN => self.spend(seat, 1, Why::Reroll),
            _ => self.state.seats[usize::from(seat)].uses -= 1,
        }
    }
}

/// The dice used on a Bull: of those that show a move it needs the ones best kept.
fn used_dice(turn: &Turn, needs: Counts) -> DiceMask {
    Face::MOVES.into_iter().fold(0, |used, face| {
        let shown = turn.dice.showing(face);
        used | lowest(shown, needs.of(face))
    })
}
