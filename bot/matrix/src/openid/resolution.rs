//! Finds the endpoint of a Matrix server for requests of other servers, as the specification says (server-server interface,
//! "Resolving server names").

use matrix_sdk::ruma::{OwnedServerName, ServerName};

/// The usual port of an endpoint.
const PORT: u16 = 8448;

/// The services of an endpoint in DNS, the preferred one first. The second is deprecated.
const SERVICES: [&str; 2] = ["_matrix-fed._tcp", "_matrix._tcp"];

/// An endpoint of a Matrix server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    /// The name in its certificate.
    pub(super) name: String,
    /// The value of the header `Host`.
    pub(super) host: String,
    /// The hosts and ports to connect to, the preferred one first.
    pub(super) targets: Vec<(String, u16)>,
}

/// Looks up public facts about servers.
pub(super) trait Directory: Sync {
    /// Returns the server to which the file `.well-known/matrix/server` of a host delegates.
    fn delegate(&self, host: &str) -> impl Future<Output = Option<String>> + Send;

    /// Returns the hosts and ports of a service in DNS, the preferred one first.
    fn service(&self, name: &str) -> impl Future<Output = Vec<(String, u16)>> + Send;
}

/// Finds the endpoint of a server.
pub(super) async fn resolve(server: &ServerName, directory: &impl Directory) -> Endpoint {
    if let Some(endpoint) = written(server) {
        return endpoint;
    }
    let delegate = directory.delegate(server.host()).await;
    // An invalid delegation counts as none.
    let delegate: Option<OwnedServerName> = delegate.and_then(|it| it.as_str().try_into().ok());
    if let Some(endpoint) = delegate.as_deref().and_then(written) {
        return endpoint;
    }
    let name = delegate.as_deref().unwrap_or(server).host();
    let mut targets = Vec::new();
    for service in SERVICES {
        if targets.is_empty() {
            targets = directory.service(&format!("{service}.{name}.")).await;
        }
    }
    if targets.is_empty() {
        targets.push((name.to_owned(), PORT));
    }
    Endpoint {
        name: name.to_owned(),
        host: name.to_owned(),
        targets,
    }
}

/// Returns the endpoint that a name itself states: an address, or a host with a port.
fn written(server: &ServerName) -> Option<Endpoint> {
    if !server.is_ip_literal() && server.port().is_none() {
        return None;
    }
    let name = server.host().to_owned();
    Some(Endpoint {
        host: server.as_str().to_owned(),
        targets: vec![(name.clone(), server.port().unwrap_or(PORT))],
        name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of fixed facts.
    struct Facts {
        delegates: &'static [(&'static str, &'static str)],
        services: &'static [(&'static str, &'static str, u16)],
    }

    impl Directory for Facts {
        async fn delegate(&self, host: &str) -> Option<String> {
            let mut known = self.delegates.iter();
            known
                .find(|(of, _)| *of == host)
                .map(|(_, to)| (*to).to_owned())
        }

        async fn service(&self, name: &str) -> Vec<(String, u16)> {
            let known = self.services.iter().filter(|(of, ..)| *of == name);
            known
                .map(|(_, to, port)| ((*to).to_owned(), *port))
                .collect()
        }
    }

    const FACTS: Facts = Facts {
        delegates: &[
            ("1.2.3.4", "wrong.example"),
            ("port.example", "wrong.example"),
            ("to-address.example", "[2606:4700::1]"),
            ("to-port.example", "host.example:443"),
            ("to-service.example", "service.example"),
            ("to-old.example", "old.example"),
            ("to-plain.example", "plain.example"),
            ("broken.example", "not a name"),
            ("loop.example", "to-port.example"),
        ],
        services: &[
            ("_matrix-fed._tcp.service.example.", "a.example", 1),
            ("_matrix-fed._tcp.service.example.", "b.example", 2),
            ("_matrix._tcp.service.example.", "wrong.example", 3),
            ("_matrix._tcp.old.example.", "c.example", 4),
            ("_matrix-fed._tcp.port.example.", "wrong.example", 5),
        ],
    };

    #[tokio::test]
    async fn a_server_is_found_as_the_specification_says() {
        for (server, name, host, targets) in [
            ("1.2.3.4", "1.2.3.4", "1.2.3.4", &[("1.2.3.4", 8448)][..]),
            ("1.2.3.4:5", "1.2.3.4", "1.2.3.4:5", &[("1.2.3.4", 5)]),
            (
                "[2606:4700::1]:5",
                "[2606:4700::1]",
                "[2606:4700::1]:5",
                &[("[2606:4700::1]", 5)],
            ),
            (
                "port.example:80",
                "port.example",
                "port.example:80",
                &[("port.example", 80)],
            ),
            (
                "to-address.example",
                "[2606:4700::1]",
                "[2606:4700::1]",
                &[("[2606:4700::1]", 8448)],
            ),
            (
                "to-port.example",
                "host.example",
                "host.example:443",
                &[("host.example", 443)],
            ),
            (
                "to-service.example",
                "service.example",
                "service.example",
                &[("a.example", 1), ("b.example", 2)],
            ),
            (
                "to-old.example",
                "old.example",
                "old.example",
                &[("c.example", 4)],
            ),
            (
                "to-plain.example",
                "plain.example",
                "plain.example",
                &[("plain.example", 8448)],
            ),
            (
                "service.example",
                "service.example",
                "service.example",
                &[("a.example", 1), ("b.example", 2)],
            ),
            (
                "broken.example",
                "broken.example",
                "broken.example",
                &[("broken.example", 8448)],
            ),
            // A delegate delegates no further.
            (
                "loop.example",
                "to-port.example",
                "to-port.example",
                &[("to-port.example", 8448)],
            ),
            (
                "bare.example",
                "bare.example",
                "bare.example",
                &[("bare.example", 8448)],
            ),
        ] {
            let parsed = <&ServerName>::try_from(server).expect("a name");
            let found = resolve(parsed, &FACTS).await;
            let expected = Endpoint {
                name: name.to_owned(),
                host: host.to_owned(),
                targets: targets
                    .iter()
                    .map(|(to, port)| ((*to).to_owned(), *port))
                    .collect(),
            };
            assert_eq!(found, expected, "{server}");
        }
    }
}
