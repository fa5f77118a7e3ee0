//! The board wherever people are, by the real program behind nginx: Dan comes from Discord and plays on a phone, Ann plays in a
//! widget of Matrix, and a stranger watches by the link. No byte tells any of them what they may not know.

use std::collections::BTreeSet;

use futures_util::StreamExt;
use reqwest::StatusCode;
use rules::{Action, ChanceOutcome, Color, Game, GameInput, Record, Square, View};
use serde_json::{Value, json};
use tests::{
    PATIENCE,
    browser::{Browser, Driver},
    discord::User,
    matrix::{Person, begin_session, openid_token},
    nginx::Nginx,
    proxied::{HOST, ORIGIN, dial},
    skip::skips_nginx,
};
use text::Language;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message as Frame};

use super::{
    both_platforms::{BothPlatforms, SharedMatch, games, names},
    widgets::{PUBLIC, Page},
};

/// Keeps each text that a page receives.
const RECORDER: &str = "
    (() => {
        window.received = [];
        const send = window.fetch.bind(window);
        window.fetch = async (...request) => {
            const answer = await send(...request);
            received.push(await answer.clone().text());
            return answer;
        };
        window.WebSocket = class extends WebSocket {
            constructor(...address) {
                super(...address);
                this.addEventListener('message', ({ data }) => received.push(data));
            }
        };
    })();";

/// Returns the part of a frame that shows the last board of a match at this number of inputs.
fn n_inputs_now(n_inputs: usize) -> String {
    format!("\"n_inputs_now\":{n_inputs},")
}

/// Waits until the page in a browser has received the board at this number of inputs.
async fn until_input(browser: &Browser, n_inputs: usize) {
    let sought = json!(n_inputs_now(n_inputs));
    let has = format!("received.some((text) => text.includes({sought}))");
    browser.until(&has).await;
}

/// Returns all texts that the page in a browser has received.
async fn received(browser: &Browser) -> Vec<String> {
    let received = browser.run("return received").await;
    serde_json::from_value(received).expect("a list of texts")
}

/// Checks that no address that the page in a browser has used or come from holds a secret.
async fn check_addresses(browser: &Browser, secret: &str) {
    let addresses = "return [location.href, document.referrer, ...performance.getEntries().map(({ name }) => name)]";
    let addresses = browser.run(addresses).await.to_string();
    assert!(addresses.contains(ORIGIN), "{addresses}");
    assert!(!addresses.contains(secret), "an address holds a secret");
}

/// Opens the match on Dan's phone, by the button below its board.
async fn open_phone(
    driver: &Driver,
    nginx: &Nginx,
    platforms: &BothPlatforms,
    played: &SharedMatch,
) -> Browser {
    let board = played.thread.until_pictures(1).await;
    let said = platforms.dan.clicks(&board, "Play on the board").await;
    assert!(said.is_private());
    let url = said.button("Play on the board").url;
    let phone = driver.open_for(HOST, &nginx.address(), 390, 844).await;
    phone.prepare(RECORDER).await;
    phone.load(&url).await;
    phone
        .until("!document.getElementById('enter-continue').disabled")
        .await;
    phone.press("Continue as Dan [Discord]").await;
    let address = format!("location.pathname === '/match/{}'", played.id);
    phone.until(&address).await;
    phone.reads("Your turn").await;
    let (_, token) = url.split_once('#').expect("a token");
    check_addresses(&phone, token).await;
    phone
}

/// Ann's widget: the shell has signed her in, and shows the match in its frame.
struct Widget {
    page: Page,
    id: String,
    secret: String,
    line: WebSocketStream<TcpStream>,
    /// All texts that it has received, except the secret itself.
    received: Vec<String>,
}

impl Widget {
    async fn open(platforms: &mut BothPlatforms, id: &str) -> Widget {
        let homeserver = platforms.table.homeserver.address();
        let (session, _) = begin_session(&homeserver, "ann").await;
        let token = openid_token(&homeserver, "@ann:localhost", &session).await;
        let page = Page::of(&mut platforms.table).await;
        let (status, entered) = page.enter("localhost", &token, id).await;
        assert_eq!(status, StatusCode::OK, "{entered}");
        assert_eq!(entered["to"], format!("/match/{id}"));
        let secret = entered["secret"].as_str().expect("a secret");
        let path = format!("/api/match/{id}/live");
        let hello = json!({ "secret": secret, "framed": true });
        let address = platforms.table.page_address();
        let line = dial(&address, &path, &[("origin", ORIGIN)], &hello).await;
        let mut widget = Widget {
            page,
            id: id.to_owned(),
            secret: secret.to_owned(),
            line,
            received: Vec::new(),
        };
        widget.until_input(0).await;
        widget
    }

    /// Waits until the live line brings the board at this number of inputs.
    async fn until_input(&mut self, n_inputs: usize) {
        let sought = n_inputs_now(n_inputs);
        loop {
            let frame = timeout(PATIENCE, self.line.next()).await;
            let frame = frame.expect("a frame in time").expect("the line is open");
            if let Frame::Text(text) = frame.expect("a frame") {
                self.received.push(text.to_string());
                if text.contains(&sought) {
                    return;
                }
            }
        }
    }

    /// Requests the documents of the widget, and the board.
    async fn look(&mut self) {
        let id = &self.id;
        for path in [format!("/widget?match={id}"), format!("/framed/match/{id}")] {
            let document = self.page.get(&path).await.text().await;
            self.received.push(document.expect("a text"));
        }
        let path = format!("/api/match/{id}");
        let wish = json!({ "framed": true });
        let (status, board) = self.page.post(&path, &self.secret, &wish).await;
        assert_eq!((status, &board["seat"]), (StatusCode::OK, &json!("black")));
        self.received.push(board.to_string());
    }

    /// Plays or ends the match by a command of the board.
    async fn says(&mut self, command: &str) {
        let text = format!("/{command} match:{}", self.id);
        let event = command.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let said = json!({ "id": event, "place": "direct", "board": self.id, "text": text });
        let (status, answer) = self.page.post("/api/say", &self.secret, &said).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        self.received.push(answer.to_string());
    }
}

/// Returns all that a person on Discord has read so far.
fn read_on_discord(user: &User) -> String {
    let seen = user.seen();
    let messages = seen.iter().filter_map(|seen| seen.event.message());
    let texts = messages.map(|message| {
        let alts = message.files.iter().filter_map(|file| file.alt.as_deref());
        let alts: Vec<_> = alts.collect();
        format!("{}\n{}\n", message.text, alts.join("\n"))
    });
    texts.collect()
}

/// Returns all that a person on Matrix has read so far.
fn read_on_matrix(person: &Person) -> String {
    let texts = person.all().into_iter().flat_map(|event| {
        let texts = ["body", "formatted_body", "org.oddboard.alt"];
        texts.map(|name| format!("{}\n", event.content[name].as_str().unwrap_or_default()))
    });
    texts.collect()
}

/// Tells whether a text names a square, alone or at the end of a move. Ids of events have any letters.
fn names_square(text: &str, square: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| word.len() <= 5 && word.ends_with(square))
}

/// A reader of the page, with all texts that they have received there.
struct Reader {
    name: &'static str,
    /// Their side, if they play.
    seat: Option<Color>,
    received: Vec<String>,
}

impl Reader {
    /// Returns the boards among the texts.
    fn boards(&self) -> impl Iterator<Item = Value> {
        let values = self.received.iter().filter_map(|text| text.parse().ok());
        let board = |mut value: Value| match value.get_mut("board") {
            Some(board) => board.take(),
            None => value,
        };
        let boards = values.map(board);
        boards.filter(|board| board["squares"].is_object())
    }

    /// Returns the view of this reader.
    fn view(&self, game: &Game) -> View {
        match self.seat {
            Some(seat) => game.seat_view(seat).as_view().clone(),
            None => game.public_view().as_view().clone(),
        }
    }

    /// Checks that each board has what the view of this reader has, and no more.
    fn check_views(&self, games: &[Game]) {
        for board in self.boards() {
            let n_inputs = n_inputs(&board);
            let view = self.view(&games[n_inputs]);
            let words = text::alt(&view, &names(), Language::ENGLISH);
            assert_eq!(board["alt"], words, "{} after input {n_inputs}", self.name);
            let squares = board["squares"].as_object().expect("it has squares");
            let shown: BTreeSet<_> = squares.keys().cloned().collect();
            let known = Square::all().filter(|at| view.glyph(*at).is_some());
            let known: BTreeSet<_> = known.map(|at| at.to_string()).collect();
            assert_eq!(shown, known, "{} after input {n_inputs}", self.name);
        }
    }

    /// Checks that all boards at these numbers of inputs tell, or do not tell, that something stands on a square. Checks that
    /// there is one.
    fn check_square(&self, at: Square, counts: std::ops::Range<usize>, is_known: bool) {
        let mut n_boards = 0;
        for board in self
            .boards()
            .filter(|board| counts.contains(&n_inputs(board)))
        {
            n_boards += 1;
            let name = at.to_string();
            let drawing = drawing(&board, &name);
            let told = [
                board["squares"].get(&name).is_some(),
                drawing.contains("<use"),
            ];
            assert_eq!(told, [is_known; 2], "{} knows {name}: {board}", self.name);
            let remarks = ["notes", "reach"].map(|map| board[map].get(&name).is_some());
            assert!(is_known || remarks == [false; 2], "{}: {board}", self.name);
        }
        assert!(
            n_boards > 0,
            "{} has seen no board at {counts:?}",
            self.name
        );
    }

    /// Checks that no text has any of these words.
    fn check_words(&self, words: &[&str]) {
        for text in &self.received {
            let found = words.iter().find(|words| text.contains(**words));
            assert_eq!(found, None, "{} reads {text}", self.name);
        }
    }
}

fn n_inputs(board: &Value) -> usize {
    let n_inputs = board["n_inputs"]
        .as_u64()
        .expect("a board counts its inputs");
    usize::try_from(n_inputs).expect("a small number")
}

/// Returns the part of the drawing of a board for a square.
fn drawing(board: &Value, square: &str) -> String {
    let drawing = board["svg"].as_str().expect("a board has a drawing");
    let mark = format!("data-square='{square}'");
    let (_, rest) = drawing.split_once(&mark).expect("it has all squares");
    let part = rest.split("data-square=").next();
    part.unwrap_or_default().to_owned()
}

/// Returns the square that Ann's bomb fell on, and the number of inputs after it.
fn bomb(record: &Record) -> (Square, usize) {
    let mut inputs = record.inputs.iter().zip(1..);
    let found = inputs.find_map(|(input, n_inputs)| match input {
        GameInput::Outcome(ChanceOutcome::Bomb(at)) => Some((*at, n_inputs)),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("her bishop dropped no bomb: {record}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_and_a_widget_play_hidden_chakart_before_a_stranger_and_each_learns_what_they_may()
{
    if skips_nginx() {
        return;
    }
    let Some(driver) = Driver::start() else {
        return;
    };
    let mut platforms = BothPlatforms::open(&PUBLIC).await;
    let what = "chakart options:objects=hidden setup=standard";
    let mut played = platforms.begin(what).await;
    let id = played.id.clone();
    let nginx = Nginx::start_with_tls(&platforms.table.page_address()).await;
    let mut widget = Widget::open(&mut platforms, &id).await;
    let phone = open_phone(&driver, &nginx, &platforms, &played).await;
    let stranger = driver.open_for(HOST, &nginx.address(), 1000, 700).await;
    stranger.prepare(RECORDER).await;
    stranger.load(&format!("{ORIGIN}/match/{id}")).await;
    until_input(&stranger, 0).await;

    phone.touch(&["e2", "e4"]).await;
    platforms.moved(&mut played, Color::White).await;
    widget.until_input(1).await;
    widget.says("move e7e5").await;
    platforms.moved(&mut played, Color::Black).await;
    until_input(&phone, 2).await;
    phone.reads("Your turn").await;
    // The queen goes unseen.
    phone.touch(&["d1", "g4"]).await;
    phone.touch_element(".chooser [data-action='d1~g4']").await;
    platforms.moved(&mut played, Color::White).await;
    widget.until_input(3).await;
    widget.look().await;
    until_input(&stranger, 3).await;
    let unseen = [
        ("Ann", Some(Color::Black), widget.received.clone()),
        ("the stranger", None, received(&stranger).await),
    ];
    for read in [
        read_on_discord(&platforms.dora),
        read_on_matrix(&platforms.table.ann),
        read_on_matrix(&platforms.table.eve),
    ] {
        let read = read.replace(&id, "");
        assert!(names_square(&read, "e5"), "{read}");
        assert!(!names_square(&read, "g4"), "{read}");
    }
    // The queen appears, and the bishop drops a bomb, which Ann alone sees.
    widget.says("move f8c5").await;
    platforms.moved(&mut played, Color::Black).await;
    until_input(&phone, 5).await;
    phone.reads("Your turn").await;
    phone.touch(&["a2", "a3"]).await;
    platforms.moved(&mut played, Color::White).await;
    widget.until_input(6).await;
    widget.says("move a7a6").await;
    platforms.moved(&mut played, Color::Black).await;
    widget.until_input(7).await;
    widget.look().await;
    until_input(&phone, 7).await;
    until_input(&stranger, 7).await;
    // The end of the match tells everything.
    let dan = Reader {
        name: "Dan",
        seat: Some(Color::White),
        received: received(&phone).await,
    };
    let ann = Reader {
        name: "Ann",
        seat: Some(Color::Black),
        received: widget.received.clone(),
    };
    let other = Reader {
        name: "the stranger",
        seat: None,
        received: received(&stranger).await,
    };
    ann.check_words(&[&*widget.secret]);
    assert!(phone.fits().await);
    check_addresses(&stranger, &widget.secret).await;
    widget.says("resign confirm:yes").await;
    platforms.dora.reads(&played.thread, "resigned").await;
    platforms.table.eve.reads(0, "resigned").await;

    let record = platforms.record(&played).await;
    let games = games(&record);
    for reader in [&dan, &ann, &other] {
        reader.check_views(&games);
    }
    let queen = GameInput::Action(Action::Stealth {
        from: "d1".parse().expect("a square"),
        to: "g4".parse().expect("a square"),
    });
    assert_eq!(record.inputs[2], queen);
    let g4 = "g4".parse().expect("a square");
    dan.check_square(g4, 3..4, true);
    for (name, seat, received) in unseen {
        let reader = Reader {
            name,
            seat,
            received,
        };
        reader.check_square(g4, 3..4, false);
        reader.check_words(&["d1~g4", "to g4, unseen", "Q~g4"]);
    }
    let (at, since) = bomb(&record);
    let words = [format!("bomb:{at}"), format!("bomb on {at}")];
    ann.check_square(at, since..8, true);
    for reader in [&dan, &other] {
        reader.check_square(at, since..8, false);
        reader.check_words(&words.each_ref().map(String::as_str));
    }
    platforms.check_secrets(&played, &record).await;
    phone.close().await;
    stranger.close().await;
    platforms.close().await;
}
