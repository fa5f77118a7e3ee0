//! Identity of the bot for people, and of people for the bot.

use std::{fs, process::Output};

use futures_util::StreamExt;
use matrix_sdk::{
    deserialized_responses::{UnableToDecryptReason, WithheldCode},
    encryption::{
        identities::UserIdentity,
        verification::{SasState, SasVerification, VerificationRequestState},
    },
    ruma::{OwnedDeviceId, events::key::verification::VerificationMethod, user_id},
};
use serde_json::Value;
use tests::matrix::{self, Person, ReceivedEvent};

use super::table::Table;

/// The reaction to a person who cannot decrypt the bot's messages.
const VERIFY: &str = "🔏 Verify your session to read me";

/// Returns the output of a command, and checks its exit code.
#[track_caller]
fn printed(output: &Output, code: i32) -> String {
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let errors = said(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    [said(&output.stdout), errors].concat()
}

/// Fetches the bot's identity as a person's client receives it now.
async fn identity(person: &Person) -> UserIdentity {
    let encryption = person.client.encryption();
    let identity = encryption.request_user_identity(user_id!("@odd:localhost"));
    let identity = identity.await.expect("the homeserver answers");
    identity.expect("the bot has an identity")
}

/// Returns the bot's signed and unsigned sessions.
async fn sessions(person: &Person) -> (Vec<OwnedDeviceId>, Vec<OwnedDeviceId>) {
    let identity = identity(person).await;
    let encryption = person.client.encryption();
    let sessions = encryption.get_user_devices(identity.user_id()).await;
    let sessions = sessions.expect("the store can be read");
    let (signed, unsigned): (Vec<_>, Vec<_>) = sessions
        .devices()
        .partition(|session| session.is_cross_signed_by_owner());
    let ids = |sessions: Vec<matrix_sdk::encryption::identities::Device>| {
        let ids = sessions
            .iter()
            .map(|session| session.device_id().to_owned());
        ids.collect()
    };
    (ids(signed), ids(unsigned))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_lost_its_folder_gets_its_identity_back_by_the_recovery_key() {
    let mut table = Table::open(&[]).await;
    assert!(table.stop().await);
    let key = printed(&table.run(&["recovery-key"]).await, 0);
    assert!(printed(&table.run(&["check"]).await, 0).contains("is signed"));
    let (first, none) = sessions(&table.ann).await;
    assert_eq!((first.len(), none.len()), (1, 0));
    fs::remove_dir_all(table.data().join("matrix")).expect("the folder is lost");
    // It has logged in again, sends messages, and reports that no person can verify it.
    table.start().await;
    let (signed, unsigned) = sessions(&table.ann).await;
    assert_eq!((&signed, unsigned.len()), (&first, 1));
    let words = "My session is not signed";
    table.ann.checks_up(&table.room, words).await;
    assert!(table.log().contains("the session of the bot is not signed"));
    assert!(table.stop().await);
    assert!(printed(&table.run(&["check"]).await, 0).contains("was not signed"));
    // A wrong key is refused and not printed.
    let wrong = table.data().join("wrong.txt");
    fs::write(&wrong, "EsTc LW2K").expect("a file");
    let wrong = wrong.display().to_string();
    let said = printed(&table.run(&["recover", &wrong]).await, 1);
    assert!(
        said.contains("not the recovery key") && !said.contains("LW2K"),
        "{said}"
    );
    let file = table.data().join("key.txt");
    fs::write(&file, &key).expect("a file");
    let file = file.display().to_string();
    let said = printed(&table.run(&["recover", &file]).await, 0);
    assert!(
        said.contains("is signed") && !said.contains(key.trim()),
        "{said}"
    );
    assert!(printed(&table.run(&["check"]).await, 0).contains("is signed"));
    table.start().await;
    let (signed, unsigned) = sessions(&table.ann).await;
    assert_eq!((signed.len(), unsigned.len()), (2, 0));
    let words = "My session is signed";
    let said = table.ann.checks_up(&table.room, words).await;
    assert!(!said.body().contains("not signed"));
    assert!(!table.log().contains(key.trim()), "the key is logged");
    table.close().await;
}

/// Opens a table to which Ann has invited Dan, whose session is not signed.
async fn table_with_dan(is_encrypted: bool) -> (Table, Person) {
    let homeserver = Table::homeserver().await;
    let dan = tokio::task::spawn_blocking(move || {
        homeserver.register("dan");
        homeserver
    });
    let homeserver = dan.await.expect("Dan has an account");
    let table = Table::open_at(homeserver, is_encrypted, Value::Null, Vec::new()).await;
    let dan = Person::log_in_unsigned(&table.homeserver, "dan").await;
    let room = table.ann.client.get_room(&table.room);
    let room = room.expect("Ann is there");
    let account = user_id!("@dan:localhost");
    room.invite_user_by_id(account).await.expect("she may");
    let here = table.room.clone();
    dan.until("himself in the room", |seen| {
        let came = |event: &ReceivedEvent| event.room == here && event.sender == "@dan:localhost";
        seen.iter().any(came).then_some(())
    })
    .await;
    (table, dan)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_signed_sessions_get_keys_unless_a_setting_allows_all() {
    let (mut table, dan) = table_with_dan(true).await;
    // The bot's first message in the room is sealed to Dan alone, and his client receives the reason.
    table.ann.says(&table.room, "!odd challenge berolina").await;
    let post = table.bob.reads(0, "ann challenges anybody").await;
    let sealed = dan.until("why he cannot read what the bot says", |seen| {
        let post = seen.iter().find(|event| event.id == post.id)?;
        match post.sealed.as_ref()? {
            UnableToDecryptReason::MissingMegolmSession {
                withheld_code: Some(code),
            } => Some(code.clone()),
            _ => None,
        }
    });
    assert_eq!(sealed.await, WithheldCode::Unverified);
    // Each of his requests gets a reaction that he can read, with the next step.
    for text in ["!odd help", "!odd challenge bario"] {
        let asked = dan.says(&table.room, text).await;
        assert_eq!(dan.sign(&asked).await, VERIFY, "{text}");
    }
    let asked = table.ann.says(&table.room, "!odd help").await;
    assert_eq!(table.ann.sign(&asked).await, "✉️");
    // For a person with several sessions, the session that sent the request counts.
    let other = Person::log_in_unsigned(&table.homeserver, "ann").await;
    let here = table.room.clone();
    other
        .until("the room", |seen| {
            seen.iter().any(|event| event.room == here).then_some(())
        })
        .await;
    let asked = other.says(&table.room, "!odd games").await;
    assert_eq!(table.ann.sign(&asked).await, VERIFY);
    let id = other.client.device_id().expect("a session").to_string();
    let said = format!("not verified, so they cannot read me in encrypted rooms: {id}");
    table.ann.checks_up(&table.room, &said).await;
    let words = "All your sessions are verified";
    table.bob.checks_up(&table.room, words).await;
    assert!(table.stop().await);
    table.set("", Some(("ODDBOARD_MATRIX_KEYS", "all")));
    table.start().await;
    table.ann.says(&table.room, "!odd challenge baroque").await;
    dan.reads(0, "match of Baroque").await;
    let asked = dan.says(&table.room, "!odd help").await;
    assert_eq!(dan.sign(&asked).await, "✉️");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_answer_is_explained_once_in_a_readable_room() {
    let (table, dan) = table_with_dan(false).await;
    for text in ["!odd help", "!odd games"] {
        let asked = dan.says(&table.room, text).await;
        assert_eq!(dan.sign(&asked).await, VERIFY, "{text}");
    }
    let why = "you have not verified your session";
    dan.reads(0, why).await;
    // He can also read each public message.
    let asked = dan.says(&table.room, "!odd challenge berolina").await;
    dan.reads(0, "dan challenges anybody").await;
    assert_eq!(dan.sign(&asked).await, "✅");
    let all = dan.all();
    let told = all.iter().filter(|event| event.body().contains(why));
    assert_eq!(told.count(), 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_logs_in_by_tokens_as_well() {
    let homeserver = Table::homeserver().await;
    let address = homeserver.address();
    let (token, device) = matrix::begin_session(&address, "odd").await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("token");
    fs::write(&file, format!("{token}\n")).expect("a file");
    let settings = vec![("ODDBOARD_MATRIX_TOKEN_FILE", file.display().to_string())];
    let mut table = Table::open_at(homeserver, true, Value::Null, settings).await;
    let (signed, unsigned) = sessions(&table.ann).await;
    assert_eq!(unsigned.len(), 0);
    assert_eq!(
        signed.iter().map(|id| id.as_str()).collect::<Vec<_>>(),
        [&*device]
    );
    assert!(table.stop().await);
    // From now on its folder is enough. If that is lost, a single-use token works as well.
    fs::write(&file, "wrong").expect("a file");
    table.start().await;
    assert!(table.stop().await);
    fs::remove_dir_all(table.data().join("matrix")).expect("the folder is lost");
    let run = ["serve"];
    let path = &file;
    let file = path.display().to_string();
    let wrong = [("ODDBOARD_MATRIX_TOKEN_FILE", &*file)];
    // Others know its session with keys that are lost.
    fs::write(path, &token).expect("a file");
    let said = printed(&table.run_with(&run, &wrong).await, 2);
    assert!(said.contains("has keys that the bot has not"), "{said}");
    fs::write(path, "wrong").expect("a file");
    let said = printed(&table.run_with(&run, &wrong).await, 2);
    assert!(
        said.contains("knows no session with the access token"),
        "{said}"
    );
    let once = matrix::login_token(&address, &token).await;
    fs::write(&file, once).expect("a file");
    let setting = ("ODDBOARD_MATRIX_LOGIN_TOKEN_FILE", &*file);
    table.set("ODDBOARD_MATRIX_TOKEN_FILE", Some(setting));
    table.start().await;
    assert!(table.stop().await);
    fs::remove_dir_all(table.data().join("matrix")).expect("the folder is lost");
    let again = [("ODDBOARD_MATRIX_LOGIN_TOKEN_FILE", &*file)];
    let said = printed(&table.run_with(&run, &again).await, 2);
    assert!(said.contains("good once"), "{said}");
    table.set("ODDBOARD_MATRIX_LOGIN_TOKEN_FILE", None);
    table.start().await;
    table.close().await;
}

/// Compares emojis, and returns those that the person's client shows.
async fn emojis(sas: &SasVerification) -> String {
    let mut changes = sas.changes();
    let mut state = sas.state();
    loop {
        if let SasState::KeysExchanged { emojis, .. } = state {
            let emojis = emojis.expect("emojis").emojis;
            let shown = emojis
                .iter()
                .map(|emoji| [emoji.symbol, emoji.description].join(" "));
            return shown.collect::<Vec<_>>().join(", ");
        }
        state = changes.next().await.expect("it goes on");
    }
}

/// Asks the bot for verification in direct messages. Returns `None` if the bot refuses.
async fn verify(person: &Person) -> Option<SasVerification> {
    let request = identity(person)
        .await
        .request_verification_with_methods(vec![VerificationMethod::SasV1])
        .await
        .expect("the homeserver takes it");
    let mut changes = request.changes();
    let mut state = request.state();
    loop {
        match state {
            VerificationRequestState::Ready { .. } => {
                let sas = request.start_sas().await.expect("the homeserver takes it");
                return Some(sas.expect("it begins"));
            }
            VerificationRequestState::Cancelled(_) => return None,
            _ => state = changes.next().await.expect("it goes on"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_reader_of_the_log_verifies_the_bot_by_emoji() {
    let table = Table::open(&[("ODDBOARD_MATRIX_VERIFIERS", "@ann:localhost")]).await;
    for person in [&table.ann, &table.eve] {
        person.open_direct().await;
        person.reads(0, "here no prefix is needed").await;
    }
    assert!(
        verify(&table.eve).await.is_none(),
        "Eve does not read the log"
    );
    let sas = verify(&table.ann).await.expect("Ann does");
    let shown = emojis(&sas).await;
    let said = table.ann.reads(0, "with those in my log").await;
    assert!(
        !said
            .body()
            .contains(shown.split(' ').next().expect("an emoji"))
    );
    let log = table.log();
    assert!(log.contains(&shown), "{shown}: {log}");
    let encryption = table.ann.client.encryption();
    let kept = encryption.user_identities_stream().await;
    let mut kept = std::pin::pin!(kept.expect("the store can be read"));
    sas.confirm().await.expect("she confirms");
    let mut changes = sas.changes();
    let mut state = sas.state();
    while !matches!(state, SasState::Done { .. }) {
        assert!(!matches!(state, SasState::Cancelled(_)));
        state = changes.next().await.expect("it goes on");
    }
    // The signature is stored after the verification ends.
    while !identity(&table.ann).await.is_verified() {
        kept.next().await.expect("it is kept");
    }
    table.close().await;
}
