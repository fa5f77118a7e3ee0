use governor::clock::FakeRelativeClock;

use super::*;
use api::Platform;

fn user(name: &str) -> UserId {
    UserId::new(Platform::Discord, name)
}

fn place(name: &str) -> ChannelId {
    ChannelId::new(Platform::Discord, name)
}

/// Returns the number of posts granted at once, of so many.
fn n_granted(budgets: &Budgets<FakeRelativeClock>, who: &str, here: &str, n: usize) -> usize {
    let attempts = (0..n).map(|_| budgets.take(&user(who), Some(&place(here))));
    attempts.filter(Result::is_ok).count()
}

#[test]
fn a_flood_of_one_person_leaves_others_their_share() {
    let clock = FakeRelativeClock::default();
    let budgets = Budgets::new(clock.clone());
    assert_eq!(n_granted(&budgets, "eve", "lobby", 25), 3);
    assert_eq!(n_granted(&budgets, "ann", "lobby", 1), 1);
    assert_eq!(n_granted(&budgets, "ann", "elsewhere", 1), 1);
    clock.advance(Duration::from_secs(5));
    assert_eq!(n_granted(&budgets, "eve", "lobby", 25), 1);
}

#[test]
fn a_place_and_all_places_together_take_no_more_than_their_platform() {
    let budgets = Budgets::new(FakeRelativeClock::default());
    let crowd = (0..25).filter(|n| n_granted(&budgets, &n.to_string(), "lobby", 1) == 1);
    assert_eq!(crowd.count(), 4);
    let everywhere =
        (100..200).filter(|n| n_granted(&budgets, &n.to_string(), &n.to_string(), 1) == 1);
    assert_eq!(everywhere.count(), 16);
    let late = budgets.take(&user("late"), None);
    assert_eq!(late, Err(Overdrawn::Everybody(Duration::from_millis(100))));
}

#[test]
fn an_overdrawn_person_is_notified_once() {
    let clock = FakeRelativeClock::default();
    let budgets = Budgets::new(clock.clone());
    let ask = |n: usize| {
        (0..n)
            .map(|_| budgets.take(&user("eve"), None))
            .collect::<Vec<_>>()
    };
    let before = Err(Overdrawn::ToldBefore);
    for _ in 0..2 {
        let granted = ask(30).into_iter().filter(Result::is_ok).count();
        assert_eq!(granted, 3);
        clock.advance(Duration::from_secs(4));
        assert_eq!(ask(2), [before, before]);
        clock.advance(Duration::from_secs(1));
        let wait = Err(Overdrawn::Person(Duration::from_secs(5)));
        assert_eq!(ask(4), [Ok(()), wait, before, before]);
        clock.advance(Duration::from_secs(60));
    }
}

#[test]
fn budgets_stay_bounded_for_any_number_of_people() {
    let clock = FakeRelativeClock::default();
    let budgets = Budgets::new(clock.clone());
    for _ in 0..3 {
        for n in 0..2 * MOST {
            let _ = budgets.take(&user(&n.to_string()), Some(&place(&n.to_string())));
        }
        assert!(budgets.people.len() <= MOST && budgets.places.len() <= MOST);
        clock.advance(Duration::from_secs(60));
        assert_eq!(n_granted(&budgets, "ann", "lobby", 1), 1);
    }
}
