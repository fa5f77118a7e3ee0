//! Requests to servers of the internet that strangers name. They reach public addresses alone: the address of the connection is
//! the one that was checked.

use std::{net::SocketAddr, time::Duration};

use hickory_resolver::{
    TokioResolver,
    proto::rr::{RData, RecordType},
};
use matrix_sdk::reqwest::{
    Client, Response, Url,
    header::{HOST, LOCATION},
    redirect::Policy,
};
use serde::{Deserialize, de::DeserializeOwned};
use tokio::net::lookup_host;

use super::{
    networks::is_public,
    resolution::{Directory, Endpoint},
};

/// The timeout of one request.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// The largest response, in bytes.
const LARGEST: usize = 16 * 1024;

/// The number of redirects to a delegation.
const MOST_REDIRECTS: usize = 3;

/// The number of hosts of a service that are tried.
const MOST_TARGETS: usize = 4;

/// The reason why a request got no usable response. It never holds an address with a token.
#[derive(Debug, thiserror::Error)]
pub(super) enum FetchError {
    /// The address is not valid.
    #[error("the address is not valid")]
    Address,
    /// The host has no address.
    #[error("the host has no address")]
    NoAddress,
    /// All addresses of the host are within a private network.
    #[error(
        "the host is not on the public internet; only the bot's own homeserver may be in a private network"
    )]
    Private,
    /// The request failed.
    #[error("{0}")]
    Http(String),
    /// The response is too large.
    #[error("the response is too large")]
    Large,
    /// The response is not the expected JSON.
    #[error("the response is in an unknown format")]
    Format,
}

impl From<matrix_sdk::reqwest::Error> for FetchError {
    fn from(error: matrix_sdk::reqwest::Error) -> FetchError {
        FetchError::Http(error.without_url().to_string())
    }
}

/// Reads a response as JSON, up to a size.
pub(super) async fn json<T: DeserializeOwned>(mut response: Response) -> Result<T, FetchError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > LARGEST {
            return Err(FetchError::Large);
        }
        body.extend_from_slice(&chunk);
    }
    serde_json::from_slice(&body).map_err(|_| FetchError::Format)
}

/// Returns the public addresses of a host.
async fn public_addresses(host: &str, port: u16) -> Result<Vec<SocketAddr>, FetchError> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let found = tokio::time::timeout(TIMEOUT, lookup_host((bare, port))).await;
    let found = found.map_err(|_| FetchError::NoAddress)?;
    let found: Vec<_> = found.map_err(|_| FetchError::NoAddress)?.collect();
    if found.is_empty() {
        return Err(FetchError::NoAddress);
    }
    let public = found.into_iter().filter(|address| is_public(address.ip()));
    let public: Vec<_> = public.collect();
    if public.is_empty() {
        Err(FetchError::Private)
    } else {
        Ok(public)
    }
}

/// Sends a GET request for a URL to a host and port, without redirects. No proxy resolves the name instead.
async fn get(
    url: Url,
    host: Option<&str>,
    (target, port): (&str, u16),
) -> Result<Response, FetchError> {
    let mut addresses = public_addresses(target, port).await?;
    let name = url.host_str().ok_or(FetchError::Address)?.to_owned();
    // The client connects to an address in a URL whatever its name would resolve to, and a URL can write one in many ways.
    if url.domain().is_none() {
        addresses = public_addresses(&name, port).await?;
    }
    let client = Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .https_only(true)
        .http1_only()
        .timeout(TIMEOUT)
        .resolve_to_addrs(&name, &addresses)
        .build()?;
    let mut request = client.get(url);
    if let Some(host) = host {
        request = request.header(HOST, host);
    }
    Ok(request.send().await?)
}

/// Sends a GET request for a path, with its query, to an endpoint. Tries the hosts of the endpoint until one answers.
pub(super) async fn get_at(
    endpoint: &Endpoint,
    path: &str,
    query: &[(&str, &str)],
) -> Result<Response, FetchError> {
    let mut answered = Err(FetchError::NoAddress);
    for (target, port) in endpoint.targets.iter().take(MOST_TARGETS) {
        let url = format!("https://{}:{port}{path}", endpoint.name);
        let url = Url::parse_with_params(&url, query).map_err(|_| FetchError::Address)?;
        answered = get(url, Some(&endpoint.host), (target, *port)).await;
        if answered.is_ok() {
            break;
        }
    }
    answered
}

/// The internet, with DNS as this machine is configured.
pub(super) struct Internet {
    /// None if this machine has no DNS. Servers with a service in DNS alone are not found then.
    dns: Option<TokioResolver>,
}

/// The file by which a host delegates.
#[derive(Deserialize)]
struct Delegation {
    #[serde(rename = "m.server")]
    server: String,
}

impl Internet {
    pub(super) fn new() -> Internet {
        let dns = TokioResolver::builder_tokio().and_then(|builder| builder.build());
        Internet { dns: dns.ok() }
    }

    async fn delegation(&self, host: &str) -> Result<Delegation, FetchError> {
        let url = format!("https://{host}/.well-known/matrix/server");
        let mut url = Url::parse(&url).map_err(|_| FetchError::Address)?;
        for _ in 0..=MOST_REDIRECTS {
            let port = url.port_or_known_default().ok_or(FetchError::Address)?;
            let target = url.host_str().ok_or(FetchError::Address)?.to_owned();
            let response = get(url.clone(), None, (&target, port)).await?;
            if !response.status().is_redirection() {
                return json(response.error_for_status()?).await;
            }
            let location = response.headers().get(LOCATION);
            let location = location.and_then(|location| location.to_str().ok());
            url = url
                .join(location.ok_or(FetchError::Format)?)
                .map_err(|_| FetchError::Address)?;
        }
        Err(FetchError::Format)
    }
}

impl Directory for Internet {
    async fn delegate(&self, host: &str) -> Option<String> {
        // A host whose file cannot be read delegates to no other host, whatever the reason.
        let delegation = self.delegation(host).await.ok()?;
        Some(delegation.server)
    }

    async fn service(&self, name: &str) -> Vec<(String, u16)> {
        let Some(dns) = &self.dns else {
            return Vec::new();
        };
        let looking = dns.lookup(name, RecordType::SRV);
        let Ok(Ok(found)) = tokio::time::timeout(TIMEOUT, looking).await else {
            return Vec::new();
        };
        let services = found
            .answers()
            .iter()
            .filter_map(|record| match &record.data {
                RData::SRV(service) => Some(service),
                _ => None,
            });
        let mut services: Vec<_> = services.collect();
        services.sort_by_key(|service| (service.priority, std::cmp::Reverse(service.weight)));
        let target = |name: String| name.trim_end_matches('.').to_owned();
        let services = services.into_iter();
        services
            .map(|service| (target(service.target.to_ascii()), service.port))
            .collect()
    }
}
