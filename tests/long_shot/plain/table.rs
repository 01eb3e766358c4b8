//! The source of chance and decisions, with the types of decisions and actions.

use super::state::Referee;

/// A legal action with the names of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Action {
    pub(crate) kind: &'static str,
    pub(crate) wild: bool,
    /// The horse, or the cell of a concession; 0 for neither.
    pub(crate) number: usize,
    /// The dollars written in a Bet space.
    pub(crate) dollars: i64,
}

impl Action {
    pub(crate) const fn new(kind: &'static str, number: usize) -> Self {
        Self { kind, wild: false, number, dollars: 0 }
    }
}

/// A decision: its seat, its details and all legal actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) seat: usize,
    /// The name of the decision point in the vocabulary.
    pub(crate) point: &'static str,
    pub(crate) about: About,
    pub(crate) legal: Vec<Action>,
}

/// The details of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    pub(crate) card: Option<usize>,
    /// The spaces of a move; negative is backward.
    pub(crate) spaces: i64,
    /// The number of choices of moves, boxes or marks left, including this one; 0 at other points.
    pub(crate) left: usize,
    pub(crate) dollars: i64,
    /// The number of the Horse Card whose ability needs the decision.
    pub(crate) ability: Option<usize>,
    pub(crate) subject: Option<usize>,
    /// Whether the number rolled allows no Action.
    pub(crate) stuck: bool,
}

/// The source of cards, dice and decisions; it may read the whole position.
pub(crate) trait Table {
    /// The Horse Card of a number, as an index into the edition; called only if there are several
    /// candidates.
    fn horse_card(&mut self, number: usize, cards: &[usize]) -> usize;

    /// The Starting Card of the next seat, as an index into the edition.
    fn starting_card(&mut self) -> usize;

    /// The sides of both dice, from 0.
    fn roll(&mut self, referee: &Referee<'_>) -> (usize, usize);

    /// The side of the horse die in Roland's second roll.
    fn roll_again(&mut self, referee: &Referee<'_>) -> usize;

    /// One of `ask.legal`, which has at least two actions.
    fn decide(&mut self, referee: &Referee<'_>, ask: &Ask) -> Action;

    fn game_over(&mut self, referee: &Referee<'_>);
}
