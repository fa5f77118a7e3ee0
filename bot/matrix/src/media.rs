//! Pictures and files: their metadata, and their upload to the homeserver.

use std::io::Cursor;

use matrix_sdk::{
    Room,
    config::RequestConfig,
    ruma::{
        MxcUri, OwnedMxcUri,
        api::{
            client::media::{create_content, create_content_async, create_mxc_uri},
            error::ErrorKind,
        },
    },
};
use serde_json::{Map, Value, json};
use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

use super::{
    adapter::Matrix,
    failure::{Failure, failure},
    room_state::is_encrypted,
    stored::key,
};
use api::Format;

/// The largest width and height of a thumbnail, in pixels.
const THUMBNAIL: u32 = 320;

/// A file to upload.
#[derive(Clone)]
pub(super) struct Upload {
    pub(super) name: String,
    pub(super) media_type: &'static str,
    pub(super) bytes: Vec<u8>,
}

/// A file with an address that the bot sends before the upload. People need not wait while the homeserver makes its thumbnails.
/// The store keeps the address until an upload succeeds.
pub(super) struct Promise {
    key: Vec<u8>,
    at: OwnedMxcUri,
    file: Upload,
}

/// The width and height of a picture, in pixels.
pub(super) type Extent = (u32, u32);

/// Scales a picture down to a thumbnail; none for an animation.
pub(super) fn thumbnail(format: Format, bytes: &[u8]) -> Option<(Vec<u8>, Extent)> {
    if format != Format::Png {
        return None;
    }
    let mut picture = Pixmap::decode_png(bytes).ok()?;
    let paint = PixmapPaint {
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    };
    let half = Transform::from_scale(0.5, 0.5);
    while picture.width().max(picture.height()) > THUMBNAIL {
        let mut small = Pixmap::new(picture.width() / 2, picture.height() / 2)?;
        small.draw_pixmap(0, 0, picture.as_ref(), &paint, half, None);
        picture = small;
    }
    let file = picture.encode_png().ok()?;
    Some((file, (picture.width(), picture.height())))
}

/// Builds the metadata of a picture or a file: its media type and its size.
pub(super) fn info(media_type: &str, n_bytes: usize, extent: Option<Extent>) -> Map<String, Value> {
    let mut info = object(json!({ "mimetype": media_type, "size": n_bytes }));
    if let Some((width, height)) = extent {
        info.extend(object(json!({ "w": width, "h": height })));
    }
    info
}

/// Returns the fields of a JSON object.
pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

impl Matrix {
    /// Uploads a file, encrypted if the room is. Returns the name of the content field, of these two, and the address.
    pub(super) async fn upload(
        &self,
        room: &Room,
        file: Upload,
        [encrypted, plain]: [&str; 2],
    ) -> Result<(String, Value), Failure> {
        if is_encrypted(room).await? {
            let mut reader = Cursor::new(file.bytes);
            let source = self.client.upload_encrypted_file(&mut reader).await;
            let source = serde_json::to_value(source.map_err(failure)?);
            return Ok((encrypted.to_owned(), source.map_err(failure)?));
        }
        let mut request = create_content::v3::Request::new(file.bytes);
        request.content_type = Some(file.media_type.to_owned());
        request.filename = Some(file.name);
        let uploaded = self.client.send(request).await.map_err(failure)?;
        Ok((plain.to_owned(), json!(uploaded.content_uri)))
    }

    /// Does the same for the file of a message. Promises the file if the message has a name and the homeserver supports
    /// promises.
    pub(super) async fn upload_or_promise(
        &self,
        room: &Room,
        file: Upload,
        name: Option<&str>,
    ) -> Result<((String, Value), Option<Promise>), Failure> {
        if let Some(name) = name
            && let Some(promise) = self.promise(room, name, &file).await?
        {
            return Ok((("url".to_owned(), json!(promise.at)), Some(promise)));
        }
        Ok((self.upload(room, file, ["file", "url"]).await?, None))
    }

    /// Promises the file of the message of this name. Returns none if the homeserver gives no address: old ones cannot, and
    /// others do for a few files at a time. Returns none for an encrypted room too, where it makes no thumbnails.
    async fn promise(
        &self,
        room: &Room,
        name: &str,
        file: &Upload,
    ) -> Result<Option<Promise>, Failure> {
        if is_encrypted(room).await? {
            return Ok(None);
        }
        let key = key("promise", name);
        let promise = |at: OwnedMxcUri| Promise {
            key: key.clone(),
            at,
            file: file.clone(),
        };
        if let Some(at) = self.kept_text(&key)? {
            return Ok(Some(promise(at.into())));
        }
        let once = RequestConfig::new().disable_retry();
        let request = create_mxc_uri::v1::Request::default();
        let Ok(found) = self.client.send(request).with_request_config(once).await else {
            return Ok(None);
        };
        self.keep_text(key.clone(), found.content_uri.as_str())
            .await?;
        Ok(Some(promise(found.content_uri)))
    }

    /// Uploads a promised file, if there is one.
    pub(super) async fn fulfil(&self, promise: Option<Promise>) -> Result<(), Failure> {
        let Some(Promise { key, at, file }) = promise else {
            return Ok(());
        };
        let brought = self.bring(&at, file).await;
        if !brought.as_ref().is_err_and(Failure::may_pass) {
            // A promise that the homeserver has forgotten is of no use to another attempt.
            self.writer.mark(key, false).await?;
        }
        brought
    }

    async fn bring(&self, at: &MxcUri, file: Upload) -> Result<(), Failure> {
        let Ok(mut request) = create_content_async::v3::Request::from_url(at, file.bytes) else {
            return Ok(());
        };
        request.content_type = Some(file.media_type.to_owned());
        request.filename = Some(file.name);
        match self.client.send(request).await {
            Err(error) => match error.client_api_error_kind() {
                // An earlier upload succeeded, but its response was lost.
                Some(ErrorKind::CannotOverwriteMedia) => Ok(()),
                _ => Err(failure(error)),
            },
            Ok(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tiny_skia::Color;

    use super::*;

    #[test]
    fn a_thumbnail_is_the_picture_in_small() {
        let mut large = Pixmap::new(720, 800).expect("a size");
        large.fill(Color::from_rgba8(77, 77, 77, 255));
        let large = large.encode_png().expect("a picture");
        let (file, small) = thumbnail(Format::Png, &large).expect("a thumbnail");
        assert_eq!(small, (180, 200));
        let small = Pixmap::decode_png(&file).expect("a picture");
        assert_eq!((small.width(), small.height()), (180, 200));
        assert!(
            small
                .data()
                .chunks(4)
                .all(|pixel| pixel == [77, 77, 77, 255])
        );
    }

    #[test]
    fn an_invalid_picture_has_no_thumbnail() {
        assert!(thumbnail(Format::Png, b"nothing").is_none());
        assert!(thumbnail(Format::Gif, b"GIF89a\x10\x00\x20\x00").is_none());
    }
}
