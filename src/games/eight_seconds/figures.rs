//! What is counted of 8 Seconds beside wins and points: how turns end, and what Riders and Golden
//! Buckles do for those who have them.

use super::cards::each;
use super::compiled::Game;
use super::edition::Buckle;
use super::event::{Event, Outcome};
use super::state::{NONE, State};
use crate::game::contract::{Game as _, Ranking, WIN};
use crate::game::count::{
    Cells, Count, Counts, Figure, FigureTable, Label, Of, Rows, Show, Shown, Situation, Without,
};
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema};

/// The tables, by their places.
const OUTCOMES: usize = 0;
const RATINGS: usize = 1;
const RIDERS: usize = 2;
const BUCKLES: usize = 3;

/// Their names.
const NAMES: [&str; 4] = ["outcomes", "ratings", "riders", "buckles"];

/// The number of ratings.
const RATING_COUNT: usize = 6;

/// So often of so many occasions.
const ONE_SHARE: Cells = Cells::Several(1, &[Show::Occasions(0), Show::Sum(0), Show::Estimate(0)]);

/// The figures of a Rider, of those who have it.
mod rider {
    pub(super) const WINS: usize = 0;
    pub(super) const SCORE: usize = 1;
    pub(super) const COUNT: usize = 2;
}

/// The figures of a Golden Buckle: of the games in which it lay open, then of those who took it.
mod buckle {
    pub(super) const TAKEN: usize = 0;
    pub(super) const WILD: usize = 1;
    pub(super) const WINS: usize = 2;
    pub(super) const SCORE: usize = 3;
    pub(super) const COUNT: usize = 4;
}

const fn of_rating(rating: usize) -> usize {
    Outcome::ALL.len() + rating
}

const fn of_rider(rider: usize, figure: usize) -> usize {
    of_rating(RATING_COUNT) + rider * rider::COUNT + figure
}

impl Game {
    /// The place of a figure of a Golden Buckle, behind those of the Riders that are played with.
    fn of_buckle(&self, buckle: usize, figure: usize) -> usize {
        let riders = if self.rules.riders { self.rules.edition.riders.len() } else { 0 };
        of_rider(riders, 0) + buckle * buckle::COUNT + figure
    }

    /// The turns that a seat has ended.
    fn turns_of(&self, state: &State, seat: u8) -> u32 {
        (state.turns + u32::from(self.players - 1 - seat)) / u32::from(self.players)
    }

    /// What the first turn of seat 1 began with.
    fn tokens_at_start(&self) -> i64 {
        let (tokens, all) = (self.rules.tokens, self.rules.edition.tokens);
        if self.rules.limited_supply { tokens.min(all) } else { tokens }.into()
    }

    /// What a turn played alone brought: points of cards, and tokens.
    pub(super) fn turn_gain(&self, state: &State) -> (i64, i64) {
        let has = &state.seats[0];
        let points = has.bull_points + has.buckle_points;
        let start = self.tokens_alone.map_or_else(|| self.tokens_at_start(), i64::from);
        (points.into(), i64::from(has.tokens) - start)
    }

    fn count_end(&self, state: &State, into: &mut Counts) {
        let Ranking { scores, winners } = self.ranking(state);
        let winners = if self.finished(state) { winners } else { 0 };
        let ranking = Ranking { scores, winners };
        for seat in 0..self.players {
            let result = (ranking.parts(seat), scores[usize::from(seat)].into());
            self.count_seat(state, seat, result, into);
        }
    }

    fn count_seat(&self, state: &State, seat: u8, (win, score): (i64, i64), into: &mut Counts) {
        // Scores of a game that is given up say nothing of whole games.
        let finished = self.finished(state);
        let rating = self.rating(score, self.players) - 1;
        for place in (0..RATING_COUNT).filter(|_| finished) {
            into.add(seat, of_rating(place), i64::from(place == rating), 1);
        }
        let (points, scores) = if finished { (score, 1) } else { (0, 0) };
        let has = &state.seats[usize::from(seat)];
        if self.rules.riders && has.rider != NONE {
            into.add(seat, of_rider(has.rider.into(), rider::WINS), win, 1);
            into.add(seat, of_rider(has.rider.into(), rider::SCORE), points, scores);
        }
        for taken in each(has.buckles).map(usize::from) {
            into.add_game(self.of_buckle(taken, buckle::TAKEN), 1, 0);
            into.add_game(self.of_buckle(taken, buckle::WILD), 0, 1);
            into.add_game(self.of_buckle(taken, buckle::WINS), win, 1);
            into.add_game(self.of_buckle(taken, buckle::SCORE), points, scores);
        }
    }

    /// The outcomes that are shown, the most wanted first.
    fn outcome_columns(&self) -> impl Iterator<Item = (&'static str, Outcome)> {
        let buckles = self.rules.buckles;
        [
            ("Ride", Outcome::Ride),
            ("Dismount", Outcome::Dismount),
            ("Bucked Off", Outcome::BuckedOff),
            ("Clown Out", Outcome::ClownOut),
            ("Buckle", Outcome::Buckle),
        ]
        .into_iter()
        .filter(move |(_, outcome)| buckles || *outcome != Outcome::Buckle)
    }
}

fn count_turn(state: &State, seat: u8, outcome: Outcome, into: &mut Counts) {
    for ending in Outcome::ALL {
        into.add(seat, ending as usize, i64::from(ending == outcome), 1);
    }
    into.occasion(seat, 0, outcome == Outcome::BuckedOff);
    into.occasion(seat, 1, state.turn.clowned_out);
}

/// A Golden Buckle by what it asks for: `4 Turn 2 Buck 2 Kick`.
pub(super) fn buckle_name(buckle: &Buckle) -> String {
    let faces = ["Turn", "Buck", "Kick", "Clown"];
    let asked = buckle.needs.iter().zip(faces).filter(|(count, _)| **count > 0);
    asked.map(|(count, face)| format!("{count} {face}")).collect::<Vec<_>>().join(" ")
}

impl Count for Game {
    const SCORE: &'static str = "points per game";
    const LENGTH: (&'static str, &'static str) = ("turns per game", "turns");
    const FIRST: Option<&'static str> = Some("which takes the first turn");
    const SITUATIONS: &'static [Situation] = &[
        Situation { name: "turn", heading: Some("turns Bucked Off") },
        Situation { name: "clown out", heading: None },
    ];
    const TABLES: &'static [FigureTable] = &[
        FigureTable {
            schema: Schema {
                name: NAMES[OUTCOMES],
                about: "How turns end: Bucked Off, Dismount, Ride, Clown Out, Buckle.",
                begins: Begins::Run,
                columns: &[
                    &[
                        Column::text("outcome", "how a turn ended"),
                        Column::integer("turns", "turns", "turns of the policy"),
                        Column::integer("count", "turns", "turns that ended so"),
                        Column::number("share", "share", "their share of all turns"),
                    ],
                    &ERRORS,
                ],
            },
            of: Of::Policies,
            cells: ONE_SHARE,
        },
        FigureTable {
            schema: Schema {
                name: NAMES[RATINGS],
                about: "The share of final scores in each rating of the rulebook's table.",
                begins: Begins::Run,
                columns: &[
                    &[
                        Column::integer("rating", "", "the rating, 1 is the lowest"),
                        Column::integer("from_score", "points", "the lowest score that gets it"),
                        Column::integer("games", "games", "seats of the policy in games"),
                        Column::integer("count", "games", "those that got this rating"),
                        Column::number("share", "share", "their share of all"),
                    ],
                    &ERRORS,
                ],
            },
            of: Of::Policies,
            cells: ONE_SHARE,
        },
        FigureTable {
            schema: Schema {
                name: NAMES[RIDERS],
                about: "How often seats with each Rider won (`win_rate`), and their `points`.",
                begins: Begins::Run,
                columns: &[
                    &[Column::text("rider", "the Rider"), Column::text("colour", "its colour")],
                    &FIGURE,
                    &ERRORS,
                ],
            },
            of: Of::PoliciesAndAll,
            cells: Cells::One,
        },
        FigureTable {
            schema: Schema {
                name: NAMES[BUCKLES],
                about: "How often each Golden Buckle was `taken` of the games in which it lay open; \
                        of those who took it, how often `with_wild`, their `win_rate` and `points`.",
                begins: Begins::Run,
                columns: &[
                    &[
                        Column::text("buckle", "the Golden Buckle, by what it asks for"),
                        Column::integer("buckle_points", "points", "what it scores"),
                    ],
                    &FIGURE,
                    &ERRORS,
                ],
            },
            of: Of::Games,
            cells: Cells::One,
        },
    ];
    const STRATIFIED: bool = true;
    const SAMPLE: &'static [Column] = &[
        Column::integer("score", "points", "the final score"),
        Column::integer("bull_points", "points", "what its Bulls scored"),
        Column::integer("tokens", "points", "what its Foul Tokens scored"),
        Column::integer("buckle_points", "points", "what its Golden Buckles scored"),
        Column::integer("bonus", "points", "what its Rider added"),
        Column::integer("money_points", "points", "what its money scored"),
        Column::integer("turns", "turns", "the turns it took"),
    ];
    const TURN_SAMPLE: &'static [Column] = &[
        Column::text("outcome", "how the turn ended"),
        Column::integer("points", "points", "Bulls and Golden Buckles taken"),
        Column::integer("tokens", "tokens", "Foul Tokens gained, less those spent"),
    ];

    fn leaves_out(&self, table: &str, alone: bool) -> bool {
        match NAMES.iter().position(|name| *name == table) {
            Some(RATINGS) => alone,
            Some(RIDERS) => alone || !self.rules.riders,
            Some(BUCKLES) => !self.rules.buckles,
            _ => false,
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let edition = &self.rules.edition;
        let name = |text: &str| Label::Text(text.to_owned());
        let played = |without, figure: Figure| Figure { without, ..figure };
        let outcomes = Outcome::ALL.iter().map(|outcome| {
            let row = [name(outcome.name())];
            played(Without::Occasions, Figure::share(OUTCOMES, row, "turns"))
        });
        let least = match self.players {
            1 => &edition.solitaire_ratings,
            _ => &edition.ratings,
        };
        let ratings = (1..).zip(least).map(|(rating, from)| {
            let row = [rating, *from].map(Label::Number);
            played(Without::Occasions, Figure::share(RATINGS, row, "games"))
        });
        let riders = edition.riders.iter().filter(|_| self.rules.riders).flat_map(|rider| {
            let row = || [name(&rider.name), name(rider.colour.name())];
            let wins = Figure { whole: WIN as u64, ..Figure::share(RIDERS, row(), "win_rate") };
            [wins, Figure::mean(RIDERS, row(), "points")]
        });
        let buckles = edition.buckles.iter().filter(|_| self.rules.buckles).flat_map(|buckle| {
            let row = || [name(&buckle_name(buckle)), Label::Number(buckle.points.into())];
            let share = |what| Figure::share(BUCKLES, row(), what);
            let wins = Figure { whole: WIN as u64, ..share("win_rate") };
            let points = Figure::mean(BUCKLES, row(), "points");
            [share("taken"), share("with_wild"), wins, points]
        });
        outcomes.chain(ratings).chain(riders).chain(buckles).collect()
    }

    fn shown(&self) -> Vec<Shown> {
        let outcomes = Shown {
            title: "How their turns ended",
            columns: self.outcome_columns().map(|(name, _)| (name, 0.0)).collect(),
            rows: Rows::Policies(self.outcome_columns().map(|(_, of)| of as usize).collect()),
        };
        let riders = self.rules.edition.riders.iter().enumerate().map(|(place, rider)| {
            let figures = [rider::WINS, rider::SCORE].map(|figure| of_rider(place, figure));
            (rider.name.clone(), figures.to_vec())
        });
        let riders = self.rules.riders.then(|| Shown {
            title: "How the Riders fared",
            columns: vec![("win rate", 0.0), ("points per game", 0.0)],
            rows: Rows::Everybody("Rider", riders.collect()),
        });
        [outcomes].into_iter().chain(riders).collect()
    }

    fn gained(&self, state: &State) -> i64 {
        let (points, tokens) = self.turn_gain(state);
        points + tokens
    }

    fn turn_sample(&self, state: &State, _: &Counts) -> Vec<Label> {
        let outcome = state.turn.outcome.map(|outcome| outcome.name().to_owned());
        let (points, tokens) = self.turn_gain(state);
        vec![outcome.into(), Label::Number(points), Label::Number(tokens)]
    }

    fn sample(&self, state: &State, seat: u8, _: &Counts) -> Vec<i64> {
        let score = self.final_scores(state).0[usize::from(seat)];
        let parts = [score.bulls, score.tokens, score.buckles, score.bonus, score.money];
        let turns = self.turns_of(state, seat).into();
        [score.total()].into_iter().chain(parts).chain([turns]).collect()
    }

    #[inline(always)]
    fn count(&self, state: &State, event: Event, into: &mut Counts) {
        match event {
            Event::TurnEnds { seat, outcome } => count_turn(state, seat, outcome, into),
            Event::BucklesLaidOut { buckles } => {
                let laid = each(buckles).map(usize::from);
                laid.for_each(|open| into.add_game(self.of_buckle(open, buckle::TAKEN), 0, 1));
            }
            Event::BuckleTaken { buckle, wild: true } => {
                into.add_game(self.of_buckle(buckle.into(), buckle::WILD), 1, 0);
            }
            Event::GameEnds => self.count_end(state, into),
            _ => {}
        }
    }

    fn length(&self, state: &State, seat: u8) -> u32 {
        self.turns_of(state, seat)
    }
}
