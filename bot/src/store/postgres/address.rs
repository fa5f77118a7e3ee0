//! Where the database is, as its URL says.

use std::{net::IpAddr, str::FromStr, time::Duration};

use tokio_postgres::config::{Config, Host, SslMode, TargetSessionAttrs};

/// How long one host may take to answer at all, unless the URL says otherwise.
const CONNECT: Duration = Duration::from_secs(2);

/// How long what was sent may stay unheard of before the line is given up.
const UNHEARD: Duration = Duration::from_secs(5);

/// What the simplest URL looks like.
const EXAMPLE: &str = "postgres://user:password@host/database";

/// Where a database is and how to speak to it.
#[derive(Clone)]
pub(super) struct DatabaseAddress {
    /// All that the driver has to know, the password too.
    pub(super) config: Config,
    /// Hosts and database, for people.
    pub(super) name: String,
}

impl FromStr for DatabaseAddress {
    type Err = String;

    /// Reads a URL as `psql` takes it. What is wrong is told without quoting it: there is a password in it.
    fn from_str(url: &str) -> Result<DatabaseAddress, String> {
        let is_ours = ["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| url.starts_with(scheme));
        if !is_ours {
            return Err(format!("write an address such as {EXAMPLE}"));
        }
        let (base, options) = url.split_once('?').unwrap_or((url, ""));
        let options = UrlOptions::read(options)?;
        let mut config = Config::from_str(&format!("{base}?{}", options.kept)).map_err(|_| {
            format!(
                "it is not understood; write an address such as {EXAMPLE}, options such as ?sslmode=require after it, and in \
                 user and password %40 for @, %3A for :, %2F for /, %3F for ? and %25 for %"
            )
        })?;
        if config.get_hosts().is_empty() {
            return Err(format!(
                "it names no host; write an address such as {EXAMPLE}"
            ));
        }
        if config.get_user().is_none() {
            return Err(format!(
                "it names no user; write an address such as {EXAMPLE}"
            ));
        }
        options.complete(&mut config);
        let name = name(&config);
        Ok(DatabaseAddress { config, name })
    }
}

/// The options of a URL.
#[derive(Default)]
struct UrlOptions {
    /// Those that the driver knows.
    kept: String,
    names_ssl: bool,
    names_target: bool,
}

impl UrlOptions {
    /// Translates what `psql` knows and the driver does not.
    fn read(text: &str) -> Result<UrlOptions, String> {
        let mut options = UrlOptions::default();
        for option in text.split('&').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let kept = match (key, value) {
                // The certificate is verified, and the name of the host in it, whenever TLS is spoken.
                ("sslmode", "verify-full") => "sslmode=require",
                ("sslmode", "verify-ca" | "allow") => {
                    return Err(
                        "of sslmode only disable, prefer, require and verify-full are known; the last two check the \
                         certificate and the name in it"
                            .to_owned(),
                    );
                }
                ("sslrootcert", "system") => continue,
                ("sslrootcert", _) => {
                    return Err(
                        "sslrootcert has no place in it; name that file by [store] ca_file"
                            .to_owned(),
                    );
                }
                ("sslcert" | "sslkey" | "sslpassword", _) => {
                    return Err(
                        "a certificate of the bot's own cannot be used; write user and password"
                            .to_owned(),
                    );
                }
                _ => option,
            };
            options.names_ssl |= key == "sslmode";
            options.names_target |= key == "target_session_attrs";
            options.kept.push_str(kept);
            options.kept.push('&');
        }
        options.kept.pop();
        Ok(options)
    }

    /// Says what the URL leaves open.
    fn complete(&self, config: &mut Config) {
        if !self.names_ssl {
            // No password goes over a network in clear, unless somebody wants that.
            config.ssl_mode(match is_local(config) {
                true => SslMode::Disable,
                false => SslMode::Require,
            });
        }
        if !self.names_target {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(UNHEARD);
        }
        if config.get_application_name().is_none() {
            config.application_name("oddboard");
        }
        config
            .keepalives_idle(UNHEARD)
            .keepalives_interval(Duration::from_secs(2))
            .keepalives_retries(3);
    }
}

/// Whether what is said stays on this machine.
fn is_local(config: &Config) -> bool {
    let is_here = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(is_here) && config.get_hostaddrs().iter().all(IpAddr::is_loopback)
}

fn name(config: &Config) -> String {
    let ports = config.get_ports();
    let hosts = config.get_hosts().iter().enumerate().map(|(at, host)| {
        let port = ports.get(at).or(ports.first()).copied().unwrap_or(5432);
        match host {
            Host::Tcp(host) if host.contains(':') => format!("[{host}]:{port}"),
            Host::Tcp(host) => format!("{host}:{port}"),
            #[cfg(unix)]
            Host::Unix(folder) => format!("{}:{port}", folder.display()),
        }
    });
    let hosts: Vec<_> = hosts.collect();
    let database = config
        .get_dbname()
        .or(config.get_user())
        .unwrap_or_default();
    format!("{}/{database}", hosts.join(","))
}
