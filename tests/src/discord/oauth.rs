//! Signing in with Discord by OAuth 2 and the scope `identify`: on its page, with PKCE, or by its client in an Activity.

use std::collections::BTreeMap;

use axum::{
    Json,
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use data_encoding::{BASE64, BASE64_NOPAD, BASE64URL_NOPAD};
use serde_json::{Value, json};
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
    /// The challenge and the redirect, unless the client gave the code to an Activity.
    challenge: Option<String>,
    redirect: Option<String>,
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
        let redirect = given["redirect_uri"].clone();
        let code = state.agreements.add(Agreement {
            user: self.id,
            challenge: Some(given["code_challenge"].clone()),
            redirect: Some(redirect.clone()),
        });
        let query = [("code", &code), ("state", &given["state"])];
        let back = Url::parse_with_params(&redirect, query);
        back.expect("the page has an address").to_string()
    }

    /// Agrees in the client, which shows an Activity. Returns the code that the client gives to it.
    ///
    /// # Panics
    ///
    /// Panics if the Activity asks for something else than the name of the user.
    pub fn agrees_in_client(&self, asked: &Value) -> String {
        let mut state = self.server.state();
        let state_text = asked["state"].as_str().unwrap_or_default();
        assert!(!state_text.is_empty(), "{asked}");
        assert_eq!(
            *asked,
            json!({
                "client_id": client_id(&state),
                "response_type": "code",
                "state": state_text,
                "prompt": "none",
                "scope": ["identify"],
            })
        );
        state.agreements.add(Agreement {
            user: self.id,
            challenge: None,
            redirect: None,
        })
    }

    /// Tells whether an access token is that of this user.
    pub fn has_access_token(&self, token: &str) -> bool {
        self.server.state().agreements.owners.get(token) == Some(&self.id)
    }
}

impl Agreements {
    /// Adds an agreement, and returns its code.
    fn add(&mut self, agreement: Agreement) -> String {
        self.n_codes += 1;
        let code = format!("code-{}", self.n_codes);
        self.codes.insert(code.clone(), agreement);
        code
    }
}

/// Returns the id of the application, with which the token of its bot begins.
pub(super) fn client_id(state: &ServerState) -> String {
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
    let given = |name: &str| given.get(name).map(String::as_str);
    let mut state = server.state();
    let client = format!("{}:{CLIENT_SECRET}", client_id(&state));
    let client = format!("Basic {}", BASE64.encode(client.as_bytes()));
    let authorization = head.headers.get(header::AUTHORIZATION);
    if authorization.is_none_or(|given| given.as_bytes() != client.as_bytes()) {
        return refused(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    // A code counts once, even if its verifier is wrong.
    let code = given("code").unwrap_or_default();
    let agreement = state.agreements.codes.remove(code);
    let challenge = given("code_verifier").map(Sha256::digest);
    let challenge = challenge.map(|digest| BASE64URL_NOPAD.encode(&digest));
    let agreement = agreement.filter(|agreement| {
        agreement.challenge == challenge && agreement.redirect.as_deref() == given("redirect_uri")
    });
    let Some(agreement) = agreement else {
        return refused(StatusCode::BAD_REQUEST, "invalid_grant");
    };
    let token = format!("access-{code}");
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
