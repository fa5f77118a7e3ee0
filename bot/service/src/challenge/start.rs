//! The start of matches against the program.
//!
//! The program accepts at once. If the match has dice, it commits to its half of them before that. The match begins with an
//! event that the program cannot know in advance. Its opponent presses *Start*, or *Play the computer* under a challenge that
//! no one accepted. So the program cannot choose dice that favor it.

use engine::Level;
use rules::{Color, Setup};

use super::lifecycle::{ChallengeRequest, Terms, check_open};
use crate::{
    ChallengeDone, Identity, Live, Outcome, Player,
    computer::program::{USUAL_LEVEL, level_of},
    decision::{context::Asker, interrupt::Interrupt},
};
use api::{ChannelId, MatchId, SideChoice};
use command::TimeControl;

impl Asker<'_> {
    /// Returns the level of the program, if it is the opponent.
    pub(crate) fn level(
        &self,
        opponent: Option<&Identity>,
        level: Option<Level>,
    ) -> Result<Option<Level>, Interrupt> {
        match (opponent.filter(|opponent| opponent.is_program()), level) {
            (Some(program), None) => Ok(Some(level_of(&program.id))),
            (Some(_), Some(level)) => Ok(Some(level)),
            (None, None) => Ok(None),
            (None, Some(_)) => Err(text::refusal_level_of_nobody().into()),
        }
    }

    /// Challenges the program, which accepts.
    pub(crate) fn challenge_program(
        &self,
        setup: &Setup,
        level: Level,
        wish: ChallengeRequest<'_>,
    ) -> Result<Outcome, Interrupt> {
        if wish.rated == Some(true) {
            return Err(text::refusal_program_unrated().into());
        }
        if wish.time.is_some_and(|time| time != TimeControl::Unlimited) {
            return Err(text::refusal_program_untimed().into());
        }
        // In a direct chat with the program, the match is shown there too.
        let here = self.state().channel.clone();
        let platform = self.request.speaker.account.platform;
        let channel = here.unwrap_or_else(|| ChannelId::direct(platform));
        self.open(Terms {
            challenged: Some(Player::program(level)),
            side: wish.side.unwrap_or(SideChoice::Fixed(Color::White)),
            ..self.terms(setup, channel)?
        })
    }

    /// Begins a match that the program has accepted.
    pub(crate) fn start(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let live = self.own_challenge(id)?;
        match live.game_match.challenged.clone() {
            Some(program) if program.is_program() => self.begin_against(live, program),
            _ => Err(text::refusal_own_challenge().into()),
        }
    }

    /// Makes the program accept an open challenge of the speaker.
    pub(crate) fn play_program(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let live = self.own_challenge(id)?;
        match live.game_match.challenged.clone() {
            None => self.begin_against(live, Player::program(USUAL_LEVEL)),
            Some(program) if program.is_program() => self.begin_against(live, program),
            Some(other) => Err(text::refusal_not_for_you(&other.name).into()),
        }
    }

    /// Returns an open challenge of the speaker.
    fn own_challenge(&self, id: MatchId) -> Result<Live, Interrupt> {
        let live = self.live(id)?.clone();
        self.check_known(&live.game_match)?;
        check_open(&live.game_match)?;
        let challenger = &live.game_match.challenger;
        if challenger.id == *self.user() {
            Ok(live)
        } else {
            Err(text::refusal_start_of_others(&challenger.name).into())
        }
    }

    fn begin_against(&self, live: Live, program: Player) -> Result<Outcome, Interrupt> {
        let id = live.game_match.id;
        let mut change = self.context.change(live);
        change.unlist();
        let game_match = change.game_match();
        game_match.challenged = Some(program.clone());
        // Terms that people agree on among themselves do not bind the program.
        game_match.time = TimeControl::Unlimited;
        game_match.rated = false;
        self.begin(&mut change, program)?;
        self.context.done(change, ChallengeDone::Begun(id))
    }
}
