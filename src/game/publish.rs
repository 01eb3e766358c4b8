//! What a game shows, counts and says: to policies, to tables, to readers of transcripts.

use super::Vocabulary;
use super::contract::Game;
use super::decision::Decision;

/// What a game shows to policies.
pub trait Publish: Game {
    /// Whether legal actions come sorted by their kind, so that a rule that names a kind need look at
    /// no other.
    const SORTED_BY_KIND: bool = false;

    /// What a policy may name.
    fn vocabulary() -> &'static Vocabulary;

    /// The kind of an action of a decision point: an index into its
    /// [actions](super::DecisionPoint::actions).
    fn kind(&self, point: u8, action: Self::Action) -> usize;

    /// What several features need and is worked out once for a decision; `()` where nothing is.
    type Sight;

    /// Looks at a decision before its features are asked for.
    fn sight(&self, decision: &Decision<'_, Self>) -> Self::Sight;

    /// The value of state feature `slot` of the decision's point to the seat that decides.
    fn see(&self, decision: &Decision<'_, Self>, sight: &Self::Sight, slot: usize) -> f64;

    /// The value of action feature `place` of the decision's point.
    fn show(
        &self,
        decision: &Decision<'_, Self>,
        sight: &Self::Sight,
        action: Self::Action,
        place: usize,
    ) -> f64;

    /// The value of a function of the vocabulary; whatever the arguments, it does not panic.
    fn call(
        &self,
        decision: &Decision<'_, Self>,
        sight: &Self::Sight,
        function: usize,
        args: &[f64],
    ) -> f64 {
        let _ = (decision, sight, function, args);
        0.0
    }

    /// The index of the action taken where no rule of a policy decides.
    fn default(&self, decision: &Decision<'_, Self>) -> usize;
}

/// A table of figures of a game's own.
#[derive(Clone, Copy, Debug)]
pub struct FigureTable {
    /// The stem of the file's name.
    pub name: &'static str,
    /// What it holds, as one sentence.
    pub about: &'static str,
    /// The columns that say what a row is about, before `figure` and the estimate.
    pub columns: &'static [&'static str],
}

/// Something counted: so much of it for each of its occasions.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The table: an index into [`Counted::TABLES`].
    pub table: usize,
    /// The values of the table's own columns; nothing for an empty cell.
    pub row: Vec<Option<String>>,
    /// What it is called, with its unit.
    pub name: &'static str,
    /// Whether it is a share: each occasion counts 0 or 1.
    pub share: bool,
}

/// A situation in the table of busts.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// What it is called in the table.
    pub name: &'static str,
    /// The heading of its column on the screen, if it is shown there.
    pub heading: Option<&'static str>,
}

/// What a game counts beside wins and scores.
pub trait Counted: Publish {
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

    /// The figures of those tables, in the order of their rows.
    fn figures(&self) -> Vec<Figure>;

    /// Counts an event.
    fn count(&self, state: &Self::State, event: Self::Event, into: &mut Counts);

    /// The length of a game that ended in `state`, for every seat alike.
    fn length(&self, state: &Self::State) -> u32;
}

/// What one game adds to the figures and situations of each seat.
#[derive(Clone, Debug)]
pub struct Counts {
    figures: usize,
    /// By seat and figure: so much, on so many occasions.
    all: Vec<(i64, u64)>,
    /// By seat and situation: it happened so often, on so many occasions.
    situations: Vec<[(u32, u32); MAX_SITUATIONS]>,
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
            all: vec![(0, 0); seats * figures],
            situations: vec![Default::default(); seats],
        }
    }

    /// Forgets a game.
    pub(crate) fn clear(&mut self) {
        self.all.fill((0, 0));
        self.situations.fill(Default::default());
    }

    /// Adds `amount` to a figure of a seat, on `occasions` more occasions.
    pub fn add(&mut self, seat: u8, figure: usize, amount: i64, occasions: u64) {
        let (sum, among) = &mut self.all[usize::from(seat) * self.figures + figure];
        *sum += amount;
        *among += occasions;
    }

    /// Counts an occasion of a situation.
    pub fn occasion(&mut self, seat: u8, situation: usize, happened: bool) {
        let (times, among) = &mut self.situations[usize::from(seat)][situation];
        *times += u32::from(happened);
        *among += 1;
    }

    /// The figures of a seat.
    pub(crate) fn of(&self, seat: usize) -> &[(i64, u64)] {
        &self.all[seat * self.figures..][..self.figures]
    }

    /// The situations of a seat.
    pub(crate) fn situations(&self, seat: usize) -> [(u32, u32); MAX_SITUATIONS] {
        self.situations[seat]
    }
}

/// How a game speaks.
pub trait Tell: Publish {
    /// An event in words; nothing where a reader need not hear of it. Seats are named by
    /// [`seat_name`].
    fn sentence(&self, state: &Self::State, event: Self::Event) -> Option<String>;

    /// An action in words, as what somebody chooses (`lays the 12`).
    fn action(&self, state: &Self::State, action: Self::Action) -> String;

    /// How the game ended, line by line.
    fn ending(&self, state: &Self::State) -> Vec<String>;
}

/// A seat as people count: `seat 1` moves first.
#[must_use]
pub fn seat_name(seat: u8) -> String {
    format!("seat {}", u32::from(seat) + 1)
}
