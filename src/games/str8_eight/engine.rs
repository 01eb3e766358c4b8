//! The rules engine of Str8 Eight: positions, legal actions, scoring and playout evaluation.

use std::sync::OnceLock;

use super::cards::{
    CARDS, Card, Cards, Deck, Direction, NUMBERS, Numbers, each_card, has, nth, numbers, passes,
};
use super::estimate::Table;
use super::vocabulary::point;
use crate::game::contract::{Game, Log, MAX_SEATS, Menu, Next, RandomSource, Ranking, Stream};
use crate::game::describe::seat_name;

/// The maximum number of seats (SE-1).
pub const SEATS: usize = 4;
/// The number of cards in a hand between turns (SE-3, SE-8).
pub const HAND: u32 = 3;
/// The number of cards in a full sequence (SE-22).
pub const EIGHT: u32 = 8;

/// Scale of the lead in [`Game::evaluate`] between hands, per square root of the points that the
/// leader lacks plus [`FURTHER`]. Fitted by least squares to the winners of 1,500 games of two
/// players, 1,000 of three and 1,000 of four, all seats played by `weigh-every-card`; rounded.
const SPREAD: f64 = 16.0;
/// Points added to those that the leader lacks; see [`SPREAD`].
const FURTHER: f64 = 100.0;

/// The number of rounds of turns after which a playout is evaluated.
const HORIZON: u32 = 3;

/// The adjustable rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The points that end a game of two players, and of three or four (SE-29, SE-30).
    pub targets: [i32; 2],
    /// The cost of a pass card left in a hand, in points (SE-25).
    pub pass_penalty: i32,
    /// The number of turns after which a hand ends without a winner (SE-Q6).
    pub max_turns: u32,
    /// The number of hands after which the game ends without a winner.
    pub max_hands: u32,
    /// Whether a card taken from the discard pile may not be discarded in that turn (SE-Q6).
    pub keep_taken: bool,
}

/// The step of a turn or deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// The seat is dealt a card.
    Deal,
    /// The seat chooses a pile.
    Choose,
    /// The seat draws from the draw pile.
    Draw,
    /// The seat plays or discards a card.
    Play,
    /// The game is over; `true` if a seat has reached the target.
    Over(bool),
}

/// The discard pile, from the bottom up.
///
/// | field | content |
/// |---|---|
/// | `cards` | 80 bytes, one per card; bytes from `len` on are 0, so that derived equality is exact |
/// | `len` | number of cards |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Discards {
    cards: [Card; CARDS],
    len: u8,
}

impl Discards {
    const EMPTY: Self = Self { cards: [0; CARDS], len: 0 };

    fn all(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    pub(super) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<Card> {
        let card = *self.all().last()?;
        self.len -= 1;
        self.cards[usize::from(self.len)] = 0;
        Some(card)
    }
}

/// A position.
///
/// | field | bytes | content |
/// |---|---|---|
/// | `draw_pile`, `passed` | 2 × 16 | draw pile and played pass cards, as sets |
/// | `hands`, `known` | 2 × 4 × 16 | by seat: its cards; the cards in other hands whose holder it knows |
/// | `held` | 16 | cards that all players know, by counting, to be in some hand |
/// | `sequences` | 4 × 8 | by seat: its sequence |
/// | `discards` | 81 | discard pile in order |
/// | `points` | 4 × 4 | by seat: points of the previous hands |
/// | `turn`, `hands_before` | 2 × 4 | number of turns so far in this hand; number of previous hands |
/// | `phase`, `seat` | 3 | step of the turn; seat to move |
/// | `taken`, `finisher` | 2 × 2 | discard taken in this turn; seat that completed the last sequence |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the table documents the fields
pub struct State {
    pub draw_pile: Cards,
    pub passed: Cards,
    pub(super) hands: [Cards; SEATS],
    pub(super) known: [Cards; SEATS],
    pub held: Cards,
    pub(super) sequences: [Numbers; SEATS],
    pub(super) discards: Discards,
    pub(super) points: [i32; SEATS],
    pub turn: u32,
    pub hands_before: u32,
    pub(super) phase: Phase,
    pub seat: u8,
    pub taken: Option<Card>,
    pub(super) finisher: Option<u8>,
}

impl State {
    /// The cards in the hand of `seat`.
    pub fn hand(&self, seat: u8) -> Cards {
        self.hands[usize::from(seat)]
    }

    /// The sequence of `seat`.
    pub fn sequence(&self, seat: u8) -> Numbers {
        self.sequences[usize::from(seat)]
    }

    /// The points of `seat` from the previous hands.
    pub fn points(&self, seat: u8) -> i32 {
        self.points[usize::from(seat)]
    }

    /// The cards in other hands whose holder `seat` knows.
    pub fn known(&self, seat: u8) -> Cards {
        self.known[usize::from(seat)]
    }

    /// The discard pile, from the bottom up.
    pub fn discards(&self) -> &[Card] {
        self.discards.all()
    }

    /// The cards in all hands.
    pub(super) fn in_hands(&self) -> Cards {
        self.hands.iter().fold(0, |all, hand| all | hand)
    }

    /// Removes a card from the hand of the seat to move. The card becomes public, so the sets of
    /// known and held cards drop it.
    fn leave(&mut self, card: Card) {
        let others = !(1 << card);
        self.hands[usize::from(self.seat)] &= others;
        self.held &= others;
        self.known.iter_mut().for_each(|known| *known &= others);
    }
}

/// An action of a seat; variants are in the documented order of legal actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Draws from the draw pile.
    Pile,
    /// Takes the top of the discard pile.
    Take,
    /// Lays a number card at the end of the own sequence.
    Lay(Card),
    /// Plays a pass card.
    Pass(Card),
    /// Discards a card.
    Discard(Card),
}

/// An event of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names of the undocumented variants say it
pub enum Event {
    HandBegins,
    Dealt(u8, Card),
    /// The discards and the played pass cards become the draw pile.
    Reshuffled,
    Drawn(u8, Card),
    Taken(u8, Card),
    Left(u8, Action),
    /// A hand is over, before its points are counted.
    HandEnds {
        /// The seat that completed a sequence; `None` at the limit of turns.
        winner: Option<u8>,
        /// Whether the sequence is of one colour group.
        str8_eight: bool,
    },
    /// The points of a seat for a hand.
    Scored {
        /// The seat.
        seat: u8,
        /// Points for sequences.
        laid: i32,
        /// Points for the cards left in the hand, 0 or below.
        left: i32,
    },
}

/// Str8 Eight for a fixed number of seats.
#[derive(Clone, Debug)]
pub struct Str8Eight {
    /// The cards.
    pub deck: Deck,
    /// The names of the colour groups.
    pub(super) colours: Vec<String>,
    /// The adjustable rules.
    pub rules: Rules,
    pub(super) seats: u8,
    turns: OnceLock<Table>,
}

impl Str8Eight {
    /// Creates a game of 2 to 4 seats. `colours` are the names of the colour groups. Editions are
    /// checked to have more cards than hands and sequences can hold at once (SE-Q18).
    ///
    /// # Panics
    ///
    /// Panics if `seats` is not 2 to 4.
    pub fn new(deck: Deck, colours: Vec<String>, rules: Rules, seats: u8) -> Self {
        assert!((2..=SEATS as u8).contains(&seats), "{seats} seats");
        debug_assert!(
            deck.all.count_ones() > u32::from(seats) * (HAND + EIGHT - 1),
            "too few cards"
        );
        Self { deck, colours, rules, seats, turns: OnceLock::new() }
    }

    /// The table of turns to go, computed on first use.
    pub(super) fn turns(&self) -> &Table {
        self.turns.get_or_init(|| Table::new(&self.deck))
    }

    pub(super) fn each_seat(&self) -> std::ops::Range<usize> {
        0..usize::from(self.seats)
    }

    /// The seat to the left.
    pub(super) fn after(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// The cards from which the next card is drawn; an empty draw pile is replaced by the shuffled
    /// discards and pass cards (SE-21, SE-Q7).
    fn drawn_from(&self, state: &State) -> Cards {
        if state.draw_pile == 0 { self.to_shuffle(state) } else { state.draw_pile }
    }

    /// The discards and the played pass cards.
    pub(super) fn to_shuffle(&self, state: &State) -> Cards {
        let laid = state.sequences.iter().fold(0, |all, sequence| all | sequence);
        self.deck.all & !(state.in_hands() | Cards::from(laid) | state.draw_pile)
    }

    /// The cost of a hand at the end, in points (SE-25).
    pub(super) fn cost(&self, hand: Cards) -> i32 {
        self.deck.sum(numbers(hand)) + self.rules.pass_penalty * passes(hand).count_ones() as i32
    }

    /// The points that end the game.
    pub(super) fn target(&self) -> i32 {
        self.rules.targets[usize::from(self.seats > 2)]
    }

    /// Whether a seat has the points that end the game (SE-29, SE-30, SE-Q14).
    fn reaches_target(&self, state: &State, seat: usize) -> bool {
        state.points[seat] >= self.target()
    }

    /// The first position of hand `hand`, counted from 0; the first seat to play moves to the left
    /// from hand to hand (SE-Q13).
    fn deal(&self, hand: u32, points: [i32; SEATS]) -> State {
        State {
            draw_pile: self.deck.all,
            passed: 0,
            hands: [0; SEATS],
            known: [0; SEATS],
            held: 0,
            sequences: [0; SEATS],
            discards: Discards::EMPTY,
            points,
            turn: 0,
            hands_before: hand,
            phase: Phase::Deal,
            seat: (hand % u32::from(self.seats)) as u8,
            taken: None,
            finisher: None,
        }
    }

    /// Begins the turn of the seat to the left (SE-13), or ends the hand at the limit of turns.
    fn end_turn(&self, state: &mut State, log: &mut impl Log<Self>) {
        state.turn += 1;
        if state.turn == self.rules.max_turns {
            return self.end_hand(state, None, log);
        }
        state.seat = self.after(state.seat);
        state.phase = if state.discards.len == 0 { Phase::Draw } else { Phase::Choose };
    }

    /// Scores a hand (SE-23 to SE-28) and deals the next one unless the game is over.
    fn end_hand(&self, state: &mut State, winner: Option<u8>, log: &mut impl Log<Self>) {
        let complete = |seat: u8| state.sequences[usize::from(seat)];
        let str8_eight = winner.is_some_and(|winner| self.deck.one_colour(complete(winner)));
        state.finisher = winner;
        log.record(state, Event::HandEnds { winner, str8_eight });
        let sums = state.sequences.map(|sequence| self.deck.sum(sequence));
        for seat in self.each_seat() {
            let wins = winner.map(usize::from) == Some(seat);
            let (laid, left) = if wins {
                (if str8_eight { sums.iter().sum() } else { sums[seat] }, 0)
            } else {
                (if str8_eight { 0 } else { sums[seat] }, -self.cost(state.hands[seat]))
            };
            state.points[seat] += laid + left;
            log.record(state, Event::Scored { seat: seat as u8, laid, left });
        }
        let reached = self.each_seat().any(|seat| self.reaches_target(state, seat));
        if reached || state.hands_before + 1 == self.rules.max_hands {
            state.phase = Phase::Over(reached);
        } else {
            *state = self.deal(state.hands_before + 1, state.points);
            log.record(state, Event::HandBegins);
        }
    }

    /// Passes all hands on; each player knows the cards of the hand they gave away (SE-18, SE-Q8).
    fn pass_hands(&self, state: &mut State, direction: Direction) {
        let steps = usize::from(direction.steps(self.seats));
        let (hands, seats) = (state.hands, usize::from(self.seats));
        for seat in self.each_seat() {
            state.hands[(seat + steps) % seats] = hands[seat];
            state.known[seat] |= hands[seat];
        }
        for seat in self.each_seat() {
            state.known[seat] &= !state.hands[seat];
        }
    }
}

impl Str8Eight {
    /// Estimates the win probability between hands from the points so far, normalized over the
    /// seats.
    fn share(&self, state: &State, seat: u8) -> f64 {
        let all: f64 = self.each_seat().map(|seat| self.chance(state, seat)).sum();
        self.chance(state, usize::from(seat)) / all
    }

    /// Estimates the win probability during a hand: the mean of the estimates after the hand,
    /// weighted by each seat's probability to complete a sequence first. That probability is
    /// proportional to `turns^-1.5`, where `turns` is the number of turns to go. The exponent is
    /// the maximum likelihood estimate among those from 1 to 5 for the winners of the hands in the
    /// games of [`SPREAD`], pooled over two, three and four players.
    fn share_in_hand(&self, state: &State, seat: u8) -> f64 {
        let (mut weighted, mut all) = (0.0, 0.0);
        for winner in 0..self.seats {
            let before = (winner + self.seats - state.seat) % self.seats;
            let turns = self.turns_alone(state, winner) + f64::from(before) / f64::from(self.seats);
            let turns = turns.max(1.0);
            let chance = 1.0 / (turns * turns.sqrt());
            let mut then = *state;
            self.foresee(&mut then, winner);
            let over = self.each_seat().any(|seat| self.reaches_target(&then, seat));
            let share =
                if over { self.ranking(&then).share(seat) } else { self.share(&then, seat) };
            (weighted, all) = (weighted + chance * share, all + chance);
        }
        weighted / all
    }

    /// Scores the hand as if `winner` completed its sequence and the other sequences grew no
    /// further.
    fn foresee(&self, state: &mut State, winner: u8) {
        for seat in self.each_seat() {
            let sequence = state.sequences[seat];
            let wins = seat == usize::from(winner);
            state.points[seat] += self.deck.sum(sequence);
            state.points[seat] += if wins {
                self.deck.still_to_come(sequence)
            } else {
                -self.cost(state.hands[seat])
            };
        }
        state.finisher = Some(winner);
    }

    /// The weight of a seat between hands: a sigmoid of its lead, the flatter the more points the
    /// leader lacks.
    fn chance(&self, state: &State, seat: usize) -> f64 {
        let others = self.each_seat().filter(|other| *other != seat);
        let best = others.map(|other| state.points[other]).max().unwrap_or(0);
        let lacks = self.target() - best.max(state.points[seat]);
        let lead = f64::from(state.points[seat]) - f64::from(best);
        let steps = lead / (SPREAD * (f64::from(lacks) + FURTHER).sqrt());
        0.5 + 0.5 * steps / (1.0 + steps * steps).sqrt()
    }
}

impl Game for Str8Eight {
    type State = State;
    type Action = Action;
    type Outcome = Card;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self, _: &mut impl Log<Self>) -> State {
        self.deal(0, [0; SEATS])
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        match state.phase {
            Phase::Deal | Phase::Draw => {
                Next::Chance(Stream { purpose: 0, index: state.hands_before })
            }
            Phase::Choose => Next::Decide { seat: state.seat, point: point::DRAW },
            Phase::Play => Next::Decide { seat: state.seat, point: point::PLAY },
            Phase::Over(finished) => Next::Over { finished },
        }
    }

    #[inline(always)]
    fn actions(&self, state: &State, menu: &mut Menu<'_, Action>) {
        if state.phase == Phase::Choose {
            return menu.extend([Action::Pile, Action::Take]);
        }
        let seat = usize::from(state.seat);
        let hand = state.hands[seat];
        let taken = state.taken.filter(|_| self.rules.keep_taken);
        menu.bits(numbers(hand) & self.deck.next(state.sequences[seat]), Action::Lay);
        menu.bits(passes(hand), |card| Action::Pass(NUMBERS as Card + card));
        let left = hand & !taken.map_or(0, |card| 1 << card);
        menu.bits(numbers(left), Action::Discard);
        menu.bits(passes(left), |card| Action::Discard(NUMBERS as Card + card));
    }

    #[inline]
    fn kind(&self, _: u8, action: Action) -> usize {
        match action {
            Action::Pile | Action::Lay(_) => 0,
            Action::Take | Action::Pass(_) => 1,
            Action::Discard(_) => 2,
        }
    }

    #[inline(always)]
    fn act(&self, state: &mut State, action: Action, log: &mut impl Log<Self>) {
        let (seat, mut completes) = (state.seat, false);
        match action {
            Action::Pile => {
                state.phase = Phase::Draw;
                return;
            }
            Action::Take => {
                let Some(card) = state.discards.pop() else { return };
                let one = 1 << card;
                self.each_seat().for_each(|other| state.known[other] |= one);
                state.known[usize::from(seat)] &= !one;
                state.hands[usize::from(seat)] |= one;
                state.taken = Some(card);
                state.phase = Phase::Play;
                return log.record(state, Event::Taken(seat, card));
            }
            Action::Lay(card) => {
                state.leave(card);
                let sequence = &mut state.sequences[usize::from(seat)];
                *sequence |= 1 << card;
                completes = sequence.count_ones() == EIGHT;
            }
            Action::Pass(card) => {
                state.leave(card);
                state.passed |= 1 << card;
                if let Some(direction) = self.deck.direction(card) {
                    self.pass_hands(state, direction);
                }
            }
            Action::Discard(card) => {
                state.leave(card);
                state.discards.push(card);
            }
        }
        state.taken = None;
        log.record(state, Event::Left(seat, action));
        if completes {
            self.end_hand(state, Some(seat), log);
        } else {
            self.end_turn(state, log);
        }
    }

    fn draw(&self, state: &State, random: &mut impl RandomSource) -> Card {
        let cards = self.drawn_from(state);
        nth(cards, random.below(cards.count_ones()))
    }

    fn outcomes(&self, state: &State, each: &mut dyn FnMut(Card, u64)) {
        each_card(self.drawn_from(state)).for_each(|card| each(card, 1));
    }

    #[inline]
    fn happen(&self, state: &mut State, card: Card, log: &mut impl Log<Self>) {
        if state.draw_pile == 0 {
            state.draw_pile = self.drawn_from(state);
            (state.discards, state.passed) = (Discards::EMPTY, 0);
            state.held = state.in_hands();
            log.record(state, Event::Reshuffled);
        }
        let (seat, one) = (state.seat, 1 << card);
        state.draw_pile &= !one;
        state.hands[usize::from(seat)] |= one;
        if state.phase == Phase::Draw {
            state.phase = Phase::Play;
            return log.record(state, Event::Drawn(seat, card));
        }
        log.record(state, Event::Dealt(seat, card));
        // The deal ends when every hand is full; the first turn then draws (SE-7).
        state.seat = self.after(seat);
        if self.each_seat().all(|seat| state.hands[seat].count_ones() == HAND) {
            state.phase = Phase::Draw;
        }
    }

    fn ranking(&self, state: &State) -> Ranking {
        let over = |seat: &usize| self.reaches_target(state, *seat);
        let any = self.each_seat().any(|seat| over(&seat));
        let among = || self.each_seat().filter(|seat| !any || over(seat));
        let finisher = state.finisher.map(usize::from).filter(|seat| any && over(seat));
        let most = among().map(|seat| state.points[seat]).max();
        let wins = |seat: &usize| match finisher {
            Some(finisher) => finisher == *seat,
            None => Some(state.points[*seat]) == most,
        };
        let winners = among().filter(wins).fold(0, |all, seat| all | 1 << seat);
        let mut scores = [0; MAX_SEATS];
        scores[..SEATS].copy_from_slice(&state.points);
        Ranking { scores, winners }
    }

    fn hide(&self, state: &State, seat: u8, random: &mut impl RandomSource) -> State {
        let mut world = *state;
        let known = state.known[usize::from(seat)];
        let others = || self.each_seat().filter(|other| *other != usize::from(seat));
        let unknown = others().fold(0, |all, other| all | state.hands[other] & !known);
        // Cards that all players know to be in hands stay in hands; others may be in the draw pile.
        let (mut in_hands, mut anywhere) =
            (unknown & state.held, unknown & !state.held | state.draw_pile);
        world.known.iter_mut().for_each(|known| *known &= !unknown);
        for other in others() {
            world.hands[other] &= known;
            for card in each_card(state.hands[other] & !known) {
                let from = if has(state.held, card) { &mut in_hands } else { &mut anywhere };
                let one = 1 << nth(*from, random.below(from.count_ones()));
                *from &= !one;
                world.hands[other] |= one;
                // A seat that knew the replaced card knows its replacement.
                for (knows, knew) in world.known.iter_mut().zip(&state.known) {
                    if has(*knew, card) {
                        *knows |= one;
                    }
                }
            }
        }
        world.draw_pile = anywhere;
        world
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.complete_deck(state)?;
        for seat in self.each_seat() {
            if state.known[seat] & !(state.in_hands() & !state.hands[seat]) != 0 {
                let name = seat_name(seat as u8);
                return Err(format!("{name} knows cards that no other seat holds"));
            }
        }
        if state.held & !state.in_hands() != 0 {
            return Err("`held` has cards that are in no hand".to_owned());
        }
        if matches!(state.phase, Phase::Over(_)) { Ok(()) } else { self.possible(state) }
    }

    /// Whether a playout ends here: at the end of the hand or after `HORIZON` rounds.
    fn horizon(&self, from: &State, state: &State) -> bool {
        match state.phase {
            Phase::Deal => state.draw_pile == self.deck.all,
            Phase::Choose => state.turn >= from.turn + HORIZON * u32::from(self.seats),
            _ => false,
        }
    }

    fn evaluate(&self, state: &State, seat: u8) -> f64 {
        match state.phase {
            Phase::Over(_) => self.ranking(state).share(seat),
            Phase::Deal => self.share(state, seat),
            _ => self.share_in_hand(state, seat),
        }
    }
}
