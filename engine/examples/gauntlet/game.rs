//! Games with shared openings and dice.

use engine::SeededWords;
use rules::{Color, Game, GameInput, Next, SeatHistory, Setup};

use crate::player::{Player, PlayerError, Table};

/// The number of turns in an opening, and the number after which a game is broken off.
const OPENING: u64 = 6;
const MOST_TURNS: u32 = 300;

/// The half points of the first player, whether the game came to its end, and the number of decisions.
pub(crate) type Played = (u8, bool, u32);

/// Plays a game in which the first player has this color, and calls the observer before each decision.
pub(crate) fn play(
    setup: &Setup,
    players: &mut [Player; 2],
    first: Color,
    seed: u64,
    see: &mut dyn FnMut(&Game),
) -> Result<Played, PlayerError> {
    let mut words = SeededWords::new(seed);
    let mut table = Table::new(setup);
    // A few random turns that leave no side lost at once; both games of a pair share them.
    let n_opening = OPENING + words.word() % 2;
    let (mut n_chances, mut n_plies) = (0, 0);
    for player in players.iter_mut() {
        player.begin()?;
    }
    loop {
        match table.game.next() {
            Next::Over(outcome) => {
                let half_points = match outcome.winner() {
                    Some(winner) if winner == first => 2,
                    Some(_) => 0,
                    None => 1,
                };
                return Ok((half_points, true, n_plies));
            }
            Next::Chance(chance) => {
                n_chances += 1;
                let ticket = SeededWords::new(seed ^ n_chances << 8).word() % chance.total().max(1);
                let Some(outcome) = chance.pick(ticket) else {
                    return Ok((1, false, n_plies));
                };
                table.roll(outcome);
            }
            Next::Decision(_) if u64::from(table.game.turns()) < n_opening => {
                let actions = table.game.legal_list();
                let action = actions[words.word() as usize % actions.len()];
                table.act(action);
            }
            Next::Decision(seat) => {
                if table.game.turns() > MOST_TURNS {
                    return Ok((1, false, n_plies));
                }
                n_plies += 1;
                see(&table.game);
                let player = &mut players[usize::from(seat != first)];
                let mut own = SeededWords::new(seed ^ u64::from(n_plies) << 32 ^ seat as u64);
                let action = player.decide(&table, seat, &mut || own.word())?;
                table.act(action);
            }
        }
    }
}

impl Table {
    fn new(setup: &Setup) -> Table {
        Table {
            setup: setup.clone(),
            game: Game::new(setup),
            seen: Color::ALL.map(|seat| SeatHistory::new(setup, seat)),
            all: Color::ALL.map(|seat| SeatHistory::seeing_all(setup, seat)),
            line: Vec::new(),
        }
    }

    fn act(&mut self, action: rules::Action) {
        let Next::Decision(by) = self.game.next() else {
            return;
        };
        self.game
            .act(action)
            .expect("players are asked for legal actions");
        self.line.push(GameInput::Action(action));
        self.note(Some((by, action)));
    }

    fn roll(&mut self, outcome: rules::ChanceOutcome) {
        self.game
            .roll(outcome)
            .expect("it was picked of what may come");
        self.line.push(GameInput::Outcome(outcome));
        self.note(None);
    }

    fn note(&mut self, made: Option<(Color, rules::Action)>) {
        for seat in Color::ALL {
            let own = made.filter(|(by, _)| *by == seat).map(|(_, action)| action);
            self.seen[seat as usize].note(own, &self.game);
            self.all[seat as usize].note(own, &self.game);
        }
    }
}
