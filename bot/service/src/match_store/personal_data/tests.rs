use super::*;
use crate::{
    Done, Limits, Loaded, Outcome, PeopleDone, Reply, Service, examine,
    match_store::schema,
    people::mydata::fingerprint,
    testing::{LIMITS, Table, accepted, lobby, person},
};
use command::{Control, Intent};

/// Returns a table at which Ann has done everything that stores data about her, or others have.
fn busy() -> Table {
    let mut table = Table::new();
    table.service = Service::new(Limits {
        matches: 50,
        ..LIMITS
    });
    let rated = table.opens("Ann", "/challenge berolina Bob white rated:yes");
    table.presses("Bob", Control::Accept(rated));
    table.play(["Ann", "Bob"], &["e2c4", "d7f5"]);
    table.does("Bob", "/resign confirm:yes");
    let open = table.begin("Ann", "Bob");
    table.play(["Ann"; 2], &["e2c4"]);
    table.does("Ann", &format!("/plan d7f5 d2f4 match:{open}"));
    let others = table.begin("Bob", "Carl");
    table.does("Ann", &format!("/follow {others}"));
    let declined = table.opens("Eve", "/challenge bario Ann");
    table.presses("Ann", Control::Decline(declined));
    let blocked = table.opens("Ann", "/challenge bario Carl");
    table.presses("Carl", Control::Block(blocked));
    table.opens("Ann", "/challenge bario");
    table.opens("Bob", "/challenge chakart Ann");
    for (name, text) in [
        ("Ann", "/settings theme:dark"),
        ("Ann", "/block Eve"),
        ("Bob", "/block Ann"),
        ("Bob", "/unblock Ann"),
        ("Eve", "/block Ann"),
        ("Ann", "/link"),
        ("Ann", "/vacation 7"),
    ] {
        table.does(name, text);
    }
    table
}

/// Returns the keys of all entries that name a person, without the index.
fn all_that_name(table: &Table, user: &UserId) -> BTreeSet<Vec<u8>> {
    let (in_key, in_value) = (
        format!("/{}", escaped(user)),
        serde_json::to_string(user).expect("JSON"),
    );
    let entries = table.rows.scan(b"", None, usize::MAX).expect("rows");
    let named = entries.into_iter().filter(|(key, value)| {
        let value = String::from_utf8_lossy(value);
        has_segment(key, &in_key) || value.contains(&in_value)
    });
    named.map(|(key, _)| key).collect()
}

#[test]
fn the_index_finds_all_that_names_a_person() {
    let table = busy();
    for name in ["Ann", "Bob", "Carl", "Eve"] {
        let user = person(name).id;
        let data = read_personal_data(&table.rows, &user).expect("rows");
        let mut found: BTreeSet<_> = data.entries.into_iter().map(|(key, _)| key).collect();
        let ids = data.matches.iter().map(|(stored, _)| stored.game_match.id);
        found.extend(ids.map(schema::match_key));
        let all = all_that_name(&table, &user);
        let mut missed = all.difference(&found).map(|key| key.escape_ascii());
        // The index of another person leads to the rows of this one.
        let missed: Vec<_> = missed
            .by_ref()
            .map(|key| key.to_string())
            .filter(|key| !key.starts_with("named/"))
            .collect();
        assert_eq!(missed, [""; 0], "{name}");
        assert!(all.len() > 5, "{name}: {}", all.len());
    }
}

#[test]
fn a_damaged_entry_hides_no_other_and_is_found_itself() {
    let found = |table: &Table| -> (BTreeSet<Vec<u8>>, usize) {
        let data = read_personal_data(&table.rows, &person("Ann").id).expect("rows");
        let keys = data.entries.into_iter().map(|(key, _)| key);
        (keys.chain(data.damaged).collect(), data.matches.len())
    };
    let whole = found(&busy());
    for key in &whole.0 {
        let table = busy();
        table.rows.damage(key);
        assert_eq!(found(&table), whole, "{}", key.escape_ascii());
    }
}

#[test]
fn an_index_that_differs_from_its_rows_is_damage() {
    let table = busy();
    let damage = |table: &Table| examine(&table.rows, |_, _| Ok(())).expect("rows");
    table.is_sound();
    let entries = table.rows.scan(b"", None, usize::MAX).expect("rows");
    let kinds = [b"named/".as_slice(), b"closed/", b"past/", b"follows/"];
    for kind in kinds {
        let (key, value) = entries
            .iter()
            .find(|(key, _)| key.starts_with(kind))
            .expect("an entry");
        table.rows.remove(key.clone());
        assert!(!damage(&table).is_none(), "{} is lost", key.escape_ascii());
        table.rows.put(key.clone(), value.clone());
        let other = String::from_utf8_lossy(key).replacen("playground:", "playground:x", 1);
        table.rows.put(other.clone(), Vec::new());
        let found = damage(&table);
        assert!(found.entries.contains_key(other.as_bytes()), "{other}");
        table.rows.remove(other);
    }
    table.is_sound();
}

#[test]
fn a_request_that_is_forgotten_leaves_the_index() {
    let mut table = busy();
    let n_of = |table: &Table| {
        let named = table.rows.scan(b"named/", None, usize::MAX).expect("rows");
        let of_inbox = named
            .iter()
            .filter(|(key, _)| row_of(key).is_some_and(|row| row.starts_with(b"inbox/")));
        of_inbox.count()
    };
    assert!(n_of(&table) > 3);
    table.now.0 += 30 * 24 * 3_600_000;
    while table.tidy() {}
    assert_eq!(n_of(&table), 0);
    table.is_sound();
}

impl Table {
    /// Deletes a person, and returns the number of damaged matches.
    fn deletes(&mut self, name: &str) -> usize {
        self.deletes_while(name, |_| ())
    }

    /// Deletes a person, while other requests are decided on between the read of their data and the decision.
    fn deletes_while(&mut self, name: &str, meanwhile: impl FnOnce(&mut Table)) -> usize {
        let mut outcome = self.decides_to_delete(name, meanwhile);
        while outcome.changes.check_conditions(&self.rows).is_err() {
            outcome = self.decides_to_delete(name, |_| ());
        }
        self.rows.take(outcome.changes);
        match outcome.reply {
            Reply::Done(Done::People(PeopleDone::Deleted { n_damaged })) => n_damaged,
            _ => panic!("{name} is deleted"),
        }
    }

    fn decides_to_delete(&mut self, name: &str, meanwhile: impl FnOnce(&mut Table)) -> Outcome {
        let mut meanwhile = Some(meanwhile);
        let decided = self.decides_to_delete_over(name, |table| {
            if let Some(meanwhile) = meanwhile.take() {
                meanwhile(table);
            }
        });
        accepted(decided).unwrap_or_else(|_| panic!("{name} is deleted"))
    }

    /// Decides on the deletion of a person, while other requests are decided on after each read of their data.
    fn decides_to_delete_over(
        &mut self,
        name: &str,
        mut meanwhile: impl FnMut(&mut Table),
    ) -> Outcome {
        let user = person(name).id;
        self.ends_matches_of(&user);
        let control = Control::DeleteMe(Some(fingerprint(&user)));
        let request = self.request(name, lobby(), Intent::Press(control));
        let mut loaded = Loaded::default();
        loop {
            let service = &mut self.service;
            let decided = service.try_handle(&self.rows, &mut self.dice, &request, &mut loaded);
            if let Some(outcome) = decided.expect("rows") {
                return outcome;
            }
            loaded.read_missing(&self.rows).expect("rows");
            meanwhile(self);
        }
    }
}

#[test]
fn concurrent_writes_leave_no_name_of_a_deleted_person() {
    let writes: [(&str, &str); 5] = [
        ("Carl", "/block Ann"),
        ("Bob", "/unblock Ann"),
        ("Ann", "/reminders quiet:22-7"),
        ("Ann", "/block Bob"),
        ("Ann", "/puzzle berolina"),
    ];
    for (name, text) in writes {
        let mut table = busy();
        table.does("Bob", "/block Ann");
        let n_damaged = table.deletes_while("Ann", |table| drop(table.does(name, text)));
        assert_eq!(n_damaged, 0);
        let left = all_that_name(&table, &person("Ann").id);
        assert!(left.is_empty(), "{text}: {left:?}");
    }
    let mut table = busy();
    table.deletes_while("Ann", |table| {
        let withdrawn = table.opens("Dan", "/challenge bario Ann");
        table.presses("Dan", Control::Decline(withdrawn));
    });
    let left = all_that_name(&table, &person("Ann").id);
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_deletion_that_others_outrun_is_refused_after_some_reads() {
    let mut table = busy();
    let mut writes = ["/block Ann", "/unblock Ann"].into_iter().cycle().take(20);
    let outcome = table.decides_to_delete_over("Ann", |table| {
        let text = writes.next().expect("the data is not read without end");
        table.does("Dan", text);
    });
    assert!(matches!(outcome.reply, Reply::Refused(_)));
    assert!(outcome.changes.is_empty());
}

#[test]
fn a_concurrent_write_of_personal_rows_makes_a_deletion_conflict() {
    for text in ["/settings theme:light", "/block Bob", "/puzzle berolina"] {
        let mut table = busy();
        let outcome = table.decides_to_delete("Ann", |_| ());
        table.does("Ann", text);
        let met = outcome.changes.check_conditions(&table.rows);
        assert!(matches!(met, Err(StoreError::Conflict { .. })), "{text}");
    }
}

#[test]
fn a_person_is_removed_from_a_damaged_match_once_it_is_repaired() {
    let mut table = busy();
    let user = person("Ann").id;
    let past = keys_under(&table.rows, &past_prefix(&user)).expect("rows");
    let id = last_id(&past[0]).expect("a match");
    let key = schema::match_key(id);
    table.rows.damage(&key);
    for _ in 0..2 {
        assert_eq!(table.deletes("Ann"), 1);
        assert_eq!(
            keys_under(&table.rows, &past_prefix(&user)).expect("rows"),
            past
        );
    }
    table.rows.1.borrow_mut().clear();
    table.is_sound();
    assert_eq!(table.deletes("Ann"), 0);
    let left = all_that_name(&table, &user);
    assert!(left.is_empty(), "{left:?}");
}
