//! Reads entries, and defines the form of their values. A damaged entry does not affect the others.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use api::{Entries, Entry, Rows, StoreError};

/// Iterates over the entries with this prefix.
pub(crate) fn entries_under(
    rows: &dyn Rows,
    prefix: &[u8],
) -> impl Iterator<Item = Result<Entry, StoreError>> {
    Entries::new(|after, limit| rows.scan(prefix, after, limit))
}

/// Returns all values with a prefix, except the damaged ones.
///
/// # Errors
///
/// The store cannot read.
pub(crate) fn sound_under<T: DeserializeOwned>(
    rows: &dyn Rows,
    prefix: &[u8],
) -> Result<Vec<T>, StoreError> {
    let mut sound = Vec::new();
    for entry in entries_under(rows, prefix) {
        let read = entry.and_then(|(key, value)| decode(&key, &value).map(Some));
        sound.extend(unless_damaged(read)?);
    }
    Ok(sound)
}

/// Returns all keys with a prefix, including those of damaged values.
///
/// # Errors
///
/// The store cannot read.
pub(crate) fn keys_under(rows: &dyn Rows, prefix: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
    entries_under(rows, prefix).map(key_of).collect()
}

/// Returns the first `limit` keys with a prefix, after `after` if given, including those of damaged values.
pub(crate) fn first_keys(
    rows: &dyn Rows,
    prefix: &[u8],
    after: Option<&[u8]>,
    limit: usize,
) -> Result<Vec<Vec<u8>>, StoreError> {
    let scan =
        |last: Option<&[u8]>, page: usize| rows.scan(prefix, last.or(after), page.min(limit));
    Entries::new(scan).map(key_of).take(limit).collect()
}

/// Returns the key of an entry, damaged or not.
fn key_of(entry: Result<Entry, StoreError>) -> Result<Vec<u8>, StoreError> {
    match entry {
        Ok((key, _)) | Err(StoreError::Damaged { key, .. }) => Ok(key),
        Err(error) => Err(error),
    }
}

/// Returns whether an entry exists under a key, damaged or not.
pub(crate) fn has(rows: &dyn Rows, key: &[u8]) -> Result<bool, StoreError> {
    match rows.get(key) {
        Err(StoreError::Damaged { .. }) => Ok(true),
        found => Ok(found?.is_some()),
    }
}

/// Replaces a damaged entry by `None`, for callers that can continue without it.
pub(crate) fn unless_damaged<T>(
    found: Result<Option<T>, StoreError>,
) -> Result<Option<T>, StoreError> {
    match found {
        Err(StoreError::Damaged { .. }) => Ok(None),
        found => found,
    }
}

/// The stored form of a value, with its version.
#[derive(Serialize, Deserialize)]
struct Versioned<T> {
    v: u32,
    #[serde(flatten)]
    value: T,
}

/// The version of a value; all other fields are ignored.
#[derive(Deserialize)]
struct Version {
    v: u32,
}

const VERSION: u32 = 1;

/// Writes a value as versioned JSON.
pub(crate) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(&Versioned { v: VERSION, value })
        .expect("rows are plain data with text keys")
}

/// Returns the error for an entry that differs from its written value.
pub(crate) fn damaged(key: impl Into<Vec<u8>>, detail: impl Into<String>) -> StoreError {
    StoreError::Damaged {
        key: key.into(),
        detail: detail.into(),
    }
}

/// Reads a value that was written by [`encode`].
///
/// # Errors
///
/// It is damaged.
pub(crate) fn decode<T: DeserializeOwned>(key: &[u8], value: &[u8]) -> Result<T, StoreError> {
    // A row of another version may well have another form, so its version is read first and alone.
    match serde_json::from_slice(value) {
        Ok(Version { v }) if v != VERSION => Err(damaged(
            key,
            format!("it is of version {v}, and only {VERSION} is known here"),
        )),
        _ => match serde_json::from_slice::<Versioned<T>>(value) {
            Ok(row) => Ok(row.value),
            // The full error could reveal the stored value.
            Err(error) => Err(damaged(
                key,
                format!("it cannot be understood at byte {}", error.column()),
            )),
        },
    }
}

/// Returns a value after a change; `None` if it is damaged.
pub(crate) fn edited<T: Serialize + DeserializeOwned>(
    key: &[u8],
    value: &[u8],
    edit: impl FnOnce(&mut T),
) -> Option<Vec<u8>> {
    let mut row = decode(key, value).ok()?;
    edit(&mut row);
    Some(encode(&row))
}

/// Reads a value that was written by `encode`.
///
/// # Errors
///
/// The store cannot read, or the value is damaged.
pub fn read<T: DeserializeOwned>(rows: &dyn Rows, key: &[u8]) -> Result<Option<T>, StoreError> {
    rows.get(key)?.map(|value| decode(key, &value)).transpose()
}
