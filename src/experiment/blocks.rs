//! Blocks of games on one luck: the unit of every comparison.
//!
//! In a block every table plays one game for each turn of its seats, all on the luck of the block.
//! What somebody comes to in a block is one number, and so is the difference of two of them.

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
use crate::run::Conditions;
use crate::run::simulate::{Deal, Taken};
use crate::run::standard_tables::WIN;
use crate::sim::interrupt::StopFlag;
use crate::sim::progress::{Progress, Watch};
use crate::sim::runner::{Beside, Outcome, RunOptions, Simulation, run_on};
use crate::sim::seating::{Lineup, Seating};
use crate::sim::tally::tallies;
use crate::stats::{Difference, Differences, Estimate, Level, Moments, Pentanomial};

/// Games of a piece.
const PIECE: u64 = 256;

/// What is added up of everybody: their part of the wins, the score and the length of their games.
pub(super) const FIGURES: usize = 3;
/// The place of wins, in [`WIN`] parts.
pub(super) const WINS: usize = 0;
/// The place of scores.
pub(super) const SCORES: usize = 1;
/// The place of lengths.
pub(super) const LENGTHS: usize = 2;

/// The figures in tables.
pub(super) const NAMES: [&str; FIGURES] = ["win_rate", "score", "length"];

/// The parts in which what everybody comes to is kept as well, where that is asked for: from them the
/// difference of any two can be judged without a sum for each pair.
pub(super) const PARTS: usize = 64;

/// A table that plays in every block.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The rules: an index into [`Blocks::games`].
    pub(super) game: usize,
    /// Who sits there, in the order in which they take the seats: indices into [`Blocks::players`].
    pub(super) players: Lineup,
}

/// Those who play.
pub(super) type Players<G> = Vec<Arc<dyn Policy<G>>>;

/// What is played in a block, and who is measured.
pub(super) struct Blocks<'a, G: Game> {
    pub(super) games: &'a [Arc<G>],
    /// By rule set, those who play.
    pub(super) players: Vec<Players<G>>,
    /// The tables, all of one size.
    pub(super) tables: Vec<Table>,
    /// The places that are watched: the table, in ascending order, and the place in its list of
    /// players.
    pub(super) watched: Vec<(usize, usize)>,
    /// Those who are measured, each over some of the places.
    pub(super) measured: Vec<Vec<usize>>,
    /// The places whose differences are added up.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Whether each pair sits at one table of two.
    pub(super) head_to_head: bool,
    /// The figure that is kept in [`PARTS`], if one is.
    pub(super) parts: Option<usize>,
    /// Whether everybody keeps the seat.
    pub(super) fixed_seats: bool,
    pub(super) seed: u64,
}

/// What blocks add up to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BlockSums {
    pub(super) blocks: u64,
    /// By who is measured and figure: what it came to, block by block.
    pub(super) values: Vec<[Moments; FIGURES]>,
    /// By pair and figure: the first less the second, block by block.
    pub(super) differences: Vec<[Differences; FIGURES]>,
    /// By pair: the blocks in which a game of one was not, action by action, that of the other.
    pub(super) apart: Vec<u64>,
    /// By pair, where they meet each other.
    pub(super) matches: Vec<Pentanomial>,
    /// By who is measured and `block % PARTS`: the figure that is kept in parts.
    // Nobody who keeps them plays in parts.
    #[serde(skip)]
    pub(super) parts: Vec<[i64; PARTS]>,
    /// Games that were given up.
    pub(super) unfinished: u64,
    /// What limits cut off within games ([`Limit`]).
    pub(super) capped: u64,
}

impl BlockSums {
    /// Whether both are of as many who are measured, and of as many pairs.
    pub(super) fn fits(&self, other: &Self) -> bool {
        let lengths = |of: &Self| {
            let pairs = [of.differences.len(), of.apart.len(), of.matches.len()];
            (pairs, of.values.len(), of.parts.len())
        };
        lengths(self) == lengths(other)
    }
}

tallies! {
    BlockSums { blocks, values, differences, apart, matches, parts, unfinished, capped }
}

/// Counts what limits cut off within games.
struct Capped(u64);

impl<G: Count> Log<G> for Capped {
    const ON: bool = G::COUNTED.limit.is_some();

    #[inline]
    fn record(&mut self, _: &G::State, event: G::Event) {
        let Some(Limit { cuts_off, .. }) = G::COUNTED.limit else { return };
        self.0 += u64::from(cuts_off(&event));
    }
}

/// The scratch of a thread.
pub(super) struct Worker<G: Game> {
    actions: ActionList<G::Action>,
    /// By watched place.
    values: Vec<[i64; FIGURES]>,
    /// By table and rotation: a hash of all actions of the game.
    hashes: Vec<[u64; MAX_SEATS]>,
}

impl<G: Count> Blocks<'_, G> {
    /// The games of a table in a block.
    pub(super) fn rotations(&self) -> u64 {
        if self.fixed_seats { 1 } else { self.tables[0].players.len() as u64 }
    }

    /// The games of a block.
    pub(super) fn games_a_block(&self) -> u64 {
        self.rotations() * self.tables.len() as u64
    }

    /// Plays a block, unless a stop is asked for before it is over.
    fn block(
        &self,
        block: u64,
        worker: &mut Worker<G>,
        sums: &mut BlockSums,
        stop: &StopFlag,
    ) -> bool {
        let seats = self.tables[0].players.len();
        // All tables sit down alike.
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
                let deal = Deal { game, players, policies, random };
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
                // Those at one table stand together.
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

    /// Adds a block, with what came of each watched place.
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
            // Two who meet at one table play alike where it does not show who sits where.
            let alike = match one[..self.rotations() as usize] {
                [first, ref rest @ ..] if self.head_to_head => rest.iter().all(|one| *one == first),
                _ => one == other,
            };
            sums.apart[pair] += u64::from(!alike);
            if let Some(pairs) = sums.matches.get_mut(pair) {
                // A game that nobody wins is half a point for both.
                pairs.0[((difference[WINS] + 2 * WIN) / WIN) as usize] += 1;
            }
        }
    }

    /// Plays these blocks on top of `so_far`; `part` says how far the whole question is.
    pub(super) fn play(
        &self,
        so_far: BlockSums,
        blocks: Range<u64>,
        beside: Beside<'_, BlockSums>,
        part: Part,
        conditions: Conditions<'_>,
    ) -> Result<Outcome<BlockSums>> {
        let Conditions { threads, stop, watch, .. } = conditions;
        let watch = watch.map(|watch| Onward { watch, part });
        let watch = watch.as_ref().map(|watch| watch as &dyn Watch);
        let options = RunOptions { units: blocks.end, threads, stop, watch };
        run_on(self, options, (so_far, blocks.start), beside)
    }
}

/// A figure a game of somebody who has so many games in a block.
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

/// The difference of two in a figure a game, with its p value; one of win rates lies between -1 and 1.
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
            parts: vec![[0; PARTS]; if self.parts.is_some() { measured } else { 0 }],
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

/// How far a question is that takes several runs.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Units that were played before this run, and in all.
    pub(super) done: u64,
    pub(super) total: u64,
    /// The units that a block of this run counts for.
    pub(super) each: u64,
    pub(super) since: Instant,
}

/// Watches several runs as one.
struct Onward<'a> {
    watch: &'a dyn Watch,
    part: Part,
}

impl Watch for Onward<'_> {
    fn show(&self, progress: &Progress<'_>) {
        let Part { done, total, each, since } = self.part;
        let (done, elapsed) = (done + progress.done * each, since.elapsed());
        self.watch.show(&Progress { done, total, elapsed, ..*progress });
    }

    fn interval(&self) -> Duration {
        self.watch.interval()
    }
}
