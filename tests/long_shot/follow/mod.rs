//! The engine and the plain engine (the referee) play the same game: the engine supplies each card, roll and
//! decision that the referee needs. Positions, legal actions, details of decisions and scores must be equal.

mod features;
mod games;

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Debug;
use std::sync::Arc;

use pushluck::game::contract::{Game as _, Log, Next};
use pushluck::game::decision::ActionList;
use pushluck::game::play::Streams;
use pushluck::game::publish::Publish;
use pushluck::games::long_shot::agenda::Context;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::engine::Outcome;
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::legal_actions::{Action as Taken, Meaning};
use pushluck::games::long_shot::state::State;
use pushluck::sim::random::UnitKey;

use crate::long_shot::common::{Decision, finished};
use crate::long_shot::plain::state::{self, Seat};
use crate::long_shot::plain::table::About;
use crate::long_shot::plain::{Action, Ask, Components, Config, Referee, Score, Table};

#[derive(Debug, Default)]
pub(crate) struct Events(pub(crate) Vec<Event>);

impl Log<Game> for Events {
    fn record(&mut self, _: &State, event: Event) {
        self.0.push(event);
    }
}

/// The engine's game, as the source of chance and decisions for the referee.
pub(crate) struct Engine<'a> {
    pub(crate) game: &'a Game,
    pub(crate) state: State,
    streams: Streams,
    /// The prescribed outcomes of chance events, if any.
    pub(crate) dice: Option<VecDeque<Outcome>>,
    choose: &'a mut dyn FnMut(&Decision<'_>) -> Taken,
    pub(crate) events: Events,
    pub(crate) asked: Vec<(Ask, Action)>,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(
        game: &'a Game,
        (seed, number): (u64, u64),
        choose: &'a mut dyn FnMut(&Decision<'_>) -> Taken,
    ) -> Self {
        let mut events = Events::default();
        let state = game.start(&mut events);
        let streams = Streams::new(UnitKey::of_game(seed, number));
        Self { game, state, streams, dice: None, choose, events, asked: Vec::new() }
    }

    /// Advances to the next decision or chance event; the referee skips decisions with one legal action.
    fn next(&mut self) -> Next {
        loop {
            let next = self.game.next(&self.state);
            let Next::Decide { .. } = next else { return next };
            let mut legal = self.state.asked.expect("a decision").legal.iter();
            let (Some(only), None) = (legal.next(), legal.next()) else { return next };
            self.game.act(&mut self.state, only, &mut self.events);
        }
    }

    #[track_caller]
    fn chance(&mut self) -> Outcome {
        let next = self.next();
        let Next::Chance(stream) = next else { self.fault(&format!("no chance: {next:?}")) };
        let outcome = match &mut self.dice {
            Some(dice) => dice.pop_front().expect("a prescribed outcome"),
            None => self.game.draw(&self.state, self.streams.open(stream)),
        };
        self.game.happen(&mut self.state, outcome, &mut self.events);
        outcome
    }

    /// Ends the test with the latest events.
    #[track_caller]
    fn fault(&self, what: &str) -> ! {
        let from = self.events.0.len().saturating_sub(25);
        panic!("{what}, after {:#?}", &self.events.0[from..]);
    }

    #[track_caller]
    fn same<T: PartialEq + Debug>(&self, what: &str, engine: T, referee: T) {
        if engine != referee {
            self.fault(&format!("{what}: engine {engine:?}, referee {referee:?}"));
        }
    }

    /// Compares the positions; outside a round without the fields that the next roll sets.
    #[track_caller]
    fn compare(&self, referee: &Referee<'_>, in_round: bool) {
        let (mut engine, own) = (plain(self.game, &self.state), &referee.state);
        if !in_round {
            let &state::State { round, active, turn, rolled, movement, .. } = own;
            engine = state::State { round, active, turn, rolled, movement, ..engine };
        }
        self.same("table", &engine, own);
    }

    fn compare_features(&self, referee: &Referee<'_>, ask: &Ask, decision: &Decision<'_>) {
        let sight = &Default::default();
        let ability_of = |number: usize| {
            let card = usize::from(self.state.field.cards[number - 1]);
            self.game.rules.edition.horses[card].ability as i64
        };
        let ability = ask.about.ability.map_or(0, ability_of);
        let shown = &Game::POINTS[usize::from(decision.point)];
        for feature in shown.state {
            let plain = features::of_state(referee, ask, feature.words.name, ability) as f64;
            let plain = if feature.words.name == "rounds_left" { plain / 1000.0 } else { plain };
            self.same(feature.words.name, (feature.value)(decision, sight), plain);
        }
        for taken in decision.actions() {
            let meaning =
                decision.game.meaning(&self.state, decision.seat, decision.point.into(), *taken);
            let action = plain_action(decision.point, meaning);
            for feature in shown.action {
                let name = feature.words.name;
                // `expected_return` follows from chances and odds, which have their own tests.
                if name != "expected_return" {
                    let plain = match name {
                        "horse_ability" => {
                            match features::of_action(referee, ask, action, "horse") {
                                0 => 0,
                                horse => ability_of(horse as usize),
                            }
                        }
                        _ => features::of_action(referee, ask, action, name),
                    };
                    let plain = plain as f64;
                    let thousandths = matches!(name, "horse_speed" | "horse_rounds");
                    let plain = if thousandths { plain / 1000.0 } else { plain };
                    self.same(name, (feature.value)(decision, sight, *taken), plain);
                }
            }
        }
    }
}

impl Table for Engine<'_> {
    fn horse_card(&mut self, number: usize, cards: &[usize]) -> usize {
        self.same("cards to draw from", &*numbered(self.game, number), cards);
        let Outcome::Horse(card) = self.chance() else { self.fault("no Horse Card") };
        card.into()
    }

    fn starting_card(&mut self) -> usize {
        let Outcome::Starting(card) = self.chance() else { self.fault("no Starting Card") };
        card.into()
    }

    fn roll(&mut self, referee: &Referee<'_>) -> (usize, usize) {
        self.next();
        self.compare(referee, false);
        let Outcome::Roll(horse, movement) = self.chance() else { self.fault("no roll") };
        (horse.into(), movement.into())
    }

    fn roll_again(&mut self, referee: &Referee<'_>) -> usize {
        self.next();
        self.compare(referee, true);
        let Outcome::RollAgain(horse) = self.chance() else { self.fault("no second roll") };
        horse.into()
    }

    fn decide(&mut self, referee: &Referee<'_>, ask: &Ask) -> Action {
        let Next::Decide { seat, point } = self.next() else { self.fault(&format!("no {ask:?}")) };
        self.compare(referee, true);
        let (own, list) = (self.streams.own(seat), &mut ActionList::default());
        let decision = Decision::new(self.game, &self.state, (seat, point), own, list);
        let name = Game::POINTS[usize::from(point)].name;
        self.same("seat and point", (seat.into(), name), (ask.seat, ask.point));
        let asked = self.state.asked.expect("a decision");
        self.same("details", about(asked.context), ask.about);
        let actions = decision.actions();
        self.same("the order of actions", true, actions.is_sorted_by(|a, b| a < b));
        let converted = |taken: &Taken| {
            plain_action(point, self.game.meaning(&self.state, seat, point.into(), *taken))
        };
        let legal: BTreeSet<Action> = actions.iter().map(converted).collect();
        self.same("legal actions", legal, ask.legal.iter().copied().collect());
        // Features take longer than the game itself, so only some decisions are checked.
        if self.asked.len().is_multiple_of(5) {
            self.compare_features(referee, ask, &decision);
        }
        let taken = (self.choose)(&decision);
        let action = converted(&taken);
        self.asked.push((ask.clone(), action));
        self.game.act(&mut self.state, taken, &mut self.events);
        action
    }

    fn game_over(&mut self, referee: &Referee<'_>) {
        let next = self.next();
        self.compare(referee, false);
        let (game, end) = (self.game, &self.state);
        self.same("finished", finished(end), referee.circle_is_full());
        self.same("over", matches!(next, Next::Over { .. }), self.dice.is_none() || finished(end));
        self.same("rounds", end.round, referee.state.round);
        let (scores, winners) = game.final_scores(end);
        for (engine, score) in scores.iter().zip(referee.scores()) {
            let Score { purses, bets, sets, money, abilities } = score;
            let score =
                pushluck::games::long_shot::score::Score { purses, bets, sets, money, abilities };
            self.same("scores", *engine, score);
        }
        let winners: Vec<usize> = (0..8).filter(|seat| winners >> seat & 1 == 1).collect();
        self.same("winners", winners, referee.winners());
    }
}

/// Converts an action of the engine to one of the referee.
pub(crate) fn plain_action(point: u8, meaning: Meaning) -> Action {
    let Meaning { kind, horse, cell, dollars, wild } = meaning;
    let name = Game::POINTS[usize::from(point)].actions[usize::from(kind)].name;
    Action {
        kind: name.strip_prefix("wild_").unwrap_or(name),
        wild,
        number: cell.or(horse).map_or(0, |number| usize::from(number) + 1),
        dollars: dollars.into(),
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

/// The members of a mask, from 1.
fn numbers(mask: impl Into<u32>) -> BTreeSet<usize> {
    let mask = mask.into();
    (0..32).filter(|member| mask >> member & 1 == 1).map(|member| member + 1).collect()
}

/// Converts a position of the engine to one of the referee.
fn plain(game: &Game, state: &State) -> state::State {
    let bonuses = game.rules.edition.bonuses.iter();
    let tiles: Vec<&str> = bonuses
        .flat_map(|bonus| std::iter::repeat_n(bonus.kind.name(), bonus.tiles.into()))
        .collect();
    let marked = |of: u16| {
        let marked = numbers(of).into_iter();
        let mut marked: Vec<&str> = marked.map(|number| tiles[number - 1]).collect();
        marked.sort_unstable();
        marked
    };
    let seats = state.seated().iter().map(|sheet| Seat {
        money: sheet.money.into(),
        cells: numbers(sheet.grid),
        tiles: marked(sheet.tiles),
        helmets: numbers(sheet.helmets),
        jerseys: numbers(sheet.jerseys),
        owned: numbers(sheet.owned),
        wilds: sheet.wilds.into(),
        bets: sheet.bets().map(i64::from),
    });
    state::State {
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
        declined: numbers(state.declined).into_iter().collect(),
    }
}

fn numbered(game: &Game, number: usize) -> Vec<usize> {
    (0..32).filter(|card| game.rules.horses[number - 1] >> card & 1 == 1).collect()
}

pub(crate) fn config(game: &Game, components: &Arc<Components>) -> Config {
    let rules = &game.rules;
    Config {
        components: Arc::clone(components),
        cards: (1..=8).map(|number| numbered(game, number)).collect(),
        players: game.seats().into(),
        solo: rules.solo,
        money: rules.money,
        wilds: rules.wilds.into(),
        max_rounds: rules.max_turns,
    }
}

/// Lets the referee play a round, unless the race is over, from the engine's position up to scoring.
pub(crate) fn follow_round(config: Config, engine: &mut Engine<'_>) {
    let (state, active) = (plain(engine.game, &engine.state), engine.state.active);
    let mut referee = Referee { config, state, table: Some(engine) };
    if !referee.circle_is_full() {
        referee.round_of(active.into());
    }
    referee.end();
}
