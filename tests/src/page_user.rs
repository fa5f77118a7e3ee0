//! A person on the playground, through its HTTP interface.

use crate::user_input::UserInput;
use std::collections::{BTreeMap, VecDeque};

use api::MatchId;
use futures_util::{SinkExt, StreamExt};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, Utf8Bytes, client::IntoClientRequest},
};

use crate::{
    PATIENCE,
    venue::{BotAnswer as _, challenged},
};

/// A person who has signed in.
#[derive(Clone)]
pub struct PageUser {
    client: reqwest::Client,
    /// The name that they chose.
    pub name: String,
    secret: String,
    id: Value,
}

/// The result of a request: the answer, or the status and message of a refusal.
pub type PageAnswer = Result<Value, (StatusCode, String)>;

/// Builds the request body of a typed text.
pub fn text(text: &str) -> Value {
    json!({ "text": text })
}

/// Builds the request body of a button press.
pub fn press(id: &str) -> Value {
    json!({ "press": id })
}

/// Builds the request body of a menu choice.
pub fn choose(menu: &str, value: &str) -> Value {
    json!({ "choose": { "menu": menu, "value": value } })
}

/// Builds the request body of any input.
pub fn body(said: &UserInput) -> Value {
    match said {
        UserInput::Text(typed) => text(typed),
        UserInput::Type(_) => panic!("a text is typed by another request"),
        UserInput::Press(id) => press(id),
        UserInput::Choose { menu, value } => choose(menu, value),
        UserInput::Fill { form, text } => json!({ "fill": { "form": form, "text": text } }),
    }
}

/// Splits a frame of several posts into a frame for each, of type `post` and with its place. Returns other frames as they are.
///
/// # Panics
///
/// Panics if it is no frame of the page.
pub fn single_posts(mut frame: Value) -> Vec<Value> {
    if frame["type"] != "posts" {
        return vec![frame];
    }
    let Value::Array(mut posts) = frame["posts"].take() else {
        panic!("posts are a list: {frame}");
    };
    for post in &mut posts {
        post["type"] = json!("post");
        post["place"] = frame["place"].clone();
    }
    posts
}

impl PageUser {
    /// Signs in under a new name.
    ///
    /// # Panics
    ///
    /// Panics if the page refuses.
    pub async fn sign_in(address: &str, name: &str) -> PageUser {
        let client = reqwest::Client::builder()
            .timeout(PATIENCE)
            .no_proxy()
            .build()
            .expect("a client");
        let answer = client
            .post(format!("http://{address}/api/sign-in"))
            .header("origin", format!("http://{address}"))
            .json(&json!({ "name": name }))
            .send()
            .await;
        let answer: Value = answer
            .expect("the page answers")
            .json()
            .await
            .expect("the answer is JSON");
        let secret = answer["secret"]
            .as_str()
            .unwrap_or_else(|| panic!("{name} cannot sign in: {answer}"))
            .to_owned();
        PageUser {
            client,
            name: name.to_owned(),
            secret,
            id: answer["id"].clone(),
        }
    }

    /// Returns the identity as the browser stores it.
    pub fn me(&self) -> Value {
        json!({ "id": self.id, "name": self.name, "secret": self.secret })
    }

    /// Returns the secret that authenticates this person.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// Opens or closes the direct messages of this person.
    ///
    /// # Panics
    ///
    /// Panics if the program does not answer.
    pub async fn set_direct(&self, address: &str, is_open: bool) {
        let request = self
            .client
            .post(format!("http://{address}/api/settings"))
            .bearer_auth(&self.secret)
            .json(&json!({ "direct": is_open }));
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{}", answer.status());
    }

    /// Sends a request to the interface, `say` or `complete`. Retries if the reply is a rate limit.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection to the program is lost.
    pub async fn ask(
        &self,
        address: &str,
        what: &str,
        body: &Value,
    ) -> Result<Response, reqwest::Error> {
        loop {
            let request = self
                .client
                .post(format!("http://{address}/api/{what}"))
                .bearer_auth(&self.secret)
                .json(body);
            let answer = request.send().await?;
            if answer.status() != StatusCode::TOO_MANY_REQUESTS {
                return Ok(answer);
            }
        }
    }

    /// Fetches a picture. Its name is the place that shows it and its digest: `lobby/3/DIGEST`.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection to the program is lost.
    pub async fn picture(&self, address: &str, name: &str) -> Result<Response, reqwest::Error> {
        let request = self
            .client
            .get(format!("http://{address}/api/picture/{name}"))
            .bearer_auth(&self.secret);
        request.send().await
    }

    /// Sends an input under an event id. Retries if the reply is a rate limit.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection to the program is lost.
    ///
    /// # Panics
    ///
    /// Panics if the answer cannot be read.
    pub async fn try_send(
        &self,
        address: &str,
        place: &str,
        id: &str,
        input: &Value,
    ) -> Result<PageAnswer, reqwest::Error> {
        let mut body = input.clone();
        body["id"] = json!(id);
        body["place"] = json!(place);
        let answer = self.ask(address, "say", &body).await?;
        let status = answer.status();
        let body: Value = answer.json().await?;
        Ok(if status.is_success() {
            Ok(body)
        } else {
            Err((
                status,
                body["error"].as_str().unwrap_or_default().to_owned(),
            ))
        })
    }

    /// Sends an input under an event id, and returns the text of the bot's answer.
    ///
    /// # Panics
    ///
    /// Panics if the bot does not answer.
    pub async fn send(&self, address: &str, place: &str, id: &str, input: &Value) -> Value {
        let heard = self
            .try_send(address, place, id, input)
            .await
            .expect("the program is there");
        let heard = heard.unwrap_or_else(|error| panic!("{} said {input}: {error:?}", self.name));
        heard["answer"].clone()
    }

    /// Begins a match in the lobby: challenges the opponent on these terms, in the syntax of `/challenge`, and the opponent
    /// accepts.
    ///
    /// # Panics
    ///
    /// Panics if the bot does not answer, or if no match begins.
    pub async fn begin(&self, address: &str, opponent: &PageUser, terms: &str) -> MatchId {
        let event = terms.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let challenge = text(&format!("/challenge {terms}"));
        let answer = self.send(address, "lobby", &event, &challenge).await;
        let id = challenged(answer.text());
        let accept = press(&format!("accept:{id}"));
        opponent.send(address, "lobby", &event, &accept).await;
        id
    }

    /// Returns the completions of a text. Retries if the reply is a rate limit.
    ///
    /// # Panics
    ///
    /// Panics if the program does not answer.
    pub async fn complete(&self, address: &str, place: &str, id: &str, text: &str) -> Vec<String> {
        let offered = self.suggestions(address, place, id, text).await;
        let value = |choice: &Value| choice["value"].as_str().expect("a text").to_owned();
        offered.iter().map(value).collect()
    }

    /// Returns the completions of a text with their labels.
    ///
    /// # Panics
    ///
    /// Panics if the program does not answer.
    pub async fn suggestions(
        &self,
        address: &str,
        place: &str,
        id: &str,
        text: &str,
    ) -> Vec<Value> {
        let body = json!({ "id": id, "place": place, "text": text });
        let answer = self.ask(address, "complete", &body).await;
        let answer = answer.expect("an answer");
        let offered: Value = answer.json().await.expect("JSON");
        offered["choices"].as_array().expect("a list").clone()
    }

    /// Opens a connection that receives every post and edit since these changes.
    ///
    /// # Panics
    ///
    /// Panics if the connection cannot be opened.
    pub async fn listen(&self, address: &str, since: &BTreeMap<String, u64>) -> Line {
        let hello = json!({ "secret": self.secret, "since": since });
        Line::open(address, "api/live", &hello).await
    }

    /// Opens the same connection, or returns `None` if the page is unreachable.
    pub async fn try_listen(&self, address: &str, since: &BTreeMap<String, u64>) -> Option<Line> {
        let hello = json!({ "secret": self.secret, "since": since });
        Line::try_open(address, "api/live", &hello).await
    }

    /// Opens a connection that receives the board of a match after each change.
    ///
    /// # Panics
    ///
    /// Panics if the connection cannot be opened.
    pub async fn watch(&self, address: &str, id: MatchId) -> Line {
        let hello = json!({ "secret": self.secret });
        Line::open(address, &format!("api/match/{id}/live"), &hello).await
    }
}

/// An open connection.
pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Frames that have arrived, each with at most one post.
    arrived: VecDeque<Value>,
    /// The last change of each place that the frames include, with all before it.
    known: BTreeMap<String, u64>,
}

impl Line {
    /// Opens a connection as our page does, and sends this first frame.
    ///
    /// # Panics
    ///
    /// Panics if the connection cannot be opened.
    pub async fn open(address: &str, path: &str, hello: &Value) -> Line {
        let line = Line::try_open(address, path, hello).await;
        line.expect("a line")
    }

    /// Opens the same connection, or returns `None` if the page is unreachable.
    async fn try_open(address: &str, path: &str, hello: &Value) -> Option<Line> {
        let mut request = format!("ws://{address}/{path}")
            .into_client_request()
            .expect("a request");
        let origin = format!("http://{address}")
            .parse()
            .expect("an address makes a header");
        request.headers_mut().insert("origin", origin);
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await.ok()?;
        let said = socket.send(Message::text(hello.to_string())).await;
        said.is_ok().then_some(Line {
            socket,
            arrived: VecDeque::new(),
            known: BTreeMap::new(),
        })
    }

    /// Sends a frame.
    ///
    /// # Panics
    ///
    /// Panics if the connection has ended.
    pub async fn send(&mut self, frame: &Value) {
        let said = self.socket.send(Message::text(frame.to_string())).await;
        said.expect("the line takes a word");
    }

    /// Waits for the next frame; each of several posts in one frame counts as a frame of its own. Returns `None` if the
    /// connection has ended.
    ///
    /// # Panics
    ///
    /// Panics if no frame arrives within the time limit.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(frame) = self.arrived.pop_front() {
                return Some(frame);
            }
            let text = self.next_text().await?;
            let frame: Value = text.parse().expect("frames are JSON");
            if frame["type"] == "posts" {
                let place = frame["place"].as_str().expect("a text");
                let change = frame["change"].as_u64().expect("a number");
                self.known.insert(place.to_owned(), change);
            }
            self.arrived.extend(single_posts(frame));
        }
    }

    /// Returns the last change of each place that the frames so far include, with all before it.
    pub fn known(&self) -> &BTreeMap<String, u64> {
        &self.known
    }

    /// Waits for the next frame as raw text. Returns `None` if the connection has ended.
    ///
    /// # Panics
    ///
    /// Panics if no frame arrives within the time limit.
    pub async fn next_text(&mut self) -> Option<Utf8Bytes> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next())
                .await
                .expect("a frame in time");
            match message {
                Some(Ok(Message::Text(text))) => return Some(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// Returns the posts and edits of a place up to the end of the backlog.
    ///
    /// # Panics
    ///
    /// Panics if the connection ends first.
    pub async fn until_caught_up(&mut self, place: &str) -> Vec<Value> {
        let mut posts = Vec::new();
        loop {
            let frame = self.next().await.expect("the line stays open");
            match frame["type"].as_str() {
                Some("post") if frame["place"] == place => posts.push(frame),
                Some("caught-up") => return posts,
                _ => {}
            }
        }
    }

    /// Returns the posts and edits of a place up to a change.
    ///
    /// # Panics
    ///
    /// Panics if the connection ends first.
    pub async fn posts_until(&mut self, place: &str, change: u64) -> Vec<Value> {
        let mut posts = Vec::new();
        while !self.arrived.is_empty() || self.known.get(place).is_none_or(|known| *known < change)
        {
            let frame = self.next().await.expect("the line stays open");
            if frame["type"] == "post" && frame["place"] == place {
                posts.push(frame);
            }
        }
        posts
    }

    /// Waits for the next post or edit.
    ///
    /// # Panics
    ///
    /// Panics if the connection ends first.
    pub async fn next_post(&mut self) -> Value {
        loop {
            let frame = self.next().await.expect("the line stays open");
            if frame["type"] == "post" {
                return frame;
            }
        }
    }
}
