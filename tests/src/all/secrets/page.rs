//! A match that is played at the local page, over its sockets.

use std::{collections::BTreeMap, sync::Arc};

use bot::{
    app::{self, Core},
    chat::playground::{self, Playground},
    ledger::Ledger,
    ports::{self, Listener, Said},
    store::MemoryStore,
};
use serde_json::{Value, json};
use tests::{
    guest::{Guest, Line, choose, fill, press, text},
    scene::{self, Scene},
};
use tokio::{sync::oneshot, task::JoinHandle};

use super::runs::{Deed, Hands, Heard, Run, What};

/// Those who say in another channel that all that went before has arrived: several, so that none speaks too fast.
const CRIERS: [&str; 3] = ["Fay", "Gus", "Hal"];

/// A run of a match at the page.
pub(super) struct AtThePage {
    ledger: Ledger,
    core: Arc<Core>,
    address: String,
    people: BTreeMap<&'static str, (Guest, Line)>,
    criers: Vec<Guest>,
    n_cries: usize,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl AtThePage {
    /// Opens the page, and these people come.
    pub(super) async fn open(names: &[&'static str], dice: Box<dyn ports::Dice>) -> AtThePage {
        let ledger = Ledger::new(Arc::new(MemoryStore::new()));
        let page = Playground::new(ledger.clone());
        let mut parts = scene::parts(&Scene::new(&[]).0, ledger.clone());
        parts.chats = vec![Arc::clone(&page) as _];
        parts.dice = dice;
        let core = app::start(parts).expect("an empty store can be read");
        let socket = playground::bind(([127, 0, 0, 1], 0).into()).await;
        let socket = socket.expect("the system has a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move {
            // Dropping the sender stops the server as well.
            let _ = stopped.await;
        };
        let listener = Arc::clone(&core) as Arc<dyn Listener>;
        let serving = tokio::spawn(playground::serve(page, listener, socket, shutdown));
        let address = address.to_string();
        let mut people = BTreeMap::new();
        for name in names {
            let guest = Guest::sign_in(&address, name).await;
            let line = guest.listen(&address, &BTreeMap::new()).await;
            people.insert(*name, (guest, line));
        }
        let mut criers = Vec::new();
        for name in CRIERS {
            criers.push(Guest::sign_in(&address, name).await);
        }
        AtThePage {
            ledger,
            core,
            address,
            people,
            criers,
            n_cries: 0,
            stop,
            serving,
        }
    }

    /// Everybody leaves, and the page closes.
    pub(super) async fn close(self) {
        drop(self.people);
        drop(self.stop);
        let served = self.serving.await.expect("the server does not panic");
        served.expect("the server ends well");
    }

    /// All that came on the line of each person so far, by place, in order.
    async fn listen(&mut self) -> Heard {
        self.core.idle().await;
        self.n_cries += 1;
        let crier = &self.criers[self.n_cries % self.criers.len()];
        let cry = format!("cry {}", self.n_cries);
        let id = format!("cry-{}", self.n_cries);
        let cried = crier
            .try_say(&self.address, "games", &id, &text(&cry))
            .await;
        cried
            .expect("the page is there")
            .expect("chat is for everybody");
        let mut heard = Heard::default();
        for (name, (_, line)) in &mut self.people {
            let mut frames = Vec::new();
            loop {
                let mut frame = line.next().await.expect("the line stays open");
                let is_cry = frame["text"] == cry.as_str();
                // When something is said is nobody's secret and never the same.
                if let Some(frame) = frame.as_object_mut() {
                    frame.remove("at");
                }
                let hands = (frame["place"] == "direct").then(|| name.to_lowercase());
                heard
                    .controls
                    .extend(uses(&frame).into_iter().map(|said| (hands.clone(), said)));
                // Who reads two places cannot tell in which of them something is said first.
                frames.push((frame["place"].to_string(), frame.to_string()));
                if is_cry {
                    break;
                }
            }
            frames.sort_by(|one, other| one.0.cmp(&other.0));
            let frames = frames.into_iter().map(|(_, frame)| frame);
            heard.private.insert(name.to_lowercase(), frames.collect());
        }
        heard
    }
}

impl Run for AtThePage {
    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    async fn hear(&mut self, deed: &Deed) -> Heard {
        let (guest, _) = &self.people[deed.who];
        let place = if deed.is_direct { "direct" } else { "lobby" };
        let said = match &deed.what {
            What::Said(Said::Text(typed)) => Ok(text(typed)),
            What::Said(Said::Press(id)) => Ok(press(id)),
            What::Said(Said::Choose { menu, value }) => Ok(choose(menu, value)),
            What::Said(Said::Fill { form, text }) => Ok(fill(form, text)),
            What::Typed(typed) => Err(typed),
        };
        let told = match said {
            Ok(said) => {
                let told = guest.try_say(&self.address, place, &deed.id, &said).await;
                match told.expect("the page is there") {
                    Ok(told) => told["answer"].clone(),
                    Err((status, error)) => json!([status.as_u16(), error]),
                }
            }
            Err(typed) => {
                let offered = guest.suggestions(&self.address, place, &deed.id, typed);
                Value::from(offered.await)
            }
        };
        let mut heard = self.listen().await;
        let hands: Hands = Some(deed.who.to_lowercase());
        heard
            .controls
            .extend(uses(&told).into_iter().map(|said| (hands.clone(), said)));
        heard.told.push(told.to_string());
        heard
    }
}

/// What somebody who reads a message can do with its controls.
fn uses(message: &Value) -> Vec<Said> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut uses = Vec::new();
    for control in list(&message["controls"]) {
        for button in list(&control["buttons"]) {
            uses.push(Said::Press(word(&button["id"])));
        }
        let menu = &control["menu"];
        for choice in list(&menu["choices"]) {
            uses.push(Said::Choose {
                menu: word(&menu["id"]),
                value: word(&choice["value"]),
            });
        }
    }
    uses
}
