use std::{collections::BTreeSet, sync::Arc};

use super::*;
use crate::{
    PeopleReply, PlayDone, PlayReply, Refusal, Reply, Request, RequestKind,
    match_store::schema::account_key,
    people::mydata::fingerprint,
    testing::{DAY, Table, lobby, person},
};
use api::{EventId, Place, Platform, Rows as _};
use command::{Command, Control, Intent};

/// Returns the change of sessions that a reply reports.
fn done(reply: &Result<Reply, Refusal>) -> Option<&SessionDone> {
    match reply {
        Ok(Reply::Done(Done::Session(done))) => Some(done),
        _ => None,
    }
}

/// Returns Annabel on Discord.
fn annabel() -> Speaker {
    Speaker {
        id: UserId::new(Platform::Discord, "500"),
        name: "Annabel".to_owned(),
    }
}

fn session(n: u8) -> AccountToken {
    AccountToken::new(annabel().id, [n; AccountToken::LENGTH])
}

impl Table {
    /// Decides on a request of Annabel, whose platform can link to the page.
    fn annabel(&mut self, intent: Intent) -> Result<Reply, Refusal> {
        let request = self.request_of_annabel(intent);
        self.settle(&request)
    }

    fn request_of_annabel(&mut self, intent: Intent) -> Request {
        let mut request = self.request("Ann", Place::Direct, intent);
        let RequestKind::Person(of_person) = &mut request.kind else {
            panic!("a request of a person");
        };
        of_person.has_page = true;
        of_person.speaker = annabel().into();
        let event = Arc::make_mut(&mut of_person.event);
        event.id = EventId::new(Platform::Discord, &*event.id.id);
        request.id = event.id.to_string();
        request
    }

    #[track_caller]
    fn gives_link(&mut self) -> AccountToken {
        let id = "00001".parse().expect("an id");
        match self.annabel(Intent::Press(Control::PlayOnPage(id))) {
            Ok(Reply::Done(Done::People(PeopleDone::SignInLinkGiven {
                token: Some(token),
                ..
            }))) => token,
            reply => panic!("a link: {:?}", reply.err()),
        }
    }

    fn session_request(&mut self, change: SessionChange) -> Result<Reply, Refusal> {
        self.n_events += 1;
        let account = annabel().id;
        let request = Request {
            id: format!("session:{}", self.n_events),
            at: self.now,
            kind: RequestKind::Session(SessionRequest { account, change }),
        };
        self.settle(&request)
    }

    /// Begins session `n` by a link; returns whether the link works.
    fn enters(&mut self, link: &AccountToken, n: u8) -> bool {
        let begun = self.session_request(SessionChange::Begin {
            link: link.digest(),
            session: session(n).digest(),
        });
        match begun {
            Ok(Reply::Done(Done::Session(SessionDone::Begun(Some(id))))) => {
                assert_eq!(id.to_string(), "00001");
                true
            }
            Err(refusal) => {
                assert!(refusal == text::page_link_over().into());
                false
            }
            Ok(_) => panic!("a session begins or not"),
        }
    }

    fn begins_session(&mut self, n: u8) {
        let link = self.gives_link();
        assert!(self.enters(&link, n));
    }

    fn is_open(&self, n: u8) -> bool {
        let found = read_session(&self.rows, &session(n), self.now);
        let found = found.expect("the rows can be read");
        found.is_some_and(|(speaker, _)| speaker == annabel())
    }
}

#[test]
fn a_link_begins_one_session_within_five_minutes() {
    let mut table = Table::new();
    let link = table.gives_link();
    assert_eq!(
        read_sign_in_link(&table.rows, &link, table.now).expect("rows"),
        Some(annabel())
    );
    assert!(table.enters(&link, 1) && table.is_open(1));
    // Used up.
    assert!(!table.enters(&link, 2) && !table.is_open(2));
    assert_eq!(
        read_sign_in_link(&table.rows, &link, table.now).expect("rows"),
        None
    );
    let link = table.gives_link();
    table.now.0 += LINK_TIME - 1;
    assert!(table.enters(&link, 2));
    let late = table.gives_link();
    table.now.0 += LINK_TIME;
    assert!(!table.enters(&late, 3));
}

#[test]
fn a_link_works_at_a_process_whose_clock_is_behind() {
    let mut table = Table::new();
    let link = table.gives_link();
    table.now.0 -= 2000;
    assert!(table.enters(&link, 1));
}

#[test]
fn a_new_link_replaces_the_oldest_of_too_many() {
    let mut table = Table::new();
    let links: Vec<_> = (0..=MOST_LINKS).map(|_| table.gives_link()).collect();
    assert!(!table.enters(&links[0], 1));
    for (link, n) in links.iter().skip(1).zip(2..) {
        assert!(table.enters(link, n));
    }
}

#[test]
fn a_link_is_not_stored() {
    let mut table = Table::new();
    let request = {
        let id = "00001".parse().expect("an id");
        table.request_of_annabel(Intent::Press(Control::PlayOnPage(id)))
    };
    let Ok(Reply::Done(Done::People(PeopleDone::SignInLinkGiven {
        token: Some(token), ..
    }))) = table.settle(&request)
    else {
        panic!("a link");
    };
    let written = token.expose();
    let (_, secret) = written.split_once('.').expect("two parts");
    for (key, value) in table.rows.scan(b"", None, 1000).expect("rows") {
        let entry = [key, value].concat();
        let entry = String::from_utf8_lossy(&entry);
        assert!(!entry.contains(secret), "{entry}");
    }
    // The same event again.
    let again = table.settle(&request);
    assert!(matches!(
        again,
        Ok(Reply::Done(Done::People(PeopleDone::SignInLinkGiven {
            token: None,
            ..
        })))
    ));
    assert!(table.enters(&token, 1));
}

#[test]
fn a_session_ends_thirty_days_after_its_last_use() {
    let mut table = Table::new();
    table.begins_session(1);
    table.begins_session(2);
    table.now.0 += 29 * DAY;
    let used = SessionChange::Use(session(1).digest());
    assert!(table.session_request(used).is_ok());
    table.now.0 += DAY;
    assert!(table.is_open(1) && !table.is_open(2));
    table.now.0 += 29 * DAY;
    assert!(!table.is_open(1));
    assert!(table.tidy());
    let key = sessions_key(&annabel().id);
    assert_eq!(table.rows.get(&key).expect("rows"), None);
}

#[test]
fn a_use_is_recorded_once_an_hour() {
    let mut table = Table::new();
    table.begins_session(1);
    let is_recorded = |table: &Table| {
        let found = read_session(&table.rows, &session(1), table.now);
        found.expect("rows").expect("it is open").1
    };
    assert!(is_recorded(&table));
    table.now.0 += USE_TIME;
    assert!(!is_recorded(&table));
    let used = SessionChange::Use(session(1).digest());
    assert!(table.session_request(used).is_ok());
    assert!(is_recorded(&table));
    // There is no such session.
    let used = SessionChange::Use(session(2).digest());
    assert!(matches!(table.session_request(used), Ok(Reply::Nothing)));
}

#[test]
fn the_session_that_was_not_used_for_longest_makes_room() {
    let mut table = Table::new();
    for n in 0..MOST_SESSIONS as u8 {
        table.begins_session(n);
        table.now.0 += 1;
    }
    let used = SessionChange::Use(session(0).digest());
    assert!(table.session_request(used).is_ok());
    table.begins_session(100);
    assert!(table.is_open(0) && !table.is_open(1) && table.is_open(2) && table.is_open(100));
}

#[test]
fn the_owner_ends_one_session_or_all() {
    let mut table = Table::new();
    for n in 1..=3 {
        table.begins_session(n);
    }
    let ended = SessionChange::End(session(1).digest());
    assert!(table.session_request(ended).is_ok());
    assert!(!table.is_open(1) && table.is_open(2));
    let sessions = match table.annabel(Intent::Command(Command::MyData)) {
        Ok(Reply::People(PeopleReply::MyData(sessions))) => sessions,
        _ => panic!("the data of Annabel"),
    };
    let open: Vec<_> = sessions.into_iter().map(|session| session.digest).collect();
    assert_eq!(open, [session(2).digest(), session(3).digest()]);
    let all = table.annabel(Intent::Press(Control::EndSessions));
    assert!(matches!(
        all,
        Ok(Reply::Done(Done::People(PeopleDone::SessionsEnded)))
    ));
    assert!(!table.is_open(2) && !table.is_open(3));
}

#[test]
fn different_changes_of_one_session_have_different_names() {
    let digest = session(1).digest();
    let changes = [
        launch("1", None),
        launch("2", None),
        SessionChange::Use(digest.clone()),
        SessionChange::End(digest.clone()),
        SessionChange::Open {
            name: String::new(),
            session: digest.clone(),
            kind: SessionKind::Browser,
            openid: None,
        },
        SessionChange::Begin {
            link: digest.clone(),
            session: digest,
        },
    ];
    let n_changes = changes.len();
    let names = changes.into_iter().map(|change| {
        let account = annabel().id;
        SessionRequest { account, change }.name(Timestamp(0))
    });
    let names: BTreeSet<_> = names.collect();
    assert_eq!(names.len(), n_changes);
    let account = annabel().id.to_string();
    assert!(names.iter().all(|name| !name.contains(&account)));
}

#[test]
fn a_session_that_has_begun_goes_on_with_another_link() {
    let mut table = Table::new();
    table.begins_session(1);
    table.now.0 += DAY;
    table.begins_session(1);
    let sessions = read_sessions_of(&table.rows, &annabel().id, table.now).expect("rows");
    let [only] = &sessions[..] else {
        panic!("one session");
    };
    assert!(only.used == table.now && only.since < table.now);
}

#[test]
fn a_session_in_a_frame_lasts_a_day_and_replaces_none_of_a_browser() {
    let mut table = Table::new();
    table.begins_session(1);
    for n in 2..=18 {
        table.now.0 += 1;
        let opened = table.session_request(SessionChange::Open {
            name: annabel().name,
            session: session(n).digest(),
            kind: SessionKind::Frame,
            openid: None,
        });
        assert!(matches!(done(&opened), Some(SessionDone::Opened(_))));
    }
    let over: Vec<_> = (1..=18).filter(|n| !table.is_open(*n)).collect();
    assert_eq!(over, [2]);
    table.now.0 += FRAME_TIME - 1;
    let used = table.session_request(SessionChange::Use(session(18).digest()));
    assert!(matches!(done(&used), Some(SessionDone::Used)));
    table.now.0 += 1;
    assert!(table.is_open(1) && !table.is_open(18));
}

impl Table {
    /// Begins session `n` in a frame by an OpenID token. Returns the digest of the session that the token has begun.
    fn enters_by_token(&mut self, token: &str, n: u8) -> TokenDigest {
        let change = SessionChange::Open {
            name: annabel().name,
            session: session(n).digest(),
            kind: SessionKind::Frame,
            openid: Some(TokenDigest::of(token)),
        };
        let account = annabel().id;
        let request = SessionRequest { account, change };
        let request = Request {
            id: request.name(self.now),
            at: self.now,
            kind: RequestKind::Session(request),
        };
        match self.settle(&request) {
            Ok(Reply::Done(Done::Session(SessionDone::Opened(begun)))) => begun,
            reply => panic!("a session: {:?}", reply.err()),
        }
    }

    /// Checks that a token has begun session 1 and does not begin session `n`.
    #[track_caller]
    fn is_used(&mut self, token: &str, n: u8) {
        assert_eq!(self.enters_by_token(token, n), session(1).digest());
        assert!(!self.is_open(n));
    }
}

#[test]
fn an_openid_token_begins_one_session_while_a_homeserver_accepts_it() {
    let mut table = Table::new();
    assert_eq!(table.enters_by_token("token", 1), session(1).digest());
    assert!(table.is_open(1));
    table.is_used("token", 2);
    assert_eq!(table.enters_by_token("other", 2), session(2).digest());
    assert!(table.is_open(2));
    table.now.0 += DAY;
    table.tidy();
    table.is_used("token", 3);
    // At a process whose clock is behind.
    table.now.0 -= DAY;
    table.is_used("token", 3);
}

#[test]
fn an_openid_token_stays_used_after_its_session_has_ended_and_its_owner_is_deleted() {
    let mut table = Table::new();
    table.enters_by_token("token", 1);
    let ended = SessionChange::End(session(1).digest());
    assert!(table.session_request(ended).is_ok());
    table.is_used("token", 2);
    let delete = Control::DeleteMe(Some(fingerprint(&annabel().id)));
    let deleted = table.annabel(Intent::Press(delete));
    assert!(matches!(
        deleted,
        Ok(Reply::Done(Done::People(PeopleDone::Deleted { .. })))
    ));
    table.is_used("token", 2);
    table.is_sound();
}

/// Returns a launch in a channel, by an event that is named like the channel.
fn launch(channel: &str, id: Option<MatchId>) -> SessionChange {
    SessionChange::Launch {
        event: EventId::new(Platform::Discord, channel),
        channel: ChannelId::new(Platform::Discord, channel),
        id,
    }
}

impl Table {
    /// Notes a launch of the Activity by Annabel in a channel.
    fn launches(&mut self, channel: &str, id: Option<MatchId>) -> Result<Reply, Refusal> {
        self.session_request(launch(channel, id))
    }

    /// Returns the match whose board Annabel has launched in a channel.
    fn launched(&self, channel: &str) -> Option<MatchId> {
        let channel = ChannelId::new(Platform::Discord, channel);
        let found = read_launch(&self.rows, &annabel().id, &channel, self.now);
        found.expect("the rows can be read")
    }
}

#[test]
fn the_last_launch_of_a_person_leads_to_its_match_in_its_channel_for_fifteen_minutes() {
    let mut table = Table::new();
    let [one, other] = [1, 2].map(MatchId::from_number);
    assert!(table.launches("1", Some(one)).is_ok());
    assert_eq!(
        (table.launched("1"), table.launched("2")),
        (Some(one), None)
    );
    assert!(table.launches("2", Some(other)).is_ok());
    assert_eq!(
        (table.launched("1"), table.launched("2")),
        (None, Some(other))
    );
    table.is_sound();
    table.now.0 += LAUNCH_TIME - 1;
    assert_eq!(table.launched("2"), Some(other));
    table.now.0 += 1;
    assert_eq!(table.launched("2"), None);
    assert!(table.tidy());
    let key = sessions_key(&annabel().id);
    assert_eq!(table.rows.get(&key).expect("rows"), None);
}

#[test]
fn a_launch_by_the_command_drops_that_of_a_button_and_stores_nothing_of_its_own() {
    let mut table = Table::new();
    let key = sessions_key(&annabel().id);
    assert!(matches!(table.launches("1", None), Ok(Reply::Nothing)));
    assert_eq!(table.rows.get(&key).expect("rows"), None);
    assert!(table.launches("1", Some(MatchId::from_number(1))).is_ok());
    let dropped = table.launches("1", None);
    assert!(matches!(done(&dropped), Some(SessionDone::LaunchNoted)));
    assert_eq!(table.launched("1"), None);
    assert_eq!(table.rows.get(&key).expect("rows"), None);
}

#[test]
fn a_launch_begins_and_ends_no_session() {
    let mut table = Table::new();
    table.begins_session(1);
    let id = MatchId::from_number(1);
    assert!(table.launches("1", Some(id)).is_ok() && table.is_open(1));
    let ended = SessionChange::End(session(1).digest());
    assert!(table.session_request(ended).is_ok());
    assert_eq!(table.launched("1"), Some(id));
    let all = table.annabel(Intent::Press(Control::EndSessions));
    assert!(matches!(
        all,
        Ok(Reply::Done(Done::People(PeopleDone::SessionsEnded)))
    ));
    assert_eq!(table.launched("1"), None);
}

#[test]
fn unlinking_an_account_ends_its_sessions() {
    let mut table = Table::new();
    table.begins_session(1);
    let code = match table.does("Ann", "/link") {
        Reply::Done(Done::People(PeopleDone::CodeGiven { code, .. })) => code,
        _ => panic!("a code"),
    };
    let linked = table.annabel(Intent::Press(Control::Link(code)));
    assert!(matches!(
        linked,
        Ok(Reply::Done(Done::People(PeopleDone::Linked(_))))
    ));
    let row = table.rows.get(&account_key(&annabel().id)).expect("rows");
    assert!(row.is_some());
    assert!(table.is_open(1), "a link ends no session");
    table.enters_by_token("token", 2);
    let unlink = Control::Unlink(fingerprint(&annabel().id));
    let unlinked = table.ask("Ann", Place::Direct, Intent::Press(unlink));
    assert!(matches!(
        unlinked,
        Ok(Reply::Done(Done::People(PeopleDone::Unlinked(_))))
    ));
    assert!(!table.is_open(1) && !table.is_open(2));
    assert_eq!(table.enters_by_token("token", 3), session(2).digest());
}

#[test]
fn deleting_a_person_ends_the_sessions_and_the_links_of_their_account() {
    let mut table = Table::new();
    table.begins_session(1);
    let link = table.gives_link();
    let delete = Control::DeleteMe(Some(fingerprint(&annabel().id)));
    let deleted = table.annabel(Intent::Press(delete));
    assert!(matches!(
        deleted,
        Ok(Reply::Done(Done::People(PeopleDone::Deleted { .. })))
    ));
    assert!(!table.is_open(1) && !table.enters(&link, 2));
}

#[test]
fn without_a_public_page_there_is_no_link() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let refused = table.ask("Ann", Place::Direct, Intent::Press(Control::PlayOnPage(id)));
    assert!(refused.err() == Some(text::refusal_no_page().into()));
    assert!(matches!(
        table.does("Ann", "/board"),
        Reply::Done(Done::Play(PlayDone::BoardPosted(_)))
    ));
    assert!(matches!(
        table.does("Ann", "/board"),
        Reply::Play(PlayReply::BoardPostedBefore(_))
    ));
}

#[test]
fn the_command_for_the_board_gives_a_link_each_time_and_posts_it_once() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    for expected in [true, false] {
        let mut request = table.request("Ann", lobby(), Intent::Command(Command::Board(Some(id))));
        if let RequestKind::Person(request) = &mut request.kind {
            request.has_page = true;
        }
        let Ok(Reply::Done(Done::People(PeopleDone::SignInLinkGiven {
            token: Some(token),
            is_posted,
        }))) = table.settle(&request)
        else {
            panic!("a link");
        };
        assert_eq!(is_posted, expected);
        let linked = read_sign_in_link(&table.rows, &token, table.now).expect("rows");
        assert_eq!(linked, Some(person("Ann")));
    }
}

/// Returns the notices of new sessions that wait to be sent.
fn unsent_notices(table: &Table) -> Vec<SessionNews> {
    let notices = crate::read_session_news(&table.rows, Platform::Discord);
    notices.expect("the rows can be read")
}

#[test]
fn an_account_is_told_once_of_each_new_session_in_a_browser() {
    let mut table = Table::new();
    let link = table.gives_link();
    assert_eq!(unsent_notices(&table), []);
    assert!(table.enters(&link, 1));
    let news = unsent_notices(&table);
    let [first] = &news[..] else {
        panic!("one notice: {news:?}");
    };
    assert_eq!((&first.to, first.since), (&annabel().id, table.now));
    assert_eq!(first.id.map(|id| id.to_string()).as_deref(), Some("00001"));
    // Discord accepts no longer nonce.
    assert!(first.nonce().0.len() <= 25);
    table.is_sound();
    table.rows.take(first.settled());
    assert_eq!(unsent_notices(&table), []);
    let open = |kind| SessionChange::Open {
        name: annabel().name,
        session: session(2).digest(),
        kind,
        openid: None,
    };
    // The same session does not begin twice.
    for n_told in [1, 1] {
        let opened = table.session_request(open(SessionKind::Browser));
        assert!(matches!(done(&opened), Some(SessionDone::Opened(_))));
        assert_eq!(unsent_notices(&table).len(), n_told);
    }
}

#[test]
fn a_frame_and_a_refused_link_tell_nothing() {
    let mut table = Table::new();
    let opened = table.session_request(SessionChange::Open {
        name: annabel().name,
        session: session(1).digest(),
        kind: SessionKind::Frame,
        openid: None,
    });
    assert!(matches!(done(&opened), Some(SessionDone::Opened(_))));
    assert_eq!(unsent_notices(&table), []);
    let link = table.gives_link();
    table.now.0 += LINK_TIME;
    assert!(!table.enters(&link, 2));
    assert_eq!(unsent_notices(&table), []);
}
