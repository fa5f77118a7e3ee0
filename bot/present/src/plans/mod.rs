//! Plans and their outcomes. Only the owner of a plan reads them.

use rules::Color;

use crate::{
    buttons::{button, text_message, with_buttons},
    match_of,
    rendering::{Render, replacing, text_answer},
};
use api::{Answer, Message, Private};
use command::Control;
use service::{DeliveryKind, PlanDone, PlannedReply, PublicSnapshot, ShownPlan};
use text::{Language, Text, arg};

impl Render for PlanDone {
    fn render(&self, language: Language) -> Answer {
        match self {
            PlanDone::Planned(plan) => plan.render(language),
            PlanDone::Cleared(id) => {
                replacing(text_message(&text::done_plan_cleared(*id), language))
            }
        }
    }
}

impl Render for ShownPlan {
    /// Renders the plan of a player, and unread news about it.
    fn render(&self, language: Language) -> Answer {
        let untold = match self.untold {
            Some(DeliveryKind::PlanPlayed { .. }) => Some(text::plan_untold_played()),
            Some(DeliveryKind::PlanEnded) => Some(text::plan_untold_ended()),
            _ => None,
        };
        let untold = untold.into_iter();
        if self.lines.is_empty() {
            let lines = untold.chain([text::plan_none(self.id)]);
            return text_answer(&Text::lines(lines), language);
        }
        let reply = |planned: &PlannedReply| {
            let [after, reply] = [&planned.after, &planned.reply].map(Text::moves);
            text::plan_reply(arg::after(after), arg::reply(reply))
        };
        let line = |line: &Vec<PlannedReply>| Text::joined(line.iter().map(reply), ", ");
        let lines = Text::list(self.lines.iter().map(line));
        let text = Text::lines(untold.chain([text::plan_head(self.id), lines]));
        let clear = Control::ClearPlan(self.id);
        let clear = button(clear, text::button_clear_plan(), language);
        with_buttons(&text, [clear], language).into()
    }
}

/// Tells a player the outcome of their plan. A phone can show it to others, so its text holds only public information about the
/// game.
pub fn plan_notice(
    snapshot: &PublicSnapshot,
    seat: Color,
    kind: DeliveryKind,
    language: Language,
) -> Option<Message<Private>> {
    let what = match_of(&snapshot.of, seat);
    let turn = snapshot.view().turn.as_ref();
    let played = Text::moves(turn.map_or("", |turn| &turn.caption));
    let text = match kind {
        DeliveryKind::PlanPlayed { stands: true } => {
            text::plan_played_on(arg::r#match(what), arg::r#move(played))
        }
        DeliveryKind::PlanPlayed { stands: false } => {
            text::plan_played(arg::r#match(what), arg::r#move(played))
        }
        DeliveryKind::PlanEnded => text::plan_ended(what),
        _ => return None,
    };
    Some(text_message(&text, language))
}
