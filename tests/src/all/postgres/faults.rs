//! Failures of a database while the bot runs. Players receive the reply that nothing is confirmed, and the
//! administrator reads the remedy. The bot recovers by itself after that.

use reqwest::StatusCode;
use rules::Record;
use tempfile::TempDir;
use tests::{
    PATIENCE,
    page_user::{PageAnswer, PageUser, text},
    postgres::Postgres,
    program::{Program, command},
    skip::skips_postgres,
    venue::BotAnswer,
};
use tokio::time::timeout;

use crate::monitor::get;

/// A failure of the database.
struct DatabaseFault {
    /// The statement that causes it, run by the superuser; BOT stands for the bot's role.
    begin: &'static str,
    end: &'static str,
    /// The words of the message about it.
    words: [&'static str; 2],
}

/// A statement that ends the connections of the bot's role.
const CUT: &str = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'BOT'";

const FAULTS: [DatabaseFault; 4] = [
    // The error of a full disk, which does not affect reads.
    DatabaseFault {
        begin: "create function full_disk() returns trigger language plpgsql as $$ begin \
                raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$; \
                create trigger full_disk before insert or update or delete on oddboard.entries \
                for each statement execute function full_disk()",
        end: "drop function full_disk cascade",
        words: ["No space left on device", "more room on its disk"],
    },
    DatabaseFault {
        begin: "alter role BOT connection limit 0",
        end: "alter role BOT connection limit -1",
        words: ["too many connections", "[store] connections"],
    },
    DatabaseFault {
        begin: "alter role BOT set default_transaction_read_only = on",
        end: "alter role BOT reset default_transaction_read_only",
        words: ["can only be read", "name the primary"],
    },
    DatabaseFault {
        begin: "alter role BOT password 'another'",
        end: "alter role BOT password 'secret'",
        words: [
            "password authentication failed",
            "correct user and password",
        ],
    },
];

/// A program with a database that the test can harm.
struct FaultyDatabase {
    postgres: &'static Postgres,
    database: String,
    role: String,
    program: Program,
    _folder: TempDir,
}

impl FaultyDatabase {
    fn start() -> FaultyDatabase {
        let postgres = Postgres::shared();
        let url = postgres.make_database();
        let database = url.rsplit('/').next().expect("it has a name").to_owned();
        let role = format!("bot_{database}");
        let makes = format!(
            "create role {role} login password 'secret'; grant create on database {database} to {role}"
        );
        postgres.sql(&database, &makes);
        let folder = TempDir::new().expect("a temporary folder");
        let mut program = command();
        program.env("ODDBOARD_ADMIN_LISTEN", "127.0.0.1:0").env(
            "ODDBOARD_STORE_URL",
            url.replace("odd:", &format!("{role}:")),
        );
        FaultyDatabase {
            program: Program::start_by(program, "127.0.0.1:0", folder.path()),
            postgres,
            database,
            role,
            _folder: folder,
        }
    }

    /// Runs a statement on the database, in which BOT stands for the bot's role.
    fn run(&self, what: &str) {
        let what = what.replace("BOT", &self.role);
        self.postgres.sql(&self.database, &what);
    }

    /// Begins a fault, and waits until the bot reports it.
    async fn fail(&self, fault: &DatabaseFault) {
        self.run(fault.begin);
        self.run(CUT);
        self.until_reported(StatusCode::SERVICE_UNAVAILABLE, &fault.words)
            .await;
        // A connection that the bot was making when the fault began may have escaped both.
        self.run(CUT);
    }

    /// Waits until `/readyz` has this status and these words.
    async fn until_reported(&self, status: StatusCode, words: &[&str]) {
        loop {
            let (found, told) = get(&self.program, "readyz").await;
            assert!(!told.contains("secret"), "{told}");
            if found == status && words.iter().all(|word| told.contains(word)) {
                return;
            }
        }
    }
}

/// Tells whether an answer confirms nothing: the bot cannot read the store, or does not know whether it has saved the move.
fn is_unconfirmed(said: &PageAnswer) -> bool {
    match said {
        Ok(said) => said["answer"].text().starts_with("Not confirmed"),
        Err((status, words)) => {
            *status == StatusCode::SERVICE_UNAVAILABLE && words.contains("nothing is confirmed")
        }
    }
}

#[tokio::test]
async fn a_database_fault_is_reported_with_a_remedy_and_moves_go_on_later() {
    if skips_postgres() {
        return;
    }
    let database = FaultyDatabase::start();
    let address = &database.program.address;
    let ann = PageUser::sign_in(address, "Ann").await;
    let bob = PageUser::sign_in(address, "Bob").await;
    let id = ann.begin(address, &bob, "berolina @Bob color:white").await;
    let moves = [
        (&ann, "e2g4"),
        (&bob, "d7b5"),
        (&ann, "d2b4"),
        (&bob, "b5c4"),
    ];
    for (n, (fault, (player, action))) in FAULTS.iter().zip(moves).enumerate() {
        database.fail(fault).await;
        let input = text(&format!("/move {action} match:{id}"));
        let event = format!("move-{n}");
        let said = player.try_send(address, "lobby", &event, &input).await;
        let said = said.expect("the page is there");
        assert!(is_unconfirmed(&said), "{said:?}");

        database.run(fault.end);
        database.run(CUT);
        database.until_reported(StatusCode::OK, &["ok"]).await;
        // The same request again, as the page sends it. A connection that the end of the fault has cut can refuse it once more.
        let send = async {
            loop {
                let said = player.try_send(address, "lobby", &event, &input).await;
                let said = said.expect("the page is there");
                if !is_unconfirmed(&said) {
                    return said.expect("it is made")["answer"].clone();
                }
            }
        };
        let said = timeout(PATIENCE, send).await.expect("the bot recovers");
        assert!(said.text().starts_with("You played"), "{}", said.text());
    }
    let export = text(&format!("/export match:{id}"));
    let answer = ann.send(address, "lobby", "export", &export).await;
    let record: Record = answer.file().expect("a record").parse().expect("a record");
    let played: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
    assert_eq!(played, moves.map(|(_, action)| action));
}
