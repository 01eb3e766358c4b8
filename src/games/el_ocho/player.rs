//! A policy of El Ocho together with the inputs its decisions depend on, which folding needs.

use std::fmt;
use std::sync::Arc;

use super::engine::{Action, Position, Seated};
use super::fold::{Kept, Moves};
use super::turn::{Choice, MAX_PLAYERS, NO_RULE, ROLL, STOP, Sight, Standing, TurnState};
use super::vocabulary::point;
use crate::game::decision::{self, Decision, OwnRandom, Policy};

/// A policy that plays turns.
pub struct Player {
    policy: Arc<dyn Policy<Seated>>,
    sight: Sight,
    /// Indexed by the number of seats minus 1.
    games: [Seated; MAX_PLAYERS],
    /// The keep of each roll class by number of dice, if it depends on nothing else.
    fixed: Vec<Moves>,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("sight", &self.sight).finish_non_exhaustive()
    }
}

impl Player {
    /// A player whose decisions depend on no more than `sight`. If the policy reads other inputs,
    /// results are wrong; [`Sight::ALL`] is always safe.
    pub fn new(game: &Seated, policy: Arc<dyn Policy<Seated>>, sight: Sight) -> Self {
        let games = std::array::from_fn(|seat| game.with(seat as u8 + 1));
        Self { policy, sight, games, fixed: Vec::new() }
    }

    /// Stores the keep of each roll class. Valid only if keeps depend on the roll alone.
    pub(super) fn keeping_alike(self) -> Self {
        let (game, standing) = (&self.games[0].rules, Standing::start(1));
        let moves = |dice| {
            let state = TurnState { points: 0, dice, rolls: 1 };
            Moves::of(game, &self, &standing, state)
        };
        Self { fixed: (0..=game.dice()).map(moves).collect(), ..self }
    }

    /// The inputs of the decisions.
    pub fn sight(&self) -> Sight {
        self.sight
    }

    fn game(&self, standing: &Standing) -> &Seated {
        &self.games[usize::from(standing.players) - 1]
    }

    /// The chosen keep for a roll of `class`, as an index into the legal keeps, without random
    /// numbers. In `state`, `points` excludes the roll and `dice` is the number of dice rolled.
    pub fn keep(&self, standing: &Standing, state: TurnState, class: usize) -> Choice {
        let game = self.game(standing);
        let state = &Position::at_keep(standing, state, class);
        let (dice, keeps) = (state.turn.dice, game.keeps(state).iter());
        let actions: Vec<Action> = keeps.map(|keep| Action::keeping(*keep, dice)).collect();
        let decision::Choice { action, rule } = self.ask(game, state, point::KEEP, &actions);
        let place = actions.iter().position(|known| *known == action);
        Choice { action: place.expect("a legal action"), rule }
    }

    /// [`STOP`], if legal, or [`ROLL`]. In `state`, `points` includes the kept dice and `dice` is
    /// the number of dice to roll next. No rule is evaluated if the engine ends the turn.
    pub fn roll(&self, standing: &Standing, state: TurnState) -> Choice {
        let game = self.game(standing);
        if state.points >= game.rules.most {
            return Choice { action: STOP, rule: NO_RULE };
        }
        let may_stop = state.points >= game.rules.least(standing.own);
        let actions = &[Action::Stop, Action::Roll][usize::from(!may_stop)..];
        let state = &Position::at_roll(standing, state);
        let decision::Choice { action, rule } = self.ask(game, state, point::ROLL, actions);
        Choice { action: if action == Action::Stop { STOP } else { ROLL }, rule }
    }

    /// The decision of seat 0, without random numbers.
    #[inline]
    fn ask(
        &self,
        game: &Seated,
        state: &Position,
        point: usize,
        actions: &[Action],
    ) -> decision::Choice<Action> {
        let (asked, random) = ((0, point as u8), OwnRandom::unused());
        self.policy.choose(&Decision::among(game, state, asked, random, actions))
    }
}

impl Policy<Seated> for Player {
    #[inline]
    fn choose(&self, decision: &Decision<'_, Seated>) -> decision::Choice<Action> {
        let dice = decision.state.turn.dice;
        if let (Some(fixed), Some(class)) =
            (self.fixed.get(usize::from(dice)), decision.state.rolled())
            && let Some(Kept { keep, rule, .. }) = fixed.kept[class]
        {
            return decision::Choice { action: Action::keeping(keep, dice), rule };
        }
        self.policy.choose(decision)
    }
}
