//! A program that plays Chakart in `oddboard arena`, where it sees only the views of its own side. It makes the move after
//! which it has most material on average, over positions that agree with all that it was told.
//!
//! `cargo build --release -p oddboard-rules --example stranger` builds `target/release/examples/stranger`.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::{error::Error, io, ops::ControlFlow::Continue};

use rules::{Action, Color, Guesses, Position as _, SeatHistory, Setup, Square, chakart::Position};

type Answer = Result<String, Box<dyn Error>>;

fn main() {
    let (mut rules, mut history, mut guesses) = (None, None, Guesses::new(30));
    for line in io::stdin().lines().map_while(Result::ok) {
        let (command, text) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match command {
            "uci" => Ok("id name Stranger\nuciok".to_owned()),
            "isready" => Ok("readyok".to_owned()),
            "setoption" => {
                rules = text.rsplit(' ').next().and_then(Setup::of_rules);
                continue;
            }
            "position" => start(text, rules.as_ref(), &mut history),
            "view" => note(text, history.as_mut()),
            "go" => best(history.as_ref(), &mut guesses),
            "quit" => return,
            _ => continue,
        };
        let answer = answer.unwrap_or_else(|error| format!("info string {error}"));
        println!("{answer}");
    }
}

/// Begins a game from `startpos seat white`, or from `fen VIEW seat white`.
fn start(text: &str, rules: Option<&Setup>, history: &mut Option<SeatHistory>) -> Answer {
    let rules = rules.ok_or("the rules come before a position")?;
    let (start, seat) = text.split_once(" seat ").ok_or("a position has a seat")?;
    let (variant, seat) = (rules.variant(), seat.parse()?);
    *history = Some(match start.strip_prefix("fen ") {
        Some(view) => SeatHistory::of_view(&Setup::with_view(variant, "", view, seat)?, seat),
        None => SeatHistory::new(rules, seat),
    });
    Ok(String::new())
}

/// Adds the view after an input: `VIEW`, or `own MOVE VIEW` after a move of its own.
fn note(text: &str, history: Option<&mut SeatHistory>) -> Answer {
    let own = text
        .strip_prefix("own ")
        .and_then(|rest| rest.split_once(' '));
    let (own, view) = own.map_or((None, text), |(own, view)| (Some(own), view));
    let history = history.ok_or("a view comes after a position")?;
    history.note_view(own.map(str::parse).transpose()?, view.parse()?)?;
    Ok(String::new())
}

/// Returns the move with the highest value on average over the positions that can be the true one.
fn best(history: Option<&SeatHistory>, guesses: &mut Guesses) -> Answer {
    let history = history.ok_or("go comes after a position")?;
    let mut word = history.view().n_inputs as u64;
    let mut words = || {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        word >> 16
    };
    guesses.follow(history, &mut words, &mut || false);
    let truths: Vec<(Position, f64)> = guesses.positions(30, &mut words);
    let us = history.seat();
    let sum = |action: &Action| -> f64 {
        let value = |truth: &Position| value(&truth.play_unchecked(*action), us);
        truths
            .iter()
            .map(|(truth, weight)| weight * value(truth))
            .sum()
    };
    let actions = history.legal_list();
    let best = actions.iter().max_by(|a, b| sum(a).total_cmp(&sum(b)));
    Ok(format!("bestmove {}", best.ok_or("there is no move")?))
}

/// Returns the material of a side less that of the other side, on average over the next chance outcomes.
fn value(position: &Position, seat: Color) -> f64 {
    if position.is_chance() {
        let (mut sum, mut total) = (0.0, 0.0);
        let _ = position.resolutions(|_, weight, next| {
            sum += f64::from(weight) * value(next, seat);
            total += f64::from(weight);
            Continue::<()>(())
        });
        return sum / total;
    }
    let pieces = Square::all().filter_map(|at| position.piece_at(at));
    let worth = pieces.filter_map(|piece| {
        // From pawn to king.
        let worth = [1.0, 3.0, 3.0, 5.0, 9.0, 100.0][piece.role()? as usize];
        Some(if piece.color()? == seat {
            worth
        } else {
            -worth
        })
    });
    worth.sum()
}
