//! Challenges as public posts.

use crate::{
    buttons::{only, primary},
    choices,
    clock::time,
    community::ratings,
    post::Post,
    record::dice,
};
use api::{Component, Message, Platform, Public, SideChoice};
use command::{Control, level_about};
use service::{ByChance, Player, PublicMatch, Stage};
use text::{Language, Text, arg};

/// Renders a challenge, and later its outcome, for the readers of its announcement. Its players see their private views where
/// they play.
pub fn announcement(public: &PublicMatch, language: Language) -> Message<Public> {
    let is_settled = public.stage != Stage::Challenge;
    let post = Post::new(public, is_settled, language);
    let mut message = post.announced();
    if is_settled {
        post.close(&mut message);
    }
    message.named.clone_from(&public.named);
    message
}

impl Post<'_> {
    /// Renders a challenge for its challenger, with its outcome once it is settled.
    pub(crate) fn challenge(&self) -> Message<Public> {
        self.challenge_for(false)
    }

    /// Renders the same for readers other than its challenger, wherever it is played.
    pub(crate) fn announced(&self) -> Message<Public> {
        self.challenge_for(self.public.is_in_direct)
    }

    /// Removes all mentions, and all buttons except that of the dice of a match that has begun.
    pub(crate) fn close(&self, message: &mut Message<Public>) {
        message.mentions.clear();
        let is_played = self.public.stage.seats().is_some();
        let dice = is_played.then(|| dice::kept(&message.controls));
        message.controls = dice.unwrap_or_default();
    }

    /// Tells a challenger that the challenged person declined.
    pub(crate) fn challenge_declined(&self) -> Option<Message<Public>> {
        let public = self.public;
        let Stage::Declined(by) = &public.stage else {
            return None;
        };
        let text = text::challenge_declined_told(
            arg::challenger(&public.challenger.name),
            arg::id(public.id),
            arg::name(&by.name),
        );
        Some(Message {
            mentions: vec![public.challenger.account().clone()],
            ..self.text_message(&text)
        })
    }

    /// Renders a challenge. `is_announced` is true if others read it too, although its challenger plays it in direct messages.
    fn challenge_for(&self, is_announced: bool) -> Message<Public> {
        let public = self.public;
        // Only its challenger reads it in direct messages. People who can accept it have its code, or read its announcement
        // elsewhere.
        let is_read_alone = public.is_in_direct && !is_announced;
        let is_alone = is_read_alone && (public.challenged.is_none() || public.is_open_elsewhere);
        let called = public.challenged.as_ref().map(Player::account);
        let called = called.filter(|user| user.platform != Platform::Engine && !is_alone);
        Message {
            mentions: called.into_iter().cloned().collect(),
            controls: vec![self.challenge_buttons(is_alone)],
            ..self.text_message(&self.challenge_text(is_announced))
        }
    }

    fn challenge_text(&self, is_announced: bool) -> Text {
        let public = self.public;
        let mut lines = vec![opening(public)];
        lines.extend(level(public));
        lines.push(text::essence(public.setup.variant()));
        lines.extend(choices(&public.setup));
        lines.extend(text::house_rule(&public.setup));
        lines.extend(time::terms(public));
        lines.extend(ratings::terms(public));
        match &public.challenged {
            _ if public.stage != Stage::Challenge => {}
            Some(program) if program.is_program() => lines.push(program_start(public, program)),
            _ => lines.extend(code(public, is_announced)),
        }
        // Shows the outcome only after the challenge is settled, because it may not be durable before.
        if self.is_settled {
            lines.push(answered(public));
            let is_begun = public.stage.seats().is_some();
            lines.extend((is_announced && is_begun).then(text::challenge_by_message));
        }
        Text::lines(lines)
    }

    fn challenge_buttons(&self, is_alone: bool) -> Component {
        let (public, language) = (self.public, self.language);
        let challenger = public.challenger.account();
        let challenged = public.challenged.as_ref();
        let is_program = challenged.is_some_and(Player::is_program);
        let called = challenged.map(Player::account);
        let yes = if is_program {
            let start = primary(Control::Start(public.id), text::button_start(), language);
            only([challenger], start)
        } else {
            // Only the challenged person may accept. If the challenge names none, any person may.
            let accept = primary(Control::Accept(public.id), text::button_accept(), language);
            only(called, accept)
        };
        let no = match challenged {
            Some(_) if !is_program && !is_alone => text::button_decline(),
            _ => text::button_withdraw(),
        };
        let no = self.button(Control::Decline(public.id), no);
        let play = self.button(Control::PlayProgram(public.id), text::button_play_program());
        let rules = Control::Rules(public.setup.variant());
        let buttons = [
            (!is_alone).then_some(yes),
            public.offers_program.then(|| only([challenger], play)),
            Some(only(called.into_iter().chain([challenger]), no)),
            Some(self.button(rules, text::button_rules())),
            dice::button_of(public, language),
        ];
        Component::Buttons(buttons.into_iter().flatten().collect())
    }
}

/// Describes the level of the program, if it is the opponent, with its estimated rating in the variant.
pub(crate) fn level(public: &PublicMatch) -> Option<Text> {
    let level = public.challenged.as_ref().and_then(Player::level)?;
    let rating = level.rating(public.setup.variant());
    let rating = rating.map(|rating| text::level_rating(rating.to_string()));
    Some(Text::joined(
        [level_about(level)].into_iter().chain(rating),
        " ",
    ))
}

/// Renders the acceptance by the program, and the remaining step.
fn program_start(public: &PublicMatch, program: &Player) -> Text {
    let text = match public.by_chance {
        ByChance::Game => text::challenge_program_start,
        ByChance::Sides | ByChance::Nothing => text::challenge_program_start_sides,
    };
    text(
        arg::challenger(&public.challenger.name),
        arg::opponent(&program.name),
    )
}

/// Renders the code of a challenge that people can accept elsewhere.
pub(crate) fn code(public: &PublicMatch, is_announced: bool) -> Option<Text> {
    let is_open = public.stage == Stage::Challenge && public.challenged.is_none();
    let text = if public.time.is_real_time() {
        text::challenge_code_page
    } else if is_announced {
        text::challenge_code_below
    } else {
        text::challenge_code
    };
    (is_open && public.is_open_elsewhere).then(|| text(public.id))
}

/// Renders the first sentence: the challenger, the opponent and the variant.
fn opening(public: &PublicMatch) -> Text {
    let challenger = arg::challenger(&public.challenger.name);
    let variant = arg::variant(public.setup.variant());
    let Some(player) = &public.challenged else {
        return match public.side {
            SideChoice::Random => text::challenge_anybody_random(challenger, variant),
            SideChoice::Fixed(color) => {
                text::challenge_anybody_side(challenger, arg::color(color), variant)
            }
        };
    };
    let opponent = arg::opponent(&player.name);
    match (public.side, public.rematch_of) {
        (SideChoice::Fixed(color), Some(of)) => text::challenge_rematch(
            challenger,
            arg::color(color),
            arg::id(of),
            opponent,
            variant,
        ),
        (SideChoice::Fixed(color), None) => {
            let text = if player.is_program() {
                text::challenge_program_side
            } else {
                text::challenge_side
            };
            text(challenger, arg::color(color), opponent, variant)
        }
        (SideChoice::Random, _) => {
            let text = if player.is_program() {
                text::challenge_program_random
            } else {
                text::challenge_random
            };
            text(challenger, opponent, variant)
        }
    }
}

/// Renders the outcome of a challenge.
pub(crate) fn answered(public: &PublicMatch) -> Text {
    let challenger = &public.challenger;
    match &public.stage {
        Stage::Challenge => text::challenge_moved(),
        Stage::Declined(by) => text::challenge_declined(&by.name),
        Stage::Withdrawn => text::challenge_withdrawn(&challenger.name),
        Stage::Lapsed => text::challenge_lapsed(),
        Stage::Playing(seats) | Stage::Over(seats) => {
            let is_white = seats.white.id == challenger.id;
            let opponent = if is_white { &seats.black } else { &seats.white };
            if opponent.is_program() {
                let name = arg::challenger(&challenger.name);
                text::challenge_program_started(name, arg::id(public.id))
            } else {
                text::challenge_accepted(arg::id(public.id), arg::name(&opponent.name))
            }
        }
    }
}
