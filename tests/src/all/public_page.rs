//! The real program with a public page, behind the nginx of docs/deploy.md.

use futures_util::{SinkExt, StreamExt};
use reqwest::{Client, Response, StatusCode, header};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    nginx::Nginx,
    page_user::{press, text},
    program::{Program, command},
    skip::skips_nginx,
};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const HOST: &str = "play.example.org";
const ORIGIN: &str = "https://play.example.org";

/// Starts the program with a public page.
fn start(guests: bool, folder: &TempDir) -> Program {
    let mut start = command();
    start.env("ODDBOARD_WEB_URL", ORIGIN);
    start.env("ODDBOARD_WEB_GUESTS", guests.to_string());
    Program::start_by(start, "127.0.0.1:0", &folder.path().join("data"))
}

/// A public page behind nginx.
struct PublicPage {
    _program: Program,
    nginx: Nginx,
    client: Client,
    _folder: TempDir,
}

impl PublicPage {
    async fn open(guests: bool) -> PublicPage {
        let folder = TempDir::new().expect("a temporary folder");
        let program = start(guests, &folder);
        let nginx = Nginx::start(&program.address).await;
        PublicPage {
            nginx,
            _program: program,
            client: Client::builder().no_proxy().build().expect("a client"),
            _folder: folder,
        }
    }

    async fn get(&self, path: &str) -> Response {
        let url = format!("http://{}{path}", self.nginx.address());
        let request = self.client.get(url).header(header::HOST, HOST);
        request.send().await.expect("nginx answers")
    }

    /// Sends a request of a page of this origin.
    async fn post(&self, path: &str, origin: &str, secret: &str, body: &Value) -> Response {
        let url = format!("http://{}{path}", self.nginx.address());
        let request = self.client.post(url).header(header::HOST, HOST);
        let request = request.header(header::ORIGIN, origin).bearer_auth(secret);
        request.json(body).send().await.expect("nginx answers")
    }

    async fn sign_in(&self, name: &str) -> Response {
        let wish = json!({ "name": name });
        self.post("/api/sign-in", ORIGIN, "", &wish).await
    }

    /// Sends an input of a person in the lobby, and returns the text of the answer.
    async fn say(&self, secret: &str, id: &str, input: &Value) -> String {
        let mut said = json!({ "id": id, "place": "lobby" });
        let input = input.as_object().expect("an input is a map").clone();
        said.as_object_mut().expect("it is a map").extend(input);
        let answer = self.post("/api/say", ORIGIN, secret, &said).await;
        let answer: Value = answer.json().await.expect("an answer");
        answer["answer"]["text"].to_string()
    }

    /// Opens the live board of a match for a stranger, from a page of this origin.
    async fn watch(&self, id: &str, origin: &str) -> Option<WebSocketStream<TcpStream>> {
        let url = format!("ws://{HOST}/api/match/{id}/live");
        let mut request = url.into_client_request().expect("a request");
        let origin = origin.parse().expect("a header");
        request.headers_mut().insert(header::ORIGIN, origin);
        let stream = TcpStream::connect(self.nginx.address()).await;
        let opened = client_async(request, stream.expect("nginx listens")).await;
        let (mut socket, _) = opened.ok()?;
        let hello = socket.send(Message::text("{}")).await;
        hello.expect("the socket is open");
        Some(socket)
    }
}

/// Returns the next frame that is a board.
async fn next_board(socket: &mut WebSocketStream<TcpStream>) -> Value {
    loop {
        let frame = socket.next().await.expect("it is open").expect("a frame");
        if let Message::Text(text) = frame {
            let frame: Value = serde_json::from_str(&text).expect("frames are JSON");
            if frame.get("board").is_some() {
                return frame["board"].clone();
            }
        }
    }
}

async fn secret_of(signed_in: Response) -> String {
    assert_eq!(signed_in.status(), StatusCode::OK);
    let body: Value = signed_in.json().await.expect("JSON");
    body["secret"].as_str().expect("a secret").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_play_and_strangers_watch_behind_nginx() {
    if skips_nginx() {
        return;
    }
    let page = PublicPage::open(true).await;
    assert_eq!(page.get("/").await.status(), StatusCode::OK);
    let ann = secret_of(page.sign_in("Ann").await).await;
    let bob = secret_of(page.sign_in("Bob").await).await;
    let answer = page
        .say(&ann, "a", &text("/challenge berolina @Bob color:white"))
        .await;
    let id = tests::venue::challenged(&answer).to_string();
    let accepted = page.say(&bob, "b", &press(&format!("accept:{id}"))).await;
    assert!(accepted.contains("You accepted"), "{accepted}");
    assert!(page.watch(&id, "https://evil.example").await.is_none());
    let mut line = page
        .watch(&id, ORIGIN)
        .await
        .expect("nginx forwards sockets");
    assert_eq!(next_board(&mut line).await["n_inputs_now"], 0);
    let played = page.say(&ann, "c", &text("/move e2g4")).await;
    assert!(played.contains("You played"), "{played}");
    assert_eq!(next_board(&mut line).await["n_inputs_now"], 1);
    let picture = format!("/match/{id}/board.png");
    let preview = page.get(&format!("/match/{id}")).await.text().await;
    let preview = preview.expect("a page");
    let image = format!("<meta property=\"og:image\" content=\"{ORIGIN}{picture}\">");
    assert!(preview.contains(&image), "{preview}");
    let drawn = page.get(&picture).await;
    assert_eq!(drawn.headers()[header::CONTENT_TYPE], "image/png");
    let nothing = json!({});
    let foreign = page.post("/api/say", "https://evil.example", &ann, &nothing);
    assert_eq!(foreign.await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_guests_a_public_page_lets_strangers_watch_and_learn_alone() {
    if skips_nginx() {
        return;
    }
    let page = PublicPage::open(false).await;
    for path in [
        "/",
        "/rules/baroque",
        "/puzzles/chakart",
        "/learn/bario",
        "/analysis",
    ] {
        assert_eq!(page.get(path).await.status(), StatusCode::OK, "{path}");
    }
    let refused = page.sign_in("Ann").await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    let text = refused.text().await.expect("a text");
    assert!(text.contains("Here you can watch"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_page_refuses_other_hosts_and_unencrypted_requests() {
    let folder = TempDir::new().expect("a temporary folder");
    let program = start(true, &folder);
    let client = Client::builder().no_proxy().build().expect("a client");
    let get = |host: &str| {
        let url = format!("http://{}/", program.address);
        client.get(url).header(header::HOST, host)
    };
    let encrypted = get(HOST).header("x-forwarded-proto", "https");
    let encrypted = encrypted.send().await.expect("the program answers");
    assert_eq!(encrypted.status(), StatusCode::OK);
    for (host, proto) in [
        (HOST, "http"),
        (HOST, ""),
        ("evil.example", "https"),
        (&*program.address, "https"),
        ("localhost", "https"),
    ] {
        let request = get(host).header("x-forwarded-proto", proto);
        let response = request.send().await.expect("the program answers");
        let status = response.status();
        assert_eq!(status, StatusCode::MISDIRECTED_REQUEST, "{host} {proto}");
        let text = response.text().await.expect("a text");
        assert!(text.contains(ORIGIN), "{text}");
    }
}
