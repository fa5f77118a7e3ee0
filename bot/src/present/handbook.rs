//! The rules of the variants, as people are told them.

use render::words;
use rules::{Action, Variant, WhyNot};

use super::{
    Plan, Studio,
    fit::n_fitting,
    posts::{WARNING, button},
};
use crate::{
    command::{Control, excerpt},
    handbook::{Diagram, Handbook, Level, Section, Shown, Spot, starts},
    ports::{
        Button, Choice, Component as Row, Drawing, Emphasis, Format, LONGEST_ALT, LONGEST_TEXT,
        Menu, Message, Picture, Private, clip,
    },
    service::{Here, Illustration, Page, Tried},
    words::{self as room, Language, Text},
};

/// The most entries of a menu.
const MENU: usize = 25;

/// Which variants there are, each with a button that tells its rules.
pub(super) fn contents() -> Message<Private> {
    let tastes =
        Variant::ALL.map(|variant| format!("{}: {}", variant.title(), words::essence(variant)));
    let mut message = Message::text(format!(
        "These are the variants I referee, and the picture shows how each begins. /rules with the name of one opens its \
         handbook, and with a topic the page on that: /rules baroque pincer.\n\n{}",
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
        "The handbook of {} has no “{}”. Nearest are: {}. /rules {variant} shows all there is.",
        variant.title(),
        excerpt(text),
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

/// The longest that is told of a board besides the rule, in characters.
const LONGEST_HERE: usize = 950;

/// The longest label of a button, in characters.
const LABEL: usize = 80;

/// A place in the handbook: its text, the words of its picture, and where to go from there.
pub(super) fn page(page: &Page) -> Message<Private> {
    let spot = page.spot;
    let handbook = Handbook::of(spot.variant);
    let section = spot.section();
    let mut parts = vec![heading(spot)];
    parts.extend(page.tried.as_ref().map(|it| tried(it, spot)));
    parts.extend(page.here.as_ref().map(here));
    parts.push(section.text.clone());
    if section.id == "options" {
        parts.push(format!(
            "{}\n\nA match is drawn after turn {}, and I say so {WARNING} turns before.",
            Language::ENGLISH.say(&Text::joined(options(spot.variant), "\n\n")),
            page.limits.turns
        ));
    }
    parts.extend(topics_below(handbook, spot.section));
    if section.id == "contents" {
        parts.push(by_name(handbook));
    }
    if !section.tasks.is_empty() {
        parts.push(format!(
            "Choose a move from the menu, or write one: /rules {} {} move:e2e4 is the move from e2 to e4.",
            spot.variant, section.id
        ));
    }
    let picture = match page.here {
        None => caption(spot),
        Some(_) => None,
    };
    let paragraphs = paragraphs(handbook, spot.section);
    // The words of the own board are added later.
    let has_board = page.here.as_ref().is_some_and(|here| here.look.is_some());
    let room = match has_board {
        false => LONGEST_TEXT,
        true => LONGEST_TEXT - VIEW,
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
    let mut message = Message::text(within(&text.join("\n\n"), room, spot));
    message.controls = controls(handbook, spot);
    message
}

/// As many paragraphs of a text as there is room for, and where the others are.
fn within(text: &str, room: usize, spot: Spot) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let end = match spot == Spot::overview(spot.variant) {
        true => format!("The rest: /rules {}.", spot.variant),
        false => format!("The rest: /rules {} {}.", spot.variant, spot.section().id),
    };
    let room = room.saturating_sub(end.chars().count());
    let paragraphs = text.split("\n\n");
    let n_kept = n_fitting(paragraphs.clone(), 2, room);
    let kept: Vec<&str> = paragraphs.take(n_kept).chain([&*end]).collect();
    kept.join("\n\n")
}

/// The names of what a chapter has more pages on, for those who type.
fn topics_below(handbook: &Handbook, number: usize) -> Option<String> {
    let sections = handbook.sections();
    let below = handbook.below(number).into_iter();
    let below = below.map(|number| &sections[number]);
    let is_page = |section: &&Section| section.level == Level::Topic || !section.tasks.is_empty();
    let ids: Vec<_> = below
        .filter(is_page)
        .map(|section| section.id.as_str())
        .collect();
    let variant = handbook.variant();
    (!ids.is_empty()).then(|| format!("More by /rules {variant} and: {}.", ids.join(", ")))
}

/// The next section with a task.
fn next_task(spot: Spot) -> Option<&'static Section> {
    let later = Handbook::of(spot.variant)
        .sections()
        .get(spot.section + 1..)?;
    later.iter().find(|section| !section.tasks.is_empty())
}

/// The names of all pages, to be written behind the name of the variant.
fn by_name(handbook: &Handbook) -> String {
    let sections = handbook.sections();
    let named = |label: &str, is_it: &dyn Fn(&Section) -> bool| {
        let ids = sections.iter().filter(|section| is_it(section));
        let ids: Vec<_> = ids.map(|section| section.id.as_str()).collect();
        format!("{label}: {}.", ids.join(", "))
    };
    let is_task = |section: &Section| !section.tasks.is_empty();
    [
        named("Chapters", &|section| section.level == Level::Chapter),
        named("Pieces and other topics", &|section| {
            section.level == Level::Topic
        }),
        named("Rules, one by one", &|section| {
            section.level == Level::Paragraph && !is_task(section)
        }),
        named("To solve", &is_task),
    ]
    .join("\n\n")
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
    let told = below
        .filter(|section| section.level == Level::Paragraph && section.tasks.is_empty())
        .map(|section| format!("{} ({}): {}", section.title, section.id, section.text));
    let untold = sections[number].untold.iter();
    let untold = untold.map(|untold| format!("{}: {}", untold.names(), untold.why));
    told.chain(untold).collect()
}

/// What came of a move that was tried, and what to do next.
fn tried(tried: &Tried, spot: Spot) -> String {
    match tried {
        Tried::Right(caption) => match next_task(spot) {
            Some(next) => {
                let variant = spot.variant;
                format!(
                    "✓ {caption} is right! Next is /rules {variant} {}.",
                    next.id
                )
            }
            None => format!("✓ {caption} is right! That was the last one."),
        },
        Tried::Wrong(caption) => format!("✗ {caption} does not do it. Try another move."),
        Tried::Illegal { text, why } => format!(
            "✗ “{}” is illegal: {} (law: {}). Try another move.",
            excerpt(text),
            words::why(why),
            why.law
        ),
        Tried::Ambiguous { text, moves } => format!(
            "✗ “{}” could be several moves: {}. Write one of these.",
            excerpt(text),
            moves.join(", ")
        ),
        Tried::Unreadable(text) => format!(
            "✗ “{}” is no move here. Write the square where it begins and the one where it ends, such as e2e4.",
            excerpt(text)
        ),
    }
}

fn here(here: &Here) -> String {
    let mut told = format!("In match {}:", here.id);
    if here.lines.is_empty() {
        told.push_str(" nothing to say about this board.");
    }
    let n_told = n_fitting(here.lines.iter(), 3, LONGEST_HERE);
    for line in &here.lines[..n_told] {
        told.push_str("\n• ");
        told.push_str(line);
    }
    if n_told < here.lines.len() {
        told.push_str("\n• …");
    }
    told
}

/// The words of a picture, with its number if there are several.
fn caption(spot: Spot) -> Option<String> {
    let (diagram, number) = spot.picture()?;
    let n_pictures = Handbook::of(spot.variant).pictures(spot.section).len();
    let which = match n_pictures {
        1 => String::new(),
        n if spot.picture + 1 < n => {
            format!(
                " {} of {n} (picture:{} is next)",
                spot.picture + 1,
                spot.picture + 2
            )
        }
        n => format!(" {n} of {n}"),
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

/// How the piece of a diagram moves, what it is worth and its notation, if that is what the diagram shows.
fn at_a_glance(diagram: &Diagram) -> String {
    let glance = diagram.glance().zip(diagram.piece);
    let Some(((glance, piece), betza)) = glance.zip(diagram.betza.as_ref()) else {
        return String::new();
    };
    let value = diagram.value.as_ref();
    let value = value.map_or_else(String::new, |value| format!("Value: {value}. "));
    format!(
        "\nMoves at a glance, from {piece}: {}.\n{value}Betza notation: {betza}",
        glance.legend()
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

/// A picture of the handbook, if it has one.
pub fn illustration(studio: &Studio, illustration: Illustration) -> Option<Picture<Private>> {
    match illustration {
        Illustration::Starts => Some(how_all_begin(studio)),
        Illustration::Of(spot) => plate(studio, spot),
    }
}

/// How each variant begins. That is no secret of anybody's.
fn how_all_begin(studio: &Studio) -> Picture<Private> {
    let told = Variant::ALL.into_iter().filter_map(|variant| {
        let start = Handbook::of(variant).start()?;
        Some(format!("{}: {}", variant.title(), start.caption))
    });
    let told: Vec<_> = told.collect();
    Picture::for_one(Drawing {
        name: "variants.png".to_owned(),
        format: Format::Png,
        extent: (studio.size().width(), starts().height(studio.size())),
        recipe: Plan::Starts.recipe(),
        bytes: studio.file(|| studio.starts().to_vec()),
        alt: clip(
            &format!("Four boards, White below. {}", told.join(" ")),
            LONGEST_ALT,
        ),
    })
}

/// The picture of a place in the handbook, if it has one.
fn plate(studio: &Studio, spot: Spot) -> Option<Picture<Private>> {
    let (diagram, number) = spot.picture()?;
    let plate = diagram.plate(number)?;
    let told = plate.alt(spot.variant);
    let size = studio.size();
    let frame = diagram.frame(number)?;
    let drawing = Drawing {
        name: format!(
            "{}-{}-{}.png",
            spot.variant,
            spot.section().id,
            spot.picture
        ),
        format: Format::Png,
        extent: (size.width(), plate.height(size)),
        recipe: Plan::Plate(spot).recipe(),
        bytes: studio.file(|| studio.plate(diagram, number).unwrap_or_default().to_vec()),
        alt: clip(&format!("{} {told}", diagram.caption), LONGEST_ALT),
    };
    Some(match &frame.shown {
        Shown::Public(view) => Picture::public(view, |_| drawing).into(),
        Shown::Seat(view) => Picture::private(view, |_| drawing),
    })
}

/// What can be chosen about a variant, each choice after an empty line.
pub(super) fn options(variant: Variant) -> impl Iterator<Item = Text> {
    variant.options().iter().map(move |option| {
        let about = room::option_about(variant, room::option(variant, option));
        let values = option.values.iter().map(|value| {
            let choice = format!("{}={}", option.name, value.name);
            let meaning = room::value(variant, option, value);
            let law = value.law.split_once(' ');
            let law = law.map_or(value.law, |(_, paragraph)| paragraph);
            if value == option.default() {
                room::option_value_default(choice, law, meaning)
            } else {
                room::option_value(choice, law, meaning)
            }
        });
        Text::lines([about, Text::list(values)])
    })
}
