//! nginx in front of a public page.

use std::{
    fs,
    path::Path,
    process::{Child, Command},
};

use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::port::ReservedPort;

/// The host of the page in the documentation.
const HOST: &str = "play.example.org";

/// A running nginx that forwards requests to a program.
pub struct Nginx {
    child: Child,
    port: ReservedPort,
    _folder: TempDir,
}

impl Nginx {
    /// Starts nginx with the lines of the documentation, apart from its certificate. Requests to it are not encrypted, but the program
    /// takes them for encrypted ones.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub async fn start(program: &str) -> Nginx {
        Nginx::start_with(program, |_, port, lines| {
            let lines = lines.lines().filter(|line| !line.contains("ssl_cert"));
            let lines = lines.collect::<Vec<_>>().join("\n");
            let changes = [
                ("listen 443 ssl", format!("listen {port}")),
                (
                    "X-Forwarded-Proto $scheme",
                    "X-Forwarded-Proto https".to_owned(),
                ),
            ];
            replaced(lines, &changes)
        })
        .await
    }

    /// Starts nginx with the lines of the documentation and a certificate of its own.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub async fn start_with_tls(program: &str) -> Nginx {
        Nginx::start_with(program, |folder, port, lines| {
            encrypted(folder, port, lines, HOST)
        })
        .await
    }

    /// Starts nginx as Discord: as its proxy, which shows the program under the host `proxy`, and with the files of the folder
    /// `client` under `discord.com`, those of the folder `sdk` below `/sdk/`.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub async fn start_as_discord(program: &str, proxy: &str, [client, sdk]: [&Path; 2]) -> Nginx {
        Nginx::start_with(program, |folder, port, lines| {
            let lines = encrypted(folder, port, lines, proxy);
            let (top, _) = lines.split_once("location / {").expect("a location");
            let (_, head) = top.split_once("server {").expect("a server");
            let head = head.replace(HOST, "discord.com");
            let changes = [
                ("server_name play.example.org", format!("server_name {proxy}")),
                ("Host $http_host", format!("Host {HOST}")),
            ];
            let lines = replaced(lines.clone(), &changes);
            let (client, sdk) = (client.display(), sdk.display());
            format!(
                "types {{ text/html html; text/css css; text/javascript js mjs; }}\n{lines}\nserver {{{head}root {client};\n\
                 location /sdk/ {{ alias {sdk}/; }}\n}}\n"
            )
        })
        .await
    }

    /// Returns the address at which it listens.
    pub fn address(&self) -> String {
        self.port.address()
    }

    async fn start_with(
        program: &str,
        change: impl FnOnce(&Path, &str, String) -> String,
    ) -> Nginx {
        let port = ReservedPort::new();
        let folder = TempDir::new().expect("a temporary folder");
        let page = testkit::read("docs/deploy.md");
        let lines = page.split("```nginx\n").nth(1).expect("lines for nginx");
        let (lines, _) = lines.split_once("```").expect("the block ends");
        let lines = change(folder.path(), &port.address(), lines.to_owned());
        let lines = replaced(lines, &[("127.0.0.1:8640", program.to_owned())]);
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let paths =
            paths.map(|name| format!("{name}_temp_path {};\n", folder.path().join(name).display()));
        let config = format!(
            "daemon off;\nmaster_process off;\npid {};\nerror_log stderr;\nevents {{ worker_connections 4096; }}\nhttp {{\naccess_log off;\n{}{lines}\n}}\n",
            folder.path().join("pid").display(),
            paths.concat()
        );
        let file = folder.path().join("nginx.conf");
        fs::write(&file, config).expect("a file");
        let mut nginx = Nginx {
            child: spawn(&file),
            port,
            _folder: folder,
        };
        while TcpStream::connect(nginx.address()).await.is_err() {
            let ended = nginx.child.try_wait().expect("nginx can be asked");
            assert_eq!(ended, None, "nginx has ended");
            tokio::task::yield_now().await;
        }
        nginx
    }
}

/// Gives the lines of the documentation a certificate for a host.
fn encrypted(folder: &Path, port: &str, lines: String, host: &str) -> String {
    let made = rcgen::generate_simple_self_signed([host.to_owned()]);
    let made = made.expect("a certificate");
    let (certificate, key) = (folder.join("certificate.pem"), folder.join("key.pem"));
    fs::write(&certificate, made.cert.pem()).expect("a file");
    fs::write(&key, made.signing_key.serialize_pem()).expect("a file");
    let changes = [
        ("listen 443 ssl", format!("listen {port} ssl")),
        (
            "/etc/ssl/play.example.org.pem",
            certificate.display().to_string(),
        ),
        ("/etc/ssl/play.example.org.key", key.display().to_string()),
    ];
    replaced(lines, &changes)
}

fn replaced(lines: String, changes: &[(&str, String)]) -> String {
    changes.iter().fold(lines, |lines, (old, new)| {
        assert!(lines.contains(old), "{old}");
        lines.replace(old, new)
    })
}

fn spawn(config: &Path) -> Child {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut nginx = Command::new("nginx");
    nginx.env("PATH", format!("{path}:/usr/sbin"));
    nginx.arg("-c").arg(config).args(["-e", "stderr"]);
    nginx.spawn().expect("nginx starts")
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
