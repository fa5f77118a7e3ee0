use rules::Variant;

use super::{Study, study};
use crate::learn::puzzles::numbered;
use api::{StudyQuery, StudyStep};
use handbook::{Handbook, Spot};
use text::Language;

/// Returns the study after a step at a place with these inputs.
fn step(place: &str, played: &[String], step: Option<StudyStep>) -> Study {
    let query = StudyQuery {
        place: place.to_owned(),
        played: played.to_vec(),
        step,
        chance: 7,
        viewer: None,
        is_dark: false,
        language: Language::ENGLISH,
    };
    study(&query).unwrap_or_else(|why| panic!("{place}: {}", Language::ENGLISH.localize(&why)))
}

/// Tries a move at a place. Returns the study and its remark.
fn tried(place: &str, text: &str) -> (Study, String) {
    let study = step(place, &[], Some(StudyStep::Try(text.to_owned())));
    let remark = study
        .remark
        .as_ref()
        .map(|remark| Language::ENGLISH.localize(remark));
    (study, remark.unwrap_or_default())
}

fn played(study: &Study) -> Vec<String> {
    study.played.iter().map(ToString::to_string).collect()
}

/// Returns the places of all diagrams of a variant.
fn places(variant: Variant) -> Vec<Spot> {
    let handbook = Handbook::of(variant);
    let sections = 0..handbook.sections().len();
    let all = sections.flat_map(|section| {
        let own = handbook.sections()[section].diagrams.iter();
        let n_pictures = own.map(|diagram| diagram.n_pictures()).sum();
        (0..n_pictures).map(move |picture| Spot {
            variant,
            section,
            picture,
        })
    });
    all.collect()
}

#[test]
fn each_diagram_of_the_handbook_can_be_played_through_on_a_board() {
    for variant in Variant::ALL {
        let handbook = Handbook::of(variant);
        for spot in places(variant) {
            let place = spot.to_string();
            let (diagram, _) = spot.picture().expect("it has one");
            let mut now = step(&place, &[], None);
            let mut n_shown = 0;
            while now.has_more {
                let before = now.played.len();
                now = step(&place, &played(&now), Some(StudyStep::Show));
                assert!(now.played.len() > before, "{place}: nothing is shown");
                n_shown += 1;
            }
            let section = &handbook.sections()[spot.section];
            match section.tasks.first() {
                Some(task) => {
                    assert!(now.is_done, "{place}: {} is right", task.solution);
                    assert_eq!(
                        now.next.is_some(),
                        handbook.next_task(spot.section).is_some()
                    );
                }
                None => {
                    assert_eq!(now.played, diagram.inputs, "{place}");
                    assert!(n_shown <= diagram.inputs.len());
                }
            }
        }
    }
}

#[test]
fn a_move_that_is_tried_is_played_and_the_other_side_may_go_on() {
    let (study, remark) = tried("baroque:Q11:0", "c2c4");
    assert_eq!(
        (played(&study), remark),
        (vec!["c2c4".to_owned()], String::new())
    );
    assert!(!study.ways.is_empty() && !study.has_more, "Black may move");
}

#[test]
fn an_illegal_move_is_explained_with_the_squares_that_forbid_it() {
    let (study, remark) = tried("baroque:Q8:0", "d4d7");
    assert!(study.played.is_empty());
    assert!(remark.contains("baroque Q8"), "{remark}");
    assert_eq!(study.causes, ["d6".parse().expect("a square")]);
}

#[test]
fn a_task_explains_a_miss_and_names_the_next_task() {
    let (wrong, remark) = tried("bario:practice-1:0", "g2g3");
    assert!(remark.starts_with('✗') && !wrong.is_done, "{remark}");
    assert!(wrong.is_wrong && wrong.ways.is_empty());
    let (right, remark) = tried("bario:practice-1:0", "R@a1a8");
    assert!(
        remark.starts_with('✓') && right.is_done && !right.is_wrong,
        "{remark}"
    );
    assert_eq!(right.next.as_deref(), Some("practice-2"));
}

#[test]
fn a_guided_game_shows_the_own_move_before_the_reply() {
    for variant in Variant::ALL {
        let handbook = Handbook::of(variant);
        let mut n_replies = 0;
        for number in handbook.first_game() {
            let place = Spot::new(variant, number).to_string();
            let shown = step(&place, &[], Some(StudyStep::Show));
            let Some(own) = &shown.own else {
                assert!(shown.is_done || shown.seat.is_some(), "{place}");
                continue;
            };
            assert!(
                own.n_inputs > 0 && own.n_inputs < shown.view.n_inputs,
                "{place}"
            );
            n_replies += 1;
        }
        assert!(n_replies > 0, "{variant}");
    }
}

#[test]
fn a_puzzle_answers_a_wrong_move_by_its_refutation_and_goes_on_after_the_right_one() {
    for variant in Variant::ALL {
        let mut number = 1;
        while let Some(puzzle) = numbered(variant, number) {
            let place = format!("puzzle:{variant}:{number}");
            number += 1;
            let solution = puzzle.solution().expect("a move").to_string();
            let (right, _) = tried(&place, &solution);
            assert!(right.is_done && !right.is_wrong, "{place}");
            assert_eq!(right.next.is_some(), numbered(variant, number).is_some());
            let Some(refuted) = puzzle.replies.first() else {
                continue;
            };
            let (wrong, remark) = tried(&place, &refuted.action.to_string());
            assert!(wrong.is_wrong && wrong.ways.is_empty(), "{place}");
            assert!(remark.starts_with('✗'), "{place}: {remark}");
            assert_eq!(wrong.played.len(), 1 + refuted.reply.len(), "{place}");
        }
        assert!(number > 20, "{variant} has puzzles");
    }
}

#[test]
fn nothing_impossible_is_played_on() {
    let query = |place: &str, played: &[&str], step| StudyQuery {
        place: place.to_owned(),
        played: played.iter().map(ToString::to_string).collect(),
        step,
        chance: 0,
        viewer: None,
        is_dark: false,
        language: Language::ENGLISH,
    };
    let again = vec!["a1b1"; 201];
    for (place, played) in [
        ("baroque:nowhere:0", &[][..]),
        ("puzzle:baroque:0", &[]),
        ("puzzle:baroque:999", &[]),
        ("puzzle:go:1", &[]),
        ("baroque:Q11:99", &[]),
        ("baroque:Q11:0", &["c2c5"]),
        ("baroque:Q11:0", &["resign:white"]),
        ("baroque:Q11:0", &["nonsense"]),
        ("baroque:Q11:0", &again),
    ] {
        assert!(
            study(&query(place, played, None)).is_err(),
            "{place} {played:?}"
        );
    }
    // Once a task is answered, no other move can be tried in it.
    let late = query(
        "bario:practice-1:0",
        &["g2g3"],
        Some(StudyStep::Try("a1a8".into())),
    );
    assert!(study(&late).is_err());
}
