use super::*;

#[test]
fn the_more_frames_the_shorter_each_and_the_last_one_is_held() {
    #[track_caller]
    fn check(n_frames: usize, usual: u16) {
        for number in 0..n_frames - 1 {
            assert_eq!(delay(number, n_frames), usual);
        }
        assert_eq!(delay(n_frames - 1, n_frames), LAST);
    }
    check(1, 0);
    check(2, 150);
    check(60, 150);
    check(81, 111);
    check(200, 45);
    check(1001, 30);
}
