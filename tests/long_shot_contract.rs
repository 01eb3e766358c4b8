//! Long Shot on the contract of all games: the laws, and the same games as the engine plays by
//! itself.

mod long_shot;

use long_shot::rules;
use pushluck::game::contract::{self, Next, Silent};
use pushluck::game::laws::{laws, perft};
use pushluck::games::long_shot::actions::Action;
use pushluck::games::long_shot::decision::{Player, RandomPlayer, Roland};
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::event::{Event, Watch};
use pushluck::games::long_shot::game::{Outcome, Position};
use pushluck::games::long_shot::luck::{Dealer, Luck, Streams};
use pushluck::games::long_shot::play::Game;
use pushluck::games::long_shot::state::State;

const SETS: [&str; 4] =
    ["set1", "set2", "set3", "set2+strung-along+pie-in-the-sky+dance-card+donut-dollie"];

fn game(players: usize, horses: &str, solo: bool) -> Game {
    let solo = if solo { "on" } else { "off" };
    let rules = rules(Edition::shipped(), &[("horses", horses), ("solo", solo)]);
    Game::new(rules, players).expect("two to eight players")
}

fn games() -> impl Iterator<Item = Game> {
    let tables =
        SETS.into_iter().flat_map(|set| [2, 3, 5].map(|players| game(players, set, false)));
    tables.chain(SETS.map(|set| game(2, set, true))).chain([game(3, "mixed", false)])
}

#[test]
fn random_games_keep_the_laws() {
    for game in games() {
        assert!(laws(&game, 2) > 50);
    }
}

/// Writes down what chance brings.
struct Recorder<'a> {
    streams: Streams,
    drawn: &'a mut Vec<Outcome>,
}

impl Dealer for Recorder<'_> {
    fn roll(&mut self) -> (usize, usize) {
        let (side, movement) = self.streams.roll();
        self.drawn.push(Outcome::Roll(side as u8, movement as u8));
        (side, movement)
    }

    fn roll_again(&mut self) -> usize {
        let side = self.streams.roll_again();
        self.drawn.push(Outcome::RollAgain(side as u8));
        side
    }

    fn starting_card(&mut self, cards: u32) -> u8 {
        let card = self.streams.starting_card(cards);
        self.drawn.push(Outcome::Starting(card));
        card
    }

    fn horse_card(&mut self, horses: u32) -> u8 {
        let horse = self.streams.horse_card(horses);
        self.drawn.push(Outcome::Horse(horse));
        horse
    }
}

/// Writes down what is decided, where, and among what.
#[derive(Default)]
struct Decisions(Vec<(State, u8, usize, Vec<Action>, Action)>);

impl Watch for Decisions {
    fn told(&mut self, state: &State, event: &Event<'_>) {
        if let Event::Decided { decision, action, .. } = event {
            let legal = decision.legal().iter().collect();
            self.0.push((*state, decision.seat(), decision.point(), legal, *action));
        }
    }
}

#[test]
fn a_game_is_the_same_decision_by_decision() {
    for (game, number) in games().zip(1..).flat_map(|(game, first)| {
        (0..40).map(move |more| (game.clone(), 100 * first + more)).collect::<Vec<_>>()
    }) {
        let seats = usize::from(game.players());
        let mut players: Vec<&dyn Player> = vec![&RandomPlayer; seats];
        if game.is_roland(1) {
            players[1] = &Roland;
        }
        let luck = Luck::game(3, number);
        let (mut drawn, mut decided) = (Vec::new(), Decisions::default());
        let mut dealer = Recorder { streams: Streams::new(luck), drawn: &mut drawn };
        let end = game.play_with(&players, luck, &mut dealer, &mut decided);
        let (mut drawn, mut decided) = (drawn.into_iter(), decided.0.into_iter());
        let mut at: Position = contract::Game::start(&game);
        let finished = loop {
            let mut legal = Vec::new();
            match contract::Game::next(&game, &at) {
                Next::Over { finished } => break finished,
                Next::Chance(_) => {
                    let outcome = drawn.next().expect("something drawn");
                    contract::Game::happen(&game, &mut at, outcome, &mut Silent);
                }
                Next::Decide { seat, point } => {
                    contract::Game::actions(&game, &at, &mut legal);
                    if let [only] = legal[..] {
                        contract::Game::act(&game, &mut at, only, &mut Silent);
                        continue;
                    }
                    let (state, by, at_point, among, action) = decided.next().expect("a decision");
                    assert_eq!((seat, usize::from(point), &legal), (by, at_point, &among));
                    assert_eq!(at.state, state);
                    contract::Game::act(&game, &mut at, action, &mut Silent);
                }
            }
        };
        assert_eq!((drawn.next(), decided.next()), (None, None));
        assert_eq!((finished, at.state), (end.finished, end.state));
        let ranking = contract::Game::ranking(&game, &at);
        assert_eq!(ranking.winners, end.winners);
        let totals = end.scores.map(|score| score.total() as i32);
        assert_eq!(ranking.scores[..seats], totals[..seats]);
    }
}

#[test]
fn the_deal_and_the_first_roll_are_counted() {
    // Starting Cards for two players of those in the box, then 48 rolls.
    let game = game(2, "set1", false);
    let cards = game.rules.edition.starting_cards.len() as u64;
    let paths = cards * (cards - 1) * 48;
    let start = contract::Game::start(&game);
    assert_eq!(perft(&game, &start, 3), (paths, paths.into()));
}
