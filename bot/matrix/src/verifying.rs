//! Verification by emoji.
//!
//! A person has to compare the bot's emojis where no attacker can change them. That place is its log, not a room. So the bot
//! verifies itself only with readers of its log, and never sends the emojis to a room. It confirms at once, because a
//! verification grants no rights here. It does not verify other sessions of its own account. They would get its identity
//! without the recovery key, which `oddboard recover` requires.

use std::sync::{Arc, Weak};

use futures_util::StreamExt;
use matrix_sdk::{
    encryption::verification::{
        SasState, SasVerification, VerificationRequest, VerificationRequestState,
    },
    ruma::{
        UserId,
        events::{
            key::verification::{VerificationMethod, request::ToDeviceKeyVerificationRequestEvent},
            room::message::{MessageType, OriginalSyncRoomMessageEvent},
        },
    },
};
use tracing::{info, warn};

use super::{
    adapter::Matrix,
    failure::{Failure, failure},
    send_limiter::Urgency,
};

impl Matrix {
    /// Answers verification requests from now on, each in a task of its own.
    pub(super) fn handle_verifications(self: &Arc<Matrix>) {
        let matrix = Arc::downgrade(self);
        self.client
            .add_event_handler(move |event: ToDeviceKeyVerificationRequestEvent| {
                answer(
                    &matrix,
                    &event.sender,
                    event.content.transaction_id.as_str(),
                );
                std::future::ready(())
            });
        let matrix = Arc::downgrade(self);
        self.client
            .add_event_handler(move |event: OriginalSyncRoomMessageEvent| {
                if let MessageType::VerificationRequest(_) = event.content.msgtype {
                    answer(&matrix, &event.sender, event.event_id.as_str());
                }
                std::future::ready(())
            });
    }

    /// Refuses to verify with a person. The refusal counts for the rate limit, so other messages go first. If there are too
    /// many requests at a time, some lapse.
    async fn refuse(&self, request: &VerificationRequest) -> Result<(), Failure> {
        let Ok(_permit) = self.refusing.try_acquire() else {
            return Ok(());
        };
        let turn = match request.room_id() {
            Some(room) => Some(self.send_limiter.turn(room.as_str(), Urgency::Later).await),
            None => None,
        };
        request.cancel().await.map_err(failure)?;
        if turn.is_some() {
            self.send_limiter.taken();
        }
        Ok(())
    }

    async fn verify(&self, by: &UserId, flow: &str) -> Result<(), Failure> {
        let encryption = self.client.encryption();
        let request = encryption.get_verification_request(by, flow).await;
        let Some(request) = request.filter(|request| !request.we_started()) else {
            return Ok(());
        };
        let mut verifiers = self.settings.verifiers.iter();
        if request.is_self_verification() || !verifiers.any(|known| known == by.as_str()) {
            info!(%by, "declined a verification: the person is not in [matrix] verifiers");
            return self.refuse(&request).await;
        }
        let methods = vec![VerificationMethod::SasV1];
        let accepted = request.accept_with_methods(methods).await;
        accepted.map_err(failure)?;
        let mut changes = request.changes();
        let mut state = Some(request.state());
        while let Some(now) = state {
            match now {
                VerificationRequestState::Transitioned { verification } => {
                    return match verification.sas() {
                        Some(sas) => self.compare(by, &request, &sas).await,
                        None => Ok(request.cancel().await.map_err(failure)?),
                    };
                }
                VerificationRequestState::Done | VerificationRequestState::Cancelled(_) => break,
                _ => state = changes.next().await,
            }
        }
        Ok(())
    }

    /// Writes the emojis to the log for comparison.
    async fn compare(
        &self,
        by: &UserId,
        request: &VerificationRequest,
        sas: &SasVerification,
    ) -> Result<(), Failure> {
        let mut changes = sas.changes();
        sas.accept().await.map_err(failure)?;
        let mut state = Some(sas.state());
        while let Some(now) = state {
            match now {
                SasState::KeysExchanged { emojis, decimals } => {
                    let shown = emojis.map(|emojis| {
                        let shown = emojis.emojis.iter();
                        let shown = shown.map(|emoji| [emoji.symbol, emoji.description].join(" "));
                        shown.collect::<Vec<_>>().join(", ")
                    });
                    let shown = shown.unwrap_or_default();
                    info!(%by, emojis = %shown, ?decimals, "compare these emojis with your client, and confirm there if they match");
                    self.say_where_to_look(request).await?;
                    sas.confirm().await.map_err(failure)?;
                }
                SasState::Done { .. } => {
                    info!(%by, "verification succeeded");
                    break;
                }
                SasState::Cancelled(why) => {
                    info!(%by, reason = why.reason(), "verification failed");
                    break;
                }
                _ => {}
            }
            state = changes.next().await;
        }
        Ok(())
    }

    /// Tells the person where to find the emojis.
    async fn say_where_to_look(&self, request: &VerificationRequest) -> Result<(), Failure> {
        let room = request.room_id();
        let Some(room) = room.and_then(|room| self.client.get_room(room)) else {
            return Ok(());
        };
        let language = self.language_of(request.other_user_id());
        let text = language.localize(&text::matrix_verify());
        let name = ["verify-", request.flow_id()].concat();
        self.send(&room, &name, self.notice(&text)).await.map(drop)
    }

    /// Withdraws the verification of a person after a change of their identity. Otherwise no member of their rooms would get
    /// keys.
    pub(super) async fn mend_verifications(&self) {
        for account in &self.settings.verifiers {
            let Ok(user) = UserId::parse(account) else {
                continue;
            };
            let identity = self.client.encryption().get_user_identity(&user).await;
            let Some(identity) = identity.ok().flatten() else {
                continue;
            };
            if identity.has_verification_violation() {
                warn!(%user, "the identity of a verified person has changed; withdrawing the verification");
                if let Err(error) = identity.withdraw_verification().await {
                    warn!(%error, "cannot withdraw the verification of a person");
                }
            }
        }
    }
}

/// Answers one request in a task of its own.
fn answer(matrix: &Weak<Matrix>, by: &UserId, flow: &str) {
    let Some(matrix) = matrix.upgrade() else {
        return;
    };
    let (by, flow) = (by.to_owned(), flow.to_owned());
    tokio::spawn(async move {
        if let Err(failure) = matrix.verify(&by, &flow).await {
            warn!(?failure, %by, "a verification was cancelled");
        }
    });
}
