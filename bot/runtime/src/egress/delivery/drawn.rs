//! Boards that the bot draws once for all viewers of the same view.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
    num::NonZeroUsize,
    sync::{
        Arc, Mutex as StdMutex, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use lru::LruCache;
use rules::{Color, Record};
use tokio::sync::Mutex;

use super::error::DeliveryError;
use api::{DrawnBoard, LiveBoard, MatchId, Platform, UserId};
use command::Eyes;
use kit::lock;
use service::{Match, Settings, is_current, read_match};
use store::writer::Writer;
use text::Language;

/// The number of matches that are cached as they were last read.
const READ_MATCHES: NonZeroUsize = NonZeroUsize::new(64).expect("64 is not 0");

/// A match as it is stored.
pub(super) struct MatchRead {
    pub(super) game_match: Arc<Match>,
    pub(super) record: Record,
}

/// The inputs of a drawn board. Equal kinds share one drawing.
#[derive(PartialEq, Eq)]
pub(super) struct BoardKind {
    /// The match as it is stored.
    pub(super) stored: Arc<Match>,
    /// The match as it is shown.
    pub(super) shown: Arc<Match>,
    pub(super) n_inputs: usize,
    pub(super) audience: BoardAudience,
    pub(super) eyes: Option<Eyes>,
    pub(super) bottom: Option<Color>,
    pub(super) is_dark: bool,
    pub(super) language: Language,
    pub(super) settings: Settings,
    /// The rematch of the viewer, if the match is over.
    pub(super) rematch: Option<Match>,
}

impl Hash for BoardKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let version = self.stored.state.version;
        (self.stored.id, version, self.n_inputs, self.is_dark).hash(state);
    }
}

/// The viewer of a board, as far as the board depends on them.
#[derive(PartialEq, Eq)]
pub(super) enum BoardAudience {
    /// A person without a known account.
    Stranger,
    /// A person with an account on this platform, but without a part in the match.
    Onlooker(Platform),
    /// A player of the match, or the challenger or the challenged person.
    Player(UserId),
}

impl BoardAudience {
    pub(super) fn of(viewer: Option<&UserId>, matches: [&Match; 2]) -> BoardAudience {
        let Some(viewer) = viewer else {
            return BoardAudience::Stranger;
        };
        let mut people = matches.into_iter().flat_map(Match::people);
        if people.any(|person| person == viewer) {
            BoardAudience::Player(viewer.clone())
        } else {
            BoardAudience::Onlooker(viewer.platform)
        }
    }
}

/// The drawn board of a kind, for as long as a viewer shows it. Locked during the drawing.
type DrawnPlace = Arc<Mutex<Weak<DrawnBoard>>>;

/// All boards that viewers show, and the matches that they are drawn from.
pub(crate) struct DrawnBoards {
    matches: StdMutex<LruCache<MatchId, Arc<MatchRead>>>,
    boards: StdMutex<HashMap<BoardKind, DrawnPlace>>,
    n_drawn: AtomicU64,
}

impl Default for DrawnBoards {
    fn default() -> DrawnBoards {
        DrawnBoards {
            matches: StdMutex::new(LruCache::new(READ_MATCHES)),
            boards: StdMutex::default(),
            n_drawn: AtomicU64::new(0),
        }
    }
}

impl DrawnBoards {
    /// Returns the number of boards drawn since the start.
    pub(crate) fn n_drawn(&self) -> u64 {
        self.n_drawn.load(Ordering::Relaxed)
    }

    /// Returns a match as it is stored. It is read again only if it has changed.
    pub(super) fn read(
        &self,
        writer: &Writer,
        id: MatchId,
    ) -> Result<Option<Arc<MatchRead>>, DeliveryError> {
        let known = lock(&self.matches).get(&id).cloned();
        if let Some(known) = known
            && is_current(writer, &known.game_match)?
        {
            return Ok(Some(known));
        }
        let Some((game_match, record)) = read_match(writer, id)? else {
            return Ok(None);
        };
        let read = Arc::new(MatchRead {
            game_match: Arc::new(game_match),
            record,
        });
        lock(&self.matches).put(id, Arc::clone(&read));
        Ok(Some(read))
    }

    /// Returns the board of a kind: the one that a viewer shows, or a new one.
    pub(super) async fn board(
        &self,
        kind: BoardKind,
        draw: impl Future<Output = Result<LiveBoard, DeliveryError>>,
    ) -> Result<Arc<DrawnBoard>, DeliveryError> {
        let place = self.place(kind);
        let mut drawn = place.lock().await;
        if let Some(board) = drawn.upgrade() {
            return Ok(board);
        }
        let board = Arc::new(DrawnBoard::new(draw.await?));
        self.n_drawn.fetch_add(1, Ordering::Relaxed);
        *drawn = Arc::downgrade(&board);
        Ok(board)
    }

    fn place(&self, kind: BoardKind) -> DrawnPlace {
        let mut boards = lock(&self.boards);
        if !boards.contains_key(&kind) && boards.len() == boards.capacity() {
            // The search for unused places pays only when the map would have to grow.
            boards.retain(|_, place| is_in_use(place));
        }
        Arc::clone(boards.entry(kind).or_default())
    }
}

/// Returns whether a viewer shows a board or waits for its drawing.
fn is_in_use(place: &DrawnPlace) -> bool {
    let is_shown = || place.try_lock().is_ok_and(|drawn| drawn.strong_count() > 0);
    Arc::strong_count(place) > 1 || is_shown()
}
