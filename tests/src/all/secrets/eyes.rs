//! A reader who requests a board through another reader's eyes sees only their own permitted information, until the
//! match is over.

use serde_json::{Value, json};
use testkit::Random;

use super::{
    NAMES, PEOPLE, block_on,
    laws::setups_with,
    page::{PageParticipants, PageRun},
    run::{Run, Step, StepKind},
    secret_choices::SecretChoice,
    twin_runs::{RunDifference, WATCHER},
};

/// The eyes that a reader can request besides their own.
const EYES: [&str; 5] = ["everything", "everybody", "white", "black", "nonsense"];

/// The viewers; `None` is an anonymous visitor.
const VIEWERS: [Option<&str>; 4] = [Some(NAMES.white), Some(NAMES.black), Some(WATCHER), None];

/// Returns the parts of a board that show the game.
fn shown(board: &Value) -> [&Value; 4] {
    ["squares", "svg", "alt", "turns"].map(|part| &board[part])
}

/// Requests all boards of a match while it is played and after its end. Returns the number of those that hid
/// information.
async fn look_around(participants: &PageParticipants, choice: SecretChoice) -> usize {
    let SecretChoice {
        writer,
        game,
        us,
        difference,
        ..
    } = choice;
    let mut run = PageRun::open(writer, &|_| {}).await;
    run.welcome(participants).await;
    let (RunDifference::Moves([action, _]) | RunDifference::Dice(action, _)) = difference;
    let decided = StepKind::text(format!("/move {action}"));
    run.hear(&Step::new("secret", NAMES[us], decided)).await;
    let last = run.board(None, &json!({})).await["n_inputs_now"].as_u64();
    let last = last.expect("a number");
    assert!(last > game.n_inputs() as u64, "{action} is played");
    let counts = [0, last / 2, last - 1, last];
    let mut seen = Vec::new();
    for (n_inputs, who) in counts
        .iter()
        .flat_map(|n_inputs| VIEWERS.map(|who| (n_inputs, who)))
    {
        let own = run.board(who, &json!({ "n_inputs": n_inputs })).await;
        assert_eq!(own["stage"], "playing");
        for eyes in EYES {
            let board = run
                .board(who, &json!({ "n_inputs": n_inputs, "eyes": eyes }))
                .await;
            assert!(
                board == own,
                "{who:?} sees more by the eyes {eyes}: {board}"
            );
        }
        seen.push(own);
    }
    run.hear(&Step::new(
        "end",
        NAMES[us],
        StepKind::text("/resign confirm:yes"),
    ))
    .await;
    let mut n_hidden = 0;
    for (n, (n_inputs, who)) in counts
        .iter()
        .flat_map(|n_inputs| VIEWERS.map(|who| (n_inputs, who)))
        .enumerate()
    {
        let eyes = ["white", "black", "everybody", "everybody"][n % VIEWERS.len()];
        let as_then = run
            .board(who, &json!({ "n_inputs": n_inputs, "eyes": eyes }))
            .await;
        let all = run.board(who, &json!({ "n_inputs": n_inputs })).await;
        assert_eq!(
            as_then["squares"], seen[n]["squares"],
            "{who:?} saw this then"
        );
        n_hidden += usize::from(shown(&all) != shown(&as_then));
    }
    Box::new(run).close().await;
    n_hidden
}

#[test]
fn eyes_show_nothing_more_until_the_match_is_over() {
    let mut random = Random::new(65);
    block_on(async {
        let participants = PageParticipants::gather(&PEOPLE).await;
        for setup in setups_with("objects=hidden") {
            let choice = SecretChoice::find(&setup, &participants, &mut random).await;
            let n_hidden = look_around(&participants, choice).await;
            assert!(n_hidden > 0, "{setup}: nothing was hidden");
        }
    });
}
