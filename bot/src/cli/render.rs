//! `oddboard render`

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use render::{Look, Renderer, Scene, Size, Theme, in_memory};
use rules::{ByColor, Color, Game, Record, Setup};
use serde::Serialize;
use serde_json::Value;

use super::{
    CliFailure,
    input::{answer_lines, is_standard, read_record},
    position::{KnownTo, PositionArgs},
};
use kit::files;
use present::frames::frames;
use text::Language;

/// Draw positions and games as the bot does
///
/// With a position on the command line, writes one PNG file, or an SVG file if its name ends in .svg. With a record, writes its
/// game as an animated GIF file. With neither, reads JSON Lines such as
/// {"id":"a","variant":"berolina","position":"..."} from standard input, and writes each picture to DIR/<id>.png. It answers each
/// with a line {"id","file"}. A wrong line is answered by {"id","error"}, and the exit code is then 2.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard render --variant berolina -o start.png\n  \
    oddboard render --variant berolina --position '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --theme dark -o - | display\n  \
    oddboard render --variant baroque -o start.svg\n  \
    oddboard render --record game.txt --seat black -o game.gif\n  \
    oddboard render --sheet --theme print -o sheet.png\n  \
    oddboard render -o pictures < positions.jsonl")]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The view to draw
    #[arg(long, value_enum, default_value_t = KnownTo::Public)]
    seat: KnownTo,
    /// The width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t)]
    size: Size,
    /// The colors
    #[arg(long, default_value_t)]
    theme: Theme,
    /// Draw the game of a record, - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    record: Option<PathBuf>,
    /// Draw a contact sheet of all pieces, objects and marks instead of a position
    #[arg(long, conflicts_with_all = ["variant", "record", "seat"])]
    sheet: bool,
    /// The file to write, - for standard output; without a position, the folder
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let pictures = PictureArgs {
        renderer: Renderer::new(),
        lens: args.seat,
        look: Look {
            size: args.size,
            theme: args.theme,
            bottom: args.seat.seat().unwrap_or(Color::White),
            names: ByColor::from_fn(|color| color.to_string()),
            captions: Arc::new(Language::ENGLISH),
        },
    };
    if args.sheet {
        let sheet = Scene::contact_sheet(args.size, args.theme);
        return put(&args.output, &pictures.file(&sheet, &args.output));
    }
    if let Some(file) = &args.record {
        return put(&args.output, &pictures.gif(&read_record(file)?)?);
    }
    match args.position.setup()? {
        Some(setup) => put(
            &args.output,
            &pictures.file(&pictures.scene(&setup), &args.output),
        ),
        None => {
            fs::create_dir_all(&args.output).map_err(|error| {
                CliFailure::Input(format!("{}: {error}", args.output.display()))
            })?;
            let mut output = BufWriter::new(io::stdout().lock());
            answer_lines(io::stdin().lock(), &mut output, |question| {
                let file = args.output.join(file_name(&question.id)?);
                let scene = pictures.scene(&question.setup()?);
                write(&file, &pictures.file(&scene, &file))?;
                Ok(Drawn { file })
            })
        }
    }
}

#[derive(Serialize)]
struct Drawn {
    file: PathBuf,
}

/// Draws the content of a file of this name: SVG if the name ends in `.svg`, else PNG.
pub(super) fn drawn(renderer: &Renderer, scene: &Scene, name: &Path) -> Vec<u8> {
    let is_svg = name
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    in_memory(|out| {
        if is_svg {
            renderer.svg(scene, out)
        } else {
            renderer.png(scene, out)
        }
    })
}

struct PictureArgs {
    renderer: Renderer,
    lens: KnownTo,
    look: Look,
}

impl PictureArgs {
    /// Builds the picture of a position, with its words.
    fn scene(&self, setup: &Setup) -> Scene {
        let view = self.lens.view(&Game::new(setup));
        let title = Language::ENGLISH.localize(&text::title(view.variant));
        let alt = text::alt(&view, &self.look.names, Language::ENGLISH);
        Scene::new(&view, &self.look).with_words(title, alt)
    }

    fn file(&self, scene: &Scene, name: &Path) -> Vec<u8> {
        drawn(&self.renderer, scene, name)
    }

    fn gif(&self, record: &Record) -> Result<Vec<u8>, CliFailure> {
        let frames = frames(record, |game| self.lens.view(game)).map_err(CliFailure::no)?;
        let header = |key: &str| {
            let mut headers = record.headers.iter();
            headers.find(|(name, _)| name == key)
        };
        let mut look = self.look.clone();
        for color in Color::ALL {
            if let Some((_, name)) = header(&color.to_string().to_lowercase()) {
                look.names[color] = name.clone();
            }
        }
        Ok(in_memory(|out| self.renderer.gif(&frames, &look, out)))
    }
}

/// Writes a picture to a file; `-` is standard output.
fn put(file: &Path, picture: &[u8]) -> Result<(), CliFailure> {
    if is_standard(file) {
        let mut output = io::stdout().lock();
        output.write_all(picture)?;
        return Ok(output.flush()?);
    }
    write(file, picture).map_err(CliFailure::Input)
}

/// Writes a file; an error names it.
pub(super) fn write(file: &Path, picture: &[u8]) -> Result<(), String> {
    files::write(file, picture).map_err(|error| format!("{}: {error}", file.display()))
}

/// Returns the name of the file for an id, which must not lead out of the folder.
fn file_name(id: &Value) -> Result<String, String> {
    let id = match id {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return Err("the line has no id to name the file by".to_string()),
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if id.is_empty() || id.len() > 100 || id.starts_with('.') || !id.chars().all(is_plain) {
        return Err(
            "the id cannot name a file; use up to 100 letters, digits, dashes, underscores and dots, no dot first"
                .to_string(),
        );
    }
    Ok(format!("{id}.png"))
}
