//! People at the pages of the programs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use bot::ports::MatchId;
use rules::Color;
use serde_json::Value;
use testkit::Random;
use tests::{
    guest::{Guest, press, text},
    venue::{Answered as _, BUSY},
};
use tokio::time::{interval, timeout};

use crate::{
    play::Company,
    table::{Seats, meaning, opened},
    witness::{Reply, Wish},
};

/// How long somebody waits for an answer, at least, and how much longer at most, in milliseconds.
const PATIENCE: usize = 2000;
const MORE_PATIENCE: usize = 4000;

/// How long somebody waits before they try again.
const PAUSE: Duration = Duration::from_millis(100);

/// How many of a hundred who are not answered give up each time.
const GIVES_UP: usize = 8;

/// The channels of a page.
const CHANNELS: [&str; 2] = ["lobby", "games"];

/// Two people, each of whom asks whichever page they like.
#[derive(Clone)]
pub(crate) struct Visitors {
    /// White first.
    guests: [Guest; 2],
    /// In which channel they play.
    channel: &'static str,
    pages: Arc<Vec<String>>,
    n_events: Arc<AtomicUsize>,
}

/// The two of a match.
pub(crate) struct PageSeats {
    visitors: Visitors,
    id: MatchId,
}

impl Visitors {
    /// The two of this number come to a page.
    pub(crate) async fn come(n: usize, page: &str) -> Visitors {
        let guests = [
            Guest::sign_in(page, &format!("White{n}")).await,
            Guest::sign_in(page, &format!("Black{n}")).await,
        ];
        Visitors {
            guests,
            channel: CHANNELS[n % CHANNELS.len()],
            pages: Arc::new(vec![page.to_owned()]),
            n_events: Arc::default(),
        }
    }

    /// They go to any of these pages from now on.
    pub(crate) fn go_to(&mut self, pages: &Arc<Vec<String>>) {
        self.pages = Arc::clone(pages);
    }

    /// Has somebody do something, and again where they hear of nothing or that it is not confirmed, here or there; nothing if they
    /// give up.
    async fn ask(&self, seat: Color, deed: &Value, random: &mut Random) -> Option<Value> {
        let event = format!("event-{}", self.n_events.fetch_add(1, Ordering::Relaxed));
        let guest = &self.guests[seat as usize];
        let mut tries = interval(PAUSE);
        loop {
            tries.tick().await;
            let page = random.pick(&self.pages);
            let patience = (PATIENCE + random.below(MORE_PATIENCE)) as u64;
            let asked = guest.try_say(page, self.channel, &event, deed);
            let heard = timeout(Duration::from_millis(patience), asked).await;
            match heard {
                Ok(Ok(Ok(body))) if is_certain(body["answer"].text()) => {
                    return Some(body["answer"].clone());
                }
                Ok(Ok(Err((status, why)))) if !status.is_server_error() => {
                    panic!("{deed} was refused by the page: {status} {why}")
                }
                _ => {}
            }
            if random.chance(GIVES_UP) {
                return None;
            }
        }
    }
}

/// Whether an answer tells what came of it.
fn is_certain(text: &str) -> bool {
    !text.starts_with("Not confirmed") && text != BUSY
}

#[async_trait]
impl Company for Visitors {
    type Seats = PageSeats;

    const PACE: Duration = Duration::from_millis(700);

    const BEGINS: usize = 3;

    async fn challenge(&self, random: &mut Random) -> Option<PageSeats> {
        let name = &self.guests[1].name;
        let deed = text(&format!("/challenge berolina @{name} color:white"));
        let answer = self.ask(Color::White, &deed, random).await?;
        Some(PageSeats {
            visitors: self.clone(),
            id: opened(answer.text())?,
        })
    }
}

#[async_trait]
impl Seats for PageSeats {
    async fn ask(&self, seat: Color, wish: &Wish, mut random: Random) -> Reply {
        let id = self.id;
        let deed = match wish {
            Wish::Accept => press(&format!("accept:{id}")),
            Wish::Play(action) => text(&format!("/move {action} match:{id}")),
            Wish::Read => text(&format!("/export match:{id}")),
        };
        match self.visitors.ask(seat, &deed, &mut random).await {
            Some(answer) => meaning(answer.text(), answer.file()),
            None => Reply::Unknown,
        }
    }

    fn name(&self) -> String {
        format!("{} on the page", self.id)
    }
}
