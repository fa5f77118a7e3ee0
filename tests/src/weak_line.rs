//! A proxy between a browser and the page that loses data on command.

use std::{future::pending, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    time::timeout,
};

use crate::PATIENCE;

/// The delay of all data on a slow connection.
const LAG: Duration = Duration::from_millis(25);

/// The condition of the connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineCondition {
    /// All data arrives, except on connections that have lost data before.
    Fine,
    /// The same, with a delay.
    Slow,
    /// Requests arrive, but no answers.
    Deaf,
    /// Nothing arrives, and no connection is closed.
    Silent,
    /// All connections are closed, and new ones are refused.
    Down,
}

/// The current condition of the connections.
#[derive(Clone, Copy)]
struct CurrentCondition {
    condition: LineCondition,
    /// The number of times that all connections were closed. No connection survives a cut, even if the condition is fine again at
    /// once.
    n_cuts: usize,
}

/// The proxy. Dropping it ends it.
pub struct WeakLine {
    /// The address of the page for browsers.
    pub address: String,
    current: watch::Sender<CurrentCondition>,
    n_lost: Arc<watch::Sender<usize>>,
}

impl WeakLine {
    /// Opens a proxy to the page at this address.
    ///
    /// # Panics
    ///
    /// Panics if the system has no free port.
    pub async fn to(page: &str) -> WeakLine {
        let socket = TcpListener::bind("127.0.0.1:0").await;
        let socket = socket.expect("the system has a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        let (current, watched) = watch::channel(CurrentCondition {
            condition: LineCondition::Fine,
            n_cuts: 0,
        });
        let n_lost = Arc::new(watch::Sender::default());
        let addresses = LineAddresses {
            here: address.to_string(),
            page: page.to_owned(),
        };
        tokio::spawn(accept(socket, addresses, watched, Arc::clone(&n_lost)));
        WeakLine {
            address: address.to_string(),
            current,
            n_lost,
        }
    }

    /// Sets the condition of the connections from now on.
    pub fn set(&self, condition: LineCondition) {
        self.n_lost.send_replace(0);
        self.current.send_modify(|current| {
            current.condition = condition;
            current.n_cuts += usize::from(condition == LineCondition::Down);
        });
    }

    /// Waits until data was lost since the last change of the condition.
    ///
    /// # Panics
    ///
    /// Panics if no data was lost within the time limit.
    pub async fn until_lost(&self) {
        let mut lost = self.n_lost.subscribe();
        let more = tokio::time::timeout(PATIENCE, lost.wait_for(|n| *n > 0)).await;
        more.expect("something is lost in time")
            .expect("the sender is at hand");
    }
}

/// The addresses of both ends. Requests name the address that they were sent to.
#[derive(Clone)]
struct LineAddresses {
    here: String,
    page: String,
}

async fn accept(
    socket: TcpListener,
    addresses: LineAddresses,
    mut current: watch::Receiver<CurrentCondition>,
    n_lost: Arc<watch::Sender<usize>>,
) {
    loop {
        let browser = tokio::select! {
            accepted = socket.accept() => accepted,
            // The proxy was dropped.
            _ = current.wait_for(|_| false) => return,
        };
        let Ok((browser, _)) = browser else {
            return;
        };
        let CurrentCondition { condition, n_cuts } = *current.borrow();
        if condition != LineCondition::Down
            && let Ok(page) = TcpStream::connect(&addresses.page).await
        {
            let connection = LineConnection {
                browser,
                page,
                n_cuts,
            };
            let (addresses, current) = (addresses.clone(), current.clone());
            tokio::spawn(carry(connection, addresses, current, Arc::clone(&n_lost)));
        }
    }
}

/// A connection.
struct LineConnection {
    browser: TcpStream,
    page: TcpStream,
    /// The number of cuts before the connection was made.
    n_cuts: usize,
}

/// Copies all data between two sockets until one of them ends or a cut closes the connection.
async fn carry(
    connection: LineConnection,
    addresses: LineAddresses,
    mut current: watch::Receiver<CurrentCondition>,
    n_lost: Arc<watch::Sender<usize>>,
) {
    let (from_browser, to_browser) = connection.browser.into_split();
    let (from_page, to_page) = connection.page.into_split();
    let requests = Direction {
        lost_in: &[LineCondition::Silent],
        current: current.clone(),
        n_lost: &n_lost,
    };
    let answers = Direction {
        lost_in: &[LineCondition::Silent, LineCondition::Deaf],
        current: current.clone(),
        n_lost: &n_lost,
    };
    let addressed =
        |bytes: &[u8]| replaced(bytes, addresses.here.as_bytes(), addresses.page.as_bytes());
    tokio::select! {
        () = requests.carry(from_browser, to_page, addressed) => {}
        () = answers.carry(from_page, to_browser, <[u8]>::to_vec) => {}
        _ = current.wait_for(|current| current.n_cuts > connection.n_cuts) => {}
    }
}

/// One of the two directions of a connection.
struct Direction<'a> {
    lost_in: &'static [LineCondition],
    current: watch::Receiver<CurrentCondition>,
    n_lost: &'a watch::Sender<usize>,
}

impl Direction<'_> {
    /// Copies bytes until they end. After a loss, all later bytes are lost too.
    async fn carry(
        mut self,
        mut from: OwnedReadHalf,
        mut to: OwnedWriteHalf,
        change: impl Fn(&[u8]) -> Vec<u8>,
    ) {
        let mut is_lost = false;
        let mut bytes = vec![0; 1 << 16];
        loop {
            let n_read = tokio::select! {
                biased;
                lost = self.current.wait_for(|current| !is_lost && self.lost_in.contains(&current.condition)) => {
                    if lost.is_err() {
                        return;
                    }
                    is_lost = true;
                    continue;
                }
                n_read = from.read(&mut bytes) => n_read,
            };
            let Ok(1..) = n_read else {
                // After a loss, the receiver does not see the connection close either.
                if is_lost {
                    pending::<()>().await;
                }
                return;
            };
            let read = &bytes[..n_read.unwrap_or_default()];
            if self.current.borrow().condition == LineCondition::Slow {
                // Only the timeout ends this wait.
                let _ = timeout(LAG, pending::<()>()).await;
            }
            if is_lost {
                self.n_lost.send_modify(|n| *n += 1);
            } else if to.write_all(&change(read)).await.is_err() {
                return;
            }
        }
    }
}

/// Returns bytes with one sequence replaced by another.
fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut changed = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(old.len()).position(|window| window == old) {
        changed.extend_from_slice(&rest[..at]);
        changed.extend_from_slice(new);
        rest = &rest[at + old.len()..];
    }
    changed.extend_from_slice(rest);
    changed
}
