//! What every game on the contract keeps, held against Str8 Eight.

use pushluck::game::contract::{Game, Log, Luck, Menu, Next, Ranking, Silent};
use pushluck::game::decision::{ActionList, Decision};
use pushluck::game::laws::{laws, perft};
use pushluck::game::publish::{Function, Point, Publish};
use pushluck::game::vocabulary::to;
use pushluck::games::str8_eight::cards::{Card, Deck, Direction, Printed};
use pushluck::games::str8_eight::engine::{Action, Event, State, Str8Eight};

use crate::str8_eight::scene::{Scene, rules};

#[test]
fn random_games_keep_the_laws() {
    for seats in 2..=4 {
        let mut rules = rules(500);
        // Short hands reach the limit of turns, long ones shuffle the piles.
        for (max_turns, pass_penalty, games) in [(60, 1000, 4), (4000, 50, 4)] {
            (rules.max_turns, rules.pass_penalty) = (max_turns, pass_penalty);
            rules.keep_taken = max_turns == 60;
            rules.max_hands = 4;
            let positions = laws(&Scene::new(seats, rules).game, games);
            assert!(positions > 500, "{positions}");
        }
    }
}

#[test]
fn the_deal_is_counted() {
    // Ordered deals of the first three cards, each equally likely.
    let scene = Scene::new(2, rules(1));
    let paths = 70 * 69 * 68;
    assert_eq!(perft(&scene.game, &scene.game.start(&mut Silent), 3), (paths, paths.into()));
}

/// A way to break a law.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// None is broken.
    No,
    /// A feature shows the hand to the left.
    Leak,
    /// A function shows it.
    Call,
    /// `hide` deals anew what a seat knows to be in other hands, taken discards among it.
    Forget,
    /// One card is drawn more often than another.
    Uneven,
    /// It is a secret whether a card is laid or discarded.
    Secret,
}

/// Two play with a small deck; `hide` is asked often.
struct Faulty {
    game: Str8Eight,
    fault: Fault,
}

impl Faulty {
    /// Numbers 1 to 10 in two colours, each followed by the next two; three pass cards.
    fn new(fault: Fault) -> Self {
        let numbers = (1..=10).flat_map(|value| [0, 1].map(|colour| Printed { value, colour }));
        let passes = vec![Direction::Left; 3];
        let deck = Deck::new(numbers.collect(), passes, |value| vec![value + 1, value + 2], 3);
        let rules = pushluck::games::str8_eight::engine::Rules {
            max_turns: 200,
            max_hands: 2,
            ..rules(500)
        };
        Self { game: Str8Eight::new(deck, vec!["a".into(), "b".into()], rules, 2), fault }
    }

    /// The decision of the sound game.
    fn sound<'a>(
        &'a self,
        decision: &Decision<'a, Self>,
        list: &'a mut ActionList<Action>,
    ) -> Decision<'a, Str8Eight> {
        let Decision { state, seat, point, random, .. } = *decision;
        Decision::new(&self.game, state, (seat, point), random, list)
    }
}

impl Game for Faulty {
    type State = State;
    type Action = Action;
    type Outcome = Card;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn start(&self, _: &mut impl Log<Self>) -> State {
        self.game.start(&mut Silent)
    }

    fn next(&self, state: &State) -> Next {
        self.game.next(state)
    }

    fn actions(&self, state: &State, menu: &mut Menu<'_, Action>) {
        self.game.actions(state, menu);
    }

    fn kind(&self, point: u8, action: Action) -> usize {
        self.game.kind(point, action)
    }

    fn act(&self, state: &mut State, action: Action, _: &mut impl Log<Self>) {
        self.game.act(state, action, &mut Silent);
    }

    fn draw(&self, state: &State, luck: &mut impl Luck) -> Card {
        let mut cards = Vec::new();
        self.game.outcomes(state, &mut |card, _| cards.push(card));
        if self.fault == Fault::Uneven {
            cards.push(cards[0]);
        }
        cards[luck.below(cards.len() as u32) as usize]
    }

    fn outcomes(&self, state: &State, each: &mut dyn FnMut(Card, u64)) {
        self.game.outcomes(state, each);
    }

    fn happen(&self, state: &mut State, card: Card, _: &mut impl Log<Self>) {
        self.game.happen(state, card, &mut Silent);
    }

    fn ranking(&self, state: &State) -> Ranking {
        self.game.ranking(state)
    }

    fn seen(&self, state: &State, action: Action, seat: u8) -> Option<Action> {
        let plays = !matches!(action, Action::Pile | Action::Take);
        let hidden = self.fault == Fault::Secret && seat != state.seat() && plays;
        (!hidden).then_some(action)
    }

    fn hide(&self, state: &State, seat: u8, luck: &mut impl Luck) -> State {
        if self.fault != Fault::Forget || state.known(seat).is_empty() {
            return self.game.hide(state, seat, luck);
        }
        // Somebody who looks on knows nothing of any hand; what leaves the seat's own hand as it is
        // forgets nothing but what the seat knows of the other.
        let onlooker = self.seats();
        let mut worlds = std::iter::repeat_with(|| self.game.hide(state, onlooker, luck));
        worlds.find(|world| world.hand(seat) == state.hand(seat)).expect("the hand itself")
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.game.check(state)
    }
}

/// The hand of the seat, or of the other one where it shows.
fn passes(decision: &Decision<'_, Faulty>, fault: Fault) -> f64 {
    let shown = if decision.game.fault == fault { 1 - decision.seat } else { decision.seat };
    decision.state.hand(shown).passes().into()
}

pushluck::features! {
    STATE: StateFeature<Faulty>;
    "hand_passes" to(4), "cards", "Pass cards in the hand." =>
        |it| passes(it, Fault::Leak);
    "known_cards" to(1000), "cards", "The sum of the numbers of the cards that the seat knows." =>
        |it| it.state.known(it.seat).each().map(u32::from).sum::<u32>();
}

pushluck::features! {
    FUNCTIONS: Function<Faulty>;
    "own_passes"() to(4), "cards", "The same." => |(it, _)| passes(it, Fault::Call);
}

const fn point(number: usize) -> Point<Faulty> {
    let Point { name, about, actions, order, default_about, .. } = Str8Eight::POINTS[number];
    let default =
        |it: &Decision<'_, Faulty>| it.game.sound(it, &mut ActionList::default()).default_action();
    Point { name, about, actions, order, default_about, default, state: STATE, action: &[] }
}

impl Publish for Faulty {
    const NAME: &'static str = "faulty";

    const POINTS: &'static [Point<Self>] = &[point(0), point(1)];

    type Sight = ();

    const FUNCTIONS: &'static [Function<Self>] = FUNCTIONS;
}

#[test]
fn the_game_that_faults_are_planted_in_keeps_the_laws() {
    assert!(laws(&Faulty::new(Fault::No), 20) > 1000);
}

#[test]
#[should_panic(expected = "sees what is hidden")]
fn a_feature_that_shows_a_hidden_card_breaks_a_law() {
    laws(&Faulty::new(Fault::Leak), 20);
}

#[test]
#[should_panic(expected = "sees what is hidden")]
fn a_function_that_shows_a_hidden_card_breaks_a_law() {
    laws(&Faulty::new(Fault::Call), 20);
}

#[test]
#[should_panic(expected = "sees what is hidden")]
fn a_world_without_what_everybody_knows_breaks_a_law() {
    laws(&Faulty::new(Fault::Forget), 20);
}

#[test]
#[should_panic(expected = "stated")]
fn a_draw_that_is_not_as_stated_breaks_a_law() {
    laws(&Faulty::new(Fault::Uneven), 20);
}

#[test]
#[should_panic(expected = "is told a secret choice")]
fn a_secret_choice_that_shows_in_who_moves_breaks_a_law() {
    laws(&Faulty::new(Fault::Secret), 20);
}
