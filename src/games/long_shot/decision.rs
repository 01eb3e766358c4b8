//! A decision as the one who decides sees it, and who can decide.

use std::cell::RefCell;
use std::fmt::Debug;
use std::ops::Range;

use super::actions::{Action, Legal, Meaning, at};
use super::chances::Outlook;
use super::concession::complete;
use super::edition::HORSES;
use super::play::Game;
use super::state::State;
use super::track::Horses;
use super::vocabulary::{ACTION_FEATURES, See, VOCABULARY, kind, point};
use crate::game::Actions;
pub use crate::games::deciding::{Choice, DEFAULT_RULE, OwnLuck};

/// What a decision is about, beside the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// At [`point::BOX`] the Horse Card that is marked.
    pub card: Option<u8>,
    /// At [`point::MOVE`] the spaces each horse moves, backward below 0.
    pub spaces: i8,
    /// At [`point::MOVE`], [`point::BOX`] and [`point::EXTRA_MARK`] how many such choices there are,
    /// this one included; else 0.
    pub left: u8,
    /// At [`point::FREE_BET`] the dollars of the bet.
    pub dollars: u8,
    /// The Horse Card whose ability asks.
    pub ability: Option<u8>,
    /// The horse an ability is about.
    pub subject: Option<u8>,
    /// At [`point::ACTION`] whether the number rolled allows no Action (LS-37).
    pub stuck: bool,
}

/// One decision: what the seat that decides may know, which is everything (LS-8), and its legal
/// actions. Features are computed when they are asked for.
pub struct Decision<'a> {
    pub(super) game: &'a Game,
    pub(super) state: &'a State,
    pub(super) seat: u8,
    pub(super) point: usize,
    pub(super) legal: Legal,
    pub(super) context: &'a Context,
    /// What `place_chance` gives, worked out once for each state of the race.
    pub(super) outlook: &'a RefCell<Outlook>,
}

impl Debug for Decision<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decision")
            .field("point", &VOCABULARY.points[self.point].name)
            .field("seat", &self.seat)
            .field("context", &self.context)
            .field("legal", &self.legal.iter().map(|action| action.0).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl<'a> Decision<'a> {
    /// Which decision point it is (see [`point`]).
    #[inline]
    #[must_use]
    pub fn point(&self) -> usize {
        self.point
    }

    /// The seat that decides.
    #[must_use]
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// Where the game stands.
    #[must_use]
    pub fn state(&self) -> &'a State {
        self.state
    }

    /// What it is about, beside the state.
    #[must_use]
    pub fn context(&self) -> Context {
        *self.context
    }

    /// The legal actions; there are at least two.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> Legal {
        self.legal
    }

    /// What an action means here.
    #[must_use]
    pub fn meaning(&self, action: Action) -> Meaning {
        let stake = match self.point {
            point::ACTION => self.game.bet_and_move(self.state, self.seat).0,
            _ => self.context.dollars,
        };
        action.meaning(self.point, self.state.rolled, &self.game.grid, stake)
    }

    /// The legal actions for a policy that looks only at the action features of `wanted` (bit i for
    /// feature i); the others are left as they are.
    #[must_use]
    pub fn looking_at(&self, wanted: u64) -> Looking<'_, 'a> {
        Looking { decision: self, wanted, kinds: self.legal.kinds(self.point) }
    }

    /// Writes the state features of `wanted` (bit i for slot i) to their slots. Bits beyond the
    /// features of the decision point are passed over.
    #[inline]
    pub fn fill(&self, wanted: u64, slots: &mut [f64]) {
        let mut left = wanted & ((1 << See::ALL.len()) - 1);
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            left &= left - 1;
            if let Some(place) = slots.get_mut(slot) {
                *place = self.see(See::ALL[slot]);
            }
        }
    }

    /// The action that is taken where no rule of a policy decides (see
    /// [`DecisionPoint::default`](crate::game::DecisionPoint::default)).
    #[must_use]
    pub fn default_action(&self) -> usize {
        let sheet = self.state.sheet(self.seat);
        let track = &self.state.track;
        let completing = |horses: Horses, other: Horses| horses & other;
        let found = match self.point {
            point::MOVE => self.best_horse(|horse| {
                let own = i64::from(sheet.bet(horse));
                let others = self.others_bets(horse);
                if self.context.spaces > 0 { own } else { others - own }
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
        };
        found.map_or(0, |action| self.legal.index(action))
    }

    /// Whether the ability that asks is used by default: at scoring, where others are paid as well,
    /// only if that is better for its owner than to leave it, by the win and then by dollars.
    fn pays_off(&self) -> bool {
        let Some(card) = self.context.ability else { return true };
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

    /// The default as a choice.
    #[must_use]
    pub fn default_choice(&self) -> Choice {
        Choice { action: self.default_action(), rule: DEFAULT_RULE }
    }

    /// The horses to choose from, at the points where horses are all there is.
    fn horses(&self) -> Horses {
        (self.legal.0[0] >> at::HORSES) as u8
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
        let marks = || self.legal.iter().filter(|action| action.kind(point::EXTRA_MARK) != 0);
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

impl Actions for Decision<'_> {
    #[inline]
    fn len(&self) -> usize {
        self.legal.len()
    }

    #[inline]
    fn kind(&self, index: usize) -> usize {
        self.legal.nth(index).kind(self.point).into()
    }

    fn describe(&self, index: usize, features: &mut [f64]) {
        self.looking_at(u64::MAX).describe(index, features);
    }

    #[inline]
    fn sorted_by_kind(&self) -> bool {
        true
    }

    #[inline]
    fn kinds(&self) -> u64 {
        self.legal.kinds(self.point)
    }

    #[inline]
    fn of_kind(&self, kind: usize) -> Range<usize> {
        self.legal.of_kind(self.point, kind)
    }
}

/// The legal actions of a decision for a policy that looks at some of their features.
#[derive(Debug)]
pub struct Looking<'d, 'a> {
    decision: &'d Decision<'a>,
    wanted: u64,
    /// Asked for by rule after rule.
    kinds: u64,
}

impl Actions for Looking<'_, '_> {
    #[inline]
    fn len(&self) -> usize {
        self.decision.legal.len()
    }

    #[inline]
    fn kind(&self, index: usize) -> usize {
        self.decision.kind(index)
    }

    #[inline]
    fn describe(&self, index: usize, features: &mut [f64]) {
        let action = self.decision.legal.nth(index);
        let count = features.len().min(ACTION_FEATURES);
        self.decision.describe_action(action, self.wanted, &mut features[..count]);
    }

    #[inline]
    fn sorted_by_kind(&self) -> bool {
        true
    }

    #[inline]
    fn kinds(&self) -> u64 {
        self.kinds
    }

    #[inline]
    fn of_kind(&self, kind: usize) -> Range<usize> {
        self.decision.of_kind(kind)
    }
}

/// Someone who decides. Implemented by policy files and by policies written in Rust.
pub trait Player: Send + Sync + Debug {
    /// Which of the legal actions to take. A choice beyond them counts as the default.
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice;

    /// Whether the player has something to say at a decision point (see [`point`]). Where it has
    /// not, the game's default is taken without asking.
    fn has_rules(&self, point: usize) -> bool;
}

/// The built-in policy `random`: every legal action is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn choose(&self, decision: &Decision<'_>, luck: &OwnLuck) -> Choice {
        Choice { action: luck.one_of(decision.legal().len()), rule: DEFAULT_RULE }
    }

    fn has_rules(&self, _point: usize) -> bool {
        true
    }
}

/// The built-in policy `roland`, for seat 2 of the solo race: the engine follows the Solo Sheet and
/// asks nobody (LS-49).
#[derive(Clone, Copy, Debug)]
pub struct Roland;

impl Player for Roland {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        decision.default_choice()
    }

    fn has_rules(&self, _point: usize) -> bool {
        false
    }
}
