//! A few pictures, compared pixel by pixel with those in `images/`.
//!
//! Where one differs, what was expected, what was drawn and the difference stand side by side in a file in the folder
//! for temporary files. `UPDATE=1 cargo test -p tests images` writes the pictures anew; look at them before committing.

use std::{env, fs, io::Cursor, path::Path};

use png::{ColorType, Decoder, Encoder, Transformations};
use render::{Look, Renderer, Size, Theme};
use rules::{ByColor, Color, Conclusion, Game, Setup, Variant};

/// Colors, row by row, three bytes a pixel.
#[derive(PartialEq)]
struct Picture {
    width: u32,
    height: u32,
    colors: Vec<u8>,
}

impl Picture {
    fn read(file: &[u8]) -> Picture {
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("the file is a PNG");
        let mut colors = vec![0; reader.output_buffer_size().expect("the picture is small")];
        let info = reader
            .next_frame(&mut colors)
            .expect("the picture is whole");
        assert_eq!(info.color_type, ColorType::Rgb);
        Picture {
            width: info.width,
            height: info.height,
            colors,
        }
    }

    fn write(&self, path: &Path) {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        let mut writer = encoder.write_header().expect("memory takes everything");
        writer
            .write_image_data(&self.colors)
            .expect("the picture is whole");
        writer.finish().expect("memory takes everything");
        fs::write(path, file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// The color of a pixel; black outside.
    fn color(&self, x: u32, y: u32) -> [u8; 3] {
        if x >= self.width || y >= self.height {
            return [0; 3];
        }
        let at = (y * self.width + x) as usize * 3;
        [self.colors[at], self.colors[at + 1], self.colors[at + 2]]
    }
}

/// Expected, drawn, and white where they differ, side by side.
fn side_by_side(expected: &Picture, drawn: &Picture) -> Picture {
    let (width, height) = (
        expected.width.max(drawn.width),
        expected.height.max(drawn.height),
    );
    let mut colors = Vec::new();
    for y in 0..height {
        colors.extend((0..width).flat_map(|x| expected.color(x, y)));
        colors.extend((0..width).flat_map(|x| drawn.color(x, y)));
        colors.extend((0..width).flat_map(|x| {
            let differ = expected.color(x, y) != drawn.color(x, y);
            [if differ { u8::MAX } else { 0 }; 3]
        }));
    }
    Picture {
        width: 3 * width,
        height,
        colors,
    }
}

#[track_caller]
fn check(name: &str, game: &Game, theme: Theme, bottom: Color, names: [&str; 2]) {
    let [white, black] = names.map(str::to_string);
    let look = Look {
        size: Size::new(300).expect("a size within bounds"),
        theme,
        bottom,
        names: ByColor { white, black },
    };
    let file = Renderer::new().png(game.public_view().as_view(), &look);
    let path = tests::data("images").join(format!("{name}.png"));
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let expected = fs::read(&path)
        .unwrap_or_else(|error| panic!("{} (UPDATE=1 writes it): {error}", path.display()));
    let (expected, drawn) = (Picture::read(&expected), Picture::read(&file));
    if expected != drawn {
        let seen = env::temp_dir().join(format!("oddboard-{name}.png"));
        side_by_side(&expected, &drawn).write(&seen);
        panic!(
            "{name} is drawn in another way: {} shows what was expected, what was drawn, and where they differ; \
             UPDATE=1 takes it as right",
            seen.display()
        );
    }
}

fn game(position: &str, actions: &[&str]) -> Game {
    let setup = Setup::with_position(Variant::Berolina, "", position).expect("a valid position");
    let mut game = Game::new(&setup);
    for action in actions {
        game.act(action.parse().expect("coordinates"))
            .expect("a legal action");
    }
    game
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_start() {
    check(
        "start",
        &game(START, &[]),
        Theme::Light,
        Color::White,
        ["Ann", "Bob"],
    );
}

#[test]
fn a_check_seen_by_black() {
    let game = game("r3k2r/8/8/2nq4/8/8/3PP3/R3K2R w KQkq - 0 1", &["a1a8"]);
    check(
        "check",
        &game,
        Theme::Dark,
        Color::Black,
        ["Жанна Ångström", "Λύκος 中文"],
    );
}

#[test]
fn a_mate_and_a_long_name() {
    let game = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &["a1a8"]);
    let long = "Somebody with a name that no strip has room for";
    check("mate", &game, Theme::Light, Color::White, [long, "Bob"]);
}

#[test]
fn a_draw_agreed() {
    let mut game = game(START, &["e2g4", "d7b5"]);
    game.conclude(Conclusion::DrawAgreed)
        .expect("the game is not over");
    check("draw", &game, Theme::Dark, Color::White, ["Ann", "中文"]);
}
