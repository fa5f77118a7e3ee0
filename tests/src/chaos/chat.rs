//! People on the local Discord, each pair in a channel of its own.

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
    play::Company,
    script::N_PROCESSES,
    table::{Seats, meaning, opened},
    witness::{Reply, Wish},
};

/// How many shards there are.
pub(crate) const N_SHARDS: usize = N_PROCESSES;

/// How long somebody waits for an answer, at least, and how much longer at most, in milliseconds.
const PATIENCE: usize = 4000;
const MORE_PATIENCE: usize = 10_000;

/// How long somebody looks for a challenge.
const LOOK: Duration = Duration::from_secs(2);

/// Two people and the channel where they are.
#[derive(Clone)]
pub(crate) struct Couple {
    /// White first.
    users: [User; 2],
    lobby: Room,
}

/// The two of a match.
pub(crate) struct ChatSeats {
    couple: Couple,
    id: MatchId,
}

/// Servers on which each board is a message of its own, one for each shard.
pub(crate) async fn guilds(discord: &Discord) -> Vec<Guild> {
    let manager = discord.user("Manager");
    let mut guilds: Vec<Option<Guild>> = vec![None; N_SHARDS];
    for n in 0.. {
        let missing = guilds.iter().any(Option::is_none);
        if !missing {
            break;
        }
        // The next millisecond has servers of the next shard.
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

/// The answer to something, if it comes while somebody waits; that it takes longer is none.
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

impl Couple {
    /// The two of this number come to a channel of their own.
    pub(crate) fn come(n: usize, discord: &Discord, guilds: &[Guild]) -> Couple {
        let guild = &guilds[n % guilds.len()];
        let users = ["White", "Black"].map(|color| discord.user(&format!("{color}{n}")));
        for user in &users {
            user.joins(guild);
        }
        let lobby = guild.channel(&format!("lobby{n}"));
        lobby.set_readers(&[&users[0], &users[1]]);
        Couple { users, lobby }
    }

    /// The names of all pictures that both were shown.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = String> {
        let rooms = self.lobby.threads().into_iter().chain([self.lobby.clone()]);
        let posts = rooms.flat_map(|room| room.pictures());
        posts.map(|post| post.files[0].name.clone())
    }

    fn user(&self, seat: Color) -> &User {
        &self.users[seat as usize]
    }

    /// The post in the channel below which a challenge can be accepted, if it comes while somebody looks for it.
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
impl Company for Couple {
    type Seats = ChatSeats;

    /// Each move is three requests, and Discord takes fifty a second of the bot.
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
            couple: self.clone(),
            id: opened(&said)?,
        })
    }
}

/// The button that accepts a challenge.
fn accept(id: MatchId) -> String {
    format!("accept:{id}")
}

#[async_trait]
impl Seats for ChatSeats {
    async fn ask(&self, seat: Color, wish: &Wish, mut random: Random) -> Reply {
        let (id, lobby) = (self.id, &self.couple.lobby);
        let user = self.couple.user(seat);
        let asked = match wish {
            Wish::Accept => match self.couple.posted(id).await {
                Some(post) => user.presses_of(&post, &accept(id)),
                // It is not there yet, or not any more.
                None => return Reply::Nothing,
            },
            Wish::Play(action) => user.types(lobby, &format!("/move move:{action} match:{id}")),
            Wish::Read => user.types(lobby, &format!("/export match:{id}")),
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
