use std::sync::atomic::AtomicBool;

use super::*;
use api::{MatchId, Roles, Rows, Tenure};
use service::{DeliveryId, Readers};
use store::{
    MemoryStore,
    testing::{ObservedStore, StoreCall},
};

struct Member {
    writer: Writer,
    processes: Arc<Processes>,
}

impl Member {
    fn join(store: &Arc<MemoryStore>) -> Member {
        Member::on(ObservedStore::shared(store, |_| Ok(())))
    }

    fn on(store: ObservedStore) -> Member {
        let store: Arc<dyn Store> = Arc::new(store);
        let writer = Writer::new(Arc::clone(&store));
        let processes = Processes::join(store, writer.clone(), BEAT).expect("memory has room");
        Member { writer, processes }
    }

    fn beat(&self) -> Beaten {
        self.processes.beat().expect("memory can be read")
    }

    /// Returns the deliveries of dead processes that this one makes from now on.
    fn adopt(&self) -> Vec<DeliveryId> {
        self.processes.adopt().expect("memory can be read")
    }

    fn takes(&self, role: &str) -> bool {
        self.processes.take_role(role).expect("memory can be read")
    }

    /// Adds a delivery to a match, as a move does. Returns whether this process makes it.
    async fn move_in(&self, id: MatchId, n: u32) -> Result<bool, Arc<StoreError>> {
        self.move_where(None, id, n).await
    }

    /// Does the same in a match whose deliveries are all made by the holder of this role.
    async fn move_where(
        &self,
        role: Option<&'static str>,
        id: MatchId,
        n: u32,
    ) -> Result<bool, Arc<StoreError>> {
        let mut changes = delivered(id, n);
        let deliveries = self.claim(&mut changes, role);
        self.writer.commit(changes).await?;
        Ok(deliveries == [row(id, n)])
    }

    fn claim(&self, changes: &mut Batch, role: Option<&'static str>) -> Vec<DeliveryId> {
        let claimed = self.processes.claim(&self.writer, changes, |_| Ok(role));
        claimed.expect("memory can be read")
    }

    fn errands(&self) -> Vec<MatchId> {
        let errands = self.processes.take_errands("radio");
        errands.expect("memory can be read")
    }

    /// Removes a delivery as made.
    async fn deliver(&self, id: MatchId, n: u32) -> Result<(), Arc<StoreError>> {
        let mut changes = Batch::default();
        changes.remove(row(id, n).outbox_key());
        self.writer.commit(changes).await
    }

    async fn speaks_of(&self, id: MatchId) -> bool {
        let speaks = self.processes.speaks_of(id).await;
        speaks.expect("memory can be read")
    }
}

fn row(id: MatchId, n: u32) -> DeliveryId {
    DeliveryId {
        id,
        to: Readers::Place(0),
        n,
    }
}

/// Returns the changes that add a delivery to a match.
fn delivered(id: MatchId, n: u32) -> Batch {
    let mut changes = Batch::default();
    changes.put(row(id, n).outbox_key(), b"{}".to_vec());
    changes
}

#[track_caller]
fn check_conflict<T: std::fmt::Debug>(committed: Result<T, Arc<StoreError>>) {
    let error = committed.expect_err("another process was quicker");
    assert!(matches!(*error, StoreError::Conflict { .. }), "{error}");
}

fn members() -> [Member; 2] {
    let store = Arc::new(MemoryStore::new());
    [(), ()].map(|()| Member::join(&store))
}

const ONE: MatchId = MatchId::from_number(1);
const TWO: MatchId = MatchId::from_number(2);

/// Lets a process live so long that another without a heartbeat is declared dead. Returns whether one was.
fn outlive(member: &Member) -> bool {
    (0..=MISSED_BEATS).fold(false, |was, _| member.beat().is_another_gone || was)
}

#[test]
fn a_silent_process_is_presumed_dead_and_joins_again() {
    let [one, two] = members();
    for _ in 0..10 * MISSED_BEATS {
        assert_eq!((one.beat(), two.beat()), Default::default());
    }
    assert_eq!(one.processes.n_processes(), 2);
    assert!(outlive(&one));
    assert_eq!(one.processes.n_processes(), 1);
    let name = two.processes.name();
    let woken = two.beat();
    assert!(woken.was_lost && !woken.is_another_gone);
    assert_ne!(two.processes.name(), name);
    assert_eq!((one.beat(), two.beat()), Default::default());
    assert_eq!(one.processes.n_processes(), 2);
}

#[tokio::test]
async fn a_process_presumed_dead_changes_nothing_until_it_joins_again() {
    let [one, two] = members();
    assert!(two.move_in(ONE, 0).await.expect("it lives"));
    outlive(&one);
    check_conflict(two.move_in(ONE, 1).await);
    assert!(two.processes.speaks_of(ONE).await.is_err());
    two.writer.fenced_off().await;
    two.beat();
    assert!(!two.speaks_of(ONE).await, "that was somebody else's name");
    assert!(two.move_in(TWO, 0).await.expect("it lives again"));
}

#[test]
fn a_role_has_one_holder_until_it_is_given_up_or_its_holder_dies() {
    let [one, two] = members();
    assert!(one.takes("time") && one.takes("time") && !two.takes("time"));
    assert!(two.takes("other"));
    one.processes.give_up_role("time").expect("memory has room");
    two.processes
        .give_up_role("time")
        .expect("it is not theirs");
    assert!(two.takes("time") && !one.takes("time"));
    assert!(outlive(&one));
    assert!(one.takes("time") && one.takes("other"));
    assert!(!two.takes("time"), "it is taken for dead");
    two.beat();
    assert!(!two.takes("time"), "another process has it that lives");
}

#[test]
fn every_living_process_notices_a_departure_once() {
    let store = Arc::new(MemoryStore::new());
    let [one, two, three, four] = [(); 4].map(|()| Member::join(&store));
    let living = [&one, &two, &three];
    let mut n_noticed = [0; 3];
    for _ in 0..=2 * MISSED_BEATS {
        for (n, member) in n_noticed.iter_mut().zip(living) {
            *n += u32::from(member.beat().is_another_gone);
        }
    }
    assert_eq!(n_noticed, [1; 3]);
    four.beat();
    for member in living {
        member.beat();
    }
    four.processes.quit().expect("memory has room");
    let noticed = [(); 2].map(|()| living.map(|member| member.beat().is_another_gone));
    assert_eq!(noticed, [[true; 3], [false; 3]]);
}

#[tokio::test]
async fn a_late_beat_does_not_rejoin_a_process_that_has_quit() {
    let [one, two] = members();
    one.processes.quit().expect("memory has room");
    assert!(two.beat().is_another_gone);
    assert_eq!(one.beat(), Beaten::default());
    assert_eq!(two.beat(), Beaten::default());
    assert_eq!(two.processes.n_processes(), 1);
}

#[tokio::test]
async fn a_leaving_process_keeps_its_roles_and_is_not_counted() {
    let [one, two] = members();
    assert!(one.takes("time"));
    one.processes.leave().await.expect("memory has room");
    two.beat();
    assert_eq!(two.processes.n_processes(), 1);
    assert!(!two.takes("time"));
    one.processes.quit().expect("memory has room");
    assert!(two.takes("time"), "it need not be waited for");
}

#[tokio::test]
async fn a_match_passes_to_its_writer_once_its_deliveries_are_done() {
    let [one, two] = members();
    assert!(one.move_in(ONE, 0).await.expect("nobody else writes"));
    assert!(one.move_in(ONE, 1).await.expect("nobody else writes"));
    assert!(!two.move_in(ONE, 2).await.expect("nobody else writes"));
    assert!(two.move_in(TWO, 0).await.expect("nobody else writes"));
    assert!(one.speaks_of(ONE).await && !two.speaks_of(ONE).await);
    for n in 0..3 {
        one.deliver(ONE, n).await.expect("nobody else writes");
    }
    assert!(two.move_in(ONE, 3).await.expect("nobody else writes"));
    assert!(two.speaks_of(ONE).await && !one.speaks_of(ONE).await);
}

/// Two changes are decided on at the same time: one of them claims the match, the other is decided on again.
#[tokio::test]
async fn a_claim_is_decided_by_the_commit() {
    let [one, two] = members();
    let changes = [(&one, 0), (&two, 1)].map(|(member, n)| {
        let mut changes = delivered(ONE, n);
        assert_eq!(member.claim(&mut changes, None), [row(ONE, n)]);
        changes
    });
    let [first, second] = changes;
    one.writer.commit(first).await.expect("nobody was quicker");
    check_conflict(two.writer.commit(second).await);
    // The waiting delivery was made before this is committed: no process would look for more.
    let mut third = delivered(ONE, 2);
    assert_eq!(two.claim(&mut third, None), []);
    one.deliver(ONE, 0).await.expect("nobody else writes");
    check_conflict(two.writer.commit(third).await);
}

#[tokio::test]
async fn a_living_process_adopts_the_deliveries_of_a_dead_one() {
    let [one, two] = members();
    let three = Member::join(&Arc::new(MemoryStore::new()));
    assert_eq!(three.adopt(), []);
    two.move_in(ONE, 0).await.expect("nobody else writes");
    one.move_in(TWO, 0).await.expect("nobody else writes");
    assert_eq!(one.adopt(), []);
    assert!(outlive(&one));
    assert_eq!(one.adopt(), [row(ONE, 0)]);
    assert!(one.speaks_of(ONE).await);
    assert_eq!(one.adopt(), []);
    two.beat();
    assert!(!two.speaks_of(ONE).await);
    assert!(!two.move_in(ONE, 1).await.expect("nobody else writes"));
}

#[tokio::test]
async fn the_holder_of_a_platform_role_makes_all_deliveries_of_its_matches() {
    let [one, two] = members();
    let radio = Some("radio");
    let moved = async |member: &Member, role, n| {
        let moved = member.move_where(role, ONE, n).await;
        moved.expect("nobody else writes")
    };
    // It is played elsewhere at first; deliveries that wait then are not left to a process that may not make them all.
    assert!(moved(&one, None, 0).await);
    assert!(two.takes("radio"));
    assert!(!moved(&one, radio, 1).await);
    assert!(two.speaks_of(ONE).await && !one.speaks_of(ONE).await);
    assert_eq!((one.errands(), two.errands()), (vec![], vec![ONE]));
    assert_eq!(two.errands(), []);
    assert!(moved(&two, radio, 2).await, "it needs no errand");
    assert_eq!(two.errands(), []);
    let rows = vec![row(ONE, 0), row(ONE, 1), row(ONE, 2)];
    let ours = |member: &Member| {
        let ours = member.processes.ours(&member.writer, rows.clone());
        ours.expect("memory can be read")
    };
    assert_eq!((ours(&one), ours(&two)), (vec![], rows.clone()));
    let claimed = two.processes.claimed_for("radio");
    assert_eq!(claimed.expect("memory can be read"), rows);
    // Its death leaves the match to the process that takes the role, and to no other.
    assert!(outlive(&one));
    assert_eq!(one.adopt(), []);
    assert!(!one.speaks_of(ONE).await);
    assert!(one.takes("radio") && one.speaks_of(ONE).await);
    let late = two.move_where(radio, ONE, 3).await;
    late.expect_err("it is taken for dead");
    two.beat();
    assert!(!moved(&two, radio, 3).await);
    assert_eq!(one.errands(), [ONE]);
}

#[tokio::test]
async fn a_claim_by_role_conflicts_once_the_role_changes_hands() {
    let [one, two] = members();
    assert!(one.takes("radio"));
    let mut changes = delivered(ONE, 0);
    assert_eq!(one.claim(&mut changes, Some("radio")), [row(ONE, 0)]);
    one.processes
        .give_up_role("radio")
        .expect("memory has room");
    assert!(two.takes("radio"));
    check_conflict(one.writer.commit(changes).await);
}

#[tokio::test]
async fn a_tenure_is_over_once_its_process_was_taken_for_dead() {
    let [one, two] = members();
    let roles = Arc::clone(&two.processes) as Arc<dyn Roles>;
    let tenure = Tenure::begin(&roles);
    assert!(tenure.is_sure() && tenure.confirm().await.is_ok());
    assert!(outlive(&one));
    two.processes.own().shown = None;
    assert!(!tenure.is_sure() && !tenure.is_over());
    assert!(tenure.confirm().await.is_err());
    two.beat();
    assert!(tenure.is_over() && tenure.confirm().await.is_err());
    assert!(Tenure::begin(&roles).is_sure());
}

/// A process on this memory, and the switch that makes its store too busy for all but commits.
fn in_the_rush(memory: &Arc<MemoryStore>) -> (Arc<Processes>, Arc<AtomicBool>) {
    let is_busy = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&is_busy);
    let store = ObservedStore::shared(memory, move |call| {
        let is_refused = call.is_read() || matches!(call, StoreCall::Now);
        if is_refused && is_busy.load(Ordering::Relaxed) {
            Err(StoreError::Busy)
        } else {
            Ok(())
        }
    });
    (Member::on(store).processes, switch)
}

#[test]
fn a_process_that_finds_the_store_too_busy_to_be_read_shows_that_it_lives_all_the_same() {
    let memory = Arc::new(MemoryStore::new());
    let (processes, is_busy) = in_the_rush(&memory);
    let sign = || memory.get(&beat_key(&processes.name()));
    let before = sign().expect("memory can be read");
    is_busy.store(true, Ordering::Relaxed);
    processes.beat().expect_err("others cannot be looked for");
    assert_ne!(sign().expect("memory can be read"), before);
}

#[test]
fn a_process_detects_its_loss_while_the_store_is_unreadable() {
    let memory = Arc::new(MemoryStore::new());
    let (processes, is_busy) = in_the_rush(&memory);
    let mut buried = Batch::default();
    buried.remove(process_key(&processes.name()));
    memory.commit(&buried).expect("memory has room");
    is_busy.store(true, Ordering::Relaxed);
    let beaten = processes.beat().expect("it has joined again");
    assert!(beaten.was_lost);
}
