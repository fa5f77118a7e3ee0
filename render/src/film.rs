//! Views to be shown one after the other.

use rules::View;

/// Views to be shown one after the other: at least one.
#[derive(Clone, Debug)]
pub struct Film {
    first: View,
    others: Vec<View>,
}

impl Film {
    /// A film that begins with this view, and so far ends with it.
    pub const fn new(first: View) -> Film {
        Film {
            first,
            others: Vec::new(),
        }
    }

    /// Adds a view at the end.
    pub fn push(&mut self, view: View) {
        self.others.push(view);
    }

    /// How many views there are.
    pub fn n_views(&self) -> usize {
        1 + self.others.len()
    }

    /// The view that the film ends with.
    pub fn last(&self) -> &View {
        self.others.last().unwrap_or(&self.first)
    }

    /// The views, in order.
    pub fn views(&self) -> impl Iterator<Item = &View> {
        [&self.first].into_iter().chain(&self.others)
    }

    /// Every `step`th view from the end, in order, so that the last one is among them.
    pub(crate) fn thinned(&self, step: usize) -> Vec<&View> {
        let offset = (self.n_views() - 1) % step;
        self.views().skip(offset).step_by(step).collect()
    }
}
