//! PgBouncer in front of a cluster, as `postgres.sh` runs it.

use tempfile::TempDir;

use super::{Postgres, held::HeldScript};
use crate::port::ReservedPort;

/// For how long a client has a session of the cluster for itself.
#[derive(Clone, Copy, Debug)]
pub enum PoolMode {
    /// As long as it is connected.
    Session,
    /// For a transaction.
    Transaction,
    /// For a statement.
    Statement,
}

/// PgBouncer. It is stopped when this is dropped, or when this process ends in whatever way.
pub struct Pooler {
    /// Its end is the end of PgBouncer. It comes before its folder is removed.
    _held: HeldScript,
    _folder: TempDir,
    port: ReservedPort,
}

impl Pooler {
    /// Starts one in front of a cluster.
    ///
    /// # Panics
    ///
    /// PgBouncer is not installed or does not start.
    pub fn start(postgres: &Postgres, mode: PoolMode) -> Pooler {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = ReservedPort::new();
        let mode = match mode {
            PoolMode::Session => "session",
            PoolMode::Transaction => "transaction",
            PoolMode::Statement => "statement",
        };
        let [port_text, behind] = [&port, &postgres.port].map(|port| port.number().to_string());
        let held = HeldScript::start("pool", folder.path(), &[&port_text, mode, &behind]);
        Pooler {
            _held: held,
            _folder: folder,
            port,
        }
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        self.port.address()
    }
}
