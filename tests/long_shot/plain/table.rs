//! Where chance and decisions come from, and the words for them.

use super::state::Referee;

/// One thing a player may do, as the vocabulary names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Action {
    pub(crate) kind: &'static str,
    pub(crate) wild: bool,
    /// The horse, or the cell of a concession; 0 for neither.
    pub(crate) number: usize,
    /// What is written in a Bet space.
    pub(crate) dollars: i64,
}

impl Action {
    pub(crate) const fn new(kind: &'static str, number: usize) -> Self {
        Self { kind, wild: false, number, dollars: 0 }
    }
}

/// A decision: whose, what about, and all that is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) seat: usize,
    /// As the vocabulary names it.
    pub(crate) point: &'static str,
    pub(crate) about: About,
    pub(crate) legal: Vec<Action>,
}

/// What a decision is about, where the point does not say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    pub(crate) card: Option<usize>,
    /// The spaces of a move, backward below 0.
    pub(crate) spaces: i64,
    /// Choices of moves, boxes or marks that are left, this one included; 0 at other points.
    pub(crate) left: usize,
    pub(crate) dollars: i64,
    /// The number of the Horse Card whose ability asks.
    pub(crate) ability: Option<usize>,
    pub(crate) subject: Option<usize>,
    /// The number rolled allows no Action.
    pub(crate) stuck: bool,
}

/// Where cards, dice and decisions come from. It may look at everything.
pub(crate) trait Table {
    /// The Horse Card of a number that is played with, by its place in the edition; asked only
    /// where there is a choice.
    fn horse_card(&mut self, number: usize, cards: &[usize]) -> usize;

    /// The Starting Card of the next seat, by its place in the edition.
    fn starting_card(&mut self) -> usize;

    /// The sides of both dice, from 0.
    fn roll(&mut self, referee: &Referee<'_>) -> (usize, usize);

    /// The side of the horse die, rolled again for Roland.
    fn roll_again(&mut self, referee: &Referee<'_>) -> usize;

    /// One of `ask.legal`, of which there are at least two.
    fn decide(&mut self, referee: &Referee<'_>, ask: &Ask) -> Action;

    fn game_over(&mut self, referee: &Referee<'_>);
}
