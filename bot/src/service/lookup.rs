//! The handbook: opening it, turning its pages, trying its tasks.

use rules::Variant;

use super::{Desk, Effects, Here, Look, Page, Refusal, Stop, Told, Tried, talk::check_begun, told};
use crate::{
    handbook::{self, Found, Handbook, Knowledge, Level, Spot},
    ports::MatchId,
};

impl Desk<'_> {
    /// Opens a handbook; `here` says that its meaning on a board is asked for, and perhaps which match is meant.
    pub(super) fn rules(
        &mut self,
        variant: Option<Variant>,
        topic: Option<&str>,
        here: Option<Option<MatchId>>,
    ) -> Result<Effects, Stop> {
        let id = match here {
            Some(which) => Some(self.find_any(which)?),
            // Who asks for a topic alone means the match at hand.
            None if variant.is_none() && topic.is_some() => Some(self.find_any(None)?),
            None => None,
        };
        let variant = match (variant, id) {
            (Some(variant), _) => variant,
            (None, Some(id)) => self.live(id)?.row.setup.variant(),
            (None, None) => return told(Told::Rules),
        };
        let spot = match topic.map(|topic| Handbook::of(variant).find(topic)) {
            None => Spot::overview(variant),
            Some(Found::Here(spot)) => spot,
            Some(Found::Nearest(nearest)) => {
                return told(Told::NoTopic {
                    variant,
                    text: topic.unwrap_or_default().to_owned(),
                    nearest,
                });
            }
        };
        let here = match (here, id) {
            (Some(_), Some(id)) => Some(self.here(id, spot)?),
            _ => None,
        };
        self.show(spot, here, None, false)
    }

    /// Opens a handbook at a place; a page that is turned takes the place of the one before.
    pub(super) fn page(&self, spot: Spot, is_turned: bool) -> Result<Effects, Stop> {
        self.show(spot, None, None, is_turned)
    }

    /// Turns to the section with this anchor.
    pub(super) fn turn_to(&self, variant: Variant, anchor: &str) -> Result<Effects, Stop> {
        let section = Handbook::of(variant).section(anchor);
        let section = section.ok_or(Refusal::UnknownControl)?;
        self.page(Spot::new(variant, section), true)
    }

    /// Tries a move in the task of a place.
    pub(super) fn try_task(&self, spot: Spot, action: &str) -> Result<Effects, Stop> {
        let task = spot.section().tasks.first();
        let task = task.ok_or(Refusal::UnknownControl)?;
        let action = action.parse().map_err(|_| Refusal::UnknownControl)?;
        let is_right = task.is_solved_by(action).ok_or(Refusal::UnknownControl)?;
        let tried = Tried {
            caption: task.game().caption(action),
            is_right,
        };
        self.show(spot, None, Some(tried), true)
    }

    fn show(
        &self,
        spot: Spot,
        here: Option<Here>,
        tried: Option<Tried>,
        is_turned: bool,
    ) -> Result<Effects, Stop> {
        told(Told::Page(Box::new(Page {
            spot,
            limits: self.limits,
            here,
            tried,
            is_turned,
        })))
    }

    /// What a section means on the board of a match, as far as the speaker knows.
    fn here(&mut self, id: MatchId, spot: Spot) -> Result<Here, Stop> {
        let speaker = &self.request.speaker.id;
        let live = self.live(id)?;
        check_begun(&live.row)?;
        let variant = live.row.setup.variant();
        if variant != spot.variant {
            return Err(Refusal::OtherVariant(id, variant).into());
        }
        let seat = live.row.seat_of(speaker);
        let view = match seat {
            Some(seat) => live.game.seat_view(seat).as_view().clone(),
            None => live.game.public_view().as_view().clone(),
        };
        let believed = seat.map(|seat| live.game.as_believed_by(seat));
        let known = Knowledge::new(&view, seat, believed.as_ref());
        let section = spot.section();
        let mut lines = handbook::here(section, &known);
        if spot == Spot::overview(variant) {
            let topics = Handbook::of(variant).sections().iter();
            let topics = topics.filter(|section| section.level == Level::Topic);
            lines = topics
                .flat_map(|section| handbook::here(section, &known))
                .collect();
        }
        Ok(Here {
            id,
            lines,
            look: seat.map(|_| Look {
                id,
                ply: live.row.ply,
            }),
        })
    }
}
