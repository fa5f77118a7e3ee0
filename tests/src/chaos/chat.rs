//! People on the local Discord, each pair in its own channel.

use std::time::Duration;

use api::MatchId;
use async_trait::async_trait;
use rules::Color;
use testkit::Random;
use tests::{
    discord::{Discord, Guild, Interaction, Message, Room, User, permission},
    venue::BUSY,
};
use tokio::time::timeout;

use crate::{
    play::PlayerPair,
    script::N_PROCESSES,
    table::{Seats, meaning, opened},
    witness::{PlayerRequest, Reply},
};

/// The number of shards.
pub(crate) const N_SHARDS: usize = N_PROCESSES;

/// The minimum wait for an answer, and the maximum random addition to it, in milliseconds.
const PATIENCE: usize = 4000;
const MORE_PATIENCE: usize = 10_000;

/// The time for which a person waits for a challenge to appear.
const LOOK: Duration = Duration::from_secs(2);

/// Two people and their channel.
#[derive(Clone)]
pub(crate) struct ChatPair {
    /// The players, White first.
    users: [User; 2],
    lobby: Room,
}

/// The two players of a match.
pub(crate) struct ChatSeats {
    pair: ChatPair,
    id: MatchId,
}

/// Creates guilds in which each board is a separate message, one for each shard.
pub(crate) async fn guilds(discord: &Discord) -> Vec<Guild> {
    let manager = discord.user("Manager");
    let mut guilds: Vec<Option<Guild>> = vec![None; N_SHARDS];
    for n in 0.. {
        let missing = guilds.iter().any(Option::is_none);
        if !missing {
            break;
        }
        // A guild created a millisecond later is on the next shard.
        discord.advance(Duration::from_millis(1));
        let guild = discord.guild(&format!("server {n}"));
        let shard = (guild.id.0 >> 22) as usize % N_SHARDS;
        guilds[shard].get_or_insert(guild);
    }
    let guilds: Vec<Guild> = guilds.into_iter().flatten().collect();
    for guild in &guilds {
        manager.joins(guild);
        guild.set_rights(&manager, permission::USUAL | permission::MANAGE_GUILD);
        let lobby = guild.channel("rules");
        let said = manager.types(&lobby, "/settings server boards:each");
        let said = said.answer().await.text;
        assert!(said.contains("Boards: "), "{said}");
    }
    guilds
}

/// Waits for the answer to an interaction for a limited time. The notice of a delay does not count as an answer.
async fn answer(asked: &Interaction, random: &mut Random) -> Option<Message> {
    let patience = (PATIENCE + random.below(MORE_PATIENCE)) as u64;
    let answered = async {
        for n in 1.. {
            let last = asked.answers(n).await.pop();
            if let Some(last) = last.filter(|last| last.text != BUSY) {
                return Some(last);
            }
        }
        None
    };
    let answered = timeout(Duration::from_millis(patience), answered).await;
    answered.ok().flatten()
}

impl ChatPair {
    /// Creates the pair with this number in its own channel.
    pub(crate) fn come(n: usize, discord: &Discord, guilds: &[Guild]) -> ChatPair {
        let guild = &guilds[n % guilds.len()];
        let users = ["White", "Black"].map(|color| discord.user(&format!("{color}{n}")));
        for user in &users {
            user.joins(guild);
        }
        let lobby = guild.channel(&format!("lobby{n}"));
        lobby.set_readers(&[&users[0], &users[1]]);
        ChatPair { users, lobby }
    }

    /// Returns the names of all pictures that both players saw.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = String> {
        let rooms = self.lobby.threads().into_iter().chain([self.lobby.clone()]);
        let posts = rooms.flat_map(|room| room.pictures());
        posts.map(|post| post.files[0].name.clone())
    }

    fn user(&self, seat: Color) -> &User {
        &self.users[seat as usize]
    }

    /// Waits for a limited time for the post with the button that accepts a challenge.
    async fn posted(&self, id: MatchId) -> Option<Message> {
        let look = |posts: &[Message]| {
            let mut posts = posts.iter();
            posts.find(|post| post.offers(&accept(id))).cloned()
        };
        let posted = self.lobby.until("the challenge", look);
        timeout(LOOK, posted).await.ok()
    }
}

#[async_trait]
impl PlayerPair for ChatPair {
    type Seats = ChatSeats;

    /// Each move takes three requests, and Discord accepts fifty a second from the bot.
    const PACE: Duration = Duration::from_millis(2500);

    const BEGINS: usize = 8;

    async fn challenge(&self, random: &mut Random) -> Option<ChatSeats> {
        let name = self.users[1].name();
        let typed = format!("/challenge variant:berolina opponent:@{name} color:white");
        let asked = self.users[0].types(&self.lobby, &typed);
        let said = answer(&asked, random).await?.text;
        if said.starts_with("Not confirmed") {
            return None;
        }
        Some(ChatSeats {
            pair: self.clone(),
            id: opened(&said)?,
        })
    }
}

/// Returns the id of the button that accepts a challenge.
fn accept(id: MatchId) -> String {
    format!("accept:{id}")
}

#[async_trait]
impl Seats for ChatSeats {
    async fn ask(&self, seat: Color, request: &PlayerRequest, mut random: Random) -> Reply {
        let (id, lobby) = (self.id, &self.pair.lobby);
        let user = self.pair.user(seat);
        let asked = match request {
            PlayerRequest::Accept => match self.pair.posted(id).await {
                Some(post) => user.presses_of(&post, &accept(id)),
                // The button is not there yet, or is already gone.
                None => return Reply::Nothing,
            },
            PlayerRequest::Play(action) => {
                user.types(lobby, &format!("/move move:{action} match:{id}"))
            }
            PlayerRequest::Read => user.types(lobby, &format!("/export match:{id}")),
        };
        let Some(said) = answer(&asked, &mut random).await else {
            return Reply::Unknown;
        };
        let file = said.files.first().map(|file| file.bytes.to_vec());
        let file = file.map(|bytes| String::from_utf8(bytes).expect("a record is a text"));
        meaning(&said.text, file.as_deref())
    }

    fn id(&self) -> MatchId {
        self.id
    }

    const PLACE: &str = "on Discord";
}
