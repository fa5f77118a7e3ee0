//! One match in two places: a player joins a challenge by its code from another platform.

use std::{sync::Arc, time::Duration};
use tests::user_input::UserInput;

use api::{
    ChannelId, Clock, Component, Event, EventId, Listener, MatchId, Message, MessageId, Place,
    Platform, Public, Speaker, UserId,
};
use service::read_match;
use tests::{
    fake_chat::{AnswerReceiver, FakeChat, Said, SteppingClock, TestBot, Told, Whispered, channel},
    venue::{Answered, Venue},
};

/// A bot on the page, where Ann is, and on Discord, where Bob and Eve are.
pub(super) struct Apart {
    pub(super) here: TestBot,
    pub(super) there: Arc<FakeChat>,
    ears: AnswerReceiver,
}

/// Returns the id of a person on Discord.
pub(super) fn on_discord(name: &str) -> UserId {
    UserId::new(Platform::Discord, name.to_lowercase())
}

/// Returns Bob's channel on Discord.
pub(super) fn hall() -> ChannelId {
    ChannelId::new(Platform::Discord, "hall")
}

impl Apart {
    fn new() -> Apart {
        Apart::by(Arc::new(SteppingClock::default()))
    }

    fn by(clock: Arc<dyn Clock>) -> Apart {
        let (there, ears) = FakeChat::on(Platform::Discord, &["Bob", "Eve"]);
        let here = TestBot::in_memory(&["Ann"], |parts| {
            parts.chats.push(Arc::clone(&there) as Arc<_>);
            parts.clock = clock;
        });
        Apart { here, there, ears }
    }

    /// Opens a challenge as Ann and joins it as Bob.
    pub(super) async fn joined(what: &str) -> (Apart, MatchId) {
        let mut apart = Apart::new();
        let id = apart.join(what).await;
        (apart, id)
    }

    /// Opens a challenge as Ann, and joins it as Bob.
    async fn join(&mut self, what: &str) -> MatchId {
        let id = self.here.challenge(&format!("{what} open:yes")).await;
        let text = self.bob(&format!("/join {id}")).await;
        assert!(text.starts_with("You accepted the challenge."), "{text}");
        id
    }

    /// Returns the reply to a person on Discord who does something there.
    pub(super) async fn there(&mut self, name: &str, place: Place, what: &str) -> String {
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
    pub(super) async fn here(&mut self, what: &str) -> String {
        self.here.does("Ann", what).await.text().to_owned()
    }

    /// Returns the reply to Bob in the channel where he plays.
    pub(super) async fn bob(&mut self, what: &str) -> String {
        self.there("Bob", hall_place(), what).await
    }
}

fn hall_place() -> Place {
    Place::Channel(hall())
}

/// Returns the channel of each post, and its first text.
pub(super) fn posted(scene: &FakeChat) -> Vec<(ChannelId, Message<Public>)> {
    let posts = scene.said().into_iter().filter_map(|said| match said {
        Said::Post(channel, message) => Some((channel, message)),
        _ => None,
    });
    posts.collect()
}

/// Returns the last post, which must be in this channel.
fn last_in(scene: &FakeChat, place: &ChannelId) -> Message<Public> {
    let (channel, message) = posted(scene).pop().expect("something was posted");
    assert_eq!(channel, *place);
    message
}

/// Returns the readers of private messages, in order.
pub(super) fn readers(scene: &FakeChat) -> Vec<String> {
    let whispered = scene.whispered().into_iter();
    whispered
        .map(|one: Whispered| one.user.to_string())
        .collect()
}

pub(super) fn buttons<A>(message: &Message<A>) -> Vec<String> {
    let rows = message.controls.iter().filter_map(|row| match row {
        Component::Buttons(buttons) => {
            Some(buttons.iter().map(|button| button.control.to_string()))
        }
        Component::Menu(_) => None,
    });
    rows.flatten().collect()
}

#[tokio::test]
async fn a_challenge_tells_its_code_and_is_joined_from_another_platform() {
    let mut apart = Apart::new();
    let id = apart.here.challenge("chakart white open:yes").await;
    let challenge = last_in(&apart.here.scene, &channel("lobby")).text;
    let line = format!(
        "Its code is {id}. Anyone with the code can join from wherever I am: with /join {id}, or by writing “join {id}” to me in direct messages."
    );
    assert!(challenge.lines().any(|other| other == line), "{challenge}");
    assert_eq!(posted(&apart.there).len(), 0);

    let text = apart.bob(&format!("/join {id}")).await;
    let expected =
        format!("You accepted the challenge. Match {id} has begun, and its board is posted.");
    assert_eq!(text, expected);
    let begins = "Chakart: Ann [Web] plays White, Bob [Discord] plays Black.";
    for (scene, place) in [
        (&apart.here.scene, channel("lobby")),
        (&apart.there, hall()),
    ] {
        let board = last_in(scene, &place);
        assert_eq!(board.text.lines().next(), Some(begins));
        assert!(board.picture.is_some(), "it is drawn");
    }
    // The challenge names the player who joined, and refuses all others.
    let challenge = &apart.here.scene.posts()[0];
    assert!(
        challenge
            .text
            .contains("Bob [Discord] accepted the challenge")
    );
    assert!(!challenge.text.contains("Its code"), "{}", challenge.text);
    let late = apart
        .there("Eve", hall_place(), &format!("/join {id}"))
        .await;
    assert_eq!(
        late,
        format!("The challenge {id} has already been answered.")
    );
}

#[tokio::test]
async fn each_player_is_called_where_they_play_and_nowhere_else() {
    let (mut apart, id) = Apart::joined("berolina white").await;
    let ann = UserId::new(Platform::Playground, "ann");
    let called = |scene: &FakeChat, place| last_in(scene, place).mentions;
    let (lobby, hall) = (channel("lobby"), hall());
    assert_eq!(called(&apart.here.scene, &lobby), [ann]);
    assert_eq!(called(&apart.there, &hall), []);
    apart.here("/move e2g4").await;
    assert_eq!(called(&apart.here.scene, &lobby), []);
    assert_eq!(called(&apart.there, &hall), [on_discord("Bob")]);
    // Bob moves on Discord, and both places show it.
    let text = apart.bob("/move d7b5").await;
    assert!(text.starts_with("You played"), "{text}");
    for (scene, place) in [(&apart.here.scene, &lobby), (&apart.there, &hall)] {
        let text = last_in(scene, place).text;
        assert!(text.starts_with("1… Bob [Discord] played"), "{text}");
    }
    assert_eq!(apart.here.found(id).1.inputs.len(), 2);
}

#[tokio::test]
async fn what_is_hidden_is_told_to_each_player_on_their_platform() {
    let (mut apart, _) = Apart::joined("chakart white").await;
    apart.here("/move e2e4").await;
    assert!(!readers(&apart.there).is_empty() && !readers(&apart.here.scene).is_empty());
    assert!(
        readers(&apart.there)
            .iter()
            .all(|user| user == "discord:bob")
    );
    assert!(
        readers(&apart.here.scene)
            .iter()
            .all(|user| user == "playground:ann")
    );
}

#[tokio::test]
async fn a_plan_of_one_side_answers_the_move_of_the_other_in_both_places() {
    let (mut apart, id) = Apart::joined("berolina white").await;
    let n_posted = [&apart.here.scene, &apart.there].map(|scene| posted(scene).len());
    let text = apart.bob("/plan e2g4 d7b5").await;
    assert!(text.contains("b5"), "{text}");
    let n_now = [&apart.here.scene, &apart.there].map(|scene| posted(scene).len());
    assert_eq!(n_now, n_posted, "nobody can tell that there is a plan");
    apart.here("/move e2g4").await;
    assert_eq!(apart.here.found(id).1.inputs.len(), 2);
    for (scene, place) in [
        (&apart.here.scene, channel("lobby")),
        (&apart.there, hall()),
    ] {
        let text = last_in(scene, &place).text;
        let told: Vec<_> = text.lines().take(2).collect();
        assert!(told[0].starts_with("1. Ann [Web] played g4"), "{text}");
        assert!(told[1].starts_with("1… Bob [Discord] played b5"), "{text}");
    }
    let ann = UserId::new(Platform::Playground, "ann");
    let board = last_in(&apart.here.scene, &channel("lobby"));
    assert_eq!(board.mentions, [ann], "it is her turn");
    assert_eq!(last_in(&apart.there, &hall()).mentions, []);
    // Only the owner of a plan is notified of it, in the place where they play.
    assert_eq!(readers(&apart.here.scene), Vec::<String>::new());
    let told = apart.there.whispered().pop().expect("Bob hears of it");
    assert_eq!(told.user, on_discord("Bob"));
    assert!(told.message.text.contains("your plan has replied"));
}

#[tokio::test]
async fn offers_and_the_end_are_told_on_both_sides() {
    let (mut apart, id) = Apart::joined("berolina white").await;
    apart.here("/move e2g4").await;
    apart.bob("/draw").await;
    let offer = last_in(&apart.here.scene, &channel("lobby"));
    assert!(
        offer.text.contains("Bob [Discord] offers Ann [Web] a draw"),
        "{}",
        offer.text
    );
    let accept = buttons(&offer);
    let accept = accept.iter().find(|id| id.starts_with("draw-yes:"));
    let accept = accept.expect("an offer can be accepted").clone();
    apart.here(&accept).await;
    for (scene, place) in [
        (&apart.here.scene, channel("lobby")),
        (&apart.there, hall()),
    ] {
        let end = last_in(scene, &place);
        assert!(end.text.contains("Drawn by agreement"), "{}", end.text);
        assert!(buttons(&end).contains(&format!("rematch:{id}")));
    }
}

#[tokio::test]
async fn who_has_little_time_is_reminded_where_they_play_and_its_end_is_told_on_both_sides() {
    let clock = Arc::new(SteppingClock::by(Duration::ZERO));
    let mut apart = Apart::by(Arc::clone(&clock) as Arc<_>);
    apart.here.core.tick().await;
    apart.join("berolina white time:1h").await;
    apart.here("/move e2g4").await;
    for _ in 0..61 {
        clock.advance(Duration::from_secs(60));
        apart.here.core.tick().await;
    }
    apart.here.core.idle().await;
    assert_eq!(readers(&apart.here.scene), Vec::<String>::new());
    let reminded = readers(&apart.there);
    assert_eq!(reminded, ["discord:bob", "discord:bob"]);
    for (scene, place) in [
        (&apart.here.scene, channel("lobby")),
        (&apart.there, hall()),
    ] {
        let text = last_in(scene, &place).text;
        assert!(text.starts_with("Bob [Discord] has no time left"), "{text}");
    }
}

#[tokio::test]
async fn a_rematch_is_played_in_both_places_whoever_asks_for_it() {
    let (mut apart, id) = Apart::joined("berolina white").await;
    apart.here("/move e2g4").await;
    apart.here("/resign confirm:yes").await;
    apart.bob(&format!("rematch:{id}")).await;
    for (scene, place) in [
        (&apart.here.scene, channel("lobby")),
        (&apart.there, hall()),
    ] {
        let challenge = last_in(scene, &place);
        let expected = format!("Bob [Discord] challenges Ann [Web] to a rematch of match {id}");
        assert!(challenge.text.starts_with(&expected), "{}", challenge.text);
    }
    let accept = buttons(&last_in(&apart.here.scene, &channel("lobby")));
    let accept = accept.iter().find(|id| id.starts_with("accept:"));
    apart.here(accept.expect("Ann can accept")).await;
    let begins = "Berolina: Bob [Discord] plays White, Ann [Web] plays Black.";
    for (scene, place) in [
        (&apart.here.scene, channel("lobby")),
        (&apart.there, hall()),
    ] {
        assert_eq!(last_in(scene, &place).text.lines().next(), Some(begins));
    }
}

#[tokio::test]
async fn a_place_that_is_away_holds_up_no_other() {
    let (mut apart, _) = Apart::joined("chakart white").await;
    let n_before = apart.here.scene.said().len();
    apart.there.go_away(true);
    let event = apart.here.event("Ann", UserInput::short("/move e2e4"));
    apart.here.ask(&event).await;
    apart.here.scene.until_said(n_before + 1).await;
    let n_there = posted(&apart.there).len();
    assert_eq!(n_there, 1, "nothing but the first board");
}

#[tokio::test]
async fn a_place_that_is_lost_stops_nobody() {
    let (mut apart, _) = Apart::joined("berolina white").await;
    apart.there.lose(&hall(), true);
    apart.here("/move e2g4").await;
    // Bob is notified by direct message.
    let told = apart.there.whispered().pop().expect("Bob hears of it");
    assert_eq!(told.user, on_discord("Bob"));
    assert!(told.message.picture.is_some());
    let text = apart.there("Bob", Place::Direct, "/move d7b5").await;
    assert!(text.starts_with("You played"), "{text}");
    let board = last_in(&apart.here.scene, &channel("lobby"));
    assert!(board.text.starts_with("1… Bob [Discord] played"));
}

#[tokio::test]
async fn who_joins_in_direct_messages_plays_there_and_sees_what_they_may_see() {
    let mut apart = Apart::new();
    let id = apart.here.challenge("chakart white open:yes").await;
    let text = apart
        .there("Bob", Place::Direct, &format!("/join {id}"))
        .await;
    assert!(text.starts_with("You accepted"), "{text}");
    apart.here("/move e2e4").await;
    assert_eq!(
        posted(&apart.there).len(),
        0,
        "nobody else reads of it there"
    );
    let mut told = apart.there.whispered();
    told.retain(|one| !one.is_edit);
    let [_, board] = &told[..] else {
        panic!("the start and a board: {}", told.len());
    };
    assert_eq!(board.user, on_discord("Bob"));
    assert!(board.message.text.starts_with("1. Ann [Web] played"));
    // Other readers in the channel see no more.
    let eves = apart
        .there("Eve", hall_place(), &format!("/board {id}"))
        .await;
    assert_eq!(
        eves,
        format!("There is no match {id} here. /games lists yours.")
    );
    let text = apart.there("Bob", Place::Direct, "/move e7e5").await;
    assert!(text.starts_with("You played"), "{text}");
    let (found, _) = read_match(&apart.here.writer, id)
        .expect("memory can be read")
        .expect("there is the match");
    assert!(found.away.is_some_and(|place| place.channel.is_direct()));
}

#[tokio::test]
async fn in_direct_messages_too_a_board_changes_with_each_move() {
    let mut apart = Apart::new();
    apart.there.replace_posts();
    let id = apart.here.challenge("chakart white open:yes").await;
    apart
        .there("Bob", Place::Direct, &format!("/join {id}"))
        .await;
    apart.here("/move e2e4").await;
    apart.there("Bob", Place::Direct, "/move e7e5").await;
    let told = apart.there.whispered();
    let told: Vec<_> = told
        .iter()
        .map(|one| (one.is_edit, one.message.text.lines().next()))
        .collect();
    let bell = told[2].1.expect("it has a text");
    assert!(bell.contains("Your move in match"), "{bell}");
    let begins = "Chakart: Ann [Web] plays White, Bob [Discord] plays Black.";
    assert_eq!(told[0], (false, Some(begins)), "the board");
    let is_edit: Vec<_> = told.iter().map(|(is_edit, _)| *is_edit).collect();
    assert_eq!(is_edit, [false, true, false, true], "{told:?}");
    for (n, move_told) in [
        (1, "1. Ann [Web] played e4"),
        (3, "1… Bob [Discord] played e5"),
    ] {
        assert!(
            told[n].1.is_some_and(|text| text.starts_with(move_told)),
            "{told:?}"
        );
    }
    let bell = MessageId::new(Platform::Discord, "bob.2");
    assert_eq!(
        apart.there.unsaid(),
        [bell],
        "who has moved is called no longer"
    );
}

#[tokio::test]
async fn a_challenge_that_is_not_open_elsewhere_is_not_there_for_others() {
    let mut apart = Apart::new();
    let id = apart.here.challenge("berolina").await;
    let unknown = format!("There is no match {id} here. /games lists yours.");
    for what in [format!("/join {id}"), format!("accept:{id}")] {
        assert_eq!(apart.bob(&what).await, unknown);
        assert_eq!(apart.there("Bob", Place::Direct, &what).await, unknown);
    }
    let refused = apart.here("/challenge berolina @Ann open:yes").await;
    assert!(!refused.is_empty());
    let none = apart.bob("/join").await;
    assert!(none.starts_with("No challenge waits for you."), "{none}");
}

#[tokio::test]
async fn a_challenge_is_opened_in_direct_messages_for_whom_its_code_is_given() {
    let mut apart = Apart::new();
    let text = apart
        .there("Bob", Place::Direct, "/challenge berolina white open:yes")
        .await;
    let id = tests::venue::challenged(&text);
    let challenge = apart.there.whispered().pop().expect("Bob has the code");
    assert!(challenge.message.text.contains(&format!("/join {id}")));
    assert!(posted(&apart.there).is_empty());
    let text = apart.here(&format!("/join {id}")).await;
    assert!(text.starts_with("You accepted"), "{text}");
    let board = last_in(&apart.here.scene, &channel("lobby"));
    assert!(
        board
            .text
            .starts_with("Berolina: Bob [Discord] plays White, Ann [Web] plays Black.")
    );
    let mut told = apart.there.whispered();
    told.retain(|one| !one.is_edit);
    let board = told.pop().expect("a board for Bob");
    assert!(board.message.picture.is_some());
}
