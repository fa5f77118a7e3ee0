//! Views to be shown one after the other.

use std::time::Duration;

use rules::View;

/// Views to be shown one after the other: at least one.
///
/// ```
/// use std::time::Duration;
///
/// use render::{Film, Look, Renderer, Size, Theme, in_memory};
/// use rules::{ByColor, Color, Game, Setup};
///
/// let mut game = Game::new(&"berolina".parse::<Setup>()?);
/// let mut film = Film::new(game.public_view().as_view().clone());
/// film.hold(Duration::from_secs(1));
/// game.act("e2g4".parse()?)?;
/// film.push(game.public_view().as_view().clone());
/// let look = Look {
///     size: Size::default(),
///     theme: Theme::LIGHT,
///     bottom: Color::White,
///     names: ByColor { white: "Ann".to_string(), black: "Bob".to_string() },
/// };
/// let gif = in_memory(|out| Renderer::new().gif(&film, &look, out));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Film {
    first: Frame,
    others: Vec<Frame>,
}

/// A view of a film.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) view: View,
    /// How long it is shown, if that is fixed.
    pub(crate) held: Option<Duration>,
}

impl Film {
    /// A film that begins with this view, and so far ends with it.
    pub const fn new(first: View) -> Film {
        Film {
            first: Frame {
                view: first,
                held: None,
            },
            others: Vec::new(),
        }
    }

    /// Adds a view at the end.
    pub fn push(&mut self, view: View) {
        self.others.push(Frame { view, held: None });
    }

    /// Has the view that the film ends with so far be shown this long, to the nearest hundredth of a second. It is shown at
    /// least 0.02 and at most 655.35 seconds: viewers take their own time for less, and a GIF file cannot say more.
    pub fn hold(&mut self, time: Duration) {
        self.others.last_mut().unwrap_or(&mut self.first).held = Some(time);
    }

    /// How many views there are.
    pub fn n_views(&self) -> usize {
        1 + self.others.len()
    }

    /// The view that the film ends with.
    pub fn last(&self) -> &View {
        &self.others.last().unwrap_or(&self.first).view
    }

    /// The views, in order.
    pub fn views(&self) -> impl Iterator<Item = &View> {
        self.frames().map(|frame| &frame.view)
    }

    fn frames(&self) -> impl Iterator<Item = &Frame> {
        [&self.first].into_iter().chain(&self.others)
    }

    /// Every `step`th view from the end, in order, so that the last one is among them.
    pub(crate) fn thinned(&self, step: usize) -> Vec<&Frame> {
        let offset = (self.n_views() - 1) % step;
        self.frames().skip(offset).step_by(step).collect()
    }
}
