//! The real program at a database with TLS: the certificates that it trusts, and its message for others.

use std::{fs, path::PathBuf};

use data_encoding::BASE64;
use tempfile::TempDir;
use tests::{
    postgres::Postgres,
    program::{Program, command},
    skip::skips_postgres,
};

use super::starts::check;

/// Starts a cluster with TLS by a certificate for this host, and writes the certificate to a file.
fn cluster_of(host: &str, folder: &TempDir) -> (Postgres, PathBuf) {
    let made = rcgen::generate_simple_self_signed([host.to_owned()]);
    let made = made.expect("a certificate can be made");
    let certificate = pem("CERTIFICATE", made.cert.der());
    let postgres = Postgres::start();
    let key = pem("PRIVATE KEY", &made.signing_key.serialize_der());
    postgres.speak_tls(&certificate, &key);
    let file = folder.path().join("certificate.pem");
    fs::write(&file, certificate).expect("a file");
    (postgres, file)
}

/// Encodes bytes as PEM.
fn pem(what: &str, bytes: &[u8]) -> String {
    let text = BASE64.encode(bytes);
    let lines = text.as_bytes().chunks(64);
    let lines: Vec<_> = lines
        .map(|line| str::from_utf8(line).expect("ASCII"))
        .collect();
    format!(
        "-----BEGIN {what}-----\n{}\n-----END {what}-----\n",
        lines.join("\n")
    )
}

#[test]
fn tls_accepts_only_a_trusted_database() {
    if skips_postgres() {
        return;
    }
    let folder = TempDir::new().expect("a temporary folder");
    let (postgres, file) = cluster_of("127.0.0.1", &folder);
    let url = postgres.make_database();
    let (_, database) = url.rsplit_once('/').expect("a URL names a database");
    let asking = format!("{url}?sslmode=require");
    check(
        &[("ODDBOARD_STORE_URL", &asking)],
        &["a certificate that is not trusted", "[store] ca_file"],
    );

    let serves = |url: &str| {
        let mut program = command();
        program.env("ODDBOARD_STORE_URL", url);
        program.env("ODDBOARD_STORE_CA_FILE", &file);
        Program::start_by(program, "127.0.0.1:0", &folder.path().join("data"))
    };
    let encrypted = format!(
        "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where datname = '{database}'"
    );
    let program = serves(&asking);
    assert_eq!(postgres.sql("postgres", &encrypted).trim(), "t");
    drop(program);
    // The program uses TLS where it is available, unless the URL says otherwise.
    let program = serves(&format!("{url}?sslmode=disable"));
    assert_eq!(postgres.sql("postgres", &encrypted).trim(), "f");
    drop(program);
}

#[test]
fn each_tls_error_names_its_cause() {
    if skips_postgres() {
        return;
    }
    let folder = TempDir::new().expect("a temporary folder");
    let (postgres, file) = cluster_of("db.example", &folder);
    let url = postgres.make_database();
    let (file, asking) = (file.display().to_string(), format!("{url}?sslmode=require"));
    check(
        &[
            ("ODDBOARD_STORE_URL", &asking),
            ("ODDBOARD_STORE_CA_FILE", &file),
        ],
        &["not trusted", "the host as the certificate names it"],
    );

    let rules = postgres.folder().join("data/pg_hba.conf");
    let only_tls = "hostssl all all 127.0.0.1/32 scram-sha-256\n";
    fs::write(&rules, only_tls).expect("the rules of the cluster can be written");
    postgres.set(&["# The rules are read anew."]);
    let plain = format!("{url}?sslmode=disable");
    check(
        &[("ODDBOARD_STORE_URL", &plain)],
        &["pg_hba.conf", "?sslmode=require"],
    );

    let empty = folder.path().join("empty.pem");
    fs::write(&empty, "").expect("a file");
    let empty = empty.display().to_string();
    check(
        &[
            ("ODDBOARD_STORE_URL", &asking),
            ("ODDBOARD_STORE_CA_FILE", &empty),
        ],
        &[&empty, "there is no certificate in it"],
    );
}
