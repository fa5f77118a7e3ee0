use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::ops::ControlFlow;

use crate::{
    Action, ChakartFlaw, Color, Conclusion, Fact, Flaw, Game, Next, Position, Setup, Status, Turn,
    Variant, View, WinReason,
};

fn game(position: &str) -> Game {
    Game::new(&Setup::with_position(Variant::Chakart, "", position).expect("a position"))
}

/// Plays inputs, separated by blanks.
#[track_caller]
fn play(position: &str, inputs: &str) -> Game {
    let mut game = game(position);
    for input in inputs.split_whitespace() {
        let taken = game.apply(input.parse().expect("an input"));
        assert!(taken.is_ok(), "{input} of {inputs} in {position}");
    }
    game
}

fn names<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    names.join(" ")
}

/// Returns the possible chance outcomes after these inputs; empty if chance has no part.
fn chances(game: &Game) -> String {
    match game.next() {
        Next::Chance(chance) => names(chance.outcomes()),
        _ => String::new(),
    }
}

fn last_turn(view: &View) -> &Turn {
    view.turn.as_ref().expect("a turn was made")
}

/// Returns the facts of a turn in short form.
fn facts(view: &View) -> String {
    let words = last_turn(view).facts.iter().map(|fact| match *fact {
        Fact::Moved { glyph, from, to } => format!("{} {from}-{to}", glyph.name()),
        Fact::Captured { glyph, at } => format!("takes {} {at}", glyph.name()),
        Fact::Promoted { into, at } => format!("becomes {} {at}", into.name()),
        Fact::Dropped { glyph, at } => format!("drops {} {at}", glyph.name()),
        Fact::Swapped { a, b } => format!("swaps {a} {b}"),
        Fact::Stole { from, to, .. } => format!(
            "steals {from}-{}",
            to.map_or("?".to_string(), |to| to.to_string())
        ),
        Fact::Appeared { at, .. } => format!("appears {at}"),
        Fact::Shot { from, at } => format!("shoots {from}-{at}"),
        Fact::Burst { object, at } => format!("bursts on {} {at}", object.name()),
        Fact::Ate { object, at, unseen } => {
            let unseen = if unseen { "unseen " } else { "" };
            format!("meets {unseen}{} {at}", object.name())
        }
        Fact::Slipped { from, to, .. } => format!("on {from}-{to}"),
        Fact::Left { object, at } => format!("leaves {} {at}", object.name()),
        Fact::Drew(effect) => effect.name().to_string(),
        Fact::Returned { from, to, .. } => format!("back {from}-{to}"),
        Fact::Vanished { at, .. } => format!("gone {at}"),
        Fact::Froze { at, .. } => format!("frozen {at}"),
        Fact::Freed { at, .. } => format!("freed {at}"),
        Fact::Recolored { glyph, at } => format!("{:?} {at}", glyph),
        Fact::Brought(role) => format!("brings {role}"),
        Fact::BonusLost => "bonus lost".to_string(),
        Fact::Defined { .. } | Fact::Lost { .. } | Fact::Reset(_) => {
            panic!("that does not happen in Chakart")
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Plays inputs and checks caption, facts and position.
#[track_caller]
fn check(position: &str, inputs: &str, caption: &str, happened: &str, after: &str) {
    let game = play(position, inputs);
    let view = game.truth().as_view().clone();
    assert_eq!(last_turn(&view).caption, caption, "{inputs} in {position}");
    assert_eq!(facts(&view), happened, "{inputs} in {position}");
    assert_eq!(view.position, after, "{inputs} in {position}");
}

/// Checks the possible chance outcomes after these inputs.
#[track_caller]
fn check_chances(position: &str, inputs: &str, outcomes: &str) {
    assert_eq!(
        chances(&play(position, inputs)),
        outcomes,
        "{inputs} in {position}"
    );
}

/// Checks the legal actions that begin with a text.
#[track_caller]
fn check_decisions(position: &str, beginning: &str, expected: &str) {
    let actions = game(position).legal_list();
    let mut texts: Vec<String> = actions.iter().map(Action::to_string).collect();
    texts.retain(|text| text.starts_with(beginning));
    texts.sort_unstable();
    assert_eq!(texts.join(" "), expected, "{beginning} in {position}");
}

#[test]
fn seed_a_bishop_puts_a_bomb() {
    let start = r#"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"1111"}"#;
    let before = r#"qbbrrnek/pppppppp/5n2/8/3P4/3m4/PPP1PPPP/QBNN1KRR b 1 {"flags":"1111"}"#;
    check(
        start,
        "d2d4",
        "d4",
        "pawn d2-d4, leaves mushroom d3",
        r#"rnbqkbnr/pppppppp/8/8/3P4/3m4/PPP1PPPP/RNBQKBNR b 1 {"flags":"1111"}"#,
    );
    check(
        before,
        "f6e4",
        "Ne4",
        "knight f6-e4, leaves egg f6",
        r#"qbbrrnek/pppppppp/5e2/8/3Pn3/3m4/PPP1PPPP/QBNN1KRR w 2 {"flags":"1111"}"#,
    );
    let bishop = r#"qbbrrnek/pppppppp/5n2/8/3P4/3m4/PPPBPPPP/QBNN1KRR w 2 {"flags":"1111"}"#;
    check(
        bishop,
        "d2b4 bomb:c4",
        "Bb4",
        "bishop d2-b4, leaves bomb c4",
        r#"qbbrrnek/pppppppp/5n2/8/1BwP4/3m4/PPP1PPPP/QBNN1KRR b 3 {"flags":"1111"}"#,
    );
}

#[test]
fn seed_effects_cumulate() {
    check(
        r#"rn1b2qk/pbpp1ppp/1w2wp2/1p1Rm3/3PdnPr/4PPd1/PPP1m2P/NNB1KRQB w 1 {"flags":"1111"}"#,
        "f3e4 to:e5 to:d5",
        "fxe4",
        "pawn f3-e4, meets banana e4, leaves mushroom f3, on e4-e5, meets mushroom e5, on e5-e6, meets bomb e6, on e6-d5, \
         takes rook d5",
        r#"rn1b2qk/pbpp1ppp/1w3p2/1p1P4/3P1nPr/4Pmd1/PPP1m2P/NNB1KRQB b 2 {"flags":"1111"}"#,
    );
}

#[test]
fn seed_waluigi_turns_the_queen() {
    check(
        r#"erk2rq1/1m2e1m1/mppmne1m/p1BpppPp/mm1P1QbP/1Nmnw1dm/e1mP2d1/1BwR1RKN b 1 {"flags":"1111"}"#,
        "f8f6 egg:waluigi waluigi:g8 banana:g7",
        "Rxf6*W",
        "rook f8-f6, meets egg f6, waluigi, Queen(White) g8, leaves banana g7",
        r#"erk3Q1/1m2e1d1/mppmnr1m/p1BpppPp/mm1P1QbP/1Nmnw1dm/e1mP2d1/1BwR1RKN w 2 {"flags":"1111"}"#,
    );
}

#[test]
fn positions_tell_whether_objects_are_hidden() {
    #[track_caller]
    fn check(setup: &str, expected: &str) {
        let setup: Setup = setup.parse().expect("a setup");
        assert_eq!(setup.to_string(), expected);
        assert!(
            expected
                .parse::<Setup>()
                .expect("a setup reads its own text")
                == setup
        );
    }
    let open = r#"4k3/8/8/8/8/8/8/d3K3 w 9 {"flags":"1111"}"#;
    let hidden = r#"4k3/8/8/8/8/8/8/d3K3 w 9 {"flags":"1111","seenW":"","seenB":"da1"}"#;
    check("CHAKART objects=hidden", "chakart");
    check(
        "chakart setup=standard objects=OPEN",
        "chakart objects=open setup=standard",
    );
    check(
        &format!("chakart position={open}"),
        &format!("chakart objects=open position={open}"),
    );
    check(
        &format!("chakart position={hidden}"),
        &format!("chakart position={hidden}"),
    );
    let clash = format!("chakart objects=open position={hidden}").parse::<Setup>();
    let flaws = [Flaw::Chakart(ChakartFlaw::OpenObjects)];
    assert_eq!(clash.expect_err("no setup").flaws(), flaws);
    let unknown = "chakart objects=odd weather=fine".parse::<Setup>();
    assert_eq!(
        crate::flaw::shown(unknown.expect_err("no setup").flaws()),
        [
            r#"NoSuchValue { variant: Chakart, option: "objects", value: "odd" }"#,
            r#"NoSuchOption { variant: Chakart, name: "weather" }"#,
        ]
    );
}

#[test]
fn c9_starts_are_drawn() {
    let mut game = Game::new(&"chakart".parse().expect("a setup"));
    let Next::Chance(chance) = game.next() else {
        panic!("White's row is drawn first")
    };
    assert_eq!(chance.outcomes().len(), 2880);
    assert_eq!(game.public_view().as_view().status, Status::ToRoll);
    game.roll(chance.outcomes()[0]).expect("it is listed");
    game.roll("start:2879".parse().expect("an outcome"))
        .expect("it is listed");
    let position = game.truth().as_view().position.clone();
    assert_eq!(
        position,
        r#"kqrrbbnn/pppppppp/8/8/8/8/PPPPPPPP/NNBBRRQK w 0 {"flags":"1111","seenW":"","seenB":""}"#
    );
    assert_eq!(game.next(), Next::Decision(Color::White));
    let symmetric = "chakart objects=open setup=symmetric"
        .parse()
        .expect("a setup");
    let mut game = Game::new(&symmetric);
    assert!(
        game.roll("start:2880".parse().expect("an outcome"))
            .is_err()
    );
    game.roll("start:1".parse().expect("an outcome"))
        .expect("it is listed");
    let position = game.truth().as_view().position.clone();
    assert_eq!(
        position,
        r#"nnbbrrkq/pppppppp/8/8/8/8/PPPPPPPP/NNBBRRKQ w 0 {"flags":"1111"}"#
    );
}

#[test]
fn c12_pieces_are_freed_and_a_hidden_queen_is_shown() {
    check(
        r#"4k3/8/8/8/3i4/8/2S1P3/O3K3 w 9 {"flags":"1110"}"#,
        "e2e3",
        "e3",
        "pawn e2-e3, leaves mushroom e2, freed a1, freed c2, appears d4",
        r#"4k3/8/8/8/3q4/4P3/2P1m3/N3K3 b 10 {"flags":"1110"}"#,
    );
}

#[test]
fn c17_sliders_fly_over_eggs_mushrooms_and_hidden_queens() {
    check_decisions(
        r#"4k3/8/8/8/8/8/8/R1m1e1KR w 9 {"flags":"0000"}"#,
        "a1",
        "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 a1e1 a1f1",
    );
    check_decisions(
        r#"4k3/8/8/d7/8/8/w7/R1iwK3 w 9 {"flags":"0000"}"#,
        "a1",
        "a1a2 a1b1 a1c1 a1d1",
    );
}

#[test]
fn c20_to_c23_pawns() {
    let position = r#"4k3/8/8/8/8/2ipw3/3P4/P2PK3 w 9 {"flags":"0000"}"#;
    check_decisions(position, "d2", "d2e3");
    check_decisions(position, "a1", "a1a2 a1a3");
    check_decisions(position, "d1", "");
    check_decisions(
        r#"4k3/8/8/8/8/3i4/3P4/4K3 w 9 {"flags":"0000"}"#,
        "d2",
        "d2d3 d2d4",
    );
    check(
        r#"4k3/8/8/8/8/3i4/3P4/4K3 w 9 {"flags":"0000"}"#,
        "d2d4",
        "d4",
        "pawn d2-d4, takes queen d3, leaves mushroom d3",
        r#"4k3/8/8/8/3P4/3m4/8/4K3 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c28_trails_fall_beside_but_not_where_the_hop_began() {
    check_chances(
        r#"4k3/8/8/8/8/2m1e3/3R4/2K1P3 w 9 {"flags":"0000"}"#,
        "d2d8",
        "banana:c7 banana:e7",
    );
    check_chances(
        r#"4k3/8/8/8/3n4/2m1e3/P2B4/4K3 w 9 {"flags":"0000"}"#,
        "d2c3",
        "bomb:c2 bomb:b3 bomb:d3 bomb:c4",
    );
    // A promoting pawn's mushroom is spared, and one candidate needs no chance.
    check_chances(
        r#"3n3k/4P3/8/8/8/8/8/4K3 w 9 {"flags":"0000"}"#,
        "e7e8=B",
        "",
    );
    check(
        r#"3n3k/4P3/8/8/8/8/8/4K3 w 9 {"flags":"0000"}"#,
        "e7e8=B",
        "e8=B",
        "pawn e7-e8, becomes bishop e8, leaves mushroom e7, leaves bomb f8",
        r#"3nBw1k/4m3/8/8/8/8/8/4K3 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c31_a_mushroom_carries_on_or_is_used_up() {
    check(
        r#"4k3/8/8/8/3m4/8/3P4/4K3 w 9 {"flags":"0000"}"#,
        "d2d4",
        "d4",
        "pawn d2-d4, meets mushroom d4, leaves mushroom d3, on d4-d5",
        r#"4k3/8/8/3P4/8/3m4/8/4K3 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4k3/8/8/3n4/3m4/8/3P4/4K3 w 9 {"flags":"0000"}"#,
        "d2d4",
        "d4",
        "pawn d2-d4, meets mushroom d4, leaves mushroom d3",
        r#"4k3/8/8/3n4/3P4/3m4/8/4K3 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4k3/8/8/8/8/2m5/8/1N2K3 w 9 {"flags":"0000"}"#,
        "b1c3",
        "Nxc3",
        "knight b1-c3, meets mushroom c3, leaves egg b1, on c3-d5",
        r#"4k3/8/8/3N4/8/8/8/1e2K3 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4k3/8/8/8/8/8/8/Q2mK3 w 9 {"flags":"0000"}"#,
        "a1d1",
        "Qxd1",
        "queen a1-d1, meets mushroom d1",
        r#"4k3/8/8/8/8/8/8/3QK3 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c32_a_push_onto_a_mushroom_is_repeated() {
    check(
        r#"4k3/8/8/3m4/3d4/8/4N3/4K3 w 9 {"flags":"0000"}"#,
        "e2d4 to:d5",
        "Nxd4",
        "knight e2-d4, meets banana d4, leaves egg e2, on d4-d5, meets mushroom d5, on d5-d6",
        r#"4k3/8/3N4/8/8/8/4e3/4K3 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c33_bananas_push_straight_and_bombs_aslant() {
    let position = r#"4k3/8/8/8/w6d/8/8/QB2K2Q w 9 {"flags":"0000"}"#;
    check_chances(position, "h1h4", "to:h3 to:g4 to:h5");
    check_chances(position, "a1a4", "to:b3 to:b5");
    // A corner has one diagonal neighbor, so chance has no part; a piece there is captured, whichever side owns it.
    check(
        r#"4k3/8/8/8/8/8/6B1/4K1Rw w 9 {"flags":"0000"}"#,
        "g1h1 banana:f3",
        "Rxh1",
        "rook g1-h1, meets bomb h1, on h1-g2, takes bishop g2, leaves banana f3",
        r#"4k3/8/8/8/8/5d2/6R1/4K3 b 10 {"flags":"0000"}"#,
    );
    check_chances(
        r#"4k3/8/8/8/8/8/6B1/4K1Rw w 9 {"flags":"0000"}"#,
        "g1h1",
        "banana:f1 banana:f3 banana:h3",
    );
}

/// A white king beside an egg, and another piece of each side.
const EGG: &str = r#"4k3/3p4/8/8/8/8/3eP2n/4K3 w 9 {"flags":"0000"}"#;

#[test]
fn c35_eggs_have_eight_effects() {
    check_chances(
        EGG,
        "e1d2",
        "egg:kingboo egg:koopa egg:toadette egg:chomp egg:daisy egg:bowser egg:luigi egg:waluigi",
    );
}

#[test]
fn c36_king_boo_swaps() {
    check(
        EGG,
        "e1d2 egg:kingboo d2<>e8",
        "Kxd2*B d2<>e8",
        "king e1-d2, meets egg d2, kingboo, swaps d2 e8",
        r#"4K3/3p4/8/8/8/8/3kP2n/8 b 10 {"flags":"0000"}"#,
    );
    check_decisions(
        r#"4k3/P6s/8/8/8/8/p1d4R/4K3 b 9 {"flags":"0000","pending":"swap"}"#,
        "a",
        "a2<>a7 a2<>e8 a2<>h2 a2<>h7 a7<>e1 a7<>h2 a7<>h7",
    );
    check(
        r#"4k3/8/8/8/8/8/8/S3K2r b 9 {"flags":"0000","pending":"swap"}"#,
        "a1<>h1",
        "a1<>h1",
        "swaps a1 h1",
        r#"4k3/8/8/8/8/8/8/r3K2S w 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c37_koopa_takes_back() {
    check(
        r#"4k3/8/8/8/3e4/8/3P4/4K3 w 9 {"flags":"0000"}"#,
        "d2d4 egg:koopa",
        "d4*K",
        "pawn d2-d4, meets egg d4, leaves mushroom d3, koopa, back d4-d2",
        r#"4k3/8/8/8/8/3m4/3P4/4K3 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4k3/8/8/8/8/2e5/8/1N2K3 w 9 {"flags":"0000"}"#,
        "b1c3 egg:koopa",
        "Nxc3*K",
        "knight b1-c3, meets egg c3, leaves egg b1, koopa, back c3-b1",
        r#"4k3/8/8/8/8/8/8/1N2K3 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4k3/8/8/8/8/2e5/8/4K3 w 9 {"flags":"0000","pending":"drop:r"}"#,
        "R@c3 egg:koopa",
        "R@c3*K",
        "drops rook c3, meets egg c3, koopa, gone c3",
        r#"4k3/8/8/8/8/8/8/4K3 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4e2k/3P4/8/8/8/8/8/4K3 w 9 {"flags":"0000"}"#,
        "d7e8=N egg:koopa",
        "dxe8=N*K",
        "pawn d7-e8, meets egg e8, becomes knight e8, leaves mushroom d7, koopa, back e8-d7",
        r#"7k/3N4/8/8/8/8/8/4K3 b 10 {"flags":"0000"}"#,
    );
    // The piece goes back to where the action began, regardless of hops in between.
    check(
        r#"4k3/8/8/8/2e5/2d5/8/1N2K3 w 9 {"flags":"0000"}"#,
        "b1c3 to:c4 egg:koopa",
        "Nxc3*K",
        "knight b1-c3, meets banana c3, leaves egg b1, on c3-c4, meets egg c4, koopa, back c4-b1",
        r#"4k3/8/8/8/8/8/8/1N2K3 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4e2k/4d3/3P4/8/8/8/8/4K3 w 9 {"flags":"0000"}"#,
        "d6e7 to:e8 e7e8=R egg:koopa",
        "dxe7 e8=R*K",
        "pawn d6-e7, meets banana e7, leaves mushroom d6, becomes rook e7, on e7-e8, meets egg e8, koopa, back e8-d6",
        r#"7k/8/3R4/8/8/8/8/4K3 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c38_toadette_brings_a_piece() {
    check_chances(
        EGG,
        "e1d2 egg:toadette",
        "toadette:q toadette:r toadette:n toadette:b toadette:k",
    );
    check(
        EGG,
        "e1d2 egg:toadette toadette:n N@a1",
        "Kxd2*T N@a1",
        "king e1-d2, meets egg d2, toadette, brings knight, drops knight a1",
        r#"4k3/3p4/8/8/8/8/3KP2n/N7 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4k3/8/8/8/3m4/8/3d4/4K3 w 9 {"flags":"0000","pending":"drop:k"}"#,
        "K@d4",
        "K@d4",
        "drops king d4, meets mushroom d4",
        r#"4k3/8/8/8/3K4/8/3d4/4K3 b 10 {"flags":"0000"}"#,
    );
    check(
        r#"4k3/8/8/8/8/3m4/3d4/4K3 w 9 {"flags":"0000","pending":"drop:k"}"#,
        "K@d2 to:d3",
        "K@d2",
        "drops king d2, meets banana d2, on d2-d3, meets mushroom d3, on d3-d4",
        r#"4k3/8/8/8/3K4/8/8/4K3 b 10 {"flags":"0000"}"#,
    );
    check_chances(
        r#"4k3/8/8/8/8/8/8/4K3 w 9 {"flags":"0000","pending":"drop:r"}"#,
        "R@h1",
        "",
    );
}

#[test]
fn c39_chomp_eats_and_may_end_the_game() {
    let game = play(EGG, "e1d2 egg:chomp");
    let Next::Over(outcome) = game.next() else {
        panic!("White has no king left")
    };
    assert_eq!(outcome.to_string(), "0-1 kings-captured");
    assert_eq!(
        facts(game.public_view().as_view()),
        "king e1-d2, meets egg d2, chomp, gone d2"
    );
}

#[test]
fn c40_daisy_and_c41_bowser() {
    check(
        EGG,
        "e1d2 egg:daisy e2e4",
        "Kxd2*D e4",
        "king e1-d2, meets egg d2, daisy, pawn e2-e4, leaves mushroom e3",
        r#"4k3/3p4/8/8/4P3/4m3/3K3n/8 b 10 {"flags":"0000"}"#,
    );
    check(
        EGG,
        "e1d2 egg:bowser",
        "Kxd2*M",
        "king e1-d2, meets egg d2, bowser, frozen d2",
        r#"4k3/3p4/8/8/8/8/3LP2n/8 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn where_a_piece_changed_its_color_is_marked() {
    #[track_caller]
    fn check(inputs: &str, marked: &str) {
        let position = r#"4k3/3p4/8/8/8/8/3eP3/4K3 w 9 {"flags":"0000"}"#;
        let last = play(position, inputs)
            .public_view()
            .as_view()
            .marks
            .last
            .clone();
        assert_eq!(names(last), marked);
    }
    check("e1d2 egg:luigi", "e1 d2 d7");
    check("e1d2 egg:waluigi", "e1 d2 e2");
}

#[test]
fn c42_luigi_and_waluigi_spare_kings_and_pawns_at_home() {
    check_chances(
        r#"4k2p/3p4/8/8/8/8/3eP2n/P3K3 w 9 {"flags":"0000"}"#,
        "e1d2 egg:luigi",
        "luigi:h2 luigi:d7",
    );
    // One candidate needs no chance.
    check(
        r#"4k2p/3p4/8/8/8/8/3eP2n/P3K3 w 9 {"flags":"0000"}"#,
        "e1d2 egg:waluigi",
        "Kxd2*W",
        "king e1-d2, meets egg d2, waluigi, Pawn(Black) e2",
        r#"4k2p/3p4/8/8/8/8/3Kp2n/P7 b 10 {"flags":"0000"}"#,
    );
    // There is no piece to recolor.
    check(
        r#"4k3/8/8/8/8/8/3e4/4K3 w 9 {"flags":"0000"}"#,
        "e1d2 egg:luigi",
        "Kxd2*L",
        "king e1-d2, meets egg d2, luigi",
        r#"4k3/8/8/8/8/8/3K4/8 b 10 {"flags":"0000"}"#,
    );
    // The piece that met the egg is a candidate, in its new role, and its side still drops the trail.
    check(
        r#"4e2k/3P4/8/8/8/8/8/4K3 w 9 {"flags":"0000"}"#,
        "d7e8=B egg:waluigi bomb:d8",
        "dxe8=B*W",
        "pawn d7-e8, meets egg e8, becomes bishop e8, leaves mushroom d7, waluigi, Bishop(Black) e8, leaves bomb d8",
        r#"3wb2k/3m4/8/8/8/8/8/4K3 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c46_shells() {
    check_decisions(
        r#"k2q4/8/8/r2i2n1/2P1m3/3Kd2b/2r5/3w4 w 9 {"flags":"1000"}"#,
        "d3*",
        "d3*c2 d3*d8",
    );
    check_decisions(
        r#"k2r4/8/8/3i2n1/2P1m3/3K3b/2r5/3e4 w 9 {"flags":"1000"}"#,
        "d3*",
        "d3*c2 d3*d8 d3*h3",
    );
    check(
        r#"k2r4/8/8/3i2n1/2P1m3/3K3b/2r5/3e4 w 9 {"flags":"1000"}"#,
        "d3*d8",
        "K*d8",
        "shoots d3-d8, takes rook d8, appears d5",
        r#"k7/8/8/3q2n1/2P1m3/3K3b/2r5/3e4 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c47_stealth() {
    let position = r#"4k3/8/8/8/4p3/1m6/8/3QK3 w 9 {"flags":"0100"}"#;
    check_decisions(
        position,
        "d1~",
        "d1~a1 d1~a4 d1~b1 d1~c1 d1~c2 d1~d2 d1~d3 d1~d4 d1~d5 d1~d6 d1~d7 d1~d8 d1~e2 d1~f3 d1~g4 d1~h5",
    );
    let game = play(position, "d1~d5");
    let [white, black] = Color::ALL.map(|seat| game.seat_view(seat).as_view().clone());
    let public = game.public_view().as_view().clone();
    assert_eq!(
        white.position,
        r#"4k3/8/8/3I4/4p3/1m6/8/4K3 b 10 {"flags":"0000"}"#
    );
    assert_eq!(
        public.position,
        r#"4k3/8/8/8/4p3/1m6/8/4K3 b 10 {"flags":"0000"}"#
    );
    assert_eq!(
        (facts(&white), facts(&public)),
        ("steals d1-d5".into(), "steals d1-?".into())
    );
    assert_eq!(
        (
            &last_turn(&white).caption[..],
            &last_turn(&public).caption[..]
        ),
        ("Q~d5", "Qd1~")
    );
    assert_eq!(
        (names(white.marks.last), names(public.marks.last.clone())),
        ("d1 d5".into(), "d1".into())
    );
    assert_eq!(
        (
            names(white.marks.stealth),
            names(public.marks.stealth.clone())
        ),
        ("d5".into(), "".into())
    );
    assert!(black == game.public_view().as_view().clone());
    // A refusal would be a hint, so a move to her square is accepted, and she is captured in the open.
    check(
        r#"4k3/8/8/3i4/8/8/8/3QK3 w 9 {"flags":"0100"}"#,
        "d1~d5",
        "Q~d5",
        "queen d1-d5, takes queen d5",
        r#"4k3/8/8/3Q4/8/8/8/4K3 b 10 {"flags":"0000"}"#,
    );
}

#[test]
fn c49_a_forced_promotion_asks_first() {
    let position = r#"4d2k/8/3Pm3/8/8/8/8/4K3 w 9 {"flags":"0000"}"#;
    check_decisions(position, "d6", "d6d7");
    let position = r#"3m3k/4d3/3P4/8/8/8/8/4K3 w 9 {"flags":"0000"}"#;
    let game = play(position, "d6e7 to:e8");
    assert_eq!(
        game.truth().as_view().position,
        r#"3m3k/4P3/3m4/8/8/8/8/4K3 w 9 {"flags":"0000","pending":"promote:e7e8","origin":"d6"}"#
    );
    check_decisions(
        &game.truth().as_view().position,
        "",
        "e7e8=B e7e8=K e7e8=N e7e8=Q e7e8=R",
    );
    check(
        position,
        "d6e7 to:e8 e7e8=R banana:d7",
        "dxe7 e8=R",
        "pawn d6-e7, meets banana e7, leaves mushroom d6, becomes rook e7, on e7-e8, leaves banana d7",
        r#"3mR2k/3d4/3m4/8/8/8/8/4K3 b 10 {"flags":"0000"}"#,
    );
    assert_eq!(
        names(
            play(position, "d6e7 to:e8 e7e8=Q")
                .public_view()
                .as_view()
                .marks
                .last
                .clone()
        ),
        "d6 e8"
    );
}

#[test]
fn c51_c52_ends() {
    #[track_caller]
    fn check_over(position: &str, inputs: &str, reason: WinReason, winner: Color) {
        let game = play(position, inputs);
        let outcome = crate::Outcome::Won { winner, reason };
        assert_eq!(game.next(), Next::Over(outcome), "{inputs} in {position}");
    }
    check_over(
        r#"3Qk3/8/8/8/8/8/8/4K3 w 9 {"flags":"0000"}"#,
        "d8e8",
        WinReason::KingsCaptured,
        Color::White,
    );
    check_over(
        r#"4k3/8/8/8/8/8/8/4L3 w 9 {"flags":"1111"}"#,
        "",
        WinReason::NoDecision,
        Color::Black,
    );
    check_over(
        r#"4k3/8/8/8/8/8/8/4K3 w 9 {"flags":"1111"}"#,
        "e1e2 resign:black",
        WinReason::Resignation,
        Color::White,
    );
    // Another king is left.
    let game = play(r#"3Qk2k/8/8/8/8/8/8/4K3 w 9 {"flags":"0000"}"#, "d8e8");
    assert_eq!(game.next(), Next::Decision(Color::Black));
    assert!(game.clone().conclude(Conclusion::DrawAgreed).is_ok());
}

/// Checks the captions and facts that each audience reads of a turn: White, Black, the public.
#[track_caller]
fn check_views(position: &str, inputs: &str, captions: [&str; 3], expected_facts: [&str; 3]) {
    let game = play(position, inputs);
    let views = [
        game.seat_view(Color::White).as_view().clone(),
        game.seat_view(Color::Black).as_view().clone(),
        game.public_view().as_view().clone(),
    ];
    let read = views.each_ref().map(|view| last_turn(view).caption.clone());
    assert_eq!(read, captions, "{inputs} in {position}");
    assert_eq!(
        views.map(|view| facts(&view)),
        expected_facts,
        "{inputs} in {position}"
    );
}

#[test]
fn h2_h3_a_slider_stops_at_an_unseen_object() {
    let position = r#"r3k3/8/8/8/d7/8/8/R3K3 w 20 {"flags":"1111","seenW":"","seenB":"da4"}"#;
    check_decisions(position, "a1a", "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8");
    check_views(
        position,
        "a1a8 to:b4 banana:c5",
        ["Rxa8", "Rxa4", "Rxa4"],
        [
            "rook a1-a4, meets unseen banana a4, on a4-b4, leaves banana c5",
            "rook a1-a4, meets banana a4, on a4-b4",
            "rook a1-a4, meets unseen banana a4, on a4-b4",
        ],
    );
    assert_eq!(
        play(position, "a1a8 to:b4 banana:c5")
            .truth()
            .as_view()
            .position,
        r#"r3k3/8/8/2d5/1R6/8/8/4K3 b 21 {"flags":"1111","seenW":"dc5","seenB":""}"#
    );
}

#[test]
fn h4_a_double_step_becomes_a_single_one() {
    let position = r#"4k3/8/8/8/8/4w3/4P3/2K5 w 4 {"flags":"1111","seenW":"","seenB":"we3"}"#;
    check_views(
        position,
        "e2e4 to:d4",
        ["e4", "e3", "e3"],
        [
            "pawn e2-e3, meets unseen bomb e3, leaves mushroom e2, on e3-d4",
            "pawn e2-e3, meets bomb e3, leaves mushroom e2, on e3-d4",
            "pawn e2-e3, meets unseen bomb e3, leaves mushroom e2, on e3-d4",
        ],
    );
}

#[test]
fn h5_h6_powers_fail_on_unseen_objects() {
    check_views(
        r#"4k3/8/8/3d4/8/8/8/3QK3 w 9 {"flags":"0100","seenW":"","seenB":"dd5"}"#,
        "d1~d7 to:e5",
        ["Q~d7", "Q~d5", "Q~d5"],
        [
            "queen d1-d5, meets unseen banana d5, on d5-e5",
            "queen d1-d5, meets banana d5, on d5-e5",
            "queen d1-d5, meets unseen banana d5, on d5-e5",
        ],
    );
    let shell = r#"3rk3/8/8/3d4/8/8/8/3K4 w 9 {"flags":"1000","seenW":"","seenB":"dd5"}"#;
    check_views(
        shell,
        "d1*d8",
        ["K*d8", "K*d5", "K*d5"],
        ["shoots d1-d5, bursts on banana d5"; 3],
    );
    assert_eq!(
        play(shell, "d1*d8").truth().as_view().position,
        r#"3rk3/8/8/8/8/8/8/3K4 b 10 {"flags":"0000","seenW":"","seenB":""}"#
    );
}

#[test]
fn h8_h9_trails_are_shown_to_the_side_that_drops_them() {
    let position = r#"4k3/8/8/8/8/8/2w5/R3K3 w 9 {"flags":"0000","seenW":"","seenB":"wc2"}"#;
    check_views(
        position,
        "a1b1 banana:c2",
        ["Rb1"; 3],
        ["rook a1-b1, leaves banana c2", "rook a1-b1", "rook a1-b1"],
    );
    assert_eq!(
        play(position, "a1b1 banana:c2").truth().as_view().position,
        r#"4k3/8/8/8/8/8/2d5/1R2K3 b 10 {"flags":"0000","seenW":"dc2","seenB":"wc2"}"#
    );
}

#[test]
fn h11_h22_the_end_shows_everything() {
    let position = r#"4k3/8/8/8/8/8/2w5/R3K3 w 9 {"flags":"0000","seenW":"","seenB":"wc2"}"#;
    let game = play(position, "a1b1 banana:c2 draw:agreed");
    for seat in Color::ALL {
        assert!(game.seat_view(seat).as_view() == game.truth().as_view());
    }
    assert!(game.public_view().as_view() == game.truth().as_view());
    assert_eq!(
        facts(game.public_view().as_view()),
        "rook a1-b1, leaves banana c2"
    );
}

#[test]
fn h13_a_trail_does_not_make_mushrooms_vanish() {
    let position = r#"4k3/8/8/8/8/8/2m5/R3K3 w 9 {"flags":"0000","seenW":"","seenB":""}"#;
    check_chances(position, "a1b1", "");
    assert_eq!(
        play(position, "a1b1").truth().as_view().position,
        r#"4k3/8/8/8/8/8/d1m5/1R2K3 b 10 {"flags":"0000","seenW":"da2","seenB":""}"#
    );
}

#[test]
fn h21_a_seat_sees_that_its_own_objects_are_hidden() {
    let position = r#"4k3/8/8/8/8/8/8/d3K3 w 9 {"flags":"1111","seenW":"","seenB":"da1"}"#;
    let game = game(position);
    let [white, black] =
        Color::ALL.map(|seat| game.seat_view(seat).as_view().marks.stealth.clone());
    let public = game.public_view().as_view().marks.stealth.clone();
    assert_eq!(
        [names(white), names(black), names(public)],
        ["", "a1", ""].map(String::from)
    );
}

#[test]
fn h19_ends_are_judged_by_beliefs() {
    // The pawn's only move would be onto a bomb that its side does not see.
    let position = r#"4k3/8/8/pw6/P7/8/8/4L3 w 64 {"flags":"0000","seenW":"","seenB":"wb5"}"#;
    assert!(matches!(game(position).next(), Next::Over(_)));
    let position = r#"4k3/8/8/pw6/P7/8/8/4L3 w 64 {"flags":"0000","seenW":"wb5","seenB":""}"#;
    check_decisions(position, "", "a4b5");
}

#[test]
fn a_side_predicts_moves_from_its_own_beliefs() {
    let position = r#"r3k3/8/8/8/d7/8/2i5/R3K3 w 20 {"flags":"1110","seenW":"","seenB":"da4"}"#;
    let believed = game(position).as_believed_by(Color::White);
    assert_eq!(
        believed.truth().as_view().position,
        r#"r3k3/8/8/8/8/8/8/R3K3 w 20 {"flags":"1110","seenW":"","seenB":""}"#
    );
    let continuations = believed
        .continuations("a1a8".parse().expect("an action"), 10)
        .expect("few ways");
    assert_eq!(continuations.len(), 1, "the banana falls on b7");
    assert!(
        believed
            .continuations("a1b2".parse().expect("an action"), 10)
            .is_none()
    );
    assert!(
        believed
            .continuations("a1d1".parse().expect("an action"), 1)
            .is_none()
    );
}

#[test]
fn counting_follows_every_outcome() {
    let start = game(r#"4k3/8/8/8/8/8/3e4/4K3 w 9 {"flags":"0000"}"#);
    let drawn = Game::new(&"chakart setup=symmetric".parse().expect("a setup"));
    assert_eq!((drawn.perft(0), drawn.perft(1) / 2880), (2880, 19));
    // Four quiet moves, and the egg with seven effects and five pieces of Toadette.
    assert_eq!(start.perft(1), 4 + 7 + 5);
    let divided: Vec<u64> = start
        .divide(1)
        .into_iter()
        .map(|(_, nodes)| nodes)
        .collect();
    assert_eq!(divided.iter().sum::<u64>(), 16);
}

#[test]
fn no_view_marks_an_attacked_king() {
    let game = game(r#"4k3/8/8/8/4q3/8/8/4K3 w 30 {"flags":"1010"}"#);
    assert!(game.public_view().as_view().marks.check.is_empty());
    for seat in Color::ALL {
        let view = game.seat_view(seat);
        assert!(view.as_view().marks.check.is_empty(), "{seat:?}");
    }
}

/// White's queen is on d5, and only White knows it.
#[test]
fn the_reach_of_the_pieces_reveals_nothing_that_a_viewer_may_not_know() {
    let game = play(r#"4k3/8/8/r7/8/8/8/3QK3 w 0 {"flags":"0100"}"#, "d1~d5");
    let reach = |of, seat, from: &str| {
        let moves = game.reach(of, seat).into_iter();
        let from_here = moves.filter(|(start, _)| start.to_string() == from);
        let mut targets: Vec<_> = from_here.map(|(_, to)| to.to_string()).collect();
        targets.sort();
        targets.join(" ")
    };
    let (white, black) = (Color::White, Color::Black);
    let rook_along = |seat| {
        let targets = reach(black, seat, "a5");
        targets.split(' ').filter(|to| to.ends_with('5')).count()
    };
    assert_eq!(rook_along(None), 7);
    assert_eq!(rook_along(Some(black)), 7);
    assert_eq!(rook_along(Some(white)), 3);
    assert_eq!(reach(white, None, "d5"), "");
    assert_eq!(reach(white, Some(black), "d5"), "");
    assert!(reach(white, Some(white), "d5").contains("a5"));
    assert_eq!(reach(white, Some(black), "e1"), "d1 d2 e2 f1 f2");
}

/// Black's queen on d5 is unseen by White, and White's queen can run into it.
#[test]
fn a_capture_is_noisy_if_its_side_sees_the_victim() {
    let position = r#"4k3/8/8/3i4/p7/8/8/R2QK3 w 9 {"flags":"1000"}"#;
    let setup = Setup::with_position(Variant::Chakart, "", position).expect("a position");
    let position: super::Position = setup.start_position().expect("the variant fits");
    let mut noisy = Vec::new();
    let _ = position.noisy_actions(|action| {
        noisy.push(action);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(names(noisy), "a1a4 d1a4 e1*e8");
    let runs_into_it = "d1d5".parse().expect("an action");
    assert!(position.is_legal(runs_into_it) && !position.captured(runs_into_it).is_empty());
}
