//! Golden games: `playthroughs/<variant>/<name>.txt`.
//!
//! A file is a comment, the setup, and the inputs, one a line. Indented lines under each input show the public view
//! after it, and each seat's view where it shows more: caption, facts, position text, marks and status.
//! `ODDBOARD_BLESS=1 cargo test -p oddboard-rules playthroughs_are_as_written` rewrites the indented lines; read them before
//! committing.

use std::fmt::Write;

use rules::{
    Color, DrawReason, Fact, Game, Outcome, Record, Square, Status, Variant, View, WinReason,
};

use testkit::{check_golden, play};

/// Returns the names of the playthroughs that a variant must have.
pub(crate) fn required(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Berolina => &[
            "castling-long",
            "castling-short",
            "dead-position",
            "draw-agreed",
            "en-passant-by-black",
            "en-passant-by-white",
            "fifty-moves",
            "mate",
            "mate-before-fifty-moves",
            "mate-by-pawn",
            "promotion-by-capture",
            "promotion-by-step",
            "repetition",
            "repetition-after-castling-rights",
            "repetition-after-double-step",
            "resignation",
            "stalemate",
        ],
        Variant::Baroque => &[
            "chameleon",
            "coordinator",
            "drawn-asymmetric",
            "drawn-symmetric",
            "freezing",
            "leaper",
            "mate",
            "pincer",
            "repetition",
            "stalemate",
            "withdrawer",
        ],
        Variant::Chakart => &["hidden", "open"],
        Variant::Bario => &[
            "castling",
            "choice",
            "mate",
            "recycle-into-check",
            "reset",
            "stalemate",
        ],
    }
}

/// Returns all playthroughs of a variant.
pub(crate) fn of(variant: Variant) -> impl Iterator<Item = Record> {
    let path = move |name| format!("playthroughs/{variant}/{name}.txt");
    let names = required(variant).iter();
    names.map(move |name| read(&crate::read(path(name))).1)
}

/// Reads the comment, the setup and the inputs of a playthrough.
fn read(text: &str) -> (String, Record) {
    let comment: String = text
        .lines()
        .take_while(|line| line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut record = "oddboard record 1\n".to_owned();
    for line in text.lines().skip_while(|line| line.starts_with('#')) {
        match line {
            "" => {}
            line if line.starts_with(' ') => {}
            line if line.starts_with("setup: ") => record += &format!("{line}\n\n"),
            input => record += &format!("{input}\n"),
        }
    }
    let record = record
        .parse()
        .unwrap_or_else(|error| panic!("{error} of\n{record}"));
    (comment, record)
}

/// Writes the expected text of a playthrough.
fn write(comment: &str, record: &Record) -> String {
    let mut text = format!("{comment}\nsetup: {}\n", record.setup);
    let mut game = Game::new(&record.setup);
    describe_all(&mut text, &game);
    let inputs = record.to_string();
    let inputs = inputs
        .split("\n\n")
        .nth(1)
        .expect("a blank line stands before the inputs")
        .split_whitespace();
    for (input, written) in record.inputs.iter().zip(inputs) {
        text += &format!("\n{written}\n");
        play(&mut game, *input);
        describe_all(&mut text, &game);
    }
    text
}

/// Appends the public view, and then the view of each seat that sees more.
fn describe_all(text: &mut String, game: &Game) {
    let public = game.public_view();
    describe(text, "", public.as_view());
    for seat in Color::ALL {
        let view = game.seat_view(seat);
        if view.as_view() != public.as_view() {
            describe(text, &format!("{seat}: "), view.as_view());
        }
    }
}

/// Appends the content of a view, in indented lines.
fn describe(text: &mut String, who: &str, view: &View) {
    let mut line = |line: String| {
        writeln!(text, "  {who}{}", line.trim_end()).expect("a string takes everything")
    };
    if let Some(turn) = &view.turn {
        let dots = match turn.color {
            Color::White => ".",
            Color::Black => "...",
        };
        line(format!("{}{dots} {}", turn.number, turn.caption));
        for fact in &turn.facts {
            line(match fact {
                Fact::Moved { glyph, from, to } => format!("moved {glyph:?} {from} {to}"),
                Fact::Captured { glyph, at } => format!("captured {glyph:?} {at}"),
                Fact::Promoted { into, at } => format!("promoted {into:?} {at}"),
                Fact::Dropped { glyph, at } => format!("dropped {glyph:?} {at}"),
                Fact::Swapped { a, b } => format!("swapped {a} {b}"),
                Fact::Stole { glyph, from, to } => {
                    format!(
                        "stole {glyph:?} {from} {}",
                        to.map_or("?".to_owned(), |to| to.to_string())
                    )
                }
                Fact::Appeared { glyph, at } => format!("appeared {glyph:?} {at}"),
                Fact::Shot { from, at } => format!("shot {from} {at}"),
                Fact::Burst { object, at } => format!("burst {object:?} {at}"),
                Fact::Ate { object, at, .. } => format!("ate {object:?} {at}"),
                Fact::Slipped { glyph, from, to } => format!("slipped {glyph:?} {from} {to}"),
                Fact::Left { object, at } => format!("left {object:?} {at}"),
                Fact::Drew(effect) => format!("drew {}", effect.name()),
                Fact::Returned { glyph, from, to } => format!("returned {glyph:?} {from} {to}"),
                Fact::Vanished { glyph, at } => format!("vanished {glyph:?} {at}"),
                Fact::Froze { glyph, at } => format!("froze {glyph:?} {at}"),
                Fact::Freed { glyph, at } => format!("freed {glyph:?} {at}"),
                Fact::Recolored { glyph, at } => format!("recolored {glyph:?} {at}"),
                Fact::Brought(role) => format!("brought {role}"),
                Fact::BonusLost => "bonus lost".to_owned(),
                Fact::Defined { glyph, at } => format!("defined {glyph:?} {at}"),
                Fact::Lost { glyph, at } => format!("lost {glyph:?} {at}"),
                Fact::Reset(color) => format!("reset {color}"),
            });
        }
    }
    line(view.position.clone());
    if !view.marks.last.is_empty() {
        line(format!("last {}", names(&view.marks.last)));
    }
    if !view.marks.check.is_empty() {
        line(format!("check {}", names(&view.marks.check)));
    }
    if !view.marks.frozen.is_empty() {
        line(format!("frozen {}", names(&view.marks.frozen)));
    }
    if !view.marks.stealth.is_empty() {
        line(format!("unseen {}", names(&view.marks.stealth)));
    }
    line(match view.status {
        Status::ToDecide(color) => format!("{color} to decide"),
        Status::ToRoll => "chance to decide".to_owned(),
        Status::Over(outcome) => format!("{} {}", outcome.score(), sentence(outcome)),
    });
}

fn sentence(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { winner, reason } => match reason {
            WinReason::Checkmate => format!("{winner} wins by checkmate"),
            WinReason::KingsCaptured => format!("{winner} wins, {} has no king left", !winner),
            WinReason::NoDecision => format!("{winner} wins, {} has no decision left", !winner),
            WinReason::RecycledIntoCheck => {
                format!("{winner} wins, {} recycled into check", !winner)
            }
            WinReason::VariantRule => format!("{winner} wins by a rule of the variant"),
            WinReason::Resignation => format!("{winner} wins, {} resigned", !winner),
            WinReason::OutOfTime => format!("{winner} wins, {} ran out of time", !winner),
        },
        Outcome::Drawn { reason } => match reason {
            DrawReason::Stalemate => "drawn by stalemate",
            DrawReason::Repetition => "drawn by threefold repetition",
            DrawReason::FiftyMoves => "drawn by the fifty-move rule",
            DrawReason::DeadPosition => "drawn, neither side can mate",
            DrawReason::Agreement => "drawn by agreement",
            DrawReason::TurnLimit => "drawn by the turn limit",
        }
        .to_owned(),
        Outcome::Aborted => "broken off".to_owned(),
    }
}

fn names(squares: &[Square]) -> String {
    squares
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn playthroughs_are_as_written() {
    for variant in Variant::ALL {
        for name in required(variant) {
            let path = format!("playthroughs/{variant}/{name}.txt");
            let text = crate::read(&path);
            let (comment, record) = read(&text);
            check_golden(&crate::data(path), &write(&comment, &record));
        }
    }
}

#[test]
fn every_playthrough_is_required() {
    for variant in Variant::ALL {
        let folder = crate::data(format!("playthroughs/{variant}"));
        let files = std::fs::read_dir(&folder).expect("the folder of the playthroughs can be read");
        let mut names: Vec<String> = files
            .map(|file| file.expect("a file of the folder can be named").path())
            .map(|path| {
                path.file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort_unstable();
        assert_eq!(names, required(variant), "{}", folder.display());
    }
}
