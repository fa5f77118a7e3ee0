//! What changes nothing: lists, histories, records.

use rules::Next;

use super::{Desk, Effects, Listed, Match, Refusal, Stage, Stop, Told, read_match, rows, told};
use crate::ports::{MatchId, Place};

/// How many matches a list names at most.
const LISTED: usize = 50;

impl Desk<'_> {
    pub(super) fn list_games(&mut self) -> Result<Effects, Stop> {
        let viewer = self.request.speaker.id.clone();
        let mut listed = Vec::new();
        let mut ids = self.my_ids()?;
        ids.extend(self.ids_under(&rows::called_prefix(&viewer), LISTED)?);
        for id in ids {
            let live = self.live(id)?;
            let seat = live.row.seat_of(&viewer);
            let your_turn = match live.game.next() {
                _ if live.row.stage == Stage::Challenge => live.row.challenger.id != viewer,
                Next::Decision(color) => seat == Some(color),
                Next::Chance(_) | Next::Over(_) => false,
            };
            listed.push(Listed {
                row: live.row,
                viewer: viewer.clone(),
                your_turn,
            });
        }
        listed.sort_by_key(|listed| {
            let is_challenge = listed.row.stage == Stage::Challenge;
            (!listed.your_turn, is_challenge, listed.row.opened)
        });
        listed.truncate(LISTED);
        told(Told::Games(listed))
    }

    pub(super) fn history(&mut self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = self.find_any(which)?;
        let found = read_match(self.rows, id)?.ok_or(Refusal::UnknownMatch(id))?;
        told(Told::History(Box::new(found)))
    }

    pub(super) fn export(&mut self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = self.find_any(which)?;
        check_begun(&self.live(id)?.row)?;
        let found = read_match(self.rows, id)?.ok_or(Refusal::UnknownMatch(id))?;
        told(Told::Export(Box::new(found)))
    }

    /// The match the speaker plays that is meant: the one named, or the only one in this place. Where there are several
    /// and `to_move` says that a move is asked for, the only one in which it is the speaker's turn.
    pub(super) fn find_mine(&mut self, which: Option<MatchId>, to_move: bool) -> Result<MatchId, Stop> {
        if let Some(id) = which {
            return Ok(id);
        }
        let mut ids = self.my_ids_here()?;
        if ids.len() > 1 && to_move {
            let mut turns = Vec::new();
            for id in &ids {
                if self.is_my_turn(*id)? {
                    turns.push(*id);
                }
            }
            if !turns.is_empty() {
                ids = turns;
            }
        }
        self.only_one(ids)?.ok_or_else(|| Refusal::NoMatch.into())
    }

    /// The match that is meant by somebody who need not play it: the one named, the speaker's only one in this place,
    /// the only one in this channel, or the speaker's last one.
    pub(super) fn find_any(&mut self, which: Option<MatchId>) -> Result<MatchId, Stop> {
        if let Some(id) = which {
            return Ok(id);
        }
        let mine = self.my_ids_here()?;
        if let Some(id) = self.only_one(mine)? {
            return Ok(id);
        }
        if let Place::Channel(channel) = &self.request.place {
            let here = self.ids_under(&rows::here_prefix(channel), LISTED)?;
            if let Some(id) = self.only_one(here)? {
                return Ok(id);
            }
        }
        let past = self.rows.scan(&rows::past_prefix(&self.request.speaker.id), None, 1)?;
        past.first()
            .and_then(|(key, _)| rows::last_id(key))
            .ok_or_else(|| Refusal::NoMatchHere.into())
    }

    fn only_one(&mut self, ids: Vec<MatchId>) -> Result<Option<MatchId>, Stop> {
        if ids.len() < 2 {
            return Ok(ids.first().copied());
        }
        let mut lines = Vec::new();
        for id in ids {
            let row = self.live(id)?.row;
            let names = row.names();
            lines.push(format!(
                "{id}: {} – {}, {}",
                names.white,
                names.black,
                row.setup.variant()
            ));
        }
        Err(Refusal::SeveralMatches(lines).into())
    }

    /// The speaker's matches in play in this place; in direct messages, everywhere.
    fn my_ids_here(&mut self) -> Result<Vec<MatchId>, Stop> {
        let mine = self.my_ids()?;
        let mut ids = self.begun(mine)?;
        if let Place::Channel(channel) = self.request.place.clone() {
            let mut here = Vec::new();
            for id in ids {
                if self.live(id)?.row.channel == channel {
                    here.push(id);
                }
            }
            ids = here;
        }
        Ok(ids)
    }

    fn begun(&mut self, ids: Vec<MatchId>) -> Result<Vec<MatchId>, Stop> {
        let mut begun = Vec::new();
        for id in ids {
            if matches!(self.live(id)?.row.stage, Stage::Playing(_)) {
                begun.push(id);
            }
        }
        Ok(begun)
    }

    fn is_my_turn(&mut self, id: MatchId) -> Result<bool, Stop> {
        let live = self.live(id)?;
        let seat = live.row.seat_of(&self.request.speaker.id);
        Ok(matches!(live.game.next(), Next::Decision(color) if seat == Some(color)))
    }

    /// The speaker's matches in play and the challenges they opened.
    pub(super) fn my_ids(&self) -> Result<Vec<MatchId>, Stop> {
        self.ids_under(&rows::mine_prefix(&self.request.speaker.id), self.limits.matches)
    }

    fn ids_under(&self, prefix: &[u8], limit: usize) -> Result<Vec<MatchId>, Stop> {
        let entries = self.rows.scan(prefix, None, limit)?;
        Ok(entries.iter().filter_map(|(key, _)| rows::last_id(key)).collect())
    }
}

/// Refuses a challenge that became no match.
pub(super) fn check_begun(row: &Match) -> Result<(), Refusal> {
    match &row.stage {
        Stage::Challenge => Err(Refusal::NotStarted(row.id)),
        Stage::Declined(_) | Stage::Withdrawn => Err(Refusal::NeverPlayed(row.id)),
        Stage::Playing(_) | Stage::Over(_) => Ok(()),
    }
}
