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
    /// Returns the path of a match, or of the first screen if the reader may not see it.
    async fn path_for(
        &self,
        client: &Client,
        headers: &HeaderMap,
        account: &Speaker,
        id: Option<MatchId>,
    ) -> String {
        let home = || "/".to_owned();
        let Some(id) = id else {
            return home();
        };
        let query = BoardQuery {
            viewer: Some(account.id.clone()),
            ..BoardQuery::of_stranger(id, self.host.reach(), guard::reader(headers))
        };
        let board = self.find_match(Caller::Stranger(client.address), self.listener.board(query));
        match board.await {
            Ok(_) => format!("/match/{id}"),
            Err(_) => home(),
        }
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
    let to = server
        .path_for(&client, &headers, &account, request.id)
        .await;
    server.enter_frame(&account, Some(&token), to).await
}
