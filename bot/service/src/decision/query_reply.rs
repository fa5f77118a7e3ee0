//! The replies to queries.

use rules::{Action, Color, Record, Variant};

use crate::{
    Accounts, AskedLink, Blocks, ByChance, Drafted, Leaderboard, Lens, Limits, Live, Match, Menus,
    MyData, Profile, PuzzleReply, ServerChoices, Settings, Showing, ShownHint, ShownPlan,
    VacationReply, Why, match_store::storage::Stored,
};
use api::{Finding, MatchId, MessageId, Timestamp, UserId};
use command::{OfferKind, ServerTopic, SettingGroup, Spec};
use dice::Commitment;
use handbook::Spot;
use text::Text;

/// The reply to a query.
pub enum QueryReply {
    /// The overview of the commands.
    Help,
    /// The help for one command.
    Command {
        /// The command.
        spec: &'static Spec,
        /// True if the only server in that place is a single room.
        is_one_room: bool,
    },
    /// The variants.
    Rules,
    /// A place in a handbook.
    Page(Box<Page>),
    /// The handbook has no such topic.
    NoTopic {
        /// The variant of the handbook.
        variant: Variant,
        /// The topic as written.
        text: String,
        /// The nearest topics.
        nearest: Vec<Spot>,
    },
    /// A puzzle that the speaker is to solve.
    Puzzle(PuzzleReply),
    /// The speaker's matches.
    Games {
        /// The matches; those in which it is their turn come first.
        listed: Vec<Listed>,
        /// The damaged ones.
        set_aside: Vec<MatchId>,
    },
    /// The kinds of data that are stored about the speaker.
    MyData,
    /// All data about the speaker, as a file.
    MyDataFile(Box<MyData>),
    /// The question whether to delete their data, with the word that stands for them in the button.
    AskDelete(String),
    /// The ratings of a person.
    Profile(Box<Profile>),
    /// The best players.
    Leaderboard(Leaderboard),
    /// The view of the speaker alone, which is added to the reply.
    View {
        /// The match.
        showing: Showing,
        /// True if they can move.
        can_move: bool,
    },
    /// The moves of a match.
    History(Box<Seen>),
    /// All events of a match that is over.
    Story(Box<Seen>),
    /// The moves of a match as a file, in place of a record that holds secrets.
    ExportSeen(Box<Seen>),
    /// The board, posted where the match is not played.
    Board(Showing),
    /// The board of this match was posted a moment ago, so it is not posted again.
    BoardPostedBefore(MatchId),
    /// A match as an animation, which is added to the reply.
    Replay(Showing),
    /// The review of a match that is over, which is added to the reply.
    Review(Showing),
    /// The speaker's settings.
    Settings(Settings, SettingGroup),
    /// The record of a match.
    Export {
        /// The match.
        id: MatchId,
        /// Its record, with headers.
        record: Box<Record>,
    },
    /// The dice of a match are secret until it is over.
    DiceSealed {
        /// The match.
        id: MatchId,
        /// The things that chance decides.
        by_chance: ByChance,
        /// The commitment, published before the challenge was accepted.
        commitment: Commitment,
    },
    /// The record of a match whose dice are to be checked.
    Verified(Box<Record>),
    /// A step on the way to a move.
    Guide {
        /// The match.
        id: MatchId,
        /// The ply.
        ply: usize,
        /// The menus of this step.
        menus: Menus,
    },
    /// The question whether to play this move.
    AskMove(AskedMove),
    /// The effect of a move, or the reason why it is illegal.
    Why {
        /// The match.
        game_match: Box<Match>,
        /// The move as written.
        text: String,
        /// The side that would move, if another person asks.
        of: Option<Color>,
        /// The explanation.
        why: Why,
    },
    /// The hint that the speaker got at this ply before.
    Hint(ShownHint),
    /// The speaker's own offer stands.
    OfferStands {
        /// The match.
        id: MatchId,
        /// The kind of the offer.
        kind: OfferKind,
        /// The ply.
        ply: usize,
    },
    /// The speaker's plan.
    Plan(ShownPlan),
    /// The question whether to resign.
    AskResign {
        /// The match.
        id: MatchId,
        /// The ply.
        ply: usize,
        /// The name of the opponent.
        opponent: String,
    },
    /// The settings of the server, shown to its administrator.
    Server {
        /// The settings.
        settings: Box<ServerChoices>,
        /// The topic of the menu, if it has been opened.
        topic: Option<ServerTopic>,
    },
    /// The speaker's vacation.
    Vacation(VacationReply),
    /// The checks for the speaker and the place.
    Doctor {
        /// The results of the checks.
        findings: Vec<Finding>,
        /// The settings of the server, if it is one.
        server: Option<Box<ServerChoices>>,
    },
    /// A challenge in preparation.
    Draft(Drafted),
    /// The people from whom the speaker takes no challenges.
    Blocks(Blocks),
    /// The speaker's accounts, when they have as many as allowed.
    Accounts(Accounts),
    /// The question whether to link two accounts.
    AskLink(AskedLink),
    /// The speaker chose to change nothing.
    Kept,
}

/// A move that the speaker is asked to confirm before it is played.
pub struct AskedMove {
    /// The match.
    pub id: MatchId,
    /// The ply.
    pub ply: usize,
    /// The move.
    pub action: Action,
    /// The move in short notation.
    pub caption: String,
    /// The name of the opponent.
    pub opponent: String,
    /// True if it loses at once.
    pub is_losing: bool,
}

/// A page of a handbook, opened for a reader.
pub struct Page {
    /// The place in the handbook.
    pub spot: Spot,
    /// The limits of a match.
    pub limits: Limits,
    /// The explanation on the board of a match.
    pub here: Option<Here>,
    /// The verdict on a move that was tried there.
    pub tried: Option<Tried>,
    /// True if it replaces the page that was open.
    pub is_turned: bool,
}

/// The verdict on a move that was tried in a task.
pub struct Tried {
    /// The verdict with its reason.
    pub told: Text,
    /// True if the move is right.
    pub is_right: bool,
    /// The law that forbids it, if it is illegal.
    pub law: Option<&'static str>,
}

/// The explanation of a place of the handbook on the board of a match.
pub struct Here {
    /// The match.
    pub id: MatchId,
    /// The lines of the explanation, as far as the reader knows the board.
    pub lines: Vec<Text>,
    /// The board as the reader sees it, if they play.
    pub showing: Option<Showing>,
}

/// A match with its record, and the lens through which it is shown.
pub struct Seen {
    /// The match.
    pub game_match: Match,
    /// Its record.
    pub record: Record,
    /// The lens of its reader.
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
    /// Returns the match as a reader may know it.
    pub(crate) fn seen_by(&self, user: &UserId) -> Seen {
        Seen::by(user, &self.game_match, self.record())
    }
}

impl Stored {
    /// Returns the match as a reader may know it.
    pub(crate) fn seen_by(&self, user: &UserId) -> Seen {
        Seen::by(user, &self.game_match, self.record.clone())
    }
}

/// A match in a list for one person.
pub struct Listed {
    /// The match.
    pub game_match: Match,
    /// The person who reads the list.
    pub viewer: UserId,
    /// True if it is their turn.
    pub your_turn: bool,
    /// The number of turns played; White's and Black's of the same number count as one.
    pub turns: u32,
    /// The time at which the side to decide runs out of time, if its clock runs.
    pub until: Option<Timestamp>,
    /// True if its time is over already.
    pub is_out_of_time: bool,
    /// The end of the vacation of this side, if its clock stands still because of that.
    pub away: Option<Timestamp>,
    /// The message with the board, or with the challenge, if it is known.
    pub board: Option<MessageId>,
}

impl QueryReply {
    /// Returns whether it takes long to render, so that other requests should not wait for it.
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

    /// Returns the approximate memory of the games in it, in bytes.
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
