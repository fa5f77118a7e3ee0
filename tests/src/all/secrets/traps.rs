//! The traps of chat platforms, and the attempts of people who want to know more than they should. A whole match is
//! recorded, and each trap has a test of its own.
//!
//! The playground tests the traps of a page itself: sockets check the origin of a page
//! (`other_hosts_and_other_pages_are_refused`), and no reader can count the messages to others
//! (`a_private_message_is_visible_and_counted_only_for_its_reader`).

use std::{collections::BTreeSet, sync::LazyLock};
use tests::user_input::UserInput;

use api::{Answer, Component, Event, Listener, MatchId, Message, Picture, Place, Public, Secret};
use command::Control;
use dice::Published;
use rules::{Action, ByColor, Color, Continuation, Game, Next, PendingDecision, Record, Status};
use service::Match;
use testkit::{Random, stages};
use tests::{
    fake_chat::{self, ChatPost, DirectPost, TestBot, channel, event, person},
    venue::challenged,
};

use super::{KnownDice, NAMES, WATCHER, block_on};

const SECRET: [u8; 32] = [7; 32];

/// The events in a match of Chakart with hidden objects, before it was over.
#[derive(Default)]
struct MatchEvents {
    /// Each event, the answer, and the numbers of public and of private messages after it.
    answers: Vec<(Event, Answer, usize, usize)>,
    posts: Vec<ChatPost>,
    direct_posts: Vec<DirectPost>,
}

impl MatchEvents {
    /// Returns all public posts, old and new.
    fn posts(&self) -> impl Iterator<Item = &Message<Public>> {
        self.posts.iter().filter_map(|post| match post {
            ChatPost::Post(_, message)
            | ChatPost::Edit(_, message)
            | ChatPost::Replacement(_, message) => Some(message),
            ChatPost::Removal(_) => None,
        })
    }

    /// Returns the answers to a person.
    fn answers_to(&self, who: &str) -> impl Iterator<Item = &Answer> {
        let id = person(who).id;
        self.answers
            .iter()
            .filter(move |(event, ..)| event.speaker.id == id)
            .map(|(_, answer, ..)| answer)
    }

    /// Returns all texts to all readers.
    fn all_words(&self) -> Vec<String> {
        let posts = self.posts().map(words);
        let whispers = self.direct_posts.iter().map(|one| words(&one.message));
        let answers = self
            .answers
            .iter()
            .map(|(_, answer, ..)| words(&answer.message));
        posts.chain(whispers).chain(answers).collect()
    }
}

/// Such a match in play.
struct Play {
    stage: TestBot,
    id: MatchId,
    events: MatchEvents,
}

impl Play {
    /// Plays this many decisions at random by typed moves with completions before them; neither side wins meanwhile.
    async fn new(seed: u64, n_decisions: usize, closed: &[&str]) -> Play {
        let people = [NAMES.white, NAMES.black, WATCHER, "Cid"];
        let stage = TestBot::in_memory(&people, |parts| {
            parts.dice = Box::new(KnownDice::new(SECRET));
        });
        for name in closed {
            stage.scene.close(&person(name).id, true);
        }
        let mut play = Play {
            stage,
            id: MatchId::from_number(1),
            events: MatchEvents::default(),
        };
        let challenge = format!("/challenge chakart @{} white", NAMES.black);
        play.hear(NAMES.white, &challenge).await;
        let accept = Control::Accept(play.id).to_string();
        play.hear(NAMES.black, &accept).await;
        let mut random = Random::new(seed);
        for _ in 0..n_decisions {
            play.go_on(&mut random).await;
        }
        play
    }

    async fn go_on(&mut self, random: &mut Random) {
        let game = self.game();
        let mover = self.mover();
        let goes_on = |action: &Action| {
            let continuations = game.continuations(*action, 5000).unwrap_or_default();
            let is_over =
                |continuation: &Continuation| matches!(continuation.game.next(), Next::Over(_));
            !continuations.is_empty() && !continuations.iter().any(is_over)
        };
        let mut actions = game.legal_list();
        actions.retain(goes_on);
        let action = random.pick(&actions);
        let looks = [
            format!("/why {action}"),
            "/move".to_owned(),
            "/view".to_owned(),
            "/history".to_owned(),
            "/export".to_owned(),
            "/verify".to_owned(),
            "/move a1h7".to_owned(),
            Control::View(self.id).to_string(),
        ];
        for who in [NAMES[mover], NAMES[!mover], WATCHER] {
            let look = random.pick(&looks).clone();
            self.hear(who, &look).await;
        }
        self.hear(NAMES[mover], &format!("/move {action}")).await;
    }

    /// Sends an event and waits for all messages that follow from it.
    async fn hear(&mut self, who: &str, text: &str) -> Answer {
        self.hear_at(Place::Channel(channel("lobby")), who, text)
            .await
    }

    async fn hear_at(&mut self, place: Place, who: &str, text: &str) -> Answer {
        let event = Event {
            place,
            ..self.stage.event(who, UserInput::short(text))
        };
        let answer = self.stage.ask(&event).await;
        self.stage.core.idle().await;
        self.events.posts = self.stage.scene.posted();
        self.events.direct_posts = self.stage.scene.direct_posts();
        let (n_posts, n_direct_posts) = (self.events.posts.len(), self.events.direct_posts.len());
        let told = (event, answer.clone(), n_posts, n_direct_posts);
        self.events.answers.push(told);
        answer
    }

    fn found(&self) -> (Match, Record) {
        self.stage.found(self.id)
    }

    fn game(&self) -> Game {
        self.found().1.replay().expect("records replay")
    }

    fn mover(&self) -> Color {
        match self.game().next() {
            Next::Decision(mover) => mover,
            _ => panic!("the match goes on"),
        }
    }
}

/// A recorded match, and its history.
struct RecordedMatch {
    row: Match,
    record: Record,
    events: MatchEvents,
}

/// The recorded matches, played once for all tests.
static RECORDED: LazyLock<Vec<RecordedMatch>> = LazyLock::new(|| {
    let recorded = async |seed| {
        let play = Play::new(seed, 50, &[]).await;
        let (row, record) = play.found();
        let events = play.events;
        RecordedMatch {
            row,
            record,
            events,
        }
    };
    (71..74).map(|seed| block_on(recorded(seed))).collect()
});

/// Returns all readable text of a message.
fn words<A>(message: &Message<A>) -> String {
    let mut words = message.text.clone();
    if let Some(Picture { name, alt, .. }) = &message.picture {
        words.push_str(&format!("\n{name}\n{alt}"));
    }
    if let Some(file) = &message.attachment {
        words.push_str(&format!("\n{}\n{}", file.name, file.text));
    }
    for row in &message.controls {
        match row {
            Component::Buttons(buttons) => {
                for button in buttons {
                    words.push_str(&format!("\n{} {}", button.control, button.label));
                }
            }
            Component::Menu(menu) => {
                words.push_str(&format!("\n{} {}", menu.control, menu.label));
                for choice in &menu.choices {
                    words.push_str(&format!("\n{} {}", choice.label, choice.value));
                }
            }
        }
    }
    words
}

/// Words for secret decisions, which only the side that made them receives.
pub(super) const KEPT: [&str; 3] = ["leaves a banana", "leaves a bomb", "Q~"];

#[test]
fn the_recorded_matches_have_secrets_known_to_their_owners() {
    let told: String = RECORDED
        .iter()
        .flat_map(|recorded| recorded.events.all_words())
        .collect();
    for kept in KEPT {
        assert!(told.contains(kept), "nobody is told what {kept:?} tells");
    }
}

#[test]
fn a_request_with_a_move_is_not_posted() {
    for RecordedMatch { events, .. } in &*RECORDED {
        let mut before = (0, 0);
        for (event, answer, n_posts, n_direct_posts) in &events.answers {
            let asked = event.text.as_deref().unwrap_or("a button");
            let text = &answer.message.text;
            let is_told = ["You played", "You accepted", "Your challenge"]
                .iter()
                .any(|begin| text.starts_with(begin));
            let changes = before != (*n_posts, *n_direct_posts);
            assert_eq!(changes, is_told, "{asked}: {text}");
            before = (*n_posts, *n_direct_posts);
        }
        for post in events.posts() {
            assert!(!words(post).contains("/move "), "{}", words(post));
        }
    }
}

#[tokio::test]
async fn only_the_player_to_move_gets_moves_as_completions() {
    let mut play = Play::new(75, 4, &[]).await;
    let mover = play.mover();
    let legal: BTreeSet<_> = play
        .game()
        .legal_list()
        .iter()
        .map(|action| format!("/move {action}"))
        .collect();
    for (who, has_moves) in [
        (NAMES[mover], true),
        (NAMES[!mover], false),
        (WATCHER, false),
    ] {
        let typing = event(
            format!("typing-{who}"),
            who,
            UserInput::Type("/move ".to_owned()),
        );
        play.stage.core.hear(typing.clone()).await;
        let (answered, reply) = play.stage.next_reply().await;
        assert_eq!(answered, typing.id);
        let fake_chat::ChatReply::Choices(offered) = reply else {
            panic!("completions were asked for");
        };
        let moves = offered
            .choices
            .iter()
            .filter(|choice| legal.contains(&choice.value));
        assert_eq!(moves.count() > 0, has_moves, "{who}");
    }
    let scene = &play.stage.scene;
    assert!(
        scene.posted() == play.events.posts && scene.direct_posts() == play.events.direct_posts
    );
}

#[test]
fn public_posts_have_only_public_facts() {
    for RecordedMatch {
        row,
        record,
        events,
    } in &*RECORDED
    {
        let games: Vec<Game> = stages(record).collect();
        let names = row.names();
        let mut n_pictures = 0;
        for post in events.posts() {
            let told = words(post);
            for kept in KEPT {
                assert!(!told.contains(kept), "{told}");
            }
            let Some(picture) = &post.picture else {
                continue;
            };
            n_pictures += 1;
            // A file name contains match and n_inputs.
            let n_inputs = picture.name.strip_prefix(&format!("{}-", row.id));
            let n_inputs = n_inputs.and_then(|rest| rest.strip_suffix(".png"));
            let n_inputs: usize = n_inputs
                .and_then(|n_inputs| n_inputs.parse().ok())
                .expect("a number");
            let view = games[n_inputs].public_view();
            assert_eq!(
                picture.alt,
                text::alt(view.as_view(), &names, text::Language::ENGLISH)
            );
        }
        assert!(n_pictures > 50, "{n_pictures}");
    }
}

#[test]
fn controls_for_all_name_match_and_ply_only() {
    const LABELS: [&str; 8] = [
        "Accept",
        "Decline",
        "Rules",
        "Move",
        "Offer draw",
        "Resign",
        "My view",
        "Dice",
    ];
    const VERBS: [&str; 6] = ["accept", "decline", "guide", "draw", "resign", "view"];
    for RecordedMatch {
        row,
        record,
        events,
    } in &*RECORDED
    {
        let id = row.id.to_string();
        for control in events.posts().flat_map(|post| &post.controls) {
            let Component::Buttons(buttons) = control else {
                panic!("a menu tells what can be chosen");
            };
            for button in buttons {
                assert!(LABELS.contains(&button.label.as_str()), "{button:?}");
                let id_of_button = button.control.to_string();
                let parts: Vec<&str> = id_of_button.split(':').collect();
                let is_known = match parts[..] {
                    ["rules", variant] => variant == "chakart",
                    ["dice", named, sealed] => {
                        named == id && sealed == row.seal.commitment.to_string()
                    }
                    [verb, named] => VERBS.contains(&verb) && named == id,
                    [verb, named, n_inputs] => {
                        let n_inputs: Option<usize> = n_inputs.parse().ok();
                        let is_past =
                            n_inputs.is_some_and(|n_inputs| n_inputs <= record.inputs.len());
                        VERBS.contains(&verb) && named == id && is_past
                    }
                    _ => false,
                };
                assert!(is_known, "{button:?}");
            }
        }
    }
}

#[test]
fn the_text_of_a_direct_message_names_no_square_and_no_piece() {
    const NAMED: [&str; 11] = [
        "king", "queen", "rook", "bishop", "knight", "pawn", "mushroom", "egg", "banana", "bomb",
        "unseen",
    ];
    for RecordedMatch { events, .. } in &*RECORDED {
        for DirectPost { message, .. } in &events.direct_posts {
            let text = &message.text;
            assert!(!names_a_square(text), "{text}");
            assert!(!NAMED.iter().any(|word| text.contains(word)), "{text}");
            assert!(message.attachment.is_none() && message.mentions.is_empty());
        }
    }
}

/// Tells whether a word of a text is a square, or several in a row.
pub(super) fn names_a_square(text: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| {
        !word.is_empty() && word.len() % 2 == 0 && word.as_bytes().chunks(2).all(is_square)
    })
}

#[test]
fn a_watcher_gets_no_view_of_a_seat() {
    for RecordedMatch { events, .. } in &*RECORDED {
        let mut n_answers = 0;
        for answer in events.answers_to(WATCHER) {
            n_answers += 1;
            let told = words(&answer.message);
            assert!(answer.message.picture.is_none() && answer.message.controls.is_empty());
            for kept in KEPT {
                assert!(!told.contains(kept), "{told}");
            }
        }
        assert!(n_answers > 40, "{n_answers}");
    }
}

#[tokio::test]
async fn moves_and_records_show_only_facts_known_to_the_asking_person() {
    for seed in [71, 72] {
        let mut play = Play::new(seed, 25, &[]).await;
        let mut own = ByColor::<BTreeSet<String>>::default();
        let mut public = BTreeSet::new();
        for game in stages(&play.found().1) {
            for seat in Color::ALL {
                let view = game.seat_view(seat);
                own[seat].extend(view.as_view().turn.iter().map(|turn| turn.caption.clone()));
            }
            let view = game.public_view();
            public.extend(view.as_view().turn.iter().map(|turn| turn.caption.clone()));
        }
        for command in ["/history", "/export"] {
            let asked = format!("{command} match:{}", play.id);
            for (who, may_know) in [
                (NAMES.white, &own.white),
                (NAMES.black, &own.black),
                (WATCHER, &public),
            ] {
                let told = words(&play.hear(who, &asked).await.message);
                for caption in own.white.union(&own.black) {
                    let is_told = told.split_whitespace().any(|word| word == caption);
                    assert!(
                        !is_told || may_know.contains(caption),
                        "{who}: {caption} in {told}"
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn the_secret_of_the_dice_is_revealed_only_at_the_end() {
    let secret = Published(&Secret::new(SECRET)).to_string();
    for RecordedMatch { events, .. } in &*RECORDED {
        assert!(!events.all_words().iter().any(|told| told.contains(&secret)));
    }
    let mut play = Play::new(75, 10, &[]).await;
    let id = play.id;
    for who in [NAMES.white, NAMES.black, WATCHER] {
        let sealed = play.hear(who, &format!("/verify match:{id}")).await;
        let text = &sealed.message.text;
        assert!(text.contains("are secret until"), "{text}");
        assert!(
            !play
                .events
                .all_words()
                .iter()
                .any(|told| told.contains(&secret))
        );
    }
    play.hear(NAMES.white, "/resign confirm:yes").await;
    for who in [NAMES.white, NAMES.black, WATCHER] {
        let verified = play.hear(who, &format!("/verify match:{id}")).await;
        let text = &verified.message.text;
        assert!(text.contains(&secret), "{text}");
        let exported = play.hear(who, &format!("/export match:{id}")).await;
        assert!(words(&exported.message).contains(&secret));
    }
}

#[tokio::test]
async fn all_people_see_all_facts_at_the_end() {
    let mut play = Play::new(72, 30, &[]).await;
    play.hear(NAMES.black, "/resign confirm:yes").await;
    let (row, record) = play.found();
    let end = record.replay().expect("records replay");
    let all = text::alt(end.truth().as_view(), &row.names(), text::Language::ENGLISH);
    let shown = |post: &Message<Public>| {
        let picture = post.picture.as_ref();
        picture.is_some_and(|picture| picture.alt == all)
    };
    assert!(play.events.posts().any(shown));
    for name in [NAMES.white, NAMES.black] {
        let id = person(name).id;
        let mut whispered = play.events.direct_posts.iter();
        let last = whispered.rfind(|one| one.user == id);
        let last = last.and_then(|one| one.message.picture.as_ref());
        assert!(last.is_some_and(|picture| picture.alt == all), "{name}");
        let view = play.hear(name, &Control::View(play.id).to_string()).await;
        assert!(
            view.message
                .picture
                .is_some_and(|picture| picture.alt == all)
        );
    }
    let asked = format!("/history match:{}", play.id);
    let told = words(&play.hear(WATCHER, &asked).await.message);
    for game in stages(&record) {
        let view = game.truth();
        let view = view.as_view();
        let is_whole =
            matches!(view.status, Status::ToDecide(_)) && view.pending == PendingDecision::Move;
        if let (true, Some(turn)) = (is_whole, &view.turn) {
            assert!(told.contains(&turn.caption), "{} in {told}", turn.caption);
        }
    }
}

#[tokio::test]
async fn an_undeliverable_private_message_is_not_posted_publicly() {
    let open = Play::new(73, 20, &[]).await;
    let closed = Play::new(73, 20, &[NAMES.white, NAMES.black]).await;
    assert!(closed.events.direct_posts.is_empty() && !open.events.direct_posts.is_empty());
    assert!(
        open.events.posts == closed.events.posts,
        "the channel tells who can be written to"
    );
    assert_eq!(open.found().0.state.n_rows, closed.found().0.state.n_rows);
    // Each player receives one explanation of how to open their messages, and still sees their own view in the answer
    // to their move.
    for name in [NAMES.white, NAMES.black] {
        let told = |answer: &&Answer| answer.message.text.contains("I cannot send you");
        assert_eq!(
            closed.events.answers_to(name).filter(told).count(),
            1,
            "{name}"
        );
    }
    let answers = closed.events.answers.iter().map(|(_, answer, ..)| answer);
    let mut moves = answers.filter(|answer| answer.message.text.starts_with("You played"));
    assert!(moves.all(|answer| answer.message.picture.is_some()));
}

#[tokio::test]
async fn a_direct_message_that_fails_midway_arrives_later_and_once() {
    let mut plays = [Play::new(76, 6, &[]).await, Play::new(76, 6, &[]).await];
    let mover = plays[0].mover();
    let stumbling = person(NAMES[!mover]).id;
    plays[0].stage.scene.stumble(&stumbling);
    for play in &mut plays {
        play.go_on(&mut Random::new(1)).await;
    }
    let [one, other] = &plays;
    assert!(one.events.posts == other.events.posts);
    for name in [NAMES.white, NAMES.black] {
        let of = |play: &Play| {
            let mut whispered = play.events.direct_posts.clone();
            whispered.retain(|one| one.user == person(name).id);
            whispered
        };
        assert!(of(one) == of(other), "{name}");
    }
}

#[tokio::test]
async fn a_view_is_shown_to_the_players_of_its_match_only() {
    let mut play = Play::new(77, 10, &[]).await;
    let id = play.id;
    // Two people play another match in the same channel.
    let opened = play.hear(WATCHER, "/challenge chakart").await;
    let other = challenged(&opened.message.text);
    play.hear("Cid", &format!("accept:{other}")).await;
    for (who, asked) in [
        (WATCHER, format!("/view match:{id}")),
        (WATCHER, format!("view:{id}")),
        ("Cid", format!("view:{id}")),
        (NAMES.white, format!("view:{other}")),
    ] {
        let answer = play.hear(who, &asked).await;
        let text = &answer.message.text;
        assert!(text.starts_with("You are not a player of match"), "{text}");
        assert!(answer.message.picture.is_none());
    }
    // In another place that match does not exist for them.
    for (who, asked) in [
        (WATCHER, format!("/view {id}")),
        ("Cid", format!("view:{id}")),
    ] {
        let answer = play.hear_at(Place::Direct, who, &asked).await;
        let text = &answer.message.text;
        assert!(text.starts_with("There is no match"), "{text}");
        assert!(answer.message.picture.is_none());
    }
    let n_inputs = play.game().n_inputs();
    for asked in [
        format!("/move e2e4 match:{id}"),
        format!("/why e2e4 match:{id}"),
        format!("guide:{id}:{n_inputs}"),
        format!("resign:{id}:{n_inputs}"),
        format!("resign-yes:{id}:{n_inputs}"),
        format!("draw:{id}:{n_inputs}"),
    ] {
        let message = play.hear("Cid", &asked).await.message;
        assert!(
            message.picture.is_none() && message.controls.is_empty(),
            "{asked}"
        );
        assert_eq!(play.game().n_inputs(), n_inputs, "{asked}");
    }
    // The button of the first post shows the present state.
    for name in [NAMES.white, NAMES.black] {
        let seen = play.hear(name, &format!("view:{id}")).await;
        let picture = seen.message.picture.expect("a player sees their view");
        assert_eq!(picture.name, format!("{id}-{n_inputs}.png"));
    }
    // A player who has resigned sees the end; a watcher has the public board for that.
    let resign = format!("/resign match:{id} confirm:yes");
    play.hear(NAMES.white, &resign).await;
    let seen = play.hear(NAMES.white, &format!("view:{id}")).await;
    assert!(seen.message.picture.is_some());
    let seen = play.hear("Cid", &format!("view:{id}")).await;
    assert!(seen.message.picture.is_none());
}
