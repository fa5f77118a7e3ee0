use std::sync::Arc;

use rules::{Setup, Variant};

use super::*;
use crate::{
    RequestKind, Stage,
    testing::{Table, elsewhere, lobby},
};
use api::{MatchId, Platform};
use command::Intent;

/// An hour in milliseconds.
const HOUR: i64 = 3_600_000;

impl Table {
    /// Returns the completions offered to Ann, whose turn it is in a position.
    fn moves_in(variant: Variant, options: &str, position: &str, typed: &str) -> Completions {
        let mut table = Table::new();
        let setup = Setup::with_position(variant, options, position);
        table.begin_at("Ann", "Bob", setup.expect("a position"));
        table.offered("Ann", lobby(), &format!("/move {typed}"), &[])
    }
}

fn labels(offered: &Completions) -> Vec<&str> {
    let choices = offered.choices.iter();
    choices.map(|choice| &*choice.label).collect()
}

fn values(offered: &Completions) -> Vec<&str> {
    let choices = offered.choices.iter();
    choices.map(|choice| &*choice.value).collect()
}

const BUSY: &str = "5k2/8/2n5/1ppN4/4Q3/2B5/1R2M3/K7 w 0";

#[test]
fn captures_and_checks_come_first_and_then_moves_of_each_kind_of_piece() {
    let offered = Table::moves_in(Variant::Baroque, "", BUSY, "");
    let labels = labels(&offered);
    let pieces = [
        "withdrawer",
        "chameleon",
        "long leaper",
        "king",
        "withdrawer",
        "coordinator",
        "chameleon",
        "long leaper",
        "immobilizer",
    ];
    let piece = |label: &&str| label[label.rfind('(').unwrap_or_default()..].to_owned();
    let mut found: Vec<_> = labels.iter().map(piece).collect();
    found.dedup();
    assert_eq!(found, pieces.map(|piece| format!("({piece})")));
    let is_forcing = |label: &&str| label.contains(['+', '#']) || label.matches('(').count() > 1;
    let n_forcing = labels.iter().filter(|label| is_forcing(label)).count();
    assert_eq!(n_forcing, 7);
    assert!(labels[..n_forcing].iter().all(is_forcing));
    assert_eq!(labels.len(), 24);
    let rest = offered.rest.as_ref().map(|rest| &*rest.label);
    assert_eq!(rest, Some("… and 61 more: keep typing"));
}

#[test]
fn where_all_pieces_are_alike_each_has_a_move_among_those_that_are_shown() {
    let mut table = Table::new();
    table.begin_at("Ann", "Bob", Setup::new(Variant::Baroque));
    let offered = table.offered("Ann", lobby(), "/move ", &[]);
    for file in 'a'..='h' {
        let of_file = labels(&offered)
            .into_iter()
            .filter(|label| label.starts_with(file));
        assert_eq!(of_file.count(), 3, "{file}");
    }
}

/// Compares the moves offered after this text with those expected, by their coordinates.
#[track_caller]
fn check(typed: &str, expected: &[&str]) {
    let offered = Table::moves_in(Variant::Baroque, "", BUSY, typed);
    let value = |choice: &Choice| choice.value.trim_start_matches("/move ").to_owned();
    let mut found: Vec<_> = offered.choices.iter().map(value).collect();
    found.retain(|word| !word.ends_with(':'));
    assert_eq!(found, expected, "{typed}");
}

#[test]
fn moves_are_found_by_a_square_a_letter_a_name_or_short_notation() {
    check("b2a", &["b2a2", "b2a3"]);
    check("d2", &["b2d2", "c3d2", "d5d2", "e2d2"]);
    check("Nb7", &["d5b7"]);
    check("nb7", &["d5b7"]);
    check("Nb7(c", &["d5b7"]);
    check("Nxb7", &["d5b7"]);
    let immobilizer = [
        "e2d1", "e2e1", "e2f1", "e2c2", "e2d2", "e2f2", "e2g2", "e2h2", "e2d3", "e2e3", "e2f3",
        "e2c4", "e2g4", "e2h5",
    ];
    check("M", &immobilizer);
    check("Me", &["e2e1", "e2e3"]);
    check("immob", &immobilizer);
    let king = ["a1b1", "a1a2"];
    check("K", &king);
    check("king", &king);
    let leaper = Table::moves_in(Variant::Baroque, "", BUSY, "leaper");
    assert!(
        labels(&leaper)
            .iter()
            .all(|label| label.ends_with("(long leaper)"))
    );
    check("z", &[]);
}

#[test]
fn completion_offers_the_move_that_was_typed() {
    check("Nd5b7", &["d5b7"]);
    check("Nd5-b7", &["d5b7"]);
    check("d5-b7", &["d5b7"]);
    check("Nd5h8", &[]);
}

#[test]
fn a_further_choice_is_found_by_a_word_of_its_label() {
    let mut table = Table::new();
    let typed = r#"/challenge chakart options:"objects=open "#;
    let all = table.offered("Ann", lobby(), typed, &[]);
    let first = all.choices.first().expect("there is one more choice");
    assert!(first.value.starts_with(typed), "{}", first.value);
    let word = first.label.split_whitespace().next_back();
    let word = word.expect("it says what it means").to_owned();
    let found = table.offered("Ann", lobby(), &format!("{typed}{word}"), &[]);
    assert!(labels(&found).contains(&&*first.label), "{word}");
}

#[test]
fn every_move_is_reached_by_typing_its_short_notation() {
    let setup = Setup::with_position(Variant::Baroque, "", BUSY).expect("a position");
    let game = rules::Game::new(&setup);
    let actions = game.legal_list();
    let mut table = Table::new();
    table.begin_at("Ann", "Bob", setup);
    for action in actions {
        let caption = game.caption(action);
        let offered = table.offered("Ann", lobby(), &format!("/move {caption}"), &[]);
        let command = format!("/move {action}");
        assert!(values(&offered).contains(&&*command), "{caption}");
    }
}

#[test]
fn completions_depend_only_on_the_knowledge_of_the_seat() {
    let offered = |seen_by_black: &str| {
        let banana = if seen_by_black.is_empty() { "7" } else { "3d3" };
        let position = format!(
            r#"4k3/p7/8/8/R{banana}/8/8/4K3 w 9 {{"flags":"0000","seenW":"","seenB":"{seen_by_black}"}}"#
        );
        Table::moves_in(Variant::Chakart, "", &position, "")
    };
    assert!(
        labels(&offered(""))[0].starts_with("a4a7"),
        "it captures a pawn"
    );
    assert_eq!(labels(&offered("")), labels(&offered("de4")));
}

#[test]
fn people_matches_and_topics_are_found_by_any_word_inside() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob-Hope");
    let mut check = |text: &str, expected: &[&str]| {
        let offered = table.offered("Ann", lobby(), text, &["Ann Lee", "Lee Ann"]);
        assert_eq!(values(&offered), expected, "{text}");
    };
    let people = [
        "/challenge berolina \"@Lee Ann\"",
        "/challenge berolina \"@Ann Lee\"",
    ];
    check("/challenge berolina @lee", &people);
    check(
        "/challenge opponent:@lee",
        &[
            "/challenge opponent:\"@Lee Ann\"",
            "/challenge opponent:\"@Ann Lee\"",
        ],
    );
    let history = format!("/history {id}");
    check("/history hope", &[&history]);
    check("/history berol", &[&history]);
    check(&history, &[&history]);
    check("/history match:hope", &[&format!("/history match:{id}")]);
    let topics = ["check", "Q37", "practice-7"].map(|id| format!("/rules baroque topic:{id}"));
    check(
        "/rules baroque topic:mate",
        &topics.each_ref().map(|topic| &**topic),
    );
}

/// Each case has the choice for an earlier match, the text typed for the next one, and the first offer.
#[test]
fn the_last_choice_is_offered_first() {
    let cases = r#"
            /challenge chakart Cleo | /challenge  | chakart
            /challenge chakart Cleo | /challenge chakart @ | @Cleo
            /challenge chakart Cleo | /challenge berolina opponent: | opponent:@Cleo
            /challenge chakart Cleo time:7d | /challenge baroque time: | time:7d
            /challenge chakart Cleo objects=open | /challenge chakart options: | options:objects=open
            /challenge chakart Cleo objects=open | /challenge chakart options:"setup=symmetric  | options:"setup=symmetric objects=open"
            /rules baroque topic:Q37 | /rules baroque topic: | topic:Q37
            /rules baroque topic:Q37 | /rules baroque topic:mate | topic:Q37"#;
    for case in cases.trim().lines() {
        let words: Vec<_> = case.trim_start().split(" | ").collect();
        let [earlier, typed, expected] = words[..] else {
            panic!("{case}");
        };
        let mut table = Table::new();
        table.begin("Ann", "Bob");
        table.now.0 += 1;
        table.does("Ann", earlier);
        let offered = table.offered("Ann", lobby(), typed, &["Ann", "Bob", "Cleo"]);
        let last = offered.choices[0].value.rsplit_once(expected);
        assert!(
            last.is_some_and(|(_, after)| after.trim().is_empty()),
            "{typed}"
        );
        // Other people are offered their own habits.
        let others = table.offered("Dora", lobby(), typed, &["Ann", "Bob", "Cleo"]);
        assert!(
            !others.choices[0].value.trim_end().ends_with(expected),
            "{typed}"
        );
    }
}

#[test]
fn variants_of_the_last_five_matches_are_offered_before_the_rest() {
    let mut table = Table::new();
    for variant in [
        "bario", "chakart", "baroque", "baroque", "baroque", "baroque",
    ] {
        table.finish(variant, "Ann", "Bob");
    }
    let offered = table.offered("Ann", lobby(), "/challenge ", &[]);
    assert_eq!(labels(&offered)[..2], ["baroque", "chakart"]);
    assert_eq!(labels(&offered)[2..4], ["berolina", "bario"]);
}

#[test]
fn waiting_matches_and_joinable_challenges_are_offered_first() {
    let mut table = Table::new();
    let waiting = table.begin("Ann", "Bob");
    table.begin("Bob", "Ann");
    let challenge = table.opens("Cleo", "/challenge baroque Ann");
    let mut first = |typed: &str| {
        let offered = table.offered("Ann", lobby(), typed, &[]);
        offered.choices[0].value.clone()
    };
    assert_eq!(first("/board "), format!("/board {waiting}"));
    assert_eq!(first("/join "), format!("/join {challenge}"));
}

impl Table {
    /// Plays a match of a variant between these two to its end.
    fn finish(&mut self, variant: &str, white: &str, black: &str) -> MatchId {
        let id = self.begins(white, black, variant);
        // The service limits the challenges of a person per hour.
        self.now.0 += HOUR;
        self.does(white, &format!("/resign match:{id} confirm:yes"));
        id
    }

    /// Returns the matches offered to a person for a command.
    fn matches_for(&mut self, who: &str, command: &str) -> Vec<MatchId> {
        let offered = self.offered(who, lobby(), &format!("/{command} match:"), &[]);
        let value = |choice: &Choice| {
            let (_, id) = choice.value.rsplit_once(':').expect("it is named");
            id.parse().expect("a match")
        };
        offered.choices.iter().map(value).collect()
    }
}

#[test]
fn matches_that_are_over_are_offered_where_they_may_be_meant() {
    let mut table = Table::new();
    let first = table.finish("berolina", "Ann", "Bob");
    let second = table.finish("berolina", "Cleo", "Ann");
    let now = table.begin("Ann", "Dora");
    for command in ["replay", "export", "verify", "history"] {
        let all = [now, second, first];
        assert_eq!(table.matches_for("Ann", command), all, "{command}");
    }
    for command in ["review", "rematch"] {
        let over = [second, first];
        assert_eq!(table.matches_for("Ann", command), over, "{command}");
    }
    assert_eq!(table.matches_for("Ann", "resign"), [now]);
    let offered = table.offered("Ann", lobby(), "/review cleo", &[]);
    assert_eq!(offered.choices[0].value, format!("/review {second}"));
    assert!(table.matches_for("Eve", "replay").is_empty());
}

#[test]
fn of_many_matches_that_are_over_the_last_ones_are_offered() {
    let mut table = Table::new();
    let all: Vec<_> = (0..30)
        .map(|_| table.finish("berolina", "Ann", "Bob"))
        .collect();
    let last: Vec<_> = all.into_iter().rev().take(20).collect();
    table.n_reads = 0;
    assert_eq!(table.matches_for("Ann", "review"), last);
    assert_eq!(table.n_reads, last.len(), "no more is read than is offered");
}

#[test]
fn the_matches_of_others_here_are_offered_to_be_followed() {
    let mut table = Table::new();
    table.begin("Ann", "Bob");
    let others = table.begin("Cleo", "Dora");
    assert_eq!(table.matches_for("Ann", "follow"), [others]);
    let offered = table.offered("Ann", elsewhere(), "/follow match:", &[]);
    assert!(offered.choices.is_empty(), "they are played elsewhere");
}

#[test]
fn a_command_is_found_by_its_beginning_or_by_few_wrong_letters() {
    let mut table = Table::new();
    for (typed, meant) in [
        ("/chal", "/challenge "),
        ("/chalenge", "/challenge "),
        ("/mvoe", "/move "),
    ] {
        let offered = table.offered("Ann", lobby(), typed, &[]);
        assert_eq!(offered.choices[0].value, meant, "{typed}");
    }
    let unknown = table.offered("Ann", lobby(), "/xyzzy", &[]);
    assert!(unknown.choices.is_empty());
}

/// If a platform lets a person choose every shown line, the count of further ones is a choice that stands for the typed text.
#[test]
fn the_line_that_counts_the_others_stands_for_the_typed_text() {
    let mut table = Table::new();
    let setup = Setup::with_position(Variant::Baroque, "", BUSY);
    table.begin_at("Ann", "Bob", setup.expect("a position"));
    let mut offered = |typed: &str| {
        let command = SlashCommand {
            name: "move".to_owned(),
            options: vec![("move".to_owned(), typed.to_owned())],
        };
        let intent = Intent::CompleteOption(command);
        match table.ask("Ann", lobby(), intent) {
            Ok(Reply::Completions(offered)) => offered,
            _ => panic!("{typed} is completed"),
        }
    };
    let all = offered("");
    assert_eq!(all.rest.as_ref().map(|rest| &*rest.value), Some("…"));
    assert!(all == offered("…"), "it can be chosen and typed on");
    let some = offered("d");
    assert_eq!(some.rest.as_ref().map(|rest| &*rest.value), Some("d"));
    assert!(offered("Me").rest.is_none());
}

#[test]
fn characters_of_other_keyboards_are_completed() {
    let values = |text: &str| {
        let mut table = Table::new();
        table.begin("Ann", "Bob");
        let offered = table.offered("Ann", lobby(), text, &["Cy Lee", "Dan–Lee"]);
        let choices = offered.choices.into_iter();
        choices.map(|choice| choice.value).collect::<Vec<_>>()
    };
    assert_eq!(values("/move e2–g4"), ["/move e2g4"]);
    assert_eq!(values("/move ｅ２ｇ４"), ["/move e2g4"]);
    assert_eq!(values("/move Ng1–f3"), ["/move g1f3"]);
    assert_eq!(values("/reminders quiet:22–7"), ["/reminders quiet:22-7"]);
    assert_eq!(
        values("/challenge berolina time：3d+"),
        values("/challenge berolina time:3d+")
    );
    for quote in ["“", "„", "«", "\""] {
        assert_eq!(
            values(&format!("/profile {quote}Cy L")),
            ["/profile \"@Cy Lee\""],
            "{quote}"
        );
    }
    for dash in ["–", "-"] {
        assert_eq!(
            values(&format!("/profile Dan{dash}L")),
            ["/profile @Dan–Lee"]
        );
    }
}

#[test]
fn completions_are_no_longer_than_platforms_show() {
    let mut table = Table::new();
    let (long, too_long) = ("N".repeat(64), "M".repeat(101));
    let id = table.begin(&long, "Bob");
    let people = [long.clone(), too_long];
    let completions = |table: &mut Table, text: &str| {
        let people: Vec<_> = people.iter().map(String::as_str).collect();
        table.offered("Bob", lobby(), text, &people).choices
    };
    let people = completions(&mut table, "/challenge berolina @");
    // The program is offered as an opponent too.
    assert_eq!(people.len(), 2, "a part of a name would be another name");
    assert!(people[0].value.ends_with(&long));
    table.rename(id, &"B".repeat(64));
    let matches = completions(&mut table, "/history ");
    let [only, ..] = &matches[..] else {
        panic!("the match is offered");
    };
    assert_eq!(only.label.chars().count(), 100);
    assert!(only.label.ends_with("B…"));
    assert_eq!(only.value, format!("/history {id}"));
}

impl Table {
    /// Gives Black another name.
    fn rename(&mut self, id: MatchId, name: &str) {
        let (mut game_match, _) = self.found(id);
        if let Stage::Playing(seats) = &mut game_match.stage {
            seats.black.name = name.to_owned();
        }
        self.rewrite(&game_match);
    }
}

#[test]
fn times_in_minutes_and_seconds_are_offered_on_the_page_alone() {
    for (platform, expected) in [
        (
            Platform::Playground,
            &[
                "/challenge berolina time:10+0",
                "/challenge berolina time:10+5",
            ][..],
        ),
        (Platform::Discord, &[]),
    ] {
        let mut table = Table::new();
        let intent = Intent::complete("/challenge berolina time:10+");
        let mut request = table.request("Ann", lobby(), intent);
        if let RequestKind::Person(request) = &mut request.kind {
            Arc::make_mut(&mut request.event).id.platform = platform;
        }
        let Ok(Reply::Completions(offered)) = table.settle(&request) else {
            panic!("it is completed");
        };
        assert_eq!(values(&offered), expected, "{platform:?}");
    }
}
