//! Accounts are linked across platforms while the program is killed. Afterwards both accounts belong to one person with all their
//! data, or neither has changed.

use matrix_sdk::ruma::OwnedRoomId;
use testkit::Random;
use tests::{
    crash::Shim,
    discord::{Interaction, Message, User},
    matrix::ReceivedEvent,
    venue::challenged,
};
use tokio::task::JoinHandle;

use super::{
    across_kills::{n_kills, start_doomed},
    both_platforms::BothPlatforms,
};

/// The number of kills.
const ROUNDS: usize = 10;

/// The number of kills in a long run.
const LONG: usize = 150;

const SEED: u64 = 20_261_124;

/// Ann on Matrix and a guest on Discord, who are to become one person.
struct Pair {
    platforms: BothPlatforms,
    /// Ann's direct room, the number of events that she had seen before, and the number of her requests there.
    own: OwnedRoomId,
    n_before: usize,
    n_asked: usize,
    guest: User,
    n_guests: usize,
    /// A challenge of the guest, which moves along with their account.
    challenge: String,
}

/// The error for a program that ends before the awaited event.
struct ProgramEnded;

/// Awaits a future, unless the program ends first.
async fn or_end<T>(
    awaited: impl Future<Output = T>,
    end: &mut JoinHandle<()>,
) -> Result<T, ProgramEnded> {
    tokio::select! {
        biased;
        came = awaited => Ok(came),
        how = end => {
            how.expect("it is killed");
            Err(ProgramEnded)
        }
    }
}

/// Returns the code in a message of the bot, if there is one.
fn code_in(text: &str) -> Option<&str> {
    text.split("Your code is ").nth(1)?.get(..9)
}

/// Tells whether a message of the bot lists several accounts.
fn lists_accounts(text: &str) -> bool {
    text.contains("These accounts are linked")
}

/// Returns the line of a profile that contains a rating.
fn rating(profile: &str) -> Option<String> {
    let mut lines = profile.lines();
    let line = lines.find(|line| line.contains("Berolina"))?;
    Some(line.replace(['*', '\\'], ""))
}

impl Pair {
    async fn gather() -> Pair {
        let platforms = BothPlatforms::open(&[]).await;
        let ann = &platforms.table.ann;
        ann.says(&platforms.table.room, "!odd help").await;
        let own = ann.reads(0, "Challenge somebody with").await.room;
        let mut pair = Pair {
            n_before: ann.now(),
            n_asked: 0,
            own,
            guest: platforms.dan.clone(),
            n_guests: 0,
            challenge: String::new(),
            platforms,
        };
        pair.invite().await;
        pair
    }

    /// Creates a new guest, who opens a challenge.
    async fn invite(&mut self) {
        self.n_guests += 1;
        let name = format!("Guest{}", self.n_guests);
        self.guest = self.platforms.discord.user(&name);
        let channel = self.platforms.discord.channel(&name.to_lowercase());
        let opened = self.guest.types(&channel, "/challenge variant:bario");
        self.challenge = challenged(&opened.answer().await.text).to_string();
    }

    /// Lets the guest lose a rated match to Dora.
    async fn lose(&self) {
        let (lobby, dora) = (&self.platforms.lobby, &self.platforms.dora);
        let text = format!(
            "/challenge variant:berolina opponent:@{} color:white rated:yes",
            self.guest.name()
        );
        dora.types(lobby, &text).answer().await;
        let post = self.guest.reads(lobby, "Dora challenges").await;
        self.guest.presses(&post, "Accept").answer().await;
        let threads = lobby.until_threads(1).await;
        threads[0].until_pictures(1).await;
        for (who, text) in [
            (dora, "/move move:e2g4"),
            (&self.guest, "/move move:d7f5"),
            (&self.guest, "/resign confirm:yes"),
        ] {
            let said = who.types(&threads[0], text).answer().await;
            assert!(said.text.starts_with("You "), "{}", said.text);
        }
    }

    fn types(&self, text: &str) -> Interaction {
        self.guest.types(&self.guest.direct(), text)
    }

    /// Sends a message of Ann. The bot receives it, however late.
    async fn ann_says(&mut self, text: &str) {
        self.n_asked += 1;
        self.platforms.table.ann.says(&self.own, text).await;
    }

    /// Returns the last answer to Ann, and checks that there is one for each request.
    async fn ann_reads(&self) -> String {
        let told = |seen: &[ReceivedEvent]| {
            let told = seen.iter().skip(self.n_before).filter(|event| {
                let is_told = event.room == self.own && event.is_said_by_bot();
                // The notice of the link is no answer to a request.
                is_told
                    && !event.is_picture_alone()
                    && !event.body().contains("is now linked to this account")
            });
            let told: Vec<_> = told.collect();
            assert!(
                told.len() <= self.n_asked,
                "{}",
                told[told.len() - 1].body()
            );
            (told.len() == self.n_asked).then(|| told[self.n_asked - 1].body().to_owned())
        };
        self.platforms.table.ann.until("each answer", told).await
    }

    /// Lets Ann request a code, which the guest types and confirms.
    async fn link(&mut self, end: &mut JoinHandle<()>) -> Result<(), ProgramEnded> {
        self.ann_says("link").await;
        let told = or_end(self.ann_reads(), end).await?;
        let code = code_in(&told).unwrap_or_else(|| panic!("no code but {told}"));
        let asked = self.types(&format!("/link code:{code}"));
        let asked = or_end(asked.answer(), end).await?;
        let is_asked = asked.text.starts_with("Do you want to link");
        assert!(is_asked, "{}", asked.text);
        let linked = self.guest.presses(&asked, "Yes, link them");
        let linked = or_end(linked.answers(1), end).await?;
        let is_said = |message: &Message| message.text.contains("is now linked to ann");
        assert!(linked.iter().any(is_said), "{}", linked[0].text);
        Ok(())
    }

    /// Tells whether both accounts belong to one person now, by all data that both receive.
    async fn is_linked(&mut self) -> bool {
        let guests = self.types("/link").answer().await;
        let is_linked = lists_accounts(&guests.text);
        for text in ["link", "games"] {
            self.ann_says(text).await;
            let told = self.ann_reads().await;
            let is_so = match text {
                "link" => lists_accounts(&told),
                _ => told.contains(&self.challenge),
            };
            assert_eq!(is_linked, is_so, "{told}");
        }
        let games = self.types("/games").answer().await;
        assert!(games.words().contains(&self.challenge), "{}", games.text);
        is_linked
    }

    async fn unlink(&mut self) {
        let accounts = self.types("/link").answer().await;
        let button = format!("Unlink {} [Discord]", self.guest.name());
        let said = self.guest.presses(&accounts, &button).answers(1).await;
        let is_said = |message: &Message| message.text.contains("is no longer linked");
        assert!(said.iter().any(is_said), "{}", said[0].text);
        assert!(!self.is_linked().await);
    }

    async fn rating_of_guest(&self) -> Option<String> {
        let profile = self.types("/profile").answer().await;
        rating(&profile.words())
    }

    async fn rating_of_ann(&mut self) -> Option<String> {
        self.ann_says("profile").await;
        rating(&self.ann_reads().await)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_linked_or_not_despite_repeated_kills() {
    let shim = Shim::build();
    let mut random = Random::new(SEED);
    let mut pair = Pair::gather().await;
    pair.lose().await;
    let brought = pair.rating_of_guest().await;
    assert!(brought.is_some());
    let mut is_brought = false;
    for _ in 0..n_kills(ROUNDS, LONG) {
        pair.platforms.table.kill();
        let n_syncs = 3 + random.below(13);
        let mut end = start_doomed(&mut pair.platforms, &shim, n_syncs).await;
        if pair.link(&mut end).await.is_ok() {
            // The next request kills the program.
            while or_end(pair.types("/link").answer(), &mut end).await.is_ok() {}
        }
        pair.platforms.table.start().await;
        pair.ann_reads().await;
        let rating = pair.rating_of_ann().await;
        if pair.is_linked().await {
            is_brought = true;
            assert_eq!(rating, brought, "what the first one brought stays hers");
            assert_eq!(pair.rating_of_guest().await, brought);
            pair.unlink().await;
            assert_eq!(pair.rating_of_ann().await, brought);
            assert_eq!(pair.rating_of_guest().await, None, "it counts once");
            pair.invite().await;
        } else if !is_brought {
            assert_eq!(rating, None);
        }
    }
    // A link without faults succeeds.
    let mut never = tokio::spawn(std::future::pending());
    assert!(pair.link(&mut never).await.is_ok() && pair.is_linked().await);
    never.abort();
    pair.platforms.close().await;
}
