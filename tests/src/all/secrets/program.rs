//! The program as one side: other readers see the same as if a person had played its moves. No other reader learns the
//! private information of its side.

use std::sync::atomic::AtomicBool;

use api::{MatchId, TurnPush};
use engine::{Budget, Engine, SeededWords};
use page::{Access, PublicAccess, PushSettings};
use rules::{Action, Game, GameInput, Next};
use runtime::Thinks;
use service::{EngineMove, EngineQuestion};
use store::writer::Writer;
use testkit::Random;
use tests::{
    fake_chat::{TestBot, thinking},
    page::Page,
    venue::Venue,
};

use super::NAMES;

/// The program's name.
const PROGRAM: &str = "Oddboard (level 3)";

/// Returns the posts after the challenge, and Ann's private messages, with the same name for her opponent.
fn read(stage: &TestBot, opponent: &str) -> (Vec<String>, Vec<String>) {
    let plain = |text: &str| text.replace(opponent, "OPPONENT");
    let posts = stage.scene.posts();
    let posts = posts.iter().skip(1).map(|post| plain(&post.text));
    let whispered = stage.scene.direct_posts();
    let strangers = whispered.iter().filter(|one| &*one.user.id != "ann");
    assert!(
        opponent != PROGRAM || strangers.count() == 0,
        "nobody reads for the program"
    );
    let to_ann = whispered.iter().filter(|one| &*one.user.id == "ann");
    let mut to_ann: Vec<String> = to_ann.map(|one| plain(&one.message.text)).collect();
    // A view that is outdated before its delivery is left out, so a fast player receives the same less often.
    to_ann.dedup();
    (posts.collect(), to_ann)
}

#[tokio::test]
async fn a_match_against_the_program_reveals_no_more_than_one_between_people() {
    for seed in 0..3 {
        let mut random = Random::new(seed);
        let people = [NAMES.white, NAMES.black];
        let mut against = TestBot::in_memory(&people, |_| {});
        let mut between = TestBot::in_memory(&people, |_| {});
        let id = MatchId::from_number(1);
        // The same events supply the other half of the dice, so the rolls are the same.
        let terms = "chakart setup=standard color:white";
        against
            .does("Ann", &format!("/challenge {terms} opponent:@Oddboard"))
            .await;
        against.does("Ann", &format!("start:{id}")).await;
        between
            .does("Ann", &format!("/challenge {terms} opponent:@Bob"))
            .await;
        between.does("Bob", &format!("accept:{id}")).await;
        for _ in 0..25 {
            // The program answers after the player who moved.
            against.core.idle().await;
            let before = between.found(id).1.inputs.len();
            let (_, record) = against.found(id);
            let game = record.replay().expect("records replay");
            let Next::Decision(_) = game.next() else {
                break;
            };
            let actions = game.legal_list();
            let action = actions[random.below(actions.len())];
            against
                .does("Ann", &format!("/move {action} confirm:yes"))
                .await;
            against.core.idle().await;
            let (_, record) = against.found(id);
            let mut game = Game::new(&record.setup);
            for (n_inputs, input) in record.inputs.iter().enumerate() {
                if let (Next::Decision(seat), GameInput::Action(action)) = (game.next(), input)
                    && n_inputs >= before
                {
                    let text = format!("/move {action} confirm:yes");
                    between.does(NAMES[seat], &text).await;
                }
                assert!(game.apply(*input).is_ok(), "records replay");
            }
            assert_eq!(between.found(id).1.inputs, record.inputs);
        }
        assert_eq!(
            read(&against, PROGRAM),
            read(&between, "Bob"),
            "seed {seed}"
        );
    }
}

/// The unseen queen moves that a side may choose, the only difference between two matches.
#[derive(Clone, Copy)]
enum UnseenMove {
    First,
    Last,
}

/// An engine that plays the queen unseen as soon as it can, and computes hints.
struct UnseenQueenEngine {
    unseen: UnseenMove,
    engine: Engine,
}

impl Thinks for UnseenQueenEngine {
    fn answer(
        &mut self,
        question: &EngineQuestion,
        seed: u64,
        _: &AtomicBool,
    ) -> Option<EngineMove> {
        if question.is_hint() {
            let history = question.seat_history().ok()?;
            let mut seeded = SeededWords::new(7);
            let budget = Budget::of_nodes(2_000);
            self.engine.forget();
            let mut words = || seeded.word();
            let thought = self
                .engine
                .think(&history, question.level(), &budget, &mut words);
            let thought = thought.ok()?;
            return Some(question.answered(thought.action, Some(thought.score.expected)));
        }
        let mut unseen = (0..500).filter_map(|n| question.any(n));
        let is_unseen = |action: &Action| is_stealth(*action);
        let found = match self.unseen {
            UnseenMove::First => unseen.find(is_unseen),
            UnseenMove::Last => unseen.rfind(is_unseen),
        };
        let action = found.or_else(|| question.any(seed))?;
        Some(question.answered(action, None))
    }
}

/// The data that Ann has after the program's queen has moved unseen.
struct AfterUnseen {
    /// The reply to her request for a hint.
    hint: String,
    /// The turns that her devices have announced.
    pushes: Vec<TurnPush>,
    /// The preview of a link to the match on a public page, and its picture.
    preview: [Vec<u8>; 2],
    /// The queen's move, which she does not know.
    unseen: Action,
}

/// Plays until the program's queen has moved unseen.
async fn after_unseen(unseen: UnseenMove, seed: u64) -> Option<AfterUnseen> {
    let mut random = Random::new(seed);
    let mut stage = TestBot::in_memory(&["Ann"], |parts| {
        parts.thinking = thinking(move || {
            Box::new(UnseenQueenEngine {
                unseen,
                engine: Engine::new(1 << 20),
            })
        });
    });
    stage.scene.give_devices();
    let id = MatchId::from_number(1);
    let terms = "chakart setup=standard color:white";
    stage
        .does("Ann", &format!("/challenge {terms} opponent:@Oddboard"))
        .await;
    stage.does("Ann", &format!("start:{id}")).await;
    for _ in 0..40 {
        // The program answers after Ann has moved.
        stage.core.idle().await;
        let (_, record) = stage.found(id);
        let unseen = record.inputs.iter().find_map(|input| match input {
            GameInput::Action(action) => Some(*action).filter(|action| is_stealth(*action)),
            _ => None,
        });
        let game = record.replay().expect("records replay");
        let Next::Decision(_) = game.next() else {
            return None;
        };
        if let Some(unseen) = unseen {
            let answer = stage.does("Ann", "/hint").await;
            return Some(AfterUnseen {
                hint: answer.message.text,
                pushes: stage.scene.pushes(),
                preview: preview(stage.writer.clone(), id).await,
                unseen,
            });
        }
        let mut actions = game.legal_list();
        actions.retain(|action| !is_stealth(*action));
        let action = actions[random.below(actions.len())];
        let play = format!("/move {action} confirm:yes");
        stage.does("Ann", &play).await;
    }
    None
}

/// Returns the page of a match at a public address as a chat fetches it for a preview, and the picture that it names.
async fn preview(writer: Writer, id: MatchId) -> [Vec<u8>; 2] {
    const HOST: &str = "play.example.org";
    let access = Access::Public(PublicAccess {
        url: format!("https://{HOST}").parse().expect("a URL"),
        trusted_proxies: vec!["127.0.0.0/8".parse().expect("a network")],
        guests: false,
    });
    let page = Page::open_with(writer, access, PushSettings::default(), |_| {}).await;
    let client = reqwest::Client::builder().no_proxy().build();
    let client = client.expect("a client");
    let get = async |path: &str| {
        let request = client.get(format!("http://{}/match/{id}{path}", page.address));
        let request = request.header("host", HOST);
        let request = request.header("x-forwarded-proto", "https");
        let answer = request.send().await.expect("the page is there");
        let headers = answer.headers();
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        answer.bytes().await.expect("a body").to_vec()
    };
    let (html, picture) = (get("").await, get("/board.png").await);
    page.close().await;
    let text = str::from_utf8(&html).expect("a text");
    for (name, value) in [("url", ""), ("image", "/board.png")] {
        let meta =
            format!("<meta property=\"og:{name}\" content=\"https://{HOST}/match/{id}{value}\">");
        assert!(text.contains(&meta), "{meta}");
    }
    assert!(picture.starts_with(b"\x89PNG"));
    [html, picture]
}

fn is_stealth(action: Action) -> bool {
    matches!(action, Action::Stealth { .. })
}

#[tokio::test]
async fn hints_pushes_and_previews_do_not_depend_on_hidden_facts() {
    let mut n_compared = 0;
    for seed in 0..60 {
        let one = after_unseen(UnseenMove::First, seed).await;
        let other = after_unseen(UnseenMove::Last, seed).await;
        if let Some((one, other)) = one.zip(other)
            && one.unseen != other.unseen
        {
            assert_eq!(one.hint, other.hint, "seed {seed}");
            assert!(one.hint.starts_with("Hint for match"), "{}", one.hint);
            assert!(!one.pushes.is_empty(), "seed {seed}");
            assert_eq!(one.pushes, other.pushes, "seed {seed}");
            assert!(one.preview == other.preview, "seed {seed}");
            n_compared += 1;
        }
        if n_compared == 3 {
            return;
        }
    }
    panic!("{n_compared} pairs of matches were compared");
}
