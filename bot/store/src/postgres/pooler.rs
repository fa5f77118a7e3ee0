//! Finding out whether a pooler between, such as PgBouncer, keeps what is set for a session.
//!
//! The bot prepares statements, sets how its transactions are isolated and how long they may take, and takes a lock, each for a
//! session. A pooler that pools by transaction or by statement has each transaction made by whichever session is free: statements are
//! missing there, and transactions less isolated, so that changes could be made that depend on what is no longer so.

use data_encoding::HEXLOWER;
use deadpool_postgres::ClientWrapper;
use tokio_postgres::SimpleQueryMessage;

use super::{dialer::Dialer, failure::DatabaseFailure, line::ConnectionPurpose, new_id};

const FIND: &str = "select current_setting('oddboard.session', true)";

/// Fails unless what is set for a session stays there and is of that session alone.
pub(super) async fn check(client: &ClientWrapper, dialer: &Dialer) -> Result<(), DatabaseFailure> {
    let mark = new_id().map_err(|error| DatabaseFailure::Away(error.to_string()))?;
    let mark = HEXLOWER.encode(&mark);
    let set = format!("select set_config('oddboard.session', '{mark}', false)");
    match client
        .batch_execute(&set)
        .await
        .map_err(DatabaseFailure::from)
    {
        // Commits are refused where they are not isolated, too.
        Err(failure) if failure.is_unsupported() => return Ok(()),
        set => set?,
    }
    // A pooler gives the session to the other that was used last, or takes them in turn.
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

/// What is set in the session that a connection leads to now. Nothing is prepared for that.
async fn find(client: &ClientWrapper) -> Result<Option<String>, DatabaseFailure> {
    let told = client.simple_query(FIND).await?;
    let row = told.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    let value = row.map(|row| row.try_get(0)).transpose()?;
    Ok(value.flatten().map(str::to_owned))
}
