//! A second account of Str8 Eight, written from its rules alone and sharing no code with the crate:
//! piles are lists of cards, what players know is written on every card of a hand, and each rule
//! stands where it applies, by its id.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Where a pass card sends all hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    Left,
    Right,
    Across,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Card {
    /// Colour groups count from 0.
    Number { colour: usize, number: u32 },
    /// The first, second, … pass card of its way.
    Pass { way: Way, which: usize },
}

/// The components and the numbers of a game.
#[derive(Clone, Debug)]
pub(crate) struct Kit {
    pub(crate) deck: Vec<Card>,
    /// The right side of the cards of a number.
    pub(crate) right_side: BTreeMap<u32, Vec<u32>>,
    pub(crate) bulls_eye_up_to: u32,
    pub(crate) pass_penalty: i32,
    pub(crate) target: i32,
    /// Turns of a hand, hands of a game.
    pub(crate) max_turns: u32,
    pub(crate) max_hands: u32,
    /// Whether a discard that was taken may not be discarded in the same turn (SE-Q6).
    pub(crate) keep_taken: bool,
}

impl Kit {
    /// The deck of the multiplication table: colour group k holds k, 2k, …, 8k, and after a number
    /// comes its next multiple in any group that holds it (SE-2, SE-14).
    pub(crate) fn multiplication_table(left: usize, right: usize, across: usize) -> Self {
        let mut deck = Vec::new();
        let mut right_side = BTreeMap::<u32, Vec<u32>>::new();
        for k in 1..=8 {
            for m in 1..=8 {
                deck.push(Card::Number { colour: k - 1, number: (k * m) as u32 });
                let next = right_side.entry((k * m) as u32).or_default();
                if m < 8 && !next.contains(&((k * m + k) as u32)) {
                    next.push((k * m + k) as u32);
                }
            }
        }
        for (way, count) in [(Way::Left, left), (Way::Right, right), (Way::Across, across)] {
            deck.extend((0..count).map(|which| Card::Pass { way, which }));
        }
        Self {
            deck,
            right_side,
            bulls_eye_up_to: 8,
            pass_penalty: 50,
            target: 1000,
            max_turns: 2000,
            max_hands: 1000,
            keep_taken: false,
        }
    }
}

/// A card in a hand, and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) card: Card,
    /// By seat: whether it knows that the card is in this hand.
    pub(crate) known_to: Vec<bool>,
    /// Whether it was in a hand as the piles were last shuffled: everybody could then count which
    /// cards were in hands, if not in whose.
    pub(crate) counted: bool,
}

/// What a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Action {
    DrawFromPile,
    DrawDiscard,
    /// To the seat's sequence.
    Lay(Card),
    /// To the pile of played pass cards.
    PlayPass(Card),
    Discard(Card),
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A card of the draw pile to a seat, dealt or drawn.
    Card {
        seat: usize,
    },
    /// A seat draws from the draw pile or takes the top discard.
    Source {
        seat: usize,
    },
    /// A seat plays or discards a card.
    Leave {
        seat: usize,
    },
    Over {
        finished: bool,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) kit: Arc<Kit>,
    pub(crate) hands: Vec<Vec<Held>>,
    pub(crate) sequences: Vec<Vec<Card>>,
    /// In no order: nobody has looked at it.
    pub(crate) draw_pile: Vec<Card>,
    /// The top comes last.
    pub(crate) discards: Vec<Card>,
    pub(crate) played_passes: Vec<Card>,
    pub(crate) points: Vec<i32>,
    /// The discard taken in this turn.
    pub(crate) taken: Option<Card>,
    /// What the last hand brought each seat.
    pub(crate) hand_scores: Vec<i32>,
    /// Who completed the last sequence, and whether it was a Str8 Eight.
    pub(crate) completed: Option<usize>,
    pub(crate) str8_eight: bool,
    pub(crate) starter: usize,
    /// Turns completed in this hand; hands begun.
    pub(crate) turns: u32,
    pub(crate) hands_begun: u32,
    pub(crate) step: Step,
}

fn worth(card: Card, pass_penalty: i32) -> i32 {
    match card {
        Card::Number { number, .. } => number as i32,
        Card::Pass { .. } => pass_penalty,
    }
}

fn numbers(sequence: &[Card]) -> i32 {
    sequence.iter().map(|card| worth(*card, 0)).sum()
}

impl Table {
    pub(crate) fn new(kit: Arc<Kit>, seats: usize) -> Self {
        assert!((2..=4).contains(&seats), "SE-1");
        let mut table = Self {
            kit,
            hands: Vec::new(),
            sequences: Vec::new(),
            draw_pile: Vec::new(),
            discards: Vec::new(),
            played_passes: Vec::new(),
            points: vec![0; seats],
            taken: None,
            hand_scores: vec![0; seats],
            completed: None,
            str8_eight: false,
            starter: 0,
            turns: 0,
            hands_begun: 0,
            step: Step::Over { finished: false },
        };
        table.begin_hand();
        table
    }

    pub(crate) fn seats(&self) -> usize {
        self.points.len()
    }

    /// SE-2, SE-4, SE-Q20: all cards are shuffled and dealt anew.
    fn begin_hand(&mut self) {
        self.hands = vec![Vec::new(); self.seats()];
        self.sequences = vec![Vec::new(); self.seats()];
        self.draw_pile = self.kit.deck.clone();
        self.discards.clear();
        self.played_passes.clear();
        self.turns = 0;
        self.hands_begun += 1;
        self.step = Step::Card { seat: self.starter };
    }

    fn left_of(&self, seat: usize) -> usize {
        (seat + 1) % self.seats()
    }

    pub(crate) fn legal(&self) -> Vec<Action> {
        match self.step {
            Step::Card { .. } | Step::Over { .. } => Vec::new(),
            Step::Source { .. } => vec![Action::DrawFromPile, Action::DrawDiscard],
            Step::Leave { seat } => {
                let mut legal = Vec::new();
                for held in &self.hands[seat] {
                    // SE-11, SE-19: any card may be discarded.
                    if !self.kit.keep_taken || self.taken != Some(held.card) {
                        legal.push(Action::Discard(held.card));
                    }
                    match held.card {
                        // SE-17, SE-Q10: with or without a sequence.
                        Card::Pass { .. } => legal.push(Action::PlayPass(held.card)),
                        Card::Number { number, .. } => {
                            if self.follows(seat, number) {
                                legal.push(Action::Lay(held.card));
                            }
                        }
                    }
                }
                legal.sort();
                legal
            }
        }
    }

    /// Whether a card of `number` may be laid to the sequence of `seat`, whatever its colour (SE-15).
    pub(crate) fn follows(&self, seat: usize, number: u32) -> bool {
        match self.sequences[seat].last() {
            None => number <= self.kit.bulls_eye_up_to, // SE-9
            Some(Card::Number { number: last, .. }) => {
                number > *last && self.kit.right_side[last].contains(&number) // SE-14
            }
            Some(Card::Pass { .. }) => unreachable!("no pass card lies in a sequence"),
        }
    }

    pub(crate) fn act(&mut self, action: Action) {
        assert!(self.legal().contains(&action), "{action:?} is not legal");
        match (self.step, action) {
            (Step::Source { seat }, Action::DrawFromPile) => self.step = Step::Card { seat },
            (Step::Source { seat }, Action::DrawDiscard) => {
                let card = self.discards.pop().expect("a discard");
                let known_to = vec![true; self.seats()]; // it lay there face up (SE-12)
                self.hands[seat].push(Held { card, known_to, counted: false });
                self.taken = Some(card);
                self.step = Step::Leave { seat };
            }
            (Step::Leave { seat }, Action::Discard(card)) => {
                self.take_from_hand(seat, card);
                self.discards.push(card);
                self.end_turn(seat);
            }
            (Step::Leave { seat }, Action::PlayPass(card)) => {
                self.take_from_hand(seat, card);
                self.played_passes.push(card);
                let Card::Pass { way, .. } = card else { unreachable!("it is a pass card") };
                self.pass_hands(way);
                self.end_turn(seat);
            }
            (Step::Leave { seat }, Action::Lay(card)) => {
                self.take_from_hand(seat, card);
                self.sequences[seat].push(card);
                if self.sequences[seat].len() == 8 {
                    self.end_hand(Some(seat)); // SE-22, SE-Q17: at once
                } else {
                    self.end_turn(seat);
                }
            }
            (step, action) => unreachable!("{action:?} at {step:?}"),
        }
    }

    fn take_from_hand(&mut self, seat: usize, card: Card) {
        let at = self.hands[seat].iter().position(|held| held.card == card).expect("it is held");
        self.hands[seat].remove(at);
    }

    /// SE-18, SE-Q8: every hand of three moves whole; who gave it knows it, and who has it.
    fn pass_hands(&mut self, way: Way) {
        let seats = self.seats();
        let old = std::mem::replace(&mut self.hands, vec![Vec::new(); seats]);
        for (giver, mut hand) in old.into_iter().enumerate() {
            assert_eq!(hand.len(), 3);
            let taker = match way {
                Way::Left => self.left_of(giver),
                Way::Right => (giver + seats - 1) % seats,
                // SE-Q9
                Way::Across if seats == 3 => self.left_of(giver),
                Way::Across => (giver + seats / 2) % seats,
            };
            for held in &mut hand {
                assert!(held.known_to[giver]);
                held.known_to[taker] = true;
            }
            self.hands[taker] = hand;
        }
    }

    /// SE-13, SE-Q6.
    fn end_turn(&mut self, seat: usize) {
        assert_eq!(self.hands[seat].len(), 3, "SE-8");
        self.turns += 1;
        if self.turns == self.kit.max_turns {
            self.end_hand(None);
        } else {
            self.begin_turn(self.left_of(seat));
        }
    }

    /// SE-6, SE-7, SE-Q5, SE-Q16.
    fn begin_turn(&mut self, seat: usize) {
        self.taken = None;
        if self.turns == 0 || self.discards.is_empty() {
            self.step = Step::Card { seat };
        } else {
            self.step = Step::Source { seat };
        }
    }

    /// The cards one of which comes next: those of the draw pile or, if it is empty, of the piles that
    /// it will be made of (SE-21).
    pub(crate) fn may_come(&self) -> Vec<Card> {
        if self.draw_pile.is_empty() {
            [&self.discards[..], &self.played_passes].concat()
        } else {
            self.draw_pile.clone()
        }
    }

    /// The draw pile brings a card; it is shuffled first if it is empty (SE-21, SE-Q7).
    pub(crate) fn bring(&mut self, card: Card) {
        if self.draw_pile.is_empty() {
            self.draw_pile.append(&mut self.discards);
            self.draw_pile.append(&mut self.played_passes);
            assert!(!self.draw_pile.is_empty(), "SE-Q18");
            for held in self.hands.iter_mut().flatten() {
                held.counted = true;
            }
        }
        let Step::Card { seat } = self.step else { panic!("no card is drawn now") };
        let at = self.draw_pile.iter().position(|other| *other == card).expect("in the pile");
        self.draw_pile.remove(at);
        let known_to = (0..self.seats()).map(|viewer| viewer == seat).collect();
        self.hands[seat].push(Held { card, known_to, counted: false });
        let dealt = self.hands.iter().map(Vec::len).sum::<usize>();
        self.step = if dealt < 3 * self.seats() {
            Step::Card { seat: self.left_of(seat) }
        } else if dealt == 3 * self.seats() {
            // SE-3: all have three cards.
            self.begin_turn(self.starter);
            return;
        } else {
            Step::Leave { seat }
        };
    }

    fn end_hand(&mut self, winner: Option<usize>) {
        let pass_penalty = self.kit.pass_penalty;
        let colour_of = |card: &Card| match card {
            Card::Number { colour, .. } => Some(*colour),
            Card::Pass { .. } => None,
        };
        // SE-26, SE-Q4: eight cards of one printed colour.
        let str8 = winner.is_some_and(|winner| {
            let colours: Vec<_> = self.sequences[winner].iter().map(colour_of).collect();
            colours.iter().all(|colour| *colour == colours[0])
        });
        for seat in 0..self.seats() {
            let laid = numbers(&self.sequences[seat]);
            // SE-25, SE-Q12
            let left: i32 =
                self.hands[seat].iter().map(|held| worth(held.card, pass_penalty)).sum();
            self.hand_scores[seat] = if winner == Some(seat) {
                let mut score = laid; // SE-23, SE-Q1
                if str8 {
                    // SE-27, SE-Q3
                    for other in (0..self.seats()).filter(|other| *other != seat) {
                        score += numbers(&self.sequences[other]);
                    }
                }
                score
            } else if str8 {
                -left // SE-28
            } else {
                laid - left // SE-24, SE-Q2
            };
            self.points[seat] += self.hand_scores[seat];
        }
        (self.completed, self.str8_eight) = (winner, str8);
        // SE-29, SE-30, SE-Q14
        if self.points.iter().any(|points| *points >= self.kit.target) {
            self.step = Step::Over { finished: true };
        } else if self.hands_begun == self.kit.max_hands {
            self.step = Step::Over { finished: false };
        } else {
            self.starter = self.left_of(self.starter); // SE-Q13
            self.begin_hand();
        }
    }

    /// Who has won, or leads where a limit has ended the game.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let over: Vec<_> =
            (0..self.seats()).filter(|seat| self.points[*seat] >= self.kit.target).collect();
        if let Some(winner) = self.completed.filter(|seat| over.contains(seat)) {
            return vec![winner]; // SE-31
        }
        // SE-32, SE-Q15
        let most = *self.points.iter().max().expect("a seat");
        (0..self.seats()).filter(|seat| self.points[*seat] == most).collect()
    }
}
