//! Many pairs of matches, each followed from the moment in which it begins to differ.

use std::{panic::resume_unwind, sync::Arc, thread};

use rules::{Setup, Variant};
use testkit::{Random, options_of, quick_or_long, setups};
use tests::store::is_on_postgres;

use super::{
    NAMES, PEOPLE, block_on,
    leaks::{Leak, LeakyChat},
    page::PageParticipants,
    run::{Participants, open_two},
    secret_choices::SecretChoice,
    twin_runs::{DetectedLeak, RunCounts, RunDifference, TwinRuns},
};

/// Follows one pair from the moment in which it begins to differ; a leak, if there is one, is in both bots.
pub(super) async fn follow(
    setup: &Setup,
    participants: &dyn Participants,
    leak: Option<Leak>,
    random: &mut Random,
) -> Result<RunCounts, DetectedLeak> {
    let SecretChoice {
        writer,
        game,
        us,
        dice,
        difference,
    } = SecretChoice::find(setup, participants, random).await;
    let id = dice.id;
    let runs = open_two(participants, &writer, &move |parts| {
        if let Some(leak) = leak {
            let chat = Arc::clone(&parts.chats[0]);
            let writer = parts.writer.clone();
            parts.chats[0] = Arc::new(LeakyChat::new(chat, writer, id, leak));
        }
    })
    .await;
    let closed = random.pick(&[None, None, None, Some(NAMES.white), Some(NAMES.black)]);
    if let Some(name) = closed {
        for run in &runs {
            run.close_direct(name).await;
        }
    }
    let mut twin_runs = TwinRuns::new(runs, [game.clone(), game], NAMES, us, dice);
    twin_runs.counts.stealths += usize::from(matches!(difference, RunDifference::Moves(_)));
    if twin_runs
        .make_expected_difference(&difference, random)
        .await?
        && twin_runs.look_around(random).await?
    {
        let n_steps = random.below(9);
        twin_runs.follow(n_steps, random).await?;
    }
    Ok(twin_runs.end().await)
}

/// Follows pairs under each of these combinations of options until enough of each count. Returns the failure if a message
/// distinguishes a pair.
async fn follow_all(
    participants: &dyn Participants,
    setups: &[Setup],
    n_pairs: usize,
    count: impl Fn(&RunCounts) -> usize,
    random: &mut Random,
) -> Result<RunCounts, String> {
    let mut counts = RunCounts::default();
    for setup in setups {
        let mut n = 0;
        while n < n_pairs {
            match follow(setup, participants, None, random).await {
                Ok(followed) => {
                    n += count(&followed);
                    counts += followed;
                }
                Err(DetectedLeak(what)) => {
                    return Err(format!(
                        "two truths can be told apart in {setup}, after {counts:?}: {what}"
                    ));
                }
            }
        }
    }
    Ok(counts)
}

/// The number of pairs under each combination of options where each run takes long.
const FEW: usize = 8;

/// Follows a few pairs under each combination of options.
pub(super) async fn check_few(participants: &dyn Participants, seed: u64) {
    check_pairs(participants, FEW, seed).await;
}

/// Follows this number of pairs under each combination of options.
pub(super) async fn check_pairs(participants: &dyn Participants, n_pairs: usize, seed: u64) {
    let setups = ["objects=hidden", "objects=open"].map(setups_with).concat();
    let mut random = Random::new(seed);
    let counts = follow_all(participants, &setups, n_pairs, |_| 1, &mut random).await;
    let counts = counts.unwrap_or_else(|leak| panic!("{leak}"));
    assert!(
        counts.pairs == 6 * n_pairs
            && counts.stealths > n_pairs
            && counts.ours.min(counts.theirs).min(counts.watchers) > 4 * n_pairs,
        "{counts:?}"
    );
}

/// Checks that the comparison detects each of these leaks.
pub(super) async fn check_leaks(participants: &dyn Participants, leaks: &[Leak], seed: u64) {
    for leak in leaks {
        let is_found = finds_leak(participants, Some(*leak), seed).await;
        assert!(is_found, "{leak:?} is not noticed");
    }
}

/// Tells whether the comparison detects a leak in both bots: this one, or one of the participants.
pub(super) async fn finds_leak(
    participants: &dyn Participants,
    leak: Option<Leak>,
    seed: u64,
) -> bool {
    let setups = setups_with("objects=hidden");
    let mut random = Random::new(seed);
    for n in 0..400 {
        let setup = &setups[n % setups.len()];
        let followed = follow(setup, participants, leak, &mut random).await;
        if followed.is_err() {
            return true;
        }
    }
    false
}

/// Returns the number of pairs under each combination of options. In databases each run takes long.
fn pairs() -> usize {
    if is_on_postgres() {
        return quick_or_long(FEW, 100);
    }
    quick_or_long(100, 1000)
}

/// Returns the combinations of options in which objects are hidden, or open.
pub(super) fn setups_with(objects: &str) -> Vec<Setup> {
    let mut setups = setups(Variant::Chakart);
    setups.retain(|setup| options_of(setup).contains(objects));
    assert_eq!(setups.len(), 3, "each way to begin");
    setups
}

/// Follows pairs under each combination of options, each on a thread of its own.
#[track_caller]
fn check(objects: &str, seed: u64) -> RunCounts {
    let pairs = pairs();
    let follow = |setup: Setup, seed: u64| {
        block_on(async {
            let participants = PageParticipants::gather(&PEOPLE).await;
            let mut random = Random::new(seed);
            // A pair that the rules distinguish before all have looked at it is followed, and another one is as well.
            let by_all = |followed: &RunCounts| followed.by_all;
            follow_all(&participants, &[setup], pairs, by_all, &mut random).await
        })
    };
    let mut counts = RunCounts::default();
    thread::scope(|scope| {
        let setups = setups_with(objects).into_iter().zip(seed..);
        let threads: Vec<_> = setups
            .map(|(setup, seed)| scope.spawn(move || follow(setup, seed)))
            .collect();
        for thread in threads {
            let followed = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            counts += followed.unwrap_or_else(|leak| panic!("{leak}"));
        }
    });
    assert_eq!(counts.by_all, 3 * pairs);
    counts
}

#[test]
fn hidden_objects_change_nothing_for_the_uninformed() {
    let (counts, pairs) = (check("objects=hidden", 610), pairs());
    let trails = counts.pairs - counts.stealths;
    assert!(
        trails > 2 * pairs
            && counts.stealths > pairs / 2
            && counts.revealed > pairs / 2
            && counts.ours.min(counts.theirs) > 6 * pairs
            && counts.watchers > 5 * pairs
            && counts.answered > pairs / 2
            && counts.pictures > 30 * pairs,
        "{counts:?}"
    );
}

#[test]
fn a_hidden_queen_changes_nothing_for_the_uninformed() {
    let (counts, pairs) = (check("objects=open", 620), pairs());
    assert!(
        counts.stealths == counts.pairs
            && counts.revealed > 2 * pairs
            && counts.ours > 6 * pairs
            && counts.theirs.min(counts.watchers) > 4 * pairs
            && counts.answered > 3 * pairs
            && counts.pictures > 15 * pairs,
        "{counts:?}"
    );
}
