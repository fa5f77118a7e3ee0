use super::*;

#[test]
fn missing_signs_are_dropped_and_names_in_missing_letters_refused() {
    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(Fonts::new().bold.drawable(text).as_deref(), expected);
    }
    check("Ann", Some("Ann"));
    check("Zoë Ångström Жанна Λύκος", Some("Zoë Ångström Жанна Λύκος"));
    check("  a\n\tb\u{0} ", Some("a b"));
    check("<b>&amp;", Some("<b>&amp;"));
    check(
        "中文 ひらカナ 한글 สวัสดี नमस्ते Հայ ქარ",
        Some("中文 ひらカナ 한글 สวัสดี नमस्ते Հայ ქარ"),
    );
    check("Ann 😀👍🏽 B", Some("Ann 😀👍 B"));
    check("\u{1f3fb}\u{fe0f}", Some(""));
    check("\u{3164}", Some(""));
    // Characters that change the direction of others are removed.
    check("A\u{202e}nn", Some("Ann"));
    check("דנה!", Some("\u{2068}דנה!"));
    // The same applies to a name that already comes between isolates.
    check("\u{2068}דנה\u{2069}", Some("\u{2068}דנה"));
    check("علی\u{200c}رضا", Some("\u{2068}علی\u{200c}رضا"));
    check("👩\u{200d}👧", Some("👩\u{200d}👧"));
    // A flag with tags becomes the plain flag.
    check("🏴\u{e0067}\u{e0062}\u{e007f} Ann", Some("🏴 Ann"));
    check("ሰላም", None);
    // Not drawn as Ann, who can be the opponent.
    check("Ann ሰላም", None);
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

/// Checks the position of each character of a line, by the outlines of the characters before it.
#[test]
fn letters_run_as_their_script_does() {
    let font = Fonts::new().bold;
    let names = |text: &str| {
        let stretches = layout::line(&font.0, text, 20.0);
        stretches
            .iter()
            .flat_map(|stretch| &stretch.glyphs)
            .map(|glyph| glyph.id.to_u32())
            .collect::<Vec<_>>()
    };
    let reversed = |text: &str| names(text).into_iter().rev().collect::<Vec<_>>();
    // Aleph, then bet to its left; a number stays as it is.
    assert_eq!(names("אב"), [names("ב"), names("א")].concat());
    assert_eq!(names("אב 12"), [names("12 "), names("אב")].concat());
    assert_eq!(names("\u{2068}אב 12"), [names("12 "), names("אב")].concat());
    assert_eq!(names("87%  אב"), [names("87%  "), names("אב")].concat());
    assert_ne!(names("אב"), reversed("אב"));
    // Brackets enclose the text between them.
    assert_eq!(
        names("\u{2068}(א)"),
        [names("("), names("א"), names(")")].concat()
    );
    // Lam and alef are one glyph, and the letters of a word join.
    assert_eq!(names("لا").len(), 1);
    assert_ne!(names("مم"), [names("م"), names("م")].concat());
    // A joiner separates them.
    assert_ne!(names("م\u{200c}م"), names("مم"));
    // The vowel sign stands before its consonant.
    assert_eq!(names("कि").len(), 2);
    assert_ne!(names("कि")[0], names("क")[0]);
}

#[test]
fn every_font_has_the_glyphs_of_its_scripts() {
    for c in "Աאعहবதทქ王李田中鈴龍ひカ한힣ﾊ😀👑🎲♟".chars() {
        let wide = WideFont::with(c);
        assert!(
            wide.is_some() || Fonts::new().bold.0.charmap().map(c).is_some(),
            "{c}"
        );
        assert!(
            Fonts::new()
                .bold
                .outline(&c.to_string(), 20.0, 0.0, 20.0)
                .is_some(),
            "{c}"
        );
    }
}
