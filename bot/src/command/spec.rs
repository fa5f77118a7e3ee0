//! The table of all commands, from which they are read, completed, explained and registered.

use rules::Variant;

use super::{Eyes, Setting, Topic};

/// A command.
#[derive(Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its name, without slash: 1 to 32 lower-case letters.
    pub name: &'static str,
    /// What it does: a sentence of at most 100 characters.
    pub summary: &'static str,
    /// A line that shows it used.
    pub example: &'static str,
    /// Its options, required ones first.
    pub options: &'static [CommandOption],
}

/// An option of a command.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandOption {
    /// Its name: 1 to 32 lower-case letters.
    pub name: &'static str,
    /// What it is: a phrase of at most 100 characters.
    pub summary: &'static str,
    /// What can stand there.
    pub kind: OptionKind,
    /// Whether it must be given.
    pub required: bool,
    /// Whether its name may be left out.
    pub positional: bool,
}

/// What can stand in an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// The name of a variant.
    Variant,
    /// What is chosen about the variant, such as `setup=symmetric`; words that look so belong here without a name.
    Options,
    /// A person.
    Person,
    /// `white`, `black` or `random`.
    Side,
    /// A move of the match; takes all words that are left.
    Move,
    /// A match.
    Match,
    /// A part of the handbook; takes all words that are left.
    Topic,
    /// The number of a picture of that part.
    Picture,
    /// A move that answers a task of the handbook.
    Answer,
    /// `yes`
    Yes,
    /// The name of a command.
    Command,
    /// Through whose eyes a match is told.
    Eyes,
    /// What somebody chooses about what they alone are shown.
    Setting(Topic),
}

impl OptionKind {
    /// All that can stand there, if that is a few fixed words.
    pub fn words(self) -> Option<Vec<&'static str>> {
        Some(match self {
            OptionKind::Variant => Variant::ALL.map(Variant::name).to_vec(),
            OptionKind::Side => vec!["random", "white", "black"],
            OptionKind::Yes => vec!["yes"],
            OptionKind::Command => SPECS.iter().map(|spec| spec.name).collect(),
            OptionKind::Eyes => Eyes::ALL.map(Eyes::name).to_vec(),
            OptionKind::Setting(topic) => topic.settings().into_iter().map(Setting::name).collect(),
            OptionKind::Options
            | OptionKind::Person
            | OptionKind::Move
            | OptionKind::Match
            | OptionKind::Topic
            | OptionKind::Picture
            | OptionKind::Answer => return None,
        })
    }
}

impl Spec {
    /// The option with this name, in any case.
    pub fn option(&self, name: &str) -> Option<&'static CommandOption> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

impl CommandOption {
    /// What joins several words that are given to it; nothing if it takes only one.
    pub(super) fn joint(&self) -> Option<&'static str> {
        match self.kind {
            OptionKind::Move | OptionKind::Answer => Some(""),
            OptionKind::Options | OptionKind::Topic => Some(" "),
            _ => None,
        }
    }
}

/// The command with this name, in any case.
pub fn spec(name: &str) -> Option<&'static Spec> {
    SPECS
        .iter()
        .find(|spec| spec.name.eq_ignore_ascii_case(name))
}

const fn which(summary: &'static str, positional: bool) -> CommandOption {
    CommandOption {
        name: "match",
        summary,
        kind: OptionKind::Match,
        required: false,
        positional,
    }
}

const fn confirm(summary: &'static str) -> CommandOption {
    CommandOption {
        name: "confirm",
        summary,
        kind: OptionKind::Yes,
        required: false,
        positional: false,
    }
}

const fn setting(topic: Topic, summary: &'static str) -> CommandOption {
    CommandOption {
        name: topic.name(),
        summary,
        kind: OptionKind::Setting(topic),
        required: false,
        positional: false,
    }
}

/// All commands.
pub const SPECS: &[Spec] = &[
    Spec {
        name: "challenge",
        summary: "Challenge somebody, or anybody, to a match in this channel.",
        example: "/challenge berolina @Ann color:white",
        options: &[
            CommandOption {
                name: "variant",
                summary: "the rules to play",
                kind: OptionKind::Variant,
                required: true,
                positional: true,
            },
            CommandOption {
                name: "opponent",
                summary: "whom to challenge; leave it out to challenge anybody",
                kind: OptionKind::Person,
                required: false,
                positional: true,
            },
            CommandOption {
                name: "color",
                summary: "the side you want: white, black or random",
                kind: OptionKind::Side,
                required: false,
                positional: true,
            },
            CommandOption {
                name: "options",
                summary: "what is chosen about the variant, such as objects=open",
                kind: OptionKind::Options,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "move",
        summary: "Play a move; without one, choose it from menus.",
        example: "/move e2g4",
        options: &[
            CommandOption {
                name: "move",
                summary: "the move: squares (e2g4) or short notation (Nf3)",
                kind: OptionKind::Move,
                required: false,
                positional: true,
            },
            which("in which match, if you play several here", false),
            confirm("yes, to play without being asked again a move that loses at once"),
        ],
    },
    Spec {
        name: "why",
        summary: "Say why a move is illegal, or what it would do.",
        example: "/why e2e4",
        options: &[
            CommandOption {
                name: "move",
                summary: "the move: squares (e2g4) or short notation (Nf3)",
                kind: OptionKind::Move,
                required: true,
                positional: true,
            },
            which("in which match, if you play several here", false),
        ],
    },
    Spec {
        name: "board",
        summary: "Show the board again to everyone in the channel.",
        example: "/board",
        options: &[which("of which match", true)],
    },
    Spec {
        name: "view",
        summary: "Show the board as you alone may see it; nobody else reads the answer.",
        example: "/view",
        options: &[which("of which match", true)],
    },
    Spec {
        name: "resign",
        summary: "Give up a match.",
        example: "/resign",
        options: &[
            which("which match", true),
            confirm("yes, to resign without being asked again"),
        ],
    },
    Spec {
        name: "draw",
        summary: "Offer a draw, or accept the one that is offered.",
        example: "/draw",
        options: &[which("in which match", true)],
    },
    Spec {
        name: "games",
        summary: "List your matches and whose turn it is.",
        example: "/games",
        options: &[],
    },
    Spec {
        name: "history",
        summary: "List the moves of a match.",
        example: "/history",
        options: &[
            which("of which match", true),
            CommandOption {
                name: "eyes",
                summary: "once it is over: tell it in full, as white, black or everybody saw it, or everything",
                kind: OptionKind::Eyes,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "replay",
        summary: "Get a match as an animated picture.",
        example: "/replay",
        options: &[
            which("which match", true),
            CommandOption {
                name: "eyes",
                summary: "once it is over: as white, black or everybody saw it, or everything",
                kind: OptionKind::Eyes,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "export",
        summary: "Get the record of a match as a text file.",
        example: "/export",
        options: &[which("of which match", true)],
    },
    Spec {
        name: "verify",
        summary: "Check that the dice of a finished match were fair.",
        example: "/verify",
        options: &[which("of which match; your last one if left out", true)],
    },
    Spec {
        name: "settings",
        summary: "Choose how boards look that are for you alone, and your language.",
        example: "/settings theme:dark",
        options: &[
            setting(Topic::Bottom, "the side at the bottom: own, white or mover"),
            setting(
                Topic::Theme,
                "the colors: usual, light, dark, high-contrast or print",
            ),
            setting(Topic::Pictures, "the pictures: normal, large or text"),
            setting(Topic::Language, "the language of what I tell you alone"),
        ],
    },
    Spec {
        name: "rules",
        summary: "Open the handbook: the rules of a variant, its pieces, examples and practice.",
        example: "/rules baroque pincer",
        options: &[
            CommandOption {
                name: "variant",
                summary: "the variant; leave it out to see which there are",
                kind: OptionKind::Variant,
                required: false,
                positional: true,
            },
            CommandOption {
                name: "topic",
                summary: "a piece, an object, an effect or a rule; leave it out for an overview",
                kind: OptionKind::Topic,
                required: false,
                positional: true,
            },
            CommandOption {
                name: "here",
                summary: "yes, to say what that means on the board of your match",
                kind: OptionKind::Yes,
                required: false,
                positional: false,
            },
            CommandOption {
                name: "picture",
                summary: "which of its pictures to show: 2 for the second",
                kind: OptionKind::Picture,
                required: false,
                positional: false,
            },
            CommandOption {
                name: "move",
                summary: "your answer to a practice position, such as c2c4",
                kind: OptionKind::Answer,
                required: false,
                positional: false,
            },
            which("with here: in which match, if you play several here", false),
        ],
    },
    Spec {
        name: "doctor",
        summary: "Say what works for you here, and what to do about what does not.",
        example: "/doctor",
        options: &[],
    },
    Spec {
        name: "help",
        summary: "Say what I can do, or explain one command.",
        example: "/help challenge",
        options: &[CommandOption {
            name: "command",
            summary: "the command to explain",
            kind: OptionKind::Command,
            required: false,
            positional: true,
        }],
    },
];
