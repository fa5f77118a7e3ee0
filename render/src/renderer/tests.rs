use std::io::Cursor;

use rules::{Color, Glyph, Power, View};
use testkit::{at, names, start, view};

use super::*;
use crate::{
    Diagram, DiagramBoard, Mark, Sprite, in_memory,
    testing::{N_DRAWN, N_PARSED, SomeCaptions},
};

fn look(width: u32, theme: Theme) -> Look {
    Look {
        size: Size::new(width).expect("the width is within bounds"),
        theme,
        bottom: Color::White,
        names: names("Ann", "Bob"),
        captions: Arc::new(SomeCaptions),
    }
}

/// Renders a view.
fn picture(renderer: &Renderer, view: &View, look: &Look) -> Vec<u8> {
    png(renderer, &Scene::new(view, look))
}

fn png(renderer: &Renderer, scene: &Scene) -> Vec<u8> {
    in_memory(|out| renderer.png(scene, out))
}

fn gif(renderer: &Renderer, frames: &Frames, look: &Look) -> Vec<u8> {
    in_memory(|out| renderer.gif(frames, look, out))
}

/// Returns width, height and the colors of a file.
fn decode(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = ::png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(::png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("the file is a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("the picture is small")];
    let info = reader.next_frame(&mut pixels).expect("the stream is whole");
    (info.width, info.height, pixels)
}

#[test]
fn a_picture_is_as_wide_and_high_as_promised() {
    let renderer = Renderer::new();
    for width in [180, 181, 359, 360, 500, 720, 1001, 2160] {
        let look = look(width, Theme::LIGHT);
        let (found, height, _) = decode(&picture(&renderer, &start(), &look));
        assert_eq!((found, height), (width, look.size.height()));
        assert!(height > width && height < width * 6 / 5);
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    let (one, other) = (Renderer::new(), Renderer::new());
    let views = [start(), view("4k3/8/8/8/4p3/8/8/4K3")];
    // The other renderer has drawn more than its cache holds in between.
    for width in 300..310 {
        picture(&other, &views[1], &look(width, Theme::DARK));
    }
    for view in &views {
        let look = look(300, Theme::DARK);
        let first = picture(&one, view, &look);
        assert!(first == picture(&one, view, &look));
        assert!(first == picture(&other, view, &look));
    }
}

#[test]
fn drawings_are_read_once_and_tiles_are_drawn_once() {
    let renderer = Renderer::new();
    let n_parsed = N_PARSED.get();
    assert!(n_parsed >= Glyph::ALL.len());
    for theme in Theme::ALL {
        let look = look(300, theme);
        png(&renderer, &Scene::contact_sheet(look.size, theme));
        let frames = walk(5);
        for warm in [false, true] {
            let n_drawn = N_DRAWN.get();
            frames
                .views()
                .for_each(|view| drop(picture(&renderer, view, &look)));
            gif(&renderer, &frames, &look);
            assert_eq!(N_DRAWN.get() == n_drawn, warm, "{theme}");
        }
    }
    assert_eq!(N_PARSED.get(), n_parsed);
}

#[test]
fn few_sizes_are_kept() {
    let renderer = Renderer::new();
    for width in 200..220 {
        picture(&renderer, &start(), &look(width, Theme::LIGHT));
    }
    let kept = renderer.sheets.keys().into_iter();
    let kept: Vec<u32> = kept.map(|(size, _)| size.width()).collect();
    assert_eq!(kept, (208..220).rev().collect::<Vec<u32>>());
}

#[test]
fn everything_a_view_and_a_look_have_is_in_the_picture() {
    let renderer = Renderer::new();
    let (plain, usual) = (start(), look(240, Theme::LIGHT));
    let reference = picture(&renderer, &plain, &usual);
    let differs = |what: &str, view: &View, look: &Look| {
        assert!(
            picture(&renderer, view, look) != reference,
            "{what} is not in the picture"
        );
    };
    let mut changed = plain.clone();
    changed.marks.last = vec![at("e2")];
    differs("the last turn", &changed, &usual);
    changed = plain.clone();
    changed.marks.check = vec![at("e8")];
    differs("check", &changed, &usual);
    changed = plain.clone();
    changed.status = rules::Status::ToDecide(Color::Black);
    differs("whose turn it is", &changed, &usual);
    changed = plain.clone();
    changed.marks.frozen = vec![at("e2")];
    differs("a frozen piece", &changed, &usual);
    changed = plain.clone();
    changed.marks.stealth = vec![at("d1")];
    differs("an unseen queen", &changed, &usual);
    changed = plain.clone();
    changed.reserves.black = vec![(Glyph::Queen(Color::Black), 2)];
    differs("a reserve", &changed, &usual);
    changed = plain.clone();
    changed.powers.white = vec![(Power::Shell, true)];
    differs("a power", &changed, &usual);
    changed = plain.clone();
    changed.pending = rules::PendingDecision::Swap;
    differs("what is to be decided", &changed, &usual);
    changed = plain.clone();
    changed.cells[at("e2").index()] = None;
    differs("what stands where", &changed, &usual);

    let mut other = usual.clone();
    other.bottom = Color::Black;
    differs("the side it is seen from", &plain, &other);
    other = usual.clone();
    other.theme = Theme::DARK;
    differs("the theme", &plain, &other);
    other = usual.clone();
    other.names.white = "Eve".to_string();
    differs("White's name", &plain, &other);
    other = usual.clone();
    other.names.black = "Eve".to_string();
    differs("Black's name", &plain, &other);
}

#[test]
fn hints_are_in_the_picture() {
    let renderer = Renderer::new();
    let (view, look) = (start(), look(240, Theme::LIGHT));
    let none = png(&renderer, &Scene::hinted(&view, &look, &Hints::default()));
    assert!(none == picture(&renderer, &view, &look));
    let targets = Hints {
        targets: vec![at("e4"), at("e7")],
        ..Hints::default()
    };
    let with_targets = png(&renderer, &Scene::hinted(&view, &look, &targets));
    assert!(with_targets != none);
    let chosen = Hints {
        chosen: Some(at("e2")),
        ..targets.clone()
    };
    assert!(png(&renderer, &Scene::hinted(&view, &look, &chosen)) != with_targets);
    let causes = Hints {
        causes: vec![at("e1")],
        ..targets
    };
    assert!(png(&renderer, &Scene::hinted(&view, &look, &causes)) != with_targets);
}

#[test]
fn any_name_is_safe() {
    let renderer = Renderer::new();
    let long = "\u{1F600}W\u{202E}\u{0}<&`".repeat(10_000);
    for name in ["", " ", "\n", "中文", long.as_str(), "<svg onload=\"x\">"] {
        let mut look = look(200, Theme::LIGHT);
        look.names = names(name, name);
        assert_eq!(decode(&picture(&renderer, &start(), &look)).0, 200);
    }
}

#[test]
fn many_may_draw_at_once() {
    let renderer = Renderer::new();
    let draw = || picture(&renderer, &start(), &look(200, Theme::LIGHT));
    let files = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(draw)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("drawing does not panic"))
            .collect::<Vec<_>>()
    });
    assert!(files.iter().all(|file| *file == files[0]));
}

/// Tests the promise of the README for an ordinary position.
#[test]
fn files_are_small() {
    let renderer = Renderer::new();
    for board in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "r1bqk2r/ppp2ppp/2n2n2/3pp3/1bP1PP1P/2N2N2/PPQp2PP/R1B1KB1R",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
    ] {
        for theme in Theme::ALL {
            let size = picture(&renderer, &view(board), &look(720, theme)).len();
            assert!(size <= 32_000, "{board} in {theme}: {size} bytes");
        }
    }
}

/// Makes a number of views of a knight that walks along.
fn walk(n_views: usize) -> Frames {
    let mut views = (0..n_views).map(|number| {
        let mut view = start();
        let square = ["c3", "d5", "f6", "g4"][number % 4];
        view.cells.swap(at("b1").index(), at(square).index());
        view.marks.last = vec![at(square)];
        view
    });
    let mut frames = Frames::new(views.next().expect("there is a first view"));
    views.for_each(|view| frames.push(view));
    frames
}

/// Returns the size of an animation, and the colors of each frame, drawn onto those before.
fn decoded(file: &[u8]) -> (u32, u32, Vec<Vec<u8>>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(file).expect("the file is a GIF");
    let (width, height) = (decoder.width(), decoder.height());
    let palette = decoder
        .global_palette()
        .expect("all frames share it")
        .to_vec();
    let mut screen = vec![0; usize::from(width) * usize::from(height) * 3];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("the frame is whole") {
        assert!(frame.palette.is_none());
        for (y, row) in frame.buffer.chunks(usize::from(frame.width)).enumerate() {
            for (x, &index) in row
                .iter()
                .enumerate()
                .filter(|(_, index)| Some(**index) != frame.transparent)
            {
                let at =
                    (usize::from(frame.top) + y) * usize::from(width) + usize::from(frame.left) + x;
                let color = usize::from(index) * 3;
                screen[at * 3..at * 3 + 3].copy_from_slice(&palette[color..color + 3]);
            }
        }
        frames.push(screen.clone());
    }
    (width.into(), height.into(), frames)
}

#[test]
fn an_animation_shows_the_same_pixels_as_pictures() {
    let renderer = Renderer::new();
    for theme in Theme::ALL {
        let look = look(233, theme);
        let mut frames = walk(6);
        let mut end = start();
        end.reserves.white = vec![(Glyph::Queen(Color::White), 2)];
        end.powers.black = vec![(Power::Shell, true)];
        frames.push(end.clone());
        frames.push(end);
        let (width, height, pictures) = decoded(&gif(&renderer, &frames, &look));
        assert_eq!(pictures.len(), frames.n_views());
        let sheet = renderer.sheet(look.size, theme);
        for (number, (view, frame)) in frames.views().zip(&pictures).enumerate() {
            let file = if number + 1 == frames.n_views() {
                picture(&renderer, view, &look)
            } else {
                let tiling = Tiling::in_passing(view, &look, &sheet.grid);
                in_memory(|out| renderer.tiles(&tiling, &sheet, out))
            };
            let expected = decode(&file);
            assert!(
                expected == (width, height, frame.clone()),
                "{theme}: frame {number}"
            );
        }
    }
}

#[test]
fn an_animation_that_would_be_too_large_is_smaller_and_then_shows_fewer_views() {
    #[track_caller]
    fn check(renderer: &Renderer, frames: &Frames, limit: usize, width: u32, n_frames: usize) {
        let look = look(540, Theme::LIGHT);
        let file = renderer.gif_within(frames, &look, limit);
        assert!(file.len() <= limit, "{} bytes", file.len());
        let (found, _, pictures) = decoded(&file);
        assert_eq!((found, pictures.len()), (width, n_frames));
        let mut look = look;
        look.size = Size::new(width).expect("the width is within bounds");
        let end = decode(&picture(renderer, frames.last(), &look)).2;
        assert!(pictures.last() == Some(&end), "it ends with another view");
    }
    let renderer = Renderer::new();
    let frames = walk(40);
    check(&renderer, &frames, MAX_GIF, 540, 40);
    let (full, smaller) = {
        let size = |width| gif(&renderer, &frames, &look(width, Theme::LIGHT)).len();
        (size(540), size(360))
    };
    assert!(smaller < full);
    check(&renderer, &frames, full, 540, 40);
    check(&renderer, &frames, full - 1, 360, 40);
    check(&renderer, &frames, smaller, 360, 40);
    check(&renderer, &frames, smaller - 1, 360, 20);
    check(&renderer, &frames, smaller / 3, 360, 10);
    check(&renderer, &walk(1), MAX_GIF, 540, 1);
}

#[test]
fn equal_frames_give_equal_bytes() {
    let (one, other) = (Renderer::new(), Renderer::new());
    let look = look(200, Theme::DARK);
    gif(&other, &walk(9), &look);
    assert!(gif(&one, &walk(5), &look) == gif(&other, &walk(5), &look));
    assert_eq!(lock(&other.writers).len(), 1, "its memory is used again");
}

#[test]
fn a_diagram_is_as_wide_and_high_as_promised_and_shows_all_it_has() {
    let renderer = Renderer::new();
    let board = || DiagramBoard::of(&view("4k3/8/8/8/8/8/8/4K3"));
    let file = |diagram: Diagram, width: u32| {
        let size = Size::new(width).expect("the width is within bounds");
        let drawn = decode(&png(
            &renderer,
            &Scene::diagram(diagram.clone(), size, Theme::LIGHT, &SomeCaptions),
        ));
        assert_eq!(drawn.1, diagram.height(size));
        drawn
    };
    for width in [180, 181, 333, 720] {
        assert_eq!(file(Diagram::new(board()), width).0, width);
        assert_eq!(file(Diagram::pair(board(), board()), width).0, width);
    }
    let plain = file(Diagram::new(board()), 300);
    let differs = |what: &str, board: DiagramBoard| {
        assert!(file(Diagram::new(board), 300) != plain, "{what}");
    };
    differs("an arrow", board().arrow(at("e1"), at("e2")));
    for mark in Mark::ALL {
        differs(&format!("{mark:?}"), board().mark(mark, [at("a5")]));
        differs(&format!("{mark:?}"), board().mark(mark, [at("e8")]));
    }
    // A legend takes space below the board.
    let (_, height, _) = file(Diagram::new(board().mark(Mark::Leap, [at("a5")])), 300);
    assert!(height > plain.1);
    // Boards with names stand two in a row, each below its name.
    let gallery = |n_boards, name: &str| {
        let boards = (0..n_boards).map(|_| (name.to_owned(), board()));
        file(Diagram::gallery(boards), 301)
    };
    let (width, height, pixels) = gallery(3, "One");
    assert_eq!(width, 301);
    assert_eq!(height, 2 * gallery(2, "One").1);
    assert!(pixels != gallery(3, "Two").2);
    // An arrow with the same origin and target must not fail.
    file(Diagram::new(board().arrow(at("e1"), at("e1"))), 300);
}

#[test]
fn a_view_of_a_film_is_shown_as_long_as_it_is_held() {
    let renderer = Renderer::new();
    let mut frames = Frames::new(start());
    frames.hold(Duration::from_secs(2));
    frames.push(view("4k3/8/8/8/8/8/8/4K3"));
    frames.push(start());
    frames.hold(Duration::from_millis(70));
    let file = gif(&renderer, &frames, &look(200, Theme::LIGHT));
    let mut decoder = ::gif::Decoder::new(&file[..]).expect("the file is a GIF");
    let mut delays = Vec::new();
    while let Some(frame) = decoder.next_frame_info().expect("the file is whole") {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [200, 150, 7]);
}

#[test]
fn pieces_and_colors_may_be_the_callers_own() {
    let blot = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#fe0102"/></svg>"##;
    let own = [(Sprite::Glyph(Glyph::King(Color::White)), blot)];
    let pieces = PieceSet::new(PieceSet::standard().chain(own)).expect("the drawing is good");
    let theme = Theme {
        name: "own",
        frame: [1, 2, 253],
        ..Theme::LIGHT
    };
    let renderer = Renderer::with_pieces(pieces.clone());
    let size = Size::new(300).expect("the width is within bounds");
    let scenes = [
        Scene::new(&start(), &look(300, theme)),
        Scene::diagram(
            Diagram::new(DiagramBoard::of(&start())),
            size,
            theme,
            &SomeCaptions,
        ),
    ];
    for scene in scenes {
        let (_, _, pixels) = decode(&png(&renderer, &scene));
        let count = |color: [u8; 3]| pixels.chunks(3).filter(|pixel| *pixel == color).count();
        let side = Grid::new(size).square as usize;
        assert_eq!(count([0xfe, 1, 2]), side * side);
        assert!(count([1, 2, 253]) > 300);
        // The default renderer has its own palette.
        let usual = decode(&png(&Renderer::new(), &scene)).2;
        assert!(!usual.chunks(3).any(|pixel| pixel == [0xfe, 1, 2]));
    }
    let light = Scene::new(&start(), &look(300, Theme::LIGHT));
    assert!(png(&renderer, &light) == png(&Renderer::with_pieces(pieces), &light));
}

/// A writer that accepts a number of bytes and then fails.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_writer_returns_its_error() {
    let renderer = Renderer::new();
    let look = look(200, Theme::LIGHT);
    let scene = Scene::new(&start(), &look);
    let frames = Frames::new(start());
    let write = |room: usize| {
        [
            renderer.png(&scene, &mut Full(room)),
            renderer.svg(&scene, &mut Full(room)),
            renderer.gif(&frames, &look, &mut Full(room)),
        ]
        .map(|written| written.map_err(|error| error.kind()))
    };
    for room in [0, 10, 1000] {
        let full = Err(io::ErrorKind::StorageFull);
        assert_eq!(write(room), [full; 3], "{room} bytes");
    }
    assert_eq!(write(1 << 20), [Ok(()); 3]);
}

#[test]
fn a_gallery_of_nothing_is_a_picture() {
    let scene = Scene::diagram(Diagram::gallery([]), Size::MIN, Theme::LIGHT, &SomeCaptions);
    assert_eq!(decode(&png(&Renderer::new(), &scene)).0, 180);
}
