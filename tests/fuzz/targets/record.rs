//! Records.

#![no_main]

use fuzz::check_game;
use libfuzzer_sys::fuzz_target;
use rules::{Game, Record};

/// The longest record that is replayed from each of its prefixes.
const INPUTS: usize = 24;

fuzz_target!(|text: &str| {
    let record = match text.parse::<Record>() {
        Ok(record) => record,
        Err(error) => {
            assert!((1..=text.lines().count() + 1).contains(&error.line));
            return;
        }
    };
    let again: Record = record
        .to_string()
        .parse()
        .expect("a record reads its own text");
    assert!(again == record, "{record}");

    let mut game = Game::new(&record.setup);
    for (ply, &input) in record.inputs.iter().enumerate() {
        if ply < INPUTS {
            check_game(&game);
            let replayed = record
                .replay_to(ply)
                .expect("what was played can be replayed");
            assert!(
                replayed.ply() == ply && replayed.next() == game.next(),
                "ply {ply} of {record}"
            );
            assert!(
                replayed.truth().as_view() == game.truth().as_view(),
                "ply {ply} of {record}"
            );
            assert!(
                replayed.public_view() == game.public_view(),
                "ply {ply} of {record}"
            );
        }
        if game.play(input).is_none() {
            assert_eq!(
                record.replay().map_err(|error| error.at).err(),
                Some(ply),
                "{record}"
            );
            return;
        }
    }
    let end = record.replay().expect("all of it was played");
    assert!(
        end.public_view() == game.public_view(),
        "the end of {record}"
    );
});
