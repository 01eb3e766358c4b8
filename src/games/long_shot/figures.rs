//! Statistics of Long Shot in addition to wins and scores: returns of bets, sources of income, results of
//! the horses.

use super::compiled::Game;
use super::edition::{HORSES, PLACES};
use super::event::{Cause, Event};
use super::state::State;
use crate::game::contract::Game as _;
use crate::game::count::{
    Count, Counted, Counts, Declarations, FigureTable, Finish, Label, Mean, Ratio, Sample, Share,
    Show, TheGame, Without,
};
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Kind, Schema, View};

const HORSE_NUMBER: Column = Column::integer("horse", "", "number of the horse");

const BETS: FigureTable = FigureTable::policies(
    "bets",
    "Stakes and returns of each policy on each horse, and on all horses (`horse` is empty).",
)
.showing(
    &[
        &[
            HORSE_NUMBER,
            Column::integer("bets", "bets", "bets at the end of the game"),
            Column::integer("staked", "dollars", "dollars paid for them"),
            Column::integer(
                "face",
                "dollars",
                "dollars written in Bet spaces, including Free Bets",
            ),
            Column::integer("returned", "dollars", "dollars returned on the amounts written"),
            Column::integer("returned_on_stake", "dollars", "dollars returned on the amounts paid"),
            Column::number("return_on_stake", "dollars", "dollars returned per dollar paid"),
        ],
        &ERRORS,
    ],
    &[
        Show::Occasions("face"),
        Show::Occasions("return on stake"),
        Show::Sum("face"),
        Show::Sum("returned"),
        Show::Sum("return on stake"),
        Show::Estimate("return on stake"),
    ],
);
const LOSING_BETS: FigureTable = FigureTable::policies(
    "losing_bets",
    "Share of bets that returned nothing, for each horse and for all horses (`horse` is empty).",
)
.shares(&[
    &[
        HORSE_NUMBER,
        Column::integer("bets", "bets", "bets at the end of the game"),
        Column::integer("returned_nothing", "bets", "bets that returned nothing"),
        Column::number("share", "share", "share of the bets"),
    ],
    &ERRORS,
]);
const OF_HORSES: FigureTable =
    FigureTable::games("horses", "Finishing places, speed and return on price of each horse.")
        .columns(&[
            &[
                HORSE_NUMBER,
                Column::text("name", "the Horse Card; empty if it is drawn for each game"),
            ],
            &FIGURE,
            &ERRORS,
        ]);
const INCOME: FigureTable = FigureTable::policies(
    "income",
    "Income and payments of each policy, by source.",
)
.showing(
    &[
        &[
            Column::text(
                "account",
                "`score`: the sources of the final score; `money`: the sources of the money left",
            ),
            Column::text("source", "source or use of the dollars"),
            Column::integer("games", "games", "seats of the policy in games"),
            Column::number("dollars", "dollars per game", "mean dollars; negative for payments"),
        ],
        &ERRORS,
    ],
    &[Show::Occasions("dollars"), Show::Estimate("dollars")],
);

const DOLLARS: View = View {
    rows: &[("scope", "overall"), ("account", "score")],
    labels: &["source"],
    value: "dollars",
    quantity: "dollars per game",
    title: "The largest source of dollars is {label}: {value} per game for {policy}",
    ..View::new("dollars_by_source", "income", Kind::Cells)
};
const RETURNS: View = View {
    labels: &["horse"],
    value: "return_on_stake",
    quantity: "dollars returned per dollar staked",
    title: "The highest return per dollar staked is {value}: {policy}, horse {label}",
    ..View::new("return_on_stake", "bets", Kind::Cells)
};

/// The minimum number of games with a stake on a horse for which the standard error of the return per
/// dollar is reported. Bets on outsiders mostly return nothing and rarely many times the stake: intervals
/// from 20 games of three players cover the true value in only 72 to 82 % of cases.
const LEAST_STAKED: u64 = 50;

/// The statistics of a run.
#[derive(Debug)]
pub struct Figures {
    losing_bets: Share,
    below_start: Share,
    bets: [OfBets; HORSES],
    all_bets: OfBets,
    income: Income,
    horses: [OfHorse; HORSES],
}

/// Statistics of the bets on a horse; a bet is the content of one player's Bet space at the end.
#[derive(Debug)]
struct OfBets {
    /// Bets that returned nothing.
    nothing: Share,
    /// Dollars returned per dollar paid.
    on_stake: Ratio,
    /// Dollars written in Bet spaces, including Free Bets and starting bets.
    face: Mean,
    /// Dollars returned on all dollars written.
    returned: Mean,
}

impl OfBets {
    fn new(declare: &mut Declarations, horse: Option<u32>) -> Self {
        let nothing = declare.table(&LOSING_BETS).by([horse]).share("share");
        let mut bets = declare.table(&BETS);
        let on_stake = bets.by([horse]).ratio("return on stake");
        let (face, returned) = (bets.mean("face"), bets.mean("returned"));
        declare.least(on_stake, LEAST_STAKED);
        Self { nothing, on_stake, face, returned }
    }
}

/// The income and the expenses of a player.
#[derive(Debug)]
struct Income {
    /// The lines of the score.
    score: [Mean; 5],
    // The following sources add up to the money left.
    start: Mean,
    bonuses: Mean,
    /// Abilities during the race, less the cost of other players' abilities.
    abilities: Mean,
    solo_sheet: Mean,
    bets_paid: Mean,
    horses_paid: Mean,
}

impl Income {
    fn new(declare: &mut Declarations) -> Self {
        let mut income = declare.table(&INCOME);
        let mut source = |account, source| {
            // Only Roland has a Solo Sheet.
            let solo = source == "solo_sheet";
            income.without(if solo { Without::Amount } else { Without::Occasions });
            income.by([account, source]).mean("dollars")
        };
        Self {
            score: ["purses", "bets", "jockey_sets", "at_scoring", "money_left"]
                .map(|line| source("score", line)),
            start: source("money", "start"),
            bonuses: source("money", "bonuses"),
            abilities: source("money", "abilities"),
            solo_sheet: source("money", "solo_sheet"),
            bets_paid: source("money", "bets_paid"),
            horses_paid: source("money", "horses_paid"),
        }
    }

    /// The sources that are counted from events.
    fn in_events(&self) -> [Mean; 6] {
        let Self { start, bonuses, abilities, solo_sheet, bets_paid, horses_paid, .. } = *self;
        [start, bonuses, abilities, solo_sheet, bets_paid, horses_paid]
    }
}

/// Statistics of a horse.
#[derive(Debug)]
struct OfHorse {
    /// The result: 1st to 3rd, then past and before the No Bet line.
    ends: [Share<TheGame>; PLACES + 2],
    rounds: Mean<TheGame>,
    owned: Share<TheGame>,
    on_price: Ratio<TheGame>,
}

impl Game {
    fn count_seat(&self, state: &State, seat: u8, figures: &Figures, into: &mut Counts) {
        let (score, income) = (self.score(state, seat), &figures.income);
        for (line, dollars) in income.score.iter().zip(score.lines()) {
            line.add(into, seat, dollars);
        }
        income.in_events().iter().for_each(|source| source.occasions(into, seat, 1));
        let (start, _) = income.start.so_far(into, seat);
        for (horse, of_horse) in (0..).zip(&figures.bets) {
            let face = i64::from(state.sheets[usize::from(seat)].bet(horse));
            if face > 0 {
                let pays = self.bet_pays(state, seat, horse);
                let (_, staked) = of_horse.on_stake.so_far(into, seat);
                figures.losing_bets.add(into, seat, pays == 0);
                for bets in [of_horse, &figures.all_bets] {
                    bets.nothing.add(into, seat, pays == 0);
                    bets.on_stake.amount(into, seat, staked * pays);
                    bets.face.add(into, seat, face);
                    bets.returned.add(into, seat, face * pays);
                }
            }
        }
        figures.below_start.add(into, seat, score.total() < start);
    }

    fn count_horses(&self, state: &State, figures: &Figures, into: &mut Counts) {
        let past = state.track.past_line(&self.course);
        for (horse, of_horse) in (0..).zip(&figures.horses) {
            let place = state.track.place(horse);
            let end = place.unwrap_or(PLACES + usize::from(past >> horse & 1 == 0));
            for (ended, share) in of_horse.ends.iter().enumerate() {
                share.add(into, TheGame, ended == end);
            }
            of_horse.owned.add(into, TheGame, state.market >> horse & 1 == 0);
            if let Some(place) = place
                && of_horse.on_price.so_far(into, TheGame).1 > 0
            {
                of_horse.on_price.amount(into, TheGame, self.rules.edition.purses[place]);
            }
        }
    }

    /// The name of the Horse Card of a number; `None` if it is drawn for each game.
    fn horse_name(&self, number: usize) -> Option<&str> {
        let horses = self.rules.horses[number];
        let certain = horses.count_ones() == 1;
        certain.then(|| &*self.rules.edition.horses[horses.trailing_zeros() as usize].name)
    }
}

impl Count for Game {
    type Figures = Figures;

    const COUNTED: Counted<Self> = Counted {
        score: "dollars per game",
        length: ("rounds per game", "rounds"),
        first: Some("which takes the first turn"),
        tables: &[BETS, LOSING_BETS, OF_HORSES, INCOME],
        views: &[DOLLARS, RETURNS],
        stratified: true,
        whole_games: true,
        lengths: Some(Schema {
            name: "rounds",
            about: "Distribution of the length of games in rounds.",
            begins: Begins::Run,
            columns: &[
                &[
                    Column::integer("rounds", "rounds", "length of a game"),
                    Column::integer("games", "games", "finished games"),
                    Column::integer("count", "games", "games of this length"),
                    Column::number("share", "share", "share of the finished games"),
                ],
                &ERRORS,
            ],
        }),
        sample: Sample {
            columns: &[
                Column::integer("score", "dollars", "final score"),
                Column::integer("purses", "dollars", "part of the score from horses owned"),
                Column::integer("bets", "dollars", "part from bets"),
                Column::integer("jockey_sets", "dollars", "part from jockey sets"),
                Column::integer("at_scoring", "dollars", "part from abilities at scoring"),
                Column::integer("money_left", "dollars", "part from money left"),
                Column::integer("rounds", "rounds", "length of the game"),
            ],
            row: |Finish { game, state, .. }, seat| {
                let score = game.score(state, seat);
                let all = [score.total()].into_iter().chain(score.lines());
                let all = all.chain([state.round.into()]);
                all.map(Label::Number).collect()
            },
        },
        ..Counted::DEFAULT
    };

    fn figures(&self, declare: &mut Declarations) -> Figures {
        // The screen omits sources below this for every policy; the table has all.
        const LEAST: f64 = 0.5;
        let (losing_bets, below_start) =
            (declare.bust("bet", "bets lost"), declare.bust("below start", None));
        let numbers: [usize; HORSES] = std::array::from_fn(|horse| horse);
        let bets = numbers.map(|horse| OfBets::new(declare, Some(horse as u32 + 1)));
        let all_bets = OfBets::new(declare, None);
        let income = Income::new(declare);
        let mut horses = declare.table(&OF_HORSES);
        let horses = numbers.map(|horse| {
            let horse = horses.by([Label::from(horse as u32 + 1), self.horse_name(horse).into()]);
            OfHorse {
                ends: ["1st", "2nd", "3rd", "past the No Bet line", "before the No Bet line"]
                    .map(|end| horse.share(end)),
                rounds: horse.mean("rounds to finish"),
                owned: horse.share("owned"),
                on_price: horse.ratio("return on price"),
            }
        });
        let title = "Sources of the score, in dollars per game, and return per dollar staked";
        let [purses, bets_won, jockey_sets, at_scoring, money_left] =
            income.score.map(|line| *line);
        let shown = [
            ("bets", bets_won, LEAST),
            ("purses", purses, LEAST),
            ("jockey sets", jockey_sets, LEAST),
            ("abilities", at_scoring, LEAST),
            ("money left", money_left, LEAST),
            ("return on stake", all_bets.on_stake, 0.0),
        ];
        declare.show(title, shown);
        // Roland scores no jockey sets (LS-56), and his horses have no abilities (LS-54).
        declare.fixed("roland", jockey_sets, 0);
        declare.fixed("roland", at_scoring, 0);
        Figures { losing_bets, below_start, bets, all_bets, income, horses }
    }

    // Most events add nothing: inlined into a caller with a known event, the call vanishes.
    #[inline(always)]
    fn count(&self, state: &State, event: Event, figures: &Figures, into: &mut Counts) {
        let income = &figures.income;
        match event {
            Event::Begins => {
                for (seat, sheet) in (0..).zip(state.seated()) {
                    income.start.amount(into, seat, sheet.money);
                }
            }
            Event::BetPlaced { seat, horse, paid, .. } => {
                income.bets_paid.amount(into, seat, -i64::from(paid));
                for bets in [&figures.bets[usize::from(horse)], &figures.all_bets] {
                    bets.on_stake.occasions(into, seat, paid);
                }
            }
            Event::HorseTaken { seat, horse, paid, .. } => {
                income.horses_paid.amount(into, seat, -i64::from(paid));
                figures.horses[usize::from(horse)].on_price.occasions(into, TheGame, paid);
            }
            Event::MoneyGained { seat, dollars, cause } => {
                let source = match cause {
                    Cause::Bonus => income.bonuses,
                    Cause::Solo => income.solo_sheet,
                    _ => income.abilities,
                };
                source.amount(into, seat, dollars);
            }
            Event::MoneyLost { seat, dollars, to, .. } => {
                income.abilities.amount(into, seat, -i64::from(dollars));
                if let Some(to) = to {
                    income.abilities.amount(into, to, dollars);
                }
            }
            Event::Finished { horse, .. } => {
                figures.horses[usize::from(horse)].rounds.add(into, TheGame, state.round);
            }
            Event::Ends { .. } => {
                (0..self.seats()).for_each(|seat| self.count_seat(state, seat, figures, into));
                self.count_horses(state, figures, into);
            }
            _ => {}
        }
    }

    fn length(&self, state: &State, _: u8) -> u32 {
        state.round
    }
}
