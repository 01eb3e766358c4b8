//! Any number of players: best responses by simulation, on the exact turn.
//!
//! With four players or more there are too many totals for a solution. Here a player looks at two of them: the
//! own total *a* and the best total *m* of the others. Between two turns of the player, *m* rises, stays or
//! reaches the target with probabilities that depend on *a*, on *m* and on the totals that are left out. They
//! are estimated from simulated games, over the totals left out that occur ([`Rounds`]). With these
//! probabilities the best turns are exact, as against one given player: a round of the others in which *m*
//! stays has the place of that player's bust ([`super::win`]).
//!
//! Simulated games draw a turn at a time from the law of its endings ([`super::law`]). Where all players
//! respond to each other, games and responses alternate.

use std::sync::Arc;

use rand::Rng as _;
use rand_pcg::Pcg32;
use rayon::prelude::*;

use super::kept::are_chances;
use super::law::{Law, Mind, Side};
use super::{Control, Solver, Ticker, WinSolution};
use crate::error::{Error, Result};
use crate::game::contract::MAX_SEATS;
use crate::sim::random::{Domain, UnitKey, below};

/// The number of intervals of own totals at whose ends laws are estimated; in between, they are interpolated.
const PARTS: usize = 20;

/// After each turn of a player, how often the others' next turns are drawn with another total of that player.
const PROBES: usize = 2;

/// The number of games behind each response, and of those that one task plays.
const GAMES: u64 = 400_000;
const BLOCK: u64 = 4000;

/// The greatest number of responses: the first one is found from games of the solution of two players, each
/// other one from all games of the ones before. Responses to the last one alone alternate in some games.
const ROUNDS: u64 = 6;

/// The number of responses to given opponents. Only the totals that occur change between them.
const ROUNDS_AGAINST: u64 = 2;

/// Players who respond to each other are settled when a response wins at most this much more than its share.
const SETTLED: f64 = 0.001;

/// The number of turns after which a simulated game is given up.
const LONGEST: usize = 100_000;

/// The seed of all games: a solution is a function of the rules.
const SEED: u64 = 0;

/// A best response to opponents of whom the player sees the best total.
#[derive(Clone, Debug)]
pub struct Response {
    /// The turns, and the win probabilities as far as the estimates hold.
    pub solution: Arc<WinSolution>,
    /// Of games that were simulated afterwards, in which each player began equally often, how many were won:
    /// by this response against given opponents; otherwise by a response of this kind to players who all play
    /// this one.
    pub won: u64,
    /// The number of these games.
    pub games: u64,
}

impl Response {
    /// All numbers, for the cache: [`WinSolution::to_values`], games won, games.
    pub(super) fn to_values(&self) -> Vec<f64> {
        let mut values = self.solution.to_values();
        values.extend([self.won as f64, self.games as f64]);
        values
    }

    /// The number of values in [`Self::to_values`].
    pub(super) fn length(target: usize) -> usize {
        WinSolution::length(target) + 2
    }

    /// The inverse of [`Self::to_values`]; `None` for numbers that are none of a response.
    pub(super) fn from_values(solver: &Solver, target: usize, values: &[f64]) -> Option<Self> {
        let (values, games) = values.split_at(WinSolution::length(target));
        let &[won, games] = games else { return None };
        let sane = are_chances(values) && games >= 1.0 && (0.0..=games).contains(&won);
        let solution = sane.then(|| Arc::new(WinSolution::from_all(solver, target, values)))?;
        Some(Self { solution, won: won as u64, games: games as u64 })
    }
}

/// The endings of a turn, to be drawn from.
#[derive(Debug)]
struct Endings {
    /// The probability of at most these units, and the units; the target for a winning roll.
    gained: Vec<(f64, u32)>,
}

impl Endings {
    fn of(law: &Law, target: u32) -> Self {
        let mut sum = 0.0;
        let endings = law.banked.iter().map(|&(units, chance)| (chance, units));
        let gained = [(law.bust, 0)].into_iter().chain(endings).chain([(law.win, target)]);
        let add = |(chance, units): (f64, u32)| {
            sum += chance;
            (sum, units)
        };
        Self { gained: gained.filter(|(chance, _)| *chance > 0.0).map(add).collect() }
    }

    fn draw(&self, rng: &mut Pcg32) -> u32 {
        let at = rng.next_u64() as f64 / 2.0_f64.powi(64);
        let place = self.gained.partition_point(|(sum, _)| *sum <= at);
        self.gained[place.min(self.gained.len() - 1)].1
    }
}

/// A player of simulated games: the endings of all turns, by own total and best total of the others.
struct Seat {
    endings: Vec<Endings>,
}

impl Seat {
    /// Calls `next` for each own total; it returns whether to continue. `None` if interrupted.
    fn new(
        solver: &Solver,
        target: usize,
        side: Side<'_>,
        players: u8,
        mut next: impl FnMut() -> bool,
    ) -> Result<Option<Self>> {
        let mind = solver.mind_of_many(side, players)?.roughly();
        let totals: Vec<u32> = (0..target as u32).collect();
        let mut endings = Vec::with_capacity(target * target);
        for own in &totals {
            let laws = mind.laws(*own, &totals);
            endings.extend(laws.iter().map(|law| Endings::of(law, target as u32)));
            if !next() {
                return Ok(None);
            }
        }
        mind.followed()?;
        Ok(Some(Self { endings }))
    }

    fn draw(&self, target: usize, own: usize, best: usize, rng: &mut Pcg32) -> usize {
        self.endings[own * target + best].draw(rng) as usize
    }
}

/// What the turns of the others did to their best total, counted.
struct Rounds {
    target: usize,
    /// The own totals, in units, from one knot to the next.
    knot: usize,
    /// By knot of the own total, by best total before; then by best total after, up to the target.
    counts: Vec<u64>,
    /// The number of games from the start, and how many of them the first seat won.
    games: u64,
    won: u64,
}

impl Rounds {
    fn new(target: usize) -> Self {
        let knot = target.div_ceil(PARTS);
        let rounds = Self { target, knot, counts: Vec::new(), games: 0, won: 0 };
        Self { counts: vec![0; rounds.knots() * target * (target + 1)], ..rounds }
    }

    /// The number of knots.
    fn knots(&self) -> usize {
        self.target.div_ceil(self.knot) + 1
    }

    fn row(&self, knot: usize, best: usize) -> usize {
        (knot * self.target + best) * (self.target + 1)
    }

    fn count(&mut self, own: usize, best: usize, after: usize) {
        let (knot, beyond) = (own / self.knot, own % self.knot);
        for (knot, part) in [(knot, self.knot - beyond), (knot + 1, beyond)] {
            let cell = self.row(knot, best) + after;
            self.counts[cell] += part as u64;
        }
    }

    /// The share of the games from the start that the first seat won.
    fn share(&self) -> f64 {
        self.won as f64 / self.games as f64
    }

    fn merge(mut self, other: Self) -> Self {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.won += other.won;
        self.games += other.games;
        self
    }

    /// The law of a round at a knot: the counts as probabilities. Totals that never occurred are taken as
    /// the next lower ones that did, moved up.
    fn law(&self, knot: usize, best: usize) -> Law {
        let counts = |best: usize| {
            let row = self.row(knot, best);
            &self.counts[row..=row + self.target]
        };
        let from = (0..=best).rev().find(|from| counts(*from).iter().any(|count| *count > 0));
        let Some(from) = from else { return Law { bust: 1.0, ..Law::default() } };
        let all: u64 = counts(from).iter().sum();
        let mut law = Law::default();
        for (after, count) in counts(from).iter().enumerate().filter(|(_, count)| **count > 0) {
            let chance = *count as f64 / all as f64;
            match after - from {
                0 => law.bust = chance,
                gain => law.banked.push((gain as u32, chance)),
            }
        }
        law
    }

    /// The laws by own total and best total.
    fn laws(&self) -> Vec<Arc<Law>> {
        let (target, knots) = (self.target, self.knots());
        let at: Vec<Law> = (0..knots * target)
            .into_par_iter()
            .map(|cell| self.law(cell / target, cell % target))
            .collect();
        let mixed = |cell: usize| {
            let (own, best) = (cell / target, cell % target);
            let (knot, beyond) = (own / self.knot, own % self.knot);
            let beyond = beyond as f64 / self.knot as f64;
            let pair = [(knot, 1.0 - beyond), ((knot + 1).min(knots - 1), beyond)];
            let mut chances = vec![0.0; target + 1];
            let mut bust = 0.0;
            for (knot, part) in pair {
                let law = &at[knot * target + best];
                bust += part * law.bust;
                for &(gain, chance) in &law.banked {
                    chances[(gain as usize).min(target)] += part * chance;
                }
            }
            let banked = chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0);
            let banked = banked.map(|(gain, chance)| (gain as u32, chance)).collect();
            Arc::new(Law { bust, banked, ..Law::default() })
        };
        (0..target * target).into_par_iter().map(mixed).collect()
    }
}

/// The best total of the players other than `seat`.
fn best_other(totals: &[usize], seat: usize) -> usize {
    let others = totals[..seat].iter().chain(&totals[seat + 1..]);
    others.copied().max().unwrap_or(0)
}

/// Plays all games of a round, and counts what happens between turns of the first `counted` seats.
fn play(target: usize, seats: &[Arc<Seat>], counted: usize, round: u64) -> Rounds {
    let block = |block: u64| {
        let key = UnitKey::new(SEED, Domain::Game, round << 32 | block);
        let mut rounds = Rounds::new(target);
        (0..BLOCK).for_each(|game| play_one(&mut rounds, seats, counted, key, game));
        rounds
    };
    let blocks = (0..GAMES / BLOCK).into_par_iter().map(block);
    blocks.reduce(|| Rounds::new(target), Rounds::merge)
}

/// Plays a game; each seat begins equally often. After each turn of a counted seat, what the others' next turns
/// do is counted with other totals of that seat, drawn from all: a response needs the totals that its own turn
/// could have led to, not only the one that it did.
fn play_one(rounds: &mut Rounds, seats: &[Arc<Seat>], counted: usize, key: UnitKey, game: u64) {
    let (target, players) = (rounds.target, seats.len());
    let (mut rng, mut probes) = (key.stream(0, game), key.stream(1, game));
    let mut all = [0; MAX_SEATS];
    let totals = &mut all[..players];
    let first = game as usize % players;
    let mut winner = None;
    for turn in 0..LONGEST {
        let seat = (first + turn) % players;
        let best = best_other(totals, seat);
        totals[seat] += seats[seat].draw(target, totals[seat], best, &mut rng);
        if totals[seat] >= target {
            winner = Some(seat);
            break;
        }
        if seat >= counted {
            continue;
        }
        for _ in 0..PROBES {
            let mut copy = [0; MAX_SEATS];
            let probe = &mut copy[..players];
            probe.copy_from_slice(totals);
            probe[seat] = below(&mut probes, target as u32) as usize;
            for other in (1..players).map(|place| (seat + place) % players) {
                let best = best_other(probe, other);
                probe[other] += seats[other].draw(target, probe[other], best, &mut probes);
                if probe[other] >= target {
                    break;
                }
            }
            rounds.count(probe[seat], best, best_other(probe, seat).min(target));
        }
    }
    rounds.won += u64::from(winner == Some(0));
    rounds.games += 1;
}

impl Solver {
    fn mind_of_many<'a>(&'a self, side: Side<'a>, players: u8) -> Result<Mind<'a>> {
        let mind = Mind::for_game(self, side, players)?;
        if mind.sees_each_other() {
            return Err(Error::input_help(
                "this policy reads the totals of single opponents (`opponent_total`), which best responses \
                 to more than two opponents do not cover",
                "they cover `best_opponent_total`; use `simulate` otherwise",
            ));
        }
        Ok(mind)
    }

    /// Checks that [`Solver::respond_to_many`] covers an opponent.
    ///
    /// # Errors
    ///
    /// If its policy reads what the response does not cover, or uses random numbers.
    pub fn covers_in_many(&self, side: Side<'_>, players: u8) -> Result<()> {
        self.mind_of_many(side, players).map(drop)
    }

    /// The best response to `others`, in the order of their turns, or without them to players who all respond
    /// to each other, of whom there are `players`. `None` if interrupted.
    ///
    /// # Errors
    ///
    /// As [`Solver::respond`], or if a policy reads the totals of single opponents.
    pub fn respond_to_many(
        &self,
        others: &[Side<'_>],
        players: u8,
        control: Control<'_>,
    ) -> Result<Option<Response>> {
        let target = self.target(2)?;
        let equal = others.is_empty();
        let rounds = if equal { ROUNDS } else { ROUNDS_AGAINST };
        let work = rounds as usize + 1 + if equal { 0 } else { usize::from(players) };
        let mut ticker = Ticker::new(control, (work * target) as u64);
        let mut done = 0;
        let mut seat = |side: Side<'_>| {
            let seat = Seat::new(self, target, side, players, || {
                done += 1;
                ticker.tick(done)
            });
            seat.map(|seat| seat.map(Arc::new))
        };
        let Some(two) = self.win(Control { watch: None, ..control })? else { return Ok(None) };
        let mut given: Vec<Arc<Seat>> = Vec::new();
        for (place, side) in others.iter().enumerate() {
            let known = others[..place].iter().position(|other| other.is_same(side));
            given.push(match known {
                Some(known) => Arc::clone(&given[known]),
                None => match seat(*side)? {
                    Some(seat) => seat,
                    None => return Ok(None),
                },
            });
        }
        let Some(mut own) = seat(Side::Optimal(&two))? else { return Ok(None) };
        let mut solution = two;
        let mut counts = Rounds::new(target);
        // The best one so far: how good it is, the solution, and the table whose games measure it.
        let mut found: Option<(f64, WinSolution, Vec<Arc<Seat>>)> = None;
        for round in 0..rounds {
            let others = match equal {
                true => vec![Arc::clone(&own); usize::from(players) - 1],
                false => given.clone(),
            };
            let table = |own: &Arc<Seat>| [&[Arc::clone(own)], &*others].concat();
            let counted = if equal { usize::from(players) } else { 1 };
            counts = counts.merge(play(target, &table(&own), counted, round));
            let laws = counts.laws();
            let law = |other: usize, own: usize| Arc::clone(&laws[own * target + other]);
            let quiet = Control { watch: None, ..control };
            let Some(response) = self.respond_to(law, equal, quiet)? else { return Ok(None) };
            let Some(next) = seat(Side::Optimal(&response))? else { return Ok(None) };
            let table = table(&next);
            let share = play(target, &table, 0, rounds + round).share();
            let (good, candidate) =
                if equal { (-share, solution) } else { (share, response.clone()) };
            if found.as_ref().is_none_or(|(best, ..)| good > *best) {
                found = Some((good, candidate, table));
            }
            if equal && share <= 1.0 / f64::from(players) + SETTLED {
                break;
            }
            (solution, own) = (response, next);
        }
        let (_, solution, table) = found.expect("at least one round");
        // Afresh, as the best of several measurements flatters.
        let Rounds { won, games, .. } = play(target, &table, 0, 2 * rounds);
        Ok(Some(Response { solution: Arc::new(solution), won, games }))
    }
}
