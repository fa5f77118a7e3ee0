//! A match at the local page, over its sockets, and all data that people receive there, to the last byte.

use std::{collections::BTreeMap, time::Duration};
use tests::user_input::UserInput;

use api::{Chat, EventId, Listener as _, MatchId, Message, Nonce, Place, Platform, Speaker};
use async_trait::async_trait;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use service::read_match;
use store::writer::Writer;
use tests::{
    fake_chat::channel,
    page::Page,
    page_user::{Line, PageUser, body, text},
    store::fresh_writer,
};
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{
    run::{ControlUser, Participants, Prepare, ReceivedMessage, Run, Step, StepKind, StepMessages},
    twin_runs::WATCHER,
};
use crate::time;

/// People who have signed in at a page that has closed since.
pub(super) struct PageParticipants {
    writer: Writer,
    people: BTreeMap<&'static str, (Speaker, PageUser)>,
}

impl PageParticipants {
    pub(super) async fn gather(names: &[&'static str]) -> PageParticipants {
        let writer = fresh_writer();
        let page = Box::new(PageRun::open(writer.clone(), &|_| {}).await);
        let mut people = BTreeMap::new();
        for name in names {
            let guest = PageUser::sign_in(&page.page.address, name).await;
            let speaker = page
                .page
                .playground
                .person(&Place::Direct, name)
                .await
                .expect("memory can be read");
            people.insert(*name, (speaker.expect("they are known"), guest));
        }
        page.close().await;
        PageParticipants { writer, people }
    }
}

#[async_trait(?Send)]
impl Participants for PageParticipants {
    fn writer(&self) -> &Writer {
        &self.writer
    }

    fn speaker(&self, name: &str) -> Speaker {
        self.people[name].0.clone()
    }

    fn place(&self, _: &str) -> Place {
        Place::Channel(channel("lobby"))
    }

    fn event(&self, name: &str) -> EventId {
        EventId::new(Platform::Playground, name)
    }

    async fn open(&self, writer: Writer, prepare: &Prepare) -> Box<dyn Run> {
        let mut run = PageRun::open(writer, prepare).await;
        run.welcome(self).await;
        Box::new(run)
    }
}

/// A run of a match at the page.
pub(super) struct PageRun {
    writer: Writer,
    page: Page,
    people: BTreeMap<&'static str, (PageUser, Line)>,
    /// The boards that people have open, and one of an anonymous visitor.
    boards: Vec<(&'static str, Line)>,
    /// The browser of an anonymous visitor.
    stranger: Client,
    changes: broadcast::Receiver<u64>,
    n_heard: usize,
    n_marks: usize,
}

impl PageRun {
    /// Opens the page and continues from the writer's data; `prepare` may replace parts of the bot.
    pub(super) async fn open(writer: Writer, prepare: &Prepare) -> PageRun {
        let page = Page::open(writer.clone(), prepare).await;
        PageRun {
            changes: page.core.watch(the_match()).await,
            page,
            writer,
            people: BTreeMap::new(),
            boards: Vec::new(),
            stranger: Client::new(),
            n_heard: 0,
            n_marks: 0,
        }
    }

    /// Returns a board as a signed-in user receives it, or else an anonymous visitor.
    pub(super) async fn board(&self, who: Option<&str>, wish: &Value) -> Value {
        let path = format!("match/{}", the_match());
        let address = &self.page.address;
        let answer = match who {
            Some(name) => {
                let answer = self.people[name].0.ask(address, &path, wish).await;
                answer.expect("the page is there")
            }
            None => {
                let page = format!("http://{address}");
                let request = self.stranger.post(format!("{page}/api/{path}"));
                ask(request.header("origin", &page).json(wish)).await
            }
        };
        answer.json().await.expect("boards are JSON")
    }

    /// Connects the users whom the writer knows, and reads the existing messages.
    pub(super) async fn welcome(&mut self, participants: &PageParticipants) {
        for (name, (_, guest)) in &participants.people {
            let mut line = guest.listen(&self.page.address, &BTreeMap::new()).await;
            // Messages until then may come twice.
            line.until_caught_up("lobby").await;
            self.people.insert(name, (guest.clone(), line));
        }
        self.listen().await;
    }

    /// Opens the board of the match for each user and for an anonymous visitor, once the match exists.
    async fn open_boards(&mut self) {
        let found = read_match(&self.writer, the_match());
        if found.expect("memory can be read").is_none() {
            return;
        }
        for (name, (guest, _)) in &self.people {
            let board = guest.watch(&self.page.address, the_match()).await;
            self.boards.push((name, board));
        }
        let path = format!("api/match/{}/live", the_match());
        let board = Line::open(&self.page.address, &path, &json!({})).await;
        self.boards.push((WATCHER, board));
        for (_, board) in &mut self.boards {
            board.next().await.expect("the line stays open");
        }
        while self.changes.try_recv().is_ok() {}
    }

    /// Posts a marker in a channel without players. Returns the frames on each line before it, with their places.
    async fn mark(&mut self) -> BTreeMap<&'static str, Vec<(String, Value)>> {
        self.n_marks += 1;
        let (nonce, mark) = (Nonce(self.n_marks.to_string()), Message::text("Go on."));
        let marked = self
            .page
            .playground
            .post(&nonce, &channel("games"), &mark)
            .await;
        marked.expect("the page is there");
        let mut heard = BTreeMap::new();
        for (name, (_, line)) in &mut self.people {
            let mut frames = Vec::new();
            loop {
                let mut frame = line.next().await.expect("the line stays open");
                if let Some(frame) = frame.as_object_mut() {
                    frame.remove("at");
                }
                let place = frame["place"].as_str().unwrap_or_default().to_owned();
                if place == "games" && frame["number"] == self.n_marks {
                    break;
                }
                frames.push((place, frame));
            }
            heard.insert(*name, frames);
        }
        heard
    }

    /// Returns the frames on the lines since the last call, after all deliveries, and their controls.
    async fn listen(
        &mut self,
    ) -> (
        BTreeMap<&'static str, Vec<ReceivedMessage>>,
        Vec<(ControlUser, UserInput)>,
    ) {
        self.page.core.idle().await;
        self.n_heard += 1;
        let mut heard = self.mark().await;
        // The mark may overtake an earlier message in another place. The next mark comes after all that.
        for (name, frames) in self.mark().await {
            heard.entry(name).or_default().extend(frames);
        }
        let mut lines = BTreeMap::new();
        let mut controls = Vec::new();
        for (name, mut frames) in heard {
            // The order of messages in two places reveals nothing to a reader of both. The page may skip forms of a post that
            // an edit replaces at once; the number of changes is in the last form.
            frames.sort_by_key(|(place, frame)| (place.clone(), frame["change"].as_u64()));
            let mut read = Vec::new();
            for (n, (place, frame)) in frames.iter().enumerate() {
                let is_replaced = frames[n + 1..].iter().any(|(later_place, later)| {
                    frame["type"] == "post"
                        && later_place == place
                        && later["number"] == frame["number"]
                });
                if is_replaced {
                    continue;
                }
                let hands = (place == "direct").then_some(name);
                controls.extend(uses(frame).map(|said| (hands, said)));
                let shown = format!("{place}/{}", frame["number"]);
                read.push(received(frame.to_string(), &shown, frame));
            }
            lines.insert(name, read);
        }
        if self.boards.is_empty() {
            self.open_boards().await;
        }
        for (name, message, uses) in self.frames().await {
            lines.entry(name).or_default().push(message);
            controls.extend(uses.into_iter().map(|said| (Some(name), said)));
        }
        for (name, message) in self.boards().await {
            lines.entry(name).or_default().push(message);
        }
        (lines, controls)
    }

    /// Returns the frames of open boards since the last call: the number of positions, the last of them, and its
    /// controls.
    async fn frames(&mut self) -> Vec<(&'static str, ReceivedMessage, Vec<UserInput>)> {
        let mut n_changes = 0;
        while self.changes.try_recv().is_ok() {
            n_changes += 1;
        }
        let mut frames = Vec::new();
        for (name, board) in &mut self.boards {
            let mut last = Utf8Bytes::from_static("null");
            for _ in 0..n_changes {
                last = board.next_text().await.expect("the line stays open");
            }
            let text = format!("{n_changes} boards, the last {last}");
            let shown: Value = last.parse().expect("frames are JSON");
            frames.push((*name, plain(text), board_uses(&shown["board"])));
        }
        frames
    }

    /// Returns the boards that people request, of the match now or earlier, also through other eyes; and those of an
    /// anonymous visitor.
    async fn boards(&self) -> Vec<(&'static str, ReceivedMessage)> {
        let n = self.n_heard;
        let eyes = ["everything", "everybody", "white", "black"][n % 4];
        let n_inputs = (!n.is_multiple_of(3)).then_some(n % 20);
        let wish = json!({ "n_inputs": n_inputs, "eyes": eyes, "dark": n.is_multiple_of(5) });
        let path = format!("match/{}", the_match());
        let address = &self.page.address;
        let mut answers = Vec::new();
        for (name, (guest, _)) in &self.people {
            let answer = guest.ask(address, &path, &wish).await;
            answers.push((*name, answer.expect("the page is there")));
        }
        let public = ["", "/board.png"][n % 2];
        let request = self
            .stranger
            .get(format!("http://{address}/{path}{public}"));
        answers.push((WATCHER, ask(request).await));
        let mut boards = Vec::new();
        for (name, answer) in answers {
            let (head, body) = read(answer).await;
            boards.push((name, plain(head + &*String::from_utf8_lossy(&body))));
        }
        boards
    }
}

/// Returns the match in play.
pub(super) fn the_match() -> MatchId {
    MatchId::from_number(1)
}

#[async_trait(?Send)]
impl Run for PageRun {
    fn writer(&self) -> &Writer {
        &self.writer
    }

    async fn close_direct(&self, name: &str) {
        self.people[name]
            .0
            .set_direct(&self.page.address, false)
            .await;
    }

    async fn hear(&mut self, step: &Step) -> StepMessages {
        let (guest, _) = &self.people[step.who];
        let place = if step.is_direct { "direct" } else { "lobby" };
        let (what, body) = request_of(step, place);
        let answer = guest.ask(&self.page.address, what, &body).await;
        let (reply, uses) = reply_to(step, answer.expect("the page is there")).await;
        let (lines, mut controls) = self.listen().await;
        controls.extend(uses);
        StepMessages {
            reply,
            lines,
            controls,
        }
    }

    async fn picture(&self, who: &str, name: &str) -> (String, Vec<u8>) {
        let answer = self.people[who].0.picture(&self.page.address, name).await;
        read(answer.expect("the page is there")).await
    }

    async fn close(self: Box<Self>) {
        drop((self.people, self.boards));
        time::flow(self.page.close()).await;
        // In a shared store, the task that polls for news of boards then sees that no board is open.
        tokio::time::advance(Duration::from_secs(1)).await;
        tokio::task::yield_now().await;
    }
}

/// Returns the request by which a person performs a step in a place of the page, and its body.
pub(super) fn request_of(step: &Step, place: &str) -> (&'static str, Value) {
    let (what, mut body) = match &step.kind {
        StepKind::Input(said) => ("say", body(said)),
        StepKind::Typed(typed) => ("complete", text(typed)),
    };
    body["id"] = json!(step.id);
    body["place"] = json!(place);
    (what, body)
}

/// Reads the answer to the request of a step, and the uses of its controls.
pub(super) async fn reply_to(
    step: &Step,
    answer: Response,
) -> (ReceivedMessage, Vec<(ControlUser, UserInput)>) {
    let (head, body) = read(answer).await;
    let answer: Value = serde_json::from_slice(&body).expect("answers are JSON");
    let text = head + &*String::from_utf8_lossy(&body);
    let answer = &answer["answer"];
    let reply = received(text, &format!("answer/{}", step.id), answer);
    let uses = uses(answer).map(|said| (Some(step.who), said));
    (reply, uses.collect())
}

/// Returns a message without its own picture.
pub(super) fn plain(text: String) -> ReceivedMessage {
    ReceivedMessage {
        text,
        picture: None,
    }
}

/// Returns a message that may have a picture.
fn received(text: String, shown: &str, message: &Value) -> ReceivedMessage {
    let digest = message["picture"]["digest"].as_str();
    ReceivedMessage {
        text,
        picture: digest.map(|digest| format!("{shown}/{digest}")),
    }
}

/// Sends a request, and repeats it if the page asks for a short wait.
pub(super) async fn ask(request: RequestBuilder) -> Response {
    loop {
        let request = request.try_clone().expect("it is not read from elsewhere");
        let answer = request.send().await.expect("the page is there");
        if answer.status() != StatusCode::TOO_MANY_REQUESTS {
            return answer;
        }
    }
}

/// Returns the head and the body of an answer.
pub(super) async fn read(answer: Response) -> (String, Vec<u8>) {
    let mut headers = answer.headers().clone();
    headers.remove("date");
    let head = format!("{} {headers:?}\n", answer.status());
    let body = answer.bytes().await.expect("answers come whole");
    (head, body.to_vec())
}

/// Returns the uses of a board: its buttons, and drops of some pieces on legal and other squares.
pub(super) fn board_uses(board: &Value) -> Vec<UserInput> {
    let actions = board["actions"].as_array().map_or(&[][..], Vec::as_slice);
    let actions = actions.iter().step_by(actions.len() / 4 + 1);
    let texts = actions.filter_map(|action| action["text"].as_str());
    let drop = |text| {
        let id = the_match();
        [
            format!("type:{id}:{}:{text}", board["n_inputs"]),
            format!("why:{id}:{text}"),
        ]
    };
    let drops = texts.flat_map(drop).map(UserInput::Press);
    drops.chain(uses(board)).collect()
}

/// Returns the uses of a message's controls.
fn uses(message: &Value) -> impl Iterator<Item = UserInput> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut uses = Vec::new();
    for control in list(&message["controls"]) {
        for button in list(&control["buttons"]) {
            uses.push(UserInput::Press(word(&button["id"])));
        }
        let menu = &control["menu"];
        for choice in list(&menu["choices"]) {
            uses.push(UserInput::Choose {
                menu: word(&menu["id"]),
                value: word(&choice["value"]),
            });
        }
        let form = &control["form"];
        if form.is_object() {
            uses.extend(["e2e4", "Qd4", "nonsense"].map(|text| UserInput::Fill {
                form: word(&form["id"]),
                text: text.to_owned(),
            }));
        }
    }
    uses.into_iter()
}
