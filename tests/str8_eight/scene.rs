//! Scenes of Str8 Eight, written as scripts: `pile 12.3 lay 3.3; laid: 3.3; next: 1 draws`.

use pushluck::game::contract::{Game, Next};
use pushluck::games::str8_eight::cards::{Card, Cards, each_card};
use pushluck::games::str8_eight::edition::Edition;
use pushluck::games::str8_eight::engine::{Action, Event, Rules, Str8Eight};

use crate::follow;

pub(crate) type Scene = follow::Scene<Str8Eight>;

/// The shipped rules with another target.
pub(crate) fn rules(target: i32) -> Rules {
    Rules { targets: [target; 2], ..Edition::shipped().rules }
}

impl Scene {
    pub(crate) fn new(seats: u8, rules: Rules) -> Self {
        let Edition { deck, colours, .. } = Edition::shipped();
        Self::of(Str8Eight::new(deck, colours, rules, seats))
    }

    /// A card by its name: `12.3` is the 12 of colour group 3, `L1` the first pass card to the
    /// left.
    pub(crate) fn card(&self, name: &str) -> Card {
        let found = each_card(self.game.deck.all).find(|card| self.name(*card) == name);
        found.unwrap_or_else(|| panic!("no card {name}"))
    }

    pub(crate) fn name(&self, card: Card) -> String {
        let deck = &self.game.deck;
        match deck.value(card) {
            Some(value) => format!("{value}.{}", deck.colour(card) + 1),
            None if card < 67 => format!("L{}", card - 63),
            None => format!("R{}", card - 66),
        }
    }

    pub(crate) fn cards(&self, names: &str) -> Cards {
        names.split_whitespace().fold(0, |all, name| all | 1 << self.card(name))
    }

    fn names(&self, cards: impl IntoIterator<Item = Card>) -> String {
        cards.into_iter().map(|card| self.name(card)).collect::<Vec<_>>().join(" ")
    }

    fn draw(&mut self, name: &str) {
        self.happen(self.card(name));
    }

    /// Deals these hands, by seat from the starting seat.
    pub(crate) fn deal(&mut self, hands: &[&str]) -> &mut Self {
        for round in 0..3 {
            for hand in hands {
                self.draw(hand.split_whitespace().nth(round).expect("three cards"));
            }
        }
        self
    }

    /// Runs a script. Its parts are separated by `;` or line ends; a part is either steps, or an
    /// assertion `what: value` about the result of [`Scene::see`].
    pub(crate) fn run(&mut self, script: &str) -> &mut Self {
        for part in script.split([';', '\n']).map(str::trim) {
            match part.split_once(':') {
                Some((what, is)) => assert_eq!(self.see(what), is.trim(), "{what}"),
                None => self.take_steps(part),
            }
        }
        self
    }

    /// Takes steps: `take`, or with a card: `pile` (draws it), `lay`, `pass`, `drop` (discards it),
    /// `idle` (draws and discards it).
    fn take_steps(&mut self, steps: &str) {
        let mut words = steps.split_whitespace();
        while let Some(step) = words.next() {
            if step == "take" {
                self.act(Action::Take);
                continue;
            }
            let name = words.next().expect("a card");
            let card = self.card(name);
            if ["pile", "idle"].contains(&step) {
                if self.legal().contains(&Action::Pile) {
                    self.act(Action::Pile);
                }
                self.draw(name);
            }
            match step {
                "pile" => {}
                "lay" => self.act(Action::Lay(card)),
                "pass" => self.act(Action::Pass(card)),
                "drop" | "idle" => self.act(Action::Discard(card)),
                other => panic!("no step {other}"),
            }
        }
    }

    /// Draws and discards until the draw pile is empty.
    pub(crate) fn empty_draw_pile(&mut self) {
        while let Some(card) = each_card(self.state.draw_pile).next() {
            self.run(&format!("idle {}", self.name(card)));
        }
    }

    /// Shows a part of the position; `what` may end with a seat, by default 0.
    fn see(&self, what: &str) -> String {
        let (what, seat) = what.split_once(' ').unwrap_or((what, "0"));
        let (state, seat) = (&self.state, seat.parse().expect("a seat"));
        match what {
            "hand" => self.names(each_card(state.hand(seat))),
            "known" => self.names(each_card(state.known(seat))),
            "laid" => self.names(each_card(state.sequence(seat).into())),
            "discards" => self.names(state.discards().iter().copied()),
            "passed" => self.names(each_card(state.passed)),
            "points" => state.points(seat).to_string(),
            "winners" => format!("{:b}", self.game.ranking(state).winners),
            "next" => match self.game.next(state) {
                Next::Decide { seat, .. } => format!("{seat} decides"),
                Next::Chance(_) => format!("{} draws", state.seat),
                Next::Over { finished: true } => "over".to_owned(),
                Next::Over { finished: false } => "unfinished".to_owned(),
            },
            "may" => {
                let words = self.legal().into_iter().map(|action| match action {
                    Action::Pile => "pile".to_owned(),
                    Action::Take => "take".to_owned(),
                    Action::Lay(card) => format!("lay {}", self.name(card)),
                    Action::Pass(card) => format!("pass {}", self.name(card)),
                    Action::Discard(card) => format!("drop {}", self.name(card)),
                });
                words.collect::<Vec<_>>().join(", ")
            }
            // The points for sequences and for cards left in hands in the last hand, by seat.
            "scored" => {
                let scored = self.told.iter().filter_map(|event| match event {
                    Event::Scored { laid, left, .. } => Some(format!("{laid} {left}")),
                    _ => None,
                });
                scored.collect::<Vec<_>>().join(", ")
            }
            other => panic!("nothing is called {other}"),
        }
    }
}
