### These texts describe a position in words: below a board, and as the alternative text of its picture.

## The status names the side that decides next, without a final dot. $player is "Ann (blancas)".

status-move = Turno de { $player }
status-move-check = Turno de { $player }, en jaque
status-move-again = Turno de { $player } otra vez
status-move-again-check = Turno de { $player } otra vez, en jaque
status-king-place = Turno de { $player }: colocar el rey
status-lost-piece = Turno de { $player }: decir qué pieza perdió en { $square }
status-swap = Turno de { $player }: intercambiar dos piezas
status-drop-place = Turno de { $player }: colocar { $piece }
status-promotion = Turno de { $player }: promocionar el peón que va de { $from } a { $to }
status-chance = Decide el azar

## The alternative text of a picture consists of these sentences.

alt-head = { $variant }: { $white } contra { $black }. { $status }.
alt-turn = Jugada { $number }: { $turn }.
alt-at-hand = Bando de las { $color }, { $things }.
alt-frozen = Piezas congeladas: { $squares }.
alt-unseen = Invisible para el otro bando: { $squares }.
alt-pieces = Piezas { $color }: { $things }.
# $things lists pieces like this: "torres a1 h1".
alt-piece = { $piece } { $squares }
alt-no-pieces = Piezas { $color }: ninguna.
alt-objects = Objetos: { $things }.
# A diagram has several boards. $name is the name of one of them.
alt-board = { $name }: { $board }
# The alternative text names a mark of a diagram with its squares: "Slide: e5 e6."
alt-mark = { CAPITAL($mark) }: { $squares }.
alt-arrows = Flechas: { $arrows }.
alt-arrow = de { $from } a { $to }
alt-before-after = Antes: { $before } Después: { $after }

## The alternative text names the squares that a picture highlights.

hints-chosen = Casilla elegida: { $square }.
hints-targets = Puede ir a { $squares }.
hints-to-choose = Para elegir: { $squares }.
hints-causes = Lo que impide la jugada: { $squares }.

## A side has a reserve or powers: "reserva: dama, 2 torres", "poderes: caparazón listo".

hand-reserve = reserva: { $pieces }
board-lead = Ventaja: { $pieces }
hand-reserve-empty = reserva: vacía
hand-powers = poderes: { $powers }
power-shell-ready = caparazón listo
power-shell-used = caparazón usado
power-stealth-ready = jugada sigilosa lista
power-stealth-used = jugada sigilosa usada

## The legend of a text board explains its signs.

legend-object = { $sign } { $object }
legend-frozen = * pieza congelada
legend-unseen = ~ invisible para el otro bando

## A line explains the signs that a picture has: "Key: ? = undefined piece; beside the names = reserve."

signs = Leyenda: { $signs }.
sign-undefined = ? = pieza indefinida
sign-reserve = junto a los nombres = reserva
sign-frozen = hielo = congelada
sign-unseen = marco discontinuo = invisible para el otro bando
sign-gone = pálido = retirado por la última jugada
sign-steps = números = pasos de la última jugada
sign-powers = caparazón, antifaz = poderes restantes (tachado = usado)
