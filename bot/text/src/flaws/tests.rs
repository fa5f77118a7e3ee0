use rules::Setup;

use super::flaws;

/// Tests that below each invalid setup in `tests/flaws.txt` stand all its errors.
#[test]
fn flaws_read_as_they_are_written_down() {
    for paragraph in testkit::read("bot/tests/flaws.txt")
        .trim_end()
        .split("\n\n")
    {
        let (text, expected) = paragraph.split_once('\n').expect("flaws stand below");
        let found = match text.parse::<Setup>() {
            Ok(setup) => panic!("{setup} is a setup"),
            Err(error) => flaws(&error).join("\n"),
        };
        assert_eq!(found, expected.trim_end(), "{text}");
    }
}
