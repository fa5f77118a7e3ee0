use std::cell::RefCell;

use api::{Batch, Entry, MatchId, MessageId, Platform, Rows, StoreError};
use command::{Command, Control, Intent};
use rules::{Action, Color, Game, GameInput, MoveList, Next, Setup, Variant, View};
use service::{
    mark_sent,
    testing::{Table, accepted, english, lobby},
    *,
};
use testkit::{Random, quick_or_long, setups};
use text::Language;

const ANN: &str = "Ann";
const BOB: &str = "Bob";

/// Begins a match between Ann, who plays White, and Bob.
fn begin(setup: &str) -> (Table, MatchId) {
    let mut table = Table::new();
    let text = format!("/challenge {setup} Bob white time:1h+10m");
    let Ok(Reply::Done(Done::Challenge(ChallengeDone::Opened(id)))) =
        table.say(ANN, lobby(), &text)
    else {
        panic!("{text}");
    };
    let accepted = table.ask(BOB, lobby(), Intent::Press(Control::Accept(id)));
    assert!(accepted.is_ok(), "Bob accepts");
    (table, id)
}

/// Begins a Berolina match and moves Ann's knight.
fn opened() -> (Table, MatchId) {
    let (mut table, id) = begin("berolina");
    does(&mut table, ANN, "/move Nf3");
    (table, id)
}

#[track_caller]
fn does(table: &mut Table, name: &str, text: &str) -> String {
    match table.say(name, lobby(), text) {
        Ok(reply) => reply_text(&reply),
        Err(refusal) => panic!("{name}: {text}: {}", english(&refusal)),
    }
}

fn reply_text(reply: &Reply) -> String {
    let answer = present::reply(reply, Language::ENGLISH);
    answer.expect("an answer").message.text
}

fn found(table: &Table, id: MatchId) -> (Match, Vec<GameInput>, Game) {
    let (game_match, record) = read_match(&table.rows, id)
        .expect("the rows can be read")
        .expect("there is the match");
    let game = record.replay().expect("the record can be played");
    (game_match, record.inputs, game)
}

/// Returns the last inputs of a match as text.
fn last(table: &Table, id: MatchId, n: usize) -> String {
    let (_, inputs, _) = found(table, id);
    let last = inputs[inputs.len() - n..].iter();
    last.map(GameInput::to_string).collect::<Vec<_>>().join(" ")
}

fn stored(table: &Table, id: MatchId) -> Option<Vec<u8>> {
    table
        .rows
        .get(&testing::plan_key(id))
        .expect("the rows can be read")
}

/// Returns the kinds of the notices in these changes that inform a seat about its plan.
fn plan_notices(table: &Table, changes: &Batch, seat: Color) -> Vec<DeliveryKind> {
    let rows = deliveries_in(changes).into_iter();
    let rows = rows.filter(|row| row.to == Readers::Seat(seat));
    let kind = |row: DeliveryId| {
        let delivery = read_delivery(&table.rows, row).expect("the rows can be read");
        delivery.expect("it waits").kind
    };
    rows.map(kind)
        .filter(|kind| {
            matches!(
                kind,
                DeliveryKind::PlanPlayed { .. } | DeliveryKind::PlanEnded
            )
        })
        .collect()
}

fn input(table: &mut Table, name: &str, text: &str) -> Request {
    let command = Command::parse(text).expect("a command");
    table.request(name, lobby(), Intent::Command(command))
}

/// Applies a person's command to the table and returns its changes.
#[track_caller]
fn changes(table: &mut Table, name: &str, text: &str) -> Batch {
    let command = Command::parse(text).expect("a command");
    let decision = table.decide_on(name, lobby(), Intent::Command(command));
    let outcome = decision.unwrap_or_else(|refusal| panic!("{text}: {}", english(&refusal)));
    table.rows.take(outcome.changes.clone());
    outcome.changes
}

#[test]
fn a_planned_reply_is_played_in_the_commit_of_the_answered_move() {
    for restarts in [false, true] {
        let (mut table, id) = opened();
        does(&mut table, ANN, "/plan Nc6 Ng5 Nb8 Nf3");
        for (name, answered, stands) in [("Nc6", "f3g5", true), ("Nb8", "g5f3", false)] {
            if restarts {
                table.service.forget();
            }
            let changes = changes(&mut table, BOB, &format!("/move {name}"));
            assert!(last(&table, id, 1) == answered);
            let notices = plan_notices(&table, &changes, Color::White);
            assert_eq!(notices, [DeliveryKind::PlanPlayed { stands }]);
            assert_eq!(stored(&table, id).is_some(), stands);
            // Only one board is posted, after both moves.
            let (game_match, inputs, _) = found(&table, id);
            let boards = deliveries_in(&changes).into_iter();
            let boards: Vec<_> = boards
                .filter(|row| row.to == Readers::Place(0))
                .filter_map(|row| read_delivery(&table.rows, row).expect("rows"))
                .collect();
            assert!(boards.len() == 1 && boards[0].n_inputs == inputs.len());
            assert_eq!(
                boards[0].kind,
                DeliveryKind::BoardAnswered(inputs.len() - 1)
            );
            assert_eq!(game_match.state.n_inputs, inputs.len());
        }
    }
}

#[test]
fn a_repeated_move_triggers_a_plan_once() {
    let (mut table, id) = opened();
    does(&mut table, ANN, "/plan Nc6 Ng5 Nb8 Nf3");
    let input = input(&mut table, BOB, "/move Nc6");
    let mut decide = || {
        let decided = table.decide(&input).map_err(|refusal| english(&refusal));
        let Outcome { changes, reply, .. } = decided.unwrap_or_else(|refusal| panic!("{refusal}"));
        table.rows.take(changes.clone());
        (changes.is_empty(), reply_text(&reply))
    };
    let (is_empty, once) = decide();
    assert!(!is_empty);
    assert_eq!(decide(), (true, once));
    assert_eq!(last(&table, id, 2), "b8c6 f3g5");
}

#[test]
fn an_unplanned_move_takeback_or_resignation_cancels_a_plan() {
    for before in ["", "/takeback"] {
        for (name, text) in [
            (BOB, "/move Nf6"),
            (BOB, "/takeback"),
            (ANN, "/resign confirm:yes"),
            (BOB, "/resign confirm:yes"),
        ] {
            if (text == "/takeback") == before.is_empty() {
                continue;
            }
            let (mut table, id) = opened();
            does(&mut table, ANN, "/plan Nc6 Ng5");
            if !before.is_empty() {
                does(&mut table, ANN, before);
                assert!(stored(&table, id).is_some(), "an offer changes nothing");
            }
            let changes = changes(&mut table, name, text);
            let notices = plan_notices(&table, &changes, Color::White);
            // The end of the match has its own notice.
            let expected = if text.starts_with("/resign") {
                Vec::new()
            } else {
                vec![DeliveryKind::PlanEnded]
            };
            assert_eq!(notices, expected, "{name}: {text}");
            assert_eq!(plan_notices(&table, &changes, Color::Black), []);
            assert_eq!(stored(&table, id), None);
        }
    }
}

const OVERHEARD: &str = "Nothing was planned: everybody there can read what you write, your opponent too. Send your plan here, \
                         in our direct messages.";

#[test]
fn a_plan_that_others_have_read_is_not_made_by_telling_which_match_is_meant() {
    let (mut table, _) = opened();
    let second = "/challenge berolina Bob white time:1h+10m";
    let Ok(Reply::Done(Done::Challenge(ChallengeDone::Opened(id)))) =
        table.say(ANN, lobby(), second)
    else {
        panic!("{second}");
    };
    let accepted = table.ask(BOB, lobby(), Intent::Press(Control::Accept(id)));
    assert!(accepted.is_ok(), "Bob accepts");
    table.is_overheard = true;
    table.refuses(ANN, lobby(), "/plan e7g5 Nf3", OVERHEARD);
    table.is_overheard = false;
    let refused = table.say(ANN, lobby(), "/plan e7g5 Nf3");
    assert!(refused.is_err_and(|refusal| english(&refusal).starts_with("Which match")));
}

#[test]
fn only_the_waiting_player_makes_a_plan_and_only_in_private() {
    let (mut table, id) = opened();
    let own_turn = format!(
        "It is your turn in match {id}, so play with /move. You can plan replies while your opponent is to move."
    );
    table.refuses(BOB, lobby(), "/plan Ng5 Nf6", &own_turn);
    table.is_overheard = true;
    table.refuses(ANN, lobby(), "/plan Nc6 Ng5", OVERHEARD);
    table.is_overheard = false;
    does(&mut table, ANN, "/plan Nc6 Ng5");
    let theirs = stored(&table, id);
    // The other side can neither read nor clear the plan.
    let nothing = does(&mut table, BOB, "/plan");
    assert!(nothing.starts_with("You have no plan"), "{nothing}");
    assert_eq!(does(&mut table, BOB, "/plan clear"), nothing);
    let press = Intent::Press(Control::ClearPlan(id));
    assert!(table.ask(BOB, lobby(), press).is_ok());
    assert_eq!(stored(&table, id), theirs);
}

#[test]
fn a_move_of_the_program_is_answered_like_any_other() {
    let mut table = Table::new();
    let opened = table.say(ANN, lobby(), "/challenge berolina white");
    let Ok(Reply::Done(Done::Challenge(ChallengeDone::Opened(id)))) = opened else {
        panic!("a challenge is opened");
    };
    let mut accept = table.request(BOB, lobby(), Intent::Press(Control::Accept(id)));
    if let RequestKind::Person(request) = &mut accept.kind {
        request.speaker.id.platform = Platform::Engine;
    }
    let accepted = table.decide(&accept);
    table.rows.take(accepted.expect("it is accepted").changes);
    does(&mut table, ANN, "/move Nf3");
    does(&mut table, ANN, "/plan Nc6 Ng5");
    let action = "b8c6".parse().expect("an action");
    let input = Request {
        id: "engine:1".to_owned(),
        at: table.now,
        kind: RequestKind::Engine(EngineMove {
            id,
            n_inputs: 1,
            action,
            expected: None,
            sure_in: None,
            purpose: None,
        }),
    };
    let moved = table.decide(&input);
    table.rows.take(moved.expect("it is played").changes);
    assert_eq!(last(&table, id, 2), "b8c6 f3g5");
}

#[test]
fn a_plan_that_is_damaged_is_as_if_there_were_none() {
    let (mut table, id) = opened();
    let mut batch = Batch::default();
    batch.put(testing::plan_key(id), "Nc6 Ng5");
    table.rows.take(batch);
    let answer = does(&mut table, ANN, "/plan");
    assert!(answer.starts_with("You have no plan"), "{answer}");
    let damage = examine(&table.rows, |_, _| Ok(())).expect("the rows can be read");
    assert!(damage.entries.contains_key(&testing::plan_key(id)) && damage.matches.is_empty());
    does(&mut table, ANN, "/plan Nc6 Ng5");
    does(&mut table, BOB, "/move Nc6");
    assert_eq!(last(&table, id, 2), "b8c6 f3g5");
    assert_eq!(stored(&table, id), None);
}

#[test]
fn plans_are_bounded() {
    let (mut table, _) = opened();
    let replies = ["Ng5", "Nd4", "Nh4", "Ne5", "Ng1"];
    // A line with another reply to the same move replaces the earlier line.
    for reply in replies {
        let answer = does(&mut table, ANN, &format!("/plan Nc6 {reply}"));
        assert!(answer.ends_with(&format!("\n• Nc6 → {reply}")), "{answer}");
    }
    // A longer line replaces its beginning, and its beginning alone adds nothing.
    for text in ["/plan Nc6 Ng5 Nb8 Nf3", "/plan Nc6 Ng5"] {
        let answer = does(&mut table, ANN, text);
        assert!(answer.ends_with("\n• Nc6 → Ng5, Nb8 → Nf3"), "{answer}");
    }
    let to_and_fro = "Nc6 Ng5 Nb8 Nf3 ".repeat(6);
    let too_long = "Nothing was planned. A line of a plan can have at most 20 moves.";
    table.refuses(ANN, lobby(), &format!("/plan {to_and_fro}"), too_long);
    let steps = [
        "a7b6", "b7a6", "b7c6", "c7b6", "c7d6", "d7c6", "d7e6", "e7d6", "e7f6", "f7e6",
    ];
    let lines = steps.map(|step| format!("{step} Ng5")).join(", ");
    let too_many =
        "Nothing was planned. A plan can have at most 10 lines. /plan clear begins a new one.";
    table.refuses(ANN, lobby(), &format!("/plan {lines}"), too_many);
    does(&mut table, ANN, "/plan clear");
    does(&mut table, ANN, &format!("/plan {lines}"));
}

#[test]
fn concurrent_plans_and_moves_conflict() {
    let decide = |table: &mut Table, name: &str, text: &str| {
        let command = Command::parse(text).expect("a command");
        let decision = table.decide_on(name, lobby(), Intent::Command(command));
        table.service.forget();
        decision.unwrap_or_else(|_| panic!("it is refused")).changes
    };
    for (first, second) in [
        ((ANN, "/plan Nc6 Ng5"), (BOB, "/move Nc6")),
        ((ANN, "/plan Nc6 Ng5"), (ANN, "/plan Nc6 Nd4")),
        ((ANN, "/plan clear"), (BOB, "/move Nc6")),
        ((BOB, "/move Nc6"), (ANN, "/plan Nf6 Ng5")),
    ] {
        let (mut table, _) = opened();
        does(&mut table, ANN, "/plan Nb8a6 Nh4");
        let [one, other] = [first, second].map(|(name, text)| decide(&mut table, name, text));
        table.rows.take(one);
        let checked = other.check_conditions(&table.rows);
        assert!(
            matches!(checked, Err(StoreError::Conflict { .. })),
            "{second:?} is decided anew after {first:?}"
        );
    }
}

/// Rows that record the keys looked up.
struct RecordingRows<'a>(&'a dyn Rows, RefCell<Vec<Vec<u8>>>);

impl Rows for RecordingRows<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.1.borrow_mut().push(key.to_vec());
        self.0.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.1.borrow_mut().push(prefix.to_vec());
        self.0.scan(prefix, after, limit)
    }
}

/// Returns the effects of an input that others may notice: the reply, the lookups, the writes and the conditions. Omits
/// the deliveries to the owner of the plan.
fn seen_by_others(
    table: &mut Table,
    name: &str,
    text: &str,
) -> (String, Vec<Vec<u8>>, [String; 2]) {
    let input = input(table, name, text);
    let Table {
        service,
        rows,
        dice,
        ..
    } = table;
    let watched = RecordingRows(rows, RefCell::default());
    let decision = service.handle(&watched, dice, &input);
    let (reply, batch) = match accepted(decision.expect("the rows can be read")) {
        Ok(outcome) => (reply_text(&outcome.reply), outcome.changes),
        Err(refusal) => (english(&refusal), Batch::default()),
    };
    let is_owners = |key: &str| key.starts_with("outbox/") && key.contains("/white/");
    let text = |key: &[u8]| String::from_utf8_lossy(key).into_owned();
    // These values contain the number of deliveries for the owner and the rest of the plan.
    let is_own_state = |key: &str| key.starts_with("head/") || key.starts_with("match/");
    let written = batch.changes.iter().filter_map(|(key, value)| {
        let key = text(key);
        let value = value.as_deref().filter(|_| !is_own_state(&key)).map(text);
        (!is_owners(&key)).then_some(format!("{key} {value:?}"))
    });
    let required = batch.conditions.iter().map(|(key, _)| text(key));
    let lists = [written.collect::<Vec<_>>(), required.collect()];
    (
        reply,
        watched.1.into_inner(),
        lists.map(|list| list.join("\n")),
    )
}

#[test]
fn only_its_owner_can_detect_a_plan() {
    for (name, text) in [
        (BOB, "/move Nf6"),
        (BOB, "/move e7e5"),
        (BOB, "/move"),
        (BOB, "/why Nc6"),
        (BOB, "/plan"),
        (BOB, "/plan clear"),
        (BOB, "/plan Ng5 Nc6"),
        (BOB, "/takeback"),
        (BOB, "/draw"),
        (BOB, "/board"),
        (BOB, "/games"),
        (BOB, "/history"),
        (BOB, "/export"),
        (BOB, "/resign confirm:yes"),
        ("Eve", "/board"),
        ("Eve", "/plan"),
    ] {
        let plans = ["/plan", "/plan Nc6 Ng5", "/plan Nc6 Ng5 Nb8 Nf3, a7b6 Nd4"];
        let seen = plans.map(|plan| {
            let (mut table, _) = opened();
            does(&mut table, ANN, "/takeback");
            does(&mut table, ANN, plan);
            seen_by_others(&mut table, name, text)
        });
        assert_eq!(seen[0], seen[1], "{name}: {text}");
        assert_eq!(seen[0], seen[2], "{name}: {text}");
    }
}

#[test]
fn moves_that_look_alike_to_the_owner_trigger_the_same_reply() {
    let position = r#"3qk3/8/8/8/8/8/7P/4K3 b 9 {"flags":"1111","seenW":"","seenB":""}"#;
    let setup = Setup::with_position(Variant::Chakart, "", position).expect("a position");
    for played in ["d8~h4", "d8~a5", "d8~d2", "d8~g5"] {
        let (mut table, id) = begin("chakart setup=standard");
        table.set_up(id, setup.clone());
        let answer = does(&mut table, ANN, "/plan d8~h4 h2h4, d8~a5 h2h3");
        // To Ann, both moves look the same.
        assert!(answer.ends_with("\n• Q~a5 → h3"), "{answer}");
        does(&mut table, BOB, &format!("/move {played}"));
        assert_eq!(last(&table, id, 2), format!("{played} h2h3"));
    }
    // A move that looks different gets no planned reply.
    let (mut table, id) = begin("chakart setup=standard");
    table.set_up(id, setup);
    does(&mut table, ANN, "/plan d8~h4 h2h3");
    does(&mut table, BOB, "/move e8e7");
    assert_eq!(last(&table, id, 1), "e8e7");
}

/// A decision of a planned line, true if it is the owner's, and the owner's view after it.
type Expected = (Action, bool, View);

/// Returns a random line for a plan with the expected views, or an empty one if there is none.
fn some_line(game: &Game, owner: Color, first: Action, random: &mut Random) -> Vec<Expected> {
    let mut game = game.as_believed_by(owner);
    let mut line: Vec<Expected> = Vec::new();
    let mut whole = 0;
    while line.len() < 8 {
        let Next::Decision(side) = game.next() else {
            break;
        };
        let mut actions = game.legal_list();
        if line.is_empty() && actions.contains(&first) && random.chance(80) {
            actions = MoveList::from_iter([first]);
        }
        let action = *random.pick(&actions);
        let is_own = side == owner;
        game.act(action).expect("it is legal");
        if is_own && is_lost(&game, owner) {
            break;
        }
        line.push((action, is_own, game.seat_view(owner).as_view().clone()));
        if is_own && game.next() != Next::Decision(owner) {
            whole = line.len();
        }
    }
    line.truncate(whole);
    line
}

fn is_lost(game: &Game, seat: Color) -> bool {
    matches!(game.next(), Next::Over(outcome) if outcome.winner() == Some(!seat))
}

fn looks_alike(one: &View, other: &View) -> bool {
    one.cells == other.cells
        && one.position == other.position
        && (one.n_inputs, one.status, one.pending) == (other.n_inputs, other.status, other.pending)
}

/// Plays a game twice, with plans and with the same replies made by hand at once. Checks that both agree.
fn check_against_hands(setup: &Setup, random: &mut Random, n_replies: &mut usize) {
    let (mut planned, id) = begin(&setup.to_string());
    let (mut by_hand, _) = begin(&setup.to_string());
    let names = |color| match color {
        Color::White => ANN,
        Color::Black => BOB,
    };
    let mut line: Vec<Expected> = Vec::new();
    for _ in 0..40 {
        let (_, _, game) = found(&by_hand, id);
        let Next::Decision(mover) = game.next() else {
            break;
        };
        for table in [&mut planned, &mut by_hand] {
            table.now.0 += 60_000;
        }
        let action = *random.pick(&game.legal_list());
        if line.is_empty() && random.chance(70) {
            line = some_line(&game, !mover, action, random);
            if !line.is_empty() {
                let moves: Vec<_> = line.iter().map(|(action, ..)| action.to_string()).collect();
                let text = format!("/plan {} match:{id}", moves.join(" "));
                does(&mut planned, names(!mover), &text);
            }
        }
        for text in ["/draw", "/pause", "/takeback"] {
            let is_possible = text != "/takeback" || game.turns() > 2;
            if is_possible && random.chance(8) {
                let texts = [&mut planned, &mut by_hand].map(|table| {
                    let text = format!("{text} match:{id}");
                    table
                        .say(names(mover), lobby(), &text)
                        .map(|reply| reply_text(&reply))
                        .map_err(|refusal| english(&refusal))
                });
                assert_eq!(texts[0], texts[1]);
            }
        }
        let [one, other] = [&planned, &by_hand].map(|table| found(table, id));
        assert!(one.1 == other.1, "{setup}: another record");
        if other.2.n_inputs() != game.n_inputs() {
            assert_eq!(stored(&planned, id), None, "nothing is left of it");
            line.clear();
            continue;
        }
        if other.0.state.paused.is_some() {
            for table in [&mut planned, &mut by_hand] {
                does(table, names(mover), &format!("/pause match:{id}"));
            }
        }
        let text = format!("/move {action} match:{id} confirm:yes");
        let moved = [&mut planned, &mut by_hand].map(|table| does(table, names(mover), &text));
        assert_eq!(moved[0], moved[1], "the mover is answered alike");
        let mut is_open = true;
        while let (true, Some((_, _, expected))) = (is_open, line.first()) {
            let (_, _, game) = found(&by_hand, id);
            is_open = looks_alike(game.seat_view(!mover).as_view(), expected);
            line.remove(0);
            match line.first() {
                Some((reply, true, _)) if is_open && game.next() == Next::Decision(!mover) => {
                    let text = format!("/move {reply} match:{id}");
                    does(&mut by_hand, names(!mover), &text);
                    *n_replies += 1;
                }
                _ => break,
            }
        }
        let [one, other] = [&planned, &by_hand].map(|table| found(table, id));
        assert!(one.1 == other.1, "{setup}: another record");
        if !is_open || other.2.next() != Next::Decision(mover) {
            line.clear();
        }
        assert_eq!(stored(&planned, id).is_some(), !line.is_empty());
        assert_eq!(
            one.0.state.clock, other.0.state.clock,
            "{setup}: another time"
        );
        assert_eq!(one.0.state.offer.is_some(), other.0.state.offer.is_some());
        assert_eq!(one.0.stage, other.0.stage);
    }
}

#[test]
fn a_plan_plays_the_replies_that_its_owner_would_play_by_hand() {
    let mut random = Random::new(1700);
    for variant in Variant::ALL {
        let mut n_replies = 0;
        for setup in setups(variant) {
            for _ in 0..quick_or_long(6, 60) {
                check_against_hands(&setup, &mut random, &mut n_replies);
            }
        }
        assert!(n_replies > 20, "{variant}: {n_replies} replies");
    }
}

/// Returns the delivery that informs a seat about its plan.
fn news_for(table: &Table, changes: &Batch, seat: Color) -> (DeliveryId, Delivery) {
    let mut rows = deliveries_in(changes).into_iter();
    let news = rows.find_map(|row| {
        let delivery = read_delivery(&table.rows, row).expect("the rows can be read")?;
        (row.to == Readers::Seat(seat) && delivery.kind.is_of_plan()).then_some((row, delivery))
    });
    news.expect("something became of the plan")
}

#[test]
fn an_undelivered_plan_notice_is_kept_for_its_owner_only() {
    let (mut table, id) = opened();
    does(&mut table, ANN, "/plan Nc6 Ng5");
    let changed = changes(&mut table, BOB, "/move Nf6");
    let (row, delivery) = news_for(&table, &changed, Color::White);
    table.rows.take(mark_sent(row, &Sent::new(delivery, None)));
    let ended = "Your plan in this match was cancelled";
    for text in ["/plan", "/games"] {
        assert!(!does(&mut table, BOB, text).contains("plan in this match"));
    }
    assert!(does(&mut table, ANN, "/plan").starts_with(ended));
    // The owner's next move repeats the notice, even after a restart; no later command does.
    table.service.forget();
    assert!(does(&mut table, ANN, "/move Ng1").contains(ended));
    assert!(!does(&mut table, BOB, "/move Ng8").contains("plan"));
    assert!(!does(&mut table, ANN, "/move Nf3").contains(ended));
    assert!(!does(&mut table, ANN, "/plan Nc6 Ng5").contains(ended));
    assert!(!does(&mut table, ANN, "/plan").contains(ended));
    // After a successful delivery, no reply repeats the notice.
    let changed = changes(&mut table, BOB, "/move Nf6");
    let (row, delivery) = news_for(&table, &changed, Color::White);
    table.rows.take(mark_sent(row, &Sent::new(delivery, None)));
    let message = MessageId::new(Platform::Playground, "1");
    table
        .rows
        .take(mark_sent(row, &Sent::new(delivery, Some(message))));
    assert!(!does(&mut table, ANN, "/plan").contains(ended));
    // The end of the match removes the stored notice.
    table.rows.take(mark_sent(row, &Sent::new(delivery, None)));
    does(&mut table, BOB, "/resign confirm:yes");
    let left = table.rows.get(&testing::untold_key(id, Color::White));
    assert!(left.expect("the rows can be read").is_none());
}
