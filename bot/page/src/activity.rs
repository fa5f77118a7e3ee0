//! The page inside Discord: the shell of the Activity, and signing in there.

use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::HeaderMap,
    response::Html,
};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};

use super::{connections::Client, guard, page, problem::Problem, sessions::Entered, state::Server};
use api::ActivityVisitor;

/// Serves the shell.
pub(super) async fn shell(
    State(server): State<Server>,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    let activity = server.providers.activity()?;
    let origin = server.host.access.public_url();
    let origin = origin.unwrap_or_default();
    let language = guard::reader(&headers);
    Ok(Html(page::activity(
        activity.application(),
        &origin,
        language,
    )))
}

/// The code that Discord gave to the client of a person, and the instance in which they are.
#[derive(Deserialize)]
pub(super) struct Visit {
    code: String,
    instance: String,
}

/// The person that has signed in, and the access token by which Discord's client knows them.
#[derive(Serialize)]
pub(super) struct EnteredActivity {
    #[serde(flatten)]
    entered: Entered,
    access_token: String,
}

/// Begins a session for the account of a person in an instance of the Activity.
pub(super) async fn enter(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    request: Result<Json<Visit>, JsonRejection>,
) -> Result<Json<EnteredActivity>, Problem> {
    let Json(Visit { code, instance }) = request?;
    server.limits.links.check(&client.address)?;
    let activity = server.providers.activity()?;
    let visitor = server.ask_provider(activity.visitor(&code, &instance));
    let ActivityVisitor {
        account,
        channel,
        token,
    } = visitor.await?;
    // They see the board that they opened first, or that of their channel.
    let id = server.listener.match_in(&channel, &account.id).await;
    let id = id.map_err(Problem::unusable)?;
    let Json(entered) = server.enter_frame(&account, None, id).await?;
    Ok(Json(EnteredActivity {
        entered,
        access_token: token.expose_secret().to_owned(),
    }))
}
