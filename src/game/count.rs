//! What a game counts: figures by seat and game, declared once by name, and the tables that show them.
//!
//! A figure is a ratio of two sums: an amount for its occasions. [`Count::figures`] declares each and keeps
//! its handle ([`Mean`], [`Share`], [`Ratio`]), by which [`Count::count`] adds to it. Errors are over games,
//! which are independent; within a game nothing is assumed.

use std::marker::PhantomData;
use std::ops::Deref;

use super::publish::Publish;
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema};

/// What a game counts beside wins and scores.
pub trait Count: Publish {
    /// The handles of its figures; `()` where it has none.
    type Figures: Send + Sync;

    /// What is the same for all games of this kind.
    const COUNTED: Counted<Self> = Counted::DEFAULT;

    /// Declares the figures, in the order of their rows.
    fn figures(&self, declare: &mut Declarations) -> Self::Figures;

    /// Counts an event, which led to `state`.
    fn count(
        &self,
        state: &Self::State,
        event: Self::Event,
        figures: &Self::Figures,
        into: &mut Counts,
    ) {
        let _ = (state, event, figures, into);
    }

    /// The length of a game that ended in `state`, for a seat.
    fn length(&self, state: &Self::State, seat: u8) -> u32;
}

/// What is counted of all games of a kind, as data.
#[allow(missing_debug_implementations)] // functions
pub struct Counted<G: Count> {
    /// The name of a score on the screen (`points per game`).
    pub score: &'static str,
    /// The name of the length of a game on the screen, and its unit in tables.
    pub length: (&'static str, &'static str),
    /// How seat 1 differs from the others (`which takes the first turn`), if it does.
    pub first: Option<&'static str>,
    /// The game's own tables.
    pub tables: &'static [FigureTable],
    /// Whether its figures are about whole games: those of games that are given up are then dropped.
    pub whole_games: bool,
    /// Whether the errors of its figures leave out how far matchups and seats differ, of which a run
    /// plays a fixed number of games each.
    pub stratified: bool,
    /// The table of the lengths of games with how often each came, if there is one: a length, games in
    /// all, those of that length, and their share with its errors.
    pub lengths: Option<Schema>,
    /// How turns end, where each end is counted by [`Declarations::turn_endings`].
    pub endings: Option<Endings>,
    /// The columns behind the situation in the table of busts ([`Declarations::trial`]).
    pub conditions: &'static [Column],
    /// What a limit of the rules may cut off within a game. Whole games that are given up are counted for
    /// every game.
    pub limit: Option<Limit<G>>,
    /// The value of one point as it is counted, where all scores are multiples of it; the values of
    /// [`Histogram`] count in the same unit.
    pub unit: fn(&G) -> i64,
    /// The length of every game, where the rules fix it.
    pub fixed_length: fn(&G) -> Option<u32>,
    /// The samples of a run: a row for each seat of a game.
    pub sample: Sample<G>,
    /// The name on the screen of what a turn played alone brings.
    pub turn_score: &'static str,
    /// What a turn played alone has brought that ended in a state, in [units](Counted::unit).
    pub turn_gain: fn(&G, &G::State) -> i64,
    /// The samples of a run of turns played alone: a row for each.
    pub turn_sample: Sample<G>,
}

impl<G: Count> Counted<G> {
    /// Points and turns, no tables; turns played alone bring nothing.
    pub const DEFAULT: Self = Self {
        score: "points per game",
        length: ("turns per game", "turns"),
        first: None,
        tables: &[],
        whole_games: false,
        stratified: false,
        lengths: None,
        endings: None,
        conditions: &[],
        limit: None,
        unit: |_| 1,
        fixed_length: |_| None,
        sample: Sample {
            columns: &[
                Column::integer("score", "", "the final score"),
                Column::integer("length", "", "how long the game was"),
            ],
            row: |Finish { game, state, .. }, seat| {
                let score = game.ranking(state).scores[usize::from(seat)];
                vec![score.into(), game.length(state, seat).into()]
            },
        },
        turn_score: "points per turn",
        turn_gain: |_, _| 0,
        turn_sample: Sample {
            columns: &[Column::integer("points", "points", "what the turn brought")],
            row: |Finish { game, state, .. }, _| {
                vec![((G::COUNTED.turn_gain)(game, state) * (G::COUNTED.unit)(game)).into()]
            },
        },
    };
}

/// What a limit of the rules may cut off within a game.
#[allow(missing_debug_implementations)] // functions
pub struct Limit<G: Count> {
    /// Its name (`hand`).
    pub name: &'static str,
    /// Whether an event is the end of one that was cut off.
    pub cuts_off: fn(&G::Event) -> bool,
}

/// Raw rows.
#[allow(missing_debug_implementations)] // functions
pub struct Sample<G: Count> {
    /// Their columns.
    pub columns: &'static [Column],
    /// The row of a seat.
    pub row: fn(&Finish<'_, G>, u8) -> Vec<Label>,
}

/// The end of a game or of a turn played alone, with what was counted in it.
#[allow(missing_debug_implementations)] // handles
pub struct Finish<'a, G: Count> {
    /// What was played.
    pub game: &'a G,
    /// The last state.
    pub state: &'a G::State,
    /// The handles of the game.
    pub figures: &'a G::Figures,
    /// What was counted.
    pub counts: &'a Counts,
}

/// How turns end, where a game counts that; the table of scores then shows what turns bring.
#[derive(Clone, Copy, Debug)]
pub struct Endings {
    /// How often each way came, and how often with each value: the way, what the turn held, turns, and
    /// their share with its errors.
    pub tables: [Schema; 2],
    /// The ways, and whether what the turn held is what it brought; else it brought nothing.
    pub ways: &'static [(&'static str, bool)],
}

/// A table of figures of a game's own: one a row, unless [`FigureTable::showing`] names several.
#[derive(Clone, Copy, Debug)]
pub struct FigureTable {
    pub(crate) schema: Schema,
    pub(crate) of: Of,
    /// Whether it is left out of runs of turns alone.
    pub(crate) whole_games: bool,
    /// What a row shows of several figures; of a single one all in the columns [`FIGURE`] and [`ERRORS`].
    pub(crate) shown: &'static [Show],
}

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// Each policy.
    Policies,
    /// Each policy, and where there are several all of them together.
    PoliciesAndAll,
    /// The games, whoever plays.
    Games,
}

/// What is shown of a figure of a row, which is named.
#[derive(Clone, Copy, Debug)]
pub enum Show {
    /// Its occasions.
    Occasions(&'static str),
    /// The sum over them.
    Sum(&'static str),
    /// Its estimate: the value, then [`ERRORS`].
    Estimate(&'static str),
}

impl FigureTable {
    const fn new(name: &'static str, about: &'static str, of: Of) -> Self {
        let columns: &[&[Column]] = &[&FIGURE, &ERRORS];
        let schema = Schema { name, about, begins: Begins::Run, columns };
        Self { schema, of, whole_games: false, shown: &[] }
    }

    /// A table about each policy. Its columns are those of [`FIGURE`] and [`ERRORS`].
    pub const fn policies(name: &'static str, about: &'static str) -> Self {
        Self::new(name, about, Of::Policies)
    }

    /// A table about the games, whoever plays.
    pub const fn games(name: &'static str, about: &'static str) -> Self {
        Self::new(name, about, Of::Games)
    }

    /// The same, with rows about all policies together where there are several.
    pub const fn and_all(self) -> Self {
        Self { of: Of::PoliciesAndAll, ..self }
    }

    /// The same, left out of runs of turns played alone.
    pub const fn of_whole_games(self) -> Self {
        Self { whole_games: true, ..self }
    }

    /// The same with these columns: those of [`FigureRows::by`], then [`FIGURE`] and [`ERRORS`].
    pub const fn columns(mut self, columns: &'static [&'static [Column]]) -> Self {
        self.schema.columns = columns;
        self
    }

    /// The same with several figures a row and these columns: those of [`FigureRows::by`], then one for
    /// each of `shown`, and [`ERRORS`] behind an estimate.
    pub const fn showing(
        self,
        columns: &'static [&'static [Column]],
        shown: &'static [Show],
    ) -> Self {
        Self { shown, ..self.columns(columns) }
    }

    /// The same with the columns of [`FigureRows::by`], then the occasions of the figure `share` of a row,
    /// how often it happened, the share and [`ERRORS`].
    pub const fn shares(self, columns: &'static [&'static [Column]]) -> Self {
        self.showing(
            columns,
            &[Show::Occasions("share"), Show::Sum("share"), Show::Estimate("share")],
        )
    }
}

/// What a row is about, in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A name.
    Text(String),
    /// A number.
    Number(i64),
    /// An empty cell.
    Nothing,
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

macro_rules! number_labels {
    ($($number:ty)*) => {$(
        impl From<$number> for Label {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

number_labels!(u8 u16 u32 i32 i64);

impl<T: Into<Self>> From<Option<T>> for Label {
    fn from(label: Option<T>) -> Self {
        label.map_or(Self::Nothing, Into::into)
    }
}

/// When a row is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// Never.
    Never,
    /// Where its first figure had no occasions.
    Occasions,
    /// Where the sum of its first figure is 0.
    Amount,
}

/// What a figure is about: a seat, from 0, or [the game](TheGame).
pub trait Whose: Copy {
    /// Whether it is the game.
    const GAME: bool;

    /// Its place in a game with this number of seats.
    fn place(self, seats: usize) -> usize;
}

impl Whose for u8 {
    const GAME: bool = false;

    #[inline]
    fn place(self, _: usize) -> usize {
        self.into()
    }
}

/// The game, whoever plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TheGame;

impl Whose for TheGame {
    const GAME: bool = true;

    #[inline]
    fn place(self, seats: usize) -> usize {
        seats
    }
}

/// The handle of a ratio of two sums, such as the return on a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio<W = u8> {
    figure: u32,
    whose: PhantomData<W>,
}

impl<W: Whose> Ratio<W> {
    /// The figure at a place.
    pub(crate) const fn at(figure: usize) -> Self {
        Self { figure: figure as u32, whose: PhantomData }
    }

    /// Its place among all figures.
    #[inline]
    pub(crate) const fn figure(self) -> usize {
        self.figure as usize
    }

    /// Adds an amount and its occasions.
    #[inline]
    pub fn add(
        self,
        into: &mut Counts,
        whose: W,
        amount: impl Into<i64>,
        occasions: impl Into<i64>,
    ) {
        let (sum, among) = &mut into.sums[whose.place(into.seats) * into.figures + self.figure()];
        *sum += amount.into();
        *among += occasions.into();
    }

    /// Adds an amount whose occasion is counted apart.
    #[inline]
    pub fn amount(self, into: &mut Counts, whose: W, amount: impl Into<i64>) {
        self.add(into, whose, amount, 0);
    }

    /// Adds occasions whose amount is counted apart.
    #[inline]
    pub fn occasions(self, into: &mut Counts, whose: W, occasions: impl Into<i64>) {
        self.add(into, whose, 0, occasions);
    }

    /// Its sum in this game so far, and its occasions.
    pub fn so_far(self, counts: &Counts, whose: W) -> (i64, i64) {
        counts.of(whose.place(counts.seats))[self.figure()]
    }
}

/// The handle of a mean over occasions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mean<W = u8>(Ratio<W>);

impl<W: Whose> Mean<W> {
    /// Adds the amount of one occasion.
    #[inline]
    pub fn add(self, into: &mut Counts, whose: W, amount: impl Into<i64>) {
        self.0.add(into, whose, amount, 1);
    }
}

/// The handle of a share of occasions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share<W = u8>(Ratio<W>);

impl<W: Whose> Share<W> {
    /// The share at a place.
    pub(crate) const fn at(figure: usize) -> Self {
        Self(Ratio::at(figure))
    }

    /// Counts an occasion, and whether it happened.
    #[inline]
    pub fn add(self, into: &mut Counts, whose: W, happened: bool) {
        self.0.add(into, whose, happened, 1);
    }
}

impl<W> Deref for Mean<W> {
    type Target = Ratio<W>;

    #[inline]
    fn deref(&self) -> &Ratio<W> {
        &self.0
    }
}

impl<W> Deref for Share<W> {
    type Target = Ratio<W>;

    #[inline]
    fn deref(&self) -> &Ratio<W> {
        &self.0
    }
}

/// The handle of how turns end.
#[derive(Clone, Copy, Debug)]
pub struct Histogram(());

impl Histogram {
    /// Counts the end of a turn of a seat: the way, by its place in [`Endings::ways`], and what it held, in
    /// [units](Counted::unit).
    #[inline]
    pub fn add(self, into: &mut Counts, seat: u8, way: u8, held: u32) {
        into.turns[usize::from(seat)].push((way, held));
    }

    /// How the turns of a seat have ended in this game so far.
    pub fn so_far(self, counts: &Counts, seat: u8) -> &[(u8, u32)] {
        &counts.turns[usize::from(seat)]
    }
}

/// How a figure is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Estimated {
    /// Whether it is a share: each occasion counts from 0 to a whole.
    pub(crate) share: bool,
    /// The parts of a whole: 1, or those of a win.
    pub(crate) whole: u64,
    /// The fewest games with an occasion that say something of the error of a mean.
    pub(crate) least: u64,
    /// Its place among the figures of policies or among those of games that tables show; nothing for any
    /// other.
    pub(crate) slot: Option<usize>,
}

impl Estimated {
    const MEAN: Self = Self { share: false, whole: 1, least: 2, slot: None };
    const SHARE: Self = Self { share: true, ..Self::MEAN };
}

/// A row of a table: figures by name.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) table: usize,
    pub(crate) labels: Vec<Label>,
    pub(crate) figures: Vec<(&'static str, usize)>,
    pub(crate) without: Without,
}

/// Figures on the screen too, sorted by the first column.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// What they are.
    pub(crate) title: &'static str,
    /// By column: its heading, and the distance from 0 of the largest figure from which on it is shown.
    pub(crate) columns: Vec<(&'static str, f64)>,
    pub(crate) rows: Rows,
}

/// The rows of [`Shown`], each with its figures by column.
#[derive(Clone, Debug)]
pub(crate) enum Rows {
    /// One for each policy.
    Policies(Vec<usize>),
    /// About all policies together: what each is about, in general and by name. One whose first
    /// figure had no occasion is left out.
    Everybody(&'static str, Vec<(String, Vec<usize>)>),
}

/// What a game declares.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    tables: &'static [FigureTable],
    pub(crate) figures: Vec<Estimated>,
    /// The places of those of policies and of those of games that tables show.
    pub(crate) of_policies: Vec<usize>,
    pub(crate) of_games: Vec<usize>,
    pub(crate) rows: Vec<Row>,
    /// What busts: its name in the table, its heading on the screen if it is shown there, and its place.
    pub(crate) busts: Vec<(&'static str, Option<&'static str>, usize)>,
    /// The same of independent trials, with their conditions.
    pub(crate) trials: Vec<(&'static str, Vec<Label>, usize)>,
    pub(crate) shown: Vec<Shown>,
    /// The share that a limit cuts off.
    pub(crate) cut_off: Option<usize>,
    fixed: Vec<(&'static str, usize, i64)>,
    left_out: Vec<&'static str>,
}

/// The most situations that bust of a game.
pub(crate) const MAX_BUSTS: usize = 2;

impl Declarations {
    /// Those of a game, and their handles.
    pub(crate) fn of<G: Count>(game: &G) -> (Self, G::Figures) {
        let mut declared = Self { tables: G::COUNTED.tables, ..Self::default() };
        let figures = game.figures(&mut declared);
        (declared, figures)
    }

    fn add<W: Whose>(&mut self, estimated: Estimated) -> Ratio<W> {
        self.figures.push(estimated);
        Ratio::at(self.figures.len() - 1)
    }

    /// A figure of a table.
    fn of_table<W: Whose>(&mut self, estimated: Estimated) -> Ratio<W> {
        let place = self.figures.len();
        let alike = if W::GAME { &mut self.of_games } else { &mut self.of_policies };
        alike.push(place);
        let slot = Some(alike.len() - 1);
        self.add(Estimated { slot, ..estimated })
    }

    /// The rows of a table.
    ///
    /// # Panics
    ///
    /// If [`Counted::tables`] has no table of that name.
    pub fn table(&mut self, table: &FigureTable) -> FigureRows<'_> {
        let named = |known: &FigureTable| known.schema.name == table.schema.name;
        let table = self.tables.iter().position(named).expect("one of the game's tables");
        let labels = Vec::new();
        FigureRows {
            declared: self,
            table,
            labels,
            begun: false,
            without: Without::Never,
            always: None,
        }
    }

    /// Leaves a table out of runs of this game.
    pub fn leave_out(&mut self, table: &FigureTable) {
        self.left_out.push(table.schema.name);
    }

    /// A row of the table of busts, with a column on the screen where it has a heading.
    ///
    /// # Panics
    ///
    /// If it is the third.
    pub fn bust(
        &mut self,
        situation: &'static str,
        heading: impl Into<Option<&'static str>>,
    ) -> Share {
        assert!(self.busts.len() < MAX_BUSTS, "more than {MAX_BUSTS} situations");
        let share = Share(self.add(Estimated::SHARE));
        self.busts.push((situation, heading.into(), share.figure()));
        share
    }

    /// A row of the table of busts about trials that depend on nothing else: the situation, and its
    /// [conditions](Counted::conditions).
    pub fn trial(
        &mut self,
        situation: &'static str,
        conditions: impl IntoIterator<Item = Label>,
    ) -> Share {
        let share = Share(self.add(Estimated::SHARE));
        self.trials.push((situation, conditions.into_iter().collect(), share.figure()));
        share
    }

    /// A share for [`FigureRows::with`].
    pub fn share<W: Whose>(&mut self) -> Share<W> {
        Share(self.of_table(Estimated::SHARE))
    }

    /// How turns end, by [`Counted::endings`].
    pub fn turn_endings(&mut self) -> Histogram {
        Histogram(())
    }

    /// A ratio of two sums that no table of a run shows.
    pub fn memo<W: Whose>(&mut self) -> Ratio<W> {
        self.add(Estimated::MEAN)
    }

    /// The error of a mean is known from this number of games with an occasion on, instead of 2: for
    /// figures that rare large values decide.
    pub fn least<W: Whose>(&mut self, figure: Ratio<W>, games: u64) {
        self.figures[figure.figure()].least = games;
    }

    /// The value of a figure in every game of a policy, which the rules fix.
    pub fn fixed(&mut self, policy: &'static str, figure: Ratio, value: i64) {
        self.fixed.push((policy, figure.figure(), value));
    }

    /// The share of what may be cut off that the [limit](Counted::limit) did cut off.
    pub fn cut_off(&mut self, share: Share) {
        self.cut_off = Some(share.figure());
    }

    /// Shows figures of each policy on the screen: for each the heading of its column, and the least
    /// distance from 0 that the largest of them must have. Of turns played alone the first that is shown
    /// shares a table with what they bring.
    pub fn show(
        &mut self,
        title: &'static str,
        figures: impl IntoIterator<Item = (&'static str, Ratio, f64)>,
    ) {
        let all = figures.into_iter().map(|(name, of, least)| ((name, least), of.figure()));
        let (columns, figures) = all.unzip();
        self.shown.push(Shown { title, columns, rows: Rows::Policies(figures) });
    }

    /// Shows figures of all policies together on the screen, a row for each name; `of` says what is named.
    pub fn show_together<const N: usize>(
        &mut self,
        title: &'static str,
        of: &'static str,
        columns: [&'static str; N],
        rows: impl IntoIterator<Item = (String, [Ratio; N])>,
    ) {
        let figures = |figures: [Ratio; N]| figures.map(Ratio::figure).to_vec();
        let rows = rows.into_iter().map(|(name, row)| (name, figures(row))).collect();
        let columns = columns.map(|heading| (heading, 0.0)).to_vec();
        self.shown.push(Shown { title, columns, rows: Rows::Everybody(of, rows) });
    }

    /// The value of a figure that the rules fix for a policy.
    pub(crate) fn fixed_value(&self, policy: &str, figure: usize) -> Option<i64> {
        let mut all = self.fixed.iter();
        all.find(|(of, place, _)| (*of, *place) == (policy, figure)).map(|(.., value)| *value)
    }

    /// Whether a run of whole games, or of turns `alone`, leaves out one of the game's tables.
    pub(crate) fn leaves_out(&self, table: &FigureTable, alone: bool) -> bool {
        alone && (table.whole_games || table.of == Of::Games)
            || self.left_out.contains(&table.schema.name)
    }

    /// The places that [independent trials](Declarations::trial) take, and those before them.
    pub(crate) fn trial_places(&self) -> usize {
        self.trials.last().map_or(0, |(.., place)| place + 1)
    }
}

/// Declares the rows of a table.
#[derive(Debug)]
pub struct FigureRows<'a> {
    declared: &'a mut Declarations,
    table: usize,
    labels: Vec<Label>,
    /// Whether further figures stand in the last row.
    begun: bool,
    without: Without,
    always: Option<(&'static str, usize)>,
}

impl FigureRows<'_> {
    /// The next rows, or where a row shows several figures the next row, is about this: the values of the
    /// columns before those of figures.
    pub fn by<const N: usize>(&mut self, labels: [impl Into<Label>; N]) -> &mut Self {
        (self.labels, self.begun) = (labels.map(Into::into).to_vec(), false);
        self
    }

    /// When the next rows are left out.
    pub fn without(&mut self, without: Without) -> &mut Self {
        self.without = without;
        self
    }

    /// A figure that was declared before, which all rows show.
    pub fn always<W: Whose>(&mut self, name: &'static str, figure: Ratio<W>) {
        self.always = Some((name, figure.figure()));
    }

    /// Adds a mean over occasions; its name has its unit.
    pub fn mean<W: Whose>(&mut self, name: &'static str) -> Mean<W> {
        Mean(self.ratio(name))
    }

    /// Adds a share of occasions.
    pub fn share<W: Whose>(&mut self, name: &'static str) -> Share<W> {
        Share(self.add(name, Estimated::SHARE))
    }

    /// Adds a share of occasions of which each counts for 0 to `whole`, such as
    /// [`WIN`](crate::game::contract::WIN) parts of a win.
    pub fn parts<W: Whose>(&mut self, name: &'static str, whole: u64) -> Ratio<W> {
        self.add(name, Estimated { whole, ..Estimated::SHARE })
    }

    /// Adds a ratio of two sums.
    pub fn ratio<W: Whose>(&mut self, name: &'static str) -> Ratio<W> {
        self.add(name, Estimated::MEAN)
    }

    fn add<W: Whose>(&mut self, name: &'static str, estimated: Estimated) -> Ratio<W> {
        let figure = self.declared.of_table(estimated);
        self.with(name, figure);
        figure
    }

    /// Adds a figure that was declared before, which other rows may show too.
    pub fn with<W: Whose>(&mut self, name: &'static str, figure: Ratio<W>) -> &mut Self {
        let Self { table, without, .. } = *self;
        let FigureTable { of, shown, .. } = self.declared.tables[table];
        debug_assert_eq!(W::GAME, of == Of::Games, "{name} is about something else");
        if !self.begun {
            let labels = self.labels.clone();
            let figures = self.always.into_iter().collect();
            self.declared.rows.push(Row { table, labels, figures, without });
        }
        let row = self.declared.rows.last_mut().expect("a row that was begun");
        row.figures.push((name, figure.figure()));
        self.begun = !shown.is_empty();
        self
    }
}

/// What one game adds to the figures of each seat, and to those of the game.
#[derive(Clone, Debug)]
pub struct Counts {
    seats: usize,
    figures: usize,
    /// By seat and figure: the sum, and the occasions; behind the seats those of the game.
    sums: Vec<(i64, i64)>,
    /// By seat: how each turn ended, and what it held.
    turns: Vec<Vec<(u8, u32)>>,
}

impl Counts {
    /// Of nothing, for a number of seats and the figures that were declared.
    pub(crate) fn new(seats: u8, declared: &Declarations) -> Self {
        let (seats, figures) = (usize::from(seats), declared.figures.len());
        Self {
            seats,
            figures,
            sums: vec![(0, 0); (seats + 1) * figures],
            turns: vec![Vec::new(); seats],
        }
    }

    /// Forgets a game.
    pub(crate) fn clear(&mut self) {
        self.sums.fill((0, 0));
        self.turns.iter_mut().for_each(Vec::clear);
    }

    /// The sums of a seat, by figure.
    pub(crate) fn of(&self, seat: usize) -> &[(i64, i64)] {
        &self.sums[seat * self.figures..][..self.figures]
    }

    /// The sums of the game, by figure.
    pub(crate) fn of_game(&self) -> &[(i64, i64)] {
        self.of(self.seats)
    }

    /// Adds the sums of another game with a weight.
    pub(crate) fn add(&mut self, other: &Self, weight: i64) {
        for (into, (sum, among)) in self.sums.iter_mut().zip(&other.sums) {
            *into = (into.0 + weight * sum, into.1 + weight * among);
        }
    }

    /// Adds the sums of a seat to those of one before it.
    pub(crate) fn merge(&mut self, into: usize, seat: usize) {
        let (before, rest) = self.sums.split_at_mut(seat * self.figures);
        let into = &mut before[into * self.figures..][..self.figures];
        for (into, from) in into.iter_mut().zip(rest) {
            *into = (into.0 + from.0, into.1 + from.1);
        }
    }

    /// How the turns of a seat have ended.
    pub(crate) fn turns(&self, seat: usize) -> &[(u8, u32)] {
        &self.turns[seat]
    }
}
