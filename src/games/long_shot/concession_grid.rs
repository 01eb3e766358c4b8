//! The Concession Grid as a mask of 16 cells, its complete lines and missing cells (LS-27, LS-28).
//!
//! | bits  | meaning            |
//! |-------|--------------------|
//! | 0–3   | the first row      |
//! | 4–7   | the second row     |
//! | 8–11  | the third row      |
//! | 12–15 | the fourth row     |
//!
//! The lowest bit of a row is its leftmost cell. Lines 0 to 3 are rows from the top, lines 4 to 7 are
//! columns from the left.

use super::edition::{CELLS, HORSES};

/// The first row and the first column.
const ROW: u16 = 0x000f;
const COLUMN: u16 = 0x1111;
/// The lines that are rows.
pub(crate) const ROWS: u8 = 0x0f;

/// The cells of a line.
pub(crate) const fn line(line: u32) -> u16 {
    if line < 4 { ROW << (4 * line) } else { COLUMN << (line - 4) }
}

/// The complete lines of a grid; bit i is line i.
#[inline]
pub(crate) const fn complete(cells: u16) -> u8 {
    // The first cell of a row or column stays set if all four cells are set.
    let pairs = cells & cells >> 1;
    let rows = pairs & pairs >> 2 & COLUMN;
    let halves = cells & cells >> 8;
    let columns = halves & halves >> 4 & ROW;
    // Bits 0, 4, 8, 12 to bits 0 to 3.
    let rows = (rows | rows >> 3 | rows >> 6 | rows >> 9) & ROW;
    (rows | columns << 4) as u8
}

/// The cells missing in the row and in the column of `cell`.
#[inline]
pub(crate) const fn missing(cells: u16, cell: u8) -> (u8, u8) {
    let row = !cells >> (cell & 12) & ROW;
    let column = (!cells >> (cell & 3) & COLUMN) as u32;
    // Hexadecimal digit n of the constant is the number of bits in n. A column has one bit in each
    // digit; the product sums them up in the fourth digit.
    ((0x4332_3221_3221_2110_u64 >> (4 * row) & 0xf) as u8, ((column * 0x1111) >> 12 & 0xf) as u8)
}

/// The smallest number of cells missing in an incomplete line; 0 if all lines are complete.
pub(crate) fn least_missing(cells: u16) -> u8 {
    let missing = (0..8).map(|number| (line(number) & !cells).count_ones() as u8);
    missing.filter(|missing| *missing > 0).min().unwrap_or(0)
}

/// The cells of each number of a grid.
pub(crate) fn cells_of(grid: &[u8; CELLS]) -> [u16; HORSES] {
    let mut cells = [0; HORSES];
    for (cell, number) in grid.iter().enumerate() {
        cells[usize::from(*number)] |= 1 << cell;
    }
    cells
}
