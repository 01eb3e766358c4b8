//! Cards as sets: a deck is a mask, and drawing from it is choosing one of its bits.
//!
//! A shuffled deck whose order nobody has seen and a set from which each draw is uniform are the
//! same thing, so no order is ever stored and none can leak.

use rand::Rng;

/// A set of Bulls: bit i is Bull i, in the order of their points.
pub type Bulls = u32;

/// A set of Golden Buckles: bit i is Buckle i of the edition.
pub type Buckles = u16;

/// A set of Riders: bit i is Rider i of the edition.
pub type Riders = u32;

/// A number below `bound`, exactly uniform (Lemire, "Fast random integer generation in an
/// interval", 2019: the rare words that would favour a number are passed over). `bound` is not 0.
#[inline]
fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let least = bound.wrapping_neg() % bound;
        while (product as u32) < least {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// The place of the set bit of `mask` with `rank` set bits below it; `rank` is less than their
/// number.
#[inline]
fn select(mask: u32, rank: u32) -> u32 {
    // Halving the word: whether the bit lies in the upper half is never predictable, so no jumps.
    let (mut place, mut rank) = (0, rank);
    for width in [16, 8, 4, 2, 1] {
        let low = (mask >> place) & ((1 << width) - 1);
        let count = low.count_ones();
        let upper = u32::from(rank >= count);
        rank -= count * upper;
        place += width * upper;
    }
    place
}

/// Draws one of `cards` and takes it out; nothing when there is none.
#[inline]
pub fn draw(cards: &mut u32, rng: &mut impl Rng) -> Option<u8> {
    if *cards == 0 {
        return None;
    }
    let card = select(*cards, below(rng, cards.count_ones()));
    *cards &= !(1 << card);
    Some(card as u8)
}

/// The cards of a set, from the lowest up.
#[inline]
pub fn each(mut cards: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = (cards != 0).then(|| cards.trailing_zeros() as u8)?;
        cards &= cards - 1;
        Some(card)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::luck::{Domain, UnitLuck};

    #[test]
    fn select_counts_set_bits() {
        for mask in [1, 0x8000_0000, 0x0fff_ffff, 0xdead_beef, 0x0102_0408, u32::MAX] {
            let places: Vec<u32> = (0..32).filter(|bit| mask >> bit & 1 == 1).collect();
            for (rank, place) in places.iter().enumerate() {
                assert_eq!(select(mask, rank as u32), *place, "{mask:x} {rank}");
            }
        }
    }

    #[test]
    fn a_deck_is_drawn_to_its_end_card_by_card() {
        let mut rng = UnitLuck::new(1, Domain::Cards, 1).turn(0).rng();
        let mut deck = (1 << 28) - 1;
        let mut seen = 0;
        while let Some(card) = draw(&mut deck, &mut rng) {
            assert_eq!(seen >> card & 1, 0);
            seen |= 1 << card;
            assert_eq!(seen & deck, 0);
        }
        assert_eq!(seen, (1 << 28) - 1);
        assert!(each(0b1_0101).eq([0, 2, 4]));
    }

    #[test]
    fn every_card_comes_first_equally_often() {
        let mut counts = [0u32; 28];
        for game in 0..28_000 {
            let mut rng = UnitLuck::new(1, Domain::Cards, game).turn(0).rng();
            let mut deck = (1 << 28) - 1;
            let card = draw(&mut deck, &mut rng).unwrap();
            counts[usize::from(card)] += 1;
        }
        // Chi-squared with 27 degrees of freedom; exceeded by chance once in 100,000.
        let statistic: f64 = counts.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(statistic < 71.0, "{statistic}");
    }
}
