//! The tables and their migrations.

use deadpool_postgres::ClientWrapper;

use super::failure::DatabaseFailure;

/// The migration steps, each from one version to the next. Released steps are never changed.
const STEPS: [&str; 1] = [
    "create table oddboard.entries (key bytea primary key, value bytea not null); \
     create table oddboard.writers (id bytea primary key, since timestamptz not null default now())",
];

/// The advisory lock that keeps two processes from making the tables at once: the word "oddboard" as a number.
const LOCK: i64 = i64::from_be_bytes(*b"oddboard");

/// Returns the version that this release makes and knows.
fn known() -> i32 {
    i32::try_from(STEPS.len()).expect("there are few steps")
}

/// Fails unless the tables have the version of this release.
pub(super) async fn check(client: &ClientWrapper) -> Result<(), DatabaseFailure> {
    match version(client).await? {
        Some(found) if found == known() => Ok(()),
        Some(found) if found > known() => Err(newer(found)),
        _ => Err(DatabaseFailure::Empty),
    }
}

/// Makes the tables, or migrates them to this version. A role that may not make tables can still use existing ones.
pub(super) async fn migrate(client: &ClientWrapper) -> Result<(), DatabaseFailure> {
    if !matches!(check(client).await, Err(DatabaseFailure::Empty)) {
        return check(client).await;
    }
    // The lock lasts as long as the connection. If the database has none, the row of the version is locked as well.
    let locked = client
        .execute("select pg_advisory_lock($1)", &[&LOCK])
        .await;
    locked
        .map(drop)
        .map_err(DatabaseFailure::from)
        .or_else(|error| {
            if error.is_unsupported() {
                Ok(())
            } else {
                Err(error)
            }
        })?;
    if version(client).await?.is_none() {
        client
            .batch_execute(
                "begin; create schema if not exists oddboard; \
                 create table if not exists oddboard.schema \
                 (one boolean primary key default true check (one), version integer not null); \
                 insert into oddboard.schema (version) values (0) on conflict do nothing; commit",
            )
            .await?;
    }
    while step(client).await? {}
    check(client).await
}

/// Runs one migration step, if one is left.
async fn step(client: &ClientWrapper) -> Result<bool, DatabaseFailure> {
    client.batch_execute("begin").await?;
    let row = client
        .query_one("select version from oddboard.schema for update", &[])
        .await?;
    let found: i32 = row.try_get(0)?;
    let at = usize::try_from(found).unwrap_or(usize::MAX);
    let Some(step) = STEPS.get(at) else {
        client.batch_execute("rollback").await?;
        return Ok(false);
    };
    client.batch_execute(step).await?;
    client
        .batch_execute("update oddboard.schema set version = version + 1; commit")
        .await?;
    Ok(true)
}

/// Returns the version of the tables, if there are any.
async fn version(client: &ClientWrapper) -> Result<Option<i32>, DatabaseFailure> {
    let found = client
        .query_opt("select version from oddboard.schema", &[])
        .await;
    match found.map_err(DatabaseFailure::from) {
        Ok(Some(row)) => Ok(Some(row.try_get(0)?)),
        Ok(None) => Ok(None),
        Err(error) if error.is_absence() => Ok(None),
        Err(error) => Err(error),
    }
}

fn newer(found: i32) -> DatabaseFailure {
    DatabaseFailure::Newer {
        found,
        known: known(),
    }
}
