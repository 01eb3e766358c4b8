//! `verify`: rolls as they fall in play against the exact chances of one roll.
//!
//! A Rider who rerolls often plays turns alone. Of each first roll it is noted whether it is a Clown
//! Out and which moves it could ride; of each reroll whether it completes the highest Bull there and
//! whether a third Clown comes. First rolls are all alike, so their chances are those of 6⁸ equally
//! likely ways. Rerolls are not: each has a chance of its own, which is fixed before it is rolled, so
//! what came less what was to be expected is a sum of steps without drift, and the variances of the
//! steps add up.

use std::ops::Range;
use std::sync::Arc;

use super::cards::{Bulls, each};
use super::compiled::Game;
use super::decision::Action;
use super::definition::EIGHT_SECONDS;
use super::dice::{Counts, DICE, Dice, DiceMask, Face, ROLLS};
use super::event::Event;
use super::optimal::{Hand, Optimal, OptimalTurn, Pool, for_each_set};
use super::optimal_policy::{OPTIMAL_TURN, Solved, TOKEN, knows, load, save};
use super::rules::Rules;
use super::state::State;
use crate::error::{Error, Result};
use crate::game::contract::{Log, Silent};
use crate::game::decision::ActionList;
use crate::game::publish::Publish as _;
use crate::policy::specs;
use crate::run::goodness_of_fit::Trials;
use crate::run::policy_factory::ready;
use crate::run::{Conditions, Figure, Job, Verified, VerifySpec, named_policies};
use crate::sim::interrupt::StopFlag;
use crate::sim::random::BLOCK;
use crate::sim::runner::{RunOptions, Simulation, Tally, run};
use crate::stats::{Level, Moments};

/// The Rider, who aims at one Bull and rerolls for it.
const RIDER: &str = "hold-out";

/// The mean of fewer turns is too far from normal for a z score.
const LEAST_TURNS: u64 = 100;

/// Compares the rolls of the edition, by its own rules or those asked for.
pub(crate) fn verify(
    rules: &Rules,
    _: &str,
    spec: &VerifySpec,
    conditions: Conditions<'_>,
) -> Result<Verified> {
    let game = Arc::new(Game::new(rules.clone(), 1)?);
    let rider = named_policies(&EIGHT_SECONDS, &specs(&[RIDER.to_owned()])?)?;
    let rider = ready(&rider[0], &mut Solved::default(), &game, conditions)?;
    let moves = all_moves(&game);
    let rolls = Rolls {
        job: Job::new(&game, vec![rider], vec![vec![0]], true, spec.seed),
        needs: moves.iter().map(|[t, b, k]| Counts::new([*t, *b, *k, 0, 0])).collect(),
    };
    let Conditions { threads, stop, watch, .. } = conditions;
    let outcome = run(&rolls, RunOptions { units: spec.turns, threads, stop, watch })?;
    if outcome.stopped.is_some() {
        return Err(Error::Interrupted);
    }
    let tally = outcome.tally;
    let changed = game.rules.changed().join(";");
    let mut figures = Vec::new();
    let mut compare = |what: String, trials: &Trials| {
        figures.extend(trials.figure(Game::NAME, &changed, what));
    };
    compare("first roll: Clown Out".to_owned(), &tally.clown_outs);
    for ([turns, bucks, kicks], trials) in moves.iter().zip(&tally.rides) {
        compare(format!("first roll: rides {turns}-{bucks}-{kicks}"), trials);
    }
    for (dice, (completes, clowns)) in tally.completes.iter().zip(&tally.clowns).enumerate() {
        let dice = dice + 1;
        compare(format!("reroll of {dice}: completes the highest Bull"), completes);
        compare(format!("reroll of {dice}: a third Clown"), clowns);
    }
    if knows(&game.rules, OPTIMAL_TURN).is_ok() && spec.turns >= LEAST_TURNS {
        figures.push(best_turns(spec, &game, conditions)?);
    }
    Ok(figures.into())
}

/// What turns of the best policy bring, against what they are worth.
fn best_turns(spec: &VerifySpec, game: &Arc<Game>, conditions: Conditions<'_>) -> Result<Figure> {
    let optimal = Arc::new(Optimal::new(Arc::clone(game), TOKEN.default));
    load(&optimal, conditions.cache);
    let deck = (0..game.bulls.len()).fold(0, |mask: Bulls, bull| mask | 1 << bull);
    let (mut worth, mut line_ups) = (0.0, 0_u32);
    for_each_set(deck, 3, &mut |bulls| {
        let hand = Hand::new(bulls, game.rules.tokens, u8::MAX);
        worth += optimal.turn(hand, Pool::of(deck & !bulls));
        line_ups += 1;
    });
    let player = Arc::new(OptimalTurn(Arc::clone(&optimal)));
    let turns = BestTurns(Job::new(game, vec![player], vec![vec![0]], true, spec.seed));
    let Conditions { threads, stop, watch, .. } = conditions;
    let outcome = run(&turns, RunOptions { units: spec.turns, threads, stop, watch })?;
    if outcome.stopped.is_some() {
        return Err(Error::Interrupted);
    }
    // What was solved for it is kept; where it cannot be, nothing is lost but time.
    let _ = save(&optimal, conditions.cache);
    let mean = outcome.tally.0.mean(Level::DEFAULT);
    let (value, std_error) =
        mean.map_or((0.0, 0.0), |mean| (mean.value, mean.std_error.unwrap_or(0.0)));
    Ok(Figure::new(
        Game::NAME,
        &game.rules.changed().join(";"),
        format!("points and tokens a turn, {OPTIMAL_TURN}"),
        spec.turns,
        (value, worth / f64::from(line_ups.max(1)), std_error),
    ))
}

/// Turns of the best policy alone.
struct BestTurns(Job<Game>);

/// What turns brought: points, and a point for each token.
#[derive(Clone)]
struct Gains(Moments);

impl Tally for Gains {
    fn merge(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Simulation for BestTurns {
    type Tally = Gains;
    type Worker = ActionList<Action>;

    fn worker(&self) -> ActionList<Action> {
        ActionList::default()
    }

    fn empty(&self) -> Gains {
        Gains(Moments::default())
    }

    fn run_batch(
        &self,
        actions: &mut ActionList<Action>,
        units: Range<u64>,
        tally: &mut Gains,
        _: &StopFlag,
    ) -> bool {
        for unit in units {
            let end = self.0.play_alone((0, unit), &mut Silent, actions, |_| (), || false);
            tally.0.add(end.map_or(0, |end| self.0.game.gain(&end)));
        }
        true
    }
}

/// The moves that Bulls ask for, each once.
fn all_moves(game: &Game) -> Vec<[u8; 3]> {
    let mut moves: Vec<[u8; 3]> = game.bulls.iter().map(|bull| bull.moves).collect();
    moves.sort_unstable_by_key(|moves| (moves.iter().sum::<u8>(), std::cmp::Reverse(*moves)));
    moves.dedup();
    moves
}

/// What is counted of rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RollTally {
    clown_outs: Trials,
    /// By moves.
    rides: Vec<Trials>,
    /// By the number of dice rolled again, less one.
    completes: [Trials; DICE],
    clowns: [Trials; DICE],
}

impl Tally for RollTally {
    fn merge(&mut self, other: Self) {
        self.clown_outs.merge(&other.clown_outs);
        self.rides.iter_mut().zip(&other.rides).for_each(|(into, from)| into.merge(from));
        self.completes.iter_mut().zip(&other.completes).for_each(|(into, from)| into.merge(from));
        self.clowns.iter_mut().zip(&other.clowns).for_each(|(into, from)| into.merge(from));
    }
}

/// Turns whose rolls are counted.
struct Rolls {
    job: Job<Game>,
    /// Moves whose first-roll chance is compared.
    needs: Vec<Counts>,
}

/// Takes note of the rolls of turns.
struct Notes<'a> {
    rolls: &'a Rolls,
    tally: &'a mut RollTally,
}

impl Notes<'_> {
    fn first_roll(&mut self, dice: Dice) {
        let chances = &self.rolls.job.game.chances;
        let shown = dice.counts();
        let clown_out = shown.of(Face::Clown) >= 3;
        self.tally.clown_outs.add(clown_out, chances.clown_outs());
        for (needs, trials) in self.rolls.needs.iter().zip(&mut self.tally.rides) {
            trials.add(!clown_out && shown.contains(*needs), chances.first_rides(*needs));
        }
    }

    fn reroll(&mut self, state: &State, dice: Dice, rolled: DiceMask) {
        let Some(place) = rolled.count_ones().checked_sub(1) else { return };
        let game = &self.rolls.job.game;
        let kept = dice.counts_of(!rolled);
        let shown = dice.counts();
        let third_clown = shown.of(Face::Clown) >= 3;
        let Some(may_come) = 2_u8.checked_sub(kept.of(Face::Clown)) else { return };
        let fewer = game.chances.ways(rolled, Counts::default(), may_come);
        self.tally.clowns[place as usize].add(third_clown, ROLLS - fewer);
        if let Some(bull) = each(state.line_up).last() {
            let [turns, bucks, kicks] = game.bulls[usize::from(bull)].moves;
            let needs = Counts::new([turns, bucks, kicks, 0, 0]);
            let ways = game.chances.ways(rolled, kept.missing(needs), may_come);
            self.tally.completes[place as usize].add(!third_clown && shown.contains(needs), ways);
        }
    }
}

impl Log<Game> for Notes<'_> {
    #[inline]
    fn tell(&mut self, state: &State, event: Event) {
        if let Event::Rolled { dice, rolled, free_first } = event {
            match state.turn.rolls == 1 && !free_first {
                true => self.first_roll(dice),
                false => self.reroll(state, dice, rolled),
            }
        }
    }
}

impl Simulation for Rolls {
    type Tally = RollTally;
    type Worker = ActionList<Action>;

    fn worker(&self) -> ActionList<Action> {
        ActionList::default()
    }

    fn empty(&self) -> RollTally {
        RollTally {
            clown_outs: Trials::new(ROLLS),
            rides: vec![Trials::new(ROLLS); self.needs.len()],
            completes: [Trials::new(ROLLS); DICE],
            clowns: [Trials::new(ROLLS); DICE],
        }
    }

    fn batch_len(&self, _: u64) -> u64 {
        BLOCK
    }

    fn run_batch(
        &self,
        actions: &mut ActionList<Action>,
        units: Range<u64>,
        tally: &mut RollTally,
        _: &StopFlag,
    ) -> bool {
        for unit in units {
            let mut notes = Notes { rolls: self, tally };
            self.job.play_alone((0, unit), &mut notes, actions, |_| (), || false);
        }
        true
    }
}
