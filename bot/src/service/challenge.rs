//! Challenges: opened, accepted, declined.

use rules::{ByColor, Color, Game, Setup};

use super::{
    Change, Desk, Done, Effects, Kind, Live, Match, Player, Refusal, Stage, Stop, entries,
    play::rolls, schema, schema::index_keys,
};
use crate::{
    command::SideChoice,
    commit_reveal::{Commitment, Rolls, Seal},
    ports::{MatchId, StoreError, UserId},
};

impl Desk<'_> {
    pub(super) fn challenge(
        &mut self,
        setup: &Setup,
        opponent: Option<&str>,
        side: SideChoice,
    ) -> Result<Effects, Stop> {
        let speaker = Player::from(&self.request.speaker);
        let Some(channel) = self.channel.clone() else {
            return Err(Refusal::NeedsChannel.into());
        };
        let challenged = match (opponent, &self.request.opponent) {
            (None, _) => None,
            (Some(text), None) => return Err(Refusal::UnknownPerson(text.to_owned()).into()),
            (Some(_), Some(person)) if person.id == speaker.id => {
                return Err(Refusal::Oneself.into());
            }
            (Some(_), Some(person)) => Some(Player::from(person)),
        };
        self.check_room(&speaker.id)?;
        if let Some(player) = &challenged
            && !self.has_room(&schema::called_prefix(&player.id))?
        {
            return Err(Refusal::OpponentBusy {
                name: player.name.clone(),
            }
            .into());
        }
        let secret = self.dice.secret();
        let row = Match {
            id: self.fresh_id()?,
            setup: setup.clone(),
            channel,
            challenger: speaker,
            challenged,
            turn_limit: self.limits.turns,
            side,
            seal: Seal {
                commitment: Commitment::to(&secret),
                accepted: None,
            },
            stage: Stage::Challenge,
            ply: 0,
            n_rolls: Rolls::FIRST,
            n_rows: 0,
            board: None,
            offer: None,
            last_offer: ByColor::default(),
            whispers: ByColor::default(),
            opened: self.request.now,
            changed: self.request.now,
        };
        let id = row.id;
        let mut change = Change::new(Live {
            game: Game::new(setup),
            row,
        });
        for key in index_keys(&change.live.row) {
            change.batch.put(key, Vec::new());
        }
        change.batch.put(
            schema::dice_key(id),
            entries::encode(&schema::DiceRow { secret }),
        );
        change.live.row.board = Some(change.say(Kind::Challenge));
        self.done(change, Done::Opened(id))
    }

    /// An id that no match has, not even one of which the rest is lost.
    fn fresh_id(&mut self) -> Result<MatchId, StoreError> {
        loop {
            let id = MatchId::from_number(self.dice.below(MatchId::COUNT));
            if !entries::has(self.rows, &schema::match_key(id))?
                && !entries::has(self.rows, &schema::head_key(id))?
            {
                return Ok(id);
            }
        }
    }

    /// Whether this person may have one more match.
    fn check_room(&self, user: &UserId) -> Result<(), Stop> {
        if self.has_room(&schema::mine_prefix(user))? {
            Ok(())
        } else {
            Err(Refusal::TooManyMatches(self.limits.matches).into())
        }
    }

    /// Whether there may be one more match under an index.
    fn has_room(&self, prefix: &[u8]) -> Result<bool, StoreError> {
        Ok(entries::keys_under(self.rows, prefix)?.len() < self.limits.matches)
    }

    pub(super) fn accept(&mut self, id: MatchId) -> Result<Effects, Stop> {
        let speaker = Player::from(&self.request.speaker);
        let live = self.live(id)?.clone();
        if live.row.stage != Stage::Challenge {
            return Err(Refusal::Settled(id).into());
        }
        if live.row.challenger.id == speaker.id {
            return Err(Refusal::OwnChallenge.into());
        }
        if let Some(other) = live
            .row
            .challenged
            .as_ref()
            .filter(|challenged| challenged.id != speaker.id)
        {
            return Err(Refusal::NotForYou {
                name: other.name.clone(),
            }
            .into());
        }
        self.check_room(&speaker.id)?;
        let challenger = live.row.challenger.clone();
        let mut change = Change::new(live);
        change.live.row.seal.accepted = Some(self.request.event.clone());
        let color = match change.live.row.side {
            SideChoice::Fixed(color) => color,
            SideChoice::Random => rolls(self.rows, &change.live.row)?.sides(),
        };
        for key in index_keys(&change.live.row) {
            change.batch.remove(key);
        }
        change.live.row.stage = Stage::Playing(match color {
            Color::White => ByColor {
                white: challenger,
                black: speaker,
            },
            Color::Black => ByColor {
                white: speaker,
                black: challenger,
            },
        });
        for key in index_keys(&change.live.row) {
            change.batch.put(key, Vec::new());
        }
        self.roll_chances(&mut change)?;
        change.show_board(Kind::Board);
        change.show_views(None);
        self.done(change, Done::Accepted(id))
    }

    pub(super) fn decline(&mut self, id: MatchId) -> Result<Effects, Stop> {
        let speaker = Player::from(&self.request.speaker);
        let live = self.live(id)?.clone();
        if live.row.stage != Stage::Challenge {
            return Err(Refusal::Settled(id).into());
        }
        let (stage, done) = if live.row.challenger.id == speaker.id {
            (Stage::Withdrawn, Done::Withdrawn(id))
        } else {
            match &live.row.challenged {
                Some(challenged) if challenged.id == speaker.id => {
                    (Stage::Declined(speaker), Done::Declined(id))
                }
                Some(other) => {
                    return Err(Refusal::NotForYou {
                        name: other.name.clone(),
                    }
                    .into());
                }
                None => {
                    return Err(Refusal::ForAnybody {
                        challenger: live.row.challenger.name.clone(),
                    }
                    .into());
                }
            }
        };
        let mut change = Change::new(live);
        for key in index_keys(&change.live.row) {
            change.batch.remove(key);
        }
        change.live.row.stage = stage;
        // Nothing will be rolled by it.
        change.batch.remove(schema::dice_key(id));
        let challenge = change.live.row.board.take();
        change.settle(challenge);
        self.done(change, done)
    }
}
