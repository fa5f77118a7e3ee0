use rules::{Game, Outcome, Setup};
use text::arg;

use super::*;
use crate::{
    ChallengeDone, Done, Reply, Request, RequestKind, Stage,
    testing::{Table, english, lobby},
};
use api::EventId;
use command::{Command, Control, Intent};
use dice::verify;

/// Begins a match of Ann against the program, without dice.
fn begun(table: &mut Table, text: &str) -> MatchId {
    match table.does("Ann", text) {
        Reply::Done(Done::Challenge(ChallengeDone::Begun(id))) => id,
        _ => panic!("{text}: it does not begin"),
    }
}

fn found(table: &Table, id: MatchId) -> (Match, Game) {
    let (game_match, record) = table.found(id);
    (game_match, record.replay().expect("records replay"))
}

/// Returns the open questions of the program.
fn questions(table: &Table) -> Vec<EngineQuestion> {
    let played = matches_of_program(&table.rows).expect("the rows can be read");
    open_questions(&table.rows, played).expect("the rows can be read")
}

/// Has the program answer its question, with this expectation.
fn answers(table: &mut Table, expected: f64) -> Result<Reply, Refusal> {
    let questions = questions(table);
    let [question] = &questions[..] else {
        panic!("{} questions", questions.len());
    };
    let number = spread(question.live.game_match.state.n_inputs);
    let action = question.any(number).expect("it can move");
    let request = Request {
        id: question.id(),
        at: table.now,
        kind: RequestKind::Engine(question.answered(action, Some(expected))),
    };
    table.settle(&request)
}

/// Returns a number that differs from input to input, so that the moves of a game vary.
fn spread(n_inputs: usize) -> u64 {
    let n_inputs = u64::try_from(n_inputs).expect("few moves");
    (n_inputs + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
}

/// Has Ann play a legal move.
fn moves(table: &mut Table, id: MatchId) {
    let (_, game) = found(table, id);
    let actions = game.legal_list();
    let n = u64::try_from(actions.len()).expect("few moves");
    let at = usize::try_from(spread(game.n_inputs()) % n).expect("few moves");
    let text = format!("/move {} match:{id}", actions[at]);
    table.does("Ann", &text);
}

/// Plays this many turns of both sides, each with the expectation of the program.
fn rounds(table: &mut Table, id: MatchId, n: usize, expected: f64) {
    for _ in 0..n {
        moves(table, id);
        assert!(answers(table, expected).is_ok());
    }
}

#[test]
fn without_dice_a_match_begins_at_once_unrated_and_untimed_at_the_level_asked_for() {
    let mut table = Table::new();
    let id = begun(&mut table, "/challenge berolina @Oddboard level:7");
    let (game_match, _) = found(&table, id);
    let Stage::Playing(seats) = &game_match.stage else {
        panic!("it is not being played");
    };
    assert_eq!(&*seats.white.id.id, "ann");
    assert_eq!(level_of(&seats.black.id).number(), 7);
    assert!(game_match.is_engine(Color::Black) && !game_match.rated);
    assert_eq!(game_match.time, command::TimeControl::Unlimited);
    let usual = begun(&mut table, "/challenge baroque @Oddboard black");
    let (usual, _) = found(&table, usual);
    let seats = usual.seats().expect("it is being played");
    assert_eq!(level_of(&seats.white.id), USUAL_LEVEL);
}

#[test]
fn the_program_is_asked_whenever_it_is_to_decide_and_its_answer_counts_once() {
    let mut table = Table::new();
    let id = begun(&mut table, "/challenge berolina @Oddboard");
    let none = |table: &Table| questions(table).is_empty();
    assert!(none(&table), "it is Ann's turn");
    moves(&mut table, id);
    let pending_questions = questions(&table);
    assert_eq!(pending_questions.len(), 1);
    assert_eq!(pending_questions[0].id(), format!("engine:{id}-1"));
    let history = pending_questions[0].seat_history().expect("it can be told");
    assert_eq!(history.seat(), Color::Black);
    // If it is killed after the commit, the engine thinks again, and may find another move.
    let at = table.now;
    let request = |n| Request {
        id: pending_questions[0].id(),
        at,
        kind: RequestKind::Engine(
            pending_questions[0].answered(pending_questions[0].any(n).expect("a move"), Some(0.5)),
        ),
    };
    for n in 0..2 {
        table.settle(&request(n)).ok();
    }
    assert_eq!(found(&table, id).1.n_inputs(), 2);
    assert!(none(&table));
}

#[test]
fn a_question_goes_on_after_a_decision_of_the_program_in_the_same_turn() {
    // White defines its last piece and captures an undefined one. Black says first which piece it has lost (bario B20).
    let position = r#"3u1b1k/6pp/2n5/8/8/2N5/PP6/K2U4 w 30 {"captureUndef":"-","enpassant":"-","reserve":"10001000","castling":"-"}"#;
    let setup = Setup::with_position(Variant::Bario, "rules=classic", position);
    let mut table = Table::new();
    let id = begun(&mut table, "/challenge bario @Oddboard");
    table.set_up(id, setup.expect("a position"));
    table.does("Ann", &format!("/move R@d1d8 match:{id}"));
    let goes_on = |table: &Table| questions(table).iter().all(EngineQuestion::goes_on);
    assert!(!goes_on(&table));
    assert!(answers(&mut table, 0.5).is_ok());
    assert_eq!(questions(&table).len(), 1);
    assert!(goes_on(&table));
}

#[test]
fn the_program_resigns_after_five_hopeless_moves_in_a_row() {
    let mut table = Table::new();
    let id = begun(&mut table, "/challenge berolina @Oddboard");
    rounds(&mut table, id, 4, 0.01);
    rounds(&mut table, id, 1, 0.2);
    rounds(&mut table, id, 4, 0.029);
    moves(&mut table, id);
    let resigned = answers(&mut table, 0.0);
    assert!(matches!(
        resigned,
        Ok(Reply::Done(Done::Play(PlayDone::Resigned(_))))
    ));
    let (game_match, game) = found(&table, id);
    assert!(matches!(game_match.stage, Stage::Over(_)));
    let Next::Over(Outcome::Won { winner, .. }) = game.next() else {
        panic!("it is not over");
    };
    assert_eq!(winner, Color::White);
}

#[test]
fn the_program_takes_a_draw_when_it_is_not_better() {
    let mut table = Table::new();
    let id = begun(&mut table, "/challenge berolina @Oddboard");
    let refused = |table: &mut Table| table.say("Ann", lobby(), "/draw").err();
    rounds(&mut table, id, 2, 0.1);
    let early = text::refusal_program_draws_later(DRAW_AFTER);
    assert_eq!(refused(&mut table), Some(early.into()));
    rounds(&mut table, id, 20, 0.6);
    let declined = table.say("Ann", lobby(), "/draw");
    assert!(matches!(
        declined,
        Ok(Reply::Done(Done::Play(PlayDone::DrawRefused(_))))
    ));
    // The program reveals its expectation only now and then, even after takebacks.
    let lately = |n: u32| {
        let lately = text::refusal_program_declined(arg::id(id), arg::turns(n));
        Some(Refusal::from(lately))
    };
    assert_eq!(refused(&mut table), lately(10));
    table.does("Ann", "/takeback");
    rounds(&mut table, id, 1, 0.51);
    assert_eq!(refused(&mut table), lately(10));
    moves(&mut table, id);
    let thinks = text::refusal_program_thinks(id);
    assert_eq!(refused(&mut table), Some(thinks.into()));
    assert!(answers(&mut table, 0.51).is_ok());
    rounds(&mut table, id, 8, 0.51);
    assert_eq!(refused(&mut table), lately(1));
    rounds(&mut table, id, 1, 0.51);
    assert_eq!(refused(&mut table), None);
    assert!(matches!(found(&table, id).0.stage, Stage::Over(_)));
}

#[test]
fn the_program_offers_a_draw_after_a_long_even_game() {
    let mut table = Table::new();
    let id = begun(&mut table, "/challenge berolina @Oddboard");
    rounds(&mut table, id, 39, 0.5);
    assert_eq!(found(&table, id).0.state.offer, None);
    rounds(&mut table, id, 2, 0.5);
    let offer = found(&table, id).0.state.offer.expect("it offers a draw");
    assert_eq!((offer.kind, offer.by), (OfferKind::Draw, Color::Black));
    table.does("Ann", "/draw");
    assert!(matches!(found(&table, id).0.stage, Stage::Over(_)));
}

#[test]
fn takebacks_against_the_program_need_no_consent_up_to_a_limit() {
    let mut table = Table::new();
    let id = begun(&mut table, "/challenge berolina @Oddboard");
    for _ in 0..5 {
        moves(&mut table, id);
        assert!(answers(&mut table, 0.5).is_ok());
        table.does("Ann", "/takeback");
        let (_, game) = found(&table, id);
        assert_eq!(game.next(), Next::Decision(Color::White));
        assert_eq!(game.turns(), 0);
    }
    // Also while the engine thinks: its answer is then of no use.
    moves(&mut table, id);
    let pending_questions = questions(&table);
    table.does("Ann", "/takeback");
    let action = pending_questions[0].any(0).expect("a move");
    let request = Request {
        id: pending_questions[0].id(),
        at: table.now,
        kind: RequestKind::Engine(pending_questions[0].answered(action, None)),
    };
    assert!(table.decide(&request).is_err());
    // A game can be taken back a hundred times.
    for _ in 6..100 {
        moves(&mut table, id);
        assert!(answers(&mut table, 0.5).is_ok());
        table.does("Ann", "/takeback");
    }
    moves(&mut table, id);
    assert!(answers(&mut table, 0.5).is_ok());
    let enough = text::refusal_taken_back_enough(arg::count(100_usize), arg::id(id));
    let refused = table.say("Ann", lobby(), "/takeback").err();
    assert_eq!(refused, Some(enough.into()));
}

#[test]
fn where_there_are_dice_the_other_half_comes_from_an_event_after_the_program_has_sealed_its_own() {
    let mut table = Table::new();
    for (text, press) in [
        (
            "/challenge chakart @Oddboard",
            Control::Start as fn(MatchId) -> Control,
        ),
        ("/challenge berolina @Oddboard random", Control::Start),
        ("/challenge berolina", Control::PlayProgram),
    ] {
        let command = Command::parse(text).expect("a command");
        let request = table.request("Ann", lobby(), Intent::Command(command));
        let opening = request.id.clone();
        let Ok(Reply::Done(Done::Challenge(
            ChallengeDone::ReadyToStart(id) | ChallengeDone::Opened(id),
        ))) = table.settle(&request)
        else {
            panic!("{text}: it does not wait for anybody");
        };
        let sealed = found(&table, id).0.seal;
        assert_eq!(sealed.accepted, None, "{text}");
        let refused = table.ask("Bob", lobby(), Intent::Press(press(id))).err();
        let refused = refused.map(|refusal| english(&refusal)).unwrap_or_default();
        assert!(refused.starts_with("Only Ann can start"), "{refused}");
        let request = table.request("Ann", lobby(), Intent::Press(press(id)));
        let start: String = request.id.clone();
        assert!(table.settle(&request).is_ok());
        let (game_match, _) = found(&table, id);
        assert_eq!(game_match.seal.commitment, sealed.commitment);
        let accepted = game_match.seal.accepted.as_ref().map(EventId::to_string);
        assert_eq!(accepted, Some(start));
        assert_ne!(accepted, Some(opening));
        // The exported record lets a reader check the dice.
        let resign = format!("/resign match:{id} confirm:yes");
        table.does("Ann", &resign);
        let export = table.does("Ann", &format!("/export {id}"));
        let crate::Reply::Record(crate::RecordReply::Export { record, .. }) = export else {
            panic!("it is not exported");
        };
        assert!(verify(&record).flaws.is_empty(), "{text}");
    }
}
