//! A bot without any library, which can behave correctly and incorrectly.

use futures_util::{SinkExt, StreamExt};
use reqwest::{Client, Method, multipart};
use serde_json::{Value, json};
use tests::discord::{Discord, Id, PATIENCE};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};

/// Events of guilds, and of messages in guilds and in direct messages.
pub(super) const INTENTS: u64 = 1 | 1 << 9 | 1 << 12;

/// The bot.
pub(super) struct Bot {
    http: Client,
    base: String,
    token: String,
    pub(super) id: Id,
}

/// The answer to a request.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Answer {
    /// Returns the status and Discord's code of a refusal.
    pub(super) fn code(&self) -> (u16, u64) {
        (self.status, self.body["code"].as_u64().unwrap_or_default())
    }

    /// Returns the id of an object.
    pub(super) fn id(&self) -> &str {
        let id = self.body["id"].as_str();
        id.unwrap_or_else(|| panic!("no object but {self:?}"))
    }
}

impl Bot {
    pub(super) fn new(discord: &Discord) -> Bot {
        let http = Client::builder()
            .no_proxy()
            .timeout(PATIENCE)
            .user_agent("DiscordBot (test, 1)");
        Bot {
            http: http.build().expect("a client"),
            base: discord.address(),
            token: discord.token(),
            id: discord.bot(),
        }
    }

    /// Sends a request; returns an error if no response came back.
    pub(super) async fn try_call(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<Answer, reqwest::Error> {
        let mut request = self.request(method, path);
        if !body.is_null() {
            request = request.json(body);
        }
        read(request).await
    }

    pub(super) async fn call(&self, method: &str, path: &str, body: Value) -> Answer {
        let answer = self.try_call(method, path, &body).await;
        answer.unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// Sends a request with a file and its alternative text.
    pub(super) async fn send(
        &self,
        method: &str,
        path: &str,
        mut body: Value,
        (name, alt, bytes): (&str, &str, &[u8]),
    ) -> Answer {
        let part = multipart::Part::bytes(bytes.to_vec()).file_name(name.to_owned());
        let part = part.mime_str("image/png").expect("a kind");
        body["attachments"] = json!([{ "id": 0, "filename": name, "description": alt }]);
        let form = multipart::Form::new().part("files[0]", part);
        let form = form.text("payload_json", body.to_string());
        let answer = read(self.request(method, path).multipart(form)).await;
        answer.unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let address = format!("{}/api/v10{path}", self.base);
        let request = self.http.request(method, address);
        request.header("authorization", format!("Bot {}", self.token))
    }

    /// Posts a message in a channel and returns its number.
    pub(super) async fn post(&self, room: Id, body: Value) -> String {
        let answer = self.call("POST", &messages(room), body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.id().to_owned()
    }

    pub(super) async fn register(&self, commands: Value) -> Answer {
        let path = format!("/applications/{}/commands", self.id);
        self.call("PUT", &path, commands).await
    }

    /// Acknowledges an interaction with a callback of this type.
    pub(super) async fn answer(&self, event: &Value, kind: u8, data: Value) -> Answer {
        let body = json!({ "type": kind, "data": data });
        self.call("POST", &callback(event), body).await
    }

    /// Returns the path for messages after an acknowledgment.
    pub(super) fn hook(&self, event: &Value) -> String {
        let token = event["token"].as_str().expect("a token");
        format!("/webhooks/{}/{token}", self.id)
    }

    /// Posts a message after an acknowledgment.
    pub(super) async fn follow(&self, event: &Value, body: Value) -> Answer {
        self.call("POST", &self.hook(event), body).await
    }

    /// Edits the first message that answers an interaction.
    pub(super) async fn edit(&self, event: &Value, body: Value) -> Answer {
        self.call("PATCH", &self.original(event), body).await
    }

    /// Sends a GET request.
    pub(super) async fn get(&self, path: &str) -> Answer {
        self.call("GET", path, Value::Null).await
    }

    pub(super) fn original(&self, event: &Value) -> String {
        format!("{}/messages/@original", self.hook(event))
    }

    /// Connects to the gateway and begins a session.
    pub(super) async fn connect(&self) -> GatewayConnection {
        let mut ears = self.dial().await;
        ears.identify(&self.token, INTENTS, [0, 1]).await;
        let ready = ears.event("READY").await;
        ears.session = ready["session_id"].as_str().expect("a session").to_owned();
        ears
    }

    /// Connects to the gateway and waits for its greeting.
    pub(super) async fn dial(&self) -> GatewayConnection {
        let gateway = self.get("/gateway").await.body;
        let address = format!("{}/?v=10", gateway["url"].as_str().expect("an address"));
        let connected = tokio_tungstenite::connect_async(address).await;
        let (socket, _) = connected.expect("a connection");
        let mut ears = GatewayConnection {
            socket,
            session: String::new(),
            sequence: 0,
        };
        let hello = ears.next().await.expect("a greeting");
        assert_eq!(hello["op"], 10);
        ears
    }

    /// Resumes a session.
    pub(super) async fn resume(&self, session: &str, sequence: u64) -> GatewayConnection {
        let mut ears = self.dial().await;
        ears.session = session.to_owned();
        let data = json!({ "token": self.token, "session_id": session, "seq": sequence });
        ears.send(6, data).await;
        ears
    }
}

/// Returns a message with only these words.
pub(super) fn text(content: &str) -> Value {
    json!({ "content": content })
}

/// Returns a private message with only these words.
pub(super) fn whisper(content: &str) -> Value {
    json!({ "content": content, "flags": 64 })
}

/// Returns the path of the messages in a channel.
pub(super) fn messages(room: Id) -> String {
    format!("/channels/{room}/messages")
}

/// Returns the path where an interaction is acknowledged.
pub(super) fn callback(event: &Value) -> String {
    let text = |key: &str| event[key].as_str().expect("a text").to_owned();
    format!("/interactions/{}/{}/callback", text("id"), text("token"))
}

async fn read(request: reqwest::RequestBuilder) -> Result<Answer, reqwest::Error> {
    let answer = request.send().await?;
    let status = answer.status().as_u16();
    let bytes = answer.bytes().await?;
    let body = if bytes.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&bytes).expect("an answer is JSON")
    };
    Ok(Answer { status, body })
}

/// A connection to the gateway.
pub(super) struct GatewayConnection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) session: String,
    pub(super) sequence: u64,
}

impl GatewayConnection {
    pub(super) async fn send(&mut self, op: u64, data: Value) {
        let text = json!({ "op": op, "d": data }).to_string();
        let sent = self.socket.send(Message::text(text)).await;
        sent.expect("the gateway listens");
    }

    pub(super) async fn identify(&mut self, token: &str, intents: u64, shard: [u64; 2]) {
        let properties = json!({ "os": "test", "browser": "test", "device": "test" });
        let data = json!({ "token": format!("Bot {token}"), "intents": intents, "shard": shard, "properties": properties });
        self.send(2, data).await;
    }

    /// Returns the next gateway message; the code, if the gateway closes the connection; 0 if the connection is just
    /// lost.
    pub(super) async fn next(&mut self) -> Result<Value, u16> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match frame.expect("a frame in time") {
                Some(Ok(Message::Text(text))) => {
                    let said: Value = serde_json::from_str(&text).expect("the gateway speaks JSON");
                    self.sequence = said["s"].as_u64().unwrap_or(self.sequence);
                    return Ok(said);
                }
                Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return Err(0),
            }
        }
    }

    /// Returns the next event of this name and skips others.
    pub(super) async fn event(&mut self, name: &str) -> Value {
        loop {
            let said = self.next().await.expect("the connection stays open");
            if said["t"] == name {
                return said["d"].clone();
            }
        }
    }

    /// Returns the next interaction.
    pub(super) async fn interaction(&mut self) -> Value {
        self.event("INTERACTION_CREATE").await
    }
}
