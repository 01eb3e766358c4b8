//! What is counted of Long Shot beside wins and dollars: what bets bring back, where dollars come
//! from, what becomes of the horses.

use super::compiled::Game;
use super::edition::{HORSES, PLACES};
use super::event::{Cause, Event};
use super::state::State;
use crate::game::contract::Game as _;
use crate::game::count::{
    Cells, Count, Counts, Figure, FigureTable, Label, Of, Rows, Show, Shown, Situation, Without,
};
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema};

/// The tables, by their places.
const BETS: usize = 0;
const LOSING_BETS: usize = 1;
const OF_HORSES: usize = 2;
const INCOME: usize = 3;

const HORSE_NUMBER: Column = Column::integer("horse", "", "the number of the horse");

/// So often of so many occasions.
const ONE_SHARE: Cells = Cells::Several(1, &[Show::Occasions(0), Show::Sum(0), Show::Estimate(0)]);

/// The figures of the bets on a horse; one bet is what stands in one player's Bet space at the end.
mod bet {
    /// Bets that returned nothing, of all.
    pub(super) const NOTHING: usize = 0;
    /// Dollars returned on each dollar paid.
    pub(super) const ON_STAKE: usize = 1;
    /// Dollars written, Free Bets and starting bets included.
    pub(super) const FACE: usize = 2;
    /// Dollars returned on all of them.
    pub(super) const RETURNED: usize = 3;
    pub(super) const COUNT: usize = 4;
}

/// The row of the bets on all horses.
const ALL: usize = HORSES;

/// Games with a stake on a horse from which on they tell the error of what a dollar returns. Bets on
/// outsiders return nothing most of the time and many times the stake now and then: intervals from
/// 20 games of three players hold in 72 to 82 % of the cases.
const LEAST_STAKED: u64 = 50;

/// Where a player's dollars come from and go to.
///
/// The first five add up to the score; the others add up to [`Source::MoneyLeft`].
#[derive(Clone, Copy)]
#[repr(usize)]
enum Source {
    Purses,
    Bets,
    JockeySets,
    AtScoring,
    MoneyLeft,
    Start,
    Bonuses,
    /// During the race, what those of others cost subtracted.
    Abilities,
    SoloSheet,
    BetsPaid,
    HorsesPaid,
}

/// Their accounts and names, in their order.
const SOURCES: [(&str, &str); 11] = [
    ("score", "purses"),
    ("score", "bets"),
    ("score", "jockey_sets"),
    ("score", "at_scoring"),
    ("score", "money_left"),
    ("money", "start"),
    ("money", "bonuses"),
    ("money", "abilities"),
    ("money", "solo_sheet"),
    ("money", "bets_paid"),
    ("money", "horses_paid"),
];

/// The figures of a horse, and whether they are shares of all games.
const HORSE: [(&str, bool); 8] = [
    ("1st", true),
    ("2nd", true),
    ("3rd", true),
    ("past the No Bet line", true),
    ("before the No Bet line", true),
    ("rounds to finish", false),
    ("owned", true),
    ("return on price", false),
];

/// The places of some of them.
mod horse {
    pub(super) const ROUNDS: usize = 5;
    pub(super) const OWNED: usize = 6;
    pub(super) const RETURN: usize = 7;
}

/// The place of a figure of the bets on a horse, or on [`ALL`].
const fn of_bets(horse: usize, figure: usize) -> usize {
    horse * bet::COUNT + figure
}

const fn of_source(source: Source) -> usize {
    of_bets(ALL + 1, 0) + source as usize
}

const fn of_horse(horse: usize, figure: usize) -> usize {
    of_bets(ALL + 1, 0) + SOURCES.len() + horse * HORSE.len() + figure
}

impl Game {
    fn count_seat(&self, state: &State, seat: u8, into: &mut Counts) {
        let score = self.score(state, seat);
        let mut pay = |source, dollars| into.add(seat, of_source(source), dollars, 0);
        pay(Source::Purses, score.purses);
        pay(Source::Bets, score.bets);
        pay(Source::JockeySets, score.sets);
        pay(Source::AtScoring, score.abilities);
        pay(Source::MoneyLeft, score.money);
        for source in 0..SOURCES.len() {
            into.add(seat, of_bets(ALL + 1, 0) + source, 0, 1);
        }
        let (start, _) = into.so_far(seat, of_source(Source::Start));
        for horse in 0..HORSES {
            let face = i64::from(state.sheets[usize::from(seat)].bet(horse as u8));
            if face > 0 {
                let pays = self.bet_pays(state, seat, horse as u8);
                let (_, staked) = into.so_far(seat, of_bets(horse, bet::ON_STAKE));
                into.occasion(seat, 0, pays == 0);
                for row in [horse, ALL] {
                    into.add(seat, of_bets(row, bet::NOTHING), i64::from(pays == 0), 1);
                    into.add(seat, of_bets(row, bet::ON_STAKE), staked as i64 * pays, 0);
                    into.add(seat, of_bets(row, bet::FACE), face, 1);
                    into.add(seat, of_bets(row, bet::RETURNED), face * pays, 1);
                }
            }
        }
        into.occasion(seat, 1, score.total() < start);
    }

    fn count_horses(&self, state: &State, into: &mut Counts) {
        let past = state.track.past_line(&self.course);
        for horse in 0..HORSES {
            let place = state.track.place(horse as u8);
            let end = place.unwrap_or(PLACES + usize::from(past >> horse & 1 == 0));
            for stood in 0..PLACES + 2 {
                into.add_game(of_horse(horse, stood), i64::from(stood == end), 1);
            }
            let owned = state.market >> horse & 1 == 0;
            into.add_game(of_horse(horse, horse::OWNED), owned.into(), 1);
            if let Some(place) = place
                && into.game_so_far(of_horse(horse, horse::RETURN)).1 > 0
            {
                let purse = self.rules.edition.purses[place];
                into.add_game(of_horse(horse, horse::RETURN), purse.into(), 0);
            }
        }
    }

    /// The name of the Horse Card of a number; nothing where it is drawn for each game.
    fn horse_name(&self, number: usize) -> Label {
        let horses = self.rules.horses[number];
        let certain = horses.count_ones() == 1;
        let name = || self.rules.edition.horses[horses.trailing_zeros() as usize].name.clone();
        certain.then(name).into()
    }
}

impl Count for Game {
    const SCORE: &'static str = "dollars per game";
    const LENGTH: (&'static str, &'static str) = ("rounds per game", "rounds");
    const FIRST: Option<&'static str> = Some("which takes the first turn");
    const SITUATIONS: &'static [Situation] = &[
        Situation { name: "bet", heading: Some("losing bets") },
        Situation { name: "below start", heading: None },
    ];
    const TABLES: &'static [FigureTable] = &[
        FigureTable {
            schema: Schema {
                name: "bets",
                about: "What each policy bet on each horse, and on all (`horse` is empty), and what \
                        came back.",
                begins: Begins::Run,
                columns: &[
                    &[
                        HORSE_NUMBER,
                        Column::integer("bets", "bets", "bets that stood at the end"),
                        Column::integer("staked", "dollars", "paid for them"),
                        Column::integer("face", "dollars", "written, Free Bets included"),
                        Column::integer("returned", "dollars", "returned on all that is written"),
                        Column::integer(
                            "returned_on_stake",
                            "dollars",
                            "returned on what was paid",
                        ),
                        Column::number("return_on_stake", "dollars", "returned on a dollar paid"),
                    ],
                    &ERRORS,
                ],
            },
            of: Of::Policies,
            cells: Cells::Several(
                3,
                &[
                    Show::Occasions(1),
                    Show::Occasions(0),
                    Show::Sum(1),
                    Show::Sum(2),
                    Show::Sum(0),
                    Show::Estimate(0),
                ],
            ),
        },
        FigureTable {
            schema: Schema {
                name: "losing_bets",
                about: "How often the bets on each horse, and on all (`horse` is empty), returned \
                        nothing.",
                begins: Begins::Run,
                columns: &[
                    &[
                        HORSE_NUMBER,
                        Column::integer("bets", "bets", "bets that stood at the end"),
                        Column::integer("returned_nothing", "bets", "those that returned nothing"),
                        Column::number("share", "share", "their share of the bets"),
                    ],
                    &ERRORS,
                ],
            },
            of: Of::Policies,
            cells: ONE_SHARE,
        },
        FigureTable {
            schema: Schema {
                name: "horses",
                about: "Where each horse ended, how fast it was, and what it earned on its price.",
                begins: Begins::Run,
                columns: &[
                    &[
                        HORSE_NUMBER,
                        Column::text(
                            "name",
                            "its Horse Card; empty where it is drawn for each game",
                        ),
                    ],
                    &FIGURE,
                    &ERRORS,
                ],
            },
            of: Of::Games,
            cells: Cells::One,
        },
        FigureTable {
            schema: Schema {
                name: "income",
                about: "What each kind of income brought, and what was paid.",
                begins: Begins::Run,
                columns: &[
                    &[
                        Column::text(
                            "account",
                            "`score`: adds up to the final score; `money`: to the money left",
                        ),
                        Column::text("source", "where the dollars come from, or go to"),
                        Column::integer("games", "games", "seats of the policy in games"),
                        Column::number("dollars", "dollars per game", "what it brought"),
                    ],
                    &ERRORS,
                ],
            },
            of: Of::Policies,
            cells: Cells::Several(1, &[Show::Occasions(0), Show::Estimate(0)]),
        },
    ];
    const STRATIFIED: bool = true;
    const WHOLE: bool = true;
    const LENGTHS: Option<Schema> = Some(Schema {
        name: "rounds",
        about: "How many rounds the games took.",
        begins: Begins::Run,
        columns: &[
            &[
                Column::integer("rounds", "rounds", "the length of a game"),
                Column::integer("games", "games", "games in all, without those given up"),
                Column::integer("count", "games", "those that took so many rounds"),
                Column::number("share", "share", "their share of these games"),
            ],
            &ERRORS,
        ],
    });
    const SAMPLE: &'static [Column] = &[
        Column::integer("score", "dollars", "the final score"),
        Column::integer("purses", "dollars", "of it from horses owned"),
        Column::integer("bets", "dollars", "from bets"),
        Column::integer("jockey_sets", "dollars", "from sets of jockeys"),
        Column::integer("at_scoring", "dollars", "from abilities at the end"),
        Column::integer("money_left", "dollars", "the money left"),
        Column::integer("rounds", "rounds", "how long the game was"),
    ];

    fn figures(&self) -> Vec<Figure> {
        let number = |horse: usize| Label::Number(horse as i64 + 1);
        let bets = (0..=HORSES).flat_map(|horse| {
            let row = || [if horse == ALL { Label::Nothing } else { number(horse) }];
            let mean = |name| Figure::mean(BETS, row(), name);
            [
                Figure::share(LOSING_BETS, row(), "nothing"),
                Figure { least: LEAST_STAKED, ..mean("on stake") },
                mean("face"),
                mean("returned"),
            ]
        });
        let income = SOURCES.iter().map(|(account, source)| {
            let row = [*account, *source].map(|text| Some(text.to_owned()));
            // Only Roland has a Solo Sheet.
            let without = match *source {
                "solo_sheet" => Without::Amount,
                _ => Without::Occasions,
            };
            Figure { without, ..Figure::mean(INCOME, row, "dollars") }
        });
        let horses = (0..HORSES).flat_map(|horse| {
            HORSE.map(|(name, share)| Figure {
                share,
                ..Figure::mean(OF_HORSES, [number(horse), self.horse_name(horse)], name)
            })
        });
        bets.chain(income).chain(horses).collect()
    }

    fn shown(&self) -> Vec<Shown> {
        // A source that brings nobody so much is left to the table.
        const LEAST: f64 = 0.5;
        let columns = [
            ("bets", of_source(Source::Bets), LEAST),
            ("purses", of_source(Source::Purses), LEAST),
            ("jockey sets", of_source(Source::JockeySets), LEAST),
            ("abilities", of_source(Source::AtScoring), LEAST),
            ("money left", of_source(Source::MoneyLeft), LEAST),
            ("return on stake", of_bets(ALL, bet::ON_STAKE), 0.0),
        ];
        let title =
            "What they scored with, in dollars per game, and what a dollar staked brought back";
        let rows = Rows::Policies(columns.map(|(_, figure, _)| figure).to_vec());
        let columns = columns.map(|(heading, _, least)| (heading, least)).to_vec();
        vec![Shown { title, columns, rows }]
    }

    fn sample(&self, state: &State, seat: u8, _: &Counts) -> Vec<i64> {
        let score = self.score(state, seat);
        let rounds = state.round.into();
        let lines = [score.purses, score.bets, score.sets, score.abilities, score.money, rounds];
        [score.total()].into_iter().chain(lines).collect()
    }

    #[inline]
    fn count(&self, state: &State, event: Event, into: &mut Counts) {
        let mut pay = |seat, source, dollars| into.add(seat, of_source(source), dollars, 0);
        match event {
            Event::Begins => {
                for (seat, sheet) in (0..).zip(state.seated()) {
                    pay(seat, Source::Start, sheet.money.into());
                }
            }
            Event::BetPlaced { seat, horse, paid, .. } => {
                pay(seat, Source::BetsPaid, -i64::from(paid));
                for row in [horse.into(), ALL] {
                    into.add(seat, of_bets(row, bet::ON_STAKE), 0, paid.into());
                }
            }
            Event::HorseTaken { seat, horse, paid, .. } => {
                pay(seat, Source::HorsesPaid, -i64::from(paid));
                into.add_game(of_horse(horse.into(), horse::RETURN), 0, paid.into());
            }
            Event::MoneyGained { seat, dollars, cause } => {
                let source = match cause {
                    Cause::Bonus => Source::Bonuses,
                    Cause::Solo => Source::SoloSheet,
                    _ => Source::Abilities,
                };
                pay(seat, source, dollars.into());
            }
            Event::MoneyLost { seat, dollars, to, .. } => {
                pay(seat, Source::Abilities, -i64::from(dollars));
                if let Some(to) = to {
                    pay(to, Source::Abilities, dollars.into());
                }
            }
            Event::Finished { horse, .. } => {
                into.add_game(of_horse(horse.into(), horse::ROUNDS), state.round.into(), 1);
            }
            Event::Ends { .. } => {
                (0..self.seats()).for_each(|seat| self.count_seat(state, seat, into));
                self.count_horses(state, into);
            }
            _ => {}
        }
    }

    fn fixed(&self, policy: &str, figure: usize) -> Option<i64> {
        // Roland scores no jockey sets (LS-56), and his horses have no abilities (LS-54).
        let never = [Source::JockeySets, Source::AtScoring].map(of_source).contains(&figure);
        (policy == "roland" && never).then_some(0)
    }

    fn length(&self, state: &State, _: u8) -> u32 {
        state.round
    }
}
