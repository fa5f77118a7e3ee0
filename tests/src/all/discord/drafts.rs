//! Challenges assembled with menus, including an opponent from Discord's own menu of people.

use tests::discord::{Menu, Message};

use super::table::Table;

const OPPONENT: &str = "Opponent …";

/// Discord's number of the kind of menus that list people.
const PEOPLE: u64 = 5;

impl Table {
    /// Chooses an entry of a menu as Ann, and returns the updated form.
    async fn chosen(&self, form: &Message, menu: &str, entry: &str) -> Message {
        let said = self.ann.picks(form, menu, entry).await;
        said.in_private();
        said
    }
}

/// Returns the menu of people below a form.
fn opponents(form: &Message) -> Menu {
    let menu = form.menu(OPPONENT);
    assert_eq!((menu.kind, menu.least), (PEOPLE, 0), "{menu:?}");
    menu
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_a_challenge_is_chosen_with_menus() {
    let table = Table::open().await;
    let (ann, eve, lobby) = (&table.ann, &table.eve, &table.lobby);
    let form = ann.asks(lobby, "/challenge").await;
    assert!(form.is_private() && form.text.contains("You challenge anybody"));
    assert!(opponents(&form).chosen.is_empty());
    let form = table.chosen(&form, OPPONENT, "Bob").await;
    form.says("You challenge Bob.");
    assert_eq!(opponents(&form).chosen, [table.bob.id.to_string()]);
    let form = table.chosen(&form, "Color …", "white").await;
    let form = table.chosen(&form, "Time …", "1 day for each turn").await;
    form.says("You challenge Bob.");
    // An opponent who is removed again receives no challenge.
    let form = table.chosen(&form, OPPONENT, "").await;
    form.says("You challenge anybody");
    assert!(opponents(&form).chosen.is_empty());
    let form = table.chosen(&form, OPPONENT, "Eve").await;
    ann.clicks(&form, "Berolina").await;
    let post = eve.reads(lobby, "Ann challenges Eve").await;
    post.says("Ann plays White")
        .says("Time: 1 day for each turn");
    assert_eq!(post.pinged, [eve.id]);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_refuses_an_impossible_opponent_and_stays() {
    let table = Table::open().await;
    let (ann, bob, lobby) = (&table.ann, &table.bob, &table.lobby);
    table.discord.other_bot("Robot");
    table.eve.asks(lobby, "/block person:@Ann").await;
    let form = ann.asks(lobby, "/challenge").await;
    let form = table.chosen(&form, OPPONENT, "Bob").await;
    for (name, why) in [
        ("Robot", "Bots do not play"),
        ("Ann", "You cannot play against yourself"),
        ("Eve", "Eve does not take challenges from you"),
    ] {
        let refused = table.chosen(&form, OPPONENT, name).await;
        assert!(refused.text.contains(why), "{name}: {}", refused.text);
        assert_ne!(refused.id, form.id, "the form is still there");
    }
    let form = table.chosen(&form, "Color …", "black").await;
    form.says("You challenge Bob.");
    ann.clicks(&form, "Bario").await;
    let post = bob.reads(lobby, "Ann challenges Bob").await;
    assert_eq!(post.pinged, [bob.id]);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_refuses_an_opponent_without_access_to_the_channel() {
    let table = Table::open().await;
    let ann = &table.ann;
    let room = table.discord.channel("board room");
    let open = table.discord.channel("open room");
    room.set_readers(&[ann, &table.eve]);
    let inner = room.open_post(ann, "inside");
    for place in [&room, &inner] {
        let form = ann.asks(place, "/challenge").await;
        let refused = table.chosen(&form, OPPONENT, "Bob").await;
        let told = refused.text.contains("Bob cannot see this channel");
        assert!(told && refused.id != form.id, "{}", refused.text);
        let form = table.chosen(&form, OPPONENT, "Eve").await;
        form.says("You challenge Eve.");
    }
    let form = ann.asks(&open, "/challenge").await;
    let form = table.chosen(&form, OPPONENT, "Bob").await;
    form.says("You challenge Bob.");
    table.close();
}
