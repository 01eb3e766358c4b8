//! The exact solutions of one game, each computed on first use, and the players of all policies.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::fast::{Alike, Isa, Matches, Turns};
use super::policies;
use crate::error::{Error, Result};
use crate::game::contract::{Game as _, Silent};
use crate::game::decision::{Policy, Random};
use crate::games::el_ocho::edition::MAX_TURNS;
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::exact::{
    Control, NEGLIGIBLE, OptimalRace, OptimalThree, OptimalTurn, OptimalWin, RaceSolution,
    Response, Side, Solver, ThreeSolution, TurnSolution, WinSolution,
};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::turn::{Game, MAX_PLAYERS, Sight, Standing};
use crate::policy::evaluate::Exact;
use crate::run::cache::{Cache, Cached};
use crate::run::{
    BuiltIn, Conditions, Engine, Job, NamedPolicy, PolicyKind, Pooled, Strength, Warning,
    policy_factory,
};
use crate::sim::runner::pool;

pub(super) const OPTIMAL_TURN: &str = "optimal-turn";
pub(super) const OPTIMAL_RACE: &str = "optimal-race";
pub(super) const OPTIMAL_WIN: &str = "optimal-win";
pub(super) const OPTIMAL_THREE: &str = "optimal-three";

/// The maximum target, in units of points, for which decisions are valued exactly without being asked
/// to: some seconds.
const MOST_UNITS: u32 = 400;

pub(super) struct Solutions<'a> {
    game: Arc<Game>,
    seated: Seated,
    conditions: Conditions<'a>,
    cache: Cache,
    known: Rc<Known>,
}

/// Solutions found so far, and warnings from finding them.
#[derive(Default)]
struct Known {
    solver: OnceCell<Solver>,
    turn: OnceCell<Arc<TurnSolution>>,
    race: OnceCell<Arc<RaceSolution>>,
    win: OnceCell<Arc<WinSolution>>,
    three: OnceCell<Arc<ThreeSolution>>,
    /// By number of players: what [`OPTIMAL_WIN`] plays, and its policy, which solves positions on first
    /// use.
    many: [OnceCell<Arc<Response>>; MAX_PLAYERS + 1],
    winners: [OnceCell<Arc<OptimalWin>>; MAX_PLAYERS + 1],
    warnings: RefCell<Vec<Warning>>,
}

/// The policies of a run, prepared one by one.
#[derive(Default)]
pub(super) struct Own {
    known: Rc<Known>,
    players: Vec<Arc<Player>>,
}

impl Own {
    fn warn(&self, warning: String, help: Option<String>) {
        self.known.warnings.borrow_mut().push((warning, help));
    }
}

impl BuiltIn<Seated> for Own {
    fn policy(
        &mut self,
        policy: &NamedPolicy,
        game: &Arc<Seated>,
        conditions: Conditions<'_>,
    ) -> Result<Option<Arc<dyn Policy<Seated>>>> {
        let seats = game.seats();
        if seats > 2 && policy.is_built_in(OPTIMAL_WIN) {
            let label = &policy.label;
            let warning = format!(
                "`{label}` is exact for two players: with {seats} it considers only the best of the \
                 others' totals, and estimates from simulated games how that total rises"
            );
            let help = format!(
                "`{OPTIMAL_THREE}` is exact for three; its first use takes some 20 minutes on two cores"
            );
            self.warn(warning, (seats == 3).then_some(help));
        }
        if seats != 3 && policy.is_built_in(OPTIMAL_THREE) {
            return Err(Error::input_help(
                format!("`{}` plays games of three players", policy.label),
                format!("give `--players 3`, or name `{OPTIMAL_WIN}`"),
            ));
        }
        let known = Rc::clone(&self.known);
        let player = Solutions::resuming(&game.rules, conditions, known).player(policy, seats)?;
        self.players.push(Arc::clone(&player));
        Ok(Some(player))
    }

    fn exact(
        &mut self,
        game: &Arc<Seated>,
        conditions: Conditions<'_>,
    ) -> Result<Option<Arc<dyn Exact<Seated>>>> {
        if game.seats() != 2 || game.target > MOST_UNITS || !game.has_solved_games() {
            return Ok(None);
        }
        let known = Rc::clone(&self.known);
        let solutions = Solutions::resuming(&game.rules, conditions, known);
        let exact = played_out(&game.rules, solutions.win()?.given_up).is_ok();
        let winner: Arc<dyn Exact<Seated>> = Arc::<OptimalWin>::clone(solutions.winner(2)?);
        Ok(exact.then_some(winner))
    }

    fn exact_win(
        &mut self,
        policies: [&NamedPolicy; 2],
        game: &Arc<Seated>,
        conditions: Conditions<'_>,
    ) -> Result<Option<f64>> {
        let opening = game.start.iter().all(|own| *own == 0);
        if game.seats() != 2 || game.target > MOST_UNITS || !game.has_solved_games() || !opening {
            return Ok(None);
        }
        let known = Rc::clone(&self.known);
        let solutions = Solutions::resuming(&game.rules, conditions, known);
        let [one, other] = policies.map(|policy| solutions.player(policy, 2));
        let (one, other, control) = (one?, other?, solutions.control());
        let one = solutions.side(policies[0], &one, 2)?;
        let other = solutions.side(policies[1], &other, 2)?;
        let solver = solutions.solver();
        match solutions.on_threads(|| solver.match_value(one, other, control)) {
            // A policy looks at what a solution leaves out.
            Err(Error::Input { .. }) => Ok(None),
            found => {
                let found = found?;
                let exact = !found.endless && played_out(&game.rules, found.given_up).is_ok();
                Ok(exact.then_some((found.first + found.second) / 2.0))
            }
        }
    }

    fn is_solved(&self, game: &Seated) -> bool {
        (2..=3).contains(&game.seats()) && game.start.iter().all(|own| *own == 0)
    }

    fn strength(
        &mut self,
        policy: &NamedPolicy,
        game: &Arc<Seated>,
        conditions: Conditions<'_>,
    ) -> Result<Option<Strength>> {
        let known = Rc::clone(&self.known);
        let solutions = Solutions::resuming(&game.rules, conditions, known);
        solutions.strength(policy, game.seats()).map(Some)
    }

    fn engine(&self, job: &Job<Seated>, alone: bool) -> Result<Option<Box<dyn Engine>>> {
        let Job { game, searches, seed, .. } = job;
        if *searches && alone {
            return Err(Error::input_help(
                "search policies simulate games to the end, but `--turns` plays single turns",
                "play whole games with `--games`, or use another policy",
            ));
        }
        let (seed, game, players) = (*seed, Seated::clone(game), self.players.clone());
        Ok(if alone && game.is_plain {
            let totals = game.start(&mut Silent).totals;
            let standing = Standing::of(&totals[..game.seats().into()], 0, 0);
            Some(Box::new(Pooled::new(Turns { game, players, standing, seed, isa: Isa::best() })))
        } else if *searches || !game.is_plain || game.rules.rules.max_turns > Matches::MAX_TURNS {
            None
        } else {
            let (lineups, fixed_seats) = (job.lineups.clone(), job.fixed_seats);
            let fold_for = Some(job.games);
            let alike = Alike::default();
            let games = Matches { game, players, lineups, fixed_seats, seed, fold_for, alike };
            Some(Box::new(Pooled::new(games)))
        })
    }

    fn finish(&self, _: Conditions<'_>) -> Vec<Warning> {
        self.known.warnings.borrow().clone()
    }
}

impl<'a> Solutions<'a> {
    /// No solution yet. Solutions that take a while are stored in the cache of `conditions`.
    pub(super) fn new(game: &Arc<Game>, conditions: Conditions<'a>) -> Self {
        Self::resuming(game, conditions, Rc::default())
    }

    /// Continues with the solutions in `known`.
    fn resuming(game: &Arc<Game>, conditions: Conditions<'a>, known: Rc<Known>) -> Self {
        Self {
            known,
            game: Arc::clone(game),
            seated: Seated::new(game, 1),
            conditions,
            cache: conditions.cache.map_or_else(Cache::none, Cache::at),
        }
    }

    pub(super) fn control(&self) -> Control<'a> {
        Control { stop: Some(self.conditions.stop), watch: self.conditions.watch }
    }

    /// Takes the warnings, so that each is shown once.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        self.known.warnings.take()
    }

    /// Runs `work` on as many threads as the user allows.
    pub(super) fn on_threads<T: Send>(
        &self,
        work: impl FnOnce() -> Result<Option<T>> + Send,
    ) -> Result<T> {
        pool(self.conditions.threads, u64::MAX)?.install(work)?.ok_or(Error::Interrupted)
    }

    pub(super) fn solver(&self) -> &Solver {
        self.known.solver.get_or_init(|| Solver::new(Arc::clone(&self.game)))
    }

    /// The turn with the most expected points of a player without points.
    pub(super) fn turn(&self) -> Result<&Arc<TurnSolution>> {
        found(&self.known.turn, || Ok(Arc::new(self.solver().turn()?)))
    }

    /// The turn with the most expected points of a player with `own` units.
    pub(super) fn turn_from(&self, own: u32) -> Result<Arc<TurnSolution>> {
        match own > 0 && self.game.turns_differ() {
            true => Ok(Arc::new(self.solver().turn_from(own)?)),
            false => self.turn().cloned(),
        }
    }

    /// The race with the fewest expected turns.
    pub(super) fn race(&self) -> Result<&Arc<RaceSolution>> {
        found(&self.known.race, || {
            let (solver, control, cache) = (self.solver(), self.control(), &self.cache);
            Ok(self.keep(self.on_threads(|| cache.race(solver, control))?))
        })
    }

    /// Optimal play against one opponent who plays optimally.
    pub(super) fn win(&self) -> Result<&Arc<WinSolution>> {
        found(&self.known.win, || {
            let (solver, control, cache) = (self.solver(), self.control(), &self.cache);
            Ok(self.keep(self.on_threads(|| cache.win(solver, control))?))
        })
    }

    /// Optimal play of three players.
    pub(super) fn three(&self) -> Result<&Arc<ThreeSolution>> {
        found(&self.known.three, || self.three_from([0; 3]))
    }

    /// Optimal play of three players, at least from these totals of them on.
    pub(super) fn three_from(&self, totals: [u32; 3]) -> Result<Arc<ThreeSolution>> {
        if let Some(three) = self.known.three.get() {
            return Ok(Arc::clone(three));
        }
        let from = totals.map(|total| total as usize);
        let (solver, control, cache) = (self.solver(), self.control(), &self.cache);
        Ok(self.keep(self.on_threads(|| cache.three(solver, from, control))?))
    }

    /// Play of more than two players who respond to each other, from simulated games.
    pub(super) fn many(&self, players: u8) -> Result<&Arc<Response>> {
        found(&self.known.many[usize::from(players)], || {
            let (solver, control, cache) = (self.solver(), self.control(), &self.cache);
            Ok(self.keep(self.on_threads(|| cache.many(solver, players, control))?))
        })
    }

    /// The policy [`OPTIMAL_WIN`] in games of `seats` players.
    fn winner(&self, seats: u8) -> Result<&Arc<OptimalWin>> {
        found(&self.known.winners[usize::from(seats)], || {
            let solution = if seats > 2 { &self.many(seats)?.solution } else { self.win()? };
            Ok(Arc::new(OptimalWin::new(Arc::clone(solution))))
        })
    }

    fn keep<T>(&self, cached: Cached<T>) -> Arc<T> {
        if let Some(warning) = cached.warning {
            let help = format!(
                "set {} to a writable folder, or to an empty value to disable the cache",
                crate::run::cache::VARIABLE
            );
            self.known.warnings.borrow_mut().push((warning, Some(help)));
        }
        Arc::new(cached.solution)
    }

    /// The player of the turn with the most expected points.
    pub(super) fn turn_player(&self) -> Result<Player> {
        if self.game.turns_differ() {
            let turns = Arc::new(OptimalTurn::new(self.solver().clone())?);
            let sight = turns.sight();
            return Ok(Player::new(&self.seated, turns, sight));
        }
        let turn = Arc::clone(self.turn()?);
        let sight = turn.sight();
        Ok(Player::new(&self.seated, turn, sight))
    }

    /// The side of a policy, whose player is `player`, in games of `seats` players.
    pub(super) fn side<'b>(
        &'b self,
        policy: &NamedPolicy,
        player: &'b Player,
        seats: u8,
    ) -> Result<Side<'b>> {
        Ok(match seats {
            2 if policy.is_built_in(OPTIMAL_WIN) => Side::Optimal(self.win()?),
            3.. if policy.is_built_in(OPTIMAL_WIN) => Side::Optimal(&self.many(seats)?.solution),
            3 if policy.is_built_in(OPTIMAL_THREE) => Side::OfThree(self.three()?),
            _ => Side::Player(player),
        })
    }

    /// The exact strength of a policy in games of two or three players.
    fn strength(&self, policy: &NamedPolicy, seats: u8) -> Result<Strength> {
        let (solver, control) = (self.solver(), self.control());
        let player = self.player(policy, seats)?;
        let side = self.side(policy, &player, seats)?;
        if seats == 3 {
            let three = self.three()?;
            let (best, from) = (Side::OfThree(three), [0; 3]);
            played_out(&self.game, three.given_up)?;
            let wins = |first, others| {
                let found = self.on_threads(|| solver.against_two(first, others, from, control))?;
                played_out(&self.game, found.given_up)?;
                Ok::<_, Error>(found.wins([0; 3]).iter().sum::<f64>() / 3.0)
            };
            return Ok(Strength {
                wins: wins(Some(side), [best; 2])?,
                response: wins(None, [side; 2])?,
            });
        }
        let win = self.win()?;
        played_out(&self.game, win.given_up)?;
        let found = self.on_threads(|| solver.match_value(side, Side::Optimal(win), control))?;
        let response = self.on_threads(|| solver.respond(side, control))?;
        played_out(&self.game, found.given_up.max(response.given_up))?;
        Ok(Strength {
            wins: (found.first + found.second) / 2.0,
            response: (response.win(0, 0) + response.wait(0, 0)) / 2.0,
        })
    }

    /// The player of a policy in games of `seats` players.
    pub(super) fn player(&self, policy: &NamedPolicy, seats: u8) -> Result<Arc<Player>> {
        let new = |policy, sight| Player::new(&self.seated, policy, sight);
        if let Some(base) = &policy.base {
            let base: Arc<dyn Policy<Seated>> = self.player(base, seats)?;
            if let PolicyKind::File(file) = &policy.kind {
                policies::prepare(file, &self.seated)?;
            }
            return Ok(Arc::new(new(policy_factory::on_base(policy, base), Sight::ALL)));
        }
        Ok(Arc::new(match &policy.kind {
            PolicyKind::File(file) => policies::file(file, &self.seated)?,
            PolicyKind::BuiltIn(OPTIMAL_TURN) => self.turn_player()?,
            PolicyKind::BuiltIn(OPTIMAL_RACE) => {
                new(Arc::new(OptimalRace::new(Arc::clone(self.race()?))), OptimalRace::SIGHT)
            }
            PolicyKind::BuiltIn(OPTIMAL_WIN) => {
                let winner: Arc<dyn Policy<Seated>> = Arc::<OptimalWin>::clone(self.winner(seats)?);
                new(winner, OptimalWin::SIGHT)
            }
            PolicyKind::BuiltIn(OPTIMAL_THREE) => {
                new(Arc::new(OptimalThree::new(Arc::clone(self.three()?))), ThreeSolution::SIGHT)
            }
            PolicyKind::Bot(command) => {
                new(policy_factory::bot(command, self.conditions)?, Sight::ALL)
            }
            PolicyKind::BuiltIn(_) => new(Arc::new(Random), Sight::ALL),
        }))
    }
}

/// Checks that games end before the turn limit, since exact values assume games without one.
/// `given_up` bounds the probability of reaching the limit.
pub(super) fn played_out(game: &Game, given_up: f64) -> Result<()> {
    if given_up <= NEGLIGIBLE {
        return Ok(());
    }
    Err(Error::input_help(
        format!(
            "with max_turns={} some games have no winner, but exact values assume games without a turn \
             limit",
            game.rules.max_turns
        ),
        format!("write `--rules max_turns={MAX_TURNS}`, or use `simulate`"),
    ))
}

/// The value of the cell, computed if the cell is empty.
fn found<T>(cell: &OnceCell<T>, find: impl FnOnce() -> Result<T>) -> Result<&T> {
    if let Some(known) = cell.get() {
        return Ok(known);
    }
    let new = find()?;
    Ok(cell.get_or_init(|| new))
}
