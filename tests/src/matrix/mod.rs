//! A real homeserver on this machine, and people on it with their own clients.
//!
//! Nothing sleeps. A test waits for an event, or fails after [`PATIENCE`] and prints the events so far.

mod homeserver;
mod manual_joiner;
mod person;
mod proxy;

pub use self::{
    homeserver::Homeserver,
    manual_joiner::ManualJoiner,
    person::{Person, ReceivedEvent},
    proxy::{InjectedFault, Proxy, ProxyFault},
};
pub use crate::PATIENCE;

/// The password of every account.
pub const PASSWORD: &str = "open-sesame-of-the-tests";

/// Sends a request to a homeserver without a client library.
async fn ask(request: reqwest::RequestBuilder) -> serde_json::Value {
    let answer = request.send().await.expect("the homeserver answers");
    answer.json().await.expect("it answers in JSON")
}

fn http() -> reqwest::Client {
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE);
    client.build().expect("a client")
}

/// Begins a session of an account without a client library. Returns its access token and its device id.
///
/// # Panics
///
/// Panics if the homeserver does not answer.
pub async fn begin_session(address: &str, name: &str) -> (String, String) {
    let identifier = serde_json::json!({ "type": "m.id.user", "user": name });
    let body = serde_json::json!({ "type": "m.login.password", "identifier": identifier, "password": PASSWORD });
    let login = http().post(format!("{address}/_matrix/client/v3/login"));
    let session = ask(login.json(&body)).await;
    let text = |key: &str| session[key].as_str().expect("a session").to_owned();
    (text("access_token"), text("device_id"))
}

/// Returns a token by which the owner of a session logs in once more.
///
/// # Panics
///
/// Panics if the homeserver does not answer.
pub async fn login_token(address: &str, token: &str) -> String {
    let asked = http()
        .post(format!("{address}/_matrix/client/v1/login/get_token"))
        .bearer_auth(token)
        .json(&serde_json::json!({}));
    let told = ask(asked).await;
    told["login_token"].as_str().expect("a token").to_owned()
}

/// Returns an OpenID token for the owner of a session, as clients get it for a widget.
///
/// # Panics
///
/// Panics if the homeserver does not answer.
pub async fn openid_token(address: &str, account: &str, token: &str) -> String {
    let path = format!("_matrix/client/v3/user/{account}/openid/request_token");
    let asked = http().post(format!("{address}/{path}"));
    let told = ask(asked.bearer_auth(token).json(&serde_json::json!({}))).await;
    told["access_token"].as_str().expect("a token").to_owned()
}

/// Waits until another session of an account shows that it has left a room. Tells whether it has left in the end.
///
/// # Panics
///
/// Panics if the homeserver does not answer.
pub async fn is_left(address: &str, name: &str, room: &matrix_sdk::ruma::RoomId) -> bool {
    let base = format!("{address}/_matrix/client/v3");
    let (token, _) = begin_session(address, name).await;
    let mut since = String::new();
    let deadline = std::time::Instant::now() + PATIENCE;
    while std::time::Instant::now() < deadline {
        let rooms = http()
            .get(format!("{base}/joined_rooms"))
            .bearer_auth(&token);
        let rooms = ask(rooms).await;
        let rooms = rooms["joined_rooms"].as_array().expect("rooms");
        if !rooms.iter().any(|joined| joined == room.as_str()) {
            return true;
        }
        // The request returns on an event, or after one second without events.
        let next = http()
            .get(format!("{base}/sync?timeout=1000{since}"))
            .bearer_auth(&token);
        let next = ask(next).await;
        since = format!("&since={}", next["next_batch"].as_str().expect("a token"));
    }
    false
}

/// Ends a session, as its owner can from another one.
///
/// # Panics
///
/// Panics if the homeserver does not answer.
pub fn log_out(address: &str, token: &str) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let request = http()
        .post(format!("{address}/_matrix/client/v3/logout"))
        .bearer_auth(token);
    runtime.block_on(ask(request));
}
