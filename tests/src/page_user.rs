//! A person at the playground, by its HTTP interface.

use std::collections::BTreeMap;

use api::{MatchId, Said};
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
    venue::{Answered as _, challenged},
};

/// A person who has signed in.
#[derive(Clone)]
pub struct PageUser {
    client: reqwest::Client,
    /// The name they chose.
    pub name: String,
    secret: String,
    id: Value,
}

/// What became of something that was said: the answer, or the status and message of a refusal.
pub type Heard = Result<Value, (StatusCode, String)>;

/// Something that a person does, as the interface takes it.
pub fn text(text: &str) -> Value {
    json!({ "text": text })
}

/// A press of a button.
pub fn press(id: &str) -> Value {
    json!({ "press": id })
}

/// A choice from a menu.
pub fn choose(menu: &str, value: &str) -> Value {
    json!({ "choose": { "menu": menu, "value": value } })
}

/// Anything that a person does.
pub fn body(said: &Said) -> Value {
    match said {
        Said::Text(typed) => text(typed),
        Said::Command(_) => panic!("the page tells no options apart"),
        Said::Press(id) => press(id),
        Said::Choose { menu, value } => choose(menu, value),
        Said::Fill { form, text } => json!({ "fill": { "form": form, "text": text } }),
    }
}

impl PageUser {
    /// Signs in under a new name.
    ///
    /// # Panics
    ///
    /// It does not work.
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

    /// Who they are, as the page keeps it.
    pub fn me(&self) -> Value {
        json!({ "id": self.id, "name": self.name, "secret": self.secret })
    }

    /// What proves who they are.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// Opens their direct messages, or closes them.
    ///
    /// # Panics
    ///
    /// The program does not answer.
    pub async fn set_direct(&self, address: &str, is_open: bool) {
        let request = self
            .client
            .post(format!("http://{address}/api/settings"))
            .bearer_auth(&self.secret)
            .json(&json!({ "direct": is_open }));
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{}", answer.status());
    }

    /// Sends a request to the interface, `say` or `complete`; who is told to wait a moment asks again.
    ///
    /// # Errors
    ///
    /// The program went away.
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

    /// Fetches a picture, which is called by where it is shown and its digest: `lobby/3/DIGEST`.
    ///
    /// # Errors
    ///
    /// The program went away.
    pub async fn picture(&self, address: &str, name: &str) -> Result<Response, reqwest::Error> {
        let request = self
            .client
            .get(format!("http://{address}/api/picture/{name}"))
            .bearer_auth(&self.secret);
        request.send().await
    }

    /// Does something under an event id; who is told to wait a moment asks again.
    ///
    /// # Errors
    ///
    /// The program went away.
    ///
    /// # Panics
    ///
    /// The answer cannot be read.
    pub async fn try_say(
        &self,
        address: &str,
        place: &str,
        id: &str,
        deed: &Value,
    ) -> Result<Heard, reqwest::Error> {
        let mut body = deed.clone();
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

    /// Does something under an event id; the text of the bot's answer.
    ///
    /// # Panics
    ///
    /// The bot does not answer.
    pub async fn say(&self, address: &str, place: &str, id: &str, deed: &Value) -> Value {
        let heard = self
            .try_say(address, place, id, deed)
            .await
            .expect("the program is there");
        let heard = heard.unwrap_or_else(|error| panic!("{} said {deed}: {error:?}", self.name));
        heard["answer"].clone()
    }

    /// Begins a match with somebody in the lobby: challenges them on these terms, as `/challenge` takes them, and they accept.
    ///
    /// # Panics
    ///
    /// The bot does not answer, or it comes to no match.
    pub async fn begin(&self, address: &str, opponent: &PageUser, terms: &str) -> MatchId {
        let event = terms.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let challenge = text(&format!("/challenge {terms}"));
        let answer = self.say(address, "lobby", &event, &challenge).await;
        let id = challenged(answer.text());
        let accept = press(&format!("accept:{id}"));
        opponent.say(address, "lobby", &event, &accept).await;
        id
    }

    /// Completions of a text; who is told to wait a moment asks again.
    ///
    /// # Panics
    ///
    /// The program does not answer.
    pub async fn complete(&self, address: &str, place: &str, id: &str, text: &str) -> Vec<String> {
        let offered = self.suggestions(address, place, id, text).await;
        let value = |choice: &Value| choice["value"].as_str().expect("a text").to_owned();
        offered.iter().map(value).collect()
    }

    /// The same with the labels that people read.
    ///
    /// # Panics
    ///
    /// The program does not answer.
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

    /// Opens a line on which everything is told that was said since these changes.
    ///
    /// # Panics
    ///
    /// It cannot be opened.
    pub async fn listen(&self, address: &str, since: &BTreeMap<String, u64>) -> Line {
        let hello = json!({ "secret": self.secret, "since": since });
        Line::open(address, "api/live", &hello).await
    }

    /// The same, if the page is there.
    pub async fn try_listen(&self, address: &str, since: &BTreeMap<String, u64>) -> Option<Line> {
        let hello = json!({ "secret": self.secret, "since": since });
        Line::try_open(address, "api/live", &hello).await
    }

    /// Opens a line on which the board of a match is shown, each time that it changes.
    ///
    /// # Panics
    ///
    /// It cannot be opened.
    pub async fn watch(&self, address: &str, id: MatchId) -> Line {
        let hello = json!({ "secret": self.secret });
        Line::open(address, &format!("api/match/{id}/live"), &hello).await
    }
}

/// An open line.
pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Line {
    /// Opens one, as a page of ours does, and says this on it.
    ///
    /// # Panics
    ///
    /// It cannot be opened.
    pub async fn open(address: &str, path: &str, hello: &Value) -> Line {
        let line = Line::try_open(address, path, hello).await;
        line.expect("a line")
    }

    /// The same, if the page is there.
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
        said.is_ok().then_some(Line { socket })
    }

    /// Says something on it.
    ///
    /// # Panics
    ///
    /// It has ended.
    pub async fn say(&mut self, frame: &Value) {
        let said = self.socket.send(Message::text(frame.to_string())).await;
        said.expect("the line takes a word");
    }

    /// The next frame; nothing when the line has ended.
    ///
    /// # Panics
    ///
    /// Nothing comes for too long.
    pub async fn next(&mut self) -> Option<Value> {
        let text = self.next_text().await?;
        Some(text.parse().expect("frames are JSON"))
    }

    /// The next frame as it comes; nothing when the line has ended.
    ///
    /// # Panics
    ///
    /// Nothing comes for too long.
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

    /// The posts and edits of a place until all is told that was said before.
    ///
    /// # Panics
    ///
    /// The line ends before.
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

    /// The next post or edit.
    ///
    /// # Panics
    ///
    /// The line ends before.
    pub async fn next_post(&mut self) -> Value {
        loop {
            let frame = self.next().await.expect("the line stays open");
            if frame["type"] == "post" {
                return frame;
            }
        }
    }
}
