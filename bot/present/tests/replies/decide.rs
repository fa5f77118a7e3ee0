use std::{collections::BTreeMap, sync::Arc};

use api::{Batch, Event, EventId, MatchId, Place, Platform, Speaker, Timestamp, UserId};
use command::{Command, Control, Intent, OfferKind};
use present::Render;
use rules::Action;
use service::{
    testing::{LIMITS, Table, accepted, lobby, person},
    *,
};
use testkit::Random;
use text::Language;

/// Returns the content of an outcome, for comparison.
fn shown(outcome: &Outcome) -> (Batch, Vec<DeliveryId>, String) {
    let reply = match &outcome.reply {
        Reply::Done(done) => {
            let text = done.render(Language::ENGLISH).message.text;
            let stored = serde_json::to_string(done).expect("it is plain data");
            format!("{text} {stored}")
        }
        Reply::Completions(offered) => format!("{} ways to go on", offered.choices.len()),
        Reply::Write { id, n_inputs, .. } => format!("write {id} {n_inputs}"),
        reply => {
            let answer = present::reply(reply, Language::ENGLISH);
            answer.map(|answer| answer.message.text).unwrap_or_default()
        }
    };
    (
        outcome.changes.clone(),
        deliveries_in(&outcome.changes),
        reply,
    )
}

/// Returns a player that the program itself plays.
fn engine() -> Speaker {
    Speaker {
        id: UserId::new(Platform::Engine, "quick"),
        name: "Quick".to_owned(),
    }
}

/// A source of random requests of all kinds.
struct Requests {
    random: Random,
    n: u64,
    now: i64,
    /// The matches opened so far.
    ids: Vec<MatchId>,
}

const SETUPS: [&str; 5] = [
    "berolina",
    "baroque",
    "bario",
    "chakart",
    "chakart setup=standard",
];

impl Requests {
    /// Returns the next random request on the stored matches.
    fn next(&mut self, table: &Table) -> Request {
        self.n += 1;
        // The clock sometimes goes back, and sometimes leaps as after an outage.
        let seconds = match self.random.below(25) {
            0 => 86_400 * self.random.below(3) as i64,
            _ => self.random.below(30) as i64 - 6,
        };
        self.now += 1000 * seconds;
        let kind = match self.random.below(12) {
            0 => RequestKind::Tick {
                scale: TimeScale::Correspondence,
                was_away: false,
            },
            4 => RequestKind::Tidy,
            5 | 6 => match read_due(
                &table.rows,
                TimeScale::Correspondence,
                Timestamp(self.now),
                None,
            )
            .expect("rows can be read")
            .pop()
            {
                Some(due) => RequestKind::Due(due),
                None => return self.request(table),
            },
            3 => RequestKind::Retry(Retry {
                retryables: Retryables::All,
                after: None,
            }),
            1 | 2 => self.engine_move(table),
            7 if self.random.below(80) == 0 => RequestKind::Forget {
                user: person(self.random.pick::<&str>(&["Ann", "Bob", "Eve"])).id,
                event: EventId::new(Platform::Playground, format!("forget-{}", self.n)),
            },
            _ => return self.request(table),
        };
        Request {
            id: format!("program:{}", self.n),
            at: Timestamp(self.now),
            kind,
        }
    }

    /// Returns a random match, its number of inputs, and a legal move if there is one.
    fn a_move(&mut self, table: &Table) -> (MatchId, usize, Option<Action>) {
        if self.ids.is_empty() {
            return (MatchId::from_number(0), 0, None);
        }
        let id = self.ids[self.random.below(self.ids.len())];
        let (game_match, record) = read_match(&table.rows, id)
            .expect("the rows can be read")
            .expect("there is the match");
        let game = record.replay().expect("the record can be played");
        let actions = game.legal_list();
        let action = match actions.len() {
            0 => None,
            n => Some(actions[self.random.below(n)]),
        };
        (id, game_match.state.n_inputs, action)
    }

    /// Returns a random legal reply to a move, or `Nf3` if there is none.
    fn reply(&mut self, table: &Table, id: MatchId, action: &str) -> String {
        let found = read_match(&table.rows, id).expect("the rows can be read");
        let replies = found.and_then(|(_, record)| {
            let mut game = record.replay().ok()?;
            game.act(action.parse().ok()?).ok()?;
            Some(game.legal_list())
        });
        let actions = replies.unwrap_or_default();
        match actions.len() {
            0 => "Nf3".to_owned(),
            n => actions[self.random.below(n)].to_string(),
        }
    }

    fn engine_move(&mut self, table: &Table) -> RequestKind {
        let (id, n_inputs, action) = self.a_move(table);
        let action = action.unwrap_or_else(|| "e2e4".parse().expect("an action"));
        RequestKind::Engine(EngineMove {
            id,
            n_inputs,
            action,
            expected: None,
            sure_in: None,
            purpose: None,
        })
    }

    fn request(&mut self, table: &Table) -> Request {
        let (id, n_inputs, action) = self.a_move(table);
        let action = action.map_or("e2e5".to_owned(), |action| action.to_string());
        let setup = self.random.pick(&SETUPS);
        let sides = [
            "",
            " white time:10m",
            " black",
            " time:10m",
            " black time:1h+10m",
        ];
        let reply = self.reply(table, id, &action);
        let texts = [
            format!("/plan {action} {reply} match:{id}"),
            format!("/plan {action} {reply} match:{id}"),
            "/plan clear".to_owned(),
            format!("/challenge {setup}{}", self.random.pick(&sides)),
            format!("/challenge {setup} @Bob white"),
            format!("/move {action} match:{id} confirm:yes"),
            format!("/move {action} match:{id} confirm:yes"),
            format!("/move {action} match:{id}"),
            format!("/move {action}"),
            format!("/why {action} match:{id}"),
            format!("/hint match:{id}"),
            format!("/draw match:{id}"),
            format!("/pause match:{id}"),
            format!("/takeback match:{id}"),
            format!("/takeback match:{id}"),
            "/rematch".to_owned(),
            format!("/resign match:{id} confirm:yes"),
            format!("/board match:{id}"),
            format!("/view match:{id}"),
            format!("/history match:{id}"),
            format!("/export match:{id}"),
            format!("/verify match:{id}"),
            "/games".to_owned(),
            "/settings theme:dark".to_owned(),
            "/settings bottom:mover".to_owned(),
        ];
        let offer = OfferKind::ALL[self.random.below(OfferKind::ALL.len())];
        let controls = [
            Control::Accept(id),
            Control::Accept(id),
            Control::Decline(id),
            Control::AcceptOffer(offer, id, n_inputs),
            Control::DeclineOffer(offer, id, n_inputs),
            Control::WithdrawOffer(offer, id, n_inputs),
            Control::Resume(id),
            Control::Rematch(id),
            Control::ClearPlan(id),
            Control::Guide(id, n_inputs),
            Control::Write(id, n_inputs),
            Control::End(id),
            Control::ClaimWin(id, n_inputs),
            Control::GiveTime(id, n_inputs),
            Control::Abort(id, n_inputs),
        ];
        let intent = match self.random.below(4) {
            0 => Intent::Press(controls[self.random.below(controls.len())].clone()),
            _ => {
                let text = &texts[self.random.below(texts.len())];
                Intent::Command(Command::parse(text).expect(text))
            }
        };
        let people = [person("Ann"), person("Bob"), person("Eve"), engine()];
        let place = match self.random.below(5) {
            0 => Place::Direct,
            _ => lobby(),
        };
        let event = Event::new(
            EventId::new(Platform::Playground, format!("random-{}", self.n)),
            people[self.random.below(people.len())].clone(),
            place,
            intent,
        );
        let request = PersonRequest {
            is_overheard: self.random.below(8) == 0,
            person: Some(person("Bob").into()),
            ..PersonRequest::new(Arc::new(event), Language::ENGLISH)
        };
        request.at(Timestamp(self.now))
    }
}

/// Gives up a random delivery in one of four calls, if there is one.
fn give_up_some(requests: &mut Requests, table: &mut Table) {
    let rows = read_outbox(&table.rows).expect("rows");
    if rows.is_empty() || requests.random.below(4) > 0 {
        return;
    }
    let row = rows[requests.random.below(rows.len())];
    let letter = DeadLetter {
        delivery: read_delivery(&table.rows, row).expect("rows"),
        reason: DeadReason::Failed("the channel is closed".to_owned()),
        at: Timestamp(requests.now),
    };
    let changes = given_up(&table.rows, row, letter, None).expect("rows");
    table.rows.take(changes);
}

/// Decides random requests. Checks that a service without a cache decides the same, and that a repeated request changes
/// nothing.
fn check(seed: u64, kinds: &mut BTreeMap<&'static str, usize>) {
    let mut table = Table::new();
    let mut requests = Requests {
        random: Random::new(seed),
        n: 0,
        now: 1_800_000_000_000,
        ids: Vec::new(),
    };
    let mut changed = BTreeMap::new();
    for n in 0..400 {
        give_up_some(&mut requests, &mut table);
        let request = requests.next(&table);
        let when = format!("seed {seed}, request {n}, {request:?}");
        let Table {
            service,
            rows,
            dice,
            ..
        } = &mut table;
        // A service with an empty cache decides the same.
        let fresh = Service::new(LIMITS).handle(rows, &mut dice.clone(), &request);
        let decided = service.handle(rows, dice, &request).expect("rows");
        assert_eq!(shown(&decided), shown(&fresh.expect("rows")), "{when}");
        let (changes, _, answer) = shown(&decided);
        rows.take(changes.clone());
        let repeated = service.handle(rows, dice, &request).expect("rows");
        let (changed_again, deliveries_again, answer_again) = shown(&repeated);
        assert!(changed_again.is_empty(), "{when} counts twice");
        assert_eq!(deliveries_again, [], "{when} is told twice");
        if changes.is_empty() {
            continue;
        }
        let kind = match &request.kind {
            RequestKind::Person(_) => "request",
            RequestKind::Tick { .. } => "tick",
            RequestKind::Due(_) => "due",
            RequestKind::Daily(_) => "daily",
            RequestKind::Tidy => "tidy",
            RequestKind::Engine(_) => "engine",
            RequestKind::Retry(_) => "retry",
            RequestKind::Forget { .. } => "forget",
            RequestKind::Renamed(_) => "renamed",
            RequestKind::Session(_) => "session",
        };
        if let RequestKind::Retry(_) = &request.kind
            && deliveries_in(&decided.changes).is_empty()
        {
            // The retry found no delivery.
            continue;
        }
        *kinds.entry(kind).or_default() += 1;
        assert_eq!(answer_again, answer, "{when} is answered otherwise");
        let Outcome {
            live: Some(live),
            reply,
            ..
        } = decided
        else {
            continue;
        };
        if let Reply::Done(Done::Challenge(ChallengeDone::Opened(id))) = reply {
            requests.ids.push(id);
        }
        let (version, at) = changed
            .insert(
                live.game_match.id,
                (live.game_match.state.version, live.game_match.state.changed),
            )
            .unwrap_or_default();
        assert_ne!(live.game_match.state.version, version, "{when}");
        assert!(
            live.game_match.state.changed >= at,
            "{when}: time goes back"
        );
        let (stored, _) = read_match(rows, live.game_match.id)
            .expect("rows")
            .expect("a match");
        assert_eq!(stored, *live.game_match, "{when}");
    }
}

#[test]
fn the_same_request_has_the_same_effects_and_counts_once() {
    let mut kinds = BTreeMap::new();
    for seed in 0..120 {
        check(seed, &mut kinds);
    }
    let all = [
        "due", "engine", "forget", "request", "retry", "tick", "tidy",
    ];
    assert!(kinds.keys().eq(&all), "{kinds:?}");
    assert!(kinds.values().all(|n| *n >= 15), "{kinds:?}");
}

#[test]
fn the_program_moves_only_in_its_own_matches() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let mut play = |n_inputs, action: &str| {
        let action = action.parse().expect("an action");
        let request = Request {
            id: format!("engine:{id}-{n_inputs}"),
            at: Timestamp(0),
            kind: RequestKind::Engine(EngineMove {
                id,
                n_inputs,
                action,
                expected: None,
                sure_in: None,
                purpose: None,
            }),
        };
        let Table {
            service,
            rows,
            dice,
            ..
        } = &mut table;
        accepted(service.handle(rows, dice, &request).expect("rows")).err()
    };
    let refused = Some(text::refusal_not_a_player(id).into());
    assert_eq!(play(0, "e2g4"), refused);
    assert_eq!(play(7, "e2g4"), refused);
}
