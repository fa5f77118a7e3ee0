use alloc::{string::ToString, vec::Vec};

use super::*;
use crate::{Conclusion, Game, Next, Setup, Status};

fn drawn(setup: &str, indexes: &[u16]) -> Game {
    let mut game = Game::new(&setup.parse::<Setup>().expect("a setup"));
    for &index in indexes {
        let Next::Chance(chance) = game.next() else {
            panic!("chance is to decide")
        };
        assert_eq!(chance.outcomes().len(), usize::from(N_ROWS));
        assert_eq!(game.public_view().as_view().status, Status::ToRoll);
        game.roll(ChanceOutcome::Start(index))
            .expect("one of the outcomes");
    }
    game
}

#[track_caller]
fn check(setup: &str, indexes: &[u16], position: &str) {
    let game = drawn(setup, indexes);
    assert_eq!(game.public_view().as_view().position, position);
    assert_eq!(game.n_inputs(), indexes.len());
}

#[test]
fn rows_are_drawn() {
    check(
        "baroque setup=symmetric",
        &[0],
        "bbkmnnqr/pppppppp/8/8/8/8/PPPPPPPP/BBKRNNQM w 0",
    );
    check(
        "baroque setup=symmetric",
        &[5759],
        "rqnnmkbb/pppppppp/8/8/8/8/PPPPPPPP/MQNNRKBB w 0",
    );
    check(
        "baroque setup=asymmetric",
        &[],
        "8/pppppppp/8/8/8/8/PPPPPPPP/8 w 0",
    );
    check(
        "baroque setup=asymmetric",
        &[5759],
        "8/pppppppp/8/8/8/8/PPPPPPPP/RQNNMKBB w 0",
    );
    check(
        "baroque setup=asymmetric",
        &[5759, 0],
        "bbkmnnqr/pppppppp/8/8/8/8/PPPPPPPP/RQNNMKBB w 0",
    );
    check(
        "baroque setup=standard",
        &[],
        "rnbqkbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w 0",
    );
}

#[test]
fn every_row_has_its_pieces_and_chameleons_of_both_colors() {
    let rows: Vec<BackRow> = all_rows().collect();
    assert_eq!(rows.len(), usize::from(N_ROWS));
    for row in &rows {
        let files: Vec<usize> = (0..8)
            .filter(|&file| row[file] == Kind::Chameleon)
            .collect();
        assert_eq!((files[0] + files[1]) % 2, 1);
        let mut pieces = *row;
        pieces.sort_unstable();
        let mut usual = super::super::position::USUAL_ROW;
        usual.sort_unstable();
        assert_eq!(pieces, usual);
    }
    assert!(rows.contains(&super::super::position::USUAL_ROW));
}

#[test]
fn no_piece_moves_before_the_draw() {
    let mut game = drawn("baroque setup=asymmetric", &[7]);
    let action = "e2e4".parse().expect("an action");
    let why = game.why_not(action).expect("nothing is legal");
    assert_eq!(why.law, "baroque Q3");
    assert!(game.act(action).is_err());
    assert_eq!(game.caption(action), "e2e4");
    assert_eq!(game.read_action("e2e4"), Ok(action));
    assert!(game.read_action("Pe4").is_err());
    assert!(game.legal_list().is_empty());
    assert!(game.roll(ChanceOutcome::Start(N_ROWS)).is_err());
    game.conclude(Conclusion::DrawAgreed)
        .expect("it is not over");
    assert!(game.roll(ChanceOutcome::Start(0)).is_err());
}

#[test]
fn a_drawn_game_waits_for_white_and_not_for_chance() {
    let mut game = drawn("baroque setup=symmetric", &[100]);
    assert!(matches!(game.next(), Next::Decision(crate::Color::White)));
    assert!(game.roll(ChanceOutcome::Start(0)).is_err());
}

#[test]
fn a_position_leaves_nothing_to_draw() {
    let text = "baroque setup=symmetric position=rnbqkbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w 0";
    let setup: Setup = text.parse().expect("a setup");
    assert_eq!(setup.to_string(), text);
    assert!(matches!(Game::new(&setup).next(), Next::Decision(_)));
}
