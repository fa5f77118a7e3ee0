//! Exact fractions of a whole.

use core::fmt;

/// A reduced fraction of a whole: the probability of something. It is written `1/4`, or `1` for certainty.
///
/// ```
/// use rules::Fraction;
///
/// let sum = Fraction::new(1, 6).plus(Fraction::new(1, 10)).expect("the numbers are small");
/// assert_eq!((sum, sum.to_string().as_str()), (Fraction::new(4, 15), "4/15"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    over: u128,
    under: u128,
}

impl Fraction {
    /// The whole.
    pub const ONE: Fraction = Fraction { over: 1, under: 1 };

    /// Returns `over` of `under` equal parts.
    ///
    /// # Panics
    ///
    /// Panics if `under` is 0.
    pub const fn new(over: u128, under: u128) -> Fraction {
        assert!(under > 0, "a whole has parts");
        let common = common_divisor(over, under);
        Fraction {
            over: over / common,
            under: under / common,
        }
    }

    /// Returns the sum; `None` where the numbers grow too large to be exact.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let common = common_divisor(self.under, other.under);
        let (left, right) = (other.under / common, self.under / common);
        let sum = self.over.checked_mul(left)?;
        let sum = sum.checked_add(other.over.checked_mul(right)?)?;
        Some(Fraction::new(sum, self.under.checked_mul(left)?))
    }

    /// Returns the product; `None` where the numbers grow too large to be exact.
    pub fn times(self, other: Fraction) -> Option<Fraction> {
        let over = self.over.checked_mul(other.over)?;
        Some(Fraction::new(over, self.under.checked_mul(other.under)?))
    }

    /// Returns the fraction in percent, rounded as floating-point numbers are.
    pub fn percent(self) -> f64 {
        100.0 * self.over as f64 / self.under as f64
    }
}

const fn common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_are_exact_or_not_there() {
        let half = Fraction::new(1, 2);
        assert_eq!(half.plus(half), Some(Fraction::ONE));
        assert_eq!(half.times(Fraction::new(2, 3)), Some(Fraction::new(1, 3)));
        let tiny = Fraction::new(1, u128::MAX);
        assert_eq!(tiny.plus(Fraction::new(1, u128::MAX - 1)), None);
        assert_eq!(tiny.times(half), None);
        assert_eq!(Fraction::new(2, 4), half);
    }
}
