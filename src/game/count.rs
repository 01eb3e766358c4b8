//! What a game counts: figures by seat and game, and the tables that they stand in.

use super::publish::Publish;
use crate::report::schema::{Column, Schema};

/// A table of figures of a game's own.
#[derive(Clone, Copy, Debug)]
pub struct FigureTable {
    /// Its name and its columns: those that say what a row is about, then those of its figures.
    pub schema: Schema,
    /// Whom it is about.
    pub of: Of,
    /// What stands in the columns of its figures.
    pub cells: Cells,
}

/// Whom a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Each policy.
    Policies,
    /// Each policy, and where there are several all of them together.
    PoliciesAndAll,
    /// The games, whoever plays.
    Games,
}

/// What stands in a row.
#[derive(Clone, Copy, Debug)]
pub enum Cells {
    /// One figure: what it is called, its occasions (of [games](Of::Games): those that had one), and
    /// its estimate, in the columns [`FIGURE`](crate::report::schema::FIGURE) and
    /// [`ERRORS`](crate::report::schema::ERRORS).
    One,
    /// As many figures as are said, which follow one another, shown so.
    Several(usize, &'static [Show]),
}

/// What is shown of one figure of a row; it is named by its place among them.
#[derive(Clone, Copy, Debug)]
pub enum Show {
    /// Its occasions.
    Occasions(usize),
    /// The sum over them.
    Sum(usize),
    /// Its estimate: the value, then [`ERRORS`](crate::report::schema::ERRORS).
    Estimate(usize),
}

/// Something counted: so much of it for each of its occasions.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The table: an index into [`Count::TABLES`].
    pub table: usize,
    /// The values of the table's own columns.
    pub row: Vec<Label>,
    /// What it is called, with its unit.
    pub name: &'static str,
    /// Whether it is a share: each occasion counts from 0 to a whole.
    pub share: bool,
    /// The parts of a whole: 1, or those of a win.
    pub whole: u64,
    /// The games with an occasion from which on the error of a mean is told: more than two for what
    /// rare large values decide.
    pub least: u64,
    /// When its row is left out.
    pub without: Without,
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

impl From<Option<String>> for Label {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Nothing, Self::Text)
    }
}

/// When a row is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// Never.
    Never,
    /// Where there were no occasions.
    Occasions,
    /// Where it comes to nothing.
    Amount,
}

impl Figure {
    /// A mean.
    #[must_use]
    pub fn mean<const N: usize>(
        table: usize,
        row: [impl Into<Label>; N],
        name: &'static str,
    ) -> Self {
        let (row, without) = (row.map(Into::into).to_vec(), Without::Never);
        Self { table, row, name, share: false, whole: 1, least: 2, without }
    }

    /// A share.
    #[must_use]
    pub fn share<const N: usize>(
        table: usize,
        row: [impl Into<Label>; N],
        name: &'static str,
    ) -> Self {
        Self { share: true, ..Self::mean(table, row, name) }
    }
}

/// Figures of policies that stand on the screen too, sorted by the first column.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What they are.
    pub title: &'static str,
    /// By column: its heading, and how far from 0 somebody's figure must be for it to be shown.
    pub columns: Vec<(&'static str, f64)>,
    /// The figures.
    pub rows: Rows,
}

/// The rows of [`Shown`], each with its figures by column.
#[derive(Clone, Debug)]
pub enum Rows {
    /// One for each policy.
    Policies(Vec<usize>),
    /// About all policies together: what each is about, in general and by name. One whose first
    /// figure had no occasion is left out.
    Everybody(&'static str, Vec<(String, Vec<usize>)>),
}

/// A situation in the table of busts.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// What it is called in the table.
    pub name: &'static str,
    /// The heading of its column on the screen, if it is shown there.
    pub heading: Option<&'static str>,
}

/// How turns end, where a game tells it of each; the table of scores then tells what turns bring.
#[derive(Clone, Copy, Debug)]
pub struct Endings {
    /// How often each way came, and how often with so much: the way, what the turn held, turns, and
    /// their share with its errors.
    pub tables: [Schema; 2],
    /// The ways, and whether what the turn held is what it brought; else it brought nothing.
    pub ways: &'static [(&'static str, bool)],
}

/// What a game counts beside wins and scores.
pub trait Count: Publish {
    /// What a score is called on the screen (`points per game`).
    const SCORE: &'static str;
    /// What the length of a game is called on the screen, and its unit in tables.
    const LENGTH: (&'static str, &'static str);
    /// What tells seat 1 from the others (`which takes the first turn`), if anything does.
    const FIRST: Option<&'static str>;
    /// What busts, at most two.
    const SITUATIONS: &'static [Situation];
    /// The game's own tables.
    const TABLES: &'static [FigureTable];
    /// What a limit of the rules may cut off within a game (`hand`), and the figure of policies that is the
    /// share cut off. Whole games that are given up are counted for every game.
    const CAPPED: Option<(&'static str, usize)> = None;
    /// Whether its figures are about whole games: those of games that are given up are then dropped.
    const WHOLE: bool = false;
    /// Whether the errors of its figures leave out how far matchups and seats differ, of which a run
    /// plays a fixed number of games each.
    const STRATIFIED: bool = false;
    /// The table of the lengths of games with how often each came, if there is one: a length, games in
    /// all, those that were so long, and their share with its errors.
    const LENGTHS: Option<Schema> = None;
    /// How turns end, where each is told by [`Counts::ends`].
    const ENDINGS: Option<Endings> = None;
    /// The columns behind the situation of [`Count::trials`].
    const CONDITIONS: &'static [Column] = &[];
    /// The columns of [`Count::sample`].
    const SAMPLE: &'static [Column] = &[
        Column::integer("score", "", "the final score"),
        Column::integer("length", "", "how long the game was"),
    ];

    /// What a turn played alone brings, as it is called on the screen.
    const TURN_SCORE: &'static str = "points per turn";
    /// The columns of [`Count::turn_sample`].
    const TURN_SAMPLE: &'static [Column] =
        &[Column::integer("points", "points", "what the turn brought")];

    /// Whether a table is left out of a run by these rules, of whole games or of turns `alone`.
    fn leaves_out(&self, table: &str, alone: bool) -> bool {
        let _ = (table, alone);
        false
    }

    /// The figures of those tables, in the order of their rows.
    fn figures(&self) -> Vec<Figure>;

    /// More rows of the table of busts, about trials that hang together with nothing else: the
    /// situation, and its [conditions](Count::CONDITIONS).
    fn trials(&self) -> Vec<(&'static str, Vec<Label>)> {
        Vec::new()
    }

    /// What one of the scores that are counted is worth, where all are multiples of that; what turns
    /// hold is told in the same.
    fn unit(&self) -> i64 {
        1
    }

    /// Those that stand on the screen; of turns played alone the first shares a table with what they
    /// bring.
    fn shown(&self) -> Vec<Shown> {
        Vec::new()
    }

    /// What a turn played alone has brought that ended in `state`.
    fn gained(&self, state: &Self::State) -> i64 {
        let _ = state;
        0
    }

    /// What the samples say of it.
    fn turn_sample(&self, state: &Self::State, counts: &Counts) -> Vec<Label> {
        let _ = counts;
        vec![Label::Number(self.gained(state))]
    }

    /// What the samples say of a seat of a game that ended in `state`.
    fn sample(&self, state: &Self::State, seat: u8, counts: &Counts) -> Vec<i64> {
        let _ = counts;
        let score = self.ranking(state).scores[usize::from(seat)];
        vec![score.into(), self.length(state, seat).into()]
    }

    /// Whether an event is the end of what a limit cut off ([`Count::CAPPED`]).
    fn caps(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// Counts an event.
    fn count(&self, state: &Self::State, event: Self::Event, into: &mut Counts);

    /// The length of every game, where the rules fix it.
    fn fixed_length(&self) -> Option<u32> {
        None
    }

    /// What a figure of a policy is in every game, where the rules fix it.
    fn fixed(&self, policy: &str, figure: usize) -> Option<i64> {
        let _ = (policy, figure);
        None
    }

    /// The length of a game that ended in `state`, for a seat.
    fn length(&self, state: &Self::State, seat: u8) -> u32;
}

/// What one game adds to the figures and situations of each seat, and to those of games.
#[derive(Clone, Debug)]
pub struct Counts {
    figures: usize,
    /// By seat and figure: so much, on so many occasions; behind the seats those of the game.
    all: Vec<(i64, u64)>,
    /// By seat and situation: it happened so often, on so many occasions.
    situations: Vec<[(u32, u32); MAX_SITUATIONS]>,
    /// By seat: how each turn ended, and what it held.
    turns: Vec<Vec<(u8, u32)>>,
    /// By seat and trial: it happened so often, of so many times.
    trials: Vec<Vec<(u64, u64)>>,
}

/// The most situations of a game.
pub const MAX_SITUATIONS: usize = 2;

impl Counts {
    /// Of nothing.
    #[must_use]
    pub fn new(seats: u8, figures: usize) -> Self {
        let seats = usize::from(seats);
        Self {
            figures,
            all: vec![(0, 0); (seats + 1) * figures],
            situations: vec![Default::default(); seats],
            turns: vec![Vec::new(); seats],
            trials: vec![Vec::new(); seats],
        }
    }

    /// Forgets a game that was not counted to its end.
    pub(crate) fn clear(&mut self) {
        self.all.fill((0, 0));
        self.situations.fill(Default::default());
        self.turns.iter_mut().for_each(Vec::clear);
        self.trials.iter_mut().for_each(Vec::clear);
    }

    /// Adds `amount` to a figure of a seat, on `occasions` more occasions.
    pub fn add(&mut self, seat: u8, figure: usize, amount: i64, occasions: u64) {
        let (sum, among) = &mut self.all[usize::from(seat) * self.figures + figure];
        *sum += amount;
        *among += occasions;
    }

    /// The same for a figure of the game.
    pub fn add_game(&mut self, figure: usize, amount: i64, occasions: u64) {
        self.add(self.situations.len() as u8, figure, amount, occasions);
    }

    /// Counts an occasion of a situation.
    pub fn occasion(&mut self, seat: u8, situation: usize, happened: bool) {
        let (times, among) = &mut self.situations[usize::from(seat)][situation];
        *times += u32::from(happened);
        *among += 1;
    }

    /// Notes how a turn of a seat ended (a place in [`Endings::ways`]), and what it held in
    /// [units](Count::unit).
    #[inline]
    pub fn ends(&mut self, seat: u8, way: u8, held: u32) {
        self.turns[usize::from(seat)].push((way, held));
    }

    /// Adds to a row of [`Count::trials`] that it happened so often, of so many times.
    #[inline]
    pub fn trial(&mut self, seat: u8, trial: usize, happened: i64, among: i64) {
        let trials = &mut self.trials[usize::from(seat)];
        if trials.len() <= trial {
            trials.resize(trial + 1, (0, 0));
        }
        let (times, all) = &mut trials[trial];
        *times = times.wrapping_add_signed(happened);
        *all = all.wrapping_add_signed(among);
    }

    /// How the turns of a seat have ended so far, and what each held.
    #[must_use]
    pub fn turns(&self, seat: u8) -> &[(u8, u32)] {
        &self.turns[usize::from(seat)]
    }

    /// How often a situation of a seat has happened so far, and on how many occasions.
    #[must_use]
    pub fn situation(&self, seat: u8, situation: usize) -> (u32, u32) {
        self.situations[usize::from(seat)][situation]
    }

    /// What a figure of a seat has come to in this game, and on how many occasions.
    #[must_use]
    pub fn so_far(&self, seat: u8, figure: usize) -> (i64, u64) {
        self.of(usize::from(seat))[figure]
    }

    /// The same for a figure of the game.
    #[must_use]
    pub fn game_so_far(&self, figure: usize) -> (i64, u64) {
        self.of(self.situations.len())[figure]
    }

    fn of(&self, seat: usize) -> &[(i64, u64)] {
        &self.all[seat * self.figures..][..self.figures]
    }

    /// Takes a figure of a seat out.
    pub(crate) fn take(&mut self, seat: usize, figure: usize) -> (i64, u64) {
        std::mem::take(&mut self.all[seat * self.figures + figure])
    }

    /// Adds the figures of a seat to those of one before it.
    pub(crate) fn merge(&mut self, into: usize, seat: usize) {
        let (before, rest) = self.all.split_at_mut(seat * self.figures);
        let into = &mut before[into * self.figures..][..self.figures];
        for (into, from) in into.iter_mut().zip(&mut rest[..self.figures]) {
            let (sum, among) = std::mem::take(from);
            *into = (into.0 + sum, into.1 + among);
        }
    }

    /// Takes a figure of the game out.
    pub(crate) fn take_game(&mut self, figure: usize) -> (i64, u64) {
        self.take(self.situations.len(), figure)
    }

    /// Takes the situations of a seat out.
    pub(crate) fn take_situations(&mut self, seat: usize) -> [(u32, u32); MAX_SITUATIONS] {
        std::mem::take(&mut self.situations[seat])
    }

    /// Takes the trials of a seat out.
    pub(crate) fn take_trials(&mut self, seat: usize) -> impl Iterator<Item = (u64, u64)> {
        self.trials[seat].drain(..)
    }

    /// Takes out how the turns of a seat ended.
    pub(crate) fn take_turns(&mut self, seat: usize) -> impl Iterator<Item = (u8, u32)> {
        self.turns[seat].drain(..)
    }
}
