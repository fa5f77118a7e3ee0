//! A match: people, a channel, and how far they are.

use rules::{ByColor, Color, Game, Setup, View};
use serde::{Deserialize, Serialize};

use super::{codec, schema::Whispers};
use crate::{
    BotTime, DeliveryId, EngineState, HintUsage, Identity, MatchClock, Offer, OfferCounts,
    RatedResult, Readers,
};
use api::{ChannelId, MatchId, Platform, ServerId, SideChoice, Timestamp, UserId};
use command::{Eyes, TimeControl, name_of_player};
use dice::Seal;
use text::{DELETED_PLAYER, Language, Text, arg};

/// How many days of a year a player may be on vacation, if a server has not chosen.
pub(crate) const USUAL_VACATION: u16 = 21;

/// A person and the name they had when they came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Who: the account that they had first, whichever they play by.
    pub id: UserId,
    /// The account by which they play, and by which they are told and called, if that is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<UserId>,
    /// The name to show: one line, at most 64 characters, nothing that disturbs the text around it.
    pub name: String,
    /// The language in which their platform spoke to them when they last did something in the match, if the bot speaks it.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "codec::language"
    )]
    pub language: Option<Language>,
}

impl Player {
    /// How the ids begin of what stands for people who have been deleted.
    pub(crate) const DELETED_ID: &str = "deleted-";

    /// What stands for somebody who has been deleted.
    pub(crate) fn deleted(placeholder: UserId) -> Player {
        Player {
            id: placeholder,
            account: None,
            name: DELETED_PLAYER.to_owned(),
            language: None,
        }
    }

    /// The account by which they are told and called.
    pub fn account(&self) -> &UserId {
        self.account.as_ref().unwrap_or(&self.id)
    }

    /// Whether this person, or the account by which they play, has this id.
    pub fn is(&self, user: &UserId) -> bool {
        self.id == *user || self.account.as_ref() == Some(user)
    }

    /// Whether that is what this is.
    pub fn is_deleted(&self) -> bool {
        self.id.id.starts_with(Player::DELETED_ID) && self.name == DELETED_PLAYER
    }
}

impl From<&Identity> for Player {
    fn from(speaker: &Identity) -> Player {
        Player {
            id: speaker.id.clone(),
            account: Some(speaker.account.clone()).filter(|account| *account != speaker.id),
            name: name_of_player(&speaker.name, speaker.is_program()),
            language: None,
        }
    }
}

/// A place where a match is told of to everybody who reads there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchPlace {
    /// The channel, or the direct messages of whoever plays it there.
    pub channel: ChannelId,
    /// The language in which everybody is told of it, if one has been chosen for the place.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "codec::language"
    )]
    pub language: Option<Language>,
    /// The server, if it is on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerId>,
}

/// Everything stored about a match but its inputs. What changes with each move is stored by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// Its name.
    pub id: MatchId,
    /// What is played.
    #[serde(with = "codec::text")]
    pub setup: Setup,
    /// Where it began, and where its challenger plays it. It goes by the settings of the server there.
    #[serde(flatten)]
    pub home: MatchPlace,
    /// Where its challenger is joined from, if that is elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<MatchPlace>,
    /// Whether somebody may join from elsewhere who knows its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_open_elsewhere: bool,
    /// Who opened the challenge.
    pub challenger: Player,
    /// Whom it was meant for, if for one person.
    pub challenged: Option<Player>,
    /// After so many turns of each side it is drawn.
    pub turn_limit: u32,
    /// The side that the challenger wants.
    #[serde(with = "codec::text")]
    pub side: SideChoice,
    /// The match of the same two that it is to follow, colors swapped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<MatchId>,
    /// How much time its players have.
    #[serde(default, skip_serializing_if = "is_unlimited")]
    pub time: TimeControl,
    /// Whether who runs out of time loses at once, and not only when the other claims the win.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loses_at_once: bool,
    /// For how many days of a year the time of each player may stand still.
    #[serde(default = "usual_vacation", skip_serializing_if = "is_usual_vacation")]
    pub vacation: u16,
    /// Whether its result changes the ratings of its players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// What it has changed about them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatedResult>,
    /// What everybody may know of its dice. The secret is kept elsewhere.
    pub seal: Seal,
    /// How far it is.
    pub stage: Stage,
    /// Which change of it was the last: no two have the same, also where one of them was decided on and not made.
    #[serde(skip)]
    pub version: u64,
    /// How many inputs the record has.
    #[serde(skip)]
    pub ply: usize,
    /// How many outbox rows were written for it.
    #[serde(skip)]
    pub n_rows: u32,
    /// The outbox row of the board whose buttons are in use.
    #[serde(skip)]
    pub board: Option<u32>,
    /// When this board was posted because somebody asked for it.
    #[serde(skip)]
    pub board_asked: Option<Timestamp>,
    /// The offer that waits for an answer.
    #[serde(skip)]
    pub offer: Option<Offer>,
    /// How often each side has offered what.
    #[serde(skip)]
    pub offered: ByColor<OfferCounts>,
    /// The outbox row that told that it is paused, while it is: nobody moves then, and no clock runs.
    #[serde(skip)]
    pub paused: Option<u32>,
    /// When the challenge was opened.
    pub opened: Timestamp,
    /// When the challenge lapses, while it waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapses: Option<BotTime>,
    /// What the seats are told in direct messages.
    #[serde(skip)]
    pub whispers: ByColor<Whispers>,
    /// When something last happened.
    #[serde(skip)]
    pub changed: Timestamp,
    /// What time its players have left, while it is played with a limit.
    #[serde(skip)]
    pub clock: Option<MatchClock>,
    /// When it is to be looked at, as is stored.
    #[serde(skip)]
    pub due: Option<BotTime>,
    /// What the program remembers of it, if it plays.
    #[serde(skip)]
    pub mind: EngineState,
    /// What has helped who plays it against the program.
    #[serde(skip)]
    pub aids: HintUsage,
}

fn usual_vacation() -> u16 {
    USUAL_VACATION
}

fn is_usual_vacation(days: &u16) -> bool {
    *days == USUAL_VACATION
}

fn is_unlimited(time: &TimeControl) -> bool {
    *time == TimeControl::Unlimited
}

/// How far a match is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Nobody has accepted yet.
    Challenge,
    /// It was declined by this person, and never played.
    Declined(Player),
    /// The challenger took it back, and it was never played.
    Withdrawn,
    /// Nobody answered the challenge in time, and it was never played.
    Lapsed,
    /// It is being played by these two.
    Playing(#[serde(with = "codec::pair")] ByColor<Player>),
    /// It was played by these two and is over.
    Over(#[serde(with = "codec::pair")] ByColor<Player>),
}

/// How much of a game somebody may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lens {
    /// What everybody may know.
    Everybody,
    /// What the person on this seat may know.
    Seat(#[serde(with = "codec::text")] Color),
    /// Everything, once the game is over.
    Truth,
}

impl Lens {
    /// What is seen through these eyes.
    pub(crate) const fn of(eyes: Eyes) -> Lens {
        match eyes {
            Eyes::Seat(seat) => Lens::Seat(seat),
            Eyes::Everybody => Lens::Everybody,
            Eyes::Everything => Lens::Truth,
        }
    }

    /// What it shows of a game.
    pub fn view(self, game: &Game) -> View {
        match self {
            Lens::Everybody => game.public_view().as_view().clone(),
            Lens::Seat(seat) => game.seat_view(seat).as_view().clone(),
            Lens::Truth => game.truth().as_view().clone(),
        }
    }
}

impl Stage {
    /// Who plays which side, once the match is accepted.
    pub fn seats(&self) -> Option<&ByColor<Player>> {
        match self {
            Stage::Playing(seats) | Stage::Over(seats) => Some(seats),
            Stage::Challenge | Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => None,
        }
    }
}

impl Match {
    /// How much of the game this person may know.
    pub fn lens_of(&self, user: &UserId) -> Lens {
        match (&self.stage, self.seat_of(user)) {
            (Stage::Over(_), _) => Lens::Truth,
            (_, Some(seat)) => Lens::Seat(seat),
            (_, None) => Lens::Everybody,
        }
    }

    /// Who plays which side, once it is accepted.
    pub fn seats(&self) -> Option<&ByColor<Player>> {
        self.stage.seats()
    }

    /// All places where it is played, each of which is told all that everybody may know, with their numbers, which never
    /// change.
    pub fn places(&self) -> impl Iterator<Item = (u8, &MatchPlace)> {
        (0..).zip(std::iter::once(&self.home).chain(&self.away))
    }

    /// The platforms where it is told to somebody.
    pub fn platforms(&self) -> impl Iterator<Item = Platform> {
        let places = self.places().map(|(_, place)| place.channel.platform);
        let players = self.players().into_iter();
        places.chain(players.map(|player| player.account().platform))
    }

    /// The place with this number.
    pub fn place(&self, number: u8) -> Option<&MatchPlace> {
        let mut places = self.places();
        places.find_map(|(other, place)| (other == number).then_some(place))
    }

    /// The number of the place that is this channel.
    pub fn number_of(&self, channel: &ChannelId) -> Option<u8> {
        let mut places = self.places();
        places.find_map(|(number, place)| (place.channel == *channel).then_some(number))
    }

    /// Where a person finds it, with its number: a player where they play, others in the first place of their own platform.
    pub fn place_of(&self, user: &UserId) -> Option<(u8, &MatchPlace)> {
        let mut players = self.players().into_iter();
        let player = players.find(|player| player.is(user));
        let platform = player.map_or(user.platform, |player| player.account().platform);
        let is_theirs = |(_, place): &(u8, &MatchPlace)| place.channel.platform == platform;
        if player.is_some() && !self.challenger.is(user) {
            self.places().filter(is_theirs).last()
        } else {
            self.places().find(is_theirs)
        }
    }

    /// The one person who reads what is told in a place of it, if that is in direct messages.
    pub fn reader_in(&self, number: u8) -> Option<&Player> {
        self.place(number)
            .filter(|place| place.channel.is_direct())?;
        match number {
            0 => Some(&self.challenger),
            _ => {
                let mut players = self.players().into_iter();
                players.find(|player| player.id != self.challenger.id)
            }
        }
    }

    /// The number of the place that this person reads alone, if they play it there.
    pub fn direct_place_of(&self, user: &UserId) -> Option<u8> {
        let (number, _) = self.place_of(user)?;
        let reader = self.reader_in(number)?;
        reader.is(user).then_some(number)
    }

    /// Whether a person finds it in the place with this number.
    pub fn plays_in(&self, user: &UserId, number: u8) -> bool {
        let place = self.place_of(user);
        place.is_some_and(|(theirs, _)| theirs == number)
    }

    /// Whether it is played on several platforms.
    fn spans_platforms(&self) -> bool {
        let away = self.away.as_ref();
        away.is_some_and(|away| away.channel.platform != self.home.channel.platform)
    }

    /// How a player of it is called: with their platform, where it is played on several.
    pub(crate) fn name_of(&self, player: &Player) -> String {
        let is_of_platform = self.spans_platforms() && !player.is_deleted();
        match player.account().platform.title().filter(|_| is_of_platform) {
            Some(platform) => text::on_platform(&player.name, platform),
            None => player.name.clone(),
        }
    }

    /// What tells a player alone in direct messages how their match stands: their view, or the board where they play there.
    pub(crate) fn view_of(&self, seat: Color) -> Option<DeliveryId> {
        let player = &self.seats()?[seat];
        let (to, n) = match self.direct_place_of(&player.id) {
            Some(number) => (Readers::Place(number), self.board?),
            None => (Readers::Seat(seat), self.whispers[seat].view?),
        };
        Some(DeliveryId { id: self.id, to, n })
    }

    /// The side that this person plays.
    pub fn seat_of(&self, user: &UserId) -> Option<Color> {
        let seats = self.seats()?;
        Color::ALL.into_iter().find(|color| seats[*color].is(user))
    }

    /// The names of both sides, once it is accepted; before that, of nobody.
    pub fn names(&self) -> ByColor<String> {
        ByColor::from_fn(|color| {
            self.seats()
                .map(|seats| self.name_of(&seats[color]))
                .unwrap_or_default()
        })
    }

    /// A side as texts name it: `Ann (White)`.
    pub fn player_text(&self, color: Color) -> Text {
        text::player(arg::color(color), arg::name(&self.names()[color]))
    }

    /// Whether this side is played by the program.
    pub fn is_engine(&self, seat: Color) -> bool {
        self.seats()
            .is_some_and(|seats| seats[seat].id.platform == Platform::Engine)
    }

    /// Whether the player of this side plays it in direct messages.
    pub(crate) fn plays_in_direct(&self, seat: Color) -> bool {
        let seats = self.seats();
        seats.is_some_and(|seats| self.direct_place_of(&seats[seat].id).is_some())
    }

    /// Whether all is as in another that does not change with each move.
    pub(crate) fn has_terms_of(&self, other: &Match) -> bool {
        let Match {
            id,
            setup,
            home,
            away,
            is_open_elsewhere,
            challenger,
            challenged,
            turn_limit,
            side,
            rematch_of,
            time,
            loses_at_once,
            vacation,
            rated,
            ratings,
            seal,
            stage,
            opened,
            lapses,
            version: _,
            ply: _,
            n_rows: _,
            board: _,
            board_asked: _,
            offer: _,
            offered: _,
            paused: _,
            whispers: _,
            changed: _,
            clock: _,
            due: _,
            mind: _,
            aids: _,
        } = self;
        *id == other.id
            && *stage == other.stage
            && *seal == other.seal
            && *setup == other.setup
            && *home == other.home
            && *away == other.away
            && *is_open_elsewhere == other.is_open_elsewhere
            && *challenger == other.challenger
            && *challenged == other.challenged
            && *turn_limit == other.turn_limit
            && *side == other.side
            && *rematch_of == other.rematch_of
            && *time == other.time
            && *loses_at_once == other.loses_at_once
            && *vacation == other.vacation
            && *rated == other.rated
            && *ratings == other.ratings
            && *opened == other.opened
            && *lapses == other.lapses
    }

    /// Whether its record holds what not everybody may know yet.
    pub fn has_secrets(&self) -> bool {
        self.setup.variant().has_secrets() && !matches!(self.stage, Stage::Over(_))
    }

    /// Everyone who has to do with it.
    pub fn players(&self) -> Vec<&Player> {
        match self.seats() {
            Some(seats) => vec![&seats.white, &seats.black],
            None => std::iter::once(&self.challenger)
                .chain(&self.challenged)
                .collect(),
        }
    }

    /// The same by their ids.
    pub fn people(&self) -> impl Iterator<Item = &UserId> {
        self.players().into_iter().map(|player| &player.id)
    }
}
