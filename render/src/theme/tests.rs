use super::*;
use crate::testing::contrast;

#[test]
fn themes_are_read_as_written() {
    for theme in Theme::ALL {
        assert_eq!(theme.to_string().parse(), Ok(theme));
        assert_eq!(theme.to_string().to_uppercase().parse(), Ok(theme));
    }
    assert_eq!("sepia".parse::<Theme>(), Err(ParseThemeError));
    assert_eq!(
        ParseThemeError.to_string(),
        "no such theme; there is light, dark, high-contrast and print"
    );
}

/// Tests that text is readable: WCAG 2.1 requires a contrast of 4.5, and of 3 for large letters and shapes.
#[test]
fn contrast_is_enough() {
    #[track_caller]
    fn check(theme: Theme, what: &str, one: Rgb, other: Rgb, least: f64) {
        let contrast = contrast(one, other);
        assert!(contrast >= least, "{theme}, {what}: {contrast:.2}");
    }
    for theme in Theme::ALL {
        check(theme, "coordinates", theme.coordinate, theme.frame, 4.5);
        for strip in [theme.seat, theme.active] {
            check(theme, "name", strip.name, strip.panel, 4.5);
            check(theme, "side", strip.side, strip.panel, 4.5);
            check(theme, "status", strip.status, strip.badge, 4.5);
        }
        check(
            theme,
            "light corners",
            theme.last_corner.light,
            theme.last.light,
            3.0,
        );
        check(
            theme,
            "dark corners",
            theme.last_corner.dark,
            theme.last.dark,
            3.0,
        );
    }
}

#[test]
fn discs_of_both_sides_show_as_filled() {
    for theme in Theme::ALL {
        let (ink, paper) = theme.inks.black_and_white();
        for panel in [theme.frame, theme.seat.panel, theme.active.panel] {
            let black = contrast(ink, theme.under_disc.unwrap_or(panel));
            assert!(black >= 3.0, "{theme}: {black:.2}");
        }
        if let Some(under) = theme.under_disc {
            let white = contrast(paper, under);
            assert!(white >= 3.0, "{theme}: {white:.2}");
        }
    }
}
