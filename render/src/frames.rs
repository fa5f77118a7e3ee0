//! Sequences of views for animations.

use std::time::Duration;

use rules::View;

/// A sequence of at least one view, for an animation.
///
/// ```
/// use std::{sync::Arc, time::Duration};
///
/// use render::{Frames, Look, Renderer, Size, Theme, Wordless, in_memory};
/// use rules::{ByColor, Color, Game, Setup};
///
/// let mut game = Game::new(&"berolina".parse::<Setup>()?);
/// let mut frames = Frames::new(game.public_view().as_view().clone());
/// frames.hold(Duration::from_secs(1));
/// game.act("e2g4".parse()?)?;
/// frames.push(game.public_view().as_view().clone());
/// let look = Look {
///     size: Size::default(),
///     theme: Theme::LIGHT,
///     bottom: Color::White,
///     names: ByColor { white: "Ann".to_string(), black: "Bob".to_string() },
///     captions: Arc::new(Wordless),
/// };
/// let gif = in_memory(|out| Renderer::new().gif(&frames, &look, out));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Frames {
    first: Frame,
    others: Vec<Frame>,
}

/// A frame.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) view: View,
    /// The display time, if it is fixed.
    pub(crate) held: Option<Duration>,
}

impl Frames {
    /// Starts a sequence with this view.
    pub const fn new(first: View) -> Frames {
        Frames {
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

    /// Sets the display time of the last view so far, to the nearest hundredth of a second. The limits are 0.02 and
    /// 655.35 seconds: viewers ignore less, and a GIF file cannot store more.
    pub fn hold(&mut self, time: Duration) {
        self.others.last_mut().unwrap_or(&mut self.first).held = Some(time);
    }

    /// Returns the number of views.
    pub fn n_views(&self) -> usize {
        1 + self.others.len()
    }

    /// Returns the last view.
    pub fn last(&self) -> &View {
        &self.others.last().unwrap_or(&self.first).view
    }

    /// Returns the views, in order.
    pub fn views(&self) -> impl Iterator<Item = &View> {
        self.frames().map(|frame| &frame.view)
    }

    fn frames(&self) -> impl Iterator<Item = &Frame> {
        [&self.first].into_iter().chain(&self.others)
    }

    /// Returns every `step`th view counted from the end, in order, so that the last one is included.
    pub(crate) fn thinned(&self, step: usize) -> Vec<&Frame> {
        let offset = (self.n_views() - 1) % step;
        self.frames().skip(offset).step_by(step).collect()
    }
}
