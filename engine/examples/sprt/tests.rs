use std::{
    convert::Infallible,
    fs,
    num::NonZero,
    path::{Path, PathBuf},
};

use engine::SeededWords;

use super::{
    SequentialTest,
    game::play,
    player::{PlayerError, Recipe, uci_rules},
    statistics::{Hypotheses, Pentanomial, Verdict, expected_score},
};
use rules::{Color, Setup};

/// A file of a test that is deleted at the end.
struct ScratchFile(PathBuf);

impl ScratchFile {
    fn new(name: &str) -> ScratchFile {
        let name = format!("oddboard-sprt-{}-{name}", std::process::id());
        ScratchFile(std::env::temp_dir().join(name))
    }

    fn with(name: &str, text: &str) -> ScratchFile {
        let file = ScratchFile::new(name);
        fs::write(&file.0, text).expect("a file can be written");
        file
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("the file can be read")
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn hypotheses(elo0: f64, elo1: f64) -> Hypotheses {
    Hypotheses::new(elo0, elo1).expect("they are in order")
}

fn test_of(seed: u64) -> SequentialTest {
    SequentialTest {
        setup: "berolina".into(),
        players: ["level:2".into(), "level:1".into()],
        hypotheses: hypotheses(0.0, 40.0),
        seed,
    }
}

/// Draws the score of a pair, in half points, for a player who is stronger by this Elo difference.
fn simulated(elo: f64, word: u64) -> u8 {
    let shift = expected_score(elo) - 0.5;
    let shares = [0.1 - shift, 0.2, 0.4, 0.2, 0.1 + shift];
    let mut rest = word as f64 / u64::MAX as f64;
    let below = shares.iter().position(|share| {
        rest -= share;
        rest < 0.0
    });
    below.unwrap_or(4) as u8
}

fn run(test: &SequentialTest, file: &Path, n_threads: usize) -> Result<Pentanomial, String> {
    let n_threads = NonZero::new(n_threads).expect("there are threads");
    let pair = |number| {
        let word = SeededWords::new(test.seed << 32 | number).word();
        Ok::<_, Infallible>(simulated(50.0, word))
    };
    let pairs = test.run(file, n_threads, || Ok(pair));
    pairs.map_err(|error| error.to_string())
}

/// The expected values are of a Python program that finds the most likely probabilities by Newton's method on the
/// probabilities themselves, along second differences, which keep their sum and their mean.
#[test]
fn the_log_likelihood_ratio_is_that_of_the_most_likely_distributions() {
    for (counts, elo0, elo1, expected) in [
        ([10, 40, 100, 55, 15], 0.0, 10.0, 1.213_181),
        ([3, 20, 90, 30, 7], 0.0, 5.0, 0.765_623),
        ([0, 0, 0, 0, 100], 0.0, 10.0, 2.836_872),
        ([250, 900, 2000, 950, 240], 0.0, 5.0, -1.064_297),
        ([30, 5, 0, 8, 2], -10.0, 10.0, -2.135_979),
        ([0, 0, 1, 0, 0], 0.0, 5.0, -0.011_282),
    ] {
        let ratio = hypotheses(elo0, elo1).log_likelihood_ratio(&Pentanomial(counts));
        assert!((ratio - expected).abs() < 1e-5, "{counts:?}: {ratio}");
    }
}

/// The expected values are of a Python program.
#[test]
fn the_elo_difference_has_a_margin_of_95_percent() {
    for (counts, expected, expected_margin) in [
        ([10, 40, 100, 55, 15], 19.7619, 21.5513),
        ([3, 20, 90, 30, 7], 20.8712, 21.3784),
        ([30, 5, 0, 8, 2], -234.8468, 109.7197),
    ] {
        let (elo, margin) = Pentanomial(counts).elo();
        assert!((elo - expected).abs() < 1e-3, "{counts:?}: {elo}");
        assert!(
            (margin - expected_margin).abs() < 1e-3,
            "{counts:?}: {margin}"
        );
    }
}

#[test]
fn an_elo_difference_stays_finite_if_one_side_wins_all_games() {
    for counts in [[0, 0, 0, 0, 5000], [5000, 0, 0, 0, 0], [0; 5]] {
        let (elo, margin) = Pentanomial(counts).elo();
        assert!(
            elo.is_finite() && margin.is_finite(),
            "{counts:?}: {elo} ± {margin}"
        );
    }
}

#[test]
fn bounds_are_in_order_and_finite() {
    for (elo0, elo1) in [
        (5.0, 0.0),
        (5.0, 5.0),
        (f64::NAN, 5.0),
        (0.0, f64::INFINITY),
    ] {
        assert!(Hypotheses::new(elo0, elo1).is_none(), "{elo0} {elo1}");
    }
}

#[test]
fn a_test_is_right_nine_times_of_ten_if_a_hypothesis_is_true() {
    const N_TESTS: u64 = 200;
    let hypotheses = hypotheses(0.0, 20.0);
    for (elo, right) in [(0.0, Verdict::Failed), (20.0, Verdict::Passed)] {
        let n_right = (0..N_TESTS).filter(|&seed| {
            let mut words = SeededWords::new(seed << 32);
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add(simulated(elo, words.word()));
                if let Some(verdict) = hypotheses.verdict(&pairs) {
                    return verdict == right;
                }
            }
        });
        let n_right = n_right.count() as u64;
        assert!(n_right >= N_TESTS * 9 / 10, "{elo}: {n_right} of {N_TESTS}");
    }
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let [one, many] = ["one", "many"].map(ScratchFile::new);
    let pairs = run(&test_of(1), &one.0, 1).expect("it runs");
    assert_eq!(run(&test_of(1), &many.0, 4), Ok(pairs));
    assert_eq!(one.text(), many.text());
    assert_eq!(one.text().lines().count() as u64, 1 + pairs.n_pairs());
}

#[test]
fn an_interrupted_test_continues_at_the_first_missing_pair() {
    let file = ScratchFile::new("interrupted");
    let pairs = run(&test_of(2), &file.0, 2).expect("it runs");
    let whole = file.text();
    let head_len = whole.find('\n').expect("there is a head");
    // Half of the head, the head alone, within a line of pairs, and the whole file.
    for end in [
        head_len / 2,
        head_len + 1,
        whole.len() / 2,
        whole.len() - 1,
        whole.len(),
    ] {
        fs::write(&file.0, &whole[..end]).expect("a file can be written");
        assert_eq!(run(&test_of(2), &file.0, 2), Ok(pairs), "{end} bytes");
        assert_eq!(file.text(), whole, "{end} bytes");
    }
}

#[test]
fn a_file_of_another_test_is_an_error_and_stays_as_it_is() {
    let another = format!("{}\n0 2\n", test_of(4).head());
    for text in [
        &another,
        "notes of a person, without an end of the line",
        "\n",
    ] {
        let file = ScratchFile::with("another", text);
        let error = run(&test_of(3), &file.0, 2).expect_err("it is of another test");
        assert!(error.contains("another test"), "{error}");
        assert_eq!(file.text(), *text);
    }
}

#[test]
fn a_line_that_is_not_the_next_pair_is_an_error() {
    let head = test_of(5).head();
    for line in ["1 2", "0 5", "0 -1", "0", "0  2", ""] {
        let file = ScratchFile::with("line", &format!("{head}\n{line}\n"));
        let error = run(&test_of(5), &file.0, 2).expect_err("the line is invalid");
        assert!(error.contains("line 2"), "{error}");
    }
}

#[test]
fn two_runs_do_not_share_a_file() {
    let file = ScratchFile::new("shared");
    let open = fs::File::create(&file.0).expect("a file can be created");
    open.lock().expect("nobody else has it");
    let error = run(&test_of(6), &file.0, 1).expect_err("it is locked");
    assert!(error.contains("another run"), "{error}");
}

#[test]
fn an_error_of_a_player_ends_the_test() {
    let file = ScratchFile::new("error");
    let illegal = || PlayerError::Ended("a program".into());
    let n_threads = NonZero::new(2).expect("there are threads");
    let pair = |number| if number < 3 { Ok(2) } else { Err(illegal()) };
    let error = test_of(7).run(&file.0, n_threads, || Ok(pair));
    let error = error.expect_err("pair 3 fails").to_string();
    assert!(error.contains("a program"), "{error}");
}

#[test]
fn the_row_has_the_columns_of_the_history() {
    assert_eq!(
        test_of(1).row(&Pentanomial([10, 40, 100, 55, 15])),
        "| change | berolina | `level:2`, `level:1` | [0, 40] | 220 | 10, 40, 100, 55, 15 | +19.8 ± 21.6 | -0.07 | undecided |"
    );
    let history = include_str!("../../HISTORY.md");
    let columns =
        "| change | setup | players | bounds | pairs | pentanomial | Elo ± | LLR | verdict |";
    assert!(history.lines().any(|line| line == columns));
}

/// Plays a game of a UCI program against the simplest player.
fn error_of_program(command: &str) -> String {
    let setup: Setup = "berolina".parse().expect("it is a setup");
    let recipe: Recipe = format!("uci:{command}:nodes 1")
        .parse()
        .expect("it is a player");
    let game = || {
        let greedy = Recipe::Greedy.player(&setup)?;
        let mut players = [recipe.player(&setup)?, greedy];
        play(&setup, &mut players, Color::White, 1, &mut |_| {})
    };
    game().expect_err("the program does not play").to_string()
}

#[test]
fn a_program_that_cannot_play_is_named_with_its_arguments() {
    for command in ["/nowhere/engine --quick", "true --quick", ""] {
        let error = error_of_program(command);
        assert!(error.contains(&format!("{command:?}")), "{error}");
    }
}

#[test]
fn a_program_that_answers_with_an_illegal_move_is_named_with_the_move() {
    let script =
        "echo readyok; while read -r line; do case $line in go*) echo bestmove a1a8;; esac; done";
    let script = ScratchFile::with("script", script);
    let command = format!("sh {}", script.0.display());
    let error = error_of_program(&command);
    assert!(error.contains(&format!("{command:?}")), "{error}");
    assert!(error.contains("a1a8"), "{error}");
}

#[test]
fn a_uci_program_is_told_the_name_of_the_rules_and_refused_an_unusual_setup() {
    let name = |setup: &str| uci_rules(&setup.parse().expect("a setup"));
    for (setup, expected) in [
        ("berolina", "berolina"),
        ("baroque", "baroque"),
        ("baroque chameleon=pure", "baroque-pure"),
        ("bario", "bario"),
        ("bario rules=classic", "bario-classic"),
        ("chakart", "chakart"),
        (
            "baroque setup=symmetric chameleon=pure",
            "baroque-symmetric-pure",
        ),
        ("chakart setup=standard", "chakart-standard"),
    ] {
        assert_eq!(name(setup).ok().as_deref(), Some(expected));
    }
    let error = name("berolina position=7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert!(matches!(error, Err(PlayerError::UnusualStart(_))));
}
