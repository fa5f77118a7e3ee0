use std::{collections::BTreeSet, sync::Arc};

use super::*;
use crate::match_store::{
    names,
    schema::{blocks_key, user_key},
};
use crate::testing::{Table, lobby, person};
use crate::{
    CommunityReply, Done, Identity, Listed, Loaded, Match, PlayDone, PlayReply, Profile, Read,
    Refusal, Reply, Request, RequestKind, Shown, accounts_of, person_of, plays_with_secrets,
    read_link_news,
};
use api::{EventId, MatchId, Place, Platform, Rows, Speaker, StoreError};
use command::{Command, Control, Intent, OfferKind};
use text::Text;

/// Returns Annabel on Discord; on the page she is called Ann.
fn annabel() -> Speaker {
    Speaker {
        id: UserId::new(Platform::Discord, "500"),
        name: "Annabel".to_owned(),
    }
}

/// Returns the change of a person's own data that a reply reports.
fn done(reply: &Result<Reply, Refusal>) -> Option<&PeopleDone> {
    match reply {
        Ok(Reply::Done(Done::People(done))) => Some(done),
        _ => None,
    }
}

impl Table {
    fn by(&mut self, speaker: &Speaker, place: Place, intent: Intent) -> Result<Reply, Refusal> {
        let request = self.request_by(speaker, place, intent);
        self.settle(&request)
    }

    fn request_by(&mut self, speaker: &Speaker, place: Place, intent: Intent) -> Request {
        let mut request = self.request("Ann", place, intent);
        let RequestKind::Person(person_request) = &mut request.kind else {
            panic!("a request");
        };
        person_request.speaker = Identity::from(speaker.clone());
        let event = Arc::make_mut(&mut person_request.event);
        event.id = EventId::new(speaker.id.platform, &*event.id.id);
        request.id = event.id.to_string();
        request
    }

    fn typed(&mut self, speaker: &Speaker, text: &str) -> Result<Reply, Refusal> {
        let command = Command::parse(text).expect("a command");
        self.by(speaker, Place::Direct, Intent::Command(command))
    }

    fn given_code(&mut self, speaker: &Speaker) -> String {
        match self.typed(speaker, "/link") {
            Ok(Reply::Done(Done::People(PeopleDone::CodeGiven { code, .. }))) => code,
            _ => panic!("a code"),
        }
    }

    fn presses_own(&mut self, speaker: &Speaker, control: Control) -> Result<Reply, Refusal> {
        self.by(speaker, Place::Direct, Intent::Press(control))
    }

    #[track_caller]
    fn links(&mut self, first: &Speaker, other: &Speaker) {
        let code = self.given_code(first);
        let written = format!("/link {}-{}", &code[..4], code[4..].to_uppercase());
        let question = match self.typed(other, &written) {
            Ok(Reply::People(PeopleReply::AskLink(question))) => question,
            reply => panic!("a question: {:?}", reply.err()),
        };
        let asked = [&question.first.id, &question.other.id];
        assert_eq!(asked, [&first.id, &other.id]);
        match self.presses_own(other, Control::Link(question.code)) {
            Ok(Reply::Done(Done::People(PeopleDone::Linked(name)))) => assert_eq!(name, first.name),
            reply => panic!("linked: {:?}", reply.err()),
        }
        self.is_whole();
    }

    #[track_caller]
    fn unlinks(&mut self, by: &Speaker, account: &Speaker) {
        let control = Control::Unlink(fingerprint(&account.id));
        match self.presses_own(by, control) {
            Ok(Reply::Done(Done::People(PeopleDone::Unlinked(name)))) => {
                assert_eq!(name, account.name)
            }
            reply => panic!("unlinked: {:?}", reply.err()),
        }
        self.is_whole();
    }

    /// Checks that the whole store is sound, and reloads it.
    #[track_caller]
    fn is_whole(&mut self) {
        self.is_sound();
        self.service.forget();
    }

    #[track_caller]
    fn refuses_to_link(&mut self, first: &Speaker, other: &Speaker, expected: &Text) {
        let code = self.given_code(first);
        // The button that the command would have led to is refused too.
        for refused in [
            self.typed(other, &format!("/link {code}")),
            self.presses_own(other, Control::Link(code.clone())),
        ] {
            assert!(refused.err() == Some(expected.clone().into()));
        }
    }

    fn game_match(&self, id: MatchId) -> Match {
        self.found(id).0
    }

    fn listed(&mut self, speaker: &Speaker) -> Vec<MatchId> {
        match self.typed(speaker, "/games") {
            Ok(Reply::Community(CommunityReply::Games { listed, .. })) => {
                let id = |listed: &Listed| listed.game_match.id;
                listed.iter().map(id).collect()
            }
            _ => panic!("a list"),
        }
    }

    /// Tells whether a person sees a seat view.
    fn sees(&mut self, speaker: &Speaker, id: MatchId) -> bool {
        match self.typed(speaker, &format!("/view match:{id}")) {
            Ok(Reply::Play(PlayReply::View { showing, .. })) => showing.shown == Shown::View,
            _ => false,
        }
    }

    fn profile_of(&mut self, speaker: &Speaker) -> Profile {
        match self.typed(speaker, "/profile") {
            Ok(Reply::Community(CommunityReply::Profile(profile))) => *profile,
            _ => panic!("a profile"),
        }
    }

    /// Begins a hidden match of one person against another, who moves second.
    fn hidden(&mut self, host: &str, opponent: &Speaker) -> MatchId {
        let id = self.opens(host, "/challenge chakart color:white");
        let accepted = self.by(opponent, lobby(), Intent::Press(Control::Accept(id)));
        assert!(accepted.is_ok());
        id
    }

    fn n_of(&self, text: &str) -> usize {
        let entries = self.rows.scan(b"", None, 10_000).expect("rows");
        let tells = |(key, value): &(Vec<u8>, Vec<u8>)| {
            let shown = [key, value].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            shown.iter().any(|shown| shown.contains(text))
        };
        entries.iter().filter(|entry| tells(entry)).count()
    }
}

#[test]
fn a_linked_account_sees_and_plays_the_matches_of_its_person() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    let id = table.hidden("Bob", &ann);
    assert!(table.sees(&ann, id) && !table.sees(&annabel, id));
    table.links(&ann, &annabel);
    assert!(table.sees(&ann, id) && table.sees(&annabel, id));
    assert_eq!(table.listed(&annabel), [id]);
    assert!(plays_with_secrets(&table.rows, &annabel.id).expect("rows"));
    let resigned = table.typed(&annabel, &format!("/resign match:{id} confirm:yes"));
    assert!(matches!(
        resigned,
        Ok(Reply::Done(Done::Play(PlayDone::Resigned(_))))
    ));
    assert!(table.listed(&ann).is_empty());
}

#[test]
fn linking_an_account_brings_its_matches_along() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    let over = table.hidden("Bob", &annabel);
    assert!(table.typed(&annabel, "/resign confirm:yes").is_ok());
    let id = table.hidden("Bob", &annabel);
    table.links(&ann, &annabel);
    assert_eq!(table.listed(&ann), [id]);
    for id in [over, id] {
        let game_match = table.game_match(id);
        let seat = game_match.seat_of(&ann.id).expect("a seat");
        let player = &game_match.seats().expect("players")[seat];
        assert_eq!((&player.id, player.account()), (&ann.id, &annabel.id));
        assert_eq!(player.name, "Annabel");
        assert!(table.sees(&ann, id));
    }
}

#[test]
fn a_player_has_the_name_of_the_account_by_which_they_play_where_they_play() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    let id = table.hidden("Bob", &ann);
    table.links(&ann, &annabel);
    let anna = Speaker {
        name: "Anna".to_owned(),
        ..ann.clone()
    };
    let n_inputs = table.game_match(id).state.n_inputs;
    let offers = Intent::Press(Control::Offer(OfferKind::Draw, id, n_inputs));
    for (speaker, place, name) in [
        (&annabel, lobby(), "Ann"),
        (&anna, Place::Direct, "Ann"),
        (&anna, lobby(), "Anna"),
    ] {
        let request = table.request_by(speaker, place, offers.clone());
        let Ok(outcome) = table.decide(&request) else {
            panic!("a draw is offered");
        };
        let is_match = |(key, _): &(Vec<u8>, _)| key.starts_with(b"match/");
        let is_renamed = outcome.changes.changes.iter().any(is_match);
        assert_eq!(is_renamed, name == "Anna", "nothing else is written anew");
        table.rows.take(outcome.changes);
        let game_match = table.game_match(id);
        let seat = game_match.seat_of(&ann.id).expect("a seat");
        assert_eq!(game_match.names()[seat], name);
        let withdraws = Control::WithdrawOffer(OfferKind::Draw, id, n_inputs);
        assert!(table.presses_own(&ann, withdraws).is_ok());
    }
}

#[test]
fn unlinking_returns_to_an_account_only_its_own_matches() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    let over = table.hidden("Bob", &annabel);
    assert!(table.typed(&annabel, "/resign confirm:yes").is_ok());
    let of_ann = table.hidden("Bob", &ann);
    table.links(&ann, &annabel);
    let later = table.hidden("Bob", &annabel);
    table.unlinks(&annabel, &annabel);
    assert_eq!(table.listed(&ann), [of_ann]);
    assert_eq!(table.listed(&annabel), [later]);
    assert!(!table.sees(&annabel, of_ann));
    for id in [over, later] {
        assert!(table.sees(&annabel, id) && !table.sees(&ann, id));
        assert_eq!(table.game_match(id).seat_of(&ann.id), None);
    }
    // The rows do not show that they were ever linked, except for the inbox, which keeps its entries for some days.
    for prefix in ["person/", "account/"] {
        assert_eq!(table.rows.n_under(prefix), 0, "{prefix}");
    }
    // They can be linked again.
    table.links(&annabel, &ann);
    assert!(table.sees(&annabel, of_ann) && table.sees(&ann, later));
}

#[test]
fn a_code_counts_once_and_for_ten_minutes_and_a_new_one_replaces_it() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    let counts = |table: &mut Table, code: &str| {
        let reply = table.typed(&annabel, &format!("/link {code}"));
        matches!(reply, Ok(Reply::People(PeopleReply::AskLink(_))))
    };
    let code = table.given_code(&ann);
    assert!(counts(&mut table, &code));
    let newer = table.given_code(&ann);
    assert!(!counts(&mut table, &code) && counts(&mut table, &newer));
    table.now.0 += VALID - 1;
    assert!(counts(&mut table, &newer));
    table.now.0 += 1;
    assert!(!counts(&mut table, &newer));
    table.now.0 += VALID;
    let pressed = table.presses_own(&annabel, Control::Link(newer));
    assert!(matches!(done(&pressed), Some(PeopleDone::CodeUnknown)));
    let code = table.given_code(&ann);
    let pressed = table.presses_own(&annabel, Control::Link(code.clone()));
    assert!(matches!(done(&pressed), Some(PeopleDone::Linked(_))));
    let again = table.presses_own(&person("Eve"), Control::Link(code));
    assert!(matches!(done(&again), Some(PeopleDone::CodeUnknown)));
    assert_eq!(table.n_of("code/"), 0, "no code is left");
}

#[test]
fn accounts_are_linked_with_one_change_or_not_at_all() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    let id = table.hidden("Bob", &annabel);
    let code = table.given_code(&ann);
    let press = || Intent::Press(Control::Link(code.clone()));
    // The program is killed before the change is durable.
    let request = table.request_by(&annabel, Place::Direct, press());
    let Ok(lost) = table.decide(&request) else {
        panic!("linked");
    };
    assert!(lost.reply.changes_players() && lost.changes.changes.len() > 5);
    table.is_whole();
    assert!(table.sees(&annabel, id) && !table.sees(&ann, id));
    // The code is still valid, once.
    let linked = table.by(&annabel, Place::Direct, press());
    assert!(matches!(done(&linked), Some(PeopleDone::Linked(_))));
    table.is_whole();
    assert!(table.sees(&annabel, id) && table.sees(&ann, id));
    // A move that was decided before meets a conflict, because the players have changed.
    let stale = lost.changes;
    assert!(stale.check_conditions(&table.rows).is_err());
}

#[test]
fn lapsed_codes_and_tries_are_forgotten() {
    let mut table = Table::new();
    let n_kept = |table: &Table| ["code/", "linking/"].map(|prefix| table.rows.n_under(prefix));
    // More codes than one tick looks at.
    for n in 0..50 {
        table.given_code(&person(&format!("A{n}")));
        table.now.0 += 1;
    }
    assert!(table.typed(&person("Eve"), "/link 00000000").is_ok());
    table.tidy();
    table.tidy();
    assert_eq!(n_kept(&table), [50, 51]);
    table.now.0 += VALID - 1;
    let latest = table.given_code(&person("Ann"));
    for _ in 0..3 {
        table.tidy();
    }
    assert_eq!(n_kept(&table), [1, 2], "Ann's, and that Eve has tried");
    table.now.0 += 1;
    for _ in 0..2 {
        table.tidy();
    }
    assert_eq!(n_kept(&table), [1, 1]);
    let reply = table.typed(&annabel(), &format!("/link {latest}"));
    assert!(matches!(reply, Ok(Reply::People(PeopleReply::AskLink(_)))));
}

#[test]
fn an_account_is_linked_so_often_in_a_day_and_can_always_be_unlinked() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    for n in 0..MOST_LINKS {
        // Another person does not get around the limit.
        let first = person(["Ann", "Bob"][n % 2]);
        table.links(&first, &annabel);
        table.unlinks(&annabel, &annabel);
    }
    let expected = text::refusal_too_many_links(MOST_LINKS);
    table.refuses_to_link(&ann, &annabel, &expected);
    // A wait of less than a day does not help: the record is kept that long.
    table.now.0 += DAY - 1;
    table.tidy();
    table.refuses_to_link(&ann, &annabel, &expected);
    table.now.0 += 1;
    table.links(&ann, &annabel);
    // Other accounts of the same person can be linked.
    table.links(&ann, &person("Anna"));
    table.now.0 += DAY;
    for _ in 0..2 {
        table.tidy();
    }
    assert_eq!(table.n_of("linking/"), 0);
}

#[test]
fn each_other_account_is_notified_of_a_link_until_either_leaves() {
    let mut table = Table::new();
    let (ann, annabel, anna) = (person("Ann"), annabel(), person("Anna"));
    table.links(&ann, &annabel);
    table.links(&ann, &anna);
    let news = |platform| {
        let news = read_link_news(&table.rows, platform).expect("rows");
        let linked = news.into_iter().map(|news| (news.to, news.linked.name));
        linked.collect::<BTreeSet<_>>()
    };
    let to_ann = ["Annabel", "Anna"].map(|name| (ann.id.clone(), name.to_owned()));
    assert_eq!(news(Platform::Playground), BTreeSet::from(to_ann));
    let to_annabel = (annabel.id.clone(), "Anna".to_owned());
    assert_eq!(news(Platform::Discord), BTreeSet::from([to_annabel]));
    table.unlinks(&ann, &annabel);
    assert_eq!(table.n_of("news/"), 1);
    let delete = Control::DeleteMe(Some(fingerprint(&ann.id)));
    assert!(table.presses_own(&anna, delete).is_ok());
    assert_eq!(table.n_of("news/"), 0);
}

#[test]
fn a_code_that_others_can_read_counts_no_more() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    let code = table.given_code(&ann);
    table.is_overheard = true;
    let reply = table.typed(&annabel, &format!("/link {code}"));
    assert!(matches!(done(&reply), Some(PeopleDone::CodeSaidAloud)));
    table.is_overheard = false;
    let reply = table.typed(&annabel, &format!("/link {code}"));
    assert!(matches!(done(&reply), Some(PeopleDone::CodeUnknown)));
}

#[test]
fn a_code_of_an_account_that_has_been_unlinked_counts_no_more() {
    let mut table = Table::new();
    let (ann, annabel, eve) = (person("Ann"), annabel(), person("Eve"));
    table.links(&ann, &annabel);
    let code = table.given_code(&annabel);
    let open = table.rows.scan(b"code/", None, 9).expect("rows");
    table.unlinks(&ann, &annabel);
    assert_eq!(table.n_of("code/"), 0);
    for _ in 0..2 {
        let typed = table.typed(&eve, &format!("/link {code}"));
        assert!(matches!(done(&typed), Some(PeopleDone::CodeUnknown)));
        // A leftover row of the code does not help either.
        let mut left = Batch::default();
        for (key, value) in &open {
            names::put(&mut left, key.clone(), None, value.clone());
        }
        table.rows.take(left);
        table.service.forget();
    }
    // The account's next code is its own.
    table.links(&annabel, &eve);
}

#[test]
fn a_code_typed_in_the_open_is_void_regardless_of_failed_tries() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    for n in 0..MOST_WRONG {
        assert!(table.typed(&annabel, &format!("/link 0000000{n}")).is_ok());
    }
    let code = table.given_code(&ann);
    table.is_overheard = true;
    assert!(table.typed(&annabel, "/link 00000009").is_err());
    let reply = table.typed(&annabel, &format!("/link {code}"));
    assert!(matches!(done(&reply), Some(PeopleDone::CodeSaidAloud)));
    table.is_overheard = false;
    let typed = table.typed(&person("Eve"), &format!("/link {code}"));
    assert!(matches!(done(&typed), Some(PeopleDone::CodeUnknown)));
}

#[test]
fn vacation_days_are_not_had_again_by_linking_and_unlinking() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    let taken = |table: &mut Table, by: &Speaker| match table.typed(by, "/vacation") {
        Ok(Reply::Vacation(vacation)) => vacation.taken,
        _ => panic!("a vacation"),
    };
    assert!(table.typed(&annabel, "/vacation 7").is_ok());
    table.now.0 += 7 * DAY;
    assert!(table.typed(&ann, "/vacation 2").is_ok());
    table.now.0 += 2 * DAY;
    table.links(&ann, &annabel);
    assert_eq!(taken(&mut table, &ann), 7, "the more stand");
    table.unlinks(&ann, &annabel);
    assert_eq!([&ann, &annabel].map(|by| taken(&mut table, by)), [7, 7]);
    table.links(&annabel, &ann);
    assert!(table.typed(&ann, "/vacation 1").is_ok());
    table.now.0 += DAY;
    table.unlinks(&annabel, &ann);
    assert_eq!([&ann, &annabel].map(|by| taken(&mut table, by)), [8, 8]);
}

#[test]
fn too_many_wrong_codes_make_a_person_wait() {
    let mut table = Table::new();
    let (ann, eve) = (person("Ann"), person("Eve"));
    for n in 0..MOST_WRONG {
        let tried = match n % 2 {
            0 => table.typed(&eve, &format!("/link 0000000{n}")),
            _ => table.presses_own(&eve, Control::Link(format!("0000000{n}"))),
        };
        assert!(matches!(done(&tried), Some(PeopleDone::CodeUnknown)));
    }
    let code = table.given_code(&ann);
    for right in [
        table.typed(&eve, &format!("/link {code}")),
        table.presses_own(&eve, Control::Link(code.clone())),
    ] {
        let expected = text::refusal_too_many_codes(MOST_WRONG);
        assert!(right.err() == Some(expected.into()));
    }
    // Other people need not wait for that, and Eve not for long.
    let reply = table.typed(&annabel(), &format!("/link {code}"));
    assert!(matches!(reply, Ok(Reply::People(PeopleReply::AskLink(_)))));
    table.now.0 += VALID;
    let code = table.given_code(&ann);
    let reply = table.typed(&eve, &format!("/link {code}"));
    assert!(matches!(reply, Ok(Reply::People(PeopleReply::AskLink(_)))));
}

#[test]
fn accounts_that_play_each_other_and_those_that_are_linked_are_not_linked() {
    let mut table = Table::new();
    let (ann, annabel, bob) = (person("Ann"), annabel(), person("Bob"));
    let played = table.hidden("Bob", &ann);
    table.refuses_to_link(&ann, &bob, &text::refusal_link_opponents(played));
    table.refuses_to_link(&bob, &ann, &text::refusal_link_opponents(played));
    assert!(table.typed(&ann, "/resign confirm:yes").is_ok());
    let id = table.opens("Ann", "/challenge bario Bob");
    table.refuses_to_link(&ann, &bob, &text::refusal_link_opponents(id));
    table.refuses_to_link(&bob, &ann, &text::refusal_link_opponents(id));
    assert!(table.presses_own(&ann, Control::Decline(id)).is_ok());
    table.refuses_to_link(&ann, &ann, &text::refusal_link_oneself());
    table.links(&ann, &annabel);
    table.refuses_to_link(&ann, &annabel, &text::refusal_link_oneself());
    table.refuses_to_link(&annabel, &ann, &text::refusal_link_oneself());
    table.refuses_to_link(&bob, &ann, &text::refusal_link_linked());
    table.refuses_to_link(&bob, &annabel, &text::refusal_link_linked());
    // A person cannot challenge themselves.
    let challenged = table.say("Ann", lobby(), "/challenge bario Ann");
    assert!(challenged.err() == Some(text::refusal_oneself().into()));
    // Two accounts that have played each other can become one person.
    table.links(&bob, &person("Eve"));
    table.unlinks(&ann, &annabel);
    table.unlinks(&bob, &person("Eve"));
    table.links(&ann, &bob);
    for rematch in [
        table.typed(&ann, &format!("/rematch {played}")),
        table.presses_own(&bob, Control::Rematch(played)),
    ] {
        assert!(rematch.err() == Some(text::refusal_oneself().into()));
    }
    table.unlinks(&ann, &bob);
}

#[test]
fn a_person_has_a_bounded_number_of_accounts() {
    let mut table = Table::new();
    let ann = person("Ann");
    let others: Vec<_> = (1..MOST_ACCOUNTS)
        .map(|n| person(&format!("A{n}")))
        .collect();
    let code = table.given_code(&ann);
    for other in &others {
        table.links(&ann, other);
    }
    let reply = table.typed(&ann, "/link");
    let Ok(Reply::People(PeopleReply::Accounts(accounts))) = reply else {
        panic!("a list");
    };
    assert_eq!(accounts.all.len(), MOST_ACCOUNTS);
    assert_eq!(accounts.all[0].id, ann.id);
    assert!(!code.is_empty());
    table.unlinks(&others[3], &others[0]);
    let person = |who: &Speaker| person_of(&table.rows, &who.id).expect("rows");
    assert_eq!(person(&others[0]), others[0].id);
    assert_eq!(person(&others[3]), ann.id);
    table.given_code(&others[5]);
}

#[test]
fn ratings_come_along_where_the_person_has_none_and_count_once() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), person("Annabel"));
    let lost = |table: &mut Table, loser: &str, variant: &str| {
        let id = table.begins("Bob", loser, &format!("{variant} rated:yes"));
        for (who, played) in [("Bob", "e2g4"), (loser, "d7f5")] {
            table.does(who, &format!("/move {played} match:{id}"));
        }
        table.does(loser, &format!("/resign match:{id} confirm:yes"));
    };
    lost(&mut table, "Ann", "berolina");
    for _ in 0..2 {
        lost(&mut table, "Annabel", "berolina");
    }
    let before = table.profile_of(&ann);
    table.links(&ann, &annabel);
    let after = table.profile_of(&annabel);
    assert_eq!(after.standings, before.standings, "hers stands");
    let leaders = table.rows.scan(b"leaders/", None, 9).expect("rows");
    let leaders: Vec<_> = leaders
        .iter()
        .map(|(_, value)| String::from_utf8_lossy(value).into_owned())
        .collect();
    assert!(leaders.iter().all(|leaders| !leaders.contains("annabel")));
    table.unlinks(&ann, &annabel);
    assert!(table.profile_of(&annabel).standings.is_empty());
    assert_eq!(table.profile_of(&ann).standings, before.standings);

    let (mut table, eve) = (Table::new(), person("Eve"));
    lost(&mut table, "Annabel", "berolina");
    let brought = table.profile_of(&annabel).standings;
    table.links(&eve, &annabel);
    assert_eq!(table.profile_of(&eve).standings, brought);
    lost(&mut table, "Annabel", "berolina");
    let standings = table.profile_of(&eve).standings;
    assert_eq!((standings.len(), standings[0].lost), (1, 2));
}

#[test]
fn linking_and_unlinking_keep_settings_and_blocks() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), person("Annabel"));
    table.does("Ann", "/settings theme:dark");
    for (who, whom) in [
        ("Ann", "Bob"),
        ("Annabel", "Eve"),
        ("Annabel", "Ann"),
        ("Carl", "Annabel"),
    ] {
        table.does(who, &format!("/block {whom}"));
    }
    table.does("Annabel", "/settings theme:light");
    table.links(&ann, &annabel);
    let theme = |table: &Table, who: &str| {
        let read = crate::read_settings(&table.rows, &person(who).id);
        read.expect("rows").theme
    };
    assert!(theme(&table, "Annabel") == theme(&table, "Ann"));
    for (who, whom) in [
        ("Bob", "Ann"),
        ("Eve", "Ann"),
        ("Bob", "Annabel"),
        ("Eve", "Annabel"),
    ] {
        let challenged = table.say(who, lobby(), &format!("/challenge bario {whom}"));
        assert!(challenged.is_err(), "{who} {whom}");
    }
    // Carl blocks the person, and cannot tell that Ann is the same: for him she is not blocked yet.
    assert!(table.say("Ann", lobby(), "/challenge bario Carl").is_err());
    assert!(table.say("Carl", lobby(), "/unblock Ann").is_err());
    table.does("Carl", "/block Ann");
    table.does("Carl", "/unblock Ann");
    assert!(table.say("Ann", lobby(), "/challenge bario Carl").is_err());
    table.unlinks(&annabel, &annabel);
    table.does("Ann", "/challenge bario Carl");
    let blocked = table.say("Annabel", lobby(), "/challenge bario Carl");
    assert!(blocked.is_err());
}

#[test]
fn a_challenged_person_plays_with_the_challenged_account() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), person("Annabel"));
    table.links(&ann, &annabel);
    table.does("Bob", "/challenge bario Annabel");
    // The challenged person answers for the challenged account, even if they use another.
    let id = *table.listed(&ann).last().expect("a challenge");
    table.presses("Ann", Control::Accept(id));
    let game_match = table.game_match(id);
    let seats = game_match.seats().expect("players");
    let seat = game_match.seat_of(&ann.id).expect("a seat");
    let challenged = game_match.challenged.as_ref().expect("one");
    assert_eq!(seats[seat].name, challenged.name);
}

#[test]
fn personal_data_are_exported_and_deleted_through_any_account() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    table.hidden("Bob", &ann);
    let of_annabel = table.hidden("Bob", &annabel);
    table.links(&ann, &annabel);
    table.given_code(&annabel);
    match table.presses_own(&annabel, Control::ExportMine) {
        Ok(Reply::People(PeopleReply::MyDataFile(file))) => {
            assert_eq!(file.matches.len(), 2);
            assert_eq!(file.player.id, ann.id);
            assert!(file.rows.iter().any(|(what, _)| what == "accounts"));
        }
        _ => panic!("a file"),
    }
    table.ends_matches_of(&annabel.id);
    let reply = table.presses_own(&annabel, Control::DeleteMe(None));
    let Ok(Reply::People(PeopleReply::AskDelete(whose))) = reply else {
        panic!("a question");
    };
    let deleted = table.presses_own(&annabel, Control::DeleteMe(Some(whose)));
    assert!(matches!(done(&deleted), Some(PeopleDone::Deleted { .. })));
    for text in ["Ann", "\"ann\"", "\"500\"", "discord:500", "playground:ann"] {
        // The event that accepted a match names no account.
        assert_eq!(table.n_of(text), 0, "{text}");
    }
    table.is_whole();
    assert!(table.listed(&annabel).is_empty());
    assert_eq!(table.game_match(of_annabel).seat_of(&annabel.id), None);
}

#[test]
fn an_export_names_a_blocked_account_but_not_its_linked_ones() {
    let mut table = Table::new();
    let (ann, annabel, bob) = (person("Ann"), person("Annabel"), person("Bob"));
    table.links(&ann, &annabel);
    table.does("Bob", "/block Annabel");
    let exported = table.presses_own(&bob, Control::ExportMine);
    let Ok(Reply::People(PeopleReply::MyDataFile(file))) = exported else {
        panic!("a file");
    };
    let blocked = file.rows.iter().find(|(what, _)| what == "blocked_people");
    let blocked = blocked.expect("somebody").1.to_string();
    let id = |speaker: &Speaker| serde_json::to_value(&speaker.id).expect("JSON").to_string();
    assert!(blocked.contains(&id(&annabel)), "{blocked}");
    assert!(!blocked.contains(&id(&ann)), "{blocked}");
}

#[test]
fn an_account_on_vacation_is_not_linked() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), annabel());
    assert!(table.typed(&annabel, "/vacation 7").is_ok());
    table.refuses_to_link(&ann, &annabel, &text::refusal_link_vacation());
    assert!(table.typed(&annabel, "/vacation end").is_ok());
    table.links(&ann, &annabel);
    assert!(table.typed(&annabel, "/vacation 7").is_ok());
    let unlinked = table.presses_own(&ann, Control::Unlink(fingerprint(&annabel.id)));
    assert!(unlinked.is_err());
}

#[test]
fn all_accounts_are_deleted_though_the_entry_that_lists_them_is_damaged() {
    for is_account_damaged in [false, true] {
        let mut table = Table::new();
        let (ann, annabel) = (person("Ann"), annabel());
        table.links(&ann, &annabel);
        table.links(&ann, &person("Anna"));
        table.given_code(&annabel);
        table.rows.damage(&person_key(&ann.id));
        let accounts = accounts_of(&table.rows, &ann.id).expect("rows");
        let expected = [&ann, &annabel, &person("Anna")].map(|who| who.id.clone());
        assert_eq!(accounts, expected);
        if is_account_damaged {
            table.rows.damage(&account_key(&annabel.id));
            let read = Loaded::default().read(&table.rows, Read::PersonalData(ann.id));
            assert!(matches!(read, Err(StoreError::Damaged { .. })));
            continue;
        }
        let delete = Control::DeleteMe(Some(fingerprint(&ann.id)));
        assert!(table.presses_own(&annabel, delete).is_ok());
        for text in ["discord:500", "playground:ann", "\"ann", "\"500\""] {
            assert_eq!(table.n_of(text), 0, "{text}");
        }
    }
}

#[test]
fn damaged_rows_that_name_an_account_are_found_by_its_person() {
    let mut table = Table::new();
    let (ann, annabel) = (person("Ann"), person("Annabel"));
    for text in ["/block Annabel", "/block Carl"] {
        table.does("Bob", text);
    }
    table.does("Annabel", "/settings theme:dark");
    let blocks = blocks_key(&person("Bob").id);
    table.rows.damage(&blocks);
    table.rows.damage(&user_key(&annabel.id));
    let code = table.given_code(&ann);
    assert!(table.presses_own(&annabel, Control::Link(code)).is_ok());
    let named = |who: &Speaker| {
        let named = table.rows.get(&names::named_key(&who.id, &blocks));
        named.expect("rows").is_some()
    };
    assert!(named(&ann) && !named(&annabel));
    let settings = table.rows.get(&user_key(&annabel.id));
    assert_eq!(settings.expect("rows"), None);
}
