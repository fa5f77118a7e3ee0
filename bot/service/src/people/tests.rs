use crate::{testing::*, *};

use command::is_same_name;

#[track_caller]
fn check_shown(name: &str, expected: &str) {
    assert_eq!(
        Player::from(&person(name).into()).name,
        expected,
        "{name:?}"
    );
}

#[test]
fn joiners_stay_between_letters_that_join_and_within_emoji() {
    for name in [
        "علی\u{200c}رضا",
        "ශ්\u{200d}රී",
        "क्\u{200c}ष",
        "র\u{200d}্যাচেল",
        "👩\u{200d}👩\u{200d}👧\u{200d}👦",
        "🏳\u{fe0f}\u{200d}🌈",
        "👩🏽\u{200d}⚕\u{fe0f}",
    ] {
        check_shown(name, name);
    }
    check_shown("An\u{200d}n", "Ann");
    check_shown("\u{200c}Ann\u{200d}", "Ann");
    check_shown("علی\u{200c}", "علی");
    check_shown("علی\u{200c}\u{200c}رضا", "علی\u{200c}رضا");
    check_shown("👩\u{200d}", "👩");
    check_shown("👩\u{200d}n", "👩n");
    // A shortened name does not end with a joiner.
    let long = "👩\u{200d}".repeat(40);
    check_shown(&long, "👩\u{200d}".repeat(32).trim_end_matches('\u{200d}'));
}

/// The flag of a part of a country: a black flag, and tags that spell which part.
fn flag(of: &str) -> String {
    let tags = of.bytes().chain([0x7f]);
    let tags = tags.filter_map(|tag| char::from_u32(0xe0000 + u32::from(tag)));
    ['\u{1f3f4}'].into_iter().chain(tags).collect()
}

#[test]
fn flags_of_tags_come_through_whole_and_tags_of_no_flag_not_at_all() {
    let england = flag("gbeng");
    for name in [
        format!("{england} Ann"),
        format!("Ann {england}{}", flag("gbsct")),
        format!("{england}\u{200d}🌈"),
    ] {
        check_shown(&name, &name);
    }
    check_shown("Ann\u{e0067}\u{e007f}", "Ann");
    check_shown("A\u{e0001}\u{e0065}nn", "Ann");
    check_shown("🏴\u{e0067}\u{e0062} Ann", "🏴 Ann");
    check_shown("🏴\u{e007f}Ann", "🏴Ann");
    check_shown(&flag("somewhere"), "🏴");
    check_shown(&format!("👩{}", &england['🏴'.len_utf8()..]), "👩");
    // A shortened name does not end with half a flag.
    check_shown(&england.repeat(10), &england.repeat(9));
}

#[test]
fn a_name_matches_regardless_of_its_flags() {
    let (england, wales) = (flag("gbeng"), flag("gbwls"));
    for name in ["Ann 🏴", &format!("ann {wales}"), "Ann\u{e0041} 🏴\u{fe0f}"] {
        assert!(is_same_name(&format!("Ann {england}"), name), "{name:?}");
    }
    assert!(!is_same_name(&format!("Ann {england}"), "Ann"));
}

#[test]
fn accents_typed_apart_stay_upon_their_letters() {
    check_shown("Zoe\u{308}", "Zoë");
}

#[test]
fn no_name_of_a_player_is_a_command() {
    for (name, shown) in [
        ("/resign", "∕resign"),
        ("//move", "/∕move"),
        ("Ann (/Block)", "Ann (∕Block)"),
        ("Ann/settings server", "Ann∕settings server"),
        ("Ann / Bob", "Ann / Bob"),
        ("Bob <b>& Co</b>", "Bob <b>& Co</b>"),
        ("/removed", "/removed"),
    ] {
        assert_eq!(Player::from(&person(name).into()).name, shown);
    }
}
