use std::sync::Arc;

use rules::{
    Color, DrawReason, Effect, Game, Outcome, Power, Setup, Status, Turn, Variant, WinReason,
};
use testkit::{at, names, start, view};

use super::*;
use crate::{Size, Theme, testing::SomeCaptions, tile::Presence};

fn scene(view: &View, bottom: Color) -> Tiling {
    let look = Look {
        size: Size::default(),
        theme: Theme::default(),
        bottom,
        names: names("Ann", "Bob"),
        captions: Arc::new(SomeCaptions),
    };
    Tiling::new(view, &look, &Hints::default(), &Grid::new(look.size))
}

fn with_reserves() -> View {
    let mut view = start();
    view.reserves.white = vec![
        (Glyph::Queen(Color::White), 1),
        (Glyph::Rook(Color::White), 0),
        (Glyph::Knight(Color::White), 12),
    ];
    view.reserves.black = vec![(Glyph::Bishop(Color::Black), 2)];
    view
}

fn with_powers() -> View {
    let mut view = start();
    view.powers.white = vec![(Power::Shell, true), (Power::Stealth, false)];
    view.powers.black = vec![(Power::Shell, true), (Power::Stealth, true)];
    view
}

#[test]
fn the_tiles_cover_every_picture() {
    for width in 180..=2160 {
        let size = Size::new(width).expect("the width is within bounds");
        let grid = Grid::new(size);
        let look = Look {
            size,
            theme: Theme::default(),
            bottom: Color::White,
            names: names("Ann", "Bob"),
            captions: Arc::new(SomeCaptions),
        };
        for view in [start(), with_reserves(), with_powers()] {
            let mut total = 0;
            let scene = Tiling::new(&view, &look, &Hints::default(), &grid);
            for band in &scene.bands {
                let sizes: Vec<(u32, u32)> = band.iter().map(|tile| tile.size(&grid)).collect();
                assert_eq!(sizes.iter().map(|(width, _)| width).sum::<u32>(), width);
                assert!(
                    sizes.iter().all(|(_, height)| *height == sizes[0].1),
                    "{width}"
                );
                total += sizes[0].1;
            }
            assert_eq!(total, scene.height(&grid));
        }
    }
}

#[test]
fn the_strip_of_a_side_shows_its_reserve_and_powers() {
    #[track_caller]
    fn check(view: &View, bottom: Color, row: usize, expected: &[Holding]) {
        let bands = scene(view, bottom).bands;
        let items: Vec<Holding> = bands[row]
            .iter()
            .filter_map(|tile| match tile {
                Tile::Slot { item, .. } => Some(*item),
                _ => None,
            })
            .collect();
        assert_eq!(items, expected);
    }
    let (white, black) = (Color::White, Color::Black);
    let whites = [
        Holding::Reserve(Glyph::Queen(white), 1),
        Holding::Reserve(Glyph::Knight(white), 12),
    ];
    let blacks = [Holding::Reserve(Glyph::Bishop(black), 2)];
    check(&with_reserves(), white, 10, &whites);
    check(&with_reserves(), white, 0, &blacks);
    check(&with_reserves(), black, 10, &blacks);
    check(&with_reserves(), black, 0, &whites);
    let powers = [
        Holding::Power(Power::Shell, true),
        Holding::Power(Power::Stealth, false),
    ];
    check(&with_powers(), white, 10, &powers);
    check(&start(), white, 10, &[]);
}

#[test]
fn a_figure_is_as_its_marks_say() {
    let mut view = start();
    view.marks.frozen = vec![at("a1")];
    view.marks.stealth = vec![at("d1")];
    let bands = scene(&view, Color::White).bands;
    let found: Vec<(bool, Presence)> = bands[8]
        .iter()
        .filter_map(|tile| match tile {
            Tile::Square {
                ground,
                figure: Some(figure),
                ..
            } => Some((ground.frozen, figure.presence)),
            _ => None,
        })
        .collect();
    let mut expected = [(false, Presence::Seen); 8];
    expected[0].0 = true;
    expected[3].1 = Presence::Unseen;
    assert_eq!(found, expected);
}

#[test]
fn the_board_is_seen_from_either_side() {
    #[track_caller]
    fn check(bottom: Color, corners: [Glyph; 2], top_rank: u8, left_file: u8) {
        let bands = scene(&view("r6q/8/8/8/8/8/8/N6K"), bottom).bands;
        let glyphs: Vec<Glyph> = bands[1]
            .iter()
            .filter_map(|tile| match tile {
                Tile::Square { figure, .. } => figure.map(|figure| figure.glyph),
                _ => None,
            })
            .collect();
        assert_eq!(glyphs, corners);
        assert_eq!(bands[1][0], Tile::Rank(top_rank));
        assert_eq!(bands[9][1], Tile::File(left_file));
        assert!(matches!(&bands[0][..], [Tile::Strip(seat)] if seat.color == !bottom));
        assert!(matches!(&bands[10][..], [Tile::Strip(seat)] if seat.color == bottom));
    }
    let (black, white) = (Color::Black, Color::White);
    check(
        Color::White,
        [Glyph::Rook(black), Glyph::Queen(black)],
        7,
        0,
    );
    check(
        Color::Black,
        [Glyph::King(white), Glyph::Knight(white)],
        0,
        7,
    );
}

#[test]
fn marks_are_under_their_squares() {
    let mut view = start();
    view.marks.last = vec![at("e2"), at("g4")];
    view.marks.check = vec![at("e8")];
    let bands = scene(&view, Color::White).bands;
    let ground = |square: &str| {
        let square = at(square);
        match bands[8 - usize::from(square.rank())][1 + usize::from(square.file())] {
            Tile::Square { ground, .. } => (ground.light, ground.last, ground.check),
            _ => panic!("{square} is no square"),
        }
    };
    assert_eq!(ground("e2"), (true, true, false));
    assert_eq!(ground("g4"), (true, true, false));
    assert_eq!(ground("e8"), (true, false, true));
    assert_eq!(ground("e1"), (false, false, false));
}

#[test]
fn a_strip_shows_the_standing_of_its_seat() {
    #[track_caller]
    fn check(view: &View, white: Option<&str>, black: Option<&str>, active: Option<Color>) {
        for (color, expected) in [(Color::White, white), (Color::Black, black)] {
            let standing = Standing::of(color, view);
            assert_eq!(
                standing.status_text(color, &SomeCaptions).as_deref(),
                expected
            );
            assert_eq!(standing.is_active(color), active == Some(color));
        }
    }
    let mut view = start();
    check(&view, Some("decides"), None, Some(Color::White));
    view.marks.check = vec![at("e1")];
    check(&view, Some("in check, decides"), None, Some(Color::White));
    view.status = Status::Over(Outcome::Won {
        winner: Color::Black,
        reason: WinReason::Checkmate,
    });
    check(
        &view,
        Some("0   ended"),
        Some("1   ended"),
        Some(Color::Black),
    );
    view.status = Status::Over(Outcome::Drawn {
        reason: DrawReason::Agreement,
    });
    let drawn = Some("½   ended");
    check(&view, drawn, drawn, None);
}

#[test]
fn the_samples_have_every_glyph_and_ground() {
    let samples: Vec<Tile> = Tile::samples().collect();
    for wanted in Glyph::ALL {
        let has = |tile: &Tile| matches!(tile, Tile::Square { figure: Some(figure), .. } if figure.glyph == wanted);
        assert!(samples.iter().any(has), "{wanted:?}");
    }
    for wanted in Ground::all() {
        let has = |tile: &Tile| matches!(tile, Tile::Square { ground, .. } if *ground == wanted);
        assert!(samples.iter().any(has), "{wanted:?}");
    }
}

/// Returns a square of a scene by name, from White's perspective.
fn square_of(scene: &Tiling, square: &str) -> Tile {
    let square = at(square);
    scene.bands[8 - usize::from(square.rank())][1 + usize::from(square.file())].clone()
}

fn turn(facts: Vec<Fact>) -> Option<Turn> {
    Some(Turn {
        color: Color::White,
        number: 1,
        caption: String::new(),
        facts,
    })
}

fn moved(from: &str, to: &str) -> Fact {
    Fact::Moved {
        glyph: Glyph::Rook(Color::White),
        from: at(from),
        to: at(to),
    }
}

fn slipped(from: &str, to: &str) -> Fact {
    Fact::Slipped {
        glyph: Glyph::Rook(Color::White),
        from: at(from),
        to: at(to),
    }
}

#[test]
fn the_steps_of_a_chain_are_numbered() {
    #[track_caller]
    fn check(facts: Vec<Fact>, expected: &[(&str, u8)]) {
        let mut view = start();
        view.turn = turn(facts);
        let scene = scene(&view, Color::White);
        let found: Vec<(String, u8)> = Square::all()
            .map(|square| square.to_string())
            .filter_map(|name| match square_of(&scene, &name) {
                Tile::Square { step, .. } if step > 0 => Some((name, step)),
                _ => None,
            })
            .collect();
        let found: Vec<(&str, u8)> = found.iter().map(|(name, step)| (&**name, *step)).collect();
        assert_eq!(found, expected);
    }
    check(vec![moved("a3", "a4")], &[]);
    check(
        vec![moved("a3", "a4"), slipped("a4", "b4"), slipped("b4", "c5")],
        &[("a4", 1), ("b4", 2), ("c5", 3)],
    );
    // A square that the piece reached twice has the later number.
    check(
        vec![moved("a3", "a4"), slipped("a4", "b4"), slipped("b4", "a4")],
        &[("a4", 3), ("b4", 2)],
    );
    let daisy = Fact::Drew(Effect::Daisy);
    check(
        vec![moved("a3", "a4"), daisy, moved("h3", "h4")],
        &[("a4", 1), ("h4", 2)],
    );
    check(vec![moved("a3", "a4"), daisy], &[]);
    // Castling is not a sequence of steps.
    check(vec![moved("e1", "g1"), moved("h1", "f1")], &[]);
}

/// In all of these a rook has moved from a1 to the egg on a4.
#[test]
fn every_effect_of_an_egg_is_marked_on_its_squares() {
    #[track_caller]
    fn check(inputs: &str, expected: &str) {
        let position = r#"4k3/8/7q/8/e6b/8/4N3/R3K3 w 9 {"flags":"1111"}"#;
        let setup = Setup::with_position(Variant::Chakart, "objects=open", position);
        let mut game = Game::new(&setup.expect("a position"));
        for input in inputs.split_whitespace() {
            let input = input.parse().expect("an input");
            assert!(game.apply(input).is_ok(), "{input} of {inputs}");
        }
        let scene = scene(game.public_view().as_view(), Color::White);
        let names = Square::all().map(|square| square.to_string());
        let marked: Vec<String> = names
            .filter_map(|name| marks_of(&square_of(&scene, &name)).map(|marks| name + &marks))
            .collect();
        assert_eq!(marked.join(" "), expected, "{inputs}");
    }
    let effects: [(&str, &str); 11] = [
        ("kingboo banana:b5 e2<>h6", "a1+ e2+2 a4+1 h6+2"),
        // The later number stays.
        ("kingboo banana:b5 a4<>e8", "a1+ a4+2 e8+2"),
        ("koopa", "a1+2 a4-1"),
        ("toadette toadette:q banana:b5 Q@c3", "a1+ c3+2 a4+1"),
        ("chomp", "a1+ a4+-"),
        ("daisy banana:b5 e2c3", "a1+ e2+ c3+2 a4+1"),
        ("daisy banana:b5 e1*h4", "a1+ e1+ a4+1 h4+-2"),
        ("bowser banana:b5", "a1+ a4+*"),
        ("luigi luigi:h4 banana:b5", "a1+ a4+1 h4+2"),
        ("waluigi waluigi:e2 banana:b5", "a1+ e2+2 a4+1"),
        // The rook that arrived changes sides on its square.
        ("waluigi waluigi:a4 banana:b5", "a1+ a4+"),
    ];
    for effect in Effect::ALL {
        let has = |(input, _): &(&str, &str)| input.split(' ').next() == Some(effect.name());
        assert!(effects.iter().any(has), "{}", effect.name());
    }
    for (inputs, expected) in effects {
        check(&format!("a1a4 egg:{inputs}"), expected);
    }
}

/// Returns the marks of a square: the last turn (`+`), frozen (`*`), removed (`-`), and the number of the step.
fn marks_of(tile: &Tile) -> Option<String> {
    let Tile::Square {
        ground,
        figure,
        step,
    } = tile
    else {
        return None;
    };
    let is_gone = figure.is_some_and(|figure| figure.presence == Presence::Gone);
    let signs = [(ground.last, "+"), (ground.frozen, "*"), (is_gone, "-")];
    let signs = signs.into_iter().filter(|(is_there, _)| *is_there);
    let mut marks: String = signs.map(|(_, sign)| sign).collect();
    if *step > 0 {
        marks += &step.to_string();
    }
    (!marks.is_empty()).then_some(marks)
}

#[test]
fn captured_figures_are_shown_where_they_stood() {
    let pawn = Glyph::Pawn(Color::Black);
    let captured = |square| Fact::Captured {
        glyph: pawn,
        at: at(square),
    };
    let mut view = start();
    let banana = Fact::Ate {
        object: Glyph::Banana,
        at: at("a4"),
        unseen: false,
    };
    view.turn = turn(vec![
        moved("a3", "a4"),
        banana,
        slipped("a4", "a5"),
        captured("c5"),
        captured("e2"),
    ]);
    let scene = scene(&view, Color::White);
    let figure = |square| match square_of(&scene, square) {
        Tile::Square { figure, .. } => figure,
        _ => None,
    };
    assert_eq!(figure("c5"), Some(Figure::gone(pawn)));
    assert_eq!(figure("c6"), None);
    assert_eq!(figure("a4"), Some(Figure::gone(Glyph::Banana)));
    let who_captured = Figure::seen(Glyph::BerolinaPawn(Color::White));
    assert_eq!(figure("e2"), Some(who_captured));
}

#[test]
fn hints_are_under_their_squares() {
    let hints = Hints {
        chosen: Some(at("e2")),
        targets: vec![at("d3"), at("e7")],
        causes: vec![at("a8")],
    };
    let look = Look {
        size: Size::default(),
        theme: Theme::default(),
        bottom: Color::White,
        names: names("Ann", "Bob"),
        captions: Arc::new(SomeCaptions),
    };
    let scene = Tiling::new(&start(), &look, &hints, &Grid::new(look.size));
    for square in Square::all() {
        let expected = match square.to_string().as_str() {
            "e2" => Hint::Chosen,
            "d3" | "e7" => Hint::Target,
            "a8" => Hint::Cause,
            _ => Hint::Nothing,
        };
        match square_of(&scene, &square.to_string()) {
            Tile::Square { ground, .. } => {
                assert_eq!(ground.hint, expected, "{square}");
            }
            tile => panic!("{square} is {tile:?}"),
        }
    }
}
