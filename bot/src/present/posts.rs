//! Posts to a channel.

use std::sync::Arc;

use render::{Renderer, Size, Theme, words};
use rules::{ByColor, Color, DrawReason, Game, Next, Outcome, Status, Turn, Variant, WinReason};

use super::{
    choices,
    recipe::{Board, Style},
};
use crate::{
    command::{Colors, Control, Pictures, SideChoice},
    commit_reveal::Published,
    handbook::{Diagram, Press},
    ports::{
        Button, Control as Row, Emphasis, LONGEST_LABEL, MatchId, Message, Picture, Private,
        Public, Secret, clip,
    },
    service::{Delivery, Hints, Kind, Lens, Match, Settings, Stage},
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

/// What a delivery says, the game being at its ply; `settled` leaves its buttons out. The secret of the dice is there once
/// the match is over; it is told where dice had a part.
///
/// There may be nothing to say.
pub fn post(
    studio: &Studio,
    row: &Match,
    game: &Game,
    secret: Option<&Secret>,
    delivery: Delivery,
    settled: bool,
) -> Option<Message<Public>> {
    let mut message = match delivery.kind {
        Kind::Challenge => challenge(row, settled),
        Kind::Board | Kind::BoardAgain => board(row, game, secret, settled),
        Kind::DrawOffer(by) => draw_offer(row, by, delivery.ply, settled),
        Kind::DrawDeclined(by) => Message::text(format!(
            "{} declines the draw. Play goes on.",
            name(row, !by)
        )),
        Kind::Settle | Kind::View | Kind::ViewAgain => return None,
    };
    // The picture of a settled board stays as it is.
    if matches!(delivery.kind, Kind::Board | Kind::BoardAgain) && !settled {
        message.picture = Some(picture(studio, row, game));
    }
    // Anybody may have asked to see the board again, and the player it waits for has been called already.
    if settled || delivery.kind == Kind::BoardAgain {
        message.mention = None;
    }
    if settled {
        message.controls.clear();
    }
    if row.seats().is_some() && row.has_secrets() {
        message.controls.push(Row::Buttons(vec![button(
            Control::View(row.id),
            "My view",
            Emphasis::Neutral,
        )]));
    }
    Some(message)
}

/// What the thread of a match is called: at most 100 characters.
pub fn thread_name(row: &Match) -> String {
    let names = row.names();
    let name = format!(
        "{}: {} – {} ({})",
        row.setup.variant().title(),
        clip(&names.white, 32),
        clip(&names.black, 32),
        row.id
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
pub fn has_left(row: &Match, seat: Color) -> Message<Public> {
    let names = row.names();
    let (gone, other) = (&names[seat], &names[!seat]);
    let mut message = Message::text(format!(
        "{gone} has left and does not see this channel any more. They may still play on in direct messages with me. If \
         they do not, {other} may end match {}.",
        row.id
    ));
    message.mention = row.seats().map(|seats| seats[!seat].id.clone());
    message.controls = vec![Row::Buttons(vec![button(
        Control::End(row.id),
        "End the match",
        Emphasis::Danger,
    )])];
    message
}

/// The post, told to a player because the channel does not take it any more.
pub fn channel_lost(row: &Match, post: Message<Public>) -> Message<Private> {
    let why = format!(
        "I cannot write any more where match {} is played, so I tell you here, where all works as it did there. \
         /doctor in that channel tells what is wrong.",
        row.id
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

fn name(row: &Match, color: Color) -> String {
    row.names()[color].clone()
}

fn challenge(row: &Match, settled: bool) -> Message<Public> {
    let Match {
        id,
        challenger,
        challenged,
        ..
    } = row;
    let variant = row.setup.variant();
    let whom = challenged.as_ref().map_or("anybody", |player| &player.name);
    let sides = match row.side {
        SideChoice::Random => "Sides are drawn by lot.".to_owned(),
        SideChoice::Fixed(color) => format!("{} plays {color}.", challenger.name),
    };
    let mut opening = format!(
        "{} challenges {whom} to a match of {}. {sides}\n{}",
        challenger.name,
        variant.title(),
        words::essence(variant)
    );
    opening.push_str(&line(choices(&row.setup)));
    if !matches!(row.stage, Stage::Declined(_) | Stage::Withdrawn) {
        opening.push_str(&format!(
            "\nThe dice are sealed: SHA-256 {}. /verify checks them after the match.",
            row.seal.commitment
        ));
    }
    let end = match &row.stage {
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

fn board(row: &Match, game: &Game, secret: Option<&Secret>, settled: bool) -> Message<Public> {
    let names = row.names();
    #[cfg(not(feature = "leak"))]
    let view = game.public_view();
    #[cfg(not(feature = "leak"))]
    let shown = view.as_view();
    #[cfg(feature = "leak")]
    let shown = &crate::leak::view_to_post(game);
    let mut lines = Vec::new();
    match &shown.turn {
        None => lines.push(format!(
            "{}: {} plays White, {} Black.{}",
            row.setup.variant().title(),
            names.white,
            names.black,
            line(choices(&row.setup))
        )),
        // What ended the game was no move, and the move before it has been told.
        Some(_) if is_over_by_players(shown.status) => {}
        Some(turn) => lines.push(last_turn(shown.variant, turn, &names)),
    }
    let status = render::text::status(shown, &names);
    lines.push(match shown.status {
        // Whose turn it was is of no use any more.
        Status::ToDecide(_) | Status::ToRoll if settled => format!("Match {}", row.id),
        Status::ToDecide(_) | Status::ToRoll => format!("{status} · match {}", row.id),
        Status::Over(_) => format!("{status}. /export match:{} gives the record.", row.id),
    });
    if let (Status::Over(_), Some(secret)) = (shown.status, secret)
        && row.has_chance()
    {
        lines.push(format!(
            "/verify match:{} checks the dice; their secret was {}.",
            row.id,
            Published(secret)
        ));
    }
    lines.extend(limit_ahead(row, game));
    let mut message = Message::text(lines.join("\n"));
    if let Status::ToDecide(color) = shown.status {
        message.mention = row.seats().map(|seats| seats[color].id.clone());
        message.controls = vec![Row::Buttons(board_buttons(row.id, shown.ply))];
    }
    message
}

/// The board as everybody may see it, with the side to decide at the bottom.
fn picture(studio: &Studio, row: &Match, game: &Game) -> Picture<Public> {
    Picture::public(&game.public_view(), |view| {
        let bottom = match view.status {
            Status::ToDecide(color) => color,
            Status::ToRoll | Status::Over(_) => Color::White,
        };
        let board = Board {
            id: row.id,
            ply: view.ply,
            lens: Lens::Everybody,
            style: studio.style(bottom),
            hints: Hints::default(),
        };
        studio.board(row, game, view, board)
    })
}

/// How many turns before the end people are told of the limit.
pub(super) const WARNING: u32 = 20;

/// Tells of the limit of turns when it comes near, or at the start if it is near already: once, before the first decision
/// of White's turn.
fn limit_ahead(row: &Match, game: &Game) -> Option<String> {
    let left = row.turn_limit.checked_sub(game.turns() / 2)?;
    let last = game
        .public_view()
        .as_view()
        .turn
        .as_ref()
        .map(|turn| turn.color);
    let is_time = game.next() == Next::Decision(Color::White)
        && last != Some(Color::White)
        && left == row.turn_limit.min(WARNING);
    is_time.then(|| {
        let plural = if left == 1 { "" } else { "s" };
        format!(
            "Each side has {left} turn{plural} left: after turn {} the match is drawn.",
            row.turn_limit
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

fn draw_offer(row: &Match, by: Color, ply: usize, settled: bool) -> Message<Public> {
    let (from, to) = (name(row, by), name(row, !by));
    if settled {
        return Message::text(format!("{from} offered {to} a draw."));
    }
    let mut message = Message::text(format!(
        "{from} offers {to} a draw. {to} can accept it, decline it, or play on."
    ));
    message.mention = row.seats().map(|seats| seats[!by].id.clone());
    message.controls = vec![Row::Buttons(vec![
        button(
            Control::AcceptDraw(row.id, ply),
            "Accept draw",
            Emphasis::Primary,
        ),
        button(
            Control::DeclineDraw(row.id, ply),
            "Decline",
            Emphasis::Neutral,
        ),
    ])];
    message
}
