//! Sentences for the events and actions of 8/7 Central, as `trace` shows them.

use super::action::{Action, Event, Item};
use super::cards::{Card, Cards, Change, Face, GENRES, Program, What, each};
use super::engine::EightSevenCentral;
use super::rules::HAND;
use super::state::{Phase, State};
use crate::game::contract::Game;
use crate::game::describe::{Closing, Describe, numbered, seat_name};
use crate::game::position::Fields;

const DAY_NAMES: [&str; 5] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

impl EightSevenCentral {
    fn program(&self, program: Program) -> &str {
        &self.cards.show(program).title
    }

    fn face_name(&self, face: Face) -> &str {
        &self.cards.printed(face).title
    }

    fn card(&self, card: Card) -> &str {
        self.face_name(self.cards.face(card))
    }

    fn offered(&self, state: &State, lot: u8) -> &str {
        let program = state.offer().get(usize::from(lot)).copied().flatten();
        program.map_or("nothing", |program| self.program(program))
    }

    fn hand(&self, hand: Cards) -> String {
        let cards: Vec<&str> = each(hand).map(|card| self.card(card)).collect();
        if cards.is_empty() { "nothing".to_owned() } else { cards.join(", ") }
    }

    /// The Hit# or genre chosen with a card.
    fn chosen(&self, state: &State, card: Card) -> String {
        let detail = state.detail(card);
        match self.cards.printed(self.cards.face(card)).what {
            What::Modifier { change: Some(Change::BlockNumber), .. } => format!(": the {detail}"),
            What::Modifier {
                change: Some(Change::RaiseGenre(_) | Change::AddGenre(_)), ..
            } => {
                format!(": {}", GENRES[usize::from(detail)])
            }
            _ => String::new(),
        }
    }

    /// The Genre Totals of the day, by genre and seat; `None` if no Program is shown.
    fn totals_shown(&self, state: &State) -> Option<String> {
        let totals = state.totals(state.day);
        let of_genre = |(genre, name): (u8, &&str)| {
            let shown = (0..self.seats()).filter_map(|seat| {
                let total = totals[usize::from(seat)].get(genre)?;
                Some(format!("{} {total}", seat_name(seat)))
            });
            let shown: Vec<String> = shown.collect();
            (!shown.is_empty()).then(|| format!("{name}: {}", shown.join(", ")))
        };
        let all: Vec<String> = (0..).zip(&GENRES).filter_map(of_genre).collect();
        (!all.is_empty()).then(|| format!("Genre Totals: {}", all.join("; ")))
    }

    /// The chips and points of all seats.
    fn accounts(&self, state: &State) -> String {
        let account = |seat| {
            let (name, points, money) = (seat_name(seat), state.points(seat), state.money(seat));
            format!("{name} has {points} points and ${money}")
        };
        (0..self.seats()).map(account).collect::<Vec<_>>().join("; ")
    }

    /// A sentence for an event that is not an action of a seat.
    fn happens(&self, state: &State, event: Event) -> Option<String> {
        Some(match event {
            Event::Offered => {
                let offer = state.offer();
                let titles: Vec<&str> =
                    offer.iter().flatten().map(|it| self.program(*it)).collect();
                format!("on offer: {}", titles.join(", "))
            }
            Event::Joined(lot, program) => {
                let price = self.price(lot).unwrap_or(0);
                format!("{} joins the display for ${price}", self.program(program))
            }
            Event::Totals => return self.totals_shown(state),
            Event::Pays(seat, card, program, [dollars, cards]) => {
                let pays = match (dollars, numbered(cards.into(), "card")) {
                    (_, _) if cards == 0 => format!("${dollars}"),
                    (0, cards) => cards,
                    (_, cards) => format!("${dollars} and {cards}"),
                };
                let covered = if state.covered >> card & 1 == 1 { " (face down)" } else { "" };
                let (card, title, seat) = (self.card(card), self.program(program), seat_name(seat));
                format!("{card}{covered} on {title} of {seat} pays {pays}")
            }
            Event::Dropped(program) => format!("{} is discarded", self.program(program)),
            Event::Day => {
                let (week, day) = (state.week + 1, DAY_NAMES[usize::from(state.day)]);
                let first = seat_name(state.first);
                format!("week {week}, {day}: Player 1 is {first}; {}", self.accounts(state))
            }
            Event::Shuffled => "the discards are shuffled into the deck".to_owned(),
            Event::Attached(_, card, program, covered) => {
                let how = if covered { ", face down".to_owned() } else { self.chosen(state, card) };
                format!("{} is played on {}{how}", self.card(card), self.program(program))
            }
            Event::Counters(program) => {
                let counters = counters(state.counters(program));
                format!("{} has {counters} now", self.program(program))
            }
            Event::Expired(card) => format!("{} is discarded", self.card(card)),
            Event::Dice(a, b) => format!("the dice show {a} and {b}"),
            Event::Viewed(seat, program, more) => {
                let (title, seat) = (self.program(program), seat_name(seat));
                let (counters, all) = (counters(more), state.counters(program));
                format!("{title} of {seat} hits: {counters} more, {all} in all")
            }
            Event::Shark(seat, program, die, there) => {
                let (title, seat) = (self.program(program), seat_name(seat));
                let jumps = if die < there { "jumps the shark" } else { "keeps them" };
                format!("{title} of {seat} rolls a {die} with {} and {jumps}", counters(there))
            }
            Event::Over => "the game is over".to_owned(),
            _ => return None,
        })
    }
}

fn counters(number: u8) -> String {
    numbered(number.into(), "counter")
}

impl Describe for EightSevenCentral {
    fn position(&self, state: &mut State, fields: &mut Fields) -> bool {
        self.fields(state, fields);
        true
    }

    fn sentence(&self, state: &State, event: Event) -> Option<String> {
        let (title, words) = (|program| self.program(program), |item: Item| <&str>::from(item));
        let (seat, does) = match event {
            Event::First(seat) => (seat, "is Player 1".to_owned()),
            Event::DealtProgram(seat, program) => (seat, format!("is dealt {}", title(program))),
            Event::Bid(seat, program, dollars) => {
                (seat, format!("bids ${dollars} on {}", title(program)))
            }
            Event::Won(seat, program, price) => {
                (seat, format!("gets {} for ${price}", title(program)))
            }
            Event::Placed(seat, program) => {
                let day = state.day_of(program).map_or("no day", |day| DAY_NAMES[usize::from(day)]);
                (seat, format!("runs {} on {day}", title(program)))
            }
            Event::Bumped(seat, program) => {
                let (title, counters) = (title(program), counters(state.counters(program)));
                (seat, format!("takes {title} off the air; it keeps {counters}"))
            }
            // A first hand is described when it is full.
            Event::Drawn(seat, _) if state.phase == Phase::Deal => {
                let hand = Some(state.hand(seat)).filter(|hand| hand.count_ones() >= HAND)?;
                (seat, format!("holds {}", self.hand(hand)))
            }
            Event::Drawn(seat, card) => (seat, format!("draws {}", self.card(card))),
            Event::Discarded(seat, card) => (seat, format!("discards {}", self.card(card))),
            Event::Played(seat, card) => (seat, format!("plays {}", self.card(card))),
            Event::Earned(seat, item, dollars) => {
                (seat, format!("earns ${dollars} {}", words(item)))
            }
            // The price of a Program is described with the Program.
            Event::Spent(_, Item::Programs, _) => return None,
            Event::Spent(seat, item, dollars) => (seat, format!("pays ${dollars} {}", words(item))),
            Event::Scored(seat, genre, points) => {
                (seat, format!("scores {points} for {}", GENRES[usize::from(genre)]))
            }
            _ => return self.happens(state, event),
        };
        Some(format!("{} {does}", seat_name(seat)))
    }

    fn action(&self, state: &State, action: Action) -> String {
        match action {
            Action::Pass if state.phase == Phase::Act => "stops".to_owned(),
            Action::Pass if matches!(state.phase, Phase::Refill { .. }) => "draws".to_owned(),
            Action::Pass => "passes".to_owned(),
            Action::Lot(lot) => format!("bids on {}", self.offered(state, lot)),
            Action::Amount(dollars) => format!("${dollars}"),
            Action::Place(program) => format!("places {}", self.program(program)),
            Action::Bump(program) => format!("bumps {}", self.program(program)),
            Action::Drop(program) => format!("discards {}", self.program(program)),
            Action::Slot(slot) => format!("on {}", DAY_NAMES[usize::from(slot / 2)]),
            Action::Hold => "holds it in hand".to_owned(),
            Action::Refill => "refills the hand".to_owned(),
            Action::Fundraise => "raises funds".to_owned(),
            Action::Play(face) => format!("plays {}", self.face_name(face)),
            Action::Sponsor => "lays a card face down as an Ad".to_owned(),
            Action::Buy(lot) => format!("buys {}", self.offered(state, lot)),
            Action::Move(program) => format!("moves {}", self.program(program)),
            Action::Card(face) => self.face_name(face).to_owned(),
            Action::Program(program) => format!("on {}", self.program(program)),
            Action::Seat(seat) => seat_name(seat),
            Action::Number(number) => format!("the {number}"),
            Action::Genre(genre) => GENRES[usize::from(genre)].to_owned(),
            Action::Instead(face) => format!("instead of {}", self.face_name(face)),
        }
    }

    fn ending(&self, state: &State) -> Closing {
        Closing::from(format!("After {}", numbered(state.week.into(), "week")))
    }
}
