//! Two people who play against the real program whatever happens to it, and remember all that it acknowledged.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::StatusCode;
use rules::{Action, Color, Game, Next, Record};
use serde_json::Value;
use testkit::{Random, actions_of};
use tests::{
    guest::{Guest, Line, press, text},
    venue::challenged,
};

/// Something that a player does, under a name that stays the same each time it is said, so that it counts once.
#[derive(Clone)]
pub(crate) struct Step {
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
    /// What is expected, and the reply to it.
    Plan(Action, Action),
}

/// What is told when somebody's time is over, and later that it was.
const OVER: &str = " no time left in match ";

/// A match as its players know it.
struct Played {
    id: String,
    accepted: bool,
    game: Game,
    moves: Vec<String>,
    /// What whoever waits has planned.
    plan: Option<(Action, Action)>,
    /// The plies of moves that were answered at once, which have no boards of their own.
    answered: Vec<usize>,
}

impl Played {
    fn play(&mut self, action: Action) {
        self.game.act(action).expect("the move was legal");
        self.moves.push(action.to_string());
    }
}

/// Ann and Bob, who play random moves, some of them as planned, match after match.
pub(crate) struct Players {
    random: Random,
    ann: Guest,
    bob: Guest,
    matches: Vec<Played>,
    /// What each match begins with.
    challenge: &'static str,
    n_steps: usize,
    /// All posts of the channel, by number, as somebody who always comes back has read them.
    posts: BTreeMap<u64, Value>,
    /// The last change of the channel that they know.
    change: u64,
}

impl Players {
    pub(crate) async fn sign_in(address: &str, seed: u64) -> Players {
        Players {
            random: Random::new(seed),
            ann: Guest::sign_in(address, "Ann").await,
            bob: Guest::sign_in(address, "Bob").await,
            matches: Vec::new(),
            challenge: "/challenge berolina @Bob white",
            n_steps: 0,
            posts: BTreeMap::new(),
            change: 0,
        }
    }

    /// Has them play with as little time as there can be.
    pub(crate) fn hurry(&mut self) {
        self.challenge = "/challenge berolina @Bob white time:10m";
    }

    /// How many matches and moves were acknowledged.
    pub(crate) fn acknowledged(&self) -> (usize, usize) {
        let n_moves = self.matches.iter().map(|played| played.moves.len()).sum();
        (self.matches.len(), n_moves)
    }

    /// What comes next.
    pub(crate) fn step(&mut self) -> Step {
        self.n_steps += 1;
        let event = format!("step-{}", self.n_steps);
        let (who, deed, kind) = match self.matches.last() {
            Some(Played {
                id,
                accepted: false,
                ..
            }) => (Color::Black, press(&format!("accept:{id}")), Kind::Accept),
            Some(Played { id, game, plan, .. }) if matches!(game.next(), Next::Decision(_)) => {
                let Next::Decision(color) = game.next() else {
                    unreachable!("a decision is awaited")
                };
                let action = *self.random.pick(&actions_of(game));
                let mut then = game.clone();
                then.act(action).expect("it is legal");
                let replies = actions_of(&then);
                match plan {
                    None if !replies.is_empty() && self.random.chance(30) => {
                        let reply = *self.random.pick(&replies);
                        let deed = text(&format!("/plan {action} {reply} match:{id}"));
                        (!color, deed, Kind::Plan(action, reply))
                    }
                    _ => {
                        let expected = plan.map(|(expected, _)| expected);
                        let expected = expected.filter(|_| self.random.chance(60));
                        let action = expected.unwrap_or(action);
                        let deed = text(&format!("/move {action} match:{id}"));
                        (color, deed, Kind::Move(action))
                    }
                }
            }
            _ => (Color::White, text(self.challenge), Kind::Challenge),
        };
        Step {
            event,
            who,
            deed,
            kind,
        }
    }

    /// Says a step; whether it is known now that it counts. An error says that the program went away.
    pub(crate) async fn attempt(
        &mut self,
        address: &str,
        step: &Step,
    ) -> Result<bool, reqwest::Error> {
        let guest = match step.who {
            Color::White => &self.ann,
            Color::Black => &self.bob,
        };
        let said = match guest
            .try_say(address, "lobby", &step.event, &step.deed)
            .await?
        {
            Ok(heard) => heard["answer"]["text"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            Err((StatusCode::SERVICE_UNAVAILABLE, error))
                if error.contains("nothing is confirmed") =>
            {
                return Ok(false);
            }
            Err((status, error)) => panic!("{} was refused with {status}: {error}", step.deed),
        };
        if said.starts_with("Not confirmed") {
            return Ok(false);
        }
        self.acknowledge(step, &said);
        Ok(true)
    }

    /// Says a step, which must count.
    pub(crate) async fn finish(&mut self, address: &str, step: &Step) {
        let acknowledged = self
            .attempt(address, step)
            .await
            .expect("the program is there");
        assert!(acknowledged, "{} is not confirmed", step.deed);
    }

    fn acknowledge(&mut self, step: &Step, said: &str) {
        match step.kind {
            Kind::Challenge => {
                let id = challenged(said).to_string();
                let game = Game::new(&"berolina".parse().expect("a setup"));
                self.matches.push(Played {
                    id,
                    accepted: false,
                    game,
                    moves: Vec::new(),
                    plan: None,
                    answered: Vec::new(),
                });
            }
            Kind::Accept => {
                assert!(
                    said.starts_with("You accepted"),
                    "an acceptance was answered by {said}"
                );
                self.matches.last_mut().expect("there is a match").accepted = true;
            }
            Kind::Move(action) => {
                assert!(
                    said.starts_with("You played"),
                    "a move was answered by {said}"
                );
                let played = self.matches.last_mut().expect("there is a match");
                played.play(action);
                if let Some((expected, reply)) = played.plan.take()
                    && expected == action
                {
                    played.answered.push(played.moves.len());
                    played.play(reply);
                }
            }
            Kind::Plan(expected, reply) => {
                assert!(
                    said.starts_with("Your plan"),
                    "a plan was answered by {said}"
                );
                let played = self.matches.last_mut().expect("there is a match");
                played.plan = Some((expected, reply));
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

    /// Reads what was said meanwhile.
    pub(crate) async fn catch_up(&mut self, address: &str) -> Line {
        let since = BTreeMap::from([("lobby".to_owned(), self.change)]);
        let mut line = self.ann.listen(address, &since).await;
        for post in line.until_caught_up("lobby").await {
            self.read(post);
        }
        line
    }

    /// The boards that must be said in the end: one for each ply of each match.
    fn expected_boards(&self) -> BTreeSet<String> {
        let begun = self.matches.iter().filter(|played| played.accepted);
        begun
            .flat_map(|played| {
                let plies = 0..=played.moves.len();
                let plies = plies.filter(|ply| !played.answered.contains(ply));
                plies.map(|ply| format!("{}-{ply}.png", played.id))
            })
            .collect()
    }

    /// The boards that were said.
    fn boards(&self) -> Vec<String> {
        let names = self
            .posts
            .values()
            .filter_map(|post| post["picture"]["name"].as_str());
        names.map(str::to_owned).collect()
    }

    /// Checks that the program has each acknowledged move once and no other, has said each board once, and that nobody's time
    /// is over.
    pub(crate) async fn check(&mut self, address: &str) {
        self.check_records(address).await;
        let mut line = self.catch_up(address).await;
        let expected = self.expected_boards();
        while self.boards().len() < expected.len() {
            let post = line.next_post().await;
            if post["place"] == "lobby" {
                self.read(post);
            }
        }
        let boards = self.boards();
        assert_eq!(
            boards.len(),
            expected.len(),
            "each board is said once: {boards:?}"
        );
        assert_eq!(boards.into_iter().collect::<BTreeSet<_>>(), expected);
        let numbers: Vec<u64> = self.posts.keys().copied().collect();
        let all: Vec<u64> = (1..=numbers.len() as u64).collect();
        assert_eq!(numbers, all, "no post is missing");
        let texts = self.posts.values().filter_map(|post| post["text"].as_str());
        let over: Vec<_> = texts.filter(|text| text.contains(OVER)).collect();
        assert!(over.is_empty(), "the bot has cost somebody time: {over:?}");
    }

    async fn check_records(&mut self, address: &str) {
        for played in &self.matches {
            self.n_steps += 1;
            let event = format!("export-{}", self.n_steps);
            let answer = self
                .ann
                .say(
                    address,
                    "lobby",
                    &event,
                    &text(&format!("/export {}", played.id)),
                )
                .await;
            let record = answer["attachment"]["text"]
                .as_str()
                .expect("a record comes as a file");
            let record: Record = record.parse().expect("the file is a record");
            let moves: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
            assert_eq!(moves, played.moves, "match {}", played.id);
        }
    }
}
