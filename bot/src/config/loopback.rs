//! Addresses to listen on, and the subset that other machines cannot reach.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    str::FromStr,
};

/// An address that only this machine can reach. Port 0 lets the system choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loopback(SocketAddr);

impl Loopback {
    /// Returns the usual address with this port.
    pub(super) const fn with_port(port: u16) -> Loopback {
        Loopback(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))
    }

    /// Returns address and port.
    pub fn address(self) -> SocketAddr {
        self.0
    }
}

impl FromStr for Loopback {
    type Err = String;

    /// Parses `127.0.0.1:8640`, `[::1]:8640` or `localhost:8640`.
    fn from_str(text: &str) -> Result<Loopback, String> {
        let address = socket_address(text, "127.0.0.1:8640")?;
        if address.ip().is_loopback() {
            return Ok(Loopback(address));
        }
        Err(format!(
            "{} can be reached from other machines; write 127.0.0.1:{}",
            address.ip(),
            address.port()
        ))
    }
}

/// Parses any address with a port, or `localhost` with one.
pub(super) fn socket_address(text: &str, example: &str) -> Result<SocketAddr, String> {
    let numeric = match text.strip_prefix("localhost:") {
        Some(port) => format!("{}:{port}", Ipv4Addr::LOCALHOST),
        None => text.to_owned(),
    };
    let problem = || format!("it is not an address with a port; write one such as {example}");
    numeric.parse().map_err(|_| problem())
}
