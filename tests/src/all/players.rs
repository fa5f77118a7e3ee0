//! Two people who play against the real program through all its failures, and remember everything that it acknowledged.

use std::collections::BTreeMap;

use command::OfferKind;
use reqwest::StatusCode;
use rules::{Action, Color, Conclusion, Game, GameInput, Next, Record};
use serde_json::Value;
use service::Takeback;
use testkit::Random;
use tests::{
    page_user::{Line, PageUser, press, text},
    venue::challenged,
};

/// A step of a player, under a name that stays the same in each repetition, so that it counts once.
#[derive(Clone)]
pub(crate) struct Step {
    event: String,
    who: Color,
    input: Value,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Challenge,
    Accept,
    Move(Action),
    /// The expected move, and the reply to it.
    Plan(Action, Action),
    Offer(OfferKind),
    /// The answer to an offer.
    Agree,
    Decline,
    Withdraw,
    /// The end of a pause.
    Resume,
    /// The start of a vacation if true, its end if false.
    Vacation(bool),
}

/// The text of a message that a player's time is over, and later that it was.
const OVER: &str = " no time left in match ";

/// The texts of an offer, and of one that no longer stands.
const OFFERS: [&str; 5] = [
    "Ann offers Bob ",
    "Bob offers Ann ",
    " for a takeback: ",
    "Ann offered Bob ",
    "Bob offered Ann ",
];

/// A match as its players know it.
struct PlayedMatch {
    id: String,
    accepted: bool,
    game: Game,
    record: Record,
    /// The plan of the player who waits.
    plan: Option<(Action, Action)>,
    /// The numbers of inputs of moves with an immediate planned reply, which have no boards of their own.
    answered: Vec<usize>,
    /// The offer that stands, its player, and its number of inputs.
    offer: Option<(OfferKind, Color, usize)>,
    /// All offers that were made.
    offered: Vec<(OfferKind, Color)>,
    is_paused: bool,
    /// The numbers of inputs at which a match went on after a pause, whose boards are posted again.
    resumed: Vec<usize>,
}

impl PlayedMatch {
    fn new(id: String) -> PlayedMatch {
        let record = Record::new("berolina".parse().expect("a setup"));
        PlayedMatch {
            id,
            accepted: false,
            game: Game::new(&record.setup),
            record,
            plan: None,
            answered: Vec::new(),
            offer: None,
            offered: Vec::new(),
            is_paused: false,
            resumed: Vec::new(),
        }
    }

    fn n_inputs(&self) -> usize {
        self.record.inputs.len()
    }

    fn input(&mut self, input: GameInput) {
        assert!(self.game.apply(input).is_ok(), "{input} was legal");
        self.record.inputs.push(input);
    }

    fn play(&mut self, action: Action) {
        let Next::Decision(side) = self.game.next() else {
            panic!("a move was awaited");
        };
        let lapses = |(kind, by, _)| by != side || kind == OfferKind::Takeback;
        self.offer = self.offer.filter(|offer| !lapses(*offer));
        self.input(GameInput::Action(action));
        if let Next::Over(_) = self.game.next() {
            self.offer = None;
        }
    }

    /// Applies the offer.
    fn agree(&mut self) {
        match self.offer.take().expect("there is an offer") {
            (OfferKind::Draw, ..) => self.input(GameInput::Conclusion(Conclusion::DrawAgreed)),
            (OfferKind::Takeback, by, _) => {
                let takeback = Takeback::of(&self.record, by).expect("it was offered");
                self.input(GameInput::Takeback(takeback.n_inputs));
                self.plan = None;
            }
            (OfferKind::Pause, ..) => self.is_paused = true,
        }
    }

    /// Returns the offers that a side can make.
    fn possible(&self, by: Color) -> Vec<OfferKind> {
        let mut kinds = OfferKind::ALL.to_vec();
        kinds.retain(|kind| {
            let n = self.offered.iter().filter(|offer| **offer == (*kind, by));
            let is_possible =
                *kind != OfferKind::Takeback || Takeback::of(&self.record, by).is_some();
            n.count() < 3 && is_possible
        });
        kinds
    }
}

/// Ann and Bob, who play random moves, some of them planned, match after match.
pub(crate) struct Players {
    random: Random,
    ann: PageUser,
    bob: PageUser,
    matches: Vec<PlayedMatch>,
    /// The command that begins each match.
    challenge: &'static str,
    /// True if they also make offers and go on vacation.
    haggle: bool,
    is_away: bool,
    n_steps: usize,
    /// All posts of the channel, by number, as a reader who always reconnects has them.
    posts: BTreeMap<u64, Value>,
    /// The last change of the channel that they have read.
    change: u64,
}

impl Players {
    pub(crate) async fn sign_in(address: &str, seed: u64) -> Players {
        Players {
            random: Random::new(seed),
            ann: PageUser::sign_in(address, "Ann").await,
            bob: PageUser::sign_in(address, "Bob").await,
            matches: Vec::new(),
            challenge: "/challenge berolina @Bob white",
            haggle: false,
            is_away: false,
            n_steps: 0,
            posts: BTreeMap::new(),
            change: 0,
        }
    }

    /// Makes them play with the shortest time.
    pub(crate) fn hurry(&mut self) {
        self.challenge = "/challenge berolina @Bob white time:10m";
    }

    /// Makes them also exchange offers, and go on vacation.
    pub(crate) fn haggle(&mut self) {
        self.haggle = true;
    }

    /// Returns the numbers of acknowledged matches and moves.
    pub(crate) fn acknowledged(&self) -> (usize, usize) {
        let n_moves = self.matches.iter().map(PlayedMatch::n_inputs).sum();
        (self.matches.len(), n_moves)
    }

    /// Returns the next step.
    pub(crate) fn step(&mut self) -> Step {
        self.n_steps += 1;
        let event = format!("step-{}", self.n_steps);
        let haggled = if self.haggle && self.random.chance(35) {
            self.haggled()
        } else {
            None
        };
        if let Some((who, input, kind)) = haggled {
            return Step {
                event,
                who,
                input,
                kind,
            };
        }
        let (who, input, kind) = match self.matches.last() {
            Some(PlayedMatch {
                id,
                accepted: false,
                ..
            }) => (Color::Black, press(&format!("accept:{id}")), Kind::Accept),
            Some(PlayedMatch {
                id,
                is_paused: true,
                ..
            }) => (
                *self.random.pick(&Color::ALL),
                press(&format!("resume:{id}")),
                Kind::Resume,
            ),
            Some(PlayedMatch { id, game, plan, .. })
                if matches!(game.next(), Next::Decision(_)) =>
            {
                let Next::Decision(color) = game.next() else {
                    unreachable!("a decision is awaited")
                };
                let action = *self.random.pick(&game.legal_list());
                let mut then = game.clone();
                then.act(action).expect("it is legal");
                let replies = then.legal_list();
                match plan {
                    None if !replies.is_empty() && self.random.chance(30) => {
                        let reply = *self.random.pick(&replies);
                        let input = text(&format!("/plan {action} {reply} match:{id}"));
                        (!color, input, Kind::Plan(action, reply))
                    }
                    _ => {
                        let expected = plan.map(|(expected, _)| expected);
                        let expected = expected.filter(|_| self.random.chance(60));
                        let action = expected.unwrap_or(action);
                        let input = text(&format!("/move {action} match:{id}"));
                        (color, input, Kind::Move(action))
                    }
                }
            }
            _ => (Color::White, text(self.challenge), Kind::Challenge),
        };
        Step {
            event,
            who,
            input,
            kind,
        }
    }

    /// Returns a step that is neither a challenge nor a move.
    fn haggled(&mut self) -> Option<(Color, Value, Kind)> {
        let is_open = |played: &&PlayedMatch| {
            let is_over = matches!(played.game.next(), Next::Over(_));
            played.accepted && !is_over && !played.is_paused
        };
        let played = self.matches.last().filter(is_open)?;
        if self.random.chance(20) {
            let (begins, change) = if self.is_away {
                (false, "end")
            } else {
                (true, "2")
            };
            let input = text(&format!("/vacation {change}"));
            return Some((Color::White, input, Kind::Vacation(begins)));
        }
        let id = &played.id;
        let Some((kind, by, n_inputs)) = played.offer else {
            let by = *self.random.pick(&Color::ALL);
            let kinds = played.possible(by);
            let kind = *kinds.get(self.random.below(kinds.len().max(1)))?;
            return Some((by, text(&format!("/{kind} match:{id}")), Kind::Offer(kind)));
        };
        // Players seldom agree on draws, so that matches are long.
        let answers = match kind {
            OfferKind::Draw => 10,
            _ => 50,
        };
        let (who, how, kind_of) = match self.random.below(100) {
            n if n < answers => (!by, "yes", Kind::Agree),
            n if n < 80 => (!by, "no", Kind::Decline),
            _ => (by, "withdraw", Kind::Withdraw),
        };
        Some((
            who,
            press(&format!("{kind}-{how}:{id}:{n_inputs}")),
            kind_of,
        ))
    }

    /// Sends a step. Returns whether it is known to count; an error means that the program went away.
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
            .try_send(address, "lobby", &step.event, &step.input)
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
            Err((status, error)) => panic!("{} was refused with {status}: {error}", step.input),
        };
        if said.starts_with("Not confirmed") {
            return Ok(false);
        }
        self.acknowledge(step, &said);
        Ok(true)
    }

    /// Sends a step, which must count.
    pub(crate) async fn finish(&mut self, address: &str, step: &Step) {
        let acknowledged = self
            .attempt(address, step)
            .await
            .expect("the program is there");
        assert!(acknowledged, "{} is not confirmed", step.input);
    }

    fn acknowledge(&mut self, step: &Step, said: &str) {
        let last = self.matches.last().map(|played| played.offer);
        let expected = match step.kind {
            Kind::Challenge => "Your challenge ",
            Kind::Accept => "You accepted the challenge",
            Kind::Move(_) => "You played",
            Kind::Plan(..) => "Your plan",
            Kind::Offer(_) => "You offered",
            Kind::Agree => match last.flatten() {
                Some((OfferKind::Takeback, ..)) => "You accepted the takeback",
                _ => "Match ",
            },
            Kind::Decline => "You declined",
            Kind::Withdraw => "You withdrew",
            Kind::Resume => "Match ",
            Kind::Vacation(true) => "You are on vacation",
            Kind::Vacation(false) => "Welcome back",
        };
        assert!(
            said.starts_with(expected),
            "{} was answered by {said}",
            step.input
        );
        if let Kind::Challenge = step.kind {
            self.matches
                .push(PlayedMatch::new(challenged(said).to_string()));
            return;
        }
        if let Kind::Vacation(begins) = step.kind {
            self.is_away = begins;
            return;
        }
        let played = self.matches.last_mut().expect("there is a match");
        match step.kind {
            Kind::Accept => played.accepted = true,
            Kind::Move(action) => {
                played.play(action);
                if let Some((expected, reply)) = played.plan.take()
                    && expected == action
                {
                    played.answered.push(played.n_inputs());
                    played.play(reply);
                }
            }
            Kind::Plan(expected, reply) => played.plan = Some((expected, reply)),
            Kind::Offer(kind) => {
                played.offer = Some((kind, step.who, played.n_inputs()));
                played.offered.push((kind, step.who));
            }
            Kind::Agree => played.agree(),
            Kind::Decline | Kind::Withdraw => played.offer = None,
            Kind::Resume => {
                played.is_paused = false;
                played.resumed.push(played.n_inputs());
            }
            Kind::Challenge | Kind::Vacation(_) => {}
        }
    }

    /// Reads a post or an edit. A message during the catch-up of a line may arrive once more, unchanged.
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

    /// Reads the messages since the last connection.
    pub(crate) async fn catch_up(&mut self, address: &str) -> Line {
        let since = BTreeMap::from([("lobby".to_owned(), self.change)]);
        let mut line = self.ann.listen(address, &since).await;
        for post in line.until_caught_up("lobby").await {
            self.read(post);
        }
        line
    }

    /// Returns the expected boards in order: one for each number of inputs of each match, and one more after each pause.
    fn expected_boards(&self) -> Vec<String> {
        let begun = self.matches.iter().filter(|played| played.accepted);
        let mut boards: Vec<_> = begun
            .flat_map(|played| {
                let counts =
                    (0..=played.n_inputs()).filter(|n_inputs| !played.answered.contains(n_inputs));
                let counts = counts.chain(played.resumed.iter().copied());
                counts.map(|n_inputs| format!("{}-{n_inputs}.png", played.id))
            })
            .collect();
        boards.sort();
        boards
    }

    /// Returns the posted boards.
    fn boards(&self) -> Vec<String> {
        let names = self
            .posts
            .values()
            .filter_map(|post| post["picture"]["name"].as_str());
        names.map(str::to_owned).collect()
    }

    /// Returns the number of posted offers.
    fn n_offers(&self) -> usize {
        let texts = self.posts.values().filter_map(|post| post["text"].as_str());
        let is_offer = |text: &&str| OFFERS.iter().any(|offers| text.contains(offers));
        texts.filter(is_offer).count()
    }

    /// Checks that the program has each acknowledged move once and no other, has posted each board once, and that no
    /// player's time is over.
    pub(crate) async fn check(&mut self, address: &str) {
        self.check_records(address).await;
        let mut line = self.catch_up(address).await;
        let expected = self.expected_boards();
        let n_offered = self.matches.iter().map(|played| played.offered.len()).sum();
        while self.boards().len() < expected.len() || self.n_offers() < n_offered {
            let post = line.next_post().await;
            if post["place"] == "lobby" {
                self.read(post);
            }
        }
        let mut boards = self.boards();
        boards.sort();
        assert_eq!(boards, expected, "each board is said once");
        assert_eq!(self.n_offers(), n_offered, "each offer is said once");
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
                .send(
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
            assert_eq!(record.inputs, played.record.inputs, "match {}", played.id);
        }
    }
}
