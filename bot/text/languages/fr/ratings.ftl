### Ratings: how strong people are, as their rated matches show.

# Lines below a challenge and below the first board.
challenge-rated = La partie est classée : son résultat change le classement des deux joueurs.
board-rated = Cette partie est classée.
# Below the last board. $white and $black are made of the message after it.
board-ratings = Classements : { $white } ; { $black }.
rating-change = { $name } { $before } → { $after }
board-ratings-kept = Les classements ne changent pas : les deux joueurs n'ont pas tous deux joué.

# A challenge that is put together.
draft-rated = La partie est classée.
draft-unrated = La partie n'est pas classée.
draft-menu-rated = Classée …
draft-entry-rated = classée
draft-entry-unrated = non classée

# A rating that is of few matches yet: "1662?".
rating-provisional = { $rating }?

profile-head = Classements de { $name } :
profile-none = { $name } n'a pas encore de classement. /challenge berolina classée:oui lance une partie classée.
# $rating is "1662" or "1662?".
profile-line = { $matches ->
    [one] { $variant } : { $rating } ± { $deviation } · { $matches } partie : { $won } gagnée, { $drawn } nulle, { $lost } perdue
   *[other] { $variant } : { $rating } ± { $deviation } · { $matches } parties : { $won } gagnées, { $drawn } nulles, { $lost } perdues
}
profile-last = Dernières parties classées :
# $against is made of one of the next two.
profile-won = { $id } : { $variant }, gagnée { $against } → { $rating }
profile-drawn = { $id } : { $variant }, nulle { $against } → { $rating }
profile-lost = { $id } : { $variant }, perdue { $against } → { $rating }
profile-against = contre { $name }
profile-against-unknown = contre quelqu'un dont le nom est perdu
profile-provisional = Un classement suivi d'un point d'interrogation repose sur moins de dix parties et change encore beaucoup.
# What the picture of a profile shows; $courses are made of the message after it.
profile-alt = Classements au fil du temps. { $courses }
profile-alt-course = { $variant } : de { $first } le { $from } à { $last } le { $to }, minimum { $lowest }, maximum { $highest }.
# Written on that picture, above a line.
profile-now = { $rating } ± { $deviation }

leaderboard-head = Les meilleurs joueurs d'ici, selon leur classement :
leaderboard-none = Personne n'a encore joué de partie classée ici. /challenge berolina classée:oui en lance une.
leaderboard-line = { $place }. { $name } : { $rating } ± { $deviation } · { $won } gagnées, { $drawn } nulles, { $lost } perdues
leaderboard-nobody = Personne n'a encore joué dix parties classées.
leaderboard-provisional = { $n ->
    [one] { $n } joueur ayant moins de dix parties classées n'est pas encore classé.
   *[other] { $n } joueurs ayant moins de dix parties classées ne sont pas encore classés.
}
