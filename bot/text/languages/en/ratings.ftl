### Ratings: how strong people are, as their rated matches show.

# Lines below a challenge and below the first board.
challenge-rated = The match is rated: its result changes the ratings of both players.
board-rated = This match is rated.
# Below the last board. $white and $black are made of the message after it.
board-ratings = Ratings: { $white }; { $black }.
rating-change = { $name } { $before } → { $after }
board-ratings-kept = The ratings stay as they are: not both players have moved.

# A challenge that is put together.
draft-rated = The match is rated.
draft-unrated = The match is not rated.
draft-menu-rated = Rated …
draft-entry-rated = rated
draft-entry-unrated = not rated

# A rating that is of few matches yet: "1662?".
rating-provisional = { $rating }?

profile-head = Ratings of { $name }:
profile-none = { $name } has no ratings yet. /challenge berolina rated:yes opens a rated match.
# $rating is "1662" or "1662?".
profile-line = { $matches ->
    [one] { $variant }: { $rating } ± { $deviation } · { $matches } match: { $won } won, { $drawn } drawn, { $lost } lost
   *[other] { $variant }: { $rating } ± { $deviation } · { $matches } matches: { $won } won, { $drawn } drawn, { $lost } lost
}
profile-last = Last rated matches:
# $against is made of one of the next two.
profile-won = { $id }: { $variant }, won { $against } → { $rating }
profile-drawn = { $id }: { $variant }, drawn { $against } → { $rating }
profile-lost = { $id }: { $variant }, lost { $against } → { $rating }
profile-against = against { $name }
profile-against-unknown = against somebody whose name is lost
profile-provisional = A rating with a question mark is of fewer than ten matches, and still changes much.
# The alternative text of the picture of a profile; $courses are made of the message after it.
profile-alt = Ratings over time. { $courses }
profile-alt-course = { $variant }: from { $first } on { $from } to { $last } on { $to }, lowest { $lowest }, highest { $highest }.
# Written on that picture, above a line.
profile-now = { $rating } ± { $deviation }

leaderboard-head = The best players here, by their ratings:
leaderboard-none = Nobody here has played a rated match yet. /challenge berolina rated:yes opens one.
leaderboard-line = { $place }. { $name }: { $rating } ± { $deviation } · { $won } won, { $drawn } drawn, { $lost } lost
leaderboard-nobody = Nobody has played ten rated matches yet.
leaderboard-provisional = { $n ->
    [one] { $n } player with fewer than ten rated matches is not ranked yet.
   *[other] { $n } players with fewer than ten rated matches are not ranked yet.
}
