//! The rules: what is fixed, and what may be set.

/// The cards of a full hand (EC-3, EC-31).
pub const HAND: u32 = 5;
/// The days of a week (EC-27).
pub const DAYS: u8 = 5;
/// The actions of a turn (EC-29).
pub const ACTIONS: u8 = 2;
/// The most Programs on offer: two rows of a display, the second from the middle on.
pub const LOTS: usize = 8;

/// How Programs come to players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acquisition {
    /// By auctions (EC-8, EC-49).
    #[default]
    Auctions,
    /// Dealt at the start, then from a display (EC-55, EC-59).
    Display,
    /// One random Program for each day, dealt at the start and no more later (EC-58). It costs nothing:
    /// its source has it paid from the $30 and names no price, so the money of a game is what is left.
    Random,
}

/// What serves as an Ad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ads {
    /// Ad cards.
    #[default]
    Cards,
    /// Any card, face down; it pays for each Ratings Counter at once (EC-56).
    AnyCard,
    /// Any card, face down; it pays a flat amount at once (EC-58).
    FlatCard,
}

/// What a Program loses when it changes its slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moved {
    /// One Ratings Counter (EC-23).
    #[default]
    LosesOne,
    /// All of them (EC-57).
    LosesAll,
}

/// What may be set.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The weeks of a game of two, three and four (EC-5, EC-Q34).
    pub weeks: [u8; 3],
    /// The dollars of each player at the start (EC-6).
    pub money: u32,
    /// The dollars for Fundraising (EC-32).
    pub fundraising: u32,
    /// What a card costs that is discarded after the first (EC-31).
    pub discard: u32,
    /// What a bump costs (EC-22); not 0, or bumps could go on for ever.
    pub bump: u32,
    /// How Programs come to players.
    pub acquisition: Acquisition,
    /// The rounds of the starting line-up (EC-8).
    pub rounds: u8,
    /// The prices along the display: of half hours, of hours.
    pub rows: [Vec<u32>; 2],
    /// The Programs dealt to each where there is a display, and how many of them are kept.
    pub dealt: u8,
    /// See `dealt`.
    pub kept: u8,
    /// What serves as an Ad.
    pub ads: Ads,
    /// The dollars for any card as an Ad at once, and on each hit.
    pub at_once: u32,
    /// See `at_once`.
    pub on_hit: u32,
    /// What a Program loses when it changes its slot.
    pub moved: Moved,
}
