use std::sync::{Arc, Mutex};

use kit::lock;
use rules::{Action, Color, Game, GameInput, Next, Position as _, Setup, Variant};

use super::{
    thinker::{Desk, Work},
    *,
};

/// Reads a position command for a set of rules; the error says what is wrong with it.
fn sat(name: &str, line: &str) -> Result<Sitting, String> {
    let rules = Setup::of_rules(name).expect("a set of rules");
    match command::read(line)? {
        UciCommand::Position(words) => Sitting::read(&rules, &words?),
        _ => panic!("{line} is no position"),
    }
}

#[track_caller]
fn refused(name: &str, line: &str) -> String {
    let wrong = sat(name, line).and_then(|sitting| sitting.to_decide().map(|_| ()));
    wrong.expect_err(line)
}

fn limits(line: &str) -> GoLimits {
    match command::read(line) {
        Ok(UciCommand::Go { limits, .. }) => limits,
        _ => panic!("{line} is no go"),
    }
}

#[test]
fn moves_are_read_as_written_here_and_as_in_other_programs() {
    const PROMOTING: &str = "fen 7k/3P4/8/8/8/8/8/K7 w - - 0 1 moves";
    for text in ["d7c8q", "d7c8Q", "d7c8=Q"] {
        let sitting = sat("berolina", &format!("position {PROMOTING} {text}")).expect(text);
        let history = sitting.to_decide().expect("Black is to decide");
        assert!(history.view().position.starts_with("2Q4k/"), "{text}");
    }
    assert!(refused("berolina", &format!("position {PROMOTING} d7c8k")).contains("move 1"));
    let action = "d7c8=Q".parse().expect("an action");
    assert_eq!(seat::written(action, Variant::Berolina), "d7c8q");
    assert_eq!(seat::written(action, Variant::Chakart), "d7c8=Q");
}

/// Checks that the side to decide knows as much as in a match: not where a queen went unseen.
#[test]
fn a_seat_learns_only_its_part_of_the_truth() {
    let game = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 \
                {\"flags\":\"1111\",\"seenW\":\"\",\"seenB\":\"\"} moves e2e4 a7a6 d1~g4";
    let sitting = sat("chakart", game).expect("it is possible");
    let history = sitting.to_decide().expect("Black is to decide");
    assert_eq!(history.seat(), Color::Black);
    assert!(!history.view().position.contains('I'));
    let truth = |seed| {
        let mut word = seed;
        let guess = history.sample::<rules::chakart::Position>(&mut || {
            word = u64::wrapping_add(word, 0x9e37_79b9_7f4a_7c15);
            word.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 7
        });
        guess.expect("a truth").key()
    };
    assert!(
        (0..40).any(|seed| truth(seed) != truth(40)),
        "she may be elsewhere"
    );
}

const VIEW: &str = "3qk3/r7/8/8/8/8/P2d4/R3K3 w 40 {\"flags\":\"0011\",\"seenW\":\"dd2\"}";

/// Checks that a view goes on with what the seat knows, though that is not all.
#[test]
fn a_view_continues_with_partial_inputs() {
    let line = format!("position fen {VIEW} seat white moves e1e2 d8~");
    let sitting = sat("chakart", &line).expect("it is possible");
    let history = sitting.to_decide().expect("White is to decide");
    assert!(
        !history.view().position.contains('q'),
        "{}",
        history.view().position
    );
    let turn = history.view().turn.expect("a move was made");
    assert_eq!(turn.caption, "Qd8~");

    let line = format!("position fen {VIEW} seat white moves e1e2 a7a6 banana:");
    assert!(
        sat("chakart", &line)
            .expect("it is possible")
            .to_decide()
            .is_ok()
    );
    let line = format!("position fen {VIEW} seat white moves e1e2");
    assert!(refused("chakart", &line).contains("Black is to decide"));
    let line = format!("position fen {VIEW} seat white moves e1e2 a7a6");
    assert!(refused("chakart", &line).contains("chance is to go on"));
    let whole = VIEW.replace('}', ",\"seenB\":\"\"}");
    let line = format!("position fen {whole} moves e1e2 d8~");
    assert!(refused("chakart", &line).contains("it is no move"));
}

/// Tests the lines of `refused.txt`: a variant, a position, and a part of the message.
#[test]
fn a_contradiction_is_named() {
    let many = format!("startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(1001));
    let many = format!("berolina | {many} | more than 4000 moves");
    let lines = include_str!("tests/refused.txt").lines();
    for line in lines.chain([many.as_str()]) {
        let [name, position, named] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line} has three parts")
        };
        let wrong = refused(name, &format!("position {position}"));
        assert!(wrong.contains(named), "{position}: {wrong}");
    }
}

#[test]
fn limits_are_read_and_never_leave_anybody_waiting_by_mistake() {
    let clocks = |line: &str| limits(line).clocks(Color::White);
    assert!(clocks("go").waits && clocks("go infinite nodes 3").waits);
    assert!(!clocks("go depth 3").waits && clocks("go depth 3").deadline.is_none());
    assert!(clocks("go wtime 1000").deadline.is_some());
    assert!(
        clocks("go btime 1000").waits,
        "Black's time is nothing to White"
    );
    assert!(clocks("go wtime -5 btime -5").deadline.is_some());
    assert_eq!(limits("go nodes 12").n_nodes, Some(12));
    for line in [
        "go nodes",
        "go nodes x",
        "go ponder",
        "go nodes 99999999999999999999",
    ] {
        assert_eq!(limits(line).n_nodes, Some(0), "{line}");
        assert!(!clocks(line).waits, "{line}");
    }
    let much = "go movetime 9223372036854775807 movestogo 0 wtime 9223372036854775807";
    assert!(clocks(much).deadline.is_some());
}

#[test]
fn a_clock_plans_a_share_of_its_time_and_never_spends_more_than_half() {
    // The limits, the planned time and the longest time, in milliseconds.
    for (line, planned, longest) in [
        ("wtime 300000", 10_000, 30_000),
        ("wtime 300000 winc 4000", 13_000, 39_000),
        ("wtime 60030 movestogo 40 binc 9000", 2_001, 6_003),
        ("wtime 60030 movestogo 2", 30_000, 30_000),
        ("wtime 1030 winc 60000", 500, 500),
        ("wtime 30", 0, 0),
        ("wtime 0 winc 1000", 0, 0),
    ] {
        let times = limits(&format!("go {line}")).times(Color::White);
        let times = times.map(|(planned, longest)| (planned.as_millis(), longest.as_millis()));
        assert_eq!(times, Some((planned, longest)), "{line}");
    }
    assert_eq!(limits("go movetime 100").times(Color::White), None);
    let infinite = limits("go infinite wtime 1000").clocks(Color::White);
    assert!(infinite.planned.is_none() && infinite.deadline.is_none());
}

/// Collects lines, shared with the reader.
#[derive(Clone, Default)]
struct EngineLines(Arc<Mutex<Vec<u8>>>);

impl Write for EngineLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut lines = lock(&self.0);
        lines.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns all lines of the answers to commands that come at once.
fn answers(commands: &str) -> Vec<String> {
    let output = EngineLines::default();
    serve(&mut commands.as_bytes(), output.clone()).expect("it ends well");
    let lines = lock(&output.0);
    let lines = str::from_utf8(&lines).expect("text");
    lines.lines().map(str::to_owned).collect()
}

/// Returns the last word of the answer to each `go`, and nothing else.
fn best_moves(commands: &str) -> Vec<String> {
    let lines = answers(commands);
    let moves = lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "));
    moves.map(str::to_owned).collect()
}

/// Returns the reasons that the answers give.
fn complaints(commands: &str) -> Vec<String> {
    let lines = answers(commands);
    let reasons = lines
        .iter()
        .filter_map(|line| line.strip_prefix("info string "));
    reasons.map(str::to_owned).collect()
}

#[test]
fn a_new_position_ends_a_search_and_the_next_one_is_for_it() {
    let mate = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    for commands in [
        format!("ucinewgame\n{mate}"),
        mate.to_owned(),
        format!("stop\n{mate}"),
        format!("setoption name UCI_Variant value berolina\n{mate}"),
    ] {
        for limit in ["depth 1", "nodes 100"] {
            let found = best_moves(&format!("go infinite\n{commands}\ngo {limit}\n"));
            let [start, last] = &found[..] else {
                panic!("{commands}: {found:?}")
            };
            let start = format!("position startpos moves {start}");
            assert!(sat("berolina", &start).is_ok(), "{commands}: {found:?}");
            assert_eq!(last, "a1a8", "{commands}");
        }
    }
}

#[test]
fn the_counters_of_a_text_may_be_absent() {
    let position = |counters: &str| {
        let line = format!("position fen 7k/8/6K1/8/8/8/8/R7 w - -{counters}");
        let sitting = sat("berolina", &line).expect(&line);
        let history = sitting.to_decide().expect("White is to decide");
        history.view().position
    };
    let whole = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    assert_eq!(position(""), whole);
    assert_eq!(position(" 0"), whole);
    assert_eq!(position(" 0 1"), whole);
    assert_eq!(position(" 7"), "7k/8/6K1/8/8/8/8/R7 w - - 7 1");
}

#[test]
fn an_option_out_of_range_is_refused_with_its_range() {
    for (option, reason) in [
        ("Hash value 0", "Hash is a number from 1 to 1024, not \"0\""),
        (
            "Hash value 1025",
            "Hash is a number from 1 to 1024, not \"1025\"",
        ),
        (
            "Level value 99",
            "Level is a number from 1 to 12, not \"99\"",
        ),
        (
            "Level value -1",
            "Level is a number from 1 to 12, not \"-1\"",
        ),
        (
            "MultiPV value 0",
            "MultiPV is a number from 1 to 64, not \"0\"",
        ),
        (
            "MultiPV value 65",
            "MultiPV is a number from 1 to 64, not \"65\"",
        ),
        (
            "Seed value 2147483648",
            "Seed is a number from 0 to 2147483647, not \"2147483648\"",
        ),
        (
            "Hash value",
            "an option is set by: setoption name NAME value VALUE",
        ),
        (
            "UCI_Variant value chess",
            "there is no variant \"chess\"; there are berolina, baroque, baroque-pure, \
             baroque-symmetric, baroque-symmetric-pure, baroque-asymmetric, baroque-asymmetric-pure, chakart, \
             chakart-symmetric, chakart-standard, chakart-open, chakart-open-symmetric, chakart-open-standard, bario, \
             bario-classic",
        ),
        (
            "Contempt value 3",
            "there is no option \"Contempt\"; there are UCI_Variant, Hash, Threads, MultiPV, Level and Seed",
        ),
    ] {
        let commands = format!("setoption name {option}\ngo depth 1\n");
        assert_eq!(complaints(&commands), [reason], "{option}");
        assert_eq!(best_moves(&commands).len(), 1, "{option}");
    }
    let long = "9".repeat(10_000);
    let told = complaints(&format!("setoption name Level value {long}\n"));
    assert!(told.iter().all(|reason| reason.len() < 200), "{told:?}");
}

#[test]
fn threads_are_at_most_as_many_as_processors() {
    let most = thread::available_parallelism().map_or(1, |n| n.get().min(64));
    for value in [0, most + 1] {
        let told = complaints(&format!("setoption name Threads value {value}\n"));
        let reason = format!("Threads is a number from 1 to {most}, not \"{value}\"");
        assert_eq!(told, [reason]);
    }
    let introduced = answers("uci\n");
    let option = format!("option name Threads type spin default 1 min 1 max {most}");
    assert!(introduced.contains(&option), "{introduced:?}");
}

/// Returns settings with a table of this size in MiB, cleared this often.
fn settings(mib: usize, n_clears: u64) -> EngineSettings {
    EngineSettings {
        memory: mib * MIB,
        n_clears,
    }
}

#[test]
fn only_the_newest_settings_are_applied_and_nothing_queues() {
    let desk = Desk::new();
    for n in 1..=1000 {
        desk.set(settings(n, n as u64));
    }
    assert!(matches!(desk.next(), Some(Work::Apply(newest)) if newest == settings(1000, 1000)));
    desk.note_applied(settings(1000, 1000));
    desk.close();
    assert!(desk.next().is_none());
}

#[test]
fn the_engine_is_ready_when_it_has_the_newest_settings() {
    let desk = Desk::new();
    let is_ready = || lock(&desk.slots).is_ready();
    assert!(is_ready());
    desk.set(settings(1, 0));
    assert!(!is_ready());
    desk.set(settings(1, 1));
    desk.note_applied(settings(1, 0));
    assert!(!is_ready(), "newer settings came in the meantime");
    desk.note_applied(settings(1, 1));
    assert!(is_ready());
}

/// Checks that a search that only `stop` ends does not delay the sign.
#[test]
fn a_sign_comes_during_a_search_and_settings_end_it() {
    let lines = answers("go infinite\nisready\nsetoption name Hash value 2\nisready\n");
    let told: Vec<&str> = lines
        .iter()
        .map(|line| line.split(' ').next().unwrap_or_default())
        .filter(|word| *word != "info")
        .collect();
    assert_eq!(told, ["readyok", "bestmove", "readyok"]);
}

#[test]
fn an_old_table_is_dropped_before_the_new_one_is_made() {
    let table = Arc::new(());
    let old = Arc::downgrade(&table);
    thinker::replaced(table, || {
        assert!(old.upgrade().is_none());
        Arc::new(())
    });
}

/// Checks that a search finds nothing of an earlier one in the table after a change of the level.
#[test]
fn another_level_clears_the_table() {
    /// Returns the report about a depth after these lines, without its times.
    fn report(before: &[&str]) -> String {
        let output = EngineLines::default();
        let mut session = Session::new(Output::new(output.clone()));
        for line in before.iter().chain(&["go depth 5"]) {
            session.answer(line.as_bytes()).expect("an open output");
            if line.starts_with("go ") {
                session.thinker.wait();
            }
        }
        session.thinker.finish().expect("it ends well");
        let lines = lock(&output.0);
        let mut lines = str::from_utf8(&lines).expect("text").lines();
        let last = lines.rfind(|line| line.starts_with("info depth 5 "));
        let (report, _) = last
            .and_then(|line| line.split_once(" nps "))
            .expect("a report");
        report.to_owned()
    }
    let fresh = report(&[]);
    let same = "setoption name Level value 12";
    let other = "setoption name Level value 11";
    assert_ne!(report(&["go depth 5", same]), fresh);
    assert_eq!(report(&["go depth 5", other, same]), fresh);
}

/// Checks that helpers end with the search: an answer comes, and the next search gets one too.
#[test]
fn a_search_on_all_threads_is_answered_once_and_legally() {
    let threads = format!("setoption name Threads value {}", most_threads());
    for name in ["berolina", "bario"] {
        let commands = format!(
            "setoption name UCI_Variant value {name}\n{threads}\n\
             go nodes 20000\nucinewgame\ngo infinite\nstop\nposition startpos\ngo depth 3\n"
        );
        let found = best_moves(&commands);
        assert_eq!(found.len(), 3, "{name}: {found:?}");
        for action in found {
            let line = format!("position startpos moves {action}");
            assert!(sat(name, &line).is_ok(), "{name}: {action}");
        }
        assert!(complaints(&commands).is_empty(), "{name}");
    }
}

/// Checks that `startpos` is the start of the chosen rules, and that a position keeps their options.
#[test]
fn every_combination_of_options_is_played_by_its_name() {
    for rules in Setup::all_usual() {
        let name = rules.rules_name();
        let sitting = sat(&name, "position startpos").expect(&name);
        let Sitting::Whole { record, game } = sitting else {
            panic!("{name}: no seat was told")
        };
        assert_eq!(record.setup, rules, "{name}");
        let mut begun = Game::clone(&game);
        while let Next::Chance(chance) = begun.next() {
            begun.roll(chance.outcomes()[0]).expect("a possible draw");
        }
        let position = begun.truth().as_view().position.clone();
        let sitting = sat(&name, &format!("position fen {position}")).expect(&name);
        let Sitting::Whole { record, .. } = sitting else {
            panic!("{name}: no seat was told")
        };
        let kept: Vec<_> = record.setup.options().collect();
        let chosen: Vec<_> = rules.options().collect();
        assert_eq!(kept, chosen, "{name}");
    }
}

/// Checks that each line has its rank, and that the answer is the move of the first line.
#[test]
fn the_best_lines_are_told_with_their_ranks() {
    let lines = answers("setoption name MultiPV value 3\ngo depth 2\n");
    let (answer, infos) = lines.split_last().expect("an answer");
    assert_eq!(infos.len() % 3, 0, "{infos:?}");
    let last: Vec<&str> = infos[infos.len() - 3..]
        .iter()
        .zip(1..)
        .map(|(info, rank)| {
            let start = format!("info depth 2 multipv {rank} score cp ");
            assert!(info.starts_with(&start), "{info}");
            let (_, line) = info.split_once(" pv ").expect("a line");
            line.split(' ').next().expect("a move")
        })
        .collect();
    assert_eq!(answer, &format!("bestmove {}", last[0]));
    assert!(
        last[0] != last[1] && last[1] != last[2] && last[2] != last[0],
        "{last:?}"
    );
}

/// A game of which a program tells Black its views, line by line.
struct ToldGame {
    game: Game,
    lines: String,
}

impl ToldGame {
    fn start() -> ToldGame {
        let setup: Setup = "chakart".parse().expect("a setup");
        ToldGame {
            game: Game::new(&setup),
            lines: "setoption name UCI_Variant value chakart\nposition startpos seat black\n"
                .to_owned(),
        }
    }

    /// Plays an input, and adds the line about it.
    fn play(&mut self, input: GameInput) {
        let is_own = self.game.next() == Next::Decision(Color::Black);
        self.game.apply(input).expect("it is possible");
        let view = self.game.seat_view(Color::Black);
        let text = view.as_view().to_text();
        let line = match input {
            GameInput::Action(action) if is_own => format!("view own {action} {text}\n"),
            _ => format!("view {text}\n"),
        };
        self.lines.push_str(&line);
    }

    /// Plays until Black is to decide in this turn. White's queen moves unseen as soon as she can.
    fn play_to(&mut self, turns: u32) {
        while self.game.turns() < turns || self.game.next() != Next::Decision(Color::Black) {
            let input = match self.game.next() {
                Next::Over(outcome) => panic!("{outcome}"),
                Next::Chance(chance) => GameInput::Outcome(chance.outcomes()[0]),
                Next::Decision(_) => {
                    let actions = self.game.legal_list();
                    let is_unseen = |action: &&Action| matches!(action, Action::Stealth { .. });
                    GameInput::Action(*actions.iter().find(is_unseen).unwrap_or(&actions[0]))
                }
            };
            self.play(input);
        }
    }
}

/// Checks that a program gets legal moves for a seat that it tells its views, though the truth is hidden.
#[test]
fn a_seat_plays_from_the_views_that_it_is_told() {
    let mut told = ToldGame::start();
    for turns in [1, 3, 5] {
        told.play_to(turns);
        let found = best_moves(&format!("{}go nodes 50\n", told.lines));
        let legal = told.game.legal_list();
        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        assert!(found.len() == 1 && legal.contains(&found[0]), "{found:?}");
        assert!(complaints(&told.lines).is_empty());
    }
}

#[test]
fn a_view_that_nothing_explains_is_reported_with_the_answer() {
    let mut told = ToldGame::start();
    told.play_to(1);
    let (before, caption) = told
        .lines
        .rsplit_once(" turn=white:1:")
        .expect("White has moved");
    let (_, after) = caption.split_once(' ').expect("facts follow");
    let commands = format!("{before} turn=white:1:Zz {after}go nodes 50\n");
    let complaints = complaints(&commands);
    assert!(
        complaints.len() == 1 && complaints[0].contains("nothing explains all views"),
        "{complaints:?}"
    );
    assert_ne!(best_moves(&commands), ["(none)"]);
}

#[test]
fn after_a_wrong_view_nothing_is_thought_about_until_the_next_position() {
    let mut told = ToldGame::start();
    told.play_to(1);
    let lines = told.lines.as_str();
    let last = lines.lines().last().expect("a view");
    let public = told.game.public_view();
    let public = public.as_view().to_text();
    for (wrong, reason) in [
        ("view", "does not begin with the name of a variant"),
        (
            "view chakart inputs=x",
            "field inputs of the view, at byte 8",
        ),
        (last, "after"),
        (&format!("view own {public}"), "it is no move"),
        ("view own start:1", "it is no move"),
        ("view own e2e4", "does not begin with the name of a variant"),
        (&format!("view own start:1 {public}"), "it is no move"),
    ] {
        let again = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 \
                     {\"flags\":\"1111\",\"seenW\":\"\",\"seenB\":\"\"}";
        let commands = format!("{lines}{wrong}\ngo nodes 50\n{again}\ngo nodes 50\n");
        let told = complaints(&commands);
        assert!(
            told.len() == 2 && told[0].contains(reason) && told[1].contains("send a position"),
            "{wrong}: {told:?}"
        );
        let found = best_moves(&commands);
        assert!(
            found.len() == 2 && found[0] == "(none)" && found[1] != "(none)",
            "{wrong}: {found:?}"
        );
    }
    let told = complaints(&format!("position startpos\n{last}\n"));
    assert!(
        told[0].contains("a view follows the position of a seat"),
        "{told:?}"
    );
}

#[test]
fn after_a_position_that_makes_no_sense_nothing_is_thought_about() {
    for wrong in ["position", "position startpos e2g4", "position fen 8/8 w"] {
        let found = best_moves(&format!("go infinite\n{wrong}\ngo depth 1\n"));
        assert_eq!(found.len(), 2, "{wrong}: {found:?}");
        assert_ne!(found[0], "(none)", "{wrong}");
        assert_eq!(found[1], "(none)", "{wrong}");
    }
}

/// Collects lines, and panics at the first one about a search.
#[derive(Clone, Default)]
struct FailingWriter(Arc<Mutex<(bool, Vec<u8>)>>);

impl Write for FailingWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = lock(&self.0);
        let is_first = !state.0 && bytes.starts_with(b"info depth");
        state.0 |= is_first;
        assert!(!is_first, "a test has the search fail");
        state.1.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_search_that_fails_ends_in_a_legal_move_and_the_next_one_goes_on() {
    let output = FailingWriter::default();
    let sitting = sat("berolina", "position startpos").expect("it is possible");
    let thinker = UciThinker::start(Output::new(output.clone()));
    for _ in 0..2 {
        thinker.wait();
        thinker.think(UciQuestion {
            history: sitting.to_decide().expect("White is to decide"),
            any: sitting.any_action(),
            level: Level::STRONGEST,
            n_threads: 1,
            n_lines: 1,
            n_nodes: u64::MAX,
            depth: Some(1),
            deadline: None,
            planned: None,
            waits: false,
            seed: 0,
        });
    }
    thinker.finish().expect("it ends well");
    let state = lock(&output.0);
    let text = str::from_utf8(&state.1).expect("text").to_owned();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("info string the search failed, which is a bug")
    );
    let failed = lines.next().and_then(|line| line.strip_prefix("bestmove "));
    let sitting = sat(
        "berolina",
        &format!("position startpos moves {}", failed.expect("a move")),
    );
    assert!(sitting.is_ok(), "{text}");
    assert!(text.contains("info depth 1 "), "{text}");
    assert!(
        text.lines()
            .last()
            .is_some_and(|line| line.starts_with("bestmove ")),
        "{text}"
    );
}

#[test]
fn words_of_go_that_are_not_known_are_passed_over() {
    for line in [
        "go searchmoves e2g4 depth 2",
        "go ponder depth 2",
        "go joho depth 2",
        "go depth 2 joho",
    ] {
        assert_eq!(limits(line).depth, Some(2), "{line}");
        assert_eq!(limits(line).n_nodes, None, "{line}");
    }
    assert_eq!(limits("go mate 1").n_nodes, Some(0));
}

#[test]
fn a_mark_of_byte_order_before_the_first_line_is_passed_over() {
    for line in ["\u{feff}uci", " \u{feff} uci\r"] {
        assert!(
            matches!(command::read(line), Ok(UciCommand::Uci)),
            "{line:?}"
        );
    }
}
