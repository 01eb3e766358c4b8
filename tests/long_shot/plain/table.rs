//! Where luck and decisions come from, and the words they are told in.

use super::components::{Cell, Tile};
use super::state::Referee;

/// One thing a player may do. Horses count from 1; a cell is row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Action {
    /// Nothing of what is offered.
    Pass,
    Concession {
        cell: Cell,
        wild: bool,
    },
    Helmet {
        horse: usize,
        wild: bool,
    },
    Jersey {
        horse: usize,
        wild: bool,
    },
    Bet {
        horse: usize,
        dollars: i64,
        wild: bool,
    },
    /// The bet of an ability that moves the horse.
    BetAndMove {
        horse: usize,
        wild: bool,
    },
    Buy {
        horse: usize,
        wild: bool,
    },
    /// Erases a Wild mark, being stuck.
    Erase,
    /// A Concession Bonus comes next.
    NextBonus,
    /// One more concession comes next.
    NextMark,
    /// A move back comes next.
    NextMove,
    Tile(Tile),
    /// This horse, where horses are all there is to choose.
    Horse(usize),
    MarkCell(Cell),
    MarkHelmet(usize),
    MarkJersey(usize),
    /// The ability is used.
    Use,
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
    /// The Horse Card that is marked.
    pub(crate) card: Option<usize>,
    /// The spaces of a move, backward below 0.
    pub(crate) spaces: i64,
    /// Choices of moves, boxes or marks that are left, this one included; 0 at other points.
    pub(crate) left: usize,
    /// The dollars of a Free Bet.
    pub(crate) dollars: i64,
    /// The number of the Horse Card whose ability asks.
    pub(crate) ability: Option<usize>,
    /// The horse an ability is about.
    pub(crate) subject: Option<usize>,
    /// The number rolled allows no Action.
    pub(crate) stuck: bool,
}

/// Tells the referee what chance brings and what players choose. It may look at everything.
pub(crate) trait Table {
    /// The Horse Card of a number that is played with, by its place in the edition; asked only
    /// where there is a choice.
    fn horse_card(&mut self, referee: &Referee, number: usize, cards: &[usize]) -> usize;

    /// The Starting Card that a seat is dealt, of those that are left.
    fn starting_card(&mut self, referee: &Referee, seat: usize, left: &[usize]) -> usize;

    /// Both dice.
    fn roll(&mut self, referee: &Referee) -> (usize, usize);

    /// The horse die, rolled again for Roland.
    fn roll_again(&mut self, referee: &Referee) -> usize;

    /// One of `ask.legal`, of which there are at least two.
    fn decide(&mut self, referee: &Referee, ask: &Ask) -> Action;

    /// A turn begins; nothing of it has happened yet.
    fn turn_begins(&mut self, referee: &Referee, seat: usize);

    /// The last round is over.
    fn game_over(&mut self, referee: &Referee);
}
