//! What who manages a server can choose for it.

use std::{fmt, str::FromStr};

use super::ParseSettingError;

/// Who may challenge on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Challengers {
    /// Everybody there.
    #[default]
    Everybody,
    /// Those who manage it.
    Managers,
}

impl Challengers {
    /// All that can be chosen, the usual choice first.
    pub const ALL: [Challengers; 2] = [Challengers::Everybody, Challengers::Managers];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Challengers::Everybody => "everybody",
            Challengers::Managers => "managers",
        }
    }
}

impl fmt::Display for Challengers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Challengers {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Challengers, ParseSettingError> {
        let known = Challengers::ALL.into_iter().find(|who| who.name() == text);
        known.ok_or(ParseSettingError)
    }
}
