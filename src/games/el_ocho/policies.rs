//! Policies at the El Ocho table: files, and the ones built in.

use std::sync::Arc;

use crate::error::Result;
use crate::game::Actions;
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::features::{Functions, points};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::stressed::{Announcer, MILLION, Model, Roll, Round};
use crate::games::el_ocho::turn::{Choice, DEFAULT_RULE, Game, OwnLuck, Seen, Sight};
use crate::games::el_ocho::vocabulary::{
    MAX_DELAY, OPPONENT_TOTAL, OPPONENTS, TURN_VALUE, VOCABULARY, common_slot, model, point, slot,
};
use crate::policy::play::{FilePolicy, OwnChance};
use crate::policy::{CheckedPolicy, Env, Policy, Uses};

/// The wait that players choose unless their policy says otherwise, in tenths of a second.
const DEFAULT_DELAY: u32 = 20;

/// The model of a player from the model parameters.
fn model(value: impl Fn(usize) -> f64) -> Model {
    let millionths = |index| (value(index) * MILLION as f64).round() as i64;
    Model {
        error_base: millionths(model::ERROR_BASE),
        error_per_die: millionths(model::ERROR_PER_DIE),
        error_per_tenth: millionths(model::ERROR_PER_TENTH),
        jitter: value(model::JITTER) as u32,
        wrong_zero: millionths(model::WRONG_ZERO),
    }
}

/// A policy from a file as one who plays turns.
///
/// # Errors
///
/// `turn_value` where the best turn cannot be solved.
pub fn file(checked: &CheckedPolicy, game: &Seated) -> Result<Player> {
    let compiled = checked.compile();
    let [keep, roll] = [point::KEEP, point::ROLL].map(|point| compiled.points[point].uses());
    if compiled.points.iter().any(|point| point.uses().functions.contains(&TURN_VALUE)) {
        game.solve()?;
    }
    let sight = Sight { keep: seen(keep), roll: seen(roll) };
    let player = Player::new(game, Arc::new(FilePolicy::new(checked)), sight);
    let of_the_roll = [slot::DICE, slot::TARGET, slot::MIN_BANK];
    let fixed =
        sight.keep == Seen::NOTHING && keep.state.iter().all(|slot| of_the_roll.contains(slot));
    Ok(if fixed { player.keeping_alike() } else { player })
}

const ANNOUNCE_SLOTS: usize = VOCABULARY.points[point::ANNOUNCE].slots();
const RESET_SLOTS: usize = VOCABULARY.points[point::RESET].slots();

/// What uses of features mean for the engine.
fn seen(uses: &Uses) -> Seen {
    let state = |slot: usize| uses.state.contains(&slot);
    Seen {
        points: state(slot::TURN_POINTS),
        rolls: state(slot::ROLLS_MADE),
        own: state(slot::OWN_TOTAL),
        best_other: state(slot::BEST_OPPONENT_TOTAL),
        others: uses.functions.contains(&OPPONENT_TOTAL),
        turns_taken: state(slot::TURNS_TAKEN),
        chance: uses.chance,
    }
}

/// A policy from a file as one who announces.
#[derive(Debug)]
pub struct FileAnnouncer {
    policy: Policy,
    model: Model,
    functions: Functions,
}

impl FileAnnouncer {
    /// Makes a checked policy play `game`.
    #[must_use]
    pub fn new(checked: &CheckedPolicy, game: &Arc<Game>) -> Self {
        let model = model(|index| checked.model_parameter(index));
        Self { policy: checked.compile(), model, functions: Functions::new(game) }
    }

    fn env<'a>(&'a self, luck: &'a OwnChance<'a>) -> Env<'a> {
        Env { functions: &self.functions, chance: luck }
    }
}

/// Silence, then the answers from the shortest wait to the longest.
struct Answers {
    model: Model,
    scoring_dice: u8,
}

impl Actions for Answers {
    fn len(&self) -> usize {
        MAX_DELAY as usize + 2
    }

    fn kind(&self, index: usize) -> usize {
        usize::from(index > 0)
    }

    fn describe(&self, index: usize, _: &[usize], features: &mut [f64]) {
        match u32::try_from(index).unwrap_or(0).checked_sub(1) {
            None => features[..2].fill(0.0),
            Some(delay) => {
                features[0] = f64::from(delay);
                features[1] = self.model.error(self.scoring_dice, delay) as f64 / MILLION as f64;
            }
        }
    }
}

/// The opponents in the order of play, then the player.
struct Victims<'a> {
    game: &'a Game,
    round: &'a Round<'a>,
}

impl Actions for Victims<'_> {
    fn len(&self) -> usize {
        self.round.others.len() + 1
    }

    fn kind(&self, index: usize) -> usize {
        usize::from(index == self.round.others.len())
    }

    fn describe(&self, index: usize, _: &[usize], features: &mut [f64]) {
        let total = self.round.others.get(index).copied();
        features[0] = points(self.game, total.unwrap_or(self.round.own));
        features[1] = if total.is_some() { (index + 1) as f64 } else { 0.0 };
    }
}

fn round_slots<const N: usize>(game: &Game, round: &Round<'_>) -> [f64; N] {
    let mut slots = [0.0; N];
    slots[common_slot::OWN_TOTAL] = points(game, round.own);
    let best = round.others.iter().copied().max().unwrap_or(0);
    slots[common_slot::BEST_OPPONENT_TOTAL] = points(game, best);
    slots[common_slot::TURNS_TAKEN] = f64::from(round.rounds);
    slots[common_slot::TARGET] = f64::from(game.rules.target);
    slots[common_slot::PLAYERS] = (round.others.len() + 1) as f64;
    for (slot, total) in slots[N - OPPONENTS..].iter_mut().zip(round.others) {
        *slot = points(game, *total);
    }
    slots
}

/// The opponent with the highest total, of equals the next to play; oneself when alone.
fn leader(round: &Round<'_>) -> usize {
    let best = round.others.iter().copied().max();
    round.others.iter().position(|total| Some(*total) == best).unwrap_or(0)
}

impl Announcer for FileAnnouncer {
    fn model(&self) -> Model {
        self.model
    }

    fn announce(&self, game: &Game, round: &Round<'_>, roll: Roll, luck: &OwnLuck) -> Choice {
        let mut slots: [f64; ANNOUNCE_SLOTS] = round_slots(game, round);
        slots[common_slot::ROLL_POINTS] = points(game, roll.points);
        slots[common_slot::SCORING_DICE] = f64::from(roll.scoring_dice);
        let actions = Answers { model: self.model, scoring_dice: roll.scoring_dice };
        let luck = OwnChance(luck);
        match self.policy.points[point::ANNOUNCE].decide(&mut slots, &actions, &self.env(&luck)) {
            Some(decision) => Choice { action: decision.action, rule: decision.rule as u8 },
            None => Choice { action: DEFAULT_DELAY as usize + 1, rule: DEFAULT_RULE },
        }
    }

    fn reset(&self, game: &Game, round: &Round<'_>, luck: &OwnLuck) -> Choice {
        let mut slots: [f64; RESET_SLOTS] = round_slots(game, round);
        let actions = Victims { game, round };
        let luck = OwnChance(luck);
        match self.policy.points[point::RESET].decide(&mut slots, &actions, &self.env(&luck)) {
            Some(decision) => Choice { action: decision.action, rule: decision.rule as u8 },
            None => Choice { action: leader(round), rule: DEFAULT_RULE },
        }
    }
}

/// Who announces anything, every choice equally likely.
#[derive(Clone, Copy, Debug)]
pub struct AnyAnnouncer;

impl AnyAnnouncer {
    fn any(luck: &OwnLuck, actions: usize) -> Choice {
        Choice { action: luck.one_of(actions), rule: DEFAULT_RULE }
    }
}

impl Announcer for AnyAnnouncer {
    fn model(&self) -> Model {
        model(|index| VOCABULARY.model[index].default)
    }

    fn announce(&self, _game: &Game, _round: &Round<'_>, _roll: Roll, luck: &OwnLuck) -> Choice {
        Self::any(luck, MAX_DELAY as usize + 2)
    }

    fn reset(&self, _game: &Game, round: &Round<'_>, luck: &OwnLuck) -> Choice {
        Self::any(luck, round.others.len() + 1)
    }
}
