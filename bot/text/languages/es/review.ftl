### /review analyzes a finished game with these texts.

review-percent = { $count } %
# $white and $black are accuracies: "87%", or a dash for a side that never moved.
review-accuracy = Precisión: blancas { $white }, negras { $black }
# The review names a move with its number: "17... Nd5".
review-move = { $number } { $move }
# The review names a move that turned the game. $reason is one of the clauses below; $best and $played are percentages.
review-point = { $move } { $reason }. Mejor: { $better } (puntuación esperada: { $best } en lugar de { $played }).
review-no-turning-points = Ninguna jugada cambió mucho la puntuación esperada.
review-misses-mate = deja pasar el mate en { $count }
review-misses-win = deja pasar una victoria forzada
review-allows-mate = permite el mate en { $count }
review-allows-win = pierde de forma forzada
# $piece is "the rook on d4", $reply a move such as "Nxd4".
review-loses = pierde { $piece } tras { $reply }
review-misses-capture = no captura { $piece }
# The mover was clearly better before this move. $reply is the reply of the other side.
review-gives-away = deja escapar la ventaja: la respuesta es { $reply }
# The move ends the game, for example by repetition, so it has no reply.
review-gives-away-at-once = deja escapar la ventaja
# The move makes the position worse. $reply is the reply of the other side.
review-allows = permite la fuerte respuesta { $reply }
review-worse = empeora la posición
# The side that resigned had the better position. $percent is its expected score.
review-resigned = Las { $color } abandonaron en una posición mejor, con una puntuación esperada del { $percent }.
# The dice gave one side $percent of a point in the whole game.
review-luck = Suerte: los dados dieron a las { $color } el { $percent } de un punto.
review-luck-even = Suerte: los dados no favorecieron a ningún bando.
# A picture has a numbered board for each turning point, and this line explains it.
review-numbered = Tablero { $number }: { $point }
# $players is "Ann (White) – Bob (Black)".
review-heading = Partida { $id }, { $variant }: { $players }
review-nothing = No se jugó ninguna jugada, así que no hay nada que repasar.
review-thinking = Estoy repasando cada jugada de la partida. Puede tardar medio minuto.
review-not-made = No he podido terminar el análisis. Prueba /review otra vez.
review-too-busy = Ya estoy preparando un análisis para ti, o demasiados para otros. Prueba /review dentro de un minuto.

## The picture of the course of the game shows these.

review-title = Puntuación esperada de las blancas
review-white-knew = lo que sabían las blancas
review-black-knew = lo que sabían las negras
review-truth = todo a la vista
review-luck-title = Suerte de las blancas
# The picture shows the accuracy of a player: "Ann 87%".
review-side = { $name } { $percent }
review-accuracy-title = Precisión
# The picture shows the better move below the played one.
review-better = mejor: { $better }

## The picture has this alternative text.

# $result is "0-1".
review-alt = Gráfica de la puntuación esperada de las blancas: { $first } al principio, entre el { $lowest } y el { $highest } por el camino, { $result } al final.
review-alt-board = Tablero { $number }: la posición antes de { $move }, con una flecha para esa jugada y otra para la mejor, { $better }.
review-alt-sides = Precisión: { $white }, { $black }.
