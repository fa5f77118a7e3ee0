//! A snapshot of a database.

use std::sync::Arc;

use deadpool_postgres::ClientWrapper;

use super::{
    dialer::Dialer,
    failure::DatabaseFailure,
    line::{ConnectionPurpose, DatabaseLines, LIMIT, within},
    reading::Question,
    schema,
};
use api::{Entry, Rows, StoreError};

/// A snapshot: one transaction on a connection of its own.
pub(super) struct Snapshot {
    client: ClientWrapper,
    lines: Arc<DatabaseLines>,
    name: String,
}

impl Snapshot {
    /// Takes a snapshot of this moment. The tables must exist.
    pub(super) fn take(
        lines: &Arc<DatabaseLines>,
        dialer: &Dialer,
        name: &str,
    ) -> Result<Snapshot, DatabaseFailure> {
        let client = lines.wait(async {
            let client = dialer.connect(ConnectionPurpose::Snapshot).await?;
            // The first statement takes the snapshot.
            within(LIMIT, schema::check(&client)).await?;
            Ok::<_, DatabaseFailure>(client)
        })?;
        Ok(Snapshot {
            client,
            lines: Arc::clone(lines),
            name: name.to_owned(),
        })
    }

    fn ask(&self, question: &Question<'_>) -> Result<Vec<Entry>, StoreError> {
        let answer = self.lines.wait(question.ask(&self.client));
        answer.map_err(|error| error.at(&self.name))
    }
}

impl Rows for Snapshot {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let found = self.ask(&Question::One(key))?;
        Ok(found.into_iter().next().map(|(_, value)| value))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.ask(&Question::scan(prefix, after, limit))
    }
}
