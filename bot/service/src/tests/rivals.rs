//! Two processes decide on the same rows at the same moment. A process forgets a decision of its own that was not
//! committed.

use super::*;

/// Rows that other processes may also change.
struct SharedRows<'a>(&'a Shelf);

impl Rows for SharedRows<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.0.scan(prefix, after, limit)
    }

    fn is_shared(&self) -> bool {
        true
    }
}

/// Decides a request in another process on the rows of a table.
fn decide_elsewhere(
    rival: &mut Service,
    table: &Table,
    request: &Request,
) -> Result<Outcome, Refusal> {
    let decided = rival.handle(&SharedRows(&table.rows), &mut Counting::default(), request);
    accepted(decided.expect("the rows can be read"))
}

/// Commits one request after another process has decided a second one. Checks that the second one conflicts.
fn race(table: &mut Table, rival: &mut Service, made: (&str, Intent), lost: (&str, Intent)) {
    let [made, lost] = [made, lost].map(|(name, intent)| table.request(name, lobby(), intent));
    let lost = decide_elsewhere(rival, table, &lost);
    let lost = lost.unwrap_or_else(|refusal| panic!("{}", english(&refusal)));
    let made = table.decide(&made);
    let made = made.unwrap_or_else(|refusal| panic!("{}", english(&refusal)));
    table.rows.take(made.changes);
    let is_met = lost.changes.check_conditions(&table.rows);
    assert!(matches!(is_met, Err(StoreError::Conflict { .. })));
}

fn command(text: &str) -> Intent {
    Intent::Command(Command::parse(text).expect("a command"))
}

#[test]
fn a_process_drops_its_move_that_lost_a_race() {
    let mut table = Table::new();
    let mut rival = Service::new(LIMITS);
    let id = table.begin("Ann", "Bob");
    let moves = ["/move e2g4", "/move d2f4"].map(|text| ("Ann", command(text)));
    let [made, lost] = moves;
    race(&mut table, &mut rival, made, lost);
    let export = table.request("Bob", lobby(), command(&format!("/export {id}")));
    let decided = decide_elsewhere(&mut rival, &table, &export);
    let Ok(Reply::Record(RecordReply::Export { record, .. })) =
        decided.map(|outcome| outcome.reply)
    else {
        panic!("{id} is exported");
    };
    let inputs = record.inputs.iter().map(ToString::to_string);
    assert_eq!(inputs.collect::<Vec<_>>(), ["e2g4"]);
}

#[test]
fn a_late_acceptance_of_an_open_challenge_gives_no_seat() {
    let mut table = Table::new();
    let mut rival = Service::new(LIMITS);
    let id = table.opens("Ann", "/challenge berolina");
    let accept = |name| (name, Intent::Press(Control::Accept(id)));
    race(&mut table, &mut rival, accept("Bob"), accept("Cid"));
    let resign = table.request("Cid", lobby(), command(&format!("/resign match:{id}")));
    let resigned = decide_elsewhere(&mut rival, &table, &resign);
    let refusal = resigned.err().expect("Cid does not play");
    assert_eq!(
        english(&refusal),
        format!(
            "Match {id} is played by others, and only its two players can do that. /games lists your matches."
        )
    );
}
