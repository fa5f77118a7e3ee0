use super::*;
use api::{Button, Choice, Emphasis, Menu};

/// Returns the choices of a row of buttons, each with its id and its label.
fn choices(row: &[(&str, &str)]) -> Choices {
    Choices::of(&[buttons(row)])
}

fn menu(id: &str, choices: &[(&str, &str)], people: Option<People>) -> Component {
    let choice = |(label, value): &(&str, &str)| Choice::new(label, *value);
    Component::Menu(Menu {
        control: Control::read(id),
        label: "Choose …".to_owned(),
        choices: choices.iter().map(choice).collect(),
        people,
    })
}

fn chosen(menu: &str, value: &str) -> Option<RawIntent> {
    Some(RawIntent::Choose {
        menu: Control::read(menu),
        value: value.to_owned(),
    })
}

fn buttons(buttons: &[(&str, &str)]) -> Component {
    let button = |(id, label): &(&str, &str)| Button {
        control: Control::read(id),
        label: (*label).to_owned(),
        emphasis: Emphasis::Neutral,
        for_whom: Vec::new(),
    };
    Component::Buttons(buttons.iter().map(button).collect())
}

fn is_press(intent: Option<RawIntent>, id: &str) -> bool {
    intent == Some(RawIntent::Press(Control::read(id)))
}

#[test]
fn a_challenge_is_answered_by_sign_or_word() {
    let choices = choices(&[
        ("accept:00001", "Accept"),
        ("decline:00001", "Withdraw"),
        ("rules:chakart", "Rules"),
    ]);
    assert_eq!(
        choices.hint(Language::ENGLISH).as_deref(),
        Some("✅ Accept · ❌ Withdraw: react with the sign, or reply with the word.")
    );
    assert!(is_press(choices.by_reaction("✅"), "accept:00001"));
    assert!(is_press(choices.by_reaction("❌\u{fe0f}"), "decline:00001"));
    for no in ["❌", "withdraw", "no", "decline", " Withdraw "] {
        assert!(is_press(choices.by_word(no), "decline:00001"), "{no}");
    }
    assert!(is_press(choices.by_word("rules"), "rules:chakart"));
    for no in ["non", "Rechazar", "REFUSER"] {
        assert!(is_press(choices.by_word(no), "decline:00001"), "{no}");
    }
    for yes in ["Sí", "si", "oui", "accepter"] {
        assert!(is_press(choices.by_word(yes), "accept:00001"), "{yes}");
    }
    assert!(choices.by_word("7").is_none());
    assert!(choices.by_word("0").is_none());
    assert!(choices.by_text("e2e4").is_none());
}

#[test]
fn signs_of_approval_choose_only_in_answer_to_ones_own_question() {
    for (yes, no) in [
        ("accept:00001", "decline:00001"),
        ("draw-yes:00001:4", "draw-no:00001:4"),
        ("resume:00001", "keep:00001"),
    ] {
        let choices = choices(&[(yes, "Yes"), (no, "No")]);
        let others = ["👍🏽", "✔\u{fe0f}", "🎉", "❤"];
        let signs = ["👍", "👎", "☑", "🆗", "✖", "🚫"];
        for key in others.into_iter().chain(signs) {
            assert!(choices.by_reaction(key).is_none(), "{key}");
            assert!(choices.by_word(key).is_none(), "{key}");
        }
        // In answer to their own question, people may use other signs.
        for key in ["✅", "👍", "✔\u{fe0f}", "☑", "🆗"] {
            assert!(is_press(choices.by_own_reaction(key), yes), "{key}");
        }
        for key in ["❌", "👎", "✖", "🚫"] {
            assert!(is_press(choices.by_own_reaction(key), no), "{key}");
        }
    }
}

#[test]
fn only_the_words_of_a_choice_answer_a_question() {
    let choices = choices(&[("accept:00001", "Accept"), ("decline:00001", "Withdraw")]);
    assert!(choices.asks());
    for yes in ["accept", " Accept ", "aceptar", "ACCEPTER"] {
        assert!(is_press(choices.by_answer(yes), "accept:00001"), "{yes}");
    }
    assert!(is_press(choices.by_answer("decline"), "decline:00001"));
    for chat in ["yes", "no", "ok", "1", "✅", "withdraw", "I accept"] {
        assert!(
            choices.by_answer(chat).is_none() && !is_answer(chat),
            "{chat}"
        );
    }
    assert!(Choices::default().by_answer("accept").is_none());
}

#[test]
fn a_challenge_invites_secrets_where_its_variant_has_some() {
    let invites = |ids: &[(&str, &str)]| choices(ids).invite_secrets();
    assert!(invites(&[
        ("accept:00001", "Accept"),
        ("rules:chakart", "Rules")
    ]));
    assert!(!invites(&[
        ("accept:00001", "Accept"),
        ("rules:berolina", "Rules")
    ]));
    // Below a board there is nothing to accept any more.
    assert!(!invites(&[
        ("guide:00001:4", "Move"),
        ("rules:chakart", "Rules")
    ]));
}

#[test]
fn a_button_label_is_matched_without_its_accents() {
    let choices = choices(&[("rules:chakart", "Règles")]);
    for text in ["règles", "Regles", "RÈGLES"] {
        assert!(is_press(choices.by_word(text), "rules:chakart"), "{text}");
    }
}

#[test]
fn a_board_takes_moves_without_a_hint_or_a_list() {
    let choices = choices(&[
        ("guide:00001:4", "Move"),
        ("hint:00001:4", "Hint"),
        ("draw:00001:4", "Offer draw"),
        ("resign:00001:4", "Resign"),
    ]);
    assert!(choices.hint(Language::ENGLISH).is_none());
    assert!(is_press(choices.by_word("Hint"), "hint:00001:4"));
    assert!(choices.list(Language::ENGLISH).is_none());
    assert!(is_press(choices.by_word("Resign"), "resign:00001:4"));
    assert!(is_press(choices.by_word("draw"), "draw:00001:4"));
    assert!(choices.by_word("guide").is_none());
    assert!(choices.by_move("e2g4!") == choices.by_text("e2g4!"));
    let question = RawIntent::Text("why e4 match:00001".to_owned());
    assert!(choices.by_move("e4?") == Some(question));
    assert!(choices.by_move("nice game").is_none());
    assert!(
        choices.by_text(" e2g4 ")
            == Some(RawIntent::Fill {
                form: Control::read("write:00001:4"),
                text: "e2g4".to_owned(),
            })
    );
}

#[test]
fn which_match_is_meant_is_chosen_by_its_number_and_never_by_the_command_again() {
    for (name, again) in [
        ("draw", "draw"),
        ("takeback", "Takeback"),
        ("pause", "pause"),
        ("resign", "resign"),
        ("view", "view"),
        ("history", "history"),
        ("replay", "replay"),
        ("review", "review"),
        ("hint", "Hint"),
        ("export", "export"),
        ("guide", "e2e4"),
    ] {
        let n_inputs = match name {
            "view" | "history" | "replay" | "review" | "export" => "",
            _ => ":4",
        };
        let (first, second) = (
            format!("{name}:00001{n_inputs}"),
            format!("{name}:00002{n_inputs}"),
        );
        let choices = choices(&[(&first, "Ann – Bob 00001"), (&second, "Ann – Cleo 00002")]);
        let list = choices.list(Language::ENGLISH).unwrap_or_default();
        assert!(
            list.starts_with("1. Ann – Bob 00001\n2. Ann – Cleo 00002\n"),
            "{name}: {list}"
        );
        assert!(is_press(choices.by_word("2"), &second), "{name}");
        assert!(choices.by_word(again).is_none(), "{name}");
        assert!(choices.by_text(again).is_none(), "{name}");
    }
}

#[test]
fn a_sign_chooses_nothing_where_several_have_it() {
    let choices = choices(&[
        ("view:00001", "Match 00001"),
        ("accept:00002", "Accept match 00002"),
        ("accept:00003", "Accept match 00003"),
        ("decline:00004", "Withdraw match 00004"),
        ("decline:00005", "Withdraw match 00005"),
    ]);
    for text in ["yes", "👍", "accept", "no", "👎", "decline"] {
        assert!(choices.by_word(text).is_none(), "{text}");
        assert!(choices.by_reaction(text).is_none(), "{text}");
    }
    assert_eq!(choices.hint(Language::ENGLISH), None);
    assert!(is_press(choices.by_word("2"), "accept:00003"));
    assert!(is_press(
        choices.by_word("withdraw match 00005"),
        "decline:00005"
    ));
}

#[test]
fn a_button_without_a_sign_is_listed_as_a_word_to_reply_with() {
    let claim = [
        ("claim:00001:4", "Claim the win"),
        ("give:00001:4", "Give one more day"),
    ];
    let choices = choices(&claim);
    let words = "Reply with one of these: Claim the win · Give one more day.";
    assert_eq!(choices.hint(Language::ENGLISH).as_deref(), Some(words));
    for (id, label) in claim {
        assert!(is_press(choices.by_word(label), id));
    }
    let board = buttons(&[("resume:00001", "Resume"), ("resign:00001:4", "Resign")]);
    let choices = Choices::of(&[board, buttons(&claim)]);
    let hint = choices.hint(Language::ENGLISH).unwrap_or_default();
    assert_eq!(
        hint,
        format!("✅ Resume: react with the sign, or reply with the word.\n{words}")
    );
}

#[test]
fn a_person_is_chosen_by_name() {
    let opponent = "challenge:opponent:random:::";
    let anybody = [("anybody ✓", People::NOBODY)];
    let menu = menu(opponent, &anybody, Some(People { chosen: None }));
    let row = buttons(&[("challenge:bario:random:::", "Bario")]);
    let choices = Choices::of(&[menu, row.clone()]);
    let list = choices.list(Language::ENGLISH).expect("it is a list");
    assert!(
        list.starts_with("1. anybody ✓\n2. Bario\n") && list.contains("@bob:example.org"),
        "{list}"
    );
    for text in ["1", "anybody", "Anyone", "tout le monde", "cualquiera"] {
        assert!(choices.by_word(text) == chosen(opponent, "<@>"), "{text}");
    }
    for text in ["Ann Lee", "@bob:example.org", "bob"] {
        assert!(choices.by_word(text).is_none(), "{text}");
        assert!(choices.by_name(text) == chosen(opponent, text), "{text}");
    }
    assert!(is_press(
        choices.by_word("bario"),
        "challenge:bario:random:::"
    ));
    for text in ["", " ", "two\nlines", &"x".repeat(256)] {
        assert!(choices.by_name(text).is_none(), "{text}");
    }
    assert!(Choices::of(&[row]).by_name("Ann Lee").is_none());
}

#[test]
fn menus_are_numbered_lists() {
    let entries = [("Rook a1 · 2 moves", "a1"), ("Knight b1", "b1")];
    let menu = menu("pick:00001:4:0", &entries, None);
    let row = buttons(&[("guide:00001:4", "Start over")]);
    let choices = Choices::of(&[menu.clone(), row]);
    assert_eq!(
        choices.list(Language::ENGLISH).as_deref(),
        Some(
            "1. Rook a1 · 2 moves\n2. Knight b1\n3. Start over\n\
             Answer with the number of what you choose, or react with it: 1️⃣ to 9️⃣."
        )
    );
    assert!(choices.by_word("2") == chosen("pick:00001:4:0", "b1"));
    assert!(is_press(choices.by_word("3."), "guide:00001:4"));
    let typing = buttons(&[("write:00001:4", "Type it")]);
    let choices = Choices::of(&[menu, typing]);
    let list = choices.list(Language::ENGLISH).unwrap_or_default();
    assert!(!list.contains("Type it"));
}

#[test]
fn one_person_may_choose_by_the_picture_of_a_number() {
    let menu = menu("origin:00001:0", &[("a", "a"), ("b", "b")], None);
    let choices = Choices::of(&[menu]);
    let second = chosen("origin:00001:0", "b");
    assert!(choices.by_own_reaction("2\u{fe0f}\u{20e3}") == second);
    assert!(choices.by_own_reaction("2\u{20e3}") == second);
    for other in ["3\u{fe0f}\u{20e3}", "#\u{20e3}", "🔟", "2"] {
        assert!(choices.by_own_reaction(other).is_none(), "{other}");
    }
}
