use super::{keyword::written_as, *};
use crate::SlashCommand;
use text::Language;

#[track_caller]
fn reads(text: &str, expected: Command) {
    match Command::parse(text) {
        Ok(command) => assert!(command == expected, "{text}"),
        Err(error) => panic!("{text}: {}", Language::ENGLISH.say(&error)),
    }
}

#[track_caller]
fn refuses(text: &str, expected: &str) {
    let refused = Command::parse(text).expect_err(text);
    assert_eq!(Language::ENGLISH.say(&refused), expected);
}

fn id(text: &str) -> Option<MatchId> {
    Some(text.parse().expect("a match id"))
}

#[test]
fn commands_are_read_with_values_in_order_or_by_name() {
    let challenge = |opponent: Option<&str>, side| Command::Challenge {
        setup: Some(Box::new(Setup::new(Variant::Berolina))),
        opponent: opponent.map(str::to_owned),
        side,
        time: None,
        rated: None,
        is_open_elsewhere: false,
        level: None,
    };
    reads("/challenge berolina", challenge(None, None));
    reads("challenge Berolina", challenge(None, None));
    reads(
        "/CHALLENGE berolina @Ann white",
        challenge(Some("@Ann"), Some(SideChoice::Fixed(Color::White))),
    );
    reads(
        "/challenge berolina color:black",
        challenge(None, Some(SideChoice::Fixed(Color::Black))),
    );
    reads(
        "/challenge color:random variant:berolina",
        challenge(None, Some(SideChoice::Random)),
    );
    reads(
        r#"/challenge berolina "@Ann Lee""#,
        challenge(Some("@Ann Lee"), None),
    );
    reads(
        r#"/challenge berolina opponent:"Ann: Lee""#,
        challenge(Some("Ann: Lee"), None),
    );
    reads(
        "/move e2g4",
        Command::Move {
            text: Some("e2g4".into()),
            match_id: None,
            confirmed: false,
        },
    );
    reads(
        "/move e2 g4",
        Command::Move {
            text: Some("e2g4".into()),
            match_id: None,
            confirmed: false,
        },
    );
    reads(
        "/move Nf3 match:4kq0z",
        Command::Move {
            text: Some("Nf3".into()),
            match_id: id("4kq0z"),
            confirmed: false,
        },
    );
    reads(
        "/move match:4KQOZ",
        Command::Move {
            text: None,
            match_id: id("4kq0z"),
            confirmed: false,
        },
    );
    reads(
        "/resign confirm:yes",
        Command::Resign {
            match_id: None,
            confirmed: true,
        },
    );
    reads(
        "/board 4kq0z",
        Command::Board {
            match_id: id("4kq0z"),
        },
    );
    reads(
        "/challenge berolina white",
        challenge(None, Some(SideChoice::Fixed(Color::White))),
    );
    reads(
        "/challenge berolina @white",
        challenge(Some("@white"), None),
    );
    reads("  /games  ", Command::Games);
    reads("/ games", Command::Games);
    reads(
        "/help move",
        Command::Help {
            about: spec("move"),
        },
    );
    reads(
        "/help /move",
        Command::Help {
            about: spec("move"),
        },
    );
}

#[test]
fn what_is_chosen_about_a_variant_is_read_in_any_place() {
    let expected = Command::Challenge {
        setup: Some(Box::new(
            "chakart objects=open setup=standard"
                .parse()
                .expect("a setup"),
        )),
        opponent: Some("@Ann".into()),
        side: Some(SideChoice::Fixed(Color::Black)),
        time: None,
        rated: None,
        is_open_elsewhere: false,
        level: None,
    };
    for text in [
        "/challenge chakart @Ann black objects=open setup=standard",
        "/challenge chakart setup=standard @Ann OBJECTS=Open black",
        "/challenge objects=open chakart @Ann color:black setup=standard",
        r#"/challenge chakart @Ann black options:"objects=open setup=standard""#,
        r#"/challenge chakart options:"objects=open" @Ann setup=standard color:black"#,
        r#"/challenge chakart "objects=open setup=standard" @Ann black"#,
    ] {
        reads(text, expected.clone());
    }
    // A person whose name looks like a choice has to be typed with the sign in front.
    reads(
        "/challenge chakart @a=b",
        Command::Challenge {
            setup: Some(Box::new(Setup::new(Variant::Chakart))),
            opponent: Some("@a=b".into()),
            side: None,
            time: None,
            rated: None,
            is_open_elsewhere: false,
            level: None,
        },
    );
}

#[test]
fn what_cannot_be_read_is_told_with_the_way_out() {
    refuses(
        "",
        "There is no command in your message. /help lists what I can do.",
    );
    refuses(
        "/",
        "There is no command in your message. /help lists what I can do.",
    );
    refuses(
        "/mvoe e2e4",
        "I do not know the command “mvoe”. Did you mean /move? /help lists all commands.",
    );
    refuses(
        "/xyzzy",
        "I do not know the command “xyzzy”. /help lists all commands.",
    );
    refuses(
        "/challenge options:setup=standard",
        "/challenge needs the option variant. For example: /challenge berolina @Ann color:white",
    );
    refuses(
        "/challenge chess",
        &format!(
            "“chess” does not fit the option variant. Use: {}.",
            Variant::ALL.map(Variant::name).join(", ")
        ),
    );
    refuses(
        "/challenge chakart objcts=open setup=standard setup=odd",
        "Chakart has no option “objcts”; its options are objects, setup. The option setup of Chakart cannot be “odd”; it \
         can be asymmetric, symmetric, standard. See /help challenge.",
    );
    refuses(
        "/challenge chakart objects=open objects=hidden",
        "The option objects is given twice. See /help challenge.",
    );
    refuses(
        "/challenge berolina setup=standard",
        "Berolina has no option “setup”; it has no options. See /help challenge.",
    );
    refuses(
        &format!("/challenge bario {}", "a=b ".repeat(60)),
        "Options can have at most 200 characters. See /help challenge.",
    );
    refuses(
        "/challenge berolina Ann green",
        "“green” does not fit the option color. Use: white, black or random; put a name with spaces in \
         straight quotes, such as \"Ann Lee\".",
    );
    refuses(
        "/challenge berolina Ann white now",
        "/challenge does not take “now”. See /help challenge.",
    );
    refuses(
        "/move e2e4 game:4kq0z",
        "/move has no option “game”. Its options are: move, match, confirm.",
    );
    refuses(
        "/games all:yes",
        "/games has no option “all”: it takes no options.",
    );
    refuses(
        "/board match:4kq0z match:4kq0z",
        "The option match appears twice. Give it once.",
    );
    refuses(
        "/board 17",
        "“17” does not fit the option match. Use: the five characters that name the match, such as 4kq0z.",
    );
    refuses(
        r#"/resign confirm:"""#,
        "The option confirm is empty. Use: yes.",
    );
    refuses(
        &"/move ".repeat(1000),
        "That is too long for a command: I read at most 1000 characters.",
    );
}

#[test]
fn a_move_in_place_of_a_command_is_played_and_one_with_a_question_mark_is_explained() {
    let play = |text: &str, match_id| Command::Move {
        text: Some(text.to_owned()),
        match_id,
        confirmed: false,
    };
    reads("Nf3", play("Nf3", None));
    reads("/e2g4", play("e2g4", None));
    reads("e2 g4 match:4kq0z", play("e2g4", id("4kq0z")));
    reads("O-O-O", play("O-O-O", None));
    reads("-N", play("-N", None));
    reads("e1*e5", play("e1*e5", None));
    reads(
        "e4?",
        Command::Why {
            text: "e4".to_owned(),
            match_id: None,
        },
    );
    refuses(
        "nf9",
        "I do not know the command “nf9”. /help lists all commands.",
    );
}

#[test]
fn a_word_that_lacks_the_name_of_its_option_is_refused_with_what_to_write() {
    for (text, word, meant) in [
        (
            "/challenge berolina rated",
            "rated",
            "rated:yes or rated:no",
        ),
        ("/challenge berolina rated yes", "rated", "rated:yes"),
        ("/challenge berolina no", "no", "rated:no"),
        ("/challenge berolina 1d", "1d", "time:1d"),
        ("/challenge berolina 3d+12h", "3d+12h", "time:3d+12h"),
        ("/challenge berolina time 1d", "time", "time:1d"),
        ("/challenge berolina time", "time", "time:…"),
        ("/challenge berolina 3 days", "3", "time:3d"),
        ("/challenge berolina 12hours", "12hours", "time:12h"),
        ("/challenge berolina none", "none", "time:none"),
        ("/challenge berolina open", "open", "open:yes"),
        ("/challenge open", "open", "open:yes"),
        ("/challenge berolina yes", "yes", "rated:yes or open:yes"),
        ("/challenge berolina level 3", "level", "level:3"),
        ("/challenge berolina 3", "3", "level:3"),
        ("/challenge berolina level", "level", "level:…"),
        ("/challenge berolina color white", "color", "color:white"),
        (
            "/challenge berolina opponent Ann",
            "opponent",
            "opponent:Ann",
        ),
        ("/challenge variant berolina", "variant", "variant:berolina"),
        ("/challenge berolina unrated", "unrated", "rated:no"),
        ("/challenge berolina Casual", "Casual", "rated:no"),
        ("/challenge berolina amistosa", "amistosa", "rated:no"),
        ("/challenge bario classic", "classic", "rules=classic"),
        ("/challenge bario rules classic", "rules", "rules=classic"),
        (
            "/challenge chakart open",
            "open",
            "open:yes or objects=open",
        ),
        (
            "/challenge baroque setup",
            "setup",
            "setup=standard, setup=symmetric or setup=asymmetric",
        ),
    ] {
        let expected = format!(
            "I cannot tell what “{word}” is for. Write {meant}. If it is somebody's name, write @{word}."
        );
        refuses(text, &expected);
    }
    for (text, word, meant) in [
        ("/settings dark", "dark", "theme:dark"),
        ("/settings theme dark", "theme", "theme:dark"),
        ("/settings yes", "yes", "confirm:yes"),
        ("/reminders off", "off", "by:off or bells:off"),
        ("/reminders 22-7", "22-7", "quiet:22-7"),
        (
            "/reminders Europe/Paris",
            "Europe/Paris",
            "zone:Europe/Paris",
        ),
        ("/vacation 2026-12-24", "2026-12-24", "until:2026-12-24"),
        ("/vacation days 3", "days", "days:3"),
        ("/vacation 7 days", "days", "days:7"),
        ("/vacation 7 jours", "jours", "days:7"),
        ("/history white", "white", "eyes:white"),
        ("/resign confirm", "confirm", "confirm:yes"),
        ("/move e2e4 confirm", "confirm", "confirm:yes"),
        ("/rules berolina here", "here", "here:yes"),
        ("/puzzle daily", "daily", "daily:yes or daily:no"),
        ("/settings server 1d", "1d", "time:1d"),
        ("/settings server unrated", "unrated", "rated:off"),
        // The opponent is already named.
        ("/challenge berolina @Ann 1d", "1d", "time:1d"),
        ("/challenge berolina @Ann white 1d", "1d", "time:1d"),
        ("/challenge berolina opponent:Ann 1d", "1d", "time:1d"),
        ("/challenge berolina 1d @Ann", "1d", "time:1d"),
        ("/challenge berolina 1d opponent:Ann", "1d", "time:1d"),
        ("/challenge berolina @Ann unrated", "unrated", "rated:no"),
        ("/challenge bario @Ann classic", "classic", "rules=classic"),
        (
            "/challenge chakart objects=open @Ann symmetric",
            "symmetric",
            "setup=symmetric",
        ),
    ] {
        refuses(
            text,
            &format!("I cannot tell what “{word}” is for. Write {meant}."),
        );
    }
}

#[test]
fn a_value_among_the_options_of_a_variant_is_refused_with_the_option_that_it_belongs_to() {
    let expected = "I cannot tell what “classic” is for. Write rules=classic. See /help challenge.";
    refuses("/challenge bario options:classic", expected);
    let options = [("variant", "bario"), ("options", "Classic")];
    let refused =
        Command::from_slash(&slash("challenge", &options)).expect_err("it lacks its name");
    assert_eq!(
        Language::ENGLISH.say(&refused),
        expected.replace("“classic”", "“Classic”")
    );
    refuses(
        "/challenge chakart options:\"open odd\"",
        "I cannot tell what “open” is for. Write objects=open. Chakart has no option “odd”; its options are objects, setup. \
         See /help challenge.",
    );
}

#[test]
fn who_is_called_like_an_option_is_named_with_the_sign() {
    for name in ["@rated", "@1d", "@open", "@3", "@unrated"] {
        let command = Command::parse(&format!("/challenge berolina {name}"));
        assert!(command.is_ok_and(|command| command.person() == Some(name)));
    }
    for name in ["Ann", "Dana", "Nora", "chess"] {
        let command = Command::parse(&format!("/profile {name}"));
        assert!(command.is_ok_and(|command| command.person() == Some(name)));
    }
}

#[test]
fn the_suggestion_that_only_counts_others_is_no_value() {
    let slash = |name: &str, option: &str| {
        let command = SlashCommand {
            name: name.to_owned(),
            options: vec![(option.to_owned(), NOTHING_TYPED.to_owned())],
        };
        Command::from_slash(&command)
    };
    let guide = Command::Move {
        text: None,
        match_id: None,
        confirmed: false,
    };
    assert!(slash("move", "move").is_ok_and(|command| command == guide));
    let needs_nothing = |spec: &&Spec| spec.options.iter().all(|option| !option.required);
    for spec in SPECS.iter().filter(needs_nothing) {
        for option in spec.options {
            assert!(slash(spec.name, option.name()).is_ok(), "{}", spec.name);
        }
    }
    let missing = slash("why", "move").expect_err("it is needed");
    assert_eq!(
        Language::ENGLISH.say(&missing),
        "/why needs the option move. For example: /why e2e4"
    );
    let called = slash("challenge", "opponent").expect("somebody may be called so");
    assert_eq!(called.person(), Some(NOTHING_TYPED));
}

#[test]
fn what_is_quoted_is_short_and_tame() {
    assert_eq!(excerpt("a\u{202e}b\u{7}c\nd"), "abcd");
    assert_eq!(excerpt(&"x".repeat(10_000)), format!("{}…", "x".repeat(40)));
}

#[test]
fn the_table_keeps_the_platforms_limits() {
    let is_name = |name: &str| {
        (1..=32).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    for spec in SPECS {
        assert!(
            spec.name.split(' ').all(is_name) && spec.options.len() <= 25,
            "{}",
            spec.name
        );
        assert!(
            spec.options.is_sorted_by_key(|option| !option.required),
            "{}: required options first",
            spec.name
        );
        for option in spec.options {
            let (name, english) = (option.name(), Language::ENGLISH.say(&option.keyword.local));
            assert!(is_name(name), "{} {name}", spec.name);
            assert_eq!(
                english, name,
                "the program knows options by their English names"
            );
        }
    }
}

#[test]
fn a_command_has_the_name_of_its_row_and_depends_on_all_options_in_it() {
    for spec in SPECS {
        let example = Command::parse(&Language::ENGLISH.say(&spec.example()));
        assert_eq!(example.expect(spec.name).name(), spec.name);
        for option in spec.options {
            let others = spec.options.iter().filter(|other| *other != option);
            let others = others.filter(|other| other.required);
            let others: Vec<_> = others.map(|other| (other.name(), "x")).collect();
            let with_it = [&others[..], &[(option.name(), "?")]].concat();
            let read = |options: &[(&str, &str)]| Command::from_slash(&slash(spec.name, options));
            assert!(
                read(&with_it) != read(&others),
                "/{} {}",
                spec.name,
                option.name()
            );
        }
    }
}

/// Returns the spellings of a keyword in each language.
fn written(keyword: &Keyword) -> impl Iterator<Item = String> {
    let local = Language::all().map(|language| language.say(&keyword.local));
    [keyword.name.to_owned()].into_iter().chain(local)
}

/// Checks that alternative keywords have different spellings in all languages, with and without accents.
#[track_caller]
fn check_told_apart<'a>(keywords: impl Iterator<Item = &'a Keyword> + Clone) {
    for keyword in keywords.clone() {
        for written in written(keyword) {
            let names = keywords.clone().map(|keyword| keyword.name);
            let meant = names.filter(|name| written_as(&written).contains(name));
            assert!(meant.eq([keyword.name]), "{written}");
        }
    }
}

#[test]
fn in_no_two_languages_a_word_means_two_options_or_two_choices() {
    for spec in SPECS {
        check_told_apart(spec.options.iter().map(|option| &option.keyword));
        for option in spec.options {
            let words = option.kind.words().unwrap_or_default();
            check_told_apart(words.iter());
            for language in Language::all() {
                let name = language.say(&option.keyword.local);
                let typed = format!("{}:x", name.to_uppercase());
                assert!(
                    split(&typed)[0]
                        .named()
                        .is_some_and(|(name, _)| written_as(name).contains(&option.name())),
                    "{language}: {typed}"
                );
                for word in &words {
                    let word = language.say(&word.local);
                    let is_proper = |c: char| c.is_alphanumeric() || c == '-';
                    assert!(word.chars().all(is_proper), "{language}: {word} is no word");
                }
            }
        }
    }
}

#[test]
fn each_language_explains_commands_in_its_own_words() {
    for (spec, language) in SPECS
        .iter()
        .flat_map(|spec| Language::all().map(move |language| (spec, language)))
    {
        let example = language.say(&spec.example());
        let english = Command::parse(&Language::ENGLISH.say(&spec.example())).expect(spec.name);
        assert!(
            Command::parse(&example).is_ok_and(|command| command == english),
            "{example}"
        );
        for option in spec.options {
            let summary = language.say(&option.summary);
            for word in option.kind.words().unwrap_or_default() {
                let is_named = summary
                    .split(|c: char| !c.is_alphabetic())
                    .any(|part| part == word.name);
                let is_own = language.say(&word.local) == word.name;
                assert!(!is_named || is_own, "{language}: {summary}");
            }
        }
    }
}

#[test]
fn options_and_choices_are_understood_in_every_language() {
    #[track_caller]
    fn check(text: &str, english: &str) {
        let english = Command::parse(english).expect(english);
        assert!(
            Command::parse(text).is_ok_and(|command| command == english),
            "{text}"
        );
    }
    let english = "/challenge berolina @Bob color:white";
    check("/challenge berolina @Bob couleur:blancs", english);
    check(
        "/challenge berolina adversaire:@Bob COULEUR:Noirs",
        "/challenge berolina @Bob color:black",
    );
    check("/challenge berolina rival:@Bob blancas", english);
    // Several languages at once, and English always.
    check(
        "/challenge variante:berolina rival:@Bob couleur:white",
        english,
    );
    check(
        "/resign partie:4kq0z confirmar:oui",
        "/resign match:4kq0z confirm:yes",
    );
    check("/history vista:todos", "/history eyes:everybody");
    check(
        "/settings images:grand couleurs:contraste idioma:fr",
        "/settings pictures:large theme:high-contrast language:fr",
    );
    // With and without accents, however they are written.
    for text in [
        "/rules bario aquí:sí",
        "/rules bario aqui:si",
        "/rules bario aqui\u{301}:SI\u{301}",
    ] {
        check(text, "/rules bario here:yes");
    }
    let slash = slash("history", &[("vue", "noirs")]);
    let black = Command::History {
        match_id: None,
        eyes: Some(Eyes::Seat(Color::Black)),
    };
    assert!(Command::from_slash(&slash).is_ok_and(|command| command == black));
}

#[test]
fn what_is_wrong_is_told_in_the_words_of_the_reader() {
    #[track_caller]
    fn check(text: &str, language: &str, expected: &str) {
        let refused = Command::parse(text).expect_err(text);
        let language: Language = language.parse().expect("a language");
        assert_eq!(language.say(&refused), expected);
    }
    check(
        "/board partie:4kq0z match:4kq0z",
        "fr",
        "L'option partie apparaît deux fois. Donnez-la une seule fois.",
    );
    check(
        "/history eyes:red",
        "es",
        "«red» no vale para la opción vista. Puede ser: blancas, negras, todos, todo.",
    );
    check(
        "/move coup:e4 spiel:1",
        "fr",
        "/move n'a pas d'option «\u{202f}spiel\u{202f}». Ses options\u{a0}: coup, partie, confirmer.",
    );
}

fn slash(name: &str, options: &[(&str, &str)]) -> SlashCommand {
    let option = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    SlashCommand {
        name: name.to_owned(),
        options: options.iter().map(option).collect(),
    }
}

#[test]
fn what_stands_in_an_option_is_taken_to_the_letter() {
    let topic = r#" the "king": here:yes  "#;
    let command = slash("rules", &[("variant", "Baroque"), ("topic", topic)]);
    let expected = Command::Rules(Lookup {
        variant: Some(Variant::Baroque),
        topic: Some(topic.to_owned()),
        ..Lookup::default()
    });
    assert!(Command::from_slash(&command).is_ok_and(|command| command == expected));
}

#[test]
fn options_that_are_told_apart_obey_the_same_table() {
    #[track_caller]
    fn check(name: &str, options: &[(&str, &str)], expected: &str) {
        let refused = Command::from_slash(&slash(name, options));
        let refused = refused.expect_err(name);
        assert_eq!(Language::ENGLISH.say(&refused), expected);
    }
    let both = [("match", "00001"), ("Match", "00002")];
    check(
        "board",
        &both,
        "The option match appears twice. Give it once.",
    );
    check(
        "Move",
        &[("MOVE", "e2e4"), ("confirm", "no")],
        &refusal("/move e2e4 confirm:no"),
    );
    check("board", &[("to", "Ann")], &refusal("/board to:Ann"));
    check("bord", &[], &refusal("/bord"));
    check("why", &[], &refusal("/why"));
    let long = "x".repeat(MAX_LENGTH);
    check("why", &[("move", &long)], &refusal(&long));
}

/// Returns the error message of a text that is not a command.
fn refusal(text: &str) -> String {
    let refused = Command::parse(&format!("{text} ")).expect_err(text);
    Language::ENGLISH.say(&refused)
}

#[test]
fn the_last_option_is_the_one_that_is_being_typed() {
    let command = slash(
        "Move",
        &[("match", "00001"), ("none", "x"), ("move", "e2 \"")],
    );
    let (option, typed, given) = being_typed(&command).expect("an option of ours");
    assert_eq!((option.name(), typed), ("move", "e2 \""));
    assert_eq!(given.of_kind(OptionKind::Match), Some("00001"));
    assert!(being_typed(&slash("move", &[])).is_none());
    assert!(being_typed(&slash("move", &[("none", "x")])).is_none());
}
