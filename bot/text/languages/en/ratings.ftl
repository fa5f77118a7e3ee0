### Ratings give the strength of people, from their rated matches.

# The bot puts these lines below a challenge and below the first board.
challenge-rated = The match is rated: its result changes the ratings of both players.
board-rated = This match is rated.
# The bot puts this below the last board. $white and $black have the form of the next message.
board-ratings = Ratings: { $white }; { $black }.
rating-change = { $name } { $before } → { $after }
board-ratings-kept = The ratings do not change, because one side has not moved.

# A draft of a challenge shows these.
draft-rated = The match is rated.
draft-unrated = The match is not rated.
draft-menu-rated = Rated …
draft-entry-rated = rated
draft-entry-unrated = not rated

# A question mark marks a rating from few matches: "1662?".
rating-provisional = { $rating }?

profile-head = Ratings of { $name }:
profile-none = { $name } has no ratings yet. /challenge berolina rated:yes opens a rated match.
# $rating is "1662" or "1662?".
profile-line = { $matches ->
    [one] { $variant }: { $rating } ± { $deviation } · { $matches } match: { $won } won, { $drawn } drawn, { $lost } lost
   *[other] { $variant }: { $rating } ± { $deviation } · { $matches } matches: { $won } won, { $drawn } drawn, { $lost } lost
}
profile-last = Last rated matches:
# $against has the form of profile-against or profile-against-unknown.
profile-won = { $id }: { $variant }, won { $against } → { $rating }
profile-drawn = { $id }: { $variant }, drawn { $against } → { $rating }
profile-lost = { $id }: { $variant }, lost { $against } → { $rating }
profile-against = against { $name }
profile-against-unknown = against somebody whose name is lost
profile-provisional = A question mark means fewer than ten matches: the rating still changes quickly.
# The picture of a profile has this alternative text. $courses consists of the next message for each variant.
profile-alt = Ratings over time. { $courses }
profile-alt-course = { $variant }: from { $first } on { $from } to { $last } on { $to }, lowest { $lowest }, highest { $highest }.
# The picture shows this above a line.
profile-now = { $rating } ± { $deviation }

leaderboard-head = The best players here, by their ratings:
leaderboard-none = Nobody here has played a rated match yet. /challenge berolina rated:yes opens one.
leaderboard-line = { $place }. { $name }: { $rating } ± { $deviation } · { $won } won, { $drawn } drawn, { $lost } lost
leaderboard-nobody = Nobody has played ten rated matches yet.
leaderboard-provisional = { $n ->
    [one] { $n } player with fewer than ten rated matches is not ranked yet.
   *[other] { $n } players with fewer than ten rated matches are not ranked yet.
}
