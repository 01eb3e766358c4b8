//! The cards of 8/7 Central as they are printed, and sets of them.

use super::state::SEATS;
use crate::game::bits;
pub use crate::game::bits::each;
use crate::game::contract::RandomSource;

/// The most Programs.
pub const PROGRAMS: usize = 64;
/// The most Play cards.
pub const CARDS: usize = 64;
/// The genres.
pub const GENRES: [&str; 4] = ["Comedy", "News", "Drama", "Niche"];
/// The categories of advertising; bit i of a set of symbols stands for the one at i.
pub const SYMBOLS: [&str; 3] = ["Necessity", "Convenience", "Luxury"];
/// "None" in a byte that otherwise numbers a Program, a card or a seat.
pub(super) const NONE: u8 = u8::MAX;

/// A Program by its place in the edition.
pub type Program = u8;
/// Programs as a set: bit i for Program i.
pub type Programs = u64;
/// A Play card by its place in the deck: Ads, Modifiers, Events, in the order of the edition.
pub type Card = u8;
/// Play cards as a set: bit i for card i.
pub type Cards = u64;
/// What is printed on a Play card, by its place in the edition; its copies are alike.
pub type Face = u8;

/// The set of what `keep` holds for.
pub(super) fn only(set: u64, mut keep: impl FnMut(u8) -> bool) -> u64 {
    each(set).filter(|one| keep(*one)).fold(0, |all, one| all | 1 << one)
}

/// Any of a set.
pub(super) fn one_of(set: u64, random: &mut impl RandomSource) -> u8 {
    let sums = bits::byte_sums(set);
    bits::select_by(set, sums, random.below((sums >> 56) as u32)) as u8
}

/// Hit#s as a set: bit n for n, from 2 to 12.
pub type HitNumbers = u16;

/// By set of Hit#s without the two lowest bits: see [`pips`].
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

/// By pips: see [`chance`].
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

/// Of the 36 rolls of a pair of dice those that show one of some Hit#s (EC-51).
pub fn pips(hits: HitNumbers) -> u32 {
    PIPS[usize::from(hits >> 2) & (PIPS.len() - 1)].into()
}

/// The chance that one of two pairs of dice shows one of some Hit#s (EC-36).
pub fn chance(hits: HitNumbers) -> f64 {
    CHANCES[pips(hits) as usize]
}

/// An amount for each genre.
///
/// | bits | what |
/// |---|---|
/// | 16 g – 16 g + 14 | the amount of genre g |
/// | 16 g + 15 | whether there is the genre at all, be it at level 0 (EC-Q24) |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals(u64);

#[allow(missing_docs)] // of what its name says
impl Totals {
    /// "The genre is there", for each genre.
    const THERE: u64 = 0x8000_8000_8000_8000;
    /// 1 of each genre.
    pub(super) const ONES: Self = Self(Self::THERE | Genres::ALL);

    pub fn one(genre: u8, level: u32) -> Self {
        Self(u64::from(0x8000 | level) << (16 * genre))
    }

    /// The amount of a genre, where it is there.
    pub fn get(self, genre: u8) -> Option<u32> {
        let lane = (self.0 >> (16 * genre)) as u32 & 0xffff;
        (lane & 0x8000 != 0).then_some(lane & 0x7fff)
    }

    pub fn with(self, other: Self) -> Self {
        let there = (self.0 | other.0) & Self::THERE;
        Self(((self.0 & !Self::THERE) + (other.0 & !Self::THERE)) | there)
    }

    /// `by` more in each genre that is there.
    pub(super) fn raised(self, by: u32) -> Self {
        Self(self.0 + ((self.0 & Self::THERE) >> 15) * u64::from(by))
    }

    /// `by` less in each genre, none below 0.
    pub(super) fn lowered(self, by: u32) -> Self {
        if by == 0 {
            return self;
        }
        self.there().each().fold(Self::default(), |all, genre| {
            let level = self.get(genre).unwrap_or(0).saturating_sub(by);
            all.with(Self::one(genre, level))
        })
    }

    /// The highest bit of each genre in which this is no less; any level is more than no such genre.
    #[inline]
    const fn no_less(self, other: Self) -> u64 {
        let (a, b) = (self.0, other.0);
        // Without their highest bits no genre borrows from the next.
        let rest = (a | Self::THERE) - (b & !Self::THERE);
        (a & !b | !(a ^ b) & rest) & Self::THERE
    }

    /// Genre by genre the greater one.
    pub(super) const fn max(self, other: Self) -> Self {
        let mine = (self.no_less(other) >> 15) * 0xffff;
        Self(self.0 & mine | other.0 & !mine)
    }

    /// The genres that are there and no lower than the other's.
    pub(super) const fn leads(self, other: Self) -> Genres {
        Genres((self.no_less(other) & self.0) >> 15)
    }

    /// By seat the genres that score: the highest totals, and all that tie (EC-42, EC-44).
    pub(super) fn lead_by_seat([a, b, c, d]: &[Self; SEATS]) -> [Genres; SEATS] {
        let best = a.max(*b).max(c.max(*d));
        [a.leads(best), b.leads(best), c.leads(best), d.leads(best)]
    }

    pub(super) const fn there(self) -> Genres {
        Genres((self.0 & Self::THERE) >> 15)
    }

    /// The same with the other's amount of each genre that is not there.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0 & !(self.there().0 * 0xffff))
    }

    /// The amounts of some genres alone.
    pub(super) const fn of(self, genres: Genres) -> Self {
        Self(self.0 & (genres.0 * 0xffff))
    }

    /// The amounts of all genres together.
    pub fn sum(self) -> u32 {
        ((self.0 & !Self::THERE).wrapping_mul(Self::THERE >> 15) >> 48) as u32
    }
}

/// A set of genres.
///
/// | bits | what |
/// |---|---|
/// | 16 g | whether genre g is one of them |
/// | others | 0 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Genres(u64);

impl Genres {
    /// All of them.
    const ALL: u64 = 0x0001_0001_0001_0001;
    /// The first genre.
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

    /// Genre by genre each of some sets that it is in, by its place.
    pub(super) fn in_turn(sets: [Self; SEATS]) -> impl Iterator<Item = (u8, u8)> {
        let all = (0..).zip(sets).fold(0, |all, (place, set)| all | set.0 << place);
        each(all).map(|bit| (bit / 16, bit % 16))
    }

    pub(super) fn each(self) -> impl Iterator<Item = u8> {
        each(self.0).map(|bit| bit / 16)
    }

    /// The genres: bit g for genre g.
    pub(super) const fn set(self) -> u16 {
        // Each factor brings the bit of one genre to its place above bit 48, none of another there.
        (self.0.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48) as u16 & 0b1111
    }
}

/// A Program as it is printed (EC-51).
#[derive(Clone, Debug)]
pub struct Show {
    /// Its title.
    pub title: String,
    /// The numbers by which it is viewed.
    pub hits: HitNumbers,
    /// Its level in each of its genres.
    pub levels: Totals,
    /// The categories of Ads that match it, as a set.
    pub symbols: u8,
    /// Whether it takes a whole hour.
    pub hour: bool,
}

/// How long a card stays (EC-53, EC-54).
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::FromRepr, strum::VariantNames)]
#[repr(usize)]
#[strum(serialize_all = "lowercase")]
pub enum Lasts {
    /// It is discarded once it has had its effect.
    Immediate,
    /// To the end of its Program's day; an Event to the end of the day.
    Day,
    /// To the end of the week.
    Week,
    /// To the end of the game.
    Game,
}

/// What a Modifier does beside its Hit#s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // of what its name says
pub enum Change {
    /// So many levels more in one genre that the Program has.
    RaiseGenre(u8),
    /// A genre that the Program lacks, at this level.
    AddGenre(u8),
    /// One chosen Hit# of the Program does not count.
    BlockNumber,
    NoHits,
    /// So many levels less in all its genres, none below 0.
    LowerGenres(u8),
    NoScoring,
    NoShark,
    /// Its owner collects so many dollars on each hit.
    PayOnHit(u8),
}

/// What an Event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // of what its name says
pub enum Happening {
    CountersPerHit(u8),
    NoModifiers,
    GenreWorth(u8, u8),
    AdsTimes(u8),
    AdsPayNothing,
    NoCounters,
    /// So many Ratings Counters on one own Program of the day.
    AddCounters(u8),
    /// So many Ratings Counters less on an opponent's Program.
    RemoveCounters(u8),
    /// An opponent pays so many dollars to the bank, or all there are.
    Fine(u8),
    DrawCards(u8),
}

impl Happening {
    /// Whether it is over at once.
    pub const fn immediate(self) -> bool {
        use Happening::{AddCounters, DrawCards, Fine, RemoveCounters};
        matches!(self, AddCounters(_) | RemoveCounters(_) | Fine(_) | DrawCards(_))
    }
}

/// What a Play card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Pays for each matching symbol on each hit (EC-40, EC-52).
    Ad {
        /// The categories it matches, as a set.
        symbols: u8,
        /// The dollars for each.
        dollars: u8,
        /// The cards for each.
        cards: u8,
    },
    /// Changes a Program.
    Modifier {
        /// The Hit#s it adds.
        hits: HitNumbers,
        /// What else it does.
        change: Option<Change>,
    },
    /// Changes the game, or has an effect at once.
    Event(Happening),
}

/// A Play card as it is printed.
#[derive(Clone, Debug)]
pub struct PlayCard {
    /// Its title.
    pub title: String,
    /// How many of them there are.
    pub copies: u8,
    /// What playing it costs; Ads cost nothing (EC-Q21).
    pub cost: u8,
    /// What it does.
    pub what: What,
    /// How long it stays.
    pub lasts: Lasts,
}

/// No Program shows a higher level of a genre.
const MOST_PRINTED: usize = 9;

/// All cards of a box, as rules need them.
#[derive(Clone, Debug)]
pub struct Components {
    /// The Programs.
    pub shows: Vec<Show>,
    /// The faces of the Play cards: Ads, then Modifiers, then Events.
    pub faces: Vec<PlayCard>,
    /// By card its face.
    face_of: [Face; CARDS],
    /// By face its cards.
    copies: Vec<Cards>,
    /// The first card of each face, and the last.
    first: Cards,
    last: Cards,
    /// By genre and level: the share of the Programs that show no more of the genre.
    unbeaten: [[f64; MOST_PRINTED + 1]; GENRES.len()],
    /// The Programs that take an hour.
    pub(super) hours: Programs,
    /// By set of symbols: the Programs with one of them.
    pub(super) with_symbol: [Programs; 1 << SYMBOLS.len()],
    /// The cards that are Ads, Modifiers, Events.
    pub(super) ads: Cards,
    pub(super) modifiers: Cards,
    pub(super) events: Cards,
    /// By set of symbols: the Ads that match one of them.
    pub(super) ads_matching: [Cards; 1 << SYMBOLS.len()],
    /// The Modifiers that do not go on every Program, and those that change levels.
    pub(super) choosy: Cards,
    pub(super) levelling: Cards,
    /// The Modifiers that change what a Program counts in scoring, and all cards that do.
    pub(super) scoring: Cards,
    pub(super) swaying: Cards,
    /// The Modifiers by which a Program cannot hit, is ignored in scoring, or does not Jump the Shark.
    pub(super) no_hits: Cards,
    pub(super) no_scoring: Cards,
    pub(super) no_shark: Cards,
    /// The Modifiers that pay on hits, and the Events that bar Modifiers.
    pub(super) paying: Cards,
    pub(super) barring: Cards,
    /// By [`Lasts`]: the cards that stay so long.
    pub(super) lasting: [Cards; 4],
    /// By dollars: the cards that cost no more; the last are all.
    affordable: Vec<Cards>,
}

#[allow(missing_docs)] // of what its name says
impl Components {
    /// The box of these cards; `faces` are sorted: Ads, Modifiers, Events.
    ///
    /// # Panics
    ///
    /// Panics on more than [`PROGRAMS`] Programs or [`CARDS`] Play cards; editions are checked before.
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

    /// The share of the Programs that show no more of a genre than this level.
    pub(super) fn unbeaten(&self, genre: u8, level: u32) -> f64 {
        self.unbeaten[usize::from(genre)][(level as usize).min(MOST_PRINTED)]
    }

    /// The cards that so many dollars pay for.
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

    /// Of each face among some cards the first.
    #[inline]
    pub fn firsts(&self, cards: Cards) -> Cards {
        // The copies of a face lie together: this is the lowest bit of each lane, as `x & (!x + 1)` is
        // of a word; without the highest bits no lane carries into the next.
        cards & ((!cards & !self.last) + self.first)
    }

    pub fn all_programs(&self) -> Programs {
        Programs::MAX.checked_shr(PROGRAMS as u32 - self.shows.len() as u32).unwrap_or(0)
    }

    /// The symbols of a Program that an Ad matches.
    #[inline]
    pub(super) fn matching(&self, symbols: u8, program: Program) -> u32 {
        let both = symbols & self.show(program).symbols;
        // There are three of them: sooner than `count_ones`.
        u32::from((both & 1) + (both >> 1 & 1) + (both >> 2))
    }
}
