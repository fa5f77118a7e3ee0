//! Speed of drawing, and sizes of the pictures.
//!
//! `cargo bench -p tests --bench render` draws a played game of each variant, from view to bytes. If `LILA_GIF` contains the
//! address of a running lila-gif, such as `127.0.0.1:6175`, lila-gif draws the chess game too, in the same run. With the
//! argument `packers` it only compares the packers of `render` with those of other crates.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::{
    env,
    hint::black_box,
    io::{self, Cursor, Read, Write},
    net::TcpStream,
    sync::Arc,
    time::Instant,
};

use miniz_oxide::deflate::compress_to_vec_zlib;
use png::Compression;
use render::{Diagram, DiagramBoard, Frames, Look, Mark, Renderer, Scene, Size, Theme, in_memory};
use rules::{ByColor, Color, Game, Next, PublicView, Setup, Square, Variant, View};
use testkit::Random;
use text::Language;

fn main() {
    for width in [720, 1440] {
        packers(&look(width));
    }
    if env::args().any(|argument| argument == "packers") {
        return;
    }
    for width in [720, 1440] {
        let look = look(width);
        let start = Game::new(&Setup::new(Variant::Berolina)).public_view();
        let mut cold: Vec<f64> = (0..20)
            .map(|_| measure(|| png(&Renderer::new(), &Scene::new(start.as_view(), &look))).1)
            .collect();
        cold.sort_by(f64::total_cmp);
        println!(
            "{width} px, first picture of a new renderer: median {:.1} ms, fastest {:.1} ms",
            cold[10], cold[0]
        );
        for variant in Variant::ALL {
            warm(variant, &look);
        }
        animated("a chess game", grandmasters(), &look);
        diagram(&look);
        for variant in Variant::ALL {
            let views = played(variant).into_iter();
            let views = views.map(|view| view.as_view().clone());
            animated(&format!("{variant} at random"), views, &look);
        }
    }
    if let Ok(address) = env::var("LILA_GIF")
        && let Err(error) = peer(&address)
    {
        println!("lila-gif at {address} cannot be measured: {error}");
    }
}

/// Compares the packers of `render` with those of other crates.
fn packers(look: &Look) {
    for variant in Variant::ALL {
        picture_packers(variant, look);
    }
    animation_packers("a chess game", grandmasters(), look);
    for variant in Variant::ALL {
        let views = played(variant).into_iter();
        let views = views.map(|view| view.as_view().clone());
        animation_packers(&variant.to_string(), views, look);
    }
}

/// Lets lila-gif draw the same chess game, at its fixed width of 720 pixels.
fn peer(address: &str) -> io::Result<()> {
    let frames: Vec<String> = chess()
        .map(|(position, last)| {
            let last = match last {
                "" => String::new(),
                last => format!(r#","lastMove":"{last}""#),
            };
            format!(r#"{{"fen":"{position}"{last}}}"#)
        })
        .collect();
    let game = format!(
        r#"{{"white":"Ann","black":"Bob","delay":111,"frames":[{}]}}"#,
        frames.join(",")
    );
    let n_bytes = game.len();
    let game = format!(
        "POST /game.gif HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {n_bytes}\r\n\r\n{game}"
    );
    let pictures = chess().map(|(position, last)| {
        let position = position.replace(' ', "%20");
        let last = match last {
            "" => String::new(),
            last => format!("&lastMove={last}"),
        };
        format!("GET /image.gif?fen={position}&white=Ann&black=Bob{last} HTTP/1.0\r\n\r\n")
    });
    for (what, questions) in [
        ("a picture", pictures.collect()),
        ("a GIF of 81 views", vec![game; 40]),
    ] {
        let mut times = Vec::new();
        let mut sizes = Vec::new();
        for question in &questions {
            let (size, time) = measure(|| ask(address, question));
            times.push(time);
            sizes.push(size?);
        }
        times.sort_by(f64::total_cmp);
        sizes.sort_unstable();
        println!(
            "720 px, lila-gif, {what}, over HTTP: median {:.1} ms, fastest {:.1} ms; median {} bytes",
            times[times.len() / 2],
            times[0],
            sizes[sizes.len() / 2]
        );
    }
    Ok(())
}

/// Sends a request to a server, and returns the length of the response body.
fn ask(address: &str, question: &str) -> io::Result<usize> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(question.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    match end {
        Some(end) if answer.starts_with(b"HTTP/1.0 200") || answer.starts_with(b"HTTP/1.1 200") => {
            Ok(answer.len() - end - 4)
        }
        _ => Err(io::Error::other("it does not draw what it is asked for")),
    }
}

fn png(renderer: &Renderer, scene: &Scene) -> Vec<u8> {
    in_memory(|out| renderer.png(scene, out))
}

/// Draws a board that explains a rule.
fn diagram(look: &Look) {
    let game = Game::new(&Setup::new(Variant::Baroque));
    let renderer = Renderer::new();
    let board = DiagramBoard::of(game.public_view().as_view());
    let marked = board.mark(Mark::Slide, Square::all().skip(20).step_by(3));
    let scene = Scene::diagram(Diagram::new(marked), look.size, look.theme, &*look.captions);
    let (file, time) = measure(|| png(&renderer, &scene));
    println!(
        "{} px, a diagram: {time:.0} ms; {} bytes",
        look.size,
        file.len()
    );
}

/// Returns the chess game: each position, and the squares of the move before it.
fn chess() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("game80.txt").lines();
    lines.map(|line| line.split_once('\t').expect("a line has two parts"))
}

/// Returns the positions of a real grandmaster game, drawn as if it were Berolina.
fn grandmasters() -> impl Iterator<Item = View> {
    chess().map(|(position, last)| {
        let setup = Setup::with_position(Variant::Berolina, "", position);
        let game = Game::new(&setup.expect("the position is possible"));
        let mut view = game.public_view().as_view().clone();
        view.marks.last = [last.get(..2), last.get(2..4)]
            .into_iter()
            .flatten()
            .map(|square| square.parse().expect("a move begins and ends on a square"))
            .collect();
        view
    })
}

/// Draws views as an animation, with all tiles cached.
fn animated(what: &str, mut views: impl Iterator<Item = View>, look: &Look) {
    let mut frames = Frames::new(views.next().expect("a game has a start"));
    views.for_each(|view| frames.push(view));
    let renderer = Renderer::new();
    let (_, cold) = measure(|| in_memory(|out| renderer.gif(&frames, look, out)));
    let mut times = Vec::new();
    let mut size = 0;
    for _ in 0..40 {
        let (file, time) = measure(|| in_memory(|out| renderer.gif(&frames, look, out)));
        times.push(time);
        size = file.len();
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{} px, {what}, GIF of {} views: median {:.1} ms, fastest {:.1} ms, cold {cold:.0} ms; {size} bytes",
        look.size,
        frames.n_views(),
        times[times.len() / 2],
        times[0],
    );
}

/// The number of repetitions of a measurement, of which the fastest counts: other programs only make it slower.
const N_TRIES: usize = 7;

/// Returns the result of a run and the time of the fastest of several, in milliseconds.
fn fastest<T>(mut run: impl FnMut() -> T) -> (T, f64) {
    let (mut result, mut least) = measure(&mut run);
    for _ in 1..N_TRIES {
        let (again, time) = measure(&mut run);
        result = again;
        least = least.min(time);
    }
    (result, least)
}

/// The fastest times and the sizes of one packer, picture by picture.
struct Packer {
    name: &'static str,
    times: Vec<f64>,
    sizes: Vec<usize>,
}

impl Packer {
    /// Prints the medians beside those of the first packer.
    fn print_all(what: &str, mut packers: Vec<Packer>) {
        let mut ours = None;
        for packer in &mut packers {
            packer.times.sort_by(f64::total_cmp);
            packer.sizes.sort_unstable();
            let middle = packer.times.len() / 2;
            let (time, size) = (packer.times[middle], packer.sizes[middle]);
            let (our_time, our_size) = *ours.get_or_insert((time, size));
            println!(
                "{what}, {}: {time:.3} ms ({:.2} times); {size} bytes ({:.2} times)",
                packer.name,
                time / our_time,
                size as f64 / our_size as f64
            );
        }
    }
}

/// The pixels of a PNG file, row by row, with the palette.
struct Pixels {
    shape: png::OutputInfo,
    palette: Vec<u8>,
    pixels: Vec<u8>,
}

impl Pixels {
    fn of(file: &[u8]) -> Pixels {
        let mut reader = png::Decoder::new(Cursor::new(file))
            .read_info()
            .expect("the file is a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("the picture is small")];
        let shape = reader.next_frame(&mut pixels).expect("the file is whole");
        let palette = reader.info().palette.clone().expect("it has a palette");
        Pixels {
            shape,
            palette: palette.to_vec(),
            pixels,
        }
    }

    /// Writes a file with the `png` crate.
    fn written(&self, compression: Compression) -> Vec<u8> {
        in_memory(|out| {
            let mut encoder = png::Encoder::new(out, self.shape.width, self.shape.height);
            encoder.set_color(self.shape.color_type);
            encoder.set_depth(self.shape.bit_depth);
            encoder.set_palette(&self.palette[..]);
            encoder.set_compression(compression);
            let mut writer = encoder.write_header()?;
            writer.write_image_data(&self.pixels)?;
            Ok(writer.finish()?)
        })
    }

    /// Returns the rows with the filter byte before each: plain, or as the difference to the row above.
    fn rows(&self, is_difference: bool) -> Vec<u8> {
        let width = self.shape.width as usize;
        let mut rows = Vec::with_capacity(self.pixels.len() + self.shape.height as usize);
        let mut above: &[u8] = &vec![0; width];
        for row in self.pixels.chunks_exact(width) {
            rows.push(if is_difference { 2 } else { 0 });
            if is_difference {
                rows.extend(
                    row.iter()
                        .zip(above)
                        .map(|(here, above)| here.wrapping_sub(*above)),
                );
                above = row;
            } else {
                rows.extend_from_slice(row);
            }
        }
        rows
    }
}

/// Compares the packer of pictures with others on the pictures of a game. Ours is measured from the view to the file, the
/// others from given pixels.
fn picture_packers(variant: Variant, look: &Look) {
    type Pack = fn(&Pixels) -> Vec<u8>;
    const OTHERS: [(&str, Pack); 7] = [
        ("png, Fast", |pixels| pixels.written(Compression::Fast)),
        ("png, Balanced", |pixels| {
            pixels.written(Compression::Balanced)
        }),
        ("fdeflate", |pixels| {
            fdeflate::compress_to_vec(&pixels.rows(false))
        }),
        ("fdeflate, filtered", |pixels| {
            fdeflate::compress_to_vec(&pixels.rows(true))
        }),
        ("miniz_oxide, level 1", |pixels| {
            compress_to_vec_zlib(&pixels.rows(false), 1)
        }),
        ("miniz_oxide, level 1, filtered", |pixels| {
            compress_to_vec_zlib(&pixels.rows(true), 1)
        }),
        ("miniz_oxide, level 6", |pixels| {
            compress_to_vec_zlib(&pixels.rows(false), 6)
        }),
    ];
    let packer = |name| Packer {
        name,
        times: Vec::new(),
        sizes: Vec::new(),
    };
    let mut packers = vec![packer("ours")];
    packers.extend(OTHERS.map(|(name, _)| packer(name)));
    let renderer = Renderer::new();
    for view in played(variant).iter().step_by(4) {
        let (file, time) = fastest(|| png(&renderer, &Scene::new(view.as_view(), look)));
        let pixels = Pixels::of(&file);
        let others = OTHERS.map(|(_, pack)| {
            let (file, time) = fastest(|| pack(&pixels));
            (file.len(), time)
        });
        for (packer, (size, time)) in packers
            .iter_mut()
            .zip([(file.len(), time)].into_iter().chain(others))
        {
            packer.times.push(time);
            packer.sizes.push(size);
        }
    }
    Packer::print_all(&format!("{} px, {variant}", look.size), packers);
}

/// Compares the packer of animations with others on a game. Ours is measured from the views to the file, the others from
/// given pixels of the frames.
fn animation_packers(what: &str, mut views: impl Iterator<Item = View>, look: &Look) {
    let mut frames = Frames::new(views.next().expect("a game has a start"));
    views.for_each(|view| frames.push(view));
    let renderer = Renderer::new();
    let (file, ours) = fastest(|| in_memory(|out| renderer.gif(&frames, look, out)));
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(&file[..]).expect("the file is a GIF");
    let (width, height) = (decoder.width(), decoder.height());
    let palette = decoder.global_palette().expect("all frames share it");
    let palette = palette.to_vec();
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("the file is whole") {
        frames.push(frame.clone());
    }
    let (theirs, time) = fastest(|| {
        in_memory(|out| {
            let encoder = gif::Encoder::new(out, width, height, &palette);
            let mut encoder = encoder.map_err(io::Error::other)?;
            let mut frames = frames.iter();
            frames.try_for_each(|frame| encoder.write_frame(frame).map_err(io::Error::other))
        })
    });
    let mut encoder = weezl::encode::Encoder::new(weezl::BitOrder::Lsb, 7);
    let (n_bytes, weezl) = fastest(|| {
        let sizes = frames.iter().map(|frame| {
            encoder.reset();
            let mut packed = Vec::with_capacity(4 << 10);
            let result = encoder.into_vec(&mut packed).encode_all(&frame.buffer);
            result.status.expect("memory takes everything");
            packed.len()
        });
        sizes.sum::<usize>()
    });
    let packer = |name, time, size| Packer {
        name,
        times: vec![time],
        sizes: vec![size],
    };
    let packers = vec![
        packer("ours", ours, file.len()),
        packer("gif", time, theirs.len()),
        packer("weezl, codes alone", weezl, n_bytes),
    ];
    Packer::print_all(&format!("{} px, GIF of {what}", look.size), packers);
}

/// Draws a game with all tiles cached.
fn warm(variant: Variant, look: &Look) {
    let views = played(variant);
    let renderer = Renderer::new();
    for view in &views {
        png(&renderer, &Scene::new(view.as_view(), look));
    }
    let mut times = Vec::new();
    let mut sizes = Vec::new();
    for view in views.iter().cycle().take(views.len() * 10) {
        let (file, time) = measure(|| png(&renderer, &Scene::new(view.as_view(), look)));
        times.push(time);
        sizes.push(file.len());
    }
    times.sort_by(f64::total_cmp);
    sizes.sort_unstable();
    println!(
        "{} px, {variant}, warm: median {:.3} ms, 99 % below {:.3} ms; median {} bytes, largest {} bytes",
        look.size,
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        sizes[sizes.len() / 2],
        sizes[sizes.len() - 1]
    );
}

/// Returns the result of a run and its time in milliseconds.
fn measure<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = black_box(run());
    (result, start.elapsed().as_secs_f64() * 1e3)
}

fn look(width: u32) -> Look {
    Look {
        size: Size::new(width).expect("a size within bounds"),
        theme: Theme::LIGHT,
        bottom: Color::White,
        names: ByColor {
            white: "Ann".to_string(),
            black: "Bob".to_string(),
        },
        captions: Arc::new(Language::ENGLISH),
    }
}

/// Returns the public views after each of the first 80 decisions of a game. The game is always the same.
fn played(variant: Variant) -> Vec<PublicView> {
    let mut random = Random::new(7);
    let mut game = Game::new(&Setup::new(variant));
    let mut views = Vec::new();
    while views.len() <= 80 {
        match game.next() {
            Next::Decision(_) => {
                views.push(game.public_view());
                let actions = game.legal_list();
                game.act(*random.pick(&actions))
                    .expect("a listed action is legal");
            }
            Next::Chance(chance) => game
                .roll(*random.pick(chance.outcomes()))
                .expect("a listed outcome is possible"),
            Next::Over(_) => break,
        }
    }
    views.push(game.public_view());
    views
}
