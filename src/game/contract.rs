//! What a game is: states, who moves next, what may be done, what chance may bring.
//!
//! Nothing here draws a random number and nothing here decides. Everything that follows from the
//! rules of any game (the loop that plays, policies that search, the laws that every game keeps, the
//! reference count) is written once over [`Game`].

use std::fmt::Debug;
use std::hash::Hash;

use super::bits::{byte_sums, select_by};
use super::decision::OwnRandom;

/// The most seats of a game.
pub const MAX_SEATS: usize = 8;

/// Who moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A seat takes one of the [actions](Game::actions).
    Decide {
        /// The seat, from 0.
        seat: u8,
        /// The decision point: an index into the points that the game publishes.
        point: u8,
    },
    /// Chance brings one of the [outcomes](Game::outcomes), from the stream of that name.
    Chance(Stream),
    /// The game is over.
    Over {
        /// Whether it came to its end; not where a limit of its rules cut it off.
        finished: bool,
    },
}

/// A random stream of a game: a function of the state, so that the same position meets the same
/// numbers whoever plays.
///
/// There are a handful of purposes, and no index of a purpose is returned to once another one was
/// named; so one open stream for each purpose is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// What is drawn from it, below 8.
    pub purpose: u8,
    /// Which of the streams of that purpose, in any order. It may be drawn from many times in a row; once a
    /// state names another, it is not opened again.
    pub index: u32,
}

/// Parts of a win: every share of up to [`MAX_SEATS`] winners is a whole number of them.
pub const WIN: i64 = 840;

/// How a game stands or ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// The score of each seat; 0 beyond the seats of the game.
    pub scores: [i32; MAX_SEATS],
    /// Who wins: bit i for seat i. Several share the win.
    pub winners: u8,
}

impl Ranking {
    /// The share of the win that falls to `seat`: 1 for the only winner, 1/k for one of k.
    #[must_use]
    pub fn share(&self, seat: u8) -> f64 {
        if self.winners >> seat & 1 == 0 { 0.0 } else { 1.0 / f64::from(self.winners.count_ones()) }
    }

    /// The same in parts of a win ([`WIN`]).
    #[inline]
    #[must_use]
    pub fn parts(&self, seat: u8) -> i64 {
        if self.winners >> seat & 1 == 0 { 0 } else { WIN / i64::from(self.winners.count_ones()) }
    }
}

/// Who is told what happens. What is told to [`Silent`] costs nothing.
pub trait Log<G: Game> {
    /// Whether it listens at all: what only a listener needs is worked out for nobody else.
    const ON: bool = true;

    /// Takes note of `event`, which led to `state`.
    fn record(&mut self, state: &G::State, event: G::Event);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<G: Game> Log<G> for Silent {
    const ON: bool = false;

    #[inline]
    fn record(&mut self, _: &G::State, _: G::Event) {}
}

/// A position under change: what happens to it is told.
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

/// The luck of one stream.
pub trait RandomSource {
    /// A whole number below `bound`, every one equally likely. `bound` is not 0.
    fn below(&mut self, bound: u32) -> u32;

    /// Any `u32`, every one equally likely.
    fn word(&mut self) -> u32 {
        self.below(1 << 16) << 16 | self.below(1 << 16)
    }
}

/// The rules of a game for a number of seats.
///
/// A state is complete, with the place within a turn and effects still to come: a copied state can be
/// played on from any decision, by anyone. The order of a deck is not in the state; a deck is a set
/// that is drawn from on demand. The first twelve items are required; the others have defaults.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position. Equal positions are equal states, so it holds a counter of play only where the rules, a
    /// stream or the length of a game needs it.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// A choice of a seat; their order is the documented order of the legal actions.
    type Action: Copy + Ord + Hash + Debug + Send + Sync;
    /// A result of chance.
    type Outcome: Copy + Ord + Hash + Debug;
    /// What a [`Log`] receives.
    type Event: Copy + Debug;

    /// The number of seats, at most [`MAX_SEATS`].
    fn seats(&self) -> u8;

    /// The position at the start; what led to it is logged.
    fn start(&self, log: &mut impl Log<Self>) -> Self::State;

    /// Who moves next.
    fn next(&self, state: &Self::State) -> Next;

    /// Offers the legal actions, in ascending order, each once; at least one at a decision.
    fn actions(&self, state: &Self::State, menu: &mut Menu<'_, Self::Action>);

    /// The seat that decides takes `action`, one of the legal ones.
    fn act(&self, state: &mut Self::State, action: Self::Action, log: &mut impl Log<Self>);

    /// Calls `each` with every possible outcome, once, and its weight, which is not 0.
    fn outcomes(&self, state: &Self::State, each: &mut dyn FnMut(Self::Outcome, u64));

    /// Applies the outcome of chance.
    fn happen(&self, state: &mut Self::State, outcome: Self::Outcome, log: &mut impl Log<Self>);

    /// The scores so far; at the end of the game also the winners.
    fn ranking(&self, state: &Self::State) -> Ranking;

    // Kinds of action.

    /// The kind of an action of a decision point: an index into its
    /// [actions](super::publish::Point::actions), below 64.
    #[inline]
    fn kind(&self, point: u8, action: Self::Action) -> usize {
        let _ = (point, action);
        0
    }

    // Speed.

    /// Draws an outcome with exactly the probabilities of [`Game::outcomes`]. Games write their own where
    /// that is faster than listing the outcomes.
    ///
    /// # Panics
    ///
    /// Panics where there is no outcome, or the weights add up to more than a `u32`.
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

    /// The start of a single turn of seat 1, with what led to it logged; `None` where a turn means
    /// nothing without the game around it.
    fn alone(&self, log: &mut impl Log<Self>) -> Option<Self::State> {
        let _ = log;
        None
    }

    /// Whether a single turn is over, where the game would go on.
    fn turn_over(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    // Hidden information.

    /// What `seat` sees of an action as it is taken: all of it, a coarser one that stands for all that it
    /// cannot tell apart, or `None` for "something".
    fn seen(&self, state: &Self::State, action: Self::Action, seat: u8) -> Option<Self::Action> {
        let _ = (state, seat);
        Some(action)
    }

    /// The same position for `seat`, with everything that it cannot know dealt again: uniformly among
    /// what the public facts and its own allow. Inferences are not used.
    fn hide(&self, state: &Self::State, seat: u8, random: &mut impl RandomSource) -> Self::State {
        let _ = (seat, random);
        *state
    }

    // Search.

    /// Whether a playout that began at `from` may end here with [`Game::evaluate`] in place of the result:
    /// the end of a hand, of a turn, of some rounds.
    fn horizon(&self, from: &Self::State, state: &Self::State) -> bool {
        let _ = (from, state);
        false
    }

    /// The value of the position to `seat`, from 0 (lost) to 1 (won), at the end of the game or at a
    /// [horizon](Game::horizon).
    fn evaluate(&self, state: &Self::State, seat: u8) -> f64 {
        self.ranking(state).share(seat)
    }

    // Invariants, for the laws.

    /// Checks what holds in every position (no card and no dollar is created or lost, say).
    ///
    /// # Errors
    ///
    /// The invariant that is broken.
    fn check(&self, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Ok(())
    }
}

/// Takes the legal actions that a game offers: all of them, the n-th, or only their number. A game with
/// many offers them as [sets](Menu::bits), which are counted without being listed.
#[derive(Debug)]
pub struct Menu<'a, A> {
    /// The actions before the one that is wanted by itself.
    skip: usize,
    count: usize,
    nth: Option<A>,
    list: Option<&'a mut Vec<A>>,
    /// What chooses one of them as soon as their number is known.
    random: Option<&'a OwnRandom>,
}

impl<'a, A: Copy> Menu<'a, A> {
    /// Appends all legal actions of a position to a list.
    #[inline]
    pub fn list<G: Game<Action = A>>(game: &G, state: &G::State, list: &'a mut Vec<A>) {
        let mut menu = Self { skip: 0, count: 0, nth: None, list: Some(list), random: None };
        game.actions(state, &mut menu);
    }

    /// The number of legal actions, and the one with `skip` before it, without listing them.
    #[inline]
    pub fn nth<G: Game<Action = A>>(game: &G, state: &G::State, skip: usize) -> (usize, Option<A>) {
        let mut menu = Self { skip, count: 0, nth: None, list: None, random: None };
        game.actions(state, &mut menu);
        (menu.count, menu.nth)
    }

    /// One of the legal actions, each equally likely, without listing them.
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

    /// Offers `count` actions by their numbers from 0.
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

    /// Offers an action for each element of a set.
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

    /// Offers an action for each element of a set of up to 128, where there are no others: bit p % 64 of
    /// word p / 64 is p.
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
            // In which of them it lies is not predictable, so there is no jump.
            let within = self.skip < in_low;
            let (set, sums) = if within { (low, low_sums) } else { (high, high_sums) };
            let (before, first) = if within { (0, 0) } else { (in_low, 64) };
            let place = select_by(set, sums, (self.skip - before) as u32) as u8;
            self.nth = Some(action(first + place));
        }
    }
}

/// What is still to do, the last first: nested effects in a state that stays `Copy`.
///
/// | part | bits |
/// |---|---|
/// | `items` | `N` items; those beyond `len` are defaults, so that equal agendas are equal states |
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
    /// What comes first, if anything is left to do.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<T> {
        self.items.get(self.top()).copied()
    }

    /// The place of what comes first; beyond all places where nothing is left.
    #[inline]
    fn top(&self) -> usize {
        usize::from(self.len).wrapping_sub(1)
    }

    /// Puts something before all the rest.
    ///
    /// # Panics
    ///
    /// Panics if there is no room left: a game gives its agenda room for all that may be pending.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Takes away what comes first.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let top = self.top();
        let item = std::mem::take(self.items.get_mut(top)?);
        self.len -= 1;
        Some(item)
    }
}
