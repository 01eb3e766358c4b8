//! The rules of a game as a trait: states, the next mover, legal actions and chance outcomes.
//!
//! This module draws no random numbers and chooses no actions. Code that works for the rules of any
//! game (the game loop, search policies, law tests, the reference count) is generic over [`Game`].

use std::fmt::Debug;
use std::hash::Hash;

use super::bits::{byte_sums, select_by};
use super::decision::OwnRandom;

/// The maximum number of seats.
pub const MAX_SEATS: usize = 8;

/// The next mover of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A seat takes one of the legal [actions](Game::actions).
    Decide {
        /// The seat, counted from 0.
        seat: u8,
        /// The decision point: an index into [`POINTS`](super::publish::Publish::POINTS).
        point: u8,
    },
    /// Chance: one of the [outcomes](Game::outcomes) is drawn from this stream.
    Chance(Stream),
    /// The game is over.
    Over {
        /// `true` for a regular end, `false` if a limit of the rules cut the game off.
        finished: bool,
    },
}

/// The name of a random stream of a game. It is a function of the state, so that the same position
/// gets the same random numbers under all policies.
///
/// For each purpose, a game never returns to an earlier index after it has named another one. One
/// open stream per purpose is therefore enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// The purpose of the draws (dice, cards, …), below 8.
    pub purpose: u8,
    /// The index of the stream within its purpose, in any order. Consecutive states may name the
    /// same index; once a state names another index, this index must not be named again.
    pub index: u32,
}

/// A win in parts: the shares of 1 to [`MAX_SEATS`] winners are whole numbers of parts.
pub const WIN: i64 = 840;

/// The scores, and the winners of a finished game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// The score of each seat; 0 beyond the seats of the game.
    pub scores: [i32; MAX_SEATS],
    /// The winners as a bit mask: bit i for seat i. Several winners share the win.
    pub winners: u8,
}

impl Ranking {
    /// Returns the share of the win of `seat`: 1/k for each of k winners, 0 for the others.
    #[must_use]
    pub fn share(&self, seat: u8) -> f64 {
        if self.winners >> seat & 1 == 0 { 0.0 } else { 1.0 / f64::from(self.winners.count_ones()) }
    }

    /// Returns the share of the win of `seat` in parts ([`WIN`]).
    #[inline]
    #[must_use]
    pub fn parts(&self, seat: u8) -> i64 {
        if self.winners >> seat & 1 == 0 { 0 } else { WIN / i64::from(self.winners.count_ones()) }
    }
}

/// A receiver of the events of a game. [`Silent`] receives none, at no cost.
pub trait Log<G: Game> {
    /// Whether events are recorded. If not, data that only events need is not computed.
    const ON: bool = true;

    /// Records `event`; `state` is the position after it.
    fn record(&mut self, state: &G::State, event: G::Event);
}

/// The log that records nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<G: Game> Log<G> for Silent {
    const ON: bool = false;

    #[inline]
    fn record(&mut self, _: &G::State, _: G::Event) {}
}

/// A position that is being changed, with the log of its events.
pub(crate) struct Effects<'a, G: Game, L> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a mut G::State,
    log: &'a mut L,
}

impl<'a, G: Game, L: Log<G>> Effects<'a, G, L> {
    #[inline]
    pub(crate) fn new(game: &'a G, state: &'a mut G::State, log: &'a mut L) -> Self {
        Self { game, state, log }
    }

    #[inline(always)]
    pub(crate) fn record(&mut self, event: G::Event) {
        if L::ON {
            self.log.record(self.state, event);
        }
    }
}

/// A source of uniform random numbers, such as one stream.
pub trait RandomSource {
    /// Returns a uniform whole number below `bound`, which is not 0.
    fn below(&mut self, bound: u32) -> u32;

    /// Returns a uniform `u32`.
    fn word(&mut self) -> u32 {
        self.below(1 << 16) << 16 | self.below(1 << 16)
    }
}

/// The rules of a game for a fixed number of seats.
///
/// A state is complete: it includes the place within a turn and pending effects, so play can
/// continue from a copy of any state, under any policies. The order of a deck is not part of the
/// state; a deck is a set from which cards are drawn on demand. The first twelve items are
/// required; the others have defaults.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position. Equal positions are equal states: a state has a counter only if the rules, a
    /// stream or the length of the game depends on it.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// An action of a seat. The order of this type is the documented order of the legal actions.
    type Action: Copy + Ord + Hash + Debug + Send + Sync;
    /// An outcome of chance.
    type Outcome: Copy + Ord + Hash + Debug;
    /// An event, as a [`Log`] records it.
    type Event: Copy + Debug;

    /// Returns the number of seats, at most [`MAX_SEATS`].
    fn seats(&self) -> u8;

    /// Returns the start position and logs the events of the setup.
    fn start(&self, log: &mut impl Log<Self>) -> Self::State;

    /// Returns the next mover: a seat, chance, or none if the game is over.
    fn next(&self, state: &Self::State) -> Next;

    /// Offers the legal actions in ascending order, each once; at least one at a decision.
    fn actions(&self, state: &Self::State, menu: &mut Menu<'_, Self::Action>);

    /// Applies `action`, a legal action of the seat that decides.
    fn act(&self, state: &mut Self::State, action: Self::Action, log: &mut impl Log<Self>);

    /// Calls `each` once for every possible outcome, with its weight, which is not 0.
    fn outcomes(&self, state: &Self::State, each: &mut dyn FnMut(Self::Outcome, u64));

    /// Applies an outcome of chance.
    fn happen(&self, state: &mut Self::State, outcome: Self::Outcome, log: &mut impl Log<Self>);

    /// Returns the scores so far and, once the game is over, the winners.
    fn ranking(&self, state: &Self::State) -> Ranking;

    // Kinds of action.

    /// Returns the kind of an action of a decision point: an index into its
    /// [actions](super::publish::Point::actions), below 64.
    #[inline]
    fn kind(&self, point: u8, action: Self::Action) -> usize {
        let _ = (point, action);
        0
    }

    // Speed.

    /// Draws an outcome with exactly the probabilities of [`Game::outcomes`]. Implement it if a
    /// draw is faster than listing all outcomes.
    ///
    /// # Panics
    ///
    /// Panics if there is no outcome, or if the sum of the weights exceeds a `u32`.
    fn draw(&self, state: &Self::State, random: &mut impl RandomSource) -> Self::Outcome {
        let mut total = 0;
        self.outcomes(state, &mut |_, weight| total += weight);
        let total = u32::try_from(total).expect("weights that a u32 holds");
        let (mut left, mut drawn) = (u64::from(random.below(total)), None);
        self.outcomes(state, &mut |outcome, weight| {
            if drawn.is_none() {
                match left.checked_sub(weight) {
                    Some(rest) => left = rest,
                    None => drawn = Some(outcome),
                }
            }
        });
        drawn.expect("at least one outcome")
    }

    // Single turns.

    /// Returns the start of a single turn of seat 1 and logs its events; `None` if the game has no
    /// turns that can be played alone.
    fn alone(&self, log: &mut impl Log<Self>) -> Option<Self::State> {
        let _ = log;
        None
    }

    /// Returns whether a single turn is over, although the game would continue.
    fn turn_over(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    // Hidden information.

    /// Returns what `seat` sees when an action is taken: the action itself, one representative of
    /// all actions that look the same to `seat`, or `None` if it sees only that some action is
    /// taken.
    fn seen(&self, state: &Self::State, action: Self::Action, seat: u8) -> Option<Self::Action> {
        let _ = (state, seat);
        Some(action)
    }

    /// Resamples everything that `seat` cannot know, uniformly among the possibilities that public
    /// information and its own information allow. Inferences from play are not used.
    fn hide(&self, state: &Self::State, seat: u8, random: &mut impl RandomSource) -> Self::State {
        let _ = (seat, random);
        *state
    }

    // Search.

    /// Returns whether a playout that started at `from` may stop at `state` and use
    /// [`Game::evaluate`] instead of the final result, for example at the end of a hand, of a turn
    /// or of some rounds.
    fn horizon(&self, from: &Self::State, state: &Self::State) -> bool {
        let _ = (from, state);
        false
    }

    /// Returns the value of a position for `seat`, from 0 (loss) to 1 (win), at the end of the game
    /// or at a [horizon](Game::horizon).
    fn evaluate(&self, state: &Self::State, seat: u8) -> f64 {
        self.ranking(state).share(seat)
    }

    // Invariants, for the laws.

    /// Checks the invariants of a position (for example, that no card and no dollar is created or
    /// lost).
    ///
    /// # Errors
    ///
    /// Describes the violated invariant.
    fn check(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }
}

/// A receiver of the legal actions that a game offers: it lists them, counts them, or picks the
/// n-th. A game with many actions offers them as [sets](Menu::bits), which are counted without
/// listing.
#[derive(Debug)]
pub struct Menu<'a, A> {
    /// The index of the action to pick.
    skip: usize,
    count: usize,
    nth: Option<A>,
    list: Option<&'a mut Vec<A>>,
    /// If present, draws the index once the number of actions is known.
    random: Option<&'a OwnRandom>,
}

impl<'a, A: Copy> Menu<'a, A> {
    /// Appends all legal actions of a position to a list.
    #[inline]
    pub fn list<G: Game<Action = A>>(game: &G, state: &G::State, list: &'a mut Vec<A>) {
        let mut menu = Self { skip: 0, count: 0, nth: None, list: Some(list), random: None };
        game.actions(state, &mut menu);
    }

    /// Returns the number of legal actions and the action with index `skip`, without listing them.
    #[inline]
    pub fn nth<G: Game<Action = A>>(game: &G, state: &G::State, skip: usize) -> (usize, Option<A>) {
        let mut menu = Self { skip, count: 0, nth: None, list: None, random: None };
        game.actions(state, &mut menu);
        (menu.count, menu.nth)
    }

    /// Returns a uniformly random legal action, without listing all of them.
    #[inline]
    pub fn any<G: Game<Action = A>>(
        game: &G,
        state: &G::State,
        random: &'a OwnRandom,
    ) -> Option<A> {
        let mut menu = Self { skip: 0, count: 0, nth: None, list: None, random: Some(random) };
        game.actions(state, &mut menu);
        let Self { count, nth, random: Some(random), .. } = menu else { return menu.nth };
        match if count > 1 { random.one_of(count) } else { 0 } {
            0 => nth,
            one => Self::nth(game, state, one).1,
        }
    }

    /// Offers one action.
    #[inline(always)]
    pub fn push(&mut self, action: A) {
        match &mut self.list {
            Some(list) => list.push(action),
            None => {
                if self.count == self.skip {
                    self.nth = Some(action);
                }
                self.count += 1;
            }
        }
    }

    /// Offers several actions.
    #[inline(always)]
    pub fn extend(&mut self, actions: impl IntoIterator<Item = A>) {
        match &mut self.list {
            Some(list) => list.extend(actions),
            None => actions.into_iter().for_each(|action| self.push(action)),
        }
    }

    /// Offers `count` actions; `action` maps the indices from 0 to actions.
    #[inline(always)]
    pub fn block(&mut self, count: usize, action: impl Fn(usize) -> A) {
        match &mut self.list {
            Some(list) => list.extend((0..count).map(action)),
            None => {
                if (self.count..self.count + count).contains(&self.skip) {
                    self.nth = Some(action(self.skip - self.count));
                }
                self.count += count;
            }
        }
    }

    /// Offers one action per element of a set, given as a bit mask.
    #[inline(always)]
    pub fn bits(&mut self, mut set: u64, action: impl Fn(u8) -> A) {
        if let Some(list) = &mut self.list {
            while set != 0 {
                list.push(action(set.trailing_zeros() as u8));
                set &= set - 1;
            }
            return;
        }
        let sums = byte_sums(set);
        let count = (sums >> 56) as usize;
        if (self.count..self.count + count).contains(&self.skip) {
            let rank = (self.skip - self.count) as u32;
            self.nth = Some(action(select_by(set, sums, rank) as u8));
        }
        self.count += count;
    }

    /// Offers one action per element of a set of up to 128 elements, as the only actions of the
    /// position. Bit p % 64 of word p / 64 is element p.
    #[inline(always)]
    pub fn all(&mut self, [low, high]: [u64; 2], action: impl Fn(u8) -> A) {
        if self.list.is_some() {
            self.bits(low, &action);
            return self.bits(high, |place| action(64 + place));
        }
        let (low_sums, high_sums) = (byte_sums(low), byte_sums(high));
        let in_low = (low_sums >> 56) as usize;
        self.count = in_low + (high_sums >> 56) as usize;
        if let Some(random) = self.random.take_if(|_| self.count > 1) {
            self.skip = random.one_of(self.count);
        }
        if self.skip < self.count {
            // Which word holds the element is unpredictable, so the selection avoids a branch.
            let within = self.skip < in_low;
            let (set, sums) = if within { (low, low_sums) } else { (high, high_sums) };
            let (before, first) = if within { (0, 0) } else { (in_low, 64) };
            let place = select_by(set, sums, (self.skip - before) as u32) as u8;
            self.nth = Some(action(first + place));
        }
    }
}

/// A stack of pending effects, in a state that stays `Copy`.
///
/// | part | bits |
/// |---|---|
/// | `items` | `N` items; items beyond `len` are defaults, so that equal agendas are equal states |
/// | `len` | 8, at most `N` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agenda<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> Default for Agenda<T, N> {
    fn default() -> Self {
        Self { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> Agenda<T, N> {
    /// Returns the next effect: the one added last.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<T> {
        self.items.get(self.top()).copied()
    }

    /// Returns the index of the next effect; an index out of range if the stack is empty.
    #[inline]
    fn top(&self) -> usize {
        usize::from(self.len).wrapping_sub(1)
    }

    /// Adds an effect, which is executed before all others.
    ///
    /// # Panics
    ///
    /// Panics if the stack is full: `N` must be the maximum number of pending effects of the game.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Removes and returns the next effect.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let top = self.top();
        let item = std::mem::take(self.items.get_mut(top)?);
        self.len -= 1;
        Some(item)
    }
}
