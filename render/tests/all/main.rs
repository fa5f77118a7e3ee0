//! Pictures, compared pixel by pixel with those in `images/`.
//!
//! Where one differs, a file in the folder for temporary files shows the expected picture, the drawn one and the
//! difference side by side. `ODDBOARD_BLESS=1 cargo test -p oddboard-render` rewrites the pictures; look at them before
//! committing.

use std::{fs, sync::Arc};

use gif::{ColorOutput, DecodeOptions};
use render::{
    Captions, Diagram, DiagramBoard, Frames, Hints, Look, Mark, Renderer, Scene, Size, Standing,
    Theme, in_memory,
};
use rules::{
    ByColor, Color, Game, GameInput, Glyph, Next, Outcome, PendingDecision, Setup, Square, Variant,
    View, WinReason,
};
use testkit::{Picture, Random, check_picture, check_pixels, is_blessing, play, some_input};

/// The folder of the expected pictures.
const IMAGES: &str = "render/tests/images";

fn png(renderer: &Renderer, scene: &Scene) -> Vec<u8> {
    in_memory(|out| renderer.png(scene, out))
}

fn gif(renderer: &Renderer, frames: &Frames, look: &Look) -> Vec<u8> {
    in_memory(|out| renderer.gif(frames, look, out))
}

/// The words of these pictures.
struct English;

impl Captions for English {
    fn side(&self, color: Color) -> String {
        color.to_string()
    }

    fn standing(&self, color: Color, standing: Standing) -> Option<String> {
        let text = match standing {
            Standing::Waits => return None,
            Standing::ToDecide { check: true, .. } => "in check, to move",
            Standing::ToDecide {
                pending: PendingDecision::MoveAgain,
                ..
            } => "to move again",
            Standing::ToDecide {
                pending: PendingDecision::KingPlace,
                ..
            } => "to place the king",
            Standing::ToDecide {
                pending: PendingDecision::LostPiece(_),
                ..
            } => "to name the piece lost",
            Standing::ToDecide { .. } => "to move",
            Standing::Over(Outcome::Drawn { .. }) => "drawn by agreement",
            Standing::Over(Outcome::Won {
                winner,
                reason: WinReason::KingsCaptured,
            }) => {
                if winner == color {
                    "won"
                } else {
                    "no king left"
                }
            }
            Standing::Over(outcome) if outcome.winner() == Some(color) => "won by checkmate",
            Standing::Over(_) => "checkmated",
        };
        Some(text.to_owned())
    }

    fn mark(&self, mark: Mark) -> String {
        let text = match mark {
            Mark::Slide => "slide",
            Mark::Leap => "leap",
            Mark::MoveOnly => "move only",
            Mark::CaptureOnly => "capture only",
            Mark::Noted => "marked",
        };
        text.to_owned()
    }
}

/// Returns the frames of an animation, each composed with the frames before it, and the time for which each is shown.
fn decoded(file: &[u8]) -> Vec<(Picture, u16)> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(file).expect("the file is a GIF");
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let palette = decoder
        .global_palette()
        .expect("all frames share it")
        .to_vec();
    let mut colors = vec![0; (width * height * 3) as usize];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("the frame is whole") {
        let rows = frame.buffer.chunks_exact(frame.width.into());
        for (y, row) in (u32::from(frame.top)..).zip(rows) {
            for (x, index) in (u32::from(frame.left)..).zip(row) {
                if Some(*index) != frame.transparent {
                    let (at, color) = ((y * width + x) as usize * 3, usize::from(*index) * 3);
                    colors[at..at + 3].copy_from_slice(&palette[color..color + 3]);
                }
            }
        }
        let picture = Picture {
            width,
            height,
            colors: colors.clone(),
        };
        frames.push((picture, frame.delay));
    }
    frames
}

/// The picture of a game after the inputs, as `viewer` may see it.
struct Case<'a> {
    setup: Setup,
    inputs: &'a [&'a str],
    viewer: Option<Color>,
    theme: Theme,
    bottom: Color,
    names: [&'a str; 2],
    width: u32,
}

impl Case<'_> {
    fn new(variant: Variant, options: &str, position: &str) -> Self {
        Case {
            setup: Setup::with_position(variant, options, position).expect("a valid position"),
            inputs: &[],
            viewer: None,
            theme: Theme::LIGHT,
            bottom: Color::White,
            names: ["Ann", "Bob"],
            width: 300,
        }
    }

    fn game(&self) -> Game {
        let mut game = Game::new(&self.setup);
        for input in self.inputs {
            play(&mut game, input.parse().expect("an input"));
        }
        game
    }

    fn draw(&self) -> Vec<u8> {
        let look = look(self.width, self.theme, self.bottom, self.names);
        let game = self.game();
        let renderer = Renderer::new();
        match self.viewer {
            None => png(&renderer, &Scene::new(game.public_view().as_view(), &look)),
            Some(seat) => png(
                &renderer,
                &Scene::new(game.seat_view(seat).as_view(), &look),
            ),
        }
    }

    #[track_caller]
    fn check(&self, name: &str) {
        compare(name, &self.draw());
    }
}

/// Compares a file with the picture of this name, pixel by pixel.
#[track_caller]
fn compare(name: &str, file: &[u8]) {
    check_picture(&format!("{IMAGES}/{name}.png"), file);
}

/// Compares an animation likewise, frame by frame.
#[track_caller]
fn compare_animation(name: &str, file: &[u8]) {
    let path = testkit::path(format!("{IMAGES}/{name}.gif"));
    if is_blessing() {
        fs::write(&path, file).expect("the folder is writable");
        return;
    }
    let expected = fs::read(&path).expect("the animation is there");
    let (expected, drawn) = (decoded(&expected), decoded(file));
    assert_eq!(expected.len(), drawn.len(), "{name}: frames");
    for ((expected, delay), (drawn, drawn_delay)) in expected.iter().zip(&drawn) {
        check_pixels(name, expected, drawn);
        assert_eq!(delay, drawn_delay, "{name}: how long a frame is shown");
    }
}

fn look(width: u32, theme: Theme, bottom: Color, names: [&str; 2]) -> Look {
    let [white, black] = names.map(str::to_string);
    Look {
        size: Size::new(width).expect("a size within bounds"),
        theme,
        bottom,
        names: ByColor { white, black },
        captions: Arc::new(English),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Objects, frozen pieces, powers left and used, and White's queen, which Black does not see.
const COMMOTION: &str = r#"4k2r/pp1e2pp/2n1w3/3S4/1d1Pm3/2I5/PP2mPPP/R1B3LR b 31 {"flags":"1001","seenW":"we6 db4","seenB":"db4"}"#;

#[test]
fn the_start() {
    Case::new(Variant::Berolina, "", START).check("start");
}

/// Draws the picture at the top of the README.
#[test]
fn a_game() {
    Case {
        inputs: &["f6e4"],
        width: 720,
        ..Case::new(
            Variant::Berolina,
            "",
            "r1bq1rk1/p1p1ppbp/p1n1pn2/3Np3/2P1P3/4PN2/PP2BPPP/R1BQ1RK1 b - - 0 11",
        )
    }
    .check("game");
}

#[test]
fn a_check_seen_by_black() {
    Case {
        inputs: &["a1a8"],
        theme: Theme::DARK,
        bottom: Color::Black,
        names: ["Жанна Ångström", "Λύκος 中文"],
        ..Case::new(
            Variant::Berolina,
            "",
            "r3k2r/8/8/2nq4/8/8/3PP3/R3K2R w KQkq - 0 1",
        )
    }
    .check("check");
}

#[test]
fn a_mate_and_a_long_name() {
    Case {
        inputs: &["a1a8"],
        names: ["Somebody with a name that no strip has room for", "Bob"],
        ..Case::new(Variant::Berolina, "", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    }
    .check("mate");
}

/// Draws each name from the side on which its script begins, with letters joined as they are written.
#[test]
fn names_in_many_scripts() {
    let pairs = [
        ["דנה לוי (12)", "王小明"],
        ["محمد العلي", "김민준"],
        ["鈴木ひかり", "สมชาย ใจดี"],
        ["प्रिया शर्मा", "Ann 👑🎲"],
        // A name is never shortened to a part of itself.
        ["Ann ሰላም", "\u{fe0f}"],
    ];
    for (names, number) in pairs.into_iter().zip(1..) {
        Case {
            names,
            theme: Theme::ALL[number % 4],
            ..Case::new(Variant::Berolina, "", START)
        }
        .check(&format!("names-{number}"));
    }
}

#[test]
fn a_draw_agreed() {
    Case {
        inputs: &["e2g4", "d7b5", "draw:agreed"],
        theme: Theme::DARK,
        names: ["Ann", "中文"],
        ..Case::new(Variant::Berolina, "", START)
    }
    .check("draw");
}

#[test]
fn pieces_frozen_in_baroque() {
    Case {
        inputs: &["d4d5"],
        ..Case::new(Variant::Baroque, "", "7k/8/5B2/1Pp1m3/2NM4/4q3/P3n3/K7 w 0")
    }
    .check("frozen");
}

#[test]
fn reserves_and_undefined_pieces() {
    Case {
        inputs: &["R@d1d8"],
        names: ["Ann", "Somebody with a long name"],
        ..Case::new(
            Variant::Bario,
            "rules=modern",
            r#"3u1b1k/6pp/2n5/8/8/2N5/PP6/K2U4 w 30 {"captureUndef":"-","enpassant":"-","reserve":"10001000"}"#,
        )
    }
    .check("reserves");
}

#[test]
fn a_reserve_of_more_than_nine() {
    Case {
        theme: Theme::DARK,
        bottom: Color::Black,
        ..Case::new(
            Variant::Bario,
            "rules=modern",
            r#"u2u1b1k/6pp/2n5/8/8/2N5/UP2QUUU/KUUUUUUU b 31 {"captureUndef":"-","enpassant":"-","reserve":"00b01001"}"#,
        )
    }
    .check("large-reserve");
}

#[test]
fn objects_powers_and_an_unseen_queen_for_her_owner() {
    Case {
        viewer: Some(Color::White),
        ..Case::new(Variant::Chakart, "objects=hidden", COMMOTION)
    }
    .check("commotion-white");
}

#[test]
fn objects_powers_and_an_unseen_queen_for_the_other_side() {
    Case {
        viewer: Some(Color::Black),
        theme: Theme::DARK,
        bottom: Color::Black,
        ..Case::new(Variant::Chakart, "objects=hidden", COMMOTION)
    }
    .check("commotion-black");
}

#[test]
fn baroque_captures_in_high_contrast() {
    Case {
        inputs: &["b3h3"],
        theme: Theme::HIGH_CONTRAST,
        ..Case::new(Variant::Baroque, "", "7k/8/8/8/8/1Np1p1p1/P7/K7 w 0")
    }
    .check("captured");
}

#[test]
fn a_chain_on_paper() {
    Case {
        inputs: &["a1a4", "to:b4", "to:c5", "banana:d6"],
        theme: Theme::PRINT,
        ..Case::new(
            Variant::Chakart,
            "objects=open",
            r#"4k3/p7/8/2n5/dw6/8/8/R3K3 w 30 {"flags":"1111"}"#,
        )
    }
    .check("chain");
}

/// Draws the rook that met an egg on a4; the pawn on f5 is Black's now.
#[test]
fn a_pawn_that_an_egg_turned() {
    Case {
        inputs: &["a1a4", "egg:waluigi", "waluigi:f5", "banana:b3"],
        ..Case::new(
            Variant::Chakart,
            "objects=open",
            r#"4k3/p6p/8/5P2/e7/8/7P/R3K3 w 30 {"flags":"1111"}"#,
        )
    }
    .check("turned");
}

#[test]
fn hints_for_a_chosen_piece() {
    let case = Case::new(Variant::Berolina, "", START);
    let hints = Hints {
        chosen: Some("b1".parse().expect("a square")),
        targets: ["a3", "c3", "h7"]
            .map(|square| square.parse().expect("a square"))
            .into(),
        ..Hints::default()
    };
    let look = look(300, Theme::DARK, Color::White, case.names);
    let mut view = case.game().public_view().as_view().clone();
    view.marks.check = vec!["e1".parse().expect("a square")];
    let file = png(&Renderer::new(), &Scene::hinted(&view, &look, &hints));
    compare("hints", &file);
}

fn squares(names: &str) -> Vec<Square> {
    let names = names.split_whitespace();
    names.map(|name| name.parse().expect("a square")).collect()
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

#[test]
fn a_diagram_of_possible_moves() {
    let (white, black) = (Color::White, Color::Black);
    let board = DiagramBoard::with([
        (square("e2"), Glyph::BerolinaPawn(white)),
        (square("e3"), Glyph::Knight(black)),
        (square("b4"), Glyph::Knight(white)),
        (square("g6"), Glyph::Bishop(black)),
        (square("d3"), Glyph::Pawn(white)),
    ])
    .mark(Mark::MoveOnly, squares("f3 g4"))
    .mark(Mark::CaptureOnly, squares("e3"))
    .mark(Mark::Leap, squares("a2 a6 c6 d5 c2"))
    .mark(Mark::Slide, squares("h7 f7 e8 h5 f5 e4 d3"))
    .arrow(square("b4"), square("d5"));
    let size = Size::new(300).expect("a size within bounds");
    let file = png(
        &Renderer::new(),
        &Scene::diagram(Diagram::new(board), size, Theme::LIGHT, &English),
    );
    compare("diagram", &file);
}

#[test]
fn a_diagram_of_a_board_before_and_after() {
    let case = |inputs| Case {
        inputs,
        ..Case::new(Variant::Baroque, "", "7k/8/8/3p4/1p1n1N2/2p1p3/8/K7 w 0")
    };
    let before = case(&[]).game();
    let after = case(&["f4c4"]).game();
    let pair = Diagram::pair(
        DiagramBoard::of(before.public_view().as_view()).arrow(square("f4"), square("c4")),
        DiagramBoard::of(after.public_view().as_view()),
    );
    let size = Size::new(400).expect("a size within bounds");
    compare(
        "diagram-pair",
        &png(
            &Renderer::new(),
            &Scene::diagram(pair, size, Theme::PRINT, &English),
        ),
    );
}

/// Draws the contact sheets, the first of which the README shows.
#[test]
fn contact_sheets() {
    let renderer = Renderer::new();
    for theme in Theme::ALL {
        let width = if theme == Theme::default() { 720 } else { 386 };
        let size = Size::new(width).expect("a size within bounds");
        compare(
            &format!("sheet-{theme}"),
            &png(&renderer, &Scene::contact_sheet(size, theme)),
        );
    }
}

/// Draws a game with all objects, each power, and chains of several stops. The README shows it.
#[test]
fn a_game_animated() {
    let played = testkit::read("rules/tests/playthroughs/chakart/open.txt");
    let inputs = played
        .lines()
        .filter(|line| !line.starts_with([' ', '#']) && !line.contains(": "));
    let setup = Setup::with_options(Variant::Chakart, "objects=open setup=standard");
    let mut game = Game::new(&setup.expect("valid options"));
    let mut frames = Frames::new(game.public_view().as_view().clone());
    for input in inputs.filter(|line| !line.is_empty()) {
        play(&mut game, input.parse().expect("an input"));
        if !matches!(game.next(), Next::Chance(_)) {
            frames.push(game.public_view().as_view().clone());
        }
    }
    let look = look(360, Theme::LIGHT, Color::White, ["Ann", "Bob"]);
    let file = gif(&Renderer::new(), &frames, &look);
    compare_animation("game", &file);
}

/// Draws a match of the default maximum length: 500 turns of each side.
#[test]
fn an_animation_of_the_longest_match_is_within_the_limit_of_platforms() {
    let mut random = Random::new(5);
    let mut frames = Frames::new(
        Game::new(&Setup::new(Variant::Chakart))
            .public_view()
            .as_view()
            .clone(),
    );
    while frames.n_views() <= 1000 {
        let mut game = Game::new(&Setup::new(*random.pick(&Variant::ALL)));
        for _ in 0..120 {
            if let Next::Decision(_) = game.next() {
                frames.push(game.public_view().as_view().clone());
            }
            let Some(input) = some_input(&game, &mut random) else {
                break;
            };
            play(&mut game, input);
        }
    }
    let renderer = Renderer::new();
    for width in [720, 1440] {
        let file = gif(
            &renderer,
            &frames,
            &look(width, Theme::LIGHT, Color::White, ["Ann", "Bob"]),
        );
        assert!(file.len() <= 8_000_000, "{width} px: {} bytes", file.len());
        assert_eq!(frames_of(&file), frames.n_views(), "{width} px");
    }
}

/// Returns the number of frames.
fn frames_of(file: &[u8]) -> usize {
    let mut options = DecodeOptions::new();
    options.skip_frame_decoding(true);
    let mut decoder = options.read_info(file).expect("the file is a GIF");
    let mut n_frames = 0;
    while decoder
        .next_frame_info()
        .expect("the file is whole")
        .is_some()
    {
        n_frames += 1;
    }
    n_frames
}

#[test]
fn random_views_have_the_promised_width_and_the_height_of_all_others() {
    let mut random = Random::new(31);
    let renderer = Renderer::new();
    for variant in Variant::ALL {
        for _ in 0..6 {
            let mut game = Game::new(&Setup::new(variant));
            let seat = *random.pick(&Color::ALL);
            let seen = |game: &Game| game.seat_view(seat).as_view().clone();
            let mut frames = Frames::new(seen(&game));
            for _ in 0..120 {
                let Some(input) = some_input(&game, &mut random) else {
                    break;
                };
                play(&mut game, input);
                if let GameInput::Action(_) = input {
                    frames.push(seen(&game));
                }
                if random.chance(12) {
                    check_size(&renderer, &game, &mut random);
                }
            }
            check_size(&renderer, &game, &mut random);
            let file = gif(
                &renderer,
                &frames,
                &look(200, Theme::DARK, seat, ["Ann", ""]),
            );
            let decoded = decoded(&file);
            assert_eq!(decoded.len(), frames.n_views());
            assert_eq!(decoded[0].0.width, 200);
        }
    }
}

fn check_size(renderer: &Renderer, game: &Game, random: &mut Random) {
    let width = *random.pick(&[180, 233, 320]);
    let theme = *random.pick(&Theme::ALL);
    let bottom = *random.pick(&Color::ALL);
    let name = *random.pick(&[
        "",
        "Ann",
        "Somebody with a name that no strip has room for",
        "中文",
    ]);
    let look = look(width, theme, bottom, [name, "Bob"]);
    let plain = Game::new(&Setup::new(Variant::Berolina));
    let height = |view: &View| {
        let picture = Picture::read(&png(renderer, &Scene::new(view, &look)));
        assert_eq!(picture.width, width);
        picture.height
    };
    let expected = height(plain.public_view().as_view());
    assert_eq!(height(game.public_view().as_view()), expected);
    for seat in Color::ALL {
        let view = game.seat_view(seat);
        assert_eq!(height(view.as_view()), expected);
    }
}
