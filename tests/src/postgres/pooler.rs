//! PgBouncer in front of a cluster, as `postgres.sh` runs it.

use tempfile::TempDir;

use super::{Postgres, held::HeldScript};
use crate::port::ReservedPort;

/// The time for which a client owns a session of the cluster.
#[derive(Clone, Copy, Debug)]
pub enum PoolMode {
    /// The whole connection.
    Session,
    /// A transaction.
    Transaction,
    /// A statement.
    Statement,
}

/// PgBouncer. It is stopped when this is dropped, or when this process ends in any way.
pub struct Pooler {
    /// The script whose end stops PgBouncer. It is dropped before its folder is removed.
    _held: HeldScript,
    _folder: TempDir,
    port: ReservedPort,
}

impl Pooler {
    /// Starts PgBouncer in front of a cluster.
    ///
    /// # Panics
    ///
    /// Panics if PgBouncer is not installed or does not start.
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

    /// Returns the address of PgBouncer.
    pub fn address(&self) -> String {
        self.port.address()
    }
}
