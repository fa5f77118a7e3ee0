//! The dialog of settings, and the button that opens it. `settings.js` puts the choices into effect.

use render::PieceStyle;

use super::form::{FormChoice, PageForm};
use command::Topic;
use text::{Language, Text};

/// The palettes of boards; `settings.css` has their colors. The first one is the default.
fn palettes() -> [FormChoice; 5] {
    [
        FormChoice::new("slate", text::page_squares_slate()),
        FormChoice::new("moss", text::page_squares_moss()),
        FormChoice::new("walnut", text::page_squares_walnut()),
        FormChoice::new("lagoon", text::page_squares_lagoon()),
        FormChoice::new("plum", text::page_squares_plum()),
    ]
}

/// The themes of the page, under the names that the chat has for them. The first one is the default.
fn themes() -> [FormChoice; 5] {
    [
        FormChoice::new("usual", text::page_theme_usual()),
        FormChoice::new("light", text::page_theme_light()),
        FormChoice::new("dark", text::page_theme_dark()),
        FormChoice::new("high-contrast", text::page_theme_high_contrast()),
        FormChoice::new("print", text::page_theme_print()),
    ]
}

/// The sets of pieces.
fn piece_sets() -> impl Iterator<Item = FormChoice> {
    PieceStyle::ALL.into_iter().map(|style| {
        let label = match style {
            PieceStyle::Standard => text::page_pieces_standard(),
            PieceStyle::Flat => text::page_pieces_flat(),
            PieceStyle::Letters => text::page_pieces_letters(),
        };
        FormChoice::new(style.name(), label)
    })
}

/// The languages under their own names, after the one of the browser.
fn languages() -> impl Iterator<Item = FormChoice> {
    let usual = FormChoice::new("usual", text::page_language_usual());
    let named =
        |language: Language| FormChoice::new(language.tag(), Text::verbatim(language.name()));
    [usual].into_iter().chain(Language::all().map(named))
}

/// Builds the button that opens the dialog.
pub(super) fn button(language: Language) -> String {
    let form = PageForm { language };
    let label = form.words(&text::page_settings());
    format!(
        "<button id=\"open-settings\" class=\"gear\" type=\"button\" aria-label=\"{label}\" title=\"{label}\">\
         <svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{GEAR}\"/></svg></button>\n"
    )
}

/// The outline of a gear with eight teeth and a hole.
const GEAR: &str = "M10.6 2h2.8l.5 2.7 1.9.8 2.3-1.6 2 2-1.6 2.3.8 1.9 2.7.5v2.8l-2.7.5-.8 1.9 1.6 2.3-2 2-2.3-1.6\
    -1.9.8-.5 2.7h-2.8l-.5-2.7-1.9-.8-2.3 1.6-2-2 1.6-2.3-.8-1.9-2.7-.5v-2.8l2.7-.5.8-1.9-1.6-2.3 2-2 2.3 1.6 1.9-.8zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7z";

/// Builds the dialog as markup.
pub(super) fn dialog(language: Language) -> String {
    let form = PageForm { language };
    let swatch = |name: &str| format!("<i class=\"swatch\" data-squares=\"{name}\"></i>");
    let sample = |name: &str| {
        format!(
            "<img src=\"/pieces/{name}.svg\" alt=\"\" width=\"96\" height=\"32\" loading=\"lazy\">"
        )
    };
    let check = |name: &str, label: Text| {
        format!(
            "<label class=\"check\"><input type=\"checkbox\" name=\"{name}\"> {}</label>\n",
            form.words(&label)
        )
    };
    format!(
        "<dialog id=\"settings\" class=\"settings\" aria-labelledby=\"settings-title\">\n\
         <form id=\"settings-form\" method=\"dialog\">\n<h2 id=\"settings-title\">{title}</h2>\n\
         {languages}{themes}{palettes}{pieces}\
         <div class=\"sounds\">{sound}<label class=\"field volume\"><span>{volume}</span> <input type=\"range\" name=\"volume\" \
         min=\"0\" max=\"100\" step=\"5\"></label></div>\n{confirm}{notify}{push}\
         <p id=\"settings-error\" class=\"error\" role=\"alert\"></p>\n\
         <button class=\"button primary\">{close}</button>\n</form>\n</dialog>\n",
        title = form.words(&text::page_settings()),
        languages = form.menu("language", &Topic::Language.title(), languages(), "usual"),
        themes = form.row("theme", &text::page_theme(), themes(), "usual"),
        palettes = form.pictured_row(
            "squares",
            &text::page_squares(),
            palettes(),
            "slate",
            swatch
        ),
        pieces = form.pictured_row(
            "pieces",
            &text::page_pieces(),
            piece_sets(),
            "standard",
            sample
        ),
        sound = check("sound", text::page_sounds()),
        volume = form.words(&text::page_volume()),
        confirm = check("confirm", text::page_confirm()),
        notify = check("notify", text::page_notify()),
        push = check("push", text::page_push()),
        close = form.words(&text::page_close()),
    )
}

#[cfg(test)]
mod tests {
    use command::{Setting, Spoken};

    use super::*;

    #[test]
    fn every_theme_and_language_of_the_chat_can_be_chosen() {
        let markup = dialog(Language::ENGLISH);
        for topic in [Topic::Theme, Topic::Language] {
            for setting in topic.settings() {
                let value = format!("value=\"{}\"", setting.name());
                assert!(markup.contains(&value), "{topic}: {value}");
            }
        }
        let usual = Setting::Language(Spoken::Usual).name();
        assert_eq!(usual, "usual", "settings.js names it");
    }

    #[test]
    fn every_palette_has_its_colors() {
        let styles = include_str!("page/settings.css");
        for palette in palettes() {
            let colors = format!("[data-squares=\"{}\"]", palette.value);
            assert!(styles.contains(&colors), "{colors}");
        }
    }
}
