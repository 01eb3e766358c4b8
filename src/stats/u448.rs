//! 448-bit unsigned integers, wide enough for the sums of squares of any run.

/// A 448-bit unsigned integer, least significant limb first. It holds a sum of eight products of
/// three 128-bit numbers with bits to spare.
///
/// A sum of squared deviations is a small difference of large products. Integer arithmetic avoids
/// cancellation and yields exactly zero if nothing varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide([u64; 7]);

impl Wide {
    /// `a · b · c`
    pub(super) fn product(a: u128, b: u128, c: u128) -> Self {
        let mut one = [0; 7];
        one[0] = 1;
        Self(one).times(a).times(b).times(c)
    }

    /// `self · factor`
    pub(super) fn times(self, factor: u128) -> Self {
        let low = self.times_limb(factor as u64);
        let mut high = self.times_limb((factor >> 64) as u64);
        debug_assert_eq!(high.0[6], 0, "a product of more than 448 bits");
        high.0.rotate_right(1);
        low.plus(high)
    }

    fn times_limb(mut self, factor: u64) -> Self {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u128::from(*limb) * u128::from(factor) + carry;
            *limb = product as u64;
            carry = product >> 64;
        }
        debug_assert_eq!(carry, 0, "a product of more than 448 bits");
        self
    }

    /// `self + other`
    pub(super) fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = limb.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, first || second);
        }
        debug_assert!(!carry, "a sum of more than 448 bits");
        self
    }

    /// `self - other`, or zero if `other` is larger.
    pub(super) fn minus(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            let (difference, first) = limb.overflowing_sub(other);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (difference, first || second);
        }
        if borrow { Self([0; 7]) } else { self }
    }

    /// The absolute difference.
    pub(super) fn difference(self, other: Self) -> Self {
        let larger = self.0.iter().rev().ge(other.0.iter().rev());
        if larger { self.minus(other) } else { other.minus(self) }
    }

    /// `self · self`
    pub(super) fn squared(self) -> Self {
        let mut sum = Self([0; 7]);
        for limb in self.0.iter().rev() {
            // Shifts by one limb first: the limbs added so far are 64 bits more significant.
            debug_assert_eq!(sum.0[6], 0, "a square of more than 448 bits");
            sum.0.rotate_right(1);
            sum = sum.plus(self.times_limb(*limb));
        }
        sum
    }

    /// Converts to a double, within a few units in the last place.
    pub(super) fn to_f64(self) -> f64 {
        self.0
            .iter()
            .rev()
            .fold(0.0, |value, &limb| value * 18_446_744_073_709_551_616.0 + limb as f64)
    }
}
