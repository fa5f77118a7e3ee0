//! The views that a program gets without the game, and the contradictions among them.

use alloc::vec;
use core::fmt;

use super::{SeatHistory, SeenInput};
use crate::{Action, Conclusion, Game, GameInput, Glyph, Outcome, Status, Variant, View};

impl SeatHistory {
    /// Adds the seat's view after the next input, for a program that has its own actions and views but no game. Call it after
    /// every input, chance outcomes and takebacks included. `own` is the action, if the seat made it. The history is then the
    /// same as one that [`SeatHistory::note`] keeps.
    ///
    /// A history that begins with a view ([`SeatHistory::of_view`]) counts its inputs from the first view that is added. One
    /// that sees all ([`SeatHistory::seeing_all`]) from then on sees only its views, where the rules hide something.
    ///
    /// # Errors
    ///
    /// Returns an error if the view contradicts the history, as far as that is quick to see. The history is then unchanged.
    /// Where something is hidden, a false view can pass, such as one with an invented last turn. [`Guesses::follow`] then
    /// finds no game that explains it, forgets what the earlier views told, and returns [`BeliefChange::Lost`].
    ///
    /// [`Guesses::follow`]: super::Guesses::follow
    /// [`BeliefChange::Lost`]: super::BeliefChange::Lost
    ///
    /// ```
    /// use rules::{Color, ContradictoryView, Game, SeatHistory, Setup, View};
    ///
    /// let setup: Setup = "chakart setup=standard".parse()?;
    /// let (mut game, mut black) = (Game::new(&setup), SeatHistory::new(&setup, Color::Black));
    /// for (own, text) in [(false, "e2e4"), (true, "a7a6"), (false, "d1~g4")] {
    ///     let action = text.parse()?;
    ///     game.act(action)?;
    ///     // Black's program is elsewhere, and gets its views as lines of text.
    ///     let told = game.seat_view(Color::Black).as_view().to_text();
    ///     black.note_view(own.then_some(action), told.parse()?)?;
    /// }
    /// let again = game.seat_view(Color::Black).as_view().clone();
    /// assert_eq!(black.note_view(None, again), Err(ContradictoryView::Inputs { expected: 4, found: 3 }));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn note_view(&mut self, own: Option<Action>, view: View) -> Result<(), ContradictoryView> {
        let last = self.view();
        self.check_order(&last, &view)?;
        let input = match own {
            Some(action) => Some(self.own_input(action)?),
            None => self.takeback_to(&last, &view),
        };
        self.check_decider(input, &last, &view)?;
        self.open = if self.variant().has_secrets() {
            self.check_hidden(input, &last, &view)?;
            None
        } else {
            Some(self.opened(input, &view)?)
        };
        if self.awaits_first() {
            self.start.set_n_inputs(view.n_inputs - 1);
        }
        self.seen.push(SeenInput { input, view });
        Ok(())
    }

    /// Tells whether the next view is the first one after the view with which the history began.
    fn awaits_first(&self) -> bool {
        self.is_start_seen && self.seen.is_empty()
    }

    /// Checks that a view can be the next one of this game.
    fn check_order(&self, last: &View, view: &View) -> Result<(), ContradictoryView> {
        let (variant, found) = (self.variant(), view.n_inputs);
        let expected = if self.awaits_first() {
            found.max(1)
        } else {
            last.n_inputs + 1
        };
        if view.variant != variant {
            Err(ContradictoryView::Variant {
                expected: variant,
                found: view.variant,
            })
        } else if found != expected {
            Err(ContradictoryView::Inputs { expected, found })
        } else if let Status::Over(_) = last.status {
            Err(ContradictoryView::AfterEnd)
        } else {
            Ok(())
        }
    }

    /// Returns an action of the seat as an input; an error if it is illegal.
    fn own_input(&self, action: Action) -> Result<GameInput, ContradictoryView> {
        if self.legal_list().contains(&action) {
            Ok(GameInput::Action(action))
        } else {
            Err(ContradictoryView::IllegalAction)
        }
    }

    /// Checks that the seat's own action is there, if only that can have led to the view.
    fn check_decider(
        &self,
        input: Option<GameInput>,
        last: &View,
        view: &View,
    ) -> Result<(), ContradictoryView> {
        let is_ours = last.status == Status::ToDecide(self.seat);
        let is_over = matches!(view.status, Status::Over(_));
        if is_ours && input.is_none() && !is_over {
            return Err(ContradictoryView::NoAction);
        }
        Ok(())
    }

    /// Returns the takeback that leads to this view, if it is an earlier view of the line.
    fn takeback_to(&self, last: &View, view: &View) -> Option<GameInput> {
        let is_decided = |view: &View| matches!(view.status, Status::ToDecide(_));
        if view.turns > last.turns || !is_decided(view) || !is_decided(last) {
            return None;
        }
        let start = self.start.seat_view(self.seat).view;
        let mut line = vec![&start];
        for seen in &self.seen {
            match seen.input {
                Some(GameInput::Takeback(n)) => {
                    line.truncate(line.len().saturating_sub(n as usize))
                }
                _ => line.push(&seen.view),
            }
        }
        let mut earlier = line.iter().rev().zip(0..).skip(1);
        let (_, n) = earlier.find(|(earlier, _)| is_repeated(earlier, view))?;
        Some(GameInput::Takeback(n))
    }

    /// Checks that a view can come after the last one, where something is hidden.
    fn check_hidden(
        &self,
        input: Option<GameInput>,
        last: &View,
        view: &View,
    ) -> Result<(), ContradictoryView> {
        // A takeback can go back to before the view with which a history began.
        let can_go_back = self.is_start_seen || matches!(input, Some(GameInput::Takeback(_)));
        let is_later = can_go_back || view.turns >= last.turns;
        let is_possible = match view.status {
            Status::ToDecide(_) => self.has_truth(view),
            Status::ToRoll => is_rolled_after(last, view),
            Status::Over(outcome) => !is_concluded(outcome) || is_revealed_after(last, view),
        };
        if is_later && is_possible {
            Ok(())
        } else {
            Err(ContradictoryView::Impossible)
        }
    }

    /// Tells whether some truth gives the seat this view, as far as the position text shows. That text has no last turn.
    fn has_truth(&self, view: &View) -> bool {
        let Some(setup) = self.setup.seen_from(&view.position, self.seat) else {
            return false;
        };
        let mut looks = Game::new(&setup).seat_view(self.seat).view;
        looks.n_inputs = view.n_inputs;
        looks.turn.clone_from(&view.turn);
        looks.marks.last.clone_from(&view.marks.last);
        looks == *view
    }

    /// Returns the game after the input that leads to this view, where nothing is hidden.
    fn opened(&self, input: Option<GameInput>, view: &View) -> Result<Game, ContradictoryView> {
        let mut game = self.open.clone().ok_or(ContradictoryView::Impossible)?;
        game.set_n_inputs(view.n_inputs - 1);
        let ends = Conclusion::ALL.map(GameInput::Conclusion);
        let mut inputs = self.candidates(&game, input, view);
        inputs.extend(ends.into_iter().filter(|_| input.is_none()));
        let mut games = inputs.into_iter().filter_map(|input| {
            let mut next = game.clone();
            next.apply(input).is_ok().then_some(next)
        });
        games
            .find(|next| next.shows(self.seat, view))
            .ok_or(ContradictoryView::Impossible)
    }
}

/// Tells whether a view is an earlier one again, apart from its number of inputs. It compares the cheap parts first.
fn is_repeated(earlier: &View, view: &View) -> bool {
    let View {
        variant,
        n_inputs: _,
        cells,
        marks,
        powers,
        reserves,
        status,
        pending,
        turn,
        turns,
        position,
    } = earlier;
    (*variant, *turns, *status, *pending) == (view.variant, view.turns, view.status, view.pending)
        && *cells == view.cells
        && *position == view.position
        && *turn == view.turn
        && (marks, powers, reserves) == (&view.marks, &view.powers, &view.reserves)
}

/// Tells whether chance can be next in a view after this one. Views show a decision only when chance has completed it. Before
/// the first turn, chance draws the start.
fn is_rolled_after(last: &View, view: &View) -> bool {
    let is_drawing = last.status == Status::ToRoll && last.turn.is_none() && last.turns == 0;
    is_drawing || (view.cells == last.cells && view.position == last.position)
}

/// Tells whether players can have ended the game with a view after this one. The end reveals hidden things, and moves none.
fn is_revealed_after(last: &View, view: &View) -> bool {
    let mut cells = last.cells.iter().zip(&view.cells);
    let is_piece = |glyph: &Glyph| glyph.role().is_some();
    view.turns == last.turns
        && cells.all(|(last, now)| last.filter(is_piece).is_none_or(|_| last == now))
}

/// Tells whether the players, and not the rules, ended a game.
fn is_concluded(outcome: Outcome) -> bool {
    let mut conclusions = Conclusion::ALL.into_iter();
    conclusions.any(|conclusion| conclusion.outcome() == outcome)
}

/// The error for a view that cannot follow the views before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContradictoryView {
    /// The view is one of another variant.
    Variant {
        /// The variant of the history.
        expected: Variant,
        /// The variant of the view.
        found: Variant,
    },
    /// The view does not come right after the last one.
    Inputs {
        /// The number of inputs of the next view.
        expected: usize,
        /// The number of inputs of this one.
        found: usize,
    },
    /// The last view shows the end of the game.
    AfterEnd,
    /// The seat cannot have made its own action.
    IllegalAction,
    /// The seat was to decide, but its own action is missing.
    NoAction,
    /// No input leads to this view, or no truth gives the seat this view.
    Impossible,
}

impl fmt::Display for ContradictoryView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContradictoryView::Variant { expected, found } => {
                write!(f, "the view is one of {found}, but the game is {expected}")
            }
            ContradictoryView::Inputs { expected, found } => {
                write!(
                    f,
                    "the view has inputs={found}; the next view must have inputs={expected}. \
                     Send the view after every input, in order"
                )
            }
            ContradictoryView::AfterEnd => f.write_str("the game is over, so no view follows"),
            ContradictoryView::IllegalAction => {
                f.write_str("the seat cannot have made this action")
            }
            ContradictoryView::NoAction => {
                f.write_str("the seat was to decide; its own action comes with the view")
            }
            ContradictoryView::Impossible => {
                f.write_str("nothing that can happen gives the seat this view")
            }
        }
    }
}

impl core::error::Error for ContradictoryView {}
