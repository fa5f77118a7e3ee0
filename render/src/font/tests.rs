use super::*;

#[test]
fn signs_that_the_font_lacks_are_left_out_and_names_whose_letters_it_lacks() {
    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(Fonts::new().bold.drawable(text).as_deref(), expected);
    }
    check("Ann", Some("Ann"));
    check("Zoë Ångström Жанна Λύκος", Some("Zoë Ångström Жанна Λύκος"));
    check("Ann 😀 B", Some("Ann B"));
    check("  a\n\tb\u{0} ", Some("a b"));
    check("<b>&amp;", Some("<b>&amp;"));
    check("😀", Some(""));
    check("中文", None);
    // Not drawn as Ann, who may well be the opponent.
    check("Ann 中文", None);
}

#[test]
fn long_text_ends_in_an_ellipsis_and_fits() {
    let font = Fonts::new().bold;
    let text = "a name that is much too long";
    for room in [20.0, 50.0, 100.0, 200.0, 300.0] {
        let short = font.fit(text, 20.0, room);
        assert!(font.width(&short, 20.0) <= room, "{short:?} in {room}");
        let kept = short.strip_suffix('…').unwrap_or(&short);
        assert!(text.starts_with(kept));
    }
    assert_eq!(font.fit(text, 20.0, 1000.0), text);
    assert_eq!(font.fit(text, 20.0, 1.0), "");
}

#[test]
fn text_has_an_outline_where_it_is_put() {
    let font = Fonts::new().regular;
    let bounds = font
        .outline("Ann", 20.0, 100.0, 50.0)
        .expect("letters show something")
        .bounds();
    assert!(
        bounds.left() >= 99.0 && bounds.right() <= 101.0 + font.width("Ann", 20.0),
        "{bounds:?}"
    );
    assert!(
        bounds.top() >= 30.0 && bounds.bottom() <= 51.0,
        "{bounds:?}"
    );
    assert!(font.outline(" ", 20.0, 0.0, 0.0).is_none());
}
