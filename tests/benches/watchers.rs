//! Strangers who watch one match on a public page behind nginx: the time from a move until each of them sees it, and the memory of
//! the program for each.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use futures_util::{SinkExt, StreamExt, future::join_all};
use reqwest::{Client, header};
use serde_json::{Value, json};
use tests::{
    bench::{percentile, resident_mib},
    nginx::Nginx,
    page_user::{press, text},
    program::{Program, command},
    venue::challenged,
};
use tokio::{net::TcpStream, runtime::Runtime};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const HOST: &str = "play.example.org";
const ORIGIN: &str = "https://play.example.org";

/// The number of watchers.
const N_WATCHERS: usize = 1000;

/// Moves of both knights there and back, before the repetition ends the game.
const MOVES: [&str; 7] = ["b1c3", "b8c6", "c3b1", "c6b8", "g1f3", "g8f6", "f3g1"];

fn main() {
    Runtime::new().expect("a runtime").block_on(measure());
}

async fn measure() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let mut start = command();
    start.env("ODDBOARD_WEB_URL", ORIGIN);
    start.env("ODDBOARD_WEB_GUESTS", "true");
    let program = Program::start_by(start, "127.0.0.1:0", &folder.path().join("data"));
    let nginx = Nginx::start(&program.address).await;
    let page = Page {
        address: nginx.address(),
        client: Client::builder().no_proxy().build().expect("a client"),
    };
    let players = [page.sign_in("Ann").await, page.sign_in("Bob").await];
    let challenge = text("/challenge berolina @Bob color:white");
    let id = challenged(&page.say(&players[0], "challenge", &challenge).await).to_string();
    let accept = press(&format!("accept:{id}"));
    page.say(&players[1], "accept", &accept).await;

    let before = resident_mib(program.id());
    let mut watchers = Vec::with_capacity(N_WATCHERS);
    for n in 0..N_WATCHERS {
        watchers.push(page.watch(&id, n).await);
    }
    let each = (resident_mib(program.id()) - before) * 1024.0 / N_WATCHERS as f64;

    let mut times = Vec::new();
    for (n, written) in MOVES.into_iter().enumerate() {
        let start = Instant::now();
        let typed = text(&format!("/move {written}"));
        let event = format!("move-{n}");
        let seen = watchers.iter_mut().map(async |watcher| {
            assert!(shows_inputs(watcher, n + 1).await, "the line stays open");
            start.elapsed()
        });
        let (_, seen) = tokio::join!(page.say(&players[n % 2], &event, &typed), join_all(seen));
        times.extend(seen.into_iter().map(|time| time.as_micros() as u64));
    }
    let after = (resident_mib(program.id()) - before) * 1024.0 / N_WATCHERS as f64;
    let ms = |percent| percentile(&times, percent) as f64 / 1e3;
    println!(
        "{N_WATCHERS} watchers of one match behind nginx: from a move until a watcher sees it p50 {:.1} ms, p99 {:.1} ms, at most \
         {:.1} ms; memory for each {each:.0} kB, after {} moves {after:.0} kB",
        ms(50),
        ms(99),
        ms(100),
        MOVES.len(),
    );
}

/// The public page, as nginx shows it.
struct Page {
    address: String,
    client: Client,
}

impl Page {
    async fn post(&self, path: &str, secret: &str, body: &Value) -> Value {
        let url = format!("http://{}{path}", self.address);
        let request = self.client.post(url).header(header::HOST, HOST);
        let request = request.header(header::ORIGIN, ORIGIN).bearer_auth(secret);
        let answer = request.json(body).send().await.expect("nginx answers");
        answer.json().await.expect("JSON")
    }

    /// Signs a guest in, and returns their secret.
    async fn sign_in(&self, name: &str) -> String {
        let wish = json!({ "name": name });
        let guest = self.post("/api/sign-in", "", &wish).await;
        guest["secret"].as_str().expect("a secret").to_owned()
    }

    /// Sends an input of a guest in the lobby, and returns the text of the answer.
    async fn say(&self, secret: &str, id: &str, input: &Value) -> String {
        let mut said = input.clone();
        said["id"] = json!(id);
        said["place"] = json!("lobby");
        let answer = self.post("/api/say", secret, &said).await;
        answer["answer"]["text"].to_string()
    }

    /// Watches a match that begins, as a stranger with an address of their own. The page takes at most a hundred strangers a second
    /// and closes the lines of others, who try again, as browsers do.
    async fn watch(&self, id: &str, n: usize) -> WebSocketStream<TcpStream> {
        loop {
            let mut watcher = self.dial(id, n).await;
            if shows_inputs(&mut watcher, 0).await {
                return watcher;
            }
        }
    }

    /// Opens the line of a watcher, and sends its first frame.
    async fn dial(&self, id: &str, n: usize) -> WebSocketStream<TcpStream> {
        let request = format!("ws://{HOST}/api/match/{id}/live").into_client_request();
        let mut request = request.expect("a request");
        let address = format!("198.51.{}.{}", n / 250, n % 250);
        for (name, value) in [("origin", ORIGIN), ("x-forwarded-for", &address)] {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(name, value);
        }
        let stream = TcpStream::connect(&self.address).await;
        let opened = client_async(request, stream.expect("nginx listens")).await;
        let (mut socket, _) = opened.expect("the page opens the line");
        socket.send(Message::text("{}")).await.expect("it is open");
        socket
    }
}

/// Waits for the board after so many moves. Returns false if the page closes the line first. Parsing all boards would take longer
/// than the page does.
async fn shows_inputs(watcher: &mut WebSocketStream<TcpStream>, n_inputs: usize) -> bool {
    let wanted = format!("\"n_inputs_now\":{n_inputs},");
    while let Some(Ok(frame)) = watcher.next().await {
        if matches!(frame, Message::Text(text) if text.contains(&wanted)) {
            return true;
        }
    }
    false
}
