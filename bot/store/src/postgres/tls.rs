//! TLS to the database.

use std::{path::Path, sync::Arc};

use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use kit::files;

/// The largest file of certificates, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// Makes a TLS connector. The server's certificate must be signed by an authority in the file, or without a file by one
/// that browsers trust.
pub(super) fn connector(ca_file: Option<&Path>) -> Result<MakeRustlsConnect, String> {
    let roots = match ca_file {
        Some(file) => read(file).map_err(|problem| format!("{}: {problem}", file.display()))?,
        None => webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect(),
    };
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn read(file: &Path) -> Result<RootCertStore, String> {
    let text = files::read_text(file, MAX_FILE).map_err(|error| error.to_string())?;
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(text.as_bytes()) {
        let certificate =
            certificate.map_err(|error| format!("a certificate is damaged ({error})"))?;
        roots.add(certificate).map_err(|error| error.to_string())?;
    }
    if roots.is_empty() {
        Err("there is no certificate in it; name a file of PEM".to_owned())
    } else {
        Ok(roots)
    }
}
