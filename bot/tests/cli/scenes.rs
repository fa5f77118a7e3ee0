//! Scenes of the command line: text files in the folder beside this file, with commands for a shell and what they print.
//!
//! ```text
//! # a rule               (begins a scene, in an empty folder)
//! $ oddboard moves       (runs a command; it must succeed without messages, unless lines below say otherwise)
//! < a line               (of its input)
//! exit 2                 (its exit code)
//! = a line               (of its output, if these lines are all of it)
//! > a part               (of its output)
//! ! a part               (of its messages)
//! unchanged data         (it writes to no file in this folder)
//! each a | b             (from here on, commands with EACH run for each of these)
//! & oddboard --listen …  (starts a bot and waits until it is ready; ADDRESS is that of its page)
//! kill                   (kills that bot)
//! put KEY VALUE          (writes an entry to the data of the folder)
//! remove KEY             (removes one)
//! ```

use std::{env, mem, process::Command};

use api::Batch;
use store::Engine;
use tempfile::TempDir;

use super::{RunningBot, START, content, finish, folder, program, rights, spawn};

/// A command with what it must print.
#[derive(Default)]
struct Step {
    command: String,
    input: String,
    code: i32,
    output: Option<String>,
    parts: Vec<String>,
    messages: Vec<String>,
    unchanged: Option<String>,
}

struct Scene {
    folder: TempDir,
    bot: Option<RunningBot>,
    each: Vec<String>,
    step: Step,
}

impl Scene {
    fn new() -> Scene {
        Scene {
            folder: folder(),
            bot: None,
            each: Vec::new(),
            step: Step::default(),
        }
    }

    fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("sh");
        let program = program();
        for (name, _) in program.get_envs() {
            command.env_remove(name);
        }
        let bin = std::path::Path::new(program.get_program()).parent();
        let bin = bin.expect("the program lies in a folder").to_owned();
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [bin].into_iter().chain(env::split_paths(&path));
        let path = env::join_paths(folders).expect("no folder has a colon in its name");
        let address = self.bot.as_ref().map_or("", |bot| &bot.address);
        command
            .args(["-c", script])
            .env("PATH", path)
            .env("SCENES", testkit::path("bot/tests/cli/scenes"))
            .env(
                "MATCHES",
                testkit::path("tests/stored/twelve-matches.jsonl"),
            )
            .env("START", START)
            .env("ADDRESS", address)
            .current_dir(&self.folder);
        command
    }

    /// Runs the command that the lines since the last one describe.
    fn run(&mut self, about: &str) {
        let step = mem::take(&mut self.step);
        if step.command.is_empty() {
            return;
        }
        let once = [String::new()];
        let words = if step.command.contains("EACH") {
            &self.each[..]
        } else {
            &once
        };
        for word in words {
            let command = step.command.replace("EACH", word);
            let about = format!("{about}: {command}");
            let state = |folder: &str| {
                let path = self.folder.path().join(folder);
                (content(&path), rights(&path))
            };
            let before = step.unchanged.as_deref().map(state);
            let ran = finish(spawn(&mut self.shell(&command)), step.input.as_bytes());
            let output = String::from_utf8_lossy(&ran.output);
            let about = format!("{about}\n{output}{}", ran.messages);
            assert_eq!(ran.code, Some(step.code), "{about}");
            assert!(!ran.messages.contains("panicked"), "{about}");
            if let Some(expected) = &step.output {
                assert_eq!(output, *expected, "{about}");
            }
            for part in &step.parts {
                assert!(output.contains(part), "{part}: {about}");
            }
            for part in &step.messages {
                let part = part.replace("EACH", word);
                assert!(ran.messages.contains(&part), "{part}: {about}");
            }
            if step.code == 0 && step.messages.is_empty() {
                assert_eq!(ran.messages, "", "{about}");
            }
            assert!(before == step.unchanged.as_deref().map(state), "{about}");
        }
    }

    fn write(&self, key: &str, value: Option<&str>) {
        let data = self.folder.path().join("data");
        let store = store::open(Engine::Redb, &data).expect("the data open");
        let key = key.replace("\\0", "\0").into_bytes();
        let mut batch = Batch::default();
        batch.changes.push((key, value.map(Into::into)));
        store.commit(&batch).expect("the store takes the entry");
    }
}

/// Performs the scenes of a file.
fn perform(file: &str) {
    let path = format!("bot/tests/cli/scenes/{file}.txt");
    let text = testkit::read(&path);
    let mut scene = Scene::new();
    let mut about = String::new();
    for (line, n) in text.lines().zip(1..) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if matches!(verb, "#" | "$" | "&" | "each" | "kill" | "put" | "remove")
            && (verb != "$" || !scene.step.command.is_empty())
        {
            scene.run(&about);
        }
        about = format!("{path}:{n}");
        let step = &mut scene.step;
        match verb {
            "" => {}
            "#" => scene = Scene::new(),
            "$" => step.command = rest.to_owned(),
            "each" => scene.each = rest.split(" | ").map(str::to_owned).collect(),
            "<" => step.input += &format!("{rest}\n"),
            "exit" => step.code = rest.parse().expect("an exit code is a number"),
            "=" if rest.is_empty() && step.output.is_none() => step.output = Some(String::new()),
            "=" => *step.output.get_or_insert_default() += &format!("{rest}\n"),
            ">" => step.parts.push(rest.to_owned()),
            "!" => step.messages.push(rest.to_owned()),
            "unchanged" => step.unchanged = Some(rest.to_owned()),
            "&" => {
                scene.bot = Some(RunningBot::started(
                    &mut scene.shell(&format!("exec {rest}")),
                ))
            }
            "kill" => scene.bot = None,
            "put" => {
                let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                scene.write(key, Some(value));
            }
            "remove" => scene.write(rest, None),
            _ => panic!("{about}: {line}"),
        }
    }
    scene.run(&about);
}

#[test]
fn usage_is_as_the_scenes_say() {
    perform("usage");
}

#[test]
fn moves_are_as_the_scenes_say() {
    perform("moves");
}

#[test]
fn pictures_are_as_the_scenes_say() {
    perform("pictures");
}

#[test]
fn records_are_as_the_scenes_say() {
    perform("records");
}

#[test]
fn data_are_as_the_scenes_say() {
    perform("data");
}

#[test]
fn salvages_are_as_the_scenes_say() {
    perform("salvage");
}

#[test]
fn the_engine_is_as_the_scenes_say() {
    perform("engine");
}

#[test]
fn the_arena_is_as_the_scenes_say() {
    perform("arena");
}

#[test]
fn starts_are_as_the_scenes_say() {
    perform("starts");
}
