//! The statistics of a game: named figures by seat and game, and the tables that show them.
//!
//! A figure is a ratio of two sums: an amount divided by its number of occasions, such as points
//! per turn. [`Count::figures`] declares each figure and keeps its handle ([`Mean`], [`Share`],
//! [`Ratio`]); [`Count::count`] adds to the figure by this handle. Standard errors treat games as
//! independent and allow any correlation within a game.

use std::marker::PhantomData;
use std::ops::Deref;

use super::publish::Publish;
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema, View};

/// What a game counts in addition to wins and scores.
pub trait Count: Publish {
    /// The handles of the figures; `()` if there are none.
    type Figures: Send + Sync;

    /// Declarations that hold for all games of this type.
    const COUNTED: Counted<Self> = Counted::DEFAULT;

    /// Declares the figures, in the order of their rows.
    fn figures(&self, declare: &mut Declarations) -> Self::Figures;

    /// Counts an event; `state` is the position after it.
    fn count(
        &self,
        state: &Self::State,
        event: Self::Event,
        figures: &Self::Figures,
        into: &mut Counts,
    ) {
        let _ = (state, event, figures, into);
    }

    /// Returns the length for a seat of a game that ended in `state`.
    fn length(&self, state: &Self::State, seat: u8) -> u32;
}

/// The headings, tables, units and samples of all games of a type, as data.
#[allow(missing_debug_implementations)] // functions
pub struct Counted<G: Count> {
    /// The name of the score on the screen (`points per game`).
    pub score: &'static str,
    /// The name of the length of a game on the screen, and its unit in tables.
    pub length: (&'static str, &'static str),
    /// How seat 1 differs from the other seats (`which takes the first turn`), if it does.
    pub first: Option<&'static str>,
    /// The game's own tables.
    pub tables: &'static [FigureTable],
    /// The pictures of these tables.
    pub views: &'static [View],
    /// Whether figures are about whole games; the figures of games that are given up are then
    /// dropped.
    pub whole_games: bool,
    /// Whether the standard errors of figures exclude the variance between matchups and seats,
    /// which have a fixed number of games each in a run.
    pub stratified: bool,
    /// The table of the distribution of game lengths, if any: the length, the number of all games,
    /// the number of games of this length, and their share with its errors.
    pub lengths: Option<Schema>,
    /// How turns end, if the game counts ends of turns with [`Declarations::turn_endings`].
    pub endings: Option<Endings>,
    /// The columns after the situation in the table of busts ([`Declarations::trial`]).
    pub conditions: &'static [Column],
    /// A limit of the rules that may cut off something within a game. Whole games that are given up
    /// are counted for every game.
    pub limit: Option<Limit<G>>,
    /// The number of points in one counted unit: all scores are multiples of it. [`Histogram`]
    /// values count in the same unit.
    pub unit: fn(&G) -> i64,
    /// The length of every game, if the rules fix it.
    pub fixed_length: fn(&G) -> Option<u32>,
    /// The samples of a run of games: one row per seat of a game.
    pub sample: Sample<G>,
    /// The name on the screen of the points of a turn played alone.
    pub turn_score: &'static str,
    /// The points of a turn played alone that ended in a state, in [units](Counted::unit).
    pub turn_gain: fn(&G, &G::State) -> i64,
    /// The samples of a run of turns played alone: one row per turn.
    pub turn_sample: Sample<G>,
}

impl<G: Count> Counted<G> {
    /// Points and turns, no tables; turns played alone have 0 points.
    pub const DEFAULT: Self = Self {
        score: "points per game",
        length: ("turns per player", "turns"),
        first: None,
        tables: &[],
        views: &[],
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
                Column::integer("length", "", "the length of the game"),
            ],
            row: |Finish { game, state, .. }, seat| {
                let score = game.ranking(state).scores[usize::from(seat)];
                vec![score.into(), game.length(state, seat).into()]
            },
        },
        turn_score: "points per turn",
        turn_gain: |_, _| 0,
        turn_sample: Sample {
            columns: &[Column::integer("points", "points", "the points of the turn")],
            row: |Finish { game, state, .. }, _| {
                vec![((G::COUNTED.turn_gain)(game, state) * (G::COUNTED.unit)(game)).into()]
            },
        },
    };
}

/// A limit of the rules that may cut off something within a game.
#[allow(missing_debug_implementations)] // functions
pub struct Limit<G: Count> {
    /// The name of the thing that is cut off (`hand`).
    pub name: &'static str,
    /// Returns whether an event is the end of a thing that was cut off.
    pub cuts_off: fn(&G::Event) -> bool,
}

/// Samples: raw rows.
#[allow(missing_debug_implementations)] // functions
pub struct Sample<G: Count> {
    /// The columns.
    pub columns: &'static [Column],
    /// Returns the row of a seat.
    pub row: fn(&Finish<'_, G>, u8) -> Vec<Label>,
}

/// The end of a game or of a turn played alone, with its counts.
#[allow(missing_debug_implementations)] // handles
pub struct Finish<'a, G: Count> {
    /// The game.
    pub game: &'a G,
    /// The last state.
    pub state: &'a G::State,
    /// The handles of the figures.
    pub figures: &'a G::Figures,
    /// The counts of this game.
    pub counts: &'a Counts,
}

/// How turns end, if a game counts it. The table of scores then shows the points of turns.
#[derive(Clone, Copy, Debug)]
pub struct Endings {
    /// The tables of the frequency of each ending, and of each ending with each value: the ending,
    /// the points held by the turn, the number of turns, and their share with its errors.
    pub tables: [Schema; 2],
    /// The endings, each with whether the turn scores the points it held; otherwise it scores 0.
    pub ways: &'static [(&'static str, bool)],
}

/// A table of figures of a game: one figure per row, unless [`FigureTable::showing`] names several.
#[derive(Clone, Copy, Debug)]
pub struct FigureTable {
    pub(crate) schema: Schema,
    pub(crate) of: Of,
    /// Whether the table is omitted from runs of turns alone.
    pub(crate) whole_games: bool,
    /// What a row shows of several figures; if empty, a row shows one figure in the columns
    /// [`FIGURE`] and [`ERRORS`].
    pub(crate) shown: &'static [Show],
}

/// The subject of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// Each policy.
    Policies,
    /// Each policy and, if there are several, all policies together.
    PoliciesAndAll,
    /// The games, independent of seats and policies.
    Games,
}

/// A value that a row shows of one of its figures, given by the name of the figure.
#[derive(Clone, Copy, Debug)]
pub enum Show {
    /// The number of occasions.
    Occasions(&'static str),
    /// The sum over the occasions.
    Sum(&'static str),
    /// The estimate: the value, then [`ERRORS`].
    Estimate(&'static str),
}

impl FigureTable {
    const fn new(name: &'static str, about: &'static str, of: Of) -> Self {
        let columns: &[&[Column]] = &[&FIGURE, &ERRORS];
        let schema = Schema { name, about, begins: Begins::Run, columns };
        Self { schema, of, whole_games: false, shown: &[] }
    }

    /// Returns a table about each policy, with the columns [`FIGURE`] and [`ERRORS`].
    pub const fn policies(name: &'static str, about: &'static str) -> Self {
        Self::new(name, about, Of::Policies)
    }

    /// Returns a table about the games, independent of seats and policies.
    pub const fn games(name: &'static str, about: &'static str) -> Self {
        Self::new(name, about, Of::Games)
    }

    /// Adds rows about all policies together if there are several.
    pub const fn and_all(self) -> Self {
        Self { of: Of::PoliciesAndAll, ..self }
    }

    /// Omits the table from runs of turns played alone.
    pub const fn of_whole_games(self) -> Self {
        Self { whole_games: true, ..self }
    }

    /// Sets the columns: the columns of [`FigureRows::by`], then [`FIGURE`] and [`ERRORS`].
    pub const fn columns(mut self, columns: &'static [&'static [Column]]) -> Self {
        self.schema.columns = columns;
        self
    }

    /// Sets several figures per row and the columns: the columns of [`FigureRows::by`], then one
    /// column for each of `shown`, with [`ERRORS`] after an estimate.
    pub const fn showing(
        self,
        columns: &'static [&'static [Column]],
        shown: &'static [Show],
    ) -> Self {
        Self { shown, ..self.columns(columns) }
    }

    /// Sets the columns to the columns of [`FigureRows::by`], then for the figure `share` of a row
    /// the number of occasions, the number of hits, the share and [`ERRORS`].
    pub const fn shares(self, columns: &'static [&'static [Column]]) -> Self {
        self.showing(
            columns,
            &[Show::Occasions("share"), Show::Sum("share"), Show::Estimate("share")],
        )
    }
}

/// The subject of a row in one column.
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

/// The condition on which a row is omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// Never.
    Never,
    /// If its first figure has no occasions.
    Occasions,
    /// If the sum of its first figure is 0.
    Amount,
}

/// The subject of a figure: a seat, counted from 0, or [the game](TheGame).
pub trait Whose: Copy {
    /// Whether the subject is the game.
    const GAME: bool;

    /// Returns the index of the subject in a game with this number of seats.
    fn place(self, seats: usize) -> usize;
}

impl Whose for u8 {
    const GAME: bool = false;

    #[inline]
    fn place(self, _: usize) -> usize {
        self.into()
    }
}

/// The game, independent of seats and policies.
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
    /// Returns the handle of the figure at an index.
    pub(crate) const fn at(figure: usize) -> Self {
        Self { figure: figure as u32, whose: PhantomData }
    }

    /// Returns the index of the figure among all figures.
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

    /// Adds an amount without an occasion.
    #[inline]
    pub fn amount(self, into: &mut Counts, whose: W, amount: impl Into<i64>) {
        self.add(into, whose, amount, 0);
    }

    /// Adds occasions without an amount.
    #[inline]
    pub fn occasions(self, into: &mut Counts, whose: W, occasions: impl Into<i64>) {
        self.add(into, whose, 0, occasions);
    }

    /// Returns the sum and the number of occasions in this game so far.
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
    /// Returns the handle of the share at an index.
    pub(crate) const fn at(figure: usize) -> Self {
        Self(Ratio::at(figure))
    }

    /// Counts an occasion, and whether it was a hit.
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

/// The handle of the distribution of turn endings.
#[derive(Clone, Copy, Debug)]
pub struct Histogram(());

impl Histogram {
    /// Counts the end of a turn of a seat: the ending, as an index into [`Endings::ways`], and the
    /// points that the turn held, in [units](Counted::unit).
    #[inline]
    pub fn add(self, into: &mut Counts, seat: u8, way: u8, held: u32) {
        into.turns[usize::from(seat)].push((way, held));
    }

    /// Returns the endings of the turns of a seat in this game so far.
    pub fn so_far(self, counts: &Counts, seat: u8) -> &[(u8, u32)] {
        &counts.turns[usize::from(seat)]
    }
}

/// How a figure is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Estimated {
    /// Whether the figure is a share: each occasion counts 0 to `whole`.
    pub(crate) share: bool,
    /// The value of a whole occasion: 1, or the number of parts of a win.
    pub(crate) whole: u64,
    /// The minimum number of games with an occasion for the standard error of a mean.
    pub(crate) least: u64,
    /// The index among the figures of policies, or among the figures of games, that tables show;
    /// `None` for other figures.
    pub(crate) slot: Option<usize>,
}

impl Estimated {
    const MEAN: Self = Self { share: false, whole: 1, least: 2, slot: None };
    const SHARE: Self = Self { share: true, ..Self::MEAN };
}

/// A row of a table, with its figures by name.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) table: usize,
    pub(crate) labels: Vec<Label>,
    pub(crate) figures: Vec<(&'static str, usize)>,
    pub(crate) without: Without,
}

/// A table of figures on the screen, sorted by the first column.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// The title of the table.
    pub(crate) title: &'static str,
    /// For each column its heading, and the minimum absolute value of the largest figure for which
    /// the column is shown.
    pub(crate) columns: Vec<(&'static str, f64)>,
    pub(crate) rows: Rows,
}

/// The rows of [`Shown`], each with its figures by column.
#[derive(Clone, Debug)]
pub(crate) enum Rows {
    /// One row per policy.
    Policies(Vec<usize>),
    /// Rows about all policies together: the heading of the names, and each row with its name. A
    /// row whose first figure has no occasion is omitted.
    Everybody(&'static str, Vec<(String, Vec<usize>)>),
}

/// The figures, rows and screen tables that a game declares.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    tables: &'static [FigureTable],
    pub(crate) figures: Vec<Estimated>,
    /// The indices of the figures of policies, and of the figures of games, that tables show.
    pub(crate) of_policies: Vec<usize>,
    pub(crate) of_games: Vec<usize>,
    pub(crate) rows: Vec<Row>,
    /// Situations that may bust: the name in the table, the heading on the screen if shown there,
    /// and the index of the figure.
    pub(crate) busts: Vec<(&'static str, Option<&'static str>, usize)>,
    /// Independent trials: the name of the situation, its conditions, and the index of the figure.
    pub(crate) trials: Vec<(&'static str, Vec<Label>, usize)>,
    pub(crate) shown: Vec<Shown>,
    /// The index of the share of things that the limit cuts off.
    pub(crate) cut_off: Option<usize>,
    fixed: Vec<(&'static str, usize, i64)>,
    left_out: Vec<&'static str>,
}

/// The maximum number of situations that may bust.
pub(crate) const MAX_BUSTS: usize = 2;

impl Declarations {
    /// Returns the declarations of a game and the handles of its figures.
    pub(crate) fn of<G: Count>(game: &G) -> (Self, G::Figures) {
        let mut declared = Self { tables: G::COUNTED.tables, ..Self::default() };
        let figures = game.figures(&mut declared);
        (declared, figures)
    }

    fn add<W: Whose>(&mut self, estimated: Estimated) -> Ratio<W> {
        self.figures.push(estimated);
        Ratio::at(self.figures.len() - 1)
    }

    /// Adds a figure that tables show.
    fn of_table<W: Whose>(&mut self, estimated: Estimated) -> Ratio<W> {
        let place = self.figures.len();
        let alike = if W::GAME { &mut self.of_games } else { &mut self.of_policies };
        alike.push(place);
        let slot = Some(alike.len() - 1);
        self.add(Estimated { slot, ..estimated })
    }

    /// Begins rows of a table.
    ///
    /// # Panics
    ///
    /// Panics if [`Counted::tables`] has no table of this name.
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

    /// Omits a table from runs of this game.
    pub fn leave_out(&mut self, table: &FigureTable) {
        self.left_out.push(table.schema.name);
    }

    /// Adds a row to the table of busts and, with a heading, a column on the screen.
    ///
    /// # Panics
    ///
    /// Panics if there are already two.
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

    /// Adds a row about independent trials to the table of busts: the situation, and its
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

    /// Declares a share for [`FigureRows::with`].
    pub fn share<W: Whose>(&mut self) -> Share<W> {
        Share(self.of_table(Estimated::SHARE))
    }

    /// Declares counts of turn endings, for [`Counted::endings`].
    pub fn turn_endings(&mut self) -> Histogram {
        Histogram(())
    }

    /// Declares a ratio of two sums that no table of a run shows.
    pub fn memo<W: Whose>(&mut self) -> Ratio<W> {
        self.add(Estimated::MEAN)
    }

    /// Sets the minimum number of games with an occasion for the standard error of a mean, 2 by
    /// default; for figures that depend on rare large values.
    pub fn least<W: Whose>(&mut self, figure: Ratio<W>, games: u64) {
        self.figures[figure.figure()].least = games;
    }

    /// Declares the value of a figure in every game of a policy, if the rules fix it.
    pub fn fixed(&mut self, policy: &'static str, figure: Ratio, value: i64) {
        self.fixed.push((policy, figure.figure(), value));
    }

    /// Declares `share` as the share of things that the [limit](Counted::limit) cuts off.
    pub fn cut_off(&mut self, share: Share) {
        self.cut_off = Some(share.figure());
    }

    /// Shows figures of each policy on the screen: for each figure the heading of its column, and
    /// the minimum absolute value that the largest must reach for the column to be shown. For turns
    /// played alone, the first shown figure is a column of the table of points.
    pub fn show(
        &mut self,
        title: &'static str,
        figures: impl IntoIterator<Item = (&'static str, Ratio, f64)>,
    ) {
        let all = figures.into_iter().map(|(name, of, least)| ((name, least), of.figure()));
        let (columns, figures) = all.unzip();
        self.shown.push(Shown { title, columns, rows: Rows::Policies(figures) });
    }

    /// Shows figures of all policies together on the screen, one row per name; `of` is the heading
    /// of the names.
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

    /// Returns the value of a figure of a policy, if the rules fix it.
    pub(crate) fn fixed_value(&self, policy: &str, figure: usize) -> Option<i64> {
        let mut all = self.fixed.iter();
        all.find(|(of, place, _)| (*of, *place) == (policy, figure)).map(|(.., value)| *value)
    }

    /// Returns whether a run of whole games, or of turns `alone`, omits one of the game's tables.
    pub(crate) fn leaves_out(&self, table: &FigureTable, alone: bool) -> bool {
        alone && (table.whole_games || table.of == Of::Games)
            || self.left_out.contains(&table.schema.name)
    }

    /// Returns the number of figures up to the last [independent trial](Declarations::trial).
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
    /// Whether more figures go into the last row.
    begun: bool,
    without: Without,
    always: Option<(&'static str, usize)>,
}

impl FigureRows<'_> {
    /// Sets the labels of the next rows (or of the next row, if a row shows several figures): the
    /// values of the columns before the figures.
    pub fn by<const N: usize>(&mut self, labels: [impl Into<Label>; N]) -> &mut Self {
        (self.labels, self.begun) = (labels.map(Into::into).to_vec(), false);
        self
    }

    /// Sets the condition on which the next rows are omitted.
    pub fn without(&mut self, without: Without) -> &mut Self {
        self.without = without;
        self
    }

    /// Sets a figure, already declared, that all rows show.
    pub fn always<W: Whose>(&mut self, name: &'static str, figure: Ratio<W>) {
        self.always = Some((name, figure.figure()));
    }

    /// Adds a mean over occasions; its name includes its unit.
    pub fn mean<W: Whose>(&mut self, name: &'static str) -> Mean<W> {
        Mean(self.ratio(name))
    }

    /// Adds a share of occasions.
    pub fn share<W: Whose>(&mut self, name: &'static str) -> Share<W> {
        Share(self.add(name, Estimated::SHARE))
    }

    /// Adds a share of occasions, each of which counts 0 to `whole`, such as
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

    /// Adds a figure, already declared, which other rows may show too.
    pub fn with<W: Whose>(&mut self, name: &'static str, figure: Ratio<W>) -> &mut Self {
        let Self { table, without, .. } = *self;
        let FigureTable { of, shown, .. } = self.declared.tables[table];
        debug_assert_eq!(W::GAME, of == Of::Games, "{name} has another subject");
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

/// The sums of one game: figures of each seat, and figures of the game.
#[derive(Clone, Debug)]
pub struct Counts {
    seats: usize,
    figures: usize,
    /// By seat and figure: the sum and the number of occasions. The figures of the game follow
    /// after the seats.
    sums: Vec<(i64, i64)>,
    /// By seat: for each turn its ending and the points held.
    turns: Vec<Vec<(u8, u32)>>,
}

impl Counts {
    /// Returns empty counts for a number of seats and the declared figures.
    pub(crate) fn new(seats: u8, declared: &Declarations) -> Self {
        let (seats, figures) = (usize::from(seats), declared.figures.len());
        Self {
            seats,
            figures,
            sums: vec![(0, 0); (seats + 1) * figures],
            turns: vec![Vec::new(); seats],
        }
    }

    /// Resets all counts.
    pub(crate) fn clear(&mut self) {
        self.sums.fill((0, 0));
        self.turns.iter_mut().for_each(Vec::clear);
    }

    /// Returns the sums of a seat, by figure.
    pub(crate) fn of(&self, seat: usize) -> &[(i64, i64)] {
        &self.sums[seat * self.figures..][..self.figures]
    }

    /// Returns the sums of the game, by figure.
    pub(crate) fn of_game(&self) -> &[(i64, i64)] {
        self.of(self.seats)
    }

    /// Adds the sums of another game, multiplied by a weight.
    pub(crate) fn add(&mut self, other: &Self, weight: i64) {
        for (into, (sum, among)) in self.sums.iter_mut().zip(&other.sums) {
            *into = (into.0 + weight * sum, into.1 + weight * among);
        }
    }

    /// Adds the sums of `seat` to the sums of `into`, a lower seat.
    pub(crate) fn merge(&mut self, into: usize, seat: usize) {
        let (before, rest) = self.sums.split_at_mut(seat * self.figures);
        let into = &mut before[into * self.figures..][..self.figures];
        for (into, from) in into.iter_mut().zip(rest) {
            *into = (into.0 + from.0, into.1 + from.1);
        }
    }

    /// Returns the endings of the turns of a seat.
    pub(crate) fn turns(&self, seat: usize) -> &[(u8, u32)] {
        &self.turns[seat]
    }
}
