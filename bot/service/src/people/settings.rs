//! Shows and changes the settings of a person.

use crate::{
    Outcome, PeopleDone, PeopleReply, Reply, Settings,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
    },
    match_store::schema::user_key,
};
use command::{Setting, SettingGroup, Topic};

impl Asker<'_> {
    /// Applies a choice from a menu.
    pub(crate) fn choose(&self, topic: Topic, value: &str) -> Result<Outcome, Interrupt> {
        let setting = topic
            .setting(value)
            .ok_or_else(text::refusal_unknown_control)?;
        self.settings(topic.group(), &[setting])
    }

    /// Returns the settings of the speaker.
    pub(crate) fn own_settings(&self) -> Result<Settings, Interrupt> {
        self.state().entry_or_default(&user_key(self.user()))
    }

    /// Changes the settings of the speaker; without a change, shows them.
    pub(crate) fn settings(
        &self,
        group: SettingGroup,
        changes: &[Setting],
    ) -> Result<Outcome, Interrupt> {
        let mut settings = self.own_settings()?;
        if changes.is_empty() {
            return reply_with(Reply::People(PeopleReply::Settings(settings, group)));
        }
        changes.iter().for_each(|change| settings.choose(*change));
        let done = match group {
            SettingGroup::Look => PeopleDone::Set(settings),
            SettingGroup::Time => PeopleDone::SetReminders(settings),
        };
        self.context.save(user_key(self.user()), &settings, done)
    }
}
