//! `/settings`: a person's choices apply to all their private views, and to nothing else.

use std::sync::Arc;
use tests::user_input::UserInput;

use api::{AnalysisQuery, Answer, Listener as _, MatchId, Message, Private, StudyQuery, UserId};
use render::{Hints, Look, Renderer, Scene, Size, Theme, in_memory};
use rules::{ByColor, Color, Game};
use tests::{
    fake_chat::{ChatPost, TestBot, person},
    venue::Venue,
};
use text::Language;

struct Table {
    stage: TestBot,
    renderer: Renderer,
}

impl Table {
    /// Begins a match between Ann and Bob in which each has a private view.
    async fn set(before: &[(&str, &str)]) -> Table {
        let mut table = Table {
            stage: TestBot::in_memory(&["Ann", "Bob"], |_| ()),
            renderer: Renderer::new(),
        };
        for (name, what) in before {
            table.ask(name, what).await;
        }
        let stage = &mut table.stage;
        stage.begin("chakart @Bob white setup=standard").await;
        table
    }

    async fn ask(&mut self, name: &str, what: &str) -> Answer {
        self.stage.does(name, what).await
    }

    fn game(&self) -> Game {
        let (_, record) = self.stage.found(MatchId::from_number(1));
        record.replay().expect("records replay")
    }

    /// Compares a picture with a seat's view, drawn by itself.
    #[track_caller]
    fn check(
        &self,
        message: &Message<Private>,
        seat: Color,
        size: u32,
        theme: Theme,
        bottom: Color,
    ) {
        let picture = message.picture.as_ref().expect("there is a picture");
        assert_eq!(message.block, None);
        let game = self.game();
        let look = Look {
            size: Size::new(size).expect("a size"),
            theme,
            bottom,
            names: names(),
            captions: Arc::new(Language::ENGLISH),
        };
        let view = game.seat_view(seat);
        let scene = Scene::hinted(view.as_view(), &look, &Hints::default());
        let expected = in_memory(|out| self.renderer.png(&scene, out));
        assert!(*picture.bytes == expected, "it looks otherwise");
    }

    /// Returns the last direct message to a person.
    fn whispered(&self, name: &str) -> Message<Private> {
        let mut whispered = self.stage.scene.direct_posts();
        whispered.retain(|one| one.user.id.eq_ignore_ascii_case(name));
        let newest = whispered.iter().map(|one| one.number).max();
        let last = whispered
            .into_iter()
            .rfind(|one| Some(one.number) == newest);
        last.expect("they were told something").message
    }
}

fn names() -> ByColor<String> {
    ByColor {
        white: "Ann".to_owned(),
        black: "Bob".to_owned(),
    }
}

#[tokio::test]
async fn private_pictures_look_as_their_reader_has_chosen() {
    let (white, black) = (Color::White, Color::Black);
    let mut table = Table::set(&[]).await;
    let view = table.ask("Bob", "/view").await;
    table.check(&view.message, black, 180, Theme::LIGHT, black);
    for (chosen, size, theme, bottom) in [
        ("bottom:white", 180, Theme::LIGHT, white),
        ("theme:dark", 180, Theme::DARK, white),
        ("pictures:large bottom:own", 360, Theme::DARK, black),
        // White is to move.
        ("bottom:mover theme:print", 360, Theme::PRINT, white),
        ("theme:usual pictures:normal", 180, Theme::LIGHT, white),
    ] {
        table.ask("Bob", &format!("/settings {chosen}")).await;
        let view = table.ask("Bob", "/view").await;
        table.check(&view.message, black, size, theme, bottom);
        let others = table.ask("Ann", "/view").await;
        table.check(&others.message, white, 180, Theme::LIGHT, white);
    }
}

#[tokio::test]
async fn direct_messages_and_answers_to_moves_do_too() {
    let (white, black) = (Color::White, Color::Black);
    let mut table = Table::set(&[("Bob", "/settings theme:high-contrast bottom:white")]).await;
    table.check(
        &table.whispered("Bob"),
        black,
        180,
        Theme::HIGH_CONTRAST,
        white,
    );
    table.check(&table.whispered("Ann"), white, 180, Theme::LIGHT, white);
    table.ask("Ann", "/settings pictures:large").await;
    let moved = table.ask("Ann", "/move d2d4").await;
    table.check(&moved.message, white, 360, Theme::LIGHT, white);
    table.check(&table.whispered("Ann"), white, 360, Theme::LIGHT, white);
    table.check(
        &table.whispered("Bob"),
        black,
        180,
        Theme::HIGH_CONTRAST,
        white,
    );

    table.ask("Bob", "/settings pictures:text bottom:own").await;
    let moved = table.ask("Bob", "/move e7e5").await;
    let game = table.game();
    let expected = text::board(
        game.seat_view(black).as_view(),
        &names(),
        black,
        &Hints::default(),
        Language::ENGLISH,
    );
    for message in [moved.message, table.whispered("Bob")] {
        assert!(message.picture.is_none());
        assert_eq!(message.block.as_ref(), Some(&expected));
    }
}

#[tokio::test]
async fn public_posts_do_not_depend_on_personal_settings() {
    let mut said: Vec<Vec<ChatPost>> = Vec::new();
    for before in [
        &[][..],
        &[
            ("Ann", "/settings theme:dark pictures:text bottom:mover"),
            ("Bob", "/settings theme:print pictures:large bottom:white"),
        ],
    ] {
        let mut table = Table::set(&[]).await;
        for (name, what) in before {
            table.ask(name, what).await;
        }
        for (name, what) in [
            ("Ann", "/move d2d4"),
            ("Bob", "/move e7e5"),
            ("Ann", "/board"),
            ("Bob", "/resign confirm:yes"),
        ] {
            table.ask(name, what).await;
        }
        said.push(table.stage.scene.posted());
    }
    assert!(said[0] == said[1], "a channel reads something else");
}

#[tokio::test]
async fn chosen_settings_survive_a_restart() {
    let mut table = Table::set(&[("Ann", "/settings theme:dark")]).await;
    table.stage = table.stage.restarted(&["Ann", "Bob"]);
    let view = table.ask("Ann", "/view").await;
    table.check(&view.message, Color::White, 180, Theme::DARK, Color::White);
    let row = table
        .stage
        .writer
        .get(b"user/playground:ann")
        .expect("memory can be read");
    let row = String::from_utf8(row.expect("there is a row")).expect("rows are text");
    assert_eq!(
        row,
        r#"{"v":1,"bottom":"own","theme":"dark","pictures":"normal","language":"usual","letters":"english","confirm":"no","reminders":"private","quiet":"none","zone":"UTC","bells":"on"}"#
    );
}

#[tokio::test]
async fn a_chosen_language_is_shown_by_its_own_name() {
    let mut table = Table::set(&[]).await;
    let answer = table.ask("Ann", "/settings language:en").await;
    assert!(
        answer.message.text.contains("\n• Language: English\n"),
        "{}",
        answer.message.text
    );
    let told = table.ask("Ann", "/settings language:klingon").await;
    let told = told.message.text;
    let tags: Vec<_> = Language::all().map(Language::tag).collect();
    let expected = format!(
        "“klingon” is not a valid value of language. Use: usual, {}",
        tags.join(", ")
    );
    assert!(told.starts_with(&expected), "{told}");
}

#[tokio::test]
async fn a_change_of_language_is_confirmed_in_the_new_one() {
    let mut stage = TestBot::in_memory(&["Ann"], |_| ());
    for (locale, settings, expected) in [
        ("es", "language:fr", "\n• Langue\u{a0}: Français\n"),
        ("es", "language:usual letters:local", "\n• Idioma: "),
        // Letters are a choice independent of the language.
        ("fr", "bottom:white", "R D T F C P"),
        ("en", "language:usual", "\n• Language: "),
    ] {
        let mut asks = stage.event("Ann", UserInput::Text(format!("/settings {settings}")));
        asks.language = Some(locale.parse().expect("a language"));
        let told = stage.ask(&asks).await.message.text;
        assert!(told.contains(expected), "{settings}: {told}");
    }
}

#[tokio::test]
async fn an_answer_uses_the_language_of_the_person_or_else_of_the_place() {
    let mut stage = TestBot::in_memory(&["Ann"], |_| ());
    for (locale, place, expected) in [
        (Some("fr"), Some("es"), "Vous n'avez"),
        (None, Some("es"), "No tienes"),
        (None, None, "You have"),
    ] {
        let language = |tag: &str| tag.parse::<Language>().expect("a language");
        let mut asks = stage.event("Ann", UserInput::Text("/games".to_owned()));
        (asks.language, asks.place_language) = (locale.map(language), place.map(language));
        let told = stage.ask(&asks).await.message.text;
        assert!(told.starts_with(expected), "{locale:?}, {place:?}: {told}");
    }
}

#[tokio::test]
async fn a_page_of_the_handbook_is_found_by_its_name_in_any_language() {
    let mut stage = TestBot::in_memory(&["Ann"], |_| ());
    for (topic, expected) in [
        ("baroque pincer", "Pincer"),
        ("baroque pinceur", "Pincer"),
        ("baroque echec et mat", "Check"),
        ("baroque saltador largo", "Long leaper"),
        ("chakart rey boo", "King Boo"),
    ] {
        let told = stage.does("Ann", &format!("/rules {topic}")).await;
        let heading = told.message.text.lines().next().unwrap_or_default();
        assert!(heading.contains(expected), "{topic}: {heading}");
    }
}

#[tokio::test]
async fn boards_are_posted_in_the_language_of_the_bot_and_shown_in_their_readers() {
    let languages: Vec<Language> = Language::all().collect();
    for language in &languages {
        let speaking = *language;
        let mut before = TestBot::in_memory(&["Ann", "Bob"], |_| ());
        before.begin("berolina @Bob white").await;
        let mut stage = before.restarted_with(&["Ann", "Bob"], move |parts| {
            parts.language = speaking;
        });
        stage.does("Ann", "/move e2d3").await;
        let (_, record) = stage.found(MatchId::from_number(1));
        let now = record.replay().expect("records replay").public_view();
        let alt_in = |language| text::alt(now.as_view(), &names(), language);
        let alt = alt_in(*language);
        let posts = stage.scene.posts();
        let board = posts.into_iter().find_map(|post| post.picture);
        assert_eq!(board.expect("a board is posted").alt, alt);

        let usual = stage.does("Bob", "/view").await;
        assert_eq!(usual.message.picture.expect("a board").alt, alt);
        for own in &languages {
            stage
                .does("Bob", &format!("/settings language:{own}"))
                .await;
            let view = stage.does("Bob", "/view").await;
            assert_eq!(view.message.picture.expect("a board").alt, alt_in(*own));
        }
    }
}

#[tokio::test]
async fn direct_messages_use_the_language_of_the_platform_by_default() {
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| ());
    let id = stage.challenge("chakart @Bob white setup=standard").await;
    let mut accepts = stage.event("Bob", UserInput::short(&format!("accept:{id}")));
    accepts.language = Some("fr".parse().expect("a language"));
    stage.ask(&accepts).await;
    // The choice survives a restart, too.
    let mut stage = stage.restarted(&["Ann", "Bob"]);
    stage.does("Ann", "/move e2e4").await;
    let to = |name: &str| {
        let whispered = stage.scene.direct_posts().into_iter();
        let pictures = whispered
            .filter(|whispered| whispered.user == person(name).id)
            .filter_map(|whispered| whispered.message.picture);
        pictures.last().expect("a board").alt.clone()
    };
    assert!(to("Bob").contains("Noirs"), "{}", to("Bob"));
    assert!(to("Ann").contains("Black"), "{}", to("Ann"));
}

#[tokio::test]
async fn boards_of_the_handbook_and_of_an_analysis_look_as_their_reader_has_chosen() {
    let table = Table::set(&[("Bob", "/settings theme:high-contrast")]).await;
    let core = &table.stage.core;
    let drawn = async |viewer: Option<UserId>| {
        let study = StudyQuery {
            place: "baroque:Q27:0".to_owned(),
            played: Vec::new(),
            step: None,
            chance: 0,
            viewer: viewer.clone(),
            is_dark: false,
            language: Language::ENGLISH,
        };
        let analysis = AnalysisQuery {
            setup: "baroque".to_owned(),
            moves: String::new(),
            attempt: None,
            edited: None,
            chance: None,
            viewer,
            bottom: Color::White,
            is_dark: false,
            language: Language::ENGLISH,
        };
        let (Ok(study), Ok(analysis)) = (core.study(study).await, core.analysis(analysis).await)
        else {
            panic!("both have a board");
        };
        [study.position.svg, analysis.position.svg]
    };
    let (usual, anns) = (drawn(None).await, drawn(Some(person("Ann").id)).await);
    assert!(usual == anns, "Ann has chosen nothing");
    let bobs = drawn(Some(person("Bob").id)).await;
    for (bobs, usual) in bobs.iter().zip(&usual) {
        assert!(bobs != usual, "Bob has chosen other colors");
    }
}
