use std::sync::Arc;

use rules::{ByColor, Color, Glyph, Power, View};
use testkit::{at, names, start};
use tiny_skia::{Pixmap, Transform};
use usvg::{Options, Tree, roxmltree::Document};

use super::Decimal;
use crate::{
    Diagram, DiagramBoard, Hints, Look, Mark, PieceSet, Renderer, Scene, Size, Theme, in_memory,
    raster::Raster, testing::SomeCaptions,
};

fn written(scene: &Scene) -> String {
    let svg = in_memory(|out| Renderer::new().svg(scene, out));
    String::from_utf8(svg).expect("SVG is text")
}

fn look(width: u32, theme: Theme, bottom: Color) -> Look {
    Look {
        size: Size::new(width).expect("the width is within bounds"),
        theme,
        bottom,
        names: names("Ann <&> \"Bob\"", "Жанна"),
        captions: Arc::new(SomeCaptions),
    }
}

/// Makes a view with every kind of content of squares and strips.
fn commotion() -> View {
    let mut view = start();
    view.marks.last = vec![at("e2"), at("e4")];
    view.marks.check = vec![at("e8")];
    view.marks.frozen = vec![at("a7"), at("d4")];
    view.marks.stealth = vec![at("d1")];
    view.cells[at("d5").index()] = Some(Glyph::Egg);
    view.reserves.black = vec![(Glyph::Queen(Color::Black), 2)];
    view.powers = ByColor {
        white: vec![(Power::Shell, true), (Power::Stealth, false)],
        black: vec![],
    };
    view
}

fn hints() -> Hints {
    Hints {
        chosen: Some(at("b1")),
        targets: vec![at("c3"), at("a7")],
        causes: vec![at("d2")],
    }
}

fn explained() -> Diagram {
    let board = DiagramBoard::of(&commotion())
        .mark(Mark::Leap, [at("e5")])
        .mark(Mark::Noted, [at("a8")])
        .arrow(at("b1"), at("c3"));
    Diagram::pair(board.clone(), board)
}

fn scenes(theme: Theme) -> [Scene; 4] {
    let look = |bottom| look(386, theme, bottom);
    let size = Size::new(386).expect("the width is within bounds");
    [
        Scene::hinted(&commotion(), &look(Color::White), &hints()),
        Scene::new(&commotion(), &look(Color::Black)),
        Scene::diagram(explained(), size, theme, &SomeCaptions),
        Scene::contact_sheet(size, theme),
    ]
}

/// Paints a document with resvg.
fn painted(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).expect("the document is SVG");
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).expect("the document has a size");
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap
}

/// Counts the pixels that differ visibly, and returns the largest difference of any pixel. Rounding on edges can cause
/// such differences.
fn difference(one: &Pixmap, other: &Pixmap) -> (usize, u8) {
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    let bytes = one.data().chunks(4).zip(other.data().chunks(4));
    let differences = bytes.map(|(one, other)| {
        let parts = one.iter().zip(other);
        parts
            .map(|(one, other)| one.abs_diff(*other))
            .max()
            .unwrap_or(0)
    });
    differences.fold((0, 0), |(n_pixels, most), difference| {
        (
            n_pixels + usize::from(difference > 16),
            most.max(difference),
        )
    })
}

#[test]
fn a_document_looks_as_the_picture_does() {
    let raster = Raster::new(PieceSet::default());
    for theme in Theme::ALL {
        for (number, scene) in scenes(theme).iter().enumerate() {
            let picture = raster.scene(scene);
            let (n_pixels, most) = difference(&painted(&written(scene)), &picture);
            assert!(
                n_pixels * 400 < picture.pixels().len() && most <= 100,
                "{theme}, scene {number}: {n_pixels} pixels differ, by up to {most}"
            );
        }
    }
}

#[test]
fn another_picture_differs_from_it() {
    let raster = Raster::new(PieceSet::default());
    let mut moved = commotion();
    moved.cells.swap(at("a2").index(), at("a3").index());
    let look = look(386, Theme::LIGHT, Color::White);
    let [one, other] = [commotion(), moved].map(|view| Scene::new(&view, &look));
    assert!(difference(&painted(&written(&one)), &raster.scene(&other)).0 > 100);
}

#[test]
fn a_board_without_its_drawings_can_be_completed_in_its_inks() {
    let pieces = PieceSet::default();
    for theme in Theme::ALL {
        let scene = Scene::new(&commotion(), &look(386, theme, Color::White));
        let bare = in_memory(|out| Renderer::new().live_svg(&scene, true, out));
        let whole = pieces.complete(str::from_utf8(&bare).expect("SVG is text"));
        let (n_pixels, most) = difference(&painted(&whole), &painted(&written(&scene)));
        assert_eq!((n_pixels, most), (0, 0), "{theme}");
    }
}

/// Returns the values of an attribute of all elements.
fn values<'a>(document: &'a Document<'_>, attribute: &str) -> Vec<&'a str> {
    let nodes = document.descendants();
    nodes.filter_map(|node| node.attribute(attribute)).collect()
}

#[test]
fn every_square_and_reserve_can_be_found() {
    // Its light squares have the color of the frame.
    let theme = Theme {
        frame: Theme::DARK.square.light,
        ..Theme::DARK
    };
    for bottom in Color::ALL {
        let svg = written(&Scene::new(&commotion(), &look(386, theme, bottom)));
        let document = Document::parse(&svg).expect("SVG is XML");
        let squares = values(&document, "data-square");
        assert_eq!(squares.len(), 64);
        let corners = match bottom {
            Color::White => ["a8", "h8", "a1", "h1"],
            Color::Black => ["h1", "a1", "h8", "a8"],
        };
        assert_eq!([0, 7, 56, 63].map(|number| squares[number]), corners);
        assert_eq!(values(&document, "data-reserve"), ["black-queen"]);
        let square = |name| {
            let mut nodes = document.descendants();
            let found = nodes.find(|node| node.attribute("data-square") == Some(name));
            let found = found.expect("the square is there");
            assert!(
                found
                    .children()
                    .any(|node| node.tag_name().name() == "rect")
            );
            let uses = found.children().filter_map(|node| node.attribute("href"));
            uses.collect::<Vec<_>>()
        };
        assert_eq!(square("e8"), ["#drawing-check", "#drawing-black-king"]);
        assert_eq!(square("d1"), ["#drawing-white-queen", "#drawing-unseen"]);
        assert_eq!(square("e4"), [""; 0]);
        assert_eq!(square("f5"), [""; 0]);
    }
}

#[test]
fn a_document_has_each_drawing_once_and_no_text_and_nothing_from_elsewhere() {
    for scene in scenes(Theme::HIGH_CONTRAST) {
        let svg = written(&scene);
        let document = Document::parse(&svg).expect("SVG is XML");
        let mut ids = values(&document, "id");
        for used in values(&document, "href") {
            let id = used.strip_prefix('#').expect("it is in this document");
            assert!(ids.contains(&id), "{id}");
        }
        let n_ids = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), n_ids);
        let known = ["svg", "defs", "symbol", "g", "rect", "path", "use"];
        for node in document.root_element().descendants() {
            let name = node.tag_name().name();
            assert!(node.is_text() || known.contains(&name), "{name}");
            assert_eq!(node.text().map_or("", str::trim), "");
        }
    }
}

#[test]
fn equal_scenes_give_equal_documents() {
    let [one, other] = [(); 2].map(|()| scenes(Theme::PRINT).map(|scene| written(&scene)));
    assert!(one == other);
}

#[test]
fn an_svg_for_print_has_no_color() {
    for scene in scenes(Theme::PRINT) {
        let colored = painted(&written(&scene))
            .pixels()
            .iter()
            .any(|pixel| pixel.red() != pixel.green() || pixel.green() != pixel.blue());
        assert!(!colored);
    }
}

#[test]
fn a_live_board_has_no_frame() {
    for bottom in Color::ALL {
        let scene = Scene::new(&commotion(), &look(725, Theme::LIGHT, bottom));
        let svg = in_memory(|out| Renderer::new().live_svg(&scene, false, out));
        let svg = String::from_utf8(svg).expect("SVG is text");
        let document = Document::parse(&svg).expect("SVG is XML");
        assert_eq!(document.root_element().attribute("width"), Some("720"));
        let place = |square: &str| {
            let mut parts = document.descendants();
            let part = parts.find(|part| part.attribute("data-square") == Some(square));
            part.and_then(|part| part.attribute("transform"))
                .map(str::to_owned)
        };
        let [left, right] = match bottom {
            Color::White => ["a1", "h1"],
            Color::Black => ["h8", "a8"],
        };
        assert_eq!(place(left).as_deref(), Some("translate(0 682)"));
        assert_eq!(place(right).as_deref(), Some("translate(630 682)"));
    }
}

#[test]
fn measures_are_written_to_the_hundredth_and_no_longer_than_that_takes() {
    let measures = [
        (0.0, "0"),
        (-0.001, "0"),
        (7.0, "7"),
        (0.5, "0.5"),
        (12.05, "12.05"),
        (-0.3, "-0.3"),
        (-41.456, "-41.46"),
        (719.999, "720"),
    ];
    for (measure, written) in measures {
        assert_eq!(Decimal::of(measure).to_string(), written);
    }
}

#[test]
fn a_live_board_has_no_drawings_and_a_set_has_all_that_it_names() {
    let set = PieceSet::default();
    for theme in Theme::ALL {
        let scene = Scene::hinted(&commotion(), &look(720, theme, Color::White), &hints());
        let sheet = set.svg(theme.inks);
        let sheet = Document::parse(&sheet).expect("SVG is XML");
        let drawings = values(&sheet, "id");
        for is_framed in [true, false] {
            let svg = in_memory(|out| Renderer::new().live_svg(&scene, is_framed, out));
            let svg = String::from_utf8(svg).expect("SVG is text");
            let document = Document::parse(&svg).expect("SVG is XML");
            assert_eq!(values(&document, "id"), [""; 0], "{theme}");
            let named = values(&document, "href");
            assert!(named.len() > 30, "{theme}");
            for name in named {
                assert!(drawings.contains(&name.trim_start_matches('#')), "{name}");
            }
        }
    }
}

#[test]
fn words_about_a_picture_are_its_title_and_description_for_screen_readers() {
    let scene = Scene::new(&start(), &look(386, Theme::PRINT, Color::White));
    let plain = written(&scene);
    let (title, description) = ("Ann <&> \"Bob\"\u{1}", "White: Ka1 ]]> 'x'\nBlack: Kh8");
    let described = written(&scene.with_words(title, description));
    let document = Document::parse(&described).expect("the document is XML");
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let labels = root
        .attribute("aria-labelledby")
        .expect("the root has labels");
    let texts = labels.split(' ').map(|id| {
        let mut children = root.children();
        let labeled = children.find(|child| child.attribute("id") == Some(id));
        labeled
            .and_then(|child| child.text())
            .expect("the label has a text")
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["Ann <&> \"Bob\"", description]);
    // The rest of the document is as it was.
    let after = |svg: &str| svg[svg.find("<defs>").expect("a document has drawings")..].to_owned();
    assert_eq!(after(&described), after(&plain));
    assert!(!plain.contains("role="));
}

#[test]
fn documents_with_other_words_have_other_ids() {
    let scene = Scene::new(&start(), &look(386, Theme::PRINT, Color::White));
    let id = |title: &str| {
        let svg = written(&scene.clone().with_words(title, "a board"));
        let document = Document::parse(&svg).expect("the document is XML");
        let labels = document.root_element().attribute("aria-labelledby");
        labels.map(str::to_owned)
    };
    assert_eq!(id("one"), id("one"));
    assert_ne!(id("one"), id("other"));
}
