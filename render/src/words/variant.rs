//! What is said of each variant: a row for each. A variant or an option without words does not compile.

use rules::{OptionSpec, OptionValue, Variant};

/// What is said of a variant.
struct Words {
    /// What somebody who plays chess has to know to play it.
    essence: &'static str,
    /// How many fields its position text has, and which.
    fields: &'static str,
    /// A few words for each option.
    options: &'static [Choice],
}

/// The name of an option, a few words for what is chosen, and what each value means: its name and a clause.
type Choice = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const fn words(variant: Variant) -> Words {
    match variant {
        Variant::Berolina => Words {
            essence: "Pawns step diagonally and capture straight ahead; all else is as in chess.",
            fields: "six fields (board, side to move, castling, en passant, half-moves, move number)",
            options: &[],
        },
        Variant::Baroque => Words {
            essence: "Each piece captures in a way of its own and only the king by stepping onto a piece; pawns move like rooks.",
            fields: "three fields (board, side to move, half-moves since the start)",
            options: &[(
                "setup",
                "start array",
                &[
                    ("standard", "always the same"),
                    (
                        "symmetric",
                        "one drawn row for both, White's coordinator and immobilizer swapped",
                    ),
                    ("asymmetric", "a drawn row for each side"),
                ],
            )],
        },
        Variant::Chakart => Words {
            essence: "Pieces leave mushrooms, eggs, bananas and bombs behind, which alter the moves of whatever meets them; capture every king.",
            fields: r#"four parts (board, side to move, finished turns, {"flags":"1111"})"#,
            options: &[
                (
                    "objects",
                    "bananas and bombs",
                    &[
                        (
                            "hidden",
                            "known only to the side that left them, until they act",
                        ),
                        ("open", "known to everybody"),
                    ],
                ),
                (
                    "setup",
                    "start array",
                    &[
                        ("asymmetric", "a drawn back row for each side"),
                        ("symmetric", "one drawn back row, the same for both sides"),
                        ("standard", "as in chess"),
                    ],
                ),
            ],
        },
        Variant::Bario => Words {
            essence: "Pieces are undefined until they move and become what is left in the reserve; all else is as in chess.",
            fields: r#"four parts (board, side to move, finished turns, {"captureUndef":"-","enpassant":"-",...})"#,
            options: &[(
                "rules",
                "rule set",
                &[
                    ("modern", "kings are placed first, and nobody castles"),
                    (
                        "classic",
                        "kings begin on e1 and e8 and may castle; recycling into check loses",
                    ),
                ],
            )],
        },
        #[cfg(feature = "hill")]
        Variant::Hill => Words {
            essence: "A king that stands on d4, e4, d5 or e5 wins; all else is as in chess, but nobody castles or captures en passant.",
            fields: "three fields (board, side to move, finished turns)",
            options: &[],
        },
    }
}

const _: () = {
    let mut n = 0;
    while n < Variant::ALL.len() {
        let (options, words) = (Variant::ALL[n].options(), words(Variant::ALL[n]).options);
        assert!(options.len() == words.len(), "an option has no words");
        let mut at = 0;
        while at < options.len() {
            let (n_values, n_meanings) = (options[at].values.len(), words[at].2.len());
            assert!(n_values == n_meanings, "a value of an option has no words");
            at += 1;
        }
        n += 1;
    }
};

/// What somebody who plays chess has to know to play the variant: a sentence.
pub fn essence(variant: Variant) -> &'static str {
    words(variant).essence
}

/// What is wrong with a position text that has so many fields.
pub(super) fn fields(variant: Variant, found: usize) -> String {
    let fields = words(variant).fields;
    format!("a position has {fields}, this one has {found}")
}

/// A few words that name what is chosen: `rule set`.
pub fn option(variant: Variant, option: &OptionSpec) -> &'static str {
    choice(variant, option).map_or(option.name, |(_, words, _)| words)
}

/// What a value means: a clause without a final dot.
pub fn value(variant: Variant, option: &OptionSpec, value: &OptionValue) -> &'static str {
    let mut meanings = choice(variant, option)
        .into_iter()
        .flat_map(|(.., meanings)| *meanings);
    let meaning = meanings.find(|(name, _)| *name == value.name);
    meaning.map_or(value.name, |(_, meaning)| meaning)
}

fn choice(variant: Variant, option: &OptionSpec) -> Option<&'static Choice> {
    let mut choices = words(variant).options.iter();
    choices.find(|(name, ..)| *name == option.name)
}

#[cfg(test)]
mod tests;
