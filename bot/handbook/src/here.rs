//! Applies a section of the handbook to the board of a reader, with no more than the reader knows.

use rules::{Action, Color, Game, Glyph, Next, Power, Square, View};

use super::{
    Section,
    moves::{path, taken},
};
use text::{Text, arg};

/// The knowledge of a reader about a game: the view and the legal actions. Answers use nothing else.
pub struct Knowledge<'a> {
    /// The view.
    pub view: &'a View,
    /// The side of the reader; `None` if the reader does not play.
    pub seat: Option<Color>,
    /// The game as the reader believes it to be, if the reader is to decide.
    pub believed: Option<&'a Game>,
}

impl<'a> Knowledge<'a> {
    /// Collects the knowledge of a reader with this view; `believed` is the game as the reader believes it to be.
    pub fn new(view: &'a View, seat: Option<Color>, believed: Option<&'a Game>) -> Knowledge<'a> {
        let is_to_decide = |game: &&Game| match game.next() {
            Next::Decision(color) => seat == Some(color),
            Next::Chance(_) | Next::Over(_) => false,
        };
        Knowledge {
            view,
            seat,
            believed: believed.filter(is_to_decide),
        }
    }
}

/// Renders the meaning of a section for a board, line by line. Returns no lines if the section is not about a board.
pub fn here(section: &Section, known: &Knowledge<'_>) -> Vec<Text> {
    let view = known.view;
    let mut lines = Vec::new();
    let named = |glyph: Glyph| glyph.name_in(view.variant).replace(' ', "-");
    let is_about = |glyph: &Glyph| {
        let name = named(*glyph);
        view.variant.has_glyph(*glyph) && (section.id == name || section.names.contains(&name))
    };
    for color in Color::ALL {
        let kinds = Glyph::ALL.into_iter().filter(is_about);
        for glyph in kinds.filter(|glyph| glyph.color() == Some(color)) {
            lines.extend(pieces(known, glyph, color));
        }
    }
    for glyph in Glyph::ALL.into_iter().filter(is_about) {
        if glyph.color().is_none() {
            lines.push(objects(known, glyph));
        }
    }
    let is_called = |name: &str| section.id == name || section.names.iter().any(|it| it == name);
    if is_called("freezing") || is_called("frozen") {
        lines.push(match &view.marks.frozen[..] {
            [] => text::here_none_frozen(),
            frozen => text::alt_frozen(list(frozen)),
        });
    }
    if view.variant.info().has_check && (is_called("check") || is_called("end")) {
        lines.push(match &view.marks.check[..] {
            [] => text::here_no_check(),
            kings => text::here_check(list(kings)),
        });
    }
    if view.variant.has_glyph(Glyph::Undefined(Color::White)) {
        let of_reserves = ["reset", "undefined-piece", "reserve", "definition", "lost"];
        if of_reserves.into_iter().any(is_called) {
            lines.extend(reserves(known));
        }
        if is_called("reset") {
            lines.push(next_reset(view));
        }
    }
    if is_called("en-passant") {
        lines.extend(now(known, text::here_no_en_passant(), en_passant));
    }
    if is_called("castling") {
        let castles = |game: &Game, action| {
            let is_it = game.is_castling(action);
            is_it.then(|| text::here_castles(action))
        };
        lines.extend(now(known, text::here_no_castling(), castles));
    }
    if is_called("promotion") {
        lines.extend(now(known, text::here_no_promotion(), promotion));
    }
    if is_called("powers") {
        lines.extend(powers(known, &[Power::Shell, Power::Stealth]));
    }
    if is_called("shell") {
        lines.extend(powers(known, &[Power::Shell]));
        let hits = |_: &Game, action| match action {
            Action::Shell { .. } => Some(text::here_throws(action)),
            _ => None,
        };
        lines.extend(now(known, text::here_no_target(), hits));
    }
    if is_called("stealth") {
        lines.extend(powers(known, &[Power::Stealth]));
    }
    if is_called("hidden") {
        lines.push(objects(known, Glyph::Banana));
        lines.push(objects(known, Glyph::Bomb));
    }
    lines
}

/// The maximum number of actions in a list.
const MOST: usize = 8;

/// Lists the legal actions for which `describe` has a text, or returns `none` if there is no such action. Returns `None` if
/// the reader is not to decide.
fn now(
    known: &Knowledge<'_>,
    none: Text,
    describe: impl Fn(&Game, Action) -> Option<Text>,
) -> Option<Text> {
    let game = known.believed?;
    let ways = game.legal_list().into_iter();
    let mut ways: Vec<Text> = ways.filter_map(|it| describe(game, it)).collect();
    // The choices of one promotion have the same text.
    ways.dedup();
    few(ways).or(Some(none))
}

/// Lists at most [`MOST`] actions, and the number of the others.
fn few(ways: Vec<Text>) -> Option<Text> {
    let n_more = ways.len().saturating_sub(MOST);
    let clauses = text::clauses(ways.into_iter().take(MOST))?;
    Some(match n_more {
        0 => text::here_now(clauses),
        n => text::here_now_more(arg::count(n), arg::moves(clauses)),
    })
}

/// Renders the capture of an action en passant. Returns `None` for any other action.
fn en_passant(game: &Game, action: Action) -> Option<Text> {
    let (from, to) = path(action)?;
    let continuations = game.continuations(action, 1)?;
    let view = game.public_view();
    let mover = view.as_view().glyph(from)?;
    if !matches!(mover, Glyph::Pawn(_) | Glyph::BerolinaPawn(_)) {
        return None;
    }
    let taken = taken(&continuations.first()?.game);
    let is_beside = !taken.is_empty() && !taken.contains(&to);
    is_beside.then(|| text::here_en_passant(arg::r#move(action), arg::squares(list(&taken))))
}

fn promotion(_: &Game, action: Action) -> Option<Text> {
    match action {
        Action::Move {
            from,
            to,
            promotion: Some(_),
        } => Some(text::here_promotes(format!("{from}{to}"))),
        _ => None,
    }
}

/// Lists for each side the powers among `kinds` that it has left.
fn powers(known: &Knowledge<'_>, kinds: &[Power]) -> Vec<Text> {
    let line = |color: Color| {
        let powers = known.view.powers[color].iter();
        let powers = powers.filter(|(power, _)| kinds.contains(power));
        let texts = powers.map(|(power, is_left)| text::power(*power, *is_left));
        text::listed(texts)
            .map(|list| text::here_powers(arg::powers(list), arg::side(side(known, color))))
    };
    Color::ALL.into_iter().filter_map(line).collect()
}

/// Renders the number of undefined pieces that each side still has before the next reset.
fn next_reset(view: &View) -> Text {
    let n_left = |color| standing(view, Glyph::Undefined(color)).len();
    text::here_reset(
        arg::black(n_left(Color::Black)),
        arg::white(n_left(Color::White)),
    )
}

/// Renders the squares of the pieces of a kind, the pieces that they freeze, and their captures.
fn pieces(known: &Knowledge<'_>, glyph: Glyph, color: Color) -> Vec<Text> {
    let view = known.view;
    let (name, side) = (text::name(glyph, view.variant), side(known, color));
    let squares = standing(view, glyph);
    if squares.is_empty() {
        let is_sure = known.seat == Some(color) || !view.variant.has_secrets();
        return vec![if is_sure {
            text::here_no_piece(arg::piece(name), arg::side(side))
        } else {
            text::here_no_piece_seen(arg::piece(name), arg::side(side))
        }];
    }
    let is_frozen = |square: &Square| view.marks.frozen.contains(square);
    let frozen: Vec<Square> = squares.iter().copied().filter(is_frozen).collect();
    let name = match squares.len() {
        1 => name,
        _ => name.plural(),
    };
    let mut lines = vec![match &frozen[..] {
        [] => text::here_pieces(
            arg::piece(name),
            arg::side(side),
            arg::squares(list(&squares)),
        ),
        frozen => text::here_pieces_frozen(
            arg::frozen(list(frozen)),
            arg::piece(name),
            arg::side(side),
            arg::squares(list(&squares)),
        ),
    }];
    if matches!(glyph, Glyph::Immobilizer(_)) {
        lines.extend(squares.iter().map(|square| held(known, *square, color)));
    }
    if known.seat == Some(color) {
        lines.extend(captures(known, &squares));
    }
    lines
}

/// Renders the pieces that an immobilizer freezes.
fn held(known: &Knowledge<'_>, immobilizer: Square, color: Color) -> Text {
    let view = known.view;
    let is_held = |square: &Square| {
        let touches = square.file().abs_diff(immobilizer.file()) <= 1
            && square.rank().abs_diff(immobilizer.rank()) <= 1;
        let is_enemy = view.glyph(*square).and_then(Glyph::color) == Some(!color);
        touches && is_enemy && view.marks.frozen.contains(square)
    };
    let held: Vec<Square> = Square::all().filter(is_held).collect();
    match &held[..] {
        [] => text::here_freezes_none(arg::side(side(known, color)), arg::square(immobilizer)),
        held => text::here_freezes(
            arg::side(side(known, color)),
            arg::square(immobilizer),
            arg::squares(list(held)),
        ),
    }
}

/// Renders the certain captures of these pieces.
fn captures(known: &Knowledge<'_>, pieces: &[Square]) -> Option<Text> {
    let game = known.believed?;
    let mut ways = Vec::new();
    for action in game.legal_list() {
        let moves = path(action).is_some_and(|(from, _)| pieces.contains(&from));
        let after = game.continuations(action, 1).filter(|_| moves);
        // The command `/why` explains captures that depend on chance.
        let Some([only]) = after.as_deref() else {
            continue;
        };
        let taken = taken(&only.game);
        if !taken.is_empty() {
            ways.push((
                taken.len(),
                text::here_captures(arg::r#move(action), arg::squares(list(&taken))),
            ));
        }
    }
    ways.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    let ways: Vec<_> = ways.into_iter().map(|(_, way)| way).collect();
    few(ways)
}

fn objects(known: &Knowledge<'_>, object: Glyph) -> Text {
    let name = text::name(object, known.view.variant);
    match &standing(known.view, object)[..] {
        [] => text::here_no_object(name),
        [at] => text::here_object(arg::object(name.a()), arg::squares(*at)),
        squares => text::here_object(arg::object(name.plural()), arg::squares(list(squares))),
    }
}

/// Renders for each side its distance to a reset, and the kinds that its undefined pieces can still become.
fn reserves(known: &Knowledge<'_>) -> Vec<Text> {
    let line = |color: Color| {
        let undefined = standing(known.view, Glyph::Undefined(color));
        let reserve = known.view.reserves[color].iter();
        let left = reserve.filter(|(_, n)| *n > 0).map(|(glyph, n)| {
            let name = text::name(*glyph, known.view.variant);
            match n {
                1 => name.a(),
                _ => name.many(usize::from(*n)),
            }
        });
        let side = side(known, color);
        match undefined.len() {
            0 => text::here_no_undefined(side),
            n => {
                let left = text::listed(left).unwrap_or_else(text::here_reserve_empty);
                text::here_undefined(
                    arg::count(n),
                    arg::reserve(left),
                    arg::side(side),
                    arg::squares(list(&undefined)),
                )
            }
        }
    };
    Color::ALL.map(line).to_vec()
}

fn standing(view: &View, glyph: Glyph) -> Vec<Square> {
    Square::all()
        .filter(|square| view.glyph(*square) == Some(glyph))
        .collect()
}

/// Renders a side, and marks the side of the reader.
fn side(known: &Knowledge<'_>, color: Color) -> Text {
    if known.seat == Some(color) {
        text::here_your_side(color)
    } else {
        text::color(color)
    }
}

fn list(squares: &[Square]) -> String {
    text::squares(squares, ", ")
}
