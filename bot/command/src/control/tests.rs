use rules::{Color, Variant};

use super::*;
use crate::{SideChoice, TimeControl};

/// The controls of the lines of `ids.txt`.
fn controls() -> Vec<Control> {
    let id: MatchId = parsed("4kq0z").expect("a match");
    let spot = |text| parsed(text).expect("a place in the handbook");
    let text = str::to_owned;
    let draft = |side, time, rated, opponent: Option<&str>| Draft {
        side,
        time: Option::map(time, |time: &str| time.parse().expect("a time")),
        rated,
        opponent: opponent.map(str::to_owned),
    };
    let (random, white) = (SideChoice::Random, SideChoice::Fixed(Color::White));
    let black = SideChoice::Fixed(Color::Black);
    vec![
        Control::Accept(id),
        Control::Decline(id),
        Control::Start(id),
        Control::PlayProgram(id),
        Control::Challenge(DraftPart::Opponent, draft(random, None, None, None)),
        Control::Challenge(
            DraftPart::Side,
            Draft {
                time: Some(TimeControl::Unlimited),
                ..draft(white, None, None, Some("<@17>"))
            },
        ),
        Control::Challenge(
            DraftPart::Time,
            draft(black, Some("1d"), None, Some("<@*>")),
        ),
        Control::Challenge(
            DraftPart::Rated,
            draft(random, None, Some(false), Some("<@17>")),
        ),
        Control::Challenge(
            DraftPart::Variant(Variant::Chakart),
            draft(
                black,
                Some("3d+12h"),
                Some(true),
                Some("<@@ann:example.org>"),
            ),
        ),
        Control::Block(id),
        Control::Unblock(3),
        Control::Link(text("code")),
        Control::Unlink(text("0badcafe")),
        Control::Guide(id, 12),
        Control::Write(id, 12),
        Control::Type(id, 12, text("Ra1:a7 =Q")),
        Control::Plan(id, 12, text("Nf6 Ng5, e7e5 d2d4")),
        Control::Plan(id, 12, text("")),
        Control::Why(id, text("Ra1:a7")),
        Control::Hint(id, 12),
        Control::View(id),
        Control::Board(id),
        Control::PlayOnPage(id),
        Control::OpenHere(id),
        Control::Pick(id, 12, 1),
        Control::Play(id, 12, parsed("e2e4").expect("an action")),
        Control::ClearPlan(id),
        Control::Resign(id, 3),
        Control::ResignConfirmed(id, 3),
        Control::Offer(OfferKind::Pause, id, 3),
        Control::End(id),
        Control::AcceptOffer(OfferKind::Draw, id, 3),
        Control::DeclineOffer(OfferKind::Pause, id, 3),
        Control::WithdrawOffer(OfferKind::Draw, id, 3),
        Control::Offer(OfferKind::Takeback, id, 3),
        Control::Resume(id),
        Control::Rematch(id),
        Control::Follow(id),
        Control::Replay(id),
        Control::Review(id),
        Control::History(id),
        Control::Export(id),
        Control::Dice(id, "5".repeat(64)),
        Control::ClaimWin(id, 3),
        Control::GiveTime(id, 3),
        Control::Abort(id, 3),
        Control::Rules(Variant::Baroque),
        Control::Rule(spot("baroque:Q27:0")),
        Control::Page(spot("baroque:end:0")),
        Control::Topics(Variant::Baroque, 1),
        Control::Try(spot("baroque:practice-3:0"), 1),
        Control::Puzzle(Variant::Baroque),
        Control::DailyPuzzle(0x0bad_cafe),
        Control::GiveUpPuzzle(0x0bad_cafe),
        Control::Set(Topic::Theme),
        Control::Server,
        Control::SetServer(ServerTopic::Threads),
        Control::ExportMine,
        Control::DeleteMe(None),
        Control::DeleteMe(Some(text("0badcafe"))),
        Control::Keep(id),
    ]
}

/// Tests the lines of `ids.txt`: messages that were posted hold such ids, so they stay as they are.
#[test]
fn controls_come_back_as_they_were_written() {
    let ids: Vec<_> = include_str!("ids.txt").lines().collect();
    let controls = controls();
    assert_eq!(ids.len(), controls.len());
    for (id, control) in ids.into_iter().zip(controls) {
        assert_eq!(control.to_string(), id);
        assert!(id.parse() == Ok(control), "{id}");
    }
    for text in [
        "",
        "accept",
        "accept:",
        "accept:4kq0z:1",
        "guide:4kq0z",
        "guide:4kq0z:x",
        "guide:4kq0z:12:1",
        "type:4kq0z:12",
        "next:4kq0z:1",
        "try:baroque",
        "draw-yes:4kq0z",
        "server:threads:on",
        "challenge:side:random",
        "challenge:chess:random:::",
        "challenge:side:blue:::",
        "challenge:side:white:1y::",
        "challenge:side:white:1d:perhaps:",
        &"x".repeat(1000),
    ] {
        assert!(text.parse::<Control>() == Err(NO_CONTROL), "{text}");
    }
}
