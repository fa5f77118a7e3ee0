//! The laws of hidden information (design section 4), seen by people: what somebody cannot know changes no byte of what
//! they read.

mod leaks;
mod log;
mod page;
mod runs;
mod traps;
mod twins;

use std::sync::{Arc, atomic::AtomicU32};

use bot::{
    command::{Command, Control},
    ledger::Ledger,
    ports::{Batch, EventId, MatchId, Place, Platform, Said, Secret, Timestamp},
    service::{Limits, Request, Service, Wish, read_match},
    store::MemoryStore,
};
use rules::{ByColor, Color, Game, Input, Next, Setup, Variant};
use tests::{
    random::Random,
    scene::{channel, person},
};

use self::{
    leaks::{Leak, Leaky},
    page::AtThePage,
    runs::{Deed, OnPaper, Run, What},
    twins::{Dice, Difference, Tally, Twins, Twist, WATCHER, find_twist},
};
use crate::games::{options_of, play, setups, some_input};

/// Ann challenges and has White.
const NAMES: ByColor<&str> = ByColor {
    white: "Ann",
    black: "Bob",
};

/// Dice that count, with a secret that the test knows.
struct Drawn {
    secret: [u8; 32],
    n: u32,
}

impl Drawn {
    fn new(secret: [u8; 32]) -> Drawn {
        Drawn { secret, n: 0 }
    }
}

impl bot::ports::Dice for Drawn {
    fn below(&mut self, n: u32) -> u32 {
        self.n += 1;
        self.n % n
    }

    fn secret(&mut self) -> Secret {
        Secret::new(self.secret)
    }
}

/// A match that has come to where one side can make a difference that nobody else sees.
struct Moment {
    ledger: Ledger,
    game: Game,
    us: Color,
    dice: Dice,
    twist: Twist,
}

impl Moment {
    async fn find(setup: &Setup, random: &mut Random) -> Moment {
        loop {
            let secret = std::array::from_fn(|_| random.below(256) as u8);
            let (ledger, dice) = open(setup, secret).await;
            let (_, record) = found(&ledger, dice.id);
            let mut game = record.replay().expect("records replay");
            let mut inputs = Vec::new();
            let begins = random.below(60);
            while game.ply() < 120 {
                if let Next::Decision(us) = game.next()
                    && inputs.len() >= begins
                {
                    let before = record.inputs.iter().chain(&inputs);
                    let n_rolls = before
                        .filter(|input| matches!(input, Input::Outcome(_)))
                        .count();
                    let n_rolls = bot::fair::Rolls::FIRST + n_rolls as u32;
                    if let Some(twist) = find_twist([&game, &game], &dice, n_rolls, random) {
                        go_on(&ledger, dice.id, record.inputs.len(), &inputs, n_rolls).await;
                        return Moment {
                            ledger,
                            game,
                            us,
                            dice,
                            twist,
                        };
                    }
                }
                match some_input(&game, random) {
                    Some(input) => {
                        play(&mut game, input);
                        inputs.push(input);
                    }
                    None => break,
                }
            }
        }
    }
}

/// A match that has been accepted; nothing of it is said yet.
async fn open(setup: &Setup, secret: [u8; 32]) -> (Ledger, Dice) {
    let ledger = Ledger::new(Arc::new(MemoryStore::new()));
    let mut service = Service::new(Limits {
        matches: 3,
        turns: 500,
    });
    let mut dice = Drawn::new(secret);
    let id = MatchId::from_number(1);
    let challenge = Command::parse(&format!("/challenge {setup} color:white"));
    for (name, wish) in [
        (
            NAMES.white,
            Wish::Command(challenge.expect("it is a command")),
        ),
        (NAMES.black, Wish::Press(Control::Accept(id))),
    ] {
        let request = Request {
            event: EventId::new(Platform::Playground, name),
            speaker: person(name),
            place: Place::Channel(channel("lobby")),
            wish,
            opponent: None,
            findings: Vec::new(),
            now: Timestamp(1_767_225_600_000),
        };
        let answered = service.handle(&ledger, &mut dice, &request);
        let effects = answered.expect("memory can be read");
        let effects = effects.unwrap_or_else(|refusal| panic!("{name} is refused: {refusal}"));
        ledger
            .commit(effects.changes)
            .await
            .expect("memory does not fail");
    }
    let accepted = EventId::new(Platform::Playground, NAMES.black).to_string();
    (
        ledger,
        Dice {
            id,
            accepted,
            secret,
        },
    )
}

/// Has a match go on by these inputs, as if they had been played.
async fn go_on(ledger: &Ledger, id: MatchId, ply: usize, inputs: &[Input], n_rolls: u32) {
    let mut batch = Batch::default();
    for (n, input) in inputs.iter().enumerate() {
        batch.put(format!("input/{id}/{:06x}", ply + n), input.to_string());
    }
    let key = format!("head/{id}");
    let head = ledger.get(key.as_bytes()).expect("memory can be read");
    let mut head: serde_json::Value =
        serde_json::from_slice(&head.expect("there is the match")).expect("rows are JSON");
    head["ply"] = (ply + inputs.len()).into();
    head["n_rolls"] = n_rolls.into();
    batch.put(key, head.to_string());
    ledger.commit(batch).await.expect("memory does not fail");
}

/// A ledger of its own with all that another holds.
async fn copy(ledger: &Ledger) -> Ledger {
    let copy = Ledger::new(Arc::new(MemoryStore::new()));
    let changes = ledger
        .scan(b"", None, usize::MAX)
        .expect("memory can be read");
    let changes = changes.into_iter().map(|(key, value)| (key, Some(value)));
    let batch = Batch {
        changes: changes.collect(),
    };
    copy.commit(batch).await.expect("memory does not fail");
    copy
}

/// Follows one pair on the platform of paper.
async fn follow_on_paper(
    setup: &Setup,
    leak: Option<Leak>,
    random: &mut Random,
) -> Result<Tally, Difference> {
    let Moment {
        ledger,
        game,
        us,
        dice,
        twist,
    } = Moment::find(setup, random).await;
    let closed = random.pick(&[None, None, None, Some(NAMES.white), Some(NAMES.black)]);
    let mut runs = Vec::new();
    for _ in 0..2 {
        let ledger = copy(&ledger).await;
        let people = [NAMES.white, NAMES.black, WATCHER];
        let leaky = ledger.clone();
        let mut run = OnPaper::start(&people, ledger, |parts, scene| {
            if let Some(leak) = leak {
                parts.chats = vec![Arc::new(Leaky {
                    scene: Arc::clone(scene),
                    ledger: leaky,
                    id: dice.id,
                    leak,
                    n_leaks: AtomicU32::new(0),
                })];
            }
        });
        run.listen().await;
        if let Some(name) = closed {
            run.close(name);
        }
        runs.push(run);
    }
    let runs = runs
        .try_into()
        .unwrap_or_else(|_| panic!("there are two runs"));
    let mut twins = Twins::new(runs, [game.clone(), game], NAMES, us, dice);
    twins.tally.stealths += usize::from(matches!(twist, Twist::Moves(_)));
    if twins.twist(&twist).await? {
        let n_deeds = 3 + random.below(9);
        twins.follow(n_deeds, random).await?;
    }
    Ok(twins.tally)
}

/// How many pairs of runs are followed under each combination of options, so that there are 500 of each value of an option.
const PAIRS: usize = 250;

/// The combinations of options in which objects are hidden, or open.
fn setups_with(objects: &str) -> Vec<Setup> {
    let mut setups = setups(Variant::Chakart);
    setups.retain(|setup| options_of(setup).contains(objects));
    assert_eq!(setups.len(), 3, "each way to begin");
    setups
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(future)
}

#[track_caller]
fn check_on_paper(objects: &str, seed: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for setup in setups_with(objects) {
        for _ in 0..PAIRS {
            match block_on(follow_on_paper(&setup, None, &mut random)) {
                Ok(followed) => tally += followed,
                Err(Difference(what)) => panic!("{setup}, after {tally:?}: {what}"),
            }
        }
    }
    assert_eq!(tally.pairs, 3 * PAIRS);
    tally
}

#[test]
fn hidden_objects_change_nothing_for_those_who_cannot_know_of_them() {
    let tally = check_on_paper("objects=hidden", 61);
    let trails = tally.pairs - tally.stealths;
    assert!(
        trails > PAIRS
            && tally.stealths > PAIRS / 2
            && tally.revealed > PAIRS / 2
            && tally.deeds > 10 * PAIRS,
        "{tally:?}"
    );
}

#[test]
fn a_hidden_queen_changes_nothing_for_those_who_cannot_know_of_her() {
    let tally = check_on_paper("objects=open", 62);
    assert!(
        tally.stealths == tally.pairs && tally.revealed > PAIRS && tally.deeds > 4 * PAIRS,
        "{tally:?}"
    );
}

#[test]
fn a_bot_that_gives_a_secret_away_is_found_out() {
    let setups = setups_with("objects=hidden");
    for leak in Leak::ALL {
        let mut random = Random::new(63);
        let is_found = (0..400).any(|n| {
            let setup = &setups[n % setups.len()];
            block_on(follow_on_paper(setup, Some(leak), &mut random)).is_err()
        });
        assert!(is_found, "{leak:?} is not noticed");
    }
}

/// How many matches are played at the local page under each combination of options, and how many deeds they last at most.
const MATCHES: usize = 2;
const LONGEST: usize = 60;

/// Follows one pair of whole matches at the local page.
async fn follow_at_the_page(setup: &Setup, random: &mut Random) -> Result<Tally, Difference> {
    let secret = std::array::from_fn(|_| random.below(256) as u8);
    let people = [NAMES.white, NAMES.black, WATCHER];
    let mut runs = [
        AtThePage::open(&people, Box::new(Drawn::new(secret))).await,
        AtThePage::open(&people, Box::new(Drawn::new(secret))).await,
    ];
    let deed = |id: &str, who, what| Deed {
        id: id.to_owned(),
        who,
        is_direct: false,
        what,
    };
    let id = MatchId::from_number(1);
    let challenge = What::text(format!("/challenge {setup} color:white"));
    let accept = What::Said(Said::Press(Control::Accept(id).to_string()));
    let opening = [
        deed("challenge", NAMES.white, challenge),
        deed("accept", NAMES.black, accept),
    ];
    for run in &mut runs {
        for deed in &opening {
            run.hear(deed).await;
        }
    }
    let games = [0, 1].map(|n| {
        let (_, record) = found(runs[n].ledger(), id);
        record.replay().expect("records replay")
    });
    let (row, _) = found(runs[0].ledger(), id);
    let accepted = row.seal.accepted.expect("it is accepted").to_string();
    let dice = Dice {
        id,
        accepted,
        secret,
    };
    let us = *random.pick(&Color::ALL);
    let mut twins = Twins::new(runs, games, NAMES, us, dice);
    twins.follow(LONGEST, random).await?;
    let tally = twins.tally;
    for run in twins.runs {
        run.close().await;
    }
    Ok(tally)
}

fn found(ledger: &Ledger, id: MatchId) -> (bot::service::Match, rules::Record) {
    let found = read_match(ledger, id).expect("memory can be read");
    found.expect("there is the match")
}

#[test]
fn whole_matches_at_the_page_tell_nothing_that_is_hidden() {
    let mut random = Random::new(64);
    let mut tally = Tally::default();
    for setup in setups(Variant::Chakart) {
        for _ in 0..MATCHES {
            match block_on(follow_at_the_page(&setup, &mut random)) {
                Ok(followed) => tally += followed,
                Err(Difference(what)) => panic!("{setup}: {what}"),
            }
        }
    }
    assert!(
        tally.twists > MATCHES && tally.revealed > MATCHES && tally.deeds > 60 * MATCHES,
        "{tally:?}"
    );
}
