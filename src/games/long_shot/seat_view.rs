//! A decision as the seat that decides sees it, which is everything (LS-8), and what it does where
//! nobody says what to do.

use super::agenda::{Asked, Context};
use super::compiled::Game;
use super::concession_grid::complete;
use super::edition::HORSES;
use super::legal_actions::{Action, Legal, Meaning, at};
use super::state::State;
use super::track::Horses;
use super::vocabulary::{kind, point};
use crate::game::decision::Decision;

/// What is asked where nothing is.
static NOTHING: Asked = Asked {
    seat: 0,
    point: 0,
    legal: Legal([0; 2]),
    context: Context {
        card: None,
        spaces: 0,
        left: 0,
        dollars: 0,
        ability: None,
        subject: None,
        stuck: false,
    },
};

/// A position as a seat sees it at a decision point.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) game: &'a Game,
    pub(super) state: &'a State,
    pub(super) seat: u8,
    pub(super) point: usize,
    pub(super) asked: &'a Asked,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn of(decision: &Decision<'a, Game>) -> Self {
        let &Decision { game, state, seat, point, .. } = decision;
        let asked = state.asked.as_ref().unwrap_or(&NOTHING);
        Self { game, state, seat, point: point.into(), asked }
    }

    /// What an action means here.
    #[inline]
    pub(super) fn meaning(&self, action: Action) -> Meaning {
        self.game.meaning(self.state, self.seat, self.point, action)
    }

    /// The action that is taken where no rule of a policy decides (see
    /// [`DecisionPoint::default`](crate::game::DecisionPoint::default)); nothing for the first of all.
    pub(super) fn default_action(&self) -> Option<Action> {
        let sheet = self.state.sheet(self.seat);
        let track = &self.state.track;
        let completing = |horses: Horses, other: Horses| horses & other;
        match self.point {
            point::MOVE => self.best_horse(|horse| {
                let own = i64::from(sheet.bet(horse));
                let others = self.others_bets(horse);
                if self.asked.context.spaces > 0 { own } else { others - own }
            }),
            point::FREE_BET | point::FREE_HORSE => {
                self.best_horse(|horse| track.position(horse).into())
            }
            point::BOX => self.best_horse(|horse| {
                let finished = track.finished() >> horse & 1 == 1;
                if finished { -1 } else { sheet.bet(horse).into() }
            }),
            point::HELMET => self.first_of(completing(self.horses(), sheet.jerseys), at::HORSES),
            point::JERSEY => self.first_of(completing(self.horses(), sheet.helmets), at::HORSES),
            point::EXTRA_MARK => self.default_mark(),
            point::ABILITY => Some(Action(if self.pays_off() { kind::USE } else { kind::PASS })),
            _ => None,
        }
    }

    /// Whether the ability that asks is used by default: at scoring, where others are paid as well,
    /// only if that is better for its owner than to leave it, by the win and then by dollars.
    fn pays_off(&self) -> bool {
        let Some(card) = self.asked.context.ability else { return true };
        if self.game.pays_all(self.state) >> (card & 7) & 1 == 0 {
            return true;
        }
        let worth = |declined: Horses| {
            let (scores, winners) = self.game.final_scores(&State { declined, ..*self.state });
            let won = winners >> self.seat & 1 == 1;
            // The fewer share a win, the better.
            let share = if won { HORSES as u32 + 1 - winners.count_ones() } else { 0 };
            (share, scores[usize::from(self.seat)].total())
        };
        let declined = self.state.declined;
        worth(declined) > worth(declined | 1 << card)
    }

    /// The horses to choose from, at the points where horses are all there is.
    fn horses(&self) -> Horses {
        (self.asked.legal.0[0] >> at::HORSES) as u8
    }

    /// The first of some horses whose kind begins at `begins`.
    fn first_of(&self, horses: Horses, begins: u32) -> Option<Action> {
        (horses != 0).then(|| Action((begins + horses.trailing_zeros()) as u8))
    }

    /// The horse of the highest value, of equals the first.
    fn best_horse(&self, value: impl Fn(u8) -> i64) -> Option<Action> {
        let horses = self.horses();
        let among = (0..HORSES as u8).filter(|horse| horses >> horse & 1 == 1);
        let best = among.max_by_key(|horse| (value(*horse), HORSES as u8 - horse))?;
        Some(Action((at::HORSES + u32::from(best)) as u8))
    }

    /// The first mark that completes a line or a jockey set, else the first mark of all.
    fn default_mark(&self) -> Option<Action> {
        let sheet = self.state.sheet(self.seat);
        let marks = || self.asked.legal.iter().filter(|action| action.kind(point::EXTRA_MARK) != 0);
        let completes = |action: &Action| {
            let (kind, within) = action.parts(point::EXTRA_MARK);
            match kind {
                kind::EXTRA_CONCESSION => {
                    complete(sheet.grid | 1 << within) != complete(sheet.grid)
                }
                kind::EXTRA_HELMET => sheet.jerseys >> within & 1 == 1,
                _ => sheet.helmets >> within & 1 == 1,
            }
        };
        marks().find(completes).or_else(|| marks().next())
    }
}
