//! Many pairs of matches, each followed from the moment in which it begins to differ.

use std::{panic::resume_unwind, sync::Arc, thread};

use rules::{Setup, Variant};
use testkit::{Random, options_of, quick_or_long, setups};
use tests::store::is_on_postgres;

use super::{
    NAMES, PEOPLE, block_on,
    leaks::{Leak, Leaky},
    moments::Moment,
    page::Visitors,
    run::{Company, open_two},
    twins::{Difference, Tally, Twins, Twist},
};

/// Follows one pair from the moment in which it begins to differ; a leak, if there is one, is in both bots.
pub(super) async fn follow(
    setup: &Setup,
    company: &dyn Company,
    leak: Option<Leak>,
    random: &mut Random,
) -> Result<Tally, Difference> {
    let Moment {
        writer,
        game,
        us,
        dice,
        twist,
    } = Moment::find(setup, company, random).await;
    let id = dice.id;
    let runs = open_two(company, &writer, &move |parts| {
        if let Some(leak) = leak {
            let chat = Arc::clone(&parts.chats[0]);
            let writer = parts.writer.clone();
            parts.chats[0] = Arc::new(Leaky::new(chat, writer, id, leak));
        }
    })
    .await;
    let closed = random.pick(&[None, None, None, Some(NAMES.white), Some(NAMES.black)]);
    if let Some(name) = closed {
        for run in &runs {
            run.close_direct(name).await;
        }
    }
    let mut twins = Twins::new(runs, [game.clone(), game], NAMES, us, dice);
    twins.tally.stealths += usize::from(matches!(twist, Twist::Moves(_)));
    if twins.twist_expected(&twist, random).await? && twins.look_around(random).await? {
        let n_deeds = random.below(9);
        twins.follow(n_deeds, random).await?;
    }
    Ok(twins.end().await)
}

/// Follows pairs under each of these combinations of options until enough of each count. No message may distinguish
/// them.
async fn follow_all(
    company: &dyn Company,
    setups: &[Setup],
    n_pairs: usize,
    counts: impl Fn(&Tally) -> usize,
    random: &mut Random,
) -> Tally {
    let mut tally = Tally::default();
    for setup in setups {
        let mut n = 0;
        while n < n_pairs {
            match follow(setup, company, None, random).await {
                Ok(followed) => {
                    n += counts(&followed);
                    tally += followed;
                }
                Err(Difference(what)) => {
                    panic!("two truths can be told apart in {setup}, after {tally:?}: {what}")
                }
            }
        }
    }
    tally
}

/// The number of pairs under each combination of options where each run takes long.
const FEW: usize = 8;

/// Follows a few pairs under each combination of options.
pub(super) async fn check_few(company: &dyn Company, seed: u64) {
    let setups = ["objects=hidden", "objects=open"].map(setups_with).concat();
    let mut random = Random::new(seed);
    let tally = follow_all(company, &setups, FEW, |_| 1, &mut random).await;
    assert!(
        tally.pairs == 6 * FEW
            && tally.stealths > FEW
            && tally.ours.min(tally.theirs).min(tally.watchers) > 4 * FEW,
        "{tally:?}"
    );
}

/// Checks that the comparison detects each of these leaks.
pub(super) async fn check_leaks(company: &dyn Company, leaks: &[Leak], seed: u64) {
    let setups = setups_with("objects=hidden");
    for leak in leaks {
        let mut random = Random::new(seed);
        let mut is_found = false;
        for n in 0..400 {
            let setup = &setups[n % setups.len()];
            let followed = follow(setup, company, Some(*leak), &mut random).await;
            is_found = followed.is_err();
            if is_found {
                break;
            }
        }
        assert!(is_found, "{leak:?} is not noticed");
    }
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
fn check(objects: &str, seed: u64) -> Tally {
    let pairs = pairs();
    let follow = |setup: Setup, seed: u64| {
        block_on(async {
            let company = Visitors::gather(&PEOPLE).await;
            let mut random = Random::new(seed);
            // A pair that the rules distinguish before all have looked at it is followed, and another one is as well.
            let by_all = |followed: &Tally| followed.by_all;
            follow_all(&company, &[setup], pairs, by_all, &mut random).await
        })
    };
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let setups = setups_with(objects).into_iter().zip(seed..);
        let threads: Vec<_> = setups
            .map(|(setup, seed)| scope.spawn(move || follow(setup, seed)))
            .collect();
        for thread in threads {
            tally += thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    assert_eq!(tally.by_all, 3 * pairs);
    tally
}

#[test]
fn hidden_objects_change_nothing_for_those_who_cannot_know_of_them() {
    let (tally, pairs) = (check("objects=hidden", 610), pairs());
    let trails = tally.pairs - tally.stealths;
    assert!(
        trails > 2 * pairs
            && tally.stealths > pairs / 2
            && tally.revealed > pairs / 2
            && tally.ours.min(tally.theirs) > 6 * pairs
            && tally.watchers > 5 * pairs
            && tally.answered > pairs / 2
            && tally.pictures > 30 * pairs,
        "{tally:?}"
    );
}

#[test]
fn a_hidden_queen_changes_nothing_for_those_who_cannot_know_of_her() {
    let (tally, pairs) = (check("objects=open", 620), pairs());
    assert!(
        tally.stealths == tally.pairs
            && tally.revealed > 2 * pairs
            && tally.ours > 6 * pairs
            && tally.theirs.min(tally.watchers) > 4 * pairs
            && tally.answered > 3 * pairs
            && tally.pictures > 15 * pairs,
        "{tally:?}"
    );
}
