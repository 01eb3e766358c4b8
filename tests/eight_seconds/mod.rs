//! What the tests of 8 Seconds share: games by their settings, and turns laid down by hand.

#![allow(dead_code, reason = "each test uses a part")]

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use pushluck::game::contract::{Game as _, Log, Next};
pub(crate) use pushluck::game::decision::{Choice, DEFAULT_RULE, OwnLuck, Policy, Random};
use pushluck::game::play::{Decide, Streams, play_until};
pub(crate) use pushluck::games::eight_seconds::decision::{Action, Decision};
use pushluck::games::eight_seconds::dice::{Dice, Face};
use pushluck::games::eight_seconds::due::{Chance, Due};
use pushluck::games::eight_seconds::edition::{Ability, Edition};
use pushluck::games::eight_seconds::event::{Event, Outcome};
use pushluck::games::eight_seconds::play::Game;
use pushluck::games::eight_seconds::rules::Rules;
use pushluck::games::eight_seconds::score::Score;
use pushluck::games::eight_seconds::state::{MAX_PLAYERS, State};
use pushluck::games::eight_seconds::vocabulary::{VOCABULARY, point};
use pushluck::sim::luck::{Domain, UnitLuck};

/// Somebody at the table.
pub(crate) type Player = dyn Policy<Game>;

/// Who is told what happens, and what is decided before it is done.
pub(crate) trait Watch {
    fn told(&mut self, state: &State, event: &Event) {
        let _ = (state, event);
    }

    fn decided(&mut self, decision: &Decision<'_>, action: Action) {
        let _ = (decision, action);
    }
}

/// Nobody.
pub(crate) struct NoWatch;

impl Watch for NoWatch {}

/// Those at the table of one game, watched.
struct Table<'a, W> {
    seats: &'a [&'a Player],
    own: UnitLuck,
    /// The number of a turn played alone.
    alone: Option<u64>,
    asked: u64,
    watch: &'a RefCell<&'a mut W>,
}

impl<W: Watch> Decide<Game> for Table<'_, W> {
    fn decide(&mut self, decision: &Decision<'_>) -> usize {
        let turn = self.alone.unwrap_or_else(|| decision.state.turns.into());
        self.asked += 1;
        let luck = OwnLuck::new(self.own.turn(turn)).at(self.asked);
        let action = self.seats[usize::from(decision.seat)].choose(decision, &luck).action;
        self.watch.borrow_mut().decided(decision, decision.actions[action]);
        action
    }

    fn speaks(&self, seat: u8, point: u8) -> bool {
        self.seats[usize::from(seat)].speaks(point)
    }
}

/// Tells a watch what happens.
struct Telling<'a, W>(&'a RefCell<&'a mut W>);

impl<W: Watch> Log<Game> for Telling<'_, W> {
    fn tell(&mut self, state: &State, event: Event) {
        self.0.borrow_mut().told(state, &event);
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GameEnd {
    pub(crate) finished: bool,
    pub(crate) turns: u32,
    pub(crate) players: u8,
    pub(crate) scores: [Score; MAX_PLAYERS],
    pub(crate) winners: u8,
    pub(crate) state: State,
}

/// Plays game `number` of the run with that seed.
pub(crate) fn play_game(
    game: &Game,
    seats: &[&Player],
    (seed, number): (u64, u64),
    watch: &mut impl Watch,
) -> GameEnd {
    assert_eq!(seats.len(), usize::from(game.seats()));
    let watch = &RefCell::new(watch);
    let own = UnitLuck::new(seed, Domain::PolicyInGame, number);
    let mut table = Table { seats, own, alone: None, asked: 0, watch };
    let mut state = game.begin(&mut Telling(watch));
    let mut streams = Streams::of_game(seed, number);
    let (mut log, mut actions) = (Telling(watch), Vec::new());
    let finished =
        play_until(game, &mut state, &mut streams, &mut table, &mut log, &mut actions, |_| false);
    let (scores, winners) = game.final_scores(&state);
    GameEnd { finished, turns: state.turns, players: state.players, scores, winners, state }
}

/// How a turn played alone ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TurnEnd {
    pub(crate) outcome: Option<Outcome>,
    /// Points of the cards that it brought, and what tokens and money grew by.
    pub(crate) points: u16,
    pub(crate) tokens: i64,
    pub(crate) money: i64,
    pub(crate) state: State,
}

impl TurnEnd {
    fn new(before: &State, state: State) -> Self {
        let rider = usize::from(before.rider);
        let (before, after) = (&before.seats[rider], &state.seats[rider]);
        Self {
            outcome: state.turn.outcome,
            points: after.bull_points + after.buckle_points
                - before.bull_points
                - before.buckle_points,
            tokens: i64::from(after.tokens) - i64::from(before.tokens),
            money: after.money - before.money,
            state,
        }
    }

    /// Points and tokens.
    pub(crate) fn gained(&self) -> i64 {
        i64::from(self.points) + self.tokens
    }
}

/// Plays a turn of a block alone, from the set-up or from a state at which nothing is due.
pub(crate) fn play_turn(
    game: &Game,
    from: Option<State>,
    seats: &[&Player],
    (seed, block, turn): (u64, u64, u64),
    watch: &mut impl Watch,
) -> TurnEnd {
    let watch = &RefCell::new(watch);
    let own = UnitLuck::new(seed, Domain::PolicyInTurns, block);
    let mut table = Table { seats, own, alone: Some(turn), asked: 0, watch };
    let mut log = Telling(watch);
    let mut before = game.table();
    for seat in &mut before.seats[..seats.len()] {
        seat.tokens = game.rules.tokens.into();
    }
    let mut state = match from {
        None => game.alone(&mut log).expect("turns can be played alone"),
        Some(mut state) => {
            before = state;
            game.begin_turn(&mut state, &mut log);
            state
        }
    };
    let mut streams = Streams::of_turn(seed, block, turn);
    let mut actions = Vec::new();
    play_until(game, &mut state, &mut streams, &mut table, &mut log, &mut actions, |_| false);
    TurnEnd::new(&before, state)
}

/// The shipped edition under `settings`, written as for `--rules`.
pub(crate) fn game(settings: &str, players: usize) -> Game {
    let settings: Vec<(String, Option<String>)> = settings
        .split(',')
        .filter(|setting| !setting.is_empty())
        .map(|setting| match setting.split_once('=') {
            Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
            None => (setting.to_owned(), None),
        })
        .collect();
    let edition = Arc::new(Edition::shipped());
    let rules = Rules::resolve(edition, &settings).unwrap_or_else(|error| panic!("{error}"));
    Game::new(rules, players).unwrap_or_else(|error| panic!("{error}"))
}

/// Someone to whom every legal action is as good as any other.
pub(crate) fn random() -> &'static Player {
    &Random
}

/// The Bull of an edition that asks for these Turns-Bucks-Kicks, by its number in the game.
pub(crate) fn bull(game: &Game, moves: &str) -> u8 {
    let name = |moves: [u8; 3]| moves.map(|count| count.to_string()).join("-");
    let found = game.bulls.iter().position(|bull| name(bull.moves) == moves);
    found.unwrap_or_else(|| panic!("no Bull {moves}")) as u8
}

/// A set of Bulls.
pub(crate) fn bulls(game: &Game, moves: &[&str]) -> u32 {
    moves.iter().fold(0, |mask, moves| mask | 1 << bull(game, moves))
}

/// Eight dice as letters: Turn, Buck, Kick, Clown, `_` for Blank.
pub(crate) fn dice(letters: &str) -> Dice {
    let faces: Vec<Face> = letters
        .chars()
        .map(|letter| match letter {
            'T' => Face::Turn,
            'B' => Face::Buck,
            'K' => Face::Kick,
            'C' => Face::Clown,
            '_' => Face::Blank,
            other => panic!("no face {other}"),
        })
        .collect();
    Dice::new(faces.try_into().unwrap_or_else(|_| panic!("eight dice, not {letters}")))
}

/// The dice as letters.
pub(crate) fn letters(dice: Dice) -> String {
    dice.faces().map(|face| "TBKC_".as_bytes()[face as usize] as char).iter().collect()
}

/// One line of a script: at a decision of `point` the action `name` (with its argument, where one
/// is given).
#[derive(Clone, Debug)]
pub(crate) struct Line {
    seat: u8,
    point: &'static str,
    name: &'static str,
    argument: Option<u8>,
}

/// A decision that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) seat: u8,
    pub(crate) point: &'static str,
    /// The names of the legal actions with their arguments.
    pub(crate) legal: Vec<(&'static str, u8)>,
}

impl Made {
    /// Whether an action of that name was legal.
    pub(crate) fn offers(&self, name: &str) -> bool {
        self.legal.iter().any(|(legal, _)| *legal == name)
    }

    /// The arguments of the actions of that name.
    pub(crate) fn arguments(&self, name: &str) -> Vec<u8> {
        self.legal.iter().filter(|(legal, _)| *legal == name).map(|(_, of)| *of).collect()
    }
}

/// Plays by a script; where the script has nothing for a decision, passes or does the default.
#[derive(Debug)]
struct Actor {
    lines: Arc<Mutex<VecDeque<Line>>>,
    subsets: bool,
}

impl Policy<Game> for Actor {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        let point = &VOCABULARY.points[usize::from(decision.point)];
        let mut lines = self.lines.lock().unwrap();
        let at =
            lines.iter().position(|line| line.point == point.name && line.seat == decision.seat);
        let Some(line) = at.and_then(|at| lines.remove(at)) else {
            return by_default(decision);
        };
        let fits = |action: &Action| {
            point.actions[usize::from(action.kind())].name == line.name
                && line.argument.is_none_or(|argument| argument == action.argument())
        };
        let action = decision.actions.iter().position(fits);
        let action = action.unwrap_or_else(|| panic!("{line:?} is not legal: {decision:?}"));
        Choice { action, rule: 0 }
    }

    fn speaks(&self, point: u8) -> bool {
        usize::from(point) != point::KEEP_DICE || self.subsets
    }
}

/// The default, as a choice.
pub(crate) fn by_default(decision: &Decision<'_>) -> Choice {
    Choice { action: decision.default_action(), rule: DEFAULT_RULE }
}

/// Somebody who leaves everything to the defaults.
#[derive(Debug)]
pub(crate) struct Silent;

impl Policy<Game> for Silent {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        by_default(decision)
    }

    fn speaks(&self, _: u8) -> bool {
        false
    }
}

/// Dice and cards as they are laid down.
#[derive(Clone, Debug, Default)]
struct Laid {
    rolls: VecDeque<Dice>,
    bulls: VecDeque<u8>,
    others: VecDeque<u8>,
}

impl Laid {
    fn chance(&mut self, state: &State) -> Chance {
        let card = |cards: u32, laid: Option<u8>| {
            // Beyond what was laid down the highest card comes.
            let card = laid.unwrap_or(31 - cards.leading_zeros() as u8);
            assert!(cards >> card & 1 == 1, "card {card} is not in the pile");
            card
        };
        match state.due.last().expect("something due") {
            Due::Deal { .. } => Chance::Bull(card(state.pool(), self.bulls.pop_front())),
            Due::LayOutBuckles { .. } => {
                Chance::Buckle(card(state.closed_buckles.into(), self.others.pop_front()))
            }
            _ => Chance::Dice(self.rolls.pop_front().expect("a roll that was laid down")),
        }
    }
}

/// Everything told of a scene, as it happened.
#[derive(Debug, Default)]
struct Record {
    made: Vec<Made>,
    told: Vec<String>,
}

impl Watch for Record {
    fn told(&mut self, _: &State, event: &Event) {
        self.told.push(format!("{event:?}"));
    }

    fn decided(&mut self, decision: &Decision<'_>, _: Action) {
        let point = &VOCABULARY.points[usize::from(decision.point)];
        let name =
            |action: &Action| (point.actions[usize::from(action.kind())].name, action.argument());
        self.made.push(Made {
            seat: decision.seat,
            point: point.name,
            legal: decision.actions.iter().map(name).collect(),
        });
    }
}

/// One turn, prepared by hand: the cards, the rolls and the decisions.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) game: Game,
    pub(crate) state: State,
    laid: Laid,
    lines: Vec<Line>,
    subsets: bool,
}

/// How a scene ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) end: TurnEnd,
    pub(crate) made: Vec<Made>,
    pub(crate) told: Vec<String>,
}

impl Ended {
    pub(crate) fn outcome(&self) -> Outcome {
        self.end.outcome.expect("a turn was played")
    }

    /// The decisions of that name, in order.
    pub(crate) fn at(&self, point: &str) -> Vec<&Made> {
        self.made.iter().filter(|made| made.point == point).collect()
    }

    pub(crate) fn tokens(&self, seat: usize) -> u16 {
        self.end.state.seats[seat].tokens
    }

    pub(crate) fn money(&self, seat: usize) -> i64 {
        self.end.state.seats[seat].money
    }
}

impl Scene {
    /// The first turn of a game under `settings`.
    pub(crate) fn new(settings: &str, players: usize) -> Self {
        let game = game(settings, players);
        let state = game.table();
        Self { game, state, laid: Laid::default(), lines: Vec::new(), subsets: false }
    }

    /// The Bulls that are drawn, in order.
    pub(crate) fn deal(mut self, moves: &[&str]) -> Self {
        let drawn = moves.iter().map(|moves| bull(&self.game, moves));
        self.laid.bulls.extend(drawn);
        self
    }

    /// The rolls, in order.
    pub(crate) fn rolls(mut self, rolls: &[&str]) -> Self {
        self.laid.rolls.extend(rolls.iter().map(|roll| dice(roll)));
        self
    }

    /// The Riders or Buckles that are drawn, in order.
    pub(crate) fn draws(mut self, cards: &[u8]) -> Self {
        self.laid.others.extend(cards);
        self
    }

    /// What a seat does at its next decision of `point`.
    pub(crate) fn does(mut self, seat: u8, point: &'static str, name: &'static str) -> Self {
        self.lines.push(Line { seat, point, name, argument: None });
        self
    }

    /// The same with the argument of the action.
    pub(crate) fn does_with(
        mut self,
        seat: u8,
        point: &'static str,
        name: &'static str,
        argument: u8,
    ) -> Self {
        self.subsets |= point == "keep_dice";
        self.lines.push(Line { seat, point, name, argument: Some(argument) });
        self
    }

    /// The same with a Bull.
    pub(crate) fn does_bull(
        self,
        seat: u8,
        point: &'static str,
        name: &'static str,
        moves: &str,
    ) -> Self {
        let argument = bull(&self.game, moves);
        self.does_with(seat, point, name, argument)
    }

    /// Changes where the turn begins.
    pub(crate) fn with(mut self, change: impl FnOnce(&Game, &mut State)) -> Self {
        change(&self.game, &mut self.state);
        self
    }

    /// Gives a seat tokens from the pile.
    pub(crate) fn tokens(self, seat: usize, tokens: u16) -> Self {
        self.with(|_, state| {
            state.seats[seat].tokens += tokens;
            state.supply -= i64::from(tokens);
        })
    }

    /// Gives a seat the Rider with an ability.
    pub(crate) fn rider(self, seat: usize, ability: Ability) -> Self {
        self.with(|game, state| {
            let rider = game.rules.rider_with(ability).expect("such a Rider");
            state.seats[seat].rider = rider as u8;
            state.seats[seat].uses = game.rules.edition.riders[rider].uses;
        })
    }

    /// Opens Buckles, given as Turns-Bucks-Kicks-Clowns.
    pub(crate) fn open(self, needs: &[&str]) -> Self {
        let needs: Vec<u8> = needs.iter().map(|needs| buckle(&self.game, needs)).collect();
        self.with(|_, state| {
            for buckle in needs {
                state.open_buckles |= 1 << buckle;
                state.closed_buckles &= !(1 << buckle);
            }
        })
    }

    /// Gives a seat a Buckle.
    pub(crate) fn has_buckle(self, seat: usize, needs: &str) -> Self {
        let buckle = buckle(&self.game, needs);
        self.with(|game, state| {
            state.closed_buckles &= !(1 << buckle);
            state.seats[seat].buckles |= 1 << buckle;
            state.seats[seat].buckle_points +=
                u16::from(game.rules.edition.buckles[usize::from(buckle)].points);
        })
    }

    /// Plays the turn; every line of the script must have been used.
    pub(crate) fn play(self) -> Ended {
        let lines = Arc::new(Mutex::new(VecDeque::from(self.lines)));
        let actor = Actor { lines: Arc::clone(&lines), subsets: self.subsets };
        let seats: Vec<&Player> = vec![&actor; usize::from(self.state.players)];
        let mut laid = self.laid;
        let mut record = Record::default();
        let money = self.state.all_money(self.game.rules.edition.vegas.stake);
        let tokens = self.state.all_tokens();
        let end = play_laid(&self.game, self.state, &seats, &mut laid, &mut record);
        assert!(lines.lock().unwrap().is_empty(), "unused: {:?}", lines.lock().unwrap());
        assert!(laid.rolls.is_empty(), "rolls left over: {:?}", laid.rolls);
        assert_eq!(end.state.all_money(self.game.rules.edition.vegas.stake), money);
        assert_eq!(end.state.all_tokens(), tokens);
        Ended { end, made: record.made, told: record.told }
    }
}

/// Plays a turn with dice and cards as they are laid down.
fn play_laid(
    game: &Game,
    before: State,
    seats: &[&Player],
    laid: &mut Laid,
    record: &mut Record,
) -> TurnEnd {
    let watch = &RefCell::new(record);
    let mut log = Telling(watch);
    let own = UnitLuck::new(1, Domain::PolicyInGame, 1);
    let mut table = Table { seats, own, alone: None, asked: 0, watch };
    let mut state = before;
    game.begin_turn(&mut state, &mut log);
    loop {
        let at = state;
        match game.next(&at) {
            Next::Over { .. } => return TurnEnd::new(&before, state),
            Next::Chance(_) => game.happen(&mut state, laid.chance(&at), &mut log),
            Next::Decide { seat, point } => {
                let unasked = game.unasked(&at).filter(|_| !table.speaks(seat, point));
                let mut actions = Vec::new();
                game.actions(&at, &mut actions);
                let action = unasked.unwrap_or_else(|| match &*actions {
                    [only] => *only,
                    actions => {
                        let decision = Decision { game, state: &at, seat, point, actions };
                        actions[table.decide(&decision)]
                    }
                });
                game.act(&mut state, action, &mut log);
            }
        }
    }
}

/// The Buckle that asks for these Turns-Bucks-Kicks-Clowns.
pub(crate) fn buckle(game: &Game, needs: &str) -> u8 {
    let name = |needs: [u8; 4]| needs.map(|count| count.to_string()).join("-");
    let found = game.rules.edition.buckles.iter().position(|buckle| name(buckle.needs) == needs);
    found.unwrap_or_else(|| panic!("no Buckle {needs}")) as u8
}
