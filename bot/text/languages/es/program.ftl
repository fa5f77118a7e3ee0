### The program plays matches under the name Oddboard. $id is the id of a match.

# The program has this name as a player. The name also begins sentences.
program-player = Oddboard (nivel { $level })

option-level = nivel
summary-challenge-level = lo bien que juega Oddboard, de 1 (Principiante) a 12 (Gran maestro); 3 si no lo indicas
expected-level = un número de 1 (Principiante) a 12 (Gran maestro)

## Two levels share a name. $level is the number: "3 · Casual".

level-named = { $level } · { $name }
level-beginner = Principiante
level-casual = Aficionado
level-club = Jugador de club
level-expert = Experto
level-master = Maestro
level-grandmaster = Gran maestro

# $about is one of the phrases below: "Level 3, Casual: it misses many captures and threats."
level-about = Nivel { $level }, { $name }: { $about }
level-beginner-about = pierde piezas a menudo y es fácil de vencer.
level-casual-about = pasa por alto muchas capturas y amenazas.
level-club-about = pasa por alto algunas capturas y amenazas.
level-expert-about = pasa por alto pocas capturas y amenazas.
level-master-about = no comete errores deliberados y es difícil de vencer.
level-grandmaster-about = no comete errores deliberados y examina hasta un millón de posiciones. Lo normal es perder.
# It follows level-about in a challenge. $rating is a number such as 1500.
level-rating = Puntuación estimada: { $rating }.

## Challenges to the program have these sentences.

challenge-program-random = { $challenger } juega una partida de { $variant } contra { $opponent }. Los bandos se sortean.
challenge-program-side = { $challenger } juega una partida de { $variant } contra { $opponent }. { $challenger } lleva { $color }.
challenge-program-start = { $opponent } ha aceptado. La partida empieza cuando { $challenger } elija Empezar. Los dados vienen de los dos bandos: así nadie puede elegirlos.
challenge-program-start-sides = { $opponent } ha aceptado. La partida empieza cuando { $challenger } elija Empezar. Los dos bandos participan en el sorteo de los colores: así nadie puede elegirlos.
challenge-program-started = { $challenger } empezó la partida { $id }.
done-ready-to-start = El desafío { $id } está publicado, y Oddboard ha aceptado. Elige ahí Empezar.
done-begun = La partida { $id } contra Oddboard ha empezado, y su tablero está publicado.
done-took-back = Tu último turno en la partida { $id } queda anulado.
    .at-board = Tu último turno queda anulado.
done-draw-refused = Oddboard rechaza las tablas en la partida { $id }, porque cree estar mejor. Podrás ofrecerlas de nuevo dentro de 10 jugadas.
    .at-board = Oddboard rechaza las tablas, porque cree estar mejor. Podrás ofrecerlas de nuevo dentro de 10 jugadas.
button-start = Empezar
button-play-program = Jugar contra el ordenador

summary-hint = Pedir una pista en una partida contra Oddboard: la mejor jugada que encuentra.
button-hint = Pista

## /hint shows the best move that Oddboard finds. Only the player who asks reads these sentences.

hint-told = Pista para la partida { $id }: { $move }.
    .at-board = Pista: { $move }.
hint-only = Es la única jugada.
hint-captures = Captura la pieza de { $square }.
hint-saves = Salva la pieza de { $square }, que podía ser capturada.
hint-attacks = Ataca la pieza de { $square }.
# $standing is one of the sentences below, $percent is the expected score.
hint-expected = { $standing } Puntuación esperada: { $percent } %.
hint-winning = Tras esta jugada estás ganando.
hint-clearly-better = Tras esta jugada estás claramente mejor.
hint-slightly-better = Tras esta jugada estás un poco mejor.
hint-even = Tras esta jugada la partida está más o menos igualada.
hint-slightly-worse = Tras esta jugada estás un poco peor.
hint-clearly-worse = Tras esta jugada estás claramente peor.
hint-losing = Tras esta jugada estás perdiendo.
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
    [one] Es tu primera pista en esta partida. El resultado indica el número de pistas.
   *[other] Has tenido { $count } pistas en esta partida. El resultado indica ese número.
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
refusal-program-draws-later = Oddboard no acepta tablas antes de la jugada { $turns }.
refusal-program-thinks = En la partida { $id }, Oddboard solo responde a una oferta de tablas después de su próxima jugada. Ofrece tablas entonces.
    .at-board = Oddboard solo responde a una oferta de tablas después de su próxima jugada. Ofrece tablas entonces.
refusal-program-declined = { $turns ->
    [one] Oddboard rechazó las tablas en la partida { $id } hace poco. Podrás ofrecerlas de nuevo dentro de { $turns } jugada.
   *[other] Oddboard rechazó las tablas en la partida { $id } hace poco. Podrás ofrecerlas de nuevo dentro de { $turns } jugadas.
}
    .at-board = { $turns ->
        [one] Oddboard rechazó las tablas hace poco. Podrás ofrecerlas de nuevo dentro de { $turns } jugada.
       *[other] Oddboard rechazó las tablas hace poco. Podrás ofrecerlas de nuevo dentro de { $turns } jugadas.
    }
refusal-hint-against-people = Solo hay pistas en las partidas contra Oddboard, y la partida { $id } es contra una persona. /challenge rival:@Oddboard abre una con pistas.
    .at-board = Solo hay pistas en las partidas contra Oddboard.
refusal-hint-outdated = La posición de la partida { $id } cambió mientras yo buscaba tu pista: no hay ninguna, y no cuenta. Vuelve a pedirla en tu turno.
    .at-board = La posición cambió mientras yo buscaba tu pista: no hay ninguna, y no cuenta. Vuelve a pedirla en tu turno.
