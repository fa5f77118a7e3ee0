//! The entry of a variant in the catalog: its names, its options and its usual start.

use crate::{Glyph, OptionSpec, options::Options, position_text::PositionText, referee::Referee};

/// The properties of a variant apart from its rules.
///
/// ```
/// use rules::Variant;
///
/// let info = Variant::Baroque.info();
/// assert!(info.aliases.contains(&"ultima") && info.has_check);
/// let option = &info.options[0];
/// assert_eq!((option.name, option.default().name), ("setup", "standard"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VariantInfo {
    /// The name in lower case, as written in texts: `berolina`.
    pub name: &'static str,
    /// Its other common names, in lower case and without blanks: `ultima`.
    pub aliases: &'static [&'static str],
    /// The notation of two moves, such as `e2g4 or Nf3`.
    pub example: &'static str,
    /// The options that can be chosen before a game.
    pub options: &'static [OptionSpec],
    /// The glyphs that its board can show: the pieces of White, which Black has too, and the objects.
    pub glyphs: &'static [Glyph],
    /// True if it has check.
    pub has_check: bool,
}

/// A variant of the catalog.
pub(crate) trait Entry: Referee + PositionText {
    /// The properties of the variant apart from its rules.
    const INFO: VariantInfo;

    /// Returns the usual start under these options.
    fn usual_start(options: &Options) -> Self;
}
