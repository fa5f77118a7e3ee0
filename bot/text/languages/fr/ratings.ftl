### Ratings give the strength of people, from their rated matches.

# The bot puts these lines below a challenge and below the first board.
challenge-rated = La partie est classée : son résultat change le classement des deux joueurs.
board-rated = Cette partie est classée.
# The bot puts this below the last board. $white and $black have the form of the next message.
board-ratings = Classements : { $white } ; { $black }.
rating-change = { $name } { $before } → { $after }
board-ratings-kept = Les classements ne changent pas, car l'un des camps n'a pas joué.

# A draft of a challenge shows these.
draft-rated = La partie est classée.
draft-unrated = La partie n'est pas classée.
draft-menu-rated = Classée …
draft-entry-rated = classée
draft-entry-unrated = non classée

# A question mark marks a rating from few matches: "1662?".
rating-provisional = { $rating }?

profile-head = Classements de { $name } :
profile-none = { $name } n'a pas encore de classement. /challenge berolina classée:oui lance une partie classée.
# $rating is "1662" or "1662?".
profile-line = { $matches ->
    [one] { $variant } : { $rating } ± { $deviation } · { $matches } partie : { $won } gagnée, { $drawn } nulle, { $lost } perdue
   *[other] { $variant } : { $rating } ± { $deviation } · { $matches } parties : { $won } gagnées, { $drawn } nulles, { $lost } perdues
}
profile-last = Dernières parties classées :
# $against has the form of profile-against or profile-against-unknown.
profile-won = { $id } : { $variant }, gagnée { $against } → { $rating }
profile-drawn = { $id } : { $variant }, nulle { $against } → { $rating }
profile-lost = { $id } : { $variant }, perdue { $against } → { $rating }
profile-against = contre { $name }
profile-against-unknown = contre quelqu'un dont le nom est perdu
profile-provisional = Un point d'interrogation signifie moins de dix parties : le classement change encore vite.
# The picture of a profile has this alternative text. $courses consists of the next message for each variant.
profile-alt = Classements au fil du temps. { $courses }
profile-alt-course = { $variant } : de { $first } le { $from } à { $last } le { $to }, minimum { $lowest }, maximum { $highest }.
# The picture shows this above a line.
profile-now = { $rating } ± { $deviation }

leaderboard-head = Les meilleurs joueurs d'ici, selon leur classement :
leaderboard-none = Personne n'a encore joué de partie classée ici. /challenge berolina classée:oui en lance une.
leaderboard-line = { $place }. { $name } : { $rating } ± { $deviation } · { $won } gagnées, { $drawn } nulles, { $lost } perdues
leaderboard-nobody = Personne n'a encore joué dix parties classées.
leaderboard-provisional = { $n ->
    [one] { $n } joueur ayant moins de dix parties classées n'est pas encore classé.
   *[other] { $n } joueurs ayant moins de dix parties classées ne sont pas encore classés.
}
