### A puzzle is a position in which exactly one move wins by force. Moves are in short notation.

summary-puzzle = Resuelve un problema: encuentra la única jugada que gana de forma forzada. Nadie más lo ve.
summary-puzzle-variant = la variante de la que viene; cualquiera si falta
summary-puzzle-move = tu respuesta al problema que se te mostró, por ejemplo Qxf7
example-puzzle = /puzzle baroque

# $grade is a number from 1 to 5, $variant such as "Bario (rules=classic)".
puzzle-head = Problema · { $variant } · dificultad { $grade } de 5
# $side is "White" or "Black".
puzzle-task = { $turns ->
    [1] Juegan las { $side } y ganan en una jugada.
   *[other] Juegan las { $side } y ganan de forma forzada en { $turns } jugadas. Encuentra la primera.
}
# $example is a move that is not the solution.
puzzle-how = Responde con tu jugada, escrita así: /puzzle jugada:{ $example }
puzzle-right = ✓ ¡{ $move } es correcta!
puzzle-goes-on = Cómo se gana contra la mejor defensa: { $line }
puzzle-solution = La solución: { $line }
# $side is the side that replies.
puzzle-wrong = { $turns ->
    [1] ✗ { $move } no gana en una jugada: las { $side } podrían responder { $reply }.
   *[other] ✗ { $move } no gana de forma forzada en { $turns } jugadas: las { $side } podrían responder { $reply }.
}
# The move ends the game without a win.
puzzle-wrong-at-once = { $turns ->
    [1] ✗ { $move } no gana: la partida acaba sin victoria.
   *[other] ✗ { $move } no gana en { $turns } jugadas: la partida acaba sin victoria.
}
puzzle-try-again = Prueba otra jugada, o ríndete para ver la solución.
# The reader solved $streak puzzles in a row, each with the first answer.
puzzle-streak = { $streak ->
    [one] { $streak } problema resuelto. Tu récord: { $best }.
   *[other] { $streak } problemas resueltos seguidos. Tu récord: { $best }.
}
puzzle-streak-ended = { $streak ->
    [one] Tu racha de { $streak } problema termina. Tu récord: { $best }.
   *[other] Tu racha de { $streak } problemas termina. Tu récord: { $best }.
}
puzzle-uncounted = No cuenta para tu racha, porque ya lo habías respondido o habías visto su solución.
button-another-puzzle = Otro problema
button-give-up-puzzle = Rendirse
refusal-no-puzzle = No tienes ningún problema que resolver. /puzzle muestra uno.
refusal-no-puzzles = No hay problemas de esa variante.
# $open is the title of a variant, $wanted is the name of another variant in commands.
refusal-other-puzzle = Tu problema es de { $open }. Responde sin indicar variante, o pide otro con /puzzle { $wanted }.

## A channel has a puzzle of the day, for all its readers.

option-daily = diario
summary-puzzle-daily = sí para un problema del día aquí, cada mañana a las nueve; no para terminarlo
done-daily-on = Publico aquí un problema cada día a las nueve de la mañana, según tu zona horaria, { $zone } (/reminders zona). El primero llega en un minuto.
done-daily-on-at-nine = Publico aquí un problema cada día a las nueve de la mañana, según tu zona horaria, { $zone } (/reminders zona). El primero llega a las nueve.
done-daily-changed = Sigo publicando aquí un problema cada día a las nueve de la mañana, ahora según tu zona horaria, { $zone } (/reminders zona). Vale desde el próximo problema.
done-daily-off = Ya no publico aquí un problema del día.
refusal-daily-where = Un chat privado no tiene problema del día. Pídelo en un canal o una sala.
refusal-daily-and-move = Una jugada responde a tu propio problema; diario publica uno para todos aquí. Usa solo una de las dos opciones.
daily-head = Problema del día
daily-how = Elige Resolver para responder. Solo tú ves tu respuesta y su resultado.
# $line is a list of moves.
daily-before = Solución del último: { $line }. { $solvers ->
    [0] Nadie aquí lo resolvió.
    [one] { $solvers } persona aquí lo resolvió.
   *[other] { $solvers } personas aquí lo resolvieron.
}
button-daily = Resolver
