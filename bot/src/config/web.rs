//! The settings of the web page.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use ipnet::IpNet;
use page::{Access, PublicAccess, PublicUrl, PushServices};

use super::{Key, RawConfig, is_so, list, socket_address};

/// The settings of the web page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebConfig {
    /// The address to listen on. Port 0 lets the system choose.
    pub listen: SocketAddr,
    /// The way to the page.
    pub access: Access,
    /// The push services that may notify people of their turns.
    pub push_services: PushServices,
}

/// The usual proxies: the programs of this machine.
const LOOPBACK: &str = "127.0.0.0/8, ::1";

impl Default for WebConfig {
    fn default() -> WebConfig {
        WebConfig {
            listen: (Ipv4Addr::LOCALHOST, 8640).into(),
            access: Access::Local,
            push_services: PushServices::default(),
        }
    }
}

/// Reads the settings of the page. It is public only with a good URL.
pub(super) fn read(raw: &mut RawConfig) -> WebConfig {
    let mut web = WebConfig::default();
    let mut public: Option<PublicUrl> = None;
    let mut trusted_proxies = proxies(LOOPBACK).expect("the constant is a list");
    let mut guests = false;
    let url = |text: &str| match text {
        "" => Ok(None),
        _ => text.parse().map(Some),
    };
    raw.take(Key::WEB_URL, url, &mut public);
    raw.take(Key::WEB_TRUSTED_PROXIES, proxies, &mut trusted_proxies);
    raw.take(Key::WEB_GUESTS, is_so, &mut guests);
    raw.take(
        Key::WEB_PUSH_SERVICES,
        push_services,
        &mut web.push_services,
    );
    let is_public = public.is_some();
    let listen = |text: &str| listen(text, is_public);
    raw.take(Key::WEB_LISTEN, listen, &mut web.listen);
    if let Some(url) = public {
        web.access = Access::Public(PublicAccess {
            url,
            trusted_proxies,
            guests,
        });
    }
    web
}

/// Parses the address to listen on. That of a local page is out of reach for other machines.
fn listen(text: &str, is_public: bool) -> Result<SocketAddr, String> {
    let address = socket_address(text, "127.0.0.1:8640")?;
    if is_public || address.ip().to_canonical().is_loopback() {
        return Ok(address);
    }
    Err(format!(
        "{} can be reached from other machines; write 127.0.0.1:{}, or set {} to make the page public behind a proxy",
        address.ip(),
        address.port(),
        Key::WEB_URL
    ))
}

/// Parses the addresses and networks of proxies.
fn proxies(text: &str) -> Result<Vec<IpNet>, String> {
    let proxy = |item: &str| {
        let network = item.parse::<IpNet>().ok();
        let network = network.or_else(|| item.parse::<IpAddr>().ok().map(IpNet::from));
        // All addresses are no proxies.
        network.filter(|network| network.prefix_len() > 0)
    };
    list(
        text,
        proxy,
        "addresses and networks such as 127.0.0.1 and 10.0.0.0/24",
    )
}

/// Parses the origins of push services. Without any, the page notifies no device.
fn push_services(text: &str) -> Result<PushServices, String> {
    let services = list(
        text,
        |item| item.parse().ok(),
        "origins such as https://web.push.apple.com and https://*.notify.windows.com",
    );
    services.map(PushServices::new)
}
