//! `verify`: compares simulated rolls with the exact probabilities of one roll.
//!
//! A Rider who rerolls often plays single turns. Each first roll counts as a Clown Out or not, and
//! for each Bull as a ride or not; each reroll counts as completing the highest Bull or not, and as
//! showing a third Clown or not. First rolls are identically distributed over 6⁸ equally likely
//! ways. The probability of a reroll depends on the position and is known before the roll, so
//! observed minus expected counts form a martingale, and the variances of its steps add up.

use std::ops::Range;
use std::sync::Arc;

use super::cards::each;
use super::compiled::Game;
use super::decision::Action;
use super::definition::EIGHT_SECONDS;
use super::dice::{Counts, DICE, Dice, DiceMask, Face, ROLLS};
use super::event::Event;
use super::optimal::{Hand, Optimal, OptimalTurn, Pool, for_each_set};
use super::optimal_policy::{OPTIMAL_TURN, Solved, TOKEN, knows, load, save};
use super::rules::Rules;
use super::solve::carry_out;
use super::state::State;
use crate::error::Result;
use crate::game::contract::{Log, Silent};
use crate::game::decision::ActionList;
use crate::game::publish::Publish as _;
use crate::policy::specs;
use crate::run::goodness_of_fit::Trials;
use crate::run::policy_factory::ready;
use crate::run::{Conditions, Figure, Job, Verified, VerifySpec, named_policies};
use crate::sim::interrupt::StopFlag;
use crate::sim::random::BLOCK;
use crate::sim::runner::Simulation;
use crate::stats::{Level, Moments};

/// The Rider's policy, which aims at one Bull and rerolls for it.
const RIDER: &str = "hold-out";

/// Fewer turns give a mean too far from normal for a z score.
const LEAST_TURNS: u64 = 100;

/// Compares rolls under the edition's rules or the given ones.
pub(crate) fn verify(
    rules: &Rules,
    _: &str,
    spec: &VerifySpec,
    conditions: Conditions<'_>,
) -> Result<Verified> {
    let game = Arc::new(Game::new(rules.clone(), 1)?);
    let rider = named_policies(&EIGHT_SECONDS, &specs(&[RIDER.to_owned()])?)?;
    let rider = ready(&rider[0], &mut Solved::default(), &game, conditions)?;
    let job = Job::new(&game, vec![rider], vec![vec![0]], true, spec.seed);
    let rolls = Rolls { job, moves: all_moves(&game) };
    let trials = carry_out(&rolls, spec.turns, conditions)?;
    let changed = game.rules.changed().join(";");
    let named = rolls.names().into_iter().zip(&trials);
    let mut figures: Vec<Figure> =
        named.filter_map(|(what, trials)| trials.figure(Game::NAME, &changed, what)).collect();
    if knows(&game.rules, OPTIMAL_TURN).is_ok() && spec.turns >= LEAST_TURNS {
        figures.push(best_turns(spec, &game, conditions)?);
    }
    Ok(figures.into())
}

/// Compares the mean points and tokens of turns by the optimal policy with the exact value.
fn best_turns(spec: &VerifySpec, game: &Arc<Game>, conditions: Conditions<'_>) -> Result<Figure> {
    let optimal = Arc::new(Optimal::new(Arc::clone(game), TOKEN.default));
    load(&optimal, conditions.cache);
    let (mut worth, mut line_ups) = (0.0, 0_u32);
    for_each_set(game.all_bulls, 3, &mut |bulls| {
        let hand = Hand::new(bulls, game.rules.tokens, u8::MAX);
        worth += optimal.turn(hand, Pool::of(game.all_bulls & !bulls));
        line_ups += 1;
    });
    let player = Arc::new(OptimalTurn(Arc::clone(&optimal)));
    let turns = BestTurns(Job::new(game, vec![player], vec![vec![0]], true, spec.seed));
    let gains = carry_out(&turns, spec.turns, conditions)?;
    // If the cache cannot be written, only the next run takes longer.
    let _ = save(&optimal, conditions.cache);
    let mean = gains.mean(Level::DEFAULT);
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

/// Single turns by the optimal policy: points, and a point for each token.
struct BestTurns(Job<Game>);

impl Simulation for BestTurns {
    type Tally = Moments;
    type Worker = ActionList<Action>;

    fn worker(&self) -> ActionList<Action> {
        ActionList::default()
    }

    fn empty(&self) -> Moments {
        Moments::default()
    }

    fn run_batch(
        &self,
        actions: &mut ActionList<Action>,
        units: Range<u64>,
        tally: &mut Moments,
        _: &StopFlag,
    ) -> bool {
        for unit in units {
            let end = self.0.play_alone((0, unit), &mut Silent, actions, |_| (), || false);
            tally.add(end.map_or(0, |end| self.0.game.gain(&end)));
        }
        true
    }
}

/// The distinct moves of Bulls.
fn all_moves(game: &Game) -> Vec<[u8; 3]> {
    let mut moves: Vec<[u8; 3]> = game.bulls.iter().map(|bull| bull.moves).collect();
    moves.sort_unstable_by_key(|moves| (moves.iter().sum::<u8>(), std::cmp::Reverse(*moves)));
    moves.dedup();
    moves
}

/// Single turns whose rolls are counted, in the order of [`Rolls::names`].
struct Rolls {
    job: Job<Game>,
    /// The moves whose probability on the first roll is compared.
    moves: Vec<[u8; 3]>,
}

impl Rolls {
    /// Names of the figures: Clown Out; rides on the first roll; then by number of dice rerolled,
    /// completion of the highest Bull and a third Clown.
    fn names(&self) -> Vec<String> {
        let rides = self.moves.iter().map(|[t, b, k]| format!("first roll: rides {t}-{b}-{k}"));
        let rerolls = (1..=DICE).flat_map(|dice| {
            ["completes the highest Bull", "a third Clown"]
                .map(|what| format!("reroll of {dice}: {what}"))
        });
        ["first roll: Clown Out".to_owned()].into_iter().chain(rides).chain(rerolls).collect()
    }

    fn first_roll(&self, dice: Dice, tally: &mut [Trials]) {
        let chances = &self.job.game.chances;
        let shown = dice.counts();
        let clown_out = shown.of(Face::Clown) >= 3;
        tally[0].add(clown_out, chances.clown_outs());
        for ([t, b, k], trials) in self.moves.iter().zip(&mut tally[1..]) {
            let needs = Counts::new([*t, *b, *k, 0, 0]);
            trials.add(!clown_out && shown.contains(needs), chances.first_rides(needs));
        }
    }

    fn reroll(&self, state: &State, dice: Dice, rolled: DiceMask, tally: &mut [Trials]) {
        let Some(fewer) = rolled.count_ones().checked_sub(1) else { return };
        let game = &self.job.game;
        let (kept, shown) = (dice.counts_of(!rolled), dice.counts());
        let third_clown = shown.of(Face::Clown) >= 3;
        let Some(may_come) = 2_u8.checked_sub(kept.of(Face::Clown)) else { return };
        let place = 1 + self.moves.len() + 2 * fewer as usize;
        let ways = game.chances.ways(rolled, Counts::default(), may_come);
        tally[place + 1].add(third_clown, ROLLS - ways);
        if let Some(bull) = each(state.line_up).last() {
            let needs = game.needs[usize::from(bull)];
            let ways = game.chances.ways(rolled, kept.missing(needs), may_come);
            tally[place].add(!third_clown && shown.contains(needs), ways);
        }
    }
}

/// Counts the rolls of a turn.
struct Notes<'a> {
    rolls: &'a Rolls,
    tally: &'a mut [Trials],
}

impl Log<Game> for Notes<'_> {
    #[inline]
    fn record(&mut self, state: &State, event: Event) {
        if let Event::Rolled { dice, rolled, free_first } = event {
            match state.turn.rolls == 1 && !free_first {
                true => self.rolls.first_roll(dice, self.tally),
                false => self.rolls.reroll(state, dice, rolled, self.tally),
            }
        }
    }
}

impl Simulation for Rolls {
    type Tally = Vec<Trials>;
    type Worker = ActionList<Action>;

    fn worker(&self) -> ActionList<Action> {
        ActionList::default()
    }

    fn empty(&self) -> Vec<Trials> {
        vec![Trials::new(ROLLS); self.names().len()]
    }

    fn batch_len(&self, _: u64) -> u64 {
        BLOCK
    }

    fn run_batch(
        &self,
        actions: &mut ActionList<Action>,
        units: Range<u64>,
        tally: &mut Vec<Trials>,
        _: &StopFlag,
    ) -> bool {
        for unit in units {
            let mut notes = Notes { rolls: self, tally };
            self.job.play_alone((0, unit), &mut notes, actions, |_| (), || false);
        }
        true
    }
}
