//! Lists of matches, with a button for each.

use super::ratings;
use crate::{
    buttons::{button, primary, rows, text_message},
    clock::time,
    played,
};
use api::{
    Button, Component, ListedGame, ListedState, MatchId, Message, Private, PublicGame, UserId,
    message_link,
};
use command::Control;
use rules::Color;
use service::{Listed, Match, MeantMatch, Stage};
use text::{Language, Text, arg};

/// Lists the matches of a person, with buttons that open those in play.
pub(crate) fn games(
    listed: &[Listed],
    set_aside: &[MatchId],
    language: Language,
) -> Message<Private> {
    if listed.is_empty() && set_aside.is_empty() {
        return text_message(&text::games_none(), language);
    }
    let damaged = set_aside.iter().map(|id| text::games_damaged(*id));
    let lines = Text::list(listed.iter().map(line).chain(damaged));
    Message {
        controls: rows(listed.iter().filter_map(|listed| turn_to(listed, language))),
        ..text_message(&lines, language)
    }
}

/// Renders a match or a challenge for the list on a page of one of its people. `decider` is the side to decide.
pub fn listed_game(
    of: &Match,
    decider: Option<Color>,
    viewer: &UserId,
    language: Language,
) -> ListedGame {
    let (state, text) = standing(of, decider, viewer);
    let until = of.public().until;
    let time = until.map(|until| text::games_time(Text::time(until.0)));
    let text = Text::joined([text].into_iter().chain(time), " · ");
    ListedGame {
        id: of.id.to_string(),
        variant: of.setup.variant().name(),
        title: language.localize(&played(&of.setup)),
        text: language.localize(&text),
        state,
        until: until.map(|until| until.0),
    }
}

/// Renders a match in play for the list of the page, which everybody reads.
pub fn public_game(of: &Match, language: Language) -> PublicGame {
    let names = of.names();
    let players = text::page_playing_names(arg::black(&names.black), arg::white(&names.white));
    PublicGame {
        id: of.id.to_string(),
        title: language.localize(&played(&of.setup)),
        players: language.localize(&players),
    }
}

/// Describes a match for one of its people.
fn standing(of: &Match, decider: Option<Color>, viewer: &UserId) -> (ListedState, Text) {
    let Some(seat) = of.seat_of(viewer) else {
        return match &of.challenged {
            _ if of.challenger.id != *viewer => (
                ListedState::Challenged,
                text::page_game_challenged(&of.challenger.name),
            ),
            Some(player) => (ListedState::Open, text::page_game_challenging(&player.name)),
            None => (ListedState::Open, text::page_game_open()),
        };
    };
    let opponent = &of.names()[!seat];
    if of.state.paused.is_some() {
        (ListedState::Waiting, text::page_game_paused(opponent))
    } else if decider == Some(seat) {
        (ListedState::YourTurn, text::page_game_your_turn(opponent))
    } else {
        (ListedState::Waiting, text::page_game_waiting(opponent))
    }
}

/// Returns a button for each match that the person may mean.
pub(crate) fn candidates(candidates: &[MeantMatch], language: Language) -> Vec<Component> {
    let choose = |candidate: &MeantMatch| {
        let names = &candidate.names;
        let label = text::button_match_of(
            arg::black(&names.black),
            arg::id(candidate.id),
            arg::white(&names.white),
        );
        Some(button(candidate.control.clone()?, label, language))
    };
    rows(candidates.iter().filter_map(choose))
}

/// Renders a match, its time left, and a link to its board.
fn line(listed: &Listed) -> Text {
    let what = what(listed);
    let time = match (listed.game_match.state.paused, listed.away, listed.until) {
        (Some(_), ..) => Some(text::games_paused()),
        (None, Some(away), _) => Some(text::games_away(Text::time(away.0))),
        (None, None, Some(_)) if listed.is_out_of_time => Some(text::games_out_of_time()),
        (None, None, until) => until.map(|until| text::games_time(Text::time(until.0))),
    };
    let board = listed.board.as_ref().map(|board| {
        let label = match listed.game_match.stage {
            Stage::Challenge => text::games_link_challenge(),
            _ => text::games_link_board(),
        };
        let place = listed.game_match.place_of(&listed.viewer);
        let server = place.and_then(|(_, place)| place.server.as_ref());
        message_link(board, server, label)
    });
    let is_open = listed.game_match.stage == Stage::Challenge;
    let public = listed.game_match.public();
    let terms = [time::terms(&public), ratings::terms(&public)];
    let terms = terms.into_iter().flatten().filter(|_| is_open);
    let parts = [Some(what), time, board].into_iter().flatten();
    Text::joined(parts.chain(terms), " · ")
}

fn what(listed: &Listed) -> Text {
    let Listed {
        game_match, viewer, ..
    } = listed;
    let id = arg::id(game_match.id);
    let variant = arg::variant(played(&game_match.setup));
    match (&game_match.stage, game_match.seat_of(viewer)) {
        (Stage::Challenge, _) if game_match.challenger.id != *viewer => {
            text::games_challenged(id, arg::name(&game_match.challenger.name), variant)
        }
        (Stage::Challenge, _) => match &game_match.challenged {
            Some(player) => text::games_challenging(id, arg::name(&player.name), variant),
            None => text::games_challenging_anybody(id, variant),
        },
        (_, Some(seat)) => {
            let text = if listed.your_turn {
                text::games_your_turn
            } else {
                text::games_waiting
            };
            let opponent = arg::opponent(game_match.player_text(!seat));
            text(id, opponent, arg::turns(listed.turns), variant)
        }
        (_, None) => text::games_other(id, variant),
    }
}

/// Returns the button that opens a match, or answers a challenge.
fn turn_to(listed: &Listed, language: Language) -> Option<Button> {
    let Listed {
        game_match, viewer, ..
    } = listed;
    let id = game_match.id;
    if game_match.stage == Stage::Challenge {
        let is_own = game_match.challenger.id == *viewer;
        let (control, label) = if is_own {
            (Control::Decline(id), text::button_withdraw_match(id))
        } else {
            (Control::Accept(id), text::button_accept_match(id))
        };
        return Some(button(control, label, language));
    }
    let seat = game_match.seat_of(viewer)?;
    let label = text::button_match(arg::id(id), arg::name(&game_match.names()[!seat]));
    let make = if listed.your_turn { primary } else { button };
    Some(make(Control::View(id), label, language))
}
