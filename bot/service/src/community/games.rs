//! The matches of a person.

use rules::Next;

use crate::{
    CommunityReply, DeliveryId, Listed, Live, Match, Outcome, Readers, Reply, Sent, Stage,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
        reads::List,
    },
    match_store::schema::vacation_key,
};

impl Asker<'_> {
    /// Lists the speaker's matches and challenges, those that wait for them first.
    pub(crate) fn list_games(&self) -> Result<Outcome, Interrupt> {
        let viewer = self.user();
        let mine = self.state().listed(List::Mine(viewer.clone()))?;
        let called = self.state().listed(List::Called(viewer.clone()))?;
        let all: Vec<_> = mine.matches.iter().chain(&called.matches).collect();
        let boards: Vec<_> = all.iter().map(|live| self.board_of(live)).collect();
        let vacations = all.iter().filter_map(|live| vacation_of_mover(live));
        let needed = boards.iter().flatten().cloned().chain(vacations);
        self.state().need_entries(needed)?;
        let mut listed = Vec::new();
        for (live, board) in all.into_iter().zip(boards) {
            let sent: Option<Sent> = match board {
                Some(key) => self.state().entry(&key)?,
                None => None,
            };
            let scale = live.game_match.clock_scale();
            let (now, keeper) = (self.context.bot_now(scale)?, self.context.keeper(scale)?);
            let clock = self.context.clock_now(live)?;
            let over = clock.and_then(|(clock, side)| clock.deadline(side));
            listed.push(Listed {
                your_turn: self.is_awaited(live),
                turns: live.game.turns().div_ceil(2),
                until: over.map(|over| keeper.clock_at(over)),
                is_out_of_time: clock.is_some_and(|(clock, side)| clock.is_over(side, now)),
                away: clock.and_then(|(clock, _)| clock.back(now, keeper)),
                board: sent.and_then(|sent| sent.message),
                game_match: Match::clone(&live.game_match),
                viewer: viewer.clone(),
            });
        }
        listed.sort_by_key(|listed| {
            let is_challenge = listed.game_match.stage == Stage::Challenge;
            let until = listed.until.map_or(i64::MAX, |until| until.0);
            (
                !listed.your_turn,
                is_challenge,
                until,
                listed.game_match.opened,
            )
        });
        reply_with(Reply::Community(CommunityReply::Games {
            listed,
            set_aside: [mine.set_aside, called.set_aside].concat(),
        }))
    }

    /// Tells whether a match waits for the speaker.
    fn is_awaited(&self, live: &Live) -> bool {
        let viewer = self.user();
        match live.game.next() {
            _ if live.game_match.stage == Stage::Challenge => {
                live.game_match.challenger.id != *viewer
            }
            Next::Decision(color) => live.game_match.seat_of(viewer) == Some(color),
            Next::Chance(_) | Next::Over(_) => false,
        }
    }

    /// Returns the key of the post where the speaker finds the board of a match, or the challenge. Returns `None` in direct
    /// messages, where they see it anyway.
    fn board_of(&self, live: &Live) -> Option<Vec<u8>> {
        let game_match = &live.game_match;
        let (number, place) = game_match.place_of(self.user())?;
        if place.channel.is_direct() {
            return None;
        }
        let board = DeliveryId {
            id: game_match.id,
            to: Readers::Place(number),
            n: game_match.state.board?,
        };
        Some(board.sent_key())
    }
}

/// Returns the key of the vacation of the player with the running clock.
fn vacation_of_mover(live: &Live) -> Option<Vec<u8>> {
    let (_, side) = live.running_clock()?;
    let seats = live.game_match.seats()?;
    Some(vacation_key(&seats[side].id))
}
