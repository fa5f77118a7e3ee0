//! The storage of a whole match.
//!
//! While a match is played, its inputs have separate keys, so that a move writes little. At rest, it is packed: one commit
//! joins all its own data into one value. The first line of that value is the former row, the second its [`MatchState`], the
//! third its inputs, separated by blanks:
//!
//! ```text
//! {"v":1,"id":"4kq0z","setup":"berolina",…,"stage":{"over":[…]},"opened":1767225609000}
//! {"v":1,"n_inputs":3,"n_rows":4,"changed":1767225616000}
//! e2g4 d7f5 resign:white
//! ```

use rules::{Color, GameInput, Record};

use super::{
    entries::{damaged, decode, encode, keys_under, unless_damaged},
    schema::{
        called_prefix, head_key, input_key, inputs_prefix, last_id, left_key, match_key,
        mine_prefix, untold_key,
    },
    state::{MatchState, next_version},
};
use crate::{Match, Rows, Stage};
use api::{Batch, MAX_VALUE, MatchId, Platform, Slot, StoreError, UserId};

/// Reads a match without the fields that change with each move, unless there is none.
///
/// # Errors
///
/// The store cannot read; [`StoreError::Damaged`] if this entry alone cannot be read.
pub(crate) fn read_row(rows: &dyn Rows, id: MatchId) -> Result<Option<Match>, StoreError> {
    let key = match_key(id);
    let Some(value) = rows.get(&key)? else {
        return Ok(None);
    };
    let (game_match, _) = split_line(&value);
    decode(&key, game_match).map(Some)
}

/// Reads a match that is not at rest, without its record, unless there is none.
///
/// # Errors
///
/// The store cannot read; [`StoreError::Damaged`] if its entries cannot be read.
pub fn read_head(rows: &dyn Rows, id: MatchId) -> Result<Option<Match>, StoreError> {
    let key = head_key(id);
    let Some(value) = rows.get(&key)? else {
        return Ok(None);
    };
    let state = decode(&key, &value)?;
    let found = read_row(rows, id)?;
    Ok(found.map(|game_match| Match {
        state,
        ..game_match
    }))
}

/// Reads the rematch of a finished match that a person takes part in, as a challenge or in play, if there is one.
///
/// # Errors
///
/// The store cannot read.
pub fn read_rematch(
    rows: &dyn Rows,
    of: MatchId,
    person: &UserId,
) -> Result<Option<Match>, StoreError> {
    for prefix in [called_prefix(person), mine_prefix(person)] {
        for key in keys_under(rows, &prefix)? {
            let Some(id) = last_id(&key) else { continue };
            let found = unless_damaged(read_row(rows, id))?;
            if let Some(found) = found.filter(|found| found.rematch_of == Some(of)) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Reads the platforms that the deliveries of a match go to; none if no such match can be read.
///
/// # Errors
///
/// The store cannot read.
pub fn read_platforms(rows: &dyn Rows, id: MatchId) -> Result<Vec<Platform>, StoreError> {
    let game_match = unless_damaged(read_row(rows, id))?;
    Ok(game_match.map_or_else(Vec::new, |game_match| game_match.platforms().collect()))
}

/// A match as stored.
#[derive(Clone)]
pub(crate) struct Stored {
    pub(crate) game_match: Match,
    pub(crate) record: Record,
    /// The entry that holds its version.
    pub(crate) slot: Slot,
}

impl Stored {
    /// Returns the number of its inputs with separate keys, unless it is packed.
    pub(crate) fn n_loose(&self) -> Option<usize> {
        let is_packed = self.slot.0 == match_key(self.game_match.id);
        (!is_packed).then_some(self.record.inputs.len())
    }
}

/// Reads a match and its record.
///
/// # Errors
///
/// The store cannot read; [`StoreError::Damaged`] if this match alone cannot be read.
pub fn read_match(rows: &dyn Rows, id: MatchId) -> Result<Option<(Match, Record)>, StoreError> {
    let stored = read_stored(rows, id)?;
    Ok(stored.map(|stored| (stored.game_match, stored.record)))
}

/// Reads a match as stored, if there is one.
///
/// # Errors
///
/// The store cannot read; [`StoreError::Damaged`] if this match alone cannot be read.
pub(crate) fn read_stored(rows: &dyn Rows, id: MatchId) -> Result<Option<Stored>, StoreError> {
    // Another process may pack it between the reads. Then the first key no longer exists, and the last key holds everything.
    let loose = read_loose(rows, id);
    let key = match_key(id);
    let Some(value) = rows.get(&key)? else {
        return match loose {
            Ok(None) => Ok(None),
            Ok(Some(_)) | Err(StoreError::Damaged { .. }) => Err(damaged(key, "it is missing")),
            Err(error) => Err(error),
        };
    };
    let (game_match, rest) = split_line(&value);
    let mut game_match: Match = decode(&key, game_match)?;
    let (head, inputs, slot) = match rest {
        Some(rest) => {
            let (head, inputs) = unpack(&key, rest)?;
            (head, inputs, (key, Some(value)))
        }
        None => loose?.ok_or_else(|| damaged(head_key(id), "it is missing"))?,
    };
    game_match.state = head;
    let mut record = Record::new(game_match.setup.clone());
    record.inputs = inputs;
    Ok(Some(Stored {
        game_match,
        record,
        slot,
    }))
}

/// Returns whether the stored match still has the version of this one.
///
/// # Errors
///
/// The store cannot read.
pub fn is_current(rows: &dyn Rows, game_match: &Match) -> Result<bool, StoreError> {
    let key = head_key(game_match.id);
    let head = match unless_damaged(rows.get(&key))? {
        Some(value) => unless_damaged(decode::<MatchState>(&key, &value).map(Some))?,
        None => {
            unless_damaged(read_stored(rows, game_match.id))?.map(|stored| stored.game_match.state)
        }
    };
    Ok(head.is_some_and(|head| head.version == game_match.state.version))
}

/// Returns the key of the entry that each change of a live match replaces. A match that is over has none.
pub fn version_key(id: &MatchId) -> Vec<u8> {
    head_key(*id)
}

fn split_line(value: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mut lines = value.splitn(2, |byte| *byte == b'\n');
    (lines.next().unwrap_or_default(), lines.next())
}

/// Reads the head and the inputs of a match from their separate keys, with the entry of the head.
fn read_loose(
    rows: &dyn Rows,
    id: MatchId,
) -> Result<Option<(MatchState, Vec<GameInput>, Slot)>, StoreError> {
    let key = head_key(id);
    let Some(value) = rows.get(&key)? else {
        return Ok(None);
    };
    let head: MatchState = decode(&key, &value)?;
    let mut inputs = Vec::new();
    for (key, value) in rows.scan(&inputs_prefix(id), None, head.n_inputs)? {
        let is_next = key == input_key(id, inputs.len());
        let input = read_input(&value).filter(|_| is_next);
        inputs.push(input.ok_or_else(|| damaged(key, "it is not the next input of its match"))?);
    }
    if inputs.len() < head.n_inputs {
        return Err(damaged(input_key(id, inputs.len()), "it is missing"));
    }
    Ok(Some((head, inputs, (key, Some(value)))))
}

fn read_input(text: &[u8]) -> Option<GameInput> {
    str::from_utf8(text).ok()?.parse().ok()
}

fn unpack(key: &[u8], rest: &[u8]) -> Result<(MatchState, Vec<GameInput>), StoreError> {
    let (head, inputs) = split_line(rest);
    let head: MatchState = decode(key, head)?;
    let words = inputs.unwrap_or_default().split(|byte| *byte == b' ');
    let inputs: Option<Vec<_>> = words
        .filter(|word| !word.is_empty())
        .map(read_input)
        .collect();
    inputs
        .filter(|inputs| inputs.len() == head.n_inputs)
        .map(|inputs| (head, inputs))
        .ok_or_else(|| damaged(key, "its inputs are not those of its record"))
}

/// Encodes a whole match as one value.
pub(crate) fn packed(game_match: &Match, inputs: &[GameInput]) -> Vec<u8> {
    let inputs: Vec<_> = inputs.iter().map(GameInput::to_string).collect();
    [
        encode(game_match),
        encode(&game_match.state),
        inputs.join(" ").into_bytes(),
    ]
    .join(&b'\n')
}

/// Packs a match at rest, if the value is not too long. Of its inputs, `n_loose` have separate keys; `None` means that the
/// match was packed before. Returns the entry that holds its version from then on.
pub(crate) fn pack(
    game_match: &Match,
    inputs: &[GameInput],
    n_loose: Option<usize>,
    changes: &mut Batch,
) -> Slot {
    let id = game_match.id;
    let value = packed(game_match, inputs);
    if value.len() > MAX_VALUE {
        let head = encode(&game_match.state);
        changes.put(head_key(id), head.clone());
        changes.put(match_key(id), encode(game_match));
        return (head_key(id), Some(head));
    }
    let prefix = inputs_prefix(id);
    changes.changes.retain(|(key, _)| !key.starts_with(&prefix));
    if let Some(n_loose) = n_loose {
        for n_inputs in 0..n_loose {
            changes.remove(input_key(id, n_inputs));
        }
        changes.remove(head_key(id));
        for seat in Color::ALL {
            changes.remove(left_key(id, seat));
            changes.remove(untold_key(id, seat));
        }
    }
    changes.put(match_key(id), value.clone());
    (match_key(id), Some(value))
}

/// Returns whether a match is at rest: it is not a challenge and not in play.
pub(crate) fn is_at_rest(game_match: &Match) -> bool {
    !matches!(game_match.stage, Stage::Challenge | Stage::Playing(_))
}

/// Returns the version of a match after its players were replaced, a change that nothing else shows.
pub(crate) fn version_of(game_match: &Match) -> u64 {
    let mut changes = Batch::default();
    changes.put(match_key(game_match.id), encode(game_match));
    next_version(game_match.state.version, &changes)
}
