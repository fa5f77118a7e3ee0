//! The strip below a live board: the status of a match for one viewer, the pending offer, the controls, and the result.

use rules::{Color, Outcome, PendingDecision, Status, View};

use super::takeback::{notes, undone_by};
use crate::{
    buttons::{button, primary},
    challenge::post::{answered, code, level},
    clock::time,
    community::ratings,
    record::{dice, history::in_short},
};
use api::{
    BoardOffer, BoardOfferKind, BoardResult, Button, Component, MatchId, PageReach, SideChoice,
    UserId,
};
use command::{Control, OfferKind, TimeControl};
use service::{Offer, Player, PublicMatch, Seen, Stage};
use text::{Language, Text, arg};

/// A match with its viewer.
pub(super) struct Strip<'a> {
    /// The match.
    pub(super) of: &'a PublicMatch,
    /// The record, as the viewer may see it.
    pub(super) seen: &'a Seen,
    /// The viewer, if known.
    pub(super) viewer: Option<&'a UserId>,
    /// The reach of the page.
    pub(super) reach: PageReach,
    /// The side that the viewer plays.
    pub(super) seat: Option<Color>,
    /// The rematch between the viewer and their opponent, if there is one.
    pub(super) rematch: Option<&'a PublicMatch>,
    /// The language of the viewer.
    pub(super) language: Language,
}

/// Renders the options of the variant in words, without their names in commands.
pub(super) fn options(of: &PublicMatch) -> impl Iterator<Item = Text> {
    let variant = of.setup.variant();
    of.setup.options().map(move |(option, value)| {
        text::live_option(
            arg::meaning(text::value(variant, option, value)),
            arg::what(text::option(variant, option)),
        )
    })
}

impl Strip<'_> {
    /// Renders the status of the match, without a final dot.
    pub(super) fn status(&self, view: &View, is_last: bool) -> Text {
        let (of, names) = (self.of, &self.of.names);
        match (&of.stage, view.status) {
            (Stage::Challenge, _) => self.challenge_text(),
            (Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed, _) => answered(of),
            (Stage::Playing(_), _) if is_last && of.is_paused => text::live_paused(),
            (Stage::Playing(seats), Status::ToDecide(side)) if is_last && self.seat.is_some() => {
                if self.seat == Some(side) {
                    own_turn(view, side)
                } else if seats[side].is_program() {
                    text::live_thinking(&names[side])
                } else {
                    text::live_their_turn(&names[side])
                }
            }
            (Stage::Playing(_) | Stage::Over(_), _) => text::status(view, names),
        }
    }

    /// Renders the pending offer between the players, or the challenge.
    pub(super) fn offer(&self) -> Option<BoardOffer> {
        match &self.of.stage {
            Stage::Challenge => Some(self.challenge()),
            Stage::Playing(_) => self.standing_offer(),
            Stage::Over(_) => self.rematch.and_then(|rematch| self.rematch_offer(rematch)),
            Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => None,
        }
    }

    /// Returns the rematch, once it has begun. The program accepts at once, and its opponent starts on the page of the rematch.
    pub(super) fn begun_rematch(&self) -> Option<String> {
        let rematch = self.rematch?;
        let is_to_program = rematch.challenged.as_ref().is_some_and(Player::is_program);
        let is_begun = rematch.stage != Stage::Challenge || is_to_program;
        is_begun.then(|| rematch.id.to_string())
    }

    /// Renders the end of the match.
    pub(super) fn result(&self, view: &View) -> Option<BoardResult> {
        let (of, language) = (self.of, self.language);
        let Status::Over(outcome) = view.status else {
            return None;
        };
        let title = match outcome {
            Outcome::Won { winner, .. } => match self.seat {
                Some(seat) if seat == winner => text::live_won(),
                Some(_) => text::live_lost(),
                None => text::live_wins(&of.names[winner]),
            },
            Outcome::Drawn { .. } => text::live_drawn(),
            Outcome::Aborted => text::live_aborted(),
        };
        let reason = match outcome {
            Outcome::Aborted => self.aborted(view),
            _ => text::sentence(text::status(view, &of.names)),
        };
        let ratings = ratings::result(of, view.status);
        Some(BoardResult {
            title: language.localize(&title),
            reason: language.localize(&reason),
            ratings: ratings.map(|ratings| language.localize(&ratings)),
        })
    }

    /// Renders the reason why the match was aborted. A player has made no move in time, or has deleted their data.
    fn aborted(&self, view: &View) -> Text {
        let seats = self.of.stage.seats();
        if seats.is_some_and(|seats| seats.white.is_deleted() || seats.black.is_deleted()) {
            return text::live_deleted();
        }
        let side = match view.turns % 2 {
            0 => Color::White,
            _ => Color::Black,
        };
        if self.seat == Some(side) {
            text::live_unmoved_own()
        } else {
            text::live_unmoved(&self.of.names[side])
        }
    }

    /// Chooses the controls of the board that the strip does not show otherwise, and adds those that only a live board has.
    pub(super) fn controls(&self, controls: Vec<Component>, view: &View) -> Vec<Component> {
        let buttons = controls.into_iter().flat_map(|controls| match controls {
            Component::Buttons(buttons) => buttons,
            Component::Menu(_) => Vec::new(),
        });
        let offers = self.offer_buttons(view);
        let kept = buttons.filter(|button| self.keeps(&button.control) && self.can_press(button));
        let kept = kept.map(|button| Button {
            for_whom: Vec::new(),
            ..button
        });
        // A match against the program begins before its player can read about the dice of the challenge.
        let is_played = matches!(self.of.stage, Stage::Playing(_));
        let dice = is_played.then(|| dice::button_of(self.of, self.language));
        let all = offers.into_iter().chain(kept).chain(dice.flatten());
        vec![Component::Buttons(all.collect())]
    }

    /// Returns whether the viewer can press a button. It names accounts, of which the viewer can have several.
    fn can_press(&self, Button { for_whom, .. }: &Button) -> bool {
        let seats = self.of.stage.seats();
        let own = seats.zip(self.seat).map(|(seats, seat)| &seats[seat]);
        for_whom.is_empty() || own.is_some_and(|own| for_whom.contains(own.account()))
    }

    /// Returns whether a control of the board is shown. The page has the rules and the offers elsewhere.
    fn keeps(&self, control: &Control) -> bool {
        match control {
            Control::Rules(_) | Control::Guide(..) => false,
            Control::Offer(kind, ..) => self.may_offer(*kind),
            Control::Rematch(_) => self.rematch.is_none(),
            _ => true,
        }
    }

    /// Returns whether the viewer can make an offer: none is pending, and they have made few of this kind.
    fn may_offer(&self, kind: OfferKind) -> bool {
        let state = &self.seen.game_match.state;
        let may_offer = |seat: Color| state.offered[seat].may_offer(kind);
        state.offer.is_none() && self.seat.is_some_and(may_offer)
    }

    /// Returns the buttons for a takeback and a pause.
    fn offer_buttons(&self, view: &View) -> Vec<Button> {
        let (id, n_inputs) = (self.of.id, view.n_inputs);
        let Stage::Playing(seats) = &self.of.stage else {
            return Vec::new();
        };
        let offer = |kind, label| button(Control::Offer(kind, id, n_inputs), label, self.language);
        let has_moved = self
            .seat
            .is_some_and(|seat| view.turns > u32::from(seat == Color::Black));
        let takeback = has_moved && self.may_offer(OfferKind::Takeback);
        let time = self.of.time;
        let is_timed = time != TimeControl::Unlimited && !time.is_real_time() && !self.of.is_paused;
        let is_alone = [Color::White, Color::Black].map(|color| seats[color].is_program());
        let pause = is_timed && !is_alone.contains(&true) && self.may_offer(OfferKind::Pause);
        let takeback = takeback.then(|| offer(OfferKind::Takeback, text::live_takeback()));
        let pause = pause.then(|| offer(OfferKind::Pause, text::live_pause()));
        takeback.into_iter().chain(pause).collect()
    }

    // ---------------------------------------------------------------------------------------------------- offers

    fn is_viewer(&self, player: &Player) -> bool {
        self.viewer.is_some_and(|viewer| player.is(viewer))
    }

    fn is_called(&self) -> bool {
        let called = self.of.challenged.as_ref();
        called.is_some_and(|called| self.is_viewer(called))
    }

    fn challenge(&self) -> BoardOffer {
        let (of, language) = (self.of, self.language);
        let is_own = self.is_viewer(&of.challenger);
        let is_to_program = of.challenged.as_ref().is_some_and(Player::is_program);
        let start = primary(Control::Start(of.id), text::button_start(), language);
        let play = button(
            Control::PlayProgram(of.id),
            text::button_play_program(),
            language,
        );
        let buttons = if is_own {
            let cancel = button(Control::Decline(of.id), text::live_cancel(), language);
            let start = is_to_program.then_some(start);
            let play = of.offers_program.then_some(play);
            start.into_iter().chain(play).chain([cancel]).collect()
        } else if self.is_called() {
            self.accept_or_decline(of.id)
        } else if of.challenged.is_none()
            && self.seen.game_match.is_open_on_page(PageReach::Machine)
        {
            vec![self.accept(of.id)]
        } else {
            Vec::new()
        };
        let is_open =
            is_own && of.challenged.is_none() && self.seen.game_match.is_open_on_page(self.reach);
        let invitation = is_open.then(text::page_board_invite);
        let terms = time::terms(of).into_iter().chain(ratings::terms(of));
        let more = terms.chain(invitation);
        let text = Text::lines([self.challenge_text()].into_iter().chain(more));
        self.offered(BoardOfferKind::Challenge, is_own, &text, buttons)
    }

    /// Renders the terms of a challenge that the offer does not name, and its outcome once it is settled.
    pub(super) fn challenge_terms(&self) -> Text {
        let of = self.of;
        let outcome = (of.stage != Stage::Challenge).then(|| answered(of));
        let mut lines = vec![self.sides()];
        lines.extend(level(of));
        lines.push(text::essence(of.setup.variant()));
        lines.extend(options(of).chain(text::house_rule(&of.setup)));
        lines.extend(code(of, false).into_iter().chain(outcome));
        Text::lines(lines)
    }

    /// Renders the sides of the players of a challenge.
    fn sides(&self) -> Text {
        let of = self.of;
        let SideChoice::Fixed(side) = of.side else {
            return text::live_sides_random();
        };
        if self.is_viewer(&of.challenger) {
            text::live_side_own(side)
        } else if self.is_called() {
            text::live_side_own(!side)
        } else {
            text::live_side(arg::color(side), arg::name(&of.challenger.name))
        }
    }

    fn challenge_text(&self) -> Text {
        let of = self.of;
        let challenger = &of.challenger.name;
        match &of.challenged {
            None if self.is_viewer(&of.challenger) => text::live_challenge_own_open(),
            None => text::live_challenge_open(challenger),
            Some(program) if program.is_program() => text::live_challenge_start(),
            Some(called) if self.is_viewer(&of.challenger) => text::live_waiting(&called.name),
            Some(called) if self.is_viewer(called) => text::live_challenge(challenger),
            Some(called) => {
                text::live_challenge_other(arg::challenger(challenger), arg::opponent(&called.name))
            }
        }
    }

    fn standing_offer(&self) -> Option<BoardOffer> {
        let Offer {
            kind, by, n_inputs, ..
        } = self.seen.game_match.state.offer?;
        let (id, names, language) = (self.of.id, &self.of.names, self.language);
        let is_own = self.seat == Some(by);
        let buttons = if is_own {
            let cancel = Control::WithdrawOffer(kind, id, n_inputs);
            vec![button(cancel, text::live_cancel(), language)]
        } else if self.seat == Some(!by) {
            let accept = Control::AcceptOffer(kind, id, n_inputs);
            let accept = primary(accept, text::button_accept(), language);
            let decline = Control::DeclineOffer(kind, id, n_inputs);
            vec![accept, button(decline, text::button_decline(), language)]
        } else {
            Vec::new()
        };
        let text = match (kind, self.seat) {
            (_, None) => text::offer_made(
                arg::from(&names[by]),
                arg::to(&names[!by]),
                arg::what(kind.a()),
            ),
            (OfferKind::Draw, _) if is_own => text::live_draw_own(&names[!by]),
            (OfferKind::Pause, _) if is_own => text::live_pause_own(&names[!by]),
            (OfferKind::Takeback, _) if is_own => text::live_takeback_own(&names[!by]),
            (OfferKind::Draw, _) => text::live_draw(&names[by]),
            (OfferKind::Pause, _) => text::live_pause_offer(&names[by]),
            (OfferKind::Takeback, _) => self.asked_takeback(by)?,
        };
        let kind = match kind {
            OfferKind::Draw => BoardOfferKind::Draw,
            OfferKind::Pause => BoardOfferKind::Pause,
            OfferKind::Takeback => BoardOfferKind::Takeback,
        };
        Some(self.offered(kind, is_own, &text, buttons))
    }

    /// Renders the question for a takeback: the moves that it would undo, and what follows from it.
    fn asked_takeback(&self, by: Color) -> Option<Text> {
        let undone = undone_by(self.seen, by)?;
        let moves = in_short(&undone, self.language).join(" ");
        let name = arg::name(&self.of.names[by]);
        let asked = text::live_takeback_offer(arg::moves(moves), name);
        Some(Text::lines(
            [asked].into_iter().chain(notes(self.seen, by, &undone)),
        ))
    }

    /// Renders a rematch that waits for an answer.
    fn rematch_offer(&self, rematch: &PublicMatch) -> Option<BoardOffer> {
        let challenged = rematch.challenged.as_ref()?;
        if self.begun_rematch().is_some() {
            return None;
        }
        let is_own = self.is_viewer(&rematch.challenger);
        let (text, buttons) = if is_own {
            let cancel = button(
                Control::Decline(rematch.id),
                text::live_cancel(),
                self.language,
            );
            (text::live_rematch_own(&challenged.name), vec![cancel])
        } else {
            let buttons = self.accept_or_decline(rematch.id);
            (text::live_rematch(&rematch.challenger.name), buttons)
        };
        Some(self.offered(BoardOfferKind::Rematch, is_own, &text, buttons))
    }

    fn accept(&self, id: MatchId) -> Button {
        primary(Control::Accept(id), text::button_accept(), self.language)
    }

    fn accept_or_decline(&self, id: MatchId) -> Vec<Button> {
        let decline = button(Control::Decline(id), text::button_decline(), self.language);
        vec![self.accept(id), decline]
    }

    fn offered(
        &self,
        kind: BoardOfferKind,
        is_own: bool,
        text: &Text,
        buttons: Vec<Button>,
    ) -> BoardOffer {
        BoardOffer {
            kind,
            is_own,
            text: self.language.localize(text),
            controls: vec![Component::Buttons(buttons)],
        }
    }
}

/// Renders the decision that the viewer is to make.
fn own_turn(view: &View, side: Color) -> Text {
    let is_check = view.is_in_check(side);
    match view.pending {
        PendingDecision::Move if is_check => text::live_check(),
        PendingDecision::Move => text::live_turn(),
        PendingDecision::MoveAgain if is_check => text::live_check_again(),
        PendingDecision::MoveAgain => text::live_turn_again(),
        PendingDecision::KingPlace => text::live_king_place(),
        PendingDecision::LostPiece(at) => text::live_lost_piece(at),
        PendingDecision::Swap => text::live_swap(),
        PendingDecision::DropPlace(role) => text::live_drop_place(text::role(role).a()),
        PendingDecision::Promotion { to, .. } => text::live_promotion(to),
    }
}
