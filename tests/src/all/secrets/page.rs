//! A match that is played at the local page, over its sockets, and all that people get there, to the last byte.

use std::{collections::BTreeMap, sync::Arc};

use bot::{
    app::{self, Core, Parts},
    chat::playground::{self, Playground},
    ledger::Ledger,
    ports::{Chat, Listener, Message, Nonce, Said, Speaker},
    store::MemoryStore,
};
use reqwest::Response;
use serde_json::{Value, json};
use tests::{
    guest::{Guest, Line, choose, fill, press, text},
    scene::{self, Scene, channel},
};
use tokio::{sync::oneshot, task::JoinHandle};

use super::copy;

/// Something that somebody does; the same in both runs, but for a secret.
#[derive(Clone)]
pub(super) struct Deed {
    pub(super) id: String,
    pub(super) who: &'static str,
    pub(super) is_direct: bool,
    pub(super) what: What,
}

impl Deed {
    /// Something that is done in the channel.
    pub(super) fn new(id: impl Into<String>, who: &'static str, what: What) -> Deed {
        Deed {
            id: id.into(),
            who,
            is_direct: false,
            what,
        }
    }
}

#[derive(Clone)]
pub(super) enum What {
    Said(Said),
    /// Completions are asked for.
    Typed(String),
}

impl What {
    pub(super) fn text(text: impl Into<String>) -> What {
        What::Said(Said::Text(text.into()))
    }
}

/// Something that somebody gets.
#[derive(PartialEq)]
pub(super) struct Got {
    /// The head and the body of an answer, or a frame of the line; without the time, which is nobody's secret and never
    /// the same.
    pub(super) text: String,
    /// What its picture is called, if it has one.
    pub(super) picture: Option<String>,
}

impl Got {
    fn new(text: String, shown: &str, message: &Value) -> Got {
        let digest = message["picture"]["digest"].as_str();
        Got {
            text,
            picture: digest.map(|digest| format!("{shown}/{digest}")),
        }
    }
}

/// Who can use a control: one person, or whoever reads the channel.
pub(super) type Hands = Option<&'static str>;

/// All that came of a deed.
pub(super) struct Heard {
    /// What its speaker alone was told.
    pub(super) told: Got,
    /// What came on the line of each person, by place, in order.
    pub(super) lines: BTreeMap<&'static str, Vec<Got>>,
    /// What can be pressed and chosen since.
    pub(super) controls: Vec<(Hands, Said)>,
}

/// People who have signed in at a page that has closed since.
pub(super) struct Company {
    /// What the page keeps of them.
    pub(super) ledger: Ledger,
    people: BTreeMap<&'static str, (Speaker, Guest)>,
}

impl Company {
    pub(super) async fn gather(names: &[&'static str]) -> Company {
        let ledger = Ledger::new(Arc::new(MemoryStore::new()));
        let page = AtThePage::open(ledger.clone(), |_| {}).await;
        let mut people = BTreeMap::new();
        for name in names {
            let guest = Guest::sign_in(&page.address, name).await;
            let speaker = page.page.person(name).await.expect("memory can be read");
            people.insert(*name, (speaker.expect("they are known"), guest));
        }
        page.close().await;
        Company { ledger, people }
    }

    /// What the bot calls somebody.
    pub(super) fn speaker(&self, name: &str) -> Speaker {
        self.people[name].0.clone()
    }
}

/// A run of a match at the page.
pub(super) struct AtThePage {
    ledger: Ledger,
    core: Arc<Core>,
    page: Arc<Playground>,
    address: String,
    people: BTreeMap<&'static str, (Guest, Line)>,
    n_heard: usize,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl AtThePage {
    /// Opens the page and goes on from what the ledger holds; `prepare` may exchange what the bot is made of.
    pub(super) async fn open(ledger: Ledger, prepare: impl FnOnce(&mut Parts)) -> AtThePage {
        let page = Playground::new(ledger.clone());
        let mut parts = scene::parts(&Scene::new(&[]).0, ledger.clone());
        parts.chats = vec![Arc::clone(&page) as _];
        prepare(&mut parts);
        let core = app::start(parts).expect("the ledger can be read");
        let socket = playground::bind(([127, 0, 0, 1], 0).into()).await;
        let socket = socket.expect("the system has a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move {
            // Dropping the sender stops the server as well.
            let _ = stopped.await;
        };
        let listener = Arc::clone(&core) as Arc<dyn Listener>;
        let serving = playground::serve(Arc::clone(&page), listener, socket, shutdown);
        AtThePage {
            ledger,
            core,
            page,
            address: address.to_string(),
            people: BTreeMap::new(),
            n_heard: 0,
            stop,
            serving: tokio::spawn(serving),
        }
    }

    /// Opens two pages where those come who are known; both go on from the same.
    pub(super) async fn open_two(
        ledger: &Ledger,
        company: &Company,
        prepare: impl Fn(&mut Parts),
    ) -> [AtThePage; 2] {
        let mut runs = Vec::new();
        for _ in 0..2 {
            let mut run = AtThePage::open(copy(ledger).await, &prepare).await;
            run.welcome(company).await;
            runs.push(run);
        }
        runs.try_into()
            .unwrap_or_else(|_| panic!("there are two runs"))
    }

    /// Those come whom the ledger knows, and read what there is.
    pub(super) async fn welcome(&mut self, company: &Company) {
        for (name, (_, guest)) in &company.people {
            let mut line = guest.listen(&self.address, &BTreeMap::new()).await;
            // What is said until then may come twice.
            while line.next().await.expect("the line stays open")["type"] != "caught-up" {}
            self.people.insert(name, (guest.clone(), line));
        }
        self.listen().await;
    }

    /// Everybody leaves, and the page closes.
    pub(super) async fn close(self) {
        drop(self.people);
        drop(self.stop);
        let served = self.serving.await.expect("the server does not panic");
        served.expect("the server ends well");
    }

    pub(super) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Somebody does not want direct messages any more.
    pub(super) async fn close_direct(&self, name: &str) {
        self.people[name].0.set_direct(&self.address, false).await;
    }

    /// The picture of that name, as it is given to somebody: the head of the answer, and the file.
    pub(super) async fn picture(&self, who: &str, name: &str) -> (String, Vec<u8>) {
        let answer = self.people[who].0.picture(&self.address, name).await;
        read(answer.expect("the page is there")).await
    }

    /// Does something and waits for all that comes of it.
    pub(super) async fn hear(&mut self, deed: &Deed) -> Heard {
        let (guest, _) = &self.people[deed.who];
        let (what, mut body) = match &deed.what {
            What::Said(Said::Text(typed)) => ("say", text(typed)),
            What::Said(Said::Press(id)) => ("say", press(id)),
            What::Said(Said::Choose { menu, value }) => ("say", choose(menu, value)),
            What::Said(Said::Fill { form, text }) => ("say", fill(form, text)),
            What::Typed(typed) => ("complete", text(typed)),
        };
        body["id"] = json!(deed.id);
        body["place"] = json!(if deed.is_direct { "direct" } else { "lobby" });
        let answer = guest.ask(&self.address, what, &body).await;
        let (head, body) = read(answer.expect("the page is there")).await;
        let answer: Value = serde_json::from_slice(&body).expect("answers are JSON");
        let text = head + &String::from_utf8_lossy(&body);
        let answer = &answer["answer"];
        let told = Got::new(text, &format!("answer/{}", deed.id), answer);
        let (lines, mut controls) = self.listen().await;
        controls.extend(uses(answer).map(|said| (Some(deed.who), said)));
        Heard {
            told,
            lines,
            controls,
        }
    }

    /// What came on the lines since the last time, when all is said, and what can be done with it.
    async fn listen(&mut self) -> (BTreeMap<&'static str, Vec<Got>>, Vec<(Hands, Said)>) {
        self.core.idle().await;
        // Nobody plays in this channel: what is said there tells that all that went before has arrived.
        self.n_heard += 1;
        let (nonce, mark) = (Nonce(self.n_heard.to_string()), Message::text("Go on."));
        let marked = self.page.post(&nonce, &channel("games"), &mark).await;
        marked.expect("the page is there");
        let mut lines = BTreeMap::new();
        let mut controls = Vec::new();
        for (name, (_, line)) in &mut self.people {
            let mut frames = Vec::new();
            loop {
                let mut frame = line.next().await.expect("the line stays open");
                if let Some(frame) = frame.as_object_mut() {
                    frame.remove("at");
                }
                let place = frame["place"].as_str().unwrap_or_default().to_owned();
                if place == "games" && frame["number"] == self.n_heard {
                    break;
                }
                frames.push((place, frame));
            }
            // Who reads two places cannot tell in which of them something is said first.
            frames.sort_by(|one, other| one.0.cmp(&other.0));
            let mut got = Vec::new();
            for (place, frame) in frames {
                let hands = (place == "direct").then_some(*name);
                controls.extend(uses(&frame).map(|said| (hands, said)));
                let shown = format!("{place}/{}", frame["number"]);
                got.push(Got::new(frame.to_string(), &shown, &frame));
            }
            lines.insert(*name, got);
        }
        (lines, controls)
    }
}

/// The head and the body of an answer.
async fn read(answer: Response) -> (String, Vec<u8>) {
    let mut headers = answer.headers().clone();
    headers.remove("date");
    let head = format!("{} {headers:?}\n", answer.status());
    let body = answer.bytes().await.expect("answers come whole");
    (head, body.to_vec())
}

/// What somebody who reads a message can do with its controls.
fn uses(message: &Value) -> impl Iterator<Item = Said> {
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
        let form = &control["form"];
        if form.is_object() {
            uses.extend(["e2e4", "Qd4", "nonsense"].map(|text| Said::Fill {
                form: word(&form["id"]),
                text: text.to_owned(),
            }));
        }
    }
    uses.into_iter()
}
