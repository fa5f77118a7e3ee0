//! The program as one side: everybody else reads what they would read if a person had played its moves, and nobody is
//! told what its side alone may know.

use bot::ports::MatchId;
use rules::{Game, GameInput, Next};
use testkit::Random;
use tests::{scene::Stage, venue::Venue};

use super::NAMES;

/// As the program is called.
const PROGRAM: &str = "Oddboard (level 3)";

/// What was posted after the challenge, and what Ann alone was told, with the same name for her opponent.
fn read(stage: &Stage, opponent: &str) -> (Vec<String>, Vec<String>) {
    let plain = |text: &str| text.replace(opponent, "OPPONENT");
    let posts = stage.scene.posts();
    let posts = posts.iter().skip(1).map(|post| plain(&post.text));
    let whispered = stage.scene.whispered();
    let strangers = whispered.iter().filter(|one| &*one.user.id != "ann");
    assert!(
        opponent != PROGRAM || strangers.count() == 0,
        "nobody reads for the program"
    );
    let to_ann = whispered.iter().filter(|one| &*one.user.id == "ann");
    let to_ann = to_ann.map(|one| plain(&one.message.text));
    (posts.collect(), to_ann.collect())
}

#[tokio::test]
async fn nobody_reads_more_of_a_match_against_the_program_than_of_one_between_people() {
    for seed in 0..3 {
        let mut random = Random::new(seed);
        let people = [NAMES.white, NAMES.black];
        let mut against = Stage::in_memory(&people, |_| {});
        let mut between = Stage::in_memory(&people, |_| {});
        let id = MatchId::from_number(1);
        // The same events supply the other half of the dice, so they fall alike.
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
            let (_, record) = against.found(id);
            let mut game = Game::new(&record.setup);
            for (ply, input) in record.inputs.iter().enumerate() {
                if let (Next::Decision(seat), GameInput::Action(action)) = (game.next(), input)
                    && ply >= before
                {
                    let text = format!("/move {action} confirm:yes");
                    between.does(NAMES[seat], &text).await;
                }
                assert!(game.play(*input).is_some(), "records replay");
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
