//! Changing entries, by one statement that is one commit.

use std::collections::BTreeMap;

use deadpool_postgres::ClientWrapper;

use super::failure::DatabaseFailure;
use api::Batch;

/// Makes all changes or none, and tells whether the writer was let in, and a key of which a condition does not hold.
///
/// Refuses a transaction that is not SERIALIZABLE, as behind a pooler that does not keep what is set for a session: what the
/// changes depend on would not be sure there.
///
/// Every part sees what was there before the statement. Which order the parts run in is open: no key is both removed and put.
/// The row of the writer stays locked until the commit: see [`REPLACE_WRITER`].
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

/// Shuts one writer out and lets another in.
///
/// This is what makes it safe to go on after a commit that was never answered, which may still be on its way, or at work in the
/// database, when the line was cut. A commit holds its writer's row from before it changes anything until it is over, so that
/// removing the row waits for it; one that comes later finds no row and changes nothing. No clock and no process id is
/// needed for that, and no right but to the tables, and it holds on whichever host of the database the commit arrives.
const REPLACE_WRITER: &str = "with gone as (delete from oddboard.writers where id = $1) \
    insert into oddboard.writers (id) values ($2)";

const REMOVE_WRITER: &str = "delete from oddboard.writers where id = $1";

/// By what a store is known to the database until it is opened anew.
pub(super) type WriterId = [u8; 16];

/// What a commit came to.
pub(super) enum CommitAnswer {
    Made,
    /// The value of this key is another.
    Broken(Vec<u8>),
}

/// A batch as the statement takes it.
pub(super) struct Changes<'a> {
    required: (Vec<&'a [u8]>, Vec<Option<&'a [u8]>>),
    removed: Vec<&'a [u8]>,
    put: (Vec<&'a [u8]>, Vec<&'a [u8]>),
}

impl<'a> Changes<'a> {
    pub(super) fn of(batch: &'a Batch) -> Changes<'a> {
        // In the order of their keys: whoever locks in one order waits for nobody in a circle.
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

    pub(super) async fn make(
        &self,
        client: &ClientWrapper,
        writer: &WriterId,
    ) -> Result<CommitAnswer, DatabaseFailure> {
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
        let broken: Option<Vec<u8>> = row.try_get(1)?;
        Ok(broken.map_or(CommitAnswer::Made, CommitAnswer::Broken))
    }
}

/// Lets `new` write and nobody who was known as `old`; when this is done, nothing of `old` will be made any more.
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

/// Takes back that somebody may write.
pub(super) async fn remove_writer(
    client: &ClientWrapper,
    id: &WriterId,
) -> Result<(), DatabaseFailure> {
    Ok(client
        .execute(REMOVE_WRITER, &[&id.as_slice()])
        .await
        .map(drop)?)
}
