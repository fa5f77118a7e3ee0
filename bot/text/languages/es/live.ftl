### La página de una partida muestra estos textos. Se dirigen al lector.

## El estado de la partida, sin punto final.

live-turn = Te toca
live-check = Te toca: tu rey está en jaque
live-turn-again = Te toca otra vez
live-check-again = Te toca otra vez: tu rey está en jaque
live-king-place = Te toca: coloca tu rey
live-lost-piece = Te toca: di qué pieza perdiste en { $square }
live-swap = Te toca: intercambia dos piezas cualesquiera, tuyas o de tu rival
live-drop-place = Te toca: coloca { $piece }
live-promotion = Te toca: elige la promoción en { $square }
live-their-turn = Turno de { $name }
live-thinking = { $name } está pensando…
live-paused = En pausa: no corre ningún reloj

## Los bandos de un desafío. $name es su autor.

live-sides-random = Los bandos se sortean.
live-side-own = Juegas con { $color }.
live-side = { $name } juega con { $color }.

## El tablero nombra las opciones de la partida al principio.

live-option = { $what }: { $meaning }.

## El resultado en pocas palabras.

live-won = Has ganado
live-lost = Has perdido
live-wins = Gana { $name }
live-drawn = Tablas
live-aborted = Partida cancelada
live-unmoved = { $name } no movió a tiempo. La partida no cuenta.
live-unmoved-own = No moviste a tiempo. La partida no cuenta.
live-deleted = Una persona ha borrado sus datos. La partida no cuenta.

## Los botones llevan estos textos.

live-takeback = Deshacer
live-pause = Pausa
live-cancel = Cancelar

## Las ofertas entre dos jugadores. $name es el otro jugador.

live-draw = { $name } te ofrece tablas.
live-draw-own = Has ofrecido tablas. Esperando a { $name }…
live-pause-offer = { $name } quiere hacer una pausa. Durante una pausa no corre ningún reloj.
live-pause-own = Has ofrecido una pausa. Esperando a { $name }…
live-takeback-offer = { $name } quiere deshacer { $moves }.
live-takeback-own = Has pedido deshacer la jugada. Esperando a { $name }…
live-rematch = { $name } quiere la revancha.
live-rematch-own = Has ofrecido la revancha. Esperando a { $name }…
live-challenge = { $challenger } te desafía
live-challenge-open = { $challenger } busca rival
live-challenge-other = { $challenger } desafía a { $opponent }
live-challenge-own-open = Esperando a un rival…
live-challenge-start = Todo listo
live-waiting = Esperando a { $name }…

## Los programas de la página muestran estos textos.

page-board-skip = Saltar al tablero
page-board-more = Más
page-board-hold = Mantén el dedo o el ratón sobre una pieza para leer cómo se mueve.
page-board-draw-offer-ask = ¿Ofrecer tablas?
page-board-draw-accept-ask = ¿Aceptar las tablas? La partida termina enseguida.
page-board-draw-yes = Aceptar las tablas
page-board-not-now = Ahora no
page-board-new-game = Nueva partida
page-board-rematch-begun = La revancha ha empezado.
page-board-result = Resultado
page-board-declined = Tu rival lo rechazó.

live-in-channel = En un canal de { $platform }
live-in-room = En una sala de { $platform }
live-in-direct = En mensajes directos de { $platform }
