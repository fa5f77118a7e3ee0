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
pub enum Weather {
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
struct Forecast {
    weather: Weather,
    /// The number of times that all connections were closed. No connection survives a cut, even if the weather is fine again at
    /// once.
    n_cuts: usize,
}

/// The proxy. Dropping it ends it.
pub struct WeakLine {
    /// The address of the page for browsers.
    pub address: String,
    forecast: watch::Sender<Forecast>,
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
        let (forecast, watched) = watch::channel(Forecast {
            weather: Weather::Fine,
            n_cuts: 0,
        });
        let n_lost = Arc::new(watch::Sender::default());
        let ends = Ends {
            here: address.to_string(),
            page: page.to_owned(),
        };
        tokio::spawn(accept(socket, ends, watched, Arc::clone(&n_lost)));
        WeakLine {
            address: address.to_string(),
            forecast,
            n_lost,
        }
    }

    /// Sets the condition of the connections from now on.
    pub fn set(&self, weather: Weather) {
        self.n_lost.send_replace(0);
        self.forecast.send_modify(|forecast| {
            forecast.weather = weather;
            forecast.n_cuts += usize::from(weather == Weather::Down);
        });
    }

    /// Waits until data was lost since the last change of the weather.
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
struct Ends {
    here: String,
    page: String,
}

async fn accept(
    socket: TcpListener,
    ends: Ends,
    mut forecast: watch::Receiver<Forecast>,
    n_lost: Arc<watch::Sender<usize>>,
) {
    loop {
        let browser = tokio::select! {
            accepted = socket.accept() => accepted,
            // The proxy was dropped.
            _ = forecast.wait_for(|_| false) => return,
        };
        let Ok((browser, _)) = browser else {
            return;
        };
        let Forecast { weather, n_cuts } = *forecast.borrow();
        if weather != Weather::Down
            && let Ok(page) = TcpStream::connect(&ends.page).await
        {
            let carried = Carried {
                browser,
                page,
                n_cuts,
            };
            let (ends, forecast) = (ends.clone(), forecast.clone());
            tokio::spawn(carry(carried, ends, forecast, Arc::clone(&n_lost)));
        }
    }
}

/// A connection.
struct Carried {
    browser: TcpStream,
    page: TcpStream,
    /// The number of cuts before the connection was made.
    n_cuts: usize,
}

/// Copies all data between two sockets until one of them ends or a cut closes the connection.
async fn carry(
    carried: Carried,
    ends: Ends,
    mut forecast: watch::Receiver<Forecast>,
    n_lost: Arc<watch::Sender<usize>>,
) {
    let (from_browser, to_browser) = carried.browser.into_split();
    let (from_page, to_page) = carried.page.into_split();
    let requests = Way {
        lost_in: &[Weather::Silent],
        forecast: forecast.clone(),
        n_lost: &n_lost,
    };
    let answers = Way {
        lost_in: &[Weather::Silent, Weather::Deaf],
        forecast: forecast.clone(),
        n_lost: &n_lost,
    };
    let addressed = |bytes: &[u8]| replaced(bytes, ends.here.as_bytes(), ends.page.as_bytes());
    tokio::select! {
        () = requests.carry(from_browser, to_page, addressed) => {}
        () = answers.carry(from_page, to_browser, <[u8]>::to_vec) => {}
        _ = forecast.wait_for(|forecast| forecast.n_cuts > carried.n_cuts) => {}
    }
}

/// One of the two directions of a connection.
struct Way<'a> {
    lost_in: &'static [Weather],
    forecast: watch::Receiver<Forecast>,
    n_lost: &'a watch::Sender<usize>,
}

impl Way<'_> {
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
                lost = self.forecast.wait_for(|forecast| !is_lost && self.lost_in.contains(&forecast.weather)) => {
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
            if self.forecast.borrow().weather == Weather::Slow {
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
