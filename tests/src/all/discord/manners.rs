//! Bad input: the user receives an explanation of the correct way, and nothing else happens.

use std::{path::Path, process::Stdio};

use rules::Variant;
use service::QueryReply;
use testkit::Random;
use tests::{
    discord::{Choice, Message, Room, Setup, Trouble, User},
    program::{self, Program},
};

use super::table::{Table, Way};
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
    (
        output.status.code(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_told_with_where_to_get_a_right_one() {
    let discord = Setup::default().start().await;
    let (code, said) = refused(&discord.address(), "MTA.wrong.token").await;
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("does not know this token")
            && said.contains("https://discord.com/developers/applications"),
        "{said}"
    );
    assert!(
        !said.contains("MTA.wrong.token"),
        "a token is never told: {said}"
    );
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
async fn a_platform_whose_credentials_are_withdrawn_is_disabled_and_the_others_go_on() {
    let discord = Setup::default().start().await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = beside_the_page(folder.path(), &discord.address(), &discord.token());
    discord.registered().await;
    until(&program, "readyz", |text| text == "ok\n").await;
    discord.gateway().close_connections(4004);
    let is_disabled = |text: &str| {
        text.starts_with(
            "discord is disabled until the next start: Discord does not know this token",
        )
    };
    until(&program, "readyz", is_disabled).await;
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
    until(&program, "readyz", |text| {
        text.starts_with("discord is disabled")
    })
    .await;
    assert_eq!(get(&program, "healthz").await.1, "ok\n");
    program.stop();
    discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_of_others_and_of_the_past_are_answered_in_private() {
    let table = Table::open().await;
    let mut random = Random::new(41);
    let mut played = table.begin(Variant::Chakart, "").await;
    let first = played.board(1).await;
    table.play(&mut played, Way::Menus, &mut random).await;
    let board = played.board(2).await;
    let n_public = played.room.messages().len();
    for (user, below, button, told) in [
        (&table.eve, &board, "Move", "played by others"),
        (&table.eve, &board, "Resign", "played by others"),
        (&table.eve, &board, "My view", "you see what everybody sees"),
        (&table.ann, &board, "Move", "not your turn"),
        (&table.bob, &first, "Move", ""),
        (&table.bob, &first, "Resign", ""),
    ] {
        let said = user.presses_of(below, button).answer().await;
        assert!(
            said.is_private() && said.text.contains(told),
            "{} pressed {button}: {}",
            user.name(),
            said.text
        );
    }
    assert_eq!(
        played.room.messages().len(),
        n_public,
        "nothing of it is said to others"
    );
    assert_eq!(played.boards().len(), 2);
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_shown_as_they_are_and_call_nobody() {
    let table = Table::open().await;
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
        let (who, lobby) = [(&table.ann, &table.lobby), (&carl, &annex)][n / 3];
        who.renames(Some(&home), name);
        let said = who
            .types(lobby, "/challenge variant:bario opponent:@Bob")
            .answer()
            .await;
        assert!(
            said.is_private() && said.text.contains(" is posted. The match begins"),
            "{}",
            said.text
        );
        let look = |messages: &[tests::discord::Message]| messages.get(n % 3).cloned();
        let post = lobby.until("a challenge", look).await;
        assert_eq!(post.pinged, [table.bob.id], "{}", post.text);
        for mark in [
            "**Ann**",
            "@everyone",
            "@here",
            &eve,
            "[Ann]",
            "||x||",
            "\u{202e}",
            "\u{2066}",
            "\n# ",
            "\n> ",
        ] {
            assert!(
                !post.text.contains(mark),
                "{name:?} is shown as {:?}",
                post.text
            );
        }
        who.presses(&post, "Decline").answer().await;
    }
    assert_eq!((table.eve.n_pings(), table.ann.n_pings()), (0, 0));
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_nickname_is_shown_and_the_person_stays_who_they_are() {
    let table = Table::open().await;
    let home = table.discord.home();
    table.bob.renames(Some(&home), "Robert");
    let mut random = Random::new(42);
    let said = table
        .ann
        .types(
            &table.lobby,
            "/challenge variant:berolina opponent:@Robert color:white",
        )
        .answer()
        .await;
    assert!(
        said.text.contains(" is posted. The match begins"),
        "{}",
        said.text
    );
    let post = table.bob.reads(&table.lobby, "challenges Robert").await;
    // A rename does not change the invited player, and another user with the old name cannot accept.
    table.bob.renames(Some(&home), "Rob");
    table.eve.renames(Some(&home), "Robert");
    let refused = table.eve.presses(&post, "Accept").answer().await;
    assert!(
        refused.is_private() && !refused.text.starts_with("You accepted"),
        "{}",
        refused.text
    );
    let accepted = table.bob.presses(&post, "Accept").answer().await;
    assert!(
        accepted.text.starts_with("You accepted"),
        "{}",
        accepted.text
    );
    let thread = table.lobby.until_threads(1).await.remove(0);
    let board = table.ann.reads(&thread, "to move").await;
    let asked =
        super::table::guided(table.ann.presses(&board, "Move"), &table.ann, &mut random).await;
    assert!(asked.answer().await.text.starts_with("You played"));
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_another_name_has_it_from_the_next_board_on() {
    let table = Table::open().await;
    let home = table.discord.home();
    let played = table.begin(Variant::Berolina, "").await;
    let moves = async |user: &User, room: &Room, text: &str| {
        let said = user
            .types(room, &format!("/move move:{text}"))
            .answer()
            .await;
        assert!(said.text.starts_with("You played"), "{}", said.text);
    };
    table.ann.renames(Some(&home), "Annika");
    moves(&table.ann, &played.room, "e2g4").await;
    let board = played.board(2).await;
    let alt = board.files[0].alt.clone().unwrap_or_default();
    for shown in [&board.text, &alt] {
        assert!(
            shown.contains("Annika") && !shown.contains("Ann "),
            "{shown}"
        );
    }
    let said = table.bob.types(&table.lobby, "/games").answer().await;
    assert!(said.text.contains("Annika"), "{}", said.text);
    // In direct messages he has the name of his account, which is not that of the server.
    table.bob.renames(Some(&home), "Bobby");
    moves(&table.bob, &table.bob.direct(), "e7c5").await;
    let board = played.board(3).await;
    assert!(board.text.contains("Bob played"), "{}", board.text);
    moves(&table.ann, &played.room, "d2f4").await;
    played.board(4).await;
    moves(&table.bob, &table.lobby, "d7b5").await;
    let board = played.board(5).await;
    assert!(board.text.contains("Bobby played"), "{}", board.text);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_matches_are_played_and_not_begun() {
    let table = Table::open().await;
    let mut random = Random::new(43);
    let direct = table.ann.direct();
    for text in [
        "/challenge variant:berolina",
        "/challenge variant:berolina opponent:@Bob",
    ] {
        let said = table.ann.types(&direct, text).answer().await;
        assert!(said.text.contains("both of you read"), "{}", said.text);
    }
    let mut played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let user = table.to_move(&board);
    let asked = super::table::command(user, &user.direct(), &mut random).await;
    played.remember(&super::table::confirmed(user, asked).await);
    for text in [
        "/games",
        "/board",
        "/history",
        "/rules variant:bario",
        "/help",
    ] {
        let said = user.types(&user.direct(), text).answer().await;
        assert!(!said.words().is_empty());
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_in_an_option_is_read_and_completed_to_the_letter() {
    let table = Table::open().await;
    let asked = r#"/rules variant:baroque topic:"long" leaper: here"#;
    let said = table.ann.types(&table.lobby, asked).answer().await;
    assert!(
        said.text.contains(r#"“"long" leaper: here”"#),
        "{}",
        said.text
    );
    // A second choice is offered after the first, without quotes around both.
    let typing = "/challenge variant:chakart options:objects=open s";
    let offered = table.ann.completes(&table.lobby, typing).await;
    assert!(!offered.is_empty());
    let starts = |choice: &Choice| choice.value.starts_with("objects=open s");
    assert!(offered.iter().all(starts));
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_bot_but_this_one_can_be_challenged() {
    let table = Table::open().await;
    table.discord.other_bot("Rival");
    for whom in ["@Rival", "@Ann"] {
        let said = table
            .ann
            .types(
                &table.lobby,
                &format!("/challenge variant:berolina opponent:{whom}"),
            )
            .answer()
            .await;
        assert!(
            said.is_private() && !said.text.contains("posted"),
            "{}",
            said.text
        );
    }
    assert!(table.lobby.messages().is_empty());
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1";
    let said = table.ann.types(&table.lobby, typed).answer().await;
    assert!(said.text.contains("has begun"), "{}", said.text);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_waits_for_a_discord_that_is_not_well() {
    let discord = Setup::default().start().await;
    let failing = [
        discord.misbehave("GET /users/@me", Trouble::Failing(503), 2),
        discord.misbehave("PUT /applications/*/commands", Trouble::Failing(500), 2),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let _program = program::Program::start_on_discord(&folder.path().join("data"), &discord, &[]);
    discord.registered().await;
    assert!(failing.iter().all(|failing| failing.count() == 2));
    discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_chosen_no_language_is_answered_in_that_of_their_discord() {
    let table = Table::open_with(Setup::default(), &[("ODDBOARD_BOT_LANGUAGE", "es")]).await;
    for (locale, chosen, expected) in [
        ("es-419", None, "es"),
        ("en-GB", None, "en"),
        // The bot speaks no Klingon.
        ("tlh", None, "es"),
        ("en-GB", Some("es"), "es"),
        ("en-GB", Some("usual"), "en"),
    ] {
        table.ann.set_locale(locale);
        if let Some(chosen) = chosen {
            let settings = format!("/settings me language:{chosen}");
            table.ann.types(&table.lobby, &settings).answer().await;
        }
        let help = table.ann.types(&table.lobby, "/help").answer().await;
        let language = expected.parse().expect("the bot speaks it");
        let told = present::query_reply(&QueryReply::Help, language)
            .message
            .text;
        let first = told.split('.').next();
        assert_eq!(help.words().split('.').next(), first, "{locale} {chosen:?}");
    }
    table.discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_of_a_match_in_the_language_of_the_server() {
    let table = Table::open_with(Setup::default(), &[("ODDBOARD_BOT_LANGUAGE", "es")]).await;
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
        table.ann.set_locale("es-ES");
        let asked = table
            .ann
            .types(&table.lobby, "/challenge variante:berolina");
        let told = asked.answer().await;
        assert!(
            told.text.contains("desaf") || told.text.contains("reto"),
            "{}",
            told.text
        );
        let challenge = newest(&table.lobby, accept).await;
        table.bob.presses(&challenge, accept).answer().await;
        let thread = table
            .lobby
            .until_threads(n + 1)
            .await
            .pop()
            .expect("there is one");
        newest(&thread, play).await;
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
async fn who_has_their_discord_in_another_language_writes_commands_and_is_answered_in_it() {
    let table = Table::open().await;
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
        table.ann.set_locale(locale);
        let answer = table.ann.types(&table.lobby, challenge).answer().await;
        assert!(answer.text.starts_with(opened), "{}", answer.text);
        let answer = table.ann.types(&table.lobby, help).answer().await;
        assert!(answer.text.contains(explained), "{}", answer.text);
        let choices = table.ann.completes(&table.lobby, typing).await;
        let is_offered = choices
            .iter()
            .any(|choice| choice.name.starts_with(offered));
        assert!(is_offered, "{locale}: {} choices", choices.len());
        // Discord in their language does not list the English name.
        let english = table.ann.tries(&table.lobby, "/help command:resign");
        assert!(english.is_err(), "{locale}");
    }
    table.discord.finish();
}
