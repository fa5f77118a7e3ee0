use std::collections::{BTreeMap, BTreeSet};

use rules::{Glyph, Variant};

use super::{Arg, Language, Text, pieces, text::TextKind};

/// A message as the build found it: language, file, id, form, and what it names.
type Found = (
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static [&'static str],
);

const FOUND: &[Found] = include!(concat!(env!("OUT_DIR"), "/found.rs"));

/// The messages of a language by id and form, and what each names.
fn messages(
    language: Language,
) -> BTreeMap<(&'static str, Option<&'static str>), BTreeSet<&'static str>> {
    let found = FOUND.iter().filter(|(tag, ..)| *tag == language.tag());
    let mut messages = BTreeMap::new();
    for (_, file, id, form, names) in found {
        let twice = messages.insert((*id, *form), names.iter().copied().collect());
        assert!(twice.is_none(), "{language}/{file}: {id} is there twice");
    }
    messages
}

/// Without the gender of what is named, which English does not have.
fn without_gender(names: &BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    let names = names.iter();
    names
        .map(|name| name.strip_suffix("_gender").unwrap_or(name))
        .collect()
}

#[test]
fn every_language_has_the_messages_of_english_and_names_the_same() {
    let english = messages(Language::ENGLISH);
    assert!(english.keys().all(|(_, form)| *form != Some("gender")));
    for language in Language::all() {
        let mut own = messages(language);
        own.retain(|(_, form), _| *form != Some("gender"));
        let missing: Vec<_> = english
            .keys()
            .filter(|key| !own.contains_key(*key))
            .collect();
        assert!(missing.is_empty(), "{language} lacks {missing:?}");
        let surplus: Vec<_> = own
            .keys()
            .filter(|key| !english.contains_key(*key))
            .collect();
        assert!(surplus.is_empty(), "only {language} has {surplus:?}");
        for (key, names) in &own {
            assert_eq!(without_gender(names), english[key], "{language}: {key:?}");
        }
    }
}

#[test]
fn every_message_is_said_without_error() {
    for (tag, _, id, form, names) in FOUND {
        let language: Language = tag.parse().expect("a language");
        let samples = [
            Arg::Number(0),
            Arg::Number(1),
            Arg::Number(2),
            Arg::Text(super::noun_queen().the()),
            Arg::from("{ $x }"),
        ];
        for sample in samples {
            let names = without_gender(&names.iter().copied().collect());
            let args: Vec<_> = names.iter().map(|name| (*name, sample.clone())).collect();
            let said = language.try_say(id, *form, &args);
            let said = said.unwrap_or_else(|error| panic!("{language}: {id}: {error}"));
            assert!(!said.is_empty(), "{language}: {id}");
            assert!(!said.contains('\u{2068}'), "{language}: {id}");
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
            for text in [name(), name().a(), name().the(), name().own()] {
                let TextKind::Message { id, form, args } = &text.0 else {
                    panic!("a piece has a name in the room");
                };
                assert!(
                    language.try_say(id, *form, args).is_ok(),
                    "{language}: {id}"
                );
            }
        }
    }
}

#[test]
fn what_is_named_is_said_in_the_same_language_and_as_it_is() {
    let said = Language::ENGLISH.say(&super::refusal_unknown_person(
        "{ $name } \u{2068}-term\n*[x]",
    ));
    assert!(
        said.starts_with("I know nobody called “{ $name } \u{2068}-term\n*[x]” here."),
        "{said}"
    );
    let text = super::noun_on(super::noun_queen().the(), "e4");
    assert_eq!(Language::ENGLISH.say(&text), "the queen on e4");
    let list = super::either(["a", "b", "c"].map(Text::verbatim));
    assert_eq!(Language::ENGLISH.say(&list), "a, b or c");
    assert_eq!(Language::ENGLISH.say(&super::either([])), "");
}

#[test]
fn numbers_choose_between_singular_and_plural() {
    for (turns, expected) in [
        (1_u32, "1 more turn."),
        (2, "2 more turns."),
        (0, "0 more turns."),
    ] {
        let said = Language::ENGLISH.say(&super::refusal_offer_too_soon(turns));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn what_is_missing_is_said_in_english_and_at_worst_by_its_id() {
    for language in Language::all() {
        assert_eq!(
            language.say(&Text::message("no-such-message", Vec::new())),
            "no-such-message"
        );
        // What a message names is not there.
        let text = Text::message("done-opened", Vec::new());
        assert_eq!(language.say(&text), "done-opened");
    }
}

#[test]
fn a_language_is_found_by_its_tag_with_or_without_a_country() {
    #[track_caller]
    fn check(wanted: &[&str], expected: Option<&str>) {
        let found = Language::negotiate(wanted.iter().copied());
        assert_eq!(found.map(Language::tag), expected, "{wanted:?}");
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
fn what_is_to_be_said_is_not_shown_by_debug() {
    let text = super::refusal_no_such_move("e2g4");
    assert_eq!(format!("{text:?}"), "Text(refusal-no-such-move)");
    assert_eq!(format!("{:?}", Text::verbatim("e2g4")), "Text");
}
