//! The handbook: opens it, turns its pages, tries its tasks. Serves /rules.

use rules::{Action, Game, ReadActionError, Variant, WhyNot};

use crate::{
    Here, LearnReply, Lens, Outcome, Page, Reply, Showing, Shown, Tried,
    decision::{
        context::{Asker, reply_with},
        find::check_begun,
        interrupt::Interrupt,
    },
};
use api::MatchId;
use command::{Lookup, excerpt};
use handbook::{Handbook, Knowledge, Level, Miss, SearchResult, Spot, Task};
use text::{Text, arg};

impl Asker<'_> {
    /// Opens a handbook.
    pub(crate) fn look_up(&self, lookup: &Lookup) -> Result<Outcome, Interrupt> {
        let topic = lookup.topic.as_deref();
        let is_bare = topic.is_none() && lookup.picture.is_none() && lookup.answer.is_none();
        let id = if lookup.here {
            Some(self.find_any(lookup.match_id)?)
        } else if lookup.variant.is_none() && !is_bare {
            // A request for a topic alone means the present match.
            Some(self.find_any(None)?)
        } else {
            None
        };
        let variant = match (lookup.variant, id) {
            (Some(variant), _) => variant,
            (None, Some(id)) => self.live(id)?.game_match.setup.variant(),
            (None, None) => return reply_with(Reply::Learn(LearnReply::Rules)),
        };
        let spot = match topic.map(|topic| handbook::find(variant, topic)) {
            None => Spot::overview(variant),
            Some(SearchResult::Here(spot)) => spot,
            Some(SearchResult::Nearest(nearest)) => {
                return reply_with(Reply::Learn(LearnReply::NoTopic {
                    variant,
                    text: topic.unwrap_or_default().to_owned(),
                    nearest,
                }));
            }
        };
        let spot = match lookup.picture {
            None => spot,
            Some(number) => picture_of(spot, number)?,
        };
        let tried = match &lookup.answer {
            None => None,
            Some(text) => Some(answer(spot, text)?),
        };
        let here = match id.filter(|_| lookup.here) {
            None => None,
            Some(id) => Some(self.here(id, spot)?),
        };
        self.show(spot, here, tried, false)
    }

    /// Opens a handbook at a place; a turned page replaces the one before.
    pub(crate) fn page(&self, spot: Spot, is_turned: bool) -> Result<Outcome, Interrupt> {
        self.show(spot, None, None, is_turned)
    }

    /// Turns to the section with this anchor.
    pub(crate) fn turn_to(&self, variant: Variant, anchor: &str) -> Result<Outcome, Interrupt> {
        let section = Handbook::of(variant).section(anchor);
        let section = section.ok_or_else(text::refusal_unknown_control)?;
        self.page(Spot::new(variant, section), true)
    }

    /// Tries a move in the task of a place.
    pub(crate) fn try_task(&self, spot: Spot, action: &str) -> Result<Outcome, Interrupt> {
        let task = spot.section().tasks.first();
        let task = task.ok_or_else(text::refusal_unknown_control)?;
        let action = action
            .parse()
            .map_err(|_| text::refusal_unknown_control())?;
        if task.game().why_not(action).is_some() {
            return Err(text::refusal_unknown_control().into());
        }
        let tried = tried(spot, task, action);
        self.show(spot, None, Some(tried), true)
    }

    fn show(
        &self,
        spot: Spot,
        here: Option<Here>,
        tried: Option<Tried>,
        is_turned: bool,
    ) -> Result<Outcome, Interrupt> {
        reply_with(Reply::Learn(LearnReply::Page(Box::new(Page {
            spot,
            limits: self.state().limits,
            here,
            tried,
            is_turned,
        }))))
    }

    /// Explains a section on the board of a match, as far as the speaker knows it.
    fn here(&self, id: MatchId, spot: Spot) -> Result<Here, Interrupt> {
        let speaker = self.user();
        let live = self.live(id)?;
        check_begun(&live.game_match)?;
        let variant = live.game_match.setup.variant();
        if variant != spot.variant {
            return Err(text::refusal_other_variant(
                arg::id(id),
                arg::name(variant.name()),
                arg::variant(variant),
            )
            .into());
        }
        let seat = live.game_match.seat_of(speaker);
        let view = Lens::of_seat(seat).view(&live.game);
        let believed = seat.map(|seat| live.game.as_believed_by(seat));
        let known = Knowledge::new(&view, seat, believed.as_ref());
        let section = spot.section();
        let mut lines = handbook::here(section, &known);
        if spot == Spot::overview(variant) {
            let topics = Handbook::of(variant).sections().iter();
            let topics = topics.filter(|section| section.level == Level::Topic);
            let all = topics.flat_map(|section| handbook::here(section, &known));
            // Several topics give the same line for a board.
            lines.clear();
            for line in all {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        Ok(Here {
            id,
            lines,
            showing: seat.map(|_| Showing {
                id,
                n_inputs: live.game_match.state.n_inputs,
                shown: Shown::View,
            }),
        })
    }
}

/// Returns a place at another of its pictures, counted from 1.
fn picture_of(spot: Spot, number: usize) -> Result<Spot, Text> {
    let n_pictures = Handbook::of(spot.variant).pictures(spot.section).len();
    if !(1..=n_pictures).contains(&number) {
        return Err(text::refusal_no_picture(n_pictures));
    }
    Ok(Spot {
        picture: number - 1,
        ..spot
    })
}

/// Checks a move that a person wrote as the answer to the task of a place.
fn answer(spot: Spot, text: &str) -> Result<Tried, Text> {
    let task = spot.section().tasks.first();
    let task = task.ok_or_else(|| text::refusal_no_task(spot.variant.name()))?;
    Ok(match playable(&task.game(), text) {
        Ok(action) => tried(spot, task, action),
        Err(unplayable) => Tried {
            law: unplayable.why.map(|why| why.law),
            told: unplayable.reason,
            is_right: false,
        },
    })
}

/// The reason why a move cannot be played in a position of the handbook.
pub(crate) struct Unplayable {
    /// The text for the person who tried it.
    pub(crate) reason: Text,
    /// The law that forbids it, if it is a move.
    pub(crate) why: Option<WhyNot>,
}

/// Reads a move for a position of the handbook, and checks that it is legal.
pub(crate) fn playable(game: &Game, text: &str) -> Result<Action, Unplayable> {
    let reason = match game.read_action(text) {
        Ok(action) => match game.why_not(action) {
            None => return Ok(action),
            Some(why) => {
                let reason = text::tried_illegal(
                    arg::law(why.law),
                    arg::text(excerpt(text)),
                    arg::why(text::why(&why)),
                );
                return Err(Unplayable {
                    reason,
                    why: Some(why),
                });
            }
        },
        Err(ReadActionError::Ambiguous(actions)) => {
            let moves: Vec<_> = actions.iter().map(Action::to_string).collect();
            text::tried_ambiguous(arg::moves(moves.join(", ")), arg::text(excerpt(text)))
        }
        Err(ReadActionError::Malformed | ReadActionError::NoSuchMove) => {
            text::tried_unreadable(excerpt(text))
        }
    };
    Err(Unplayable { reason, why: None })
}

/// Returns the verdict on a legal move in a task, and the next step.
pub(crate) fn tried(spot: Spot, task: &Task, action: Action) -> Tried {
    let caption = Text::moves(task.game().caption(action));
    let is_right = task.is_solved_by(action) == Some(true);
    let verdict = if is_right {
        right(spot, caption)
    } else {
        wrong(task.miss(action), caption)
    };
    Tried {
        told: verdict,
        is_right,
        law: None,
    }
}

/// Returns the text for a right move.
fn right(spot: Spot, caption: Text) -> Text {
    let handbook = Handbook::of(spot.variant);
    match handbook.next_task(spot.section) {
        Some(next) => {
            let next = handbook.sections()[next].id.as_str();
            text::tried_right(
                arg::id(next),
                arg::r#move(caption),
                arg::name(spot.variant.name()),
            )
        }
        None => text::tried_right_last(caption),
    }
}

/// Returns the text for a wrong move, with the reason.
fn wrong(miss: Option<Miss>, caption: Text) -> Text {
    match miss {
        Some(Miss::Captures(n)) => text::tried_wrong_captures(arg::count(n), arg::r#move(caption)),
        Some(Miss::NoCheck) => text::tried_wrong_check(caption),
        Some(Miss::Reply(side, reply)) => text::tried_wrong_reply(
            arg::r#move(caption),
            arg::reply(Text::moves(reply)),
            arg::side(side),
        ),
        Some(Miss::NoWin) | None => text::tried_wrong_win(caption),
    }
}
