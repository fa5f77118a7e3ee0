//! Pairs of whole matches, from the challenge to the end.

use api::{MatchId, Secret};
use command::Control;
use dice::Published;
use rules::{Color, Next, Setup, Variant};
use testkit::{Random, setups};
use tests::user_input::UserInput;

use super::{
    KnownDice, NAMES, PEOPLE, block_on, found,
    page::PageParticipants,
    run::{Participants, ReceivedMessage, Run, Step, StepKind, open_two},
    twin_runs::{DetectedLeak, Dice, RunCounts, TwinRuns, WATCHER},
};

/// The number of whole matches under each combination of options, and the largest number of steps in them.
const MATCHES: usize = 2;
const LONGEST: usize = 60;

/// Follows one pair of matches from the challenge on.
async fn follow_whole(
    setup: &Setup,
    participants: &dyn Participants,
    random: &mut Random,
) -> Result<RunCounts, DetectedLeak> {
    let secret = std::array::from_fn(|_| random.below(256) as u8);
    let mut runs = open_two(participants, participants.writer(), &move |parts| {
        parts.dice = Box::new(KnownDice::new(secret));
    })
    .await;
    let id = MatchId::from_number(1);
    let challenge = StepKind::text(format!("/challenge {setup} color:white"));
    let accept = StepKind::Input(UserInput::Press(Control::Accept(id).to_string()));
    let opening = [
        Step::new("challenge", NAMES.white, challenge),
        Step::new("accept", NAMES.black, accept),
    ];
    for run in &mut runs {
        for step in &opening {
            run.hear(step).await;
        }
    }
    let games = [0, 1].map(|n| {
        let (_, record) = found(runs[n].writer(), id);
        record.replay().expect("records replay")
    });
    let (row, _) = found(runs[0].writer(), id);
    let accepted = row.seal.accepted.expect("it is accepted").to_string();
    let dice = Dice {
        id,
        accepted,
        secret,
    };
    let us = *random.pick(&Color::ALL);
    let mut twin_runs = TwinRuns::new(runs, games, NAMES, us, dice);
    twin_runs.follow(LONGEST, random).await?;
    for run in &mut twin_runs.runs {
        check_end(&mut **run, id, secret).await;
    }
    Ok(twin_runs.end().await)
}

/// Ends a match, and checks that the watcher then sees everything that was hidden.
async fn check_end(run: &mut dyn Run, id: MatchId, secret: [u8; 32]) {
    let resign = format!("/resign match:{id} confirm:yes");
    let board = format!("/board match:{id}");
    run.hear(&Step::new("end", NAMES.white, StepKind::text(resign)))
        .await;
    let heard = run
        .hear(&Step::new("look", WATCHER, StepKind::text(board)))
        .await;
    let frames = heard.lines[WATCHER]
        .iter()
        .filter_map(ReceivedMessage::frame);
    let frames: Vec<_> = frames.collect();
    let [post] = &frames[..] else {
        panic!("the board is posted again");
    };
    let (row, record) = found(run.writer(), id);
    let end = record.replay().expect("records replay");
    assert!(matches!(end.next(), Next::Over(_)), "{post}");
    let all = text::alt(end.truth().as_view(), &row.names(), text::Language::ENGLISH);
    assert_eq!(post["picture"]["alt"], all);
    let secret = Published(&Secret::new(secret)).to_string();
    let export = StepKind::text(format!("/export match:{id}"));
    let heard = run.hear(&Step::new("export", WATCHER, export)).await;
    let text = heard.reply.text;
    assert!(text.contains(&secret), "{text}");
}

#[test]
fn whole_matches_reveal_no_secret() {
    let mut random = Random::new(64);
    let counts = block_on(async {
        let participants = PageParticipants::gather(&PEOPLE).await;
        let mut counts = RunCounts::default();
        for setup in setups(Variant::Chakart) {
            for _ in 0..MATCHES {
                match follow_whole(&setup, &participants, &mut random).await {
                    Ok(followed) => counts += followed,
                    Err(DetectedLeak(what)) => panic!("{setup}: {what}"),
                }
            }
        }
        counts
    });
    assert!(
        counts.differences > MATCHES
            && counts.revealed > MATCHES
            && counts.decisions > 50 * MATCHES,
        "{counts:?}"
    );
}
