//! Figures of 8 Seconds in addition to wins and points: outcomes of turns, ratings, and results of
//! Riders and Golden Buckles.

use std::collections::{BTreeMap, BTreeSet};

use super::cards::each;
use super::compiled::Game;
use super::edition::Buckle;
use super::event::{Event, Outcome, Why};
use super::state::{NONE, State};
use crate::game::contract::{Game as _, Ranking, WIN};
use crate::game::count::{
    Count, Counted, Counts, Declarations, FigureTable, Finish, Label, Mean, Ratio, Sample, Share,
    TheGame, Without,
};
use crate::report::schema::{Column, ERRORS, FIGURE, Kind, View};

const OUTCOMES: FigureTable = FigureTable::policies(
    "outcomes",
    "Outcomes of turns: Bucked Off, Dismount, Ride, Clown Out, Buckle.",
)
.shares(&[
    &[
        Column::text("outcome", "how the turns ended"),
        Column::integer("turns", "turns", "all turns of the policy"),
        Column::integer("count", "turns", "turns with this outcome"),
        Column::number("share", "share", "`count` as a share of `turns`"),
    ],
    &ERRORS,
]);
const POINTS: FigureTable = FigureTable::policies(
    "points_by_source",
    "Points per game from each Bull, from Golden Buckles and from Foul Tokens, by ending of the turn.",
)
.of_whole_games()
.columns(&[
    &[
        Column::text("source", "`Bull of` its points, `Buckle`, or `tokens`"),
        Column::text(
            "ending",
            "the ending with these points; `other` for tokens at the start and from abilities, \
             passes and trades, `spent` for tokens spent",
        ),
    ],
    &FIGURE,
    &ERRORS,
]);
const RATINGS: FigureTable = FigureTable::policies(
    "ratings",
    "Share of final scores in each rating of the rulebook's table.",
)
.of_whole_games()
.shares(&[
    &[
        Column::integer("rating", "", "rating; 1 is the lowest"),
        Column::integer("from_score", "points", "lowest score with this rating"),
        Column::integer("games", "games", "games times the policy's seats in them"),
        Column::integer("count", "games", "games with this rating"),
        Column::number("share", "share", "`count` as a share of `games`"),
    ],
    &ERRORS,
]);
const RIDERS: FigureTable = FigureTable::policies(
    "riders",
    "Win rate (`win_rate`) and mean `points` of seats with each Rider.",
)
.and_all()
.of_whole_games()
.columns(&[
    &[Column::text("rider", "name of the Rider"), Column::text("colour", "colour of the Rider")],
    &FIGURE,
    &ERRORS,
]);
const BUCKLES: FigureTable = FigureTable::games(
    "buckles",
    "Golden Buckles: share `taken` of the games in which the Buckle was open; of the seats that took it, \
     share `with_wild`, `win_rate` and mean `points`.",
)
.columns(&[
    &[
        Column::text("buckle", "faces that the Golden Buckle needs"),
        Column::integer("buckle_points", "points", "points of the Golden Buckle"),
    ],
    &FIGURE,
    &ERRORS,
]);

const ENDINGS: View = View {
    labels: &["outcome"],
    value: "share",
    scale: 100.0,
    quantity: "turns, %",
    title: "The most frequent ending of a turn is {label}: {value} % of the turns of {policy}",
    ..View::new("endings", "outcomes", Kind::Cells)
};

const BY_SOURCE: View = View {
    labels: &["source", "ending"],
    quantity: PER_GAME,
    title: "Most points come from {label}: {value} per game of {policy}",
    ..View::new("points_by_source", "points_by_source", Kind::Cells)
};

const PER_GAME: &str = "points per game";

/// The figures that are counted.
#[derive(Debug)]
pub struct Figures {
    bucked_off: Share,
    clowned_out: Share,
    /// By [`Outcome`].
    outcomes: [Share; Outcome::ALL.len()],
    /// Points of the Bulls with these points.
    bulls: BTreeMap<u8, Mean>,
    /// Points of Golden Buckles.
    taken: Option<Mean>,
    /// Points of Foul Tokens, by [`token_ending`].
    tokens: [Mean; TOKEN_ENDINGS.len()],
    /// From the lowest rating.
    ratings: Vec<Share>,
    /// By Rider, over the seats that have it.
    riders: Vec<OfRider>,
    buckles: Vec<OfBuckle>,
}

/// The endings of turns with Foul Tokens, then other sources, then tokens spent.
const TOKEN_ENDINGS: [&str; 6] = ["ride", "dismount", "bucked_off", "clown_out", "other", "spent"];
const OTHER: usize = 4;
const SPENT: usize = 5;

/// The index in [`TOKEN_ENDINGS`] of tokens taken.
fn token_ending(why: Why) -> usize {
    match why {
        Why::Ride => 0,
        Why::Dismount => 1,
        Why::BuckedOff => 2,
        Why::ClownOut => 3,
        _ => OTHER,
    }
}

#[derive(Debug)]
struct OfRider {
    wins: Ratio,
    points: Mean,
}

/// Over the games in which a Golden Buckle was open, then over the seats that took it.
#[derive(Debug)]
struct OfBuckle {
    taken: Share<TheGame>,
    with_wild: Share<TheGame>,
    wins: Ratio<TheGame>,
    points: Mean<TheGame>,
}

impl Game {
    /// The number of turns that a seat has ended.
    fn turns_of(&self, state: &State, seat: u8) -> u32 {
        (state.turns + u32::from(self.players - 1 - seat)) / u32::from(self.players)
    }

    /// The tokens of seat 1 at the start of its first turn.
    fn tokens_at_start(&self) -> i64 {
        let (tokens, all) = (self.rules.tokens, self.rules.edition.tokens);
        if self.rules.limited_supply { tokens.min(all) } else { tokens }.into()
    }

    /// The gain of a turn played alone: points of cards, and tokens.
    pub(super) fn turn_gain(&self, state: &State) -> (i64, i64) {
        let has = &state.seats[0];
        let points = has.bull_points + has.buckle_points;
        let start = self.tokens_alone.map_or_else(|| self.tokens_at_start(), i64::from);
        (points.into(), i64::from(has.tokens) - start)
    }

    /// Points plus tokens gained.
    pub(super) fn gain(&self, state: &State) -> i64 {
        let (points, tokens) = self.turn_gain(state);
        points + tokens
    }

    fn count_begin(&self, figures: &Figures, into: &mut Counts) {
        let points = figures.bulls.values().chain(&figures.taken).chain(&figures.tokens);
        for mean in points {
            (0..self.players).for_each(|seat| mean.occasions(into, seat, 1));
        }
    }

    fn count_end(&self, state: &State, figures: &Figures, into: &mut Counts) {
        let Ranking { scores, winners } = self.ranking(state);
        let winners = if self.finished(state) { winners } else { 0 };
        let ranking = Ranking { scores, winners };
        for seat in 0..self.players {
            let result = (ranking.parts(seat), scores[usize::from(seat)].into());
            self.count_seat(state, seat, result, figures, into);
        }
    }

    fn count_seat(
        &self,
        state: &State,
        seat: u8,
        (win, score): (i64, i64),
        figures: &Figures,
        into: &mut Counts,
    ) {
        // Scores of unfinished games are excluded.
        let finished = self.finished(state);
        let rating = self.rating(score, self.players) - 1;
        for (place, share) in figures.ratings.iter().enumerate().filter(|_| finished) {
            share.add(into, seat, place == rating);
        }
        let (points, scores) = if finished { (score, 1) } else { (0, 0) };
        let has = &state.seats[usize::from(seat)];
        if self.rules.riders && has.rider != NONE {
            let rider = &figures.riders[usize::from(has.rider)];
            rider.wins.add(into, seat, win, 1);
            Ratio::add(*rider.points, into, seat, points, scores);
        }
        for taken in each(has.buckles) {
            let buckle = &figures.buckles[usize::from(taken)];
            buckle.taken.amount(into, TheGame, 1);
            buckle.with_wild.occasions(into, TheGame, 1);
            buckle.wins.add(into, TheGame, win, 1);
            Ratio::add(*buckle.points, into, TheGame, points, scores);
        }
    }

    /// The outcomes on the screen, the most wanted first.
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

fn count_turn(state: &State, seat: u8, outcome: Outcome, figures: &Figures, into: &mut Counts) {
    for (ending, share) in Outcome::ALL.iter().zip(&figures.outcomes) {
        share.add(into, seat, *ending == outcome);
    }
    figures.bucked_off.add(into, seat, outcome == Outcome::BuckedOff);
    figures.clowned_out.add(into, seat, state.turn.clowned_out);
}

/// Names a Golden Buckle by the faces that it needs: `4 Turn 2 Buck 2 Kick`.
pub(super) fn buckle_name(buckle: &Buckle) -> String {
    let faces = ["Turn", "Buck", "Kick", "Clown"];
    let asked = buckle.needs.iter().zip(faces).filter(|(count, _)| **count > 0);
    asked.map(|(count, face)| format!("{count} {face}")).collect::<Vec<_>>().join(" ")
}

impl Count for Game {
    type Figures = Figures;

    const COUNTED: Counted<Self> = Counted {
        first: Some("which takes the first turn"),
        tables: &[OUTCOMES, POINTS, RATINGS, RIDERS, BUCKLES],
        views: &[ENDINGS, BY_SOURCE],
        stratified: true,
        sample: Sample {
            columns: &[
                Column::integer("score", "points", "final score"),
                Column::integer("bull_points", "points", "points of Bulls"),
                Column::integer("tokens", "points", "points of Foul Tokens"),
                Column::integer("buckle_points", "points", "points of Golden Buckles"),
                Column::integer("bonus", "points", "bonus of the Rider"),
                Column::integer("money_points", "points", "points of money"),
                Column::integer("turns", "turns", "turns taken"),
            ],
            row: |Finish { game, state, .. }, seat| {
                let score = game.final_scores(state).0[usize::from(seat)];
                let parts = [score.bulls, score.tokens, score.buckles, score.bonus, score.money];
                let turns = game.turns_of(state, seat).into();
                let all = [score.total()].into_iter().chain(parts).chain([turns]);
                all.map(Label::Number).collect()
            },
        },
        turn_gain: Self::gain,
        turn_sample: Sample {
            columns: &[
                Column::text("outcome", "how the turn ended"),
                Column::integer("points", "points", "points of Bulls and Golden Buckles taken"),
                Column::integer("tokens", "tokens", "Foul Tokens gained less Foul Tokens spent"),
            ],
            row: |Finish { game, state, .. }, _| {
                let (points, tokens) = game.turn_gain(state);
                let outcome = state.turn.outcome.map(Outcome::name);
                vec![outcome.into(), points.into(), tokens.into()]
            },
        },
        ..Counted::DEFAULT
    };

    fn figures(&self, declare: &mut Declarations) -> Figures {
        let edition = &self.rules.edition;
        let bucked_off = declare.bust("turn", "Bucked Off turns");
        let clowned_out = declare.bust("clown out", None);
        let mut outcomes = declare.table(&OUTCOMES);
        outcomes.without(Without::Occasions);
        let outcomes = Outcome::ALL.map(|outcome| outcomes.by([outcome.name()]).share("share"));
        let mut points = declare.table(&POINTS);
        let values: BTreeSet<u8> = edition.bulls.iter().map(|bull| bull.points).collect();
        let ride = Outcome::Ride.name();
        let bulls = values.iter().map(|value| {
            let mean = points.by([&*format!("Bull of {value}"), ride]).mean(PER_GAME);
            (*value, mean)
        });
        let bulls: BTreeMap<u8, Mean> = bulls.collect();
        let buckle = self.rules.buckles.then(|| points.by(["Buckle", Outcome::Buckle.name()]));
        let taken = buckle.map(|row| row.mean(PER_GAME));
        let tokens = TOKEN_ENDINGS.map(|ending| points.by(["tokens", ending]).mean(PER_GAME));
        let mut ratings = declare.table(&RATINGS);
        ratings.without(Without::Occasions);
        let least = match self.players {
            1 => &edition.solitaire_ratings,
            _ => &edition.ratings,
        };
        let rating = |(rating, from): (i64, &i64)| ratings.by([rating, *from]).share("share");
        let ratings = (1..).zip(least).map(rating).collect();
        let mut rows = declare.table(&RIDERS);
        let riders = edition.riders.iter().filter(|_| self.rules.riders).map(|rider| {
            let rider = rows.by([&*rider.name, rider.colour.into()]);
            OfRider { wins: rider.parts("win_rate", WIN as u64), points: rider.mean("points") }
        });
        let riders: Vec<OfRider> = riders.collect();
        let mut rows = declare.table(&BUCKLES);
        let buckles = edition.buckles.iter().filter(|_| self.rules.buckles).map(|buckle| {
            let name = buckle_name(buckle);
            let row = rows.by([Label::from(&*name), buckle.points.into()]);
            OfBuckle {
                taken: row.share("taken"),
                with_wild: row.share("with_wild"),
                wins: row.parts("win_rate", WIN as u64),
                points: row.mean("points"),
            }
        });
        let buckles = buckles.collect();
        let shown = self.outcome_columns();
        let shown = shown.map(|(name, outcome)| (name, *outcomes[outcome as usize], 0.0));
        declare.show("Outcomes of turns", shown);
        if self.rules.riders {
            let rows = edition.riders.iter().zip(&riders);
            let rows = rows.map(|(rider, of)| (rider.name.clone(), [of.wins, *of.points]));
            let columns = ["win rate", "points per game"];
            declare.show_together("Results by Rider", "Rider", columns, rows);
        } else {
            declare.leave_out(&RIDERS);
        }
        if !self.rules.buckles {
            declare.leave_out(&BUCKLES);
        }
        Figures {
            bucked_off,
            clowned_out,
            outcomes,
            bulls,
            taken,
            tokens,
            ratings,
            riders,
            buckles,
        }
    }

    #[inline(always)]
    fn count(&self, state: &State, event: Event, figures: &Figures, into: &mut Counts) {
        let of_buckle = |buckle: u8| &figures.buckles[usize::from(buckle)];
        match event {
            Event::Begins => self.count_begin(figures, into),
            Event::TurnEnds { seat, outcome } => count_turn(state, seat, outcome, figures, into),
            Event::BucklesLaidOut { buckles } => {
                each(buckles).for_each(|open| of_buckle(open).taken.occasions(into, TheGame, 1));
            }
            Event::Rode { bull } => {
                let points = self.points[usize::from(bull)];
                figures.bulls[&points].amount(into, state.rider, points);
            }
            Event::BuckleTaken { buckle, wild } => {
                of_buckle(buckle).with_wild.amount(into, TheGame, wild);
                let points = self.rules.edition.buckles[usize::from(buckle)].points;
                figures.taken.iter().for_each(|taken| taken.amount(into, state.rider, points));
            }
            Event::TokensTaken { seat, taken, why, .. } => {
                figures.tokens[token_ending(why)].amount(into, seat, taken);
            }
            Event::TokensSpent { seat, tokens, .. } => {
                figures.tokens[SPENT].amount(into, seat, -i64::from(tokens));
            }
            Event::TokensPassed { from, to, tokens } => {
                figures.tokens[OTHER].amount(into, from, -i64::from(tokens));
                figures.tokens[OTHER].amount(into, to, tokens);
            }
            Event::GameEnds => self.count_end(state, figures, into),
            _ => {}
        }
    }

    fn length(&self, state: &State, seat: u8) -> u32 {
        self.turns_of(state, seat)
    }
}
