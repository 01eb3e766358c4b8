//! The race: eight positions in one word, eight Secondary Movement Bars in another, and the moves of
//! horses (LS-12 to LS-23).

use super::edition::{HORSES, PLACES};

/// A set of horses: bit i is horse i, counted from 0.
pub type Horses = u8;

/// No horse.
pub const NONE: u8 = u8::MAX;

/// A one in each byte.
pub(super) const EACH: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
pub(super) const HIGH: u64 = EACH << 7;

/// A one in the byte of each horse of a set.
#[inline]
pub(super) const fn spread(horses: Horses) -> u64 {
    // Keeps bit i in byte i, then moves it to the lowest bit of its byte.
    let own = (horses as u64 * EACH) & 0x8040_2010_0804_0201;
    (own + (HIGH - EACH)) >> 7 & EACH
}

/// The horses whose byte has its highest bit set.
#[inline]
pub(super) const fn gather(word: u64) -> Horses {
    // Each term of the product moves the bit of byte i to bit i of the highest byte.
    ((word & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080).to_be_bytes()[0]
}

/// The length of a track and its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// The spaces of the track; one step beyond is past the finish line.
    pub spaces: u8,
    /// Added to the positions, sets the highest bit of each byte past the No Bet line.
    no_bet: u64,
    /// Added to the positions, sets the highest bit of each byte beyond the track.
    finish: u64,
}

impl Course {
    /// A track of `spaces` spaces whose No Bet line is after space `no_bet`.
    pub const fn new(spaces: u8, no_bet: u8) -> Self {
        Self {
            spaces,
            no_bet: (0x7f - no_bet as u64) * EACH,
            finish: (0x7f - spaces as u64) * EACH,
        }
    }
}

/// The position of a race.
///
/// | word        | bits          | meaning                                                        |
/// |-------------|---------------|----------------------------------------------------------------|
/// | `positions` | 8i to 8i + 7  | the space of horse i: 0 at the start, `spaces + 1` when finished |
/// | `bars`      | 8i to 8i + 7  | the boxes marked on card i: bit j of the byte is horse j        |
///
/// Positions stay below 128, so the highest bit of each byte is free and sums of words never carry
/// between horses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Track {
    positions: u64,
    bars: u64,
    /// The horses in the Winner's Circle.
    pub finished: Horses,
    /// The horses that finished first, second and third; [`NONE`] for an open place (LS-21).
    pub placed: [u8; PLACES],
}

impl Track {
    /// All horses before the Start/Finish line (LS-2), with these boxes marked on their cards.
    pub fn new(bars: [Horses; HORSES]) -> Self {
        Self { positions: 0, bars: u64::from_le_bytes(bars), finished: 0, placed: [NONE; PLACES] }
    }

    /// Returns a track with horses on these spaces and in these places, whether or not they agree.
    pub(super) fn restored(positions: [u8; HORSES], bars: [Horses; HORSES], order: &[u8]) -> Self {
        let (positions, bars) = (u64::from_le_bytes(positions), u64::from_le_bytes(bars));
        let mut placed = [NONE; PLACES];
        placed.iter_mut().zip(order).for_each(|(place, horse)| *place = *horse);
        let finished = order.iter().fold(0, |finished, horse| finished | 1 << (horse & 7));
        Self { positions, bars, finished, placed }
    }

    /// Returns the track with horses on other spaces, none of them finished. A space beyond the track is
    /// clamped to its last.
    pub fn with_positions(&self, positions: [u8; HORSES], course: &Course) -> Self {
        let positions = positions.map(|position| position.min(course.spaces));
        let positions = u64::from_le_bytes(positions);
        Self { positions, finished: 0, placed: [NONE; PLACES], ..*self }
    }

    /// The space of a horse.
    pub const fn position(&self, horse: u8) -> u8 {
        (self.positions >> (8 * (horse & 7))) as u8
    }

    /// The spaces of all horses.
    pub const fn positions(&self) -> [u8; HORSES] {
        self.positions.to_le_bytes()
    }

    /// The boxes marked on the card of a horse.
    pub const fn bar(&self, card: u8) -> Horses {
        (self.bars >> (8 * (card & 7))) as u8
    }

    /// The boxes marked on all cards.
    pub const fn bars(&self) -> [Horses; HORSES] {
        self.bars.to_le_bytes()
    }

    /// The cards on which the box of a horse is marked: a one in the byte of each card.
    pub(super) const fn cards_marking(&self, horse: u8) -> u64 {
        self.bars >> (horse & 7) & EACH
    }

    /// The number of cards on which the box of a horse is marked.
    pub const fn marks(&self, horse: u8) -> u8 {
        (self.cards_marking(horse).wrapping_mul(EACH) >> 56) as u8
    }

    /// The number of horses in the Winner's Circle.
    pub const fn finishers(&self) -> u8 {
        self.finished.count_ones() as u8
    }

    /// The taken places, from 0, and their horses.
    pub fn placed_in_order(&self) -> impl Iterator<Item = (usize, u8)> {
        (0..usize::from(self.finishers())).zip(self.placed)
    }

    /// The place of a horse in the Winner's Circle, from 0.
    pub fn place(&self, horse: u8) -> Option<usize> {
        self.placed.iter().position(|placed| *placed == horse)
    }

    /// The horses past the No Bet line, including finished horses (LS-34).
    pub const fn past_line(&self, course: &Course) -> Horses {
        gather(self.positions + course.no_bet)
    }

    /// Marks the box of a horse on a card.
    pub(super) fn mark(&mut self, card: u8, horse: u8) {
        self.bars |= 1 << (8 * (card & 7) + (horse & 7));
    }

    fn set(&mut self, horse: u8, position: u8) {
        let shift = 8 * (horse & 7);
        self.positions = self.positions & !(0xff << shift) | u64::from(position) << shift;
    }

    /// Lets a horse cross the line: it takes the best open place, or stops on the last space if none is
    /// open (LS-21, LS-23). A finished horse stays.
    pub fn finish(&mut self, horse: u8, course: &Course) {
        if self.finished >> (horse & 7) & 1 == 0 {
            self.cross(horse & 7, course);
        }
    }

    fn cross(&mut self, horse: u8, course: &Course) {
        let taken = usize::from(self.finishers());
        match self.placed.get_mut(taken) {
            Some(place) => {
                *place = horse;
                self.finished |= 1 << horse;
                self.set(horse, course.spaces + 1);
            }
            None => self.set(horse, course.spaces),
        }
    }

    /// Moves the horse rolled, unless it has finished (LS-12).
    #[inline]
    pub(super) fn run(&mut self, horse: u8, spaces: u8, course: &Course) {
        if self.finished >> horse & 1 == 0 {
            let position = self.position(horse) + spaces;
            if position > course.spaces {
                self.cross(horse, course);
            } else {
                self.set(horse, position);
            }
        }
    }

    /// Moves every horse marked on a card by one space, from left to right (LS-13, LS-A3).
    #[inline]
    pub(super) fn run_marked(&mut self, card: u8, course: &Course) {
        let moving = self.bar(card) & !self.finished;
        self.positions += spread(moving);
        let mut crossing = gather(self.positions + course.finish) & moving;
        while crossing != 0 {
            self.cross(crossing.trailing_zeros() as u8, course);
            crossing &= crossing - 1;
        }
    }

    /// The new position of a horse that a player moves by `spaces`: it stops at the line in both
    /// directions (LS-18 to LS-20). A finished horse stays (LS-22).
    #[inline]
    pub fn pushed(&self, horse: u8, spaces: i8, course: &Course) -> u8 {
        let position = self.position(horse);
        if self.finished >> horse & 1 == 1 {
            position
        } else if spaces < 0 {
            position.saturating_sub(spaces.unsigned_abs())
        } else {
            (position + spaces.unsigned_abs()).min(course.spaces)
        }
    }

    /// Moves a horse by [`pushed`](Self::pushed).
    pub(super) fn push(&mut self, horse: u8, spaces: i8, course: &Course) {
        self.set(horse, self.pushed(horse, spaces, course));
    }

    /// The horses of a set that are farthest ahead, or farthest behind if not `ahead`.
    #[inline]
    pub(super) fn extreme(&self, among: Horses, ahead: bool) -> Horses {
        let (mut found, mut best) = (0, 0);
        let mut left = among;
        while left != 0 {
            let horse = left.trailing_zeros() as u8;
            left &= left - 1;
            let position = self.position(horse);
            let better = if ahead { position > best } else { position < best };
            if found == 0 || better {
                (found, best) = (1 << horse, position);
            } else if position == best {
                found |= 1 << horse;
            }
        }
        found
    }

    /// The unfinished horses in the lead, with the fewest spaces to go (LS-57).
    pub fn lead(&self) -> Horses {
        self.extreme(!self.finished, true)
    }

    /// The unfinished horses in last place, with the most spaces to go (LS-57).
    pub fn last(&self) -> Horses {
        self.extreme(!self.finished, false)
    }

    /// The unfinished horses on the space of a horse, including itself. Horses before the Start/Finish
    /// line share no space.
    pub(super) fn sharing(&self, horse: u8) -> Horses {
        let position = self.position(horse);
        if position == 0 {
            return 0;
        }
        let there = (0..HORSES as u8).filter(|other| self.position(*other) == position);
        there.fold(0, |mask: u8, other| mask | 1 << other) & !self.finished
    }
}
