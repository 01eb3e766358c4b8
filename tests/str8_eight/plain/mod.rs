//! A second implementation of Str8 Eight, written from the rules only; it shares with the crate
//! only the types of cards and actions. A procedure plays a game and asks a guide for every
//! decision and outcome of chance. Piles are lists of cards, and each card in a hand records which
//! players know it. Comments give the rule ids.

use std::collections::BTreeMap;

use pushluck::games::str8_eight::cards::{Card, Deck, Direction, Printed};
use pushluck::games::str8_eight::engine::{Action, Rules, Str8Eight};
use pushluck::games::str8_eight::vocabulary::point;

use crate::follow::{self, Seen};

pub(crate) trait Guide: follow::Guide<Str8Eight, Table> {}

impl<T: follow::Guide<Str8Eight, Table>> Guide for T {}

#[derive(Clone, Debug)]
pub(crate) struct Kit {
    /// The number cards, sorted; a card is its index here.
    numbers: Vec<Printed>,
    /// The pass cards; a card is 64 plus its index here.
    passes: Vec<Direction>,
    /// The right side of the cards of a number.
    right_side: BTreeMap<u8, Vec<u8>>,
    bulls_eye_up_to: u8,
    pub(crate) rules: Rules,
}

impl Kit {
    pub(crate) fn new(
        mut numbers: Vec<Printed>,
        passes: [usize; 3],
        right_side: BTreeMap<u8, Vec<u8>>,
        bulls_eye_up_to: u8,
        rules: Rules,
    ) -> Self {
        numbers.sort_unstable();
        let ways = [Direction::Left, Direction::Right, Direction::Across];
        let passes = ways.into_iter().zip(passes).flat_map(|(way, count)| vec![way; count]);
        Self { numbers, passes: passes.collect(), right_side, bulls_eye_up_to, rules }
    }

    /// The deck of the multiplication table: colour group k has k, 2k, …, 8k. A number is followed
    /// by the next multiple in any group that contains the number (SE-2, SE-14).
    pub(crate) fn multiplication_table(passes: [usize; 3], rules: Rules) -> Self {
        let mut numbers = Vec::new();
        let mut right_side = BTreeMap::<u8, Vec<u8>>::new();
        for k in 1..=8 {
            for m in 1..=8 {
                numbers.push(Printed { value: k * m, colour: k - 1 });
                let next = right_side.entry(k * m).or_default();
                if m < 8 && !next.contains(&(k * m + k)) {
                    next.push(k * m + k);
                }
            }
        }
        Self::new(numbers, passes, right_side, 8, rules)
    }

    pub(crate) fn game(&self, seats: u8) -> Str8Eight {
        let right_side = |value| self.right_side[&value].clone();
        let (numbers, passes) = (self.numbers.clone(), self.passes.clone());
        let deck = Deck::new(numbers, passes, right_side, self.bulls_eye_up_to);
        let colours = vec![String::new(); deck.colours.len()];
        Str8Eight::new(deck, colours, self.rules, seats)
    }

    pub(crate) fn deck(&self) -> Vec<Card> {
        (0..self.numbers.len() as u8).chain(64..64 + self.passes.len() as u8).collect()
    }

    /// The number on a card, 0 for a pass card.
    pub(crate) fn number(&self, card: Card) -> u8 {
        self.numbers.get(usize::from(card)).map_or(0, |printed| printed.value)
    }

    pub(crate) fn colour(&self, card: Card) -> Option<u8> {
        self.numbers.get(usize::from(card)).map(|printed| printed.colour)
    }

    pub(crate) fn way(&self, card: Card) -> Option<Direction> {
        self.passes.get(usize::from(card).checked_sub(64)?).copied()
    }

    /// The cost of a card left in a hand (SE-24, SE-25).
    pub(crate) fn cost(&self, card: Card) -> i32 {
        if self.way(card).is_some() { self.rules.pass_penalty } else { self.number(card).into() }
    }

    pub(crate) fn sum(&self, cards: &[Card]) -> i32 {
        cards.iter().map(|card| i32::from(self.number(*card))).sum()
    }

    /// Whether a card may be laid next to another in any colour (SE-14, SE-15).
    pub(crate) fn follows(&self, last: Card, card: Card) -> bool {
        let [last, number] = [last, card].map(|card| self.number(card));
        last > 0 && number > last && self.right_side[&last].contains(&number)
    }

    /// Whether a card may be laid next to a sequence (SE-9, SE-14).
    pub(crate) fn may_follow(&self, sequence: &[Card], card: Card) -> bool {
        match sequence.last() {
            None => (1..=self.bulls_eye_up_to).contains(&self.number(card)),
            Some(last) => self.follows(*last, card),
        }
    }

    pub(crate) fn has_eight(&self) -> bool {
        let mut reached: Vec<Card> =
            self.deck().into_iter().filter(|card| self.may_follow(&[], *card)).collect();
        for _ in 1..8 {
            let next = |card: &Card| reached.iter().any(|last| self.follows(*last, *card));
            reached = self.deck().into_iter().filter(next).collect();
        }
        !reached.is_empty()
    }
}

/// A card in a hand, and what players know about it.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) card: Card,
    /// By seat: whether it knows that the card is in this hand.
    pub(crate) known_to: Vec<bool>,
    /// Whether it was in a hand when the piles were last shuffled: all players could then count
    /// which cards were in hands, but not in whose.
    pub(crate) counted: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) kit: Kit,
    pub(crate) hands: Vec<Vec<Held>>,
    pub(crate) sequences: Vec<Vec<Card>>,
    /// Unordered: no player has seen it.
    pub(crate) draw_pile: Vec<Card>,
    /// The top comes last.
    pub(crate) discards: Vec<Card>,
    pub(crate) played_passes: Vec<Card>,
    pub(crate) points: Vec<i32>,
    pub(crate) taken: Option<Card>,
    completed: Option<usize>,
    /// The number of turns completed in this hand.
    pub(crate) turns: u32,
    pub(crate) hands_begun: u32,
    pub(crate) seen: Seen,
}

impl Table {
    pub(crate) fn new(kit: Kit, seats: usize) -> Self {
        assert!((2..=4).contains(&seats), "SE-1");
        Self {
            hands: vec![Vec::new(); seats],
            sequences: vec![Vec::new(); seats],
            draw_pile: kit.deck(),
            discards: Vec::new(),
            played_passes: Vec::new(),
            points: vec![0; seats],
            taken: None,
            completed: None,
            turns: 0,
            hands_begun: 1,
            seen: Seen::default(),
            kit,
        }
    }

    pub(crate) fn seats(&self) -> usize {
        self.points.len()
    }

    fn left_of(&self, seat: usize) -> usize {
        (seat + 1) % self.seats()
    }

    /// SE-29, SE-30
    pub(crate) fn target(&self) -> i32 {
        self.kit.rules.targets[if self.seats() == 2 { 0 } else { 1 }]
    }

    /// Plays a game; returns whether it ended before the limit of hands.
    pub(crate) fn play(&mut self, guide: &mut impl Guide) -> bool {
        let mut starter = 0;
        loop {
            self.completed = self.play_hand(starter, guide);
            self.score();
            // SE-29, SE-30, SE-Q14
            let finished = self.points.iter().any(|points| *points >= self.target());
            if finished || self.hands_begun == self.kit.rules.max_hands {
                return finished;
            }
            starter = self.left_of(starter); // SE-Q13
            // SE-2, SE-4, SE-Q20: all cards are shuffled and dealt again.
            let (points, seen) = (std::mem::take(&mut self.points), std::mem::take(&mut self.seen));
            let (completed, hands_begun) = (self.completed, self.hands_begun + 1);
            let new = Self::new(self.kit.clone(), points.len());
            *self = Self { points, seen, completed, hands_begun, ..new };
        }
    }

    /// Plays a hand; returns the seat that completes a sequence, `None` at the limit of turns
    /// (SE-Q6).
    fn play_hand(&mut self, starter: usize, guide: &mut impl Guide) -> Option<usize> {
        // SE-3
        for dealt in 0..3 * self.seats() {
            self.draw((starter + dealt) % self.seats(), guide);
        }
        let mut seat = starter;
        for _ in 0..self.kit.rules.max_turns {
            self.turn(seat, guide);
            if self.sequences[seat].len() == 8 {
                return Some(seat); // SE-22, SE-Q17: at once
            }
            assert_eq!(self.hands[seat].len(), 3, "SE-8");
            self.turns += 1;
            self.taken = None;
            seat = self.left_of(seat); // SE-13
        }
        None
    }

    fn turn(&mut self, seat: usize, guide: &mut impl Guide) {
        // SE-6, SE-7, SE-Q5, SE-Q16
        let choice = self.turns > 0 && !self.discards.is_empty();
        let sources = vec![Action::Pile, Action::Take];
        if choice && guide.decide(self, seat, point::DRAW, sources) == Action::Take {
            let card = self.discards.pop().expect("a discard");
            let known_to = vec![true; self.seats()]; // it was face up (SE-12)
            self.hands[seat].push(Held { card, known_to, counted: false });
            self.taken = Some(card);
        } else {
            self.draw(seat, guide);
        }
        let action = guide.decide(self, seat, point::PLAY, self.legal(seat));
        let (Action::Lay(card) | Action::Pass(card) | Action::Discard(card)) = action else {
            panic!("{action:?}")
        };
        self.hands[seat].retain(|held| held.card != card);
        match action {
            Action::Lay(_) => self.sequences[seat].push(card),
            Action::Pass(_) => {
                self.seen.note("passes", 1);
                self.played_passes.push(card);
                self.pass_hands(self.kit.way(card).expect("a pass card"));
            }
            _ => self.discards.push(card),
        }
    }

    /// The cards in the hand of `other` that `seat` knows.
    pub(crate) fn known(&self, seat: usize, other: usize) -> Vec<Card> {
        let known = self.hands[other].iter().filter(|held| held.known_to[seat]);
        known.map(|held| held.card).collect()
    }

    fn legal(&self, seat: usize) -> Vec<Action> {
        let mut legal = Vec::new();
        for held in &self.hands[seat] {
            // SE-11, SE-19: any card may be discarded.
            if !self.kit.rules.keep_taken || self.taken != Some(held.card) {
                legal.push(Action::Discard(held.card));
            }
            // SE-17, SE-Q10: with or without a sequence.
            if self.kit.way(held.card).is_some() {
                legal.push(Action::Pass(held.card));
            }
            if self.kit.may_follow(&self.sequences[seat], held.card) {
                legal.push(Action::Lay(held.card));
            }
        }
        legal
    }

    /// SE-18, SE-Q9: the seat that receives the hand of `giver`.
    pub(crate) fn taker(&self, giver: usize, way: Direction) -> usize {
        let on = match (way, self.seats()) {
            (Direction::Left, _) | (Direction::Across, 2 | 3) => 1,
            (Direction::Right, seats) => seats - 1,
            (Direction::Across, _) => 2,
        };
        (giver + on) % self.seats()
    }

    /// SE-18, SE-Q8: every hand of three is passed on as a whole; giver and receiver know it.
    fn pass_hands(&mut self, way: Direction) {
        let seats = self.seats();
        let old = std::mem::replace(&mut self.hands, vec![Vec::new(); seats]);
        for (giver, mut hand) in old.into_iter().enumerate() {
            assert_eq!(hand.len(), 3);
            let taker = self.taker(giver, way);
            for held in &mut hand {
                assert!(held.known_to[giver]);
                held.known_to[taker] = true;
            }
            self.hands[taker] = hand;
        }
    }

    /// The cards that may be drawn next: the draw pile or, if it is empty, the piles that replace
    /// it (SE-21).
    pub(crate) fn may_come(&self) -> Vec<Card> {
        if self.draw_pile.is_empty() {
            [&self.discards[..], &self.played_passes].concat()
        } else {
            self.draw_pile.clone()
        }
    }

    /// Draws a card; an empty draw pile is replaced and shuffled first (SE-21, SE-Q7).
    fn draw(&mut self, seat: usize, guide: &mut impl Guide) {
        let possible = self.may_come().into_iter().map(|card| (card, 1)).collect();
        let card = guide.chance(self, possible);
        if self.draw_pile.is_empty() {
            self.seen.note("shuffles", 1);
            self.draw_pile = self.may_come();
            self.discards.clear();
            self.played_passes.clear();
            assert!(!self.draw_pile.is_empty(), "SE-Q18");
            self.hands.iter_mut().flatten().for_each(|held| held.counted = true);
        }
        self.draw_pile.retain(|other| *other != card);
        let known_to = (0..self.seats()).map(|viewer| viewer == seat).collect();
        self.hands[seat].push(Held { card, known_to, counted: false });
    }

    fn score(&mut self) {
        let kit = &self.kit;
        // SE-26, SE-Q4: eight cards of one printed colour.
        let str8 = self.completed.is_some_and(|winner| {
            let sequence = &self.sequences[winner];
            sequence.iter().all(|card| kit.colour(*card) == kit.colour(sequence[0]))
        });
        for seat in 0..self.points.len() {
            let laid = kit.sum(&self.sequences[seat]);
            // SE-Q12
            let left: i32 = self.hands[seat].iter().map(|held| kit.cost(held.card)).sum();
            self.points[seat] += match (self.completed == Some(seat), str8) {
                // SE-23, SE-Q1; SE-27, SE-Q3
                (true, false) => laid,
                (true, true) => self.sequences.iter().map(|sequence| kit.sum(sequence)).sum(),
                // SE-24, SE-Q2; SE-28
                (false, false) => laid - left,
                (false, true) => -left,
            };
        }
        self.seen.note(if self.completed.is_some() { "won" } else { "unwon" }, 1);
        self.seen.note("str8", usize::from(str8));
    }

    /// The winners, or the leaders if a limit has ended the game.
    pub(crate) fn winners(&mut self) -> Vec<usize> {
        let most = *self.points.iter().max().expect("a seat");
        let reached = |seat: &usize| self.points[*seat] >= self.target();
        if let Some(winner) = self.completed.filter(reached) {
            self.seen.note("outdone", usize::from(self.points[winner] < most));
            return vec![winner]; // SE-31
        }
        // SE-32, SE-Q15
        let winners = (0..self.seats()).filter(|seat| self.points[*seat] == most);
        let winners: Vec<usize> = winners.collect();
        self.seen.note("shared", usize::from(winners.len() > 1));
        self.seen.note("by others", usize::from(most >= self.target()));
        winners
    }
}
