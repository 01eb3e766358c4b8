//! El Ocho as a [`contract::Game`]: positions, legal actions, chance outcomes and their effects.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::scoring::{Keep, Verdict};
use super::turn::{Ending, Game, MAX_PLAYERS, MAX_ROLLS_SEEN, Standing, TurnEnd, TurnState};
use super::vocabulary::{Functions, point};
use crate::error::Result;
use crate::game::contract::{
    self, Log, MAX_SEATS, Menu, Next, RandomSource, Ranking, Silent, Stream,
};

/// The game for a number of seats.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The compiled rules.
    pub rules: Arc<Game>,
    seats: u8,
    /// Initial totals, in units.
    pub(super) start: [u32; MAX_PLAYERS],
    pub(super) functions: Arc<Functions>,
}

impl Seated {
    /// The game for one to eight seats.
    pub fn new(rules: &Arc<Game>, seats: u8) -> Self {
        let functions = Arc::new(Functions::new(rules));
        Self { rules: Arc::clone(rules), seats, start: [0; MAX_PLAYERS], functions }
    }

    /// Returns the game with another number of seats.
    pub fn with(&self, seats: u8) -> Self {
        Self { seats, ..self.clone() }
    }

    /// Returns the game with these initial totals, by seat, in units.
    pub fn starting(self, start: [u32; MAX_PLAYERS]) -> Self {
        Self { start, ..self }
    }

    /// The number of the turn within the game: the index of its random stream.
    #[inline]
    pub(super) fn turn(&self, at: &Position) -> u32 {
        at.round * MAX_PLAYERS as u32 + u32::from(at.seat)
    }

    /// Computes the optimal turn, which a function of policies reports.
    pub(super) fn solve(&self) -> Result<()> {
        self.functions.solve()
    }

    /// The legal keeps of the current roll, in their documented order.
    pub fn keeps(&self, at: &Position) -> &[Keep] {
        match at.phase {
            Phase::Keep(class) => {
                self.rules.table(at.turn.dice).classes()[usize::from(class)].keeps()
            }
            _ => &[],
        }
    }

    /// Whether the position keeps dice of a roll that is not in the table, or that scores nothing.
    fn rolled_nothing(&self, at: &Position) -> bool {
        let Phase::Keep(class) = at.phase else { return false };
        let class = self.rules.table(at.turn.dice).classes().get(usize::from(class));
        class.is_none_or(|class| class.keeps().is_empty())
    }

    /// The end of a turn with the points that count.
    fn counted(&self, at: &Position, end: TurnEnd) -> TurnEnd {
        let room = self.rules.room(at.totals[usize::from(at.seat)]);
        match end.ending {
            Ending::Bust => end,
            Ending::Banked | Ending::Win => TurnEnd { points: end.points.min(room), ..end },
        }
    }

    /// Counts turns without points, and takes the penalty after some of them in a row.
    fn pay(&self, at: &mut Position, end: TurnEnd) {
        if self.rules.penalty == 0 {
            return;
        }
        let seat = usize::from(at.seat);
        at.lost[seat] = if end.gained() == 0 { at.lost[seat] + 1 } else { 0 };
        if at.lost[seat] == self.rules.rules.lost_in_a_row() {
            at.lost[seat] = 0;
            at.totals[seat] = at.totals[seat].saturating_sub(self.rules.penalty);
        }
    }

    /// Ends the current turn and starts the next, or ends the game.
    #[inline]
    pub(super) fn end_turn(&self, at: &mut Position, end: TurnEnd, log: &mut impl Log<Self>) {
        let plain = self.rules.is_plain;
        let end = if plain { end } else { self.counted(at, end) };
        let own = &mut at.totals[usize::from(at.seat) % MAX_PLAYERS];
        *own += end.gained();
        // A bust gains nothing, so a total below the target stays below it.
        let reached = *own >= self.rules.target;
        if !plain {
            self.pay(at, end);
        }
        log.record(at, Event::Ended(end));
        at.turn = self.rules.start();
        if (end.ending == Ending::Win) | (reached & (plain | !self.rules.rules.last_turns)) {
            at.phase = Phase::Over { winner: Some(at.seat) };
            return;
        }
        if reached && at.closing == 0 {
            at.closing = at.seat + 1;
        }
        at.phase = Phase::FIRST;
        // Branch-free: the next seat is unpredictable when games are interleaved.
        let wraps = at.seat + 1 == self.seats;
        at.seat = if wraps { 0 } else { at.seat + 1 };
        at.round += u32::from(wraps);
        if !plain && at.closing == at.seat + 1 {
            at.phase = Phase::Compared;
        } else if wraps & (at.round == self.rules.rules.max_turns) {
            at.phase = Phase::Over { winner: None };
        }
    }
}

impl Deref for Seated {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.rules
    }
}

/// The state of a game.
///
/// | part | bits |
/// |---|---|
/// | `totals` | 8 × 32, units banked by seat; 0 beyond the seats of the game |
/// | `turn` | 32 units set aside, 8 dice to roll or just rolled, 8 rolls made |
/// | `round` | 32, turns completed by every seat |
/// | `lost` | 8 × 8, turns without points in a row by seat; 0 without a penalty for them |
/// | `closing` | 8, with last turns the seat that reached the target first, from 1; 0 for none |
/// | `seat` | 8, the seat to move |
/// | `phase` | 32, the phase of the turn |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Banked totals by seat, in units.
    pub totals: [u32; MAX_PLAYERS],
    /// The state of the current turn.
    pub turn: TurnState,
    /// The number of turns completed by every seat.
    pub round: u32,
    /// Turns without points in a row by seat; 0 without a penalty for them.
    pub lost: [u8; MAX_PLAYERS],
    /// With last turns, the seat that reached the target first, from 1; 0 for none.
    pub closing: u8,
    /// The seat to move.
    pub seat: u8,
    pub(super) phase: Phase,
}

/// The phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// The dice are rolled next. `again` is 0 before the first roll after a decision, then
    /// alternates between 1 and 2 with each Joker (EO-17), because every event must change the
    /// position.
    Roll { again: u8 },
    /// The player keeps dice of a roll of this class.
    Keep(u16),
    /// The player stops or rolls again.
    Decide,
    /// The game is won, or over at the turn limit without a winner.
    Over { winner: Option<u8> },
    /// The last turns are over: the highest total wins.
    Compared,
}

impl Phase {
    pub(super) const FIRST: Self = Self::Roll { again: 0 };
}

impl Position {
    /// The totals and turns as `seat` sees them.
    #[inline]
    pub fn standing(&self, seats: u8, seat: u8) -> Standing {
        let [own, others @ ..] = self.totals;
        let lost = self.lost[usize::from(seat) % MAX_PLAYERS];
        if seat == 0 {
            return Standing { own, others, players: seats, turns_taken: self.round, lost };
        }
        let standing = Standing::of(&self.totals[..usize::from(seats)], seat.into(), self.round);
        Standing { lost, ..standing }
    }

    /// The class of the current roll, if the player must keep dice of it.
    pub fn rolled(&self) -> Option<usize> {
        if let Phase::Keep(class) = self.phase { Some(class.into()) } else { None }
    }

    /// The winner if the game is over; `Some(None)` if it ended at the turn limit, or after last turns
    /// with equal totals.
    pub fn over(&self) -> Option<Option<u8>> {
        match self.phase {
            Phase::Over { winner } => Some(winner),
            Phase::Compared => {
                let best = self.totals.iter().max()?;
                let mut leads = (0..).zip(&self.totals).filter(|(_, total)| *total == best);
                let first = leads.next().map(|(seat, _)| seat);
                Some(first.filter(|_| leads.next().is_none()))
            }
            _ => None,
        }
    }

    /// Whether the first roll of the turn is next.
    pub(super) fn begins(&self) -> bool {
        self.phase == Phase::FIRST && self.turn.rolls == 0
    }

    /// The number of turns completed by `seat`.
    pub fn turns_taken(&self, seat: u8) -> u32 {
        let more = match self.phase {
            Phase::Over { winner: Some(winner) } => seat <= winner,
            Phase::Compared => seat + 1 < self.closing,
            _ => false,
        };
        self.round + u32::from(more)
    }

    /// The position in which `turn` is in progress and the player stops or rolls again.
    pub(super) fn deciding(self, turn: TurnState) -> Self {
        Self { turn, phase: Phase::Decide, ..self }
    }

    /// A position in a player's turn after the decision to roll.
    pub fn of_turn(standing: &Standing, turn: TurnState) -> Self {
        Self::seen(standing, turn, Phase::FIRST)
    }

    /// A position in a player's turn in which the player must keep dice of a roll of `class`.
    pub(super) fn at_keep(standing: &Standing, turn: TurnState, class: usize) -> Self {
        Self::seen(standing, turn, Phase::Keep(class as u16))
    }

    pub(super) fn at_roll(standing: &Standing, turn: TurnState) -> Self {
        Self::seen(standing, turn, Phase::Decide)
    }

    /// A position in the turn of a player, who gets seat 0. The seat only affects how many turns
    /// the others have left before the turn limit.
    fn seen(standing: &Standing, turn: TurnState, phase: Phase) -> Self {
        let mut totals = [0; MAX_PLAYERS];
        totals[0] = standing.own;
        totals[1..].copy_from_slice(&standing.others);
        let mut lost = [0; MAX_PLAYERS];
        lost[0] = standing.lost;
        Self { totals, turn, round: standing.turns_taken, lost, closing: 0, seat: 0, phase }
    }
}

/// The actions, in their documented order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Sets all dice of the roll aside (EO-10).
    BigEight(Keep),
    /// Sets some dice of the roll aside (EO-4).
    Keep(Keep),
    /// Banks the turn (EO-12).
    Stop,
    /// Rolls again.
    Roll,
}

impl Action {
    /// The action that keeps `keep` of `dice` rolled dice.
    #[inline]
    pub(super) fn keeping(keep: Keep, dice: u8) -> Self {
        if keep.dice == dice { Self::BigEight(keep) } else { Self::Keep(keep) }
    }
}

/// A roll: its class (index in the roll table of this number of dice) and its rank in the class.
/// Rolls of one class differ only in the faces shown to readers.
#[derive(Clone, Copy, Debug)]
pub struct Roll {
    /// The class.
    pub class: u16,
    /// The rank.
    pub rank: u64,
}

impl Roll {
    /// Draws a roll of `dice` dice.
    #[inline]
    pub(crate) fn draw(rules: &Game, dice: u8, random: &mut impl RandomSource) -> Self {
        let table = rules.table(dice);
        // If one word determines a roll, its top bits do.
        let word = match table.total() {
            ALL_WORDS => random.word(),
            total if total.is_power_of_two() => {
                random.below(total as u32) << (32 - total.trailing_zeros())
            }
            total => random.below(total as u32),
        };
        let (class, rank) = table.draw(|| word);
        Self { class: class as u16, rank }
    }

    /// The faces of the `dice` rolled dice, as text.
    pub(crate) fn faces(self, rules: &Game, dice: u8) -> String {
        let faces = rules.table(dice).decode(self.class.into(), self.rank);
        faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl PartialEq for Roll {
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class
    }
}

impl Eq for Roll {}

impl PartialOrd for Roll {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Roll {
    fn cmp(&self, other: &Self) -> Ordering {
        self.class.cmp(&other.class)
    }
}

impl Hash for Roll {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.class.hash(state);
    }
}

/// Logged events. The position logged with an event is the one before it, except that with `Ended`
/// the totals already include the points of the turn.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The dice show a roll.
    Rolled(Roll),
    /// The roll is a Joker: the same dice are rolled again (EO-17).
    Joker,
    /// The turn is over.
    Ended(TurnEnd),
}

/// The number of rolls for which each 32-bit word is one roll.
const ALL_WORDS: u64 = 1 << 32;

impl contract::Game for Seated {
    type State = Position;
    type Action = Action;
    type Outcome = Roll;
    type Event = Event;

    fn alone(&self, _: &mut impl Log<Self>) -> Option<Position> {
        Some(self.start(&mut Silent))
    }

    #[inline]
    fn turn_over(&self, at: &Position) -> bool {
        (at.round, at.seat) != (0, 0)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self, _: &mut impl Log<Self>) -> Position {
        Position {
            totals: self.start,
            turn: self.rules.start(),
            round: 0,
            lost: [0; MAX_PLAYERS],
            closing: 0,
            seat: 0,
            phase: Phase::FIRST,
        }
    }

    #[inline]
    fn next(&self, at: &Position) -> Next {
        let decide = |point: usize| Next::Decide { seat: at.seat, point: point as u8 };
        match at.phase {
            Phase::Roll { .. } => Next::Chance(Stream { purpose: 0, index: self.turn(at) }),
            Phase::Keep(_) => decide(point::KEEP),
            Phase::Decide => decide(point::ROLL),
            Phase::Over { winner } => Next::Over { finished: winner.is_some() },
            Phase::Compared => Next::Over { finished: true },
        }
    }

    #[inline]
    fn actions(&self, at: &Position, menu: &mut Menu<'_, Action>) {
        if at.phase != Phase::Decide {
            let keeps = self.keeps(at);
            return menu.block(keeps.len(), |place| Action::keeping(keeps[place], at.turn.dice));
        }
        if at.turn.points >= self.rules.least(at.totals[usize::from(at.seat) % MAX_PLAYERS]) {
            menu.push(Action::Stop);
        }
        menu.push(Action::Roll);
    }

    #[inline]
    fn kind(&self, _: u8, action: Action) -> usize {
        match action {
            Action::Keep(_) | Action::Stop => 0,
            Action::BigEight(_) | Action::Roll => 1,
        }
    }

    #[inline]
    fn act(&self, at: &mut Position, action: Action, log: &mut impl Log<Self>) {
        match action {
            Action::BigEight(keep) | Action::Keep(keep) => {
                at.turn = self.rules.after_keep(at.turn, keep);
                at.phase = Phase::Decide;
                if at.turn.points >= self.rules.most {
                    let end = TurnEnd { ending: Ending::Banked, points: at.turn.points };
                    self.end_turn(at, end, log);
                }
            }
            Action::Stop => {
                let end = TurnEnd { ending: Ending::Banked, points: at.turn.points };
                self.end_turn(at, end, log);
            }
            Action::Roll => at.phase = Phase::Roll { again: 0 },
        }
    }

    #[inline]
    fn draw(&self, at: &Position, random: &mut impl RandomSource) -> Roll {
        Roll::draw(&self.rules, at.turn.dice, random)
    }

    fn outcomes(&self, at: &Position, each: &mut dyn FnMut(Roll, u64)) {
        let classes = (0..).zip(self.rules.table(at.turn.dice).classes());
        classes.for_each(|(class, of)| each(Roll { class, rank: 0 }, of.weight));
    }

    #[inline]
    fn happen(&self, at: &mut Position, roll: Roll, log: &mut impl Log<Self>) {
        log.record(at, Event::Rolled(roll));
        let class = &self.rules.table(at.turn.dice).classes()[usize::from(roll.class)];
        let points = at.turn.points;
        match &class.verdict {
            Verdict::Bust => {
                self.end_turn(at, TurnEnd { ending: Ending::Bust, points }, log);
            }
            Verdict::Joker => {
                log.record(at, Event::Joker);
                let again = if at.phase == (Phase::Roll { again: 1 }) { 2 } else { 1 };
                at.phase = Phase::Roll { again };
            }
            Verdict::Win { points: more } => {
                self.end_turn(at, TurnEnd { ending: Ending::Win, points: points + more }, log);
            }
            Verdict::Keep(_) => {
                at.turn.rolls = (at.turn.rolls + 1).min(MAX_ROLLS_SEEN);
                at.phase = Phase::Keep(roll.class);
            }
        }
    }

    fn ranking(&self, at: &Position) -> Ranking {
        let totals = &at.totals[..usize::from(self.seats)];
        let mut scores = [0; MAX_SEATS];
        for (score, total) in scores.iter_mut().zip(totals) {
            *score = self.rules.points(*total) as i32;
        }
        let best = totals.iter().max();
        let leads = |seat: &usize| Some(&totals[*seat]) == best;
        let leaders = (0..totals.len()).filter(leads).fold(0, |all, seat| all | 1 << seat);
        let winners = match at.phase {
            Phase::Over { winner: Some(seat) } => 1 << seat,
            _ => leaders,
        };
        Ranking { scores, winners }
    }

    fn check(&self, at: &Position) -> Result<(), String> {
        let Position { totals, turn, round, lost, closing, seat, phase } = at;
        let over = matches!(phase, Phase::Over { .. } | Phase::Compared);
        let below = |total: &u32| *total < self.rules.target;
        let most = if self.rules.penalty > 0 { self.rules.rules.lost_in_a_row() - 1 } else { 0 };
        // In last turns other totals may have reached the target as well.
        let closed = usize::from(*closing).checked_sub(1).map(|seat| totals[seat]);
        let last_turn = self.rules.rules.last_turns && closed.is_some_and(|total| !below(&total));
        let checks = [
            (
                "a total has reached the target",
                over || totals.iter().all(below) && *closing == 0 || last_turn,
            ),
            ("a seat beyond the game closes it", *closing <= self.seats),
            ("the seat that closes the game has no more turns", over || *closing != *seat + 1),
            ("more lost turns in a row than the rules have", lost.iter().all(|lost| *lost <= most)),
            ("a total beyond the seats", totals[self.seats.into()..].iter().all(|all| *all == 0)),
            ("a seat beyond the game", *seat < self.seats),
            ("a number of dice out of range", (1..=self.rules.dice()).contains(&turn.dice)),
            ("points are set aside, but `rolls` is 0", turn.points == 0 || turn.rolls > 0),
            ("`step=keep` needs a `roll` of which something may be kept", !self.rolled_nothing(at)),
            ("a round beyond the turn limit", over || *round < self.rules.rules.max_turns),
        ];
        match checks.iter().find(|(_, holds)| !holds) {
            Some((fault, _)) => Err((*fault).to_owned()),
            None => Ok(()),
        }
    }
}
