//! The eight dice of a turn packed in one word, counts of their faces in another, and rolls (ES-6,
//! ES-12).

/// The number of dice (ES-2).
pub const DICE: usize = 8;

/// The number of faces of a die.
pub const SIDES: usize = 6;

/// The number of ordered rolls of all dice.
pub const ROLLS: u32 = 6u32.pow(8);

/// A face of a die (ES-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    /// A move.
    Turn = 0,
    /// A move.
    Buck = 1,
    /// A move.
    Kick = 2,
    /// A Rodeo Clown; three of them end a turn.
    Clown = 3,
    /// No symbol; also a retrieved Clown (ES-27).
    Blank = 4,
}

impl Face {
    /// All faces, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Turn, Self::Buck, Self::Kick, Self::Clown, Self::Blank];
    /// The faces that Bulls need.
    pub const MOVES: [Self; 3] = [Self::Turn, Self::Buck, Self::Kick];
    /// The names used in editions.
    pub const NAMES: [&str; 5] = ["turn", "buck", "kick", "clown", "blank"];

    /// Returns the face with this number; Blank from 4 on.
    pub const fn new(number: usize) -> Self {
        match number {
            0 => Self::Turn,
            1 => Self::Buck,
            2 => Self::Kick,
            3 => Self::Clown,
            _ => Self::Blank,
        }
    }

    /// The name used in editions.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether the face is a Turn, Buck or Kick.
    pub const fn is_move(self) -> bool {
        (self as u8) < 3
    }
}

/// A set of dice: bit i is die i.
pub type DiceMask = u8;

/// The eight dice.
///
/// | bits  | meaning                      |
/// |-------|------------------------------|
/// | 0–7   | the dice that show a Turn    |
/// | 8–15  | the dice that show a Buck    |
/// | 16–23 | the dice that show a Kick    |
/// | 24–31 | the dice that show a Clown   |
/// | 32–39 | the dice that show a Blank   |
/// | 40–63 | 0                            |
///
/// Each die is in exactly one of the five sets, or in none if the value describes only some dice.
/// Die 0 is best kept and die 7 best rolled again (see [`super::compiled::Game`]), so of dice that
/// show the same move the lowest are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dice(u64);

/// The lowest bit of each of the five bytes in use.
const EACH: u64 = 0x01_0101_0101;

impl Dice {
    /// All dice Blank, as before the first roll.
    pub const BLANK: Self = Self(0xff << 32);

    /// No dice.
    pub(super) const NONE: Self = Self(0);

    /// Returns dice with these faces.
    pub fn new(faces: [Face; DICE]) -> Self {
        let bits = faces.iter().enumerate();
        Self(bits.fold(0, |word, (die, &face)| word | 1 << (8 * face as usize + die)))
    }

    /// Returns the dice that show `face`.
    #[inline]
    pub const fn showing(self, face: Face) -> DiceMask {
        (self.0 >> (8 * face as usize)) as DiceMask
    }

    /// Returns the dice that show a Turn, Buck or Kick.
    #[inline]
    pub const fn moves(self) -> DiceMask {
        (self.0 | self.0 >> 8 | self.0 >> 16) as DiceMask
    }

    /// Returns the face of die `die`; Blank if there is no such die.
    pub fn face(self, die: usize) -> Face {
        let shows = |face: &Face| u32::from(self.showing(*face)).checked_shr(die as u32);
        let mut faces = Face::ALL.into_iter();
        faces.find(|face| shows(face).is_some_and(|bits| bits & 1 == 1)).unwrap_or(Face::Blank)
    }

    /// Returns the face of each die.
    pub fn faces(self) -> [Face; DICE] {
        std::array::from_fn(|die| self.face(die))
    }

    /// Returns the number of dice that show each face.
    #[inline]
    pub const fn counts(self) -> Counts {
        // The first three steps of the usual population count: sums within bytes.
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        Counts((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f)
    }

    /// Returns the number of dice of `which` that show each face.
    #[inline]
    pub const fn counts_of(self, which: DiceMask) -> Counts {
        self.only(which).counts()
    }

    /// The dice that are in one of the sets.
    #[inline]
    pub(super) const fn lying(self) -> DiceMask {
        self.moves() | (self.0 >> 24 | self.0 >> 32) as DiceMask
    }

    /// Returns only the dice of `which`.
    #[inline]
    pub(super) const fn only(self, which: DiceMask) -> Self {
        Self(self.0 & (which as u64 * EACH))
    }

    /// Returns these dice with those of `which` replaced from `rolled`.
    #[inline]
    pub const fn with(self, rolled: Self, which: DiceMask) -> Self {
        let lanes = which as u64 * EACH;
        Self(self.0 & !lanes | rolled.0 & lanes)
    }

    /// Returns these dice with those of `which` showing `face`.
    #[inline]
    pub const fn set(self, which: DiceMask, face: Face) -> Self {
        let lanes = which as u64 * EACH;
        Self(self.0 & !lanes | (which as u64) << (8 * face as usize))
    }
}

/// The number of dice for each face, shown or needed by a card.
///
/// | bits  | meaning |
/// |-------|---------|
/// | 0–7   | Turns   |
/// | 8–15  | Bucks   |
/// | 16–23 | Kicks   |
/// | 24–31 | Clowns  |
/// | 32–39 | Blanks  |
///
/// Each count is at most 8 and fits the lower nibble of its byte; the highest bit of each byte is a
/// guard that keeps subtraction within the byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts(u64);

const GUARD: u64 = 0x80_8080_8080;

impl Counts {
    /// Returns these counts, in the order of [`Face::ALL`].
    pub const fn new(counts: [u8; 5]) -> Self {
        let [t, b, k, c, n] = counts;
        Self(t as u64 | (b as u64) << 8 | (k as u64) << 16 | (c as u64) << 24 | (n as u64) << 32)
    }

    /// Returns the count of `face`.
    #[inline]
    pub const fn of(self, face: Face) -> u8 {
        (self.0 >> (8 * face as usize)) as u8
    }

    /// Returns the sum of Turns, Bucks and Kicks.
    #[inline]
    pub const fn moves(self) -> u8 {
        (self.0 as u8) + ((self.0 >> 8) as u8) + ((self.0 >> 16) as u8)
    }

    /// Whether the count of each face is at least that of `needed`.
    #[inline]
    pub const fn contains(self, needed: Self) -> bool {
        ((self.0 | GUARD) - needed.0) & GUARD == GUARD
    }

    /// Returns the shortfall from `needed`, face by face.
    #[inline]
    pub const fn missing(self, needed: Self) -> Self {
        let difference = (needed.0 | GUARD) - self.0;
        let short = (difference & GUARD) >> 7;
        Self(difference & (short * 0x7f))
    }

    /// Returns the larger count of each face.
    pub const fn max(self, other: Self) -> Self {
        Self(self.0 + self.missing(other).0)
    }

    /// Returns the sum of all counts.
    pub const fn total(self) -> u8 {
        self.moves() + self.of(Face::Clown) + self.of(Face::Blank)
    }

    /// The counts of the three moves as one number below 729, in base 9.
    #[inline]
    pub(super) const fn moves_index(self) -> usize {
        let word = self.0 as usize;
        (word & 0xff) + 9 * (word >> 8 & 0xff) + 81 * (word >> 16 & 0xff)
    }
}

/// Returns the lowest `count` dice of `mask`, or all of them if fewer.
#[inline]
pub const fn lowest(mask: DiceMask, count: u8) -> DiceMask {
    let mut rest = mask;
    let mut left = count;
    while left > 0 && rest != 0 {
        rest &= rest - 1;
        left -= 1;
    }
    mask & !rest
}

/// Returns the highest `count` dice of `mask`, or all of them if fewer.
pub const fn highest(mask: DiceMask, count: u8) -> DiceMask {
    let all = mask.count_ones() as u8;
    mask & !lowest(mask, all.saturating_sub(count))
}

/// Rolls the dice of an edition.
///
/// One 32-bit word yields one roll of all eight dice. Words from 2557 · 6⁸ on are rejected. Any
/// other word divided by 2557 is the number of a roll; its digits in base 6 are the sides that
/// show, with die 0 as the last digit and die 7 as the first. A roll of all dice takes two table
/// lookups; dice that are not rolled keep their faces (see [`Dice::with`]).
#[derive(Clone, Debug)]
pub struct Roller {
    /// The packed faces of four dice by the number of their sides: dice 0–3, then dice 4–7.
    halves: Box<[[u64; 1296]; 2]>,
}

impl Roller {
    /// Returns the tables for dice with these sides.
    pub fn new(sides: &[[Face; SIDES]; DICE]) -> Self {
        let mut halves = Box::new([[0; 1296]; 2]);
        for (half, words) in halves.iter_mut().enumerate() {
            for (number, word) in words.iter_mut().enumerate() {
                let mut digits = number;
                for (die, sides) in sides.iter().enumerate().skip(4 * half).take(4) {
                    *word |= 1 << (8 * sides[digits % SIDES] as usize + die);
                    digits /= SIDES;
                }
            }
        }
        Self { halves }
    }

    /// Returns the roll with this number, from 0 to [`ROLLS`] − 1.
    #[inline]
    pub fn roll_number(&self, number: u32) -> Dice {
        let number = number as usize;
        let [low, high] = &*self.halves;
        Dice(low[number % 1296] | high[number / 1296 % 1296])
    }

    /// The throw with this number, below 6⁴, of the first or the last four dice.
    #[inline]
    pub(super) fn half(&self, last: bool, number: u32) -> Dice {
        Dice(self.halves[usize::from(last)][number as usize % 1296])
    }
}
