use super::*;

/// Returns the error of a program that cannot take part. The clock stands still while anything happens.
async fn start_error(command: &str) -> String {
    match Program::start(command, "berolina").await {
        Ok(_) => panic!("{command} takes part"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test(start_paused = true)]
async fn a_program_that_does_not_answer_is_named() {
    assert_eq!(
        start_error("tail -f /dev/null").await,
        "\"tail -f /dev/null\" cannot take part, because it does not speak UCI: it did not answer \"uci\""
    );
}

#[tokio::test(start_paused = true)]
async fn a_command_line_without_a_word_is_no_program() {
    assert!(start_error(" ").await.starts_with("a program is missing"));
}

#[test]
fn a_name_is_one_short_line() {
    assert_eq!(printable("Odd\u{1b}[31m"), "Odd[31m");
    assert_eq!(printable("O\u{202e}d\u{200b}d"), "Odd");
    assert_eq!(printable(&"x".repeat(100)).len(), LONGEST_NAME);
}
