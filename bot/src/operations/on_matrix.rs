//! Serving on Matrix, where one process at a time is: the one that has the role for it. Another takes over when that one has
//! ended, or is taken for dead.

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

/// How often it is looked whether nobody is there, whether this process still is, and what others have left to it.
const LOOK: Duration = Duration::from_millis(200);

/// How long a homeserver that cannot be reached is left alone.
const PAUSE: Duration = Duration::from_secs(2);

/// Matrix, as this process is there or not.
pub(super) struct OnMatrix {
    settings: MatrixSettings,
    writer: Writer,
    roles: Arc<dyn Roles>,
    role: &'static str,
    /// What speaks there while this process is, from the start.
    entered: Option<Arc<Matrix>>,
}

impl OnMatrix {
    /// Takes the role and logs in, unless another process is there.
    ///
    /// # Errors
    ///
    /// There is no session and none can be had.
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

    /// What speaks there now.
    pub(super) fn chat(&self) -> Arc<dyn Chat> {
        match &self.entered {
            Some(matrix) => Arc::clone(matrix) as Arc<dyn Chat>,
            None => Standby::new(self.writer.clone(), self.settings.threads),
        }
    }

    /// Takes the role and logs in; nothing if another process has it.
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

    /// The same as soon as nobody else is there, and the homeserver can be reached.
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

    /// Serves until `stop` says so. `connected` is called with the account each time that this process is there.
    ///
    /// # Errors
    ///
    /// There is no session and none can be had, or the homeserver does not know it any more.
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
            // At the end what is still to be said is said by this process.
            if let Some(served) = served {
                return served;
            }
            info!("handed Matrix over to another process");
            core.speak_by(self.chat());
        }
    }

    /// Says again and again what others have left to who is there.
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

/// Goes on with something that `stop` ends while it is sure that this process has its role; nothing if it has not any more. Who
/// wakes up from a pause does nothing before that is known.
async fn during<T>(
    tenure: &Tenure,
    stop: &watch::Receiver<bool>,
    work: impl Future<Output = T>,
) -> Option<T> {
    let (mut work, mut looks) = (pin!(work), looks());
    poll_fn(|context| {
        // It has to be looked again, whatever the work waits for.
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
