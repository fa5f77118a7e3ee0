use present::Render;
use rules::*;
use service::{testing::*, *};
use text::Language;

/// Returns the first moves, this many, of a random Berolina game that is long enough.
fn long_game(n_plies: usize) -> Vec<GameInput> {
    let setup = Setup::new(Variant::Berolina);
    let play = |seed: u64| {
        let mut game = Game::new(&setup);
        let mut state = seed;
        let mut inputs = Vec::new();
        while let Next::Decision(_) = game.next() {
            let actions = game.legal_list();
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let action = actions[(state >> 33) as usize % actions.len()];
            game.act(action).expect("it is legal");
            inputs.push(GameInput::Action(action));
            if inputs.len() == n_plies {
                break;
            }
        }
        inputs
    };
    let games = (1..1000).map(play);
    let mut long = games.filter(|inputs| inputs.len() == n_plies);
    long.next().expect("some games are long")
}

#[test]
fn a_long_history_shows_the_last_moves_and_gives_all_as_a_file() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let history = |table: &mut Table| match table.say("Eve", lobby(), "/history") {
        Ok(Reply::Record(reply)) => reply.render(Language::ENGLISH).message,
        _ => panic!("moves are told"),
    };
    let message = history(&mut table);
    assert!(message.attachment.is_none(), "it is short");
    let (game_match, mut record) = read_match(&table.rows, id).expect("rows").expect("a match");
    record.inputs = long_game(400);
    let reply = RecordReply::History(Box::new(Seen {
        game_match,
        record,
        lens: Lens::Everybody,
    }));
    let message = reply.render(Language::ENGLISH).message;
    let file = message.attachment.expect("a file").text;
    assert!(message.text.chars().count() <= 2000);
    assert_eq!(file.lines().count(), 201);
    assert_eq!(message.text.lines().next(), file.lines().next());
    assert_eq!(message.text.lines().last(), file.lines().last());
    assert!(
        message
            .text
            .lines()
            .nth(1)
            .is_some_and(|line| line.starts_with("… "))
    );
}

#[test]
fn other_people_read_which_player_the_reasons_address() {
    let mut table = Table::new();
    table.begin("Ann", "Bob");
    for (text, legal) in [("e2g4", "legal"), ("e2e4", "illegal")] {
        for (name, is_other) in [("Ann", false), ("Bob", true), ("Eve", true)] {
            let Ok(Reply::Play(reply)) = table.say(name, lobby(), &format!("/why {text}")) else {
                panic!("{name} is told");
            };
            let answer = reply.render(Language::ENGLISH).message.text;
            let begins = answer.starts_with("Ann (White) is to move and would be told: ");
            assert_eq!(begins, is_other, "{name}: {answer}");
            assert!(
                answer.contains(&format!(" is {legal} in match")),
                "{answer}"
            );
        }
    }
}

#[test]
fn the_limit_is_announced_once_in_a_turn_of_several_decisions() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    // Black has captured an undefined piece, so White first defines it and then moves.
    let lost = r#"k7/pp6/2u5/8/8/2U5/6PP/3u1U1K w 30 {"captureUndef":"73","enpassant":"-","reserve":"11101100"}"#;
    let setup = Setup::with_position(Variant::Bario, "", lost).expect("a position");
    table.set_up(id, setup);
    let studio = present::Studio::new(render::Size::MIN, render::Theme::default());
    let tells = |table: &Table| {
        let (mut game_match, record) = read_match(&table.rows, id).expect("rows").expect("a match");
        let turns = record.replay().expect("a game").turns();
        game_match.turn_limit = turns / 2 + 20;
        let snapshot =
            MatchSnapshot::replay(game_match, &record, record.inputs.len()).expect("a game");
        let presenter = present::Presenter {
            studio: &studio,
            settings: Settings::default(),
            language: Language::ENGLISH,
        };
        let snapshot = snapshot.public();
        let post = present::board(&presenter, &snapshot, present::TellingBoard::AGAIN);
        post.text.contains("20 turns left")
    };
    assert!(tells(&table));
    table.play(["Ann", "Bob"], &["-R"]);
    assert_eq!(table.next(id), Next::Decision(Color::White));
    assert!(!tells(&table), "it is the same turn");
}
