//! One person with two accounts: Bob on Discord is Rob on the page, and plays Ann, who is on the page.

use std::sync::Arc;

use api::{
    BoardQuery, BoardSide, ChannelId, Component, Event, EventId, Listener, MatchId, Message,
    PageReach, Place, Platform, Public, Speaker, UserId,
};
use service::Player;
use tests::{
    fake_chat::{
        AnswerReceiver, ChatPost, ChatReply, DirectPost, FakeChat, TestBot, channel, person,
    },
    user_input::UserInput,
    venue::{BotAnswer, Venue, challenged},
};
use text::{Language, Part, parts};

/// A bot on the page, where Ann is, and on Discord, where Bob and Eve are.
struct TwoPlatformBot {
    here: TestBot,
    there: Arc<FakeChat>,
    ears: AnswerReceiver,
}

/// Returns the id of a person on Discord.
fn on_discord(name: &str) -> UserId {
    UserId::new(Platform::Discord, name.to_lowercase())
}

/// Returns Bob's channel on Discord.
fn bobs_channel() -> ChannelId {
    ChannelId::new(Platform::Discord, "hall")
}

impl TwoPlatformBot {
    /// Opens a challenge as Ann and joins it as Bob.
    async fn joined(what: &str) -> (TwoPlatformBot, MatchId) {
        let (there, ears) = FakeChat::on(Platform::Discord, &["Bob", "Eve"]);
        let here = TestBot::in_memory(&["Ann"], |parts| {
            parts.chats.push(Arc::clone(&there) as Arc<_>);
        });
        let mut bot = TwoPlatformBot { here, there, ears };
        let id = bot.here.challenge(&format!("{what} open:yes")).await;
        let text = bot.bob(&format!("/join {id}")).await;
        assert!(text.starts_with("You accepted the challenge."), "{text}");
        (bot, id)
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
        let (id, reply) = self.ears.recv().await.expect("every event is answered");
        assert_eq!(id, event.id);
        let ChatReply::Answer(answer) = reply else {
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
        self.there("Bob", Place::Channel(bobs_channel()), what)
            .await
    }

    /// Returns the reply to Rob, or another user of the page.
    async fn on_page(&mut self, name: &str, what: &str) -> String {
        self.here.does(name, what).await.text().to_owned()
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
        let told = self.there.direct_posts().into_iter();
        let told = told.filter(|told| told.user == on_discord("Bob"));
        let texts = told.map(|told| told.message.text);
        texts.filter(|text| text.contains("linked")).collect()
    }

    /// Links the accounts without a check of the message to Bob.
    async fn link_untold(&mut self) {
        let code = self.code().await;
        let asked = self.on_page("Rob", &format!("/link {code}")).await;
        let expected =
            "Do you want to link Rob [Web], the account that you are using now, to Bob [Discord]?";
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
    let posts = scene.posted().into_iter().filter_map(|post| match post {
        ChatPost::Post(channel, message) => Some((channel, message)),
        _ => None,
    });
    posts.collect()
}

/// Returns the readers of private messages, in order.
fn readers(scene: &FakeChat) -> Vec<String> {
    let whispered = scene.direct_posts().into_iter();
    whispered
        .map(|one: DirectPost| one.user.to_string())
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
fn hears(bot: &TwoPlatformBot, user: &UserId) -> bool {
    let scenes = [&bot.here.scene, &bot.there];
    scenes.iter().any(|scene| {
        let is_called = posted(scene)
            .iter()
            .any(|(_, message)| message.mentions.contains(user));
        is_called || readers(scene).contains(&user.to_string())
    })
}

#[tokio::test]
async fn a_linked_account_sees_and_plays_a_hidden_match_and_others_do_not() {
    let (mut bot, id) = TwoPlatformBot::joined("chakart white").await;
    let mut changes = bot.here.core.watch(id).await;
    for name in ["Rob", "Eve"] {
        assert_eq!(bot.here.live_board(name, id).await.position.seat, None);
    }
    bot.link().await;
    assert!(changes.recv().await.is_ok(), "who watches looks again");
    assert_eq!(
        bot.here.live_board("Rob", id).await.position.seat,
        Some(BoardSide::Black)
    );
    assert_eq!(bot.here.live_board("Eve", id).await.position.seat, None);
    assert_eq!(
        bot.here.live_board("Rob", id).await.place.as_deref(),
        Some(&*channel("lobby").id),
        "the place on the page"
    );
    let told = bot.on_page("Rob", &format!("/view match:{id}")).await;
    assert!(told.contains(&id.to_string()), "{told}");

    bot.here("/move e2e4").await;
    assert!(
        !bot.here
            .live_board("Rob", id)
            .await
            .position
            .actions
            .is_empty()
    );
    assert!(
        bot.here
            .live_board("Eve", id)
            .await
            .position
            .actions
            .is_empty()
    );
    for (name, may_resign) in [("Rob", true), ("Ann", true), ("Eve", false)] {
        let board = bot.here.live_board(name, id).await;
        let controls = serde_json::to_string(&board.controls).expect("JSON");
        assert_eq!(
            controls.contains("resign:"),
            may_resign,
            "{name}: {controls}"
        );
    }
    // The bot calls him and writes to him by the account with which he plays.
    let (places, _): (Vec<_>, Vec<_>) = posted(&bot.there).into_iter().unzip();
    assert!(places.iter().all(|place| *place == bobs_channel()));
    assert!(hears(&bot, &on_discord("Bob")));
    assert!(!hears(&bot, &person("Rob").id));
    let moved = bot.on_page("Rob", &format!("/move e7e5 match:{id}")).await;
    assert!(moved.contains("e5"), "{moved}");
    assert!(!hears(&bot, &person("Rob").id));
    assert_eq!(
        bot.here.found(id).0.state.n_inputs,
        bot.here.live_board("Ann", id).await.n_inputs_now
    );
}

#[tokio::test]
async fn an_account_that_is_unlinked_sees_nothing_from_then_on() {
    let (mut bot, id) = TwoPlatformBot::joined("chakart white").await;
    bot.link().await;
    bot.here("/move e2e4").await;
    assert_eq!(
        bot.here.live_board("Rob", id).await.position.seat,
        Some(BoardSide::Black)
    );
    let before = bot.here.live_board("Eve", id).await;
    let mut changes = bot.here.core.watch(id).await;
    bot.unlink().await;
    // Bob plays it by his first account, so nothing of it changes, but watchers receive an update at once.
    assert!(changes.recv().await.is_ok());
    let after = bot.here.live_board("Rob", id).await;
    assert!(after == before, "he sees what everybody sees");
    let refused = bot.on_page("Rob", &format!("/move e7e5 match:{id}")).await;
    assert!(refused.contains("is played by others"), "{refused}");
    let moved = bot.bob("/move e7e5").await;
    assert!(moved.contains("e5"), "{moved}");
}

#[tokio::test]
async fn links_survive_a_restart_and_their_codes_stay_private() {
    let (mut bot, id) = TwoPlatformBot::joined("chakart white").await;
    let n_said = [&bot.here.scene, &bot.there].map(|scene| scene.posted().len());
    bot.link().await;
    let said = [&bot.here.scene, &bot.there].map(|scene| scene.posted().len());
    assert_eq!(said, n_said, "nobody else hears of it");
    let mut again = bot.here.restarted(&["Ann"]);
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
async fn an_undelivered_link_notice_arrives_once_after_the_outage() {
    for away in [FakeChat::go_away, FakeChat::be_elsewhere] {
        let (mut bot, _) = TwoPlatformBot::joined("chakart white").await;
        away(&bot.there, true);
        bot.link_untold().await;
        bot.tick().await;
        assert_eq!(bot.news(), Vec::<String>::new());
        away(&bot.there, false);
        bot.tick().await;
        bot.tick().await;
        assert_eq!(bot.news().len(), 1);
        // The next one also receives a message.
        bot.unlink().await;
        away(&bot.there, true);
        bot.link_untold().await;
        away(&bot.there, false);
        bot.tick().await;
        assert_eq!(bot.news().len(), 2);
    }
}

#[tokio::test]
async fn a_link_notice_to_closed_direct_messages_is_not_retried() {
    let (mut bot, _) = TwoPlatformBot::joined("chakart white").await;
    bot.there.close(&on_discord("Bob"), true);
    bot.link_untold().await;
    bot.here.core.finish().await;
    bot.there.close(&on_discord("Bob"), false);
    bot.tick().await;
    assert_eq!(bot.news(), Vec::<String>::new());
}

#[tokio::test]
async fn a_removed_link_sends_no_notice() {
    let (mut bot, _) = TwoPlatformBot::joined("chakart white").await;
    bot.there.go_away(true);
    bot.link_untold().await;
    bot.unlink().await;
    bot.there.go_away(false);
    bot.tick().await;
    assert_eq!(bot.news(), Vec::<String>::new());
}

#[tokio::test]
async fn all_platforms_forget_a_deleted_person() {
    let (mut bot, id) = TwoPlatformBot::joined("chakart white").await;
    bot.link().await;
    let asked = bot.here.does("Rob", "delete-me").await;
    let delete = buttons(&asked.message).pop().expect("a button");
    let deleted = bot.on_page("Rob", &delete).await;
    assert!(deleted.starts_with("Your data is deleted."), "{deleted}");
    // The page keeps data of accounts of other platforms too.
    let on_page = [person("Rob").id, on_discord("Bob")];
    assert_eq!(bot.here.scene.forgotten(), on_page);
    assert_eq!(bot.there.forgotten(), [on_discord("Bob")]);
    let game_match = bot.here.found(id).0;
    assert_eq!(game_match.names().black, "a deleted player");
    assert_eq!(game_match.seat_of(&person("Rob").id), None);
}

#[tokio::test]
async fn an_account_on_a_disabled_platform_blocks_a_deletion_but_no_export() {
    let (mut bot, id) = TwoPlatformBot::joined("chakart white").await;
    bot.link().await;
    let mut again = bot.here.restarted(&["Ann"]);
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
async fn each_match_of_a_list_links_to_its_place_on_each_platform() {
    let (mut bot, _) = TwoPlatformBot::joined("chakart white").await;
    bot.link().await;
    let id = bot.here.challenge("berolina white").await;
    let told = bot.on_page("Rob", &format!("accept:{id}")).await;
    assert!(told.starts_with("You accepted"), "{told}");
    let on_page = bot.on_page("Rob", "/games").await;
    let there = bot.there("Bob", Place::Direct, "/games").await;
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
    let (mut bot, _) = TwoPlatformBot::joined("berolina white").await;
    bot.link().await;
    let text = "/challenge berolina Bob white";
    let id = challenged(&bot.there("Eve", Place::Group, text).await);
    let is_in_group = readers(&bot.there).contains(&on_discord("Eve").to_string());
    assert!(is_in_group, "she plays it in direct messages");
    // On the page he sees the public view of the group.
    let offer = bot
        .here
        .live_board("Rob", id)
        .await
        .offer
        .expect("a challenge");
    let row = offer.controls.into_iter().find_map(|row| match row {
        Component::Buttons(buttons) => Some(buttons),
        Component::Menu(_) => None,
    });
    let labels = row.expect("buttons").into_iter().map(|button| button.label);
    let labels: Vec<_> = labels.take(2).collect();
    assert_eq!(labels, ["Accept", "Decline"]);
    let told = bot.on_page("Rob", &format!("/join {id}")).await;
    assert!(told.starts_with("You accepted"), "{told}");
    bot.here.core.idle().await;
    let game_match = bot.here.found(id).0;
    let reader = game_match.reader_in(1).map(Player::account);
    assert_eq!(reader, Some(&on_discord("Bob")));
    let is_board = |post: &DirectPost| post.message.text.contains("Eve (White) to move");
    let told = bot.there.direct_posts().into_iter().filter(is_board);
    let mut boards: Vec<_> = told.map(|told| told.user).collect();
    boards.sort();
    boards.dedup();
    assert_eq!(boards, [on_discord("Bob"), on_discord("Eve")]);
}

impl TwoPlatformBot {
    /// Tells whether a stranger with the link of a match sees its board and its picture on a page of this reach.
    async fn is_shown(&self, id: MatchId, reach: PageReach) -> bool {
        let language = Language::ENGLISH;
        let core = &self.here.core;
        let board = core.board(BoardQuery::of_stranger(id, reach, language));
        let is_shown = board.await.is_ok();
        let picture = core.picture(id, reach, language).await;
        assert_eq!(picture.is_ok(), is_shown);
        is_shown
    }
}

#[tokio::test]
async fn a_link_shows_a_match_of_a_channel_elsewhere_on_a_public_page_alone() {
    let (mut bot, _) = TwoPlatformBot::joined("berolina").await;
    let opened = bot.bob("/challenge baroque").await;
    let id = challenged(&opened);
    for is_played in [false, true] {
        if is_played {
            let hall = Place::Channel(bobs_channel());
            let accepted = bot.there("Eve", hall, &format!("accept:{id}")).await;
            assert!(accepted.starts_with("You accepted"), "{accepted}");
        }
        assert!(bot.is_shown(id, PageReach::Everybody).await);
        assert!(!bot.is_shown(id, PageReach::Machine).await);
    }
    let answer = "/challenge chakart opponent:@Oddboard level:1";
    let alone = bot.there("Bob", Place::Direct, answer).await;
    let id = alone.split(' ').find_map(|word| word.parse().ok());
    let id = id.unwrap_or_else(|| panic!("{alone}"));
    for reach in [PageReach::Everybody, PageReach::Machine] {
        assert!(!bot.is_shown(id, reach).await, "{reach:?}");
    }
}
