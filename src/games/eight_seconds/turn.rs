//! One turn: the line-up, the first roll, and the Rider's actions after each roll (ES-9 to ES-35).

use super::agenda::{Due, Round};
use super::buckles::WILD;
use super::cards::each;
use super::compiled::{Effects, Game};
use super::decision::Action;
use super::dice::{Counts, Dice, DiceMask, Face, lowest};
use super::edition::{Ability, Effect};
use super::event::{Event, Outcome, Why};
use super::rules::Length;
use super::state::{NONE, State, Turn};
use super::vocabulary::{kind, point};
use crate::game::contract::{Agenda, Log, Menu};

/// Tokens that a Clown Out pays (ES-33).
const CLOWN_OUT_TOKENS: u8 = 2;

/// Bulls in a line-up (ES-9).
const LINE_UP: u8 = 3;

/// The last roll on which the Buckle of Clowns can be attained (ES-47).
const LAST_CLOWN_ROLL: u8 = 3;

impl Game {
    /// Returns the dice shown that ride a Bull; of dice with the same move, those best kept.
    pub fn dice_for(&self, turn: &Turn, bull: u8) -> DiceMask {
        used_dice(turn, self.needs[usize::from(bull)])
    }

    /// The extra tokens of riding a Bull with the dice shown: one for each die that shows a move
    /// and is not used on either of two Bulls (ES-15, ES-55).
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

    /// The tokens of a Dismount: one for every two moves (ES-20), those of the ability that pays
    /// for Clowns (ES-53), and those of Buckles.
    pub(super) fn dismount_due(&self, state: &State) -> u16 {
        let (seat, turn) = (state.riding(), &state.turn);
        let clowns = (turn.dice.showing(Face::Clown) | turn.retrieved).count_ones() as u16;
        let of_clowns = self.able(seat, Ability::ClownsPay);
        let of_clowns = of_clowns.map_or(0, |rider| u16::from(rider.number) * clowns);
        let of_buckles = self.effects(seat, |effect| match effect {
            Effect::Dismount(tokens) => Some(u16::from(tokens)),
            _ => None,
        });
        u16::from(turn.dice.counts().moves() / 2) + of_clowns + of_buckles.sum::<u16>()
    }

    /// The tokens that retrieving a number of Clowns costs the Rider (ES-27).
    pub(super) fn retrieve_cost(&self, state: &State, clowns: u8) -> u8 {
        let rider = self.able(state.riding(), Ability::RetrieveMore);
        rider.map_or(clowns, |rider| clowns.div_ceil(rider.number.max(1)))
    }

    /// Whether the Rider has a die to roll again and a way to pay for it (ES-22 to ES-26).
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

    /// Whether a reroll can be free for the Rider.
    pub(super) fn rerolls_free(&self, state: &State) -> bool {
        self.free_by_buckle(state) || self.free_by_ability(state)
    }

    fn free_by_buckle(&self, state: &State) -> bool {
        let free = |effect| (effect == Effect::FreeReroll).then_some(());
        !state.turn.free_used && self.effects(state.riding(), free).next().is_some()
    }

    fn free_by_ability(&self, state: &State) -> bool {
        self.has_use(state, Ability::FreeReroll)
    }

    /// Whether the Rider has this ability with a use left.
    pub(super) fn has_use(&self, state: &State, ability: Ability) -> bool {
        state.riding().uses > 0 && self.able(state.riding(), ability).is_some()
    }

    /// The tokens that one purchase of Bulls costs the Rider, and the number of Bulls bought
    /// (ES-11, ES-58).
    fn bull_price(&self, state: &State) -> (u8, u8) {
        let rider = self.able(state.riding(), Ability::MoreBulls);
        rider.map_or((1, 1), |rider| (rider.tokens, rider.number))
    }

    /// Whether the Rider can buy a Bull.
    pub(super) fn may_buy_bull(&self, state: &State) -> bool {
        let (cost, _) = self.bull_price(state);
        state.riding().tokens >= cost.into() && state.pool() != 0
    }

    /// Whether the Rider may take another Bull: not a fourth if exactly three and a Buckle end the
    /// game (ES-Q41).
    pub(super) fn may_ride(&self, state: &State) -> bool {
        self.rules.length != Length::Buckle
            || state.riding().bulls.count_ones() < u32::from(self.rules.bulls)
    }

    /// The Rider's decision point with the dice shown.
    #[inline]
    pub(super) fn point_of_dice(&self, state: &State) -> usize {
        let turn = &state.turn;
        let clowns = turn.dice.showing(Face::Clown).count_ones();
        match (clowns >= 3 && !turn.is_declared(), turn.rolls) {
            (true, 1) => point::CLOWN_OUT,
            (true, _) => point::BUCKED_OFF,
            (false, _) => point::ACT,
        }
    }

    pub(super) fn list_decide(&self, state: &State, into: &mut Menu<'_, Action>) {
        let clowns = state.turn.dice.showing(Face::Clown).count_ones() as u8;
        match self.point_of_dice(state) {
            point::CLOWN_OUT => self.list_clown_out(state, clowns, into),
            point::BUCKED_OFF => self.list_bucked_off(state, clowns, into),
            _ => self.list_act(state, clowns, into),
        }
    }

    /// Lists the numbers of Clowns that can be retrieved: with three or more, at least all but two
    /// (ES-Q2, ES-Q5).
    #[inline(always)]
    fn list_retrieves(&self, state: &State, kind: u8, clowns: u8, into: &mut Menu<'_, Action>) {
        let tokens = state.riding().tokens;
        if tokens == 0 {
            return;
        }
        for count in clowns.saturating_sub(2).max(1)..=clowns {
            if u16::from(self.retrieve_cost(state, count)) <= tokens {
                into.push(Action::new(kind, count));
            }
        }
    }

    /// Lists the Buckles of Clowns that can be declared (ES-47).
    #[inline(always)]
    fn list_declares(&self, state: &State, kind: u8, clowns: u8, into: &mut Menu<'_, Action>) {
        let turn = &state.turn;
        let open = state.open_buckles & self.clown_buckles;
        if open == 0 || turn.is_declared() || turn.rode() || turn.rolls > LAST_CLOWN_ROLL {
            return;
        }
        let now = clowns == 8 || (clowns == 7 && state.riding().tokens >= WILD);
        if turn.rolls < LAST_CLOWN_ROLL || now {
            into.extend(each(open).map(|buckle| Action::new(kind, buckle)));
        }
    }

    /// Lists the actions with three or more Clowns on the first roll (ES-31 to ES-34).
    fn list_clown_out(&self, state: &State, clowns: u8, into: &mut Menu<'_, Action>) {
        into.push(Action::new(kind::TAKE_TOKENS, 0));
        if state.line_up.count_ones() > 1
            && let Some(top) = self.highest(state.line_up)
        {
            for bull in self.equal_in_points(state.line_up, top) {
                into.push(Action::new(kind::REROLL_ALL, bull));
            }
        }
        self.list_retrieves(state, kind::CLOWN_OUT_RETRIEVE, clowns, into);
        self.list_declares(state, kind::CLOWN_OUT_DECLARE, clowns, into);
    }

    /// Lists the actions with three or more Clowns on a later roll (ES-18, ES-35, ES-Q4).
    fn list_bucked_off(&self, state: &State, clowns: u8, into: &mut Menu<'_, Action>) {
        into.push(Action::new(kind::FALL, 0));
        self.list_retrieves(state, kind::BUCKED_OFF_RETRIEVE, clowns, into);
        if self.has_use(state, Ability::Comeback) {
            into.push(Action::new(kind::COMEBACK, 0));
        }
        self.list_declares(state, kind::BUCKED_OFF_DECLARE, clowns, into);
    }

    /// Lists the actions with at most two Clowns, or with a Buckle of Clowns declared (ES-13).
    fn list_act(&self, state: &State, clowns: u8, into: &mut Menu<'_, Action>) {
        let turn = &state.turn;
        if !turn.is_declared() && self.may_ride(state) {
            let counts = turn.dice.counts();
            for bull in each(state.line_up) {
                if counts.contains(self.needs[usize::from(bull)]) {
                    into.push(Action::new(kind::RIDE, bull));
                }
            }
        }
        for buckle in each(state.open_buckles) {
            if self.attains(state, buckle).is_some() {
                into.push(Action::new(kind::BUCKLE, buckle));
            }
        }
        if turn.rode() {
            into.push(Action::new(kind::FINISH, 0));
        } else if clowns <= 2 {
            into.push(Action::new(kind::DISMOUNT, 0));
        }
        if self.may_reroll(state) {
            into.push(Action::new(kind::REROLL, 0));
        }
        self.list_retrieves(state, kind::RETRIEVE, clowns, into);
        self.list_declares(state, kind::DECLARE, clowns, into);
        if clowns >= 3 {
            into.push(Action::new(kind::GIVE_UP, 0));
        }
    }

    /// Lists the Clowns that can be retrieved, one of each kind of die.
    pub(super) fn list_clowns(&self, state: &State, into: &mut Menu<'_, Action>) {
        let left = state.turn.dice.showing(Face::Clown);
        let mut kinds = 0_u8;
        for die in (0..8_u8).rev().filter(|die| left >> die & 1 == 1) {
            let kind = 1 << self.kinds[usize::from(die)];
            if kinds & kind == 0 {
                kinds |= kind;
                // In the documented order, the die that is best rolled again is first.
                into.push(Action::new(0, 7 - die));
            }
        }
    }

    /// Lists the aims of a reroll (ES-24, ES-Q17).
    pub(super) fn list_aims(&self, state: &State, into: &mut Menu<'_, Action>) {
        let (declared, rode) = (state.turn.declared, state.turn.rode());
        if declared == NONE {
            // Without Blanks and spare moves there is nothing to roll for a Bull.
            let (forced, look) = (self.forced(state) != 0, self.look(state));
            for bull in each(state.line_up) {
                if forced || look.prospect(bull).rolled != 0 {
                    into.push(Action::new(kind::AIM_BULL, bull));
                }
            }
        }
        if state.open_buckles != 0 && !rode {
            let buckles = match declared {
                NONE => u32::from(state.open_buckles & !self.clown_buckles),
                buckle => 1 << buckle,
            };
            for buckle in each(buckles) {
                if self.aim_buckle(state, buckle).reroll != 0 {
                    into.push(Action::new(kind::AIM_BUCKLE, buckle));
                }
            }
        }
        let moves = Action::new(kind::AIM_MOVES, 0);
        if self.aim(state, moves).reroll != 0 {
            into.push(moves);
        }
        into.push(Action::new(kind::AIM_EVERYTHING, 0));
    }

    /// Lists all sets of dice that a reroll can keep.
    pub(super) fn list_kept(&self, state: &State, into: &mut Menu<'_, Action>) {
        let movable = self.movable(state);
        // Some die must be rolled, so the last set, which would keep all dice, is left out if no
        // die is forced.
        let all = usize::from(self.forced(state) == 0);
        let count = (1 << movable.count_ones()) - all;
        // Bit i of the number represents the i-th movable die.
        into.block(count, |number| {
            let kept = each(movable).zip(0..).filter(|(_, bit)| number >> bit & 1 == 1);
            Action::new(0, kept.fold(0, |kept, (die, _)| kept | 1 << die))
        });
    }

    /// Lists the payments for a reroll (ES-22, ES-23).
    pub(super) fn list_payments(&self, state: &State, into: &mut Menu<'_, Action>) {
        if self.free_by_buckle(state) {
            into.push(Action::new(kind::PAY_FREE, 0));
        }
        if state.line_up.count_ones() > 1 {
            let aim = Action(state.turn.aim);
            let aimed = if aim.kind() == kind::AIM_BULL { 1 << aim.argument() } else { 0 };
            for bull in each(state.line_up & !aimed) {
                into.push(Action::new(kind::PAY_BULL, bull));
            }
        }
        if state.riding().tokens > 0 && !state.turn.is_declared() {
            into.push(Action::new(kind::PAY_TOKEN, 0));
        }
        if self.free_by_ability(state) {
            into.push(Action::new(kind::PAY_ABILITY, 0));
        }
    }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// Begins a turn: puts all of its stages up to the first roll on the agenda.
    pub(super) fn begin_turn(&mut self) {
        let seat = self.state.rider;
        self.state.turn = Turn::START;
        if self.state.line_up | self.state.pool() != 0 {
            self.record(Event::TurnBegins { seat });
        }
        let rules = &self.game.rules;
        let vegas = rules.vegas.is_some();
        self.due(Due::Roll { done: 0, free: false });
        if self.state.riding().uses > 0 {
            self.due(Due::RideUnrolled);
        }
        if vegas {
            self.due(Due::Bets { ahead: 0, round: Round::First });
        }
        self.due(Due::BuyBull);
        if vegas {
            self.due(Due::BuyTokens);
            self.due(Due::SellTokens { seat });
        }
        if rules.riders {
            self.due(Due::DiscardTheirBull { ahead: 0 });
        }
        match self.state.line_up {
            0 => self.line_up(),
            _ => self.due(Due::TakeOver),
        }
    }

    /// Deals a line-up (ES-9).
    fn line_up(&mut self) {
        let more = self.game.effects(self.state.riding(), |effect| match effect {
            Effect::MoreBulls(bulls) => Some(bulls),
            _ => None,
        });
        let left = more.fold(LINE_UP, u8::max);
        self.due(Due::Deal { left, bought: false });
    }

    /// Takes over the line-up of the previous player, or deals a new one (ES-33).
    pub(super) fn take_over(&mut self, action: Action) {
        let bulls = self.state.line_up;
        if action.kind() == kind::USE {
            self.record(Event::Inherited { bulls });
        } else {
            self.discard(bulls, Why::NotInherited);
            self.line_up();
        }
    }

    /// Adds a Bull to the line-up (ES-10, ES-Q12).
    #[inline]
    pub(super) fn deal(&mut self, left: u8, bought: bool, bull: u8) {
        if self.state.deck == 0 {
            self.state.deck = std::mem::take(&mut self.state.discards);
            let bulls = self.state.deck;
            self.record(Event::Reshuffled { bulls });
        }
        self.state.deck &= !(1 << bull);
        self.state.line_up |= 1 << bull;
        self.record(Event::BullDealt { bull, bought });
        if left > 1 {
            self.due(Due::Deal { left: left - 1, bought });
        }
    }

    /// Handles an empty pool of Bulls: with an empty line-up the game is over (ES-Q12).
    pub(super) fn none_to_deal(&mut self) {
        if self.state.line_up == 0 {
            self.state.due = Agenda::default();
            self.record(Event::GameEnds);
        }
    }

    /// Buys Bulls before the first roll, one purchase at a time (ES-11, ES-58).
    pub(super) fn buy_bull(&mut self, action: Action) {
        if action.kind() == kind::BUY {
            let (cost, left) = self.game.bull_price(self.state);
            self.spend(self.state.rider, cost.into(), Why::BuyBull);
            self.due(Due::BuyBull);
            self.due(Due::Deal { left, bought: true });
        }
    }

    /// Rolls dice; a remaining part of the roll stays due.
    #[inline]
    pub(super) fn roll(&mut self, done: DiceMask, free: bool, rolled: Dice) {
        let turn = &mut self.state.turn;
        let which = turn.reroll;
        let now = which & !done & rolled.lying();
        turn.dice = turn.dice.with(rolled, now);
        if done | now != which {
            self.due(Due::Roll { done: done | now, free });
            return;
        }
        turn.retrieved &= !which;
        turn.change_used = false;
        turn.before_rules = false;
        if !free {
            turn.rolls = (turn.rolls + 1).min(250);
        }
        let (dice, first) = (turn.dice, turn.rolls == 1 && !free);
        self.record(Event::Rolled { dice, rolled: which, free_first: free });
        if first && self.rider_has(Ability::FreeFirstReroll) {
            self.due(Due::FreeReroll);
        } else {
            self.after_roll();
        }
    }

    fn rider_has(&self, ability: Ability) -> bool {
        self.game.able(self.state.riding(), ability).is_some()
    }

    /// Puts the steps after a roll on the agenda, up to the Rider's decision.
    pub(super) fn after_roll(&mut self) {
        self.due(Due::Decide);
        let rules = &self.game.rules;
        if rules.riders {
            self.due(Due::ChangeOwnDie);
        }
        if rules.vegas.is_some() {
            self.due(Due::BuyTokens);
        }
        self.ask_for_change(0);
    }

    /// Three Clowns on the first roll are a Clown Out, even if the Rider averts it (ES-31, ES-78,
    /// ES-Q28).
    #[inline]
    pub(super) fn note_clown_out(&mut self) {
        let turn = &mut self.state.turn;
        if turn.rolls == 1 && !turn.clowned_out && turn.dice.showing(Face::Clown).count_ones() >= 3
        {
            turn.clowned_out = true;
            self.record(Event::ClownOut);
            if self.game.rules.vegas.is_some() {
                self.due(Due::PayClownOut);
                self.collect_stakes(0, true);
            }
        }
    }

    /// Lets the Rider decide again on the same dice.
    fn decide_again(&mut self) {
        self.due(Due::Decide);
        if self.game.rules.riders {
            self.due(Due::ChangeOwnDie);
        }
    }

    /// Rolls the dice of `reroll` after the bets that precede the roll.
    fn roll_again(&mut self) {
        self.due(Due::Roll { done: 0, free: false });
        self.bets_before_roll();
    }

    #[inline]
    pub(super) fn decide(&mut self, action: Action) {
        match self.game.point_of_dice(self.state) {
            point::CLOWN_OUT => self.clown_out(action),
            point::BUCKED_OFF => self.bucked_off(action),
            _ => self.act_on_roll(action),
        }
    }

    fn clown_out(&mut self, action: Action) {
        match action.kind() {
            kind::REROLL_ALL => {
                self.discard(1 << action.argument(), Why::ClownOut);
                self.others_paid_for_clown_out();
                self.state.turn.started_over = true;
                self.state.turn.reroll = !self.state.turn.locked;
                self.roll_again();
            }
            kind::CLOWN_OUT_RETRIEVE => self.retrieve(action.argument()),
            kind::CLOWN_OUT_DECLARE => self.declare(action.argument()),
            _ => {
                let more = self.game.effects(self.state.riding(), |effect| match effect {
                    Effect::ClownOut(tokens) => Some(tokens),
                    _ => None,
                });
                let due = more.fold(CLOWN_OUT_TOKENS, u8::max);
                self.take(self.state.rider, due.into(), Why::ClownOut);
                self.others_paid_for_clown_out();
                self.end_turn(Outcome::ClownOut);
            }
        }
    }

    fn bucked_off(&mut self, action: Action) {
        match action.kind() {
            kind::BUCKED_OFF_RETRIEVE => self.retrieve(action.argument()),
            kind::BUCKED_OFF_DECLARE => self.declare(action.argument()),
            kind::COMEBACK => {
                self.state.seats[usize::from(self.state.rider)].uses -= 1;
                self.state.turn.reroll = self.state.turn.dice.showing(Face::Clown);
                self.roll_again();
            }
            _ => self.fall(),
        }
    }

    /// Ends the turn with three Clowns.
    fn fall(&mut self) {
        let turn = &self.state.turn;
        if turn.started_over && turn.rolls == 2 {
            self.others_paid_for_clown_out();
        }
        if self.state.turn.rode() {
            // A first Bull was collected before this roll and stays; the turn earns nothing else.
            self.end_turn(Outcome::Ride);
            return;
        }
        if let Some(rider) = self.game.able(self.state.riding(), Ability::BuckedOffPays) {
            self.take(self.state.rider, rider.number.into(), Why::BuckedOff);
        }
        self.end_turn(Outcome::BuckedOff);
    }

    fn act_on_roll(&mut self, action: Action) {
        match action.kind() {
            kind::RIDE => self.ride_bull(action.argument()),
            kind::BUCKLE => self.take_buckle(action.argument()),
            kind::FINISH => {
                let due = self.game.finish_due(self.state);
                self.take(self.state.rider, due, Why::Ride);
                self.end_turn(Outcome::Ride);
            }
            kind::REROLL => {
                self.roll_again();
                self.due(Due::Pay);
                self.due(Due::KeepDice);
                self.due(Due::Aim);
            }
            kind::RETRIEVE => self.retrieve(action.argument()),
            kind::DECLARE => self.declare(action.argument()),
            kind::GIVE_UP => self.fall(),
            _ => self.dismount(),
        }
    }

    /// Moves a Bull of the line-up to the Rider.
    pub(super) fn collect(&mut self, bull: u8) {
        self.state.line_up &= !(1 << bull);
        self.state.turn.last_bull = bull;
        let has = &mut self.state.seats[usize::from(self.state.rider)];
        has.bulls |= 1 << bull;
        has.bull_points += u16::from(self.game.points[usize::from(bull)]);
        self.record(Event::Rode { bull });
    }

    fn ride_bull(&mut self, bull: u8) {
        let due = self.game.ride_due(self.state, bull);
        let first = !self.state.turn.rode();
        self.collect(bull);
        let two = first && self.rider_has(Ability::TwoBulls);
        if two && self.state.line_up != 0 && self.game.may_ride(self.state) {
            let needs = self.game.needs[usize::from(bull)];
            let turn = &mut self.state.turn;
            turn.first_bull = bull;
            turn.used_moves = needs;
            turn.used = used_dice(turn, needs);
            self.decide_again();
            return;
        }
        self.take(self.state.rider, due, Why::Ride);
        self.end_turn(Outcome::Ride);
    }

    /// Ends the turn by a Dismount (ES-20, ES-86).
    fn dismount(&mut self) {
        let due = self.game.dismount_due(self.state);
        let taken = self.take(self.state.rider, due, Why::Dismount);
        self.state.turn.earned = taken;
        if self.game.rules.riders {
            self.others_share_dismount(taken);
        }
        self.end_turn(Outcome::Dismount);
    }

    /// Pays for Clowns to become Blanks (ES-27, ES-28).
    fn retrieve(&mut self, left: u8) {
        let cost = self.game.retrieve_cost(self.state, left);
        self.spend(self.state.rider, cost.into(), Why::Retrieve);
        self.decide_again();
        self.due(Due::RetrieveDie { left, chosen: 0 });
    }

    /// Turns one chosen Clown Blank.
    pub(super) fn retrieve_die(&mut self, left: u8, chosen: DiceMask, action: Action) {
        let die: DiceMask = 1 << (7 - action.argument());
        let (left, dice) = (left - 1, chosen | die);
        let turn = &mut self.state.turn;
        turn.dice = turn.dice.set(die, Face::Blank);
        if left > 0 {
            self.due(Due::RetrieveDie { left, chosen: dice });
        } else {
            turn.retrieved |= dice;
            self.record(Event::Retrieved { dice });
        }
    }

    fn declare(&mut self, buckle: u8) {
        self.state.turn.declared = buckle;
        self.record(Event::Declared { buckle });
        self.decide_again();
    }

    /// Sets the dice of a reroll by its aim.
    pub(super) fn aim(&mut self, action: Action) {
        self.state.turn.aim = action.0;
        self.state.turn.reroll = match action.kind() {
            kind::AIM_BULL => self.game.look(self.state).reroll(action.argument()),
            _ => self.game.aim(self.state, action).reroll,
        };
    }

    /// Pays for a reroll (ES-22, ES-23).
    pub(super) fn pay_reroll(&mut self, action: Action) {
        let seat = self.state.rider;
        match action.kind() {
            kind::PAY_FREE => self.state.turn.free_used = true,
            kind::PAY_BULL => self.discard(1 << action.argument(), Why::Reroll),
            kind::PAY_TOKEN => self.spend(seat, 1, Why::Reroll),
            _ => self.state.seats[usize::from(seat)].uses -= 1,
        }
    }

    /// Ends the turn: replaces a Buckle and settles the bets, if any.
    pub(super) fn end_turn(&mut self, outcome: Outcome) {
        while self.state.due.last().is_some_and(|due| due != Due::NextTurn) {
            self.state.due.pop();
        }
        self.state.turn.outcome = Some(outcome);
        let replaced = outcome == Outcome::Buckle && self.game.rules.replace_buckles;
        let vegas = self.game.rules.vegas.is_some();
        if !(vegas || replaced) {
            self.finish_turn();
            return;
        }
        self.due(Due::EndTurn);
        if vegas {
            self.due(Due::Settle);
            self.due(Due::Collect { ahead: 0, at_clown_out: false });
        }
        if replaced {
            self.due(Due::LayOutBuckles { left: 1, laid: 0 });
        }
    }

    /// Finishes the turn; the Bulls of a Clown Out stay for the next player (ES-33).
    pub(super) fn finish_turn(&mut self) {
        let (seat, Some(outcome)) = (self.state.rider, self.state.turn.outcome) else { return };
        if outcome != Outcome::ClownOut {
            self.discard(self.state.line_up, Why::TurnOver);
        }
        self.record(Event::TurnEnds { seat, outcome });
    }
}

/// The dice used on a Bull; of dice with the same move, those best kept.
fn used_dice(turn: &Turn, needs: Counts) -> DiceMask {
    Face::MOVES.into_iter().fold(0, |used, face| {
        let shown = turn.dice.showing(face);
        used | lowest(shown, needs.of(face))
    })
}
