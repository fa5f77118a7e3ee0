//! A line between a browser and the page that loses what a test wants it to lose.

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

/// How much later than sent all arrives where the line is slow.
const LAG: Duration = Duration::from_millis(25);

/// How well the line carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    /// All arrives, but on connections that have lost something before.
    Fine,
    /// The same, later.
    Slow,
    /// Requests arrive, and no answers.
    Deaf,
    /// Nothing arrives, and no connection is closed.
    Silent,
    /// All connections are closed, and there are no new ones.
    Down,
}

/// How well the line carries now.
#[derive(Clone, Copy)]
struct Forecast {
    weather: Weather,
    /// How often all connections were closed: none outlives that, however soon the weather is fine again.
    n_cuts: usize,
}

/// The line. Dropping it ends it.
pub struct WeakLine {
    /// Where browsers find the page.
    pub address: String,
    forecast: watch::Sender<Forecast>,
    n_lost: Arc<watch::Sender<usize>>,
}

impl WeakLine {
    /// A line to the page at this address.
    ///
    /// # Panics
    ///
    /// The system has no port.
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

    /// From now on it carries so.
    pub fn set(&self, weather: Weather) {
        self.n_lost.send_replace(0);
        self.forecast.send_modify(|forecast| {
            forecast.weather = weather;
            forecast.n_cuts += usize::from(weather == Weather::Down);
        });
    }

    /// Waits until something was lost since the weather was set.
    ///
    /// # Panics
    ///
    /// Nothing is for too long.
    pub async fn until_lost(&self) {
        let mut lost = self.n_lost.subscribe();
        let more = tokio::time::timeout(PATIENCE, lost.wait_for(|n| *n > 0)).await;
        more.expect("something is lost in time")
            .expect("the sender is at hand");
    }
}

/// The addresses of both ends: requests name the one that they were sent to.
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
            // The line was dropped.
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
    /// How often connections were closed before it was made.
    n_cuts: usize,
}

/// Carries all between two sockets until one of them ends or the line goes down.
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

/// One of the two ways of a connection.
struct Way<'a> {
    lost_in: &'static [Weather],
    forecast: watch::Receiver<Forecast>,
    n_lost: &'a watch::Sender<usize>,
}

impl Way<'_> {
    /// Carries bytes until they end. Where some were lost, all that come later are too.
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
                // What is lost is not told to be closed either.
                if is_lost {
                    pending::<()>().await;
                }
                return;
            };
            let read = &bytes[..n_read.unwrap_or_default()];
            if self.forecast.borrow().weather == Weather::Slow {
                // Nothing ends this wait but its time.
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

/// Bytes with others in place of some.
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
