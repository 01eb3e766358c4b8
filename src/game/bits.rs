//! Small sets as bit masks: iteration, and selection of the n-th element.

/// A 1 in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// By rank and byte: the position of the set bit with this rank, if there is one.
static IN_BYTE: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[rank][byte] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// Returns in byte i the number of set bits in bytes 0 to i of a word; the highest byte has the
/// total.
#[inline]
pub(crate) const fn byte_sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    eights.wrapping_mul(EACH)
}

/// Returns the position of the set bit of `mask` with `rank` set bits below it; `rank` is less than
/// the number of set bits.
#[inline]
pub fn select(mask: u64, rank: u32) -> u32 {
    select_by(mask, byte_sums(mask), rank)
}

/// Returns [`select`] for known [`byte_sums`].
///
/// The code uses byte sums without a branch, because the byte that holds the bit is unpredictable
/// (Vigna, "Broadword implementation of rank/select queries", 2008).
#[inline]
pub(crate) fn select_by(mask: u64, sums: u64, rank: u32) -> u32 {
    let rank = u64::from(rank);
    let full = (((rank * EACH) | HIGH) - sums) & HIGH;
    let byte = ((full >> 7).wrapping_mul(EACH) >> 56) * 8;
    let rank = rank - ((sums << 8) >> byte & 0xff);
    let place = IN_BYTE[rank as usize & 7][(mask >> byte) as usize & 0xff];
    byte as u32 + u32::from(place)
}

/// Iterates over the elements of a set of up to 64, in ascending order.
#[inline]
pub fn each(set: impl Into<u64>) -> impl Iterator<Item = u8> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        let one = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(one)
    })
}
