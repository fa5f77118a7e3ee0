//! Serves Matrix in one process at a time: the one with the role for it. Another process takes over when that one has ended, or
//! is declared dead.

use std::{future::poll_fn, pin::pin, sync::Arc, task::Poll, time::Duration};

use futures_util::FutureExt;
use tokio::{
    sync::watch,
    time::{Interval, MissedTickBehavior, interval, sleep},
};
use tracing::{info, warn};

use super::stopping::stopped;
use api::{Chat, Listener, Platform, Roles, Tenure};
use matrix::{Matrix, MatrixSettings, SessionError, Standby};
use runtime::{Core, tell_unstored};
use store::writer::Writer;

/// The interval at which a process checks whether the role is free, whether it still has it, and which deliveries others have
/// left to it.
const LOOK: Duration = Duration::from_millis(200);

/// The pause before an unreachable homeserver is tried again.
const PAUSE: Duration = Duration::from_secs(2);

/// Matrix in this process, with the session or without.
pub(super) struct OnMatrix {
    settings: MatrixSettings,
    writer: Writer,
    roles: Arc<dyn Roles>,
    role: &'static str,
    /// The platform of this process, if it has the session from the start.
    entered: Option<Arc<Matrix>>,
}

impl OnMatrix {
    /// Takes the role and logs in, unless another process has it.
    ///
    /// # Errors
    ///
    /// The session does not exist and cannot be opened.
    pub(super) async fn begin(
        settings: MatrixSettings,
        writer: Writer,
        roles: Arc<dyn Roles>,
    ) -> Result<OnMatrix, SessionError> {
        let mut on_matrix = OnMatrix {
            settings,
            writer,
            roles,
            role: Platform::Matrix.role().unwrap_or_default(),
            entered: None,
        };
        on_matrix.entered = on_matrix.enter().await?;
        Ok(on_matrix)
    }

    /// Returns the chat of this process: Matrix or its standby.
    pub(super) fn chat(&self) -> Arc<dyn Chat> {
        match &self.entered {
            Some(matrix) => Arc::clone(matrix) as Arc<dyn Chat>,
            None => Standby::new(self.writer.clone(), self.settings.threads),
        }
    }

    /// Takes the role and logs in; returns none if another process has it.
    async fn enter(&self) -> Result<Option<Arc<Matrix>>, SessionError> {
        let tenure = Tenure::begin(&self.roles);
        match self.roles.take(self.role).await {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => {
                tell_unstored(&error, "cannot read which process serves Matrix");
                return Ok(None);
            }
        }
        let (settings, writer) = (self.settings.clone(), self.writer.clone());
        Matrix::open(settings, writer, tenure).await.map(Some)
    }

    /// Does the same as soon as no other process has the role, and the homeserver can be reached.
    async fn enter_in_the_end(&self) -> Result<Arc<Matrix>, SessionError> {
        loop {
            let pause = match self.enter().await {
                Ok(Some(matrix)) => return Ok(matrix),
                Ok(None) => LOOK,
                Err(error) if error.is_lasting() => return Err(error),
                Err(error) => {
                    warn!(%error, "cannot log in to Matrix yet; retrying");
                    PAUSE
                }
            };
            sleep(pause).await;
        }
    }

    /// Serves until `stop` signals the stop. Calls `connected` with the account each time that this process takes over.
    ///
    /// # Errors
    ///
    /// The session does not exist and cannot be opened, or the homeserver no longer knows it.
    pub(super) async fn serve(
        mut self,
        core: Arc<Core>,
        connected: impl Fn(&str) + Send + Sync + Clone + 'static,
        stop: watch::Receiver<bool>,
    ) -> Result<(), SessionError> {
        loop {
            let matrix = match self.entered.take() {
                Some(matrix) => matrix,
                None => tokio::select! {
                    entered = self.enter_in_the_end() => entered?,
                    () = stopped(stop.clone()) => return Ok(()),
                },
            };
            core.speak_for(self.role, Arc::clone(&matrix) as Arc<dyn Chat>)
                .await;
            let tenure = matrix.tenure();
            let listener = Arc::clone(&core) as Arc<dyn Listener>;
            let connected = connected.clone();
            let serving = matrix::serve(matrix, listener, connected, stopped(stop.clone())).boxed();
            let served = tokio::select! {
                served = during(&tenure, &stop, serving) => served,
                never = self.run_errands(&core) => match never {},
            };
            // At the end this process makes the remaining deliveries.
            if let Some(served) = served {
                return served;
            }
            info!("handed Matrix over to another process");
            core.speak_by(self.chat());
        }
    }

    /// Repeatedly makes the deliveries that other processes have left to the role.
    async fn run_errands(&self, core: &Core) -> std::convert::Infallible {
        let mut looks = looks();
        loop {
            looks.tick().await;
            core.run_errands(self.role).await;
        }
    }
}

fn looks() -> Interval {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    looks
}

/// Polls the work only while this process surely has its role, or after `stop`; returns none if it has lost the role. After a
/// long pause it does nothing before that is known.
async fn during<T>(
    tenure: &Tenure,
    stop: &watch::Receiver<bool>,
    work: impl Future<Output = T>,
) -> Option<T> {
    let (mut work, mut looks) = (pin!(work), looks());
    poll_fn(|context| {
        // The next check has to be scheduled even while the work waits.
        while looks.poll_tick(context).is_ready() {}
        if tenure.is_over() {
            return Poll::Ready(None);
        }
        if tenure.is_sure() || *stop.borrow() {
            work.as_mut().poll(context).map(Some)
        } else {
            Poll::Pending
        }
    })
    .await
}
