//! People on the pages of several processes, who move from one page to another.

use crate::user_input::UserInput;
use std::collections::BTreeMap;

use api::MatchId;
use async_trait::async_trait;
use serde_json::Value;

use crate::{
    page_user::{Line, PageUser, body},
    venue::Venue,
};

/// People, each on one page.
#[derive(Default)]
pub struct PageUsers {
    /// Each person with the address of their current page.
    people: BTreeMap<&'static str, (PageUser, String)>,
    n_events: usize,
}

impl PageUsers {
    /// Signs a person in on a page for the first time.
    ///
    /// # Panics
    ///
    /// Panics if they cannot sign in.
    pub async fn sign_in(&mut self, name: &'static str, address: &str) {
        let guest = PageUser::sign_in(address, name).await;
        self.people.insert(name, (guest, address.to_owned()));
    }

    /// Moves a person to another page.
    ///
    /// # Panics
    ///
    /// Panics if they are on no page.
    pub fn goes_to(&mut self, who: &str, address: &str) {
        let person = self.people.get_mut(who);
        address.clone_into(&mut person.expect("they are somewhere").1);
    }

    /// Returns a person and the address of their current page.
    pub fn person(&self, who: &str) -> (&PageUser, &str) {
        let (guest, address) = &self.people[who];
        (guest, address)
    }

    /// Opens a connection on which a person receives every post since these changes.
    pub async fn listen(&self, who: &str, since: &BTreeMap<String, u64>) -> Line {
        let (guest, address) = self.person(who);
        guest.listen(address, since).await
    }

    /// Opens the board of a match for a person.
    pub async fn watch(&self, who: &str, id: MatchId) -> Line {
        let (guest, address) = self.person(who);
        guest.watch(address, id).await
    }
}

#[async_trait]
impl Venue for PageUsers {
    type Answer = Value;

    async fn hear(&mut self, who: &str, said: UserInput) -> Value {
        self.n_events += 1;
        let (guest, address) = self.person(who);
        let event = self.n_events.to_string();
        guest.send(address, "lobby", &event, &body(&said)).await
    }
}
