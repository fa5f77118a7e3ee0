//! The result of checking the dice of a match, as text.

use super::{DiceFlaw, Published, Sides, Verification};
use text::{Text, arg};

impl Verification {
    /// Renders the checks and the findings, a line for each.
    pub fn text(&self) -> Text {
        let verdict = if self.flaws.is_empty() {
            self.fair()
        } else {
            self.unfair()
        };
        let items: Vec<Text> = if self.flaws.is_empty() {
            self.checked()
        } else {
            self.flaws.iter().map(DiceFlaw::text).collect()
        };
        Text::lines([verdict, Text::list(items)])
    }

    fn fair(&self) -> Text {
        match (self.id, self.has_rolls, self.sides) {
            (Some(id), true, _) => text::dice_fair_match(id),
            (None, true, _) => text::dice_fair_record(),
            (Some(id), false, Sides::Drawn(_)) => text::dice_fair_sides_match(id),
            (None, false, Sides::Drawn(_)) => text::dice_fair_sides_record(),
            (Some(id), false, Sides::Chosen) => text::dice_unused_match(id),
            (None, false, Sides::Chosen) => text::dice_unused_record(),
        }
    }

    fn unfair(&self) -> Text {
        match self.id {
            Some(id) => text::dice_unfair_match(id),
            None => text::dice_unfair_record(),
        }
    }

    /// Renders the checks of dice that are fair.
    fn checked(&self) -> Vec<Text> {
        let commitment = self.commitment.as_ref();
        let secret = self.secret.as_ref();
        let secret = secret.map(|secret| text::dice_secret(Published(secret).to_string()));
        let committed = commitment.map(|commitment| text::dice_committed(commitment.to_string()));
        let sides = match self.sides {
            Sides::Chosen => text::dice_side_chosen(),
            Sides::Drawn(color) => text::dice_side_drawn(color),
        };
        let rolls = self.has_rolls.then(|| text::dice_rolls(self.n_rolls));
        let opened = secret.into_iter().chain(committed);
        opened.chain([sides]).chain(rolls).collect()
    }
}

impl DiceFlaw {
    /// Renders a flaw as a sentence.
    pub fn text(&self) -> Text {
        match self {
            DiceFlaw::NoHeader(name) => text::dice_no_header(*name),
            DiceFlaw::NoSecret => text::dice_no_secret(),
            DiceFlaw::HeaderTwice(name) => text::dice_header_twice(*name),
            DiceFlaw::BadHeader(name) => text::dice_bad_header(*name),
            DiceFlaw::OtherSecret {
                commitment,
                fitting,
            } => text::dice_other_secret(
                arg::commitment(commitment.to_string()),
                arg::fitting(fitting.to_string()),
            ),
            DiceFlaw::OtherSide {
                sides: Sides::Chosen,
                right,
            } => text::dice_other_side_chosen(arg::played(!*right), arg::right(*right)),
            DiceFlaw::OtherSide {
                sides: Sides::Drawn(_),
                right,
            } => text::dice_other_side_drawn(arg::played(!*right), arg::right(*right)),
            DiceFlaw::Changed {
                n,
                at,
                found,
                right,
            } => text::dice_roll_changed(
                arg::found(found.to_string()),
                arg::input(*at),
                arg::right(right.to_string()),
                arg::roll(*n),
            ),
            DiceFlaw::Removed {
                n,
                at,
                right: Some(right),
            } => text::dice_roll_removed(
                arg::input(*at),
                arg::right(right.to_string()),
                arg::roll(*n),
            ),
            DiceFlaw::Removed { n, at, right: None } => {
                text::dice_roll_removed_unknown(arg::input(*at), arg::roll(*n))
            }
            DiceFlaw::Added { at, found } => {
                text::dice_roll_added(arg::found(found.to_string()), arg::input(*at))
            }
            DiceFlaw::Impossible { at, input } => {
                text::dice_impossible(arg::found(input.to_string()), arg::input(*at))
            }
            DiceFlaw::Unfinished => text::dice_unfinished(),
        }
    }
}
