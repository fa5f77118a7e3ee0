//! Challenges that a person puts together with menus.

use rules::{Color, Setup, Variant};

use super::lifecycle::{ChallengeRequest, usual_time};
use crate::{
    Identity, Outcome, Player, Reply,
    computer::program::{USUAL_LEVEL, level_of},
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
    },
};
use api::{Place, SideChoice};
use command::{
    Control, Draft, DraftPart, People, TimeControl, mention_program, program_at, read_yes_or_no,
};

/// A challenge draft, as its challenger sees it.
pub struct Drafted {
    /// The choices made so far.
    pub draft: Draft,
    /// The time of the players if the challenger chooses none.
    pub usual_time: TimeControl,
    /// True if the challenge is rated when the challenger does not choose.
    pub usually_rated: bool,
    /// The opponent, if one is chosen.
    pub opponent: Option<Identity>,
    /// The names of the people who can be chosen; `None` if the platform itself offers people.
    pub people: Option<Vec<String>>,
    /// True if the program is the only possible opponent, because the place has no other person.
    pub is_alone: bool,
    /// True if this draft replaces one that was shown before.
    pub is_changed: bool,
}

impl Asker<'_> {
    /// Shows a draft with menus for all that is missing of a challenge.
    pub(crate) fn draft(&self, wish: ChallengeRequest<'_>) -> Result<Outcome, Interrupt> {
        let named = self.opponent(wish.opponent)?;
        let is_to_program = self.is_alone() && named.is_none() && !wish.is_open_elsewhere;
        let usual = is_to_program.then_some(USUAL_LEVEL);
        let level = self.level(named, wish.level)?.or(usual);
        let draft = Draft {
            // As in a complete challenge: the challenger of the program has White.
            side: wish.side.unwrap_or(match level {
                Some(_) => SideChoice::Fixed(Color::White),
                None => SideChoice::Random,
            }),
            time: wish.time,
            rated: wish.rated,
            opponent: match level {
                Some(level) => Some(mention_program(level)),
                None if wish.is_open_elsewhere => Some(People::ANYWHERE.to_owned()),
                None => wish.opponent.map(str::to_owned),
            },
        };
        let program = level.map(program_at).map(Identity::from);
        self.show_draft(draft, program.as_ref().or(named), false)
    }

    /// Applies a choice from a menu of a draft.
    pub(crate) fn redraft(
        &self,
        part: DraftPart,
        draft: &Draft,
        value: &str,
    ) -> Result<Outcome, Interrupt> {
        let unknown = || text::refusal_unknown_control();
        let mut draft = draft.clone();
        match part {
            DraftPart::Opponent => {
                let chosen = Some(value).filter(|value| *value != People::NOBODY);
                draft.opponent = chosen.map(str::to_owned);
            }
            DraftPart::Side => draft.side = value.parse().map_err(|_| unknown())?,
            DraftPart::Time => draft.time = Some(value.parse().map_err(|_| unknown())?),
            DraftPart::Rated => {
                draft.rated = Some(read_yes_or_no(value).ok_or_else(unknown)?);
            }
            DraftPart::Variant(_) => return Err(unknown().into()),
        }
        let named = self.opponent(draft.person())?;
        self.show_draft(draft, named, true)
    }

    /// Opens the challenge of a draft.
    pub(crate) fn challenge_drafted(
        &self,
        variant: Variant,
        draft: &Draft,
    ) -> Result<Outcome, Interrupt> {
        let wish = ChallengeRequest {
            opponent: draft.person(),
            side: Some(draft.side),
            time: draft.time,
            rated: draft.rated,
            is_open_elsewhere: draft.is_open_elsewhere(),
            level: None,
        };
        self.challenge(&Setup::new(variant), wish)
    }

    fn show_draft(
        &self,
        mut draft: Draft,
        person: Option<&Identity>,
        is_changed: bool,
    ) -> Result<Outcome, Interrupt> {
        let program = person.filter(|person| person.is_program());
        let program = program.map(|program| level_of(&program.id));
        // Checks first, so that a person does not choose a challenge that cannot be posted.
        let server = self.request.event.server.as_ref().map(|server| &server.id);
        match &self.state().channel {
            Some(channel) => self.check_may_challenge(server, channel)?,
            None if program.is_some() || draft.is_open_elsewhere() || !self.is_alone() => {}
            None => return Err(text::refusal_needs_channel().into()),
        }
        if program.is_some() {
            // These choices were made for a match between people.
            (draft.time, draft.rated) = (None, None);
        }
        self.check_real_time(draft.time.unwrap_or_default())?;
        if let (Some(person), None) = (person, program) {
            // Checks now rather than after all other choices.
            self.check_takes_challenges(&Player::from(person))?;
        }
        draft.opponent = match program {
            Some(level) => Some(mention_program(level)),
            None if draft.is_open_elsewhere() => draft.opponent,
            None => person.map(|person| format!("<@{}>", person.account.id)),
        };
        if !Control::Challenge(DraftPart::Opponent, draft.clone()).is_short() {
            return Err(text::refusal_name_variant().into());
        }
        let speaker = &self.request.speaker.name;
        // A platform that lists people lists the speaker too.
        let listed = Some(&self.request.people).filter(|people| !people.is_empty());
        let others = listed.map(|people| people.iter().filter(|name| *name != speaker));
        let settings = self.server_settings()?;
        let usually_rated = settings.rated && program.is_none();
        let rated = draft.rated.unwrap_or(usually_rated);
        reply_with(Reply::Draft(Drafted {
            usual_time: match program {
                Some(_) => TimeControl::Unlimited,
                None => usual_time(&settings, rated),
            },
            draft,
            usually_rated,
            opponent: match program {
                Some(level) => Some(Identity::from(program_at(level))),
                None => person.cloned(),
            },
            people: others.map(|others| others.cloned().collect()),
            is_alone: self.is_alone(),
            is_changed,
        }))
    }

    /// Tells whether the place has no reader that the speaker can challenge.
    fn is_alone(&self) -> bool {
        self.state().channel.is_none() && self.request.event.place != Place::Group
    }
}
