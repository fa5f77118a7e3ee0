//! Connecting to any usable host of the database.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use deadpool::{
    Runtime,
    managed::{self, Manager, Metrics, RecycleError, RecycleResult},
};
use deadpool_postgres::ClientWrapper;
use futures_util::{StreamExt, stream::FuturesUnordered};
use rand::{TryRng, rngs::SysRng};
use tokio::{
    net::lookup_host,
    time::{sleep, timeout},
};
use tokio_postgres::config::{Config, Host, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

use kit::lock;

use super::{
    address::DatabaseAddress,
    failure::DatabaseFailure,
    line::{ConnectionPurpose, LIMIT, TUNING},
};

/// The delay before the next host is tried in parallel: the one that RFC 8305 recommends for addresses.
const HEAD_START: Duration = Duration::from_millis(250);

/// The endpoint of a connection: the number of its host in the URL, and the IP address, if the host has a name.
type Endpoint = (usize, Option<IpAddr>);

/// A pool of connections. It makes them on demand and keeps them.
pub(super) type ConnectionPool = managed::Pool<ConnectionMaker>;

/// A connection of a pool.
pub(super) type PooledConnection = managed::Object<ConnectionMaker>;

/// A maker of connections to any usable host.
#[derive(Clone)]
pub(super) struct Dialer {
    address: DatabaseAddress,
    tls: MakeRustlsConnect,
    /// The endpoint of the last connection, which is tried first.
    last: Arc<Mutex<Option<Endpoint>>>,
}

impl Dialer {
    pub(super) fn new(address: DatabaseAddress, tls: MakeRustlsConnect) -> Dialer {
        Dialer {
            address,
            tls,
            last: Arc::default(),
        }
    }

    /// Accepts read-only hosts as well.
    pub(super) fn allow_replicas(&mut self) {
        for host in &mut self.address.hosts {
            host.config.target_session_attrs(TargetSessionAttrs::Any);
        }
    }

    fn last(&self) -> Option<Endpoint> {
        *lock(&self.last)
    }

    /// Connects to the first usable host. A slow or silent host does not delay attempts at the others.
    pub(super) async fn connect(
        &self,
        purpose: ConnectionPurpose,
    ) -> Result<ClientWrapper, DatabaseFailure> {
        let hosts = self.attempt_order().into_iter();
        let attempts = hosts.map(|at| async move {
            let host = &self.address.hosts[at];
            let connected = timeout(host.limit, self.connect_host(at, purpose)).await;
            let connected = connected.unwrap_or(Err(DatabaseFailure::Silent(host.limit)));
            connected.map_err(|failure| (at, failure))
        });
        let connected = first_success(attempts).await;
        let (client, endpoint) = connected.map_err(|failures| self.failed(failures))?;
        *lock(&self.last) = Some(endpoint);
        Ok(client)
    }

    /// Returns the numbers of the hosts in the order of attempts.
    fn attempt_order(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.address.hosts.len()).collect();
        if self.address.is_random {
            let chance = SysRng.try_next_u32().unwrap_or_default() as usize;
            let first = chance % order.len();
            order.rotate_left(first);
        } else if let Some((last, _)) = self.last() {
            order.sort_by_key(|at| *at != last);
        }
        order
    }

    /// Returns the failure of all hosts.
    fn failed(&self, mut failures: Vec<(usize, DatabaseFailure)>) -> DatabaseFailure {
        failures.sort_by_key(|(at, _)| *at);
        let name = |at: usize| self.address.hosts[at].name.clone();
        let failures = failures
            .into_iter()
            .map(|(at, failure)| (name(at), failure));
        DatabaseFailure::of_hosts(failures.collect())
    }

    async fn connect_host(
        &self,
        at: usize,
        purpose: ConnectionPurpose,
    ) -> Result<(ClientWrapper, Endpoint), DatabaseFailure> {
        let config = &self.address.hosts[at].config;
        let mut addresses = addresses(config).await?;
        let last = self.last();
        addresses.sort_by_key(|address| Some((at, *address)) != last);
        let attempts = addresses.into_iter().map(|address| async move {
            let mut config = config.clone();
            if let Some(address) = address {
                config.hostaddr(address);
            }
            let client = self.dial(&config, purpose).await?;
            Ok::<_, DatabaseFailure>((client, (at, address)))
        });
        let connected = first_success(attempts).await;
        connected.map_err(|failures| {
            let last = failures.into_iter().last();
            last.unwrap_or_else(|| DatabaseFailure::Away("it has no address".to_owned()))
        })
    }

    async fn dial(
        &self,
        config: &Config,
        purpose: ConnectionPurpose,
    ) -> Result<ClientWrapper, DatabaseFailure> {
        let (client, connection) = config.connect(self.tls.clone()).await?;
        // Errors of the connection reach the callers that wait for a reply.
        let task = tokio::spawn(async move { drop(connection.await) });
        let client = ClientWrapper::new(client, task);
        client.batch_execute(TUNING).await?;
        client.batch_execute(purpose.settings()).await?;
        Ok(client)
    }

    /// Creates a pool, which makes connections on demand and keeps them. If all are in use, a caller waits for at most
    /// [`LIMIT`].
    pub(super) fn pool(&self, purpose: ConnectionPurpose, n_connections: usize) -> ConnectionPool {
        let dialer = self.clone();
        pool_of(ConnectionMaker { dialer, purpose }, n_connections)
    }
}

fn pool_of<M: Manager>(maker: M, n: usize) -> managed::Pool<M> {
    let pool = managed::Pool::builder(maker)
        .max_size(n)
        .wait_timeout(Some(LIMIT))
        .runtime(Runtime::Tokio1);
    pool.build()
        .expect("a pool with a runtime can have timeouts")
}

/// Returns the IP addresses of a host; a single `None` if the driver needs none.
async fn addresses(config: &Config) -> Result<Vec<Option<IpAddr>>, DatabaseFailure> {
    let port = config.get_ports().first().copied().unwrap_or_default();
    match config.get_hosts() {
        [Host::Tcp(name)] if config.get_hostaddrs().is_empty() => {
            let found = lookup_host((name.as_str(), port)).await;
            let found = found.map_err(|error| DatabaseFailure::Away(error.to_string()))?;
            Ok(found.map(|address| Some(address.ip())).collect())
        }
        _ => Ok(vec![None]),
    }
}

/// Runs attempts in parallel: each begins when one before has failed, or [`HEAD_START`] after it. The first success cancels
/// all others; without one this returns every failure.
async fn first_success<T, E>(
    attempts: impl IntoIterator<Item: Future<Output = Result<T, E>>>,
) -> Result<T, Vec<E>> {
    let mut waiting = attempts.into_iter();
    let mut running: FuturesUnordered<_> = waiting.next().into_iter().collect();
    let mut next = waiting.next();
    let mut failures = Vec::new();
    while !running.is_empty() {
        tokio::select! {
            biased;
            Some(done) = running.next() => match done {
                Ok(success) => return Ok(success),
                Err(failure) => failures.push(failure),
            },
            () = sleep(HEAD_START), if next.is_some() => {}
        }
        running.extend(next.take());
        next = waiting.next();
    }
    Err(failures)
}

/// The manager of a pool of connections.
pub(super) struct ConnectionMaker {
    dialer: Dialer,
    purpose: ConnectionPurpose,
}

impl Manager for ConnectionMaker {
    type Type = ClientWrapper;
    type Error = DatabaseFailure;

    async fn create(&self) -> Result<ClientWrapper, DatabaseFailure> {
        self.dialer.connect(self.purpose).await
    }

    async fn recycle(
        &self,
        client: &mut ClientWrapper,
        _: &Metrics,
    ) -> RecycleResult<DatabaseFailure> {
        if client.is_closed() {
            Err(RecycleError::message("it is closed"))
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{Ready, pending, ready};

    use futures_util::future::Either;

    use super::*;

    type HostAttempt = Either<Ready<Result<u8, u8>>, std::future::Pending<Result<u8, u8>>>;

    fn done(result: Result<u8, u8>) -> HostAttempt {
        Either::Left(ready(result))
    }

    fn silent() -> HostAttempt {
        Either::Right(pending())
    }

    #[tokio::test(start_paused = true)]
    async fn an_attempt_that_never_ends_keeps_none_after_it_from_success() {
        let attempts = [silent(), done(Err(1)), silent(), done(Ok(2)), done(Ok(3))];
        assert_eq!(first_success(attempts).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn attempts_that_all_fail_give_every_failure() {
        let attempts = [1, 2, 3].map(|n| done(Err(n)));
        assert_eq!(first_success(attempts).await, Err(vec![1, 2, 3]));
        assert_eq!(first_success([] as [HostAttempt; 0]).await, Err(vec![]));
    }

    fn dialer(url: &str) -> Dialer {
        let address = url.parse().expect("the URL is good");
        let tls = super::super::tls::connector(None).expect("TLS is known");
        Dialer::new(address, tls)
    }

    #[test]
    fn the_host_that_was_used_last_is_tried_first() {
        let dialer = dialer("postgres://odd:secret@a,b,c/odd");
        assert_eq!(dialer.attempt_order(), [0, 1, 2]);
        *dialer.last.lock().expect("nobody panics with it") = Some((1, None));
        assert_eq!(dialer.attempt_order(), [1, 0, 2]);
    }

    #[tokio::test]
    async fn a_host_by_chance_is_any_of_them() {
        let dialer = dialer("postgres://odd:secret@a,b,c/odd?load_balance_hosts=random");
        let mut order = dialer.attempt_order();
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2]);
    }

    /// A manager of dummy connections.
    struct NumberMaker;

    impl Manager for NumberMaker {
        type Type = u8;
        type Error = DatabaseFailure;

        async fn create(&self) -> Result<u8, DatabaseFailure> {
            Ok(0)
        }

        async fn recycle(&self, _: &mut u8, _: &Metrics) -> RecycleResult<DatabaseFailure> {
            Ok(())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_pool_is_busy_and_not_broken() {
        let pool = pool_of(NumberMaker, 1);
        let held = pool.get().await.expect("it is free");
        let waiting = pool.get().await.err().expect("it is full");
        let error = DatabaseFailure::from(waiting).at("odd");
        assert!(matches!(error, api::StoreError::Busy), "{error}");
        assert!(!error.is_outage());
        drop(held);
        drop(pool.get().await.expect("it is free again"));
    }
}
