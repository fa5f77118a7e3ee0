//! Ports for the programs that tests start.

use std::{
    io::ErrorKind,
    net::{TcpListener, TcpStream},
};

use tests::port::ReservedPort;

#[tokio::test]
async fn a_reserved_port_refuses_connections_until_a_program_listens_there_again() {
    let port = ReservedPort::new();
    for _ in 0..2 {
        let refused = TcpStream::connect(port.address()).expect_err("nobody listens");
        assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
        let listener = TcpListener::bind(port.address()).expect("a program can listen there");
        TcpStream::connect(port.address()).expect("a program listens");
        drop(listener);
    }
}
