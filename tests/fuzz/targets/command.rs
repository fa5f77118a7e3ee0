//! What people type at the bot, and the ids of buttons that come back.

#![no_main]

use command::{Command, Control, MAX_LENGTH, last_word, plain, spec, split, straight};
use text::Language;
use libfuzzer_sys::fuzz_target;

/// The longest answer to a text that is no command, in bytes.
const LONGEST_ERROR: usize = 1000;

fuzz_target!(|text: &str| {
    let command = Command::parse(text);
    match &command {
        Ok(command) => {
            assert!(text.len() <= MAX_LENGTH, "{} bytes are read", text.len());
            assert!(
                spec(command.name()).is_some(),
                "{command:?} is not in the table"
            );
            assert_eq!(
                format!("{command:?}"),
                format!("Command({})", command.name())
            );
        }
        Err(error) => {
            // It shows the name of a message, and nothing of what was typed.
            let shown = format!("{error:?}");
            assert!(shown.starts_with("Text") && shown.len() < 80, "{shown}");
            let told = Language::ENGLISH.say(error);
            assert!(
                !told.is_empty() && told.len() <= LONGEST_ERROR,
                "{} bytes are told",
                told.len()
            );
            assert!(!told.chars().any(char::is_control), "{told:?}");
        }
    }
    if text.len() < MAX_LENGTH {
        assert!(
            Command::parse(&format!("/{text}")) == command || text.starts_with(char::is_whitespace)
        );
        let has_quote = plain(text).contains(['"', '\'']);
        assert!(Command::parse(&format!("{text} ")) == command || has_quote);
    }

    assert!(straight(text).len() <= text.len());

    let (before, last) = last_word(text);
    assert_eq!([before, last].concat(), text);
    assert!(
        split(text)
            .iter()
            .map(|word| word.text.len())
            .sum::<usize>()
            <= text.len()
    );

    if let Ok(control) = text.parse::<Control>() {
        assert!(
            control.to_string().parse().as_ref() == Ok(&control),
            "{control}"
        );
        assert_eq!(format!("{control:?}"), "Control");
    }
});
