### A vacation stops the clock of a player while it is their turn.

summary-vacation = Tomar vacaciones: en tu turno, tu tiempo se detiene. Sin opciones: los días que te quedan.
summary-vacation-days = cuántos días desde ahora, por ejemplo 7; o fin, para volver antes
summary-vacation-until = hasta qué día, por ejemplo 2026-12-24
example-vacation = /vacation días:7
option-days = días
option-until = hasta
choice-end = fin
expected-days = un número de días de 1 a { $most }, o fin
expected-date = un día como 2026-12-24
completion-days = { $days ->
    [one] { $days } día de vacaciones
   *[other] { $days } días de vacaciones
}
completion-vacation-end = volver de las vacaciones

vacation-none = No estás de vacaciones. /vacation días:7 las empieza: en tu turno, tu tiempo se detiene.
# $until is a moment such as "in 7 days".
vacation-until = Estás de vacaciones y vuelves { $until }. /vacation fin las termina antes. Puedes seguir jugando cuando quieras.
vacation-still = Hasta entonces tu tiempo se detiene en las partidas de aquí que dan al menos un día para jugar, y no recibes recordatorios de ellas. En otros lugares puede haber menos días.
# The bot uses this in direct messages, which belong to no server.
vacation-still-elsewhere = Hasta entonces tu tiempo se detiene en las partidas que dan al menos un día para jugar, tantos días como permita el lugar de la partida, y no recibes recordatorios de ellas.
# The server gives fewer days of vacation than the player takes.
vacation-still-here = Aquí tu tiempo vuelve a correr { $until }: entonces ya no te quedarán días.
vacation-not-here = Aquí tu tiempo sigue corriendo: ya no te quedan días.
vacation-ended = Te doy la bienvenida de vuelta. En tu turno, tu tiempo vuelve a correr.
# $taken and $left are numbers of days.
vacation-days = Días de vacaciones este año: { $taken } tomados, { $left } restantes aquí. Cuenta cada día empezado.
vacation-days-taken = Días de vacaciones este año: { $taken } tomados. Cada lugar fija cuántos hay: pregunta allí cuántos te quedan. Cuenta cada día empezado.
refusal-no-vacation = No estás de vacaciones. /vacation días:7 las empieza.
refusal-vacation-date = Unas vacaciones terminan en el futuro, y como mucho dentro de { $most } días.

# All readers of a place see these. $until is a moment such as "in 7 days".
board-away = { $name } está de vacaciones y vuelve { $until }; hasta entonces su tiempo está detenido.
time-away = { $name } está de vacaciones y vuelve { $until }. Hasta entonces su tiempo está detenido en la partida { $id }.
time-back = { $name } ha vuelto de vacaciones. El tiempo en la partida { $id } se acaba { $until }.
games-away = de vacaciones, vuelve { $until }
