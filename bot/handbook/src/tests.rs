mod first_game;

use rules::{Color, Game, Next, Setup, Variant};

use text::Language;

use super::{
    FILES, Goal, Handbook, Knowledge, LAW_OF_LOSING, Level, Miss, SearchResult, Section, Spot,
    files, find, glance, here, read, translate, variant,
};

#[test]
fn sections_are_read() {
    let text = "# One {#one .first}\n\nSee *all* of [two](#two), [three](https://a.example/) and `x`.\n\n- a\n- b\n\n## Two {#two}\n\n1. c\n2. d\n";
    let handbook = read(Variant::Baroque, &[("test.md", text)]).expect("it can be read");
    let [one, two] = handbook.sections() else {
        panic!("there are two sections");
    };
    assert_eq!(
        one.text,
        "See all of two, three (https://a.example/) and x.\n\n• a\n• b"
    );
    assert_eq!((one.level, two.level), (Level::Chapter, Level::Topic));
    assert_eq!(
        (one.names.as_slice(), one.links.as_slice()),
        (&["first".to_owned()][..], &["two".to_owned()][..])
    );
    assert_eq!(two.parent, Some(0));
    assert_eq!(two.text, "1. c\n2. d");
    assert!(
        one.html.contains("<a href=\"#two\">two</a>"),
        "{}",
        one.html
    );
}

/// Returns the cases of a file: each is a message after a line of signs, and the text below it that is refused so.
fn cases(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let cases = file.split("===== ").skip(1);
    cases.map(|case| case.split_once('\n').expect("a text below"))
}

#[test]
fn an_unreadable_handbook_is_refused_with_its_flaw() {
    for (expected, text) in cases(include_str!("tests/refused.txt")) {
        let flaw = read(Variant::Baroque, &[("test.md", text)])
            .err()
            .expect(text);
        assert!(flaw.to_string().contains(expected), "{flaw}");
    }
}

#[test]
fn spots_come_back() {
    for variant in Variant::ALL {
        let handbook = Handbook::of(variant);
        for section in 0..handbook.sections().len() {
            let n_pictures = handbook.pictures(section).len().max(1);
            for picture in [0, n_pictures - 1] {
                let spot = Spot {
                    variant,
                    section,
                    picture,
                };
                assert!(spot.to_string().parse() == Ok(spot), "{spot}");
            }
            let beyond = Spot {
                variant,
                section,
                picture: n_pictures,
            };
            assert!(beyond.to_string().parse::<Spot>().is_err(), "{beyond}");
        }
    }
    for text in [
        "",
        "baroque",
        "baroque:",
        "baroque:nothing",
        "go:end",
        "baroque:end:x",
        "baroque:end:0:0",
    ] {
        assert!(text.parse::<Spot>().is_err(), "{text}");
    }
}

#[test]
fn names_are_understood() {
    #[track_caller]
    fn check(text: &str, expected: Option<Variant>) {
        assert_eq!(variant(text), expected, "{text}");
    }
    check("Ultima", Some(Variant::Baroque));
    check("BAROQUE", Some(Variant::Baroque));
    check("baroqe", Some(Variant::Baroque));
    check("Berlin", Some(Variant::Berolina));
    check("Berolina Chess", Some(Variant::Berolina));
    check("chakrt", Some(Variant::Chakart));
    check("go", None);
    check("", None);
}

#[test]
fn topics_are_found() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        match find(Variant::Baroque, text) {
            SearchResult::Here(spot) => assert_eq!(spot.section().id, expected, "{text}"),
            SearchResult::Nearest(_) => panic!("{text} was not found"),
        }
    }
    check("pincer", "pincer");
    check("Pawns", "pincer");
    check("long leaper", "long-leaper");
    check("q27", "Q27");
    check("Freezing", "freezing");
    // In any language.
    check("pinceurs", "pincer");
    check("Échec et mat", "check");
    check("ECHEC ET MAT", "check");
    check("saltador largo", "long-leaper");
    let SearchResult::Nearest(near) = find(Variant::Baroque, "kameleom") else {
        panic!("a wrong name was found");
    };
    assert_eq!(near.len(), 3);
    assert_eq!(near[0].section().id, "chameleon");
}

#[test]
fn laws_lead_to_their_paragraphs() {
    #[track_caller]
    fn check(law: &str, expected: Option<&str>) {
        let found = Spot::of_law(law).map(|spot| spot.section().id.as_str());
        assert_eq!(found, expected, "{law}");
    }
    check("baroque Q27", Some("Q27"));
    check("bario B26", Some("B25"));
    check(LAW_OF_LOSING, Some("K9"));
    check("baroque Q4", Some("options"));
    check("baroque, Check and end", Some("end"));
    check("chakart, section 9", Some("end"));
    check("baroque Q99", None);
    check("baroque end", None);
    check("go Q27", None);
    check("go, End", None);
}

#[test]
fn a_legend_lists_the_moves_of_a_piece() {
    #[track_caller]
    fn check(variant: Variant, position: &str, piece: &str, expected: &str) {
        let setup = rules::Setup::with_position(variant, "", position).expect("a position");
        let piece = piece.parse().expect("a square");
        let legend = glance(&setup, piece).legend();
        let text = legend.map(|legend| Language::ENGLISH.localize(&legend));
        assert_eq!(text.as_deref(), Some(expected));
    }
    let kings = "w - - 0 1";
    check(
        Variant::Berolina,
        &format!("k7/8/8/8/8/8/4P3/7K {kings}"),
        "e2",
        "moves without capturing to d3 f3 c4 g4; captures on e3",
    );
    check(
        Variant::Berolina,
        &format!("7k/7p/8/8/8/8/N7/7K {kings}"),
        "a2",
        "leaps or steps to c1 c3 b4",
    );
    check(
        Variant::Berolina,
        &format!("1k6/8/8/8/8/8/8/R6K {kings}"),
        "a1",
        "slides to b1 c1 d1 e1 f1 g1 a2 a3 a4 a5 a6 a7 a8",
    );
    check(
        Variant::Baroque,
        "7k/8/8/8/8/8/P7/3K4 w 0",
        "a2",
        "moves without capturing to a1 b2 c2 d2 e2 f2 g2 h2 a3 a4 a5 a6 a7 a8",
    );
}

#[test]
fn tasks_are_judged_by_the_rules() {
    let text = "# One {#one}\n\n```task\nlevel = 1\nquestion = \"Take two.\"\n\
                position = \"7k/5ppp/2N5/2n5/3rB3/8/PPP5/K7 w 0\"\ngoal = \"capture 2\"\nsolution = \"c2c4\"\n```\n";
    let handbook = read(Variant::Baroque, &[("test.md", text)]).expect("it can be read");
    let task = &handbook.sections()[0].tasks[0];
    assert_eq!(task.goal, Goal::Capture(2));
    let judged = |text: &str| task.is_solved_by(text.parse().expect("a move"));
    assert_eq!(judged("c2c4"), Some(true));
    assert_eq!(judged("c2c3"), Some(false));
    assert_eq!(judged("c2d3"), None);
    let missed = |text: &str| task.miss(text.parse().expect("a move"));
    assert_eq!(missed("c2c4"), None);
    assert_eq!(missed("c2c3"), Some(Miss::Captures(0)));
}

#[test]
fn a_miss_names_why_a_move_fails_the_goal() {
    #[track_caller]
    fn check(variant: Variant, id: &str, action: &str, expected: Miss) {
        let handbook = Handbook::of(variant);
        let number = handbook.section(id).expect("a section");
        let task = &handbook.sections()[number].tasks[0];
        let missed = task.miss(action.parse().expect("a move"));
        assert_eq!(missed, Some(expected), "{variant} {id} {action}");
    }
    check(Variant::Baroque, "practice-3", "d2d4", Miss::Captures(1));
    check(Variant::Berolina, "practice-2", "d3c4", Miss::NoCheck);
    let reply = Miss::Reply(Color::Black, "Kxb8".to_owned());
    check(Variant::Berolina, "practice-3", "c7b8=R", reply);
    // Stalemate: the king is frozen.
    check(Variant::Baroque, "practice-5", "c4c3", Miss::NoWin);
}

/// Tests the paragraphs of `here.txt`: a position, a topic, and the lines of the topic about it for the side to move.
#[test]
fn a_topic_lists_its_facts_about_the_current_board() {
    for paragraph in include_str!("tests/here.txt").trim_end().split("\n\n") {
        let mut parts = paragraph.splitn(3, '\n');
        let mut part = || parts.next().expect("three parts");
        let setup: Setup = part().parse().expect("a position");
        let game = Game::new(&setup);
        let Next::Decision(seat) = game.next() else {
            panic!("nobody is to decide");
        };
        let topic = part();
        let SearchResult::Here(spot) = find(setup.variant(), topic) else {
            panic!("there is no {topic}");
        };
        let (view, believed) = (game.seat_view(seat), game.as_believed_by(seat));
        let known = Knowledge::new(view.as_view(), Some(seat), Some(&believed));
        let lines = here(spot.section(), &known);
        let lines: Vec<_> = lines
            .iter()
            .map(|it| Language::ENGLISH.localize(it))
            .collect();
        assert_eq!(lines.join("\n"), part(), "{topic}");
    }
}

/// An English handbook to translate.
const ORIGINAL: &str = "# One {#one .first}\n\nText.\n\n```diagram\ncaption = \"A pincer.\"\npiece = \"e2\"\nvalue = \"about 1\"\n```\n\n\
    ### Two {#Q2 .Q3}\n\n```no-diagram\nNothing is played.\n```\n\n# Three {#three}\n\n### Four {#four}\n";

#[track_caller]
fn translated(text: &str) -> Result<Handbook, String> {
    let english = read(Variant::Baroque, &[("test.md", ORIGINAL)]).expect("it can be read");
    let french = "fr".parse().expect("a language");
    translate(&english, &[("test.md", text)], french).map_err(|flaw| flaw.to_string())
}

#[test]
fn a_translation_shares_all_but_words() {
    let text = "# Un {#one .premier}\n\nDu [texte](#Q2).\n\n```diagram\ncaption = \"Un pinceur.\"\n```\n\n### Deux {#Q2}\n";
    let handbook = translated(text).expect("it can be read");
    let [one, two, three, four] = handbook.sections() else {
        panic!("there are as many sections as in English");
    };
    assert_eq!((&*one.title, &*one.text), ("Un", "Du texte."));
    assert_eq!(one.names, ["premier", "first"]);
    let diagram = &one.diagrams[0];
    assert_eq!(diagram.caption, "Un pinceur.");
    assert_eq!(diagram.value.as_deref(), Some("about 1"));
    assert_eq!(diagram.piece, Some("e2".parse().expect("a square")));
    assert_eq!((two.parent, two.no_diagram.is_some()), (Some(0), true));
    assert!(two.paragraphs().eq(["Q2", "Q3"]));
    // The missing chapter is in English, and the first heading says so.
    assert_eq!((&*three.title, &*four.title), ("Three (anglais)", "Four"));
}

#[test]
fn an_invalid_translation_is_refused_with_its_flaw() {
    for (expected, text) in cases(include_str!("tests/untranslatable.txt")) {
        let flaw = translated(text).err().expect(text);
        assert!(flaw.contains(expected), "{flaw}");
    }
}

#[test]
fn every_language_has_the_same_sections() {
    for (place, _) in FILES {
        let mut folders = place.split('/').skip(1);
        let language = folders.next().and_then(|tag| tag.parse::<Language>().ok());
        let variant = folders.next().and_then(|name| name.parse::<Variant>().ok());
        // A build can omit a variant, but no language translates such a variant.
        let is_known = variant.is_some() || language == Some(Language::ENGLISH);
        assert!(language.is_some() && is_known, "{place}");
    }
    for language in Language::all() {
        for variant in Variant::ALL {
            let english = files(Language::ENGLISH, variant);
            for (name, text) in files(language, variant) {
                let original = english.iter().find(|(other, _)| *other == name);
                let (_, original) =
                    original.unwrap_or_else(|| panic!("{language} {variant} {name}"));
                let anchors = |text: &str| -> Vec<String> {
                    let headings = text.lines().filter_map(|line| line.split_once(" {#"));
                    let ids = headings.filter_map(|(_, ids)| ids.split([' ', '}']).next());
                    ids.map(str::to_owned).collect()
                };
                assert_eq!(
                    anchors(text),
                    anchors(original),
                    "{language} {variant} {name}"
                );
            }
            let paragraphs = |handbook: &Handbook| -> Vec<String> {
                let sections = handbook.sections().iter();
                let named = sections.flat_map(Section::paragraphs);
                named.map(str::to_owned).collect()
            };
            let handbook = Handbook::in_language(variant, language);
            assert_eq!(
                paragraphs(handbook),
                paragraphs(Handbook::of(variant)),
                "{language} {variant}"
            );
        }
    }
}

#[test]
fn an_empty_translation_falls_back_to_marked_english_sections() {
    let handbook = translated("").expect("it can be read");
    let titles = handbook.sections().iter().map(|section| &*section.title);
    assert!(titles.eq(["One (anglais)", "Two", "Three (anglais)", "Four"]));
}

#[test]
fn the_signs_of_a_picture_are_explained_as_far_as_it_has_them() {
    #[track_caller]
    fn check(variant: Variant, section: &str, frame: usize, expected: Option<&str>) {
        let handbook = Handbook::of(variant);
        let number = handbook.section(section).expect("a section");
        let frame = handbook.sections()[number].diagrams[0].frame(frame);
        let frame = frame.expect("a board");
        let text =
            text::picture_signs(frame.shown.as_view()).map(|it| Language::ENGLISH.localize(&it));
        assert_eq!(text.as_deref(), expected, "{variant} {section}");
    }
    check(Variant::Berolina, "O1", 0, None);
    check(Variant::Berolina, "O5", 1, None);
    check(Variant::Baroque, "Q13", 0, None);
    let gone = "Key: pale = removed by the last move.";
    check(Variant::Baroque, "Q13", 1, Some(gone));
    check(Variant::Baroque, "Q27", 0, Some("Key: ice = frozen."));
    let undefined = "Key: ? = undefined piece; beside the names = reserve.";
    check(Variant::Bario, "B6", 0, Some(undefined));
    let powers = "Key: shell, mask = powers left (crossed out = used).";
    check(Variant::Chakart, "C19", 0, Some(powers));
    let chain = "Key: pale = removed by the last move; numbers = steps of the last move; \
                 shell, mask = powers left (crossed out = used).";
    check(Variant::Chakart, "C11", 1, Some(chain));
    // A banana that a rook has dropped unseen has no sign.
    check(Variant::Chakart, "H7", 1, Some(powers));
}
