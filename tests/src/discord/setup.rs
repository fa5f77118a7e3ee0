//! The setup of a server.

use std::{net::Ipv4Addr, sync::Arc, time::Duration};

use tokio::net::TcpListener;

use super::{
    Discord,
    contract::contract,
    cuttable_connection::{ConnectionCutter, CuttableListener},
    id::Clock,
    message_rates::MessageRates,
    server::Server,
    server_state::ServerState,
    sessions::{SessionRate, Sessions},
};

/// The setup of a server.
#[derive(Clone)]
pub struct Setup {
    n_shards: u64,
    session_rate: SessionRate,
    is_still: bool,
    is_limited: bool,
    token: String,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            n_shards: 1,
            session_rate: SessionRate {
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
    /// Sets the number of shards for bots.
    pub fn shards(self, n_shards: u64) -> Setup {
        Setup { n_shards, ..self }
    }

    /// Lets `max_concurrency` sessions begin at the same time, if their shard ids have different remainders, and no other within
    /// the window. The clock has to run for the window to pass.
    pub fn session_rate(mut self, max_concurrency: u64, window: Duration) -> Setup {
        self.session_rate.max_concurrency = max_concurrency;
        self.session_rate.window = window;
        self
    }

    /// Lets the clock run, for tests that measure a bot's response time. By default the test owns the clock: unless the test
    /// advances it, no answer is ever late, and ids are the same in every run.
    pub fn running(mut self) -> Setup {
        self.is_still = false;
        self
    }

    /// Limits each channel to five messages in five seconds, as Discord does, and makes the bot wait for the next ones.
    pub fn limited(mut self) -> Setup {
        self.is_limited = true;
        self
    }

    /// Sets the token that the bot must have.
    pub fn token(mut self, token: &str) -> Setup {
        token.clone_into(&mut self.token);
        self
    }

    /// Starts the server on this machine, on a port that the system chooses.
    ///
    /// # Panics
    ///
    /// Panics if the system refuses.
    pub async fn start(self) -> Discord {
        // The description is read before any request waits for a response.
        contract();
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let tcp = tcp.expect("a port is free");
        let address = tcp.local_addr().expect("a listener has an address");
        let sessions = Sessions::new(self.n_shards, self.session_rate);
        let state = ServerState::new(
            format!("http://{address}"),
            self.token,
            Clock::new(self.is_still),
            self.is_limited.then(MessageRates::default),
            sessions,
        );
        let server = Arc::new(Server::new(state));
        let service = server
            .clone()
            .router()
            .into_make_service_with_connect_info::<ConnectionCutter>();
        tokio::spawn(async move { axum::serve(CuttableListener(tcp), service).await });
        let discord = Discord { server };
        discord.home();
        discord
    }
}
