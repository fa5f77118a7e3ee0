//! Ports for programs that listen on a given address.

use tokio::net::TcpSocket;

/// A port of this machine that the system gives to no other program until this is dropped. A program can listen there, end, and
/// listen there again. While no program listens, the system refuses connections to it.
#[derive(Debug)]
pub struct ReservedPort {
    number: u16,
    /// A socket that is bound but never listens. The system does not reassign its port, but lets a listener share it.
    _socket: TcpSocket,
}

impl ReservedPort {
    /// Reserves a port that the system chooses.
    ///
    /// # Panics
    ///
    /// Panics if the system has no free port.
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

    /// Returns the port number.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Returns the address, such as `127.0.0.1:40001`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.number)
    }
}

impl Default for ReservedPort {
    fn default() -> ReservedPort {
        ReservedPort::new()
    }
}
