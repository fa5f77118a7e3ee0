//! Ports for programs that are told where to listen.

use tokio::net::TcpSocket;

/// A port of this machine that the system gives to nobody else until this is dropped. A program that is told its number can
/// listen there, end, and listen there again; while none does, connections to it are refused.
#[derive(Debug)]
pub struct ReservedPort {
    number: u16,
    /// Bound and never listening: the system hands the port out no more, but lets a listener share it.
    _socket: TcpSocket,
}

impl ReservedPort {
    /// Reserves a port that the system chooses.
    ///
    /// # Panics
    ///
    /// The system has none.
    pub fn new() -> ReservedPort {
        let socket = TcpSocket::new_v4().expect("the system has sockets");
        socket
            .set_reuseaddr(true)
            .expect("a socket can share its port");
        socket
            .bind(([127, 0, 0, 1], 0).into())
            .expect("the system has a port");
        let number = socket.local_addr().expect("a port has a number").port();
        ReservedPort {
            number,
            _socket: socket,
        }
    }

    /// Its number.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Its address, such as `127.0.0.1:40001`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.number)
    }
}

impl Default for ReservedPort {
    fn default() -> ReservedPort {
        ReservedPort::new()
    }
}
