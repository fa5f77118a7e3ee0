//! One person with two accounts: Bob on Discord is Rob on the page, and plays Ann, who is on the page.

use std::sync::Arc;

use api::{
    BoardQuery, BoardSide, ChannelId, Component, Event, EventId, Listener, LiveBoard, MatchId,
    Message, Place, Platform, Public, Speaker, UserId,
};
use service::Player;
use tests::{
    fake_chat::{AnswerReceiver, FakeChat, Said, TestBot, Told, Whispered, channel, person},
    user_input::UserInput,
    venue::{Answered, Venue, challenged},
};
use text::{Language, Part, parts};

/// A bot on the page, where Ann is, and on Discord, where Bob and Eve are.
struct Apart {
    here: TestBot,
    there: Arc<FakeChat>,
    ears: AnswerReceiver,
}

/// Returns the id of a person on Discord.
fn on_discord(name: &str) -> UserId {
    UserId::new(Platform::Discord, name.to_lowercase())
}

/// Returns Bob's channel on Discord.
fn hall() -> ChannelId {
    ChannelId::new(Platform::Discord, "hall")
}

impl Apart {
    /// Opens a challenge as Ann and joins it as Bob.
    async fn joined(what: &str) -> (Apart, MatchId) {
        let (there, ears) = FakeChat::on(Platform::Discord, &["Bob", "Eve"]);
        let here = TestBot::in_memory(&["Ann"], |parts| {
            parts.chats.push(Arc::clone(&there) as Arc<_>);
        });
        let mut apart = Apart { here, there, ears };
        let id = apart.here.challenge(&format!("{what} open:yes")).await;
        let text = apart.bob(&format!("/join {id}")).await;
        assert!(text.starts_with("You accepted the challenge."), "{text}");
        (apart, id)
    }

    /// Returns the reply to a person on Discord who does something there.
    async fn there(&mut self, name: &str, place: Place, what: &str) -> String {
        let like = self.here.event(name, UserInput::short(what));
        let event = Event {
            id: EventId::new(Platform::Discord, like.id.id),
            speaker: Speaker {
                id: on_discord(name),
                name: name.to_owned(),
            },
            place,
            ..like
        };
        self.here.core.hear(event.clone()).await;
        let (id, told) = self.ears.recv().await.expect("every event is answered");
        assert_eq!(id, event.id);
        let Told::Answer(answer) = told else {
            panic!("{what} is answered");
        };
        self.here.core.idle().await;
        answer.message.text
    }

    /// Returns the reply to Ann.
    async fn here(&mut self, what: &str) -> String {
        self.here.does("Ann", what).await.text().to_owned()
    }

    /// Returns the reply to Bob in the channel where he plays.
    async fn bob(&mut self, what: &str) -> String {
        self.there("Bob", Place::Channel(hall()), what).await
    }

    /// Returns the reply to Rob, or another user of the page.
    async fn on_page(&mut self, name: &str, what: &str) -> String {
        self.here.does(name, what).await.text().to_owned()
    }

    /// Returns the board of a match that a user of the page sees.
    async fn board(&self, name: &str, id: MatchId) -> LiveBoard {
        let query = BoardQuery {
            id,
            ply: None,
            viewer: Some(person(name).id),
            eyes: None,
            bottom: None,
            is_dark: false,
            language: Language::ENGLISH,
        };
        let board = self.here.core.board(query).await;
        board.expect("it is drawn").board.clone()
    }

    /// Requests a code as Bob on Discord.
    async fn code(&mut self) -> String {
        let told = self.there("Bob", Place::Direct, "/link").await;
        let code = told
            .strip_prefix("Your code is ")
            .and_then(|rest| rest.get(..9));
        code.unwrap_or_else(|| panic!("{told}")).to_owned()
    }

    /// Types the code of Bob on Discord as Rob on the page.
    async fn link(&mut self) {
        self.link_untold().await;
        // Bob receives a message, in case another person typed the code.
        self.here.core.finish().await;
        let news = self.news();
        let [told] = &news[..] else {
            panic!("{news:?}");
        };
        assert!(
            told.starts_with("Rob [Web] is now linked to this account"),
            "{told}"
        );
    }

    /// Returns the messages to Bob about accounts.
    fn news(&self) -> Vec<String> {
        let told = self.there.whispered().into_iter();
        let told = told.filter(|told| told.user == on_discord("Bob"));
        let texts = told.map(|told| told.message.text);
        texts.filter(|text| text.contains("linked")).collect()
    }

    /// Links the accounts without a check of the message to Bob.
    async fn link_untold(&mut self) {
        let code = self.code().await;
        let asked = self.on_page("Rob", &format!("/link {code}")).await;
        let expected =
            "Do you want to link Rob [Web], with which you are writing, to Bob [Discord]?";
        assert!(asked.starts_with(expected), "{asked}");
        let press = format!("link:{}", code.replace('-', ""));
        let linked = self.on_page("Rob", &press).await;
        assert!(
            linked.starts_with("This account is now linked to Bob."),
            "{linked}"
        );
    }

    /// Advances the time.
    async fn tick(&self) {
        self.here.core.tick().await;
        self.here.core.idle().await;
    }

    /// Unlinks Rob's account as Bob.
    async fn unlink(&mut self) {
        let answer = self.link_buttons().await;
        let told = self.there("Bob", Place::Direct, &answer).await;
        assert!(told.starts_with("Rob is no longer linked."), "{told}");
    }

    /// Returns the button that unlinks Rob, as his own list shows it.
    async fn link_buttons(&mut self) -> String {
        let answer = self.here.does("Rob", "/link").await;
        let ids = buttons(&answer.message);
        let [unlink] = &ids[..] else {
            panic!("one account can be unlinked: {ids:?}");
        };
        unlink.clone()
    }
}

/// Returns the channel of each post, and its first text.
fn posted(scene: &FakeChat) -> Vec<(ChannelId, Message<Public>)> {
    let posts = scene.said().into_iter().filter_map(|said| match said {
        Said::Post(channel, message) => Some((channel, message)),
        _ => None,
    });
    posts.collect()
}

/// Returns the readers of private messages, in order.
fn readers(scene: &FakeChat) -> Vec<String> {
    let whispered = scene.whispered().into_iter();
    whispered
        .map(|one: Whispered| one.user.to_string())
        .collect()
}

fn buttons<A>(message: &Message<A>) -> Vec<String> {
    let rows = message.controls.iter().filter_map(|row| match row {
        Component::Buttons(buttons) => {
            Some(buttons.iter().map(|button| button.control.to_string()))
        }
        Component::Menu(_) => None,
    });
    rows.flatten().collect()
}

/// Tells whether this account received a private message or a call.
fn hears(apart: &Apart, user: &UserId) -> bool {
    let scenes = [&apart.here.scene, &apart.there];
    scenes.iter().any(|scene| {
        let is_called = posted(scene)
            .iter()
            .any(|(_, message)| message.mentions.contains(user));
        is_called || readers(scene).contains(&user.to_string())
    })
}

#[tokio::test]
async fn a_linked_account_sees_and_plays_a_hidden_match_and_nobody_else_does() {
    let (mut apart, id) = Apart::joined("chakart white").await;
    let mut changes = apart.here.core.changes();
    for name in ["Rob", "Eve"] {
        assert_eq!(apart.board(name, id).await.position.seat, None);
    }
    apart.link().await;
    assert_eq!(
        changes.recv().await.ok(),
        Some(None),
        "who watches looks again"
    );
    assert_eq!(
        apart.board("Rob", id).await.position.seat,
        Some(BoardSide::Black)
    );
    assert_eq!(apart.board("Eve", id).await.position.seat, None);
    assert_eq!(
        apart.board("Rob", id).await.place.as_deref(),
        Some(&*channel("lobby").id),
        "the place on the page"
    );
    let told = apart.on_page("Rob", &format!("/view match:{id}")).await;
    assert!(told.contains(&id.to_string()), "{told}");

    apart.here("/move e2e4").await;
    assert!(!apart.board("Rob", id).await.position.actions.is_empty());
    assert!(apart.board("Eve", id).await.position.actions.is_empty());
    // The bot calls him and writes to him by the account with which he plays.
    let (places, _): (Vec<_>, Vec<_>) = posted(&apart.there).into_iter().unzip();
    assert!(places.iter().all(|place| *place == hall()));
    assert!(hears(&apart, &on_discord("Bob")));
    assert!(!hears(&apart, &person("Rob").id));
    let moved = apart
        .on_page("Rob", &format!("/move e7e5 match:{id}"))
        .await;
    assert!(moved.contains("e5"), "{moved}");
    assert!(!hears(&apart, &person("Rob").id));
    assert_eq!(
        apart.here.found(id).0.state.ply,
        apart.board("Ann", id).await.last_ply
    );
}

#[tokio::test]
async fn an_account_that_is_unlinked_sees_nothing_from_then_on() {
    let (mut apart, id) = Apart::joined("chakart white").await;
    apart.link().await;
    apart.here("/move e2e4").await;
    assert_eq!(
        apart.board("Rob", id).await.position.seat,
        Some(BoardSide::Black)
    );
    let before = apart.board("Eve", id).await;
    let mut changes = apart.here.core.changes();
    apart.unlink().await;
    // Bob plays it by his first account, so nothing of it changes, but watchers receive an update at once.
    assert_eq!(changes.recv().await.ok(), Some(None));
    let after = apart.board("Rob", id).await;
    assert!(after == before, "he sees what everybody sees");
    let refused = apart
        .on_page("Rob", &format!("/move e7e5 match:{id}"))
        .await;
    assert!(refused.contains("is played by others"), "{refused}");
    let moved = apart.bob("/move e7e5").await;
    assert!(moved.contains("e5"), "{moved}");
}

#[tokio::test]
async fn links_outlive_a_restart_and_a_code_is_private_to_who_asks() {
    let (mut apart, id) = Apart::joined("chakart white").await;
    let n_said = [&apart.here.scene, &apart.there].map(|scene| scene.said().len());
    apart.link().await;
    let said = [&apart.here.scene, &apart.there].map(|scene| scene.said().len());
    assert_eq!(said, n_said, "nobody else hears of it");
    let mut again = apart.here.restarted(&["Ann"]);
    let told = again.does("Rob", "/games").await.text().to_owned();
    assert!(told.contains(&id.to_string()), "{told}");
    assert_eq!(
        again
            .found(id)
            .0
            .seat_of(&UserId::new(Platform::Discord, "bob")),
        Some(rules::Color::Black)
    );
}

#[tokio::test]
async fn who_cannot_be_told_of_a_link_is_told_once_as_soon_as_they_can() {
    for away in [FakeChat::go_away, FakeChat::be_elsewhere] {
        let (mut apart, _) = Apart::joined("chakart white").await;
        away(&apart.there, true);
        apart.link_untold().await;
        apart.tick().await;
        assert_eq!(apart.news(), Vec::<String>::new());
        away(&apart.there, false);
        apart.tick().await;
        apart.tick().await;
        assert_eq!(apart.news().len(), 1);
        // The next one also receives a message.
        apart.unlink().await;
        away(&apart.there, true);
        apart.link_untold().await;
        away(&apart.there, false);
        apart.tick().await;
        assert_eq!(apart.news().len(), 2);
    }
}

#[tokio::test]
async fn who_takes_messages_from_nobody_is_not_told_again_and_again() {
    let (mut apart, _) = Apart::joined("chakart white").await;
    apart.there.close(&on_discord("Bob"), true);
    apart.link_untold().await;
    apart.here.core.finish().await;
    apart.there.close(&on_discord("Bob"), false);
    apart.tick().await;
    assert_eq!(apart.news(), Vec::<String>::new());
}

#[tokio::test]
async fn nobody_is_told_of_a_link_that_is_no_more() {
    let (mut apart, _) = Apart::joined("chakart white").await;
    apart.there.go_away(true);
    apart.link_untold().await;
    apart.unlink().await;
    apart.there.go_away(false);
    apart.tick().await;
    assert_eq!(apart.news(), Vec::<String>::new());
}

#[tokio::test]
async fn who_is_deleted_is_forgotten_by_all_their_platforms() {
    let (mut apart, id) = Apart::joined("chakart white").await;
    apart.link().await;
    let asked = apart.here.does("Rob", "delete-me").await;
    let delete = buttons(&asked.message).pop().expect("a button");
    let deleted = apart.on_page("Rob", &delete).await;
    assert!(deleted.starts_with("You are deleted."), "{deleted}");
    assert_eq!(apart.here.scene.forgotten(), [person("Rob").id]);
    assert_eq!(apart.there.forgotten(), [on_discord("Bob")]);
    let game_match = apart.here.found(id).0;
    assert_eq!(game_match.names().black, "a deleted player");
    assert_eq!(game_match.seat_of(&person("Rob").id), None);
}

#[tokio::test]
async fn who_has_an_account_where_the_bot_is_no_more_is_given_the_rest_and_deleted_once_they_unlink_it()
 {
    let (mut apart, id) = Apart::joined("chakart white").await;
    apart.link().await;
    let mut again = apart.here.restarted(&["Ann"]);
    let file = again.does("Rob", "export-mine").await;
    let file = file.message.attachment.expect("a file");
    let told = "discord is not switched on";
    assert!(file.text.contains(told), "{}", file.text);
    let asked = again.does("Rob", "delete-me").await;
    let delete = buttons(&asked.message).pop().expect("a button");
    let told = again.does("Rob", &delete).await.text().to_owned();
    assert!(told.starts_with("I cannot reach Discord"), "{told}");
    let seat = |stage: &TestBot| stage.found(id).0.seat_of(&on_discord("Bob"));
    assert_eq!(
        seat(&again),
        Some(rules::Color::Black),
        "nothing is deleted"
    );
}

/// Returns the links to messages in a text: the name of their platform, and their address.
fn links(text: &str) -> Vec<(&str, &str)> {
    let links = parts(text).filter_map(|part| match part {
        Part::Link {
            platform, address, ..
        } => Some((platform, address)),
        _ => None,
    });
    links.collect()
}

#[tokio::test]
async fn each_match_of_a_list_leads_to_where_it_is_played_wherever_the_list_is_read() {
    let (mut apart, _) = Apart::joined("chakart white").await;
    apart.link().await;
    let id = apart.here.challenge("berolina white").await;
    let told = apart.on_page("Rob", &format!("accept:{id}")).await;
    assert!(told.starts_with("You accepted"), "{told}");
    let on_page = apart.on_page("Rob", "/games").await;
    let there = apart.there("Bob", Place::Direct, "/games").await;
    for told in [on_page, there] {
        let mut found = links(&told);
        found.sort_unstable();
        let [(discord, there), (web, here)] = found[..] else {
            panic!("{told}");
        };
        assert_eq!((discord, web), ("Discord", "Web"));
        assert!(
            there.starts_with("https://discord.com/channels/@me/"),
            "{there}"
        );
        assert!(here.parse::<usize>().is_ok(), "{here}");
    }
}

#[tokio::test]
async fn a_challenge_in_a_group_is_accepted_by_another_account_and_played_by_the_one_it_names() {
    let (mut apart, _) = Apart::joined("berolina white").await;
    apart.link().await;
    let text = "/challenge berolina Bob white";
    let id = challenged(&apart.there("Eve", Place::Group, text).await);
    let is_in_group = readers(&apart.there).contains(&on_discord("Eve").to_string());
    assert!(is_in_group, "she plays it in direct messages");
    // On the page he sees the public view of the group.
    let controls = apart.board("Rob", id).await.controls;
    let row = controls.into_iter().find_map(|row| match row {
        Component::Buttons(buttons) => Some(buttons),
        Component::Menu(_) => None,
    });
    let labels = row.expect("buttons").into_iter().map(|button| button.label);
    let labels: Vec<_> = labels.take(2).collect();
    assert_eq!(labels, ["Accept", "Decline"]);
    let told = apart.on_page("Rob", &format!("/join {id}")).await;
    assert!(told.starts_with("You accepted"), "{told}");
    apart.here.core.idle().await;
    let game_match = apart.here.found(id).0;
    let reader = game_match.reader_in(1).map(Player::account);
    assert_eq!(reader, Some(&on_discord("Bob")));
    let is_board = |told: &Whispered| told.message.text.contains("Eve (White) to move");
    let told = apart.there.whispered().into_iter().filter(is_board);
    let mut boards: Vec<_> = told.map(|told| told.user).collect();
    boards.sort();
    boards.dedup();
    assert_eq!(boards, [on_discord("Bob"), on_discord("Eve")]);
}
