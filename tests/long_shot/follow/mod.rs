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

use crate::long_shot::common::{Decision, End, Watch, asked, play};
use crate::long_shot::plain::table::About;
use crate::long_shot::plain::turn::GameOver;
use crate::long_shot::plain::{Action, Ask, Components, Config, Referee, Score, Table, Tile};

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

fn sorted<T: Clone + Ord>(list: &[T]) -> Vec<T> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

/// The two accounts of the table, side by side.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn note<E: PartialEq<R> + Debug, R: Debug>(
        &mut self,
        what: impl FnOnce() -> String,
        engine: E,
        referee: R,
    ) {
        if engine != referee {
            self.0.push(format!("{}: engine {engine:?}, referee {referee:?}", what()));
        }
    }
}

/// Where the two accounts of the table differ.
fn difference(referee: &Referee, engine: &State, game: &Game) -> Option<String> {
    let plain = &referee.state;
    let mut found = Differences::default();
    let named = |what: &'static str| move || what.to_owned();
    found.note(named("positions"), engine.track.positions().map(usize::from), plain.positions);
    let placed = engine.track.placed.map(|horse| usize::from(horse.wrapping_add(1)));
    let placed = &placed[..usize::from(engine.track.finishers())];
    found.note(named("finishers"), placed, &plain.finishers[..]);
    for (card, boxes) in plain.boxes.iter().enumerate() {
        let bar = numbers(engine.track.bar(card as u8));
        found.note(|| format!("card {}", card + 1), bar, sorted(boxes));
    }
    found.note(named("Market"), numbers(engine.market), sorted(&plain.market));
    found.note(named("players"), engine.seated().len(), plain.seats.len());
    for (seat, (sheet, plain)) in engine.seated().iter().zip(&plain.seats).enumerate() {
        let of = |what: &'static str| move || format!("{what} of seat {seat}");
        found.note(of("money"), i64::from(sheet.money), plain.money);
        let cells = (0..16).filter(|cell| sheet.grid >> cell & 1 == 1);
        let cells: Vec<(usize, usize)> = cells.map(|cell| (cell / 4 + 1, cell % 4 + 1)).collect();
        found.note(of("cells"), cells, sorted(&plain.cells));
        let mut first = 0;
        for bonus in &game.rules.edition.bonuses {
            let tile = TILES[bonus.kind as usize];
            let mask = ((1_u32 << bonus.tiles) - 1) << first;
            first += bonus.tiles;
            let marked = (u32::from(sheet.tiles) & mask).count_ones() as usize;
            let plain = plain.tiles.iter().filter(|other| **other == tile).count();
            found.note(|| format!("{tile:?} of seat {seat}"), marked, plain);
        }
        found.note(of("Helmets"), numbers(sheet.helmets), sorted(&plain.helmets));
        found.note(of("Jerseys"), numbers(sheet.jerseys), sorted(&plain.jerseys));
        found.note(of("horses"), numbers(sheet.owned), sorted(&plain.owned));
        found.note(of("Wild marks"), usize::from(sheet.wilds), plain.wilds);
        found.note(of("bets"), sheet.bets().map(i64::from), plain.bets);
    }
    (!found.0.is_empty()).then(|| found.0.join("; "))
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

    #[track_caller]
    fn compare(&self, referee: &Referee, state: &State) {
        if let Some(difference) = difference(referee, state, self.game) {
            self.fault(&difference);
        }
    }

    /// The same, with what holds once the dice of the round lie there.
    #[track_caller]
    fn compare_in_round(&self, referee: &Referee, state: &State) {
        self.compare(referee, state);
        let plain = &referee.state;
        self.same("round", state.round, plain.round);
        self.same("Active Player", usize::from(state.active), plain.active);
        self.same("horse rolled", usize::from(state.rolled) + 1, plain.rolled);
        self.same("movement", usize::from(state.movement), plain.movement);
        self.same("turn", usize::from(state.seat), plain.turn);
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
    check_end(&referee, over, &end);
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
pub(crate) fn follow_round(game: &Game, before: &State, record: &Record, end: &End) {
    let mut referee = referee_at(game, before);
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
    check_end(&referee, over, end);
}

/// The referee of a table that stands as the engine has it between two rounds.
fn referee_at(game: &Game, before: &State) -> Referee {
    let mut referee = Referee::new(config(game));
    let plain = &mut referee.state;
    for (held, sheet) in plain.seats.iter_mut().zip(before.seated()) {
        held.money = sheet.money.into();
        let cells = (0..16).filter(|cell| sheet.grid >> cell & 1 == 1);
        held.cells = cells.map(|cell| (cell / 4 + 1, cell % 4 + 1)).collect();
        let tiles = tiles(game).filter(|(place, _)| sheet.tiles >> place & 1 == 1);
        held.tiles = tiles.map(|(_, tile)| tile).collect();
        held.helmets = numbers(sheet.helmets);
        held.jerseys = numbers(sheet.jerseys);
        held.owned = numbers(sheet.owned);
        held.wilds = sheet.wilds.into();
        held.bets = sheet.bets().map(i64::from);
    }
    plain.positions = before.track.positions().map(usize::from);
    let placed = before.track.placed.into_iter().take(before.track.finishers().into());
    plain.finishers = placed.map(|horse| usize::from(horse) + 1).collect();
    for (card, boxes) in plain.boxes.iter_mut().enumerate() {
        let more = numbers(before.track.bar(card as u8));
        boxes.extend(more.into_iter().filter(|horse| !boxes.contains(horse)).collect::<Vec<_>>());
    }
    plain.cards = before.field.cards.map(usize::from).to_vec();
    plain.market = numbers(before.market);
    plain.round = before.round;
    plain.active = before.active.into();
    plain.turn = before.seat.into();
    plain.rolled = usize::from(before.rolled) + 1;
    plain.movement = before.movement.into();
    plain.declined = numbers(before.declined);
    referee
}

/// The places of all tiles, and what each brings.
fn tiles(game: &Game) -> impl Iterator<Item = (usize, Tile)> {
    let bonuses = game.rules.edition.bonuses.iter();
    bonuses.flat_map(|bonus| (0..bonus.tiles).map(|_| TILES[bonus.kind as usize])).enumerate()
}

fn check_end(referee: &Referee, over: GameOver, end: &End) {
    assert_eq!(end.finished, over == GameOver::Finished, "{over:?}");
    assert_eq!(end.rounds, referee.state.round, "rounds");
    for (seat, score) in referee.scores().into_iter().enumerate() {
        let engine = end.scores[seat];
        let engine = Score {
            purses: engine.purses,
            bets: engine.bets,
            sets: engine.sets,
            money: engine.money,
            abilities: engine.abilities,
        };
        assert_eq!(engine, score, "score of seat {seat}");
    }
    let winners: Vec<usize> = (0..8).filter(|seat| end.winners >> seat & 1 == 1).collect();
    assert_eq!(winners, referee.winners(), "winners");
}
