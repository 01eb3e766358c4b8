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

use super::law::{Law, Mind, Side};
use super::{Control, Solver, Ticker, WinSolution};
use crate::error::{Error, Result};
use crate::game::contract::MAX_SEATS;
use crate::sim::random::{Domain, UnitKey, below};

/// The own totals, in units, between two that have probabilities of their own; in between, these are
/// interpolated.
const KNOT: usize = 16;

/// How much more a game from the start counts than one from random totals; these are played as every
/// pair of totals should occur.
const WEIGHT: u64 = 256;

/// The number of games behind each response, and of those that one task plays.
const GAMES: u64 = 400_000;
const BLOCK: u64 = 4000;

/// The number of responses, of which each is found from games of the one before; the first one from games of
/// the solution of two players.
const ROUNDS: u64 = 2;

/// The number of turns after which a simulated game is given up.
const LONGEST: usize = 100_000;

/// The seed of all games: a solution is a function of the rules.
const SEED: u64 = 0;

/// A best response to opponents of whom the player sees the best total.
#[derive(Clone, Debug)]
pub struct Response {
    /// The turns, and the win probabilities as far as the estimates hold.
    pub solution: WinSolution,
    /// Against given opponents: how many games it won, of how many that were simulated afterwards. Each player
    /// began equally often.
    pub won: Option<(u64, u64)>,
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
    /// By knot of the own total, by best total before; then by best total after, up to the target.
    counts: Vec<u64>,
    /// The number of games from the start, and how many of them the first seat won.
    games: u64,
    won: u64,
}

impl Rounds {
    fn knots(target: usize) -> usize {
        target.div_ceil(KNOT) + 1
    }

    fn new(target: usize) -> Self {
        let counts = vec![0; Self::knots(target) * target * (target + 1)];
        Self { target, counts, games: 0, won: 0 }
    }

    fn row(&self, knot: usize, best: usize) -> usize {
        (knot * self.target + best) * (self.target + 1)
    }

    fn count(&mut self, own: usize, best: usize, after: usize, weight: u64) {
        let (knot, beyond) = (own / KNOT, (own % KNOT) as u64);
        for (knot, part) in [(knot, KNOT as u64 - beyond), (knot + 1, beyond)] {
            let cell = self.row(knot, best) + after;
            self.counts[cell] += part * weight;
        }
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
        let target = self.target;
        let knots = Self::knots(target);
        let at: Vec<Law> = (0..knots * target)
            .into_par_iter()
            .map(|cell| self.law(cell / target, cell % target))
            .collect();
        let mixed = |cell: usize| {
            let (own, best) = (cell / target, cell % target);
            let (knot, beyond) = (own / KNOT, (own % KNOT) as f64 / KNOT as f64);
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
fn play(target: usize, seats: &[&Seat], counted: usize, round: u64) -> Rounds {
    let block = |block: u64| {
        let key = UnitKey::new(SEED, Domain::Game, round << 32 | block);
        let mut rounds = Rounds::new(target);
        (0..BLOCK).for_each(|game| play_one(&mut rounds, seats, counted, key, game));
        rounds
    };
    let blocks = (0..GAMES / BLOCK).into_par_iter().map(block);
    blocks.reduce(|| Rounds::new(target), Rounds::merge)
}

/// Plays a game, every second one from random totals. Each seat begins equally often.
fn play_one(rounds: &mut Rounds, seats: &[&Seat], counted: usize, key: UnitKey, game: u64) {
    let (target, players) = (rounds.target, seats.len());
    let mut rng = key.stream(0, game);
    let from_start = game.is_multiple_of(2);
    let mut all = [0; MAX_SEATS];
    let totals = &mut all[..players];
    if !from_start {
        totals.fill_with(|| below(&mut rng, target as u32) as usize);
    }
    let weight = if from_start { WEIGHT } else { 1 };
    // By seat: own total and best total of the others after the last turn.
    let mut left: [Option<(usize, usize)>; MAX_SEATS] = [None; MAX_SEATS];
    let first = (game / 2) as usize % players;
    let mut winner = None;
    for turn in 0..LONGEST {
        let seat = (first + turn) % players;
        let best = best_other(totals, seat);
        if let Some((own, before)) = left[seat] {
            rounds.count(own, before, best, weight);
        }
        totals[seat] += seats[seat].draw(target, totals[seat], best, &mut rng);
        if totals[seat] >= target {
            (winner, left[seat]) = (Some(seat), None);
            break;
        }
        left[seat] = (seat < counted).then_some((totals[seat], best));
    }
    for (own, before) in left.into_iter().flatten().filter(|_| winner.is_some()) {
        rounds.count(own, before, target, weight);
    }
    if from_start {
        rounds.won += u64::from(winner == Some(0));
        rounds.games += 1;
    }
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
        let work = ROUNDS as usize + if equal { 0 } else { usize::from(players) };
        let mut ticker = Ticker::new(control, (work * target) as u64);
        let mut done = 0;
        let mut seat = |side: Side<'_>| {
            Seat::new(self, target, side, players, || {
                done += 1;
                ticker.tick(done)
            })
        };
        let Some(two) = self.win(Control { watch: None, ..control })? else { return Ok(None) };
        let mut solution = two;
        let mut given: Vec<Arc<Seat>> = Vec::new();
        for (place, side) in others.iter().enumerate() {
            let known = others[..place].iter().position(|other| other.is_same(side));
            given.push(match known {
                Some(known) => Arc::clone(&given[known]),
                None => match seat(*side)? {
                    Some(seat) => Arc::new(seat),
                    None => return Ok(None),
                },
            });
        }
        for round in 0.. {
            if equal && round == ROUNDS {
                break;
            }
            let Some(own) = seat(Side::Optimal(&solution))? else { return Ok(None) };
            let mut seats = vec![&own];
            match equal {
                true => seats.resize(players.into(), &own),
                false => seats.extend(given.iter().map(|seat| &**seat)),
            }
            let rounds = play(target, &seats, if equal { seats.len() } else { 1 }, round);
            if round == ROUNDS {
                let won = Some((rounds.won, rounds.games));
                return Ok(Some(Response { solution, won }));
            }
            let laws = rounds.laws();
            let law = |other: usize, own: usize| Arc::clone(&laws[own * target + other]);
            let found = self.respond_to(law, equal, Control { watch: None, ..control })?;
            let Some(found) = found else { return Ok(None) };
            solution = found;
        }
        Ok(Some(Response { solution, won: None }))
    }
}
