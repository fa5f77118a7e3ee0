//! The page as a widget in clients of Matrix. Its shell gets an OpenID token from the client, and signs its reader in with it.

use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::HeaderMap,
    response::Html,
};
use serde::Deserialize;

use super::{
    assets::Screen,
    connections::Client,
    guard, page,
    problem::Problem,
    sessions::Entered,
    state::{Caller, Server},
};
use api::{BoardQuery, MatchId, Speaker, WidgetReader};

/// The token of a reader, as their client has it from their homeserver, and the match to show.
#[derive(Deserialize)]
pub(super) struct WidgetRequest {
    access_token: String,
    matrix_server_name: String,
    #[serde(rename = "match")]
    id: Option<MatchId>,
}

impl Server {
    /// Returns a match, if the reader may see it.
    async fn readable(
        &self,
        client: &Client,
        headers: &HeaderMap,
        account: &Speaker,
        id: MatchId,
    ) -> Option<MatchId> {
        let query = BoardQuery {
            viewer: Some(account.id.clone()),
            ..BoardQuery::of_stranger(id, self.host.reach(), guard::reader(headers))
        };
        let board = self.find_match(Caller::Stranger(client.address), self.listener.board(query));
        board.await.is_ok().then_some(id)
    }
}

/// Serves the shell of a widget.
pub(super) async fn screen(
    State(server): State<Server>,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    server.providers.widget.ok_or_else(Problem::nothing)?;
    Ok(Html(page::of_everybody(
        Screen::Widget,
        guard::reader(&headers),
    )))
}

/// Begins a session in a frame for the account of an OpenID token.
pub(super) async fn enter(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    request: Result<Json<WidgetRequest>, JsonRejection>,
) -> Result<Json<Entered>, Problem> {
    let widget = server.providers.widget()?;
    let Json(request) = request?;
    server.limits.links.check(&client.address)?;
    let reader = widget.reader(&request.matrix_server_name, &request.access_token);
    let WidgetReader { account, token } = server.ask_provider(reader).await?;
    let id = match request.id {
        Some(id) => server.readable(&client, &headers, &account, id).await,
        None => None,
    };
    server.enter_frame(&account, Some(&token), id).await
}
