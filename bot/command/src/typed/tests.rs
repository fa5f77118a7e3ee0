use crate::{Command, PlanEdit, SlashCommand, begins_with_slash, names_square, tests::reads_as};

#[test]
fn french_quotes_have_blanks_inside() {
    let plain = r#"/challenge berolina "Ann Lee" white"#;
    reads_as("/challenge berolina «\u{a0}Ann Lee\u{a0}» white", plain);
}

#[test]
fn quotes_and_dashes_within_a_name_stay() {
    for (typed, name) in [
        ("/profile O’Brien", "O’Brien"),
        ("/profile ‘O’Brien Lee’", "O’Brien Lee"),
        ("/profile \"Ann “Neko” Lee\"", "Ann “Neko” Lee"),
        ("/profile Ann–Lee", "Ann–Lee"),
        ("/profile ＡＮＮ", "ＡＮＮ"),
        ("/profile 👩‍👩‍👧", "👩‍👩‍👧"),
    ] {
        let command = Command::parse(typed).ok();
        assert_eq!(
            command.as_ref().and_then(Command::person),
            Some(name),
            "{typed}"
        );
    }
}

#[test]
fn values_of_other_keyboards_are_read() {
    for dash in ['‐', '‑', '–', '—', '−', '－'] {
        reads_as(
            &format!("/reminders quiet:22{dash}7"),
            "/reminders quiet:22-7",
        );
        reads_as(
            &format!("/vacation until:2026{dash}12{dash}24"),
            "/vacation until:2026-12-24",
        );
    }
    for typed in [
        "\u{200b}/challenge berolina time:1d\u{200b}",
        "\u{feff} \u{200d}/challenge berolina time:1d",
        "/challenge\u{200b} berolina\u{feff} \u{2068}time:1d\u{2069}",
    ] {
        reads_as(typed, "/challenge berolina time:1d");
    }
}

#[test]
fn a_leading_slash_is_found_after_invisible_characters() {
    for text in [
        "/games",
        " /games",
        "\u{200b}/games",
        "\u{feff} \u{2060}／games",
    ] {
        assert!(begins_with_slash(text), "{text}");
    }
    for text in ["", "games", "\u{200b}", "and/or"] {
        assert!(!begins_with_slash(text), "{text}");
    }
}

#[test]
fn full_width_values_of_slash_options_are_read() {
    let slash = |value: &str| {
        Command::from_slash(&SlashCommand {
            name: "reminders".into(),
            options: vec![("quiet".into(), value.into())],
        })
    };
    assert!(slash("２２–７").is_ok() && slash("２２–７") == slash("22-7"));
}

#[test]
fn numbers_of_moves_are_no_moves_of_a_plan() {
    let plan = |text: &str| PlanEdit::parse(Some(text)).to_string();
    assert_eq!(plan("1... e7g5 2. Nf3"), "e7g5 Nf3");
    assert_eq!(plan("1… e7g5 2.Nf3; 12. d7b5"), "e7g5 2.Nf3, d7b5");
}

#[test]
fn a_square_is_named_in_letters_of_any_keyboard() {
    assert!(names_square("ｅ２–ｇ４") && names_square("`e2g4`"));
    assert!(!names_square("ｈｅｌｌｏ"));
}
