//! When a run that may stop early is looked at.

/// The looks at a run of at most so many units: after 128 of them, then whenever half as many again
/// were played (128, 192, 288, 432, …), and at the end.
///
/// The grid is fixed beforehand, so that where a run stops depends on what it counted alone. A finer
/// one would stop nearer to where it could, and ask for wider intervals: at about this ratio the two
/// together cost the fewest units.
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
    /// At a run of at most `most` units.
    pub const fn new(most: u64) -> Self {
        Self { most }
    }

    /// The units after which is the first look that comes after `played` units, the last one where
    /// none is left.
    pub fn after(self, played: u64) -> u64 {
        let mut look = FIRST;
        while look <= played && look < self.most {
            look = look.saturating_add(look / 2);
        }
        look.min(self.most)
    }

    /// How many there are.
    pub fn number(self) -> u64 {
        let looks = std::iter::successors(Some(self.after(0)), |look| Some(self.after(*look)));
        1 + looks.take_while(|look| *look < self.most).count() as u64
    }
}
