//! The handbook, executed: the rules confirm its diagrams, and its texts fit on every screen.

use std::collections::BTreeSet;

use api::{Component, Message, Picture, Private};
use engine::{Budget, Engine};
use handbook::{
    Goal, Handbook, HandbookDiagram, LAW_OF_LOSING, Level, SearchResult, Section, Spot,
};
use present::{Presenter, Render, Studio};
use render::{Size, Theme};
use rules::{Action, Color, Effect, Fact, Game, Glyph, Next, SeatHistory, Square, Variant};
use service::{Here, Illustration, LearnReply, Page, Settings, Showing, Shown, Tried};
use tests::fake_chat::LIMITS;
use text::{Language, Text};

/// Returns the presenter for a reader without settings.
fn presenter(studio: &Studio, language: Language) -> Presenter<'_> {
    Presenter {
        studio,
        settings: Settings::default(),
        language,
    }
}

/// Returns all sections of all handbooks.
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

/// Returns the claims of a diagram that the rules deny.
fn wrong(diagram: &HandbookDiagram) -> Vec<String> {
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
            Next::Over(outcome) => Language::ENGLISH.localize(&text::outcome(outcome)),
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
fn the_claims_of_the_handbook_agree_with_the_rules() {
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
fn each_paragraph_is_proved_or_gives_a_reason() {
    let unproved: Vec<String> = sections()
        .filter(|(_, section)| section.level == Level::Paragraph)
        .filter(|(_, section)| {
            let proves = |diagram: &HandbookDiagram| !diagram.claims.is_empty();
            let is_proved = section.diagrams.iter().any(proves) || !section.tasks.is_empty();
            !is_proved && section.no_diagram.is_none()
        })
        .map(|(variant, section)| format!("{variant} {}", section.id))
        .collect();
    assert_eq!(unproved, Vec::<String>::new());
}

/// Returns the names of all paragraphs in the text of a law.
fn paragraphs(variant: Variant) -> Vec<String> {
    let law = tests::read(format!("../rules/law/{variant}.md"));
    let is_name = |text: &&str| {
        let mut letters = text.chars();
        letters.next().is_some_and(|c| c.is_ascii_uppercase())
            && letters.next().is_some_and(|c| c.is_ascii_digit())
            && letters.all(|c| c.is_ascii_alphanumeric())
    };
    let name = |line: &str| {
        // `Q27. …`, `- B25. …` and, in a table of rulings, `| R4 | …`.
        let in_table = line
            .strip_prefix("| ")
            .and_then(|row| row.split(' ').next());
        let in_text = || line.trim_start_matches("- ").split('.').next();
        in_table.or_else(in_text).filter(is_name).map(str::to_owned)
    };
    law.lines().filter_map(name).collect()
}

#[test]
fn each_paragraph_of_the_law_is_covered_and_proved_or_gives_a_reason() {
    const N_PARAGRAPHS: [usize; Variant::ALL.len()] = [24, 40, 102, 67];
    for (variant, n_paragraphs) in Variant::ALL.into_iter().zip(N_PARAGRAPHS) {
        let handbook = Handbook::of(variant);
        let law = paragraphs(variant);
        assert_eq!(law.len(), n_paragraphs, "{variant}");
        let unproved: Vec<&String> = law
            .iter()
            .filter(|name| {
                let Some(number) = handbook.paragraph(name) else {
                    return true;
                };
                let section = &handbook.sections()[number];
                let is_proved = section.diagrams.iter().any(|it| !it.claims.is_empty());
                let mut untold = section.untold.iter();
                let is_untold = untold.any(|untold| untold.paragraphs.contains(name));
                !is_proved && !is_untold && section.no_diagram.is_none()
            })
            .collect();
        assert_eq!(unproved, Vec::<&String>::new(), "{variant}");
        // Each section name is a paragraph of the law, and occurs once.
        let mut told: Vec<&str> = handbook
            .sections()
            .iter()
            .flat_map(Section::paragraphs)
            .collect();
        told.sort_unstable();
        let mut law: Vec<&str> = law.iter().map(String::as_str).collect();
        law.sort_unstable();
        assert_eq!(told, law, "{variant}");
    }
}

#[test]
fn all_diagrams_of_the_sources_are_redrawn() {
    let sources = testkit::read("tests/src/all/rulebook.txt");
    let (_, lines) = sources.split_once("\n\n").expect("the file has a head");
    for line in lines.lines() {
        let (is_played, drawn) = match line.strip_prefix("played | ") {
            Some(drawn) => (true, drawn),
            None => (false, line),
        };
        let parts: Vec<&str> = drawn.split(" | ").collect();
        let [variant, section, position, ref marks @ ..] = parts[..] else {
            panic!("{line}");
        };
        let handbook = Handbook::of(variant.parse().expect("a variant"));
        let number = handbook.section(section).expect("the section is there");
        let is_it = |diagram: &HandbookDiagram| {
            let game = if is_played {
                diagram.end().clone()
            } else {
                Game::new(&diagram.setup)
            };
            let is_marked = is_played || sorted(&diagram.marks).join(" ") == marks.concat();
            is_marked && game.public_view().as_view().position.starts_with(position)
        };
        let mut diagrams = handbook.sections()[number].diagrams.iter();
        assert!(diagrams.any(is_it), "{line}");
    }
}

/// Draws a picture without a match for a reader of English.
fn drawn(studio: &Studio, illustration: &Illustration) -> Option<Picture<Private>> {
    let mut message = Message::text("");
    let presenter = presenter(studio, Language::ENGLISH);
    present::illustrate(&presenter, illustration, &mut message);
    message.picture
}

#[test]
fn each_variant_shows_how_it_begins() {
    for variant in Variant::ALL {
        let start = Handbook::of(variant)
            .start()
            .expect("a picture of the start");
        let ranks: Vec<_> = start.end().public_view().as_view().cells.to_vec();
        let n_pieces = ranks.iter().flatten().count();
        assert_eq!(n_pieces, 32, "{variant}");
    }
    let studio = Studio::new(Size::default(), Theme::default());
    let picture = drawn(&studio, &Illustration::Starts).expect("a picture");
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    for variant in Variant::ALL {
        assert!(
            picture.alt.to_lowercase().contains(&format!("{variant}: ")),
            "{}",
            picture.alt
        );
    }
    let message = LearnReply::Rules.render(Language::ENGLISH).message;
    assert_eq!(beyond_bounds(&message), Vec::<&str>::new());
}

#[test]
fn each_piece_has_its_moves_at_a_glance() {
    for variant in Variant::ALL {
        let pieces = Glyph::ALL.into_iter();
        let pieces = pieces.filter(|it| variant.has_glyph(*it) && it.color() == Some(Color::White));
        for piece in pieces.filter(|piece| !matches!(piece, Glyph::Undefined(_))) {
            let SearchResult::Here(spot) = handbook::find(variant, piece.name_in(variant)) else {
                panic!("{variant} has no topic {}", piece.name_in(variant));
            };
            let first = spot.section().diagrams.first();
            let glance = first.filter(|it| it.betza.is_some() && it.claims.moves.is_some());
            let glance = glance.unwrap_or_else(|| panic!("{spot} shows no moves"));
            // A king has no price.
            let is_king = matches!(piece, Glyph::King(_));
            assert_eq!(glance.value.is_none(), is_king, "{spot}");
            let at = glance.piece.expect("the piece is pointed out");
            assert_eq!(
                Game::new(&glance.setup).public_view().as_view().glyph(at),
                Some(piece),
                "{spot}"
            );
        }
    }
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

/// Checks that the engine finds a win wherever a task has one. A check or many captures need not be the best: then the
/// engine's own move is worth hardly less to it.
#[test]
fn the_engine_solves_every_task() {
    let mut engine = Engine::new(Engine::USUAL_MEMORY);
    for (variant, section) in sections() {
        for task in &section.tasks {
            let place = format!("{variant} {}", section.id);
            let Next::Decision(seat) = Game::new(&task.setup).next() else {
                panic!("{place}: nobody is to move");
            };
            let told = SeatHistory::new(&task.setup, seat);
            let mut best_of = |only: &[Action]| {
                let (level, budget) = (engine::Level::STRONGEST, Budget::of_nodes(100_000));
                engine.forget();
                let thought = engine.think_about(&told, level, &budget, &mut || 0, only);
                thought.expect("there is a move")
            };
            let best = best_of(&[]);
            if task.is_solved_by(best.action) != Some(true) {
                let solution = best_of(&[task.solution]);
                assert_ne!(task.goal, Goal::Win, "{place}: {}", best.action);
                assert!(
                    best.score.expected + 0.1 >= solution.score.expected,
                    "{place}: {} is worth {:?}, {} is worth {:?}",
                    best.action,
                    best.score,
                    task.solution,
                    solution.score
                );
            }
        }
    }
}

/// Returns every paragraph that the code names as a reason.
fn laws(variant: Variant) -> BTreeSet<String> {
    let code = tests::read(format!("../rules/src/variant/{variant}/explain.rs"));
    let texts = code.split('"').skip(1).step_by(2);
    let is_law = |text: &&str| {
        text.strip_prefix(variant.name())
            .is_some_and(|rest| rest.starts_with([' ', ',']))
    };
    texts.filter(is_law).map(str::to_owned).collect()
}

/// Returns a page as a message.
fn message(
    spot: Spot,
    here: Option<Here>,
    tried: Option<Tried>,
    language: Language,
) -> Message<Private> {
    let page = Page {
        spot,
        limits: LIMITS,
        here,
        tried,
        is_turned: true,
    };
    LearnReply::Page(Box::new(page)).render(language).message
}

/// Returns the bounds of every platform that a message exceeds.
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
            Component::Buttons(buttons) => {
                check(
                    (1..=5).contains(&buttons.len()),
                    "a row has too many buttons",
                );
                for button in buttons {
                    check(
                        (1..=80).contains(&length(&button.label)),
                        "a label is too long",
                    );
                    let id = button.control.to_string();
                    check(id.len() <= 100, "an id is too long");
                    let is_ours = id.parse().as_ref() == Ok(&button.control);
                    check(is_ours, "a button is not understood");
                    check(ids.insert(id), "two controls have one id");
                }
            }
            Component::Menu(menu) => {
                check((1..=25).contains(&menu.choices.len()), "a menu is too long");
                check(length(&menu.label) <= 100, "a menu's label is too long");
                let id = menu.control.to_string();
                check(id.len() <= 100, "a menu's id is too long");
                let is_ours = id.parse().as_ref() == Ok(&menu.control);
                check(is_ours, "a menu is not understood");
                check(ids.insert(id), "two controls have one id");
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
fn every_page_fits_every_platform_in_every_language() {
    let mut n_pages = 0;
    for (language, (variant, section)) in
        Language::all().flat_map(|language| sections().map(move |section| (language, section)))
    {
        let handbook = Handbook::of(variant);
        let number = handbook.section(&section.id).expect("it is there");
        for picture in 0..handbook.pictures(number).len().max(1) {
            let spot = Spot {
                variant,
                section: number,
                picture,
            };
            let page = message(spot, None, None, language);
            assert_eq!(
                beyond_bounds(&page),
                Vec::<&str>::new(),
                "{language} {spot}"
            );
            let itself = format!("/rules {variant} {}.", section.id);
            assert!(
                !page.text.ends_with(&itself),
                "{language} {spot} is read on on itself"
            );
            n_pages += 1;
        }
        let tried = Tried {
            told: Text::verbatim("x".repeat(120)),
            is_right: false,
            law: Some(LAW_OF_LOSING),
        };
        let spot = Spot::new(variant, number);
        let broken = beyond_bounds(&message(spot, None, Some(tried), language));
        assert_eq!(broken, Vec::<&str>::new(), "{language} {spot}");
        // The text about a board has a fixed length; the text of the page is shortened instead.
        let id = "00001".parse().expect("a name of a match");
        let board = Showing {
            id,
            n_inputs: 0,
            shown: Shown::View,
        };
        for (showing, room) in [(None, 2000), (Some(board), 1500)] {
            let here = Here {
                id,
                lines: vec![Text::verbatim("x".repeat(90)); 30],
                showing,
            };
            let text = message(spot, Some(here), None, language).text;
            assert!(text.chars().count() <= room, "{language} {spot}");
            let is_whole = !text.ends_with('…') || text.ends_with("\n• …");
            assert!(is_whole, "{language} {spot} ends between paragraphs");
        }
    }
    assert!(n_pages > 900, "{n_pages}");
}

#[test]
fn every_picture_can_be_drawn_and_described() {
    let studio = Studio::new(Size::MIN, Theme::default());
    for (variant, section) in sections() {
        let handbook = Handbook::of(variant);
        let number = handbook.section(&section.id).expect("it is there");
        for picture in 0..handbook.pictures(number).len() {
            let spot = Spot {
                variant,
                section: number,
                picture,
            };
            let drawn = drawn(&studio, &Illustration::Of(spot));
            let drawn = drawn.unwrap_or_else(|| panic!("{spot} cannot be drawn"));
            assert!(drawn.bytes.starts_with(b"\x89PNG"), "{spot}");
            let length = drawn.alt.chars().count();
            // The description of a picture is not truncated.
            let is_whole = (40..=1024).contains(&length) && !drawn.alt.ends_with('…');
            assert!(is_whole, "{spot}: {}", drawn.alt);
        }
    }
}

#[test]
fn every_page_can_be_reached_from_the_overview() {
    for variant in Variant::ALL {
        let mut open = vec![Spot::overview(variant)];
        let mut reached = BTreeSet::from([0]);
        while let Some(spot) = open.pop() {
            for row in message(spot, None, None, Language::ENGLISH).controls {
                let Component::Menu(menu) = row else {
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
fn every_piece_object_and_effect_has_its_topic() {
    for variant in Variant::ALL {
        let glyphs = Glyph::ALL.into_iter();
        let glyphs = glyphs.filter(|glyph| variant.has_glyph(*glyph));
        let mut names: Vec<&str> = glyphs.map(|glyph| glyph.name_in(variant)).collect();
        if variant == Variant::Chakart {
            names.extend(Effect::ALL.map(Effect::name));
            names.extend(["shell", "stealth"]);
        }
        for name in names {
            match handbook::find(variant, name) {
                SearchResult::Here(spot) => {
                    assert_eq!(spot.section().level, Level::Topic, "{name}")
                }
                SearchResult::Nearest(_) => panic!("{variant} has no topic {name}"),
            }
        }
    }
}

#[test]
fn an_answer_leads_with_the_verdict_and_a_right_one_brings_the_next_position() {
    let buttons = |message: &Message<Private>| {
        let of = |component: &Component| match component {
            Component::Buttons(buttons) => buttons.iter().map(|it| it.label.clone()).collect(),
            _ => Vec::new(),
        };
        message.controls.iter().flat_map(of).collect::<Vec<_>>()
    };
    let is_menu = |component: &Component| matches!(component, Component::Menu(_));
    for variant in Variant::ALL {
        let handbook = Handbook::of(variant);
        let mut tasks: Vec<usize> = (0..handbook.sections().len()).collect();
        tasks.retain(|number| !handbook.sections()[*number].tasks.is_empty());
        for (at, &number) in tasks.iter().enumerate() {
            let answered = |is_right| {
                let told = Text::verbatim("the verdict");
                let tried = Tried {
                    told,
                    is_right,
                    law: None,
                };
                let spot = Spot::new(variant, number);
                message(spot, None, Some(tried), Language::ENGLISH)
            };
            let [right, wrong] = [true, false].map(answered);
            for message in [&right, &wrong] {
                assert!(message.text.starts_with("the verdict\n\n"), "{variant}");
            }
            let next = tasks.get(at + 1).copied();
            assert_eq!(handbook.next_task(number), next, "{variant}");
            let has_next = |message| buttons(message).first().is_some_and(|it| it == "Next ▶");
            assert_eq!(has_next(&right), next.is_some(), "{variant}");
            assert!(!has_next(&wrong), "{variant}");
            assert!(!right.controls.iter().any(is_menu), "{variant}");
            assert!(wrong.controls.iter().any(is_menu), "{variant}");
        }
    }
}

#[test]
fn moves_are_written_as_the_program_writes_them() {
    for language in Language::all() {
        let handbook = Handbook::in_language(Variant::Baroque, language);
        let number = handbook
            .section("Q38")
            .expect("it tells how moves are written");
        let diagram = &handbook.sections()[number].diagrams[0];
        let frame = diagram.frame(1).expect("something is played");
        let turn = frame.shown.as_view().turn.as_ref().expect("a turn");
        assert!(
            diagram.caption.contains(&turn.caption),
            "{language}: {}",
            diagram.caption
        );
    }
}

#[test]
fn there_is_a_chapter_of_each_kind_and_enough_to_practice() {
    const CHAPTERS: [&str; 11] = [
        "overview",
        "first-game",
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
        let text = message(Spot::new(variant, number), None, None, Language::ENGLISH).text;
        for option in variant.options() {
            for value in option.values {
                let choice = format!("{}={}", option.name, value.name);
                assert!(text.contains(&choice), "{text}");
                let spot = Spot::of_law(value.law).expect("a paragraph of the handbook");
                let paragraph = value.law.rsplit(' ').next();
                let is_told = spot.section().paragraphs().any(|it| Some(it) == paragraph);
                assert!(spot.variant == variant && is_told, "{choice} {}", value.law);
            }
        }
    }
}

#[test]
fn every_reason_has_its_paragraph() {
    for variant in Variant::ALL {
        let missing: Vec<String> = laws(variant)
            .into_iter()
            .filter(|law| {
                let Some(spot) = Spot::of_law(law) else {
                    return true;
                };
                match law.strip_prefix(&format!("{variant} ")) {
                    Some(paragraph) => !spot.section().paragraphs().any(|it| it == paragraph),
                    None => spot.section().id != "end",
                }
            })
            .collect();
        assert_eq!(missing, Vec::<String>::new(), "{variant}");
    }
}
