//! How the page is reached: on this machine alone, or by everybody through a proxy.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

use axum::http::{
    HeaderMap, HeaderName, StatusCode, Uri, header,
    uri::{Authority, Scheme},
};
use ipnet::IpNet;

use super::{embedding::FramePolicy, problem::Problem};
use api::PageReach;

/// The way to the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Programs of this machine reach the page under the names of this machine.
    Local,
    /// Everybody reaches the page under its public address, through a proxy that speaks TLS.
    Public(PublicAccess),
}

impl Access {
    /// Returns the public address of the page, without a slash at its end, if it has one.
    pub fn public_url(&self) -> Option<String> {
        match self {
            Access::Local => None,
            Access::Public(public) => Some(public.url.to_string()),
        }
    }
}

/// The settings of a public page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAccess {
    /// The address of the page.
    pub url: PublicUrl,
    /// The addresses of the proxies. The page answers no other address, and believes their `X-Forwarded-*` headers.
    pub trusted_proxies: Vec<IpNet>,
    /// True if people can choose a name and play.
    pub guests: bool,
}

/// The address of a public page, such as `https://play.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// The host in lower case, with the port unless it is that of HTTPS.
    authority: String,
}

/// The reason why a text is not the address of a public page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicUrlError {
    /// It is no URL with a host.
    #[error("it is not a URL; write one such as https://play.example.org")]
    NoUrl,
    /// It is not encrypted.
    #[error("a public page needs TLS; let a proxy provide it, and write the URL with https://")]
    NotEncrypted,
    /// The page has the whole host.
    #[error(
        "the page needs a host of its own; write the URL without a path, such as https://play.example.org"
    )]
    HasPath,
    /// Only this machine can reach it.
    #[error(
        "only this machine can reach that host; write the host that others use, or leave the URL out"
    )]
    Loopback,
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        let uri: Uri = text.parse().map_err(|_| PublicUrlError::NoUrl)?;
        let authority = uri.authority().filter(|_| uri.scheme().is_some());
        let authority = authority.ok_or(PublicUrlError::NoUrl)?;
        if authority.as_str().contains('@') || authority.host().is_empty() {
            return Err(PublicUrlError::NoUrl);
        }
        if uri.scheme() != Some(&Scheme::HTTPS) {
            return Err(PublicUrlError::NotEncrypted);
        }
        if uri.path() != "/" || uri.query().is_some() || text.contains('#') {
            return Err(PublicUrlError::HasPath);
        }
        if is_loopback(authority.host()) {
            return Err(PublicUrlError::Loopback);
        }
        let host = authority.host().to_ascii_lowercase();
        let authority = match authority.port_u16() {
            None | Some(443) => host,
            Some(port) => format!("{host}:{port}"),
        };
        Ok(PublicUrl { authority })
    }
}

/// Writes the address without a slash at its end, as browsers name an origin.
impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "https://{}", self.authority)
    }
}

impl PublicUrl {
    fn is_at(&self, host: &str) -> bool {
        let host = host.strip_suffix(":443").unwrap_or(host);
        host.eq_ignore_ascii_case(&self.authority)
    }
}

/// The port of the page, the way to it, and the programs that may show it.
#[derive(Clone, Debug)]
pub(super) struct PageHost {
    /// The port on which the server listens.
    pub(super) port: u16,
    /// The way to the page.
    pub(super) access: Access,
    /// The programs that may show the page in a frame.
    pub(super) frames: FramePolicy,
}

impl PageHost {
    /// Tells whether a host in a request is that of the page.
    pub(super) fn is_own_host(&self, host: &str) -> bool {
        match &self.access {
            Access::Local => is_this_machine(host, self.port),
            Access::Public(public) => public.url.is_at(host),
        }
    }

    /// Tells whether a page of this origin, in a request to this host, is our own.
    pub(super) fn is_own_origin(&self, origin: &str, host: &str) -> bool {
        match &self.access {
            Access::Local => origin.strip_prefix("http://") == Some(host),
            Access::Public(public) => {
                origin == public.url.to_string() || self.frames.is_proxy(origin)
            }
        }
    }

    /// Returns the address of the page.
    pub(super) fn address(&self) -> String {
        match &self.access {
            Access::Local => format!("http://127.0.0.1:{}/", self.port),
            Access::Public(public) => format!("{}/", public.url),
        }
    }

    /// Tells whether people can play under a name that they choose.
    pub(super) fn admits_guests(&self) -> bool {
        match &self.access {
            Access::Local => true,
            Access::Public(public) => public.guests,
        }
    }

    /// Tells whether people can use the page with accounts of other platforms.
    pub(super) fn has_accounts(&self) -> bool {
        matches!(self.access, Access::Public(_))
    }

    /// Returns the reach of the page.
    pub(super) fn reach(&self) -> PageReach {
        match self.access {
            Access::Local => PageReach::Machine,
            Access::Public(_) => PageReach::Everybody,
        }
    }

    /// Returns the address of the client of a request, or its network, on a connection from `peer`.
    ///
    /// # Errors
    ///
    /// The page is public, and the request comes from another program than the proxy, or without encryption.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Result<IpAddr, Problem> {
        let misdirected = |error| Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, error));
        let Access::Public(public) = &self.access else {
            // The operator has put a proxy before a page that is not meant for others.
            let is_forwarded = [FORWARDED_FOR, FORWARDED_PROTO, header::FORWARDED]
                .iter()
                .any(|name| headers.contains_key(name));
            return if is_forwarded {
                misdirected(text::page_own_address(self.address()))
            } else {
                Ok(peer)
            };
        };
        let is_trusted = |address: IpAddr| {
            let address = address.to_canonical();
            let mut proxies = public.trusted_proxies.iter();
            proxies.any(|proxy| proxy.contains(&address))
        };
        if !is_trusted(peer) {
            return misdirected(text::page_own_address(self.address()));
        }
        // Some proxies name the protocol of the socket.
        let proto = list_items(headers, FORWARDED_PROTO).last();
        if !proto.is_some_and(|proto| proto == "https" || proto == "wss") {
            return misdirected(text::page_not_encrypted(self.address()));
        }
        // Each proxy appends the address that it sees. A client can write anything before that.
        let mut client = peer;
        for address in list_items(headers, FORWARDED_FOR).rev() {
            let Some(address) = forwarded_address(address) else {
                break;
            };
            client = address.to_canonical();
            if !is_trusted(client) {
                break;
            }
        }
        Ok(network_of(client))
    }
}

/// Parses an address, which some proxies write with a port or in brackets.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let inner = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let address = inner.unwrap_or(text).parse().ok();
    address.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

/// Returns the address that stands for all addresses of a client: with IPv6, a client has a network of 64 bits.
fn network_of(client: IpAddr) -> IpAddr {
    match client {
        IpAddr::V4(_) => client,
        IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
    }
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Returns the values of a list that can stand in several headers.
fn list_items(headers: &HeaderMap, name: HeaderName) -> impl DoubleEndedIterator<Item = &str> {
    let lists = headers.get_all(name).into_iter().rev();
    let lists: Vec<_> = lists
        .map(|list| list.to_str().unwrap_or_default())
        .collect();
    let lists = lists.into_iter().rev();
    lists.flat_map(|list| list.split(',').map(str::trim))
}

fn is_this_machine(host: &str, port: u16) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    // Without a port it is that of HTTP. A user name in it is no part of a host.
    is_loopback(authority.host())
        && authority.port_u16().unwrap_or(80) == port
        && !host.contains('@')
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    let address = address.parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[track_caller]
    fn check_url(text: &str, expected: Result<&str, PublicUrlError>) {
        let url = text.parse::<PublicUrl>().map(|url| url.to_string());
        assert_eq!(url.as_deref(), expected.as_ref().copied(), "{text}");
    }

    #[test]
    fn a_public_url_is_an_encrypted_host_alone() {
        for (text, expected) in [
            ("https://play.example.org", "https://play.example.org"),
            ("https://Play.Example.org/", "https://play.example.org"),
            ("https://play.example.org:443", "https://play.example.org"),
            (
                "https://play.example.org:8443",
                "https://play.example.org:8443",
            ),
            ("https://203.0.113.9", "https://203.0.113.9"),
        ] {
            check_url(text, Ok(expected));
        }
        for (text, error) in [
            ("", PublicUrlError::NoUrl),
            ("play.example.org", PublicUrlError::NoUrl),
            ("https://", PublicUrlError::NoUrl),
            ("https://ann@play.example.org", PublicUrlError::NoUrl),
            ("http://play.example.org", PublicUrlError::NotEncrypted),
            ("ftp://play.example.org", PublicUrlError::NotEncrypted),
            ("https://play.example.org/odd", PublicUrlError::HasPath),
            ("https://play.example.org/?a", PublicUrlError::HasPath),
            ("https://play.example.org/#a", PublicUrlError::HasPath),
            ("https://localhost", PublicUrlError::Loopback),
            ("https://127.0.0.1:8640", PublicUrlError::Loopback),
            ("https://[::1]", PublicUrlError::Loopback),
        ] {
            check_url(text, Err(error));
        }
    }

    fn page() -> PageHost {
        let proxies = ["127.0.0.0/8", "10.1.0.0/16"];
        let proxies = proxies.map(|proxy| proxy.parse().expect("a network"));
        PageHost {
            port: 8640,
            access: Access::Public(PublicAccess {
                url: "https://play.example.org".parse().expect("a URL"),
                trusted_proxies: proxies.into(),
                guests: false,
            }),
            frames: FramePolicy::default(),
        }
    }

    /// Returns the client of a request with these headers `X-Forwarded-For` and `X-Forwarded-Proto`.
    fn client(peer: &str, forwarded: &[&str], proto: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for (name, values) in [(FORWARDED_FOR, forwarded), (FORWARDED_PROTO, proto)] {
            for value in values {
                let value = HeaderValue::from_str(value).expect("a header");
                headers.append(name.clone(), value);
            }
        }
        let peer = peer.parse().expect("an address");
        let client = page().client(peer, &headers);
        client.ok().map(|address| address.to_string())
    }

    #[test]
    fn the_client_is_the_last_address_that_no_proxy_has() {
        for (forwarded, expected) in [
            (&["203.0.113.9"][..], "203.0.113.9"),
            (&["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
            (&["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
            (&["198.51.100.1, 203.0.113.9, 10.1.2.3"], "203.0.113.9"),
            (&["::ffff:203.0.113.9"], "203.0.113.9"),
            (&["2001:db8::7:1:2:3:4"], "2001:db8:0:7::"),
            (&["198.51.100.1, 203.0.113.9:5678"], "203.0.113.9"),
            (&["[2001:db8::7]"], "2001:db8::"),
            (&["198.51.100.1, nonsense"], "127.0.0.1"),
            (&["203.0.113.9, nonsense, 10.1.2.3"], "10.1.2.3"),
            (&[], "127.0.0.1"),
        ] {
            let client = client("127.0.0.1", forwarded, &["https"]);
            assert_eq!(client.as_deref(), Some(expected), "{forwarded:?}");
        }
    }

    #[test]
    fn a_public_page_answers_its_proxies_alone_and_no_unencrypted_request() {
        let forwarded = &["203.0.113.9"][..];
        assert!(client("10.1.9.9", forwarded, &["https"]).is_some());
        assert!(client("::ffff:10.1.9.9", forwarded, &["https"]).is_some());
        assert!(client("127.0.0.1", forwarded, &["wss"]).is_some());
        for (peer, proto) in [
            ("10.2.0.1", &["https"][..]),
            ("203.0.113.9", &["https"]),
            ("127.0.0.1", &[]),
            ("127.0.0.1", &["http"]),
            ("127.0.0.1", &["https", "http"]),
            ("127.0.0.1", &["https, http"]),
        ] {
            assert_eq!(client(peer, forwarded, proto), None, "{peer} {proto:?}");
        }
    }

    #[test]
    fn a_public_page_has_one_host_and_one_origin() {
        let page = page();
        for host in [
            "play.example.org",
            "PLAY.example.org",
            "play.example.org:443",
        ] {
            assert!(page.is_own_host(host), "{host}");
        }
        for host in [
            "127.0.0.1:8640",
            "localhost:8640",
            "play.example.org:8640",
            "evil.example",
        ] {
            assert!(!page.is_own_host(host), "{host}");
        }
        assert!(page.is_own_origin("https://play.example.org", "play.example.org"));
        for origin in [
            "http://play.example.org",
            "https://evil.example",
            "null",
            "",
        ] {
            assert!(!page.is_own_origin(origin, "play.example.org"), "{origin}");
        }
    }

    #[test]
    fn a_local_page_answers_no_proxy() {
        let page = PageHost {
            port: 8640,
            access: Access::Local,
            frames: FramePolicy::default(),
        };
        let here = IpAddr::from([127, 0, 0, 1]);
        let mut headers = HeaderMap::new();
        assert_eq!(page.client(here, &headers).ok(), Some(here));
        headers.insert(FORWARDED_FOR, HeaderValue::from_static("203.0.113.9"));
        assert!(page.client(here, &headers).is_err());
    }
}
