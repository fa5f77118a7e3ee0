use engine::puzzle::{FILES, read};
use present::Render;
use service::*;
use text::Language;

#[test]
fn every_puzzle_answer_renders_in_every_language() {
    let files = FILES.into_iter();
    for puzzle in files.flat_map(|(_, text)| read(text).expect("puzzles")) {
        let mut steps = vec![PuzzleStep::Shown, PuzzleStep::Solved, PuzzleStep::GivenUp];
        let wrong = puzzle.replies.iter();
        steps.extend(
            wrong
                .take(5)
                .map(|refuted| PuzzleStep::Wrong(rules::GameInput::Action(refuted.action))),
        );
        for step in steps {
            let reply = PuzzleReply {
                id: puzzle.id(),
                step,
                streak: 2,
                best: 4,
                ended: 0,
                is_missed: false,
            };
            for language in Language::all() {
                let answer = reply.render(language);
                let text = &answer.message.text;
                assert!(text.lines().count() >= 2 && text.len() < 1500, "{text}");
                assert!(
                    !text.contains("reply") || !text.contains("reply ."),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn the_example_of_a_puzzle_cannot_be_played_in_it() {
    let files = FILES.into_iter();
    for puzzle in files.flat_map(|(_, text)| read(text).expect("puzzles")) {
        let reply = PuzzleReply {
            id: puzzle.id(),
            step: PuzzleStep::Shown,
            streak: 0,
            best: 0,
            ended: 0,
            is_missed: false,
        };
        let text = reply.render(Language::ENGLISH).message.text;
        let (_, rest) = text.split_once("move:").expect("there is an example");
        let example = rest.lines().next().expect("a line");
        let action = example.parse().expect("a move in coordinates");
        assert!(
            rules::Game::new(&puzzle.setup).why_not(action).is_some(),
            "{text}"
        );
    }
}
