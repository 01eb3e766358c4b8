//! Public knowledge about hidden Play cards since the last shuffle of the deck: how many cards each
//! player drew, which cards left which hand, and which cards were laid face down.

use super::Table;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Note {
    Drew(usize),
    /// A card leaves a player's hand face up.
    Left(usize, usize),
    /// A player lays a card face down; these cards are numbered.
    Covered(usize, usize),
    /// A card face down, given by its number, is turned up.
    Uncovered(usize, usize),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// The cards that were in hands or face down at the shuffle; all others were visible.
    pub(crate) counted: Vec<usize>,
    /// By player: the number of cards in hand at the shuffle.
    hands: Vec<usize>,
    notes: Vec<Note>,
    covered: usize,
}

impl Memory {
    pub(crate) fn new(players: usize) -> Self {
        Self { hands: vec![0; players], ..Self::default() }
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// A player lays a card face down; returns its number.
    pub(super) fn cover(&mut self, player: usize) -> usize {
        self.covered += 1;
        self.note(Note::Covered(player, self.covered));
        self.covered
    }

    /// The numbers of a player's cards in hand that are counted, and that are not, after all notes.
    /// `what` returns the assumed card for the number of a card face down; `None` if the player
    /// would have laid a card that was not in hand.
    pub(crate) fn hand_of(
        &self,
        player: usize,
        what: impl Fn(usize) -> Option<usize>,
    ) -> Option<[i32; 2]> {
        let print_of = |number: usize| {
            let turned = self.notes.iter().find_map(|note| match note {
                Note::Uncovered(other, print) if *other == number => Some(*print),
                _ => None,
            });
            turned.or_else(|| what(number)).expect("a card face down or turned up")
        };
        let mut hand = [self.hands[player] as i32, 0];
        for note in &self.notes {
            let left = match *note {
                Note::Drew(by) if by == player => {
                    hand[1] += 1;
                    continue;
                }
                Note::Left(by, print) if by == player => print,
                Note::Covered(by, number) if by == player => print_of(number),
                _ => continue,
            };
            hand[usize::from(!self.counted.contains(&left))] -= 1;
            if hand.iter().any(|cards| *cards < 0) {
                return None;
            }
        }
        Some(hand)
    }

    /// Whether a card was laid face down before the shuffle.
    pub(crate) fn is_older(&self, number: usize) -> bool {
        !self.notes.iter().any(|note| matches!(note, Note::Covered(_, other) if *other == number))
    }
}

impl Table {
    /// Resets the memory at a shuffle: cards outside the deck are visible, in a hand, or face down.
    pub(super) fn remember_shuffle(&mut self) {
        let face_down = self.runs.iter().flat_map(|run| &run.cards).filter(|card| card.face_down);
        let hands = self.networks.iter().flat_map(|network| &network.hand).copied();
        self.memory.counted = face_down.map(|card| card.print).chain(hands).collect();
        self.memory.hands = self.networks.iter().map(|network| network.hand.len()).collect();
        self.memory.notes.clear();
    }
}
