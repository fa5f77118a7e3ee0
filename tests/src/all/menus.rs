//! The guided menus lead to every legal move and to nothing else, on as many positions as there are fixtures and more.

use std::sync::Arc;

use bot::{
    command::{Command, Control},
    ledger::Ledger,
    ports::{Answer, Batch, Control as Row, EventId, MatchId, Place, Platform, Timestamp},
    present,
    service::{Effects, Limits, Reply, Request, Service, Wish},
    store::MemoryStore,
};
use rules::{Action, Color, Game, Next, Setup, Variant};
use serde_json::Value;
use tests::{
    fixtures,
    random::Random,
    scene::{CountingDice, channel, person},
};

/// How many entries a menu may have, and how many rows of controls a message.
const MOST_ENTRIES: usize = 25;
const MOST_ROWS: usize = 5;

/// A match between Ann and Bob, White and Black, that is set up as a test wants it.
struct Table {
    service: Service,
    ledger: Ledger,
    dice: CountingDice,
    n_events: usize,
}

/// What a press or a choice led to.
enum Led {
    Menus(Vec<Row>),
    Move(Action),
}

impl Table {
    async fn new() -> Table {
        let mut table = Table {
            service: Service::new(Limits {
                matches: 1,
                turns: 500,
            }),
            ledger: Ledger::new(Arc::new(MemoryStore::new())),
            dice: CountingDice::default(),
            n_events: 0,
        };
        let challenge = Command::parse("/challenge berolina color:white").map(Wish::Command);
        for (name, wish) in [
            ("Ann", challenge.expect("it is a command")),
            ("Bob", Wish::Press(Control::Accept(Table::id()))),
        ] {
            let changes = table.ask(name, wish).changes;
            table
                .ledger
                .commit(changes)
                .await
                .expect("memory does not fail");
        }
        table
    }

    /// The first number of the dice names the match.
    fn id() -> MatchId {
        MatchId::from_number(1)
    }

    fn ask(&mut self, name: &str, wish: Wish) -> Effects {
        self.n_events += 1;
        let request = Request {
            event: EventId::new(Platform::Playground, self.n_events.to_string()),
            speaker: person(name),
            place: Place::Channel(channel("lobby")),
            wish,
            opponent: None,
            now: Timestamp(0),
        };
        let answered = self.service.handle(&self.ledger, &mut self.dice, &request);
        let effects = answered.expect("memory can be read");
        effects.unwrap_or_else(|refusal| panic!("{name} is refused: {refusal}"))
    }

    /// Goes on from another start.
    async fn set_up(&mut self, setup: &Setup) {
        let key = format!("match/{}", Table::id());
        let row = self.ledger.get(key.as_bytes()).expect("memory can be read");
        let mut row: Value =
            serde_json::from_slice(&row.expect("there is the match")).expect("rows are JSON");
        assert!(row["setup"].is_string(), "a match has a setup");
        row["setup"] = setup.to_string().into();
        let mut batch = Batch::default();
        batch.put(key, row.to_string());
        self.ledger
            .commit(batch)
            .await
            .expect("memory does not fail");
        self.service.forget();
    }

    /// What a control leads to; a move is not kept.
    fn lead(&mut self, who: Color, wish: Wish) -> Led {
        let name = match who {
            Color::White => "Ann",
            Color::Black => "Bob",
        };
        let Effects { reply, changes, .. } = self.ask(name, wish);
        if let Reply::Told(told) = reply {
            assert!(changes.is_empty(), "asking the way changes nothing");
            let Answer { message, .. } = present::told(&told);
            return Led::Menus(message.controls);
        }
        self.service.forget();
        let key = format!("input/{}/000000", Table::id());
        let input = changes
            .changes
            .iter()
            .find(|(found, _)| *found == key.as_bytes());
        let (_, input) = input.expect("a move is an input of the record");
        let input =
            String::from_utf8(input.clone().expect("an input is added")).expect("inputs are text");
        Led::Move(input.parse().expect("the input is an action"))
    }

    /// Follows every path through the menus; the moves at their ends.
    fn walk(&mut self, who: Color) -> Vec<Action> {
        let mut found = Vec::new();
        let mut ways = vec![Wish::Press(Control::Guide(Table::id(), 0))];
        while let Some(way) = ways.pop() {
            match self.lead(who, way) {
                Led::Move(action) => found.push(action),
                Led::Menus(rows) => ways.extend(entries(rows)),
            }
        }
        found
    }
}

/// Every choice that these controls offer.
fn entries(rows: Vec<Row>) -> Vec<Wish> {
    assert!((1..=MOST_ROWS).contains(&rows.len()), "{} rows", rows.len());
    let mut wishes = Vec::new();
    for row in rows {
        let Row::Menu(menu) = row else {
            panic!("the way to a move has buttons");
        };
        assert!((1..=MOST_ENTRIES).contains(&menu.choices.len()), "{menu:?}");
        assert!(menu.id.len() <= 100 && menu.label.len() <= 100, "{menu:?}");
        let id: Control = menu.id.parse().expect("the menu is one of ours");
        for entry in menu.choices {
            assert!((1..=100).contains(&entry.label.len()), "{entry:?}");
            wishes.push(Wish::Choose(id, entry.value));
        }
    }
    wishes
}

/// Walks the menus of a position and compares what they lead to with what is legal; how many moves that is.
async fn check(table: &mut Table, position: &str) -> usize {
    let setup = Setup::with_position(Variant::Berolina, "", position)
        .unwrap_or_else(|error| panic!("{position}: {error}"));
    let game = Game::new(&setup);
    let Next::Decision(who) = game.next() else {
        return 0;
    };
    table.set_up(&setup).await;
    let sorted = |actions: &[Action]| {
        let mut texts: Vec<_> = actions.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    };
    let mut legal = Vec::new();
    game.actions(&mut legal);
    assert_eq!(sorted(&table.walk(who)), sorted(&legal), "{position}");
    legal.len()
}

#[tokio::test]
async fn menus_lead_to_every_legal_move_and_to_no_other() {
    let mut table = Table::new().await;
    // A queen with more moves than a menu has entries, and as many men as there can be.
    let mut n_moves = check(&mut table, "8/8/7k/8/3Q4/8/7K/8 w - - 0 1").await;
    assert!(n_moves > MOST_ENTRIES);
    for fixture in fixtures::of(Variant::Berolina) {
        n_moves += check(&mut table, &fixture.position).await;
    }
    let mut random = Random::new(20_260_214);
    for _ in 0..20 {
        let mut game = Game::new(&Setup::new(Variant::Berolina));
        let length = random.below(160);
        let mut actions = Vec::new();
        while matches!(game.next(), Next::Decision(_)) && game.ply() < length {
            game.actions(&mut actions);
            game.act(*random.pick(&actions)).expect("the move is legal");
        }
        n_moves += check(&mut table, &game.public_view().as_view().position).await;
    }
    assert!(n_moves > 5000, "{n_moves} moves were reached");
}
