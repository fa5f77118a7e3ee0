//! Pairs of whole matches, from the challenge to the end.

use api::{MatchId, Secret};
use command::Control;
use dice::Published;
use rules::{Color, Next, Setup, Variant};
use testkit::{Random, setups};
use tests::user_input::UserInput;

use super::{
    Drawn, NAMES, PEOPLE, block_on, found,
    page::Visitors,
    run::{Company, Deed, Got, Run, What, open_two},
    twins::{Dice, Difference, Tally, Twins, WATCHER},
};

/// The number of whole matches under each combination of options, and the largest number of deeds in them.
const MATCHES: usize = 2;
const LONGEST: usize = 60;

/// Follows one pair of matches from the challenge on.
async fn follow_whole(
    setup: &Setup,
    company: &dyn Company,
    random: &mut Random,
) -> Result<Tally, Difference> {
    let secret = std::array::from_fn(|_| random.below(256) as u8);
    let mut runs = open_two(company, company.writer(), &move |parts| {
        parts.dice = Box::new(Drawn::new(secret));
    })
    .await;
    let id = MatchId::from_number(1);
    let challenge = What::text(format!("/challenge {setup} color:white"));
    let accept = What::Said(UserInput::Press(Control::Accept(id).to_string()));
    let opening = [
        Deed::new("challenge", NAMES.white, challenge),
        Deed::new("accept", NAMES.black, accept),
    ];
    for run in &mut runs {
        for deed in &opening {
            run.hear(deed).await;
        }
    }
    let games = [0, 1].map(|n| {
        let (_, record) = found(runs[n].writer(), id);
        record.replay().expect("records replay")
    });
    let (row, _) = found(runs[0].writer(), id);
    let accepted = row.seal.accepted.expect("it is accepted").to_string();
    let dice = Dice {
        id,
        accepted,
        secret,
    };
    let us = *random.pick(&Color::ALL);
    let mut twins = Twins::new(runs, games, NAMES, us, dice);
    twins.follow(LONGEST, random).await?;
    for run in &mut twins.runs {
        check_end(&mut **run, id, secret).await;
    }
    Ok(twins.end().await)
}

/// Ends a match, and checks that the watcher then sees everything that was hidden.
async fn check_end(run: &mut dyn Run, id: MatchId, secret: [u8; 32]) {
    let resign = format!("/resign match:{id} confirm:yes");
    let board = format!("/board match:{id}");
    run.hear(&Deed::new("end", NAMES.white, What::text(resign)))
        .await;
    let heard = run
        .hear(&Deed::new("look", WATCHER, What::text(board)))
        .await;
    let frames = heard.lines[WATCHER].iter().filter_map(Got::frame);
    let frames: Vec<_> = frames.collect();
    let [post] = &frames[..] else {
        panic!("the board is posted again");
    };
    let (row, record) = found(run.writer(), id);
    let end = record.replay().expect("records replay");
    assert!(matches!(end.next(), Next::Over(_)), "{post}");
    let all = text::alt(end.truth().as_view(), &row.names(), text::Language::ENGLISH);
    assert_eq!(post["picture"]["alt"], all);
    let secret = Published(&Secret::new(secret)).to_string();
    let export = What::text(format!("/export match:{id}"));
    let heard = run.hear(&Deed::new("export", WATCHER, export)).await;
    let text = heard.told.text;
    assert!(text.contains(&secret), "{text}");
}

#[test]
fn whole_matches_tell_nothing_that_is_hidden() {
    let mut random = Random::new(64);
    let tally = block_on(async {
        let company = Visitors::gather(&PEOPLE).await;
        let mut tally = Tally::default();
        for setup in setups(Variant::Chakart) {
            for _ in 0..MATCHES {
                match follow_whole(&setup, &company, &mut random).await {
                    Ok(followed) => tally += followed,
                    Err(Difference(what)) => panic!("{setup}: {what}"),
                }
            }
        }
        tally
    });
    assert!(
        tally.twists > MATCHES && tally.revealed > MATCHES && tally.decisions > 50 * MATCHES,
        "{tally:?}"
    );
}
