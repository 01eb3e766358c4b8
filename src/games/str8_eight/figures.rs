//! Statistics of Str8 Eight in addition to wins and points: the tables `hands` and `starts` (hands
//! by the first card of the sequence).

use super::cards::{Card, Numbers, each};
use super::engine::{Action, Event, State, Str8Eight};
use crate::game::contract::Game;
use crate::game::count::{
    Count, Counted, Counts, Declarations, FigureTable, Label, Limit, Mean, Ratio, Share, Show,
};
use crate::report::schema::{Column, ERRORS, FIGURE, Kind, View};

/// The columns after the name of a figure: the figure, then the number of hands cut off.
const WITH_CAPPED: &[Show] = &[Show::Occasions(VALUE), Show::Estimate(VALUE), Show::Sum(CAPPED)];
const VALUE: &str = "value";
const CAPPED: &str = "capped";
const CAPPED_HANDS: Column = Column::integer(
    CAPPED,
    "hands",
    "number of hands cut off by the limit of turns; means leave them out",
);

const HANDS: FigureTable = FigureTable::policies("hands", "Lengths, ends and points of hands.")
    .showing(&[&FIGURE, &ERRORS, &[CAPPED_HANDS]], WITH_CAPPED);
const STARTS: FigureTable =
    FigureTable::policies("starts", "Results of hands by the first card of the sequence.").showing(
        &[
            &[
                Column::text("by", "grouping: `number`, `colour`, or `none` if no card was laid"),
                Column::integer("first_number", "", "number of the first card"),
                Column::text("first_colour", "colour group of the first card"),
            ],
            &FIGURE,
            &ERRORS,
            &[CAPPED_HANDS],
        ],
        WITH_CAPPED,
    );

const OPENINGS: View = View {
    rows: &[("scope", "overall"), ("by", "number")],
    labels: &["first_number"],
    scale: 100.0,
    quantity: "hands won, %",
    title: "{policy} with {label} as the first card wins most: {value} % of these hands",
    ..View::new("openings", "starts", Kind::Pairs("points per hand", "hands won"))
};

/// The counted figures. Hands cut off by the limit of turns count in `won` and `capped` only.
#[derive(Debug)]
pub struct Figures {
    below_0: Share,
    turns: Mean,
    won: Share,
    capped: Share,
    str8_eights: Share,
    of_winner: Mean,
    of_others: Mean,
    left: Mean,
    laid: Mean,
    passed: Mean,
    /// The number of pass cards that a seat has played in the current hand.
    passing: Ratio,
    /// By the number of the first card.
    numbers: Vec<(u8, OfStart)>,
    /// By the colour group of the first card.
    colours: Vec<OfStart>,
    /// Hands in which the seat laid no card.
    none: OfStart,
}

#[derive(Debug)]
struct OfStart {
    won: Share,
    capped: Share,
    points: Mean,
}

impl OfStart {
    fn new(declare: &mut Declarations, [by, number, colour]: [Label; 3]) -> Self {
        let row = |name: &str| [by.clone(), number.clone(), colour.clone(), name.into()];
        let capped = declare.share();
        let mut starts = declare.table(&STARTS);
        starts.always(CAPPED, *capped);
        let won = starts.by(row("hands won")).share(VALUE);
        let points = starts.by(row("points per hand")).mean(VALUE);
        Self { won, capped, points }
    }
}

impl Str8Eight {
    /// The rows of `starts` to which a sequence belongs.
    fn starts<'a>(
        &self,
        figures: &'a Figures,
        sequence: Numbers,
    ) -> impl Iterator<Item = &'a OfStart> {
        let first = (sequence != 0).then(|| sequence.trailing_zeros() as Card);
        let rows = match first {
            None => [Some(&figures.none), None],
            Some(card) => {
                let value = self.deck.value(card);
                let number = figures.numbers.iter().find(|(number, _)| Some(*number) == value);
                let colour = &figures.colours[usize::from(self.deck.colour(card))];
                [number.map(|(_, start)| start), Some(colour)]
            }
        };
        rows.into_iter().flatten()
    }

    /// Counts the turns and pass cards of a hand unless it was cut off. `state.turn` does not
    /// include the last turn yet.
    fn count_turns(&self, state: &State, won: bool, figures: &Figures, into: &mut Counts) {
        let (turns, seats) = (state.turn + 1, u32::from(self.seats()));
        for seat in 0..self.seats() {
            let (passed, _) = figures.passing.so_far(into, seat);
            figures.passing.amount(into, seat, -passed);
            if won {
                let later = (u32::from(seat) + seats - state.hands_before % seats) % seats;
                figures.turns.add(into, seat, (turns + seats - 1 - later) / seats);
                figures.passed.add(into, seat, passed);
            }
        }
    }

    /// Counts the points of a seat for a hand: the total, and the part for cards left in the hand.
    fn count_scored(
        &self,
        state: &State,
        seat: u8,
        [total, left]: [i32; 2],
        figures: &Figures,
        into: &mut Counts,
    ) {
        let wins = state.finisher == Some(seat);
        let capped = state.finisher.is_none();
        figures.won.add(into, seat, wins);
        figures.capped.add(into, seat, capped);
        for start in self.starts(figures, state.sequence(seat)) {
            start.won.add(into, seat, wins);
            start.capped.add(into, seat, capped);
            if !capped {
                start.points.add(into, seat, total);
            }
        }
        if capped {
            return;
        }
        figures.below_0.add(into, seat, total < 0);
        if wins {
            let str8 = self.deck.one_colour(state.sequence(seat));
            figures.str8_eights.add(into, seat, str8);
            figures.of_winner.add(into, seat, total);
        } else {
            figures.of_others.add(into, seat, total);
            figures.left.add(into, seat, left);
            figures.laid.add(into, seat, state.sequence(seat).count_ones());
        }
    }
}

impl Count for Str8Eight {
    type Figures = Figures;

    const COUNTED: Counted<Self> = Counted {
        length: ("hands per game", "hands"),
        first: Some("which takes the first turn of the first hand"),
        tables: &[HANDS, STARTS],
        views: &[OPENINGS],
        limit: Some(Limit {
            name: "hand",
            cuts_off: |event| matches!(event, Event::HandEnds { winner: None, .. }),
        }),
        ..Counted::DEFAULT
    };

    fn figures(&self, declare: &mut Declarations) -> Figures {
        let below_0 = declare.bust("hand", "hands below 0 points");
        let (passing, capped) = (declare.memo(), declare.share());
        declare.cut_off(capped);
        let openers = each(self.deck.next(0) & self.deck.firsts);
        let numbers = openers.filter_map(|card| self.deck.value(card)).map(|number| {
            let row = ["number".into(), number.into(), Label::Nothing];
            (number, OfStart::new(declare, row))
        });
        let numbers = numbers.collect();
        let label = |name: &String| ["colour".into(), Label::Nothing, (&**name).into()];
        let colours = self.colours.iter().map(label);
        let colours = colours.map(|row| OfStart::new(declare, row)).collect();
        let none = OfStart::new(declare, ["none".into(), Label::Nothing, Label::Nothing]);
        let mut hands = declare.table(&HANDS);
        hands.always(CAPPED, *capped);
        Figures {
            below_0,
            passing,
            capped,
            numbers,
            colours,
            none,
            turns: hands.by(["own turns per hand"]).mean(VALUE),
            won: hands.by(["hands won"]).share(VALUE),
            str8_eights: {
                hands.by(["hands ended by the limit of turns"]).with(VALUE, *capped);
                hands.by(["Str8 Eights among hands won"]).share(VALUE)
            },
            of_winner: hands.by(["points of the winner"]).mean(VALUE),
            of_others: hands.by(["points of others"]).mean(VALUE),
            left: hands.by(["points left in the hands of others"]).mean(VALUE),
            laid: hands.by(["cards laid by others"]).mean(VALUE),
            passed: hands.by(["pass cards played per hand"]).mean(VALUE),
        }
    }

    #[inline(always)]
    fn count(&self, state: &State, event: Event, figures: &Figures, into: &mut Counts) {
        match event {
            Event::Scored { seat, laid, left } => {
                self.count_scored(state, seat, [laid + left, left], figures, into);
            }
            Event::HandEnds { winner, .. } => {
                self.count_turns(state, winner.is_some(), figures, into);
            }
            Event::Left(seat, Action::Pass(_)) => figures.passing.amount(into, seat, 1),
            _ => {}
        }
    }

    fn length(&self, state: &State, _: u8) -> u32 {
        state.hands_before + 1
    }
}
