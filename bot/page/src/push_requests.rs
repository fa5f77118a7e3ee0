//! The requests of a browser for pushes: its owner allows them there, or ends them.

use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::HeaderMap,
};
use serde::{Deserialize, Serialize};

use super::{
    connections::Client,
    devices::Device,
    person::SignedIn,
    problem::Problem,
    push::{BrowserKeys, Endpoint},
    sessions::sent_session,
    state::Server,
};

/// The public key with which a browser asks its push service for an address.
#[derive(Serialize)]
pub(super) struct PushKey {
    key: String,
}

/// The address and the keys that a browser got.
#[derive(Deserialize)]
pub(super) struct Subscription {
    endpoint: String,
    keys: SubscriptionKeys,
}

#[derive(Deserialize)]
struct SubscriptionKeys {
    p256dh: String,
    auth: String,
}

/// The address of a browser that wants no more pushes.
#[derive(Deserialize)]
pub(super) struct PushEnd {
    endpoint: String,
}

impl Server {
    /// Authenticates the sender of a request for pushes, and counts the request.
    fn subscriber(&self, headers: &HeaderMap, client: &Client) -> Result<SignedIn, Problem> {
        let person = self.signed_in(headers, client)?;
        self.limits.sayings.check(&person.id)?;
        if self.playground.pusher.services.is_empty() {
            return Err(Problem::missing(text::page_push_off()));
        }
        Ok(person)
    }

    /// Parses the address of a browser at one of the push services of the page.
    fn endpoint(&self, text: &str) -> Result<Endpoint, Problem> {
        let endpoint = Endpoint::at(&self.playground.pusher.services, text);
        endpoint.ok_or_else(|| Problem::unusable(text::page_push_refused()))
    }
}

/// Serves the public key of the page.
pub(super) async fn key(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Json<PushKey>, Problem> {
    server.subscriber(&headers, &client)?;
    let key = server.playground.push_key().await?.public();
    Ok(Json(PushKey { key }))
}

/// Adds the browser of the sender to their devices.
pub(super) async fn add(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    request: Result<Json<Subscription>, JsonRejection>,
) -> Result<Json<()>, Problem> {
    let person = server.subscriber(&headers, &client)?;
    let Json(Subscription { endpoint, keys }) = request?;
    let endpoint = server.endpoint(&endpoint)?;
    let keys = BrowserKeys::parse(&keys.p256dh, &keys.auth);
    let keys = keys.ok_or_else(|| Problem::unusable(text::page_not_understood()))?;
    let session = sent_session(&headers).map(|session| session.digest());
    let device = Device::new(endpoint, keys, session);
    // From now on they are no guest who has never done anything.
    let is_known = server.playground.count_in(person.id).await?
        && server.playground.add_device(person.id, &device).await?;
    if is_known {
        Ok(Json(()))
    } else {
        Err(Problem::stranger())
    }
}

/// Removes a browser from the devices of the sender.
pub(super) async fn end(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    request: Result<Json<PushEnd>, JsonRejection>,
) -> Result<Json<()>, Problem> {
    let person = server.subscriber(&headers, &client)?;
    let Json(PushEnd { endpoint }) = request?;
    let endpoint = server.endpoint(&endpoint)?;
    server
        .playground
        .remove_device(person.id, &endpoint)
        .await?;
    Ok(Json(()))
}
