//! Texts of positions of Str8 Eight, such as `to_move=2 rounds=4 hands=1-ones+9-threes+left/?3
//! laid=none/3-ones+4-twos discards=12-fours,right`.
//!
//! A card that the reader does not know is `?1`; `?1h` has been in hands since the last shuffle, and
//! `?1k3` is a card that seat 3 knows.

use std::collections::BTreeMap;

use super::cards::{CARDS, Card, Cards, NUMBERS, each, each_card, has, numbers, passes};
use super::engine::{EIGHT, HAND, Phase, State, Str8Eight};
use crate::game::describe::seat_name;
use crate::game::position::{Fields, named, names_of, number, parts, shown_set, values_of};

/// The minimum points that a text may give to a seat; no seat can lose more in a game.
const LEAST: i64 = -1_000_000_000;

/// Cards of a hand that the reader of a text does not know.
struct Unknown {
    seat: usize,
    count: u32,
    class: Class,
}

/// Whether cards are [`held`](State), and the other seats that know them, as a mask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    held: bool,
    knowers: u8,
}

impl Class {
    /// The letters after the number of cards: `hk13`.
    fn shown(self) -> String {
        let seats: String = each(self.knowers).map(|seat| (seat + 1).to_string()).collect();
        let known = if seats.is_empty() { seats } else { format!("k{seats}") };
        format!("{}{known}", if self.held { "h" } else { "" })
    }

    fn read(text: &str, others: u8) -> Option<Self> {
        let (held, rest) = text.strip_prefix('h').map_or((false, text), |rest| (true, rest));
        let mut knowers = 0;
        if !rest.is_empty() {
            for seat in rest.strip_prefix('k').filter(|seats| !seats.is_empty())?.chars() {
                let one = 1_u8.checked_shl(seat.to_digit(10)?.checked_sub(1)?)?;
                if others & !knowers & one == 0 {
                    return None;
                }
                knowers |= one;
            }
        }
        Some(Self { held, knowers })
    }
}

impl Str8Eight {
    /// The names of the cards in texts, by card; a blank for an index without a card.
    fn card_names(&self) -> Vec<String> {
        let titles = each_card(self.deck.all).map(|card| match self.deck.direction(card) {
            Some(direction) => <&str>::from(direction).to_owned(),
            None => {
                let colour = &self.colours[usize::from(self.deck.colour(card))];
                format!("{} {colour}", self.deck.value(card).unwrap_or(0))
            }
        });
        let mut names = vec![" ".to_owned(); CARDS];
        for (card, name) in each_card(self.deck.all).zip(names_of(titles)) {
            names[usize::from(card)] = name;
        }
        names
    }

    /// Names the fields of a position.
    pub(super) fn fields(&self, state: &mut State, fields: &mut Fields) {
        let (seats, names) = (usize::from(self.seats), self.card_names());
        let mut hand = state.hands_before + 1;
        let hands = 1..=i64::from(self.rules.max_hands);
        fields.number("hand", "the number of the hand, from 1", &mut hand, hands);
        state.hands_before = hand - 1;
        let points = LEAST..=i64::from(self.target()) - 1;
        let about = "the points of each seat from the previous hands";
        fields.numbers("points", about, &mut state.points[..seats], points);
        let mut to_move = state.seat + 1;
        fields.number("to_move", "the seat to move", &mut to_move, 1..=seats as i64);
        state.seat = to_move - 1;
        let mut rounds = state.turn / u32::from(self.seats);
        let most = i64::from(self.rules.max_turns) / seats as i64;
        let about = "the number of turns of every seat so far in this hand";
        fields.number("rounds", about, &mut rounds, 0..=most);
        let about = "the sequence of each seat, joined by `+`";
        fields.sets("laid", about, &mut state.sequences[..seats], &names[..NUMBERS]);
        let shown = match state.discards() {
            [] => "none".to_owned(),
            cards => {
                cards.iter().map(|card| &*names[usize::from(*card)]).collect::<Vec<_>>().join(",")
            }
        };
        let about = "the discard pile from the bottom up, joined by `,`";
        fields.field(
            "discards",
            about,
            || shown,
            |text| {
                let mut there: Cards = 0;
                for part in text.split(',').filter(|_| text != "none") {
                    let card = named(part, &names)? as Card;
                    if has(there, card) {
                        return Err(format!("possible: it names `{part}` twice"));
                    }
                    there |= 1 << card;
                    state.discards.push(card);
                }
                Ok(())
            },
        );
        fields.set("passed", "the played pass cards", &mut state.passed, &names);
        let about =
            "the cards that have been in hands since the last shuffle, if the piles were shuffled";
        fields.set("held", about, &mut state.held, &names);
        self.known_field(state, fields, &names);
        let old = state.taken;
        let shown = || old.map_or("none".to_owned(), |card| names[usize::from(card)].clone());
        fields.field("taken", "the discard that the seat took in this turn", shown, |text| {
            state.taken = Some(named(text, &names)? as Card).filter(|_| text != "none");
            Ok(())
        });
        let unknown = self.hands_field(state, fields, &names);
        if fields.is_reading() {
            let before = state.hands_before % u32::from(self.seats);
            let since = u32::from(state.seat + self.seats) - before;
            state.turn = rounds * u32::from(self.seats) + since % u32::from(self.seats);
            self.complete(state, fields, &unknown);
        }
    }

    /// The cards that seats know; in the text of a seat, only those that it sees in its own hand and
    /// in the hands that it knows.
    fn known_field(&self, state: &mut State, fields: &mut Fields, names: &[String]) {
        let mut known = state.known;
        if let Some(seat) = fields.seen_by() {
            let seen = state.hand(seat) | state.known(seat);
            known.iter_mut().for_each(|known| *known &= seen);
            known[usize::from(seat)] = 0;
        }
        let about =
            "the cards in other hands that each seat knows; those of the reader are in `hands`";
        fields.sets("known", about, &mut known[..usize::from(self.seats)], names);
        if fields.is_reading() {
            state.known = known;
        }
    }

    /// The hands; returns the unknown cards.
    fn hands_field(
        &self,
        state: &mut State,
        fields: &mut Fields,
        names: &[String],
    ) -> Vec<Unknown> {
        let mut unknown = Vec::new();
        let viewer = fields.seen_by().map(usize::from);
        let shown = self.each_seat().map(|seat| match viewer {
            Some(viewer) if viewer != seat => shown_hand(state, seat, viewer, names),
            _ => shown_set(state.hands[seat], names),
        });
        let shown = shown.collect::<Vec<_>>().join("/");
        let about = "the hand of each seat; `?2` are two unknown cards, `?2h` two of `held`, `?2k3` two that seat 3 knows";
        fields.field(
            "hands",
            about,
            || shown,
            |text| {
                let hands = values_of(text, usize::from(self.seats))?;
                for (seat, hand) in hands.into_iter().enumerate() {
                    for part in parts(hand) {
                        match part.strip_prefix('?') {
                            Some(rest) => unknown.push(self.read_unknown(rest, seat, viewer)?),
                            None => {
                                let one = 1 << named(part, names)?;
                                if state.hands[seat] & one != 0 {
                                    return Err(format!("possible: it names `{part}` twice"));
                                }
                                state.hands[seat] |= one;
                            }
                        }
                    }
                }
                Ok(())
            },
        );
        unknown
    }

    fn read_unknown(
        &self,
        text: &str,
        seat: usize,
        viewer: Option<usize>,
    ) -> Result<Unknown, String> {
        let Some(viewer) = viewer.filter(|viewer| *viewer != seat) else {
            return Err("known: unknown cards need `seen_by` and another seat".to_owned());
        };
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let others = ((1 << self.seats) - 1) & !(1 << seat | 1 << viewer);
        let class = Class::read(&text[end..], others);
        let wanted =
            || "known: unknown cards are such as `?2`, `?1h`, `?1k3` and `?1hk3`".to_owned();
        let count = number(&text[..end], &(1..=i64::from(HAND) + 1))?;
        Ok(Unknown { seat, count, class: class.ok_or_else(wanted)? })
    }

    /// Derives what follows from the fields: the unknown cards, the draw pile and the step.
    fn complete(&self, state: &mut State, fields: &mut Fields, unknown: &[Unknown]) {
        if let Some(viewer) = fields.seen_by().map(usize::from) {
            for other in self.each_seat().filter(|other| *other != viewer) {
                state.known[viewer] |= state.hands[other];
            }
        }
        if let Some(card) = state.taken {
            let mover = usize::from(state.seat);
            let others = self.each_seat().filter(|other| *other != mover);
            others.for_each(|other| state.known[other] |= 1 << card);
        }
        let laid = state.sequences.iter().fold(0, |all, sequence| all | sequence);
        let discards = state.discards().iter().fold(0, |all: Cards, card| all | 1 << card);
        let mut rest =
            self.deck.all & !(state.in_hands() | Cards::from(laid) | discards | state.passed);
        for Unknown { seat, count, class } in unknown {
            let from = if class.held { rest & state.held } else { rest & !state.held };
            let dealt =
                each_card(from).take(*count as usize).fold(0, |all: Cards, card| all | 1 << card);
            if dealt.count_ones() < *count {
                let held = if class.held { " of `held`" } else { "" };
                fields.refuse(&format!("too few cards{held} are left for the unknown ones"));
            }
            state.hands[*seat] |= dealt;
            each(class.knowers).for_each(|knower| state.known[usize::from(knower)] |= dealt);
            rest &= !dealt;
        }
        state.draw_pile = rest;
        state.phase = match state.hand(state.seat).count_ones() {
            0 if state.in_hands() == 0 => Phase::Deal,
            ..=HAND if state.discards().is_empty() => Phase::Draw,
            ..=HAND => Phase::Choose,
            _ => Phase::Play,
        };
    }

    /// Checks that each card is in one place.
    pub(super) fn complete_deck(&self, state: &State) -> Result<(), String> {
        let names = self.card_names();
        let discards = state.discards().iter().map(|card| 1 << card);
        let laid = state.sequences.map(Cards::from);
        let piles = discards.chain(state.hands).chain(laid).chain([state.draw_pile, state.passed]);
        let mut union: Cards = 0;
        for pile in piles {
            if let Some(twice) = each_card(union & pile).next() {
                return Err(format!("`{}` is in two places", names[usize::from(twice)]));
            }
            union |= pile;
        }
        match each_card(union ^ self.deck.all).next() {
            Some(card) => Err(format!("`{}` is missing", names[usize::from(card)])),
            None => Ok(()),
        }
    }

    /// Checks that hands, sequences and points are possible during a hand.
    pub(super) fn possible(&self, state: &State) -> Result<(), String> {
        let hands = i64::from(state.hands_before);
        let dearest = each_card(self.deck.all).map(|card| self.cost(1 << card)).max().unwrap_or(0);
        let least = -hands * i64::from(HAND) * i64::from(dearest);
        let most = hands * i64::from(self.deck.sum(numbers(self.deck.all)));
        for seat in self.each_seat() {
            let (name, points) = (seat_name(seat as u8), state.points[seat]);
            if !(least..=most).contains(&points.into()) {
                return Err(format!("{name} cannot have {points} points in hand {}", hands + 1));
            }
            let mut laid = 0;
            for card in each(state.sequences[seat]) {
                if self.deck.next(laid) >> card & 1 == 0 {
                    return Err(format!("the cards that {name} laid are no sequence"));
                }
                laid |= 1 << card;
            }
            if laid.count_ones() >= EIGHT {
                return Err(format!("{name} has a full sequence, so the hand is over"));
            }
            let held = state.hands[seat].count_ones();
            let plays = state.phase == Phase::Play && usize::from(state.seat) == seat;
            match HAND + u32::from(plays) {
                _ if state.phase == Phase::Deal => {}
                full if held != full => return Err(format!("{name} has {held} cards, not {full}")),
                _ => {}
            }
        }
        if numbers(state.passed) != 0 {
            return Err("a number card is among the played pass cards".to_owned());
        }
        if state.turn >= self.rules.max_turns {
            return Err("the hand is over after this number of turns".to_owned());
        }
        let began = state.sequences.iter().any(|laid| *laid != 0) || !state.discards().is_empty();
        if state.phase == Phase::Deal && (began || passes(state.passed) != 0 || state.turn > 0) {
            return Err("no hand is dealt, but turns were taken".to_owned());
        }
        let own = |card: Card| has(state.hand(state.seat), card) && state.phase == Phase::Play;
        if state.taken.is_some_and(|card| !own(card)) {
            return Err(
                "the card taken in this turn is not in the hand of the seat to move".to_owned()
            );
        }
        Ok(())
    }
}

/// The hand of `seat` as `viewer` knows it.
fn shown_hand(state: &State, seat: usize, viewer: usize, names: &[String]) -> String {
    let known = state.hands[seat] & state.known[viewer];
    let mut unknown = BTreeMap::new();
    for card in each_card(state.hands[seat] & !known) {
        let knowers = state.known.iter().enumerate().filter(|(_, known)| has(**known, card));
        let knowers = knowers.fold(0, |all, (knower, _)| all | 1 << knower);
        *unknown.entry(Class { held: has(state.held, card), knowers }).or_insert(0) += 1;
    }
    let seen = (known != 0 || unknown.is_empty()).then(|| shown_set(known, names));
    let unknown = unknown.into_iter().map(|(class, count)| format!("?{count}{}", class.shown()));
    seen.into_iter().chain(unknown).collect::<Vec<_>>().join("+")
}
