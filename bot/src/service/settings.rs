//! What somebody has chosen about what they alone are shown.

use serde::{Deserialize, Serialize};

use super::{
    Done, Effects, Reply, Told, codec,
    context::{Asker, told},
    schema::user_key,
    stop::Stop,
};
use crate::{
    command::{Bottom, Colors, Pictures, Setting, Spoken, Topic},
    ports::Batch,
    words::{self, Language, Letters, Zone},
};

/// What somebody has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The side at the bottom.
    #[serde(with = "codec::text")]
    pub bottom: Bottom,
    /// The colors.
    #[serde(with = "codec::text")]
    pub theme: Colors,
    /// The kind of pictures.
    #[serde(with = "codec::text")]
    pub pictures: Pictures,
    /// The language.
    #[serde(with = "codec::text")]
    pub language: Spoken,
    /// The letters of pieces.
    #[serde(with = "codec::text")]
    pub letters: Letters,
    /// The time zone.
    #[serde(with = "codec::known")]
    pub zone: Zone,
}

impl Settings {
    /// What is chosen about a topic.
    pub const fn about(&self, topic: Topic) -> Setting {
        match topic {
            Topic::Bottom => Setting::Bottom(self.bottom),
            Topic::Theme => Setting::Theme(self.theme),
            Topic::Pictures => Setting::Pictures(self.pictures),
            Topic::Language => Setting::Language(self.language),
            Topic::Letters => Setting::Letters(self.letters),
        }
    }

    /// The language that is chosen, or the usual one, with the letters that are chosen.
    pub fn language(&self, usual: Language) -> Language {
        let language = self.chosen_language().unwrap_or(usual);
        language.with_letters(self.letters)
    }

    /// The language that is chosen, if one is.
    pub const fn chosen_language(&self) -> Option<Language> {
        match self.language {
            Spoken::Usual => None,
            Spoken::Of(language) => Some(language),
        }
    }

    fn choose(&mut self, setting: Setting) {
        match setting {
            Setting::Bottom(bottom) => self.bottom = bottom,
            Setting::Theme(theme) => self.theme = theme,
            Setting::Pictures(pictures) => self.pictures = pictures,
            Setting::Language(language) => self.language = language,
            Setting::Letters(letters) => self.letters = letters,
        }
    }
}

impl Asker<'_> {
    /// Takes a choice from a menu.
    pub(super) fn choose(&self, topic: Topic, value: &str) -> Result<Effects, Stop> {
        let setting = topic
            .setting(value)
            .ok_or_else(words::refusal_unknown_control)?;
        self.settings(&[setting])
    }

    /// Changes what the speaker has chosen; with no change, tells what that is.
    pub(super) fn settings(&self, changes: &[Setting]) -> Result<Effects, Stop> {
        let user = &self.request.speaker.id;
        let key = user_key(user);
        let mut settings: Settings = self.state().entry(&key)?.unwrap_or_default();
        if changes.is_empty() {
            return told(Told::Settings(settings));
        }
        changes.iter().for_each(|change| settings.choose(*change));
        let mut batch = Batch::default();
        self.context.rewrite(&mut batch, key, &settings)?;
        let done = Done::Set(settings);
        self.context.remember(&mut batch, &done);
        Ok(Effects {
            changes: batch,
            ..Effects::of(Reply::Done(done))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_chosen_whatever_the_language_is() {
        for language in Language::all() {
            for chosen in [Spoken::Usual, Spoken::Of(language)] {
                let settings = Settings {
                    language: chosen,
                    letters: Letters::Local,
                    ..Settings::default()
                };
                let expected = language.with_letters(Letters::Local);
                assert_eq!(settings.language(language), expected);
                assert_ne!(expected, language);
            }
        }
    }
}
