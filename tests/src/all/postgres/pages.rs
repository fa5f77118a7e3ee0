//! The pages of two real programs that serve together on one database.

use std::collections::BTreeMap;
use tests::user_input::UserInput;

use api::MatchId;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    page_user::Line,
    page_users::PageUsers,
    postgres::Postgres,
    program::{Program, command},
    skip::skips_postgres,
    venue::Venue,
};

/// Starts a program on a database, with its own folder for the rest.
fn start(url: &str, folder: &TempDir, name: &str) -> Program {
    let mut program = command();
    program.env("ODDBOARD_STORE_URL", url);
    Program::start_by(program, "127.0.0.1:0", &folder.path().join(name))
}

fn chat(text: &str) -> UserInput {
    UserInput::Text(text.to_owned())
}

/// Reads on until a user has posted this in the lobby, and returns the last change then.
async fn until_said(line: &mut Line, who: &str, text: &str) -> u64 {
    loop {
        let post = line.next_post().await;
        if post["place"] == "lobby" && post["text"] == text {
            assert_eq!(post["author"]["person"]["name"], who);
            return post["change"].as_u64().expect("a change is a number");
        }
    }
}

/// Reads on until a frame names this user.
async fn until_known(line: &mut Line, name: &str) {
    loop {
        let frame = line.next().await.expect("the line stays open");
        if frame["type"] == "person" && frame["name"] == name {
            return;
        }
    }
}

/// Reads on until a side is to move, and returns the board.
async fn until_turn(line: &mut Line, side: &str) -> Value {
    loop {
        let frame = line.next().await.expect("the line stays open");
        let board = &frame["board"];
        if board["turn"] == side {
            return board.clone();
        }
    }
}

/// Returns the squares on which the reader of a board sees a banana.
fn bananas(board: &Value) -> Vec<&str> {
    let squares = board["squares"].as_object().expect("squares have names");
    let is_banana = |what: &&Value| what.as_str().is_some_and(|what| what.contains("banana"));
    let squares = squares.iter().filter(|(_, what)| is_banana(what));
    squares.map(|(square, _)| &**square).collect()
}

/// Returns a board as an anonymous visitor sees it.
async fn public_board(address: &str, id: MatchId) -> Value {
    let path = format!("api/match/{id}/live");
    let mut line = Line::open(address, &path, &json!({})).await;
    line.next().await.expect("the line stays open")["board"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_at_two_programs_talk_and_play_and_one_of_these_is_killed() {
    if skips_postgres() {
        return;
    }
    let url = Postgres::database();
    let folder = TempDir::new().expect("a temporary folder");
    let one = start(&url, &folder, "one");
    let other = start(&url, &folder, "other");
    let mut people = PageUsers::default();
    people.sign_in("Ann", &one.address).await;
    people.sign_in("Bob", &other.address).await;
    let mut anns = people.listen("Ann", &BTreeMap::new()).await;
    let mut bobs = people.listen("Bob", &BTreeMap::new()).await;
    anns.until_caught_up("lobby").await;
    bobs.until_caught_up("lobby").await;

    people.hear("Ann", chat("Who plays?")).await;
    until_said(&mut bobs, "Ann", "Who plays?").await;
    people.hear("Bob", chat("I do.")).await;
    until_said(&mut anns, "Bob", "I do.").await;
    people.sign_in("Cid", &one.address).await;
    until_known(&mut bobs, "Cid").await;

    let terms = "chakart @Bob setup=standard color:white";
    let id = people.begin(terms).await;
    let mut anns_board = people.watch("Ann", id).await;
    let mut bobs_board = people.watch("Bob", id).await;
    people.plays("Ann", "a2a4").await;
    until_turn(&mut anns_board, "black").await;
    until_turn(&mut bobs_board, "black").await;
    people.plays("Bob", "h7h5").await;
    until_turn(&mut anns_board, "white").await;
    until_turn(&mut bobs_board, "white").await;
    // Each rook drops a banana on the only free square that is diagonally next to it.
    people.plays("Ann", "a1a2").await;
    let board = until_turn(&mut anns_board, "black").await;
    assert_eq!(bananas(&board), ["b3"]);
    let board = until_turn(&mut bobs_board, "black").await;
    assert!(bananas(&board).is_empty());
    people.plays("Bob", "h8h7").await;
    let board = until_turn(&mut anns_board, "white").await;
    assert_eq!(bananas(&board), ["b3"]);
    let board = until_turn(&mut bobs_board, "white").await;
    assert_eq!(bananas(&board), ["g6"]);
    for address in [&one.address, &other.address] {
        assert!(bananas(&public_board(address, id).await).is_empty());
        for (who, own) in [("Ann", "b3"), ("Bob", "g6")] {
            let (guest, _) = people.person(who);
            let board = guest.watch(address, id).await.next().await;
            let board = board.expect("the line stays open");
            assert_eq!(bananas(&board["board"]), [own]);
        }
    }

    people.hear("Ann", chat("My move.")).await;
    let known = until_said(&mut anns, "Ann", "My move.").await;
    one.kill();
    people.hear("Bob", chat("Where are you?")).await;
    people.goes_to("Ann", &other.address);
    let since = BTreeMap::from([("lobby".to_owned(), known)]);
    let mut anns = people.listen("Ann", &since).await;
    until_said(&mut anns, "Bob", "Where are you?").await;
    let mut anns_board = people.watch("Ann", id).await;
    let board = until_turn(&mut anns_board, "white").await;
    assert_eq!(bananas(&board), ["b3"]);
    people.plays("Ann", "a2a1").await;
    until_turn(&mut bobs_board, "black").await;

    let third = start(&url, &folder, "one");
    people.goes_to("Bob", &third.address);
    let mut bobs_board = people.watch("Bob", id).await;
    let board = until_turn(&mut bobs_board, "black").await;
    assert_eq!(bananas(&board), ["g6"]);
    until_turn(&mut anns_board, "black").await;
    people.plays("Bob", "h7h8").await;
    until_turn(&mut anns_board, "white").await;
}
