//! Eight figures that are worked out together: with the vectors of the machine where the code around
//! them is compiled for those, and always with the same result.

use std::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, Sub};

/// One figure for each of eight horses or intervals.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Eight([f32; 8]);

/// The eight figures of a rule.
#[inline(always)]
pub(super) fn eight(figure: impl Fn(usize) -> f32) -> Eight {
    let mut figures = [0.0; 8];
    for (place, into) in figures.iter_mut().enumerate() {
        *into = figure(place);
    }
    Eight(figures)
}

impl Eight {
    pub(super) const ZERO: Self = Self([0.0; 8]);
    pub(super) const ONE: Self = Self([1.0; 8]);

    #[inline(always)]
    pub(super) fn all(figure: f32) -> Self {
        Self([figure; 8])
    }

    #[inline(always)]
    pub(super) fn least(self, other: f32) -> Self {
        eight(|place| if self.0[place] < other { self.0[place] } else { other })
    }

    #[inline(always)]
    pub(super) fn most(self, other: f32) -> Self {
        eight(|place| if self.0[place] > other { self.0[place] } else { other })
    }

    /// Chances between 0 and 1.
    #[inline(always)]
    pub(super) fn unit(self) -> Self {
        self.most(0.0).least(1.0)
    }

    #[inline(always)]
    pub(super) fn abs(self) -> Self {
        eight(|place| self.0[place].abs())
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        eight(|place| self.0[place].sqrt())
    }
}

impl Index<usize> for Eight {
    type Output = f32;

    #[inline(always)]
    fn index(&self, place: usize) -> &f32 {
        &self.0[place & 7]
    }
}

impl IndexMut<usize> for Eight {
    #[inline(always)]
    fn index_mut(&mut self, place: usize) -> &mut f32 {
        &mut self.0[place & 7]
    }
}

macro_rules! place_by_place {
    ($($operation:ident $name:ident $sign:tt),*) => {
        $(
            impl $operation for Eight {
                type Output = Self;

                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    eight(|place| self.0[place] $sign other.0[place])
                }
            }
        )*
    };
}

place_by_place!(Add add +, Sub sub -, Mul mul *, Div div /);

impl Mul<f32> for Eight {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: f32) -> Self {
        eight(|place| self.0[place] * factor)
    }
}

impl AddAssign for Eight {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
