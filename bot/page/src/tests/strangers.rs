//! Tests of what strangers, who have not signed in, can take from the page.

use std::{net::IpAddr, num::NonZeroU32};

use governor::Quota;

use super::*;
use crate::{
    connections::{Connections, LINES_AT_ADDRESS, LINES_EACH, LineOwner, strangers},
    state::{
        Caller, CallerLimit, KeyedLimit, MISSES, MISSES_PAUSE, MOST_CALLERS, MissLimit, RateLimits,
    },
};

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// Returns quotas of one request, and no other before the test is over.
fn once() -> [Quota; 2] {
    [(); 2].map(|()| {
        let quota = Quota::with_period(Duration::from_secs(24 * 3600));
        quota
            .expect("a day is a period")
            .allow_burst(NonZeroU32::MIN)
    })
}

/// Opens a page that accepts one request of each kind.
async fn strict_page() -> TestPage {
    let limits = RateLimits {
        boards: CallerLimit::new(once()),
        sign_ins: CallerLimit::new(once()),
        studies: CallerLimit::new(once()),
        animations: CallerLimit::new(once()),
        engine_lines: KeyedLimit::new(once()[0]),
        proofs: CallerLimit::new(once()),
        ..RateLimits::default()
    };
    TestPage::open_within(Bounds::default(), Patience::default(), limits).await
}

impl TestPage {
    /// Sends a request; returns the first line of the response.
    async fn post(&self, path: &str, secret: Option<&str>, body: &str) -> String {
        let mut client = self.connect().await;
        let request = self.request(path, secret, "", body);
        client.write(request.as_bytes()).await;
        client.line().await
    }

    /// Builds a request, with `headers` beside its own.
    fn request(&self, path: &str, secret: Option<&str>, headers: &str, body: &str) -> String {
        let secret = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n"));
        let rest = format!(
            "Content-Type: application/json\r\nContent-Length: {}\r\n{}{headers}",
            body.len(),
            secret.unwrap_or_default()
        );
        self.head(&format!("POST {path}"), &rest) + body
    }

    /// Watches a match that does not exist, until the page closes the connection; returns all until then.
    async fn watch_nothing(&self, hello: &str) -> String {
        let mut client = self.dial_at("/api/match/00009/live").await;
        client.send(hello).await;
        client.end().await
    }
}

#[tokio::test]
async fn a_line_to_an_unknown_match_gets_an_error_and_closes() {
    let test_page = TestPage::open(Bounds::default(), Patience::default()).await;
    let frames = test_page.watch_nothing("{}").await;
    assert!(frames.contains("There is no such game"), "{frames}");
    // 4404 as the code of a close frame.
    let bytes: Vec<_> = frames.chars().rev().take(2).collect();
    assert_eq!(bytes, ['4', '\u{11}'], "{frames:?}");
}

#[tokio::test]
async fn the_first_look_through_a_line_counts_as_a_request() {
    let test_page = strict_page().await;
    assert!(test_page.watch_nothing("{}").await.contains("no such game"));
    assert!(!test_page.watch_nothing("{}").await.contains("no such game"));
    assert!(
        test_page
            .post("/api/match/00009", None, "{}")
            .await
            .contains("429")
    );
}

#[tokio::test]
async fn the_engine_finds_lines_for_known_people_only_and_no_two_at_once() {
    let test_page = strict_page().await;
    let (_, secret) = test_page
        .playground
        .sign_in("Anna", None)
        .await
        .expect("a name");
    let wish = r#"{"setup":"baroque","moves":""}"#;
    let asked = async |secret| test_page.post("/api/analysis/engine", secret, wish).await;
    assert!(asked(None).await.contains("401"));
    // This page has no engine.
    assert!(asked(Some(&secret)).await.contains("422"));
    assert!(asked(Some(&secret)).await.contains("429"));
}

#[tokio::test]
async fn strangers_spend_no_budget_of_known_people() {
    let test_page = strict_page().await;
    let (_, secret) = test_page
        .playground
        .sign_in("Anna", None)
        .await
        .expect("a name");
    let study = r#"{"place":"","played":[],"chance":0,"dark":false}"#;
    let signs_in = format!(r#"{{"name":"Anna","secret":"{secret}"}}"#);
    for (path, of_strangers, of_anna) in [
        ("/api/match/00009", "{}", "{}"),
        ("/api/study", study, study),
        ("/api/sign-in", r#"{"name":"Anna"}"#, &*signs_in),
    ] {
        let strangers = async || test_page.post(path, None, of_strangers).await;
        assert!(!strangers().await.contains("429"), "{path}");
        assert!(strangers().await.contains("429"), "{path}");
        let anna = async || test_page.post(path, Some(&secret), of_anna).await;
        assert!(!anna().await.contains("429"), "{path}");
        assert!(anna().await.contains("429"), "{path}");
    }
}

#[tokio::test]
async fn a_wrong_secret_counts_before_the_next_lookup() {
    let test_page = strict_page().await;
    let (_, secret) = test_page
        .playground
        .sign_in("Anna", None)
        .await
        .expect("a name");
    let body = r#"{"direct":true}"#;
    let request = |secret, headers| test_page.request("/api/settings", Some(secret), headers, body);
    let mut client = test_page.connect().await;
    let last = request("1-2", "Connection: close\r\n");
    let all = [request("1-0", ""), request("1-1", ""), last].concat();
    client.write(all.as_bytes()).await;
    let responses = client.end().await;
    let answers = responses.split("HTTP/1.1 ").skip(1);
    let statuses: Vec<_> = answers.filter_map(|answer| answer.get(..3)).collect();
    assert_eq!(statuses, ["401", "401", "429"], "{responses}");
    // Only the connection is doubted, not the others at its address.
    for _ in 0..3 {
        let anna = test_page.post("/api/settings", Some(&secret), body).await;
        assert!(anna.contains("200"), "{anna}");
    }
}

#[tokio::test]
async fn the_page_of_a_match_comes_though_strangers_have_asked_for_too_many_boards() {
    let test_page = strict_page().await;
    for status in ["404", "429"] {
        let mut client = test_page.connect().await;
        let request = test_page.head("GET /match/00009", "Connection: close\r\n");
        client.write(request.as_bytes()).await;
        let page = client.end().await;
        assert!(
            page.lines()
                .next()
                .is_some_and(|line| line.contains(status))
        );
        assert!(page.contains("src=\"/match.js\""), "{page}");
    }
}

#[tokio::test]
async fn each_request_for_an_animation_counts() {
    let test_page = strict_page().await;
    for status in ["404", "429"] {
        let mut client = test_page.connect().await;
        let request = test_page.head("GET /api/match/00009/replay.gif", "");
        client.write(request.as_bytes()).await;
        let line = client.line().await;
        assert!(line.contains(status), "{line}");
    }
}

#[test]
fn strangers_at_one_address_leave_others_their_share() {
    let limit = CallerLimit::new([once()[0], Quota::per_hour(NonZeroU32::MAX)]);
    let passes = |address: [u8; 4]| limit.check(Caller::Stranger(address.into())).is_ok();
    assert!(passes([127, 0, 0, 1]));
    assert!(!passes([127, 0, 0, 1]));
    assert!(passes([127, 0, 0, 2]));
}

#[tokio::test(start_paused = true)]
async fn a_caller_who_guesses_ids_of_matches_gets_none_for_a_minute() {
    let limit = MissLimit::default();
    let guessing = Caller::Stranger(HERE);
    // Also one who shares the address, such as that of a proxy.
    let others = [
        Caller::Stranger([127, 0, 0, 2].into()),
        Caller::Person(PersonId(1)),
    ];
    let mut n_misses = 0;
    while limit.check(guessing).is_ok() && n_misses < 10 * MISSES {
        limit.count(guessing, false);
        limit.count(guessing, true);
        n_misses += 1;
    }
    assert!((MISSES + 1..2 * MISSES).contains(&n_misses), "{n_misses}");
    assert!(others.iter().all(|other| limit.check(*other).is_ok()));
    tokio::time::advance(MISSES_PAUSE).await;
    assert!(limit.check(guessing).is_ok());
}

#[test]
fn a_limit_forgets_people_without_recent_requests() {
    let limit = KeyedLimit::new(Quota::per_hour(NonZeroU32::MAX));
    for n in 1..=2 * MOST_CALLERS as u32 {
        assert!(limit.check(&PersonId(n)).is_ok());
    }
    assert!(limit.n_callers() <= MOST_CALLERS);
}

#[test]
fn strangers_and_each_known_person_have_a_share_of_the_lines() {
    const MOST: usize = 896;
    let connections = Connections::new(MOST);
    let mut lines = Vec::new();
    let mut n_open = |owner: fn(u32) -> LineOwner| {
        let before = lines.len();
        for n in 0.. {
            let seat = connections.take(HERE).expect("strangers make room");
            let Some(line) = seat.occupy_line(owner(n)) else {
                return lines.len() - before;
            };
            lines.push((seat, line));
        }
        0
    };
    assert_eq!(n_open(|_| LineOwner::Stranger(HERE)), strangers(MOST));
    assert_eq!(n_open(|_| LineOwner::Person(PersonId(1))), LINES_EACH);
    // Each known person has a connection: the one with most of them gives way, until all have one.
    let n_others = n_open(|n| LineOwner::Person(PersonId(n + 2)));
    assert_eq!(n_others, super::lines(MOST) - 1);
}

#[test]
fn strangers_at_one_address_leave_lines_to_others() {
    let connections = Connections::new(896);
    let mut lines = Vec::new();
    let mut n_open = |address: [u8; 4], n_tries: usize| {
        let before = lines.len();
        for _ in 0..n_tries {
            // All come through one proxy.
            let seat = connections.take(HERE).expect("there is room");
            if let Some(line) = seat.occupy_line(LineOwner::Stranger(address.into())) {
                lines.push((seat, line));
            }
        }
        lines.len() - before
    };
    assert_eq!(n_open([203, 0, 113, 9], 10_000), LINES_AT_ADDRESS);
    assert_eq!(n_open([203, 0, 113, 10], 1), 1);
    let known = connections.take(HERE).expect("there is room");
    assert!(known.occupy_line(LineOwner::Person(PersonId(1))).is_some());
}

#[tokio::test]
async fn the_person_with_most_lines_loses_the_oldest_when_all_are_taken() {
    const MOST: usize = 7;
    let connections = Connections::new(MOST);
    let line = |n: u32| {
        let seat = connections.take(HERE).expect("there is room");
        let line = seat.occupy_line(LineOwner::Person(PersonId(n)));
        line.map(|line| (line, seat))
    };
    let greedy: Vec<_> = (0..super::lines(MOST) - 1)
        .map(|_| line(1).expect("there is room"))
        .collect();
    let known = line(2).expect("there is room");
    let late = line(3).expect("somebody has more");
    greedy[0].1.evicted().await;
    assert!(line(1).is_none(), "nobody has more than they would");
    drop((known, late));
}

#[tokio::test]
async fn the_line_of_a_stranger_gives_way_and_that_of_a_known_person_does_not() {
    let connections = Connections::new(7);
    let take = || connections.take(HERE).expect("there is room");
    let owners = [LineOwner::Stranger(HERE), LineOwner::Person(PersonId(1))];
    let [strangers, known] = owners.map(|owner| {
        let seat = take();
        (seat.occupy_line(owner).expect("there is room"), seat)
    });
    let idle: Vec<_> = (0..5).map(|_| take()).collect();
    // An idle connection goes first.
    let mut busy = Vec::new();
    for idle in &idle {
        busy.push(take().occupy());
        idle.evicted().await;
    }
    busy.push(take().occupy());
    strangers.1.evicted().await;
    assert!(connections.take(HERE).is_none());
    drop(known);
}

#[tokio::test]
async fn a_line_passes_to_the_person_that_signs_in_on_it() {
    let connections = Connections::new(1);
    let seat = connections.take(HERE).expect("there is room");
    let line = seat.occupy_line(LineOwner::Stranger(HERE));
    let line = line.expect("there is room");
    assert!(line.pass_to(LineOwner::Person(PersonId(1))));
    assert!(connections.take(HERE).is_none());
    assert!(line.pass_to(LineOwner::Stranger(HERE)));
    assert!(connections.take(HERE).is_some());
}
