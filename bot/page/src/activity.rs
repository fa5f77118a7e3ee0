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
use text::Text;

impl Server {
    /// Returns the path that a visitor sees first: the board that they opened, or that of their channel, or the list of their games.
    async fn first_path(&self, visitor: &ActivityVisitor) -> Result<String, Text> {
        let (channel, account) = (&visitor.channel, &visitor.account.id);
        let id = self.listener.match_in(channel, account).await?;
        Ok(id.map_or_else(|| "/".to_owned(), |id| format!("/match/{id}")))
    }
}

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
    let visitor = visitor.await?;
    let to = server.first_path(&visitor).await;
    let to = to.map_err(Problem::unusable)?;
    let Json(entered) = server.enter_frame(&visitor.account, None, to).await?;
    Ok(Json(EnteredActivity {
        entered,
        access_token: visitor.token.expose_secret().to_owned(),
    }))
}
