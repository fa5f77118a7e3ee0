//! The real program, and people at its page.

use std::collections::BTreeMap;

use api::Said;
use async_trait::async_trait;
use serde_json::Value;
use tempfile::TempDir;

use crate::{
    page_user::{PageUser, body},
    program::Program,
    venue::Venue,
};

/// The real program on a folder of its own, with people who have signed in at its page.
pub struct PageProgram {
    program: Program,
    guests: BTreeMap<String, PageUser>,
    n_events: usize,
    folder: TempDir,
}

impl PageProgram {
    /// Starts it for these people.
    ///
    /// # Panics
    ///
    /// It does not start.
    pub async fn open(names: &[&str]) -> PageProgram {
        PageProgram::open_in_shell("exec \"$@\"", names).await
    }

    /// The same by a command of a shell, as [`Program::start_in_shell`] takes it.
    ///
    /// # Panics
    ///
    /// It does not start.
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

    /// Where the page is.
    pub fn address(&self) -> &str {
        &self.program.address
    }

    /// Somebody who has signed in.
    pub fn guest(&self, name: &str) -> &PageUser {
        &self.guests[name]
    }

    /// Asks the program to end; the file `log`, if the shell wrote one.
    ///
    /// # Panics
    ///
    /// It does not end well.
    pub fn stop(self) -> String {
        let (_, status) = self.program.stop();
        assert!(status.success());
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn fresh(&mut self) -> String {
        self.n_events += 1;
        format!("event-{}", self.n_events)
    }

    /// Says something under a name of the test's own; the answer.
    ///
    /// # Panics
    ///
    /// The bot does not answer.
    pub async fn say(&self, who: &str, id: &str, deed: &Value) -> Value {
        let guest = self.guest(who);
        guest.say(self.address(), "lobby", id, deed).await
    }

    /// What is offered to somebody who types this.
    ///
    /// # Panics
    ///
    /// The program does not answer.
    pub async fn complete(&mut self, who: &str, text: &str) -> Vec<String> {
        let id = self.fresh();
        let guest = self.guest(who);
        guest.complete(self.address(), "lobby", &id, text).await
    }
}

#[async_trait]
impl Venue for PageProgram {
    type Answer = Value;

    async fn hear(&mut self, who: &str, said: Said) -> Value {
        let id = self.fresh();
        self.say(who, &id, &body(&said)).await
    }
}
