### The bot posts these sentences to a channel, or sends them to players in direct messages. $id is the id of a match.

## A challenge has one of the first lines, then separate lines below it.

challenge-random = { $challenger } desafía a { $opponent } a una partida de { $variant }. Los bandos se sortean.
challenge-side = { $challenger } desafía a { $opponent } a una partida de { $variant }. { $challenger } juega con { $color }.
challenge-anybody-random = { $challenger } lanza un desafío abierto a una partida de { $variant }. Los bandos se sortean.
challenge-anybody-side = { $challenger } lanza un desafío abierto a una partida de { $variant }. { $challenger } juega con { $color }.
challenge-rematch = { $challenger } desafía a { $opponent } a la revancha de la partida { $id }, { $variant }. Esta vez { $challenger } juega con { $color }.
challenge-declined = { $name } ha rechazado el desafío.
challenge-declined-told = { $challenger }: { $name } ha rechazado tu desafío { $id }.
challenge-withdrawn = { $name } ha retirado el desafío.
challenge-lapsed = Nadie respondió a tiempo: el desafío ha caducado.
challenge-accepted = { $name } ha aceptado el desafío: partida { $id }.
# The bot adds this to an accepted challenge in a place that cannot show the match.
challenge-by-message = Se juega en mensajes directos conmigo.
challenge-moved = El desafío está publicado otra vez más abajo.
challenge-code = Su código es { $id }. Quien lo tenga puede unirse desde donde yo esté: con /join { $id }, o escribiéndome «join { $id }» por mensaje directo.
challenge-code-page = Su código es { $id }. Cualquiera puede unirse en la página web: con /join { $id }, o en el tablero de la partida.
# The bot uses this instead in a place that cannot show the match; there, the challenge has the button “Accept”.
challenge-code-below = Pulsa Aceptar, o únete desde otro sitio con el código { $id }: con /join { $id }, o escribiéndome «join { $id }» por mensaje directo.
## A draft of a challenge shows these. It lists the variants below the first sentence.

draft-head = Elige una variante para publicar el desafío.
draft-opponent = Desafías a { $name }.
draft-anybody = Desafías a cualquiera: juega quien acepte primero.
draft-anybody-name = Desafías a cualquiera: juega quien acepte primero. Para desafiar a una persona, nómbrala: /challenge @Ann
draft-anywhere = Desafías a quien sepa el código, aquí o en otro lugar. El desafío muestra el código.
draft-random = Los bandos se sortean.
draft-side = Juegas con { $color }.
draft-menu-opponent = Rival …
draft-menu-side = Color …
draft-menu-time = Tiempo …
draft-entry-anybody = cualquiera
draft-entry-anywhere = quien tenga el código

## The bot posts these with the board of a match.

board-begins = { $variant }: { $white } juega con blancas, { $black } con negras.
board-taken-back = La vuelta atrás está acordada, y la partida sigue desde aquí.
# An earlier board shows this line after the match has gone on.
board-settled = Partida { $id }: el tablero más reciente está más abajo.
board-log = Últimas jugadas: { $moves }
# $board is a link with the text "board".
board-bell = Te toca jugar en la partida { $id }: { $board }.
# $name has just played $move, in short notation.
board-bell-after = { $name } jugó { $move }. Te toca jugar en la partida { $id }: { $board }.
# $status is such as "Turno de Ann (blancas)".
board-status = { $status } · partida { $id }
board-over = { $status }.
board-turns-left = { $left ->
    [one] A cada bando le queda { $left } turno: después del turno { $limit } la partida termina en tablas.
   *[other] A cada bando le quedan { $left } turnos: después del turno { $limit } la partida termina en tablas.
}
# The thread of a match has this name.
thread-name = { $variant }: { $white } – { $black } ({ $id })
thread-lost = Ya no puedo escribir en el hilo de esta partida, así que sigo aquí.
thread-refused = No tengo permiso para abrir un hilo aquí, así que la partida sigue fuera de un hilo. /doctor dice qué falta.
channel-lost = Ya no puedo escribir donde se juega la partida { $id }, así que te escribo aquí, donde todo funciona igual que allí. Si todavía ves ese lugar, invítame de nuevo o dame permiso para escribir allí; /doctor muestra allí qué falta.
player-left = { $gone } se ha ido y ya no ve aquí la partida. Todavía puede seguir jugando por mensajes directos conmigo. Si no lo hace, { $other } puede dar por terminada la partida { $id }.
player-left-on-the-clock = { $gone } se ha ido y ya no ve aquí la partida. Aún puede seguir jugando por mensajes directos conmigo. Su tiempo sigue corriendo.

## The bot posts offers with these. $what is one of the nouns at the end: "tablas", or "las tablas" after its first mention.

draw-offers = { $from } ofrece tablas a { $to }.
takeback-offers = { $from } pide a { $to } una vuelta atrás: se desharía { $moves }.
takeback-clocks = También los dos relojes volverían atrás. El tiempo que { $from } usó para decidir sigue gastado, y { $from } no tendría más que ahora.
# The bot adds one of these in a match with secrets. $what is such as "el plátano de e4 y la dama de d5".
takeback-reveals = Lo que revelaron estas jugadas se sigue sabiendo: { $what }.
takeback-reveals-nothing = Estas jugadas no revelaron nada oculto.
takeback-dice = Cada jugador sigue sabiendo lo que solo él supo por estas jugadas. Los dados no se vuelven a tirar: la misma jugada tiene el mismo resultado.
pause-offers = { $from } ofrece una pausa a { $to }. Hasta que uno de los dos reanude la partida, nadie puede jugar ni corre ningún reloj.
offer-made = { $from } ofreció { $what } a { $to }.
offer-declined = { $name } rechaza { $what }.
offer-withdrawn = { $name } retira su oferta de { $what }.
pause-agreed = La partida { $id } está en pausa: nadie puede jugar y no corre ningún reloj. Cualquiera de los dos puede reanudarla, aquí abajo o con /pause.
pause-over = La partida { $id } estuvo en pausa.
offer-a-draw = tablas
offer-the-draw = las tablas
offer-a-takeback = una vuelta atrás
offer-the-takeback = la vuelta atrás
offer-a-pause = una pausa
offer-the-pause = la pausa

## Buttons have these labels. Each has at most 80 characters, better 20.

button-accept = Aceptar
button-decline = Rechazar
button-withdraw = Retirar
button-block = Bloquear
button-board = Tablero
button-rules = Reglas
button-move = Jugar
button-offer-draw = Ofrecer tablas
button-resign = Abandonar
button-accept-draw = Aceptar tablas
button-accept-takeback = Aceptar la vuelta atrás
button-accept-pause = Aceptar la pausa
button-resume = Reanudar
button-rematch = Revancha
button-replay = Repetición
button-review = Análisis
button-dice = Dados
button-sides = Bandos
button-record = Registro
button-view = Mi vista
button-end = Terminar la partida

## The bot sends these to one player in direct messages. $match is such as "Partida 4kq0z, Berolina contra Ann".

whisper-match = Partida { $id }, { $variant } contra { $opponent }
whisper-settled = { $match }: la vista actual está en un mensaje más abajo.
whisper-your-turn = { $match }: es tu turno. El tablero es solo para ti.
push-your-turn = Te toca en { $variant } contra { $name }
whisper-waiting = { $match }: es el turno de { $opponent }. El tablero es solo para ti.
whisper-won = { $match }: has ganado. El tablero muestra todo lo que estaba oculto.
whisper-lost = { $match }: has perdido. El tablero muestra todo lo que estaba oculto.
whisper-drawn = { $match }: tablas. El tablero muestra todo lo que estaba oculto.
whisper-aborted = { $match }: la partida se canceló y no cuenta. El tablero muestra todo lo que estaba oculto.
view-not-drawn-after = No pude dibujar tu vista ahora mismo. /view la muestra.
view-not-drawn = No pude dibujar tu vista ahora mismo. No ha cambiado nada; vuelve a intentarlo con /view, por favor.
board-not-drawn = No pude dibujar el tablero ahora mismo. No ha cambiado nada; vuelve a intentarlo con /board, por favor.
replay-not-drawn = No pude dibujar la partida ahora mismo. No ha cambiado nada; vuelve a intentarlo con /replay, por favor.

## /history and /replay show these.

# $players is such as "Ann (blancas) – Bob (negras)".
players = { $white } – { $black }
history-head = Partida { $id }, { $variant }: { $players }
history-no-moves = No se ha hecho ninguna jugada.
# $number is the number of a turn: "3." for a turn of White, "3…" for one of Black.
history-taken-back = Vuelta atrás: sigue desde { $number }
history-not-accepted = Nadie ha aceptado el desafío { $id }, así que no hay jugadas.
# $clause becomes a sentence: "Ann (blancas): victoria por jaque mate."
sentence = { $clause }.
replay-so-far-own = Partida { $id }, { $variant }: { $players }, tal como la has visto hasta ahora.
replay-so-far-everybody = Partida { $id }, { $variant }: { $players }, tal como la han visto todos hasta ahora.
replay-seat = Partida { $id }, { $variant }: { $players }, tal como la vieron las { $color }.
replay-everybody = Partida { $id }, { $variant }: { $players }, tal como la vieron todos.
replay-truth = Partida { $id }, { $variant }: { $players }, con todo lo que ocurrió.
replay-alt = { $steps ->
    [one] Una animación de { $steps } paso. Su final: { $end }
   *[other] Una animación de { $steps } pasos. Su final: { $end }
}

## The bot adds these to a list that it cuts off. $count is the number of omitted lines.

more-lines = … y { $count } más
more-ways = … y { $count } más, ninguna más probable que estas
more-before = … antes de estas hay { $count } más; el archivo las tiene todas

## /why describes the effect of a move with these.

# /why begins with this for a move of another player. $told is the rest of the answer.
why-of-other = Tiene el turno { $player }; esta es la respuesta desde su punto de vista: { $told }
why-illegal = «{ $text }» es ilegal en la partida { $id }: { $why } (regla: { $law }).
    .at-board = «{ $text }» es ilegal: { $why }.
# $what is one of the lines below.
why-legal = { $move } es legal en la partida { $id }. { $what }
    .at-board = { $move } es legal. { $what }
why-too-many = Puede acabar de más de { $most } maneras, y no enumero tantas.
# $told is such as "caballo de g1 a f3, captura el peón de f3".
why-does = Lo que hace: { $told }.
why-does-known = Lo que hace, hasta donde sabes: { $told }.
why-ways = Puede acabar de { $count } maneras:
why-ways-known = Hasta donde sabes, puede acabar de { $count } maneras:
why-ways-begin = Puede acabar de { $count } maneras. Empieza así: { $told }. Después:
why-ways-begin-known = Hasta donde sabes, puede acabar de { $count } maneras. Empieza así: { $told }. Después:
why-way = { $chance }: { $told }
why-nothing-more = nada más
# $squares is such as "c3, e3 o c5".
why-trail = deja { $object } en { $squares }
# An egg changes the side of one of several pieces.
why-recolored = la pieza de { $squares } pasa a ser de { $owner }
why-chance = { $fraction } ({ $percent } %)
why-chance-small = { $fraction } (menos del 0,1 %)
