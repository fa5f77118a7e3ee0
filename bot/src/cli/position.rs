//! The options that name a position, and its point of view.

use clap::{
    ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use rules::{Color, Game, Setup, Variant, View};

use super::{CliFailure, input::setup_flaws};

/// Options that name a position.
#[derive(clap::Args)]
pub(super) struct PositionArgs {
    /// The rules
    #[arg(long, value_parser = variants(), ignore_case = true)]
    variant: Option<Variant>,
    /// The position as text [default: the usual start]
    #[arg(long, value_name = "TEXT", requires = "variant")]
    position: Option<String>,
    /// Options of the variant, separated by blanks
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        requires = "variant"
    )]
    options: String,
}

impl PositionArgs {
    /// Builds the setup that the options name, if they name one.
    pub(super) fn setup(&self) -> Result<Option<Setup>, CliFailure> {
        let Some(variant) = self.variant else {
            return Ok(None);
        };
        let setup = match &self.position {
            Some(position) => Setup::with_position(variant, &self.options, position),
            None => format!("{variant} {}", self.options).parse(),
        };
        setup
            .map(Some)
            .map_err(|error| CliFailure::Input(setup_flaws(&error)))
    }
}

fn variants() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name))
        .try_map(|name| name.parse::<Variant>())
}

/// The view that an answer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum KnownTo {
    /// The view of White
    White,
    /// The view of Black
    Black,
    /// The public view
    Public,
    /// The whole truth, with all secrets
    Truth,
}

impl KnownTo {
    /// Returns the seat of the point of view, if it is one.
    pub(super) fn seat(self) -> Option<Color> {
        match self {
            KnownTo::White => Some(Color::White),
            KnownTo::Black => Some(Color::Black),
            KnownTo::Public | KnownTo::Truth => None,
        }
    }

    /// Returns the view of a game.
    pub(super) fn view(self, game: &Game) -> View {
        match self {
            KnownTo::White => game.seat_view(Color::White).as_view().clone(),
            KnownTo::Black => game.seat_view(Color::Black).as_view().clone(),
            KnownTo::Public => game.public_view().as_view().clone(),
            KnownTo::Truth => game.truth().as_view().clone(),
        }
    }
}
