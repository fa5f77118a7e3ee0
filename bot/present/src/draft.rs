//! The draft of a challenge: the choices made so far, and those left.

use rules::Variant;

use super::buttons::{button, entry, menu, menu_of_people};
use api::{Component, Message, Private, SideChoice};
use command::Keyword;
use command::{Control, Draft, DraftPart, RatedChoice, TimeControl};
use service::{Drafted, Identity, Player};
use text::{Language, PROGRAM, Text, arg};

/// The most buttons in a row.
const ROW: usize = 5;

/// The most entries of a menu.
const MENU: usize = 25;

/// Renders a draft: a button for each variant that opens the challenge, and menus for all other choices.
pub(super) fn draft(drafted: &Drafted, language: Language) -> Message<Private> {
    let Drafted {
        draft,
        usual_time,
        usually_rated,
        opponent,
        people,
        ..
    } = drafted;
    let time = draft.time.unwrap_or(*usual_time);
    let is_rated = draft.rated.unwrap_or(*usually_rated);
    let essences = Variant::ALL
        .map(|variant| text::about(arg::name(variant), arg::summary(text::essence(variant))));
    let whom = match (opponent, people.as_deref()) {
        (None, _) if draft.is_open_elsewhere() => text::draft_anywhere(),
        (Some(person), _) => text::draft_opponent(&Player::from(person).name),
        (None, Some([])) => text::draft_anybody_name(),
        (None, _) => text::draft_anybody(),
    };
    let side = match draft.side {
        SideChoice::Random => text::draft_random(),
        SideChoice::Fixed(color) => text::draft_side(color),
    };
    let time_text = text::challenge_time(time.words());
    let rated_text = if is_rated {
        text::draft_rated()
    } else {
        text::draft_unrated()
    };
    // A match against the program has neither a clock nor a rating.
    let is_program = opponent.as_ref().is_some_and(Identity::is_program);
    let terms = if is_program {
        vec![whom, side]
    } else {
        vec![whom, side, time_text, rated_text]
    };
    let paragraphs = [
        text::draft_head(),
        Text::lines(essences),
        Text::lines(terms),
    ];
    let mut message = Message::text(language.say(&Text::joined(paragraphs, "\n\n")));
    message.controls.push(opponents(drafted, language));
    message.controls.push(sides(draft, language));
    if !is_program {
        message.controls.push(times(draft, time, language));
        let rated = rated_or_not(draft, is_rated, language);
        message.controls.push(rated);
    }
    message.controls.extend(variants(draft, language));
    message
}

/// Returns the menu of opponents.
fn opponents(drafted: &Drafted, language: Language) -> Component {
    let control = Control::Challenge(DraftPart::Opponent, drafted.draft.clone());
    let label = text::draft_menu_opponent();
    let chosen = drafted.opponent.as_ref();
    let is_open_elsewhere = drafted.draft.is_open_elsewhere();
    let is_anybody = chosen.is_none() && !is_open_elsewhere;
    let anybody = language.say(&text::draft_entry_anybody());
    let anybody = entry(&anybody, Draft::ANYBODY, is_anybody);
    let anywhere = language.say(&text::draft_entry_anywhere());
    let anywhere = entry(&anywhere, Draft::ANYWHERE, is_open_elsewhere);
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

fn sides(draft: &Draft, language: Language) -> Component {
    let choice = |side: SideChoice| {
        let label = language.say(&Keyword::from(side).local);
        entry(&label, side.to_string(), draft.side == side)
    };
    menu(
        Control::Challenge(DraftPart::Side, draft.clone()),
        &text::draft_menu_side(),
        SideChoice::ALL.map(choice).into(),
        language,
    )
}

fn times(draft: &Draft, chosen: TimeControl, language: Language) -> Component {
    let choice = |time: TimeControl| {
        entry(
            &language.say(&time.words()),
            time.to_string(),
            chosen == time,
        )
    };
    let unusual = [chosen].into_iter();
    let unusual = unusual.filter(|time| !TimeControl::USUAL.contains(time));
    menu(
        Control::Challenge(DraftPart::Time, draft.clone()),
        &text::draft_menu_time(),
        unusual.chain(TimeControl::USUAL).map(choice).collect(),
        language,
    )
}

fn rated_or_not(draft: &Draft, is_rated: bool, language: Language) -> Component {
    let chosen = RatedChoice::of(is_rated);
    let choice = |choice: RatedChoice| {
        let word = match choice {
            RatedChoice::Rated => text::draft_entry_rated(),
            RatedChoice::Unrated => text::draft_entry_unrated(),
        };
        entry(&language.say(&word), choice.name(), choice == chosen)
    };
    menu(
        Control::Challenge(DraftPart::Rated, draft.clone()),
        &text::draft_menu_rated(),
        RatedChoice::ALL.map(choice).into(),
        language,
    )
}

fn variants(draft: &Draft, language: Language) -> impl Iterator<Item = Component> {
    Variant::ALL.chunks(ROW).map(move |variants| {
        let open = |variant: &Variant| {
            let control = Control::Challenge(DraftPart::Variant(*variant), draft.clone());
            button(control, text::title(*variant), language)
        };
        Component::Buttons(variants.iter().map(open).collect())
    })
}
