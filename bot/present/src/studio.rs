//! Draws pictures in the configured look.

use std::sync::Arc;

use render::{Frames, Look, Renderer, Scene, Size, Theme, in_memory};
use rules::{ByColor, Color};
use serde::{Deserialize, Serialize};

use command::{Bottom, Colors, Pictures};
use handbook::{DiagramRenderer, Spot};
use service::{Settings, codec};
use text::{Language, Text};

/// Draws pictures in the configured look. Clones share their cached drawings.
#[derive(Clone)]
pub struct Studio {
    pub(crate) renderer: Arc<Renderer>,
    press: Arc<DiagramRenderer>,
    /// The usual width of pictures.
    pub(crate) size: Size,
    theme: Theme,
    /// True if it makes recipes only.
    defers: bool,
}

impl Studio {
    /// Makes a studio with empty caches.
    pub fn new(size: Size, theme: Theme) -> Studio {
        Studio {
            renderer: Arc::new(Renderer::new()),
            press: Arc::new(DiagramRenderer::new(size, theme)),
            size,
            theme,
            defers: false,
        }
    }

    /// Returns the same studio for a platform that [has pictures drawn later](api::Capabilities::draws_later): its pictures
    /// have a recipe and no file.
    pub fn deferring(&self) -> Studio {
        Studio {
            defers: true,
            ..self.clone()
        }
    }

    /// Draws a scene.
    pub(crate) fn png(&self, scene: &Scene) -> Vec<u8> {
        in_memory(|out| self.renderer.png(scene, out))
    }

    /// Draws an animation.
    pub(crate) fn gif(&self, frames: &Frames, look: &Look) -> Vec<u8> {
        in_memory(|out| self.renderer.gif(frames, look, out))
    }

    /// Draws the file of a picture, unless it is to be drawn later.
    pub(crate) fn file(&self, draw: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
        if self.defers { Vec::new() } else { draw() }
    }

    /// Returns the look of a match with these settings, with this side at the bottom.
    pub(crate) fn style(&self, settings: Settings, bottom: Color, language: Language) -> Style {
        let twice = Size::new(self.size.width() * 2).unwrap_or(Size::MAX);
        Style {
            size: match settings.pictures {
                Pictures::Large => twice,
                Pictures::Normal | Pictures::Text => self.size,
            },
            theme: match settings.theme {
                Colors::Usual => self.theme,
                Colors::Of(theme) => theme,
            },
            bottom,
            language,
        }
    }

    /// Returns the picture of a page of the handbook, if it has one.
    pub fn place(&self, spot: Spot, language: Language) -> Option<Arc<[u8]>> {
        let (diagram, number) = spot.picture()?;
        self.press
            .picture(&self.renderer, diagram, number, language)
    }

    /// Returns the picture of the first positions of all variants.
    pub fn starts(&self, language: Language) -> Arc<[u8]> {
        self.press.starts(&self.renderer, language)
    }
}

/// Renders boards for one person, or for all in a channel.
pub struct Presenter<'a> {
    /// The studio that draws them.
    pub studio: &'a Studio,
    /// The settings of the person, or the defaults for all.
    pub settings: Settings,
    /// Their language.
    pub language: Language,
}

impl Presenter<'_> {
    /// Returns the side at the bottom for a viewer of one board or of several. A board that turns around with each move would be
    /// hard to follow.
    pub(crate) fn bottom_for(&self, viewer: Option<Color>) -> Color {
        match self.settings.bottom {
            Bottom::White => Color::White,
            Bottom::Own | Bottom::Mover => viewer.unwrap_or(Color::White),
        }
    }

    /// Returns the look of a match with this side at the bottom.
    pub(crate) fn style(&self, bottom: Color) -> Style {
        self.studio.style(self.settings, bottom, self.language)
    }
}

/// The look of a picture of a match, without the names of its players.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Style {
    #[serde(with = "codec::text")]
    pub(crate) size: Size,
    #[serde(with = "codec::text")]
    pub(crate) theme: Theme,
    /// The side at the bottom.
    #[serde(with = "codec::text")]
    pub(crate) bottom: Color,
    /// The language of its labels.
    #[serde(with = "codec::text")]
    pub(crate) language: Language,
}

impl Style {
    pub(crate) fn look(self, names: &ByColor<String>) -> Look {
        let Style {
            size,
            theme,
            bottom,
            language,
        } = self;
        Look {
            size,
            theme,
            bottom,
            names: ByColor::from_fn(|color| language.localize(&Text::of_player(&names[color]))),
            captions: Arc::new(language),
        }
    }

    pub(crate) fn extent(self) -> (u32, u32) {
        (self.size.width(), self.size.height())
    }
}
