//! The fixed numbers and the adjustable rules.

/// The number of cards in a full hand (EC-3, EC-31).
pub const HAND: u32 = 5;
/// The number of days of a week (EC-27).
pub const DAYS: u8 = 5;
/// The number of actions of a turn (EC-29).
pub const ACTIONS: u8 = 2;
/// The maximum number of Programs on offer: two rows of a display; the second row begins at the
/// middle.
pub const LOTS: usize = 8;

/// How players get Programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acquisition {
    /// By auctions (EC-8, EC-49).
    #[default]
    Auctions,
    /// Dealt at the start, then from a display (EC-55, EC-59).
    Display,
    /// One random Program for each day, dealt at the start, and no more later (EC-58). They are
    /// free: the source charges the $30 for them but names no price, so `money` is the dollars left
    /// after that.
    Random,
}

/// Which cards serve as Ads.
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

/// The Ratings Counters that a Program loses when it changes its slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moved {
    /// One Ratings Counter (EC-23).
    #[default]
    LosesOne,
    /// All of them (EC-57).
    LosesAll,
}

/// The adjustable rules.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The number of weeks of a game of two, three and four players (EC-5, EC-Q34).
    pub weeks: [u8; 3],
    /// The dollars of each player at the start (EC-6).
    pub money: u32,
    /// The dollars for Fundraising (EC-32).
    pub fundraising: u32,
    /// The dollars for each discard after the first (EC-31).
    pub discard: u32,
    /// The dollars for a bump (EC-22); not 0, or bumps could be repeated without end.
    pub bump: u32,
    /// How players get Programs.
    pub acquisition: Acquisition,
    /// The number of rounds of the starting line-up (EC-8).
    pub rounds: u8,
    /// The prices along the display: of half hours, of hours.
    pub rows: [Vec<u32>; 2],
    /// With a display: the number of Programs dealt to each player.
    pub dealt: u8,
    /// With a display: the number of dealt Programs that each player keeps.
    pub kept: u8,
    /// Which cards serve as Ads.
    pub ads: Ads,
    /// The dollars that any card as an Ad pays at once.
    pub at_once: u32,
    /// The dollars that any card as an Ad pays on each hit.
    pub on_hit: u32,
    /// The Ratings Counters that a Program loses when it changes its slot.
    pub moved: Moved,
}
