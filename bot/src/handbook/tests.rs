use rules::Variant;

use super::{Found, Goal, Handbook, Level, Spot, glance, read, variant};

#[track_caller]
fn refused(text: &str, expected: &str) {
    match read(Variant::Baroque, &[("test.md", text)]) {
        Ok(_) => panic!("it was read"),
        Err(flaw) => {
            let flaw = flaw.to_string();
            assert!(flaw.contains(expected), "{flaw}");
        }
    }
}

#[test]
fn sections_are_read() {
    let text = "# One {#one .first}\n\nSee *all* of [two](#two) and `x`.\n\n- a\n- b\n\n## Two {#two}\n\n1. c\n2. d\n";
    let handbook = read(Variant::Baroque, &[("test.md", text)]).expect("it can be read");
    let [one, two] = handbook.sections() else {
        panic!("there are two sections");
    };
    assert_eq!(one.text, "See all of two and x.\n\n• a\n• b");
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

#[test]
fn what_cannot_be_read_is_said() {
    refused("text", "text before the first heading");
    refused("# One\n", "a heading has no anchor");
    refused("# One {#one}\n\n[two](#two)\n", "#two leads nowhere");
    refused("# One {#one}\n\n# One {#one}\n", "the same anchor");
    refused(
        "# One {#one}\n\n<b>x</b>\n",
        "what the handbook does not use",
    );
    refused("# One {#one}\n\n[x](javascript:x)\n", "no link of ours");
    refused(
        "# One {#one}\n\n```what\n```\n",
        "kind what is not known here",
    );
    let diagram =
        |toml: &str| format!("# One {{#one}}\n\n```diagram\ncaption = \"x\"\n{toml}\n```\n");
    refused(&diagram("plya = \"e2e4\""), "unknown field");
    refused(&diagram("play = \"e2e9\""), "e2e9 is no input");
    refused(&diagram("play = \"a1a2\""), "a1a2 cannot be played");
    refused(&diagram("man = \"z1\""), "z1 is no square");
    refused(&diagram("position = \"x\""), "board");
    refused(&diagram("illegal = \"a1a2\""), "belong together");
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
        match Handbook::of(Variant::Baroque).find(text) {
            Found::Here(spot) => assert_eq!(spot.section().id, expected, "{text}"),
            Found::Nearest(_) => panic!("{text} was not found"),
        }
    }
    check("pincer", "pincer");
    check("Pawns", "pincer");
    check("long leaper", "long-leaper");
    check("q27", "Q27");
    check("Freezing", "freezing");
    let Found::Nearest(near) = Handbook::of(Variant::Baroque).find("cameleon") else {
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
    check("baroque, Check and end", Some("end"));
    check("go Q27", None);
}

#[test]
fn moves_are_told_at_a_glance() {
    #[track_caller]
    fn check(variant: Variant, position: &str, man: &str, expected: &str) {
        let setup = rules::Setup::with_position(variant, "", position).expect("a position");
        let man = man.parse().expect("a square");
        assert_eq!(glance(&setup, man).legend(), expected);
    }
    let kings = "w - - 0 1";
    check(
        Variant::Berolina,
        &format!("k7/8/8/8/8/8/4P3/7K {kings}"),
        "e2",
        "move only: d3 f3 c4 g4; capture only: e3",
    );
    check(
        Variant::Berolina,
        &format!("7k/7p/8/8/8/8/N7/7K {kings}"),
        "a2",
        "leap or step: c1 c3 b4",
    );
    check(
        Variant::Berolina,
        &format!("1k6/8/8/8/8/8/8/R6K {kings}"),
        "a1",
        "slide: b1 c1 d1 e1 f1 g1 a2 a3 a4 a5 a6 a7 a8",
    );
    check(
        Variant::Baroque,
        "7k/8/8/8/8/8/P7/3K4 w 0",
        "a2",
        "move only: a1 b2 c2 d2 e2 f2 g2 h2 a3 a4 a5 a6 a7 a8",
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
}
