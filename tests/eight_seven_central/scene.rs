//! Scenes of 8/7 Central: line-ups, hands and dice as a test wants them.
use pushluck::game::contract::{Game, Log, Menu, Next, Silent};
use pushluck::game::decision::{ActionList, Decision, OwnLuck};
use pushluck::games::eight_seven_central::action::{Action, Event, Outcome};
use pushluck::games::eight_seven_central::cards::{Face, Program, each};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::rules::Rules;
use pushluck::games::eight_seven_central::state::State;
use pushluck::games::eight_seven_central::vocabulary::point;
use pushluck::sim::random::UnitKey;

/// A game under way, and all that was told of it.
pub(crate) struct Scene {
    pub(crate) game: EightSevenCentral,
    pub(crate) state: State,
    pub(crate) told: Vec<Event>,
}

struct Tape<'a>(&'a mut Vec<Event>);

impl Log<EightSevenCentral> for Tape<'_> {
    fn tell(&mut self, _: &State, event: Event) {
        self.0.push(event);
    }
}

/// Hands of Ads, where a test does not say others.
const ADS: [[&str; 5]; 4] = [
    ["Grocery Chain", "Grocery Chain", "Grocery Chain", "Grocery Chain", "Phone Company"],
    ["Perfume House", "Perfume House", "Perfume House", "Perfume House", "Phone Company"],
    ["Family Car", "Family Car", "Family Car", "Phone Company", "Phone Company"],
    ["Insurance Club", "Insurance Club", "Insurance Club", "Vacation Air", "Super Sponsor"],
];

impl Scene {
    pub(crate) fn new(seats: u8, change: impl FnOnce(&mut Rules)) -> Self {
        let mut edition = Edition::shipped();
        change(&mut edition.rules);
        Self::with(edition, seats)
    }

    fn with(edition: Edition, seats: u8) -> Self {
        let game = EightSevenCentral::new(edition.cards, edition.rules, seats);
        let state = game.start(&mut Silent);
        Self { game, state, told: Vec::new() }
    }

    /// Two players on Monday, Player 1 first drawn is seat 0; each Program cost a dollar and runs on
    /// the day that is said, the hands begin with the cards that are said.
    pub(crate) fn monday(hands: [&[&str]; 2], line_up: &[(u8, &str, u8)]) -> Self {
        Self::monday_of(|rules| rules.weeks = [3; 3], &hands, line_up)
    }

    /// The same with other rules, for as many players as there are hands.
    pub(crate) fn monday_of(
        change: impl FnOnce(&mut Rules),
        hands: &[&[&str]],
        line_up: &[(u8, &str, u8)],
    ) -> Self {
        let mut edition = Edition::shipped();
        change(&mut edition.rules);
        Self::monday_with(edition, hands, line_up)
    }

    /// The same with another edition.
    pub(crate) fn monday_with(
        edition: Edition,
        hands: &[&[&str]],
        line_up: &[(u8, &str, u8)],
    ) -> Self {
        let seats = hands.len() as u8;
        let mut scene = Self::with(edition, seats);
        scene.happen(Outcome::First(0));
        scene.deal(hands);
        let (mut wanted, mut filler) = (line_up.iter(), 0..40);
        while scene.point() != Some(point::ACTION)
            && scene.state.round() < scene.game.rules().rounds
        {
            let lots: Vec<_> = wanted.by_ref().take(usize::from(seats)).collect();
            for (_, title, _) in &lots {
                scene.reveal(title);
            }
            while matches!(scene.game.next(&scene.state), Next::Chance(_)) {
                let named = |one: &u8| line_up.iter().any(|it| scene.program(it.1) == *one);
                let next = filler.by_ref().find(|one| !named(one)).expect("another Program");
                scene.happen(Outcome::Program(next));
            }
            let mut bids: Vec<(u8, u8)> =
                lots.iter().enumerate().map(|(lot, it)| (it.0, lot as u8)).collect();
            let round = scene.state.round();
            while scene.state.round() == round {
                let seat = scene.state.seat();
                match bids.iter().position(|(bidder, _)| *bidder == seat) {
                    Some(place) => scene.bid(bids.remove(place).1, 1),
                    None => scene.act(Action::Pass),
                }
            }
        }
        scene.line_up(line_up);
        scene
    }

    /// Places Programs until all pass.
    pub(crate) fn line_up(&mut self, line_up: &[(u8, &str, u8)]) {
        let mut left: Vec<_> = line_up.to_vec();
        while self.point() == Some(point::PLACE) {
            let seat = self.state.seat();
            match left.iter().position(|it| it.0 == seat) {
                Some(place) => {
                    let (_, title, day) = left.remove(place);
                    self.act(Action::Place(self.program(title)));
                    self.act(Action::Slot(self.free_slot(day)));
                }
                None => self.act(Action::Pass),
            }
        }
        assert!(left.is_empty(), "{left:?}");
    }

    /// The slot of a day that may be chosen now.
    pub(crate) fn free_slot(&self, day: u8) -> u8 {
        let slots = self.legal().into_iter().find_map(|action| match action {
            Action::Slot(slot) if slot / 2 == day => Some(slot),
            _ => None,
        });
        slots.unwrap_or_else(|| panic!("no slot on day {day}"))
    }

    pub(crate) fn deal(&mut self, hands: &[&[&str]]) {
        for (hand, ads) in hands.iter().zip(ADS) {
            for title in hand.iter().chain(&ads[hand.len()..]) {
                self.draw(title);
            }
        }
    }

    pub(crate) fn program(&self, title: &str) -> Program {
        let shows = &self.game.cards().shows;
        let place = shows.iter().position(|show| show.title == title);
        place.unwrap_or_else(|| panic!("no Program {title}")) as Program
    }

    pub(crate) fn face(&self, title: &str) -> Face {
        let faces = &self.game.cards().faces;
        let place = faces.iter().position(|card| card.title == title);
        place.unwrap_or_else(|| panic!("no card {title}")) as Face
    }

    pub(crate) fn happen(&mut self, outcome: Outcome) {
        assert!(matches!(self.game.next(&self.state), Next::Chance(_)), "nothing is drawn now");
        assert!(self.outcomes().iter().any(|(one, _)| *one == outcome), "{outcome:?} cannot come");
        self.game.happen(&mut self.state, outcome, &mut Tape(&mut self.told));
        self.game.check(&self.state).expect("a sound position");
    }

    pub(crate) fn draw(&mut self, title: &str) {
        self.happen(Outcome::Card(self.face(title)));
    }

    pub(crate) fn reveal(&mut self, title: &str) {
        self.happen(Outcome::Program(self.program(title)));
    }

    pub(crate) fn outcomes(&self) -> Vec<(Outcome, u64)> {
        let mut all = Vec::new();
        self.game.outcomes(&self.state, &mut |outcome, weight| all.push((outcome, weight)));
        all
    }

    pub(crate) fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        Menu::list(&self.game, &self.state, &mut actions);
        actions
    }

    pub(crate) fn may(&self, action: Action) -> bool {
        self.legal().contains(&action)
    }

    pub(crate) fn may_play(&self, title: &str) -> bool {
        self.may(Action::Play(self.face(title)))
    }

    /// The decision point, where a seat decides.
    pub(crate) fn point(&self) -> Option<u8> {
        match self.game.next(&self.state) {
            Next::Decide { point, .. } => Some(point),
            _ => None,
        }
    }

    pub(crate) fn act(&mut self, action: Action) {
        assert!(self.point().is_some(), "nobody decides now");
        assert!(self.may(action), "{action:?} of {:?}", self.legal());
        self.game.act(&mut self.state, action, &mut Tape(&mut self.told));
        self.game.check(&self.state).expect("a sound position");
    }

    pub(crate) fn pass(&mut self) {
        self.act(Action::Pass);
    }

    pub(crate) fn bid(&mut self, lot: u8, dollars: u32) {
        self.act(Action::Lot(lot));
        self.act(Action::Amount(dollars));
    }

    /// The turn of a seat to bid: those before it pass.
    pub(crate) fn turn_to_bid(&mut self, seat: u8) {
        while self.state.seat() != seat {
            self.pass();
        }
    }

    /// A step of placing: what is in hand goes to the first slot, else a pass.
    pub(crate) fn idle_place(&mut self) {
        self.act(self.legal()[0]);
    }

    /// The turn of a seat: those before it stop.
    pub(crate) fn turn(&mut self, seat: u8) {
        while self.state.seat() != seat {
            assert_eq!(self.point(), Some(point::ACTION));
            self.pass();
        }
        assert_eq!(self.point(), Some(point::ACTION), "the turn of seat {seat} is over");
    }

    /// The seat plays a card that needs no Program.
    pub(crate) fn play(&mut self, seat: u8, title: &str) {
        self.turn(seat);
        self.act(Action::Play(self.face(title)));
    }

    /// The seat plays a card on a Program.
    pub(crate) fn play_on(&mut self, seat: u8, title: &str, on: &str) {
        self.play(seat, title);
        self.act(Action::Program(self.program(on)));
    }

    /// All stop, and the dice show those sums.
    pub(crate) fn roll(&mut self, a: u8, b: u8) {
        while self.point() == Some(point::ACTION) {
            self.pass();
        }
        self.happen(Outcome::Dice(a, b));
    }

    /// Goes on without anybody hitting, bidding or doing anything, until that day.
    pub(crate) fn idle_until(&mut self, week: u8, day: u8) {
        let there = |scene: &Self| (scene.state.week(), scene.state.day()) == (week, day);
        while !(there(self) && self.point() == Some(point::ACTION)) {
            self.idle();
        }
    }

    /// One step of that kind.
    pub(crate) fn idle(&mut self) {
        if self.point().is_some() {
            return self.act(self.legal()[0]);
        }
        let miss = |number: &u8| {
            let today = each(self.state.all_on_day(self.state.day()));
            today.into_iter().all(|program| !self.game.hits(&self.state, program).has(*number))
        };
        let outcome = match self.outcomes()[0].0 {
            Outcome::Dice(..) => {
                let number = (2..=12).find(miss).expect("a number that nobody has");
                Outcome::Dice(number, number)
            }
            Outcome::Die(_) => Outcome::Die(6),
            first => first,
        };
        self.happen(outcome);
    }

    /// Goes on in that way until the game is over.
    pub(crate) fn idle_to_the_end(&mut self) {
        while !matches!(self.game.next(&self.state), Next::Over { .. }) {
            self.idle();
        }
    }

    pub(crate) fn counters(&self, title: &str) -> u8 {
        self.state.counters(self.program(title))
    }

    /// The titles of the cards in play on a Program.
    pub(crate) fn on(&self, title: &str) -> Vec<&str> {
        let cards = each(self.state.cards_on(self.program(title), u64::MAX));
        cards
            .map(|card| &*self.game.cards().faces[usize::from(self.game.cards().face(card))].title)
            .collect()
    }

    /// Looks through the eyes of a seat.
    fn looking(
        &self,
        (seat, point): (u8, u8),
        look: impl FnOnce(&Decision<'_, EightSevenCentral>) -> f64,
    ) -> f64 {
        let (own, list) = (OwnLuck::new(UnitKey::of_game(1, 1), 0, 0), &mut ActionList::default());
        look(&Decision::new(&self.game, &self.state, (seat, point), own, list))
    }

    /// The value of a feature of the state to a seat.
    pub(crate) fn sees(&self, seat: u8, name: &str) -> f64 {
        let point = self.point().expect("a decision");
        self.looking((seat, point), |it| it.feature(name))
    }

    /// The value of a feature of an action to the seat that decides.
    pub(crate) fn shows(&self, action: Action, name: &str) -> f64 {
        let point = self.point().expect("a decision");
        self.looking((self.state.seat(), point), |it| it.action_feature(action, name))
    }

    /// What a seat scored on the last days, by genre in the order of scoring.
    pub(crate) fn scored(&self, seat: u8) -> Vec<u8> {
        let genre = |event: &Event| match *event {
            Event::Scored(of, genre, _) if of == seat => Some(genre),
            _ => None,
        };
        self.told.iter().filter_map(genre).collect()
    }

    pub(crate) fn forget(&mut self) {
        self.told.clear();
    }
}
