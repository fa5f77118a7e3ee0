//! Reading entries, with one statement each.

use std::pin::pin;

use deadpool_postgres::ClientWrapper;
use futures_util::TryStreamExt;
use tokio_postgres::{Row, types::ToSql};

use super::{
    failure::DatabaseFailure,
    line::{LIMIT, within},
};
use api::{Entry, Timestamp};

const ONE: &str = "select key, value from oddboard.entries where key = $1";
const SOME: &str = "select key, value from oddboard.entries where key = any($1::bytea[])";
const FROM: &str = "select key, value from oddboard.entries where key >= $1 order by key limit $2";
const BETWEEN: &str =
    "select key, value from oddboard.entries where key >= $1 and key < $2 order by key limit $3";
const NOW: &str = "select (extract(epoch from clock_timestamp()) * 1000)::bigint";

/// A request to read entries.
pub(super) enum Question<'a> {
    One(&'a [u8]),
    Some(Vec<&'a [u8]>),
    From(Vec<u8>, i64),
    Between(Vec<u8>, Vec<u8>, i64),
}

impl Question<'_> {
    /// Makes a request for the values of some keys.
    pub(super) fn of(keys: &[Vec<u8>]) -> Question<'_> {
        Question::Some(keys.iter().map(Vec::as_slice).collect())
    }

    /// Makes a request for a scan like [`api::Rows::scan`].
    pub(super) fn scan(prefix: &[u8], after: Option<&[u8]>, limit: usize) -> Question<'static> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let first = match after {
            // No key lies between a key and the same key with a zero byte appended.
            Some(after) if after >= prefix => [after, b"\0"].concat(),
            _ => prefix.to_vec(),
        };
        match beyond(prefix) {
            None => Question::From(first, limit),
            Some(end) => Question::Between(first, end, limit),
        }
    }

    /// Sends the request. The rows arrive one by one, each within the timeout, however many there are.
    pub(super) async fn ask(&self, client: &ClientWrapper) -> Result<Vec<Entry>, DatabaseFailure> {
        let (text, parameters): (_, Vec<&(dyn ToSql + Sync)>) = match self {
            Question::One(key) => (ONE, vec![key]),
            Question::Some(keys) => (SOME, vec![keys]),
            Question::From(first, limit) => (FROM, vec![first, limit]),
            Question::Between(first, end, limit) => (BETWEEN, vec![first, end, limit]),
        };
        let query = within(LIMIT, async {
            let statement = client.prepare_cached(text).await?;
            client.query_raw(&statement, parameters).await
        });
        let mut rows = pin!(query.await?);
        let mut entries = Vec::new();
        while let Some(row) = within(LIMIT, rows.try_next()).await? {
            entries.push(entry(&row)?);
        }
        Ok(entries)
    }
}

/// Returns the time by the clock of the database.
pub(super) async fn now(client: &ClientWrapper) -> Result<Timestamp, DatabaseFailure> {
    let statement = client.prepare_cached(NOW).await?;
    Ok(Timestamp(
        client.query_one(&statement, &[]).await?.try_get(0)?,
    ))
}

fn entry(row: &Row) -> Result<Entry, DatabaseFailure> {
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// Returns the smallest key that is greater than all keys with this prefix, if there is one.
fn beyond(prefix: &[u8]) -> Option<Vec<u8>> {
    let at = prefix.iter().rposition(|byte| *byte < u8::MAX)?;
    let mut end = prefix[..=at].to_vec();
    end[at] += 1;
    Some(end)
}
