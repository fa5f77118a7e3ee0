//! How a server is to be.

use std::{net::Ipv4Addr, sync::Arc, time::Duration};

use tokio::net::TcpListener;

use super::{
    Discord,
    contract::contract,
    id::Clock,
    pace::Pace,
    server::Server,
    sessions::{Haste, Sessions},
    wire::{Scissors, Wires},
    world::World,
};

/// How a server is to be.
#[derive(Clone)]
pub struct Setup {
    n_shards: u64,
    haste: Haste,
    is_still: bool,
    is_limited: bool,
    token: String,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            n_shards: 1,
            haste: Haste {
                max_concurrency: 1,
                window: Duration::ZERO,
            },
            is_still: true,
            is_limited: false,
            token: "MTA.test.token".to_owned(),
        }
    }
}

impl Setup {
    /// Tells bots to use so many shards.
    pub fn shards(self, n_shards: u64) -> Setup {
        Setup { n_shards, ..self }
    }

    /// Lets so many sessions begin at a time, of shards whose numbers leave different rests, and no other within such a
    /// window. Time has to run for it to pass.
    pub fn haste(self, max_concurrency: u64, window: Duration) -> Setup {
        let haste = Haste {
            max_concurrency,
            window,
        };
        Setup { haste, ..self }
    }

    /// Lets time run, for who measures how long a bot takes. A test owns the time: unless it moves the clock,
    /// nothing is ever late, and numbers are the same each time.
    pub fn running(self) -> Setup {
        Setup {
            is_still: false,
            ..self
        }
    }

    /// Takes five messages in each channel in five seconds, as Discord does, and has the bot wait for the next ones.
    pub fn limited(self) -> Setup {
        Setup {
            is_limited: true,
            ..self
        }
    }

    /// The token that the bot must have.
    pub fn token(self, token: &str) -> Setup {
        Setup {
            token: token.to_owned(),
            ..self
        }
    }

    /// Starts it on this machine, on a port that the system chooses.
    ///
    /// # Panics
    ///
    /// The system refuses.
    pub async fn start(self) -> Discord {
        // Read before anybody waits for an answer.
        contract();
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port is free");
        let address = tcp.local_addr().expect("a listener has an address");
        let sessions = Sessions::new(self.n_shards, self.haste);
        let world = World::new(
            format!("http://{address}"),
            self.token,
            Clock::new(self.is_still),
            self.is_limited.then(Pace::default),
            sessions,
        );
        let server = Arc::new(Server::new(world));
        let service = server
            .clone()
            .router()
            .into_make_service_with_connect_info::<Scissors>();
        tokio::spawn(async move { axum::serve(Wires(tcp), service).await });
        let discord = Discord { server };
        discord.home();
        discord
    }
}
