use present::Render;
use rules::{Setup, Variant};
use service::{testing::*, *};
use text::Language;

#[test]
fn each_effect_of_an_egg_is_listed_once() {
    let position = r#"4k3/ppp5/8/8/R2e4/8/8/1N2K3 w 9 {"flags":"0000"}"#;
    let setup = Setup::with_position(Variant::Chakart, "", position).expect("a position");
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    table.set_up(id, setup);
    let Ok(Reply::Play(reply)) = table.say("Ann", lobby(), "/why a4d4") else {
        panic!("nothing is told");
    };
    let text = reply.render(Language::ENGLISH).message.text;
    let effects: Vec<_> = text.lines().skip(1).collect();
    let trail = "the rook leaves a banana on c3, e3, c5 or e5";
    let expected = [
        &format!("King Boo; {trail}"),
        "Koopa; the rook goes back to a4",
        &format!("Toadette, who brings a queen, a rook, a knight, a bishop or a king; {trail}"),
        "Chomp; the rook on d4 is gone",
        &format!("Daisy; {trail}"),
        &format!("Bowser; the rook on d4 is frozen; {trail}"),
        &format!("Luigi; the piece on a7, b7 or c7 now belongs to Ann; {trail}"),
        &format!("Waluigi; the piece on b1 or d4 now belongs to Bob; {trail}"),
    ];
    let expected = expected.map(|effect| format!("• 1/8 (12.5%): the egg holds {effect}"));
    assert_eq!(effects, expected);
}
