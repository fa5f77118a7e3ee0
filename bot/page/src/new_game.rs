//! The dialog of a new game: the opponent and the terms. `home.js` turns the choices into a command.

use engine::Level;
use rules::{Color, Variant};

use super::form::{FormChoice, PageForm};
use command::{SideChoice, TimeControl, level_name};
use text::{Language, Text, arg};

/// The time controls that a challenger can choose. The first one is the default.
fn times() -> impl Iterator<Item = TimeControl> {
    let limited = |time: &TimeControl| *time != TimeControl::Unlimited;
    let limited = TimeControl::USUAL.into_iter().filter(limited);
    [TimeControl::Unlimited]
        .into_iter()
        .chain(TimeControl::USUAL_REAL_TIME)
        .chain(limited)
}

/// The level of the program for new people.
const FIRST_LEVEL: &str = "3";

/// Builds the dialog as markup. A group with `data-for` belongs to an opponent or a variant.
pub(super) fn dialog(language: Language) -> String {
    let form = PageForm { language };
    let opponents = [
        FormChoice::new("bot", text::page_new_computer()),
        FormChoice::new("friend", text::page_new_friend()),
    ];
    let levels = Level::all().map(|level| {
        let name = level_name(level);
        let label = text::level_named(
            arg::level(Text::verbatim(level.to_string())),
            arg::name(name),
        );
        FormChoice::new(level.to_string(), label)
    });
    let times = times().map(|time| FormChoice::new(time.to_string(), time.words()));
    let rated = [
        FormChoice::new("no", text::draft_entry_unrated()),
        FormChoice::new("yes", text::draft_entry_rated()),
    ];
    let computer = [
        form.menu("level", &text::page_new_level(), levels, FIRST_LEVEL),
        form.sides("color-bot", SideChoice::Fixed(Color::White)),
    ];
    let friend = [
        form.sides("color-friend", SideChoice::Random),
        form.menu(
            "time",
            &text::page_new_time(),
            times,
            &TimeControl::Unlimited.to_string(),
        ),
        form.row("rated", &text::page_new_rated(), rated, "no"),
    ];
    let options = Variant::ALL.map(|variant| {
        let menus = variant.options().iter().map(|option| {
            let values = option
                .values
                .iter()
                .map(|value| FormChoice::new(value.name, text::value(variant, option, value)));
            let name = format!("{variant} {}", option.name);
            form.menu(
                &name,
                &text::option(variant, option),
                values,
                option.default().name,
            )
        });
        group(variant.name(), &menus.collect::<String>())
    });
    format!(
        "<dialog id=\"new-game\" class=\"new-game\" aria-labelledby=\"new-game-title\">\n\
         <form class=\"card\" id=\"new-game-form\">\n<h2 id=\"new-game-title\"></h2>\n{opponents}{computer}{friend}{options}\
         <p id=\"home-error\" class=\"error\" role=\"alert\"></p>\n<p class=\"controls\">\
         <button type=\"submit\" class=\"button primary\" autofocus>{play}</button>\n\
         <button type=\"button\" class=\"button\" id=\"new-game-close\">{close}</button></p>\n</form>\n</dialog>\n",
        opponents = form.row("play", &text::page_new_opponent(), opponents, "bot"),
        computer = group("bot", &computer.concat()),
        friend = group("friend", &friend.concat()),
        options = options.concat(),
        play = form.words(&text::page_new_play()),
        close = form.words(&text::page_close()),
    )
}

/// Builds a group of fields; an empty group is left out.
fn group(of: &str, fields: &str) -> String {
    if fields.is_empty() {
        return String::new();
    }
    format!("<fieldset class=\"terms\" data-for=\"{of}\" disabled hidden>\n{fields}</fieldset>\n")
}

impl PageForm {
    fn sides(&self, name: &str, usual: SideChoice) -> String {
        let choices = SideChoice::ALL.map(|side| {
            let label = match side {
                SideChoice::Random => text::page_new_random(),
                SideChoice::Fixed(Color::White) => text::page_new_white(),
                SideChoice::Fixed(Color::Black) => text::page_new_black(),
            };
            FormChoice::new(side.name(), label)
        });
        self.row(name, &text::page_new_color(), choices, usual.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_one_that_the_command_takes() {
        let markup = dialog(Language::ENGLISH);
        let times = TimeControl::USUAL.into_iter();
        for time in times.chain(TimeControl::USUAL_REAL_TIME) {
            assert!(markup.contains(&format!("value=\"{time}\"")), "{time}");
        }
        for variant in Variant::ALL {
            for option in variant.options() {
                let name = format!("name=\"{variant} {}\"", option.name);
                assert!(markup.contains(&name), "{name}");
            }
        }
        assert!(markup.contains("<option value=\"12\">12 · Grandmaster"));
        assert!(markup.contains("<option value=\"3\" selected>3 · Casual"));
    }
}
