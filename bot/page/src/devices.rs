//! The devices on which people hear of their turns by pushes. A person has allowed it there, and can switch it off.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json as value};
use tracing::{debug, error, warn};

use super::{
    adapter::{LockKey, Playground},
    person::{Person, PersonId},
    push::{BrowserKeys, Endpoint, Push, PushError, Pusher, VapidKey},
    stored::{StoreFailure, json},
};
use api::{TokenDigest, TurnPush, clip};
use kit::Failure;
use store::writer::Transaction;

/// The number of devices of a person. The oldest one makes room for another.
pub(super) const MOST_DEVICES: usize = 8;

/// The number of announced turns that are remembered for a person. Later tries of older deliveries are too late in any case.
const MOST_ANNOUNCED: usize = 64;

/// The longest announcement, in characters. Every one then fits into a push.
const LONGEST_TEXT: usize = 120;

/// The key of the private key of pushes.
const PUSH_KEY: &str = "play/push-key";

/// A browser that wants pushes.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Device {
    pub(super) endpoint: Endpoint,
    pub(super) keys: BrowserKeys,
    /// The session in which its owner has asked for pushes. With its end, they end too. A guest has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) session: Option<TokenDigest>,
    /// Milliseconds since 1970 began.
    pub(super) since: i64,
}

impl Device {
    /// Makes a device of this moment.
    pub(super) fn new(
        endpoint: Endpoint,
        keys: BrowserKeys,
        session: Option<TokenDigest>,
    ) -> Device {
        Device {
            endpoint,
            keys,
            session,
            since: Timestamp::now().as_millisecond(),
        }
    }
}

/// The devices of a person.
#[derive(Default, Serialize, Deserialize)]
struct Devices {
    /// The oldest first.
    devices: Vec<Device>,
    /// The nonces of the last announced turns.
    announced: Vec<String>,
}

impl Devices {
    /// Adds a device, or renews it.
    fn add(&mut self, device: &Device, transaction: &mut Transaction<'_>) {
        self.devices
            .retain(|known| known.endpoint != device.endpoint);
        self.devices.push(device.clone());
        let n_surplus = self.devices.len().saturating_sub(MOST_DEVICES);
        for oldest in self.devices.drain(..n_surplus) {
            transaction.batch.remove(owner_key(&oldest.endpoint));
        }
    }

    /// Removes the devices whose session is not among these.
    fn end_other_sessions(&mut self, open: &[TokenDigest], transaction: &mut Transaction<'_>) {
        let is_over = |device: &mut Device| {
            let session = device.session.as_ref();
            session.is_some_and(|session| !open.contains(session))
        };
        for device in self.devices.extract_if(.., is_over) {
            transaction.batch.remove(owner_key(&device.endpoint));
        }
    }

    /// Records that a turn is announced. Returns whether it was not before.
    fn announce(&mut self, nonce: &str) -> bool {
        if self.announced.iter().any(|known| known == nonce) {
            return false;
        }
        let n_surplus = (self.announced.len() + 1).saturating_sub(MOST_ANNOUNCED);
        self.announced.drain(..n_surplus);
        self.announced.push(nonce.to_owned());
        true
    }

    /// Stores the devices of a person. Without any, nothing is stored.
    fn put(&self, id: PersonId, transaction: &mut Transaction<'_>) {
        if self.devices.is_empty() {
            transaction.batch.remove(devices_key(id));
        } else {
            transaction.batch.put(devices_key(id), json(self));
        }
    }
}

impl Playground {
    /// Tells whether a person may have a device: the first device requests the key of pushes.
    pub(super) fn may_push(&self) -> Result<bool, StoreFailure> {
        Ok(self.push_key.initialized() || self.writer.get(PUSH_KEY.as_bytes())?.is_some())
    }

    /// Returns the key of pushes. The first process that needs it makes it, for all processes and all later starts.
    pub(super) async fn push_key(&self) -> Result<Arc<VapidKey>, StoreFailure> {
        let key = self.push_key.get_or_try_init(async || {
            let stored = self.change([LockKey::Devices], |transaction| {
                if let Some(known) = transaction.read::<VapidKey>(PUSH_KEY)? {
                    return Ok(known);
                }
                let new = VapidKey::generate().map_err(|_| {
                    StoreFailure::Later("the system has no random numbers".to_owned())
                })?;
                transaction.batch.put(PUSH_KEY, json(&new.expose()));
                Ok::<_, StoreFailure>(new)
            });
            stored.await.map(Arc::new)
        });
        key.await.map(Arc::clone)
    }

    /// Adds a device of a person, and takes it from another person who had it before. False if the person is deleted.
    pub(super) async fn add_device(
        &self,
        id: PersonId,
        device: &Device,
    ) -> Result<bool, StoreFailure> {
        self.change([LockKey::Devices], |transaction| {
            if transaction.read::<Person>(&id.key())?.is_none() {
                return Ok(false);
            }
            let owner_key = owner_key(&device.endpoint);
            let owner = transaction.read_sound::<PersonId>(&owner_key)?;
            if let Some(other) = owner.filter(|owner| *owner != id) {
                remove_device(other, &device.endpoint, transaction)?;
            }
            let mut devices = read_devices(id, transaction)?;
            devices.add(device, transaction);
            devices.put(id, transaction);
            transaction.batch.put(owner_key, json(&id));
            Ok(true)
        })
        .await
    }

    /// Removes a device, if it announces the turns of this person.
    pub(super) async fn remove_device(
        &self,
        id: PersonId,
        endpoint: &Endpoint,
    ) -> Result<(), StoreFailure> {
        self.change([LockKey::Devices], |transaction| {
            let owner_key = owner_key(endpoint);
            if transaction.read_sound::<PersonId>(&owner_key)? == Some(id) {
                remove_device(id, endpoint, transaction)?;
                transaction.batch.remove(owner_key);
            }
            Ok(())
        })
        .await
    }

    /// Removes all devices of a person, with their other data.
    pub(super) fn remove_devices(
        &self,
        id: PersonId,
        transaction: &mut Transaction<'_>,
    ) -> Result<(), StoreFailure> {
        for device in read_devices(id, transaction)?.devices {
            transaction.batch.remove(owner_key(&device.endpoint));
        }
        transaction.batch.remove(devices_key(id));
        Ok(())
    }

    /// Returns the devices of a person without their secrets.
    pub(super) fn listed_devices(&self, id: PersonId) -> Result<Value, StoreFailure> {
        let devices = self.writer.read_sound::<Devices>(&devices_key(id))?;
        let devices = devices.unwrap_or_default().devices.into_iter();
        let listed = devices.map(
            |device| value!({ "push_service": device.endpoint.service(), "since": device.since }),
        );
        Ok(listed.collect())
    }

    /// Announces a turn on the devices of a person. It first records that, so a crash can lose an announcement but never repeats
    /// one: a push is no promise.
    pub(super) async fn announce_turn(&self, turn: &TurnPush) -> Result<(), StoreFailure> {
        if self.pusher.services.is_empty() {
            return Ok(());
        }
        for account in &turn.accounts {
            let Some(id) = self.person_of(account)? else {
                continue;
            };
            for device in self.devices_to_tell(id, turn).await? {
                self.push(id, device, turn).await?;
            }
        }
        Ok(())
    }

    /// Returns the devices of a person that have not announced a turn yet, and records that they do.
    pub(super) async fn devices_to_tell(
        &self,
        id: PersonId,
        turn: &TurnPush,
    ) -> Result<Vec<Device>, StoreFailure> {
        // Most people have none, and need no change.
        if self.writer.get(devices_key(id).as_bytes())?.is_none() {
            return Ok(Vec::new());
        }
        self.change([LockKey::Devices], |transaction| {
            let mut devices = read_devices(id, transaction)?;
            if !devices.announce(&turn.nonce.0) {
                return Ok(Vec::new());
            }
            devices.end_other_sessions(&turn.sessions, transaction);
            devices.put(id, transaction);
            Ok(devices.devices)
        })
        .await
    }

    /// Pushes a turn to a device in the background. If the device wants no more pushes, removes it.
    async fn push(
        &self,
        id: PersonId,
        device: Device,
        turn: &TurnPush,
    ) -> Result<(), StoreFailure> {
        let Some(place) = self.pusher.place(id) else {
            warn!("too many pushes wait for their services; dropping one");
            return Ok(());
        };
        let key = self.push_key().await?;
        let push = Push {
            endpoint: device.endpoint,
            keys: device.keys,
            message: message_of(turn),
            topic: turn.id.to_string(),
        };
        let (pusher, own) = (Arc::clone(&self.pusher), self.own.clone());
        tokio::spawn(async move {
            let _place = place;
            let Err(failure) = pusher.send(&push, &key).await else {
                return;
            };
            if let Failure::Refused(PushError::Gone) = failure {
                debug!("a browser has ended its subscription; removing the device");
                let Some(playground) = own.upgrade() else {
                    return;
                };
                if let Err(failure) = playground.remove_device(id, &push.endpoint).await {
                    error!(%failure, "cannot remove a device that wants no more pushes");
                }
            } else {
                warn!(service = push.endpoint.service(), %failure, "cannot push a turn to a browser; dropping the push");
            }
        });
        Ok(())
    }
}

/// Writes the message of a push, as `worker.js` reads it.
fn message_of(turn: &TurnPush) -> Vec<u8> {
    let message = value!({ "id": turn.id.to_string(), "text": clip(&turn.text, LONGEST_TEXT) });
    let message = message.to_string().into_bytes();
    debug_assert!(message.len() <= Pusher::LONGEST, "a text is short");
    message
}

/// Reads the devices of a person; damaged ones are lost.
fn read_devices(id: PersonId, transaction: &mut Transaction<'_>) -> Result<Devices, StoreFailure> {
    Ok(transaction
        .read_sound(&devices_key(id))?
        .unwrap_or_default())
}

/// Removes a device from those of a person.
fn remove_device(
    id: PersonId,
    endpoint: &Endpoint,
    transaction: &mut Transaction<'_>,
) -> Result<(), StoreFailure> {
    let mut devices = read_devices(id, transaction)?;
    devices.devices.retain(|known| known.endpoint != *endpoint);
    devices.put(id, transaction);
    Ok(())
}

fn devices_key(id: PersonId) -> String {
    format!("play/devices/{:08}", id.0)
}

/// Returns the key of the owner of a device.
fn owner_key(endpoint: &Endpoint) -> String {
    format!("play/device/{}", endpoint.digest())
}
