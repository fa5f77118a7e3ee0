use render::{ArrowKind, Canvas, DiagramBoard, Renderer, Scene, Size, Theme, in_memory};
use rules::{ByColor, Color};
use testkit::{Picture, at, check_picture, start};

use super::*;

/// Compares a picture with the one of this name, and its measures with these.
#[track_caller]
fn check(name: &str, scene: &Scene, (width, height): (u32, u32)) {
    let file = in_memory(|out| Renderer::new().png(scene, out));
    let picture = Picture::read(&file);
    assert_eq!((picture.width, picture.height), (width, height));
    check_picture(&format!("bot/present/tests/images/{name}.png"), &file);
}

/// Returns a chart in which two ratings change, one of them slightly.
fn ratings() -> RatingChart {
    const DAY: i64 = 86_400_000;
    let steps = [
        1662, 1712, 1651, 1684, 1640, 1601, 1655, 1690, 1731, 1702, 1745,
    ];
    let points = steps
        .into_iter()
        .zip(0..)
        .map(|(rating, n)| (n * n * DAY, rating));
    let panel = |title: &str, note: &str, points: Vec<(i64, i32)>| RatingPanel {
        title: title.to_owned(),
        note: note.to_owned(),
        points,
        from: "2026-08-14".to_owned(),
        to: "2026-11-22".to_owned(),
    };
    RatingChart::new([
        panel("Berolina", "1745 ± 96", points.collect()),
        panel(
            "Bario (rules=classic)",
            "1350? ± 290",
            vec![(0, 1338), (DAY, 1350)],
        ),
    ])
}

#[test]
fn a_chart_of_ratings() {
    for (name, width, theme) in [
        ("chart", 720, Theme::LIGHT),
        ("chart-dark", 360, Theme::DARK),
        ("chart-high-contrast", 360, Theme::HIGH_CONTRAST),
        ("chart-print", 360, Theme::PRINT),
    ] {
        let size = Size::new(width).expect("a size");
        let chart = ratings();
        let height = chart.height(size);
        check(name, &chart.scene(size, theme), (width, height));
    }
}

/// Returns the chart of a game with hidden objects: the views of both sides, the truth, and the luck of the dice.
fn a_game_of_ups_and_downs() -> ScoreChart {
    let line = |kind, name: &str, start: u32, step: usize, off: i32| {
        let score = |at: u32| {
            (500 + off
                + [0, 40, -30, 160, 90, -220, -160, 60][at as usize % 8] * (1 + at as i32 / 12))
                .clamp(0, 1000)
        };
        let points = (start..40).step_by(step).map(|at| (at, score(at)));
        ScoreLine {
            kind,
            name: name.to_owned(),
            points: points.chain([(40, 0)]).collect(),
        }
    };
    let lines = vec![
        line(ScoreLineKind::First, "what White knew", 0, 2, 30),
        line(ScoreLineKind::Second, "what Black knew", 1, 2, -60),
        line(ScoreLineKind::Third, "everything known", 0, 1, -30),
    ];
    ScoreChart {
        title: "Expected score of White".to_owned(),
        marks: vec![(6, 370), (22, 290), (36, 1000)],
        lines,
        from: "1. e2e4".to_owned(),
        to: "0-1".to_owned(),
        bars_title: "Luck of White".to_owned(),
        bars: vec![(3, 120), (4, -40), (11, -310), (25, 60), (39, -900)],
    }
}

fn score_scene(chart: &ScoreChart, size: Size, theme: Theme) -> Scene {
    let mut canvas = Canvas::new(size, chart.height(size), theme);
    chart.draw(size, &mut canvas);
    Scene::canvas(canvas)
}

#[test]
fn a_chart_of_a_game() {
    let chart = a_game_of_ups_and_downs();
    let mut plain = chart.clone();
    plain.lines.truncate(1);
    plain.lines[0].name.clear();
    plain.bars.clear();
    for (name, width, theme, chart) in [
        ("score-chart", 720, Theme::LIGHT, &chart),
        ("score-chart-dark", 720, Theme::DARK, &chart),
        (
            "score-chart-high-contrast",
            360,
            Theme::HIGH_CONTRAST,
            &chart,
        ),
        ("score-chart-print", 360, Theme::PRINT, &chart),
        ("score-chart-plain", 360, Theme::LIGHT, &plain),
    ] {
        let size = Size::new(width).expect("a size");
        check(
            name,
            &score_scene(chart, size, theme),
            (width, chart.height(size)),
        );
    }
}

/// Returns the boards on which a game turned: moves of a piece, one of them to another's origin, and one that goes
/// nowhere.
fn a_game_that_turned(n_boards: usize) -> ScoreReport {
    let boards = [
        (
            "6. d2d4",
            "better: Ng1-f3",
            Color::White,
            [
                (ArrowKind::Played, "d2", "d4"),
                (ArrowKind::Better, "g1", "f3"),
            ],
        ),
        (
            "17... Qd8xd4 with a caption that is far too long",
            "better: e7xd6",
            Color::Black,
            [
                (ArrowKind::Played, "d8", "d4"),
                (ArrowKind::Better, "e7", "d6"),
            ],
        ),
        (
            "36. -N",
            "better: N@e4",
            Color::White,
            [
                (ArrowKind::Played, "h8", "h8"),
                (ArrowKind::Better, "e4", "e4"),
            ],
        ),
    ];
    let boards = boards.map(|(played, better, bottom, arrows)| ScoreBoard {
        board: arrows
            .into_iter()
            .fold(DiagramBoard::of(&start()), |board, (kind, from, to)| {
                board.arrow_of(kind, at(from), at(to))
            })
            .seen_by(bottom),
        played: played.to_owned(),
        better: better.to_owned(),
    });
    ScoreReport {
        chart: a_game_of_ups_and_downs(),
        boards: boards.into_iter().take(n_boards).collect(),
        title: "Accuracy".to_owned(),
        sides: ByColor {
            white: "87%  Ann".to_owned(),
            black: "62%  Bob".to_owned(),
        },
    }
}

#[test]
fn a_game_that_is_looked_back_at() {
    for (name, width, theme, n_boards) in [
        ("score-report", 720, Theme::LIGHT, 3),
        ("score-report-dark", 720, Theme::DARK, 3),
        ("score-report-two", 360, Theme::HIGH_CONTRAST, 2),
        ("score-report-one", 360, Theme::PRINT, 1),
        ("score-report-none", 360, Theme::LIGHT, 0),
    ] {
        let report = a_game_that_turned(n_boards);
        let size = Size::new(width).expect("a size");
        let height = report.height(size);
        check(name, &report.scene(size, theme), (width, height));
    }
}

/// Draws empty charts and oversized ones.
#[test]
fn charts_of_anything_are_drawn() {
    let size = Size::new(360).expect("a size");
    let much = ScoreChart {
        title: "very long ".repeat(100),
        marks: vec![(u32::MAX, i32::MAX), (0, i32::MIN)],
        bars: vec![(u32::MAX, i32::MIN), (7, i32::MAX)],
        from: "x".repeat(500),
        ..a_game_of_ups_and_downs()
    };
    for chart in [ScoreChart::default(), much] {
        let scene = score_scene(&chart, size, Theme::DARK);
        assert!(!in_memory(|out| Renderer::new().png(&scene, out)).is_empty());
    }
}
