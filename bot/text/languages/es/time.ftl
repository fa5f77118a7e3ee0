### These texts give the time of players, and report its end.

# These phrases describe the time limit of a match. $turn, $budget and $increment are spans such as "1 day 12 hours".
time-unlimited = sin límite
time-per-turn = { $turn } por turno
time-budget = { $budget } para toda la partida
time-budget-increment = { $budget } para toda la partida y { $increment } más después de cada turno
# Minutes for the whole match and seconds after each turn: "5+3".
time-real = { $control } en tiempo real

# A span of time consists of these, one after the other: "1 day 12 hours".
span-days = { $n ->
    [one] { $n } día
   *[other] { $n } días
}
span-hours = { $n ->
    [one] { $n } hora
   *[other] { $n } horas
}
span-minutes = { $n ->
    [one] { $n } minuto
   *[other] { $n } minutos
}

# The bot writes a moment like this if the platform cannot format it: "2026-11-23 14:00 UTC, in 23 hours".
moment-ahead = { $at }, dentro de { $left }

# The bot puts these lines below a challenge or a board. $until is a moment, which some platforms show as "in 23 hours".
challenge-time = Tiempo: { $time }.
board-time = El tiempo se acaba { $until }.
board-out-of-time = A { $name } no le queda tiempo.
board-paused = La partida está en pausa.

# These messages report the time of a player. $match is such as "Match 4kq0z, Berolina against Ann".
time-reminder = { $match }: te toca jugar, y tu tiempo se acaba { $until }.
time-reminder-here = { $name }, te toca jugar en la partida { $id }, y tu tiempo se acaba { $until }.
time-over = A { $late } no le queda tiempo en la partida { $id }. { $other } puede reclamar la victoria o dar un día más.
time-over-early = A { $late } no le queda tiempo en la partida { $id }. { $other } puede reclamar la victoria, dar un día más o cancelar la partida, que apenas ha empezado.
time-over-settled = A { $late } no le quedaba tiempo en la partida { $id }.
time-given = { $name } tiene un día más en la partida { $id }: el tiempo se acaba { $until }.

button-claim-win = Reclamar la victoria
button-give-time = Dar un día más
button-abort = Cancelar

done-win-claimed = Ganas la partida { $id } por tiempo.
    .at-board = Ganas por tiempo.
done-time-given = Tu rival tiene un día más en la partida { $id }.
    .at-board = Tu rival tiene un día más.
done-aborted = La partida { $id } queda cancelada y no cuenta.
    .at-board = La partida queda cancelada y no cuenta.

refusal-time-not-over = A tu rival aún le queda tiempo, o acaba de jugar. /board muestra cómo está la partida.
refusal-abort-too-late = Ambos bandos han jugado dos veces, así que la partida ya no se puede cancelar. Puedes reclamar la victoria o dar un día más.
refusal-real-time = Los minutos y segundos son para partidas en el tablero de la página web. Desafía allí, o elige un tiempo más lento, por ejemplo tiempo:1d.
refusal-real-time-elsewhere = La partida { $id } se juega con reloj de minutos y segundos, así que ambos la juegan en el tablero de la página web. Abre allí la partida y acéptala.
refusal-real-time-pause = Una partida en tiempo real no tiene pausas.
