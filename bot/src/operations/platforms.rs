//! The platforms that are switched on, and their tasks.

use std::{future::Future, io::Write, pin::Pin, sync::Arc};

use anyhow::Context;
use tokio::{net::TcpListener, sync::watch, task::JoinSet};
use tracing::{error, warn};

#[cfg(feature = "matrix")]
use super::on_matrix::OnMatrix;
use super::{serve_error::ServeError, stopping::stopped};
use api::{Chat, Listener, Platform, Roles};
use discord::Discord;
use page::{Access, Playground, Providers};
use runtime::Core;

/// The platforms that are switched on.
pub(super) struct Platforms {
    pub(super) page: Option<(Arc<Playground>, Access, TcpListener)>,
    /// The platforms that sign people in on the page.
    pub(super) providers: Providers,
    pub(super) discord: Option<Arc<Discord>>,
    #[cfg(feature = "matrix")]
    pub(super) matrix: Option<OnMatrix>,
}

/// A task for each platform, which returns the result of serving on it.
type Serving = JoinSet<(Platform, Result<(), ServeError>)>;

impl Platforms {
    pub(super) fn chats(&self) -> Vec<Arc<dyn Chat>> {
        let page = self
            .page
            .iter()
            .map(|(page, ..)| Arc::clone(page) as Arc<dyn Chat>);
        let discord = self
            .discord
            .iter()
            .map(|discord| Arc::clone(discord) as Arc<dyn Chat>);
        let chats = page.chain(discord);
        #[cfg(feature = "matrix")]
        let chats = chats.chain(self.matrix.iter().map(OnMatrix::chat));
        chats.collect()
    }

    /// Serves on all platforms until `shutdown`. Disables a platform that refuses the bot for good, while others are left. Ends
    /// early when none is left, when one fails in another way, or with the name of the task from `broken`.
    pub(super) async fn serve(
        self,
        core: &Arc<Core>,
        roles: Arc<dyn Roles>,
        mut shutdown: Pin<&mut (impl Future<Output = ()> + Send)>,
        broken: impl Future<Output = &'static str>,
    ) -> Result<(), ServeError> {
        let stop = watch::Sender::new(false);
        let mut serving = self.start(core, &roles, &stop)?;
        tokio::pin!(broken);
        let mut all = Ok(());
        loop {
            let is_stopping = *stop.borrow();
            tokio::select! {
                () = &mut shutdown, if !is_stopping => {
                    stop.send_replace(true);
                }
                task = &mut broken, if !is_stopping => {
                    all = Err(ServeError::Broken(task));
                    stop.send_replace(true);
                }
                ended = serving.join_next() => match ended {
                    None => return all,
                    // Only other settings help here. A restart may fix any other failure.
                    Some(Ok((platform, Err(error @ ServeError::Input(_)))))
                        if !is_stopping && !serving.is_empty() =>
                    {
                        disable(core, &roles, platform, &error).await;
                    }
                    Some(ended) => {
                        stop.send_replace(true);
                        let served = match ended {
                            Ok((_, served)) => served,
                            // Its panic was logged by the hook.
                            Err(_) => Err(ServeError::Broken("platform")),
                        };
                        all = all.and(served);
                    }
                },
            }
        }
    }

    /// Starts a task for each platform, which ends soon after `stop` signals the stop.
    fn start(
        self,
        core: &Arc<Core>,
        roles: &Arc<dyn Roles>,
        stop: &watch::Sender<bool>,
    ) -> Result<Serving, ServeError> {
        let mut serving = JoinSet::new();
        if let Some((page, access, socket)) = self.page {
            let address = socket
                .local_addr()
                .context("the system does not tell where the page listens")?;
            let (core, stopped) = (Arc::clone(core), stopped(stop.subscribe()));
            let providers = self.providers;
            announce(&match &access {
                Access::Local => format!("Playground: http://{address}/\n"),
                Access::Public(public) => format!("Page: {}/ from http://{address}/\n", public.url),
            });
            serving.spawn(async move {
                let served = page::serve(page, access, core, providers, socket, stopped).await;
                let served = served.context("the page stopped");
                (Platform::Playground, served.map_err(ServeError::from))
            });
        }
        if let Some(discord) = self.discord {
            let (listener, stopped) = (listener(core), stopped(stop.subscribe()));
            let connected = |name: &str| announce(&format!("Discord: {name} is connected\n"));
            let roles = Arc::clone(roles);
            serving.spawn(async move {
                let served = discord::serve(discord, roles, listener, connected, stopped).await;
                (Platform::Discord, served.map_err(ServeError::from))
            });
        }
        #[cfg(feature = "matrix")]
        if let Some(matrix) = self.matrix {
            let (core, stop) = (Arc::clone(core), stop.subscribe());
            let connected = |name: &str| announce(&format!("Matrix: {name} is connected\n"));
            serving.spawn(async move {
                let served = matrix.serve(core, connected, stop).await;
                (Platform::Matrix, served.map_err(ServeError::from))
            });
        }
        Ok(serving)
    }
}

fn listener(core: &Arc<Core>) -> Arc<dyn Listener> {
    Arc::clone(core) as Arc<dyn Listener>
}

/// Prints on standard output that the bot is ready for people. A failure is ignored, because no one reads there.
pub(super) fn announce(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// Disables a platform until the next start, and lets other processes serve it.
pub(super) async fn disable(
    core: &Core,
    roles: &Arc<dyn Roles>,
    platform: Platform,
    reason: &ServeError,
) {
    error!(%platform, %reason, "disabled a platform until restart; the others continue");
    core.disable(platform, reason.to_string());
    if let Some(role) = platform.role()
        && let Err(error) = roles.give_up(role).await
    {
        warn!(%platform, %error, "cannot hand a platform over to other processes yet");
    }
}
