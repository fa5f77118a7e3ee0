//! Explains the effect of a move, or the reason why it is illegal.

use rules::{ByColor, Color, Fact, Fraction, Glyph, Status, Variant};

use crate::{
    buttons::{text_message, to_rule},
    fit::fit_first,
};
use api::{Message, Private};
use command::excerpt;
use service::{EggDraw, MOST_WAYS, Match, Prospect, Why};
use text::{Language, Text, arg};

/// The greatest number of outcomes of a move that are listed.
const MOST_LISTED: usize = 12;

/// Renders the answer to `/why`. It addresses the side to move, so a preface names that side if another person asks.
pub(crate) fn why(
    game_match: &Match,
    text: &str,
    of: Option<Color>,
    why: &Why,
    language: Language,
) -> Message<Private> {
    let to = |answer: Text| match of {
        None => answer,
        Some(color) => text::why_of_other(
            arg::player(game_match.player_text(color)),
            arg::told(answer),
        ),
    };
    match why {
        Why::Illegal(why) => {
            let answer = text::why_illegal(
                arg::id(game_match.id),
                arg::law(why.law),
                arg::text(excerpt(text)),
                arg::why(text::why(why)),
            );
            Message {
                controls: to_rule(why.law, language),
                ..text_message(&to(answer), language)
            }
        }
        Why::Legal(action) => {
            let prospects = action.prospects();
            let answer = text::why_legal(
                arg::id(game_match.id),
                arg::r#move(Text::moves(action.caption())),
                arg::what(legal(game_match, &prospects)),
            );
            let answer = language.localize(&to(answer));
            let most = 1 + MOST_LISTED;
            Message::text(fit_first(&answer, most, text::more_ways, language))
        }
    }
}

fn legal(game_match: &Match, prospects: &[Prospect]) -> Text {
    let names = game_match.names();
    let knows_all = !game_match.has_secrets();
    let first = match prospects {
        [] => return text::why_too_many(MOST_WAYS),
        [only] => {
            let outcome = outcome_text(only, 0, &names);
            return if knows_all {
                text::why_does(outcome)
            } else {
                text::why_does_known(outcome)
            };
        }
        [first, ..] => first,
    };
    let (n_ways, n_common) = (prospects.len(), n_common_facts(prospects));
    let common = || events(first, &first.facts[..n_common], &names);
    let head = match (n_common, knows_all) {
        (0, true) => text::why_ways(n_ways),
        (0, false) => text::why_ways_known(n_ways),
        (_, true) => text::why_ways_begin(arg::count(n_ways), arg::told(common())),
        (_, false) => text::why_ways_begin_known(arg::count(n_ways), arg::told(common())),
    };
    let ways = prospects.iter().map(|prospect| {
        let outcome = outcome_text(prospect, n_common, &names);
        text::why_way(arg::chance(chance(prospect.chance)), arg::told(outcome))
    });
    Text::lines([head, Text::list(ways)])
}

fn events(prospect: &Prospect, facts: &[Fact], names: &ByColor<String>) -> Text {
    let mover = prospect.view.turn.as_ref().map(|turn| turn.color);
    text::events(prospect.view.variant, facts, mover, names)
}

/// Returns the number of facts with which all outcomes begin.
fn n_common_facts(prospects: &[Prospect]) -> usize {
    let [first, others @ ..] = prospects else {
        return 0;
    };
    let n_same = |other: &Prospect| {
        let pairs = first.facts.iter().zip(&other.facts);
        pairs.take_while(|(one, other)| one == other).count()
    };
    others.iter().map(n_same).min().unwrap_or(0)
}

/// Renders a chance, such as `1/8 (12.5 %)`.
fn chance(chance: Fraction) -> Text {
    let percent = format!("{:.1}", chance.percent());
    let percent = match percent.split_once('.') {
        Some(("0", "0")) => return text::why_chance_small(chance.to_string()),
        Some((whole, decimals)) if decimals != "0" => {
            text::decimal_number(arg::decimals(decimals), arg::whole(whole))
        }
        Some((whole, _)) => Text::verbatim(whole),
        None => Text::verbatim(percent),
    };
    text::why_chance(arg::fraction(chance.to_string()), arg::percent(percent))
}

/// Renders the facts after the first ones, and the end of the game.
fn outcome_text(prospect: &Prospect, n_facts: usize, names: &ByColor<String>) -> Text {
    let (facts, variant) = (&prospect.facts[n_facts..], prospect.view.variant);
    let mut sentence = (!facts.is_empty()).then(|| events(prospect, facts, names));
    if let Some(drawn) = &prospect.drawn {
        let join = match drawn {
            EggDraw::Brought(_) => text::list_next,
            EggDraw::Recolored(..) => text::clause_then,
        };
        let clause = self::drawn(drawn, variant, names);
        sentence = Some(after(sentence, clause, join));
    }
    if let Some((trap, squares)) = &prospect.trail {
        let squares = squares.iter().map(|at| Text::verbatim(at.to_string()));
        let trap = text::name(*trap, variant).a();
        let clause = text::why_trail(arg::object(trap), arg::squares(text::either(squares)));
        let mover = after_aside(prospect, n_facts).filter(|_| sentence.is_some());
        sentence = Some(match mover {
            None => after(sentence, clause, text::list_next),
            Some(mover) => {
                let mover = text::name(mover, variant).the();
                let again = text::turn_again(arg::clause(clause), arg::piece(mover));
                after(sentence, again, text::clause_then)
            }
        });
    }
    let sentence = sentence.unwrap_or_else(text::why_nothing_more);
    match prospect.view.status {
        Status::Over(outcome) => text::clause_then(
            arg::before(sentence),
            arg::next(text::outcome_between(outcome, names)),
        ),
        Status::ToDecide(_) | Status::ToRoll => sentence,
    }
}

/// Adds a clause to a sentence, if there is one before it.
fn after(sentence: Option<Text>, clause: Text, join: fn(arg::Before, arg::Next) -> Text) -> Text {
    match sentence {
        None => clause,
        Some(sentence) => join(arg::before(sentence), arg::next(clause)),
    }
}

/// Returns the piece that moves, if the last sentence is not about it.
fn after_aside(prospect: &Prospect, n_facts: usize) -> Option<Glyph> {
    let is_aside = match prospect.facts[n_facts..].last() {
        _ if prospect.drawn.is_some() => true,
        Some(fact) => text::is_aside(*fact),
        None => false,
    };
    let mover = |fact: &Fact| match *fact {
        Fact::Moved { glyph, .. }
        | Fact::Stole { glyph, .. }
        | Fact::Promoted { into: glyph, .. } => Some(glyph),
        _ => None,
    };
    let mut facts = prospect.facts.iter().rev();
    facts.find_map(mover).filter(|_| is_aside)
}

/// Renders the effect of an egg on one of several pieces.
fn drawn(drawn: &EggDraw, variant: Variant, names: &ByColor<String>) -> Text {
    match drawn {
        EggDraw::Brought(roles) => {
            text::turn_brought(text::either(roles.iter().map(|role| text::role(*role).a())))
        }
        EggDraw::Recolored(owner, pieces) => {
            let owner = text::called(*owner, names);
            match pieces[..] {
                [piece] => text::turn_recolored(
                    arg::owner(owner),
                    arg::piece(text::the_on(piece, variant)),
                ),
                _ => {
                    let squares = pieces
                        .iter()
                        .map(|piece| Text::verbatim(piece.at.to_string()));
                    text::why_recolored(arg::owner(owner), arg::squares(text::either(squares)))
                }
            }
        }
    }
}
