//! Questions to the player to decide: which move, a confirmation of it, a confirmation of a resignation.

use super::{
    buttons::{button, danger, menu, primary},
    handbook,
};
use ::handbook::LAW_OF_LOSING;
use api::{Choice, Component, MatchId, Message, Private};
use command::Control;
use service::{AskedMove, GuideEntry, GuideMenu, Menus};
use text::{Language, Text, arg};

/// Asks for a move by menus, and offers to type it instead.
pub(super) fn guide(
    id: MatchId,
    ply: usize,
    menus: &Menus,
    language: Language,
) -> Message<Private> {
    let mut message =
        Message::text(language.say(&text::guide(arg::id(id), arg::question(&menus.question))));
    let choice = |entry: &GuideEntry| Choice::new(&language.say(&entry.label), entry.value.clone());
    let listed = |(n, entries): (usize, &GuideMenu)| {
        let choices = entries.entries.iter().map(choice).collect();
        let control = Control::Pick(id, ply, n);
        menu(control, &entries.label, choices, language)
    };
    message.controls = menus.menus.iter().enumerate().map(listed).collect();
    let (control, label) = if menus.is_first {
        (Control::Write(id, ply), text::guide_type_it())
    } else {
        (Control::Guide(id, ply), text::guide_start_over())
    };
    let other_way = button(control, label, language);
    message.controls.push(Component::Buttons(vec![other_way]));
    message
}

/// Asks for confirmation of a move.
pub(super) fn ask_move(asked_move: &AskedMove, language: Language) -> Message<Private> {
    let (id, caption) = (asked_move.id, Text::moves(&asked_move.caption));
    let control = Control::Play(id, asked_move.ply, asked_move.action);
    let (question, play) = if asked_move.is_losing {
        (
            text::ask_losing_move(
                arg::id(id),
                arg::law(LAW_OF_LOSING),
                arg::r#move(caption),
                arg::opponent(&asked_move.opponent),
            ),
            danger(control, text::ask_play_anyway(), language),
        )
    } else {
        (
            text::ask_move(arg::id(id), arg::r#move(caption)),
            primary(control, text::ask_play(), language),
        )
    };
    let keep = button(Control::Keep(id), text::ask_keep_thinking(), language);
    let losing = asked_move.is_losing.then_some(LAW_OF_LOSING);
    let rule = losing.and_then(|law| handbook::rule_button(law, language));
    let mut message = Message::text(language.say(&question));
    message.controls = vec![Component::Buttons(
        [play, keep].into_iter().chain(rule).collect(),
    )];
    message
}

/// Asks for confirmation of a resignation.
pub(super) fn ask_resign(
    id: MatchId,
    ply: usize,
    opponent: &str,
    language: Language,
) -> Message<Private> {
    let mut message =
        Message::text(language.say(&text::ask_resign(arg::id(id), arg::opponent(opponent))));
    message.controls = vec![Component::Buttons(vec![
        danger(
            Control::ResignConfirmed(id, ply),
            text::ask_resign_yes(),
            language,
        ),
        button(Control::Keep(id), text::ask_resign_no(), language),
    ])];
    message
}
