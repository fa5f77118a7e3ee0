//! Pictures drawn on demand: they equal those drawn at once, and the data stored for a move on the page are small.

use std::sync::Arc;
use tests::user_input::UserInput;

use api::{
    Chat, DrawError, Drawer, EventId, Format, Listener, MatchId, Picture, Place, Platform, Recipe,
    Rows, Speaker, Store, UserId,
};
use page::{Access, Playground, Providers, PushSettings};
use present::Studio;
use render::{Size, Theme};
use rules::{Next, Variant};
use runtime::{Gallery, Snapshots};
use service::read_match;
use store::{MemoryStore, writer::Writer};
use testkit::Random;
use tests::{
    fake_chat::{self, ChatPost, FakeChat, TestBot, channel, event},
    page_user::PageUser,
    store::fresh_writer,
};
use tokio::sync::oneshot;

/// Returns width and height from the file's header.
fn extent<A>(picture: &Picture<A>) -> (u32, u32) {
    let file = &picture.bytes;
    match picture.format {
        Format::Png => {
            let number = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|n| file[at + n]));
            (number(16), number(20))
        }
        Format::Gif => {
            let number = |at: usize| u32::from(file[at]) | u32::from(file[at + 1]) << 8;
            (number(6), number(8))
        }
    }
}

/// Pictures with their recipes, from a platform that accepts drawn pictures.
struct Album {
    gallery: Arc<Gallery>,
    n_checked: usize,
}

impl Album {
    async fn check<A>(&mut self, picture: Option<&Picture<A>>) {
        let Some(picture) = picture else { return };
        let drawn = self.gallery.draw(&picture.recipe).await;
        let drawn = drawn.unwrap_or_else(|error| panic!("{}: {error}", picture.name));
        assert!(
            drawn == picture.bytes,
            "{}: {}",
            picture.name,
            picture.recipe.0
        );
        assert_eq!(picture.extent, extent(picture), "{}", picture.name);
        self.n_checked += 1;
    }
}

#[tokio::test]
async fn a_picture_that_is_drawn_later_is_the_same() {
    let studio = Studio::new(Size::MIN, Theme::DARK);
    for variant in ["chakart setup=standard", "bario", "berolina"] {
        let writer = fresh_writer();
        let mut stage = TestBot::new(&["Ann", "Bob"], writer.clone(), |parts| {
            parts.studio = studio.clone();
        });
        let mut album = Album {
            gallery: Gallery::new(Snapshots::new(writer.clone()), studio.clone()),
            n_checked: 0,
        };
        let id = MatchId::from_number(1);
        let accept = format!("accept:{id}");
        let challenge = format!("/challenge {variant} @Bob white");
        let inputs = [
            ("Ann", &*challenge),
            ("Bob", &*accept),
            ("Ann", "/move"),
            ("Ann", "/view"),
            ("Bob", "/settings bottom:mover theme:print pictures:large"),
            ("Bob", "/view"),
            ("Ann", "/replay"),
            ("Ann", "/rules"),
            ("Ann", "/rules bario"),
            ("Ann", "/rules chakart"),
            ("Bob", "/rules baroque pincer"),
            ("Bob", "/board"),
        ];
        let mut n_events = 0;
        let mut random = Random::new(7);
        for n in 0..8 {
            for (name, what) in inputs.iter().filter(|_| n == 0) {
                n_events += 1;
                let answer = stage
                    .ask(&event(n_events.to_string(), name, UserInput::short(what)))
                    .await;
                album.check(answer.message.picture.as_ref()).await;
            }
            let (color, text) = choice(&writer, id, &mut random).expect("it has just begun");
            n_events += 1;
            let mover = ["Ann", "Bob"][color as usize];
            let event = event(
                n_events.to_string(),
                mover,
                UserInput::short(&format!("/move {text}")),
            );
            let answer = stage.ask(&event).await;
            album.check(answer.message.picture.as_ref()).await;
        }
        let menu = stage
            .ask(&event("menu", "Ann", UserInput::short("/why e2e4")))
            .await;
        album.check(menu.message.picture.as_ref()).await;
        for name in ["Ann", "Bob"] {
            for what in ["/replay", "/move", "/view", "/resign confirm:yes"] {
                n_events += 1;
                let event = event(n_events.to_string(), name, UserInput::short(what));
                let answer = stage.ask(&event).await;
                album.check(answer.message.picture.as_ref()).await;
            }
        }
        stage.core.idle().await;
        for said in stage.scene.posted() {
            if let ChatPost::Post(_, message) = said {
                album.check(message.picture.as_ref()).await;
            }
        }
        for whispered in stage.scene.direct_posts() {
            album.check(whispered.message.picture.as_ref()).await;
        }
        assert!(album.n_checked > 20, "{variant}: {}", album.n_checked);
    }
}

#[tokio::test]
async fn an_invalid_or_outdated_recipe_is_not_drawn() {
    let writer = fresh_writer();
    let gallery = Gallery::new(Snapshots::new(writer), Studio::new(Size::MIN, Theme::LIGHT));
    let style = r#""style":{"size":"180","theme":"light","bottom":"white"}"#;
    for recipe in [
        "",
        "{}",
        r#"{"plate":["chess:contents:0","en"]}"#,
        r#"{"plate":["baroque:contents:99","en"]}"#,
        &format!(r#"{{"board":{{"id":"4kq0z","n_inputs":0,"lens":"everybody",{style}}}}}"#),
        &format!(r#"{{"frames":{{"id":"4kq0z","n_inputs":0,"lens":"truth",{style}}}}}"#),
    ] {
        let drawn = gallery.draw(&Recipe(recipe.to_owned())).await;
        assert!(matches!(drawn, Err(DrawError::Gone)), "{recipe}");
    }
}

/// Returns a legal move, and its side.
fn choice(writer: &Writer, id: MatchId, random: &mut Random) -> Option<(rules::Color, String)> {
    let found = read_match(writer, id).expect("memory can be read");
    let (_, record) = found.expect("there is the match");
    let game = record.replay().expect("records replay");
    let Next::Decision(color) = game.next() else {
        return None;
    };
    let actions = game.legal_list();
    Some((color, random.pick(&actions).to_string()))
}

/// Plays a match at the page, and returns the number of bytes of keys and values that a move adds to the store.
async fn bytes_a_move(variant: Variant, n_moves: usize) -> usize {
    let store = Arc::new(MemoryStore::new());
    let writer = Writer::new(Arc::clone(&store) as Arc<dyn Store>);
    let mut parts = fake_chat::parts(&FakeChat::new(&[]).0, writer.clone());
    let gallery = Gallery::new(Arc::clone(&parts.snapshots), parts.studio.clone());
    let page = Playground::new(writer.clone(), gallery, PushSettings::default());
    parts.chats = vec![Arc::clone(&page) as Arc<dyn Chat>];
    let core = runtime::start(parts).expect("memory can be read");
    let socket = page::bind(([127, 0, 0, 1], 0).into(), &Access::Local).await;
    let socket = socket.expect("the system has a free port");
    let address = socket.local_addr().expect("a bound socket has an address");
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(page::serve(
        page,
        Access::Local,
        Arc::clone(&core),
        Providers::default(),
        socket,
        async {
            // Dropping the sender stops the server as well.
            let _ = stopped.await;
        },
    ));
    for name in ["Ann", "Bob"] {
        PageUser::sign_in(&address.to_string(), name).await;
    }
    let mut n_events = 0;
    let mut hear = async |who: usize, said: UserInput| {
        n_events += 1;
        let user = UserId::new(Platform::Playground, (who + 1).to_string());
        let event = said.event(
            EventId::new(Platform::Playground, format!("{}.{n_events:036}", user.id)),
            Speaker {
                id: user,
                name: ["Ann", "Bob"][who].to_owned(),
            },
            Place::Channel(channel("lobby")),
        );
        core.hear(event).await;
        core.finish().await;
    };
    let challenge = format!("/challenge {variant} @Bob white");
    hear(0, UserInput::Text(challenge)).await;
    let id = MatchId::from_number(1);
    hear(1, UserInput::Press(format!("accept:{id}"))).await;
    let size = || -> usize {
        let entries = store
            .scan(b"", None, usize::MAX)
            .expect("memory can be read");
        entries
            .iter()
            .map(|(key, value)| key.len() + value.len())
            .sum()
    };
    let before = size();
    let mut random = Random::new(3);
    let mut n_played = 0;
    while n_played < n_moves
        && let Some((color, text)) = choice(&writer, id, &mut random)
    {
        hear(color as usize, UserInput::Text(format!("/move {text}"))).await;
        n_played += 1;
    }
    let a_move = (size() - before) / n_played;
    drop(stop);
    serving
        .await
        .expect("the server ends")
        .expect("the socket works");
    a_move
}

/// Sizes are the same on every machine, so a match of usual length shows the size of all.
#[expect(clippy::print_stdout, reason = "the figure is worth knowing")]
#[tokio::test]
async fn a_move_on_the_page_is_kept_in_three_kilobytes() {
    for variant in Variant::ALL {
        let found = bytes_a_move(variant, 60).await;
        println!("{variant}: {found} bytes a move");
        assert!(
            (100..3000).contains(&found),
            "{variant}: {found} bytes a move"
        );
    }
}
