//! What changes no game: boards, lists, histories, records.

use rules::{Next, Record};

use super::{
    Change, Desk, Done, Effects, Kind, Lens, Listed, Look, Match, Refusal, Seen, Shown, Stage,
    Stop, Told, entries, export, published_secret, read_match, schema, told, whole,
};
use crate::{
    command::Eyes,
    commit_reveal,
    ports::{MatchId, StoreError},
    words,
};

impl Desk<'_> {
    pub(super) fn list_games(&mut self) -> Result<Effects, Stop> {
        let viewer = &self.request.speaker.id;
        let mut listed = Vec::new();
        let mine = self.matches_under(&schema::mine_prefix(viewer))?;
        let called = self.matches_under(&schema::called_prefix(viewer))?;
        for id in [mine.ids, called.ids].concat() {
            let live = self.live(id)?;
            let seat = live.row.seat_of(viewer);
            let your_turn = match live.game.next() {
                _ if live.row.stage == Stage::Challenge => live.row.challenger.id != *viewer,
                Next::Decision(color) => seat == Some(color),
                Next::Chance(_) | Next::Over(_) => false,
            };
            listed.push(Listed {
                row: live.row.clone(),
                viewer: viewer.clone(),
                your_turn,
                turns: live.game.turns().div_ceil(2),
            });
        }
        listed.sort_by_key(|listed| {
            let is_challenge = listed.row.stage == Stage::Challenge;
            (!listed.your_turn, is_challenge, listed.row.opened)
        });
        told(Told::Games {
            listed,
            set_aside: [mine.set_aside, called.set_aside].concat(),
        })
    }

    /// Shows a player what they alone may see.
    pub(super) fn view(&mut self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = match which {
            Some(id) => self.if_visible(id)?,
            None => self.find_mine(None, false)?,
        };
        let speaker = &self.request.speaker.id;
        let row = &self.live(id)?.row;
        check_begun(row)?;
        if row.seat_of(speaker).is_none() {
            return Err(Refusal::NoViewOfYourOwn(id).into());
        }
        told(Told::View(Look {
            id,
            ply: row.ply,
            shown: Shown::View,
        }))
    }

    pub(super) fn history(
        &mut self,
        which: Option<MatchId>,
        eyes: Option<Eyes>,
    ) -> Result<Effects, Stop> {
        let id = self.find_any(which)?;
        let mut seen = Box::new(self.seen(id)?);
        let Some(eyes) = eyes else {
            return told(Told::History(seen));
        };
        seen.lens = lens(&seen.row, eyes)?;
        told(Told::Story(seen))
    }

    /// A match as an animation: as the speaker may know it, or once it is over through any eyes.
    pub(super) fn replay(
        &mut self,
        which: Option<MatchId>,
        eyes: Option<Eyes>,
    ) -> Result<Effects, Stop> {
        let id = self.find_any(which)?;
        let speaker = &self.request.speaker.id;
        let row = &self.live(id)?.row;
        check_begun(row)?;
        let lens = match eyes {
            None => row.lens_of(speaker),
            Some(eyes) => lens(row, eyes)?,
        };
        told(Told::Replay(Look {
            id,
            ply: row.ply,
            shown: Shown::Replay(lens),
        }))
    }

    /// A match as the speaker may know it.
    fn seen(&self, id: MatchId) -> Result<Seen, Stop> {
        let (row, record) = self.stored(id)?;
        let lens = row.lens_of(&self.request.speaker.id);
        Ok(Seen { row, record, lens })
    }

    /// A match as it is stored, whether or not its record can be played.
    fn stored(&self, id: MatchId) -> Result<(Match, Record), Stop> {
        let found = read_match(self.rows, id)?;
        Ok(found.ok_or(Refusal::UnknownMatch(id))?)
    }

    pub(super) fn export(&mut self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = self.find_any(which)?;
        let row = &self.live(id)?.row;
        check_begun(row)?;
        if row.has_secrets() {
            let seen = Box::new(self.seen(id)?);
            return told(Told::ExportSeen(seen));
        }
        let (row, record) = self.stored(id)?;
        let record = Box::new(self.with_proof(&row, record)?);
        told(Told::Export { id, record })
    }

    /// Checks the dice of a match that is over: the one named, or the speaker's last one.
    pub(super) fn verify(&mut self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = match (which.or(self.within), self.my_last()?) {
            (Some(id), _) | (None, Some(id)) => id,
            (None, None) => self.find_any(None)?,
        };
        // Who has changed what is stored may have made it impossible to play.
        let (row, record) = self.stored(id)?;
        if !self.is_visible(&row) {
            return Err(Refusal::UnknownMatch(id).into());
        }
        check_begun(&row)?;
        if let Stage::Playing(_) = row.stage {
            return Err(Refusal::DiceSealed(id).into());
        }
        let record = self.with_proof(&row, record)?;
        told(Told::Verified(Box::new(commit_reveal::verify(&record))))
    }

    /// The record of a match that has begun, with all that may be told of it now.
    fn with_proof(&self, row: &Match, record: Record) -> Result<Record, Stop> {
        let secret = published_secret(self.rows, row)?;
        Ok(export::with_headers(row, record, secret))
    }

    /// Posts the public board again.
    pub(super) fn board(&mut self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = self.find_any(which)?;
        let live = self.live(id)?.clone();
        check_begun(&live.row)?;
        let mut change = Change::new(live);
        change.show_board(Kind::BoardAgain);
        self.done(change, Done::BoardPosted(id))
    }

    /// The match the speaker plays that is meant: the one named, the one of this thread, or the only one in this place. Where there are several
    /// and `to_move` says that a move is asked for, the only one in which it is the speaker's turn.
    pub(super) fn find_mine(
        &mut self,
        which: Option<MatchId>,
        to_move: bool,
    ) -> Result<MatchId, Stop> {
        if let Some(id) = which.or(self.within) {
            return self.if_visible(id);
        }
        let Under { mut ids, set_aside } = self.my_matches_here()?;
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
        let only = self.only_one(ids)?;
        only.ok_or_else(|| match set_aside.first() {
            // It may well be the one that is meant.
            Some(id) => Refusal::SetAside(*id).into(),
            None => Refusal::NoMatch.into(),
        })
    }

    /// The match that is meant by somebody who need not play it: the one named, the one of this thread, the
    /// speaker's only one in this place, the only one in this channel, or the speaker's last one.
    pub(super) fn find_any(&mut self, which: Option<MatchId>) -> Result<MatchId, Stop> {
        if let Some(id) = which.or(self.within) {
            return self.if_visible(id);
        }
        let mine = self.my_matches_here()?;
        if let Some(id) = self.only_one(mine.ids)? {
            return Ok(id);
        }
        if let Some(channel) = &self.channel {
            let here = schema::here_prefix(channel);
            let here = self.matches_under(&here)?;
            if let Some(id) = self.only_one(here.ids)? {
                return Ok(id);
            }
        }
        self.my_last()?.ok_or_else(|| Refusal::NoMatchHere.into())
    }

    /// The speaker's match that was over last.
    fn my_last(&self) -> Result<Option<MatchId>, Stop> {
        let past = schema::past_prefix(&self.request.speaker.id);
        let first = match self.rows.scan(&past, None, 1) {
            Err(StoreError::Damaged { key, .. }) => Some(key),
            first => first?.pop().map(|(key, _)| key),
        };
        Ok(first.and_then(|key| schema::last_id(&key)))
    }

    /// Whether the speaker may know of a match that cannot be read.
    pub(super) fn knows(&self, id: MatchId) -> Result<bool, StoreError> {
        if let Ok(Some(row)) = whole::read_row(self.rows, id) {
            return Ok(self.is_visible(&row));
        }
        let user = &self.request.speaker.id;
        let mut lists = vec![schema::mine_prefix(user), schema::called_prefix(user)];
        lists.extend(self.channel.as_ref().map(schema::here_prefix));
        for list in lists {
            if entries::has(self.rows, &schema::under(list, id))? {
                return Ok(true);
            }
        }
        let past = entries::keys_under(self.rows, &schema::past_prefix(user))?;
        let is_past = past.iter().any(|key| schema::last_id(key) == Some(id));
        Ok(is_past || self.within == Some(id))
    }

    /// The match, if the speaker may see it. To others it is as if there were none.
    fn if_visible(&mut self, id: MatchId) -> Result<MatchId, Stop> {
        let row = self.live(id)?.row.clone();
        if self.is_visible(&row) {
            Ok(id)
        } else {
            Err(Refusal::UnknownMatch(id).into())
        }
    }

    /// Whether the speaker has to do with a match or is where everyone can see it. Others are not shown what happens
    /// elsewhere, and cannot make the bot speak there.
    fn is_visible(&self, row: &Match) -> bool {
        self.channel.as_ref() == Some(&row.channel)
            || row.people().contains(&&self.request.speaker.id)
    }

    fn only_one(&mut self, ids: Vec<MatchId>) -> Result<Option<MatchId>, Stop> {
        if ids.len() < 2 {
            return Ok(ids.first().copied());
        }
        let mut lines = Vec::new();
        for id in ids {
            let row = &self.live(id)?.row;
            let names = row.names();
            let variant = row.setup.variant();
            lines.push(words::match_in_list(names.black, id, variant, names.white));
        }
        Err(Refusal::SeveralMatches(lines).into())
    }

    /// The speaker's matches in play in this place; in direct messages, everywhere. Of those that are set aside nobody
    /// knows where they are played.
    fn my_matches_here(&mut self) -> Result<Under, Stop> {
        let mut mine = self.matches_under(&schema::mine_prefix(&self.request.speaker.id))?;
        let here = self.channel.clone();
        let mut ids = Vec::new();
        for id in mine.ids {
            let row = &self.live(id)?.row;
            let is_here = here.as_ref().is_none_or(|here| row.channel == *here);
            if is_here && matches!(row.stage, Stage::Playing(_)) {
                ids.push(id);
            }
        }
        mine.ids = ids;
        Ok(mine)
    }

    fn is_my_turn(&mut self, id: MatchId) -> Result<bool, Stop> {
        let request = self.request;
        let live = self.live(id)?;
        let seat = live.row.seat_of(&request.speaker.id);
        Ok(matches!(live.game.next(), Next::Decision(color) if seat == Some(color)))
    }

    /// The matches under an index. All of them, for whoever sees a part could take the only one of it for the only one;
    /// [`Limits`](super::Limits) bounds how many a person has. What leads nowhere is left out.
    pub(super) fn matches_under(&mut self, prefix: &[u8]) -> Result<Under, Stop> {
        let mut under = Under::default();
        let keys = entries::keys_under(self.rows, prefix)?;
        for id in keys.iter().filter_map(|key| schema::last_id(key)) {
            match self.live(id).map(|_| ()) {
                Ok(()) => under.ids.push(id),
                Err(Stop::Refused(Refusal::SetAside(_))) => under.set_aside.push(id),
                Err(Stop::Refused(_)) => {}
                Err(failed) => return Err(failed),
            }
        }
        Ok(under)
    }
}

/// The matches under an index.
#[derive(Default)]
pub(super) struct Under {
    pub(super) ids: Vec<MatchId>,
    /// Those that are damaged.
    pub(super) set_aside: Vec<MatchId>,
}

/// What is seen of a match through these eyes. Until it is over nobody sees it through the eyes of somebody else.
fn lens(row: &Match, eyes: Eyes) -> Result<Lens, Refusal> {
    if !matches!(row.stage, Stage::Over(_)) {
        return Err(Refusal::EyesClosed(row.id));
    }
    Ok(match eyes {
        Eyes::Seat(seat) => Lens::Seat(seat),
        Eyes::Everybody => Lens::Everybody,
        Eyes::Everything => Lens::Truth,
    })
}

/// Refuses a challenge that became no match.
pub(super) fn check_begun(row: &Match) -> Result<(), Refusal> {
    match &row.stage {
        Stage::Challenge => Err(Refusal::NotStarted(row.id)),
        Stage::Declined(_) | Stage::Withdrawn => Err(Refusal::NeverPlayed(row.id)),
        Stage::Playing(_) | Stage::Over(_) => Ok(()),
    }
}
