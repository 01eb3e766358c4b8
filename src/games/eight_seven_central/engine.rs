//! The rules engine of 8/7 Central. Auctions, placing and the display are in `auction`, Play cards
//! in `play_cards`, days and weeks in `days`.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::action::{Action, Event, Item, Outcome};
use super::cards::{CARDS, Card, Cards, Components, Face, What, each, one_of};
use super::rules::{ACTIONS, Acquisition, Ads, DAYS, HAND, LOTS, Rules};
use super::state::{Phase, SEATS, State};
use super::vocabulary::point;
use crate::game::contract::{
    Effects, Game, Log, MAX_SEATS, Menu, Next, RandomSource, Ranking, Stream,
};

/// 8/7 Central for a fixed number of seats.
#[derive(Clone, Debug)]
pub struct EightSevenCentral {
    /// The cards.
    pub cards: Arc<Components>,
    /// The adjustable rules.
    pub rules: Rules,
    pub(super) seats: u8,
    /// The number of weeks.
    pub weeks: u8,
    /// By Program: see `find_lone_gains`.
    pub(super) lone_gains: Vec<f64>,
}

/// A position that is being changed; it dereferences to its [`State`].
pub(super) type Play<'a, L> = Effects<'a, EightSevenCentral, L>;

impl<L> Deref for Play<'_, L> {
    type Target = State;

    fn deref(&self) -> &State {
        self.state
    }
}

impl<L> DerefMut for Play<'_, L> {
    fn deref_mut(&mut self) -> &mut State {
        self.state
    }
}

impl EightSevenCentral {
    /// Creates a game of 2 to 4 seats.
    ///
    /// # Panics
    ///
    /// Panics if `seats` is not 2 to 4, if bumps cost nothing, or if a row of the display is longer
    /// than half of [`LOTS`]. Editions are checked for this before.
    pub fn new(cards: Arc<Components>, rules: Rules, seats: u8) -> Self {
        assert!((2..=SEATS as u8).contains(&seats), "{seats} seats");
        assert!(rules.bump > 0 && rules.rows.iter().all(|row| row.len() <= LOTS / 2), "{rules:?}");
        let weeks = rules.weeks[usize::from(seats) - 2];
        let mut game = Self { cards, rules, seats, weeks, lone_gains: Vec::new() };
        game.lone_gains = game.find_lone_gains();
        game
    }

    /// The Play cards of the game; Ad cards are left out if any card may be an Ad (EC-56).
    pub(super) fn play_cards(&self) -> Cards {
        let all = self.cards.ads | self.cards.modifiers | self.cards.events;
        if self.rules.ads == Ads::Cards { all } else { all & !self.cards.ads }
    }

    pub(super) fn after(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    pub(super) fn others(&self, seat: u8) -> impl Iterator<Item = u8> + use<> {
        (0..self.seats).filter(move |other| *other != seat)
    }

    /// The cards from which the next card is drawn: the deck or, if it is empty, the discards
    /// (EC-Q19).
    pub(super) fn drawn_from(&self, state: &State) -> Cards {
        if state.deck == 0 { state.discards } else { state.deck }
    }

    /// The first card with this face in the hand of the seat to move.
    pub(super) fn in_hand(&self, state: &State, face: Face) -> Card {
        let those = state.hand(state.seat) & self.cards.copies(face);
        debug_assert_ne!(those, 0, "no such card in hand");
        those.trailing_zeros() as Card
    }

    /// Whether the seat may stop discarding and draw; with a full hand it must discard first
    /// (EC-Q17).
    pub(super) fn may_draw(&self, state: &State, discarded: u8) -> bool {
        discarded > 0 || state.hand(state.seat).count_ones() < HAND && self.drawn_from(state) != 0
    }
}

impl Game for EightSevenCentral {
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self, _: &mut impl Log<Self>) -> State {
        let mut money = [0; SEATS];
        money[..usize::from(self.seats)].fill(self.rules.money);
        State::new(self.cards.all_programs(), self.play_cards(), money)
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        let chance = |purpose, index| Next::Chance(Stream { purpose, index });
        let day = || u32::from(state.week) * u32::from(DAYS) + u32::from(state.day) + 1;
        let turn = || day() << 2 | u32::from(state.seat);
        let point = match state.phase {
            Phase::Bid => point::BID,
            Phase::Amount(_) => point::AMOUNT,
            Phase::Keep => point::KEEP,
            Phase::Place => point::PLACE,
            Phase::PlaceAt(_) | Phase::BuyAt(_) | Phase::MoveTo(_) => point::SLOT,
            Phase::Act => point::ACTION,
            Phase::Fundraise => point::FUNDRAISE,
            Phase::Refill { .. } => point::REFILL,
            Phase::Target(_) | Phase::Sponsor => point::TARGET,
            Phase::Detail(..) | Phase::SponsorInstead(_) => point::DETAIL,
            Phase::Cover(_) => point::COVER,
            Phase::First => return chance(0, 0),
            Phase::Reveal if self.rules.acquisition == Acquisition::Auctions => {
                return chance(1, state.round.into());
            }
            Phase::Reveal if state.round > 0 => return chance(1, turn()),
            Phase::Reveal | Phase::DealPrograms => return chance(1, 0),
            Phase::Deal => return chance(2, 0),
            Phase::Draw { on_hit, .. } => return chance(2 + u8::from(on_hit), turn()),
            Phase::Roll => return chance(4, day()),
            Phase::Shark(program) => return chance(5, day() << 8 | u32::from(program)),
            Phase::Over => return Next::Over { finished: true },
        };
        Next::Decide { seat: state.seat, point }
    }

    fn actions(&self, state: &State, menu: &mut Menu<'_, Action>) {
        self.offer(state, menu);
    }

    #[inline]
    fn kind(&self, point: u8, action: Action) -> usize {
        match action {
            Action::Lot(_) | Action::Place(_) | Action::Hold | Action::Refill | Action::Seat(_) => {
                1
            }
            Action::Genre(_) => 1,
            Action::Card(_) => usize::from(point == point::REFILL),
            Action::Bump(_) | Action::Fundraise | Action::Instead(_) => 2,
            Action::Drop(_) if point == point::PLACE => 3,
            Action::Play(face) => match self.cards.printed(face).what {
                What::Ad { .. } => 3,
                What::Modifier { .. } => 4,
                What::Event(_) => 5,
            },
            Action::Sponsor => 6,
            Action::Buy(_) => 7,
            Action::Move(_) => 8,
            _ => 0,
        }
    }

    fn act(&self, state: &mut State, action: Action, log: &mut impl Log<Self>) {
        Play::new(self, state, log).act(action);
    }

    #[inline]
    fn draw(&self, state: &State, random: &mut impl RandomSource) -> Outcome {
        match state.phase {
            Phase::First => Outcome::First(random.below(self.seats.into()) as u8),
            Phase::DealPrograms | Phase::Reveal => {
                Outcome::Program(one_of(self.next_programs(state).1, random))
            }
            Phase::Roll => {
                let rolled = random.below(6 * 6 * 6 * 6);
                let die = |place: u32| (rolled / place % 6) as u8 + 1;
                Outcome::Dice(die(1) + die(6), die(36) + die(216))
            }
            Phase::Shark(_) => Outcome::Die(random.below(6) as u8 + 1),
            _ => Outcome::Card(self.cards.face(one_of(self.drawn_from(state), random))),
        }
    }

    fn outcomes(&self, state: &State, each_one: &mut dyn FnMut(Outcome, u64)) {
        match state.phase {
            Phase::First => (0..self.seats).for_each(|seat| each_one(Outcome::First(seat), 1)),
            Phase::DealPrograms | Phase::Reveal => {
                let programs = self.next_programs(state).1;
                each(programs).for_each(|program| each_one(Outcome::Program(program), 1));
            }
            Phase::Roll => {
                let ways = |sum: u8| u64::from(6 - sum.abs_diff(7));
                for a in 2..=12 {
                    (2..=12).for_each(|b| each_one(Outcome::Dice(a, b), ways(a) * ways(b)));
                }
            }
            Phase::Shark(_) => (1..=6).for_each(|die| each_one(Outcome::Die(die), 1)),
            Phase::Deal | Phase::Draw { .. } => {
                let cards = self.drawn_from(state);
                for face in each(self.cards.firsts(cards)).map(|card| self.cards.face(card)) {
                    let copies = (cards & self.cards.copies(face)).count_ones();
                    each_one(Outcome::Card(face), copies.into());
                }
            }
            _ => {}
        }
    }

    fn happen(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Self>) {
        Play::new(self, state, log).happen(outcome);
    }

    /// Most points win; ties are broken by money, else the win is shared (EC-50, EC-Q31).
    fn ranking(&self, state: &State) -> Ranking {
        let result = |seat: u8| (state.points(seat), state.money(seat));
        let best = (0..self.seats).map(result).max();
        let wins = (0..self.seats).filter(|seat| Some(result(*seat)) == best);
        let winners = wins.fold(0, |all, seat| all | 1 << seat);
        let mut scores = [0; MAX_SEATS];
        scores.iter_mut().zip(state.points).for_each(|(score, points)| *score = points as i32);
        Ranking { scores, winners }
    }

    /// A card laid face down as an Ad is hidden from other seats (EC-56).
    fn seen(&self, state: &State, action: Action, seat: u8) -> Option<Action> {
        let covered = matches!(state.phase, Phase::Cover(_)) && seat != state.seat;
        (!covered).then_some(action)
    }

    fn hide(&self, state: &State, seat: u8, random: &mut impl RandomSource) -> State {
        self.hidden(state, seat, random)
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.conserved(state)
    }
}

impl<L: Log<EightSevenCentral>> Play<'_, L> {
    pub(super) fn spend(&mut self, item: Item, dollars: u32) {
        let seat = self.seat;
        if dollars > 0 {
            self.state.pay(seat, dollars);
            self.record(Event::Spent(seat, item, dollars));
        }
    }

    pub(super) fn earn(&mut self, item: Item, dollars: u32) {
        let seat = self.seat;
        if dollars > 0 {
            self.state.collect(seat, dollars);
            self.record(Event::Earned(seat, item, dollars));
        }
    }

    pub(super) fn discard(&mut self, card: Card) {
        let on = self.on(card).filter(|_| self.game.cards.scoring >> card & 1 == 1);
        self.state.discard(card);
        on.into_iter().for_each(|program| self.changed(program));
        self.record(Event::Expired(card));
    }

    /// Moves a card with this face from the hand of the seat to the discard pile.
    fn discard_from_hand(&mut self, face: Face) {
        let card = self.game.in_hand(self, face);
        self.state.discard(card);
        self.record(Event::Discarded(self.seat, card));
    }

    /// The seat draws a card with this face from the deck; an empty deck is reshuffled first.
    #[inline]
    fn take_card(&mut self, face: Face) {
        if self.deck == 0 {
            (self.deck, self.discards) = (self.discards, 0);
            self.held = self.hands.iter().fold(self.covered, |all, hand| all | hand);
            self.bounds = [0; CARDS];
            self.record(Event::Shuffled);
        }
        if self.covered != 0 {
            let seat = self.seat;
            self.bound_covered(seat);
        }
        let card = (self.deck & self.game.cards.copies(face)).trailing_zeros() as Card;
        self.deck &= !(1 << card);
        let seat = usize::from(self.seat);
        self.hands[seat] |= 1 << card;
        self.record(Event::Drawn(self.seat, card));
    }

    /// Ends an action: the next action, the next seat, or the dice follow (EC-29, EC-35).
    pub(super) fn acted(&mut self) {
        self.left -= 1;
        self.phase = Phase::Act;
        if self.left == 0 {
            (self.seat, self.left) = (self.game.after(self.seat), ACTIONS);
            if self.seat == self.first {
                (self.phase, self.left) = (Phase::Roll, 0);
            }
        }
    }

    /// Draws `left` cards, or as many as there are, then continues the turn or the revenue
    /// (EC-Q19).
    pub(super) fn draw_cards(&mut self, left: u32, on_hit: bool) {
        if left > 0 && self.game.drawn_from(self) != 0 {
            self.phase = Phase::Draw { left: left.min(255) as u8, on_hit };
        } else if on_hit {
            self.seat = self.game.after(self.seat);
            self.collect_revenue();
        } else {
            self.acted();
        }
    }

    fn act(&mut self, action: Action) {
        match (self.phase, action) {
            (Phase::Act, Action::Pass) => {
                self.left = 1;
                self.acted();
            }
            (Phase::Act, Action::Refill) => self.phase = Phase::Refill { discarded: 0, least: 0 },
            (Phase::Act, Action::Fundraise) => self.phase = Phase::Fundraise,
            (Phase::Act, Action::Play(face)) => self.play(face),
            (Phase::Act, Action::Sponsor) => self.phase = Phase::Sponsor,
            (Phase::Act, Action::Buy(lot)) => self.buy(lot),
            (Phase::Act, Action::Move(program)) => self.phase = Phase::MoveTo(program),
            (Phase::Fundraise, Action::Card(face)) => {
                self.discard_from_hand(face);
                self.earn(Item::Fundraising, self.game.rules.fundraising);
                self.acted();
            }
            (Phase::Refill { discarded, .. }, Action::Card(face)) => {
                self.discard_from_hand(face);
                if discarded > 0 {
                    self.spend(Item::Discards, self.game.rules.discard);
                }
                self.phase = Phase::Refill { discarded: discarded + 1, least: face };
            }
            (Phase::Refill { .. }, Action::Pass) => {
                let held = self.hand(self.seat).count_ones();
                self.draw_cards(HAND.saturating_sub(held), false);
            }
            (Phase::Target(card), Action::Program(on)) => self.aim(card, on),
            (Phase::Target(card), Action::Seat(other)) => self.fine(card, other),
            (Phase::Detail(card, on), Action::Instead(face)) => {
                self.make_room(on, face);
                self.attach(card, on, 0);
            }
            (Phase::Detail(card, on), Action::Number(detail) | Action::Genre(detail)) => {
                self.attach(card, on, detail);
            }
            (Phase::Sponsor, Action::Program(on)) if self.game.has_room(self, on) => {
                self.phase = Phase::Cover(on);
            }
            (Phase::Sponsor, Action::Program(on)) => self.phase = Phase::SponsorInstead(on),
            (Phase::SponsorInstead(on), Action::Instead(face)) => {
                self.make_room(on, face);
                self.phase = Phase::Cover(on);
            }
            (Phase::Cover(on), Action::Card(face)) => self.cover(on, face),
            _ => self.act_on_line_up(action),
        }
    }

    fn happen(&mut self, outcome: Outcome) {
        match (self.phase, outcome) {
            (_, Outcome::First(seat)) => {
                self.first = seat;
                self.phase = Phase::Deal;
                self.record(Event::First(seat));
            }
            (phase, Outcome::Card(face)) => {
                self.take_card(face);
                match phase {
                    Phase::Draw { left, on_hit } => {
                        self.draw_cards(u32::from(left) - 1, on_hit);
                    }
                    _ if self.hand(self.seat).count_ones() == HAND => {
                        self.seat = self.game.after(self.seat);
                        if self.seat == 0 {
                            self.open();
                        }
                    }
                    _ => {}
                }
            }
            (phase, Outcome::Program(program)) => {
                let (lot, programs) = self.game.next_programs(self);
                if self.programs & programs == 0 {
                    self.programs |= std::mem::take(&mut self.dropped);
                    self.record(Event::Shuffled);
                }
                self.programs &= !(1 << program);
                if phase == Phase::Reveal {
                    self.offer[lot] = program;
                    if self.game.rules.acquisition == Acquisition::Display && self.round > 0 {
                        self.record(Event::Joined(lot as u8, program));
                    }
                    self.reveal();
                } else {
                    self.deal_program(program);
                }
            }
            (_, Outcome::Dice(a, b)) => self.roll([a, b]),
            (Phase::Shark(program), Outcome::Die(die)) => {
                self.jump_the_shark(program, die);
            }
            (phase, outcome) => debug_assert!(false, "{outcome:?} in {phase:?}"),
        }
    }
}
