//! Challenges that are put together with menus.

use rules::{Setup, Variant};

use super::{
    Effects, Player, Told,
    challenge::usual_time,
    context::{Asker, told},
    stop::Stop,
};
use crate::{
    command::{Control, Draft, DraftPart, RatedChoice, SideChoice, TimeControl},
    ports::Speaker,
    words,
};

/// A challenge that is put together, as its challenger is shown it.
pub struct Drafted {
    /// What is chosen so far.
    pub draft: Draft,
    /// How much time the players have if none is chosen.
    pub usual_time: TimeControl,
    /// Whether it is rated if that is not chosen.
    pub usually_rated: bool,
    /// The opponent, if one is chosen.
    pub opponent: Option<Speaker>,
    /// Who can be chosen, by their names; nothing where the platform offers people itself.
    pub people: Option<Vec<String>>,
    /// Whether it takes the place of what was shown before.
    pub is_changed: bool,
}

impl Asker<'_> {
    /// Asks for all that is missing of a challenge.
    pub(super) fn draft(
        &self,
        opponent: Option<&str>,
        side: SideChoice,
        time: Option<TimeControl>,
        rated: Option<bool>,
    ) -> Result<Effects, Stop> {
        let draft = Draft {
            side,
            time,
            rated,
            opponent: opponent.map(str::to_owned),
        };
        self.show_draft(draft, false)
    }

    /// Takes a choice from a menu of a draft.
    pub(super) fn redraft(
        &self,
        part: DraftPart,
        draft: &Draft,
        value: &str,
    ) -> Result<Effects, Stop> {
        let unknown = || words::refusal_unknown_control();
        let mut draft = draft.clone();
        match part {
            DraftPart::Opponent => {
                let chosen = Some(value).filter(|value| *value != Draft::ANYBODY);
                draft.opponent = chosen.map(str::to_owned);
            }
            DraftPart::Side => draft.side = value.parse().map_err(|_| unknown())?,
            DraftPart::Time => draft.time = Some(value.parse().map_err(|_| unknown())?),
            DraftPart::Rated => {
                let rated = RatedChoice::written(value).ok_or_else(unknown)?;
                draft.rated = Some(rated.is_rated());
            }
            DraftPart::Variant(_) => return Err(unknown().into()),
        }
        self.show_draft(draft, true)
    }

    /// Opens the challenge of a draft.
    pub(super) fn challenge_drafted(
        &self,
        variant: Variant,
        draft: &Draft,
    ) -> Result<Effects, Stop> {
        let opponent = draft.opponent.as_deref();
        self.challenge(
            &Setup::new(variant),
            opponent,
            draft.side,
            draft.time,
            draft.rated,
        )
    }

    fn show_draft(&self, mut draft: Draft, is_changed: bool) -> Result<Effects, Stop> {
        // Nobody chooses what cannot be posted then.
        let Some(channel) = &self.state().channel else {
            return Err(words::refusal_needs_channel().into());
        };
        let server = self.request.server.as_ref().map(|server| &server.id);
        self.check_may_challenge(server, channel)?;
        let person = self.opponent(draft.opponent.as_deref())?;
        if let Some(person) = person {
            // Better now than when all else is chosen.
            self.check_takes_challenges(&Player::from(person))?;
        }
        draft.opponent = person.map(|person| format!("<@{}>", person.id.id));
        if !Control::Challenge(DraftPart::Opponent, draft.clone()).is_short() {
            return Err(words::refusal_name_variant().into());
        }
        let speaker = &self.request.speaker.name;
        // Who lists people lists the speaker too.
        let listed = Some(&self.request.people).filter(|people| !people.is_empty());
        let others = listed.map(|people| people.iter().filter(|name| *name != speaker));
        let settings = self.server_settings()?;
        let rated = draft.rated.unwrap_or(settings.rated);
        told(Told::Draft(Drafted {
            usual_time: usual_time(&settings, rated),
            draft,
            usually_rated: settings.rated,
            opponent: person.cloned(),
            people: others.map(|others| others.cloned().collect()),
            is_changed,
        }))
    }
}
