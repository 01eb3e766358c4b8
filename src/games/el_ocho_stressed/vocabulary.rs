//! The vocabulary of policies for the variant: decision points, features and functions.

use super::engine::Stressed;
use super::rules::MILLION;
use super::state::{Action, MAX_DELAY, State};
use crate::game::contract::Game as _;
use crate::game::decision::Decision;
use crate::game::publish::{Function, Point, Publish, features};
use crate::game::vocabulary::{CHANCE, always, one_of, to};
use crate::game::{Kind, whole};
use crate::games::el_ocho::edition::{MAX_DICE, MAX_TURNS};
use crate::games::el_ocho::engine::Seated;
use crate::games::el_ocho::vocabulary::MAX_TOTAL;

/// Indices of the decision points.
pub mod point {
    /// When to call the score of the roll, if at all.
    pub const ANNOUNCE: u8 = 0;
    /// Whose total is set back to 0.
    pub const RESET: u8 = 1;
}

features! {
    STATE: StateFeature<Stressed>;
    "own_total" to(MAX_TOTAL), "points", "total of the player" =>
        |it| it.game.points(it.state, it.seat);
    "best_opponent_total" to(MAX_TOTAL), "points",
        "highest total of the opponents; 0 without opponents" =>
        |it| best_opponent(it);
    "score_difference" Kind::Integer { min: -MAX_TOTAL, max: MAX_TOTAL }, "points",
        "`own_total` less `best_opponent_total`: negative if the player is behind" =>
        |it| it.game.points(it.state, it.seat) - best_opponent(it);
    "turns_taken" to(MAX_TURNS as i64), "rounds", "rounds before this one" => |it| it.state.round;
    "target" to(MAX_TOTAL), "points", "total that wins" => |it| it.game.dice.rules.target;
    "players" Kind::Integer { min: 1, max: 8 }, "players", "number of players" =>
        |it| it.game.seats();
    "roll_points" to(MAX_TOTAL), "points", "score of the roll with all its scoring dice" =>
        |it| it.game.dice.points(it.game.score(it.state).points);
    "scoring_dice" to(MAX_DICE as i64), "dice",
        "number of scoring dice of the roll: the more, the harder to add up" =>
        |it| it.game.score(it.state).dice;
}

fn best_opponent(it: &Decision<'_, Stressed>) -> f64 {
    let totals = it.game.opponents(it.seat).map(|other| it.game.points(it.state, other));
    totals.fold(0.0, f64::max)
}

features! {
    OF_ANSWER: ActionFeature<Stressed>;
    "delay" to(MAX_DELAY as i64), "tenths of a second",
        "wait of the player before the announcement; 0 for silent" =>
        |(_, action)| wait(*action);
    "error_chance" CHANCE, "probability",
        "probability that an announcement after this wait is wrong; 0 for silent" =>
        |(it, action)| {
            let error = it.game.model.error(it.game.score(it.state).dice, wait(*action)?);
            Some(f64::from(error) / f64::from(MILLION))
        };
}

fn wait(action: Action) -> Option<u8> {
    match action {
        Action::Answer(delay) => Some(delay),
        _ => None,
    }
}

features! {
    OF_VICTIM: ActionFeature<Stressed>;
    "their_total" to(MAX_TOTAL), "points", "total that would go back to 0" =>
        |(it, action)| it.game.points(it.state, it.game.after(it.seat, places(*action)));
    "seats_away" to(7), "seats", "number of seats after the player's; 0 for the player" =>
        |(_, action)| places(*action);
}

/// The number of seats from the player to the victim; 0 for the player.
fn places(action: Action) -> u8 {
    match action {
        Action::Opponent(places) => places,
        _ => 0,
    }
}

/// The wait of the default decision, in tenths of a second.
const DEFAULT_DELAY: usize = 20;

impl Publish for Stressed {
    const NAME: &'static str = "el-ocho-stressed";

    const POINTS: &'static [Point<Self>] = &[
        Point {
            name: "announce",
            about: "When to call the score of the common roll, if at all.",
            actions: &[
                always("silent", "Makes no announcement this round."),
                always("answer", "Announces after a wait."),
            ],
            order: "silent, then answers from the shortest wait (0) to the longest (100 tenths)",
            default_about: "answers after 20 tenths of a second",
            default: |it| it.actions()[DEFAULT_DELAY + 1],
            state: STATE,
            action: OF_ANSWER,
        },
        Point {
            name: "reset",
            about: "Whose total goes back to 0 after a correct \"0\".",
            actions: &[
                one_of("opponent", "An opponent's total."),
                always("self", "The player's own total."),
            ],
            order: "the opponents in the order of play, then the player",
            default_about: "the opponent with the highest total; if equal, the next to play",
            default: |it| {
                let total = |other| it.state.total(other);
                let best = it.game.opponents(it.seat).map(total).max();
                let place = it.game.opponents(it.seat).position(|other| Some(total(other)) == best);
                it.actions()[place.unwrap_or(0)]
            },
            state: STATE,
            action: OF_VICTIM,
        },
    ];

    type Sight = ();

    const FUNCTIONS: &'static [Function<Self>] = &[Function {
        // `opponent_total`
        words: Seated::FUNCTIONS[0].words,
        value: |it, (), args| {
            let places = u8::try_from(whole(args[0])).unwrap_or(0);
            let there = (1..it.game.seats()).contains(&places);
            if there { it.game.points(it.state, it.game.after(it.seat, places)) } else { 0.0 }
        },
    }];
}

impl Stressed {
    fn points(&self, at: &State, seat: u8) -> f64 {
        self.dice.points(at.total(seat)) as f64
    }

    fn opponents(&self, seat: u8) -> impl Iterator<Item = u8> {
        (1..self.seats()).map(move |places| self.after(seat, places))
    }
}
