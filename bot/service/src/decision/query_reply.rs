//! What the service tells whoever wants to know something.

use rules::{Action, Color, Record, Variant};

use crate::{
    Accounts, AskedLink, Blocks, ByChance, Drafted, Leaderboard, Lens, Limits, Live, Match, Menus,
    MyData, Profile, PuzzleTold, ServerChoices, Settings, Showing, ShownHint, ShownPlan,
    VacationTold, Why, match_store::storage::Stored,
};
use api::{Finding, MatchId, MessageId, Timestamp, UserId};
use command::{OfferKind, ServerTopic, SettingGroup, Spec};
use dice::Commitment;
use handbook::Spot;
use text::Text;

/// Something the speaker wanted to know.
pub enum QueryReply {
    /// What the bot can do.
    Help,
    /// What one command does.
    Command {
        /// Which one.
        spec: &'static Spec,
        /// Whether a room is the only server there is where it is asked for.
        is_one_room: bool,
    },
    /// Which variants there are.
    Rules,
    /// A place in a handbook.
    Page(Box<Page>),
    /// The handbook does not have what was asked for.
    NoTopic {
        /// Whose.
        variant: Variant,
        /// What was written.
        text: String,
        /// What is nearest.
        nearest: Vec<Spot>,
    },
    /// A puzzle that the speaker is to solve.
    Puzzle(PuzzleTold),
    /// The speaker's matches.
    Games {
        /// Those that wait for them come first.
        listed: Vec<Listed>,
        /// Those that are damaged.
        set_aside: Vec<MatchId>,
    },
    /// What is kept of the speaker, in general.
    MyData,
    /// All that is kept of them, as a file.
    MyDataFile(Box<MyData>),
    /// Whether they are to be deleted, and what stands for them in the button that does it.
    AskDelete(String),
    /// Somebody's ratings.
    Profile(Box<Profile>),
    /// The best players.
    Leaderboard(Leaderboard),
    /// What the speaker alone may see, which is added to the answer.
    View {
        /// The match.
        showing: Showing,
        /// Whether they can move.
        can_move: bool,
    },
    /// The moves of a match.
    History(Box<Seen>),
    /// All that happened in a match that is over.
    Story(Box<Seen>),
    /// The moves of a match as a file, in place of a record that holds secrets.
    ExportSeen(Box<Seen>),
    /// The board, posted where the match is not played.
    Board(Showing),
    /// The board of this match was posted a moment ago, so it is not posted again.
    BoardPostedBefore(MatchId),
    /// A match as an animation, which is added to the answer.
    Replay(Showing),
    /// How a match went that is over, which is added to the answer.
    Review(Showing),
    /// What the speaker has chosen about what they alone are shown.
    Settings(Settings, SettingGroup),
    /// The record of a match.
    Export {
        /// Which match.
        id: MatchId,
        /// Its record, with headers.
        record: Box<Record>,
    },
    /// What chance decides in a match is secret until it is over.
    DiceSealed {
        /// Which match.
        id: MatchId,
        /// What that is.
        by_chance: ByChance,
        /// What was published of it before anybody accepted.
        commitment: Commitment,
    },
    /// The dice of a match are to be checked.
    Verified(Box<Record>),
    /// A step of the way to a move.
    Guide {
        /// In this match.
        id: MatchId,
        /// At this ply.
        ply: usize,
        /// What is asked.
        menus: Menus,
    },
    /// Whether a move is meant.
    AskMove(AskedMove),
    /// What a move would do, or why it is illegal.
    Why {
        /// In this match.
        game_match: Box<Match>,
        /// The move as written.
        text: String,
        /// Whose move it would be, if somebody else asks.
        of: Option<Color>,
        /// What is said of it.
        why: Why,
    },
    /// The hint that the speaker got at this ply before.
    Hint(ShownHint),
    /// The speaker's own offer stands.
    OfferStands {
        /// In this match.
        id: MatchId,
        /// What was offered.
        kind: OfferKind,
        /// At this ply.
        ply: usize,
    },
    /// What the speaker has planned.
    Plan(ShownPlan),
    /// Whether resigning is meant.
    AskResign {
        /// Which match.
        id: MatchId,
        /// At this ply.
        ply: usize,
        /// Against whom.
        opponent: String,
    },
    /// What is chosen for the server, told to who manages it.
    Server {
        /// That.
        settings: Box<ServerChoices>,
        /// What the menu is to be about, if it has been opened.
        topic: Option<ServerTopic>,
    },
    /// Whether the speaker is on vacation.
    Vacation(VacationTold),
    /// How things are where the speaker is.
    Doctor {
        /// What works for them, and what does not.
        findings: Vec<Finding>,
        /// What is chosen for the server, if it is one.
        server: Option<Box<ServerChoices>>,
    },
    /// A challenge that is put together.
    Draft(Drafted),
    /// The people from whom the speaker takes no challenges.
    Blocks(Blocks),
    /// The accounts that the speaker has, which are as many as there can be.
    Accounts(Accounts),
    /// Whether two accounts are to be linked.
    AskLink(AskedLink),
    /// Things stay as they are.
    Kept,
}

/// A move that somebody is asked about before it is played.
pub struct AskedMove {
    /// In this match.
    pub id: MatchId,
    /// At this ply.
    pub ply: usize,
    /// The move.
    pub action: Action,
    /// In short notation.
    pub caption: String,
    /// Against whom.
    pub opponent: String,
    /// Whether it loses at once.
    pub is_losing: bool,
}

/// A place in a handbook, opened for somebody.
pub struct Page {
    /// Where.
    pub spot: Spot,
    /// What a match may use up.
    pub limits: Limits,
    /// What it means on the board of a match.
    pub here: Option<Here>,
    /// What came of a move that was tried there.
    pub tried: Option<Tried>,
    /// Whether it takes the place of the page that was open.
    pub is_turned: bool,
}

/// What came of a move that was tried in a task.
pub struct Tried {
    /// The verdict, and why.
    pub told: Text,
    /// Whether the move is right.
    pub is_right: bool,
    /// The law that forbids it, if it is illegal.
    pub law: Option<&'static str>,
}

/// What a place of the handbook means on the board of a match.
pub struct Here {
    /// Which match.
    pub id: MatchId,
    /// What is said, as far as whoever asks knows.
    pub lines: Vec<Text>,
    /// The board as they see it, if they play.
    pub showing: Option<Showing>,
}

/// A match and its record, and whose eyes it is to be told through.
pub struct Seen {
    /// The match.
    pub game_match: Match,
    /// Its record.
    pub record: Record,
    /// Who may know what is told of it.
    pub lens: Lens,
}

impl Seen {
    fn by(user: &UserId, game_match: &Match, record: Record) -> Seen {
        Seen {
            game_match: game_match.clone(),
            record,
            lens: game_match.lens_of(user),
        }
    }
}

impl Live {
    /// The match as somebody may know it.
    pub(crate) fn seen_by(&self, user: &UserId) -> Seen {
        Seen::by(user, &self.game_match, self.record())
    }
}

impl Stored {
    /// The match as somebody may know it.
    pub(crate) fn seen_by(&self, user: &UserId) -> Seen {
        Seen::by(user, &self.game_match, self.record.clone())
    }
}

/// A match in a list for one person.
pub struct Listed {
    /// The match.
    pub game_match: Match,
    /// For whom.
    pub viewer: UserId,
    /// Whether it waits for them.
    pub your_turn: bool,
    /// How many turns were played, White's and Black's of the same number counted as one.
    pub turns: u32,
    /// When the time of the side to decide is over, if it runs.
    pub until: Option<Timestamp>,
    /// Whether it is over already.
    pub is_out_of_time: bool,
    /// Until when this side is on vacation, if its time stands still because of that.
    pub away: Option<Timestamp>,
    /// The message with the board, or the challenge, if it is known where it stands.
    pub board: Option<MessageId>,
}

impl QueryReply {
    /// Whether it takes long to put it into words, so that nobody else is to wait for that.
    pub fn is_long(&self) -> bool {
        matches!(
            self,
            QueryReply::History(_)
                | QueryReply::Story(_)
                | QueryReply::ExportSeen(_)
                | QueryReply::Export { .. }
                | QueryReply::Verified(_)
                | QueryReply::MyDataFile(_)
                | QueryReply::Why {
                    why: Why::Legal(_),
                    ..
                }
        )
    }

    /// How many bytes of memory the games take that it tells of, roughly.
    pub fn n_bytes_of_games(&self) -> usize {
        let of_game = |record: &Record| {
            size_of::<Seen>() + record.inputs.len() * size_of::<rules::GameInput>()
        };
        match self {
            QueryReply::History(seen) | QueryReply::Story(seen) | QueryReply::ExportSeen(seen) => {
                of_game(&seen.record)
            }
            QueryReply::Export { record, .. } | QueryReply::Verified(record) => of_game(record),
            QueryReply::MyDataFile(data) => {
                data.matches.iter().map(|seen| of_game(&seen.record)).sum()
            }
            _ => 0,
        }
    }
}
