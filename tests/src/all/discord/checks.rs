//! Invariants of a match in the end, after any failures.

use std::collections::BTreeSet;

use rules::{ByColor, Color, Game, GameInput, Record, View};
use tests::discord::{VisibleEvent, without_hints};

use super::table::{Match, Table};

impl Table {
    /// Checks that each move counts once and that each board was posted once.
    pub(super) async fn check(&self, played: &Match) {
        played.board(played.moves.len() + 1).await;
        let boards = played.boards();
        assert_eq!(
            boards.len(),
            played.moves.len() + 1,
            "a board for the start and one for each move"
        );
        let names: BTreeSet<&str> = boards
            .iter()
            .map(|board| board.files[0].name.as_str())
            .collect();
        assert_eq!(names.len(), boards.len(), "no board is said twice");
        for board in &boards {
            // The last one calls both.
            let n_called = 1 + usize::from(board.offers("Rematch"));
            assert!(
                board.pinged.len() <= n_called && board.files.len() == 1,
                "{:?}",
                board.text
            );
            let alt = board.files[0].alt.as_deref().unwrap_or_default();
            assert!(!alt.is_empty(), "each picture is told in words");
            assert_eq!(
                board.command_use, None,
                "a board is no answer to a command, whose options everybody would read"
            );
        }
        self.check_whispers();
        played.settled().await;
        if !played.is_over() {
            self.ann.asks(&played.room, "/resign confirm:yes").await;
            played.board(boards.len() + 1).await;
        }
        let record = self.record(&played.id).await;
        let is_decision = |input: &&GameInput| matches!(input, GameInput::Action(_));
        let n_decisions = record.inputs.iter().filter(is_decision).count();
        assert_eq!(
            n_decisions,
            played.moves.len(),
            "each move counts once: {:?}",
            played.moves
        );
        self.check_pictures(&record);
    }

    /// Checks that no direct message was sent twice.
    fn check_whispers(&self) {
        for user in [&self.ann, &self.bob] {
            let seen = user.seen();
            let room = user.direct().id;
            let told = seen.iter().filter(|seen| seen.room == room);
            let new = told.filter_map(|seen| match &seen.event {
                VisibleEvent::Message(message) => Some(message),
                _ => None,
            });
            let new = new.filter(|message| message.author != user.id && !message.is_private());
            let names = new.filter_map(|message| Some(message.files.first()?.name.as_str()));
            let names: Vec<&str> = names.collect();
            let different: BTreeSet<&&str> = names.iter().collect();
            assert_eq!(different.len(), names.len(), "whispered twice: {names:?}");
        }
    }

    /// Checks that pictures showed each reader only permitted information.
    fn check_pictures(&self, record: &Record) {
        let names = ByColor {
            white: "Ann".to_owned(),
            black: "Bob".to_owned(),
        };
        let counts = 0..=record.inputs.len();
        let games = counts.map(|n_inputs| record.replay_to(n_inputs).expect("records replay"));
        let games: Vec<Game> = games.collect();
        let told = |view: &View| text::alt(view, &names, text::Language::ENGLISH);
        let public = games.iter().map(|game| told(game.public_view().as_view()));
        let public: BTreeSet<String> = public.collect();
        for (user, color) in [
            (&self.ann, Some(Color::White)),
            (&self.bob, Some(Color::Black)),
            (&self.eve, None),
        ] {
            let mut known = public.clone();
            if let Some(color) = color {
                let games = games.iter();
                known.extend(games.map(|game| told(game.seat_view(color).as_view())));
            }
            for message in user.seen().iter().filter_map(|seen| seen.event.message()) {
                let alts = message.files.iter().filter_map(|file| file.alt.as_ref());
                for alt in alts {
                    let shown = match color {
                        Some(_) => without_hints(alt),
                        None => alt.clone(),
                    };
                    assert!(
                        known.contains(&shown),
                        "{} saw a picture of {alt}",
                        user.name()
                    );
                }
            }
        }
    }
}
