//! Signing in with Discord by OAuth 2, with PKCE and the scope `identify`.

use std::collections::BTreeMap;

use axum::{
    Json,
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use data_encoding::{BASE64, BASE64_NOPAD, BASE64URL_NOPAD};
use serde_json::json;
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};

use super::{Id, User, server::Server, server_state::ServerState};

/// The client secret of the application of the bot.
pub const CLIENT_SECRET: &str = "client-secret";

/// The longest body of a request, in bytes.
const MAX_BODY: usize = 4096;

/// The consents of people, as codes and access tokens.
#[derive(Default)]
pub(super) struct Agreements {
    n_codes: usize,
    /// The codes that can be exchanged once.
    codes: BTreeMap<String, Agreement>,
    /// The owners of access tokens.
    owners: BTreeMap<String, Id>,
}

struct Agreement {
    user: Id,
    challenge: String,
    redirect: String,
}

impl User {
    /// Agrees on the page of Discord at this address. Returns the address to which Discord sends the browser.
    ///
    /// # Panics
    ///
    /// Panics if the address asks for something else than the name of the user, or without PKCE.
    pub fn agrees(&self, address: &str) -> String {
        let address = Url::parse(address).expect("an address");
        assert_eq!(address.path(), "/oauth2/authorize");
        let given: BTreeMap<_, _> = address.query_pairs().into_owned().collect();
        let mut state = self.server.state();
        for (name, value) in [
            ("client_id", &*client_id(&state)),
            ("response_type", "code"),
            ("scope", "identify"),
            ("code_challenge_method", "S256"),
        ] {
            assert_eq!(given[name], value, "{name}");
        }
        let agreements = &mut state.agreements;
        agreements.n_codes += 1;
        let code = format!("code-{}", agreements.n_codes);
        let redirect = given["redirect_uri"].clone();
        let agreement = Agreement {
            user: self.id,
            challenge: given["code_challenge"].clone(),
            redirect: redirect.clone(),
        };
        agreements.codes.insert(code.clone(), agreement);
        let query = [("code", &code), ("state", &given["state"])];
        let back = Url::parse_with_params(&redirect, query);
        back.expect("the page has an address").to_string()
    }
}

/// Returns the id of the application, with which the token of its bot begins.
fn client_id(state: &ServerState) -> String {
    let (id, _) = state.token.split_once('.').expect("a token has parts");
    let id = BASE64_NOPAD.decode(id.as_bytes()).expect("an encoded id");
    String::from_utf8(id).expect("digits")
}

/// Tells whether a request belongs to OAuth 2 and not to the bot.
pub(super) fn is_of_oauth(segments: &[String], headers: &HeaderMap) -> bool {
    segments == ["oauth2", "token"] || bearer(headers).is_some()
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ")
}

/// Answers a request of OAuth 2.
pub(super) async fn answer(server: &Server, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if let Some(token) = bearer(&head.headers) {
        let state = server.state();
        let Some(owner) = state.agreements.owners.get(token) else {
            return StatusCode::UNAUTHORIZED.into_response();
        };
        return Json(state.account(*owner).to_json()).into_response();
    }
    let refused =
        |status: StatusCode, error: &str| (status, Json(json!({ "error": error }))).into_response();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return refused(StatusCode::BAD_REQUEST, "invalid_request");
    };
    let given: BTreeMap<_, _> = form_urlencoded::parse(&body).into_owned().collect();
    let given = |name: &str| given.get(name).map(String::as_str).unwrap_or_default();
    let mut state = server.state();
    let client = format!("{}:{CLIENT_SECRET}", client_id(&state));
    let client = format!("Basic {}", BASE64.encode(client.as_bytes()));
    let authorization = head.headers.get(header::AUTHORIZATION);
    if authorization.is_none_or(|given| given.as_bytes() != client.as_bytes()) {
        return refused(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    // A code counts once, even if its verifier is wrong.
    let agreement = state.agreements.codes.remove(given("code"));
    let challenge = BASE64URL_NOPAD.encode(&Sha256::digest(given("code_verifier")));
    let agreement = agreement.filter(|agreement| {
        agreement.challenge == challenge && agreement.redirect == given("redirect_uri")
    });
    let Some(agreement) = agreement else {
        return refused(StatusCode::BAD_REQUEST, "invalid_grant");
    };
    let token = format!("access-{}", given("code"));
    state
        .agreements
        .owners
        .insert(token.clone(), agreement.user);
    Json(json!({
        "access_token": token,
        "token_type": "Bearer",
        "expires_in": 604_800,
        "refresh_token": "refresh",
        "scope": "identify",
    }))
    .into_response()
}
