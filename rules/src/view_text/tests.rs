use alloc::string::ToString;

use super::*;
use crate::{Game, Setup};

const TEXT: &str = concat!(
    "chakart inputs=3 turns=3 board=rnbqkbnr/mppppppp/p7/8/4P1Q1/4m3/PPPP1PPP/RNB1KBNR status=black ",
    "powers=shell+,stealth-/shell+,stealth+ last=d1,g4 stealth=g4 ",
    "turn=white:2:Q~g4 facts=stole:Q:d1:g4 ",
    r#"position=rnbqkbnr/mppppppp/p7/8/4P1I1/4m3/PPPP1PPP/RNB1KBNR b 3 {"flags":"1011","seenW":""}"#,
);

fn white_view(setup: &str, actions: &[&str]) -> View {
    let setup: Setup = setup.parse().expect("a setup");
    let mut game = Game::new(&setup);
    for action in actions {
        let action = action.parse().expect("an action");
        game.act(action).expect("it is legal");
    }
    game.seat_view(Color::White).view
}

#[test]
fn a_view_is_one_line_with_its_fields_in_order() {
    let view = white_view("chakart setup=standard", &["e2e4", "a7a6", "d1~g4"]);
    let text = view.to_text();
    assert_eq!(text, TEXT);
    assert!(text.parse() == Ok(view));
}

#[test]
fn each_kind_of_fact_survives_its_text() {
    let at = Square::from_index(9);
    let from = Square::from_index(63);
    let glyph = Glyph::Queen(Color::White);
    let object = Glyph::Banana;
    for fact in [
        Fact::Moved {
            glyph,
            from,
            to: at,
        },
        Fact::Captured { glyph, at },
        Fact::Promoted { into: glyph, at },
        Fact::Dropped { glyph, at },
        Fact::Swapped { a: at, b: from },
        Fact::Stole {
            glyph,
            from,
            to: None,
        },
        Fact::Stole {
            glyph,
            from,
            to: Some(at),
        },
        Fact::Appeared { glyph, at },
        Fact::Shot { from, at },
        Fact::Burst { object, at },
        Fact::Ate {
            object,
            at,
            unseen: true,
        },
        Fact::Ate {
            object,
            at,
            unseen: false,
        },
        Fact::Slipped {
            glyph,
            from,
            to: at,
        },
        Fact::Left { object, at },
        Fact::Drew(Effect::Chomp),
        Fact::Returned {
            glyph,
            from,
            to: at,
        },
        Fact::Vanished { glyph, at },
        Fact::Froze { glyph, at },
        Fact::Freed { glyph, at },
        Fact::Recolored { glyph, at },
        Fact::Brought(Role::Knight),
        Fact::BonusLost,
        Fact::Defined { glyph, at },
        Fact::Lost { glyph, at },
        Fact::Reset(Color::Black),
    ] {
        let text = fact.text();
        assert!(Fact::read(Variant::Chakart, &text) == Some(fact), "{text}");
    }
}

#[test]
fn each_status_and_each_pending_decision_survives_its_text() {
    let ends = crate::Conclusion::ALL.map(|conclusion| Status::Over(conclusion.outcome()));
    let reasons = WinReason::ALL.iter();
    let reasons = reasons.filter(|&&reason| reason != WinReason::VariantRule);
    let won = reasons.map(|&reason| Outcome::Won {
        winner: Color::Black,
        reason,
    });
    let drawn = DrawReason::ALL
        .iter()
        .map(|&reason| Outcome::Drawn { reason });
    let turns = Color::ALL
        .map(Status::ToDecide)
        .into_iter()
        .chain([Status::ToRoll]);
    for status in turns.chain(ends).chain(won.chain(drawn).map(Status::Over)) {
        let read = Status::read(Variant::Chakart, &status.text());
        assert_eq!(read, Some(status));
    }
    let at = Square::from_index(3);
    for pending in [
        PendingDecision::MoveAgain,
        PendingDecision::KingPlace,
        PendingDecision::LostPiece(at),
        PendingDecision::Swap,
        PendingDecision::DropPlace(Role::King),
        PendingDecision::Promotion { from: at, to: at },
    ] {
        let read = PendingDecision::read(Variant::Chakart, &pending.text());
        assert_eq!(read, Some(pending));
    }
}

#[test]
fn the_error_names_the_field_that_is_wrong() {
    let malformed = |field| ParseViewError::Malformed {
        field,
        at: TEXT.find(field).unwrap_or(0),
    };
    let missing = |field| ParseViewError::Missing {
        field,
        at: TEXT.find(field).unwrap_or(0),
    };
    let contradiction = |field| ParseViewError::Contradiction { field };
    for (from, to, expected) in [
        ("chakart", "Chakart", ParseViewError::NoVariant),
        ("chakart ", "", ParseViewError::NoVariant),
        ("inputs=3 ", "", missing(INPUTS)),
        ("inputs=3", "inputs=+3", malformed(INPUTS)),
        ("inputs=3", "inputs=99999999999999999999", malformed(INPUTS)),
        ("inputs=3", "inputs=1073741825", malformed(INPUTS)),
        ("turns=3", "turns=4294967296", malformed(TURNS)),
        (
            "PPPP1PPP/RNB1KBNR status",
            "PPPP1PPP status",
            malformed(BOARD),
        ),
        (
            "4P1Q1/4m3/PPPP1PPP/RNB1KBNR status",
            "4P1I1/4m3/PPPP1PPP/RNB1KBNR status",
            malformed(BOARD),
        ),
        ("status=black", "status=nobody", malformed(STATUS)),
        (
            "status=black",
            "status=over:1-0:stalemate",
            malformed(STATUS),
        ),
        (
            "status=black",
            "status=over:1-0:variant-rule",
            malformed(STATUS),
        ),
        ("shell+,stealth-/", "shell+,stealth/", malformed(POWERS)),
        ("last=d1,g4", "last=g4,g4", contradiction(LAST)),
        ("last=d1,g4", "last=", malformed(LAST)),
        (
            "stealth=g4",
            "stealth=g9",
            ParseViewError::Malformed {
                field: STEALTH,
                at: TEXT.rfind(" stealth=").unwrap_or(0) + 1,
            },
        ),
        (
            "turn=white:2:Q~g4",
            "turn=white:2:",
            ParseViewError::Malformed {
                field: TURN,
                at: TEXT.find("turn=").unwrap_or(0),
            },
        ),
        ("stole:Q:d1:g4", "stole:Q:d1", malformed(FACTS)),
        ("stole:Q:d1:g4", "stole:Q:d1:g4:g4", malformed(FACTS)),
        ("stole:Q:d1:g4", "robbed:Q:d1:g4", malformed(FACTS)),
        (
            "status=black",
            "status=black pending=nothing",
            ParseViewError::Malformed {
                field: PENDING,
                at: TEXT.find("powers").unwrap_or(0),
            },
        ),
        (
            "status=black",
            "status=chance pending=swap",
            contradiction(PENDING),
        ),
        ("status=black", "status=white", contradiction(POSITION)),
        ("last=d1,g4", "last=d1,g4 check=e4", contradiction(CHECK)),
        ("white:2", "white:3", contradiction(TURN)),
        ("shell+,stealth-/", "shell+,shell-/", contradiction(POWERS)),
        (
            "/shell+,stealth+",
            "/stealth+,stealth+",
            contradiction(POWERS),
        ),
        (
            "last=d1,g4",
            "reserves=Q1,Q2/ last=d1,g4",
            contradiction(RESERVES),
        ),
        (
            "last=d1,g4",
            "reserves=Q1/r1,r1 last=d1,g4",
            contradiction(RESERVES),
        ),
        (
            "last=d1,g4",
            "reserves=q1/ last=d1,g4",
            contradiction(RESERVES),
        ),
        (
            "last=d1,g4",
            "last=d1,g4 freezers=a1:b2,a2:b2,a1:b2",
            contradiction(FREEZERS),
        ),
        ("p7/8/4P1Q1", "p7/8/4P3", contradiction(POSITION)),
        (
            " b 3",
            "\u{7} b 3",
            ParseViewError::Malformed {
                field: POSITION,
                at: TEXT.find("position").unwrap_or(0),
            },
        ),
        (
            " position",
            " elsewhere",
            ParseViewError::Missing {
                field: POSITION,
                at: TEXT.find("position").unwrap_or(0),
            },
        ),
    ] {
        let text = TEXT.replacen(from, to, 1);
        assert_ne!(text, TEXT, "{from}");
        let error = text.parse::<View>().err();
        assert_eq!(error, Some(expected), "{text}");
    }
}

#[test]
fn a_view_that_is_too_long_is_refused_unread() {
    let text = TEXT.replace("Q~g4", &"Q".repeat(MAX_LEN));
    let found = text.len();
    let error = text.parse::<View>().err();
    assert_eq!(
        error,
        Some(ParseViewError::TooLong {
            max: MAX_LEN,
            found
        })
    );
    let told = error.map(|error| error.to_string());
    assert!(told.is_some_and(|told| told.contains("16384")));
}
