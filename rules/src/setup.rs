//! The agreement before a game: variant, options, start position.

use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::{fmt, str::FromStr};

use crate::{
    Color, Flaw, Glyph, OptionSpec, OptionValue, Variant, VariantPosition, options::Options,
    variant::Start,
};

/// The longest text that is read, in bytes.
const MAX_LEN: usize = 1000;
const POSITION: &str = "position=";

/// A valid agreement on a game: variant, options and start position. It is the one gate to a [`crate::Game`].
///
/// Its text is the variant, then the options that differ from their defaults, then an optional position that takes the rest
/// of the line: `berolina`, `berolina position=8/8/8/4k3/8/8/4P3/4K3 w - - 0 1`.
///
/// ```
/// use rules::{Setup, Variant};
///
/// let setup: Setup = "chakart objects=open setup=standard".parse()?;
/// assert_eq!(setup.variant(), Variant::Chakart);
/// assert!(setup.has_chance());
/// let chosen: Vec<_> = setup.options().map(|(option, value)| (option.name, value.name)).collect();
/// assert_eq!(chosen, [("objects", "open"), ("setup", "standard")]);
/// # Ok::<(), rules::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Setup {
    variant: Variant,
    options: Options,
    start: Start,
    /// The text of the start position as this crate writes it, unless it is the usual one.
    position: Option<String>,
}

impl Setup {
    /// Returns the usual start of a variant with its default options, which [`Variant::info`] lists. In Chakart the start
    /// is drawn: the game begins by waiting for chance.
    pub fn new(variant: Variant) -> Setup {
        Setup::under(Options::defaults(variant.options()), variant)
    }

    /// Returns the usual start under options written as in the text of a setup: `setup=symmetric`.
    ///
    /// # Errors
    ///
    /// Returns every flaw of the options at once.
    pub fn with_options(variant: Variant, options: &str) -> Result<Setup, SetupError> {
        Options::read(variant, variant.options(), options)
            .map(|options| Setup::under(options, variant))
            .map_err(|flaws| SetupError { flaws })
    }

    /// Returns a start from a position text, under options written as in the text of a setup (empty for the defaults).
    /// Chance has no part in the start, regardless of the options.
    ///
    /// # Errors
    ///
    /// Returns every flaw of the options and the position at once.
    ///
    /// ```
    /// use rules::{Setup, Variant};
    ///
    /// let position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    /// let setup = Setup::with_position(Variant::Berolina, "", position)?;
    /// assert_eq!(setup.position(), Some(position));
    /// assert_eq!(setup.to_string(), format!("berolina position={position}"));
    /// # Ok::<(), rules::SetupError>(())
    /// ```
    pub fn with_position(
        variant: Variant,
        options: &str,
        position: &str,
    ) -> Result<Setup, SetupError> {
        let mut flaws = Vec::new();
        // The position is read even if the options are wrong, so that the error has all flaws at once.
        let mut options =
            Options::read(variant, variant.options(), options).unwrap_or_else(|found| {
                flaws.extend(found);
                Options::defaults(variant.options())
            });
        let start = variant
            .read_start(&mut options, position)
            .map_err(|found| flaws.extend(found));
        match start {
            Ok(start) if flaws.is_empty() => Ok(Setup {
                variant,
                options,
                position: (start != variant.usual_start(&options)).then(|| start.to_string()),
                start,
            }),
            _ => Err(SetupError { flaws }),
        }
    }

    /// Returns a start from the view of a seat: from the text of a [`View`](crate::View) for that seat, under options as in
    /// [`Setup::with_position`]. It lacks the pieces and objects that the seat cannot see.
    /// [`SeatHistory::of_view`](crate::SeatHistory::of_view) gives the other possible truths. If a variant hides nothing, the
    /// start is the same.
    ///
    /// # Errors
    ///
    /// Returns every reason at once why no truth gives the seat such a view.
    ///
    /// ```
    /// use rules::{Color, Setup, Variant};
    ///
    /// let banana_unknown = r#"4k3/8/8/8/8/8/3d4/R3K3 w 40 {"flags":"0000","seenW":""}"#;
    /// let error = Setup::with_view(Variant::Chakart, "", banana_unknown, Color::White).unwrap_err();
    /// assert!(error.to_string().contains("UnknownObject"));
    /// ```
    pub fn with_view(
        variant: Variant,
        options: &str,
        position: &str,
        seat: Color,
    ) -> Result<Setup, SetupError> {
        match variant.possible_truth(position, seat) {
            Ok(position) => Setup::with_position(variant, options, &position),
            Err(flaws) => Err(SetupError { flaws }),
        }
    }

    /// Returns a start like that of [`Setup::with_view`] under the options of this setup; `None` if no truth under them gives
    /// the seat such a view.
    pub(crate) fn seen_from(&self, position: &str, seat: Color) -> Option<Setup> {
        let position = self.variant.possible_truth(position, seat).ok()?;
        let mut options = self.options;
        let start = self.variant.read_start(&mut options, &position).ok()?;
        // The text itself shows some options.
        (options == self.options).then_some(Setup {
            variant: self.variant,
            options,
            position: Some(position),
            start,
        })
    }

    /// Returns the text of a position with these pieces and objects under the options of this setup, as if they had not moved
    /// yet. [`Setup::with_position`] tells whether it is valid.
    ///
    /// ```
    /// use rules::{Color, Glyph, Setup, Square, Variant};
    ///
    /// let mut cells = [None; 64];
    /// for (square, glyph) in [("e1", Glyph::King(Color::White)), ("h1", Glyph::Rook(Color::White))] {
    ///     cells[square.parse::<Square>()?.index()] = Some(glyph);
    /// }
    /// let text = Setup::new(Variant::Berolina).arranged(&cells, Color::Black);
    /// assert_eq!(text, "8/8/8/8/8/8/8/4K2R b K - 0 1");
    /// # Ok::<(), rules::ParseSquareError>(())
    /// ```
    pub fn arranged(&self, cells: &[Option<Glyph>; 64], turn: Color) -> String {
        self.variant.arranged(&self.options, cells, turn)
    }

    fn under(options: Options, variant: Variant) -> Setup {
        Setup {
            variant,
            options,
            start: variant.usual_start(&options),
            position: None,
        }
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns each option of the variant with its chosen value.
    pub fn options(&self) -> impl Iterator<Item = (&'static OptionSpec, &'static OptionValue)> {
        self.options.chosen()
    }

    /// Returns the start position as this crate writes it, if it is not the usual one.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// Returns the start position for a search; `None` if it is one of another variant.
    ///
    /// ```
    /// use rules::{Setup, Variant, VariantPosition, bario, baroque};
    ///
    /// let setup = Setup::with_position(Variant::Baroque, "", "7k/8/8/8/8/2p5/8/K7 w 12")?;
    /// let position: baroque::Position = setup.start_position().expect("the variant fits");
    /// assert_eq!((position.turns(), position.to_string().as_str()), (12, "7k/8/8/8/8/2p5/8/K7 w 12"));
    /// assert!(setup.start_position::<bario::Position>().is_none());
    /// # Ok::<(), rules::SetupError>(())
    /// ```
    pub fn start_position<P: VariantPosition>(&self) -> Option<P> {
        self.start.position()
    }

    /// Returns the usual start under every combination of options of every variant. Those of a variant begin with its defaults.
    pub fn all_usual() -> impl Iterator<Item = Setup> {
        Variant::ALL.into_iter().flat_map(|variant| {
            let options = Options::combinations(variant.options());
            options.map(move |options| Setup::under(options, variant))
        })
    }

    /// Returns the name of the rules in one word: the variant and the option values that are not defaults, joined by hyphens.
    /// UCI programs choose the rules by it. It does not tell the position.
    ///
    /// ```
    /// use rules::Setup;
    ///
    /// let setup: Setup = "baroque chameleon=pure setup=symmetric".parse()?;
    /// assert_eq!(setup.rules_name(), "baroque-symmetric-pure");
    /// assert_eq!(Setup::of_rules("baroque-symmetric-pure"), Some(setup));
    /// # Ok::<(), rules::SetupError>(())
    /// ```
    pub fn rules_name(&self) -> String {
        let mut name = self.variant.to_string();
        for (option, value) in self.options() {
            if value != option.default() {
                name.push('-');
                name.push_str(value.name);
            }
        }
        name
    }

    /// Returns the usual start under the rules with this name, which [`Setup::rules_name`] gives.
    pub fn of_rules(name: &str) -> Option<Setup> {
        Setup::all_usual().find(|setup| setup.rules_name() == name)
    }

    /// Tells whether the game uses chance: in its start or in later actions.
    pub fn has_chance(&self) -> bool {
        self.start.has_chance()
    }

    pub(crate) fn start(&self) -> &Start {
        &self.start
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({})", self.variant)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.variant, self.options)?;
        match &self.position {
            Some(position) => write!(f, " position={position}"),
            None => Ok(()),
        }
    }
}

/// The error for a text that is no [`Setup`], with every reason.
///
/// ```
/// use rules::{Color, Flaw, Setup, Variant};
///
/// let error = Setup::with_position(Variant::Baroque, "", "7k/8/8/8/8/8/8/8 x 0").unwrap_err();
/// assert!(matches!(error.flaws(), [
///     Flaw::Malformed { .. },
///     Flaw::Kings { color: Color::White, found: 0 },
/// ]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    flaws: Vec<Flaw>,
}

impl SetupError {
    /// Returns all flaws, at least one.
    pub fn flaws(&self) -> &[Flaw] {
        &self.flaws
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no setup: {:?}", self.flaws)
    }
}

impl core::error::Error for SetupError {}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads the text that `Display` writes; the variant's name may be in any case.
    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let refuse = |flaw| SetupError { flaws: vec![flaw] };
        if text.len() > MAX_LEN {
            return Err(refuse(Flaw::SetupTooLong { max: MAX_LEN }));
        }
        let (head, position) = split_position(text);
        let (name, options) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let variant: Variant = name.parse().map_err(|_| refuse(Flaw::NoSuchVariant))?;
        match position {
            Some(position) => Setup::with_position(variant, options, position),
            None => Setup::with_options(variant, options),
        }
    }
}

/// Splits the variant and the options from the position, which is a word that begins with `position=` and the text after
/// it.
fn split_position(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let parts = text
        .split_once(POSITION)
        .filter(|(head, _)| head.ends_with(char::is_whitespace));
    match parts {
        Some((head, position)) => (head.trim(), Some(position)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests;
