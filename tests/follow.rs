//! Tests that card games share: scenes in the middle of a game, and a plain engine that follows the
//! game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use pushluck::game::Kind;
use pushluck::game::contract::{Game, Log, Menu, Next, Silent};
use pushluck::game::decision::{ActionList, Decision, OwnRandom};
use pushluck::game::play::Streams;
use pushluck::game::publish::{ActionFeature, Function, Publish, StateFeature};
use pushluck::sim::random::UnitKey;

/// A game in progress, with its events.
pub(crate) struct Scene<G: Game> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) told: Vec<G::Event>,
}

struct Tape<'a, G: Game>(&'a mut Vec<G::Event>);

impl<G: Game> Log<G> for Tape<'_, G> {
    fn record(&mut self, _: &G::State, event: G::Event) {
        self.0.push(event);
    }
}

impl<G: Game> Scene<G> {
    pub(crate) fn of(game: G) -> Self {
        Self { state: game.start(&mut Silent), game, told: Vec::new() }
    }

    pub(crate) fn outcomes(&self) -> Vec<(G::Outcome, u64)> {
        let mut all = Vec::new();
        self.game.outcomes(&self.state, &mut |outcome, weight| all.push((outcome, weight)));
        all
    }

    pub(crate) fn happen(&mut self, outcome: G::Outcome) {
        assert!(matches!(self.game.next(&self.state), Next::Chance(_)), "nothing is drawn now");
        assert!(self.outcomes().iter().any(|(one, _)| *one == outcome), "{outcome:?} cannot come");
        self.game.happen(&mut self.state, outcome, &mut Tape(&mut self.told));
        self.game.check(&self.state).expect("a valid position");
    }

    pub(crate) fn legal(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        Menu::list(&self.game, &self.state, &mut actions);
        actions
    }

    pub(crate) fn act(&mut self, action: G::Action) {
        assert!(self.legal().contains(&action), "{action:?} of {:?}", self.legal());
        self.game.act(&mut self.state, action, &mut Tape(&mut self.told));
        self.game.check(&self.state).expect("a valid position");
    }
}

/// The observed values of each name of a vocabulary.
pub(crate) type Values = BTreeMap<&'static str, BTreeSet<u64>>;

/// The values of the names of a game at a decision, from its plain engine.
pub(crate) trait Plain<G: Publish>: Debug {
    fn of_state(&self, name: &str) -> f64;
    /// `None` for a name that another test compares.
    fn of_action(&self, action: G::Action, name: &str) -> Option<f64>;
    fn of_call(&self, name: &str, arguments: &[usize]) -> f64;
}

/// Compares every name that a game publishes at a decision.
pub(crate) fn compare<G: Publish>(
    game: &G,
    state: &G::State,
    plain: &impl Plain<G>,
    values: &mut Values,
) {
    let Next::Decide { seat, point } = game.next(state) else { return };
    let (own, list) = (OwnRandom::new(UnitKey::of_game(1, 1), 0, 0), &mut ActionList::default());
    let decision = Decision::new(game, state, (seat, point), own, list);
    let sight = G::Sight::default();
    let mut same = |name: &'static str, shown: f64, expected: f64, of: &dyn Debug| {
        let near = (shown - expected).abs() < 1e-9;
        assert!(near, "{name} of {of:?} to {seat}: {shown} for {expected}, {plain:?}");
        values.entry(name).or_default().insert(shown.to_bits());
    };
    let published = &G::POINTS[usize::from(point)];
    for StateFeature { words, value } in published.state {
        same(words.name, value(&decision, &sight), plain.of_state(words.name), &"the state");
    }
    for action in decision.actions() {
        for ActionFeature { words, value } in published.action {
            if let Some(expected) = plain.of_action(*action, words.name) {
                same(words.name, value(&decision, &sight, *action), expected, action);
            }
        }
    }
    for Function { words, value } in G::FUNCTIONS {
        // Each parameter from 0 to its range plus one.
        let calls = words.parameters.iter().fold(vec![Vec::new()], |calls, parameter| {
            let Kind::Integer { max, .. } = parameter.kind else { panic!("{}", words.name) };
            let longer = |call: &Vec<usize>, value| [&call[..], &[value]].concat();
            let values = 0..=max as usize + 1;
            calls.iter().flat_map(|call| values.clone().map(move |it| longer(call, it))).collect()
        });
        for call in calls {
            let arguments: Vec<f64> = call.iter().map(|value| *value as f64).collect();
            let expected = plain.of_call(words.name, &call);
            same(words.name, value(&decision, &sight, &arguments), expected, &call);
        }
    }
}

/// Checks that every compared name had more than one value.
pub(crate) fn assert_varied(values: Values) {
    for (name, values) in values {
        assert!(values.len() > 1, "{name} was never another");
    }
}

/// Resamples the hidden information of a position until each possible world occurs some hundred
/// times. Returns the chi-square statistic in standard deviations above its mean. A world listed
/// twice is expected twice as often.
pub(crate) fn excess<W: Ord + Clone + Debug>(worlds: &[W], mut hide: impl FnMut() -> W) -> f64 {
    const EACH: usize = 100;
    let mut met: BTreeMap<W, (f64, f64)> = BTreeMap::new();
    worlds.iter().for_each(|world| met.entry(world.clone()).or_default().0 += EACH as f64);
    for _ in 0..EACH * worlds.len() {
        let world = hide();
        met.get_mut(&world).unwrap_or_else(|| panic!("{world:?} cannot be")).1 += 1.0;
    }
    let free = (met.len() - 1) as f64;
    let square = met.values().map(|(expected, count)| (count - expected).powi(2) / expected);
    (square.sum::<f64>() - free) / (2.0 * free).sqrt()
}

/// Returns all ways to put cards, one after the other, into places of given capacity where they
/// fit: the place of each card. `None` if there are too many.
pub(crate) fn placements<T: Copy>(
    cards: &[T],
    room: Vec<usize>,
    fits: impl Fn(T, usize) -> bool,
) -> Option<Vec<Vec<usize>>> {
    let mut ways = vec![(Vec::new(), room)];
    for card in cards {
        let mut longer = Vec::new();
        for (way, room) in ways {
            for place in (0..room.len()).filter(|place| room[*place] > 0 && fits(*card, *place)) {
                let mut room = room.clone();
                room[place] -= 1;
                longer.push(([&way[..], &[place]].concat(), room));
            }
        }
        if longer.len() > 5_000 {
            return None;
        }
        ways = longer;
    }
    Some(ways.into_iter().map(|(way, _)| way).collect())
}

pub(crate) fn sorted<T: Ord>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    all.sort();
    all
}

/// Supplies the decisions of players and the outcomes of chance for a plain engine written as a
/// procedure.
pub(crate) trait Guide<G: Game, T> {
    /// Returns one of the legal actions of a player at a decision point.
    fn decide(&mut self, table: &T, player: usize, point: u8, legal: Vec<G::Action>) -> G::Action;
    /// Returns one of the possible outcomes, each with its weight.
    fn chance(&mut self, table: &T, possible: Vec<(G::Outcome, u64)>) -> G::Outcome;
}

/// The game of the engine, compared with a plain engine decision by decision.
pub(crate) struct Beside<'a, G: Game, C, V> {
    game: &'a G,
    pub(crate) state: G::State,
    streams: Streams,
    /// Takes one of the legal actions of a decision point.
    choose: C,
    /// Compares each position of both engines, given the choices so far.
    visit: V,
    chosen: Vec<G::Action>,
}

impl<'a, G: Game, C, V> Beside<'a, G, C, V> {
    pub(crate) fn new(game: &'a G, number: u64, choose: C, visit: V) -> Self {
        let streams = Streams::new(UnitKey::of_game(5, number));
        Self { game, state: game.start(&mut Silent), streams, choose, visit, chosen: Vec::new() }
    }
}

impl<G, T, C, V> Guide<G, T> for Beside<'_, G, C, V>
where
    G: Game,
    C: FnMut(u8, &[G::Action]) -> G::Action,
    V: FnMut(&G::State, &T, &[G::Action]),
{
    fn decide(&mut self, table: &T, player: usize, point: u8, legal: Vec<G::Action>) -> G::Action {
        let next = Next::Decide { seat: player as u8, point };
        assert_eq!(self.game.next(&self.state), next, "{legal:?} in {:?}", self.state);
        (self.visit)(&self.state, table, &self.chosen);
        let mut actions = Vec::new();
        Menu::list(self.game, &self.state, &mut actions);
        assert_eq!(actions, sorted(legal), "{:?}", self.state);
        let action = (self.choose)(point, &actions);
        self.game.act(&mut self.state, action, &mut Silent);
        self.chosen.push(action);
        action
    }

    fn chance(&mut self, table: &T, possible: Vec<(G::Outcome, u64)>) -> G::Outcome {
        let next = self.game.next(&self.state);
        let Next::Chance(stream) = next else { panic!("{possible:?}, but {next:?}") };
        (self.visit)(&self.state, table, &self.chosen);
        let mut listed = Vec::new();
        self.game.outcomes(&self.state, &mut |outcome, weight| listed.push((outcome, weight)));
        assert_eq!(sorted(listed), sorted(possible), "{:?}", self.state);
        let outcome = self.game.draw(&self.state, self.streams.open(stream));
        self.game.happen(&mut self.state, outcome, &mut Silent);
        outcome
    }
}

/// The number of occurrences of events in the followed games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(BTreeMap<&'static str, u32>);

impl Seen {
    pub(crate) fn note(&mut self, what: &'static str, times: usize) {
        *self.0.entry(what).or_default() += times as u32;
    }

    /// An event that never occurs is not tested.
    pub(crate) fn assert_more_than(&self, least: &[(&str, u32)]) {
        for (what, least) in least {
            assert!(self.0.get(what).is_some_and(|times| times > least), "{what}: {:?}", self.0);
        }
    }
}
