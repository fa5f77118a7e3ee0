//! The documents: pages that follow from the code are fresh, the summary lists every page, and every link leads somewhere.

use std::{collections::BTreeSet, fmt::Write, fs, path::Path};

use bot::config::Key;
use command::SPECS;
use present::Render;
use service::LearnReply;
use testkit::{check_golden, path};
use text::Language;

/// The first line of a page that a test writes.
const GENERATED: &str =
    "<!-- ODDBOARD_BLESS=1 cargo test -p tests --test all book writes this page. -->";

/// The page of commands repeats the answer of `/help` for each of them.
#[test]
fn the_page_of_commands_repeats_the_help_of_the_bot() {
    let mut page = format!("{GENERATED}\n\n# Commands\n");
    page.push_str("\nOn Matrix write `!odd help` in place of `/help`. A word in square brackets may be left out.\n");
    for spec in SPECS {
        let help = LearnReply::Command {
            spec,
            is_one_room: false,
        };
        let help = help.render(Language::ENGLISH).message.text;
        let title = format!("/{} — ", spec.name);
        let help = help.strip_prefix(&title).unwrap_or(&help);
        write!(page, "\n## /{}\n\n{}", spec.name, markdown(help))
            .expect("a string takes everything");
    }
    check_golden(&path("docs/commands.md"), &page);
}

/// Turns the lists of a message of the bot into lists of Markdown.
fn markdown(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_in_list = false;
    for line in text.trim().lines() {
        let item = line.strip_prefix("• ");
        if item.is_some() != is_in_list && lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(String::new());
        }
        is_in_list = item.is_some();
        if line.is_empty() && lines.last().is_some_and(String::is_empty) {
            continue;
        }
        lines.push(item.map_or_else(|| line.to_owned(), |item| format!("- {item}")));
    }
    lines.join("\n") + "\n"
}

/// Writes each setting with its comment in `config.example.toml` as a page.
#[test]
fn the_page_of_settings_repeats_the_example_configuration() {
    let mut page = format!("{GENERATED}\n\n# Configuration\n");
    let example = testkit::read("config.example.toml");
    let (about, settings) = example
        .split_once("\n\n")
        .expect("it begins with a comment");
    write!(page, "\n{}\n", uncommented(about.lines())).expect("a string takes everything");
    let mut section = "";
    let mut comment = Vec::new();
    let mut told = BTreeSet::new();
    for line in settings.lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
            write!(page, "\n## {section}\n").expect("a string takes everything");
        } else if line.starts_with('#') {
            comment.push(line);
        } else if let Some((name, value)) = line.split_once(" = ") {
            let key = format!("[{section}] {name}");
            let key = Key::ALL.into_iter().find(|known| known.to_string() == key);
            let key = key.unwrap_or_else(|| panic!("{line}: there is no such key"));
            let variable = key.variable();
            let comment = uncommented(comment.drain(..));
            write!(
                page,
                "\n### {name}\n\nDefault: `{value}`. Variable: `{variable}`.\n\n{comment}\n"
            )
            .expect("a string takes everything");
            told.insert(key);
        }
    }
    assert_eq!(told, Key::ALL.into(), "the example has every key");
    check_golden(&path("docs/configuration.md"), &page);
}

fn uncommented<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<_> = lines
        .map(|line| line.trim_start_matches('#').trim())
        .collect();
    lines.join("\n")
}

#[test]
fn the_summary_lists_every_page_of_the_book() {
    let summary = testkit::read("docs/SUMMARY.md");
    let listed: BTreeSet<String> = links(&summary).map(str::to_owned).collect();
    let files = fs::read_dir(path("docs")).expect("a folder");
    let files = files.filter_map(|file| file.expect("a file").file_name().into_string().ok());
    let pages = files.filter(|name| name.ends_with(".md") && name != "SUMMARY.md");
    assert_eq!(listed, pages.collect());
}

#[test]
fn every_link_of_a_document_leads_somewhere() {
    let book = fs::read_dir(path("docs")).expect("a folder");
    let book = book.map(|file| file.expect("a file").path());
    let others = ["README.md", "SECURITY.md", "CHANGELOG.md"].map(path);
    for page in book.filter(|file| file.is_file()).chain(others) {
        let text = fs::read_to_string(&page).expect("a page");
        for link in links(&text).filter(|link| !link.contains("://")) {
            check_link(&page, &text, link);
        }
    }
}

#[track_caller]
fn check_link(page: &Path, text: &str, link: &str) {
    let about = page.display();
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let linked = page.with_file_name(file);
    let linked_text = match file {
        "" => text.to_owned(),
        _ => {
            assert!(linked.exists(), "{about} links to {link}");
            fs::read_to_string(&linked).unwrap_or_default()
        }
    };
    let headings = linked_text.lines().filter(|line| line.starts_with('#'));
    let mut anchors = headings.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        words.replace(' ', "-").replace(['?', ','], "")
    });
    assert!(
        anchor.is_empty() || anchors.any(|known| known == anchor),
        "{about} links to {link}"
    );
}

/// Returns the targets of the links and pictures of a Markdown text.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let links = text.split("](").skip(1);
    let links = links.filter_map(|rest| Some(rest.split_once(')')?.0));
    let pictures = text.split("<img src=\"").skip(1);
    links.chain(pictures.filter_map(|rest| Some(rest.split_once('"')?.0)))
}
