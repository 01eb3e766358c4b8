//! How fast the engines are on this machine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::policies;
use super::setup::EL_OCHO;
use super::solutions::best_isa;
use crate::error::{Error, Result};
use crate::experiment::{Analyst as _, BenchSpec, Block, PolicySums, shipped, shipped_source};
use crate::game::contract::Game as _;
use crate::game::decision::{Decision, Policy};
use crate::games::el_ocho::edition::Edition;
use crate::games::el_ocho::fast::Isa;
use crate::games::el_ocho::game::{Action, Seated};
use crate::games::el_ocho::matches::Matches;
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::rules::Rules;
use crate::games::el_ocho::turn::{Choice, Game, OwnLuck, Seen, Sight, Standing};
use crate::games::el_ocho::turns::Turns;
use crate::games::el_ocho::vocabulary::point;
use crate::policy::CheckedPolicy;
use crate::report::{Align, Grid, significant};
use crate::sim::interrupt::StopFlag;
use crate::sim::luck::{Domain, UnitLuck};
use crate::sim::runner::{RunOptions, Simulation, run};

/// `hold-at` written in Rust: keeps everything, stops at a turn total or when that wins; or
/// `catch-up`, which holds at more when far behind the best opponent.
#[derive(Clone, Copy, Debug)]
pub struct RustHoldAt {
    /// The turn total to hold at, in units.
    pub hold: u32,
    /// The turn total when far behind, and how far that is, in units.
    pub behind: Option<(u32, u32)>,
}

impl RustHoldAt {
    /// Makes it play `game`.
    #[must_use]
    pub fn player(self, game: &Seated) -> Arc<Player> {
        let best_other = self.behind.is_some();
        let roll = Seen { points: true, own: true, best_other, ..Seen::NOTHING };
        Arc::new(Player::new(game, Arc::new(self), Sight { keep: Seen::NOTHING, roll }))
    }
}

impl Policy<Seated> for RustHoldAt {
    fn choose(&self, decision: &Decision<'_, Seated>, _: &OwnLuck) -> Choice {
        let &Decision { game, state, actions, .. } = decision;
        if state.rolled().is_some() {
            let best = game.keeps(state).iter().enumerate().max_by_key(|(index, keep)| {
                (keep.points * 100 + u32::from(keep.dice), std::cmp::Reverse(*index))
            });
            return Choice { action: best.map_or(0, |(index, _)| index), rule: 0 };
        }
        let (standing, points) = (state.standing(game.seats(), decision.seat), state.turn.points);
        let hold = match self.behind {
            Some((more, gap)) if standing.best_other() >= standing.own + gap => more,
            _ => self.hold,
        };
        let stops = standing.own + points >= game.rules.target || points >= hold;
        let stops = stops && actions[0] == Action::Stop;
        Choice { action: if stops { 0 } else { actions.len() - 1 }, rule: u8::from(stops) }
    }
}

/// Measures and makes the table.
pub(super) fn bench(spec: &BenchSpec<'_>) -> Result<Vec<Block>> {
    let isa = match spec.isa {
        None => best_isa(),
        Some(name) => {
            let isa = Isa::ALL.into_iter().find(|isa| isa.name() == name);
            isa.filter(|isa| isa.available()).ok_or_else(|| {
                let can: Vec<&str> =
                    Isa::ALL.iter().filter(|isa| isa.available()).map(|isa| isa.name()).collect();
                Error::input_help(
                    format!("this machine has no {name}"),
                    format!("it has: {}", can.join(", ")),
                )
            })?
        }
    };
    let threads =
        spec.threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
    let threads = threads.unwrap_or(1);
    let edition = Arc::new(Edition::shipped());
    let level_2 = [("level".to_owned(), Some("2".to_owned()))];
    let game = Seated::new(&Arc::new(Game::new(Rules::resolve(edition, &level_2)?)?), 2);
    let unit = game.rules.scoring.unit;

    let columns = [
        ("El Ocho, level 2", Align::Left),
        ("ns a turn", Align::Right),
        ("turns a second", Align::Right),
        ("decisions a second", Align::Right),
        ("games a second", Align::Right),
    ];
    let mut grid = Grid::new(&columns);
    for hold in [500_u32, 1000] {
        let file = file("hold-at", &[("hold".to_owned(), f64::from(hold))], &game)?;
        let rust = RustHoldAt { hold: hold / unit, behind: None }.player(&game);
        let turns = |player: &Arc<Player>, isa| Turns {
            game: game.with(1),
            players: vec![Arc::clone(player)],
            standing: Standing::start(1),
            seed: 1,
            isa,
        };
        let measured = measure_turns(&turns(&file, Some(isa)), 1)?;
        let draws = measure_draws(measured.words);
        let row = |grid: &mut Grid, what: &str, measured: &Measured| {
            grid.push([
                format!("hold-at:hold={hold}, {what}"),
                figure(measured.seconds / measured.turns * 1e9),
                short(measured.turns / measured.seconds),
                short(measured.decisions / measured.seconds),
                measured.games.map_or_else(String::new, |games| short(games / measured.seconds)),
            ]);
        };
        row(&mut grid, &format!("policy file, {}", isa.name()), &measured);
        if threads > 1 {
            let many = measure_turns(&turns(&file, Some(isa)), threads)?;
            row(&mut grid, &format!("the same on {threads} threads"), &many);
        }
        row(&mut grid, "policy file, unfolded", &measure_turns(&turns(&file, None), 1)?);
        row(&mut grid, "policy in Rust, unfolded", &measure_turns(&turns(&rust, None), 1)?);
        grid.push([
            format!("the random draws of hold-at:hold={hold} alone"),
            figure(draws * 1e9),
            short(1.0 / draws),
            String::new(),
            String::new(),
        ]);
    }
    let (hold, behind, gap) = (500 / unit, 1000 / unit, 2000 / unit);
    let file = file("catch-up", &[], &game)?;
    let rust = RustHoldAt { hold, behind: Some((behind, gap)) }.player(&game);
    let matches = |player: &Arc<Player>, folded| Matches {
        game: game.clone(),
        players: vec![Arc::clone(player)],
        lineups: vec![vec![0, 0]],
        fixed_seats: false,
        seed: 1,
        folded,
    };
    let games = [
        ("policy file, folded".to_owned(), &file, true, 1),
        (format!("the same on {threads} threads"), &file, true, threads),
        ("policy file, unfolded".to_owned(), &file, false, 1),
        ("policy in Rust, unfolded".to_owned(), &rust, false, 1),
    ];
    for (index, (what, player, folded, threads)) in games.into_iter().enumerate() {
        if index == 1 && threads == 1 {
            continue;
        }
        let measured = measure_games(&matches(player, folded), threads)?;
        grid.push([
            format!("two-player games of catch-up, {what}"),
            figure(measured.seconds / measured.turns * 1e9),
            short(measured.turns / measured.seconds),
            short(measured.decisions / measured.seconds),
            measured.games.map_or_else(String::new, |games| short(games / measured.seconds)),
        ]);
    }
    Ok(vec![
        Block::Title(format!("Speed with {} on {}", isa.name(), EL_OCHO.name())),
        Block::Grid(grid),
        Block::Note(
            "The best of several windows; everything the tables need is counted. Unfolded turns \
             ask the policy at each decision, as policies with chance must."
                .to_owned(),
        ),
    ])
}

/// A shipped policy with these parameters as a player.
///
/// # Errors
///
/// A name or parameter that does not exist.
pub fn file(name: &str, parameters: &[(String, f64)], game: &Seated) -> Result<Arc<Player>> {
    let source = shipped_source(&EL_OCHO, shipped(&EL_OCHO, name)?);
    let checked = CheckedPolicy::from_source(source, EL_OCHO.vocabulary())?;
    Ok(Arc::new(policies::file(&checked.with_parameters(parameters)?, game)?))
}

/// What a measurement found.
#[derive(Clone, Copy, Debug)]
struct Measured {
    seconds: f64,
    turns: f64,
    decisions: f64,
    games: Option<f64>,
    /// Words of luck a turn used.
    words: f64,
}

/// The time a window should take.
const WINDOW: Duration = Duration::from_millis(150);
/// The same for whole games, in which each run folds the standings of the table first.
const GAME_WINDOW: Duration = Duration::from_millis(2500);
/// The windows of which the best counts.
const WINDOWS: usize = 5;

fn best<S: Simulation>(
    simulation: &S,
    threads: usize,
    window: Duration,
) -> Result<(f64, u64, S::Tally)> {
    let stop = StopFlag::new();
    let mut units = simulation.batch_len(0);
    let threads = Some(threads);
    let play = |units| {
        let started = Instant::now();
        let options = RunOptions { units, threads, stop: &stop, watch: None };
        run(simulation, options).map(|outcome| (started.elapsed(), outcome))
    };
    // Warm up, and find how many units fill a window.
    loop {
        let (took, _) = play(units)?;
        if took >= window {
            break;
        }
        let growth = (window.as_secs_f64() / took.as_secs_f64().max(1e-6)).clamp(1.5, 8.0);
        units = (units as f64 * growth) as u64;
    }
    let (mut seconds, outcome) =
        play(units).map(|(took, outcome)| (took.as_secs_f64(), outcome))?;
    let windows = if window > WINDOW { 2 } else { WINDOWS };
    for _ in 1..windows {
        seconds = seconds.min(play(units)?.0.as_secs_f64());
    }
    Ok((seconds, units, outcome.tally))
}

fn measure_turns(turns: &Turns, threads: usize) -> Result<Measured> {
    let (seconds, units, tally) = best(turns, threads, WINDOW)?;
    let tally = &tally.policies[0];
    // Of each roll it is counted whether it is a Joker.
    let words: u64 = tally.trials.iter().skip(1).step_by(2).map(|(_, rolls)| rolls).sum();
    let decisions = tally.rules.decisions(point::KEEP) + tally.rules.decisions(point::ROLL);
    Ok(Measured {
        seconds,
        turns: units as f64,
        decisions: decisions as f64,
        games: None,
        words: words as f64 / units as f64,
    })
}

fn measure_games(matches: &Matches, threads: usize) -> Result<Measured> {
    let (seconds, units, tally) = best(matches, threads, GAME_WINDOW)?;
    let (mut turns, mut decisions) = (0, 0);
    for seat in tally.games.tables.iter().flatten().flat_map(|group| &group.seats) {
        turns += seat.lengths.total();
    }
    for PolicySums { rules, .. } in &tally.policies {
        decisions += rules.decisions(point::KEEP) + rules.decisions(point::ROLL);
    }
    Ok(Measured {
        seconds,
        turns: turns as f64,
        decisions: decisions as f64,
        games: Some(units as f64),
        words: 0.0,
    })
}

/// The seconds that `words` random words take, drawn one turn after the other.
fn measure_draws(words: f64) -> f64 {
    const TURNS: u64 = 1 << 20;
    let luck = UnitLuck::new(1, Domain::Turns, 0);
    let whole = words.ceil() as u64;
    let mut best = f64::INFINITY;
    for _ in 0..WINDOWS {
        let started = Instant::now();
        let mut sum = 0_u32;
        for turn in 0..TURNS {
            let mut rng = luck.turn(turn).rng();
            for _ in 0..whole {
                sum = sum.wrapping_add(rand::Rng::next_u32(&mut rng));
            }
        }
        std::hint::black_box(sum);
        best = best.min(started.elapsed().as_secs_f64());
    }
    best / TURNS as f64 * words / whole as f64
}

fn figure(value: f64) -> String {
    let digits = if value < 10.0 { 2 } else { 1 };
    significant((value * 10_f64.powi(digits)).round() / 10_f64.powi(digits)).unwrap_or_default()
}

fn short(value: f64) -> String {
    crate::sim::progress::short(value)
}
