mod kinds;

use std::{ffi::OsString, path::PathBuf};

use super::{Config, ConfigError, Key, RawConfig, SecretSource};
use page::Access;
use text::Language;

const EXAMPLE: &str = include_str!("../../../config.example.toml");

fn read(
    file: &str,
    environment: &[(&str, &str)],
    options: &[(&str, Key, &str)],
) -> Result<Config, ConfigError> {
    let mut raw = RawConfig::default();
    raw.read_file("config.toml", file);
    raw.read_environment(
        environment
            .iter()
            .map(|(name, value)| (name.into(), value.into())),
    );
    for (option, key, text) in options {
        raw.read_option(option, *key, text);
    }
    Config::try_from(raw)
}

#[test]
fn the_example_shows_every_key_with_its_default() {
    assert_eq!(read(EXAMPLE, &[], &[]), Ok(Config::default()));
    let table: toml::Table = EXAMPLE.parse().expect("the example is TOML");
    let mut shown = Vec::new();
    for (section, keys) in &table {
        for name in keys
            .as_table()
            .expect("the example has sections only")
            .keys()
        {
            shown.push(format!("[{section}] {name}"));
        }
    }
    let mut known = Key::ALL.map(|key| key.to_string());
    shown.sort();
    known.sort();
    assert_eq!(shown, known);
}

#[test]
fn every_key_of_the_example_has_a_comment() {
    let lines: Vec<&str> = EXAMPLE.lines().collect();
    for pair in lines.windows(2) {
        assert!(
            !pair[1].contains(" = ") || pair[0].starts_with("# "),
            "no comment above {}",
            pair[1]
        );
    }
}

#[test]
fn nothing_needs_to_be_written() {
    assert_eq!(read("", &[], &[]), Ok(Config::default()));
}

#[track_caller]
fn check_level(
    file: &str,
    environment: &[(&str, &str)],
    options: &[(&str, Key, &str)],
    path: &str,
) {
    let config = read(file, environment, options).expect("the configuration is valid");
    assert_eq!(config.store.path, PathBuf::from(path));
}

#[test]
fn options_win_over_the_environment_and_that_over_the_file() {
    let file = "[store]\npath = 'file'";
    let environment = [("ODDBOARD_STORE_PATH", "environment")];
    let options = [("--data", Key::STORE_PATH, "option")];
    check_level(file, &[], &[], "file");
    check_level(file, &environment, &[], "environment");
    check_level(file, &environment, &options, "option");
    check_level(file, &[], &options, "option");
}

/// Checks the token that is read from a file and the environment; token files are only named.
#[track_caller]
fn check_token(file: &str, environment: &[(&str, &str)], expected: Option<SecretSource>) {
    let config = read(file, environment, &[]).expect("the configuration is valid");
    assert_eq!(config.discord.map(|discord| discord.token), expected);
}

#[test]
fn the_token_of_the_environment_wins_over_a_file_of_its_own_and_that_over_the_one_written() {
    let written = |token: &str| Some(SecretSource::Written(token.into()));
    let named = |path: &str| Some(SecretSource::File(path.into()));
    let both = "[discord]\ntoken = 'a'\ntoken_file = 'b'";
    check_token("", &[], None);
    check_token("[discord]\ntoken = ' Bot a '", &[], written("a"));
    check_token(both, &[], named("b"));
    check_token(both, &[("ODDBOARD_DISCORD_TOKEN", "c")], written("c"));
    check_token(both, &[("ODDBOARD_DISCORD_TOKEN_FILE", "d")], named("d"));
}

#[test]
fn the_number_of_shards_is_the_configured_one_or_automatic() {
    for (shards, expected) in [("'auto'", None), ("16", Some(16)), ("'1024'", Some(1024))] {
        let file = format!("[discord]\ntoken = 'a'\nshards = {shards}");
        let config = read(&file, &[], &[]).expect("the configuration is valid");
        assert_eq!(config.discord.and_then(|discord| discord.shards), expected);
    }
    for wrong in ["0", "1025", "'many'"] {
        let file = format!("[discord]\nshards = {wrong}");
        let error = read(&file, &[], &[]).expect_err("it is no number of shards");
        let reason = "write a whole number from 1 to 1024";
        assert!(error.to_string().ends_with(reason), "{error}");
    }
}

#[test]
fn the_backup_interval_is_read_or_refused() {
    for (every, seconds) in [
        ("off", None),
        ("1m", Some(60)),
        ("12h", Some(12 * 3600)),
        ("365d", Some(365 * 24 * 3600)),
    ] {
        let config = read(&format!("[backup]\nevery = '{every}'"), &[], &[]);
        let backup = config.expect("the configuration is valid").backup;
        assert_eq!(backup.map(|backup| backup.every.as_secs()), seconds);
    }
    for wrong in ",0d,1,d,366d,-1d,1.5h,1w,1 d,99999999999999999999d".split(',') {
        let problem = format!(
            "config.toml: [backup] every = “{wrong}”: write off, or minutes, hours or days up to a year, such as 30m, 12h \
             or 1d"
        );
        check_file(&format!("[backup]\nevery = '{wrong}'"), &problem);
    }
    let file = "[store]\npath = 'here'\n[backup]\nevery = '1d'";
    let backup = read(file, &[], &[]).expect("it is valid").backup;
    let backup = backup.expect("it is switched on");
    assert_eq!(
        (backup.keep, backup.folder),
        (7, PathBuf::from("here/backups"))
    );
}

#[test]
fn a_token_is_never_shown() {
    let mut raw = RawConfig::default();
    raw.read_file("config.toml", "[discord]\ntoken = 'hush'");
    assert!(!format!("{raw:?}").contains("hush"));
    let config = Config::try_from(raw).expect("the configuration is valid");
    assert!(!format!("{config:?}").contains("hush"));
}

#[test]
fn matrix_needs_a_homeserver_and_an_account() {
    let both = "[matrix]\nhomeserver = 'https://example.org/'\nuser = '@odd:example.org'\n[store]\npath = 'here'";
    let matrix = read(both, &[], &[]).expect("it is valid").matrix;
    let matrix = matrix.expect("it is switched on");
    assert_eq!(matrix.homeserver, "https://example.org");
    assert_eq!(matrix.store, PathBuf::from("here/matrix"));
    assert_eq!((&*matrix.prefix, matrix.threads), ("!odd", true));
    for one in ["homeserver = 'https://example.org'", "user = 'odd'"] {
        let error = read(&format!("[matrix]\n{one}"), &[], &[]).expect_err("half is wrong");
        assert!(
            error.to_string().contains("says nothing without"),
            "{error}"
        );
    }
    let wrong = "[matrix]\nhomeserver = 'example.org'\nuser = 'odd bot'\nprefix = '/odd'";
    let error = read(wrong, &[], &[]).expect_err("all of it is wrong");
    assert!(error.problems().len() >= 3, "{error}");
}

#[test]
fn an_overridden_value_may_be_wrong() {
    check_level(
        "[store]\npath = ''",
        &[("ODDBOARD_STORE_PATH", "good")],
        &[],
        "good",
    );
}

#[test]
fn every_key_is_read_and_checked() {
    for key in Key::ALL {
        for value in ["", "  ", "\t\r\n", "with a \0 in it"] {
            let error = read("", &[(&key.variable(), value)], &[])
                .expect_err("such a value is wrong for every key");
            assert_eq!(error.problems().len(), 1, "{error}");
            let origin = format!("{} = ", key.variable());
            assert!(error.to_string().starts_with(&origin), "{error}");
        }
    }
}

#[test]
fn an_error_about_a_token_does_not_show_it() {
    for token in ["hush hush", "hush\0", "hush\nhush", "hush\u{7}"] {
        let error = read("", &[("ODDBOARD_DISCORD_TOKEN", token)], &[]).expect_err("it is wrong");
        assert!(!error.to_string().contains("hush"), "{error}");
        assert_eq!(error.problems().len(), 1, "{error}");
    }
}

#[test]
fn a_file_may_leave_a_token_empty_and_not_blank() {
    check_token("[discord]\ntoken = ''\ntoken_file = ''", &[], None);
    check_file(
        "[discord]\ntoken = '  '",
        "config.toml: [discord] token = …: it is blank; write a value, or leave it out",
    );
    check_file(
        "[discord]\ntoken_file = '  '",
        "config.toml: [discord] token_file = “  ”: it is blank; write a value, or leave it out",
    );
    check_file(
        "[store]\npath = \"a\\u0000b\"",
        "config.toml: [store] path = “ab”: it holds the character NUL; write it again",
    );
}

#[test]
fn all_problems_are_reported_at_once() {
    let file = "size = 3\n[stor]\npath = 'x'\n[web]\nlisten = '0.0.0.0:80'\nport = 80\n[pictures]\nsize = 1";
    let error = read(file, &[("ODDBOARD_LOG_LEVEL", "loud")], &[]).expect_err("much is wrong");
    assert_eq!(error.problems().len(), 6, "{error}");
}

#[track_caller]
fn check_file(file: &str, problem: &str) {
    let error = read(file, &[], &[]).expect_err("the file is wrong");
    assert_eq!(error.problems(), [problem]);
}

/// Tests the paragraphs of `problems.txt`: a file, and its problem on the last line.
#[test]
fn a_wrong_file_is_reported_with_place_and_advice() {
    for paragraph in include_str!("tests/problems.txt").trim_end().split("\n\n") {
        let (file, problem) = paragraph.rsplit_once('\n').expect("a problem below");
        check_file(file, problem);
    }
}

#[test]
fn the_servers_of_widgets_are_names_of_matrix_servers() {
    let good = "example.org, matrix.example:8448 [2606:4700::1] [2606:4700::1]:80 1.2.3.4";
    let matrix = "[web]\nurl = 'https://play.example.org'\n[matrix]\nhomeserver = 'https://matrix.example.org'\n\
                  user = '@odd:example.org'\n";
    let file = format!("{matrix}widget_servers = '{good}'");
    let config = read(&file, &[], &[]).expect("they are names");
    let servers = config.matrix.expect("Matrix is on").widget_servers;
    assert_eq!(servers.len(), 5, "{servers:?}");
    for wrong in [
        "https://example.org",
        "@ann:example.org",
        "example.org:port",
        "example.org:99999",
        "*.example.org",
        "[::1",
        "2606:4700::1",
    ] {
        let file = format!("{matrix}widget_servers = '{wrong}'");
        let error = read(&file, &[], &[]).expect_err(wrong).to_string();
        assert!(error.contains("without https://"), "{error}");
    }
}

#[test]
fn clients_of_matrix_frame_a_public_page_if_matrix_and_its_widgets_are_on() {
    let web = "[web]\nurl = 'https://play.example.org'\n";
    let matrix = "[matrix]\nhomeserver = 'https://matrix.example.org'\nuser = '@odd:example.org'\n";
    for (file, expected) in [
        (format!("{web}{matrix}"), Some(true)),
        (format!("{web}{matrix}widgets = false"), Some(false)),
        (web.to_owned(), Some(false)),
        (matrix.to_owned(), None),
    ] {
        let config = read(&file, &[], &[]).expect("it is good");
        let frames = match config.web.access {
            Access::Local => None,
            Access::Public(public) => Some(public.frames.matrix),
        };
        assert_eq!(frames, expected, "{file}");
    }
}

#[test]
fn a_toml_error_names_its_line() {
    let error = read("[store]\npath = x y", &[], &[]).expect_err("the file is wrong");
    let [problem] = error.problems() else {
        panic!("{error}")
    };
    assert!(
        problem.starts_with("config.toml: TOML parse error at line 2, column "),
        "{problem}"
    );
}

#[track_caller]
fn check_variable(name: &str, value: impl Into<OsString>, problems: &[&str]) {
    let mut raw = RawConfig::default();
    raw.read_environment([(name.into(), value.into())]);
    assert_eq!(raw.into_problems(), problems);
}

#[test]
fn a_wrong_variable_is_reported_with_a_suggestion() {
    let all = "docs/configuration.md lists all";
    for (name, advice) in [
        ("ODDBOARD_WEB_LISTN", "did you mean ODDBOARD_WEB_LISTEN?"),
        ("ODDBOARD_store_path", "did you mean ODDBOARD_STORE_PATH?"),
        ("ODDBOARD_TOKEN", "did you mean ODDBOARD_DISCORD_TOKEN?"),
        ("ODDBORD_STORE_PATH", "did you mean ODDBOARD_STORE_PATH?"),
        ("ODDBAORD_LOG_LEVL", "did you mean ODDBOARD_LOG_LEVEL?"),
        ("oddboard_store_path", "did you mean ODDBOARD_STORE_PATH?"),
        (
            "Oddboard_Discord_Token",
            "did you mean ODDBOARD_DISCORD_TOKEN?",
        ),
        ("ODDBOARD_COFFEE", all),
        ("ODDBOARD_PORT", all),
    ] {
        let problem = format!("{name}: there is no such variable; {advice}");
        check_variable(name, "8640", &[&problem]);
    }
}

#[test]
fn variables_of_others_are_left_alone() {
    for (name, value) in [
        ("ODDBOARD_PORT", "tcp://10.0.0.1:80"),
        ("ODDBOARD_PORT_80_TCP", "tcp://10.0.0.1:80"),
        ("ODDBOARD_PORT_80_TCP_PORT", "80"),
        ("ODDBOARD_PORT_80_TCP_ADDR", "10.0.0.1"),
        ("ODDBOARD_SERVICE_HOST", "10.0.0.1"),
        ("ODDBOARD_WEB_SERVICE_PORT_HTTP", "80"),
    ] {
        check_variable(name, value, &[]);
    }
    for name in [
        "PATH",
        "STORE_PATH",
        "ONBOARD_LOG_LEVEL",
        "KEYBOARD_LOG_LEVEL",
        "ODDBORD_COFFEE",
        "é_LOG_LEVEL",
    ] {
        check_variable(name, "x", &[]);
    }
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_not_utf_8_is_reported() {
    use std::os::unix::ffi::OsStringExt;

    check_variable(
        "ODDBOARD_STORE_PATH",
        OsString::from_vec(vec![0xff]),
        &["ODDBOARD_STORE_PATH: the value is not UTF-8; write it again"],
    );
}

#[test]
fn addresses_of_this_machine_are_good() {
    for (text, address) in [
        ("127.0.0.1:0", "127.0.0.1:0"),
        ("127.1.2.3:80", "127.1.2.3:80"),
        ("[::1]:8640", "[::1]:8640"),
        ("localhost:8641", "127.0.0.1:8641"),
    ] {
        let config = read("", &[("ODDBOARD_WEB_LISTEN", text)], &[]);
        let listen = config.expect("the address is good").web.listen;
        assert_eq!(listen.to_string(), address);
    }
}

#[test]
fn the_admin_address_may_be_open_to_other_machines() {
    for (text, address) in [
        ("off", None),
        ("localhost:9640", Some("127.0.0.1:9640")),
        ("0.0.0.0:9640", Some("0.0.0.0:9640")),
        ("[::]:0", Some("[::]:0")),
    ] {
        let config = read("", &[("ODDBOARD_ADMIN_LISTEN", text)], &[]);
        let admin = config.expect("the address is good").admin;
        let admin = admin.map(|address| address.to_string());
        assert_eq!(admin.as_deref(), address);
    }
}

#[test]
fn a_language_is_one_that_the_bot_speaks() {
    for language in Language::all() {
        let config = read(&format!("[bot]\nlanguage = '{language}'"), &[], &[]);
        assert_eq!(config.expect("it is spoken").language, language);
    }
    let tags: Vec<_> = Language::all().map(Language::tag).collect();
    check_file(
        "[bot]\nlanguage = 'tlh'",
        &format!(
            "config.toml: [bot] language = “tlh”: I speak no such language; known: {}",
            tags.join(", ")
        ),
    );
}

#[test]
fn an_activity_needs_a_public_page_and_a_client_secret() {
    let given = |name: &str| match name {
        "token" => ("ODDBOARD_DISCORD_TOKEN", "a.b.c"),
        "secret" => ("ODDBOARD_DISCORD_CLIENT_SECRET", "secret"),
        _ => ("ODDBOARD_WEB_URL", "https://play.example.org"),
    };
    let file = "[discord]\nactivity = true";
    let all = ["token", "secret", "url"].map(given);
    let config = read(file, &all, &[]).expect("nothing is missing");
    assert!(config.discord.is_some_and(|discord| discord.activity));
    let problem = |key: &str| {
        format!(
            "[discord] activity = true needs {key}; write that too, or set [discord] activity to false"
        )
    };
    for (left_out, key) in [
        ("token", "[discord] token"),
        ("secret", "[discord] client_secret"),
        ("url", "[web] url"),
    ] {
        let others = all.iter().copied();
        let others: Vec<_> = others.filter(|name| *name != given(left_out)).collect();
        let wrong = read(file, &others, &[]).expect_err("one is missing");
        assert_eq!(wrong.problems(), [problem(key)], "{left_out}");
    }
    let none = read("[discord]\nactivity = false", &[], &[]);
    assert!(none.is_ok_and(|config| config.discord.is_none()));
}
