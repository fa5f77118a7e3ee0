//! Plans and their outcomes. Only the player who made a plan ever reads any of it.

use rules::Color;

use super::buttons::button;
use api::{Component, Message, Private};
use command::Control;
use service::{DeliveryKind, PlannedReply, PublicSnapshot, ShownPlan};
use text::{Language, Text, arg};

/// Renders the plan of a player, and news about it that they have not had before.
pub(super) fn plan(plan: &ShownPlan, language: Language) -> Message<Private> {
    let untold = match plan.untold {
        Some(DeliveryKind::PlanPlayed { .. }) => Some(text::plan_untold_played()),
        Some(DeliveryKind::PlanEnded) => Some(text::plan_untold_ended()),
        _ => None,
    };
    if plan.lines.is_empty() {
        let lines = untold.into_iter().chain([text::plan_none(plan.id)]);
        return Message::text(language.say(&Text::lines(lines)));
    }
    let reply = |planned: &PlannedReply| {
        let [after, reply] = [&planned.after, &planned.reply].map(Text::moves);
        text::plan_reply(arg::after(after), arg::reply(reply))
    };
    let line = |line: &Vec<PlannedReply>| Text::joined(line.iter().map(reply), ", ");
    let own_lines = [
        text::plan_head(plan.id),
        Text::list(plan.lines.iter().map(line)),
    ];
    let text = Text::lines(untold.into_iter().chain(own_lines));
    let mut message = Message::text(language.say(&text));
    let clear = button(
        Control::ClearPlan(plan.id),
        text::button_clear_plan(),
        language,
    );
    message.controls = vec![Component::Buttons(vec![clear])];
    message
}

/// Tells a player the outcome of their plan. A phone shows it to any onlooker, so it says nothing of the game that the channel
/// does not show too.
pub fn plan_notice(
    snapshot: &PublicSnapshot,
    seat: Color,
    kind: DeliveryKind,
    language: Language,
) -> Option<Message<Private>> {
    let public = &snapshot.of;
    let (variant, other) = (public.setup.variant(), &public.names[!seat]);
    let what = text::whisper_match(
        arg::id(public.id),
        arg::opponent(other),
        arg::variant(variant),
    );
    let played = || {
        Text::moves(
            snapshot
                .view()
                .turn
                .as_ref()
                .map_or("", |turn| &turn.caption),
        )
    };
    let text = match kind {
        DeliveryKind::PlanPlayed { stands: true } => {
            text::plan_played_on(arg::r#match(what), arg::r#move(played()))
        }
        DeliveryKind::PlanPlayed { stands: false } => {
            text::plan_played(arg::r#match(what), arg::r#move(played()))
        }
        DeliveryKind::PlanEnded => text::plan_ended(what),
        _ => return None,
    };
    Some(Message::text(language.say(&text)))
}
