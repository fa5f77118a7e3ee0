use super::*;

#[test]
fn the_more_frames_the_shorter_each_and_the_last_one_is_held() {
    #[track_caller]
    fn check(n_frames: usize, usual: u16) {
        let mut expected = vec![usual; n_frames];
        expected[n_frames - 1] = LAST;
        assert_eq!(delays(&vec![None; n_frames]), expected);
    }
    check(1, 0);
    check(2, 150);
    check(60, 150);
    check(81, 111);
    check(200, 45);
    check(1001, 30);
}

#[test]
fn a_frame_that_is_held_is_shown_that_long() {
    #[track_caller]
    fn check(time: Duration, expected: u16) {
        assert_eq!(delays(&[None, Some(time), None]), [150, expected, LAST]);
        assert_eq!(delays(&[None, None, Some(time)]), [150, 150, expected]);
    }
    check(Duration::from_secs(1), 100);
    check(Duration::from_millis(234), 23);
    check(Duration::from_millis(235), 24);
    check(Duration::ZERO, 2);
    check(Duration::from_secs(655), 65_500);
    check(Duration::from_secs(656), u16::MAX);
    check(Duration::MAX, u16::MAX);
}
