//! What changes a match: from the challenge to the end.

use rules::{
    Action, ByColor, Color, Conclusion, Game, Input, Next, Outcome, ReadActionError, Setup,
    Variant, WinReason,
};

use super::{
    Change, Desk, Done, Effects, Kind, Live, Match, Offer, Player, Readers, Refusal, RowId, Rows,
    Sent, Stage, Stop, Told, Whispers, damaged, guide, read, read_match, rows, talk::check_begun,
    told,
};
use crate::{
    command::SideChoice,
    fair::{Commitment, Rolls, Seal},
    ports::{MatchId, Place, StoreError, UserId},
};

/// How many turns of one's own lie between two draw offers.
const TURNS_BETWEEN_OFFERS: u32 = 5;

/// A match in play, and the side of the person who asks.
struct Seated {
    live: Live,
    seat: Color,
}

impl Desk<'_> {
    pub(super) fn challenge(
        &mut self,
        setup: &Setup,
        opponent: Option<&str>,
        side: SideChoice,
    ) -> Result<Effects, Stop> {
        let speaker = Player::from(&self.request.speaker);
        let Place::Channel(channel) = self.request.place.clone() else {
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
            && !self.has_room(&rows::called_prefix(&player.id))?
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
        change
            .batch
            .put(rows::dice_key(id), rows::encode(&rows::DiceRow { secret }));
        change.live.row.board = Some(change.say(Kind::Challenge));
        self.done(change, Done::Opened(id))
    }

    /// An id that no match has.
    fn fresh_id(&mut self) -> Result<MatchId, StoreError> {
        loop {
            let id = MatchId::from_number(self.dice.below(MatchId::COUNT));
            if self.rows.get(&rows::match_key(id))?.is_none() {
                return Ok(id);
            }
        }
    }

    /// Whether this person may have one more match.
    fn check_room(&self, user: &UserId) -> Result<(), Stop> {
        if self.has_room(&rows::mine_prefix(user))? {
            Ok(())
        } else {
            Err(Refusal::TooManyMatches(self.limits.matches).into())
        }
    }

    /// Whether there may be one more match under an index.
    fn has_room(&self, prefix: &[u8]) -> Result<bool, StoreError> {
        let most = self.limits.matches;
        Ok(self.rows.scan(prefix, None, most)?.len() < most)
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
        change.batch.remove(rows::dice_key(id));
        let challenge = change.live.row.board.take();
        change.settle(challenge);
        self.done(change, done)
    }

    pub(super) fn play(
        &mut self,
        which: Option<MatchId>,
        text: Option<&str>,
        confirmed: bool,
    ) -> Result<Effects, Stop> {
        let id = self.find_mine(which, true)?;
        let Some(text) = text else {
            return self.guide(id, None, "");
        };
        let seated = self.deciding(id)?;
        let action = read_move(&seated.live.game, text)?;
        if confirmed {
            self.act(seated, action)
        } else {
            self.act_or_ask(seated, action)
        }
    }

    /// Plays a move that was asked about.
    pub(super) fn play_confirmed(
        &mut self,
        id: MatchId,
        ply: usize,
        action: Action,
    ) -> Result<Effects, Stop> {
        let seated = self.deciding(id)?;
        if seated.live.row.ply != ply {
            return Err(Refusal::Stale(id).into());
        }
        if seated.live.game.why_not(action).is_some() {
            return Err(Refusal::UnknownControl.into());
        }
        self.act(seated, action)
    }

    /// Plays a legal move, unless it loses at once and may be a slip.
    fn act_or_ask(&mut self, seated: Seated, action: Action) -> Result<Effects, Stop> {
        let Seated { live, seat } = &seated;
        if !recycles_into_check(&live.game, *seat, action) {
            return self.act(seated, action);
        }
        told(Told::AskMove {
            id: live.row.id,
            ply: live.row.ply,
            action,
            caption: live.game.caption(action),
            opponent: live.row.names()[!*seat].clone(),
        })
    }

    /// One step of the way to a move: the menus after what was `picked`, or the move itself when that is all.
    pub(super) fn guide(
        &mut self,
        id: MatchId,
        ply: Option<usize>,
        picked: &str,
    ) -> Result<Effects, Stop> {
        let seated = self.deciding(id)?;
        let Seated { live, seat } = &seated;
        if ply.is_some_and(|ply| ply != live.row.ply) {
            return Err(Refusal::Stale(id).into());
        }
        match guide::step(&live.game, *seat, picked) {
            Some(guide::Step::Play(action)) => self.act_or_ask(seated, action),
            Some(guide::Step::Pick(menus)) => told(Told::Guide {
                id,
                ply: live.row.ply,
                menus,
            }),
            None => Err(Refusal::UnknownControl.into()),
        }
    }

    fn act(&mut self, Seated { live, seat }: Seated, action: Action) -> Result<Effects, Stop> {
        let id = live.row.id;
        let caption = live.game.caption(action);
        let tell_closed = self.is_to_hear_of_closed_messages(&live.row, seat)?;
        let mut change = Change::new(live);
        if let Some(offer) = change.live.row.offer
            && offer.by != seat
        {
            change.live.row.offer = None;
            change.settle(Some(offer.row));
        }
        change.input(Input::Action(action));
        self.roll_chances(&mut change)?;
        end_by_limit(&mut change);
        self.finish_turn(&mut change, Some(seat));
        let row = &mut change.live.row;
        row.whispers[seat].told_closed |= tell_closed;
        let done = Done::Moved {
            id,
            caption,
            look: row.whispers[seat].view.map(|_| row.ply),
            tell_closed,
        };
        self.done(change, done)
    }

    /// Whether a player could not be written to and has not heard so in this match.
    fn is_to_hear_of_closed_messages(&self, row: &Match, seat: Color) -> Result<bool, StoreError> {
        let Whispers {
            view: Some(n),
            told_closed: false,
            ..
        } = row.whispers[seat]
        else {
            return Ok(false);
        };
        let view = RowId {
            id: row.id,
            to: Readers::Seat(seat),
            n,
        };
        let sent = read::<Sent>(self.rows, &view.sent_key())?;
        Ok(sent.is_some_and(|sent| sent.delivery.kind == Kind::View && sent.message.is_none()))
    }

    /// Lets chance have its say until somebody is to decide or the game is over.
    fn roll_chances(&self, change: &mut Change) -> Result<(), StoreError> {
        let Next::Chance(mut chance) = change.live.game.next() else {
            return Ok(());
        };
        let rolls = rolls(self.rows, &change.live.row)?;
        loop {
            let row = &mut change.live.row;
            let outcome = rolls.pick(row.n_rolls, &chance);
            row.n_rolls += 1;
            change.input(Input::Outcome(outcome));
            match change.live.game.next() {
                Next::Chance(next) => chance = next,
                Next::Decision(_) | Next::Over(_) => return Ok(()),
            }
        }
    }

    /// Shows the board after the last input, which `decided` decided if nobody ended the game otherwise, and closes the match if the game is over.
    fn finish_turn(&mut self, change: &mut Change, decided: Option<Color>) {
        if let Next::Over(_) = change.live.game.next() {
            let row = &mut change.live.row;
            for key in index_keys(row) {
                change.batch.remove(key);
            }
            for user in row.people() {
                change
                    .batch
                    .put(rows::past_key(user, self.request.now, row.id), Vec::new());
            }
            if let Stage::Playing(seats) = row.stage.clone() {
                row.stage = Stage::Over(seats);
            }
            let offer = row.offer.take().map(|offer| offer.row);
            change.settle(offer);
        }
        change.show_board(Kind::Board);
        change.show_views(decided);
    }

    fn conclude(
        &mut self,
        live: Live,
        conclusion: Conclusion,
        done: Done,
    ) -> Result<Effects, Stop> {
        let mut change = Change::new(live);
        change.input(Input::Conclusion(conclusion));
        self.finish_turn(&mut change, None);
        self.done(change, done)
    }

    pub(super) fn resign(
        &mut self,
        which: Option<MatchId>,
        confirmed: bool,
    ) -> Result<Effects, Stop> {
        let id = self.find_mine(which, false)?;
        let Seated { live, seat } = self.seated(id)?;
        if confirmed {
            self.conclude(live, Conclusion::Resigned(seat), Done::Resigned(id))
        } else {
            ask_resign(&live.row, seat)
        }
    }

    pub(super) fn ask_resign(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let Seated { live, seat } = self.seated_at(id, ply)?;
        ask_resign(&live.row, seat)
    }

    pub(super) fn resign_confirmed(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let Seated { live, seat } = self.seated_at(id, ply)?;
        self.conclude(live, Conclusion::Resigned(seat), Done::Resigned(id))
    }

    pub(super) fn draw(&mut self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = self.find_mine(which, false)?;
        let seated = self.seated(id)?;
        self.offer_or_accept(seated)
    }

    pub(super) fn offer_draw(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let seated = self.seated_at(id, ply)?;
        self.offer_or_accept(seated)
    }

    fn offer_or_accept(&mut self, Seated { live, seat }: Seated) -> Result<Effects, Stop> {
        let id = live.row.id;
        match live.row.offer {
            Some(offer) if offer.by == seat => return Err(Refusal::OfferStands.into()),
            Some(_) => return self.conclude(live, Conclusion::DrawAgreed, Done::DrawAgreed(id)),
            None => {}
        }
        if let Some(last) = live.row.last_offer[seat] {
            let turns = turns_of(seat, live.game.turns())
                .saturating_sub(turns_of(seat, self.turns_at(id, last)?));
            if turns < TURNS_BETWEEN_OFFERS {
                return Err(Refusal::OfferTooSoon {
                    turns: TURNS_BETWEEN_OFFERS - turns,
                }
                .into());
            }
        }
        let mut change = Change::new(live);
        let row = change.say(Kind::DrawOffer(seat));
        change.live.row.offer = Some(Offer { by: seat, row });
        change.live.row.last_offer[seat] = Some(change.live.row.ply);
        self.done(change, Done::DrawOffered(id))
    }

    /// How many turns a match had seen at a ply.
    fn turns_at(&self, id: MatchId, ply: usize) -> Result<u32, Stop> {
        let (_, record) = read_match(self.rows, id)?.ok_or(Refusal::UnknownMatch(id))?;
        let game = record.replay_to(ply).map_err(|error| damaged(id, &error))?;
        Ok(game.turns())
    }

    pub(super) fn accept_draw(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let (live, _) = self.offered_to(id, ply)?;
        self.conclude(live, Conclusion::DrawAgreed, Done::DrawAgreed(id))
    }

    pub(super) fn decline_draw(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let (live, offer) = self.offered_to(id, ply)?;
        let mut change = Change::new(live);
        change.live.row.offer = None;
        change.settle(Some(offer.row));
        change.say(Kind::DrawDeclined(offer.by));
        self.done(change, Done::DrawDeclined(id))
    }

    /// The match with a draw offer of ply `ply` that the speaker can answer.
    fn offered_to(&mut self, id: MatchId, ply: usize) -> Result<(Live, Offer), Stop> {
        let Seated { live, seat } = self.seated(id)?;
        match live.row.offer {
            Some(offer) if offer.by == seat => Err(Refusal::OfferStands.into()),
            Some(offer) if live.row.last_offer[offer.by] == Some(ply) => Ok((live, offer)),
            _ => Err(Refusal::NoOffer.into()),
        }
    }

    /// The match in play in which the speaker has a seat.
    fn seated(&mut self, id: MatchId) -> Result<Seated, Stop> {
        let request = self.request;
        let live = self.live(id)?;
        let refusal = match (&live.row.stage, live.game.next()) {
            (Stage::Challenge, _) => Refusal::NotStarted(id),
            (Stage::Declined(_) | Stage::Withdrawn, _) => Refusal::NeverPlayed(id),
            (_, Next::Over(outcome)) => Refusal::Over(id, outcome),
            (Stage::Playing(_) | Stage::Over(_), _) => {
                match live.row.seat_of(&request.speaker.id) {
                    Some(seat) => {
                        return Ok(Seated {
                            live: live.clone(),
                            seat,
                        });
                    }
                    None => Refusal::NotAPlayer(id),
                }
            }
        };
        Err(refusal.into())
    }

    /// The same, if the match is still at this ply.
    fn seated_at(&mut self, id: MatchId, ply: usize) -> Result<Seated, Stop> {
        let seated = self.seated(id)?;
        if seated.live.row.ply == ply {
            Ok(seated)
        } else {
            Err(Refusal::Stale(id).into())
        }
    }

    /// The match in play in which the speaker is to decide.
    fn deciding(&mut self, id: MatchId) -> Result<Seated, Stop> {
        let seated = self.seated(id)?;
        match seated.live.game.next() {
            Next::Decision(color) if color != seated.seat => Err(Refusal::NotYourTurn {
                color,
                name: seated.live.row.names()[color].clone(),
            }
            .into()),
            _ => Ok(seated),
        }
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
}

/// Draws a match that has seen as many turns as it may.
fn end_by_limit(change: &mut Change) {
    let Live { row, game } = &change.live;
    if matches!(game.next(), Next::Decision(_)) && game.turns() >= 2 * row.turn_limit {
        change.input(Input::Conclusion(Conclusion::TurnLimit));
    }
}

/// How many of a match's turns were a side's.
fn turns_of(seat: Color, turns: u32) -> u32 {
    match seat {
        Color::White => turns.div_ceil(2),
        Color::Black => turns / 2,
    }
}

/// The rolls of a match that has been accepted.
fn rolls(rows: &dyn Rows, row: &Match) -> Result<Rolls, StoreError> {
    let accepted = row.seal.accepted.as_ref();
    let accepted = accepted.ok_or_else(|| StoreError::Corrupt {
        path: format!("match {}", row.id),
        detail: "nothing tells what accepted it".to_owned(),
    })?;
    let secret = rows::read_secret(rows, row.id)?;
    Ok(Rolls::new(&secret, row.id, &accepted.to_string()))
}

/// Where a match that is not over is found. A challenge is among the matches of the challenged only once they accept it,
/// so that nobody can fill somebody else's list.
fn index_keys(row: &Match) -> Vec<Vec<u8>> {
    let mine = |player: &Player| rows::under(rows::mine_prefix(&player.id), row.id);
    let called = |player: &Player| rows::under(rows::called_prefix(&player.id), row.id);
    match row.seats() {
        Some(seats) => vec![
            mine(&seats.white),
            mine(&seats.black),
            rows::under(rows::here_prefix(&row.channel), row.id),
        ],
        None => std::iter::once(mine(&row.challenger))
            .chain(row.challenged.as_ref().map(called))
            .collect(),
    }
}

fn ask_resign(row: &Match, seat: Color) -> Result<Effects, Stop> {
    told(Told::AskResign {
        id: row.id,
        ply: row.ply,
        opponent: row.names()[!seat].clone(),
    })
}

/// Whether a legal move loses at once because its recycle leaves the own king in check (bario K9). There nothing is
/// hidden, so that the game can be tried.
fn recycles_into_check(game: &Game, seat: Color, action: Action) -> bool {
    if game.variant() != Variant::Bario {
        return false;
    }
    let mut after = game.clone();
    let lost = Outcome::Won {
        winner: !seat,
        reason: WinReason::RecycledIntoCheck,
    };
    after.act(action).is_ok() && after.next() == Next::Over(lost)
}

/// Reads what somebody typed as a legal action.
fn read_move(game: &Game, text: &str) -> Result<Action, Refusal> {
    let action = read_action(game, text)?;
    match game.why_not(action) {
        None => Ok(action),
        Some(why) => Err(Refusal::IllegalMove {
            text: text.to_owned(),
            why,
        }),
    }
}

/// Reads what somebody typed as an action, legal or not.
pub(super) fn read_action(game: &Game, text: &str) -> Result<Action, Refusal> {
    game.read_action(text).map_err(|error| match error {
        ReadActionError::Malformed => Refusal::UnreadableMove(text.to_owned()),
        ReadActionError::NoSuchMove => Refusal::NoSuchMove(text.to_owned()),
        ReadActionError::Ambiguous(actions) => Refusal::AmbiguousMove {
            text: text.to_owned(),
            moves: actions
                .iter()
                .map(|action| format!("{action} ({})", game.caption(*action)))
                .collect(),
        },
    })
}
