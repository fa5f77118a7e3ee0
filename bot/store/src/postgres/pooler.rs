//! Checking that a pooler in between, such as PgBouncer, keeps session settings.
//!
//! The bot prepares statements, sets the isolation and timeout of its transactions, and takes a lock, each for a session. A
//! pooler that pools by transaction or by statement runs each transaction in any free session. There, statements are missing
//! and transactions are less isolated, so the database could make changes after their conditions have failed.

use data_encoding::HEXLOWER;
use deadpool_postgres::ClientWrapper;
use tokio_postgres::SimpleQueryMessage;

use super::{dialer::Dialer, failure::DatabaseFailure, line::ConnectionPurpose, new_id};

const FIND: &str = "select current_setting('oddboard.session', true)";

/// Fails unless session settings are kept and belong to that session alone.
pub(super) async fn check(client: &ClientWrapper, dialer: &Dialer) -> Result<(), DatabaseFailure> {
    let mark = new_id().map_err(|error| DatabaseFailure::Away(error.to_string()))?;
    let mark = HEXLOWER.encode(&mark);
    let set = format!("select set_config('oddboard.session', '{mark}', false)");
    match client
        .batch_execute(&set)
        .await
        .map_err(DatabaseFailure::from)
    {
        // Commits that are not isolated are refused elsewhere, too.
        Err(failure) if failure.is_unsupported() => return Ok(()),
        set => set?,
    }
    // A pooler gives the last used session to the other connection, or rotates sessions.
    let other = dialer.connect(ConnectionPurpose::Schema).await?;
    let found = [
        find(&other).await?,
        find(client).await?,
        find(client).await?,
    ];
    let is_own = |found: &Option<String>| found.as_deref() == Some(&*mark);
    match found.each_ref().map(is_own) {
        [false, true, true] => Ok(()),
        _ => Err(DatabaseFailure::Pooled),
    }
}

/// Returns the setting in the session of a connection, without preparing a statement.
async fn find(client: &ClientWrapper) -> Result<Option<String>, DatabaseFailure> {
    let messages = client.simple_query(FIND).await?;
    let row = messages.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    let value = row.map(|row| row.try_get(0)).transpose()?;
    Ok(value.flatten().map(str::to_owned))
}
