//! In which language people are spoken to, as they have chosen.

use std::sync::Arc;

use crate::{
    ports::{Languages, UserId},
    service::read_settings,
    words::Language,
    writer::Writer,
};

/// Looks up what people have chosen.
pub struct ChosenLanguages {
    writer: Writer,
    common: Language,
}

impl ChosenLanguages {
    /// What people have chosen is in `writer`; everybody reads `common`.
    pub fn new(writer: Writer, common: Language) -> Arc<ChosenLanguages> {
        Arc::new(ChosenLanguages { writer, common })
    }
}

impl Languages for ChosenLanguages {
    fn of(&self, user: &UserId, locale: Option<Language>) -> Language {
        let usual = locale.unwrap_or(self.common);
        // Where that cannot be looked up, the usual one will do.
        read_settings(&self.writer, user).map_or(usual, |settings| settings.language(usual))
    }

    fn common(&self) -> Language {
        self.common
    }
}
