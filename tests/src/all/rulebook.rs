//! The handbook, executed: what its diagrams claim is what the rules make of them, and what it tells fits where it is
//! shown.

use std::collections::BTreeSet;

use bot::{
    command,
    handbook::{Diagram, Found, Handbook, Knowledge, Level, Section, Spot, here, is_in},
    ports::{Control, Message, Private},
    present,
    service::{Here, Limits, Page, Told, Tried},
};
use rules::{Color, Effect, Fact, Game, Glyph, Next, Setup, Square, Variant};
use tests::random::Random;

use crate::games::{random_game, stages};

/// All sections of all handbooks.
fn sections() -> impl Iterator<Item = (Variant, &'static Section)> {
    Variant::ALL.into_iter().flat_map(|variant| {
        let sections = Handbook::of(variant).sections().iter();
        sections.map(move |section| (variant, section))
    })
}

fn sorted(squares: &[Square]) -> Vec<String> {
    let mut names: Vec<_> = squares.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

/// Where a diagram claims what the rules deny.
fn wrong(diagram: &Diagram) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |what: &str, claimed: Vec<String>, found: Vec<String>| {
        if claimed != found {
            wrong.push(format!(
                "{what} = \"{}\", not \"{}\"",
                found.join(" "),
                claimed.join(" ")
            ));
        }
    };
    let claims = &diagram.claims;
    let game = diagram.end();
    let view = match diagram.seat {
        Some(seat) => game.seat_view(seat).as_view().clone(),
        None => game.public_view().as_view().clone(),
    };
    if let Some(moves) = &claims.moves {
        let frame = diagram.frame(0).expect("there is a first picture");
        check("moves", sorted(moves), sorted(&frame.targets));
    }
    if let Some(taken) = &claims.taken {
        let facts = view.turn.iter().flat_map(|turn| &turn.facts);
        let found: Vec<_> = facts
            .filter_map(|fact| match fact {
                Fact::Captured { at, .. } => Some(*at),
                _ => None,
            })
            .collect();
        check("taken", sorted(taken), sorted(&found));
    }
    if let Some(frozen) = &claims.frozen {
        check("frozen", sorted(frozen), sorted(&view.marks.frozen));
    }
    if let Some(kings) = &claims.check {
        check("check", sorted(kings), sorted(&view.marks.check));
    }
    if let Some(over) = &claims.over {
        let found = match game.next() {
            Next::Over(outcome) => outcome.to_string(),
            Next::Decision(_) | Next::Chance(_) => "going on".to_owned(),
        };
        check("over", vec![over.clone()], vec![found]);
    }
    if let Some(after) = &claims.after {
        check("after", vec![after.clone()], vec![view.position]);
    }
    if let Some((action, law)) = &claims.illegal {
        let law = format!("{} {law}", diagram.setup.variant());
        let found = match action.parse().map(|action| game.why_not(action)) {
            Err(_) => format!("{action} is no action"),
            Ok(None) => format!("{action} is legal"),
            Ok(Some(why)) => why.law.to_owned(),
        };
        check("law", vec![law], vec![found]);
    }
    wrong
}

#[test]
fn what_the_handbook_claims_is_what_the_rules_say() {
    let wrong: Vec<String> = sections()
        .flat_map(|(variant, section)| {
            let diagrams = section.diagrams.iter();
            diagrams.flat_map(move |diagram| {
                let place = format!("{variant} {}", section.id);
                let wrong = wrong(diagram).into_iter();
                wrong.map(move |what| format!("{place}: {what}"))
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_paragraph_is_proved_or_says_why_not() {
    let unproved: Vec<String> = sections()
        .filter(|(_, section)| section.level == Level::Paragraph)
        .filter(|(_, section)| {
            let proves = |diagram: &Diagram| !diagram.claims.is_empty();
            let is_proved = section.diagrams.iter().any(proves) || !section.tasks.is_empty();
            !is_proved && section.no_diagram.is_none()
        })
        .map(|(variant, section)| format!("{variant} {}", section.id))
        .collect();
    assert_eq!(unproved, Vec::<String>::new());
}

#[test]
fn each_diagram_claims_something() {
    let idle: Vec<String> = sections()
        .filter(|(_, section)| section.tasks.is_empty())
        .filter(|(_, section)| section.diagrams.iter().any(|it| it.claims.is_empty()))
        .map(|(variant, section)| format!("{variant} {}", section.id))
        .collect();
    assert_eq!(idle, Vec::<String>::new());
}

#[test]
fn tasks_have_their_solution_and_not_every_move_is_one() {
    for (variant, section) in sections() {
        for task in &section.tasks {
            let place = format!("{variant} {}", section.id);
            assert_eq!(task.is_solved_by(task.solution), Some(true), "{place}");
            let moves = task.moves();
            let n_right = moves
                .iter()
                .filter(|action| task.is_solved_by(**action) == Some(true));
            let n_right = n_right.count();
            assert!(n_right * 4 <= moves.len(), "{place}: {n_right} moves do it");
            assert!(moves.len() <= 100, "{place}: four menus hold 100 moves");
        }
    }
}

/// Every paragraph that the code names as a reason.
fn laws(variant: Variant) -> BTreeSet<String> {
    let code = tests::read(format!("../rules/src/variant/{variant}/explain.rs"));
    let texts = code.split('"').skip(1).step_by(2);
    let is_law = |text: &&str| {
        text.strip_prefix(variant.name())
            .is_some_and(|rest| rest.starts_with([' ', ',']))
    };
    texts.filter(is_law).map(str::to_owned).collect()
}

/// A page as it is shown.
fn message(spot: Spot, here: Option<Here>, tried: Option<Tried>) -> Message<Private> {
    let page = Page {
        spot,
        limits: Limits {
            matches: 50,
            turns: 500,
        },
        here,
        tried,
        is_turned: true,
    };
    present::told(&Told::Page(Box::new(page))).message
}

/// What a message breaks of the bounds that every platform keeps.
fn beyond_bounds(message: &Message<Private>) -> Vec<&'static str> {
    let mut broken = Vec::new();
    let mut check = |is_kept: bool, what| {
        if !is_kept {
            broken.push(what);
        }
    };
    let length = |text: &str| text.chars().count();
    check(
        (1..=2000).contains(&length(&message.text)),
        "the text is too long",
    );
    check(!message.text.ends_with('…'), "the text is cut");
    check(message.controls.len() <= 5, "there are too many rows");
    let mut ids = BTreeSet::new();
    for row in &message.controls {
        match row {
            Control::Buttons(buttons) => {
                check(
                    (1..=5).contains(&buttons.len()),
                    "a row has too many buttons",
                );
                for button in buttons {
                    check(
                        (1..=80).contains(&length(&button.label)),
                        "a label is too long",
                    );
                    check(button.id.len() <= 100, "an id is too long");
                    check(ids.insert(button.id.clone()), "two controls have one id");
                    let is_ours = button.id.parse::<command::Control>().is_ok();
                    check(is_ours, "a button is not understood");
                }
            }
            Control::Menu(menu) => {
                check((1..=25).contains(&menu.choices.len()), "a menu is too long");
                check(length(&menu.label) <= 100, "a menu's label is too long");
                check(menu.id.len() <= 100, "a menu's id is too long");
                check(
                    menu.id.parse::<command::Control>().is_ok(),
                    "a menu is not understood",
                );
                check(ids.insert(menu.id.clone()), "two controls have one id");
                let mut values = BTreeSet::new();
                for choice in &menu.choices {
                    check(
                        (1..=100).contains(&length(&choice.label)),
                        "an entry is too long",
                    );
                    check(choice.value.len() <= 100, "a value is too long");
                    check(values.insert(&choice.value), "two entries have one value");
                }
            }
        }
    }
    broken
}

#[test]
fn every_page_fits_every_platform() {
    let mut n_pages = 0;
    for (variant, section) in sections() {
        let handbook = Handbook::of(variant);
        let number = handbook.section(&section.id).expect("it is there");
        for picture in 0..handbook.pictures(number).len().max(1) {
            let spot = Spot {
                variant,
                section: number,
                picture,
            };
            let broken = beyond_bounds(&message(spot, None, None));
            assert_eq!(broken, Vec::<&str>::new(), "{spot}");
            n_pages += 1;
        }
        let tried = Tried {
            caption: "R@a1a8#".to_owned(),
            is_right: false,
        };
        let spot = Spot::new(variant, number);
        let broken = beyond_bounds(&message(spot, None, Some(tried)));
        assert_eq!(broken, Vec::<&str>::new(), "{spot}");
        // What is said of a board is as long as it is; then the text of the page gives way.
        let here = Here {
            id: "00001".parse().expect("a name of a match"),
            lines: vec!["x".repeat(90); 30],
            look: None,
        };
        let text = message(spot, Some(here), None).text;
        assert!(text.chars().count() <= 1500, "{spot}");
    }
    assert!(n_pages > 300, "{n_pages}");
}

#[test]
fn every_page_can_be_reached_from_the_overview() {
    for variant in Variant::ALL {
        let mut open = vec![Spot::overview(variant)];
        let mut reached = BTreeSet::from([0]);
        while let Some(spot) = open.pop() {
            for row in message(spot, None, None).controls {
                let Control::Menu(menu) = row else {
                    continue;
                };
                let values = menu.choices.iter().map(|choice| &choice.value);
                for section in values.filter_map(|value| Handbook::of(variant).section(value)) {
                    if reached.insert(section) {
                        open.push(Spot::new(variant, section));
                    }
                }
            }
        }
        let n_sections = Handbook::of(variant).sections().len();
        assert_eq!(reached.len(), n_sections, "{variant}");
    }
}

#[test]
fn every_man_object_and_effect_has_its_topic() {
    for variant in Variant::ALL {
        let glyphs = Glyph::ALL.into_iter();
        let glyphs = glyphs.filter(|glyph| is_in(variant, *glyph));
        let mut names: Vec<&str> = glyphs.map(|glyph| glyph.name_in(variant)).collect();
        if variant == Variant::Chakart {
            names.extend(Effect::ALL.map(Effect::title));
            names.extend(["shell", "stealth"]);
        }
        for name in names {
            match Handbook::of(variant).find(name) {
                Found::Here(spot) => assert_eq!(spot.section().level, Level::Topic, "{name}"),
                Found::Nearest(_) => panic!("{variant} has no topic {name}"),
            }
        }
    }
}

#[test]
fn there_is_a_chapter_of_each_kind_and_enough_to_practice() {
    const CHAPTERS: [&str; 10] = [
        "overview",
        "pieces",
        "end",
        "differences",
        "strategy",
        "notation",
        "options",
        "history",
        "example",
        "practice",
    ];
    for variant in Variant::ALL {
        let handbook = Handbook::of(variant);
        for chapter in CHAPTERS {
            let number = handbook.section(chapter);
            let level = number.map(|number| handbook.sections()[number].level);
            assert_eq!(level, Some(Level::Chapter), "{variant} {chapter}");
        }
        let sections = handbook.sections().iter();
        let tasks = sections.flat_map(|section| &section.tasks);
        let levels: Vec<u8> = tasks.map(|task| task.level).collect();
        assert!(levels.len() >= 5, "{variant}");
        assert!((1..=3).all(|level| levels.contains(&level)), "{variant}");
        let number = handbook.section("options").expect("there are options");
        let text = message(Spot::new(variant, number), None, None).text;
        for option in variant.options() {
            for value in option.values {
                let choice = format!("{}={}", option.name, value.name);
                assert!(text.contains(&choice), "{text}");
            }
        }
    }
}

#[test]
fn every_reason_has_its_paragraph() {
    for variant in Variant::ALL {
        let handbook = Handbook::of(variant);
        let missing: Vec<String> = laws(variant)
            .into_iter()
            .filter(|law| {
                let paragraph = law.strip_prefix(&format!("{variant} "));
                paragraph.is_some_and(|paragraph| handbook.section(paragraph).is_none())
            })
            .collect();
        assert_eq!(missing, Vec::<String>::new(), "{variant}");
        assert!(handbook.section("end").is_some(), "{variant}");
    }
}

/// What each section of the handbook says of a board to one side.
fn all_said(game: &Game, seat: Color) -> Vec<String> {
    let view = game.seat_view(seat);
    let believed = game.as_believed_by(seat);
    let known = Knowledge::new(view.as_view(), Some(seat), Some(&believed));
    let sections = Handbook::of(game.variant()).sections().iter();
    sections.flat_map(|section| here(section, &known)).collect()
}

/// A board in Forsyth's notation as its squares, a8 first, and back.
fn unfolded(board: &str) -> Vec<char> {
    let cells = board.chars().filter(|c| *c != '/');
    cells
        .flat_map(|c| match c.to_digit(10) {
            Some(n_empty) => vec!['1'; n_empty as usize],
            None => vec![c],
        })
        .collect()
}

fn folded(cells: &[char]) -> String {
    let rows = cells.chunks(8).map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// The same position with a banana or bomb elsewhere of which only Black knows; nothing if there is none.
fn twin(position: &str, random: &mut Random) -> Option<String> {
    let (board, rest) = position.split_once(' ')?;
    let believed = |key: &str| {
        let begin = format!("\"{key}\":\"");
        let list = rest.split(begin.as_str()).nth(1)?.split('"').next()?;
        Some(list.split(' ').map(str::to_owned).collect::<Vec<_>>())
    };
    let (white, black) = (believed("seenW")?, believed("seenB")?);
    let is_whites = |object: &&String| white.iter().any(|other| other.get(1..) == object.get(1..));
    let secret = black
        .iter()
        .find(|object| !object.is_empty() && !is_whites(object))?;
    let index = |square: &str| {
        let square: Square = square.parse().expect("a square");
        usize::from(7 - square.rank()) * 8 + usize::from(square.file())
    };
    let from = index(&secret[1..]);
    let mut cells = unfolded(board);
    let believed: Vec<usize> = white
        .iter()
        .chain(&black)
        .filter(|object| !object.is_empty())
        .map(|object| index(&object[1..]))
        .collect();
    let free: Vec<usize> = (0..64)
        .filter(|at| cells[*at] == '1' && !believed.contains(at))
        .collect();
    let to = *random.pick(&free);
    cells.swap(from, to);
    let square = Square::from_index(((7 - to / 8) * 8 + to % 8) as u8);
    let moved = format!("{}{square}", &secret[..1]);
    let mut list: Vec<String> = black
        .iter()
        .map(|object| {
            if object == secret {
                moved.clone()
            } else {
                object.clone()
            }
        })
        .collect();
    list.sort_by_key(|object| object[1..].to_owned());
    let rest = rest.replace(
        &format!("\"seenB\":\"{}\"", black.join(" ")),
        &format!("\"seenB\":\"{}\"", list.join(" ")),
    );
    Some(format!("{} {rest}", folded(&cells)))
}

#[test]
fn what_is_said_of_a_board_depends_on_nothing_hidden() {
    let mut random = Random::new(7);
    let mut n_twins = 0;
    let mut n_said = 0;
    for _ in 0..60 {
        let (record, _) = random_game(&Setup::new(Variant::Chakart), 60, &mut random);
        for game in stages(&record) {
            if !matches!(game.next(), Next::Decision(_)) {
                continue;
            }
            let position = game.truth().as_view().position.clone();
            let Some(other) = twin(&position, &mut random) else {
                continue;
            };
            let read = |text: &str| {
                let setup = Setup::with_position(Variant::Chakart, "objects=hidden", text);
                setup.map(|setup| Game::new(&setup))
            };
            let (Ok(one), Ok(other)) = (read(&position), read(&other)) else {
                continue;
            };
            let said = all_said(&one, Color::White);
            assert_eq!(said, all_said(&other, Color::White), "{position}");
            n_said += said.len();
            // Black does know.
            assert_ne!(
                all_said(&one, Color::Black),
                all_said(&other, Color::Black),
                "{position}"
            );
            n_twins += 1;
        }
    }
    assert!(n_twins > 200 && n_said > 10 * n_twins, "{n_twins} {n_said}");
}
