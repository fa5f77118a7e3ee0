//! The rules of the variants, as people are told them.

use rules::{Action, Variant, WhyNot};

use super::{
    Studio, essence,
    posts::{WARNING, button},
};
use crate::{
    command::{Control, quote},
    handbook::{Diagram, Handbook, Level, Section, Shown, Spot, glance},
    ports::{
        Button, Choice, Control as Row, Drawing, Emphasis, LONGEST_TEXT, Menu, Message, Picture,
        Private, clip,
    },
    service::{Here, Page, Tried},
};

/// The most entries of a menu.
const MENU: usize = 25;

/// Which variants there are, each with a button that tells its rules.
pub(super) fn contents() -> Message<Private> {
    let tastes = Variant::ALL.map(|variant| format!("{}: {}", variant.title(), essence(variant)));
    let mut message = Message::text(format!(
        "These are the variants I referee. /rules with the name of one opens its handbook, and with a topic the page on \
         that: /rules baroque pincer.\n\n{}",
        tastes.join("\n")
    ));
    let open = |variant| button(Control::Rules(variant), variant.title(), Emphasis::Neutral);
    message.controls = vec![Row::Buttons(Variant::ALL.map(open).to_vec())];
    message
}

/// The handbook has no such topic; these are nearest.
pub(super) fn no_topic(variant: Variant, text: &str, nearest: &[Spot]) -> Message<Private> {
    let titles: Vec<_> = nearest
        .iter()
        .map(|spot| spot.section().title.as_str())
        .collect();
    let mut message = Message::text(format!(
        "The handbook of {} has no {}. Nearest are: {}. /rules {variant} shows all there is.",
        variant.title(),
        quote(text),
        titles.join("; ")
    ));
    let open = |spot: &Spot| {
        let title = &spot.section().title;
        button(Control::Page(*spot), &clip(title, LABEL), Emphasis::Neutral)
    };
    message.controls = vec![Row::Buttons(nearest.iter().map(open).collect())];
    message
}

/// A button that opens the paragraph of the law that forbids something.
pub(super) fn to_rule(why: &WhyNot) -> Vec<Row> {
    let open = |spot| Row::Buttons(vec![button(Control::Rule(spot), "Rule", Emphasis::Neutral)]);
    Spot::of_law(why.law).map(open).into_iter().collect()
}

/// Room for the words that go with the board of a match, in characters.
const VIEW: usize = 500;

/// The longest label of a button, in characters.
const LABEL: usize = 80;

/// A place in the handbook: its text, the words of its picture, and where to go from there.
pub(super) fn page(page: &Page) -> Message<Private> {
    let spot = page.spot;
    let handbook = Handbook::of(spot.variant);
    let section = spot.section();
    let mut parts = vec![heading(spot)];
    parts.extend(page.tried.as_ref().map(tried));
    parts.extend(page.here.as_ref().map(here));
    parts.push(section.text.clone());
    if section.id == "options" {
        parts.push(format!(
            "{}\n\nA match is drawn after turn {}, and I say so {WARNING} turns before.",
            options(spot.variant).trim(),
            page.limits.turns
        ));
    }
    let picture = match page.here {
        None => caption(spot),
        Some(_) => None,
    };
    let paragraphs = paragraphs(handbook, spot.section);
    // The words of the own board are added later.
    let room = match page.here {
        None => LONGEST_TEXT,
        Some(_) => LONGEST_TEXT - VIEW,
    };
    let is_short = |parts: &[String]| {
        let length: usize = parts.iter().map(|part| part.chars().count() + 2).sum();
        length <= room
    };
    let in_full: Vec<String> = [&parts[..], &paragraphs[..], picture.as_slice()].concat();
    let parts = if is_short(&in_full) {
        in_full
    } else {
        [&parts[..], picture.as_slice()].concat()
    };
    let text: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let mut message = Message::text(clip(&text.join("\n\n"), room));
    message.controls = controls(handbook, spot);
    message
}

/// `Baroque · The pieces · Pincer`
fn heading(spot: Spot) -> String {
    let sections = Handbook::of(spot.variant).sections();
    let mut titles = vec![spot.section().title.as_str()];
    let mut parent = spot.section().parent;
    while let Some(number) = parent {
        titles.push(&sections[number].title);
        parent = sections[number].parent;
    }
    if spot.section > 0 {
        titles.push(spot.variant.title());
    }
    titles.reverse();
    titles.dedup();
    titles.join(" · ")
}

/// The paragraphs of a topic.
fn paragraphs(handbook: &Handbook, number: usize) -> Vec<String> {
    let sections = handbook.sections();
    let below = handbook.below(number).into_iter();
    let below = below.map(|number| &sections[number]);
    below
        .filter(|section| section.level == Level::Paragraph && section.tasks.is_empty())
        .map(|section| format!("{} ({}): {}", section.title, section.id, section.text))
        .collect()
}

fn tried(tried: &Tried) -> String {
    let caption = &tried.caption;
    if tried.is_right {
        format!("✓ {caption} is right!")
    } else {
        format!("✗ {caption} does not do it. Try another move.")
    }
}

fn here(here: &Here) -> String {
    let lines = match &here.lines[..] {
        [] => " nothing to say about this board.".to_owned(),
        lines => format!("\n• {}", lines.join("\n• ")),
    };
    clip(&format!("In match {}:{lines}", here.id), 1000)
}

/// The words of a picture, with its number if there are several.
fn caption(spot: Spot) -> Option<String> {
    let (diagram, number) = spot.picture()?;
    let n_pictures = Handbook::of(spot.variant).pictures(spot.section).len();
    let which = match n_pictures {
        1 => String::new(),
        n => format!(" {} of {n}", spot.picture + 1),
    };
    let frame = diagram.frame(number)?;
    let turn = frame.shown.as_view().turn.as_ref();
    let moment = match (diagram.n_pictures(), number, turn) {
        (2, 0, _) => " Before:".to_owned(),
        (2, _, _) => " After:".to_owned(),
        (3.., 1.., Some(turn)) => format!(" {}:", turn.caption),
        _ => String::new(),
    };
    let mut words = format!("Picture{which}.{moment} {}", diagram.caption);
    words.push_str(&at_a_glance(diagram));
    Some(words)
}

/// How the man of a diagram moves, what it is worth and its notation, if that is what the diagram shows.
fn at_a_glance(diagram: &Diagram) -> String {
    let Some((man, betza)) = diagram.man.zip(diagram.betza.as_ref()) else {
        return String::new();
    };
    let value = diagram.value.as_ref();
    let value = value.map_or_else(String::new, |value| format!("Value: {value}. "));
    format!(
        "\nMoves at a glance, from {man}: {}.\n{value}Betza notation: {betza}",
        glance(&diagram.setup, man).legend()
    )
}

/// Menus and buttons that lead on.
fn controls(handbook: &Handbook, spot: Spot) -> Vec<Row> {
    let variant = spot.variant;
    let section = spot.section();
    let mut rows = Vec::new();
    if let Some(task) = section.tasks.first() {
        // In short notation they would tell what they capture.
        let moves = task.moves();
        let menus = moves.chunks(MENU).take(MOST_MENUS).enumerate();
        rows.extend(menus.map(|(n, moves)| {
            let choice = |action: &Action| Choice::new(&action.to_string(), action.to_string());
            Row::Menu(Menu {
                id: Control::Try(spot, n).to_string(),
                label: "Try a move".to_owned(),
                choices: moves.iter().map(choice).collect(),
            })
        }));
    } else {
        let groups = leads(handbook, spot.section);
        let groups = groups
            .into_iter()
            .filter(|(_, numbers)| !numbers.is_empty());
        rows.extend(groups.enumerate().map(|(n, (label, numbers))| {
            let choice = |number: &usize| {
                let section = &handbook.sections()[*number];
                Choice::new(&title(section), section.id.as_str())
            };
            Row::Menu(Menu {
                id: Control::Topics(variant, n).to_string(),
                label: label.to_owned(),
                choices: numbers.iter().take(MENU).map(choice).collect(),
            })
        }));
    }
    let buttons = buttons(handbook, spot);
    if !buttons.is_empty() {
        rows.push(Row::Buttons(buttons));
    }
    rows
}

/// The most menus, so that a row is left for buttons.
const MOST_MENUS: usize = 4;

fn title(section: &Section) -> String {
    match section.level {
        Level::Paragraph if section.tasks.is_empty() => {
            format!("{} ({})", section.title, section.id)
        }
        _ => section.title.clone(),
    }
}

/// What menus lead to from a section: the label of each and the numbers of the sections.
fn leads(handbook: &Handbook, number: usize) -> Vec<(&'static str, Vec<usize>)> {
    let sections = handbook.sections();
    let of_level = |level: Level| {
        let all = 1..sections.len();
        all.filter(move |at| sections[*at].level == level)
    };
    if number == 0 {
        return vec![
            ("Chapters", of_level(Level::Chapter).collect()),
            ("Pieces and other topics", of_level(Level::Topic).collect()),
        ];
    }
    let links = sections[number].links.iter();
    let links = links.filter_map(|link| handbook.section(link));
    let mut related: Vec<usize> = Vec::new();
    for link in links {
        if link != number && !related.contains(&link) {
            related.push(link);
        }
    }
    let mut beside = match sections[number].parent {
        Some(parent) => handbook.below(parent),
        None => of_level(Level::Chapter).collect(),
    };
    beside.retain(|other| *other != number);
    vec![
        ("In this part", handbook.below(number)),
        ("See also", related),
        ("Beside this", beside),
    ]
}

fn buttons(handbook: &Handbook, spot: Spot) -> Vec<Button> {
    let n_pictures = handbook.pictures(spot.section).len();
    let turn = |picture: usize, label: &str| {
        button(
            Control::Page(Spot { picture, ..spot }),
            label,
            Emphasis::Primary,
        )
    };
    let go = |section: usize, label: &str| {
        let spot = Spot::new(spot.variant, section);
        button(Control::Page(spot), &clip(label, LABEL), Emphasis::Neutral)
    };
    let mut buttons = Vec::new();
    if spot.picture > 0 {
        buttons.push(turn(spot.picture - 1, "◀ Picture"));
    }
    if spot.picture + 1 < n_pictures {
        buttons.push(turn(spot.picture + 1, "Picture ▶"));
    }
    let parent = spot.section().parent.filter(|parent| *parent > 0);
    if let Some(parent) = parent {
        buttons.push(go(parent, &handbook.sections()[parent].title));
    }
    if spot.section > 0 {
        buttons.push(go(0, "Overview"));
    }
    buttons
}

/// The picture of a place in the handbook, if it has one.
pub fn plate(studio: &Studio, spot: Spot) -> Option<Picture<Private>> {
    let (diagram, number) = spot.picture()?;
    let png = studio.plate(diagram, number)?;
    let told = diagram.plate(number)?.alt(spot.variant);
    let frame = diagram.frame(number)?;
    let drawing = Drawing {
        name: format!(
            "{}-{}-{}.png",
            spot.variant,
            spot.section().id,
            spot.picture
        ),
        png: png.to_vec(),
        alt: clip(&format!("{} {told}", diagram.caption), LONGEST_ALT),
    };
    Some(match &frame.shown {
        Shown::Public(view) => Picture::public(view, |_| drawing).into(),
        Shown::Seat(view) => Picture::private(view, |_| drawing),
    })
}

/// The longest alternative text that every platform takes, in characters.
const LONGEST_ALT: usize = 1024;

/// What can be chosen about a variant, each choice after an empty line.
pub(super) fn options(variant: Variant) -> String {
    let mut text = String::new();
    for option in variant.options() {
        text.push_str(&format!("\n\n{}: {}", variant.title(), option.help));
        for value in option.values {
            let is_default = value == option.default();
            let default = if is_default { " (default)" } else { "" };
            text.push_str(&format!(
                "\n• {}={}{default}: {}",
                option.name, value.name, value.help
            ));
        }
    }
    text
}
