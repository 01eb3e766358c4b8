//! What policies look at, worked out from the plain table by the words of the vocabulary.

use pushluck::games::str8_eight::engine::{self, Str8Eight};

use super::pair::Pair;
use crate::follow::Plain;
use crate::str8_eight::plain::{Action, Card, Step, Table, Way};

impl Plain<Str8Eight> for Pair<'_> {
    fn of_state(&self, name: &str) -> f64 {
        of_state(&self.table, self.decides(), name)
    }

    fn of_action(&self, action: engine::Action, name: &str) -> Option<f64> {
        // `estimate` compares that with all ways to play.
        let known = name != "turns_to_go";
        known.then(|| of_action(&self.table, self.decides(), self.action(action), name))
    }

    fn of_call(&self, name: &str, arguments: &[usize]) -> f64 {
        let k = arguments[0];
        let there = (1..self.table.seats()).contains(&k);
        if there { of_opponent(&self.table, self.decides(), k, name).into() } else { 0.0 }
    }
}

impl Pair<'_> {
    fn decides(&self) -> usize {
        match self.table.step {
            Step::Source { seat } | Step::Leave { seat } => seat,
            step => panic!("nobody decides: {step:?}"),
        }
    }
}

/// A feature of the state.
fn of_state(table: &Table, seat: usize, name: &str) -> f64 {
    let own = &table.sequences[seat];
    let others: Vec<usize> = (0..table.seats()).filter(|other| *other != seat).collect();
    let most =
        |of: &dyn Fn(usize) -> i32| others.iter().map(|other| of(*other)).max().expect("one");
    let next = |cards: &[Card]| count(cards, |card| may_follow(table, seat, card));
    let value = match name {
        "own_length" => own.len() as i32,
        "own_last" => own.last().map_or(0, |card| number(*card)),
        "own_total" => sum(own),
        "str8_eight" => (0..colours(table)).any(|colour| may_be(table, seat, colour)).into(),
        "hand_penalty" => hand(table, seat).iter().map(|card| cost(table, *card)).sum(),
        "hand_passes" => count(&hand(table, seat), |card| number(card) == 0),
        "next_cards" => next(&table.kit.deck),
        "unseen_next" => next(&unseen(table, seat)),
        "draw_fits" => {
            let cards = may_be_drawn(table, seat);
            return f64::from(next(&cards)) / cards.len() as f64;
        }
        "best_opponent_length" => most(&|other| table.sequences[other].len() as i32),
        "best_opponent_total" => most(&|other| sum(&table.sequences[other])),
        "own_score" => table.points[seat],
        "best_opponent_score" => most(&|other| table.points[other]),
        "target" => table.kit.target,
        "pile" => table.draw_pile.len() as i32,
        "discards" => table.discards.len() as i32,
        "turns" => table.turns as i32,
        "opponents" => others.len() as i32,
        other => panic!("no feature {other}"),
    };
    value.into()
}

/// A feature of an action.
fn of_action(table: &Table, seat: usize, action: Action, name: &str) -> f64 {
    let card = match action {
        Action::DrawFromPile => return 0.0,
        Action::DrawDiscard => *table.discards.last().expect("a discard"),
        Action::Lay(card) | Action::PlayPass(card) | Action::Discard(card) => card,
    };
    let (group, left) = (colour(card), (seat + 1) % table.seats());
    let mut rest = hand(table, seat);
    rest.retain(|other| *other != card);
    let fits = |other: usize| may_follow(table, other, card);
    let followers = |cards: &[Card]| count(cards, |other| follows(table, card, other));
    // What a pass card that is played brings the seat, and who gets its own hand.
    let passed = match action {
        Action::PlayPass(Card::Pass { way, .. }) => Some(way),
        _ => None,
    };
    let coming = passed.map_or_else(Vec::new, |way| {
        let from = (0..table.seats()).find(|from| taker(table, *from, way) == seat);
        known(table, seat, from.expect("somebody"))
    });
    let value = match name {
        "number" => number(card),
        "penalty" => cost(table, card),
        "fits" => fits(seat).into(),
        "steps" => steps(table, seat, card),
        "next_steps" => steps(table, left, card),
        "taken" => (table.taken == Some(card)).into(),
        "colour" => {
            let later =
                table.sequences[seat].last().is_none_or(|last| number(*last) < number(card));
            (later && group.is_some_and(|group| may_be(table, seat, group))).into()
        }
        "hand_colour" => count(&rest, |other| group.is_some() && colour(other) == group),
        "followers" => followers(&unseen(table, seat)),
        "hand_followers" => followers(&rest),
        "twins" => count(&rest, |other| group.is_some() && number(other) == number(card)),
        "fits_opponents" => (0..table.seats()).filter(|at| *at != seat && fits(*at)).count() as i32,
        "known_coming" => coming.len() as i32,
        "known_fits" => count(&coming, |other| may_follow(table, seat, other)),
        "receiver_length" => {
            passed.map_or(0, |way| table.sequences[taker(table, seat, way)].len() as i32)
        }
        other => panic!("no feature {other}"),
    };
    value.into()
}

/// A function of the opponent whose turn comes as the k-th.
fn of_opponent(table: &Table, seat: usize, k: usize, name: &str) -> i32 {
    let other = (seat + k) % table.seats();
    let known = known(table, seat, other);
    match name {
        "opponent_length" => table.sequences[other].len() as i32,
        "opponent_last" => table.sequences[other].last().map_or(0, |card| number(*card)),
        "opponent_score" => table.points[other],
        "opponent_known" => known.len() as i32,
        "opponent_known_fits" => count(&known, |card| may_follow(table, other, card)),
        other => panic!("no function {other}"),
    }
}

fn count(cards: &[Card], is: impl Fn(Card) -> bool) -> i32 {
    cards.iter().filter(|card| is(**card)).count() as i32
}

/// 0 for a pass card.
fn number(card: Card) -> i32 {
    match card {
        Card::Number { number, .. } => number as i32,
        Card::Pass { .. } => 0,
    }
}

fn colour(card: Card) -> Option<usize> {
    match card {
        Card::Number { colour, .. } => Some(colour),
        Card::Pass { .. } => None,
    }
}

fn colours(table: &Table) -> usize {
    table.kit.deck.iter().filter_map(|card| colour(*card)).max().expect("a number") + 1
}

fn sum(cards: &[Card]) -> i32 {
    cards.iter().map(|card| number(*card)).sum()
}

/// SE-25
fn cost(table: &Table, card: Card) -> i32 {
    if number(card) == 0 { table.kit.pass_penalty } else { number(card) }
}

fn hand(table: &Table, seat: usize) -> Vec<Card> {
    table.hands[seat].iter().map(|held| held.card).collect()
}

/// The cards in the hand of `other` that `seat` knows.
fn known(table: &Table, seat: usize, other: usize) -> Vec<Card> {
    table.hands[other].iter().filter(|held| held.known_to[seat]).map(|held| held.card).collect()
}

/// SE-18, SE-Q9: who gets the hand of a seat.
fn taker(table: &Table, giver: usize, way: Way) -> usize {
    let on = match (way, table.seats()) {
        (Way::Left, _) | (Way::Across, 2 | 3) => 1,
        (Way::Right, seats) => seats - 1,
        (Way::Across, _) => 2,
    };
    (giver + on) % table.seats()
}

/// The cards of the draw pile and those in other hands that the seat does not know.
fn unseen(table: &Table, seat: usize) -> Vec<Card> {
    let held = table.hands.iter().flatten().filter(|held| !held.known_to[seat]);
    held.map(|held| held.card).chain(table.draw_pile.iter().copied()).collect()
}

/// The cards one of which comes next for all that the seat can know, each as likely as any other.
fn may_be_drawn(table: &Table, seat: usize) -> Vec<Card> {
    if table.draw_pile.is_empty() {
        return table.may_come();
    }
    let counted = table.hands.iter().flatten().filter(|held| held.counted);
    let counted: Vec<Card> = counted.map(|held| held.card).collect();
    unseen(table, seat).into_iter().filter(|card| !counted.contains(card)).collect()
}

/// Whether a card may be laid next to the sequence of a seat.
fn may_follow(table: &Table, seat: usize, card: Card) -> bool {
    number(card) > 0 && table.follows(seat, number(card) as u32)
}

/// Whether a card may be laid next to another (SE-14).
fn follows(table: &Table, last: Card, card: Card) -> bool {
    number(last) > 0
        && number(card) > number(last)
        && table.kit.right_side[&(number(last) as u32)].contains(&(number(card) as u32))
}

/// Whether a Str8 Eight of a colour may still come of the sequence of a seat.
fn may_be(table: &Table, seat: usize, group: usize) -> bool {
    let own = &table.sequences[seat];
    let last = own.last().map_or(0, |card| number(*card));
    let left = count(&table.kit.deck, |card| {
        colour(card) == Some(group)
            && number(card) > last
            && !table.sequences.iter().any(|sequence| sequence.contains(&card))
    });
    own.iter().all(|card| colour(*card) == Some(group)) && own.len() as i32 + left >= 8
}

/// The cards until the sequence of a seat ends with a card: 9 where it would have more than eight.
fn steps(table: &Table, seat: usize, card: Card) -> i32 {
    let deck = &table.kit.deck;
    let mut reached: Vec<Card> =
        deck.iter().copied().filter(|first| may_follow(table, seat, *first)).collect();
    for steps in 1..=8 - table.sequences[seat].len() as i32 {
        if reached.contains(&card) {
            return steps;
        }
        let next = |card: &&Card| reached.iter().any(|before| follows(table, *before, **card));
        reached = deck.iter().filter(next).copied().collect();
    }
    9
}
