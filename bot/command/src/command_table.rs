//! The table of all commands. The parsers, completion, `/help`, the page of commands and the registration on platforms
//! follow from it.
//!
//! A new command needs:
//!
//! - a variant of [`Command`], with its name in `Command::name` and its texts in `bot/text/languages`;
//! - a row here, in the order of the page of commands;
//! - if it names a person, an arm in `Command::person`; if a button has the same effect in a match, one in
//!   `Command::control_in`;
//! - if it posts in public or needs a channel, an arm in `Intent::posts` or `Intent::needs_channel`;
//! - an arm in `bot/service/src/decide.rs`, where the service decides;
//! - a line in the golden file `bot/tests/registration.json`.

use std::str::FromStr;

use engine::Level;

use super::{
    Command, CommandOption, Eyes, Given, Keyword, Lookup, OfferKind, OptionKind as Kind, PlanEdit,
    ServerTopic, SettingGroup, Spec, Topic, VacationChange,
    keyword::{MATCH, OPTIONS, VARIANT, read_yes_or_no},
};
use text::Text;

// The names of options. Several commands share them.
const CODE: Keyword = Keyword::new("code", text::option_code());
const COLOR: Keyword = Keyword::new("color", text::option_color());
const COMMAND: Keyword = Keyword::new("command", text::option_command());
const CONFIRM: Keyword = Keyword::new("confirm", text::option_confirm());
const DAILY: Keyword = Keyword::new("daily", text::option_daily());
const DAYS: Keyword = Keyword::new("days", text::option_days());
const EYES: Keyword = Keyword::new("eyes", text::option_eyes());
const HERE: Keyword = Keyword::new("here", text::option_here());
const LEVEL: Keyword = Keyword::new("level", text::option_level());
const MOVE: Keyword = Keyword::new("move", text::option_move());
const MOVES: Keyword = Keyword::new("moves", text::option_moves());
const OPEN: Keyword = Keyword::new("open", text::option_open());
const OPPONENT: Keyword = Keyword::new("opponent", text::option_opponent());
const PERSON: Keyword = Keyword::new("person", text::option_person());
const PICTURE: Keyword = Keyword::new("picture", text::option_picture());
const RATED: Keyword = Keyword::new("rated", text::option_rated_match());
const TIME: Keyword = Keyword::new("time", text::option_time());
const TOPIC: Keyword = Keyword::new("topic", text::option_topic());
const UNTIL: Keyword = Keyword::new("until", text::option_until());

/// All commands.
pub const SPECS: &[Spec] = &[
    Spec {
        name: "challenge",
        summary: text::summary_challenge(),
        example: Some(text::example_challenge()),
        options: &[
            optional(VARIANT, Kind::Variant, text::summary_challenge_variant()),
            optional(OPPONENT, Kind::Opponent, text::summary_challenge_opponent()),
            optional(COLOR, Kind::Side, text::summary_challenge_color()),
            named(OPTIONS, Kind::Options, text::summary_challenge_options()),
            named(TIME, Kind::Time, text::summary_challenge_time()),
            named(RATED, Kind::Rated, text::summary_challenge_rated()),
            named(OPEN, Kind::Yes, text::summary_challenge_open()),
            named(LEVEL, Kind::Level, text::summary_challenge_level()),
        ],
        make: |given| {
            Ok(Command::Challenge {
                setup: given.setup()?.map(Box::new),
                opponent: given.text(&OPPONENT),
                side: given.read(&COLOR, parsed)?,
                time: given.read(&TIME, parsed)?,
                rated: given.read(&RATED, read_yes_or_no)?,
                is_open_elsewhere: given.yes(&OPEN)?,
                level: given.read(&LEVEL, level)?,
            })
        },
    },
    Spec {
        name: "join",
        summary: text::summary_join(),
        example: Some(text::example_join()),
        options: &[match_option(Kind::Challenge, text::summary_join_match())],
        make: |given| given.match_id().map(Command::Join),
    },
    Spec {
        name: "move",
        summary: text::summary_move(),
        example: Some(text::example_move()),
        options: &[
            optional(MOVE, Kind::Move, text::summary_any_move()),
            named(MATCH, Kind::Match, text::summary_any_match_in()),
            named(CONFIRM, Kind::Yes, text::summary_move_confirm()),
        ],
        make: |given| {
            Ok(Command::Move {
                text: given.text(&MOVE),
                match_id: given.match_id()?,
                confirmed: given.yes(&CONFIRM)?,
            })
        },
    },
    Spec {
        name: "plan",
        summary: text::summary_plan(),
        example: Some(text::example_plan()),
        options: &[
            optional(MOVES, Kind::Plan, text::summary_plan_moves()),
            named(MATCH, Kind::Match, text::summary_any_match_in()),
        ],
        make: |given| {
            Ok(Command::Plan {
                edit: PlanEdit::parse(given.text(&MOVES).as_deref()),
                match_id: given.match_id()?,
            })
        },
    },
    Spec {
        name: "why",
        summary: text::summary_why(),
        example: Some(text::example_why()),
        options: &[
            required(MOVE, Kind::Move, text::summary_any_move()),
            named(MATCH, Kind::Match, text::summary_any_match_in()),
        ],
        make: |given| {
            Ok(Command::Why {
                text: given.needed(&MOVE, given.text(&MOVE))?,
                match_id: given.match_id()?,
            })
        },
    },
    Spec {
        name: "hint",
        summary: text::summary_hint(),
        example: None,
        options: &[match_option(Kind::Match, text::summary_any_match_in())],
        make: |given| given.match_id().map(Command::Hint),
    },
    Spec {
        name: "board",
        summary: text::summary_board(),
        example: None,
        options: &[match_option(Kind::Match, text::summary_any_match_of())],
        make: |given| given.match_id().map(Command::Board),
    },
    Spec {
        name: "view",
        summary: text::summary_view(),
        example: None,
        options: &[match_option(Kind::Match, text::summary_any_match_of())],
        make: |given| given.match_id().map(Command::View),
    },
    Spec {
        name: "resign",
        summary: text::summary_resign(),
        example: None,
        options: &[
            match_option(Kind::Match, text::summary_resign_match()),
            named(CONFIRM, Kind::Yes, text::summary_resign_confirm()),
        ],
        make: |given| {
            Ok(Command::Resign {
                match_id: given.match_id()?,
                confirmed: given.yes(&CONFIRM)?,
            })
        },
    },
    Spec {
        name: "draw",
        summary: text::summary_draw(),
        example: None,
        options: &[match_option(Kind::Match, text::summary_offer_match())],
        make: |given| offer(OfferKind::Draw, given),
    },
    Spec {
        name: "takeback",
        summary: text::summary_takeback(),
        example: None,
        options: &[match_option(Kind::Match, text::summary_offer_match())],
        make: |given| offer(OfferKind::Takeback, given),
    },
    Spec {
        name: "pause",
        summary: text::summary_pause(),
        example: None,
        options: &[match_option(Kind::Match, text::summary_offer_match())],
        make: |given| offer(OfferKind::Pause, given),
    },
    Spec {
        name: "rematch",
        summary: text::summary_rematch(),
        example: None,
        options: &[match_option(Kind::MatchOver, text::summary_rematch_match())],
        make: |given| given.match_id().map(Command::Rematch),
    },
    Spec {
        name: "block",
        summary: text::summary_block(),
        example: Some(text::example_block()),
        options: &[required(PERSON, Kind::Person, text::summary_block_person())],
        make: |given| {
            given
                .needed(&PERSON, given.text(&PERSON))
                .map(Command::Block)
        },
    },
    Spec {
        name: "unblock",
        summary: text::summary_unblock(),
        example: None,
        options: &[optional(
            PERSON,
            Kind::Person,
            text::summary_unblock_person(),
        )],
        make: |given| Ok(Command::Unblock(given.text(&PERSON))),
    },
    Spec {
        name: "games",
        summary: text::summary_games(),
        example: None,
        options: &[],
        make: |_| Ok(Command::Games),
    },
    Spec {
        name: "profile",
        summary: text::summary_profile(),
        example: None,
        options: &[optional(
            PERSON,
            Kind::Person,
            text::summary_profile_person(),
        )],
        make: |given| Ok(Command::Profile(given.text(&PERSON))),
    },
    Spec {
        name: "leaderboard",
        summary: text::summary_leaderboard(),
        example: None,
        options: &[optional(
            VARIANT,
            Kind::Variant,
            text::summary_leaderboard_variant(),
        )],
        make: |given| {
            given
                .read(&VARIANT, handbook::variant)
                .map(Command::Leaderboard)
        },
    },
    Spec {
        name: "history",
        summary: text::summary_history(),
        example: None,
        options: &[
            match_option(Kind::AnyMatch, text::summary_any_match_of()),
            named(EYES, Kind::Eyes, text::summary_history_eyes()),
        ],
        make: |given| {
            Ok(Command::History {
                match_id: given.match_id()?,
                eyes: given.read(&EYES, Eyes::named)?,
            })
        },
    },
    Spec {
        name: "replay",
        summary: text::summary_replay(),
        example: None,
        options: &[
            match_option(Kind::AnyMatch, text::summary_replay_match()),
            named(EYES, Kind::Eyes, text::summary_replay_eyes()),
        ],
        make: |given| {
            Ok(Command::Replay {
                match_id: given.match_id()?,
                eyes: given.read(&EYES, Eyes::named)?,
            })
        },
    },
    Spec {
        name: "review",
        summary: text::summary_review(),
        example: None,
        options: &[match_option(Kind::MatchOver, text::summary_review_match())],
        make: |given| given.match_id().map(Command::Review),
    },
    Spec {
        name: "export",
        summary: text::summary_export(),
        example: None,
        options: &[match_option(Kind::AnyMatch, text::summary_any_match_of())],
        make: |given| given.match_id().map(Command::Export),
    },
    Spec {
        name: "verify",
        summary: text::summary_verify(),
        example: None,
        options: &[match_option(Kind::AnyMatch, text::summary_verify_match())],
        make: |given| given.match_id().map(Command::Verify),
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
        make: |given| settings(SettingGroup::Look, given),
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
            server(ServerTopic::Web, text::summary_server_web()),
            server(ServerTopic::Widget, text::summary_server_widget()),
        ],
        make: |given| {
            given
                .settings(Kind::server_setting)
                .map(Command::ServerSettings)
        },
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
        make: |given| settings(SettingGroup::Time, given),
    },
    Spec {
        name: "vacation",
        summary: text::summary_vacation(),
        example: Some(text::example_vacation()),
        options: &[
            optional(DAYS, Kind::Days, text::summary_vacation_days()),
            named(UNTIL, Kind::Date, text::summary_vacation_until()),
        ],
        make: |given| {
            let change = match given.read(&DAYS, VacationChange::read_days)? {
                Some(days) => Some(days),
                None => given.read(&UNTIL, VacationChange::read_date)?,
            };
            Ok(Command::Vacation(change))
        },
    },
    Spec {
        name: "rules",
        summary: text::summary_rules(),
        example: Some(text::example_rules()),
        options: &[
            optional(VARIANT, Kind::Variant, text::summary_rules_variant()),
            optional(TOPIC, Kind::Topic, text::summary_rules_topic()),
            named(HERE, Kind::Yes, text::summary_rules_here()),
            named(PICTURE, Kind::Picture, text::summary_rules_picture()),
            named(MOVE, Kind::Answer, text::summary_rules_move()),
            named(MATCH, Kind::Match, text::summary_rules_match()),
        ],
        make: |given| {
            Ok(Command::Rules(Lookup {
                variant: given.read(&VARIANT, handbook::variant)?,
                topic: given.text(&TOPIC),
                picture: given.read(&PICTURE, parsed)?,
                answer: given.text(&MOVE),
                here: given.yes(&HERE)?,
                match_id: given.match_id()?,
            }))
        },
    },
    Spec {
        name: "puzzle",
        summary: text::summary_puzzle(),
        example: Some(text::example_puzzle()),
        options: &[
            optional(VARIANT, Kind::Variant, text::summary_puzzle_variant()),
            named(MOVE, Kind::Answer, text::summary_puzzle_move()),
            named(DAILY, Kind::YesOrNo, text::summary_puzzle_daily()),
        ],
        make: |given| {
            Ok(Command::Puzzle {
                variant: given.read(&VARIANT, handbook::variant)?,
                answer: given.text(&MOVE),
                daily: given.read(&DAILY, read_yes_or_no)?,
            })
        },
    },
    Spec {
        name: "mydata",
        summary: text::summary_mydata(),
        example: None,
        options: &[],
        make: |_| Ok(Command::MyData),
    },
    Spec {
        name: "link",
        summary: text::summary_link(),
        example: Some(text::example_link()),
        options: &[optional(CODE, Kind::Code, text::summary_link_code())],
        make: |given| Ok(Command::Link(given.text(&CODE))),
    },
    Spec {
        name: "follow",
        summary: text::summary_follow(),
        example: None,
        options: &[match_option(
            Kind::MatchOfOthers,
            text::summary_follow_match(),
        )],
        make: |given| given.match_id().map(Command::Follow),
    },
    Spec {
        name: "doctor",
        summary: text::summary_doctor(),
        example: None,
        options: &[],
        make: |_| Ok(Command::Doctor),
    },
    Spec {
        name: "help",
        summary: text::summary_help(),
        example: Some(text::example_help()),
        options: &[optional(
            COMMAND,
            Kind::Command,
            text::summary_help_command(),
        )],
        make: |given| given.command(&COMMAND).map(Command::Help),
    },
];

/// Makes a required option. Its name can be left out.
const fn required(keyword: Keyword, kind: Kind, summary: Text) -> CommandOption {
    CommandOption {
        keyword,
        summary,
        kind,
        required: true,
        positional: true,
    }
}

/// Makes an option that can be left out, and so can its name.
const fn optional(keyword: Keyword, kind: Kind, summary: Text) -> CommandOption {
    CommandOption {
        keyword,
        summary,
        kind,
        required: false,
        positional: true,
    }
}

/// Makes the option for a match. It can be left out, and so can its name.
const fn match_option(kind: Kind, summary: Text) -> CommandOption {
    optional(MATCH, kind, summary)
}

/// Makes an option that can be left out. Its name is always written.
const fn named(keyword: Keyword, kind: Kind, summary: Text) -> CommandOption {
    CommandOption {
        keyword,
        summary,
        kind,
        required: false,
        positional: false,
    }
}

/// Makes the option for a personal setting.
const fn setting(topic: Topic, summary: Text) -> CommandOption {
    named(topic.keyword(), Kind::Setting(topic), summary)
}

/// Makes the option for a setting of a server.
const fn server(topic: ServerTopic, summary: Text) -> CommandOption {
    named(topic.keyword(), Kind::Server(topic), summary)
}

/// Makes an offer in the match that is named.
fn offer(kind: OfferKind, given: &Given) -> Result<Command, Text> {
    Ok(Command::Offer(kind, given.match_id()?))
}

/// Makes the changes of a group of settings.
fn settings(group: SettingGroup, given: &Given) -> Result<Command, Text> {
    Ok(Command::Settings(group, given.settings(Kind::setting)?))
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn level(text: &str) -> Option<Level> {
    text.parse().ok().and_then(Level::new)
}
