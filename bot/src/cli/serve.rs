//! `oddboard serve`

use std::future::Future;

use tokio::signal;

use super::{CliFailure, logs, settings::DataArgs};
use crate::{
    config::{Config, Key},
    operations::{self, ServeError},
};

/// Start the bot: on Discord if there is a token, on Matrix if there is an account, else with its web page
///
/// A page with a public address is always served. Prints `Playground: http://ADDRESS/` or `Page: URL from http://ADDRESS/`,
/// `Discord: NAME is connected` or `Matrix: ACCOUNT is connected` when people can come.
/// Ctrl-C or the signal TERM ends it. No acknowledged move is lost.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard serve\n  \
    oddboard serve --listen 127.0.0.1:0 --data /var/lib/oddboard")]
pub(super) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The address that the web page listens on; overrides [web] listen; with port 0 the system chooses
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// Also serve the local page with Discord or Matrix
    #[arg(long)]
    playground: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let mut raw = args.data.read()?;
    if let Some(address) = &args.listen {
        raw.read_option("--listen", Key::WEB_LISTEN, address);
    }
    let config = Config::try_from(raw)?;
    logs::start(config.log);
    let runtime = tokio::runtime::Runtime::new().map_err(|error| failed(error.into()))?;
    runtime.block_on(async {
        let shutdown = stop_signal().map_err(|error| failed(error.into()))?;
        operations::serve(config, args.playground, shutdown)
            .await
            .map_err(|error| match error {
                ServeError::Input(message) => CliFailure::Input(message),
                ServeError::Failed(error) => failed(error),
                ServeError::Broken(_) => CliFailure::Broken(error.to_string()),
            })
    })
}

/// Formats the error and its causes, each once.
fn failed(error: anyhow::Error) -> CliFailure {
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    CliFailure::No(message)
}

/// Ends when the system or a person at the terminal asks the process to stop. Listens from now on, not from the first poll, so
/// that no signal is missed.
#[cfg(unix)]
pub(super) fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends when a person at the terminal asks the process to stop.
#[cfg(not(unix))]
pub(super) fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        if signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
