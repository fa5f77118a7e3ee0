use tracing::Level;

use super::filter;

#[track_caller]
fn check(configured: Level, target: &str, most: Level) {
    for level in [
        Level::ERROR,
        Level::WARN,
        Level::INFO,
        Level::DEBUG,
        Level::TRACE,
    ] {
        assert_eq!(
            filter(configured).would_enable(target, &level),
            level <= most,
            "{target} {level}"
        );
    }
}

#[test]
fn our_own_lines_follow_the_configuration() {
    for ours in ["bot::app", "discord::gateway", "store::writer"] {
        check(Level::TRACE, ours, Level::TRACE);
        check(Level::INFO, ours, Level::INFO);
        check(Level::ERROR, ours, Level::ERROR);
    }
}

#[test]
fn lines_of_libraries_are_warnings_at_most() {
    for library in ["hyper::proto", "tungstenite::protocol", "botany"] {
        check(Level::TRACE, library, Level::WARN);
        check(Level::ERROR, library, Level::ERROR);
    }
}

#[test]
fn unreadable_gateway_messages_are_not_logged() {
    for level in [Level::ERROR, Level::TRACE] {
        assert!(!filter(Level::TRACE).would_enable("serenity::gateway::ws", &level));
    }
}
