use super::*;

#[test]
fn sizes_are_read_within_bounds() {
    #[track_caller]
    fn check(text: &str, expected: Option<u32>) {
        assert_eq!(text.parse().ok().map(Size::width), expected, "{text}");
    }
    check("720", Some(720));
    check("180", Some(180));
    check("2160", Some(2160));
    check("179", None);
    check("2161", None);
    check("", None);
    check("-720", None);
    check("big", None);
    check("99999999999999999999", None);
}

#[test]
fn the_error_says_what_a_size_is() {
    assert_eq!(
        ParseSizeError.to_string(),
        "a size is a width in pixels from 180 to 2160, such as 720"
    );
}
