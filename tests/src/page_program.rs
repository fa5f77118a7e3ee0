//! The real program, with people on its page.

use crate::user_input::UserInput;
use std::collections::BTreeMap;

use async_trait::async_trait;
use serde_json::Value;
use tempfile::TempDir;

use crate::{
    page_user::{PageUser, body},
    program::Program,
    venue::Venue,
};

/// The real program on its own folder, with people who have signed in on its page.
pub struct PageProgram {
    program: Program,
    guests: BTreeMap<String, PageUser>,
    n_events: usize,
    folder: TempDir,
}

impl PageProgram {
    /// Starts the program for these people.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub async fn open(names: &[&str]) -> PageProgram {
        PageProgram::open_in_shell("exec \"$@\"", names).await
    }

    /// Starts the program by a shell command, as [`Program::start_in_shell`] does.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub async fn open_in_shell(script: &str, names: &[&str]) -> PageProgram {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = Program::start_in_shell(script, &folder.path().join("data"));
        let mut guests = BTreeMap::new();
        for name in names {
            let guest = PageUser::sign_in(&program.address, name).await;
            guests.insert((*name).to_owned(), guest);
        }
        PageProgram {
            program,
            guests,
            n_events: 0,
            folder,
        }
    }

    /// Returns the address of the page.
    pub fn address(&self) -> &str {
        &self.program.address
    }

    /// Returns a signed-in guest.
    pub fn guest(&self, name: &str) -> &PageUser {
        &self.guests[name]
    }

    /// Asks the program to end. Returns the file `log`, if the shell wrote one.
    ///
    /// # Panics
    ///
    /// Panics if it does not end well.
    pub fn stop(self) -> String {
        let (_, status) = self.program.stop();
        assert!(status.success());
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn fresh(&mut self) -> String {
        self.n_events += 1;
        format!("event-{}", self.n_events)
    }

    /// Sends a request under an event id chosen by the test, and returns the answer.
    ///
    /// # Panics
    ///
    /// Panics if the bot does not answer.
    pub async fn send(&self, who: &str, id: &str, input: &Value) -> Value {
        let guest = self.guest(who);
        guest.send(self.address(), "lobby", id, input).await
    }

    /// Returns the completions of this text for a person.
    ///
    /// # Panics
    ///
    /// Panics if the program does not answer.
    pub async fn complete(&mut self, who: &str, text: &str) -> Vec<String> {
        let id = self.fresh();
        let guest = self.guest(who);
        guest.complete(self.address(), "lobby", &id, text).await
    }
}

#[async_trait]
impl Venue for PageProgram {
    type Answer = Value;

    async fn hear(&mut self, who: &str, said: UserInput) -> Value {
        let id = self.fresh();
        self.send(who, &id, &body(&said)).await
    }
}
