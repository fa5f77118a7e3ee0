//! The table of all commands, for parsing, completion, help and registration.

mod option;

pub use self::option::CommandOption;
use self::option::{
    any_match, challenge, confirm, match_of_others, match_over, person, server, setting, variant,
    which,
};
use super::{
    CommandWord, Keyword, OptionKind, ServerTopic, Topic, keyword::written_as, typed::plain,
};
use text::Text;

/// The description of a command.
#[derive(Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name, without slash: one or two words of 1 to 32 lower-case letters. It is the same in all languages,
    /// because people of several languages use it with each other, and the bot uses it in public messages.
    pub name: &'static str,
    /// The summary: a sentence of at most 100 characters.
    pub summary: Text,
    /// An example line, if more than its name has to be shown.
    example: Option<Text>,
    /// The options, required ones first.
    pub options: &'static [CommandOption],
}

impl Spec {
    /// Returns the other commands whose names begin with this name, each with the rest of its name: `server` for
    /// `settings server`.
    pub fn siblings(&self) -> impl Iterator<Item = (&'static Spec, &'static str)> {
        let name = self.name;
        SPECS.iter().filter_map(move |spec| {
            let (first, rest) = spec.name.split_once(' ')?;
            (first == name).then_some((spec, rest))
        })
    }

    /// Returns an example line.
    pub fn example(&self) -> Text {
        let name = || Text::verbatim(format!("/{}", self.name));
        self.example.clone().unwrap_or_else(name)
    }

    /// Returns the option with this name, in any language.
    pub fn option(&self, name: &str) -> Option<&'static CommandOption> {
        let names = written_as(&plain(name));
        let mut options = self.options.iter();
        options.find(|option| names.contains(&option.name()))
    }

    /// Returns the name of an option in the language of the reader.
    pub(super) fn called(&self, name: &str) -> Text {
        let option = self.option(name);
        option.map_or_else(
            || Text::verbatim(name),
            |option| option.keyword.local.clone(),
        )
    }
}

/// The second word of a command whose name begins other names too, on platforms that have to tell them apart:
/// `settings me`.
pub const OWN: &str = "me";

/// Returns the command with this name, in any case.
pub fn spec(name: &str) -> Option<&'static Spec> {
    let is_called = |spec: &&Spec| spec.name.eq_ignore_ascii_case(name);
    SPECS.iter().find(is_called).or_else(|| {
        let (first, own) = name.split_once(' ')?;
        let found = spec(first).filter(|_| own.eq_ignore_ascii_case(OWN))?;
        found.siblings().next().map(|_| found)
    })
}

/// Returns the command whose name these words begin with, and the words after it.
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
        summary: text::summary_challenge(),
        example: Some(text::example_challenge()),
        options: &[
            variant(text::summary_challenge_variant()),
            CommandOption {
                keyword: Keyword::new("opponent", text::option_opponent()),
                summary: text::summary_challenge_opponent(),
                kind: OptionKind::Person,
                required: false,
                positional: true,
            },
            CommandOption {
                keyword: Keyword::new("color", text::option_color()),
                summary: text::summary_challenge_color(),
                kind: OptionKind::Side,
                required: false,
                positional: true,
            },
            CommandOption {
                keyword: Keyword::new("options", text::option_options()),
                summary: text::summary_challenge_options(),
                kind: OptionKind::Options,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("time", text::option_time()),
                summary: text::summary_challenge_time(),
                kind: OptionKind::Time,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("rated", text::option_rated_match()),
                summary: text::summary_challenge_rated(),
                kind: OptionKind::Rated,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("open", text::option_open()),
                summary: text::summary_challenge_open(),
                kind: OptionKind::Yes,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("level", text::option_level()),
                summary: text::summary_challenge_level(),
                kind: OptionKind::Level,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "join",
        summary: text::summary_join(),
        example: Some(text::example_join()),
        options: &[challenge(text::summary_join_match())],
    },
    Spec {
        name: "move",
        summary: text::summary_move(),
        example: Some(text::example_move()),
        options: &[
            CommandOption {
                keyword: Keyword::new("move", text::option_move()),
                summary: text::summary_any_move(),
                kind: OptionKind::Move,
                required: false,
                positional: true,
            },
            which(text::summary_any_match_in(), false),
            confirm(text::summary_move_confirm()),
        ],
    },
    Spec {
        name: "plan",
        summary: text::summary_plan(),
        example: Some(text::example_plan()),
        options: &[
            CommandOption {
                keyword: Keyword::new("moves", text::option_moves()),
                summary: text::summary_plan_moves(),
                kind: OptionKind::Plan,
                required: false,
                positional: true,
            },
            which(text::summary_any_match_in(), false),
        ],
    },
    Spec {
        name: "why",
        summary: text::summary_why(),
        example: Some(text::example_why()),
        options: &[
            CommandOption {
                keyword: Keyword::new("move", text::option_move()),
                summary: text::summary_any_move(),
                kind: OptionKind::Move,
                required: true,
                positional: true,
            },
            which(text::summary_any_match_in(), false),
        ],
    },
    Spec {
        name: "hint",
        summary: text::summary_hint(),
        example: None,
        options: &[which(text::summary_any_match_in(), true)],
    },
    Spec {
        name: "board",
        summary: text::summary_board(),
        example: None,
        options: &[which(text::summary_any_match_of(), true)],
    },
    Spec {
        name: "view",
        summary: text::summary_view(),
        example: None,
        options: &[which(text::summary_any_match_of(), true)],
    },
    Spec {
        name: "resign",
        summary: text::summary_resign(),
        example: None,
        options: &[
            which(text::summary_resign_match(), true),
            confirm(text::summary_resign_confirm()),
        ],
    },
    Spec {
        name: "draw",
        summary: text::summary_draw(),
        example: None,
        options: &[which(text::summary_offer_match(), true)],
    },
    Spec {
        name: "takeback",
        summary: text::summary_takeback(),
        example: None,
        options: &[which(text::summary_offer_match(), true)],
    },
    Spec {
        name: "pause",
        summary: text::summary_pause(),
        example: None,
        options: &[which(text::summary_offer_match(), true)],
    },
    Spec {
        name: "rematch",
        summary: text::summary_rematch(),
        example: None,
        options: &[match_over(text::summary_rematch_match())],
    },
    Spec {
        name: "block",
        summary: text::summary_block(),
        example: Some(text::example_block()),
        options: &[person(text::summary_block_person(), true)],
    },
    Spec {
        name: "unblock",
        summary: text::summary_unblock(),
        example: None,
        options: &[person(text::summary_unblock_person(), false)],
    },
    Spec {
        name: "games",
        summary: text::summary_games(),
        example: None,
        options: &[],
    },
    Spec {
        name: "profile",
        summary: text::summary_profile(),
        example: None,
        options: &[person(text::summary_profile_person(), false)],
    },
    Spec {
        name: "leaderboard",
        summary: text::summary_leaderboard(),
        example: None,
        options: &[variant(text::summary_leaderboard_variant())],
    },
    Spec {
        name: "history",
        summary: text::summary_history(),
        example: None,
        options: &[
            any_match(text::summary_any_match_of()),
            CommandOption {
                keyword: Keyword::new("eyes", text::option_eyes()),
                summary: text::summary_history_eyes(),
                kind: OptionKind::Eyes,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "replay",
        summary: text::summary_replay(),
        example: None,
        options: &[
            any_match(text::summary_replay_match()),
            CommandOption {
                keyword: Keyword::new("eyes", text::option_eyes()),
                summary: text::summary_replay_eyes(),
                kind: OptionKind::Eyes,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "review",
        summary: text::summary_review(),
        example: None,
        options: &[match_over(text::summary_review_match())],
    },
    Spec {
        name: "export",
        summary: text::summary_export(),
        example: None,
        options: &[any_match(text::summary_any_match_of())],
    },
    Spec {
        name: "verify",
        summary: text::summary_verify(),
        example: None,
        options: &[any_match(text::summary_verify_match())],
    },
    Spec {
        name: "settings",
        summary: text::summary_settings(),
        example: Some(text::example_settings()),
        options: &[
            setting(Topic::Bottom, text::summary_settings_bottom()),
            setting(Topic::Theme, text::summary_settings_theme()),
            setting(Topic::Pictures, text::summary_settings_pictures()),
            setting(Topic::Language, text::summary_settings_language()),
            setting(Topic::Letters, text::summary_settings_letters()),
            setting(Topic::Confirmation, text::summary_settings_confirm()),
        ],
    },
    Spec {
        name: "settings server",
        summary: text::summary_server(),
        example: Some(text::example_server()),
        options: &[
            server(ServerTopic::Channels, text::summary_server_channels()),
            server(ServerTopic::Threads, text::summary_server_threads()),
            server(ServerTopic::Bells, text::summary_server_bells()),
            server(ServerTopic::Boards, text::summary_server_boards()),
            server(ServerTopic::Time, text::summary_server_time()),
            server(ServerTopic::Forfeit, text::summary_server_forfeit()),
            server(ServerTopic::Language, text::summary_server_language()),
            server(ServerTopic::Rated, text::summary_server_rated()),
            server(ServerTopic::Challengers, text::summary_server_challengers()),
            server(ServerTopic::Vacation, text::summary_server_vacation()),
            server(ServerTopic::Daily, text::summary_server_daily()),
        ],
    },
    Spec {
        name: "reminders",
        summary: text::summary_reminders(),
        example: Some(text::example_reminders()),
        options: &[
            setting(Topic::Reminders, text::summary_reminders_by()),
            setting(Topic::Quiet, text::summary_reminders_quiet()),
            setting(Topic::Zone, text::summary_reminders_zone()),
            setting(Topic::Bells, text::summary_reminders_bells()),
        ],
    },
    Spec {
        name: "vacation",
        summary: text::summary_vacation(),
        example: Some(text::example_vacation()),
        options: &[
            CommandOption {
                keyword: Keyword::new("days", text::option_days()),
                summary: text::summary_vacation_days(),
                kind: OptionKind::Days,
                required: false,
                positional: true,
            },
            CommandOption {
                keyword: Keyword::new("until", text::option_until()),
                summary: text::summary_vacation_until(),
                kind: OptionKind::Date,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "rules",
        summary: text::summary_rules(),
        example: Some(text::example_rules()),
        options: &[
            variant(text::summary_rules_variant()),
            CommandOption {
                keyword: Keyword::new("topic", text::option_topic()),
                summary: text::summary_rules_topic(),
                kind: OptionKind::Topic,
                required: false,
                positional: true,
            },
            CommandOption {
                keyword: Keyword::new("here", text::option_here()),
                summary: text::summary_rules_here(),
                kind: OptionKind::Yes,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("picture", text::option_picture()),
                summary: text::summary_rules_picture(),
                kind: OptionKind::Picture,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("move", text::option_move()),
                summary: text::summary_rules_move(),
                kind: OptionKind::Answer,
                required: false,
                positional: false,
            },
            which(text::summary_rules_match(), false),
        ],
    },
    Spec {
        name: "puzzle",
        summary: text::summary_puzzle(),
        example: Some(text::example_puzzle()),
        options: &[
            variant(text::summary_puzzle_variant()),
            CommandOption {
                keyword: Keyword::new("move", text::option_move()),
                summary: text::summary_puzzle_move(),
                kind: OptionKind::Answer,
                required: false,
                positional: false,
            },
            CommandOption {
                keyword: Keyword::new("daily", text::option_daily()),
                summary: text::summary_puzzle_daily(),
                kind: OptionKind::Rated,
                required: false,
                positional: false,
            },
        ],
    },
    Spec {
        name: "mydata",
        summary: text::summary_mydata(),
        example: None,
        options: &[],
    },
    Spec {
        name: "link",
        summary: text::summary_link(),
        example: Some(text::example_link()),
        options: &[CommandOption {
            keyword: Keyword::new("code", text::option_code()),
            summary: text::summary_link_code(),
            kind: OptionKind::Code,
            required: false,
            positional: true,
        }],
    },
    Spec {
        name: "follow",
        summary: text::summary_follow(),
        example: None,
        options: &[match_of_others(text::summary_follow_match())],
    },
    Spec {
        name: "doctor",
        summary: text::summary_doctor(),
        example: None,
        options: &[],
    },
    Spec {
        name: "help",
        summary: text::summary_help(),
        example: Some(text::example_help()),
        options: &[CommandOption {
            keyword: Keyword::new("command", text::option_command()),
            summary: text::summary_help_command(),
            kind: OptionKind::Command,
            required: false,
            positional: true,
        }],
    },
];
