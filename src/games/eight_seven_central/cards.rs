//! The printed cards of 8/7 Central, and sets of cards, Hit#s and genres as bit masks.

use super::state::SEATS;
use crate::game::bits;
pub use crate::game::bits::each;
use crate::game::contract::RandomSource;

/// The maximum number of Programs.
pub const PROGRAMS: usize = 64;
/// The maximum number of Play cards.
pub const CARDS: usize = 64;
/// The genres.
pub const GENRES: [&str; 4] = ["Comedy", "News", "Drama", "Niche"];
/// The categories of advertising; bit i of a set of symbols is category i.
pub const SYMBOLS: [&str; 3] = ["Necessity", "Convenience", "Luxury"];
/// "None" for a byte that is the index of a Program, a card or a seat.
pub(super) const NONE: u8 = u8::MAX;

/// The index of a Program in the edition.
pub type Program = u8;
/// A set of Programs: bit i is Program i.
pub type Programs = u64;
/// The index of a Play card in the deck: Ads, Modifiers, Events, each in the order of the edition.
pub type Card = u8;
/// A set of Play cards: bit i is card i.
pub type Cards = u64;
/// The index of a kind of Play card in the edition; copies of a card have the same face.
pub type Face = u8;

/// Returns the elements of `set` for which `keep` returns true.
pub(super) fn only(set: u64, mut keep: impl FnMut(u8) -> bool) -> u64 {
    each(set).filter(|one| keep(*one)).fold(0, |all, one| all | 1 << one)
}

/// Draws a uniformly random element of a set.
pub(super) fn one_of(set: u64, random: &mut impl RandomSource) -> u8 {
    let sums = bits::byte_sums(set);
    bits::select_by(set, sums, random.below((sums >> 56) as u32)) as u8
}

/// A set of Hit#s: bit n is n, from 2 to 12.
pub type HitNumbers = u16;

/// The results of [`pips`], by set of Hit#s shifted right by two bits.
static PIPS: [u8; 1 << 11] = {
    let mut pips = [0; 1 << 11];
    let mut set = 1_usize;
    while set < pips.len() {
        let number = set.trailing_zeros() as u8 + 2;
        pips[set] = pips[set & (set - 1)] + 6 - number.abs_diff(7);
        set += 1;
    }
    pips
};

/// The results of [`chance`], by pips.
static CHANCES: [f64; 37] = {
    let mut chances = [0.0; 37];
    let mut pips = 1;
    while pips < chances.len() {
        let missed = (36 - pips) as f64;
        chances[pips] = 1.0 - missed * missed / 1296.0;
        pips += 1;
    }
    chances
};

/// The number of the 36 rolls of a pair of dice that show one of `hits` (EC-51).
pub fn pips(hits: HitNumbers) -> u32 {
    PIPS[usize::from(hits >> 2) & (PIPS.len() - 1)].into()
}

/// The probability that at least one of two pairs of dice shows one of `hits` (EC-36).
pub fn chance(hits: HitNumbers) -> f64 {
    CHANCES[pips(hits) as usize]
}

/// An amount for each genre.
///
/// | bits | content |
/// |---|---|
/// | 16 g – 16 g + 14 | the amount of genre g |
/// | 16 g + 15 | whether genre g is present, possibly at level 0 (EC-Q24) |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals(u64);

#[allow(missing_docs)] // the names of the undocumented functions say it
impl Totals {
    /// The presence bits of all genres.
    const THERE: u64 = 0x8000_8000_8000_8000;
    /// An amount of 1 for each genre.
    pub(super) const ONES: Self = Self(Self::THERE | Genres::ALL);

    pub fn one(genre: u8, level: u32) -> Self {
        Self(u64::from(0x8000 | level) << (16 * genre))
    }

    /// The amount of a genre; `None` if it is not present.
    pub fn get(self, genre: u8) -> Option<u32> {
        let lane = (self.0 >> (16 * genre)) as u32 & 0xffff;
        (lane & 0x8000 != 0).then_some(lane & 0x7fff)
    }

    pub fn with(self, other: Self) -> Self {
        let there = (self.0 | other.0) & Self::THERE;
        Self(((self.0 & !Self::THERE) + (other.0 & !Self::THERE)) | there)
    }

    /// Adds `by` to each genre that is present.
    pub(super) fn raised(self, by: u32) -> Self {
        Self(self.0 + ((self.0 & Self::THERE) >> 15) * u64::from(by))
    }

    /// Subtracts `by` from each genre, saturating at 0.
    pub(super) fn lowered(self, by: u32) -> Self {
        if by == 0 {
            return self;
        }
        self.there().each().fold(Self::default(), |all, genre| {
            let level = self.get(genre).unwrap_or(0).saturating_sub(by);
            all.with(Self::one(genre, level))
        })
    }

    /// The highest bit of each genre in which `self` is at least `other`; an absent genre is below
    /// level 0.
    #[inline]
    const fn no_less(self, other: Self) -> u64 {
        let (a, b) = (self.0, other.0);
        // The highest bits are cleared, so no lane borrows from the next.
        let rest = (a | Self::THERE) - (b & !Self::THERE);
        (a & !b | !(a ^ b) & rest) & Self::THERE
    }

    /// The greater amount for each genre.
    pub(super) const fn max(self, other: Self) -> Self {
        let mine = (self.no_less(other) >> 15) * 0xffff;
        Self(self.0 & mine | other.0 & !mine)
    }

    /// The genres that are present and at least as high as in `other`.
    pub(super) const fn leads(self, other: Self) -> Genres {
        Genres((self.no_less(other) & self.0) >> 15)
    }

    /// By seat: the genres that score, which are the highest totals including ties (EC-42, EC-44).
    pub(super) fn lead_by_seat([a, b, c, d]: &[Self; SEATS]) -> [Genres; SEATS] {
        let best = a.max(*b).max(c.max(*d));
        [a.leads(best), b.leads(best), c.leads(best), d.leads(best)]
    }

    pub(super) const fn there(self) -> Genres {
        Genres((self.0 & Self::THERE) >> 15)
    }

    /// `self`, with the amounts of `other` for genres that are not present.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0 & !(self.there().0 * 0xffff))
    }

    /// The amounts of `genres` only.
    pub(super) const fn of(self, genres: Genres) -> Self {
        Self(self.0 & (genres.0 * 0xffff))
    }

    /// The sum over all genres.
    pub fn sum(self) -> u32 {
        ((self.0 & !Self::THERE).wrapping_mul(Self::THERE >> 15) >> 48) as u32
    }
}

/// A set of genres.
///
/// | bits | content |
/// |---|---|
/// | 16 g | whether genre g is in the set |
/// | others | 0 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Genres(u64);

impl Genres {
    /// The set of all genres.
    const ALL: u64 = 0x0001_0001_0001_0001;
    /// The set of the first genre only.
    pub(super) const FIRST: Self = Self(1);

    pub(super) const fn one(genre: u8) -> Self {
        Self(1 << (16 * genre))
    }

    pub(super) const fn count(self) -> u32 {
        // The highest 16 bits of the product are the sum of all four.
        (self.0.wrapping_mul(Self::ALL) >> 48) as u32
    }

    pub(super) const fn others(self) -> Self {
        Self(self.0 ^ Self::ALL)
    }

    /// Iterates over pairs of a genre and the index of a set that contains it, sorted by genre.
    pub(super) fn in_turn(sets: [Self; SEATS]) -> impl Iterator<Item = (u8, u8)> {
        let all = (0..).zip(sets).fold(0, |all, (place, set)| all | set.0 << place);
        each(all).map(|bit| (bit / 16, bit % 16))
    }

    pub(super) fn each(self) -> impl Iterator<Item = u8> {
        each(self.0).map(|bit| bit / 16)
    }

    /// The set as a mask: bit g is genre g.
    pub(super) const fn set(self) -> u16 {
        // Each term of the factor moves the bit of one genre to bit 48 + g; no other bit gets
        // there.
        (self.0.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48) as u16 & 0b1111
    }
}

/// The printed face of a Program (EC-51).
#[derive(Clone, Debug)]
pub struct Show {
    /// Its title.
    pub title: String,
    /// The numbers on which it hits.
    pub hits: HitNumbers,
    /// Its level in each of its genres.
    pub levels: Totals,
    /// The set of categories of Ads that match it.
    pub symbols: u8,
    /// Whether it takes a whole hour.
    pub hour: bool,
}

/// The duration of a card (EC-53, EC-54).
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::FromRepr, strum::VariantNames)]
#[repr(usize)]
#[strum(serialize_all = "lowercase")]
pub enum Lasts {
    /// Discarded at once after its effect.
    Immediate,
    /// Until the end of its Program's day; an Event until the end of the current day.
    Day,
    /// Until the end of the week.
    Week,
    /// Until the end of the game.
    Game,
}

/// The effect of a Modifier in addition to its Hit#s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names of the undocumented variants say it
pub enum Change {
    /// Adds levels to a chosen genre of the Program.
    RaiseGenre(u8),
    /// Adds a chosen genre that the Program lacks, at this level.
    AddGenre(u8),
    /// A chosen Hit# of the Program does not count.
    BlockNumber,
    NoHits,
    /// Subtracts levels from all genres of the Program, saturating at 0.
    LowerGenres(u8),
    NoScoring,
    NoShark,
    /// The owner collects dollars on each hit.
    PayOnHit(u8),
}

/// The effect of an Event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names of the undocumented variants say it
pub enum Happening {
    CountersPerHit(u8),
    NoModifiers,
    GenreWorth(u8, u8),
    AdsTimes(u8),
    AdsPayNothing,
    NoCounters,
    /// Adds Ratings Counters to an own Program of the day.
    AddCounters(u8),
    /// Removes Ratings Counters from an opponent's Program.
    RemoveCounters(u8),
    /// An opponent pays this many dollars to the bank, or all they have.
    Fine(u8),
    DrawCards(u8),
}

impl Happening {
    /// Whether the effect is immediate.
    pub const fn immediate(self) -> bool {
        use Happening::{AddCounters, DrawCards, Fine, RemoveCounters};
        matches!(self, AddCounters(_) | RemoveCounters(_) | Fine(_) | DrawCards(_))
    }
}

/// The kind of a Play card, with its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Pays for each matching symbol on each hit (EC-40, EC-52).
    Ad {
        /// The set of categories it matches.
        symbols: u8,
        /// The dollars for each matching symbol.
        dollars: u8,
        /// The cards for each matching symbol.
        cards: u8,
    },
    /// Changes a Program.
    Modifier {
        /// The Hit#s it adds.
        hits: HitNumbers,
        /// Its effect in addition to `hits`, if any.
        change: Option<Change>,
    },
    /// Changes the game for some time, or has an immediate effect.
    Event(Happening),
}

/// The printed face of a Play card.
#[derive(Clone, Debug)]
pub struct PlayCard {
    /// Its title.
    pub title: String,
    /// The number of copies.
    pub copies: u8,
    /// The dollars to play it; Ads are free (EC-Q21).
    pub cost: u8,
    /// Its kind and effect.
    pub what: What,
    /// Its duration.
    pub lasts: Lasts,
}

/// The maximum printed level of a genre.
const MOST_PRINTED: usize = 9;

/// All cards of an edition, with lookup tables.
#[derive(Clone, Debug)]
pub struct Components {
    /// The Programs.
    pub shows: Vec<Show>,
    /// The faces of the Play cards: Ads, then Modifiers, then Events.
    pub faces: Vec<PlayCard>,
    /// By card: its face.
    face_of: [Face; CARDS],
    /// By face: its cards.
    copies: Vec<Cards>,
    /// The first card of each face.
    first: Cards,
    /// The last card of each face.
    last: Cards,
    /// By genre and level: the share of Programs with at most this level in the genre.
    unbeaten: [[f64; MOST_PRINTED + 1]; GENRES.len()],
    /// The Programs that take an hour.
    pub(super) hours: Programs,
    /// By set of symbols: the Programs with at least one of them.
    pub(super) with_symbol: [Programs; 1 << SYMBOLS.len()],
    /// The Ad cards.
    pub(super) ads: Cards,
    pub(super) modifiers: Cards,
    pub(super) events: Cards,
    /// By set of symbols: the Ads that match at least one of them.
    pub(super) ads_matching: [Cards; 1 << SYMBOLS.len()],
    /// The Modifiers that may not be played on every Program.
    pub(super) choosy: Cards,
    /// The Modifiers that change genre levels.
    pub(super) levelling: Cards,
    /// The Modifiers that change the Genre Totals of a Program.
    pub(super) scoring: Cards,
    /// All cards that change the Genre Totals of a Program.
    pub(super) swaying: Cards,
    /// The Modifiers with [`Change::NoHits`].
    pub(super) no_hits: Cards,
    /// The Modifiers with [`Change::NoScoring`].
    pub(super) no_scoring: Cards,
    /// The Modifiers with [`Change::NoShark`].
    pub(super) no_shark: Cards,
    /// The Modifiers that pay on hits.
    pub(super) paying: Cards,
    /// The Events that bar Modifiers.
    pub(super) barring: Cards,
    /// By [`Lasts`]: the cards with this duration.
    pub(super) lasting: [Cards; 4],
    /// By dollars: the cards that cost at most this much; the last entry is all cards.
    affordable: Vec<Cards>,
}

#[allow(missing_docs)] // the names of the undocumented functions say it
impl Components {
    /// Builds the lookup tables; `faces` must be sorted: Ads, Modifiers, Events.
    ///
    /// # Panics
    ///
    /// Panics on more than [`PROGRAMS`] Programs or [`CARDS`] Play cards. Editions are checked for
    /// this before.
    pub fn new(shows: Vec<Show>, faces: Vec<PlayCard>) -> Self {
        use Change::{
            AddGenre, BlockNumber, LowerGenres, NoHits, NoScoring, NoShark, PayOnHit, RaiseGenre,
        };
        assert!(shows.len() <= PROGRAMS, "{} Programs", shows.len());
        let (mut face_of, mut copies, mut next) = ([0; CARDS], Vec::new(), 0);
        for (face, card) in faces.iter().enumerate() {
            let those = next..next + usize::from(card.copies);
            next = those.end;
            face_of[those.clone()].fill(face as Face);
            copies.push(those.fold(0, |all: Cards, card| all | 1 << card));
        }
        let unbeaten = |genre: usize, level: usize| {
            let shown = |show: &Show| show.levels.get(genre as u8).unwrap_or(0) as usize;
            let no_more = shows.iter().filter(|show| shown(show) <= level);
            no_more.count() as f64 / shows.len().max(1) as f64
        };
        let unbeaten =
            std::array::from_fn(|genre| std::array::from_fn(|level| unbeaten(genre, level)));
        let printed = |wanted: &dyn Fn(&PlayCard) -> bool| {
            let those = faces.iter().zip(&copies).filter(|(card, _)| wanted(card));
            those.fold(0, |all, (_, cards)| all | cards)
        };
        let of = |wanted: fn(&What) -> bool| printed(&|card| wanted(&card.what));
        let changing = |wanted: fn(Change) -> bool| {
            printed(&|card| match card.what {
                What::Modifier { change: Some(change), .. } => wanted(change),
                _ => false,
            })
        };
        let matches = |card: &PlayCard, set: usize| match card.what {
            What::Ad { symbols, .. } => usize::from(symbols) & set != 0,
            _ => false,
        };
        let levelling =
            changing(|change| matches!(change, RaiseGenre(_) | AddGenre(_) | LowerGenres(_)));
        let no_scoring = changing(|change| change == NoScoring);
        let counting = of(|what| {
            use Happening::{AddCounters, RemoveCounters};
            matches!(what, What::Event(AddCounters(_) | RemoveCounters(_)))
        });
        let dearest = faces.iter().map(|card| card.cost).max().unwrap_or(0);
        let those = |wanted: &dyn Fn(&Show) -> bool| -> Programs {
            let found = shows.iter().enumerate().filter(|(_, show)| wanted(show));
            found.fold(0, |all, (program, _)| all | 1 << program)
        };
        Self {
            unbeaten,
            hours: those(&|show| show.hour),
            with_symbol: std::array::from_fn(|set| those(&|show| show.symbols & set as u8 != 0)),
            ads: of(|what| matches!(what, What::Ad { .. })),
            modifiers: of(|what| matches!(what, What::Modifier { .. })),
            events: of(|what| matches!(what, What::Event(_))),
            ads_matching: std::array::from_fn(|set| printed(&|card| matches(card, set))),
            choosy: changing(|change| matches!(change, AddGenre(_) | BlockNumber)),
            scoring: levelling | no_scoring,
            swaying: levelling | no_scoring | counting,
            levelling,
            no_scoring,
            no_hits: changing(|change| change == NoHits),
            no_shark: changing(|change| change == NoShark),
            paying: changing(|change| matches!(change, PayOnHit(_))),
            barring: of(|what| *what == What::Event(Happening::NoModifiers)),
            lasting: std::array::from_fn(|lasts| printed(&|card| card.lasts as usize == lasts)),
            affordable: (0..=dearest).map(|most| printed(&|card| card.cost <= most)).collect(),
            shows,
            faces,
            face_of,
            first: copies.iter().fold(0, |all, those| all | those & those.wrapping_neg()),
            last: copies
                .iter()
                .filter_map(|those| those.checked_ilog2())
                .fold(0, |all, last| all | 1 << last),
            copies,
        }
    }

    /// The share of Programs with at most this level in a genre.
    pub(super) fn unbeaten(&self, genre: u8, level: u32) -> f64 {
        self.unbeaten[usize::from(genre)][(level as usize).min(MOST_PRINTED)]
    }

    /// The cards that cost at most this many dollars.
    pub(super) fn affordable(&self, dollars: u32) -> Cards {
        self.affordable[(dollars as usize).min(self.affordable.len() - 1)]
    }

    pub fn show(&self, program: Program) -> &Show {
        &self.shows[usize::from(program)]
    }

    pub fn printed(&self, face: Face) -> &PlayCard {
        &self.faces[usize::from(face)]
    }

    pub fn face(&self, card: Card) -> Face {
        self.face_of[usize::from(card)]
    }

    pub(super) fn what(&self, card: Card) -> &What {
        &self.printed(self.face(card)).what
    }

    pub fn copies(&self, face: Face) -> Cards {
        self.copies[usize::from(face)]
    }

    /// The first card of each face among `cards`.
    #[inline]
    pub fn firsts(&self, cards: Cards) -> Cards {
        // The copies of a face are adjacent bits, a lane. This is the lowest bit of each lane, as
        // `x & (!x + 1)` is for a word; the last bits are cleared, so no lane carries into the
        // next.
        cards & ((!cards & !self.last) + self.first)
    }

    pub fn all_programs(&self) -> Programs {
        Programs::MAX.checked_shr(PROGRAMS as u32 - self.shows.len() as u32).unwrap_or(0)
    }

    /// The symbols of a Program that an Ad matches.
    #[inline]
    pub(super) fn matching(&self, symbols: u8, program: Program) -> u32 {
        let both = symbols & self.show(program).symbols;
        // With three symbols this is faster than `count_ones`.
        u32::from((both & 1) + (both >> 1 & 1) + (both >> 2))
    }
}
