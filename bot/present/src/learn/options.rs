//! The options of the variants.

use rules::Variant;

use crate::buttons::button;
use api::{Button, Component};
use command::Control;
use handbook::{Handbook, Spot};
use text::{Language, Text, arg};

/// The section of the handbook about the options.
pub(crate) const SECTION: &str = "options";

/// Renders each option, after an empty line.
pub(crate) fn option_texts(variant: Variant) -> impl Iterator<Item = Text> {
    variant.options().iter().map(move |option| {
        let about = text::option_about(
            arg::variant(variant),
            arg::what(text::option(variant, option)),
        );
        let values = option.values.iter().map(|value| {
            let law = value.law.split_once(' ');
            let law = law.map_or(value.law, |(_, paragraph)| paragraph);
            let text = if value == option.default() {
                text::option_value_default
            } else {
                text::option_value
            };
            text(
                arg::choice(format!("{}={}", option.name, value.name)),
                arg::law(law),
                arg::meaning(text::value(variant, option, value)),
            )
        });
        Text::lines([about, Text::list(values)])
    })
}

/// Returns the sections of the paragraphs of the law that the options cite.
pub(crate) fn cited(variant: Variant) -> impl Iterator<Item = usize> {
    let values = variant.options().iter().flat_map(|option| option.values);
    values.filter_map(|value| Some(Spot::of_law(value.law)?.section))
}

/// Returns buttons that open the section, for each variant with options.
pub(crate) fn buttons(language: Language) -> Component {
    let open = |variant: Variant| -> Option<Button> {
        let section = Handbook::of(variant).section(SECTION)?;
        let control = Control::Page(Spot::new(variant, section));
        let is_any = !variant.options().is_empty();
        is_any.then(|| button(control, text::title(variant), language))
    };
    Component::Buttons(Variant::ALL.into_iter().filter_map(open).collect())
}
