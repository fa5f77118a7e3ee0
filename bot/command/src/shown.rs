//! Names and other typed lines, made safe inside other text.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{CanonicalCombiningClass, ExtendedPictographic, GraphemeClusterBreak, JoiningType},
};
use unicode_normalization::UnicodeNormalization;

use super::is_disruptive;
use text::{is_joiner, is_shaping, is_tag};

/// The base of a flag that tags turn into the flag of a part of a country.
const BLACK_FLAG: char = '\u{1f3f4}';

/// The end of the tags of a flag.
const CANCEL_TAG: char = '\u{e007f}';

/// The maximum number of tags that spell the part of a country.
const MOST_TAGS: usize = 6;

/// Returns the first `most` characters of a line, composed and without [disruptive](is_disruptive) characters. Keeps
/// joiners where they change the look of the letters or emoji around them, and tags in a whole flag.
pub fn shown(text: &str, most: usize) -> String {
    let kept = |c: &char| is_joiner(*c) || is_tag(*c) || !is_disruptive(*c);
    let chars: Vec<char> = text.nfc().filter(kept).collect();
    let mut shown = Vec::with_capacity(chars.len());
    let mut rest = &chars[..];
    while let Some((c, after)) = rest.split_first() {
        let flag = flag_length(rest);
        if shown.len() + flag.unwrap_or(1) > most {
            break;
        }
        if let Some((flag, after)) = flag.and_then(|length| rest.split_at_checked(length)) {
            shown.extend(flag);
            rest = after;
            continue;
        }
        if !is_tag(*c) && (!is_joiner(*c) || joins(&shown, *c, after)) {
            shown.push(*c);
        }
        rest = after;
    }
    let shown: String = shown.into_iter().collect();
    shown.trim_end_matches(is_joiner).to_owned()
}

/// Returns the length in characters of the tagged flag at the beginning of a text, if there is one.
fn flag_length(text: &[char]) -> Option<usize> {
    let tags = text.strip_prefix(&[BLACK_FLAG])?;
    let is_spelling =
        |tag: &&char| matches!(tag, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    let n_tags = tags.iter().take_while(is_spelling).count();
    let is_whole = (1..=MOST_TAGS).contains(&n_tags) && tags.get(n_tags) == Some(&CANCEL_TAG);
    is_whole.then_some(n_tags + 2)
}

/// Returns whether two names look the same to people. Ignores case and [shaping](is_shaping) characters.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let bare = |name: &str| {
        let name = shown(name, name.len()).replace(is_shaping, "");
        name.to_lowercase()
    };
    bare(one) == bare(other)
}

/// Returns whether a joiner changes the look of the characters before and after it.
fn joins(before: &[char], joiner: char, after: &[char]) -> bool {
    let (Some(last), Some(next)) = (before.last(), after.iter().find(|c| !is_joiner(**c))) else {
        return false;
    };
    if is_joiner(*last) {
        return false;
    }
    let is_between_letters = is_between_joining_letters(before, after)
        || is_virama(*last) && next.is_alphabetic()
        || last.is_alphabetic() && is_virama(*next);
    is_between_letters || joiner == ZERO_WIDTH_JOINER && is_within_emoji(before, *next)
}

const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// Returns whether the letters around a joiner belong to a script with joining letters, such as Arabic.
fn is_between_joining_letters(before: &[char], after: &[char]) -> bool {
    let joining = |c: &char| CodePointMapData::<JoiningType>::new().get(*c);
    let is_letter = |joining: &JoiningType| *joining != JoiningType::Transparent;
    let last = before.iter().rev().map(joining).find(is_letter);
    let letters = after.iter().filter(|c| !is_joiner(**c));
    let next = letters.map(joining).find(is_letter);
    matches!(
        last,
        Some(JoiningType::DualJoining | JoiningType::LeftJoining)
    ) && matches!(
        next,
        Some(JoiningType::DualJoining | JoiningType::RightJoining)
    )
}

/// Returns whether the character is a virama: the sign of an Indic script that joins the consonants around it.
fn is_virama(c: char) -> bool {
    CodePointMapData::<CanonicalCombiningClass>::new().get(c) == CanonicalCombiningClass::Virama
}

/// Returns whether an emoji, possibly with a skin tone, is followed by another.
fn is_within_emoji(before: &[char], next: char) -> bool {
    let is_emoji = |c: char| CodePointSetData::new::<ExtendedPictographic>().contains(c);
    let breaks = CodePointMapData::<GraphemeClusterBreak>::new();
    let is_modifier = |c: &&char| breaks.get(**c) == GraphemeClusterBreak::Extend;
    let emoji = before.iter().rev().find(|c| !is_modifier(c));
    emoji.is_some_and(|emoji| is_emoji(*emoji)) && is_emoji(next)
}
