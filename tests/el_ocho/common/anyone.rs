//! Policies that both engines can play, and random policies for laws that hold for every policy.

use proptest::prelude::*;
use pushluck::game::contract::Game as _;
use pushluck::game::decision::{self, Decision, OwnRandom};
use pushluck::games::el_ocho::engine::{Action, Seated};
use pushluck::games::el_ocho::turn::{DEFAULT_RULE, Seen, Sight};
use pushluck::sim::random::UnitKey;

use crate::el_ocho::plain;
use crate::el_ocho::plain::engine::{PlainPolicy, View};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Keeping {
    /// All scoring dice.
    Most,
    /// As few dice as possible.
    Fewest,
    /// As few dice as possible below a number of units, else all.
    FewestBelow(u32),
    /// As few dice as possible up to a number of rolls, else all.
    FewestAtFirst(u8),
    /// As few dice as possible from an own total on, in units, else all.
    FewestFrom(u32),
    /// As few dice as possible while ahead of the best opponent, else all.
    FewestAhead,
    Wild(u64),
}

/// A policy that may use all inputs. Points are in units.
#[derive(Clone, Debug)]
pub(crate) struct Anyone {
    pub(crate) keeping: Keeping,
    /// The units to stop from, by number of dice to roll; `u32::MAX` to never stop.
    pub(crate) hold: [u32; 9],
    /// Stops after this number of rolls.
    pub(crate) rolls: Option<u8>,
    /// Stops as soon as the total would reach this number of units.
    pub(crate) finish: Option<u32>,
    /// The deficit to the best opponent from which the player holds at a higher number of units,
    /// and the increase.
    pub(crate) gap: Option<(u32, u32)>,
    /// The number of turns from which the player holds at a higher number of units, and the
    /// increase.
    pub(crate) late: Option<(u32, u32)>,
    /// Holds at a number of units that depends on each opponent's total.
    pub(crate) others: Option<u64>,
    /// Stops at random, with probability 1 over this number.
    pub(crate) chance: Option<u32>,
}

/// A decision of a player, in units, in a form that both engines can provide.
struct At<'a> {
    own: u32,
    others: &'a [u32],
    turns_taken: u32,
    points: u32,
    dice: u8,
    rolls: u8,
}

impl At<'_> {
    fn best_other(&self) -> u32 {
        self.others.iter().copied().max().unwrap_or(0)
    }
}

/// Keeps everything and stops from this number of points on.
pub(crate) fn hold_at(points: u32) -> Anyone {
    Anyone::holding(if points == u32::MAX { points } else { points.div_ceil(50) })
}

/// Keeps as few dice as possible and stops from this number of points on.
pub(crate) fn keep_fewest(points: u32) -> Anyone {
    Anyone { keeping: Keeping::Fewest, ..hold_at(points) }
}

impl Anyone {
    /// Keeps everything and stops from this number of units on.
    pub(crate) fn holding(units: u32) -> Self {
        Self {
            keeping: Keeping::Most,
            hold: [units; 9],
            rolls: None,
            finish: None,
            gap: None,
            late: None,
            others: None,
            chance: None,
        }
    }

    pub(crate) fn sight(&self) -> Sight {
        let blind = Seen::default();
        let keep = match self.keeping {
            Keeping::Most | Keeping::Fewest => blind,
            Keeping::FewestBelow(_) | Keeping::Wild(_) => Seen { points: true, ..blind },
            Keeping::FewestAtFirst(_) => Seen { rolls: true, ..blind },
            Keeping::FewestFrom(_) => Seen { own: true, ..blind },
            Keeping::FewestAhead => Seen { own: true, best_other: true, ..blind },
        };
        let roll = Seen {
            points: true,
            rolls: self.rolls.is_some(),
            own: self.finish.is_some() || self.gap.is_some(),
            best_other: self.gap.is_some(),
            others: self.others.is_some(),
            turns_taken: self.late.is_some(),
            lost: false,
            chance: self.chance.is_some(),
        };
        Sight { keep, roll }
    }

    /// The index of the chosen keep, out of keeps as (units, dice), and the rule that decides.
    fn keeps(&self, at: &At<'_>, keeps: &[(u32, u8)]) -> (usize, u8) {
        let fewest = keeps.len() - 1;
        match self.keeping {
            Keeping::Most => (0, DEFAULT_RULE),
            Keeping::Fewest => (fewest, 0),
            Keeping::FewestBelow(points) if at.points < points => (fewest, 1),
            Keeping::FewestAtFirst(rolls) if at.rolls <= rolls => (fewest, 2),
            Keeping::FewestFrom(own) if at.own >= own => (fewest, 3),
            Keeping::FewestAhead if at.own > at.best_other() => (fewest, 6),
            Keeping::Wild(seed) => {
                let facts = keeps.iter().flat_map(|keep| [keep.0.into(), keep.1.into()]);
                let facts = [seed, at.points.into(), at.dice.into()].into_iter().chain(facts);
                ((stir(facts) % keeps.len() as u64) as usize, 4)
            }
            _ => (0, 5),
        }
    }

    /// Whether to stop if legal, and the rule that decides.
    fn stops(&self, at: &At<'_>, random: &OwnRandom) -> (bool, u8) {
        let mut hold = self.hold[usize::from(at.dice)];
        let mut rule = 0;
        if let Some((gap, more)) = self.gap
            && at.best_other() >= at.own + gap
        {
            hold = hold.saturating_add(more);
            rule = 1;
        }
        if let Some((turns, more)) = self.late
            && at.turns_taken >= turns
        {
            hold = hold.saturating_add(more);
            rule = 2;
        }
        if let Some(seed) = self.others {
            let others = at.others.iter().map(|total| u64::from(*total));
            hold = hold.saturating_add((stir([seed].into_iter().chain(others)) % 8) as u32);
        }
        let stops = at.points >= hold
            || self.rolls.is_some_and(|rolls| at.rolls >= rolls)
            || self.finish.is_some_and(|total| at.own + at.points >= total)
            || self.chance.is_some_and(|odds| random.below(0, odds) == 0);
        (stops, rule)
    }
}

impl decision::Policy<Seated> for Anyone {
    fn choose(&self, decision: &Decision<'_, Seated>) -> decision::Choice<Action> {
        let &Decision { game, state, seat, ref random, .. } = decision;
        let standing = state.standing(game.seats(), seat);
        let at = At {
            own: standing.own,
            others: &standing.others[..usize::from(standing.players) - 1],
            turns_taken: standing.turns_taken,
            points: state.turn.points,
            dice: state.turn.dice,
            rolls: state.turn.rolls,
        };
        let actions = decision.actions();
        if state.rolled().is_some() {
            let keeps = game.keeps(state).iter().map(|keep| (keep.points, keep.dice));
            let (place, rule) = self.keeps(&at, &keeps.collect::<Vec<_>>());
            return decision::Choice { action: actions[place], rule };
        }
        match self.stops(&at, random) {
            (true, rule) if actions[0] == Action::Stop => {
                decision::Choice { action: Action::Stop, rule }
            }
            (_, 0) => decision::Choice { action: Action::Roll, rule: DEFAULT_RULE },
            (_, rule) => decision::Choice { action: Action::Roll, rule: rule + 2 },
        }
    }
}

/// Calls `decide` with the view of the plain engine, converted to units of 50 points.
fn seen<T>(view: &View<'_>, decide: impl FnOnce(&At<'_>) -> T) -> T {
    let others: Vec<u32> = view.scores.opponents.iter().map(|total| total / 50).collect();
    decide(&At {
        own: view.scores.own_total / 50,
        others: &others,
        turns_taken: 0,
        points: view.turn_points / 50,
        dice: view.dice as u8,
        rolls: 0,
    })
}

/// In the plain engine, policies see neither rolls nor turns, and use no random numbers.
impl PlainPolicy for Anyone {
    fn keep(&self, view: &View<'_>, keeps: &[plain::rules::Keep]) -> usize {
        let keeps: Vec<_> = keeps.iter().map(|keep| (keep.points / 50, keep.dice as u8)).collect();
        seen(view, |at| self.keeps(at, &keeps).0)
    }

    fn stop(&self, view: &View<'_>) -> bool {
        let random = OwnRandom::new(UnitKey::of_turn(0, 0), 0, 0);
        seen(view, |at| self.stops(at, &random).0)
    }
}

/// Hashes facts to one number, so that a player can decide by any input.
pub(crate) fn stir(facts: impl IntoIterator<Item = u64>) -> u64 {
    facts.into_iter().fold(0x9e37_79b9_7f4a_7c15, |mut hash, fact| {
        hash ^= fact.wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ (hash >> 31)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ (hash >> 29)
    })
}

fn keepings() -> impl Strategy<Value = Keeping> {
    prop_oneof![
        3 => Just(Keeping::Most),
        2 => Just(Keeping::Fewest),
        1 => (0..40_u32).prop_map(Keeping::FewestBelow),
        1 => (1..6_u8).prop_map(Keeping::FewestAtFirst),
        1 => (0..120_u32).prop_map(Keeping::FewestFrom),
        1 => Just(Keeping::FewestAhead),
        2 => (0..1000_u64).prop_map(Keeping::Wild),
    ]
}

fn holds() -> impl Strategy<Value = [u32; 9]> {
    let hold = || prop_oneof![8 => 0..60_u32, 1 => Just(u32::MAX)];
    prop_oneof![
        3 => hold().prop_map(|hold| [hold; 9]),
        1 => Just([u32::MAX; 9]),
        3 => proptest::array::uniform9(hold()),
    ]
}

/// A trait that one player in `one_in` has.
fn rarely<T: Clone + std::fmt::Debug>(
    strategy: impl Strategy<Value = T>,
    one_in: u32,
) -> impl Strategy<Value = Option<T>> {
    (0..one_in, strategy).prop_map(|(draw, value)| (draw == 0).then_some(value))
}

/// Random players of every kind.
pub(crate) fn anyone() -> impl Strategy<Value = Anyone> {
    let at_the_table = (
        rarely(16..161_u32, 2),
        rarely((0..80_u32, 0..30_u32), 2),
        rarely((0..8_u32, 0..30_u32), 6),
        rarely(0..1000_u64, 6),
        rarely(2..6_u32, 8),
    );
    (keepings(), holds(), rarely(1..18_u8, 4), at_the_table).prop_map(
        |(keeping, hold, rolls, (finish, gap, late, others, chance))| Anyone {
            keeping,
            hold,
            rolls,
            finish,
            gap,
            late,
            others,
            chance,
        },
    )
}
