//! Questions to the player to decide: the choice of a move, its confirmation, and the confirmation of a resignation.

use rules::Variant;

use crate::buttons::{button, danger, menu, primary, rule_button, text_message, with_buttons};
use api::{Choice, Component, Form, MatchId, Message, Private, clip};
use command::Control;
use handbook::LAW_OF_LOSING;
use service::{AskedMove, GuideEntry, GuideMenu, Menus};
use text::{Language, Text, arg};

/// Asks for a move by menus, and offers to type it instead.
pub(crate) fn guide(
    id: MatchId,
    n_inputs: usize,
    menus: &Menus,
    language: Language,
) -> Message<Private> {
    let choice =
        |entry: &GuideEntry| Choice::new(&language.localize(&entry.label), entry.value.clone());
    let listed = |(n, entries): (usize, &GuideMenu)| {
        let choices = entries.entries.iter().map(choice).collect();
        let control = Control::Pick(id, n_inputs, n);
        menu(control, &entries.label, choices, language)
    };
    let menus_of_it = menus.menus.iter().enumerate().map(listed);
    let (control, label) = if menus.is_first {
        (Control::Write(id, n_inputs), text::guide_type_it())
    } else {
        (Control::Guide(id, n_inputs), text::guide_start_over())
    };
    let other_way = Component::Buttons(vec![button(control, label, language)]);
    let text = text::guide(arg::id(id), arg::question(&menus.question));
    Message {
        controls: menus_of_it.chain([other_way]).collect(),
        ..text_message(&text, language)
    }
}

/// Asks for confirmation of a move.
pub(crate) fn ask_move(asked: &AskedMove, language: Language) -> Message<Private> {
    let caption = Text::moves(&asked.caption);
    let play = Control::Play(asked.id, asked.n_inputs, asked.action);
    let keep = Control::Keep(asked.id);
    let keep = button(keep, text::ask_keep_thinking(), language);
    if !asked.is_losing {
        let play = primary(play, text::ask_play(), language);
        return with_buttons(&text::ask_move(caption), [play, keep], language);
    }
    let text = text::ask_losing_move(
        arg::law(LAW_OF_LOSING),
        arg::r#move(caption),
        arg::opponent(&asked.opponent),
    );
    let play = danger(play, text::ask_play_anyway(), language);
    let rule = rule_button(LAW_OF_LOSING, language);
    let buttons: Vec<_> = [play, keep].into_iter().chain(rule).collect();
    with_buttons(&text, buttons, language)
}

/// Asks for confirmation of a resignation.
pub(crate) fn ask_resign(id: MatchId, n_inputs: usize, language: Language) -> Message<Private> {
    let yes = Control::ResignConfirmed(id, n_inputs);
    let yes = danger(yes, text::ask_resign_yes(), language);
    let no = button(Control::Keep(id), text::ask_resign_no(), language);
    with_buttons(&text::ask_resign(), [yes, no], language)
}

/// Returns the form for writing a move.
pub fn write_form(id: MatchId, n_inputs: usize, variant: Variant, language: Language) -> Form {
    let title = text::form_title(arg::id(id), arg::variant(variant));
    Form {
        control: Control::Write(id, n_inputs),
        title: clip(&language.localize(&title), Form::LONGEST_LABEL),
        label: clip(&language.localize(&text::form_label()), Form::LONGEST_LABEL),
        example: variant.info().example.to_owned(),
    }
}
