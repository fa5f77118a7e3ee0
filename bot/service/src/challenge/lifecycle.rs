//! Opens, accepts, declines and withdraws challenges.

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use engine::Level;
use rules::{ByColor, Color, Game, Setup};

use crate::{
    ChallengeDone, DeliveryKind, Done, EngineState, Identity, Live, Match, MatchPlace, MatchState,
    Outcome, Player, Reply, ServerSettings, Stage, TimeScale,
    computer::program::OFFERS_AFTER_OPENING,
    decision::{
        change::Change, context::Asker, find::check_begun, interrupt::Interrupt, reads::List,
    },
    match_store::{
        entries::encode,
        schema::{
            DiceRow, challenge_rate_key, closed_prefix, dice_key, head_key, match_key, under,
        },
    },
};
use api::{Batch, ChannelId, MatchId, Place, Platform, SideChoice, UserId};
use command::{TimeControl, excerpt};
use dice::{Commitment, Seal};
use text::{Text, arg};

/// The terms that a challenger asks for.
#[derive(Clone, Copy)]
pub(crate) struct ChallengeRequest<'a> {
    /// The opponent, as written.
    pub(crate) opponent: Option<&'a str>,
    pub(crate) side: Option<SideChoice>,
    pub(crate) time: Option<TimeControl>,
    pub(crate) rated: Option<bool>,
    /// True if a person can join from elsewhere.
    pub(crate) is_open_elsewhere: bool,
    /// The level of the program.
    pub(crate) level: Option<Level>,
}

/// The terms of a challenge.
pub(crate) struct Terms {
    pub(crate) setup: Setup,
    pub(crate) home: MatchPlace,
    pub(crate) away: Option<MatchPlace>,
    pub(crate) challenger: Player,
    pub(crate) is_open_elsewhere: bool,
    pub(crate) challenged: Option<Player>,
    pub(crate) turn_limit: u32,
    pub(crate) side: SideChoice,
    pub(crate) time: TimeControl,
    pub(crate) loses_at_once: bool,
    pub(crate) vacation: u16,
    pub(crate) rated: bool,
    pub(crate) rematch_of: Option<MatchId>,
}

/// The time for each turn of a rated match, if none is chosen: without a limit, a player would never have to lose.
const RATED_TURN: Duration = Duration::from_secs(3 * 24 * 3600);

/// Returns the default time of the players, for a challenge without a time.
pub(crate) fn usual_time(settings: &ServerSettings, rated: bool) -> TimeControl {
    match (rated, settings.time) {
        (true, TimeControl::Unlimited) => TimeControl::PerTurn(RATED_TURN),
        (_, time) => time,
    }
}

/// The maximum number of challenges of one person that can wait for the answer of another.
const MOST_TO_ONE: usize = 3;

impl Asker<'_> {
    pub(crate) fn challenge(
        &self,
        setup: &Setup,
        wish: ChallengeRequest<'_>,
    ) -> Result<Outcome, Interrupt> {
        let opponent = self.opponent(wish.opponent)?;
        if let Some(level) = self.level(opponent, wish.level)? {
            return self.challenge_program(setup, level, wish);
        }
        // If it is only announced, both players come from elsewhere.
        let is_announced = self.request.event.place == Place::Group;
        let channel = match self.state().channel.clone() {
            Some(channel) => channel,
            None if wish.is_open_elsewhere || is_announced => {
                ChannelId::direct(self.request.speaker.account.platform)
            }
            None => return Err(text::refusal_needs_channel().into()),
        };
        if wish.is_open_elsewhere && opponent.is_some() {
            return Err(text::refusal_open_to_one().into());
        }
        let settings = self.server_settings()?;
        let rated = wish.rated.unwrap_or(settings.rated);
        let usual_time = usual_time(&settings, rated);
        self.open(Terms {
            challenged: opponent.map(Player::from),
            side: wish.side.unwrap_or(SideChoice::Random),
            time: wish.time.unwrap_or(usual_time),
            loses_at_once: settings.loses_at_once,
            rated,
            is_open_elsewhere: wish.is_open_elsewhere || is_announced,
            ..self.terms(setup, channel)?
        })
    }

    /// Returns the terms of an open challenge, unrated and without a time limit.
    pub(crate) fn terms(&self, setup: &Setup, channel: ChannelId) -> Result<Terms, Interrupt> {
        Ok(Terms {
            setup: setup.clone(),
            home: self.place_at(channel),
            away: None,
            challenger: Player::from(&self.request.speaker),
            is_open_elsewhere: false,
            challenged: None,
            turn_limit: self.state().limits.turns,
            side: SideChoice::Random,
            time: TimeControl::Unlimited,
            loses_at_once: false,
            vacation: self.server_settings()?.vacation,
            rated: false,
            rematch_of: None,
        })
    }

    /// Returns the match place of this channel, from which the request comes.
    pub(crate) fn place_at(&self, channel: ChannelId) -> MatchPlace {
        // The settings of a server do not apply to direct messages.
        let server = self.request.event.server.as_ref();
        let server = server.filter(|_| !channel.is_direct());
        MatchPlace {
            server: server.map(|server| server.id.clone()),
            language: self.request.event.place_language,
            channel,
        }
    }

    /// Returns the person that the text names, if there is a text: a person other than the speaker.
    pub(crate) fn opponent(&self, written: Option<&str>) -> Result<Option<&Identity>, Interrupt> {
        match (written, &self.request.person) {
            (None, _) => Ok(None),
            (Some(text), None) => Err(self.unknown_person(text).into()),
            (Some(_), Some(person)) if person.id == *self.user() => {
                Err(text::refusal_oneself().into())
            }
            (Some(_), Some(person)) => Ok(Some(person)),
        }
    }

    /// Refuses a name that no known person has.
    fn unknown_person(&self, text: &str) -> Text {
        // A platform that has mentions offers all other people itself.
        if text.starts_with("<@") {
            text::refusal_bots_do_not_play()
        } else {
            text::refusal_unknown_person(arg::how(self.how_to_name()), arg::text(excerpt(text)))
        }
    }

    /// Challenges the opponent of a finished match to another on the same terms with colors swapped, or accepts such a challenge.
    ///
    /// It is an ordinary challenge, because the bot must commit to the dice before a person can know the event that accepts
    /// it.
    pub(crate) fn rematch(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = self.find_over(match_id)?;
        let game_match = &self.live(id)?.game_match;
        let Stage::Over(seats) = &game_match.stage else {
            check_begun(game_match)?;
            return Err(text::refusal_rematch_too_early(id).into());
        };
        let Some(seat) = self.seat_in(game_match) else {
            return Err(text::refusal_not_a_player(id).into());
        };
        // Two accounts that have played each other can belong to one person by now.
        if seats[!seat].is(self.user()) {
            return Err(text::refusal_oneself().into());
        }
        if seats[!seat].is_deleted() {
            return Err(text::refusal_opponent_deleted().into());
        }
        let follows = |live: &&&Live| live.game_match.rematch_of == Some(id);
        let called = self.state().listed(self.own(List::Called))?;
        if let Some(offered) = called.matches.iter().find(follows) {
            return self.accept(offered.game_match.id);
        }
        let mine = self.state().listed(self.own(List::Mine))?;
        if let Some(open) = mine.matches.iter().find(follows) {
            let (id, other) = (open.game_match.id, &seats[!seat].name);
            return Err(match open.game_match.stage {
                Stage::Challenge => text::refusal_rematch_stands(arg::id(id), arg::name(other)),
                _ => text::refusal_rematch_begun(id),
            }
            .into());
        }
        let place_of = |seat: Color| {
            let place = game_match.place_of(&seats[seat].id);
            place.map_or(&game_match.home, |(_, place)| place)
        };
        let (home, away) = (place_of(seat), place_of(!seat));
        self.open(Terms {
            setup: game_match.setup.clone(),
            home: home.clone(),
            away: (away != home).then(|| away.clone()),
            challenger: self.as_player(&seats[seat]),
            is_open_elsewhere: false,
            challenged: Some(seats[!seat].clone()),
            turn_limit: game_match.turn_limit,
            side: SideChoice::Fixed(!seat),
            time: game_match.time,
            loses_at_once: game_match.loses_at_once,
            vacation: game_match.vacation,
            rated: game_match.rated,
            rematch_of: Some(id),
        })
    }

    /// Opens a challenge, unless its challenger has too many.
    pub(crate) fn open(&self, terms: Terms) -> Result<Outcome, Interrupt> {
        self.check_real_time(terms.time)?;
        if terms.rated && terms.time == TimeControl::Unlimited {
            return Err(text::refusal_rated_needs_time().into());
        }
        self.check_may_challenge(terms.home.server.as_ref(), &terms.home.channel)?;
        self.check_room(&terms.challenger.id)?;
        let program = terms.challenged.clone().filter(Player::is_program);
        if let (Some(player), None) = (&terms.challenged, &program) {
            self.check_takes_challenges(player)?;
        }
        let rate = self.challenge_rate()?;
        let seed = self.state().seed()?;
        let id = seed.id;
        let now = self.context.bot_now(TimeScale::Correspondence)?;
        let waits_for_anybody = terms.challenged.is_none();
        let game_match = Match {
            id,
            setup: terms.setup,
            home: terms.home,
            away: terms.away,
            is_open_elsewhere: terms.is_open_elsewhere,
            challenger: terms.challenger,
            challenged: terms.challenged,
            turn_limit: terms.turn_limit,
            side: terms.side,
            rematch_of: terms.rematch_of,
            time: terms.time,
            loses_at_once: terms.loses_at_once || terms.time.is_real_time(),
            vacation: terms.vacation,
            rated: terms.rated,
            is_listed: false,
            ratings: None,
            seal: Seal {
                commitment: Commitment::to(&seed.secret),
                accepted: None,
            },
            stage: Stage::Challenge,
            opened: self.now(),
            lapses: Some(now.after(self.state().limits.challenge)),
            state: MatchState {
                changed: self.now(),
                engine: EngineState {
                    offers_at: waits_for_anybody.then(|| now.after(OFFERS_AFTER_OPENING)),
                    ..EngineState::default()
                },
                ..MatchState::default()
            },
        };
        let live = Live {
            game: Arc::new(Game::new(&game_match.setup)),
            game_match: Arc::new(game_match),
            inputs: Arc::default(),
            slot: Arc::new((head_key(id), None)),
        };
        let mut change = self.context.change(live);
        change.batch.require((match_key(id), None));
        let user = self.user();
        self.context
            .rewrite(&mut change.batch, challenge_rate_key(user), &rate)?;
        let secret = seed.secret.clone();
        change.batch.put(dice_key(id), encode(&DiceRow { secret }));
        let waits_for_start = change.live.game_match.has_chance();
        if let Some(program) = program.filter(|_| !waits_for_start) {
            self.begin(&mut change, program)?;
            return self.context.done(change, ChallengeDone::Begun(id));
        }
        change.show_challenge(DeliveryKind::Challenge);
        change.list();
        let done = if change.live.game_match.is_against_program() {
            ChallengeDone::ReadyToStart(id)
        } else {
            ChallengeDone::Opened(id)
        };
        self.context.done(change, done)
    }

    /// Refuses a time in real time anywhere but on the page, where the board with its clocks is.
    pub(crate) fn check_real_time(&self, time: TimeControl) -> Result<(), Interrupt> {
        if time.is_real_time() && !self.is_at_page() {
            return Err(text::refusal_real_time().into());
        }
        Ok(())
    }

    /// Returns whether the request comes from the page, by any account.
    pub(crate) fn is_at_page(&self) -> bool {
        self.request.event.id.platform == Platform::Playground
    }

    /// Refuses if this person cannot have one more match.
    fn check_room(&self, user: &UserId) -> Result<(), Interrupt> {
        if self.has_room(List::Mine(user.clone()))? {
            Ok(())
        } else {
            Err(text::refusal_too_many_matches(self.state().limits.matches).into())
        }
    }

    /// Refuses if this person does not accept one more challenge from the speaker.
    pub(crate) fn check_takes_challenges(&self, player: &Player) -> Result<(), Interrupt> {
        let user = self.user();
        if self.is_blocked(&player.id, user)? {
            return Err(text::refusal_blocked(&player.name).into());
        }
        let called = List::Called(player.id.clone());
        let mine = self.state().list(List::Mine(user.clone()))?;
        let theirs = self.state().list(called.clone())?;
        let between = theirs.iter().filter(|id| mine.contains(id));
        if self.n_to(player, between)? >= MOST_TO_ONE {
            return Err(text::refusal_too_many_to_one(
                arg::most(MOST_TO_ONE),
                arg::name(&player.name),
            )
            .into());
        }
        if !self.has_room(called)? {
            return Err(text::refusal_opponent_busy(&player.name).into());
        }
        Ok(())
    }

    /// Tells whether a list has room for one more match.
    fn has_room(&self, list: List) -> Result<bool, Interrupt> {
        Ok(self.state().list(list)?.len() < self.state().limits.matches)
    }

    pub(crate) fn accept(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let live = self.live(id)?.clone();
        let speaker = self.answering(&live.game_match);
        let away = self.joined_from(&live.game_match)?;
        check_open(&live.game_match)?;
        if live.game_match.challenger.id == speaker.id {
            return Err(text::refusal_own_challenge().into());
        }
        if live.game_match.time.is_real_time() && !self.is_at_page() {
            return Err(text::refusal_real_time_elsewhere(id).into());
        }
        if let Some(other) = live
            .game_match
            .challenged
            .as_ref()
            .filter(|challenged| challenged.id != speaker.id)
        {
            return Err(text::refusal_not_for_you(&other.name).into());
        }
        let challenger = &live.game_match.challenger;
        if live.game_match.challenged.is_none() && self.is_blocked(&challenger.id, &speaker.id)? {
            return Err(text::refusal_blocked_accept(&challenger.name).into());
        }
        self.check_room(&speaker.id)?;
        let mut change = self.context.change(live);
        change.unlist();
        if away.is_some() {
            change.game_match().away = away;
        }
        self.begin(&mut change, speaker)?;
        self.context.done(change, ChallengeDone::Accepted(id))
    }

    /// Begins a match: the request's event supplies the other half of its dice.
    pub(crate) fn begin(&self, change: &mut Change, opponent: Player) -> Result<(), Interrupt> {
        let challenger = change.live.game_match.challenger.clone();
        change.game_match().lapses = None;
        change.game_match().state.engine.offers_at = None;
        change.game_match().seal.accepted = Some(self.request.event.id.clone());
        let color = match change.live.game_match.side {
            SideChoice::Fixed(color) => color,
            SideChoice::Random => self.context.rolls(&change.live.game_match)?.sides(),
        };
        change.game_match().stage = Stage::Playing(ByColor::of(color, challenger, opponent));
        change.game_match().is_listed = self.context.is_listed(&change.live.game_match)?;
        change.list();
        self.context.roll_chances(change)?;
        change.show_board(DeliveryKind::Board);
        change.show_views(None);
        Ok(())
    }

    /// Posts an open challenge again, in case its message is lost, and settles the previous one.
    pub(crate) fn post_challenge(&self, live: Live) -> Result<Outcome, Interrupt> {
        let id = live.game_match.id;
        let mut change = self.context.change(live);
        change.show_challenge(DeliveryKind::ChallengeAgain);
        self.context.done(change, ChallengeDone::Posted(id))
    }

    pub(crate) fn decline(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let game_match = &self.live(id)?.game_match;
        self.check_known(game_match)?;
        check_open(game_match)?;
        if game_match.challenger.id == *self.user() {
            let mut change = self.context.change(self.live(id)?.clone());
            close(&mut change, Stage::Withdrawn);
            return self.context.done(change, ChallengeDone::Withdrawn(id));
        }
        self.check_challenged(game_match)?;
        self.decline_and(id, Batch::default(), ChallengeDone::Declined(id), &[])
    }

    /// Declines a challenge to the speaker, and makes other changes in the same commit. The reply contains data of these people.
    pub(crate) fn decline_and(
        &self,
        id: MatchId,
        besides: Batch,
        done: impl Into<Done>,
        people: &[&UserId],
    ) -> Result<Outcome, Interrupt> {
        let stage = Stage::Declined(self.answering(&self.live(id)?.game_match));
        let mut change = self.context.change(self.live(id)?.clone());
        close(&mut change, stage);
        let mut outcome = self.context.changed(change)?;
        let done = done.into();
        outcome.changes.changes.extend(besides.changes);
        outcome.changes.conditions.extend(besides.conditions);
        self.context.remember(&mut outcome.changes, &done, people);
        outcome.reply = Reply::Done(done);
        Ok(outcome)
    }

    /// Refuses a challenge that is not meant for the speaker.
    pub(crate) fn check_challenged(&self, game_match: &Match) -> Result<(), Interrupt> {
        match &game_match.challenged {
            Some(challenged) if challenged.id == *self.user() => Ok(()),
            Some(other) => Err(text::refusal_not_for_you(&other.name).into()),
            None => Err(text::refusal_for_anybody(&game_match.challenger.name).into()),
        }
    }
}

/// Closes an open challenge without a match.
pub(crate) fn close(change: &mut Change, stage: Stage) {
    let id = change.live.game_match.id;
    change.unlist();
    for user in change.live.game_match.people() {
        change.batch.put(under(closed_prefix(user), id), Vec::new());
    }
    let game_match = change.game_match();
    game_match.stage = stage;
    game_match.lapses = None;
    let challenge = game_match.state.board.take();
    // No dice will be rolled for it.
    change.batch.remove(dice_key(id));
    if let Stage::Declined(_) = &change.live.game_match.stage {
        change.enqueue(DeliveryKind::ChallengeDeclined, challenge);
    } else {
        change.settle(challenge);
    }
}

/// Refuses a challenge that no longer waits for an answer.
pub(crate) fn check_open(game_match: &Match) -> Result<(), Text> {
    match game_match.stage {
        Stage::Challenge => Ok(()),
        Stage::Lapsed => Err(text::refusal_lapsed(game_match.id)),
        Stage::Withdrawn => Err(text::refusal_withdrawn(game_match.id)),
        _ => Err(text::refusal_settled(game_match.id)),
    }
}
