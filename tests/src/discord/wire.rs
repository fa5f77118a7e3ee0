//! Connections that can be cut at any moment, with or without TLS.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{TlsAcceptor, rustls, server::TlsStream};

/// What accepts connections.
pub(crate) struct Wires {
    pub(crate) tcp: TcpListener,
    pub(crate) tls: Option<TlsAcceptor>,
}

impl Listener for Wires {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        loop {
            // Whoever goes away while connecting is no trouble of ours.
            let Ok((tcp, address)) = self.tcp.accept().await else {
                continue;
            };
            let stream = match &self.tls {
                None => Stream::Plain(tcp),
                Some(tls) => match tls.accept(tcp).await {
                    Ok(stream) => Stream::Tls(Box::new(stream)),
                    Err(_) => continue,
                },
            };
            let scissors = Scissors::default();
            return (Wire { stream, scissors }, address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }
}

/// Cuts one connection.
#[derive(Clone, Default)]
pub(crate) struct Scissors(Arc<AtomicBool>);

impl Scissors {
    /// From now on not a byte goes over it.
    pub(crate) fn cut(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn check(&self) -> io::Result<()> {
        match self.0.load(Ordering::SeqCst) {
            true => Err(io::ErrorKind::ConnectionReset.into()),
            false => Ok(()),
        }
    }
}

impl Connected<IncomingStream<'_, Wires>> for Scissors {
    fn connect_info(stream: IncomingStream<'_, Wires>) -> Scissors {
        stream.io().scissors.clone()
    }
}

enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// A connection.
pub(crate) struct Wire {
    stream: Stream,
    scissors: Scissors,
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.scissors.check()?;
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Stream::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.scissors.check()?;
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Stream::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_flush(context),
            Stream::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Stream::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

/// A certificate of our own for a name, and what serves it.
pub(super) fn certificate(name: &str) -> (TlsAcceptor, Vec<u8>) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]);
    let made = made.expect("a certificate can be made");
    let der = made.cert.der().to_vec();
    let key = rustls::pki_types::PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let configuration = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider knows TLS 1.2 and 1.3")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .expect("the certificate fits its key");
    (TlsAcceptor::from(Arc::new(configuration)), der)
}
