//! Hints, shown only to the player who requests them.

use crate::{
    buttons::{primary, with_buttons},
    rendering::Render,
};
use api::Answer;
use command::Control;
use service::{HintMover, HintPurpose, HintUsage, MoveHint, PublicMatch, ShownHint};
use text::{Language, Text, arg};

impl Render for ShownHint {
    fn render(&self, language: Language) -> Answer {
        hint(self, text::hint_again(), language)
    }
}

/// Renders a hint that has been counted.
pub(crate) fn counted(shown: &ShownHint, language: Language) -> Answer {
    let counted = text::hint_counted(usize::from(shown.n_hints));
    hint(shown, counted, language)
}

fn hint(shown: &ShownHint, counted: Text, language: Language) -> Answer {
    let ShownHint {
        id,
        hint,
        caption,
        mover,
        ..
    } = shown;
    let short = Text::moves(caption);
    let told = match mover {
        Some(HintMover { variant, piece }) => text::move_named(
            arg::r#move(short),
            arg::named(text::named_move(*variant, *piece, hint.action, caption)),
        ),
        None => short,
    };
    let lines = [
        Some(text::hint_told(arg::id(*id), arg::r#move(told))),
        hint.purpose.map(purpose),
        Some(expectation(hint)),
        Some(counted),
    ];
    let play = Control::Play(*id, hint.n_inputs, hint.action);
    let play = primary(play, text::ask_play(), language);
    with_buttons(&Text::lines(lines.into_iter().flatten()), [play], language).into()
}

/// Renders the purpose of the move.
fn purpose(purpose: HintPurpose) -> Text {
    match purpose {
        HintPurpose::Only => text::hint_only(),
        HintPurpose::Captures(at) => text::hint_captures(at),
        HintPurpose::Saves(at) => text::hint_saves(at),
        HintPurpose::Attacks(at) => text::hint_attacks(at),
    }
}

/// Renders the expected result after the move.
fn expectation(hint: &MoveHint) -> Text {
    let moves = |plies: i16| usize::from(plies.unsigned_abs()).div_ceil(2);
    match (hint.sure_in, hint.expected) {
        (Some(plies @ 1..), _) => text::hint_wins(moves(plies)),
        (Some(plies @ ..=-1), _) => text::hint_loses(moves(plies)),
        (_, None) => text::hint_unclear(),
        (_, Some(expected)) => {
            let percent = (usize::from(expected) + 5) / 10;
            text::hint_expected(arg::percent(percent), arg::standing(standing(expected)))
        }
    }
}

/// Renders the standing of the player, in the usual words for a position.
fn standing(expected: u16) -> Text {
    match expected {
        850.. => text::hint_winning(),
        650.. => text::hint_clearly_better(),
        550.. => text::hint_slightly_better(),
        451.. => text::hint_even(),
        351.. => text::hint_slightly_worse(),
        151.. => text::hint_clearly_worse(),
        _ => text::hint_losing(),
    }
}

/// Renders the hints and takebacks of the player in a finished match against the program, if there were any.
pub(crate) fn hint_usage(public: &PublicMatch) -> Option<Text> {
    let HintUsage {
        n_hints,
        n_takebacks,
        ..
    } = public.hint_usage?;
    let seats = public.stage.seats()?;
    let player = [&seats.white, &seats.black];
    let player = player.into_iter().find(|player| !player.is_program())?;
    let hints = (n_hints > 0).then(|| text::aids_hints(usize::from(n_hints)));
    let takebacks = (n_takebacks > 0).then(|| text::aids_takebacks(usize::from(n_takebacks)));
    let usage = [hints, takebacks].into_iter().flatten();
    let usage = usage
        .reduce(|hints, takebacks| text::aids_both(arg::hints(hints), arg::takebacks(takebacks)))?;
    Some(text::board_aids(arg::aids(usage), arg::name(&player.name)))
}
