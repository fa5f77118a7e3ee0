//! The profile of the bot: its display name and its avatar.

use std::io::Read;

use data_encoding::HEXLOWER;
use matrix_sdk::ruma::OwnedMxcUri;
use sha2::{Digest, Sha256};
use tracing::warn;

use super::{
    adapter::Matrix,
    failure::{Failure, failure},
    stored::key,
};
use kit::files;

/// The largest picture, in bytes.
const LARGEST: u64 = 1 << 20;

/// The first bytes of each supported file, and its media type.
const KINDS: [(&[u8], &str); 4] = [
    (b"\x89PNG\r\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"RIFF", "image/webp"),
];

impl Matrix {
    /// Sets the display name and the avatar from the settings, if they differ.
    pub(super) async fn show_profile(&self) {
        if let Err(failure) = self.show_name().await {
            warn!(?failure, "cannot change the display name");
        }
        if let Err(failure) = self.show_avatar().await {
            warn!(?failure, "cannot change the avatar");
        }
    }

    async fn show_name(&self) -> Result<(), Failure> {
        let Some(name) = &self.settings.name else {
            return Ok(());
        };
        let account = self.client.account();
        if account.get_display_name().await.map_err(failure)?.as_ref() != Some(name) {
            let set = account.set_display_name(Some(name)).await;
            set.map_err(failure)?;
        }
        Ok(())
    }

    async fn show_avatar(&self) -> Result<(), Failure> {
        let Some(file) = &self.settings.avatar else {
            return Ok(());
        };
        let unusable =
            |reason: String| Failure::Refused([&*file.to_string_lossy(), &*reason].join(": "));
        let bytes = read(file).map_err(|error| unusable(error.to_string()))?;
        let kind = kind(&bytes).and_then(|kind| kind.parse().ok());
        let kind = kind.ok_or_else(|| unusable("it is no picture".to_owned()))?;
        let digest = HEXLOWER.encode(&Sha256::digest(&bytes));
        let kept = key("avatar", digest);
        let account = self.client.account();
        let before = self.kept_text(&kept)?.map(OwnedMxcUri::from);
        if before.is_some() && account.get_avatar_url().await.map_err(failure)? == before {
            return Ok(());
        }
        let at = account.upload_avatar(&kind, bytes).await.map_err(failure)?;
        self.keep_text(kept, at.as_str()).await
    }
}

/// Reads a whole file.
fn read(file: &std::path::Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    files::open(file)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        Err(std::io::ErrorKind::FileTooLarge.into())
    } else {
        Ok(bytes)
    }
}

/// Returns the media type of a picture, if it is one.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    let found = KINDS.iter().find(|(begin, _)| bytes.starts_with(begin));
    let kind = found.map(|(_, kind)| *kind);
    // Sound files begin with the same bytes.
    kind.filter(|kind| *kind != "image/webp" || bytes.get(8..12) == Some(b"WEBP"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_known_by_how_they_begin() {
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n"), Some("image/png"));
        assert_eq!(kind(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        assert_eq!(kind(b"RIFF\0\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(kind(b"RIFF\0\0\0\0WAVEfmt "), None);
        assert_eq!(kind(b"<svg>"), None);
        assert_eq!(kind(b""), None);
    }
}
