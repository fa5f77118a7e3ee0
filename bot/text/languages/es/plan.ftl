## /plan shows a plan with these.

plan-head = Tu plan en la partida { $id }; solo lo ves tú. Cada respuesta se juega al instante tras la jugada que precede a la flecha. Cualquier otra jugada cancela el plan. Una respuesta también rechaza las tablas que tu rival haya ofrecido.
    .at-board = Tu plan; solo lo ves tú. Cada respuesta se juega al instante tras la jugada que precede a la flecha. Cualquier otra jugada cancela el plan. Una respuesta también rechaza las tablas que tu rival haya ofrecido.
plan-reply = { $after } → { $reply }
plan-none = No tienes nada previsto en la partida { $id }. Mientras le toca a tu rival, escribe una jugada suya y tu respuesta, y sigue por turnos si quieres, por ejemplo /plan e7g5 Nf3. Una coma empieza otra línea.
    .at-board = No tienes nada previsto. Mientras le toca a tu rival, escribe una jugada suya y tu respuesta, y sigue por turnos si quieres, por ejemplo /plan e7g5 Nf3. Una coma empieza otra línea.
button-clear-plan = Borrar el plan
done-plan-cleared = Tu plan en la partida { $id } está borrado.
    .at-board = Tu plan está borrado.

## The bot reports in direct messages that it played or cancelled a plan.

plan-played = { $match }: tu plan ha respondido { $move }. No hay nada más previsto.
plan-played-on = { $match }: tu plan ha respondido { $move }. El resto del plan sigue; /plan lo muestra.
plan-ended = { $match }: tu plan queda cancelado, porque la partida ha tomado otro rumbo.
# The bot adds one of these to another reply if the player does not receive direct messages.
plan-untold-played = Tu plan en esta partida ha respondido; no pude escribirte para decírtelo.
plan-untold-ended = Tu plan en esta partida quedó cancelado, porque la partida ha tomado otro rumbo; no pude escribirte para decírtelo.

## The bot refuses a plan. $told is one of the sentences below.

refusal-plan = No se ha previsto nada. { $told }
refusal-plan-overheard = No se ha previsto nada: allí todos pueden leer lo que escribes, también tu rival. Envía tu plan aquí, en nuestros mensajes directos.
refusal-plan-own-turn = Es tu turno en la partida { $id }: juega con /move. Puedes prever respuestas mientras le toca a tu rival.
    .at-board = Es tu turno: juega. Puedes prever respuestas mientras le toca a tu rival.
plan-too-many = Un plan puede tener como mucho { $most } líneas. /plan borrar permite empezar otro.
plan-too-long = Una línea de un plan puede tener como mucho { $most } jugadas.
plan-unreadable = No puedo leer «{ $text }» como jugada. { $how }
plan-no-such-move = Ninguna pieza puede jugar entonces «{ $text }».
plan-illegal = «{ $text }» es ilegal entonces: { $why } (regla: { $law }).
plan-loses = { $move } perdería al instante: inicia un reciclaje que deja en jaque a tu propio rey (regla: { $law }). Si es lo que quieres, juégala con /move cuando te toque.
plan-chance = Después de { $move } deciden los dados, así que no se puede prever nada más allá.
plan-over = La partida habría terminado antes.
plan-unanswered = Una línea tiene que acabar con una jugada tuya que termine tu turno, y falta una después de { $move }.
