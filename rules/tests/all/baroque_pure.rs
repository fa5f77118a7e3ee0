//! Baroque with `chameleon=pure`: its fixtures come from the second witness, which imitates.
//!
//! `fixtures/baroque-pure.jsonl` has a position a line, with the answers of that witness. `ODDBOARD_BLESS=1 cargo test -p oddboard-rules
//! the_imitating_witness_wrote_the_fixtures` fills in the answers of the positions in the file.

use rules::Variant;
use testkit::{Random, check_golden, quick_or_long};

use crate::{
    agreement::witness_of,
    fixtures, perft, placements,
    witness::{BaroquePure, Witness},
};

const PURE: &str = "chameleon=pure";

/// The most nodes of a row that the imitating witness counts.
const BUDGET: u64 = 5_000;

fn imitation_of(position: &str) -> BaroquePure {
    BaroquePure::read(position).unwrap_or_else(|| panic!("{position}"))
}

/// Returns the legal moves of a witness, with the positions after them.
fn moves_of(witness: &dyn Witness) -> Vec<(String, String)> {
    let decisions = witness.decisions().into_iter();
    decisions
        .map(|(action, outcomes)| {
            let [(1, after)] = &outcomes[..] else {
                panic!("{action} leaves something to chance")
            };
            (action, after.write())
        })
        .collect()
}

/// Writes a line of the fixtures.
fn line(id: &str, position: &str) -> String {
    let witness = imitation_of(position);
    let moves = moves_of(&witness);
    let json = |text: &str| format!("\"{text}\"");
    let over = witness.score(!moves.is_empty());
    let check = witness.check(witness.is_white_to_move()).is_some();
    let moves = moves
        .iter()
        .map(|(action, after)| format!("{}:{}", json(action), json(after)));
    format!(
        r#"{{"id":"{id}","variant":"baroque","options":"{PURE}","position":"{position}","over":{},"check":{check},"moves":{{{}}}}}"#,
        over.map_or("null".to_owned(), json),
        moves.collect::<Vec<_>>().join(","),
    )
}

#[test]
fn the_imitating_witness_wrote_the_fixtures() {
    let fixtures = fixtures::of_file("baroque-pure");
    let lines = fixtures
        .iter()
        .map(|fixture| line(&fixture.id, &fixture.position) + "\n");
    let path = crate::data("fixtures/baroque-pure.jsonl");
    check_golden(&path, &lines.collect::<String>());
}

#[test]
fn most_fixtures_have_other_answers_under_the_usual_rules() {
    let fixtures = fixtures::of_file("baroque-pure");
    let answers = |options, position: &str| {
        let witness = witness_of(Variant::Baroque, options, position);
        moves_of(&*witness)
    };
    let differs = |position: &&str| answers(PURE, position) != answers("", position);
    let positions = fixtures.iter().map(|fixture| &*fixture.position);
    let n_different = positions.filter(differs).count();
    assert!(2 * n_different > fixtures.len(), "{n_different}");
}

#[test]
fn the_imitating_witness_counts_as_the_table_says() {
    fn count(position: &BaroquePure, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = position.moves();
        moves.values().map(|after| count(after, depth - 1)).sum()
    }
    let rows = perft::of(Variant::Baroque).into_iter();
    let rows = rows.filter(|row| row.options == PURE && row.nodes <= BUDGET);
    let mut n_rows = 0;
    for row in rows {
        let nodes = count(&imitation_of(&row.position), row.depth);
        assert_eq!(nodes, row.nodes, "{row:?}");
        n_rows += 1;
    }
    assert!(n_rows > 0, "the table has no small row of {PURE}");
}

#[test]
fn both_witnesses_agree_on_random_placements() {
    let mut random = Random::new(24);
    for _ in 0..quick_or_long(300, 5000) {
        let text = placements::throw(Variant::Baroque, PURE, &mut random);
        let walking = witness_of(Variant::Baroque, PURE, &text);
        let imitating = imitation_of(&text);
        for white in [true, false] {
            assert_eq!(imitating.check(white), walking.check(white), "{text}");
        }
        if walking.is_impossible() {
            continue;
        }
        assert_eq!(moves_of(&imitating), moves_of(&*walking), "{text}");
    }
}
