//! Blocks of games with common random numbers: the unit of every comparison.
//!
//! In a block every table plays one game for each rotation of its seats, all with the random numbers of
//! the block. A candidate has one result per block, and two candidates one difference per block.

use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::game::contract::{Game, Log, MAX_SEATS};
use crate::game::count::{Count, Limit};
use crate::game::decision::{ActionList, Decision, Policy};
use crate::game::position::Placed;
use crate::report::{Unit, estimate};
use crate::run::Conditions;
use crate::run::simulate::{Deal, Taken};
use crate::run::standard_tables::WIN;
use crate::sim::interrupt::StopFlag;
use crate::sim::progress::{Progress, Watch};
use crate::sim::runner::{Beside, Outcome, RunOptions, Simulation, run_on};
use crate::sim::seating::{Lineup, Seating};
use crate::sim::tally::tallies;
use crate::stats::{Difference, Differences, Estimate, Level, Moments, Pentanomial};

/// The approximate number of games in a piece of the runner.
const PIECE: u64 = 256;

/// The number of figures added up for each candidate: share of wins, score and length of its games.
pub(super) const FIGURES: usize = 3;
/// Index of the share of wins, in units of 1/[`WIN`].
pub(super) const WINS: usize = 0;
/// Index of the score.
pub(super) const SCORES: usize = 1;
/// Index of the length.
pub(super) const LENGTHS: usize = 2;

/// The names of the figures in tables.
pub(super) const NAMES: [&str; FIGURES] = ["win_rate", "score", "length"];

/// The number of parts (the batches of the batch-means method) into which the blocks of each
/// candidate are summed, so that any pair can be compared without sums for each pair.
pub(super) const PARTS: usize = 64;

/// A matchup that is played in every block.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The rules: an index into [`Blocks::games`].
    pub(super) game: usize,
    /// The players in seat order before rotation: indices into [`Blocks::players`].
    pub(super) players: Lineup,
}

/// The policies of all players, ready to play.
pub(super) type Players<G> = Vec<Arc<dyn Policy<G>>>;

/// The matchups of a block, and the candidates measured in them.
pub(super) struct Blocks<'a, G: Game> {
    pub(super) games: &'a [Arc<G>],
    /// The start positions by rule set, if not those of the games.
    pub(super) from: Vec<Option<Placed<G::State>>>,
    /// The players, by rule set.
    pub(super) players: Vec<Players<G>>,
    /// The matchups, all with the same number of seats.
    pub(super) tables: Vec<Table>,
    /// The players whose results are recorded: index of the table, in ascending order, and index into
    /// its players.
    pub(super) watched: Vec<(usize, usize)>,
    /// The candidates: each is the sum over these indices into `watched`.
    pub(super) measured: Vec<Vec<usize>>,
    /// The pairs whose differences are added up: indices into `watched`.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Whether each pair meets in a two-player game.
    pub(super) head_to_head: bool,
    /// The figure that is also kept in [`PARTS`] batches, if any.
    pub(super) parts: Option<usize>,
    /// Whether seats are not rotated.
    pub(super) fixed_seats: bool,
    pub(super) seed: u64,
}

/// Sums over blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BlockSums {
    pub(super) blocks: u64,
    /// Moments of the results per block, by candidate and figure.
    pub(super) values: Vec<[Moments; FIGURES]>,
    /// Differences per block, the first less the second, by pair and figure.
    pub(super) differences: Vec<[Differences; FIGURES]>,
    /// The number of blocks in which the two took different actions in any game, by pair.
    pub(super) apart: Vec<u64>,
    /// Results of pairs of games, by pair; empty unless the candidates meet each other.
    pub(super) matches: Vec<Pentanomial>,
    /// Sums of the figure kept in batches, by candidate and `block % PARTS`.
    pub(super) parts: Vec<Vec<i64>>,
    /// The number of games given up.
    pub(super) unfinished: u64,
    /// The number of cut-offs by limits within games ([`Limit`]).
    pub(super) capped: u64,
}

impl BlockSums {
    /// Whether both have the same numbers of candidates and of pairs.
    pub(super) fn fits(&self, other: &Self) -> bool {
        let lengths = |of: &Self| {
            let pairs = [of.differences.len(), of.apart.len(), of.matches.len()];
            let parts: Vec<usize> = of.parts.iter().map(Vec::len).collect();
            (pairs, of.values.len(), parts)
        };
        lengths(self) == lengths(other)
    }
}

tallies! {
    BlockSums { blocks, values, differences, apart, matches, parts, unfinished, capped }
}

/// Counts the cut-offs by limits within games.
struct Capped(u64);

impl<G: Count> Log<G> for Capped {
    const ON: bool = G::COUNTED.limit.is_some();

    #[inline]
    fn record(&mut self, _: &G::State, event: G::Event) {
        let Some(Limit { cuts_off, .. }) = G::COUNTED.limit else { return };
        self.0 += u64::from(cuts_off(&event));
    }
}

/// The buffers of a thread.
pub(super) struct Worker<G: Game> {
    actions: ActionList<G::Action>,
    /// The figures of the current block, by index into `watched`.
    values: Vec<[i64; FIGURES]>,
    /// A hash of all actions of a game, by table and rotation.
    hashes: Vec<[u64; MAX_SEATS]>,
}

impl<G: Count> Blocks<'_, G> {
    /// The number of games of a table in a block.
    pub(super) fn rotations(&self) -> u64 {
        if self.fixed_seats { 1 } else { self.tables[0].players.len() as u64 }
    }

    /// The number of games in a block.
    pub(super) fn games_a_block(&self) -> u64 {
        self.rotations() * self.tables.len() as u64
    }

    /// Plays a block and adds it; returns `false` if a stop was requested before its end.
    fn block(
        &self,
        block: u64,
        worker: &mut Worker<G>,
        sums: &mut BlockSums,
        stop: &StopFlag,
    ) -> bool {
        let seats = self.tables[0].players.len();
        // All tables have the same seating.
        let places: [Lineup; 1] = [(0..seats).collect()];
        let seating = Seating { lineups: &places, fixed: self.fixed_seats, seed: self.seed };
        worker.values.fill([0; FIGURES]);
        for rotation in 0..self.rotations() {
            let placement = seating.placement(block * self.rotations() + rotation);
            let mut watched = 0;
            for (number, table) in self.tables.iter().enumerate() {
                let mut policies = [0; MAX_SEATS];
                for (seat, policy) in policies[..seats].iter_mut().enumerate() {
                    *policy = table.players[placement.slot(seat)];
                }
                let (game, players) = (&*self.games[table.game], &*self.players[table.game]);
                let random = (self.seed, block);
                let from = self.from[table.game].as_ref();
                let deal = Deal { game, players, from, policies, random };
                let actions = &mut worker.actions;
                let mut capped = Capped(0);
                let mut hasher = FxHasher::default();
                let taken = |taken: Taken<'_, G>| {
                    let Decision { seat, point, .. } = taken.decision;
                    (seat, point, taken.choice.action).hash(&mut hasher);
                };
                let end = deal.play(&mut capped, actions, taken, || stop.raised().is_some());
                worker.hashes[number][rotation as usize] = hasher.finish();
                if stop.raised().is_some() {
                    return false;
                }
                sums.unfinished += u64::from(!end.finished);
                sums.capped += capped.0;
                // `watched` is ordered by table.
                while let Some((_, place)) =
                    self.watched.get(watched).filter(|(table, _)| *table == number)
                {
                    let seat = (0..seats).find(|seat| placement.slot(*seat) == *place).unwrap_or(0);
                    let values = &mut worker.values[watched];
                    values[WINS] += end.win(seat);
                    values[SCORES] += i64::from(end.ranking.scores[seat]);
                    values[LENGTHS] += i64::from(game.length(&end.state, seat as u8));
                    watched += 1;
                }
            }
        }
        self.add(block, worker, sums);
        true
    }

    /// Adds the results of a block to the sums.
    fn add(&self, block: u64, worker: &Worker<G>, sums: &mut BlockSums) {
        let Worker { values, hashes, .. } = worker;
        sums.blocks += 1;
        for (who, places) in self.measured.iter().enumerate() {
            for (figure, into) in sums.values[who].iter_mut().enumerate() {
                let value = places.iter().map(|place| values[*place][figure]).sum();
                into.add(value);
                if self.parts == Some(figure) {
                    sums.parts[who][(block % PARTS as u64) as usize] += value;
                }
            }
        }
        for (pair, (a, b)) in self.pairs.iter().enumerate() {
            let difference: [i64; FIGURES] =
                std::array::from_fn(|at| values[*a][at] - values[*b][at]);
            let into = &mut sums.differences[pair];
            into.iter_mut().zip(difference).for_each(|(into, value)| into.add(value));
            let [one, other] = [a, b].map(|place| &hashes[self.watched[*place].0]);
            // Two policies in the same game act alike if swapping their seats changes no action.
            let alike = match one[..self.rotations() as usize] {
                [first, ref rest @ ..] if self.head_to_head => rest.iter().all(|one| *one == first),
                _ => one == other,
            };
            sums.apart[pair] += u64::from(!alike);
            if let Some(pairs) = sums.matches.get_mut(pair) {
                // A game without a winner gives half a point to both.
                pairs.0[((difference[WINS] + 2 * WIN) / WIN) as usize] += 1;
            }
        }
    }

    /// Plays blocks and adds them to `so_far`; `part` is the progress of the whole experiment.
    pub(super) fn play(
        &self,
        so_far: BlockSums,
        blocks: Range<u64>,
        beside: Beside<'_, BlockSums>,
        part: Part<'_>,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<BlockSums>> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let watch = watch.map(|watch| Onward { watch, part });
        let watch = watch.as_ref().map(|watch| watch as &dyn Watch);
        let options = RunOptions { units: blocks.end, threads, stop, watch };
        run_on(self, options, (so_far, blocks.start), beside)
    }
}

/// A figure per game of a candidate with `games` games in a block.
pub(super) fn figure(
    values: &[Moments; FIGURES],
    figure: usize,
    games: u64,
    level: Level,
) -> Option<Estimate> {
    match figure {
        WINS => values[WINS].ratio(games).proportion(WIN as u64, level),
        _ => Some(values[figure].mean(level)?.scaled(1.0 / games as f64)),
    }
}

/// A difference as text. A difference of win rates is not relative to either of them.
pub(super) fn difference_text(difference: &Estimate, unit: Unit) -> String {
    estimate(difference, unit).replacen(" %", " percentage points", 1)
}

/// The difference of two candidates in a figure per game, with its p value; a difference of win rates
/// is limited to -1 to 1.
pub(super) fn difference(
    values: &[Differences; FIGURES],
    figure: usize,
    games: u64,
    level: Level,
) -> Option<Difference> {
    let most = games * WIN as u64;
    let found = values[figure].judge((figure == WINS).then_some(most), level)?;
    let estimate = match figure {
        WINS => found.estimate.scaled(1.0 / most as f64).within(-1.0, 1.0),
        _ => found.estimate.scaled(1.0 / games as f64),
    };
    Some(Difference { estimate, ..found })
}

impl<G: Count> Simulation for Blocks<'_, G> {
    type Tally = BlockSums;
    type Worker = Worker<G>;

    fn worker(&self) -> Worker<G> {
        Worker {
            actions: ActionList::default(),
            values: vec![[0; FIGURES]; self.watched.len()],
            hashes: vec![[0; MAX_SEATS]; self.tables.len()],
        }
    }

    fn empty(&self) -> BlockSums {
        let (measured, pairs) = (self.measured.len(), self.pairs.len());
        BlockSums {
            blocks: 0,
            values: vec![[Moments::default(); FIGURES]; measured],
            differences: vec![[Differences::default(); FIGURES]; pairs],
            apart: vec![0; pairs],
            matches: vec![Pentanomial::default(); if self.head_to_head { pairs } else { 0 }],
            parts: vec![vec![0; PARTS]; if self.parts.is_some() { measured } else { 0 }],
            unfinished: 0,
            capped: 0,
        }
    }

    fn batch_len(&self, _: u64) -> u64 {
        (PIECE / self.games_a_block()).max(1)
    }

    fn run_batch(
        &self,
        worker: &mut Worker<G>,
        mut units: Range<u64>,
        tally: &mut BlockSums,
        stop: &StopFlag,
    ) -> bool {
        units.all(|block| self.block(block, worker, tally, stop))
    }
}

/// The progress of an experiment that takes several runs.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    /// Units played before this run, and units in all.
    pub(super) done: u64,
    pub(super) total: u64,
    /// The number of units per block of this run.
    pub(super) each: u64,
    pub(super) since: Instant,
    /// What is known so far, as one short line.
    pub(super) headline: &'a str,
}

/// Reports the progress of several runs as one.
pub(super) struct Onward<'a> {
    pub(super) watch: &'a dyn Watch,
    pub(super) part: Part<'a>,
}

impl Watch for Onward<'_> {
    fn show(&self, progress: &Progress<'_>) {
        let Part { done, total, each, since, headline } = self.part;
        let (done, elapsed) = (done + progress.done * each, since.elapsed());
        self.watch.show(&Progress { done, total, elapsed, headline, ..*progress });
    }

    fn interval(&self) -> Duration {
        self.watch.interval()
    }
}
