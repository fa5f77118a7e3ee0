//! The prospects of a move: its possible outcomes, as the speaker would see them.

use rules::{
    Action, Color, Continuation, Fact, Fraction, Game, Glyph, Next, Placed, Role, Square, View,
    WhyNot,
};

use crate::Lens;

/// The maximum number of continuations of a move that are examined; each takes a game.
pub const MOST_WAYS: usize = 300;

/// The answer to `/why`.
pub enum Why {
    /// The move is illegal.
    Illegal(WhyNot),
    /// The move is legal.
    Legal(Box<LegalMove>),
}

/// A legal move. Its prospects take long to compute, so the renderer of the answer computes them.
pub struct LegalMove {
    pub(super) game: Game,
    pub(super) action: Action,
    pub(super) decider: Color,
    /// The seat of the speaker, if that side is to decide.
    pub(super) seat: Option<Color>,
}

impl LegalMove {
    /// The move in short notation.
    pub fn caption(&self) -> String {
        self.game.caption(self.action)
    }

    /// Returns the prospects of the move, the most likely first; empty if there are more than [`MOST_WAYS`] continuations.
    pub fn prospects(&self) -> Vec<Prospect> {
        let believed = self.game.as_believed_by(self.decider);
        let continuations = believed.continuations(self.action, MOST_WAYS);
        prospects(&believed, self.seat, continuations.unwrap_or_default())
    }
}

/// One possible outcome of a move, as the speaker would see it.
pub struct Prospect {
    /// The probability.
    pub chance: Fraction,
    /// The view after the move.
    pub view: View,
    /// The facts of the turn, without the draw and the trail.
    pub facts: Vec<Fact>,
    /// The last effect of an egg, on one of several targets.
    pub drawn: Option<EggDraw>,
    /// The banana or bomb that the move would leave, and the squares on one of which it would fall, each equally likely.
    pub trail: Option<(Glyph, Vec<Square>)>,
}

/// An effect of an egg on one of several targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EggDraw {
    /// The egg brings one of these roles.
    Brought(Vec<Role>),
    /// One of these pieces changes to this side.
    Recolored(Color, Vec<Placed>),
}

impl EggDraw {
    /// Returns the effect of an egg, if chance has chosen its target.
    fn of(fact: Fact) -> Option<EggDraw> {
        match fact {
            Fact::Brought(role) => Some(EggDraw::Brought(vec![role])),
            Fact::Recolored { glyph, at } => {
                let owner = glyph.color()?;
                Some(EggDraw::Recolored(owner, vec![Placed { glyph, at }]))
            }
            _ => None,
        }
    }

    /// Tells whether both have the same effect, even on different pieces.
    fn is_like(&self, other: &EggDraw) -> bool {
        match (self, other) {
            (EggDraw::Brought(_), EggDraw::Brought(_)) => true,
            (EggDraw::Recolored(one, _), EggDraw::Recolored(other, _)) => one == other,
            _ => false,
        }
    }

    fn join(&mut self, other: EggDraw) {
        match (self, other) {
            (EggDraw::Brought(roles), EggDraw::Brought(more)) => join(roles, more),
            (EggDraw::Recolored(_, pieces), EggDraw::Recolored(_, more)) => join(pieces, more),
            _ => {}
        }
    }
}

/// Adds the missing items.
fn join<T: PartialEq>(to: &mut Vec<T>, more: Vec<T>) {
    for item in more {
        if !to.contains(&item) {
            to.push(item);
        }
    }
}

/// Returns the prospects of a decision, the most likely first. Continuations that look the same to the speaker count as one.
fn prospects(
    before: &Game,
    seat: Option<Color>,
    continuations: Vec<Continuation>,
) -> Vec<Prospect> {
    let look = |game: &Game| Lens::of_seat(seat).view(game);
    // The speaker knows the facts from earlier in the same turn.
    let n_known = match (look(before).turn, before.next()) {
        (Some(turn), Next::Decision(color)) if turn.color == color => turn.facts.len(),
        _ => 0,
    };
    let mut prospects: Vec<Prospect> = Vec::new();
    for continuation in continuations {
        let view = look(&continuation.game);
        let turn = view.turn.as_ref();
        let facts = turn.map_or(&[][..], |turn| {
            turn.facts.get(n_known..).unwrap_or_default()
        });
        let (mut facts, trail) = without_trail(facts);
        let drawn = facts.last().copied().and_then(EggDraw::of);
        if drawn.is_some() {
            facts.pop();
        }
        let prospect = Prospect {
            chance: continuation.chance,
            facts,
            drawn,
            trail: trail.map(|(trap, at)| (trap, vec![at])),
            view,
        };
        match prospects.iter_mut().find(|same| same.is_like(&prospect)) {
            Some(same) => same.join(prospect),
            None => prospects.push(prospect),
        }
    }
    prospects.sort_by(|one, other| other.chance.percent().total_cmp(&one.chance.percent()));
    prospects
}

impl Prospect {
    /// Tells whether the same happens in both, even to another piece or with a trail on another square.
    fn is_like(&self, other: &Prospect) -> bool {
        let trap = |prospect: &Prospect| prospect.trail.as_ref().map(|(trap, _)| *trap);
        let is_drawn_alike = match (&self.drawn, &other.drawn) {
            (Some(one), Some(other)) => one.is_like(other),
            (one, other) => one == other,
        };
        self.facts == other.facts
            && self.view.status == other.view.status
            && is_drawn_alike
            && trap(self) == trap(other)
    }

    fn join(&mut self, other: Prospect) {
        // If the numbers grow too large, the known part stands for the sum.
        self.chance = self.chance.plus(other.chance).unwrap_or(self.chance);
        if let (Some(drawn), Some(more)) = (&mut self.drawn, other.drawn) {
            drawn.join(more);
        }
        if let (Some((_, squares)), Some((_, more))) = (&mut self.trail, other.trail) {
            join(squares, more);
        }
    }
}

/// Separates the other facts from the banana or bomb that is left behind, which falls at random.
fn without_trail(facts: &[Fact]) -> (Vec<Fact>, Option<(Glyph, Square)>) {
    let trail = |fact: &Fact| match *fact {
        Fact::Left {
            object: object @ (Glyph::Banana | Glyph::Bomb),
            at,
        } => Some((object, at)),
        _ => None,
    };
    let others = facts.iter().copied().filter(|fact| trail(fact).is_none());
    (others.collect(), facts.iter().find_map(trail))
}
