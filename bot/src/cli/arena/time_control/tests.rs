use super::*;

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

#[test]
fn a_clock_is_read_as_seconds_and_increment() {
    for (text, base, increment) in [
        ("10+0.1", 10_000, 100),
        ("60", 60_000, 0),
        ("0.5+2", 500, 2_000),
    ] {
        let (base, increment) = (ms(base), ms(increment));
        assert_eq!(text.parse(), Ok(ClockTime { base, increment }), "{text}");
    }
    for text in [
        "", "0+1", "-1", "10+", "10+x", "1+2+3", "NaN", "inf", "1e300", "86401",
    ] {
        assert_eq!(
            text.parse::<ClockTime>(),
            Err(ParseClockTimeError),
            "{text}"
        );
    }
}

#[test]
fn a_clock_loses_the_time_of_a_move_and_gains_the_increment() {
    let mut clocks = GameClocks::new(TimeControl::Clock(ClockTime::USUAL));
    assert_eq!(clocks.go(), "go wtime 10000 btime 10000 winc 100 binc 100");
    clocks.spend(Color::White, ms(2_500));
    clocks.spend(Color::Black, ms(50));
    assert_eq!(clocks.go(), "go wtime 7600 btime 10050 winc 100 binc 100");
    assert_eq!(clocks.deadline(Color::White), ms(7_600) + MARGIN);
    // The overdraft is a debt against the increment.
    clocks.spend(Color::White, ms(7_700));
    assert_eq!(clocks.go(), "go wtime 1 btime 10050 winc 100 binc 100");
    assert_eq!(clocks.deadline(Color::White), MARGIN);
    clocks.spend(Color::White, ms(150));
    assert_eq!(clocks.deadline(Color::White), ms(150));
}

#[test]
fn a_limit_for_each_move_stays_the_same() {
    let mut clocks = GameClocks::new(TimeControl::MoveTime(ms(20)));
    clocks.spend(Color::White, ms(30));
    assert_eq!(clocks.go(), "go movetime 20");
    assert_eq!(clocks.deadline(Color::White), ms(20) + MARGIN);
    let clocks = GameClocks::new(TimeControl::Nodes(700));
    assert_eq!(clocks.go(), "go nodes 700");
    assert_eq!(clocks.deadline(Color::Black), NODES_DEADLINE);
}
