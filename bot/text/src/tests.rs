use rules::{ByColor, Color, Glyph, Variant};

use super::{Arg, Language, Text, arg, clip, pieces};

/// The messages with the names of their arguments.
const MESSAGES: &[(&str, &[&str])] = include!(concat!(env!("OUT_DIR"), "/found.rs"));

#[test]
fn every_message_renders_without_error() {
    let samples = [
        Arg::Number(0),
        Arg::Number(1),
        Arg::Number(2),
        Arg::Text(super::noun_queen().the()),
        Arg::from("{ $x }"),
    ];
    let at_boards = Language::all().map(Language::at_board);
    for language in Language::all().chain(at_boards) {
        for ((id, names), sample) in MESSAGES
            .iter()
            .flat_map(|message| samples.iter().map(move |sample| (message, sample)))
        {
            let args: Vec<_> = names.iter().map(|name| (*name, sample.clone())).collect();
            let localized = language.try_localize(id, &language.arguments(&args));
            let localized = localized.unwrap_or_else(|error| panic!("{language}: {id}: {error}"));
            assert!(!localized.is_empty(), "{language}: {id}");
            assert!(!localized.contains('\u{2068}'), "{language}: {id}");
        }
    }
}

#[test]
fn every_piece_has_every_form() {
    for language in Language::all() {
        for (variant, glyph) in Variant::ALL
            .into_iter()
            .flat_map(|variant| Glyph::ALL.map(|glyph| (variant, glyph)))
        {
            let name = || pieces::name(glyph, variant);
            for text in [
                name().a(),
                name().the(),
                name().own(),
                name().many(2_u32),
                name().plural(),
            ] {
                let localized = language.localize(&text);
                assert!(!localized.contains('$'), "{language}: {localized}");
            }
        }
    }
}

#[test]
fn arguments_are_rendered_in_the_same_language_and_verbatim() {
    let localized = Language::ENGLISH.localize(&super::refusal_unknown_person(
        arg::how(super::person_suggested()),
        arg::text("{ $name } \u{2068}-term\n*[x]"),
    ));
    assert!(
        localized.starts_with("I know nobody called “{ $name } \u{2068}-term\n*[x]” here."),
        "{localized}"
    );
    let text = super::noun_on(arg::piece(super::noun_queen().the()), arg::square("e4"));
    assert_eq!(Language::ENGLISH.localize(&text), "the queen on e4");
    let list = super::either(["a", "b", "c"].map(Text::verbatim));
    assert_eq!(Language::ENGLISH.localize(&list), "a, b or c");
    assert_eq!(Language::ENGLISH.localize(&super::either([])), "");
}

#[test]
fn a_reader_at_the_board_reads_no_name_of_the_match() {
    let told = super::why_of_other(
        arg::player("Ann"),
        arg::told(super::why_legal(
            arg::id("4kq0z"),
            arg::r#move("e4"),
            arg::what(Text::verbatim("")),
        )),
    );
    for language in Language::all() {
        for text in [&super::done_resigned("4kq0z"), &told] {
            assert!(language.localize(text).contains("4kq0z"), "{language}");
            let at_board = language.at_board().localize(text);
            assert!(!at_board.contains("4kq0z"), "{language}: {at_board}");
        }
    }
}

#[test]
fn names_that_run_from_right_to_left_turn_nothing_around_them() {
    let thread_name = |white: &str, black: &str| {
        Language::ENGLISH.localize(&super::thread_name(
            arg::black(black),
            arg::id("00001"),
            arg::variant(Variant::Bario),
            arg::white(white),
        ))
    };
    let names = |white: &str, black: &str| {
        thread_name("W", "B")
            .replacen('W', white, 1)
            .replacen("– B", &format!("– {black}"), 1)
    };
    assert!(
        thread_name("W", "B").contains("W – B"),
        "{}",
        thread_name("W", "B")
    );
    for (name, shown) in [
        ("Ann", "Ann"),
        ("דנה", "\u{2068}דנה\u{2069}"),
        ("علی\u{200c}رضا", "\u{2068}علی\u{200c}رضا\u{2069}"),
        ("Ann דנה", "\u{2068}Ann דנה\u{2069}"),
        ("١٢", "\u{2068}١٢\u{2069}"),
        ("👩\u{200d}👧", "👩\u{200d}👧"),
        ("李", "李"),
    ] {
        assert_eq!(thread_name(name, "Bob"), names(shown, "Bob"));
        assert_eq!(thread_name("Bob", name), names("Bob", shown));
    }
    let names = ByColor::from_fn(|_| "דנה".to_owned());
    let called = Language::ENGLISH.localize(&pieces::called(Color::White, &names));
    assert_eq!(called, "\u{2068}דנה\u{2069}");
}

#[test]
fn an_isolate_is_closed_where_a_text_is_cut() {
    let isolated = "\u{2068}דנה\u{2069} – Ann";
    assert_eq!(clip(isolated, 11), isolated);
    assert_eq!(clip(isolated, 10), "\u{2068}דנה\u{2069} – A…");
    assert_eq!(clip(isolated, 5), "\u{2068}דנ\u{2069}…");
}

#[test]
fn numbers_choose_between_singular_and_plural() {
    for (turns, expected) in [
        (1_u32, "1 turn left"),
        (2, "2 turns left"),
        (0, "0 turns left"),
    ] {
        let localized = Language::ENGLISH.localize(&super::board_turns_left(
            arg::left(turns),
            arg::limit(9_u32),
        ));
        assert!(localized.contains(expected), "{localized}");
    }
}

#[test]
fn a_language_is_found_by_its_tag_with_or_without_a_country() {
    #[track_caller]
    fn check(tags: &[&str], expected: Option<&str>) {
        let found = Language::negotiate(tags.iter().copied());
        assert_eq!(found.map(Language::tag), expected, "{tags:?}");
    }
    check(&["en"], Some("en"));
    check(&["EN-us"], Some("en"));
    check(&["en_GB"], Some("en"));
    check(&["tlh", "en-GB"], Some("en"));
    check(&["tlh", "", "-"], None);
    check(&[], None);
    for language in Language::all() {
        assert_eq!(language.to_string().parse(), Ok(language));
        assert_ne!(language.name(), "language-name");
    }
    assert_eq!("tlh".parse::<Language>(), Err(super::ParseLanguageError));
}

#[test]
fn debug_output_hides_the_words_of_a_text() {
    let text = super::refusal_no_such_move("e2g4");
    assert_eq!(format!("{text:?}"), "Text(refusal-no-such-move)");
    assert_eq!(format!("{:?}", Text::verbatim("e2g4")), "Text");
}

#[test]
fn a_sentence_begins_with_a_capital_even_with_a_deleted_player() {
    for language in Language::all() {
        let name = super::DELETED_PLAYER;
        let small = language.localize(&super::draft_opponent(name));
        let away = super::board_away(arg::name(name), arg::until(""));
        let great = language.localize(&Text::lines([away.clone(), away]));
        let name = language.localize(&super::deleted_player());
        assert!(name.starts_with(char::is_uppercase), "{name}");
        assert_eq!(great.matches(&name).count(), 2, "{great}");
        assert!(!small.contains(&name), "{small}");
    }
}
