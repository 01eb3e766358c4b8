//! What a policy may name: decision points, kinds of action and features, and the value of each feature
//! to a seat.

use super::engine::Stressed;
use super::rules::MILLION;
use super::state::{Action, MAX_DELAY, State};
use crate::game::contract::Game as _;
use crate::game::decision::Decision;
use crate::game::publish::Publish;
use crate::game::vocabulary::{CHANCE, always, features, one_of, to};
use crate::game::{DecisionPoint, Kind, Vocabulary, whole};
use crate::games::el_ocho::edition::{MAX_DICE, MAX_TURNS};
use crate::games::el_ocho::vocabulary::{self as el_ocho, MAX_TOTAL, OPPONENT_TOTAL};

/// Indices of [`VOCABULARY`]'s decision points.
pub mod point {
    /// When to call the score of the roll, if at all.
    pub const ANNOUNCE: u8 = 0;
    /// Whose total goes back to 0.
    pub const RESET: u8 = 1;
}

features! {
    /// The features of the state, by their slots at both decision points.
    See, STATE:
    Own "own_total" to(MAX_TOTAL), "points", "The player's own total.";
    Best "best_opponent_total" to(MAX_TOTAL), "points",
        "The highest total among the opponents; 0 when alone.";
    Rounds "turns_taken" to(MAX_TURNS as i64), "rounds", "Rounds before this one.";
    Target "target" to(MAX_TOTAL), "points", "The total that wins.";
    Players "players" Kind::Integer { min: 1, max: 8 }, "players", "Players at the table.";
    RollPoints "roll_points" to(MAX_TOTAL), "points", "What the roll scores with all its scoring dice.";
    ScoringDice "scoring_dice" to(MAX_DICE as i64), "dice",
        "The number of dice that score in the roll: the more, the harder to add up.";
}

features! {
    /// The features of an answer, by their places.
    Timing, OF_ANSWER:
    Delay "delay" to(MAX_DELAY as i64), "tenths of a second", "How long the player thinks; 0 for silent.";
    ErrorChance "error_chance" CHANCE, "probability",
        "The probability that an announcement after this wait is wrong; 0 for silent.";
}

features! {
    /// The features of a player to set back, by their places.
    Victim, OF_VICTIM:
    Total "their_total" to(MAX_TOTAL), "points", "The total that would go back to 0.";
    SeatsAway "seats_away" to(7), "seats", "How many seats after the player's; 0 for the player.";
}

/// The wait that players choose unless their policy says otherwise, in tenths of a second.
const DEFAULT_DELAY: usize = 20;

/// Everything a policy may name.
pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "el-ocho-stressed",
    points: &[
        DecisionPoint {
            name: "announce",
            about: "When to call the score of the common roll, if at all.",
            actions: &[
                always("silent", "Makes no announcement this round."),
                always("answer", "Announces after a wait of so many tenths."),
            ],
            order: "silent, then answers from the shortest wait (0) to the longest (100 tenths)",
            default: "answers after 20 tenths of a second",
            state: STATE,
            action: OF_ANSWER,
            hidden: 0,
        },
        DecisionPoint {
            name: "reset",
            about: "Whose total goes back to 0 after a correct \"0\".",
            actions: &[
                one_of("opponent", "An opponent's total."),
                always("self", "The player's own total."),
            ],
            order: "the opponents in the order of play, then the player",
            default: "the opponent with the highest total, of equals the next to play",
            state: STATE,
            action: OF_VICTIM,
            hidden: 0,
        },
    ],
    functions: &[el_ocho::VOCABULARY.functions[OPPONENT_TOTAL]],
};

impl Stressed {
    fn points(&self, at: &State, seat: u8) -> f64 {
        self.dice.points(at.total(seat)) as f64
    }

    fn opponents(&self, seat: u8) -> impl Iterator<Item = u8> {
        (1..self.seats()).map(move |places| self.after(seat, places))
    }
}

impl Publish for Stressed {
    type Sight = ();

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn sight(&self, _: &Decision<'_, Self>) {}

    fn see(&self, decision: &Decision<'_, Self>, (): &(), slot: usize) -> f64 {
        let &Decision { state, seat, .. } = decision;
        let Some(feature) = See::ALL.get(slot) else { return 0.0 };
        match feature {
            See::Own => self.points(state, seat),
            See::Best => {
                let totals = self.opponents(seat).map(|other| self.points(state, other));
                totals.fold(0.0, f64::max)
            }
            See::Rounds => state.round.into(),
            See::Target => self.dice.rules.target.into(),
            See::Players => self.seats().into(),
            See::RollPoints => self.dice.points(self.score(state).points) as f64,
            See::ScoringDice => self.score(state).dice.into(),
        }
    }

    fn describe(
        &self,
        decision: &Decision<'_, Self>,
        (): &(),
        action: Action,
        wanted: &[usize],
        features: &mut [f64],
    ) {
        let &Decision { state, seat, .. } = decision;
        let answer = |delay: u8, feature| match feature {
            Timing::Delay => delay.into(),
            Timing::ErrorChance => {
                let error = self.model.error(self.score(state).dice, delay);
                f64::from(error) / f64::from(MILLION)
            }
        };
        let victim = |places: u8, feature| match feature {
            Victim::Total => self.points(state, self.after(seat, places)),
            Victim::SeatsAway => places.into(),
        };
        for &place in wanted {
            features[place] = match action {
                Action::Silent => 0.0,
                Action::Answer(delay) => answer(delay, Timing::ALL[place]),
                Action::Opponent(places) => victim(places, Victim::ALL[place]),
                Action::Own => victim(0, Victim::ALL[place]),
            };
        }
    }

    fn call(&self, decision: &Decision<'_, Self>, (): &(), _: usize, args: &[f64]) -> f64 {
        let places = u8::try_from(whole(args[0])).unwrap_or(0);
        let there = (1..self.seats()).contains(&places);
        if there { self.points(decision.state, self.after(decision.seat, places)) } else { 0.0 }
    }

    fn default(&self, decision: &Decision<'_, Self>) -> Action {
        let &Decision { state, seat, point, .. } = decision;
        let place = if point == point::ANNOUNCE {
            DEFAULT_DELAY + 1
        } else {
            let best = self.opponents(seat).map(|other| state.total(other)).max();
            self.opponents(seat).position(|other| Some(state.total(other)) == best).unwrap_or(0)
        };
        decision.actions()[place]
    }
}
