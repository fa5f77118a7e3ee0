//! Serves people on every platform that is switched on, until the stop.

#[cfg(test)]
mod tests;

use std::{
    future::{Future, pending},
    num::NonZeroUsize,
    pin::Pin,
    sync::{Arc, OnceLock, Weak},
    time::Duration,
};

use anyhow::Context;
use engine::Engine;
use tokio::{
    net::TcpListener,
    sync::watch,
    task::JoinSet,
    time::{Instant, MissedTickBehavior},
};
use tracing::warn;

#[cfg(unix)]
use super::admin;
#[cfg(feature = "matrix")]
use super::on_matrix::OnMatrix;
use super::{
    backups,
    monitor::{self, Monitor},
    platforms::{Platforms, announce},
    serve_error::ServeError,
    source::Source,
};
use crate::config::{Config, ConfigError, DiscordConfig};
#[cfg(feature = "matrix")]
use api::WidgetIdentity;
use api::{ActivityProvider, Alone, IdentityProvider, Roles, Store};
use discord::{Discord, DiscordActivity, DiscordIdentity, DiscordSettings};
use kit::files;
#[cfg(feature = "matrix")]
use matrix::OpenIdCheck;
use page::{Access, Playground, Providers, PushSettings};
use present::Studio;
use runtime::{
    BEAT, Core, Gallery, OsDice, PATIENCE, Parts, Processes, Snapshots, SystemClock, ThinkingParts,
    start,
};
use service::upgrade;
use store::{ReportingStore, writer::Writer};
#[cfg(feature = "matrix")]
use text::Language;

/// The message for a configuration with Matrix in a program without it.
#[cfg(not(feature = "matrix"))]
const NO_MATRIX: &str =
    "[matrix] is set, and this program was built without Matrix; build it with --features matrix";

/// Returns the reason that this program cannot serve the configuration.
pub(crate) fn missing(config: &Config) -> Option<&'static str> {
    #[cfg(not(feature = "matrix"))]
    if config.matrix.is_some() {
        return Some(NO_MATRIX);
    }
    let _ = config;
    None
}

/// The interval of clock ticks.
const TICK: Duration = Duration::from_secs(60);

/// The interval at which the time of matches in real time is stored. A restart gives that time back, and the time of a tick that it
/// interrupts.
const MARK: Duration = Duration::from_secs(1);

/// The time for which a stop waits for deliveries in progress.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The background tasks, which run for as long as this lives.
struct Chores {
    _stop: watch::Sender<()>,
    /// The bot, for the admin socket and the monitor.
    running: Arc<OnceLock<Weak<Core>>>,
    tasks: JoinSet<()>,
}

impl Chores {
    fn begin(
        config: &Config,
        store: &Arc<dyn Store>,
        writer: &Writer,
        roles: &Arc<dyn Roles>,
    ) -> Chores {
        let stop = watch::Sender::new(());
        let mut tasks = JoinSet::new();
        let running = Arc::new(OnceLock::new());
        let source = || Source::new(Arc::clone(store), writer.clone(), stop.subscribe());
        #[cfg(unix)]
        match admin::open(&config.store.path, source(), Arc::clone(&running)) {
            Ok(admin) => {
                tasks.spawn(admin);
            }
            Err(error) => {
                warn!(%error, "cannot open the admin socket; stop the bot before a backup");
            }
        }
        if let Some(schedule) = config.backup.clone() {
            let (roles, clock) = (Arc::clone(roles), Box::new(SystemClock));
            tasks.spawn(backups::keep(schedule, source(), roles, clock));
        }
        Chores {
            _stop: stop,
            running,
            tasks,
        }
    }

    /// Starts the monitoring endpoint.
    async fn monitor(
        &mut self,
        config: &Config,
        store: &Arc<dyn Store>,
        writer: &Writer,
        processes: Option<Arc<Processes>>,
    ) -> anyhow::Result<()> {
        let Some(listen) = config.admin else {
            return Ok(());
        };
        let (socket, address) = monitor::bind(listen).await?;
        let (store, running) = (Arc::clone(store), Arc::clone(&self.running));
        let monitor = Monitor::new(config, store, writer.clone(), processes, running)?;
        announce(&format!("Admin: http://{address}/\n"));
        self.tasks.spawn(monitor::serve(monitor, socket));
        Ok(())
    }

    /// Ends when one of these tasks has panicked.
    async fn broken(&mut self) {
        while let Some(ended) = self.tasks.join_next().await {
            if ended.is_err_and(|error| error.is_panic()) {
                return;
            }
        }
        pending().await
    }
}

/// Serves until `shutdown`, then finishes the work in progress. Serves the page if `page` is true, if it is public, or if no other
/// platform is switched on.
///
/// # Errors
///
/// Returns why it cannot serve.
pub async fn serve(
    config: Config,
    page: bool,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    if let Some(problem) = missing(&config) {
        return Err(ServeError::Input(problem.to_owned()));
    }
    tokio::pin!(shutdown);
    let access = config.web.access.clone();
    let socket = page_socket(&config, page).await?;
    let settings = config.discord.as_ref();
    let settings = settings.map(|discord| discord_settings(discord, access.public_url()));
    let settings = settings.transpose()?;
    let identity = config.discord.as_ref().map(identity).transpose()?.flatten();
    #[cfg(feature = "matrix")]
    let widget = sign_in_by_widget(&config)?;
    #[cfg(not(feature = "matrix"))]
    let widget = None;
    let store = open_store(&config)?;
    upgrade(&*store, |changes| store.commit(changes))?;
    let store: Arc<dyn Store> = Arc::new(ReportingStore::new(store));
    let writer = Writer::new(Arc::clone(&store));
    let processes = if store.is_shared() {
        Some(Processes::join(Arc::clone(&store), writer.clone(), BEAT)?)
    } else {
        None
    };
    let roles: Arc<dyn Roles> = match &processes {
        Some(processes) => Arc::clone(processes) as Arc<dyn Roles>,
        None => Arc::new(Alone),
    };
    let mut chores = Chores::begin(&config, &store, &writer, &roles);
    chores
        .monitor(&config, &store, &writer, processes.clone())
        .await?;
    #[cfg(feature = "matrix")]
    let (matrix, refused) = {
        let has_others = socket.is_some() || settings.is_some();
        tokio::select! {
            begun = begin_matrix(&config, &writer, &roles, has_others) => begun?,
            () = &mut shutdown => return Ok(()),
        }
    };
    let discord = settings.map(|settings| Discord::new(settings, writer.clone()));
    let providers = Providers {
        activity: activity(&config, discord.as_ref(), identity.as_ref()),
        discord: identity.map(|identity| identity as Arc<dyn IdentityProvider>),
        widget,
    };
    let studio = Studio::new(config.pictures.size, config.pictures.theme);
    let snapshots = Snapshots::new(writer.clone());
    let page = socket.map(|socket| {
        let gallery = Gallery::new(Arc::clone(&snapshots), studio.clone());
        let push = PushSettings {
            services: config.web.push_services.clone(),
            contact: access.public_url(),
        };
        (
            Playground::new(writer.clone(), gallery, push),
            access,
            socket,
        )
    });
    let platforms = Platforms {
        page,
        providers,
        discord,
        #[cfg(feature = "matrix")]
        matrix,
    };
    let core = start(Parts {
        writer,
        chats: platforms.chats(),
        clock: match &processes {
            Some(processes) => processes.clock(),
            None => Arc::new(SystemClock),
        },
        dice: Box::new(OsDice),
        thinking: thinking(config.thinking),
        studio,
        language: config.language,
        snapshots,
        limits: config.limits,
        processes: processes.clone(),
        patience: PATIENCE,
    })?;
    #[cfg(feature = "matrix")]
    if let Some(error) = refused {
        super::platforms::disable(&core, &roles, api::Platform::Matrix, &error).await;
    }
    let served = run(&core, &mut chores, platforms, roles, shutdown).await;
    core.stop_thinking();
    // The remaining deliveries are made after the next start.
    let _ = tokio::time::timeout(LAST_WORDS, core.finish()).await;
    if let Some(processes) = processes
        && let Err(error) = processes.quit()
    {
        warn!(%error, "cannot tell other processes that this process ended");
    }
    served
}

/// Binds the socket of the page, if this process serves the page.
async fn page_socket(config: &Config, page: bool) -> Result<Option<TcpListener>, ServeError> {
    let is_alone = config.discord.is_none() && config.matrix.is_none();
    if !page && !is_alone && config.web.access == Access::Local {
        return Ok(None);
    }
    let bound = page::bind(config.web.listen, &config.web.access).await;
    Ok(Some(bound.map_err(anyhow::Error::from)?))
}

/// Logs in to Matrix, if it is configured. If Matrix refuses the bot for good while there are other platforms, returns the
/// refusal in its place.
#[cfg(feature = "matrix")]
async fn begin_matrix(
    config: &Config,
    writer: &Writer,
    roles: &Arc<dyn Roles>,
    has_others: bool,
) -> Result<(Option<OnMatrix>, Option<ServeError>), ServeError> {
    let Some(matrix) = &config.matrix else {
        return Ok((None, None));
    };
    let settings = matrix_settings(matrix, config.web.access.public_url(), config.language);
    match OnMatrix::begin(settings, writer.clone(), Arc::clone(roles)).await {
        Ok(matrix) => Ok((Some(matrix), None)),
        Err(error) if error.is_lasting() && has_others => Ok((None, Some(error.into()))),
        Err(error) => Err(error.into()),
    }
}

/// Builds the Activity of Discord, if it is configured.
fn activity(
    config: &Config,
    discord: Option<&Arc<Discord>>,
    identity: Option<&Arc<DiscordIdentity>>,
) -> Option<Arc<dyn ActivityProvider>> {
    let (discord, identity) = discord.zip(identity)?;
    let has_activity = config.discord.as_ref()?.has_activity();
    has_activity.then(|| {
        let (discord, identity) = (Arc::clone(discord), Arc::clone(identity));
        Arc::new(DiscordActivity::new(discord, identity)) as Arc<dyn ActivityProvider>
    })
}

/// Runs the clock, the platforms and the background tasks until `shutdown`.
async fn run(
    core: &Arc<Core>,
    chores: &mut Chores,
    platforms: Platforms,
    roles: Arc<dyn Roles>,
    mut shutdown: Pin<&mut (impl Future<Output = ()> + Send)>,
) -> Result<(), ServeError> {
    let is_first = chores.running.set(Arc::downgrade(core)).is_ok();
    debug_assert!(is_first, "a bot starts once");
    // The first tick determines how long the bot was away, before the first request. The next start does work that is due after
    // a stop.
    tokio::select! {
        biased;
        () = &mut shutdown => return Ok(()),
        () = core.tick() => {}
    }
    let mut time = JoinSet::new();
    time.spawn(core.watch_task("clock", keep_time(Arc::clone(core))));
    let broken = async {
        tokio::select! {
            task = core.broken() => task,
            () = chores.broken() => "monitoring and backups",
        }
    };
    let served = platforms.serve(core, roles, shutdown, broken).await;
    time.shutdown().await;
    served
}

/// Opens the configured store.
fn open_store(config: &Config) -> Result<Box<dyn Store>, ServeError> {
    if let Some(database) = &config.store.database {
        let opened = store::open_database(&database.settings()?);
        files::make_private_folder(&config.store.path)
            .with_context(|| format!("{} cannot be made", config.store.path.display()))?;
        return Ok(opened?);
    }
    Ok(store::open(config.store.engine, &config.store.path)?)
}

/// Ticks the clock of the bot, and marks the time of matches in real time, until it is cancelled. A long tick delays no mark.
async fn keep_time(core: Arc<Core>) {
    let ticks = at_intervals(TICK, || core.tick());
    let marks = at_intervals(MARK, || core.mark_time());
    tokio::join!(ticks, marks);
}

/// Does something again and again, with this time from its end to its next beginning.
async fn at_intervals<F: Future<Output = ()>>(every: Duration, act: impl Fn() -> F) {
    let mut interval = tokio::time::interval_at(Instant::now() + every, every);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        act().await;
    }
}

fn discord_settings(
    config: &DiscordConfig,
    page_url: Option<String>,
) -> Result<DiscordSettings, ConfigError> {
    Ok(DiscordSettings {
        token: config.token()?,
        api: config.api.clone(),
        threads: config.threads,
        shards: config.shards,
        activity: config.has_activity(),
        page_url,
        identify_pause: discord::IDENTIFY_PAUSE,
    })
}

/// Builds the way to identify people by Discord, if they can sign in there.
fn identity(config: &DiscordConfig) -> Result<Option<Arc<DiscordIdentity>>, ServeError> {
    let Some(sign_in) = &config.sign_in else {
        return Ok(None);
    };
    let (token, secret) = (config.token()?, sign_in.client_secret()?);
    let identity = DiscordIdentity::new(&config.api, &token, &secret, &sign_in.page.to_string());
    let identity = identity.map_err(|error| ServeError::Input(error.to_string()))?;
    Ok(Some(Arc::new(identity)))
}

/// Builds the check of the readers of widgets, if the page is public, and Matrix and its widgets are switched on.
#[cfg(feature = "matrix")]
fn sign_in_by_widget(config: &Config) -> Result<Option<Arc<dyn WidgetIdentity>>, ServeError> {
    let url = config.web.access.public_url();
    let matrix = config.matrix.as_ref().filter(|matrix| matrix.widgets);
    let Some((matrix, url)) = matrix.zip(url) else {
        return Ok(None);
    };
    let settings = matrix_settings(matrix, Some(url), config.language);
    let check = OpenIdCheck::new(settings, matrix.widget_servers.clone());
    let check = check.map_err(anyhow::Error::from)?;
    Ok(Some(Arc::new(check)))
}

/// Builds the settings of Matrix.
#[cfg(feature = "matrix")]
pub(crate) fn matrix_settings(
    config: &crate::config::MatrixConfig,
    page_url: Option<String>,
    language: Language,
) -> matrix::MatrixSettings {
    matrix::MatrixSettings {
        homeserver: config.homeserver.clone(),
        user: config.user.clone(),
        credentials: matrix::Credentials {
            token: config.token_file.clone(),
            login_token: config.login_token_file.clone(),
            password: config.password_file.clone(),
        },
        store: config.store.clone(),
        keys_for_all: config.keys_for_all,
        verifiers: config.verifiers.clone(),
        inviters: config.inviters.clone(),
        name: config.name.clone(),
        avatar: config.avatar.clone(),
        commands: config.commands,
        prefix: config.prefix.clone(),
        threads: config.threads,
        widgets: config.widgets,
        page_url,
        language,
    }
}

/// The largest default number of search threads: each has memory of its own.
const MOST_THREADS: usize = 8;

/// Builds the parts of the engine, on this number of threads.
fn thinking(threads: Option<usize>) -> ThinkingParts {
    let n_processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let usual = n_processors.saturating_sub(1).clamp(1, MOST_THREADS);
    let threads = threads.unwrap_or(usual);
    ThinkingParts::of_engine(threads, Engine::USUAL_MEMORY, Box::new(OsDice))
}
