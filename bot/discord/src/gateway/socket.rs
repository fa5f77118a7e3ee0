//! A gateway connection and its frames.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::{
    Client, StatusCode, Upgraded,
    header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE},
    redirect::Policy,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::timeout;
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message,
        handshake::{client::generate_key, derive_accept_key},
        protocol::{CloseFrame, Role, WebSocketConfig},
    },
};

use super::inflate::{BadStream, Inflater};

/// The timeout to open a connection, and then to receive the first frame.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);

/// The time for Discord to confirm a close.
const LAST_WORD: Duration = Duration::from_secs(1);

/// The largest accepted payload, in bytes, compressed or not: a server with all its channels comes in one.
const LARGEST: usize = 32 << 20;

/// The protocol version, encoding and compression.
const FORM: &str = "/?v=10&encoding=json&compress=zlib-stream";

/// The close code for a connection whose session will be resumed.
const UNKNOWN_ERROR: u16 = 4000;

/// Opcodes of frames.
pub(super) mod op {
    pub(in super::super) const DISPATCH: u8 = 0;
    pub(in super::super) const HEARTBEAT: u8 = 1;
    pub(in super::super) const IDENTIFY: u8 = 2;
    pub(in super::super) const RESUME: u8 = 6;
    pub(in super::super) const RECONNECT: u8 = 7;
    pub(in super::super) const INVALID_SESSION: u8 = 9;
    pub(in super::super) const HELLO: u8 = 10;
    pub(in super::super) const HEARTBEAT_ACK: u8 = 11;
}

/// A frame from Discord. It may hold a secret, so it has no `Debug`.
#[derive(Deserialize)]
pub(super) struct GatewayFrame {
    pub(super) op: u8,
    /// The sequence number of an event.
    pub(super) s: Option<u64>,
    /// The name of an event.
    pub(super) t: Option<String>,
    pub(super) d: Option<Box<RawValue>>,
}

impl GatewayFrame {
    /// Returns the data of the frame, if it can be parsed.
    pub(super) fn data<'a, T: Deserialize<'a>>(&'a self) -> Option<T> {
        serde_json::from_str(self.d.as_ref()?.get()).ok()
    }
}

/// The next input from a connection.
pub(super) enum SocketEvent {
    Frame(GatewayFrame),
    /// Input that is not a frame.
    Unreadable,
    /// The end, with Discord's close code if there was one.
    End(Option<u16>),
}

/// The error of a connection that failed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Broken(pub(super) &'static str);

/// A connection to the gateway.
pub(super) struct GatewaySocket {
    socket: WebSocketStream<Upgraded>,
    inflater: Inflater,
}

/// Makes the client that opens connections.
pub(super) fn client() -> reqwest::Result<Client> {
    Client::builder()
        .http1_only()
        .redirect(Policy::none())
        .build()
}

impl GatewaySocket {
    /// Opens a connection within [`PATIENCE`].
    pub(super) async fn open(client: &Client, address: &str) -> Result<GatewaySocket, Broken> {
        let opened = timeout(PATIENCE, GatewaySocket::upgrade(client, address)).await;
        opened.map_err(|_| Broken("it is not opened in time"))?
    }

    async fn upgrade(client: &Client, address: &str) -> Result<GatewaySocket, Broken> {
        let key = generate_key();
        let request = client
            .get(over_http(address)?)
            .header(CONNECTION, "Upgrade")
            .header(UPGRADE, "websocket")
            .header(SEC_WEBSOCKET_VERSION, "13")
            .header(SEC_WEBSOCKET_KEY, &key);
        // The library's error may quote a URL.
        let refused = Broken("the gateway cannot be reached");
        let Ok(response) = request.send().await else {
            return Err(refused);
        };
        let accepted = response.headers().get(SEC_WEBSOCKET_ACCEPT);
        let is_accepted =
            accepted.is_some_and(|accepted| *accepted == *derive_accept_key(key.as_bytes()));
        if response.status() != StatusCode::SWITCHING_PROTOCOLS || !is_accepted {
            return Err(Broken("the gateway lets nobody in"));
        }
        let upgraded = response.upgrade().await.map_err(|_| refused)?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(LARGEST))
            .max_frame_size(Some(LARGEST));
        let socket = WebSocketStream::from_raw_socket(upgraded, Role::Client, Some(config));
        Ok(GatewaySocket {
            socket: socket.await,
            inflater: Inflater::new(LARGEST),
        })
    }

    /// Sends a frame.
    pub(super) async fn send_frame(&mut self, op: u8, data: &impl Serialize) -> Result<(), Broken> {
        #[derive(Serialize)]
        struct Said<'a, T> {
            op: u8,
            d: &'a T,
        }
        let lost = Broken("the connection is lost");
        let Ok(text) = serde_json::to_string(&Said { op, d: data }) else {
            return Err(lost);
        };
        let said = timeout(PATIENCE, self.socket.send(Message::text(text))).await;
        said.ok().and_then(Result::ok).ok_or(lost)
    }

    /// Returns the next input. Cancelling the future loses no input.
    pub(super) async fn next(&mut self) -> SocketEvent {
        loop {
            let part = match self.socket.next().await {
                Some(Ok(Message::Binary(part))) => part,
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                Some(Ok(Message::Text(_))) => return SocketEvent::Unreadable,
                Some(Ok(Message::Close(frame))) => {
                    return SocketEvent::End(frame.map(|frame| frame.code.into()));
                }
                Some(Err(_)) | None => return SocketEvent::End(None),
            };
            match self.inflater.take(&part) {
                Ok(None) => {}
                Ok(Some(text)) => {
                    return serde_json::from_slice(&text)
                        .map_or(SocketEvent::Unreadable, SocketEvent::Frame);
                }
                Err(BadStream) => return SocketEvent::End(None),
            }
        }
    }

    /// Closes the connection so that its session can be resumed.
    pub(super) async fn close(mut self) {
        let frame = CloseFrame {
            code: UNKNOWN_ERROR.into(),
            reason: "".into(),
        };
        let closing = async {
            // The connection ends either way.
            let _ = self.socket.close(Some(frame)).await;
            while let Some(Ok(_)) = self.socket.next().await {}
        };
        let _ = timeout(LAST_WORD, closing).await;
    }
}

/// Converts the gateway's URL to HTTP.
fn over_http(address: &str) -> Result<String, Broken> {
    let rest = address.strip_prefix("ws");
    let rest = rest.filter(|rest| rest.starts_with("://") || rest.starts_with("s://"));
    let rest = rest.ok_or(Broken("the gateway is nowhere that can be reached"))?;
    Ok(format!("http{}{FORM}", rest.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_gateway_is_one_of_http() {
        let check = |address: &str| over_http(address).ok();
        assert_eq!(
            check("wss://gateway.discord.gg"),
            Some("https://gateway.discord.gg/?v=10&encoding=json&compress=zlib-stream".to_owned())
        );
        assert_eq!(
            check("ws://127.0.0.1:1/"),
            Some("http://127.0.0.1:1/?v=10&encoding=json&compress=zlib-stream".to_owned())
        );
        for wrong in ["", "https://example.org", "wsx://example.org"] {
            assert_eq!(check(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_frame_may_hold_nothing() {
        let frame: GatewayFrame = serde_json::from_str(r#"{"op":11,"d":null}"#).expect("it is one");
        assert_eq!((frame.op, frame.s, frame.data::<bool>()), (11, None, None));
        let frame: GatewayFrame = serde_json::from_str(r#"{"op":9,"d":true}"#).expect("it is one");
        assert_eq!(frame.data(), Some(true));
    }
}
