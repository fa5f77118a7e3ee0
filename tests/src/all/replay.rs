//! `/replay`: the view through which an animation is drawn.

use std::sync::Arc;

use api::{Answer, Format, MatchId};
use present::frames::frames;
use render::{Look, Renderer, Size, Theme, in_memory};
use rules::{Color, Game, View};
use runtime::Parts;
use tests::{
    fake_chat::{ChatReply, TestBot},
    venue::Venue,
};
use text::Language;
use tokio::runtime::Builder;

use crate::time;

/// A match of Chakart between Ann and Bob with an unseen queen move.
struct Table {
    stage: TestBot,
    id: MatchId,
}

impl Table {
    async fn set(prepare: impl FnOnce(&mut Parts)) -> Table {
        let mut stage = TestBot::in_memory(&["Ann", "Bob", "Eve"], prepare);
        let id = stage.begin("chakart @Bob white setup=standard").await;
        stage.play(&["d2d4", "e7e5", "d1~d2"]).await;
        Table { stage, id }
    }

    async fn ask(&mut self, name: &str, what: &str) -> Answer {
        self.stage.does(name, what).await
    }

    /// Compares an animation with a reader's view, drawn by itself.
    #[track_caller]
    fn check(&self, answer: &Answer, see: impl Fn(&Game) -> View, bottom: Color) {
        let picture = answer.message.picture.as_ref().expect("there is a picture");
        assert_eq!(picture.format, Format::Gif);
        assert_eq!(picture.name, "00001-replay.gif");
        let look = Look {
            size: Size::MIN,
            theme: Theme::default(),
            bottom,
            names: rules::ByColor {
                white: "Ann".to_owned(),
                black: "Bob".to_owned(),
            },
            captions: Arc::new(Language::ENGLISH),
        };
        let frames = frames(&self.stage.found(self.id).1, see).expect("records replay");
        let expected = in_memory(|out| Renderer::new().gif(&frames, &look, out));
        assert!(*picture.bytes == expected, "another animation");
    }
}

fn seat(color: Color) -> impl Fn(&Game) -> View {
    move |game| game.seat_view(color).as_view().clone()
}

fn public(game: &Game) -> View {
    game.public_view().as_view().clone()
}

fn truth(game: &Game) -> View {
    game.truth().as_view().clone()
}

#[tokio::test]
async fn each_person_sees_a_replay_through_their_own_eyes_until_the_end() {
    let mut table = Table::set(|_| ()).await;
    let [ann, bob, eve] = [
        table.ask("Ann", "/replay").await,
        table.ask("Bob", "/replay").await,
        table.ask("Eve", "/replay").await,
    ];
    table.check(&ann, seat(Color::White), Color::White);
    table.check(&bob, seat(Color::Black), Color::Black);
    table.check(&eve, public, Color::White);
    let picture = |answer: &Answer| answer.message.picture.clone().expect("a picture").alt;
    assert!(picture(&ann).contains("Unseen by the other side: d2."));
    assert!(!picture(&bob).contains("d2") && !picture(&eve).contains("queen d2"));
    for eyes in ["white", "black", "everybody", "everything"] {
        for name in ["Ann", "Bob", "Eve"] {
            let answer = table.ask(name, &format!("/replay eyes:{eyes}")).await;
            assert!(answer.message.picture.is_none(), "{name} sees as {eyes}");
        }
    }
}

#[tokio::test]
async fn each_person_sees_a_replay_through_any_eyes_after_the_end() {
    let mut table = Table::set(|_| ()).await;
    table.ask("Bob", "/resign confirm:yes").await;
    for (name, bottom) in [
        ("Ann", Color::White),
        ("Bob", Color::Black),
        ("Eve", Color::White),
    ] {
        let ask = |eyes: &str| format!("/replay 00001 {eyes}");
        let all = table.ask(name, &ask("")).await;
        table.check(&all, truth, bottom);
        let all = table.ask(name, &ask("eyes:everything")).await;
        table.check(&all, truth, bottom);
        let white = table.ask(name, &ask("eyes:white")).await;
        table.check(&white, seat(Color::White), Color::White);
        let black = table.ask(name, &ask("eyes:black")).await;
        table.check(&black, seat(Color::Black), Color::Black);
        let everybody = table.ask(name, &ask("eyes:everybody")).await;
        table.check(&everybody, public, bottom);
    }
}

#[test]
fn a_slow_replay_is_announced_before_it_arrives() {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(1)
        .build();
    runtime.expect("a runtime").block_on(async {
        let mut table = Table::set(|parts| parts.patience = runtime::PATIENCE).await;
        // The test occupies the only drawing thread.
        let time = time::stop();
        let note = time::flow(table.ask("Ann", "/replay")).await;
        let drawing = "I am preparing it. A long match takes a few seconds.";
        assert_eq!(note.message.text, drawing);
        assert!(note.message.picture.is_none());
        drop(time);
        let (_, told) = table.stage.next_reply().await;
        let ChatReply::Answer(answer) = told else {
            panic!("it is no completion");
        };
        let picture = answer.message.picture.expect("there is a picture");
        assert_eq!(picture.format, Format::Gif);
    });
}
