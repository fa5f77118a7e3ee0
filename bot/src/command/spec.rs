//! The table of all commands, from which they are read, completed, explained and registered.

mod option;

pub use self::option::CommandOption;
use self::option::{
    any_match, challenge, confirm, match_of_others, match_over, person, server, setting, variant,
    which,
};
use super::{
    CommandWord, Keyword, OptionKind, ServerTopic, Topic, keyword::written_as, typed::plain,
};
use crate::words::{self, Text};

/// A command.
#[derive(Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its name, without slash: one or two words of 1 to 32 lower-case letters. It is the same in all languages, for people
    /// of several languages speak of it to each other, and so does the bot to all in a channel.
    pub name: &'static str,
    /// What it does: a sentence of at most 100 characters.
    pub summary: Text,
    /// A line that shows it used, if more is to be shown than its name.
    example: Option<Text>,
    /// Its options, required ones first.
    pub options: &'static [CommandOption],
}

impl Spec {
    /// The other commands whose names begin with its own, each with what follows: `server` for `settings server`.
    pub fn siblings(&self) -> impl Iterator<Item = (&'static Spec, &'static str)> {
        let name = self.name;
        SPECS.iter().filter_map(move |spec| {
            let (first, rest) = spec.name.split_once(' ')?;
            (first == name).then_some((spec, rest))
        })
    }

    /// A line that shows it used.
    pub fn example(&self) -> Text {
        let name = || Text::verbatim(format!("/{}", self.name));
        self.example.clone().unwrap_or_else(name)
    }

    /// The option with this name, in any language.
    pub fn option(&self, name: &str) -> Option<&'static CommandOption> {
        let names = written_as(&plain(name));
        let mut options = self.options.iter();
        options.find(|option| names.contains(&option.name()))
    }

    /// What the option with this name is called by who reads of it.
    pub(super) fn called(&self, name: &str) -> Text {
        let option = self.option(name);
        option.map_or_else(
            || Text::verbatim(name),
            |option| option.keyword.local.clone(),
        )
    }
}

/// What stands after the name of a command with which other names begin, where it has to be told from theirs:
/// `settings me`.
pub const OWN: &str = "me";

/// The command with this name, in any case.
pub fn spec(name: &str) -> Option<&'static Spec> {
    let is_called = |spec: &&Spec| spec.name.eq_ignore_ascii_case(name);
    SPECS.iter().find(is_called).or_else(|| {
        let (first, own) = name.split_once(' ')?;
        let found = spec(first).filter(|_| own.eq_ignore_ascii_case(OWN))?;
        found.siblings().next().map(|_| found)
    })
}

/// The command with whose name these words begin, and the words after it.
pub fn named(words: &[CommandWord]) -> Option<(&'static Spec, &[CommandWord])> {
    let texts = words.iter().take(2).map(|word| word.text.as_str());
    let texts: Vec<_> = texts.collect();
    let found = spec(&texts.join(" ")).map(|spec| (spec, &words[texts.len()..]));
    found.or_else(|| Some((spec(texts.first()?)?, &words[1..])))
}

/// All commands.
pub const SPECS: &[Spec] = &[
    Spec {
        name: "challenge",
        summary: words::summary_challenge(),
        example: Some(words::example_challenge()),
        options: &[
            variant(words::summary_challenge_variant()),
            CommandOption {
                keyword: Keyword::new("opponent", words::option_opponent()),
                summary: words::summary_challenge_opponent(),
                kind: OptionKind::Person,
                required: false,
                positional: true,
            },
            CommandOption {
                keyword: Keyword::new("color", words::option_color()),
                summary: words::summary_challenge_color(),
                kind: OptionKind::Side,
                required: false,
                positional: true,
            },
            CommandOption {
                keyword: Keyword::new("options", words::option_options()),
                summary: words::summary_challenge_options(),
                kind: OptionKind::Options,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("time", words::option_time()),
                summary: words::summary_challenge_time(),
                kind: OptionKind::Time,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("rated", words::option_rated_match()),
                summary: words::summary_challenge_rated(),
                kind: OptionKind::Rated,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("open", words::option_open()),
                summary: words::summary_challenge_open(),
                kind: OptionKind::Yes,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("level", words::option_level()),
                summary: words::summary_challenge_level(),
                kind: OptionKind::Level,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "join",
        summary: words::summary_join(),
        example: Some(words::example_join()),
        options: &[challenge(words::summary_join_match())],
    },
    Spec {
        name: "move",
        summary: words::summary_move(),
        example: Some(words::example_move()),
        options: &[
            CommandOption {
                keyword: Keyword::new("move", words::option_move()),
                summary: words::summary_any_move(),
                kind: OptionKind::Move,
                required: false,
                positional: true,
            },
            which(words::summary_any_match_in(), false),
            confirm(words::summary_move_confirm()),
        ],
    },
    Spec {
        name: "plan",
        summary: words::summary_plan(),
        example: Some(words::example_plan()),
        options: &[
            CommandOption {
                keyword: Keyword::new("moves", words::option_moves()),
                summary: words::summary_plan_moves(),
                kind: OptionKind::Plan,
                required: false,
                positional: true,
            },
            which(words::summary_any_match_in(), false),
        ],
    },
    Spec {
        name: "why",
        summary: words::summary_why(),
        example: Some(words::example_why()),
        options: &[
            CommandOption {
                keyword: Keyword::new("move", words::option_move()),
                summary: words::summary_any_move(),
                kind: OptionKind::Move,
                required: true,
                positional: true,
            },
            which(words::summary_any_match_in(), false),
        ],
    },
    Spec {
        name: "hint",
        summary: words::summary_hint(),
        example: None,
        options: &[which(words::summary_any_match_in(), true)],
    },
    Spec {
        name: "board",
        summary: words::summary_board(),
        example: None,
        options: &[which(words::summary_any_match_of(), true)],
    },
    Spec {
        name: "view",
        summary: words::summary_view(),
        example: None,
        options: &[which(words::summary_any_match_of(), true)],
    },
    Spec {
        name: "resign",
        summary: words::summary_resign(),
        example: None,
        options: &[
            which(words::summary_resign_match(), true),
            confirm(words::summary_resign_confirm()),
        ],
    },
    Spec {
        name: "draw",
        summary: words::summary_draw(),
        example: None,
        options: &[which(words::summary_offer_match(), true)],
    },
    Spec {
        name: "takeback",
        summary: words::summary_takeback(),
        example: None,
        options: &[which(words::summary_offer_match(), true)],
    },
    Spec {
        name: "pause",
        summary: words::summary_pause(),
        example: None,
        options: &[which(words::summary_offer_match(), true)],
    },
    Spec {
        name: "rematch",
        summary: words::summary_rematch(),
        example: None,
        options: &[match_over(words::summary_rematch_match())],
    },
    Spec {
        name: "block",
        summary: words::summary_block(),
        example: Some(words::example_block()),
        options: &[person(words::summary_block_person(), true)],
    },
    Spec {
        name: "unblock",
        summary: words::summary_unblock(),
        example: None,
        options: &[person(words::summary_unblock_person(), false)],
    },
    Spec {
        name: "games",
        summary: words::summary_games(),
        example: None,
        options: &[],
    },
    Spec {
        name: "profile",
        summary: words::summary_profile(),
        example: None,
        options: &[person(words::summary_profile_person(), false)],
    },
    Spec {
        name: "leaderboard",
        summary: words::summary_leaderboard(),
        example: None,
        options: &[variant(words::summary_leaderboard_variant())],
    },
    Spec {
        name: "history",
        summary: words::summary_history(),
        example: None,
        options: &[
            any_match(words::summary_any_match_of()),
            CommandOption {
                keyword: Keyword::new("eyes", words::option_eyes()),
                summary: words::summary_history_eyes(),
                kind: OptionKind::Eyes,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "replay",
        summary: words::summary_replay(),
        example: None,
        options: &[
            any_match(words::summary_replay_match()),
            CommandOption {
                keyword: Keyword::new("eyes", words::option_eyes()),
                summary: words::summary_replay_eyes(),
                kind: OptionKind::Eyes,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "review",
        summary: words::summary_review(),
        example: None,
        options: &[match_over(words::summary_review_match())],
    },
    Spec {
        name: "export",
        summary: words::summary_export(),
        example: None,
        options: &[any_match(words::summary_any_match_of())],
    },
    Spec {
        name: "verify",
        summary: words::summary_verify(),
        example: None,
        options: &[any_match(words::summary_verify_match())],
    },
    Spec {
        name: "settings",
        summary: words::summary_settings(),
        example: Some(words::example_settings()),
        options: &[
            setting(Topic::Bottom, words::summary_settings_bottom()),
            setting(Topic::Theme, words::summary_settings_theme()),
            setting(Topic::Pictures, words::summary_settings_pictures()),
            setting(Topic::Language, words::summary_settings_language()),
            setting(Topic::Letters, words::summary_settings_letters()),
            setting(Topic::Confirmation, words::summary_settings_confirm()),
        ],
    },
    Spec {
        name: "settings server",
        summary: words::summary_server(),
        example: Some(words::example_server()),
        options: &[
            server(ServerTopic::Channels, words::summary_server_channels()),
            server(ServerTopic::Threads, words::summary_server_threads()),
            server(ServerTopic::Bells, words::summary_server_bells()),
            server(ServerTopic::Boards, words::summary_server_boards()),
            server(ServerTopic::Time, words::summary_server_time()),
            server(ServerTopic::Forfeit, words::summary_server_forfeit()),
            server(ServerTopic::Language, words::summary_server_language()),
            server(ServerTopic::Rated, words::summary_server_rated()),
            server(
                ServerTopic::Challengers,
                words::summary_server_challengers(),
            ),
            server(ServerTopic::Vacation, words::summary_server_vacation()),
            server(ServerTopic::Daily, words::summary_server_daily()),
        ],
    },
    Spec {
        name: "reminders",
        summary: words::summary_reminders(),
        example: Some(words::example_reminders()),
        options: &[
            setting(Topic::Reminders, words::summary_reminders_by()),
            setting(Topic::Quiet, words::summary_reminders_quiet()),
            setting(Topic::Zone, words::summary_reminders_zone()),
            setting(Topic::Bells, words::summary_reminders_bells()),
        ],
    },
    Spec {
        name: "vacation",
        summary: words::summary_vacation(),
        example: Some(words::example_vacation()),
        options: &[
            CommandOption {
                keyword: Keyword::new("days", words::option_days()),
                summary: words::summary_vacation_days(),
                kind: OptionKind::Days,
                required: false,
                positional: true,
            },
            CommandOption {
                keyword: Keyword::new("until", words::option_until()),
                summary: words::summary_vacation_until(),
                kind: OptionKind::Date,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "rules",
        summary: words::summary_rules(),
        example: Some(words::example_rules()),
        options: &[
            variant(words::summary_rules_variant()),
            CommandOption {
                keyword: Keyword::new("topic", words::option_topic()),
                summary: words::summary_rules_topic(),
                kind: OptionKind::Topic,
                required: false,
                positional: true,
            },
            CommandOption {
                keyword: Keyword::new("here", words::option_here()),
                summary: words::summary_rules_here(),
                kind: OptionKind::Yes,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("picture", words::option_picture()),
                summary: words::summary_rules_picture(),
                kind: OptionKind::Picture,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("move", words::option_move()),
                summary: words::summary_rules_move(),
                kind: OptionKind::Answer,
                required: false,
                positional: false,
            },
            which(words::summary_rules_match(), false),
        ],
    },
    Spec {
        name: "puzzle",
        summary: words::summary_puzzle(),
        example: Some(words::example_puzzle()),
        options: &[
            variant(words::summary_puzzle_variant()),
            CommandOption {
                keyword: Keyword::new("move", words::option_move()),
                summary: words::summary_puzzle_move(),
                kind: OptionKind::Answer,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("daily", words::option_daily()),
                summary: words::summary_puzzle_daily(),
                kind: OptionKind::Rated,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "mydata",
        summary: words::summary_mydata(),
        example: None,
        options: &[],
    },
    Spec {
        name: "link",
        summary: words::summary_link(),
        example: Some(words::example_link()),
        options: &[CommandOption {
            keyword: Keyword::new("code", words::option_code()),
            summary: words::summary_link_code(),
            kind: OptionKind::Code,
            required: false,
            positional: true,
        }],
    },
    Spec {
        name: "follow",
        summary: words::summary_follow(),
        example: None,
        options: &[match_of_others(words::summary_follow_match())],
    },
    Spec {
        name: "doctor",
        summary: words::summary_doctor(),
        example: None,
        options: &[],
    },
    Spec {
        name: "help",
        summary: words::summary_help(),
        example: Some(words::example_help()),
        options: &[CommandOption {
            keyword: Keyword::new("command", words::option_command()),
            summary: words::summary_help_command(),
            kind: OptionKind::Command,
            required: false,
            positional: true,
        }],
    },
];
