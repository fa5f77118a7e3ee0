use rules::{Next, Setup, Variant};

use super::*;
use api::MatchId;
use text::{Language, arg};

/// Compares the guide after these picks with the expected lines: the question, then each menu on a line.
#[track_caller]
fn check(variant: Variant, options: &str, position: &str, picked: &str, expected: &[&str]) {
    let setup = Setup::with_position(variant, options, position).expect("a position");
    let game = Game::new(&setup);
    let Next::Decision(seat) = game.next() else {
        panic!("nobody is to decide");
    };
    let Some(Step::Pick(menus)) = step(&game, seat, picked) else {
        panic!("nothing is to be picked");
    };
    let english = |text: &Text| Language::ENGLISH.say(text);
    // A player who knows the move can write it.
    assert_eq!(menus.is_first, picked.is_empty());
    let mut lines = vec![english(&text::guide(
        arg::id(MatchId::from_number(1)),
        arg::question(&menus.question),
    ))];
    lines.extend(menus.menus.iter().map(|menu| {
        let labels: Vec<_> = menu
            .entries
            .iter()
            .map(|entry| english(&entry.label))
            .collect();
        format!("{}: {}", english(&menu.label), labels.join(" | "))
    }));
    assert_eq!(lines, expected);
}

const KINGS: &str = r#"uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#;

#[test]
fn a_king_is_placed() {
    check(
        Variant::Bario,
        "",
        KINGS,
        "",
        &[
            "Match 00001: on which square do you place your king?",
            "Choose …: a1 | b1 | c1 | d1 | e1 | f1 | g1 | h1",
        ],
    );
}

const LOST: &str = r#"3U1u1k/6pp/2u5/8/8/2U5/PP6/K7 b 31 {"captureUndef":"03","enpassant":"-","reserve":"11001110"}"#;

#[test]
fn a_lost_piece_is_named() {
    check(
        Variant::Bario,
        "",
        LOST,
        "",
        &[
            "Match 00001: which piece did you lose on d8?",
            "Choose …: Rook · 1 in the reserve | Knight · 1 in the reserve | Bishop · 1 in the reserve",
        ],
    );
}

const DEFINE: &str = r#"4k2u/pp4pp/8/8/8/2B5/PP3PPP/U3K2U w 24 {"captureUndef":"-","enpassant":"-","reserve":"11001000"}"#;

#[test]
fn an_undefined_piece_becomes_something_and_goes() {
    let check = |picked, expected: &[&str]| check(Variant::Bario, "", DEFINE, picked, expected);
    check(
        "h1",
        &[
            "Match 00001: what does the undefined piece on h1 become?",
            "Choose …: Rook · 1 in the reserve · 2 moves | Knight · 1 in the reserve · 1 move",
        ],
    );
    check(
        "h1:N",
        &[
            "Match 00001: the undefined piece on h1 becomes a knight. Where does it go?",
            "Choose …: h1 to g3 · N@h1g3",
        ],
    );
}

const CASTLING: &str = r#"4k3/4p3/8/8/8/8/4P3/4K2U w 24 {"captureUndef":"-","enpassant":"-","reserve":"10000000","castling":"K"}"#;

#[test]
fn castling_is_named() {
    check(
        Variant::Bario,
        "rules=classic",
        CASTLING,
        "e1",
        &[
            "Match 00001: where does the king on e1 go?",
            "Choose …: e1 to d1 · Kd1 | e1 to f1 · Kf1 | e1 to g1, castling · O-O | e1 to d2 · Kd2 | e1 to f2 · Kf2",
        ],
    );
}

const CHAKART: &str = r#"4k3/3P4/8/4r3/2e5/8/8/3QK3 w 9 {"flags":"1111"}"#;

#[test]
fn powers_have_menus_of_their_own() {
    let check = |picked, expected: &[&str]| check(Variant::Chakart, "", CHAKART, picked, expected);
    check(
        "e1",
        &[
            "Match 00001: where does the king on e1 go?",
            "Choose …: e1 to f1 · Kf1 | e1 to d2 · Kd2 | e1 to e2 · Ke2 | e1 to f2 · Kf2",
            "Throw the shell …: Shell: king e1 hits the rook on e5 · K*e5",
        ],
    );
    check(
        "d7d8",
        &[
            "Match 00001: the pawn goes from d7 to d8. What does it become?",
            "Choose …: Queen · d8=Q | Rook · d8=R | Bishop · d8=B | Knight · d8=N | King · d8=K",
        ],
    );
    check(
        "d1",
        &[
            "Match 00001: where does the queen on d1 go?",
            "Choose …: d1 to a1 · Qa1 | d1 to b1 · Qb1 | d1 to c1 · Qc1 | d1 to c2 · Qc2 | d1 to d2 · Qd2 | d1 to e2 · Qe2 | d1 to b3 · Qb3 | d1 to d3 · Qd3 | d1 to f3 · Qf3 | d1 to a4 · Qa4 | d1 to d4 · Qd4 | d1 to g4 · Qg4 | d1 to d5 · Qd5 | d1 to h5 · Qh5 | d1 to d6 · Qd6",
            "Stealth move …: Queen d1 unseen to a1 · Q~a1 | Queen d1 unseen to b1 · Q~b1 | Queen d1 unseen to c1 · Q~c1 | Queen d1 unseen to c2 · Q~c2 | Queen d1 unseen to d2 · Q~d2 | Queen d1 unseen to e2 · Q~e2 | Queen d1 unseen to b3 · Q~b3 | Queen d1 unseen to d3 · Q~d3 | Queen d1 unseen to f3 · Q~f3 | Queen d1 unseen to a4 · Q~a4 | Queen d1 unseen to d4 · Q~d4 | Queen d1 unseen to g4 · Q~g4 | Queen d1 unseen to d5 · Q~d5 | Queen d1 unseen to h5 · Q~h5 | Queen d1 unseen to d6 · Q~d6",
        ],
    );
}

#[test]
fn a_bonus_is_asked_for() {
    #[track_caller]
    fn check_pending(pending: &str, picked: &str, expected: &[&str]) {
        let pending = format!(r#""1111","pending":{pending}}}"#);
        let position = CHAKART.replace(r#""1111"}"#, &pending);
        check(Variant::Chakart, "", &position, picked, expected);
    }
    check_pending(
        r#""swap""#,
        "",
        &[
            "Match 00001: King Boo makes you swap two pieces. Which is the first?",
            "Choose …: White queen d1 | White king e1 | Black rook e5 | White pawn d7 | Black king e8",
        ],
    );
    check_pending(
        r#""swap""#,
        "e5",
        &[
            "Match 00001: which piece do you swap with the rook on e5 (Black)?",
            "Choose …: White queen d1 | White king e1 | White pawn d7 | Black king e8",
        ],
    );
    check_pending(
        r#""again""#,
        "",
        &[
            "Match 00001: Daisy lets you move once more. Which piece do you move?",
            "Choose …: Pawn d7 · 10 moves | Queen d1 · 30 moves | King e1 · 5 moves",
        ],
    );
    check_pending(
        r#""promote:d7d8","origin":"d6""#,
        "",
        &[
            "Match 00001: the pawn on d7 has to go to d8. What does it become?",
            "Choose …: Queen · d8=Q | Rook · d8=R | Bishop · d8=B | Knight · d8=N | King · d8=K",
        ],
    );
    check_pending(
        r#""drop:n""#,
        "",
        &[
            "Match 00001: Toadette brings you a knight. Where do you place it?",
            "Choose … (ranks 1 to 3): a1 | b1 | c1 | f1 | g1 | h1 | a2 | b2 | c2 | d2 | e2 | f2 | g2 | h2 | a3 | b3 | c3 | d3 | e3 | f3 | g3 | h3",
            "Choose … (ranks 4 to 6): a4 | b4 | c4, onto the egg | d4 | e4 | f4 | g4 | h4 | a5 | b5 | c5 | d5 | f5 | g5 | h5 | a6 | b6 | c6 | d6 | e6 | f6 | g6 | h6",
            "Choose … (ranks 7 to 8): a7 | b7 | c7 | e7 | f7 | g7 | h7 | a8 | b8 | c8 | d8 | f8 | g8 | h8",
        ],
    );
}

#[test]
fn the_board_shows_what_is_chosen_and_where_it_may_go() {
    #[track_caller]
    fn check(setup: &str, picked: &str, chosen: Option<&str>, targets: &str) {
        let game = Game::new(&setup.parse().expect("a setup"));
        let Next::Decision(seat) = game.next() else {
            panic!("nobody is to decide");
        };
        let Some(Step::Pick(menus)) = step(&game, seat, picked) else {
            panic!("nothing is to be picked");
        };
        let Highlights {
            chosen: found,
            targets: found_targets,
            ..
        } = menus.highlights;
        assert_eq!(found.map(|at| at.to_string()).as_deref(), chosen);
        let names: Vec<_> = found_targets.iter().map(Square::to_string).collect();
        assert_eq!(names.join(" "), targets);
    }
    check("berolina", "", None, "");
    check("berolina", "b1", Some("b1"), "a3 c3");
    let promotion = "berolina position=8/1P2k3/8/8/8/8/8/4K3 w - - 0 1";
    check(promotion, "b7", Some("b7"), "a8 c8");
    check(promotion, "b7a8", Some("b7"), "a8");
    check(
        &format!("bario position={KINGS}"),
        "",
        None,
        "a1 b1 c1 d1 e1 f1 g1 h1",
    );
    let stealth = r#"chakart position=4k3/8/8/8/8/8/PP6/Kw1PP3 w 30 {"flags":"1111"}"#;
    check(stealth, "a1", Some("a1"), "b1");
}

/// Choosing a square, another one and one of the remaining labels selects one action, and every legal action can be chosen so.
#[test]
fn every_action_can_be_made_on_a_board_and_none_is_made_by_chance() {
    let setups = [
        "berolina",
        "baroque",
        "bario",
        "bario rules=classic",
        "chakart",
    ];
    for (setup, seed) in setups.into_iter().zip(1..) {
        let setup: Setup = setup.parse().expect("a setup");
        let mut random = testkit::Random::new(seed);
        let mut game = Game::new(&setup);
        for _ in 0..testkit::quick_or_long(300, 30_000) {
            if let Next::Decision(seat) = game.next() {
                check_board_ways(&game, seat);
            }
            match testkit::some_input(&game, &mut random) {
                Some(input) => testkit::play(&mut game, input),
                None => game = Game::new(&setup),
            }
        }
    }
}

#[track_caller]
fn check_board_ways(game: &Game, seat: Color) {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let ways = board_ways(game, seat);
    for action in actions {
        let found = ways.iter().find(|way| way.action == action);
        let way = found.expect("each action can be made");
        // A swap can begin with either piece.
        let n_ways = ways.iter().filter(|way| way.action == action).count();
        assert_eq!(
            n_ways,
            1 + usize::from(matches!(action, Action::Swap { .. }))
        );
        let label = Language::ENGLISH.say(&way.label);
        let alike = ways.iter().filter(|other| {
            (other.from, other.to) == (way.from, way.to)
                && Language::ENGLISH.say(&other.label) == label
        });
        assert_eq!(alike.count(), 1, "{label}");
    }
}
