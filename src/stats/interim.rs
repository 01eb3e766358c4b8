//! Fixed schedule of looks at a run with a stop condition.

/// The looks at a run of at most `most` units: after 128 units, then at ratios of about 3/2 (128,
/// 192, 288, 432, …), and at the end.
///
/// The schedule is fixed in advance, so where a run stops depends only on its counts. A finer grid
/// stops closer to the earliest possible unit but widens the intervals; at about this ratio both
/// costs together need the fewest units.
///
/// ```
/// use pushluck::stats::Looks;
///
/// let looks = Looks::new(400);
/// assert_eq!([0, 128, 200, 288].map(|played| looks.after(played)), [128, 192, 288, 400]);
/// assert_eq!(looks.number(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    most: u64,
}

/// Units before the first look.
const FIRST: u64 = 128;

impl Looks {
    /// The schedule of a run of at most `most` units.
    pub const fn new(most: u64) -> Self {
        Self { most }
    }

    /// The first look after more than `played` units; the last look if none is left.
    pub fn after(self, played: u64) -> u64 {
        let mut look = FIRST;
        while look <= played && look < self.most {
            look = look.saturating_add(look / 2);
        }
        look.min(self.most)
    }

    /// The number of looks.
    pub fn number(self) -> u64 {
        let looks = std::iter::successors(Some(self.after(0)), |look| Some(self.after(*look)));
        1 + looks.take_while(|look| *look < self.most).count() as u64
    }
}
