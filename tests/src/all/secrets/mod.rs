//! The laws of hidden information (design section 4), seen by people: what somebody cannot know changes no byte of what
//! they read.

mod leaks;
mod log;
mod page;
mod traps;
mod twins;

use std::sync::Arc;

use bot::{
    app::Parts,
    command::{Command, Control},
    fair::Published,
    ledger::Ledger,
    ports::{Batch, EventId, MatchId, Place, Platform, Said, Secret, Timestamp},
    service::{Limits, Request, Service, Wish, read_match},
    store::MemoryStore,
};
use rules::{ByColor, Color, Game, Input, Next, Setup, Variant};
use serde_json::Value;
use tests::{random::Random, scene::channel};

use self::{
    leaks::{Leak, Leaky},
    page::{AtThePage, Company, Deed, Got, What},
    twins::{Dice, Difference, Tally, Twins, Twist, WATCHER, find_twist},
};
use crate::games::{options_of, play, setups, some_input};

/// Ann challenges and has White.
const NAMES: ByColor<&str> = ByColor {
    white: "Ann",
    black: "Bob",
};

const PEOPLE: [&str; 3] = [NAMES.white, NAMES.black, WATCHER];

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
    async fn find(setup: &Setup, company: &Company, random: &mut Random) -> Moment {
        loop {
            let secret = std::array::from_fn(|_| random.below(256) as u8);
            let (ledger, dice) = open(setup, company, secret).await;
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
async fn open(setup: &Setup, company: &Company, secret: [u8; 32]) -> (Ledger, Dice) {
    let ledger = copy(&company.ledger).await;
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
            speaker: company.speaker(name),
            place: Place::Channel(channel("lobby")),
            wish,
            opponent: None,
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
    let mut head: Value =
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

/// Two runs at the page that go on from the same; `prepare` may exchange what their bots are made of.
async fn run_twice(
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

/// Follows one pair from the moment on in which it begins to differ; where there is to be a leak, their bots have it.
async fn follow(
    setup: &Setup,
    company: &Company,
    leak: Option<Leak>,
    random: &mut Random,
) -> Result<Tally, Difference> {
    let Moment {
        ledger,
        game,
        us,
        dice,
        twist,
    } = Moment::find(setup, company, random).await;
    let runs = run_twice(&ledger, company, |parts| {
        if let Some(leak) = leak {
            let chat = Arc::clone(&parts.chats[0]);
            let ledger = parts.ledger.clone();
            parts.chats = vec![Arc::new(Leaky::new(chat, ledger, dice.id, leak))];
        }
    })
    .await;
    let closed = random.pick(&[None, None, None, Some(NAMES.white), Some(NAMES.black)]);
    if let Some(name) = closed {
        for run in &runs {
            run.close_direct(name).await;
        }
    }
    let mut twins = Twins::new(runs, [game.clone(), game], NAMES, us, dice);
    twins.tally.stealths += usize::from(matches!(twist, Twist::Moves(_)));
    if twins.twist(&twist).await? && twins.look_around(random).await? {
        let n_deeds = random.below(9);
        twins.follow(n_deeds, random).await?;
    }
    Ok(twins.end().await)
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
fn check(objects: &str, seed: u64) -> Tally {
    let mut random = Random::new(seed);
    let tally = block_on(async {
        let company = Company::gather(&PEOPLE).await;
        let mut tally = Tally::default();
        for setup in setups_with(objects) {
            for _ in 0..PAIRS {
                match follow(&setup, &company, None, &mut random).await {
                    Ok(followed) => tally += followed,
                    Err(Difference(what)) => panic!("{setup}, after {tally:?}: {what}"),
                }
            }
        }
        tally
    });
    assert_eq!((tally.pairs, tally.by_all), (3 * PAIRS, 3 * PAIRS));
    tally
}

#[test]
fn hidden_objects_change_nothing_for_those_who_cannot_know_of_them() {
    let tally = check("objects=hidden", 61);
    let trails = tally.pairs - tally.stealths;
    assert!(
        trails > 2 * PAIRS
            && tally.stealths > PAIRS / 2
            && tally.revealed > PAIRS / 2
            && tally.ours.min(tally.theirs) > 6 * PAIRS
            && tally.watchers > 5 * PAIRS
            && tally.pictures > 30 * PAIRS,
        "{tally:?}"
    );
}

#[test]
fn a_hidden_queen_changes_nothing_for_those_who_cannot_know_of_her() {
    let tally = check("objects=open", 62);
    assert!(
        tally.stealths == tally.pairs
            && tally.revealed > 2 * PAIRS
            && tally.ours > 6 * PAIRS
            && tally.theirs.min(tally.watchers) > 4 * PAIRS
            && tally.pictures > 15 * PAIRS,
        "{tally:?}"
    );
}

#[test]
fn a_bot_that_gives_a_secret_away_is_found_out() {
    let setups = setups_with("objects=hidden");
    block_on(async {
        let company = Company::gather(&PEOPLE).await;
        for leak in Leak::ALL {
            let mut random = Random::new(63);
            let mut is_found = false;
            for n in 0..400 {
                let setup = &setups[n % setups.len()];
                is_found = follow(setup, &company, Some(leak), &mut random)
                    .await
                    .is_err();
                if is_found {
                    break;
                }
            }
            assert!(is_found, "{leak:?} is not noticed");
        }
    });
}

/// How many whole matches are played under each combination of options, and how many deeds they last at most.
const MATCHES: usize = 2;
const LONGEST: usize = 60;

/// Follows one pair of matches from the challenge on.
async fn follow_whole(
    setup: &Setup,
    company: &Company,
    random: &mut Random,
) -> Result<Tally, Difference> {
    let secret = std::array::from_fn(|_| random.below(256) as u8);
    let mut runs = run_twice(&company.ledger, company, |parts| {
        parts.dice = Box::new(Drawn::new(secret));
    })
    .await;
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
    for run in &mut twins.runs {
        check_end(run, id, secret).await;
    }
    Ok(twins.end().await)
}

/// Ends a match, and then who watches is shown all that was hidden.
async fn check_end(run: &mut AtThePage, id: MatchId, secret: [u8; 32]) {
    let resign = format!("/resign match:{id} confirm:yes");
    let board = format!("/board match:{id}");
    run.hear(&deed("end", NAMES.white, What::text(resign)))
        .await;
    let heard = run.hear(&deed("look", WATCHER, What::text(board))).await;
    let [Got { text, .. }] = &heard.lines[WATCHER][..] else {
        panic!("the board is posted again");
    };
    let post: Value = serde_json::from_str(text).expect("frames are JSON");
    let (row, record) = found(run.ledger(), id);
    let end = record.replay().expect("records replay");
    assert!(matches!(end.next(), Next::Over(_)), "{post}");
    let all = render::text::alt(end.truth().as_view(), &row.names());
    assert_eq!(post["picture"]["alt"], all);
    let secret = Published(&Secret::new(secret)).to_string();
    assert!(post.to_string().contains(&secret), "{post}");
}

/// Something that is done in the channel.
fn deed(id: &str, who: &'static str, what: What) -> Deed {
    Deed {
        id: id.to_owned(),
        who,
        is_direct: false,
        what,
    }
}

fn found(ledger: &Ledger, id: MatchId) -> (bot::service::Match, rules::Record) {
    let found = read_match(ledger, id).expect("memory can be read");
    found.expect("there is the match")
}

#[test]
fn whole_matches_tell_nothing_that_is_hidden() {
    let mut random = Random::new(64);
    let tally = block_on(async {
        let company = Company::gather(&PEOPLE).await;
        let mut tally = Tally::default();
        for setup in setups(Variant::Chakart) {
            for _ in 0..MATCHES {
                match follow_whole(&setup, &company, &mut random).await {
                    Ok(followed) => tally += followed,
                    Err(Difference(what)) => panic!("{setup}: {what}"),
                }
            }
        }
        tally
    });
    assert!(
        tally.twists > MATCHES && tally.revealed > MATCHES && tally.decisions > 50 * MATCHES,
        "{tally:?}"
    );
}
