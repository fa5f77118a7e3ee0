//! The data kept about a person, in a form for that person.

use serde_json::{Map, Value, json};

use super::sessions;
use crate::{
    buttons::{danger, primary, with_buttons},
    record::history::History,
};
use api::{AccountSession, Attachment, MatchId, Message, Private};
use command::Control;
use service::{MyData, Seen, ShownPlan};
use text::{Language, Text};

/// The longest file that every platform accepts, in bytes.
const LONGEST: usize = 700_000;

/// Describes the kept data and lists the sessions, with buttons to export and delete the data and to end the sessions.
pub(crate) fn mydata(sessions: &[AccountSession], language: Language) -> Message<Private> {
    let export = primary(Control::ExportMine, text::button_mydata_export(), language);
    let delete = danger(Control::DeleteMe(None), text::button_delete_me(), language);
    let listed = sessions::list(sessions);
    let end = listed.as_ref().map(|_| sessions::end_button(language));
    let text = Text::lines([text::mydata_told()].into_iter().chain(listed));
    let buttons: Vec<_> = [export, delete].into_iter().chain(end).collect();
    with_buttons(&text, buttons, language)
}

/// Asks for confirmation of the deletion; the button is for this person alone.
pub(crate) fn ask_delete(whose: &str, language: Language) -> Message<Private> {
    let control = Control::DeleteMe(Some(whose.to_owned()));
    let yes = danger(control, text::ask_delete_yes(), language);
    with_buttons(&text::ask_delete(), [yes], language)
}

/// Reports that the data of the speaker is deleted, with the number of damaged matches that still hold some.
pub(crate) fn deleted(n_damaged: usize) -> Text {
    let damaged = (n_damaged > 0).then(|| text::done_deleted_damaged(n_damaged));
    Text::lines([text::done_deleted()].into_iter().chain(damaged))
}

/// Renders all kept data as a file.
pub(crate) fn file(data: &MyData, language: Language) -> Message<Private> {
    let (matches, left_out) = fitting(data, language);
    let mut text = language.localize(&text::mydata_file());
    if !left_out.is_empty() {
        let left_out = language.localize(&text::mydata_left_out(left_out.len()));
        text = format!("{text}\n{left_out}");
    }
    Message {
        attachment: Some(Attachment {
            name: "oddboard-my-data.json".to_owned(),
            text: json(data, matches, &left_out),
        }),
        ..Message::text(text)
    }
}

/// Returns the matches that fit into the file, and the ids of the others.
fn fitting(data: &MyData, language: Language) -> (Vec<Value>, Vec<MatchId>) {
    let mut matches = Vec::new();
    let mut left_out = data.left_out.clone();
    let mut length = 0;
    for seen in &data.matches {
        let json = match_json(seen, language);
        length += json.to_string().len();
        if length <= LONGEST {
            matches.push(json)
        } else {
            left_out.push(seen.game_match.id)
        }
    }
    (matches, left_out)
}

fn json(data: &MyData, matches: Vec<Value>, left_out: &[MatchId]) -> String {
    let names = |ids: &[MatchId]| ids.iter().map(MatchId::to_string).collect::<Vec<_>>();
    let rows = data.rows.iter();
    let rows = rows.map(|(what, row)| (what.clone(), row.clone()));
    let all = json!({
        "person": data.player.id.to_string(),
        "name": data.player.name,
        "kept": rows.collect::<Map<String, Value>>(),
        "plans": data.plans.iter().map(plan).collect::<Value>(),
        "follows": names(&data.follows),
        "matches": matches,
        "matches_left_out": names(left_out),
        "damaged_matches_left_out": data.n_damaged,
    });
    let text = serde_json::to_string_pretty(&all);
    text.expect("plain values are always JSON") + "\n"
}

/// Renders a plan of the person.
fn plan(plan: &ShownPlan) -> Value {
    json!({ "match": plan.id.to_string(), "lines": plan.lines })
}

/// Renders a match as its player may know it.
fn match_json(seen: &Seen, language: Language) -> Value {
    let game_match = &seen.game_match;
    let names = game_match.names();
    let place = &game_match.home.channel;
    let mut object = json!({
        "match": game_match.id.to_string(),
        "rules": game_match.setup.to_string(),
        "where": if place.is_direct() { "direct".to_owned() } else { place.to_string() },
        "opened": game_match.opened.0,
        "challenger": game_match.challenger.name,
        "white": names.white,
        "black": names.black,
        "rated": game_match.rated,
    });
    if game_match.is_against_program() {
        object["hints"] = game_match.state.hint_usage.n_hints.into();
        object["takebacks"] = game_match.state.hint_usage.n_takebacks.into();
        let hint = game_match.state.hint_usage.hint();
        object["last_hint"] = hint.map(|hint| hint.action.to_string()).into();
    }
    match (game_match.seats(), game_match.has_secrets()) {
        (None, _) => {}
        (Some(_), true) => {
            object["moves_as_you_saw_them"] = History::of(seen, language).all_lines().into()
        }
        (Some(_), false) => object["record"] = seen.record.to_string().into(),
    }
    object
}
