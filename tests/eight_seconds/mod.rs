//! What the tests of 8 Seconds share: games by their settings, and turns laid down by hand.

#![allow(dead_code, reason = "each test uses a part")]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use pushluck::games::eight_seconds::decision::{
    Action, Choice, Decision, OwnLuck, Player, RandomPlayer,
};
use pushluck::games::eight_seconds::dice::{Dice, Face, Roller};
use pushluck::games::eight_seconds::edition::{Ability, Edition};
use pushluck::games::eight_seconds::event::{Event, Outcome, Watch};
use pushluck::games::eight_seconds::luck::{Dealer, Luck, Pile};
use pushluck::games::eight_seconds::play::{Game, TurnEnd, play_turn_from};
use pushluck::games::eight_seconds::rules::Rules;
use pushluck::games::eight_seconds::state::State;
use pushluck::games::eight_seconds::vocabulary::{VOCABULARY, point};

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
pub(crate) fn random() -> &'static dyn Player {
    &RandomPlayer
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

impl Player for Actor {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        let point = &VOCABULARY.points[decision.point()];
        let mut lines = self.lines.lock().unwrap();
        let at =
            lines.iter().position(|line| line.point == point.name && line.seat == decision.seat());
        let Some(line) = at.and_then(|at| lines.remove(at)) else {
            return decision.default_choice();
        };
        let fits = |action: &Action| {
            point.actions[usize::from(action.kind())].name == line.name
                && line.argument.is_none_or(|argument| argument == action.argument())
        };
        let action = decision.legal().iter().position(fits);
        let action = action.unwrap_or_else(|| panic!("{line:?} is not legal: {decision:?}"));
        Choice { action, rule: 0 }
    }

    fn has_rules(&self, point: usize) -> bool {
        point != point::KEEP_DICE || self.subsets
    }
}

/// Dice and cards as they are laid down.
#[derive(Clone, Debug, Default)]
struct Laid {
    rolls: VecDeque<Dice>,
    bulls: VecDeque<u8>,
    others: VecDeque<u8>,
}

impl Dealer for Laid {
    fn take_up_dice(&mut self, _: u8, _: u32) {}

    fn roll(&mut self, _: &Roller) -> Dice {
        self.rolls.pop_front().expect("a roll that was laid down")
    }

    fn draw(&mut self, pile: Pile, cards: u32) -> u8 {
        let next = match pile {
            Pile::Bulls => self.bulls.pop_front(),
            _ => self.others.pop_front(),
        };
        // Beyond what was laid down the highest card comes.
        let card = next.unwrap_or(31 - cards.leading_zeros() as u8);
        assert!(cards >> card & 1 == 1, "card {card} is not in the pile");
        card
    }
}

/// Everything told of a scene, as it happened.
#[derive(Debug, Default)]
struct Record {
    made: Vec<Made>,
    told: Vec<String>,
}

impl Watch for Record {
    fn told(&mut self, _: &State, event: &Event<'_>) {
        if let Event::Decided { decision, .. } = event {
            let point = &VOCABULARY.points[decision.point()];
            let name = |action: &Action| {
                (point.actions[usize::from(action.kind())].name, action.argument())
            };
            self.made.push(Made {
                seat: decision.seat(),
                point: point.name,
                legal: decision.legal().iter().map(name).collect(),
            });
        } else {
            self.told.push(format!("{event:?}"));
        }
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
        let state = game.start(players as u8);
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
        let players: Vec<&dyn Player> = vec![&actor; usize::from(self.state.players)];
        let mut laid = self.laid;
        let mut record = Record::default();
        let money = self.state.all_money(self.game.rules.edition.vegas.stake);
        let tokens = self.state.all_tokens();
        let end = play_turn_from(
            &self.game,
            self.state,
            &players,
            Luck::game(1, 1),
            &mut laid,
            &mut record,
        );
        assert!(lines.lock().unwrap().is_empty(), "unused: {:?}", lines.lock().unwrap());
        assert!(laid.rolls.is_empty(), "rolls left over: {:?}", laid.rolls);
        assert_eq!(end.state.all_money(self.game.rules.edition.vegas.stake), money);
        assert_eq!(end.state.all_tokens(), tokens);
        Ended { end, made: record.made, told: record.told }
    }
}

/// The Buckle that asks for these Turns-Bucks-Kicks-Clowns.
pub(crate) fn buckle(game: &Game, needs: &str) -> u8 {
    let name = |needs: [u8; 4]| needs.map(|count| count.to_string()).join("-");
    let found = game.rules.edition.buckles.iter().position(|buckle| name(buckle.needs) == needs);
    found.unwrap_or_else(|| panic!("no Buckle {needs}")) as u8
}
