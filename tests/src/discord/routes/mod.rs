//! The requests that the bot makes, as a table, and the objects that their paths name.

mod applications;
mod channels;
pub(super) mod interactions;
mod messages;
mod people;
mod threads;
mod webhooks;

use serde_json::json;

pub(super) use self::{interactions::record_receipt, threads::draw_in};
use super::{
    Id, commands, gateway, limits,
    people::permission,
    refusal::{Refusal, Reply},
    server::{ApiRequest, fits_path},
    server_state::ServerState,
    sessions::STARTS,
};

/// The result of a request.
type Answer = Result<Reply, Refusal>;

type RouteAction = fn(&mut ServerState, &ApiRequest, &[Id]) -> Answer;

/// A request that the server knows.
pub(super) struct Route {
    method: &'static str,
    /// Its path, with the kind of each object that the path names.
    path: &'static str,
    /// The permission that the bot needs in the channel, if any.
    needs: u64,
    /// Returns the errors in its body beyond the schemas of Discord's API description.
    pub(super) check: fn(&ApiRequest) -> Vec<String>,
    /// Carries it out, given the ids of the objects in its path.
    act: RouteAction,
}

const ROUTES: [Route; 24] = [
    get("/gateway", address),
    get("/gateway/bot", gateway_of_bot),
    get(
        "/applications/{application}/activity-instances/{instance}",
        applications::instance,
    ),
    put("/applications/{bot}/commands", applications::register).checked(commands::wrong),
    get("/users/@me", people::myself),
    get("/users/{user}", people::user),
    post("/users/@me/channels", people::open_direct),
    get("/guilds/{guild}", people::guild),
    get("/guilds/{guild}/members/{user}", people::member),
    get("/channels/{room}", channels::show),
    patch("/channels/{room}", channels::change),
    get("/channels/{room}/messages", messages::list).needs(permission::READ_MESSAGE_HISTORY),
    post("/channels/{room}/messages", messages::post).checked(limits::post),
    get("/channels/{room}/messages/{message}", messages::show),
    patch("/channels/{room}/messages/{message}", messages::edit).checked(limits::edit),
    delete("/channels/{room}/messages/{message}", messages::delete),
    post("/channels/{room}/messages/{message}/threads", threads::open)
        .needs(permission::CREATE_PUBLIC_THREADS),
    get("/channels/{room}/thread-members/{user}", threads::member),
    put("/channels/{room}/thread-members/{user}", threads::join),
    post(
        "/interactions/{id}/{secret}/callback",
        interactions::respond,
    )
    .checked(limits::callback),
    post("/webhooks/{hook}/{token}", webhooks::follow_up).checked(limits::follow_up),
    get("/webhooks/{hook}/{token}/messages/{own}", messages::show),
    patch("/webhooks/{hook}/{token}/messages/{own}", webhooks::edit).checked(limits::edit_answer),
    delete("/webhooks/{hook}/{token}/messages/{own}", messages::delete),
];

const fn route(method: &'static str, path: &'static str, act: RouteAction) -> Route {
    Route {
        method,
        path,
        needs: 0,
        check: |_| Vec::new(),
        act,
    }
}

const fn get(path: &'static str, act: RouteAction) -> Route {
    route("GET", path, act)
}

const fn post(path: &'static str, act: RouteAction) -> Route {
    route("POST", path, act)
}

const fn put(path: &'static str, act: RouteAction) -> Route {
    route("PUT", path, act)
}

const fn patch(path: &'static str, act: RouteAction) -> Route {
    route("PATCH", path, act)
}

const fn delete(path: &'static str, act: RouteAction) -> Route {
    route("DELETE", path, act)
}

impl Route {
    const fn needs(self, needs: u64) -> Route {
        Route { needs, ..self }
    }

    const fn checked(self, check: fn(&ApiRequest) -> Vec<String>) -> Route {
        Route { check, ..self }
    }

    /// Returns the route of a request.
    pub(super) fn of(request: &ApiRequest) -> Option<&'static Route> {
        let is_it = |route: &&Route| {
            route.method == request.method && fits_path(route.path, &request.segments)
        };
        ROUTES.iter().find(is_it)
    }

    /// Tells whether a token in the path authenticates the request, or the request needs no authentication.
    pub(super) fn is_open(&self) -> bool {
        let tokens = ["{secret}", "{token}"];
        self.path == "/gateway" || tokens.iter().any(|token| self.path.contains(token))
    }

    /// Returns the objects in the path of a request: those whose ids the handlers receive.
    fn ids(&self, state: &ServerState, request: &ApiRequest) -> Result<Vec<Id>, Refusal> {
        let mut ids = Vec::new();
        for (kind, text) in self.path.split('/').skip(1).zip(&request.segments) {
            let id = match kind {
                "{bot}" => check_own(state, text, Refusal::UNKNOWN_APPLICATION)?,
                "{hook}" => check_own(state, text, Refusal::UNKNOWN_WEBHOOK)?,
                "{room}" => channels::seen(state, number(text)?)?,
                "{guild}" => people::joined(state, number(text)?)?,
                "{message}" => messages::readable(state, ids[0], number(text)?)?,
                "{token}" => webhooks::interaction(state, text)?,
                "{own}" => webhooks::original(state, ids[1], text)?,
                "{id}" | "{user}" => number(text)?,
                _ => continue,
            };
            ids.push(id);
        }
        Ok(ids)
    }
}

/// Carries out a request whose body is valid.
pub(super) fn serve(
    state: &mut ServerState,
    request: &ApiRequest,
    route: Option<&Route>,
) -> Answer {
    let Some(route) = route else {
        state.problem(format!("this server does not know {}", request.place()));
        return Err(Refusal::NOT_FOUND);
    };
    let ids = route.ids(state, request)?;
    if route.needs != 0 {
        channels::need(state, ids[0], route.needs)?;
    }
    (route.act)(state, request, &ids)
}

fn address(state: &mut ServerState, _: &ApiRequest, _: &[Id]) -> Answer {
    Ok(Reply::good(json!({ "url": gateway::address(state) })))
}

fn gateway_of_bot(state: &mut ServerState, _: &ApiRequest, _: &[Id]) -> Answer {
    Ok(Reply::good(json!({
        "url": gateway::address(state),
        "shards": state.sessions.n_shards,
        "session_start_limit": {
            "total": STARTS,
            "remaining": state.sessions.starts.remaining,
            "reset_after": state.sessions.starts.reset_after.as_millis(),
            "max_concurrency": state.sessions.session_rate.max_concurrency,
        },
    })))
}

/// Refuses the id of another application than the bot's.
fn check_own(state: &ServerState, text: &str, refusal: Refusal) -> Result<Id, Refusal> {
    let id = number(text)?;
    (id == state.application).then_some(id).ok_or(refusal)
}

/// Parses an id in a path.
fn number(text: &str) -> Result<Id, Refusal> {
    text.parse().map_err(|_| Refusal::INVALID_FORM)
}

/// Returns a message as the response to a request.
fn shown(state: &ServerState, message: Id) -> Answer {
    Ok(Reply::good(state.messages[&message].to_json(state)))
}

/// Refuses a request that breaks a rule of the current state, and records the violation.
fn forbidden(state: &mut ServerState, request: &ApiRequest, why: &str) -> Refusal {
    state.problem(format!("{}: {why}", request.place()));
    Refusal::INVALID_FORM
}
