//! The fields of the dialogs of the page, as markup.

use html_escape::encode_double_quoted_attribute as escape;

use text::{Language, Text};

/// A choice of a form: its value and its label.
pub(super) struct FormChoice {
    pub(super) value: String,
    label: Text,
}

impl FormChoice {
    pub(super) fn new(value: impl Into<String>, label: Text) -> FormChoice {
        FormChoice {
            value: value.into(),
            label,
        }
    }
}

/// Builds fields in a language.
pub(super) struct PageForm {
    pub(super) language: Language,
}

impl PageForm {
    pub(super) fn words(&self, text: &Text) -> String {
        escape(&self.language.localize(text)).into_owned()
    }

    /// Builds a row of choices.
    pub(super) fn row(
        &self,
        name: &str,
        label: &Text,
        choices: impl IntoIterator<Item = FormChoice>,
        chosen: &str,
    ) -> String {
        self.pictured_row(name, label, choices, chosen, |_| String::new())
    }

    /// Builds a row of choices, each with the markup of its picture.
    pub(super) fn pictured_row(
        &self,
        name: &str,
        label: &Text,
        choices: impl IntoIterator<Item = FormChoice>,
        chosen: &str,
        picture: impl Fn(&str) -> String,
    ) -> String {
        let choices = choices.into_iter().map(|FormChoice { value, label }| {
            let checked = if value == chosen { " checked" } else { "" };
            format!(
                "<label><input type=\"radio\" name=\"{name}\" value=\"{value}\"{checked}> <span>{}{}</span></label>\n",
                picture(&value),
                self.words(&label)
            )
        });
        format!(
            "<fieldset class=\"choices\"><legend>{}</legend>\n{}</fieldset>\n",
            self.words(label),
            choices.collect::<String>()
        )
    }

    /// Builds a menu.
    pub(super) fn menu(
        &self,
        name: &str,
        label: &Text,
        choices: impl IntoIterator<Item = FormChoice>,
        chosen: &str,
    ) -> String {
        let choices = choices.into_iter().map(|FormChoice { value, label }| {
            let selected = if value == chosen { " selected" } else { "" };
            format!(
                "<option value=\"{}\"{selected}>{}</option>\n",
                escape(&value),
                self.words(&label)
            )
        });
        format!(
            "<label class=\"field\"><span>{}</span> <select name=\"{name}\">\n{}</select></label>\n",
            self.words(label),
            choices.collect::<String>()
        )
    }
}
