//! Scenes of Str8 Eight: hands that are dealt and drawn as a test wants them.
use std::fmt::Write as _;

use pushluck::game::contract::{Game, Log, Menu, Next, Silent};
use pushluck::games::str8_eight::cards::{Card, Cards};
use pushluck::games::str8_eight::edition::{Edition, SHIPPED};
use pushluck::games::str8_eight::engine::{Action, Event, Rules, State, Str8Eight};

/// A card as a test names it: its number and its colour group from 1, or a pass card.
#[derive(Clone, Copy, Debug)]
pub(crate) enum C {
    /// Number and colour group.
    N(u8, u8),
    /// The first, second, third pass card to the left.
    L(u8),
    /// The same to the right.
    R(u8),
}

pub(crate) use C::{L, N, R};

/// A game under way, and all that was told of it.
pub(crate) struct Scene {
    pub(crate) game: Str8Eight,
    pub(crate) state: State,
    pub(crate) told: Vec<Event>,
}

struct Tape<'a>(&'a mut Vec<Event>);

impl Log<Str8Eight> for Tape<'_> {
    fn tell(&mut self, _: &State, event: Event) {
        self.0.push(event);
    }
}

/// The shipped rules for so many seats, one hand.
pub(crate) fn rules(target: i32) -> Rules {
    let edition = Edition::shipped();
    Rules {
        target,
        pass_penalty: edition.pass_penalty,
        max_turns: edition.max_turns,
        max_hands: edition.max_hands,
        keep_taken: false,
    }
}

impl Scene {
    pub(crate) fn new(seats: u8, rules: Rules) -> Self {
        let Edition { deck, colours, .. } = Edition::shipped();
        let game = Str8Eight::new(deck, colours, rules, seats);
        let state = game.start(&mut Silent);
        Self { game, state, told: Vec::new() }
    }

    /// The card of that name.
    pub(crate) fn card(&self, card: C) -> Card {
        let deck = self.game.deck();
        let mut numbers = deck.all().each().filter(|at| deck.value(*at).is_some());
        match card {
            N(value, colour) => numbers
                .find(|at| deck.value(*at) == Some(value) && deck.colour(*at) + 1 == colour)
                .unwrap_or_else(|| panic!("no card {card:?}")),
            L(which) => 63 + which,
            R(which) => 66 + which,
        }
    }

    pub(crate) fn cards(&self, cards: &[C]) -> Cards {
        cards.iter().fold(Cards::NONE, |all, card| all | Cards::one(self.card(*card)))
    }

    /// Chance brings a card.
    pub(crate) fn draw(&mut self, card: C) {
        assert!(matches!(self.game.next(&self.state), Next::Chance(_)), "nothing is drawn now");
        let card = self.card(card);
        let mut listed = false;
        self.game.outcomes(&self.state, &mut |one, _| listed |= one == card);
        assert!(listed, "{card} cannot come");
        self.game.happen(&mut self.state, card, &mut Tape(&mut self.told));
        self.game.check(&self.state).expect("seventy cards");
    }

    /// The hands dealt, by seat from the one that starts.
    pub(crate) fn deal(&mut self, hands: &[[C; 3]]) {
        for round in 0..3 {
            hands.iter().for_each(|hand| self.draw(hand[round]));
        }
    }

    /// The legal actions.
    pub(crate) fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        Menu::list(&self.game, &self.state, &mut actions);
        actions
    }

    /// The seat that decides.
    pub(crate) fn decides(&self) -> Option<u8> {
        match self.game.next(&self.state) {
            Next::Decide { seat, .. } => Some(seat),
            _ => None,
        }
    }

    pub(crate) fn act(&mut self, action: Action) {
        assert!(self.decides().is_some(), "nobody decides now");
        assert!(self.legal().contains(&action), "{action:?} of {:?}", self.legal());
        self.game.act(&mut self.state, action, &mut Tape(&mut self.told));
        self.game.check(&self.state).expect("seventy cards");
    }

    pub(crate) fn lay(&mut self, card: C) {
        self.act(Action::Lay(self.card(card)));
    }

    pub(crate) fn discard(&mut self, card: C) {
        self.act(Action::Discard(self.card(card)));
    }

    pub(crate) fn pass(&mut self, card: C) {
        self.act(Action::Pass(self.card(card)));
    }

    /// Draws from the draw pile, choosing to where there is a choice.
    pub(crate) fn pile(&mut self, card: C) {
        if self.decides().is_some() {
            self.act(Action::Pile);
        }
        self.draw(card);
    }

    pub(crate) fn can_lay(&self, card: C) -> bool {
        self.legal().contains(&Action::Lay(self.card(card)))
    }

    /// A turn that draws a card and discards it.
    pub(crate) fn idle(&mut self, card: C) {
        self.pile(card);
        self.discard(card);
    }

    /// The numbers of a seat's sequence.
    pub(crate) fn sequence(&self, seat: u8) -> Vec<u8> {
        let cards = Cards::from(self.state.sequence(seat)).each();
        cards.filter_map(|card| self.game.deck().value(card)).collect()
    }

    /// What the last hand brought each seat: for its sequence, and for its hand.
    pub(crate) fn scored(&self) -> Vec<(i32, i32)> {
        let scored = |event: &Event| match event {
            Event::Scored { laid, left, .. } => Some((*laid, *left)),
            _ => None,
        };
        self.told.iter().filter_map(scored).collect()
    }
}

/// The shipped edition with other colour groups, each number followed by the next of its group.
pub(crate) fn with_groups(groups: &[&[u8]]) -> String {
    let first = SHIPPED.find("[[colours]]").expect("colours");
    let mut text = SHIPPED[..first].to_owned();
    for (group, numbers) in groups.iter().enumerate() {
        let _ = write!(
            text,
            "[[colours]]\nname = \"group {group}\"\nnumbers = {numbers:?}\nfrom = \"BOX\"\n"
        );
        for (place, number) in numbers.iter().enumerate() {
            let after = &numbers[place + 1..numbers.len().min(place + 2)];
            let _ = write!(
                text,
                "[[right_side]]\nnumber = {number}\nmay_be_followed_by = {after:?}\nfrom = \"BOX\"\n"
            );
        }
    }
    text
}
