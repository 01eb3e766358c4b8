//! What every game on the contract keeps, held against Str8 Eight.

use pushluck::game::Vocabulary;
use pushluck::game::contract::{Game, Log, Luck, Menu, Next, Ranking, Silent};
use pushluck::game::decision::{ActionList, Decision};
use pushluck::game::laws::{laws, perft};
use pushluck::game::publish::Publish;
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

impl Publish for Faulty {
    type Sight = ();

    fn vocabulary() -> &'static Vocabulary {
        Str8Eight::vocabulary()
    }

    fn sight(&self, _: &Decision<'_, Self>) {}

    fn see(&self, decision: &Decision<'_, Self>, (): &(), slot: usize) -> f64 {
        let left = decision.state.hand((decision.seat + 1) % self.seats());
        let feature = &Self::vocabulary().points[usize::from(decision.point)].state[slot];
        if self.fault == Fault::Leak && feature.name == "hand_passes" {
            return left.passes().into();
        }
        let list = &mut ActionList::default();
        let decision = self.sound(decision, list);
        self.game.see(&decision, &self.game.sight(&decision), slot)
    }

    fn describe(
        &self,
        decision: &Decision<'_, Self>,
        (): &(),
        action: Action,
        wanted: &[usize],
        features: &mut [f64],
    ) {
        let list = &mut ActionList::default();
        let decision = self.sound(decision, list);
        let sight = self.game.sight(&decision);
        self.game.describe(&decision, &sight, action, wanted, features);
    }

    fn call(&self, decision: &Decision<'_, Self>, (): &(), function: usize, args: &[f64]) -> f64 {
        if self.fault == Fault::Call
            && Self::vocabulary().functions[function].name == "opponent_known"
        {
            return decision.state.hand(1 - decision.seat).passes().into();
        }
        let list = &mut ActionList::default();
        let decision = self.sound(decision, list);
        self.game.call(&decision, &self.game.sight(&decision), function, args)
    }

    fn default(&self, decision: &Decision<'_, Self>) -> Action {
        self.game.default(&self.sound(decision, &mut ActionList::default()))
    }
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
