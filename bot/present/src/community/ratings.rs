//! Profiles, leaderboards, and the ratings of a match.

use rules::{Color, Outcome, Status};

use super::course::{CoursePlan, rating};
use crate::{Plan, Presenter};
use api::{Picture, Private};
use service::{LadderStanding, LadderTop, Leaderboard, PastMatch, Profile, PublicMatch, Score};
use text::{Text, arg};

/// Returns a line below a challenge: its result changes ratings.
pub(crate) fn terms(public: &PublicMatch) -> Option<Text> {
    public.rated.then(text::challenge_rated)
}

/// Returns a line below the first board.
pub(crate) fn reminder(public: &PublicMatch) -> Option<Text> {
    public.rated.then(text::board_rated)
}

/// Returns a line below the last board: the changes of the ratings.
pub(crate) fn result(public: &PublicMatch, status: Status) -> Option<Text> {
    let Status::Over(outcome) = status else {
        return None;
    };
    if outcome == Outcome::Aborted || !public.rated {
        return None;
    }
    let Some(ratings) = public.ratings else {
        return Some(text::board_ratings_kept());
    };
    let change = |side: Color| {
        let change = ratings.of(side);
        let before = rating(change.before, change.is_provisional);
        let after = rating(change.after, change.is_provisional);
        text::rating_change(
            arg::after(after),
            arg::before(before),
            arg::name(&public.names[side]),
        )
    };
    Some(text::board_ratings(
        arg::black(change(Color::Black)),
        arg::white(change(Color::White)),
    ))
}

pub(crate) fn profile(profile: &Profile) -> Text {
    let standings = &profile.standings;
    if standings.is_empty() {
        return text::profile_none(&profile.name);
    }
    let head = text::profile_head(&profile.name);
    let ratings = Text::lines([head, Text::list(standings.iter().map(line))]);
    let last = Text::list(profile.last.iter().map(past));
    let last = Text::lines([text::profile_last(), last]);
    let is_provisional = standings.iter().any(|standing| standing.is_provisional);
    let note = is_provisional.then(text::profile_provisional);
    Text::joined([ratings, last].into_iter().chain(note), "\n\n")
}

fn line(standing: &LadderStanding) -> Text {
    let LadderStanding {
        won, drawn, lost, ..
    } = *standing;
    text::profile_line(
        arg::deviation(standing.deviation.to_string()),
        arg::drawn(drawn),
        arg::lost(lost),
        arg::matches(won + drawn + lost),
        arg::rating(rating(standing.rating, standing.is_provisional)),
        arg::variant(standing.ladder.title()),
        arg::won(won),
    )
}

fn past(past: &PastMatch) -> Text {
    let against = match &past.opponent {
        Some(name) => text::profile_against(name),
        None => text::profile_against_unknown(),
    };
    let text = match past.score {
        Score::Won => text::profile_won,
        Score::Drawn => text::profile_drawn,
        Score::Lost => text::profile_lost,
    };
    text(
        arg::against(against),
        arg::id(past.id),
        arg::rating(past.rating.to_string()),
        arg::variant(past.ladder.title()),
    )
}

pub(crate) fn leaderboard(leaderboard: &Leaderboard) -> Text {
    let is_empty = |top: &LadderTop| top.people.is_empty() && top.n_provisional == 0;
    if leaderboard.tops.iter().all(is_empty) {
        return text::leaderboard_none();
    }
    let tops = leaderboard.tops.iter().filter(|top| !is_empty(top));
    Text::joined(
        [text::leaderboard_head()].into_iter().chain(tops.map(top)),
        "\n\n",
    )
}

fn top(top: &LadderTop) -> Text {
    let mut lines = vec![top.ladder.title()];
    if top.people.is_empty() {
        lines.push(text::leaderboard_nobody());
    }
    lines.extend(top.people.iter().zip(1_u32..).map(leader));
    if top.n_provisional > 0 {
        lines.push(text::leaderboard_provisional(top.n_provisional));
    }
    Text::lines(lines)
}

fn leader(((name, standing), place): (&(String, LadderStanding), u32)) -> Text {
    text::leaderboard_line(
        arg::deviation(standing.deviation.to_string()),
        arg::drawn(standing.drawn),
        arg::lost(standing.lost),
        arg::name(name),
        arg::place(place),
        arg::rating(standing.rating.to_string()),
        arg::won(standing.won),
    )
}

/// Returns the picture of a profile.
pub(crate) fn picture(presenter: &Presenter<'_>, standings: &[LadderStanding]) -> Picture<Private> {
    let style = presenter.style(Color::White);
    let plan = CoursePlan::new(standings, style);
    let extent = (style.size.width(), plan.height());
    let bytes = presenter.studio.file(|| plan.draw(presenter.studio));
    let alt = presenter.language.localize(&plan.alt());
    let name = "ratings.png".to_owned();
    Picture::for_one(Plan::Ratings(plan).drawing(name, extent, &alt, bytes))
}
