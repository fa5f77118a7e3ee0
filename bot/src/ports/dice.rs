//! Chance.

/// Draws numbers that nobody can foresee.
pub trait Dice: Send {
    /// A number from 0 to `n - 1`, each as likely as the others.
    ///
    /// # Panics
    ///
    /// `n` is 0.
    fn below(&mut self, n: u32) -> u32;
}
