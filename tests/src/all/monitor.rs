//! The administrator's views: metrics, health, readiness, the dashboard, and the log as JSON.

use std::{collections::BTreeSet, fs};

use reqwest::StatusCode;
use serde_json::Value;
use tests::{
    page_user::{PageUser, press, text},
    port::ReservedPort,
    program::{self, Program},
    venue::{BotAnswer, challenged},
};

/// Returns the program's response at its admin address.
pub(crate) async fn get(program: &Program, path: &str) -> (StatusCode, String) {
    let url = format!("http://{}/{path}", program.admin);
    let answer = reqwest::get(url).await.expect("the program answers");
    (answer.status(), answer.text().await.expect("text"))
}

/// Repeats a request until its response is as expected.
pub(crate) async fn until(
    program: &Program,
    path: &str,
    is_awaited: impl Fn(&str) -> bool,
) -> String {
    loop {
        let (_, text) = get(program, path).await;
        if is_awaited(&text) {
            return text;
        }
    }
}

fn monitored() -> std::process::Command {
    let mut command = program::command();
    command.env("ODDBOARD_ADMIN_LISTEN", "127.0.0.1:0");
    command
}

/// Returns the names of the exported metrics, including those of the parts of a histogram.
fn names(metrics: &str) -> BTreeSet<&str> {
    let lines = metrics.lines().filter(|line| line.starts_with("oddboard_"));
    lines
        .filter_map(|line| line.split(['{', ' ']).next())
        .collect()
}

/// Returns the Prometheus queries of all panels of the dashboard.
fn queries(dashboard: &Value) -> Vec<&str> {
    let panels = dashboard["panels"].as_array().expect("panels");
    let targets = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().expect("targets"));
    targets
        .map(|target| target["expr"].as_str().expect("a query"))
        .collect()
}

fn dashboard() -> Value {
    let text = fs::read_to_string(testkit::path("bot/deploy/dashboard.json")).expect("a dashboard");
    serde_json::from_str(&text).expect("a dashboard is JSON")
}

#[tokio::test]
async fn metrics_count_events_without_names_and_the_dashboard_shows_them_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = monitored();
    command.env("ODDBOARD_BACKUP_EVERY", "1h");
    let program = Program::start_by(command, "127.0.0.1:0", &folder.path().join("data"));
    let address = &program.address;
    let ann = PageUser::sign_in(address, "Annabella").await;
    let bob = PageUser::sign_in(address, "Bobadilla").await;
    let heard = |guest: PageUser, id: &'static str, input: Value| async move {
        guest.send(address, "lobby", id, &input).await
    };
    let challenge = "/challenge berolina @Bobadilla color:white";
    let answer = heard(ann.clone(), "e1", text(challenge)).await;
    let id = challenged(answer.text()).to_string();
    heard(bob.clone(), "e2", press(&format!("accept:{id}"))).await;
    heard(ann.clone(), "e3", text("/move e2g4")).await;
    heard(ann, "e4", text("/move a1a8")).await;
    let metrics = until(&program, "metrics", |text| {
        text.contains("oddboard_backup_bytes ") && text.contains("oddboard_delivery_seconds_count")
    })
    .await;
    for line in [
        "oddboard_commands_total{kind=\"challenge\",outcome=\"done\"} 1",
        "oddboard_commands_total{kind=\"button\",outcome=\"done\"} 1",
        "oddboard_commands_total{kind=\"move\",outcome=\"done\"} 1",
        "oddboard_commands_total{kind=\"move\",outcome=\"refused\"} 1",
        "oddboard_matches_playing 1",
        "oddboard_dead_letters 0",
        "oddboard_platform_connected{platform=\"playground\"} 1",
        "oddboard_store_readable 1",
        "oddboard_delivery_failures_total 0",
        "oddboard_processes 1",
        "oddboard_process_lost_total 0",
    ] {
        assert!(
            metrics.lines().any(|told| told == line),
            "{line}\n{metrics}"
        );
    }
    for secret in ["Ann", "Bob", "lobby", "e2g4", "a1a8", &id] {
        assert!(!metrics.contains(secret), "{secret} is told:\n{metrics}");
    }
    for path in ["healthz", "readyz"] {
        assert_eq!(
            get(&program, path).await,
            (StatusCode::OK, "ok\n".to_owned())
        );
    }
    assert_eq!(get(&program, "anything").await.0, StatusCode::NOT_FOUND);

    let dashboard = dashboard();
    let told = names(&metrics);
    let shown: BTreeSet<&str> = queries(&dashboard)
        .into_iter()
        .flat_map(|query| query.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()))
        .filter(|word| word.starts_with("oddboard_"))
        .collect();
    assert_eq!(shown, told);
}

#[test]
fn grafana_can_lay_the_dashboard_out() {
    let dashboard = dashboard();
    for key in ["uid", "title"] {
        assert!(dashboard[key].is_string(), "{key}");
    }
    assert!(
        dashboard["schemaVersion"]
            .as_u64()
            .is_some_and(|version| version >= 36)
    );
    let sources = dashboard["templating"]["list"]
        .as_array()
        .expect("variables");
    assert_eq!(sources[0]["type"], "datasource");
    let chosen = format!("${{{}}}", sources[0]["name"].as_str().expect("a name"));
    let mut ids = BTreeSet::new();
    let mut taken = BTreeSet::new();
    for panel in dashboard["panels"].as_array().expect("panels") {
        let title = panel["title"].as_str().expect("a title");
        assert!(ids.insert(panel["id"].as_u64().expect("an id")), "{title}");
        assert_eq!(panel["datasource"]["uid"], chosen.as_str(), "{title}");
        let at = |key: &str| panel["gridPos"][key].as_u64().expect("a place");
        assert!(
            at("w") > 0 && at("h") > 0 && at("x") + at("w") <= 24,
            "{title}"
        );
        for x in at("x")..at("x") + at("w") {
            for y in at("y")..at("y") + at("h") {
                assert!(taken.insert((x, y)), "{title} lies upon another");
            }
        }
    }
}

#[tokio::test]
async fn a_bot_without_its_platform_is_healthy_and_not_ready() {
    let folder = tempfile::tempdir().expect("a folder");
    let nobody_listens = ReservedPort::new();
    let api = format!("http://{}", nobody_listens.address());
    let script = format!(
        "ODDBOARD_ADMIN_LISTEN=127.0.0.1:0 ODDBOARD_DISCORD_TOKEN=token ODDBOARD_DISCORD_API={api} \
         exec \"$@\" --playground"
    );
    let program = Program::start_in_shell(&script, &folder.path().join("data"));
    let (status, text) = get(&program, "readyz").await;
    assert_eq!(text, "discord is not connected\n");
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(get(&program, "healthz").await.0, StatusCode::OK);
}

#[test]
fn each_line_of_the_log_is_a_json_object_where_that_is_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let mut command = program::command();
    command
        .env("ODDBOARD_LOG_FORMAT", "json")
        .env("ODDBOARD_LOG_LEVEL", "trace")
        .stderr(fs::File::create(&log).expect("a file for the log"));
    let program = Program::start_by(command, "127.0.0.1:0", &folder.path().join("data"));
    program.stop();
    let log = fs::read_to_string(log).expect("the log is text");
    assert!(!log.is_empty());
    for line in log.lines() {
        let line: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        for key in ["timestamp", "level", "target", "message"] {
            assert!(line[key].is_string(), "{key} of {line}");
        }
    }
}
