//! The score of a roll of El Ocho.
//!
//! [`PlainRules::verdict`] tries every subset of the dice and checks that each die of it scores.

use std::cmp::Reverse;

pub(crate) const DICE: usize = 8;

/// Points for eight alike at level 2 (EO-16).
pub(crate) const EIGHT_ALIKE: u32 = 8000;

/// Points for 1-2-3-4-5-6-7-8 in one roll, at both levels (EO-11).
pub(crate) const GREAT_RUN: u32 = 4000;

/// The number of dice by face; face `f` has index `f - 1`.
pub(crate) type Counts = [u8; 8];

/// The two rule sets of the rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// 1s, 5s, triples and the great run.
    One,
    /// Adds series, runs, eight alike and the Joker 8.
    Two,
}

/// The reading of the Joker 8 (EO-17), which exists at level 2 only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joker {
    /// No Joker: a roll in which nothing scores busts.
    Off,
    /// With an 8, a roll in which nothing scores is rolled again (EO-Q4).
    Standard,
    /// With an 8, any roll without 1, 5 or triple must be rolled again, even a run.
    Literal,
}

/// One way to set dice aside, reduced to its points and number of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Keep {
    pub(crate) points: u32,
    pub(crate) dice: usize,
}

/// The outcome of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing scores: the turn ends and its points are lost (EO-9).
    Bust,
    /// The same dice must be rolled again; the points stay (EO-17).
    Joker,
    /// Eight alike at level 2: the game is won (EO-16).
    InstantWin { points: u32 },
    /// The legal keeps, each once: more dice first, then more points.
    Keeps(Vec<Keep>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainRules {
    pub(crate) level: Level,
    /// The reading of the Joker 8; unused at level 1.
    pub(crate) joker: Joker,
    /// The banked total that wins (EO-1, EO-14).
    pub(crate) target: u32,
    /// The fewest points of a turn that can be banked (EO-12).
    pub(crate) min_bank: u32,
}

impl PlainRules {
    /// Level 1 as printed in the rulebook.
    pub(crate) const LEVEL_1: Self =
        Self { level: Level::One, joker: Joker::Off, target: 8000, min_bank: 400 };

    /// Level 2 as printed in the rulebook, with the Joker as read in EO-Q4.
    pub(crate) const LEVEL_2: Self =
        Self { level: Level::Two, joker: Joker::Standard, target: 8000, min_bank: 400 };

    /// The rules with another reading of the Joker.
    pub(crate) const fn with_joker(self, joker: Joker) -> Self {
        Self { joker, ..self }
    }

    /// The outcome of `roll` (faces 1 to 8, in any order).
    pub(crate) fn verdict(&self, roll: &[u8]) -> Verdict {
        assert!((1..=DICE).contains(&roll.len()), "a roll has one to eight dice: {roll:?}");
        let counts = count_faces(roll);
        if self.level == Level::Two && counts.contains(&8) {
            return Verdict::InstantWin { points: EIGHT_ALIKE };
        }
        let shows_an_eight = roll.contains(&8);
        let one_five_or_triple =
            roll.contains(&1) || roll.contains(&5) || counts.iter().any(|&n| n >= 3);
        let joker_allowed = self.level == Level::Two && shows_an_eight;
        if joker_allowed && self.joker == Joker::Literal && !one_five_or_triple {
            return Verdict::Joker;
        }

        let mut keeps = Vec::new();
        for subset in 1_u32..1 << roll.len() {
            let is_kept = |&(place, _): &(usize, &u8)| subset & (1 << place) != 0;
            let kept: Vec<u8> = roll.iter().enumerate().filter(is_kept).map(|(_, &f)| f).collect();
            if let Some(points) = self.kept_points(roll, &kept) {
                let keep = Keep { points, dice: kept.len() };
                if !keeps.contains(&keep) {
                    keeps.push(keep);
                }
            }
        }
        keeps.sort_by_key(|keep| Reverse((keep.dice, keep.points)));

        if !keeps.is_empty() {
            Verdict::Keeps(keeps)
        } else if joker_allowed && self.joker != Joker::Off {
            Verdict::Joker
        } else {
            Verdict::Bust
        }
    }

    /// The highest score of `kept`, taken from `roll` (EO-Q15); `None` if one of its dice would not
    /// score (EO-4).
    fn kept_points(&self, roll: &[u8], kept: &[u8]) -> Option<u32> {
        let by_face = (1_u8..=8)
            .map(|face| self.alike_points(face, kept.iter().filter(|&&f| f == face).count()))
            .sum::<Option<u32>>();
        // A run uses all the dice just rolled (EO-18, EO-19), so all of them must be kept.
        let by_run = if kept.len() == roll.len() { self.run_points(roll) } else { None };
        by_face.max(by_run)
    }

    /// The highest score of `alike` dice of one face over all splits into single dice, triples and
    /// series in which each die scores; `None` if there is no such split.
    fn alike_points(&self, face: u8, alike: usize) -> Option<u32> {
        if alike == 0 {
            return Some(0);
        }
        (1..=alike)
            .filter_map(|group| {
                Some(self.group_points(face, group)? + self.alike_points(face, alike - group)?)
            })
            .max()
    }

    /// The score of one group of `size` dice of one face as a single die, a triple or a series.
    fn group_points(&self, face: u8, size: usize) -> Option<u32> {
        let triple = if face == 1 { 1000 } else { 100 * u32::from(face) };
        match (size, face, self.level) {
            (1, 1, _) => Some(100),
            (1, 5, _) => Some(50),
            (3, _, _) => Some(triple),
            (4, _, Level::Two) => Some(triple * 2),
            (5, _, Level::Two) => Some(triple * 4),
            (6, _, Level::Two) => Some(triple * 8),
            (7, _, Level::Two) => Some(triple * 16),
            _ => None,
        }
    }

    /// The score of the roll as a run of all its dice (EO-11, EO-18, EO-Q5, EO-Q6).
    fn run_points(&self, roll: &[u8]) -> Option<u32> {
        let mut sorted = roll.to_vec();
        sorted.sort_unstable();
        let consecutive = sorted.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        match (roll.len(), self.level) {
            _ if !consecutive => None,
            (8, _) => Some(GREAT_RUN),
            (dice @ 2..8, Level::Two) => Some(100 * dice as u32),
            _ => None,
        }
    }
}

/// Counts the faces of a roll.
pub(crate) fn count_faces(roll: &[u8]) -> Counts {
    let mut counts = [0; 8];
    for &face in roll {
        counts[usize::from(face) - 1] += 1;
    }
    counts
}
