//! The program as one side: other readers see the same as if a person had played its moves. No other reader learns the
//! private information of its side.

use std::sync::atomic::AtomicBool;

use api::MatchId;
use engine::{Budget, Engine, SeededWords};
use rules::{Action, Game, GameInput, Next};
use runtime::Thinks;
use service::{EngineMove, EngineQuestion};
use testkit::Random;
use tests::{
    fake_chat::{TestBot, thinking},
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
            let mut actions = Vec::new();
            game.actions(&mut actions);
            let action = actions[random.below(actions.len())];
            against
                .does("Ann", &format!("/move {action} confirm:yes"))
                .await;
            against.core.idle().await;
            let (_, record) = against.found(id);
            let mut game = Game::new(&record.setup);
            for (ply, input) in record.inputs.iter().enumerate() {
                if let (Next::Decision(seat), GameInput::Action(action)) = (game.next(), input)
                    && ply >= before
                {
                    let text = format!("/move {action} confirm:yes");
                    between.does(NAMES[seat], &text).await;
                }
                assert!(game.play(*input).is_ok(), "records replay");
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

/// Plays until the program's queen has moved unseen. Returns the reply to Ann's request for a hint, and the queen's
/// move.
async fn hint_after_unseen(unseen: UnseenMove, seed: u64) -> Option<(String, Action)> {
    let mut random = Random::new(seed);
    let mut stage = TestBot::in_memory(&["Ann"], |parts| {
        parts.thinking = thinking(move || {
            Box::new(UnseenQueenEngine {
                unseen,
                engine: Engine::new(1 << 20),
            })
        });
    });
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
            return Some((answer.message.text, unseen));
        }
        let mut actions = Vec::new();
        game.actions(&mut actions);
        actions.retain(|action| !is_stealth(*action));
        let action = actions[random.below(actions.len())];
        let play = format!("/move {action} confirm:yes");
        stage.does("Ann", &play).await;
    }
    None
}

fn is_stealth(action: Action) -> bool {
    matches!(action, Action::Stealth { .. })
}

#[tokio::test]
async fn a_hint_does_not_depend_on_facts_hidden_from_its_player() {
    let mut n_compared = 0;
    for seed in 0..60 {
        let one = hint_after_unseen(UnseenMove::First, seed).await;
        let other = hint_after_unseen(UnseenMove::Last, seed).await;
        if let (Some((one, first)), Some((other, last))) = (one, other)
            && first != last
        {
            assert_eq!(one, other, "seed {seed}");
            assert!(one.starts_with("Hint for match"), "{one}");
            n_compared += 1;
        }
        if n_compared == 3 {
            return;
        }
    }
    panic!("{n_compared} pairs of matches were compared");
}
