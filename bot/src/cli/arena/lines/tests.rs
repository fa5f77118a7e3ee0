use super::*;

/// Returns the number after the first `answer` in an output.
async fn answer(output: &[u8]) -> Result<Option<String>, LineFlaw> {
    let mut lines = ProgramLines::new(output);
    lines
        .find(|line| after(line, "answer").map(str::to_owned))
        .await
}

#[tokio::test]
async fn lines_before_the_answer_are_passed_over() {
    let found = answer(b"answering\n\ninfo answer 1\n answer  2 \r\nanswer 3\n").await;
    assert_eq!(found, Ok(Some("2".to_owned())));
    assert_eq!(answer(b"answer").await, Ok(Some(String::new())));
}

#[tokio::test]
async fn the_rest_of_the_output_is_kept_for_the_next_answer() {
    let mut lines = ProgramLines::new(&b"answer 1\nanswer 2\n"[..]);
    for expected in ["1", "2"] {
        let found = lines.find(|line| after(line, "answer").map(str::to_owned));
        assert_eq!(found.await, Ok(Some(expected.to_owned())));
    }
}

#[tokio::test]
async fn an_output_that_ends_has_no_answer() {
    assert_eq!(answer(b"").await, Ok(None));
    assert_eq!(answer(b"info\n").await, Ok(None));
}

#[tokio::test]
async fn a_line_that_is_too_long_is_a_flaw() {
    let longest = [b"x".repeat(MAX_LINE - 1), b"\nanswer 1".to_vec()].concat();
    assert_eq!(answer(&longest).await, Ok(Some("1".to_owned())));
    let longer = [&b"x"[..], &longest].concat();
    assert_eq!(answer(&longer).await, Err(LineFlaw::TooLong));
    assert_eq!(answer(&b"x".repeat(1 << 20)).await, Err(LineFlaw::TooLong));
}

#[tokio::test]
async fn too_many_lines_before_the_answer_are_a_flaw() {
    let flood = b"info\n".repeat(MAX_UNANSWERED / 5 + 1);
    assert_eq!(answer(&flood).await, Err(LineFlaw::Flood));
}

#[tokio::test]
async fn a_line_that_is_no_text_is_a_flaw() {
    assert_eq!(
        answer(b"\xff\xfe\nanswer 1\n").await,
        Err(LineFlaw::NotText)
    );
}
