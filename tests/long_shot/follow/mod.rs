//! The engine's games, followed by the referee: every card, roll and decision that the engine tells
//! of is fed to the referee, which must offer the same actions about the same thing, come to the
//! same state before every decision and to the same scores.

mod features;
mod games;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::game::contract::Game as _;
use pushluck::game::decision::Policy;
use pushluck::game::publish::Publish;
use pushluck::game::settings::resolve;
use pushluck::games::long_shot::agenda::Context;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::legal_actions::{Action as Taken, Meaning};
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::state::State;
use pushluck::games::long_shot::vocabulary::{kind, point};
use pushluck::run::Definition;

use crate::long_shot::common::{Decision, Watch, asked, finished, play};
use crate::long_shot::plain::state::Seat;
use crate::long_shot::plain::table::About;
use crate::long_shot::plain::turn::GameOver;
use crate::long_shot::plain::{self, Action, Ask, Components, Config, Referee, Score, Table, Tile};

/// What the engine reports.
#[derive(Clone, Debug)]
enum Told {
    Event(Event),
    Decided(Decided),
}

/// A decision in the referee's words, with the features that were shown.
#[derive(Clone, Debug)]
struct Decided {
    seat: usize,
    point: usize,
    kind: u8,
    about: About,
    legal: Vec<Action>,
    action: Action,
    state: Vec<f64>,
    /// By legal action.
    actions: Vec<Vec<f64>>,
}

/// The record of a game: each event with the state it happened in.
#[derive(Debug, Default)]
pub(crate) struct Record {
    told: Vec<(Told, State)>,
}

impl Watch for Record {
    fn told(&mut self, state: &State, event: Event) {
        self.told.push((Told::Event(event), *state));
    }

    fn decided(&mut self, decision: &Decision<'_>, action: Taken) {
        let &Decision { game, state, seat, point, .. } = decision;
        let (point, actions) = (usize::from(point), decision.actions());
        assert!(actions.is_sorted_by(|a, b| a < b), "in order: {actions:?}");
        let said = |action| said(decision, game.meaning(state, seat, point, action));
        let (shown, sight) = (&Game::POINTS[point], &Default::default());
        let of_action = |action: &Taken| {
            shown.action.iter().map(|feature| (feature.value)(decision, sight, *action)).collect()
        };
        let decided = Decided {
            seat: seat.into(),
            point,
            kind: action.kind(point),
            about: about(asked(decision).context),
            legal: actions.iter().copied().map(said).collect(),
            action: said(action),
            state: shown.state.iter().map(|feature| (feature.value)(decision, sight)).collect(),
            actions: actions.iter().map(of_action).collect(),
        };
        self.told.push((Told::Decided(decided), *state));
    }
}

/// The kinds of Concession Bonus in the order of the vocabulary.
const TILES: [Tile; 9] = [
    Tile::Money,
    Tile::FreeBet,
    Tile::Horse,
    Tile::OneForward,
    Tile::TwoForward,
    Tile::OneBack,
    Tile::TwoBack,
    Tile::Helmet,
    Tile::Jersey,
];

/// An action of the engine in the referee's words.
fn said(decision: &Decision<'_>, meaning: Meaning) -> Action {
    let horse = || usize::from(meaning.horse.expect("a horse")) + 1;
    let cell = || {
        let cell = meaning.cell.expect("a cell");
        let number = decision.game.rules.edition.grid[usize::from(cell)];
        assert_eq!(meaning.horse, Some(number), "the number of the cell");
        (usize::from(cell) / 4 + 1, usize::from(cell) % 4 + 1)
    };
    let (wild, dollars) = (meaning.wild, i64::from(meaning.dollars));
    match (usize::from(decision.point), meaning.kind) {
        (point::ACTION, kind::ERASE) => Action::Erase,
        (point::ACTION, of) => {
            assert_eq!(wild, of >= kind::WILD);
            match if wild { of - kind::WILD } else { of } {
                kind::CONCESSION => Action::Concession { cell: cell(), wild },
                kind::HELMET => Action::Helmet { horse: horse(), wild },
                kind::JERSEY => Action::Jersey { horse: horse(), wild },
                kind::BET => Action::Bet { horse: horse(), dollars, wild },
                kind::BET_AND_MOVE => Action::BetAndMove { horse: horse(), wild },
                _ => Action::Buy { horse: horse(), wild },
            }
        }
        (point::ORDER, kind::ORDER_BONUS) => Action::NextBonus,
        (point::ORDER, kind::ORDER_MARK) => Action::NextMark,
        (point::ORDER, _) => Action::NextMove,
        (point::BONUS, of) => Action::Tile(TILES[usize::from(of)]),
        (point::FREE_BET, _) => {
            assert_eq!(meaning.dollars, asked(decision).context.dollars);
            Action::Horse(horse())
        }
        (point::FREE_HORSE | point::HELMET | point::JERSEY, _) => Action::Horse(horse()),
        (_, kind::PASS) => Action::Pass,
        (point::MOVE | point::BOX | point::HALF_PRICE, _) => Action::Horse(horse()),
        (point::EXTRA_MARK, kind::EXTRA_CONCESSION) => Action::MarkCell(cell()),
        (point::EXTRA_MARK, kind::EXTRA_HELMET) => Action::MarkHelmet(horse()),
        (point::EXTRA_MARK, _) => Action::MarkJersey(horse()),
        (point::ABILITY, _) => Action::Use,
        other => panic!("{other:?} is no action"),
    }
}

fn about(context: Context) -> About {
    let number = |horse: Option<u8>| horse.map(|horse| usize::from(horse) + 1);
    About {
        card: number(context.card),
        spaces: context.spaces.into(),
        left: context.left.into(),
        dollars: context.dollars.into(),
        ability: number(context.ability),
        subject: number(context.subject),
        stuck: context.stuck,
    }
}

/// The horses of a mask, by number.
fn numbers(mask: u8) -> Vec<usize> {
    (0..8).filter(|horse| mask >> horse & 1 == 1).map(|horse| horse + 1).collect()
}

/// The table as the engine has it, in the referee's words.
fn plain(game: &Game, state: &State) -> plain::state::State {
    let cells = |grid: u16| (0..16).filter(move |cell| grid >> cell & 1 == 1);
    let tiles: Vec<Tile> = (game.rules.edition.bonuses.iter())
        .flat_map(|bonus| (0..bonus.tiles).map(|_| TILES[bonus.kind as usize]))
        .collect();
    let seats = state.seated().iter().map(|sheet| Seat {
        money: sheet.money.into(),
        cells: cells(sheet.grid).map(|cell| (cell / 4 + 1, cell % 4 + 1)).collect(),
        tiles: cells(sheet.tiles).map(|place| tiles[place]).collect(),
        helmets: numbers(sheet.helmets),
        jerseys: numbers(sheet.jerseys),
        owned: numbers(sheet.owned),
        wilds: sheet.wilds.into(),
        bets: sheet.bets().map(i64::from),
    });
    plain::state::State {
        seats: seats.collect(),
        positions: state.track.positions().map(usize::from),
        finishers: state.track.placed_in_order().map(|(_, horse)| usize::from(horse) + 1).collect(),
        boxes: state.track.bars().into_iter().map(numbers).collect(),
        cards: state.field.cards.map(usize::from).to_vec(),
        market: numbers(state.market),
        round: state.round,
        active: state.active.into(),
        turn: state.seat.into(),
        rolled: usize::from(state.rolled) + 1,
        movement: state.movement.into(),
        declined: numbers(state.declined),
    }
}

/// The referee's table at which the engine's record is played again.
struct Follower<'a> {
    game: &'a Game,
    record: &'a Record,
    /// The next event.
    next: usize,
}

impl<'a> Follower<'a> {
    /// Ends the test with what has just happened.
    #[track_caller]
    fn fault(&self, what: &str) -> ! {
        let from = self.next.saturating_sub(25);
        let events = self.record.told.iter().enumerate().skip(from).take(40);
        let lines = events.map(|(place, (told, _))| {
            let mark = if place == self.next { ">" } else { " " };
            match told {
                Told::Decided(Decided { seat, point, about, action, .. }) => {
                    let point = Game::POINTS[*point].name;
                    format!("{mark} seat {seat} at {point}: {action:?} ({about:?})")
                }
                Told::Event(event) => format!("{mark} {event:?}"),
            }
        });
        panic!("{what}\n{}", lines.collect::<Vec<_>>().join("\n"))
    }

    #[track_caller]
    fn same<T: PartialEq + Debug>(&self, what: &str, engine: T, referee: T) {
        if engine != referee {
            self.fault(&format!("{what}: engine {engine:?}, referee {referee:?}"));
        }
    }

    /// Compares the tables before the dice of a round.
    #[track_caller]
    fn compare(&self, referee: &Referee, state: &State) {
        let own = referee.state.sorted();
        let &plain::state::State { round, active, turn, rolled, movement, .. } = &own;
        let engine = plain(self.game, state).sorted();
        self.same(
            "table",
            plain::state::State { round, active, turn, rolled, movement, ..engine },
            own,
        );
    }

    /// The same with what holds once the dice of the round lie there.
    #[track_caller]
    fn compare_in_round(&self, referee: &Referee, state: &State) {
        self.same("table", plain(self.game, state).sorted(), referee.state.sorted());
    }

    #[track_caller]
    fn compare_features(&self, referee: &Referee, state: &State, ask: &Ask, decided: &Decided) {
        let ability = ask.about.ability.map_or(0, |number| {
            let card = usize::from(state.field.cards[number - 1]);
            self.game.rules.edition.horses[card].ability as i64
        });
        let shown = &Game::POINTS[decided.point];
        for (feature, engine) in shown.state.iter().zip(&decided.state) {
            let plain = features::of_state(referee, ask, feature.words.name, ability) as f64;
            self.same(feature.words.name, *engine, plain);
        }
        for (action, seen) in decided.legal.iter().zip(&decided.actions) {
            // `expected_return` is made of chances and odds, which are checked on their own.
            let features = shown.action.iter().map(|feature| feature.words.name).zip(seen);
            for (name, engine) in features.filter(|(name, _)| *name != "expected_return") {
                let plain = features::of_action(referee, ask, *action, name) as f64;
                let thousandths = matches!(name, "horse_speed" | "horse_rounds");
                let plain = if thousandths { plain / 1000.0 } else { plain };
                if *engine != plain {
                    self.same(&format!("{name} of {action:?}"), *engine, plain);
                }
            }
        }
    }

    /// The next report of which `find` makes something: what the referee wants to know.
    #[track_caller]
    fn advance<T>(&mut self, what: &str, find: impl Fn(&'a Told) -> Option<T>) -> (T, &'a State) {
        let there = &self.record.told[self.next..];
        let found = there.iter().position(|(told, _)| known_to_the_referee(told));
        self.next += found.unwrap_or(there.len());
        match self.record.told.get(self.next).and_then(|(told, state)| Some((find(told)?, state))) {
            Some(found) => {
                self.next += 1;
                found
            }
            None => self.fault(what),
        }
    }
}

/// Whether it is chance or a choice, and not what follows from them.
fn known_to_the_referee(told: &Told) -> bool {
    match told {
        Told::Decided(_) => true,
        Told::Event(event) => matches!(
            event,
            Event::StartingCard { .. }
                | Event::Rolled { .. }
                | Event::TurnBegins { .. }
                | Event::RolandActs { rolled: Some(_), .. }
                | Event::Ends { .. }
        ),
    }
}

impl Table for Follower<'_> {
    fn horse_card(&mut self, referee: &Referee, number: usize, cards: &[usize]) -> usize {
        let card = usize::from(self.record.told[0].1.field.cards[number - 1]);
        self.same("cards to draw from", numbered(self.game, number), cards.to_vec());
        let name = &self.game.rules.edition.horses[card].name;
        self.same("name", name, &referee.config.components.horses[card].name);
        card
    }

    fn starting_card(&mut self, _: &Referee, seat: usize, _: &[usize]) -> usize {
        let (card, _) =
            self.advance(&format!("the referee deals to seat {seat}"), |told| match *told {
                Told::Event(Event::StartingCard { seat: to, card }) if usize::from(to) == seat => {
                    Some(card)
                }
                _ => None,
            });
        card.into()
    }

    fn roll(&mut self, referee: &Referee) -> (usize, usize) {
        let (roll, state) = self.advance("the referee rolls", |told| match *told {
            Told::Event(Event::Rolled { horse, spaces }) => Some((horse, spaces)),
            _ => None,
        });
        self.compare(referee, state);
        (usize::from(roll.0) + 1, roll.1.into())
    }

    fn roll_again(&mut self, referee: &Referee) -> usize {
        let what = "the referee rolls again for Roland";
        let (rolled, state) = self.advance(what, |told| match *told {
            Told::Event(Event::RolandActs { rolled, .. }) => rolled,
            _ => None,
        });
        self.compare_in_round(referee, state);
        usize::from(rolled) + 1
    }

    fn decide(&mut self, referee: &Referee, ask: &Ask) -> Action {
        let (decided, state) =
            self.advance(&format!("the referee asks {ask:?}"), |told| match told {
                Told::Decided(decided) => Some(decided),
                Told::Event(_) => None,
            });
        let asks = (decided.seat, Game::POINTS[decided.point].name);
        self.same("who is asked what", asks, (ask.seat, ask.point));
        self.compare_in_round(referee, state);
        let set = |legal: &[Action]| -> BTreeSet<Action> { legal.iter().copied().collect() };
        self.same("legal actions", set(&decided.legal), set(&ask.legal));
        self.same("what it is about", decided.about, ask.about);
        // They take the referee longer than the game; so it looks at some decisions only.
        if self.next.is_multiple_of(5) {
            self.compare_features(referee, state, ask, decided);
        }
        decided.action
    }

    fn turn_begins(&mut self, referee: &Referee, seat: usize) {
        let what = format!("the turn of seat {seat} begins");
        let (of, state) = self.advance(&what, |told| match *told {
            Told::Event(Event::TurnBegins { seat }) => Some(seat),
            _ => None,
        });
        self.same("turn", usize::from(of), seat);
        self.compare_in_round(referee, state);
    }

    fn game_over(&mut self, referee: &Referee) {
        let ((), state) = self.advance("the game is over", |told| {
            matches!(told, Told::Event(Event::Ends { .. })).then_some(())
        });
        self.compare(referee, state);
    }
}

/// The cards that one of a number is drawn from.
fn numbered(game: &Game, number: usize) -> Vec<usize> {
    (0..32).filter(|card| game.rules.horses[number - 1] >> card & 1 == 1).collect()
}

/// An edition by its text.
pub(crate) fn edition(name: &str, text: String) -> Edition {
    let source = Arc::new(Source { name: name.to_owned(), text });
    Edition::parse(source).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// A game of an edition under `settings`, written as for `--rules`.
pub(crate) fn game(edition: Edition, settings: &str, players: u8) -> Game {
    let settings = crate::library::settings(settings);
    let rules = resolve(Game::SETTINGS, &Rules::of(Arc::new(edition)), &settings);
    Game::new(rules.unwrap_or_else(|error| panic!("{error}")), players)
}

fn config(game: &Game) -> Config {
    thread_local! {
        /// The last edition, which most games share.
        static KNOWN: RefCell<Option<(Arc<Source>, Arc<Components>)>> = const { RefCell::new(None) };
    }
    let rules = &game.rules;
    let source = &rules.edition.source;
    let components = KNOWN.with_borrow_mut(|known| {
        let same = known.as_ref().filter(|(of, _)| of.text == source.text);
        let components = same.map(|(_, components)| Arc::clone(components));
        let components = components.unwrap_or_else(|| Arc::new(Components::of_toml(&source.text)));
        *known = Some((Arc::clone(source), Arc::clone(&components)));
        components
    });
    Config {
        components,
        cards: (1..=8).map(|number| numbered(game, number)).collect(),
        players: game.seats().into(),
        solo: rules.solo,
        money: rules.money,
        wilds: rules.wilds.into(),
        max_rounds: rules.max_turns,
    }
}

/// How often each kind of action was chosen, by decision point and kind, and how often each Horse
/// Card had an owner who is no Roland, by its place in the edition.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    pub(crate) kinds: BTreeMap<(usize, u8), u64>,
    pub(crate) horses: BTreeMap<usize, u64>,
}

/// Plays a game and lets the referee follow; counts what was chosen.
pub(crate) fn follow(
    game: &Game,
    players: &[&dyn Policy<Game>],
    luck: (u64, u64),
    chosen: &mut Chosen,
) {
    let mut record = Record::default();
    let end = play(game, players, luck, &mut record);
    let mut referee = Referee::new(config(game));
    let mut follower = Follower { game, record: &record, next: 0 };
    let over = referee.play(&mut follower);
    check_end(game, &referee, over, &end);
    for (told, _) in &record.told {
        if let Told::Decided(Decided { point, kind, .. }) = told {
            *chosen.kinds.entry((*point, *kind)).or_default() += 1;
        }
    }
    for number in 1..=8 {
        if referee.owner(number).is_some_and(|owner| !referee.is_roland(owner)) {
            *chosen.horses.entry(referee.state.cards[number - 1]).or_default() += 1;
        }
    }
}

/// Lets the referee follow a round, if there is one, from where the engine began it, up to the score.
pub(crate) fn follow_round(game: &Game, before: &State, record: &Record, end: &State) {
    let mut referee = Referee { config: config(game), state: plain(game, before) };
    let mut follower = Follower { game, record, next: 0 };
    if !referee.circle_is_full() {
        referee.round_of(&mut follower, before.active.into());
    }
    let over = match referee.circle_is_full() {
        true => GameOver::Finished,
        false => GameOver::TooLong,
    };
    if over == GameOver::Finished {
        referee.before_scoring(&mut follower);
    }
    follower.game_over(&referee);
    check_end(game, &referee, over, end);
}

fn check_end(game: &Game, referee: &Referee, over: GameOver, end: &State) {
    assert_eq!(finished(end), over == GameOver::Finished, "{over:?}");
    assert_eq!(end.round, referee.state.round, "rounds");
    let (scores, winners) = game.final_scores(end);
    for (engine, score) in scores.iter().zip(referee.scores()) {
        let Score { purses, bets, sets, money, abilities } = score;
        let score =
            pushluck::games::long_shot::score::Score { purses, bets, sets, money, abilities };
        assert_eq!(*engine, score, "scores");
    }
    let winners: Vec<usize> = (0..8).filter(|seat| winners >> seat & 1 == 1).collect();
    assert_eq!(winners, referee.winners(), "winners");
}
