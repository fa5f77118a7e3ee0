use super::{Render, fit};
use api::{Answer, Component, LONGEST_TEXT, clip};
use command::Control;
use handbook::{LAW_OF_LOSING, Spot};
use service::{AskedMove, PlayReply, Refusal};
use text::{Language, Text, arg};

fn fit(text: &str) -> String {
    fit::fit(text, Language::ENGLISH)
}

fn fit_first(text: &str, most: usize) -> String {
    fit::fit_first(text, most, text::more_ways, Language::ENGLISH)
}

fn fit_last(head: &str, lines: &[String], end: &str) -> Option<String> {
    fit::fit_last(head, lines, end, Language::ENGLISH)
}

/// Compares the number of lines shown, including the line that counts those left out, and the end of the text.
#[track_caller]
fn check(shown: &str, n_lines: usize, end: &str) {
    assert!(shown.chars().count() <= LONGEST_TEXT, "it fits");
    assert_eq!(shown.lines().count(), n_lines);
    assert!(shown.ends_with(end), "{shown}");
}

/// Lines of ten characters, the end of the line included.
fn text(n_lines: usize) -> String {
    vec!["• ééééééé"; n_lines].join("\n")
}

#[test]
fn a_long_list_fits_into_a_message() {
    check(&fit(&text(200)), 200, "\n• ééééééé");
    check(&fit(&text(201)), 191, "\n… and 11 more");
    check(&fit_first(&text(10), 10), 10, "é");
    check(
        &fit_first(&text(11), 10),
        11,
        "\n… and 1 more, none of them more likely than these",
    );
    check(&fit(&"é".repeat(2001)), 1, "é…");
    let after_long = format!("{}\nlast", "é".repeat(2001));
    check(&fit(&after_long), 2, "é…\n… and 1 more");
    assert_eq!(fit("one\n\ntwo\n"), "one\n\ntwo\n");
}

#[test]
fn the_last_lines_of_many_are_shown() {
    let line = |n: usize| format!("{n:03}. move");
    let lines: Vec<_> = (1..=500).map(line).collect();
    let shown = fit_last("head", &lines, "end").expect("they are too many");
    check(&shown, 192, "\n500. move\nend");
    let begin = "head\n… 311 more before these; the file has them all\n312. move\n";
    assert!(shown.starts_with(begin), "{shown}");
    let open = fit_last("head", &lines, "").expect("they are too many");
    check(&open, 191, "\n500. move");
    assert_eq!(fit_last("head", &lines[..100], "end"), None);
}

#[test]
fn a_long_text_is_clipped() {
    assert_eq!(clip("ééé", 3), "ééé");
    assert_eq!(clip("éééé", 3), "éé…");
}

/// Checks that a reply names the law of a move that loses at once, and links to it.
#[track_caller]
fn check_leads_to_law(answer: &Answer) {
    assert!(answer.message.text.contains(LAW_OF_LOSING));
    let spot = Spot::of_law(LAW_OF_LOSING).expect("a paragraph");
    let opens = Control::Rule(spot);
    let controls = answer.message.controls.iter();
    let leads = controls.filter_map(|row| match row {
        Component::Buttons(buttons) => Some(buttons),
        Component::Menu(_) => None,
    });
    assert!(leads.flatten().any(|button| button.control == opens));
}

#[test]
fn a_losing_move_leads_to_its_law() {
    let question = AskedMove {
        id: "00001".parse().expect("a name of a match"),
        n_inputs: 3,
        action: "R@h1g1".parse().expect("an action"),
        caption: "R@h1g1".to_owned(),
        opponent: "Bob".to_owned(),
        is_losing: true,
    };
    let question = PlayReply::AskMove(question);
    check_leads_to_law(&question.render(Language::ENGLISH));
    let flaw = text::plan_loses(arg::law(LAW_OF_LOSING), arg::r#move(Text::moves("R@h1g1")));
    let planned = Refusal::IllegalPlan {
        text: text::refusal_plan(flaw),
        law: LAW_OF_LOSING,
    };
    check_leads_to_law(&planned.render(Language::ENGLISH));
}
