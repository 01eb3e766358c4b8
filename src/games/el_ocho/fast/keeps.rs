//! What a player keeps of rolls, asked once for each class of them.

use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::scoring::{Keep, Verdict};
use crate::games::el_ocho::turn::{Choice, Game, Standing, TurnState};

/// What a player keeps from each class of rolls of a number of dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::games::el_ocho) struct Keeps {
    /// By class; nothing where no dice can be kept.
    pub(in crate::games::el_ocho) choices: Vec<Option<Kept>>,
}

/// One choice of what to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::games::el_ocho) struct Kept {
    pub(in crate::games::el_ocho) keep: Keep,
    /// The rule that decided.
    pub(in crate::games::el_ocho) rule: u8,
    /// Its kind of action.
    pub(super) kind: u8,
}

impl Keeps {
    /// What `player` keeps in `state`, in which the dice are rolled.
    pub(in crate::games::el_ocho) fn of(
        game: &Game,
        player: &Player,
        standing: &Standing,
        state: TurnState,
    ) -> Self {
        let classes = game.table(state.dice).classes().iter().enumerate();
        let choices = classes.map(|(class, of)| match &of.verdict {
            Verdict::Keep(keeps) => {
                let Choice { action, rule } = player.keep(standing, state, class);
                let keep = keeps[action];
                let kind = (keep.dice == state.dice).into();
                Some(Kept { keep, rule, kind })
            }
            _ => None,
        });
        Self { choices: choices.collect() }
    }

    /// The different keeps among them in ascending order, with the weights of their rolls.
    pub(in crate::games::el_ocho) fn moves(&self, game: &Game, dice: u8) -> Vec<(Keep, u64)> {
        let classes = game.table(dice).classes().iter().zip(&self.choices);
        let mut moves: Vec<(Keep, u64)> =
            classes.filter_map(|(class, kept)| Some(((*kept)?.keep, class.weight))).collect();
        moves.sort_unstable();
        moves.dedup_by(|(keep, weight), (same, all)| {
            let alike = keep == same;
            *all += if alike { *weight } else { 0 };
            alike
        });
        moves
    }
}
