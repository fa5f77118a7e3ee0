use futures_util::FutureExt;

use super::*;

const PAGE: Platform = Platform::Playground;

fn user(n: usize) -> UserId {
    UserId::new(PAGE, format!("user-{n}"))
}

fn channel(n: usize) -> EventRoom {
    EventRoom::Channel(ChannelId::new(PAGE, format!("channel-{n}")))
}

fn gate() -> Gate {
    Gate::new(vec![PAGE], Duration::from_secs(60))
}

#[tokio::test]
async fn a_slow_channel_keeps_only_its_own_people_waiting() {
    let gate = gate();
    let slow = channel(0);
    let mut held = Vec::new();
    while let Some(permit) = gate.try_enter(PAGE, Some(&slow)) {
        held.push(permit);
    }
    assert_eq!(held.len(), UNDER_WAY_IN_CHANNEL);
    // Many more wait there.
    let (one, many) = (user(0), (1..100).map(user));
    let many: Vec<_> = many.collect();
    let waiting = many
        .iter()
        .map(|user| Box::pin(gate.enter(PAGE, &slow, user)));
    let mut waiting: Vec<_> = waiting.collect();
    for waiting in &mut waiting {
        assert!(waiting.as_mut().now_or_never().is_none());
    }
    assert!(gate.try_enter(PAGE, Some(&channel(1))).is_some());
    let own = EventRoom::Person(one.clone());
    assert!(gate.try_enter(PAGE, Some(&own)).is_some());
    assert!(gate.try_enter(PAGE, None).is_some());
    // A waiting person gets in as soon as an event there is done.
    held.pop();
    let entered = waiting
        .iter_mut()
        .filter_map(|waiting| waiting.as_mut().now_or_never());
    let entered: Vec<_> = entered.flatten().collect();
    assert_eq!(entered.len(), 1);
}

#[tokio::test]
async fn all_channels_together_have_as_many_places_as_their_platform() {
    let gate = gate();
    let mut held = Vec::new();
    for n in 0..2 * UNDER_WAY {
        held.extend(gate.try_enter(PAGE, Some(&channel(n))));
    }
    assert_eq!(held.len(), UNDER_WAY);
    assert!(gate.try_enter(PAGE, None).is_none());
    held.pop();
    let permit = gate.enter(PAGE, &channel(0), &user(0)).now_or_never();
    assert!(permit.flatten().is_some());
}
