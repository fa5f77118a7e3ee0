//! `bot/deploy`: the files that it names exist, and its statements about the bot are true.

use std::{collections::BTreeSet, fs, path::Path};

use bot::config::Key;
use serde_json::Value;

/// Returns the documents of a YAML file.
fn documents(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(deploy().join(name)).expect("the file is there");
    serde_saphyr::from_multiple(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn deploy() -> std::path::PathBuf {
    testkit::path("bot/deploy")
}

fn compose() -> Value {
    documents("compose.yaml").remove(0)
}

/// Returns the pod of the bots.
fn pod() -> Value {
    let deployment = documents("kubernetes.yaml").remove(0);
    deployment["spec"]["template"]["spec"].clone()
}

/// Returns the one container of the pod.
fn container() -> Value {
    pod()["containers"][0].clone()
}

fn services(compose: &Value) -> impl Iterator<Item = (&String, &Value)> {
    compose["services"].as_object().expect("services").iter()
}

/// Returns the texts of a list.
fn texts(list: &Value) -> impl Iterator<Item = &str> {
    let list = list.as_array().into_iter().flatten();
    list.map(|text| text.as_str().expect("a text"))
}

/// Returns the words of all files with the prefix of the bot's variables.
fn variables() -> BTreeSet<String> {
    let files = fs::read_dir(deploy()).expect("the folder is there");
    let files = files.map(|entry| entry.expect("an entry").path());
    let texts = files.filter(|path| path.is_file());
    let texts = texts.map(|path| fs::read_to_string(path).expect("text"));
    let words = texts.flat_map(|text| {
        let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
        let words = text.split(|c| !is_part(c)).map(str::to_owned);
        words.collect::<Vec<_>>()
    });
    words.filter(|word| word.starts_with("ODDBOARD_")).collect()
}

#[test]
fn each_variable_is_a_setting() {
    let known = Key::ALL.map(Key::variable);
    let unknown: Vec<_> = variables().into_iter().collect();
    let unknown: Vec<_> = unknown
        .iter()
        .filter(|name| !known.contains(name))
        .collect();
    assert_eq!(unknown, Vec::<&String>::new());
}

#[test]
fn each_mount_exists_and_each_volume_and_secret_is_declared() {
    let compose = compose();
    for (name, service) in services(&compose) {
        for mount in texts(&service["volumes"]) {
            let (from, _) = mount.split_once(':').expect("a mount leads somewhere");
            let is_there = match from.strip_prefix("./") {
                Some(file) => deploy().join(file).is_file(),
                None => compose["volumes"].get(from).is_some(),
            };
            assert!(is_there, "{name}: {mount}");
        }
        for secret in texts(&service["secrets"]) {
            let file = compose["secrets"][secret]["file"].as_str();
            assert_eq!(file, Some(&*format!("./secrets/{secret}")), "{name}");
        }
        for before in texts(&service["depends_on"]) {
            assert!(
                compose["services"].get(before).is_some(),
                "{name}: {before}"
            );
        }
    }
    let build = &compose["services"]["bot1"]["build"];
    let context = deploy().join(build["context"].as_str().expect("a context"));
    let file = build["dockerfile"].as_str().expect("a file");
    assert!(context.join(file).is_file());
}

#[test]
fn secrets_are_read_from_files() {
    let compose = compose();
    for (name, service) in services(&compose) {
        let given: Vec<_> = texts(&service["secrets"]).collect();
        for (variable, value) in service["environment"].as_object().into_iter().flatten() {
            let is_secret = ["PASSWORD", "TOKEN", "URL"]
                .iter()
                .any(|word| variable.contains(word));
            let file = value
                .as_str()
                .and_then(|path| path.strip_prefix("/run/secrets/"));
            assert_eq!(file.is_some(), is_secret, "{name}: {variable}");
            assert!(
                file.is_none_or(|file| given.contains(&file)),
                "{name}: {variable}"
            );
        }
    }
    let ignored = fs::read_to_string(testkit::path(".gitignore")).expect("a list");
    assert!(ignored.lines().any(|line| line == "/bot/deploy/secrets"));
}

/// Checks that an image has a fixed version, not the newest.
#[track_caller]
fn check_pinned(image: &str) {
    let name = image.rsplit('/').next().expect("a split has a last part");
    let (_, tag) = name.split_once(':').unwrap_or_else(|| panic!("{image}"));
    let is_version = tag.contains(|c: char| c.is_ascii_digit());
    assert!(is_version || image == "oddboard:local", "{image}");
}

#[test]
fn images_are_of_a_version() {
    for (_, service) in services(&compose()) {
        check_pinned(service["image"].as_str().expect("an image"));
    }
    check_pinned(container()["image"].as_str().expect("an image"));
}

#[test]
fn every_service_starts_again_and_nothing_listens_to_other_machines() {
    let compose = compose();
    for (name, service) in services(&compose) {
        assert_eq!(service["restart"], "unless-stopped", "{name}");
        for port in texts(&service["ports"]) {
            assert!(port.starts_with("127.0.0.1:"), "{name}: {port}");
        }
    }
}

/// The admin port of the bots in the compose file.
const ADMIN_PORT: u64 = 9640;

#[test]
fn each_health_check_and_scrape_uses_the_admin_port() {
    let told = format!("0.0.0.0:{ADMIN_PORT}");
    let compose = compose();
    let bots = services(&compose).filter(|(_, service)| service.get("build").is_some());
    let mut expected = BTreeSet::new();
    for (name, bot) in bots {
        assert_eq!(bot["environment"]["ODDBOARD_ADMIN_LISTEN"], told.as_str());
        let asked = texts(&bot["healthcheck"]["test"]).last();
        assert_eq!(
            asked,
            Some(&*format!("http://127.0.0.1:{ADMIN_PORT}/readyz"))
        );
        expected.insert(format!("{name}:{ADMIN_PORT}"));
    }
    assert_eq!(expected.len(), 2);
    let prometheus = documents("prometheus.yaml").remove(0);
    let targets = &prometheus["scrape_configs"][0]["static_configs"][0]["targets"];
    let targets: BTreeSet<_> = texts(targets).map(str::to_owned).collect();
    assert_eq!(targets, expected);

    let container = container();
    let environment = container["env"].as_array().expect("variables");
    let listen = environment
        .iter()
        .find(|variable| variable["name"] == "ODDBOARD_ADMIN_LISTEN");
    assert_eq!(listen.expect("it is set")["value"], told.as_str());
    assert_eq!(container["ports"][0]["containerPort"], ADMIN_PORT);
    for (probe, path) in [
        ("startupProbe", "/healthz"),
        ("livenessProbe", "/healthz"),
        ("readinessProbe", "/readyz"),
    ] {
        let asked = &container[probe]["httpGet"];
        assert_eq!(asked["path"], path, "{probe}");
        assert_eq!(asked["port"], container["ports"][0]["name"], "{probe}");
    }
}

#[test]
fn one_pod_serves_while_another_is_replaced() {
    let [deployment, budget] = &*documents("kubernetes.yaml") else {
        panic!("there is a deployment and a budget");
    };
    let spec = &deployment["spec"];
    assert_eq!(spec["replicas"], 2);
    assert_eq!(spec["strategy"]["rollingUpdate"]["maxUnavailable"], 0);
    assert_eq!(budget["kind"], "PodDisruptionBudget");
    assert_eq!(budget["spec"]["minAvailable"], 1);
    for selector in [&spec["selector"], &budget["spec"]["selector"]] {
        let labels = &spec["template"]["metadata"]["labels"];
        assert_eq!(&selector["matchLabels"], labels);
    }
}

#[test]
fn the_container_may_do_nothing_but_serve() {
    assert_eq!(pod()["securityContext"]["runAsNonRoot"], true);
    let may = &container()["securityContext"];
    assert_eq!(may["allowPrivilegeEscalation"], false);
    assert_eq!(may["readOnlyRootFilesystem"], true);
    assert_eq!(may["capabilities"]["drop"][0], "ALL");
    let mounts = container()["volumeMounts"].clone();
    let volumes = pod()["volumes"].clone();
    let names = |list: &Value| -> BTreeSet<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|item| item["name"].to_string()).collect()
    };
    assert_eq!(names(&mounts), names(&volumes));
}

#[test]
fn the_image_is_built_of_every_member_of_the_workspace() {
    let manifest = fs::read_to_string(testkit::path("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("a manifest is TOML");
    let members = manifest["workspace"]["members"]
        .as_array()
        .expect("members");
    let file = fs::read_to_string(deploy().join("Containerfile")).expect("a file");
    for member in members {
        let member = Path::new(member.as_str().expect("a folder"));
        let top = member.iter().next().expect("a name").to_string_lossy();
        let copied = format!("COPY {top} {top}");
        assert!(file.lines().any(|line| line == copied), "{copied}");
    }
}
