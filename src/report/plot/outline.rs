//! Geometry of regions of cells: boundaries between regions, and space for a name inside one.
//!
//! Corners are (column, row); the lower left corner of a cell has the coordinates of the cell.

use std::collections::BTreeSet;

/// A corner of cells.
pub type Corner = (usize, usize);

/// The boundaries between the cells of two sides, along the edges of cells. Each line is a chain of
/// the corners where it turns; together the lines cover every edge between two sides once.
pub fn boundary(
    columns: usize,
    rows: usize,
    side: impl Fn(usize, usize) -> Option<bool>,
) -> Vec<Vec<Corner>> {
    let differ = |a: Option<bool>, b: Option<bool>| a.is_some() && b.is_some() && a != b;
    let mut edges = Edges::default();
    for row in 0..rows {
        for column in 0..columns {
            let here = side(column, row);
            if column + 1 < columns && differ(here, side(column + 1, row)) {
                edges.add((column + 1, row), (column + 1, row + 1));
            }
            if row + 1 < rows && differ(here, side(column, row + 1)) {
                edges.add((column, row + 1), (column + 1, row + 1));
            }
        }
    }
    edges.chains()
}

/// Edges that are not yet part of a chain, each stored in both directions.
#[derive(Default)]
struct Edges(BTreeSet<(Corner, Corner)>);

impl Edges {
    fn add(&mut self, a: Corner, b: Corner) {
        self.0.extend([(a, b), (b, a)]);
    }

    /// The neighbours of a corner.
    fn around(&self, at: Corner) -> impl Iterator<Item = Corner> {
        let far = (usize::MAX, usize::MAX);
        self.0.range((at, (0, 0))..=(at, far)).map(|(_, to)| *to)
    }

    /// Open lines first, starting at their ends; the remaining ones are closed.
    fn chains(mut self) -> Vec<Vec<Corner>> {
        let mut chains = Vec::new();
        let is_end = |edges: &Self, at: Corner| edges.around(at).count() % 2 == 1;
        while let Some(first) = self.0.first() {
            let mut from = self.0.iter().map(|(from, _)| *from);
            let start = from.find(|from| is_end(&self, *from)).unwrap_or(first.0);
            let mut chain = vec![start];
            let mut at = start;
            while let Some(next) = self.next(&chain, at) {
                self.0.remove(&(at, next));
                self.0.remove(&(next, at));
                chain.push(next);
                at = next;
            }
            chains.push(turns(&chain));
        }
        chains
    }

    /// The next corner after the end of a chain; straight ahead if possible.
    fn next(&self, chain: &[Corner], at: Corner) -> Option<Corner> {
        let on = |from: Corner| self.around(at).find(|to| straight(from, at, *to));
        let before = chain.len().checked_sub(2).map(|place| chain[place]);
        before.and_then(on).or_else(|| self.around(at).next())
    }
}

fn straight(a: Corner, b: Corner, c: Corner) -> bool {
    a.0 == b.0 && b.0 == c.0 || a.1 == b.1 && b.1 == c.1
}

/// The ends of a chain and the corners at which it turns.
fn turns(chain: &[Corner]) -> Vec<Corner> {
    let inner = chain.windows(3).filter(|three| !straight(three[0], three[1], three[2]));
    let inner = inner.map(|three| three[1]);
    chain.first().copied().into_iter().chain(inner).chain(chain.last().copied()).collect()
}

/// The centre of free space for a name of `width` by `height` cells within a region, in cells from
/// the lower left. The largest multiple of this size that fits is taken, and among equal places the
/// one nearest to the centre of the region. `None` if the name does not fit.
pub fn room(
    columns: usize,
    rows: usize,
    (width, height): (f64, f64),
    inside: impl Fn(usize, usize) -> bool,
) -> Option<(f64, f64)> {
    let mut sums = vec![0_usize; (columns + 1) * (rows + 1)];
    let at = |column: usize, row: usize| row * (columns + 1) + column;
    let (mut count, mut middle) = (0.0, (0.0, 0.0));
    for row in 0..rows {
        for column in 0..columns {
            let here = inside(column, row);
            if here {
                count += 1.0;
                middle.0 += column as f64 + 0.5;
                middle.1 += row as f64 + 0.5;
            }
            sums[at(column + 1, row + 1)] =
                usize::from(here) + sums[at(column, row + 1)] + sums[at(column + 1, row)]
                    - sums[at(column, row)];
        }
    }
    let middle = (middle.0 / count, middle.1 / count);
    [6.0, 4.0, 3.0, 2.0, 1.5, 1.0].into_iter().find_map(|roomy| {
        let wide = ((width * roomy).ceil() as usize).max(1);
        let high = ((height * roomy).ceil() as usize).max(1);
        let places = (0..(rows + 1).saturating_sub(high))
            .flat_map(|row| {
                (0..(columns + 1).saturating_sub(wide)).map(move |column| (column, row))
            })
            .filter(|&(column, row)| {
                let corners = sums[at(column + wide, row + high)] + sums[at(column, row)];
                corners - sums[at(column, row + high)] - sums[at(column + wide, row)] == wide * high
            })
            .map(|(column, row)| {
                (column as f64 + 0.5 * wide as f64, row as f64 + 0.5 * high as f64)
            });
        // Distances in units of the name's size, so that wide cells do not dominate.
        let far = |place: &(f64, f64)| {
            ((place.0 - middle.0) / width).powi(2) + ((place.1 - middle.1) / height).powi(2)
        };
        places.min_by(|a, b| far(a).total_cmp(&far(b)))
    })
}

/// The connected regions of each side, as the cells of each, by row and column; the largest first.
pub fn regions(
    columns: usize,
    rows: usize,
    side: impl Fn(usize, usize) -> Option<bool>,
) -> Vec<(bool, BTreeSet<Corner>)> {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let mut left: BTreeSet<Corner> = cells.filter(|cell| side(cell.0, cell.1).is_some()).collect();
    let mut regions = Vec::new();
    while let Some(first) = left.pop_first() {
        let of = side(first.0, first.1);
        let (mut region, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some((column, row)) = open.pop() {
            let next = [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)];
            for (across, up) in next {
                let cell = (column.wrapping_add(across), row.wrapping_add(up));
                if left.contains(&cell) && side(cell.0, cell.1) == of {
                    left.remove(&cell);
                    region.insert(cell);
                    open.push(cell);
                }
            }
        }
        regions.extend(of.map(|of| (of, region)));
    }
    regions.sort_by_key(|(_, region)| std::cmp::Reverse(region.len()));
    regions
}
