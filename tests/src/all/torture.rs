//! The real program is killed at random moments, again and again: what it acknowledged is there afterwards, nothing
//! counts twice, and everything is said once.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    time::Duration,
};

use rules::{Action, Color, Game, Next, Record};
use serde_json::Value;
use tests::{
    guest::{Guest, Line, press, text},
    program::Program,
    random::Random,
};

const ROUNDS: usize = 50;

/// What the two players do next, and what they know of the answer.
#[derive(Clone)]
struct Step {
    /// The same each time it is said, so that it counts once.
    event: String,
    who: Color,
    deed: Value,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Challenge,
    Accept,
    Move(Action),
}

/// A match as its players know it.
struct Played {
    id: String,
    accepted: bool,
    game: Game,
    moves: Vec<String>,
}

struct Torture {
    random: Random,
    ann: Guest,
    bob: Guest,
    matches: Vec<Played>,
    n_steps: usize,
    /// All posts of the channel, by number, as somebody who always comes back has read them.
    posts: BTreeMap<u64, Value>,
    /// The last change of the channel that they know.
    change: u64,
}

impl Torture {
    fn step(&mut self) -> Step {
        self.n_steps += 1;
        let event = format!("step-{}", self.n_steps);
        let (who, deed, kind) = match self.matches.last() {
            Some(Played {
                id, accepted: false, ..
            }) => (Color::Black, press(&format!("accept:{id}")), Kind::Accept),
            Some(Played { id, game, .. }) if matches!(game.next(), Next::Decision(_)) => {
                let Next::Decision(color) = game.next() else {
                    unreachable!("a decision is awaited")
                };
                let mut actions = Vec::new();
                game.actions(&mut actions);
                let action = actions[self.random.below(actions.len())];
                (color, text(&format!("/move {action} match:{id}")), Kind::Move(action))
            }
            _ => (Color::White, text("/challenge berolina @Bob white"), Kind::Challenge),
        };
        Step { event, who, deed, kind }
    }

    fn guest(&self, who: Color) -> Guest {
        match who {
            Color::White => self.ann.clone(),
            Color::Black => self.bob.clone(),
        }
    }

    /// Says a step and waits for the answer.
    async fn finish(&mut self, address: &str, step: &Step) {
        let answer = self
            .guest(step.who)
            .say(address, "lobby", &step.event, &step.deed)
            .await;
        self.acknowledge(step, &answer);
    }

    /// Says a step and kills the program some time later; the step, if nobody knows what became of it.
    async fn interrupt(&mut self, program: Program, step: Step) -> Option<Step> {
        let guest = self.guest(step.who);
        let patience = Duration::from_micros(self.random.below(6000) as u64);
        let saying = guest.try_say(&program.address, "lobby", &step.event, &step.deed);
        let heard = tokio::time::timeout(patience, saying).await;
        program.kill();
        match heard {
            Ok(Ok(Ok(answer))) => {
                self.acknowledge(&step, &answer["answer"]);
                None
            }
            _ => Some(step),
        }
    }

    fn acknowledge(&mut self, step: &Step, answer: &Value) {
        let said = answer["text"].as_str().unwrap_or_default();
        match step.kind {
            Kind::Challenge => {
                let id = said.split("its name is ").nth(1).and_then(|rest| rest.get(..5));
                let id = id
                    .unwrap_or_else(|| panic!("a challenge was answered by {said}"))
                    .to_owned();
                let game = Game::new(&"berolina".parse().expect("a setup"));
                self.matches.push(Played {
                    id,
                    accepted: false,
                    game,
                    moves: Vec::new(),
                });
            }
            Kind::Accept => {
                assert!(said.starts_with("You accepted"), "an acceptance was answered by {said}");
                self.matches.last_mut().expect("there is a match").accepted = true;
            }
            Kind::Move(action) => {
                assert!(said.starts_with("You played"), "a move was answered by {said}");
                let played = self.matches.last_mut().expect("there is a match");
                played.game.act(action).expect("the move was legal");
                played.moves.push(action.to_string());
            }
        }
    }

    /// Reads a post or an edit. What is said while a line catches up may be told once more, the same as before.
    fn read(&mut self, post: Value) {
        let number = post["number"].as_u64().expect("posts are numbered");
        let change = post["change"].as_u64().expect("changes are numbered");
        if let Some(known) = self.posts.get(&number)
            && known["change"] == post["change"]
        {
            assert_eq!(*known, post, "a post changes without a change");
        }
        self.change = self.change.max(change);
        self.posts.insert(number, post);
    }

    async fn catch_up(&mut self, address: &str) -> Line {
        let since = BTreeMap::from([("lobby".to_owned(), self.change)]);
        let mut line = self.ann.listen(address, &since).await;
        loop {
            let frame = line.next().await.expect("the line stays open");
            match frame["type"].as_str() {
                Some("post") if frame["place"] == "lobby" => self.read(frame),
                Some("caught-up") => return line,
                _ => {}
            }
        }
    }

    /// The boards that must be said in the end: one for each ply of each match.
    fn expected_boards(&self) -> BTreeSet<String> {
        let begun = self.matches.iter().filter(|played| played.accepted);
        begun
            .flat_map(|played| (0..=played.moves.len()).map(|ply| format!("{}-{ply}.png", played.id)))
            .collect()
    }

    /// The boards that were said.
    fn boards(&self) -> Vec<String> {
        let names = self.posts.values().filter_map(|post| post["picture"]["name"].as_str());
        names.map(str::to_owned).collect()
    }

    /// Checks the program's record of every match against what the players know.
    async fn check_records(&self, address: &str) {
        for played in &self.matches {
            let event = format!("export-{}", played.id);
            let answer = self
                .ann
                .say(address, "lobby", &event, &text(&format!("/export {}", played.id)))
                .await;
            let record = answer["attachment"]["text"].as_str().expect("a record comes as a file");
            let record: Record = record.parse().expect("the file is a record");
            let moves: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
            assert_eq!(moves, played.moves, "match {}", played.id);
        }
    }
}

async fn torture(data: &Path) -> Torture {
    let program = Program::start(data);
    let mut torture = Torture {
        random: Random::new(20_261_120),
        ann: Guest::sign_in(&program.address, "Ann").await,
        bob: Guest::sign_in(&program.address, "Bob").await,
        matches: Vec::new(),
        n_steps: 0,
        posts: BTreeMap::new(),
        change: 0,
    };
    program.kill();
    let mut unknown = None;
    for _ in 0..ROUNDS {
        let program = Program::start(data);
        let _line = torture.catch_up(&program.address).await;
        if let Some(step) = unknown.take() {
            torture.finish(&program.address, &step).await;
        }
        for _ in 0..torture.random.below(4) {
            let step = torture.step();
            torture.finish(&program.address, &step).await;
        }
        let step = torture.step();
        unknown = torture.interrupt(program, step).await;
    }
    let program = Program::start(data);
    if let Some(step) = unknown.take() {
        torture.finish(&program.address, &step).await;
    }
    torture.check_records(&program.address).await;
    let mut line = torture.catch_up(&program.address).await;
    let expected = torture.expected_boards();
    while torture.boards().len() < expected.len() {
        let post = line.next_post().await;
        if post["place"] == "lobby" {
            torture.read(post);
        }
    }
    torture
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_loses_nothing_and_says_nothing_twice() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let torture = torture(&folder.path().join("data")).await;
    let boards = torture.boards();
    let expected = torture.expected_boards();
    assert_eq!(boards.len(), expected.len(), "each board is said once: {boards:?}");
    assert_eq!(boards.into_iter().collect::<BTreeSet<_>>(), expected);
    let numbers: Vec<u64> = torture.posts.keys().copied().collect();
    let all: Vec<u64> = (1..=numbers.len() as u64).collect();
    assert_eq!(numbers, all, "no post is missing");
}
