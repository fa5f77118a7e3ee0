//! Many pairs of matches, each from the moment on in which it begins to differ.

use std::sync::Arc;

use rules::{Setup, Variant};
use testkit::{Random, options_of, quick_or_long, setups};

use super::{
    NAMES, PEOPLE, block_on,
    leaks::{Leak, Leaky},
    moments::Moment,
    page::Visitors,
    run::{Company, open_two},
    twins::{Difference, Tally, Twins, Twist},
};

/// Follows one pair from the moment on in which it begins to differ; where there is to be a leak, their bots have it.
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

/// How many pairs of runs are followed under each combination of options.
fn pairs() -> usize {
    quick_or_long(100, 1000)
}

/// The combinations of options in which objects are hidden, or open.
pub(super) fn setups_with(objects: &str) -> Vec<Setup> {
    let mut setups = setups(Variant::Chakart);
    setups.retain(|setup| options_of(setup).contains(objects));
    assert_eq!(setups.len(), 3, "each way to begin");
    setups
}

#[track_caller]
fn check(objects: &str, seed: u64) -> Tally {
    let (mut random, pairs) = (Random::new(seed), pairs());
    let tally = block_on(async {
        let company = Visitors::gather(&PEOPLE).await;
        let mut tally = Tally::default();
        for setup in setups_with(objects) {
            // A pair that the rules tell apart before all have looked at it is followed, and another one is as well.
            let mut n_pairs = 0;
            while n_pairs < pairs {
                match follow(&setup, &company, None, &mut random).await {
                    Ok(followed) => {
                        n_pairs += followed.by_all;
                        tally += followed;
                    }
                    Err(Difference(what)) => {
                        panic!("two truths can be told apart in {setup}, after {tally:?}: {what}")
                    }
                }
            }
        }
        tally
    });
    assert_eq!(tally.by_all, 3 * pairs);
    tally
}

#[test]
fn hidden_objects_change_nothing_for_those_who_cannot_know_of_them() {
    let (tally, pairs) = (check("objects=hidden", 61), pairs());
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
    let (tally, pairs) = (check("objects=open", 62), pairs());
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
