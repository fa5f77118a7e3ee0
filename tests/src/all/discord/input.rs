//! Bad input: the user receives an explanation of the correct way, and nothing else happens.

use std::{path::Path, process::Stdio};

use present::Render;
use rules::Variant;
use service::LearnReply;
use testkit::Random;
use tests::{
    discord::{Choice, Message, Room, ServerFault, Setup, User},
    program::{self, Program},
};

use super::table::{MoveInput, Table, guided};
use crate::monitor::{get, until};

/// Runs the program with this token until it ends by itself. Returns its exit code and all output.
async fn refused(api: &str, token: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = program::command();
    command
        .args(["serve", "--data"])
        .arg(folder.path().join("data"))
        .current_dir(folder.path())
        .env("ODDBOARD_DISCORD_TOKEN", token)
        .env("ODDBOARD_DISCORD_API", api)
        .stdin(Stdio::null());
    let ended = tokio::task::spawn_blocking(move || command.output()).await;
    let output = ended.expect("nothing panics").expect("the program starts");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.code(), said)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_error_for_a_wrong_token_names_the_page_for_a_right_one() {
    let discord = Setup::default().start().await;
    let (code, said) = refused(&discord.address(), "MTA.wrong.token").await;
    assert_eq!(code, Some(2), "{said}");
    for told in [
        "does not know this token",
        "https://discord.com/developers/applications",
    ] {
        assert!(said.contains(told), "{said}");
    }
    assert!(!said.contains("MTA.wrong.token"), "a token is told: {said}");
    discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lasting_refusal_of_the_only_platform_ends_the_program_as_wrong_input() {
    let refusals = [
        (4004, "does not know this token"),
        (4010, "Discord knows no such shard"),
        (4013, "Discord does not tell this bot"),
        (4014, "Discord does not tell this bot"),
    ];
    for (code, said) in refusals {
        let mut table = Table::open().await;
        table.discord.gateway().close_connections(code);
        assert_eq!(table.ended().await, Some(2), "{}", table.log());
        assert!(table.log().contains(said), "{}", table.log());
        table.discord.finish();
    }
}

/// Starts the program with its page beside this Discord, with this token.
fn beside_the_page(folder: &Path, api: &str, token: &str) -> Program {
    let script = format!(
        "ODDBOARD_ADMIN_LISTEN=127.0.0.1:0 ODDBOARD_DISCORD_TOKEN={token} ODDBOARD_DISCORD_API={api} \
         exec \"$@\" --playground"
    );
    Program::start_in_shell(&script, &folder.join("data"))
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_platform_with_withdrawn_credentials_is_disabled() {
    let discord = Setup::default().start().await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = beside_the_page(folder.path(), &discord.address(), &discord.token());
    discord.registered().await;
    until(&program, "readyz", |text| text == "ok\n").await;
    discord.gateway().close_connections(4004);
    let disabled = "discord is disabled until the next start: Discord does not know this token";
    until(&program, "readyz", |text| text.starts_with(disabled)).await;
    assert_eq!(get(&program, "healthz").await.1, "ok\n");
    let page = reqwest::get(format!("http://{}/", program.address)).await;
    assert!(page.expect("the page answers").status().is_success());
    let (_, status) = program.stop();
    assert!(status.success(), "{status}");
    discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_wrong_from_the_start_leaves_the_page() {
    let discord = Setup::default().start().await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = beside_the_page(folder.path(), &discord.address(), "MTA.wrong.token");
    let disabled = "discord is disabled";
    until(&program, "readyz", |text| text.starts_with(disabled)).await;
    assert_eq!(get(&program, "healthz").await.1, "ok\n");
    program.stop();
    discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_of_others_and_of_the_past_are_answered_in_private() {
    let table = Table::open().await;
    let (bob, eve) = (&table.bob, &table.eve);
    let mut random = Random::new(41);
    let mut played = table.begin(Variant::Chakart, "").await;
    let first = played.board(1).await;
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    let board = played.board(2).await;
    let n_public = played.room.messages().len();
    for (user, below, button, told) in [
        (eve, &board, "Move", "played by others"),
        (eve, &board, "Resign", "played by others"),
        (eve, &board, "My view", "you see what everybody sees"),
        (&table.ann, &board, "Move", "not your turn"),
        (bob, &first, "Move", ""),
        (bob, &first, "Resign", ""),
    ] {
        let said = user.presses_of(below, button).answer().await;
        said.in_private().says(told);
    }
    // Nothing of it is said to others.
    assert_eq!(played.room.messages().len(), n_public);
    assert_eq!(played.boards().len(), 2);
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_shown_as_plain_text_and_call_no_user() {
    let table = Table::open().await;
    let ann = &table.ann;
    let home = table.discord.home();
    let eve = table.eve.mention();
    let names = [
        "**Ann** _and_ `more`".to_owned(),
        format!("{eve} @everyone @here"),
        "\u{202e}nnA\u{2066}".to_owned(),
        "[Ann](https://example.org) :joy: ||x||".to_owned(),
        "# Ann\n> quoted".to_owned(),
        "x".repeat(32),
    ];
    // One player may have at most three challenges posted at once.
    let (carl, annex) = (table.discord.user("Carl"), table.discord.channel("annex"));
    for (n, name) in names.iter().enumerate() {
        let (who, lobby) = [(ann, &table.lobby), (&carl, &annex)][n / 3];
        who.renames(Some(&home), name);
        let typed = "/challenge variant:bario opponent:@Bob";
        let said = who.asks(lobby, typed).await;
        said.in_private().says(" is posted. The match begins");
        let look = |messages: &[tests::discord::Message]| messages.get(n % 3).cloned();
        let post = lobby.until("a challenge", look).await;
        assert_eq!(post.pinged, [table.bob.id], "{}", post.text);
        post.omits("**Ann**")
            .omits("@everyone")
            .omits("@here")
            .omits(&eve);
        post.omits("[Ann]").omits("||x||").omits("\u{202e}");
        post.omits("\u{2066}").omits("\n# ").omits("\n> ");
        who.clicks(&post, "Decline").await;
    }
    assert_eq!((table.eve.n_pings(), ann.n_pings()), (0, 0));
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_nickname_is_shown_and_does_not_change_the_player() {
    let table = Table::open().await;
    let (ann, bob, eve, lobby) = (&table.ann, &table.bob, &table.eve, &table.lobby);
    let home = table.discord.home();
    bob.renames(Some(&home), "Robert");
    let mut random = Random::new(42);
    let typed = "/challenge variant:berolina opponent:@Robert color:white";
    let said = ann.asks(lobby, typed).await;
    said.says(" is posted. The match begins");
    let post = bob.reads(lobby, "challenges Robert").await;
    // A rename does not change the invited player, and another user with the old name cannot accept.
    bob.renames(Some(&home), "Rob");
    eve.renames(Some(&home), "Robert");
    let refused = eve.clicks(&post, "Accept").await;
    refused.in_private().omits("You accepted");
    bob.clicks(&post, "Accept").await.begins("You accepted");
    let thread = lobby.until_threads(1).await.remove(0);
    let board = ann.reads(&thread, "to move").await;
    let pressed = ann.presses(&board, "Move");
    let asked = guided(pressed, ann, &mut random).await;
    asked.answer().await.begins("You played");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renamed_player_has_the_new_name_from_the_next_board_on() {
    let table = Table::open().await;
    let (ann, bob, lobby) = (&table.ann, &table.bob, &table.lobby);
    let home = table.discord.home();
    let played = table.begin(Variant::Berolina, "").await;
    let moves = async |user: &User, room: &Room, text: &str| {
        let said = user.asks(room, &format!("/move move:{text}")).await;
        said.begins("You played");
    };
    ann.renames(Some(&home), "Annika");
    moves(ann, &played.room, "e2g4").await;
    let board = played.board(2).await;
    board.says("Annika").omits("Ann ");
    let alt = board.files[0].alt.clone().unwrap_or_default();
    assert!(alt.contains("Annika") && !alt.contains("Ann "), "{alt}");
    bob.asks(lobby, "/games").await.says("Annika");
    // In direct messages he has the name of his account, which is not that of the server.
    bob.renames(Some(&home), "Bobby");
    moves(bob, &bob.direct(), "e7c5").await;
    let board = played.board(3).await;
    board.says("Bob played");
    moves(ann, &played.room, "d2f4").await;
    played.board(4).await;
    moves(bob, lobby, "d7b5").await;
    played.board(5).await.says("Bobby played");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_matches_are_played_and_not_begun() {
    let table = Table::open().await;
    let ann = &table.ann;
    let mut random = Random::new(43);
    let direct = ann.direct();
    for text in [
        "/challenge variant:berolina",
        "/challenge variant:berolina opponent:@Bob",
    ] {
        ann.asks(&direct, text).await.says("both of you read");
    }
    let mut played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let user = table.to_move(&board);
    let direct = user.direct();
    played.moves_as(user, &direct, &mut random).await;
    for name in [
        "/games",
        "/board",
        "/history",
        "/rules variant:bario",
        "/help",
    ] {
        let said = user.asks(&direct, name).await;
        assert!(!said.words().is_empty());
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_text_of_an_option_is_read_and_completed_literally() {
    let table = Table::open().await;
    let (ann, lobby) = (&table.ann, &table.lobby);
    let asked = r#"/rules variant:baroque topic:"long" leaper: here"#;
    let said = ann.asks(lobby, asked).await;
    said.says(r#"“"long" leaper: here”"#);
    // A second choice is offered after the first, without quotes around both.
    let typing = "/challenge variant:chakart options:objects=open s";
    let offered = ann.completes(lobby, typing).await;
    assert!(!offered.is_empty());
    let starts = |choice: &Choice| choice.value.starts_with("objects=open s");
    assert!(offered.iter().all(starts));
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_bot_but_this_one_can_be_challenged() {
    let table = Table::open().await;
    let (ann, lobby) = (&table.ann, &table.lobby);
    table.discord.other_bot("Rival");
    for whom in ["@Rival", "@Ann"] {
        let typed = format!("/challenge variant:berolina opponent:{whom}");
        ann.asks(lobby, &typed).await.in_private().omits("posted");
    }
    assert!(lobby.messages().is_empty());
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1";
    ann.asks(lobby, typed).await.says("has begun");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_waits_for_a_failing_discord() {
    let discord = Setup::default().start().await;
    let failing = [
        discord.inject_fault("GET /users/@me", ServerFault::Failing(503), 2),
        discord.inject_fault("PUT /applications/*/commands", ServerFault::Failing(500), 2),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let _program = program::Program::start_on_discord(&folder.path().join("data"), &discord, &[]);
    discord.registered().await;
    assert!(failing.iter().all(|failing| failing.count() == 2));
    discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_uses_the_language_of_the_client_by_default() {
    let table = Table::open_with(Setup::default(), &[("ODDBOARD_BOT_LANGUAGE", "es")]).await;
    let (ann, lobby) = (&table.ann, &table.lobby);
    for (locale, chosen, expected) in [
        ("es-419", None, "es"),
        ("en-GB", None, "en"),
        // The bot speaks no Klingon.
        ("tlh", None, "es"),
        ("en-GB", Some("es"), "es"),
        ("en-GB", Some("usual"), "en"),
    ] {
        ann.set_locale(locale);
        if let Some(chosen) = chosen {
            let settings = format!("/settings me language:{chosen}");
            ann.asks(lobby, &settings).await;
        }
        let help = ann.asks(lobby, "/help").await;
        let language = expected.parse().expect("the bot speaks it");
        let told = LearnReply::Help.render(language).message.text;
        let first = told.split('.').next();
        assert_eq!(help.words().split('.').next(), first, "{locale} {chosen:?}");
    }
    table.discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_of_a_match_use_the_language_of_the_server() {
    let table = Table::open_with(Setup::default(), &[("ODDBOARD_BOT_LANGUAGE", "es")]).await;
    let (ann, lobby) = (&table.ann, &table.lobby);
    for (n, (locale, accept, play)) in [
        ("fr", "Accepter", "Jouer"),
        // Discord's value for a server without a choice: the bot uses its own language then.
        ("en-US", "Aceptar", "Jugar"),
        ("en-GB", "Accept", "Move"),
    ]
    .into_iter()
    .enumerate()
    {
        table.discord.home().set_locale(locale);
        ann.set_locale("es-ES");
        let typed = "/challenge variante:berolina";
        let told = ann.asks(lobby, typed).await;
        assert!(
            told.text.contains("desaf") || told.text.contains("reto"),
            "{}",
            told.text
        );
        let challenge = newest(lobby, accept).await;
        table.bob.clicks(&challenge, accept).await;
        let threads = lobby.until_threads(n + 1).await;
        newest(&threads[n], play).await;
    }
    table.discord.finish();
}

/// Waits for the newest message with this button.
async fn newest(room: &Room, button: &str) -> Message {
    let look = |messages: &[Message]| {
        let offering = messages.iter().rfind(|message| message.offers(button));
        offering.cloned()
    };
    room.until(button, look).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_translated_client_uses_commands_and_answers_in_its_language() {
    let table = Table::open().await;
    let (ann, lobby) = (&table.ann, &table.lobby);
    for (locale, challenge, opened, help, explained, typing, offered) in [
        (
            "fr",
            "/challenge variante:bario couleur:blancs",
            "Votre défi",
            "/help commande:resign",
            "• confirmer (facultatif)\u{a0}: oui,",
            "/rules variante:baroque sujet:pinceur",
            "pincer — Pinceur",
        ),
        (
            "es-419",
            "/challenge variante:bario color:negras",
            "Tu desafío",
            "/help comando:resign",
            "• confirmar (opcional): sí,",
            "/rules variante:baroque tema:pinzador",
            "pincer — Pinzador",
        ),
    ] {
        ann.set_locale(locale);
        ann.asks(lobby, challenge).await.begins(opened);
        ann.asks(lobby, help).await.says(explained);
        let choices = ann.completes(lobby, typing).await;
        let is_offered = |choice: &Choice| choice.name.starts_with(offered);
        assert!(choices.iter().any(is_offered), "{locale}: {choices:?}");
        // Discord in their language does not list the English name.
        let english = ann.tries(lobby, "/help command:resign");
        assert!(english.is_err(), "{locale}");
    }
    table.discord.finish();
}
