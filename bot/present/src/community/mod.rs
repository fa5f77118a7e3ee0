//! The matches, the ratings and the server of a person.

pub(crate) mod course;
pub(crate) mod games;
pub(crate) mod ratings;
pub(crate) mod server;

use crate::rendering::{Render, evident, replacing, text_answer};
use api::{Answer, Finding};
use service::{CommunityDone, CommunityReply, ServerChoices};
use text::{Language, Text};

impl Render for CommunityDone {
    fn render(&self, language: Language) -> Answer {
        match *self {
            CommunityDone::Followed(id) => text_answer(&text::done_followed(id), language),
            CommunityDone::Unfollowed(id) => text_answer(&text::done_unfollowed(id), language),
            CommunityDone::SetServer {
                ref settings,
                topic,
            } => replacing(server::server(settings, topic, language)),
            CommunityDone::DailyPuzzle {
                is_on,
                was_on,
                begins_at_nine,
                zone,
            } => {
                let text = match (is_on, was_on, begins_at_nine) {
                    (false, ..) => text::done_daily_off(),
                    (true, true, _) => text::done_daily_changed(zone.name()),
                    (true, false, true) => text::done_daily_on_at_nine(zone.name()),
                    (true, false, false) => text::done_daily_on(zone.name()),
                };
                evident(text_answer(&text, language))
            }
        }
    }
}

impl Render for CommunityReply {
    fn render(&self, language: Language) -> Answer {
        match self {
            CommunityReply::Games { listed, set_aside } => {
                games::games(listed, set_aside, language).into()
            }
            CommunityReply::Profile(profile) => text_answer(&ratings::profile(profile), language),
            CommunityReply::Leaderboard(leaderboard) => {
                text_answer(&ratings::leaderboard(leaderboard), language)
            }
            CommunityReply::Server { settings, topic } => {
                let message = server::server(settings, *topic, language);
                match topic {
                    Some(_) => replacing(message),
                    None => message.into(),
                }
            }
            CommunityReply::Doctor { findings, server } => {
                text_answer(&doctor(findings, server.as_deref()), language)
            }
        }
    }
}

/// Renders the results of the checks, and the settings of the server.
fn doctor(findings: &[Finding], server: Option<&ServerChoices>) -> Text {
    let line = |finding: &Finding| {
        let sign = if finding.works { "✓" } else { "✗" };
        Text::joined([Text::verbatim(sign), finding.text.clone()], " ")
    };
    let n_flaws = findings.iter().filter(|finding| !finding.works).count();
    let verdict = text::doctor_verdict(n_flaws);
    let lines = [verdict].into_iter().chain(findings.iter().map(line));
    Text::lines(lines.chain(server.map(server::summary)))
}
