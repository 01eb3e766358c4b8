//! One turn of 8 Seconds laid down by hand, played by the engine and followed by the referee.
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use pushluck::game::contract::{Game as _, Next};
use pushluck::game::decision::OwnLuck;
use pushluck::game::publish::Publish as _;
use pushluck::games::eight_seconds::agenda::{Chance, Due};
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::decision::{Action, Decision};
use pushluck::games::eight_seconds::dice::Dice;
use pushluck::games::eight_seconds::edition::Ability;
use pushluck::games::eight_seconds::event::{Event, Outcome};
use pushluck::games::eight_seconds::state::State;
use pushluck::sim::random::UnitKey;

use crate::eight_seconds::common::{
    ActionList, Choice, Policy, Telling, TurnEnd, Watch, bull, bulls, by_default, dice, game,
};
use crate::eight_seconds::follow::{Record as Followed, follow_turn};

/// One line of a script: what a seat does at its next choice among several actions at `point`.
#[derive(Clone, Debug)]
struct Line {
    seat: u8,
    point: String,
    name: String,
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
}

impl Policy<Game> for Actor {
    fn choose(&self, decision: &Decision<'_>) -> Choice {
        let legal = decision.actions();
        if legal.len() == 1 {
            return by_default(decision);
        }
        let point = &Game::POINTS[usize::from(decision.point)];
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
        let action = legal.iter().find(|action| fits(action));
        let action = action.unwrap_or_else(|| panic!("{line:?} is not legal: {legal:?}"));
        Choice { action: *action, rule: 0 }
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
        let point = &Game::POINTS[usize::from(decision.point)];
        let name =
            |action: &Action| (point.actions[usize::from(action.kind())].name, action.argument());
        self.made.push(Made {
            seat: decision.seat,
            point: point.name,
            legal: decision.actions().iter().map(name).collect(),
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
        Self { game, state, laid: Laid::default(), lines: Vec::new() }
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

    /// What is done, each at the next decision of that point: `[SEAT:]POINT ACTION [ARGUMENT]`, with
    /// commas between, and by seat 0 unless another is named; the argument is a number, a Bull or a
    /// Buckle.
    pub(crate) fn plays(mut self, script: &str) -> Self {
        for line in script.split(", ") {
            let (seat, line) = line.split_once(':').unwrap_or(("0", line));
            let words: Vec<&str> = line.split(' ').collect();
            let argument = words.get(2).map(|word| match word.matches('-').count() {
                0 => word.parse().expect("a number"),
                2 => bull(&self.game, word),
                _ => buckle(&self.game, word),
            });
            self.lines.push(Line {
                seat: seat.parse().expect("a seat"),
                point: words[0].to_owned(),
                name: words[1].to_owned(),
                argument,
            });
        }
        self
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

    /// Lies there from the turn before.
    pub(crate) fn left_over(self, moves: &[&str]) -> Self {
        self.with(|game, state| {
            state.line_up = bulls(game, moves);
            state.deck &= !state.line_up;
        })
    }

    /// Plays the turn, which the referee follows; every line of the script must have been used.
    pub(crate) fn play(self) -> Ended {
        let lines = Arc::new(Mutex::new(VecDeque::from(self.lines)));
        let actor = Actor { lines: Arc::clone(&lines) };
        let (game, mut laid) = (&self.game, self.laid);
        let mut record = Record::default();
        let end = follow_turn(game, &self.state, |followed| {
            play_laid(game, self.state, &actor, &mut laid, &mut Both(&mut record, followed))
        });
        assert!(lines.lock().unwrap().is_empty(), "unused: {:?}", lines.lock().unwrap());
        assert!(laid.rolls.is_empty(), "rolls left over: {:?}", laid.rolls);
        Ended { end, made: record.made, told: record.told }
    }
}

/// Two who are told the same.
struct Both<'a>(&'a mut Record, &'a mut Followed);

impl Watch for Both<'_> {
    fn told(&mut self, state: &State, event: &Event) {
        self.0.told(state, event);
        self.1.told(state, event);
    }

    fn decided(&mut self, decision: &Decision<'_>, action: Action) {
        self.0.decided(decision, action);
        self.1.decided(decision, action);
    }
}

/// Plays a turn with dice and cards as they are laid down.
fn play_laid(
    game: &Game,
    before: State,
    actor: &Actor,
    laid: &mut Laid,
    watch: &mut impl Watch,
) -> TurnEnd {
    let watch = &RefCell::new(watch);
    let mut log = Telling(watch);
    let luck = OwnLuck::new(UnitKey::of_game(1, 1), 0, 0);
    let mut state = before;
    game.begin_turn(&mut state, &mut log);
    loop {
        let at = state;
        match game.next(&at) {
            Next::Over { .. } => return TurnEnd::new(&before, state),
            Next::Chance(_) => game.happen(&mut state, laid.chance(&at), &mut log),
            Next::Decide { seat, point } => {
                let list = &mut ActionList::default();
                let decision = Decision::new(game, &at, (seat, point), luck, list);
                let action = actor.choose(&decision).action;
                if decision.count() > 1 {
                    watch.borrow_mut().decided(&decision, action);
                }
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

/// Three cheap Bulls, from the lowest points up.
pub(crate) const BULLS: [&str; 3] = ["2-1-0", "2-1-1", "2-2-1"];

/// A turn of seat 0 with those Bulls.
pub(crate) fn scene(settings: &str, players: usize) -> Scene {
    Scene::new(settings, players).deal(&BULLS)
}

/// A state in which the seats have these Bulls and tokens.
pub(crate) fn table(game: &Game, seats: &[(&[&str], u16)]) -> State {
    let mut state = game.table();
    for (seat, (cards, tokens)) in state.seats.iter_mut().zip(seats) {
        seat.bulls = bulls(game, cards);
        let points = (0..32).filter(|bull| seat.bulls >> bull & 1 == 1);
        seat.bull_points = points.map(|bull| u16::from(game.bulls[bull].points)).sum();
        seat.tokens = *tokens;
    }
    state
}
