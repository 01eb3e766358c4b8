//! 8/7 Central in words.

use super::cards::{Card, Cards, Change, Face, GENRES, Program, What};
use super::engine::EightSevenCentral;
use super::moves::{Action, Event, Item};
use super::state::{Phase, State};
use crate::game::contract::Game;
use crate::game::publish::{Tell, seat_name};

const DAY_NAMES: [&str; 5] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

impl EightSevenCentral {
    fn program(&self, program: Program) -> &str {
        &self.cards().show(program).title
    }

    fn face_name(&self, face: Face) -> &str {
        &self.cards().printed(face).title
    }

    fn card(&self, card: Card) -> &str {
        self.face_name(self.cards().face(card))
    }

    fn offered(&self, state: &State, lot: u8) -> &str {
        state
            .offer()
            .get(usize::from(lot))
            .copied()
            .flatten()
            .map_or("nothing", |it| self.program(it))
    }

    fn hand(&self, hand: Cards) -> String {
        let cards: Vec<&str> = super::cards::each(hand).map(|card| self.card(card)).collect();
        if cards.is_empty() { "nothing".to_owned() } else { cards.join(", ") }
    }

    /// The Hit# or genre that was chosen with a card.
    fn chosen(&self, state: &State, card: Card) -> String {
        let detail = state.detail(card);
        match self.cards().printed(self.cards().face(card)).what {
            What::Modifier { change: Some(Change::BlockNumber), .. } => format!(": the {detail}"),
            What::Modifier {
                change: Some(Change::RaiseGenre(_) | Change::AddGenre(_)), ..
            } => {
                format!(": {}", GENRES[usize::from(detail)])
            }
            _ => String::new(),
        }
    }

    /// The chips and points of all seats.
    fn accounts(&self, state: &State) -> String {
        let account = |seat| {
            format!(
                "{} has {} points and ${}",
                seat_name(seat),
                state.points(seat),
                state.money(seat)
            )
        };
        (0..self.seats()).map(account).collect::<Vec<_>>().join("; ")
    }
}

/// What money is earned by or spent on, in words.
fn for_what(item: Item) -> &'static str {
    match item {
        Item::Ads => "from Ads",
        Item::Fundraising => "by Fundraising",
        Item::Modifiers => "from a Modifier",
        Item::Programs => "for Programs",
        Item::Bumps => "for a bump",
        Item::Cards => "for a card",
        Item::Discards => "for discarding another card",
        Item::Fines => "as a fine",
    }
}

impl Tell for EightSevenCentral {
    fn sentence(&self, state: &State, event: Event) -> Option<String> {
        let day =
            |program| state.day_of(program).map_or("no day", |day| DAY_NAMES[usize::from(day)]);
        Some(match event {
            Event::First(seat) => format!("{} is Player 1", seat_name(seat)),
            Event::DealtProgram(seat, program) => {
                format!("{} is dealt {}", seat_name(seat), self.program(program))
            }
            Event::Offered => {
                let offer = state.offer();
                let titles: Vec<&str> =
                    offer.iter().flatten().map(|program| self.program(*program)).collect();
                format!("on offer: {}", titles.join(", "))
            }
            Event::Bid(seat, program, dollars) => {
                format!("{} bids ${dollars} on {}", seat_name(seat), self.program(program))
            }
            Event::Won(seat, program, price) => {
                format!("{} gets {} for ${price}", seat_name(seat), self.program(program))
            }
            Event::Placed(seat, program) => {
                format!("{} runs {} on {}", seat_name(seat), self.program(program), day(program))
            }
            Event::Bumped(seat, program) => {
                let counters = state.counters(program);
                let title = self.program(program);
                format!(
                    "{} takes {title} off the air; it keeps {counters} counters",
                    seat_name(seat)
                )
            }
            Event::Dropped(program) => format!("{} is discarded", self.program(program)),
            Event::Day => {
                let (week, day) = (state.week() + 1, DAY_NAMES[usize::from(state.day())]);
                let first = seat_name(state.first());
                format!("week {week}, {day}: Player 1 is {first}; {}", self.accounts(state))
            }
            Event::Shuffled => "what was discarded is shuffled into the deck".to_owned(),
            Event::Drawn(seat, _) if state.phase == Phase::Deal => {
                let hand = state.hand(seat);
                if hand.count_ones() < super::rules::HAND {
                    return None;
                }
                format!("{} holds {}", seat_name(seat), self.hand(hand))
            }
            Event::Drawn(seat, card) => format!("{} draws {}", seat_name(seat), self.card(card)),
            Event::Discarded(seat, card) => {
                format!("{} discards {}", seat_name(seat), self.card(card))
            }
            Event::Played(seat, card) => {
                format!("{} plays {}", seat_name(seat), self.card(card))
            }
            Event::Attached(_, card, program, covered) => {
                let how = if covered { ", face down".to_owned() } else { self.chosen(state, card) };
                format!("{} goes on {}{how}", self.card(card), self.program(program))
            }
            Event::Counters(program) => {
                format!("{} has {} counters now", self.program(program), state.counters(program))
            }
            Event::Expired(card) => format!("{} is discarded", self.card(card)),
            Event::Dice(a, b) => format!("the dice show {a} and {b}"),
            Event::Viewed(seat, program, counters) => {
                let (title, all) = (self.program(program), state.counters(program));
                format!(
                    "{title} of {} hits: {counters} more counters, {all} in all",
                    seat_name(seat)
                )
            }
            Event::Earned(seat, item, dollars) => {
                format!("{} earns ${dollars} {}", seat_name(seat), for_what(item))
            }
            // Told with the Program.
            Event::Spent(_, Item::Programs, _) => return None,
            Event::Spent(seat, item, dollars) => {
                format!("{} pays ${dollars} {}", seat_name(seat), for_what(item))
            }
            Event::Scored(seat, genre, points) => {
                format!("{} scores {points} for {}", seat_name(seat), GENRES[usize::from(genre)])
            }
            Event::Shark(seat, program, die, counters) => {
                let (title, seat) = (self.program(program), seat_name(seat));
                let jumps = if die < counters { "jumps the shark" } else { "keeps them" };
                format!("{title} of {seat} rolls a {die} with {counters} counters and {jumps}")
            }
            Event::Over => "the game is over".to_owned(),
        })
    }

    fn action(&self, state: &State, action: Action) -> String {
        match action {
            Action::Pass => match state.phase {
                Phase::Act => "stops".to_owned(),
                Phase::Refill { .. } => "draws".to_owned(),
                _ => "passes".to_owned(),
            },
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

    fn ending(&self, state: &State) -> Vec<String> {
        vec![format!("After {} weeks", state.week())]
    }
}
