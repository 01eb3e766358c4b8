//! Eight `f32` values computed together. The compiler vectorizes the loops where the calling code enables
//! AVX2; results are identical with and without it.

use std::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, Sub};

/// A value for each of eight horses or intervals.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Eight([f32; 8]);

/// The values of a function at 0 to 7.
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

    /// Converts eight integers.
    #[inline(always)]
    pub(super) fn of(numbers: &[u16]) -> Self {
        let numbers: &[u16; 8] = numbers.first_chunk().unwrap_or(&[0; 8]);
        Self(numbers.map(f32::from))
    }

    #[inline(always)]
    pub(super) fn least(self, other: f32) -> Self {
        eight(|place| if self.0[place] < other { self.0[place] } else { other })
    }

    #[inline(always)]
    pub(super) fn most(self, other: f32) -> Self {
        eight(|place| if self.0[place] > other { self.0[place] } else { other })
    }

    /// Rounds values from 0 to below 2^22.
    #[inline(always)]
    pub(super) fn rounded(self) -> [u32; 8] {
        // An `f32` from 2^23 on has no fraction; its lowest bits are the integer.
        let whole = 1 << 23;
        self.0.map(|figure| (figure + whole as f32).to_bits() & (whole - 1))
    }

    /// The sum, in an order that does not depend on the machine.
    #[inline(always)]
    pub(super) fn sum(self) -> f32 {
        let [a, b, c, d, e, f, g, h] = self.0;
        ((a + e) + (c + g)) + ((b + f) + (d + h))
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
