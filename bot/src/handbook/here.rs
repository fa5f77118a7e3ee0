//! What a rule means on a board that somebody plays on, as far as they know it.

use rules::{Action, Color, Fact, Game, Glyph, Next, Power, Square, View};

use super::{Section, diagram::path};

/// What somebody knows of a game: what they see, and what they may decide. Nothing else is ever asked.
pub struct Knowledge<'a> {
    /// What they see.
    pub view: &'a View,
    /// Whose eyes these are; nobody's who plays if left out.
    pub seat: Option<Color>,
    /// The game as they believe it to be, if they are to decide.
    pub believed: Option<&'a Game>,
}

impl<'a> Knowledge<'a> {
    /// What somebody knows who sees this; `believed` is the game as they believe it to be.
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

/// What a section means for a board, line by line; nothing if it says nothing about a board.
pub fn here(section: &Section, known: &Knowledge<'_>) -> Vec<String> {
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
            [] => "Nothing is frozen.".to_owned(),
            frozen => format!("Frozen: {}.", list(frozen)),
        });
    }
    if view.variant.info().has_check && (is_called("check") || is_called("end")) {
        lines.push(match &view.marks.check[..] {
            [] => "No king is in check, as far as you know.".to_owned(),
            kings => format!("In check: the king on {}.", list(kings)),
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
        lines.extend(now(
            known,
            "No pawn can be captured en passant now.",
            en_passant,
        ));
    }
    if is_called("castling") {
        let castles = |game: &Game, action| {
            game.is_castling(action)
                .then(|| format!("{action} castles"))
        };
        lines.extend(now(known, "You cannot castle now.", castles));
    }
    if is_called("promotion") {
        lines.extend(now(
            known,
            "No pawn of yours can be promoted now.",
            promotion,
        ));
    }
    if is_called("powers") {
        lines.extend(powers(known, &[Power::Shell, Power::Stealth]));
    }
    if is_called("shell") {
        lines.extend(powers(known, &[Power::Shell]));
        let hits = |_: &Game, action| match action {
            Action::Shell { .. } => Some(format!("{action} can be thrown")),
            _ => None,
        };
        lines.extend(now(known, "You have no target for a shell now.", hits));
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

/// The most ways that are told.
const MOST: usize = 8;

/// The legal decisions of which something is to be said, or that there is none; nothing if it is not theirs to decide.
fn now(
    known: &Knowledge<'_>,
    none: &str,
    told: impl Fn(&Game, Action) -> Option<String>,
) -> Option<String> {
    let game = known.believed?;
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mut ways: Vec<String> = actions
        .into_iter()
        .filter_map(|it| told(game, it))
        .collect();
    // The choices of one promotion read the same.
    ways.dedup();
    if ways.is_empty() {
        return Some(none.to_owned());
    }
    let more = match ways.len().saturating_sub(MOST) {
        0 => String::new(),
        n => format!("; and {n} more"),
    };
    ways.truncate(MOST);
    Some(format!("Now: {}{more}.", ways.join("; ")))
}

/// What a capture en passant takes, if an action is one.
fn en_passant(game: &Game, action: Action) -> Option<String> {
    let (from, to) = path(action)?;
    let continuations = game.continuations(action, 1)?;
    let view = game.public_view();
    let mover = view.as_view().glyph(from)?;
    if !matches!(mover, Glyph::Pawn(_) | Glyph::BerolinaPawn(_)) {
        return None;
    }
    let taken = taken(&continuations.first()?.game);
    let is_beside = !taken.is_empty() && !taken.contains(&to);
    is_beside.then(|| format!("{action} captures {} en passant", list(&taken)))
}

fn promotion(_: &Game, action: Action) -> Option<String> {
    match action {
        Action::Move {
            from,
            to,
            promotion: Some(_),
        } => Some(format!("{from}{to} promotes")),
        _ => None,
    }
}

/// Where something was captured by the last turn.
fn taken(game: &Game) -> Vec<Square> {
    let view = game.public_view();
    let facts = view.as_view().turn.iter().flat_map(|turn| &turn.facts);
    let at = facts.filter_map(|fact| match fact {
        Fact::Captured { at, .. } => Some(*at),
        _ => None,
    });
    at.collect()
}

/// Which of these powers each side has left.
fn powers(known: &Knowledge<'_>, asked: &[Power]) -> Vec<String> {
    let line = |color: Color| {
        let powers = known.view.powers[color].iter();
        let powers = powers.filter(|(power, _)| asked.contains(power));
        let told: Vec<_> = powers
            .map(|(power, is_left)| {
                let name = match power {
                    Power::Shell => "shell",
                    Power::Stealth => "stealth move",
                };
                format!("the {name} is {}", if *is_left { "left" } else { "used" })
            })
            .collect();
        (!told.is_empty()).then(|| format!("{}: {}.", whose(known, color).0, told.join(", ")))
    };
    Color::ALL.into_iter().filter_map(line).collect()
}

/// When the next reset comes.
fn next_reset(view: &View) -> String {
    let left = Color::ALL.map(|color| {
        let n = standing(view, Glyph::Undefined(color)).len();
        format!("{color} has {n} left")
    });
    format!(
        "A reset comes when a side defines its last undefined piece: {}.",
        left.join(", ")
    )
}

/// Where the pieces of a kind stand, whom they hold, and what they could capture now.
fn pieces(known: &Knowledge<'_>, glyph: Glyph, color: Color) -> Vec<String> {
    let view = known.view;
    let name = glyph.name_in(view.variant);
    let squares = standing(view, glyph);
    if squares.is_empty() {
        return vec![format!(
            "{} has no {name} on the board.",
            whose(known, color).0
        )];
    }
    let frozen: Vec<Square> = squares
        .iter()
        .copied()
        .filter(|square| view.marks.frozen.contains(square))
        .collect();
    let mut line = format!("{} {name}: {}", whose(known, color).1, list(&squares));
    if !frozen.is_empty() {
        line.push_str(&format!("; frozen: {}", list(&frozen)));
    }
    let mut lines = vec![line + "."];
    if matches!(glyph, Glyph::Immobilizer(_)) {
        lines.extend(squares.iter().map(|square| held(known, *square, color)));
    }
    if known.seat == Some(color) {
        lines.extend(captures(known, &squares));
    }
    lines
}

/// Whom an immobilizer freezes.
fn held(known: &Knowledge<'_>, immobilizer: Square, color: Color) -> String {
    let view = known.view;
    let is_held = |square: &Square| {
        let touches = square.file().abs_diff(immobilizer.file()) <= 1
            && square.rank().abs_diff(immobilizer.rank()) <= 1;
        let is_enemy = view.glyph(*square).and_then(Glyph::color) == Some(!color);
        touches && is_enemy && view.marks.frozen.contains(square)
    };
    let held: Vec<Square> = Square::all().filter(is_held).collect();
    let whose = whose(known, color).1;
    if held.is_empty() {
        format!("{whose} immobilizer on {immobilizer} freezes no piece.")
    } else {
        format!(
            "{whose} immobilizer on {immobilizer} freezes: {}.",
            list(&held)
        )
    }
}

/// What pieces could capture now, for sure.
fn captures(known: &Knowledge<'_>, pieces: &[Square]) -> Option<String> {
    let game = known.believed?;
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mut told = Vec::new();
    for action in actions {
        let moves = path(action).is_some_and(|(from, _)| pieces.contains(&from));
        let after = game.continuations(action, 1).filter(|_| moves);
        // What chance has a part in is left to /why.
        let Some([only]) = after.as_deref() else {
            continue;
        };
        let taken = taken(&only.game);
        if !taken.is_empty() {
            told.push((taken.len(), format!("{action} captures {}", list(&taken))));
        }
    }
    told.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    let more = match told.len().saturating_sub(MOST) {
        0 => String::new(),
        n => format!("; and {n} more"),
    };
    let told: Vec<_> = told.into_iter().take(MOST).map(|(_, line)| line).collect();
    (!told.is_empty()).then(|| format!("Now: {}{more}.", told.join("; ")))
}

fn objects(known: &Knowledge<'_>, object: Glyph) -> String {
    let name = object.name();
    match &standing(known.view, object)[..] {
        [] => format!("You know of no {name} on the board."),
        squares => {
            let article = if object == Glyph::Egg { "an" } else { "a" };
            format!("You know of {article} {name} on: {}.", list(squares))
        }
    }
}

/// How near each side is to a reset, and what its undefined pieces may still become.
fn reserves(known: &Knowledge<'_>) -> Vec<String> {
    let line = |color: Color| {
        let undefined = standing(known.view, Glyph::Undefined(color));
        let reserve: Vec<_> = known.view.reserves[color]
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|(glyph, n)| format!("{n} × {}", glyph.name()))
            .collect();
        let (who, _) = whose(known, color);
        match undefined.len() {
            0 => format!("{who} has no undefined piece left."),
            n => format!(
                "{who} has {n} undefined left ({}). The reserve: {}.",
                list(&undefined),
                reserve.join(", ")
            ),
        }
    };
    Color::ALL.map(line).to_vec()
}

fn standing(view: &View, glyph: Glyph) -> Vec<Square> {
    Square::all()
        .filter(|square| view.glyph(*square) == Some(glyph))
        .collect()
}

/// A side as the subject of a sentence, and before what is its own.
fn whose(known: &Knowledge<'_>, color: Color) -> (&'static str, &'static str) {
    match (known.seat == Some(color), color) {
        (true, Color::White) => ("Your side (White)", "Your"),
        (true, Color::Black) => ("Your side (Black)", "Your"),
        (false, Color::White) => ("White", "White's"),
        (false, Color::Black) => ("Black", "Black's"),
    }
}

fn list(squares: &[Square]) -> String {
    let squares: Vec<_> = squares.iter().map(ToString::to_string).collect();
    squares.join(", ")
}
