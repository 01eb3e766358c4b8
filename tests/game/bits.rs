//! Small sets as bit masks.

use pushluck::game::bits::{each, select};

#[test]
fn select_counts_set_bits() {
    for mask in [1, 1 << 63, 0x0fff_ffff, 0xdead_beef_dead_beef, 0x0102_0408, u64::MAX] {
        let places: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
        for (rank, place) in places.iter().enumerate() {
            assert_eq!(select(mask, rank as u32), *place, "{mask:x} {rank}");
        }
    }
}

#[test]
fn a_set_is_gone_through_from_the_lowest_up() {
    assert!(each(0b1_0101_u32).eq([0, 2, 4]));
}
