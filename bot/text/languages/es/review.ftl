### Looking back at a finished game.

review-percent = { $count } %
# How well each side played: "87%", or a dash for a side that never moved.
review-accuracy = Precisión: blancas { $white }, negras { $black }
# A move with its number: "17... Nd5".
review-move = { $number } { $move }
# A move that turned the game. $reason is one of those below; $best and $played are percents.
review-point = { $move } { $reason }. Es mejor { $better }: una puntuación esperada del { $best } en lugar del { $played }.
review-no-turning-points = Ninguna jugada cambió mucho la puntuación esperada.
review-misses-mate = deja pasar el mate en { $count }
review-misses-win = deja pasar una victoria segura
review-allows-mate = permite el mate en { $count }
review-allows-win = permite una victoria segura
# $piece is "the rook on d4", $reply a move such as "Nxd4".
review-loses = pierde { $piece } tras { $reply }
review-misses-capture = no captura { $piece }
# The side that played it was clearly better until then; $reply is what the other side plays.
review-gives-away = deja escapar la ventaja: la respuesta es { $reply }
# The same where the game ends with it, such as by repetition.
review-gives-away-at-once = deja escapar la ventaja
# It makes the position worse, and $reply is what the other side plays then.
review-allows = permite la fuerte respuesta { $reply }
review-worse = empeora la posición
# What the dice gave in the whole game: $percent of a point.
review-luck = Suerte: los dados dieron a las { $color } el { $percent } de un punto.
review-luck-even = Suerte: los dados no favorecieron a nadie.
# What a picture shows on the board with this number.
review-numbered = Tablero { $number }: { $point }
# $players is "Ann (White) – Bob (Black)".
review-heading = Partida { $id }, { $variant }: { $players }
review-nothing = No se jugó ninguna jugada, así que no hay nada que repasar.
review-thinking = Estoy repasando cada jugada de la partida. Puede tardar medio minuto.
review-not-made = No he podido terminar el análisis. Prueba /review otra vez.
review-too-busy = Ya estoy preparando un análisis para ti, o demasiados para otros. Prueba /review dentro de un minuto.

## The picture of how the game went.

review-title = Puntuación esperada de las blancas
review-white-knew = lo que sabían las blancas
review-black-knew = lo que sabían las negras
review-truth = todo a la vista
review-luck-title = Suerte de las blancas
# A side with how well it played: "Ann 87%".
review-side = { $name } { $percent }
review-accuracy-title = Precisión
# What would have been better, below the move that was played.
review-better = mejor: { $better }

## The same picture in words.

# $result is "0-1".
review-alt = Gráfica de la puntuación esperada de las blancas: { $first } al principio, entre el { $lowest } y el { $highest } por el camino, { $result } al final.
review-alt-board = Tablero { $number }: la posición antes de { $move }, con una flecha para esa jugada y otra para la mejor, { $better }.
review-alt-sides = Precisión: { $white }, { $black }.
