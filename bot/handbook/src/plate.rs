//! Diagrams as pictures.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use render::{DiagramBoard, Hints, Look, Mark, Renderer, Scene, Size, Theme, in_memory};
use rules::{ByColor, Color, Glyph, Square, Variant};

use super::{DiagramFrame, Handbook, HandbookDiagram};
use text::Language;

/// One picture of a diagram, ready for the renderer.
pub enum Plate {
    /// A board with marks and arrows, or two boards: before and after.
    Board(Box<render::Diagram>),
    /// A whole view, for a position with reserves, a game that is played, or a task.
    View(Box<DiagramFrame>),
}

impl HandbookDiagram {
    /// Returns the number of pictures. Before and after are one picture.
    pub fn n_pictures(&self) -> usize {
        match (self.is_whole(), self.n_frames()) {
            (false, 2) => 1,
            (_, n_frames) => n_frames,
        }
    }

    /// Returns a picture, or `None` if the number is too high.
    pub fn plate(&self, number: usize) -> Option<Plate> {
        let frame = self.frame(number)?;
        if self.is_whole() {
            return Some(Plate::View(Box::new(frame)));
        }
        let before = self.marked(&frame);
        let diagram = match self.frame(1) {
            None => render::Diagram::new(before),
            Some(after) => render::Diagram::pair(before, DiagramBoard::of(after.shown.as_view())),
        };
        Some(Plate::Board(Box::new(diagram)))
    }

    /// Returns whether a picture shows more than a board: reserves, a game that is played, or the side to move of a
    /// task.
    fn is_whole(&self) -> bool {
        let has_reserves = self
            .setup
            .variant()
            .has_glyph(Glyph::Undefined(Color::White));
        has_reserves && self.betza.is_none() || self.n_frames() > 2 || self.claims.is_empty()
    }

    /// Makes the first board, with its highlights.
    fn marked(&self, frame: &DiagramFrame) -> DiagramBoard {
        let mut board = DiagramBoard::of(frame.shown.as_view());
        let first = self.first_path();
        let stands = |square: Square| frame.shown.as_view().glyph(square).is_some();
        for &mark in &self.marks {
            board = match first {
                // A marked square without a piece is another target; one with a piece belongs to the caption.
                Some((from, _)) if !stands(mark) => board.arrow(from, mark),
                _ => board.mark(Mark::Noted, [mark]),
            };
        }
        if let Some((from, to)) = first
            && !self.marks.contains(&to)
        {
            board = board.arrow(from, to);
        }
        let Some(glance) = self.glance() else {
            return board;
        };
        let kinds = [
            (Mark::Slide, &glance.slides),
            (Mark::Leap, &glance.leaps),
            (Mark::MoveOnly, &glance.moves),
            (Mark::CaptureOnly, &glance.captures),
        ];
        for (mark, squares) in kinds {
            // A diagram without notation does not claim to be complete: it shows only its own target squares.
            let shown = squares
                .iter()
                .copied()
                .filter(|square| self.betza.is_some() || frame.targets.contains(square));
            board = board.mark(mark, shown);
        }
        board
    }
}

impl Plate {
    /// Renders the alternative text of the picture.
    pub fn alt(&self, variant: Variant, language: Language) -> String {
        match self {
            Plate::Board(diagram) => text::diagram(diagram, variant, language),
            Plate::View(frame) => text::alt(frame.shown.as_view(), &nobody(), language),
        }
    }

    /// Returns the height of the picture, in pixels.
    pub fn height(&self, size: Size) -> u32 {
        match self {
            Plate::Board(diagram) => diagram.height(size),
            Plate::View(_) => size.height(),
        }
    }
}

/// Makes a gallery of the starting positions of the variants.
pub fn starts(language: Language) -> render::Diagram {
    let starts = Variant::ALL.into_iter().filter_map(|variant| {
        let view = Handbook::of(variant).start()?.end().public_view();
        Some((
            language.localize(&text::title(variant)),
            DiagramBoard::of(view.as_view()),
        ))
    });
    render::Diagram::gallery(starts)
}

/// Returns the names of the sides for a board without players.
pub fn names(language: Language) -> ByColor<String> {
    ByColor::from_fn(|color| language.localize(&text::color(color)))
}

/// Returns empty player names for a board without players; texts then call the sides by their colors.
pub fn nobody() -> ByColor<String> {
    ByColor::from_fn(|_| String::new())
}

/// Cached pictures in several languages. The key is the address of the diagram, which is never dropped, and the number
/// of the picture; the gallery of starting positions has `None`.
type Kept = LruCache<(Option<(usize, usize)>, Language), Arc<[u8]>>;

/// Draws the pictures of the handbooks in one size and theme, and caches them.
pub struct DiagramRenderer {
    size: Size,
    theme: Theme,
    kept: Mutex<Kept>,
}

impl DiagramRenderer {
    /// The capacity of the cache; each picture takes some 10 kB.
    const KEPT: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

    /// Makes a renderer with an empty cache.
    pub fn new(size: Size, theme: Theme) -> DiagramRenderer {
        DiagramRenderer {
            size,
            theme,
            kept: Mutex::new(LruCache::new(DiagramRenderer::KEPT)),
        }
    }

    /// Returns a picture as a PNG file, or `None` if the number is too high.
    pub fn picture(
        &self,
        renderer: &Renderer,
        diagram: &'static HandbookDiagram,
        number: usize,
        language: Language,
    ) -> Option<Arc<[u8]>> {
        let key = (Some((diagram.key(), number)), language);
        self.kept_or_drawn(key, || {
            Some(match diagram.plate(number)? {
                Plate::Board(diagram) => self.diagram(renderer, *diagram, language),
                Plate::View(frame) => self.view(renderer, &frame, diagram.bottom(), language),
            })
        })
    }

    /// Returns the gallery of starting positions as a PNG file.
    pub fn starts(&self, renderer: &Renderer, language: Language) -> Arc<[u8]> {
        let draw = || Some(self.diagram(renderer, starts(language), language));
        self.kept_or_drawn((None, language), draw)
            .unwrap_or_default()
    }

    fn kept_or_drawn(
        &self,
        key: (Option<(usize, usize)>, Language),
        draw: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<Arc<[u8]>> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&key) {
            return Some(Arc::clone(known));
        }
        // Draws without the lock, so that other threads do not wait.
        let png: Arc<[u8]> = draw()?.into();
        kept().put(key, Arc::clone(&png));
        Some(png)
    }

    fn diagram(
        &self,
        renderer: &Renderer,
        diagram: render::Diagram,
        language: Language,
    ) -> Vec<u8> {
        let scene = Scene::diagram(diagram, self.size, self.theme, &language);
        in_memory(|out| renderer.png(&scene, out))
    }

    /// Draws a view with its highlights as a PNG file.
    pub fn view(
        &self,
        renderer: &Renderer,
        frame: &DiagramFrame,
        bottom: Color,
        language: Language,
    ) -> Vec<u8> {
        let look = Look {
            size: self.size,
            theme: self.theme,
            bottom,
            names: names(language),
            captions: Arc::new(language),
        };
        let hints = Hints {
            chosen: frame.chosen,
            targets: frame.targets.clone(),
            ..Hints::default()
        };
        let scene = Scene::hinted(frame.shown.as_view(), &look, &hints);
        in_memory(|out| renderer.png(&scene, out))
    }
}
