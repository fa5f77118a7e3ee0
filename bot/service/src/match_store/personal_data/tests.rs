use super::*;
use crate::{
    Done, Limits, Reply, Service, examine,
    match_store::schema,
    testing::{LIMITS, Table, english, lobby, person},
};
use api::{Batch, MatchId};
use command::{Control, Intent};

impl Table {
    #[track_caller]
    fn does(&mut self, name: &str, text: &str) -> Reply {
        let done = self.say(name, lobby(), text);
        done.unwrap_or_else(|refusal| panic!("{name}: {text}: {}", english(&refusal)))
    }

    #[track_caller]
    fn pressed_by(&mut self, name: &str, control: Control) {
        let pressed = self.ask(name, lobby(), Intent::Press(control));
        if let Err(refusal) = pressed {
            panic!("{name}: {}", english(&refusal));
        }
    }

    #[track_caller]
    fn opened_by(&mut self, name: &str, text: &str) -> MatchId {
        match self.does(name, text) {
            Reply::Done(Done::Opened(id)) => id,
            _ => panic!("{name}: {text}"),
        }
    }
}

/// Returns a table at which Ann has done everything that stores data about her, or others have.
fn busy() -> Table {
    let mut table = Table::new();
    table.service = Service::new(Limits {
        matches: 50,
        ..LIMITS
    });
    let rated = table.opened_by("Ann", "/challenge berolina Bob white rated:yes");
    table.pressed_by("Bob", Control::Accept(rated));
    table.play(["Ann", "Bob"], &["e2c4", "d7f5"]);
    table.does("Bob", "/resign confirm:yes");
    let open = table.begin("Ann", "Bob");
    table.play(["Ann"; 2], &["e2c4"]);
    table.does("Ann", &format!("/plan d7f5 d2f4 match:{open}"));
    let others = table.begin("Bob", "Carl");
    table.does("Ann", &format!("/follow {others}"));
    let declined = table.opened_by("Eve", "/challenge bario Ann");
    table.pressed_by("Ann", Control::Decline(declined));
    let blocked = table.opened_by("Ann", "/challenge bario Carl");
    table.pressed_by("Carl", Control::Block(blocked));
    table.opened_by("Ann", "/challenge bario");
    table.opened_by("Bob", "/challenge chakart Ann");
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
    let before = damage(&table);
    assert!(before.is_none(), "{before:?}");
    let entries = table.rows.scan(b"", None, usize::MAX).expect("rows");
    let kinds = [b"named/".as_slice(), b"closed/", b"past/", b"follows/"];
    for kind in kinds {
        let (key, value) = entries
            .iter()
            .find(|(key, _)| key.starts_with(kind))
            .expect("an entry");
        let mut lost = Batch::default();
        lost.remove(key.clone());
        table.rows.take(lost);
        assert!(!damage(&table).is_none(), "{} is lost", key.escape_ascii());
        let mut back = Batch::default();
        back.put(key.clone(), value.clone());
        table.rows.take(back);
        let other = String::from_utf8_lossy(key).replacen("playground:", "playground:x", 1);
        let mut more = Batch::default();
        more.put(other.clone(), Vec::new());
        table.rows.take(more);
        let found = damage(&table);
        assert!(found.entries.contains_key(other.as_bytes()), "{other}");
        let mut gone = Batch::default();
        gone.remove(other);
        table.rows.take(gone);
    }
    assert!(damage(&table).is_none());
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
    let damage = examine(&table.rows, |_, _| Ok(())).expect("rows");
    assert!(damage.is_none(), "{damage:?}");
}
