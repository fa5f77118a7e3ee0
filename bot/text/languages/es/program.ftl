### The program plays matches under the name Oddboard. $id is the id of a match.

# The program has this name as a player. The name also begins sentences.
program-player = Oddboard (nivel { $level })

option-level = nivel
summary-challenge-level = lo bien que juega Oddboard, de 1 a 8; 3 si no lo indicas
expected-level = un número de 1, fácil de ganar, a 8

## Challenges to the program have these sentences.

challenge-program-random = { $challenger } juega una partida de { $variant } contra { $opponent }. Los bandos se sortean.
challenge-program-side = { $challenger } juega una partida de { $variant } contra { $opponent }. { $challenger } lleva { $color }.
challenge-program-start = { $opponent } ha aceptado, y su mitad de los dados está sellada. Cuando { $challenger } elija Empezar, eso añade la otra mitad: así nadie puede elegir los dados.
challenge-program-start-sides = { $opponent } ha aceptado, y su mitad del sorteo de los bandos está sellada. Cuando { $challenger } elija Empezar, eso añade la otra mitad: así nadie puede elegir los bandos.
challenge-program-started = { $challenger } empezó la partida { $id }.
done-ready-to-start = { $id } está publicado. Oddboard ha aceptado: elige Empezar ahí, y la partida empieza.
done-begun = La partida { $id } contra Oddboard ha empezado, y su tablero está publicado.
done-took-back = Tu último turno en la partida { $id } queda anulado. El tablero muestra dónde sigue.
done-draw-refused = Oddboard cree estar mejor en la partida { $id }, y no acepta tablas. Podrás ofrecerlas de nuevo dentro de 10 turnos.
button-start = Empezar
button-play-program = Jugar contra Oddboard

summary-hint = Pedir una pista en una partida contra Oddboard: la jugada que él haría.
button-hint = Pista

## /hint shows the move that Oddboard would play. Only the player who asks reads these sentences.

hint-told = Pista para la partida { $id }: { $move }.
hint-only = Es la única jugada.
hint-captures = Captura la pieza de { $square }.
hint-saves = Salva la pieza de { $square }, que podía ser capturada.
hint-attacks = Ataca la pieza de { $square }.
# $standing is one of the sentences below, $percent is the expected score.
hint-expected = { $standing } Puntuación esperada: { $percent } %.
hint-winning = Con ella estás ganando.
hint-clearly-better = Con ella estás claramente mejor.
hint-slightly-better = Con ella estás un poco mejor.
hint-even = Con ella la partida está más o menos igualada.
hint-slightly-worse = Incluso con ella estás un poco peor.
hint-clearly-worse = Incluso con ella estás claramente peor.
hint-losing = Incluso con ella estás perdiendo.
hint-wins = { $moves ->
    [one] Gana enseguida.
   *[other] Gana de forma forzada en { $moves } jugadas como mucho.
}
hint-loses = { $moves ->
    [one] Todas las jugadas pierden enseguida.
   *[other] Todas las jugadas pierden de forma forzada; esta resiste hasta { $moves } jugadas.
}
hint-unclear = No puedo decir adónde lleva.
hint-counted = { $count ->
    [one] Es tu primera pista en esta partida. El resultado de la partida dirá cuántas has tenido.
   *[other] Has tenido { $count } pistas en esta partida. Su resultado lo dirá.
}
hint-again = Ya has tenido esta pista, así que no se cuenta otra vez.
hint-on-its-way = Todavía estoy pensando en tu pista aquí. Llega en un momento.

# A line below the result counts the aids of a player: "Ann had 2 hints and 1 takeback."
board-aids = { $name } tuvo { $aids }.
aids-both = { $hints } y { $takebacks }
aids-hints = { $count ->
    [one] { $count } pista
   *[other] { $count } pistas
}
aids-takebacks = { $count ->
    [one] { $count } vuelta atrás
   *[other] { $count } vueltas atrás
}

## The bot refuses requests with these.

refusal-level-of-nobody = Solo Oddboard tiene niveles. Desafíalo, por ejemplo con rival:@Oddboard nivel:3, o no indiques el nivel.
refusal-program-unrated = Una partida contra Oddboard nunca es puntuada. No lo indiques, o desafía a una persona.
refusal-program-untimed = Una partida contra Oddboard no tiene límite de tiempo. No indiques el tiempo, o desafía a una persona.
refusal-start-of-others = Solo { $name } puede empezar esta partida. /challenge rival:@Oddboard abre una para ti.
refusal-program-draws-later = Oddboard no acepta tablas en la partida { $id } antes de que cada bando haya jugado { $turns } turnos. Sigue jugando y ofrécelas entonces.
refusal-program-thinks = En la partida { $id }, Oddboard solo responde a una oferta de tablas después de su próxima jugada. Ofrece tablas entonces.
refusal-program-declined = { $turns ->
    [one] Oddboard rechazó las tablas en la partida { $id } hace poco. Juega { $turns } turno más y ofrécelas entonces.
   *[other] Oddboard rechazó las tablas en la partida { $id } hace poco. Juega { $turns } turnos más y ofrécelas entonces.
}
refusal-hint-against-people = Solo hay pistas en las partidas contra Oddboard, y la partida { $id } es contra una persona. /challenge rival:@Oddboard abre una con pistas.
refusal-hint-outdated = La posición de la partida { $id } ha cambiado mientras yo pensaba en tu pista, así que no hay ninguna ni se cuenta. Vuelve a pedirla en tu turno.
