//! The link that adds the bot to a server.

use data_encoding::BASE64_NOPAD;
use secrecy::{ExposeSecret, SecretString};
use serenity::all::Permissions;

use super::permissions::NEEDED;

/// The error for a text that is not a token of a Discord bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this does not look like the token of a Discord bot; copy it again from https://discord.com/developers/applications, section Bot"
)]
pub struct ParseTokenError;

/// Returns the link that adds the bot of this token to a server, with exactly the permissions that it needs.
///
/// # Errors
///
/// The token has the wrong format.
pub fn invitation(token: &SecretString) -> Result<String, ParseTokenError> {
    let id = application(token.expose_secret()).ok_or(ParseTokenError)?;
    let permissions = NEEDED
        .iter()
        .fold(Permissions::empty(), |all, need| all | need.permission);
    Ok(format!(
        "https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands&permissions={}",
        permissions.bits()
    ))
}

/// Returns the id of the bot, with which a token begins.
pub(super) fn application(token: &str) -> Option<u64> {
    let (id, rest) = token.split_once('.')?;
    let (time, proof) = rest.split_once('.')?;
    if time.is_empty() || proof.is_empty() {
        return None;
    }
    let digits = BASE64_NOPAD
        .decode(id.trim_end_matches('=').as_bytes())
        .ok()?;
    std::str::from_utf8(&digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_names_the_bot_and_its_permissions() {
        let token = SecretString::from("MTIzNDU2Nzg5MDEyMzQ1Njc4.x.y");
        let link = invitation(&token).expect("it looks like a token");
        assert_eq!(
            link,
            "https://discord.com/oauth2/authorize?client_id=123456789012345678&scope=bot+applications.commands&permissions=309237746688"
        );
    }

    #[test]
    fn an_invalid_token_is_a_parse_error() {
        for text in ["", "abc", "MTIz", "MTIz.x", "MTIz..", "!.x.y", "YWJj.x.y"] {
            assert_eq!(invitation(&SecretString::from(text)), Err(ParseTokenError));
        }
    }
}
