//! Committing a batch, as one statement.

use std::collections::BTreeMap;

use deadpool_postgres::ClientWrapper;

use super::failure::DatabaseFailure;
use api::Batch;

/// Makes all changes or none. Returns whether the writer was admitted, and a key whose condition does not hold.
///
/// Refuses a transaction that is not SERIALIZABLE, as behind a pooler that does not keep session settings. The conditions
/// of the changes would not be reliable there.
///
/// Every part of the statement sees the rows from before it. The order of the parts is undefined, so no key is both removed
/// and put. The row of the writer stays locked until the commit: see [`REPLACE_WRITER`].
const COMMIT: &str = "with \
    writer as (select id from oddboard.writers \
        where id = $1 and current_setting('transaction_isolation') = 'serializable' for share), \
    broken as (select wanted.key from unnest($2::bytea[], $3::bytea[]) as wanted (key, value) \
        where (select found.value from oddboard.entries found where found.key = wanted.key) is distinct from wanted.value), \
    removed as (delete from oddboard.entries where key = any($4::bytea[]) \
        and exists (select from writer) and not exists (select from broken)), \
    put as (insert into oddboard.entries (key, value) select new.key, new.value \
        from unnest($5::bytea[], $6::bytea[]) as new (key, value) \
        where exists (select from writer) and not exists (select from broken) \
        on conflict (key) do update set value = excluded.value) \
    select exists (select from writer), (select key from broken order by key limit 1), \
        current_setting('transaction_isolation') = 'serializable'";

/// Removes one writer and admits another.
///
/// After it, the store can continue safely, even if a commit has got no answer and is still in transit or running. A commit
/// locks its writer's row before it changes anything and until it ends, so removing the row waits for it. A later commit finds
/// no row and changes nothing. That needs no clock, no process id, and no rights beyond the tables. It holds whichever host of
/// the database receives the commit.
const REPLACE_WRITER: &str = "with gone as (delete from oddboard.writers where id = $1) \
    insert into oddboard.writers (id) values ($2)";

const REMOVE_WRITER: &str = "delete from oddboard.writers where id = $1";

/// The id of a store in the database until it is reopened.
pub(super) type WriterId = [u8; 16];

/// A batch as parameters of the statement.
pub(super) struct Changes<'a> {
    required: (Vec<&'a [u8]>, Vec<Option<&'a [u8]>>),
    removed: Vec<&'a [u8]>,
    put: (Vec<&'a [u8]>, Vec<&'a [u8]>),
}

impl<'a> Changes<'a> {
    pub(super) fn of(batch: &'a Batch) -> Changes<'a> {
        // Ordered by key: writers that lock in the same order do not deadlock.
        let last: BTreeMap<_, _> = batch
            .changes
            .iter()
            .map(|(key, value)| (key.as_slice(), value.as_deref()))
            .collect();
        let required = batch.conditions.iter();
        let removed = last.iter().filter(|(_, value)| value.is_none());
        let put = last
            .iter()
            .filter_map(|(key, value)| Some((*key, (*value)?)));
        Changes {
            required: required
                .map(|(key, value)| (key.as_slice(), value.as_deref()))
                .unzip(),
            removed: removed.map(|(key, _)| *key).collect(),
            put: put.unzip(),
        }
    }

    /// Makes the changes. Returns the key with a value that differs from its condition, if there is one.
    pub(super) async fn make(
        &self,
        client: &ClientWrapper,
        writer: &WriterId,
    ) -> Result<Option<Vec<u8>>, DatabaseFailure> {
        let statement = client.prepare_cached(COMMIT).await?;
        let row = client
            .query_one(
                &statement,
                &[
                    &writer.as_slice(),
                    &self.required.0,
                    &self.required.1,
                    &self.removed,
                    &self.put.0,
                    &self.put.1,
                ],
            )
            .await?;
        if !row.try_get::<_, bool>(2)? {
            return Err(DatabaseFailure::Pooled);
        }
        if !row.try_get::<_, bool>(0)? {
            return Err(DatabaseFailure::ShutOut);
        }
        Ok(row.try_get(1)?)
    }
}

/// Admits `new` and removes `old`. After that, the database makes no commit of `old`.
pub(super) async fn replace_writer(
    client: &ClientWrapper,
    old: &WriterId,
    new: &WriterId,
) -> Result<(), DatabaseFailure> {
    let replaced = client
        .execute(REPLACE_WRITER, &[&old.as_slice(), &new.as_slice()])
        .await;
    Ok(replaced.map(drop)?)
}

/// Removes a writer.
pub(super) async fn remove_writer(
    client: &ClientWrapper,
    id: &WriterId,
) -> Result<(), DatabaseFailure> {
    Ok(client
        .execute(REMOVE_WRITER, &[&id.as_slice()])
        .await
        .map(drop)?)
}
