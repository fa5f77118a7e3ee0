//! A match: its people, its places and its stage.

use rules::{ByColor, Color, Game, Setup, View};
use serde::{Deserialize, Serialize};

use super::{
    codec,
    state::{MatchState, is_default},
};
use crate::{BotTime, DeliveryId, RatedResult, Readers};
use api::{ChannelId, MatchId, Platform, ServerId, SideChoice, Timestamp, UserId};
use command::{Eyes, TimeControl};
use dice::Seal;
use text::{DELETED_PLAYER, Language, Text, arg};

/// The days of vacation of a player in a year, unless a server has another number.
pub(crate) const USUAL_VACATION: u16 = 21;

/// A person, with their name at the time when they joined the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The first account of the person, even if they play by another.
    pub id: UserId,
    /// The account by which they play, are messaged and are mentioned, if that is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<UserId>,
    /// The name to show: one line, at most 64 characters, nothing that disturbs the text around it.
    pub name: String,
    /// The language of their platform when they last did something in the match, if the bot speaks it.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "codec::known_option"
    )]
    pub language: Option<Language>,
}

impl Player {
    /// The prefix of the ids that stand for deleted people.
    pub(crate) const DELETED_ID: &str = "deleted-";

    /// Returns the player that stands for a deleted person.
    pub(crate) fn deleted(placeholder: UserId) -> Player {
        Player {
            id: placeholder,
            account: None,
            name: DELETED_PLAYER.to_owned(),
            language: None,
        }
    }

    /// Returns the account by which they are messaged and mentioned.
    pub fn account(&self) -> &UserId {
        self.account.as_ref().unwrap_or(&self.id)
    }

    /// Returns whether this person, or the account by which they play, has this id.
    pub fn is(&self, user: &UserId) -> bool {
        self.id == *user || self.account.as_ref() == Some(user)
    }

    /// Returns whether this player stands for a deleted person.
    pub fn is_deleted(&self) -> bool {
        self.id.id.starts_with(Player::DELETED_ID) && self.name == DELETED_PLAYER
    }
}

/// A place that shows a match to all its readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchPlace {
    /// The channel, or the direct messages of the player who plays it there.
    pub channel: ChannelId,
    /// The language of public messages about it, if one has been chosen for the place.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "codec::known_option"
    )]
    pub language: Option<Language>,
    /// The server, if it is on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerId>,
}

/// The stored data of a match except its inputs. The fields that change with each move are stored separately.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The id, by which people name it.
    pub id: MatchId,
    /// The variant, its options and its first position.
    #[serde(with = "codec::text")]
    pub setup: Setup,
    /// The place where the challenge was opened and the challenger plays. The settings of its server apply to the match.
    #[serde(flatten)]
    pub home: MatchPlace,
    /// The place where the opponent of the challenger plays, if that is elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<MatchPlace>,
    /// True if any person with its id can join from elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_open_elsewhere: bool,
    /// The challenger.
    pub challenger: Player,
    /// The challenged person, if the challenge names one.
    pub challenged: Option<Player>,
    /// The number of turns of each side after which it is drawn.
    pub turn_limit: u32,
    /// The side that the challenger wants.
    #[serde(with = "codec::text")]
    pub side: SideChoice,
    /// The finished match of the same two that it follows, colors swapped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<MatchId>,
    /// The time control.
    #[serde(default, skip_serializing_if = "is_default")]
    pub time: TimeControl,
    /// True if a player loses at once when their time runs out, without a claim of the opponent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loses_at_once: bool,
    /// The days of a year for which the clock of each player may stand still.
    #[serde(default = "usual_vacation", skip_serializing_if = "is_usual_vacation")]
    pub vacation: u16,
    /// True if its result changes the ratings of its players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// True if it began on servers that list their matches on the page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_listed: bool,
    /// The changes of these ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatedResult>,
    /// The public part of its dice. The secret is stored elsewhere.
    pub seal: Seal,
    /// The stage.
    pub stage: Stage,
    /// The time at which the challenge was opened.
    pub opened: Timestamp,
    /// The time at which the challenge lapses, while it waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapses: Option<BotTime>,
    /// The part that changes with each move.
    #[serde(skip)]
    pub state: MatchState,
}

fn usual_vacation() -> u16 {
    USUAL_VACATION
}

fn is_usual_vacation(days: &u16) -> bool {
    *days == USUAL_VACATION
}

/// The stage of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The challenge waits for an answer.
    Challenge,
    /// It was declined by this person, and never played.
    Declined(Player),
    /// The challenger took it back, and it was never played.
    Withdrawn,
    /// No one answered the challenge in time, and it was never played.
    Lapsed,
    /// It is being played by these two.
    Playing(#[serde(with = "codec::pair")] ByColor<Player>),
    /// It was played by these two and is over.
    Over(#[serde(with = "codec::pair")] ByColor<Player>),
}

/// The part of a game that a reader may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lens {
    /// The public part.
    Everybody,
    /// The part that the person on this seat may know.
    Seat(#[serde(with = "codec::text")] Color),
    /// The whole game, once it is over.
    Truth,
}

impl Lens {
    /// Returns the lens for these eyes.
    pub(crate) const fn of(eyes: Eyes) -> Lens {
        match eyes {
            Eyes::Seat(seat) => Lens::Seat(seat),
            Eyes::Everybody => Lens::Everybody,
            Eyes::Everything => Lens::Truth,
        }
    }

    /// Returns the lens of the person on a seat, or of others before the match is over.
    pub(crate) fn of_seat(seat: Option<Color>) -> Lens {
        seat.map_or(Lens::Everybody, Lens::Seat)
    }

    /// Returns the view of a game through this lens.
    pub fn view(self, game: &Game) -> View {
        match self {
            Lens::Everybody => game.public_view().as_view().clone(),
            Lens::Seat(seat) => game.seat_view(seat).as_view().clone(),
            Lens::Truth => game.truth().as_view().clone(),
        }
    }
}

impl Stage {
    /// Returns the players of both sides, once the match is accepted.
    pub fn seats(&self) -> Option<&ByColor<Player>> {
        match self {
            Stage::Playing(seats) | Stage::Over(seats) => Some(seats),
            Stage::Challenge | Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => None,
        }
    }
}

impl Match {
    /// Returns the lens through which this person may see the game.
    pub fn lens_of(&self, user: &UserId) -> Lens {
        match (&self.stage, self.seat_of(user)) {
            (Stage::Over(_), _) => Lens::Truth,
            (_, seat) => Lens::of_seat(seat),
        }
    }

    /// Returns the players of both sides, once it is accepted.
    pub fn seats(&self) -> Option<&ByColor<Player>> {
        self.stage.seats()
    }

    /// Iterates over all places where it is played, with their numbers, which never change. Each place gets the public
    /// messages.
    pub fn places(&self) -> impl Iterator<Item = (u8, &MatchPlace)> {
        (0..).zip(std::iter::once(&self.home).chain(&self.away))
    }

    /// Iterates over the platforms that its deliveries go to.
    pub fn platforms(&self) -> impl Iterator<Item = Platform> {
        let places = self.places().map(|(_, place)| place.channel.platform);
        let players = self.players().into_iter();
        places.chain(players.map(|player| player.account().platform))
    }

    /// Returns the place with this number.
    pub fn place(&self, number: u8) -> Option<&MatchPlace> {
        let mut places = self.places();
        places.find_map(|(other, place)| (other == number).then_some(place))
    }

    /// Returns the number of the place that is this channel.
    pub fn number_of(&self, channel: &ChannelId) -> Option<u8> {
        let mut places = self.places();
        places.find_map(|(number, place)| (place.channel == *channel).then_some(number))
    }

    /// Returns the place where a person finds it, with its number. That is a player's own place, or the first place on the
    /// platform of another person. A player who uses the page with an account of another platform finds it in its first place.
    pub fn place_of(&self, user: &UserId) -> Option<(u8, &MatchPlace)> {
        let mut players = self.players().into_iter();
        let player = players.find(|player| player.is(user));
        let platform = player.map_or(user.platform, |player| player.account().platform);
        let is_theirs = |(_, place): &(u8, &MatchPlace)| place.channel.platform == platform;
        let own = if player.is_some() && !self.challenger.is(user) {
            self.places().filter(is_theirs).last()
        } else {
            self.places().find(is_theirs)
        };
        own.or_else(|| player.and_then(|_| self.places().next()))
    }

    /// Returns the only reader of one of its places, if that place is direct messages.
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

    /// Returns the number of the place that this person reads alone, if they play it there.
    pub fn direct_place_of(&self, user: &UserId) -> Option<u8> {
        let (number, _) = self.place_of(user)?;
        let reader = self.reader_in(number)?;
        reader.is(user).then_some(number)
    }

    /// Returns whether a person finds it in the place with this number.
    pub fn plays_in(&self, user: &UserId, number: u8) -> bool {
        let place = self.place_of(user);
        place.is_some_and(|(theirs, _)| theirs == number)
    }

    /// Returns whether it is played on several platforms, or by accounts of several ones.
    fn spans_platforms(&self) -> bool {
        let places = self.places().map(|(_, place)| place.channel.platform);
        let people = self.players().into_iter();
        let people = people.filter(|player| !player.is_deleted() && !player.is_program());
        let mut platforms = places.chain(people.map(|player| player.account().platform));
        let first = platforms.next();
        platforms.any(|platform| Some(platform) != first)
    }

    /// Returns the name of one of its players, with their platform if it is played on several.
    pub(crate) fn name_of(&self, player: &Player) -> String {
        let is_of_platform = self.spans_platforms() && !player.is_deleted();
        match player.account().platform.title().filter(|_| is_of_platform) {
            Some(platform) => text::on_platform(&player.name, platform),
            None => player.name.clone(),
        }
    }

    /// Returns the private delivery that shows a player the state of the match. That is their view, or the board if they play
    /// in direct messages.
    pub(crate) fn view_of(&self, seat: Color) -> Option<DeliveryId> {
        let player = &self.seats()?[seat];
        let (to, n) = match self.direct_place_of(&player.id) {
            Some(number) => (Readers::Place(number), self.state.board?),
            None => (Readers::Seat(seat), self.state.whispers[seat].view?),
        };
        Some(DeliveryId { id: self.id, to, n })
    }

    /// Returns the side that this person plays.
    pub fn seat_of(&self, user: &UserId) -> Option<Color> {
        let seats = self.seats()?;
        Color::ALL.into_iter().find(|color| seats[*color].is(user))
    }

    /// Returns the names of both sides; they are empty before it is accepted.
    pub fn names(&self) -> ByColor<String> {
        ByColor::from_fn(|color| {
            self.seats()
                .map(|seats| self.name_of(&seats[color]))
                .unwrap_or_default()
        })
    }

    /// Returns a side as texts name it: `Ann (White)`.
    pub fn player_text(&self, color: Color) -> Text {
        text::player(arg::color(color), arg::name(&self.names()[color]))
    }

    /// Returns whether the program plays this side.
    pub fn is_engine(&self, seat: Color) -> bool {
        self.seats()
            .is_some_and(|seats| seats[seat].id.platform == Platform::Engine)
    }

    /// Returns whether the player of this side plays it in direct messages.
    pub(crate) fn plays_in_direct(&self, seat: Color) -> bool {
        let seats = self.seats();
        seats.is_some_and(|seats| self.direct_place_of(&seats[seat].id).is_some())
    }

    /// Returns whether it equals another match in all fields that do not change with each move.
    pub(crate) fn has_terms_of(&self, other: &Match) -> bool {
        let mut same = other.clone();
        same.state = self.state;
        same == *self
    }

    /// Returns whether its record holds secret inputs.
    pub fn has_secrets(&self) -> bool {
        self.setup.variant().has_secrets() && !matches!(self.stage, Stage::Over(_))
    }

    /// Returns both players, or before it is accepted the challenger and the challenged.
    pub fn players(&self) -> Vec<&Player> {
        match self.seats() {
            Some(seats) => vec![&seats.white, &seats.black],
            None => std::iter::once(&self.challenger)
                .chain(&self.challenged)
                .collect(),
        }
    }

    /// Iterates over the ids of these players.
    pub fn people(&self) -> impl Iterator<Item = &UserId> {
        self.players().into_iter().map(|player| &player.id)
    }
}
