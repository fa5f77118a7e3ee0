//! The handlers of requests.

mod applications;
mod channels;
pub(super) mod interactions;
mod messages;
mod people;
mod threads;
mod webhooks;

use serde_json::json;

pub(super) use self::{interactions::told, threads::draw_in};
use super::{
    Id, gateway,
    refusal::{Refusal, Reply},
    server::Call,
    sessions::STARTS,
    world::World,
};

/// The result of a request.
type Answer = Result<Reply, Refusal>;

/// Carries out a request whose body is valid. If it is doubtful, the sender will not receive the response.
pub(super) fn serve(world: &mut World, call: &Call, is_doubtful: bool) -> Answer {
    let segments: Vec<&str> = call.segments.iter().map(String::as_str).collect();
    match (call.method.as_str(), segments.as_slice()) {
        ("GET", ["gateway"]) => Ok(Reply::good(json!({ "url": gateway::address(world) }))),
        ("GET", ["gateway", "bot"]) => Ok(Reply::good(json!({
            "url": gateway::address(world),
            "shards": world.sessions.n_shards,
            "session_start_limit": {
                "total": STARTS,
                "remaining": world.sessions.starts.remaining,
                "reset_after": world.sessions.starts.reset_after.as_millis(),
                "max_concurrency": world.sessions.haste.max_concurrency,
            },
        }))),
        (_, ["applications" | "oauth2", ..]) => applications::serve(world, call, &segments),
        (_, ["users" | "guilds", ..]) => people::serve(world, call, &segments),
        (_, ["channels", _, "messages"] | ["channels", _, "messages", _]) => {
            messages::serve(world, call, &segments)
        }
        (
            _,
            ["channels", _, "threads" | "thread-members", ..]
            | ["channels", _, "messages", _, "threads"],
        ) => threads::serve(world, call, &segments),
        (_, ["channels", ..]) => channels::serve(world, call, &segments),
        ("POST", ["interactions", id, token, "callback"]) => {
            interactions::acknowledge(world, call, id, token, is_doubtful)
        }
        (_, ["webhooks", application, token, rest @ ..]) => {
            webhooks::serve(world, call, application, token, rest)
        }
        _ => Err(unknown(world, call)),
    }
}

/// Refuses an unknown route, and reports it to the test.
fn unknown(world: &mut World, call: &Call) -> Refusal {
    world.problem(format!(
        "this server does not know {} /{}",
        call.method,
        call.segments.join("/")
    ));
    Refusal::new(404, 0, "404: Not Found")
}

/// Parses an id in a path.
fn number(text: &str) -> Result<Id, Refusal> {
    text.parse().map_err(|_| Refusal::invalid_form())
}

/// Refuses a request that breaks a rule of the current state, and records the violation.
fn forbidden(world: &mut World, call: &Call, why: &str) -> Refusal {
    world.problem(format!("{}: {why}", call.place()));
    Refusal::invalid_form()
}
