//! The push services that the page may use. A browser names its own, so the page has to refuse all other addresses.

use std::{net::IpAddr, str::FromStr};

use reqwest::Url;

/// The origin of a push service, or of all hosts of a domain: `https://web.push.apple.com`, `https://*.notify.windows.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushService {
    scheme: String,
    host: String,
    port: Option<u16>,
    /// True if the service has all hosts of the domain, and not the host of its name.
    is_domain: bool,
}

/// The text is not the origin of a push service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a push service is an origin such as https://web.push.apple.com or https://*.notify.windows.com"
)]
pub struct NoPushService;

impl FromStr for PushService {
    type Err = NoPushService;

    fn from_str(text: &str) -> Result<PushService, NoPushService> {
        let (scheme, rest) = text.split_once("://").ok_or(NoPushService)?;
        let (host, is_domain) = match rest.strip_prefix("*.") {
            Some(domain) => (domain, true),
            None => (rest, false),
        };
        let url = Url::parse(&format!("{scheme}://{host}")).map_err(|_| NoPushService)?;
        let host = url.host_str().ok_or(NoPushService)?;
        let is_origin = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && has_no_user(&url);
        // A whole top-level domain is no service.
        let is_host = host.contains('.') || host.contains(':') || host == "localhost";
        let is_safe = match url.scheme() {
            "https" => true,
            // Its messages do not leave this machine.
            "http" => !is_domain && is_loopback(host),
            _ => false,
        };
        if !(is_origin && is_host && is_safe) {
            return Err(NoPushService);
        }
        Ok(PushService {
            scheme: url.scheme().to_owned(),
            host: host.to_owned(),
            port: url.port_or_known_default(),
            is_domain,
        })
    }
}

impl PushService {
    /// Tells whether an address belongs to the service.
    fn has(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else {
            return false;
        };
        let is_host = if self.is_domain {
            let name = host.strip_suffix(&self.host);
            name.is_some_and(|name| name.len() > 1 && name.ends_with('.'))
        } else {
            host == self.host
        };
        is_host
            && url.scheme() == self.scheme
            && url.port_or_known_default() == self.port
            && has_no_user(url)
    }
}

fn has_no_user(url: &Url) -> bool {
    url.username().is_empty() && url.password().is_none()
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || address
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// The push services that the page may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushServices(Vec<PushService>);

impl PushServices {
    /// The push services of Chrome, Firefox, Safari and Edge.
    pub const USUAL: &str = "https://fcm.googleapis.com, https://updates.push.services.mozilla.com, https://*.push.apple.com, \
         https://*.notify.windows.com";

    /// Makes a list of services. Without any, the page sends nothing.
    pub fn new(services: Vec<PushService>) -> PushServices {
        PushServices(services)
    }

    /// Tells whether the page sends nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Tells whether the page may send to an address.
    pub(crate) fn have(&self, url: &Url) -> bool {
        self.0.iter().any(|service| service.has(url))
    }
}

impl Default for PushServices {
    fn default() -> PushServices {
        let services = PushServices::USUAL.split(", ").map(str::parse);
        let services: Result<_, NoPushService> = services.collect();
        PushServices(services.expect("the constant is a list of origins"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(services: &PushServices, url: &str, is_known: bool) {
        let url: Url = url.parse().expect("a URL");
        assert_eq!(services.have(&url), is_known, "{url}");
    }

    #[test]
    fn the_page_sends_to_the_named_services_alone() {
        let services = PushServices::default();
        for url in [
            "https://fcm.googleapis.com/fcm/send/x:y",
            "https://fcm.googleapis.com:443/fcm/send/x",
            "https://updates.push.services.mozilla.com/wpush/v2/x",
            "https://web.push.apple.com/x",
            "https://wns2-par02p.notify.windows.com/w/?token=x",
        ] {
            check(&services, url, true);
        }
        for url in [
            "http://fcm.googleapis.com/fcm/send/x",
            "https://fcm.googleapis.com:8443/fcm/send/x",
            "https://evil.example/fcm.googleapis.com",
            "https://fcm.googleapis.com.evil.example/x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://me@fcm.googleapis.com/x",
            "https://me:secret@fcm.googleapis.com/x",
            "https://notify.windows.com/x",
            "https://evilnotify.windows.com/x",
            "https://127.0.0.1/x",
            "http://127.0.0.1:9640/metrics",
            "https://[::1]/x",
            "file:///etc/passwd",
        ] {
            check(&services, url, false);
        }
        check(
            &PushServices::new(Vec::new()),
            "https://web.push.apple.com/x",
            false,
        );
    }

    #[test]
    fn a_service_is_an_encrypted_origin_or_one_of_this_machine() {
        for text in [
            "https://push.example.org",
            "https://push.example.org/",
            "https://push.example.org:8443",
            "https://*.example.org",
            "http://127.0.0.1:4567",
            "http://localhost:4567",
        ] {
            assert!(text.parse::<PushService>().is_ok(), "{text}");
        }
        for text in [
            "",
            "push.example.org",
            "http://push.example.org",
            "http://*.localhost",
            "https://*",
            "https://*.org",
            "https://org",
            "https://push.example.org/path",
            "https://push.example.org/?a",
            "https://me@push.example.org",
            "ftp://push.example.org",
        ] {
            assert_eq!(text.parse::<PushService>(), Err(NoPushService), "{text}");
        }
    }
}
