//! Questions to the person who is to decide: which move, whether it is meant, whether to resign.

use super::{
    buttons::{button, danger, menu, primary},
    handbook,
};
use crate::{
    command::Control,
    handbook::LAW_OF_LOSING,
    ports::{Choice, Component, MatchId, Message, Private},
    service::{AskedMove, GuideEntry, GuideMenu, Menus},
    words::{self, Language, Text, arg},
};

/// Asks for a move by menus, and offers to type it instead.
pub(super) fn guide(
    id: MatchId,
    ply: usize,
    menus: &Menus,
    language: Language,
) -> Message<Private> {
    let mut message =
        Message::text(language.say(&words::guide(arg::id(id), arg::question(&menus.question))));
    let choice = |entry: &GuideEntry| Choice::new(&language.say(&entry.label), entry.value.clone());
    let listed = |(n, entries): (usize, &GuideMenu)| {
        let choices = entries.entries.iter().map(choice).collect();
        let control = Control::Pick(id, ply, n);
        menu(control, &entries.label, choices, language)
    };
    message.controls = menus.menus.iter().enumerate().map(listed).collect();
    let (control, label) = if menus.is_first {
        (Control::Write(id, ply), words::guide_type_it())
    } else {
        (Control::Guide(id, ply), words::guide_start_over())
    };
    let other_way = button(control, label, language);
    message.controls.push(Component::Buttons(vec![other_way]));
    message
}

/// Asks whether a move is meant.
pub(super) fn ask_move(asked: &AskedMove, language: Language) -> Message<Private> {
    let (id, caption) = (asked.id, Text::moves(&asked.caption));
    let control = Control::Play(id, asked.ply, asked.action);
    let (question, play) = match asked.is_losing {
        true => (
            words::ask_losing_move(
                arg::id(id),
                arg::law(LAW_OF_LOSING),
                arg::r#move(caption),
                arg::opponent(&asked.opponent),
            ),
            danger(control, words::ask_play_anyway(), language),
        ),
        false => (
            words::ask_move(arg::id(id), arg::r#move(caption)),
            primary(control, words::ask_play(), language),
        ),
    };
    let keep = button(Control::Keep(id), words::ask_keep_thinking(), language);
    let losing = asked.is_losing.then_some(LAW_OF_LOSING);
    let rule = losing.and_then(|law| handbook::rule_button(law, language));
    let mut message = Message::text(language.say(&question));
    message.controls = vec![Component::Buttons(
        [play, keep].into_iter().chain(rule).collect(),
    )];
    message
}

/// Asks whether a game is to be resigned.
pub(super) fn ask_resign(
    id: MatchId,
    ply: usize,
    opponent: &str,
    language: Language,
) -> Message<Private> {
    let mut message =
        Message::text(language.say(&words::ask_resign(arg::id(id), arg::opponent(opponent))));
    message.controls = vec![Component::Buttons(vec![
        danger(
            Control::ResignConfirmed(id, ply),
            words::ask_resign_yes(),
            language,
        ),
        button(Control::Keep(id), words::ask_resign_no(), language),
    ])];
    message
}
