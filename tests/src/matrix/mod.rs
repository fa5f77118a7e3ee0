//! A real homeserver on this machine, and people on it with clients of their own.
//!
//! Nothing sleeps. What is awaited comes by an event, or the test fails after [`PATIENCE`] and tells what happened.

mod homeserver;
mod person;
mod proxy;
mod shy;

pub use self::{
    homeserver::Homeserver,
    person::{Person, Seen},
    proxy::{Mischief, Proxy, Trouble},
    shy::Shy,
};
pub use crate::PATIENCE;

/// The password of everybody.
pub const PASSWORD: &str = "open-sesame-of-the-tests";

/// Asks a homeserver, without any library.
async fn ask(request: reqwest::RequestBuilder) -> serde_json::Value {
    let answer = request.send().await.expect("the homeserver answers");
    answer.json().await.expect("it answers in JSON")
}

fn http() -> reqwest::Client {
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE);
    client.build().expect("a client")
}

/// Begins a session of an account, without any library; its access token, and what it is called.
///
/// # Panics
///
/// The homeserver does not answer.
pub async fn begin_session(address: &str, name: &str) -> (String, String) {
    let identifier = serde_json::json!({ "type": "m.id.user", "user": name });
    let body = serde_json::json!({ "type": "m.login.password", "identifier": identifier, "password": PASSWORD });
    let login = http().post(format!("{address}/_matrix/client/v3/login"));
    let session = ask(login.json(&body)).await;
    let text = |key: &str| session[key].as_str().expect("a session").to_owned();
    (text("access_token"), text("device_id"))
}

/// A token by which the owner of a session logs in once more.
///
/// # Panics
///
/// The homeserver does not answer.
pub async fn login_token(address: &str, token: &str) -> String {
    let asked = http()
        .post(format!("{address}/_matrix/client/v1/login/get_token"))
        .bearer_auth(token)
        .json(&serde_json::json!({}));
    let told = ask(asked).await;
    told["login_token"].as_str().expect("a token").to_owned()
}

/// Waits until an account is not in a room any more, as another session of it has it; whether that is so in the end.
///
/// # Panics
///
/// The homeserver does not answer.
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
        // Something happens, or nothing does for a second.
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
/// The homeserver does not answer.
pub fn log_out(address: &str, token: &str) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let request = http()
        .post(format!("{address}/_matrix/client/v3/logout"))
        .bearer_auth(token);
    runtime.block_on(ask(request));
}
