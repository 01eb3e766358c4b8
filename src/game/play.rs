//! The one loop that plays any game, and the luck it plays with.

use rand::Rng as _;
use rand_pcg::Pcg32;

use super::bits;
use super::contract::{Game, Log, Luck, MAX_PURPOSES, Next, Pool, Ranking, Silent, Stream};
use super::decision::{Decision, OwnLuck};
use crate::sim::random::{self, Domain, UnitKey};

impl Luck for Pcg32 {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        bits::below(self, bound)
    }

    #[inline]
    fn part(&mut self, bound: u32) -> u32 {
        let part = u32::MAX / bound;
        loop {
            let word = self.next_u32();
            if word < part * bound {
                return word / part;
            }
        }
    }

    #[inline]
    fn rolled(&mut self, sides: u32) -> u32 {
        random::below(self, sides)
    }

    #[inline]
    fn word(&mut self) -> u32 {
        self.next_u32()
    }
}

/// The streams of one game, by their names.
#[derive(Clone, Debug)]
pub struct Streams {
    cards: UnitKey,
    /// Where the dice have a luck of their own.
    dice: Option<UnitKey>,
    /// The number of a turn played alone.
    alone: Option<u64>,
    open: [Option<(u32, Pcg32)>; MAX_PURPOSES],
}

impl Streams {
    /// All streams under one luck.
    #[must_use]
    pub fn new(luck: UnitKey) -> Self {
        Self { cards: luck, dice: None, alone: None, open: [const { None }; MAX_PURPOSES] }
    }

    /// The streams of game `number` of the run with this seed.
    #[must_use]
    pub fn of_game(seed: u64, number: u64) -> Self {
        let dice = UnitKey::new(seed, Domain::Game, number);
        Self { dice: Some(dice), ..Self::new(UnitKey::new(seed, Domain::Cards, number)) }
    }

    /// The streams of turn `turn` of the block `block` of turns played alone.
    #[must_use]
    pub fn of_turn(seed: u64, block: u64, turn: u64) -> Self {
        let dice = UnitKey::new(seed, Domain::Turns, block);
        let cards = UnitKey::new(seed, Domain::CardsInTurns, block);
        Self { dice: Some(dice), alone: Some(turn), ..Self::new(cards) }
    }

    /// The stream of that name, where it was left.
    #[inline]
    pub fn open<G: Game>(&mut self, name: Stream) -> &mut Pcg32 {
        let open = &mut self.open[usize::from(name.purpose)];
        if !matches!(open, Some((turn, _)) if *turn == name.turn) {
            let place =
                || self.alone.map_or_else(|| G::place(name), |turn| G::place_alone(name, turn));
            let key = match self.dice.map(|dice| (dice, place())) {
                None => self.cards.turn(name.index()),
                Some((_, (Pool::Cards, index))) => self.cards.turn(index),
                Some((dice, (Pool::Dice, index))) => dice.turn(index),
            };
            *open = Some((name.turn, key.rng()));
        }
        let Some((_, rng)) = open else { unreachable!("it was opened just now") };
        rng
    }

    /// The streams of a game that has dice alone.
    pub(crate) fn of_dice(dice: UnitKey) -> Self {
        Self { dice: Some(dice), ..Self::new(dice) }
    }

    /// The same where a stream was left before.
    pub(crate) fn going_on(dice: UnitKey, name: Stream, rng: Pcg32) -> Self {
        let mut streams = Self::of_dice(dice);
        streams.open[usize::from(name.purpose)] = Some((name.turn, rng));
        streams
    }
}

/// Who decides: for each decision the index of an action.
pub trait Decide<G: Game> {
    /// Whether decisions that the game calls [forced](Game::forced) are asked for.
    fn forced(&self) -> bool {
        false
    }

    /// The index of the action taken.
    fn decide(&mut self, decision: &Decision<'_, G>) -> usize;

    /// Takes note of a decision with one legal action that is not asked for.
    fn only(&mut self, decision: &Decision<'_, G>) {
        let _ = decision;
    }

    /// The action taken, where the legal ones need not be listed for it.
    fn unlisted(&mut self, game: &G, state: &G::State, asked: (u8, u8)) -> Option<G::Action> {
        let _ = (game, state, asked);
        None
    }

    /// Whether the seat has something to say at a point that is [not put to everybody](Game::unasked).
    fn speaks(&self, seat: u8, point: u8) -> bool {
        let _ = (seat, point);
        true
    }
}

impl<G: Game, F: FnMut(&Decision<'_, G>) -> usize> Decide<G> for F {
    #[inline]
    fn decide(&mut self, decision: &Decision<'_, G>) -> usize {
        self(decision)
    }
}

/// Plays on from `state` until the game is over or `stop` says so; tells whether it came to its end.
///
/// A decision with one legal action is put to somebody only where that is [forced](Decide::forced).
/// `actions` is scratch that is kept from one game to the next.
#[inline]
pub fn play_until<G: Game, L: Log<G>>(
    game: &G,
    state: &mut G::State,
    streams: &mut Streams,
    decide: &mut impl Decide<G>,
    log: &mut L,
    actions: &mut Vec<G::Action>,
    mut stop: impl FnMut(&G::State) -> bool,
) -> bool {
    while !stop(state) {
        match game.next(state) {
            Next::Decide { seat, point } => {
                let left = G::UNASKED.contains(&point) && !decide.speaks(seat, point);
                let unasked = if left { game.unasked(state) } else { None };
                let unlisted = unasked.or_else(|| match L::ONLY {
                    // Whether there was a choice shows in the list.
                    true => None,
                    false => decide.unlisted(game, state, (seat, point)),
                });
                let action = unlisted.unwrap_or_else(|| {
                    actions.clear();
                    game.actions(state, actions);
                    let decision = Decision { game, state, seat, point, actions };
                    let choice = match &**actions {
                        [_] if !forced(game, state, decide) => {
                            if L::ONLY {
                                decide.only(&decision);
                            }
                            0
                        }
                        _ => decide.decide(&decision),
                    };
                    actions[choice]
                });
                game.act(state, action, log);
            }
            Next::Chance(name) => {
                game.chance(state, streams.open::<G>(name), log);
            }
            Next::Over { finished } => return finished,
        }
    }
    false
}

/// Whether the only action there is has to be chosen.
#[inline]
fn forced<G: Game>(game: &G, state: &G::State, decide: &impl Decide<G>) -> bool {
    decide.forced() && game.forced(state)
}

/// Plays game `number` of the run with this seed by players who do anything, and tells `log`.
pub fn play_anyhow<G: Game>(game: &G, seed: u64, number: u64, log: &mut impl Log<G>) -> G::State {
    let own = OwnLuck::new(UnitKey::new(seed, Domain::PolicyInGame, number).turn(0));
    let mut asked = G::FIRST_DECISION;
    let mut decide = |decision: &Decision<'_, G>| {
        asked += 1;
        own.at(asked - 1).one_of(decision.actions.len())
    };
    let (mut state, mut streams) = (game.start(), Streams::of_game(seed, number));
    play_until(game, &mut state, &mut streams, &mut decide, log, &mut Vec::new(), |_| false);
    state
}

/// Plays a whole game that nobody watches.
pub fn play<G: Game>(game: &G, luck: UnitKey, decide: &mut impl Decide<G>) -> Ranking {
    let mut state = game.start();
    let (mut streams, mut actions) = (Streams::new(luck), Vec::new());
    play_until(game, &mut state, &mut streams, decide, &mut Silent, &mut actions, |_| false);
    game.ranking(&state)
}
