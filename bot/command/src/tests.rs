use super::{keyword::written_as, *};
use crate::SlashCommand;
use text::Language;

/// Parses a command.
#[track_caller]
fn parsed(text: &str) -> Command {
    let error = match Command::parse(text) {
        Ok(command) => return command,
        Err(error) => error,
    };
    panic!("{text}: {}", Language::ENGLISH.localize(&error))
}

#[track_caller]
fn reads(text: &str, expected: Command) {
    assert!(parsed(text) == expected, "{text}");
}

/// Checks that a text is the same command as its plain form.
#[track_caller]
pub(super) fn reads_as(typed: &str, plain: &str) {
    reads(typed, parsed(plain));
}

#[track_caller]
fn refuses(text: &str, expected: &str) {
    let refused = Command::parse(text).expect_err(text);
    assert_eq!(Language::ENGLISH.localize(&refused), expected);
}

fn id(text: &str) -> Option<MatchId> {
    Some(text.parse().expect("a match id"))
}

/// Makes the command for a challenge that leaves the rest open.
fn challenge(setup: &str, opponent: Option<&str>, side: Option<SideChoice>) -> Command {
    Command::Challenge {
        setup: Some(Box::new(setup.parse().expect("a setup"))),
        opponent: opponent.map(str::to_owned),
        side,
        time: None,
        rated: None,
        is_open_elsewhere: false,
        level: None,
    }
}

/// Makes the command for a move that is not confirmed.
fn play(text: Option<&str>, match_id: Option<MatchId>) -> Command {
    Command::Move {
        text: text.map(str::to_owned),
        match_id,
        confirmed: false,
    }
}

#[test]
fn commands_are_read_with_values_in_order_or_by_name() {
    let berolina = |opponent, side| challenge("berolina", opponent, side);
    let (white, black) = (
        Some(SideChoice::Fixed(Color::White)),
        Some(SideChoice::Fixed(Color::Black)),
    );
    let random = Some(SideChoice::Random);
    let resign = Command::Resign {
        match_id: None,
        confirmed: true,
    };
    for (text, expected) in [
        ("/challenge berolina", berolina(None, None)),
        ("challenge Berolina", berolina(None, None)),
        (
            "/CHALLENGE berolina @Ann white",
            berolina(Some("@Ann"), white),
        ),
        ("/challenge berolina color:black", berolina(None, black)),
        (
            "/challenge color:random variant:berolina",
            berolina(None, random),
        ),
        (
            r#"/challenge berolina "@Ann Lee""#,
            berolina(Some("@Ann Lee"), None),
        ),
        (
            r#"/challenge berolina opponent:"Ann: Lee""#,
            berolina(Some("Ann: Lee"), None),
        ),
        ("/challenge berolina white", berolina(None, white)),
        ("/challenge berolina @white", berolina(Some("@white"), None)),
        ("/move e2g4", play(Some("e2g4"), None)),
        ("/move e2 g4", play(Some("e2g4"), None)),
        ("/move Nf3 match:4kq0z", play(Some("Nf3"), id("4kq0z"))),
        ("/move match:4KQOZ", play(None, id("4kq0z"))),
        ("/resign confirm:yes", resign),
        ("/board 4kq0z", Command::Board(id("4kq0z"))),
        ("  /games  ", Command::Games),
        ("/ games", Command::Games),
        ("/help move", Command::Help(spec("move"))),
        ("/help /move", Command::Help(spec("move"))),
    ] {
        reads(text, expected);
    }
}

#[test]
fn variant_options_are_read_in_any_position() {
    let setup = "chakart objects=open setup=standard";
    let black = Some(SideChoice::Fixed(Color::Black));
    let expected = challenge(setup, Some("@Ann"), black);
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
        challenge("chakart", Some("@a=b"), None),
    );
}

/// Tests the commands in `refusals.txt`, each with its message below it.
#[test]
fn a_parse_error_names_the_next_step() {
    for paragraph in include_str!("tests/refusals.txt").split("\n\n") {
        let (text, expected) = paragraph.split_once('\n').expect("a message below");
        refuses(text, expected.trim_end());
    }
    refuses(
        "",
        "There is no command in your message. /help lists what I can do.",
    );
    refuses(
        "/challenge chess",
        &format!(
            "“chess” is not a valid value of variant. Use: {}.",
            Variant::ALL.map(Variant::name).join(", ")
        ),
    );
    refuses(
        &format!("/challenge bario {}", "a=b ".repeat(60)),
        "Options can have at most 200 characters. See /help challenge.",
    );
    refuses(
        &"/move ".repeat(1000),
        "That is too long for a command: I read at most 1000 characters.",
    );
}

#[test]
fn a_move_in_place_of_a_command_is_played_and_one_with_a_question_mark_is_explained() {
    let play = |text, match_id| play(Some(text), match_id);
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

/// Tests the lines of `unnamed.txt`: a command, the word that lacks the name of its option, and the text in its place. The
/// words of the first paragraph can be the name of a person.
#[test]
fn a_value_without_its_option_name_is_refused_with_a_suggestion() {
    let lines = include_str!("tests/unnamed.txt");
    let (possible_names, others) = lines.split_once("\n\n").expect("two paragraphs");
    for (lines, may_be_name) in [(possible_names, true), (others, false)] {
        for line in lines.lines() {
            let [text, word, meant] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{line} has three parts")
            };
            let mut expected = format!("I cannot tell what “{word}” is for. Write {meant}.");
            if may_be_name {
                expected += &format!(" If it is somebody's name, write @{word}.");
            }
            refuses(text, &expected);
        }
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
        Language::ENGLISH.localize(&refused),
        expected.replace("“classic”", "“Classic”")
    );
    refuses(
        "/challenge chakart options:\"open odd\"",
        "I cannot tell what “open” is for. Write objects=open. Chakart has no option “odd”; its options are objects, setup. \
         See /help challenge.",
    );
}

#[test]
fn an_at_sign_marks_a_name_that_looks_like_an_option() {
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
        Language::ENGLISH.localize(&missing),
        "/why needs the option move. For example: /why e2e4"
    );
    let called = slash("challenge", "opponent").expect("somebody may be called so");
    assert_eq!(called.person(), Some(NOTHING_TYPED));
}

#[test]
fn an_excerpt_is_short_and_has_no_control_characters() {
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
            let (name, english) = (
                option.name(),
                Language::ENGLISH.localize(&option.keyword.local),
            );
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
        let example = Command::parse(&Language::ENGLISH.localize(&spec.example()));
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
    let local = Language::all().map(|language| language.localize(&keyword.local));
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
                let name = language.localize(&option.keyword.local);
                let typed = format!("{}:x", name.to_uppercase());
                assert!(
                    split(&typed)[0]
                        .named()
                        .is_some_and(|(name, _)| written_as(name).contains(&option.name())),
                    "{language}: {typed}"
                );
                for word in &words {
                    let word = language.localize(&word.local);
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
        let example = language.localize(&spec.example());
        reads_as(&example, &Language::ENGLISH.localize(&spec.example()));
        for option in spec.options {
            let summary = language.localize(&option.summary);
            for word in option.kind.words().unwrap_or_default() {
                let is_named = summary
                    .split(|c: char| !c.is_alphabetic())
                    .any(|part| part == word.name);
                let is_own = language.localize(&word.local) == word.name;
                assert!(!is_named || is_own, "{language}: {summary}");
            }
        }
    }
}

/// Tests the paragraphs of `same.txt`: a command, and other spellings of it below, by several languages and keyboards.
#[test]
fn options_and_choices_are_understood_in_every_language() {
    for paragraph in include_str!("tests/same.txt").split("\n\n") {
        let (plain, others) = paragraph.split_once('\n').expect("others below");
        others.lines().for_each(|typed| reads_as(typed, plain));
    }
    // An accent can be a character of its own.
    let combining = "/rules bario aqui\u{301}:SI\u{301}";
    reads_as(combining, "/rules bario here:yes");
    let slash = slash("history", &[("vue", "noirs")]);
    let black = Command::History {
        match_id: None,
        eyes: Some(Eyes::Seat(Color::Black)),
    };
    assert!(Command::from_slash(&slash).is_ok_and(|command| command == black));
}

#[test]
fn a_parse_error_uses_the_language_of_the_reader() {
    #[track_caller]
    fn check(text: &str, language: &str, expected: &str) {
        let refused = Command::parse(text).expect_err(text);
        let language: Language = language.parse().expect("a language");
        assert_eq!(language.localize(&refused), expected);
    }
    check(
        "/board partie:4kq0z match:4kq0z",
        "fr",
        "L'option partie apparaît deux fois. Donnez-la une seule fois.",
    );
    check(
        "/history eyes:red",
        "es",
        "«red» no es un valor válido de la opción vista. Puede ser: blancas, negras, todos, todo.",
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
fn a_slash_option_value_is_taken_literally() {
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
fn slash_command_options_obey_the_same_rules_as_typed_ones() {
    #[track_caller]
    fn check(name: &str, options: &[(&str, &str)], expected: &str) {
        let refused = Command::from_slash(&slash(name, options));
        let refused = refused.expect_err(name);
        assert_eq!(Language::ENGLISH.localize(&refused), expected);
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
    Language::ENGLISH.localize(&refused)
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
