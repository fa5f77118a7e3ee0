//! The rules of the variants, as pages of the handbook.

use rules::{Action, Variant};

use super::options;
use crate::{
    buttons::{MENU, button, menu, primary, rule_button, with_buttons},
    fit::n_fitting,
    play::board::WARNING,
};
use api::{Button, Choice, Component, LONGEST_TEXT, Message, Private};
use command::{Control, excerpt};
use handbook::{Handbook, Level, Section, Spot, Untold};
use service::{Here, Page};
use text::{Language, Text, arg};

/// Lists the variants, each with a button that opens its rules.
pub(crate) fn contents(language: Language) -> Message<Private> {
    let tastes = Variant::ALL
        .map(|variant| text::about(arg::name(variant), arg::summary(text::essence(variant))));
    let text = Text::joined([text::contents_head(), Text::lines(tastes)], "\n\n");
    let open = |variant| button(Control::Rules(variant), text::title(variant), language);
    with_buttons(&text, Variant::ALL.map(open), language)
}

/// Reports that the handbook has no such topic, and lists the nearest ones.
pub(crate) fn no_topic(
    variant: Variant,
    text: &str,
    nearest: &[Spot],
    language: Language,
) -> Message<Private> {
    let handbook = Handbook::in_language(variant, language);
    let title = |spot: &Spot| handbook.sections()[spot.section].title.as_str();
    let titles = text::clauses(nearest.iter().map(title).map(Text::verbatim));
    let titles = titles.unwrap_or_else(|| Text::verbatim(""));
    let text = text::no_topic(
        arg::name(variant.name()),
        arg::nearest(titles),
        arg::text(excerpt(text)),
        arg::variant(variant),
    );
    let open = |spot: &Spot| {
        let label = Text::verbatim(title(spot));
        button(Control::Page(*spot), label, language)
    };
    with_buttons(
        &text,
        nearest.iter().map(open).collect::<Vec<_>>(),
        language,
    )
}

/// The room for the text of a page with the board of a match, in characters.
const VIEW: usize = 500;

/// The longest text with a board apart from the rule, in characters.
const LONGEST_HERE: usize = 950;

/// Renders a page of the handbook: its text, the caption of its picture, and the links to other pages.
pub(crate) fn page(page: &Page, language: Language) -> Message<Private> {
    let reader = Reader::new(page.spot, language);
    let tried = page.tried.as_ref();
    let is_solved = tried.is_some_and(|tried| tried.is_right);
    let parts = reader.parts(page, is_solved);
    // A message with the board of the reader's own match has no other picture.
    let picture = page.here.is_none().then(|| reader.caption()).flatten();
    let has_board = page
        .here
        .as_ref()
        .is_some_and(|here| here.showing.is_some());
    // The text of the reader's own board is added later.
    let room = if has_board {
        LONGEST_TEXT - VIEW
    } else {
        LONGEST_TEXT
    };
    let is_short = |parts: &[String]| {
        let length: usize = parts.iter().map(|part| part.chars().count() + 2).sum();
        length <= room
    };
    let in_full = [&parts[..], &reader.paragraphs()[..], picture.as_slice()].concat();
    let parts = if is_short(&in_full) {
        in_full
    } else {
        [&parts[..], picture.as_slice()].concat()
    };
    let text: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Message {
        controls: reader.controls(is_solved, tried.and_then(|tried| tried.law)),
        ..Message::text(reader.within(&text.join("\n\n"), room))
    }
}

/// A page of the handbook, in the language of its reader.
struct Reader {
    handbook: &'static Handbook,
    spot: Spot,
    language: Language,
}

impl Reader {
    fn new(spot: Spot, language: Language) -> Reader {
        Reader {
            handbook: Handbook::in_language(spot.variant, language),
            spot,
            language,
        }
    }

    fn localize(&self, text: Text) -> String {
        self.language.localize(&text)
    }

    fn section(&self) -> &'static Section {
        &self.handbook.sections()[self.spot.section]
    }

    /// Returns the name of the variant in commands.
    fn name(&self) -> &'static str {
        self.spot.variant.name()
    }

    /// Returns the text of the page in parts, without the paragraphs of a topic.
    fn parts(&self, page: &Page, is_solved: bool) -> Vec<String> {
        let section = self.section();
        // After an answer, the reader looks for the verdict first.
        let verdict = page
            .tried
            .as_ref()
            .map(|tried| self.language.localize(&tried.told));
        let mut parts: Vec<String> = verdict.into_iter().collect();
        parts.push(self.heading());
        parts.extend(page.here.as_ref().map(|it| here(it, self.language)));
        parts.push(section.text.clone());
        if section.id == options::SECTION {
            let limit = text::page_limit(arg::turns(page.limits.turns), arg::warning(WARNING));
            let options = options::option_texts(self.spot.variant).chain([limit]);
            parts.push(self.localize(Text::joined(options, "\n\n")));
        }
        parts.extend(self.topics_below());
        if section.id == "contents" {
            parts.push(self.by_name());
        }
        if !section.tasks.is_empty() && !is_solved {
            let id = arg::id(section.id.as_str());
            parts.push(self.localize(text::page_tasks(id, arg::name(self.name()))));
        }
        parts
    }

    /// Returns as many paragraphs of a text as fit, with a reference to the others.
    fn within(&self, text: &str, room: usize) -> String {
        if text.chars().count() <= room {
            return text.to_owned();
        }
        let end = self.localize(if self.spot == Spot::overview(self.spot.variant) {
            text::page_rest_overview(self.name())
        } else {
            text::page_rest(arg::id(self.section().id.as_str()), arg::name(self.name()))
        });
        let room = room.saturating_sub(end.chars().count());
        let paragraphs = text.split("\n\n");
        let n_kept = n_fitting(paragraphs.clone(), 2, room);
        let kept: Vec<&str> = paragraphs.take(n_kept).chain([&*end]).collect();
        kept.join("\n\n")
    }

    /// Returns the sections right below.
    fn below(&self) -> impl Iterator<Item = &'static Section> {
        let sections = self.handbook.sections();
        let below = self.handbook.below(self.spot.section).into_iter();
        below.map(|number| &sections[number])
    }

    /// Lists the names of the pages below a chapter, for typed requests.
    fn topics_below(&self) -> Option<String> {
        let is_page =
            |section: &&Section| section.level == Level::Topic || !section.tasks.is_empty();
        let ids = names(self.below().filter(is_page));
        (!ids.is_empty())
            .then(|| self.localize(text::page_more(arg::ids(ids), arg::name(self.name()))))
    }

    /// Lists the names of all pages, to be typed after the name of the variant.
    fn by_name(&self) -> String {
        let sections = self.handbook.sections();
        let ids = |is_it: &dyn Fn(&Section) -> bool| {
            names(sections.iter().filter(|section| is_it(section)))
        };
        let is_task = |section: &Section| !section.tasks.is_empty();
        let of_level = |level| ids(&|section| section.level == level);
        let steps = self.handbook.first_game();
        let is_step = |section: &Section| {
            let mut steps = steps.iter().map(|step| &sections[*step].id);
            steps.any(|id| *id == section.id)
        };
        let is_rule = |section: &Section| {
            section.level == Level::Paragraph && !is_task(section) && !is_step(section)
        };
        let index = [
            text::index_chapters(of_level(Level::Chapter)),
            text::index_steps(names(steps.iter().map(|step| &sections[*step]))),
            text::index_topics(of_level(Level::Topic)),
            text::index_rules(ids(&is_rule)),
            text::index_tasks(ids(&is_task)),
        ];
        self.localize(Text::joined(index, "\n\n"))
    }

    /// Returns a heading such as `Baroque · The pieces · Pincer`.
    fn heading(&self) -> String {
        let sections = self.handbook.sections();
        let mut titles = vec![self.section().title.clone()];
        let mut parent = self.section().parent;
        while let Some(number) = parent {
            titles.push(sections[number].title.clone());
            parent = sections[number].parent;
        }
        if self.spot.section > 0 {
            titles.push(self.localize(text::title(self.spot.variant)));
        }
        titles.reverse();
        titles.dedup();
        titles.join(" · ")
    }

    /// Returns the paragraphs of a topic.
    fn paragraphs(&self) -> Vec<String> {
        let included = self
            .below()
            .filter(|section| section.level == Level::Paragraph && section.tasks.is_empty())
            // A section with a picture alone is left to the picture.
            .filter(|section| !section.text.is_empty())
            .map(|section| {
                text::page_paragraph(arg::text(&section.text), arg::title(title(section)))
            });
        let untold = self.section().untold.iter().map(Untold::text);
        included
            .chain(untold)
            .map(|text| self.localize(text))
            .collect()
    }

    /// Returns the caption of a picture, with its number if there are several.
    fn caption(&self) -> Option<String> {
        let pictures = self.handbook.pictures(self.spot.section);
        let (diagram, number) = pictures.get(self.spot.picture).copied()?;
        let frame = diagram.frame(number)?;
        let turn = &frame.shown.as_view().turn;
        let caption = diagram.caption.as_str();
        let caption = match (diagram.n_pictures(), number, turn) {
            (2, 0, _) => text::caption_before(caption),
            (2, _, _) => text::caption_after(caption),
            (3.., 1.., Some(turn)) => {
                text::caption_move(arg::caption(caption), arg::r#move(&turn.caption))
            }
            _ => Text::verbatim(caption),
        };
        let (shown, count) = (self.spot.picture + 1, pictures.len());
        let line = match count {
            1 => text::picture_only(caption),
            n if shown < n => text::picture_of_more(
                arg::caption(caption),
                arg::count(count),
                arg::next(shown + 1),
                arg::number(shown),
            ),
            _ => text::picture_of(arg::caption(caption), arg::count(count), arg::number(shown)),
        };
        Some(self.localize(Text::lines([line].into_iter().chain(diagram.at_a_glance()))))
    }

    /// Returns the menus and buttons that lead to further pages. `is_solved` is true if the reader has just solved the task of
    /// the page. `broken` is the law that forbids the attempted move.
    fn controls(&self, is_solved: bool, broken: Option<&str>) -> Vec<Component> {
        let mut controls = match self.section().tasks.first() {
            // The reader has nothing left to try here.
            _ if is_solved => Vec::new(),
            Some(task) => self.moves_to_try(&task.moves()),
            None => self.leads_on(),
        };
        let next = is_solved.then(|| self.next_task()).flatten();
        let rule = broken.and_then(|law| rule_button(law, self.language));
        let buttons: Vec<Button> = next.into_iter().chain(rule).chain(self.buttons()).collect();
        if !buttons.is_empty() {
            controls.push(Component::Buttons(buttons));
        }
        controls
    }

    /// Returns menus of the moves that can be tried. Short notation would reveal the captures.
    fn moves_to_try(&self, moves: &[Action]) -> Vec<Component> {
        let menus = moves.chunks(MENU).take(MOST_MENUS).enumerate();
        let menus = menus.map(|(n, moves)| {
            let choice = |action: &Action| Choice::new(&action.to_string(), action.to_string());
            let choices = moves.iter().map(choice).collect();
            let control = Control::Try(self.spot, n);
            menu(control, &text::menu_try(), choices, self.language)
        });
        menus.collect()
    }

    /// Returns menus of the sections to which this one leads.
    fn leads_on(&self) -> Vec<Component> {
        let mut groups = leads(self.handbook, self.spot);
        groups.retain(|(_, numbers)| !numbers.is_empty());
        let menus = groups.into_iter().enumerate().map(|(n, (label, numbers))| {
            let choice = |number: &usize| {
                let section = &self.handbook.sections()[*number];
                Choice::new(&title(section), section.id.as_str())
            };
            let choices = numbers.iter().take(MENU).map(choice).collect();
            let control = Control::Topics(self.spot.variant, n);
            menu(control, &label, choices, self.language)
        });
        menus.collect()
    }

    /// Returns a button for the next task, if there is one.
    fn next_task(&self) -> Option<Button> {
        let next = self.handbook.next_task(self.spot.section)?;
        let control = Control::Page(Spot::new(self.spot.variant, next));
        Some(primary(control, text::button_next_task(), self.language))
    }

    fn buttons(&self) -> Vec<Button> {
        let spot = self.spot;
        let n_pictures = self.handbook.pictures(spot.section).len();
        let turn = |picture: usize, label: Text| {
            let control = Control::Page(Spot { picture, ..spot });
            primary(control, label, self.language)
        };
        let go = |section: usize, label: Text| {
            let spot = Spot::new(spot.variant, section);
            button(Control::Page(spot), label, self.language)
        };
        let mut buttons = Vec::new();
        if spot.picture > 0 {
            buttons.push(turn(spot.picture - 1, text::button_picture_back()));
        }
        if spot.picture + 1 < n_pictures {
            buttons.push(turn(spot.picture + 1, text::button_picture_next()));
        }
        let parent = self.section().parent.filter(|parent| *parent > 0);
        if let Some(parent) = parent {
            let title = &self.handbook.sections()[parent].title;
            buttons.push(go(parent, Text::verbatim(title)));
        }
        if spot.section > 0 {
            buttons.push(go(0, text::button_overview()));
        }
        buttons
    }
}

fn here(here: &Here, language: Language) -> String {
    if here.lines.is_empty() {
        return language.localize(&text::here_nothing(here.id));
    }
    let mut text = language.localize(&text::here_head(here.id));
    let lines: Vec<_> = here
        .lines
        .iter()
        .map(|line| language.localize(line))
        .collect();
    let n_shown = n_fitting(lines.iter(), 3, LONGEST_HERE);
    for line in &lines[..n_shown] {
        text.push_str("\n• ");
        text.push_str(line);
    }
    if n_shown < lines.len() {
        text.push_str("\n• …");
    }
    text
}

/// The most menus, so that there is room left for buttons.
const MOST_MENUS: usize = 4;

/// Lists the names of sections, as they are typed.
fn names<'a>(sections: impl Iterator<Item = &'a Section>) -> String {
    let ids: Vec<_> = sections.map(|section| section.id.as_str()).collect();
    ids.join(", ")
}

/// Returns the title of a section. If the section is a paragraph of the law, its number follows, such as `C27`.
fn title(section: &Section) -> String {
    if section.id.starts_with(|c: char| c.is_ascii_uppercase()) {
        format!("{} ({})", section.title, section.id)
    } else {
        section.title.clone()
    }
}

/// Returns the menus of a section: the label of each, and the numbers of the sections that it opens.
fn leads(handbook: &Handbook, spot: Spot) -> Vec<(Text, Vec<usize>)> {
    let (sections, number) = (handbook.sections(), spot.section);
    let of_level = |level: Level| {
        let all = 1..sections.len();
        all.filter(move |at| sections[*at].level == level)
    };
    if number == 0 {
        return vec![
            (text::menu_chapters(), of_level(Level::Chapter).collect()),
            (text::menu_topics(), of_level(Level::Topic).collect()),
        ];
    }
    let links = sections[number].links.iter();
    let links = links.filter_map(|link| handbook.section(link));
    let is_options = sections[number].id == options::SECTION;
    let cited = is_options.then(|| options::cited(spot.variant));
    let mut related: Vec<usize> = Vec::new();
    for link in links.chain(cited.into_iter().flatten()) {
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
        (text::menu_in_part(), handbook.below(number)),
        (text::menu_see_also(), related),
        (text::menu_beside(), beside),
    ]
}
