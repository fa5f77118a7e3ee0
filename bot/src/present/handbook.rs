//! The rules of the variants, as people are told them.

use rules::Variant;

use super::{
    essence,
    posts::{WARNING, button},
};
use crate::{
    command::Control,
    ports::{Control as Row, Emphasis, Message, Private},
    service::Limits,
};

/// Which variants there are, each with a button that tells its rules.
pub(super) fn contents() -> Message<Private> {
    let tastes = Variant::ALL.map(|variant| format!("{}: {}", variant.title(), essence(variant)));
    let mut message = Message::text(format!(
        "These are the variants I referee. /rules with the name of one tells its rules.\n\n{}",
        tastes.join("\n")
    ));
    let open = |variant| button(Control::Rules(variant), variant.title(), Emphasis::Neutral);
    message.controls = vec![Row::Buttons(Variant::ALL.map(open).to_vec())];
    message
}

/// The rules of a variant on one screen, with all that can be chosen about it.
pub(super) fn overview(variant: Variant, limits: Limits) -> String {
    format!(
        "{}{}\n\nA match is drawn after turn {}, and I say so {WARNING} turns before.",
        text(variant),
        options(variant),
        limits.turns
    )
}

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

fn text(variant: Variant) -> &'static str {
    let text = match variant {
        Variant::Berolina => include_str!("../../handbook/berolina.md"),
        Variant::Baroque => include_str!("../../handbook/baroque.md"),
        Variant::Chakart => include_str!("../../handbook/chakart.md"),
        Variant::Bario => include_str!("../../handbook/bario.md"),
    };
    text.trim_end()
}
