//! The options that name the configuration.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{CliFailure, input::read_text, logs};
use crate::{
    config::{Config, ConfigError, Key, RawConfig},
    operations::missing,
};
use api::{Rows, Store, StoreError};
use kit::files;

/// The default configuration file, if it exists.
const USUAL_FILE: &str = "config.toml";

/// The option that names the configuration.
#[derive(clap::Args)]
pub(super) struct ConfigArgs {
    /// Configuration file [default: config.toml in this folder, if it exists]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl ConfigArgs {
    /// Returns the file to read, if there is one.
    pub(super) fn file(&self) -> Option<&Path> {
        let usual = Path::new(USUAL_FILE);
        self.config
            .as_deref()
            .or_else(|| fs::symlink_metadata(usual).is_ok().then_some(usual))
    }

    /// Reads the settings of file and environment.
    pub(super) fn read(&self) -> Result<RawConfig, CliFailure> {
        let mut raw = RawConfig::default();
        if let Some(file) = self.file() {
            raw.read_file(&file.display().to_string(), &read_text(file)?);
        }
        raw.read_environment(std::env::vars_os());
        Ok(raw)
    }
}

/// The options that name configuration and data.
#[derive(clap::Args)]
pub(super) struct DataArgs {
    #[command(flatten)]
    config: ConfigArgs,
    /// Data folder; wins over [store] path
    #[arg(long, value_name = "DIR")]
    data: Option<String>,
}

impl DataArgs {
    /// Reads the settings of file, environment and options.
    pub(super) fn read(&self) -> Result<RawConfig, CliFailure> {
        let mut raw = self.config.read()?;
        if let Some(folder) = &self.data {
            raw.read_option("--data", Key::STORE_PATH, folder);
        }
        Ok(raw)
    }

    /// Returns the data folder, which need not exist; none if a database keeps the data.
    pub(super) fn folder(&self) -> Result<Option<PathBuf>, CliFailure> {
        let store = Config::try_from(self.read()?)?.store;
        Ok(store.database.is_none().then_some(store.path))
    }

    /// Opens the configured store.
    pub(super) fn open(&self) -> Result<Box<dyn Store>, CliFailure> {
        let config = self.start()?;
        if let Some(database) = &config.store.database {
            return opened(store::open_database(&database.settings()?));
        }
        opened(store::open(config.store.engine, &config.store.path))
    }

    /// Opens the content of the store, without writing to it if possible.
    pub(super) fn open_to_read(&self) -> Result<Box<dyn Rows>, CliFailure> {
        open_to_read(&self.start()?)
    }

    /// Returns the configuration, and starts the log.
    fn start(&self) -> Result<Config, CliFailure> {
        let config = Config::try_from(self.read()?)?;
        if let Some(problem) = missing(&config) {
            return Err(CliFailure::Input(problem.to_owned()));
        }
        logs::start(config.log);
        Ok(config)
    }

    /// Returns the configuration. Its data folder must exist, unless a database keeps the data.
    pub(super) fn of_existing_data(&self) -> Result<Config, CliFailure> {
        let config = Config::try_from(self.read()?)?;
        if config.store.database.is_none() {
            check_is_there(&config.store.path).map_err(CliFailure::Input)?;
        }
        Ok(config)
    }
}

/// Opens the content of the configured store, without writing to it if possible.
pub(super) fn open_to_read(config: &Config) -> Result<Box<dyn Rows>, CliFailure> {
    if let Some(database) = &config.store.database {
        return opened(store::open_database_to_read(&database.settings()?));
    }
    opened(store::open_to_read(config.store.engine, &config.store.path))
}

fn opened<T>(opened: Result<T, StoreError>) -> Result<T, CliFailure> {
    opened.map_err(|error| match error {
        StoreError::Database { .. } => CliFailure::input(error),
        error => CliFailure::no(error),
    })
}

/// Checks that a data folder exists, so that a read does not create it.
pub(super) fn check_is_there(folder: &Path) -> Result<(), String> {
    if folder.is_dir() {
        return Ok(());
    }
    let problem = match files::check_folder(folder) {
        Ok(()) => "there is no such data folder; name the one to read with --data".to_owned(),
        Err(error) => error.to_string(),
    };
    Err(format!("{}: {problem}", folder.display()))
}

impl From<ConfigError> for CliFailure {
    fn from(error: ConfigError) -> CliFailure {
        CliFailure::input(error)
    }
}
