//! Messages as JSON: as they are stored and as the page reads them.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use api::{Attachment, Component, Recipe};
use command::Control;

use super::{person::PersonId, stored::json};

/// The content of a message.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Body {
    pub(super) text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) picture: Option<StoredPicture>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attachment: Option<Attachment>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    controls: Vec<PageComponent>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    mentions: Vec<PersonId>,
}

/// An answer as stored and as the page reads it.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredAnswer {
    pub(super) replaces: bool,
    /// The match that the answer is about, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) about: Option<String>,
    /// True if the page of the match shows the change itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) evident: bool,
    #[serde(flatten)]
    pub(super) body: Body,
}

/// A picture without its file, which the page fetches separately.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct StoredPicture {
    name: String,
    alt: String,
    /// The digest, which distinguishes the pictures of an edited message.
    pub(super) digest: String,
    /// The size in pixels, so that the page can reserve the space.
    width: u32,
    height: u32,
    pub(super) recipe: Recipe,
}

/// A component below a message.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum PageComponent {
    Control(Component),
    Form { form: LineForm },
}

/// A field for a line of limited length in characters.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct LineForm {
    #[serde(rename = "id")]
    control: Control,
    label: String,
    example: String,
    longest: u16,
}

impl Body {
    pub(super) fn new<A>(message: &api::Message<A>, mentions: Vec<PersonId>) -> Body {
        Body {
            text: message.text.clone(),
            block: message.block.clone(),
            picture: message.picture.as_ref().map(StoredPicture::new),
            attachment: message.attachment.clone(),
            controls: message
                .controls
                .iter()
                .cloned()
                .map(PageComponent::Control)
                .collect(),
            mentions,
        }
    }

    /// Builds a question for a line of text.
    pub(super) fn form(form: &api::Form) -> Body {
        Body {
            controls: vec![PageComponent::Form {
                form: LineForm {
                    control: form.control.clone(),
                    label: form.label.clone(),
                    example: form.example.clone(),
                    longest: api::Form::LONGEST,
                },
            }],
            ..Body::text(form.title.clone())
        }
    }

    /// Replaces the picture with that of another body.
    pub(super) fn with_picture_of(self, other: &Body) -> Body {
        Body {
            picture: other.picture.clone(),
            ..self
        }
    }

    /// Replaces a name by a dash, and removes controls that show the name.
    pub(super) fn without(&self, person: PersonId, name: &str) -> Body {
        let hidden = |text: &String| hidden(text, name);
        let mut body = Body {
            text: hidden(&self.text),
            block: self.block.as_ref().map(hidden),
            ..self.clone()
        };
        if let Some(picture) = &mut body.picture {
            picture.alt = hidden(&picture.alt);
        }
        if let Some(attachment) = &mut body.attachment {
            attachment.text = hidden(&attachment.text);
        }
        let controls = json(&self.controls);
        if hidden(&controls) != controls {
            body.controls.clear();
        }
        body.mentions.retain(|mentioned| *mentioned != person);
        body
    }

    /// Builds a body of text alone.
    pub(super) fn text(text: String) -> Body {
        Body {
            text,
            block: None,
            picture: None,
            attachment: None,
            controls: Vec::new(),
            mentions: Vec::new(),
        }
    }
}

impl StoredPicture {
    fn new<A>(picture: &api::Picture<A>) -> StoredPicture {
        let (width, height) = picture.extent;
        StoredPicture {
            name: picture.name.clone(),
            alt: picture.alt.clone(),
            digest: HEXLOWER.encode(&Sha256::digest(&picture.recipe.0)[..16]),
            width,
            height,
            recipe: picture.recipe.clone(),
        }
    }
}

/// Replaces a name by a dash wherever it is a whole word.
fn hidden(text: &str, name: &str) -> String {
    let mut hidden = String::with_capacity(text.len());
    let mut rest = 0;
    for (at, _) in text.match_indices(name) {
        let end = at + name.len();
        let is_part = text[..at].ends_with(char::is_alphanumeric)
            || text[end..].starts_with(char::is_alphanumeric);
        if !is_part {
            hidden.push_str(&text[rest..at]);
            hidden.push('—');
            rest = end;
        }
    }
    hidden.push_str(&text[rest..]);
    hidden
}

/// Returns the media type of a picture, by the first bytes of every GIF file.
pub(super) fn media_type(file: &[u8]) -> &'static str {
    let format = if file.starts_with(b"GIF8") {
        api::Format::Gif
    } else {
        api::Format::Png
    };
    format.media_type()
}
