//! Converts messages of the service to Matrix contents.

use matrix_sdk::{Room, ruma::EventId};
use serde_json::{Map, Value, json};

use super::{
    adapter::Matrix,
    failure::Failure,
    html::{self, Pill},
    ids,
    media::{self, Promise, Upload, object},
    room_state::is_encrypted,
    words,
};
use api::{Attachment, Component, Message, Picture, Speaker};
use command::Control;

/// The field for the alternative text of a picture, so that the words can be edited without the picture.
const ALT: &str = "org.oddboard.alt";

/// The field for the published commitment of the dice of a match. So all readers can see that it never changes.
const DICE: &str = "org.oddboard.dice";

/// The fields of a picture's content that stay when its words are edited.
const OF_PICTURE: [&str; 5] = ["url", "file", "info", "filename", ALT];

/// The words of a message, as clients show them.
pub(super) struct MessageWords {
    text: String,
    block: Option<String>,
    /// The label and the address of a link to the web page.
    link: Option<(String, String)>,
    /// The hint about how to choose.
    hint: Option<String>,
    /// The people in its text.
    pills: Vec<Pill>,
}

impl MessageWords {
    fn plain(text: &str, prefix: &str) -> MessageWords {
        MessageWords {
            text: words::fit(text, prefix),
            block: None,
            link: None,
            hint: None,
            pills: Vec::new(),
        }
    }

    fn body(&self) -> String {
        let link = self.link.as_ref();
        let link = link.map(|(label, url)| format!("{label} {url}"));
        let parts = [
            Some(&self.text),
            self.block.as_ref(),
            link.as_ref(),
            self.hint.as_ref(),
        ];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        let parts: Vec<_> = parts.map(String::as_str).collect();
        html::plain(&parts.join("\n\n"))
    }

    fn html(&self) -> String {
        let mut html = html::escape(&self.text, &self.pills);
        if let Some(block) = &self.block {
            html.push_str(&html::block(block));
        }
        let mut is_inline = !html.is_empty() && self.block.is_none();
        if let Some((label, url)) = &self.link {
            if is_inline {
                html.push_str("<br>");
            }
            html.push_str(&html::link(url, label));
            is_inline = true;
        }
        if let Some(hint) = &self.hint {
            if is_inline {
                html.push_str("<br>");
            }
            html.push_str(&html::escape(hint, &[]));
        }
        html
    }

    /// Builds the content of a message. A message that notifies a person is a text message; any other is a notice.
    fn content(&self, calls: bool) -> Map<String, Value> {
        let kind = if calls { "m.text" } else { "m.notice" };
        let mut content = object(json!({ "msgtype": kind, "body": self.body() }));
        self.put_html(&mut content);
        content
    }

    fn put_html(&self, content: &mut Map<String, Value>) {
        content.extend(object(json!({
            "format": "org.matrix.custom.html",
            "formatted_body": self.html(),
        })));
    }

    /// Writes the words to a picture's content, followed by the alternative text for readers who do not see the picture.
    fn put_to_picture(&self, content: &mut Map<String, Value>, alt: &str) {
        let body = self.body();
        if body.is_empty() {
            content.insert("body".to_owned(), json!(alt));
        } else {
            content.insert("body".to_owned(), json!(format!("{body}\n\n{alt}")));
            self.put_html(content);
        }
    }

    /// Builds the content, with the alternative text if the picture is described in words.
    fn content_with(mut self, alt: Option<&str>, calls: bool) -> Map<String, Value> {
        let Some(alt) = alt else {
            return self.content(calls);
        };
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(alt);
        let mut content = self.content(calls);
        content.insert(ALT.to_owned(), json!(alt));
        content
    }

    /// Builds the content that replaces the words of an earlier message. A picture stays, also one that was described in words.
    pub(super) fn in_place_of(self, before: &Map<String, Value>) -> Map<String, Value> {
        let alt = before.get(ALT).and_then(Value::as_str);
        let is_picture = before.get("msgtype") == Some(&json!("m.image"));
        let Some(alt) = alt.filter(|_| is_picture) else {
            let calls = before.get("msgtype") == Some(&json!("m.text"));
            return self.content_with(alt, calls);
        };
        let mut content: Map<_, _> = OF_PICTURE
            .iter()
            .filter_map(|field| Some(((*field).to_owned(), before.get(*field)?.clone())))
            .collect();
        content.insert("msgtype".to_owned(), json!("m.image"));
        self.put_to_picture(&mut content, alt);
        content
    }
}

/// Builds an edit of an earlier message. It notifies no one.
pub(super) fn replacing(event: &EventId, new: Map<String, Value>) -> Map<String, Value> {
    let mut content = new.clone();
    for key in ["body", "formatted_body"] {
        if let Some(text) = new.get(key).and_then(Value::as_str) {
            content.insert(key.to_owned(), json!(format!("* {text}")));
        }
    }
    content.extend(object(json!({
        "m.new_content": new,
        "m.mentions": {},
        "m.relates_to": { "rel_type": "m.replace", "event_id": event },
    })));
    content
}

/// Returns the dice commitment of a button among these controls.
fn dice_in(controls: &[Component]) -> Option<String> {
    let mut buttons = controls.iter().flat_map(|row| match row {
        Component::Buttons(buttons) => &buttons[..],
        Component::Menu(_) => &[],
    });
    buttons.find_map(|button| match &button.control {
        Control::Dice(_, commitment) => Some(commitment.clone()),
        _ => None,
    })
}

/// Returns the accounts that a message mentions. The homeserver notifies each.
fn called<A>(message: &Message<A>) -> Vec<&str> {
    let called = message.mentions.iter().filter(|_| !message.is_silent);
    called.map(|user| &*user.id).collect()
}

/// Adds the mentions and the dice commitment to the content of a message.
fn address<A>(content: &mut Map<String, Value>, message: &Message<A>) {
    let called = called(message);
    let mut mentions = Map::new();
    if !called.is_empty() {
        mentions.insert("user_ids".to_owned(), json!(called));
    }
    content.insert("m.mentions".to_owned(), Value::Object(mentions));
    if let Some(dice) = dice_in(&message.controls) {
        content.insert(DICE.to_owned(), json!(dice));
    }
}

/// The relation of a message in a thread.
pub(super) fn in_thread(root: &EventId) -> Value {
    json!({
        "rel_type": "m.thread",
        "event_id": root,
        "is_falling_back": true,
        "m.in_reply_to": { "event_id": root },
    })
}

impl Matrix {
    /// Builds the content of a text by which the bot notifies no one.
    pub(super) fn notice(&self, text: &str) -> Map<String, Value> {
        let mut content = MessageWords::plain(text, &self.settings.prefix).content(false);
        content.insert("m.mentions".to_owned(), json!({}));
        content
    }

    /// Builds the content of a message and uploads its picture; after the message is sent, if it has a name.
    pub(super) async fn content_of<A>(
        &self,
        room: &Room,
        message: &Message<A>,
        hint: Option<String>,
        name: Option<&str>,
    ) -> Result<(Map<String, Value>, Option<Promise>), Failure> {
        let words = self.words_of(room, message, hint).await;
        let (mut content, promise) = match &message.picture {
            Some(picture) => self.picture(room, picture, &words, name).await?,
            None => (words.content(!called(message).is_empty()), None),
        };
        address(&mut content, message);
        Ok((content, promise))
    }

    /// Does the same without the picture, which is sent before or described by `alt`.
    pub(super) async fn content_alone<A>(
        &self,
        room: &Room,
        message: &Message<A>,
        hint: Option<String>,
        alt: Option<&str>,
    ) -> Map<String, Value> {
        let words = self.words_of(room, message, hint).await;
        let mut content = words.content_with(alt, !called(message).is_empty());
        address(&mut content, message);
        content
    }

    /// Builds the words of a message, with links from names to people.
    pub(super) async fn words_of<A>(
        &self,
        room: &Room,
        message: &Message<A>,
        hint: Option<String>,
    ) -> MessageWords {
        MessageWords {
            block: message.block.clone(),
            link: self.link_of(message),
            hint,
            pills: self.pills(room, &message.named).await,
            ..MessageWords::plain(&message.text, &self.settings.prefix)
        }
    }

    /// Returns the label and the address of the link of a message, if the web page is public.
    fn link_of<A>(&self, message: &Message<A>) -> Option<(String, String)> {
        let (link, page) = message.link.as_ref().zip(self.settings.page_url.as_ref())?;
        Some((link.label.clone(), format!("{page}/{}", link.path)))
    }

    /// Returns the named people that are known in a room, by their names in the text. Their present names can differ.
    async fn pills(&self, room: &Room, named: &[Speaker]) -> Vec<Pill> {
        let mut pills = Vec::new();
        for Speaker { id, name } in named {
            let Some(user) = ids::user(id) else {
                continue;
            };
            if let Ok(Some(_)) = room.get_member_no_sync(&user).await {
                pills.push(Pill {
                    name: name.clone(),
                    account: user.to_string(),
                });
            }
        }
        pills
    }

    async fn picture<A>(
        &self,
        room: &Room,
        picture: &Picture<A>,
        words: &MessageWords,
        name: Option<&str>,
    ) -> Result<(Map<String, Value>, Option<Promise>), Failure> {
        let (format, bytes) = (picture.format, picture.bytes.clone());
        let media_type = format.media_type();
        // The homeserver makes thumbnails itself of files that it can read.
        let small = if is_encrypted(room).await? {
            let drawn = tokio::task::spawn_blocking(move || media::thumbnail(format, &bytes));
            drawn.await.unwrap_or_default()
        } else {
            None
        };
        let mut info = media::info(media_type, picture.bytes.len(), Some(picture.extent));
        let mut content = Map::new();
        let whole = Upload {
            name: picture.name.clone(),
            media_type,
            bytes: picture.bytes.to_vec(),
        };
        let whole = self.upload_or_promise(room, whole, name);
        let small = async {
            let Some((bytes, extent)) = small else {
                return Ok(None);
            };
            let small_info = media::info(media_type, bytes.len(), Some(extent));
            let small = Upload {
                name: format!("small-{}", picture.name),
                media_type,
                bytes,
            };
            let at = self.upload(room, small, ["thumbnail_file", "thumbnail_url"]);
            Ok(Some((at.await?, small_info)))
        };
        let ((at, promise), small) = tokio::try_join!(whole, small)?;
        content.extend([at]);
        if let Some((at, small_info)) = small {
            info.extend([at, ("thumbnail_info".to_owned(), Value::Object(small_info))]);
        }
        content.extend(object(json!({
            "msgtype": "m.image",
            "filename": picture.name,
            "info": info,
            ALT: picture.alt,
        })));
        words.put_to_picture(&mut content, &picture.alt);
        Ok((content, promise))
    }

    /// Builds the message content of a file to download.
    pub(super) async fn file_content(
        &self,
        room: &Room,
        Attachment { name, text }: &Attachment,
    ) -> Result<Map<String, Value>, Failure> {
        let media_type = "text/plain";
        let file = Upload {
            name: name.clone(),
            media_type,
            bytes: text.as_bytes().to_vec(),
        };
        let mut content = object(json!({
            "msgtype": "m.file",
            "body": name,
            "filename": name,
            "info": media::info(media_type, text.len(), None),
            "m.mentions": {},
        }));
        content.extend([self.upload(room, file, ["file", "url"]).await?]);
        Ok(content)
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::event_id;

    use super::*;

    fn words(text: &str, hint: Option<&str>) -> MessageWords {
        MessageWords {
            hint: hint.map(str::to_owned),
            ..MessageWords::plain(text, "!odd")
        }
    }

    #[test]
    fn words_are_escaped_and_commands_fit() {
        let content = words("<Ann> may /move\n& go", Some("1. x")).content(false);
        assert_eq!(content["msgtype"], "m.notice");
        assert_eq!(content["body"], "<Ann> may !odd move\n& go\n\n1. x");
        assert_eq!(
            content["formatted_body"],
            "&lt;Ann&gt; may !odd move<br>&amp; go<br>1. x"
        );
        assert_eq!(words("x", None).content(true)["msgtype"], "m.text");
    }

    #[test]
    fn a_link_to_the_web_page_stands_before_the_hint() {
        let url = "https://play.example.org/match/4kq0z";
        let linked = MessageWords {
            link: Some(("Board".to_owned(), url.to_owned())),
            ..words("Ann moved.", Some("1. x"))
        };
        let content = linked.content(false);
        let body = format!("Ann moved.\n\nBoard {url}\n\n1. x");
        assert_eq!(content["body"], body);
        let html = format!("Ann moved.<br><a href=\"{url}\">Board</a><br>1. x");
        assert_eq!(content["formatted_body"], html);
    }

    #[test]
    fn a_picture_stays_when_its_words_change() {
        let before = object(json!({
            "msgtype": "m.image", "body": "old\n\nA board.", "url": "mxc://x/y", "info": { "w": 1 },
            ALT: "A board.",
        }));
        let new = words("new", None).in_place_of(&before);
        assert_eq!(new["body"], "new\n\nA board.");
        assert_eq!(new["formatted_body"], "new");
        assert_eq!(
            (&new["url"], &new["info"]),
            (&json!("mxc://x/y"), &json!({ "w": 1 }))
        );
        let change = replacing(event_id!("$a"), new);
        assert_eq!(change["m.relates_to"]["rel_type"], "m.replace");
        assert_eq!(change["m.new_content"]["body"], "new\n\nA board.");
        assert_eq!(change["body"], "* new\n\nA board.");
    }

    #[test]
    fn an_edit_keeps_the_text_that_stands_for_a_picture() {
        let old = words("old", Some("1. x"));
        let before = old.content_with(Some("A board."), true);
        assert_eq!(before["msgtype"], "m.text");
        assert_eq!(before["body"], "old\n\nA board.\n\n1. x");
        let new = words("new", None).in_place_of(&before);
        assert_eq!(new["msgtype"], "m.text");
        assert_eq!(new["body"], "new\n\nA board.");
        let newer = words("newer", None).in_place_of(&new);
        assert_eq!(newer["body"], "newer\n\nA board.");
        let plain = words("plain", None).content(false);
        let new = words("new", None).in_place_of(&plain);
        assert_eq!(
            (&new["body"], &new["msgtype"]),
            (&json!("new"), &json!("m.notice"))
        );
    }
}
