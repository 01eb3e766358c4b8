//! The game loop, which plays any game, and the random streams of a game.

use rand::Rng as _;
use rand_pcg::Pcg32;

use super::contract::{Game, Log, MAX_SEATS, Next, RandomSource, Ranking, Silent, Stream};
use super::decision::{ActionList, Decision, OwnRandom};
use crate::sim::random::{self, GAME_PURPOSES, UnitKey};

impl RandomSource for Pcg32 {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        random::below(self, bound)
    }

    #[inline]
    fn word(&mut self) -> u32 {
        self.next_u32()
    }
}

/// The random streams of one unit: the streams of the game by name, and the streams of the
/// policies.
#[derive(Clone, Debug)]
pub struct Streams {
    unit: UnitKey,
    /// The number of decisions of each seat so far; it selects the policies' own random numbers.
    pub(crate) asked: [u32; MAX_SEATS],
    open: [Option<(u32, Pcg32)>; GAME_PURPOSES],
}

impl Streams {
    /// Returns all streams of a unit, at their start.
    #[must_use]
    pub fn new(unit: UnitKey) -> Self {
        Self { unit, asked: [0; MAX_SEATS], open: [const { None }; GAME_PURPOSES] }
    }

    /// Returns the stream of this name, at its current position.
    #[inline]
    pub fn open(&mut self, name: Stream) -> &mut Pcg32 {
        let open = &mut self.open[usize::from(name.purpose)];
        if !matches!(open, Some((index, _)) if *index == name.index) {
            *open = Some((name.index, self.unit.stream(name.purpose.into(), name.index.into())));
        }
        let Some((_, rng)) = open else { unreachable!("it was opened just now") };
        rng
    }

    /// Returns the random numbers of a seat's policy for its next decision, and counts the
    /// decision.
    #[inline]
    pub fn own(&mut self, seat: u8) -> OwnRandom {
        let asked = &mut self.asked[usize::from(seat)];
        *asked += 1;
        OwnRandom::new(self.unit, seat, u64::from(*asked - 1))
    }

    /// Returns the streams of a unit with one stream at a given position.
    pub(crate) fn resumed(unit: UnitKey, name: Stream, rng: Pcg32) -> Self {
        let mut streams = Self::new(unit);
        streams.open[usize::from(name.purpose)] = Some((name.index, rng));
        streams
    }
}

/// Plays from `state` until the game is over or `stop` returns `true`; returns whether the game
/// reached a regular end.
///
/// `decide` is called for every decision, even with a single legal action. `actions` is scratch
/// memory that is reused from game to game.
#[inline]
pub fn play_until<G: Game>(
    game: &G,
    state: &mut G::State,
    streams: &mut Streams,
    mut decide: impl FnMut(&Decision<'_, G>) -> G::Action,
    log: &mut impl Log<G>,
    actions: &mut ActionList<G::Action>,
    mut stop: impl FnMut(&G::State) -> bool,
) -> bool {
    while !stop(state) {
        match game.next(state) {
            Next::Decide { seat, point } => {
                let own = streams.own(seat);
                let action = decide(&Decision::new(game, state, (seat, point), own, actions));
                game.act(state, action, log);
            }
            Next::Chance(name) => {
                let outcome = game.draw(state, streams.open(name));
                game.happen(state, outcome, log);
            }
            Next::Over { finished } => return finished,
        }
    }
    false
}

/// Plays game `number` of the run with this seed by random legal actions, and logs its events
/// (except the setup). Returns the last state.
pub fn play_anyhow<G: Game>(game: &G, seed: u64, number: u64, log: &mut impl Log<G>) -> G::State {
    let (mut state, mut streams) =
        (game.start(&mut Silent), Streams::new(UnitKey::of_game(seed, number)));
    let decide = |decision: &Decision<'_, G>| decision.any_action();
    play_until(game, &mut state, &mut streams, decide, log, &mut ActionList::default(), |_| false);
    state
}

/// Plays a whole game without a log.
pub fn play<G: Game>(
    game: &G,
    unit: UnitKey,
    decide: impl FnMut(&Decision<'_, G>) -> G::Action,
) -> Ranking {
    let mut state = game.start(&mut Silent);
    let (mut streams, mut actions) = (Streams::new(unit), ActionList::default());
    play_until(game, &mut state, &mut streams, decide, &mut Silent, &mut actions, |_| false);
    game.ranking(&state)
}
