//! `oddboard arena`: whole games of hidden Chakart between the engine and a program that uses the crate `rules` alone.

use std::fs;

use rules::{Conclusion, GameInput, Next, Record};
use tests::program;

#[test]
fn a_stranger_plays_hidden_chakart_from_its_views() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let engine = format!("{} engine", program::path().display());
    for setup in ["chakart", "chakart setup=standard", "chakart objects=open"] {
        let records = folder.path().join(setup);
        let ran = program::command()
            .args(["arena", "--setup", setup, "--games", "2", "--nodes", "50"])
            .arg("--records")
            .arg(&records)
            .args([&engine, env!("CARGO_BIN_EXE_stranger")])
            .output()
            .expect("the program starts");
        let output = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success(), "{output}{ran:?}");
        assert!(output.contains("Stranger"), "{output}");
        for n in 1..=2 {
            let record = fs::read_to_string(records.join(format!("000{n}.record")));
            let record: Record = record.expect("a record").parse().expect("a record");
            let game = record.replay().expect("it replays");
            assert!(matches!(game.next(), Next::Over(_)), "{output}");
            // A fault ends a game by a conclusion.
            let last = record.inputs.last().expect("an input");
            let is_fault =
                matches!(last, GameInput::Conclusion(it) if *it != Conclusion::TurnLimit);
            assert!(!is_fault, "{output}");
        }
    }
}
