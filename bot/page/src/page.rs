//! The screens of the page, with their texts in the language of the reader.

use std::collections::BTreeSet;

use axum::response::Html;
use html_escape::encode_double_quoted_attribute as escape;
use rules::Variant;

use super::{assets::Screen, new_game, settings};
use api::{BoardSide, LiveBoard};
use command::SPECS;
use text::{Language, PROGRAM, Part, Text, arg};

/// Builds a page with this text and a link to the handbook.
pub(super) fn note(text: &str, language: Language) -> Html<String> {
    let all = language.localize(&text::page_rules_all());
    let body = format!(
        "<main>\n<h1>{}</h1>\n<p><a href=\"/rules\">{}</a></p>\n</main>\n",
        escape(text),
        escape(&all)
    );
    page(text, PageTopic::Handbook, &body, language)
}

/// The topic of a page of the handbook.
#[derive(Clone, Copy)]
pub(super) enum PageTopic {
    /// The whole handbook.
    Handbook,
    /// A variant.
    Variant(Variant),
}

/// Builds a page of the handbook.
pub(super) fn page(title: &str, topic: PageTopic, body: &str, language: Language) -> Html<String> {
    let play = match topic {
        PageTopic::Handbook => String::new(),
        PageTopic::Variant(variant) => format!(
            "  <a class=\"button primary\" href=\"/?play={variant}\">{}</a>\n",
            escape(&language.localize(&text::page_rules_play()))
        ),
    };
    let parts = [
        ("rules-title", escape(title).into_owned()),
        ("rules-play", play),
        ("rules-body", body.to_owned()),
    ];
    Html(fill(Screen::Rules, "", &parts, language))
}

/// The reader of a screen.
#[derive(Clone, Copy)]
pub(super) struct ScreenReader {
    pub(super) language: Language,
    /// True if they can play under a name that they choose.
    pub(super) admits_guests: bool,
    /// True if they can sign in at Discord.
    pub(super) has_discord: bool,
}

impl ScreenReader {
    /// Fills a screen, and tells its scripts how the reader can sign in.
    fn fill(self, screen: Screen, parts: &[(&str, String)]) -> String {
        let guests = (!self.admits_guests).then_some(" data-guests=\"no\"");
        let discord = self.has_discord.then_some(" data-discord=\"yes\"");
        let attributes: String = guests.into_iter().chain(discord).collect();
        fill(screen, &attributes, parts, self.language)
    }
}

/// Builds the first screen. If the page admits no guests, its scripts offer games to people with accounts alone.
pub(super) fn home(reader: ScreenReader) -> String {
    let ScreenReader {
        language,
        admits_guests,
        ..
    } = reader;
    let localize = |text: &Text| escape(&language.localize(text)).into_owned();
    let play = |variant: Variant| {
        let hidden = if admits_guests { "" } else { " hidden" };
        format!(
            "      <button type=\"button\" class=\"button primary\" data-play=\"bot\" \
             data-variant=\"{variant}\"{hidden}>{bot}</button>\n      <button type=\"button\" class=\"button\" \
             data-play=\"friend\" data-variant=\"{variant}\"{hidden}>{friend}</button>\n",
            bot = localize(&text::page_home_bot()),
            friend = localize(&text::page_home_friend()),
        )
    };
    let card = |variant: Variant| {
        format!(
            "    <li class=\"variant\" id=\"{variant}\">\n      <h2>{title}</h2>\n      <picture><source \
             media=\"(prefers-color-scheme: dark)\" srcset=\"/start/{variant}.dark.svg\"><img \
             src=\"/start/{variant}.svg\" alt=\"{alt}\" width=\"360\" height=\"360\"></picture>\n      \
             <p>{essence}</p>\n{play}      <p class=\"ways\"><a \
             href=\"/learn/{variant}\">{learn}</a> <a href=\"/rules/{variant}\">{rules}</a> <a \
             href=\"/puzzles/{variant}\">{puzzles}</a> <a \
             href=\"/analysis?setup={variant}\">{analysis}</a></p>\n    </li>\n",
            variant = variant.name(),
            title = localize(&text::title(variant)),
            alt = localize(&text::page_home_picture(text::title(variant))),
            rules = localize(&text::page_board_rules()),
            essence = localize(&text::essence(variant)),
            play = play(variant),
            learn = localize(&text::page_home_learn()),
            puzzles = localize(&text::page_home_puzzles()),
            analysis = localize(&text::page_analysis_title()),
        )
    };
    let lead = if admits_guests {
        text::page_home_lead()
    } else {
        text::page_no_guests()
    };
    let parts = [
        ("home-lead", localize(&lead)),
        ("variants", Variant::ALL.map(card).concat()),
        ("new-game", new_game::dialog(language)),
    ];
    reader.fill(Screen::Home, &parts)
}

/// Builds a screen that is the same for all readers of a language.
pub(super) fn of_everybody(screen: Screen, language: Language) -> String {
    fill(screen, "", &[], language)
}

/// Builds the shell of the Activity of an application, on the page at this origin.
pub(super) fn activity(application: &str, origin: &str, language: Language) -> String {
    let (application, origin) = (escape(application), escape(origin));
    let attributes = format!(" data-application=\"{application}\" data-origin=\"{origin}\"");
    fill(Screen::Activity, &attributes, &[], language)
}

/// Builds the chat.
pub(super) fn chat(reader: ScreenReader) -> String {
    reader.fill(Screen::Chat, &chat_parts(reader.language))
}

/// Returns the parts of a page with chat: the first words of commands, and the elements for reading and writing.
fn chat_parts(language: Language) -> [(&'static str, String); 2] {
    let names = SPECS.iter().map(|spec| spec.name.split(' ').next());
    let names: BTreeSet<_> = names.flatten().collect();
    [
        ("commands", serde_json::json!(names).to_string()),
        (
            "talk",
            fill_markup(include_str!("page/talk.html"), &[], language),
        ),
    ]
}

/// Builds the page of a match, with its public board. At a public address, a link to it has a preview.
pub(super) fn of_match(
    board: &LiveBoard,
    public_url: Option<String>,
    reader: ScreenReader,
) -> String {
    let moves = board.turns.iter().map(|turn| match turn.color {
        BoardSide::White => format!("{}. {}", turn.number, turn.caption),
        BoardSide::Black => turn.caption.clone(),
    });
    let moves = moves.collect::<Vec<_>>().join(" ");
    let safe = |text: &str| escape(text).into_owned();
    let (title, alt) = (safe(&board.title), safe(&board.position.alt));
    let plain = format!(
        "    <h1>{title}</h1>\n    <img src=\"/match/{id}/board.png\" alt=\"{alt}\" width=\"480\">\n    \
         <p>{status}</p>\n    <p class=\"text\">{text}</p>\n    <p>{alt}</p>\n    <p>{moves}</p>\n",
        id = safe(&board.id),
        status = safe(&board.status),
        text = safe(&plain(&board.text)),
        moves = safe(&moves),
    );
    let preview = public_url.map_or_else(String::new, |url| preview(board, &url));
    let rules = format!("/rules/{}", board.variant);
    match_page(title, preview, rules, plain, reader)
}

/// Builds the elements of a head that a chat shows below a link to the match.
fn preview(board: &LiveBoard, url: &str) -> String {
    let page = format!("{url}/match/{}", board.id);
    let contents = [
        ("site_name", PROGRAM.to_owned()),
        ("type", "website".to_owned()),
        ("title", board.title.clone()),
        ("description", board.status.clone()),
        ("image", format!("{page}/board.png")),
        ("image:alt", board.position.alt.clone()),
        ("url", page),
    ];
    let meta = |(name, content): (&str, String)| {
        let content = escape(&content);
        format!("<meta property=\"og:{name}\" content=\"{content}\">\n")
    };
    contents.into_iter().map(meta).collect()
}

/// Builds the page of a match without public content. A stranger learns nothing else.
pub(super) fn of_unseen_match(reason: &str, reader: ScreenReader) -> String {
    let plain = format!("    <p class=\"text\">{}</p>\n", escape(reason));
    let rules = "/rules".to_owned();
    match_page(PROGRAM.to_owned(), String::new(), rules, plain, reader)
}

fn match_page(
    title: String,
    preview: String,
    rules: String,
    plain: String,
    reader: ScreenReader,
) -> String {
    let [commands, talk] = chat_parts(reader.language);
    let parts = [
        commands,
        talk,
        ("match-title", title),
        ("match-preview", preview),
        ("match-rules", rules),
        ("match-plain", plain),
    ];
    reader.fill(Screen::Match, &parts)
}

/// Builds the guided first game of a variant; the steps are markup.
pub(super) fn learn(variant: Variant, title: &str, steps: String, reader: ScreenReader) -> String {
    let parts = [
        ("learn-variant", variant.name().to_owned()),
        ("learn-title", escape(title).into_owned()),
        ("learn-steps", steps),
        ("new-game", new_game::dialog(reader.language)),
    ];
    reader.fill(Screen::Learn, &parts)
}

/// Builds the analysis board.
pub(super) fn analysis(reader: ScreenReader) -> String {
    let entry = |variant: Variant| {
        let title = reader.language.localize(&text::title(variant));
        format!("<option value=\"{variant}\">{}</option>", escape(&title))
    };
    let parts = [("analysis-variants", Variant::ALL.map(entry).concat())];
    reader.fill(Screen::Analysis, &parts)
}

/// Removes the marks of a text: times become UTC, links become their labels.
fn plain(text: &str) -> String {
    let plain = text::parts(text).map(|part| match part {
        Part::Plain(text) | Part::Link { label: text, .. } => text.to_owned(),
        Part::Channel(id) => format!("#{id}"),
        Part::Time(seconds) => match jiff::Timestamp::from_second(seconds) {
            Ok(moment) => moment.strftime("%F %R UTC").to_string(),
            Err(_) => String::new(),
        },
    });
    plain.collect()
}

/// Builds a screen, with these attributes of its root. All screens share the beginning of their heads.
fn fill(screen: Screen, attributes: &str, parts: &[(&str, String)], language: Language) -> String {
    // A shell covers the whole display of a phone, and keeps its content out of the areas that parts of the phone cover.
    let viewport = match screen {
        Screen::Activity | Screen::Widget => ", viewport-fit=cover",
        _ => "",
    };
    let head = [
        ("attributes", attributes.to_owned()),
        ("viewport", viewport.to_owned()),
        ("screen", screen.name().to_owned()),
    ];
    let head = fill_markup(include_str!("page/head.html"), &head, language);
    head + &fill_markup(screen.markup(), parts, language)
}

/// Fills markup: `{{title}}` stands for the text of that name, `{{words}}` for all texts, for the scripts; the parts are markup.
fn fill_markup(markup: &str, parts: &[(&str, String)], language: Language) -> String {
    let texts = texts();
    let mut filled = String::with_capacity(markup.len());
    let mut rest = markup;
    // Inserted text is not searched: people may write braces too.
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        rest = after;
        match name {
            "language" => filled.push_str(language.tag()),
            "words" => filled.push_str(&words(language)),
            "gear" => filled.push_str(&settings::button(language)),
            "settings" => filled.push_str(&settings::dialog(language)),
            name => {
                let part = parts.iter().find(|(part, _)| *part == name);
                let text = texts.iter().find(|(text, _)| text == name);
                match (part, text) {
                    (Some((_, part)), _) => filled.push_str(part),
                    (_, Some((_, text))) => filled.push_str(&escape(&language.localize(text))),
                    // A test finds it.
                    (None, None) => filled.extend(["{{", name, "}}"]),
                }
            }
        }
    }
    filled + rest
}

/// Builds the element with all texts of the page as JSON. It is the last of a head, because programs that make previews of links
/// read only the beginning of a page.
fn words(language: Language) -> String {
    let named = texts().map(|(name, text)| (name, language.localize(&text).into()));
    let words: serde_json::Map<_, _> = named.into_iter().collect();
    // The content cannot end the element around it.
    let words = serde_json::Value::from(words)
        .to_string()
        .replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"words\">{words}</script>\n")
}

/// All texts of the page, by the names of the messages; the page replaces the names in braces.
fn texts() -> [(String, Text); 211] {
    let name = |message: &str| message.trim_start_matches("page_").replace('_', "-");
    macro_rules! texts {
        ($($message:ident $(($($argument:expr),+))?,)+) => {
            [$((name(stringify!($message)), text::$message($($($argument),+)?)),)+]
        };
    }
    texts! {
        page_title, page_description, page_no_script, page_intro, page_welcome_back, page_somebody_new, page_your_name,
        page_sign_in, page_each_tab, page_new_here, page_handbook_link, page_skip, page_places, page_close_places,
        page_channels, page_direct, page_people, page_switch, page_switch_person, page_switch_hint, page_may_write,
        page_messages, page_message, page_send, page_say_help, page_picture, page_close, page_continue_as("{name}"),
        page_forget, page_forget_name("{name}"), page_forget_ask("{name}"), page_stranger, page_connecting,
        page_connected, page_lost("{seconds}"), page_told_everybody, page_you_pressed, page_you_wrote, page_you_chose,
        page_you_said, page_unread(arg::number("{number}"), arg::place("{place}")), page_people_here("{number}"), page_is_here, page_is_away,
        page_you, page_empty_direct, page_empty_channel, page_just_you, page_welcome("{place}"), page_nobody_else,
        page_about_direct, page_about_games, page_about_lobby, page_suggestions, page_suggestions_hint, page_hint_direct,
        page_hint_channel("{place}"), page_message_in("{place}"), page_messages_in("{place}"), page_newest,
        page_new_message, page_new_messages("{number}"), page_new, page_edited, page_waiting, page_hint_slash,
        page_try_again, page_only_you, page_dismiss, page_bot, page_enlarge, page_missing_picture, page_actions,
        page_today, page_yesterday, page_unreachable, page_wrong, page_home_chat, page_home_handbook, page_home_title,
        page_home_lead, page_home_no_script, page_home_bot, page_home_friend, page_home_learn, page_continue,
        page_games, page_game_copy, page_game_copied, page_game_cancel, page_playing,
        board_settled("{id}"), page_board_rules,
        page_board_no_script, page_board_board, page_board_moves, page_board_flip, page_board_share,
        page_board_shared("{address}"), page_board_gif, page_board_gif_private, page_board_pin, page_board_unpin, page_board_notify_refused, page_push_failed,
        page_board_eyes, page_board_eyes_everything, page_board_eyes_everybody,
        page_board_eyes_white, page_board_eyes_black, page_board_steps, page_board_first, page_board_back,
        page_board_on, page_board_last, page_board_grid, page_board_reserve, page_board_choose, page_board_empty("{square}"),
        page_board_chosen, page_board_target, page_board_captures("{squares}"), page_board_cause, page_board_until, page_clock_first("{seconds}"), page_board_your_turn,
        page_board_open, page_board_review, page_board_reviewing, page_board_score(arg::black("{black}"), arg::white("{white}")),
        page_study_try, page_study_show, page_study_again,
        page_study_next, page_learn_step(arg::count("{count}"), arg::number("{number}")), page_learn_over,
        page_board_plan, page_board_planned(arg::from("{from}"), arg::to("{to}")),
        page_board_talk("{place}"), page_board_talk_empty, page_board_talk_sign_in,
        page_board_earlier, page_board_choose_promotion, page_board_choose_define, page_board_choose_unseen,
        page_board_choose_shell, page_board_choose_swap, page_board_choose_drop, page_board_choose_lost,
        page_board_cancel, page_board_sending, page_board_return, page_board_mistake, page_board_blunder,
        page_board_course, page_board_course_at(arg::black("{black}"), arg::r#move("{move}"), arg::white("{white}")),
        page_late,
        page_analysis_title, page_analysis_no_script, page_analysis_open, page_analysis_engine, page_analysis_who, page_analysis_thinking,
        page_analysis_copy, page_analysis_copied, page_analysis_refused("{text}"), page_analysis_edit, page_analysis_variant,
        page_analysis_pieces, page_analysis_place, page_analysis_eraser, page_analysis_empty, page_analysis_turn, page_new_white, page_new_black,
        page_analysis_position, page_analysis_variation, page_analysis_best("{line}"),
        page_board_skip, page_board_more, page_board_hold, page_board_draw_offer_ask, page_board_draw_accept_ask, page_board_draw_yes, page_board_not_now,
        page_board_new_game, page_board_rematch_begun, page_board_result, page_board_declined,
        page_enter_title, page_enter_lead, page_loading, page_enter_not_you, page_enter_no_script,
        page_signed_in("{name}"), page_sessions, page_sessions_none,
        page_session_since(arg::since("{since}"), arg::used("{used}")), page_session_here, page_session_frame, page_session_end,
        page_frame_over, page_activity_title, page_activity_outside, page_activity_over,
        page_no_guests, page_discord_sign_in, page_discord_over,
        page_widget_blocked, page_widget_watch, page_widget_outside,
    }
}
