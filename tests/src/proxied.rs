//! Live connections to a public page, as they come from the proxy in front of it.

use futures_util::SinkExt;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// The host of a public page, as in the documentation.
pub const HOST: &str = "play.example.org";

/// The origin of a public page.
pub const ORIGIN: &str = "https://play.example.org";

/// Opens a live connection with these headers at a page that listens at this address, and sends its first frame.
///
/// # Panics
///
/// Panics if the page does not open it.
pub async fn dial(
    page: &str,
    path: &str,
    headers: &[(&'static str, &str)],
    hello: &Value,
) -> WebSocketStream<TcpStream> {
    let request = format!("ws://{HOST}{path}").into_client_request();
    let mut request = request.expect("a request");
    for (name, value) in headers.iter().chain(&[("x-forwarded-proto", "https")]) {
        let value = value.parse().expect("a header");
        request.headers_mut().insert(*name, value);
    }
    let stream = TcpStream::connect(page).await;
    let opened = client_async(request, stream.expect("the page listens")).await;
    let (mut socket, _) = opened.expect("the page opens lines");
    let sent = socket.send(Message::text(hello.to_string())).await;
    sent.expect("the line is open");
    socket
}
