//! The draft of a challenge: the choices made so far, and those left.

use rules::Variant;

use crate::{
    buttons::{MENU, button, entry, menu, menu_of_people, rows, text_message},
    rendering::Render,
};
use api::{Answer, Choice, Component, SideChoice};
use command::{Control, Draft, DraftPart, People, TimeControl, level_about, yes_or_no};
use service::{Drafted, Identity, Player};
use text::{Language, PROGRAM, Text, arg};

impl Render for Drafted {
    /// Renders a draft: a button for each variant that opens the challenge, and menus for all other choices.
    fn render(&self, language: Language) -> Answer {
        let draft = &self.draft;
        let time = draft.time.unwrap_or(self.usual_time);
        let is_rated = draft.rated.unwrap_or(self.usually_rated);
        let opponent = self.opponent.as_ref().map(Player::from);
        let level = opponent.and_then(|opponent| opponent.level());
        // A match against the program has no clock and no rating.
        let is_program = level.is_some();
        let mut terms = vec![whom(self)];
        terms.extend(level.map(level_about));
        terms.push(side(draft.side));
        if !is_program {
            terms.extend(limits(time, is_rated));
        }
        let paragraphs = [
            text::draft_head(),
            Text::lines(Variant::ALL.map(|variant| {
                text::about(arg::name(variant), arg::summary(text::essence(variant)))
            })),
            Text::lines(terms),
        ];
        let mut message = text_message(&Text::joined(paragraphs, "\n\n"), language);
        message.controls = vec![opponents(self, language), sides(draft, language)];
        if !is_program {
            let rated = rated_or_not(draft, is_rated, language);
            message
                .controls
                .extend([times(draft, time, language), rated]);
        }
        message.controls.extend(variants(draft, language));
        Answer {
            replaces: self.is_changed,
            ..message.into()
        }
    }
}

/// Renders the opponent of a draft.
fn whom(drafted: &Drafted) -> Text {
    match (&drafted.opponent, drafted.people.as_deref()) {
        (None, _) if drafted.draft.is_open_elsewhere() => text::draft_anywhere(),
        (Some(person), _) => text::draft_opponent(&Player::from(person).name),
        (None, Some([])) => text::draft_anybody_name(),
        (None, _) => text::draft_anybody(),
    }
}

fn side(side: SideChoice) -> Text {
    match side {
        SideChoice::Random => text::draft_random(),
        SideChoice::Fixed(color) => text::draft_side(color),
    }
}

/// Renders the time control, and whether the result changes ratings.
fn limits(time: TimeControl, is_rated: bool) -> [Text; 2] {
    let rated = if is_rated {
        text::draft_rated()
    } else {
        text::draft_unrated()
    };
    [text::challenge_time(time.words()), rated]
}

/// Returns the menu of opponents.
fn opponents(drafted: &Drafted, language: Language) -> Component {
    let control = Control::Challenge(DraftPart::Opponent, drafted.draft.clone());
    let label = text::draft_menu_opponent();
    let chosen = drafted.opponent.as_ref();
    let is_open_elsewhere = drafted.draft.is_open_elsewhere();
    let is_anybody = chosen.is_none() && !is_open_elsewhere;
    let anybody = language.localize(&text::draft_entry_anybody());
    let anybody = entry(&anybody, People::NOBODY, is_anybody);
    let anywhere = language.localize(&text::draft_entry_anywhere());
    let anywhere = entry(&anywhere, People::ANYWHERE, is_open_elsewhere);
    let is_program = chosen.is_some_and(Identity::is_program);
    let program = entry(PROGRAM, PROGRAM, is_program);
    if drafted.is_alone {
        // No other person reads there.
        return menu(control, &label, vec![program, anywhere], language);
    }
    let Some(people) = &drafted.people else {
        let chosen = chosen.filter(|_| !is_program);
        let chosen = chosen.map(|person| person.account.clone());
        let choices = vec![anybody, anywhere, program];
        return menu_of_people(control, &label, choices, chosen, language);
    };
    let person = |name: &String| {
        let is_chosen = chosen.is_some_and(|person| person.name == *name);
        entry(name, name, is_chosen)
    };
    let people = people.iter().take(MENU - 3).map(person);
    let choices = [anybody, anywhere, program].into_iter().chain(people);
    menu(control, &label, choices.collect(), language)
}

/// Returns a menu of choices that are made in the draft.
fn choice_menu(
    part: DraftPart,
    draft: &Draft,
    label: &Text,
    choices: impl IntoIterator<Item = Choice>,
    language: Language,
) -> Component {
    let control = Control::Challenge(part, draft.clone());
    menu(control, label, choices.into_iter().collect(), language)
}

fn sides(draft: &Draft, language: Language) -> Component {
    let choices = SideChoice::ALL.map(|side| {
        let label = language.localize(&side.keyword().local);
        entry(&label, side.to_string(), draft.side == side)
    });
    let label = text::draft_menu_side();
    choice_menu(DraftPart::Side, draft, &label, choices, language)
}

fn times(draft: &Draft, chosen: TimeControl, language: Language) -> Component {
    let unusual = [chosen].into_iter();
    let unusual = unusual.filter(|time| !TimeControl::USUAL.contains(time));
    let choices = unusual.chain(TimeControl::USUAL).map(|time| {
        let label = language.localize(&time.words());
        entry(&label, time.to_string(), chosen == time)
    });
    let label = text::draft_menu_time();
    choice_menu(DraftPart::Time, draft, &label, choices, language)
}

fn rated_or_not(draft: &Draft, is_rated: bool, language: Language) -> Component {
    let choices = [
        (true, text::draft_entry_rated()),
        (false, text::draft_entry_unrated()),
    ];
    let choices = choices.map(|(choice, word)| {
        let name = yes_or_no(choice).name;
        entry(&language.localize(&word), name, choice == is_rated)
    });
    let label = text::draft_menu_rated();
    choice_menu(DraftPart::Rated, draft, &label, choices, language)
}

fn variants(draft: &Draft, language: Language) -> Vec<Component> {
    rows(Variant::ALL.into_iter().map(|variant| {
        let control = Control::Challenge(DraftPart::Variant(variant), draft.clone());
        button(control, text::title(variant), language)
    }))
}
