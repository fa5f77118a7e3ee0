//! The options of the variants.

use rules::Variant;

use super::buttons::button;
use api::{Button, Component};
use command::Control;
use handbook::{Handbook, Spot};
use text::{Language, Text, arg};

/// The section of the handbook about the options.
pub(super) const SECTION: &str = "options";

/// Renders each option, after an empty line.
pub(super) fn option_texts(variant: Variant) -> impl Iterator<Item = Text> {
    variant.options().iter().map(move |option| {
        let about = text::option_about(
            arg::variant(variant),
            arg::what(text::option(variant, option)),
        );
        let values = option.values.iter().map(|value| {
            let choice = format!("{}={}", option.name, value.name);
            let meaning = text::value(variant, option, value);
            let law = value.law.split_once(' ');
            let law = law.map_or(value.law, |(_, paragraph)| paragraph);
            if value == option.default() {
                text::option_value_default(
                    arg::choice(choice),
                    arg::law(law),
                    arg::meaning(meaning),
                )
            } else {
                text::option_value(arg::choice(choice), arg::law(law), arg::meaning(meaning))
            }
        });
        Text::lines([about, Text::list(values)])
    })
}

/// Returns the sections of the paragraphs of the law that the options cite.
pub(super) fn cited(variant: Variant) -> impl Iterator<Item = usize> {
    let values = variant.options().iter().flat_map(|option| option.values);
    values.filter_map(|value| Some(Spot::of_law(value.law)?.section))
}

/// Returns buttons that open the section, for each variant with options.
pub(super) fn buttons(language: Language) -> Component {
    let open = |variant: Variant| -> Option<Button> {
        let section = Handbook::of(variant).section(SECTION)?;
        let control = Control::Page(Spot::new(variant, section));
        let is_any = !variant.options().is_empty();
        is_any.then(|| button(control, text::title(variant), language))
    };
    Component::Buttons(Variant::ALL.into_iter().filter_map(open).collect())
}
