use super::*;

fn minutes(n: u64) -> Duration {
    Duration::from_secs(60 * n)
}

#[test]
fn times_are_read_as_people_write_them() {
    let budget = |budget, increment| TimeControl::Budget {
        budget: minutes(budget),
        increment: minutes(increment),
    };
    for (text, expected) in [
        ("10m", Some(TimeControl::PerTurn(minutes(10)))),
        ("90M", Some(TimeControl::PerTurn(minutes(90)))),
        ("1d", Some(TimeControl::PerTurn(minutes(24 * 60)))),
        ("1j", Some(TimeControl::PerTurn(minutes(24 * 60)))),
        ("1d12h", Some(TimeControl::PerTurn(minutes(36 * 60)))),
        ("14d", Some(TimeControl::PerTurn(TimeControl::LONGEST))),
        ("3d+12h", Some(budget(3 * 24 * 60, 12 * 60))),
        ("1h+0m", Some(budget(60, 0))),
        ("1+0", Some(real_time(1, 0))),
        ("5+3", Some(real_time(5, 3))),
        ("60+30", Some(real_time(60, 30))),
        ("05+03", Some(real_time(5, 3))),
        ("0+5", None),
        ("61+0", None),
        ("5+31", None),
        ("5+", None),
        ("+3", None),
        ("+5+3", None),
        ("5+3m", None),
        ("99999999999999999999+0", None),
        ("none", Some(TimeControl::Unlimited)),
        ("ninguno", Some(TimeControl::Unlimited)),
        ("9m", None),
        ("14d1m", None),
        ("1d+15d", None),
        ("+1d", None),
        ("1d+", None),
        ("1", None),
        ("d", None),
        ("1x", None),
        ("-1d", None),
        ("99999999999999999999d", None),
        ("18446744073709551615m", None),
        ("", None),
    ] {
        assert_eq!(text.parse().ok(), expected, "{text}");
        if let Some(time) = expected {
            assert_eq!(time.to_string().parse(), Ok(time), "{time}");
        }
    }
}

#[test]
fn every_usual_time_can_be_chosen() {
    for time in TimeControl::USUAL
        .into_iter()
        .chain(TimeControl::USUAL_REAL_TIME)
    {
        assert_eq!(time.to_string().parse(), Ok(time));
    }
}

#[test]
fn different_times_have_different_words() {
    for language in text::Language::all() {
        let words = ["10+0", "10m", "10m+0m", "10+10", "10m+10m"].map(|time| {
            let time: TimeControl = time.parse().expect("a time control");
            language.localize(&time.words())
        });
        let mut different = words.to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), words.len(), "{words:?}");
    }
}
