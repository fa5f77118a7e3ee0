//! The text of a view: one line, for programs elsewhere that keep what they are told.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, str::FromStr};

use crate::{
    Bitboard, ByColor, Color, DrawReason, Effect, Fact, Glyph, Marks, Outcome, PendingDecision,
    Power, Role, Square, Status, Turn, Variant, View, WinReason,
    board::{placed, read_ranks, write_ranks},
};

/// The longest text that is read, in bytes.
const MAX_LEN: usize = 16 << 10;
/// The longest caption and the longest position text, in bytes.
const MAX_VALUE: usize = 1000;
/// The largest number of inputs that is read. A history can count on from it, also where an address has 32 bits.
const MAX_INPUTS: usize = 1 << 30;

const INPUTS: &str = "inputs";
const TURNS: &str = "turns";
const BOARD: &str = "board";
const STATUS: &str = "status";
const PENDING: &str = "pending";
const POWERS: &str = "powers";
const RESERVES: &str = "reserves";
const LAST: &str = "last";
const CHECK: &str = "check";
const FROZEN: &str = "frozen";
const FREEZERS: &str = "freezers";
const STEALTH: &str = "stealth";
const TURN: &str = "turn";
const FACTS: &str = "facts";
const POSITION: &str = "position";

const CHANCE: &str = "chance";

impl View {
    /// Returns the view as one line of text, which [`FromStr`] reads. It holds the secrets of the view, and `serde` writes
    /// it. `Debug` prints none of them, and there is no `Display`, so that every use is deliberate.
    ///
    /// The text is the name of the variant, and then fields in this order, with one blank between them:
    ///
    /// | field | value | example |
    /// | --- | --- | --- |
    /// | `inputs` | the number of inputs | `inputs=3` |
    /// | `turns` | the number of finished turns | `turns=3` |
    /// | `board` | the glyphs, as in a FEN; `m`, `e`, `d`, `w`: mushroom, egg, banana, bomb | `board=8/8/8/3k4/8/8/3K4/8` |
    /// | `status` | the side to decide, `chance`, or the outcome | `status=white`, `status=over:1-0:checkmate` |
    /// | `pending` | a decision that is no ordinary move | `pending=promote:a7a8`, `pending=king` |
    /// | `powers` | White's and Black's powers, `+` if unspent | `powers=shell+,stealth-/shell+,stealth+` |
    /// | `reserves` | White's and Black's reserves | `reserves=Q1,R2,B2,N2/q1,r1,b2,n2` |
    /// | `last`, `check`, `frozen` | the squares of these [`Marks`] | `last=e2,e4` |
    /// | `freezers` | each frozen piece with the piece that freezes it | `freezers=a1:b2` |
    /// | `stealth` | the squares of this one of the [`Marks`] | `stealth=g4` |
    /// | `turn` | side, number and caption of the last turn, with `_` for a blank | `turn=white:2:Nxf6*K_Nd4` |
    /// | `facts` | the [`Fact`]s of the turn: a name and its values | `facts=moved:N:g1:f3,captured:p:f3` |
    /// | `position` | the position text; it takes the rest of the line | `position=8/8/8/3k4/8/8/3K4/8 w 3` |
    ///
    /// `inputs`, `turns`, `board`, `status` and `position` are always there, and the other fields only if they hold anything.
    ///
    /// ```
    /// use rules::{Game, Setup, Variant, View};
    ///
    /// let mut game = Game::new(&Setup::new(Variant::Baroque));
    /// game.act("e2e4".parse()?)?;
    /// let view = game.public_view();
    /// let text = view.as_view().to_text();
    /// assert!(text.starts_with("baroque inputs=1 turns=1 board=rnbqkbni/pppppppp/8/8/4P3/8/PPPP1PPP/INBQKBNR status=black "));
    /// assert_eq!(text.parse::<View>()?, *view.as_view());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn to_text(&self) -> String {
        let mut fields = WrittenFields(self.variant.to_string());
        fields.add(INPUTS, &self.n_inputs);
        fields.add(TURNS, &self.turns);
        fields.add(BOARD, &self.cells);
        fields.add(STATUS, &self.status);
        fields.add_unless_default(PENDING, &self.pending);
        fields.add_unless_default(POWERS, &self.powers);
        fields.add_unless_default(RESERVES, &self.reserves);
        let Marks {
            last,
            check,
            frozen,
            freezers,
            stealth,
        } = &self.marks;
        fields.add_unless_default(LAST, last);
        fields.add_unless_default(CHECK, check);
        fields.add_unless_default(FROZEN, frozen);
        fields.add_unless_default(FREEZERS, freezers);
        fields.add_unless_default(STEALTH, stealth);
        if let Some(turn) = &self.turn {
            fields.add(TURN, turn);
            fields.add_unless_default(FACTS, &turn.facts);
        }
        let WrittenFields(text) = fields;
        format!("{text} {POSITION}={}", self.position)
    }
}

/// The text of a view, up to the fields that are still to be added.
struct WrittenFields(String);

impl WrittenFields {
    fn add<T: TextValue>(&mut self, field: &str, value: &T) {
        self.0 += &format!(" {field}={}", value.text());
    }

    fn add_unless_default<T: TextValue + Default + PartialEq>(&mut self, field: &str, value: &T) {
        if *value != T::default() {
            self.add(field, value);
        }
    }
}

/// The error for a text that is no [`View`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseViewError {
    /// The text is too long.
    TooLong {
        /// The limit, in bytes.
        max: usize,
        /// The length of the text, in bytes.
        found: usize,
    },
    /// The text does not begin with the name of a variant.
    NoVariant,
    /// A field is not where it belongs.
    Missing {
        /// The name of the field.
        field: &'static str,
        /// The byte where it is expected, counted from 0.
        at: usize,
    },
    /// A field has a value that it cannot have.
    Malformed {
        /// The name of the field.
        field: &'static str,
        /// The first byte of the field, counted from 0.
        at: usize,
    },
    /// A field contradicts another one, or lists a thing twice.
    Contradiction {
        /// The name of the field.
        field: &'static str,
    },
}

impl fmt::Display for ParseViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseViewError::TooLong { max, found } => {
                write!(f, "the view has {found} bytes; at most {max} are read")
            }
            ParseViewError::NoVariant => {
                f.write_str("the view does not begin with the name of a variant")
            }
            ParseViewError::Missing { field, at } => {
                write!(
                    f,
                    "the view has no field {field} at byte {at}; its fields have a fixed order"
                )
            }
            ParseViewError::Malformed { field, at } => {
                write!(
                    f,
                    "the field {field} of the view, at byte {at}, cannot be read"
                )
            }
            ParseViewError::Contradiction { field } => {
                write!(
                    f,
                    "the field {field} of the view contradicts another field, or lists a thing twice"
                )
            }
        }
    }
}

impl core::error::Error for ParseViewError {}

impl FromStr for View {
    type Err = ParseViewError;

    /// Reads the text that [`View::to_text`] writes, of at most 16 KiB. It refuses a view whose fields contradict each other,
    /// but does not check that a game can lead to it.
    fn from_str(text: &str) -> Result<View, ParseViewError> {
        if text.len() > MAX_LEN {
            let found = text.len();
            return Err(ParseViewError::TooLong {
                max: MAX_LEN,
                found,
            });
        }
        let mut fields = Fields::new(text)?;
        let view = View {
            variant: fields.variant,
            n_inputs: fields.required(INPUTS)?,
            turns: fields.required(TURNS)?,
            cells: fields.required(BOARD)?,
            status: fields.required(STATUS)?,
            pending: fields.or_default(PENDING)?,
            powers: fields.or_default(POWERS)?,
            reserves: fields.or_default(RESERVES)?,
            marks: Marks {
                last: fields.or_default(LAST)?,
                check: fields.or_default(CHECK)?,
                frozen: fields.or_default(FROZEN)?,
                freezers: fields.or_default(FREEZERS)?,
                stealth: fields.or_default(STEALTH)?,
            },
            turn: fields.turn()?,
            position: fields.rest(POSITION)?,
        };
        match contradiction(&view) {
            Some(field) => Err(ParseViewError::Contradiction { field }),
            None => Ok(view),
        }
    }
}

/// The fields of a text that are still to be read.
struct Fields<'a> {
    variant: Variant,
    text: &'a str,
    /// The first byte of the next field.
    at: usize,
}

impl<'a> Fields<'a> {
    fn new(text: &'a str) -> Result<Fields<'a>, ParseViewError> {
        let (name, _) = text.split_once(' ').unwrap_or((text, ""));
        let mut all = Variant::ALL.into_iter();
        let variant = all.find(|variant| variant.name() == name);
        Ok(Fields {
            variant: variant.ok_or(ParseViewError::NoVariant)?,
            text,
            at: name.len() + 1,
        })
    }

    /// Returns the value of the next field if it has this name, and its text after the value.
    fn value(&self, field: &str) -> Option<&'a str> {
        let rest = self.text.get(self.at..)?;
        rest.strip_prefix(field)?.strip_prefix('=')
    }

    /// Reads the next field if it has this name.
    fn optional<T: TextValue>(&mut self, field: &'static str) -> Result<Option<T>, ParseViewError> {
        let at = self.at;
        let Some(value) = self.value(field) else {
            return Ok(None);
        };
        let (value, _) = value.split_once(' ').unwrap_or((value, ""));
        self.at += field.len() + 1 + value.len() + 1;
        let malformed = ParseViewError::Malformed { field, at };
        T::read(self.variant, value).ok_or(malformed).map(Some)
    }

    fn required<T: TextValue>(&mut self, field: &'static str) -> Result<T, ParseViewError> {
        let missing = ParseViewError::Missing { field, at: self.at };
        self.optional(field)?.ok_or(missing)
    }

    fn or_default<T: TextValue + Default>(
        &mut self,
        field: &'static str,
    ) -> Result<T, ParseViewError> {
        Ok(self.optional(field)?.unwrap_or_default())
    }

    /// Reads the last turn and its facts.
    fn turn(&mut self) -> Result<Option<Turn>, ParseViewError> {
        let turn = self.optional::<Turn>(TURN)?;
        let facts = turn.is_some().then(|| self.or_default(FACTS)).transpose()?;
        Ok(turn.zip(facts).map(|(turn, facts)| Turn { facts, ..turn }))
    }

    /// Reads the last field, which takes the rest of the text.
    fn rest(&self, field: &'static str) -> Result<String, ParseViewError> {
        let at = self.at;
        let value = self
            .value(field)
            .ok_or(ParseViewError::Missing { field, at })?;
        if value.len() > MAX_VALUE || value.chars().any(char::is_control) || value.trim() != value {
            return Err(ParseViewError::Malformed { field, at });
        }
        Ok(value.to_string())
    }
}

/// Returns the name of a field that contradicts another one or lists a thing twice, if there is one.
fn contradiction(view: &View) -> Option<&'static str> {
    let is_decided = matches!(view.status, Status::ToDecide(_));
    let has_king = |at: &Square| matches!(view.glyph(*at), Some(Glyph::King(_)));
    let is_number = |turn: &Turn| {
        let before = [view.turns, view.turns.saturating_sub(1)];
        before.map(|turns| turns / 2 + 1).contains(&turn.number)
    };
    let checks = [
        (PENDING, is_decided || view.pending == PendingDecision::Move),
        (
            POWERS,
            each_side(|color| are_distinct(view.powers[color].iter().map(|(power, _)| power))),
        ),
        (
            RESERVES,
            each_side(|color| is_reserve(&view.reserves[color], color)),
        ),
        (LAST, are_distinct(&view.marks.last)),
        (CHECK, are_distinct(&view.marks.check)),
        (FROZEN, are_distinct(&view.marks.frozen)),
        (FREEZERS, are_distinct(&view.marks.freezers)),
        (STEALTH, are_distinct(&view.marks.stealth)),
        (CHECK, view.marks.check.iter().all(has_king)),
        (TURN, view.turn.as_ref().is_none_or(is_number)),
        (POSITION, shows_position(view)),
    ];
    checks
        .into_iter()
        .find_map(|(field, agrees)| (!agrees).then_some(field))
}

fn each_side(agrees: impl Fn(Color) -> bool) -> bool {
    Color::ALL.into_iter().all(agrees)
}

/// Tells whether all kinds of a reserve are of this side, none of them twice.
fn is_reserve(reserve: &[(Glyph, u8)], color: Color) -> bool {
    let mut glyphs = reserve.iter().map(|(glyph, _)| glyph);
    are_distinct(glyphs.clone()) && glyphs.all(|glyph| glyph.color() == Some(color))
}

/// Tells whether no value occurs twice.
fn are_distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> bool {
    let mut seen = Vec::new();
    values.into_iter().all(|value| {
        let is_new = !seen.contains(&value);
        seen.push(value);
        is_new
    })
}

/// Tells whether the position text has the occupied squares and the side to decide of the view.
fn shows_position(view: &View) -> bool {
    let mut words = view.position.split(' ');
    let board = words.next().unwrap_or_default();
    let Ok(occupied) = read_ranks(board, Some) else {
        return false;
    };
    let occupied: Bitboard = occupied.into_iter().map(|(at, ..)| at).collect();
    let shown: Bitboard = placed(&view.cells).map(|placed| placed.at).collect();
    let is_turn = match view.status {
        Status::ToDecide(color) => words.next() == Some(&*color.letter().to_string()),
        Status::ToRoll | Status::Over(_) => true,
    };
    occupied == shown && is_turn
}

/// A value in the text of a view.
trait TextValue: Sized {
    fn text(&self) -> String;

    /// Reads the text of a value in a view of this variant.
    fn read(variant: Variant, text: &str) -> Option<Self>;
}

/// Reads a number of digits only.
fn read_number<T: FromStr>(text: &str) -> Option<T> {
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_digits)
}

/// The number of inputs.
impl TextValue for usize {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(_: Variant, text: &str) -> Option<usize> {
        read_number(text).filter(|&n_inputs| n_inputs <= MAX_INPUTS)
    }
}

impl TextValue for u32 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(_: Variant, text: &str) -> Option<u32> {
        read_number(text)
    }
}

/// A list that is not empty.
impl<T: TextValue> TextValue for Vec<T> {
    fn text(&self) -> String {
        let words: Vec<String> = self.iter().map(T::text).collect();
        words.join(",")
    }

    fn read(variant: Variant, text: &str) -> Option<Vec<T>> {
        text.split(',').map(|word| T::read(variant, word)).collect()
    }
}

/// A list for each side, of which each may be empty.
impl<T: TextValue> TextValue for ByColor<Vec<T>> {
    fn text(&self) -> String {
        format!("{}/{}", self.white.text(), self.black.text())
    }

    fn read(variant: Variant, text: &str) -> Option<ByColor<Vec<T>>> {
        let (white, black) = text.split_once('/')?;
        let list = |text: &str| match text {
            "" => Some(Vec::new()),
            _ => TextValue::read(variant, text),
        };
        Some(ByColor {
            white: list(white)?,
            black: list(black)?,
        })
    }
}

impl TextValue for [Option<Glyph>; 64] {
    fn text(&self) -> String {
        let symbol = |square: Square| self[square.index()].map(letter);
        fmt::from_fn(|f| write_ranks(f, symbol)).to_string()
    }

    fn read(variant: Variant, text: &str) -> Option<[Option<Glyph>; 64]> {
        let mut cells = [None; 64];
        for (square, _, glyph) in read_ranks(text, |symbol| read_letter(variant, symbol)).ok()? {
            cells[square.index()] = Some(glyph);
        }
        Some(cells)
    }
}

/// Returns the letter of a glyph, which is unambiguous within a variant.
fn letter(glyph: Glyph) -> char {
    let letter = match glyph {
        Glyph::Mushroom => 'm',
        Glyph::Egg => 'e',
        Glyph::Banana => 'd',
        Glyph::Bomb => 'w',
        Glyph::Immobilizer(_) => 'i',
        Glyph::Undefined(_) => 'u',
        Glyph::King(_) => 'k',
        Glyph::Queen(_) => 'q',
        Glyph::Rook(_) => 'r',
        Glyph::Bishop(_) => 'b',
        Glyph::Knight(_) => 'n',
        Glyph::Pawn(_) | Glyph::BerolinaPawn(_) => 'p',
    };
    glyph.color().map_or(letter, |color| color.symbol(letter))
}

fn read_letter(variant: Variant, symbol: char) -> Option<Glyph> {
    let mut glyphs = Glyph::ALL
        .into_iter()
        .filter(|&glyph| variant.has_glyph(glyph));
    glyphs.find(|&glyph| letter(glyph) == symbol)
}

/// Returns the only letter of a text.
fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

impl TextValue for Status {
    fn text(&self) -> String {
        match self {
            Status::ToDecide(color) => color.text(),
            Status::ToRoll => CHANCE.to_string(),
            Status::Over(outcome) => format!("over:{}", outcome_text(*outcome)),
        }
    }

    fn read(variant: Variant, text: &str) -> Option<Status> {
        match text.strip_prefix("over:") {
            Some(outcome) => read_outcome(outcome).map(Status::Over),
            None if text == CHANCE => Some(Status::ToRoll),
            None => Color::read(variant, text).map(Status::ToDecide),
        }
    }
}

fn outcome_text(outcome: Outcome) -> String {
    outcome.to_string().replace(' ', ":")
}

/// Reads the outcome of a game, which is never a win by a rule of another variant.
fn read_outcome(text: &str) -> Option<Outcome> {
    let reasons = WinReason::ALL.iter();
    let reasons = reasons.filter(|&&reason| reason != WinReason::VariantRule);
    let won = |winner| {
        let reasons = reasons.clone();
        reasons.map(move |&reason| Outcome::Won { winner, reason })
    };
    let won = Color::ALL.into_iter().flat_map(won);
    let drawn = DrawReason::ALL
        .iter()
        .map(|&reason| Outcome::Drawn { reason });
    let mut all = won.chain(drawn).chain([Outcome::Aborted]);
    all.find(|&outcome| outcome_text(outcome) == text)
}

impl TextValue for PendingDecision {
    fn text(&self) -> String {
        match self {
            PendingDecision::Move => "move".to_string(),
            PendingDecision::MoveAgain => "again".to_string(),
            PendingDecision::KingPlace => "king".to_string(),
            PendingDecision::LostPiece(at) => format!("lost:{at}"),
            PendingDecision::Swap => "swap".to_string(),
            PendingDecision::DropPlace(role) => format!("drop:{}", role.text()),
            PendingDecision::Promotion { from, to } => format!("promote:{from}{to}"),
        }
    }

    fn read(variant: Variant, text: &str) -> Option<PendingDecision> {
        let (kind, value) = text.split_once(':').unwrap_or((text, ""));
        match (kind, value) {
            ("again", "") => Some(PendingDecision::MoveAgain),
            ("king", "") => Some(PendingDecision::KingPlace),
            ("lost", at) => at.parse().ok().map(PendingDecision::LostPiece),
            ("swap", "") => Some(PendingDecision::Swap),
            ("drop", role) => Role::read(variant, role).map(PendingDecision::DropPlace),
            ("promote", squares) => {
                let (from, to) = squares.split_at_checked(2)?;
                let (from, to) = (from.parse().ok()?, to.parse().ok()?);
                Some(PendingDecision::Promotion { from, to })
            }
            _ => None,
        }
    }
}

/// A power, with `+` if it is unspent.
impl TextValue for (Power, bool) {
    fn text(&self) -> String {
        let (power, is_unspent) = self;
        let sign = if *is_unspent { '+' } else { '-' };
        format!("{}{sign}", power.name())
    }

    fn read(_: Variant, text: &str) -> Option<(Power, bool)> {
        let all = [Power::Shell, Power::Stealth].into_iter();
        let mut all = all.flat_map(|power| [(power, true), (power, false)]);
        all.find(|power| power.text() == text)
    }
}

/// A kind in a reserve, with its count.
impl TextValue for (Glyph, u8) {
    fn text(&self) -> String {
        let (glyph, count) = self;
        format!("{}{count}", letter(*glyph))
    }

    fn read(variant: Variant, text: &str) -> Option<(Glyph, u8)> {
        let (glyph, count) = text.split_at_checked(1)?;
        Some((Glyph::read(variant, glyph)?, read_number(count)?))
    }
}

/// A frozen piece, with the piece that freezes it.
impl TextValue for (Square, Square) {
    fn text(&self) -> String {
        let (frozen, freezer) = self;
        format!("{frozen}:{freezer}")
    }

    fn read(_: Variant, text: &str) -> Option<(Square, Square)> {
        let (frozen, freezer) = text.split_once(':')?;
        Some((frozen.parse().ok()?, freezer.parse().ok()?))
    }
}

/// A turn without its facts.
impl TextValue for Turn {
    fn text(&self) -> String {
        let caption = self.caption.replace(' ', "_");
        format!("{}:{}:{caption}", self.color.name(), self.number)
    }

    fn read(variant: Variant, text: &str) -> Option<Turn> {
        let mut parts = text.splitn(3, ':');
        let color = Color::read(variant, parts.next()?)?;
        let number = read_number(parts.next()?)?;
        let caption = parts.next()?;
        let is_caption = !caption.is_empty() && caption.len() <= MAX_VALUE;
        (is_caption && !caption.chars().any(char::is_control)).then(|| Turn {
            color,
            number,
            caption: caption.replace('_', " "),
            facts: Vec::new(),
        })
    }
}

/// Generates the writer and the reader of facts from a table: the name of each fact, and its values in order.
macro_rules! define_facts {
    ($($name:literal => $Kind:ident { $($field:tt: $value:ident),* };)+) => {
        impl TextValue for Fact {
            fn text(&self) -> String {
                match self {
                    $(Fact::$Kind { $($field: $value),* } => [$name.to_string(), $($value.text()),*].join(":"),)+
                }
            }

            fn read(variant: Variant, text: &str) -> Option<Fact> {
                let mut words = text.split(':');
                let fact = match words.next()? {
                    $($name => Fact::$Kind { $($field: TextValue::read(variant, words.next()?)?),* },)+
                    _ => return None,
                };
                words.next().is_none().then_some(fact)
            }
        }
    };
}

define_facts! {
    "moved" => Moved { glyph: glyph, from: from, to: to };
    "captured" => Captured { glyph: glyph, at: at };
    "promoted" => Promoted { into: into, at: at };
    "dropped" => Dropped { glyph: glyph, at: at };
    "swapped" => Swapped { a: a, b: b };
    "stole" => Stole { glyph: glyph, from: from, to: to };
    "appeared" => Appeared { glyph: glyph, at: at };
    "shot" => Shot { from: from, at: at };
    "burst" => Burst { object: object, at: at };
    "ate" => Ate { object: object, at: at, unseen: unseen };
    "slipped" => Slipped { glyph: glyph, from: from, to: to };
    "left" => Left { object: object, at: at };
    "drew" => Drew { 0: effect };
    "returned" => Returned { glyph: glyph, from: from, to: to };
    "vanished" => Vanished { glyph: glyph, at: at };
    "froze" => Froze { glyph: glyph, at: at };
    "freed" => Freed { glyph: glyph, at: at };
    "recolored" => Recolored { glyph: glyph, at: at };
    "brought" => Brought { 0: role };
    "bonus-lost" => BonusLost {};
    "defined" => Defined { glyph: glyph, at: at };
    "lost" => Lost { glyph: glyph, at: at };
    "reset" => Reset { 0: color };
}

impl TextValue for Glyph {
    fn text(&self) -> String {
        letter(*self).to_string()
    }

    fn read(variant: Variant, text: &str) -> Option<Glyph> {
        read_letter(variant, only_letter(text)?)
    }
}

impl TextValue for Square {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(_: Variant, text: &str) -> Option<Square> {
        text.parse().ok()
    }
}

/// A square that the audience may not know: `?`.
impl TextValue for Option<Square> {
    fn text(&self) -> String {
        self.map_or_else(|| "?".to_string(), |square| square.to_string())
    }

    fn read(_: Variant, text: &str) -> Option<Option<Square>> {
        match text {
            "?" => Some(None),
            _ => text.parse().ok().map(Some),
        }
    }
}

/// True for an object that the audience did not know.
impl TextValue for bool {
    fn text(&self) -> String {
        if *self { "unseen" } else { "seen" }.to_string()
    }

    fn read(_: Variant, text: &str) -> Option<bool> {
        [true, false]
            .into_iter()
            .find(|unseen| unseen.text() == text)
    }
}

impl TextValue for Effect {
    fn text(&self) -> String {
        self.name().to_string()
    }

    fn read(_: Variant, text: &str) -> Option<Effect> {
        Effect::ALL.into_iter().find(|effect| effect.name() == text)
    }
}

impl TextValue for Role {
    fn text(&self) -> String {
        self.letter().to_ascii_lowercase().to_string()
    }

    fn read(_: Variant, text: &str) -> Option<Role> {
        Role::from_letter(only_letter(text).filter(char::is_ascii_lowercase)?)
    }
}

impl TextValue for Color {
    fn text(&self) -> String {
        self.name().to_string()
    }

    fn read(_: Variant, text: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.name() == text)
    }
}

#[cfg(test)]
mod tests;
