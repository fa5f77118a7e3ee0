use rules::Color;

use super::*;
use crate::SideChoice;

fn drafted(part: DraftPart, side: SideChoice, time: &str, opponent: Option<&str>) -> Control {
    rated(part, side, time, None, opponent)
}

fn rated(
    part: DraftPart,
    side: SideChoice,
    time: &str,
    rated: Option<bool>,
    opponent: Option<&str>,
) -> Control {
    let draft = Draft {
        side,
        time: time.parse().ok(),
        rated,
        opponent: opponent.map(str::to_owned),
    };
    Control::Challenge(part, draft)
}

#[test]
fn controls_come_back_as_they_were_written() {
    let id: MatchId = "4kq0z".parse().expect("a match id");
    for control in [
        Control::Accept(id),
        Control::Decline(id),
        Control::Guide(id, 12),
        Control::Hint(id, 12),
        Control::Pick(id, 12, 1),
        Control::ClearPlan(id),
        Control::Resign(id, 3),
        Control::ResignConfirmed(id, 3),
        Control::Offer(OfferKind::Pause, id, 3),
        Control::AcceptOffer(OfferKind::Draw, id, 3),
        Control::DeclineOffer(OfferKind::Pause, id, 3),
        Control::WithdrawOffer(OfferKind::Draw, id, 3),
        Control::Resume(id),
        Control::Rematch(id),
        Control::Follow(id),
        Control::Replay(id),
        Control::Review(id),
        Control::Dice(id, "5".repeat(64)),
        Control::History(id),
        Control::Export(id),
        Control::Keep(id),
        Control::ExportMine,
        Control::DeleteMe(None),
        Control::DeleteMe(Some("0badcafe".to_owned())),
        Control::View(id),
        Control::Board(id),
        Control::Plan(id, 12, "Nf6 Ng5, e7e5 d2d4".to_owned()),
        Control::Plan(id, 12, String::new()),
        Control::Why(id, "Ra1:a7".to_owned()),
        // Moves have colons in them, too.
        Control::Type(id, 12, "Ra1:a7 =Q".to_owned()),
        Control::Puzzle(rules::Variant::Baroque),
        Control::DailyPuzzle(0x0bad_cafe),
        Control::GiveUpPuzzle(0x0bad_cafe),
        Control::Block(id),
        Control::Unblock(3),
        drafted(DraftPart::Opponent, SideChoice::Random, "", None),
        drafted(
            DraftPart::Side,
            SideChoice::Fixed(Color::White),
            "none",
            Some("<@17>"),
        ),
        rated(
            DraftPart::Rated,
            SideChoice::Random,
            "",
            Some(false),
            Some("<@17>"),
        ),
        // The accounts of some platforms have colons in their names.
        drafted(
            DraftPart::Variant(Variant::Chakart),
            SideChoice::Fixed(Color::Black),
            "3d+12h",
            Some("<@@ann:example.org>"),
        ),
    ] {
        let id = control.to_string();
        assert!(id.parse() == Ok(control), "{id}");
    }
    for text in [
        "",
        "accept",
        "accept:",
        "accept:4kq0z:1",
        "guide:4kq0z:x",
        "next:4kq0z:1",
        "challenge:side:random",
        "challenge:chess:random:::",
        "challenge:side:blue:::",
        "challenge:side:white:1y::",
        "challenge:side:white:1d:perhaps:",
        &"x".repeat(1000),
    ] {
        assert!(text.parse::<Control>() == Err(ParseControlError), "{text}");
    }
}
