//! The `Game` trait for 8 Seconds: the next decision, legal actions, outcomes of chance, hidden
//! information.
//!
//! Steps that need neither chance nor a choice are done at once.

use super::agenda::{Chance, Due, Step};
use super::cards::each;
use super::compiled::{Effects, Game};
use super::decision::Action;
use super::dice::{Dice, DiceMask, Face, SIDES};
use super::event::{Event, Why};
use super::state::{ALL_CARDS, Bet, MAX_PLAYERS, NONE, Seat, State};
use super::vocabulary::kind;
use crate::game::bits::select;
use crate::game::contract::{self, Log, MAX_SEATS, Menu, Next, RandomSource, Ranking, Stream};

/// Purposes of random streams.
mod purpose {
    pub(super) const DICE: u8 = 0;
    pub(super) const BULLS: u8 = 1;
    pub(super) const BUCKLES: u8 = 2;
    pub(super) const RIDERS: u8 = 3;
}

/// The dice of one throw: half of the eight, so that its outcomes can be listed.
const HALF: DiceMask = 0x0f;

/// Number of outcomes of a throw of four dice.
const THROWS: u32 = (SIDES as u32).pow(4);

/// The dice of the next throw.
fn thrown(state: &State, done: DiceMask) -> DiceMask {
    let left = state.turn.reroll & !done;
    if left & HALF != 0 { left & HALF } else { left }
}

/// Draws a card from a set that is not empty.
#[inline(always)]
fn one_of(cards: u32, random: &mut impl RandomSource) -> u8 {
    select(cards.into(), random.below(cards.count_ones().max(1))) as u8
}

/// Draws a card and removes it from a set that is not empty.
fn take(cards: &mut u32, random: &mut impl RandomSource) -> u8 {
    let card = one_of(*cards, random);
    *cards &= !(1 << card);
    card
}

impl Game {
    /// Advances to the next decision, card or throw.
    #[inline(always)]
    pub(super) fn advance(&self, state: &mut State, log: &mut impl Log<Self>) {
        while let Some(due) = state.due.last() {
            if self.waits(state, due) {
                return;
            }
            state.due.pop();
            Effects::new(self, state, log).resume(due);
        }
    }

    /// Returns the initial state with `due` on the agenda, the last on top, after set-up.
    fn set_up(&self, due: &[Due], tokens: Option<u16>, log: &mut impl Log<Self>) -> State {
        let mut state = self.table();
        due.iter().for_each(|due| state.due.push(*due));
        let mut effects = Effects::new(self, &mut state, log);
        effects.set_up();
        if let Some(tokens) = tokens {
            let had = effects.state.tokens(0);
            effects.spend(0, had.saturating_sub(tokens), Why::Start);
            effects.take(0, tokens.saturating_sub(had), Why::Start);
        }
        self.advance(&mut state, log);
        state
    }

    /// Begins a turn of the Rider, with nothing due after it.
    pub fn begin_turn(&self, state: &mut State, log: &mut impl Log<Self>) {
        state.due.push(Due::BeginTurn);
        self.advance(state, log);
    }

    /// The cards that chance draws from.
    fn cards(&self, state: &State, due: Due) -> u32 {
        match due {
            Due::Deal { .. } => state.pool(),
            Due::LayOutBuckles { .. } => state.closed_buckles.into(),
            _ => self.undealt(state),
        }
    }

    /// The outcomes of throwing some dice, with weights.
    fn throws(&self, which: DiceMask) -> Vec<(Dice, u64)> {
        let mut throws = vec![(Dice::NONE, 1)];
        for die in each(which) {
            let faces = self.dice[usize::from(die)].faces;
            let count = |face: Face| faces.iter().filter(|shown| **shown == face).count() as u64;
            let with = |(dice, weight): (Dice, u64)| {
                let shown = Face::ALL.into_iter().filter(move |face| count(*face) > 0);
                shown.map(move |face| (dice.set(1 << die, face), weight * count(face)))
            };
            throws = throws.into_iter().flat_map(with).collect();
        }
        throws
    }

    /// Whether cards on the table are hidden from other players: not if bets are public, and not
    /// once the turn is over (ES-85).
    pub(super) fn face_down(&self, state: &State) -> bool {
        self.rules.vegas.is_some_and(|variants| !variants.public) && state.turn.outcome.is_none()
    }

    /// Deals a gambler's bets again at random, consistent with the public information.
    fn redeal_bets(&self, state: &State, has: &mut Seat, random: &mut impl RandomSource) {
        let mut hand = has.laid().fold(has.cards, |hand, laid| hand | laid.bet.card()) & ALL_CARDS;
        // A Clown Out revealed which first bets are on Bucked Off.
        let shown = state.turn.clowned_out && !has.paid_clown_out;
        let mut one_of =
            |bets: u8| Bet::new(one_of(bets.into(), random)).unwrap_or(Bet::DoubleDown);
        let [first, second] = &mut has.bets;
        let double = if first.is_some() { Bet::DoubleDown.card() } else { 0 };
        if let Some(laid) = first {
            laid.bet = match (shown, laid.bet) {
                (true, Bet::BuckedOff) => Bet::BuckedOff,
                (true, _) => one_of(hand & !Bet::BuckedOff.card()),
                _ => one_of(hand),
            };
            hand &= !laid.bet.card();
        }
        if let Some(laid) = second {
            laid.bet = one_of(hand | double);
            hand &= !laid.bet.card();
        }
        has.cards = hand;
    }

    /// Deals again at random the Riders that `seat` has not seen, while Riders are dealt.
    fn redeal_riders(&self, state: &mut State, seat: u8, random: &mut impl RandomSource) {
        let Some(Due::KeepRider { seat: chooser, riders }) = state.due.last() else { return };
        let mut unseen = self.undealt(state);
        let others = (0..chooser).filter(|other| *other != seat);
        for other in others.clone() {
            unseen |= 1 << state.seats[usize::from(other)].unkept;
        }
        if chooser != seat {
            unseen |= riders.iter().fold(0, |both, rider| both | 1 << rider);
            state.due.pop();
            let riders = [take(&mut unseen, random), take(&mut unseen, random)];
            state.due.push(Due::KeepRider { seat: chooser, riders });
        }
        for other in others {
            state.seats[usize::from(other)].unkept = take(&mut unseen, random);
        }
    }
}

impl Game {
    /// Checks that no card, token, dollar or die is missing or there twice.
    pub(super) fn conserved(&self, state: &State) -> Result<(), String> {
        let holds = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        let (bulls, count) = state.all_bulls();
        holds(
            bulls == self.all_bulls && bulls.count_ones() == count,
            "a Bull is missing or duplicated",
        )?;
        let edition = &self.rules.edition;
        let tokens = state.all_tokens() == i64::from(edition.tokens);
        holds(tokens, "the number of tokens changed")?;
        let limited = self.rules.limited_supply;
        holds(!limited || state.supply >= 0, "more tokens are in use than exist")?;
        let money = self.rules.vegas.map_or(0, |_| edition.vegas.money) * i64::from(state.players);
        holds(state.all_money(edition.vegas.stake) == money, "the amount of money changed")?;
        let debts = state.seated().iter().any(|seat| seat.money < 0);
        holds(!debts && state.pots.iter().all(|pot| *pot >= 0), "money is negative")?;
        let taken = state.seated().iter().map(|seat| seat.buckles);
        let buckles = taken.chain([state.open_buckles, state.closed_buckles]);
        let count: u32 = buckles.map(u16::count_ones).sum();
        let laying = match state.due.last() {
            Some(Due::LayOutBuckles { laid, .. }) => laid.count_ones(),
            _ => 0,
        };
        let all = if self.rules.buckles { edition.buckles.len() } else { 0 };
        holds((count + laying) as usize == all, "a Golden Buckle is missing or duplicated")?;
        let kept = state.seated().iter().filter(|seat| seat.rider != NONE);
        let riders = kept.clone().fold(0_u32, |riders, seat| riders | 1 << seat.rider);
        holds(riders.count_ones() as usize == kept.count(), "two players have one Rider")?;
        holds(state.turn.dice.counts().total() == 8, "a die shows two faces or none")
    }
}

impl contract::Game for Game {
    type State = State;
    type Action = Action;
    type Outcome = Chance;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self, log: &mut impl Log<Self>) -> State {
        self.set_up(&[Due::NextTurn, Due::BeginTurn], None, log)
    }

    fn alone(&self, log: &mut impl Log<Self>) -> Option<State> {
        Some(self.set_up(&[Due::BeginTurn], self.tokens_alone, log))
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        let Some(due) = state.due.last() else {
            return Next::Over { finished: self.finished(state) };
        };
        let chance = |purpose, index| Next::Chance(Stream { purpose, index });
        match (self.step(state, due), due) {
            (Step::Ask { seat, point }, _) => Next::Decide { seat, point: point as u8 },
            (_, Due::Deal { .. }) => chance(purpose::BULLS, 0),
            (_, Due::LayOutBuckles { .. }) => chance(purpose::BUCKLES, 0),
            (_, Due::DealRider { .. }) => chance(purpose::RIDERS, 0),
            // The rolls of a seat in a turn do not depend on what happened before.
            _ => chance(
                purpose::DICE,
                state.own_turns() * MAX_PLAYERS as u32 + u32::from(state.rider),
            ),
        }
    }

    #[inline]
    fn actions(&self, state: &State, menu: &mut Menu<'_, Action>) {
        if let Some(due) = state.due.last() {
            self.list(state, due, menu);
        }
    }

    #[inline]
    fn kind(&self, _: u8, action: Action) -> usize {
        action.kind().into()
    }

    #[inline(always)]
    fn act(&self, state: &mut State, action: Action, log: &mut impl Log<Self>) {
        if let Some(due) = state.due.pop() {
            Effects::new(self, state, log).act(due, action);
        }
        self.advance(state, log);
    }

    #[inline(always)]
    fn draw(&self, state: &State, random: &mut impl RandomSource) -> Chance {
        match state.due.last() {
            Some(Due::Roll { done, .. }) => {
                let which = thrown(state, done);
                let number = random.below(THROWS);
                Chance::Dice(self.roller.half(which & HALF == 0, number).only(which))
            }
            Some(due @ Due::Deal { .. }) => Chance::Bull(one_of(self.cards(state, due), random)),
            Some(due @ Due::LayOutBuckles { .. }) => {
                Chance::Buckle(one_of(self.cards(state, due), random))
            }
            due => Chance::Rider(one_of(self.cards(state, due.unwrap_or_default()), random)),
        }
    }

    fn outcomes(&self, state: &State, each_of: &mut dyn FnMut(Chance, u64)) {
        let due = state.due.last().unwrap_or_default();
        let chance = match due {
            Due::Roll { done, .. } => {
                let throws = self.throws(thrown(state, done)).into_iter();
                return throws.for_each(|(dice, weight)| each_of(Chance::Dice(dice), weight));
            }
            Due::Deal { .. } => Chance::Bull,
            Due::LayOutBuckles { .. } => Chance::Buckle,
            _ => Chance::Rider,
        };
        each(self.cards(state, due)).for_each(|card| each_of(chance(card), 1));
    }

    #[inline(always)]
    fn happen(&self, state: &mut State, outcome: Chance, log: &mut impl Log<Self>) {
        if let Some(due) = state.due.pop() {
            Effects::new(self, state, log).happen(due, outcome);
        }
        self.advance(state, log);
    }

    fn ranking(&self, state: &State) -> Ranking {
        let (all, winners) = self.final_scores(state);
        let mut scores = [0; MAX_SEATS];
        for (score, own) in scores.iter_mut().zip(&all[..usize::from(state.players)]) {
            *score = own.total() as i32;
        }
        Ranking { scores, winners }
    }

    /// In solitaire, the score as a share of the points of all Bulls.
    fn evaluate(&self, state: &State, seat: u8) -> f64 {
        let ranking = self.ranking(state);
        if state.players > 1 {
            return ranking.share(seat);
        }
        let all: i32 = self.points.iter().map(|points| i32::from(*points)).sum();
        (f64::from(ranking.scores[0]) / f64::from(all.max(1))).clamp(0.0, 1.0)
    }

    /// Other players see only that a card was laid face down.
    fn seen(&self, state: &State, action: Action, seat: u8) -> Option<Action> {
        let laid = match state.due.last() {
            Some(Due::Bet { seat: gambler, .. }) => gambler != seat && action.kind() != kind::PASS,
            _ => false,
        };
        (!(laid && self.face_down(state))).then_some(action)
    }

    fn hide(&self, state: &State, seat: u8, random: &mut impl RandomSource) -> State {
        let mut world = *state;
        if self.face_down(state) {
            for (other, has) in (0..).zip(&mut world.seats[..usize::from(state.players)]) {
                if other != seat {
                    self.redeal_bets(state, has, random);
                }
            }
        }
        self.redeal_riders(&mut world, seat, random);
        world
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.conserved(state)
    }
}
