//! The Activity of the bot's application: its instances, each in a channel, and the people in them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{
    Id, Room, User,
    oauth::client_id,
    refusal::{Refusal, Reply},
    server_state::ServerState,
};

/// The instances by channel. A channel has one at a time.
#[derive(Default)]
pub(super) struct Activities(BTreeMap<Id, ActivityInstance>);

struct ActivityInstance {
    id: String,
    launch: Id,
    location: Value,
    users: BTreeSet<Id>,
}

/// Launches the Activity for a person in a channel: they join its instance, which begins with the first person.
pub(super) fn launch(state: &mut ServerState, room: Id, user: Id) {
    let launch = state.clock.fresh();
    let location = match state.room(room).guild {
        Some(guild) => json!({
            "id": format!("gc-{guild}-{room}"), "kind": "gc", "channel_id": room, "guild_id": guild,
        }),
        None => json!({ "id": format!("pc-{room}"), "kind": "pc", "channel_id": room }),
    };
    let instances = &mut state.activities.0;
    let instance = instances.entry(room).or_insert_with(|| ActivityInstance {
        id: format!("i-{launch}-{}", location["id"].as_str().unwrap_or_default()),
        launch,
        location,
        users: BTreeSet::new(),
    });
    instance.users.insert(user);
}

/// Describes an instance.
pub(super) fn describe(state: &ServerState, id: &str) -> Result<Reply, Refusal> {
    let mut instances = state.activities.0.values();
    let found = instances.find(|instance| instance.id == id);
    let found = found.ok_or(Refusal::NOT_FOUND)?;
    Ok(Reply::good(json!({
        "application_id": client_id(state),
        "instance_id": found.id,
        "launch_id": found.launch,
        "location": found.location,
        "users": found.users,
    })))
}

impl Room {
    /// Returns the id of the instance of the Activity in this channel.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn activity(&self) -> String {
        let state = self.server.state();
        let instance = state.activities.0.get(&self.id);
        instance.expect("the Activity was launched").id.clone()
    }
}

impl User {
    /// Leaves the instance of the Activity in a channel. It ends with the last person.
    pub fn leaves_activity(&self, room: &Room) {
        let mut state = self.server.state();
        let instances = &mut state.activities.0;
        if let Some(instance) = instances.get_mut(&room.id) {
            instance.users.remove(&self.id);
        }
        instances.retain(|_, instance| !instance.users.is_empty());
    }
}
