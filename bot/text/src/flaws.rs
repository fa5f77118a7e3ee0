//! Error messages for a setup or a position: English, for operators and authors of the handbook.

use rules::{BarioFlaw, ChakartFlaw, Color, Field, Flaw, Glyph, Placed, SetupError, Variant};

/// Renders all errors in a setup, each as a clause without a final dot.
pub fn flaws(error: &SetupError) -> Vec<String> {
    error.flaws().iter().map(flaw).collect()
}

/// Renders an error as a clause without a final dot: `White has 2 kings instead of one`.
pub fn flaw(flaw: &Flaw) -> String {
    match flaw {
        Flaw::SetupTooLong { max } => format!("a setup has at most {max} bytes"),
        Flaw::NoSuchVariant => {
            let [others @ .., last] = Variant::ALL.map(Variant::name);
            format!(
                "no such variant; there are {} and {last}",
                others.join(", ")
            )
        }
        Flaw::NoSuchOption { variant, name } => {
            let known = variant.options().iter().map(|option| option.name);
            let known = listed(known.collect());
            format!("{variant} has no option {name:?}; it has {known}")
        }
        Flaw::NoSuchValue {
            variant,
            option,
            value,
        } => {
            let options = variant.options().iter();
            let options = options.filter(|known| known.name == *option);
            let known = options.flat_map(|known| known.values.iter().map(|value| value.name));
            let known = listed(known.collect());
            format!("option {option} of {variant} cannot be {value:?}; it can be {known}")
        }
        Flaw::OptionTwice(option) => format!("option {option} is given twice"),
        Flaw::TooLong { max } => format!("a position has at most {max} characters"),
        Flaw::Fields { variant, found } => {
            let fields = fields(*variant);
            format!("a position has {fields}, this one has {found}")
        }
        Flaw::Ranks { found } => {
            format!("a board has 8 ranks separated by '/', this one has {found}")
        }
        Flaw::Symbol { rank, symbol } => format!(
            "rank {rank}: {symbol:?} is neither a letter of this variant nor a number of empty squares from 1 to 8"
        ),
        Flaw::RankLength { rank, found } => {
            format!("rank {rank}: a rank has 8 squares, this one has {found}")
        }
        Flaw::Malformed { field, found } => format!("{}, not {found:?}", form(*field)),
        Flaw::Number {
            field: Field::MoveNumber,
            min,
            max,
            found,
        } => format!("the move number is from {min} to {max}, not {found:?}"),
        Flaw::Number {
            field,
            min,
            max,
            found,
        } => {
            let what = counted(*field);
            format!("{what} are a number from {min} to {max}, not {found:?}")
        }
        Flaw::NoObject => {
            r#"the position ends with a JSON object of strings such as {"key":"value"}"#.to_string()
        }
        Flaw::UnknownKey { key, known } => {
            format!("unknown key {key:?}; there are {}", known.join(", "))
        }
        Flaw::KeyTwice(key) => format!("key {key:?} is there twice"),
        Flaw::KeyMissing(key) => format!("key {key:?} is missing"),
        Flaw::Kings { color, found } => format!("{color} has {found} kings instead of one"),
        Flaw::PawnOnEdge(at) => format!("a pawn cannot stand on {at}"),
        Flaw::InCheck(color) => format!("{color} is in check, but it is {}'s move", !*color),
        Flaw::CastlingRight {
            right,
            king,
            partner,
        } => castling_right(*right, *king, *partner),
        Flaw::DoubleStep {
            color,
            skipped,
            stepper,
        } => {
            let to = stepper.map_or_else(String::new, |stepper| format!(" to {stepper}"));
            format!(
                "the en passant field does not fit the board: no pawn of {color} can just have gone over {skipped}{to}"
            )
        }
        Flaw::Bario(flaw) => bario(*flaw),
        Flaw::Chakart(flaw) => chakart(*flaw),
    }
}

/// Describes the number of fields of a position text, and their contents.
fn fields(variant: Variant) -> &'static str {
    match variant {
        Variant::Berolina => {
            "six fields (board, side to move, castling, en passant, half-moves, move number; the last two may be left out)"
        }
        Variant::Baroque => {
            "three fields (board, side to move, half-moves since the start; the last may be left out)"
        }
        Variant::Chakart => r#"four parts (board, side to move, finished turns, {"flags":"1111"})"#,
        Variant::Bario => {
            r#"four parts (board, side to move, finished turns, {"captureUndef":"-","enpassant":"-",...})"#
        }
    }
}

fn listed(names: Vec<&str>) -> String {
    if names.is_empty() {
        "none at all".to_string()
    } else {
        names.join(", ")
    }
}

/// Describes the format of a field that is more than a number.
fn form(field: Field) -> String {
    match field {
        Field::Turn => "the side to move is w or b",
        Field::Castling => "castling rights are - or letters of KQkq, each once",
        Field::EnPassant => {
            "the en passant field is - or two squares, the skipped one and that of the pawn, such as f3g4"
        }
        Field::Square(key) => {
            return format!(
                "{key} is - or two digits, row from the top and file, such as 53 for d3"
            );
        }
        Field::Reserves => {
            "reserve is eight base-36 digits (rooks, knights, bishops, queens of White, then of Black) such as 22212221"
        }
        Field::Powers => {
            "flags are four signs of 0 and 1 (White's shell and stealth, Black's shell and stealth)"
        }
        Field::Objects(key) => return format!("{key:?} lists objects such as dc4 or we5"),
        Field::Pending => "pending is swap, again, drop:q (or r, n, b, k) or promote:e7e8",
        Field::Promotion => {
            r#"a pending promotion is two squares and an origin, such as "pending":"promote:e7e8","origin":"e5""#
        }
        Field::QuietPlies | Field::MoveNumber | Field::Plies | Field::Turns => counted(field),
    }
    .to_string()
}

/// Describes the count in a field.
fn counted(field: Field) -> &'static str {
    match field {
        Field::QuietPlies => "the half-moves since a capture or pawn move",
        Field::Plies => "the half-moves since the start",
        _ => "the finished turns",
    }
}

fn castling_right(right: char, king: Placed, partner: Placed) -> String {
    let color = king.glyph.color().unwrap_or(Color::White);
    let what = match partner.glyph {
        Glyph::Undefined(_) => "an undefined piece",
        _ => "rook",
    };
    format!(
        "castling right {right} needs {color}'s king on {} and {what} on {}",
        king.at, partner.at
    )
}

fn bario(flaw: BarioFlaw) -> String {
    match flaw {
        BarioFlaw::ClassicKey(key) => {
            format!("key {key:?} belongs to positions of rules=classic")
        }
        BarioFlaw::Pieces { color, found, max } => {
            format!("{color} has {found} pieces, more than {max}")
        }
        BarioFlaw::KingsTooEarly { turns } => {
            format!("both kings stand after two finished turns, this text says {turns}")
        }
        BarioFlaw::ReserveNotFull(color) => {
            format!("the reserve of {color} is 2221 as long as kings are placed")
        }
        BarioFlaw::Reserve {
            color,
            found,
            undefined,
            is_owing,
        } => {
            let captured = if is_owing { " and one captured" } else { "" };
            format!(
                "the reserve of {color} has {found} pieces, but there are {undefined} undefined on the board{captured}"
            )
        }
        BarioFlaw::NoCaptor { color, at } => {
            format!("captureUndef does not fit: no piece of {color} stands on {at}")
        }
        BarioFlaw::CaptureAndDoubleStep => {
            "captureUndef and enpassant cannot both be of the last turn".to_string()
        }
    }
}

fn chakart(flaw: ChakartFlaw) -> String {
    match flaw {
        ChakartFlaw::OpenObjects => {
            "the position says who knows which object, so it is not played with objects=open"
                .to_string()
        }
        ChakartFlaw::KeysApart(one, other) => {
            format!("{one:?} and {other:?} stand together or not at all")
        }
        ChakartFlaw::SquareTwice(key, at) => format!("{key:?} has {at} twice"),
        ChakartFlaw::OriginMissing(key) => format!(
            "key {key:?} is missing; it is the square where the promoting pawn's move began"
        ),
        ChakartFlaw::OriginUnwanted(key) => {
            format!("key {key:?} stands only with a pending promotion")
        }
        ChakartFlaw::PawnOnLastRank { color, at } => {
            format!("a pawn of {color} cannot stand on its last rank, on {at}")
        }
        ChakartFlaw::NoKings => {
            "neither side has a king; only one can have lost its last".to_string()
        }
        ChakartFlaw::PendingAfterEnd => {
            "a side has no king left, so the game is over and nothing is pending".to_string()
        }
        ChakartFlaw::HiddenQueens(color) => format!("{color} has more than one hidden queen"),
        ChakartFlaw::HiddenUnspent(color) => {
            format!("{color} has a hidden queen, so its stealth move is spent")
        }
        ChakartFlaw::HiddenToDecide(color) => format!(
            "{color} is to decide, so the other side has decided since and {color}'s hidden queen is seen again"
        ),
        ChakartFlaw::HiddenForLong(color) => format!(
            "{} has decided in this turn already, so {color}'s hidden queen is seen again",
            !color
        ),
        ChakartFlaw::KeyUnseen(key) => {
            format!("\"{key}\" tells what the other side knows, which this side is not told")
        }
        ChakartFlaw::QueenUnseen(color) => {
            format!("the board shows the hidden queen of {color}, which the other side cannot see")
        }
        ChakartFlaw::NoObject { color, at } => {
            format!("{color} believes in an object on {at}, where no banana or bomb lies")
        }
        ChakartFlaw::UnknownObject(Placed { glyph, at }) => {
            format!("neither side knows of the {} on {at}", glyph.name())
        }
        ChakartFlaw::CannotDecide(color) => {
            format!("{color} cannot use what is pending, so the turn has passed")
        }
        ChakartFlaw::NoPawn { color, at } => {
            format!("no pawn of {color} that can move stands on {at}")
        }
        ChakartFlaw::NotForced { color, from, to } => {
            format!("nothing forces a pawn of {color} from {from} to {to} on its last rank")
        }
        ChakartFlaw::OriginTaken(at) => {
            format!("the pawn comes from {at}, so nothing but its mushroom can be there")
        }
    }
}

#[cfg(test)]
mod tests;
