//! Answers to the person who asked.

use render::words;
use rules::{Action, Record, Variant};

use super::{fit::fit, handbook, history::History, played, posts::button, settings::settings};
use crate::{
    command::{Control, OptionKind, OptionSpec, SPECS, Spec, sentence},
    commit_reveal::Report,
    ports::{
        Answer, Attachment, Button, Control as Row, Emphasis, Finding, Form, MatchId, Menu,
        Message, Private,
    },
    service::{Done, Entries, Listed, Menus, Question, Refusal, Seen, Stage, Told, Why, list},
};

/// What a player hears once who cannot be written to.
const CLOSED: &str = "\nI cannot send you direct messages, so you hear of your turns in the channel only. To get your \
                      own view by itself, allow direct messages from me; until then /view or the button My view shows it.";

/// The answer to a change that was made.
pub fn done(done: &Done) -> Answer {
    let (text, replaces) = match done {
        Done::Opened(id) => (
            format!(
                "Your challenge is posted; its name is {id}. The match begins when it is accepted."
            ),
            false,
        ),
        Done::Accepted(id) => (
            format!("You accepted. Match {id} has begun; its board is posted."),
            false,
        ),
        Done::Declined(id) => (format!("You declined the challenge {id}."), false),
        Done::Withdrawn(id) => (format!("You withdrew the challenge {id}."), false),
        Done::Moved {
            id,
            caption,
            tell_closed,
            ..
        } => {
            let closed = if *tell_closed { CLOSED } else { "" };
            (format!("You played {caption} in match {id}.{closed}"), true)
        }
        Done::BoardPosted(id) => (format!("The board of match {id} is posted."), false),
        Done::Resigned(id) => (format!("You resigned match {id}."), true),
        Done::Ended(id) => (
            format!("You ended match {id}; it counts as resigned by your opponent, who has left."),
            true,
        ),
        Done::DrawOffered(id) => (
            format!(
                "You offered a draw in match {id}. It stands until your opponent answers or plays on."
            ),
            false,
        ),
        Done::DrawAgreed(id) => (format!("Match {id} is drawn by agreement."), false),
        Done::DrawDeclined(id) => (
            format!("You declined the draw in match {id}. Play goes on."),
            false,
        ),
        Done::Set(chosen) => {
            return Answer {
                message: settings(chosen),
                replaces: true,
                is_evident: false,
            };
        }
    };
    let tells_more =
        matches!(done, Done::Moved { look, tell_closed, .. } if look.is_some() || *tell_closed);
    Answer {
        message: Message::text(text),
        replaces,
        is_evident: !tells_more,
    }
}

/// The answer to what was refused.
pub fn refusal(refusal: &Refusal) -> Answer {
    let mut message = Message::text(fit(&refusal.to_string()));
    if let Refusal::IllegalMove { why, .. } = refusal {
        message.controls = handbook::to_rule(why);
    }
    Answer {
        message,
        replaces: false,
        is_evident: false,
    }
}

/// The answer when the store failed: nobody knows yet whether the change was made.
pub fn failure() -> Answer {
    let text = "Not confirmed: I could not write to my store just now, so I cannot say yet whether this counts. \
                Send the same again with “Try again”: if it was kept it will not be done twice. Where there is no such \
                button, look at /board or /games first.";
    Answer {
        message: Message::text(text),
        replaces: false,
        is_evident: false,
    }
}

/// What is said while an event waits to be taken up.
pub const BUSY: &str = "Many people are playing at this moment, so this takes a little longer.";

/// The answer to an event that has waited for too long.
pub fn too_busy() -> Answer {
    let text = "Too many people are playing at this moment, and nothing has changed. Please try again in a minute.";
    Answer {
        message: Message::text(text),
        replaces: false,
        is_evident: false,
    }
}

/// The answer when we made a mistake.
pub fn bug() -> Answer {
    let text = "Something went wrong on my side, and nothing has changed. Please try again; \
                if it happens again, tell whoever runs me.";
    Answer {
        message: Message::text(text),
        replaces: false,
        is_evident: false,
    }
}

/// The answer to what somebody wanted to know.
pub fn told(told: &Told) -> Answer {
    let (mut message, replaces) = match told {
        Told::Help(None) => (Message::text(help()), false),
        Told::Help(Some(spec)) => (Message::text(help_about(spec)), false),
        Told::Rules => (handbook::contents(), false),
        Told::Page(page) => (handbook::page(page), page.is_turned),
        Told::NoTopic {
            variant,
            text,
            nearest,
        } => (handbook::no_topic(*variant, text, nearest), false),
        Told::Games { listed, set_aside } => (Message::text(games(listed, set_aside)), false),
        Told::View(look) => (
            Message::text(format!("Match {}, as you see it:", look.id)),
            false,
        ),
        Told::History(seen) => (last_moves(seen, &History::of(seen)), false),
        Told::Story(seen) => (last_moves(seen, &History::in_full(seen)), false),
        // The animation has words of its own.
        Told::Replay(_) => (Message::text(""), false),
        Told::Settings(chosen) => (settings(chosen), false),
        Told::ExportSeen(seen) => (export_seen(seen), false),
        Told::Export { id, record } => (export(*id, record), false),
        Told::Verified(report) => (Message::text(verified(report)), false),
        Told::Guide { id, ply, menus } => (guide(*id, *ply, menus), true),
        Told::AskMove {
            id,
            ply,
            action,
            caption,
            opponent,
        } => (ask_move(*id, *ply, *action, caption, opponent), true),
        Told::Why { row, text, of, why } => {
            let mut message = Message::text(super::why::why(row, text, *of, why));
            if let Why::Illegal(why) = why {
                message.controls = handbook::to_rule(why);
            }
            (message, false)
        }
        Told::AskResign { id, ply, opponent } => (ask_resign(*id, *ply, opponent), false),
        Told::Doctor(findings) => (Message::text(doctor(findings)), false),
        Told::Kept => (Message::text("Nothing has changed. Play on!"), true),
    };
    message.text = fit(&message.text);
    Answer {
        message,
        replaces,
        is_evident: false,
    }
}

/// The form in which somebody writes a move.
pub fn write_form(id: MatchId, ply: usize, variant: Variant) -> Form {
    Form {
        id: Control::Write(id, ply).to_string(),
        title: format!("Match {id}, {}", variant.title()),
        label: "Your move".to_owned(),
        example: variant.info().example.to_owned(),
    }
}

/// The answer when the form could not be shown.
pub fn no_form() -> Answer {
    Answer {
        message: Message::text(
            "I could not show you the line to write in. Write your move with /move instead.",
        ),
        replaces: false,
        is_evident: false,
    }
}

fn doctor(findings: &[Finding]) -> String {
    let line = |finding: &Finding| {
        let sign = if finding.works { "✓" } else { "✗" };
        format!("{sign} {}", finding.text)
    };
    let lines: Vec<_> = findings.iter().map(line).collect();
    let verdict = match findings.iter().filter(|finding| !finding.works).count() {
        0 => "All is well here.",
        1 => "One thing does not work here.",
        _ => "Some things do not work here.",
    };
    format!("{verdict}\n{}", lines.join("\n"))
}

/// What somebody hears who could not be shown an answer where they asked. Others may see it on a screen, so it tells
/// nothing of what they asked.
pub fn late(is_done: bool) -> Message<Private> {
    Message::text(if is_done {
        "I could not show you my answer in time, but it counts: what you asked for is done. /games tells how your \
         matches stand."
    } else {
        "I could not show you my answer in time, and nothing has changed. Please ask again."
    })
}

fn help() -> String {
    let commands: Vec<_> = SPECS
        .iter()
        .map(|spec| format!("/{} — {}", spec.name, spec.summary))
        .collect();
    let variants =
        Variant::ALL.map(|variant| format!("{}: {}", variant.title(), words::essence(variant)));
    format!(
        "I referee odd chess variants. Challenge somebody with /challenge berolina; when they accept, \
         play with /move, or with what is offered below the board.\n\n{}\n\n{}\n\n\
         /help with the name of a command tells more, such as /help move.",
        variants.join("\n"),
        commands.join("\n")
    )
}

fn help_about(spec: &Spec) -> String {
    let option = |option: &OptionSpec| {
        let must = if option.required { "" } else { " (optional)" };
        format!("• {}{must}: {}", option.name, option.summary)
    };
    let options: Vec<_> = spec.options.iter().map(option).collect();
    let options = if options.is_empty() {
        "It takes no options.".to_owned()
    } else {
        options.join("\n")
    };
    let mut help = format!(
        "/{} — {}\n{options}\nFor example: {}",
        spec.name, spec.summary, spec.example
    );
    if spec
        .options
        .iter()
        .any(|option| option.kind == OptionKind::Options)
    {
        help.extend(Variant::ALL.map(handbook::options));
    }
    help
}

fn games(listed: &[Listed], set_aside: &[MatchId]) -> String {
    if listed.is_empty() && set_aside.is_empty() {
        return "You have no match in play and no challenge open. /challenge opens one, \
                /history shows your last match."
            .to_owned();
    }
    let damaged = set_aside.iter().map(|id| {
        format!("{id}: damaged, so nobody can play on in it; /board match:{id} tells more")
    });
    list(&listed.iter().map(game).chain(damaged).collect::<Vec<_>>())
}

fn game(
    Listed {
        row,
        viewer,
        your_turn,
        turns,
    }: &Listed,
) -> String {
    let variant = played(&row.setup);
    match (&row.stage, row.seat_of(viewer)) {
        (Stage::Challenge, _) if row.challenger.id != *viewer => {
            format!(
                "{}: {} challenges you to {variant}; accept it in its channel",
                row.id, row.challenger.name
            )
        }
        (Stage::Challenge, _) => match &row.challenged {
            Some(challenged) => format!(
                "{}: your challenge to {}, {variant}, not accepted yet",
                row.id, challenged.name
            ),
            None => format!(
                "{}: your challenge to anybody, {variant}, not accepted yet",
                row.id
            ),
        },
        (_, Some(seat)) => {
            let turn = if *your_turn {
                "your turn"
            } else {
                "waiting for your opponent"
            };
            let plural = if *turns == 1 { "" } else { "s" };
            format!(
                "{}: {variant} against {} ({}), {turn}, {turns} turn{plural} played",
                row.id,
                row.names()[!seat],
                !seat
            )
        }
        (_, None) => format!("{}: {variant}", row.id),
    }
}

fn export(id: MatchId, record: &Record) -> Message<Private> {
    let mut message = Message::text(format!(
        "The record of match {id}: its moves as a text file, for you to keep."
    ));
    message.attachment = Some(Attachment {
        name: format!("oddboard-{id}.txt"),
        text: record.to_string(),
    });
    message
}

/// What somebody may keep of a match whose record holds secrets.
fn export_seen(seen: &Seen) -> Message<Private> {
    let id = seen.row.id;
    let mut message = Message::text(format!(
        "The record of match {id} holds what only one side may know, so until the match is over you get the moves as you \
         have seen them. /export gives the whole record then."
    ));
    message.attachment = Some(moves_file(seen, &History::of(seen)));
    message
}

/// The moves of a match; where they are too many for a message, the last of them, and all in a file.
fn last_moves(seen: &Seen, history: &History) -> Message<Private> {
    match history.last() {
        None => Message::text(history.whole()),
        Some(last) => {
            let mut message = Message::text(last);
            message.attachment = Some(moves_file(seen, history));
            message
        }
    }
}

fn moves_file(seen: &Seen, history: &History) -> Attachment {
    Attachment {
        name: format!("oddboard-{}.txt", seen.row.id),
        text: history.whole() + "\n",
    }
}

fn verified(report: &Report) -> String {
    if report.flaws.is_empty() {
        return format!(
            "{report}\nTo check it without me: /export gives the record, and oddboard replay --verify FILE checks it."
        );
    }
    let flaws: Vec<_> = report
        .flaws
        .iter()
        .map(|flaw| sentence(&flaw.to_string()))
        .collect();
    format!("{report}\n{}", list(&flaws))
}

fn guide(id: MatchId, ply: usize, menus: &Menus) -> Message<Private> {
    let mut message = Message::text(format!("Match {id}: {}", question(menus.question)));
    let menu = |(n, entries): (usize, &Entries)| {
        Row::Menu(Menu {
            id: Control::Pick(id, ply, n).to_string(),
            label: entries.label.clone(),
            choices: entries.choices.clone(),
        })
    };
    message.controls = menus.menus.iter().enumerate().map(menu).collect();
    let other_way = if menus.is_first {
        button(Control::Write(id, ply), "Type it", Emphasis::Neutral)
    } else {
        button(Control::Guide(id, ply), "Start over", Emphasis::Neutral)
    };
    message.controls.push(Row::Buttons(vec![other_way]));
    message
}

fn question(question: Question) -> String {
    match question {
        Question::Piece => "which piece do you move?".to_owned(),
        Question::PieceAgain => {
            "Daisy lets you move once more. Which piece do you move?".to_owned()
        }
        Question::Target { piece, from } => {
            format!("where does the {piece} on {from} go?")
        }
        Question::Definition(at) => format!("what does the undefined piece on {at} become?"),
        Question::TargetAs(role, from) => {
            format!("the undefined piece on {from} becomes a {role}. Where does it go?")
        }
        Question::Promotion {
            from,
            to,
            is_forced: false,
        } => format!("the pawn goes from {from} to {to}. What does it become?"),
        Question::Promotion {
            from,
            to,
            is_forced: true,
        } => format!("the pawn on {from} is forced to {to}. What does it become?"),
        Question::KingPlace => "on which square do you place your king?".to_owned(),
        Question::LostPiece(at) => format!("which piece did you lose on {at}?"),
        Question::DropPlace(role) => {
            format!("Toadette brings you a {role}. Where do you place it?")
        }
        Question::Swap => "King Boo makes you swap two pieces. Which is the first?".to_owned(),
        Question::Partner { glyph, at } => {
            let color = glyph.color().map(|color| format!("{color} "));
            let color = color.unwrap_or_default();
            format!(
                "which piece do you swap with the {color}{} on {at}?",
                glyph.name()
            )
        }
    }
}

fn ask_move(
    id: MatchId,
    ply: usize,
    action: Action,
    caption: &str,
    opponent: &str,
) -> Message<Private> {
    let mut message = Message::text(format!(
        "{caption} in match {id} would lose at once: it starts a recycle that leaves your own king in check, and \
         {opponent} wins then (law: bario K9). Nothing has been played. If you mean it, confirm it below, or add confirm:yes \
         to /move."
    ));
    message.controls = vec![Row::Buttons(vec![
        Button {
            id: Control::Play(id, ply, action).to_string(),
            label: "Play it anyway".into(),
            emphasis: Emphasis::Danger,
        },
        Button {
            id: Control::Keep(id).to_string(),
            label: "Keep thinking".into(),
            emphasis: Emphasis::Neutral,
        },
    ])];
    message
}

fn ask_resign(id: MatchId, ply: usize, opponent: &str) -> Message<Private> {
    let mut message = Message::text(format!(
        "Do you really resign match {id}? {opponent} wins then; it cannot be undone."
    ));
    message.controls = vec![Row::Buttons(vec![
        Button {
            id: Control::ResignConfirmed(id, ply).to_string(),
            label: "Yes, resign".into(),
            emphasis: Emphasis::Danger,
        },
        Button {
            id: Control::Keep(id).to_string(),
            label: "Play on".into(),
            emphasis: Emphasis::Neutral,
        },
    ])];
    message
}
