//! Three players, each of whom maximizes the own probability of winning.
//!
//! A standing (a, b, c) holds the totals of the player to roll, of the next player and of the last one. Let
//! *W*(a, b, c) be the win probability of the player to roll and *L*(a, b, c) that of the last player. After
//! a turn, the player who rolled is the last of the standing (b, c, a + *t*):
//!
//! ```text
//! W(a, b, c) = max E[ L(b, c, a + t) if t is banked, L(b, c, a) after a bust, 1 after a winning roll ]
//! ```
//!
//! Standings with one sum of totals depend on higher sums, and through busts on each other: (a, b, c),
//! (b, c, a) and (c, a, b) form a cycle. The turn of a standing ends in a bust with probability *p*; its
//! other endings have the value α to the player who rolls, β to the next and γ = 1 − *p* − α − β to the
//! last player. With given turns in all three standings, the win probabilities are linear equations:
//!
//! ```text
//! w(a, b, c) = α + p w'    w' = γ' + p' w"    w" = β" + p" w(a, b, c)
//! ```
//!
//! with one prime for (b, c, a) and two for (c, a, b). The solver finds the best turns for the current values
//! of busts, evaluates them by these equations, and repeats until no player gains more than `TOLERANCE` by
//! another turn in any standing of the cycle.
//!
//! With three players this is a game of general sum: what is found is an equilibrium in stationary
//! strategies that are the same for all players. In some cycles the best turns alternate: a player is
//! indifferent between two turns that differ for the others, and no equilibrium has only one of them. There
//! the solver mixes the turns it has found. An equilibrium need not be the only one. A sample of the cycles
//! is solved again from two other starts ([`Found::others`]).

use std::array;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::kernel::{Block, LANES, Scratch, Turn, sweep_block};
use super::length::given_up;
use super::odds::Odds;
use super::position::{Ask, Position};
use super::reach::reach;
use super::{Control, Solver, Ticker};
use crate::error::{Error, Result};
use crate::sim::progress::duration;

/// The totals of the player to roll, of the next player and of the last one, in units.
pub type Standing3 = [usize; 3];

/// The largest target, in units, for which three players are solved: 16 bytes for each of its third power
/// of standings.
pub const MAX_TARGET_OF_THREE: u32 = 240;

/// Maximum gain of another turn at which the turns of a cycle are kept.
const TOLERANCE: f64 = 1e-12;

/// The same for turns that mix.
const MIXED: f64 = 1e-11;

/// Maximum number of rounds, and the number of rounds with one best turn each before turns mix.
const ROUNDS: usize = 40;
const PURE: usize = 6;

/// Maximum number of steps to find a mixture.
const STEPS: u32 = 20_000;

/// Every cycle with this number is solved from other starts, too.
const SAMPLE: usize = 256;
/// Equilibria whose win probabilities differ by more than this are different.
const DIFFERENT: f64 = 1e-9;

/// The time between two calls of `keep`.
const KEEP: Duration = Duration::from_secs(60);

/// Optimal play of three players.
#[derive(Clone, Debug)]
pub struct ThreeSolution {
    odds: Arc<Odds>,
    min_bank: usize,
    target: usize,
    values: Partial,
    /// Upper bound on the probability that a game reaches the turn limit, from any standing.
    pub given_up: f64,
}

/// How an equilibrium was found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    /// The highest gain of another turn in one standing, in win probability: how far the values are from an
    /// equilibrium.
    pub residual: f64,
    /// The number of cycles of standings in which a player is indifferent between two turns and mixes them.
    pub mixed: u64,
    /// The number of cycles of standings that were solved from two other starts as well.
    pub sampled: u64,
    /// The number of those in which another equilibrium was found.
    pub others: u64,
}

/// The values of all standings with a sum of totals of `sum` or more.
#[derive(Clone, Debug)]
pub(super) struct Partial {
    pub(super) sum: usize,
    found: Found,
    /// *W* and *L* by standing.
    own: Vec<f64>,
    last: Vec<f64>,
}

impl Partial {
    fn new(target: usize) -> Self {
        let none = vec![0.0; target.pow(3)];
        Self { sum: 3 * target - 2, found: Found::default(), own: none.clone(), last: none }
    }

    /// The number of values in [`Self::to_values`].
    pub(super) fn length(target: usize) -> usize {
        5 + 2 * target.pow(3)
    }

    /// All numbers, to be saved.
    pub(super) fn to_values(&self) -> Vec<f64> {
        let Self { sum, found: Found { residual, mixed, sampled, others }, own, last } = self;
        let head = [*sum as f64, *residual, *mixed as f64, *sampled as f64, *others as f64];
        head.into_iter().chain(own.iter().chain(last).copied()).collect()
    }

    /// The inverse of [`Self::to_values`], if the numbers can be right.
    pub(super) fn from_values(target: usize, values: &[f64]) -> Option<Self> {
        let (&[sum, residual, mixed, sampled, others], values) = values.split_first_chunk()?;
        let (own, last) = values.split_at_checked(target.pow(3))?;
        let sane = values.iter().all(|value| (0.0..=1.0).contains(value));
        let [sum, mixed, sampled, others] = [sum, mixed, sampled, others].map(|count| count as u64);
        let found = Found { residual, mixed, sampled, others };
        let values = Self { sum: sum as usize, found, own: own.to_vec(), last: last.to_vec() };
        (sane && values.sum <= 3 * target - 2).then_some(values)
    }
}

/// The three standings of a cycle: of `at` and its rotations.
#[derive(Clone, Copy, Debug)]
struct Cycle {
    at: Standing3,
}

impl Cycle {
    /// The standing after `turns` turns without points.
    fn standing(&self, turns: usize) -> Standing3 {
        array::from_fn(|seat| self.at[(turns + seat) % 3])
    }

    /// All cycles with one sum of totals that games from `from` can reach.
    fn all(sum: usize, target: usize, from: Standing3) -> Vec<Self> {
        let mut cycles = Vec::new();
        // The standing of a cycle with the lowest total first, and the second lowest next if they are equal.
        for a in 0..=sum / 3 {
            for b in a..target.min(sum + 1 - a) {
                let c = sum - a - b;
                if c >= target || c < a || (c == a && b != a) {
                    continue;
                }
                let cycle = Self { at: [a, b, c] };
                let reached =
                    |turns: usize| (0..3).all(|seat| cycle.standing(turns)[seat] >= from[seat]);
                if (0..3).any(reached) {
                    cycles.push(cycle);
                }
            }
        }
        cycles
    }
}

/// The values of a cycle, by number of turns after its first standing.
#[derive(Clone, Copy, Debug, Default)]
struct Values {
    own: [f64; 3],
    last: [f64; 3],
}

/// The solution of a cycle.
#[derive(Clone, Debug)]
struct Solved {
    values: Values,
    /// The highest gain of another turn.
    residual: f64,
    /// Whether a turn mixes.
    mixes: bool,
    /// The best turns of all rounds, by standing.
    turns: [Vec<Evaluated>; 3],
    /// The values of the current round.
    next: Values,
}

impl Default for Solved {
    fn default() -> Self {
        Self {
            values: Values::default(),
            residual: f64::INFINITY,
            mixes: false,
            turns: Default::default(),
            next: Values::default(),
        }
    }
}

impl Solved {
    /// The values with the last turns.
    fn pure(&self) -> Values {
        Values::of(&array::from_fn(|turn| self.turns[turn].last().copied().unwrap_or_default()))
    }

    /// The values of an equilibrium in mixtures of the turns so far, by fictitious play (Brown, 1951): each
    /// step adds the best response to the mixtures.
    fn mixed(&self) -> Values {
        let mut mixtures: [Evaluated; 3] =
            array::from_fn(|turn| self.turns[turn].last().copied().unwrap_or_default());
        let mut values = Values::of(&mixtures);
        for step in 1..STEPS {
            let mut gain = 0.0_f64;
            for (turn, mixture) in mixtures.iter_mut().enumerate() {
                let lost = values.last[(turn + 1) % 3];
                let worth = |of: &Evaluated| of.alpha + of.bust * lost;
                let turns = self.turns[turn].iter();
                let Some(best) = turns.max_by(|a, b| worth(a).total_cmp(&worth(b))) else {
                    continue;
                };
                gain = gain.max(worth(best) - worth(mixture));
                let weight = 1.0 / f64::from(step + 1);
                let mix = |from: f64, to: f64| from + weight * (to - from);
                *mixture = Evaluated {
                    alpha: mix(mixture.alpha, best.alpha),
                    bust: mix(mixture.bust, best.bust),
                    beta: mix(mixture.beta, best.beta),
                };
            }
            if gain < MIXED / 4.0 {
                break;
            }
            values = Values::of(&mixtures);
        }
        values
    }
}

/// The evaluated turn of a standing: its bust probability, and the value of its other endings to the player
/// who rolls (`alpha`) and to the next one (`beta`).
#[derive(Clone, Copy, Debug, Default)]
struct Evaluated {
    alpha: f64,
    bust: f64,
    beta: f64,
}

impl Values {
    /// The win probabilities with given turns.
    fn of(turns: &[Evaluated; 3]) -> Self {
        let bust = |turn: usize| turns[turn % 3].bust;
        let ends = 1.0 - bust(0) * bust(1) * bust(2);
        let (mut own, mut last) = ([0.0; 3], [0.0; 3]);
        for first in 0..3 {
            // The player who rolls in the standing `first` is the last in the following one, then the next.
            let [here, after, beyond] = array::from_fn(|turn| turns[(first + turn) % 3]);
            let gamma = 1.0 - after.bust - after.alpha - after.beta;
            let returns = here.alpha + here.bust * (gamma + after.bust * beyond.beta);
            own[first] = if ends > 1e-12 { returns / ends } else { 1.0 / 3.0 };
            last[(first + 1) % 3] = gamma + after.bust * (beyond.beta + beyond.bust * own[first]);
        }
        Self { own, last }
    }
}

/// The index of a standing in a table.
pub(super) fn cell(target: usize, [own, next, last]: Standing3) -> usize {
    (own * target + next) * target + last
}

/// A turn to evaluate: the standing, and the value of a bust.
pub(super) type Lane = (Standing3, f64);

/// Evaluates turns of a game of three players.
pub(super) struct Sweeps {
    pub(super) odds: Arc<Odds>,
    reach: Vec<u16>,
    pub(super) min_bank: usize,
    pub(super) target: usize,
}

/// What turns lead to. Tables are indexed by the standing after the turn.
#[derive(Clone, Copy)]
pub(super) struct Ends<'a> {
    /// The value to the player who rolls; reaching the target has value 1.
    pub(super) stop: &'a [f64],
    /// The value to another player, and that of reaching the target.
    pub(super) paid: (&'a [f64], f64),
    /// By next and last player's total: whether `stop` decreases with the total of the player who rolls.
    pub(super) falls: &'a [bool],
}

impl Sweeps {
    pub(super) fn new(solver: &Solver, target: usize) -> Self {
        let (odds, min_bank) = (Arc::clone(&solver.odds), solver.min_bank());
        Self { reach: reach(&odds, target.max(min_bank)), odds, min_bank, target }
    }

    /// The next and last player's totals as an index.
    pub(super) fn others(&self, [_, next, last]: Standing3) -> usize {
        next * self.target + last
    }

    /// The best turns: their value, with `N` > 1 also the bust probability, with `N` = 3 also what the other
    /// endings pay the player of `ends.paid`.
    pub(super) fn best<const N: usize>(&self, ends: Ends<'_>, lanes: &[Lane]) -> Vec<[f64; N]> {
        // Lanes of a block process the rows of the lowest own total, and the states of all of them.
        let mut order: Vec<usize> = (0..lanes.len()).collect();
        order.sort_by_key(|lane| lanes[*lane].0);
        let sorted: Vec<Lane> = order.iter().map(|lane| lanes[*lane]).collect();
        let turns: Vec<[f64; N]> = sorted
            .par_chunks(LANES)
            .map_init(Scratch::default, |scratch, block| self.block(ends, block, scratch))
            .flatten_iter()
            .collect();
        let mut found = vec![[0.0; N]; lanes.len()];
        order.into_iter().zip(turns).for_each(|(lane, turn)| found[lane] = turn);
        found
    }

    fn block<const N: usize>(
        &self,
        Ends { stop, paid: (paid, won_pays), falls }: Ends<'_>,
        block: &[Lane],
        scratch: &mut Scratch<Block<N>>,
    ) -> impl Iterator<Item = [f64; N]> + use<N> {
        // Unused lanes repeat the first.
        let lane = |lane: usize| block.get(lane).unwrap_or(&block[0]);
        let at: [Standing3; LANES] = array::from_fn(|index| lane(index).0);
        let rows = at.map(|[own, ..]| self.target - own);
        // The cell of the standing after the turn, which grows by one with each unit.
        let after = at.map(|[own, next, last]| cell(self.target, [next, last, own]));
        let most = rows.into_iter().max().unwrap_or(0).max(self.min_bank);
        let turn = Turn {
            odds: &self.odds,
            pruned: !at.iter().any(|standing| falls[self.others(*standing)]),
            reach: Some(&self.reach),
            rows: most,
            last: most,
            min_bank: self.min_bank,
            lost: array::from_fn(|index| lane(index).1),
            won: (1.0, 0.0),
        };
        let numbers = |value: [f64; LANES], paid: [f64; LANES]| {
            array::from_fn(|number| match number {
                0 => value,
                2 => paid,
                _ => [0.0; LANES],
            })
        };
        scratch.prepare(&turn, numbers([1.0; LANES], [won_pays; LANES]));
        let read = |table: &[f64], row: usize, won: f64| {
            array::from_fn(|lane| if row < rows[lane] { table[after[lane] + row] } else { won })
        };
        let ends = |row: usize| {
            let paid = if N < 3 { [0.0; LANES] } else { read(paid, row, won_pays) };
            numbers(read(stop, row, 1.0), paid)
        };
        let start = sweep_block(&turn, scratch, ends, won_pays, |_, _| {});
        (0..block.len()).map(move |lane| start.map(|number| number[lane]))
    }
}

struct Work {
    sweeps: Sweeps,
    values: Partial,
    /// By next and last player's total: whether *L* decreases with the last player's total.
    falls: Vec<bool>,
}

impl Work {
    /// Evaluates the turns of some cycles with given values of busts.
    fn turns<const N: usize>(&self, cycles: &[Cycle], lost: &[[f64; 3]]) -> Vec<[[f64; N]; 3]> {
        let lane = |(cycle, lost): (&Cycle, &[f64; 3])| {
            array::from_fn::<_, 3, _>(|turn| (cycle.standing(turn), lost[turn]))
        };
        let lanes: Vec<Lane> = cycles.iter().zip(lost).flat_map(lane).collect();
        let ends =
            Ends { stop: &self.values.last, paid: (&self.values.own, 0.0), falls: &self.falls };
        let mut turns = self.sweeps.best(ends, &lanes).into_iter();
        let mut next = || turns.next().expect("three turns of each cycle");
        cycles.iter().map(|_| [next(), next(), next()]).collect()
    }

    /// Solves cycles from first values of busts, by cycle and turn.
    fn solve(&self, cycles: &[Cycle], mut lost: Vec<[f64; 3]>) -> Vec<Solved> {
        let mut solved = vec![Solved::default(); cycles.len()];
        let mut active: Vec<usize> = (0..cycles.len()).collect();
        for round in 0..ROUNDS {
            let of: Vec<Cycle> = active.iter().map(|index| cycles[*index]).collect();
            let busts: Vec<[f64; 3]> = active.iter().map(|index| lost[*index]).collect();
            for (index, turns) in active.iter().zip(self.turns::<3>(&of, &busts)) {
                let found = &mut solved[*index];
                for (turn, [value, bust, beta]) in turns.into_iter().enumerate() {
                    let alpha = value - bust * lost[*index][turn];
                    found.turns[turn].push(Evaluated { alpha, bust, beta });
                }
                let values = if round < PURE { found.pure() } else { found.mixed() };
                lost[*index] = array::from_fn(|turn| values.last[(turn + 1) % 3]);
                found.next = values;
            }
            let busts: Vec<[f64; 3]> = active.iter().map(|index| lost[*index]).collect();
            for (index, best) in active.iter().zip(self.turns::<1>(&of, &busts)) {
                let found = &mut solved[*index];
                let gains = found.next.own.iter().zip(&best).map(|(own, [best])| best - own);
                let residual = gains.fold(0.0, |most: f64, gain| most.max(gain.abs()));
                if residual < found.residual {
                    (found.values, found.residual, found.mixes) =
                        (found.next, residual, round >= PURE);
                }
            }
            let enough = if round < PURE { TOLERANCE } else { MIXED };
            active.retain(|index| solved[*index].residual > enough);
            if active.is_empty() {
                break;
            }
        }
        solved
    }

    /// The memory and time that the rest of a solution takes, estimated from the time of one block of turns
    /// from half of the target.
    fn outlook(&self, standings: u64) -> String {
        let lanes = [([self.sweeps.target / 2; 3], 0.3); LANES];
        let ends =
            Ends { stop: &self.values.last, paid: (&self.values.own, 0.0), falls: &self.falls };
        let mut seconds = f64::INFINITY;
        for _ in 0..3 {
            let begin = Instant::now();
            self.sweeps.best::<3>(ends, &lanes);
            self.sweeps.best::<1>(ends, &lanes);
            seconds = seconds.min(begin.elapsed().as_secs_f64());
        }
        // A few cycles need more than one round.
        seconds *= 1.2 * standings as f64 / (LANES * rayon::current_num_threads()) as f64;
        let bytes = 16.0 * (self.sweeps.target as f64).powi(3);
        format!("{:.0} MB, about {} in all", bytes / 1e6, duration(seconds))
    }

    /// Solves all standings with one sum of totals that games from `from` reach; returns their number.
    fn layer(&mut self, sum: usize, from: Standing3) -> u64 {
        let target = self.sweeps.target;
        let cycles = Cycle::all(sum, target, from);
        let guess = |cycle: &Cycle| {
            array::from_fn(|turn| guess(&self.values.last, target, cycle.standing(turn + 1), 0.2))
        };
        let solved = self.solve(&cycles, cycles.iter().map(guess).collect());
        let sampled = |index: &usize| (index + sum).is_multiple_of(SAMPLE);
        let sample: Vec<usize> = (0..cycles.len()).filter(sampled).collect();
        let again: Vec<Cycle> = sample.iter().map(|index| cycles[*index]).collect();
        let mut differ = vec![false; sample.len()];
        for start in [[0.0; 3], [1.0; 3]] {
            let others = self.solve(&again, vec![start; again.len()]);
            for ((index, other), differ) in sample.iter().zip(others).zip(&mut differ) {
                let values = &solved[*index].values;
                let own = values.own.iter().zip(other.values.own);
                let last = values.last.iter().zip(other.values.last);
                *differ |= own.chain(last).any(|(one, other)| (one - other).abs() > DIFFERENT);
            }
        }
        let found = &mut self.values.found;
        found.sampled += sample.len() as u64;
        found.others += differ.iter().filter(|differ| **differ).count() as u64;
        for (cycle, solved) in cycles.iter().zip(&solved) {
            let values = &solved.values;
            found.residual = found.residual.max(solved.residual);
            found.mixed += u64::from(solved.mixes);
            for turn in 0..3 {
                let [own, next, last] = cycle.standing(turn);
                let at = cell(target, [own, next, last]);
                self.values.own[at] = values.own[turn];
                self.values.last[at] = values.last[turn];
                note_falls(&mut self.falls, &self.values.last, target, [own, next, last]);
            }
        }
        self.values.sum = sum;
        cycles.iter().map(|Cycle { at: [a, b, c] }| if a == b && b == c { 1 } else { 3 }).sum()
    }
}

/// The first value of a standing, from higher totals: an extrapolation in which mixed second differences
/// vanish; `end` if there are none.
pub(super) fn guess(values: &[f64], target: usize, at: Standing3, end: f64) -> f64 {
    const WEIGHTS: [&[f64]; 3] = [&[1.0], &[1.0, -1.0], &[1.0, -2.0, 1.0]];
    let [by_own, by_next, by_last] = at.map(|total| WEIGHTS[(target - 1 - total).min(2)]);
    if at == [target - 1; 3] {
        return end;
    }
    let mut missing = 0.0;
    for (i, own) in by_own.iter().enumerate() {
        for (j, next) in by_next.iter().enumerate() {
            // The standing itself has weight 1.
            for (k, last) in by_last.iter().enumerate().skip(usize::from(i + j == 0)) {
                let near = cell(target, [at[0] + i, at[1] + j, at[2] + k]);
                missing -= own * next * last * values[near];
            }
        }
    }
    missing.clamp(0.0, 1.0)
}

/// Notes where values, by standing, decrease with the last player's total.
pub(super) fn note_falls(falls: &mut [bool], values: &[f64], target: usize, at: Standing3) {
    let [own, next, last] = at;
    let at = cell(target, at);
    if last + 1 < target && values[at] > values[at + 1] + 1e-12 {
        falls[own * target + next] = true;
    }
}

impl ThreeSolution {
    /// The target, in units. Tables hold the totals below it.
    pub fn target(&self) -> u32 {
        self.target as u32
    }

    /// The win probabilities of the player to roll, of the next and of the last player. A total at or above
    /// the target has won.
    pub fn wins(&self, at: [u32; 3]) -> [f64; 3] {
        if let Some(winner) = at.iter().position(|total| *total as usize >= self.target) {
            return array::from_fn(|seat| f64::from(u8::from(seat == winner)));
        }
        let at = cell(self.target, at.map(|total| total as usize));
        let (own, last) = (self.values.own[at], self.values.last[at]);
        [own, 1.0 - own - last, last]
    }

    pub(super) fn values(&self) -> &Partial {
        &self.values
    }

    /// *L* of all standings.
    pub(super) fn last_values(&self) -> &[f64] {
        &self.values.last
    }

    /// How the values were found.
    pub fn found(&self) -> Found {
        self.values.found
    }

    /// Solves the turn of a standing again, from the values of its ends. Totals at or above the target count
    /// as the highest total below it.
    pub fn position(&self, at: [u32; 3]) -> Position {
        let [own, next, last] = at.map(|total| (total as usize).min(self.target - 1));
        let after = cell(self.target, [next, last, own]);
        let stop = |row: usize| {
            if own + row < self.target { self.values.last[after + row] } else { 1.0 }
        };
        let ask = Ask::to_win(own, self.target, self.min_bank, stop);
        Position::solve(&self.odds, ask, &mut Scratch::default())
    }
}

impl Solver {
    /// The target of a game of three players, in units.
    ///
    /// # Errors
    ///
    /// Returns an error if it exceeds [`MAX_TARGET_OF_THREE`] units.
    pub(super) fn target_of_three(&self) -> Result<usize> {
        self.covered(3)?;
        let (target, unit) = (self.game.target, self.game.scoring.unit);
        if target <= MAX_TARGET_OF_THREE {
            return Ok(target as usize);
        }
        let bytes = 16 * u64::from(target).pow(3);
        Err(Error::input_help(
            format!(
                "three players with a target of {} points have {:.1} million standings, which take {:.1} GB",
                self.game.rules.target,
                f64::from(target).powi(3) / 1e6,
                bytes as f64 / 1e9
            ),
            format!(
                "choose `--rules target={}` or less, or an edition whose points come in larger steps than {unit}",
                MAX_TARGET_OF_THREE * unit
            ),
        ))
    }

    /// Solves the game of three players for all standings that games from `from` reach, on the threads of
    /// the current `rayon` pool. `None` if interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if the target exceeds [`MAX_TARGET_OF_THREE`] units.
    pub fn three(&self, from: Standing3, control: Control<'_>) -> Result<Option<ThreeSolution>> {
        self.three_from(from, None, |_| {}, control)
    }

    /// [`Self::three`] in parts. `begun` continues an earlier solution, and `keep` receives the state of
    /// this one every minute and at an interruption. `None` if interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if the target exceeds [`MAX_TARGET_OF_THREE`] units.
    pub(super) fn three_from(
        &self,
        from: Standing3,
        begun: Option<Partial>,
        mut keep: impl FnMut(&Partial),
        control: Control<'_>,
    ) -> Result<Option<ThreeSolution>> {
        let target = self.target_of_three()?;
        let mut work = Work {
            sweeps: Sweeps::new(self, target),
            values: begun.unwrap_or_else(|| Partial::new(target)),
            falls: vec![false; target * target],
        };
        let least: usize = from.iter().sum();
        let counts = |sum: usize| work_of(sum, target, from);
        let mut done: u64 = (work.values.sum..=3 * (target - 1)).map(counts).sum();
        let all: u64 = done + (least..work.values.sum).map(counts).sum::<u64>();
        for sum in work.values.sum..=3 * (target - 1) {
            for cycle in Cycle::all(sum, target, from) {
                for turn in 0..3 {
                    let Work { falls, values, .. } = &mut work;
                    note_falls(falls, &values.last, target, cycle.standing(turn));
                }
            }
        }
        let mut ticker = Ticker::new(control, all);
        ticker.headline = work.outlook(all - done);
        let mut kept = Instant::now();
        for sum in (least..work.values.sum).rev() {
            done += work.layer(sum, from);
            let goes_on = ticker.tick(done);
            if !goes_on || kept.elapsed() >= KEEP {
                keep(&work.values);
                kept = Instant::now();
            }
            if !goes_on {
                return Ok(None);
            }
        }
        Ok(Some(self.three_of(from, work.values)?))
    }

    /// The solution from its values.
    pub(super) fn three_of(&self, from: Standing3, values: Partial) -> Result<ThreeSolution> {
        let target = self.target_of_three()?;
        let Partial { own, last, .. } = &values;
        // As with two players: *w* ≤ 1 − *p* (1 − *v*), where *v* is the value of a bust.
        let bust = |at: Standing3, after: Standing3| {
            let (own, lost) = (own[cell(target, at)], last[cell(target, after)]);
            ((1.0 - own) / (1.0 - lost).max(1e-300)).min(1.0)
        };
        let stays = |above: Standing3| {
            let [a, b, c] = array::from_fn(|player| from[player] + above[player]);
            let busts = bust([a, b, c], [b, c, a])
                * bust([b, c, a], [c, a, b])
                * bust([c, a, b], [a, b, c]);
            // Less than 1, which would mark a standing that is never left.
            busts.min(0.999_999)
        };
        let rounds = self.game.rules.max_turns;
        let given_up = given_up(from.map(|total| target - total), self.min_bank(), rounds, stays);
        Ok(ThreeSolution {
            odds: Arc::clone(&self.odds),
            min_bank: self.min_bank(),
            target,
            values,
            given_up,
        })
    }
}

/// The number of standings with one sum of totals that games from `from` reach.
fn work_of(sum: usize, target: usize, from: Standing3) -> u64 {
    let cycles = Cycle::all(sum, target, from);
    cycles.iter().map(|Cycle { at: [a, b, c] }| if a == b && b == c { 1 } else { 3 }).sum()
}
