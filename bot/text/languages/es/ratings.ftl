### Ratings give the strength of people, from their rated matches.

# The bot puts these lines below a challenge and below the first board.
challenge-rated = La partida es puntuada: su resultado cambia la puntuación de ambos jugadores.
board-rated = Esta partida es puntuada.
# The bot puts this below the last board. $white and $black have the form of the next message.
board-ratings = Puntuaciones: { $white }; { $black }.
rating-change = { $name } { $before } → { $after }
board-ratings-kept = Las puntuaciones no cambian, porque un bando no ha jugado.

# A draft of a challenge shows these.
draft-rated = La partida es puntuada.
draft-unrated = La partida no es puntuada.
draft-menu-rated = Puntuada …
draft-entry-rated = puntuada
draft-entry-unrated = no puntuada

# A question mark marks a rating from few matches: "1662?".
rating-provisional = { $rating }?

profile-head = Puntuaciones de { $name }:
profile-none = { $name } todavía no tiene puntuaciones. /challenge berolina puntuada:sí abre una partida puntuada.
# $rating is "1662" or "1662?".
profile-line = { $matches ->
    [one] { $variant }: { $rating } ± { $deviation } · { $matches } partida: { $won } ganada, { $drawn } en tablas, { $lost } perdida
   *[other] { $variant }: { $rating } ± { $deviation } · { $matches } partidas: { $won } ganadas, { $drawn } en tablas, { $lost } perdidas
}
profile-last = Últimas partidas puntuadas:
# $against has the form of profile-against or profile-against-unknown.
profile-won = { $id }: { $variant }, ganada { $against } → { $rating }
profile-drawn = { $id }: { $variant }, tablas { $against } → { $rating }
profile-lost = { $id }: { $variant }, perdida { $against } → { $rating }
profile-against = contra { $name }
profile-against-unknown = contra alguien cuyo nombre se ha perdido
profile-provisional = Un signo de interrogación significa menos de diez partidas: la puntuación todavía cambia rápido.
# The picture of a profile has this alternative text. $courses consists of the next message for each variant.
profile-alt = Puntuaciones a lo largo del tiempo. { $courses }
profile-alt-course = { $variant }: de { $first } el { $from } a { $last } el { $to }, mínimo { $lowest }, máximo { $highest }.
# The picture shows this above a line.
profile-now = { $rating } ± { $deviation }

leaderboard-head = Los mejores jugadores de aquí, por su puntuación:
leaderboard-none = Aquí nadie ha jugado todavía una partida puntuada. /challenge berolina puntuada:sí abre una.
leaderboard-line = { $place }. { $name }: { $rating } ± { $deviation } · { $won } ganadas, { $drawn } tablas, { $lost } perdidas
leaderboard-nobody = Nadie ha jugado todavía diez partidas puntuadas.
leaderboard-provisional = { $n ->
    [one] { $n } jugador con menos de diez partidas puntuadas aún no aparece.
   *[other] { $n } jugadores con menos de diez partidas puntuadas aún no aparecen.
}
