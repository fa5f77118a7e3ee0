//! People on the pages of the programs.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use api::MatchId;
use async_trait::async_trait;
use rules::Color;
use serde_json::Value;
use testkit::Random;
use tests::{
    page_user::{PageUser, press, text},
    venue::{BUSY, BotAnswer as _},
};
use tokio::{
    sync::oneshot,
    time::{interval, timeout},
};

use crate::{
    play::PlayerPair,
    table::{Seats, meaning, opened},
    witness::{PlayerRequest, Reply},
};

/// The minimum wait for an answer, and the maximum random addition to it, in milliseconds.
const PATIENCE: usize = 2000;
const MORE_PATIENCE: usize = 4000;

/// The pause before a retry.
const PAUSE: Duration = Duration::from_millis(100);

/// The percentage of people who give up after each unanswered request.
const GIVES_UP: usize = 8;

/// The channels of a page.
const CHANNELS: [&str; 2] = ["lobby", "games"];

/// The interval between a spectator's reads of a page, and the time limit of a read.
const LOOKS: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_secs(5);

/// Two people, each of whom sends each request to a random page.
#[derive(Clone)]
pub(crate) struct PagePair {
    /// The players, White first.
    guests: [PageUser; 2],
    /// The channel of their matches.
    channel: &'static str,
    pages: Arc<Vec<String>>,
    n_events: Arc<AtomicUsize>,
}

/// The two players of a match.
pub(crate) struct PageSeats {
    pair: PagePair,
    id: MatchId,
}

impl PagePair {
    /// Signs the pair with this number in on a page.
    pub(crate) async fn come(n: usize, page: &str) -> PagePair {
        let guests = [
            PageUser::sign_in(page, &format!("White{n}")).await,
            PageUser::sign_in(page, &format!("Black{n}")).await,
        ];
        PagePair {
            guests,
            channel: CHANNELS[n % CHANNELS.len()],
            pages: Arc::new(vec![page.to_owned()]),
            n_events: Arc::default(),
        }
    }

    /// Lets the pair use any of these pages from now on.
    pub(crate) fn go_to(&mut self, pages: &Arc<Vec<String>>) {
        self.pages = Arc::clone(pages);
    }

    /// Sends a request, and repeats it on a random page if there is no answer or no confirmation. Returns `None` if the person
    /// gives up.
    async fn ask(&self, seat: Color, input: &Value, random: &mut Random) -> Option<Value> {
        let event = format!("event-{}", self.n_events.fetch_add(1, Ordering::Relaxed));
        let guest = &self.guests[seat as usize];
        let mut tries = interval(PAUSE);
        loop {
            tries.tick().await;
            let page = random.pick(&self.pages);
            let patience = (PATIENCE + random.below(MORE_PATIENCE)) as u64;
            let asked = guest.try_send(page, self.channel, &event, input);
            let heard = timeout(Duration::from_millis(patience), asked).await;
            match heard {
                Ok(Ok(Ok(body))) if is_certain(body["answer"].text()) => {
                    return Some(body["answer"].clone());
                }
                Ok(Ok(Err((status, why)))) if !status.is_server_error() => {
                    panic!("{input} was refused by the page: {status} {why}")
                }
                _ => {}
            }
            if random.chance(GIVES_UP) {
                return None;
            }
        }
    }
}

/// A spectator who sees all posts in the channels, on one page or another.
pub(crate) struct Spectator {
    guest: PageUser,
    pages: Arc<Vec<String>>,
    /// The last change of each channel up to which they have seen every change.
    since: BTreeMap<String, u64>,
    /// The picture of each post, by its channel and number.
    pictures: BTreeMap<(String, u64), String>,
}

impl Spectator {
    /// Signs a spectator in on the first of these pages.
    pub(crate) async fn come(pages: &Arc<Vec<String>>) -> Spectator {
        Spectator {
            guest: PageUser::sign_in(&pages[0], "Spectator").await,
            pages: Arc::clone(pages),
            since: BTreeMap::new(),
            pictures: BTreeMap::new(),
        }
    }

    /// Reads the pages again and again until `is_over`, because a page keeps only the latest posts.
    pub(crate) async fn watch(mut self, mut is_over: oneshot::Receiver<()>) -> Spectator {
        let mut looks = interval(LOOKS);
        for n in 0.. {
            tokio::select! {
                _ = looks.tick() => {}
                _ = &mut is_over => break,
            }
            self.look(n).await;
        }
        self
    }

    /// Returns the names of all pictures, once all deliveries are made and all pages are reachable.
    pub(crate) async fn pictures(mut self) -> impl Iterator<Item = String> {
        assert!(self.look(0).await, "the page shows what was posted");
        self.pictures.into_values()
    }

    /// Reads the posts since the last read. Tells whether this page shows all of them in time.
    async fn look(&mut self, page: usize) -> bool {
        let page = &self.pages[page % self.pages.len()];
        let look = async {
            let mut line = self.guest.try_listen(page, &self.since).await?;
            let mut posts = Vec::new();
            loop {
                let frame = line.next().await?;
                match frame["type"].as_str() {
                    Some("post") => posts.push(frame),
                    Some("caught-up") => return Some((posts, line.known().clone())),
                    _ => {}
                }
            }
        };
        // A post that was edited in the meantime carries a later change, before which others may be missing.
        let Ok(Some((posts, known))) = timeout(LOOK, look).await else {
            return false;
        };
        self.since = known;
        for post in posts {
            let (Some(place), Some(number)) = (post["place"].as_str(), post["number"].as_u64())
            else {
                return false;
            };
            let picture = post["picture"]["name"].as_str();
            self.pictures
                .extend(picture.map(|name| ((place.to_owned(), number), name.to_owned())));
        }
        true
    }
}

/// Tells whether an answer states its result.
fn is_certain(text: &str) -> bool {
    !text.starts_with("Not confirmed") && text != BUSY
}

#[async_trait]
impl PlayerPair for PagePair {
    type Seats = PageSeats;

    const PACE: Duration = Duration::from_millis(700);

    const BEGINS: usize = 3;

    async fn challenge(&self, random: &mut Random) -> Option<PageSeats> {
        let name = &self.guests[1].name;
        let input = text(&format!("/challenge berolina @{name} color:white"));
        let answer = self.ask(Color::White, &input, random).await?;
        Some(PageSeats {
            pair: self.clone(),
            id: opened(answer.text())?,
        })
    }
}

#[async_trait]
impl Seats for PageSeats {
    async fn ask(&self, seat: Color, request: &PlayerRequest, mut random: Random) -> Reply {
        let id = self.id;
        let input = match request {
            PlayerRequest::Accept => press(&format!("accept:{id}")),
            PlayerRequest::Play(action) => text(&format!("/move {action} match:{id}")),
            PlayerRequest::Read => text(&format!("/export match:{id}")),
        };
        match self.pair.ask(seat, &input, &mut random).await {
            Some(answer) => meaning(answer.text(), answer.file()),
            None => Reply::Unknown,
        }
    }

    fn id(&self) -> MatchId {
        self.id
    }

    const PLACE: &str = "at the pages";
}
