//! Players at random, for laws that must hold whoever plays.

use proptest::prelude::*;
use pushluck::game::decision::OwnLuck;
use pushluck::games::el_ocho::scoring::Keep;
use pushluck::games::el_ocho::turn::{
    Choice, DEFAULT_RULE, Game, ROLL, STOP, Seen, Sight, Standing, TurnState,
};

use super::{Plays, stir};

/// What a player keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Keeping {
    /// Every die that scores.
    Most,
    /// As few dice as may be.
    Fewest,
    /// As few as may be below a number of units, else all.
    FewestBelow(u32),
    /// As few as may be in the first so many rolls, else all.
    FewestAtFirst(u8),
    /// As few as may be once the own total has reached a number of units, else all.
    FewestFrom(u32),
    /// As few as may be while ahead of the best opponent, else all.
    FewestAhead,
    /// Anything.
    Wild(u64),
}

/// A player who may look at anything. Points are in units.
#[derive(Clone, Debug)]
pub(crate) struct Anyone {
    /// What is kept.
    pub(crate) keeping: Keeping,
    /// The units to stop from, by dice to roll; those who never stop have the highest number.
    pub(crate) hold: [u32; 9],
    /// Stops after so many rolls.
    pub(crate) rolls: Option<u8>,
    /// Stops as soon as banking wins.
    pub(crate) finish: bool,
    /// Whether the best opponent is this far ahead, and how much longer the player then goes on.
    pub(crate) gap: Option<(u32, u32)>,
    /// From so many turns on the player goes on for longer by so much.
    pub(crate) late: Option<(u32, u32)>,
    /// Looks at the opponents one by one.
    pub(crate) others: Option<u64>,
    /// Stops by chance, one time in so many.
    pub(crate) chance: Option<u32>,
}

impl Anyone {
    /// Keeps everything and stops from a number of units on.
    pub(crate) fn holding(units: u32) -> Self {
        Self {
            keeping: Keeping::Most,
            hold: [units; 9],
            rolls: None,
            finish: false,
            gap: None,
            late: None,
            others: None,
            chance: None,
        }
    }
}

impl Plays for Anyone {
    fn sight(&self) -> Sight {
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
            own: self.finish || self.gap.is_some(),
            best_other: self.gap.is_some(),
            others: self.others.is_some(),
            turns_taken: self.late.is_some(),
            chance: self.chance.is_some(),
        };
        Sight { keep, roll }
    }

    fn keep(
        &self,
        _game: &Game,
        standing: &Standing,
        state: TurnState,
        keeps: &[Keep],
        _luck: &OwnLuck,
    ) -> Choice {
        let fewest = keeps.len() - 1;
        let (action, rule) = match self.keeping {
            Keeping::Most => (0, DEFAULT_RULE),
            Keeping::Fewest => (fewest, 0),
            Keeping::FewestBelow(points) if state.points < points => (fewest, 1),
            Keeping::FewestAtFirst(rolls) if state.rolls <= rolls => (fewest, 2),
            Keeping::FewestFrom(own) if standing.own >= own => (fewest, 3),
            Keeping::FewestAhead if standing.own > standing.best_other() => (fewest, 6),
            Keeping::Wild(seed) => {
                let facts = keeps.iter().flat_map(|keep| [keep.points.into(), keep.dice.into()]);
                let facts = [seed, state.points.into(), state.dice.into()].into_iter().chain(facts);
                ((stir(facts) % keeps.len() as u64) as usize, 4)
            }
            _ => (0, 5),
        };
        Choice { action, rule }
    }

    fn roll(
        &self,
        game: &Game,
        standing: &Standing,
        state: TurnState,
        may_stop: bool,
        luck: &OwnLuck,
    ) -> Choice {
        let mut hold = self.hold[usize::from(state.dice)];
        let mut rule = 0;
        if let Some((gap, more)) = self.gap
            && standing.best_other() >= standing.own + gap
        {
            hold = hold.saturating_add(more);
            rule = 1;
        }
        if let Some((turns, more)) = self.late
            && standing.turns_taken >= turns
        {
            hold = hold.saturating_add(more);
            rule = 2;
        }
        if let Some(seed) = self.others {
            let others = standing.others.iter().map(|total| u64::from(*total));
            hold = hold.saturating_add((stir([seed].into_iter().chain(others)) % 8) as u32);
        }
        let stops = may_stop
            && (state.points >= hold
                || self.rolls.is_some_and(|rolls| state.rolls >= rolls)
                || self.finish && standing.own + state.points >= game.target
                || self.chance.is_some_and(|odds| luck.below(0, odds) == 0));
        match stops {
            true => Choice { action: STOP, rule },
            false => Choice { action: ROLL, rule: if rule == 0 { DEFAULT_RULE } else { rule + 2 } },
        }
    }
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

/// One in so many players has the trait.
fn rarely<T: Clone + std::fmt::Debug>(
    strategy: impl Strategy<Value = T>,
    one_in: u32,
) -> impl Strategy<Value = Option<T>> {
    (0..one_in, strategy).prop_map(|(draw, value)| (draw == 0).then_some(value))
}

/// Players of every kind.
pub(crate) fn anyone() -> impl Strategy<Value = Anyone> {
    let at_the_table = (
        any::<bool>(),
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
