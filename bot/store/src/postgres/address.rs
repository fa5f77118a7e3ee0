//! Parsing the URL of the database.

use std::{iter, net::IpAddr, str::FromStr, time::Duration};

use tokio_postgres::config::{Config, Host, LoadBalanceHosts, SslMode, TargetSessionAttrs};

/// The default timeout of connecting to one host, from name resolution to a configured session.
const CONNECT: Duration = Duration::from_secs(3);

/// The time for which sent data may stay unacknowledged before the connection is closed.
const UNHEARD: Duration = Duration::from_secs(5);

/// An example of the simplest URL.
const EXAMPLE: &str = "postgres://user:password@host/database";

/// The hosts of a database and how to connect to them.
#[derive(Clone)]
pub(super) struct DatabaseAddress {
    /// Its hosts, in the order of the URL.
    pub(super) hosts: Vec<DatabaseHost>,
    /// True if the URL asks for a random host (`load_balance_hosts=random`).
    pub(super) is_random: bool,
    /// The hosts and the database, for messages to people.
    pub(super) name: String,
}

/// One host of a database.
#[derive(Clone)]
pub(super) struct DatabaseHost {
    /// The host and port, for messages to people.
    pub(super) name: String,
    /// The driver's configuration for this host alone, including the password.
    pub(super) config: Config,
    /// The timeout of connecting.
    pub(super) limit: Duration,
}

impl FromStr for DatabaseAddress {
    type Err = String;

    /// Parses a URL in the format of `psql`. An error does not quote the URL, because it contains a password.
    fn from_str(url: &str) -> Result<DatabaseAddress, String> {
        let is_ours = ["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| url.starts_with(scheme));
        if !is_ours {
            return Err(format!("write an address such as {EXAMPLE}"));
        }
        let (base, options) = url.split_once('?').unwrap_or((url, ""));
        let options = UrlOptions::read(options)?;
        let mut config = parse(base, &options.kept)?;
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
        let mut of_any_host = parse(&without_hosts(base), &options.of_any_host())?;
        options.complete(&mut of_any_host);
        of_any_host.ssl_mode(config.get_ssl_mode());
        Ok(DatabaseAddress {
            hosts: hosts(&config, &of_any_host)?,
            is_random: config.get_load_balance_hosts() == LoadBalanceHosts::Random,
            name: name(&config),
        })
    }
}

/// Parses a URL with the driver, given its options separately.
fn parse(base: &str, options: &str) -> Result<Config, String> {
    Config::from_str(&format!("{base}?{options}")).map_err(|_| {
        format!(
            "it is not understood; write an address such as {EXAMPLE}, options such as ?sslmode=require after it, and in \
             user and password %40 for @, %3A for :, %2F for /, %3F for ? and %25 for %"
        )
    })
}

/// Returns a URL without its options, and without the hosts in it.
fn without_hosts(base: &str) -> String {
    let (scheme, rest) = base.split_once("//").unwrap_or(("", base));
    let (user, rest) = match rest.split_once('@') {
        Some((user, rest)) => (format!("{user}@"), rest),
        None => (String::new(), rest),
    };
    let database = rest.split_once('/').map_or("", |(_, database)| database);
    format!("{scheme}//{user}/{database}")
}

/// Returns each host of a URL with the driver's configuration for it alone.
fn hosts(config: &Config, of_any_host: &Config) -> Result<Vec<DatabaseHost>, String> {
    let (hosts, addresses) = (config.get_hosts(), config.get_hostaddrs());
    if !addresses.is_empty() && addresses.len() != hosts.len() {
        return Err(
            "it has another number of hosts than of hostaddr; write one for each".to_owned(),
        );
    }
    let ports = config.get_ports();
    if ports.len() > 1 && ports.len() != hosts.len() {
        return Err("it has another number of hosts than of ports; write one for each".to_owned());
    }
    let limit = config.get_connect_timeout().copied().unwrap_or(CONNECT);
    let addresses = addresses.iter().copied().map(Some);
    let each = iter::zip(hosts, addresses.chain(iter::repeat(None)));
    let each = each.enumerate().map(|(at, (host, address))| {
        let port = port(config, at);
        let mut config = of_any_host.clone();
        match host {
            Host::Tcp(name) => config.host(name),
            #[cfg(unix)]
            Host::Unix(folder) => config.host_path(folder),
        };
        config.port(port);
        if let Some(address) = address {
            config.hostaddr(address);
        }
        DatabaseHost {
            name: host_name(host, port),
            config,
            limit,
        }
    });
    Ok(each.collect())
}

fn port(config: &Config, at: usize) -> u16 {
    let ports = config.get_ports();
    ports.get(at).or(ports.first()).copied().unwrap_or(5432)
}

/// The options of a URL.
#[derive(Default)]
struct UrlOptions {
    /// The options that the driver knows.
    kept: String,
    names_ssl: bool,
    names_target: bool,
}

impl UrlOptions {
    /// Translates options that `psql` knows and the driver does not.
    fn read(text: &str) -> Result<UrlOptions, String> {
        let mut options = UrlOptions::default();
        for option in text.split('&').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let kept = match (key, value) {
                // With TLS the certificate is always verified, including the host name in it.
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

    /// Returns the options that do not concern one host.
    fn of_any_host(&self) -> String {
        let options = self.kept.split('&').filter(|option| {
            let (key, _) = option.split_once('=').unwrap_or((option, ""));
            !["host", "hostaddr", "port"].contains(&key)
        });
        options.collect::<Vec<_>>().join("&")
    }

    /// Sets defaults for options that the URL leaves open.
    fn complete(&self, config: &mut Config) {
        if !self.names_ssl {
            // The password never crosses a network unencrypted, unless the URL asks for that.
            config.ssl_mode(if is_local(config) {
                SslMode::Disable
            } else {
                SslMode::Require
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

/// Tells whether the connection stays on this machine.
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

fn host_name(host: &Host, port: u16) -> String {
    match host {
        Host::Tcp(host) if host.contains(':') => format!("[{host}]:{port}"),
        Host::Tcp(host) => format!("{host}:{port}"),
        #[cfg(unix)]
        Host::Unix(folder) => format!("{}:{port}", folder.display()),
    }
}

fn name(config: &Config) -> String {
    let hosts = config.get_hosts().iter().enumerate();
    let hosts: Vec<_> = hosts
        .map(|(at, host)| host_name(host, port(config, at)))
        .collect();
    let database = config
        .get_dbname()
        .or(config.get_user())
        .unwrap_or_default();
    format!("{}/{database}", hosts.join(","))
}
