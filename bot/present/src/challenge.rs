//! Challenges as public posts.

use super::{
    buttons::{button, only, primary},
    choices, dice, ratings, time,
};
use api::{Button, Component, Message, Platform, Public, SideChoice};
use command::Control;
use service::{ByChance, Player, PublicMatch, Stage};
use text::{Language, Text, arg};

/// Renders a challenge, with its outcome once it is settled.
pub(super) fn challenge(
    public: &PublicMatch,
    settled: bool,
    language: Language,
) -> Message<Public> {
    challenge_message(public, settled, false, language)
}

/// Renders the same for readers other than its challenger, wherever it is played.
pub(super) fn announced(
    public: &PublicMatch,
    settled: bool,
    language: Language,
) -> Message<Public> {
    challenge_message(public, settled, public.is_in_direct, language)
}

/// Renders a challenge, and later its outcome, for the readers of its announcement. Its players see their private views where
/// they play.
pub fn announcement(public: &PublicMatch, language: Language) -> Message<Public> {
    let is_settled = public.stage != Stage::Challenge;
    let mut message = announced(public, is_settled, language);
    if is_settled {
        close(&mut message, public);
    }
    message.named.clone_from(&public.named);
    message
}

/// Removes all mentions, and all buttons except that of the dice of a match that has begun.
pub(super) fn close(message: &mut Message<Public>, public: &PublicMatch) {
    message.mentions.clear();
    let is_played = public.stage.seats().is_some();
    let dice = is_played.then(|| dice::kept(&message.controls));
    message.controls = dice.unwrap_or_default();
}

/// Renders a challenge. `is_announced` says that others read it too, although its challenger plays it in direct messages.
fn challenge_message(
    public: &PublicMatch,
    settled: bool,
    is_announced: bool,
    language: Language,
) -> Message<Public> {
    let variant = public.setup.variant();
    let mut lines = vec![opening(public), text::essence(variant)];
    lines.extend(choices(&public.setup));
    lines.extend(time::terms(public));
    lines.extend(ratings::terms(public));
    if let (Some(program), Stage::Challenge) = (&public.challenged, &public.stage)
        && program.is_program()
    {
        lines.push(program_start(public, &program.name));
    }
    let is_for_anybody = public.challenged.is_none();
    if public.is_open_elsewhere && is_for_anybody && public.stage == Stage::Challenge {
        lines.push(if is_announced {
            text::challenge_code_below(public.id)
        } else {
            text::challenge_code(public.id)
        });
    }
    // The outcome is shown once the challenge is settled, and not before: it may not be durable yet.
    if settled {
        lines.push(answered(public));
        let is_begun = public.stage.seats().is_some();
        lines.extend((is_announced && is_begun).then(text::challenge_by_message));
    }
    let challenged = public.challenged.as_ref();
    // Only its challenger reads it in direct messages. A person who may accept it knows its code, or reads of it elsewhere.
    let is_read_alone = public.is_in_direct && !is_announced;
    let is_alone = is_read_alone && (is_for_anybody || public.is_open_elsewhere);
    let mut message = Message::text(language.say(&Text::lines(lines)));
    // Only the challenged person may accept. If the challenge names none, anybody may.
    let called = challenged.map(Player::account);
    let answering = called.into_iter().chain([public.challenger.account()]);
    message.mentions = called
        .filter(|user| user.platform != Platform::Engine && !is_alone)
        .into_iter()
        .cloned()
        .collect();
    let no = match challenged {
        Some(player) if !player.is_program() && !is_alone => text::button_decline(),
        _ => text::button_withdraw(),
    };
    let yes = match challenged {
        Some(player) if player.is_program() => start(public, language),
        _ => only(
            called,
            primary(Control::Accept(public.id), text::button_accept(), language),
        ),
    };
    let play = Control::PlayProgram(public.id);
    let play = button(play, text::button_play_program(), language);
    let play = only([public.challenger.account()], play);
    let buttons = [
        (!is_alone).then_some(yes),
        public.offers_program.then_some(play),
        Some(only(
            answering,
            button(Control::Decline(public.id), no, language),
        )),
        Some(button(
            Control::Rules(variant),
            text::button_rules(),
            language,
        )),
        dice::button_of(public, language),
    ];
    message.controls = vec![Component::Buttons(buttons.into_iter().flatten().collect())];
    message
}

/// Says that the program has accepted, and what is left to do.
fn program_start(public: &PublicMatch, program: &str) -> Text {
    let name = &public.challenger.name;
    match public.by_chance {
        ByChance::Game => {
            text::challenge_program_start(arg::challenger(name), arg::opponent(program))
        }
        ByChance::Sides | ByChance::Nothing => {
            text::challenge_program_start_sides(arg::challenger(name), arg::opponent(program))
        }
    }
}

/// Returns the button that begins a match which the program has accepted.
fn start(public: &PublicMatch, language: Language) -> Button {
    let start = primary(Control::Start(public.id), text::button_start(), language);
    only([public.challenger.account()], start)
}

/// Renders the first sentence: the challenger, the opponent and the variant.
fn opening(public: &PublicMatch) -> Text {
    let (name, variant) = (&public.challenger.name, public.setup.variant());
    if let (Some(of), Some(player), SideChoice::Fixed(color)) =
        (public.rematch_of, &public.challenged, public.side)
    {
        return text::challenge_rematch(
            arg::challenger(name),
            arg::color(color),
            arg::id(of),
            arg::opponent(&player.name),
            arg::variant(variant),
        );
    }
    if let Some(program) = public
        .challenged
        .as_ref()
        .filter(|player| player.is_program())
    {
        return match public.side {
            SideChoice::Random => text::challenge_program_random(
                arg::challenger(name),
                arg::opponent(&program.name),
                arg::variant(variant),
            ),
            SideChoice::Fixed(color) => text::challenge_program_side(
                arg::challenger(name),
                arg::color(color),
                arg::opponent(&program.name),
                arg::variant(variant),
            ),
        };
    }
    match (&public.challenged, public.side) {
        (Some(player), SideChoice::Random) => text::challenge_random(
            arg::challenger(name),
            arg::opponent(&player.name),
            arg::variant(variant),
        ),
        (Some(player), SideChoice::Fixed(color)) => text::challenge_side(
            arg::challenger(name),
            arg::color(color),
            arg::opponent(&player.name),
            arg::variant(variant),
        ),
        (None, SideChoice::Random) => {
            text::challenge_anybody_random(arg::challenger(name), arg::variant(variant))
        }
        (None, SideChoice::Fixed(color)) => text::challenge_anybody_side(
            arg::challenger(name),
            arg::color(color),
            arg::variant(variant),
        ),
    }
}

/// Renders the outcome of a challenge.
fn answered(public: &PublicMatch) -> Text {
    let challenger = &public.challenger;
    match &public.stage {
        Stage::Challenge => text::challenge_moved(),
        Stage::Declined(by) => text::challenge_declined(&by.name),
        Stage::Withdrawn => text::challenge_withdrawn(&challenger.name),
        Stage::Lapsed => text::challenge_lapsed(),
        Stage::Playing(seats) | Stage::Over(seats) => {
            let opponent = if seats.white.id == challenger.id {
                &seats.black
            } else {
                &seats.white
            };
            if opponent.is_program() {
                text::challenge_program_started(
                    arg::challenger(&challenger.name),
                    arg::id(public.id),
                )
            } else {
                text::challenge_accepted(arg::id(public.id), arg::name(&opponent.name))
            }
        }
    }
}
