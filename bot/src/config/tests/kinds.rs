use super::{EXAMPLE, check_file, check_level, read};
use crate::config::Key;

/// Returns the problem of a key with this value.
fn wrong_with(key: Key, value: &str) -> String {
    let line = format!("{key} = {value}").replace("] ", "]\n");
    let error = read(&line, &[], &[]).expect_err("the value is of another kind");
    error.to_string()
}

#[test]
fn a_value_of_another_kind_is_refused_for_every_key() {
    let table: toml::Table = EXAMPLE.parse().expect("the example is TOML");
    for key in Key::ALL {
        let name = key.to_string();
        let (section, name) = name.split_once(' ').expect("a key has two parts");
        let shown = &table[section.trim_matches(['[', ']'])][name];
        // Each of them is a number or a word.
        let is_either = [Key::DISCORD_SHARDS, Key::ENGINE_THREADS].contains(&key);
        let mut wrong = vec!["1.5", "[]", "1979-05-27"];
        wrong.extend((!shown.is_bool()).then_some("true"));
        wrong.extend((!shown.is_integer() && !is_either).then_some("5"));
        wrong.extend((shown.is_integer() || shown.is_bool()).then_some("'x'"));
        for value in wrong {
            let problem = wrong_with(key, value);
            assert!(
                problem.starts_with(&format!("config.toml: {key} ")),
                "{problem}"
            );
        }
    }
}

#[test]
fn an_unquoted_number_for_a_text_is_refused_with_advice() {
    for (key, value) in [
        ("[store] path", "5"),
        ("[backup] folder", "7"),
        ("[matrix] prefix", "0"),
    ] {
        let line = format!("{key} = {value}").replace("] ", "]\n");
        let problem =
            format!("config.toml: {key} = “{value}”: it is a number; write a text in quotes");
        check_file(&line, &problem);
        let quoted = line.replace(value, &format!("'{value}'"));
        read(&quoted, &[], &[]).expect("in quotes it is a text");
    }
    // In quotes a number is one all the same, as in the environment.
    let config = read("[limits]\nmatches = '5'", &[], &[]).expect("it is a number");
    assert_eq!(config.limits.matches, 5);
}

#[test]
fn a_variable_for_a_path_that_holds_a_number_or_a_switch_is_refused() {
    for value in ["5", "true"] {
        let variable = [("ODDBOARD_STORE_PATH", value)];
        let error = read("", &variable, &[]).expect_err("no folder is called so");
        let problem = format!(
            "ODDBOARD_STORE_PATH = “{value}”: it names no file or folder; write ./{value} if that is its name"
        );
        assert_eq!(error.problems(), [problem]);
    }
    check_level("", &[("ODDBOARD_STORE_PATH", "./5")], &[], "./5");
    check_level("", &[], &[("--data", Key::STORE_PATH, "5")], "5");
}
