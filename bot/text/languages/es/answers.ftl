### The bot replies to a person with these sentences. $id is the id of a match, such as 4kq0z.

## The bot confirms a request.

done-opened = Tu desafío { $id } está publicado. La partida empieza cuando alguien lo acepte.
done-accepted = Aceptaste el desafío. La partida { $id } ha empezado, y su tablero está publicado.
# The bot sends this to a player who accepts a challenge in a place where the bot cannot write.
done-accepted-by-message = Aceptaste el desafío. La partida { $id } ha empezado, y su tablero llega en nuestros mensajes directos.
# The bot sends this to the same player in direct messages, before the board.
group-greeting = Las partidas que aceptas en grupos se juegan aquí, en nuestros mensajes directos. Enseguida llega el tablero; respóndele con tu jugada, o escribe help.
done-declined = Rechazaste el desafío { $id }.
done-withdrawn = Retiraste el desafío { $id }.
done-challenge-posted = El desafío { $id } está publicado otra vez. Desde ahora se responde allí.
done-blocked = Has bloqueado a { $name } y ya no recibes sus desafíos. Solo lo sabrá si te desafía. /unblock lo deshace.
done-unblocked = Vuelves a recibir desafíos de { $name }.
done-followed = Sigues la partida { $id }: cuando termine, su último tablero te mencionará, salvo si tus recordatorios o avisos están desactivados, si el servidor ha desactivado los avisos, o en tus horas de silencio (/reminders). /follow partida:{ $id } lo deshace.
    .at-board = Sigues esta partida: cuando termine, su último tablero te mencionará, salvo si tus recordatorios o avisos están desactivados, si el servidor ha desactivado los avisos, o en tus horas de silencio.
done-unfollowed = Ya no sigues la partida { $id }.
    .at-board = Ya no sigues esta partida.
# $move is in short notation: "Nf3".
done-moved = Jugaste { $move } en la partida { $id }.
    .at-board = Jugaste { $move }.
# The bot adds this once to the reply to a move, if the player does not receive direct messages.
done-closed = No puedo enviarte mensajes directos, así que no recibes tu vista del tablero después de cada turno. Para recibirla automáticamente, permite mis mensajes directos; mientras tanto, /view la muestra.
done-board-posted = El tablero de la partida { $id } está publicado.
board-posted-before = El tablero de la partida { $id } se acaba de publicar. Búscalo más arriba.
done-resigned = Abandonaste la partida { $id }.
    .at-board = Abandonaste.
done-ended = Diste por terminada la partida { $id }. Cuenta como abandono de tu rival, que se ha ido.
    .at-board = Diste por terminada la partida. Cuenta como abandono de tu rival, que se ha ido.
done-offered = Ofreciste { $what } en la partida { $id }. La oferta caduca cuando juegue tu rival.
    .at-board = Ofreciste { $what }. La oferta caduca cuando juegue tu rival.
done-draw-agreed = La partida { $id } termina en tablas de mutuo acuerdo.
    .at-board = Tablas de mutuo acuerdo.
done-offer-declined = Rechazaste { $what } en la partida { $id }.
    .at-board = Rechazaste { $what }.
done-offer-withdrawn = Retiraste tu oferta de { $what } en la partida { $id }.
    .at-board = Retiraste tu oferta de { $what }.
done-taken-back = Aceptaste la vuelta atrás en la partida { $id }.
    .at-board = Aceptaste la vuelta atrás.
done-paused = La partida { $id } está en pausa. /pause la reanuda.
    .at-board = La partida está en pausa.
done-resumed = La partida { $id } continúa.
    .at-board = La partida continúa.
# The bot refuses an offer with this while an earlier offer of the same player stands. $what names the earlier one.
offer-stands = Ya has ofrecido { $what } en la partida { $id }. Espera la respuesta o retira tu oferta.
    .at-board = Ya has ofrecido { $what }. Espera la respuesta o retira tu oferta.
done-kept = Cancelado. La partida sigue.

## The bot puts these above a view or a board.

view = Partida { $id }, tal como la ves tú:
board-elsewhere = El tablero de la partida { $id } está publicado aquí, tal como está ahora. Las siguientes jugadas se publican donde se juega la partida.

## The bot reports that a request failed or takes longer.

not-confirmed = Sin confirmar: ahora mismo no pude guardarlo, así que aún no sé si cuenta. Antes de reintentarlo, /board o /games dice si cuenta.
busy = En este momento juega mucha gente, así que esto tarda un poco más.
drawing = Lo estoy preparando. Una partida larga tarda unos segundos.
too-busy = En este momento juega demasiada gente, así que no he hecho nada. Vuelve a intentarlo dentro de un minuto, por favor.
bug = Algo falló por mi parte, y no ha cambiado nada. Vuelve a intentarlo, por favor; si se repite, avisa a quien me administra.
no-form = No pude abrir el formulario. Envía tu jugada con /move.
late-done = No pude mostrarte mi respuesta a tiempo, pero cuenta: lo que pediste está hecho. /games muestra tus partidas.
late-undone = No pude mostrarte mi respuesta a tiempo, y no ha cambiado nada. Pídelo otra vez, por favor.
late-not-confirmed = No pude mostrarte mi respuesta a tiempo, y lo que pediste puede estar hecho o no. /games muestra tus partidas.

## A form asks a player for a move.

form-title = Partida { $id }, { $variant }
form-label = Tu jugada

## /doctor reports whether the bot works in a place and for the reader. $flaws is the number of problems.

doctor-verdict = { $flaws ->
    [0] Aquí funciona todo.
    [1] Aquí hay una cosa que no funciona.
   *[other] Aquí hay algunas cosas que no funcionan.
}
doctor-heard = Te oigo, y esta respuesta te ha llegado.
doctor-writes = Puedo escribirte directamente.
# /doctor sends this to test whether the reader receives direct messages.
doctor-try = Esto es para ver si puedo escribirte directamente. Puedo.
doctor-unknown = No he podido comprobar qué funciona aquí. Inténtalo de nuevo dentro de un minuto.

## /help shows these.

help = Arbitro variantes raras del ajedrez. Desafía a alguien con /challenge berolina. Cuando acepte, juega con /move; sin jugada, te deja elegir una.
# /help names further commands with this if the message has no room for their summaries.
help-named = Y también: { $commands }
help-more = Las variantes están en /rules. Para saber más de un comando, añade su nombre, por ejemplo /help move.
# A list entry gives the name of a variant or a command, with its summary.
about = { $name }: { $summary }
command-about = /{ $command } — { $summary }
help-option = { $option }: { $summary }
help-option-optional = { $option } (opcional): { $summary }
help-no-options = No tiene opciones.
help-example = Por ejemplo: { $example }

## /games lists the matches of the reader, one on each line. $variant includes chosen options: "Bario (rules=classic)".

games-none = No tienes ninguna partida en juego ni ningún desafío abierto. /challenge abre uno, /history muestra tu última partida.
games-damaged = { $id }: dañada, así que nadie puede jugarla; /board partida:{ $id } cuenta más
games-challenged = { $id }: { $name } te desafía a una partida de { $variant }
games-challenging = { $id }: desafías a { $name } a una partida de { $variant }; aún sin aceptar
games-challenging-anybody = { $id }: tu desafío abierto a una partida de { $variant }; aún sin aceptar
# $opponent is "Ann (blancas)".
games-your-turn = { $turns ->
    [one] { $id }: { $variant } contra { $opponent }, te toca jugar, { $turns } turno jugado
   *[other] { $id }: { $variant } contra { $opponent }, te toca jugar, { $turns } turnos jugados
}
games-waiting = { $turns ->
    [one] { $id }: { $variant } contra { $opponent }, le toca a tu rival, { $turns } turno jugado
   *[other] { $id }: { $variant } contra { $opponent }, le toca a tu rival, { $turns } turnos jugados
}
games-other = { $id }: { $variant }
# /games adds these to a line: the end of a player's time, a pause, and the label of a link to the message.
games-time = el tiempo se acaba { $until }
games-out-of-time = sin tiempo
games-paused = en pausa
games-link-board = tablero
games-link-challenge = desafío
# /games shows these buttons.
button-match = { $id }: { $name }
button-match-of = { $id }: { $white } – { $black }
button-accept-match = Aceptar { $id }
button-withdraw-match = Retirar { $id }

## /unblock lists the people whose challenges the reader refuses.

blocks-none = No bloqueas a nadie. /block rechaza todos los desafíos de una persona.
# $names is a list with commas.
blocks-head = No recibes desafíos de: { $names }. Elige de quién quieres recibirlos otra vez.
menu-unblock = Desbloquear …

## /export sends a record with these.

export = La partida { $id } registrada: sus jugadas en un archivo de texto, para que lo guardes.
    .at-board = La partida registrada: sus jugadas en un archivo de texto, para que lo guardes.
export-seen = La partida { $id } no ha terminado y tiene secretos; por eso este archivo solo tiene las jugadas tal como las has visto. Después, /export la da entera.
    .at-board = Esta partida no ha terminado y tiene secretos; por eso este archivo solo tiene las jugadas tal como las has visto. Cuando termine, las tendrá todas.

## The bot asks these questions while a player chooses a move step by step.

# $question is one of the questions below.
guide = Partida { $id }: { $question }
guide-type-it = Escribirla
guide-start-over = Empezar de nuevo
ask-piece = ¿qué pieza mueves?
ask-piece-again = Daisy te deja jugar otra vez. ¿Qué pieza mueves?
# $piece is "la torre de a1".
ask-target = ¿adónde va { $piece }?
ask-definition = ¿en qué se convierte la pieza indefinida de { $square }?
# $piece is "una torre".
ask-target-as = la pieza indefinida de { $square } se convierte en { $piece }. ¿Adónde va?
ask-promotion = el peón va de { $from } a { $to }. ¿En qué se convierte?
ask-forced-promotion = el peón de { $from } tiene que ir a { $to }. ¿En qué se convierte?
ask-king-place = ¿en qué casilla colocas tu rey?
ask-lost-piece = ¿qué pieza perdiste en { $square }?
# $piece is "una torre".
ask-drop-place = Toadette te trae { $piece }. ¿En qué casilla va?
ask-swap = El Rey Boo te obliga a intercambiar dos piezas. ¿Cuál es la primera?
# $piece is "la torre de a1 (blancas)".
ask-partner = ¿qué pieza intercambias con { $piece }?

## The bot asks for confirmation with these questions and buttons.

# $move is in short notation.
ask-move = ¿Jugar { $move }?
ask-play = Jugarla
ask-losing-move = { $move } pierde al instante: inicia un reciclaje que deja en jaque a tu propio rey, y entonces gana { $opponent } (regla: { $law }). ¿Jugar de todos modos?
ask-play-anyway = Jugarla de todos modos
ask-keep-thinking = Seguir pensando
ask-resign = ¿Abandonar esta partida?
ask-resign-yes = Sí, abandonar
ask-resign-no = Seguir jugando
