//! The programs that may show the page in a frame, and the paths for it.
//!
//! A shell signs its reader in by the platform that shows it, and frames the screens, whose paths then have a prefix. All other
//! paths are for windows alone, because a cookie signs their reader in.

use axum::http::Uri;

/// The prefix of the paths of screens in frames, with a slash at its end.
pub(super) const FRAMED: &str = "/framed/";

/// The shell in Discord.
pub(super) const ACTIVITY: &str = "/activity";

/// The shell in clients of Matrix.
pub(super) const WIDGET: &str = "/widget";

/// The programs that may show the page in a frame. By default there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FramePolicy {
    /// The id of the application of Discord that shows the page as its Activity.
    pub(super) discord: Option<String>,
    /// True if clients of Matrix show the page as a widget. There are many, on origins of their own.
    pub(super) matrix: bool,
}

impl FramePolicy {
    /// Tells whether an origin is that of Discord's proxy, by which its Activity reaches the page.
    pub(super) fn is_proxy(&self, origin: &str) -> bool {
        let id = origin.strip_prefix("https://");
        let id = id.and_then(|host| host.strip_suffix(".discordsays.com"));
        id.is_some() && id == self.discord.as_deref()
    }

    /// Returns the sources that may show a path in a frame, as the directive `frame-ancestors` of the header
    /// `content-security-policy` lists them, if any may.
    pub(super) fn ancestors(&self, path: &str) -> Option<String> {
        let discord = self.discord.as_ref().map(|id| {
            format!("https://discord.com https://*.discord.com https://{id}.discordsays.com")
        });
        match path {
            ACTIVITY => discord,
            WIDGET => self.matrix.then(|| ANY.to_owned()),
            _ if !path.starts_with(FRAMED) => None,
            // The shell is an ancestor of its screens, too.
            _ if self.matrix => Some(ANY.to_owned()),
            _ => discord.map(|discord| format!("'self' {discord}")),
        }
    }
}

/// The sources of all clients of Matrix. Those on desks have schemes of their own.
const ANY: &str = "* vector: element:";

/// Returns the path of the document that a request gets. Discord's proxy asks for the shell as the first screen, and names the frame
/// in the query.
pub(super) fn document_path(uri: &Uri) -> &str {
    if uri.path() == "/" && is_launch(uri.query()) {
        ACTIVITY
    } else {
        uri.path()
    }
}

/// Tells whether a query names a frame of Discord.
pub(super) fn is_launch(query: Option<&str>) -> bool {
    let mut parts = query.unwrap_or_default().split('&');
    parts.any(|part| part.starts_with("frame_id="))
}

/// Tells whether a path is that of a shell, which frames screens.
pub(super) fn is_shell(path: &str) -> bool {
    [ACTIVITY, WIDGET].contains(&path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_frames_its_shell_and_the_screens_in_it_alone() {
        let none = FramePolicy::default();
        let discord = FramePolicy {
            discord: Some("123".to_owned()),
            matrix: false,
        };
        let matrix = FramePolicy {
            discord: None,
            matrix: true,
        };
        let of_discord = "https://discord.com https://*.discord.com https://123.discordsays.com";
        let of_screens = format!("'self' {of_discord}");
        for (policy, path, expected) in [
            (&none, "/activity", None),
            (&none, "/framed/match/1", None),
            (&discord, "/activity", Some(of_discord)),
            (&discord, "/framed/match/1", Some(&of_screens)),
            (&discord, "/widget", None),
            (&matrix, "/activity", None),
            (&matrix, "/widget", Some(ANY)),
            (&matrix, "/framed/", Some(ANY)),
        ] {
            let found = policy.ancestors(path);
            assert_eq!(found.as_deref(), expected, "{policy:?} {path}");
        }
        assert!(discord.is_proxy("https://123.discordsays.com"));
        for origin in [
            "https://1234.discordsays.com",
            "https://123.discordsays.com.evil.example",
            "http://123.discordsays.com",
            "https://.discordsays.com",
            "https://discord.com",
            "null",
        ] {
            assert!(!discord.is_proxy(origin), "{origin}");
        }
        assert!(!none.is_proxy("https://123.discordsays.com"));
        for (uri, expected) in [
            ("/?instance_id=i&frame_id=f", ACTIVITY),
            ("/?play=bario", "/"),
            ("/enter?frame_id=f", "/enter"),
            ("/framed/?frame_id=f", "/framed/"),
        ] {
            let uri = Uri::from_static(uri);
            assert_eq!(document_path(&uri), expected, "{uri}");
        }
        for path in [
            "/",
            "/match/1",
            "/enter",
            "/framed",
            "/framedness",
            "/api/say",
            "/activity/x",
        ] {
            for policy in [&discord, &matrix] {
                assert_eq!(policy.ancestors(path), None, "{policy:?} {path}");
            }
        }
    }
}
