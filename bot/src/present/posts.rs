//! Posts to a channel.

use std::sync::Arc;

use render::{Renderer, Size, Theme, words};
use rules::{ByColor, Color, DrawReason, Outcome, Status, Turn, Variant, View, WinReason};

use super::{
    choices,
    recipe::{Board, Style},
};
use crate::{
    command::{Colors, Control, Pictures, SideChoice},
    commit_reveal::Published,
    handbook::{Diagram, Press},
    ports::{
        Button, Component as Row, Emphasis, LONGEST_LABEL, MatchId, Message, Picture, Private,
        Public, clip,
    },
    service::{Delivery, Hints, Kind, Lens, PublicMatch, PublicMoment, Settings, Stage},
    words::Language,
};

/// Draws pictures the way the configuration wants them. Clones share what they have drawn.
#[derive(Clone)]
pub struct Studio {
    renderer: Arc<Renderer>,
    press: Arc<Press>,
    size: Size,
    theme: Theme,
    /// Whether it makes recipes only.
    defers: bool,
}

impl Studio {
    /// A studio with nothing drawn yet.
    pub fn new(size: Size, theme: Theme) -> Studio {
        Studio {
            renderer: Arc::new(Renderer::new()),
            press: Arc::new(Press::new(size, theme)),
            size,
            theme,
            defers: false,
        }
    }

    /// The same studio for a platform that [has pictures drawn later](crate::ports::Capabilities::draws_later): what it
    /// makes has a recipe and no file.
    pub fn deferring(&self) -> Studio {
        Studio {
            defers: true,
            ..self.clone()
        }
    }

    pub(super) fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    /// How wide pictures usually are.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The file of a picture, unless it is to be drawn later.
    pub(super) fn file(&self, draw: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
        if self.defers { Vec::new() } else { draw() }
    }

    /// How a match looks for everybody, with this side at the bottom.
    fn style(&self, bottom: Color) -> Style {
        Style {
            size: self.size,
            theme: self.theme,
            bottom,
        }
    }

    /// How a match is to look for somebody who has chosen this, with this side at the bottom.
    pub(super) fn style_for(&self, settings: &Settings, bottom: Color) -> Style {
        let twice = Size::new(self.size.width() * 2).unwrap_or(Size::MAX);
        Style {
            size: match settings.pictures {
                Pictures::Large => twice,
                Pictures::Normal | Pictures::Text => self.size,
            },
            theme: match settings.theme {
                Colors::Usual => self.theme,
                Colors::Of(theme) => theme,
            },
            bottom,
        }
    }
}

impl Studio {
    /// A picture of the handbook.
    pub(super) fn plate(&self, diagram: &'static Diagram, number: usize) -> Option<Arc<[u8]>> {
        self.press.picture(&self.renderer, diagram, number)
    }

    /// How each variant begins.
    pub(super) fn starts(&self) -> Arc<[u8]> {
        self.press.starts(&self.renderer)
    }
}

/// What a delivery says that shows no board; `settled` leaves its buttons out.
///
/// There may be nothing to say.
pub fn notice(public: &PublicMatch, delivery: Delivery, settled: bool) -> Option<Message<Public>> {
    let message = match delivery.kind {
        Kind::Challenge => challenge(public, settled),
        Kind::DrawOffer(by) => draw_offer(public, by, delivery.ply, settled),
        Kind::DrawDeclined(by) => Message::text(format!(
            "{} declines the draw. Play goes on.",
            public.names[!by]
        )),
        Kind::Board | Kind::BoardAgain | Kind::Settle | Kind::View | Kind::ViewAgain => {
            return None;
        }
    };
    Some(finished(message, public, settled))
}

/// The board of a match after a move, or again; `settled` leaves its buttons and its picture out, which stays as it is.
pub fn board(studio: &Studio, moment: &PublicMoment, kind: Kind, settled: bool) -> Message<Public> {
    let mut message = told_board(moment, settled);
    if !settled {
        message.picture = Some(picture(studio, moment));
    }
    // Anybody may have asked to see the board again, and the player it waits for has been called already.
    if kind == Kind::BoardAgain {
        message.mention = None;
    }
    finished(message, &moment.of, settled)
}

/// The board of a match as it is, where the match is not played: nobody is called, and nothing changes it later.
pub fn board_elsewhere(studio: &Studio, moment: &PublicMoment) -> Message<Public> {
    let mut message = told_board(moment, false);
    message.picture = Some(picture(studio, moment));
    finished(message, &moment.of, true)
}

/// The message with the buttons that it keeps.
fn finished(mut message: Message<Public>, public: &PublicMatch, settled: bool) -> Message<Public> {
    if settled {
        message.mention = None;
        message.controls.clear();
    }
    if public.stage.seats().is_some() && public.has_secrets {
        message.controls.push(Row::Buttons(vec![button(
            Control::View(public.id),
            "My view",
            Emphasis::Neutral,
        )]));
    }
    message
}

/// What the thread of a match is called: at most 100 characters.
pub fn thread_name(public: &PublicMatch) -> String {
    let names = &public.names;
    let name = format!(
        "{}: {} – {} ({})",
        public.setup.variant().title(),
        clip(&names.white, 32),
        clip(&names.black, 32),
        public.id
    );
    clip(&name, LONGEST_LABEL)
}

/// The post, said in the channel because the thread does not take it any more.
pub fn thread_lost(mut post: Message<Public>) -> Message<Public> {
    let why = "The thread of this match is closed to me, so I go on here.";
    post.text = format!("{why}\n{}", post.text);
    post
}

/// Tells the other player that the one to decide has left.
pub fn has_left(public: &PublicMatch, seat: Color) -> Message<Public> {
    let (gone, other) = (&public.names[seat], &public.names[!seat]);
    let mut message = Message::text(format!(
        "{gone} has left and does not see this channel any more. They may still play on in direct messages with me. If \
         they do not, {other} may end match {}.",
        public.id
    ));
    message.mention = public.stage.seats().map(|seats| seats[!seat].id.clone());
    message.controls = vec![Row::Buttons(vec![button(
        Control::End(public.id),
        "End the match",
        Emphasis::Danger,
    )])];
    message
}

/// The post, told to a player because the channel does not take it any more.
pub fn channel_lost(public: &PublicMatch, post: Message<Public>) -> Message<Private> {
    let why = format!(
        "I cannot write any more where match {} is played, so I tell you here, where all works as it did there. \
         /doctor in that channel tells what is wrong.",
        public.id
    );
    let mut message: Message<Private> = post.into();
    message.text = format!("{why}\n{}", message.text);
    message
}

pub(super) fn button(control: Control, label: &str, emphasis: Emphasis) -> Button {
    Button {
        id: control.to_string(),
        label: label.to_owned(),
        emphasis,
    }
}

fn challenge(public: &PublicMatch, settled: bool) -> Message<Public> {
    let PublicMatch {
        id,
        challenger,
        challenged,
        ..
    } = public;
    let variant = public.setup.variant();
    let whom = challenged.as_ref().map_or("anybody", |player| &player.name);
    let sides = match public.side {
        SideChoice::Random => "Sides are drawn by lot.".to_owned(),
        SideChoice::Fixed(color) => format!("{} plays {color}.", challenger.name),
    };
    let mut opening = format!(
        "{} challenges {whom} to a match of {}. {sides}\n{}",
        challenger.name,
        variant.title(),
        words::essence(variant)
    );
    opening.push_str(&line(Language::ENGLISH.say(&choices(&public.setup))));
    if !matches!(public.stage, Stage::Declined(_) | Stage::Withdrawn) {
        opening.push_str(&format!(
            "\nThe dice are sealed: SHA-256 {}. /verify checks them after the match.",
            public.commitment
        ));
    }
    let end = match &public.stage {
        // What became of it is told when it is settled, and not before: it may not be durable yet.
        _ if !settled => String::new(),
        Stage::Challenge => String::new(),
        Stage::Declined(by) => format!("\n{} declined.", by.name),
        Stage::Withdrawn => format!("\n{} withdrew it.", challenger.name),
        Stage::Playing(seats) | Stage::Over(seats) => {
            let opponent = if seats.white.id == challenger.id {
                &seats.black
            } else {
                &seats.white
            };
            format!("\n{} accepted: match {id}.", opponent.name)
        }
    };
    let mut message = Message::text(opening + end.as_str());
    message.mention = challenged.as_ref().map(|player| player.id.clone());
    let no = if challenged.is_some() {
        "Decline"
    } else {
        "Withdraw"
    };
    message.controls = vec![Row::Buttons(vec![
        button(Control::Accept(*id), "Accept", Emphasis::Primary),
        button(Control::Decline(*id), no, Emphasis::Neutral),
        button(Control::Rules(variant), "Rules", Emphasis::Neutral),
    ])];
    message
}

/// A text as a line below others; nothing if it is empty.
fn line(text: String) -> String {
    if text.is_empty() {
        text
    } else {
        format!("\n{text}")
    }
}

fn told_board(moment: &PublicMoment, settled: bool) -> Message<Public> {
    let public = &moment.of;
    let (names, view) = (&public.names, moment.view());
    let mut lines = Vec::new();
    match &view.turn {
        None => lines.push(format!(
            "{}: {} plays White, {} Black.{}",
            public.setup.variant().title(),
            names.white,
            names.black,
            line(Language::ENGLISH.say(&choices(&public.setup)))
        )),
        // What ended the game was no move, and the move before it has been told.
        Some(_) if is_over_by_players(view.status) => {}
        Some(turn) => lines.push(last_turn(view.variant, turn, names)),
    }
    let status = render::text::status(view, names);
    lines.push(match view.status {
        // Whose turn it was is of no use any more.
        Status::ToDecide(_) | Status::ToRoll if settled => format!("Match {}", public.id),
        Status::ToDecide(_) | Status::ToRoll => format!("{status} · match {}", public.id),
        Status::Over(_) => format!("{status}. /export match:{} gives the record.", public.id),
    });
    if let (Status::Over(_), Some(secret)) = (view.status, &moment.secret)
        && public.has_chance
    {
        lines.push(format!(
            "/verify match:{} checks the dice; their secret was {}.",
            public.id,
            Published(secret)
        ));
    }
    lines.extend(limit_ahead(public, view));
    let mut message = Message::text(lines.join("\n"));
    if let Status::ToDecide(color) = view.status {
        message.mention = public.stage.seats().map(|seats| seats[color].id.clone());
        message.controls = vec![Row::Buttons(board_buttons(public.id, view.ply))];
    }
    message
}

/// The board as everybody may see it, with the side to decide at the bottom.
fn picture(studio: &Studio, moment: &PublicMoment) -> Picture<Public> {
    Picture::public(moment.public_view(), |view| {
        let bottom = match view.status {
            Status::ToDecide(color) => color,
            Status::ToRoll | Status::Over(_) => Color::White,
        };
        let board = Board {
            id: moment.of.id,
            ply: view.ply,
            lens: Lens::Everybody,
            style: studio.style(bottom),
            hints: Hints::default(),
        };
        studio.board(&moment.of.names, view, &[], board)
    })
}

/// How many turns before the end people are told of the limit.
pub(super) const WARNING: u32 = 20;

/// Tells of the limit of turns when it comes near, or at the start if it is near already: once, before the first decision
/// of White's turn.
fn limit_ahead(public: &PublicMatch, view: &View) -> Option<String> {
    let left = public.turn_limit.checked_sub(view.turns / 2)?;
    let last = view.turn.as_ref().map(|turn| turn.color);
    let is_time = view.status == Status::ToDecide(Color::White)
        && last != Some(Color::White)
        && left == public.turn_limit.min(WARNING);
    is_time.then(|| {
        let plural = if left == 1 { "" } else { "s" };
        format!(
            "Each side has {left} turn{plural} left: after turn {} the match is drawn.",
            public.turn_limit
        )
    })
}

fn is_over_by_players(status: Status) -> bool {
    matches!(
        status,
        Status::Over(
            Outcome::Won {
                reason: WinReason::Resignation,
                ..
            } | Outcome::Drawn {
                reason: DrawReason::Agreement
            }
        )
    )
}

/// The longest text that tells a turn, in characters, so that all else finds room in a message too.
const LONGEST_TURN: usize = 1000;

/// What happened in a turn, as a sentence with its number.
pub(super) fn last_turn(variant: Variant, turn: &Turn, names: &ByColor<String>) -> String {
    let told = format!(
        "{} {}",
        number(turn),
        render::text::turn(variant, turn, names)
    );
    clip(&told, LONGEST_TURN) + "."
}

/// The number of a turn, as it stands before a move: `3.` for White's, `3…` for Black's.
fn number(turn: &Turn) -> String {
    match turn.color {
        Color::White => format!("{}.", turn.number),
        Color::Black => format!("{}…", turn.number),
    }
}

fn board_buttons(id: MatchId, ply: usize) -> Vec<Button> {
    vec![
        button(Control::Guide(id, ply), "Move", Emphasis::Primary),
        button(Control::OfferDraw(id, ply), "Offer draw", Emphasis::Neutral),
        button(Control::Resign(id, ply), "Resign", Emphasis::Danger),
    ]
}

fn draw_offer(public: &PublicMatch, by: Color, ply: usize, settled: bool) -> Message<Public> {
    let (from, to) = (&public.names[by], &public.names[!by]);
    if settled {
        return Message::text(format!("{from} offered {to} a draw."));
    }
    let mut message = Message::text(format!(
        "{from} offers {to} a draw. {to} can accept it, decline it, or play on."
    ));
    message.mention = public.stage.seats().map(|seats| seats[!by].id.clone());
    message.controls = vec![Row::Buttons(vec![
        button(
            Control::AcceptDraw(public.id, ply),
            "Accept draw",
            Emphasis::Primary,
        ),
        button(
            Control::DeclineDraw(public.id, ply),
            "Decline",
            Emphasis::Neutral,
        ),
    ])];
    message
}
