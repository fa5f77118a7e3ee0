//! Leads a player to an action through menus, one pick after the other: the piece, its definition or promotion, the target.
//!
//! The menus use only the knowledge of the seat to decide: its view, its legal actions and their captions.

mod board;
#[cfg(test)]
mod tests;

use std::fmt;

use rules::{Action, Color, Game, Glyph, PendingDecision, Placed, Role, Square, View};

pub(crate) use self::board::board_ways;
pub use self::board::{BoardWay, PieceMoves};
use crate::Highlights;
use text::{Text, arg};

/// The maximum number of entries in one menu.
const MENU: usize = 25;

/// The next step on the way to an action.
pub(crate) enum Step {
    /// The player has to pick something.
    Pick(Menus),
    /// The picks are complete.
    Play(Action),
}

/// A question, and the menus that answer it.
pub struct Menus {
    /// The question.
    pub question: Text,
    /// The menus to pick from.
    pub menus: Vec<GuideMenu>,
    /// True if no pick was made before, so that there is no step to go back to.
    pub is_first: bool,
    /// The squares to highlight on the board.
    pub highlights: Highlights,
}

/// A menu of picks.
pub struct GuideMenu {
    /// The label of the menu.
    pub label: Text,
    /// The entries to pick from.
    pub entries: Vec<GuideEntry>,
}

/// An entry of a menu.
pub struct GuideEntry {
    /// The label of the entry.
    pub label: Text,
    /// All picks so far, including this one.
    pub value: String,
}

/// One pick on the way to an action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pick {
    /// The piece that acts.
    Piece(Square),
    /// The role that an undefined piece gets.
    Definition(Role),
    /// The square that the piece goes to.
    Target(Square),
    /// The square that a queen goes to unseen.
    Unseen(Square),
    /// The square that the shell hits.
    Hit(Square),
    /// The role that the pawn promotes to.
    Promotion(Role),
    /// The square on which a new piece enters the board.
    Place(Square),
    /// The role of the piece that was lost.
    Lost(Role),
    /// The square of the piece to swap with.
    Partner(Square),
}

impl fmt::Display for Pick {
    /// Writes one part of the value of a menu entry. Together, the picks of a way read much like the action.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Piece(square) | Pick::Target(square) => write!(f, "{square}"),
            Pick::Definition(role) => write!(f, ":{}", role.letter()),
            Pick::Unseen(square) => write!(f, "~{square}"),
            Pick::Hit(square) => write!(f, "*{square}"),
            Pick::Promotion(role) => write!(f, "={}", role.letter()),
            Pick::Place(square) => write!(f, "@{square}"),
            Pick::Lost(role) => write!(f, "-{}", role.letter()),
            Pick::Partner(square) => write!(f, "<>{square}"),
        }
    }
}

/// The menu that a pick belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PickMenu {
    Choose,
    Unseen,
    Shell,
}

impl PickMenu {
    /// All menus in the order in which they are shown.
    const ALL: [PickMenu; 3] = [PickMenu::Choose, PickMenu::Unseen, PickMenu::Shell];

    fn label(self) -> Text {
        match self {
            PickMenu::Choose => text::menu_choose(),
            PickMenu::Unseen => text::menu_unseen(),
            PickMenu::Shell => text::menu_shell(),
        }
    }
}

impl Pick {
    fn menu(self) -> PickMenu {
        match self {
            Pick::Unseen(_) => PickMenu::Unseen,
            Pick::Hit(_) => PickMenu::Shell,
            _ => PickMenu::Choose,
        }
    }

    /// Returns the role that is picked; `None` if the pick is a square.
    fn role(self) -> Option<Role> {
        match self {
            Pick::Definition(role) | Pick::Promotion(role) | Pick::Lost(role) => Some(role),
            _ => None,
        }
    }

    /// Returns the square that is picked; `None` if the pick is a role.
    fn square(self) -> Option<Square> {
        match self {
            Pick::Piece(square)
            | Pick::Target(square)
            | Pick::Unseen(square)
            | Pick::Hit(square)
            | Pick::Place(square)
            | Pick::Partner(square) => Some(square),
            Pick::Definition(_) | Pick::Promotion(_) | Pick::Lost(_) => None,
        }
    }
}

/// A way to an action: all picks, in order.
struct Way {
    picks: Vec<Pick>,
    action: Action,
}

impl Way {
    /// Returns the ways to an action; a swap has one from either piece.
    fn all_to(action: Action) -> Vec<Way> {
        let picks = match action {
            Action::Move {
                from,
                to,
                promotion,
            } => {
                let mut picks = vec![Pick::Piece(from), Pick::Target(to)];
                picks.extend(promotion.map(Pick::Promotion));
                vec![picks]
            }
            Action::Stealth { from, to } => vec![vec![Pick::Piece(from), Pick::Unseen(to)]],
            Action::Shell { from, to } => vec![vec![Pick::Piece(from), Pick::Hit(to)]],
            Action::Swap { a, b } => vec![
                vec![Pick::Piece(a), Pick::Partner(b)],
                vec![Pick::Piece(b), Pick::Partner(a)],
            ],
            Action::Drop { to, .. } => vec![vec![Pick::Place(to)]],
            Action::Define { role, from, to } => {
                vec![vec![
                    Pick::Piece(from),
                    Pick::Definition(role),
                    Pick::Target(to),
                ]]
            }
            Action::Lose { role } => vec![vec![Pick::Lost(role)]],
        };
        let way = |picks| Way { picks, action };
        picks.into_iter().map(way).collect()
    }

    /// Returns the first picks of this way that `text` writes.
    fn beginning(&self, text: &str) -> Option<&[Pick]> {
        (0..=self.picks.len())
            .map(|n| &self.picks[..n])
            .find(|picks| write(picks) == text)
    }
}

fn write(picks: &[Pick]) -> String {
    picks.iter().map(Pick::to_string).collect()
}

/// Returns the step after the picks that `picked` writes, for `seat`, which is to decide. At first, `picked` is empty.
///
/// Returns `None` if no legal action begins with these picks.
pub(crate) fn step(game: &Game, seat: Color, picked: &str) -> Option<Step> {
    let pending = game.pending()?;
    let actions = game.legal_list();
    let mut ways: Vec<Way> = actions.into_iter().flat_map(Way::all_to).collect();
    let first = until_asked(&ways, Vec::new());
    let picked = ways.iter().find_map(|way| way.beginning(picked))?.to_vec();
    let picked = until_asked(&ways, picked);
    ways.retain(|way| way.picks.starts_with(&picked));
    let [way, ..] = &ways[..] else {
        return None;
    };
    if way.picks.len() == picked.len() {
        return Some(Step::Play(way.action));
    }
    let view = game.seat_view(seat);
    let labels = Labels {
        game,
        view: view.as_view(),
        seat,
        pending,
        picked: &picked,
        ways: &ways,
    };
    Some(Step::Pick(labels.menus(picked.len() <= first.len())))
}

/// Adds to these picks all that follow without a choice. It asks only if there is a choice, except for the last pick: no action
/// is played without a pick.
fn until_asked(ways: &[Way], mut picked: Vec<Pick>) -> Vec<Pick> {
    loop {
        let mut open = ways.iter().filter(|way| way.picks.starts_with(&picked));
        let Some([next, _, ..]) = open.next().map(|way| &way.picks[picked.len()..]) else {
            return picked;
        };
        if open.any(|way| way.picks[picked.len()] != *next) {
            return picked;
        }
        picked.push(*next);
    }
}

/// Returns the possible picks after the first `n` picks of these ways, each once.
fn next_picks(ways: &[Way], n: usize) -> Vec<Pick> {
    let mut next = Vec::new();
    for pick in ways.iter().filter_map(|way| way.picks.get(n)) {
        if !next.contains(pick) {
            next.push(*pick);
        }
    }
    next
}

/// Writes the texts of the possible picks.
struct Labels<'a> {
    game: &'a Game,
    /// The view of the seat to decide.
    view: &'a View,
    seat: Color,
    pending: PendingDecision,
    /// The picks so far.
    picked: &'a [Pick],
    /// The ways that begin with these picks.
    ways: &'a [Way],
}

impl Labels<'_> {
    fn menus(&self, is_first: bool) -> Menus {
        let mut next = next_picks(self.ways, self.picked.len());
        if self.pending == PendingDecision::Swap {
            next.sort_by_key(|pick| pick.square());
        }
        let question = self.question(&next);
        let highlights = self.highlights(&next);
        let mut menus = Vec::new();
        for menu in PickMenu::ALL {
            let picks = next.iter().copied().filter(|pick| pick.menu() == menu);
            menus.extend(self.split(&menu.label(), &picks.collect::<Vec<_>>()));
        }
        Menus {
            question,
            menus,
            is_first,
            highlights,
        }
    }

    /// Highlights the chosen piece and its targets, or the squares to choose from; but not all pieces that can move.
    fn highlights(&self, next: &[Pick]) -> Highlights {
        let is_piece = |pick: &Pick| matches!(pick, Pick::Piece(_));
        let mut picked = self.picked.iter().filter_map(|pick| pick.square());
        let chosen = picked.next();
        let next = next.iter().filter(|pick| !is_piece(pick));
        let squares = next.filter_map(|pick| pick.square());
        let mut targets: Vec<Square> = picked.chain(squares).collect();
        targets.sort_unstable();
        targets.dedup();
        Highlights {
            chosen,
            targets,
            ..Highlights::default()
        }
    }

    /// Splits picks into as many menus as they need.
    fn split(&self, label: &Text, picks: &[Pick]) -> Vec<GuideMenu> {
        let chunks = chunks(picks);
        let n_chunks = chunks.len();
        let menu = |(n, chunk): (usize, &[Pick])| GuideMenu {
            label: match (n_chunks, chunk) {
                (1, _) => label.clone(),
                (_, [Pick::Place(first), .., Pick::Place(last)]) => {
                    let rank = |square: &Square| usize::from(square.rank() + 1);
                    text::menu_ranks(
                        arg::first(rank(first)),
                        arg::last(rank(last)),
                        arg::menu(label),
                    )
                }
                _ => text::menu_part(arg::count(n_chunks), arg::menu(label), arg::number(n + 1)),
            },
            entries: chunk.iter().map(|pick| self.entry(*pick)).collect(),
        };
        chunks.into_iter().enumerate().map(menu).collect()
    }

    fn question(&self, next: &[Pick]) -> Text {
        match (self.picked, self.pending) {
            (_, PendingDecision::Promotion { from, to }) => {
                text::ask_forced_promotion(arg::from(from), arg::to(to))
            }
            ([Pick::Piece(from), Pick::Target(to)], _) => {
                text::ask_promotion(arg::from(*from), arg::to(*to))
            }
            ([Pick::Piece(from), Pick::Definition(role)], _) => {
                text::ask_target_as(arg::piece(text::role(*role).a()), arg::square(*from))
            }
            ([Pick::Piece(at), ..], PendingDecision::Swap) => {
                text::ask_partner(text::the_on_side(self.placed(*at), self.game.variant()))
            }
            ([Pick::Piece(from), ..], _) if matches!(next, [Pick::Definition(_), ..]) => {
                text::ask_definition(*from)
            }
            ([Pick::Piece(from), ..], _) => {
                text::ask_target(text::the_on(self.placed(*from), self.game.variant()))
            }
            (_, PendingDecision::Move) => text::ask_piece(),
            (_, PendingDecision::MoveAgain) => text::ask_piece_again(),
            (_, PendingDecision::KingPlace) => text::ask_king_place(),
            (_, PendingDecision::LostPiece(at)) => text::ask_lost_piece(at),
            (_, PendingDecision::Swap) => text::ask_swap(),
            (_, PendingDecision::DropPlace(role)) => text::ask_drop_place(text::role(role).a()),
        }
    }

    fn entry(&self, pick: Pick) -> GuideEntry {
        let mut picks = self.picked.to_vec();
        picks.push(pick);
        let ways = self.ways.iter().filter(|way| way.picks.starts_with(&picks));
        let actions: Vec<Action> = ways.map(|way| way.action).collect();
        let caption = || Text::moves(self.game.caption(actions[0]));
        let label = match pick {
            Pick::Piece(at) if self.pending == PendingDecision::Swap => self.swapped(at),
            Pick::Partner(at) => self.swapped(at),
            Pick::Piece(at) => text::entry_mover(
                arg::count(actions.len()),
                arg::piece(self.name(at)),
                arg::square(at),
            ),
            Pick::Definition(role) => text::entry_definition(
                arg::count(actions.len()),
                arg::piece(text::role(role)),
                arg::reserve(self.in_reserve(role)),
            ),
            Pick::Lost(role) => text::entry_in_reserve(
                arg::piece(text::role(role)),
                arg::reserve(self.in_reserve(role)),
            ),
            Pick::Target(to) if actions.len() > 1 => {
                listed([Some(self.step(to)), Some(text::entry_becomes())])
            }
            Pick::Target(to) => {
                let is_castling = self.game.is_castling(actions[0]);
                let castling = is_castling.then(text::entry_castling);
                let way = listed([Some(self.step(to)), castling, self.onto(to)]);
                text::entry_move(arg::r#move(caption()), arg::way(way))
            }
            Pick::Unseen(to) => {
                let from = self.from(to);
                text::entry_unseen(
                    arg::from(from),
                    arg::r#move(caption()),
                    arg::piece(self.name(from)),
                    arg::to(to),
                )
            }
            Pick::Hit(at) => {
                let from = self.from(at);
                let target = text::the_on(self.placed(at), self.game.variant());
                text::entry_shell(
                    arg::from(from),
                    arg::r#move(caption()),
                    arg::piece(self.name(from)),
                    arg::target(target),
                )
            }
            Pick::Promotion(role) => {
                text::entry_promotion(arg::r#move(caption()), arg::piece(text::role(role)))
            }
            Pick::Place(to) => {
                let square = Text::verbatim(to.to_string());
                listed([Some(square), self.onto(to)])
            }
        };
        GuideEntry {
            label,
            value: write(&picks),
        }
    }

    /// Returns the square of the picked piece; on the way to a square there is one.
    fn from(&self, to: Square) -> Square {
        let mut picked = self.picked.iter().filter_map(|pick| pick.square());
        picked.next().unwrap_or(to)
    }

    /// `e2 to e4`
    fn step(&self, to: Square) -> Text {
        text::entry_step(arg::from(self.from(to)), arg::to(to))
    }

    /// Returns the piece that the seat sees on a square from which it picks a piece.
    fn piece(&self, at: Square) -> Glyph {
        self.view
            .glyph(at)
            .expect("a legal action begins with a piece that its seat sees, or hits one")
    }

    /// Returns that piece with its square.
    fn placed(&self, at: Square) -> Placed {
        let glyph = self.piece(at);
        Placed { glyph, at }
    }

    /// Returns the name of a piece in this variant.
    fn name(&self, at: Square) -> Text {
        text::name(self.piece(at), self.game.variant())
    }

    /// `White rook a1`
    fn swapped(&self, at: Square) -> Text {
        match self.piece(at).color() {
            Some(color) => text::entry_swap(
                arg::color(color),
                arg::piece(self.name(at)),
                arg::square(at),
            ),
            None => text::the_on(self.placed(at), self.game.variant()),
        }
    }

    /// `onto the egg`, if the seat sees an object there.
    fn onto(&self, to: Square) -> Option<Text> {
        let object = self
            .view
            .glyph(to)
            .filter(|glyph| glyph.color().is_none())?;
        let name = text::name(object, self.game.variant());
        Some(text::entry_onto(name.the()))
    }

    /// Returns the number of pieces of a role in the reserve.
    fn in_reserve(&self, role: Role) -> usize {
        let name = role.to_string();
        let mut reserve = self.view.reserves[self.seat].iter();
        let found = reserve.find(|(glyph, _)| glyph.name() == name);
        found.map_or(0, |(_, n)| usize::from(*n))
    }
}

/// Joins the phrases that exist with commas.
fn listed<const N: usize>(phrases: [Option<Text>; N]) -> Text {
    Text::joined(phrases.into_iter().flatten(), ", ")
}

/// Splits picks into parts of at most [`MENU`]; squares are split by whole ranks, so that a square is found quickly.
fn chunks(picks: &[Pick]) -> Vec<&[Pick]> {
    let is_place = |pick: &Pick| matches!(pick, Pick::Place(_));
    if picks.len() <= MENU || !picks.iter().all(is_place) {
        return picks.chunks(MENU).collect();
    }
    let third = |pick: &Pick| pick.square().map(|square| square.rank() / 3);
    picks
        .chunk_by(|one, other| third(one) == third(other))
        .collect()
}
