//! Features of decisions, computed from the plain table by their documentation.

use pushluck::games::str8_eight::cards::Card;
use pushluck::games::str8_eight::engine::{Action, Str8Eight};

use crate::follow::Plain;
use crate::str8_eight::plain::Table;

/// The view of a seat at its decision.
#[derive(Debug)]
pub(crate) struct Eye<'a> {
    pub(crate) table: &'a Table,
    pub(crate) seat: usize,
}

impl Plain<Str8Eight> for Eye<'_> {
    fn of_state(&self, name: &str) -> f64 {
        let Self { table, seat } = *self;
        let (kit, own) = (&table.kit, &table.sequences[seat]);
        let others: Vec<usize> = (0..table.seats()).filter(|other| *other != seat).collect();
        let most =
            |of: &dyn Fn(usize) -> i32| others.iter().map(|other| of(*other)).max().expect("one");
        let next = |cards: &[Card]| count(cards, |card| kit.may_follow(own, card));
        let value = match name {
            "own_length" => own.len() as i32,
            "own_last" => own.last().map_or(0, |card| kit.number(*card).into()),
            "own_total" => kit.sum(own),
            "str8_eight" => (0..64).any(|colour| may_be(table, seat, colour)).into(),
            "hand_penalty" => hand(table, seat).iter().map(|card| kit.cost(*card)).sum(),
            "hand_passes" => count(&hand(table, seat), |card| kit.way(card).is_some()),
            "next_cards" => next(&kit.deck()),
            "unseen_next" => next(&unseen(table, seat)),
            "draw_fits" => {
                let cards = may_be_drawn(table, seat);
                return f64::from(next(&cards)) / cards.len() as f64;
            }
            "best_opponent_length" => most(&|other| table.sequences[other].len() as i32),
            "best_opponent_total" => most(&|other| kit.sum(&table.sequences[other])),
            "own_score" => table.points[seat],
            "best_opponent_score" => most(&|other| table.points[other]),
            "score_difference" => table.points[seat] - most(&|other| table.points[other]),
            "target" => table.target(),
            "pile" => table.draw_pile.len() as i32,
            "discards" => table.discards.len() as i32,
            "turns" => table.turns as i32,
            "opponents" => others.len() as i32,
            other => panic!("no feature {other}"),
        };
        value.into()
    }

    /// `turns_to_go` is left out; `estimate` compares it with all plans.
    fn of_action(&self, action: Action, name: &str) -> Option<f64> {
        let Self { table, seat } = *self;
        let card = match action {
            _ if name == "turns_to_go" => return None,
            Action::Pile => return Some(0.0),
            Action::Take => *table.discards.last().expect("a discard"),
            Action::Lay(card) | Action::Pass(card) | Action::Discard(card) => card,
        };
        let kit = &table.kit;
        let (group, left) = (kit.colour(card), (seat + 1) % table.seats());
        let mut rest = hand(table, seat);
        rest.retain(|other| *other != card);
        let fits = |other: usize| kit.may_follow(&table.sequences[other], card);
        let followers = |cards: &[Card]| count(cards, |other| kit.follows(card, other));
        // The direction of a pass card to play, and the known cards that the seat then receives.
        let passed = match action {
            Action::Pass(card) => kit.way(card),
            _ => None,
        };
        let coming = passed.map_or_else(Vec::new, |way| {
            let from = (0..table.seats()).find(|from| table.taker(*from, way) == seat);
            table.known(seat, from.expect("a giver"))
        });
        let value = match name {
            "number" => kit.number(card).into(),
            "penalty" => kit.cost(card),
            "fits" => fits(seat).into(),
            "steps" => steps(table, seat, card),
            "next_steps" => steps(table, left, card),
            "taken" => (table.taken == Some(card)).into(),
            "colour" => {
                let later = table.sequences[seat]
                    .last()
                    .is_none_or(|last| kit.number(*last) < kit.number(card));
                (later && group.is_some_and(|group| may_be(table, seat, group))).into()
            }
            "hand_colour" => count(&rest, |other| group.is_some() && kit.colour(other) == group),
            "followers" => followers(&unseen(table, seat)),
            "hand_followers" => followers(&rest),
            "twins" => {
                count(&rest, |other| group.is_some() && kit.number(other) == kit.number(card))
            }
            "fits_opponents" => {
                (0..table.seats()).filter(|at| *at != seat && fits(*at)).count() as i32
            }
            "known_coming" => coming.len() as i32,
            "known_fits" => count(&coming, |other| kit.may_follow(&table.sequences[seat], other)),
            "receiver_length" => {
                passed.map_or(0, |way| table.sequences[table.taker(seat, way)].len() as i32)
            }
            other => panic!("no feature {other}"),
        };
        Some(value.into())
    }

    /// Functions of the opponent with the k-th next turn.
    fn of_call(&self, name: &str, arguments: &[usize]) -> f64 {
        let Self { table, seat } = *self;
        let k = arguments[0];
        if !(1..table.seats()).contains(&k) {
            return 0.0;
        }
        let other = (seat + k) % table.seats();
        let (kit, known, sequence) =
            (&table.kit, table.known(seat, other), &table.sequences[other]);
        let value = match name {
            "opponent_length" => sequence.len() as i32,
            "opponent_last" => sequence.last().map_or(0, |card| kit.number(*card).into()),
            "opponent_score" => table.points[other],
            "opponent_known" => known.len() as i32,
            "opponent_known_fits" => count(&known, |card| kit.may_follow(sequence, card)),
            other => panic!("no function {other}"),
        };
        value.into()
    }
}

fn count(cards: &[Card], is: impl Fn(Card) -> bool) -> i32 {
    cards.iter().filter(|card| is(**card)).count() as i32
}

fn hand(table: &Table, seat: usize) -> Vec<Card> {
    table.hands[seat].iter().map(|held| held.card).collect()
}

/// The cards of the draw pile and those in other hands that the seat does not know.
fn unseen(table: &Table, seat: usize) -> Vec<Card> {
    let held = table.hands.iter().flatten().filter(|held| !held.known_to[seat]);
    held.map(|held| held.card).chain(table.draw_pile.iter().copied()).collect()
}

/// The cards that may be drawn next as far as the seat knows; all are equally likely.
fn may_be_drawn(table: &Table, seat: usize) -> Vec<Card> {
    if table.draw_pile.is_empty() {
        return table.may_come();
    }
    let counted = table.hands.iter().flatten().filter(|held| held.counted);
    let counted: Vec<Card> = counted.map(|held| held.card).collect();
    unseen(table, seat).into_iter().filter(|card| !counted.contains(card)).collect()
}

/// Whether the sequence of a seat can still become a Str8 Eight of a colour group.
fn may_be(table: &Table, seat: usize, group: u8) -> bool {
    let (kit, own) = (&table.kit, &table.sequences[seat]);
    let last = own.last().map_or(0, |card| kit.number(*card));
    let left = count(&kit.deck(), |card| {
        kit.colour(card) == Some(group)
            && kit.number(card) > last
            && !table.sequences.iter().any(|sequence| sequence.contains(&card))
    });
    own.iter().all(|card| kit.colour(*card) == Some(group)) && own.len() as i32 + left >= 8
}

/// The number of cards until the sequence of a seat ends with a card; 9 if it would be longer than
/// eight.
fn steps(table: &Table, seat: usize, card: Card) -> i32 {
    let (kit, own) = (&table.kit, &table.sequences[seat]);
    let mut reached = kit.deck();
    reached.retain(|first| kit.may_follow(own, *first));
    for steps in 1..=8 - own.len() as i32 {
        if reached.contains(&card) {
            return steps;
        }
        let next = |card: &Card| reached.iter().any(|before| kit.follows(*before, *card));
        reached = kit.deck().into_iter().filter(next).collect();
    }
    9
}
