use super::*;

fn panel(points: &[(i64, i32)]) -> RatingPanel {
    RatingPanel {
        points: points.to_vec(),
        ..RatingPanel::default()
    }
}

#[test]
fn lines_are_drawn_for_few_whole_numbers_that_hold_all_there_is() {
    for (numbers, expected) in [
        (vec![1500], vec![1450, 1475, 1500, 1525, 1550]),
        (vec![1500, 1662], vec![1500, 1550, 1600, 1650, 1700]),
        (vec![1338, 1662], vec![1300, 1400, 1500, 1600, 1700]),
        (vec![-30, 30], vec![-50, -25, 0, 25, 50]),
        (vec![800, 2400], vec![500, 1000, 1500, 2000, 2500]),
    ] {
        let points: Vec<_> = numbers.iter().map(|number| (0, *number)).collect();
        let scale = ChartScale::of(&panel(&points));
        assert_eq!(scale.ticks().collect::<Vec<_>>(), expected, "{numbers:?}");
        for number in numbers {
            assert!((0.0..=1.0).contains(&scale.part(number)), "{number}");
        }
    }
}

#[test]
fn no_numbers_are_too_many_too_large_or_too_few() {
    for points in [
        vec![],
        vec![(0, 0)],
        vec![(i64::MIN, i32::MIN), (i64::MAX, i32::MAX)],
    ] {
        let panel = panel(&points);
        let scale = ChartScale::of(&panel);
        assert!(scale.ticks().count() <= 5);
        assert_eq!(panel.parts().len(), points.len());
        assert!(panel.parts().iter().all(|part| part.is_finite()));
    }
}

#[test]
fn points_are_apart_as_their_times_are() {
    let parts = panel(&[(10, 0), (20, 0), (50, 0)]).parts();
    assert_eq!(parts, [0.0, 0.25, 1.0]);
    // Points of one time are not drawn above each other.
    assert_eq!(panel(&[(7, 0), (7, 1), (7, 2)]).parts(), [0.0, 0.5, 1.0]);
    assert_eq!(panel(&[(7, 0)]).parts(), [0.0]);
}
