//! A job: matchups and games to play, and how each game is counted.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::standard_tables::{Occasions, SeatResult};
use super::tally::{PolicySums, Sums};
use crate::game::contract::{Game, Log, MAX_SEATS, Ranking, WIN};
use crate::game::count::{Count, Counts, Declarations, MAX_BUSTS};
use crate::game::decision::{ActionList, Choice, Decision, Policy};
use crate::game::play::{Streams, play_until};
use crate::game::position::Placed;
use crate::game::publish::Publish;
use crate::sim::interrupt::StopFlag;
use crate::sim::random::{UnitKey, WORLD};
use crate::sim::runner::Simulation;
use crate::sim::seating::{Lineup, Seating, groups};

/// Games of a batch; the second value is for searching policies.
const BATCH: u64 = 256;
const SEARCHED: u64 = 32;

/// Matchups and their games: everything on which a result depends.
#[allow(missing_debug_implementations)] // players are trait objects
pub struct Job<G: Count> {
    pub(crate) game: Arc<G>,
    /// The figures of the game, and their handles.
    pub(crate) declared: Declarations,
    pub(crate) figures: G::Figures,
    pub(crate) players: Vec<Arc<dyn Policy<G>>>,
    pub(crate) lineups: Vec<Lineup>,
    pub(crate) fixed_seats: bool,
    /// The maximum number of games of each matchup.
    pub(crate) games: u64,
    /// Whether a policy searches, which is slow.
    pub(crate) searches: bool,
    /// The labels of the policies, if progress shows them.
    pub(crate) labels: Vec<String>,
    pub(crate) seed: u64,
    /// The start position, if not that of the game.
    pub(crate) from: Option<Placed<G::State>>,
    /// The engine that replaces the loop of games, if any.
    pub engine: Option<Box<dyn Engine>>,
}

/// An engine that plays and counts the units of a job faster than the loop of games.
pub trait Engine: Send + Sync {
    /// See `Simulation::batch_len`.
    fn batch_len(&self, first_unit: u64) -> u64;

    /// See `Simulation::run_batch`.
    fn run_batch(&self, units: Range<u64>, tally: &mut Sums, stop: &StopFlag) -> bool;
}

/// A simulation with the scratch memory of its threads.
pub(crate) struct Pooled<S: Simulation> {
    simulation: S,
    idle: Mutex<Vec<S::Worker>>,
}

impl<S: Simulation> Pooled<S> {
    pub(crate) fn new(simulation: S) -> Self {
        Self { simulation, idle: Mutex::default() }
    }
}

impl<S: Simulation<Tally = Sums> + Send> Engine for Pooled<S> {
    fn batch_len(&self, first_unit: u64) -> u64 {
        self.simulation.batch_len(first_unit)
    }

    fn run_batch(&self, units: Range<u64>, tally: &mut Sums, stop: &StopFlag) -> bool {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle().pop();
        let mut worker = known.unwrap_or_else(|| self.simulation.worker());
        let done = self.simulation.run_batch(&mut worker, units, tally, stop);
        if done {
            idle().push(worker);
        }
        done
    }
}

/// A recorded choice.
pub(crate) struct Taken<'a, G: Game> {
    pub(crate) decision: &'a Decision<'a, G>,
    pub(crate) policy: usize,
    pub(crate) choice: Choice<G::Action>,
}

/// Calls the policies of a unit, by seat, and records their choices.
fn asking<G: Game>(
    players: &[Arc<dyn Policy<G>>],
    policies: [usize; MAX_SEATS],
    mut taken: impl FnMut(Taken<'_, G>),
) -> impl FnMut(&Decision<'_, G>) -> G::Action {
    move |decision| {
        let policy = policies[usize::from(decision.seat)];
        let choice = players[policy].choose(decision);
        taken(Taken { decision, policy, choice });
        choice.action
    }
}

/// The end of a game or of a single turn.
pub(crate) struct End<G: Game> {
    pub(crate) state: G::State,
    pub(crate) finished: bool,
    pub(crate) ranking: Ranking,
}

impl<G: Game> End<G> {
    /// Returns whether a seat won, alone or shared; an unfinished game has no winner.
    pub(crate) fn won(&self, seat: usize) -> bool {
        self.finished && self.ranking.winners >> seat & 1 == 1
    }

    /// Returns its share of the win, in [`WIN`] parts.
    pub(crate) fn win(&self, seat: usize) -> i64 {
        if self.won(seat) { self.ranking.parts(seat as u8) } else { 0 }
    }
}

/// A game to play.
pub(crate) struct Deal<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) players: &'a [Arc<dyn Policy<G>>],
    /// The start position, if not that of the game.
    pub(crate) from: Option<&'a Placed<G::State>>,
    /// The policies by seat.
    pub(crate) policies: [usize; MAX_SEATS],
    /// The key of the random numbers: the seed and the number of the game.
    pub(crate) random: (u64, u64),
}

impl<G: Publish> Deal<'_, G> {
    /// Plays the game with events to `log` and choices to `taken`, until its end or until `stop`
    /// returns true.
    #[inline]
    pub(crate) fn play<L: Log<G>>(
        self,
        log: &mut L,
        actions: &mut ActionList<G::Action>,
        taken: impl FnMut(Taken<'_, G>),
        stop: impl Fn() -> bool,
    ) -> End<G> {
        let Self { game, players, from, policies, random: (seed, number) } = self;
        let unit = UnitKey::of_game(seed, number);
        let decide = asking(players, policies, taken);
        let mut streams = Streams::new(unit);
        let mut state = match from {
            None => game.start(log),
            Some(Placed { state, seen_by: None }) => *state,
            Some(Placed { state, seen_by: Some(seat) }) => {
                game.hide(state, *seat, &mut unit.stream(WORLD, 0))
            }
        };
        let stop = |_: &G::State| stop();
        let finished = play_until(game, &mut state, &mut streams, decide, log, actions, stop);
        let ranking = game.ranking(&state);
        End { state, finished, ranking }
    }
}

/// The scratch memory of a thread.
#[allow(missing_debug_implementations)] // lists of actions
pub struct Worker<G: Game> {
    pub(crate) actions: ActionList<G::Action>,
    pub(crate) counts: Counts,
}

/// Counts events and choices.
pub(crate) struct Notes<'a, G: Count> {
    pub(crate) game: &'a G,
    pub(crate) figures: &'a G::Figures,
    pub(crate) counts: &'a mut Counts,
}

impl<G: Count> Log<G> for Notes<'_, G> {
    #[inline(always)]
    fn record(&mut self, state: &G::State, event: G::Event) {
        self.game.count(state, event, self.figures, self.counts);
    }
}

impl<G: Count> Job<G> {
    /// Returns a job: games of `game` between `players` in these matchups.
    pub(crate) fn new(
        game: &Arc<G>,
        players: Vec<Arc<dyn Policy<G>>>,
        lineups: Vec<Lineup>,
        fixed_seats: bool,
        seed: u64,
    ) -> Self {
        let (declared, figures) = Declarations::of(&**game);
        let game = Arc::clone(game);
        let (searches, from, engine) = (false, None, None);
        Self {
            game,
            declared,
            figures,
            players,
            lineups,
            fixed_seats,
            games: u64::MAX,
            searches,
            labels: Vec::new(),
            seed,
            from,
            engine,
        }
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts::new(self.game.seats(), &self.declared)
    }

    pub(crate) fn seating(&self) -> Seating<'_> {
        Seating { lineups: &self.lineups, fixed: self.fixed_seats, seed: self.seed }
    }

    /// Plays game `number` (from 0) with events to `log` and choices to `taken`, until its end or
    /// until `stop` returns true.
    pub(crate) fn play<L: Log<G>>(
        &self,
        number: u64,
        log: &mut L,
        actions: &mut ActionList<G::Action>,
        taken: impl FnMut(Taken<'_, G>),
        stop: impl Fn() -> bool,
    ) -> End<G> {
        let mut policies = [0; MAX_SEATS];
        for (seat, policy) in policies.iter_mut().zip(self.seating().policies(number)) {
            *seat = policy;
        }
        let (game, players, random) = (&*self.game, &*self.players, (self.seed, number));
        Deal { game, players, from: self.from.as_ref(), policies, random }
            .play(log, actions, taken, stop)
    }

    /// Plays single turn `number` (from 0) of a policy, which has every seat. Returns `None` if the
    /// game has no single turns.
    pub(crate) fn play_alone<L: Log<G>>(
        &self,
        (policy, number): (usize, u64),
        log: &mut L,
        actions: &mut ActionList<G::Action>,
        taken: impl FnMut(Taken<'_, G>),
        stop: impl Fn() -> bool,
    ) -> Option<G::State> {
        let unit = UnitKey::of_turn(self.seed, number);
        let policies = [policy; MAX_SEATS];
        let decide = asking(&self.players, policies, taken);
        let mut streams = Streams::new(unit);
        let game = &*self.game;
        let mut state = game.alone(log)?;
        let stop = |state: &G::State| game.turn_over(state) || stop();
        play_until(game, &mut state, &mut streams, decide, log, actions, stop);
        Some(state)
    }

    /// Plays and counts a game, unless a stop is requested before its end.
    fn count(&self, unit: u64, worker: &mut Worker<G>, tally: &mut Sums, stop: &StopFlag) -> bool {
        let Worker { actions, counts } = worker;
        let mut notes = Notes { game: &*self.game, figures: &self.figures, counts };
        let policies = &mut tally.policies;
        let count = |taken: Taken<'_, G>| policies[taken.policy].count(&*self.game, &taken);
        let end = self.play(unit, &mut notes, actions, count, || stop.raised().is_some());
        if stop.raised().is_some() {
            counts.clear();
            return false;
        }
        if G::COUNTED.whole_games && !end.finished {
            counts.clear();
        }
        let seating = self.seating();
        let placement = seating.placement(unit);
        let (_, of_slot) = groups(&self.lineups[placement.lineup]);
        let winners = end.ranking.winners.count_ones();
        let unit_of_score = (G::COUNTED.unit)(&self.game);
        let mut results = [(0, SeatResult::default()); MAX_SEATS];
        for (seat, result) in results[..seating.seats()].iter_mut().enumerate() {
            let won = end.won(seat);
            let mut busts = [Occasions::default(); MAX_BUSTS];
            for (into, (.., bust)) in busts.iter_mut().zip(&self.declared.busts) {
                let (happened, among) = counts.of(seat)[*bust];
                *into = Occasions { happened: happened as u32, among: among as u32 };
            }
            *result = (
                of_slot[placement.slot(seat)],
                SeatResult {
                    seats: 1,
                    win: end.win(seat),
                    sole: u32::from(won && winners == 1),
                    shared: u32::from(won && winners > 1),
                    score: i64::from(end.ranking.scores[seat]) / unit_of_score,
                    turns: self.game.length(&end.state, seat as u8),
                    busts,
                    unfinished: !end.finished,
                },
            );
        }
        tally.games.add(placement.lineup, &results[..seating.seats()]);
        self.count_figures(unit, counts, &mut tally.policies);
        let of_games = self.declared.of_games.iter().map(|figure| counts.of_game()[*figure]);
        tally.of_games.add(placement.lineup, of_games);
        counts.clear();
        true
    }

    /// Adds the counts of each policy in one game, summed over its seats, because these are
    /// correlated.
    fn count_figures(&self, unit: u64, counts: &mut Counts, tallies: &mut [PolicySums]) {
        let lineup = self.seating().placement(unit).lineup;
        let policies: Vec<usize> = self.seating().policies(unit).collect();
        for (first, policy) in policies.iter().enumerate() {
            // Once per policy, at its first seat.
            if policies[..first].contains(policy) {
                continue;
            }
            let own = || (first..policies.len()).filter(|seat| policies[*seat] == *policy);
            own().skip(1).for_each(|seat| counts.merge(first, seat));
            let (sums, tally) = (counts.of(first), &mut tallies[*policy]);
            let figures = self.declared.of_policies.iter().map(|figure| sums[*figure]);
            tally.figures.add((lineup, first), figures);
            tally.count_trials(&self.declared, sums);
            if let Some(endings) = G::COUNTED.endings {
                let mut turns: Vec<(u8, u32)> = Vec::new();
                own().for_each(|seat| turns.extend(counts.turns(seat)));
                tally.endings.part((lineup, first)).add(&endings, &mut turns);
            }
        }
    }
}

impl<G: Count> Simulation for Job<G> {
    type Tally = Sums;
    type Worker = Worker<G>;

    fn worker(&self) -> Worker<G> {
        Worker { actions: ActionList::default(), counts: self.counts() }
    }

    fn empty(&self) -> Sums {
        Sums::new::<G>(&self.declared, &self.lineups, self.players.len())
    }

    fn batch_len(&self, first_unit: u64) -> u64 {
        match &self.engine {
            Some(engine) => engine.batch_len(first_unit),
            None if self.searches => SEARCHED,
            None => BATCH,
        }
    }

    fn run_batch(
        &self,
        worker: &mut Worker<G>,
        mut units: Range<u64>,
        tally: &mut Sums,
        stop: &StopFlag,
    ) -> bool {
        match &self.engine {
            Some(engine) => engine.run_batch(units, tally, stop),
            None => units.all(|unit| self.count(unit, worker, tally, stop)),
        }
    }

    fn headline(&self, so_far: &Sums, _: u64) -> String {
        if self.labels.is_empty() {
            return String::new();
        }
        let mut rates = vec![(0, 0); self.players.len()];
        for (lineup, tallies) in self.lineups.iter().zip(&so_far.games.tables) {
            for (policy, group) in groups(lineup).0.into_iter().zip(tallies) {
                for seat in &group.seats {
                    rates[policy].0 += seat.wins.y;
                    rates[policy].1 += seat.wins.n;
                }
            }
        }
        let played = rates.iter().enumerate().filter(|(_, rate)| rate.1 > 0);
        let rates = played.map(|(policy, (won, n))| (*won as f64 / *n as f64, policy));
        let best = rates.max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or_else(String::new, |(rate, policy)| {
            format!("{} wins {:.1} %", self.labels[policy], rate / WIN as f64 * 100.0)
        })
    }
}
